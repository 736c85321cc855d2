"""The command line as a user runs it: its arguments and standard input given, its output and exit status taken."""

import io
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from unittest.mock import patch

import typer.main

from houseway.cli import main

# A process reads the signatures of all commands once; hundreds of commands in one process need not do so each time.
_commands = cache(typer.main.get_command)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command wrote, and its exit status."""

    code: int
    out: str
    err: str


def _given(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


def houseway(*arguments: str, text: str | bytes = b"") -> Answer:
    """Run `houseway` with these arguments and this standard input, without a process of its own."""
    typed = io.TextIOWrapper(io.BytesIO(_given(text)), encoding="utf-8")
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    code: object = 0
    with (
        patch.object(sys, "argv", ["houseway", *arguments]),
        patch.object(sys, "stdin", typed),
        patch.object(typer.main, "get_command", _commands),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as end:
            code = end.code
    assert code is None or isinstance(code, int)
    wrote = [stream.buffer.getvalue().decode() for stream in (out, err)]
    return Answer(code or 0, *wrote)


def process(*arguments: str, text: str | bytes = b"") -> Answer:
    """The same in a process of its own, where starting it is the point."""
    done = subprocess.run(
        [sys.executable, "-m", "houseway", *arguments], input=_given(text), capture_output=True, check=False
    )
    return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())
