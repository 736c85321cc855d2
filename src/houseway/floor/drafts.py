"""Wagers that a seat is about to make: what chips on the layout make of them by the rules of its table."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection

from houseway.floor.replay import rebuild
from houseway.floor.roles import Person
from houseway.floor.rounds import check_bet, total_of
from houseway.floor.tables import claimed, spots_of
from houseway.floor.transaction import TableTransaction, read_table
from houseway.play.core.money import dollars
from houseway.play.core.round import BettingSpot
from houseway.play.draft import after_chip, put_chip, spots_between, take_chips
from houseway.rules.errors import RuleError

Step = tuple[str, int | None]  # a wager and the chip put on it, in cents; None: it is taken back


def _open_spots(tx: TableTransaction, seat: int) -> Sequence[BettingSpot]:
    """The wagers that a seat may make now: before the cards, or between two rolls."""
    if tx.status != "playing":
        return spots_of(tx.rules, tx.table.betting)
    if seat not in tx.values["places"]:
        return ()
    return spots_between(rebuild(tx).legal(tx.values["places"].index(seat)))


def _problem(tx: TableTransaction, seat: int, bet: dict[str, Any]) -> str:
    """Why the wagers cannot be put down before the cards; empty where they can."""
    held = tx.book.balance(tx.seats[seat].account_id)
    before = tx.values["bets"].get(str(seat), {}) if tx.status == "betting" else {}
    try:
        check_bet(tx, seat, bet, held + total_of(before))
    except RuleError as error:
        return error.message
    return ""


def draft_view(
    db: Connection,
    table: int,
    seat: int,
    person: Person,
    amounts: Mapping[str, int],
    steps: Sequence[Step],
    *,
    chip: int,
    ticket: dict[str, Any],
) -> dict[str, Any]:
    """The wagers of a seat after some steps, in dollars; `chip` is the one in hand."""
    tx = read_table(db, table)
    claimed(tx.seats, seat, person)
    spots = _open_spots(tx, seat)
    known = {spot.name for spot in spots}
    drafted = {name: amount for name, amount in amounts.items() if name in known}
    for name, put in steps:
        drafted = take_chips(spots, drafted, name) if put is None else put_chip(spots, drafted, name, put)
    wagers = {name: dollars(amount) for name, amount in drafted.items()}
    playing = tx.status == "playing"
    bet = {"wagers": wagers, "ticket": ticket, "select": []}
    return {
        "wagers": wagers,
        "total": dollars(sum(drafted.values())),
        "spots": [
            {
                "name": spot.name,
                "amount": dollars(drafted.get(spot.name, 0)),
                "next": dollars(after_chip(spot, drafted, chip)),
            }
            for spot in spots
        ],
        "actions": [f"{spot.lead} {wagers[spot.name]}" for spot in spots if spot.lead and spot.name in wagers],
        "problem": _problem(tx, seat, bet) if drafted and not playing else "",
    }
