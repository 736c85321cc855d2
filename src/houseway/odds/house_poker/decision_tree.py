"""The decisions of a game, read once for all solvers: what is dealt and seen before each, what a seat may do and stake.

The seat is one that plays the game itself, so stages about wagers beside it are left out. What stages and choices say
beyond dealing and turning cards is kept by name: a template knows some of these words and refuses all others.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from houseway.odds.house_poker.solvers import Move
from houseway.odds.house_poker.wagers import Position, dealt_by, decided_stakes, pile_sizes, unit_of
from houseway.play.house_poker.plan import ChoicePlan, Plan, WagerPlan
from houseway.rules.house_poker import Choice, Stage

_OF_STAGES = ("fill_from", "dealer", "if_tied", "optional")
_OF_CHOICES = (
    "bet", "any_between", "having", "below", "shows", "needs", "ends", "pull", "fold", "surrender", "gives_up",
    "discard", "select", "parts", "above", "by_house_way", "busts", "adds",
)  # fmt: skip
_ANY_AMOUNT = "any amount"  # a bet that is not a multiple of a wager the seat has made
BETS = frozenset(("bet", "any_between", "fold"))  # of a bet between two multiples the extremes are the best


@dataclass(frozen=True)
class Step:
    """A stage: what the seat knows when it comes, what is dealt, and what the seat may do."""

    stage: int
    cards: Mapping[str, int]  # in each pile before it
    known: tuple[Position, ...]  # the places whose cards the seat has seen, in the order that it saw them
    deal: Mapping[str, int]
    made: frozenset[str]  # only for seats that placed one of these wagers at a decision before
    unless: str  # only for seats that did not place this one
    choices: Mapping[int, ChoicePlan]  # by number in the plan; none: nothing is decided
    words: frozenset[str]

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """Every way to act, one for each multiple; the multiple is in its text where the verb has several."""
        ways = [
            (number, choice.spec.do, by)
            for number, choice in self.choices.items()
            for by in (choice.spec.by if choice.spec.bet else (0,))
        ]
        several = {verb for _, verb, by in ways for _, other, multiple in ways if verb == other and by != multiple}
        return tuple(Move(number, float(by), f"{do} {by}x" if do in several else do) for number, do, by in ways)

    def choice(self, move: Move) -> Choice:
        return self.choices[move.choice].spec

    def seen(self, pile: str) -> int:
        return sum(other == pile for other, _ in self.known)

    def concerns(self, stakes: Mapping[str, float]) -> bool:
        return self.unless not in stakes and (not self.made or bool(self.made & stakes.keys()))


@dataclass(frozen=True)
class DecisionTree:
    """A game as its solvers read it; a stake is in units, a pile's size is that of a round played to the end."""

    plan: Plan
    unit: str
    stakes: Mapping[str, float]  # made before the first card, but for wagers that no decision touches
    sizes: Mapping[str, int]
    steps: tuple[Step, ...]

    @cached_property
    def decisions(self) -> tuple[Step, ...]:
        return tuple(step for step in self.steps if step.choices)

    @cached_property
    def placed(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for step in self.decisions for name in _bets(step.choices)))

    @cached_property
    def bonuses(self) -> tuple[str, ...]:
        """What is paid on these wagers without a stake of its own."""
        made, wagers = {*self.stakes, *self.placed}, self.plan.wagers
        return tuple(name for name, wager in wagers.items() if wager.spec.paid_on in made and wager.spec.offered)

    @cached_property
    def main(self) -> tuple[str, ...]:
        return (*self.stakes, *self.placed, *self.bonuses)

    @property
    def one_unit_each(self) -> bool:
        return {*self.stakes.values()} == {1.0}

    def says_only(self, *words: str) -> bool:
        """Whether a template that knows these words knows all that the game says."""
        return all(step.words <= {*words} for step in self.steps)


def _bets(choices: Mapping[int, ChoicePlan]) -> Iterator[str]:
    return (name for choice in choices.values() for name in choice.spec.bet)


def alone(wager: WagerPlan) -> bool:
    """Whether a wager depends on no other hand and no other wager's result."""
    spec = wager.spec
    apart = not (spec.against or spec.best_of or spec.all_win or wager.bad_beat is not None)
    return apart and (wager.table is not None or bool(spec.at_least)) and not spec.survives_fold


def asked_of(stage: Stage) -> frozenset[str]:
    """The wagers of which a stage asks one."""
    return frozenset({stage.made, *stage.made_one} - {""})


def _is_beside(stage: Stage, choices: Mapping[int, ChoicePlan], reached: set[str], opening: Collection[str]) -> bool:
    """Whether a stage passes by a seat that plays the game itself, or offers it nothing but wagers beside the game."""
    asked = asked_of(stage)
    free = stage.optional and all(choice.spec.bet and not choice.spec.times for choice in choices.values())
    passed = stage.unless in opening or bool(asked and not asked & reached)
    return (passed or (free and bool(choices))) and not stage.deal and not stage.up


def _words(stage: Stage, choices: Mapping[int, ChoicePlan], reached: set[str]) -> Iterator[str]:
    yield from (word for word in _OF_STAGES if getattr(stage, word))
    for choice in choices.values():
        yield from (word for word in _OF_CHOICES if getattr(choice.spec, word))
        if choice.spec.bet and choice.spec.times not in reached:
            yield _ANY_AMOUNT


def read_tree(plan: Plan) -> DecisionTree:
    """The decisions of a game; a wager placed blind is never better than one placed seeing more, and left out."""
    opening = decided_stakes(plan)
    reached, dealt, steps = {*opening}, dealt_by(plan), list[Step]()
    for index, stage in enumerate(plan.stages):
        choices = {
            number: choice
            for number, choice in enumerate(plan.choices[index])
            if choice.spec.offered and not choice.spec.ahead
        }
        if _is_beside(stage, choices, reached, opening):
            continue
        made = frozenset[str]() if asked_of(stage) & opening.keys() else asked_of(stage)
        unless = stage.unless if stage.unless in reached else ""
        conditions = {word for word, given in (("made", made), ("unless", unless)) if given}
        words = conditions.union(_words(stage, choices, reached))
        steps.append(Step(index, *dealt[index], stage.deal, made, unless, choices, frozenset(words)))
        reached.update(_bets(choices))
    return DecisionTree(plan, unit_of(plan), opening, pile_sizes(plan), tuple(steps))


# -- the lines of play -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """A way for the play to end: the wagers made, in units, and whether the hand was folded."""

    stakes: Mapping[str, float]
    folded: bool

    @property
    def staked(self) -> float:
        return sum(self.stakes.values())


@dataclass(frozen=True)
class Node:
    """A decision with given stakes: the shared cards seen by then, the ways to act, and what each leads to."""

    stage: int
    level: int
    moves: tuple[Move, ...]
    ways: tuple["Line | Node", ...]


@dataclass
class Grower:
    """Grows nodes and lines from the steps of a tree; what a node leads to stands before it."""

    tree: DecisionTree
    lines: dict[tuple[object, ...], Line] = field(default_factory=dict)
    nodes: dict[tuple[object, ...], Node] = field(default_factory=dict)

    def grow(self, first: int, stakes: Mapping[str, float]) -> Line | Node:
        """What the play yields from a decision on, with these wagers made."""
        for number, step in enumerate(self.tree.decisions[first:], start=first):
            moves = tuple(move for move in step.moves if not stakes.keys() & {*step.choice(move).bet})
            if step.concerns(stakes) and not all(step.choice(move).fold for move in moves):
                return self._decide(number, stakes, moves)
        return self._end(stakes, False)

    def _end(self, stakes: Mapping[str, float], folded: bool) -> Line:
        return self.lines.setdefault((*sorted(stakes.items()), folded), Line(stakes, folded))

    def _decide(self, number: int, stakes: Mapping[str, float], moves: tuple[Move, ...]) -> Node:
        key, step = (number, *sorted(stakes.items())), self.tree.decisions[number]
        if key not in self.nodes:
            ways: list[Line | Node] = []
            for move in moves:
                words = step.choice(move)
                made = {**stakes, **dict.fromkeys(words.bet, move.factor * stakes.get(words.times, 0.0))}
                ways.append(self._end(made, True) if words.fold else self.grow(number + 1, made))
            self.nodes[key] = Node(step.stage, len(step.known) - step.seen("player"), moves, tuple(ways))
        return self.nodes[key]
