"""The files of the page come from memory as they came from the framework, and anew when they change on disk."""

import os
from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.testclient import TestClient

from houseway.web import app as application
from houseway.web.site import Site

FOLDER = Path(application.__file__).parent / "static"


def framework(folder: Path) -> Starlette:
    return Starlette(routes=[Mount("/", StaticFiles(directory=folder, html=True))])


def test_every_file_is_answered_as_by_the_framework() -> None:
    plain, ours = TestClient(framework(FOLDER)), TestClient(Site(framework(FOLDER), FOLDER))
    paths = ["/", *(f"/{path.relative_to(FOLDER).as_posix()}" for path in FOLDER.rglob("*") if path.is_file())]
    assert len(paths) > 50
    for path in paths:
        expected, found = plain.get(path), ours.get(path)
        assert found.content == expected.content
        for name in ("content-type", "content-length", "last-modified"):
            assert found.headers[name] == expected.headers[name], path
        again = ours.get(path, headers={"If-None-Match": found.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        head = ours.head(path)
        assert (head.content, head.headers["content-length"]) == (b"", expected.headers["content-length"])
    assert ours.get("/", headers={"Range": "bytes=0-3"}).status_code == 206
    for missing in ("/js/none.js", "/js", "/../app.py", "/js/%2e%2e/%2e%2e/app.py"):
        assert ours.get(missing).status_code == 404, missing
    assert ours.post("/").status_code == 405


def test_a_file_that_changes_is_read_again(tmp_path: Path) -> None:
    page = tmp_path / "index.html"
    page.write_text("one")
    client = TestClient(Site(framework(tmp_path), tmp_path))
    first = client.get("/")
    page.write_text("two")
    os.utime(page, (1, 1))
    second = client.get("/", headers={"If-None-Match": first.headers["etag"]})
    assert (first.text, second.text, second.status_code) == ("one", "two", 200)
    page.unlink()
    assert client.get("/").status_code == 404
