"""The site of the documentation is built without warnings, and read without other hosts."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOADED = re.compile(r"<(?:script|img|iframe)[^>]*\bsrc=\"?https?:|<link[^>]*\bhref=\"?https?:|@import|url\(https?:")


@pytest.mark.nightly
def test_the_site_is_built_without_warnings_or_other_hosts(tmp_path: Path) -> None:
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)],
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert built.returncode == 0, built.stderr
    assert "WARNING" not in built.stderr
    pages = list(tmp_path.rglob("*.html"))
    assert len(pages) > 100
    assert [str(page) for page in pages if LOADED.search(page.read_text(encoding="utf-8"))] == []
    assert "settle" in (tmp_path / "reference.html").read_text(encoding="utf-8")
