"""Short rules that come close to best play, found step by step, and what they cost where they differ from it."""

from typing import Any

import numpy as np

from houseway.odds.house_poker.batch import Floats, Ints
from houseway.odds.house_poker.holdem_board.hand_descriptions import Description

_MOST_RULES = 6
_LEAST_GAIN = 0.001  # of all hands that a further rule must set right


def short_rules(seen: list[Description], moves: Ints, texts: list[str]) -> tuple[list[dict[str, Any]], Ints]:
    """Rules in order, the first that holds counts, and the move that they give each hand.

    Each rule is the one that sets the most hands right among those that no rule before it speaks of.
    """
    tried = [_listed(seen, moves, default, len(texts)) for default in range(len(texts))]
    rules, given = max(tried, key=lambda one: (one[1] == moves).sum())
    listed = []
    open_now = np.ones(len(moves), np.bool_)
    for text, held, move in rules:
        listed.append({"when": text, "do": texts[move], "share": float((open_now & held).mean())})
        open_now &= ~held
    default = int(given[open_now][0]) if open_now.any() else 0
    listed.append({"when": "otherwise", "do": texts[default], "share": float(open_now.mean())})
    return listed, given


def _listed(
    seen: list[Description], moves: Ints, default: int, count: int
) -> tuple[list[tuple[str, np.ndarray[Any, np.dtype[np.bool_]], int]], Ints]:
    given = np.full(len(moves), default)
    open_now = np.ones(len(moves), np.bool_)
    rules = []
    held_by = np.stack([held for _, held in seen]).astype(np.float32)
    for _ in range(_MOST_RULES):
        right = (open_now & (moves == default)).astype(np.float32)
        best = (0.0, 0, 0)
        for move in range(count):
            if move != default:
                gains = held_by @ ((open_now & (moves == move)).astype(np.float32) - right)
                best = max(best, (float(gains.max()), int(gains.argmax()), move))
        if best[0] < _LEAST_GAIN * len(moves):
            break
        text, held = seen[best[1]]
        rules.append((text, held, best[2]))
        given[open_now & held] = best[2]
        open_now = open_now & ~held
    return rules, given


def cost(lost: Floats, differing: float) -> dict[str, float]:
    """What is lost per round, and its standard error, from the mean loss of each hand that is played otherwise."""
    if not len(lost):
        return {"cost_of_the_rules": 0.0}
    error = float(lost.std() / np.sqrt(len(lost))) * differing
    return {"cost_of_the_rules": float(lost.mean()) * differing, "standard_error_of_the_cost": error}
