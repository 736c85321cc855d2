"""What the floor's pages do, by command: for whom it may be done, with a second person, and on the books."""

import json
import re
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import pytest
from sqlalchemy import select
from tests.cli.command import Answer, houseway
from tests.floor.helpers import assert_balanced

from houseway.commands.acting import Act
from houseway.commands.acts import GROUPS
from houseway.floor import control
from houseway.floor.logins import add_person
from houseway.floor.moments import now, set_clock
from houseway.floor.schema import audit
from houseway.floor.store import Store, default_url
from houseway.web import api

STAFF = {"ann": "supervisor", "max": "supervisor", "dora": "dealer", "wanda": "dealer", "maria": "player"}
Run = Callable[..., Answer]
# Routes that commands need not be: one's own session and password, and pages that are commands already.
ELSEWHERE = re.compile(
    r"/api/(account|session|login|logout|people$|purse|verify|settle|desk/|disputes|own-games|trainer|certify|games/|"
    r"cases|surveillance|floor/people/\{user\}/\{act\})|/draft"
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(default_url(tmp_path / "floor.db"))
    made.open()
    for name, role in STAFF.items():
        made.write(lambda db, n=name, r=role: add_person(db, n, "a long enough secret", r))  # type: ignore[misc]
    yield made
    set_clock(time.time_ns() // 1_000_000)
    assert_balanced(made)
    made.close()


@pytest.fixture
def run(store: Store) -> Run:
    """A command on the floor, which must succeed or be refused with one sentence."""

    def command(line: str, *more: str, refused: str = "") -> Answer:
        answer = houseway(*line.split(), *more, "--database", str(store.engine.url))
        if refused:
            assert answer.code == 2, answer.out
            assert refused in answer.err
            assert answer.err.count("\n") == 1
        else:
            assert answer.code == 0, answer.err
        return answer

    return command


def told(answer: Answer) -> Any:
    return json.loads(answer.out)


def approved(run: Run, answer: Answer, by: str = "max") -> None:
    found = re.search(r"approvals approve (\d+)", answer.out)
    assert found, answer.out
    run(f"approvals approve {found[1]} --by ann", refused="somebody else than who asks")
    assert run(f"approvals approve {found[1]} --by {by}").out == "Done.\n"


def test_30_2505_a_keno_desk_is_run_by_command(run: Run, tmp_path: Path) -> None:
    card = tmp_path / "card.json"
    card.write_text(json.dumps({"rate_card_per_dollar_total_paid": {"3": dict.fromkeys("0123", 2)}}))
    opens = "keno open --casino Lode --bankroll 5000 --house"
    run(opens, str(card), "--by", "dora", refused="a dealer may not do this: a supervisor may")
    run(opens, str(card), "--by", "ann")
    issued = run("keno issue 1 --holder wanda --kind writer --amount 500 --by ann").out
    assert issued == "Drawer 1 is with wanda, who signs for $500.00.\n"
    sold = told(run("keno sell 1 --wagers straight=5 --ticket spots=[4,8,15] --by wanda --json"))["ticket"]
    run("keno sell 1 --wagers straight=5 --ticket spots=[4,81] --by wanda", refused="81 is not a number from 1 to 80")
    run("keno sell 1 --wagers straight --ticket spots=[4] --by wanda", refused="cannot read straight")
    assert run("keno draft 1 --kind straight --stake 5 --spots 4 --spots 8 --spots 9").out == "It costs $5.00.\n"
    assert "would not take it" in run("keno draft 1 --kind straight --stake 5 --spots 4").out
    assert sold["serial"] in run(f"keno ticket {sold['serial'].lower()}").out
    again = run(f"keno replay 1 --serial {sold['serial']} --by wanda").out
    assert "4 8 15" in again
    assert "Void slip 1" in run(f"keno void 1 --serial {sold['serial']} --reason unsure --by wanda").out
    run("keno notice 1 --seconds 60 --by wanda")
    run("keno lock 1 --by wanda", refused="the game closes in")
    set_clock(now() + 61_000)
    run("keno lock 1 --by wanda")
    run("keno reopen 1 --reason late --by wanda", refused="a supervisor may")
    assert run("keno draw 1 --by wanda").out.startswith("Drawn: ")
    serial = re.search(r"Ticket (\S+)", again)
    assert serial
    assert "$10.00 paid." in run(f"keno pay 1 --serial {serial[1]} --by wanda").out
    run(f"keno pay 1 --serial {serial[1]} --by wanda", refused="paid")
    filled = run("keno fill 1 1 --amount 100 --by wanda")
    assert "keno fill slip" in run("approvals").out
    number = re.search(r"approve (\d+)", filled.out)
    assert number
    run(f"approvals approve {number[1]} --by wanda", refused="a dealer may not do this")
    assert run(f"approvals approve {number[1]} --by ann").out == "Done.\n"
    changed = run("keno change 1 --least 2 --by ann")
    assert "least $2" in run("approvals").out
    approved(run, changed)
    drawer = told(run("keno desk 1 --by ann --json"))["drawers"][0]
    counted = run(f"keno count 1 {drawer['id']} --amount {drawer['holds']} --certified --by ann").out
    assert counted == "The drawer is exact.\n"
    assert "Lode" in run("keno").out


def test_30_2509_a_ticket_that_lost_is_told_so(run: Run, tmp_path: Path) -> None:
    card = tmp_path / "card.json"
    card.write_text(json.dumps({"rate_card_per_dollar_total_paid": {"10": {"10": 6_500_000}}}))  # once in 8.9 million
    run("keno open --casino Lode --bankroll 5000 --house", str(card), "--by", "ann")
    run("keno issue 1 --holder wanda --kind writer --amount 500 --by ann")
    spots = "spots=[1,2,3,4,5,6,7,8,9,10]"
    sold = told(run(f"keno sell 1 --wagers straight=1 --ticket {spots} --by wanda --json"))["ticket"]
    run("keno notice 1 --seconds 60 --by wanda")
    set_clock(now() + 61_000)
    run("keno lock 1 --by wanda")
    run("keno draw 1 --by wanda")
    paid = told(run(f"keno pay 1 --serial {sold['serial']} --by wanda --json"))
    assert paid["told"] == f"Ticket {sold['serial']} did not win: nothing is due."
    assert paid["ticket"]["won"] == 0
    board = run("keno board 1").out
    assert re.search(r"│ 1 +│ 2\d\d\d-\d\d-\d\d \d\d:\d\d │( \d+){20}", board), board


def test_whoever_acts_by_command_is_held_to_the_limit_of_the_server(run: Run, store: Store) -> None:
    run("cage deposit maria --amount 200 --by ann")
    store.write(lambda db: control.post_limit_alone(db, 30_000))
    waits = run("cage deposit maria --amount 200 --by ann")
    assert "person maria" in run("approvals").out
    approved(run, waits)
    store.write(lambda db: control.post_limit_alone(db, 30_000))  # a server that starts again says nothing new
    lines = store.read(lambda db: db.execute(select(audit).where(audit.c.act == "limit alone")).all())
    assert [line.data for line in lines] == [{"amount": 30_000}]


def test_a_command_is_told_where_the_key_is(run: Run, tmp_path: Path) -> None:
    other = tmp_path / "other.key"
    other.write_text("ab" * 32 + "\n")
    deposit = "cage deposit maria --amount 1 --by ann --key-file"
    run(deposit, str(other), refused="--key-file: the database is used with the key")
    run("cage deposit maria --amount 1 --by ann")


def propose(run: Run, tmp_path: Path) -> None:
    terms = {
        "beaten": "four_of_a_kind 2",
        "rake": 1,
        "shares": {"loser": 50, "winner": 25, "table": 25},
        **dict.fromkeys(("definitions", "security", "claims", "posting"), "as posted"),
    }
    file = tmp_path / "terms.json"
    file.write_text(json.dumps(terms))
    run("jackpots propose --name Beat --by ann --terms", str(file))


def test_30_2504_meters_and_jackpots_are_run_by_command(run: Run, tmp_path: Path) -> None:
    propose(run, tmp_path)
    run("jackpots propose --name Beat --by ann --terms", "missing.json", refused="--terms: cannot read missing.json")
    run("tables open --game texas-holdem --by dora")
    run("jackpots offer 1 --jackpot 1 --by ann", refused="not approved")
    run("jackpots approve 1 --by ann --leave", "letter 118")
    run("jackpots offer 1 --jackpot 1 --by ann")
    run("jackpots post 1 --by max")
    assert "Beat" in run("jackpots").out
    assert "50 percent to the beaten hand" in run("jackpots notice jackpot-1").out
    run("jackpots open-meter --name Royal --seed 1000 --by ann")
    run("jackpots link 1 --operator Link --licensees Lode --licensees 7 --by ann")
    run("jackpots contribute 1 --licensee Lode --amount 120.5 --by ann")
    run("jackpots contribute 1 --licensee Lode --amount 0.001 --by ann", refused="whole number of cents")
    run("jackpots end-meter 1 --by ann", refused="holds players' money")
    run("jackpots pay 1 --award 7 --by ann", refused="there is no award 7")
    assert "move" in run("jackpots petitions").out
    assert run("jackpots awards").out == "Awards that wait: none\n"
    pays = ("jackpots petition --kind disburse --jackpot 1 --by ann --payments", '{"person": "nobody", "amount": 1}')
    run(*pays, refused="--payments: there is no account 'nobody'")
    run(pays[0], '{"person": "maria", "amount": 0.01}', refused="all of the $0 is paid out, not $0.01")
    run(pays[0], "maria=0.01", "--payments", "max=2", refused="all of the $0 is paid out, not $2.01")
    run(pays[0], "nobody=1", refused="--payments: there is no account 'nobody'")


def test_30_1046_6_a_jackpot_is_taken_off_a_table_and_handed_over_by_command(run: Run, tmp_path: Path) -> None:
    propose(run, tmp_path)
    run("jackpots approve 1 --leave letter --by ann")
    run("tables open --game texas-holdem --betting blinds=5,10 --by dora")
    assert told(run("tables show 1 --json"))["betting"] == {"blinds": [5, 10]}
    run("jackpots offer 1 --jackpot 1 --by ann")
    run("jackpots petition --jackpot 1 --licensee Lode --by ann --kind", "hand over")
    run("jackpots grant 1 --leave letter --by max", refused="still rakes for it: end that first")
    run("jackpots offer 1 --by ann")
    assert told(run("tables show 1 --json"))["jackpot"] is None
    run("jackpots offer 1 --jackpot 1 --by ann")
    run("tables close 1 --by dora")
    run("jackpots offer 1 --jackpot 1 --by ann", refused="table: the table is closed")
    run("jackpots grant 1 --leave letter --by max")
    assert "handed over" in run("jackpots").out


def test_30_1099_18_a_round_is_played_by_what_the_commands_tell(run: Run) -> None:
    approved(run, run("cage deposit maria --amount 2000 --by ann"))
    run("tables open --game three-card-poker --by dora")
    shown = run("tables sit 1 --seat 2 --buy-in 500 --by maria").out
    shuffle = re.search(r"Bets are made on the shuffle (\w{64})", shown)
    assert shuffle
    bet = f"tables bet 1 --seat 2 --wagers ante=10 --tips ante=2 --shuffle {shuffle[1]} --by maria"
    assert re.search(r"ante \$10.00 +│ ante \$2.00", run(bet).out)
    assert "Tip bets" in run("tables notices 1").out
    assert "Seat 2, player: ?? ?? ??" in run("tables deal 1 --by dora").out
    turn = re.search(r"Seat 2 acts after (\d+): fold, play", run("tables show 1 --by maria").out)
    assert turn
    settled = run(f"tables act 1 --seat 2 --action play --after {turn[1]} --by maria").out
    assert re.search(r"2 +│ in all", settled)
    assert "CO 30-1099.18(" in settled
    assert "Bets are made on the shuffle" in settled
    assert "Table 1, Three Card Poker 1: closed" in run("tables close 1 --by dora").out


def shuffled(run: Run, table: int) -> str:
    return str(told(run(f"tables show {table} --json"))["shuffle"]["commitment"])


def test_30_1099_26_bets_made_within_a_round_are_told_with_the_wagers(run: Run) -> None:
    approved(run, run("cage deposit maria --amount 2000 --by ann"))
    run("tables open --game texas-holdem-bonus-poker --by dora")
    run("tables sit 1 --seat 1 --buy-in 500 --by maria")
    run(f"tables bet 1 --seat 1 --wagers ante=10 --shuffle {shuffled(run, 1)} --deal --by maria")
    after = told(run("tables show 1 --by maria --json"))["round"]["seq"]
    shown = run(f"tables act 1 --seat 1 --action play --after {after} --by maria").out
    assert re.search(r"ante \$10.00, flop \$20.00", shown)


def test_30_1099_01_what_a_seat_put_into_a_pot_is_told(run: Run) -> None:
    for who in ("maria", "wanda"):
        approved(run, run(f"cage deposit {who} --amount 2000 --by ann"))
    run("tables open --game texas-holdem --betting blinds=5,10 --by dora")
    for seat, who in enumerate(("maria", "wanda"), 1):
        run(f"tables sit 1 --seat {seat} --buy-in 500 --by {who}")
    for seat, who in enumerate(("maria", "wanda"), 1):
        run(f"tables bet 1 --seat {seat} --shuffle {shuffled(run, 1)} --by {who}")
    shown = run("tables deal 1 --by dora").out
    assert re.search(r"\$495.00 +│ \$5.00", shown)
    assert re.search(r"\$490.00 +│ \$10.00", shown)
    run("tables irregularity 1 --kind defective_deck --knew 0 --by ann", refused="--knew: seats are numbered from 1")
    run("tables irregularity 1 --kind defective_deck --knew 3 --by ann", refused="Seat 3 has no part in this round")
    approved(run, run("tables irregularity 1 --kind defective_deck --knew 2 --by ann"))
    forfeited = {seat["seat"]: seat["stack"] for seat in told(run("tables show 1 --json"))["seats"] if seat["player"]}
    assert sorted(forfeited.values()) == [forfeited[1], 500], "the one who knew leaves his chips"


def test_30_1045_01_tournament_chips_are_told_as_points(run: Run, tmp_path: Path) -> None:
    rules = Path("examples/tournament.toml").read_text(encoding="utf-8")
    today, before = (datetime.fromtimestamp(now() / 1000, UTC).date() - timedelta(days=back) for back in (0, 19))
    printed = tmp_path / "rules.toml"
    printed.write_text(rules.replace("2026-11-20", str(today)).replace("2026-11-01", str(before)), encoding="utf-8")
    run("tournaments announce --by ann --rules", str(printed))
    run("tournaments bots 1 --count 3 --by ann")
    run("tournaments begin 1 --by ann")
    shown = run("tables show 1").out
    assert "3,000" in shown
    assert "$" not in shown


def test_30_1037_nobody_comes_on_duty_at_a_closed_table(run: Run) -> None:
    run("tables open --game texas-holdem --by dora")
    run("tables close 1 --by dora")
    run("tables duty 1 --by wanda", refused="table: the table is closed")


def test_30_1037_the_cage_and_tables_are_run_by_command(run: Run) -> None:
    approved(run, run("cage deposit maria --amount 2000 --by ann"))
    run("cage deposit nobody --amount 5 --by ann", refused="there is no account 'nobody'")
    run("tables open --game ca-fortune-pai-gow-poker --by dora")
    run("tables sit 1 --seat 0 --by maria", refused="seats are numbered from 1")
    run("tables sit 1 --seat 2 --buy-in 1000 --by maria")
    assert "Seat 2, round 1 of its turn" in run("tables bank 1 --seat 2 --amount 500 --by maria").out
    assert "it is offered to Seat 2" in run("tables bank 1 --seat 2 --amount 0 --by maria").out
    run("tables refuse-bank 1 --seat 2 --by maria")
    run("tables sit 1 --seat 1 --by dora", refused="you have acted for the house at this table")
    run("tables fill 1 --amount 500 --by maria", refused="a dealer or a supervisor may")
    run("tables fill 1 --amount 500 --by dora")
    run("tables tip-count 1 --amount 5 --by dora", refused="the tip box holds $0")
    run("tables count 1 midday --amount 500 --by dora", refused="KIND: must be 'opening' or 'closing'")
    run("tables leave 1 --seat 2 --by maria")
    run("tables close 1 --by dora")
    run("tables open --game texas-holdem --imprest --bankroll 100 --by dora")
    run("tables duty 2 --by wanda", refused="count the imprest bank first, CO 30-1037")
    run("tables duty 2 --counted 99 --by wanda")
    assert "maria" in run("cage people").out
    run("cage engage --person maria --license K-1 --by ann")
    assert "K-1" in run("cage proposition").out
    assert "0 of " in run("tables").out


def test_every_act_of_the_floors_pages_has_a_command() -> None:
    """A route that changes the floor is a command, or stands in the list of what is done elsewhere."""
    done = {act.route.__name__ + act.route.__module__ for group in GROUPS.values() for act in group.acts}
    modules = [import_module(f"{api.__name__}.{one.name}") for one in iter_modules(api.__path__)]
    routes: list[Any] = [route for module in modules if hasattr(module, "router") for route in module.router.routes]
    changing = [route for route in routes if "POST" in route.methods]
    assert len(changing) > len(done) / 2
    missing = [
        route.path
        for route in changing
        if not ELSEWHERE.search(route.path) and route.endpoint.__name__ + route.endpoint.__module__ not in done
    ]
    assert missing == []


@pytest.mark.parametrize("group", GROUPS)
def test_examples_of_acts_name_who_acts_and_are_of_the_group(group: str) -> None:
    acts: list[Act] = GROUPS[group].acts
    assert len({act.name for act in acts}) == len(acts)
    for act in acts:
        help_ = houseway(group, act.name, "--help")
        assert help_.code == 0, (group, act.name)
        assert "asks" not in act.route.__annotations__ or "--by" in act.example, act.name


@pytest.mark.parametrize("group", sorted(GROUPS))
def test_no_two_commands_of_a_group_say_that_they_do_the_same(group: str) -> None:
    purposes = [act.purpose for act in GROUPS[group].acts]
    assert len(set(purposes)) == len(purposes)
