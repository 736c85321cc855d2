"""`houseway exposure`: how a game can be beaten."""

from collections.abc import Sequence
from pathlib import Path

from rich.markup import escape

from houseway.commands.house import parse_choices
from houseway.commands.odds import merged, read_house, watched
from houseway.commands.output import console, print_section, write_json
from houseway.odds.exposure.report import Exposure, exposure
from houseway.odds.pricing import Question
from houseway.rules.errors import RuleError
from houseway.rules.sheet.html import to_html
from houseway.rules.sheet.model import Sheet


def page(question: Question, found: Exposure) -> str:
    """One self-contained page for print."""
    game = question.load()
    family = str(type(game.spec).__struct_config__.tag)
    said = "How the game can be beaten: counts, seen cards, shared hands."
    return to_html(Sheet(game.spec.id, f"Exposure of {game.spec.name}", game.edition, family, said, found.sections()))


def run(
    game: str, settings: Sequence[str], tables: Sequence[str], house: str, seats: int, html: str, json: bool
) -> None:
    """Examine the game and write what was found."""
    question = Question(game, merged(read_house(house), parse_choices(settings, tables)))
    with watched(question) as progress:
        found = exposure(question, seats, progress)
    if html:
        text = page(question, found)
        if html == "-":
            console().print(text, markup=False, soft_wrap=True)
        else:
            try:
                Path(html).write_text(text, encoding="utf-8")
            except OSError as error:
                raise RuleError(f"cannot write {html}: {error.strerror}", "--html") from None
    if json:
        write_json(found.as_json(), indent=True)
    elif not html:
        out = console()
        loaded = question.load()
        out.print(f"[bold]Exposure of {escape(loaded.spec.name)}[/bold]  {escape(loaded.edition)}")
        for section in found.sections():
            print_section(out, section)
