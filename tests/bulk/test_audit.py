"""Logs in files: settled from and to Parquet and Arrow, and what was paid compared with what was due."""

import csv
import tracemalloc
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.bulk.logs import as_log, rounds_of
from tests.cli.command import houseway

from houseway.audit import audit
from houseway.bulk.logs import parts
from houseway.families import settle
from houseway.play.core.roundfile import convert_round
from houseway.rules.errors import RuleError

GAME = "three-card-poker"


def table_of(files: list[dict[str, Any]]) -> pa.Table:
    return pa.table({name: pa.array(column) for name, column in as_log(files).items()})


def paid(files: list[dict[str, Any]]) -> list[dict[str, float]]:
    """What was due to each seat, by wager, in dollars."""
    found = []
    for file in files:
        for lines in settle(convert_round(file)).seats:
            own: dict[str, float] = {}
            for line in lines:
                own[line.wager] = own.get(line.wager, 0) + line.net / 100
            found.append(own)
    return found


def log_of(count: int, seats: int = 2) -> dict[str, list[Any]]:
    """A log of a casino: two tables, three dealers, everything paid as it was due."""
    files = rounds_of(GAME, count, seed=2, most_seats=seats)
    log = as_log(files)
    nets = paid(files)
    for wager in dict.fromkeys(name for own in nets for name in own):
        log[f"paid.{wager}"] = [own.get(wager) for own in nets]
    log["table"] = [f"TC-{number % 2 + 1}" for number in log["round"]]
    log["dealer_name"] = [("Ann", "Bo", "Cy")[number % 3] for number in log["round"]]
    return log


def write(log: dict[str, list[Any]], path: Path, whole: bool = False) -> str:
    """A log as a file, in several pieces or as one."""
    if path.suffix == ".csv":
        with path.open("w", newline="", encoding="utf-8") as out:
            csv.writer(out).writerows([list(log), *zip(*log.values(), strict=True)])
    elif path.suffix == ".parquet":
        pq.write_table(pa.table(log), path, row_group_size=None if whole else 37)
    else:
        with pa.ipc.new_file(str(path), pa.table(log).schema) as out:
            out.write_table(pa.table(log), max_chunksize=None if whole else 23)
    return str(path)


@pytest.mark.parametrize("suffix", [".parquet", ".arrow", ".csv"])
def test_a_log_without_differences_and_one_with_three(tmp_path: Path, suffix: str) -> None:
    log = log_of(60)
    clean = audit(write(log, tmp_path / f"clean{suffix}"), GAME)
    assert (clean.total.rows, clean.total.differing, clean.faults) == (len(log["round"]), 0, 0)
    antes = [row for row, amount in enumerate(log["paid.ante"]) if amount is not None][:3]
    for row, change in zip(antes, (5, 2.5, -10), strict=True):
        log["paid.ante"][row] += change
    found = audit(write(log, tmp_path / f"wrong{suffix}"), GAME)
    assert (found.total.differing, found.total.overpaid, found.total.underpaid) == (3, 750, 1000)
    assert {name for name, tally in found.by_wager.items() if tally.differing} == {"ante"}
    assert sum(tally.differing for tally in found.by_table.values()) == 3
    assert sum(tally.overpaid for tally in found.by_dealer.values()) == 750
    assert sum(tally.rows for tally in found.by_table.values()) == len(log["round"])
    assert [one.row for one in found.first] == antes
    assert found.first[0].rule.startswith("CO 30-1099.18")
    assert found.first[0].table == log["table"][antes[0]]


def test_round_files_are_audited_too_and_games_may_be_mixed(tmp_path: Path) -> None:
    files = [*rounds_of(GAME, 8, 1), *rounds_of("baccarat", 8, 1, most_seats=3), *rounds_of("blackjack", 8, 1)]
    nets = iter(paid(files))
    for file in files:
        file["paid"] = [next(nets) for _ in file["seats"]]
        file["table"] = file["game"]
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"".join(msgspec.json.encode(file) + b"\n" for file in files))
    assert audit(str(path)).total.differing == 0
    files[9]["paid"][0] = {name: net + 1 for name, net in files[9]["paid"][0].items()}
    path.write_bytes(b"".join(msgspec.json.encode(file) + b"\n" for file in files))
    found = audit(str(path))
    assert found.total.differing == 1
    assert found.by_table["baccarat"].overpaid == 100 * len(files[9]["paid"][0])


def test_totals_alone_are_compared_where_the_log_has_no_more(tmp_path: Path) -> None:
    log = log_of(20, seats=1)
    named = [name for name in log if name.startswith("paid.")]
    totals = [sum(log[name][row] or 0 for name in named) for row in range(len(log["round"]))]
    log = {name: column for name, column in log.items() if name not in named} | {"paid": totals}
    log["paid"][4] += 1
    found = audit(write(log, tmp_path / "log.parquet"), GAME)
    assert (found.total.differing, found.total.overpaid) == (1, 100)


def test_the_command_reports_by_table_wager_and_dealer(tmp_path: Path) -> None:
    log = log_of(30)
    log["paid.ante"] = [None if amount is None else amount + 1 for amount in log["paid.ante"]]
    path = write(log, tmp_path / "log.parquet")
    done = houseway("audit", path, "--game", GAME)
    assert done.code == 1
    assert "TC-1" in done.out
    assert "overpaid" in done.out
    assert "Ann" in done.out
    told = msgspec.json.decode(houseway("audit", path, "--game", GAME, "--json").out)
    assert told["by_wager"]["ante"]["differing"] == told["differing"]
    assert told["first_differences"][0]["paid"] - told["first_differences"][0]["due"] == 1
    log["cards"][0] = "9s 9s 9s"
    done = houseway("audit", write(log, tmp_path / "log.parquet"), "--game", GAME)
    assert done.code == 2
    assert "is dealt more often" in done.out.replace("\n", " ")


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("no.parquet", None, "there is no such file"),
        ("log.txt", b"x", "a log is .parquet, .arrow, .csv or .jsonl, not '.txt'"),
        ("log.parquet", b"nothing of the kind", "is not a Parquet file"),
        ("log.arrow", b"nothing of the kind", "is not an Arrow file"),
        ("log.csv", b"", "is empty"),
        ("log.csv", b"wagers.ante,cards\nten,9s 9d 2c\n", "is not a log in CSV"),
        ("log.csv", b"wagers.ante,cards\n10,9s 9d 2c\n", "a column `game`, or --game"),
        ("log.csv", b"game,wagers.ante,cards\ncasino-wars,10,9s\n", "unknown game 'casino-wars'"),
        ("log.csv", b"game,wagers.ante,cards\ncasino-war,10,9s\n", "the game has no wager 'ante'"),
        ("log.csv", b"game,wagers.initial,cards\ncasino-war,10,9s\n", "does not say what was paid"),
        ("log.jsonl", b"[1]\n", "line 1: not a round"),
        ("log.jsonl", b'{"game": "casino-war", "seats": [{}], "paid": [1, 2]}\n', "2 seats are paid"),
    ],
)
def test_a_log_that_cannot_be_read_is_refused_in_one_sentence(
    tmp_path: Path, name: str, text: bytes | None, said: str
) -> None:
    path = tmp_path / name
    if text is not None:
        path.write_bytes(text)
    with pytest.raises(RuleError) as caught:
        audit(str(path))
    assert said in str(caught.value)


@pytest.mark.parametrize("suffix", [".parquet", ".arrow"])
def test_a_log_is_read_in_parts_of_whole_rounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str) -> None:
    monkeypatch.setattr("houseway.bulk.logs._ROWS", 37)
    log = log_of(80)
    found = list(parts(write(log, tmp_path / f"log{suffix}", whole=True)))
    assert len(found) > 2
    assert sum(columns.size for _, columns in found) == len(log["round"])
    seen: set[str] = set()
    for first, columns in found:
        rounds = [columns.texts("round").at(row) for row in range(columns.size)]
        assert rounds == [str(number) for number in log["round"][first : first + columns.size]]
        assert not seen & set(rounds)
        seen |= set(rounds)


def test_memory_does_not_grow_with_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.bulk.logs._ROWS", 800)
    files = rounds_of(GAME, 20, seed=3, most_seats=1)
    text = b"".join(msgspec.json.encode({**file, "paid": [0]}) + b"\n" for file in files)
    peaks = []
    for times in (1, 30, 120):  # the first only loads what all need
        path = tmp_path / f"{times}.jsonl"
        path.write_bytes(text * times)
        tracemalloc.start()
        audit(str(path))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[2] < 1.25 * peaks[1]


def test_what_was_read_of_a_parquet_file_is_given_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.bulk.logs._ROWS", 5000)
    rng = np.random.default_rng(0)
    log = pa.table({f"wagers.w{number}": rng.random(100_000) for number in range(20)})  # 16 MB that no codec shrinks
    pq.write_table(log, tmp_path / "log.parquet", row_group_size=5000)
    del log
    before = pa.total_allocated_bytes()
    held = [pa.total_allocated_bytes() - before for _ in parts(str(tmp_path / "log.parquet"))]
    assert len(held) == 20
    assert max(held) < 6e6


@pytest.mark.parametrize("suffix", [".parquet", ".arrow"])
def test_settle_reads_and_writes_columns(tmp_path: Path, suffix: str) -> None:
    files = rounds_of(GAME, 12, seed=4, most_seats=2)
    log, out = write({**as_log(files), "game": [GAME] * len(as_log(files)["round"])}, tmp_path / f"log{suffix}"), ""
    out = str(tmp_path / f"settled{suffix}")
    done = houseway("settle", log, "--output", out)
    assert done.code == 0
    assert f"lines written to {out}" in done.err
    table = pq.read_table(out) if suffix == ".parquet" else pa.ipc.open_file(out).read_all()
    lines = table.to_pylist()
    wanted = [
        (seat, line.wager, line.stake / 100, line.net / 100, line.rule)
        for file in files
        for seat, own in enumerate(settle(convert_round(file)).seats)
        for line in own
    ]
    found = [(one["seat"], one["wager"], one["stake"], one["net"], one["rule"]) for one in lines]
    assert sorted(found) == sorted(wanted)
    by_round = houseway("settle", log, "--json").out.splitlines()
    assert len(by_round) == len(files)
    assert sum(len(seat["lines"]) for text in by_round for seat in msgspec.json.decode(text)["seats"]) == len(wanted)


def test_settle_writes_round_files_as_columns(tmp_path: Path) -> None:
    path, out = tmp_path / "rounds.jsonl", str(tmp_path / "settled.parquet")
    files = rounds_of("blackjack", 6, seed=4)
    path.write_bytes(b"".join(msgspec.json.encode(file) + b"\n" for file in files) + b"{}\n")
    done = houseway("settle", str(path), "--output", out)
    assert done.code == 2
    lines = pq.read_table(out).to_pylist()
    assert [line["row"] for line in lines if line["error"]] == [7]
    assert all(line["reason"] for line in lines if not line["error"])
    refused = houseway("settle", str(path), "--output", str(tmp_path / "settled.xlsx"))
    assert "must end in .parquet or .arrow, not '.xlsx'" in refused.err


def test_a_row_in_which_two_wagers_differ_is_one_row(tmp_path: Path) -> None:
    path = tmp_path / "shift.csv"
    path.write_text(
        "table,dealer_name,wagers.ante,wagers.pair_plus,cards,dealer,actions,paid.ante,paid.play,paid.pair_plus\n"
        "TCP 1,Ada,10,5,9s 9d 2c,Jh 8c 4d,play,10,0,5\n"
        "TCP 1,Ben,10,5,9s 9d 9c,Kh 8c 4d,play,10,10,30\n"
    )
    found = audit(str(path), "three-card-poker")
    assert (found.total.rows, found.total.differing, found.total.underpaid) == (2, 1, 16000)
    assert (found.by_table["TCP 1"].rows, found.by_table["TCP 1"].differing) == (2, 1)
    assert (found.by_dealer["Ben"].differing, found.by_dealer["Ben"].underpaid) == (1, 16000)
    assert {name: tally.differing for name, tally in found.by_wager.items() if tally.differing} == {
        "ante_bonus": 1,
        "pair_plus": 1,
    }


def test_settle_reads_a_log_in_csv_and_asks_for_its_game(tmp_path: Path) -> None:
    path = tmp_path / "shift.csv"
    path.write_text("wagers.ante,cards,dealer,actions\n10,9s 9d 2c,Jh 8c 4d,play\n5,7s 4h 2h,Kc Kd 3s,fold\n")
    answers = houseway("settle", str(path), "--game", GAME, "--json").out.splitlines()
    assert [msgspec.json.decode(answer)["house"] for answer in answers] == [-10, 5]
    out = str(tmp_path / "settled.parquet")
    assert houseway("settle", str(path), "--game", GAME, "--output", out).code == 0
    assert sorted(pq.read_table(out)["net"].to_pylist()) == [-5.0, 0.0, 10.0]
    unnamed = houseway("settle", str(path))
    assert unnamed.code == 2
    assert unnamed.err == f"{path}: row 0: says of no game which it is: a column `game`, or --game\n"
