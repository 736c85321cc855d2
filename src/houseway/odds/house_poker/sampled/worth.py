"""What states at a decision are worth under best play: every move counted or dealt out, from the last decision back.

Where what follows a move is dealt at random, the move is chosen by some deals and valued by others: chance in the deals
cannot make it look better than it is. `high` takes the best of all deals as if they were the truth, which is too much,
so that best play lies between the two.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import numpy as np

from houseway.cards.decks import deck
from houseway.odds.house_poker.batch import Cards, Flags, Ints
from houseway.odds.house_poker.places import Ending, PlacedRound, Places, Test, UnansweredError, ending
from houseway.odds.house_poker.sampled.facing import Counter, Opponent, find_opponent
from houseway.odds.house_poker.sampled.law import Law
from houseway.odds.house_poker.sampled.moves import (
    Move,
    StateValue,
    among,
    best_by_halves,
    by_deals,
    counted,
    means,
    near,
    nothing,
    over_ways,
    put,
)
from houseway.odds.house_poker.sampled.moves import valued as valued_moves
from houseway.odds.house_poker.sampled.once import CountedOnce, moments
from houseway.odds.house_poker.sampled.spread import Spread
from houseway.odds.house_poker.sampled.tree import Effort, Survey, act, cells, moves_of, turned
from houseway.odds.house_poker.ways import all_ways, cards_left, count_ways, some_ways
from houseway.odds.simulate.streams import stream
from houseway.play.house_poker.plan import Plan

_ROWS = 1 << 15  # settled at once: few enough for their facts to stay in the cache of the processor
_AT_ONCE = 1 << 19  # rows of the states that are looked at together
_MORE = 6  # times as many deals for moves that are near each other
Result = TypeVar("Result")


class Deals:
    """So many deals of what each state does not see, made when they are first asked for, the same for all moves."""

    def __init__(self, count: int, make: Callable[[], Cards]) -> None:
        self.count = count
        self._make = make
        self._made: Cards | None = None

    def of(self, rows: Ints) -> "Deals":
        """Those of some states."""
        return Deals(self.count, lambda: self.cards()[rows])

    def cards(self) -> Cards:
        """[state, deal, place]."""
        if self._made is None:
            self._made = self._make()
        return self._made


@dataclass
class Valuer:
    """Values states of one plan; deals come from streams of its own, the same every time."""

    plan: Plan
    effort: Effort
    meters: Mapping[str, float]
    seed: int
    counter: Counter
    once: CountedOnce | None = None  # where every state of the game is valued
    dealt: int = 0
    rows: int = 0  # settled so far

    def __post_init__(self) -> None:
        self.survey = Survey(self.plan, self.effort)
        self.deck: Cards = np.array(sorted(deck(self.plan.game.spec.deck)), np.uint8)

    # -- cards ---------------------------------------------------------------------------------------------------------

    def left(self, states: Cards, seen: Places) -> Cards:
        out = np.empty((len(states), len(self.deck) - len(seen)), np.uint8)
        cards_left(self.deck, np.ascontiguousarray(states[:, list(seen)]), out)
        return out

    def deals(self, states: Cards, seen: Places, count: int) -> Deals:
        """The states with all other places dealt at random, again and again."""

        def make() -> Cards:
            unseen = [place for place in range(states.shape[1]) if place not in seen]
            out = np.empty((len(states), count, len(unseen)), np.uint8)
            self.dealt += 1
            some_ways(self.left(states, seen), stream(self.seed, self.dealt), out)
            worlds = np.repeat(states[:, None, :], count, axis=1)
            worlds[:, :, unseen] = out
            return worlds

        return Deals(count, make)

    def holds(self, test: Test, cards: Cards) -> Flags:

        def value(hand: str, places: Places) -> Ints:
            ranking = self.plan.hands[hand].ranking
            assert ranking is not None
            return ranking.rank(np.ascontiguousarray(cards[:, list(places)]))

        own = value(test.hand, test.places)
        flags: Flags = own == value(test.other, test.other_places) if test.other else own >= test.at_least
        return flags

    def split(
        self, now: PlacedRound, cards: Cards, call: Callable[[PlacedRound], Result]
    ) -> Iterator[tuple[Ints, PlacedRound, Result]]:
        """The rows by their answers to the tests that a call asks, and what it says to each."""
        waiting = [(np.arange(len(cards)), now)]
        while waiting:
            rows, one = waiting.pop()
            try:
                result = call(one)
            except UnansweredError as asked:
                holds = self.holds(asked.test, cards[rows])
                for answer in (True, False):
                    if (some := rows[holds == answer]).size:
                        waiting.append((some, one.answered(asked.test, answer)))
            else:
                yield rows, one, result

    def _spread(self, now: PlacedRound, states: Cards, hidden: Mapping[int, Cards]) -> Spread:
        spread = Spread(now, states, hidden, self.meters)
        self.rows += spread.size
        return spread

    # -- worth ---------------------------------------------------------------------------------------------------------

    def reached(self, cards: Cards, parts: Sequence[tuple[Ints, PlacedRound]], depth: int) -> StateValue:
        """What rounds are worth that were brought to their next decision or to their end; rows by their course."""
        found = nothing(StateValue, len(cards))
        for rows, now in parts:
            if not now.over:
                put(found, rows, self.worth(now, cards[rows], depth))
                continue
            end = ending(now)
            for start in range(0, len(rows), _ROWS):
                some = rows[start : start + _ROWS]
                nets = self._spread(now, cards[some], {}).settled(end)[:, 0]
                none, law = np.zeros(len(nets)), Law(len(nets)) if self.effort.exact else None
                if law is not None:
                    law.add(nets[:, None])
                put(found, some, StateValue(nets, nets, nets * nets, none + end.staked, none, law))
        return found

    def worth(self, now: PlacedRound, states: Cards, depth: int = 0) -> StateValue:
        """What states are worth at a decision; of their places those that the seat sees are known."""
        if depth and self.once is not None:
            known = self.once.at_decision(now, states, lambda one, every: self._valued(one, every, depth))
            if known is not None:
                return known
        return self._valued(now, states, depth)

    def _valued(self, now: PlacedRound, states: Cards, depth: int) -> StateValue:
        """The same state by state."""
        found = nothing(StateValue, len(states))
        for part in self.parts(now, depth, len(states), 1):
            for rows, one, moves in self.split(now, states[part], moves_of):
                put(found, part[rows], self._best(one, states[part[rows]], moves, depth))
        return found

    def parts(self, now: PlacedRound, depth: int, states: int, times: int) -> Iterator[Ints]:
        """Runs of states that are looked at together, when `times` as many deals as usual are made."""
        at_once = max(1, int(_AT_ONCE / max(times * self.survey.cost(now, depth)[0], 1.0)))
        for start in range(0, states, at_once):
            yield np.arange(start, min(start + at_once, states))

    def _best(self, now: PlacedRound, states: Cards, moves: list[str], depth: int) -> StateValue:
        """What states are worth that may all make the same moves; the nearer two moves are, the more is dealt.

        Where more is dealt because of what was dealt, the move that is chosen is valued by new deals.
        """
        usual, (cost, _) = self.survey.deals(depth), self.survey.cost(now, depth)
        found = self.moves(now, states, moves, depth, usual, np.ones((len(moves), len(states)), np.bool_))
        if not any(move.noise.any() for move in found):
            return best_by_halves(found)
        open_still, times = near(found), 1
        while True:
            doubtful = np.flatnonzero(open_still.sum(axis=0) > 1)
            share = float(open_still[:, doubtful].mean()) if len(doubtful) else 1.0  # of moves that are still looked at
            if _MORE * times * cost * share > self.effort.most:
                break
            times *= _MORE
            for part in self.parts(now, depth, len(doubtful), times):
                rows = doubtful[part]
                better = self.moves(now, states[rows], moves, depth, usual * times, open_still[:, rows])
                for own, other in zip(found, better, strict=True):
                    put(own, rows, other)
                open_still[:, rows] = near(better)
        if times == 1:
            return best_by_halves(found)
        chosen, in_doubt = means(found).argmax(axis=0), open_still.sum(axis=0) > 1
        result = nothing(StateValue, len(states))
        for rows, more in ((np.flatnonzero(~in_doubt), 1), (np.flatnonzero(in_doubt), times)):
            for part in self.parts(now, depth, len(rows), more):
                some = rows[part]
                fresh = self.moves(now, states[some], moves, depth, usual * more, open_still[:, some])
                put(result, some, valued_moves(fresh, chosen[some]))
        return result

    def moves(
        self, now: PlacedRound, states: Cards, moves: Sequence[str], depth: int, count: int, wanted: Flags
    ) -> list[Move]:
        """Moves by so many deals, each in the states where it is wanted; to the others it is not open."""
        found: dict[str, Move] = {}
        ended: dict[tuple[object, ...], list[tuple[str, PlacedRound]]] = {}
        deals, where = self.deals(states, now.seen, count), dict(zip(moves, wanted, strict=True))
        for move in moves:
            rows = np.flatnonzero(where[move])
            try:
                after = act(now, move)
            except UnansweredError as asked:
                value = self._tested(now, move, asked.test, states[rows], deals.of(rows), depth)
            else:
                if after.over:
                    ended.setdefault((after.layout, cells(after, now.seen)), []).append((move, after))
                    continue
                value = self._followed(now.seen, after, states[rows], deals.of(rows), depth)
            found[move] = among(value, rows, len(states))
        for listed in ended.values():
            rows = np.flatnonzero(np.any([where[move] for move, _ in listed], axis=0))
            ends = [ending(after) for _, after in listed]
            values = self._ended(now.seen, listed[0][1], ends, states[rows], deals.of(rows))
            for (move, _), value in zip(listed, values, strict=True):
                found[move] = among(value, rows, len(states))
        return [found[move] for move in moves]

    def _ended(
        self, seen: Places, after: PlacedRound, ends: Sequence[Ending], states: Cards, deals: Deals
    ) -> list[Move]:
        """Moves that end the round, all with the same cards in the same places."""
        if self.once is not None and (hand := self.once.completed(after, ends, seen)):
            return [self._completed(self.once, seen, after, hand, end, states) for end in ends]
        groups, left = cells(after, seen), len(self.deck) - len(seen)
        opponent = find_opponent(after, {name for end in ends for name in end.judged}, groups)
        if opponent is not None:
            others = tuple(group for group in groups if group != opponent.places)
            ways = count_ways(left, [len(group) for group in others]) * opponent.cells
            if ways <= max(self.effort.counted, deals.count):
                return self._faced(seen, after, ends, states, opponent, others)
        ways = count_ways(left, [len(group) for group in groups])
        if ways <= max(self.effort.counted, deals.count):
            return self._counted(after, ends, states, self.left(states, seen), groups)
        moves = [nothing(Move, len(states)) for _ in ends]
        unseen, worlds = [place for group in groups for place in group], deals.cards()
        at_once = max(1, _ROWS // deals.count)
        for start in range(0, len(states), at_once):
            rows = np.arange(start, min(start + at_once, len(states)))
            spread = self._spread(after, states[rows], {place: worlds[rows, :, place] for place in unseen})
            for end, move in zip(ends, moves, strict=True):
                nets = spread.settled(end).ravel()
                none = np.zeros(len(nets))
                put(move, rows, by_deals(StateValue(nets, nets, nets * nets, none + end.staked, none), deals.count))
        return moves

    def _completed(
        self, once: CountedOnce, seen: Places, after: PlacedRound, hand: str, end: Ending, states: Cards
    ) -> Move:
        """A move after which the unseen cards complete a hand, and nothing else matters."""
        nets, counts = once.hands(after, hand, end, seen, states, self.meters)
        law = Law(len(states), once.ways(after, hand, seen))
        law.add(np.broadcast_to(nets, counts.shape), counts)
        return counted(*moments(nets, counts), end.staked, law)

    def _counted(
        self, after: PlacedRound, ends: Sequence[Ending], states: Cards, left: Cards, groups: tuple[Places, ...]
    ) -> list[Move]:
        """The same with every way in which the hidden cards may lie."""
        ways = all_ways(left.shape[1], [len(group) for group in groups])
        unseen = [place for group in groups for place in group]
        sums = np.zeros((len(ends), 2, len(states)))
        laws = [Law(len(states), len(ways)) if self.effort.exact else None for _ in ends]
        at_once = max(1, _ROWS // max(1, len(states)))
        for start in range(0, len(ways), at_once):
            some = ways[start : start + at_once]
            hidden = {place: left[:, some[:, column]] for column, place in enumerate(unseen)}
            spread = self._spread(after, states, hidden)
            for place, end in enumerate(ends):
                nets = spread.settled(end)
                sums[place] += nets.sum(axis=1), (nets * nets).sum(axis=1)
                if (law := laws[place]) is not None:
                    law.add(nets)
        return [
            counted(low, square, end.staked, law)
            for (low, square), end, law in zip(sums / len(ways), ends, laws, strict=True)
        ]

    def _faced(
        self,
        seen: Places,
        after: PlacedRound,
        ends: Sequence[Ending],
        states: Cards,
        opponent: Opponent,
        groups: tuple[Places, ...],
    ) -> list[Move]:
        """The same against all hands of an opponent, counted by card removal."""
        left = self.left(states, seen)
        ways = all_ways(left.shape[1], [len(group) for group in groups])
        unseen = [place for group in groups for place in group]
        hidden = {place: left[:, ways[:, column]] for column, place in enumerate(unseen)}
        spread = self._spread(after, states, hidden)
        gone = np.empty((len(states), len(ways), len(seen) + len(unseen)), np.uint8)
        gone[:, :, : len(seen)] = states[:, None, list(seen)]
        for column, place in enumerate(unseen, start=len(seen)):
            gone[:, :, column] = hidden[place]
        faced = self.counter.settled(opponent, spread, gone.reshape(spread.size, -1), list(ends), self.effort.exact)
        return [
            counted(mean.mean(axis=1), square.mean(axis=1), end.staked, law)
            for (mean, square, law), end in zip(faced, ends, strict=True)
        ]

    def _followed(self, seen: Places, after: PlacedRound, states: Cards, deals: Deals, depth: int) -> Move:
        """A move that leads to another decision."""
        groups, left = turned(seen, after), len(self.deck) - len(seen)
        sizes = [len(group) for group in groups]
        _, exact = self.survey.cost(after, depth + 1)
        if not exact or count_ways(left, sizes) > self.effort.chances:
            return self._dealt(deals, lambda cards: [(np.arange(len(cards)), after)], depth)
        ways, cards = all_ways(left, sizes), self.left(states, seen)
        later = np.repeat(states[:, None, :], len(ways), axis=1)
        for column, place in enumerate(place for group in groups for place in group):
            later[:, :, place] = cards[:, ways[:, column]]
        return over_ways(self.worth(after, later.reshape(-1, states.shape[1]), depth + 1), len(states))

    def _tested(self, now: PlacedRound, move: str, test: Test, states: Cards, deals: Deals, depth: int) -> Move:
        """A move after which the course of the round depends on the cards."""

        def courses(cards: Cards) -> list[tuple[Ints, PlacedRound]]:
            return [(rows, after) for rows, _, after in self.split(now, cards, partial(act, move=move))]

        if not test.asks <= {*now.seen}:
            if self.effort.exact:
                return self._asked(now, move, test, states, now.seen, depth)
            return self._dealt(deals, courses, depth)
        found = nothing(Move, len(states))
        for rows, one, _ in self.split(now, states, partial(act, move=move)):
            everywhere = np.ones((1, len(rows)), np.bool_)
            put(found, rows, self.moves(one, states[rows], [move], depth, deals.count, everywhere)[0])
        return found

    def _asked(self, now: PlacedRound, move: str, test: Test, states: Cards, seen: Places, depth: int) -> Move:
        """The same with every way of the hidden cards that the course depends on."""
        new = tuple(sorted(test.asks - {*seen}))
        left = self.left(states, seen)
        ways = all_ways(left.shape[1], [1] * len(new))
        later = np.repeat(states[:, None, :], len(ways), axis=1)
        for column, place in enumerate(new):
            later[:, :, place] = left[:, ways[:, column]]
        cards, known = later.reshape(-1, states.shape[1]), tuple(sorted((*seen, *new)))
        holds, found = self.holds(test, cards), nothing(Move, len(cards))
        for answer in (True, False):
            rows = np.flatnonzero(holds == answer)
            if len(rows):
                one = now.answered(test, answer)
                put(found, rows, self._after_answer(one, move, cards[rows], known, depth))
        return over_ways(found, len(states))

    def _after_answer(self, now: PlacedRound, move: str, cards: Cards, seen: Places, depth: int) -> Move:
        deals = self.deals(cards, seen, 2)
        try:
            after = act(now, move)
        except UnansweredError as asked:
            return self._asked(now, move, asked.test, cards, seen, depth)
        if after.over:
            return self._ended(seen, after, [ending(after)], cards, deals)[0]
        return self._followed(seen, after, cards, deals, depth)

    def _dealt(self, deals: Deals, courses: Callable[[Cards], list[tuple[Ints, PlacedRound]]], depth: int) -> Move:
        """A move by what it yields in each deal."""
        worlds = deals.cards()
        cards = worlds.reshape(-1, worlds.shape[2])
        return by_deals(self.reached(cards, courses(cards), depth + 1), deals.count)
