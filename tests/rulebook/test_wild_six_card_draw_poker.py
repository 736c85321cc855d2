"""CO 30-1099.29, Wild Six Card Draw Poker, paragraph by paragraph."""

from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, rules, seat

from houseway.families import open_round
from houseway.play.core.roundfile import convert_round
from houseway.play.house_poker.plan import load_plan
from houseway.rules.errors import RuleError

GAME = "wild-six-card-draw-poker"
SECTION = "CO 30-1099.29"
JACKS = "Jh Jc Th 7h 4h 3c"


def one(cards: str, *actions: str, dealer: str = JACKS, house: dict[str, Any] | None = None, **wagers: float) -> Any:
    """The nets of a lone seat with a Poker Bet of 10."""
    return all_nets(GAME, seat({"poker_bet": 10, **wagers}, cards, *actions), dealer=dealer, house=house or {})[0]


def poker_bet(cards: str, *actions: str, dealer: str = JACKS, house: dict[str, Any] | None = None) -> float:
    """The net of a Poker Bet of 10."""
    net: float = one(cards, *actions, dealer=dealer, house=house)["poker_bet"]
    return net


def test_30_1099_29_1_both_jokers_are_wild() -> None:
    assert load_plan(GAME, {}).game.spec.deck == "54"
    for cards, price in (
        ("Jk1 Qs 9d 5c 2h", 1),  # a pair of queens
        ("Jk1 Js 9d 5c 2h", -1),  # jacks
        ("Jk1 Jk2 5c 9d 2h", 3),  # three nines
        ("Jk1 9s 9d 5c 5h", 15),  # a full house
        ("Jk1 Jk2 9d 9c 5h", 20),
        ("Jk1 Jk2 9d 9c 9h", 100),
        ("Jk1 Jk2 9s 8s 5s", 50),
        ("Jk1 Jk2 Ks Qs Ts", 80),
    ):
        shown = ("show",) if price > 0 else ()
        discard = "discard 2h" if "2h" in cards else f"discard {cards.split()[-1]}"
        nets = one(f"{cards} 3d", *shown, discard, queens_or_better=5)
        assert nets["queens_or_better"] == 5 * price, cards


def test_30_1099_29_1_one_hand_a_player() -> None:
    wagers = {"poker_bet": 10, "hand_2.poker_bet": 10}
    hands = [["Qs", "Qd", "8h", "4c", "3d", "2c"], ["Ks", "Kd", "8c", "4s", "3h", "2s"]]
    with pytest.raises(RuleError, match="1 hand at once"):
        all_nets(GAME, seat(wagers, "", "discard 3d", "hand_2 discard 3h", hands=hands), dealer=JACKS)


def test_30_1099_29_2_a_royal_ranks_above_five_of_a_kind() -> None:
    fives = "9s 9d 9c Jk2 5h 9h"
    assert poker_bet("Ks Qs Js Ts 2c Jk1", "discard 2c", dealer=fives) == 10
    assert poker_bet("Ks Qs Jk1 Js 2c 9s", "discard 2c", dealer="8s 8d 8c Jk2 5h 8h") == -10  # a straight flush
    # With a joker dealt to them the four eights are an automatic winner, whatever the card drawn makes of them.
    assert poker_bet("8s 8c Jk1 8h 2c 8d", "discard 2c", dealer=fives) == 10


def test_30_1099_29_3_side_bets_need_the_poker_bet() -> None:
    for name in ("queens_or_better", "draw_bonus"):
        with pytest.raises(RuleError, match="Poker Bet"):
            all_nets(GAME, seat({name: 5}, "Qs Qd 8h 4c 3d 2c", "discard 3d"), dealer=JACKS)


def test_30_1099_29_6_a_wrong_number_of_cards_replays_the_round() -> None:
    seats = [
        seat({"poker_bet": 10, "draw_bonus": 5}, "Qs Qd 8h 4c"),
        seat({"poker_bet": 10}, "Ks Kd 8c 4s 3h 2s", "discard 3h"),
    ]
    for happened in ({"kind": "misdeal", "seat": 0}, {"kind": "misdeal", "of": "dealer"}):
        nets = all_nets(GAME, *seats, dealer=JACKS, irregularity=happened)
        assert nets == [{"poker_bet": 0, "draw_bonus": 0}, {"poker_bet": 0}]
    nets = all_nets(GAME, seats[1], dealer=JACKS, irregularity={"kind": "exposed_card"})
    assert nets == [{"poker_bet": 10}]


def test_30_1099_29_7_queens_or_better_is_lost_unless_shown() -> None:
    for actions, net in ((("show", "discard 3d"), 5), (("discard 3d",), -5)):
        unlucky = seat({"poker_bet": 10, "queens_or_better": 5}, "Qs Qd 8h 4c 3d 2c", *actions)
        assert all_nets(GAME, unlucky, dealer=JACKS) == [{"poker_bet": 10, "queens_or_better": net}]
        paragraph = "(12)(b)" if net > 0 else "(7)"
        assert rules(GAME, unlucky, dealer=JACKS)["queens_or_better"] == SECTION + paragraph
    with pytest.raises(RuleError, match="'show' is not allowed here"):  # jacks
        one("Js Jd 8h 4c 3d 2c", "show", "discard 3d", queens_or_better=5)


def test_30_1099_29_7_exactly_one_card_is_discarded() -> None:
    for action in ("discard 3d 4c", "discard", "stand pat", "discard 2c"):  # the two of clubs comes later
        with pytest.raises(RuleError):
            one("Qs Qd 8h 4c 3d 2c", action)
    with pytest.raises(RuleError, match="a decision is missing"):
        one("Qs Qd 8h 4c 3d 2c")


def test_30_1099_29_8_the_poker_bet_is_on_four_cards_and_the_one_drawn() -> None:
    assert poker_bet("Qs Qd Qh 4c 3d 2c", "discard 3d") == 10
    assert poker_bet("Qs Qd 8h 4c 3d Kc", "discard Qs") == -10  # king high: the discard is gone
    assert poker_bet("Qs Td 8h 4c 3d Qc", "discard 3d") == 10
    lost = seat({"poker_bet": 10, "draw_bonus": 5}, "Ts Td 8h 4c 3d 8c", "discard 8h")
    assert all_nets(GAME, lost, dealer=JACKS) == [{"poker_bet": -10, "draw_bonus": 5}]
    assert rules(GAME, lost, dealer=JACKS) == {"poker_bet": f"{SECTION}(8)", "draw_bonus": f"{SECTION}(12)(c)"}


def test_30_1099_29_8_the_dealer_plays_the_best_five_of_six() -> None:
    assert poker_bet("Qs Qd Qh 4c 3d 2c", "discard 3d", dealer="9h 8d 7c 6s 2d 5h") == -10
    assert poker_bet("Qs Qd Qh 4c 3d 2c", "discard 3d", dealer="9h 8d 7c 6s 2d Kh") == 10


STRAIGHTS = {
    "straight": "9s 8d 7c 6s 5d",
    "flush": "Kd 9d 8d 4d 2d",
    "full house": "9s 9d 9c 5s 5d",
    "four of a kind": "9s 9d 9c 9h 5d",
    "straight flush": "8d 7d 6d 5d 4d",
    "five of a kind": "9s 9d 9c 9h Jk1",
    "royal flush": "Ad Kd Qd Jd Td",
}


def test_30_1099_29_10_an_automatic_winner_wins_whatever_the_dealer_has() -> None:
    dealer = "As Ks Qs Js Ts 3c"
    for price, net in (("1 to 1", 10), ("3 to 2", 15)):
        house = {"automatic_winner_pays": price}
        for name, cards in STRAIGHTS.items():
            last = cards.split()[-1]
            for actions in (("show",), ("show", f"discard {last}"), (f"discard {last}",), ()):
                nets = one(f"{cards} 3h", *actions, dealer=dealer, house=house)
                assert nets == {"poker_bet": net}, (name, actions)
        # A straight made by the draw is compared, and paid even money.
        assert poker_bet("9s 8d 7c 6s 2d 5h", "discard 2d", dealer=dealer, house=house) == -10
        assert poker_bet("9s 8d 7c 6s 2d 5h", "discard 2d", house=house) == 10
        assert poker_bet("9s 9d 9c 6s 2d 5h", "discard 2d", dealer=dealer, house=house) == -10


def test_30_1099_29_10_an_automatic_winner_draws_for_the_bonus() -> None:
    for actions in (("show",), ("show", "discard 4d")):
        nets = one("8d 7d 6d 5d 4d 9d", *actions, queens_or_better=5, draw_bonus=5)
        assert nets == {"queens_or_better": 250, "poker_bet": 10, "draw_bonus": 100}
    assert one("9s 8d 7c 6s 5d 9d", "discard 5d", draw_bonus=5)["draw_bonus"] == 15


def test_30_1099_29_11_the_same_hand_is_a_push() -> None:
    tied = seat({"poker_bet": 10}, "Js Jd Ts 7c 2c 4s", "discard 2c")
    assert all_nets(GAME, tied, dealer=JACKS) == [{"poker_bet": 0}]
    assert rules(GAME, tied, dealer=JACKS) == {"poker_bet": f"{SECTION}(11)"}
    assert poker_bet("Jk1 Js Ts 7c 2c 4s", "discard 2c") == 0  # a wild jack is a jack


QUEENS = {  # the first five cards
    "natural royal": "As Ks Qs Js Ts",
    "five of a kind": "9s 9d 9c 9h Jk1",
    "wild royal": "As Ks Jk1 Js Ts",
    "straight flush": "9s 8s 7s 6s 5s",
    "four of a kind": "9s 9d 9c 9h 5s",
    "full house": "9s 9d 9c 5h 5s",
    "flush": "As Ks 8s 6s 5s",
    "straight": "As Kd Qs Js Ts",
    "three of a kind": "9s 9d 9c 5h 2s",
    "two pair": "9s 9d 5c 5h 2s",
    "aces": "As Ad 5c 6h 2s",
    "queens": "Qs Qd 5c 6h 2s",
}
QUEENS_PRICES = {
    "A1": (500, 100, 80, 50, 20, 15, 10, 7, 3, 2, 1, 1),
    "A2": (500, 100, 80, 50, 20, 15, 12, 6, 3, 2, 1, 1),
    "A3": (500, 100, 80, 50, 20, 15, 11, 6, 3, 2, 1, 1),
    "A4": (500, 100, 80, 50, 20, 15, 10, 6, 3, 2, 1, 1),
    "A5": (500, 150, 100, 50, 20, 15, 9, 6, 3, 2, 1, 1),
    "A6": (500, 100, 80, 50, 20, 14, 10, 6, 3, 2, 1, 1),
}


def test_30_1099_29_12_b_queens_or_better_schedules() -> None:
    for table, prices in QUEENS_PRICES.items():
        house = {"pay_tables": {"queens_or_better": table}}
        for (hand, cards), price in zip(QUEENS.items(), prices, strict=True):
            actions = ("show", f"discard {cards.split()[-1]}")
            assert one(f"{cards} 3d", *actions, house=house, queens_or_better=5)["queens_or_better"] == 5 * price, (
                table,
                hand,
            )
    assert one("Js Jd 5c 6h 2s 3d", "discard 2s", queens_or_better=5)["queens_or_better"] == -5
    assert one("Qs Kd 5c 6h 2s Qc", "discard 2s", queens_or_better=5)["queens_or_better"] == -5  # too late


BONUS = {  # six cards, of which the fifth is thrown away
    "natural royal": "As Ks Qs Js Ts 2d",
    "natural royal beside a joker": "As Ks Qs Js Ts Jk1",
    "five of a kind": "9s 9d 9c 5h 9h Jk1",
    "wild royal": "As Ks Jk1 Js 2d Ts",
    "straight flush": "9s 8s 7s 6s 2d 5s",
    "four of a kind": "9s 9d 9c 8h 5s 9h",
    "full house": "9s 9d 9c 5h 5s 2d",
    "flush": "As Ks 8s 6s 5s 2d",
    "straight": "As Kd Qs Js Ts 2d",
    "three of a kind": "9s 9d 9c 5h 2s 3d",
    "two pair": "9s 9d 5c 5h 2s 3d",
}
BONUS_PRICES = {
    "B1": (250, 250, 50, 40, 20, 7, 5, 4, 3, 2, 1),
    "B2": (250, 250, 60, 50, 20, 6, 5, 4, 3, 2, 1),
    "B3": (250, 250, 60, 50, 15, 6, 5, 4, 3, 2, 1),
    "B4": (250, 250, 50, 30, 15, 6, 5, 4, 3, 2, 1),
}


def test_30_1099_29_12_c_draw_bonus_schedules() -> None:
    for table, prices in BONUS_PRICES.items():
        house = {"pay_tables": {"draw_bonus": table}}
        for (hand, cards), price in zip(BONUS.items(), prices, strict=True):
            nets = one(cards, f"discard {cards.split()[4]}", house=house, draw_bonus=5)
            assert nets["draw_bonus"] == 5 * price, (table, hand)
    assert one("As Ad 9c 5h 2s 3d", "discard 2s", draw_bonus=5)["draw_bonus"] == -5


def test_30_1047_only_queens_or_better_may_be_under_a_ceiling() -> None:
    house = {"max_payout_per_player": 2500, "min_queens_or_better": 5}
    nets = one("As Ks Qs Js Ts 2d", "show", house=house, queens_or_better=10, draw_bonus=20)
    assert nets == {"queens_or_better": 2500, "poker_bet": 10, "draw_bonus": 5000}


def test_30_1099_29_9_live_seats_show_winners_and_discard() -> None:
    asked = set()
    wagers = {"poker_bet": 10, "queens_or_better": 5}
    for seed in range(60):
        live = open_round(convert_round({"game": GAME, "seats": [{"wagers": wagers}]}), seed)
        while not live.over:
            verbs = tuple(action.verb for action in live.legal(0))
            asked.add(verbs)
            own = next(pile for pile in live.visible(0) if pile.seat == 0)
            live = live.act(0, "show" if "show" in verbs else f"discard {own.cards[0]}")
        assert len(live.round_file()["seats"][0]["cards"]) == 6
    assert asked >= {("show", "pass"), ("discard",)}


def test_a_decision_counts_however_it_is_written() -> None:
    for said in ("show", "Show", "show queens"):
        assert one("Qs Qd 8c 5s 3d Kc", said, "discard 3d", queens_or_better=5)["queens_or_better"] == 5, said
