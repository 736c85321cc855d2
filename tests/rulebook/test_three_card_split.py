"""CO 30-1099.35, Three Card Split, paragraph by paragraph."""

from itertools import pairwise
from typing import Any

import pytest
from tests.rulebook.helpers import rules, seat, settle

from houseway.cards.text import format_card, parse_cards
from houseway.families import open_round
from houseway.families import settle as settle_file
from houseway.play.core.roundfile import convert_round
from houseway.play.house_poker.plan import load_plan
from houseway.play.house_poker.setting import house_way
from houseway.rules.errors import RuleError

GAME = "three-card-split"
SECTION = "CO 30-1099.35"
BETS = {"bet_1_low": 10, "bet_2_high": 10, "bet_3_three_card": 10}


def one(cards: str, low: str, dealer: str, **more: Any) -> Any:
    """The nets of low, high and three cards."""
    nets = settle(GAME, seat(BETS, cards, f"set low: {low}"), dealer=dealer, community="2s", **more)
    return tuple(nets[name] for name in BETS)


def way(cards: str) -> str:
    """The dealer's cards as the section writes them: high hand, bar, low card."""
    plan = load_plan(GAME, {})
    stage = next(index for index, one in enumerate(plan.stages) if one.dealer is not None)
    parts = house_way(plan, stage, tuple(parse_cards(cards.split())))
    return "|".join(" ".join(format_card(card) for card in parts[name]) for name in ("high", "low"))


def test_30_1099_35_14_every_example_of_the_house_way() -> None:
    examples = [
        "4s 5h|6c",
        "2h 7h|9h",
        "9h 9c|Tc",
        "9s Ks|Qh",
        "2c As|Kc",
        "9h Ts|Tc",
        "4h 5h|4c",
        "7s Ts|5h",
        "7c 8h|5c",
    ]
    for example in examples:
        assert way(example.replace("|", " ")) == example
        assert way(" ".join(reversed(example.replace("|", " ").split()))).split("|")[1] == example[-2:]


def test_30_1099_35_14_a_three_of_a_kind_and_f_nothing() -> None:
    assert way("8h 8c 8s") == "8c 8s|8h"
    assert way("8h 8c 8d") == "8h 8d|8c"
    assert way("Ks 9d 4c") == "Ks 4c|9d"
    assert way("2h 3c Ad") == "2h 3c|Ad", "the ace is the highest card of the straight"
    assert way("Ah 9h 2h") == "9h 2h|Ah"


def test_30_1099_35_11_the_order_of_two_cards() -> None:
    order = ["Ah Kh", "3h 2h", "2h Ah", "Ad Ah", "2c 2d", "Ad Kh", "2c Ah", "Ah Qh", "7h 2h", "Ad Qh", "7d 2h"]
    swap = str.maketrans("hdc", "scd")
    for better, worse in pairwise(order):
        player = f"{better} 8c"
        dealer = f"{worse.translate(swap)} 5c"
        stated = {"low": ["5c"], "high": worse.translate(swap).split()}
        nets = settle(GAME, seat(BETS, player, f"set high: {better}"), dealer=dealer, community="9d", dealer_set=stated)
        assert nets["bet_2_high"] == 10, (better, worse)


def test_30_1099_35_10_copies_lose_and_push_in_one_colour() -> None:
    stated = {"dealer_set": {"low": ["Jd"], "high": ["5s", "6s"]}}
    assert one("7c 8c Jh", "Jh", "5s 6s Jd", **stated) == (0, 10, 10), "two red jacks"
    assert one("7c 8c Jc", "Jc", "5s 6s Jd", **stated) == (-10, 10, 10), "a black and a red one"
    assert one("5c 6c Jh", "Jh", "5s 6s Jd", **stated) == (0, 0, -10), "equal three cards lose in any colours"
    assert one("5h 6h Jh", "Jh", "5s 6s Jd", **stated)[1] == -10
    cited = rules(GAME, seat(BETS, "5c 6c Jh", "set low: Jh"), dealer="5s 6s Jd", community="2s", **stated)
    assert cited["bet_1_low"] == f"{SECTION}(10)"


def test_30_1099_35_7_a_low_card_above_the_high_hand_is_foul() -> None:
    stated = {"dealer_set": {"low": ["3d"], "high": ["5s", "8c"]}}
    assert one("Kc 8d 2h", "Kc", "5s 8c 3d", **stated) == (-10, -10, -10)
    assert one("Kc 8d 2h", "8d", "5s 8c 3d", **stated) == (10, 10, 10)
    assert one("Kc Kd 2h", "Kc", "5s 8c 3d", **stated) == (10, 10, 10), "a king and a card more"
    assert one("Kc 8d 7h", "Kc", "5s 8c 3d", **stated) == (10, 10, 10), "connected cards outrank any card"
    player = seat({**BETS, "four_card_bonus": 5}, "Kc 8d 2h", "set low: Kc")
    assert rules(GAME, player, dealer="5s 8c 3d", community="9s")["bet_3_three_card"] == f"{SECTION}(7)"
    bonus = seat({**BETS, "four_card_bonus": 5}, "Kc Qd 2h", "set low: Kc")
    for house, net in (({}, 5), ({"foul_takes_bonus": True}, -5)):
        nets = settle(GAME, bonus, dealer="5s 8c 3d", community="Js", house=house)
        assert (nets["bet_1_low"], nets["four_card_bonus"]) == (-10, net)


FOUR = {  # cards, community; prices of 1a, 2a, 3a, 1b, 2b, 3b
    "four aces": ("Ac Ad Ah", "As", (500, 500, 500, 1000, 1000, 1000)),
    "four of a kind": ("9c 9d 9h", "9s", (200,) * 6),
    "four card straight flush": ("9s 8s 7s", "6s", (100,) * 6),
    "three card straight flush": ("9s 8s 7s", "6d", (20, 20, 15, 20, 20, 15)),
    "three of a kind": ("9c 9d 9h", "8s", (10,) * 6),
    "four card straight": ("9s 8d 7s", "6d", (5, 4, 4, 5, 4, 4)),
    "four card flush": ("Ks 8s 7s", "2s", (5, 4, 4, 5, 4, 4)),
    "two pair": ("Ks Kd 7s", "7c", (3, 2, 2, 3, 2, 2)),
    "three card straight": ("9s 8d 7s", "7c", (1,) * 6),
    "three card flush": ("Ks 8s 2s", "2d", (1,) * 6),
    "pair": ("Ks Kd 2s", "8d", (-1,) * 6),
}


def test_30_1099_35_15_every_cell_of_the_four_card_bonus() -> None:
    for place, table in enumerate(("1a", "2a", "3a", "1b", "2b", "3b")):
        for hand, (cards, community, prices) in FOUR.items():
            player = seat({**BETS, "four_card_bonus": 5}, cards, f"set {cards.split()[2]}")
            house = {"pay_tables": {"four_card_bonus": table}}
            nets = settle(GAME, player, dealer="3c 4d Jc", community=community, house=house)
            assert nets["four_card_bonus"] == 5 * prices[place], (table, hand)


def test_30_1099_35_1_three_equal_bets_and_all_cards_set() -> None:
    for wagers in ({"bet_1_low": 10}, {**BETS, "bet_2_high": 5}, {"four_card_bonus": 5}):
        with pytest.raises(RuleError):
            settle(GAME, seat(wagers, "Kc 8d 2h", "set low: 8d"), dealer="5s 8c 3d", community="2s")
    for action in ("set low: 8d 2h", "set low: 9d", "set", "set high: Kc", "set low: 8d high: Kc Kc"):
        with pytest.raises(RuleError):
            settle(GAME, seat(BETS, "Kc 8d 2h", action), dealer="5s 8c 3d", community="2s")


def test_30_1099_35_8_a_stated_foul_is_reset_and_a_live_round_settles_the_same() -> None:
    stated = {"dealer_set": {"low": ["8c"], "high": ["5s", "3d"]}}
    assert one("Kc 9d 2h", "9d", "5s 8c 3d", **stated) == one("Kc 9d 2h", "9d", "5s 8c 3d")
    for seed in range(12):
        live = open_round(convert_round({"game": GAME, "seats": [{"wagers": BETS}]}), seed)
        while not live.over:
            live = live.act(live.turn, live.suggest(live.turn))
        file = live.round_file()
        assert {name: len(cards) for name, cards in file["dealer_set"].items()} == {"low": 1, "high": 2}
        assert settle_file(convert_round(file)).nets() == live.settle().nets()
