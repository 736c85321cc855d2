"""Drills: what the trainer asks about pots and wagers, and that its answers are the settlement's."""

from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from houseway.families import answer
from houseway.play.core.roundfile import convert_round
from houseway.rules.errors import RuleError
from houseway.web.drills import TABLE, deal_round, drill_names, pots_of, settling_turns, truths

POT_GAMES = ["texas-holdem", "ca-omaha-high-low-split", "seven-card-stud", "double-flop-holdem", "joker-poker"]


@pytest.mark.parametrize("game", POT_GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_shares_and_rake_are_what_lies_in_the_pots(game: str, seed: int) -> None:
    file = deal_round(game, {}, 4, "", Random(seed)).round_file()
    lines, settled = truths(file), answer(convert_round(file))
    shares = [line for line in lines if line.get("share") and line["seat"] != TABLE]
    rake = sum(line["net"] for line in lines if line["seat"] == TABLE)
    assert rake == settled["rake"]
    if shares:
        assert sum(line["net"] for line in shares) + rake == pytest.approx(sum(pot["amount"] for pot in pots_of(file)))
        assert {line["seat"] for line in shares} == {seat for pot in settled["pots"] for seat in pot["seats"]}
    else:  # bets of different sizes: the results themselves, which the players pay among them, less the rake
        assert sum(line["net"] for line in lines if line["wager"] == "pot") == pytest.approx(-rake)


def test_a_layout_with_many_spots_is_drilled_with_a_few_wagers() -> None:
    for game in ("roulette", "craps-odds", "baccarat"):
        rounds = [deal_round(game, {}, 2, "", Random(seed)).round_file() for seed in range(12)]
        made = [set(seat["wagers"]) for file in rounds for seat in file["seats"]]
        assert min(map(len, made)) >= 1, game
        assert max(map(len, made)) <= 15, game
        assert not set.intersection(*made), f"{game}: one wager is made in every round"


def test_lines_are_settled_in_the_order_of_the_rules() -> None:
    lines = [{"seat": seat, "wager": wager} for seat in (0, 1) for wager in ("ante", "play")]
    order = ("play", "ante")
    assert settling_turns(lines, (), "clockwise", True) == [0, 0, 0, 0]
    assert settling_turns(lines, order, "clockwise", True) == [2, 0, 3, 1]  # a wager round the table, then the next
    assert settling_turns(lines, order, "clockwise", False) == [1, 0, 3, 2]  # seat by seat
    assert settling_turns(lines, order, "counterclockwise", False) == [3, 2, 1, 0]
    assert settling_turns(lines, order, "", True) == [1, 0, 1, 0]
    assert settling_turns([*lines, {"seat": TABLE, "wager": "rake"}], order, "clockwise", True) == [3, 1, 4, 2, 0]


@pytest.mark.parametrize("kind", ["side_pot", "split_pot", "rake"])
def test_kinds_of_pots_are_drilled_by_themselves(kind: str) -> None:
    assert kind in drill_names("texas-holdem", [])
    file = deal_round("texas-holdem", {}, 4, kind, Random(1)).round_file()
    lines = truths(file)
    taking = [line for line in lines if line["wager"] == "pot" and line["net"] > 0]
    if kind == "side_pot":
        assert len(pots_of(file)) > 1
    elif kind == "split_pot":
        assert len(taking) > 1
    else:
        assert lines[0]["net"] > 0
        assert "% of the pots" in lines[0]["reason"]
        assert lines[0]["rule"].startswith("CO 30-1012")


def marked(client: TestClient, drill: dict[str, Any], nets: list[float]) -> dict[str, Any]:
    answers = [
        {"seat": line["seat"], "wager": line["wager"], "net": net}
        for line, net in zip(drill["asked"], nets, strict=True)
    ]
    found: dict[str, Any] = client.post(
        "/api/trainer/answer", json={"round": drill["round"], "answers": answers}
    ).json()
    return found


@pytest.mark.parametrize("game", ["texas-holdem", "three-card-poker", "pai-gow-tiles", "home-run-holdem"])
def test_right_answers_are_marked_right_and_wrong_ones_wrong(client: TestClient, game: str) -> None:
    drill = client.post("/api/trainer/deal", json={"game": game, "seats": 3}).json()
    truth = [line["net"] for line in truths(drill["round"])]
    assert marked(client, drill, truth)["right"] == len(truth)
    wrong = marked(client, drill, [net + 1 for net in truth])
    assert (wrong["right"], wrong["of"]) == (0, len(truth))
    assert all(mark["rule"] and mark["reason"] for mark in wrong["marks"])


def test_an_unknown_game_is_refused_by_name_and_not_after_many_deals() -> None:
    with pytest.raises(RuleError, match="unknown game"):
        deal_round("void", {}, 1, "", Random(1))


def test_a_bet_that_nobody_called_is_no_part_of_what_a_seat_put_in() -> None:
    for seed in range(40):
        file = deal_round("five-card-draw", {}, 4, "", Random(seed)).round_file()
        settled = answer(convert_round(file))
        if settled.get("returned"):
            break
    (line,) = (one for one in truths(file) if one["seat"] == settled["returned"]["seat"] and one["wager"] == "pot")
    (whole,) = (one for one in settled["seats"][line["seat"]]["lines"] if one["wager"] == "pot")
    assert line["stake"] == whole["stake"] - settled["returned"]["amount"]
    assert line["net"] == whole["net"] + line["stake"]
