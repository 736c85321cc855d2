"""Baccarat as a family: its coups, and what they can yield."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from houseway.play.baccarat.cases import Shows
from houseway.play.baccarat.round import betting_spots, open_file, read_file
from houseway.play.baccarat.settle import load_plan, make_plan
from houseway.play.baccarat.sheet import sections
from houseway.play.core.family import Play, disjoint
from houseway.play.core.reach import Reach, case_reach, together
from houseway.play.core.roundfile import RoundFile
from houseway.rules.baccarat import Baccarat, Event
from houseway.rules.game import Game
from houseway.rules.pays import LOSE, PUSH

_SIDES = {"player": "banker", "banker": "player"}
_CARDS = (4, 5, 6)  # in both hands


def reach(game: Game[Any]) -> Reach:
    """The events of every wager."""
    return together(case_reach(name, wager.cases) for name, wager in make_plan(game).wagers.items())


def _coups(spec: Baccarat, event: Event, side: str) -> Iterator[tuple[str, int]]:
    """The winners and the numbers of cards with which a coup may show an event."""
    for name in event.any_of:
        yield from _coups(spec, spec.events[name], side)
    if not event.any_of:
        winner = {"own": side, "other": _SIDES.get(side, "")}.get(event.winner, event.winner)
        yield from product(
            (winner,) if winner else (*_SIDES, "tie"), (event.total_cards,) if event.total_cards else _CARDS
        )


def opposed(game: Game[Any]) -> frozenset[frozenset[str]]:
    """Wagers on different winners or numbers of cards."""
    return disjoint(
        {
            name: {
                coup
                for case in wager.cases
                if isinstance(case.when, Shows) and case.pay not in (LOSE, PUSH)
                for coup in _coups(game.spec, case.when.event, case.when.side)
            }
            for name, wager in make_plan(game).wagers.items()
        }
    )


def _seat_numbers(file: RoundFile) -> tuple[int, ...]:
    return load_plan(file.game, file.house).game.spec.positions


BACCARAT = Play(
    read=read_file,
    sections=sections,
    check=make_plan,
    open=open_file,
    betting_spots=betting_spots,
    reach=reach,
    opposed=opposed,
    seat_numbers=_seat_numbers,
)
