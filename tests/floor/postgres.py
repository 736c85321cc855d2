"""A PostgreSQL server of the tests' own: installed if missing, in a directory and on a port of its own."""

import atexit
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from tests.install import installed
from tests.ports import held_port, port_of


def _programs() -> Path:
    folder = installed("postgresql")
    if folder is None:
        pytest.skip("PostgreSQL is not installed, and only root can install it")
    return folder


def _as_user(command: list[str]) -> list[str]:
    """PostgreSQL refuses to run as root."""
    return ["runuser", "-u", "postgres", "--", *command] if os.geteuid() == 0 else command


class _Server:
    """A server in a folder of its own; `durable`: commits reach the disk."""

    def __init__(self, durable: bool) -> None:
        self._programs, self._holder = _programs(), held_port()
        self._folder = Path(tempfile.mkdtemp(prefix="houseway-pg-"))
        self._data = self._folder / "data"
        self._databases = 0
        if os.geteuid() == 0:
            shutil.chown(self._folder, "postgres")
        self._run("initdb", "-D", str(self._data), "-U", "houseway", "-A", "trust", "--no-sync")
        options = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": str(self._folder),
            "max_connections": "300",
            # The tests kill Houseway, not PostgreSQL or the machine, so commits need not reach the disk.
            "fsync": "on" if durable else "off",
        }
        chosen = " ".join(f"-c {name}={value}" for name, value in options.items())
        started = ["-l", str(self._folder / "log"), "-o", f"-p {port_of(self._holder)} {chosen}", "start"]
        self._run("pg_ctl", "-D", str(self._data), "-w", *started)

    def _run(self, program: str, *arguments: str) -> None:
        command = _as_user([str(self._programs / program), *arguments])
        subprocess.run(command, check=True, capture_output=True, cwd=self._folder)

    def new_database(self) -> tuple[str, Path]:
        """The URL of an empty database, and where the key of its house is kept."""
        self._databases += 1
        name, at = f"house{self._databases}", f"127.0.0.1:{port_of(self._holder)}"
        with psycopg.connect(f"postgresql://houseway@{at}/postgres", autocommit=True) as connection:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return f"postgresql+psycopg://houseway@{at}/{name}", self._folder / f"{name}.key"

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self._data), "-m", "immediate", "stop")
        self._holder.close()
        shutil.rmtree(self._folder, ignore_errors=True)


_servers: dict[bool, _Server] = {}


@contextmanager
def running(*, durable: bool = False) -> Iterator[str]:
    """The URL of an empty database; its server is started once in a process and stopped with it."""
    if durable not in _servers:
        if not _servers:
            atexit.register(stop_servers)
        _servers[durable] = _Server(durable)
    url, key = _servers[durable].new_database()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOUSEWAY_KEY_FILE", str(key))
        yield url


def stop_servers() -> None:
    """Stop what was started here."""
    while _servers:
        _servers.popitem()[1].stop()
