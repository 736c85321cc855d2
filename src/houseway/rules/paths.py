"""Paths into a game file, by which options and extending files reach a statement: by name, never by its number.

Steps stand between dots; one that is not a plain word stands in quotes:

    wagers.ante.win                             a key of a table
    stages."play or fold".burn                  a statement of a list, by its name
    stages."play or fold".decide.play           a choice, by its verb
    stages."play or fold".decide.raise[pair A]  ... where several share the verb: the one that states `pair A`
    stages."play or fold".decide.raise[*]       ... or all of them
    irregularities.misdeal[dealer].effect       the misdeal of the dealer
    pay_tables.ante_bonus[5-8].rows.straight    the printed block of these ids (`[A-1 to A-8]` for ids with a dash)
    pay_tables.ante_bonus[12].rows.straight     one column of a block: its price alone is changed

Which fields name a statement in a list is said by its struct (`named_by`): the first is the name, the others tell
statements of one name apart.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from msgspec import inspect

from houseway.rules.errors import RuleError, allowed
from houseway.rules.grammar import alternatives, struct_in, struct_type

Raw = dict[str, Any]
ALL = "*"
_STEP = re.compile(r'(?:"([^"]+)"|([\w-]+))(?:\[([^\]]+)\])?(\.|$)')

_SPAN = re.compile(r"-| to ")


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a path: a name, and what stands in brackets behind it."""

    name: str
    chosen: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a path leads: a key of a table or a position in a list, and the columns that alone are meant."""

    holder: Any
    key: Any
    kind: inspect.Type  # what may stand there
    statement: inspect.StructType | None = None  # whose word the key is
    columns: tuple[int, ...] | None = None
    of: int = 0  # columns in all

    def read(self) -> Any:
        """What stands there; None where the file says nothing."""
        value = self.holder[self.key] if isinstance(self.holder, list) else self.holder.get(self.key)
        if self.columns is None or not isinstance(value, list):
            return value
        cells = [value[column] for column in self.columns]
        return cells[0] if len(cells) == 1 else cells

    def write(self, value: Any) -> None:
        if self.columns is None:
            self.holder[self.key] = value
            return
        before = self.holder.get(self.key, "-")
        cells = list(before) if isinstance(before, list) else [before] * self.of
        for column in self.columns:
            cells[column] = value
        self.holder[self.key] = cells

    def remove(self) -> None:
        if self.columns is not None:
            self.write("-")
        else:
            del self.holder[self.key]


def parse_path(path: str) -> tuple[Step, ...]:
    """The steps of a path."""
    steps, at = [], 0
    while at < len(path):
        match = _STEP.match(path, at)
        if match is None or (match[4] == "." and match.end() == len(path)):
            raise RuleError(f'cannot read the path {path!r}; paths are like stages."play or fold".decide.play')
        steps.append(Step(match[1] or match[2], match[3] or ""))
        at = match.end()
    if not steps:
        raise RuleError("a path is empty")
    return tuple(steps)


def last_step(path: str) -> str:
    """The name at the end of a path, or the text itself where it is none."""
    try:
        return parse_path(path)[-1].name
    except RuleError:
        return path


def places(raw: Raw, path: str, grammar: type) -> list[Place]:
    """Where the path leads in a file of this grammar; a path not found in the file is an error.

    Tables that the file leaves out, but the grammar knows, are made on the way.
    """
    steps = parse_path(path)
    return list(_follow(raw, struct_type(grammar), steps, "the file"))


def read_at(raw: Raw, path: str, grammar: type) -> list[Any]:
    """What the file says at a path; None where it says nothing."""
    return [place.read() for place in places(raw, path, grammar)]


def write_at(raw: Raw, path: str, value: Any, grammar: type) -> None:
    """Change what the path leads to, in place."""
    for place in places(raw, path, grammar):
        place.write(value)


def remove_at(raw: Raw, path: str, grammar: type) -> None:
    """Remove the statements that the path leads to, in place."""
    targets = places(raw, path, grammar)
    for place in targets:
        if place.read() is None:
            raise RuleError(f"{path!r} is not in the file; {allowed(str(place.key), place.holder)}")
    for place in sorted(targets, key=lambda one: one.key if isinstance(one.key, int) else 0, reverse=True):
        place.remove()


def _inner(node: Any, kind: inspect.Type, name: str, owner: str) -> inspect.Type:
    """The type under a key of a table; a key that the table cannot have is an error."""
    for option in alternatives(kind):
        if isinstance(option, inspect.StructType):
            fields = {field.encode_name: field.type for field in option.fields}
            if name not in fields:
                known = allowed(name, fields)
                raise RuleError(f"{owner} has no word {name!r}; {known}")
            return fields[name]
        if isinstance(option, inspect.DictType):
            return option.value_type
    if isinstance(node, dict):
        return inspect.AnyType()
    raise RuleError(f"{owner} is a plain value, {name!r} cannot be reached below it")


def _follow(node: Any, kind: inspect.Type, steps: tuple[Step, ...], owner: str) -> Iterator[Place]:
    step, rest = steps[0], steps[1:]
    if not isinstance(node, dict):
        raise RuleError(f"{owner} is a plain value, {step.name!r} cannot be reached below it")
    inner = _inner(node, kind, step.name, owner)
    items, names = _statements(inner)
    if step.chosen and names != ("ids",):
        raise RuleError(f"[{step.chosen}] chooses nothing in {step.name}")
    if not rest and not step.chosen:
        yield Place(node, step.name, inner, struct_in(kind))
        return
    if step.name not in node:
        if items or struct_in(kind) is None:
            known = allowed(step.name, node)
            raise RuleError(f"{owner} states no {step.name!r}; {known}")
        node[step.name] = {}
    if items is None:
        yield from _follow(node[step.name], inner, rest, step.name)
    elif names == ("ids",):
        yield from _columns(node[step.name], items, step, rest)
    else:
        yield from _named(node[step.name], items, names, (step, *rest))


def _statements(kind: inspect.Type) -> tuple[inspect.StructType | None, tuple[str, ...]]:
    """The struct of a list's statements and the fields that name it, if the type is a list of statements."""
    for option in alternatives(kind):
        if isinstance(option, inspect.VarTupleType) and (struct := struct_in(option.item_type)):
            return struct, getattr(struct.cls, "named_by", ())
    return None, ()


def _named(node: Any, items: inspect.StructType, fields: tuple[str, ...], steps: tuple[Step, ...]) -> Iterator[Place]:
    """Statements of a list (the first step) by name, and by what in brackets tells those of one name apart."""
    parent, *after = steps
    if not fields:
        raise RuleError(f"the statements of {parent.name} have no names by which a path reaches them")
    if not isinstance(node, list) or not after:
        raise RuleError(f"{parent.name} is a list of statements: name one of them")
    step, rest = after[0], tuple(after[1:])
    field, *others = fields
    names = [statement if isinstance(statement, str) else str(statement.get(field, "")) for statement in node]
    indices = [index for index, name in enumerate(names) if name == step.name]
    if not indices:
        number = "; statements are reached by name, not by number" if step.name.isdecimal() else ""
        known = allowed(step.name, filter(None, names))
        raise RuleError(f"no {step.name!r} in {parent.name}{number}; {known}")
    if step.chosen and step.chosen != ALL:
        indices = [index for index in indices if step.chosen in _marks(node[index], items, others)]
    if not indices or (len(indices) > 1 and step.chosen != ALL):
        same = [statement for statement, name in zip(node, names, strict=True) if name == step.name]
        marks = [f"{step.name}[{mark}]" for statement in same for mark in _marks(statement, items, others)]
        many = "several statements" if indices else "no statement"
        known = ", ".join([*dict.fromkeys(marks), f"{step.name}[{ALL}]"])
        chosen = f"[{step.chosen}]" if step.chosen else ""
        raise RuleError(f"{step.name}{chosen} in {parent.name} is {many}; write {known}")
    for index in indices:
        if rest:
            yield from _follow(node[index], items, rest, step.name)
        else:
            yield Place(node, index, items)


def _marks(statement: Any, items: inspect.StructType, fields: list[str]) -> list[str]:
    """What a statement says, or means by saying nothing, in the fields that tell it apart."""
    if not isinstance(statement, dict):
        return []
    unsaid = {field.encode_name: field.default for field in items.fields}
    values = [statement.get(field, unsaid[field]) for field in fields]
    return [str(mark) for value in values for mark in (value if isinstance(value, list | tuple) else (value,)) if mark]


def _columns(node: Any, items: inspect.StructType, step: Step, rest: tuple[Step, ...]) -> Iterator[Place]:
    """Blocks of a pay table by their ids; some columns of a block by the row in which they are changed."""
    if not isinstance(node, list):
        raise RuleError(f"{step.name} is not a list of printed blocks")
    ids = [[str(id_) for id_ in block.get("ids", ["1"])] for block in node]
    if not step.chosen and len(node) > 1:
        raise RuleError(f"{step.name} has several blocks; write {step.name}[ID], the ids are {_all_ids(ids)}")
    chosen = _chosen_ids(step, [id_ for block in ids for id_ in block]) if step.chosen else set(ids[0])
    for index, block in enumerate(ids):
        some = tuple(column for column, table_id in enumerate(block) if table_id in chosen)
        if not some:
            continue
        whole = len(some) == len(block)
        if not rest and whole:
            yield Place(node, index, items)
        elif whole:
            yield from _follow(node[index], items, rest, step.name)
        elif len(rest) == 2 and rest[0].name in ("rows", "envy") and not node[index].get("by"):
            rows = node[index].setdefault(rest[0].name, {})
            yield Place(rows, rest[1].name, inspect.AnyType(), columns=some, of=len(block))
        else:
            raise RuleError(
                f"{step.name}[{step.chosen}] is only a part of the block {_all_ids([block])}, "
                "of which a path changes single rows"
            )


def _all_ids(blocks: list[list[str]]) -> str:
    return ", ".join(id_ for block in blocks for id_ in block)


def _chosen_ids(step: Step, known: list[str]) -> set[str]:
    """The ids that stand in brackets: single ones or spans, between commas."""
    chosen: set[str] = set()
    if step.chosen == ALL:
        return set(known)
    for term in (part.strip() for part in step.chosen.split(",")):
        if term in known:
            chosen.add(term)
            continue
        ends = [(term[: dash.start()], term[dash.end() :]) for dash in _SPAN.finditer(term)]
        span = next((known[known.index(a) : known.index(b) + 1] for a, b in ends if a in known and b in known), None)
        if not span:
            raise RuleError(f"{step.name} has no id {term!r}; {allowed(term, known)}")
        chosen.update(span)
    return chosen
