"""The strategy in words: from which hand up to make each move, and what is lost by playing by that alone."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.text import RANK_NAMES, RANKS
from houseway.hands.ranking import Ranking
from houseway.odds.house_poker.batch import Cards, Floats, Ints
from houseway.odds.house_poker.vs_dealer.showdown import Showdown

_JOKER_RANK = 13
_TOP_PLACES = 7  # ranks that a value may hold


class Tallied(NamedTuple):
    """Worth of each move, and how often it is best, by value of the hand and situation.

    A situation is the rank of the up card and whether the hand holds that rank too; without an up card there is one.
    """

    values: Ints
    sums: Floats  # [value, situation, move, 2]


def _situations(shape: Showdown, deck: Cards, hands: Cards) -> tuple[Ints, Ints]:
    """Where each rank of up cards begins in the deck, and the situation of each hand and such rank."""
    if not shape.up:
        return np.zeros(1, np.int64), np.zeros((len(hands), 1), np.int64)
    ranks, starts = np.unique(deck >> 2, return_index=True)
    pairs = (hands[:, :, None] >> 2 == ranks[None, None, :]).any(axis=1)
    return starts, 2 * ranks[None, :].astype(np.int64) + pairs


def tallied(
    shape: Showdown, deck: Cards, hands: Cards, values: Ints, share: Floats, worth: Floats, best: npt.NDArray[np.int8]
) -> Tallied:
    """Some hands: `share` and `best` by [hand, up], `worth` by [move, hand, up]."""
    starts, situations = _situations(shape, deck, hands)
    found, place = np.unique(values, return_inverse=True)
    kinds = 2 * (_JOKER_RANK + 1) if shape.up else 1
    bins = (place[:, None] * kinds + situations).ravel()
    sums = np.empty((len(found), kinds, len(worth), 2))
    for move, mean in enumerate(worth):
        for which, column in enumerate((mean * share, (best == move) * share)):
            gathered = (np.add.reduceat(column, starts, axis=1) if shape.up else column).ravel()
            total = np.bincount(bins, weights=gathered, minlength=len(found) * kinds)
            sums[:, :, move, which] = total.reshape(len(found), kinds)
    return Tallied(found, sums)


def _merged(parts: Sequence[Tallied]) -> Tallied:
    """All parts together, the values in ascending order."""
    values, place = np.unique(np.concatenate([part.values for part in parts]), return_inverse=True)
    sums = np.zeros((len(values), *parts[0].sums.shape[1:]))
    np.add.at(sums, place, np.concatenate([part.sums for part in parts]))
    return Tallied(values, sums)


def monotone(worth: Floats) -> Ints:
    """The best move for each row of `worth[row, move]` when moves may only go up from one row to the next."""
    rows, moves = worth.shape
    gains = np.concatenate([np.zeros((1, moves)), np.cumsum(worth, axis=0)])
    best = gains[:, 0]
    came_from = []
    for move in range(1, moves):
        lead = best - gains[:, move]
        record = np.maximum.accumulate(lead)
        first = np.where(lead >= record, np.arange(rows + 1), 0)
        came_from.append(np.maximum.accumulate(first))
        best = record + gains[:, move]
    chosen = np.zeros(rows, np.int64)
    end = rows
    for move in range(moves - 1, 0, -1):
        start = int(came_from[move - 1][end])
        chosen[start:end] = move
        end = start
    return chosen


def spell(ranking: Ranking, value: int, values: Ints) -> str:
    """A value as the least hand of a kind, in no more words than tell it from the values below it."""
    place = int(np.searchsorted(values, value))
    lower = int(values[place - 1]) if place else -1
    kind = ranking.categories[value >> ranking.shift].replace("_", " ")
    ranks: list[str] = []
    for depth in range(_TOP_PLACES + 1):
        if depth:
            rank = value >> (ranking.shift - 4 * depth) & 15
            if not rank:
                break
            ranks.append(RANKS[rank - 1])
        known = ranking.shift - 4 * depth
        if known <= 0 or lower < value >> known << known:
            break
    words = "-".join(ranks)
    if not words:
        return "anything" if lower < 0 else kind
    return words if kind == "high" else f"{kind} {words}"


def _rules(shape: Showdown, order: list[int], chosen: Ints, values: Ints) -> list[str]:
    """One sentence for each move that is made, from the strongest hands down."""
    ranking = shape.own.ranking
    assert ranking is not None
    rules = []
    starts = [0, *(index for index in range(1, len(chosen)) if chosen[index] != chosen[index - 1])]
    for start in reversed(starts):
        text = shape.moves[order[chosen[start]]].text
        if start:
            rules.append(f"{text} with {spell(ranking, int(values[start]), values)} or better")
        else:
            rules.append(f"otherwise {text}" if len(starts) > 1 else f"always {text}")
    return rules


def _situation_words(shape: Showdown, kind: int) -> str:
    if not shape.up:
        return ""
    rank, paired = divmod(kind, 2)
    name = "joker" if rank == _JOKER_RANK else RANK_NAMES[rank]
    return f"dealer shows {name}, " + ("you hold one too" if paired else "you hold none")


def spoken(shape: Showdown, parts: Sequence[Tallied], mean: float) -> dict[str, Any]:
    """Rules by value of the hand; a chart of them by situation where a dealer card lies face up."""
    values, sums = _merged(parts)
    amounts = shape.amounts.tolist()
    order = sorted(range(len(amounts)), key=amounts.__getitem__)
    chart: dict[str, list[str]] = {}
    gained = agreed = 0.0
    for kind in range(sums.shape[1]):
        met = sums[:, kind, :, 1].sum(axis=1) > 0
        if not met.any():
            continue
        worth, shares = sums[met, kind][:, order, 0], sums[met, kind][:, order, 1]
        chosen = monotone(worth)
        rows = np.arange(len(chosen))
        gained += float(worth[rows, chosen].sum())
        agreed += float(shares[rows, chosen].sum())
        chart[_situation_words(shape, kind)] = _rules(shape, order, chosen, values[met])
    lost = {"hands_played_better_otherwise": max(0.0, 1 - agreed), "cost_of_the_rules": max(0.0, mean - gained)}
    return {"rules": chart[""], **lost} if "" in chart else {"chart": chart, **lost}
