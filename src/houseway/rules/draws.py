"""The grammar of games without cards: a wheel of sections, and keno's numbers and tickets."""

from typing import Annotated

from houseway.rules.grammar import (
    Count,
    NewMeter,
    NumberOption,
    OptionName,
    Paragraph,
    Price,
    Share,
    Some,
    WagerName,
    means,
)
from houseway.rules.words import Head, WagerSpec, Word


class Spot(WagerSpec, frozen=True, kw_only=True):
    """A wager on one or several sections of the wheel."""

    reads = frozenset()

    symbol: Annotated[str, means("the symbol it is on", "$5")] = ""
    covers: Annotated[tuple[str, ...], means("instead: all the symbols it is on", ["17", "20"])] = ()
    halves: Annotated[tuple[str, ...], means("symbols on which only half of the stake is lost", ["0"])] = ()
    price: Annotated[Price, means("the price when the wheel rests on it", "5 to 1")]

    @property
    def symbols(self) -> tuple[str, ...]:
        """Every symbol that wins."""
        return self.covers or (self.symbol,)


class GridLayout(Word, frozen=True, kw_only=True):
    """A layout on which the symbols stand in rows, so that a wager lies on one, or on the lines between several."""

    rows: Annotated[
        tuple[tuple[str, ...], ...], means("the symbols row by row, from the top", [["3", "6"], ["2", "5"]])
    ]
    head: Annotated[tuple[str, ...], means("symbols at the head of the rows, from the top", ["00", "0"])] = ()
    paint: Annotated[
        dict[str, WagerName], means("a color, and the wager whose symbols are painted in it", {"red": "red"})
    ] = {}


class Wheel(Head, frozen=True, kw_only=True, tag_field="family", tag="wheel"):
    """A wheel spun until its clapper rests in a section."""

    reads = frozenset(("irregularities", "settle", "tips", "one_of", "totals"))

    sections: Annotated[tuple[str, ...], means("the symbols, clockwise", ["$1", "$2", "$1", "flag"])]
    layout: Annotated[
        GridLayout | None,
        means("how the symbols lie on the layout; none: each wager has a spot of its own", {"rows": [["1", "2"]]}),
    ] = None
    revolutions: Annotated[Count, means("fewer are not a valid spin; 0: any number is one", 3)] = 0
    wagers: Annotated[
        dict[str, Spot], means("wagers by name", {"s5": {"symbol": "$5", "price": "5 to 1", "rule": "(3)"}})
    ]


class Ticket(WagerSpec, frozen=True, kw_only=True):
    """A kind of keno ticket: what it asks of the groups of numbers marked on it."""

    reads = frozenset()

    groups: Annotated[Count, means("least number of groups; 0: numbers without groups", 2)] = 0
    equal: Annotated[bool, means("groups of equal size", True)] = False
    disjoint: Annotated[bool, means("no number in two groups", True)] = False
    combined: Annotated[bool, means("groups are combined into ways, all listed on the ticket", True)] = False
    kings: Annotated[bool, means("at least one group is a single number", True)] = False
    group: Annotated[str, means("the wager is on this group alone", "top")] = ""
    alike: Annotated[str, means("the paragraph by which groups that are all of one size carry one stake", "(3)")] = ""
    games: Annotated[bool, means("for several games in a row", True)] = False


class CatchAll(Word, frozen=True, kw_only=True):
    """A meter that a ticket wins by catching all of so many numbers, in place of its rate."""

    meter: Annotated[NewMeter, means("the meter's name", "progressive")]
    spots: Annotated[NumberOption, means("the option that holds how many numbers; 0: none is offered", "meter_spots")]
    stake: Annotated[NumberOption, means("the option that holds the least stake that takes part", "meter_stake")]
    rule: Paragraph


class Keno(Head, frozen=True, kw_only=True, tag_field="family", tag="keno"):
    """Some of the numbers are drawn; a ticket is paid by how many of its numbers were."""

    reads = frozenset(("irregularities", "one_of", "totals", "meters"))

    numbers: Annotated[Some, means("numbers in the draw", 80)]
    drawn: Annotated[Some, means("numbers that are drawn", 20)]
    wagers: Annotated[dict[str, Ticket], means("kinds of ticket by name", {"straight": {"rule": "(1)"}})]
    rate_card: Annotated[
        OptionName, means("the option that holds total paid per dollar, by numbers marked and caught", "rate_card")
    ]
    most_paid: Annotated[NumberOption, means("the option that holds the most paid in one game", "aggregate")]
    most_edge: Annotated[Share, means("the largest house advantage a rate may have", 0.35)]
    edge_rule: Annotated[str, means("the paragraph of `most_edge`", "(4)")]
    most_rule: Annotated[str, means("the paragraph of `most_paid`", "(5)")]
    progressive: Annotated[
        CatchAll | None,
        means(
            "a meter that tickets feed and win",
            {"meter": "progressive", "spots": "meter_spots", "stake": "meter_stake", "rule": "(6)"},
        ),
    ] = None
