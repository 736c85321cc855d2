"""The cases of a wager on a coup: the events that price it in the order they are judged, and in words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from houseway.play.baccarat.coup import CoupSight, asks_first_four, shows
from houseway.play.core.cases import Always, Case, Number, Truth, When
from houseway.rules.baccarat import Baccarat, BaccaratWager, Event, Side
from houseway.rules.pays import LOSE, parse_pay
from houseway.rules.tables import Table
from houseway.rules.wording import humanize, listed

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


def _side(whose: str, side: Side) -> Iterator[str]:
    if side.pair:
        yield f"{whose} has {_PAIRS[side.pair]}"
    if side.points is not None:
        yield f"{whose} counts {side.points}"
    if side.cards is not None:
        yield f"{whose} has {side.cards} cards"


def event_text(event: Event) -> str:
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


@dataclass(frozen=True, slots=True)
class Seen:
    """What a wager looks at: one coup or columns of many, and the number printed at its seat."""

    coup: CoupSight
    seat: Number = 0


@dataclass(frozen=True, slots=True)
class Shows(When):
    """The coup shows an event; `side` is the hand that the wager is on."""

    name: str
    side: str
    events: Mapping[str, Event] = field(compare=False, repr=False)

    @property
    def event(self) -> Event:
        return self.events[self.name]

    @property
    def first_four(self) -> bool:
        """Whether it looks at the first four cards as one hand."""
        return asks_first_four(self.event, self.events)

    def holds(self, sight: Seen) -> Truth:
        return shows(self.event, sight.coup, self.side, self.events, sight.seat)

    def text(self) -> str:
        return event_text(self.event) or humanize(self.name)


def cases_of(spec: Baccarat, wager: BaccaratWager, table: Table | None) -> Iterator[Case]:
    """The events of a wager, those stated with it before the rows of its pay table; what none of them names loses."""
    for event, price in wager.results.items():
        yield Case(Shows(event, wager.side, spec.events), event, parse_pay(price))
    for row in table.rows if table is not None else ():
        assert table is not None
        yield Case(Shows(row.name, wager.side, spec.events), row.name, row.pays[0], table, row=table.path(row))
    yield Case(Always(), "lose", LOSE)


def events_of(cases: tuple[Case, ...]) -> list[Shows]:
    """The events that price a wager."""
    return [case.when for case in cases if isinstance(case.when, Shows)]
