"""Every example in the docstrings of the library runs and gives what it says."""

import doctest
import inspect
from collections.abc import Iterator
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import houseway
from houseway.bulk.settled import SettledColumns

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
GYM = tuple(f"houseway.gym{part}" for part in ("", ".encoding", ".env", ".aec", ".vector", ".registration"))
MODULES = (
    "houseway", "houseway.library", "houseway.rules.errors", "houseway.play.core.actions", "houseway.play.draft",
    "houseway.bulk.settled", *GYM,
)  # fmt: skip


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name: str) -> None:
    failed, tried = doctest.testmod(import_module(name), optionflags=FLAGS)
    assert tried > 0
    assert failed == 0


def public() -> Iterator[tuple[str, Any]]:
    """Everything under a stable name: functions, classes, and the methods and properties of these."""
    library, gym = import_module("houseway.library"), import_module("houseway.gym")
    things = [getattr(library, name) for name in houseway.__all__] + [SettledColumns]
    things += [getattr(gym, name) for name in gym.__all__]
    for thing in things:
        yield thing.__name__, thing
        if inspect.isclass(thing):
            for name, part in vars(thing).items():
                own = part.fget if isinstance(part, property) else getattr(part, "__func__", part)
                own = part.func if isinstance(part, cached_property) else own
                if not name.startswith("_") and inspect.isfunction(own):
                    yield f"{thing.__name__}.{name}", own


def test_everything_public_has_a_docstring_with_an_example() -> None:
    found = dict(public())
    assert len(found) > 100
    assert [name for name, thing in found.items() if ">>>" not in (inspect.getdoc(thing) or "")] == []


def test_the_library_page_lists_the_stable_names() -> None:
    page = (Path(__file__).parents[2] / "docs" / "library.md").read_text(encoding="utf-8")
    assert [name for name in houseway.__all__ if f"`{name}`" not in page and f"`{name}(" not in page] == []
