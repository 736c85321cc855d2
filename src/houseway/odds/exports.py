"""A certificate for print, and as rows for spreadsheets (CSV, XLSX)."""

import csv
import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from houseway.odds.page import percent, sections
from houseway.odds.pricing import Priced
from houseway.rules.game import Game
from houseway.rules.sheet.html import to_html
from houseway.rules.sheet.model import Grid, Section, Sheet

Row = tuple[Any, ...]
_HEAD: Row = ("wager", "pay table", "hand", "pays", "combinations", "cycle", "probability", "return")
_PRICES: Row = ("wager", "pay table", "house edge", "hit frequency", "standard deviation", "method", "standard error")


def line_rows(certificate: Mapping[str, Any]) -> Iterator[Row]:
    """Every pay line, and every net result of the game."""
    figures = certificate["figures"]
    main = figures.get("main") or {}
    for one in main.get("results", ()):
        net, chance = one["net"], one["probability"]
        yield main["unit"], "", f"net {net:g}", "", one.get("combinations"), main.get("cycle"), chance, net * chance
    for name, price in figures["side_bets"].items():
        for line in price["lines"]:
            yield (
                name, price.get("pay_table", ""), line["hand"], line["pays"], line.get("combinations"),
                price.get("cycle"), line["probability"], line["return"],
            )  # fmt: skip


def price_rows(certificate: Mapping[str, Any]) -> Iterator[Row]:
    figures = certificate["figures"]
    if main := figures.get("main"):
        hits, error = main.get("hit_frequency"), main.get("standard_error")
        yield main["unit"], "", main["house_edge"], hits, main["std_dev"], figures["method"], error
    for name, price in figures["side_bets"].items():
        yield (
            name, price.get("pay_table", ""), price["house_edge"], price["hit_frequency"], price["std_dev"],
            price["method"], price.get("standard_error"),
        )  # fmt: skip


def facts(certificate: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What the figures rest on."""
    names = ("name", "game", "edition", "issued", "houseway", "method", "seed", "game_hash", "code_hash", "digest")
    found = [(name.replace("_", " "), str(certificate[name])) for name in names]
    for group in ("pay_tables", "options", "meters"):
        found += [(f"{group.replace('_', ' ')}: {name}", str(value)) for name, value in certificate[group].items()]
    if signature := certificate.get("signature"):
        found += [("public key", signature["public_key"]), ("signature", signature["value"])]
    return found


def to_csv(certificate: Mapping[str, Any]) -> str:
    """Prices, then pay lines; figures with all their digits."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in facts(certificate):
        writer.writerow(row)
    for head, rows in ((_PRICES, price_rows(certificate)), (_HEAD, line_rows(certificate))):
        writer.writerow(())
        writer.writerow(head)
        writer.writerows(("" if cell is None else cell for cell in row) for row in rows)
    return out.getvalue()


def write_xlsx(certificate: Mapping[str, Any], path: Path) -> None:
    """A workbook: the certificate, the prices, the pay lines; counts beyond 15 digits stay whole as text."""
    from openpyxl import Workbook
    from openpyxl.styles import Font

    book = Workbook()
    book.remove(book.active)
    parts: tuple[tuple[str, Row, list[Row]], ...] = (
        ("Certificate", ("", ""), list(facts(certificate))),
        ("Prices", _PRICES, list(price_rows(certificate))),
        ("Pay lines", _HEAD, list(line_rows(certificate))),
    )
    for title, head, rows in parts:
        sheet = book.create_sheet(title)
        for row in ([head] if any(head) else []) + rows:
            sheet.append([str(cell) if isinstance(cell, int) and abs(cell) >= 10**15 else cell for cell in row])
        if any(head):
            for cell in sheet[1]:
                cell.font = Font(bold=True)
            sheet.freeze_panes = "A2"
        for column in sheet.columns:
            width = max(len(str(cell.value)) for cell in column if cell.value is not None or cell.row == 1)
            sheet.column_dimensions[column[0].column_letter].width = min(width + 2, 70)
    book.save(path)


def to_print(certificate: Mapping[str, Any], game: Game[Any], priced: Priced) -> str:
    """One page for print: what the figures rest on, then the sheet of the price."""
    rows = tuple(facts(certificate))
    head = Section("Certificate", grids=(Grid("", ("", ""), rows),))
    family = str(type(game.spec).__struct_config__.tag)
    main = certificate["figures"].get("main")
    edge = percent(main["house_edge"]) if main else "of each wager below"
    said = f"Certificate of the price. House edge {edge}."
    parts = (head, *sections(priced, game))
    return to_html(Sheet(game.spec.id, game.spec.name, game.edition, family, said, parts))
