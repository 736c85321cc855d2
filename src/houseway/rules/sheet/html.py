"""A rule sheet as one self-contained page for print."""

from html import escape

from houseway.rules.sheet.model import Grid, Section, Sheet, Statement

_STYLE = """
:root { color-scheme: light; }
body { font: 11pt/1.45 Georgia, "Times New Roman", serif; color: #111; background: #fff; max-width: 52rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.7rem; margin: 0; } h2 { font-size: 1.15rem; margin: 1.6rem 0 .4rem; border-bottom: 1px solid #999; }
h3 { font-size: 1rem; margin: 1rem 0 .3rem; } p { margin: .25rem 0; }
.cite { color: #555; font-size: .85em; white-space: nowrap; } .remark { font-style: italic; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .92em; margin: .3rem 0 .6rem; }
th, td { border: 1px solid #bbb; padding: .2rem .5rem; text-align: left; vertical-align: top; }
th { background: #f0f0f0; }
@media print { body { margin: 0; max-width: none; } h2, h3 { break-after: avoid; } tr { break-inside: avoid; } }
"""


def _cite(rule: str) -> str:
    return f' <span class="cite">{escape(rule)}</span>' if rule else ""


def _statement(one: Statement) -> str:
    return f"<p>{escape(one.text)}{_cite(one.rule)}</p>"


def _grid(grid: Grid) -> str:
    title = f"<h3>{escape(grid.title)}{_cite(grid.rule)}</h3>" if grid.title else ""
    remarks = "".join(f'<p class="remark">{escape(text)}.</p>' for text in grid.remarks)
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in grid.head)
    rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in grid.rows)
    table = f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
    return title + remarks + table


def _section(section: Section) -> str:
    body = "".join(map(_statement, section.statements)) + "".join(map(_grid, section.grids))
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
