"""The rule sheets of hands that are set: pai gow poker and pai gow tiles, with the house way row by row."""

from collections.abc import Iterator

from houseway.rules.game import Game
from houseway.rules.pai_gow import PaiGow, PaiGowWager
from houseway.rules.sheet.model import Section, Statement
from houseway.rules.sheet.plain import rest
from houseway.rules.tiles import TileGame, TileWager
from houseway.rules.wording import humanize, listed, money

Told = Iterator[tuple[str, str]]

_CARD_WAGER = (
    "name",
    "rule",
    "cites",
    "offered",
    "required",
    "needs",
    "limit",
    "later",
    "alone",
    "set_hands",
    "pay_table",
)
_WHOSE = {"player": "the player's two hands", "dragon": "the dragon's", "own_dragon": "the dragon's, set by the seat"}
_ON = {
    "tiles": "on the two hands set",
    "match": "on a number of the dice, for each die that shows it",
    "odd": "on an odd total of the dice",
    "even": "on an even total of the dice",
    "double": "on two dice alike",
    "triple": "on three dice alike",
}


def _section(game: Game[PaiGow] | Game[TileGame], title: str, told: Told) -> Section:
    return Section(title, tuple(Statement(text, game.cite(rule) if rule else "") for text, rule in told))


def _way(texts: list[str], rule: str) -> Told:
    for number, text in enumerate(filter(None, texts), start=1):
        yield f"{number}. {text[:1].upper()}{text[1:].rstrip('.,;')}.", rule


def _made(wager: PaiGowWager | TileWager) -> list[str]:
    parts = []
    if wager.needs:
        parts.append(f"only beside {listed([humanize(one) for one in wager.needs])}")
    if wager.limit:
        parts.append(f"{money(wager.limit[0])} to {money(wager.limit[1])}")
    return parts


def _cards_dealt(spec: PaiGow) -> Told:
    dealt, first, hands = spec.dealt, spec.first_hand, spec.set_hands
    yield (
        f"{dealt.hands} hands of {dealt.cards} cards are dealt at every table; {dealt.left} are left over.",
        dealt.rule,
    )
    yield (
        f"{first.dice} dice count out the first hand over {first.positions} positions, {first.direction}.",
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
        beside = f" beside a {humanize(counted.beside)}" if counted.beside else ""
        yield f"{humanize(name).capitalize()}: all cards of the {counted.of}{beside}.", ""


def _card_wager(name: str, wager: PaiGowWager) -> str:
    parts = ["required" if wager.required else "optional" if wager.offered else "only where the house offers it"]
    parts.extend(_made(wager))
    if wager.set_hands:
        prices = "both win 1 to 1, one push, none lose"
        parts.append(f"{_WHOSE[wager.set_hands]} against the dealer's: {prices}")
    if wager.pay_table:
        parts.append(f"pays as {humanize(wager.pay_table)} below")
    if wager.later:
        parts.append("may be made after the hands are set")
    if wager.alone:
        parts.append("for one seat only")
    if wager.commission:
        parts.append(f"a win less the {humanize(wager.commission)}")
    told = (*_CARD_WAGER, "commission")
    return f"{humanize(name).capitalize()}: {'; '.join([*parts, *rest(wager, told)])}."


def _cards(game: Game[PaiGow]) -> list[Section]:
    spec = game.spec
    way = spec.house_way
    wagers = ((_card_wager(name, one), one.rule) for name, one in spec.wagers.items())
    found = [
        _section(game, "Deal and setting", _cards_dealt(spec)),
        _section(game, "House way", _way([row.text for row in way.rows], way.rule)),
        _section(game, "Wagers", wagers),
    ]
    if spec.collection is not None:
        fee = (
            f"The cardroom's fee is by {humanize(spec.collection.tariff)}, as {humanize(spec.collection.option)} says."
        )
        found.append(_section(game, "Collection", iter([(fee, spec.collection.rule)])))
    return found


def _tiles_dealt(spec: TileGame) -> Told:
    tiles, start = spec.tiles, spec.start
    by = "the total of" if start.by == "total" else "the eye among"
    yield f"The first stack goes by {by} {start.dice} dice over {start.positions} positions.", start.rule
    yield "Four tiles are set into a low and a high hand of two.", tiles.rule
    pairs = "; ".join(" or ".join(rank) for rank in tiles.pairs)
    yield f"Pairs, the highest first: {pairs}.", tiles.rule
    yield f"Single tiles, the highest first: {'; '.join(' or '.join(rank) for rank in tiles.singles)}.", tiles.rule
    for name, one in tiles.either.items():
        yield f"{name} may count {one.points} and then ranks as {one.ranks_as}.", tiles.rule
    if tiles.zero_low_loses:
        yield "A player's low hand worth nothing never wins.", tiles.rule
    if spec.surrender is not None:
        lost = "the whole" if spec.surrender.share == 1 else f"{spec.surrender.share:.0%} of the"
        yield f"A hand may be given up after the dealer has set, for {lost} wager.", spec.surrender.rule
    if spec.banking.offered:
        yield "A player may bank a round, alone or with the house for half of it.", spec.banking.rule
    if spec.dead_hand is not None:
        yield f"A hand {humanize(spec.dead_hand.kind)} is dead and loses its wager.", spec.dead_hand.rule


def _tile_wager(name: str, wager: TileWager) -> str:
    streak = ", ".join(f"{shaker} for the shaker, {others} for others" for shaker, others in wager.streak)
    price = f"in a row of triples {streak}" if streak else f"wins {wager.win}"
    return f"{humanize(name).capitalize()}: {'; '.join([_ON[wager.decided_by], price, *_made(wager)])}."


def _vigorish(spec: TileGame) -> Told:
    for name, one in spec.vigorish.items():
        text = "vigorish is taken of a win" if one.charged else "no vigorish is taken"
        triple = f"; a triple of the dice loses {listed([humanize(w) for w in one.triple_loses])}"
        yield f"Method {name}: {text}{triple if one.triple_loses else ''}.", one.rule


def _tiles(game: Game[TileGame]) -> list[Section]:
    spec = game.spec
    way = spec.house_way
    wagers = [(_tile_wager(name, one), one.rule) for name, one in spec.wagers.items()]
    need = f"At least one of {listed([humanize(one) for one in spec.one_of])} is made."
    return [
        _section(game, "Deal and setting", _tiles_dealt(spec)),
        _section(game, "House way", _way([row.text for row in way.rows], way.rule)),
        _section(game, "Wagers", iter([*wagers, (need, "")] if len(spec.wagers) > 1 else wagers)),
        _section(game, "Vigorish", _vigorish(spec)),
    ]


def sections(game: Game[PaiGow] | Game[TileGame]) -> list[Section]:
    """The sections that hands set by the player add to a rule sheet."""
    return _cards(game) if isinstance(game.spec, PaiGow) else _tiles(game)
