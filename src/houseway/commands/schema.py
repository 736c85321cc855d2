"""`houseway schema`: the JSON Schema of game files, for editors that check and complete while one types."""

from pathlib import Path
from typing import Any

import msgspec

from houseway.commands.output import console
from houseway.rules.errors import RuleError
from houseway.rules.families import GameFile
from houseway.rules.load import GRAMMARS
from houseway.rules.words import PARTIAL

_EXTENDS = {
    "extends": {"type": "string", "description": "id or path of the game file that this one changes"},
    "sets": {"type": "object", "description": "statements of that file that are replaced, by path"},
    "drops": {
        "type": "array",
        "items": {"type": "string"},
        "description": "statements of that file that this one does not have, by path, with what depends on them",
    },
}


def make_schema() -> dict[str, Any]:
    """The schema; a file that `extends` another need not repeat what that one states, at any depth.

    So only a file that extends none must be complete, and what its statements need is left to `houseway check`.
    """
    made = msgspec.json.schema(GameFile)
    parts: dict[str, Any] = made["$defs"]
    needed = {name: part.pop("required") for name, part in parts.items() if "required" in part}
    for head in [made] if "$ref" in made else made["anyOf"]:
        name = head["$ref"].rsplit("/", 1)[-1]
        family = next(one for one in GRAMMARS.values() if one.__name__ == name)
        for word in PARTIAL - family.reads:
            del parts[name]["properties"][word]
        parts[name]["properties"] |= _EXTENDS
        parts[name]["anyOf"] = [{"required": needed[name]}, {"required": ["extends"]}]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Houseway game file", **made}


def schema_text() -> str:
    return msgspec.json.format(msgspec.json.encode(make_schema(), order="deterministic"), indent=2).decode() + "\n"


def run(target: str) -> None:
    if not target:
        console().out(schema_text(), end="")
        return
    try:
        Path(target).write_text(schema_text(), encoding="utf-8")
    except OSError as error:
        raise RuleError(f"cannot write {target}: {error.strerror}", "--write") from None
