"""The rule sheet of pai gow tiles: the deal, the house way row by row, and every wager with its cases."""

from collections.abc import Iterator

from houseway.play.core.cases import told
from houseway.play.tiles.plan import WagerPlan, make_plan
from houseway.rules.game import Game
from houseway.rules.sheet.alike import told_once
from houseway.rules.sheet.common import betting_terms, house_way, section_of
from houseway.rules.sheet.model import Grid, Section, Statement
from houseway.rules.tiles import TileGame
from houseway.rules.wording import humanize, listed

Told = Iterator[tuple[str, str]]


def _dealt(spec: TileGame) -> Told:
    tiles, start = spec.tiles, spec.start
    by = "the total of" if start.by == "total" else "the eye among"
    yield f"The first stack goes by {by} {start.dice} dice over {start.positions} positions.", start.rule
    yield "Four tiles are set into a low and a high hand of two.", tiles.rule
    pairs = "; ".join(" or ".join(rank) for rank in tiles.pairs)
    yield f"Pairs, the highest first: {pairs}.", tiles.rule
    yield f"Single tiles, the highest first: {'; '.join(' or '.join(rank) for rank in tiles.singles)}.", tiles.rule
    for name, pair in tiles.either.items():
        yield f"{name} may count {pair.points} and then ranks as {pair.ranks_as}.", tiles.rule
    if tiles.zero_low_loses:
        yield "A player's low hand worth nothing never wins.", tiles.rule
    if tiles.zero_high_loses:
        yield "A player's high hand worth nothing never wins.", tiles.rule
    if spec.surrender is not None:
        lost = "the whole" if spec.surrender.share == 1 else f"{spec.surrender.share:.0%} of the"
        yield f"A hand may be given up after the dealer has set, for {lost} wager.", spec.surrender.rule
    if spec.banking.offered:
        half = ", alone or with the house for half of it" if spec.banking.co_offered else ""
        yield f"A player may bank a round{half}.", spec.banking.rule
    if spec.dead_hand is not None:
        yield f"A hand {humanize(spec.dead_hand.kind)} is dead and loses its wager.", spec.dead_hand.rule


def _wager(game: Game[TileGame], wager: WagerPlan) -> Grid:
    """A wager with each of its cases."""
    terms = betting_terms(game, wager.spec)
    title = f"{game.title(wager.name)}{f' ({listed(terms)})' if terms else ''}"
    return Grid(title, ("result", "price", "rule"), tuple(told(wager.cases)), wager.terms.rule)


def _vigorish(game: Game[TileGame]) -> Told:
    for name, terms in game.spec.vigorish.items():
        text = "vigorish is taken of a win" if terms.charged else "no vigorish is taken"
        triple = f"; a triple of the dice loses {listed(game.titles(terms.triple_loses))}"
        yield f"Method {name}: {text}{triple if terms.triple_loses else ''}.", terms.rule


def sections(game: Game[TileGame]) -> list[Section]:
    """The sections that pai gow tiles add to a rule sheet."""
    spec = game.spec
    way, wagers = spec.house_way, make_plan(game).wagers
    need = f"At least one of {listed(game.titles(spec.one_of))} is made."
    return [
        section_of(game, "Deal and setting", _dealt(spec)),
        house_way(game, (row.text for row in way.rows), way.rule),
        Section(
            "Wagers",
            (Statement(need),) if len(wagers) > 1 else (),
            told_once({name: _wager(game, wager) for name, wager in wagers.items()}),
        ),
        section_of(game, "Vigorish", _vigorish(game)),
    ]
