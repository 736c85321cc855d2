"""Prices side by side, and pay tables found for a price."""

import json
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from tests.cli.command import houseway

from houseway.odds.design import propose, read_design, read_target, row_prices
from houseway.odds.house_poker.sides import Sides
from houseway.play.house_poker.plan import load_plan
from houseway.rules.errors import RuleError


def said(*arguments: str) -> Any:
    answer = houseway(*arguments, "--json")
    assert answer.code == 0, answer.err
    return json.loads(answer.out)


def pair_plus(table: str = "1") -> Any:
    plan = load_plan("three-card-poker", {"pay_tables": {"pair_plus": table}})
    return Sides(plan).wager("pair_plus")["pair_plus"][table]


def test_proposals_lie_in_the_target_and_are_ranked_within_milliseconds() -> None:
    design = read_design(pair_plus())
    start = perf_counter()
    found = propose(design, (0.04, 0.06), 20)
    assert perf_counter() - start < 2
    assert len(found) == 20
    assert all(0.04 <= one.house_edge <= 0.06 for one in found)
    assert [len(one.changed) for one in found] == sorted(len(one.changed) for one in found)
    assert all(list(one.pays) == sorted(one.pays, reverse=True) for one in found)
    # Pay table 3 of the rule is table 1 with 5 to 1 for a straight.
    third = pair_plus("3")
    assert any(one.pays == (40, 30, 5, 4, 1) and one.house_edge == pytest.approx(third.house_edge) for one in found)
    assert next(one for one in found if one.pays == (40, 30, 5, 4, 1)).std_dev == pytest.approx(third.std_dev)


def test_every_whole_price_of_one_row() -> None:
    design = read_design(pair_plus())
    found = row_prices(design, 1, (0.04, 0.06))
    assert [one.pays[1] for one in found] == list(range(15, 23))
    assert row_prices(design, 3, (0.04, 0.06)) == []


def test_the_command_proposes_and_refuses() -> None:
    data = said("design", "three-card-poker", "--wager", "pair_plus", "--target", "4..6", "--most", "3")
    assert len(data["proposals"]) == 3
    assert data["now"]["house_edge"] == pytest.approx(0.0231674, abs=1e-7)
    assert all(0.04 <= one["house_edge"] <= 0.06 for one in data["proposals"])
    told = houseway("design", "three-card-poker", "--wager", "pair_plus", "--target", "4..6", "--most", "1").out
    assert [cell.strip() for cell in told.splitlines()[3].split("┃")[1:4]] == ["house edge", "hits", "std dev"]
    named = houseway(
        "design", "three-card-poker", "--wager", "Pair Plus", "--target", "4..6", "--row", "Straight flush"
    )
    assert named.out.startswith("Three Card Poker: Pair Plus, pay table 1\n"), named
    for more, told in (
        (("--wager", "ante", "--target", "4..6"), "--wager: Ante belongs to the game itself"),
        (("--wager", "nothing", "--target", "4..6"), "--wager: no such wager 'nothing'; wagers are pair_plus, six"),
        (("--wager", "pairplus", "--target", "4..6"), "did you mean 'pair_plus'?"),
        (("--wager", "pair_plus", "--target", "six"), "--target"),
        (("--wager", "pair_plus", "--target", "4..6", "--row", "flsh"), "did you mean 'flush'?"),
    ):
        answer = houseway("design", "three-card-poker", *more)
        assert (answer.code, told in answer.err) == (2, True), answer.err
    assert read_target("5") == pytest.approx((0.049, 0.051))
    with pytest.raises(RuleError, match="from low to high"):
        read_target("6..4")


def test_two_schedules_two_games_and_two_houses_side_by_side(tmp_path: Path) -> None:
    tables = said("odds", "dragon-bonus", "--compare", "dragon=3")
    row = tables["wagers"]["dragon_player"]
    assert len(row["prices"]) == 2
    assert row["difference"] == pytest.approx(
        row["prices"]["dragon=3"]["house_edge"] - row["prices"]["as asked"]["house_edge"]
    )
    assert row["difference"] != 0
    wheels = said("odds", "roulette", "--compare", "roulette-single-zero")["wagers"]
    assert wheels["red"]["prices"]["roulette"]["house_edge"] == pytest.approx(2 / 38)
    assert wheels["red"]["prices"]["roulette-single-zero"]["house_edge"] == pytest.approx(1 / 37)
    assert wheels["first_four"]["prices"]["roulette"] is None
    house = tmp_path / "house.json"
    house.write_text('{"decks": 6}')
    shoes = said("odds", "dragon-bonus", "--compare", str(house))["wagers"]["dragon_player"]
    assert shoes["difference"] != 0


def test_a_sweep_goes_through_an_option_or_a_pay_table() -> None:
    decks = said("odds", "dragon-bonus", "--sweep", "decks")
    assert len(decks["columns"]) > 1
    edges = {price["house_edge"] for price in decks["wagers"]["dragon_player"]["prices"].values()}
    assert len(edges) == len(decks["columns"])
    tables = said("odds", "dragon-bonus", "--sweep", "dragon")
    assert len(tables["columns"]) == 3
    answer = houseway("odds", "dragon-bonus", "--sweep", "colour")
    assert (answer.code, "--sweep" in answer.err) == (2, True)
