"""The command line run in a process of its own, as a user runs it."""

import subprocess
import sys
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command wrote, and its exit status."""

    code: int
    out: str
    err: str


def houseway(*arguments: str, text: str | bytes = b"") -> Answer:
    """Run `houseway` with these arguments and this standard input."""
    given = text.encode() if isinstance(text, str) else text
    done = subprocess.run(
        [sys.executable, "-m", "houseway", *arguments], input=given, capture_output=True, check=False, timeout=120
    )
    return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())
