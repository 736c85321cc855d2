"""What a family supplies for its odds: how it is priced, simulated and advised on."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from houseway.odds.executor import Executor
from houseway.odds.hints import Hint
from houseway.odds.pricing import Priced, Question
from houseway.odds.report import MainPrice
from houseway.odds.simulate.setup import Engine, Setup
from houseway.play.core.round import LiveRound
from houseway.play.core.roundfile import RoundFile
from houseway.rules.game import Game

PaidRows = tuple[set[str], dict[str, str]]  # rows that some hand is paid by; rows that none is, with the reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """The odds of a family: `family.py` of its folder in `odds` makes one for each."""

    price: Callable[[Question, Executor], Priced]  # under best play
    price_apart: Callable[[Question], None] | None = None  # what `price` counts last, in the other order
    engine: Callable[[Setup], Engine]  # plays blocks of rounds for a simulation
    price_strategy: Callable[[Setup], MainPrice | None] = lambda _: None  # of a file, where it can be counted
    fitting_solver: Callable[[Game[Any]], str] | None = None  # what it counts; an error names what stops all solvers
    solve: Callable[[str, Mapping[str, Any]], Any] = lambda *_: None  # the solved game, where hints need one
    hint: Callable[[LiveRound, int, Any, Random], Hint | None] = lambda *_: None
    best_action: Callable[[LiveRound, int, Any], str | None] = lambda *_: None  # at once, no values
    every_hand: Callable[[RoundFile, str, int], Iterable[int] | None] = lambda *_: None  # nets of a wager on few cards
    paid_rows: Callable[[Game[Any]], PaidRows] = lambda *_: (set(), {})  # by a count over all hands
