"""The shape of a game on a shared board: the tree of decisions, and the lines of play that it can end in."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from houseway.cards.decks import copies_of_each
from houseway.odds.house_poker.solvers import Move
from houseway.odds.house_poker.wagers import decided_stakes, pile_sizes, unit_of
from houseway.play.house_poker.plan import HandPlan, Plan, WagerPlan, parse_part
from houseway.rules.house_poker import Stage

_BOARD = "community"
_FEWEST, _MOST = 5, 7  # cards that the ranking's tables cover
SMALL_BOARDS = 3  # cards of a board whose classes all fit in memory with every holding


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
    """A decision: its stage, the board cards seen, the ways to act, and what each leads to."""

    stage: int
    level: int
    moves: tuple[Move, ...]
    ways: tuple["Line | Node", ...]


@dataclass(frozen=True)
class DecisionTree:
    """What the solver needs to know of a plan."""

    plan: Plan
    unit: str
    own: HandPlan
    dealer: HandPlan
    holes: int
    board: int
    deck: tuple[int, ...]
    root: "Line | Node"
    lines: tuple[Line, ...]
    nodes: tuple[Node, ...]  # what a node leads to stands before it

    @property
    def levels(self) -> tuple[int, ...]:
        """The numbers of board cards at which something is decided, the most first."""
        return tuple(sorted({node.level for node in self.nodes}, reverse=True))


@dataclass
class Grower:
    """Grows the tree from the stages of a plan."""

    plan: Plan
    levels: tuple[int, ...]  # by stage: board cards that lie face up
    lines: dict[tuple[object, ...], Line] = field(default_factory=dict)
    nodes: dict[tuple[object, ...], Node] = field(default_factory=dict)

    def end(self, stakes: Mapping[str, float], folded: bool) -> Line:
        key = (tuple(sorted(stakes.items())), folded)
        return self.lines.setdefault(key, Line(stakes, folded))

    def grow(self, stage: int, stakes: Mapping[str, float]) -> "Line | Node":
        """What the play yields from a stage on, with these wagers made."""
        for index in range(stage, len(self.plan.stages)):
            if self.plan.stages[index].decide and _concerns(self.plan.stages[index], stakes):
                moves = self.moves(index, stakes)
                if any(not self.plan.choices[index][move.choice].spec.fold for move in moves):
                    return self.decide(index, stakes, moves)
        return self.end(stakes, False)

    def moves(self, stage: int, stakes: Mapping[str, float]) -> tuple[Move, ...]:
        found = []
        for index, choice in enumerate(self.plan.choices[stage]):
            words = choice.spec
            if any(name in stakes for name in words.bet) or any(name not in stakes for name in choice.needs):
                continue
            factors = words.by if words.bet else (0,)
            several = len(factors) > 1
            found += [Move(index, float(by), f"{words.do} {by}x" if several else words.do) for by in factors]
        return tuple(found)

    def decide(self, stage: int, stakes: Mapping[str, float], moves: tuple[Move, ...]) -> Node:
        key = (stage, tuple(sorted(stakes.items())))
        if key not in self.nodes:
            ways: list[Line | Node] = []
            for move in moves:
                words = self.plan.choices[stage][move.choice].spec
                made = {**stakes, **dict.fromkeys(words.bet, move.factor * stakes.get(words.times, 0.0))}
                ways.append(self.end(made, True) if words.fold else self.grow(stage + 1, made))
            self.nodes[key] = Node(stage, self.levels[stage], moves, tuple(ways))
        return self.nodes[key]


def _concerns(stage: Stage, stakes: Mapping[str, float]) -> bool:
    return stage.unless not in stakes and (not stage.made or stage.made in stakes)


def _plain_stage(plan: Plan, index: int) -> bool:
    stage = plan.stages[index]
    if stage.if_tied is not None or stage.fill_from or stage.optional or (stage.deal and (stage.made or stage.unless)):
        return False
    for choice in plan.choices[index]:
        words = choice.spec
        special = words.pull or words.surrender or words.gives_up or words.discard or words.adds or words.having
        if special or words.ahead or (words.bet and not words.times):
            return False
    return True


def board_cards_seen(plan: Plan) -> tuple[int, ...] | None:
    """The board cards that lie face up at each stage; none if a seat sees anything else than its own cards and them."""
    shown: set[int] = set()
    dealt: dict[str, int] = {}
    levels: list[int] = []
    decisions = [index for index, stage in enumerate(plan.stages) if stage.decide]
    for index, stage in enumerate(plan.stages):
        for pile, count in stage.deal.items():
            dealt[pile] = dealt.get(pile, 0) + count
        for part in (parse_part(text) for text in stage.up):
            stop = dealt.get(part.pile, 0) if part.whole else part.stop or 0
            if part.pile == _BOARD:
                shown.update(range(part.start, stop))
            elif part.pile != "player" and index < decisions[-1]:
                return None
        if shown != set(range(len(shown))):
            return None
        levels.append(len(shown))
    first = plan.stages[: decisions[0]]
    if sum(stage.deal.get("player", 0) for stage in first) != dealt.get("player", 0):
        return None
    return tuple(levels)


def _hands(plan: Plan, names: tuple[str, ...]) -> tuple[HandPlan, HandPlan] | None:
    """The one hand of the seat and the one of the dealer that decide, both made of two cards and the whole board."""
    against = {plan.wagers[name].spec.against for name in names} - {""}
    own = {plan.wagers[name].spec.hand for name in names}
    if len(against) != 1 or len(own) != 1:
        return None
    mine, theirs = plan.hands[own.pop()], plan.hands[against.pop()]
    for hand, pile in ((mine, "player"), (theirs, "dealer")):
        whole = all(part.whole for part in hand.parts) and {part.pile for part in hand.parts} == {pile, _BOARD}
        if not whole or hand.wild_ranks or hand.stand_in or hand.ranking is None or hand.ranking.name != "poker":
            return None
    return mine, theirs


def _own_rows(wager: WagerPlan, own: HandPlan) -> bool:
    """Whether a wager is paid by the comparison and by rows on the seat's hand alone."""
    words = wager.spec
    if words.best_of or words.all_win or wager.bad_beat is not None:
        return False
    return all(
        not table.block.by and all(clause.hand == own.name for row in table.rows for clause in row.clauses)
        for table in wager.tables
    )


def match_template(plan: Plan) -> DecisionTree | None:
    """The shape of a game, none if it is another."""
    before = decided_stakes(plan)
    if not before or not any(stage.decide for stage in plan.stages):
        return None
    if not all(_plain_stage(plan, index) for index in range(len(plan.stages))):
        return None
    levels, sizes = board_cards_seen(plan), pile_sizes(plan)
    main = (*before, *sorted(plan.placed_later))
    main += tuple(name for name, wager in plan.wagers.items() if wager.spec.paid_on in main and wager.spec.offered)
    hands = _hands(plan, main)
    copies = copies_of_each(plan.game.spec.deck)
    if levels is None or hands is None or max(copies) > 51 or set(copies.values()) != {1}:
        return None
    holes, board = sizes.get("player", 0), sizes.get(_BOARD, 0)
    if holes != 2 or sizes.get("dealer", 0) != holes or not _FEWEST <= holes + board <= _MOST:
        return None
    if not all(_own_rows(plan.wagers[name], hands[0]) for name in main):
        return None
    grower = Grower(plan, levels)
    root = grower.grow(0, before)
    nodes = tuple(grower.nodes.values())
    if any(SMALL_BOARDS < node.level < board - 1 for node in nodes):
        return None
    deck, lines = tuple(copies), tuple(grower.lines.values())
    return DecisionTree(plan, unit_of(plan), *hands, holes, board, deck, root, lines, nodes)
