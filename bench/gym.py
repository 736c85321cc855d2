"""Rounds a second of the environments: vectorised house poker and blackjack, and one round at a time.

Run by `make bench`. Actions are drawn at random from the mask; only the steps are timed, on one core.
"""

import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from houseway.gym import HousewayEnv, make_vector

GOAL = 1_000_000
VECTORS = ("three-card-poker", "ultimate-texas-holdem", "caribbean-stud", "mississippi-stud", "blackjack")
SINGLE = ("three-card-poker", "ultimate-texas-holdem", "blackjack", "ca-texas-holdem")


def vector_rate(game: str, envs: int = 1 << 15, steps: int = 40) -> float:
    env = make_vector(game, envs)
    _, info = env.reset(seed=1)
    rng = np.random.default_rng(0)
    rounds, spent = 0, 0.0
    for step in range(steps + 5):
        mask = info["action_mask"]
        actions = (rng.random(mask.shape) * mask).argmax(axis=1)
        start = time.process_time()
        _, _, over, _, info = env.step(actions)
        if step >= 5:  # kernels from the cache
            spent += time.process_time() - start
            rounds += int(over.sum())
    return rounds / spent


def single_rate(game: str, rounds: int = 400) -> float:
    env = HousewayEnv(game)
    rng = np.random.default_rng(0)
    env.reset(seed=1)
    start = time.process_time()
    for _ in range(rounds):
        observation, _ = env.reset()
        over = False
        while not over:
            action = rng.choice(np.flatnonzero(observation["action_mask"]))
            observation, _, over, _, _ = env.step(action)
    return rounds / (time.process_time() - start)


def main() -> None:
    for game in VECTORS:
        print(f"{game:<26}{vector_rate(game):>12,.0f} rounds/s as a vector", flush=True)
    for game in SINGLE:
        print(f"{game:<26}{single_rate(game):>12,.0f} rounds/s one by one", flush=True)
    print(f"goal for vectors: {GOAL:,} rounds/s")


if __name__ == "__main__":
    main()
