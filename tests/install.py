"""Programs that tests need and a bare machine has not: installed where that can be done, by one process at a time."""

import fcntl
import os
import shutil
import subprocess
import tempfile
from pathlib import Path


def install(package: str) -> None:
    """Debian's package, where we may install it; whether it is there afterwards is for the caller to see."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    with (Path(tempfile.gettempdir()) / "houseway-tests-install").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for command in (["update", "-qq"], ["install", "-qq", "-y", "--no-install-recommends", package]):
            subprocess.run(["apt-get", *command], env=environment, capture_output=True, check=False)
