"""Tournaments over HTTP: announced, entered and begun by who may, and carried on by the server's own clock."""

import time
import tomllib
from datetime import timedelta
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient
from tests.web.test_keno import people

from houseway.floor.moments import today

EXAMPLE = (Path(__file__).parents[2] / "examples" / "tournament.toml").read_text()
__all__ = ["people"]


def rules(**changes: str) -> str:
    """The example, from today until tomorrow: should the day end now, it goes on."""
    day = today()
    days = {"submitted": day - timedelta(days=5), "first_day": day, "last_day": day + timedelta(days=1)}
    lines = []
    for line in EXAMPLE.splitlines():
        name = line.partition(" = ")[0]
        value = changes.get(name, str(days.get(name, "")))
        lines.append(f"{name} = {value}" if value else line)
    return "\n".join(lines)


def done(client: TestClient, path: str, status: int = 200, **body: Any) -> dict[str, Any]:
    answer = client.post(f"/api/tournaments{path}", json=body) if body else client.post(f"/api/tournaments{path}")
    assert answer.status_code == status, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_30_1045_08_the_servers_clock_plays_a_tournament(client: TestClient) -> None:
    made = done(client, "", 201, rules=rules(rebuys="{ cost = 1, chips = 1, most = 1, until_level = 1 }"))["id"]
    done(client, f"/{made}/bots", count=3)
    assert done(client, f"/{made}/entries", medium="account")["you"]["entered"]
    view = done(client, f"/{made}/begin")
    assert view["status"] == "running"
    table = view["you"]["table"]
    until = time.monotonic() + 120
    while True:
        state = client.get(f"/api/tables/{table}").json()
        if state["round"] and state["round"]["status"] == "playing":
            break
        assert time.monotonic() < until, "no hand was dealt"
        time.sleep(0.1)
    assert state["tournament"]["stakes"] == "25/50"
    staked = sum(state["round"]["staked"].values())
    assert sum(seat["stack"] for seat in state["seats"]) + staked == 4 * 3000
    assert done(client, f"/{made}/pause")["status"] == "paused"
    assert done(client, f"/{made}/resume")["status"] == "running"
    answer = client.post(f"/api/tables/{table}/leave", json={"seat": view["you"]["seat"]})
    assert answer.status_code == 422
    assert "points" in answer.json()["error"]
    done(client, "", 422, rules="name = 5")
    done(client, "", 422, rules="not toml at all [")
    done(client, "/999999", 405)
    assert client.get("/api/tournaments/999999").status_code == 404


def test_30_1045_08_4_b_only_a_director_announces_begins_and_stops(people: dict[str, Any]) -> None:
    for name in ("pat", "wanda"):
        done(people[name], "", 403, rules=rules())
    made = done(people["boss"], "", 201, rules=rules(name='"Duty Cup"'))["id"]
    for name in ("pat", "wanda"):
        for what in ("begin", "pause", "resume", "conclude", "names"):
            done(people[name], f"/{made}/{what}", 403)
        done(people[name], f"/{made}/bots", 403, count=2)
        done(people[name], f"/{made}/cancel", 403, reason="x")
        done(people[name], f"/{made}/disqualify", 403, person="boss", reason="x")
        done(people[name], f"/{made}/division", 403, shares={"pat": 1})
    refused = done(people["pat"], f"/{made}/entries", 422, medium="account")
    assert refused["error"] == "there is only $0 in the wallet"
    done(people["pat"], f"/{made}/entries", 403, who="wanda")
    told = done(people["wanda"], f"/{made}/entries", who="pat", medium="cash")
    assert told["entries"] == 1
    assert people["boss"].get("/api/floor/reports/tournament-receipts").json()[0]["signed"] == "wanda"
    done(people["boss"], f"/{made}/cancel", reason="too few")
    assert people["boss"].get("/api/floor/books").json()["balanced"]


def test_what_the_house_pays_for_entries_above_the_limit_takes_two(people: dict[str, Any]) -> None:
    """Together with what the same person gave within a day, in whatever tournament."""
    cups = [
        done(people["boss"], "", 201, rules=rules(name=f'"Gift Cup {number}"', buy_in="200"))["id"]
        for number in range(3)
    ]
    worth = 200 + tomllib.loads(rules())["entry_fee"]
    assert 2 * worth <= 500 < 3 * worth
    given: dict[str, Any] = {"who": "pat", "medium": "complimentary"}
    done(people["pat"], f"/{cups[0]}/entries", 403, who="nobody", medium="item", item="a ring")
    for cup in cups[:2]:
        told = done(people["wanda"], f"/{cup}/entries", **given)
        assert (told["waiting"], told["entries"]) == (None, 1)
    third = f"/{cups[2]}/entries"
    done(people["wanda"], third, 404, **{**given, "who": "nobody"})
    done(people["wanda"], third, 422, who="pat", medium="item")  # refused to who asks, not to the second person
    told = done(people["wanda"], third, who="pat", medium="item", item="a ring")
    assert told["entries"] == 0
    assert done(people["wanda"], third, who="pat", medium="item", item="a ring")["waiting"] == told["waiting"]
    (line,) = people["boss"].get("/api/floor/approvals").json()
    about = {"tournament": cups[2], "person": "pat", "amount": worth * 100, "medium": "item", "item": "a ring"}
    assert (line["act"], line["data"]) == ("tournament entry given", about)
    approve = f"/api/floor/approvals/{told['waiting']}/approve"
    assert people["wanda"].post(approve).status_code == 403
    assert people["boss"].post(approve).status_code == 200
    assert people["pat"].get(f"/api/tournaments/{cups[2]}").json()["you"]["entered"]
    (receipt,) = (
        one for one in people["boss"].get("/api/floor/reports/tournament-receipts").json() if one["note"] == "a ring"
    )
    assert (receipt["person"], receipt["signed"], receipt["medium"]) == ("pat", "wanda", "item")
    assert done(people["wanda"], f"/{cups[2]}/entries", who="rita", medium="cash")["waiting"] is None
    for cup in cups:
        done(people["boss"], f"/{cup}/cancel", reason="too few")
    assert people["boss"].get("/api/floor/books").json()["balanced"]
