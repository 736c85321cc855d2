"""How commands write: text and tables for people, one JSON value a line for programs, errors to standard error."""

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from houseway.rules.errors import RuleError
from houseway.rules.sheet.model import Section
from houseway.rules.wording import humanize


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


def listing(head: tuple[str, ...], rows: Sequence[tuple[str, ...]], title: str) -> Table | str:
    """A table with a title, or a line that says there is nothing in it."""
    return table(head, rows, title) if rows else f"{escape(title)}: none"


_PAGE = 120  # columns
_TEXT = 40  # columns that a longer text is broken to
_MOMENTS = frozenset({"at", "since", "opened", "closes", "closed"})  # milliseconds since 1970


def _readable(key: str, value: Any) -> Any:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if key in _MOMENTS and isinstance(value, int):
        return moment(value)
    if isinstance(value, dict):
        return ", ".join(f"{humanize(name)} {one}" for name, one in value.items())
    if isinstance(value, float) and round(value, 2) == value:  # dollars
        return f"{value:.2f}"
    return "" if value is None else value


def _least_width(text: str) -> int:
    """The columns that a text needs: all of a short one, of a long one those of a line or of its longest word."""
    return len(text) if len(text) <= _TEXT else max(_TEXT, *map(len, text.split()))


def moment(at: int) -> str:
    """A moment of the floor's clock."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")


def print_lines(found: Sequence[dict[str, Any]], name: str) -> None:
    """A table where it fits the width of a page, long texts broken; else each line with its figures in a column."""
    out = console()
    lines = [{key: _readable(key, value) for key, value in line.items()} for line in found]
    if not lines:
        out.print(f"{name}: none", markup=False)
        return
    head = tuple(dict.fromkeys(key for line in lines for key in line))
    widths = [max(_least_width(str(value)) for value in (key, *(line.get(key, "") for line in lines))) for key in head]
    if sum(widths) + 3 * len(widths) + 1 <= min(out.width, _PAGE):
        named = tuple(key.replace("_", " ") for key in head)
        out.print(table(named, [tuple(str(line.get(key, "")) for key in head) for line in lines], name))
        return
    for line in lines:
        title = " ".join(str(value) for value in list(line.values())[:2] if isinstance(value, str))
        rows = [(key.replace("_", " "), str(value)) for key, value in line.items() if value not in ("", None)]
        out.print(table(("", name), rows, title))


def print_answer(answer: Any, name: str) -> None:
    """What an act yielded: that it waits for a second person, what it made, or that it is done."""
    out = console()
    if isinstance(answer, list):
        print_lines(answer, name)
    elif (waits := answer.get("waiting")) is not None:
        out.print(f"Waits for the approval of a second person: houseway approvals approve {waits} --by NAME")
    elif answer.keys() <= {"done", "waiting"}:
        out.print("Done.")
    elif answer.keys() == {"id"}:
        out.print(f"Done: number {answer['id']}.")
    else:
        print_lines([answer], name)


def print_section(out: Console, section: Section) -> None:
    """A part of a sheet: its statements and tables, each with the paragraph it rests on."""
    out.print(f"\n[bold underline]{escape(section.title)}[/bold underline]")
    for statement in section.statements:
        out.print(f"{escape(statement.text)}{_cite(statement.rule)}")
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
