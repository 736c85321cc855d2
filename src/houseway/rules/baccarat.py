"""The grammar of baccarat: the drawing table, events that a coup may show, and wagers priced by them."""

from typing import Literal

from houseway.rules.words import Head, Price, ShoeWords, Word


class Drawing(Word, frozen=True, kw_only=True):
    """When a hand takes a third card."""

    natural: tuple[int, ...]  # totals of two cards that end the coup
    player: tuple[int, ...]  # totals on which the player's hand draws
    banker_alone: tuple[int, ...]  # totals on which the banker's hand draws when the player's stood
    banker: dict[str, tuple[int, ...]]  # banker's total -> values of the player's third card on which it draws
    rule: str


class Side(Word, frozen=True, kw_only=True):
    """What an event asks of one hand."""

    points: int | None = None
    cards: int | None = None
    pair: Literal["", "identical", "unsuited", "any"] = ""  # among its first two cards


class Event(Word, frozen=True, kw_only=True):
    """Something a coup may show; all that is stated must hold."""

    winner: Literal["", "player", "banker", "tie", "own", "other"] = ""  # own: the side the wager is on
    natural: bool | None = None  # the winning hand (in a tie either hand) is a natural
    margin: tuple[int, int] | None = None
    total_cards: int | None = None
    player: Side | None = None
    banker: Side | None = None
    own: Side | None = None
    either: Side | None = None
    one_only: bool = False  # with `either`: not both
    suited: Literal["", "suit", "colour"] = ""
    suited_cards: Literal["winner", "all"] = "winner"
    any_of: tuple[str, ...] = ()  # or: one of these events


class BaccaratWager(Word, frozen=True, kw_only=True):
    """A wager on a coup: the price of each event in the order they are judged, inline or in a pay table."""

    name: str = ""
    rule: str
    cites: dict[str, str] = {}
    side: Literal["", "player", "banker"] = ""
    results: dict[str, Price] = {}  # event -> price; what no event names loses
    pays: str = ""  # a pay table whose rows are events
    needs_one: tuple[str, ...] = ()  # only beside one of these
    commission: str = ""  # the option that states the vigorish
    meter: str = ""
    shared: bool = False  # a meter award is shared by all who bet it
    limit: tuple[float, float] | None = None


class Baccarat(Head, frozen=True, kw_only=True, tag_field="family", tag="baccarat"):
    """Two hands, a drawing table, and wagers on either."""

    draw: Drawing
    shoe: ShoeWords
    events: dict[str, Event]
    wagers: dict[str, BaccaratWager]
    opens: bool = False  # the largest bettor on each side turns its cards
