"""`houseway odds`: the price of a game and its wagers, for people, for programs, or as a page for print."""

import sys
import threading
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from houseway.commands.house import parse_choices
from houseway.commands.kernels import announced
from houseway.commands.output import console, print_section, write_json
from houseway.families import price
from houseway.odds.cluster import crew_at
from houseway.odds.page import comparison, sections, to_page, warning_section
from houseway.odds.price import Priced, Question
from houseway.odds.report import as_json
from houseway.rules.errors import RuleError

_PATIENCE = 1.0  # seconds without a sign


def read_house(path: str) -> dict[str, Any]:
    """A house's choices as a file: JSON, or TOML with the same keys."""
    if not path:
        return {}
    try:
        text = Path(path).read_bytes()
        house = tomllib.loads(text.decode()) if path.endswith(".toml") else msgspec.json.decode(text)
    except OSError as error:
        raise RuleError(f"cannot read {path}: {error.strerror}", "--house") from None
    except (tomllib.TOMLDecodeError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RuleError(f"{path} is neither JSON nor TOML: {error}", "--house") from None
    if not isinstance(house, dict):
        raise RuleError("a house file is a mapping of options and pay_tables", "--house")
    inner = house.get("house")
    return inner if isinstance(inner, dict) else house


def read_meters(texts: Sequence[str]) -> dict[str, float]:
    """`--meter name=dollars`."""
    found = {}
    for text in texts:
        name, sign, amount = text.partition("=")
        try:
            found[name.strip()] = float(amount.replace("$", "").replace(",", ""))
        except ValueError:
            sign = ""
        if not sign or not name.strip() or not 0 <= found[name.strip()] < 1e12:
            raise RuleError(f"write name=dollars, not {text!r}", "--meter")
    return found


def merged(file: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """The choices of a house file with those of the command line laid over them."""
    tables = {**file.get("pay_tables", {}), **given.get("pay_tables", {})}
    house = {**file, **given}
    return {**house, "pay_tables": tables} if tables else house


@contextmanager
def watched(question: Question) -> Iterator[Any]:
    """A bar on standard error once the work has taken a second; a word first if kernels have to be compiled."""
    out = Console(stderr=True, highlight=False)
    columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"), TimeElapsedColumn()
    bar = Progress(*columns, console=out, transient=True, disable=not sys.stderr.isatty())
    task = bar.add_task(escape(question.game), total=1.0)
    timer = threading.Timer(_PATIENCE, bar.start)
    timer.daemon = True
    timer.start()
    with announced(out) as compiling:
        try:
            yield lambda done: bar.update(task, completed=done)
        finally:
            timer.cancel()
            bar.stop()
            compiling.report()


def _as_data(priced: Priced, every_table: bool) -> dict[str, Any]:
    data = as_json(priced.report)
    if not every_table:
        return data
    side = {name: {table_id: _short(one) for table_id, one in prices.items()} for name, prices in priced.sides.items()}
    main = {
        table: {table_id: _short(one) for table_id, one in prices.items()} for table, prices in priced.mains.items()
    }
    return {**data, "all": {"main": main, "side_bets": side}}


def _short(one: Any) -> dict[str, Any]:
    names = ("method", "house_edge", "element_of_risk", "average_bet", "hit_frequency", "std_dev", "standard_error",
             "break_even")  # fmt: skip
    return {name: value for name in names if (value := getattr(one, name, None)) not in (None, {})}


def _write(page: str, target: str) -> None:
    if target == "-":
        sys.stdout.write(page)
        return
    try:
        Path(target).write_text(page, encoding="utf-8")
    except OSError as error:
        raise RuleError(f"cannot write {target}: {error.strerror}", "--html") from None


def run(
    game: str,
    settings: Sequence[str],
    tables: Sequence[str],
    house: str,
    meters: Sequence[str],
    html: str,
    every_table: bool,
    json: bool,
    cluster: str = "",
) -> None:
    """Price the game and write what was asked for."""
    chosen = merged(read_house(house), parse_choices(settings, tables))
    question = Question(game, chosen, read_meters(meters), every_table)
    if html:
        import_module("matplotlib")  # a page has a picture: what is missing is said before the work
    with watched(question) as progress, crew_at(cluster, progress) as crew:
        priced = price(question, crew)
    if html:
        _write(to_page(question, priced), html)
    if json:
        write_json(_as_data(priced, every_table), indent=True)
    elif not html:
        _print(question, priced, every_table)


def _print(question: Question, priced: Priced, every_table: bool) -> None:
    out = console()
    game = question.load()
    out.print(
        f"[bold]{escape(game.spec.name)}[/bold]  {escape(game.edition)}  [dim]{escape(priced.report.method)}[/dim]"
    )
    shown = (warning_section(priced.report), comparison(priced)) if every_table else sections(priced)
    for section in shown:
        if not section.empty:
            print_section(out, section)
    out.print(f"[dim]{priced.report.seconds:.2f} s[/dim]")
