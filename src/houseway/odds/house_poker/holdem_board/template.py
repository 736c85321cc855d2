"""The shape of a game on a shared board: two cards each, a board turned in parts, every price by the seat's hand."""

from dataclasses import dataclass

from houseway.cards.decks import copies_of_each
from houseway.odds.house_poker.decision_tree import BETS, DecisionTree, Grower, Line, Node, read_tree
from houseway.play.house_poker.plan import HandPlan, Plan, WagerPlan

_BOARD = "community"
_FEWEST, _MOST = 5, 7  # cards that the ranking's tables cover
SMALL_BOARDS = 3  # cards of a board whose classes all fit in memory with every holding


@dataclass(frozen=True)
class BoardGame:
    """What the solver needs to know of a plan."""

    plan: Plan
    unit: str
    own: HandPlan
    dealer: HandPlan
    holes: int
    board: int
    deck: tuple[int, ...]
    root: Line | Node
    lines: tuple[Line, ...]
    nodes: tuple[Node, ...]  # what a node leads to stands before it

    @property
    def levels(self) -> tuple[int, ...]:
        """The numbers of board cards at which something is decided, the most first."""
        return tuple(sorted({node.level for node in self.nodes}, reverse=True))


def turns_a_board(tree: DecisionTree) -> bool:
    """Whether at every decision the seat sees its own cards, all of them, and the first ones of a board."""
    own, conditions = {("player", place) for place in range(tree.sizes.get("player", 0))}, {"made", "unless"}
    board = [{*own, *((_BOARD, place) for place in range(step.seen(_BOARD)))} for step in tree.decisions]
    seen = [{*step.known} for step in tree.decisions]
    return seen == board and not any(step.deal and step.words & conditions for step in tree.steps)


def _hands(tree: DecisionTree) -> tuple[HandPlan, HandPlan] | None:
    """The one hand of the seat and the one of the dealer that decide, both made of two cards and the whole board."""
    wagers = [tree.plan.wagers[name].spec for name in tree.main]
    against, own = {wager.against for wager in wagers} - {""}, {wager.hand for wager in wagers}
    if len(against) != 1 or len(own) != 1:
        return None
    mine, theirs = tree.plan.hands[own.pop()], tree.plan.hands[against.pop()]
    for hand, pile in ((mine, "player"), (theirs, "dealer")):
        whole = all(part.whole for part in hand.parts) and {part.pile for part in hand.parts} == {pile, _BOARD}
        if not whole or hand.wild_ranks or hand.stand_in or hand.ranking is None or hand.ranking.name != "poker":
            return None
    return mine, theirs


def _own_rows(wager: WagerPlan, own: HandPlan) -> bool:
    """Whether a wager is paid by the comparison and by rows on the seat's hand alone."""
    spec = wager.spec
    if spec.best_of or spec.all_win or wager.bad_beat is not None:
        return False
    return all(
        not table.block.by and all(clause.hand == own.name for row in table.rows for clause in row.clauses)
        for table in wager.tables
    )


def match_template(plan: Plan) -> BoardGame | None:
    """The shape of a game, none if it is another."""
    tree = read_tree(plan)
    if not tree.stakes or not tree.decisions or not tree.says_only(*BETS, "made", "unless") or not turns_a_board(tree):
        return None
    hands, copies = _hands(tree), copies_of_each(plan.game.spec.deck)
    if hands is None or max(copies) > 51 or {*copies.values()} != {1}:
        return None
    holes, board = tree.sizes.get("player", 0), tree.sizes.get(_BOARD, 0)
    if holes != 2 or tree.sizes.get("dealer", 0) != holes or not _FEWEST <= holes + board <= _MOST:
        return None
    if not all(_own_rows(plan.wagers[name], hands[0]) for name in tree.main):
        return None
    grower = Grower(tree)
    root = grower.grow(0, tree.stakes)
    lines, nodes = tuple(grower.lines.values()), tuple(grower.nodes.values())
    if any(SMALL_BOARDS < node.level < board - 1 for node in nodes):
        return None
    return BoardGame(plan, tree.unit, *hands, holes, board, tuple(copies), root, lines, nodes)
