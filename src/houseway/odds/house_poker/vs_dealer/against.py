"""How many hands of an opponent rank below a value when some cards are gone: by card removal, whatever the ranking."""

from collections.abc import Callable
from math import comb

import numpy as np

from houseway.cards.decks import copies_of_each
from houseway.hands.ranking import Ranking
from houseway.odds.arrays import Counts
from houseway.odds.house_poker.batch import Cards, Ints
from houseway.odds.house_poker.vs_dealer import by_ranks, flushes, runs, sweep
from houseway.odds.suit_classes.listed import all_hands, all_places
from houseway.odds.suit_classes.stock import Blocks
from houseway.play.house_poker.plan import Plan

Below = Callable[[Cards, Ints], Counts]  # hands, cuts -> opponent's hands below [hand, cut, up card]
_FLUSH_CARDS = 7


def one_deck(plan: Plan) -> Cards | None:
    """The cards in use, each once; none if there are copies."""
    copies = copies_of_each(plan.game.spec.deck)
    if any(count > 1 for count in copies.values()) or max(copies) > 53:
        return None
    return np.array(sorted(copies), np.uint8)


def method(ranking: Ranking | None, cards: int, gone: int, deck: Cards, suits: Blocks, up: int = 0) -> str:
    """How an opponent's hands of `cards` cards are counted beside `gone` others; empty if they cannot be.

    `suits` are those that classes of the others may change.
    """
    if ranking is None or up > 1 or gone < 1:
        return ""
    if ranking.size <= cards <= sweep.MOST_CARDS and gone <= sweep.MOST_PLAYER_CARDS:
        return "sweep"
    if by_ranks.fits(ranking, cards, gone, deck) and not up:
        return "by_ranks"
    if up or max(deck) >= 52:
        return ""
    if ranking.name == flushes.RANKING and cards <= _FLUSH_CARDS and len(suits) <= 1:
        return "flushes"
    if ranking.name == runs.RANKING and cards <= runs.MOST_CARDS and not suits:
        return "runs"
    return ""


def below_counter(how: str, deck: Cards, ranking: Ranking, cards: int, up: int = 0) -> Below:
    """Counts an opponent's hands of `cards` cards by one of the methods; `up`: for each card that may lie face up."""
    if how == "runs":
        sets = runs.rank_sets(ranking)
        return lambda hands, cuts: runs.below(deck, sets, hands, cards, cuts)
    if how == "by_ranks":
        return by_ranks.counter(tuple(deck.tolist()), ranking, cards).below
    if how == "flushes":
        return lambda hands, cuts: flushes.below(deck, hands, cards, cuts)
    field = sweep.make_field(deck, all_places(len(deck), cards), ranking.rank(all_hands(deck, cards)))
    return lambda hands, cuts: sweep.below(field, hands, cuts, up > 0)


def opponents(deck: Cards, cards: int, gone: int, up: int = 0) -> int:
    """All hands of an opponent beside `gone` cards, those with one given card if it lies face up."""
    return comb(len(deck) - gone - up, cards - up)
