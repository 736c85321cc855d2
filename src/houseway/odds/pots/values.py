"""What every seat's hand is worth at once, by the ranking that the game's file names."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from houseway.hands.ranking import RANKINGS, rank_must_use
from houseway.play.pots.ranks import least_value
from houseway.rules.pots import PotHand

Cards = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]


def seat_values(hand: PotHand, own: Cards, board: Cards) -> Ints:
    """Values of shape (rounds, seats) of cards (rounds, seats, k) with a board (rounds, b), qualified or not."""
    rounds, seats, held = own.shape
    ranking = RANKINGS[hand.ranking]
    least, most = hand.own
    shared = board.shape[1]
    cards = np.empty((rounds, seats, held + shared), np.uint8)
    cards[:, :, :held] = own
    cards[:, :, held:] = board[:, None]
    flat = cards.reshape(rounds * seats, held + shared)
    if least == 0 and most >= held:
        values = ranking.rank(flat)
    else:
        values = rank_must_use(ranking, flat[:, :held], flat[:, held:], least, most)
    return values.reshape(rounds, seats)


@dataclass(frozen=True)
class Claim:
    """A part of the pot on one board: the seats whose hand is best of those still in, and whether it may win."""

    winners: Ints  # as bits
    values: Ints  # of the winners
    good: npt.NDArray[np.bool_]


def claim(hand: PotHand, values: Ints, live: Ints) -> Claim:
    """Who wins a part; a seat that folded has no claim."""
    seats = values.shape[1]
    bits = np.int64(1) << np.arange(seats, dtype=np.int64)
    held = np.where(live[:, None] & bits, values, -1)
    best = held.max(axis=1)
    winners = (held == best[:, None]) @ bits
    return Claim(winners, best, best >= least_value(RANKINGS[hand.ranking], hand.qualifies))


def beaten(values: Ints, live: Ints, least: int) -> Ints:
    """The seats with the best beaten hand where it is worth `least` or more, as bits; 0 elsewhere."""
    seats = values.shape[1]
    bits = np.int64(1) << np.arange(seats, dtype=np.int64)
    held = np.where(live[:, None] & bits, values, -1)
    second = np.where(held < held.max(axis=1)[:, None], held, -1)
    best = second.max(axis=1)
    losers: Ints = (second == best[:, None]) @ bits
    return np.where(best >= max(least, 0), losers, 0)
