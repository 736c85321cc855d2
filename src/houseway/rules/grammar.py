"""How words are described: what a field means, with its unit and an example, and whose name it holds.

A description stands once, next to the field; the JSON Schema, docs/words.md and the messages about a wrong file are
made from it. A field that holds a name says of what, so that every name of a file is resolved when it is loaded.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

from msgspec import Meta, Struct, inspect

from houseway.rules.wording import quoted


def means(text: str, *examples: Any, unit: str = "") -> Meta:
    """What a field means, and examples of it."""
    return Meta(description=f"{text}, in {unit}" if unit else text, examples=list(examples))


def one_of(*words: str) -> Meta:
    """A text that is one of these words, where it is the key of a table."""
    return Meta(pattern=f"^({'|'.join(words)})$")


def _name_of(kind: str) -> Meta:
    return Meta(extra={"names": kind})


def _coins(kind: str) -> Meta:
    """A name that its statement gives: it may be new, and is not a letter away from a known one."""
    return Meta(extra={"names": kind, "coins": True})


WagerName = Annotated[str, _name_of("wager")]
TableName = Annotated[str, _name_of("pay table")]
HandName = Annotated[str, _name_of("hand")]
OptionName = Annotated[str, _name_of("option")]
NumberOption = Annotated[str, Meta(extra={"names": "option", "number": True})]  # an option that holds a number
EventName = Annotated[str, _name_of("event")]
ResultName = Annotated[str, _name_of("result")]
MeterName = Annotated[str, _name_of("meter")]
TariffName = Annotated[str, _name_of("tariff")]
Action = Annotated[str, _name_of("action")]  # the verb of a decision in the file
NewVerb = Annotated[str, _coins("action")]
NewLine = Annotated[str, _coins("line")]  # the name of a settled line that is not a wager's
NewWager = Annotated[str, _coins("wager")]  # a wager that stands outside the table of wagers
NewMeter = Annotated[str, _coins("meter")]
NewOption = Annotated[str, _coins("option")]

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


Key = tuple[str | int, ...]  # the keys and positions that lead to a place in plain data


@dataclass(frozen=True, slots=True)
class Mention:
    """A name that stands in a file: of what, where, and in which statement."""

    kind: str
    name: str
    key: Key  # of the text itself, or of the table whose key it is
    statement: Key
    is_key: bool = False  # the name is a key of a table
    coined: bool = False  # the statement gives the name
    number: bool = False  # what it names holds a number

    @property
    def word(self) -> str:
        """The field of the statement that holds the name."""
        return str(self.key[len(self.statement)])

    @property
    def place(self) -> Key:
        """Where it is told of: the word, not its place in a list of names."""
        return self.key[:-1] if isinstance(self.key[-1], int) else self.key


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
    return next(
        (alternative for alternative in alternatives(kind) if isinstance(alternative, inspect.StructType)), None
    )


@cache
def struct_type(statement: type[Struct]) -> inspect.StructType:
    """The fields of a statement."""
    kind = inspect.type_info(statement)
    assert isinstance(kind, inspect.StructType)
    return kind


NAMES = ("id", "name", "do", "kind", "per")  # fields by which a statement of a list is named, the first it has


def shown(key: Key, data: Any) -> str:
    """A place as a path: statements of a list by their names, blocks of a pay table by their ids."""
    text = ""
    for step in key:
        data = data[step]
        if isinstance(step, str):
            text += f".{quoted(step)}"
        elif isinstance(data, dict) and "rows" in data:
            ids = data.get("ids", ["1"])
            text += f"[{', '.join(map(str, ids if isinstance(ids, list) else [ids]))}]"
        else:
            name = next((data[word] for word in NAMES if data.get(word)), None) if isinstance(data, dict) else None
            text += f".{quoted(str(name))}" if name else f"[{step}]"
    return text.lstrip(".")


def mentions(
    value: Any, kind: inspect.Type, key: Key = (), statement: Key = (), is_key: bool = False
) -> Iterator[Mention]:
    """All names that plain data of this grammar holds."""
    if isinstance(kind, inspect.Metadata):
        extra = kind.extra or {}
        if "names" in extra:
            if isinstance(value, str) and (value or is_key or isinstance(key[-1], int)):  # alone, "" is none
                yield Mention(extra["names"], value, key, statement, is_key, "coins" in extra, "number" in extra)
            return
        kind = kind.type
    if isinstance(kind, inspect.UnionType):
        for one in kind.types:
            if _may_be(value, one):
                yield from mentions(value, one, key, statement)
    elif isinstance(kind, inspect.StructType) and isinstance(value, dict):
        for field in kind.fields:
            if field.encode_name in value:
                yield from mentions(value[field.encode_name], field.type, (*key, field.encode_name), key)
    elif isinstance(kind, inspect.DictType) and isinstance(value, dict):
        for name, inner in value.items():
            yield from mentions(name, kind.key_type, (*key, name), statement, True)
            yield from mentions(inner, kind.value_type, (*key, name), statement)
    elif isinstance(kind, inspect.VarTupleType | inspect.ListType) and isinstance(value, list):
        for index, inner in enumerate(value):
            yield from mentions(inner, kind.item_type, (*key, index), statement)
    elif isinstance(kind, inspect.TupleType) and isinstance(value, list):
        for index, (inner, inner_kind) in enumerate(zip(value, kind.item_types, strict=False)):
            yield from mentions(inner, inner_kind, (*key, index), statement)


def _may_be(value: Any, kind: inspect.Type) -> bool:
    """Whether plain data can be of this alternative."""
    kind = plain(kind)
    if isinstance(value, str):
        return isinstance(kind, inspect.StrType)
    if isinstance(value, dict):
        return isinstance(kind, inspect.DictType | inspect.StructType)
    return isinstance(value, list) and isinstance(kind, inspect.VarTupleType | inspect.TupleType | inspect.ListType)
