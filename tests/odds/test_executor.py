"""Work divided among others yields the same digits as work of one process."""

import pickle
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from houseway.families import price
from houseway.odds.executor import LOCAL, Executor, SharedInput
from houseway.odds.house_poker.holdem_board.solve import by_hole_cards
from houseway.odds.house_poker.holdem_board.template import match_template
from houseway.odds.house_poker.holdem_board.worth import worths
from houseway.odds.house_poker.solvers import Solution
from houseway.odds.house_poker.vs_dealer import hands, shared
from houseway.odds.house_poker.wagers import side_wagers
from houseway.odds.pricing import Question
from houseway.play.house_poker.plan import load_plan

FEW_RANKS = np.array([card for rank in (0, 5, 7, 8, 10, 12) for card in range(4 * rank, 4 * rank + 4)], np.uint8)


class Elsewhere:
    """Workers who get nothing but bytes, and who do the last part first."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.done = 0

    def map(self, work: Callable[..., Any], tasks: Sequence[tuple[Any, ...]]) -> Iterator[Any]:
        sent = [pickle.dumps((work, task)) for task in tasks]
        answers = []
        for message in reversed(sent):
            function, task = pickle.loads(message)
            answers.append(pickle.dumps(function(*task)))
            self.done += 1
        return (pickle.loads(answer) for answer in reversed(answers))


def numbers(solution: Solution) -> tuple[Any, ...]:
    return solution.mean, solution.square, solution.average_bet, solution.strategy, solution.outcomes


def deals() -> dict[str, np.ndarray[Any, np.dtype[np.uint8]]]:
    shuffled = np.random.default_rng(3).permuted(np.tile(FEW_RANKS, (500, 1)), axis=1)
    return {"player": shuffled[:, :5].copy(), "dealer": shuffled[:, 5:6].copy()}


def test_work_is_divided_while_all_workers_are_lost() -> None:
    assert Executor(workers=Elsewhere(0)).parts(12) == 1


@pytest.mark.parametrize(("workers", "parts"), [(1, 4), (2, 8), (5, 12)])
def test_hands_against_the_dealer(workers: int, parts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hands, "_GRAIN", 100)
    plan, others = load_plan("caribbean-stud", {}), Elsewhere(workers)
    alone = hands.solve(plan, {}, deck=FEW_RANKS)
    spread = hands.solve(plan, {}, Executor(workers=others), deck=FEW_RANKS)
    assert others.done == parts
    assert numbers(spread) == numbers(alone)
    assert alone.decide is not None
    assert spread.decide is not None
    (stage,) = alone.moves
    known = deals()
    assert (spread.decide(stage, known) == alone.decide(stage, known)).all()


def test_hands_with_shared_cards() -> None:
    plan, deck, others = load_plan("flushes-gone-wild", {}), FEW_RANKS[:16], Elsewhere(2)
    alone = shared.solve(plan, {}, deck=deck)
    assert numbers(shared.solve(plan, {}, Executor(workers=others), deck=deck)) == numbers(alone)
    assert others.done > 1
    by_boards = shared._by_boards(plan, {}, LOCAL, deck)
    assert (shared._by_boards(plan, {}, Executor(workers=others), deck) == by_boards).all()


@pytest.mark.parametrize("workers", [1, 2, 9])
@pytest.mark.parametrize("game", ["ultimate-texas-holdem", "texas-holdem-bonus-poker"])
def test_shared_boards(game: str, workers: int) -> None:
    shape = match_template(load_plan(game, {}))
    assert shape is not None
    shape = replace(shape, deck=tuple(range(32, 52)))
    worth = worths(shape, {})
    assert worth is not None
    others = Elsewhere(workers)
    values, tables = by_hole_cards(shape, worth)
    same_values, same_tables = by_hole_cards(shape, worth, Executor(workers=others))
    assert others.done > 1
    assert (same_values == values).all()
    assert pickle.dumps([table.ways for table in same_tables]) == pickle.dumps([table.ways for table in tables])


def test_side_wagers_and_alternatives() -> None:
    question, others = Question("three-card-poker", every_table=True), Elsewhere(3)
    alone, spread = price(question), price(question, Executor(workers=others))
    assert others.done > 1 + len(side_wagers(load_plan(question.game, {})))  # alternatives too
    assert replace(spread, report=replace(spread.report, seconds=alone.report.seconds)) == alone


def test_progress_never_falls_and_ends_whole() -> None:
    heard: list[float] = []
    price(Question("three-card-poker", every_table=True), Executor(heard.append))
    assert heard == sorted(heard)
    assert heard[-1] == 1


def test_a_kit_is_made_once_for_all_parts() -> None:
    made: list[int] = []
    kit = SharedInput(made.append, 7)
    assert list(LOCAL.map(_look, [(kit,), (kit,)])) == [None, None]
    assert made == [7]
    travelled = [pickle.loads(pickle.dumps((SharedInput(list, "ab"), part)))[0] for part in range(2)]
    assert travelled[0] is travelled[1]
    assert travelled[0].made == ["a", "b"]


def _look(kit: SharedInput[Any]) -> Any:
    return kit.made
