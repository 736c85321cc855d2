"""What somebody might try at a table: each is refused or made good, and no cent is lost or made."""

from typing import Any

import pytest
from sqlalchemy import event, select
from tests.floor.helpers import assert_balanced, bet, decide, guest, hand, play_round, seated

from houseway.floor import meters, replay, roles, rounds, schema, shoes, tables
from houseway.floor.bank import take_bank
from houseway.floor.ledger import Book, Cause, account, balance
from houseway.floor.roles import Person
from houseway.floor.rounds import StaleError
from houseway.floor.store import Store
from houseway.floor.transaction import lock_table, read_table
from houseway.floor.views import table_view
from houseway.rules.errors import RuleError

BANKED = "pure-21-5-blackjack-6-to-5"


def purse(store: Store, person: Person) -> int:
    return store.read(lambda db: roles.purse(db, person.id))


def with_bank(store: Store) -> tuple[int, Person, Person]:
    """A player-banked table: a player at seat 0, and the player-dealer at seat 1."""
    player, banker = guest(store), guest(store)
    table = seated(store, player, BANKED, 500)
    store.write(lambda db: tables.sit(db, table, 1, banker))
    store.write(lambda db: tables.buy_in(db, table, 1, banker, 100_000, None))
    store.write(lambda db: take_bank(db, table, 1, banker, 60_000))
    return table, player, banker


def test_a_table_that_closes_gives_the_player_dealer_the_bank_back(store: Store) -> None:
    table, _, banker = with_bank(store)
    store.write(lambda db: tables.close(db, table))
    assert purse(store, banker) == roles.WELCOME
    assert store.read(lambda db: balance(db, tables.till(db, table)["bank"])) == 0
    assert_balanced(store)


def test_a_player_dealer_who_wants_to_leave_goes_with_the_bank(store: Store) -> None:
    table, _, banker = with_bank(store)
    store.write(lambda db: tables.leave(db, table, 1, banker))
    assert 1 in store.read(lambda db: tables.occupied(db, table))
    store.write(lambda db: take_bank(db, table, 1, banker, 0))
    assert 1 not in store.read(lambda db: tables.occupied(db, table))
    assert purse(store, banker) == roles.WELCOME
    assert_balanced(store)


def test_a_newcomer_cannot_hold_up_somebodys_round(store: Store) -> None:
    """A round begun alone has no clock; with a second person at the table it gets one, for wagers and for decisions."""
    one, two, three = guest(store), guest(store), guest(store)
    table = seated(store, one, "three-card-poker", 100)
    bet(store, table, 0, one, ante=10)
    assert hand(store, table).deadline is None
    store.write(lambda db: tables.sit(db, table, None, two))
    assert hand(store, table).deadline is not None
    store.write(lambda db: tables.leave(db, table, 1, two))
    store.write(lambda db: rounds.deal(db, table, one))
    assert (hand(store, table).status, hand(store, table).deadline) == ("playing", None)
    store.write(lambda db: tables.sit(db, table, None, three))
    assert hand(store, table).deadline is not None


def test_who_leaves_and_takes_the_wager_back_is_gone_at_once(store: Store) -> None:
    one, two = guest(store), guest(store)
    table = seated(store, one, "three-card-poker", 100)
    store.write(lambda db: tables.sit(db, table, 1, two))
    bet(store, table, 0, one, ante=10)
    store.write(lambda db: tables.leave(db, table, 0, one))

    def back(db: Any) -> Any:
        return table_view(db, table, one, rounds.take_back(db, table, 0, one))

    assert store.write(back)["you"] == {"seats": [], "wallet": roles.WELCOME / 100}
    assert list(store.read(lambda db: tables.occupied(db, table))) == [1]
    assert_balanced(store)


def test_the_same_wagers_sent_again_do_not_play_another_round(store: Store) -> None:
    person = guest(store)
    table = seated(store, person, "baccarat", 100)
    chosen = {"wagers": {"banker": 5}, "ticket": {}, "select": []}

    def play(db: Any) -> None:
        rounds.place_bet(db, table, 0, person, chosen, dealt=True, number=1)

    store.write(play)
    assert hand(store, table).status == "settled"
    with pytest.raises(StaleError, match="for round 1, the table is at round 2"):
        store.write(play)
    assert hand(store, table).number == 1


def test_accounts_of_a_table_that_was_never_opened_are_not_remembered(store: Store) -> None:
    """A table whose opening is undone leaves its number to another, whose accounts have other numbers."""
    person = guest(store)
    undone: list[int] = []

    def fails(db: Any) -> None:
        undone.append(tables.open_table(db, person, BANKED))
        tables.till(db, undone[0])
        table_view(db, undone[0], person)
        raise RuleError("on purpose", "")

    with pytest.raises(RuleError, match="on purpose"):
        store.write(fails)
    guest(store)
    table = seated(store, person, BANKED, 100)
    assert table == undone[0]
    kinds = store.read(lambda db: db.execute(select(schema.accounts)).mappings().all())
    own = {one["kind"]: one["id"] for one in kinds if one["table_id"] == table and one["user_id"] is None}
    assert store.read(lambda db: tables.till(db, table)) == own == store.read(lambda db: read_table(db, table)).accounts
    play_round(store, table, {0: person})
    assert_balanced(store)


def test_two_stakes_of_one_round_do_not_lift_a_meter_over_its_limit(store: Store) -> None:
    """30-2504(8): what is beyond the posted limit waits in the hidden part."""
    meter = store.write(lambda db: meters.open_meter(db, "limited", 1000, 5000, most=1030))

    def feed(db: Any) -> None:
        book = Book(db)
        held = meters.hold(book, [meter])
        book.post(Cause("test"), held.contribute([(meter, 50), (meter, 50)], account(db, "house")))
        book.write()

    store.write(feed)
    listed = store.read(meters.listing)[0]
    assert (listed["shown"], listed["hidden"]) == (1030, 20)
    assert_balanced(store)


@pytest.mark.parametrize(
    ("game", "betting"),
    [
        ("texas-holdem", {"blinds": "x"}),
        ("texas-holdem", {"ante": {"a": 1}}),
        ("seven-card-stud", {"ante": [1]}),
        ("texas-holdem", {"blind": [5, 10]}),
        ("blackjack", {"blinds": [5, 10]}),
    ],
)
def test_limits_that_cannot_be_read_open_no_table(store: Store, game: str, betting: dict[str, Any]) -> None:
    person = guest(store)
    with pytest.raises(RuleError, match="betting"):
        store.write(lambda db: tables.open_table(db, person, game, betting=betting))


@pytest.mark.parametrize(
    "ticket", [{"spots": "x"}, {"spots": [1e400]}, {"spots": [[1]]}, {"spots": [1, "\ud800"]}, {"way": 1}]
)
def test_a_ticket_that_cannot_be_read_is_refused(store: Store, ticket: dict[str, Any]) -> None:
    person = guest(store)
    table = seated(store, person, "keno", 100)
    chosen = {"wagers": {"straight": 5}, "ticket": ticket, "select": []}
    with pytest.raises(RuleError):
        store.write(lambda db: rounds.place_bet(db, table, 0, person, chosen))
    assert hand(store, table) is None


@pytest.mark.parametrize("amount", [1e-9, 0.004, 4.9999999, float("nan"), float("inf"), -5.0, 0.0])
@pytest.mark.parametrize(
    ("game", "wager"), [("three-card-poker", "pair_plus"), ("blackjack", "blackjack"), ("keno", "straight")]
)
def test_a_wager_of_less_than_a_cent_is_none(store: Store, game: str, wager: str, amount: float) -> None:
    """Nothing staked must not win: what rounds to no cent is refused like any part of one."""
    person = guest(store)
    table = seated(store, person, game, 100)
    chosen = {"wagers": {"ante": 5.0} if game == "three-card-poker" else {}, "ticket": {"spots": [1, 2]}, "select": []}
    chosen["wagers"] = {**chosen["wagers"], wager: amount}  # type: ignore[dict-item]
    chosen["ticket"] = chosen["ticket"] if game == "keno" else {}
    with pytest.raises(RuleError):
        store.write(lambda db: rounds.place_bet(db, table, 0, person, chosen))
    assert hand(store, table) is None


AMOUNTS = ("nan", "inf", "-5", "0", "1e400", "0.001", "1e-9", "5" * 50)


@pytest.mark.parametrize(
    "game", ["texas-holdem", "five-card-draw", "ultimate-texas-holdem", "let-it-ride", "blackjack"]
)
def test_an_amount_that_is_none_is_refused_and_changes_nothing(
    store: Store, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shoes, "seed_of", lambda *_: 7)
    people = {0: guest(store), 1: guest(store)}
    table = seated(store, people[0], game, 100)
    store.write(lambda db: tables.sit(db, table, 1, people[1]))
    store.write(lambda db: tables.buy_in(db, table, 1, people[1], 10_000, None))
    spots = tables.spots_of(store.read(lambda db: tables.find(db, table)))
    for seat, person in people.items():
        bet(store, table, seat, person, **{spot.name: 5.0 for spot in spots if spot.required})
    store.write(lambda db: rounds.deal(db, table, people[0]))
    tried = 0
    for _ in range(3):
        if hand(store, table).status != "playing":
            break
        before, live = store.read(lambda db: (read_table(db, table).values, replay.rebuild(read_table(db, table))))
        seat = before["places"][live.turn]
        for verb in ("raise", "bet", "play", "call", "double", "insurance"):
            for amount in AMOUNTS:
                said = (seat, people[seat], f"{verb} {amount}", before["seq"])
                with pytest.raises(RuleError):
                    store.write(lambda db, s=said: rounds.act(db, table, *s))  # type: ignore[misc]
                tried += 1
        assert store.read(lambda db: read_table(db, table)).values == before
        decide(store, table, people)
    assert tried
    assert_balanced(store)


def test_an_action_takes_few_statements(store: Store) -> None:
    """What a transaction has read or written it does not read again."""
    person = guest(store)
    table = seated(store, person, "ultimate-texas-holdem", 500)
    play_round(store, table, {0: person})
    asked: list[str] = []
    event.listen(store.engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    chosen = {"wagers": {"ante": 5, "blind": 5}, "ticket": {}, "select": []}

    def dealt(db: Any) -> Any:
        return table_view(db, table, person, rounds.place_bet(db, table, 0, person, chosen, dealt=True))

    seq = store.write(dealt)["round"]["seq"]
    assert len(asked) <= 9
    asked.clear()
    store.write(lambda db: table_view(db, table, person, rounds.act(db, table, 0, person, "check", seq)))
    assert len(asked) <= 6


@pytest.mark.parametrize("game", ["blackjack", "texas-holdem", "pai-gow-poker", "five-card-draw"])
def test_what_a_transaction_leaves_is_what_another_reads_and_what_the_events_say(
    store: Store, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer of an action, the table read anew, and the round replayed from its first event agree at every step."""
    monkeypatch.setattr(shoes, "seed_of", lambda *_: 7)
    people = {0: guest(store), 1: guest(store)}
    table = seated(store, people[0], game, 500)
    store.write(lambda db: tables.sit(db, table, 1, people[1]))
    store.write(lambda db: tables.buy_in(db, table, 1, people[1], 50_000, None))
    spots = tables.spots_of(store.read(lambda db: tables.find(db, table)))
    for seat, person in people.items():
        bet(store, table, seat, person, **{spot.name: 5.0 for spot in spots if spot.required})
    answered = store.write(lambda db: table_view(db, table, people[0], rounds.deal(db, table, people[0])))
    steps = 0
    while True:
        assert answered == store.read(lambda db: table_view(db, table, people[0]))
        replay.recent.clear()  # what this process knew
        assert answered == store.read(lambda db: table_view(db, table, people[0]))
        if answered["round"]["status"] != "playing":
            break

        def step(db: Any) -> Any:
            now = read_table(db, table)
            live = replay.rebuild(now)
            seat = now.values["places"][live.turn]
            acted = rounds.act(db, table, seat, people[seat], live.suggest(live.turn), now.values["seq"])
            return table_view(db, table, people[0], acted)

        answered = store.write(step)
        steps += 1
    assert steps
    assert_balanced(store)


def test_a_lock_tells_of_a_table_that_is_not_there(store: Store) -> None:
    with pytest.raises(tables.MissingError):
        store.write(lambda db: lock_table(db, 99))
