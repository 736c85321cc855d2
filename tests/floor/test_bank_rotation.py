"""The player-dealer's bank goes round the table; proposition players."""

import copy
from typing import Any

import pytest
from sqlalchemy import select, update
from tests.floor.helpers import assert_balanced, bet, decide, guest, hand, seated
from tests.floor.test_tables import till

from houseway.floor import interventions, notices, proposition, rotation, rounds, tables
from houseway.floor.bank import take_bank
from houseway.floor.books import check
from houseway.floor.daily import ALWAYS
from houseway.floor.evidence import export
from houseway.floor.reports import results
from houseway.floor.roles import Person, add_user
from houseway.floor.schema import audit, events, users
from houseway.floor.store import Store
from houseway.floor.transaction import read_table
from houseway.floor.verification import verify
from houseway.floor.views import table_view
from houseway.rules.errors import RuleError

PURE = "pure-21-5-blackjack-3-to-2"


def three(store: Store, game: str = PURE) -> tuple[int, dict[int, Person]]:
    people = {0: guest(store)}
    table = seated(store, people[0], game)
    for seat in (1, 2):
        people[seat] = guest(store)
        store.write(lambda db, seat=seat: tables.sit(db, table, seat, people[seat]))  # type: ignore[misc]
        store.write(lambda db, seat=seat: tables.buy_in(db, table, seat, people[seat], 200_000, None))  # type: ignore[misc]
    return table, people


def stack(store: Store, table: int) -> Any:
    """The chips of the first seat."""
    return store.read(lambda db: table_view(db, table, None))["seats"][0]["stack"]


def banks(store: Store, table: int, seat: int, people: dict[int, Person], dollars: int = 500) -> None:
    store.write(lambda db: take_bank(db, table, seat, people[seat], dollars * 100))


def play(store: Store, table: int, people: dict[int, Person]) -> None:
    banker = store.read(lambda db: tables.find(db, table)).banker
    playing = {seat: one for seat, one in people.items() if seat != banker}
    for seat, person in playing.items():
        bet(store, table, seat, person, base_game=10)
    store.write(lambda db: rounds.deal(db, table, next(iter(playing.values()))))
    while hand(store, table).status == "playing":
        decide(store, table, people)


def shown(store: Store, table: int) -> Any:
    return store.read(lambda db: table_view(db, table, None))["bank"]


def test_gegr_001821_nobody_banks_more_than_two_rounds_in_a_row(store: Store) -> None:
    table, people = three(store)
    banks(store, table, 0, people)
    assert shown(store, table)["turn"] == 1
    play(store, table, people)
    assert (shown(store, table)["seat"], shown(store, table)["turn"]) == (0, 2)
    play(store, table, people)
    bank = shown(store, table)
    assert (bank["seat"], bank["offer"], bank["amount"]) == (None, 1, 0)
    with pytest.raises(RuleError, match="offered to Seat 2, CA GEGR-001827"):
        banks(store, table, 0, people)
    banks(store, table, 1, people)
    assert shown(store, table)["offer"] is None
    play(store, table, people)
    assert_balanced(store)
    assert store.read(check) == []


def test_the_proof_of_a_round_follows_the_bank_that_goes_back_after_it(store: Store) -> None:
    table, people = three(store)
    banks(store, table, 0, people)
    for _ in range(2):
        play(store, table, people)
    store.write(lambda db: interventions.shuffle(db, table))
    file = store.read(lambda db: export(db, hand(store, table).id))
    line = next(index for index, one in enumerate(file["proof"]["payments"]) if one["kind"] == "bank")
    assert verify(file) == []
    for name, other in (("cents", 100), ("to", "seat 1"), ("event", 1), ("memo", "bank"), ("kind", "tip")):
        changed = copy.deepcopy(file)
        changed["proof"]["payments"][line][name] = other
        assert verify(changed) != [], name
    assert verify({**file, "proof": {**file["proof"], "payments": file["proof"]["payments"][:line]}}) != []


def test_gegr_001827_the_house_does_not_bank_for_players_with_accounts(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, people = three(store)
    assert shown(store, table)["amount"] == 100_000, "the house stands in for guests"
    store.write(lambda db: db.execute(update(users).values(role="player")))
    assert shown(store, table)["amount"] == 0
    for seat in (0, 1):
        bet(store, table, seat, people[seat], base_game=10)
    row = hand(store, table)
    monkeypatch.setattr(interventions, "now", lambda: row.deadline + 1)
    assert store.write(lambda db: interventions.expire(db, table, row.id))
    assert (hand(store, table).status, hand(store, table).deadline) == ("betting", None), "it waits for a bank"
    bet(store, table, 2, people[2], base_game=10)
    with pytest.raises(RuleError, match="somebody takes the bank first, CA GEGR-001827"):
        store.write(lambda db: rounds.deal(db, table, people[0]))
    with pytest.raises(RuleError, match="take your wagers back first"):
        banks(store, table, 2, people)
    store.write(lambda db: rounds.take_back(db, table, 2, people[2]))
    banks(store, table, 2, people)
    assert shown(store, table)["amount"] == 500
    store.write(lambda db: rounds.deal(db, table, people[0]))
    while hand(store, table).status == "playing":
        decide(store, table, people)
    assert_balanced(store)
    assert store.read(check) == []


def test_gegr_001821_the_bank_is_offered_clockwise_and_refusals_are_logged(store: Store) -> None:
    table, people = three(store)
    banks(store, table, 1, people)
    for _ in range(2):
        play(store, table, people)
    with pytest.raises(RuleError, match="not offered"):
        store.write(lambda db: rotation.refuse_bank(db, table, 0, people[0]))
    assert shown(store, table)["offer"] == 2
    store.write(lambda db: rotation.refuse_bank(db, table, 2, people[2]))
    assert shown(store, table)["offer"] == 0
    for seat, person in people.items():
        bet(store, table, seat, person, base_game=10)
    with pytest.raises(RuleError, match="takes or refuses the bank first"):
        store.write(lambda db: rounds.deal(db, table, people[0]))
    store.write(lambda db: rotation.refuse_bank(db, table, 0, people[0]))
    assert shown(store, table)["offer"] == 1  # who held it is asked last, and may go on
    said = store.read(lambda db: db.execute(select(audit.c.data).where(audit.c.act == "bank refused")).scalars().all())
    assert [one["seat"] for one in said] == [2, 0]
    store.write(lambda db: interventions.void(db, table, people[0], "empty"))
    banks(store, table, 1, people)
    assert shown(store, table)["turn"] == 1
    assert store.read(check) == []


def test_gegr_001827_a_bank_given_back_early_is_offered_on(store: Store) -> None:
    table, people = three(store)
    banks(store, table, 0, people)
    play(store, table, people)
    banks(store, table, 0, people, 0)
    assert (shown(store, table)["seat"], shown(store, table)["offer"]) == (None, 1)
    with pytest.raises(RuleError, match="offered to Seat 2"):
        banks(store, table, 0, people)
    store.write(lambda db: tables.leave(db, table, 1, people[1]))
    assert shown(store, table)["offer"] == 2, "who is asked has left: the next one"
    banks(store, table, 2, people)
    assert_balanced(store)
    assert store.read(check) == []


def test_what_a_player_dealer_takes_back_is_no_win_of_the_players(store: Store) -> None:
    table, people = three(store)
    banks(store, table, 0, people)
    before = stack(store, table)
    play(store, table, people)
    banks(store, table, 0, people, 0)
    (line,) = store.read(lambda db: results(db, ALWAYS))
    assert line["win"] == stack(store, table) - before - 500


def test_gegr_001821_whose_time_has_run_out_has_refused(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table, people = three(store)
    banks(store, table, 0, people)
    for _ in range(2):
        play(store, table, people)
    bet(store, table, 1, people[1], base_game=10)
    row = hand(store, table)
    monkeypatch.setattr(interventions, "now", lambda: row.deadline + 1)
    assert store.write(lambda db: interventions.expire(db, table, row.id))
    told = store.read(
        lambda db: db.execute(select(events.c.seat).where(events.c.kind == "bank refused")).scalars().all()
    )
    assert told == [1, 2, 0]
    assert store.read(lambda db: read_table(db, table).values["status"]) in ("playing", "settled")
    assert store.read(check) == []


def test_30_1042_3_three_proposition_players_at_most_in_a_game(store: Store) -> None:
    boss = guest(store)
    table = store.write(lambda db: tables.open_table(db, boss, "texas-holdem", betting={"blinds": [1, 2]}))
    players = [guest(store) for _ in range(5)]
    for one in players[:4]:
        store.write(lambda db, one=one: proposition.engage(db, boss, one.id, f"CO-{one.id}"))  # type: ignore[misc]
    for one in players[:3]:
        store.write(lambda db, one=one: tables.sit(db, table, None, one))  # type: ignore[misc]
    with pytest.raises(RuleError, match="3 proposition players are in this game already, CO 30-1042"):
        store.write(lambda db: tables.sit(db, table, None, players[3]))
    store.write(lambda db: tables.sit(db, table, None, players[4]))  # who plays for himself may
    seats = store.read(lambda db: table_view(db, table, None))["seats"]
    assert [seat["proposition"] for seat in seats[:4]] == [True, True, True, False]
    with pytest.raises(RuleError, match="3 proposition players are in this game already, CO 30-1042"):
        store.write(lambda db: proposition.engage(db, boss, players[4].id, "CO-5"))  # while he plays there
    assert players[4].name not in [row["name"] for row in store.read(proposition.listing)]


def test_30_1042_2_a_record_is_kept_of_each(store: Store) -> None:
    boss, one = guest(store), guest(store)
    with pytest.raises(RuleError, match="holds a licence"):
        store.write(lambda db: proposition.engage(db, boss, one.id, " "))
    auditor = store.write(lambda db: add_user(db, "aud", "auditor", "x"))
    with pytest.raises(RuleError, match="an auditor does not play for the house"):
        store.write(lambda db: proposition.engage(db, boss, auditor, "S-1"))
    store.write(lambda db: proposition.engage(db, boss, one.id, "S-1234"))
    assert [row["license"] for row in store.read(proposition.listing)] == ["S-1234"]
    store.write(lambda db: proposition.release(db, boss, one.id))
    assert store.read(proposition.listing) == []
    acts = store.read(lambda db: db.execute(select(audit.c.act)).scalars().all())
    assert {"proposition", "proposition ends"} <= set(acts)


def test_30_1042_1_proposition_players_are_named_and_a_notice_hangs_at_the_table(store: Store) -> None:
    """At tables of California too, where proposition players may play."""
    boss, one = guest(store), guest(store)
    games = ("texas-holdem", "never-foldem-holdem", PURE)
    opened = [store.write(lambda db, game=game: tables.open_table(db, boss, game)) for game in games]  # type: ignore[misc]
    assert not any("Proposition players" in titles(store, table) for table in opened)
    store.write(lambda db: proposition.engage(db, boss, one.id, "S-1234"))
    assert [row["name"] for row in store.read(proposition.listing)] == [one.name]
    for table in opened:
        assert "Proposition players" in titles(store, table)
        store.write(lambda db, table=table: tables.sit(db, table, 0, one))  # type: ignore[misc]
        assert store.read(lambda db, table=table: table_view(db, table, None))["seats"][0]["proposition"]  # type: ignore[misc]


def titles(store: Store, table: int) -> list[str]:
    """The notices at a table."""
    return [one["title"] for one in store.read(lambda db: notices.posted(db, table))]


def test_gegr_001821_fees_are_taken_before_the_cards_and_go_back_with_a_void_round(store: Store) -> None:
    person = guest(store)
    table = seated(store, person, PURE, 100, house={"collection_option": 1})
    bet(store, table, 0, person, base_game=10)
    stack = store.read(lambda db: table_view(db, table, person))["seats"][0]["stack"]
    store.write(lambda db: rounds.deal(db, table, person))
    if hand(store, table).status == "playing":
        assert store.read(lambda db: table_view(db, table, person))["seats"][0]["stack"] == stack - 0.5
        assert till(store, table, "collection") == 100  # half a dollar of the player, half a dollar of the bank
        store.write(lambda db: interventions.void(db, table, person, "test"))
        assert store.read(lambda db: table_view(db, table, person))["seats"][0]["stack"] == stack + 10
        assert till(store, table, "collection") == 0
    assert store.read(check) == []
