"""Limits, seats and roles that hold at live tables: section by section."""

import pytest
from tests.floor.helpers import bet, guest, seated

from houseway.floor import rounds, tables
from houseway.floor.roles import DeniedError, Person, add_user
from houseway.floor.store import Store
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game


def sat(store: Store, table: int, seat: int, person: Person) -> None:
    store.write(lambda db: tables.sit(db, table, seat, person))


def test_30_1008_a_dealer_does_not_bet_at_the_table_he_deals(store: Store) -> None:
    boss = guest(store)
    dealer = store.write(lambda db: Person(add_user(db, "dan", "dealer", "x"), "dan", "dealer"))
    table = seated(store, boss, "three-card-poker", 100)
    bet(store, table, 0, boss, ante=10)
    store.write(lambda db: rounds.deal(db, table, dealer))
    with pytest.raises(DeniedError, match="acted for the house at this table"):
        sat(store, table, 1, dealer)
    other = store.write(lambda db: tables.open_table(db, boss, "three-card-poker"))
    sat(store, other, 0, dealer)
    with pytest.raises(DeniedError, match="somebody else acts for the house here"):
        store.write(lambda db: rounds.deal(db, seated_with(db, other, boss), dealer))


def seated_with(db: object, table: int, person: Person) -> int:
    tables.sit(db, table, 1, person)  # type: ignore[arg-type]
    tables.buy_in(db, table, 1, person, 10_000, None)  # type: ignore[arg-type]
    chosen = {"wagers": {"ante": 10}, "ticket": {}, "select": []}
    rounds.place_bet(db, table, 1, person, chosen)  # type: ignore[arg-type]
    return table


def test_30_1035_seats_are_bounded_by_file_and_deck(store: Store) -> None:
    boss = guest(store)
    for game, most in (("texas-holdem", 10), ("three-card-poker", None), ("md-235-stud-poker", 6)):
        allowed = tables.seats_allowed(game, {})
        assert allowed == (most or allowed)
        for places in (0, allowed + 1, 150):
            with pytest.raises(RuleError, match=f"1 to {allowed} seats"):
                store.write(lambda db, g=game, p=places: tables.open_table(db, boss, g, places=p))  # type: ignore[misc]
        store.write(lambda db, g=game, p=allowed: tables.open_table(db, boss, g, places=p))  # type: ignore[misc]


def test_30_1099_34_1_a_person_takes_as_many_seats_as_hands_are_allowed(store: Store) -> None:
    person = guest(store)
    table = seated(store, person, "ultimate-texas-holdem", 100)
    sat(store, table, 1, person)
    with pytest.raises(RuleError, match="one person may hold 2 seats"):
        sat(store, table, 2, person)
    pot = seated(store, person, "texas-holdem", 100, betting={"blinds": [1, 2]})
    with pytest.raises(RuleError, match="one person may hold 1 seat"):
        sat(store, pot, 1, person)


def test_235_ch_7_f_boxes_of_a_player_are_adjacent_and_as_many_as_the_house_says(store: Store) -> None:
    person = guest(store)
    table = seated(store, person, "md-235-stud-poker", 100, house={"boxes": 2})
    with pytest.raises(RuleError, match="beside each other"):
        sat(store, table, 3, person)
    sat(store, table, 1, person)
    with pytest.raises(RuleError, match="one person may hold 2 seats"):
        sat(store, table, 2, person)


def test_30_1099_16_2_b_what_is_required_is_within_the_maximum() -> None:
    limits = {"draw": [60, 100], "stud": [50, 100]}
    load_game("vegas-double-action", {"limits": limits})
    with pytest.raises(RuleError, match=r"required with \$110 together, more than \$100, CO 30-1099.16"):
        load_game("vegas-double-action", {"limits": limits, "stud_bet_required": True})
    within = {"draw": [50, 100], "stud": [50, 100]}
    load_game("vegas-double-action", {"limits": within, "stud_bet_required": True})
