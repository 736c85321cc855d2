"""A rule sheet as one self-contained page for print."""

import re
from collections.abc import Mapping
from html import escape

from houseway.rules.sheet.model import Grid, Section, Sheet, Statement

_STYLE = """
:root { color-scheme: light; }
body { font: 11pt/1.45 Georgia, "Times New Roman", serif; color: #1a1a1a; background: #fff; max-width: 60rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.9rem; margin: 0; } h2 { font-size: 1.2rem; margin: 1.8rem 0 .5rem; padding-bottom: .2rem;
  border-bottom: 2px solid #14532d; color: #14532d; }
h3 { font-size: 1rem; margin: .4rem 0 .3rem; } p { margin: .25rem 0; } h3::first-letter { text-transform: uppercase; }
p { white-space: pre-line; }
.cite { color: #555; font-size: .85em; white-space: nowrap; } .remark { font-style: italic; font-size: .92em; }
.grids { display: flex; flex-wrap: wrap; gap: .6rem 2rem; align-items: flex-start; } .grid { max-width: 100%; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .92em; margin: .2rem 0 .6rem; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid #ccc; padding: .22rem .6rem; text-align: left; vertical-align: top; }
th { border-bottom: 1.5px solid #555; font-weight: 600; }
.number { text-align: right; white-space: nowrap; }
.chart th, .chart td { border: 1px solid #fff; padding: .15rem 0; min-width: 2.1em; text-align: center; }
.chart td:first-child { font-weight: 600; background: none; }
.mark0 { background: #e3e3e3; } .mark1 { background: #b7dfc0; } .mark2 { background: #f4d58d; }
.mark3 { background: #a9cdee; } .mark4 { background: #eab5b0; } .mark5 { background: #d3bfe8; }
figure { margin: .5rem 0; } svg { max-width: 100%; height: auto; }
@media print { body { margin: 0; max-width: none; } h2, h3 { break-after: avoid; }
  tr, .chart, svg { break-inside: avoid; } * { print-color-adjust: exact; } }
"""
_TINTS = 6
_NUMBER = re.compile(r"[-+$±]{0,2}[\d,.]+(e[-+]\d+)?[%x]?")


def _cite(rule: str) -> str:
    return f' <span class="cite">{escape(rule)}</span>' if rule else ""


def _statement(one: Statement) -> str:
    return f"<p>{escape(one.text)}{_cite(one.rule)}</p>"


def _cell(text: str, kind: str) -> str:
    return f'<td class="{kind}">{escape(text)}</td>' if kind else f"<td>{escape(text)}</td>"


def _tints(grids: tuple[Grid, ...]) -> dict[str, str]:
    """A tint for each mark, the same in all charts of a section; numbers are read, not told apart by colour."""
    cells = {cell for grid in grids if grid.chart for row in grid.rows for cell in row[1:]}
    marks = sorted(cell for cell in cells if cell and not cell.isdigit())
    return {mark: f"mark{index % _TINTS}" for index, mark in enumerate(marks)}


def _head(text: str, below: set[str | None]) -> str:
    right = ' class="number"' if below == {"number"} else ""
    return f'<th scope="col"{right}>{escape(text)}</th>'


def _grid(grid: Grid, tints: Mapping[str, str]) -> str:
    title = f"<h3>{escape(grid.title)}{_cite(grid.rule)}</h3>" if grid.title else ""
    remarks = "".join(f'<p class="remark">{escape(text)}.</p>' for text in grid.remarks)
    texts = {cell for row in grid.rows for cell in row}
    kinds = tints if grid.chart else {text: "number" for text in texts if _NUMBER.fullmatch(text)}
    head = "".join(_head(cell, {kinds.get(row[at]) for row in grid.rows}) for at, cell in enumerate(grid.head))
    head = f"<thead><tr>{head}</tr></thead>" if any(grid.head) else ""
    rows = "".join("<tr>" + "".join(_cell(cell, kinds.get(cell, "")) for cell in row) + "</tr>" for row in grid.rows)
    looks = ' class="chart"' if grid.chart else ""
    table = f'<div class="scroll"><table{looks}>{head}<tbody>{rows}</tbody></table></div>'
    return f'<div class="grid">{title}{remarks}{table}</div>'


def _section(section: Section) -> str:
    body = "".join(map(_statement, section.statements))
    tints = _tints(section.grids)
    blocks = [_grid(grid, tints) for grid in section.grids]
    blocks += [f"<figure>{picture}</figure>" for picture in section.figures]
    body += '<div class="grids">' + "".join(blocks) + "</div>" if blocks else ""
    return f"<section><h2>{escape(section.title)}</h2>{body}</section>"


def to_html(sheet: Sheet) -> str:
    """The page."""
    title = escape(sheet.name)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{_STYLE}</style></head>\n'
        f"<body><header><h1>{title}</h1><p>{escape(sheet.rule)}, {escape(sheet.family)}</p>"
        f"<p>{escape(sheet.summary)}</p></header>\n" + "\n".join(map(_section, sheet.sections)) + "\n</body></html>\n"
    )
