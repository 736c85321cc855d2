"""The rule sheet of a configured game: what all families share of it, with the family's own sections between."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from houseway.rules.game import Game, TipLimits
from houseway.rules.grammar import Price
from houseway.rules.load import key_of
from houseway.rules.sheet.model import Grid, Section, Sheet, Statement, citations
from houseway.rules.sheet.plain import flat, rest
from houseway.rules.sheet.rows import row_text
from houseway.rules.tables import NOT_OFFERED
from houseway.rules.wording import counted, humanize, irregularity_name, listed, money
from houseway.rules.words import (
    COMMON_PRACTICE,
    Backline,
    Cap,
    Envy,
    Head,
    IrregularitySpec,
    MeterWords,
    PayBlock,
    ShoeWords,
    Tip,
    WagerSpec,
)

_OPTION = ("default", "choices", "sets", "writes", "rule", "text")  # in columns of their own, or for the file alone


_EFFECTS = {
    "void_seat": "the seat's hand is void and its wagers are returned",
    "void_table": "the round is void and all wagers are returned",
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


# What the head of a wager's grid tells: its name and paragraphs, and how it is made.
MADE = (
    *("name", "rule", "placed_rule", "cites", "offered", "required", "equals", "share", "or_more", "or_less"),
    *("needs", "needs_one", "bars", "limit", "stakes", "step"),
)


def betting_terms(game: Game[Head], wager: WagerSpec) -> list[str]:
    """When and in what amount a wager may be made."""
    terms = ["required" if wager.required else "", "" if wager.offered else "only where the house offers it"]
    if wager.equals:
        part = "" if wager.share == 1 else f"{wager.share:g} times "
        terms.append(
            f"equal to {part}{game.title(wager.equals)}{' or more' * wager.or_more}{' or less' * wager.or_less}"
        )
    if wager.needs:
        terms.append(f"only with {listed(game.titles(wager.needs))}")
    if wager.needs_one:
        terms.append(f"only with {listed(game.titles(wager.needs_one), 'or')}")
    if wager.bars:
        terms.append(f"not with {listed(game.titles(wager.bars), 'or')}")
    if wager.limit:
        terms.append(f"{money(wager.limit[0])} to {money(wager.limit[1])}")
    if wager.stakes:
        terms.append(f"{listed([money(stake) for stake in wager.stakes], 'or')} only")
    if wager.step:
        terms.append(f"in multiples of {money(wager.step)}")
    return [text for text in terms if text]


_BURNS = {
    "none": "No card is burned",
    "one": "One card is burned",
    "value": "The first card is burned and as many more as it counts",
}


def shoe_text(shoe: ShoeWords) -> str:
    """What happens to the cards between shuffles."""
    if shoe.continuous:
        return f"{_BURNS[shoe.burn]}; the cards of every round go back into a continuous shuffler."
    behind = counted(shoe.behind, "card") if shoe.behind else f"{shoe.cut:.0%} of the cards"
    after = f" after it came out, {counted(shoe.last_rounds, 'more round')} may be dealt" if shoe.last_rounds else ""
    return f"{_BURNS[shoe.burn]}; the cut card stands before the last {behind}{';' * bool(after)}{after}."


def envy_text(envy: Envy) -> str:
    """Who is paid for another's hand, and which hands count."""
    terms = [f"from {money(envy.min_stake)}"] if envy.min_stake else []
    terms += ["the highest hand only"] if envy.highest_only else []
    terms += ["if the holder of the hand made the wager"] if envy.holder_must_bet else []
    terms += ["not to a bettor whose own hand brings one"] if envy.not_to_holders else []
    terms += [f"if the hand beats the {humanize(envy.beats)}"] if envy.beats else []
    terms += [f"on {listed([humanize(hand) for hand in envy.hands])}"] if envy.hands else []
    terms += ["the printed sums whatever the stake"] if envy.fixed else []
    return ", ".join(["envy bonus to the other bettors", *terms])


def _value(value: object) -> str:
    return flat(value) if isinstance(value, dict) else key_of(value)


def options(game: Game[Head]) -> Section:
    rows = []
    for name, option in game.spec.options.items():
        known = option.choices or ([True, False] if isinstance(option.default, bool) else [])
        choices = ", ".join(key_of(choice) for choice in known) or "any"
        bounds = "; ".join(rest(option, _OPTION))
        text = " ".join(filter(None, (option.text, f"({bounds})" if bounds else "")))
        rule = game.cite(option.rule) if option.rule else ""
        rows.append((name, _value(game.options.get(name, option.default)), choices, text, rule))
    head = ("option", "in use", "choices", "meaning", "rule")
    tables = tuple(
        Statement(f"The choice {name} sets the pay tables {listed(game.titles(names))} together.")
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
    for amendment in sorted(spec.amended, key=lambda amendment: amendment.date):
        when = "Not yet in force, from" if day is not None and amendment.date > day else "Since"
        lines.append(Statement(f"{when} {amendment.date}: {amendment.text}", game.cite(amendment.rule)))
    return Section("Amendments", tuple(lines))


def readings(game: Game[Head]) -> Section:
    rows = tuple(
        (reading.printed, reading.taken, reading.why, reading.option or "–", game.cite(reading.rule))
        for reading in game.spec.readings
    )
    head = ("printed", "taken", "why", "option", "rule")
    return Section("Readings", grids=(Grid("", head, rows),) if rows else ())


def _irregularity(game: Game[Head], spec: IrregularitySpec) -> str:
    which = f": {listed(game.titles(spec.wagers))}" if spec.wagers else ""
    go = "go" if len(spec.keep) > 1 else "goes"
    keep = f"; {listed(game.titles(spec.keep))} {go} on" if spec.keep else ""
    keep += "; what was settled before stays so" if spec.remaining else ""
    return f"{irregularity_name(spec.kind, spec.of, spec.at_least)}: {_EFFECTS[spec.effect]}{which}{keep}."


def irregularities(game: Game[Head]) -> Section:
    return Section(
        "Irregularities",
        tuple(Statement(_irregularity(game, spec), game.cite(spec.rule)) for spec in game.spec.irregularities),
    )


def _ceiling(game: Game[Head], cap: Cap) -> str:
    amount = f"the option {cap.amount}" if isinstance(cap.amount, str) else money(cap.amount)
    which = listed(game.titles(cap.wagers)) or "all wagers with a stake and without a meter"
    odds = f" at {cap.from_odds:g} to 1 or more" if cap.from_odds else ""
    winners = f" when {cap.winners} or more win" if cap.winners > 1 else ""
    least = f"; never below the best win at the stake of {cap.minimum}" if cap.minimum else ""
    return f"A round pays at most {amount} per {cap.per} on {which}{odds}{winners}{least}."


def _meter(game: Game[Head], name: str, terms: MeterWords) -> str:
    starts = [f"starts at {money(float(terms.seed))}"] if terms.seed else []
    starts += [f"grows by {terms.increment:g}% of each stake"] if terms.increment else []
    starts += [f"{terms.reserve:g}% is kept for its next start"] if terms.reserve else []
    return f"The meter {game.title(name)} {', '.join(starts)}."


def _tip(game: Game[Head], tip: Tip) -> str:
    if not tip.offered:
        return "No tip bets are made for the dealer."
    on = listed(game.titles(tip.wagers)) or "every wager"
    where = "whether he bet there or not" if tip.alone else "where he bet himself"
    if tip.needs:
        where = f"who bet on {listed(game.titles(tip.needs))} himself"
    more = [f"at most {game.title(tip.at_most)}"] if tip.at_most else []
    more += [f"only with a tip on {game.title(tip.beside)}"] if tip.beside else []
    more += [f"of the same amount as the tip on {game.title(tip.equals)}"] if tip.equals else []
    more += ["all tips of one amount"] if tip.even else []
    more += ["with the doubles and splits of the hand"] if tip.joins else []
    more += ["without commission"] if tip.without else []
    return f"A player may stake for the dealer on {', '.join([on, where, *more])}."


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


def _backline(game: Game[Head], spec: Backline) -> str:
    if spec.owners == 1 or not spec.offered:
        return "Nobody but the player seated there bets on a hand."
    on = listed(game.titles(spec.wagers)) or "any wager made before the first card"
    most = f", at most {spec.owners} owners with the seated player" if spec.owners else ""
    most += ", all together within the posted limits" if spec.together else ""
    out = f" They may stay out of {listed([*spec.stays_out])}." if spec.stays_out else ""
    return f"Others may bet on a seat's hand, on {on}{most}. The seated player decides how it is played.{out}"


def settlement(game: Game[Head]) -> Section:
    spec, lines = game.spec, []
    if spec.settle.order or spec.settle.rule:
        order = f"Wagers are settled in the order {', '.join(game.titles(spec.settle.order))}, "
        lead = order if spec.settle.order else "Seats are settled "
        lines.append(Statement(f"{lead}{spec.settle.direction}.", game.cite(spec.settle.rule)))
    if spec.settle.awards:
        lines.append(Statement(f"Awards of a meter are paid {spec.settle.awards}.", game.cite(spec.settle.awards_rule)))
    lines.extend(
        Statement(_meter(game, name, game.meters[name]), game.cite(spec.meters[name].rule)) for name in spec.meters
    )
    lines.extend(Statement(_ceiling(game, cap), game.cite(cap.rule)) for cap in spec.caps)
    lines.extend(Statement(_tip(game, tip), game.cite(tip.rule)) for tip in spec.tips)
    if posted := _posted_tips(game):
        lines.append(Statement(posted, "house"))
    if spec.backline is not None:
        lines.append(Statement(_backline(game, spec.backline), game.cite(spec.backline.rule)))
    if spec.bank is not None and spec.bank.turns:
        turns = f"A player banks at most {spec.bank.turns} rounds in a row; then the bank is offered clockwise."
        lines.append(Statement(turns, game.cite(spec.bank.turn_rule)))
    return Section("Settlement and limits", tuple(lines))


def notes(game: Game[Head]) -> Section:
    return Section(
        "Procedures", tuple(Statement(text, game.cite(paragraph)) for paragraph, text in game.spec.notes.items())
    )


_BLOCK = (
    *("ids", "rule", "odds", "by", "keys", "beyond", "hand", "rows", "envy", "base", "award", "seed", "increment"),
    *("library", "agreement", "decks", "least", "joker"),
)


_COUNTED = {
    "hands": "hands",
    "margin": "margin",
    "count": "cards",
    "up": "up",
    "free_bets": "free bets",
    "streak": "wins",
}


def _price(value: Price, odds: str) -> str:
    if value == NOT_OFFERED:
        return "–"
    return value if isinstance(value, str) else f"{value:,g} {odds}".strip()


def _cells(value: Price | list[Price] | None, columns: int, odds: str) -> tuple[str, ...]:
    if value is None:
        return ("–",) * columns
    if isinstance(value, list):
        return tuple(_price(each, odds) for each in value)
    return (_price(value, odds),) * columns


def _columns(block: PayBlock) -> tuple[str, ...]:
    if not block.by:
        return block.ids
    unit = _COUNTED.get(block.by, block.by)
    heads = [f"{'ace' if (block.by, key) == ('up', 11) else key} {unit}" for key in block.keys]
    if block.beyond and block.keys:
        heads[block.keys.index(max(block.keys))] += " or more"
    return tuple(heads)


def _dollars(amount: float | list[int | float] | list[float]) -> str:
    return " / ".join(money(each) for each in amount) if isinstance(amount, list) else money(amount)


def _remarks(game: Game[Head], block: PayBlock) -> tuple[str, ...]:
    remarks = []
    if block.hand:
        remarks.append(f"judged on the hand {humanize(block.hand)}")
    if block.base != 1:
        remarks.append(f"dollar amounts are for each {_dollars(block.base)} staked")
    if block.award == "best":
        remarks.append("of several rows that fit, the one that pays most")
    if block.seed:
        remarks.append(
            "least start of the meter: " + listed([f"{game.title(k)} {_dollars(v)}" for k, v in block.seed.items()])
        )
    if block.increment:
        grows = listed([f"{game.title(k)} by {v:g}% of each stake" for k, v in block.increment.items()])
        remarks.append(f"the meter grows: {grows}")
    for label, cells in (("decks", block.decks), ("least stake", [money(least) for least in block.least_stake])):
        if cells:
            remarks.append(f"{label}: {' / '.join(cells)}")
    if block.joker:
        remarks.append("joker: any card" if block.joker == "wild" else "joker: an ace, or fills a straight or flush")
    if block.agreement:
        remarks.append("only with the owner's written agreement")
    return (*remarks, *rest(block, _BLOCK))


def _grid(game: Game[Head], name: str, block: PayBlock) -> Grid:
    columns = _columns(block)
    rows = [(humanize(row), *_cells(value, len(columns), block.odds)) for row, value in block.rows.items()]
    if block.envy:
        envy = (_cells(block.envy.get(row), len(columns), "") for row in block.rows)
        rows = [(*row, *cells) for row, cells in zip(rows, envy, strict=True)]
        columns = (*columns, *(f"envy {column}" for column in columns))
    in_use = game.table_id(name)
    chosen = f", in use: {in_use}" if in_use in block.ids else ""
    title = f"{game.title(name)} ({'schedule' if len(block.ids) == 1 else 'schedules'} {', '.join(block.ids)}{chosen})"
    return Grid(title, ("hand", *columns), tuple(rows), game.cite(block.rule), _remarks(game, block))


def pay_tables(game: Game[Head]) -> Section:
    """Every printed pay table, after the rows that the file itself defines."""
    grids = tuple(_grid(game, name, block) for name, blocks in game.spec.pay_tables.items() for block in blocks)
    priced = {row for blocks in game.spec.pay_tables.values() for block in blocks for row in block.rows}
    named = tuple(
        Statement(
            f"{humanize(name).capitalize()}: {row_text(pattern, game.spec.hand_texts)}.",
            game.cite(pattern.rule) if pattern.rule else "",
        )
        for name, pattern in game.spec.patterns.items()
        if name in priced
    )
    return Section("Pay tables", named, grids)


def family(spec: Head) -> str:
    """The name of a file's family."""
    return str(type(spec).__struct_config__.tag)


def make_sheet(game: Game[Any], sections: Sequence[Section]) -> Sheet:
    """The rule sheet of a game as the house offers it, with the sections that only its family has."""
    spec: Head = game.spec
    every = [
        cards(game),
        *sections,
        pay_tables(game),
        options(game),
        settlement(game),
        irregularities(game),
        notes(game),
        amendments(game),
        readings(game),
    ]
    kept = tuple(section for section in every if not section.empty)
    if any(COMMON_PRACTICE in citations(section) for section in kept):
        told = Statement(
            f"What is marked {COMMON_PRACTICE} no document prints: it is the game as it is publicly known."
        )
        kept = (replace(kept[0], statements=(*kept[0].statements, told)), *kept[1:])
    return Sheet(spec.id, spec.name, game.edition, family(spec), spec.summary, kept)
