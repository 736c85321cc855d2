"""Tips, coupons, bets behind a seat, notices, schedules, shifts and duty over HTTP, by role."""

import re
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient
from tests.web.conftest import Client, begin, bet
from tests.web.test_floor_duties import people  # noqa: F401

from houseway.rules.chips import chips


def table_of(client: Any, game: str, **more: Any) -> str:
    path = f"/api/tables/{client.post('/api/tables', json={'game': game, **more}).json()['id']}"
    answer = client.post(f"{path}/sit", json={"seat": 0, "buy_in": 500})
    assert answer.status_code == 200, answer.text
    return path


def coupon(client: Any, dollars: float) -> str:
    told = {"kind": "match play coupon", "amount": dollars, "expires": "2099-12-31", "house": "X", "city": "Y"}
    answer = client.post("/api/floor/vouchers", json=told)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["code"])


def test_tips_and_coupons_beside_a_bet(app_client: TestClient) -> None:
    client: Any = begin(app_client)
    path = table_of(client, "three-card-poker")
    code = coupon(client, 10)
    shown = client.get(path).json()["owners"]
    assert shown["coupons"]
    assert "ante" in shown["tips"]
    refused = bet(client, path, seat=0, wagers={"ante": 10}, tips={"pair_plus": 1})
    assert refused.status_code == 422
    assert "own wager on Pair Plus" in refused.text
    placed = bet(client, path, seat=0, wagers={"ante": 10}, tips={"ante": 5}, coupons={"ante": code}).json()
    assert placed["seats"][0]["tips"] == {"ante": 5}
    assert placed["seats"][0]["coupons"] == {"ante": {"value": 10, "code": code}}
    dealt = client.post(f"{path}/deal").json()
    act = {"seat": 0, "action": "play", "after": dealt["round"]["seq"], "tips": {"play": 5}}
    settled = client.post(f"{path}/act", json=act).json()["round"]["settlement"]
    owned = {one["owner"]: one for one in settled["seats"][0]["owners"]}
    assert {line["wager"] for line in owned["dealer"]["lines"]} >= {"ante", "play"}
    assert owned["coupon"]["lines"][0]["stake"] == 10
    assert client.get("/api/floor/vouchers", params={"code": code}).json()[0]["status"] == "used"
    assert client.get("/api/floor/books").json()["balanced"]


def test_bets_behind_a_seat(app_client: TestClient) -> None:
    player: Any = begin(app_client)
    backer = Client(app_client.app)
    backer.portal = app_client.portal
    begin(backer)
    path = table_of(player, "pure-21-5-blackjack-3-to-2")
    bet(player, path, seat=0, wagers={"base_game": 10})
    before = backer.get("/api/session").json()["user"]["wallet"]
    shown = backer.post(f"{path}/behind", json={"seat": 0, "wagers": {"base_game": 20}, "stays_out": ["split"]}).json()
    assert shown["seats"][0]["behind"][0]["you"]
    assert shown["you"]["wallet"] == before - 20
    changed = backer.post(f"{path}/stay-out", json={"seat": 0, "stays_out": ["double", "split"]}).json()
    assert changed["seats"][0]["behind"][0]["stays_out"] == ["double", "split"]
    gone = backer.post(f"{path}/behind", json={"seat": 0}).json()
    assert gone["seats"][0]["behind"] == []
    assert gone["you"]["wallet"] == before
    wrong = backer.post(f"{path}/behind", json={"seat": 0, "wagers": {"nonsense": 20}})
    assert wrong.status_code == 422


def test_notices_show_limits_fees_tips_and_reviews(app_client: TestClient) -> None:
    client: Any = begin(app_client)
    house: dict[str, Any] = {"timed_rake": 12, "timed_rake_every": 30, "rake_percent": 5}
    path = table_of(client, "texas-holdem", house=house, betting={"blinds": [1, 2]})
    told = {one["title"]: one for one in client.get(f"{path}/notices").json()}
    assert told["Timed rake"]["text"] == "$6 from each player every 30 minutes."
    assert told["Timed rake"]["rule"] == "CO 30-1012(2)"
    assert told["Rake"]["text"] == "5% of the pot."
    assert "Straddle" not in told
    path = table_of(client, "texas-holdem", house={"straddle": True, "raises": 3}, betting={"blinds": [1, 2]})
    shown = {(one["title"], one["text"], one["rule"]) for one in client.get(f"{path}/notices").json()}
    assert shown >= {
        ("House rules", "Bet or fold: no.", "CO 30-1034(1)"),
        ("House rules", "Check and raise: yes.", "CO 30-1034(2)"),
        ("House rules", "Raises: 3.", "CO 30-1034(4)"),
        ("House rules", "High qualifier: none.", "CO 30-1001(2)"),
        ("House rules", "Straddle: yes.", "CO 30-1001(7)"),
        ("Straddle", "May be posted before the cards; more than the largest blind.", "CO 30-1002(40)"),
    }
    path = table_of(client, "pure-21-5-blackjack-3-to-2", house={"collection_option": 1})
    entry = {"game": "pure-21-5-blackjack-3-to-2", "choice": "collection_option", "value": "1"}
    entry |= {"status": "under review", "authority": "the Bureau", "effective": "2026-01-01"}
    assert client.post("/api/floor/schedules", json=entry).status_code == 201
    told = {one["title"]: one for one in client.get(f"{path}/notices").json()}
    assert "under review by the Bureau" in told["Approval"]["text"]
    assert "Taken before the cards" in told["Collection, schedule 1"]["text"]
    assert "clockwise" in told["Bank"]["text"]
    path = table_of(client, "ca-texas-holdem", house={"collection_option": "hourly 1"})
    told = {one["title"]: one for one in client.get(f"{path}/notices").json()}
    fee = "each active player, by half hours: $4. Taken before the cards."
    assert told["Collection, schedule 1"]["text"] == fee
    path = table_of(
        client, "three-card-poker", house={"tips": {"most": 5, "whole": True}, "limits": {"ante": [5, 100]}}
    )
    texts = [one["text"] for one in client.get(f"{path}/notices").json()]
    assert "At most $5 on a wager, whole dollars only." in texts
    assert "Ante: from $5 up to $100." in texts


def test_30_1047_5_aggregate_pay_outs_are_posted(app_client: TestClient) -> None:
    client: Any = begin(app_client)
    house = {"max_payout_per_player": 10_000, "table_aggregate_per_round": 25_000}
    path = table_of(client, "caribbean-stud", house=house)
    told = [one for one in client.get(f"{path}/notices").json() if one["title"] == "Aggregate pay outs"]
    assert [one["text"] for one in told] == [
        "A round pays at most $10,000 for each player on Bet at 50 to 1 or more.",
        "A round pays at most $25,000 for each table on Bet at 50 to 1 or more.",
    ]
    assert {one["rule"] for one in told} == {"CO 30-1099.11(14)"}
    path = table_of(client, "caribbean-stud")
    assert "Aggregate pay outs" not in [one["title"] for one in client.get(f"{path}/notices").json()]


def test_tickets_piece_duty_and_shifts(app_client: TestClient) -> None:
    client: Any = begin(app_client)
    path = table_of(client, "texas-holdem", betting={"blinds": [1, 2]}, imprest=True)
    ticket = client.post("/api/floor/vouchers", json={"kind": "ticket", "amount": 25}).json()["code"]
    stack = client.get(path).json()["seats"][0]["stack"]
    assert client.post(f"{path}/exchange", json={"seat": 0, "code": ticket}).json()["seats"][0]["stack"] == stack + 25
    again = client.post(f"{path}/exchange", json={"seat": 0, "code": ticket})
    assert again.status_code == 422
    assert "was used" in again.text
    assert client.post(f"{path}/piece", json={"seat": 0, "amount": 100}).status_code == 200
    number = path.rpartition("/")[2]
    assert client.post(f"/api/floor/tables/{number}/duty/now", json={}).status_code == 422
    assert client.post(f"/api/floor/tables/{number}/duty/now", json={"counted": 100_000}).status_code == 200
    shift = client.post("/api/floor/shifts", json={"name": "day"}).json()["id"]
    found = client.get("/api/floor/reports/results", params={"shift": shift}).json()
    assert found == []
    assert client.post("/api/floor/shifts/close").json() == {"id": shift}
    assert client.get("/api/floor/reports/classes").json()[0]["class"] == "poker"
    colours = {one["value"]: one["colour"] for one in client.get("/api/floor/chips").json() if one["kind"] == "value"}
    assert len(colours) == 14
    assert (colours[2.5], colours[1000]) == ("pink", "orange")


def test_nobody_does_what_his_role_may_not(people: dict[str, Client]) -> None:  # noqa: F811
    entry = {"status": "approved", "authority": "the Director", "effective": "2026-01-01"}
    told = {"kind": "match play coupon", "amount": 5, "expires": "2099-12-31", "house": "X", "city": "Y"}
    for role, client in people.items():
        may = role == "supervisor"
        for path, body in (
            ("/api/floor/schedules", entry),
            ("/api/floor/shifts", {"name": "day"}),
            ("/api/floor/vouchers", told),
            ("/api/floor/proposition", {"person": 1, "license": "S-1"}),
        ):
            answer = client.post(path, json=body)
            assert (answer.status_code < 300) == may, (role, path, answer.text)
    named = {who: people[who].get("/api/floor/proposition").json() for who in ("player", "supervisor")}
    assert [(one["name"], one["license"]) for one in named["player"]] == [("player", "")]
    assert [one["license"] for one in named["supervisor"]] == ["S-1"]
    assert people["supervisor"].post("/api/floor/proposition/1/end").status_code == 200


def test_30_1215_chips_are_drawn_in_every_printed_value() -> None:
    script = (Path(__file__).parents[2] / "src/houseway/web/static/js/art/chips.js").read_text(encoding="utf-8")
    colours = re.search(r"const COLOURS = \{(.*?)\};", script, re.DOTALL)
    assert colours is not None
    drawn = {float(value) for value in re.findall(r"([\d.]+): \"#", colours[1])}
    assert drawn == {chip["value"] for chip in chips() if chip["kind"] == "value"}
    assert {chip["kind"] for chip in chips()} == {"value", "tournament", "non-cashable", "promotional", "of one game"}
