"""CO 30-1099.14, Colorado Hold'em Poker, paragraph by paragraph."""

from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, answer, rules, seat

from houseway.families import open_round
from houseway.play.core.roundfile import convert_round
from houseway.rules.errors import RuleError

GAME = "colorado-holdem"
SECTION = "CO 30-1099.14"
DRY = "Js 9h 4d"
SECOND = {"variation": 2}


def one(cards: str, *actions: str, community: str = DRY, house: dict[str, Any] | None = None, **wagers: float) -> Any:
    """The nets of a lone seat with an ante of 10."""
    return all_nets(GAME, seat({"ante": 10, **wagers}, cards, *actions), community=community, house=house or {})[0]


def test_30_1099_14_1_one_hand_a_player() -> None:
    hands = [["Kd", "Kh", "5s"], ["8c", "8d", "3h"]]
    two = seat({"ante": 10, "hand_2.ante": 10}, "", "fold", "hand_2 fold", hands=hands)
    with pytest.raises(RuleError, match="1 hand at once"):
        all_nets(GAME, two, community=DRY)


def test_30_1099_14_2_an_ante_is_required() -> None:
    with pytest.raises(RuleError, match="needs a wager on Ante"):
        all_nets(GAME, seat({"bonus": 1}, "Kd Kh 5s", "fold"), community=DRY)
    with pytest.raises(RuleError, match="after the deal"):
        one("Kd Kh 5s", "discard 5s", bet=10)


def test_30_1099_14_4_the_flop_is_hidden_until_all_have_chosen() -> None:
    live = open_round(convert_round({"game": GAME, "seats": [{"wagers": {"ante": 10}}] * 2}), 7)
    for seat_, action in ((0, "bet"), (1, "fold"), (0, "")):
        flop = next(pile for pile in live.visible(seat_) if pile.name == "community")
        assert (flop.cards, flop.hidden) == ((), 3)
        own = next(pile for pile in live.visible(seat_) if pile.seat == seat_)
        live = live.act(seat_, action or f"discard {own.cards[0]}")
    assert live.over


def test_30_1099_14_6_a_a_fold_surrenders_the_ante() -> None:
    assert one("9d 6c 2s", "fold") == {"ante": -10}
    folded = seat({"ante": 10, "bonus": 1}, "9d 6c 2s", "fold")
    assert all_nets(GAME, folded, community=DRY) == [{"ante": -10, "bonus": -1}]
    assert set(rules(GAME, folded, community=DRY).values()) == {f"{SECTION}(6)(a)"}


def test_30_1099_14_6_b_a_bet_as_large_as_the_ante_and_one_discard() -> None:
    settled = answer(GAME, seat({"ante": 15}, "Kd Kh 5s", "bet", "discard 5s"), community=DRY)
    assert [(line["wager"], line["stake"]) for line in settled["seats"][0]["lines"]] == [("ante", 15), ("bet", 15)]
    for actions in (
        ("bet",),
        ("discard 5s",),
        ("bet 2x", "discard 5s"),
        ("bet", "discard 5s Kd"),
        ("bet", "discard"),
        ("bet", "discard Qs"),
        ("stay", "discard 5s"),
        ("bet", "fold"),
    ):
        with pytest.raises(RuleError):
            one("Kd Kh 5s", *actions)


DECLARED = {
    "Qc Qd Qh": "declare three of a kind",
    "2c 2d 2h": "declare three of a kind",
    "Qc Jc Tc": "declare three card straight flush",
    "Ac Kc Qc": "declare three card straight flush",
    "3c 2c Ac": "declare three-card straight flush",
}


def test_30_1099_14_6_c_declaring_ends_the_hand_at_5_to_1_on_the_ante() -> None:
    for cards, action in DECLARED.items():
        for house, paragraph in (({}, "(6)(c)"), (SECOND, "(7)(c)")):
            player = seat({"ante": 10, "bonus": 1}, cards, action)
            assert all_nets(GAME, player, community=DRY, house=house) == [{"ante": 50, "bonus": 5}], cards
            cited = rules(GAME, player, community=DRY, house=house)
            assert set(cited.values()) == {SECTION + paragraph}
        assert one(cards, action, community="") == {"ante": 50}  # the flop is not turned for this hand


def test_30_1099_14_6_c_after_the_bet_a_declaration_takes_the_place_of_the_discard() -> None:
    for cards, action in DECLARED.items():
        nets = one(cards, "bet", action, bonus=1)
        assert nets == {"ante": 50, "bet": 0, "bonus": 5}


def test_30_1099_14_6_c_declaring_is_optional() -> None:
    quads = one("Qc Qd Qh", "bet", "discard Qh", community="Qs 4d 2c", bonus=1)
    assert quads == {"ante": 30, "bet": 30, "bonus": 3}  # three queens: the discard does not come back
    royal = one("Ac Kc Qc", "bet", "discard Qc", community="Jc Tc Qh", bonus=1)
    assert royal == {"ante": 50, "bet": 50, "bonus": 20}


@pytest.mark.parametrize(
    ("cards", "action"),
    [
        ("Qc Qd Jh", "declare three of a kind"),
        ("Qc Jc 9c", "declare three card straight flush"),
        ("Qc Jd Tc", "declare three card straight flush"),
        ("Kc Ac 2c", "declare three card straight flush"),
        ("Qc Qd Qh", "declare three card straight flush"),
        ("Qc Jc Tc", "declare three of a kind"),
    ],
)
def test_30_1099_14_6_c_only_what_is_held_may_be_declared(cards: str, action: str) -> None:
    with pytest.raises(RuleError, match="not allowed here"):
        one(cards, action)


HANDS = {  # own cards of which the last is thrown away, the flop
    "royal flush": ("As Ks 3d", "Qs Js Ts"),
    "straight flush": ("9s 8s Kd", "7s 6s 5s"),
    "four of a kind": ("8c 8d Kd", "8h 8s 5s"),
    "full house": ("8c 8d Kd", "8h 5c 5s"),
    "flush": ("As 8s Kd", "7s 6s 2s"),
    "straight": ("9s 8d Kd", "7s 6d 5c"),
    "wheel": ("As 2d Kd", "3s 4d 5c"),
    "three of a kind": ("8c 8d Kd", "8h 6c 5s"),
    "two pair": ("8c 5d Kd", "8h 6c 5s"),
    "aces": ("Ac 3d Kd", "Ah 6c 5s"),
    "jacks": ("Jc 3d Kd", "Jh 6c 5s"),
    "tens": ("Tc 3d Kd", "Th 6c 5s"),
    "nines": ("9c 3d Kd", "9h 6c 5s"),
    "eights on the board": ("Qc 3d Kd", "8h 8c 5s"),
    "sevens": ("7c 3d Kd", "7h 6c 2s"),
    "sixes": ("6d 3d Kd", "Th 6c 5s"),
    "nothing": ("Ad 3d Kd", "Th 6c 5s"),
}
GAME_PRICES = {
    "4": (1000, 200, 40, 11, 8, 5, 5, 3, 2, 1, 1, 1, 0, 0, 0, -1, -1),
    "4A": (500, 200, 40, 11, 8, 5, 5, 3, 2, 1, 1, 1, 0, 0, 0, -1, -1),
    "4B": (500, 100, 40, 11, 8, 5, 5, 3, 2, 1, 1, 1, 0, 0, 0, -1, -1),
}
SECOND_PRICES = (500, 100, 25, 10, 8, 5, 5, 3, 2, 1, 1, 0, 0, -1, -1, -1, -1)
BONUS = {
    "B1": (10000, 1000, 100, 50, 30, 20, 20, 3, 1, 0, 0, -1, -1, -1, -1, -1, -1),
    "B1C": (2000, 500, 100, 50, 30, 20, 20, 3, 1, 0, 0, -1, -1, -1, -1, -1, -1),
}


def test_30_1099_14_6_e_versions_4_4a_and_4b_on_ante_and_bet() -> None:
    for version, prices in GAME_PRICES.items():
        house = {"pay_tables": {"variation_1": version}}
        for (hand, (cards, flop)), price in zip(HANDS.items(), prices, strict=True):
            nets = one(cards, "bet", f"discard {cards.split()[-1]}", community=flop, house=house)
            assert nets == {"ante": 10 * price, "bet": 10 * price}, (version, hand)


def test_30_1099_14_7_e_version_5_with_and_without_the_second_bet() -> None:
    for (hand, (cards, flop)), price in zip(HANDS.items(), SECOND_PRICES, strict=True):
        throw = f"discard {cards.split()[-1]}"
        assert one(cards, "bet", throw, community=flop, house=SECOND) == {"ante": 10 * price, "bet": 10 * price}, hand
        assert one(cards, "stay", throw, community=flop, house=SECOND) == {"ante": 10 * price}, hand


def test_30_1099_14_7_a_variation_2_has_no_fold() -> None:
    with pytest.raises(RuleError, match="legal are stay, bet"):
        one("9d 6c 2s", "fold", house=SECOND)
    lost = rules(GAME, seat({"ante": 10}, "9d 6c 2s", "stay", "discard 6c"), community="Ks Qd 4h", house=SECOND)
    assert lost == {"ante": f"{SECTION}(7)(d)"}


def test_30_1099_14_6_d_and_e_what_is_cited() -> None:
    lost = rules(GAME, seat({"ante": 10}, "9d 6c 2s", "bet", "discard 6c"), community="Ks Qd 4h")
    won = rules(GAME, seat({"ante": 10}, "Kd Kh 5s", "bet", "discard 5s"), community=DRY)
    assert set(lost.values()) == {f"{SECTION}(6)(d)"}
    assert set(won.values()) == {f"{SECTION}(6)(e)"}


def test_30_1099_14_8_d_bonus_versions() -> None:
    for version, prices in BONUS.items():
        for house in ({}, SECOND):
            chosen = {"pay_tables": {"bonus": version}, **house}
            for (hand, (cards, flop)), price in zip(HANDS.items(), prices, strict=True):
                throw = f"discard {cards.split()[-1]}"
                assert one(cards, "bet", throw, community=flop, house=chosen, bonus=1)["bonus"] == price, hand


def test_30_1099_14_8_b_the_bonus_is_one_dollar_beside_an_ante() -> None:
    with pytest.raises(RuleError, match="may only be"):
        one("Kd Kh 5s", "bet", "discard 5s", bonus=5)
    with pytest.raises(RuleError, match="does not offer"):
        one("Kd Kh 5s", "bet", "discard 5s", bonus=1, house={"bonus_offered": False})


def test_30_1016_misdeals() -> None:
    seats = [seat({"ante": 10, "bonus": 1}, "8s 8d"), seat({"ante": 10}, "Kd Kh 5s", "bet", "discard 5s")]
    wrong = {"kind": "misdeal", "seat": 0}
    nets = all_nets(GAME, *seats, community=DRY, irregularity=wrong)
    assert nets == [{"ante": 0, "bonus": 0}, {"ante": 0, "bet": 0}]
    nets = all_nets(GAME, *seats, community=DRY, irregularity=wrong, house={"misdeal_to_a_player": "seat"})
    assert nets == [{"ante": 0, "bonus": 0}, {"ante": 10, "bet": 10}]
    nets = all_nets(GAME, seats[1], community="Js 9h", irregularity={"kind": "misdeal", "of": "community"})
    assert nets == [{"ante": 0, "bet": 0}]


def test_30_1047_ceilings_count_prices_of_50_to_1() -> None:
    cards, flop = HANDS["royal flush"]
    house: dict[str, Any] = {"max_payout_per_player": 12000, "min_ante": 10}
    nets = one(cards, "bet", "discard 3d", community=flop, house=house, bonus=1)
    assert nets == {"ante": 6000, "bet": 6000, "bonus": 10000}
    # No ceiling is below the least ante at 1000 to 1; of version 5 that is 500 to 1.
    house = {"max_payout_per_player": 100, "min_ante": 10}
    assert sum(one(cards, "bet", "discard 3d", community=flop, house=house).values()) == 10000
    assert sum(one(cards, "bet", "discard 3d", community=flop, house={**house, **SECOND}).values()) == 5000
