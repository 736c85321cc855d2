"""What a family supplies for its rounds: how they are read and opened, and what they can yield."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from houseway.play.core.reach import Reach
from houseway.play.core.round import BettingSpot, LiveRound
from houseway.play.core.roundfile import RoundFile
from houseway.rules.errors import RuleError
from houseway.rules.game import Game
from houseway.rules.sheet.model import Section


def _no_table(file: RoundFile, seed: int | None) -> LiveRound:
    del file, seed
    raise RuleError("a ceremony within another game, without wagers of its own: no table is opened for it", "game")


def disjoint(paid_on: Mapping[str, Collection[object]]) -> frozenset[frozenset[str]]:
    """The pairs of wagers that no outcome pays both, by the outcomes that pay each."""
    apart = (pair for pair in combinations(paid_on, 2) if not set(paid_on[pair[0]]) & set(paid_on[pair[1]]))
    return frozenset(map(frozenset, apart))


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """The rounds of a family: `family.py` of its folder in `play` makes one for each."""

    read: Callable[[RoundFile], LiveRound]  # a recorded round, at its end
    sections: Callable[[Game[Any]], list[Section]]  # the parts of the rule sheet that only this family has
    check: Callable[[Game[Any]], object] = lambda *_: None  # compile all that the engine reads; an error names a key
    open: Callable[[RoundFile, int | None], LiveRound] = _no_table  # by a seed, or the operating system's randomness
    betting_spots: Callable[[RoundFile], tuple[BettingSpot, ...]] = lambda *_: ()  # before the first card
    recorded_spots: Callable[[RoundFile], tuple[BettingSpot, ...]] = lambda *_: ()  # where a record may have others too
    reach: Callable[[Game[Any]], Reach] = lambda *_: Reach()  # as far as its file says it
    early: Callable[[Game[Any]], frozenset[str]] = lambda *_: frozenset()  # results before the dealer's last cards
    apparatus: Callable[[Game[Any]], dict[str, Any]] = lambda *_: {}  # besides cards, for a page that draws it
    opposed: Callable[[Game[Any]], frozenset[frozenset[str]]] = lambda *_: frozenset()  # two wagers, one loses surely
    seat_numbers: Callable[[RoundFile], tuple[int, ...]] = lambda *_: ()  # printed, where the game counts them
    asks: Callable[[Game[Any]], tuple[str, ...]] = lambda *_: ()  # parts of a record known before the deal: who banks
    told_after: tuple[
        str, ...
    ] = ()  # of `betting`: dollars that only a record tells, which no table posts before a hand
