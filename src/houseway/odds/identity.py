"""What a price was counted from: a hash of the resolved game and its choices, and one of the code that counted."""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from houseway.rules.game import Game

_SAID = ("name", "summary", "readings", "rule", "edition")  # words about a game that no price depends on
_MODULE = re.compile(r"houseway(\.\w+)+")
_COUNTS = ("cards", "hands", "rules", "play", "odds")
# Modules of `odds` that write, compare or keep prices and count none.
_SHOWS = (
    "certificate", "charts", "contrast", "design", "exports", "exposure", "identity", "measures", "page", "plot",
    "session", "stored", "together",
)  # fmt: skip


def digest_of(value: Any) -> str:
    """The SHA-256 of a value as JSON with its keys in order."""
    return sha256(msgspec.json.encode(value, order="deterministic")).hexdigest()


def game_hash(game: Game[Any]) -> str:
    """The resolved game: every statement with the house's choices applied, the options and the tables in use."""
    plain = msgspec.to_builtins(game.spec)
    statements = {name: value for name, value in plain.items() if name not in _SAID}
    tables = {name: game.table_id(name) for name in game.spec.pay_tables}
    return digest_of([statements, msgspec.to_builtins(game.options), tables])


def _root() -> Path:
    return Path(str(files("houseway")))


def _counts(name: Path) -> bool:
    """Whether a source is one that prices are counted by."""
    package = name.parts[0]
    return package in _COUNTS and not (package == "odds" and name.parts[1].removesuffix(".py") in _SHOWS)


def source_hash(sources: Iterable[str]) -> str:
    """The SHA-256 of some sources of the package, with their names; one that is gone counts as empty."""
    made, root = sha256(), _root()
    for name in sources:
        made.update(f"{name}\n".encode())
        path = root / name
        made.update(path.read_bytes() if path.is_file() else b"")
    return made.hexdigest()


@cache
def code_hash() -> str:
    """All sources that prices are counted by: cards, hands, rules, play and odds."""
    root = _root()
    names = [path.relative_to(root) for package in _COUNTS for path in sorted((root / package).rglob("*.py"))]
    return source_hash(name.as_posix() for name in names if _counts(name))


def _imports(text: str) -> Iterator[str]:
    """Every module of the package that a source names: imported anywhere in it, or written as a string."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(module), names=names, level=0):
                yield module
                yield from (f"{module}.{alias.name}" for alias in names)
            case ast.Constant(value=str(value)) if _MODULE.fullmatch(value):
                yield value


@cache
def sources_behind(module: str) -> tuple[str, ...]:
    """The sources that a module is made of, itself and all it leads to, of those that prices are counted by."""
    root = _root()
    found: set[str] = set()
    waiting = [module]
    while waiting:
        parts = waiting.pop().split(".")
        if parts[0] != "houseway":
            continue
        inner = Path(*parts[1:]) if len(parts) > 1 else Path()
        own = [inner.with_suffix(".py")] if inner.parts else []
        inits = [Path(*parts[1:end], "__init__.py") for end in range(2, len(parts) + 1)]
        for name in (*own, *inits):
            if name.as_posix() in found or not _counts(name) or not (root / name).is_file():
                continue
            found.add(name.as_posix())
            waiting += _imports((root / name).read_text(encoding="utf-8"))
    return tuple(sorted(found))
