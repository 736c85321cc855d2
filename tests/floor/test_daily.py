"""Running totals and guests who left: reports say the same whether days are added up or not, and no cent is lost."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, select
from tests.floor.helpers import assert_balanced, guest, new_store, play_round, seated

from houseway.floor import moments, tables
from houseway.floor.daily import ALWAYS, DAY, Period, WagerSums, flows, fold, fold_wagers, folded, wager_sums
from houseway.floor.guests import ABANDONED_MS, close_guests
from houseway.floor.ledger import account, balance
from houseway.floor.moments import now
from houseway.floor.reports import adjusted_gross_proceeds, results, statement
from houseway.floor.schema import accounts, daily, daily_wagers, users
from houseway.floor.store import Store


@pytest.fixture(autouse=True)
def days() -> Iterator[None]:
    """The floor's clock, put back afterwards."""
    ahead = moments._clock._ahead
    yield
    moments._clock._ahead, moments._clock._last = ahead, 0


def _later(milliseconds: int) -> None:
    moments._clock._ahead += milliseconds * 1_000_000


def test_30_1603_reports_are_the_same_before_and_after_days_are_added_up(tmp_path: Path) -> None:
    store = new_store(tmp_path)
    person = guest(store)
    first = now() // DAY
    boards = [seated(store, person, game) for game in ("three-card-poker", "blackjack", "keno")]
    for _ in range(3):
        for table in boards:
            play_round(store, table, {0: person})
        _later(DAY)
    _later(3 * 3_600_000)  # the last of them is over, whatever the hour: a day is added up an hour after midnight
    spans = [ALWAYS, *(Period((first + a) * DAY, (first + b) * DAY) for a in range(4) for b in range(a + 1, 5))]
    spans.append(Period(first * DAY + 5, ALWAYS.end))

    def told(db: Connection) -> list[object]:
        return [[adjusted_gross_proceeds(db, span), results(db, span), sorted(flows(db, span))] for span in spans]

    before = store.read(told)
    assert store.read(folded) == 0
    days = 0
    while store.write(fold):  # a day at a time, whatever is added up yet
        days += 1
        assert store.read(folded) >= first + days
        assert store.read(told) == before
    assert days >= 3
    added_up = store.read(lambda db: db.execute(select(daily)).all())
    assert len({row.day for row in added_up}) >= 3
    assert not store.write(fold)  # again changes nothing
    assert store.read(lambda db: db.execute(select(daily)).all()) == added_up
    _later(DAY)
    for table in boards:
        play_round(store, table, {0: person})
    plain = store.read(lambda db: results(db, ALWAYS))
    _later(2 * DAY)
    assert store.write(fold)
    assert store.read(lambda db: results(db, ALWAYS)) == plain
    store.close()


def test_a_statement_of_a_period_has_the_balances_of_the_whole(tmp_path: Path) -> None:
    store = new_store(tmp_path)
    person = guest(store)
    first = now() // DAY
    table = seated(store, person, "three-card-poker")
    for _ in range(3):
        for _ in range(4):
            play_round(store, table, {0: person})
        _later(DAY)

    def read(db: Connection) -> None:
        for row in db.execute(select(accounts.c.id, accounts.c.balance)).all():
            whole = statement(db, row.id)
            if whole:
                assert round(100 * whole[0]["balance"]) == row.balance
                assert round(100 * (whole[-1]["balance"] - whole[-1]["amount"])) == 0
            for day in range(4):
                part = statement(db, row.id, Period((first + day) * DAY, (first + day + 1) * DAY))
                assert part == [line for line in whole if line["at"] // DAY == first + day]
            assert statement(db, row.id, most=2) == whole[:2]

    store.read(read)
    store.close()


def _open(store: Store, user: int) -> bool:
    return store.read(lambda db: not db.execute(select(users.c.disabled).where(users.c.id == user)).scalar_one())


def test_a_guest_who_left_gives_the_play_money_back(tmp_path: Path) -> None:
    store = new_store(tmp_path)
    gone, sits = guest(store), guest(store)
    table = seated(store, sits, "three-card-poker")
    _later(ABANDONED_MS + 1000)
    fresh = guest(store)
    before = store.read(lambda db: balance(db, account(db, "promotional")))
    assert store.write(close_guests) == 1
    assert [_open(store, one.id) for one in (gone, sits, fresh)] == [False, True, True]
    assert store.read(lambda db: balance(db, account(db, "player", str(gone.id)))) == 0
    assert store.read(lambda db: balance(db, account(db, "promotional"))) - before == 1_000_000
    assert store.write(close_guests) == 0
    store.write(lambda db: tables.leave(db, table, 0, sits))
    assert store.write(close_guests) == 1
    assert_balanced(store)
    store.close()


def _added(found: list[WagerSums]) -> dict[tuple[int, int, str], list[float]]:
    """By person, table and wager what stands for them, added up."""
    made: dict[tuple[int, int, str], list[float]] = {}
    for one in found:
        made[one[:3]] = [a + b for a, b in zip(made.get(one[:3], [0.0] * 6), one[3:], strict=True)]
    return made


def test_the_wagers_of_each_person_are_the_same_before_and_after_days_are_added_up(tmp_path: Path) -> None:
    store = new_store(tmp_path)
    person = guest(store)
    first = now() // DAY
    boards = [seated(store, person, game) for game in ("three-card-poker", "blackjack")]
    for _ in range(3):
        for table in boards:
            play_round(store, table, {0: person})
        _later(2 * DAY)
    spans = [ALWAYS, Period(first * DAY, (first + 3) * DAY), Period((first + 2) * DAY, ALWAYS.end), Period(5)]

    def told(db: Connection) -> list[object]:
        return [_added(wager_sums(db, span)) for span in spans]

    before = store.read(told)
    assert before[0] != before[1]
    while store.write(fold_wagers):
        pass
    assert len(store.read(lambda db: db.execute(select(daily_wagers.c.day).distinct()).all())) == 3
    assert store.read(told) == before
    play_round(store, boards[0], {0: person})
    today = store.read(told)
    assert today[0] != before[0]
    assert today[1] == before[1]
