"""Fees by the clock: players pay at every mark of the table's clock, in proportion to their time where that is printed.

The fee falls due when the first hand after a mark ends, so it is taken before the next cards; time in which no hand
ended is not charged twice. The clock and the moment each player came stand in the table's state, in milliseconds.
"""

from collections.abc import Sequence
from typing import Any

from houseway.floor.ledger import Cause, Move
from houseway.floor.moments import now
from houseway.floor.transaction import TableTransaction
from houseway.play.core.settlement import TimedFee

_MINUTE = 60_000


def collect_by_time(tx: TableTransaction, stacks: Sequence[int], owed: TimedFee, cause: Cause) -> dict[str, Any]:
    """Charge what has fallen due, and give back the clock for the table's state."""
    started, period = tx.values["started"], owed.minutes * _MINUTE
    before = tx.table.state.get("timed", {"mark": started, "since": {}})
    payers = {tx.seats[seat].user_id: stack for seat, stack in zip(tx.values["places"], stacks, strict=True)}
    if owed.inactive:
        payers |= {row.user_id: row.account_id for row in tx.seats.values() if row.user_id not in payers}
    seated = {str(row.user_id) for row in tx.seats.values()}
    since = {user: came for user, came in before["since"].items() if user in seated}
    since |= {str(user): started for user in payers if str(user) not in since}
    mark: int = before["mark"]
    latest = mark + (now() - mark) // period * period
    if latest == mark:
        return {"mark": mark, "since": since}
    played = [min(period, max(0, latest - max(since[str(user)], mark))) for user in payers]
    if not owed.prorated:
        played = [period if time else 0 for time in played]
    due = [round(owed.each_active_player * time / period) for time in played]
    if owed.table:  # the table's fee: equal parts, odd cents from the first seats on
        part, odd = divmod(owed.table, len(payers))
        due = [part + (place < odd) for place in range(len(payers))]
    box = tx.accounts["rake" if owed.rake else "collection"]
    memo = "timed rake" if owed.rake else "timed collection"
    moves = [
        Move(stack, box, min(cents, tx.book.balance(stack)), memo)
        for stack, cents in zip(payers.values(), due, strict=True)
    ]
    tx.book.post(Cause("collection", cause.table, cause.round, cause.seq), moves)
    return {"mark": latest, "since": {user: max(came, latest) for user, came in since.items()}}
