"""`houseway show`: the rule sheet of a game in the terminal, as a page for print, or as data."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
from rich.markup import escape

from houseway.commands.output import console, print_section, write_json
from houseway.families import sheet_of
from houseway.rules.documents import Index, read_texts
from houseway.rules.errors import RuleError
from houseway.rules.game import Game, load_game
from houseway.rules.rulemap import begins
from houseway.rules.sheet.html import to_html
from houseway.rules.sheet.model import Section, Sheet, Statement, citations

_TEXT = "The text of the paragraphs"


def _words(sheet: Sheet, texts: Index | None) -> dict[str, str]:
    """What the reader's documents say in every paragraph that the sheet cites."""
    if texts is None:
        return {}
    cited = {rule for section in sheet.sections for rule in citations(section) if rule}
    return {rule: texts.text_of(rule) or "the text has no such paragraph" for rule in sorted(cited)}


def _print_sheet(sheet: Sheet, words: dict[str, str]) -> None:
    out = console()
    out.print(f"[bold]{escape(sheet.name)}[/bold]  {escape(sheet.rule)}  [dim]{escape(sheet.family)}[/dim]")
    if sheet.summary:
        out.print(escape(sheet.summary))
    for section in sheet.sections:
        print_section(out, section)
    if words:
        out.print(f"\n[bold underline]{_TEXT}[/bold underline]")
    for rule, said in words.items():
        out.print(f"[bold]{escape(rule)}[/bold]  {escape(said)}")


def _data(game: Game[Any]) -> dict[str, Any]:
    tables = {name: game.table_id(name) for name in game.spec.pay_tables}
    return {
        **msgspec.to_builtins(game.spec),
        "citation": game.cite(""),
        "in_use": {**game.options, "pay_tables": tables},
    }


def _write_page(page: str, target: str) -> None:
    if target == "-":
        sys.stdout.write(page)
        return
    try:
        Path(target).write_text(page, encoding="utf-8")
    except OSError as error:
        raise RuleError(f"cannot write {target}: {error.strerror}", "--html") from None


def run(name: str, house: dict[str, Any], html: str, as_json: bool, text: str = "") -> None:
    """Print the sheet; `text`: a folder with the documents, whose words stand below it."""
    texts = read_texts(Path(text), begins()) if text else None
    game = load_game(name, house)
    sheet = sheet_of(game)
    words = _words(sheet, texts)
    if as_json:
        write_json({**_data(game), **({"text": words} if words else {})}, indent=True)
    elif html:
        told = Section(_TEXT, tuple(Statement(said, rule) for rule, said in words.items()))
        _write_page(to_html(replace(sheet, sections=(*sheet.sections, told)) if words else sheet), html)
    else:
        _print_sheet(sheet, words)
