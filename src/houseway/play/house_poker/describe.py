"""Hands in words, for the reason on a settled line."""

from functools import lru_cache

from houseway.cards.text import rank_name
from houseway.hands.ranking import Ranking


def describe(ranking: Ranking, value: int) -> str:
    """A hand as a dealer would call it: `pair of kings`, `queen high`, `flush, ace high`."""
    if ranking.name == "points_21":
        return str(value) if value else "over 21"
    if ranking.name.startswith("points"):
        return "the total"
    return _called(ranking.categories[value >> ranking.shift], (value >> (ranking.shift - 4) & 15) - 1)


def by_next_card(ranking: Ranking, value: int, other: int) -> str:
    """Where hands of one name differ: the first ranks that do, `, nine against seven`; empty where they are equal."""
    if ranking.name.startswith(("points", "low")):  # their values hold no ranks to call
        return ""
    for shift in range(ranking.shift - 4, -1, -4):
        ranks = [(hand >> shift & 15) - 1 for hand in (value, other)]
        if ranks[0] != ranks[1]:
            named = min(ranks) >= 0 and max(ranks) < 13
            return f", {rank_name(ranks[0])} against {rank_name(ranks[1])}" if named else ""
    return ""


@lru_cache(maxsize=1024)
def _called(category: str, top: int) -> str:
    words = category.replace("_", " ")
    if top < 0:
        return words
    if category == "high":
        return f"{rank_name(top)} high"
    if category == "pair" or category.endswith("_of_a_kind"):
        return (
            f"{words.removesuffix(' of a kind')} of {rank_name(top, True)}"
            if category == "pair"
            else (f"{words.split()[0]} {rank_name(top, True)}")
        )
    if category in ("straight", "flush", "straight_flush") or category[-1].isdecimal():
        return f"{words}, {rank_name(top)} high"
    return words
