"""House poker as columns: arrays tell which case of each wager holds and by which row, and one row of each kind is
played and settled by the engine itself, so that prices, rounding and citations are its own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from houseway.bulk.columns import ABSENT, ODD, Columns
from houseway.bulk.kernels import Bytes, Ints, group_rows, lies_too_often
from houseway.bulk.lines import Labels, PartLines, Ruled
from houseway.cards.decks import copies_of_each
from houseway.odds.arrays import Flags
from houseway.odds.house_poker.batch import Batch
from houseway.odds.house_poker.wagers import redraws
from houseway.play.core.roundfile import convert_round, read_meters
from houseway.play.house_poker.cases import Case
from houseway.play.house_poker.plan import Part, Plan, WagerPlan, load_plan
from houseway.play.house_poker.round import Round, check_no_extra, replay, start
from houseway.play.house_poker.settle import Settler, hands_dealt
from houseway.play.house_poker.table import Closed
from houseway.rules.errors import RuleError
from houseway.rules.tables import Table, TableRow
from houseway.rules.words import Cap

_UNKNOWN = (RuleError, LookupError, ValueError, AssertionError)  # of cards that a batch does not hold
_MOST_ROWS = 60  # of a table whose fitting rows are kept as bits


class _Sight(Batch):
    """Many rows at the end of their rounds, as the conditions of wagers see them."""

    def __init__(self, plan: Plan, piles: Mapping[str, Bytes], size: int) -> None:
        super().__init__(plan, piles)
        self.size = size
        self.is_folded: Flags = np.zeros(size, np.bool_)
        self.made_by: dict[str, Flags] = {}
        self.acted_by: dict[str, Flags] = {}
        self.won_by: dict[str, Flags] = {}
        self.short: set[str] = set()  # piles that the log does not hold in full

    def _part(self, part: Part, held_only: bool = False) -> Bytes:
        if part.pile in self.short or part.pile not in self.piles:
            held = self.piles[part.pile].shape[1] if part.pile in self.piles else 0
            if part.whole or (part.stop or 0) > held:
                raise RuleError("the log does not hold these cards", part.pile)
        return super()._part(part, held_only)

    def _never(self) -> Flags:
        return np.zeros(self.size, np.bool_)

    def folded(self) -> Flags:
        return self.is_folded

    def made(self, wager: str) -> Flags:
        return self.made_by.get(wager, self._never())

    def acted(self, verb: str) -> Flags:
        return self.acted_by.get(verb, self._never())

    def won(self, wager: str) -> Flags:
        return self.won_by.get(wager, self._never())

    def rows_of(self, table: Table, here: Flags | None = None) -> Ints:
        """The row that decides, counted from 1, or for a table of the best price a bit for each that fits; 0: none.

        `here` are the rows that are asked for: where these are few, the others are not looked at.
        """
        if here is not None and 2 * np.count_nonzero(here) < self.size and not self._known(table.hand):
            rows = np.flatnonzero(here)
            few = _Sight(self.plan, {name: cards[rows] for name, cards in self.piles.items()}, len(rows))
            few.short = self.short
            row_numbers = np.zeros(self.size, np.int64)
            row_numbers[rows] = few.rows_of(table)
            return row_numbers
        if table.block.award != "best":
            return self.decisive(table).astype(np.int64) + 1
        if len(table.rows) > _MOST_ROWS:
            raise RuleError("too many rows", table.name)
        fitting = np.zeros(self.size, np.int64)
        for place, row in enumerate(table.rows):
            fitting |= np.where(self.fits(row.clauses), np.int64(1) << np.int64(place), 0)
        return fitting

    def _known(self, hand: str) -> bool:
        return any(name == hand for name, _ in self._facts)


@dataclass
class _Verdicts:
    """For each row: the case, the row of its table, the margin, the row of a second table."""

    case: Ints
    row: Ints
    margin: Ints
    also: Ints
    left: Flags

    def columns(self) -> tuple[Ints, ...]:
        return self.case, self.row, self.margin, self.also


@dataclass(frozen=True)
class _Played:
    """What the decisions of a kind of rows yielded: the wagers made, those that ended early, whether it folded."""

    error: bool = False
    stakes: Mapping[str, int] = field(default_factory=dict)
    closed: Mapping[str, Closed] = field(default_factory=dict)
    folded: bool = False
    fold_rule: str = ""
    verbs: frozenset[str] = frozenset()
    short: frozenset[str] = frozenset()  # piles with fewer cards than were dealt


@dataclass
class Engine:
    """A house-poker game that settles columns."""

    game: str
    house: Mapping[str, Any]
    labels: Labels
    plan: Plan = field(init=False)
    _played: dict[tuple[int, ...], _Played] = field(default_factory=dict)
    _ruled: dict[tuple[str, tuple[int, ...]], Ruled] = field(default_factory=dict)
    _texts: dict[tuple[str, str], int] = field(default_factory=dict)
    _endings: dict[tuple[Closed | None, str], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.plan = load_plan(self.game, dict(self.house))

    @property
    def fits(self) -> bool:
        """Whether arrays know all that a round of this game may hold."""
        plan = self.plan
        choices = [choice.spec for stage in plan.choices for choice in stage]
        return not (
            redraws(plan)
            or plan.game.spec.packs
            or plan.selects
            or any(plan.house_way)
            or any(stage.hand for stage in plan.stages)
            or any(choice.parts for choice in choices)
            or plan.game.bonus_most
        )

    # -- a part of a log ----------------------------------------------------------------------------------------------

    def settle(self, columns: Columns) -> PartLines:
        """The lines of a part; what arrays cannot tell is left."""
        lines = PartLines(columns.size, left=columns.special.copy())
        if not self.fits:
            lines.left[:] = True
            return lines
        starts, ends = columns.rounds
        first = np.repeat(starts, ends - starts)
        piles = self._piles(columns, first)
        stakes = {name: columns.amounts(f"wagers.{name}") for name in columns.names("wagers.")}
        for amounts in stakes.values():
            lines.left |= amounts == ODD
        counts = [count for _, count in piles.values()]
        for count in counts:
            lines.left |= count < 0
        lines.left |= self._crowded(columns, piles, starts, ends)
        lines.left |= self._entangled(stakes, starts, ends)
        codes, kinds = group_rows(*counts) if counts else (np.zeros(columns.size, np.int64), np.zeros(1, np.int64))
        for kind, row in enumerate(kinds):
            rows = np.flatnonzero((codes == kind) & ~lines.left)
            if len(rows):
                dealt = {
                    name: np.ascontiguousarray(cards[rows, : count[row]]) for name, (cards, count) in piles.items()
                }
                self._alike(columns, rows, dealt, {name: amounts[rows] for name, amounts in stakes.items()}, lines)
        self._capped(lines, starts, ends)
        lines.clear(lines.left)
        return lines

    def _piles(self, columns: Columns, first: Ints) -> dict[str, tuple[Bytes, Ints]]:
        """The piles by the names of the game; what all seats share is that of the round's first row."""
        piles = {"player": (columns.pile("cards").full, columns.pile("cards").counts)}
        shared = [("dealer", "dealer"), ("community", "community")]
        shared += [(name, f"piles.{name}") for name in columns.names("piles.")]
        alone = len(first) == 0 or bool((first == np.arange(len(first))).all())
        for name, column in shared:
            if column in columns.raw:
                pile = columns.pile(column)
                piles[name] = (pile.full, pile.counts) if alone else (pile.full[first], pile.counts[first])
        return piles

    def _crowded(self, columns: Columns, piles: Mapping[str, tuple[Bytes, Ints]], starts: Ints, ends: Ints) -> Flags:
        """Rows of rounds in which a card lies too often, or more seats play than the table has."""
        spec, size = self.plan.game.spec, columns.size
        most = int((ends - starts).max(initial=1))
        bad = np.zeros(size, np.bool_)
        held = [cards for cards, _ in piles.values()]
        if most == 1:
            return lies_too_often(np.concatenate(held, axis=1), copies_of_each(spec.deck)) if held else bad
        hole, shared = held[0], held[1:]
        for seats in range(1, most + 1):
            of_size = starts[ends - starts == seats]
            if len(of_size):
                laid = [hole[of_size + seat] for seat in range(seats)] + [cards[of_size] for cards in shared]
                wrong = lies_too_often(np.concatenate(laid, axis=1), copies_of_each(spec.deck))
                for seat in range(seats):
                    bad[of_size + seat] = wrong | (seats > max(spec.seats, 1))
        return bad

    def _entangled(self, stakes: Mapping[str, Ints], starts: Ints, ends: Ints) -> Flags:
        """Rows of rounds of several seats in which a wager depends on the other seats."""
        size = int(ends[-1]) if len(ends) else 0
        several = np.repeat(ends - starts > 1, ends - starts)
        touched = np.zeros(size, np.bool_)
        for name, amounts in stakes.items():
            wager = self.plan.wagers.get(name)
            if wager is None or any(
                (wager.spec.envy is not None, wager.spec.hits == "shared", wager.spec.best_of, wager.spec.pot)
            ):
                touched |= amounts != ABSENT
        if not (several & touched).any():
            return touched & several
        rounds = np.repeat(np.arange(len(starts)), ends - starts)
        return several & (np.bincount(rounds, touched)[rounds] > 0)

    # -- rows whose piles are of the same size ------------------------------------------------------------------------

    def _alike(
        self,
        columns: Columns,
        rows: Ints,
        piles: Mapping[str, Bytes],
        stakes: Mapping[str, Ints],
        lines: PartLines,
    ) -> None:
        sight = _Sight(self.plan, piles, len(rows))
        texts = columns.texts("actions")
        actions = np.array([self._text("actions", text) for text in texts.texts], np.int64)[texts.codes[rows]]
        try:
            conditions = self._conditions(sight)
        except _UNKNOWN:
            lines.left[rows] = True
            return
        sizes = tuple(piles[name].shape[1] for name in piles)
        names = tuple(stakes)
        codes, firsts = group_rows(actions, *conditions, *stakes.values())
        played = []
        for place in firsts:
            values = [
                actions[place],
                *(condition[place] for condition in conditions),
                *(stake[place] for stake in stakes.values()),
            ]
            key = (hash((names, tuple(piles), sizes)), *map(int, values))
            if key not in self._played:
                self._played[key] = self._play(columns, int(rows[place]))
            played.append(self._played[key])
        sight.short = {name for one in played for name in one.short}
        unsettled = np.array([one.error for one in played])[codes]
        sight.is_folded = np.array([one.folded for one in played])[codes]
        for name in {name for one in played for name in one.stakes}:
            sight.made_by[name] = np.array([name in one.stakes for one in played])[codes]
        for verb in {verb for one in played for verb in one.verbs}:
            sight.acted_by[verb] = np.array([verb in one.verbs for one in played])[codes]
        for name in self.plan.order:
            self._settle_wager(columns, rows, self.plan.wagers[name], sight, played, codes, unsettled, lines)
        lines.left[rows[unsettled]] = True

    def _text(self, kind: str, text: str) -> int:
        return self._texts.setdefault((kind, text), len(self._texts))

    def _conditions(self, sight: _Sight) -> list[Ints]:
        """What decisions ask of the cards: enough of a hand, or a tie."""
        flags: list[Flags] = []
        for index, stage in enumerate(self.plan.stages):
            for choice in self.plan.choices[index]:
                for bound in (choice.having, choice.below):
                    if bound is not None:
                        flags.append(sight.value(choice.spec.hand) >= bound)
            if stage.if_tied is not None:
                flags.append(self._tied(sight, index, stage.if_tied))
        return [flag.astype(np.int64) for flag in flags]

    def _tied(self, sight: _Sight, index: int, hands: tuple[str, str]) -> Flags:
        """Whether two hands are equal when a stage is reached: of the cards that were dealt before it."""
        dealt: dict[str, int] = {}
        for before in self.plan.stages[: index + 1]:
            if before.if_tied is None:
                for pile, size in before.deal.items():
                    dealt[pile] = dealt.get(pile, 0) + size
        piles = {name: np.ascontiguousarray(cards[:, : dealt.get(name, 0)]) for name, cards in sight.piles.items()}
        now = Batch(self.plan, piles)
        tied: Flags = now.value(hands[0]) == now.value(hands[1])
        return tied

    def _round(self, columns: Columns, row: int) -> Round:
        """One row played to the end by the engine."""
        starts, _ = columns.rounds
        begin = int(starts[np.searchsorted(starts, row, side="right") - 1])
        shared = columns.round_file(self.game, self.house, begin, begin)
        now = replay(start(convert_round({**shared, "seats": [columns.seat(row)]}), self.plan))
        check_no_extra(now)
        return now

    def _play(self, columns: Columns, row: int) -> _Played:
        try:
            now = self._round(columns, row)
        except RuleError:
            return _Played(error=True)
        seat = now.seats[0]
        short = {name for name, due in now.piles.due.items() if len(now.piles.cards.get(name, ())) != due}
        if len(seat.cards) != seat.due:
            short.add("player")
        verbs = frozenset(action.split()[0] for action in seat.actions if action)
        return _Played(False, seat.wagers, seat.closed, seat.folded, seat.fold_rule, verbs, frozenset(short))

    # -- one wager ----------------------------------------------------------------------------------------------------

    def _settle_wager(
        self,
        columns: Columns,
        rows: Ints,
        wager: WagerPlan,
        sight: _Sight,
        played: Sequence[_Played],
        codes: Ints,
        unsettled: Flags,
        lines: PartLines,
    ) -> None:
        base = wager.spec.paid_on or wager.name
        stake = np.array([one.stakes.get(base, ABSENT) for one in played], np.int64)[codes]
        concerned = (stake != ABSENT) & ~unsettled
        if wager.spec.paid_on and not wager.spec.offered:
            return
        if not concerned.any():
            return
        ending = np.array(
            [self._ending(one, wager.name) if one.closed or one.folded else 0 for one in played], np.int64
        )[codes]
        try:
            verdicts = self._verdicts(wager, sight, concerned)
        except _UNKNOWN:
            unsettled |= concerned
            return
        unsettled |= verdicts.left & concerned & (ending <= 0)
        places = np.flatnonzero(concerned & ~unsettled)
        if not len(places):
            return
        kinds, firsts = group_rows(*(one[places] for one in (*verdicts.columns(), stake, ending) if one.any()))
        ruled, unknown = [], np.zeros(len(firsts), np.bool_)
        for kind, first in enumerate(firsts):
            place = places[first]
            key = (wager.name, tuple(int(one[place]) for one in (*verdicts.columns(), stake, ending)))
            if key not in self._ruled:
                try:
                    self._rule(columns, int(rows[place]), wager.name, key)
                except RuleError:
                    unknown[kind] = True
            ruled.append(self._ruled.get(key, Ruled(0, 0, -1)))
        unsettled[places[unknown[kinds]]] = True
        lines.of(wager.name).put(rows[places], ruled, kinds)
        won = np.zeros(len(rows), np.bool_)
        won[places] = np.array([one.won for one in ruled])[kinds]
        sight.won_by[wager.name] = won

    def _ending(self, played: _Played, wager: str) -> int:
        """A number for how a wager ended before the showdown: 0 where it did not, negative where the hand folded."""
        closed = played.closed.get(wager)
        if closed is None and not played.folded:
            return 0
        number = self._endings.setdefault((closed, "" if closed else played.fold_rule), len(self._endings) + 1)
        return number if closed is not None else -number

    def _rule(self, columns: Columns, row: int, wager: str, key: tuple[str, tuple[int, ...]]) -> None:
        """Settle one row of a kind."""
        now = self._round(columns, row)
        shown = columns.round_file(self.game, self.house, row, row).get("meters", {})
        settler = Settler(self.plan, now.seats, now.piles, read_meters(shown), hands_dealt(self.plan, 1))
        ruling = next((judged for judged in settler.rulings(0) if judged.line.wager == wager), None)
        self._ruled[key] = self.labels.ruled(
            ruling.line if ruling else None, ruling is not None and ruling.outcome == "win"
        )

    def _verdicts(self, wager: WagerPlan, sight: _Sight, concerned: Flags) -> _Verdicts:
        """By which case and row each hand is decided."""
        size = sight.size
        case_of, row, margin, also = np.zeros((4, size), np.int64)
        verdicts = _Verdicts(case_of, row, margin, also, np.zeros(size, np.bool_))
        undecided = concerned.copy()
        for number, case in enumerate(wager.cases):
            here: Flags = undecided & case.when.holds(sight)
            if not here.any():
                continue
            if case.pot:
                verdicts.left |= here
            elif case.best_of:
                here = self._best_of(wager, case, sight, here, verdicts)
            elif case.table is not None:
                here = self._by_table(case, sight, here, verdicts)
            elif case.pay is not None and any(part.from_meter for part in case.pay.parts):
                verdicts.left |= here
            verdicts.case[here] = number
            undecided &= ~here
            if not undecided.any():
                break
        return verdicts

    def _by_table(self, case: Case, sight: _Sight, here: Flags, verdicts: _Verdicts) -> Flags:
        """The rows that a table decides: those with a row that has a price."""
        table = case.table
        assert table is not None
        fitting = sight.rows_of(table, here)
        margin = sight._margin(case)
        margin = np.zeros(sight.size, np.int64) if margin is None else margin
        also = sight.rows_of(case.also, here) if case.also is not None else np.zeros(sight.size, np.int64)
        codes, firsts = group_rows(fitting, margin)
        priced, metered = np.zeros(len(firsts), np.bool_), np.zeros(len(firsts), np.bool_)
        for kind, place in enumerate(firsts):
            rows = _rows_in(table, int(fitting[place]))
            key = int(margin[place]) if case.margin is not None else None
            priced[kind] = any(table.price(row, key) is not None for row in rows)
            metered[kind] = _metered(rows)
        second = also > 0
        if case.also is not None and _metered(case.also.rows):
            verdicts.left |= here & second
        decided = here & (priced[codes] | second)
        verdicts.row[decided], verdicts.margin[decided], verdicts.also[decided] = (
            fitting[decided],
            margin[decided],
            also[decided],
        )
        verdicts.left |= decided & metered[codes]
        return decided

    def _best_of(self, wager: WagerPlan, case: Case, sight: _Sight, here: Flags, verdicts: _Verdicts) -> Flags:
        """The rows in which some hand of a table with one seat is paid: the best row that any of them reaches."""
        rows = len(case.table.rows) if case.table is not None else 0
        best = np.full(sight.size, rows, np.int64)
        for hand in case.best_of:
            reached = sight.decisive(wager.judged_on[hand]).astype(np.int64)
            best = np.minimum(best, np.where(reached < 0, rows, reached))
        decided = here & (best < rows)
        verdicts.row[decided] = best[decided] + 1
        if case.table is not None and _metered(case.table.rows):
            verdicts.left |= decided
        return decided

    # -- ceilings -----------------------------------------------------------------------------------------------------

    def _capped(self, part_lines: PartLines, starts: Ints, ends: Ints) -> None:
        """Leave the rounds in which more is won than a ceiling allows."""
        for cap, limit in self.plan.game.ceilings:
            total = np.zeros(part_lines.size, np.int64)
            for name, lines in part_lines.wagers.items():
                if _named(cap, name):
                    total += np.maximum(lines.net, 0)
            rounds = np.repeat(np.arange(len(starts)), ends - starts)
            over = np.bincount(rounds, total, minlength=len(starts)) > limit
            part_lines.left |= over[rounds]


def _named(cap: Cap, wager: str) -> bool:
    return not cap.wagers or wager in cap.wagers


def _metered(rows: Sequence[TableRow]) -> bool:
    """Whether a row pays from a meter: such an award depends on what else is drawn from it."""
    return any(part.from_meter for row in rows for pay in row.pays for part in pay.parts)


def _rows_in(table: Table, fitting: int) -> list[TableRow]:
    """The rows that a number of `rows_of` stands for."""
    if table.block.award != "best":
        return [table.rows[fitting - 1]] if fitting else []
    return [row for place, row in enumerate(table.rows) if fitting >> place & 1]
