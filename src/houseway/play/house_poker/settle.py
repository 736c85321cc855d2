"""Settling a round of house poker: every wager of every seat, in the order the rules pay and take."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from msgspec.structs import replace

from houseway.hands.columns import Fact
from houseway.play.core.award import NO_BLOCK, Award, Ruling, award
from houseway.play.core.caps import apply_caps
from houseway.play.core.meters import Meters
from houseway.play.core.rows import matching_rows
from houseway.play.core.settlement import Line
from houseway.play.house_poker.describe import describe, row_words
from houseway.play.house_poker.plan import Plan, Result, WagerPlan
from houseway.play.house_poker.round import Round
from houseway.play.house_poker.table import Seat
from houseway.play.house_poker.views import SeatView
from houseway.rules.errors import RuleError
from houseway.rules.house_poker import Outcome
from houseway.rules.pays import LOSE, Pay
from houseway.rules.tables import Table, TableRow
from houseway.rules.words import Irregularity

RESULTS = ("lose", "tie", "win")
_VERBS = {"win": "beats", "tie": "ties", "lose": "loses to"}


@dataclass(slots=True)
class Settler:
    """Settles one round; holds the meters, which fall as awards are paid."""

    round: Round
    meters: Meters
    hands_dealt: int
    void: Irregularity | None = None
    struck: Sequence[int] = ()  # the spots that the mishap befell
    owners: Sequence[int] = ()  # the player of each spot; empty: one spot a player
    tipped: int = 0  # what the house pays the dealer on winning wagers
    views: list[SeatView] = field(init=False)
    plan: Plan = field(init=False)

    def __post_init__(self) -> None:
        self.plan = self.round.plan
        self.owners = self.owners or range(len(self.round.seats))
        self.views = []
        first = None
        for index, seat in enumerate(self.round.seats):
            view = SeatView(self.plan, seat, index, self.round.piles, first)
            first = first or view
            self.views.append(view)

    def settle(self) -> tuple[tuple[Ruling, ...], ...]:
        """The rulings of every seat, in the order of the seats."""
        count = len(self.round.seats)
        backwards = self.plan.game.spec.settle.direction == "counterclockwise"
        rulings: list[tuple[Ruling, ...]] = [()] * count
        for index in range(count - 1, -1, -1) if backwards else range(count):
            rulings[index] = self._seat(index)
        if self.void is not None and self.void.else_returned:
            rulings = self._return_unwon(self.void, rulings)
        with_envy = self._envy(rulings)
        return apply_caps(self.plan.game, with_envy, self.owners)

    def _seat(self, index: int) -> tuple[Ruling, ...]:
        rulings: dict[str, Ruling] = {}
        made = self.round.seats[index].wagers
        for name in self.plan.order:
            wager = self.plan.wagers[name]
            if name in made:
                rulings[name] = self._wager(wager, index, made[name], rulings)
            elif wager.words.on in made and (bonus := self._bonus(wager, index, made[wager.words.on])) is not None:
                rulings[name] = bonus
        return tuple(rulings.values())

    def _is_void(self, wager: WagerPlan, index: int) -> bool:
        mishap = self.void
        if mishap is None:
            return False
        if wager.name in mishap.keep:
            return mishap.effect == "void_table" and not self._readable(wager, index)
        if mishap.effect == "void_table":
            return True
        return index in self.struck and (mishap.effect == "void_seat" or wager.name in mishap.wagers)

    def _readable(self, wager: WagerPlan, index: int) -> bool:
        """Whether a round that a mishap broke off has all the cards that a wager's table looks at."""
        rows = wager.table.rows if wager.table else ()
        try:
            for hand in {clause.hand for row in rows for clause in row.clauses}:
                self.views[index].cards(hand)
        except RuleError:
            return False
        return True

    def _return_unwon(self, mishap: Irregularity, rulings: list[tuple[Ruling, ...]]) -> list[tuple[Ruling, ...]]:
        """The wagers that go on in spite of a mishap are returned like the others when none of them wins."""
        if any(ruling.outcome == "win" for seat in rulings for ruling in seat):
            return rulings
        kept = {name: self.plan.wagers[name] for name in mishap.keep}
        return [
            tuple(self._voided(kept[r.line.wager], r.line.stake) if r.line.wager in kept else r for r in seat)
            for seat in rulings
        ]

    def _voided(self, wager: WagerPlan, stake: int) -> Ruling:
        assert self.void is not None
        line = Line(wager.name, stake, 0, "void, stake returned", self.plan.game.cite(self.void.rule))
        return Ruling(line, Award(0), "void")

    def _wager(self, wager: WagerPlan, index: int, stake: int, before: dict[str, Ruling]) -> Ruling:
        seat = self.round.seats[index]
        if self.void is not None and self._is_void(wager, index):
            return self._voided(wager, stake)
        if wager.name in seat.closed:
            closed = seat.closed[wager.name]
            line = Line(wager.name, stake, closed.net, closed.reason, closed.rule)
            return Ruling(line, Award(closed.net), "closed")
        if seat.folded and not wager.words.survives_fold:
            ruling = self._ruling(wager, stake, LOSE, "the hand was folded", "fold")
            own = "fold" in wager.cites or not seat.fold_rule
            return ruling if own else replace(ruling, line=replace(ruling.line, rule=seat.fold_rule))
        return self._judge(wager, index, stake, before)

    def _bonus(self, wager: WagerPlan, index: int, stake: int) -> Ruling | None:
        """A bonus paid on another wager's amount, without a stake of its own."""
        seat, words = self.round.seats[index], wager.words
        base = self.plan.wagers[words.on]
        if not words.offered or seat.folded or self._is_void(wager, index) or self._is_void(base, index):
            return None
        if words.only_if_played and words.only_if_played not in seat.wagers:
            return None
        ruling = self._judge(wager, index, stake, {})
        if ruling.outcome != "win":
            return None
        return replace(ruling, line=replace(ruling.line, stake=0))

    def _judge(self, wager: WagerPlan, index: int, stake: int, before: dict[str, Ruling]) -> Ruling:
        words, view = wager.words, self.views[index]
        if words.all_win:
            won = all(name in before and before[name].outcome == "win" for name in words.all_win)
            reason = "all of " if won else "not all of "
            names = ", ".join(row_words(name) for name in words.all_win)
            outcome = "win" if won else "lose"
            return self._ruling(wager, stake, wager.results[outcome].price, f"{reason}{names} won", outcome)
        if words.best_of:
            return self._over_the_table(wager, stake)
        if wager.bad_beat is not None and wager.table is not None:
            return self._bad_beat(wager, wager.table, index, stake)
        if wager.at_least is not None:
            enough = view.value(words.hand) >= wager.at_least
            outcome = "win" if enough else "lose"
            return self._result(wager, index, stake, wager.results[outcome], outcome, self._name(view, words.hand))
        if wager.table is not None:
            ruling = self._by_table(wager, wager.table, index, stake, "win", key=None)
            if ruling is not None:
                return ruling
            if wager.otherwise is not None:
                return self._ruling(wager, stake, wager.otherwise, "not among the hands that are paid", "otherwise")
            if not words.against:
                return self._ruling(wager, stake, LOSE, "not among the hands that are paid", "lose")
        return self._compare(wager, index, stake)

    def _compare(self, wager: WagerPlan, index: int, stake: int) -> Ruling:
        words, view = wager.words, self.views[index]
        mine, theirs = view.value(words.hand), view.value(words.against)
        opponent = self.plan.hands[words.against]
        if opponent.threshold is not None and theirs < opponent.threshold and "unqualified" in wager.results:
            reason = f"{words.against} does not qualify with {self._name(view, words.against)}"
            return self._result(wager, index, stake, wager.results["unqualified"], "unqualified", reason)
        outcome = RESULTS[(mine > theirs) - (mine < theirs) + 1]
        reason = f"{self._name(view, words.hand)} {_VERBS[outcome]} {self._name(view, words.against)}"
        if outcome == "tie" and isinstance(words.tie, Outcome) and self._tie_is_lost(words.tie, view, words.hand):
            return self._ruling(wager, stake, LOSE, reason, "tie")
        return self._result(wager, index, stake, wager.results[outcome], outcome, reason)

    def _tie_is_lost(self, tie: Outcome, view: SeatView, hand: str) -> bool:
        total = view.facts(hand, True)[Fact.POINTS]
        return (tie.lost_from is not None and total >= tie.lost_from) or (
            tie.lost_to is not None and total <= tie.lost_to
        )

    def _name(self, view: SeatView, hand: str) -> str:
        ranking = self.plan.hands[hand].ranking
        assert ranking is not None
        if ranking.name.startswith("points"):
            return str(view.facts(hand, True)[Fact.POINTS])
        return describe(ranking, view.value(hand))

    def _margin(self, wager: WagerPlan, index: int) -> int:
        view, words = self.views[index], wager.words
        ranking = self.plan.hands[words.hand].ranking
        assert ranking is not None
        return (view.value(words.hand) >> ranking.shift) - (view.value(words.against) >> ranking.shift)

    def _result(self, wager: WagerPlan, index: int, stake: int, result: Result, outcome: str, reason: str) -> Ruling:
        if result.table is not None:
            key = self._margin(wager, index) if result.table.block.by == "margin" else None
            ruling = self._by_table(wager, result.table, index, stake, outcome, key, reason, result.stake_lost)
            if ruling is not None:
                return ruling
        enough = result.at_least is None or self.views[index].value(wager.words.hand) >= result.at_least
        return self._ruling(wager, stake, result.price if enough else result.below, reason, outcome)

    def _by_table(
        self,
        wager: WagerPlan,
        table: Table,
        index: int,
        stake: int,
        outcome: str,
        key: int | None,
        reason: str = "",
        stake_lost: bool = False,
    ) -> Ruling | None:
        rows = matching_rows(table, self.views[index])
        priced = [(row, pay) for row in rows if (pay := table.price(row, key)) is not None]
        if not priced:
            return None
        row, pay = (
            max(priced, key=lambda item: self._worth(wager, table, item[1], stake)) if len(priced) > 1 else priced[0]
        )
        lead = f"{reason}; " if reason else ""
        what = f"margin {key}" if key is not None and row.name == "other" else row_words(row.name)
        ruling = self._ruling(wager, stake, pay, f"{lead}{what}", outcome, table, self._sharing(wager, table, row))
        if wager.words.dealer_envy and pay.result == "win":
            self.tipped += self.plan.game.round_cents(row.envy * stake / Fraction(str(table.block.base)) / 100)
        if stake_lost and pay.result == "win":
            lost = replace(ruling.line, net=ruling.line.net - stake)
            return replace(ruling, line=lost)
        return ruling

    def _worth(self, wager: WagerPlan, table: Table, pay: Pay, stake: int) -> int:
        """What a row would pay, without taking it from the meter."""
        return award(
            self.plan.game,
            pay,
            stake,
            taken=wager.taken,
            meters=Meters(self.meters.left()),
            meter=wager.words.meter,
            block=table.block,
        ).net

    def _sharing(self, wager: WagerPlan, table: Table, row: TableRow) -> int:
        """How many seats share the meter award of this row."""
        if wager.words.hits != "shared" or not any(part.kind == "share" for part in row.pays[0].parts):
            return 1
        return sum(
            wager.name in seat.wagers and self._alive(wager, seat) and row in matching_rows(table, self.views[other])
            for other, seat in enumerate(self.round.seats)
        )

    def _alive(self, wager: WagerPlan, seat: Seat) -> bool:
        return not seat.folded or wager.words.survives_fold

    def _ruling(
        self,
        wager: WagerPlan,
        stake: int,
        pay: Pay,
        reason: str,
        outcome: str,
        table: Table | None = None,
        shared_by: int = 1,
    ) -> Ruling:
        words = wager.words
        if pay.result == "win":
            paid = award(
                self.plan.game,
                pay,
                stake,
                taken=wager.taken,
                meters=self.meters,
                meter=words.meter,
                block=table.block if table else NO_BLOCK,
                shared_by=shared_by,
                commission=words.commission,
            )
            text = f"{reason}: pays {pay.text}"
        else:
            paid = award(self.plan.game, pay, stake)
            text = f"{reason}: {pay.text}"
        net = paid.net
        if words.coupon and net < 0:
            net, text = 0, f"{text}, the coupon is worth nothing"
        rule = wager.cite(outcome)
        if table is not None and pay.result == "push" and "push" in words.cites:
            rule = wager.cites["push"]
        elif table is not None and table.block.rule:
            rule = self.plan.game.cite(table.block.rule)
        return Ruling(Line(wager.name, stake, net, text, rule), paid, "win" if paid.net > 0 else outcome)

    def _over_the_table(self, wager: WagerPlan, stake: int) -> Ruling:
        """Cover all: the best hand at the table decides for everyone who made the wager."""
        assert wager.table is not None
        best: tuple[int, TableRow] | None = None
        for hand in wager.words.best_of:
            table = wager.judged_on[hand]
            own = [view for index, view in enumerate(self.views) if not self._is_void(wager, index)]
            for view in own if self.plan.hands[hand].own else self.views[:1]:
                for row in matching_rows(table, view):
                    place = [one.name for one in table.rows].index(row.name)
                    if best is None or place < best[0]:
                        best = (place, row)
        if best is None:
            return self._ruling(wager, stake, LOSE, "no hand at the table reaches the pay table", "lose")
        pay = wager.table.price(best[1], self.hands_dealt if wager.table.block.by == "hands" else None)
        if pay is None:
            raise RuleError(f"{wager.name} has no price for {self.hands_dealt} hands", "seats")
        reason = f"best hand at the table is {row_words(best[1].name)}, {self.hands_dealt} hands"
        return self._ruling(wager, stake, pay, reason, "win", wager.table)

    def _judged(self, wager: WagerPlan, table: Table, index: int) -> Table | None:
        """The table on the hand that decides: in a two-way bad beat the losing one, if both are good enough."""
        if wager.bad_beat is None:
            return table
        words, view = wager.words, self.views[index]
        mine, theirs = view.value(words.hand), view.value(words.against)
        if min(mine, theirs) < wager.bad_beat or mine == theirs:
            return None
        return wager.judged_on[words.hand if mine < theirs else words.against]

    def _bad_beat(self, wager: WagerPlan, table: Table, index: int, stake: int) -> Ruling:
        judged = self._judged(wager, table, index)
        if judged is None:
            return self._ruling(wager, stake, LOSE, "no bad beat", "lose")
        reason = "both hands are high enough and the losing one is paid"
        ruling = self._by_table(wager, judged, index, stake, "win", None, reason)
        return ruling or self._ruling(wager, stake, LOSE, "the losing hand is not among those that are paid", "lose")

    def _envy(self, rulings: list[tuple[Ruling, ...]]) -> list[tuple[Ruling, ...]]:
        """Envy bonuses: fixed sums to the other bettors when a listed hand appears."""
        for wager in self.plan.envies:
            words, table = wager.words, wager.table
            assert words.envy is not None
            assert table is not None
            if self.void is not None and self.void.effect == "void_table" and wager.name not in self.void.keep:
                continue
            bettors = {index for index, seat in enumerate(self.round.seats) if wager.name in seat.wagers}
            hits = [
                self._envy_of(wager, table, index) if bettors - {index} else 0 for index in range(len(self.round.seats))
            ]
            for index, seat in enumerate(self.round.seats):
                stake = seat.wagers.get(wager.name, 0)
                others = [
                    hit for owner, hit in zip(self.owners, hits, strict=True) if owner != self.owners[index] and hit
                ]
                if words.envy.not_to_holders and hits[index]:
                    continue
                if not stake or not others or stake < words.envy.min_stake * 100 or self._is_void(wager, index):
                    continue
                if wager.name in seat.closed:
                    continue
                total = max(others) if words.envy.highest_only else sum(others)
                net = self.plan.game.round_cents(total * stake / Fraction(str(table.block.base)) / 100)
                paragraph = words.envy.rule_by_stake.get(f"{stake / 100:g}", words.envy.rule or words.rule)
                rule = self.plan.game.cite(paragraph)
                line = Line(words.envy.pays_as, 0, net, "another player's hand earns the envy bonus", rule)
                rulings[index] = (*rulings[index], Ruling(line, Award(net), "envy"))
        return rulings

    def _envy_of(self, wager: WagerPlan, table: Table, index: int) -> int:
        """The envy bonus that a seat's hand earns for the others, in cents per base unit."""
        seat = self.round.seats[index]
        assert wager.words.envy is not None
        bet_needed = seat.folded or wager.words.envy.holder_must_bet  # nobody looks at a folded hand without the wager
        if (
            self._is_void(wager, index)
            or not self._alive(wager, seat)
            or seat.out
            or (bet_needed and wager.name not in seat.wagers)
        ):
            return 0
        judged = self._judged(wager, table, index)
        return max((row.envy for row in matching_rows(judged, self.views[index])), default=0) if judged else 0
