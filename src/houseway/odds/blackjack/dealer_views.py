"""Side bets on the dealer's finished hand: every set of values the dealer may end with, and what its suits share."""

from collections.abc import Iterator
from math import perm

from houseway.hands.columns import Fact
from houseway.hands.facts import DEAD, facts_of
from houseway.odds.blackjack.dealer import NATURAL, Tree, dealer_tree
from houseway.odds.blackjack.values import ACE, TEN, VALUES, card_of, shoe_of
from houseway.odds.blackjack.views import Parts, up_key
from houseway.play.blackjack.plan import VIEW_LENGTH
from houseway.rules.patterns import Clause, Row
from houseway.rules.tables import Table

# What the sets of values and suits tell; ranks of ten-value cards and single suits of mixed hands they do not.
_TOLD = {Fact.POINTS, Fact.TOTAL, Fact.SUITED, Fact.COLOURS, Fact.COUNT}
_TEN_RANKS = range(8, 12)
_CLUBS, _DIAMONDS, _HEARTS, _SPADES = range(4)


def countable(row: Row) -> bool:
    """Whether the clauses ask only what this count can tell."""
    return all(
        clause.hand == "dealer"
        and all(test.fact in _TOLD for test in clause.tests)
        and not any(rank in _TEN_RANKS for rank in clause.ranks)
        for clause in row
    )


def _ways(counts: list[int], shoe: list[int], part: int) -> int:
    """Orders of cards from one part of the shoe (all of it, one colour, one suit)."""
    made = 1
    for have, wanted in zip(shoe, counts, strict=True):
        made *= perm(have // part, wanted)
    return made


def _suits(counts: list[int], shoe: list[int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Suits by turns that stand for each way the cards may share them, and its number of orders."""
    suit, colour, every = (_ways(counts, shoe, part) for part in (4, 2, 1))
    for one in (_CLUBS, _DIAMONDS, _HEARTS, _SPADES):
        yield (one, one), suit
    yield (_DIAMONDS, _HEARTS), colour - 2 * suit
    yield (_CLUBS, _SPADES), colour - 2 * suit
    yield (_CLUBS, _DIAMONDS), every - 2 * colour


def _holds(clause: Clause, cards: tuple[int, ...], facts: list[int]) -> bool:
    held = all(test.holds(facts) for test in clause.tests)
    if held and clause.ranks:
        held = tuple(sorted(card >> 2 for card in cards)) == clause.ranks
    return held is not clause.forbidden


def _hands(up: int, tree: Tree) -> Iterator[tuple[list[int], float, int]]:
    """Counts with the up card, orders, and how the dealer ends (-1: draws on)."""
    for place in range(len(tree.parent)):
        counts = tree.counts[place].tolist()
        counts[up] += 1
        yield counts, float(tree.orders[place]), int(tree.end[place])


def count_dealer(table: Table, deck: str, hits_soft_17: bool, looks: str) -> Parts:
    """A table on the dealer's finished hand; a natural under the up cards in `looks` ends the round before the bet."""
    shoe: list[int] = shoe_of(deck).tolist()
    size = sum(shoe)
    found: dict[tuple[int, int | None], float] = {}
    total = 0.0
    for up in range(VALUES):
        seen = up in (ACE, TEN) and ("A" if up == ACE else "T") in looks
        for counts, orders, end in _hands(up, dealer_tree(up, hits_soft_17)):
            if end < 0 or (seen and end == NATURAL):
                continue
            values = [value for value in range(VALUES) for _ in range(counts[value])]
            for suits, ways in _suits(counts, shoe):
                if ways <= 0:
                    continue
                cards = tuple(card_of(value) + suits[n % 2] for n, value in enumerate(values))
                # The tree's orders are of the cards after the up card; `perm` counts cards as they come, up card first.
                chance = orders * ways / perm(size, len(cards))
                facts = facts_of(cards, VIEW_LENGTH["dealer"], 0, DEAD)
                rows = (n for n, row in enumerate(table.rows) if all(_holds(one, cards, facts) for one in row.clauses))
                by = table.block.by
                key = len(cards) if by == "count" else up_key(card_of(up)) if by == "up" else None
                place = next(rows, -1), key
                found[place] = found.get(place, 0.0) + chance
                total += chance
    return [(row, key, chance / total) for (row, key), chance in sorted(found.items(), key=lambda one: -one[0][0])]


def count_reds(deck: str, hits_soft_17: bool) -> list[float]:
    """The chance of so many red cards at the head of the dealer's hand."""
    shoe: list[int] = shoe_of(deck).tolist()
    size = sum(shoe)
    least = [1.0] + [0.0] * 24  # as many reds or more
    for up in range(VALUES):
        for counts, orders, _ in _hands(up, dealer_tree(up, hits_soft_17)):
            cards = sum(counts)
            least[cards] += orders * _ways(counts, shoe, 2) / perm(size, cards)
    return [one - more for one, more in zip(least, [*least[1:], 0.0], strict=True)]
