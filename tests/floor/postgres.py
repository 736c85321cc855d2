"""A PostgreSQL server of the tests' own: installed if missing, in a directory and on a port of its own."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.install import install
from tests.ports import held_port, port_of

_PLACES = ("/usr/lib/postgresql/*/bin", "/usr/local/pgsql/bin")


def _programs() -> Path | None:
    """Where initdb and pg_ctl are."""
    for pattern in _PLACES:
        for folder in sorted(Path("/").glob(pattern.lstrip("/")), reverse=True):
            if (folder / "initdb").exists():
                return folder
    found = shutil.which("initdb")
    return Path(found).resolve().parent if found else None


def _installed() -> Path:
    folder = _programs()
    if folder is None:
        install("postgresql")
        folder = _programs()
    if folder is None:
        pytest.skip("PostgreSQL is not installed, and only root can install it")
    return folder


def _as_user(command: list[str]) -> list[str]:
    """PostgreSQL refuses to run as root."""
    return ["runuser", "-u", "postgres", "--", *command] if os.geteuid() == 0 else command


@contextmanager
def running(*, durable: bool = False) -> Iterator[str]:
    """The URL of a fresh server, stopped again afterwards; `durable`: commits reach the disk."""
    programs = _installed()
    folder = Path(tempfile.mkdtemp(prefix="houseway-pg-"))
    data, holder = folder / "data", held_port()
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
    initdb = [str(programs / "initdb"), "-D", str(data), "-U", "houseway", "-A", "trust", "--no-sync"]
    subprocess.run(_as_user(initdb), check=True, capture_output=True, cwd=folder)
    # The tests kill Houseway, not PostgreSQL or the machine, so commits need not reach the disk.
    sync = "on" if durable else "off"
    options = f"-p {port_of(holder)} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} -c fsync={sync}"
    control = [str(programs / "pg_ctl"), "-D", str(data), "-w", "-l", str(folder / "log"), "-o", options]
    subprocess.run(_as_user([*control, "start"]), check=True, capture_output=True, cwd=folder)
    before = os.environ.get("HOUSEWAY_KEY_FILE")
    os.environ["HOUSEWAY_KEY_FILE"] = str(folder / "house.key")
    try:
        yield f"postgresql+psycopg://houseway@127.0.0.1:{port_of(holder)}/postgres"
    finally:
        if before is None:
            del os.environ["HOUSEWAY_KEY_FILE"]
        else:
            os.environ["HOUSEWAY_KEY_FILE"] = before
        stop = [str(programs / "pg_ctl"), "-D", str(data), "-m", "immediate", "stop"]
        subprocess.run(_as_user(stop), check=True, capture_output=True, cwd=folder)
        holder.close()
        shutil.rmtree(folder, ignore_errors=True)
