"""An opponent's hand of which nothing is seen: counted by card removal instead of one way after the other."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from houseway.hands.ranking import Ranking
from houseway.odds.house_poker.batch import Cards, Floats, Ints
from houseway.odds.house_poker.places import Ending, PlacedRound, Places, hands_of
from houseway.odds.house_poker.sampled.law import Law
from houseway.odds.house_poker.sampled.spread import Spread
from houseway.odds.house_poker.vs_dealer import against
from houseway.odds.suit_classes.listed import all_hands, all_places
from houseway.play.core.cases import Both, When
from houseway.play.house_poker.cases import AllWin, Beats, DoesNotQualify, Reaches, Ties
from houseway.play.house_poker.plan import Plan


def conditions(plan: Plan, name: str) -> Iterator[When]:
    """The single conditions of a wager, and those of the wagers it waits for."""
    for case in plan.wagers[name].cases:
        yield from _parts(plan, case.when)


def _parts(plan: Plan, when: When) -> Iterator[When]:
    if isinstance(when, Both):
        yield from _parts(plan, when.first)
        yield from _parts(plan, when.second)
    elif isinstance(when, AllWin):
        for name in when.wagers:
            yield from conditions(plan, name)
    else:
        yield when


@dataclass(frozen=True)
class Opponent:
    """A hand that is wholly hidden and only compared: by its value with others, or with what it needs."""

    hand: str
    places: Places
    ranking: Ranking
    compared: tuple[str, ...]  # with these hands
    needs: tuple[int, ...]  # values at which something changes whatever the others hold

    @property
    def cells(self) -> float:
        return 2.0 * len(self.compared) + len(self.needs) + 1

    def cuts(self, spread: Spread) -> Ints:
        """[row, cut]: the values, in ascending order, from which another price may hold."""
        columns = [spread.value(hand) + more for hand in self.compared for more in (0, 1)]
        columns += [np.full(spread.size, value) for value in self.needs]
        return np.sort(np.stack(columns, axis=1), axis=1)


def find_opponent(after: PlacedRound, names: Iterable[str], groups: Iterable[Places]) -> Opponent | None:
    """The hand that one of the groups of hidden places is, if it can be counted so."""
    plan, judged = after.plan, list(names)
    if against.one_deck(plan) is None:
        return None
    hands = {hand for name in judged for hand in hands_of(plan, name, after.seat.wagers)}
    for group in groups:
        holding = [hand for hand in hands if {*group} & {*after.real(after.places(hand))}]
        if len(holding) != 1 or {*after.places(holding[0])} != {*group}:
            continue
        ranking = plan.hands[holding[0]].ranking
        if ranking is None or not ranking.size <= len(group) <= against.MOST_CARDS:
            continue
        found = opponent_of(plan, judged, holding[0], group, ranking)
        if found is not None:
            return found
    return None


def opponent_of(plan: Plan, names: Iterable[str], hand: str, group: Places, ranking: Ranking) -> Opponent | None:
    """A hand in these places as an opponent, if all wagers do no more than compare it."""
    compared: dict[str, None] = {}
    needs: dict[int, None] = {}
    for name in names:
        for when in conditions(plan, name):
            if hand not in when.hands():
                continue
            if isinstance(when, Beats | Ties):
                compared.update(dict.fromkeys({when.hand, when.other} - {hand}))
                if isinstance(when, Ties) and when.points is not None and when.hand == hand:
                    return None
            elif isinstance(when, DoesNotQualify | Reaches):
                needs[when.least] = None
            else:
                return None
        for case in plan.wagers[name].cases:
            rows = [row for table in (case.table, case.also) if table is not None for row in table.rows]
            if any(clause.hand == hand for row in rows for clause in row.clauses):
                return None
            if case.margin is not None and hand in case.margin:
                needs.update(dict.fromkeys(number << ranking.shift for number in range(1, len(ranking.categories))))
    others = {part for other in compared for part in (plan.hands[other].plays_of, plan.hands[other].one_of)} - {()}
    return None if others or not compared else Opponent(hand, group, ranking, tuple(compared), tuple(needs))


@dataclass
class Counter:
    """Counts the hands of an opponent of one plan."""

    plan: Plan

    def __post_init__(self) -> None:
        self._fields: dict[tuple[str, int], against.Field] = {}

    def hands(self, opponent: Opponent, gone: Cards, cuts: Ints) -> tuple[Floats, int]:
        """[row, cell]: the opponent's hands between two cuts, where some cards are gone; and how many there are."""
        size, deck = len(opponent.places), against.one_deck(self.plan)
        assert deck is not None
        key = opponent.ranking.name, size
        if key not in self._fields:
            values = opponent.ranking.rank(all_hands(deck, size))
            self._fields[key] = against.make_field(deck, all_places(len(deck), size), values)
        under = against.below(self._fields[key], gone, cuts, False)[:, :, 0]
        total = against.opponents(deck, size, gone.shape[1])
        return np.diff(under, axis=1, prepend=0, append=total), total

    def settled(
        self, opponent: Opponent, spread: Spread, gone: Cards, ends: list[Ending], with_law: bool
    ) -> list[tuple[Floats, Floats, Law | None]]:
        """For each end [state, way]: what a round yields, and its square, over all hands of the opponent."""
        cuts = opponent.cuts(spread)
        hands, total = self.hands(opponent, gone, cuts)
        lower = np.concatenate([np.zeros_like(cuts[:, :1]), cuts], axis=1)
        shape = spread.size // spread.ways, spread.ways
        found = [
            (np.zeros(shape), np.zeros(shape), Law(shape[0], shape[1] * total) if with_law else None) for _ in ends
        ]
        for cell in range(lower.shape[1]):
            spread.assume(opponent.hand, np.ascontiguousarray(lower[:, cell]))
            many = hands[:, cell].reshape(shape)
            share = many / total
            for (mean, square, law), end in zip(found, ends, strict=True):
                nets = spread.settled(end)
                mean += share * nets
                square += share * nets * nets
                if law is not None:
                    law.add(nets, many.astype(np.int64))
        return found
