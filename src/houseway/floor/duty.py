"""The dealer on duty: a new one counts an imprest bank before he answers for it, 30-1037."""

from typing import Any

from sqlalchemy import Connection

from houseway.floor import tables
from houseway.floor.ledger import balance
from houseway.floor.roles import DeniedError, Person, record
from houseway.floor.separation import refuse_player
from houseway.play.core.money import in_dollars
from houseway.rules.errors import RuleError
from houseway.rules.floor_rules import cite_floor
from houseway.rules.game import load_game


def come_on_duty(db: Connection, table: int, person: Person, counted: int | None, *, own_bank: bool = False) -> int:
    """Take over a table; at one with an imprest bank with its count, or with a bank of one's own. The cents over."""
    row = tables.find(db, table, lock=True)
    tables.check_open(row)
    refuse_player(db, table, person)
    over = 0
    if row.imprest:
        rule = cite_floor("imprest", load_game(row.game, row.house).spec.jurisdiction)
        if counted is None:
            whose = "say what your own imprest bank holds" if own_bank else "count the imprest bank first"
            raise RuleError(f"{whose}, {rule}", "counted")
        if own_bank:
            _change_bank(db, table, person, counted)
        else:
            over = tables.count_tray(db, table, person, "dealer change", counted, None)
    elif own_bank:
        raise RuleError("the table has no imprest bank", "own_bank")
    tables.touch(db, table, dealer_id=person.id)
    record(db, person.id, "dealer on duty", table=table, counted=counted, over=over, own_bank=own_bank)
    return over


def even_exchange(db: Connection, table: int, person: Person, cents: int, source: str) -> None:
    """Chips brought to an imprest bank for as much of its currency: the bank stays as large, so only the log tells it.

    From the cashier with lammers that lie on the table meanwhile, from the podium's bank without them.
    """
    row = tables.find(db, table, lock=True)
    refuse_player(db, table, person)
    rule = cite_floor(source, load_game(row.game, row.house).spec.jurisdiction)
    if not row.imprest:
        raise RuleError(f"only an imprest bank gives currency for chips, {rule}; a tray gets a fill", "table")
    held = balance(db, tables.till(db, table)["inventory"])
    if tables.positive(cents, "amount") > held:
        raise RuleError(f"the bank holds only {in_dollars(held)}", "amount")
    record(db, person.id, "even exchange", table=table, amount=cents, source=source, rule=rule)


def _change_bank(db: Connection, table: int, person: Person, counted: int) -> None:
    """The bank of the dealer before goes to the cage, and another comes from it."""
    tables.between_rounds(db, tables.find(db, table))
    held = balance(db, tables.till(db, table)["inventory"])
    if held:
        tables.move_chips(db, table, person, "credit", held, None)
    if counted:
        tables.move_chips(db, table, person, "fill", counted, None)


def check_attended(table: Any, person: Person) -> None:
    """At a table with an imprest bank nobody bets before a dealer answers for it: the clock would deal alone."""
    if table.imprest and not person.alone and table.dealer_id is None:
        rule = cite_floor("imprest", load_game(table.game, table.house).spec.jurisdiction)
        raise RuleError(f"no dealer is on duty: a new one counts the imprest bank first, {rule}", "table")


def check_duty(table: Any, person: Person) -> None:
    """At a table with an imprest bank nobody deals who has not counted it."""
    if table.imprest and not person.alone and table.dealer_id != person.id:
        rule = cite_floor("imprest", load_game(table.game, table.house).spec.jurisdiction)
        raise DeniedError(f"come on duty first: the new dealer counts the imprest bank, {rule}", "table")
