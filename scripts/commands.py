"""docs/commands.md from the command line itself: each command with its arguments, options and an example.

Run by `make commands`; a test holds the page in step.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer.main
from typer.core import TyperGroup

from houseway.cli import app

TARGET = Path(__file__).parents[1] / "docs" / "commands.md"
HEAD = """# Commands

`houseway COMMAND --help` says the same in the terminal. `GAME` is an id such as `three-card-poker`, or the path of a
game file of your own. A user's mistake is one sentence on standard error and status 2; a difference that a
command looks for (`cases`, `check`, `verify`) is status 1.
"""


_SHARED = ("by", "database", "json")  # options of every command of a group, said once


def _plain(text: str | None) -> str:
    return " ".join((text or "").replace("\b", " ").replace("|", "\\|").split())


def _option(option: Any) -> str:
    names = ", ".join(f"`{one}`" for one in (*option.opts, *option.secondary_opts))
    value = "" if option.is_flag else f" {_plain(option.metavar or 'VALUE')}"
    plain = isinstance(option.default, int | float | str) and not isinstance(option.default, bool)
    default = f" ({option.default} if not given)" if plain and option.default != "" else ""
    return f"| {names}{value} | {_plain(option.help)}{default} |"


def _command(name: str, command: Any, level: str = "##") -> Iterator[str]:
    arguments = [one for one in command.params if one.param_type_name == "argument"]
    said = _SHARED if level == "###" else ()
    options = [
        one for one in command.params if one.param_type_name == "option" and not one.hidden and one.name not in said
    ]
    usage = " ".join(["houseway", name, *(one.metavar or one.name.upper() for one in arguments)])
    yield from ("", f"{level} houseway {name}", "", _plain(command.help), "", f"    {usage} [OPTIONS]")
    rows = [f"| `{one.metavar or one.name.upper()}` | {_plain(one.help)} |" for one in arguments]
    rows += [_option(one) for one in options]
    if rows:
        yield from ("", "| argument or option | meaning |", "| --- | --- |", *rows)
    if command.epilog:
        yield from ("", f"Example: `{_plain(command.epilog).removeprefix('Example: ')}`")
    if isinstance(command, TyperGroup):
        yield from (
            "",
            "Each of its commands has `--database` and `--json` too; one that acts names who does it: `--by`.",
        )
        context = typer.Context(command)
        for one in command.list_commands(context):
            yield from _command(f"{name} {one}", command.get_command(context, one), "###")


def document() -> str:
    """The page, commands in the order of the help."""
    group: Any = typer.main.get_command(app)
    lines = [HEAD.rstrip()]
    for name, command in group.commands.items():
        if not command.hidden:
            lines += _command(name, command)
    return "\n".join(lines) + "\n"


def main() -> None:
    TARGET.write_text(document(), encoding="utf-8")


if __name__ == "__main__":
    main()
