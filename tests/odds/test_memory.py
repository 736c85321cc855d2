"""The game that needs the most memory stays far below the two gigabytes that any may take."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

HEAVIEST = "ultimate-texas-holdem"  # of the table of memory in docs/speed.md
MOST = 1500  # megabytes
STATUS = Path("/proc/self/status")

# Not by resource usage: there a new process starts with the peak of the one that started it.
PRICE = f"""
import contextlib, io, pathlib, sys
from houseway.cli import app
with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO())):
    app(["odds", {HEAVIEST!r}, "--json"], standalone_mode=False)
print(pathlib.Path({str(STATUS)!r}).read_text())
"""


@pytest.mark.nightly
@pytest.mark.skipif(not STATUS.exists(), reason="the system does not tell what a process has used")
def test_the_heaviest_game_stays_below_two_gigabytes() -> None:
    told = subprocess.run([sys.executable, "-c", PRICE], check=True, capture_output=True, text=True).stdout
    peak = re.search(r"VmHWM:\s+(\d+) kB", told)
    assert peak is not None
    assert 200 < int(peak[1]) / 1024 < MOST
