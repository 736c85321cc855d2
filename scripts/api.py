"""Write docs/api.md and the types of the page's JavaScript from the OpenAPI document, which tests hold in step."""

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
    yield f"export interface {name} {{"
    for field, one in schema.get("properties", {}).items():
        yield f"  {field}{'' if field in required else '?'}: {type_of(one)};"
    if schema.get("additionalProperties") is True:
        yield "  [name: string]: any;"
    yield "}"


def _answers(made: Mapping[str, Any], method: str) -> Iterator[str]:
    """What a request of this method to each path answers, the statuses of success together."""
    for path, operations in made["paths"].items():
        if method not in operations:
            continue
        found = dict.fromkeys(
            type_of(response["content"]["application/json"].get("schema", {}))
            for status, response in operations[method]["responses"].items()
            if status.startswith("2") and "application/json" in response.get("content", {})
        )
        yield f'  "{path}": {" | ".join(found) or "any"};'


def to_types(made: Mapping[str, Any]) -> str:
    """The models, and the answer of every route, as declarations."""
    lines = ["// Written by scripts/api.py from the OpenAPI document; `make written` writes it again."]
    for name, schema in sorted(made["components"]["schemas"].items()):
        lines += ["", *_interface(name, schema)]
    for name, method in (("Gets", "get"), ("Posts", "post")):
        text = f"/** What {method.upper()} answers, by path. */"
        lines += ["", text, f"export interface {name} {{", *_answers(made, method), "}"]
    return "\n".join(lines) + "\n"


def main() -> None:
    made = document()
    DOCS.write_text(to_markdown(made), encoding="utf-8")
    TYPES.parent.mkdir(exist_ok=True)
    TYPES.write_text(to_types(made), encoding="utf-8")


if __name__ == "__main__":
    main()
