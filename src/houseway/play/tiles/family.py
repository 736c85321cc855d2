"""Pai gow tiles as a family: its rounds, and what they can yield."""

from itertools import product
from typing import Any

from houseway.play.core.family import Play, disjoint
from houseway.play.core.reach import Reach, case_reach, together
from houseway.play.tiles import cases
from houseway.play.tiles.dice import Shake
from houseway.play.tiles.plan import make_plan
from houseway.play.tiles.round import betting_spots, open_file, read_file
from houseway.play.tiles.sheet import sections
from houseway.rules.game import Game


def reach(game: Game[Any]) -> Reach:
    """Wagers on the tiles and on the dice."""
    return together(case_reach(name, wager.cases) for name, wager in make_plan(game).wagers.items())


def opposed(game: Game[Any]) -> frozenset[frozenset[str]]:
    """Wagers on different falls of the dice, at any one seat."""
    rolls = [Shake(eye, (first, second), None, 0) for eye, first, second in product(range(1, 7), repeat=3)]
    on_dice = {name: wager.decided_by for name, wager in game.spec.wagers.items() if wager.decided_by != cases.TILES}
    return disjoint({name: {roll for roll in rolls if roll.wins(on, 1)} for name, on in on_dice.items()})


def asks(game: Game[Any]) -> tuple[str, ...]:
    """Who banks, where players may; who shook the dice and how often they fell alike, where prices depend on it."""
    banking = game.spec.banking
    half = ("betting.co_bank",) if banking.co_offered else ()
    bank = ("betting.bank_seat", *half, "betting.dealer_wager") if banking.offered else ()
    streaks = any(wager.streak for wager in game.spec.wagers.values())
    return (*bank, *(("outcome.shaker", "state.prior_triples") if streaks else ()))


TILES = Play(
    read=read_file,
    sections=sections,
    check=make_plan,
    open=open_file,
    betting_spots=betting_spots,
    reach=reach,
    opposed=opposed,
    asks=asks,
)
