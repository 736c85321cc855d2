"""Games that no solver fits: a strategy learned from sampled rounds, and the game played by it, with its error.

Decisions are learned from the last to the first. Rounds are told apart by what the seat sees, first by little of it and
then by more; the move is taken that came out best among rounds that look alike in the most ways, as long as it came
out better than chance explains.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from houseway.odds.batch import Batch, Cards, Flags, Floats, Ints
from houseway.odds.crew import ALONE, Crew
from houseway.odds.sampling import cards_needed, deals, seated
from houseway.odds.simulate.house_poker import Rounds, play_on
from houseway.odds.simulate.policy import Policy, plain_policy, seen_at
from houseway.odds.solvers import Known, Solution
from houseway.odds.wagers import main_wagers, opening_stakes, unit_of
from houseway.play.house_poker.plan import Plan

LEARNED_FROM, PLAYED = 400_000, 1_000_000
_LEARNING_SEED, _PLAYING_SEED = 7, 8
_SURE = 2.0  # standard errors
_NEVER = -1e9  # what a move brings that the hand is not good enough for
_STEPS, _OWN_STEPS = 4, 2  # in which hands, and own cards beside a board, are told apart


def _counts(cards: Cards) -> tuple[Ints, Ints]:
    """Of each hand: its ranks, those held most often first and then the highest; and its longest suit."""
    ranks = (cards >> 2).astype(np.int64)
    many = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    order = np.argsort(-(many * 16 + ranks), axis=1, kind="stable")
    suits = (cards[:, :, None] & 3 == np.arange(4)).sum(axis=1)
    return np.take_along_axis(many * 16 + ranks, order, axis=1), suits.max(axis=1).astype(np.int64)


def _keys(plan: Plan, known: Known) -> list[Ints]:
    """Numbers for what a seat sees, each telling more apart: its hand, its own cards beside a board, the open ones."""
    hand = plan.hands[plan.wagers[unit_of(plan)].spec.hand]
    piles = [part.pile for part in hand.parts if part.pile in known]
    own = np.ascontiguousarray(np.concatenate([known[pile] for pile in piles], axis=1))
    if hand.ranking is not None and own.shape[1] >= hand.ranking.size:
        value = hand.ranking.rank(own)
        steps = [value >> hand.ranking.shift - 4 * places for places in range(_STEPS)]
    else:
        held, suited = _counts(own)
        steps = [suited]
        for column in range(min(own.shape[1], _STEPS)):
            steps.append(steps[-1] << 7 | held[:, column])
    board = [known[pile] for pile in piles if pile != "player"]
    if board and "player" in piles:
        common, _ = _counts(np.concatenate(board, axis=1))
        highest = np.sort(known["player"] >> 2, axis=1)[:, ::-1].astype(np.int64)
        alike = (steps[0] << 3 | common[:, 0] >> 4) << 3 | common[:, min(2, common.shape[1] - 1)] >> 4
        for column in range(min(highest.shape[1], _OWN_STEPS)):
            alike = alike << 4 | highest[:, column]
            steps.append(alike)
    others = [cards for pile, cards in known.items() if pile not in piles and cards.shape[1]]
    if not others:
        return steps
    shown = np.concatenate(others, axis=1) >> 2
    highest = shown.max(axis=1).astype(np.int64)
    shared = (own[:, :, None] >> 2 == shown[:, None, :]).any(axis=1).sum(axis=1)
    return [*steps, steps[0] << 6 | highest << 2 | shared, steps[1] << 6 | highest << 2 | shared]


@dataclass(frozen=True)
class _Chosen:
    """The move of each known situation, and what to do in the others."""

    keys: Ints
    moves: Ints

    def find(self, keys: Ints) -> tuple[Ints, Flags]:
        at = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return self.moves[at], self.keys[at] == keys


def _best(keys: Ints, nets: Floats, sure: float) -> _Chosen:
    """For each situation the move with the highest mean, where it beats the others by so many standard errors."""
    found, place = np.unique(keys, return_inverse=True)
    count = np.bincount(place)
    means = np.stack([np.bincount(place, net) / count for net in nets])
    best = means.argmax(axis=0)
    rows = np.arange(len(best))
    certain = np.ones(len(found), np.bool_)
    for move, net in enumerate(nets):
        gap = nets[best[place], np.arange(nets.shape[1])] - net
        mean = means[best, rows] - means[move]
        spread = np.sqrt(np.maximum(np.bincount(place, gap * gap) / count - mean**2, 0.0) / count)
        certain &= (best == move) | (mean > sure * spread)
    return _Chosen(found[certain], best[certain])


class _Learner:
    """Learns one stage after the other, the last first."""

    def __init__(self, plan: Plan, meters: Mapping[str, float]) -> None:
        self.plan, self.meters = plan, meters
        self.plain = plain_policy(plan)
        self.learned: dict[int, list[_Chosen]] = {}
        self.main = main_wagers(plan)
        self.opening = opening_stakes(plan)

    def decide(self, stage: int, known: Known) -> Ints:
        chosen = self.plain.decide(stage, known)
        if stage in self.learned:
            for kind, keys in zip(self.learned[stage], _keys(self.plan, known), strict=True):
                if len(kind.keys):
                    moves, met = kind.find(keys)
                    open_now = met & self.open_to(stage, known, moves)
                    chosen = np.where(open_now, moves, chosen)
        return chosen

    def open_to(self, stage: int, known: Known, moves: Ints) -> Flags:
        """Where the hand is good enough for the move."""
        found = np.ones(len(moves), np.bool_)
        for place, move in enumerate(self.plain.moves[stage]):
            choice = self.plan.choices[stage][move.choice]
            if choice.having is not None:
                found &= (moves != place) | (Batch(self.plan, known).value(choice.spec.hand) >= choice.having)
        return found

    def play(self, cards: Cards, forced: tuple[int, int] | None = None) -> tuple[Floats, Floats]:
        """What the main wagers come to in each round, and what was staked; `forced` is a stage and a move."""

        def decide(stage: int, known: Known) -> Ints:
            if forced is None or stage > forced[0]:
                return self.decide(stage, known)
            if stage < forced[0]:
                return self.plain.decide(stage, known)
            return np.full(len(next(iter(known.values()))), forced[1], np.int64)

        (piles,) = seated(self.plan, cards)
        batch = Batch(self.plan, piles, self.meters)
        now = Rounds(self.plan, batch, {name: np.full(batch.size, stake) for name, stake in self.opening.items()})
        play_on(now, Policy("learned", self.plain.moves, decide))
        stakes, nets = zip(*(now.net(name) for name in self.main), strict=True)
        return np.sum(nets, axis=0), np.sum(stakes, axis=0)

    def learn(self, stage: int) -> None:
        """The best move of each situation at a stage, when later stages are played as learned."""
        moves = len(self.plain.moves[stage])
        seen = seen_at(self.plan, stage)
        nets: list[Floats] = []
        keys: list[list[Ints]] = []
        for cards in deals(self.plan.game.spec.deck, cards_needed(self.plan), LEARNED_FROM, _LEARNING_SEED):
            (piles,) = seated(self.plan, cards)
            known = {pile: np.ascontiguousarray(piles[pile][:, places]) for pile, places in seen.items()}
            keys.append(_keys(self.plan, known))
            found = np.stack([self.play(cards, (stage, move))[0] for move in range(moves)])
            for move in range(moves):
                found[move, ~self.open_to(stage, known, np.full(len(cards), move))] = _NEVER
            nets.append(found)
        together = np.concatenate(nets, axis=1)
        steps = [np.concatenate(step) for step in zip(*keys, strict=True)]
        self.learned[stage] = [_best(step, together, _SURE if place else 0.0) for place, step in enumerate(steps)]


def solve(plan: Plan, meters: Mapping[str, float], crew: Crew = ALONE) -> tuple[Solution, float]:
    """The game as it goes by what was learned, and the standard error of its mean."""
    learner = _Learner(plan, meters)
    stages = [stage for stage in sorted(learner.plain.moves, reverse=True) if len(learner.plain.moves[stage]) > 1]
    parts = len(stages) + 1
    for done, stage in enumerate(stages):
        learner.learn(stage)
        crew((done + 1) / parts)
    nets, stakes = [], []
    for cards in deals(plan.game.spec.deck, cards_needed(plan), PLAYED, _PLAYING_SEED):
        net, stake = learner.play(cards)
        nets.append(net)
        stakes.append(stake)
    net = np.concatenate(nets)
    names = [plan.stages[stage].name or f"stage {stage + 1}" for stage in reversed(stages)]
    solution = Solution(
        unit_of(plan), float(net.mean()), float((net * net).mean()), float(np.concatenate(stakes).mean()), None,
        learner.plain.moves, learner.decide,
        notes=(
            f"no exact solver fits the shape of this game: {PLAYED:,} rounds were played at random",
            f"decisions ({', '.join(names) or 'none'}) follow what {LEARNED_FROM:,} other rounds taught; "
            "the best play may do better, so the house edge may be smaller",
        ),
    )  # fmt: skip
    return solution, float(net.std() / np.sqrt(len(net)))
