"""CO 30-1099.46, 2 Card Poker, paragraph by paragraph."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from tests.rulebook.helpers import all_nets, rules, seat

from houseway.hands.ranking import RANKINGS
from houseway.odds.house_poker.sides import Sides
from houseway.play.house_poker.plan import load_plan
from houseway.rules.errors import RuleError

GAME = "two-card-poker"
SECTION = "CO 30-1099.46"
KINGS = "Ks Kd 9c 4h"
LOW = "9s 7s 5d 3h"  # a nine-high flush does not qualify
DRY = "Jh 8h 6c 3d"  # the least that qualifies with this jack


def one(cards: str, *actions: str, dealer: str = DRY, house: dict[str, Any] | None = None, **wagers: float) -> Any:
    """The nets of a lone seat."""
    return all_nets(GAME, seat(wagers, cards, *actions), dealer=dealer, house=house or {})[0]


def test_30_1099_46_1_one_hand_unless_the_house_permits_more() -> None:
    two = seat(
        {"ante": 10, "hand_2.ante": 10},
        "",
        "play",
        "hand_2 fold",
        hands=[cards.split() for cards in (KINGS, "2c 5s 8d Th")],
    )
    with pytest.raises(RuleError, match="1 hand at once"):
        all_nets(GAME, two, dealer=DRY)
    nets = all_nets(GAME, two, dealer=DRY, house={"hands_per_player": 2})
    assert nets == [{"ante": 10, "play": 10, "hand_2.ante": -10}]


def test_30_1099_46_2_any_of_three_first_wagers_unless_an_ante_is_required() -> None:
    assert one("7s 7d Kc 2h", two_card_bonus=5) == {"two_card_bonus": 5}
    assert one("7s 7d Kc 2h", four_card_bonus=5) == {"four_card_bonus": -5}
    with pytest.raises(RuleError, match="one of Ante, 2 Card Bonus or 4 Card Bonus"):
        all_nets(GAME, seat({}, "7s 7d Kc 2h"), dealer=DRY)
    with pytest.raises(RuleError, match="Ante is required"):
        one("7s 7d Kc 2h", two_card_bonus=5, house={"ante_required": True})


def test_30_1099_46_4_the_house_may_burn_the_top_card() -> None:
    assert load_plan(GAME, {}).stages[0].burn == 0
    assert load_plan(GAME, {"burn_top_card": True}).stages[0].burn == 1


def test_30_1099_46_5_misdeals() -> None:
    seats = [seat({"ante": 10, "two_card_bonus": 5}, "8s 8d Kc"), seat({"ante": 10}, "Ks Kd 9c 4h", "play")]
    nets = all_nets(GAME, *seats, dealer=DRY, irregularity={"kind": "misdeal", "seat": 0})
    assert nets == [{"ante": 0, "two_card_bonus": 0}, {"ante": 10, "play": 10}]
    nets = all_nets(GAME, *seats, dealer="Jh 8h 6c", irregularity={"kind": "misdeal", "of": "dealer"})
    assert nets == [{"ante": 0, "two_card_bonus": 0}, {"ante": 0, "play": 0}]
    exposed = {"kind": "exposed_card", "count": 3}
    assert all_nets(GAME, seats[1], dealer=DRY, irregularity=exposed) == [{"ante": 10, "play": 10}]


@pytest.mark.parametrize(("house", "net"), [({}, 0), ({"dropped_card": "play on"}, 10)])
def test_30_1099_46_5_a_dropped_card_is_left_to_the_house(house: dict[str, Any], net: int) -> None:
    dropped = {"kind": "card_off_table", "seat": 0}
    nets = all_nets(GAME, seat({"ante": 10}, "Ks Kd 9c 4h", "play"), dealer=DRY, irregularity=dropped, house=house)
    assert nets == [{"ante": net, "play": net}]


def test_30_1099_46_6_a_a_fold_forfeits_the_ante_and_keeps_both_bonuses() -> None:
    folded = seat({"ante": 10, "two_card_bonus": 5, "four_card_bonus": 5}, "9s 9d Kc 4h", "fold")
    assert all_nets(GAME, folded, dealer="Jd Js 6c 3d") == [{"ante": -10, "two_card_bonus": 5, "four_card_bonus": 5}]
    assert rules(GAME, folded, dealer="Jd Js 6c 3d") == {
        "ante": f"{SECTION}(6)(a)",
        "two_card_bonus": f"{SECTION}(16)",
        "four_card_bonus": f"{SECTION}(16)",
    }
    assert one("9s 7d 5c 3h", "fold", ante=10, two_card_bonus=5) == {"ante": -10, "two_card_bonus": -5}


@pytest.mark.parametrize("action", ["play 2x", "play 5", "check", "raise 3x"])
def test_30_1099_46_6_a_the_play_bet_equals_the_ante(action: str) -> None:
    with pytest.raises(RuleError):
        one("Ks Kd 9c 4h", action, ante=10)


def test_30_1099_46_6_b_folding_without_an_ante_changes_nothing() -> None:
    for actions in ((), ("fold",), ("play",)):
        assert one("6s 6d Kc 2h", *actions, two_card_bonus=5) == {"two_card_bonus": -5}
        assert one("7s 7d Kc 2h", *actions, two_card_bonus=5) == {"two_card_bonus": 5}


ORDER = [  # two-card hands from the lowest up, each beside two cards that make nothing better
    "7c 5d 3h 2s",
    "Kc Qd 3h 2s",  # a straight of two suits is nothing
    "Ac 3d 5h 8s",
    "4c 2c 9d 7h",
    "Jc 2c 9d 7h",
    "Jc 9c 8d 7h",
    "Ac Qc 9d 7h",
    "2c Ac 9d 7h",
    "3c 2c 9d 7h",
    "Ac Kc 9d 7h",
    "2c 2d 9h 7s",
    "Ac Ad 9h 7s",
]


def test_30_1099_46_8_ranks_of_two_cards() -> None:
    rank = RANKINGS["two_card_agp"].rank
    names = "23456789TJQKA"
    cards = np.array([[names.index(c[0]) * 4 + "cdhs".index(c[1]) for c in hand.split()] for hand in ORDER], np.uint8)
    values = rank(cards).tolist()
    assert values == sorted(set(values))


@pytest.mark.parametrize(
    ("cards", "dealer", "ante", "play"),
    [
        ("Kd Qd 8c 4h", LOW, 1, 0),
        ("7d 5c 3h 2s", "Th 9s 8d 6c", 1, 0),  # a worse hand than the dealer's, who does not qualify
        ("7d 5c 3h 2s", "Th 8h 9d 6c", 1, 0),  # a ten-high flush is one rank short
        ("7d 5c 3h 2s", "Jh 2h 9d 6c", -1, -1),
        ("Jd 8d 6s 3c", "Jh 2h 9d 6c", 1, 1),
        ("Jd 2d 6s 3c", "Jh 2h 9d 6c", 0, 0),
        ("Kd Qd 8c 4h", "Kh Qh 9s 5c", 0, 0),
        ("Ad Qd 8c 4h", "3h 2h 9s 5c", -1, -1),  # any straight flush beats every flush
        ("2d 2c 8c 4h", "Ah Kh 9s 5c", 1, 1),
    ],
)
def test_30_1099_46_9_to_13_against_the_dealer(cards: str, dealer: str, ante: int, play: int) -> None:
    assert one(cards, "play", dealer=dealer, ante=10) == {"ante": 10 * ante, "play": 10 * play}


def test_30_1099_46_9_to_13_what_is_cited() -> None:
    for cards, dealer, paragraph in (
        ("Kd Qd 8c 4h", LOW, "(10)"),
        ("7d 5c 3h 2s", DRY, "(11)"),
        ("Jd 8d 6s 3c", DRY, "(12)"),
        ("Kd Kc 8c 4h", DRY, "(13)"),
    ):
        cited = rules(GAME, seat({"ante": 10}, cards, "play"), dealer=dealer)
        assert cited == dict.fromkeys(("ante", "play"), SECTION + paragraph)


TWO_CARD = {
    "Ah Ad 9c 4s": 20,
    "As Ac 9h 4d": 15,
    "Ah Ac 9h 4d": 10,
    "As Ad 9h 4c": 10,
    "Ah Ad As 4c": 20,
    "As Ac Ad 4h": 15,
    "Ah Ad As Ac": 20,
    "Kh Kd 9c 4s": 5,
    "Kh Kd Ac As": 15,
    "Qh Qd 9c 4s": 4,
    "Js Jd 9c 4h": 3,
    "Th Td 9c 4s": 2,
    "9h 9d Ac 4s": 1,
    "8c 8d Ac 4s": 1,
    "7h 7d Ac 4s": 1,
    "7h 7d 6h 6s": 1,
    "6h 6d Ac 4s": -1,
    "Ah Kh 9c 4s": -1,
}


def test_30_1099_46_14_two_card_bonus() -> None:
    for cards, price in TWO_CARD.items():
        assert one(cards, two_card_bonus=5) == {"two_card_bonus": 5 * price}, cards


FOUR_CARD = [  # the player's cards, the dealer's, the price
    ("As Ks 7d 2h", "Qs Js 9c 4d", 200),
    ("8s 8d Kc 2h", "8h 8c As 4d", 50),
    ("9s 8s Kd 2h", "7s 6s Ac 4d", 30),
    ("As 2s Kd 9h", "4s 3s Tc 7d", 30),
    ("8s 8d Kc 2h", "8h Th Ac 4d", 5),
    ("Ks 9s 7d 2h", "Qs 4s Ac 8d", 3),
    ("8s 8d Kc 2h", "3h 3c As 4d", 1),
    ("9s 8s Kd 2h", "7d 6d Ac 4h", -1),  # straights do not count
    ("8s 8d Kc 2h", "Qh Th 8c 4d", -1),  # the dealer's eight is not played
    ("Ks 9s Qs 2h", "As 4s 8c 8d", -1),  # the dealer plays the pair, not the flush
    ("8s 8d Ks Kd", "8h 3h 6c Jd", -1),  # the player plays kings
]


def test_30_1099_46_15_four_card_bonus_on_the_cards_that_are_played() -> None:
    for cards, dealer, price in FOUR_CARD:
        assert one(cards, dealer=dealer, four_card_bonus=5) == {"four_card_bonus": 5 * price}, (cards, dealer)
        nets = one(cards, "play", dealer=dealer, ante=10, four_card_bonus=5)
        assert nets["four_card_bonus"] == 5 * price, (cards, dealer)


def test_30_1099_46_14_three_aces_are_worth_half_a_percent() -> None:
    """What the reading says: over all 270,725 hands, the aces that pay most."""
    total = 0
    for held in combinations(range(52), 4):
        aces = [card for card in held if card >= 48]  # clubs, diamonds, hearts, spades
        if len(aces) > 1:
            total += 20 if {49, 50} <= {*aces} else 15 if {48, 51} <= {*aces} else 10
            continue
        ranks = [card >> 2 for card in held]
        pairs = [rank for rank in set(ranks) if ranks.count(rank) > 1]
        total += {11: 5, 10: 4, 9: 3, 8: 2, 7: 1, 6: 1, 5: 1}.get(max(pairs, default=0), -1)
    assert -total / 270_725 == pytest.approx(0.0423160, abs=1e-7)
    assert Sides(load_plan(GAME, {})).wager("two_card_bonus")["two_card_bonus"]["1"].house_edge == pytest.approx(
        -total / 270_725
    )


@pytest.mark.nightly
def test_30_1099_46_15_the_four_card_bonus_costs_5_28_percent() -> None:
    price = Sides(load_plan(GAME, {})).wager("four_card_bonus")["four_card_bonus"]["1"]
    assert price.method == "exact"
    assert price.house_edge == pytest.approx(0.05275171, abs=1e-8)
    assert [line.probability * 270_725 * 194_580 for line in price.lines] == pytest.approx(
        [12_558_776, 85_377_240, 86_625_728, 2_144_985_480, 3_964_114_760, 5_804_255_340]
    )


def test_30_1099_46_2_limit_of_100_dollars_before_may_2021() -> None:
    assert one("Ks Kd 9c 4h", "play", ante=150) == {"ante": 150, "play": 150}
    with pytest.raises(RuleError, match=r"\$0 to \$100"):
        one("Ks Kd 9c 4h", "play", ante=150, house={"as_of": "2021-04-30"})
