"""The files of the page straight from memory: a page asks for seventy, and each went past every route and a thread.

A file that changed on disk is read again. What is not plainly one of these files goes the framework's way.
"""

import mimetypes
from email.utils import formatdate
from hashlib import sha256
from os import stat_result
from pathlib import Path

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from houseway.web.guard import headers_of

_READ = frozenset({"GET", "HEAD"})


class Site:
    """The layer that answers for the files of a folder."""

    def __init__(self, app: ASGIApp, folder: Path) -> None:
        self.app = app
        self.paths = {f"/{path.relative_to(folder).as_posix()}": path for path in folder.rglob("*") if path.is_file()}
        self.paths["/"] = self.paths["/index.html"]
        self._known: dict[str, tuple[tuple[int, int], bytes, dict[str, str]]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = self.paths.get(scope["path"]) if scope["type"] == "http" and scope["method"] in _READ else None
        headers = headers_of(scope) if path else {}
        if path is None or b"range" in headers:
            await self.app(scope, receive, send)
            return
        try:
            body, told = self._read(path, path.stat())
        except OSError:  # gone since the server started
            await self.app(scope, receive, send)
            return
        if told["etag"].encode() in headers.get(b"if-none-match", b""):
            answer = Response(status_code=304, headers=told)
        else:
            answer = Response(body if scope["method"] == "GET" else b"", headers=told)
            answer.headers["content-length"] = str(len(body))
        await answer(scope, receive, send)

    def _read(self, path: Path, found: stat_result) -> tuple[bytes, dict[str, str]]:
        """The bytes of a file and the headers that go with them."""
        stamp = (found.st_mtime_ns, found.st_size)
        known = self._known.get(str(path))
        if known is None or known[0] != stamp:
            body = path.read_bytes()
            kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            told = {
                "content-type": f"{kind}; charset=utf-8" if kind.startswith("text/") else kind,
                "last-modified": formatdate(found.st_mtime, usegmt=True),
                "etag": f'"{sha256(body).hexdigest()[:32]}"',
            }
            known = self._known[str(path)] = (stamp, body, told)
        return known[1:]
