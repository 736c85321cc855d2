"""What a pot's table does between two hands: the button moves, and who sat out a carried pot waits."""

from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import update
from tests.floor.helpers import bet, decide, guest, hand, seated

from houseway.floor import rounds, tables
from houseway.floor.schema import tables as schema
from houseway.floor.store import Store
from houseway.rules.errors import RuleError


def _sit(store: Store, table: int, seat: int) -> Any:
    person = guest(store)
    store.write(lambda db: tables.sit(db, table, seat, person))
    store.write(lambda db: tables.buy_in(db, table, seat, person, 50_000, None))
    return person


def _table(store: Store, game: str, people: int) -> tuple[int, dict[int, Any]]:
    """A table of a game with so many people at its first seats."""
    first = guest(store)
    table = seated(store, first, game, 500)
    return table, {0: first, **{seat: _sit(store, table, seat) for seat in range(1, people)}}


def _hand(store: Store, table: int, people: dict[int, Any], **wagers: float) -> None:
    for seat, person in people.items():
        bet(store, table, seat, person, **wagers)
    store.write(lambda db: rounds.deal(db, table, people[min(people)]))
    while hand(store, table).status == "playing":
        decide(store, table, people)


def _buttons(store: Store, game: str, **wagers: float) -> list[int]:
    table, people = _table(store, game, 4)
    found = []
    for _ in range(5):
        _hand(store, table, people, **wagers)
        found.append(store.read(lambda db: tables.find(db, table)).button)
    return found


def test_30_1099_28_19_the_button_moves_to_the_right(store: Store) -> None:
    buttons = _buttons(store, "longhorn-holdem", bonus=5)
    assert [(after - before) % 4 for before, after in pairwise(buttons)] == [3, 3, 3, 3]


def test_30_1002_8_the_button_of_other_games_moves_clockwise(store: Store) -> None:
    buttons = _buttons(store, "texas-holdem")
    assert [(after - before) % 4 for before, after in pairwise(buttons)] == [1, 1, 1, 1]


def test_30_1099_25_9_who_sat_out_waits_until_the_pot_is_won(store: Store) -> None:
    table, two = _table(store, "trips-poker", 2)
    state: dict[str, Any] = {}
    while not state.get("left", {}).get("pot"):  # until nobody has three of a kind
        _hand(store, table, two)
        state = store.read(lambda db: tables.find(db, table)).state
    people = {**two, 2: _sit(store, table, 2)}
    with pytest.raises(RuleError, match=r"waits until the pot is won, CO 30-1099.25\(9\)"):
        bet(store, table, 2, people[2])
    _hand(store, table, two)  # which does not wait for the third
    won = {**state, "left": {"pot": 0}}
    store.write(lambda db: db.execute(update(schema).where(schema.c.id == table).values(state=won)))
    _hand(store, table, people)
    assert len(hand(store, table).places) == 3
