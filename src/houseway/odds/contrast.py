"""Prices side by side: two files, two schedules, two houses, or a game under every value of an option."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from houseway.odds.measures import by_difference
from houseway.odds.page import percent
from houseway.odds.pricing import Priced
from houseway.odds.report import MainPrice, SidePrice
from houseway.rules.errors import RuleError
from houseway.rules.game import Game
from houseway.rules.sheet.model import Grid, Section
from houseway.rules.wording import humanize

GAME = "the game"
_WIDE = 6  # columns of a table
_MOST = 40  # values of an option without choices are not counted up beyond this


def _figure(price: MainPrice | SidePrice | None, name: str) -> Any:
    unknown: set[str] = set()
    if isinstance(price, SidePrice):
        unknown |= {"hit_frequency", "std_dev"} if by_difference(price) else set()
        unknown |= {"house_edge", "std_dev"} if price.needs_meter else set()
    return None if name in unknown else getattr(price, name, None)


@dataclass(frozen=True, slots=True)
class Contrast:
    """Columns of prices; a wager that a column does not have is None there."""

    columns: tuple[str, ...]
    rows: Mapping[str, tuple[MainPrice | SidePrice | None, ...]]

    def as_json(self) -> dict[str, Any]:
        """Plain data; with two columns the difference of the edges too."""

        def figures(price: MainPrice | SidePrice | None) -> dict[str, Any] | None:
            if price is None:
                return None
            names = ("method", "house_edge", "element_of_risk", "hit_frequency", "std_dev", "standard_error")
            return {name: value for name in names if (value := _figure(price, name)) is not None}

        def row(prices: tuple[MainPrice | SidePrice | None, ...]) -> dict[str, Any]:
            found: dict[str, Any] = {
                "prices": {column: figures(price) for column, price in zip(self.columns, prices, strict=True)}
            }
            if (change := difference(prices)) is not None:
                found["difference"] = change
            return found

        return {"columns": list(self.columns), "wagers": {name: row(prices) for name, prices in self.rows.items()}}

    def section(self, game: Game[Any]) -> Section:
        """A grid of edges, and grids of hits and deviations where they differ."""
        if len(self.columns) > _WIDE:
            return Section("Side by side", grids=tuple(self._down(game, wager) for wager in self.rows))
        grids = [self._grid(game, "House edge", "house_edge", 4)]
        for title, name in (("Hits", "hit_frequency"), ("Standard deviation", "std_dev")):
            grid = self._grid(game, title, name, 4)
            if any(len(set(row[1 : 1 + len(self.columns)]) - {""}) > 1 for row in grid.rows):
                grids.append(grid)
        return Section("Side by side", grids=tuple(grids))

    def _down(self, game: Game[Any], wager: str) -> Grid:
        """One wager, a line for each column."""
        rows = []
        for column, price in zip(self.columns, self.rows[wager], strict=True):
            if price is not None:
                edge, hits, strays = (_figure(price, name) for name in ("house_edge", "hit_frequency", "std_dev"))
                shares = ("" if share is None else percent(share) for share in (edge, hits))
                rows.append((humanize(column), *shares, "" if strays is None else f"{strays:.4f}"))
        return Grid(_named(game, wager), ("", "house edge", "hits", "std dev"), tuple(rows))

    def _grid(self, game: Game[Any], title: str, name: str, digits: int) -> Grid:
        def cell(price: MainPrice | SidePrice | None) -> str:
            value = _figure(price, name)
            if value is None:
                return ""
            return f"{value:.4f}" if name == "std_dev" else percent(value, digits)

        rows = []
        for wager, prices in self.rows.items():
            cells = [_named(game, wager), *map(cell, prices)]
            if name == "house_edge" and len(self.columns) == 2:
                change = difference(prices)
                cells.append("" if change is None else f"{100 * change:+.{digits}f}%")
            if any(cells[1:]):
                rows.append(tuple(cells))
        extra = ("difference",) if name == "house_edge" and len(self.columns) == 2 else ()
        return Grid(title, ("wager", *self.columns, *extra), tuple(rows))


def _named(game: Game[Any], wager: str) -> str:
    return wager if wager == GAME else game.title(wager)


def difference(prices: tuple[MainPrice | SidePrice | None, ...]) -> float | None:
    """The second edge less the first, where there are two."""
    edges = [_figure(price, "house_edge") for price in prices]
    return edges[1] - edges[0] if len(edges) == 2 and None not in edges else None


def contrast(columns: Mapping[str, Priced]) -> Contrast:
    """The games and their wagers, those of the same name in one row."""
    reports = [priced.report for priced in columns.values()]
    rows: dict[str, tuple[MainPrice | SidePrice | None, ...]] = {}
    if any(report.main for report in reports):
        rows[GAME] = tuple(report.main for report in reports)
    for name in dict.fromkeys(name for report in reports for name in report.side_bets):
        rows[name] = tuple(report.side_bets.get(name) for report in reports)
    return Contrast(tuple(columns), rows)


def alternatives(priced: Priced, table: str, ids: list[str], wagers: list[str]) -> Contrast:
    """Every alternative of one pay table from one count: the game with it, and the wagers that it pays."""
    rows: dict[str, tuple[MainPrice | SidePrice | None, ...]] = {}
    if table in priced.mains:
        rows[GAME] = tuple(priced.mains[table].get(table_id) for table_id in ids)
    for name, prices in priced.sides.items():
        if name in wagers or name.partition(" (")[0] in wagers:
            rows[name] = tuple(prices.get(table_id) for table_id in ids)
    return Contrast(tuple(f"{table} {table_id}" for table_id in ids), rows)


def values_of(game: Game[Any], option: str) -> list[Any]:
    """The values that a sweep of an option goes through."""
    words = game.spec.options.get(option)
    if words is None:
        known = ", ".join((*game.spec.options, *game.spec.pay_tables))
        raise RuleError(f"no option or pay table {option!r}; there are {known}", "--sweep")
    if words.choices:
        return list(words.choices)
    if isinstance(words.default, bool):
        return [False, True]
    low, high = words.at_least, words.at_most
    if isinstance(words.default, int) and low is not None and high is not None and high - low < _MOST:
        return list(range(int(low), int(high) + 1))
    if isinstance(words.default, float) and low is not None and high is not None:
        return [round(low + (high - low) * step / 4, 10) for step in range(5)]
    raise RuleError(f"{option} may take any value: name those to compare with --compare {option}=VALUE", "--sweep")
