"""Blackjack as columns: records of one hand a seat, played as they say.

Hands that hold the same values in the same order may be played alike, and come out alike when they end alike. So one
row of each kind is settled by the engine itself: first whether the record is one of the rules, then what it yields.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from houseway.bulk.columns import ABSENT, ODD, Columns
from houseway.bulk.kernels import Bytes, Ints, group_rows, lies_too_often
from houseway.bulk.lines import Labels, PartLines, Ruled
from houseway.cards.decks import copies_of_each
from houseway.hands.columns import Fact
from houseway.hands.facts import facts_array
from houseway.hands.kernels import fitting
from houseway.odds.pay_rows import rows_that_fit
from houseway.play.blackjack.file import read_file
from houseway.play.blackjack.plan import Plan, SideBet, load_plan
from houseway.play.blackjack.totals import card_value, dealer_hits, in_ranks, is_21_in_two
from houseway.play.core.cases import masks
from houseway.play.core.roundfile import convert_round
from houseway.play.core.settlement import Line
from houseway.rules.blackjack import VIEWS
from houseway.rules.errors import RuleError
from houseway.rules.patterns import Row
from houseway.rules.tables import Table

Flags = npt.NDArray[np.bool_]

_PLAIN = {"hit", "stand", "double", "surrender", "decline", "no", "pass"}  # actions that state no amount
_MOST = 14  # cards of a hand whose values fit in a word
_SOURCES = {"first", "start", "up", "hole", "hand", "dealer"}
_VALUES = np.array([*(card_value(card) for card in range(52)), *[0] * 204], np.int64)
COMPLETE, SHORT, OVER = range(3)  # a dealer's hand: drawn out, still to draw, or drawn beyond its end


class _Seen:
    """Rows whose hands are of one size, as side bets look at them."""

    def __init__(self, hand: Bytes, dealer: Bytes) -> None:
        self._hand, self._dealer, self.size = hand, dealer, len(hand)
        self._facts: dict[str, Ints] = {}

    def cards(self, view: str) -> Bytes:
        sources = {
            "first": self._hand[:, :1], "start": self._hand[:, :2], "hand": self._hand, "up": self._dealer[:, :1],
            "hole": self._dealer[:, 1:2], "dealer": self._dealer,
        }  # fmt: skip
        return np.ascontiguousarray(np.concatenate([sources[source] for source in VIEWS[view].cards], axis=1))

    def facts(self, view: str, natural: bool) -> Ints:
        del natural
        if view not in self._facts:
            cards = self.cards(view)
            self._facts[view] = fitting(facts_array, len(cards))(cards, VIEWS[view].length)
        return self._facts[view]

    def fits(self, row: Row) -> Flags:
        return rows_that_fit(row, self)

    def key(self, table: Table) -> Ints:
        """The head of the column of a table with prices by count or up card; 0 where its prices are not by either."""
        if table.block.by == "count":
            return np.full(self.size, self.cards(table.hand).shape[1], np.int64)
        values = _VALUES[self._dealer[:, 0]]
        return np.where(values == 1, 11, values) if table.block.by == "up" else np.zeros(self.size, np.int64)


@dataclass(frozen=True)
class _Hands:
    """What rows of a part hold: values of the hand in order, its end, and how the dealer ends."""

    packed: Ints  # values of the cards, the first two in order of their rank
    count: Ints
    total: Ints
    natural: Flags
    up: Ints
    up_kind: Ints
    dealer_total: Ints
    dealer_natural: Flags
    dealer_count: Ints
    dealer_state: Ints


@dataclass
class Engine:
    """A blackjack game that settles columns."""

    game: str
    house: Mapping[str, Any]
    labels: Labels
    plan: Plan = field(init=False)
    _fine: dict[tuple[int, ...], bool] = field(default_factory=dict)
    _ruled: dict[tuple[str, tuple[int, ...]], dict[str, Ruled]] = field(default_factory=dict)
    _texts: dict[str, int] = field(default_factory=dict)
    _dealers: dict[tuple[int, ...], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.plan = load_plan(self.game, dict(self.house))

    @property
    def fits(self) -> bool:
        """Whether a round is one hand of two cards against one of the dealer's, as the rules of the game say it."""
        spec, plan = self.plan.spec, self.plan
        return not (
            plan.spots != 1
            or len(plan.mains) != 1
            or spec.start != 2
            or spec.shared
            or spec.streets is not None
            or spec.switch
            or spec.free
            or plan.duel is not None
            or spec.instant is not None
            or spec.dealer.hands > 1
            or spec.dealer.busts_push_on
            or (spec.split is not None and spec.split.singles)
            or plan.game.bonus_most
        )

    def settle(self, columns: Columns) -> PartLines:
        """The lines of a part; what arrays cannot tell is left."""
        part_lines = PartLines(columns.size, left=columns.special.copy())
        stakes = {name: columns.amounts(f"wagers.{name}") for name in columns.names("wagers.")}
        main = self.plan.mains[0]
        if not self.fits or main not in stakes or not columns.size:
            part_lines.left[:] = True
            return part_lines
        starts, ends = columns.rounds
        first = np.repeat(starts, ends - starts)
        hand, dealer = columns.pile("cards"), columns.pile("dealer")
        held, theirs = hand.full, dealer.full[first]
        counts, dealt = hand.counts, dealer.counts[first]
        for amounts in stakes.values():
            part_lines.left |= amounts == ODD
        part_lines.left |= (counts < 2) | (counts > _MOST) | (dealt < 2) | (stakes[main] == ABSENT)
        part_lines.left |= np.repeat(ends - starts > max(self.plan.spec.seats, 1), ends - starts)
        part_lines.left |= self._crowded(held, theirs, starts, ends)
        texts = columns.texts("actions")
        plain = np.array([self._is_plain(text) for text in texts.texts])
        part_lines.left |= ~plain[texts.codes]
        actions = np.array([self._texts.setdefault(text, len(self._texts)) for text in texts.texts])[texts.codes]
        rows = np.flatnonzero(~part_lines.left)
        if len(rows):
            hands = self._read(held[rows], counts[rows], theirs[rows], dealt[rows])
            placed = {name: amounts[rows] for name, amounts in stakes.items()}
            self._settle_rows(columns, rows, hands, actions[rows], placed, held, theirs, part_lines)
        for cap, limit in self.plan.game.ceilings:
            won = np.zeros(part_lines.size, np.int64)
            for name, lines in part_lines.wagers.items():
                if not cap.wagers or name in cap.wagers:
                    won += np.maximum(lines.net, 0)
            rounds = np.repeat(np.arange(len(starts)), ends - starts)
            part_lines.left |= (np.bincount(rounds, won, minlength=len(starts)) > limit)[rounds]
        part_lines.clear(part_lines.left)
        return part_lines

    def _crowded(self, held: Bytes, theirs: Bytes, starts: Ints, ends: Ints) -> Flags:
        """Rows of rounds in which a card lies more often than the shoe holds it."""
        bad = np.zeros(len(held), np.bool_)
        copies = copies_of_each(self.plan.spec.deck)
        for seats in np.unique(ends - starts):
            of_size = starts[ends - starts == seats]
            laid = [held[of_size + seat] for seat in range(seats)] + [theirs[of_size]]
            wrong = lies_too_often(np.concatenate(laid, axis=1), copies)
            for seat in range(seats):
                bad[of_size + seat] = wrong
        return bad

    def _is_plain(self, text: str) -> bool:
        return all(action.strip() in _PLAIN for action in text.split(",") if action.strip())

    def _read(self, held: Bytes, counts: Ints, theirs: Bytes, dealt: Ints) -> _Hands:
        packed, totals = _packed(np.concatenate([np.sort(held[:, :2], axis=1), held[:, 2:]], axis=1), counts)
        natural = (counts == 2) & (totals == 21)
        dealers, ends = _packed(theirs, dealt)
        codes, firsts = group_rows(dealers, dealt)
        states = [self._state(theirs[row, : dealt[row]]) for row in firsts]
        up = _VALUES[theirs[:, 0]]
        peeks = self.plan.spec.dealer.peeks
        kinds = np.zeros(12, np.int64)
        for value in range(1, 11):
            card = 48 if value == 1 else 4 * (value - 2)
            kinds[value] = (1 if value == 1 else 2 if value == 10 else 0) + 3 * in_ranks(card, peeks)
        return _Hands(
            packed, counts, totals, natural, up, kinds[up], ends, (dealt == 2) & (ends == 21), dealt,
            np.array(states, np.int64)[codes],
        )  # fmt: skip

    def _state(self, cards: Bytes) -> int:
        """Whether the dealer's cards are drawn out by the rule, one by one."""
        hand = tuple(int(card) for card in cards)
        soft = self.plan.spec.dealer.hits_soft_17
        for size in range(2, len(hand)):
            if is_21_in_two(hand[:size]) or not dealer_hits(hand[:size], soft):
                return OVER
        return SHORT if dealer_hits(hand, soft) and not is_21_in_two(hand) else COMPLETE

    def _settle_rows(
        self,
        columns: Columns,
        rows: Ints,
        hands: _Hands,
        actions: Ints,
        stakes: Mapping[str, Ints],
        held: Bytes,
        theirs: Bytes,
        lines: PartLines,
    ) -> None:
        unsettled = ~self._played_by_the_rules(columns, rows, hands, actions, stakes)
        main = self.plan.mains[0]
        end = (
            np.minimum(hands.total, 22), hands.natural, np.minimum(hands.count, self.plan.spec.charlie or 2),
            np.minimum(hands.dealer_total, 27), hands.dealer_natural, self._kind(actions), hands.up_kind,
        )  # fmt: skip
        self._put(columns, rows, main, stakes[main], end, unsettled, lines)
        for name, amounts in stakes.items():
            if name == main or not (amounts != ABSENT).any():
                continue
            side = self.plan.sides.get(name)
            placed = (amounts != ABSENT) & ~unsettled
            if side is None or not _readable(side):
                unsettled |= placed
                continue
            verdicts, keys = self._side(side, rows, hands, held, theirs, placed, unsettled)
            self._put(columns, rows, name, amounts, (verdicts, keys), unsettled, lines)
        lines.left[rows[unsettled]] = True

    def _kind(self, actions: Ints) -> Ints:
        """Whether a hand was doubled or given up."""
        words = [{action.strip() for action in text.split(",")} for text in self._texts]
        kinds = np.array([("double" in said) + 2 * ("surrender" in said) for said in words], np.int64)
        by_row: Ints = kinds[actions]
        return by_row

    def _played_by_the_rules(
        self, columns: Columns, rows: Ints, hands: _Hands, actions: Ints, stakes: Mapping[str, Ints]
    ) -> Flags:
        """Rows that the engine takes: one of each kind of record is asked, and one of each set of wagers."""
        placed = np.zeros(len(rows), np.int64)
        for place, (name, amounts) in enumerate(stakes.items()):
            if name in self.plan.sides and (self.plan.sides[name].past_up or self.plan.sides[name].spec.draws_out):
                placed |= (amounts != ABSENT).astype(np.int64) << place  # it makes the dealer take cards
        fine = np.ones(len(rows), np.bool_)
        records = (hands.packed, hands.count, actions, hands.up_kind, hands.dealer_natural, hands.dealer_state, placed)
        for number, key in enumerate((records, tuple(stakes.values()))):
            codes, firsts = group_rows(*key)
            accepted = []
            for place in firsts:
                known = (number, len(stakes), *(int(column[place]) for column in key))
                if known not in self._fine:
                    self._fine[known] = self._lines(columns, int(rows[place])) is not None
                accepted.append(self._fine[known])
            fine &= np.array(accepted, np.bool_)[codes]
        return fine

    def _lines(self, columns: Columns, row: int) -> tuple[Line, ...] | None:
        """One row settled by the engine; none where it refuses it."""
        starts, _ = columns.rounds
        begin = int(starts[np.searchsorted(starts, row, side="right") - 1])
        shared = columns.round_file(self.game, self.house, begin, begin)
        try:
            return read_file(convert_round({**shared, "seats": [columns.seat(row)]})).settle().seats[0]
        except RuleError:
            return None

    def _put(
        self,
        columns: Columns,
        rows: Ints,
        wager: str,
        stake: Ints,
        end: tuple[npt.NDArray[Any], ...],
        unsettled: Flags,
        part_lines: PartLines,
    ) -> None:
        """Give the rows of a wager the lines of their kind."""
        places = np.flatnonzero((stake != ABSENT) & ~unsettled)
        if not len(places):
            return
        codes, firsts = group_rows(stake[places], *(one[places] for one in end))
        ruled: list[dict[str, Ruled]] = []
        for first in firsts:
            place = places[first]
            key = (wager, (int(stake[place]), *(int(one[place]) for one in end)))
            if key not in self._ruled:
                lines = self._lines(columns, int(rows[place])) or ()
                main = wager in self.plan.mains
                kept = [line for line in lines if (line.wager not in self.plan.sides if main else line.wager == wager)]
                self._ruled[key] = {line.wager: self.labels.ruled(line) for line in kept}  # one hand: a line a wager
            ruled.append(self._ruled[key])
        for name in {name for one in ruled for name in one}:
            kinds = [one.get(name, Ruled(0, 0, -1)) for one in ruled]
            part_lines.of(name).put(rows[places], kinds, codes)

    def _side(
        self, side: SideBet, rows: Ints, hands: _Hands, held: Bytes, theirs: Bytes, placed: Flags, unsettled: Flags
    ) -> tuple[Ints, Ints]:
        """The number of the case that decides a side bet, and the head of its price."""
        verdict, keys = np.zeros(len(rows), np.int64), np.zeros(len(rows), np.int64)
        codes, firsts = group_rows(hands.count, hands.dealer_count)
        for kind, first in enumerate(firsts):
            places = np.flatnonzero((codes == kind) & placed)
            if not len(places):
                continue
            player, dealer = held[rows[places], : hands.count[first]], theirs[rows[places], : hands.dealer_count[first]]
            seen = _Seen(player, dealer)
            undecided = np.ones(len(places), np.bool_)
            for number, (case, here) in enumerate(masks(self.plan.cases[side.name], seen, undecided)):
                verdict[places[here]] = number
                if case.pay is not None and any(part.from_meter for part in case.pay.parts):
                    unsettled[places[here]] = True
            keys[places] = seen.key(side.table)
        return verdict, keys


def _packed(cards: Bytes, counts: Ints) -> tuple[Ints, Ints]:
    """The values of a hand in order as one word, and its best total."""
    held = np.arange(cards.shape[1]) < counts[:, None]
    values = np.where(held, _VALUES[cards], 0)
    packed = np.zeros(len(cards), np.int64)
    for place in range(min(cards.shape[1], _MOST)):
        packed |= values[:, place] << (4 * place)
    hard = values.sum(axis=1)
    soft = (hard <= 11) & (values == 1).any(axis=1)
    return packed, np.where(soft, hard + 10, hard)


def _readable(side: SideBet) -> bool:
    """Whether arrays see what a side bet looks at."""
    table, spec = side.table, side.spec
    clauses = [clause for row in table.rows for clause in row.clauses]
    views = [VIEWS[name] for name in {clause.hand for clause in clauses} | {table.hand}]
    if spec.streak or spec.opens_at != "bets" or side.prizes or table.block.award == "best":
        return False
    if table.block.by not in ("", "count", "up") or any(
        test.fact == Fact.RESULT for each in clauses for test in each.tests
    ):
        return False
    return all(view.keep == "all" and set(view.cards) <= _SOURCES for view in views)
