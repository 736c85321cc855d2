"""Operations: whether the server is well, its figures, and a log that names the request."""

import json
import logging
import re
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml  # type: ignore[import-untyped]
from starlette.testclient import TestClient
from tests.web.conftest import Client, begin

from houseway.cli import app
from houseway.floor.outages import UnavailableError
from houseway.floor.store import default_url
from houseway.web import operations
from houseway.web.app import create_app
from houseway.web.operations import JsonLines
from houseway.web.settings import Settings


def test_healthz_tells_whether_the_database_answers(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Where the database is and what its driver says is for the log, not for whoever asks."""
    answer = client.get("/healthz", headers={"Host": "10.0.0.7"})
    assert (answer.status_code, answer.json()["status"]) == (200, "ok")
    store = client.app.state.floor.store  # type: ignore[attr-defined]

    def gone(*_: Any) -> None:
        raise UnavailableError("connection to server at 10.1.2.3 failed")

    monkeypatch.setattr(store, "read", gone)
    for path in ("/healthz", "/api/tables"):
        answer = client.get(path)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
        assert answer.json()["error"] == "the database does not answer; nothing was changed, ask again"
        assert "10.1.2.3" in caplog.text
        caplog.clear()


def test_metrics_count_requests_by_route_and_are_not_for_everybody(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get("/metrics").status_code == 403  # the test's client is not of this machine
    monkeypatch.setenv("HOUSEWAY_METRICS_TOKEN", "xyzzy")
    assert client.get("/metrics", headers={"Authorization": "Bearer wrong"}).status_code == 403
    token = {"Authorization": "Bearer xyzzy"}
    table = client.post("/api/tables", json={"game": "baccarat"}).json()["id"]

    def count() -> float:
        told = client.get("/metrics", headers=token).text
        line = 'houseway_requests_total{method="GET",route="/api/tables/{table}",status="200"}'
        return sum(float(one.rpartition(" ")[2]) for one in told.splitlines() if one.startswith(line))

    before = count()
    for _ in range(3):
        client.get(f"/api/tables/{table}")
    assert count() == before + 3
    told = client.get("/metrics", headers=token).text
    for name in ("houseway_lane_waiting", "houseway_watchers", "houseway_request_seconds_bucket"):
        assert name in told


def test_the_log_is_json_and_names_the_request(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "houseway.requests"):
        answer = client.get("/api/tables", headers={"X-Request-Id": "request-0007"})
        other = client.get("/api/tables", headers={"X-Request-Id": "short"})
    assert answer.headers["X-Request-Id"] == "request-0007"
    assert len(other.headers["X-Request-Id"]) == 16
    record = caplog.records[0]
    operations.request_id.set("request-0007")
    line = json.loads(JsonLines().format(record))
    assert line["request"] == "request-0007"
    assert (line["method"], line["path"], line["status"], line["level"]) == ("GET", "/api/tables", 200, "info")
    assert line["ms"] >= 0


def test_a_fault_is_in_the_log_with_its_request(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = create_app(Settings(default_url(tmp_path / "f.db"), hosts=("testserver",)))

    @made.get("/api/fails")
    def fails() -> None:
        raise ZeroDivisionError

    made.router.routes.insert(0, made.router.routes.pop())
    monkeypatch.setattr("houseway.web.api.history.answer", lambda _: [][0])
    with Client(made, raise_server_exceptions=False) as client, caplog.at_level(logging.INFO):
        assert client.get("/api/fails").status_code == 500
        begin(client)
        refused = client.post("/api/settle", json={"round": {"game": "war", "seats": []}})
    assert refused.json() == {"error": "the round cannot be settled as it is written", "field": "round"}
    told = [json.loads(JsonLines().format(record)) for record in caplog.records]
    for fault in ("ZeroDivisionError", "IndexError"):
        assert any(fault in one.get("trace", "") for one in told), fault
    assert any(one["logger"] == "houseway.requests" and one["status"] == 500 for one in told)


def test_the_composed_server_believes_the_address_of_its_gateway_alone() -> None:
    """Otherwise all players would have the proxy's address, and wait for the wrong passwords of one of them."""
    composed = yaml.safe_load((Path(__file__).parents[2] / "compose.yaml").read_text())
    network = composed["networks"]["default"]["ipam"]["config"][0]
    house = composed["services"]["house"]
    assert house["environment"]["FORWARDED_ALLOW_IPS"] == network["gateway"]
    assert ip_address(network["gateway"]) in ip_network(network["subnet"])
    assert house["ports"] == ["127.0.0.1:8000:8000"]
    assert set(house["depends_on"]) <= set(composed["services"])
    for service in composed["services"].values():
        assert {one.partition(":")[0] for one in service["volumes"]} <= set(composed["volumes"])


def test_the_container_starts_the_server_with_options_it_has() -> None:
    """The commands of Containerfile and compose.yaml are ones that the command line takes."""
    root = Path(__file__).parents[2]
    named = re.findall(
        r"^(?:CMD|    command:) (\[.*\])$",
        "\n".join((root / name).read_text() for name in ("Containerfile", "compose.yaml")),
        re.MULTILINE,
    )
    assert len(named) == 2
    serve = typer.main.get_command(app).commands["serve"]  # type: ignore[attr-defined]
    for line in named:
        command, *options = json.loads(line)
        assert command == "serve"
        assert serve.make_context("serve", options).params["accounts"]
