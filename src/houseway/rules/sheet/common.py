"""The parts of a rule sheet that every family has: options, readings, irregularities, settlement, ceilings, notes."""

from houseway.rules.game import Game
from houseway.rules.load import key_of
from houseway.rules.sheet.model import Grid, Section, Statement
from houseway.rules.sheet.plain import flat, rest
from houseway.rules.wording import humanize, listed, money
from houseway.rules.words import Cap, Head, IrregularitySpec, MeterWords

_TOLD = ("default", "choices", "sets", "writes", "rule", "text")  # in columns of their own, or for the file alone
_EFFECTS = {
    "void_seat": "the seat's hand is void and its wagers are returned",
    "void_table": "all hands are void and all wagers are returned",
    "void_hand": "all wagers on that hand are returned",
    "void_wagers": "these wagers are returned",
    "may_fold": "play goes on, and each seat may fold with its wagers returned",
    "continue": "play goes on",
}


def _deck(deck: str) -> str:
    """`6x52` is six decks of 52 cards."""
    count, times, size = deck.partition("x")
    if times and size.isdigit():
        return f"{count} decks of {size} cards"
    return f"{deck} cards" if deck.isdigit() else humanize(deck)


def cards(game: Game[Head]) -> Section:
    """What is dealt, where cards are, and the seats."""
    spec = game.spec
    lines = [Statement(f"Deck: {_deck(spec.deck)}.")] if "deck" in spec.reads else []
    lines.append(Statement(f"Seats: {spec.seats}."))
    if spec.refused:
        lines.append(Statement(spec.refused))
    if spec.hands_per_player > 1:
        lines.append(Statement(f"A player may play up to {spec.hands_per_player} hands."))
    if spec.source:
        lines.append(Statement(f"Source: {spec.source.rstrip('.')}."))
    return Section("Cards and table", tuple(lines))


def _value(value: object) -> str:
    return flat(value) if isinstance(value, dict) else key_of(value)


def options(game: Game[Head]) -> Section:
    rows = []
    for name, option in game.spec.options.items():
        known = option.choices or ([True, False] if isinstance(option.default, bool) else [])
        choices = ", ".join(key_of(choice) for choice in known) or "any"
        bounds = "; ".join(rest(option, _TOLD))
        text = " ".join(filter(None, (option.text, f"({bounds})" if bounds else "")))
        rule = game.cite(option.rule) if option.rule else ""
        rows.append((name, _value(game.options.get(name, option.default)), choices, text, rule))
    head = ("option", "in use", "choices", "meaning", "rule")
    tables = tuple(
        Statement(f"The choice {name} sets the pay tables {listed([humanize(t) for t in names])} together.")
        for name, names in game.spec.chosen_as.items()
    )
    return Section("House options", tables, (Grid("", head, tuple(rows)),) if rows else ())


def amendments(game: Game[Head]) -> Section:
    """What changed on which day; the rest of the sheet is the rule of the day that was asked for."""
    spec, day = game.spec, game.house.as_of
    lines = []
    if day is not None and spec.edition > day.isoformat():
        lines.append(
            Statement(
                f"The text is that of {spec.edition}; what it read on {day} is known as far as the changes below tell."
                if spec.edition[:1].isdigit()
                else f"The text is not dated; what it read on {day} is not known."
            )
        )
    for one in sorted(spec.amended, key=lambda one: one.date):
        when = "Not yet in force, from" if day is not None and one.date > day else "Since"
        lines.append(Statement(f"{when} {one.date}: {one.text}", game.cite(one.rule)))
    return Section("Amendments", tuple(lines))


def readings(game: Game[Head]) -> Section:
    rows = tuple(
        (one.printed, one.taken, one.why, one.option or "–", game.cite(one.rule)) for one in game.spec.readings
    )
    head = ("printed", "taken", "why", "option", "rule")
    return Section("Readings", grids=(Grid("", head, rows),) if rows else ())


def _irregularity(one: IrregularitySpec) -> str:
    count = f", {one.at_least} or more" if one.at_least > 1 else ""
    whose = f" ({one.of})" if one.of else ""
    which = f": {listed([humanize(name) for name in one.wagers])}" if one.wagers else ""
    keep = f"; {listed([humanize(name) for name in one.keep])} goes on" if one.keep else ""
    return f"{humanize(one.kind).capitalize()}{whose}{count}: {_EFFECTS[one.effect]}{which}{keep}."


def irregularities(game: Game[Head]) -> Section:
    return Section(
        "Irregularities",
        tuple(Statement(_irregularity(one), game.cite(one.rule)) for one in game.spec.irregularities),
    )


def _ceiling(cap: Cap) -> str:
    amount = f"the option {cap.amount}" if isinstance(cap.amount, str) else money(cap.amount)
    which = listed([humanize(name) for name in cap.wagers]) or "all wagers with a stake and without a meter"
    odds = f" at {cap.from_odds:g} to 1 or more" if cap.from_odds else ""
    winners = f" when {cap.winners} or more win" if cap.winners > 1 else ""
    least = f"; never below the best win at the stake of {cap.minimum}" if cap.minimum else ""
    return f"A round pays at most {amount} per {cap.per} on {which}{odds}{winners}{least}."


def _meter(name: str, terms: MeterWords) -> str:
    starts = [f"starts at {money(float(terms.seed))}"] if terms.seed else []
    starts += [f"grows by {terms.increment:g}% of each stake"] if terms.increment else []
    starts += [f"{terms.reserve:g}% is kept for its next start"] if terms.reserve else []
    return f"The meter {humanize(name)} {', '.join(starts)}."


def settlement(game: Game[Head]) -> Section:
    spec, lines = game.spec, []
    if spec.settle.order or spec.settle.rule:
        order = f"Wagers are settled in the order {', '.join(humanize(name) for name in spec.settle.order)}, "
        lead = order if spec.settle.order else "Seats are settled "
        lines.append(Statement(f"{lead}{spec.settle.direction}.", game.cite(spec.settle.rule)))
    lines.extend(Statement(_meter(name, game.meters[name]), game.cite(one.rule)) for name, one in spec.meters.items())
    lines.extend(Statement(_ceiling(cap), game.cite(cap.rule)) for cap in spec.caps)
    for tip in spec.tips:
        most = f", at most {humanize(tip.at_most)}" if tip.at_most else ""
        on = listed([humanize(name) for name in tip.wagers]) or "every wager that the player has made"
        lines.append(Statement(f"A player may stake for the dealer on {on}{most}.", game.cite(tip.rule)))
    return Section("Settlement and limits", tuple(lines))


def notes(game: Game[Head]) -> Section:
    return Section(
        "Procedures", tuple(Statement(text, game.cite(paragraph)) for paragraph, text in game.spec.notes.items())
    )
