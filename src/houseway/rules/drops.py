"""What a file leaves out of the one it extends: statements by path, and with them all that is said of them alone.

A wager that is dropped takes with it the wagers that need it, the choices that bet it, its pay tables and their
patterns, its ceilings, and the options and readings that are about nothing else.
"""

import copy
from typing import Any

from houseway.rules.errors import RuleError
from houseway.rules.grammar import Key, Mention, mentions, struct_type
from houseway.rules.paths import parse_path, read_at, remove_at

Raw = dict[str, Any]
_KINDS = {
    "wagers": "wager",
    "bonus": "wager",
    "pay_tables": "pay table",
    "options": "option",
    "hands": "hand",
    "events": "event",
}
_LISTING = ("default_tables", "chosen_as", "best_win")  # words that mention a table without using it
_NAME_ONLY = ("keep", "bars", "order", "one_of", "triple_loses", "unless", "at_most")  # lose the name and no more
_ALL_NEEDED = ("needs", "all_win")  # a statement that loses one of these names is lost


class _File:
    """A file from which statements are taken."""

    def __init__(self, raw: Raw, grammar: type, restated: Raw) -> None:
        self.raw, self.grammar, self.restated = copy.deepcopy(raw), grammar, restated

    def mentions(self) -> list[Mention]:
        return [mention for mention in mentions(self.raw, struct_type(self.grammar)) if not mention.coined]

    def used(self, kind: str) -> set[str]:
        return {mention.name for mention in self.mentions() if mention.kind == kind and mention.word not in _LISTING}

    def rows(self) -> set[str]:
        tables = self.raw.get("pay_tables", {}).values()
        return {row for blocks in tables for block in blocks for row in block.get("rows", {})}

    def at(self, key: Key) -> Any:
        node: Any = self.raw
        for step in key:
            node = node[step]
        return node

    def drop(self, path: str) -> None:
        tables, options, rows = self.used("pay table"), self.used("option"), self.rows()
        remove_at(self.raw, path, self.grammar)
        steps = parse_path(path)
        if len(steps) == 2 and steps[0].name in _KINDS and steps[1].name not in self.restated.get(steps[0].name, ()):
            self.forget({(_KINDS[steps[0].name], steps[1].name)})
        lost = {name for name in tables - self.used("pay table") if name in self.raw.get("pay_tables", {})}
        for name in lost:
            del self.raw["pay_tables"][name]
        self.forget({("pay table", name) for name in lost})
        for name in rows - self.rows():
            self.raw.get("patterns", {}).pop(name, None)
        self.clear_options(options)

    def forget(self, gone: set[tuple[str, str]]) -> None:
        """Takes out all mentions of names, and the statements that are nothing without them, until none is left."""
        while found := next((mention for mention in self.mentions() if (mention.kind, mention.name) in gone), None):
            holder = self.at(found.key[:-1])
            del holder[found.key[-1]]
            whole = found.key[:-1] == found.statement  # the word held this name alone
            lost = not found.is_key and (whole or found.word in _ALL_NEEDED or not holder)
            if found.kind == "option":
                lost = found.statement[:1] == ("readings",)
            if lost and found.word not in _NAME_ONLY and found.statement:
                parent, last = self.at(found.statement[:-1]), found.statement[-1]
                del parent[last]
                if found.statement[:-1] in (("wagers",), ("bonus",)):
                    gone.add(("wager", str(last)))
        stages = self.raw.get("stages", [])
        stages[:] = [stage for stage in stages if stage.get("decide") != []]

    def clear_options(self, read_before: set[str]) -> None:
        """Leaves options the paths that are still found, and drops those that then do nothing, with readings."""
        unread = read_before - self.used("option")
        leads = _Leads(self.raw, self.grammar)
        for name, option in list(self.raw.get("options", {}).items()):
            sets, writes = option.get("sets", {}), option.get("writes", {})
            left = {value: {path: new for path, new in one.items() if leads.to(path)} for value, one in sets.items()}
            option |= {"sets": {value: one for value, one in left.items() if one}} if sets else {}
            option |= {"writes": {path: text for path, text in writes.items() if leads.to(path)}} if writes else {}
            if (sets or writes or name in unread) and not (option.get("sets") or option.get("writes")):
                del self.raw["options"][name]
        options = self.raw.get("options", {})
        readings = self.raw.get("readings", [])
        readings[:] = [reading for reading in readings if not reading.get("option") or reading["option"] in options]


class _Leads:
    """Which paths are found in a file; asked of a copy, where tables that the file leaves out may be made."""

    def __init__(self, raw: Raw, grammar: type) -> None:
        self.raw, self.grammar = copy.deepcopy(raw), grammar

    def to(self, path: str) -> bool:
        try:
            read_at(self.raw, path, self.grammar)
        except RuleError:
            return False
        return True


def without(raw: Raw, paths: list[Any], grammar: type, restated: Raw) -> Raw:
    """The file without the statements that the paths lead to, and without what depends on them alone.

    What depends on a name that the extending file states again (`restated`) stays.
    """
    file = _File(raw, grammar, restated)
    for path in paths:
        if not isinstance(path, str):
            raise RuleError(f"paths are texts such as 'wagers.pair_plus', not {path!r}")
        file.drop(path)
    return file.raw
