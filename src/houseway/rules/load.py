"""Game files: found by id or path, merged with the file they extend, patched by the house's choices, validated."""

import copy
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from houseway.rules.errors import RuleError
from houseway.rules.families import GameFile
from houseway.rules.words import Option

RULEBOOK = Path(str(files("houseway.rulebook")))
Raw = dict[str, Any]


def rulebook_files() -> Iterator[Path]:
    """All game files of the rulebook, by jurisdiction and section."""
    return iter(sorted(path for path in RULEBOOK.glob("*/*.toml") if path.parent.name != "library"))


def _read(path: Path) -> Raw:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RuleError(f"cannot read the game file {path}: {error.strerror}", "game") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RuleError(f"{path.name} is not valid TOML: {error}", "game") from None


def is_path(game: str) -> bool:
    return game.endswith(".toml")


def find(game: str) -> Path:
    """The file of a game given by id or by path."""
    if is_path(game):
        return Path(game)
    for path in rulebook_files():
        if path.stem.endswith(f"-{game}") and _read(path).get("id") == game:
            return path
    raise RuleError(
        f"unknown game {game!r}; `houseway games` lists the games, and a path to a .toml file works too",
        "game",
    )


def merge(base: Raw, change: Raw) -> Raw:
    """`change` laid over `base`: tables merge key by key, lists and plain values replace."""
    merged = dict(base)
    for key, value in change.items():
        old = merged.get(key)
        merged[key] = merge(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return merged


def _with_libraries(raw: Raw, place: str) -> Raw:
    """Pay-table blocks that name a `library` get its rows; what the game itself states goes before."""
    for name, blocks in raw.get("pay_tables", {}).items():
        if not isinstance(blocks, list):
            raise RuleError(
                "a pay table is a list of printed blocks: [[pay_tables.NAME]]", f"{place}: pay_tables.{name}"
            )
        for index, block in enumerate(blocks):
            if isinstance(block, dict) and "library" in block:
                blocks[index] = merge(_library(str(block["library"]), place), block)
    return raw


def _library(name: str, place: str) -> Raw:
    path = RULEBOOK / "library" / f"{name}.toml"
    if not path.is_file():
        raise RuleError(f"no shared pay table {name!r} in the library", f"{place}: library")
    return _read(path)


def read_raw(path: Path) -> Raw:
    """A game file with the file it extends below it, as plain data."""
    raw = _read(path)
    base = raw.pop("extends", None)
    if base is not None:
        other = path.parent / str(base) if is_path(str(base)) else find(str(base))
        raw = merge(read_raw(other), raw)
    return _with_libraries(raw, path.name)


@cache
def _raw_game(game: str) -> tuple[Path, Raw]:
    path = find(game)
    return path, read_raw(path)


def _set(raw: Raw, path: str, value: Any, place: str) -> None:
    *parents, last = path.split(".")
    node: Any = raw
    try:
        for key in parents:
            node = node[int(key)] if isinstance(node, list) else node.setdefault(key, {})
        if isinstance(node, list):
            node[int(last)] = value
        else:
            node[last] = value
    except (KeyError, IndexError, ValueError, TypeError):
        raise RuleError(f"{path!r} leads nowhere in the file", place) from None


def _convert(raw: Raw, path: Path) -> GameFile:
    try:
        return msgspec.convert(raw, GameFile)
    except msgspec.ValidationError as error:
        message, _, where = str(error).partition(" - at `$.")
        raise RuleError(message, f"{path.name}: {where.rstrip('`')}" if where else path.name) from None


def _choice(name: str, option: Option, value: Any) -> Any:
    field = f"house.{name}"
    if option.choices:
        if value not in option.choices or isinstance(value, bool) != isinstance(option.default, bool):
            known = ", ".join(str(choice) for choice in option.choices)
            raise RuleError(f"{value!r} is not a choice of {name}; choices are {known}", field)
        return value
    numeric = isinstance(option.default, int | float) and not isinstance(option.default, bool)
    if numeric:
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e12:
            raise RuleError(f"{name} must be a number that is not negative, not {value!r}", field)
    elif not isinstance(value, type(option.default)):
        raise RuleError(f"{name} must be a {type(option.default).__name__}, not {value!r}", field)
    return value


def key_of(value: Any) -> str:
    """How a choice is written as a key under `sets`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def load_file(game: str, choices: Raw | None = None) -> tuple[GameFile, dict[str, Any]]:
    """The validated file of a game with the house's option choices applied, and the value of every option."""
    path, raw = _raw_game(game)
    plain = _convert(raw, path)
    values = {name: option.default for name, option in plain.options.items()}
    for name, value in (choices or {}).items():
        if name not in plain.options:
            known = ", ".join(plain.options) or "none"
            raise RuleError(f"{plain.id} has no option {name!r}; its options are {known}", f"house.{name}")
        values[name] = _choice(name, plain.options[name], value)
    patches = [(name, plain.options[name].sets.get(key_of(value), {})) for name, value in values.items()]
    if not any(patch for _, patch in patches):
        return plain, values
    patched = copy.deepcopy(raw)
    for name, patch in patches:
        for target, value in patch.items():
            _set(patched, target, value, f"{path.name}: options.{name}.sets")
    return _convert(patched, path), values
