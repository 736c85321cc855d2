"""Tables over HTTP: whole rounds, what each seat sees, and what is refused with nothing changed."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.web.conftest import bet

Make = Callable[[], TestClient]


def open_table(client: TestClient, game: str, **more: Any) -> int:
    answer = client.post("/api/tables", json={"game": game, **more})
    assert answer.status_code == 201, answer.text
    return int(answer.json()["id"])


def post(client: TestClient, path: str, status: int = 200, **body: Any) -> dict[str, Any]:
    answer = client.post(path, json=body)
    assert answer.status_code == status, answer.text
    view: dict[str, Any] = answer.json()
    return view


def placed(client: TestClient, table: int, status: int = 200, **body: Any) -> dict[str, Any]:
    answer = bet(client, f"/api/tables/{table}", **body)
    assert answer.status_code == status, answer.text
    view: dict[str, Any] = answer.json()
    return view


def start(client: TestClient, game: str, wagers: dict[str, float], **more: Any) -> tuple[int, dict[str, Any]]:
    table = open_table(client, game, **more)
    post(client, f"/api/tables/{table}/sit", seat=0, buy_in=500)
    return table, placed(client, table, seat=0, wagers=wagers, deal=True)


def finish(client: TestClient, table: int, view: dict[str, Any], seat: int = 0) -> dict[str, Any]:
    while view["round"]["status"] == "playing":
        legal = view["round"]["legal"][-1]["texts"][0]
        view = post(client, f"/api/tables/{table}/act", seat=seat, action=legal, after=view["round"]["seq"])
    return view


@pytest.mark.parametrize(
    ("game", "wagers"),
    [
        ("three-card-poker", {"ante": 10, "pair_plus": 5}),
        ("blackjack", {"blackjack": 10}),
        ("baccarat", {"banker": 20}),
        ("big-six-wheel", {"1": 5}),
        ("pai-gow-poker", {"bet": 20}),
    ],
)
def test_a_round_moves_exactly_its_result(client: TestClient, game: str, wagers: dict[str, float]) -> None:
    spots = client.get("/api/game", params={"id": game}).json()["spots"]
    if not set(wagers) <= {spot["name"] for spot in spots}:
        wagers = {spots[0]["name"]: 20}
    table, view = start(client, game, wagers)
    if game == "pai-gow-poker":
        view = post(client, f"/api/floor/tables/{table}/round/void", reason="not set")
        assert view["seats"][0]["stack"] == 500
    else:
        view = finish(client, table, view)
        assert view["seats"][0]["stack"] == 500 + view["round"]["settlement"]["seats"][0]["net"]
    assert client.get("/api/floor/books").json()["balanced"]


def test_the_dealers_down_card_and_other_hole_cards_never_leave_early(client: TestClient, another: Make) -> None:
    other = another()
    table = open_table(client, "texas-holdem")
    post(client, f"/api/tables/{table}/sit", seat=0, buy_in=200)
    post(other, f"/api/tables/{table}/sit", seat=1, buy_in=200)
    placed(client, table, seat=0)
    placed(other, table, seat=1)
    post(client, f"/api/tables/{table}/deal")
    stranger = another()
    seen = {}
    for name, viewer in (("own", client), ("other", other), ("stranger", stranger)):
        answer = viewer.get(f"/api/tables/{table}")
        piles = {pile["seat"]: pile for pile in answer.json()["round"]["piles"] if pile["name"] == "player"}
        seen[name] = piles
        assert answer.json()["round"]["secret"] is None
    assert [len(seen["own"][0]["cards"]), len(seen["own"][1]["cards"]), seen["own"][1]["hidden"]] == [2, 0, 2]
    assert [len(seen["other"][1]["cards"]), len(seen["other"][0]["cards"])] == [2, 0]
    assert not seen["stranger"][0]["cards"]
    assert not seen["stranger"][1]["cards"]
    secret = set(seen["own"][0]["cards"])
    text = other.get(f"/api/tables/{table}").text
    assert not any(f'"{card}"' in text for card in secret)
    assert client.get(f"/api/rounds/{client.get(f'/api/tables/{table}').json()['round']['id']}/file").status_code == 422


def test_a_blackjack_dealer_shows_one_card(client: TestClient) -> None:
    for _ in range(20):
        _, view = start(client, "blackjack", {"blackjack": 10})
        dealer = next(pile for pile in view["round"]["piles"] if pile["name"] == "dealer")
        if view["round"]["status"] == "playing":
            assert (len(dealer["cards"]), dealer["hidden"]) == (1, 1)
            return
    pytest.fail("no round was left to decide")


def changes(client: TestClient, table: int) -> tuple[int, Any]:
    view = client.get(f"/api/tables/{table}").json()
    return view["version"], view["seats"]


def test_double_submits_old_messages_and_foreign_seats_change_nothing(client: TestClient, another: Make) -> None:
    table, view = start(client, "ultimate-texas-holdem", {"ante": 10, "blind": 10})
    other = another()
    post(other, f"/api/tables/{table}/sit", seat=1, buy_in=100)
    before = view["round"]["seq"]
    act = {"seat": 0, "action": "check", "after": before}
    refused = [
        (other, "act", act, 422),  # another's seat
        (other, "act", {**act, "seat": 1}, 422),  # no part in the round
        (client, "act", {**act, "action": "play 7x"}, 422),
        (client, "act", {**act, "action": "\x00\ud83d"}, 422),
        (client, "act", {**act, "after": before - 1}, 409),
        (client, "bets", {"seat": 0, "wagers": {"ante": 5, "blind": 5}}, 422),  # wagers are closed
        (other, "leave", {"seat": 0}, 422),
        (other, "buy-in", {"seat": 0, "amount": 5}, 422),
    ]
    kept = changes(client, table)
    for who, path, body, status in refused:
        text = json.dumps(body)
        answer = who.post(f"/api/tables/{table}/{path}", content=text, headers={"Content-Type": "application/json"})
        assert answer.status_code == status, answer.text
        assert {"error", "field"} == set(answer.json())
        assert changes(client, table) == kept
    assert client.post(f"/api/tables/{table}/act", json=act).status_code == 200
    kept = changes(client, table)
    assert client.post(f"/api/tables/{table}/act", json=act).status_code == 409
    assert changes(client, table) == kept


def test_a_request_sent_again_gets_the_answer_it_got(client: TestClient) -> None:
    """Every route that changes something: the same id is the same request, whatever happened since."""
    table = open_table(client, "blackjack")
    path, named = f"/api/tables/{table}", {"X-Request-Id": "request-1"}
    post(client, f"{path}/sit", seat=2)
    first = client.post(f"{path}/buy-in", json={"seat": 2, "amount": 50}, headers=named)
    placed(client, table, seat=2, wagers={"blackjack": 5}, deal=True)
    again = client.post(f"{path}/buy-in", json={"seat": 2, "amount": 50}, headers=named)
    assert (again.status_code, again.content) == (200, first.content)
    other = client.post(f"{path}/buy-in", json={"seat": 2, "amount": 51}, headers=named)
    assert (other.status_code, other.json()["field"]) == (422, "X-Request-Id")
    opened = [client.post("/api/tables", json={"game": "keno"}, headers={"X-Request-Id": "opened-1"}) for _ in "ab"]
    assert opened[0].json()["id"] == opened[1].json()["id"]
    assert [answer.status_code for answer in opened] == [201, 201]
    for bad in ("", "short", "x" * 65, "tab\tin it"):
        refused = client.post(f"{path}/buy-in", json={"seat": 2, "amount": 50}, headers={"X-Request-Id": bad})
        assert refused.status_code == 400
    assert client.get("/api/floor/ledger", params={"kind": "buy-in", "table": table}).json().__len__() == 2


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 422),
        (b"\xff\xfe", 422),
        (b"[]", 422),
        (b'{"seat": 0, "wagers": {"ante": NaN}}', 422),
        (b'{"seat": 0, "wagers": {"ante": 1e400}}', 422),
        (b'{"seat": 0, "wagers": {"ante": -5}}', 422),
        (b'{"seat": 0, "wagers": {"ante": 0.001}}', 422),
        (b'{"seat": 0, "wagers": {"ante": "5"}, "more": 1}', 422),
        (b'{"seat": 0, "wagers": {"ante": true}}', 422),
        (b'{"seat": false, "wagers": {"ante": 5}}', 422),
        (b'{"seat": "0", "wagers": {"ante": 5}}', 422),
        (b'{"seat": 0, "wagers": {"ante": 5}, "deal": 1}', 422),
        (b'{"seat": 1e9, "wagers": {}}', 422),
        (b"[" * 200_000, 400),
        (b" " * 10_000_000, 413),
    ],
)
def test_garbage_and_ten_megabytes_are_refused(client: TestClient, body: bytes, status: int) -> None:
    table = open_table(client, "three-card-poker")
    post(client, f"/api/tables/{table}/sit", seat=0, buy_in=100)
    kept = changes(client, table)
    headers = {"Content-Type": "application/json"}
    answer = client.post(f"/api/tables/{table}/bets", content=body, headers=headers)
    assert answer.status_code == status, answer.text
    assert set(answer.json()) == {"error", "field"}
    assert changes(client, table) == kept


def test_a_bet_without_the_wager_that_it_needs_is_refused_for_that(client: TestClient) -> None:
    table = open_table(client, "three-card-poker")
    post(client, f"/api/tables/{table}/sit", seat=0, buy_in=100)
    shuffle = client.get(f"/api/tables/{table}").json()["shuffle"]["commitment"]
    body = {"seat": 0, "wagers": {"six_card_bonus": 5}, "shuffle": shuffle}
    answer = client.post(f"/api/tables/{table}/bets", json=body)
    assert (answer.status_code, answer.json()["error"]) == (422, "one of Ante or Pair Plus is required")


def test_an_unknown_wager_is_answered_with_those_of_the_layout(client: TestClient) -> None:
    table = open_table(client, "baccarat")
    post(client, f"/api/tables/{table}/sit", seat=0, buy_in=100)
    shuffle = client.get(f"/api/tables/{table}").json()["shuffle"]["commitment"]
    body = {"seat": 0, "wagers": {"perfect_pear": 5}, "shuffle": shuffle}
    answer = client.post(f"/api/tables/{table}/bets", json=body)
    assert (answer.status_code, answer.json()["field"]) == (422, "wagers.perfect_pear")
    said = answer.json()["error"]
    assert said.startswith(
        "Baccarat has no wager 'perfect_pear'; wagers are Player (player), Banker (banker), Tie (tie),"
    )
    assert said.endswith("; did you mean Perfect Pair (perfect_pair)?")


def test_a_body_that_hides_its_length_is_refused_too(client: TestClient) -> None:
    table = open_table(client, "three-card-poker")
    chunks = (b" " * 100_000 for _ in range(100))
    answer = client.post(f"/api/tables/{table}/bets", content=chunks, headers={"Content-Type": "application/json"})
    assert answer.status_code == 413


def test_the_socket_sends_every_state_as_its_viewer_sees_it(client: TestClient, another: Make) -> None:
    table, view = start(client, "blackjack", {"blackjack": 10})
    with another().websocket_connect(f"/api/tables/{table}/live") as watching:
        first = watching.receive_json()
        assert first["you"]["seats"] == []
        assert first["round"]["legal"] == []
        post(client, f"/api/tables/{table}/sit", seat=3)
        second = watching.receive_json()
        assert second["version"] > first["version"]
        assert second["seats"][3]["player"]
    with another().websocket_connect(f"/api/tables/{table}/live") as watching:
        watching.receive_json()
        watching.send_text("act for me")
        with pytest.raises(WebSocketDisconnect):
            watching.receive_json()
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"/api/tables/{table}/live", headers={"origin": "http://evil.example"}) as foreign,
    ):
        foreign.receive_json()
    del view


def test_history_replay_export_and_proof(client: TestClient) -> None:
    table, view = start(client, "ultimate-texas-holdem", {"ante": 10, "blind": 10, "trips": 5})
    published = view["round"]["commitment"]
    view = finish(client, table, view)
    line = client.get("/api/rounds").json()[0]
    assert line["your_net"] == view["round"]["settlement"]["seats"][0]["net"]
    replay = client.get(f"/api/rounds/{line['id']}").json()
    assert [frame["kind"] for frame in replay["frames"]][:2] == ["bet", "deal"]
    file = client.get(f"/api/rounds/{line['id']}/file").json()
    ruling = client.post("/api/settle", json={"round": file}).json()
    assert ruling["seats"][0]["net"] == line["your_net"]
    assert client.post("/api/verify", json={"round": file, "published": published}).json()["ok"]
    file["dealer"] = ["2c", "3c"]
    assert client.post("/api/verify", json={"round": file, "published": published}).json() == {
        "ok": False,
        "wrong": ["file: not what the events tell", "dealer: not what the shuffle and the wagers give"],
    }


def test_the_trainer_marks_every_wager(client: TestClient) -> None:
    dealt = post(client, "/api/trainer/deal", game="three-card-poker", seats=2, wager="pair_plus")
    assert "settlement" not in dealt
    answers = [{"seat": one["seat"], "wager": one["wager"], "net": 12345} for one in dealt["asked"]]
    wrong = post(client, "/api/trainer/answer", round=dealt["round"], answers=answers)
    assert (wrong["right"], wrong["of"]) == (0, len(answers))
    answers = [{"seat": mark["seat"], "wager": mark["wager"], "net": mark["net"]} for mark in wrong["marks"]]
    right = post(client, "/api/trainer/answer", round=dealt["round"], answers=answers)
    assert right["right"] == right["of"]


def test_a_guest_does_not_close_a_table_at_which_another_sits(client: TestClient, another: Make) -> None:
    table = open_table(client, "casino-war")
    post(client, f"/api/tables/{table}/sit", seat=2, buy_in=500)
    other = another()
    refused = post(other, f"/api/floor/tables/{table}/close/now", 422)
    assert refused["error"] == "Seat 3 still plays here"
    post(client, f"/api/tables/{table}/leave", seat=2)
    assert not post(other, f"/api/floor/tables/{table}/close/now")["open"]


def test_seats_are_named_as_on_the_layout(client: TestClient, another: Make) -> None:
    table = open_table(client, "casino-war")
    post(client, f"/api/tables/{table}/sit", seat=3, buy_in=500)
    other = another()
    assert post(other, f"/api/tables/{table}/take-back", 422, seat=3)["error"] == "Seat 4 is another player's"
    assert post(other, f"/api/tables/{table}/sit", 422, seat=3)["error"] == "Seat 4 is taken"


def test_the_list_of_tables_says_where_one_sits(client: TestClient, another: Make) -> None:
    table = open_table(client, "casino-war")
    post(client, f"/api/tables/{table}/sit", seat=0, buy_in=500)
    assert [one["yours"] for one in client.get("/api/tables").json()] == [True]
    assert [one["yours"] for one in another().get("/api/tables").json()] == [False]


def test_a_draft_of_wagers_says_what_the_rules_make_of_it_and_changes_nothing(client: TestClient) -> None:
    table = open_table(client, "ultimate-texas-holdem")
    view = post(client, f"/api/tables/{table}/sit", seat=0, buy_in=100)
    path = f"/api/tables/{table}/draft"
    first = post(client, path, seat=0, steps=[{"wager": "ante", "chip": 5}], chip=25)
    assert first["wagers"] == {"ante": 5, "blind": 5}
    assert (first["total"], first["problem"], first["actions"]) == (10, "", [])
    assert {spot["name"]: spot["next"] for spot in first["spots"]}["ante"] == 30
    alone = post(client, path, seat=0, steps=[{"wager": "trips", "chip": 5}])
    assert alone["wagers"] == {"trips": 5}
    assert alone["problem"].startswith("Trips needs a wager on Ante")
    dear = post(client, path, seat=0, wagers=first["wagers"], steps=[{"wager": "ante", "chip": 100}])
    assert "you have $100" in dear["problem"]
    gone = post(client, path, seat=0, wagers=first["wagers"], steps=[{"wager": "ante"}])
    assert (gone["wagers"], gone["total"]) == ({}, 0)
    assert post(client, path, status=422, seat=0, steps=[{"wager": "moon", "chip": 5}])["field"] == "wagers.moon"
    assert client.get(f"/api/tables/{table}").json()["version"] == view["version"]


def test_a_draft_between_two_rolls_names_the_actions_that_put_it_down(client: TestClient) -> None:
    table, view = start(client, "craps-odds", {"pass": 5})
    while view["round"]["status"] != "playing" or "place_6" not in {spot["name"] for spot in view["round"]["spots"]}:
        if view["round"]["status"] == "settled":
            view = placed(client, table, seat=0, wagers={"pass": 5}, deal=True)
            continue
        view = post(client, f"/api/tables/{table}/act", seat=0, action="roll", after=view["round"]["seq"])
    steps = [{"wager": "place_6", "chip": 5}, {"wager": "field", "chip": 5}]
    drafted = post(client, f"/api/tables/{table}/draft", seat=0, steps=steps)
    assert set(drafted["wagers"]) == {"place_6", "field"}
    for action in drafted["actions"]:
        view = post(client, f"/api/tables/{table}/act", seat=0, action=action, after=view["round"]["seq"])
    assert {bet["wager"] for bet in view["round"]["bets"] if not bet["outcome"]} >= {"place_6", "field"}
