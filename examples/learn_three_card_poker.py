"""Learn when to play in Three Card Poker, from rewards alone: in under a minute the rule is queen, six, four.

    python examples/learn_three_card_poker.py

The agent knows no odds. It deals rounds in a vector environment, plays them all, and keeps for every hand the mean of
what playing it came to; hands are told apart by their ranks and by whether they are of one suit. Queen, six, three and
queen, six, four differ by a hundredth of a unit, so the value of a hand is read from a line through the hands next to
it in strength. A hand is worth playing when that is better than the unit a fold costs.
"""

import argparse
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

import houseway as hw
from houseway.gym import HousePokerVector

RANKS = "23456789TJQKA"
FOLD, PLAY = 0, 1
SUITED = 13**3
NEXT = 9  # hands on either side that a value is read from

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


def learn(rounds: int, envs: int = 1 << 16, seed: int = 1) -> Learnt:
    """Play so many rounds; every hand is tried again and again."""
    env = HousePokerVector("three-card-poker", envs)
    observation, _ = env.reset(seed=seed)
    learnt = Learnt(np.zeros(2 * SUITED), np.zeros(2 * SUITED))
    actions = np.full(envs, PLAY)
    for _ in range(-(-rounds // envs)):
        hands = hands_of(observation)
        observation, reward, _, _, _ = env.step(actions)
        learnt.times += np.bincount(hands, minlength=2 * SUITED)
        learnt.results += np.bincount(hands, reward, minlength=2 * SUITED)
    return learnt


def values(means: Floats, times: Floats, highest: Ints) -> Floats:
    """The value of each hand, in order of strength: on a line through its neighbours with the same highest card."""
    found = np.empty(len(means))
    for place in range(len(means)):
        near = np.arange(max(0, place - NEXT), min(len(means), place + NEXT + 1))
        near = near[(highest[near] == highest[place]) & (times[near] > 0)]
        slope = int(len(near) > 1)
        found[place] = np.polyfit(near - place, means[near], slope, w=np.sqrt(times[near]))[-1] if len(near) else 0.0
    return found


def weakest_played(learnt: Learnt) -> tuple[str, float]:
    """The weakest hand of high cards to play: the threshold that gains the most, and what it gains a round."""
    high = [
        (a, b, c)
        for a in range(13)
        for b in range(a)
        for c in range(b)
        if not (a - b == b - c == 1 or (a, b, c) == (12, 1, 0))
    ]
    codes = np.array([a * 169 + b * 13 + c for a, b, c in high])
    times = learnt.times[codes]
    gain = (values(learnt.means[codes], times, codes // 169) + 1.0) * times  # of playing rather than folding
    gains = gain[::-1].cumsum()[::-1]
    best = int(np.argmax(gains))
    return "-".join(RANKS[rank] for rank in high[best]), float(gains[best] / learnt.times.sum())


def main(rounds: int) -> str:
    rule, gain = weakest_played(learn(rounds))
    print(f"{rounds:,} rounds: play {rule} or better (high cards so played gain {gain:.4f} units a round over folding)")
    return rule


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20_000_000)
    asked = parser.parse_args()
    main(asked.rounds)
    print(f"counted exactly: {hw.odds('three-card-poker').strategy['rules'][0]}")
