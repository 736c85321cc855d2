"""Logs for tests: real rounds of a game as columns, and the single settlement of each."""

from random import Random
from typing import Any

from tests.play.rounds import opening, played

from houseway.bulk.columns import from_rows, rows_of
from houseway.families import open_round, settle
from houseway.play.core.roundfile import convert_round
from houseway.play.core.settlement import Line

Log = dict[str, list[Any]]


def rounds_of(game: str, count: int, seed: int = 0, most_seats: int = 1) -> list[dict[str, Any]]:
    """Round files of random wagers and actions."""
    rng = Random(seed)
    return [
        played(open_round(opening(game, rng, most_seats), rng.getrandbits(32)), rng).round_file() for _ in range(count)
    ]


def as_log(files: list[dict[str, Any]]) -> Log:
    """Round files as the columns of a log, one row a seat."""
    return dict(from_rows([row for number, file in enumerate(files) for row in rows_of(file, number)]).raw)


def settled_one_by_one(files: list[dict[str, Any]]) -> list[dict[str, tuple[int, int, str]]]:
    """For each row stake, net and rule of each wager; lines of one name are added up."""
    found = []
    for file in files:
        for lines in settle(convert_round(file)).seats:
            found.append(added(lines))
    return found


def added(lines: tuple[Line, ...]) -> dict[str, tuple[int, int, str]]:
    found: dict[str, tuple[int, int, str]] = {}
    for line in lines:
        stake, net, rule = found.get(line.wager, (0, 0, line.rule))
        found[line.wager] = (stake + line.stake, net + line.net, rule)
    return found
