"""Cage and schedules: approval and dates, shifts, dealers on duty, imprest banks, money on the piece, classes."""

import time
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import select, text
from tests.floor.helpers import assert_balanced, bet, guest, hand, play_round, seated
from tests.floor.test_owners import held
from tests.floor.test_tables import till

from houseway.floor import duty, piece, reports, rounds, schedules, shifts, tables
from houseway.floor.books import check
from houseway.floor.daily import ALWAYS
from houseway.floor.pinned import Rules
from houseway.floor.replay import rebuild
from houseway.floor.roles import DeniedError, Person, add_user
from houseway.floor.schema import audit
from houseway.floor.store import Store
from houseway.floor.transaction import read_table
from houseway.floor.views import table_view
from houseway.rules.errors import RuleError
from houseway.rules.load import read_raw, rulebook_files
from houseway.rules.tariffs import Charge, Schedule, Tariff, check_rates, load_tariff

PURE = "pure-21-5-blackjack-3-to-2"


def entered(store: Store, person: Person, **more: Any) -> None:
    told = {"game": PURE, "choice": "collection_option", "value": "3", "status": "approved"}
    told |= {"authority": "the Bureau", "effective": "2020-01-01", **more}
    store.write(lambda db: schedules.enter(db, person, **told))


def opened(store: Store, person: Person, **more: Any) -> int:
    return store.write(lambda db: tables.open_table(db, person, PURE, **more))


def test_gegr_001821_a_schedule_is_used_when_approved_and_in_force(store: Store) -> None:
    boss = guest(store)
    house = {"collection_option": 3}
    opened(store, boss, house=house)  # printed, and nobody has said otherwise
    entered(store, boss, status="proposed")
    with pytest.raises(RuleError, match="collection option 3 is proposed to the Bureau and not approved yet, CA GEGR"):
        opened(store, boss, house=house)
    opened(store, boss, house={"collection_option": 4})
    entered(store, boss, status="approved", effective="2020-06-01")
    opened(store, boss, house=house)
    entered(store, boss, game=PURE, value="5", effective="2099-01-01")
    with pytest.raises(RuleError, match="approved from 2099-01-01 on"):
        opened(store, boss, house={"collection_option": 5})
    entered(store, boss, value="6", status="under review")
    opened(store, boss, house={"collection_option": 6})
    assert [row["in_force"] for row in store.read(schedules.listing)] == [True, False, True, False]


def test_30_1036_what_will_cease_or_be_reviewed_may_be_used_until_that_day(store: Store) -> None:
    boss = guest(store)
    for value, status in (("1", "ceased"), ("2", "under review")):
        entered(store, boss, value=value, status=status, effective="2099-01-01")
        opened(store, boss, house={"collection_option": int(value)})
    assert not any(row["in_force"] for row in store.read(schedules.listing))


def test_gegr_001821_a_ceased_schedule_stops_the_tables_that_use_it(store: Store) -> None:
    person = guest(store)
    table = seated(store, person, PURE, house={"collection_option": 1})
    play_round(store, table, {0: person})
    entered(store, person, value="1", status="ceased")
    with pytest.raises(RuleError, match="was ceased by the Bureau"):
        bet(store, table, 0, person, base_game=10)
    entered(store, person, value="1", status="approved", effective="2020-02-01")
    play_round(store, table, {0: person})
    assert store.read(check) == []


def test_30_1036_options_and_games_carry_an_approval(store: Store) -> None:
    boss = guest(store)
    told = {"authority": "the Director", "effective": "2020-01-01", "status": "ceased"}
    with pytest.raises(RuleError, match="has no option"):
        store.write(lambda db: schedules.enter(db, boss, game="blackjack", choice="cut_cards", value="", **told))
    with pytest.raises(RuleError, match="'banana' is not a choice of straddle; choices are false, true"):
        store.write(
            lambda db: schedules.enter(db, boss, game="texas-holdem", choice="straddle", value="banana", **told)
        )
    nobody = {**told, "authority": ""}
    with pytest.raises(RuleError, match="name who decided"):
        store.write(lambda db: schedules.enter(db, boss, game="blackjack", choice="", value="", **nobody))
    store.write(
        lambda db: schedules.enter(db, boss, game="three-card-poker", choice="pay_tables.pair_plus", value="2", **told)
    )
    store.write(lambda db: tables.open_table(db, boss, "three-card-poker"))
    with pytest.raises(RuleError, match="ceased by the Director from 2020-01-01 on, CO 30-1036"):
        store.write(
            lambda db: tables.open_table(db, boss, "three-card-poker", house={"pay_tables": {"pair_plus": "2"}})
        )
    store.write(lambda db: schedules.enter(db, boss, game="casino-war", choice="", value="", **told))
    with pytest.raises(RuleError, match="Casino War was ceased"):
        store.write(lambda db: tables.open_table(db, boss, "casino-war"))
    acts = store.read(lambda db: db.execute(select(audit.c.act)).scalars().all())
    assert acts.count("schedule") == 2


def test_gegr_001821_at_most_five_rates_for_a_table_limit() -> None:
    tiers = tuple((start * 100 + 1.0, start * 100 + 100.0, float(start)) for start in range(6))
    six = Charge(payer="player_dealer", by="total_table_action", tiers=tiers)
    made = Tariff(id="own", name="Own", jurisdiction="CA", rule="x", options=(Schedule(id="1", charges=(six,)),))
    with pytest.raises(RuleError, match="6 rates for player_dealer, more than 5, CA GEGR-001821"):
        check_rates(made)
    printed = load_tariff("ca-collection-pure-21-5")
    assert check_rates(printed) is printed


def test_30_1615_a_report_is_of_a_shift(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where all of it happens within one tick of the clock."""
    person = guest(store)
    stands = time.monotonic_ns()
    monkeypatch.setattr("houseway.floor.moments.time", SimpleNamespace(monotonic_ns=lambda: stands))
    first = store.write(lambda db: shifts.open_shift(db, person, "day"))
    table = seated(store, person, "three-card-poker", 100)
    second = store.write(lambda db: shifts.open_shift(db, person, "swing"))
    store.write(lambda db: tables.buy_in(db, table, 0, person, 5000, None))
    store.write(lambda db: shifts.close_shift(db, person))
    drops = []
    for shift in (first, second):
        span = store.read(lambda db, shift=shift: shifts.period_of(db, shift))  # type: ignore[misc]
        drops.append(sum(line["drop"] for line in store.read(lambda db, span=span: reports.results(db, span))))  # type: ignore[misc]
    assert drops == [100, 50]
    assert [row["name"] for row in store.read(lambda db: shifts.listing(db, 5))] == ["swing", "day"]
    with pytest.raises(RuleError, match="no shift is open"):
        store.write(lambda db: shifts.close_shift(db, person))


def dealer(store: Store, name: str) -> Person:
    return store.write(lambda db: Person(add_user(db, name, "dealer", "x"), name, "dealer"))


def test_30_1037_a_new_dealer_counts_the_imprest_bank(store: Store) -> None:
    one, two = guest(store), guest(store)
    table = seated(store, one, "texas-holdem", 100, betting={"blinds": [1, 2]}, imprest=True, bankroll=500_000)
    store.write(lambda db: tables.sit(db, table, 1, two))
    store.write(lambda db: tables.buy_in(db, table, 1, two, 10_000, None))
    assert till(store, table, "drop") == 0  # cash lies in the imprest bank, 30-1039(2)(a)
    assert till(store, table, "inventory") == 500_000
    first, second = dealer(store, "ann"), dealer(store, "ben")
    named = Person(two.id, two.name, "player")  # at a house with accounts; a guest is the house too
    with pytest.raises(RuleError, match="no dealer is on duty: a new one counts the imprest bank first, CO 30-1037"):
        bet(store, table, 1, named)
    for person, seat in ((one, 0), (two, 1)):
        bet(store, table, seat, person)
    with pytest.raises(DeniedError, match="counts the imprest bank, CO 30-1037"):
        store.write(lambda db: rounds.deal(db, table, first))
    store.write(lambda db: rounds.take_back(db, table, 0, one))
    store.write(lambda db: rounds.take_back(db, table, 1, two))
    store.write(lambda db: db.execute(text("UPDATE rounds SET status = 'void'")))
    with pytest.raises(RuleError, match="count the imprest bank first"):
        store.write(lambda db: duty.come_on_duty(db, table, first, None))
    assert store.write(lambda db: duty.come_on_duty(db, table, first, 499_500)) == -500
    bet(store, table, 1, named)
    store.write(lambda db: rounds.take_back(db, table, 1, two))
    store.write(lambda db: db.execute(text("UPDATE rounds SET status = 'void'")))
    assert till(store, table, "inventory") == 499_500
    store.write(lambda db: duty.come_on_duty(db, table, second, 300_000, own_bank=True))
    assert till(store, table, "inventory") == 300_000
    assert_balanced(store)


def test_30_1001_4_5_chips_for_currency_leave_the_imprest_bank_as_it_was(store: Store) -> None:
    one, boss = guest(store), guest(store)
    table = seated(store, one, "texas-holdem", 100, betting={"blinds": [1, 2]}, imprest=True, bankroll=500_000)
    ann = dealer(store, "ann")
    store.write(lambda db: tables.sit(db, table, 1, ann))
    for source in ("lammers", "podium"):
        store.write(lambda db, s=source: duty.even_exchange(db, table, boss, 20_000, s))  # type: ignore[misc]
    assert till(store, table, "inventory") == 500_000
    query = select(audit.c.user_id, audit.c.data).where(audit.c.act == "even exchange").order_by(audit.c.id)
    told = store.read(lambda db: db.execute(query).all())
    assert [(row.user_id, row.data["amount"], row.data["rule"]) for row in told] == [
        (boss.id, 20_000, "CO 30-1001(4)"),
        (boss.id, 20_000, "CO 30-1001(5)"),
    ]
    with pytest.raises(RuleError, match=r"the bank holds only \$5,000"):
        store.write(lambda db: duty.even_exchange(db, table, boss, 500_001, "podium"))
    with pytest.raises(DeniedError, match="you play at this table"):
        store.write(lambda db: duty.even_exchange(db, table, ann, 100, "podium"))
    other = store.write(lambda db: tables.open_table(db, boss, "three-card-poker"))
    with pytest.raises(RuleError, match="a tray gets a fill"):
        store.write(lambda db: duty.even_exchange(db, other, boss, 100, "lammers"))
    assert_balanced(store)


def test_30_1037_no_imprest_bank_at_house_banked_tables(store: Store) -> None:
    boss = guest(store)
    with pytest.raises(RuleError, match="a house-banked game has no imprest bank, CO 30-1037"):
        store.write(lambda db: tables.open_table(db, boss, "three-card-poker", imprest=True))


def test_30_1039_3_money_on_the_piece_plays_when_the_chips_have_run_out(store: Store) -> None:
    one, two = guest(store), guest(store)
    table = seated(store, one, "texas-holdem", 5, betting={"blinds": [1, 2]})
    store.write(lambda db: tables.sit(db, table, 1, two))
    store.write(lambda db: tables.buy_in(db, table, 1, two, 20_000, None))
    store.write(lambda db: piece.lay(db, table, 0, one, 10_000))
    assert held(store, f"piece/{table}/0/{one.id}") == 10_000
    for person, seat in ((one, 0), (two, 1)):
        bet(store, table, seat, person)
    store.write(lambda db: rounds.deal(db, table, one))
    with pytest.raises(RuleError, match="only what was there when the hand began"):
        store.write(lambda db: piece.lay(db, table, 0, one, 20_000))
    seats = hand(store, table).opening["seats"]
    assert seats[0]["stack"] == 105
    seen = store.read(lambda db: table_view(db, table, two))["seats"]
    assert [seat["piece"] for seat in seen] == [100] + [0] * (len(seen) - 1), "currency is visible on the table"
    while (row := hand(store, table)).status == "playing":

        def work(db: Any) -> None:
            now = read_table(db, table)
            live = rebuild(now)
            seat = now.values["places"][live.turn]
            texts = [said for one_ in live.legal(live.turn) for said in one_.examples()]
            said = next((said for said in texts if said.startswith(("call", "check"))), texts[0])
            if seat == 0 and not any("raise" in event["data"].get("action", "") for event in now.log):
                said = "raise to 60"
            rounds.act(db, table, seat, {0: one, 1: two}[seat], said, now.values["seq"])

        store.write(work)
    assert row.status == "settled"
    assert held(store, f"piece/{table}/0/{one.id}") == 0
    assert not any(seat["piece"] for seat in store.read(lambda db: table_view(db, table, two))["seats"])
    assert till(store, table, "drop") == 500 + 20_000 + 10_000
    assert store.read(check) == []
    with pytest.raises(RuleError, match="play for a pot"):
        store.write(lambda db: piece.lay(db, seated_house(db, one), 0, one, 100))


def seated_house(db: Any, person: Person) -> int:
    table = tables.open_table(db, person, "three-card-poker")
    tables.sit(db, table, 0, person)
    return table


def test_money_on_the_piece_goes_back_with_its_owner(store: Store) -> None:
    one = guest(store)
    table = seated(store, one, "texas-holdem", 5, betting={"blinds": [1, 2]})
    store.write(lambda db: piece.lay(db, table, 0, one, 10_000))
    store.write(lambda db: tables.leave(db, table, 0, one))
    assert held(store, f"player/{one.id}") == 1_000_000


def test_30_2103_combination_games_are_counted_by_their_class(store: Store) -> None:
    for path in rulebook_files():
        raw = read_raw(path)
        if path.name.startswith("30-21"):
            assert reports.class_of(Rules(str(raw["id"]), {})) in ("blackjack", "poker"), path
    assert reports.class_of(Rules("pai-jack", {})) == "poker"
    assert reports.class_of(Rules("pai-jack", {"counted_as": "blackjack"})) == "blackjack"
    boss = guest(store)
    for game, house in (("21-hold-em", {}), ("21-hold-em", {"counted_as": "poker"}), ("three-card-poker", {})):
        table = seated(store, boss, game, 100, house=house)
        assert table
    counted = store.read(lambda db: reports.by_class(db, ALWAYS))
    found = {line["class"]: (line["tables"], line["drop"]) for line in counted}
    assert found == {"blackjack": (1, 100), "poker": (2, 200)}


def test_the_tip_box_is_counted_out(store: Store) -> None:
    boss = guest(store)
    table = seated(store, boss, "three-card-poker", 100)
    with pytest.raises(RuleError, match=r"the tip box holds \$0"):
        store.write(lambda db: tables.move_chips(db, table, boss, "tip count", 100, None))
    assert store.read(lambda db: reports.tip_boxes(db, ALWAYS))[0]["holds"] == 0
