"""Live play and the round file are one: a round played to its end exports a file that settles the same."""

from random import Random

import pytest
from tests.games import live_games
from tests.play.rounds import opening, played

from houseway.families import betting_spots, open_round, settle
from houseway.play.bets import choose_wagers, shown_meters
from houseway.play.core.round import BettingSpot, LiveRound
from houseway.play.core.roundfile import RoundFile, as_json, convert_round
from houseway.rules.errors import RuleError

GAMES = live_games()
ROUNDS = {"default": 8, "nightly": 200}


@pytest.mark.parametrize("game", GAMES)
def test_a_played_round_and_its_round_file_settle_alike(game: str, request: pytest.FixtureRequest) -> None:
    profile = request.config.getoption("--hypothesis-profile") or "default"
    for seed in range(ROUNDS[profile]):
        rng = Random(seed)
        end = played(open_round(opening(game, rng), seed), rng)
        live, from_file = as_json(end.settle()), as_json(settle(convert_round(end.round_file())))
        assert live == from_file, f"seed {seed}: {end.round_file()}"


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_and_actions_give_the_same_round(game: str) -> None:
    once, again = (played(open_round(opening(game, rng := Random(5)), 5), rng).round_file() for _ in range(2))
    assert once == again


def _two_seats(game: str, seed: int) -> LiveRound:
    spots = betting_spots(RoundFile(game))
    wagers = [choose_wagers(spots, rng=Random(seed + seat)) for seat in range(2)]
    seats = [{"wagers": one} for one in wagers]
    return open_round(convert_round({"game": game, "seats": seats, "meters": shown_meters(spots, wagers)}), seed)


@pytest.mark.parametrize("game", GAMES)
def test_no_seat_sees_the_hidden_cards_of_another_before_the_end(game: str) -> None:
    rng = Random(3)
    now = _two_seats(game, 3)
    while not now.over:
        public = {pile.seat: pile for pile in now.visible() if pile.seat is not None}
        for viewer in (0, 1):
            seen = {pile.seat: pile for pile in now.visible(viewer) if pile.seat is not None}
            assert seen.get(1 - viewer) == public.get(1 - viewer)
            assert viewer not in seen or len(seen[viewer].cards) >= len(public[viewer].cards)
        now = now.act(now.turn, now.suggest(now.turn, rng))


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
    seats = [{"wagers": {"ante": 5, "super_bonus": 5}}] * 2
    now = open_round(convert_round({"game": "crazy-4-poker", "seats": seats}), 1)
    before = now.round_file()
    with pytest.raises(RuleError, match="not allowed here; legal are fold, play") as caught:
        now.act(0, "hit")
    assert caught.value.field == "seats[0].actions[0]"
    with pytest.raises(RuleError, match="turn of Seat 1"):
        now.act(1, "fold")
    assert now.legal(1) == []
    assert now.round_file() == before


def test_what_a_seat_has_at_risk_grows_with_its_actions() -> None:
    seats = [{"wagers": {"ante": 5, "super_bonus": 5}}]
    now = open_round(convert_round({"game": "crazy-4-poker", "seats": seats}), 1)
    assert now.staked(0) == 1000
    assert now.act(0, "play").staked(0) == 1500


def test_wagers_come_after_those_they_depend_on() -> None:
    names = [spot.name for spot in betting_spots(RoundFile("let-it-ride"))]
    assert names.index("contract") < names.index("bet_1")


def test_chosen_wagers_keep_to_the_rules_of_the_spots() -> None:
    spots = (
        BettingSpot("ante", required=True, least=1500, most=50_000),
        BettingSpot("blind", required=True, equals="ante"),
        BettingSpot("side", needs=("ante",), stakes=(100, 500)),
        BettingSpot("other", bars=("side",)),
        BettingSpot("lone", needs=("nothing",)),
    )
    assert choose_wagers(spots) == {"ante": 15, "blind": 15}
    for seed in range(50):
        chosen = choose_wagers(spots, rng=Random(seed))
        assert chosen["ante"] == chosen["blind"]
        assert 15 <= chosen["ante"] <= 500
        assert chosen.get("side", 1) in (1, 5)
        assert not ("side" in chosen and "other" in chosen)
        assert "lone" not in chosen
