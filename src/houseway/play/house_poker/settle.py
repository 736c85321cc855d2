"""Settling a round of house poker: every wager of every spot by the first of its cases that holds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from houseway.hands.columns import Fact
from houseway.hands.ranking import by_next_card, describe
from houseway.play.core.bank import Bank, bank_amount, cover, printed_order
from houseway.play.core.collection import collected
from houseway.play.core.irregularities import Irregularity
from houseway.play.core.meters import Meters
from houseway.play.core.money import in_dollars
from houseway.play.core.roundfile import RoundFile, read_meters, stakes_behind
from houseway.play.core.settlement import Award, Fees, Line, PotShare, Ruling, Settlement
from houseway.play.core.settling import (
    EnvyHit,
    Verdict,
    add_envy,
    award,
    bonus,
    closed,
    conclude_round,
    in_settling_order,
    ruled,
    voided,
)
from houseway.play.core.wagers import layout_name
from houseway.play.house_poker.cases import Case
from houseway.play.house_poker.plan import Plan, WagerPlan, on_hand
from houseway.play.house_poker.pot import Pot, Raked, make_pot, most_raked, posted_rake, rakes
from houseway.play.house_poker.table import Piles, Seat, SeatView
from houseway.rules.errors import RuleError
from houseway.rules.pays import Pay
from houseway.rules.tables import Table, TableRow, matching_rows
from houseway.rules.wording import counted, humanize


@dataclass(slots=True)
class Settler:
    """Judges the wagers of one round; holds the meters, which fall as awards are paid."""

    plan: Plan
    seats: Sequence[Seat]
    piles: Piles
    meters: Meters
    hands_dealt: int
    irregularity: Irregularity | None = None
    owners: Sequence[int] = ()  # the player of each spot; empty: one spot a player
    betting: Mapping[str, Any] = field(default_factory=dict)  # what the round file says of rakes
    tipped: int = 0  # what the house pays the dealer on winning wagers
    pots: dict[str, Pot] = field(default_factory=dict)  # by wager, as they are played for
    views: list[SeatView] = field(init=False)

    def __post_init__(self) -> None:
        self.owners = self.owners or range(len(self.seats))
        self.views = []
        first = None
        for index, seat in enumerate(self.seats):
            view = SeatView(self.plan, seat, index, self.piles, first)
            first = first or view
            self.views.append(view)

    def settle(self) -> tuple[tuple[Ruling, ...], ...]:
        """The rulings of every spot, in the order of the seats."""
        game, stakes = self.plan.game, [seat.wagers for seat in self.seats]
        by_spot = {spot: self.rulings(spot) for spot in in_settling_order(game, len(stakes))}
        rulings = conclude_round(game, by_spot, self.owners, self.irregularity)
        for terms in self.plan.envies:
            rulings = add_envy(game, terms, rulings, stakes, self.envy, self.owners, self.irregularity)
        return rulings

    def rulings(self, spot: int) -> list[Ruling]:
        """How the wagers of a spot come out, in the order of settling."""
        rulings = []
        view, stakes = self.views[spot], self.seats[spot].wagers
        for name in self.plan.order:
            wager = self.plan.wagers[name]
            if name in stakes:
                ruling: Ruling | None = self._wager(wager, spot, stakes[name])
            elif wager.spec.paid_on in stakes:
                ruling = self._bonus(wager, spot, stakes[wager.spec.paid_on])
            else:
                continue
            if ruling is not None:
                rulings.append(ruling)
                if ruling.outcome == "win":
                    view.winners.add(name)
        return rulings

    def _is_void(self, wager: WagerPlan, spot: int) -> bool:
        happened = self.irregularity
        if happened is None:
            return False
        if happened.hand:
            return wager.spec.hand == happened.hand
        if wager.name in happened.spec.keep:
            return happened.spec.effect == "void_table" and not self._readable(wager, spot)
        return happened.voids(wager.name, self.owners[spot])

    def _readable(self, wager: WagerPlan, spot: int) -> bool:
        """Whether a round that an irregularity broke off has all the cards that a wager's table looks at."""
        rows = wager.table.rows if wager.table else ()
        try:
            for hand in {clause.hand for row in rows for clause in row.clauses}:
                self.views[spot].cards(hand)
        except RuleError:
            return False
        return True

    def _wager(self, wager: WagerPlan, spot: int, stake: int) -> Ruling:
        if self.irregularity is not None and self._is_void(wager, spot):
            return voided(self.plan.game, wager.name, stake, self.irregularity)
        ended = self.seats[spot].closed.get(wager.name)
        if ended is not None:
            return closed(wager.name, stake, ended.net, ended.reason, ended.rule, ended.row)
        if wager.spec.pot:
            return self._from_pot(wager, spot, stake)
        return self._ruled(wager, spot, stake)

    def _from_pot(self, wager: WagerPlan, spot: int, stake: int) -> Ruling:
        """A wager for a pot: the best hand of the seats that made it takes what all of them staked."""
        pot = self.pots.get(wager.name)
        if pot is None:
            pot = self.pots[wager.name] = self._pot(wager)
        net, terms = pot.net(spot), wager.terms
        if len(pot.stakes) < 2:
            line = Line(wager.name, stake, 0, "alone in the pot, stake returned", terms.cite("push"))
            return Ruling(line, Award(0), "push")
        won = spot in pot.winners
        shared = f", shared by {len(pot.winners)}" if won and len(pot.winners) > 1 else ""
        said = "the best hand" if won else "a better hand takes the pot"
        raked = f" less a rake of {in_dollars(pot.rake)}" if pot.rake else ""
        hand, whole = self._name(self.views[spot], wager.spec.hand), in_dollars(pot.amount)
        reason = f"{hand} of a pot of {whole}{raked}: {said}{shared}"
        outcome = "win" if won else "lose"
        return Ruling(Line(wager.name, stake, net, reason, terms.cite(outcome)), Award(net, net, stake), outcome)

    def _pot(self, wager: WagerPlan) -> Pot:
        stakes = self._pot_stakes(wager)
        values = {index: self.views[index].value(wager.spec.hand) for index in stakes}
        return make_pot(stakes, values, rakes(self.betting, self._raked()).get(wager.name))

    def _pot_stakes(self, wager: WagerPlan) -> dict[int, int]:
        return {
            index: seat.wagers[wager.name]
            for index, seat in enumerate(self.seats)
            if wager.name in seat.wagers and self._alive(wager, seat) and not self._is_void(wager, index)
        }

    def _raked(self) -> dict[str, Raked]:
        """The pots that two seats or more make, in the order in which they are awarded."""
        found = {}
        for name in self.plan.order:
            spec = self.plan.wagers[name].spec
            if spec.pot and len(stakes := self._pot_stakes(self.plan.wagers[name])) > 1:
                amount = sum(stakes.values())
                posted = str(self.plan.game.options[spec.rake]) if spec.rake else "none"
                by_house = posted_rake(posted, spec.rake_limit, amount, f"house.{spec.rake}")
                found[name] = Raked(amount, by_house, most_raked(spec.rake_limit, amount))
        return found

    def _bonus(self, wager: WagerPlan, spot: int, stake: int) -> Ruling | None:
        """A bonus paid on another wager's amount, without a stake of its own."""
        base = self.plan.wagers[wager.spec.paid_on]
        if not wager.spec.offered or self._is_void(wager, spot) or self._is_void(base, spot):
            return None
        return bonus(self._ruled(wager, spot, stake))

    def _ruled(self, wager: WagerPlan, spot: int, stake: int) -> Ruling:
        return ruled(self.plan.game, wager.terms, stake, self._verdict(wager, spot, stake), self.meters)

    def _verdict(self, wager: WagerPlan, spot: int, stake: int) -> Verdict:
        """The first case that holds."""
        view = self.views[spot]
        for case in wager.cases:
            if not case.when.holds(view):
                continue
            if case.table is None:
                assert case.pay is not None
                rule = self.seats[spot].fold_rule if case.outcome == "fold" else case.rule
                return Verdict(case.pay, case.outcome, self._said(case, view), rule=rule)
            by_row = self._at_the_table(case) if case.best_of else self._by_table(wager, case, spot, stake)
            if by_row is not None:
                return by_row
        raise AssertionError("the last case of a wager always holds")

    def _said(self, case: Case, view: SeatView) -> str:
        says = case.says
        if not says.hands:
            return says.text
        names = [self._name(view, hand) for hand in says.hands]
        said = says.text.format(*names)
        if len(names) != 2 or names[0] != names[1]:
            return said
        ranking = self.plan.hands[says.hands[0]].ranking
        assert ranking is not None
        return said + by_next_card(ranking, *(view.value(hand) for hand in says.hands))

    def _name(self, view: SeatView, hand: str) -> str:
        ranking = self.plan.hands[hand].ranking
        assert ranking is not None
        if ranking.name in ("points_high", "points_low"):
            return str(view.facts(hand, True)[Fact.POINTS])
        return describe(ranking, view.value(hand))

    def _by_table(self, wager: WagerPlan, case: Case, spot: int, stake: int) -> Verdict | None:
        """The row that decides, with its price; None where no row fits."""
        table, view = case.table, self.views[spot]
        assert table is not None
        key = self._margin(case, view)
        rows = matching_rows(table, view)
        priced = [(row, pay) for row in rows if (pay := table.price(row, key)) is not None]
        if not priced:
            return self._by_second(wager, case, view, stake) if case.also is not None else None
        row, pay = priced[0]
        if len(priced) > 1:
            row, pay = max(priced, key=lambda item: self._worth(wager, table, item[1], stake))
        if wager.spec.dealer_envy and pay.result == "win":
            self.tipped += self.plan.game.round_cents(row.envy * stake / Fraction(str(table.block.base)) / 100)
        if case.also is not None:
            return self._added(pay, humanize(row.name), case, self._by_second(wager, case, view, stake))
        said = self._said(case, view)
        row_text = f"margin {key}" if key is not None and row.name == "other" else humanize(row.name)
        reason = f"{said}; {row_text}" if said else row_text
        sharers = self._sharers(wager, table, row)
        return Verdict(pay, case.outcome, reason, table, sharers, case.stake_lost, row=table.path(row))

    def _by_second(self, wager: WagerPlan, case: Case, view: SeatView, stake: int) -> Verdict | None:
        """The second of two tables alone."""
        table = case.also
        assert table is not None
        rows = matching_rows(table, view)
        if not rows:
            return None
        row = max(rows, key=lambda candidate: self._worth(wager, table, candidate.pays[0], stake))
        return Verdict(row.pays[0], case.outcome, humanize(row.name), table)

    def _added(self, pay: Pay, row_text: str, case: Case, second: Verdict | None) -> Verdict:
        """What two tables pay together."""
        if second is None:
            return Verdict(pay, case.outcome, row_text, case.table)
        both = Pay(f"{pay.text} and {second.pay.text}", (*pay.parts, *second.pay.parts), pay.returns_stake)
        return Verdict(both, case.outcome, f"{row_text} and {second.reason}", case.table)

    def _margin(self, case: Case, view: SeatView) -> int | None:
        """By how many categories the hand is above its opponent's, where prices go by that."""
        if case.margin is None:
            return None
        ranking = self.plan.hands[case.margin[0]].ranking
        assert ranking is not None
        mine, theirs = (view.value(hand) >> ranking.shift for hand in case.margin)
        return mine - theirs

    def _worth(self, wager: WagerPlan, table: Table, pay: Pay, stake: int) -> int:
        """What a row would pay, without taking it from the meter."""
        return award(
            self.plan.game,
            pay,
            stake,
            stake_kept=wager.stake_kept,
            meters=Meters(self.meters.amounts),
            meter=wager.spec.meter,
            block=table.block,
        ).net

    def _sharers(self, wager: WagerPlan, table: Table, row: TableRow) -> int:
        """How many seats share the meter award of this row."""
        if wager.spec.hits != "shared" or not any(part.kind == "share" for part in row.pays[0].parts):
            return 1
        return sum(
            wager.name in seat.wagers and self._alive(wager, seat) and row in matching_rows(table, self.views[other])
            for other, seat in enumerate(self.seats)
        )

    def _alive(self, wager: WagerPlan, seat: Seat) -> bool:
        return not seat.folded or wager.spec.survives_fold

    def _at_the_table(self, case: Case) -> Verdict | None:
        """Cover all: the best hand at the table decides for everyone who made the wager."""
        table = case.table
        assert table is not None
        wager = next(candidate for candidate in self.plan.wagers.values() if candidate.table is table)
        best: tuple[int, TableRow] | None = None
        for hand in case.best_of:
            judged = wager.judged_on[hand]
            views = [view for index, view in enumerate(self.views) if not self._is_void(wager, index)]
            for view in views if self.plan.hands[hand].own else self.views[:1]:
                for row in matching_rows(judged, view):
                    place = [candidate.name for candidate in judged.rows].index(row.name)
                    if best is None or place < best[0]:
                        best = (place, row)
        if best is None:
            return None
        pay = table.price(best[1], self.hands_dealt if table.block.by == "hands" else None)
        if pay is None:
            raise RuleError(
                f"{layout_name(wager.name, wager.spec)} has no price for {counted(self.hands_dealt, 'hand')}", "seats"
            )
        reason = f"best hand at the table is {humanize(best[1].name)}, {counted(self.hands_dealt, 'hand')}"
        return Verdict(pay, case.outcome, reason, table, row=table.path(best[1]))

    def envy(self, wager: str, spot: int) -> EnvyHit:
        """What a spot's hand earns the other bettors of a wager."""
        plan, seat = self.plan.wagers[wager], self.seats[spot]
        assert plan.spec.envy is not None
        needs_bet = seat.folded or plan.spec.envy.holder_must_bet  # nobody looks at a folded hand without the wager
        if self._is_void(plan, spot) or not self._alive(plan, seat) or seat.out:
            return EnvyHit()
        if wager in seat.closed or (needs_bet and wager not in seat.wagers):
            return EnvyHit()
        view, envy = self.views[spot], plan.spec.envy
        for case in plan.cases:
            if case.table is None or not case.when.holds(view):
                continue
            hands = [hand for hand in envy.hands or (plan.spec.hand,) if self._is_set(hand, seat)]
            if envy.beats:
                hands = [hand for hand in hands if view.value(hand) > view.value(envy.beats)]
            hits = [EnvyHit()]
            for hand in hands:
                value = view.value(hand) if self.plan.hands[hand].ranking is not None else 0
                rows = matching_rows(on_hand(case.table, plan.spec.hand, hand), view)
                hits += [EnvyHit((row.envy, value), row.envy) for row in rows if row.envy]
            return max(hits)
        return EnvyHit()

    def _is_set(self, hand: str, seat: Seat) -> bool:
        """Whether a seat has set all the parts that a hand is made of."""
        named = [part.name for part in self.plan.hands[hand].parts if part.pile == "player" and part.name]
        return all(name in seat.parts for name in named)


def hands_dealt(plan: Plan, seats: int) -> int:
    """How many hands a price by number of hands counts."""
    return seats + (plan.game.spec.hands_counted == "players_and_dealer")


def fees(plan: Plan, seats: Sequence[Seat], behind: Sequence[Mapping[str, int]] = ()) -> Fees | None:
    """The collection of a round that a player banks, by the wagers made before the cards."""
    if plan.game.spec.bank is None:
        return None
    before = [name for name in plan.takes if name not in plan.only_later]
    return collected(plan.game, [seat.wagers for seat in seats], before, plan.required, behind)


def settle_table(
    plan: Plan,
    seats: Sequence[Seat],
    piles: Piles,
    file: RoundFile,
    hands: int,
    irregularity: Irregularity | None = None,
    owners: Sequence[int] = (),
) -> Settlement:
    """The settled round, each spot as a seat."""
    meters = read_meters(file.meters)
    settler = Settler(plan, seats, piles, meters, hands, irregularity, owners, file.betting)
    lines = tuple([tuple([ruling.line for ruling in rulings]) for rulings in settler.settle()])
    player_dealer, owed = None, None
    if plan.game.spec.bank is not None:
        bank = Bank(bank_amount(file.betting), plan.game.spec.bank.covers)
        order = printed_order(lines, plan.order, passes=plan.game.spec.settle.passes)
        lines = tuple(map(tuple, cover(bank, lines, order, plan.game.cite(plan.game.spec.bank.rule))))
        player_dealer, owed = bank.net, fees(plan, seats, stakes_behind(file))
    tips = any(wager.spec.dealer_envy for wager in plan.wagers.values())
    return Settlement(
        game=plan.game.spec.id,
        seats=lines,
        meters=meters.amounts,
        awards=meters.awards,
        dealer_envy=settler.tipped if tips else None,
        pots=tuple(PotShare(pot.amount, tuple(pot.stakes)) for pot in settler.pots.values()) or None,
        rake=sum(pot.rake for pot in settler.pots.values()) if settler.pots else None,
        player_dealer=player_dealer,
        collection=owed,
    )
