"""Settling a round of pai gow: every wager of every seat, envy bonuses, ceilings, and a bank that can run out."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from houseway.cards.text import RANKS
from houseway.hands.ranking import Ranking, describe, rank_one
from houseway.play.core.bank import Bank, cover, printed_order
from houseway.play.core.cases import Case, deciding
from houseway.play.core.irregularities import Irregularity
from houseway.play.core.meters import Meters
from houseway.play.core.settlement import Line, Ruling
from houseway.play.core.settling import (
    EnvyHit,
    add_envy,
    by_case,
    conclude_round,
    in_settling_order,
    ruled,
    voided,
)
from houseway.play.pai_gow.cases import DealerShows, Foul, row_of
from houseway.play.pai_gow.plan import PLAYER, Plan, WagerPlan
from houseway.play.pai_gow.setting import SetHand
from houseway.play.pai_gow.table import Table, View
from houseway.rules.patterns import Row, fits
from houseway.rules.tables import Table as PayTable
from houseway.rules.tables import TableRow, matching_rows
from houseway.rules.wording import humanize


def _called(ranking: Ranking, value: int) -> str:
    """A hand as it decides: its cards where nothing else is there, otherwise what a dealer would call it."""
    if value >> ranking.shift:
        return describe(ranking, value)
    ranks = [(value >> ranking.shift - 4 * place & 15) - 1 for place in range(1, ranking.size + 1)]
    return "-".join(RANKS[rank] for rank in ranks if rank >= 0)


def _compare(plan: Plan, mine: SetHand, dealer: SetHand) -> tuple[str, int, str]:
    """`win`, `split` or `lose`, how many hands are copies, and why."""
    won, copied, said = 0, 0, []
    for name, ranking, value, other in (
        ("low", plan.low, mine.low_value, dealer.low_value),
        ("high", plan.high, mine.high_value, dealer.high_value),
    ):
        won += value > other
        copied += value == other
        verb = "beats" if value > other else "copies" if value == other else "loses to"
        said.append(f"{name}: {_called(ranking, value)} {verb} {_called(ranking, other)}")
    if copied and plan.game.spec.set_hands.copy_loses == "wager":
        return "lose", copied, "; ".join(said)
    return ("lose", "split", "win")[won], copied, "; ".join(said)


class _Sight:
    """One seat as the cases of a wager see it."""

    def __init__(self, table: Table, wager: WagerPlan, spot: int, view: View) -> None:
        self._table, self._wager, self._spot, self._view = table, wager, spot, view

    @property
    def on_set_hands(self) -> bool:
        return bool(self._wager.spec.set_hands)

    @cached_property
    def _set(self) -> SetHand:
        whose = self._wager.spec.set_hands
        if whose == PLAYER:
            return self._table.player_set(self._spot)
        return self._table.dragon_set(self._spot, own=whose == "own_dragon")

    @cached_property
    def result(self) -> tuple[str, int, str]:
        return _compare(self._table.plan, self._set, self._table.dealer_set)

    def fits(self, row: Row) -> bool:
        return fits(row, self._view)

    def shown(self, table: PayTable) -> TableRow | None:
        return next(iter(matching_rows(table, self._view)), None)

    def foul(self) -> bool:
        return self._set.foul

    def compared(self) -> str:
        return self.result[0]

    def copied(self) -> bool:
        return self.result[1] > 0


@dataclass(slots=True)
class Settler:
    """Settles one round; holds the meters, which fall as awards are paid."""

    table: Table
    meters: Meters
    irregularity: Irregularity | None = None
    owners: Sequence[int] = ()  # the player of each spot
    views: list[View] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.owners = self.owners or range(len(self.table.seats))
        self.views = [View(self.table, index) for index in range(len(self.table.seats))]

    @property
    def plan(self) -> Plan:
        return self.table.plan

    def settle(self) -> tuple[tuple[Ruling, ...], ...]:
        """The rulings of every spot, in the order of the spots."""
        game, stakes = self.plan.game, [seat.wagers for seat in self.table.seats]
        by_spot = {spot: self.rulings(spot) for spot in in_settling_order(game, len(stakes))}
        rulings = conclude_round(game, by_spot, self.owners, self.irregularity)
        for terms in self.plan.envies:
            rulings = add_envy(game, terms, rulings, stakes, self.envy, self.owners, self.irregularity)
        return rulings

    def rulings(self, spot: int) -> list[Ruling]:
        """How the wagers of a spot come out, in the order of settling."""
        return [self.ruling(name, spot) for name in self.plan.order if name in self.table.seats[spot].wagers]

    def ruling(self, name: str, spot: int) -> Ruling:
        """How one wager of a spot comes out."""
        return self._wager(self.plan.wagers[name], spot, self.table.seats[spot].wagers[name])

    def _is_void(self, wager: WagerPlan, spot: int) -> bool:
        return self.irregularity is not None and self.irregularity.voids(wager.name, self.owners[spot])

    def _wager(self, wager: WagerPlan, spot: int, stake: int) -> Ruling:
        if self.irregularity is not None and self._is_void(wager, spot):
            return voided(self.plan.game, wager.name, stake, self.irregularity)
        sight = _Sight(self.table, wager, spot, self.views[spot])
        case = deciding(self._cases(wager, spot), sight)
        return ruled(self.plan.game, wager.terms, stake, by_case(case, _reason(case, sight)), self.meters)

    def _cases(self, wager: WagerPlan, spot: int) -> tuple[Case, ...]:
        """The cases of a wager, on the hand that the seat chose or the only one."""
        chosen = self.table.seats[spot].chosen.get(wager.name)
        return wager.cases[chosen or next(iter(wager.cases))]

    def envy(self, wager: str, spot: int) -> EnvyHit:
        """What a spot's hand earns the other bettors of a wager: by its row, then by its rank."""
        plan, seat = self.plan.wagers[wager], self.table.seats[spot]
        assert plan.spec.envy is not None
        if self._is_void(plan, spot) or (plan.spec.envy.holder_must_bet and wager not in seat.wagers):
            return EnvyHit()
        case = deciding(self._cases(plan, spot), _Sight(self.table, plan, spot, self.views[spot]))
        row, table = row_of(case), case.table
        if row is None or table is None or not row.envy:
            return EnvyHit()
        return EnvyHit((len(table.rows) - table.rows.index(row), rank_one(self.plan.high, seat.cards)), row.envy)


def _reason(case: Case, sight: _Sight) -> str:
    """Why a wager came out so: what the dealer has, how the hands compare, or the row that is paid."""
    if isinstance(case.when, DealerShows):
        return case.when.text()
    if isinstance(case.when, Foul):
        return f"foul: {case.when.text()}"
    if (row := row_of(case)) is not None:
        return humanize(row.name)
    return sight.result[2] if sight.on_set_hands else case.when.text()


def bank_settles(
    plan: Plan, lines: Sequence[Sequence[Line]], bank: Bank, first: int
) -> tuple[tuple[tuple[Line, ...], ...], int]:
    """The lines after a bank settled them seat by seat from `first` on, and what the bank won or lost."""
    spec = plan.game.spec
    assert spec.bank is not None
    envies = [wager.spec.envy.pays_as for wager in plan.wagers.values() if wager.spec.envy]
    order = printed_order(lines, (*plan.order, *envies), first=first)
    if spec.envy_last:
        order.sort(key=lambda item: lines[item[0]][item[1]].wager in envies)
    covered = cover(bank, lines, order, plan.game.cite(spec.bank.rule))
    return tuple(tuple(seat) for seat in covered), bank.net
