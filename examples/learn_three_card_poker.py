"""Learn when to play in Three Card Poker, from rewards alone: in about a minute the rule is queen, six, four.

    python examples/learn_three_card_poker.py

The agent knows no odds. It deals rounds in a vector environment, plays them all, and keeps for every hand the mean of
what playing it came to; a hand is worth playing when that is better than the unit a fold costs. Hands are told apart
by their ranks and by whether they are of one suit.
"""

import argparse
import time
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

import houseway as hw
from houseway.gym import HousePokerVector

RANKS = "23456789TJQKA"
FOLD, PLAY = 0, 1
SUITED = 13**3

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass
class Learnt:
    """What playing came to: how often each hand was played, and the sum of its results in units."""

    times: Floats
    results: Floats

    @property
    def means(self) -> Floats:
        return self.results / np.maximum(self.times, 1)


def hands_of(observation: npt.NDArray[np.uint8]) -> Ints:
    """A number for each hand: its three ranks in order, and whether the cards are of one suit."""
    cards = observation[:, :3].astype(np.int64) - 1
    ranks, suits = np.sort(cards >> 2, axis=1), cards & 3
    suited = (suits == suits[:, :1]).all(axis=1)
    found: Ints = ranks[:, 2] * 169 + ranks[:, 1] * 13 + ranks[:, 0] + SUITED * suited
    return found


def learn(seconds: float, envs: int = 1 << 16, seed: int = 1) -> tuple[Learnt, int]:
    """Play for so many seconds; every hand is tried again and again."""
    env = HousePokerVector("three-card-poker", envs)
    observation, _ = env.reset(seed=seed)
    learnt = Learnt(np.zeros(2 * SUITED), np.zeros(2 * SUITED))
    actions, rounds, start = np.full(envs, PLAY), 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        hands = hands_of(observation)
        observation, reward, _, _, _ = env.step(actions)
        learnt.times += np.bincount(hands, minlength=2 * SUITED)
        learnt.results += np.bincount(hands, reward, minlength=2 * SUITED)
        rounds += envs
    return learnt, rounds


def weakest_played(learnt: Learnt) -> tuple[str, float]:
    """The threshold among hands of high cards that agrees with the most rounds, and the share that it agrees with."""
    high = [
        (a, b, c)
        for a in range(13)
        for b in range(a)
        for c in range(b)
        if not (a - b == b - c == 1 or (a, b, c) == (12, 1, 0))
    ]
    codes = np.array([a * 169 + b * 13 + c for a, b, c in high])
    means, times = learnt.means[codes], learnt.times[codes]
    gain = (means + 1.0) * times  # of playing rather than folding
    best = int(np.argmax([gain[place:].sum() for place in range(len(high))]))
    right = (means > -1.0) == (np.arange(len(high)) >= best)
    return "-".join(RANKS[rank] for rank in high[best]), float((right * times).sum() / max(times.sum(), 1))


def main(seconds: float) -> str:
    learnt, rounds = learn(seconds)
    rule, share = weakest_played(learnt)
    print(f"{rounds:,} rounds: play {rule} or better (this agrees with {share:.1%} of what was learnt)")
    return rule


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=45)
    asked = parser.parse_args()
    main(asked.seconds)
    print(f"counted exactly: {hw.odds('three-card-poker').strategy}")
