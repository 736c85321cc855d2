"""Hints: exact where the game is solved, by the chart after a split, estimated before the solution is there."""

import threading
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import count
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.conftest import bet

from houseway.families import family_of, hint_for, open_round
from houseway.odds.blackjack.hints import chart_action
from houseway.odds.blackjack.simulate import Solved
from houseway.play.blackjack.round import Round
from houseway.play.core.round import LiveRound
from houseway.play.core.roundfile import convert_round
from houseway.web.strategies import KEPT, Strategies


def dealt(game: str, wagers: dict[str, float], cards: set[str]) -> LiveRound:
    """A round in which the seat holds cards of these ranks and plays them."""
    opening = convert_round({"game": game, "seats": [{"wagers": wagers}]})
    for seed in count():
        live = open_round(opening, seed)
        plays = not live.over and {"stand", "play"} & {one.verb for one in live.legal(0)}
        if plays and {card[0] for card in live.visible(0)[-1].cards} == cards:
            return live
    raise AssertionError("seeds do not end")


@cache
def solved(game: str) -> Any:
    return family_of(game).odds.solve(game, {})


@pytest.mark.parametrize("known", [False, True])
def test_three_aces_play_and_a_poor_hand_folds(known: bool) -> None:
    policy = solved("three-card-poker") if known else None
    good = hint_for(dealt("three-card-poker", {"ante": 10}, {"A"}), 0, policy)
    poor = hint_for(dealt("three-card-poker", {"ante": 10}, {"7", "4", "2"}), 0, policy)
    assert (good.action, poor.action) == ("play", "fold")
    assert good.exact is poor.exact is known
    values = {one.action: one.value for one in poor.actions}
    assert values["fold"] == -10
    assert -20 < values["play"] < -10
    assert [one.action for one in poor.actions] == ["fold", "play"]


def test_an_action_with_multiples_is_named_as_the_table_names_it() -> None:
    policy = solved("mississippi-stud")
    live = open_round(convert_round({"game": "mississippi-stud", "seats": [{"wagers": {"ante": 10}}]}), 3)
    while not live.over:
        told = hint_for(live, 0, policy)
        assert told.exact
        assert {one.action for one in told.actions} == {"fold", "bet 1x", "bet 2x", "bet 3x"}
        assert told.actions[0].value >= max(one.value for one in told.actions) - 1e-9
        live = live.act(0, told.action)


def test_cards_to_throw_are_named() -> None:
    policy = solved("vegas-double-action")
    live = open_round(convert_round({"game": "vegas-double-action", "seats": [{"wagers": {"draw": 10}}]}), 8)
    while not live.over:
        live = live.act(0, hint_for(live, 0, policy).action)
    assert live.settle().seats[0]


def test_twenty_stands_and_its_cost_is_counted() -> None:
    told = hint_for(dealt("blackjack", {"blackjack": 10}, {"K", "Q"}), 0, solved("blackjack"))
    assert (told.action, told.exact) == ("stand", True)
    values = {one.action: one.value for one in told.actions}
    assert -10 < values["hit"] < values["stand"] < 10
    assert values["double"] < values["hit"]


def test_before_the_count_is_done_the_hole_card_is_dealt_anew() -> None:
    """The value of a twenty is that of many hole cards: between losing and winning for certain."""
    hint = hint_for(dealt("blackjack", {"blackjack": 10}, {"K", "Q"}), 0, rng=Random(5))
    assert (hint.action, hint.exact) == ("stand", False)
    assert -10 < hint.actions[0].value < 10


def test_a_split_hand_follows_the_chart() -> None:
    known: Solved = solved("blackjack")
    live = dealt("blackjack", {"blackjack": 10}, {"8"})
    assert hint_for(live, 0, known).action == "split"
    told = hint_for(live.act(0, "split"), 0, known, Random(5))
    assert told.source.startswith("basic strategy")
    assert not told.exact


def test_insurance_is_let_go() -> None:
    opening = convert_round({"game": "blackjack", "seats": [{"wagers": {"blackjack": 10}}]})
    live = next(
        one
        for seed in count()
        if not (one := open_round(opening, seed)).over and "insurance" in {legal.verb for legal in one.legal(0)}
    )
    assert hint_for(live, 0, solved("blackjack"), Random(5)).action == "pass"


@pytest.mark.parametrize(("letter", "wanted"), [("D", "double"), ("S", "stand"), ("R", "hit"), ("Rs", "stand")])
def test_a_letter_that_is_not_open_falls_back_to_its_second_word(letter: str, wanted: str) -> None:
    live = dealt("blackjack", {"blackjack": 10}, {"5", "6"})
    assert isinstance(live, Round)
    up = live.visible(0)[0].cards[0][0].translate(str.maketrans("JQK", "TTT"))
    assert chart_action(live, 0, {"hard": {"11": {up: letter}}, "soft": {}, "pairs": {}}) == wanted


@pytest.mark.parametrize(("game", "wager"), [("pai-gow-poker", "wager"), ("pai-gow-tiles", "pai_gow")])
def test_a_hand_to_set_is_set_as_the_hint_says(game: str, wager: str) -> None:
    """The best setting stands first, the others below it in falling order, and the table takes it."""
    live = open_round(convert_round({"game": game, "seats": [{"wagers": {wager: 10}}]}), 1)
    known = solved(game) if game == "pai-gow-tiles" else None
    told = hint_for(live, 0, known, Random(5))
    assert told.exact is (known is not None)
    values = [one.value for one in told.actions]
    assert len(values) > 1
    assert values[1:] == sorted(values[1:], reverse=True)
    assert values[0] >= values[1] - 0.1
    assert live.act(0, told.action).legal(0) != live.legal(0)


def test_strategies_are_solved_once_and_only_where_there_is_a_solver() -> None:
    strategies = Strategies()
    first = strategies.ask("casino-war", {}, wait=600)
    assert first is not None
    assert strategies.ask("casino-war", {}, wait=0) is first
    assert strategies.ask("texas-holdem", {}, wait=0) is None


def test_so_many_strategies_wait_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints for houses that nobody has asked for before do not pile up work without end."""
    strategies, release, begun = Strategies(), threading.Event(), []

    def solve(game: str, house: Mapping[str, Any]) -> str:
        begun.append(house["n"])
        release.wait(30)
        return f"{game} {house['n']}"

    family = family_of("casino-war")
    monkeypatch.setitem(vars(family), "odds", replace(family.odds, solve=solve))
    for number in range(3 * KEPT):
        assert strategies.ask("casino-war", {"n": number}, wait=0) is None
    release.set()
    assert strategies.ask("casino-war", {"n": KEPT - 1}, wait=30) == f"casino-war {KEPT - 1}"
    assert begun == list(range(KEPT))
    assert strategies.ask("casino-war", {"n": 99}, wait=30) == "casino-war 99"


def test_hint_is_for_the_seat_to_act(client: TestClient) -> None:
    table = client.post("/api/tables", json={"game": "three-card-poker"}).json()["id"]
    client.post(f"/api/tables/{table}/sit", json={"seat": 0, "buy_in": 500})
    early = client.get(f"/api/tables/{table}/hint", params={"seat": 0})
    assert early.status_code == 422
    bet(client, f"/api/tables/{table}", seat=0, wagers={"ante": 10}, deal=True)
    told = client.get(f"/api/tables/{table}/hint", params={"seat": 0}).json()
    assert told["action"] in ("fold", "play")
