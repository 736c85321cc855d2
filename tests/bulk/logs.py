"""Logs for tests: real rounds of a game as columns, and the single settlement of each."""

from random import Random
from typing import Any

import msgspec
from tests.play.rounds import opening, played

from houseway.families import open_round, settle
from houseway.play.core.roundfile import convert_round
from houseway.play.core.settlement import Line

SEAT = ("ticket", "dealt")
TABLE = ("dealer_set", "betting", "irregularity", "state", "extra", "outcome")

Log = dict[str, list[Any]]


def rounds_of(game: str, count: int, seed: int = 0, most_seats: int = 1) -> list[dict[str, Any]]:
    """Round files of random wagers and actions."""
    rng = Random(seed)
    return [
        played(open_round(opening(game, rng, most_seats), rng.getrandbits(32)), rng).round_file() for _ in range(count)
    ]


def _row(file: dict[str, Any], seat: dict[str, Any], number: int) -> dict[str, Any]:
    row: dict[str, Any] = {"round": number}
    row |= {f"wagers.{name}": amount for name, amount in seat.get("wagers", {}).items()}
    row |= {f"meters.{name}": amount for name, amount in file.get("meters", {}).items()}
    if seat.get("hands"):
        row["hands"] = " / ".join(" ".join(hand) for hand in seat["hands"])
    if seat.get("cards"):
        row["cards"] = " ".join(seat["cards"])
    if seat.get("actions"):
        row["actions"] = ", ".join(seat["actions"])
    for name in ("dealer", "community"):
        if file.get(name):
            row[name] = " ".join(file[name])
    for name, pile in file.get("piles", {}).items():
        several = {f"piles.{name}.{place}": hand for place, hand in enumerate(pile, 1) if isinstance(hand, list)}
        row |= {column: " ".join(cards) for column, cards in (several or {f"piles.{name}": pile}).items()}
    if seat.get("stack") is not None:
        row["stack"] = seat["stack"]
    if seat.get("position") is not None:
        row["position"] = seat["position"]
    if seat.get("select"):
        row["select"] = " ".join(map(str, seat["select"]))
    spins = file.get("outcome", {}).get("spins")
    if spins and len(spins) == 1:
        row["outcome.spins"] = spins[0]
    row |= {name: msgspec.json.encode(seat[name]).decode() for name in SEAT if seat.get(name)}
    row |= {
        name: msgspec.json.encode(file[name]).decode()
        for name in TABLE
        if file.get(name) and not (name == "outcome" and spins)
    }
    return row


def as_log(files: list[dict[str, Any]]) -> Log:
    """Round files as the columns of a log, one row a seat."""
    rows = [_row(file, seat, number) for number, file in enumerate(files) for seat in file["seats"]]
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


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
