"""The PAR sheet of a game: prices, pay lines, strategy, sessions and meters as sections, and as one page for print."""

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from houseway.cards.text import RANKS
from houseway.odds.price import Priced, Question
from houseway.odds.report import MainPrice, SidePrice
from houseway.odds.session import Session, normal_session, session
from houseway.rules.sheet.html import to_html
from houseway.rules.sheet.model import Grid, Section, Sheet, Statement, words

_PAIRS = len(RANKS) ** 2


def percent(share: float, digits: int = 4) -> str:
    return f"{100 * share:.{digits}f}%"


def _method(price: SidePrice) -> str:
    return f"simulated, ± {percent(price.standard_error)}" if price.standard_error else price.method


def _main_section(main: MainPrice) -> Section:
    rows = (
        ("house edge", percent(main.house_edge), f"expected loss per unit of {words(main.unit)}"),
        ("element of risk", percent(main.element_of_risk), "expected loss per dollar bet"),
        ("average bet", f"{main.average_bet:.6f}", f"units of {words(main.unit)} staked in a round"),
        ("standard deviation", f"{main.std_dev:.6f}", "of a round, in units"),
    )
    error = (("standard error", percent(main.standard_error), "of the house edge"),) if main.standard_error else ()
    return Section("The game", grids=(Grid("", ("", "value", "meaning"), rows + error),))


def _price_rows(prices: Mapping[str, SidePrice]) -> Iterator[tuple[str, ...]]:
    for name, one in prices.items():
        yield (
            words(name), one.table, percent(one.house_edge), percent(one.hit_frequency), f"{one.std_dev:.4f}",
            _method(one),
        )  # fmt: skip


_PRICE_HEAD = ("wager", "pay table", "house edge", "hits", "std dev", "method")


def _lines(name: str, price: SidePrice) -> Grid:
    title = f"{words(name)}{f', pay table {price.table}' if price.table else ''}"
    rows = tuple(
        (words(line.hand), line.pays, f"{line.probability:.10f}", f"{line.contribution:+.8f}") for line in price.lines
    )
    return Grid(title, ("hand", "pays", "probability", "return"), rows, remarks=(price.note,) if price.note else ())


def _meter_section(prices: Mapping[str, SidePrice]) -> Section:
    rows = tuple(
        (words(name), one.table, words(level), f"{slope:.4e}", f"${one.break_even[level]:,.2f}")
        for name, one in prices.items()
        for level, slope in one.meters.items()
        if level in one.break_even
    )
    head = ("wager", "pay table", "meter", "return per dollar shown", "breaks even at")
    return Section("Break-even meters", grids=(Grid("", head, rows),) if rows else ())


def _chart(chart: Mapping[str, str]) -> tuple[Grid, ...]:
    """Two cards as a square: one suit above the diagonal, two suits below it."""
    marks: dict[str, str] = {}
    for move in chart.values():
        marks.setdefault(move, (move.split()[-1] if move.split()[-1][0].isdigit() else move[0]).upper())
    ranks = RANKS[::-1]
    rows = []
    for own, first in enumerate(ranks):
        cells = [first]
        for other, second in enumerate(ranks):
            key = f"{first}{second}s" if other > own else f"{second}{first}o" if other < own else first * 2
            cells.append(marks.get(chart.get(key, ""), ""))
        rows.append(tuple(cells))
    legend = ", ".join(f"{mark}: {move}" for move, mark in marks.items())
    return (Grid(f"Two cards, one suit above the diagonal ({legend})", ("", *ranks), tuple(rows)),)


def _rule_grid(title: str, rules: list[Any]) -> Grid:
    rows = []
    for rule in rules:
        if isinstance(rule, Mapping):
            share = rule.get("share")
            rows.append(
                (str(rule.get("when", "")), str(rule.get("do", "")), percent(share) if share is not None else "")
            )
        else:
            rows.append((str(rule), "", ""))
    if not any(cell for _, *rest in rows for cell in rest):
        return Grid(title, ("rule",), tuple((row[0],) for row in rows))
    return Grid(title, ("when", "do", "hands"), tuple(rows))


def _plain(value: Any) -> str:
    if isinstance(value, float):
        return percent(value) if 0 <= value <= 1 else f"{value:.6g}"
    if isinstance(value, Mapping):
        return "; ".join(f"{words(str(key))}: {_plain(part)}" for key, part in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(_plain, value))
    return str(value)


def _strategy_grids(strategy: Any, title: str = "") -> Iterator[Grid]:
    if isinstance(strategy, list | tuple):
        yield _rule_grid(title, list(strategy))
        return
    if not isinstance(strategy, Mapping):
        yield Grid(title, ("strategy",), ((str(strategy),),))
        return
    plain = []
    for key, value in strategy.items():
        if key == "rules" and isinstance(value, list | tuple):
            yield _rule_grid(title, list(value))
        elif key == "chart" and isinstance(value, Mapping) and len(value) <= _PAIRS:
            yield from _chart(value)
        elif isinstance(value, Mapping) and any(isinstance(part, Mapping | list | tuple) for part in value.values()):
            yield from _strategy_grids(value, f"{title}: {words(str(key))}" if title else words(str(key)))
        else:
            plain.append((words(str(key)), _plain(value)))
    if plain:
        yield Grid("", ("", ""), tuple(plain))


_MAIN_HEAD = ("pay table", "house edge", "element of risk", "average bet", "std dev")
_SIDE_HEAD = ("pay table", "house edge", "hits", "std dev", "method", "breaks even at")


def _main_row(table_id: str, one: MainPrice) -> tuple[str, ...]:
    return (
        table_id, percent(one.house_edge), percent(one.element_of_risk), f"{one.average_bet:.4f}", f"{one.std_dev:.4f}",
    )  # fmt: skip


def _side_row(table_id: str, one: SidePrice) -> tuple[str, ...]:
    meters = "; ".join(f"{words(level)} ${dollars:,.0f}" for level, dollars in one.break_even.items())
    return (
        table_id, percent(one.house_edge), percent(one.hit_frequency), f"{one.std_dev:.4f}", _method(one), meters,
    )  # fmt: skip


def comparison(priced: Priced) -> Section:
    """Every alternative of every pay table side by side; a table of which there is one is shown too."""
    grids = []
    for table, mains in priced.mains.items():
        rows = tuple(_main_row(table_id, one) for table_id, one in mains.items())
        grids.append(Grid(f"{words(table)}: the game", _MAIN_HEAD, rows))
    for name, prices in priced.sides.items():
        grids.append(Grid(words(name), _SIDE_HEAD, tuple(_side_row(table_id, one) for table_id, one in prices.items())))
    return Section("All pay tables", grids=tuple(grids))


def _outcome_section(outcomes: Mapping[float, float], wager: str) -> Section:
    rows = tuple((f"{net:+g}", f"{chance:.10f}", f"{net * chance:+.8f}") for net, chance in sorted(outcomes.items()))
    head = ("net", "probability", "return")
    return Section("Results of a round", grids=(Grid(f"In units of {words(wager)}, under best play", head, rows),))


def session_of(priced: Priced) -> tuple[Session, str] | None:
    """The session of a game and what is to be said of it; none where no round is known."""
    if priced.outcomes:
        return session(priced.outcomes), ""
    if priced.report.main is None:
        return None
    main = priced.report.main
    return normal_session(-main.house_edge, main.std_dev), "from the mean and deviation of a round, as a normal curve"


def _session_section(made: Session, wager: str, remark: str) -> Section:
    rows = (
        ("mean", f"{made.mean:+.3f}"),
        ("standard deviation", f"{made.std_dev:.3f}"),
        ("chance to be ahead", percent(1 - made.below(0.0) - _at_zero(made), 2)),
        ("chance to be even", percent(_at_zero(made), 2)),
        *((f"{share:.0%} of sessions end below", f"{made.percentile(share):+.2f}") for share in (0.05, 0.5, 0.95)),
    )
    title = f"A session of {made.rounds} rounds"
    grid = Grid(f"Net result in units of {words(wager)}", ("", ""), rows, remarks=(remark,) if remark else ())
    return Section(title, grids=(grid,))


def _at_zero(made: Session) -> float:
    return made.below(1e-6) - made.below(0.0)


def sections(priced: Priced) -> tuple[Section, ...]:
    """The sheet's parts, empty ones left out."""
    report = priced.report
    found = [_main_section(report.main)] if report.main else []
    if report.side_bets:
        title = "Side wagers" if report.main else "Wagers"
        found.append(Section(title, grids=(Grid("", _PRICE_HEAD, tuple(_price_rows(report.side_bets))),)))
        found.append(Section("Pay lines", grids=tuple(_lines(name, one) for name, one in report.side_bets.items())))
    found.append(_meter_section(report.side_bets))
    if report.strategy:
        found.append(Section("Strategy", grids=tuple(_strategy_grids(report.strategy))))
    if any(len(prices) > 1 for prices in priced.sides.values()) or priced.mains:
        found.append(comparison(priced))
    if priced.outcomes and report.main:
        found.append(_outcome_section(priced.outcomes, priced.wager))
    if (known := session_of(priced)) is not None:
        found.append(_session_section(known[0], priced.wager, known[1]))
    if report.notes:
        found.append(Section("Notes", statements=tuple(Statement(note) for note in report.notes)))
    return tuple(section for section in found if not section.empty)


def to_sheet(question: Question, priced: Priced) -> Sheet:
    """The PAR sheet as a rule sheet is made: sections of statements and tables."""
    game = question.load()
    family = str(type(game.spec).__struct_config__.tag)
    return Sheet(game.spec.id, game.spec.name, game.cite(""), family, game.spec.summary, sections(priced))


def to_page(question: Question, priced: Priced) -> str:
    """One self-contained page for print, with the plot of a session."""
    page = to_html(to_sheet(question, priced))
    known = session_of(priced)
    if known is None:
        return page
    from houseway.odds.plot import session_svg

    made = known[0]
    caption = f"Net result of {made.rounds} rounds, in units of {words(priced.wager)}"
    picture = f"<figure>{session_svg(made, caption)}<figcaption>{escape(caption)}</figcaption></figure>"
    return page.replace("</body>", f"{picture}\n</body>")
