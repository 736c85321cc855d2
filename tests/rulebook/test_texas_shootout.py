"""CO 30-1099.38, Texas Shootout, paragraph by paragraph."""

from itertools import pairwise
from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, seat, settle

from houseway.cards.text import format_card, parse_cards
from houseway.families import betting_spots, open_round
from houseway.families import settle as settle_file
from houseway.play.core.round import next_shoe_place
from houseway.play.core.roundfile import convert_round
from houseway.play.house_poker.plan import load_plan
from houseway.play.house_poker.setting import house_way
from houseway.rules.errors import RuleError

GAME = "texas-shootout"
BASE = {"texas_shootout": 10, "quick_draw": 10}
DRY = "Kd 8c 5s 3d 2h"


def one(cards: str, *actions: str, board: str = DRY, dealer: str = "9s 9d 4c 3h", **wagers: float) -> Any:
    return settle(GAME, seat({**BASE, **wagers}, cards, *actions), dealer=dealer, community=board)


def kept(cards: str) -> str:
    plan = load_plan(GAME, {})
    stage = next(index for index, one in enumerate(plan.stages) if one.dealer is not None)
    return " ".join(format_card(card) for card in house_way(plan, stage, tuple(parse_cards(cards.split())))["kept"])


def test_30_1099_38_house_ways_line_by_line() -> None:
    lines = {
        "8c 8d Ah Kh": "8c 8d", "9c 9d Th Ts": "Th Ts", "7c 7c Ad Js": "Ad Js", "Ac Qd Kh Js": "Ac Kh",
        "7c 7c 7d 9s": "7c 7c", "6c 6d Ah 9h": "6c 6d", "Ah 9h Kd Qs": "Ah Kd", "Ah 9h Tc 8s": "Ah 9h",
        "Th Jh Ac 2s": "Jh Ac", "Th Jh Kc 2s": "Th Jh", "Th Jc Ks 2s": "Jc Ks", "Ah Tc 9s 2d": "Ah Tc",
        "Ah Qd 9s 2d": "Ah Qd", "Kh 9h 8c 7c": "Kh 9h", "Kh 9s 8c 7c": "Kh 9s", "9s 8s 7c 6c": "9s 8s",
        "Ts 8d 7c 4s": "8d 7c", "Th 8h 6d 4c": "Th 8h", "Th 8c 6d 4d": "6d 4d", "Th 8c 6d 4s": "Th 8c",
    }  # fmt: skip
    for cards, expected in lines.items():
        assert kept(cards) == expected, cards


def test_30_1099_38_17_18_equal_pairs_by_suit() -> None:
    assert kept("8s 8c 8s 8c") == "8c 8c"
    assert kept("8s 8h 8d Kc") == "8h 8d"
    assert kept("8s 8c 8h 8d") == "8c 8d"


def test_30_1099_38_9_the_primary_wager() -> None:
    assert one("Ah Kh 7c 2d", "keep Ah Kh") == {"texas_shootout": 10, "quick_draw": -10}
    assert one("Ah Qh 7c 2d", "keep Ah Qh") == {"texas_shootout": -10, "quick_draw": -10}
    assert one("9h 9c 7c 2d", "keep 9h 9c") == {"texas_shootout": 0, "quick_draw": 10}


def test_30_1099_38_cards_3_the_order_of_hands_for_six_decks() -> None:
    board = "9c 9c 9c 8c 7c"
    order = ["9c 9c", "Jc Tc", "9d 9h", "9d 2h", "8d 2h"]
    for better, worse in pairwise(order):
        dealt = settle(
            GAME, seat(BASE, f"{better} 2s 3s", f"keep {better}"),
            dealer=f"{worse} 4s 6s", community=board, dealer_set={"keep": worse.split()},
        )  # fmt: skip
        assert dealt["texas_shootout"] == 10, (better, worse)


def test_30_1099_38_10_a_split_into_two_hands_with_an_equal_wager() -> None:
    nets = one("Kc Ks Ah Qd", "split Kc Ks | Ah Qd")
    assert nets == {"texas_shootout": 10, "quick_draw": 10, "split_texas_shootout": -10}
    nets = one("Kc Ks Ah Qd", "split Ah Qd", "bet split_shootout_bonus 5", shootout_bonus=5)
    assert nets == {
        "texas_shootout": -10, "quick_draw": 10, "split_texas_shootout": 10,
        "shootout_bonus": -5, "split_shootout_bonus": 0,
    }  # fmt: skip
    for actions in (("split Kc Ks | Ah",), ("split Kc Ks | Ah Ah",), ("keep Kc",), ("keep Kc Ks Ah",), ("keep 2c 2d",)):
        with pytest.raises(RuleError):
            one("Kc Ks Ah Qd", *actions)
    with pytest.raises(RuleError):
        one("Kc Ks Ah Qd", "split Ah Qd", "bet split_shootout_bonus 10", shootout_bonus=5)


def test_30_1099_38_card_delivery_9_the_second_bonus_is_open_after_a_split_only() -> None:
    assert "split_shootout_bonus" not in {spot.name for spot in betting_spots(convert_round({"game": GAME}))}
    listed = one("Kc Ks Ah Qd", "split Kc Ks | Ah Qd", shootout_bonus=5, split_shootout_bonus=5)
    assert (listed["shootout_bonus"], listed["split_shootout_bonus"]) == (0, -5)
    with pytest.raises(RuleError, match="second"):
        one("Kc Ks Ah Qd", "keep Kc Ks", shootout_bonus=5, split_shootout_bonus=5)


BONUS = {
    "five of a kind suited": ("9c 9c", "9c 9c 9c 2d 3h", 1000),
    "royal flush": ("As Ks", "Qs Js Ts 2d 3h", 200),
    "straight flush": ("9s 8s", "7s 6s 5s 2d Kh", 75),
    "five of a kind": ("9c 9c", "9c 9c 9d 2d 3h", 40),
    "four of a kind": ("9c 9c", "9c 9c 8d 2d 3h", 7),
    "full house": ("9c 9c", "9c 8c 8d 2d 3h", 3),
    "flush": ("9c 4c", "9c Kc 8c 2d 3h", 2),
    "straight": ("9c 8c", "7c 6d 5d Kd 3h", 1),
    "three of a kind": ("9c 9c", "9c Kc 8d 2d 3h", 0),
    "two pair": ("9c 8c", "9c Kc 8d 2d 3h", -1),
}


def test_30_1099_38_shootout_bonus_1_every_row() -> None:
    for hand, (cards, board, price) in BONUS.items():
        nets = one(f"{cards} 2s 4s", f"keep {cards}", board=board, shootout_bonus=5)
        assert nets["shootout_bonus"] == 5 * price, hand


def test_30_1099_38_quick_draw_1_every_row() -> None:
    hands = {
        "9c 9c 9c 9c": 200, "As Ks Qs Js": 100, "9s 8s 7s 6s": 50, "9c 9c 9c 9d": 20, "9s 8s 7s 6d": 5,
        "4c 3d 2h Ac": 5,
        "Ks 8s 7s 6s": 4, "9c 9c 9d 2s": 3, "9c 9d 4h 4s": 2, "3c 3c Kd 9s": 1, "Jc Jd 4h 2s": 1, "8c 8d 4h 2s": 1,
        "2c 2d Kh 9s": 1, "Ac Kd Qh 9s": -1,
    }  # fmt: skip
    for cards, price in hands.items():
        two = " ".join(cards.split()[:2])
        assert one(cards, f"keep {two}")["quick_draw"] == 10 * price, cards


def test_30_1099_38_4_both_bets_are_mandatory_and_equal() -> None:
    for wagers in ({"texas_shootout": 10}, {"texas_shootout": 10, "quick_draw": 5}, {"shootout_bonus": 5}):
        with pytest.raises(RuleError):
            settle(GAME, seat(wagers, "Kc Ks Ah Qd", "keep Kc Ks"), dealer="9s 9d 4c 3h", community=DRY)


def test_30_1099_38_quick_draw_1_the_house_may_take_a_greater_quick_draw() -> None:
    def quick_draw(amount: float, **house: str) -> float:
        bet = seat({"texas_shootout": 10, "quick_draw": amount}, "Kc Ks Ah Qd", "keep Kc Ks")
        return settle(GAME, bet, dealer="9s 9d 4c 3h", community=DRY, house=house)["quick_draw"]

    with pytest.raises(RuleError, match="must equal"):
        quick_draw(15)
    assert quick_draw(15, quick_draw_amount="equal or greater") == 15
    with pytest.raises(RuleError, match="at least"):
        quick_draw(5, quick_draw_amount="equal or greater")


def envy(*seats: dict[str, Any], board: str) -> list[float]:
    nets = all_nets(GAME, *seats, dealer="4s 4d 6c 3h", community=board)
    return [one.get("envy", 0) for one in nets]


def test_30_1099_38_envy_bonus_fixed_sums_to_the_others_from_five_dollars() -> None:
    board = "Qs Js Ts 2d 3h"
    royal = seat({**BASE, "shootout_bonus": 5}, "As Ks 7c 8d", "keep As Ks")
    quiet = seat(BASE, "As Ks 7c 8d", "keep As Ks")
    other = seat({**BASE, "shootout_bonus": 20}, "7d 9d 5c 6d", "keep 7d 9d")
    small = seat({**BASE, "shootout_bonus": 4}, "7d 9d 5c 6d", "keep 7d 9d")
    assert envy(royal, other, small, board=board) == [0, 250, 0]
    assert envy(quiet, other, board=board) == [0, 250]


def test_30_1099_38_envy_bonus_3_both_hands_of_a_split_count_and_qualify() -> None:
    board = "Qs Js Ts 2d 3h"
    splitter = seat({**BASE, "shootout_bonus": 5}, "7c 8d As Ks", "split 7c 8d | As Ks", "bet split_shootout_bonus 5")
    other = seat({**BASE, "shootout_bonus": 5}, "7d 9d 5c 6d", "keep 7d 9d")
    assert envy(splitter, other, board=board) == [0, 250]
    royal = seat({**BASE, "shootout_bonus": 5}, "As Ks 7c 8d", "keep As Ks")
    plain = seat({**BASE, "shootout_bonus": 5}, "7c 8d 5c 6d", "split 7c 8d | 5c 6d", "bet split_shootout_bonus 5")
    assert envy(plain, royal, board=board) == [500, 0]


def test_30_1099_38_envy_bonus_4_nothing_when_the_board_is_the_highest_hand() -> None:
    seats = [seat({**BASE, "shootout_bonus": 5}, "7d 9d 5c 6d", "keep 7d 9d") for _ in range(2)]
    assert envy(*seats, board="As Ks Qs Js Ts") == [0, 0]


def test_30_1099_38_take_and_pay_4_the_shoe_goes_on_to_the_cut_card() -> None:
    place: dict[str, int] = {}
    rounds = 0
    while True:
        live = open_round(convert_round({"game": GAME, "seats": [{"wagers": BASE}], "shoe": place}), 5)
        while not live.over:
            live = live.act(live.turn, live.suggest(live.turn))
        assert settle_file(convert_round(live.round_file())).nets() == live.settle().nets()
        place = next_shoe_place(live)
        rounds += 1
        if not place:
            break
        assert place["used"] == 1 + 13 * rounds
    assert rounds == 18, "one card burned, 13 a round, until 234 of 312 are gone"


def test_30_1099_38_envy_bonus_2_only_the_highest_hand_of_the_round_qualifies() -> None:
    board = "Qs Js Ts 2d 3h"
    royal = seat({**BASE, "shootout_bonus": 5}, "As Ks 7c 8d", "keep As Ks")
    lower = seat({**BASE, "shootout_bonus": 5}, "9s 8s 5c 6d", "keep 9s 8s")
    other = seat({**BASE, "shootout_bonus": 5}, "7d 9d 5c 6d", "keep 7d 9d")
    assert envy(lower, other, board=board)[1] > 0, "a straight flush alone earns the others a bonus"
    assert envy(royal, lower, other, board=board) == [0, 250, 250]
    quiet = seat(BASE, "9s 8s 5c 6d", "keep 9s 8s")
    assert envy(royal, quiet, board=board) == [0, 0], "the royal of the only bettor is the highest hand of the round"
