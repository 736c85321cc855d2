"""What a price was counted from: a hash of the resolved game and its choices, and one of the code that counted."""

from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from houseway.rules.game import Game

_SAID = ("name", "summary", "readings", "rule", "edition")  # words about a game that no price depends on
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


@cache
def code_hash() -> str:
    """The sources that a price is counted by: cards, hands, rules, play and odds."""
    root = Path(str(files("houseway")))
    made = sha256()
    for package in _COUNTS:
        for path in sorted((root / package).rglob("*.py")):
            name = path.relative_to(root)
            if package == "odds" and (name.parts[1].removesuffix(".py") in _SHOWS):
                continue
            made.update(f"{name.as_posix()}\n".encode())
            made.update(path.read_bytes())
    return made.hexdigest()
