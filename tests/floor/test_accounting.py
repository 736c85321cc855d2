"""Adjusted gross proceeds and fees as cases state them, and the reports on the command line."""

import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text, update
from tests.floor.helpers import bet, guest, hand, new_store, play_round, seated
from typer.testing import CliRunner

from houseway.cases import differences
from houseway.cli import app
from houseway.families import settle_json
from houseway.floor import rounds, tables
from houseway.floor.daily import ALWAYS
from houseway.floor.evidence import export
from houseway.floor.reports import adjusted_gross_proceeds, as_csv, period, traced
from houseway.floor.schema import users
from houseway.floor.store import Store, default_url
from houseway.rules.errors import RuleError

SHIFT = {
    "closing_bankroll": 50000,
    "credit_slips": 2000,
    "drop": 18450,
    "coupons": 150,
    "tournament_fees": 0,
    "opening_bankroll": 52000,
    "fills": 5000,
}


def case(game: str, kind: str = "accounting", **more: Any) -> dict[str, Any]:
    return {"game": game, "kind": kind, **more}


def test_30_1603_1_closing_credits_drop_coupons_and_fees_less_opening_and_fills() -> None:
    assert differences({**case("accounting-agp", inputs=SHIFT), "expect": {"agp": 13600}}) == []
    losing = {**SHIFT, "closing_bankroll": 30000, "tournament_fees": 10.5}
    assert settle_json(json.dumps(case("accounting-agp", inputs=losing))) == {"agp": -6389.5}


def test_30_1099_24_9_the_rake_of_the_players_pots_is_part_of_the_proceeds(store: Store) -> None:
    """Ten percent of two bets of $10: what the players lose together, the rake of it included, is the house's."""
    first, second = guest(store), guest(store)
    table = seated(store, first, "3-5-7-poker", 200, house={"player_pot_rake": "10%, max 5"})
    store.write(lambda db: tables.sit(db, table, 1, second))
    store.write(lambda db: tables.buy_in(db, table, 1, second, 20_000, None))
    for place, person in enumerate((first, second)):
        bet(store, table, place, person, three_card=5, pot_three=10)
    store.write(lambda db: rounds.deal(db, table, first))
    settled = hand(store, table).settlement
    assert settled["rake"] == 2
    (line,) = store.read(lambda db: adjusted_gross_proceeds(db, ALWAYS))
    lost = -sum(one["net"] for seat in settled["seats"] for one in seat["lines"])
    assert line["agp"] == lost
    pot = [one["net"] for seat in settled["seats"] for one in seat["lines"] if one["wager"] == "pot_three"]
    assert sum(pot) == -2


def test_30_2502_2_keno_proceeds_are_writes_less_pay_outs() -> None:
    inputs = {"writes": 12340, "pay_outs": 9876}
    assert settle_json(json.dumps(case("accounting-keno-agp", inputs=inputs))) == {"agp": 2464}


def test_a_fee_of_a_printed_tariff() -> None:
    given = case(
        "ca-collection-fortune-pai-gow", "fee", house={"collection_option": 5}, inputs={"total_table_action": 76}
    )
    assert differences({**given, "expect": {"player_dealer": 3}}) == []


@pytest.mark.parametrize(
    ("given", "field"),
    [
        (case("accounting-agp", inputs={"drop": -1}), "inputs.drop"),
        (case("accounting-agp", inputs={"drop": "5"}), "inputs.drop"),
        (case("accounting-agp", inputs={"tips": 5}), "inputs.tips"),
        (case("accounting-other"), "game"),
        (case("accounting-agp", "tax"), "kind"),
    ],
)
def test_figures_that_are_none_are_named(given: dict[str, Any], field: str) -> None:
    with pytest.raises(RuleError) as caught:
        settle_json(json.dumps(given))
    assert caught.value.field == field


def _played(folder: Path) -> Store:
    store = new_store(folder)
    person = guest(store)
    play_round(store, seated(store, person, "three-card-poker"), {0: person})
    return store


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, list(arguments))


@pytest.mark.parametrize("name", ["agp", "results", "meters", "jackpots", "lines"])
def test_reports_on_the_command_line(tmp_path: Path, name: str) -> None:
    _played(tmp_path).close()
    database = str(tmp_path / "floor.db")
    plain = run("report", name, "--database", database)
    assert plain.exit_code == 0, plain.output
    made = json.loads(run("report", name, "--database", database, "--json").stdout)
    lines = run("report", name, "--database", database, "--csv").stdout.splitlines()
    assert len(lines) == 1 + len(made)
    future = json.loads(run("report", "results", "--database", database, "--json", "--first", "2999-01-01").stdout)
    assert future == []


def test_every_figure_is_the_sum_of_the_lines_that_name_it(store: Store) -> None:
    """The lines of a report, added up by the figures they name, are the figures of the proceeds."""
    person = guest(store)
    for game in ("ultimate-texas-holdem", "baccarat"):
        table = seated(store, person, game, 4500, bankroll=10_000)
        for _ in range(5):
            play_round(store, table, {0: person})
        store.write(lambda db, t=table: tables.move_chips(db, t, person, "fill", 5_000, None))  # type: ignore[misc]
        store.write(lambda db, t=table: tables.move_chips(db, t, person, "credit", 700, None))  # type: ignore[misc]
    report = store.read(lambda db: adjusted_gross_proceeds(db, ALWAYS))
    trace = store.read(lambda db: traced(db, ALWAYS))
    settled = {row["round"] for row in trace if row["kind"] == "settlement"}
    assert settled <= {row.id for row in store.read(lambda db: db.execute(text("SELECT id FROM rounds")).all())}
    for line in report:
        own = [row for row in trace if row["table"] == line["table"]]
        for name in ("opening_bankroll", "fills", "credit_slips", "drop", "coupons", "tournament_fees"):
            found = sum(round(row["amount"] * 100) for row in own if name in row["figures"].split())
            assert found == round(line[name] * 100), name
        tray = [row for row in own if "closing_bankroll" in row["figures"].split()]
        signed = sum(round(row["amount"] * 100) * (1 if row["to"] == "inventory" else -1) for row in tray)
        assert signed == round(line["closing_bankroll"] * 100)


def test_an_unknown_report_and_a_wrong_day_are_named(tmp_path: Path) -> None:
    assert isinstance(run("report", "taxes", "--database", str(tmp_path / "f.db")).exception, RuleError)
    with pytest.raises(RuleError, match="2026-12-31"):
        period("yesterday")
    with pytest.raises(RuleError, match="is before the first"):
        period("2026-11-30", "2026-11-01")


def test_a_cell_is_never_a_formula() -> None:
    assert as_csv([{"name": "=cmd()", "net": -5}]) == "name,net\n'=cmd(),-5\n"


def test_verify_on_the_command_line(tmp_path: Path) -> None:
    store = _played(tmp_path)
    file = store.read(lambda db: export(db, 1))
    store.close()
    path = tmp_path / "round.json"
    path.write_text(json.dumps(file))
    assert run("verify", str(path)).exit_code == 0
    assert run("verify", "1", "--database", str(tmp_path / "floor.db")).exit_code == 0
    assert run("verify", str(path), "--published", "0" * 64).exit_code == 1
    for change in (
        {"dealer": file["dealer"][::-1]},
        {"proof": {**file["proof"], "secret": file["proof"]["secret"][::-1]}},
        {"proof": {**file["proof"], "actions": []}},
        {"proof": None},
    ):
        path.write_text(json.dumps({**file, **change}))
        assert run("verify", str(path)).exit_code == 1, change


def test_an_account_on_the_command_line(tmp_path: Path) -> None:
    database = str(tmp_path / "floor.db")
    made = CliRunner().invoke(
        app, ["account", "maria", "--role", "supervisor", "--database", database], "long secret 1\n"
    )
    assert made.exit_code == 0, made.output
    from houseway.floor.logins import check_password

    store = Store(default_url(tmp_path / "floor.db"))
    found = store.read(lambda db: check_password(db, "maria", "long secret 1"))
    assert found is not None
    assert found.role == "supervisor"
    store.write(lambda db: db.execute(update(users).values(disabled=True)))
    renewed = CliRunner().invoke(app, ["account", "maria", "--reset", "--database", database], "long secret 2\n")
    assert "in use again" in renewed.output
    assert store.read(lambda db: check_password(db, "maria", "long secret 2")) is not None
    store.close()
