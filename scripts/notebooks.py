"""Notebooks of the documentation: run as a kernel would run them, written anew with what they print, shown on the site.

`python scripts/notebooks.py` runs every notebook of docs/notebooks and keeps what its cells print. mkdocs takes this
module as a hook and makes a page of each.
"""

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"

Notebook = dict[str, Any]


def notebooks() -> list[Path]:
    return sorted(FOLDER.glob("*.ipynb"))


def read(path: Path) -> Notebook:
    found: Notebook = json.loads(path.read_text(encoding="utf-8"))
    return found


def _printed(code: str, names: dict[str, Any]) -> str:
    """What a cell prints, and the value of its last expression below it."""
    tree = ast.parse(code)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    heard = io.StringIO()
    with contextlib.redirect_stdout(heard):
        exec(compile(tree, "<cell>", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
            if value is not None:
                print(repr(value))
    return heard.getvalue()


def run(book: Notebook) -> list[str]:
    """What each cell of code prints, in order, from an empty session."""
    names: dict[str, Any] = {"__name__": "__main__"}
    return [_printed("".join(cell["source"]), names) for cell in book["cells"] if cell["cell_type"] == "code"]


def kept(book: Notebook) -> list[str]:
    """What the notebook says that each cell of code prints."""
    cells = [cell for cell in book["cells"] if cell["cell_type"] == "code"]
    return ["".join(text for one in cell["outputs"] for text in one["text"]) for cell in cells]


def written(book: Notebook, outputs: list[str]) -> str:
    """The file of a notebook with these outputs."""
    answers = iter(outputs)
    for number, cell in enumerate((one for one in book["cells"] if one["cell_type"] == "code"), start=1):
        text = next(answers)
        cell["execution_count"] = number
        lines = text.splitlines(keepends=True)
        cell["outputs"] = [{"name": "stdout", "output_type": "stream", "text": lines}] if text else []
    return json.dumps(book, indent=1, ensure_ascii=False) + "\n"


def page(book: Notebook, name: str) -> str:
    """A notebook as a page of the site."""
    parts = []
    for cell in book["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        said = "".join(text for one in cell["outputs"] for text in one["text"])
        if said:
            parts.append(f"```text\n{said.rstrip()}\n```")
    parts.append(f"[The notebook itself]({name})")
    return "\n\n".join(parts) + "\n"


def on_files(files: Any, config: Any) -> Any:
    """A page for every notebook, when mkdocs collects the files of the site."""
    from mkdocs.structure.files import File

    for path in notebooks():
        content = page(read(path), path.name)
        files.append(File.generated(config, f"notebooks/{path.stem}.md", content=content))
    return files


def main() -> None:
    for path in notebooks():
        book = read(path)
        path.write_text(written(book, run(book)), encoding="utf-8")
        print(f"{path.name}: {sum(cell['cell_type'] == 'code' for cell in book['cells'])} cells run")


if __name__ == "__main__":
    main()
