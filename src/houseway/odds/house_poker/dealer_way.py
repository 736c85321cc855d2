"""The dealer's house way on arrays: which cards he keeps or sets, worked out once for every hand he may hold."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np

from houseway.odds.house_poker.batch import Batch, Cards, Flags, Ints
from houseway.odds.house_poker.numbered import MOST_CARDS, Remembered
from houseway.odds.pay_rows import rows_that_fit
from houseway.odds.suit_classes.stock import ANY_SUIT, EACH_SUIT, Blocks, hands, renamed, renamings, stock_of
from houseway.odds.suit_symmetry import interchangeable
from houseway.play.house_poker.plan import DealerRowPlan, Plan
from houseway.play.house_poker.setting import KEPT
from houseway.rules.errors import RuleError
from houseway.rules.house_poker import DealerActs

Setting = Mapping[str, tuple[int, ...]]  # part -> places of the dealer's cards
_AT_ONCE = 1 << 16
_FEW = 20_000  # hands that are worked out as they come; once there are more, all of them are


def divided(places: tuple[int, ...], sizes: Sequence[tuple[str, int]]) -> Iterator[Setting]:
    """All ways to share out places to parts of these sizes."""
    if not sizes:
        yield {}
        return
    name, size = sizes[0]
    for chosen in combinations(places, size):
        left = tuple(place for place in places if place not in chosen)
        for others in divided(left, sizes[1:]):
            yield {name: chosen, **others}


def settings(acts: DealerActs, size: int) -> list[Setting]:
    """All ways to act on so many cards, in the order of the single round."""
    places = tuple(range(size))
    if acts.discard is None:
        return list(divided(places, list(acts.parts.items())))
    least, most = acts.discard
    return [setting for count in range(least, most + 1) for setting in divided(places, [(KEPT, size - count)])]


def _as_number(digits: Cards | Ints, base: int) -> Ints:
    """Columns as the digits of one number, the first counting most."""
    found = np.zeros(len(digits), np.int64)
    for column in digits.T:
        found = found * base + column
    return found


class DealerWay:
    """What the house way makes of the dealer's cards at one stage."""

    def __init__(self, plan: Plan, stage: int, size: int) -> None:
        acts = plan.stages[stage].dealer
        assert acts is not None
        self.plan, self.stage, self.acts, self.size = plan, stage, acts, size
        self.settings = settings(acts, size)
        self.fresh = acts.discard[1] if acts.discard is not None else 0  # cards that he may draw
        sources = [_sources(setting, size, self.fresh) for setting in self.settings]
        self.outputs = len(sources[0])
        self._sources = np.array(sources, np.int64)
        if size > MOST_CARDS:
            problem = f"the dealer sets {size} cards by the house way, and no more than {MOST_CARDS} are known here"
            raise RuleError(problem, f'{plan.game.spec.id}: stages."{plan.stages[stage].name}".dealer')
        self._chosen = Remembered(size)
        self._came = 0  # hands that were not known when they came

    def apply(self, cards: Cards, fresh: Cards) -> Cards:
        """[row, output]: the cards he holds at the end, or those of his parts one after the other."""
        out = np.empty((len(cards), self.outputs), np.uint8)
        cards, fresh = np.ascontiguousarray(cards), np.ascontiguousarray(fresh)
        if not self._chosen.gather(cards, fresh, self._sources, out):
            self.chosen(np.sort(cards, axis=1))  # works out what is not known
            self._chosen.gather(cards, fresh, self._sources, out)
        return out

    def chosen(self, held: Cards) -> Ints:
        """The number of the setting for each row of sorted cards."""
        if self._came <= _FEW:
            self._came += self._chosen.lacks(held)
            if self._came > _FEW:
                self._work_out_all()
        return self._chosen.of(held, self._decided).astype(np.int64)

    def _work_out_all(self) -> None:
        """Every hand of the deck, from one of each class of suits."""
        suits = self._suits()
        classes = np.sort(hands(stock_of(self.plan.game.spec.deck), self.size, suits).cards, axis=1)
        for start in range(0, len(classes), _AT_ONCE):
            some = classes[start : start + _AT_ONCE]
            kept = self._places_of(self._decided(some))
            for names in renamings(suits):
                moved = renamed(some, names)
                order = np.argsort(moved, axis=1, kind="stable")
                self._chosen.learn(moved, self._setting_of(kept, order))

    def _suits(self) -> Blocks:
        rows = self.plan.house_way[self.stage]
        if any(how == "suits" for row in rows for how, _ in row.prefer):
            return EACH_SUIT
        return interchangeable(clauses for row in rows for clauses in (row.tests, row.shows)) or ANY_SUIT

    def _places_of(self, chosen: Ints) -> Ints:
        """[row, place]: the part that each card goes to, -1 if it is thrown away."""
        table = np.full((len(self.settings), self.size), -1, np.int64)
        for number, setting in enumerate(self.settings):
            for part, places in enumerate(setting.values()):
                table[number, list(places)] = part
        return table[chosen]

    def _setting_of(self, parts: Ints, order: Ints) -> Ints:
        """The setting that sends the cards, in another order, to the same parts."""
        table = self._places_of(np.arange(len(self.settings)))
        base = len(self.acts.parts) + 2
        lookup = np.zeros(base**self.size, np.int64)
        lookup[_as_number(table + 1, base)] = np.arange(len(table))
        return lookup[_as_number(np.take_along_axis(parts, order, axis=1) + 1, base)]

    def _decided(self, cards: Cards) -> Ints:
        """The first row that some setting meets, and of those the one it prefers."""
        decided = np.full(len(cards), -1, np.int64)
        for row in self.plan.house_way[self.stage]:
            rows = np.flatnonzero(decided < 0)
            if row.tests and len(rows):
                rows = rows[rows_that_fit(row.tests, Batch(self.plan, {"dealer": cards[rows]}))]
            if len(rows):
                decided[rows] = self._by_row(row, cards[rows])
        if (decided < 0).any():
            raise RuleError("no row of the house way fits some of the dealer's cards", f"stages[{self.stage}].dealer")
        return decided

    def _by_row(self, row: DealerRowPlan, cards: Cards) -> Ints:
        """Of the settings that meet a row the one preferred, of equals the first; -1 where none meets it."""
        found, best = np.full(len(cards), -1, np.int64), np.zeros((len(row.prefer), len(cards)), np.int64)
        for number, setting in enumerate(self.settings):
            if row.spec.keep is not None and len(setting[KEPT]) != row.spec.keep:
                continue
            parts = {name: cards[:, list(places)] for name, places in setting.items()}
            batch = Batch(self.plan, {"dealer": cards}, parts=parts)
            keys = self._keys(row, batch)
            better = self._meets(row, batch) & ((found < 0) | _above(keys, best))
            found[better] = number
            best[:, better] = keys[:, better]
        return found

    def _meets(self, row: DealerRowPlan, batch: Batch) -> Flags:
        found: Flags = rows_that_fit(row.shows, batch)
        if self.acts.above is not None:
            found &= batch.value(self.acts.above[0]) >= batch.value(self.acts.above[1])
        for hand, least in row.at_least.items():
            found &= batch.value(hand) >= least
        return found

    def _keys(self, row: DealerRowPlan, batch: Batch) -> Ints:
        """[preference, row]: by what a setting is preferred to another, the larger first."""
        found = []
        for how, hand in row.prefer:
            cards = batch.cards(hand).astype(np.int64)
            room = np.zeros((batch.size, self.size - cards.shape[1]), np.int64) if how else cards[:, :0]
            if how == "high":
                ranks = -np.sort(-((cards >> 2) + 1), axis=1)
                found.append(_as_number(np.concatenate([ranks, room], axis=1), 16))
            elif how == "suited":
                found.append(((cards & 3) == (cards[:, :1] & 3)).all(axis=1).astype(np.int64))
            elif how == "suits":
                suits = 4 - np.sort(cards & 3, axis=1)
                found.append(_as_number(np.concatenate([suits, room], axis=1), 8))
            else:
                found.append(batch.value(hand))
        return np.array(found, np.int64).reshape(len(found), batch.size)


def _above(keys: Ints, best: Ints) -> Flags:
    """Where the first keys that differ are larger."""
    above, equal = np.zeros(keys.shape[1], np.bool_), np.ones(keys.shape[1], np.bool_)
    for own, other in zip(keys, best, strict=True):
        above |= equal & (own > other)
        equal &= own == other
    return above


def _sources(setting: Setting, size: int, fresh: int) -> list[int]:
    """Where each card of the outcome comes from: a place among those held, or after them one that is drawn."""
    kept = [place for places in setting.values() for place in places]
    return kept + [size + number for number in range(size - len(kept))] if fresh else kept
