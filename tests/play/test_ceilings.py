"""Ceilings on pay outs, bounds on wagers together and paired tables, on a small game of a user's own."""

from pathlib import Path
from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, seat

from houseway.rules.errors import RuleError
from houseway.rules.game import load_game

FILE = """
id = "high-pair"
name = "High Pair"
family = "house-poker"
jurisdiction = "HOUSE"
rule = "1"
hands_per_player = 2
hands.player = { cards = ["player"], ranking = "two_card" }
stages = [{ deal = { player = 2 } }]
wagers.main = { required = true, pay_table = "main", rule = "(1)" }
wagers.side = { pay_table = "side", rule = "(1)" }
totals = [{ wagers = ["main", "side"], least = "least", most = "most", rule = "(2)" }]
chosen_as.both = ["main", "side"]

[[pay_tables.main]]
ids = ["A", "B"]
odds = "to 1"
rows = { "pair A" = [100, 200], "pair K" = 60, pair = 10 }

[[pay_tables.side]]
ids = ["A", "B", "C"]
odds = "to 1"
rows = { pair = [1, 2, 3] }

[[caps]]
per = "player"
amount = "per_player"
wagers = ["main"]
from_odds = 50
minimum = "least"
best_win = "main"
rule = "(3)"

[[caps]]
per = "table"
amount = "per_table"
wagers = ["main"]
from_odds = 50
winners = 2
rule = "(3)"

[options]
least = { default = 0 }
most = { default = 0 }
per_player = { default = 0 }
per_table = { default = 0 }
"""
ACES, KINGS, TWOS, NOTHING = "As Ad", "Ks Kd", "2s 2d", "9s 4d"


@pytest.fixture
def game(tmp_path: Path) -> str:
    path = tmp_path / "high-pair.toml"
    path.write_text(FILE, encoding="utf-8")
    return str(path)


def nets(game: str, *hands: str, stake: float = 10, **house: Any) -> list[float]:
    return [one["main"] for one in all_nets(game, *(seat({"main": stake}, cards) for cards in hands), house=house)]


def test_a_ceiling_cuts_only_long_odds(game: str) -> None:
    assert nets(game, ACES, KINGS, TWOS, stake=100, per_player=2000) == [2000, 2000, 1000]


def test_a_ceiling_is_lifted_to_the_best_price_of_the_table_in_use(game: str) -> None:
    assert nets(game, KINGS, stake=100, per_player=10, least=5) == [500]
    assert nets(game, KINGS, stake=100, per_player=10, least=5, pay_tables={"main": "B"}) == [1000]


def test_a_ceiling_for_two_winners_counts_players_who_win_its_wagers(game: str) -> None:
    assert nets(game, ACES, NOTHING, per_table=500) == [1000, -10]
    assert nets(game, ACES, TWOS, per_table=500) == [500, 100]
    two_hands = seat({"hand_1.main": 10, "hand_2.main": 10}, hands=[ACES.split(), TWOS.split()])
    assert all_nets(game, two_hands, house={"per_table": 500}) == [{"hand_1.main": 1000, "hand_2.main": 100}]


def test_wagers_together_are_bounded_by_options(game: str) -> None:
    table = {"least": 10, "most": 20}
    player = seat({"main": 15, "side": 5}, TWOS)
    assert all_nets(game, player, house=table) == [{"main": 150, "side": 5}]
    with pytest.raises(RuleError, match=r"Main and Side must be at most \$20, not \$21, HOUSE 1\(2\)"):
        all_nets(game, seat({"main": 15, "side": 6}, TWOS), house=table)
    with pytest.raises(RuleError, match=r"Main must be at least \$10, not \$9"):
        all_nets(game, seat({"main": 9}, TWOS), house=table)


def test_tables_chosen_as_a_pair_go_together(game: str) -> None:
    for chosen, ids in (
        ({}, ("A", "A")),
        ({"both": "B"}, ("B", "B")),
        ({"main": "B"}, ("B", "B")),
        ({"side": "C"}, ("A", "C")),
        ({"main": "A", "side": "B"}, ("A", "B")),
    ):
        configured = load_game(game, {"pay_tables": chosen})
        assert (configured.table_id("main"), configured.table_id("side")) == ids


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('best_win = "main"', 'best_win = "mian"', r"caps.player.best_win"),
        ('most = "most"', 'most = "mots"', r"totals\[0\]"),
    ],
)
def test_names_that_lead_nowhere(tmp_path: Path, old: str, new: str, key: str) -> None:
    path = tmp_path / "broken.toml"
    path.write_text(FILE.replace(old, new), encoding="utf-8")
    with pytest.raises(RuleError, match=key):
        load_game(str(path))
