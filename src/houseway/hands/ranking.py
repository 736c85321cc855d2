"""The registry of rankings: which cards form a hand, in which categories, and what a hand is worth.

A value is `category << shift` with the ranks below it in order of importance, four bits each. A rank is
stored as rank + 1, so a rank left out is 0 and `threshold` is the lowest hand of its kind. Suits are equal.
Kernels load on first use: reading names and categories imports neither numba nor numpy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from itertools import combinations
from types import MappingProxyType
from typing import TYPE_CHECKING

from houseway.cards.text import RANKS, rank_name
from houseway.hands.columns import WILD

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Rank = Callable[[npt.NDArray[np.uint8]], npt.NDArray[np.int64]]

_ROWS_AT_ONCE = 1 << 18
_SUMMED = frozenset({"poker", "poker_bug", "low_a5"})  # where a hand without jokers is found by a sum of its parts
_MANY = 4096  # below this the tables are not worth their making


@dataclass(frozen=True, slots=True)
class Ranking:
    """How hands compare. `categories` are weakest first and numbered `value >> shift`.

    `rank` takes cards of shape (n, k), k >= fewest, and gives n values, higher is better. Where `low` is set
    the lowest ranks are the best, and ranks are stored turned round: ace 13, two 12, ... king 1.
    """

    name: str
    size: int
    categories: tuple[str, ...]
    rank: Rank
    shift: int = 20
    low: bool = False
    any_size: bool = False  # fewer cards are ranked too: their lengths are measured

    @property
    def fewest(self) -> int:
        return 1 if self.any_size else self.size

    def category(self, value: int) -> str:
        return self.categories[value >> self.shift]


class _Kernel:
    """A rank function of another module, with the numbers it takes after the cards; imported when first called."""

    __slots__ = ("_arguments", "_function", "_module", "_name")

    def __init__(self, module: str, name: str, *arguments: int) -> None:
        self._module = module
        self._name = name
        self._arguments = arguments
        self._function: Callable[..., npt.NDArray[np.int64]] | None = None

    def __reduce__(self) -> tuple[type[_Kernel], tuple[str | int, ...]]:
        return _Kernel, (self._module, self._name, *self._arguments)

    def __call__(self, cards: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
        from houseway.hands.kernels import fitting

        if self._function is None:
            self._function = getattr(import_module(f"houseway.hands.{self._module}"), self._name)
        # Any other layout of memory would be compiled for apart, which costs more than the copy.
        form = fitting(self._function, len(cards))
        return form(cards if cards.flags.carray else cards.copy(), *self._arguments)


_PLAIN = (
    "high", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind",
)  # fmt: skip
_BUG = (*_PLAIN, "straight_flush", "royal_flush", "five_aces")
_THREE_CARD = ("high", "pair", "flush", "straight", "three_of_a_kind", "straight_flush")
_FOUR_CARD = (
    "high", "pair", "two_pair", "straight", "flush", "three_of_a_kind", "straight_flush", "four_of_a_kind",
)  # fmt: skip
_FLUSHES = tuple(f"flush_{length}" for length in range(1, 8))


def _ranking(
    kernel: str,
    name: str,
    size: int,
    categories: tuple[str, ...],
    *arguments: int,
    shift: int = 20,
    low: bool = False,
    any_size: bool = False,
) -> Ranking:
    """A ranking by a kernel, `module.function`, called with these arguments after the cards."""
    module, function = kernel.split(".")
    return Ranking(name, size, categories, _Kernel(module, function, *arguments), shift, low, any_size)


# What the kernels take after the cards: of three cards whether A-2-3 is a straight, then the categories of a royal
# flush and of three aces; of four cards those two; with wild cards the ranks that are wild, then the categories of five
# of a kind, royal flush, five aces and five wild cards (-1: none).
_ALL = (
    _ranking("fast.rank_poker", "poker", 5, (*_PLAIN, "straight_flush", "royal_flush")),
    _ranking("wild.rank_bug", "poker_bug", 5, _BUG, False),
    _ranking("wild.rank_bug", "poker_bug_wheel2", 5, _BUG, True),
    _ranking(  # CO 30-1004(1) with 30-1099.37(1)(a)
        "wild.rank_wild", "poker_wild_fortune", 5,
        (*_PLAIN, "straight_flush", "royal_flush", "five_of_a_kind", "five_aces"), 0, 10, 9, 11, -1,
    ),
    _ranking(  # CO 30-1099.29(2)
        "wild.rank_wild", "poker_royal_first", 5,
        (*_PLAIN, "straight_flush", "five_of_a_kind", "royal_flush"), 0, 9, 10, 9, -1,
    ),
    _ranking(  # CO 30-1099.45(15), 30-2118: deuces are wild
        "wild.rank_wild", "poker_five_wilds", 5,
        (*_PLAIN, "straight_flush", "five_of_a_kind", "royal_flush", "five_wilds"), 1, 9, 10, 9, 11,
    ),
    _ranking(
        "poker.rank_poker_six_decks", "poker_six_decks", 5,
        (*_PLAIN, "five_of_a_kind", "straight_flush", "royal_flush", "suited_five_of_a_kind"),
    ),
    _ranking(
        "poker.rank_short_deck", "short_deck", 5,
        ("high", "pair", "two_pair", "straight", "three_of_a_kind", "full_house", "flush", "four_of_a_kind",
         "straight_flush", "royal_flush"),
    ),
    # CO 30-1099.18(1)
    _ranking("short.rank_three", "three_card", 3, (*_THREE_CARD, "royal_flush"), True, 6, 4),
    # MD 235 Stud Poker, chapter 6 B and E: the ace is low only with 2, 3, 4 and 5
    _ranking("short.rank_three", "three_card_no_wheel", 3, (*_THREE_CARD, "royal_flush"), False, 6, 4),
    # CO 30-1099.52(1): three aces above every straight flush
    _ranking("short.rank_three", "three_card_aces", 3, (*_THREE_CARD, "three_aces"), True, 5, 6),
    # CO 30-1099.31(1): four aces, royal flush, four of a kind, straight flush
    _ranking("short.rank_four", "four_card_crazy", 4, (*_FOUR_CARD, "royal_flush", "four_aces"), 8, 9),
    # CO 30-1099.56(1): four of a kind, straight flush
    _ranking("short.rank_four", "four_card", 4, _FOUR_CARD, 6, 7),
    # CO 30-1005(1)
    _ranking("short.rank_two", "two_card", 2, ("high", "pair"), 0),
    # CO 30-1099.35(11)
    _ranking(
        "short.rank_two", "two_card_split", 2, ("high", "suited", "connectors", "pair", "suited_connectors"), 1
    ),
    # CO 30-1099.46(8)
    _ranking("short.rank_two", "two_card_agp", 2, ("high", "flush", "straight_flush", "pair"), 2),
    _ranking("short.rank_one_card", "one_card", 1, ("high",)),
    _ranking(
        "lows.rank_low_a5", "low_a5", 5,
        ("four_of_a_kind", "full_house", "three_of_a_kind", "two_pair", "pair", "low"), low=True,
    ),
    _ranking(
        "lengths.rank_run_length", "run_length", 7, tuple(f"run_{length}" for length in range(1, 9)), any_size=True
    ),
    # CO 30-1099.43(7)(8)(c)
    _ranking("lengths.rank_flush", "flush_length", 7, _FLUSHES, 0, shift=28, any_size=True),
    # CO 30-1099.47(2): deuces are wild
    _ranking("lengths.rank_flush", "flush_length_wild", 7, _FLUSHES, 1, shift=28, any_size=True),
    _ranking("lengths.rank_points_high", "points_high", 2, ("points",)),
    _ranking("lengths.rank_points_low", "points_low", 2, ("points",)),
    _ranking("lengths.rank_points_21", "points_21", 2, ("points",)),
)  # fmt: skip

RANKINGS: Mapping[str, Ranking] = MappingProxyType({ranking.name: ranking for ranking in _ALL})


def value(category: int, *ranks: int, shift: int = 20) -> int:
    """The value with these card ranks (0 = two, 12 = ace) in order of importance, all others left out."""
    total = category << shift
    for place, rank in enumerate(ranks, start=1):
        total |= (rank + 1) << (shift - 4 * place)
    return total


def threshold(ranking: Ranking, category: str, *ranks: int) -> int:
    """The least value that is `category` with these leading ranks: "pair 8", "high AK", "low 8"."""
    kept = tuple((11 - rank) % 13 for rank in ranks) if ranking.low else ranks
    return value(ranking.categories.index(category), *kept, shift=ranking.shift)


def rank_one(ranking: Ranking, cards: Sequence[int]) -> int:
    """The value of one hand: an array of one."""
    import numpy as np

    return int(ranking.rank(np.frombuffer(bytearray(cards), np.uint8).reshape(1, -1)).item())


def facts_of(
    cards: Sequence[int], length: int, wild_ranks: int = 0, joker: int = WILD, wheel: bool = True
) -> list[int]:
    """The facts of one hand: an array of one."""
    import numpy as np

    from houseway.hands.facts import facts_array
    from houseway.hands.kernels import fitting

    one = np.frombuffer(bytearray(cards), np.uint8).reshape(1, -1)
    row: list[int] = fitting(facts_array, 1)(one, length, wild_ranks, joker, wheel)[0].tolist()
    return row


def load_kernels() -> None:
    """Have the kernels that are in the cache loaded, so that no round waits for one."""
    from houseway.hands.kernels import serve_from_cache

    serve_from_cache()
    for ranking in RANKINGS.values():
        rank_one(ranking, range(ranking.size))
    facts_of(range(5), 5)


def rank_must_use(
    ranking: Ranking, hole: npt.NDArray[np.uint8], board: npt.NDArray[np.uint8], p_min: int, p_max: int
) -> npt.NDArray[np.int64]:
    """Best values of hands with `p_min` to `p_max` cards of `hole` (n, h) and the rest of `board` (n, b).

    Omaha is two of the hole cards exactly (CO 30-1099.06(4)(c)).
    """
    import numpy as np

    if ranking.name in _SUMMED and len(hole) >= _MANY:
        from houseway.hands.using import rank_using

        plain = (hole < 52).all(axis=1) & (board < 52).all(axis=1)
        found = np.empty(len(hole), np.int64)
        found[plain] = rank_using(ranking.low, hole[plain], board[plain], p_min, p_max)
        if not plain.all():
            found[~plain] = _each_choice(ranking, hole[~plain], board[~plain], p_min, p_max)
        return found
    return _each_choice(ranking, hole, board, p_min, p_max)


def _each_choice(
    ranking: Ranking, hole: npt.NDArray[np.uint8], board: npt.NDArray[np.uint8], p_min: int, p_max: int
) -> npt.NDArray[np.int64]:
    """Every choice of cards ranked by itself."""
    import numpy as np

    dealt, shared = hole.shape[1], board.shape[1]
    choices = [
        (*own, *(dealt + place for place in others))
        for count in range(p_min, p_max + 1)
        for own in combinations(range(dealt), count)
        for others in combinations(range(shared), ranking.size - count)
    ]
    if not choices:
        raise ValueError(f"{dealt} and {shared} cards cannot make {ranking.size} with {p_min} to {p_max} of the first")
    places = np.array(choices)
    cards = np.concatenate([hole, board], axis=1)
    best = np.empty(len(cards), np.int64)
    step = max(1, _ROWS_AT_ONCE // len(choices))
    for start in range(0, len(cards), step):
        block = cards[start : start + step]
        hands = block[:, places].reshape(-1, ranking.size)
        best[start : start + step] = ranking.rank(hands).reshape(len(block), -1).max(axis=1)
    return best


def describe(ranking: Ranking, value: int) -> str:
    """A hand as a dealer would call it: `pair of kings`, `queen high`, `flush, ace high`."""
    if ranking.name == "points_21":
        return str(value) if value else "over 21"
    if ranking.name.startswith("points"):
        return "the total"
    category = ranking.categories[value >> ranking.shift]
    if category == "low":
        ranks = (_rank_at(ranking, value, shift) for shift in range(ranking.shift - 4, -1, -4))
        return f"{'-'.join(RANKS[rank].replace('T', '10') for rank in ranks)} low"
    return _called(category, _rank_at(ranking, value, ranking.shift - 4))


def _rank_at(ranking: Ranking, value: int, shift: int) -> int:
    """The rank that a value holds at a place, 0 a two and 12 an ace; -1: none. A low holds them turned round."""
    held = value >> shift & 15
    return (12 - held) % 13 if ranking.low and held else held - 1


def by_next_card(ranking: Ranking, value: int, other: int) -> str:
    """Where hands of one name differ: the first ranks that do, `, nine against seven`; empty where they are equal."""
    if ranking.name.startswith("points"):  # their values hold no ranks to call
        return ""
    for shift in range(ranking.shift - 4, -1, -4):
        ranks = [_rank_at(ranking, hand, shift) for hand in (value, other)]
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
