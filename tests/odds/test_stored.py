"""Prices that are shipped: they answer what they were counted for, and nothing else."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from tests.games import all_games
from tests.odds.solved import solved

from houseway.families import known_price, price, sources_of_price
from houseway.odds import stored
from houseway.odds.identity import game_hash
from houseway.odds.measures import full_json
from houseway.odds.pricing import Question
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game

SAMPLE = ("casino-war", "roulette", "in-between")  # quick to count again


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for prices, and no order to recount."""
    monkeypatch.delenv(stored.RECOUNT, raising=False)
    monkeypatch.setattr(stored, "folder", lambda: tmp_path)
    return tmp_path


def test_a_shipped_price_is_the_counted_one(shipped: Path) -> None:
    counted = price(Question("casino-war", every_table=True))
    stored.write_stored(load_game("casino-war"), True, counted, sources_of_price("casino-war"))
    for every_table in (False, True):
        question = Question("casino-war", every_table=every_table)
        found, fresh = stored.stored_price(question), price(question)
        assert found is not None
        assert list(found.report.side_bets) == list(fresh.report.side_bets)
        assert json.dumps(full_json(found)) == json.dumps(full_json(fresh))
        assert {name: list(one) for name, one in found.sides.items()} == {n: list(o) for n, o in fresh.sides.items()}
        assert (found.mains, dict(found.outcomes), dict(found.counts)) == (
            fresh.mains, dict(fresh.outcomes), dict(fresh.counts),
        )  # fmt: skip
    assert known_price(Question("casino-war")).report.seconds == counted.report.seconds
    assert list(shipped.iterdir())


def test_a_shipped_price_is_told_without_compiled_code(shipped: Path) -> None:
    """Neither numpy, for a session of the usual length, nor pydantic, which later versions of typer load."""
    code = (
        "import sys\nfrom importlib import import_module\nfrom pathlib import Path\nfrom houseway.cli import app\n"
        "stored = import_module('houseway.odds.stored')\n"
        "stored.folder, stored.fits_code = lambda: Path(sys.argv[1]), lambda _: True\n"
        "try:\n    app(['odds', 'casino-war'])\nexcept SystemExit:\n"
        "    assert not {'numba', 'numpy', 'pydantic', 'houseway.families'} & set(sys.modules), set(sys.modules)\n"
    )
    counted = price(Question("casino-war"))
    stored.write_stored(load_game("casino-war"), False, counted, sources_of_price("casino-war"))
    done = subprocess.run(
        [sys.executable, "-c", code, str(shipped)],
        capture_output=True,
        check=False,
        env={**os.environ, stored.RECOUNT: ""},
    )
    assert done.returncode == 0, done.stderr.decode()
    assert b"A session of 200 rounds" in done.stdout
    assert b"shipped" in done.stdout


def test_a_shipped_price_warns_of_the_tables_that_were_asked_for_only() -> None:
    """Trips of Ultimate Texas Hold'em gives the player the edge by another pay table than the one in use."""
    shipped_price = stored.read_stored("ultimate-texas-holdem")
    assert shipped_price is not None
    assert any("pay table 2" in one for one in stored.priced_of(shipped_price, True).report.warnings)
    assert not stored.priced_of(shipped_price, False).report.warnings


def test_it_does_not_answer_for_another_game_house_meter_or_code(
    shipped: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load_game("casino-war")
    path = stored.write_stored(game, False, price(Question("casino-war")), sources_of_price("casino-war"))
    assert stored.stored_price(Question("casino-war")) is not None
    assert stored.stored_price(Question("casino-war", every_table=True)) is None
    assert stored.stored_price(Question("casino-war", meters={"any": 1.0})) is None
    assert stored.stored_price(Question("roulette")) is None
    option, words = next((name, words) for name, words in game.spec.options.items() if len(words.choices) > 1)
    other = next(choice for choice in words.choices if choice != words.default)
    assert stored.stored_price(Question("casino-war", {option: other})) is None
    assert stored.stored_price(Question("casino-war", {option: game.options[option]})) is not None
    assert stored.stale([game]) == []
    monkeypatch.setattr(stored, "_hash_now", lambda _: "other code")
    assert stored.stored_price(Question("casino-war")) is None
    assert stored.stale([game]) == ["casino-war"]
    monkeypatch.undo()
    path.write_bytes(b"torn")
    monkeypatch.setattr(stored, "folder", lambda: shipped)
    assert stored.read_stored("casino-war") is None


def recounted(game: str) -> None:
    """The shipped price of a game against a count of today, if it is of the game as it stands."""
    found = stored.read_stored(game)
    if found is None or found.game_hash != game_hash(load_game(game)):
        return
    shipped = stored.priced_of(found, False)
    fresh = price(Question(game))
    for one in (shipped, fresh):
        assert one.report.method in ("exact", "simulated"), game
    then, now = (full_json(replace(one, report=replace(one.report, seconds=0.0))) for one in (shipped, fresh))
    assert msgspec.json.encode(then) == msgspec.json.encode(now), game


def test_a_sample_of_the_shipped_prices_is_counted_again() -> None:
    for game in SAMPLE:
        recounted(game)


def test_the_game_itself_is_shipped_as_counted_with_each_of_its_pay_tables() -> None:
    found = stored.read_stored("let-it-ride")
    assert found is not None
    mains = stored.priced_of(found, True).mains["basic"]
    assert list(mains) == ["1", "2", "3", "4"]
    edges = {table: one.house_edge for table, one in mains.items()}
    assert len(set(edges.values())) == 4
    for table, edge in edges.items():
        counted = solved("let-it-ride", pay_tables={"basic": table})
        assert edge == pytest.approx(-counted.mean, abs=1e-12), table


@pytest.mark.nightly
def test_every_shipped_price_is_of_this_code_and_counted_again() -> None:
    games = [load_game(name) for name in all_games()]
    unpriced = []
    for name in stored.stale(games):
        try:
            price(Question(name))
        except RuleError:
            unpriced.append(name)
        else:
            pytest.fail(f"the shipped price of {name} is stale: run make prices")
    for game in games:
        if game.spec.id not in unpriced:
            recounted(game.spec.id)


def test_the_sources_of_a_price_are_those_it_is_counted_by() -> None:
    coups, hands = set(sources_of_price("baccarat")), set(sources_of_price("three-card-poker"))
    assert {"odds/baccarat/price.py", "play/baccarat/coup.py", "rules/baccarat.py"} <= coups
    assert {"odds/house_poker/vs_dealer/hands.py", "hands/facts.py", "rules/patterns.py"} <= hands
    for shows in ("odds/page.py", "odds/certificate.py", "odds/exposure/report.py"):
        assert shows not in coups | hands
    assert "odds/blackjack/solve.py" not in coups


def test_combinations_of_every_shipped_price_have_the_mean_and_deviation_that_it_states() -> None:
    counted = 0
    for path in sorted(stored.folder().glob("*.price")):
        shipped = stored.read_stored(path.stem)
        assert shipped is not None
        priced = stored.priced_of(shipped, every_table=False)
        main, cycle = priced.report.main, sum(priced.counts.values())
        if main is None or not cycle:
            continue
        mean, square = (sum(net**power * count for net, count in priced.counts.items()) / cycle for power in (1, 2))
        assert mean == pytest.approx(-main.house_edge, abs=1e-9), path.stem
        assert square - mean * mean == pytest.approx(main.std_dev**2, rel=1e-9), path.stem
        counted += 1
    assert counted > 20


def test_counts_beyond_sixty_four_bits_are_shipped(shipped: Path) -> None:
    game = load_game("three-card-poker")
    counted = price(Question("three-card-poker"))
    stored.write_stored(game, False, counted, sources_of_price("three-card-poker"))
    found = stored.stored_price(Question("three-card-poker"))
    assert found is not None
    cycle = found.report.side_bets["cover_all_bonus (8 hands)"].cycle
    assert cycle == counted.report.side_bets["cover_all_bonus (8 hands)"].cycle > 1 << 64
    assert list(shipped.iterdir())
