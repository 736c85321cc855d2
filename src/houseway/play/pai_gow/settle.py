"""Settling a round of pai gow: every wager of every seat, envy bonuses, ceilings, and a bank that can run out."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from houseway.cards.text import RANKS
from houseway.hands.ranking import Ranking, rank_one
from houseway.play.core.award import Award, Ruling, award
from houseway.play.core.bank import Bank, cover, printed_order
from houseway.play.core.caps import apply_caps
from houseway.play.core.commission import commission_of
from houseway.play.core.irregularities import Irregularity
from houseway.play.core.meters import Meters
from houseway.play.core.money import dollars
from houseway.play.core.rows import fits, matching_rows
from houseway.play.core.settlement import Line
from houseway.play.house_poker.cases import humanize as row_words
from houseway.play.house_poker.describe import describe
from houseway.play.pai_gow.plan import PLAYER, PRICES, Plan, WagerPlan, doubled
from houseway.play.pai_gow.setting import SetHand
from houseway.play.pai_gow.table import Table, View
from houseway.rules.pays import LOSE, PUSH, Pay
from houseway.rules.tables import Table as PayTable
from houseway.rules.tables import TableRow
from houseway.rules.words import PayBlock


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
        count = len(self.table.seats)
        backwards = self.plan.game.spec.settle.direction == "counterclockwise"
        rulings: list[list[Ruling]] = [[] for _ in range(count)]
        for index in range(count - 1, -1, -1) if backwards else range(count):
            for name in self.plan.order:
                stake = self.table.seats[index].wagers.get(name)
                if stake is not None:
                    rulings[index].append(self._wager(self.plan.wagers[name], index, stake))
        rulings = self._return_unwon(rulings)
        self._envy(rulings)
        return apply_caps(self.plan.game, [tuple(seat) for seat in rulings], self.owners)

    def _cite(self, wager: WagerPlan, outcome: str) -> str:
        return self.plan.game.cite(wager.spec.cites.get(outcome, wager.spec.rule))

    def _is_void(self, wager: WagerPlan, index: int) -> bool:
        return self.irregularity is not None and self.irregularity.voids(wager.name, self.owners[index])

    def _voided(self, name: str, stake: int) -> Ruling:
        assert self.irregularity is not None
        line = Line(name, stake, 0, "void, stake returned", self.plan.game.cite(self.irregularity.spec.rule))
        return Ruling(line, Award(0), "void")

    def _return_unwon(self, rulings: list[list[Ruling]]) -> list[list[Ruling]]:
        """Wagers that go on in spite of a mishap are returned like the others when none of them wins."""
        if self.irregularity is None or not self.irregularity.spec.else_returned:
            return rulings
        if any(ruling.outcome == "win" for seat in rulings for ruling in seat):
            return rulings
        return [[self._voided(ruling.line.wager, ruling.line.stake) for ruling in seat] for seat in rulings]

    def _wager(self, wager: WagerPlan, index: int, stake: int) -> Ruling:
        if self._is_void(wager, index):
            return self._voided(wager.name, stake)
        if wager.spec.set_hands:
            return self._set_hands(wager, index, stake)
        return self._by_table(wager, index, stake)

    # -- the two hands ------------------------------------------------------------------------------------------

    def _set_hands(self, wager: WagerPlan, index: int, stake: int) -> Ruling:
        mine = (
            self.table.player_set(index)
            if wager.spec.set_hands == PLAYER
            else self.table.dragon_set(index, own=wager.spec.set_hands == "own_dragon")
        )
        winners, rows = None, []
        if wager.shown is not None:
            rows = matching_rows(wager.shown, self.views[index])
            if rows:
                winners = rows[0].pays[0]
                reason = f"the dealer has {row_words(rows[0].name)}"
                if winners.result == "push":
                    return self._ruling(wager, stake, PUSH, reason, "dealer_shows", wager.shown, rows[0])
        if mine.foul:
            ruling = self._ruling(wager, stake, LOSE, "foul: the low hand outranks the high hand", "lose")
            rule = self.plan.game.cite(self.plan.game.spec.set_hands.foul)
            return replace(ruling, line=replace(ruling.line, rule=rule))
        outcome, reason = self._compare(mine, self.table.dealer_set)
        pay = winners if winners is not None and outcome == "win" else PRICES[outcome]
        shown = wager.shown if winners is pay else None
        return self._ruling(wager, stake, pay, reason, outcome, shown, rows[0] if shown else None)

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

    def _hand(self, wager: WagerPlan, index: int) -> str:
        return self.table.seats[index].chosen.get(wager.name) or next(iter(wager.tables))

    def _row(self, wager: WagerPlan, index: int) -> tuple[PayTable, TableRow | None]:
        """The row that decides: the first printed that fits, or the one of the best-ranked hand."""
        table = wager.tables[self._hand(wager, index)]
        rows = deciding_rows(self.plan, wager, table)
        return table, next((row for row in rows if fits(row.clauses, self.views[index])), None)

    def _by_table(self, wager: WagerPlan, index: int, stake: int) -> Ruling:
        table, row = self._row(wager, index)
        if row is None:
            return self._ruling(wager, stake, LOSE, "not among the hands that are paid", "lose")
        pay = row.pays[0]
        if wager.doubled_by is not None and fits(wager.doubled_by, self.views[index]):
            pay = doubled(pay)
        return self._ruling(wager, stake, pay, row_words(row.name), "win", table, row)

    def _ruling(
        self,
        wager: WagerPlan,
        stake: int,
        pay: Pay,
        reason: str,
        outcome: str,
        table: PayTable | None = None,
        row: TableRow | None = None,
    ) -> Ruling:
        paid = award(
            self.plan.game,
            pay,
            stake,
            taken=bool(wager.spec.meter),
            meters=self.meters,
            meter=wager.spec.meter,
            block=table.block if table else PayBlock(),
        )
        text = f"{reason}: {'pays ' if pay.result == 'win' else ''}{pay.text}"
        commission = commission_of(self.plan.game, wager.spec)
        fee = commission.owed(self.plan.game, paid.net, stake) if commission is not None else 0
        if fee:
            text = f"{text}, less commission of ${dollars(fee)}"
        rule = self.plan.game.cite(table.block.rule) if table and table.block.rule else self._cite(wager, outcome)
        if pay.result != "win" and outcome == "win":
            outcome = pay.result
        path = table.path(row) if table is not None and row is not None else ""
        return Ruling(Line(wager.name, stake, paid.net - fee, text, rule, outcome, path), paid, outcome)

    # -- envy ---------------------------------------------------------------------------------------------------

    def _envy(self, rulings: list[list[Ruling]]) -> None:
        """Fixed sums to the other bettors when a listed hand appears."""
        for wager in self.plan.wagers.values():
            words = wager.spec.envy
            if words is None or not any(wager.name in seat.wagers for seat in self.table.seats):
                continue
            hits = [self._envy_of(wager, index) for index in range(len(self.table.seats))]
            best = max(hits)
            for index, seat in enumerate(self.table.seats):
                stake = seat.wagers.get(wager.name, 0)
                if not stake or stake < words.min_stake * 100 or self._is_void(wager, index):
                    continue
                if words.not_to_holders and hits[index][2]:
                    continue
                others = [hit for owner, hit in zip(self.owners, hits, strict=True) if owner != self.owners[index]]
                if words.highest_only:
                    net = best[2] if best in others else 0
                else:
                    net = sum(cents for _, _, cents in others)
                if net:
                    rule = self.plan.game.cite(words.rule or wager.spec.rule)
                    line = Line(words.pays_as, 0, net, "another player's hand earns the envy bonus", rule)
                    rulings[index].append(Ruling(line, Award(net), "envy"))

    def _envy_of(self, wager: WagerPlan, index: int) -> tuple[int, int, int]:
        """What a seat's hand earns the others: the place of its row counted from below, its rank, and the cents."""
        seat = self.table.seats[index]
        assert wager.spec.envy is not None
        if self._is_void(wager, index):
            return 0, 0, 0
        if wager.spec.envy.holder_must_bet and wager.name not in seat.wagers:
            return 0, 0, 0
        table, row = self._row(wager, index)
        if row is None or not row.envy:
            return 0, 0, 0
        value = rank_one(self.plan.high, seat.cards)
        return len(table.rows) - table.rows.index(row), value, row.envy


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
