"""CO 30-1099.58, 3 Shot Poker, paragraph by paragraph."""

from itertools import combinations
from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, answer, rules, seat, settle

from houseway.cards.text import format_card
from houseway.rules.errors import RuleError

GAME = "three-shot-poker"
SECTION = "CO 30-1099.58"
DRY = "Jh 7s 4c"


def shots(first: float, second: float, third: float) -> dict[str, float]:
    return {"shot_1": first, "shot_2": second, "shot_3": third}


def played(cards: str, action: str = "play", **wagers: float) -> dict[str, Any]:
    return seat({"shot_1": 10, **wagers}, cards, action)


def test_30_1099_58_1_seven_players_with_one_hand_each() -> None:
    hands = ["2c 2d", "3c 3d", "5c 5d", "6c 6d", "8c 8d", "9c 9d", "Tc Td"]
    nets = all_nets(GAME, *(played(cards) for cards in hands), community=DRY)
    assert nets == [shots(10, 10, 10)] * 7
    with pytest.raises(RuleError, match="7 seats"):
        all_nets(GAME, *(played(cards) for cards in [*hands, "Qc Qd"]), community=DRY)
    two = seat({"shot_1": 10, "hand_2.shot_1": 10}, "", "play", "hand_2 play", hands=[["2c", "2d"], ["3c", "3d"]])
    with pytest.raises(RuleError, match="1 hand at once"):
        all_nets(GAME, two, community=DRY)


def test_30_1099_58_2_the_first_shot_is_required() -> None:
    with pytest.raises(RuleError, match="1st shot"):
        settle(GAME, seat({"five_shot": 5}, "8s 8d", "play"), community=DRY)
    with pytest.raises(RuleError, match="after the deal"):
        settle(GAME, played("8s 8d", shot_2=10), community=DRY)


def test_30_1099_58_5_staying_places_two_more_equal_wagers() -> None:
    settled = answer(GAME, seat({"shot_1": 15}, "8s 8d", "play"), community=DRY)
    assert [(line["wager"], line["stake"]) for line in settled["seats"][0]["lines"]] == [
        ("shot_1", 15),
        ("shot_2", 15),
        ("shot_3", 15),
    ]
    for action in ("play 2x", "check", "play 20"):
        with pytest.raises(RuleError):
            settle(GAME, played("8s 8d", action), community=DRY)


def test_30_1099_58_5_who_folds_loses_the_first_shot_and_keeps_the_five_shot() -> None:
    folded = played("Js 2d", "fold", five_shot=5)
    assert settle(GAME, folded, community=DRY) == {"shot_1": -10, "five_shot": 5}
    assert rules(GAME, folded, community=DRY) == {"shot_1": f"{SECTION}(5)", "five_shot": f"{SECTION}(8)"}
    assert settle(GAME, played("8s 2d", "fold", five_shot=5), community=DRY) == {"shot_1": -10, "five_shot": -5}


PRICES = {  # two cards, the community card, what a shot pays
    "royal flush": ("As Qs", "Ks", 50),
    "straight flush": ("Ks Qs", "Js", 30),
    "ace-two-three suited": ("3s As", "2s", 30),
    "three of a kind": ("5c 5d", "5h", 20),
    "straight": ("Ac Kd", "Qh", 4),
    "ace-two-three": ("3c Ah", "2h", 4),
    "flush": ("Kc 9c", "2c", 2),
    "pair of twos": ("2c 9d", "2h", 1),
    "ace high": ("Ac Kd", "Jh", -1),
    "king-ace-two": ("Kc Ad", "2h", -1),
}


def test_30_1099_58_7_table_1_for_each_shot() -> None:
    spare = ["8d", "6h"]
    for hand, (cards, card, price) in PRICES.items():
        for place in range(3):
            board = [*spare[:place], card, *spare[place:]]
            nets = list(settle(GAME, played(cards), community=" ".join(board)).values())
            assert nets.pop(place) == 10 * price, hand
            assert nets == ([10, 10] if cards == "5c 5d" else [-10, -10])


def test_30_1099_58_7_best_play_costs_6_33_percent_of_the_first_shot() -> None:
    """What the reading says: over all 1,326 hands, each shot on its own card, folding below a loss of one shot."""
    names = [format_card(card) for card in range(52)]
    seen: dict[tuple[int, int, bool], float] = {}  # by the two ranks and whether the suits are the same
    total, count = 0.0, 0
    for one, two in combinations(range(52), 2):
        key = (one >> 2, two >> 2, one & 3 == two & 3)
        if key not in seen:
            left = [names[card] for card in range(52) if card not in (one, two)]
            boards = [left[at : at + 3] for at in range(0, 48, 3)] + [[left[48], left[49], left[0]]]
            nets = [
                list(settle(GAME, played(f"{names[one]} {names[two]}"), community=" ".join(board)).values())
                for board in boards
            ]
            mean = (sum(map(sum, nets)) - nets[-1][2]) / 10 / 50  # the last card of the last board counted twice
            seen[key] = max(-1.0, 3 * mean)
        total, count = total + seen[key], count + 1
    assert -total / count == pytest.approx(0.0633484, abs=1e-7)


FIVE_SHOT = {  # two cards, the board, the prices of tables 2 and 3
    "royal flush": ("As Ks", "Qs Js Ts", (500, 1000)),
    "straight flush": ("9s 8s", "7s 6s 5s", (200, 500)),
    "four of a kind": ("8c 8d", "8h 8s 5s", (50, 50)),
    "full house": ("8c 8d", "8h 5c 5s", (40, 40)),
    "flush": ("As 8s", "7s 6s 2s", (30, 30)),
    "straight": ("9s 8d", "7s 6d 5c", (20, 20)),
    "wheel": ("As 2d", "3s 4d 5c", (20, 20)),
    "three of a kind": ("8c 8d", "8h 6c 5s", (10, 10)),
    "two pair": ("8c 5d", "8h 6c 5s", (2, 2)),
    "aces": ("Ac 3d", "Ah 6c 5s", (1, 1)),
    "tens": ("Tc 3d", "Th 6c 5s", (1, 1)),
    "tens on the board": ("Qc 3d", "Th Tc 5s", (1, 1)),
    "nines": ("9c 3d", "9h 6c 5s", (-1, -1)),
    "nothing": ("Ad 3d", "Th 6c 5s", (-1, -1)),
}


def test_30_1099_58_8_five_shot_tables_2_and_3() -> None:
    for hand, (cards, board, prices) in FIVE_SHOT.items():
        for schedule, price in zip("23", prices, strict=True):
            for action in ("play", "fold"):
                nets = settle(
                    GAME,
                    played(cards, action, five_shot=5),
                    community=board,
                    house={"pay_tables": {"five_shot": schedule}},
                )
                assert nets["five_shot"] == 5 * price, (hand, schedule)


def test_30_1099_58_4_misdeals() -> None:
    seats = [seat({"shot_1": 10, "five_shot": 5}, "8s"), played("Tc Td", five_shot=5)]
    for kind in ("misdeal", "card_off_table"):
        nets = all_nets(GAME, *seats, community=DRY, irregularity={"kind": kind, "seat": 0})
        assert nets == [{"shot_1": 0, "five_shot": 0}, {**shots(10, 10, 10), "five_shot": 5}]
    nets = all_nets(GAME, *seats, community="Jh 7s", irregularity={"kind": "misdeal", "of": "community"})
    assert {net for one in nets for net in one.values()} == {0}
    exposed = all_nets(GAME, played("Tc Td"), community=DRY, irregularity={"kind": "exposed_card"})
    assert exposed == [shots(10, 10, 10)]


def test_30_1004_the_ace_may_be_high_only() -> None:
    house = {"ace_low": False}
    assert settle(GAME, played("3c Ah"), community="2h 9s Kd", house=house) == shots(-10, -10, -10)
    assert settle(GAME, played("3h Ah"), community="2h 9s Kd", house=house) == shots(20, -10, -10)
    assert settle(GAME, played("Kh Ah"), community="Qh 9s 5d", house=house) == shots(500, -10, -10)


def test_30_1047_ceilings_count_prices_of_50_to_1() -> None:
    house = {"max_payout_per_player": 600}
    royal = played("As Ks", five_shot=10)
    nets = settle(GAME, royal, community="Qs Js Ts", house=house)
    assert nets["shot_1"] + nets["five_shot"] == 600
    assert (nets["shot_2"], nets["shot_3"]) == (20, 20)
    assert settle(GAME, played("8s 7s"), community="9s 9d 2c", house=house)["shot_1"] == 300
