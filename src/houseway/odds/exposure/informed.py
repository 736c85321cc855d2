"""What a seat gains that knows more than it should: a card of the dealer, or the cards of the other seats.

Deals are drawn at random. For each, every move is valued over the cards that the seat still does not know, all of them
where they are few; the gain is the best move's value less that of the move of best play without the knowledge. Deals
in which both agree gain nothing, so few of them are needed.

Where a round has several decisions, each is made by what the move is worth if all later ones are made without the
knowledge, and the gains of the decisions on the way add up: exactly what that play gains, and at most what can be
gained.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from math import comb, sqrt

import numpy as np

from houseway.cards.decks import deck
from houseway.odds.arrays import Cards, Floats, Ints
from houseway.odds.executor import LOCAL, Progress
from houseway.odds.house_poker.batch import Batch
from houseway.odds.house_poker.sampling import cards_needed, seated
from houseway.odds.house_poker.simulate import Rounds, play_on
from houseway.odds.house_poker.solvers import Solution, Visible
from houseway.odds.house_poker.strategy import Policy, solved_policy, unplayed
from houseway.odds.house_poker.wagers import (
    Position,
    main_wagers,
    opening_stakes,
    pile_sizes,
    positions,
    redraws,
    seen_at,
)
from houseway.odds.simulate.deals import deals
from houseway.play.house_poker.plan import Plan

_STATES = 3000
_STATES_OF_SEVERAL = 1500  # of a game with several decisions, each of which is looked at
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


def why_unknown(plan: Plan) -> str:
    """What in the rules stops knowledge from being valued; empty if nothing does."""
    if redraws(plan):
        return "cards are exchanged"
    if problem := unplayed(plan):
        return problem
    if len(set(deck(plan.game.spec.deck))) != len(deck(plan.game.spec.deck)):
        return "several decks are dealt"
    return ""


def why_not(plan: Plan, solution: Solution | None) -> str:
    """The same, or that best play is not known."""
    if solution is None or solution.decide is None or not solution.moves:
        return "the game has no solver that decides hands"
    return why_unknown(plan)


class _Settled(Batch):
    """Deals whose wagers are settled once, whatever moves are tried in them."""

    def __init__(self, plan: Plan, piles: Mapping[str, Cards], meters: Mapping[str, float]) -> None:
        super().__init__(plan, piles, meters)
        self._nets: dict[str, Floats] = {}

    def nets(self, name: str) -> Floats:
        if name not in self._nets:
            self._nets[name] = super().nets(name)
        return self._nets[name]


@dataclass(frozen=True)
class _Game:
    plan: Plan
    solution: Solution
    meters: Mapping[str, float]

    @cached_property
    def base(self) -> Policy:
        return solved_policy(self.plan, self.solution)

    def begun(self, batch: Batch) -> Rounds:
        stakes = {name: np.full(batch.size, stake) for name, stake in opening_stakes(self.plan).items()}
        return Rounds(self.plan, batch, stakes)

    def value(self, batch: Batch, made: Mapping[int, int]) -> Floats:
        """The net result of rounds in which these moves are made, by stage, and all others by best play."""

        def decide(stage: int, known: Visible) -> Ints:
            rows = len(next(iter(known.values())))
            return np.full(rows, made[stage], np.int64) if stage in made else self.base.decide(stage, known)

        now = self.begun(batch)
        play_on(now, replace(self.base, decide=decide))
        found: Floats = np.sum([now.net(name)[1] for name in main_wagers(self.plan)], axis=0)
        return found

    def legal(self, stage: int, known: Visible) -> list[int]:
        found = []
        for place, move in enumerate(self.solution.moves[stage]):
            choice = self.plan.choices[stage][move.choice]
            if choice.having is None or bool(Batch(self.plan, known).value(choice.spec.hand)[0] >= choice.having):
                found.append(place)
        return found


def gain(
    plan: Plan,
    solution: Solution,
    meters: Mapping[str, float],
    pile: str = "",
    seats: int = 1,
    states: int = 0,
    progress: Progress = LOCAL,
) -> Gain:
    """The gain of knowing the first hidden card of a pile, and all cards of `seats - 1` other seats."""
    game = _Game(plan, solution, meters)
    states = states or (_STATES if len(solution.moves) == 1 else _STATES_OF_SEVERAL)
    (drawn,) = list(deals(plan.game.spec.deck, cards_needed(plan, seats), states, _SEED))
    own, *others = seated(plan, drawn, seats)
    found, other_play = np.zeros(states), 0
    rng = np.random.default_rng(_SEED)
    for state in range(states):
        piles = {name: np.ascontiguousarray(cards[state : state + 1]) for name, cards in own.items()}
        shown = [other["player"][state] for other in others]
        found[state], changed = _played(game, piles, shown, pile, rng)
        other_play += changed
        progress((state + 1) / states)
    mean, spread = float(found.mean()), float(found.std(ddof=1))
    return Gain(mean, spread / sqrt(states), states, other_play / states)


def _played(
    game: _Game, piles: Mapping[str, Cards], shown: list[Cards], known: str, rng: np.random.Generator
) -> tuple[float, bool]:
    """One deal played with the knowledge: what it gains, and whether it is played otherwise."""
    plan = game.plan
    now, made = game.begun(Batch(plan, piles, game.meters)), dict[int, int]()
    total, changed = 0.0, False
    for index, stage in enumerate(plan.stages):
        if stage.decide and index in game.solution.moves and not stage.optional and now.concerned(stage)[0]:
            seen = {pile: np.ascontiguousarray(piles[pile][:, at]) for pile, at in seen_at(plan, index).items()}
            plain = int(game.base.decide(index, seen)[0])
            fills, whole, unseen = _hidden(game, index, piles, shown, known, rng)
            moves = sorted({*game.legal(index, seen), plain})
            filled = _Settled(plan, _filled(piles, fills, unseen), game.meters)
            nets = np.stack([game.value(filled, {**made, index: move}) for move in moves])
            gained, best = _gained(nets, moves.index(plain), whole)
            total += gained
            made[index] = moves[best]
            changed |= moves[best] != plain
            now.act(index, game.solution.moves[index][made[index]], np.ones(1, np.bool_))
        now.end_stage(index)
    return total, changed


def hidden_at_first(plan: Plan, pile: str) -> int | None:
    """The first card of a pile that decides the game and is hidden when the first decision is made; none if none is."""
    stage = next((index for index, one in enumerate(plan.stages) if one.decide and not one.optional), 0)
    seen, matter = seen_at(plan, stage).get(pile, ()), _looked_at(plan)
    size = pile_sizes(plan).get(pile, 0)
    return next((at for at in range(size) if (pile, at) in matter and at not in seen), None)


def _hidden(
    game: _Game, stage: int, piles: Mapping[str, Cards], shown: list[Cards], known: str, rng: np.random.Generator
) -> tuple[Cards, bool, dict[str, list[int]]]:
    """The cards that may lie where the seat does not see them at a stage, whether these are all, and the places."""
    plan = game.plan
    places, matter = {pile: list(at) for pile, at in seen_at(plan, stage).items()}, _looked_at(plan)
    unseen = {
        pile: [at for at in range(size) if (pile, at) in matter and at not in places.get(pile, ())]
        for pile, size in pile_sizes(plan).items()
    }
    if known and (first := hidden_at_first(plan, known)) is not None and first in unseen[known]:
        places[known] = [*places.get(known, ()), first]
        unseen[known].remove(first)
    seen = [piles[pile][0, at] for pile, at in places.items()] + shown
    left = np.setdiff1d(np.array(deck(plan.game.spec.deck), np.uint8), np.concatenate(seen))
    hidden, one_pile = sum(map(len, unseen.values())), sum(bool(at) for at in unseen.values()) == 1
    return (*_completions(left, hidden, one_pile, rng), unseen)


def _filled(piles: Mapping[str, Cards], fills: Cards, unseen: Mapping[str, list[int]]) -> dict[str, Cards]:
    """The deal with other cards in the places that are not seen, once for each way."""
    found = {pile: np.repeat(cards, len(fills), axis=0) for pile, cards in piles.items()}
    used = 0
    for pile, at in unseen.items():
        found[pile][:, at] = fills[:, used : used + len(at)]
        used += len(at)
    return found


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


def _gained(nets: Floats, plain: int, whole: bool) -> tuple[float, int]:
    """Best move less plain move, and which it is; of drawn cards one half chooses and the other values, in turn.

    A half leaves the plain move only for one that is better by more than the error of that half: knowledge that
    decides nothing then costs nothing.
    """
    means = nets.mean(axis=1)
    if whole:
        best = int(means.argmax()) if means.max() > means[plain] + 1e-12 else plain
        return float(means[best] - means[plain]), best
    apart = nets - nets[plain]
    half = apart.shape[1] // 2
    parts = apart[:, :half], apart[:, half:]
    gains = [values[_chosen(chooses, plain)].mean() for chooses, values in (parts, parts[::-1])]
    return float(sum(gains) / 2), _chosen(apart, plain)


def _chosen(apart: Floats, plain: int) -> int:
    """The move that gains most over the plain one by more than its error in these deals; else the plain one."""
    sure = apart.mean(axis=1) - apart.std(axis=1) / sqrt(apart.shape[1])
    best = int(sure.argmax())
    return best if sure[best] > 1e-12 else plain
