"""The notebooks of the documentation run, and print what they say."""

from pathlib import Path

import pytest
from scripts import notebooks


@pytest.mark.parametrize("path", notebooks.notebooks(), ids=lambda path: path.stem)
def test_a_notebook_prints_what_it_says(path: Path) -> None:
    book = notebooks.read(path)
    assert notebooks.run(book) == notebooks.kept(book), "run make notebooks, and read what changed"
    shown = notebooks.page(book, path.name)
    assert shown.startswith("# ")
    assert all(text.rstrip() in shown for text in notebooks.kept(book))
