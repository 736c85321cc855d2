"""What the rounds of a game can come to: the choices of its seats, the results of its wagers, the rows of its tables.

A settled round tells which of them it has reached, so that rounds together tell what no round has reached yet.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from houseway.play.core.settlement import Settlement
from houseway.rules.game import Game
from houseway.rules.tables import column_prices, find_block, row_path


@dataclass(frozen=True)
class Reach:
    """Choices and rows by their paths in the file, results as `wager: result`."""

    choices: frozenset[str] = frozenset()
    results: frozenset[str] = frozenset()
    rows: frozenset[str] = frozenset()

    def __or__(self, other: "Reach") -> "Reach":
        return Reach(self.choices | other.choices, self.results | other.results, self.rows | other.rows)

    def __sub__(self, other: "Reach") -> "Reach":
        return Reach(self.choices - other.choices, self.results - other.results, self.rows - other.rows)

    def __len__(self) -> int:
        return len(self.choices) + len(self.results) + len(self.rows)


def result_name(wager: str, result: str) -> str:
    return f"{wager}: {result}"


def reached(settlement: Settlement) -> Reach:
    """What one settled round has reached."""
    lines = [line for seat in settlement.seats for line in seat]
    results = {result_name(line.wager, one) for line in lines for one in line.result.split("+") if one}
    return Reach(frozenset(settlement.choices), frozenset(results), frozenset(line.row for line in lines if line.row))


def table_rows(game: Game[Any], tables: Iterable[str]) -> frozenset[str]:
    """The rows of the alternatives in use of some pay tables."""
    found = set()
    for name in tables:
        table_id = game.table_id(name)
        block = find_block(name, game.spec.pay_tables[name], table_id)
        found |= {row_path(name, table_id, row) for row, _, _ in column_prices(name, block, table_id)}
    return frozenset(found)


def wager_results(results: Iterable[tuple[str, Iterable[str]]]) -> frozenset[str]:
    """Results by wager as one set of names."""
    return frozenset(result_name(wager, one) for wager, each in results for one in each)


# -- by family --------------------------------------------------------------------------------------------------------


def house_poker(game: Game[Any]) -> Reach:
    """Every choice of every stage, and the cases of every wager that the house offers."""
    from houseway.play.house_poker.plan import make_plan

    plan = make_plan(game)
    offered = {name: wager for name, wager in plan.wagers.items() if wager.spec.offered}
    choices = {
        stage.path_of(choice.spec)
        for stage, each in zip(plan.stages, plan.choices, strict=True)
        for choice in each
        if choice.spec.offered
    }
    folds = [
        (place, stage.unless)
        for place, (stage, each) in enumerate(zip(plan.stages, plan.choices, strict=True))
        if any(choice.spec.fold for choice in each)
    ]
    beside: dict[str, set[str]] = {}
    for choice in (choice for each in plan.choices for choice in each):
        for name in choice.spec.bet:
            beside.setdefault(name, {name}).update(choice.needs)
    placed = {name: place for place, names in reversed(list(enumerate(plan.bets))) for name in names}

    def outcomes(name: str) -> set[str]:
        """The outcomes of a wager's cases; a fold is one where it can still come once the wager is made."""
        if plan.wagers[name].spec.paid_on:
            return {"win"}
        folded = any(place > placed.get(name, -1) and unless not in beside.get(name, {name}) for place, unless in folds)
        return {case.outcome for case in plan.wagers[name].cases if case.outcome != "fold" or folded}

    results = wager_results((name, outcomes(name)) for name in offered)
    rows = {table.path(row) for wager in offered.values() for table in wager.tables for row in table.rows}
    return Reach(frozenset(choices), results, frozenset(rows))


_MAIN = ("natural", "dealer_natural", "bust", "dealer_bust", "win", "tie", "lose")


_DUEL = ("win", "tie", "lose", "unqualified")


def blackjack(game: Game[Any]) -> Reach:
    """What hands come to, by the words that the file has of them, and the rows of the side bets."""
    spec = game.spec
    main = {*_MAIN, *(("charlie",) if spec.charlie else ()), *(("dealer_push",) if spec.dealer.pushes_on else ())}
    if spec.shared != "stream":
        main.add("natural_tie")
    if spec.start != 2:
        main -= {"natural", "natural_tie"}
    if spec.instant is not None:
        main |= {"instant", "drawn_21"}
    if spec.surrender is not None:
        main.add("surrender")
    sides = {name: wager for name, wager in spec.wagers.items() if not wager.main and wager.offered}
    mains = [name for name, wager in spec.wagers.items() if wager.main]
    results = wager_results(
        [
            *((name, main) for name in mains[:1]),
            *((name, ("win", "lose")) for name in sides if sides[name].pay_table),
            *(((name, _DUEL) for name in (spec.duel.wager, spec.duel.bet)) if spec.duel is not None else ()),
        ]
    )
    tables = {wager.pay_table for wager in sides.values() if wager.pay_table}
    return Reach(results=results, rows=table_rows(game, tables))


def baccarat(game: Game[Any]) -> Reach:
    """The events of every wager."""
    wagers = game.spec.wagers
    tables = {wager.pay_table for wager in wagers.values() if wager.pay_table}
    results = wager_results((name, (*wager.results, "lose")) for name, wager in wagers.items())
    return Reach(results=results, rows=table_rows(game, tables))


def pai_gow(game: Game[Any]) -> Reach:
    """Two hands won, one, none; and the rows of the tables."""
    offered = {name: wager for name, wager in game.spec.wagers.items() if wager.offered}
    results = wager_results(
        (name, ("win", "split", "lose") if wager.set_hands else ("win", "lose")) for name, wager in offered.items()
    )
    tables = {table for wager in offered.values() for table in (wager.pay_table, wager.dealer_shows) if table}
    return Reach(results=results, rows=table_rows(game, tables))


def tiles(game: Game[Any]) -> Reach:
    """Wagers on the tiles and on the dice."""
    both, dice = ("win", "push", "lose"), ("win", "lose")
    wagers = game.spec.wagers.items()
    return Reach(results=wager_results((name, both if one.decided_by == "tiles" else dice) for name, one in wagers))


def pots(game: Game[Any]) -> Reach:
    """Wagers beside the pot against the house."""
    bonuses = game.spec.bonus
    results = wager_results((name, ("win", "lose", "fold")) for name in bonuses)
    return Reach(results=results, rows=table_rows(game, {bonus.pay_table for bonus in bonuses.values()}))


def wheel(game: Game[Any]) -> Reach:
    """Every symbol."""
    return Reach(results=wager_results((name, ("win", "lose")) for name in game.spec.wagers))
