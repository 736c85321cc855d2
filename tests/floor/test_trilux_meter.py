"""30-2115(7): the progressive of TriLux Blackjack grows by the printed part of every wager made on it."""

from typing import Any

import pytest
from tests.floor.helpers import bet, decide, guest, hand, seated

from houseway.floor import meters, rounds
from houseway.floor.store import Store


def _cents(amount: Any) -> int:
    return round(float(amount) * 100)


@pytest.mark.parametrize(("pay_table", "stake", "grows"), [("01", 5, 120), ("06", 6, 102)])
def test_30_2115_7_the_meter_grows_by_its_rate_with_every_progressive_wager(
    store: Store, pay_table: str, stake: int, grows: int
) -> None:
    """24% of $5 in table 01, 17% of $6 in table 06; a round without the wager adds nothing."""
    person = guest(store)
    table = seated(store, person, "trilux-blackjack", 900, house={"pay_tables": {"progressive": pay_table}})
    shown = int(store.read(meters.listing)[0]["shown"])
    for wagers in ({"progressive": stake}, {"progressive": stake}, {}, {"progressive": stake}):
        bet(store, table, 0, person, blackjack=10, **wagers)
        store.write(lambda db: rounds.deal(db, table, person))
        while hand(store, table).status == "playing":
            decide(store, table, {0: person})
        paid = sum(_cents(one["amount"]) for one in (hand(store, table).settlement.get("awards") or {}).values())
        before, shown = shown, int(store.read(meters.listing)[0]["shown"])
        assert shown == before + (grows if wagers else 0) - paid, wagers
