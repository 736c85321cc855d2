"""What a seat gains that knows more than it should: a card of the dealer, or the cards of the other seats.

Deals are drawn at random. For each, every move is valued over the cards that the seat still does not know, all of them
where they are few; the gain is the best move's value less that of the move of best play without the knowledge. Deals
in which both agree gain nothing, so few of them are needed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb, sqrt

import numpy as np

from houseway.cards.decks import deck
from houseway.odds.house_poker.batch import Batch, Cards, Floats, Ints
from houseway.odds.house_poker.sampling import cards_needed, deals, seated
from houseway.odds.house_poker.simulate import Rounds, play_on
from houseway.odds.house_poker.solvers import Known, Solution
from houseway.odds.house_poker.strategy import Policy, seen_at, solved_policy
from houseway.odds.house_poker.wagers import Position, main_wagers, opening_stakes, pile_sizes, positions, redraws
from houseway.play.house_poker.plan import Plan

_STATES = 3000
_SEED = 31
_MOST = 6000  # completions of a deal that are counted whole
_DRAWN = 2000  # completions drawn where there are more; even, since half of them choose and half value


@dataclass(frozen=True, slots=True)
class Gain:
    """How much of the unit a piece of knowledge is worth, its error, and how many deals it was drawn from."""

    units: float
    error: float
    states: int
    changed: float  # share of deals in which another move is the better


def why_not(plan: Plan, solution: Solution | None) -> str:
    """What stops knowledge from being valued; empty if nothing does."""
    if solution is None:
        return "the game has no solver that decides hands"
    if solution.decide is None or len(solution.moves) != 1:
        return "only games of one decision are valued"
    if redraws(plan):
        return "cards are exchanged"
    if len(set(deck(plan.game.spec.deck))) != len(deck(plan.game.spec.deck)):
        return "several decks are dealt"
    return ""


@dataclass(frozen=True)
class _Game:
    plan: Plan
    solution: Solution
    meters: Mapping[str, float]

    @property
    def stage(self) -> int:
        return next(iter(self.solution.moves))

    def value(self, piles: Mapping[str, Cards], move: int) -> Floats:
        """The net result of rounds in which this move is made."""
        base = solved_policy(self.plan, self.solution)

        def decide(stage: int, known: Known) -> Ints:
            rows = len(next(iter(known.values())))
            return np.full(rows, move, np.int64) if stage == self.stage else base.decide(stage, known)

        policy: Policy = replace(base, decide=decide)
        batch = Batch(self.plan, piles, self.meters)
        stakes = {name: np.full(batch.size, stake) for name, stake in opening_stakes(self.plan).items()}
        now = Rounds(self.plan, batch, stakes)
        play_on(now, policy)
        found: Floats = np.sum([now.net(name)[1] for name in main_wagers(self.plan)], axis=0)
        return found


def gain(
    plan: Plan, solution: Solution, meters: Mapping[str, float], dealer: int = 0, seats: int = 1, states: int = _STATES
) -> Gain:
    """The gain of knowing so many further cards of the dealer, and all cards of `seats - 1` other seats."""
    game = _Game(plan, solution, meters)
    cards = np.array(deck(plan.game.spec.deck), np.uint8)
    sizes = pile_sizes(plan)
    (drawn,) = list(deals(plan.game.spec.deck, cards_needed(plan, seats), states, _SEED))
    own, *others = seated(plan, drawn, seats)
    places = {pile: list(at) for pile, at in seen_at(plan, game.stage).items()}
    seen = {pile: np.ascontiguousarray(own[pile][:, at]) for pile, at in places.items()}
    plain = solution.decide(game.stage, seen) if solution.decide is not None else np.zeros(states, np.int64)
    moves = len(solution.moves[game.stage])
    found = np.zeros(states)
    rng = np.random.default_rng(_SEED)
    matter = _looked_at(plan)
    unseen = {
        pile: [at for at in range(size) if (pile, at) in matter and at not in places.get(pile, ())]
        for pile, size in sizes.items()
    }
    if dealer:
        places["dealer"] = [*places.get("dealer", ()), *unseen["dealer"][:dealer]]
        unseen["dealer"] = unseen["dealer"][dealer:]
    hidden = sum(map(len, unseen.values()))
    one_pile = sum(bool(at) for at in unseen.values()) == 1
    for state in range(states):
        known = [own[pile][state, at] for pile, at in places.items()]
        known += [other["player"][state] for other in others]
        left = np.setdiff1d(cards, np.concatenate(known))
        fills, whole = _completions(left, hidden, one_pile, rng)
        piles = {pile: np.repeat(own[pile][state : state + 1], len(fills), axis=0) for pile in sizes}
        used = 0
        for pile, at in unseen.items():
            piles[pile][:, at] = fills[:, used : used + len(at)]
            used += len(at)
        nets = np.stack([game.value(piles, move) for move in range(moves)])
        found[state] = _gained(nets, int(plain[state]), whole)
    mean, spread = float(found.mean()), float(found.std(ddof=1))
    return Gain(mean, spread / sqrt(states), states, float((found > 1e-12).mean()))


def _looked_at(plan: Plan) -> frozenset[Position]:
    """The places of the cards that decide the wagers of the game."""
    words = [plan.wagers[name].spec for name in main_wagers(plan)]
    hands = {hand for one in words for hand in (one.hand, one.against) if hand}
    return frozenset().union(*(positions(plan, hand) for hand in hands))


def _completions(left: Cards, hidden: int, one_pile: bool, rng: np.random.Generator) -> tuple[Cards, bool]:
    """The cards that are not known, in every way if they are few and lie in one pile."""
    if one_pile and comb(len(left), hidden) <= _MOST:
        return np.array(list(combinations(left.tolist(), hidden)), np.uint8), True
    picks = rng.random((_DRAWN, len(left))).argpartition(hidden, axis=1)[:, :hidden]
    shuffled = rng.permuted(picks, axis=1)
    return left[shuffled], False


def _gained(nets: Floats, plain: int, whole: bool) -> float:
    """Best move less plain move; of drawn cards one half chooses and the other values, so that rng is not counted."""
    if whole:
        means = nets.mean(axis=1)
        return float(means.max() - means[plain])
    half = nets.shape[1] // 2
    parts = nets[:, :half].mean(axis=1), nets[:, half:].mean(axis=1)
    gains = [values[int(chooses.argmax())] - values[plain] for chooses, values in (parts, parts[::-1])]
    return float(sum(gains) / 2)
