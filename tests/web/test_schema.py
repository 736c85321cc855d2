"""The OpenAPI description against the server: schemathesis finds no crash, no answer that is not described."""

from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)
from tests.web.conftest import Client, begin

from houseway.floor.ledger import audit
from houseway.floor.store import default_url
from houseway.web.app import create_app
from houseway.web.context import is_request_id
from houseway.web.settings import Settings

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
# A logged-out client tests nothing more, and a price takes seconds.
LEFT_OUT = ("/api/logout", "/api/session", "/api/odds")
PRICED = ("/api/exposure", "/api/design", "/api/sweep", "/api/cert", "/api/draft")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Any, dict[str, str]]]:
    """The described server with a table where somebody sits, and the headers of his session."""
    folder: Path = tmp_path_factory.mktemp("schema")
    app = create_app(Settings(default_url(folder / "floor.db"), hosts=(), requests_per_second=1e9))
    with Client(app) as client:
        begin(client)
        client.post("/api/tables", json={"game": "blackjack"})
        client.post("/api/tables/1/sit", json={"seat": 0, "buy_in": 500})
        client.post("/api/keno/desks", json={"name": "Keno lounge"})
        cookie = f"houseway_session={client.cookies['houseway_session']}"
        yield app, {"Cookie": cookie, "X-CSRF-Token": client.headers["X-CSRF-Token"]}


def put_home(case: Any) -> None:
    """A request about what is there: the table where somebody sits, the keno desk, a game of the rulebook."""
    if "table" in (case.path_parameters or {}):
        case.path_parameters["table"] = 2 if "/keno/" in case.path else 1
    for told, name in ((case.query, "id"), (case.body, "game")):
        if isinstance(told, dict) and isinstance(told.get(name), str) and not case.path.startswith(PRICED):
            told[name] = "three-card-poker"


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_schemathesis_finds_nothing(served: tuple[Any, dict[str, str]], mode: GenerationMode) -> None:
    app, headers = served
    schema = schemathesis.openapi.from_asgi("/api/openapi.json", app)
    tried, examples = 0, max(1 + (mode is GenerationMode.POSITIVE), settings().max_examples // 30)
    statuses, turns = Counter[int](), count()
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        if operation.path.startswith(LEFT_OUT):
            continue

        @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy(generation_mode=mode))
        def probe(case: Any) -> None:
            if mode is GenerationMode.POSITIVE and next(turns) % 2:
                put_home(case)
            given = str((case.headers or {}).get("X-Request-Id", ""))
            ids = {"X-Request-Id": token_hex(8)} if is_request_id(given) else {}  # every request is a new one
            answer = case.call(headers={**headers, **ids}, timeout=60)  # the first to ask for all games loads them
            statuses[answer.status_code] += 1
            case.validate_response(answer, checks=CHECKS)

        try:
            probe()
        except Unsatisfiable:
            continue  # it takes nothing, so nothing can be wrong with it
        tried += 1
    assert tried > 120
    if mode is GenerationMode.POSITIVE:
        assert statuses[400] == 0
        assert statuses[200] > 0.1 * statuses.total()
    assert app.state.floor.read(audit).balanced
