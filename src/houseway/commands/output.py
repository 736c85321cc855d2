"""How commands write: text and tables for people, one JSON value a line for programs, errors to standard error."""

import sys
from collections.abc import Sequence
from typing import Any

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from houseway.rules.errors import RuleError
from houseway.rules.sheet.model import Section


def console() -> Console:
    """Standard output; a pipe gets plain text, wide enough that tables keep their columns."""
    return Console(highlight=False, soft_wrap=False, width=None if sys.stdout.isatty() else 120)


def complain(error: RuleError | str, place: str = "") -> None:
    """One line on standard error."""
    lead = f"{place}: " if place else ""
    sys.stderr.write(" ".join(f"{lead}{error}".split()) + "\n")


def write_json(value: Any, indent: bool = False) -> None:
    """A JSON value on a line of its own, or laid out for reading."""
    text = msgspec.json.encode(value)
    sys.stdout.buffer.write((msgspec.json.format(text, indent=2) if indent else text) + b"\n")


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]], title: str = "") -> Table:
    """A plain table; cells are text, never markup."""
    made = Table(
        title=escape(title) if title else None, title_justify="left", title_style="bold", header_style="bold",
        show_header=any(head),
    )  # fmt: skip
    for column in head:
        made.add_column(escape(column), overflow="fold")
    for row in rows:
        made.add_row(*(escape(cell) for cell in row))
    return made


def print_section(out: Console, section: Section) -> None:
    """A part of a sheet: its statements and tables, each with the paragraph it rests on."""
    out.print(f"\n[bold underline]{escape(section.title)}[/bold underline]")
    for one in section.statements:
        out.print(f"{escape(one.text)}{_cite(one.rule)}")
    for grid in section.grids:
        if grid.title:
            out.print(f"\n[bold]{escape(grid.title)}[/bold]{_cite(grid.rule)}")
        for remark in grid.remarks:
            out.print(f"[italic]{escape(remark)}[/italic]")
        out.print(table(grid.head, list(grid.rows)))


def _cite(rule: str) -> str:
    return f" [dim]{escape(rule)}[/dim]" if rule else ""


def amount(dollars: float) -> str:
    """Dollars with a sign where they were won or lost: `+$10`, `-$2.50`, `$0`."""
    sign = "+" if dollars > 0 else "-" if dollars < 0 else ""
    return f"{sign}${abs(dollars):,.2f}".removesuffix(".00")
