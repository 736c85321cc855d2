"""What each move of a seat at the table is worth: the unseen cards in all ways they may fall, with best play to come.

Where there are too many ways, many of them are dealt at random, the same ones for every move.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from houseway.cards.decks import deck
from houseway.odds.arrays import Ints
from houseway.odds.house_poker.batch import Batch, Cards, Floats
from houseway.odds.house_poker.simulate import Rounds, play_on
from houseway.odds.house_poker.solvers import Move
from houseway.odds.house_poker.strategy import Policy
from houseway.odds.house_poker.wagers import Position, main_wagers, pile_sizes, positions, seen_at
from houseway.odds.house_poker.ways import all_ways, count_ways
from houseway.play.house_poker.plan import Plan
from houseway.play.house_poker.round import Round

MOST_WAYS = 400_000
DEALINGS = 100_000
_BLOCK = 1 << 14


@dataclass(frozen=True)
class Standing:
    """A seat about to decide: the cards that it sees by pile and place, and its wagers in dollars."""

    plan: Plan
    stage: int
    seen: Mapping[Position, int]
    stakes: Mapping[str, float]
    closed: Mapping[str, float] = field(default_factory=dict)  # wagers that ended: net of one unit
    meters: Mapping[str, float] = field(default_factory=dict)
    thrown: tuple[int, ...] = ()  # places of own cards that were thrown away, none taken for them

    @property
    def known(self) -> dict[str, Cards]:
        """The cards in sight as a policy asks for them."""
        places = seen_at(self.plan, self.stage)
        return {pile: np.array([[self.seen[pile, one] for one in own]], np.uint8) for pile, own in places.items()}


@dataclass(frozen=True)
class Advice:
    """The worth of every move in dollars, and whether every way the cards may fall was counted."""

    worths: Mapping[Move, float]
    exact: bool
    dealings: int


def standing(now: Round, seat: int, meters: Mapping[str, float]) -> Standing:
    own = now.seats[seat]
    laid = {"player": own.cards, **now.piles.cards}
    seen = {
        (pile, place): laid[pile][place] for pile, places in seen_at(now.plan, now.stage).items() for place in places
    }
    stakes = {name: cents / 100 for name, cents in own.wagers.items()}
    closed = {name: end.net / own.wagers[name] for name, end in own.closed.items()}
    thrown = () if own.drawn else tuple(own.cards.index(card) for card in own.discards)
    return Standing(now.plan, now.stage, seen, stakes, closed, meters, thrown)


class _Noting(dict[str, Cards]):
    """Piles that remember which of them were looked at."""

    def __init__(self, piles: Mapping[str, Cards]) -> None:
        super().__init__(piles)
        self.read: set[str] = set()

    def __getitem__(self, pile: str) -> Cards:
        self.read.add(pile)
        return super().__getitem__(pile)


def _concerned(at: Standing) -> list[str]:
    """The wagers that the decision may change: the main ones, those it names, and those that a fold would lose."""
    concerned = set(main_wagers(at.plan))
    concerned |= {name for choice in at.plan.choices[at.stage] for name in choice.needs}
    concerned |= {name for name in at.stakes if not at.plan.wagers[name].spec.survives_fold}
    return [name for name in at.plan.wagers if name in concerned]


def _unseen(at: Standing, piles: set[str]) -> list[tuple[Position, ...]]:
    """The places not seen yet, those together whose cards may change places: seen at once, in the same hands."""
    first: dict[Position, int] = {}
    for stage in range(len(at.plan.stages) - 1, -1, -1):
        first.update({(pile, one): stage for pile, places in seen_at(at.plan, stage).items() for one in places})
    hands = [positions(at.plan, name) for name in at.plan.hands]
    sizes = pile_sizes(at.plan)
    groups: dict[tuple[object, ...], list[Position]] = {}
    for pile in sorted(piles):
        for place in range(sizes[pile]):
            spot = (pile, place)
            if spot not in at.seen:
                groups.setdefault((pile, first.get(spot), *(spot in hand for hand in hands)), []).append(spot)
    return [tuple(group) for group in groups.values()]


def _some_ways(left: int, size: int, count: int, rng: np.random.Generator) -> Ints:
    rows: Ints = np.argpartition(rng.random((count, left)), size, axis=1)[:, :size]
    return rows if size > 1 else rng.integers(left, size=(count, 1))


def _piles(at: Standing, order: list[Position], cards: Cards, fill: int) -> dict[str, Cards]:
    """The piles of many dealings; places that no wager looks at hold any card."""
    found = {pile: np.full((len(cards), size), fill, np.uint8) for pile, size in pile_sizes(at.plan).items()}
    for (pile, place), card in at.seen.items():
        found[pile][:, place] = card
    for column, (pile, place) in enumerate(order):
        found[pile][:, place] = cards[:, column]
    return found


def _nets(at: Standing, policy: Policy, piles: Mapping[str, Cards], move: Move, wagers: list[str]) -> Floats:
    """What the wagers yield in each dealing after a move."""
    batch = Batch(at.plan, piles, at.meters)
    now = Rounds(at.plan, batch, {name: np.full(batch.size, stake) for name, stake in at.stakes.items()})
    now.closed.update({name: np.full(batch.size, net) for name, net in at.closed.items()})
    if at.thrown:
        now.thrown[:] = sum(1 << place for place in at.thrown)
        now.throw_away(len(at.thrown))
    now.act(at.stage, move, np.ones(batch.size, np.bool_))
    now.end_stage(at.stage)
    play_on(now, policy, at.stage + 1)
    total = np.zeros(batch.size)
    for name in wagers:
        total += now.net(name)[1]
    return total


def _looked_at(at: Standing, policy: Policy, moves: list[Move], wagers: list[str], left: Cards) -> set[str]:
    """The piles that anything depends on."""
    spots = [(pile, one) for pile, size in pile_sizes(at.plan).items() for one in range(size)]
    hidden = [spot for spot in spots if spot not in at.seen]
    rng = np.random.default_rng(1)
    noted = _Noting(_piles(at, hidden, left[_some_ways(len(left), max(len(hidden), 1), 200, rng)], int(left[0])))
    for move in moves:
        _nets(at, policy, noted, move, wagers)
    return noted.read


def advise(
    at: Standing, policy: Policy, moves: list[Move], rng: np.random.Generator | None = None, most: int = MOST_WAYS
) -> Advice:
    """The worth of each of the moves when everything after it is decided by the policy."""
    left_over = list(deck(at.plan.game.spec.deck))
    for card in at.seen.values():
        left_over.remove(card)
    left = np.array(left_over, np.uint8)
    wagers = _concerned(at)
    groups = _unseen(at, _looked_at(at, policy, moves, wagers, left))
    order = [spot for group in groups for spot in group]
    sizes = [len(group) for group in groups]
    ways = count_ways(len(left), sizes)
    exact = ways <= most
    chance = rng or np.random.default_rng()
    rows = all_ways(len(left), sizes) if exact else _some_ways(len(left), len(order), DEALINGS, chance)
    sums = dict.fromkeys(moves, 0.0)
    for start in range(0, len(rows), _BLOCK):
        piles = _piles(at, order, left[rows[start : start + _BLOCK]], int(left[0]))
        for move in moves:
            sums[move] += float(_nets(at, policy, piles, move, wagers).sum())
    return Advice({move: total / len(rows) for move, total in sums.items()}, exact, len(rows))
