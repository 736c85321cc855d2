"""`houseway design`: whole-number pay tables of a wager near a house edge."""

from collections.abc import Sequence
from typing import Any

from rich.markup import escape

from houseway.commands.house import parse_choices
from houseway.commands.odds import watched
from houseway.commands.output import console, table, write_json
from houseway.families import price
from houseway.odds.design import Design, Proposal, as_json, propose, read_design, read_target, row_prices
from houseway.odds.executor import Executor
from houseway.odds.page import percent
from houseway.odds.pricing import Question
from houseway.odds.report import SidePrice
from houseway.rules.errors import RuleError, allowed
from houseway.rules.game import Game
from houseway.rules.wording import humanize


def wager_named(game: Game[Any], name: str) -> str:
    """The identifier of a wager that may be named as it stands on the layout."""
    by_title: dict[str, str] = {game.title(one).lower(): one for one in getattr(game.spec, "wagers", {})}
    return by_title.get(name.lower(), name)


def priced_wager(question: Question, wager: str, progress: Any = None) -> SidePrice:
    """The price of a wager that stands by itself; the game's own are refused, since prices there change best play."""
    report = price(question, Executor(progress) if progress else None).report
    if wager in report.side_bets:
        return report.side_bets[wager]
    game = question.load()
    if wager in getattr(game.spec, "wagers", {}):
        why = "belongs to the game itself, where other prices change best play: compare files instead"
        raise RuleError(f"{game.title(wager)} {why}", "--wager")
    raise RuleError(f"no such wager {wager!r}; {allowed(wager, report.side_bets, 'wagers are ')}", "--wager")


def row_named(design: Design, name: str) -> int:
    """The place of a row by its name."""
    names = [row.hand for row in design.rows]
    if name not in names and (name := name.lower().replace(" ", "_")) not in names:
        raise RuleError(f"no such row {name!r}; {allowed(name, names, 'rows are ')}", "--row")
    return names.index(name)


def run(
    game: str,
    wager: str,
    target: str,
    row: str,
    most: int,
    settings: Sequence[str],
    tables: Sequence[str],
    json: bool,
) -> None:
    """Count the wager once, then search."""
    ends = read_target(target)
    question = Question(game, parse_choices(settings, tables))
    wager = wager_named(question.load(), wager)
    with watched(question) as progress:
        priced = priced_wager(question, wager, progress)
    design = read_design(priced)
    found = row_prices(design, row_named(design, row), ends)[:most] if row else propose(design, ends, most)
    if json:
        now = {"house_edge": priced.house_edge, "hit_frequency": priced.hit_frequency, "std_dev": priced.std_dev}
        write_json(
            {"game": question.load().spec.id, "wager": wager, "target": list(ends), "pay_table": priced.table,
             "now": now, "proposals": as_json(design, found)},
            indent=True,
        )  # fmt: skip
        return
    _print(question, wager, priced, design, found)


def _print(question: Question, wager: str, price: SidePrice, design: Design, found: Sequence[Proposal]) -> None:
    out, game = console(), question.load()
    name = f"{game.title(wager)}{f', pay table {price.table}' if price.table else ''}"
    out.print(f"[bold]{escape(game.spec.name)}: {escape(name)}[/bold]")
    out.print(f"today {percent(price.house_edge)}, hits {percent(price.hit_frequency)}, deviation {price.std_dev:.4f}")
    if not found:
        out.print("no pay table in whole numbers yields an edge in this range; widen it")
        return
    heads = ("house edge", "hits", "std dev", *(humanize(row.hand) for row in design.rows))
    rows = []
    for one in found:
        cells = [
            f"{row.text(pays)}{' *' if at in one.changed else ''}"
            for at, (row, pays) in enumerate(zip(design.rows, one.pays, strict=True))
        ]
        rows.append((percent(one.house_edge), percent(one.hit_frequency, 2), f"{one.std_dev:.4f}", *cells))
    out.print(table(heads, rows))
    out.print("[dim]* another price than today[/dim]")
