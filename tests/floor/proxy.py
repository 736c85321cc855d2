"""A proxy before PostgreSQL that cuts connections where it hurts, around BEGIN and COMMIT, or falls silent."""

import contextlib
import socket
import threading
from collections import Counter

from sqlalchemy import make_url


class Proxy:
    """Passes everything on until told to cut; counts what it cut."""

    def __init__(self, url: str) -> None:
        parsed = make_url(url)
        assert parsed.host
        assert parsed.port
        self._upstream = (parsed.host, parsed.port)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = parsed.set(port=self._listening.getsockname()[1]).render_as_string(hide_password=False)
        self._lock, self._seen = threading.Lock(), Counter[str]()
        self.every = 0  # cuts at every such BEGIN and COMMIT; 0: at none
        self.cut = {"begin": 0, "before": 0, "after": 0}
        self.silent = False  # swallows all that is sent either way, and takes no new connection
        self.silent_after = b""  # falls silent at the COMMIT of a transaction that sent this
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listening.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
                if self.silent:
                    client.close()
                    continue
                server = socket.create_connection(self._upstream)
            except OSError:
                return
            cutting = threading.Event()
            for source, target, sends in ((client, server, True), (server, client, False)):
                threading.Thread(target=self._pump, args=(source, target, sends, cutting), daemon=True).start()

    def _fault(self, chunk: bytes) -> str:
        """What happens to a chunk that the client sends."""
        place = "commit" if b"COMMIT\0" in chunk else "begin" if b"BEGIN" in chunk else ""
        with self._lock:
            self._seen[place] += 1
            if not place or not self.every or self._seen[place] % self.every:
                return ""
            turn = self._seen["commit"] // self.every
            return "begin" if place == "begin" else ("before", "after")[turn % 2]

    def _pump(self, source: socket.socket, target: socket.socket, sends: bool, cutting: threading.Event) -> None:
        marked = False
        with contextlib.suppress(OSError):
            while chunk := source.recv(65536):
                if self.silent:
                    continue
                fault = self._fault(chunk) if sends else ""
                if fault:
                    self.cut[fault] += 1
                if fault in ("begin", "before"):
                    break
                if fault == "after":
                    cutting.set()  # the answer to the commit is the last thing the server says, and nobody hears it
                if not sends and cutting.is_set():
                    break
                marked = marked or bool(sends and self.silent_after and self.silent_after in chunk)
                if marked and b"COMMIT" in chunk:
                    self.silent = True
                target.sendall(chunk)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
