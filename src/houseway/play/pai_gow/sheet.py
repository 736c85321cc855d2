"""The rule sheet of pai gow poker: the deal, the house way row by row, and every wager."""

from collections.abc import Iterator

from houseway.play.core.cases import told
from houseway.play.pai_gow.cases import row_of
from houseway.play.pai_gow.plan import WagerPlan, make_plan
from houseway.rules.game import Game
from houseway.rules.pai_gow import PaiGow
from houseway.rules.sheet.common import MADE, betting_terms, envy_text, house_way, section_of
from houseway.rules.sheet.model import Grid, Section
from houseway.rules.sheet.plain import rest
from houseway.rules.wording import humanize, listed

Told = Iterator[tuple[str, str]]

_WAGER = (
    *(
        *MADE,
        "later",
        "alone",
        "set_hands",
        "pay_table",
        "commission",
        "doubled_by",
        "choose",
        "hand",
        "dealer_shows",
        "envy",
        "meter",
    ),
)
_WHOSE = {"player": "the player's two hands", "dragon": "the dragon's", "own_dragon": "the dragon's, set by the seat"}


def _cards_dealt(spec: PaiGow) -> Told:
    dealt, first, hands = spec.dealt, spec.first_hand, spec.set_hands
    yield (
        f"{dealt.hands} hands of {dealt.cards} cards are dealt at every table; {dealt.left} are left over.",
        dealt.rule,
    )
    way = "in either direction" if first.direction == "either" else first.direction
    yield (
        f"{first.dice} dice count out the first hand over {first.positions} positions, {way}.",
        first.rule,
    )
    joker = "an ace or a filler of straights and flushes" if spec.joker.plays == "bug" else "any card"
    yield f"The joker is {joker}.", spec.joker.rule
    yield "The cards are set into a low hand of two and a high hand of five, which must outrank it.", hands.rule
    yield "A hand that is set otherwise is foul and loses.", hands.foul
    loses = "that hand" if hands.copy_loses == "hand" else "the whole wager"
    yield f"A copy of the dealer's hand loses {loses}.", hands.rule
    if spec.dealer_up:
        yield "The dealer's cards lie face up while the players set.", ""
    for name, counted in spec.hands.items():
        beside_text = f" beside a {humanize(counted.beside)}" if counted.beside else ""
        yield f"{humanize(name).capitalize()}: all cards of the {counted.of}{beside_text}.", ""


def _wager(game: Game[PaiGow], wager: WagerPlan) -> Grid:
    """A wager with each of its cases; those of a pay table are in the table below."""
    spec, terms = wager.spec, betting_terms(game, wager.spec)
    if spec.set_hands:
        terms.append(f"{_WHOSE[spec.set_hands]} against the dealer's")
    if spec.later:
        terms.append("may be made after the hands are set")
    if spec.alone:
        terms.append("for one seat only")
    remarks = [f"a win less the {humanize(spec.commission)}"] if spec.commission else []
    if spec.doubled_by:
        remarks.append(f"prices are doubled when the dealer has {humanize(spec.doubled_by)}")
    if spec.meter:
        remarks.append(f"shares are of the {game.title(spec.meter)} meter")
    if spec.envy is not None:
        remarks.append(envy_text(spec.envy))
    if len(wager.tables) > 1:
        remarks.append(f"the seat says whose cards it is on: {listed(list(spec.choose), 'or')}")
    rows = [(f"as {game.title(table.name)} below", "", wager.terms.rule) for table in list(wager.tables.values())[:1]]
    rows += told(case for case in next(iter(wager.cases.values())) if row_of(case) is None)
    title = game.title(wager.name) + (f" ({'; '.join(terms)})" if terms else "")
    head = ("result", "price", "rule")
    return Grid(title, head, tuple(rows), wager.terms.rule, (*remarks, *rest(spec, _WAGER)))


def sections(game: Game[PaiGow]) -> list[Section]:
    """The sections that pai gow adds to a rule sheet."""
    spec, way = game.spec, game.spec.house_way
    wagers = tuple(_wager(game, wager) for wager in make_plan(game).wagers.values())
    parts = [
        section_of(game, "Deal and setting", _cards_dealt(spec)),
        house_way(game, (row.text for row in way.rows), way.rule),
        Section("Wagers", grids=wagers),
    ]
    if spec.collection is not None:
        fee = (
            f"The cardroom's fee is by {humanize(spec.collection.tariff)}, as {humanize(spec.collection.option)} says."
        )
        parts.append(section_of(game, "Collection", iter([(fee, spec.collection.rule)])))
    return parts
