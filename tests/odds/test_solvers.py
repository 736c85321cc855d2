"""Which solver prices each game of house poker: a change of what a solver fits shows here."""

from tests.games import house_poker_games

from houseway.odds.house_poker.solvers import SOLVERS, first_fitting
from houseway.play.house_poker.plan import load_plan

GAMES_OF = {  # no name: states dealt or counted one by one
    "points": {
        "pai-jack",
    },
    "standing": {
        "champion-poker",
    },
    "vs_dealer.hands": {
        "ca-three-card-poker-6-card-bonus",
        "caribbean-stud",
        "crazy-4-poker",
        "deuces-wild-xtreme",
        "dj-wild-stud-poker",
        "four-card-frenzy",
        "high-card-flush",
        "high-five-poker",
        "straight-edge-poker",
        "three-card-plus",
        "three-card-poker",
        "three-card-prime",
        "three-card-super-shot-poker",
        "two-card-poker",
    },
    "vs_dealer.cards_follow": {
        "boston-7-stud",
    },
    "vs_dealer.shared": {
        "flushes-gone-wild",
    },
    "vs_dealer.war": {
        "casino-war",
        "stadium-casino-war",
    },
    "vs_dealer.setting": {
        "three-card-split",
    },
    "holdem_board": {
        "never-foldem-holdem",
        "texas-holdem-bonus-poker",
        "ultimate-texas-holdem",
        "wpt-heads-up-holdem",
    },
    "vs_paytable.multi_street": {
        "big-raise-stud-poker",
        "cajun-stud",
        "let-it-ride",
        "md-235-stud-poker",
        "mississippi-stud",
    },
    "vs_paytable.exchange": {
        "vegas-double-action",
    },
    "vs_paytable.redraw": {
        "double-draw-poker",
    },
    "vs_paytable.burned": {
        "poker-burnout",
        "poker-burnout-bonanza",
    },
    "no_decision": {
        "208-poker",
        "3-5-7-poker",
        "players-choice-poker",
        "prospector-poker",
    },
    "": {
        "bonus-6",
        "boston-5-stud",
        "caribbean-draw",
        "colorado-holdem",
        "six-card-poker",
        "stadium-three-card-poker",
        "texas-shootout",
        "three-card-draw-poker",
        "three-shot-poker",
        "western-stud",
        "wild-six-card-draw-poker",
    },
}


def test_every_game_of_house_poker_keeps_its_solver() -> None:
    fitting: dict[str, set[str]] = {name: set() for name in GAMES_OF}
    for game in house_poker_games():
        listed = first_fitting(load_plan(game, {}))
        fitting[listed.module if listed else ""].add(game)
    assert fitting == GAMES_OF
    assert {*GAMES_OF} == {"", *(listed.module for listed in SOLVERS)}
