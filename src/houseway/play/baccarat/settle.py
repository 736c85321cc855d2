"""Settling a coup: every wager by the first of its cases that holds."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from msgspec.structs import replace

from houseway.play.baccarat.cases import Seen, Shows, cases_of, events_of
from houseway.play.baccarat.coup import Coup, points
from houseway.play.core.cases import deciding
from houseway.play.core.meters import Meters
from houseway.play.core.settlement import Line, Ruling
from houseway.play.core.settling import (
    NO_BLOCK,
    CompiledWager,
    EnvyHit,
    EnvyTerms,
    Verdict,
    add_envy,
    by_case,
    conclude_round,
    in_settling_order,
    ruled,
    terms,
    with_cites,
)
from houseway.rules.baccarat import Baccarat, BaccaratWager
from houseway.rules.errors import RuleError
from houseway.rules.game import Game, plans_by
from houseway.rules.pays import Pay
from houseway.rules.tables import Table, TableRow, column_prices, find_block
from houseway.rules.wording import humanize, listed
from houseway.rules.words import PayBlock

_NAMED = 3  # events that a lost wager lists at most


@dataclass(frozen=True)
class WagerPlan(CompiledWager[BaccaratWager]):
    """A wager, its cases and its table."""

    table: Table | None
    envy: Mapping[str, int]  # cents that a row brings the other bettors

    @property
    def block(self) -> PayBlock:
        return self.table.block if self.table is not None else NO_BLOCK


@dataclass(frozen=True)
class Plan:
    """A baccarat game ready to settle."""

    game: Game[Baccarat]
    wagers: dict[str, WagerPlan]
    order: tuple[str, ...]
    envies: tuple[EnvyTerms, ...]


def envy_rows(spec: Baccarat, wager: BaccaratWager, printed: Mapping[str, int]) -> dict[str, int]:
    """The rows that bring the other bettors an envy bonus: what all show alike only if the wager says so."""
    if wager.envy is None:
        return {}
    return {row: cents for row, cents in printed.items() if wager.common_envy or spec.events[row].seat_numbers}


def pay_table(game: Game[Baccarat], name: str, table_id: str) -> Table:
    """An alternative of a pay table, with an event for each row."""
    block = find_block(name, game.spec.pay_tables[name], table_id)
    rows = tuple(TableRow(row, (), pays, envy) for row, pays, envy in column_prices(block, table_id))
    return Table(name, table_id, rows, block, "")


def _wager_plan(game: Game[Baccarat], name: str, wager: BaccaratWager) -> WagerPlan:
    spec, table = game.spec, None
    if wager.pay_table:
        if wager.pay_table not in spec.pay_tables:
            raise RuleError(f"no pay table named {wager.pay_table!r}", f"{spec.id}: wagers.{name}.pay_table")
        table = pay_table(game, wager.pay_table, game.table_id(wager.pay_table))
    for event in (*wager.results, *(row.name for row in (table.rows if table is not None else ()))):
        if event not in spec.events:
            raise RuleError(f"no event named {event!r}", f"{spec.id}: wagers.{name}")
    envy = {row.name: row.envy for row in table.rows if row.envy} if table is not None else {}
    wager_terms = terms(game, name, wager)
    cases = with_cites(game, wager_terms, cases_of(spec, wager, table))
    return WagerPlan(wager_terms, wager, cases, table, envy_rows(spec, wager, envy))


def make_plan(game: Game[Baccarat]) -> Plan:
    """The plan of a configured game; errors name the file's key."""
    spec = game.spec
    for name, event in spec.events.items():
        missing = [other for other in event.any_of if other not in spec.events]
        if missing:
            raise RuleError(f"no event named {missing[0]!r}", f"{spec.id}: events.{name}")
    wagers = {name: _wager_plan(game, name, wager) for name, wager in spec.wagers.items()}
    order = (*spec.settle.order, *(name for name in wagers if name not in spec.settle.order))
    envies = tuple(
        EnvyTerms(name, wager.spec, Fraction(str(wager.block.base))) for name, wager in wagers.items() if wager.envy
    )
    return Plan(game, wagers, order, envies)


load_plan = plans_by(make_plan)  # of a game (id or path) as the house offers it


def _verdict(wager: WagerPlan, coup: Coup, seat: int, sharers: int) -> Verdict:
    """The first case of a wager that holds."""
    score = f"player {points(coup.player)}, banker {points(coup.banker)}"
    case, tied = deciding(wager.cases, Seen(coup, seat)), coup.winner == "tie"
    if case.table is not None and case.pay is not None:
        shared = sharers if wager.spec.shared and metered(case.pay) else 1
        return by_case(case, f"{score}; {humanize(case.outcome)}", shared_by=shared)
    if isinstance(case.when, Shows):
        return by_case(case, f"{score}; {humanize(case.outcome)}", tied=tied)
    missed = [humanize(shown.name) for shown in events_of(wager.cases) if not shown.event.winner]
    wanted = f"; no {listed(missed, 'or')}" if 0 < len(missed) <= _NAMED else ""  # what the score does not tell
    return by_case(case, f"{score}{wanted}", tied=tied)


def metered(pay: Pay) -> bool:
    """Whether a price is a share of a meter: no ceiling cuts it."""
    return any(part.kind == "share" for part in pay.parts)


def settle_coup(
    plan: Plan, seats: list[dict[str, int]], numbers: tuple[int, ...], coup: Coup, meters: Meters
) -> tuple[tuple[Line, ...], ...]:
    """The lines of each seat; the meters fall as awards are paid, and `numbers` are those printed at the seats."""

    def rulings_of(seat: int) -> list[Ruling]:
        """How the wagers of a seat come out, in the order of settling."""
        rulings = []
        for name in plan.order:
            if name not in seats[seat]:
                continue
            wager = plan.wagers[name]
            verdict = _verdict(wager, coup, numbers[seat], sum(name in wagers for wagers in seats))
            ruling = ruled(plan.game, wager.terms, seats[seat][name], verdict, meters)
            outcome = "meter" if metered(verdict.pay) else verdict.pay.result
            rulings.append(replace(ruling, outcome=outcome))
        return rulings

    def earned(name: str, seat: int) -> EnvyHit:
        """What a seat's number earns the other bettors of a wager."""
        wager = plan.wagers[name]
        if name not in seats[seat]:
            return EnvyHit()
        cents = wager.envy.get(deciding(wager.cases, Seen(coup, numbers[seat])).outcome, 0)
        return EnvyHit((cents,), cents)

    by_seat = {seat: rulings_of(seat) for seat in in_settling_order(plan.game, len(seats))}
    rulings = conclude_round(plan.game, by_seat)
    for envy in plan.envies:
        rulings = add_envy(plan.game, envy, rulings, seats, earned)
    return tuple(tuple(ruling.line for ruling in seat) for seat in rulings)
