"""The parts of a rule sheet that every family has: options, readings, irregularities, settlement, ceilings, notes."""

from collections.abc import Iterable

from houseway.rules.game import Game, TipLimits
from houseway.rules.load import key_of
from houseway.rules.sheet.model import Grid, Section, Statement
from houseway.rules.sheet.plain import flat, rest
from houseway.rules.wording import humanize, listed, money
from houseway.rules.words import Backline, Cap, Head, IrregularitySpec, MeterWords, Tip, WagerSpec

_TOLD = ("default", "choices", "sets", "writes", "rule", "text")  # in columns of their own, or for the file alone
_EFFECTS = {
    "void_seat": "the seat's hand is void and its wagers are returned",
    "void_table": "all hands are void and all wagers are returned",
    "void_hand": "all wagers on that hand are returned",
    "void_wagers": "these wagers are returned",
    "lose_seat": "the seat's hand is over and its wagers are lost",
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


def section_of(game: Game[Head], title: str, told: Iterable[tuple[str, str]]) -> Section:
    """A section of sentences, each with its paragraph."""
    return Section(title, tuple(Statement(text, game.cite(rule) if rule else "") for text, rule in told))


def house_way(game: Game[Head], texts: Iterable[str], rule: str) -> Section:
    """A house way row by row."""
    rows = enumerate(filter(None, texts), start=1)
    told = ((f"{number}. {text[:1].upper()}{text[1:].rstrip('.,;')}.", rule) for number, text in rows)
    return section_of(game, "House way", told)


def how_made(wager: WagerSpec) -> list[str]:
    """When and in what amount a wager may be made."""
    made = ["required" if wager.required else "", "" if wager.offered else "only where the house offers it"]
    if wager.equals:
        part = "" if wager.share == 1 else f"{wager.share:g} times "
        made.append(f"equal to {part}{humanize(wager.equals)}")
    if wager.needs:
        made.append(f"only beside {listed([humanize(name) for name in wager.needs])}")
    if wager.needs_one:
        made.append(f"only beside {listed([humanize(name) for name in wager.needs_one], 'or')}")
    if wager.bars:
        made.append(f"not beside {listed([humanize(name) for name in wager.bars], 'or')}")
    if wager.limit:
        made.append(f"{money(wager.limit[0])} to {money(wager.limit[1])}")
    if wager.stakes:
        made.append(f"{listed([money(stake) for stake in wager.stakes], 'or')} only")
    if wager.step:
        made.append(f"in multiples of {money(wager.step)}")
    return [text for text in made if text]


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


def _tip(tip: Tip) -> str:
    if not tip.offered:
        return "No tip bets are made for the dealer."
    on = listed([humanize(name) for name in tip.wagers]) or "every wager"
    own = "whether he bet there or not" if tip.alone else "where he bet himself"
    if tip.needs:
        own = f"who bet on {listed([humanize(name) for name in tip.needs])} himself"
    more = [f"at most {humanize(tip.at_most)}"] if tip.at_most else []
    more += [f"only beside a tip on {humanize(tip.beside)}"] if tip.beside else []
    more += [f"of the same amount as the tip on {humanize(tip.equals)}"] if tip.equals else []
    more += ["all tips of one amount"] if tip.even else []
    more += ["with the doubles and splits of the hand"] if tip.joins else []
    return f"A player may stake for the dealer on {', '.join([on, own, *more])}."


def _posted_tips(game: Game[Head]) -> str:
    """What the house has posted on tip bets."""
    tips = game.house.tips
    if not game.spec.tips or tips == TipLimits():
        return ""
    if not tips.offered:
        return "This house takes no tip bets."
    parts = [f"at most {money(tips.most)} on a wager"] if tips.most else []
    parts += ["in whole dollars"] if tips.whole else []
    parts += [f"paid up to {money(tips.most_paid)} a round"] if tips.most_paid else []
    return f"Tip bets: {', '.join(parts)}."


def _backline(words: Backline) -> str:
    if words.owners == 1 or not words.offered:
        return "Nobody but the player seated there bets on a hand."
    on = listed([humanize(name) for name in words.wagers]) or "any wager made before the first card"
    most = f", at most {words.owners} owners with the seated player" if words.owners else ""
    most += ", all together within the posted limits" if words.together else ""
    out = f" They may stay out of {listed([*words.stays_out])}." if words.stays_out else ""
    return f"Others may bet on a seat's hand, on {on}{most}. The seated player decides how it is played.{out}"


def settlement(game: Game[Head]) -> Section:
    spec, lines = game.spec, []
    if spec.settle.order or spec.settle.rule:
        order = f"Wagers are settled in the order {', '.join(humanize(name) for name in spec.settle.order)}, "
        lead = order if spec.settle.order else "Seats are settled "
        lines.append(Statement(f"{lead}{spec.settle.direction}.", game.cite(spec.settle.rule)))
    lines.extend(Statement(_meter(name, game.meters[name]), game.cite(one.rule)) for name, one in spec.meters.items())
    lines.extend(Statement(_ceiling(cap), game.cite(cap.rule)) for cap in spec.caps)
    lines.extend(Statement(_tip(tip), game.cite(tip.rule)) for tip in spec.tips)
    if posted := _posted_tips(game):
        lines.append(Statement(posted, "house"))
    if spec.backline is not None:
        lines.append(Statement(_backline(spec.backline), game.cite(spec.backline.rule)))
    if spec.bank is not None and spec.bank.turns:
        turns = f"A player banks at most {spec.bank.turns} rounds in a row; then the bank is offered clockwise."
        lines.append(Statement(turns, game.cite(spec.bank.turn_rule)))
    return Section("Settlement and limits", tuple(lines))


def notes(game: Game[Head]) -> Section:
    return Section(
        "Procedures", tuple(Statement(text, game.cite(paragraph)) for paragraph, text in game.spec.notes.items())
    )
