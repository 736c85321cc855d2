"""Answers held to what the OpenAPI document promises of their route."""

from functools import cache
from typing import Any

import httpx2 as httpx
from fastapi import FastAPI
from fastapi.routing import APIRoute
from pydantic import TypeAdapter


def routes(app: FastAPI) -> list[APIRoute]:
    """The routes of the interface."""
    found: list[APIRoute] = []
    waiting: list[Any] = list(app.routes)
    while waiting:
        one = waiting.pop(0)
        if isinstance(one, APIRoute):
            found.append(one)
        else:
            waiting += getattr(getattr(one, "original_router", one), "routes", None) or []
    return found


def model_of(route: APIRoute, status: int) -> Any:
    """The model of an answer of the route; none where the route describes none."""
    if status == (route.status_code or 200):
        return route.response_model
    return route.responses.get(status, {}).get("model")


@cache
def _adapter(model: Any) -> TypeAdapter[Any]:
    return TypeAdapter(model)


def check(app: FastAPI, method: str, path: str, answer: httpx.Response) -> None:
    """Refuse an answer that is not of its route's model."""
    if not path.startswith("/api/") or answer.headers.get("content-type") != "application/json":
        return
    for route in routes(app):
        if method in (route.methods or ()) and route.path_regex.match(path):
            if not 200 <= answer.status_code < 300:
                return
            model = model_of(route, answer.status_code)
            assert model is not None, f"{method} {route.path} describes no answer {answer.status_code}"
            _adapter(model).validate_json(answer.content, strict=True)
            return
