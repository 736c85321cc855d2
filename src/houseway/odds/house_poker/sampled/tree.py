"""What lies ahead of a decision: its moves, the ways of the hidden cards after each, and the cost of counting them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from typing import TypeVar

from houseway.cards.decks import deck
from houseway.odds.house_poker.places import PlacedRound, Places, UnansweredError, actions, begin, ending, hands_of
from houseway.odds.house_poker.sampled.facing import find_opponent
from houseway.odds.house_poker.wagers import main_wagers
from houseway.odds.house_poker.ways import count_ways
from houseway.play.house_poker.plan import Part, Plan
from houseway.rules.errors import RuleError

Result = TypeVar("Result")
THEN = "; "  # between moves that are made one after the other
_MOST_ROUNDS = 20_000  # courses of a round that are looked at before the game counts as too manifold


@dataclass(frozen=True)
class Effort:
    """How much of what is hidden is counted, and how many deals stand for the rest."""

    counted: int  # most ways of the hidden cards that are counted one by one after the last decision
    chances: int  # ... and of cards turned between two decisions
    deals: tuple[int, ...]  # by decision: dealt at random for a state where there are more; even numbers
    most: int = 4_000  # rows that a state may cost when more are dealt because two moves are near each other
    exact: bool = False  # everything is counted


COUNT_ALL = Effort(1 << 62, 1 << 62, (2,), exact=True)


def explored(now: PlacedRound, call: Callable[[PlacedRound], Result]) -> Iterator[tuple[PlacedRound, Result]]:
    """What a call says for every answer to the tests it asks."""
    try:
        yield now, call(now)
    except UnansweredError as asked:
        for answer in (True, False):
            yield from explored(now.answered(asked.test, answer), call)


def advance(now: PlacedRound) -> PlacedRound:
    """The round at its next decision between several moves, or at its end."""
    after = now.advance()
    assert isinstance(after, PlacedRound)
    if after.over:
        return after
    moves = actions(after)
    return act(after, moves[0]) if len(moves) == 1 else after


def act(now: PlacedRound, move: str) -> PlacedRound:
    """The round after a move, or several one after the other, at its next decision or its end."""
    first, _, rest = move.partition(THEN)
    after = now.decide(0, first)
    assert isinstance(after, PlacedRound)
    return act(advance(after), rest) if rest else advance(after)


def moves_of(now: PlacedRound) -> list[str]:
    """Every way to act until the seat sees a card it has not seen: decisions without news between them are one."""
    found = []
    for move in actions(now):
        try:
            after = act(now, move)
        except UnansweredError as asked:
            if asked.test.asks <= {*now.seen}:
                raise
            found.append(move)
            continue
        further = not after.over and after.seen == now.seen
        found += [f"{move}{THEN}{later}" for later in moves_of(after)] if further else [move]
    return found


def cells(now: PlacedRound, seen: Places) -> tuple[Places, ...]:
    """The hidden places that the wagers of a finished round depend on, those together that are in the same hands."""
    judged = tuple(ending(now).judged)
    key = (now.layout, judged, seen)
    if key not in now.hidden:
        now.hidden[key] = _cells(now, judged, seen)
    return now.hidden[key]


def _cells(now: PlacedRound, judged: Iterable[str], seen: Places) -> tuple[Places, ...]:
    made = now.seat.wagers
    hands = {hand for name in judged for hand in hands_of(now.plan, name, made)}
    stand_ins = {now.plan.hands[hand].stand_in for hand in hands} - {""}
    own = [now.places(hand) for hand in sorted(hands)]
    own += [now.piles.cards.get(pile, ())[:1] for pile in stand_ins]
    wanted = {*now.real(place for places in own for place in places)} - {*seen}
    own += [one.held for one in now.made]
    own += [(place,) for one in now.made for place in one.fresh]  # those that he draws come in an order
    return _alike(wanted, own)


def _alike(wanted: Iterable[int], groups: Sequence[Places]) -> tuple[Places, ...]:
    """Places, those together that belong to the same groups."""
    together: dict[tuple[bool, ...], list[int]] = {}
    for place in sorted(wanted):
        together.setdefault(tuple(place in group for group in groups), []).append(place)
    return tuple(tuple(places) for places in together.values())


def turned(before: Places, after: PlacedRound) -> tuple[Places, ...]:
    """The places that the seat sees at the next decision and did not see before, those together that are alike."""
    return _alike({*after.seen} - {*before}, [places_of(after, part) for part in parts_in_use(after.plan)])


def turned_by_hand(before: Places, after: PlacedRound) -> tuple[Places, ...]:
    """The same with those together that are in the same hands, of whatever piles."""
    hands = [after.plan.hands[hand].parts for hand in hands_in_use(after.plan)]
    own = [tuple(place for part in parts for place in places_of(after, part)) for parts in hands]
    return _alike({*after.seen} - {*before}, own)


def parts_in_use(plan: Plan) -> list[Part]:
    """The parts of the hands that the game itself looks at."""
    return [part for hand in hands_in_use(plan) for part in plan.hands[hand].parts]


def hands_in_use(plan: Plan) -> list[str]:
    """The hands that the game itself looks at."""
    hands = {hand for name in main_wagers(plan) for hand in hands_of(plan, name)}
    choices = [choice for stage in plan.choices for choice in stage]
    hands |= {choice.spec.hand for choice in choices if choice.having is not None or choice.below is not None}
    reached = [stage for stage in plan.stages if stage.made in ("", *main_wagers(plan))]
    hands |= {hand for stage in reached for hand in stage.if_tied or ()}
    return sorted(hands)


def places_of(now: PlacedRound, part: Part) -> Places:
    """The places of a part of a hand that are dealt by now."""
    pile = now.seat.cards + now.seat.drawn if part.pile == "player" else now.piles.cards.get(part.pile, ())
    if part.selected:
        return tuple(pile[place - 1] for place in now.seat.selected if place <= len(pile))
    return pile if part.whole or part.name else pile[part.start : part.stop]


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
            found = [self._moves(variant, moves, depth) for variant, moves in explored(now, moves_of)]
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
        times, seen = self._asked(now, after)
        groups = cells(after, seen)
        opponent = find_opponent(after, ending(after).judged, groups)
        sizes = [len(group) for group in groups if opponent is None or group != opponent.places]
        ways = count_ways(self.size - len(seen), sizes) * (opponent.cells if opponent else 1)
        if ways <= self.effort.counted and (times == 1 or self.effort.exact):
            return times * ways, True
        return self.deals(depth), False

    def _asked(self, now: PlacedRound, after: PlacedRound) -> tuple[int, Places]:
        """Ways of the hidden cards that the course to here depends on, and the places that are known with them."""
        new = {place for test in after.answers for place in test.asks} - {*now.seen}
        return count_ways(self.size - len(now.seen), [1] * len(new)), tuple(sorted({*now.seen, *new}))

    def _further(self, now: PlacedRound, after: PlacedRound, depth: int) -> tuple[float, bool]:
        if any(not test.asks <= {*after.seen} for test in after.answers):
            raise RuleError("the stage depends on cards that the seat does not see", self.field(after))
        rows, exact = self.cost(after, depth + 1)
        times, seen = self._asked(now, after)
        ways = count_ways(self.size - len(seen), [len(cell) for cell in turned(seen, after)])
        if exact and ways <= self.effort.chances and (times == 1 or self.effort.exact):
            return times * ways * rows, True
        return self.deals(depth) * rows, False

    def deals(self, depth: int) -> int:
        return self.effort.deals[min(depth, len(self.effort.deals) - 1)]

    def field(self, now: PlacedRound) -> str:
        return stage_field(self.plan, now.stage)


def _kind(move: str) -> tuple[int, str]:
    """Moves of one kind differ only in which cards they name."""
    words = [part.split() for part in move.split(THEN)]
    return sum(map(len, words)), " ".join(part[0] for part in words)


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
    """Refuse a game whose own wagers depend on other seats."""
    for name in main_wagers(plan):
        if plan.wagers[name].spec.best_of:
            field = f"{plan.game.spec.id}: wagers.{name}.best_of"
            raise RuleError("the wager depends on the other hands of the table, of which the odds know nothing", field)
