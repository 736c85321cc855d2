"""What every seat's hand is worth at once, by the ranking that the game's file names."""

import numpy as np

from houseway.hands.ranking import RANKINGS, rank_must_use
from houseway.odds.arrays import Cards, Flags, Ints
from houseway.rules.patterns import least_value
from houseway.rules.pots import PotHand


def hand_values(hand: PotHand, cards: Cards, held: int) -> Ints:
    """Values of hands (rounds, k) whose first `held` cards are the seat's own, with as many of them as must be used."""
    ranking = RANKINGS[hand.ranking]
    least, most = hand.own_cards
    shared = cards.shape[1] - held
    if most >= held and least <= max(0, ranking.size - shared):
        return ranking.rank(cards)
    if most < held or least > 1:
        return rank_must_use(ranking, cards[:, :held], cards[:, held:], least, most)
    # Better than the board is what an own card has made better; only where the board is best does the rule bite.
    values = ranking.rank(cards)
    plays = np.flatnonzero(values == ranking.rank(cards[:, held:]))
    if len(plays):
        values[plays] = rank_must_use(ranking, cards[plays, :held], cards[plays, held:], least, most)
    return values


def seat_values(hand: PotHand, own: Cards, board: Cards) -> Ints:
    """Values of shape (rounds, seats) of cards (rounds, seats, k) with a board (rounds, b), qualified or not."""
    rounds, seats, held = own.shape
    shared = board.shape[1]
    cards = np.empty((rounds, seats, held + shared), np.uint8)
    cards[:, :, :held] = own
    cards[:, :, held:] = board[:, None]
    return hand_values(hand, cards.reshape(rounds * seats, held + shared), held).reshape(rounds, seats)


def claim(hand: PotHand, values: Ints, live: Ints) -> tuple[Ints, Flags]:
    """The seats still in whose hand is the best, as bits, and whether it may win."""
    bits = np.int64(1) << np.arange(values.shape[1], dtype=np.int64)
    held = np.where(live[:, None] & bits, values, -1)
    best = held.max(axis=1)
    return (held == best[:, None]) @ bits, best >= least_value(hand.qualifies, RANKINGS[hand.ranking])


def beaten(values: Ints, live: Ints, least: int) -> Ints:
    """The seats with the best beaten hand where it is worth `least` or more, as bits; 0 elsewhere."""
    bits = np.int64(1) << np.arange(values.shape[1], dtype=np.int64)
    held = np.where(live[:, None] & bits, values, -1)
    second = np.where(held < held.max(axis=1)[:, None], held, -1)
    best = second.max(axis=1)
    losers: Ints = (second == best[:, None]) @ bits
    return np.where(best >= max(least, 0), losers, 0)
