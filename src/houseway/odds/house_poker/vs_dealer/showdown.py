"""Games in which one decision stands between the deal and a comparison with the dealer's hand.

Their shape, and what each way to act wins against every dealer hand: told apart only where a price changes.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from houseway.odds.house_poker.batch import Batch, Cards, Flags, Floats, Ints
from houseway.odds.house_poker.decision_tree import BETS, Step, read_tree
from houseway.odds.house_poker.solvers import Move, Visible
from houseway.odds.house_poker.vs_dealer.against import one_deck
from houseway.odds.house_poker.wagers import whole_piles
from houseway.odds.suit_classes.keyed import Holdings, name_suits
from houseway.odds.suit_classes.stock import Blocks
from houseway.odds.suit_symmetry import interchangeable
from houseway.play.core.cases import Always, Both, When
from houseway.play.house_poker.cases import (
    BadBeat,
    Beats,
    Bust,
    DoesNotQualify,
    Folded,
    Made,
    NotMade,
    NotShown,
    Reaches,
    Shows,
    Ties,
)
from houseway.play.house_poker.plan import ChoicePlan, HandPlan, Plan
from houseway.rules.patterns import Row
from houseway.rules.tables import Table

_BY_VALUES = (Always, BadBeat, Beats, Bust, DoesNotQualify, Folded, Made, NotMade, NotShown, Reaches, Ties)
_MOST_ROWS = 32  # beside a value in one number


@dataclass(frozen=True)
class Showdown:
    """What the solver needs to know of a plan."""

    plan: Plan
    unit: str
    before: tuple[str, ...]  # wagers made before the cards, each of one unit
    bonuses: tuple[str, ...]  # paid on other wagers, without a stake
    stage: int
    moves: tuple[Move, ...]
    own: HandPlan
    dealer: HandPlan
    cards: int  # in the seat's pile
    dealer_cards: int  # in the dealer's pile
    up: int  # dealer cards that lie face up at the decision
    shared: str  # a pile that both hands use and nobody sees before the decision
    shared_cards: int
    held: int  # of the seat's cards at the decision
    cards_follow: bool  # whether the seat or the dealer gets cards after it

    def choice(self, move: Move) -> ChoicePlan:
        return self.plan.choices[self.stage][move.choice]

    def bets(self, move: Move) -> tuple[str, ...]:
        return self.choice(move).spec.bet

    def main(self) -> tuple[str, ...]:
        later = dict.fromkeys(name for move in self.moves for name in self.bets(move))
        return (*self.before, *later, *self.bonuses)

    def tables(self) -> list[Table]:
        return [table for name in self.main() for table in self.plan.wagers[name].tables]

    def stakes(self, move: Move) -> dict[str, float]:
        return {**dict.fromkeys(self.before, 1.0), **dict.fromkeys(self.bets(move), move.factor)}

    def amount_bet(self, move: Move) -> float:
        return sum(self.stakes(move).values())

    @property
    def amounts(self) -> Floats:
        """The units that each move bets."""
        return np.array([self.amount_bet(move) for move in self.moves])

    def cut_values(self, mine: Ints) -> Ints:
        """[hand, cut]: the dealer values, in ascending order, from which another price may hold."""
        columns = [mine, mine + 1]
        if self.dealer.threshold is not None:
            columns.append(np.full(len(mine), self.dealer.threshold))
        if self.by_margin:
            ranking = self.dealer.ranking
            assert ranking is not None
            columns += [np.full(len(mine), category << ranking.shift) for category in range(1, len(ranking.categories))]
        return np.sort(np.stack(columns, axis=1), axis=1)

    @property
    def always_open(self) -> bool:
        return all(self.choice(move).having is None for move in self.moves)

    @property
    def by_margin(self) -> bool:
        """Whether some price depends on the dealer's category."""
        return any(table.block.by == "margin" for table in self.tables())

    @cached_property
    def told_by(self) -> tuple[Row, ...] | None:
        """The rows that tell hands of the same value apart by price; none if something else does."""
        rows = [row.clauses for table in self.tables() for row in table.rows if row.clauses]
        hands = {self.own.name, self.dealer.name}
        for case in (case for name in self.main() for case in self.plan.wagers[name].cases):
            for when in _parts(case.when):
                if isinstance(when, Shows):
                    rows.append(when.row)
                elif not isinstance(when, _BY_VALUES) or not when.hands() <= hands or _by_points(when):
                    return None
        return tuple(dict.fromkeys(rows))

    @property
    def by_value(self) -> bool:
        """Whether every price depends on the values of the two hands alone."""
        return self.told_by == ()

    @property
    def suits(self) -> Blocks:
        """The suits that no price of the game tells from each other; none at all: prices do not look at suits."""
        return interchangeable(row.clauses for table in self.tables() for row in table.rows)


def _parts(when: When) -> Iterator[When]:
    """The conditions that must hold at once."""
    if isinstance(when, Both):
        yield from _parts(when.first)
        yield from _parts(when.second)
    else:
        yield when


def _by_points(when: When) -> bool:
    return isinstance(when, Ties) and when.points is not None


def _moves(decision: Step, hand: str) -> tuple[Move, ...] | None:
    """Every way to act, a multiple only for the least hand that may bet it; none if another hand is asked for."""
    if any(choice.spec.having and choice.spec.hand != hand for choice in decision.choices.values()):
        return None
    least: dict[tuple[tuple[str, ...], float], int] = {}
    moves: list[Move] = []
    for move in decision.moves:
        bets, asked = decision.choice(move).bet, decision.choices[move.choice].having or 0
        if not bets or asked < least.get((bets, move.factor), asked + 1):
            least[bets, move.factor] = asked
            moves.append(move)
    return tuple(moves)


def _hands(plan: Plan, names: tuple[str, ...]) -> tuple[str, str] | None:
    """The one hand of the seat and the one of the dealer that decide, if that is all there is."""
    own: set[str] = set()
    dealer: set[str] = set()
    for name in names:
        wager = plan.wagers[name]
        spec = wager.spec
        if spec.best_of or spec.all_win or wager.bad_beat is not None:
            return None
        if spec.against:
            own.add(spec.hand)
            dealer.add(spec.against)
    return (own.pop(), dealer.pop()) if len(own) == 1 and len(dealer) == 1 else None


def match_template(plan: Plan) -> Showdown | None:
    """The shape of a game, none if it is another."""
    tree = read_tree(plan)
    if not tree.one_unit_each or len(tree.decisions) != 1 or not tree.says_only(*BETS, "having", "made"):
        return None
    (decision,), hands = tree.decisions, _hands(plan, tree.main)
    moves = _moves(decision, hands[0]) if hands else None
    if hands is None or moves is None or any(step.made and {*step.deal} - {"player"} for step in tree.steps):
        return None
    own, dealer = plan.hands[hands[0]], plan.hands[hands[1]]
    mine, theirs = whole_piles(own), whole_piles(dealer)
    if mine is None or theirs is None or "player" not in mine or "dealer" not in theirs:
        return None
    shared = mine - {"player"}
    if shared != theirs - {"dealer"} or len(shared) > 1 or any(map(decision.seen, shared)):
        return None
    pile, sizes = next(iter(shared), ""), tree.sizes
    shape = Showdown(
        plan, next(iter(tree.stakes)), tuple(tree.stakes), tree.bonuses, decision.stage, moves, own, dealer,
        sizes.get("player", 0), sizes.get("dealer", 0), decision.seen("dealer"), pile, sizes.get(pile, 0),
        decision.seen("player"), any(decision.cards.get(side, 0) < sizes.get(side, 0) for side in ("player", "dealer")),
    )  # fmt: skip
    return shape if _own_rows_only(shape, mine) else None


def shape_of(plan: Plan, deck: Cards | None) -> tuple[Showdown, Cards]:
    """The shape of a game that has one, and its cards or those that are asked about in their place."""
    shape, cards = match_template(plan), one_deck(plan) if deck is None else deck
    assert shape is not None
    assert cards is not None
    return shape, cards


def decider(shape: Showdown, first: Holdings, best: Ints) -> Callable[[int, Visible], Ints]:
    """Best play by the class of the cards that a seat holds when it decides."""

    def decide(stage: int, known: Visible) -> Ints:
        assert stage == shape.stage
        keys, _ = name_suits(known["player"][:, : shape.held])
        moves: Ints = best[np.searchsorted(first.keys, keys)]
        return moves

    return decide


def _own_rows_only(shape: Showdown, piles: frozenset[str]) -> bool:
    """Whether pay-table rows look at nothing but the cards of the seat's hand."""
    for table in shape.tables():
        if table.block.by not in ("", "margin"):
            return False
        for row in table.rows:
            for clause in row.clauses:
                seen = whole_piles(shape.plan.hands[clause.hand])
                if seen is None or not seen <= piles:
                    return False
    return True


class Facing(Batch):
    """Hands of a seat against dealer hands of which only the value is known."""

    def __init__(
        self, shape: Showdown, piles: Mapping[str, Cards], meters: Mapping[str, float], mine: Ints | None = None
    ) -> None:
        super().__init__(shape.plan, piles, meters)
        self.shape = shape
        if mine is not None:  # the values of the seat's hands are known already
            self._values[shape.own.name] = mine

    def mine(self) -> Ints:
        return self.value(self.shape.own.name)

    def all_nets(self, lower: Ints) -> Floats:
        """[move, hand, cell]: net units of each move against dealer hands of the values in `lower[hand, cell]`."""
        shape = self.shape
        found: dict[str, list[Floats]] = {name: [] for name in shape.main()}
        for cell in range(lower.shape[1]):
            self.assume(shape.dealer.name, np.ascontiguousarray(lower[:, cell]))
            for name, columns in found.items():
                columns.append(self.nets(name))
        nets = {name: np.stack(columns, axis=1) for name, columns in found.items()}
        return np.stack([_move_nets(shape, move, nets) for move in shape.moves])

    def open_to(self, move: Move) -> Flags:
        having = self.shape.choice(move).having
        return np.ones(self.size, np.bool_) if having is None else self.mine() >= having


def _move_nets(shape: Showdown, move: Move, nets: Mapping[str, Floats]) -> Floats:
    placed = shape.stakes(move)
    folded = shape.choice(move).spec.fold
    total = np.zeros_like(next(iter(nets.values())))
    for name, stake in placed.items():
        lost = folded and not shape.plan.wagers[name].spec.survives_fold
        total = total - stake if lost else total + stake * nets[name]
    if folded:
        return total
    for name in shape.bonuses:
        spec = shape.plan.wagers[name].spec
        if spec.paid_on in placed and (not spec.only_if_played or spec.only_if_played in placed):
            total = total + placed[spec.paid_on] * nets[name]
    return total


class Kinds(NamedTuple):
    """Hands told apart only as far as prices do: `nets[move, kind, cell]`, and the kind of each hand."""

    nets: Floats
    of: Ints


def tell_apart(shapes: Sequence[Showdown], hands: Cards, mine: Ints, meters: Mapping[str, float]) -> tuple[Ints, Ints]:
    """A hand of each kind that prices tell apart, and the kind of each hand; for games that differ only in prices."""
    told = [shape.told_by for shape in shapes]
    rows = dict.fromkeys(row for one in told for row in one or ())
    if None in told or len(rows) > _MOST_ROWS:
        return np.arange(len(mine)), np.arange(len(mine))
    batch = Facing(shapes[0], {"player": hands}, meters, mine)
    keys = mine.astype(np.int64) << len(rows)
    for number, row in enumerate(rows):
        keys |= batch.fits(row).astype(np.int64) << number
    _, first, of = np.unique(keys, return_index=True, return_inverse=True)
    return first, of


def nets_of(shape: Showdown, hands: Cards, mine: Ints, meters: Mapping[str, float]) -> Floats:
    """[move, hand, cell]: the nets of hands with their values against dealer hands between the cuts."""
    cuts = shape.cut_values(mine)
    lower = np.concatenate([np.zeros_like(cuts[:, :1]), cuts], axis=1)
    return Facing(shape, {"player": hands}, meters, mine).all_nets(lower)


def nets_by_kind(shape: Showdown, hands: Cards, mine: Ints, meters: Mapping[str, float]) -> Kinds:
    """The nets of hands with their values against dealer hands between the cuts."""
    first, of = tell_apart([shape], hands, mine, meters)
    return Kinds(nets_of(shape, np.ascontiguousarray(hands[first]), mine[first], meters), of)
