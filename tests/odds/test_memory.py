"""The game that needs the most memory stays far below the two gigabytes that any may take."""

import os
import subprocess
import sys

import pytest

HEAVIEST = "ultimate-texas-holdem"  # of the table of memory in docs/speed.md
MOST = 1500  # megabytes


@pytest.mark.skipif(not hasattr(os, "wait4"), reason="the system does not tell what a process has used")
def test_the_heaviest_game_stays_below_two_gigabytes() -> None:
    command = [sys.executable, "-m", "houseway", "odds", HEAVIEST, "--json"]
    started = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(started.pid, 0)
    started.returncode = os.waitstatus_to_exitcode(status)
    megabytes = used.ru_maxrss / (1024 if sys.platform != "darwin" else 1024**2)
    assert started.returncode == 0
    assert 100 < megabytes < MOST
