"""What the floor's pages do, as commands: the arguments of each are those of its route, which does the work.

A route's path parameters are the arguments, the fields of its form the options. Who acts is named by `--by`; the route
asks for his right, writes him down and has large things wait for a second person, as it does for the site.
"""

import inspect
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

import msgspec
import typer
from fastapi import HTTPException, Response
from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo
from sqlalchemy import Connection

from houseway.commands.house import parse_pairs, parse_value
from houseway.commands.odds import read_house
from houseway.commands.output import write_json
from houseway.commands.people import acting, number_of
from houseway.commands.serve import database_url
from houseway.floor import control
from houseway.floor.once import Asked
from houseway.floor.roles import Person
from houseway.floor.store import Store
from houseway.rules.errors import RuleError
from houseway.web.context import Caller, CurrentUser, Floor
from houseway.web.misfits import misfit
from houseway.web.settings import Settings
from houseway.web.watch import Watch

# Whoever holds the database may read all of it.
_READER = Person(0, "", "supervisor")
_GIVEN = ("floor", "asks", "person")  # what a route is given and nobody writes
_PEOPLE = ("user", "person", "person_id")  # accounts that a form names by number, and a command by name
_PERCENTS = ("prime", "increment", "reserve", "hidden")
_HELP = "Repeat it for several."


class Act(NamedTuple):
    """A command: its name, the route that does it, and an example of its arguments."""

    name: str
    route: Callable[..., Response]
    example: str
    fixed: Mapping[str, Any] = {}  # path parameters that the name says
    files: tuple[str, ...] = ()  # fields whose text stands in a file
    help: str = ""  # what it does, where the route does several things
    tell: Callable[[Any], None] | None = None  # how its answer is told, where not as those of its group

    @property
    def purpose(self) -> str | None:
        """What the command does, as its help says."""
        return self.help or inspect.getdoc(self.route)


class Group(NamedTuple):
    """Acts of one kind, and how what they answer is told to people."""

    acts: list[Act]
    tell: Callable[[Any], None]


@dataclass(frozen=True, slots=True)
class _ByCommand(Caller):
    """Who acts by command, named by `--by`."""

    by: str = ""

    def person(self, db: Connection, right: str = "") -> Person:
        return acting(db, self.by, right)


class _Argument(NamedTuple):
    """An argument or option of a command, and how its text is read."""

    name: str
    parameter: inspect.Parameter
    read: Callable[[Connection, Any], Any]


def _plain(annotation: Any) -> Any:
    """A type without its notes, and without the None that says that it may be left out."""
    if get_origin(annotation) is Annotated:
        return _plain(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        kept = [one for one in get_args(annotation) if one is not NoneType]
        return _plain(kept[0])
    return annotation


def _needed(field: FieldInfo) -> bool:
    """Whether a field must be written: a form that wants one which may be empty takes its option left out for none."""
    inner = get_args(field.annotation) if get_origin(field.annotation) in (Union, UnionType) else ()
    return field.is_required() and NoneType not in inner


def _described(annotation: Any) -> str:
    """What the notes of a type say."""
    for note in get_args(annotation)[1:] if get_origin(annotation) is Annotated else ():
        if isinstance(note, FieldInfo) and note.description:
            return note.description
    return next((text for one in get_args(annotation) if (text := _described(one))), "")


def _seat(given: int, flag: str) -> int:
    if given < 1:
        raise RuleError("seats are numbered from 1", flag)
    return given - 1


def _text_of(path: str, flag: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise RuleError(f"cannot read {path}: {error.strerror}", flag) from None
    except UnicodeDecodeError:
        raise RuleError(f"{path} is not a text", flag) from None


def _pairs(given: list[str], flag: str, texts: bool) -> dict[str, Any]:
    """Names with values; a file of them has no sign of equality."""
    found: dict[str, Any] = {}
    for text in given:
        found |= parse_pairs([text], flag, texts) if "=" in text else read_house(text, flag)
    return found


def _part(db: Connection, text: str, flag: str, fields: tuple[str, ...]) -> Any:
    """One of several values, of two fields as `maria=50`; who is named in it is an account."""
    value = parse_value(text)
    if isinstance(value, str) and len(fields) == 2 and "=" in value:
        first, second = value.split("=", 1)
        value = dict(zip(fields, (first.strip(), parse_value(second)), strict=True))
    if not isinstance(value, dict):
        return value
    named = {name: one for name, one in value.items() if name in _PEOPLE and isinstance(one, str)}
    return value | {name: number_of(db, one, flag) for name, one in named.items()}


class _Kind(NamedTuple):
    """What may be written for an argument: its type for the command line, its name in the help, how it is read."""

    type: Any
    metavar: str | None
    read: Callable[[Connection, Any], Any] = lambda _, given: given


def _kind(name: str, annotation: Any, flag: str, files: tuple[str, ...]) -> _Kind:
    plain = _plain(annotation)
    origin, inner = get_origin(plain), [_plain(one) for one in get_args(plain)]
    if name in files:
        return _Kind(str, "FILE", lambda _, given: _text_of(given, flag))
    if name in _PEOPLE and plain is int:
        return _Kind(str, "NAME", lambda db, given: number_of(db, given, flag))
    if name == "seat":
        return _Kind(int, "NUMBER", lambda _, given: _seat(given, flag))
    if name == "knew":
        return _Kind(list[int], "NUMBER", lambda _, given: [_seat(one, flag) for one in given])
    if plain is dict or origin is dict:
        texts = inner[1:] == [str]
        return _Kind(list[str], "NAME=VALUE", lambda _, given: _pairs(given, flag, texts))
    if plain is list or origin is list:
        texts = inner == [str]
        fields = tuple(getattr(inner[0], "model_fields", ())) if inner else ()
        shown = "=".join(map(str.upper, fields)) if len(fields) == 2 else "VALUE"
        return _Kind(
            list[str], shown, lambda db, given: given if texts else [_part(db, one, flag, fields) for one in given]
        )
    if origin is Literal:
        return _Kind(str, "|".join(map(str, get_args(plain))))
    if plain is float:
        return _Kind(float, "PERCENT" if name in _PERCENTS else "DOLLARS")
    if plain is int:
        return _Kind(int, "NUMBER")
    return _Kind(plain, None if plain is bool else name.upper())


_annotated: Any = Annotated  # of a type that is known when it runs
_KEYWORD, _EMPTY = inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.empty


def _option(name: str, field: FieldInfo, files: tuple[str, ...]) -> _Argument:
    """A field of a form as an option."""
    flag = f"--{name.replace('_', '-')}"
    kind = _kind(name, field.annotation, flag, files)
    told = field.description or _described(field.annotation) or (_HELP if kind.type == list[str] else "")
    default = None if field.is_required() else field.get_default(call_default_factory=True)
    needed = _needed(field)
    if default not in (None, "", False) and not isinstance(default, dict | list):
        told = f"{told.removesuffix('.')} ({default} if not given).".strip()
    info = typer.Option(flag, metavar=kind.metavar, help=told or None, show_default=False)
    typed = _annotated[kind.type if needed else kind.type | None, info]
    empty = _EMPTY if needed else None
    return _Argument(name, inspect.Parameter(name, _KEYWORD, default=empty, annotation=typed), kind.read)


def _positional(name: str, given: inspect.Parameter) -> _Argument:
    """A path parameter as an argument; what a query may say is an option. What the server checks is checked."""
    shown = name.removesuffix("_id").upper()
    flag = f"--{name.replace('_', '-')}"
    optional = given.default is not _EMPTY
    kind = _kind(name, given.annotation, flag if optional else shown, ())
    told = _described(given.annotation)
    info: Any = (
        typer.Option(flag, metavar=kind.metavar, help=told or None)
        if optional
        else typer.Argument(metavar=kind.metavar if "|" in (kind.metavar or "") else shown, help=told)
    )
    typed = _annotated[kind.type, info]
    adapter: TypeAdapter[Any] = TypeAdapter(given.annotation)

    def read(db: Connection, text: Any) -> Any:
        try:
            return adapter.validate_python(kind.read(db, text))
        except ValidationError as error:
            raise RuleError(misfit(error.errors()[0]), flag if optional else shown) from None

    return _Argument(name, inspect.Parameter(name, _KEYWORD, default=given.default, annotation=typed), read)


def _arguments(act: Act) -> Iterator[_Argument]:
    """The arguments of a command, and the fields of its form."""
    form = _form_of(act)
    for name, one in inspect.signature(act.route, eval_str=True).parameters.items():
        if form is not None and name == form[0]:
            yield from (_option(field, info, act.files) for field, info in form[1].model_fields.items())
        elif name not in act.fixed and name not in _GIVEN:
            yield _positional(name, one)


def _form_of(act: Act) -> tuple[str, type[BaseModel]] | None:
    for name, one in inspect.signature(act.route, eval_str=True).parameters.items():
        plain = _plain(one.annotation)
        if isinstance(plain, type) and issubclass(plain, BaseModel):
            return name, plain
    return None


def _filled(form: type[BaseModel], fields: dict[str, Any]) -> BaseModel:
    """The form, or the first of its faults in one sentence."""
    try:
        return form(**fields)
    except ValidationError as error:
        first = error.errors()[0]
        raise RuleError(misfit(first), "--" + ".".join(map(str, first["loc"])).replace("_", "-")) from None


def _reader(store: Store, act: Act, by: str) -> Person | None:
    """As whom something is read: who is named; otherwise a visitor, or where there are none whoever may read all."""
    if by:
        return store.read(lambda db: acting(db, by, ""))
    given = inspect.signature(act.route, eval_str=True).parameters.get("person")
    return _READER if given is not None and given.annotation is CurrentUser else None


def _carry_out(act: Act, arguments: list[_Argument], given: dict[str, Any]) -> Any:
    """Call the route for who acts, on the database that is named."""
    by, url, key_file = given.pop("by"), database_url(given.pop("database")), given.pop("key_file")
    store = Store(url, Path(key_file) if key_file else None)
    store.open()
    try:
        floor = Floor(Settings(url, accounts=True, alone=store.read(control.limit_alone)), store, Watch(store))
        asked = Asked(secrets.token_hex(16), "")
        supplied = {
            "floor": floor,
            "asks": _ByCommand("", "", False, asked, False, 0, floor.watch.used, by=by),
            "person": _reader(store, act, by),
        }
        told = [argument for argument in arguments if given[argument.name] not in (None, [])]
        values = store.read(lambda db: {one.name: one.read(db, given[one.name]) for one in told})
        names = inspect.signature(act.route).parameters
        call = {name: value for name, value in {**supplied, **act.fixed, **values}.items() if name in names}
        if (form := _form_of(act)) is not None:
            fields = form[1].model_fields
            none = dict.fromkeys(name for name, field in fields.items() if field.is_required() and not _needed(field))
            call[form[0]] = _filled(form[1], none | {name: value for name, value in values.items() if name in fields})
        return msgspec.json.decode(bytes(act.route(**call).body))
    except HTTPException as error:
        raise RuleError(str(error.detail)) from None
    finally:
        store.close()


def _command(act: Act, tell: Callable[[Any], None]) -> Callable[..., None]:
    """The function that typer makes the command of."""
    arguments = list(_arguments(act))
    acts, reads = (name in inspect.signature(act.route).parameters for name in ("asks", "person"))
    who = typer.Option("--by", metavar="NAME", help=f"The account that {'does' if acts else 'sees'} this.")
    where = typer.Option("--database", metavar="URL", help="The floor's database; none: the user's own.")
    keys = typer.Option("--key-file", metavar="PATH", help="The house's key; none: next to the database.")
    json = typer.Option("--json", help="Write JSON for programs.")
    shared = [
        *([inspect.Parameter("by", _KEYWORD, annotation=Annotated[str, who], default="")] if acts or reads else []),
        inspect.Parameter("database", _KEYWORD, annotation=Annotated[str, where], default=""),
        inspect.Parameter("key_file", _KEYWORD, annotation=Annotated[str, keys], default=""),
        inspect.Parameter("json", _KEYWORD, annotation=Annotated[bool, json], default=False),
    ]

    def run(**given: Any) -> None:
        as_json = given.pop("json")
        answer = _carry_out(act, arguments, {"by": "", **given})
        if as_json:
            write_json(answer, indent=True)
        else:
            tell(answer)

    run.__signature__ = inspect.Signature([*(argument.parameter for argument in arguments), *shared])  # type: ignore[attr-defined]
    run.__annotations__ = {}
    return run


def commands_of(name: str, group: Group) -> typer.Typer:
    """The commands of a group."""
    app = typer.Typer()
    for act in group.acts:
        example = f"Example: houseway {name} {act.name} {act.example}".rstrip()
        app.command(act.name, help=act.purpose, epilog=example)(_command(act, act.tell or group.tell))
    return app
