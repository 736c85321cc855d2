"""A floor for tests: a store in a file of its own, people, tables, and rounds played to their end."""

import time
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import Connection, select

from houseway.floor import rounds, schema, tables
from houseway.floor.ledger import audit
from houseway.floor.owners import is_coupon
from houseway.floor.replay import rebuild
from houseway.floor.roles import Person, add_guest
from houseway.floor.store import Store, default_url
from houseway.floor.transaction import read_table
from houseway.play.bets import choose_wagers
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game


def new_store(path: Path) -> Store:
    store = Store(default_url(path / "floor.db"))
    store.open()
    return store


def guest(store: Store) -> Person:
    return store.write(add_guest)


def seated(store: Store, person: Person, game: str, dollars: int = 2000, **more: Any) -> int:
    """A table with the person at seat 0."""

    def work(db: Connection) -> int:
        table = tables.open_table(db, person, game, **more)
        tables.sit(db, table, 0, person)
        tables.buy_in(db, table, 0, person, dollars * 100, None)
        return table

    return store.write(work)


def bet(store: Store, table: int, seat: int, person: Person, **wagers: float) -> None:
    chosen = {"wagers": wagers, "ticket": {}, "select": []}
    store.write(lambda db: rounds.place_bet(db, table, seat, person, chosen))


def hand(store: Store, table: int) -> Any:
    """The row of the round at hand."""

    def read(db: Connection) -> Any:
        return db.execute(select(schema.rounds).where(schema.rounds.c.id == tables.find(db, table).round_id)).first()

    return store.read(read)


def decide(store: Store, table: int, people: dict[int, Person], rng: Random | None = None) -> None:
    """One decision of the seat in turn: with `rng` any that it has the chips for, otherwise the plain one."""

    def work(db: Connection, rng: Random | None) -> None:
        now = read_table(db, table)
        live = rebuild(now)
        seat = now.values["places"][live.turn]
        rounds.act(db, table, seat, people[seat], live.suggest(live.turn, rng), now.values["seq"])

    try:
        store.write(lambda db: work(db, rng))
    except RuleError as error:
        if rng is None or error.field != "action":
            raise
        store.write(lambda db: work(db, None))


def standing(row: Any, seat: int) -> dict[str, float]:
    """The wagers of a seat that stay up from the last round."""
    places, held = row.state.get("places", []), row.state.get("left", {}).get("streaks", [])
    return {name: one["stake"] for name, one in held[places.index(seat)].items()} if held and seat in places else {}


def play_round(store: Store, table: int, people: dict[int, Person], rng: Random | None = None) -> Any:
    """Bets that the game asks for, the deal, and decisions to the end; the settled row."""
    row = store.read(lambda db: tables.find(db, table))
    game = load_game(row.game, row.house)
    spots = [spot for spot in tables.spots_of(row) if not is_coupon(game, spot.name)]
    for seat, person in people.items():
        chosen = {**choose_wagers(spots, rng=rng), **standing(row, seat)}
        bet(store, table, seat, person, **(chosen if len(chosen) < 40 else dict(list(chosen.items())[:5])))
    store.write(lambda db: rounds.deal(db, table, people[0]))
    while hand(store, table).status == "playing":
        decide(store, table, people, rng)
    return hand(store, table)


def assert_balanced(store: Store) -> None:
    found = store.read(audit)
    assert found.balanced, found


def noon() -> int:
    """The floor's moment of noon today: a test that begins then is over before the day is, whatever the hour."""
    day = 86_400_000
    return time.time_ns() // 1_000_000 // day * day + day // 2
