"""The grammar of dice games: what each roll does to a wager, before and after it has a point of its own."""

from typing import Annotated, Literal

from houseway.rules.grammar import NumberOption, OptionName, Price, Some, WagerName, means, one_of
from houseway.rules.words import Head, WagerSpec, Word

Event = Annotated[str, means("a total, `hard 8` (a pair), `easy 8`, or `point`: the wager's own point", "hard 8")]


class Phase(Word, frozen=True, kw_only=True):
    """What rolls do to a wager that has a point; any other roll leaves it."""

    wins: Annotated[dict[Event, Price], means("roll and price", {"point": "1 to 1"})] = {}
    loses: Annotated[tuple[Event, ...], means("rolls that lose it", ["7"])] = ()
    rule: Annotated[str, means("the paragraph of these wins, where the others have none", "(1)")] = ""


class DiceWager(WagerSpec, frozen=True, kw_only=True):
    """A wager: what each roll does to it, until one decides it."""

    reads = frozenset(("commission",))

    cites: Annotated[
        dict[Annotated[str, one_of("win", "push", "lose")], str],
        means("paragraphs of single results, where they are not `rule`", {"lose": "(2)"}),
    ] = {}
    opens_at: Annotated[
        Literal["any", "come_out", "point"],
        means("when it may be made: at any roll, before a come-out roll, or while the shooter has a point", "come_out"),
    ] = "any"
    wins: Annotated[dict[Event, Price], means("roll and price", {"7": "1 to 1", "11": "1 to 1"})] = {}
    pushes: Annotated[tuple[Event, ...], means("rolls that return the stake", ["12"])] = ()
    loses: Annotated[tuple[Event, ...], means("rolls that lose it", ["2", "3", "12"])] = ()
    one_roll: Annotated[bool, means("the next roll decides: what it does not win or push loses", True)] = False
    stays: Annotated[bool, means("a win is paid and the stake stays up for the rolls that follow", True)] = False
    removable: Annotated[
        str,
        means(
            "the paragraph by which the player may take it down between rolls; odds and what stays up he may press and "
            "turn off too",
            "public",
        ),
    ] = ""
    point: Annotated[
        Phase | None,
        means("any other roll is its point, and from then on this holds", {"wins": {"point": "1 to 1"}}),
    ] = None
    supports: Annotated[
        WagerName, means("odds behind this wager, once that has a point; won or lost with it", "pass")
    ] = ""
    prices: Annotated[dict[str, Price], means("of odds: by the point", {"4": "2 to 1", "10": "2 to 1"})] = {}
    most_times: Annotated[
        dict[str, NumberOption],
        means("of odds: the option that holds how many times the wager, by the point", {"4": "x"}),
    ] = {}
    commission_of: Annotated[
        Literal["win", "stake"], means("what the commission is a share of: what is won, or the stake", "stake")
    ] = "win"
    commission_due: Annotated[
        OptionName,
        means("the option that says when it is due: `win`, or `bet`: with the bet, won or lost", "vigorish_due"),
    ] = ""
    rests: Annotated[bool, means("not decided by a come-out roll: won or lost neither, lost odds go back", True)] = (
        False
    )


class DiceGame(Head, frozen=True, kw_only=True, tag_field="family", tag="dice"):
    """Rolls of dice decide wagers made between them."""

    reads = frozenset(("seats", "irregularities", "settle", "tips", "backline", "one_of", "totals"))

    dice: Annotated[Some, means("dice in a roll", 2)] = 2
    points: Annotated[tuple[Some, ...], means("totals that become the shooter's point on the come-out roll", [4, 10])]
    wagers: Annotated[
        dict[str, DiceWager], means("wagers by name", {"any_seven": {"wins": {"7": "4 to 1"}, "rule": "public"}})
    ]
