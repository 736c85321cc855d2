"""The OpenAPI document in words: every request with what it takes and answers, every model with its fields."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from markdown_it import MarkdownIt

Schema = Mapping[str, Any]
_TITLE = "The interface of the server"
_REF = "#/components/schemas/"
_PROBLEM = "Problem"
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>Houseway: {title}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml" />
<link rel="stylesheet" href="/css/base.css" />
<style>main {{ max-width: 60rem; margin: 0 auto; padding: 1rem; }} table {{ border-collapse: collapse; }}
td, th {{ text-align: left; vertical-align: top; padding: 0.2rem 0.8rem 0.2rem 0; }}</style>
<script src="/js/theme.js"></script>
</head>
<body><main>
{body}
</main></body>
</html>
"""


def type_of(schema: Schema) -> str:
    """A schema as a type in words, models linked."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(_REF)
        return f"[{name}](#{name.lower()})"
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(type_of(one) for one in schema["anyOf"]))
    if "const" in schema:
        return f"`{schema['const']}`"
    if "enum" in schema:
        return " or ".join(f"`{one}`" for one in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {type_of(schema.get('items', {}))}"
    if schema.get("type") == "object":
        values = schema.get("additionalProperties")
        return f"by name {type_of(values)}" if isinstance(values, Mapping) and values else "object"
    return str(schema.get("type", "anything"))


def limits_of(schema: Schema) -> str:
    """The bounds of a value, where it has some."""
    schemas = [schema, *schema.get("anyOf", ())]
    marks = {"minimum": "at least", "exclusiveMinimum": "more than", "maximum": "at most", "maxLength": "length to"}
    found = [f"{word} {one[key]:g}" for one in schemas for key, word in marks.items() if key in one]
    return ", ".join(dict.fromkeys(found))


def _row(name: str, schema: Schema, required: bool, where: str = "") -> str:
    described = [str(schema.get("description", "")).rstrip("."), limits_of(schema)]
    if "default" in schema and schema["default"] not in (None, "", [], {}):
        described.append(f"{schema['default']} if not given")
    text = "; ".join(one.replace("\n", " ").replace("|", "\\|") for one in described if one)
    return f"| `{name}`{'' if required else '?'} | {where}{type_of(schema)} | {text} |"


def _table(rows: list[str], head: str) -> Iterator[str]:
    if rows:
        yield from ("", f"| {head} | type | meaning |", "| --- | --- | --- |", *rows)


def _model(schema: Schema) -> Iterator[str]:
    required = schema.get("required", ())
    rows = [_row(name, one, name in required) for name, one in schema.get("properties", {}).items()]
    yield from _table(rows, "field")


def _answers(responses: Mapping[str, Any]) -> str:
    found = []
    for status, response in responses.items():
        for kind, content in response.get("content", {}).items():
            schema = content.get("schema", {})
            if schema.get("$ref") != f"{_REF}{_PROBLEM}":
                text = type_of(schema) if kind == "application/json" else kind
                found.append(text if status == "200" else f"{status}: {text}")
    return "; ".join(found)


def _operation(method: str, path: str, operation: Mapping[str, Any]) -> Iterator[str]:
    yield from ("", f"### {method.upper()} {path}", "", str(operation.get("description", "")).replace("\n\n", "\n"))
    rows = []
    for one in operation.get("parameters", ()):
        if one["in"] != "header":
            described = {**one["schema"], "description": one.get("description", "")}
            rows.append(_row(one["name"], described, one.get("required", False)))
    yield from _table(rows, "parameter")
    if "requestBody" in operation:
        (content,) = operation["requestBody"]["content"].values()
        yield from ("", f"Takes {type_of(content['schema'])}.")
    yield from ("", f"Answers {_answers(operation['responses'])}.")


def to_markdown(document: Mapping[str, Any]) -> str:
    """The whole document; fields and parameters with a question mark may be left out."""
    lines = [f"# {_TITLE}", "", document["info"]["description"].strip()]
    by_tag: dict[str, list[str]] = {}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            tag = (operation.get("tags") or ["other"])[0]
            by_tag.setdefault(tag, []).extend(_operation(method, path, operation))
    lines += ["", "A field or parameter with a question mark may be absent."]
    for tag, parts in by_tag.items():
        lines += ["", f"## {tag.capitalize()}", *parts]
    lines += ["", "## Models"]
    for name, schema in sorted(document["components"]["schemas"].items()):
        text = str(schema.get("description", "")).split("\n\n")[0]
        lines += ["", f"### {name}", *(["", text] if text else []), *_model(schema)]
    return "\n".join(lines) + "\n"


def to_html(document: Mapping[str, Any]) -> str:
    """The same as a page that loads nothing from other hosts."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(to_markdown(document))
    for token, content in pairwise(tokens):
        if token.type == "heading_open":
            token.attrSet("id", content.content.lower())
    body = markdown.renderer.render(tokens, markdown.options, {})
    return _PAGE.format(title=_TITLE, body=body)
