"""Houseway: the executable rulebook of casino table games.

    >>> import houseway as hw
    >>> game = hw.load("three-card-poker", pay_tables={"pair_plus": "2"})
    >>> ruled = game.settle(wagers={"ante": 10, "pair_plus": 5}, cards="9s 9d 2c", dealer="Jh 8c 4d", actions="play")
    >>> ruled.net, ruled["pair_plus"].rule
    (15, 'CO 30-1099.18(20)')

Everything listed in `__all__` is loaded when it is first asked for: `import houseway` alone costs next to nothing.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from houseway.library import (
        Action,
        Game,
        Line,
        Odds,
        Round,
        RuleError,
        Seat,
        Settlement,
        check,
        deal,
        games,
        load,
        odds,
        rank,
        settle,
        simulate,
    )

__version__ = "0.1.0"

__all__ = [
    "Action",
    "Game",
    "Line",
    "Odds",
    "Round",
    "RuleError",
    "Seat",
    "Settlement",
    "check",
    "deal",
    "games",
    "load",
    "odds",
    "rank",
    "settle",
    "simulate",
]


if not TYPE_CHECKING:  # a type checker knows the names above, and no others

    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module 'houseway' has no attribute {name!r}")
        return getattr(import_module("houseway.library"), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])


class _Package(ModuleType):
    """This package: a name above stays the function when a module of the same name is imported (`houseway.odds`)."""

    def __setattr__(self, name: str, value: Any) -> None:
        if not (name in __all__ and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
