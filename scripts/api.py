"""Write docs/api.md and the types of the page's JavaScript from the OpenAPI document, which tests hold in step."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from houseway.web.app import create_app
from houseway.web.documentation import to_markdown
from houseway.web.settings import Settings

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs" / "api.md"
TYPES = ROOT / "types" / "api.d.ts"
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def document() -> dict[str, Any]:
    """The OpenAPI document of the server."""
    return create_app(Settings("sqlite:///:memory:")).openapi()


def type_of(schema: Mapping[str, Any]) -> str:
    """A schema as a type of TypeScript."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(type_of(one) for one in schema["anyOf"]))
    if "const" in schema or "enum" in schema:
        return " | ".join(f'"{one}"' for one in schema.get("enum", [schema.get("const")]))
    kind = schema.get("type")
    if kind == "array":
        items = type_of(schema.get("items", {}))
        return f"({items})[]" if "|" in items else f"{items}[]"
    if kind == "object":
        values = schema.get("additionalProperties")
        return f"Record<string, {type_of(values) if isinstance(values, Mapping) and values else 'any'}>"
    return _PLAIN.get(str(kind), "any")


def _interface(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    required = schema.get("required", ())
    if text := str(schema.get("description", "")).split("\n\n")[0].replace("\n", " "):
        yield f"/** {text} */"
    yield f"interface {name} {{"
    for field, one in schema.get("properties", {}).items():
        yield f"  {field}{'' if field in required else '?'}: {type_of(one)};"
    if schema.get("additionalProperties") is True:
        yield "  [name: string]: any;"
    yield "}"


def _answer(operation: Mapping[str, Any]) -> str:
    """What a request answers, the statuses of success together."""
    found = dict.fromkeys(
        type_of(response["content"]["application/json"].get("schema", {}))
        for status, response in operation["responses"].items()
        if status.startswith("2") and "application/json" in response.get("content", {})
    )
    return " | ".join(found) or "any"


def _answers(made: Mapping[str, Any], method: str) -> Iterator[str]:
    """The type of the answer to each path: the longest paths first, of those the ones that name most."""
    paths = sorted(made["paths"], key=lambda path: (-path.count("/"), path.count("{"), path))
    for path in paths:
        if method in made["paths"][path]:
            pattern = re.sub(r"\{\w+\}", "${string}", path.removeprefix("/api"))
            yield f"  P extends `{pattern}` ? {_answer(made['paths'][path][method])} :"
    yield "  never;"


def to_types(made: Mapping[str, Any]) -> str:
    """The models, and the answer of every route, as declarations."""
    lines: list[str] = []
    for name, schema in sorted(made["components"]["schemas"].items()):
        lines += ["", *_interface(name, schema)]
    for name, method in (("Got", "get"), ("Posted", "post")):
        text = f"/** What {method.upper()} answers to a path. */"
        lines += ["", text, f"type {name}<P extends string> =", *_answers(made, method)]
    body = "\n".join(f"  {line}" if line else "" for line in lines[1:])
    head = "// Written by scripts/api.py from the OpenAPI document; `make api` writes it again."
    return f"{head}\n\ndeclare namespace Api {{\n{body}\n}}\n"


def main() -> None:
    made = document()
    DOCS.write_text(to_markdown(made), encoding="utf-8")
    TYPES.parent.mkdir(exist_ok=True)
    TYPES.write_text(to_types(made), encoding="utf-8")


if __name__ == "__main__":
    main()
