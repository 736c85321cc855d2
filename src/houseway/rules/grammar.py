"""How words are described: what a field means, with its unit and an example, and whose name it holds.

A description stands once, beside the field; the JSON Schema, docs/words.md and the messages about a wrong file are
made from it. A field that holds a name says of what, so that every name of a file is resolved when it is loaded.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

from msgspec import Meta, Struct, inspect


def means(text: str, *examples: Any, unit: str = "") -> Meta:
    """What a field means, and examples of it."""
    return Meta(description=f"{text}, in {unit}" if unit else text, examples=list(examples))


def one_of(*words: str) -> Meta:
    """A text that is one of these words, where it is the key of a table."""
    return Meta(pattern=f"^({'|'.join(words)})$")


def _name_of(kind: str) -> Meta:
    return Meta(extra={"names": kind})


WagerName = Annotated[str, _name_of("wager")]
TableName = Annotated[str, _name_of("pay table")]
HandName = Annotated[str, _name_of("hand")]
OptionName = Annotated[str, _name_of("option")]
EventName = Annotated[str, _name_of("event")]
ResultName = Annotated[str, _name_of("result")]
MeterName = Annotated[str, _name_of("meter")]
TariffName = Annotated[str, _name_of("tariff")]

Count = Annotated[int, Meta(ge=0, le=1000)]
Some = Annotated[int, Meta(ge=1, le=1000)]
Whole = Annotated[int, Meta(ge=0, le=10**9)]
Share = Annotated[float, Meta(ge=0, le=1)]
Amount = Whole | Annotated[float, Meta(ge=0, le=1e9)]
Price = str | Amount
Span = tuple[Count, Count]
Paragraph = Annotated[
    str,
    means(
        "the paragraph it rests on: with a bracket first, of the file's own section; `public`: common practice", "(14)"
    ),
]
Limits = Annotated[tuple[Amount, Amount] | None, means("printed least and most stake", [1, 25], unit="dollars")]


@dataclass(frozen=True, slots=True)
class Reference:
    """A name in a file: of what, and where it stands."""

    kind: str
    name: str
    path: str


def plain(kind: inspect.Type) -> inspect.Type:
    """A type without what describes it."""
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    return kind


def alternatives(kind: inspect.Type) -> Iterator[inspect.Type]:
    """A type as its alternatives, without what describes it."""
    kind = plain(kind)
    if isinstance(kind, inspect.UnionType):
        for one in kind.types:
            yield from alternatives(one)
    else:
        yield kind


def struct_in(kind: inspect.Type) -> inspect.StructType | None:
    """The statement that a type is, or may be."""
    return next((one for one in alternatives(kind) if isinstance(one, inspect.StructType)), None)


@cache
def struct_type(statement: type[Struct]) -> inspect.StructType:
    """The fields of a statement."""
    kind = inspect.type_info(statement)
    assert isinstance(kind, inspect.StructType)
    return kind


def quoted(step: str) -> str:
    """A step of a path as it is written: in quotes unless it is a plain word."""
    return step if step.replace("_", "").replace("-", "").isalnum() else f'"{step}"'


def step_to(statement: Any, index: int) -> str:
    """The step to a statement of a list: its name if it has one, otherwise its number."""
    if isinstance(statement, str):
        return f".{quoted(statement)}"
    names = getattr(statement, "named_by", ())
    if names == ("ids",):
        return f"[{', '.join(statement.ids)}]"
    name = getattr(statement, names[0]) if names else ""
    return f".{quoted(name)}" if name else f"[{index}]"


def references(value: Any, kind: inspect.Type, path: str = "") -> Iterator[Reference]:
    """All names that a statement holds, with their places."""
    if isinstance(kind, inspect.Metadata):
        of = (kind.extra or {}).get("names")
        if of is not None:
            if isinstance(value, str) and value:
                yield Reference(of, value, path)
            return
        kind = kind.type
    if isinstance(kind, inspect.UnionType):
        for one in kind.types:
            if _may_be(value, one):
                yield from references(value, one, path)
    elif isinstance(kind, inspect.StructType) and isinstance(value, Struct):
        for field in kind.fields:
            inner = getattr(value, field.name)
            if inner != field.default:
                yield from references(inner, field.type, f"{path}.{field.name}".lstrip("."))
    elif isinstance(kind, inspect.DictType) and isinstance(value, dict):
        for key, inner in value.items():
            yield from references(key, kind.key_type, path)
            yield from references(inner, kind.value_type, f"{path}.{quoted(str(key))}")
    elif isinstance(kind, inspect.VarTupleType | inspect.ListType) and isinstance(value, tuple | list):
        for index, inner in enumerate(value):
            step = step_to(inner, index) if struct_in(kind.item_type) else ""
            yield from references(inner, kind.item_type, f"{path}{step}")
    elif isinstance(kind, inspect.TupleType) and isinstance(value, tuple):
        for inner, inner_kind in zip(value, kind.item_types, strict=True):
            yield from references(inner, inner_kind, path)


def _may_be(value: Any, kind: inspect.Type) -> bool:
    """Whether a value can be of this alternative."""
    kind = plain(kind)
    if isinstance(value, Struct):
        return isinstance(kind, inspect.StructType) and type(value) is kind.cls
    if isinstance(value, str):
        return isinstance(kind, inspect.StrType)
    if isinstance(value, dict):
        return isinstance(kind, inspect.DictType)
    return isinstance(value, tuple | list) and isinstance(
        kind, inspect.VarTupleType | inspect.TupleType | inspect.ListType
    )
