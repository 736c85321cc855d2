"""A strict exchange format: what no round or no such game has is refused by its name; `remarks` is free."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from tests.games import live_games
from tests.play.rounds import real_round

from houseway.families import family_of, settle
from houseway.play.core.roundfile import as_json, convert_round, decode_round
from houseway.rules.errors import RuleError

PARTS: dict[str, Any] = {
    "dealer": ["2c"],
    "community": ["2c"],
    "piles": {"nonsense": ["2c"]},
    "dealer_set": {"low": ["2c"]},
    "outcome": {"dice": [1]},
    "betting": {"ante": 1},
    "state": {"pot": 1},
    "inputs": {"players": 1},
}
SEAT_PARTS: dict[str, Any] = {
    "cards": ["2c"],
    "hands": [["2c"]],
    "dealt": ["2c"],
    "position": 1,
    "stack": 5,
    "ticket": {"spots": [1]},
    "select": [1],
}


def foreign(real: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The field that is wrong, and the round with it."""
    parts = family_of(real["game"]).traits.parts
    yield "nonsense", {**real, "nonsense": 1}
    yield "meters.nonsense", {**real, "meters": {**real.get("meters", {}), "nonsense": 5}}
    seats = deepcopy(real["seats"])
    seats[0]["nonsense"] = 1
    yield "seats[0].nonsense", {**real, "seats": seats}
    for name, value in PARTS.items():
        if not any(part.split(".")[0] == name for part in parts):
            yield name, {**real, name: value}
    for name, value in SEAT_PARTS.items():
        if f"seats.{name}" not in parts:
            seats = deepcopy(real["seats"])
            seats[0][name] = value
            yield f"seats[0].{name}", {**real, "seats": seats}


def test_what_a_round_of_the_game_does_not_have_is_refused_by_name() -> None:
    tried = 0
    for game in live_games():
        real = real_round(game, 1)
        before = as_json(settle(convert_round(real)))
        seats = [{**seat, "remarks": {"any": ["thing"]}} for seat in real["seats"]]
        remarked = {**real, "seats": seats, "remarks": ["beside the round"], "id": "x", "why": "y"}
        assert as_json(settle(convert_round(remarked))) == before, game
        for field, file in foreign(real):
            with pytest.raises(RuleError) as told:
                settle(convert_round(file))
            assert told.value.field == field, (game, field, str(told.value))
            tried += 1
    assert tried > 1000


@pytest.mark.parametrize(
    ("text", "field", "meant"),
    [
        ('{"game": "casino-war", "dealers": ["2c"]}', "dealers", "dealer"),
        ('{"game": "casino-war", "seats": [{"wagers": {}, "card": ["2c"]}]}', "seats[0].card", "cards"),
    ],
)
def test_a_text_with_an_unknown_field_names_it_and_the_nearest(text: str, field: str, meant: str) -> None:
    with pytest.raises(RuleError, match=f"no round has this field.*did you mean '{meant}'") as told:
        decode_round(text)
    assert told.value.field == field


def test_extra_holds_remarks_too() -> None:
    for game in ("three-card-poker", "blackjack", "texas-holdem", "keno"):
        real = real_round(game, 1)
        plain = as_json(settle(convert_round(real)))
        extra = {**real.get("extra", {}), "note": "told by the dealer", "burn": 3}
        assert as_json(settle(convert_round({**real, "extra": extra}))) == plain


def test_what_came_back_uncalled_agrees_with_the_actions() -> None:
    file = holdem()
    betting = {**file["betting"], "actions": [[0, "raise to 4"], [1, "fold"]]}
    for stated in (2, [2, 0]):
        settle(convert_round({**file, "community": [], "betting": {**betting, "returned": stated}}))
    for wrong in (4, [0, 0], "all"):
        with pytest.raises(RuleError) as told:
            settle(convert_round({**file, "community": [], "betting": {**betting, "returned": wrong}}))
        assert told.value.field == "betting.returned"


def holdem(**more: Any) -> dict[str, Any]:
    """Two seats check a hand of hold'em down."""
    streets = [["-", "flop"], [1, "check"], [0, "check"], ["-", "turn"], [1, "check"], [0, "check"], ["-", "river"]]
    actions = [[0, "call"], [1, "check"], *streets, [1, "check"], [0, "check"]]
    betting = {"button": 0, "blinds": [1, 2], "limits": [2, 4], "actions": actions}
    seats = [{"stack": 100, "cards": ["As", "Ad"]}, {"stack": 100, "cards": ["Ks", "Kd"]}]
    board = ["2c", "7d", "9h", "Js", "3d"]
    return {"game": "texas-holdem", "betting": betting, "seats": seats, "community": board, **more}


def test_extra_hole_and_board_cards_of_a_pot_are_refused() -> None:
    settle(convert_round(holdem()))
    extra = holdem()
    extra["seats"][0]["cards"] = ["As", "Ad", "Ah"]
    for file, field in ((extra, "seats[0].cards"), (holdem(community=[*holdem()["community"], "4d"]), "community")):
        with pytest.raises(RuleError) as told:
            settle(convert_round(file))
        assert told.value.field == field


@pytest.mark.parametrize(
    ("game", "part", "value"),
    [
        ("double-flop-holdem", "community", ["2c"]),
        ("five-card-draw", "community", ["2c"]),
        ("multi-hand-blackjack", "community", ["2c"]),
        ("multi-hand-blackjack", "irregularity", {"kind": "misdeal"}),
        ("stadium-blackjack", "irregularity", {"kind": "misdeal"}),
        ("dragons-eye", "dealer_set", {"low": ["6-6", "5-5"]}),
    ],
)
def test_what_only_other_games_of_the_family_have_is_refused(game: str, part: str, value: Any) -> None:
    real = real_round(game, 1)
    settle(convert_round(real))
    with pytest.raises(RuleError) as told:
        settle(convert_round({**real, part: value}))
    assert told.value.field.split(".")[0].split("[")[0] == part


@pytest.mark.parametrize(
    ("game", "part", "key"),
    [
        ("texas-holdem", "betting", "buton"),
        ("three-card-poker", "betting", "button"),
        ("craps-odds", "outcome", "dice"),
        ("keno", "outcome", "draw"),
        ("big-six-wheel", "outcome", "spin"),
        ("blackjack", "outcome", "price"),
        ("pai-gow-tiles", "betting", "banker"),
        ("three-card-poker", "extra", "total_hand"),
        ("texas-holdem", "state", "pots"),
        ("home-run-holdem", "state", "runners"),
        ("blackjack", "state", "streak"),
        ("blackjack", "shoe", "place"),
        ("pai-gow-tiles", "state", "triples"),
        ("texas-holdem", "extra", "jackpots"),
        ("three-card-poker", "irregularity", "seats"),
        ("texas-holdem", "irregularity", "card"),
    ],
)
def test_a_misspelt_part_of_a_part_is_refused_by_its_name(game: str, part: str, key: str) -> None:
    """A key that nothing reads would settle another round than the one that was meant."""
    real = real_round(game, 1)
    with pytest.raises(RuleError, match="is not used in this game") as told:
        settle(convert_round({**real, part: {**real.get(part, {}), key: 1}}))
    assert told.value.field == f"{part}.{key}"
