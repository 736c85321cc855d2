"""Several workers on one database: each serves, both see what the other did, and all end together."""

import json
import os
import re
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path

import pytest
from tests.floor.postgres import running
from tests.ports import held_port, port_of

from houseway.commands import serve
from houseway.rules.errors import RuleError
from houseway.web.settings import Settings, from_text, to_text


def test_settings_reach_a_worker_as_they_are() -> None:
    made = Settings("sqlite:///x", True, ("a", "b"), Path("/k"), public=("games",), alone=5, text=Path("/t"))
    assert from_text(to_text(made)) == made
    assert from_text(to_text(Settings("sqlite:///x"))) == Settings("sqlite:///x")


def test_several_workers_need_postgresql(tmp_path: Path) -> None:
    options = serve.Options("127.0.0.1", 0, str(tmp_path / "f.db"), False, [], 10, [], False, no_key=True, workers=2)
    with pytest.raises(RuleError, match="PostgreSQL"):
        serve.run(options)


def test_two_workers_serve_one_floor() -> None:
    holder = held_port()
    port = port_of(holder)
    with running() as url:
        options = ["--port", str(port), "--database", url, "--no-key", "--workers", "2"]
        server = subprocess.Popen([sys.executable, "-m", "houseway", "serve", *options], stderr=subprocess.DEVNULL)
        try:
            workers, token = set[str](), {"Authorization": "Bearer x", "Connection": "close"}
            end = time.monotonic() + 120
            while len(workers) < 2:
                assert time.monotonic() < end, workers
                try:
                    line = HTTPConnection("127.0.0.1", port, timeout=5)
                    line.request("GET", "/metrics", headers=token)
                    told = line.getresponse().read().decode()
                except OSError:
                    time.sleep(0.1)
                    continue
                finally:
                    line.close()
                workers |= set(re.findall(r'houseway_watchers\{worker="(\d+)"\}', told))
            seen = set()
            line = HTTPConnection("127.0.0.1", port, timeout=20)
            line.request("GET", "/api/session")
            answer = line.getresponse()
            session = json.load(answer)
            headers = {
                "Cookie": str(answer.getheader("set-cookie")).partition(";")[0],
                "X-CSRF-Token": session["csrf"],
                "Content-Type": "application/json",
            }
            for number in range(8):
                line.close()  # another connection, which another worker may take
                own = {**headers, "X-Request-Id": f"request-{number}"}
                line.request("POST", "/api/tables", json.dumps({"game": "casino-war"}), own)
                seen.add(json.load(line.getresponse())["id"])
            line.close()
            assert len(seen) == 8
        finally:
            server.terminate()
            server.wait(20)
        assert all(not os.path.exists(f"/proc/{worker}") for worker in workers)
    holder.close()
