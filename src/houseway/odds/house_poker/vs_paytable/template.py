"""The shape of a game without an opponent: what the seat knows at each decision, what it may do, what is at stake."""

from dataclasses import dataclass, field

from houseway.odds.house_poker.solvers import Move
from houseway.odds.house_poker.wagers import (
    Position,
    main_wagers,
    opening_stakes,
    pile_sizes,
    positions,
    redraws,
    unit_of,
)
from houseway.odds.suit_classes.stock import Blocks, Stock, stock_of
from houseway.odds.suit_symmetry import interchangeable
from houseway.play.house_poker.plan import Plan, WagerPlan, parse_part
from houseway.rules.house_poker import Choice, Stage

Amounts = tuple[float, ...]  # on each main wager, in units


@dataclass(frozen=True)
class Level:
    """A decision: its stage, the places the seat sees by then, and the ways to act."""

    stage: int
    known: tuple[Position, ...]  # in the order they were seen
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class DecisionTree:
    """A plan as this solver reads it."""

    plan: Plan
    unit: str
    wagers: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]  # wagers with the same result per unit
    levels: tuple[Level, ...]
    places: tuple[Position, ...]  # all that the wagers look at, in the order they are seen
    stock: Stock
    blocks: Blocks
    start: Amounts = field(default=())

    def cells(self, known: tuple[Position, ...]) -> tuple[tuple[int, ...], ...]:
        """The numbers of the places seen, those together that no hand tells apart."""
        by_hand = [positions(self.plan, self.plan.wagers[group[0]].spec.hand) for group in self.groups]
        together: dict[tuple[bool, ...], list[int]] = {}
        for number, place in enumerate(known):
            together.setdefault(tuple(place in own for own in by_hand), []).append(number)
        return tuple(tuple(cell) for cell in together.values())

    def choice(self, level: Level, move: Move) -> Choice:
        return self.plan.choices[level.stage][move.choice].spec

    def after(self, amounts: Amounts, level: Level, move: Move) -> Amounts:
        """What is at stake after a move that does not fold."""
        words, now = self.choice(level, move), dict(zip(self.wagers, amounts, strict=True))
        for name in words.bet:
            now[name] = move.factor * now[words.times]
        if words.pull:
            now[words.pull] = 0.0
        return tuple(now[name] for name in self.wagers)

    def staked(self, amounts: Amounts) -> float:
        return sum(
            amount
            for name, amount in zip(self.wagers, amounts, strict=True)
            if not self.plan.wagers[name].spec.paid_on and not self.plan.wagers[name].spec.coupon
        )

    def by_group(self, amounts: Amounts) -> list[float]:
        """The amount on each kind of result; a bonus is on the amount of its wager."""
        now = dict(zip(self.wagers, amounts, strict=True))

        def on(name: str) -> float:
            words = self.plan.wagers[name].spec
            if words.paid_on:
                played = not words.only_if_played or now.get(words.only_if_played, 0) > 0
                return now[words.paid_on] if played else 0.0
            return now[name]

        return [sum(on(name) for name in group) for group in self.groups]


def _result_key(wager: WagerPlan) -> tuple[object, ...]:
    spec = wager.spec
    return repr(wager.cases), wager.stake_kept, spec.meter, wager.rate, bool(spec.paid_on), spec.coupon


def alone(wager: WagerPlan) -> bool:
    """Whether a wager depends on no other hand and no other wager's result."""
    words = wager.spec
    apart = not (words.against or words.best_of or words.all_win or wager.bad_beat is not None)
    return apart and (wager.table is not None or bool(words.at_least)) and not words.survives_fold


def seen_by(plan: Plan, stage: int) -> tuple[Position, ...]:
    """The places whose cards a seat knows when it decides at a stage: its own, and those turned up."""
    dealt: dict[str, int] = {}
    seen: dict[Position, None] = {}
    for before in plan.stages[:stage]:
        for pile, count in before.deal.items():
            first = dealt.get(pile, 0)
            dealt[pile] = first + count
            if pile == "player":
                seen.update(dict.fromkeys((pile, place) for place in range(first, first + count)))
        for text in before.up:
            part = parse_part(text)
            stop = dealt.get(part.pile, 0) if part.whole else part.stop or 0
            seen.update(dict.fromkeys((part.pile, place) for place in range(part.start, stop)))
    return tuple(seen)


def plain_choice(words: Choice) -> bool:
    """Whether a choice only bets, pulls, folds or lets be."""
    special = words.having or words.surrender or words.gives_up or words.discard or words.adds
    return not special and (not words.bet or bool(words.times))


def moves_of(plan: Plan, stage: int) -> tuple[Move, ...]:
    """Every way to act, one for each multiple; a wager placed blind is never better than one placed seeing more."""
    found = []
    for index, choice in enumerate(plan.choices[stage]):
        words = choice.spec
        if words.ahead:
            continue
        if not words.bet:
            found.append(Move(index, 0.0, words.do))
            continue
        several = len(words.by) > 1
        found += [Move(index, float(by), f"{words.do} {by}x" if several else words.do) for by in words.by]
    return tuple(found)


def opening(plan: Plan, wagers: tuple[str, ...]) -> Amounts:
    """The units on every wager before the deal."""
    stakes = opening_stakes(plan)
    return tuple(stakes.get(name, 0.0) for name in wagers)


def _unconditional(stage: Stage) -> bool:
    return not (stage.made or stage.unless or stage.if_tied or stage.fill_from)


def _known_together(shape: DecisionTree) -> bool:
    """Whether the cards seen between two decisions fall in one cell, and all are seen in the order of the places."""
    before: tuple[Position, ...] = ()
    for known in (*(level.known for level in shape.levels), shape.places):
        if known[: len(before)] != before:
            return False
        fresh = set(range(len(before), len(known)))
        if before and sum(bool(fresh & set(cell)) for cell in shape.cells(known)) != 1:
            return False
        before = known
    return 0 < len(shape.cells(shape.places)) <= 4 and len(shape.cells(shape.levels[0].known)) == 1


def match_template(plan: Plan, stock: Stock | None = None) -> DecisionTree | None:
    """The shape of a plan with decisions; none if it is another kind of game."""
    wagers = main_wagers(plan)
    deck = stock or stock_of(plan.game.spec.deck)
    deciding = [index for index, stage in enumerate(plan.stages) if stage.decide]
    if not deciding or redraws(plan) or deck.extras or max(deck.copies) > 1:
        return None
    if not all(alone(plan.wagers[name]) for name in wagers) or not all(map(_unconditional, plan.stages)):
        return None
    if not all(plain_choice(choice.spec) for stage in plan.choices for choice in stage):
        return None
    levels = tuple(Level(index, seen_by(plan, index), moves_of(plan, index)) for index in deciding)
    looked = frozenset().union(*(positions(plan, plan.wagers[name].spec.hand) for name in wagers))
    sizes = pile_sizes(plan)
    everything = [(pile, place) for pile, size in sizes.items() for place in range(size)]
    last = levels[-1].known
    if not set(last) <= looked:
        return None
    places = (*last, *(place for place in everything if place in looked and place not in last))
    kinds: dict[tuple[object, ...], list[str]] = {}
    for name in wagers:
        kinds.setdefault(_result_key(plan.wagers[name]), []).append(name)
    groups = tuple(tuple(group) for group in kinds.values())
    rows = [row.clauses for name in wagers if (table := plan.wagers[name].table) for row in table.rows]
    ranked = [plan.hands[plan.wagers[name].spec.hand] for name in wagers if plan.wagers[name].spec.at_least]
    blocks = interchangeable(rows, ranked) or ((0, 1, 2, 3),)
    shape = DecisionTree(plan, unit_of(plan), wagers, groups, levels, places, deck, blocks, opening(plan, wagers))
    return shape if _known_together(shape) else None
