"""Game files: found by id or path, merged with the file they extend, patched by the house's choices, validated."""

import copy
import datetime
import pickle
import re
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar, get_args

import msgspec

from houseway.rules.drops import without
from houseway.rules.errors import MALFORMED, FileError, RuleError, allowed
from houseway.rules.explain import rule_error
from houseway.rules.families import GameFile
from houseway.rules.grammar import quoted
from houseway.rules.paths import last_step, read_at, write_at
from houseway.rules.positions import find_line
from houseway.rules.validate import faults, unread
from houseway.rules.words import Option

RULEBOOK = Path(str(files("houseway.rulebook")))
Raw = dict[str, Any]
Done = TypeVar("Done")
ORDERED = ("results", "rows", "envy")  # tables whose order is the order of judgement
GRAMMARS: dict[str, type[GameFile]] = {str(one.__struct_config__.tag): one for one in get_args(GameFile)}


_NOT_GAMES = ("library", "map")  # what games share, and the map of the documents


def rulebook_files() -> Iterator[Path]:
    """All game files of the rulebook, by jurisdiction and section."""
    return iter(sorted(path for path in RULEBOOK.glob("*/*.toml") if path.parent.name not in _NOT_GAMES))


def _filled(node: Any, value: str) -> Any:
    """A statement with a value in place of every {}."""
    if isinstance(node, dict):
        return {_filled(key, value): _filled(one, value) for key, one in node.items() if key != "each"}
    if isinstance(node, list):
        return [_filled(one, value) for one in node]
    return node.replace("{}", value) if isinstance(node, str) else node


def _several(statement: Any) -> list[str]:
    """The values that a statement stands for, where it stands for several."""
    each = statement.get("each") if isinstance(statement, dict) else None
    return each if isinstance(each, list) and all(isinstance(one, str) for one in each) else []


def _with_each(raw: Raw) -> Raw:
    """A file in which every statement with `each` is written out."""
    made = dict(raw)
    for key in ("hands", "patterns", "wagers"):
        if isinstance(table := raw.get(key), dict):
            made[key] = written = {}
            for name, one in table.items():
                several = _several(one)
                written.update({name.replace("{}", value): _filled(one, value) for value in several} or {name: one})
    if isinstance(stages := raw.get("stages"), list):
        made["stages"] = [
            filled for one in stages for filled in ([_filled(one, value) for value in _several(one)] or [one])
        ]
    return made


@lru_cache(maxsize=512)
def _parsed(text: str) -> bytes:
    """A text of TOML as data that is read again in a twentieth of the time; each reader gets data of its own."""
    return pickle.dumps(_with_each(tomllib.loads(text)))


def _read(path: Path) -> Raw:
    try:
        raw: Raw = pickle.loads(_parsed(path.read_text(encoding="utf-8")))
        return raw
    except OSError as error:
        raise RuleError(f"cannot read the game file {path}: {error.strerror}", "game") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RuleError(f"{path.name} is not valid TOML: {error}", "game") from None
    except RecursionError:
        raise RuleError(f"{path.name} is nested too deeply", "game") from None


def is_path(game: str) -> bool:
    return game.endswith(".toml")


def find(game: str) -> Path:
    """The file of a game given by id or by path."""
    if is_path(game):
        return Path(game)
    for path in rulebook_files():
        if path.stem.endswith(f"-{game}") and _read(path).get("id") == game:
            return path
    near = _nearest(game)
    asked = f"did you mean {near}? " if near else ""
    raise RuleError(
        f"unknown game {game!r}; {asked}`houseway games` lists the games, and a path to a .toml file works too",
        "game",
    )


def _nearest(game: str) -> str:
    """The game whose id or name is most like what was asked for; empty where none is."""
    plain = re.sub(r"[^a-z0-9]+", "-", game.casefold()).strip("-")
    ids = [str(_read(path).get("id", "")) for path in rulebook_files()]
    close = get_close_matches(plain, ids, n=1, cutoff=0.6)
    within = sorted((one for one in ids if plain and plain in one), key=len)
    return (close or within or [""])[0]


def merge(base: Raw, change: Raw) -> Raw:
    """`change` laid over `base`: tables merge key by key; lists, plain values and ordered rows replace."""
    merged = dict(base)
    for key, value in change.items():
        old = merged.get(key)
        if isinstance(old, dict) and isinstance(value, dict) and key not in ORDERED:
            value = merge(old, value)
        merged[key] = value
    return merged


def _with_libraries(raw: Raw, folder: Path) -> Raw:
    """Pay-table blocks that name a `library` get its rows; what the game itself states goes before."""
    tables = raw.get("pay_tables", {})
    if not isinstance(tables, dict):
        raise RuleError("pay tables are lists of printed blocks: [[pay_tables.NAME]]", "pay_tables")
    for name, blocks in tables.items():
        if not isinstance(blocks, list):
            raise RuleError("a pay table is a list of printed blocks: [[pay_tables.NAME]]", f"pay_tables.{name}")
        for index, block in enumerate(blocks):
            if isinstance(block, dict) and "library" in block:
                shared = _library(str(block["library"]), folder, f"pay_tables.{name}[{index}].library")
                blocks[index] = merge(shared, block)
    return raw


def _library(name: str, folder: Path, key: str) -> Raw:
    """A shared pay table: of the rulebook by its name, or by its path from the file that names it."""
    path = folder / name if is_path(name) else RULEBOOK / "library" / f"{name}.toml"
    if not path.is_file():
        known = allowed(name, (one.stem for one in sorted((RULEBOOK / "library").glob("*.toml"))))
        raise RuleError(f"no shared pay table {name!r}; {known}, or the path of a file", key)
    return _read(path)


def _qualified(node: Any, section: str, key: str = "") -> Any:
    """Statements with their paragraphs under the section they stand in, so that another file may take them over."""
    if isinstance(node, dict):
        inner = {name: "rule" if key == "cites" else last_step(name) for name in node}
        return {name: _qualified(value, section, inner[name]) for name, value in node.items()}
    if isinstance(node, list):
        return [_qualified(value, section) for value in node]
    return section + node if key == "rule" and isinstance(node, str) and node.startswith("(") else node


def _extended(base: Raw, change: Raw) -> Raw:
    """A file over the one it extends: readings and pay-table blocks of both hold, those of the same id replace."""
    section, source = str(base.get("rule", "")), str(base.get("jurisdiction", ""))
    if change.get("jurisdiction", source) != source:
        section = f"{source} {section}"
    qualified = _qualified(base, section)
    merged = merge(qualified, change)
    readings = [one for one in _list(qualified.get("readings")) if not _shares_id(one, _list(change.get("readings")))]
    merged["readings"] = [*readings, *_list(change.get("readings"))]
    merged["amended"] = [*_list(qualified.get("amended")), *_list(change.get("amended"))]
    for dated in ("edition", "effective"):
        if "rule" in change and dated not in change:
            merged.pop(dated, None)  # another section has dates of its own
    tables, own = qualified.get("pay_tables"), change.get("pay_tables")
    if isinstance(tables, dict) and isinstance(own, dict):
        for name in tables.keys() & own.keys():
            merged["pay_tables"][name] = _blocks(_list(tables[name]), _list(own[name]))
    return merged


def _list(value: Any) -> list[Any]:
    """A list of the file; what is none is left for the validation to refuse."""
    return value if isinstance(value, list) else [] if value is None else [value]


def _ids(statement: Any) -> set[str]:
    """The `id` of a reading, or the `ids` of a pay-table block."""
    if not isinstance(statement, dict):
        return set()
    return {str(one) for one in _list(statement.get("id", statement.get("ids", ["1"])))}


def _shares_id(statement: Any, others: list[Any]) -> bool:
    return any(_ids(statement) & _ids(other) for other in others)


def _blocks(old: list[Any], new: list[Any]) -> list[Any]:
    """Blocks of a pay table: each keeps its place, a new one of the same id stands in it, the rest follow."""
    kept = [next((block for block in new if _ids(block) & _ids(before)), before) for before in old]
    return [*kept, *(block for block in new if not _shares_id(block, old))]


def read_raw(path: Path, above: tuple[Path, ...] = ()) -> Raw:
    """A game file with the file it extends below it, as plain data; `above`: the files that extend this one."""
    raw = _read(path)
    with _told_of(path):
        raw = _with_libraries(raw, path.parent)
        if "extends" not in raw:
            return raw
        base, changes, dropped = str(raw.pop("extends")), raw.pop("sets", {}), raw.pop("drops", [])
        other = path.parent / base if is_path(base) else find(base)
        if other.resolve() in (path.resolve(), *above):
            raise RuleError("the file extends itself", "extends")
        below = read_raw(other, (path.resolve(), *above))
        if dropped:
            below = _under("drops", without, below, _list(dropped), _grammar({**below, **raw}))
        raw = _extended(below, raw)
        if not isinstance(changes, dict):
            raise RuleError("must be a table of paths and what they are set to", "sets")
        for target, value in changes.items():
            _under(f"sets.{quoted(target)}", write_at, raw, target, value, _grammar(raw))
    return raw


def _grammar(raw: Raw) -> type[GameFile]:
    """The grammar of the family that a file names."""
    family = raw.get("family")
    if family not in GRAMMARS:
        raise RuleError(f"no family {family!r}; {allowed(str(family), GRAMMARS)}", "family")
    return GRAMMARS[family]


def _under(key: str, act: Callable[..., Done], *given: Any) -> Done:
    """What `act` gives; its errors are told of a key."""
    try:
        return act(*given)
    except RuleError as error:
        raise RuleError(error.message, key) from None


def _texts(path: Path) -> Iterator[tuple[Path, str]]:
    """The text of a file, then of those that it extends."""
    seen: set[Path] = set()
    while path.is_file() and path.resolve() not in seen:
        seen.add(path.resolve())
        text = path.read_text(encoding="utf-8")
        yield path, text
        base = tomllib.loads(text).get("extends")
        if base is None:
            return
        path = path.parent / str(base) if is_path(str(base)) else find(str(base))


def place_of(game: str, key: str) -> str:
    """A key of a game's file (id or path) with the file and the line where it is stated."""
    return _place_in(_raw_game(game)[0], key)


def _place_in(path: Path, key: str) -> str:
    """A key with the file and the line where it is stated: in the file itself, or (in brackets) in one it extends."""
    best, shown = 0, f"{path.name}: {key}"
    try:
        for file, text in _texts(path):
            line, found = find_line(text, key)
            if len(found) > best:
                place = f"{file.name}:{line}"
                best, shown = len(found), f"{place if file == path else f'{path.name} ({place})'}: {key}"
            if any(isinstance(step, int) for step in found):  # lists replace those of the file below
                break
    except (RuleError, ValueError, OSError):
        pass  # told of the file itself
    return shown


@contextmanager
def _told_of(path: Path) -> Iterator[None]:
    """Errors that name a key name its file and line too."""
    try:
        yield
    except FileError:
        raise
    except RuleError as error:
        if error.field == "game":  # of finding the file itself
            raise
        raise FileError(error.message, _place_in(path, error.field)) from None


_MOST_TEXT = 400_000  # several times the largest of the rulebook; what was read is kept


class _Carried(msgspec.Struct, forbid_unknown_fields=True):
    file: str
    game: Raw


def carried(game: str) -> str:
    """A game that means the same on another machine: an id, or the whole of a file in place of its path."""
    if not is_path(game):
        return game
    return whole_file(game)


def whole_file(game: str) -> str:
    """A game as one text that means the same for ever: the file with all it extends and takes from the library."""
    path, raw = _raw_game(game)
    return msgspec.json.encode(_Carried(path.name, raw)).decode()


@lru_cache(maxsize=512)
def _raw_game(game: str) -> tuple[Path, Raw]:
    if len(game) > _MOST_TEXT:
        raise RuleError(f"a game file has at most {_MOST_TEXT:,} characters", "game")
    try:
        whole = msgspec.json.decode(game, type=_Carried)
    except msgspec.DecodeError:
        path = find(game)
        return path, read_raw(path)
    return Path(whole.file), whole.game


def _converted(raw: Raw) -> GameFile:
    """The file as statements of its grammar."""
    try:
        spec: GameFile = msgspec.convert(raw, GameFile)
    except msgspec.ValidationError as error:
        raise rule_error(error, "", raw, grammar=GameFile) from None
    except RecursionError:
        raise RuleError("is nested too deeply", "") from None
    return spec


def _faults(raw: Raw, spec: GameFile) -> Iterator[RuleError]:
    yield from unread(spec, raw)
    yield from faults(spec, raw)


def _sound(raw: Raw, path: Path) -> GameFile:
    """The file as statements of its grammar; the first thing that is wrong with it is an error."""
    with _told_of(path):
        spec = _converted(raw)
        for fault in _faults(raw, spec):
            raise fault
    return spec


def _scalar(name: str, default: Any, value: Any, field: str) -> Any:
    numeric = isinstance(default, int | float) and not isinstance(default, bool)
    if numeric:
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e12:
            raise RuleError(f"{name} must be a number that is not negative, not {value!r}", field)
    elif isinstance(default, str) and isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    elif not isinstance(value, type(default)):
        raise RuleError(f"{name} must be a {type(default).__name__}, not {value!r}", field)
    return value


def _choice(name: str, option: Option, value: Any) -> Any:
    """A value given for an option, checked against its choices, its bounds and its default's type."""
    field, default = f"house.{name}", option.default
    if isinstance(default, dict) and option.whole:
        if not isinstance(value, dict):
            raise RuleError(f"{name} must be a mapping, not {value!r}", field)
        return value
    if isinstance(default, dict):
        given = value if isinstance(value, dict) else {next(iter(default)): value}
        unknown = [key for key in given if key not in default]
        if unknown:
            raise RuleError(f"{name} has no {unknown[0]!r}; it has {', '.join(default)}", f"{field}.{unknown[0]}")
        chosen = {key: _scalar(key, default[key], part, f"{field}.{key}") for key, part in given.items()}
        for key, part in chosen.items():
            if key in option.parts and part not in option.parts[key]:
                known = " or ".join(f"{one}" for one in option.parts[key])
                raise RuleError(f"{key} of {name} must be {known}, not {part}", f"{field}.{key}")
        _bounded(name, option, chosen.get(next(iter(default)), default[next(iter(default))]), field)
        return {**default, **chosen}
    if option.choices:
        if value not in option.choices or isinstance(value, bool) != isinstance(default, bool):
            known = ", ".join(str(choice) for choice in option.choices)
            raise RuleError(f"{value!r} is not a choice of {name}; choices are {known}", field)
        return value
    _scalar(name, default, value, field)
    _bounded(name, option, value, field)
    return value


def _bounded(name: str, option: Option, value: Any, field: str) -> None:
    below = option.at_least is not None and value < option.at_least
    above = option.at_most is not None and value > option.at_most
    if below or above:
        bounds = [f"at least {option.at_least:g}"] if option.at_least is not None else []
        bounds += [f"at most {option.at_most:g}"] if option.at_most is not None else []
        raise RuleError(f"{name} must be {' and '.join(bounds)}, not {value}", field)


def key_of(value: Any) -> str:
    """How a choice is written as a key under `sets`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _patch(option: Option, value: Any) -> dict[str, Any]:
    """The statements that a choice replaces, by path."""
    written = {path: text.format(value) for path, text in option.writes.items()} if value != option.default else {}
    return {**written, **option.sets.get(key_of(value), {})}


def _path_faults(raw: Raw, spec: GameFile) -> Iterator[RuleError]:
    """Every path of every option leads somewhere, and what sets or writes nothing new is what the file states."""
    grammar, statements = type(spec), copy.deepcopy({key: raw[key] for key in raw if key != "options"})
    for name, option in spec.options.items():
        place = f"options.{quoted(name)}"
        unset = [key for key in map(key_of, option.choices or (option.default,)) if key not in option.sets]
        for value, patch in option.sets.items():
            already = []
            for target, new in patch.items():
                try:
                    already += [one == new for one in read_at(statements, target, grammar)]
                except RuleError as error:
                    yield RuleError(error.message, f"{place}.sets.{quoted(value)}.{quoted(target)}")
            if unset and already and all(already):
                problem = f"{unset[0]!r} sets nothing, yet the file states what {value!r} sets ({', '.join(patch)})"
                yield RuleError(f"{problem}; give {unset[0]!r} its own", f"{place}.sets")
        for target, text in option.writes.items():
            key = f"{place}.writes.{quoted(target)}"
            try:
                stated, written = read_at(statements, target, grammar), text.format(option.default)
            except (RuleError, *MALFORMED) as error:
                yield RuleError(str(error), key)
                continue
            if option.default != "" and any(one not in (None, written) for one in stated):
                yield RuleError(f"the file states {stated[0]!r} where the default writes {written!r}", key)
    for one in spec.amended:
        for target in one.before:
            try:
                read_at(raw, target, grammar)
            except RuleError as error:
                yield RuleError(error.message, f"amended.before.{quoted(target)}")


@lru_cache(maxsize=512)
def _raw_before(game: str, undone: int) -> tuple[Path, Raw]:
    """The file with its last amendments taken back, so many of them."""
    path, raw = _raw_game(game)
    raw = copy.deepcopy(raw) if undone else raw
    with _told_of(path):
        for one in sorted(_plain(game).amended, key=lambda one: one.date, reverse=True)[:undone]:
            for target, value in one.before.items():
                _under(f"amended.before.{quoted(target)}", write_at, raw, target, value, _grammar(raw))
    return path, raw


@lru_cache(maxsize=512)
def _plain(game: str, undone: int = 0) -> GameFile:
    """The validated file of a game before any choice of the house."""
    path, raw = _raw_before(game, undone) if undone else _raw_game(game)
    spec = _sound(raw, path)
    with _told_of(path):
        for fault in _path_faults(raw, spec):
            raise fault
    return spec


def all_faults(game: str) -> list[RuleError]:
    """Everything that is wrong with a file before any choice of the house, each with its file, line and key."""
    try:
        path, raw = _raw_game(game)
        with _told_of(path):
            spec = _converted(raw)
    except RuleError as error:
        return [error]
    found = [*_faults(raw, spec), *_path_faults(raw, spec)]
    return [FileError(fault.message, _place_in(path, fault.field)) for fault in found]


def _amendments_after(game: str, day: datetime.date | None) -> int:
    """How many amendments of a game come after a day; without one, after today."""
    spec = _plain(game)
    if day is not None and spec.effective is not None and day < spec.effective:
        raise RuleError(f"{spec.name} is in force since {spec.effective}, not yet on {day}", "house.as_of")
    return sum(one.date > (day or datetime.date.today()) for one in spec.amended)


def load_file(
    game: str, choices: Raw | None = None, as_of: datetime.date | None = None
) -> tuple[GameFile, dict[str, Any]]:
    """The validated file of a game with the house's option choices applied, and the value of every option.

    `as_of`: with the rule as it stood on that day.
    """
    undone = _amendments_after(game, as_of)
    path, raw = _raw_before(game, undone)
    plain = _plain(game, undone)
    values = {name: option.default for name, option in plain.options.items()}
    for name, value in (choices or {}).items():
        if name not in plain.options:
            known = allowed(name, plain.options)
            raise RuleError(f"{plain.id} has no option {name!r}; {known}", f"house.{name}")
        values[name] = _choice(name, plain.options[name], value)
    patches = [(name, _patch(plain.options[name], value)) for name, value in values.items()]
    if not any(patch for _, patch in patches):
        return plain, values
    patched = copy.deepcopy(raw)
    for name, patch in patches:
        for target, value in patch.items():
            with _told_of(path):
                _under(f"options.{quoted(name)}.sets", write_at, patched, target, value, type(plain))
    return _sound(patched, path), values
