"""Tournaments on the floor by 30-1044 to 30-1045.09 and 30-2512: money through the ledger, chips that are points."""

import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select, update
from tests.cli.command import houseway
from tests.floor.helpers import assert_balanced, guest, new_store, noon

from houseway.cards.proof import commitment, seed_of
from houseway.floor import reports, rounds, tables
from houseway.floor.books import check as check_books
from houseway.floor.daily import ALWAYS
from houseway.floor.interventions import expire, overdue
from houseway.floor.ledger import Cause, Move, account, balance, post
from houseway.floor.moments import now, set_clock, today
from houseway.floor.replay import rebuild
from houseway.floor.roles import DeniedError, Person, add_guest, add_user, wallet
from houseway.floor.schema import accounts, seats, users
from houseway.floor.schema import tables as tables_table
from houseway.floor.store import Store
from houseway.floor.tournaments import entries, running
from houseway.floor.tournaments.reports import in_words
from houseway.floor.tournaments.state import TournamentTransaction, lock, read
from houseway.floor.tournaments.views import lines, view
from houseway.floor.transaction import OPEN, read_table
from houseway.play.tournaments import event as play
from houseway.play.tournaments.printed import Level, Rebuys, Tournament, Voucher, read_rules
from houseway.rules.errors import RuleError

EXAMPLE = read_rules(Path(__file__).parents[2] / "examples" / "tournament.toml")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    set_clock(noon())
    made = new_store(tmp_path)
    yield made
    made.close()
    set_clock(time.time_ns() // 1_000_000)


def printed(**changes: Any) -> Tournament:
    """The example, for today."""
    day = today()
    days = {"submitted": day - timedelta(days=5), "first_day": day, "last_day": day}
    return msgspec.structs.replace(EXAMPLE, **{**days, **changes})


def quick(minutes: float = 0.05) -> tuple[Level, ...]:
    return tuple(msgspec.structs.replace(level, minutes=minutes) for level in EXAMPLE.levels)


def announced(store: Store, director: Person, **changes: Any) -> int:
    return store.write(lambda db: entries.announce(db, director, printed(**changes)))


def look(store: Store, tournament: int) -> TournamentTransaction:
    return store.read(lambda db: read(db, tournament))


def step(store: Store, tournament: int) -> list[int]:
    return store.write(lambda db: running.advance(db, tournament, 0))


def play_on(store: Store, tournament: int, most: int = 5000) -> None:
    """Steps of the clock until it is over."""
    for _ in range(most):
        if look(store, tournament).status != "running":
            return
        step(store, tournament)
    raise AssertionError("the tournament does not end")


def with_bots(store: Store, director: Person, count: int, **changes: Any) -> int:
    made = announced(store, director, **changes)
    if changes.get("games"):
        store.write(lambda db: entries.approve(db, director, made, "letter 1"))
    store.write(lambda db: entries.add_bots(db, director, made, count))
    return made


def begin(store: Store, director: Person, tournament: int) -> None:
    store.write(lambda db: running.begin(db, director, tournament))


def person(store: Store, name: str, role: str = "player", dollars: int = 1000) -> Person:
    def work(db: Any) -> Person:
        made = Person(add_user(db, name, role, "x"), name, role)
        post(db, Cause("deposit"), [Move(account(db, "house"), wallet(db, made.id), 100 * dollars, "cash in")])
        return made

    return store.write(work)


def enter(store: Store, by: Person, tournament: int, **more: str) -> None:
    store.write(lambda db: entries.enter(db, by, tournament, **more))


def expire_all(store: Store) -> None:
    """The clock acts for everybody whose time is up."""
    for table, hand in store.read(overdue):
        expire_one(store, table, hand)


def expire_one(store: Store, table: int, hand: int) -> None:
    store.write(lambda db: expire(db, table, hand))


def propose(store: Store, director: Person, tournament: int, shares: dict[str, int]) -> None:
    store.write(lambda db: running.propose(db, director, tournament, shares))


def purse(store: Store, who: Person) -> int:
    return store.write(lambda db: balance(db, wallet(db, who.id)))


def fund(store: Store, kind: str, tournament: int) -> int:
    return store.write(lambda db: balance(db, account(db, kind, f"tournament/{tournament}")))


def test_30_1045_06_50_automatic_players_finish_on_the_floor_and_every_cent_is_paid(store: Store) -> None:
    director = guest(store)
    made = with_bots(store, director, 50, levels=quick())
    begin(store, director, made)
    assert len(look(store, made).tables) == 6
    play_on(store, made)
    tx = look(store, made)
    rebuys = sum(entry.rebuys for entry in tx.event.entries)
    assert rebuys, "somebody bought again"
    assert tx.event.pool == (50 + rebuys) * 5000 == sum(tx.event.prizes)
    assert fund(store, "prizes", made) == 0
    assert fund(store, "fees", made) == 50 * 1000
    assert sorted(entry.finished for entry in tx.event.entries) == list(range(1, 51))
    chips = store.read(
        lambda db: db.execute(select(accounts.c.balance).where(accounts.c.kind == "stack")).scalars().all()
    )
    assert set(chips) == {0}, "all chips were given back"
    assert_balanced(store)
    assert store.read(lambda db: check_books(db)) == []
    told = store.read(lambda db: view(db, made, director))
    assert [one["place"] for one in told["prizes"]] == [1, 2, 3, 4, 5, 6]
    assert sum(round(100 * one["amount"]) for one in told["prizes"]) == tx.event.pool
    agp = [line for line in store.read(lambda db: reports.REPORTS["agp"](db, ALWAYS)) if line["table"] == 0]
    assert [(line["tournament_fees"], line["agp"], line["rule"]) for line in agp] == [(500, 500, "CO 30-1045.02")]
    assert not [line for line in store.read(lambda db: reports.REPORTS["results"](db, ALWAYS)) if line["rounds"]]
    for name in reports.REPORTS:
        store.read(lambda db, one=name: reports.REPORTS[one](db, ALWAYS))  # type: ignore[misc]


def test_30_1045_08_2_seats_are_drawn_from_what_was_published(store: Store) -> None:
    director = guest(store)
    made = with_bots(store, director, 12, levels=quick(), rebuys=None)
    published = store.read(lambda db: view(db, made, None))["commitment"]
    begin(store, director, made)
    places = [entry.place for entry in look(store, made).event.entries]
    play_on(store, made)
    secret = store.read(lambda db: view(db, made, None))["secret"]
    assert commitment(secret) == published
    seed = seed_of(secret, made, 1, {})
    again = play.Event(look(store, made).rules, seed)
    for number in range(12):
        again = play.enter(again, str(number))
    assert [entry.place for entry in play.begin(again).entries] == places


def test_30_1045_01_tournament_chips_are_never_money(store: Store) -> None:
    director, player = person(store, "director", "supervisor"), person(store, "ann")
    made = with_bots(store, director, 3)
    store.write(lambda db: entries.enter(db, player, made))
    begin(store, director, made)
    table = next(iter(look(store, made).tables.values()))
    row = store.read(lambda db: db.execute(select(seats).where(seats.c.user_id == player.id)).one())
    assert store.read(lambda db: balance(db, row.account_id)) == 100 * 3000
    with pytest.raises(RuleError, match="tournament chips are not money"):
        store.write(lambda db: post(db, Cause("theft"), [Move(row.account_id, wallet(db, player.id), 1, "")]))
    with pytest.raises(RuleError, match="tournament chips are not money"):
        store.write(lambda db: post(db, Cause("theft"), [Move(wallet(db, player.id), row.account_id, 1, "")]))
    for act in (
        lambda db: tables.leave(db, table, row.seat, player),
        lambda db: tables.buy_in(db, table, row.seat, player, 100, None),
        lambda db: tables.move_chips(db, table, director, "fill", 100, None),
        lambda db: tables.count_tray(db, table, director, "opening count", 100, None),
    ):
        with pytest.raises(RuleError, match="points, not money"):
            store.write(act)
    with pytest.raises(RuleError, match="nobody takes a seat"):
        store.write(lambda db: tables.sit(db, table, None, director))
    assert_balanced(store)


def test_30_1045_06_fees_and_buy_ins_go_apart_and_come_back_on_withdrawal(store: Store) -> None:
    director, ann = person(store, "director", "supervisor"), person(store, "ann", dollars=60)
    made = announced(store, director)
    store.write(lambda db: entries.enter(db, ann, made))
    assert (purse(store, ann), fund(store, "prizes", made), fund(store, "fees", made)) == (0, 5000, 1000)
    with pytest.raises(RuleError, match="the player is entered already: one entry at a time"):
        store.write(lambda db: entries.enter(db, ann, made))
    store.write(lambda db: entries.withdraw(db, ann, made))
    assert (purse(store, ann), fund(store, "prizes", made), fund(store, "fees", made)) == (6000, 0, 0)
    poor = person(store, "poor", dollars=59)
    with pytest.raises(RuleError, match="only"):
        store.write(lambda db: entries.enter(db, poor, made))
    store.write(lambda db: entries.enter(db, ann, made))
    store.write(lambda db: entries.cancel(db, director, made, "flood"))
    assert (purse(store, ann), fund(store, "prizes", made)) == (6000, 0)
    with pytest.raises(RuleError, match="cancelled"):
        store.write(lambda db: entries.enter(db, ann, made))
    assert_balanced(store)


def test_30_1045_02_every_entrant_is_on_the_form_however_the_fee_was_paid(store: Store) -> None:
    director, clerk = person(store, "director", "supervisor"), person(store, "clerk", "dealer")
    people = [person(store, name) for name in ("ann", "bob", "cid", "dee")]
    made = announced(store, director)
    for who, medium, item in zip(
        people, ("account", "complimentary", "item", "cash"), ("", "", "a toy", ""), strict=True
    ):
        by = who if medium == "account" else clerk
        enter(store, by, made, who=who.name, medium=medium, item=item)
    form = store.read(lambda db: reports.REPORTS["tournament-receipts"](db, ALWAYS))
    assert [(one["person"], one["fee"], one["amount"], one["medium"], one["note"]) for one in form] == [
        ("ann", 10, 50, "account", ""),
        ("bob", 10, 50, "complimentary", ""),
        ("cid", 10, 50, "item", "a toy"),
        ("dee", 10, 50, "cash", ""),
    ]
    assert [one["in_words"] for one in form] == ["sixty dollars"] * 4
    (month,) = store.read(lambda db: reports.REPORTS["tournaments"](db, ALWAYS))
    assert (month["entries"], month["fees"], month["buy_ins"]) == (4, 40, 200)
    assert month["month"] == today().isoformat()[:7]
    assert fund(store, "prizes", made) == 20_000
    eve = person(store, "eve")
    for medium in ("complimentary", "item", "cash"):
        with pytest.raises(DeniedError):
            enter(store, eve, made, medium=medium, item="x")
    with pytest.raises(DeniedError):
        store.write(lambda db: entries.enter(db, eve, made, who="ann"))
    with pytest.raises(RuleError, match="describe the item"):
        store.write(lambda db: entries.enter(db, clerk, made, who="eve", medium="item"))
    with pytest.raises(DeniedError, match="does not play in it"):
        store.write(lambda db: entries.enter(db, director, made))
    assert_balanced(store)


def test_30_1045_03_amounts_are_written_in_words() -> None:
    assert in_words(0) == "zero dollars"
    assert in_words(100) == "one dollar"
    assert in_words(123_456_789) == (
        "one million two hundred thirty-four thousand five hundred sixty-seven dollars and 89 cents"
    )
    assert in_words(-2000) == "minus twenty dollars"


def test_30_1045_05_who_may_enter(store: Store) -> None:
    director, ann, bob = person(store, "director", "supervisor"), person(store, "ann"), person(store, "bob")
    made = announced(store, director, invited=("ann",))
    store.write(lambda db: entries.enter(db, ann, made))
    with pytest.raises(DeniedError, match=r"bob is not among.*30-1045\.05"):
        store.write(lambda db: entries.enter(db, bob, made))
    record = {"license": "x"}
    store.write(lambda db: db.execute(update(users).where(users.c.id == ann.id).values(proposition=record)))
    other = announced(store, director, name="Regulars", least_rounds=2)
    with pytest.raises(DeniedError, match=r"ann plays for the house.*30-1045\.05"):
        store.write(lambda db: entries.enter(db, ann, other))
    with pytest.raises(DeniedError, match="0 rounds, not 2"):
        store.write(lambda db: entries.enter(db, bob, other))


def test_30_1045_07_rules_are_handed_in_five_days_before_and_held_on_their_days(store: Store) -> None:
    director = guest(store)
    day = today()
    with pytest.raises(RuleError, match="5 days before"):
        announced(store, director, submitted=day - timedelta(days=4))
    later = {"first_day": day + timedelta(days=9), "last_day": day + timedelta(days=9)}
    with pytest.raises(RuleError, match=r"handed in first.*30-1045\.07"):
        announced(store, director, submitted=day + timedelta(days=1), **later)
    past = day - timedelta(days=10)
    with pytest.raises(RuleError, match="last day is over"):
        announced(store, director, submitted=past - timedelta(days=5), first_day=past, last_day=past)
    made = with_bots(store, director, 2, first_day=day + timedelta(days=1), last_day=day + timedelta(days=1))
    with pytest.raises(RuleError, match="it is held from"):
        begin(store, director, made)
    set_clock(now() + 24 * 3600 * 1000)
    begin(store, director, made)
    with pytest.raises(RuleError, match="already"):
        announced(store, director)
    assert any("Entry fee $10.00" in line for line in store.read(lambda db: view(db, made, None))["sheet"])


def test_30_1044_2_licensees_together_hold_only_what_has_no_proceeds(store: Store) -> None:
    director = guest(store)
    with pytest.raises(RuleError, match="one licensee alone"):
        announced(store, director, licensees=("The Lucky Lode",))
    made = announced(store, director, licensees=("The Lucky Lode",), entry_fee=0)
    assert any(
        "The Golden Lode is responsible" in line for line in store.read(lambda db: view(db, made, None))["sheet"]
    )


def test_30_1045_09_levels_follow_the_clock_and_stand_in_a_break(store: Store) -> None:
    director = guest(store)
    made = with_bots(store, director, 4, rebuys=None)
    begin(store, director, made)
    step(store, made)
    table = next(iter(look(store, made).tables.values()))
    assert store.read(lambda db: tables.find(db, table)).betting["blinds"] == [25, 50]
    set_clock(now() + 19 * 60_000)
    store.write(lambda db: running.pause(db, director, made))
    assert step(store, made) == []
    set_clock(now() + 3_600_000)
    store.write(lambda db: running.resume(db, director, made))
    step(store, made)
    assert look(store, made).event.level == 0, "the clock stood"
    set_clock(now() + 60_000)
    step(store, made)
    step(store, made)
    tx = look(store, made)
    if tx.status == "running":
        assert tx.event.level == 1
        assert store.read(lambda db: tables.find(db, table)).betting["blinds"] == [50, 100]
    with pytest.raises(RuleError, match="the tournament is"):
        store.write(lambda db: running.resume(db, director, made))


def test_30_1045_09_the_last_printed_level_goes_on(store: Store) -> None:
    director, ann, bob = person(store, "director", "supervisor"), person(store, "ann"), person(store, "bob")
    made = announced(store, director, rebuys=None, levels=EXAMPLE.levels[:2])
    for who in (ann, bob):
        enter(store, who, made)
    begin(store, director, made)
    set_clock(now() + 3 * 3_600_000)
    step(store, made)
    told = store.read(lambda db: view(db, made, ann))
    assert (told["level"], told["level_ends"], told["stakes"]) == (2, None, "50/100")
    store.write(lambda db: running.pause(db, director, made))
    store.write(lambda db: running.resume(db, director, made))
    step(store, made)
    assert store.read(lambda db: view(db, made, ann))["level"] == 2


def test_30_1045_08_3_a_human_plays_against_automatic_players_and_is_dealt_in_by_the_clock(store: Store) -> None:
    director, ann = person(store, "director", "supervisor"), person(store, "ann")
    made = with_bots(store, director, 2, rebuys=None)
    store.write(lambda db: entries.enter(db, ann, made))
    begin(store, director, made)
    step(store, made)
    table = next(iter(look(store, made).tables.values()))
    mine = store.read(lambda db: view(db, made, ann))["you"]
    assert mine["table"] == table
    bet: dict[str, Any] = {"wagers": {}, "ticket": {}, "select": []}
    hand = store.read(lambda db: read_table(db, table))
    assert hand.status == "playing", "the bots wait for the human"
    assert hand.values["deadline"] is not None
    with pytest.raises(RuleError, match="closed until the round is over"):
        store.write(lambda db: rounds.place_bet(db, table, mine["seat"], ann, bet))
    with pytest.raises(RuleError, match="the round is dealt already"):
        store.write(lambda db: rounds.deal(db, table, director))

    def act(db: Any) -> None:
        tx = read_table(db, table)
        live = rebuild(tx)
        rounds.act(db, table, mine["seat"], ann, live.suggest(live.turn), tx.values["seq"])

    store.write(act)
    while store.read(lambda db: read_table(db, table)).status == "playing":
        set_clock(now() + 31_000)
        expire_all(store)
    with pytest.raises(RuleError, match="clock deals"):
        store.write(lambda db: rounds.place_bet(db, table, mine["seat"], ann, bet))
    set_clock(now() + 31_000)
    expire_all(store)
    for _ in range(400):
        if look(store, made).status != "running":
            break
        step(store, made)
        set_clock(now() + 120_000)
        expire_all(store)
    assert look(store, made).status == "over"
    assert fund(store, "prizes", made) == 0
    assert_balanced(store)


def ruin(store: Store, tournament: int, who: Person) -> None:
    """All chips of a player to another of the table, as a hand would move them."""

    def work(db: Any) -> None:
        row = db.execute(select(seats).where(seats.c.user_id == who.id)).one()
        other = db.execute(
            select(seats).where(seats.c.table_id == row.table_id, seats.c.user_id != who.id).limit(1)
        ).one()
        chips = balance(db, row.account_id)
        post(db, Cause("test", row.table_id), [Move(row.account_id, other.account_id, chips, "a hand")])
        tx = lock(db, tournament)
        found = db.execute(select(tables_table).where(tables_table.c.id == row.table_id)).one()
        index = next(index for index, table in tx.tables.items() if table == row.table_id)
        tx.played[index] = found.rounds
        tx.event = play.play_hand(tx.event, index, running._chips(tx, index))
        for number, entry in enumerate(tx.event.entries):
            if entry.person == str(who.id):
                running._out(tx, row.table_id, number)
        tx.save()

    store.write(work)


def test_30_1045_08_1_a_rebuy_goes_wholly_to_the_prizes(store: Store) -> None:
    director, ann = person(store, "director", "supervisor"), person(store, "ann")
    made = with_bots(store, director, 3, rebuys=Rebuys(cost=40, chips=2500, most=1, until_level=2))
    store.write(lambda db: entries.enter(db, ann, made))
    begin(store, director, made)
    with pytest.raises(RuleError, match="no re-buy"):
        store.write(lambda db: entries.rebuy(db, ann, made))
    ruin(store, made, ann)
    assert store.read(lambda db: view(db, made, ann))["you"]["may_rebuy"]
    before = fund(store, "prizes", made)
    store.write(lambda db: entries.rebuy(db, ann, made))
    assert fund(store, "prizes", made) == before + 4000
    assert store.read(lambda db: view(db, made, ann))["you"]["chips"] == 2500
    ruin(store, made, ann)
    with pytest.raises(RuleError, match="no re-buy"):
        store.write(lambda db: entries.rebuy(db, ann, made))
    assert_balanced(store)


def test_30_1044_2_c_reentry_and_disqualification(store: Store) -> None:
    director, ann, bob = person(store, "director", "supervisor"), person(store, "ann"), person(store, "bob")
    made = with_bots(store, director, 3, rebuys=None, reentry=True, levels=quick(0.2))
    for who in (ann, bob):
        enter(store, who, made)
    begin(store, director, made)
    ruin(store, made, ann)
    store.write(lambda db: entries.enter(db, ann, made))
    assert len(look(store, made).event.entries) == 6
    store.write(lambda db: running.disqualify(db, director, made, "ann", "two entries"))
    tx = look(store, made)
    assert [entry.barred for entry in tx.event.entries] == [False, False, False, True, False, True]
    with pytest.raises(DeniedError, match="rule on his own case"):
        store.write(lambda db: running.disqualify(db, bob, made, "bob", "why not"))
    store.write(lambda db: running.disqualify(db, director, made, "bob", "a device"))
    play_on(store, made)
    told = store.read(lambda db: view(db, made, director))
    assert not {"ann", "bob"} & {one["person"] for one in told["prizes"]}
    assert fund(store, "prizes", made) == 0
    assert_balanced(store)


def test_30_1044_2_c_a_hand_that_has_just_ended_counts_before_a_disqualification(store: Store) -> None:
    """Who lost the last chips in it is out; taken for counted, the tournament would wait for that seat for ever."""
    director, ann = person(store, "director", "supervisor"), person(store, "ann")
    made = with_bots(store, director, 3, rebuys=None, levels=quick(0.2))
    enter(store, ann, made)
    begin(store, director, made)
    step(store, made)
    table = next(iter(look(store, made).tables.values()))
    while store.read(lambda db: read_table(db, table).status) in OPEN:
        set_clock(now() + 60_000)
        expire_all(store)

    def lose_all(db: Any) -> None:
        bot = db.execute(select(seats).where(seats.c.user_id != ann.id).limit(1)).one()
        own = db.execute(select(seats).where(seats.c.user_id == ann.id)).one()
        chips = balance(db, bot.account_id)
        post(db, Cause("test", bot.table_id), [Move(bot.account_id, own.account_id, chips, "a hand")])

    store.write(lose_all)
    store.write(lambda db: running.disqualify(db, director, made, "ann", "two entries"))
    assert len(look(store, made).event.left) == 2
    play_on(store, made)
    assert fund(store, "prizes", made) == 0
    assert_balanced(store)


def test_30_1045_08_4_a_division_is_voluntary_and_unanimous(store: Store) -> None:
    director, ann, bob = person(store, "director", "supervisor"), person(store, "ann"), person(store, "bob")
    made = announced(store, director, rebuys=None, prizes=(60, 40))
    for who in (ann, bob):
        enter(store, who, made)
    begin(store, director, made)
    with pytest.raises(RuleError, match="stop the clock"):
        store.write(lambda db: running.propose(db, director, made, {"ann": 5000, "bob": 5000}))
    store.write(lambda db: running.pause(db, director, made))
    for wrong, match in (
        ({"ann": 10_000}, "all players"),
        ({"ann": 1, "bob": 1}, "divide"),
        ({"x": 1}, "nobody called"),
    ):
        with pytest.raises(RuleError, match=match):
            propose(store, director, made, wrong)
    store.write(lambda db: running.propose(db, director, made, {"ann": 5000, "bob": 5000}))
    for who in (ann, bob):
        store.write(lambda db, w=who: running.agree(db, w, made))  # type: ignore[misc]
    store.write(lambda db: running.resume(db, director, made))
    with pytest.raises(RuleError, match="agree first"):  # play went on: what was agreed holds no more
        store.write(lambda db: running.conclude(db, director, made))
    store.write(lambda db: running.pause(db, director, made))
    store.write(lambda db: running.propose(db, director, made, {"ann": 5500, "bob": 4500}))
    store.write(lambda db: running.agree(db, ann, made))
    with pytest.raises(RuleError, match=r"agree first.*30-1045\.08\(4\)"):
        store.write(lambda db: running.conclude(db, director, made))
    store.write(lambda db: running.agree(db, bob, made))
    before = purse(store, ann), purse(store, bob)
    store.write(lambda db: running.conclude(db, director, made))
    assert (purse(store, ann) - before[0], purse(store, bob) - before[1]) == (5500, 4500)
    assert look(store, made).status == "over"
    with pytest.raises(RuleError, match="not cash"):
        announced(store, director, name="Car", merchandise={"1": "a car"})
    assert_balanced(store)


def test_30_1045_06_vouchers_open_a_later_event_for_who_won_them(store: Store) -> None:
    director, ann, bob = person(store, "director", "supervisor"), person(store, "ann"), person(store, "bob")
    final = announced(store, director, name="Final", series="Winter", entry_fee=5, buy_in=40)
    with pytest.raises(RuleError, match=r"are \$45"):
        announced(store, director, series="Winter", voucher=Voucher(event="Final", places=1, value=44))
    with pytest.raises(RuleError, match="still to come"):
        announced(store, director, series="Winter", voucher=Voucher(event="Nothing", places=1, value=44))
    first = announced(
        store,
        director,
        series="Winter",
        rebuys=None,
        prizes=(100,),
        voucher=Voucher(event="Final", places=2, value=45),
        levels=quick(0.01),
    )
    for who in (ann, bob):
        enter(store, who, first)
    begin(store, director, first)
    for _ in range(300):
        if look(store, first).status != "running":
            break
        step(store, first)
        set_clock(now() + 40_000)
        expire_all(store)
    assert look(store, first).status == "over"
    assert fund(store, "vouchers", first) == 9000
    assert fund(store, "prizes", first) == 0
    assert store.read(lambda db: view(db, final, ann))["you"]["vouchers"] == 1
    third = person(store, "third")
    with pytest.raises(RuleError, match=r"no voucher of this person.*30-1045\.06"):
        store.write(lambda db: entries.enter(db, third, final, medium="voucher"))
    before = purse(store, ann)
    store.write(lambda db: entries.enter(db, ann, final, medium="voucher"))
    assert (purse(store, ann), fund(store, "prizes", final), fund(store, "fees", final)) == (before, 4000, 500)
    store.write(lambda db: entries.withdraw(db, ann, final))
    assert (purse(store, ann), fund(store, "vouchers", first)) == (before, 9000), "a voucher does not turn into cash"
    store.write(lambda db: entries.enter(db, ann, final, medium="voucher"))
    store.write(lambda db: entries.enter(db, third, final))
    begin(store, director, final)
    assert fund(store, "prizes", final) == 4000 + 4000 + 4500, "a voucher that nobody used is still the players' money"
    assert fund(store, "vouchers", first) == 0
    kinds = [one["kind"] for one in store.read(lambda db: reports.REPORTS["tournament-receipts"](db, ALWAYS))]
    assert (kinds.count("voucher"), kinds.count("received"), kinds.count("carried")) == (2, 1, 0)
    assert_balanced(store)


def test_30_1045_06_a_voucher_for_an_event_that_is_not_held_is_paid_out(store: Store) -> None:
    director, ann, bob = person(store, "director", "supervisor"), person(store, "ann"), person(store, "bob")
    final = announced(store, director, name="Final", series="Winter", entry_fee=5, buy_in=40)
    won = Voucher(event="Final", places=1, value=45)
    first = announced(store, director, series="Winter", prizes=(100,), rebuys=None, voucher=won)
    for who in (ann, bob):
        enter(store, who, first)
    shown = store.read(lambda db: view(db, first, None))
    assert [(one["kind"], one["amount"], one["note"]) for one in shown["prizes"]] == [
        ("voucher", 45, "Final"),
        ("prize", 55, ""),
    ]
    assert "The prizes by place are of what the vouchers leave of the pool." in shown["sheet"]
    begin(store, director, first)
    ruin(store, first, bob)
    set_clock(now() + 61_000)
    play_on(store, first)
    before = purse(store, ann)
    store.write(lambda db: entries.cancel(db, director, final, "too few"))
    assert (purse(store, ann) - before, fund(store, "vouchers", first)) == (4500, 0)
    assert_balanced(store)


def test_30_1045_06_what_is_not_awarded_is_carried_to_a_later_event(store: Store) -> None:
    director = guest(store)
    final = announced(store, director, name="Final", series="Winter", buy_in=0, entry_fee=0)
    with pytest.raises(RuleError, match="100 percent"):
        announced(store, director, prizes=(50, 30))
    first = with_bots(
        store, director, 4, series="Winter", rebuys=None, prizes=(50, 30), carry_to="Final", levels=quick(0.01)
    )
    with pytest.raises(RuleError, match=r"Friday Hold'em still adds vouchers or prizes.*30-1045\.06"):
        begin(store, director, final)
    shown = [(one["kind"], one["amount"]) for one in store.read(lambda db: view(db, first, director))["prizes"]]
    assert shown == [("prize", 100), ("prize", 60), ("carried", 40)]
    begin(store, director, first)
    with pytest.raises(RuleError, match="ends first"):
        store.write(lambda db: entries.cancel(db, director, final, "too few"))
    play_on(store, first)
    assert fund(store, "prizes", first) == 0
    assert fund(store, "prizes", final) == 4000
    with pytest.raises(RuleError, match=r"\$40\.00 of earlier events is in its pool"):
        store.write(lambda db: entries.cancel(db, director, final, "too few"))
    summed = {one["tournament"]: one for one in store.read(lambda db: reports.REPORTS["tournaments"](db, ALWAYS))}
    assert (summed["Friday Hold'em"]["carried"], summed["Final"]["received"]) == (40, 40)
    assert sum(look(store, first).event.prizes) == 16_000
    assert_balanced(store)


def test_30_2512_3_a_keno_tournament_takes_no_entry_before_it_is_approved(store: Store) -> None:
    director, ann = person(store, "director", "supervisor"), person(store, "ann")
    made = announced(store, director, game="keno", games=3, levels=(Level(minutes=2),), rebuys=None)
    for act in (
        lambda db: entries.enter(db, ann, made),
        lambda db: entries.add_bots(db, director, made, 2),
        lambda db: running.begin(db, director, made),
    ):
        with pytest.raises(RuleError, match=r"not approved yet \(CO 30-2512\(3\)\)"):
            store.write(act)
    store.write(lambda db: entries.approve(db, director, made, "letter 3"))
    with pytest.raises(RuleError, match="approved already: letter 3"):
        store.write(lambda db: entries.approve(db, director, made, "letter 4"))
    store.write(lambda db: entries.enter(db, ann, made))
    assert store.read(lambda db: view(db, made, ann))["leave"] == "letter 3"


def test_30_2512_a_keno_tournament_is_won_by_points_after_the_last_game(store: Store) -> None:
    director, ann = person(store, "director", "supervisor"), person(store, "ann")
    level = (Level(minutes=2),)
    with pytest.raises(RuleError, match="number of games"):
        announced(store, director, game="keno", levels=level, rebuys=None)
    made = with_bots(store, director, 5, game="keno", name="Keno Cup", games=3, chips=100, levels=level, rebuys=None)
    store.write(lambda db: entries.enter(db, ann, made))
    begin(store, director, made)
    step(store, made)
    mine = store.read(lambda db: view(db, made, ann))["you"]
    ticket = {"wagers": {"straight": 40}, "ticket": {"spots": [1, 2, 3]}, "select": []}
    with pytest.raises(RuleError, match=r"the wagers are 400, you have 100$"):
        store.write(
            lambda db: rounds.place_bet(db, mine["table"], mine["seat"], ann, {**ticket, "wagers": {"straight": 400}})
        )
    store.write(lambda db: rounds.place_bet(db, mine["table"], mine["seat"], ann, ticket))
    for _ in range(3):
        set_clock(now() + 121_000)
        step(store, made)
        step(store, made)
    tx = look(store, made)
    assert tx.status == "over"
    assert sum(tx.event.prizes) == tx.event.pool == 6 * 5000
    assert fund(store, "prizes", made) == 0
    order = sorted(tx.event.entries, key=lambda entry: entry.finished)
    assert [entry.chips for entry in order] == sorted((entry.chips for entry in order), reverse=True)
    others = {one["person"] for one in store.read(lambda db: view(db, made, None))["prizes"]}
    assert others == {"not shown"}, "names are shown where management allows it"
    store.write(lambda db: running.show_names(db, director, made))
    assert "not shown" not in {one["person"] for one in store.read(lambda db: view(db, made, None))["prizes"]}
    assert [one["name"] for one in store.read(lines)] == ["Keno Cup"]
    assert_balanced(store)


def test_30_2512_who_have_as_many_points_share_the_prizes_of_their_places() -> None:
    rules = printed(game="keno", games=1, levels=(Level(),), rebuys=None, prizes=(50, 30, 20))
    event = play.Event(rules, 1)
    for number in range(4):
        event = play.enter(event, str(number))
    event = play.play_game(play.begin(event), {0: 10, 1: 30, 2: 10, 3: 5})
    over = play.finish_by_chips(event)
    assert over.prizes == (10_000, 5000, 5000)
    assert over.entries[1].finished == 1


CHILD = """
import sys
from pathlib import Path
from houseway.floor.store import Store, default_url
from houseway.floor.tournaments import running
store = Store(default_url(Path(sys.argv[1])))
store.open()
print("ready", flush=True)
while store.read(running.running):
    store.write(lambda db: running.advance(db, int(sys.argv[2]), 0))
"""


def test_30_1045_08_a_tournament_survives_a_killed_server(tmp_path: Path) -> None:
    store = new_store(tmp_path)
    director = guest(store)
    made = with_bots(store, director, 18, levels=quick(0.03))
    begin(store, director, made)
    store.close()
    for wait in (0.05, 0.2, 0.1):
        command = [sys.executable, "-c", CHILD, str(tmp_path / "floor.db"), str(made)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
            assert child.stdout is not None
            child.stdout.readline()
            time.sleep(wait)
            child.kill()
    again = new_store(tmp_path)
    play_on(again, made)
    tx = look(again, made)
    assert sum(tx.event.prizes) == tx.event.pool
    assert fund(again, "prizes", made) == 0
    assert_balanced(again)
    assert again.read(lambda db: check_books(db)) == []
    again.close()


def test_points_and_money_are_told_apart_by_the_database_itself(store: Store) -> None:
    bot = store.write(lambda db: add_guest(db, "bot"))

    def work(db: Any) -> None:
        points = account(db, "stack", "test", user=bot.id, points=True)
        db.execute(update(accounts).where(accounts.c.id == points).values(overdraft=True))
        post(db, Cause("test"), [Move(points, wallet(db, bot.id), 5, "")])

    with pytest.raises(RuleError, match="not money"):
        store.write(work)


def test_30_1045_09_a_tournament_is_announced_and_shown_by_command(store: Store, tmp_path: Path) -> None:
    director = person(store, "ada", "supervisor")
    person(store, "bea")
    day = today()
    text = (Path(__file__).parents[2] / "examples" / "tournament.toml").read_text()
    for before, after in (("2026-11-01", day - timedelta(days=5)), ("2026-11-20", day)):
        text = text.replace(before, str(after))
    file = tmp_path / "rules.toml"
    file.write_text(text)
    url = str(store.engine.url)
    announce = ("tournaments", "announce", "--rules", str(file), "--database", url)
    assert houseway(*announce, "--by", "bea").code != 0
    assert houseway(*announce, "--by", "nobody").code != 0
    told = houseway(*announce, "--by", "ada")
    assert told.code == 0, told.err
    assert "Entry fee $10.00" in told.out
    store.write(lambda db: entries.add_bots(db, director, 1, 4))
    listed = " ".join(houseway("tournaments", "--database", url).out.split())
    assert "Friday Hold'em" in listed
    assert "Texas Hold'em, High and High-Low Split" in listed
    begun = houseway("tournaments", "bots", "1", "--count", "2", "--by", "ada", "--database", url)
    assert (begun.code, "Pool" in begun.out, "Entry fee" in begun.out) == (0, True, False), "the rules are told once"
    assert "in" in houseway("tournaments", "show", "1", "--database", url).out
    assert "tournament" in houseway("report", "tournament-receipts", "--database", url, "--csv").out
