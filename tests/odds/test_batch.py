"""One truth, two speeds: the array settlement equals that of single rounds, on random rounds of every game."""

from random import Random

import numpy as np
import pytest
from tests.games import house_poker_games

from houseway.families import betting_spots
from houseway.odds.house_poker.batch import Batch
from houseway.play.bets import choose_wagers, shown_meters
from houseway.play.core.roundfile import RoundFile, SeatFile
from houseway.play.house_poker.plan import load_plan
from houseway.play.house_poker.round import Round, open_file

ROUNDS = 60


def played(game: str, seed: int, rng: Random) -> Round:
    """A round of one seat with random wagers and actions."""
    spots = betting_spots(RoundFile(game=game))
    wagers = choose_wagers(spots, rng=rng)
    now = open_file(RoundFile(game=game, seats=[SeatFile(wagers=wagers)], meters=shown_meters(spots, [wagers])), seed)
    while not now.over:
        now = now.act(0, now.suggest(0, rng))
    return now


def batch_of_one(now: Round) -> Batch:
    """The same cards as an array of one round."""
    seat = now.seats[0]
    piles = {"player": seat.cards, **now.piles.cards}
    arrays = {name: np.array([cards], np.uint8) for name, cards in piles.items()}
    held = np.array([seat.held()], np.uint8)
    return Batch(now.plan, arrays, now.opening.meters, held, selected=seat.selected, made=seat.wagers)


def sets_hands(game: str) -> bool:
    """Whether seats set parts of a hand, which arrays do not know."""
    return any(choice.spec.parts for stage in load_plan(game, {}).choices for choice in stage)


@pytest.mark.parametrize("game", [game for game in house_poker_games() if not sets_hands(game)])
def test_arrays_settle_like_single_rounds(game: str) -> None:
    rng = Random(game)
    compared = 0
    for seed in range(ROUNDS):
        now = played(game, seed, rng)
        seat, plan, batch = now.seats[0], now.plan, batch_of_one(now)
        for line in now.settle().seats[0]:
            wager = plan.wagers[line.wager]
            if line.wager in seat.closed or wager.spec.best_of or wager.spec.pot:
                continue
            stake = seat.wagers[wager.spec.paid_on or line.wager]
            lost = seat.folded and not wager.spec.survives_fold
            lost |= bool(wager.spec.shown_by) and not now.view(0).acted(wager.spec.shown_by)
            net = -1.0 if lost else float(batch.nets(line.wager)[0])
            assert line.net == pytest.approx(stake * net, abs=1), (seed, line)
            compared += 1
    assert compared >= ROUNDS
