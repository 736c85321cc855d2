"""What a round leaves to the next belongs to the people who played it, not to the number of the seat."""

from tests.floor.helpers import assert_balanced, bet, decide, guest, hand, seated

from houseway.floor import rounds, tables
from houseway.floor.rounds import state_from_last_round
from houseway.floor.store import Store

LEFT = {"places": [0, 2, 5], "people": ["ann", "bob", "cat"], "left": {"streaks": [{"a": 1}, {"b": 2}, 0], "pot": 30}}


def test_a_streak_stays_with_the_person() -> None:
    def moved(*seated: tuple[int, str]) -> object:
        return state_from_last_round(LEFT, list(seated))["streaks"]

    assert moved((0, "ann"), (2, "bob"), (5, "cat")) == [{"a": 1}, {"b": 2}, 0]
    assert moved((0, "ann"), (2, "dan"), (5, "cat")) == [{"a": 1}, 0, 0], "a newcomer has none"
    assert moved((1, "ann"), (5, "bob")) == [{"a": 1}, {"b": 2}], "it goes along to another seat"
    assert moved((0, "bob"), (2, "ann")) == [{"b": 2}, {"a": 1}]
    assert state_from_last_round(LEFT, [(0, "ann")])["pot"] == 30, "what lies on the table is nobody's"
    assert state_from_last_round({}, [(0, "ann")]) == {}


def test_30_899_07_a_newcomer_does_not_take_over_a_streak(store: Store) -> None:
    first, second = guest(store), guest(store)
    table = seated(store, first, "streak")
    standing = False
    for _ in range(40):  # until a round is won and the wager stands
        bet(store, table, 0, first, blackjack=10, streak_5=5)
        store.write(lambda db: rounds.deal(db, table, first))
        while hand(store, table).status == "playing":
            decide(store, table, {0: first})
        standing = bool(store.read(lambda db: tables.find(db, table)).state.get("left"))
        if standing:
            break
    assert standing
    store.write(lambda db: tables.leave(db, table, 0, first))
    store.write(lambda db: tables.sit(db, table, 0, second))
    store.write(lambda db: tables.buy_in(db, table, 0, second, 20_000, None))
    bet(store, table, 0, second, blackjack=10)  # without the wager of the one who sat here
    store.write(lambda db: rounds.deal(db, table, second))
    assert "streaks" not in hand(store, table).opening.get("state", {}) or hand(store, table).opening["state"][
        "streaks"
    ] == [0]
    assert_balanced(store)
