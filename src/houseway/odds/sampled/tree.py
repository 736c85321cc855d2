"""What lies ahead of a decision: its moves, the ways of the hidden cards after each, and the cost of counting them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from typing import TypeVar

from houseway.cards.decks import deck
from houseway.odds.places import PlacedRound, Places, UnansweredError, actions, begin, ending, hands_of
from houseway.odds.wagers import main_wagers
from houseway.odds.ways import count_ways
from houseway.play.house_poker.plan import Plan
from houseway.rules.errors import RuleError

Result = TypeVar("Result")
_MOST_ROUNDS = 20_000  # courses of a round that are looked at before the game counts as too manifold


@dataclass(frozen=True)
class Effort:
    """How much of what is hidden is counted, and how many deals stand for the rest."""

    counted: int  # most ways of the hidden cards that are counted one by one after the last decision
    chances: int  # ... and of cards turned between two decisions
    deals: tuple[int, ...]  # by decision: dealt at random for a state where there are more; even numbers
    most: int = 4_000  # rows that a state may cost when more are dealt because two moves are near each other


def explored(now: PlacedRound, call: Callable[[PlacedRound], Result]) -> Iterator[tuple[PlacedRound, Result]]:
    """What a call says for every answer to the tests it asks."""
    try:
        yield now, call(now)
    except UnansweredError as asked:
        for answer in (True, False):
            yield from explored(now.answered(asked.test, answer), call)


def advance(now: PlacedRound) -> PlacedRound:
    """The round at its next decision or its end."""
    after = now.advance()
    assert isinstance(after, PlacedRound)
    return after


def act(now: PlacedRound, move: str) -> PlacedRound:
    """The round after a move, at its next decision or its end."""
    after = now.act(0, move)
    assert isinstance(after, PlacedRound)
    return after


def cells(now: PlacedRound, seen: Places) -> tuple[Places, ...]:
    """The hidden places that the wagers of a round which is over hang on, those together that are in the same hands."""
    hands = {hand for name in ending(now).judged for hand in hands_of(now.plan, name)}
    own = {hand: now.places(hand) for hand in sorted(hands)}
    stand_ins = {now.plan.hands[hand].stand_in for hand in hands} - {""}
    own |= {f"{pile} stands in": now.piles.cards.get(pile, ())[:1] for pile in stand_ins}
    together: dict[tuple[bool, ...], list[int]] = {}
    for place in sorted({place for places in own.values() for place in places} - set(seen)):
        together.setdefault(tuple(place in places for places in own.values()), []).append(place)
    return tuple(tuple(places) for places in together.values())


def turned(before: PlacedRound, after: PlacedRound) -> tuple[Places, ...]:
    """The places that the seat sees at the next decision and did not see before, those together that are alike."""
    together: dict[tuple[bool, ...], list[int]] = {}
    for place in sorted({*after.seen} - {*before.seen}):
        together.setdefault(_hands_at(after, place), []).append(place)
    return tuple(tuple(places) for places in together.values())


def _hands_at(now: PlacedRound, place: int) -> tuple[bool, ...]:
    """Which named hands a place belongs to, now or when they are complete."""
    found = []
    for hand in now.plan.hands.values():
        for part in hand.parts:
            pile = now.seat.cards + now.seat.drawn if part.pile == "player" else now.piles.cards.get(part.pile, ())
            found.append(place in (pile if part.whole else pile[part.start : part.stop]))
    return tuple(found)


def stage_field(plan: Plan, stage: int) -> str:
    name = plan.stages[stage].name
    return f'{plan.game.spec.id}: stages."{name}"' if name else f"{plan.game.spec.id}: stages[{stage}]"


@dataclass
class Survey:
    """The cost of a game, decision by decision: rows to settle for one state, and whether all of it is counted."""

    plan: Plan
    effort: Effort
    visited: int = 0
    known: dict[tuple[object, ...], tuple[float, bool]] = field(default_factory=dict)
    places: int = 0  # of the deck that a round may use

    @property
    def size(self) -> int:
        return len(deck(self.plan.game.spec.deck))

    def cost(self, now: PlacedRound, depth: int = 0) -> tuple[float, bool]:
        """Of one state at a decision."""
        key = (now.stage, tuple(sorted(now.seat.wagers.items())), now.layout, frozenset(now.answers.items()))
        if key not in self.known:
            found = [self._moves(variant, moves, depth) for variant, moves in explored(now, actions)]
            self.known[key] = max(rows for rows, _ in found), all(exact for _, exact in found)
        return self.known[key]

    def _moves(self, now: PlacedRound, moves: list[str], depth: int) -> tuple[float, bool]:
        rows, exact, layouts = 0.0, True, set()
        for (_, words), alike in groupby(sorted(moves, key=_kind), key=_kind):
            listed = list(alike)
            for _, after in explored(now, partial(act, move=listed[0])):
                self.visited += 1
                self.places = max(self.places, after.used)
                if self.visited > _MOST_ROUNDS:
                    raise RuleError("there are too many ways to act for the game to be priced", self.field(now))
                if not after.over:
                    some, counted = self._further(now, after, depth)
                elif (after.layout, words) in layouts:
                    continue
                else:
                    layouts.add((after.layout, words))
                    some, counted = self._ended(now, after, depth)
                rows += len(listed) * some
                exact &= counted
        return rows, exact

    def _ended(self, now: PlacedRound, after: PlacedRound, depth: int) -> tuple[float, bool]:
        sizes = [len(cell) for cell in cells(after, now.seen)]
        ways = count_ways(self.size - len(now.seen), sizes)
        blind = any(not {*test.places, *test.other_places} <= {*now.seen} for test in after.answers)
        return (ways, True) if ways <= self.effort.counted and not blind else (self.deals(depth), False)

    def _further(self, now: PlacedRound, after: PlacedRound, depth: int) -> tuple[float, bool]:
        for test in after.answers:
            if not {*test.places, *test.other_places} <= {*after.seen}:
                raise RuleError("the stage hangs on cards that the seat does not see", self.field(after))
        rows, exact = self.cost(after, depth + 1)
        ways = count_ways(self.size - len(now.seen), [len(cell) for cell in turned(now, after)])
        blind = any(not {*test.places, *test.other_places} <= {*now.seen} for test in after.answers)
        if exact and ways <= self.effort.chances and not blind:
            return ways * rows, True
        return self.deals(depth) * rows, False

    def deals(self, depth: int) -> int:
        return self.effort.deals[min(depth, len(self.effort.deals) - 1)]

    def field(self, now: PlacedRound) -> str:
        return stage_field(self.plan, now.stage)


def _kind(move: str) -> tuple[int, str]:
    """Moves of one kind differ only in which cards they name."""
    words = move.split()
    return len(words), words[0]


def survey(plan: Plan, effort: Effort) -> tuple[Survey, float, bool]:
    """The cost of a whole round, from before the first card on, and whether all of it is counted."""
    found = Survey(plan, effort)
    rows, exact = 1.0, True
    for _, now in explored(begin(plan), advance):
        found.places = max(found.places, now.used)
        if not now.over:
            some, counted = found.cost(now)
            rows, exact = max(rows, some), exact and counted
    return found, rows, exact


def check_wagers(plan: Plan) -> None:
    """Refuse a game whose own wagers hang on other seats."""
    for name in main_wagers(plan):
        if plan.wagers[name].spec.best_of:
            field = f"{plan.game.spec.id}: wagers.{name}.best_of"
            raise RuleError("the wager hangs on the other hands of the table, of which the odds know nothing", field)
