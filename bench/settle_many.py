"""Rounds a second by `game.settle_many`, beside the same rounds as JSON one by one: one core.

Run by `make bench`; `python bench/settle_many.py --rounds 200000` for a quick look.
"""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pyarrow as pa

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.bulk.logs import as_log, rounds_of

import houseway as hw
from houseway.families import settle_json

GOAL = 500_000
DISTINCT = 4000
GAMES = ("three-card-poker", "ultimate-texas-holdem", "baccarat", "big-six-wheel", "blackjack")


def three_card_poker(rounds: int) -> dict[str, Any]:
    """Rounds as a casino logs them: dealt at random, chips of 5 to 500, three wagers, queen-six-four played."""
    from houseway.cards.text import format_card

    rng = np.random.default_rng(1)
    hands = rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (rounds, 1)), axis=1)[:, :6]
    texts = np.array([format_card(card) for card in range(52)])
    chips = np.array([5, 10, 15, 20, 25, 50, 75, 100, 200, 500])
    ante, pair_plus, six = (chips[rng.integers(0, len(chips), rounds)].astype(float) for _ in range(3))
    pair_plus[rng.random(rounds) < 0.4] = np.nan
    six[rng.random(rounds) < 0.6] = np.nan
    best = hw.rank("three_card", hands[:, :3]) >= hw.rank("three_card", ["Qs 6d 4c"])[0]
    joined = [" ".join(row) for row in texts[hands[:, :3]]], [" ".join(row) for row in texts[hands[:, 3:]]]
    return {
        "wagers.ante": ante,
        "wagers.pair_plus": pair_plus,
        "wagers.six_card_bonus": six,
        "cards": joined[0],
        "dealer": joined[1],
        "actions": np.where(best, "play", "fold").tolist(),
    }


def blackjack(rounds: int) -> dict[str, Any]:
    """Hands drawn to seventeen from six decks, chips of 5 to 500: no two deals need be alike."""
    from houseway.cards.text import format_card
    from houseway.play.blackjack.totals import dealer_hits, is_21_in_two

    rng = np.random.default_rng(1)
    shoe = np.repeat(np.arange(52, dtype=np.uint8), 6)
    texts = [format_card(card) for card in range(52)]
    chips = np.array([5, 10, 15, 20, 25, 50, 75, 100, 200, 500])
    cards, dealers, actions = [], [], []
    for _ in range(rounds):
        deal = shoe[rng.integers(0, len(shoe), 24)].tolist()
        hand, dealer, rest = tuple(deal[:2]), tuple(deal[2:4]), iter(deal[4:])
        said = []
        if not is_21_in_two(dealer) and not is_21_in_two(hand):
            while dealer_hits(hand, False):
                hand, said = (*hand, next(rest)), [*said, "hit"]
        while dealer_hits(dealer, False) and not is_21_in_two(dealer):
            dealer = (*dealer, next(rest))
        cards.append(" ".join(texts[card] for card in hand))
        dealers.append(" ".join(texts[card] for card in dealer))
        actions.append(", ".join(said))
    stakes = chips[rng.integers(0, len(chips), rounds)].astype(float)
    return {"wagers.blackjack": stakes, "cards": cards, "dealer": dealers, "actions": actions}


def played(game: str, rounds: int) -> dict[str, Any]:
    """Real rounds of one seat with random wagers, some thousand different ones in turn."""
    log = as_log(rounds_of(game, min(DISTINCT, rounds), seed=1))
    del log["round"]
    size = len(next(iter(log.values())))
    return {name: [column[row % size] for row in range(rounds)] for name, column in log.items()}


def rate(work: Callable[[], object], rounds: int, times: int = 1) -> float:
    """Rounds a second of processor time, the best of some runs."""
    best = 1e9
    for _ in range(times):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return rounds / best


def measure(name: str, rounds: int) -> float:
    game = hw.load(name)
    made = {"three-card-poker": three_card_poker, "blackjack": blackjack}
    log = made[name](rounds) if name in made else played(name, rounds)
    table = pa.table({column: pa.array(values, from_pandas=True) for column, values in log.items()})
    small = table.slice(0, min(rounds, 2000))
    settled = game.settle_many(table.slice(0, 5000))  # kernels from the cache
    fast = rate(lambda: game.settle_many(table), rounds, 3)
    files = [msgspec.json.encode(one) for one in _files(name, small)]
    for text in files[:50]:
        settle_json(text)
    slow = rate(lambda: [settle_json(text) for text in files], len(files))
    share = settled.by_arrays / settled.size
    print(f"{name:<26}{rounds:>10,}{fast:>13,.0f} rounds/s{slow:>11,.0f} by JSON{share:>8.1%} by arrays", flush=True)
    return fast


def _files(name: str, table: pa.Table) -> list[dict[str, Any]]:
    from houseway.bulk.columns import read

    columns = read(table)
    return [columns.round_file(name, {}, row, row + 1) for row in range(columns.size)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1_000_000)
    parser.add_argument("--game", action="append", help="only this game")
    asked = parser.parse_args()
    for name in asked.game or GAMES:
        measure(name, asked.rounds)
    print(f"goal for three-card-poker: {GOAL:,} rounds/s")


if __name__ == "__main__":
    main()
