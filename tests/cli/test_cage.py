"""`houseway cage`: coupons, schedules, shifts and notices by command, for a supervisor's account."""

import json
import re
from pathlib import Path

from tests.cli.command import houseway

from houseway.floor import tables
from houseway.floor.logins import add_person
from houseway.floor.roles import add_guest
from houseway.floor.store import Store, default_url


def test_30_1615_coupons_schedules_shifts_and_notices_by_command(tmp_path: Path) -> None:
    url = default_url(tmp_path / "floor.db")
    store = Store(url)
    store.open()
    for name, role in (("ann", "supervisor"), ("ben", "player")):
        store.write(lambda db, n=name, r=role: add_person(db, n, "a long enough secret", r))  # type: ignore[misc]
    guest = store.write(add_guest)
    table = store.write(lambda db: tables.open_table(db, guest, "three-card-poker", house={"tips": {"most": 5}}))
    store.close()
    at = ("--database", url)
    coupon = ("cage", "voucher", "--kind", "match play coupon", "--amount", "10", "--expires", "2099-12-31")
    printed = ("--house", "Claim", "--city", "Creede")
    issued = houseway(*coupon, *printed, "--by", "ann", *at)
    assert "2099-12-31" in issued.out
    refused = houseway(*coupon, *printed, "--by", "ben", *at)
    assert refused.code
    assert "a player may not do this: a supervisor may" in refused.err
    ceased = ("--status", "ceased", "--authority", "the Director", "--effective", "2026-01-01", "--by", "ann")
    assert houseway("cage", "schedule", "--game", "casino-war", *ceased, *at).code == 0
    assert houseway("cage", "shift", "--name", "day", "--by", "ann", *at).out == "Done: number 1.\n"
    found = json.loads(houseway("cage", "--json", *at).out)
    assert [one["status"] for one in found["vouchers"]] == ["good"]
    assert found["schedules"][0]["in_force"]
    assert found["shifts"][0]["name"] == "day"
    assert "At most $5 on a wager" in houseway("tables", "notices", str(table), *at).out
    assert json.loads(houseway("report", "results", "--shift", "1", "--json", *at).out) == []
    listed = houseway("cage", *at).out
    assert "ceased" in listed
    assert re.search(r"│ day +│ \d{4}-\d\d-\d\d \d\d:\d\d │ +│ ann", listed)
    people = houseway("cage", "people", *at).out
    assert "in force" in houseway("cage", *at).out
    assert " no " in people
    assert "False" not in people
