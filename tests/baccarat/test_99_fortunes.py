"""30-2899.02: a progressive wager on the first four cards, with seats numbered without a four."""

from collections import Counter
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any

import pytest
from tests.baccarat.helpers import coup

from houseway.families import settle
from houseway.odds.baccarat.price import price_wagers
from houseway.play.baccarat.settle import load_plan
from houseway.play.core.roundfile import as_json, convert_round
from houseway.rules.errors import RuleError

GAME = "baccarat-99-fortunes"
FIVES = ("5s 5s 2d", "5s 5s 3h")  # 0 and 0: both draw


def answer(player: str, banker: str, seats: dict[int, float], **more: Any) -> dict[str, Any]:
    """A settled coup with a progressive wager at the seats of these numbers."""
    file = {
        "game": GAME,
        "seats": [{"wagers": {"tie": 1, "progressive": stake}, "position": n} for n, stake in seats.items()],
        "piles": {"player": player.split(), "banker": banker.split()},
        **more,
    }
    return as_json(settle(convert_round(file)))


def nets(player: str, banker: str, seats: dict[int, float], **more: Any) -> list[dict[str, float]]:
    """Nets of progressive wagers and envy."""
    made = answer(player, banker, seats, **more)["seats"]
    return [{line["wager"]: line["net"] for line in seat["lines"] if line["wager"] != "tie"} for seat in made]


def one(player: str, banker: str, table: str = "P1", stake: float = 1) -> float:
    return nets(player, banker, {3: stake}, house={"pay_tables": {"progressive": table}})[0]["progressive"]


def test_30_2899_02_3_rows_of_the_first_four_cards() -> None:
    hands = {
        "quads": ("5s 5h 2d", "5s 5d 3h"),
        "suited trips": ("9h 9h", "9h 2d"),
        "trips": ("9h 9d", "9c 2d"),
        "two pair": ("5h Kd 3c", "5c Kh"),
        "suited two pair": ("5h Kd 3c", "5h Kh"),
        "suited pair": ("7h 2c", "7h Ks"),
        "pair": ("7h 2c", "7d Ks"),
        "suited pair with a third card": ("2h Kc 2h", "6d Ks"),
    }
    dollars = {
        "P1": (99, 9, 9, 8, 8, 2, -1, -1),
        "sample": (99, 9, 9, 8, 8, 2, -1, -1),
        "P4B": (99, 9, 9, 8, 8, 2, -1, -1),
    }
    for table, expected in dollars.items():
        assert tuple(one(*hand, table) for hand in hands.values()) == expected, table
    fives = {
        "P2-7spots-$5": (495, 45, 45, 40, 40, 10, -5, -5),
        "P5": (495, 120, 35, -5, 10, 10, -5, -5),
        "P6": (495, 120, 45, -5, 15, 15, -5, -5),
    }
    for table, expected in fives.items():
        assert tuple(one(*hand, table, 5) for hand in hands.values()) == expected, table
    pesos = {
        "P2-6spots": (100, 9900, 900, 900, 800, 800, 200, -100, -100),
        "P2-7spots-PHP100": (100, 9900, 900, 900, 800, 800, 200, -100, -100),
        "P3-6spots-PHP200": (200, 19800, 1800, 1800, 800, 800, 400, -200, -200),
        "P3-7spots-PHP200": (200, 19800, 1800, 1800, 800, 800, 400, -200, -200),
    }
    for table, (stake, *nets_of_hands) in pesos.items():
        assert [one(*hand, table, stake) for hand in hands.values()] == nets_of_hands, table


def test_30_2899_02_4_the_seat_of_the_rank_wins_the_meter() -> None:
    made = answer(*FIVES, {5: 1, 3: 1}, meters={"progressive": 25000})
    assert nets(*FIVES, {5: 1, 3: 1}, meters={"progressive": 25000}) == [
        {"progressive": 24999},
        {"progressive": 999, "envy": 1000},
    ]
    assert made["meters"] == {"progressive": 10000}  # (5): reseeded
    rules = {line["wager"]: line["rule"] for line in made["seats"][1]["lines"]}
    assert rules["progressive"] == rules["envy"] == "CO 30-2899.02(11)"


def test_30_2899_02_4_aces_are_position_1_and_tens_10() -> None:
    meters = {"progressive": 25000}
    assert nets("As As 2d", "As As 3h", {1: 1}, meters=meters) == [{"progressive": 24999}]
    assert nets("Ts Ts 2d", "Ts Ts 3h", {10: 1}, meters=meters) == [{"progressive": 24999}]
    for fours_and_faces in ("4s 4s", "Js Js 2d", "Ks Ks 2d"):
        first = fours_and_faces.split()[0]
        banker = "4s 4s" if first == "4s" else f"{first} {first} 3h"
        assert nets(fours_and_faces, banker, {1: 1, 10: 1}, meters=meters) == [{"progressive": 999}] * 2


def test_30_2899_02_4_no_meter_and_no_envy_when_the_seat_of_the_rank_does_not_play() -> None:
    assert nets(*FIVES, {3: 1, 6: 1}) == [{"progressive": 999}] * 2
    file = {
        "game": GAME,
        "seats": [{"wagers": {"tie": 1}, "position": 5}, {"wagers": {"tie": 1, "progressive": 1}, "position": 6}],
        "piles": {"player": FIVES[0].split(), "banker": FIVES[1].split()},
    }
    lines = as_json(settle(convert_round(file)))["seats"][1]["lines"]
    assert {line["wager"]: line["net"] for line in lines} == {"tie": -1, "progressive": 999}


def test_30_2899_02_11_envy_of_the_other_tables() -> None:
    meters = {"progressive": 25000}
    for table, other in (
        ("P2-7spots-$5", {"progressive": 4995, "envy": 500}),
        ("P5", {"progressive": 4995, "envy": 1000}),
    ):
        house = {"pay_tables": {"progressive": table}}
        assert nets(*FIVES, {5: 5, 3: 5}, meters=meters, house=house)[1] == other
    trips = ("9h 9d", "9c 2d")
    house = {"pay_tables": {"progressive": "P5"}}
    assert nets(*trips, {1: 5, 2: 5, 3: 5}, house=house) == [{"progressive": 35}] * 3
    house["envy_on_common_hands"] = True  # type: ignore[assignment]
    assert nets(*trips, {1: 5, 2: 5, 3: 5}, house=house) == [{"progressive": 35, "envy": 10}] * 3


def test_30_2899_02_11_aces_to_eights_only_on_the_seven_spot_table() -> None:
    nines, house = ("9s 9s", "9s 9s"), {"pay_tables": {"progressive": "P2-7spots-$5"}}
    assert nets(*nines, {9: 5}, house=house) == [{"progressive": 4995}]


def test_30_2899_02_5_the_house_names_its_seed() -> None:
    made = answer(*FIVES, {5: 1}, meters={"progressive": 25000}, house={"seeds": {"progressive": 12000}})
    assert made["meters"] == {"progressive": 12000}


def test_30_2899_02_1_b_the_aggregate_limit_spares_the_meter() -> None:
    made = nets(*FIVES, {5: 1, 3: 1, 6: 1}, meters={"progressive": 25000}, house={"aggregate_limit": 1000})
    assert [seat["progressive"] for seat in made] == [24999, 500, 500]


def test_30_2899_02_4_seats_have_the_printed_numbers() -> None:
    for position, spots, message in (
        (4, 9, "no seat has the number 4; seats are 1, 2, 3, 5"),
        (9, 7, "no seat has the number 9"),
    ):
        with pytest.raises(RuleError, match=message) as error:
            nets(*FIVES, {position: 1}, house={"spots": spots})
        assert error.value.field == "seats[0].position"
    seats = [{"wagers": {"tie": 1}, "position": 5}] * 2
    with pytest.raises(RuleError, match="seat 5 is taken twice"):
        settle(convert_round({"game": GAME, "seats": seats, "piles": {"player": ["9s", "Ks"], "banker": ["9h", "Kd"]}}))


def test_30_2899_02_4_without_positions_the_fourth_seat_is_number_5() -> None:
    seats = [{"tie": 1.0}] * 3 + [{"tie": 1.0, "progressive": 1.0}]
    assert coup(GAME, *FIVES, *seats, meters={"progressive": 20000})[3]["progressive"] == 19999


def test_30_2899_02_6_needs_a_regular_wager() -> None:
    with pytest.raises(RuleError, match="Progressive needs a wager on Player, Banker or Tie"):
        coup(GAME, *FIVES, {"progressive": 1})


def test_30_2899_02_3_odds_equal_a_count_of_all_sets_of_four_cards() -> None:
    kinds: Counter[str] = Counter()
    for four in combinations_with_replacement(range(52), 4):
        held = Counter(four)
        ways = prod(comb(8, number) for number in held.values())
        ranks = sorted(Counter(card // 4 for card in four).values())
        if len(held) == 1:
            kind = "other_suited_quads" if four[0] // 4 else "suited_quads_of_the_seat"
        elif ranks in ([4], [1, 3]):
            kind = "quads" if ranks == [4] else "trips"
        elif ranks == [2, 2]:
            kind = "two_pair"
        else:
            kind = "suited_pair" if max(held.values()) == 2 else ""
        kinds[kind] += ways
    total = comb(416, 4)
    assert sum(kinds.values()) == total
    price = price_wagers(load_plan(GAME, {}), {"progressive": 10000.0})["progressive"]["P1"]
    chances = {line.hand: line.probability for line in price.lines}
    assert chances == pytest.approx({kind: ways / total for kind, ways in kinds.items() if kind}, abs=1e-15)
    pays = {"other_suited_quads": 1000, "quads": 100, "trips": 10, "two_pair": 9, "suited_pair": 3}
    returned = sum(kinds[kind] * pay for kind, pay in pays.items()) + kinds["suited_quads_of_the_seat"] * 10000
    assert price.house_edge == pytest.approx(1 - returned / total, abs=1e-12)
    assert price.note == "envy adds 0.000228 for each other player"
