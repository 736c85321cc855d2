"""The grammar of baccarat: the drawing table, events that a coup may show, and wagers priced by them."""

from typing import Annotated, Literal

from houseway.rules.grammar import (
    Count,
    EventName,
    Paragraph,
    Price,
    ResultName,
    Some,
    Span,
    means,
)
from houseway.rules.words import Head, ShoeWords, WagerSpec, Word


class Drawing(Word, frozen=True, kw_only=True):
    """When a hand takes a third card."""

    natural: Annotated[tuple[Count, ...], means("totals of two cards that end the coup", [8, 9], unit="points")]
    player: Annotated[
        tuple[Count, ...], means("totals on which the player's hand draws", [0, 1, 2, 3, 4, 5], unit="points")
    ]
    banker_alone: Annotated[
        tuple[Count, ...],
        means("totals on which the banker's hand draws when the player's stood", [0, 1, 2, 3, 4, 5], unit="points"),
    ]
    banker: Annotated[
        dict[str, tuple[Count, ...]],
        means("otherwise, by its total: values of the player's third card on which it draws", {"6": [6, 7]}),
    ]
    rule: Paragraph


class Side(Word, frozen=True, kw_only=True):
    """What an event asks of one hand."""

    points: Annotated[Count | None, means("its total", 7, unit="points")] = None
    cards: Annotated[Count | None, means("how many it has", 3, unit="cards")] = None
    pair: Annotated[
        Literal["", "identical", "unsuited", "any"], means("its first two cards are a pair of this kind", "any")
    ] = ""


class Event(Word, frozen=True, kw_only=True):
    """Something a coup may show; all that is stated must hold."""

    winner: Annotated[
        Literal["", "player", "banker", "tie", "own", "other"],
        means("who wins; `own`: the side the wager is on", "banker"),
    ] = ""
    natural: Annotated[bool | None, means("the winning hand (in a tie either hand) is a natural", True)] = None
    margin: Annotated[Span | None, means("from and to: by how much the winner leads", [4, 4], unit="points")] = None
    total_cards: Annotated[Count | None, means("how many cards both hands have", 6, unit="cards")] = None
    player: Annotated[Side | None, means("asked of the player's hand", {"points": 8, "cards": 3})] = None
    banker: Annotated[Side | None, means("asked of the banker's hand", {"points": 7, "cards": 3})] = None
    own_side: Annotated[Side | None, means("asked of the hand that the wager is on", {"pair": "any"})] = None
    either: Annotated[Side | None, means("asked of one hand or the other", {"pair": "identical"})] = None
    one_only: Annotated[bool, means("with `either`: not both", True)] = False
    suited: Annotated[
        Literal["", "suit", "colour"], means("the winner's cards (in a tie all) are of one suit or colour", "suit")
    ] = ""
    suited_cards: Annotated[Literal["winner", "all"], means("... or the cards of both hands", "all")] = "winner"
    first_four: Annotated[
        Literal["", "suited_pair", "two_pair", "trips", "suited_trips", "quads", "suited_quads"],
        means("the first two cards of both hands hold at least this; suited: identical cards", "two_pair"),
    ] = ""
    seat_numbers: Annotated[
        tuple[Some, ...],
        means("with `first_four`: the rank of the first card (ace one) is the seat's number, and one of these", [1, 2]),
    ] = ()
    any_of: Annotated[tuple[EventName, ...], means("one of these events, and nothing else is asked", ["dragon_7"])] = ()


class BaccaratWager(WagerSpec, frozen=True, kw_only=True):
    """A wager on a coup: the price of each event in the order they are judged, inline or in a pay table."""

    reads = frozenset(("pay_table", "meter", "envy", "commission"))

    cites: Annotated[
        dict[ResultName, str], means("paragraphs of single events or of `lose`, where not `rule`", {"tie": "(2)"})
    ] = {}
    side: Annotated[Literal["", "player", "banker"], means("the side it is on: the event's `own`", "banker")] = ""
    results: Annotated[
        dict[EventName, Price], means("event and price; what no event names loses", {"banker_wins": "1 to 1"})
    ] = {}
    common_envy: Annotated[
        bool, means("envy is paid also on rows that every bettor shows alike, for each other bettor", True)
    ] = False
    shared: Annotated[bool, means("a meter award is shared by all who bet it", True)] = False


class Baccarat(Head, frozen=True, kw_only=True, tag_field="family", tag="baccarat"):
    """Two hands, a drawing table, and wagers on either."""

    reads = frozenset(
        (
            "deck",
            "seats",
            "pay_tables",
            "chosen_as",
            "default_tables",
            "irregularities",
            "meters",
            "settle",
            "caps",
            "tips",
            "backline",
            "one_of",
            "totals",
        )
    )

    draw: Annotated[
        Drawing,
        means(
            "the drawing table",
            {"natural": [8, 9], "player": [0, 1, 2], "banker_alone": [0, 1], "banker": {"3": [0]}, "rule": "30-2814"},
        ),
    ]
    shoe: Annotated[ShoeWords, means("what happens to the cards between shuffles", {"burn": "value", "behind": 14})]
    events: Annotated[dict[str, Event], means("events by name", {"banker_wins": {"winner": "banker"}})]
    wagers: Annotated[
        dict[str, BaccaratWager], means("wagers by name", {"tie": {"results": {"tie": "8 to 1"}, "rule": "30-2808"}})
    ]
    bettors_turn: Annotated[bool, means("the largest bettor on each side turns its cards", True)] = False
    positions: Annotated[
        tuple[Some, ...], means("the numbers printed at the seats, in order; none: 1, 2, 3 and so on", [1, 2, 3, 5])
    ] = ()

    @property
    def seat_numbers(self) -> tuple[int, ...]:
        """The number of each seat."""
        return self.positions or tuple(range(1, self.seats + 1))

    def named(self, kind: str) -> tuple[str, ...]:
        return (*self.events, "lose") if kind == "result" else super().named(kind)
