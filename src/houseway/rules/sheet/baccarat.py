"""The rule sheet of baccarat: the drawing table, and every wager with the results that pay it."""

from collections.abc import Iterator

from houseway.rules.baccarat import Baccarat, BaccaratWager, Event, Side
from houseway.rules.game import Game
from houseway.rules.sheet.model import Grid, Section, Statement
from houseway.rules.sheet.plain import flat, rest, stated
from houseway.rules.wording import humanize, listed, money

_WAGER = (
    "name",
    "rule",
    "cites",
    "side",
    "results",
    "pay_table",
    "needs_one",
    "commission",
    "meter",
    "shared",
    "envy",
    "common_envy",
    "limit",
)
_WINNERS = {
    "player": "the player's hand wins",
    "banker": "the banker's hand wins",
    "tie": "the hands tie",
    "own": "the hand wagered on wins",
    "other": "the other hand wins",
}
_PAIRS = {
    "identical": "two identical cards first",
    "unsuited": "two cards of one rank and two suits first",
    "any": "two cards of one rank first",
}

_FOUR = {
    "suited_pair": "the first four cards hold two identical cards",
    "two_pair": "the first four cards are two pairs",
    "trips": "the first four cards hold three of a rank",
    "suited_trips": "the first four cards hold three identical cards",
    "quads": "the first four cards are of one rank",
    "suited_quads": "the first four cards are identical",
}


def _totals(values: tuple[int, ...]) -> str:
    """`0 to 5`, or a list where there are gaps."""
    run = list(values) == list(range(values[0], values[-1] + 1)) if values else False
    return f"{values[0]} to {values[-1]}" if run and len(values) > 2 else listed([str(one) for one in values], "or")


def _drawing(game: Game[Baccarat]) -> Section:
    draw, shoe = game.spec.draw, game.spec.shoe
    cite = game.cite(draw.rule)
    lines = (
        Statement(f"A total of {_totals(draw.natural)} with two cards is a natural and ends the coup.", cite),
        Statement(f"The player's hand draws on {_totals(draw.player)}.", cite),
        Statement(f"When the player's hand stood, the banker's draws on {_totals(draw.banker_alone)}.", cite),
        Statement(f"Shoe: {', '.join(rest(shoe, ('rule',)))}.", game.cite(shoe.rule) if shoe.rule else ""),
    )
    rows = tuple((total, _totals(values) if values else "never", cite) for total, values in draw.banker.items())
    grid = Grid("The banker's third card", ("banker's total", "draws when the player's third card is", "rule"), rows)
    return Section("Drawing", lines, (grid,))


def _side(whose: str, side: Side) -> Iterator[str]:
    if side.pair:
        yield f"{whose} has {_PAIRS[side.pair]}"
    if side.points is not None:
        yield f"{whose} counts {side.points}"
    if side.cards is not None:
        yield f"{whose} has {side.cards} cards"


def _event_text(event: Event) -> str:
    """What an event asks, in words."""
    parts = [_WINNERS[event.winner]] if event.winner else []
    if event.natural is not None:
        parts.append("with a natural" if event.natural else "without a natural")
    if event.margin is not None:
        low, high = event.margin
        parts.append(f"by {low}" if low == high else f"by {low} to {high}")
    if event.total_cards is not None:
        parts.append(f"{event.total_cards} cards lie in both hands")
    hands = (("the player's hand", event.player), ("the banker's hand", event.banker))
    for whose, side in (*hands, ("the hand wagered on", event.own_side), ("either hand", event.either)):
        if side is not None:
            parts.extend(_side(whose, side))
    if event.one_only:
        parts.append("not both")
    if event.suited:
        cards = "all cards" if event.suited_cards == "all" else "the winner's cards"
        parts.append(f"{cards} of one {event.suited}")
    if event.first_four:
        parts.append(_FOUR[event.first_four])
    if event.seat_numbers:
        parts.append(f"of the rank that is the seat's number ({listed(list(map(str, event.seat_numbers)), 'or')})")
    if event.any_of:
        parts.append(listed([humanize(name) for name in event.any_of], "or"))
    return ", ".join(parts)


def _wager(game: Game[Baccarat], name: str, wager: BaccaratWager) -> Grid:
    made = []
    if wager.side:
        made.append(f"on the {wager.side}'s hand")
    if wager.needs_one:
        made.append(f"only beside {listed([humanize(one) for one in wager.needs_one], 'or')}")
    if wager.limit:
        made.append(f"{money(wager.limit[0])} to {money(wager.limit[1])}")
    if wager.commission:
        made.append(f"less the {humanize(wager.commission)}")
    if wager.meter:
        made.append(
            f"shares are of the {humanize(wager.meter)} meter{', shared by all who win' if wager.shared else ''}"
        )
    if wager.envy is not None:
        common = ", also on rows that all bettors show" if wager.common_envy else ""
        made.append(f"the other bettors are paid the envy sums of the table{common}")
    events = game.spec.events

    def meaning(key: str) -> str:
        return _event_text(events[key]) if key in events else humanize(key)

    rows = [
        (humanize(key), meaning(key), str(price), game.cite(wager.cites.get(key, wager.rule)))
        for key, price in wager.results.items()
    ]
    if wager.pay_table:
        rows.append((humanize(wager.pay_table), "as the pay table says", "", game.cite(wager.rule)))
    rows.append(("otherwise", "", "lose", game.cite(wager.cites.get("lose", wager.rule))))
    head = ("result", "when", "price", "rule")
    return Grid(humanize(name), head, tuple(rows), game.cite(wager.rule), (*made, *rest(wager, _WAGER)))


def sections(game: Game[Baccarat]) -> list[Section]:
    """The sections that baccarat adds to a rule sheet."""
    spec = game.spec
    wagers = tuple(_wager(game, name, wager) for name, wager in spec.wagers.items())
    told = {key for wager in spec.wagers.values() for key in wager.results}
    shown = tuple(
        Statement(f"{humanize(key).capitalize()}: {_event_text(event) or flat(stated(event))}.")
        for key, event in spec.events.items()
        if key not in told
    )
    seats = [Statement("The largest bettor on each side turns its cards.")] if spec.bettors_turn else []
    if spec.positions:
        seats.append(Statement(f"The seats are numbered {listed(list(map(str, spec.positions)), 'and')}."))
    return [_drawing(game), Section("Wagers", tuple(seats), wagers), Section("Results of the pay tables", shown)]
