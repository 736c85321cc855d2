"""Every example in the docstrings of the library runs and gives what it says."""

import doctest
import inspect
from importlib import import_module

import pytest

import houseway

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
GYM = ("houseway.gym", "houseway.gym.encoding", "houseway.gym.env", "houseway.gym.aec", "houseway.gym.vector")
MODULES = ("houseway", "houseway.library", "houseway.play.core.actions", *GYM)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name: str) -> None:
    failed, tried = doctest.testmod(import_module(name), optionflags=FLAGS)
    assert tried > 0
    assert failed == 0


def test_everything_public_has_a_docstring_with_an_example() -> None:
    missing = []
    for name in houseway.__all__:
        thing = getattr(import_module("houseway.library"), name)
        told = inspect.getdoc(thing) or ""
        if inspect.isclass(thing):
            told += "".join(inspect.getdoc(one) or "" for _, one in inspect.getmembers(thing, callable))
        if issubclass(thing, Exception) if inspect.isclass(thing) else False:
            continue
        if ">>>" not in told:
            missing.append(name)
    assert missing == []
