"""Collections by the clock: each player dealt in pays at every mark of the table's clock, in proportion to his time.

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
    users = [str(tx.seats[seat].user_id) for seat in tx.values["places"]]
    seated = {str(row.user_id) for row in tx.seats.values()}
    since = {user: came for user, came in before["since"].items() if user in seated}
    since |= {user: started for user in users if user not in since}
    mark: int = before["mark"]
    latest = mark + (now() - mark) // period * period
    if latest == mark:
        return {"mark": mark, "since": since}
    played = [min(period, max(0, latest - max(since[user], mark))) for user in users]
    due = [round(owed.each_active_player * time / period) for time in played]
    moves = [
        Move(stack, tx.accounts["collection"], min(cents, tx.book.balance(stack)), "timed collection")
        for stack, cents in zip(stacks, due, strict=True)
    ]
    tx.book.post(Cause("collection", cause.table, cause.round, cause.seq), moves)
    return {"mark": latest, "since": {user: max(came, latest) for user, came in since.items()}}
