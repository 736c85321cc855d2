"""Live rounds without decisions: dealt, shown, settled, exported and settled again."""

from random import Random

import msgspec
import pytest

from houseway.families import betting_spots, open_round, settle
from houseway.play.bets import choose_wagers, shown_meters
from houseway.play.core.roundfile import RoundFile, SeatFile, as_json, convert_round
from houseway.rules.errors import RuleError

GAMES = ["baccarat", "midi-baccarat", "dragon-bonus", "ez-baccarat", "baccarat-5-treasures", "big-six-wheel", "keno"]


@pytest.mark.parametrize("game", GAMES)
def test_a_round_and_its_export_settle_alike(game: str) -> None:
    rng = Random(game)
    for seed in range(60):
        spots = betting_spots(RoundFile(game=game))
        wagers = [choose_wagers(spots, rng=rng) for _ in range(rng.randint(1, 4))]
        seats = [SeatFile(wagers=one) for one in wagers]
        now = open_round(RoundFile(game=game, seats=seats, meters=shown_meters(spots, wagers)), seed)
        assert now.over
        live = now.settle()
        assert as_json(live) == as_json(settle(convert_round(now.round_file())))
        assert sum(live.nets()) + live.house_net() == 0
        assert now.visible(0)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_round(game: str) -> None:
    wagers = choose_wagers(betting_spots(RoundFile(game=game)))
    rounds = [open_round(RoundFile(game=game, seats=[SeatFile(wagers=wagers)]), 11).round_file() for _ in range(2)]
    assert msgspec.json.encode(rounds[0]) == msgspec.json.encode(rounds[1])


def test_there_is_nothing_to_decide() -> None:
    now = open_round(RoundFile(game="big-six-wheel", seats=[SeatFile(wagers={"s1": 5})]), 1)
    assert now.legal(0) == []
    assert now.staked(0) == 500
    with pytest.raises(RuleError, match="nothing to decide"):
        now.act(0, "hit")


def test_30_2506_a_grouped_ticket_cannot_be_quick_picked() -> None:
    with pytest.raises(RuleError) as error:
        open_round(RoundFile(game="keno", seats=[SeatFile(wagers={"way": 5})]), 1)
    assert error.value.field == "seats[0].ticket"
