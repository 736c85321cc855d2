"""Rows judged on the cards that two hands play, counted exactly: one hand by classes, every other one beside it.

What such a row says depends on the cards that are played, not on those beside them: it is looked up by the two choices
of cards, and only which deals are possible is counted hand by hand.
"""

from collections.abc import Callable
from itertools import combinations
from math import comb

import numpy as np
from numba import njit

from houseway.cards.decks import copies_of_each
from houseway.odds.arrays import Masks
from houseway.odds.house_poker.batch import Batch, Cards, Ints
from houseway.odds.suit_classes.listed import all_hands
from houseway.odds.suit_classes.stock import Blocks, hands, stock_of
from houseway.play.house_poker.plan import HandPlan, Plan

Label = Callable[[Batch], Ints]
_DECK = np.arange(52, dtype=np.uint8)
_MOST = 6_000_000_000  # pairs of hands that are looked at
_AT_ONCE = 1 << 17


def _pile(hand: HandPlan) -> str:
    """The one pile, all of it, that a hand is made of; empty if it is made of anything else."""
    plain = len(hand.parts) == 1 and hand.parts[0].whole and not hand.wild_ranks
    return hand.parts[0].pile if plain else ""


@njit(cache=True)
def _masks(cards: Cards, out: Masks) -> None:
    for row in range(len(cards)):
        held = np.uint64(0)
        for card in cards[row]:
            held |= np.uint64(1) << np.uint64(card)
        out[row] = held


@njit(cache=True, nogil=True)
def _tally(first: tuple[Masks, Ints, Ints], second: tuple[Masks, Ints], labels: Cards, counts: Ints) -> None:
    """Add up the weights of the first hands by label over all second hands without a card in common."""
    held, played, weights = first
    others, answers = second
    for row in range(len(held)):
        found = np.zeros(len(counts), np.int64)
        own, by = held[row], labels[played[row]]
        for other in range(len(others)):
            if not own & others[other]:
                found[by[answers[other]]] += 1
        counts += found * weights[row]


def _choices(batch: Batch, hand: str) -> Ints:
    """The number of the cards that a hand plays, among all choices of so many cards of the deck."""
    cards = np.sort(batch.played(hand), axis=1).astype(np.int64)
    number = np.zeros(len(cards), np.int64)
    for place in range(cards.shape[1]):
        ways = np.array([comb(card, place + 1) for card in range(len(_DECK))], np.int64)
        number += ways[cards[:, place]]
    return number


def _by_choices(plan: Plan, piles: tuple[str, str], sizes: tuple[int, int], label: Label) -> tuple[Cards, list[int]]:
    """[choice, choice]: the place in a list of labels that two choices of played cards have; 0 where they overlap."""
    first, second = (
        np.array(sorted(combinations(range(52), size), key=lambda one: one[::-1]), np.uint8) for size in sizes
    )
    table, known = np.zeros((len(first), len(second)), np.uint8), [0]
    for row, cards in enumerate(first):
        apart = ~(second[:, :, None] == cards).any(axis=(1, 2))
        own = np.broadcast_to(cards, (int(apart.sum()), len(cards)))
        found = label(Batch(plan, {piles[0]: own, piles[1]: second[apart]}))
        for value in np.unique(found).tolist():
            if value not in known:
                known.append(value)
        places = {value: place for place, value in enumerate(known)}
        table[row, apart] = [places[value] for value in found.tolist()]
    return table, known


def count_played(plan: Plan, hand: str, sizes: dict[str, int], blocks: Blocks, label: Label) -> dict[int, int] | None:
    """Deals by label, where rows look at one hand that is made of what two others play; None where that is not so."""
    names = plan.hands[hand].plays_of
    played = [plan.hands[name] for name in names]
    piles = tuple(_pile(one) for one in played)
    if len(piles) != 2 or "" in piles or dict(copies_of_each(plan.game.spec.deck)) != dict.fromkeys(range(52), 1):
        return None
    dealt = [sizes[pile] for pile in piles]
    leads = hands(stock_of(plan.game.spec.deck), dealt[0], blocks)
    if len(leads.weights) * comb(52, dealt[1]) > _MOST or len(set(piles)) != 2:
        return None
    others = all_hands(_DECK, dealt[1])
    chosen, masks = [], []
    for name, pile, cards in zip(names, piles, (leads.cards, others), strict=True):
        parts = [cards[at : at + _AT_ONCE] for at in range(0, len(cards), _AT_ONCE)]
        chosen.append(np.concatenate([_choices(Batch(plan, {pile: part}), name) for part in parts]))
        masks.append(np.empty(len(cards), np.uint64))
        _masks(cards, masks[-1])
    taken = tuple(one.ranking.size for one in played if one.ranking is not None)
    table, known = _by_choices(plan, (piles[0], piles[1]), (taken[0], taken[1]), label)
    counts = np.zeros(len(known), np.int64)
    _tally((masks[0], chosen[0], leads.weights), (masks[1], chosen[1]), table, counts)
    return {value: int(count) for value, count in zip(known, counts, strict=True) if count}
