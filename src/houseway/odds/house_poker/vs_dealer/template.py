"""The shape of a game in which one decision stands between the deal and a comparison with the dealer's hand."""

from collections.abc import Iterator
from dataclasses import dataclass

from houseway.hands.columns import Fact
from houseway.odds.house_poker.solvers import Move
from houseway.odds.house_poker.wagers import decided_stakes, main_wagers
from houseway.play.house_poker.plan import ChoicePlan, HandPlan, Plan, WagerPlan, parse_part
from houseway.rules.house_poker import Outcome, Stage
from houseway.rules.patterns import Test
from houseway.rules.tables import Table

_SUIT_SETS = (Fact.ROYAL_SUITS, Fact.FLUSH_SUITS, Fact.SUITED)
_SUIT_BOUND = (Fact.COLOURS, Fact.CARDS, Fact.REDS)
_RANKS_ONLY = frozenset(
    (
        Fact.COUNT, Fact.TWO_ALIKE, Fact.THREE_ALIKE, Fact.FOUR_ALIKE, Fact.FIVE_ALIKE, Fact.SIX_ALIKE,
        Fact.FULL_HOUSE, Fact.TWO_PAIR, Fact.THREE_PAIR, Fact.STRAIGHT, Fact.RUN_LENGTH, Fact.CIRCLE_LENGTH,
        Fact.RANKS, Fact.TOP, Fact.POINTS, Fact.LOW, Fact.TOTAL,
    )
)  # fmt: skip
_ALL_SUITS = 15


@dataclass(frozen=True)
class DecisionTree:
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

    def choice(self, move: Move) -> ChoicePlan:
        return self.plan.choices[self.stage][move.choice]

    def bets(self, move: Move) -> tuple[str, ...]:
        return self.choice(move).spec.bet

    def main(self) -> tuple[str, ...]:
        """All wagers of the game itself."""
        later = dict.fromkeys(name for move in self.moves for name in self.bets(move))
        return (*self.before, *later, *self.bonuses)

    def tables(self) -> list[Table]:
        return [table for name in self.main() for table in wager_tables(self.plan.wagers[name])]

    @property
    def by_margin(self) -> bool:
        """Whether some price depends on the dealer's category."""
        return any(table.block.by == "margin" for table in self.tables())

    @property
    def by_value(self) -> bool:
        """Whether every price depends on the values of the two hands alone."""
        ties = [self.plan.wagers[name].spec.tie for name in self.main()]
        by_points = any(isinstance(tie, Outcome) and (tie.lost_from, tie.lost_to) != (None, None) for tie in ties)
        return not by_points and not any(row.clauses for table in self.tables() for row in table.rows)

    @property
    def suits_equal(self) -> bool:
        """Whether no price of the game tells one suit from another."""
        return not any(_suit_bound(test) for test in _tests(self.tables()))

    @property
    def ranks_only(self) -> bool:
        """Whether no price of the game looks at suits or wild cards at all."""
        natural = all(not clause.natural for table in self.tables() for row in table.rows for clause in row.clauses)
        return natural and all(test.fact in _RANKS_ONLY for test in _tests(self.tables()))


def wager_tables(wager: WagerPlan) -> Iterator[Table]:
    """Every pay table that a wager can be paid by."""
    yield from wager.tables


def _tests(tables: list[Table]) -> Iterator[Test]:
    for table in tables:
        for row in table.rows:
            for clause in row.clauses:
                yield from clause.tests


def _suit_bound(test: Test) -> bool:
    if test.fact in _SUIT_SETS:
        return test.kind != "any" or test.low != _ALL_SUITS
    return test.fact in _SUIT_BOUND


def opening_wagers(plan: Plan) -> tuple[str, ...]:
    """The main wagers made before the cards; none where their amounts differ, which is not counted here."""
    stakes = decided_stakes(plan)
    return tuple(stakes) if set(stakes.values()) == {1.0} else ()


def bonuses_on(plan: Plan, made: tuple[str, ...]) -> tuple[str, ...]:
    """The bonuses paid on these wagers without a stake of their own."""
    return tuple(name for name, wager in plan.wagers.items() if wager.spec.paid_on in made and wager.spec.offered)


@dataclass
class _Walk:
    """The piles as the stages deal them, up to the decision and after it."""

    cards: dict[str, int]
    shown: dict[str, set[int]]
    main: tuple[str, ...]
    cards_follow: bool  # own cards and the dealer's may come after the decision
    stage: int = -1

    def pass_stage(self, index: int, stage: Stage, before: tuple[str, ...]) -> bool:
        """Whether the stage is one that this shape knows."""
        if stage.unless in before:
            return True
        if self.cards_follow and stage.made:
            if stage.made not in self.main:  # about a wager beside the game
                return not stage.deal and not stage.up
            if not self._follows_a_bet(stage):
                return False
        elif stage.made:
            return False
        if stage.if_tied is not None or stage.fill_from:
            return False
        if stage.decide:
            if self.stage >= 0:
                return False
            self.stage = index
            return not stage.deal
        if self.stage >= 0:
            return self.cards_follow or not {"player", "dealer"} & set(stage.deal)
        for pile, count in stage.deal.items():
            self.cards[pile] = self.cards.get(pile, 0) + count
        for text in stage.up:
            part = parse_part(text)
            stop = self.cards.get(part.pile, 0) if part.whole else part.stop or 0
            self.shown.setdefault(part.pile, set()).update(range(part.start, stop))
        return True

    def _follows_a_bet(self, stage: Stage) -> bool:
        """Whether a stage is only for seats that bet at the decision, and gives them cards."""
        return self.stage >= 0 and not stage.decide and set(stage.deal) <= {"player"}


def _moves(plan: Plan, stage: int, before: tuple[str, ...], hand: str) -> tuple[Move, ...] | None:
    """Every way to act, a multiple once only; none if the decision has words that this shape does not know."""
    moves: list[Move] = []
    least: dict[tuple[tuple[str, ...], int], int] = {}
    for index, choice in enumerate(plan.choices[stage]):
        words = choice.spec
        if words.pull or words.surrender or words.gives_up or words.discard or words.adds or words.ahead:
            return None
        if words.having and words.hand != hand:
            return None
        if not words.bet:
            moves.append(Move(index, 0.0, words.do))
            continue
        if words.times not in before:
            return None
        for factor in words.by:
            asked = choice.having or 0
            if least.get((words.bet, factor), asked + 1) <= asked:
                continue
            least[words.bet, factor] = asked
            moves.append(Move(index, float(factor), f"{words.do} {factor}x"))
    several = {move.text for move in moves if move.factor}
    if len(several) == 1:
        return tuple(Move(move.choice, move.factor, move.text.split()[0]) for move in moves)
    return tuple(moves)


def _hands(plan: Plan, names: tuple[str, ...]) -> tuple[str, str] | None:
    """The one hand of the seat and the one of the dealer that decide, if that is all there is."""
    own: set[str] = set()
    dealer: set[str] = set()
    for name in names:
        wager = plan.wagers[name]
        words = wager.spec
        if words.best_of or words.all_win or wager.bad_beat is not None:
            return None
        if words.against:
            own.add(words.hand)
            dealer.add(words.against)
    return (own.pop(), dealer.pop()) if len(own) == 1 and len(dealer) == 1 else None


def _whole_piles(hand: HandPlan) -> frozenset[str] | None:
    if hand.stand_in or not all(part.whole for part in hand.parts):
        return None
    return frozenset(part.pile for part in hand.parts)


def match_template(plan: Plan, cards_follow: bool = False) -> DecisionTree | None:
    """The shape of a game, none if it is another; with `cards_follow` some cards come after the decision."""
    before = opening_wagers(plan)
    walk = _Walk({}, {}, main_wagers(plan), cards_follow)
    if not before or not all(walk.pass_stage(i, stage, before) for i, stage in enumerate(plan.stages)):
        return None
    if walk.stage < 0:
        return None
    placed = tuple(name for choice in plan.choices[walk.stage] for name in choice.spec.bet)
    bonuses = bonuses_on(plan, (*before, *placed))
    hands = _hands(plan, (*before, *placed, *bonuses))
    moves = _moves(plan, walk.stage, before, hands[0]) if hands else None
    if hands is None or moves is None:
        return None
    own, dealer = plan.hands[hands[0]], plan.hands[hands[1]]
    mine, theirs = _whole_piles(own), _whole_piles(dealer)
    if mine is None or theirs is None or "player" not in mine or "dealer" not in theirs:
        return None
    shared = mine - {"player"}
    if shared != theirs - {"dealer"} or len(shared) > 1 or any(walk.shown.get(pile) for pile in shared):
        return None
    pile = next(iter(shared), "")
    cards = {**walk.cards}
    for stage in plan.stages[walk.stage :]:
        for name, count in stage.deal.items():
            cards[name] = cards.get(name, 0) + count
    shape = DecisionTree(
        plan, before[0], before, bonuses, walk.stage, moves, own, dealer,
        cards.get("player", 0), cards.get("dealer", 0), len(walk.shown.get("dealer", ())), pile, cards.get(pile, 0),
        walk.cards.get("player", 0),
    )  # fmt: skip
    return shape if _own_rows_only(shape, mine) else None


def _own_rows_only(shape: DecisionTree, piles: frozenset[str]) -> bool:
    """Whether pay-table rows look at nothing but the cards of the seat's hand."""
    for table in shape.tables():
        if table.block.by not in ("", "margin"):
            return False
        for row in table.rows:
            for clause in row.clauses:
                seen = _whole_piles(shape.plan.hands[clause.hand])
                if seen is None or not seen <= piles:
                    return False
    return True
