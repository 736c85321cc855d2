"""What cards count in blackjack, and what two cards or a whole hand amount to."""

from collections.abc import Sequence

_ACE = 12
_CARDS = range(256)


def card_value(card: int) -> int:
    """An ace counts one here; `total` makes it eleven where it can."""
    rank = card >> 2
    return 1 if rank == _ACE else min(rank + 2, 10)


_VALUES = tuple(map(card_value, _CARDS))
_ACES = frozenset(card for card in _CARDS if card >> 2 == _ACE)


def total(cards: Sequence[int]) -> tuple[int, bool]:
    """The best total, and whether an ace counts eleven in it."""
    hard = sum(map(_VALUES.__getitem__, cards))
    soft = hard <= 11 and not _ACES.isdisjoint(cards)
    return (hard + 10, True) if soft else (hard, False)


def busts(cards: Sequence[int]) -> bool:
    return total(cards)[0] > 21


def is_21_in_two(cards: Sequence[int]) -> bool:
    return len(cards) == 2 and total(cards)[0] == 21


def is_ace(card: int) -> bool:
    return card >> 2 == _ACE


def may_count_over(cards: Sequence[int]) -> bool:
    """Whether the cards are over 21 with every ace as eleven."""
    return sum(11 if is_ace(card) else card_value(card) for card in cards) > 21


def holds_pair(cards: Sequence[int]) -> bool:
    return len({card >> 2 for card in cards}) < len(cards)


def in_ranks(card: int, ranks: str) -> bool:
    """Whether the card is one of `ranks`; T stands for every ten-value card."""
    value = card_value(card)
    return ("A" if value == 1 else "T" if value == 10 else str(value)) in ranks


def pairs(cards: Sequence[int], same: str) -> bool:
    """Whether two cards may be split: alike in rank, or in value."""
    if len(cards) != 2:
        return False
    first, second = cards
    return first >> 2 == second >> 2 if same == "rank" else card_value(first) == card_value(second)


def dealer_hits(cards: Sequence[int], hits_soft_17: bool) -> bool:
    """The dealer draws to seventeen, and where the house says so on a soft one."""
    count, soft = total(cards)
    return count < 17 or (count == 17 and soft and hits_soft_17)


def called(cards: Sequence[int], natural: bool = True) -> str:
    """What a table shows besides a hand; `natural`: two cards of 21 are a blackjack."""
    if not cards:
        return ""
    if natural and is_21_in_two(cards):
        return "Blackjack"
    count, soft = total(cards)
    return f"soft {count}" if soft else str(count)


def total_text(cards: Sequence[int]) -> str:
    """A hand's total as a dealer calls it."""
    count, soft = total(cards)
    if count > 21:
        return f"{count}, over 21"
    return f"soft {count}" if soft and count < 21 else str(count)
