"""Programs that tests need and a bare machine has not: installed where that can be done, by one process at a time."""

import fcntl
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

_POSTGRESQL = ("usr/lib/postgresql/*/bin/initdb", "usr/local/pgsql/bin/initdb")


def chromium() -> Path | None:
    """Where Debian's Chromium is: the build without windows, which is lighter, or the whole."""
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    return Path(found) if found else None


def postgresql() -> Path | None:
    """Where initdb and pg_ctl are."""
    for pattern in _POSTGRESQL:
        for program in sorted(Path("/").glob(pattern), reverse=True):
            return program.parent
    found = shutil.which("initdb")
    return Path(found).resolve().parent if found else None


# Each program with the packages that have it, the first of which Debian offers is installed.
PACKAGES = {
    "postgresql": (postgresql, ("postgresql",)),
    "chromium": (chromium, ("chromium-headless-shell", "chromium")),
}


def installed(program: str) -> Path | None:
    """Where a program is; Debian's package of it is installed first where it is missing and we may."""
    find, packages = PACKAGES[program]
    if find() or os.geteuid() != 0 or not shutil.which("apt-get"):
        return find()
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = ("install", "-qq", "-y", "--no-install-recommends")
    with (Path(tempfile.gettempdir()) / "houseway-tests-install").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for command in (("update", "-qq"), *((*install, package) for package in packages)):
            if not find():  # another process may have installed it meanwhile
                subprocess.run(["apt-get", *command], env=environment, capture_output=True, check=False)
    return find()
