"""The keno desk by 30-2502 to 30-2512: serials, voids, expiry, approvals, drawers, runners, games, reports."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select, update
from tests.cli.command import houseway
from tests.floor.helpers import assert_balanced, guest, new_store

from houseway import __version__
from houseway.cards.proof import commitment, seed_of
from houseway.floor import control, petitions, reports
from houseway.floor.books import check as check_books
from houseway.floor.daily import ALWAYS
from houseway.floor.keno import desk, drawers, games, payment, promotions, tickets
from houseway.floor.keno import reports as keno_reports
from houseway.floor.keno.views import desk_view
from houseway.floor.ledger import account, balance
from houseway.floor.moments import now, set_clock
from houseway.floor.roles import DeniedError, Person, add_user, wallet
from houseway.floor.schema import accounts, audit, keno_tickets
from houseway.floor.store import Store
from houseway.floor.tables import close as close_table
from houseway.floor.tables import find, sit
from houseway.play.draws.keno import draw as draw_numbers
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game

DAY = 24 * 3600 * 1000
SURE = {"1": {"0": 1, "1": 1}}  # every ticket of one number wins what it cost: nothing is left to luck
RICH = {"1": {"0": 1500, "1": 1500}, "2": {"0": 5000, "1": 5000, "2": 5000}, "3": dict.fromkeys("0123", 501)}
CASH = 500_000


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    """The clock goes on from today after a test that moved it."""
    yield
    set_clock(time.time_ns() // 1_000_000)


class House:
    """A desk with its people."""

    def __init__(self, store: Store, card: dict[str, Any], **more: Any) -> None:
        self.store = store
        self.people = {name: self.person(name, role) for name, role in ROLES.items()}
        choices = {name: more.pop(name) for name in list(more) if name.startswith("progressive")}
        house = {"rate_card_per_dollar_total_paid": card, **choices}
        self.table = store.write(
            lambda db: desk.open_desk(db, self["boss"], house=house, casino="Golden Lode", bankroll=10**8, **more)
        )
        for holder, kind in (("wanda", "writer"), ("rita", "runner")):
            self.do(drawers.issue, "boss", holder, kind, CASH)

    def person(self, name: str, role: str) -> Person:
        return Person(self.store.write(lambda db: add_user(db, name, role, "x")), name, role)

    def __getitem__(self, name: str) -> Person:
        return self.people[name]

    def do(self, act: Callable[..., Any], who: str, *given: Any, **more: Any) -> Any:
        return self.store.write(lambda db: act(db, self[who], self.table, *given, **more))

    def ask(self, who: str, act: str, **asked: Any) -> int | None:
        return self.store.write(lambda db: control.ask(db, self[who], act, self.table, asked))[0]

    def approve(self, who: str, waits: int | None) -> None:
        assert waits is not None
        self.store.write(lambda db: control.approve(db, self[who], waits))

    def write(self, who: str = "wanda", spots: Any = (7,), dollars: float = 1, **more: Any) -> Any:
        ticket = {"spots": list(spots), **({"games": more.pop("games")} if "games" in more else {})}
        kind = "multi_race" if "games" in ticket else "straight"
        return self.do(tickets.write_ticket, who, {kind: dollars}, ticket, **more)

    def play(self) -> list[int]:
        """Notice, a minute, lock-out and draw."""
        self.do(games.give_notice, "wanda", 60)
        for row in self.store.read(lambda db: drawers.open_drawers(db, self.table)):
            if row.kind == "runner":
                self.do(games.sign_in, "rita")
        set_clock(now() + 61_000)
        self.do(games.lock, "wanda")
        found: list[int] = self.do(games.draw, "wanda")
        return found

    def ticket(self, serial: str) -> Any:
        return self.store.read(lambda db: tickets.find_ticket(db, self.table, serial))

    def held(self, station: int = 1) -> int:
        name = f"{self.table}/{station}"
        return self.store.write(lambda db: balance(db, account(db, "drawer", name)))

    def refused(self, match: str, work: Callable[[], Any]) -> None:
        """A sentence, and nothing changed."""
        before = self.store.read(self._everything)
        with pytest.raises(RuleError, match=match):
            work()
        assert self.store.read(self._everything) == before

    def _everything(self, db: Connection) -> list[Any]:
        return [*db.execute(select(keno_tickets)), *db.execute(select(accounts.c.name, accounts.c.balance))]


ROLES = {
    "boss": "supervisor",
    "chief": "supervisor",
    "wanda": "dealer",
    "rita": "dealer",
    "pat": "player",
    "clerk": "auditor",
}


@pytest.fixture
def house(store: Store) -> House:
    """A house at noon: no day ends in a test."""
    today = time.time_ns() // 1_000_000
    set_clock(today - today % DAY + DAY // 2)
    return House(store, SURE)


@pytest.fixture
def rich(store: Store) -> House:
    return House(store, RICH)


def log_of(house: House, act: str) -> list[dict[str, Any]]:
    query = select(audit.c.data).where(audit.c.act == f"keno {act}").order_by(audit.c.id)
    return list(house.store.read(lambda db: db.execute(query).scalars().all()))


def report(house: House, name: str) -> list[dict[str, Any]]:
    return house.store.read(lambda db: reports.REPORTS[name](db, ALWAYS))


def test_30_2508_3_a_ticket_is_numbered_in_sequence_and_bears_what_is_printed(house: House) -> None:
    first, second = house.write(), house.write(spots=(3,))
    assert [first.number, second.number] == [1, 2]
    assert first.serial != second.serial
    assert first.serial.startswith(f"{house.table:03d}-0000001-")
    view = house.store.read(lambda db: tickets.ticket_view(db, house.ticket(first.serial)))
    assert view["at"] <= now()  # (A)
    assert view["station"] == 1  # (B)
    assert view["spots"] == [7]  # (C)
    assert (view["games"], view["first"], view["last"]) == (1, 1, 1)  # (D), (E)
    assert [(one["conditioning"], one["rate"], one["ways"]) for one in view["ways"]] == [("1/1", 1.0, 1)]  # (F) to (H)
    assert view["price"] == 1  # (I)
    assert view["writer"] == "wanda"  # (J)
    assert "120 days" in view["notices"][0]  # (K)
    assert "computer-generated" in view["notices"][1]
    assert view["casino"] == "Golden Lode"  # (L)
    text = "\n".join(tickets.as_text(view))
    assert first.serial in text
    assert "Golden Lode KENO" in text
    assert_balanced(house.store)


def test_30_2508_3_c_and_h_groups_are_lettered_and_ways_counted(store: Store) -> None:
    house = House(store, load_game("keno").options["rate_card_per_dollar_total_paid"])
    marks = {"groups": {"A": [1, 2], "B": [3, 4], "C": [5, 6]}, "ways": {"4-spot": 3}, "rate_per_way": 1}
    row = house.do(tickets.write_ticket, "wanda", {"way": 3}, marks)
    view = store.read(lambda db: tickets.ticket_view(db, row))
    assert view["groups"] == {"A": [1, 2], "B": [3, 4], "C": [5, 6]}
    assert view["ways"] == [{"kind": "way", "spots": 4, "ways": 3, "rate": 1.0, "conditioning": "3/4"}]


def test_30_2502_9_a_quick_pick_is_marked_by_the_system_and_straight(house: House) -> None:
    row = house.do(tickets.write_ticket, "wanda", {"straight": 1}, {}, quick_pick=1)
    assert row.quick_pick
    assert len(row.ticket["spots"]) == 1
    picked = {
        house.do(tickets.write_ticket, "wanda", {"straight": 1}, {}, quick_pick=1).ticket["spots"][0]
        for _ in "abcdefgh"
    }
    assert len(picked) > 1
    house.refused("straight ticket", lambda: house.do(tickets.write_ticket, "wanda", {"way": 1}, {}, quick_pick=1))


def test_30_2511_1_an_unclear_request_is_given_back_with_a_sentence(house: House) -> None:
    for wagers, ticket, field in (
        ({"straight": 1}, {"spots": [81]}, "ticket.spots"),
        ({"straight": 1}, {"spots": [1, 1]}, "ticket.spots"),
        ({"straight": 1}, {}, "ticket.spots"),
        ({"straight": 1}, {"spots": [1, 2]}, "wagers.straight"),
        ({"oblique": 1}, {"spots": [1]}, "wagers"),
        ({"straight": 0.5}, {"spots": [1]}, "wagers"),
        ({"multi_race": 1}, {"spots": [1], "games": 0}, "ticket.games"),
        ({"multi_race": 1}, {"spots": [1], "games": 3}, "wagers.multi_race"),
        ({"split_a": 1}, {"groups": {"A": [1], "B": [2]}, "games": 2}, "ticket.games"),
    ):
        with pytest.raises(RuleError) as error:
            house.do(tickets.write_ticket, "wanda", wagers, ticket)
        assert error.value.field == field, (wagers, ticket, error.value)
    assert not house.store.read(lambda db: db.execute(select(keno_tickets)).all())


def test_30_2503_4_and_30_2510_7_games_are_numbered_and_drawn_from_what_was_published(house: House) -> None:
    published = house.store.read(lambda db: games.game_at_hand(db, house.table).commitment)
    house.write()
    numbers = house.play()
    house.play()
    board = house.store.read(lambda db: games.board(db, house.table, 10))
    assert [one["game"] for one in board] == [2, 1]
    assert len(set(numbers)) == 20
    secret = board[1]["secret"]
    assert commitment(secret) == published == board[1]["commitment"]
    seed = seed_of(secret, house.table, 1, {})
    assert sorted(draw_numbers(load_game("keno").spec, seed)) == numbers == board[1]["numbers"]
    assert board[1]["closed"] <= board[1]["at"]


def test_30_2503_5_notice_is_given_a_minute_before_and_runners_sign_in(house: House) -> None:
    house.write()
    house.refused("give notice first.*30-2503", lambda: house.do(games.lock, "wanda"))
    house.refused("at least 60 seconds", lambda: house.do(games.give_notice, "wanda", 59))
    house.do(games.give_notice, "wanda", 60)
    house.refused("closes in 60 seconds", lambda: house.do(games.lock, "wanda"))
    set_clock(now() + 60_000)
    house.refused("station 2 must sign in", lambda: house.do(games.lock, "wanda"))
    house.do(games.sign_in, "rita")  # her wagers were accepted in time and are recorded before the lock
    house.do(games.lock, "wanda")
    house.refused("game 1 is locked", lambda: house.do(games.sign_in, "rita"))


def test_30_2503_5_a_runner_who_writes_again_signs_in_again(house: House) -> None:
    house.do(games.give_notice, "wanda", 60)
    house.do(games.sign_in, "rita")
    house.write("rita")
    set_clock(now() + 60_000)
    house.refused("station 2 must sign in", lambda: house.do(games.lock, "wanda"))
    house.do(games.sign_in, "rita")
    house.do(games.lock, "wanda")


def test_30_2503_6_a_no_ticket_is_written_or_voided_after_the_lock_out(house: House) -> None:
    row = house.write()
    house.do(games.give_notice, "wanda", 60)
    house.do(games.sign_in, "rita")
    set_clock(now() + 61_000)
    house.refused("is closed", house.write)
    house.do(games.lock, "wanda")
    house.refused("is closed", house.write)
    house.refused("the ticket stands.*30-2508", lambda: house.do(tickets.void, "wanda", row.serial, "late"))


def test_30_2503_7_an_override_is_a_supervisors_and_in_the_log(house: House) -> None:
    house.write()
    house.do(games.give_notice, "wanda", 60)
    house.do(games.sign_in, "rita")
    set_clock(now() + 61_000)
    house.do(games.lock, "wanda")
    house.do(games.override, "boss", "a patron was being served")
    house.write()
    assert log_of(house, "override")[0]["reason"] == "a patron was being served"
    assert [line["by"] for line in report(house, "keno-exceptions") if line["what"] == "override"] == ["boss"]
    house.refused("no game is locked", lambda: house.do(games.override, "boss", "again"))


def test_30_2503_the_clock_closes_and_draws_a_desk_with_an_interval(store: Store) -> None:
    house = House(store, SURE, interval=120)
    house.write()
    assert store.read(games.due) == []
    set_clock(now() + 121_000)
    assert store.read(games.due) == [(house.table, "open")]
    assert store.write(lambda db: games.carry_on(db, house.table)) is False, "the runner has not signed in"
    house.do(drawers.hand_back, "boss", 2, CASH, True)
    assert store.write(lambda db: games.carry_on(db, house.table)) is True
    assert store.read(lambda db: games.game_at_hand(db, house.table).number) == 2
    with pytest.raises(RuleError, match="every 120"):
        store.write(lambda db: desk.open_desk(db, house["boss"], interval=30, bankroll=100))


def test_30_2508_5_and_30_2510_9_a_void_is_whole_before_the_first_game_with_a_slip(house: House) -> None:
    row = house.write(dollars=5, games=5)
    assert house.held() == CASH + 500
    slip = house.do(tickets.void, "wanda", row.serial, "wrong numbers")
    assert house.held() == CASH
    assert house.ticket(row.serial).status == "void"
    (line,) = report(house, "keno-voids")
    assert (line["slip"], line["station"], line["amount"], line["by"]) == (slip, 1, 5, "wanda")
    assert row.serial not in line["serial"]
    house.refused("void already", lambda: house.do(tickets.void, "wanda", row.serial, "again"))
    house.refused("a keno writer does this", lambda: house.do(tickets.void, "pat", row.serial, "mine"))
    later = house.write(dollars=2, games=2)
    house.play()
    house.refused("game 1 is closed", lambda: house.do(tickets.void, "wanda", later.serial, "second thoughts"))
    assert_balanced(house.store)


def test_30_2505_4_a_refund_is_out_of_the_drawer_of_who_gives_it(house: House) -> None:
    row = house.write(dollars=5)
    house.do(tickets.void, "rita", row.serial, "the patron came to the runner")
    flow = {line["holder"]: (line["writes"], line["voids"], line["expected"]) for line in report(house, "keno-drawers")}
    assert flow == {"wanda": (5, 0, CASH / 100 + 5), "rita": (0, 5, CASH / 100 - 5)}
    second = house.write(dollars=2)
    house.do(tickets.void, "boss", second.serial, "a supervisor has no drawer")
    assert house.held() == CASH + 500
    assert_balanced(house.store)


def test_30_2508_4_a_multi_race_ticket_is_paid_after_its_last_game_or_when_it_is_quit(house: House) -> None:
    row, other = house.write(dollars=3, games=3), house.write(dollars=4, games=4)
    house.play()
    house.refused("runs until game 3.*30-2508", lambda: house.do(payment.redeem, "wanda", row.serial))
    house.do(tickets.quit_race, "wanda", other.serial)
    assert house.held() == CASH + 300 + 400 - 300, "three games of four go back"
    assert house.do(payment.redeem, "wanda", other.serial)["paid"] == 100
    house.play()
    house.play()
    assert house.do(payment.redeem, "wanda", row.serial)["paid"] == 300
    house.refused("has been paid", lambda: house.do(payment.redeem, "wanda", row.serial))
    house.refused("only a ticket that still runs", lambda: house.do(tickets.quit_race, "wanda", row.serial))
    assert_balanced(house.store)


def test_30_2508_1_an_old_ticket_is_the_request_for_the_next_game(house: House) -> None:
    row = house.write(spots=(44,), dollars=2)
    house.play()
    again = house.do(tickets.replay, "wanda", row.serial)
    assert (again.ticket, again.wagers, again.first) == (row.ticket, row.wagers, 2)
    assert again.replays == row.serial
    assert again.serial != row.serial


def test_30_2509_3_a_ticket_of_day_120_is_paid_and_of_day_121_refused(house: House) -> None:
    issued = now() // DAY * DAY + DAY + 3_600_000
    set_clock(issued)
    rows = [house.write(), house.write()]
    house.play()
    set_clock(issued + 120 * DAY)
    assert house.do(payment.redeem, "wanda", rows[0].serial)["paid"] == 100
    set_clock(issued + 121 * DAY)
    house.refused(r"lapsed.*120 days.*CO 30-2509\(3\)", lambda: house.do(payment.redeem, "wanda", rows[1].serial))
    assert [line["paid"] for line in report(house, "keno-winners")][1] == "lapsed"


def test_30_2509_2_sums_of_1500_and_5000_need_a_supervisor_and_somebody_above_him(rich: House) -> None:
    small, large = rich.write(dollars=1), rich.write(spots=(1, 2), dollars=1)
    rich.play()
    for waits, who in ((rich.ask("wanda", "keno fill slip", drawer=1, amount=10**7), "boss"),):
        rich.approve(who, waits)
    rich.refused("supervisor's approval", lambda: rich.do(payment.redeem, "wanda", small.serial))
    waits = rich.ask("wanda", "keno payment", serial=small.serial, amount=150_000)
    assert rich.ticket(small.serial).status == "written"
    with pytest.raises(DeniedError, match="somebody else"):
        rich.approve("wanda", waits)
    rich.approve("boss", waits)
    paid = rich.ticket(small.serial)
    assert (paid.status, paid.paid_cents, paid.signed_by) == ("paid", 150_000, rich["boss"].id)
    waits = rich.ask("wanda", "keno payment", serial=large.serial, amount=500_000)
    with pytest.raises(DeniedError, match=r"to whom the keno supervisor reports.*30-2509\(2\)"):
        rich.approve("boss", waits)
    rich.approve("chief", waits)
    assert rich.ticket(large.serial).signed_by == rich["chief"].id
    assert_balanced(rich.store)


def test_30_2509_1_a_runner_pays_up_to_500(rich: House) -> None:
    row = rich.write("rita", spots=(1, 2, 3))
    rich.play()
    rich.refused(r"up to \$500.*30-2509\(1\)", lambda: rich.do(payment.redeem, "rita", row.serial))
    assert rich.do(payment.redeem, "wanda", row.serial)["paid"] == 50_100


def test_30_2511_3_limits_while_the_system_is_down(rich: House) -> None:
    row = rich.write(spots=(1, 2, 3))
    rich.play()
    rich.do(desk.suspend, "boss", "the line is cut")
    for act in (lambda: rich.do(payment.redeem, "wanda", row.serial), rich.write):
        rich.refused("system is suspended.*30-2505", act)
    with pytest.raises(RuleError, match=r"not paid until the system.*30-2511\(3\)\(C\)"):
        rich.approve("boss", rich.ask("wanda", "keno hand payment", serial=row.serial, amount=100_001))
    waits = rich.ask("wanda", "keno hand payment", serial=row.serial, amount=1001)
    assert waits is not None, "above $10 a supervisor's approval"
    rich.approve("boss", waits)
    assert rich.ticket(row.serial).status == "manual"
    rich.do(payment.resume, "boss", "mended")
    assert log_of(rich, "paid wrong by hand") == [{"serial": row.serial, "paid": 1001, "due": 50_100}]
    rich.refused("system is in operation", lambda: rich.ask("wanda", "keno hand payment", serial=row.serial, amount=5))
    told = {line["what"]: line["told"] for line in report(rich, "keno-exceptions")}
    assert {"suspended", "resumed"} <= told.keys()
    assert told["paid by hand"].endswith("second boss")
    assert told["paid wrong by hand"].endswith("paid $10.01, due $501.00")
    assert rich.store.read(lambda db: tickets.ticket_view(db, rich.ticket(row.serial)))["payable"] == 490.99
    assert rich.do(payment.redeem, "wanda", row.serial)["paid"] == 50_100 - 1001, "the rest is still due"
    assert rich.ticket(row.serial).paid_cents == 50_100
    rich.refused("has been paid", lambda: rich.do(payment.redeem, "wanda", row.serial))


def test_30_2511_3_a_payment_by_hand_waits_no_longer_once_the_system_resumes(rich: House) -> None:
    row = rich.write(spots=(1, 2, 3))
    rich.play()
    rich.do(desk.suspend, "boss", "the line is cut")
    waits = rich.ask("wanda", "keno hand payment", serial=row.serial, amount=1001)
    change = rich.ask("boss", "keno change", interval=300)
    assert [one["id"] for one in rich.store.read(control.waiting)] == [waits, change]
    rich.do(payment.resume, "boss", "mended")
    assert [one["id"] for one in rich.store.read(control.waiting)] == [change]
    rich.refused("refused already", lambda: rich.approve("boss", waits))
    assert rich.do(payment.redeem, "wanda", row.serial)["paid"] == 50_100


def test_30_2511_3_a_ten_dollars_by_a_writer_alone(house: House) -> None:
    row = house.write()
    house.play()
    house.do(desk.suspend, "boss", "the line is cut")
    assert house.ask("wanda", "keno hand payment", serial=row.serial, amount=100) is None
    house.do(payment.resume, "boss", "mended")
    assert log_of(house, "paid wrong by hand") == []
    house.refused("has been paid", lambda: house.do(payment.redeem, "wanda", row.serial))


def test_30_2511_3_a_ticket_whose_game_is_not_drawn_is_not_paid_by_hand(house: House) -> None:
    row = house.write()
    house.do(desk.suspend, "boss", "the line is cut")
    house.refused(
        "game 1 has not been drawn", lambda: house.ask("wanda", "keno hand payment", serial=row.serial, amount=100)
    )
    assert house.ticket(row.serial).status == "written"


def test_30_2508_3_what_no_ticket_states_is_refused(house: House) -> None:
    """A patron who wants three games is not sold one because a word was not known."""
    for named in ("races", "game"):
        with pytest.raises(RuleError, match=f"not '{named}'"):
            house.do(tickets.write_ticket, "wanda", {"multi_race": 3}, {"spots": [7], named: 3})
    groups = {"A": [1, 2], "B": [3, 4], "ways": ["AB"]}
    house.refused("no rate for", lambda: house.do(tickets.write_ticket, "wanda", {"way": 1}, groups))


def test_30_2505_8_a_slip_that_cannot_be_carried_out_is_refused_to_who_prepares_it(house: House) -> None:
    drawer = house.store.read(lambda db: drawers.open_drawers(db, house.table))[0]
    house.refused("who holds the drawer", lambda: house.ask("rita", "keno fill slip", drawer=drawer.id, amount=100))
    too_much = {"drawer": drawer.id, "amount": CASH + 1}
    house.refused("the drawer holds", lambda: house.ask("wanda", "keno credit slip", **too_much))
    house.refused("say what is changed", lambda: house.ask("boss", "keno change", house={}))
    assert house.store.read(control.waiting) == []


def test_30_2509_2_a_payment_waits_once_however_often_it_is_asked_for(rich: House) -> None:
    row = rich.write(spots=(1,))
    rich.play()
    asked = {"serial": row.serial, "amount": 150_000}
    waits = rich.ask("wanda", "keno payment", **asked)
    assert rich.ask("wanda", "keno payment", **asked) == waits
    assert len(rich.store.read(control.waiting)) == 1
    rich.approve("boss", waits)
    assert rich.store.read(control.waiting) == []


def test_30_2505_3_to_9_drawers_are_imprest_filled_credited_and_counted_by_another(house: House) -> None:
    house.refused("holds a drawer already", lambda: house.do(drawers.issue, "boss", "wanda", "writer", 100))
    house.refused("works at no keno drawer", lambda: house.do(drawers.issue, "boss", "pat", "writer", 100))
    house.refused("nobody called", lambda: house.do(drawers.issue, "boss", "nobody", "writer", 100))
    house.refused("another person prepares", lambda: house.do(drawers.issue, "boss", "boss", "writer", 100))
    house.write(dollars=20)
    waits = house.ask("wanda", "keno fill slip", drawer=1, amount=1000)
    assert house.held() == CASH + 2000, "a fill waits for the second signature"
    house.approve("boss", waits)
    house.approve("boss", house.ask("wanda", "keno credit slip", drawer=1, amount=500))
    assert house.held() == CASH + 2000 + 1000 - 500
    house.refused("who holds the drawer", lambda: house.ask("boss", "keno fill slip", drawer=1, amount=1))
    house.refused("another person counts", lambda: house.do(drawers.hand_back, "wanda", 1, 1, False))
    assert house.do(drawers.hand_back, "boss", 1, CASH + 2000, True) == -500
    (line, _) = report(house, "keno-drawers")
    assert (line["imprest"], line["writes"], line["fills"], line["credits"]) == (5000, 20, 10, 5)
    assert (line["expected"], line["counted"], line["over"], line["certified"]) == (5025, 5020, -5, "yes")
    assert "short $5.00" in [line["told"] for line in report(house, "keno-exceptions")][-1]
    assert house.held() == 0
    with pytest.raises(RuleError, match="no open drawer"):
        house.do(drawers.hand_back, "boss", 1, 0, True)
    assert_balanced(house.store)


def test_30_2505_a_drawer_pays_only_what_it_holds(rich: House) -> None:
    rows = [rich.write(spots=(1, 2, 3), dollars=2) for _ in range(6)]
    rich.play()
    for row in rows[:5]:
        rich.do(payment.redeem, "wanda", row.serial)
    rich.refused("short: ask for a fill", lambda: rich.do(payment.redeem, "wanda", rows[5].serial))


def test_30_2502_12_the_runners_report_masks_the_serial(house: House) -> None:
    row = house.write("rita", dollars=4)
    house.write("wanda", dollars=4)
    house.play()
    (line,) = report(house, "keno-runners")
    assert (line["runner"], line["station"], line["game"], line["amount"]) == ("rita", 2, 1, 4)
    assert line["serial"] == tickets.masked(row.serial)
    assert line["serial"][:11] == row.serial[:11]
    assert row.serial[12:18] not in line["serial"]


def test_30_2510_16_totals_by_shift_day_month_and_year(house: House) -> None:
    for _ in range(3):
        house.write(dollars=2)
    gone = house.write(dollars=9)
    house.do(tickets.void, "wanda", gone.serial, "mistake")
    house.play()
    row = house.write()
    house.play()
    house.do(payment.redeem, "wanda", row.serial)
    lines = report(house, "keno")
    assert [line["span"] for line in lines] == ["shift", "day", "month", "year"]
    for line in lines:
        assert (line["tickets"], line["voided"], line["winning"]) == (4, 1, 4)
        assert (line["writes"], line["pay_outs"], line["agp"]) == (7, 1, 6)
    agp = next(line for line in report(house, "agp") if line["table"] == house.table)
    assert (agp["writes"], agp["pay_outs"], agp["agp"]) == (7, 1, 6)
    wins = report(house, "keno-winners")
    assert [(line["game"], line["amount"]) for line in wins] == [(1, 2), (1, 2), (1, 2), (2, 1)]
    drawn = report(house, "keno-games")
    assert [len(line["numbers"].split()) for line in drawn] == [20, 20]
    starts = keno_reports.spans(1_699_999_200_001, [0, 8, 16])  # 2023-11-14 22:00 UTC
    assert starts == {
        "shift": 1_699_977_600_000,
        "day": 1_699_920_000_000,
        "month": 1_698_796_800_000,
        "year": 1_672_531_200_000,
    }


def test_30_2510_14_a_changed_ticket_or_game_suspends_the_system(house: House) -> None:
    row = house.write()
    house.play()
    house.store.write(lambda db: db.execute(update(keno_tickets).values(won=999_900)))
    told = house.do(payment.redeem, "wanda", row.serial)
    assert told["paid"] == 0
    assert "did not win what it says" in told["suspended"]
    house.refused(r"suspended.*30-2510\(14\)", house.write)
    assert_balanced(house.store)


def test_30_2510_16_e_parameters_change_by_two_people_and_never_under_a_running_ticket(house: House) -> None:
    card = {"rate_card_per_dollar_total_paid": {"1": {"1": 3}}}
    waits = house.ask("boss", "keno change", house=card)
    house.approve("chief", waits)
    house.write()
    assert "parameters" in [line["what"] for line in report(house, "keno-exceptions")]
    old = house.store.read(lambda db: games.game_at_hand(db, house.table).house)
    assert old["rate_card_per_dollar_total_paid"] == SURE, "the game at hand is played as it was opened"
    house.play()
    assert house.store.read(lambda db: games.game_at_hand(db, house.table).house) == card
    house.write(dollars=2, games=2)
    other = {"rate_card_per_dollar_total_paid": {"1": {"1": 3.2}}}
    with pytest.raises(RuleError, match="runs for later games"):
        house.approve("chief", house.ask("boss", "keno change", house=other))
    house.approve("chief", house.ask("boss", "keno change", casino="Silver Lode", least=200))
    told = [line["told"] for line in report(house, "keno-exceptions") if line["what"] == "parameters"][-1]
    assert told == "casino: Golden Lode → Silver Lode, least: $1.00 → $2.00", "what is unchanged is not told"
    with pytest.raises(RuleError, match="at most less than it costs at least"):
        house.store.write(lambda db: desk.open_desk(db, house["boss"], least=500, most=200, bankroll=CASH))
    with pytest.raises(RuleError, match="at most less than it costs at least"):
        house.ask("boss", "keno change", most=100)
    house.play()
    house.play()
    with pytest.raises(RuleError, match="house advantage"):
        house.ask("boss", "keno change", house={"rate_card_per_dollar_total_paid": {"1": {"1": 1}}})


def test_30_2510_11_a_failed_draw_returns_every_wager(house: House) -> None:
    row, single = house.write(dollars=4, games=2), house.write(dollars=4)
    house.do(games.give_notice, "wanda", 60)
    house.do(games.sign_in, "rita")
    set_clock(now() + 61_000)
    house.do(games.lock, "wanda")
    house.do(games.malfunction, "boss", "the generator stopped")
    assert house.ticket(row.serial).won == 200
    view = house.store.read(lambda db: tickets.ticket_view(db, house.ticket(single.serial)))
    assert (view["status"], view["may"], view["won"]) == ("refund due", ["redeem", "replay"], 4)
    house.play()
    day = next(line for line in report(house, "keno") if line["span"] == "day")
    assert (day["tickets"], day["winning"]) == (2, 1), "what goes back was not won"
    void = report(house, "keno-games")[0]
    assert (void["status"], void["winners"], void["paid"], void["returned"]) == ("void", 0, 0, 6)
    assert house.do(payment.redeem, "wanda", row.serial)["paid"] == 400
    assert house.do(payment.redeem, "wanda", single.serial)["paid"] == 400
    assert_balanced(house.store)


def test_30_2504_3_a_the_desks_meter_is_fed_at_the_draw_and_won_by_a_ticket(store: Store) -> None:
    house = House(store, {"1": {"0": 1, "1": 1}}, progressive_spots=1, progressive_reset=100)
    meter = store.read(lambda db: desk_view(db, house.table, None))["meters"]
    assert meter == {"progressive": 100}
    rows = [house.write(spots=(number,), dollars=2) for number in range(1, 81)]
    numbers = house.play()
    won = [house.ticket(row.serial).won for row in rows]
    assert sum(won) == 108_00 + 60 * 200, "the meter with this game's 5% in place of the rate, shared by all who won"
    assert sorted({won[number - 1] for number in numbers}) == [540]
    shown = store.read(lambda db: desk_view(db, house.table, None))["meters"]["progressive"]
    assert shown == 100, "after an award the meter starts anew, and the reset amount is shown"
    listed = report(house, "awards")
    assert {(one["ticket"], one["amount"], one["status"]) for one in listed} == {
        (number, 5.4, "due with its ticket") for number in numbers
    }
    house.do(payment.redeem, "wanda", rows[numbers[0] - 1].serial)
    assert [one["status"] for one in report(house, "awards")].count("paid with its ticket") == 1
    assert_balanced(store)
    assert store.read(lambda db: check_books(db)) == []


def test_30_2504_9_a_desk_neither_closes_nor_drops_its_progressive_before_it_is_won(store: Store) -> None:
    card = {"1": {"0": 1, "1": 1}, "2": {"0": 1, "1": 1, "2": 1}}
    house = House(store, card, progressive_spots=2, progressive_reset=100)
    fixed = {"progressive_reset": 9}
    house.refused("fixed when the desk is opened", lambda: house.ask("boss", "keno change", house=fixed))
    while store.read(lambda db: desk_view(db, house.table, None))["meters"]["progressive"] == 100:
        ticket = house.write(spots=(1, 2), dollars=20)
        house.play()
        house.do(payment.redeem, "wanda", ticket.serial)
    for chosen in ({"progressive_spots": 0}, {"progressive_stake": 50}):
        house.refused(r"30-2504\(9\)", partial(house.ask, "boss", "keno change", house=chosen))
    house.refused(r"30-2504\(9\)", lambda: house.do(payment.close_desk, "boss"))
    meter = int(store.read(lambda db: find(db, house.table).levels["progressive"]))
    held = [{"person": house["pat"].id, "amount": 10_100}]
    asked = {"meter": meter, "payments": held}
    made = store.write(lambda db: petitions.ask(db, house["boss"], "disburse", asked))
    store.write(lambda db: petitions.grant(db, house["chief"], made, "letter 9"))
    for row in store.read(lambda db: drawers.open_drawers(db, house.table)):
        held_in = store.read(partial(balance, account_id=row.account_id))
        house.do(drawers.hand_back, "boss", row.id, held_in, True)
    house.do(payment.close_desk, "boss")
    assert store.write(lambda db: balance(db, wallet(db, house["pat"].id))) == 10_100
    assert_balanced(store)


def test_30_2510_5_f_an_inspection_is_signed_by_two(house: House) -> None:
    house.approve("chief", house.ask("boss", "keno inspect", result="in order", exceptions=""))
    assert log_of(house, "inspection")[0]["result"] == "in order"


def test_30_2512_2_a_promotional_pay_out_bears_two_signatures(house: House) -> None:
    house.do(promotions.post_conditions, "boss", "Lucky 7", "every seventh ticket of the day")
    assert [one["name"] for one in house.store.read(lambda db: promotions.posted(db, house.table))] == ["Lucky 7"]
    asked = {"patron": "pat", "reason": "Lucky 7", "amount": 2500}
    house.approve("boss", house.ask("wanda", "keno promotion pay", **asked))
    house.approve("boss", house.ask("wanda", "keno promotion pay", patron="Ms Doe", reason="drawing", thing="a car"))
    lines = report(house, "keno-promotions")
    assert [(one["patron"], one["amount"], one["thing"], one["signed"]) for one in lines] == [
        ("pat", 25, "", "wanda, boss"),
        ("Ms Doe", 0, "a car", "wanda, boss"),
    ]
    assert house.store.write(lambda db: balance(db, wallet(db, house["pat"].id))) == 2500
    with pytest.raises(RuleError, match="an amount or a description"):
        house.ask("wanda", "keno promotion pay", patron="pat", reason="both", amount=1, thing="x")
    house.do(promotions.post_conditions, "boss", "Lucky 7", "")
    assert house.store.read(lambda db: promotions.posted(db, house.table)) == []
    assert_balanced(house.store)


def test_30_2505_7_c_a_suspicious_ticket_is_reported(house: House) -> None:
    row = house.write()
    house.do(payment.report_suspicious, "wanda", row.serial, "the paper is wrong")
    assert [one["what"] for one in report(house, "keno-exceptions") if one["what"] == "suspicious"] == ["suspicious"]


def test_30_2507_2_media_and_the_players_own_account(house: House) -> None:
    pat = house["pat"]
    house.refused("only", lambda: house.write("pat"))
    waits = house.ask("wanda", "keno promotion pay", patron="pat", reason="welcome", amount=1000)
    house.approve("boss", waits)
    own = house.write("pat", dollars=4)
    assert (own.medium, own.patron_id) == ("account", pat.id)
    house.refused("in the wallet", lambda: house.write("wanda", dollars=100_000, medium="account", patron="pat"))
    coupon = house.write("wanda", dollars=3, medium="coupon", patron="pat")
    assert coupon.medium == "coupon"
    house.refused("nobody called", lambda: house.write("wanda", medium="account", patron="nobody"))
    house.refused("name the patron", lambda: house.write("wanda", medium="account"))
    house.refused("paid by", lambda: house.write("wanda", medium="shells"))
    house.refused("acted for the house", lambda: house.write("boss"))
    house.play()
    house.refused("presented to a writer", lambda: house.do(payment.redeem, "clerk", own.serial))
    house.do(payment.redeem, "pat", own.serial)
    assert house.store.write(lambda db: balance(db, wallet(db, pat.id))) == 1000
    assert_balanced(house.store)
    assert house.store.read(lambda db: check_books(db)) == []


def test_30_2505_3_an_account_brings_no_cash_into_a_drawer(house: House) -> None:
    """Nor does a payment into it take any out: what should be in the drawer is what can be counted there."""
    house.approve("boss", house.ask("wanda", "keno promotion pay", patron="pat", reason="welcome", amount=1000))
    rows = [house.write("wanda", dollars=3, medium="account", patron="pat") for _ in range(2)]
    assert house.held() == CASH
    house.do(tickets.void, "wanda", rows[0].serial, "wrong marks")
    assert house.held() == CASH
    house.play()
    house.do(payment.redeem, "wanda", rows[1].serial)
    assert house.held() == CASH
    (line,) = (one for one in report(house, "keno-drawers") if one["holder"] == "wanda")
    assert line["expected"] == line["imprest"] == CASH / 100
    assert (line["charged"], line["credited"]) == (6, line["voids"] + line["pay_outs"])
    assert house.do(drawers.hand_back, "boss", 1, CASH, certified=True) == 0
    assert_balanced(house.store)


def test_30_2510_3_a_guest_alone_draws_at_once_and_nobody_sits_at_a_desk(store: Store) -> None:
    person = guest(store)
    table = store.write(lambda db: desk.open_desk(db, person, bankroll=10**7))
    row = store.write(lambda db: tickets.write_ticket(db, person, table, {"straight": 5}, {"spots": [1, 2]}))
    store.write(lambda db: games.lock(db, person, table))
    store.write(lambda db: games.draw(db, person, table))
    assert row.writer == person.name
    with pytest.raises(RuleError, match="nobody takes a seat"):
        store.write(lambda db: sit(db, table, 0, person))
    assert store.read(lambda db: find(db, table)).purpose == desk.DESK
    assert __version__
    assert_balanced(store)


def test_30_2511_2_a_serial_number_is_entered_by_hand_and_the_ticket_printed(house: House) -> None:
    row = house.write(spots=(33,))
    url = str(house.store.engine.url)
    told = houseway("keno", "ticket", row.serial.lower(), "--database", url)
    assert told.code == 0, told.err
    assert row.serial in told.out
    assert "running" in told.out
    assert "Golden Lode" in houseway("keno", "--database", url).out
    assert houseway("keno", "ticket", "000-0000000-00000000", "--database", url).code != 0
    assert "voids" in houseway("report", "keno-drawers", "--database", url, "--csv").out


def test_30_2505_3_a_desk_closes_when_every_drawer_is_back_and_nothing_is_owed(house: House) -> None:
    row = house.write()
    with pytest.raises(RuleError, match="closed where it is run"):
        house.store.write(lambda db: close_table(db, house.table, house["boss"]))
    house.refused("station 1, 2 is not|station 1 and 2 is not", lambda: house.do(payment.close_desk, "boss"))
    house.do(drawers.hand_back, "boss", 2, CASH, True)
    house.play()
    house.do(drawers.hand_back, "boss", 1, CASH + 100, True)
    house.refused("owed on ticket 1", lambda: house.do(payment.close_desk, "boss"))
    set_clock(now() + 122 * DAY)
    house.do(payment.close_desk, "boss")
    house.refused("the desk is closed", lambda: house.do(payment.redeem, "wanda", row.serial))
    house.refused("the desk is closed", lambda: house.do(payment.close_desk, "boss"))
    assert_balanced(house.store)


CHILD = """
import sys
from pathlib import Path
from houseway.floor.keno import games, payment, tickets
from houseway.floor.roles import Person
from houseway.floor.store import Store, default_url
store = Store(default_url(Path(sys.argv[1])))
store.open()
table, guest = int(sys.argv[2]), Person(int(sys.argv[3]), sys.argv[4], "guest")
print("ready", flush=True)
while True:
    made = store.write(lambda db: tickets.write_ticket(db, guest, table, {"straight": 2}, {"spots": [7]}))
    if store.read(lambda db: games.game_at_hand(db, table).status) == "open":
        store.write(lambda db: games.lock(db, guest, table))
    store.write(lambda db: games.draw(db, guest, table))
    store.write(lambda db: payment.redeem(db, guest, table, made.serial))
"""


def test_30_2510_15_nothing_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    store = new_store(tmp_path)
    person = guest(store)
    card = {"rate_card_per_dollar_total_paid": SURE}
    table = store.write(lambda db: desk.open_desk(db, person, house=card, bankroll=10**7))
    store.close()
    for wait in (0.1, 0.23, 0.17):
        arguments = [str(tmp_path / "floor.db"), str(table), str(person.id), person.name]
        with subprocess.Popen([sys.executable, "-c", CHILD, *arguments], stdout=subprocess.PIPE) as child:
            assert child.stdout is not None
            child.stdout.readline()
            time.sleep(wait)
            child.kill()
        again = new_store(tmp_path)
        if again.read(lambda db: games.game_at_hand(db, table).status) == "locked":
            again.write(lambda db: games.draw(db, person, table))
        again.close()
    again = new_store(tmp_path)
    assert_balanced(again)
    assert again.read(lambda db: check_books(db)) == []
    rows = again.read(lambda db: db.execute(select(keno_tickets)).all())
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    lines = again.read(lambda db: reports.REPORTS["keno"](db, ALWAYS))
    assert lines[0]["writes"] == 2 * len(rows)
    assert lines[0]["pay_outs"] == 2 * sum(row.status == "paid" for row in rows)
    again.close()
