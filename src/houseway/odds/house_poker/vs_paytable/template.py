"""The shape of a game without an opponent: what the seat knows at each decision, what it may do, what is at stake."""

from dataclasses import dataclass, field

from houseway.odds.house_poker.decision_tree import BETS, Step, alone, read_tree
from houseway.odds.house_poker.solvers import Move
from houseway.odds.house_poker.wagers import Position, main_wagers, positions
from houseway.odds.suit_classes.stock import Blocks, Stock, stock_of
from houseway.odds.suit_symmetry import interchangeable
from houseway.play.house_poker.plan import Plan, WagerPlan

Amounts = tuple[float, ...]  # on each main wager, in units


@dataclass(frozen=True)
class Streets:
    """A plan as this solver reads it."""

    plan: Plan
    unit: str
    wagers: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]  # wagers with the same result per unit
    levels: tuple[Step, ...]
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

    def after(self, amounts: Amounts, level: Step, move: Move) -> Amounts:
        """What is at stake after a move that does not fold."""
        words, now = level.choice(move), dict(zip(self.wagers, amounts, strict=True))
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


def _known_together(shape: Streets) -> bool:
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


def match_template(plan: Plan, stock: Stock | None = None) -> Streets | None:
    """The shape of a plan with decisions; none if it is another kind of game."""
    tree, wagers, deck = read_tree(plan), main_wagers(plan), stock or stock_of(plan.game.spec.deck)
    levels = tree.decisions
    if not levels or not tree.says_only(*BETS, "pull") or deck.extras or max(deck.copies) > 1:
        return None
    if not all(alone(plan.wagers[name]) for name in wagers):
        return None
    looked = frozenset().union(*(positions(plan, plan.wagers[name].spec.hand) for name in wagers))
    everything = [(pile, place) for pile, size in tree.sizes.items() for place in range(size)]
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
    start = tuple(tree.stakes.get(name, 0.0) for name in wagers)
    shape = Streets(plan, tree.unit, wagers, groups, levels, places, deck, blocks, start)
    return shape if _known_together(shape) else None
