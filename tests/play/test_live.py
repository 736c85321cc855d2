"""Live play and the round file are one: a round played to its end exports a file that settles the same."""

from random import Random

import pytest
from tests.games import live_games

from houseway.play.bets import choose_wagers, shown_meters
from houseway.play.lines import as_json
from houseway.play.live import LiveRound, betting_spots, open_round
from houseway.play.roundfile import RoundFile, convert_round
from houseway.play.settle import settle
from houseway.rules.errors import RuleError
from houseway.rules.load import load_file

GAMES = live_games()
ROUNDS = 60


def opening(game: str, luck: Random) -> RoundFile:
    spots = betting_spots(RoundFile(game))
    seats = luck.randint(1, min(load_file(game)[0].seats, 4))
    wagers = [choose_wagers(spots, luck=luck) for _ in range(seats)]
    return convert_round(
        {"game": game, "meters": shown_meters(spots, wagers), "seats": [{"wagers": one} for one in wagers]}
    )


def played(now: LiveRound, luck: Random) -> LiveRound:
    while not now.over:
        seat = now.turn
        assert now.legal(seat), "a round that is not over has a legal action"
        now = now.act(seat, now.suggest(seat, luck))
    return now


@pytest.mark.parametrize("game", GAMES)
def test_a_played_round_and_its_round_file_settle_alike(game: str) -> None:
    for seed in range(ROUNDS):
        luck = Random(seed)
        end = played(open_round(opening(game, luck), seed), luck)
        live = end.settle()
        from_file = settle(convert_round(end.round_file()))
        assert as_json(live) == as_json(from_file), f"seed {seed}: {end.round_file()}"
        assert sum(live.nets()) + live.house() == 0
        assert all(line.net >= -line.stake for lines in live.seats for line in lines)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_and_actions_give_the_same_round(game: str) -> None:
    once, again = (played(open_round(opening(game, luck := Random(5)), 5), luck).round_file() for _ in range(2))
    assert once == again


@pytest.mark.parametrize("game", GAMES)
def test_no_seat_sees_the_cards_of_another_before_the_end(game: str) -> None:
    luck = Random(3)
    spots = betting_spots(RoundFile(game))
    seats = [{"wagers": choose_wagers(spots, luck=luck)} for _ in range(2)]
    file = convert_round(
        {"game": game, "seats": seats, "meters": shown_meters(spots, [one["wagers"] for one in seats])}
    )
    now = open_round(file, 3)
    while not now.over:
        for viewer in (0, 1):
            own, other = (next(p for p in now.table(viewer) if p.seat == seat) for seat in (viewer, 1 - viewer))
            public = next(pile for pile in now.table() if pile.seat == 1 - viewer)
            assert other == public
            assert own.hidden == 0, "a seat sees all of its own cards"
        now = now.act(now.turn, now.suggest(now.turn, luck))
    assert all(pile.hidden == 0 for pile in now.table())


@pytest.mark.parametrize("game", GAMES)
def test_the_plain_policy_reaches_the_end_of_every_round(game: str) -> None:
    spots = betting_spots(RoundFile(game))
    for seed in range(20):
        wagers = choose_wagers(spots)
        file = convert_round({"game": game, "seats": [{"wagers": wagers}], "meters": shown_meters(spots, [wagers])})
        now = open_round(file, seed)
        while not now.over:
            now = now.act(now.turn, now.suggest(now.turn))
        assert now.settle().seats[0]


def test_an_illegal_action_is_one_error_and_changes_nothing() -> None:
    now = open_round(convert_round({"game": "crazy-4-poker", "seats": [{"wagers": {"ante": 5, "super_bonus": 5}}]}), 1)
    before = now.round_file()
    with pytest.raises(RuleError, match="not allowed here; legal are fold, play") as caught:
        now.act(0, "hit")
    assert caught.value.field == "seats[0].actions[0]"
    assert now.round_file() == before
    with pytest.raises(RuleError, match="turn of seat 0"):
        now.act(1, "fold")
    assert now.legal(1) == []
