"""What a row that a file defines asks of a hand, in words: `in the dealer's hand, 22 points or more`."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from houseway.cards.text import RANKS
from houseway.rules.patterns import Pattern
from houseway.rules.wording import counted, humanize, listed

_SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
_COLOURS = {"one": "all of one colour", "red": "all red", "black": "all black"}
_FARES = {
    "win": "the hand beats the dealer's",
    "push": "the hand ties the dealer's",
    "lose": "the dealer's beats the hand",
}
_LENGTHS = {
    "flush": "{} cards or more of one suit",
    "straight": "{} ranks or more in a row",
    "straight_flush": "{} ranks or more in a row in one suit",
    "royal_flush": "{} cards or more of one suit down from the ace",
    "run": "{} ranks or more in a row, round the corner too",
}
_NAMES = {
    "2": "twos", "3": "threes", "4": "fours", "5": "fives", "6": "sixes", "7": "sevens", "8": "eights", "9": "nines",
    "T": "tens", "J": "jacks", "Q": "queens", "K": "kings", "A": "aces",
}  # fmt: skip
_ALIKE = {
    "pair": "a pair of {}",
    "two_pair": "two pair, {}",
    "three_of_a_kind": "three {}",
    "four_of_a_kind": "four {}",
    "five_of_a_kind": "five {}",
    "six_of_a_kind": "six {}",
}
_SHORT = dict(zip(RANKS, RANKS, strict=True))
_OPEN = 20  # a bound above this is none: no hand has so many points over it


def _ranks(ranks: str, names: Mapping[str, str], last: str = "or") -> str:
    """`A, K or Q`; `tens or higher`; `6 to 9`."""
    if ranks.endswith("+"):
        return f"{names[ranks[:-1]]} or higher"
    first, dash, final = ranks.partition("-")
    if dash:
        return f"{names[first]} to {names[final]}"
    return listed([names[rank] for rank in sorted(ranks, key=RANKS.index, reverse=True)], last)


def _category(text: str) -> str:
    """A category with its ranks, as it is named at a table."""
    name, _, ranks = text.partition(" ")
    stem, _, length = name.rpartition("_")
    if length.isdecimal() and stem in _LENGTHS:
        return _LENGTHS[stem].format(length)
    if name == "high" and not ranks:
        return "no pair, straight or flush"
    if not ranks:
        return "a pair" if name == "pair" else humanize(name)
    if name in _ALIKE:
        return _ALIKE[name].format(_ranks(ranks, _NAMES))
    high = f"{_ranks(ranks, _SHORT)} high"
    return high if name == "high" else f"{humanize(name)}, {high}"


def _span(bounds: tuple[int, int], noun: str) -> str:
    """`9 points`; `22 points or more`; `2 to 4 cards`."""
    least, most = bounds
    if least == most:
        return counted(least, noun)
    return f"{counted(least, noun)} or more" if most > _OPEN + least else f"{least} to {counted(most, noun)}"


def _exactly(number: int, noun: str) -> str:
    return f"with exactly {counted(number, noun)}" if number else f"with no {noun}"


def _suit(suit: str) -> str:
    """The suit that all cards have."""
    return {"same": "all of one suit", "house": "all of the house's suit"}.get(suit, f"all {_SUITS.get(suit, suit)}")


def _total(bounds: tuple[int, int]) -> str:
    least, most = bounds
    if least == most:
        return f"a total of {least}"
    return f"a total of {least} or more" if most > _OPEN + least else f"a total of {least} to {most}"


_PHRASES: Mapping[str, Callable[[Any], str]] = {
    "category": _category,
    "ranks": lambda ranks: f"the ranks {'-'.join(ranks)}",
    "points": lambda bounds: _span(bounds, "point"),
    "total": _total,
    "suit": _suit,
    "colour": _COLOURS.__getitem__,
    "among": lambda ranks: f"every card {_ranks(ranks, _SHORT)}",
    "contains": lambda ranks: f"with {_ranks(ranks, _SHORT, 'and')}",
    "cards": lambda cards: f"with {listed(list(cards))}",
    "identical": lambda least: f"{least} cards or more alike in rank and suit",
    "twins": lambda least: f"{least} different cards or more, each with a copy",
    "natural": lambda natural: "made without wild cards" if natural else "made only with wild cards",
    "wilds": lambda number: _exactly(number, "wild card"),
    "jokers": lambda number: _exactly(number, "joker"),
    "tens": lambda bounds: f"{_span(bounds, 'card')} that count ten",
    "low": lambda rank: f"distinct ranks, none above {rank}",
    "reds": lambda bounds: _span(bounds, "red card"),
    "between": lambda bounds: f"the last card between the others, with {_span(bounds, 'rank')} between those",
    "falls": lambda bounds: f"{_span(bounds, 'rank')} down from the first card to the last",
    "result": _FARES.__getitem__,
    "declared": lambda _: "only by the choice that ends the hand with it",
}


def _phrases(pattern: Pattern, hands: Mapping[str, str]) -> Iterator[str]:
    if pattern.hand:
        yield f"in {hands.get(pattern.hand, f'the hand {humanize(pattern.hand)}')}"
    for name, phrase in _PHRASES.items():
        value = getattr(pattern, name)
        if value != getattr(_NOTHING, name):
            yield phrase(value)
    if pattern.also is not None:
        yield f"and {row_text(pattern.also, hands)}"
    if pattern.unless is not None:
        yield f"unless {row_text(pattern.unless, hands)}"


_NOTHING = Pattern()


def row_text(pattern: Pattern, hands: Mapping[str, str]) -> str:
    """All that a row asks; `hands` are the names of hands that everybody knows by other words."""
    return ", ".join(_phrases(pattern, hands)) or "any hand"
