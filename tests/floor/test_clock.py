"""Time that runs out: wagers close, idle seats are acted for by the rules, and any round comes to its end."""

import pytest
from sqlalchemy import select, text
from tests.floor.helpers import assert_balanced, bet, decide, guest, hand, play_round, seated
from tests.floor.test_tables import LIVE, till
from tests.games import by_day

from houseway.floor import interventions, rounds, tables
from houseway.floor.moments import now
from houseway.floor.schema import events
from houseway.floor.store import Store
from houseway.play.bets import choose_wagers
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game


def test_time_runs_out_for_wagers_and_for_decisions(store: Store) -> None:
    one, two = guest(store), guest(store)
    table = seated(store, one, "ultimate-texas-holdem", 500)
    store.write(lambda db: tables.sit(db, table, 1, two))
    bet(store, table, 0, one, ante=10, blind=10)
    assert hand(store, table).deadline is not None
    with pytest.raises(RuleError, match="waiting for Seat 2"):
        store.write(lambda db: rounds.deal(db, table, one))
    for _ in range(4):
        number = hand(store, table).id
        assert store.read(interventions.overdue) == []
        assert not store.write(lambda db, n=number: interventions.expire(db, table, n))  # type: ignore[misc]
        store.write(lambda db: db.execute(text("UPDATE rounds SET deadline = 1")))
        assert store.read(interventions.overdue) == [(table, number)]
        assert store.write(lambda db, n=number: interventions.expire(db, table, n))  # type: ignore[misc]
        if hand(store, table).status == "settled":
            break
    row = hand(store, table)
    assert row.status == "settled"
    assert row.file["seats"][0]["actions"] == ["check", "check", "fold"]
    assert_balanced(store)


def test_gegr_001822_an_hourly_fee_is_taken_at_the_half_hours_for_the_time_at_the_table(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = guest(store), guest(store)
    people = {0: one, 1: two}
    table = seated(store, one, "ca-texas-holdem", 500, house={"collection_option": "hourly 1"})  # $4 a half hour
    store.write(lambda db: tables.sit(db, table, 1, two))
    store.write(lambda db: tables.buy_in(db, table, 1, two, 50_000, None))
    start, minute = now(), 60_000

    def fees_after(minutes: float) -> int:
        for module in ("transaction", "rounds", "timed"):
            monkeypatch.setattr(f"houseway.floor.{module}.now", lambda: start + round(minutes * minute))
        play_round(store, table, people)
        return till(store, table, "collection")

    assert [fees_after(minutes) for minutes in (0, 5, 29, 31, 45, 59)] == [0, 0, 0, 800, 800, 800]
    assert fees_after(60) == 1600
    three = guest(store)
    store.write(lambda db: tables.sit(db, table, 2, three))
    store.write(lambda db: tables.buy_in(db, table, 2, three, 50_000, None))
    people[2] = three
    assert fees_after(75) == 1600
    assert fees_after(92) == 1600 + 400 + 400 + 200  # the newcomer for the half of the half hour
    assert_balanced(store)


def test_30_1012_2_a_timed_rake_is_taken_by_the_clock_from_players_or_the_table(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    minute = 60_000
    for posted, expected in (
        ({"timed_rake": 12, "timed_rake_every": 20}, [0, 0, 800, 800, 1600]),
        ({"timed_rake": 13, "timed_rake_every": 30, "timed_rake_per": "table"}, [0, 0, 0, 650, 650]),
        ({"timed_rake": 12, "timed_rake_every": 20, "timed_rake_inactive": True}, [0, 0, 1200, 1200, 2400]),
    ):
        one, two, idle = guest(store), guest(store), guest(store)
        people = {0: one, 1: two}
        table = seated(store, one, "texas-holdem", 500, house=posted, betting={"blinds": [1, 2]})
        for seat, person in ((1, two), (2, idle)):
            store.write(lambda db, t=table, s=seat, p=person: tables.sit(db, t, s, p))  # type: ignore[misc]
            store.write(lambda db, t=table, s=seat, p=person: tables.buy_in(db, t, s, p, 50_000, None))  # type: ignore[misc]
        start = now()
        taken = []
        for minutes in (0, 19, 21, 35, 41):
            for module in ("transaction", "rounds", "timed"):
                monkeypatch.setattr(f"houseway.floor.{module}.now", lambda m=minutes, s=start: s + m * minute)
            for seat, person in people.items():
                bet(store, table, seat, person)
            store.write(lambda db: db.execute(text("UPDATE rounds SET deadline = 1")))
            store.write(lambda db, t=table, p=one: rounds.deal(db, t, p))  # type: ignore[misc]
            while hand(store, table).status == "playing":
                decide(store, table, people)
            taken.append(till(store, table, "rake"))
        assert taken == expected, posted
        monkeypatch.undo()
    assert_balanced(store)


@pytest.mark.parametrize("game", by_day(LIVE))
def test_the_clock_alone_ends_any_round_and_stakes_nothing_for_an_idle_seat(store: Store, game: str) -> None:
    """Both seats bet and then do nothing: each is acted for by the rules, which never put up more of its money."""
    people = {0: guest(store), 1: guest(store)}
    table = seated(store, people[0], game, 9000)
    store.write(lambda db: tables.sit(db, table, 1, people[1]))
    store.write(lambda db: tables.buy_in(db, table, 1, people[1], 900_000, None))
    spots = tables.spots_of(store.read(lambda db: tables.find(db, table)))
    for seat, person in people.items():
        bet(store, table, seat, person, **choose_wagers(spots))
    store.write(lambda db: rounds.deal(db, table, people[0]))
    staked = hand(store, table).staked
    for _ in range(60):
        row = hand(store, table)
        if row.status == "settled":
            break
        assert row.deadline is not None
        store.write(lambda db, n=row.id: db.execute(text(f"UPDATE rounds SET deadline = 1 WHERE id = {n}")))  # type: ignore[misc]
        assert store.write(lambda db, n=row.id: interventions.expire(db, table, n))  # type: ignore[misc]
    assert row.status == "settled"
    log = store.read(lambda db: db.execute(select(events).where(events.c.round_id == row.id)).all())
    assert "act" not in {one.kind for one in log}
    forced = getattr(getattr(load_game(game).spec, "forced", None), "bring_in", None)
    grown = sum(max(after - before, 0) for after, before in zip(row.staked, staked, strict=True))
    assert grown <= (200 if forced else 0)  # only the bring-in, which nobody may refuse: at most the lower limit
    assert_balanced(store)
