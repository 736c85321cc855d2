"""What does not fit the form of a request is told in one sentence of the house's own words."""

import asyncio
import gc
from collections.abc import Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError
from starlette.testclient import TestClient

from houseway.web import app  # noqa: F401 - all forms
from houseway.web.forms import Form
from houseway.web.misfits import misfit, sentence
from houseway.web.pricing import Job

WRONG: list[Any] = [
    None,
    True,
    -1,
    0,
    3,
    1.5,
    1e300,
    float("nan"),
    "",
    "x",
    "x" * 30_000,
    [],
    ["x"],
    [[]],
    {},
    {"x": -1},
    {1: 2},
]
LIBRARYS_WORDS = ("Input", "should", "valid", "Field", "String", "Value error", "unable")


def kinds(form: type[Form] = Form) -> Iterator[type[Form]]:
    for kind in form.__subclasses__():
        yield kind
        yield from kinds(kind)


@pytest.mark.parametrize("form", sorted(kinds(), key=str), ids=str)
def test_every_fault_of_every_form_is_told_in_our_words(form: type[Form]) -> None:
    adapter = TypeAdapter(form)
    given: list[Any] = [*WRONG, *({name: value} for name in form.model_fields for value in WRONG)]
    told = 0
    for body in given:
        try:
            adapter.validate_python(body)
        except ValidationError as error:
            for one in error.errors():
                said = sentence(one)
                assert misfit(one) != "cannot be read", one
                assert not any(word in said for word in LIBRARYS_WORDS), said
                told += 1
    assert told > len(WRONG)


MISFITS: list[tuple[str, Any, str, str]] = [
    ("bets", {"seat": "one"}, "seat must be a whole number", "seat"),
    ("bets", {"seat": 0, "wagers": {"pair_plus": -5}}, "Pair Plus must be more than 0", "wagers.pair_plus"),
    ("bets", {"seat": 0, "wagers": {"ante": "5"}}, "Ante must be a number", "wagers.ante"),
    ("bets", {"seat": 0, "wagers": {}}, "shuffle is missing", "shuffle"),
    ("bets", {"seat": 0, "shuffle": "x"}, "shuffle must be 64 digits or letters from a to f", "shuffle"),
    (
        "bets",
        {"seat": 0, "shuffle": "0" * 64, "select": ["x"]},
        "number 1 of select must be a whole number",
        "select.0",
    ),
    ("bets", {"seat": 200, "shuffle": "0" * 64}, "seat must be less than 200", "seat"),
    ("bets", {"seat": 0, "shuffle": "0" * 64, "x_y": 1}, "x y is not taken here", "x_y"),
    ("bets", [], "the body must be an object", "body"),
    ("bets", b"{", "the body must be JSON", "body"),
    ("act", {"seat": 0, "action": "", "after": 0}, "action must not be empty", "action"),
    ("act", {"seat": 0, "action": "x" * 201, "after": 0}, "action may have at most 200 characters", "action"),
    ("buy-in", {"seat": 0, "amount": 5, "medium": "x"}, "medium must be 'cash' or 'tokens'", "medium"),
]


def test_a_misfit_is_named(client: TestClient) -> None:
    table = client.post("/api/tables", json={"game": "three-card-poker"}).json()["id"]
    for path, body, error, field in MISFITS:
        sent: dict[str, Any] = {"content": body} if isinstance(body, bytes) else {"json": body}
        headers = {"Content-Type": "application/json"}
        answer = client.post(f"/api/tables/{table}/{path}", headers=headers, **sent)
        assert (answer.status_code, answer.json()) == (422, {"error": error, "field": field})
    answer = client.get("/api/rounds?most=many")
    assert (answer.status_code, answer.json()) == (422, {"error": "most must be a whole number", "field": "most"})


def test_what_is_not_there_and_what_is_not_done_is_told_in_our_words(client: TestClient) -> None:
    nested: dict[str, Any] = {"content": b"[" * 100_000, "headers": {"Content-Type": "application/json"}}
    for method, path, given, told in (
        ("GET", "/api/nothing", {}, (404, "there is nothing at this address")),
        ("PUT", "/api/games", {}, (405, "this is not done at this address")),
        ("POST", "/api/settle", nested, (400, "the body cannot be read")),
    ):
        answer = client.request(method, path, **dict[str, Any](given))
        assert (answer.status_code, answer.json()["error"]) == told


def test_the_end_of_work_that_nobody_waits_for_any_more_is_no_fault() -> None:
    """A server that ends its processes while they work printed that an exception was never read."""
    faults = []

    async def ask() -> dict[str, Any]:
        asyncio.get_running_loop().set_exception_handler(lambda _, told: faults.append(told["message"]))
        future: Future[dict[str, Any]] = Future()
        answer = await Job(future, [0.5], 0).within(0.01)
        future.set_exception(BrokenProcessPool("ended"))
        await asyncio.sleep(0.01)
        gc.collect()
        return answer

    assert asyncio.run(ask()) == {"state": "computing", "done": 0.5}
    gc.collect()
    assert faults == []
