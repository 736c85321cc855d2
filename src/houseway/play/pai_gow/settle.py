"""Settling a round of pai gow: every wager of every seat, envy bonuses, ceilings, and a bank that can run out."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from houseway.cards.text import RANKS
from houseway.hands.ranking import Ranking, rank_one
from houseway.play.core.award import Ruling
from houseway.play.core.bank import Bank, cover, printed_order
from houseway.play.core.irregularities import Irregularity
from houseway.play.core.meters import Meters
from houseway.play.core.rows import fits, matching_rows
from houseway.play.core.settlement import Line
from houseway.play.core.settling import EnvyHit, Verdict, ruled, settle_spots, voided
from houseway.play.house_poker.describe import describe
from houseway.play.pai_gow.plan import PLAYER, PRICES, Plan, WagerPlan, doubled
from houseway.play.pai_gow.setting import SetHand
from houseway.play.pai_gow.table import Table, View
from houseway.rules.pays import LOSE
from houseway.rules.tables import Table as PayTable
from houseway.rules.tables import TableRow
from houseway.rules.wording import humanize


def _called(ranking: Ranking, value: int) -> str:
    """A hand as it decides: its cards where nothing else is there, otherwise what a dealer would call it."""
    if value >> ranking.shift:
        return describe(ranking, value)
    ranks = [(value >> ranking.shift - 4 * place & 15) - 1 for place in range(1, ranking.size + 1)]
    return "-".join(RANKS[rank] for rank in ranks if rank >= 0)


def deciding_rows(plan: Plan, wager: WagerPlan, table: PayTable) -> list[TableRow]:
    """The rows, the one first that counts where several fit: as printed, or the best-ranked hand first."""
    rows = list(table.rows)
    if wager.spec.rows == "ranked":
        order = plan.high.categories
        rows.sort(key=lambda row: -order.index(row.name) if row.name in order else -len(order))
    return rows


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
        stakes = [seat.wagers for seat in self.table.seats]
        return settle_spots(self.plan.game, self, stakes, self.owners, self.plan.envies, self.irregularity)

    def rulings(self, spot: int) -> list[Ruling]:
        """How the wagers of a spot come out, in the order of settling."""
        made = self.table.seats[spot].wagers
        return [self._wager(self.plan.wagers[name], spot, made[name]) for name in self.plan.order if name in made]

    def _is_void(self, wager: WagerPlan, spot: int) -> bool:
        return self.irregularity is not None and self.irregularity.voids(wager.name, self.owners[spot])

    def _wager(self, wager: WagerPlan, spot: int, stake: int) -> Ruling:
        if self.irregularity is not None and self._is_void(wager, spot):
            return voided(self.plan.game, wager.name, stake, self.irregularity)
        verdict = self._set_hands(wager, spot) if wager.spec.set_hands else self._by_table(wager, spot)
        return ruled(self.plan.game, wager.terms, stake, verdict, self.meters)

    # -- the two hands ------------------------------------------------------------------------------------------

    def _set_hands(self, wager: WagerPlan, spot: int) -> Verdict:
        mine = (
            self.table.player_set(spot)
            if wager.spec.set_hands == PLAYER
            else self.table.dragon_set(spot, own=wager.spec.set_hands == "own_dragon")
        )
        rows = matching_rows(wager.shown, self.views[spot]) if wager.shown is not None else []
        shown = self._row_verdict(wager.shown, rows[0], "dealer_shows") if wager.shown is not None and rows else None
        if shown is not None and shown.pay.result == "push":
            return replace(shown, reason=f"the dealer has {shown.reason}")
        if mine.foul:
            foul = self.plan.game.cite(self.plan.game.spec.set_hands.foul)
            return Verdict(LOSE, "foul", "foul: the low hand outranks the high hand", rule=foul)
        outcome, reason = self._compare(mine, self.table.dealer_set)
        if shown is not None and outcome == "win":
            return replace(shown, reason=reason, outcome=outcome)
        return Verdict(PRICES[outcome], outcome, reason)

    def _row_verdict(self, table: PayTable, row: TableRow, outcome: str) -> Verdict:
        return Verdict(row.pays[0], outcome, humanize(row.name), table, row=table.path(row))

    def _compare(self, mine: SetHand, dealer: SetHand) -> tuple[str, str]:
        plan = self.plan
        won, copied, said = 0, 0, []
        for name, ranking, own, other in (
            ("low", plan.low, mine.low_value, dealer.low_value),
            ("high", plan.high, mine.high_value, dealer.high_value),
        ):
            won += own > other
            copied += own == other
            verb = "beats" if own > other else "copies" if own == other else "loses to"
            said.append(f"{name}: {_called(ranking, own)} {verb} {_called(ranking, other)}")
        if copied and plan.game.spec.set_hands.copy_loses == "wager":
            return "lose", "; ".join(said)
        return ("lose", "split", "win")[won], "; ".join(said)

    # -- pay tables ---------------------------------------------------------------------------------------------

    def _hand(self, wager: WagerPlan, spot: int) -> str:
        return self.table.seats[spot].chosen.get(wager.name) or next(iter(wager.tables))

    def _row(self, wager: WagerPlan, spot: int) -> tuple[PayTable, TableRow | None]:
        """The row that decides: the first printed that fits, or the one of the best-ranked hand."""
        table = wager.tables[self._hand(wager, spot)]
        rows = deciding_rows(self.plan, wager, table)
        return table, next((row for row in rows if fits(row.clauses, self.views[spot])), None)

    def _by_table(self, wager: WagerPlan, spot: int) -> Verdict:
        table, row = self._row(wager, spot)
        if row is None:
            return Verdict(LOSE, "lose", "not among the hands that are paid")
        verdict = self._row_verdict(table, row, row.pays[0].result)
        twice = wager.doubled_by is not None and fits(wager.doubled_by, self.views[spot])
        return replace(verdict, pay=doubled(verdict.pay)) if twice else verdict

    def envy(self, wager: str, spot: int) -> EnvyHit:
        """What a spot's hand earns the other bettors of a wager: by its row, then by its rank."""
        plan, seat = self.plan.wagers[wager], self.table.seats[spot]
        assert plan.spec.envy is not None
        if self._is_void(plan, spot) or (plan.spec.envy.holder_must_bet and wager not in seat.wagers):
            return EnvyHit()
        table, row = self._row(plan, spot)
        if row is None or not row.envy:
            return EnvyHit()
        return EnvyHit((len(table.rows) - table.rows.index(row), rank_one(self.plan.high, seat.cards)), row.envy)


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
