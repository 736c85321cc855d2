"""Baccarat as columns: events read from columns of coups, and one row of each kind settled by the engine itself."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from houseway.bulk.columns import ABSENT, ODD, Columns
from houseway.bulk.kernels import Bytes, Ints, group_rows, lies_too_often
from houseway.bulk.lines import Labels, PartLines, Ruled
from houseway.cards.decks import copies_of_each
from houseway.play.baccarat.cases import Seen
from houseway.play.baccarat.coup import Coup, HandSight, Pair, banker_draws, card_value, player_draws
from houseway.play.baccarat.settle import Plan, load_plan, settle_coup
from houseway.play.core.cases import masks
from houseway.play.core.meters import NO_METERS
from houseway.play.core.wagers import check_wagers
from houseway.rules.baccarat import Event
from houseway.rules.errors import RuleError

Flags = npt.NDArray[np.bool_]

_SIDES = ("player", "banker")
_VALUES = np.array([*(card_value(card) for card in range(52)), *[0] * 204], np.int64)


class _Coups:
    """Many finished coups as events see them."""

    def __init__(self, hands: Mapping[str, tuple[Bytes, Ints]], natural: tuple[int, ...]) -> None:
        self._hands, self.natural = hands, natural

    @cached_property
    def sides(self) -> Mapping[str, HandSight]:
        return {side: self._hand(side) for side in _SIDES}

    def _hand(self, side: str) -> HandSight:
        cards, counts = self._hands[side]
        same = cards[:, 0] >> 2 == cards[:, 1] >> 2
        identical = cards[:, 0] == cards[:, 1]
        pair = np.where(same, np.where(identical, int(Pair.IDENTICAL), int(Pair.UNSUITED)), int(Pair.NONE))
        return HandSight(_VALUES[cards].sum(axis=1) % 10, counts, pair)

    def _suits(self, side: str) -> Ints:
        """The suits of a hand, a bit for each."""
        cards, counts = self._hands[side]
        held = np.arange(cards.shape[1]) < counts[:, None]
        suits: Ints = np.bitwise_or.reduce(np.where(held, 1 << (cards & 3).astype(np.int64), 0), axis=1)
        return suits

    def alike(self, cards: str) -> Ints:
        player, banker = self._suits("player"), self._suits("banker")
        suits = player | banker
        if cards != "all":
            mine, theirs = (self.sides[side].points for side in _SIDES)
            suits = np.where(mine > theirs, player, np.where(mine < theirs, banker, suits))
        shared = [0, *(int(_with_suits(bits).alike("all")) for bits in range(1, 16))]
        alike_by: Ints = np.array(shared, np.int64)[suits]
        return alike_by

    def first_four(self, event: Event, seat: Any) -> Flags:
        """Asked of one coup of each kind: which of the four cards are alike, the first card, the seat."""
        four = np.concatenate([self._hands[side][0][:, :2] for side in _SIDES], axis=1)
        pairs = [(later, earlier) for later in range(4) for earlier in range(later)]
        ranks = sum(
            (four[:, later] >> 2 == four[:, earlier] >> 2).astype(np.int64) << n
            for n, (later, earlier) in enumerate(pairs)
        )
        cards = sum(
            (four[:, later] == four[:, earlier]).astype(np.int64) << n for n, (later, earlier) in enumerate(pairs)
        )
        numbers = np.broadcast_to(np.asarray(seat, np.int64), len(four))
        codes, firsts = group_rows(ranks, cards, four[:, 0] >> 2, numbers)
        held = [
            Coup(tuple(map(int, four[row, :2])), tuple(map(int, four[row, 2:])), self.natural).first_four(
                event, int(numbers[row])
            )
            for row in firsts
        ]
        return np.array(held, np.bool_)[codes]


def _with_suits(bits: int) -> Coup:
    """A coup whose cards are of these suits."""
    return Coup(tuple(suit for suit in range(4) if bits >> suit & 1), (), ())


@dataclass
class Engine:
    """A baccarat game that settles columns."""

    game: str
    house: Mapping[str, Any]
    labels: Labels
    plan: Plan = field(init=False)
    _ruled: dict[tuple[str, int, bool, int, int], Ruled] = field(default_factory=dict)
    _allowed: dict[tuple[tuple[str, int], ...], bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.plan = load_plan(self.game, dict(self.house))

    def settle(self, columns: Columns) -> PartLines:
        """The lines of a part; what arrays cannot tell is left."""
        spec = self.plan.game.spec
        part_lines = PartLines(columns.size, left=columns.special.copy())
        starts, ends = columns.rounds
        lengths = ends - starts
        first = np.repeat(starts, lengths)
        hands = {side: columns.pile(f"piles.{side}") for side in _SIDES}
        held = {side: (_wide(pile.cards)[first], pile.counts[first]) for side, pile in hands.items()}
        stakes = {name: columns.amounts(f"wagers.{name}") for name in columns.names("wagers.")}
        for amounts in stakes.values():
            part_lines.left |= amounts == ODD
        part_lines.left |= np.repeat(lengths > max(spec.seats, 1), lengths)
        part_lines.left |= lies_too_often(
            np.concatenate([cards for cards, _ in held.values()], axis=1), copies_of_each(spec.deck)
        )
        part_lines.left |= ~self._drawn_by_the_table(held)
        part_lines.left |= columns.texts("position").codes > 0
        seat_of = np.arange(columns.size) - first
        several = np.repeat(lengths > 1, lengths)
        self._check(stakes, part_lines)
        coups = _Coups(held, spec.draw.natural)
        printed = np.array(spec.seat_numbers or [0], np.int64)
        numbers = printed[np.minimum(seat_of, len(printed) - 1)]
        for name in self.plan.order:
            if name in stakes:
                self._wager(name, coups, held, stakes[name], numbers, several, part_lines)
        for cap, limit in self.plan.game.ceilings:
            total = np.zeros(part_lines.size, np.int64)
            for name, lines in part_lines.wagers.items():
                if not cap.wagers or name in cap.wagers:
                    total += np.maximum(lines.net, 0)
            rounds = np.repeat(np.arange(len(starts)), lengths)
            part_lines.left |= (np.bincount(rounds, total, minlength=len(starts)) > limit)[rounds]
        part_lines.clear(part_lines.left)
        return part_lines

    def _drawn_by_the_table(self, hands: Mapping[str, tuple[Bytes, Ints]]) -> Flags:
        """Rows whose hands have the cards that the drawing rules deal."""
        (player, mine), (banker, theirs) = hands["player"], hands["banker"]
        draw = self.plan.game.spec.draw
        p, b = (_VALUES[cards[:, :2]].sum(axis=1) % 10 for cards in (player, banker))
        third = np.array(
            [
                [player_draws(draw, player_total, banker_total) for banker_total in range(10)]
                for player_total in range(10)
            ]
        )[p, b]
        value = np.where(third, _VALUES[player[:, 2]], 10)
        table = [
            [
                [banker_draws(draw, player_total, banker_total, v if v < 10 else None) for v in range(11)]
                for banker_total in range(10)
            ]
            for player_total in range(10)
        ]
        fourth = np.array(table)[p, b, value]
        fits: Flags = (mine == 2 + third) & (theirs == 2 + fourth)
        return fits

    def _check(self, stakes: Mapping[str, Ints], lines: PartLines) -> None:
        """Leave the rows whose wagers the rules or the house do not allow."""
        if not stakes:
            lines.left[:] = True
            return
        codes, firsts = group_rows(*stakes.values())
        allowed = []
        for row in firsts:
            wagers = tuple((name, int(amounts[row])) for name, amounts in stakes.items() if amounts[row] > 0)
            if wagers not in self._allowed:
                try:
                    check_wagers(self.plan.game, self.plan.game.spec.wagers, dict(wagers), "wagers")
                    self._allowed[wagers] = True
                except RuleError:
                    self._allowed[wagers] = False
            allowed.append(self._allowed[wagers])
        lines.left |= ~np.array(allowed, np.bool_)[codes]

    def _wager(
        self,
        name: str,
        coups: _Coups,
        hands: Mapping[str, tuple[Bytes, Ints]],
        stake: Ints,
        numbers: Ints,
        several: Flags,
        part_lines: PartLines,
    ) -> None:
        wager = self.plan.wagers[name]
        placed = (stake != ABSENT) & ~part_lines.left
        if wager.envy:
            part_lines.left |= placed & several
            placed &= ~several
        event = np.full(len(stake), -1, np.int64)
        for place, (case, here) in enumerate(masks(wager.cases, Seen(coups, numbers), placed)):
            event[here] = place
            if case.pay is not None and any(part.kind == "share" or part.from_meter for part in case.pay.parts):
                part_lines.left |= here
        rows = np.flatnonzero(placed & ~part_lines.left)
        if not len(rows):
            return
        tied = coups.sides["player"].points == coups.sides["banker"].points
        kinds, firsts = group_rows(event[rows], tied[rows], stake[rows])
        ruled = []
        for place in firsts:
            row = int(rows[place])
            key = (name, int(event[row]), bool(tied[row]), int(stake[row]), 0)
            if key not in self._ruled:
                coup = Coup(_hand(*hands["player"], row), _hand(*hands["banker"], row), coups.natural)
                (lines,) = settle_coup(self.plan, [{name: key[3]}], (int(numbers[row]),), coup, NO_METERS)
                self._ruled[key] = self.labels.ruled(lines[0])
            ruled.append(self._ruled[key])
        part_lines.of(name).put(rows, ruled, kinds)


def _hand(cards: Bytes, counts: Ints, row: int) -> tuple[int, ...]:
    return tuple(map(int, cards[row, : counts[row]]))


def _wide(cards: Bytes) -> Bytes:
    """A pile with a place for a third card."""
    if cards.shape[1] >= 3:
        return cards[:, :3]
    return np.concatenate([cards, np.full((len(cards), 3 - cards.shape[1]), 255, np.uint8)], axis=1)
