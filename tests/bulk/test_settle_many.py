"""Columns come out as single rounds do: stake, net and rule of every wager, over random rounds of every game."""

from typing import Any

import numpy as np
import pytest
from tests.bulk.logs import Log, added, as_log, rounds_of, settled_one_by_one
from tests.games import games_of, live_games

import houseway as hw
from houseway.bulk.kernels import group_rows
from houseway.bulk.settled import SettledColumns
from houseway.families import family_of

BY_ARRAYS = {"house-poker", "baccarat", "wheel", "blackjack"}


def rows_of(settled: SettledColumns) -> list[dict[str, tuple[int, int, str]]]:
    names = settled.labels.all
    return [
        {
            name: (int(lines.stake[row]), int(lines.net[row]), names[lines.label[row]].rule)
            for name, lines in settled.wagers.items()
            if lines.label[row] >= 0
        }
        for row in range(settled.size)
    ]


def check_game(game: str, count: int, seed: int, seats: int) -> SettledColumns:
    files = rounds_of(game, count, seed, seats)
    settled = hw.load(game).settle_many(as_log(files))
    assert settled.errors == {}, game
    for row, (found, wanted) in enumerate(zip(rows_of(settled), settled_one_by_one(files), strict=True)):
        assert found == wanted, (game, row)
    return settled


def test_every_game_settles_as_columns_as_it_does_alone() -> None:
    """Arrays for most games of four families; one by one for what they do not know."""
    arrays = total = 0
    for game in live_games():
        settled = check_game(game, 8, seed=3, seats=2)
        if family_of(game).name in BY_ARRAYS:
            arrays += settled.by_arrays
            total += settled.size
    assert arrays / total > 0.4


def test_one_seat_of_house_poker_is_settled_by_arrays() -> None:
    known = [game for game in games_of("house-poker") if check_game(game, 15, seed=11, seats=1).by_arrays > 12]
    assert len(known) > 25
    assert {"three-card-poker", "ultimate-texas-holdem", "let-it-ride", "crazy-4-poker", "casino-war"} <= set(known)


def test_hands_of_blackjack_drawn_by_a_rule_are_settled_by_arrays() -> None:
    for game in ("blackjack", "big-3", "war-blackjack", "royal-match-21"):
        files = []
        for seed in range(60):
            now = hw.load(game).deal(seed=seed, seats=1 + seed % 3)
            while not now.over:
                now = now.act(now.suggest())
            files.append(now.to_dict())
        settled = hw.load(game).settle_many(as_log(files))
        assert rows_of(settled) == settled_one_by_one(files)
        assert settled.by_arrays > 0.9 * settled.size


def test_a_record_that_blackjack_does_not_know_is_refused_as_alone() -> None:
    log: Log = {
        "wagers.blackjack": [10, 10, 10, 10, 10],
        "cards": ["Th 6d 4c", "Th 6d 9c 2s", "Th 9d", "Th 6d 4c", "Th 6d"],
        "dealer": ["9s 8h", "9s 8h", "9s 6h", "9s 8h 2c", "9s 8h"],
        "actions": ["hit", "hit, hit", "stand", "hit, stand", "dance"],
    }
    game = hw.load("blackjack")
    settled = game.settle_many(log)
    refused = []
    for row in range(5):
        one = {name: log[name][row] for name in ("cards", "dealer", "actions")}
        try:
            assert game.settle(wagers={"blackjack": 10}, **one).core.nets()[0] == settled.net_cents[row]
        except hw.RuleError:
            refused.append(row)
    assert sorted(settled.errors) == refused == [1, 2, 3, 4]


@pytest.mark.nightly
def test_many_rounds_of_every_game() -> None:
    for game in live_games():
        check_game(game, 400, seed=1, seats=3)


def test_the_house_chooses_as_in_single_rounds() -> None:
    house: dict[str, Any] = {"pay_tables": {"pair_plus": "3"}, "rounding": "up", "round_to": 25}
    files = [{**file, "house": house} for file in rounds_of("three-card-poker", 60, 7)]
    settled = hw.load("three-card-poker", **house).settle_many(as_log(files))
    assert rows_of(settled) == settled_one_by_one(files)


LOG: Log = {
    "wagers.ante": [10, 5, 10, 10, None, 10.005, 10],
    "cards": ["9s 9d 2c", "7s 4h 2h", "9s 9d 2c", "9s 9d", "9s 9d 2c", "9s 9d 2c", "9s 9d Jx"],
    "dealer": ["Jh 8c 4d", "Kc Kd 3s", "9s 8c 4d", "Jh 8c 4d", "Jh 8c 4d", "Jh 8c 4d", "Jh 8c 4d"],
    "actions": ["play", "fold", "play", "play", "play", "play", "play"],
    "table": ["A", "A", "B", "B", "B", "B", "B"],
}


def test_a_row_that_is_wrong_says_why_and_the_others_are_settled() -> None:
    settled = hw.load("three-card-poker").settle_many(LOG)
    assert settled.net.tolist() == [10, -5, 0, 0, 0, 0, 0]
    told = {row: str(error) for row, error in settled.errors.items()}
    assert sorted(told) == [2, 3, 4, 5, 6]
    assert "9s is dealt more often than the deck holds it" in told[2]
    assert "needs 3 cards, has 2" in told[3]
    assert "one of Ante or Pair Plus is required" in told[4]
    assert "not a whole number of cents" in told[5]
    assert "unknown card 'Jx'" in told[6]


def test_pandas_arrow_and_arrays_say_the_same() -> None:
    import pandas as pd
    import pyarrow as pa

    game = hw.load("three-card-poker")
    log = {name: column[:2] for name, column in LOG.items()}
    wanted = game.settle_many(log)
    numbers = {
        **log,
        "cards": np.array([[31, 29, 0], [23, 10, 2]], np.uint8),
        "dealer": np.array([[38, 24, 9], [44, 45, 7]]),
    }
    table = pa.table({**log, "cards": [one.split() for one in log["cards"]]})
    for given in (pd.DataFrame(log), pa.table(log), table, numbers):
        assert rows_of(game.settle_many(given)) == rows_of(wanted)
    arrow = wanted.to_arrow()
    assert arrow.column("net.ante").to_pylist() == [10.0, -5.0]
    assert arrow.column("net.play").to_pylist() == [0.0, None]
    assert arrow.column("rule.ante").to_pylist()[1] == "CO 30-1099.18(9)"
    frame = wanted.to_frame()
    assert frame["net"].tolist() == [10.0, -5.0]
    lines = wanted.lines().to_pylist()
    assert [(line["row"], line["wager"], line["net"]) for line in lines] == [
        (0, "ante", 10.0), (0, "play", 0.0), (1, "ante", -5.0),
    ]  # fmt: skip
    assert wanted.lines().num_rows == 3
    assert repr(wanted) == "SettledColumns('three-card-poker', 2 rows, net +5.00)"


@pytest.mark.parametrize(
    ("log", "said"),
    [
        ([1, 2], "a log is a pyarrow table"),
        ({"wagers.ante": [1, 2], "cards": ["9s"]}, "different lengths"),
        ({"wagers.anti": [1]}, "the game has no wager 'anti'; wagers are ante"),
        ({"ante": [10], "cards": ["9s 9d 2c"]}, "the log has no column 'wagers.ante'; rename 'ante' to that"),
        ({"wagers.ante": [10], "cards": ["9s"], "dealer_cards": ["9d"]}, "no column 'dealer'; rename 'dealer_cards'"),
        ({"wagers.ante": ["ten"], "cards": ["9s 9d 2c"]}, "wagers.ante: must be numbers of dollars"),
        ({"wagers.ante": [10], "cards": np.array([[99, 1, 2]])}, "cards: a row holds card numbers"),
    ],
)
def test_a_log_that_is_none_is_refused_in_one_sentence(log: Any, said: str) -> None:
    with pytest.raises(hw.RuleError, match=said):
        hw.load("three-card-poker").settle_many(log)


def test_rows_of_one_kind_are_found() -> None:
    rng = np.random.default_rng(0)
    one, two = rng.integers(-3, 200, 20_000), rng.integers(0, 100, 20_000)
    codes, firsts = group_rows(one, two)
    pairs = list(zip(one.tolist(), two.tolist(), strict=True))
    assert len(firsts) == len(set(pairs)) == codes.max() + 1
    assert all(pairs[firsts[code]] == pair for code, pair in zip(codes.tolist(), pairs, strict=True))
    assert added(()) == {}
