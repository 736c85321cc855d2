"""Game files: found by id or path, merged with the file they extend, patched by the house's choices, validated.

What is worked out from a game is kept by its version (`by_game`): files of one's own are read anew when edited, texts
that a server keeps have a hash. An edit that is not a game any more leaves the last good version in force; `fault_of`
tells what is wrong with it.
"""

import copy
import datetime
import os
import pickle
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import _lru_cache_wrapper, cache, lru_cache, wraps
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from threading import RLock
from typing import Any, TypeVar, get_args

import msgspec

from houseway.rules.drops import without
from houseway.rules.errors import MALFORMED, FileError, RuleError, allowed
from houseway.rules.explain import rule_error
from houseway.rules.families import GameFile
from houseway.rules.paths import last_step, read_at, write_at
from houseway.rules.positions import find_line
from houseway.rules.toml_text import syntax_error
from houseway.rules.validate import faults, reading_faults, unread
from houseway.rules.wording import humanize, quoted
from houseway.rules.words import Option

Made = TypeVar("Made")
Stamp = tuple[tuple[int, int, int] | None, ...]
_MOST_FILES = 1000  # watched at a time; the first is forgotten then
_TOML = ".toml"
_NOT_KEPT = ("", "")
_kept_texts: dict[str, tuple[str, str]] = {}  # id -> hash and text of a game that is not a file of this machine


def is_path(game: str) -> bool:
    return game.endswith(_TOML)


def keep_text(game: str, text: str) -> None:
    """Let an id that the rulebook does not have mean this text from now on."""
    _kept_texts[game] = sha256(text.encode()).hexdigest(), text


def forget_text(game: str) -> None:
    _kept_texts.pop(game, None)


def kept_hash(game: str) -> str:
    """The hash of the text that an id means here; empty if none is kept."""
    return _kept_texts.get(game, _NOT_KEPT)[0]


def kept_text(game: str) -> str | None:
    """The text that an id means here."""
    kept = _kept_texts.get(game)
    return None if kept is None else kept[1]


def _stamp(paths: Iterable[Path]) -> Stamp:
    def stamp_of(path: Path) -> tuple[int, int, int] | None:
        try:
            stat = os.stat(path)
        except OSError:
            return None
        return stat.st_mtime_ns, stat.st_size, stat.st_ino

    return tuple(stamp_of(path) for path in paths)


@dataclass(frozen=True, slots=True)
class _Version:
    """A file as it was last accepted, and what is wrong with it since."""

    number: int
    content: "tuple[Source, Raw]"
    parts: tuple[Path, ...]  # the file and those that it is made of
    stamp: Stamp  # of the parts when they were last looked at
    fault: RuleError | None = None


@dataclass
class _Files:
    """The files that were read, each by its path."""

    _versions: dict[str, _Version] = field(default_factory=dict)
    _lock: RLock = field(default_factory=RLock)
    _numbers: int = 0

    def _now(self, game: str) -> _Version:
        known = self._versions.get(game)
        if known is not None and _stamp(known.parts) == known.stamp:
            return known
        with self._lock:
            known = self._versions.get(game)
            if known is None or _stamp(known.parts) != known.stamp:
                known = self._renew(game, known)
                self._versions[game] = known
                if len(self._versions) > _MOST_FILES:
                    del self._versions[next(iter(self._versions))]
            return known

    def _renew(self, game: str, before: _Version | None) -> _Version:
        """The version of a file that is new or was changed."""
        seen = _stamp(before.parts) if before is not None else ()
        try:
            content, parts, stamp = _read_stamped(Path(game))
            if before is not None and self._is_good(before.content):
                _judge(content)
        except RuleError as error:
            if before is None or not self._is_good(before.content):
                raise
            return replace(before, stamp=seen, fault=error)
        self._numbers += 1
        return _Version(self._numbers, content, parts, stamp)

    def _is_good(self, content: "tuple[Source, Raw]") -> bool:
        try:
            _judge(content)
        except RuleError:
            return False
        return True

    def content(self, game: str) -> "tuple[Source, Raw]":
        """The file as it is now, or as it last was a game."""
        return self._now(game).content

    def number(self, game: str) -> int:
        """The version of a file: another one after every change that was accepted; 0 for a file that cannot be read."""
        try:
            return self._now(game).number
        except RuleError:
            return 0

    def fault(self, game: str) -> RuleError | None:
        """What is wrong with the file as it is, where an older version is in force."""
        return self._now(game).fault


_MOST_KEPT = 16_000_000  # characters of games that are whole files, several times the rulebook
_caches: list[Callable[[], None]] = []  # how to empty each


def kept(maxsize: int) -> "Callable[[Callable[..., Made]], _lru_cache_wrapper[Made]]":
    """Keep so many results of a function, as long as visitors have not sent too much in files of their own."""

    def of(make: Callable[..., Made]) -> "_lru_cache_wrapper[Made]":
        cached = lru_cache(maxsize=maxsize)(make)
        _caches.append(cached.cache_clear)
        return cached

    return of


RULEBOOK = Path(str(files("houseway.rulebook")))
Raw = dict[str, Any]
ORDERED = ("results", "rows", "envy")  # tables whose order is the order of judgement
GRAMMARS: dict[str, type[GameFile]] = {str(grammar.__struct_config__.tag): grammar for grammar in get_args(GameFile)}
_NOT_GAMES = ("library", "map")  # what games share, and the map of the documents


def rulebook_files() -> Iterator[Path]:
    """All game files of the rulebook, by jurisdiction and section."""
    return iter(sorted(path for path in RULEBOOK.glob("*/*.toml") if path.parent.name not in _NOT_GAMES))


@cache
def rulebook_ids() -> frozenset[str]:
    """The ids of all games of the rulebook."""
    return frozenset(str(_read(path).get("id", "")) for path in rulebook_files())


def _filled(node: Any, value: str) -> Any:
    """A statement with a value in place of every {}."""
    if isinstance(node, dict):
        return {_filled(key, value): _filled(inner, value) for key, inner in node.items() if key != "each"}
    if isinstance(node, list):
        return [_filled(inner, value) for inner in node]
    return node.replace("{}", value) if isinstance(node, str) else node


def _several(statement: Any) -> list[str]:
    """The values that a statement stands for, where it stands for several."""
    each = statement.get("each") if isinstance(statement, dict) else None
    return each if isinstance(each, list) and all(isinstance(value, str) for value in each) else []


def _with_each(raw: Raw) -> Raw:
    """A file in which every statement with `each` is written out."""
    written_out = dict(raw)
    for key in ("hands", "patterns", "wagers"):
        if isinstance(table := raw.get(key), dict):
            written_out[key] = written = {}
            for name, item in table.items():
                several = _several(item)
                written.update({name.replace("{}", value): _filled(item, value) for value in several} or {name: item})
    if isinstance(stages := raw.get("stages"), list):
        written_out["stages"] = [
            filled for item in stages for filled in ([_filled(item, value) for value in _several(item)] or [item])
        ]
    return written_out


@lru_cache(maxsize=512)
def _parsed(text: str) -> bytes:
    """A text of TOML as data that is read again in a twentieth of the time; each reader gets data of its own."""
    return pickle.dumps(_with_each(tomllib.loads(text)))


@dataclass(frozen=True, slots=True)
class Source:
    """The text of a game file and where it stands; a text that is not a file leads to no other file of the disk."""

    name: str
    text: str = ""
    path: Path | None = None

    @property
    def place(self) -> str:
        """What it is known by, so that a file that extends itself is noticed."""
        return self.name if self.path is None else str(self.path.resolve())

    def next_to(self, name: str, key: str) -> Path:
        """A file named by its path from this one."""
        if self.path is None:
            raise RuleError("only a file on the disk names others by their paths; name one of the rulebook", key)
        return self.path.parent / name


def _file(path: Path) -> Source:
    try:
        return Source(path.name, path.read_text(encoding="utf-8"), path)
    except OSError as error:
        raise RuleError(f"cannot read the game file {path}: {error.strerror}", "game") from None
    except UnicodeDecodeError:
        raise RuleError(f"{path.name} is not a text in UTF-8", "game") from None


def _data(source: Source) -> Raw:
    """The statements of a text alone."""
    try:
        raw: Raw = pickle.loads(_parsed(source.text))
    except tomllib.TOMLDecodeError as error:
        raise syntax_error(error, source.text, source.name, "game") from None
    except RecursionError:
        raise RuleError(f"{source.name} is nested too deeply", "game") from None
    return raw


def _read(path: Path) -> Raw:
    return _data(_file(path))


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
    within = sorted((known_id for known_id in ids if plain and plain in known_id), key=len)
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


def _with_libraries(raw: Raw, source: Source, parts: list[Path]) -> Raw:
    """Pay-table blocks that name a `library` get its rows; what the game itself states goes before."""
    tables = raw.get("pay_tables", {})
    if not isinstance(tables, dict):
        raise RuleError("pay tables are lists of printed blocks: [[pay_tables.NAME]]", "pay_tables")
    for name, blocks in tables.items():
        if not isinstance(blocks, list):
            raise RuleError("a pay table is a list of printed blocks: [[pay_tables.NAME]]", f"pay_tables.{name}")
        for index, block in enumerate(blocks):
            if isinstance(block, dict) and "library" in block:
                key = f"pay_tables.{name}[{index}].library"
                path = _library(str(block["library"]), source, key)
                parts.append(path)
                shared = _read(path)
                blocks[index] = merge(shared, block)
    return raw


def _library(name: str, source: Source, key: str) -> Path:
    """A shared pay table: of the rulebook by its name, or by its path from the file that names it."""
    shared = {path.stem: path for path in sorted((RULEBOOK / "library").glob("*.toml"))}
    path = source.next_to(name, key) if is_path(name) else shared.get(name)
    if path is None or not os.path.isfile(path):  # which a name that is too long is not either
        raise RuleError(f"no shared pay table {name!r}; {allowed(name, shared)}, or the path of a file", key)
    return path


def _qualified(node: Any, section: str, key: str = "") -> Any:
    """Statements with their paragraphs under the section they stand in, so that another file may take them over."""
    if isinstance(node, dict):
        inner = {name: "rule" if key == "cites" else last_step(name) for name in node}
        return {name: _qualified(value, section, inner[name]) for name, value in node.items()}
    if isinstance(node, list):
        return [_qualified(value, section) for value in node]
    stated = key == "rule" or key.endswith("_rule")
    return section + node if stated and isinstance(node, str) and node.startswith("(") else node


def _extended(base: Raw, change: Raw) -> Raw:
    """A file over the one it extends: readings and pay-table blocks of both hold, those of the same id replace."""
    section, source = str(base.get("rule", "")), str(base.get("jurisdiction", ""))
    if change.get("jurisdiction", source) != source:
        section = f"{source} {section}"
    qualified = _qualified(base, section)
    merged = merge(qualified, change)
    stated = _list(change.get("readings"))
    kept = [reading for reading in _list(qualified.get("readings")) if not _shares_id(reading, stated)]
    merged["readings"] = [*kept, *stated]
    merged["amended"] = [*_list(qualified.get("amended")), *_list(change.get("amended"))]
    for dated in ("edition", "effective"):
        if "rule" in change and dated not in change:
            merged.pop(dated, None)  # another section has dates of its own
    tables, changed = qualified.get("pay_tables"), change.get("pay_tables")
    if isinstance(tables, dict) and isinstance(changed, dict):
        for name in tables.keys() & changed.keys():
            merged["pay_tables"][name] = _blocks(_list(tables[name]), _list(changed[name]))
    return merged


def _list(value: Any) -> list[Any]:
    """A list of the file; what is none is left for the validation to refuse."""
    return value if isinstance(value, list) else [] if value is None else [value]


def _ids(statement: Any) -> set[str]:
    """The `id` of a reading, or the `ids` of a pay-table block."""
    if not isinstance(statement, dict):
        return set()
    return {str(given) for given in _list(statement.get("id", statement.get("ids", ["1"])))}


def _shares_id(statement: Any, others: list[Any]) -> bool:
    return any(_ids(statement) & _ids(other) for other in others)


def _blocks(old: list[Any], new: list[Any]) -> list[Any]:
    """Blocks of a pay table: each keeps its place, a new one of the same id stands in it, the rest follow."""
    kept = [next((block for block in new if _ids(block) & _ids(before)), before) for before in old]
    return [*kept, *(block for block in new if not _shares_id(block, old))]


def read_raw(path: Path) -> Raw:
    """A game file with the file it extends below it, as plain data."""
    return _whole(_file(path), [])


def _whole(source: Source, parts: list[Path], above: tuple[str, ...] = ()) -> Raw:
    """A game with what it extends below it; `above`: what extends this one; `parts` takes the files it is made of."""
    raw = _data(source)
    if source.path is not None:
        parts.append(source.path)
    with _told_of(source):
        raw = _with_libraries(raw, source, parts)
        if "extends" not in raw:
            return raw
        base, changes, dropped = str(raw.pop("extends")), raw.pop("sets", {}), raw.pop("drops", [])
        other = _base(base, source)
        if other.place in (source.place, *above):
            raise RuleError("the file extends itself", "extends")
        below = _whole(other, parts, (source.place, *above))
        if dropped:
            below = _under("drops", without, below, _list(dropped), grammar_of({**below, **raw}), raw)
        raw = _extended(below, raw)
        if not isinstance(changes, dict):
            raise RuleError("must be a table of paths and what they are set to", "sets")
        for target, value in changes.items():
            _under(f"sets.{quoted(target)}", write_at, raw, target, value, grammar_of(raw))
    return raw


def _base(name: str, source: Source) -> Source:
    """What a file extends: a game of the rulebook by its id, or a file by its path from this one."""
    try:
        return _file(source.next_to(name, "extends") if is_path(name) else find(name))
    except RuleError as error:
        raise RuleError(error.message, "extends") from None


def grammar_of(raw: Raw) -> type[GameFile]:
    """The grammar of the family that a file names."""
    family = raw.get("family")
    if family not in GRAMMARS:
        raise RuleError(f"no family {family!r}; {allowed(str(family), GRAMMARS)}", "family")
    return GRAMMARS[family]


def _under(key: str, act: Callable[..., Made], *given: Any) -> Made:
    """What `act` gives; its errors are told of a key."""
    try:
        return act(*given)
    except RuleError as error:
        raise RuleError(error.message, key) from None


def _texts(source: Source) -> Iterator[Source]:
    """A text, then those that it extends."""
    seen: set[str] = set()
    while source.text and source.place not in seen:
        seen.add(source.place)
        yield source
        base = tomllib.loads(source.text).get("extends")
        if base is None:
            return
        source = _base(str(base), source)


def place_of(game: str, key: str) -> str:
    """A key of a game's file (id or path) with the file and the line where it is stated."""
    return _place_in(_raw_game(game)[0], key)


def _place_in(source: Source, key: str) -> str:
    """A key with the file and the line where it is stated: in the file itself, or (in brackets) in one it extends."""
    best, shown = 0, f"{source.name}: {key}"
    with suppress(RuleError, ValueError, OSError):  # told of the file itself
        for file in _texts(source):
            patched = [target for target in _patched(file) if f"{key}.".startswith((f"{target}.", f"{target}["))]
            line, steps = find_line(file.text, f"sets.{quoted(patched[0])}" if patched else key)
            if patched or len(steps) > best:
                place = f"{file.name}:{line}"
                best, shown = len(steps), f"{place if file is source else f'{source.name} ({place})'}: {key}"
            if patched or any(isinstance(step, int) for step in steps):  # they replace what the file below states
                break
    return shown


def _patched(file: Source) -> list[str]:
    """The paths of the statements below that a file replaces."""
    sets = _data(file).get("sets", {})
    return list(sets) if isinstance(sets, dict) else []


@contextmanager
def _told_of(source: Source) -> Iterator[None]:
    """Errors that name a key name its file and line too."""
    try:
        yield
    except FileError:
        raise
    except RuleError as error:
        if error.field == "game":  # of finding the file itself
            raise
        raise FileError(error.message, _place_in(source, error.field)) from None


_MOST_TEXT = 400_000  # several times the largest of the rulebook; what was read is kept


class _Portable(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A game in place of its id or path: the whole of a file as data, or the text of one."""

    file: str
    game: Raw | None = None
    text: str | None = None


def portable(game: str) -> str:
    """A game that means the same on another machine: an id, or the whole of a file in place of its path."""
    return whole_file(game) if is_path(game) or kept_hash(game) else game


def as_text(name: str, text: str) -> str:
    """A text that is not a file, as a game to load."""
    return msgspec.json.encode(_Portable(name, text=text)).decode()


def raw_of(game: str) -> Raw:
    """A game as plain data, with all that it extends; not to be changed."""
    return _raw_game(game)[1]


def text_of_game(game: str) -> str:
    """The text of a game's own file, as it is in force."""
    return _raw_game(game)[0].text


def whole_file(game: str) -> str:
    """A game as one text that means the same for ever: the file with all it extends and takes from the library."""
    source, raw = _raw_game(game)
    return _as_data(source.name, raw)


def _as_data(name: str, raw: Raw) -> str:
    return msgspec.json.encode(_Portable(name, raw)).decode()


def _read_parts(path: Path) -> tuple[tuple[Source, Raw], tuple[Path, ...]]:
    parts: list[Path] = []
    source = _file(path)
    raw = _whole(source, parts)
    return (source, raw), tuple(dict.fromkeys(part for part in parts if not part.is_relative_to(RULEBOOK)))


def _read_stamped(path: Path) -> tuple[tuple[Source, Raw], tuple[Path, ...], Stamp]:
    """A file and its parts with their stamps from before they were read: whatever is written meanwhile shows later."""
    known: tuple[Path, ...] = (path,)
    while True:
        stamp = _stamp(known)
        content, parts = _read_parts(path)
        if parts == known:
            return content, parts, stamp
        known = parts


_compiles: list[Callable[[str], None]] = []


def judge_by(compiles: Callable[[str], None]) -> None:
    """Ask this too, before an edit of a file takes the place of what it was: an error refuses it."""
    _compiles.append(compiles)


def _judge(content: tuple[Source, Raw]) -> None:
    source, raw = content
    with _told_of(source):
        for fault in _faults_before_choices(raw, _sound(raw, source)):
            raise fault
        for compiles in _compiles:
            compiles(_as_data(source.name, raw))


_files = _Files()


def version_of(game: str) -> int | str:
    """The version of a game: a file's number or a text's hash; games of the rulebook have one."""
    if game.endswith(_TOML):  # asked for at every lookup: without a call for each part
        return _files.number(game)
    return _kept_texts.get(game, _NOT_KEPT)[0]


def fault_of(game: str) -> RuleError | None:
    """What is wrong with the last edit of a file whose version before it is in force."""
    return _files.fault(game) if is_path(game) else None


def by_game(maxsize: int) -> Callable[[Callable[..., Made]], Callable[..., Made]]:
    """Keep what a function makes of a game, as long as the game is as it was.

    A game may be a whole file that a visitor sent: so many results are kept, and of so many bytes of such files.
    """

    def of(make: Callable[..., Made]) -> Callable[..., Made]:
        held = 0

        @kept(maxsize)
        def made(version: int | str, game: str, *rest: Any) -> Made:
            nonlocal held
            del version
            held += len(game)
            if held > _MOST_KEPT:
                held = len(game)
                for empty in _caches:
                    empty()
            return make(game, *rest)

        return wraps(make)(lambda game, *rest: made(version_of(game), game, *rest))

    return of


@by_game(512)
def _raw_game(game: str) -> tuple[Source, Raw]:
    if len(game) > _MOST_TEXT:
        raise RuleError(f"a game file has at most {_MOST_TEXT:,} characters", "game")
    if is_path(game):
        return _files.content(game)
    if (text := kept_text(game)) is not None:
        return _from_text(f"{game}.toml", text)
    try:
        given = msgspec.json.decode(game, type=_Portable)
    except msgspec.DecodeError:
        source = _file(find(game))
        return source, _whole(source, [])
    if given.text is not None:
        return _from_text(given.file, given.text)
    return Source(given.file), given.game or {}


def _from_text(name: str, text: str) -> tuple[Source, Raw]:
    source = Source(name, text)
    return source, _whole(source, [])


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


def _sound(raw: Raw, source: Source) -> GameFile:
    """The file as statements of its grammar; the first thing that is wrong with it is an error."""
    with _told_of(source):
        spec = _converted(raw)
        for fault in _faults(raw, spec):
            raise fault
    return spec


def _scalar(name: str, default: Any, value: Any, field: str) -> Any:
    numeric = isinstance(default, int | float) and not isinstance(default, bool)
    if numeric:
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e12:
            raise RuleError(f"{humanize(name)} must be a number that is not negative, not {value!r}", field)
    elif isinstance(default, str) and isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    elif not isinstance(value, type(default)):
        raise RuleError(f"{humanize(name)} must be a {type(default).__name__}, not {value!r}", field)
    return value


def _choice(name: str, option: Option, value: Any) -> Any:
    """A value given for an option, checked against its choices, its bounds and its default's type."""
    field, default = f"house.{name}", option.default
    if isinstance(default, dict) and option.whole:
        if not isinstance(value, dict):
            raise RuleError(f"{humanize(name)} must be a mapping, not {value!r}", field)
        return value
    if isinstance(default, dict):
        given = value if isinstance(value, dict) else {next(iter(default)): value}
        unknown = [key for key in given if key not in default]
        if unknown:
            said = f"{humanize(name)} has no {unknown[0]!r}; it has {', '.join(default)}"
            raise RuleError(said, f"{field}.{unknown[0]}")
        chosen = {key: _scalar(key, default[key], part, f"{field}.{key}") for key, part in given.items()}
        for key, part in chosen.items():
            if key in option.parts and part not in option.parts[key]:
                known = " or ".join(f"{allowed_part}" for allowed_part in option.parts[key])
                raise RuleError(f"{humanize(key)} of {humanize(name)} must be {known}, not {part}", f"{field}.{key}")
        _bounded(name, option, chosen.get(next(iter(default)), default[next(iter(default))]), field)
        return {**default, **chosen}
    if option.choices:
        if value not in option.choices or isinstance(value, bool) != isinstance(default, bool):
            known = ", ".join(str(choice) for choice in option.choices)
            raise RuleError(f"{value!r} is not a choice of {humanize(name)}; choices are {known}", field)
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
        raise RuleError(f"{humanize(name)} must be {' and '.join(bounds)}, not {value}", field)


def key_of(value: Any) -> str:
    """How a choice is written as a key under `sets`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _patch(option: Option, value: Any) -> dict[str, Any]:
    """The statements that a choice replaces, by path."""
    written = {path: text.format(value) for path, text in option.writes.items()} if value != option.default else {}
    return {**written, **option.sets.get(key_of(value), {})}


def _faults_before_choices(raw: Raw, spec: GameFile) -> Iterator[RuleError]:
    """What is wrong with a file apart from what the house may choose."""
    yield from reading_faults(spec)
    yield from _path_faults(raw, spec)


def _path_faults(raw: Raw, spec: GameFile) -> Iterator[RuleError]:
    """Every path of every option is found in the file, and what sets or writes nothing new is what the file states."""
    grammar, statements = type(spec), copy.deepcopy({key: raw[key] for key in raw if key != "options"})
    for name, option in spec.options.items():
        place = f"options.{quoted(name)}"
        unset = [key for key in map(key_of, option.choices or (option.default,)) if key not in option.sets]
        for value, patch in option.sets.items():
            already = []
            for target, new in patch.items():
                try:
                    already += [current == new for current in read_at(statements, target, grammar)]
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
            if text.format("") == text:
                yield RuleError("every value would write the same text; {} in it is the value", key)
            elif option.default != "" and any(current not in (None, written) for current in stated):
                yield RuleError(f"the file states {stated[0]!r} where the default writes {written!r}", key)
    for amendment in spec.amended:
        for target in amendment.before:
            try:
                read_at(raw, target, grammar)
            except RuleError as error:
                yield RuleError(error.message, f"amended.before.{quoted(target)}")


@by_game(512)
def _raw_before(game: str, undone: int) -> tuple[Source, Raw]:
    """The file with its last amendments taken back, so many of them."""
    source, raw = _raw_game(game)
    raw = copy.deepcopy(raw) if undone else raw
    with _told_of(source):
        for amendment in sorted(_plain(game, 0).amended, key=lambda amendment: amendment.date, reverse=True)[:undone]:
            for target, value in amendment.before.items():
                _under(f"amended.before.{quoted(target)}", write_at, raw, target, value, grammar_of(raw))
    return source, raw


@by_game(512)
def _plain(game: str, undone: int) -> GameFile:
    """The validated file of a game before any choice of the house."""
    source, raw = _raw_before(game, undone) if undone else _raw_game(game)
    spec = _sound(raw, source)
    with _told_of(source):
        for fault in _faults_before_choices(raw, spec):
            raise fault
    return spec


def all_faults(game: str) -> list[RuleError]:
    """Everything that is wrong with a file before any choice of the house, each with its file, line and key.

    The file as it is now, also where an edit has left an older version in force.
    """
    try:
        source, raw = _read_parts(Path(game))[0] if is_path(game) else _raw_game(game)
        with _told_of(source):
            spec = _converted(raw)
    except RuleError as error:
        return [error]
    if faulty := [*_faults(raw, spec), *_faults_before_choices(raw, spec)]:
        return [FileError(fault.message, _place_in(source, fault.field)) for fault in faulty]
    refused = fault_of(game)
    return [] if refused is None else [refused]


def _amendments_after(game: str, day: datetime.date | None) -> int:
    """How many amendments of a game come after a day; without one, after today."""
    spec = _plain(game, 0)
    if day is not None and spec.effective is not None and day < spec.effective:
        raise RuleError(f"{spec.name} is in force since {spec.effective}, not yet on {day}", "house.as_of")
    return sum(amendment.date > (day or datetime.date.today()) for amendment in spec.amended)


def load_file(
    game: str, choices: Raw | None = None, as_of: datetime.date | None = None
) -> tuple[GameFile, dict[str, Any]]:
    """The validated file of a game with the house's option choices applied, and the value of every option.

    `as_of`: with the rule as it stood on that day.
    """
    undone = _amendments_after(game, as_of)
    plain = _plain(game, undone)
    values = {name: option.default for name, option in plain.options.items()}
    for name, value in (choices or {}).items():
        if name not in plain.options:
            known = allowed(name, plain.options)
            raise RuleError(f"{plain.id} has no option {name!r}; {known}", f"house.{name}")
        values[name] = _choice(name, plain.options[name], value)
    return _chosen(game, undone, msgspec.json.encode(values)), values


@by_game(512)
def _chosen(game: str, undone: int, values: bytes) -> GameFile:
    """The validated file with a choice for every option applied: tables that differ in limits only share it."""
    plain = _plain(game, undone)
    chosen = msgspec.json.decode(values)
    patches = {name: patch for name, value in chosen.items() if (patch := _patch(plain.options[name], value))}
    if not patches:
        return plain
    source, raw = _raw_before(game, undone)
    patched = copy.deepcopy(raw)
    for name, patch in patches.items():
        for target, value in patch.items():
            with _told_of(source):
                _under(f"options.{quoted(name)}.sets", write_at, patched, target, value, type(plain))
    return _sound(patched, source)
