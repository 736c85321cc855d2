"""The grammar of pai gow tiles: ranks of pairs and tiles, setting, player banking, and wagers on the dice."""

from typing import Annotated, ClassVar, Literal

from houseway.rules.grammar import Count, Paragraph, Price, Share, Some, WagerName, means, one_of
from houseway.rules.words import Head, IrregularityKind, WagerSpec, Word


class Either(Word, frozen=True, kw_only=True):
    """A tile that may also be counted as another when it is not in its pair."""

    points: Annotated[Count, means("its other value", 6, unit="points")]
    ranks_as: Annotated[str, means("the tile whose rank it then has", "4-2")]


class TileRanks(Word, frozen=True, kw_only=True):
    """Which two tiles are a pair and how pairs and single tiles rank, the highest first."""

    pairs: Annotated[tuple[tuple[str, ...], ...], means("each rank lists its pairs", [["2-4 1-2"], ["6-6 6-6"]])]
    singles: Annotated[tuple[tuple[str, ...], ...], means("each rank lists its tiles", [["6-6"], ["1-1"]])]
    either: Annotated[
        dict[str, Either], means("tiles that count either way", {"2-1": {"points": 6, "ranks_as": "4-2"}})
    ]
    zero_low_loses: Annotated[bool, means("a player's low hand worth nothing never wins", True)]
    zero_high_loses: Annotated[bool, means("a player's high hand worth nothing never wins", True)] = False
    rule: Paragraph


class TileRow(Word, frozen=True, kw_only=True):
    """A row of the house way: which two tiles are played together, if the four hold them."""

    pair: Annotated[tuple[Some, Some] | None, means("a pair of these ranks, from and to", [1, 4])] = None
    points: Annotated[Count | None, means("two tiles of this value", 9, unit="points")] = None
    extremes: Annotated[bool, means("the highest ranking tile with the lowest", True)] = False
    text: Annotated[str, means("the row in a sentence", "A pair is never split.")] = ""


class TileWay(Word, frozen=True, kw_only=True):
    """How the dealer sets his tiles: the first row that fits."""

    rows: Annotated[tuple[TileRow, ...], means("rows in order", [{"extremes": True}])]
    prefer: Annotated[Literal["high", "low"], means("of several settings: the better of these hands", "low")] = "high"
    reset_on: Annotated[
        IrregularityKind | Literal[""], means("after this irregularity the dealer's setting is made anew", "mis_set")
    ] = ""
    rule: Paragraph


class Start(Word, frozen=True, kw_only=True):
    """Where the first stack goes: a count from the dealer or bank, or the position on the eye die."""

    dice: Annotated[Some, means("dice that are shaken", 3)]
    positions: Annotated[Some, means("positions counted, the dealer's and the dead hand among them", 8)]
    by: Annotated[Literal["total", "eye"], means("the total of the dice, or the eye die", "eye")] = "total"
    rule: Paragraph


class Surrender(Word, frozen=True, kw_only=True):
    """A player may give up the wager after the dealer has set."""

    share: Annotated[Share, means("part of the wager that is lost", 0.5)]
    rule: Paragraph


class Banking(Word, frozen=True, kw_only=True):
    """A player banks a round, alone or with the house for half of it."""

    offered: Annotated[bool, means("the house offers the bank", True)]
    co_offered: Annotated[bool, means("the house offers to bank half", True)] = True
    rule: Annotated[str, means("the paragraph of settlement through the centre of the table", "30-2609(15)")]
    co_rule: Annotated[str, means("the paragraph of the co-bank", "30-2609(5)")]
    dealer_wager_rule: Annotated[str, means("the paragraph of the dealer's own wager", "30-2609(14)")]
    cover_rule: Annotated[str, means("the paragraph by which the bank covers all wagers", "30-2609(8)")]
    winners_rule: Annotated[str, means("the paragraph of vigorish of winners against the bank", "30-2609(16)")]


class Vigorish(Word, frozen=True, kw_only=True):
    """A method of taking it, and what a triple of the dice then costs."""

    charged: Annotated[bool, means("it is taken of what the tiles win", True)]
    triple_loses: Annotated[tuple[WagerName, ...], means("wagers that a triple takes", ["tiles"])] = ()
    rule: Paragraph


class DeadHand(Word, frozen=True, kw_only=True):
    """An irregularity that costs a player the wager."""

    kind: Annotated[IrregularityKind, means("what happened", "off_table")]
    rule: Paragraph


class TileWager(WagerSpec, frozen=True, kw_only=True):
    """A wager on the tiles or on the dice."""

    reads = frozenset()

    cites: Annotated[
        dict[Annotated[str, one_of("win", "push", "lose")], str],
        means("paragraphs of single results, where they are not `rule`", {"push": "30-2608(9)"}),
    ] = {}
    decided_by: Annotated[
        Literal["tiles", "match", "odd", "even", "double", "triple"],
        means("what it is on; all but one: the dice", "odd"),
    ]
    win: Annotated[Price, means("the price; on `match` for each die", "1 to 1")] = "1 to 1"
    streak: Annotated[
        tuple[tuple[Price, Price], ...],
        means(
            "for the first, second, ... triple running: the shaker's price and the others'", [["30 to 1", "15 to 1"]]
        ),
    ] = ()


class TileGame(Head, frozen=True, kw_only=True, tag_field="family", tag="tiles"):
    """Four tiles, two hands of two, a dealer or a player as the bank."""

    reads = frozenset(("seats", "irregularities", "settle", "tips", "backline", "one_of", "totals"))
    reads_options: ClassVar = {"commission": dict}

    tiles: Annotated[
        TileRanks,
        means(
            "how tiles rank",
            {"pairs": [["2-4 1-2"]], "singles": [["6-6"]], "either": {}, "zero_low_loses": True, "rule": "30-2605"},
        ),
    ]
    house_way: Annotated[TileWay, means("how the dealer sets", {"rows": [{"extremes": True}], "rule": "30-2607"})]
    start: Annotated[Start, means("where the first stack goes", {"dice": 3, "positions": 8, "rule": "30-2606(3)"})]
    surrender: Annotated[Surrender | None, means("a wager may be given up", {"share": 0.5, "rule": "(6)"})] = None
    banking: Annotated[
        Banking,
        means(
            "a player as the bank",
            {
                "offered": True,
                "rule": "a",
                "co_rule": "b",
                "dealer_wager_rule": "c",
                "cover_rule": "d",
                "winners_rule": "e",
            },
        ),
    ]
    vigorish: Annotated[
        dict[str, Vigorish],
        means(
            "by the method that the option `commission` names; the first otherwise",
            {"A": {"charged": True, "rule": "x"}},
        ),
    ]
    wagers: Annotated[
        dict[str, TileWager], means("wagers by name", {"tiles": {"decided_by": "tiles", "rule": "30-2606"}})
    ]
    dead_hand: Annotated[
        DeadHand | None,
        means("an irregularity that costs a player the wager", {"kind": "off_table", "rule": "30-2610"}),
    ] = None
