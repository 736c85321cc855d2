"""A server in the test's own process, and clients with sessions."""

from collections.abc import Callable, Iterator
from pathlib import Path
from secrets import token_hex
from typing import Any

import httpx2 as httpx
import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient
from tests.web.described import check

from houseway.floor.store import default_url
from houseway.web.app import create_app
from houseway.web.settings import Settings


class Client(TestClient):
    """A client that gives every request an id of its own, as the page does, and holds answers to their models."""

    def request(self, method: str, url: Any, **more: Any) -> httpx.Response:
        more["headers"] = {"X-Request-Id": token_hex(8), **(more.get("headers") or {})}
        answer = super().request(method, url, **more)
        assert isinstance(self.app, FastAPI)
        check(self.app, method, answer.request.url.path, answer)
        return answer


def begin(client: httpx.Client) -> httpx.Client:
    """A guest's session; every request of the client carries its token."""
    client.headers["X-CSRF-Token"] = client.get("/api/session").json()["csrf"]
    return client


def bet(client: TestClient, path: str, **body: Any) -> httpx.Response:
    """Wagers on the shuffle that the table at the path shows."""
    shuffle = client.get(path).json()["shuffle"]["commitment"]
    return client.post(f"{path}/bets", json={"shuffle": shuffle, **body})


@pytest.fixture
def app_client(tmp_path: Path) -> Iterator[TestClient]:
    """A client without a session, on a server for guests."""
    app = create_app(Settings(default_url(tmp_path / "floor.db"), hosts=("testserver", "localhost")))
    with Client(app) as client:
        yield client


@pytest.fixture
def another(app_client: TestClient) -> Callable[[], TestClient]:
    """Makes further clients of the same server, each a guest of its own."""

    def make() -> TestClient:
        made = Client(app_client.app)
        made.portal = app_client.portal
        begin(made)
        return made

    return make


@pytest.fixture
def client(app_client: TestClient) -> TestClient:
    """A guest."""
    begin(app_client)
    return app_client
