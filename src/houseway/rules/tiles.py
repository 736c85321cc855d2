"""The grammar of pai gow tiles: ranks of pairs and tiles, setting, player banking, and wagers on the dice."""

from typing import Literal

from houseway.rules.words import Head, Price, Word


class Either(Word, frozen=True, kw_only=True):
    """A tile that may also be counted as another when it is not in its pair."""

    points: int
    ranks_as: str  # the tile whose rank it then has


class TileRanks(Word, frozen=True, kw_only=True):
    """Which two tiles are a pair and how pairs and single tiles rank, the highest first."""

    pairs: tuple[tuple[str, ...], ...]  # each rank lists its pairs, as `2-4 1-2`
    singles: tuple[tuple[str, ...], ...]
    either: dict[str, Either]
    zero_low_loses: bool  # a player's low hand worth nothing never wins
    rule: str


class TileRow(Word, frozen=True, kw_only=True):
    """A row of the house way: which two tiles are played together, if the four hold them."""

    pair: tuple[int, int] | None = None  # a pair of these ranks, from and to
    points: int | None = None  # two tiles of this value
    extremes: bool = False  # the highest ranking tile with the lowest
    text: str = ""


class TileWay(Word, frozen=True, kw_only=True):
    """How the dealer sets his tiles: the first row that fits; several settings by the better hand named."""

    rows: tuple[TileRow, ...]
    prefer: Literal["high", "low"] = "high"
    reset_on: str = ""  # after this mishap the dealer's setting is made anew
    rule: str


class Start(Word, frozen=True, kw_only=True):
    """Where the first stack goes: a count from the dealer or bank, or the position on the eye die."""

    dice: int
    positions: int  # the dealer's and the dead hand among them
    by: Literal["total", "eye"] = "total"
    rule: str


class Surrender(Word, frozen=True, kw_only=True):
    """A player may give up the wager after the dealer has set."""

    share: float  # of the wager that is lost
    rule: str


class Banking(Word, frozen=True, kw_only=True):
    """A player banks a round, alone or with the house for half of it."""

    offered: bool
    rule: str  # settlement through the centre of the table
    co_rule: str
    dealer_wager_rule: str
    cover_rule: str  # the bank covers all wagers
    winners_rule: str  # vigorish of winners against the bank


class Vigorish(Word, frozen=True, kw_only=True):
    """A method of taking it, and what a triple of the dice then costs."""

    charged: bool
    triple_loses: tuple[str, ...] = ()
    rule: str


class DeadHand(Word, frozen=True, kw_only=True):
    """A mishap that costs a player the wager."""

    kind: str
    rule: str


class TileWager(Word, frozen=True, kw_only=True):
    """A wager on the tiles or on the dice."""

    name: str = ""
    rule: str
    cites: dict[str, str] = {}
    needs: tuple[str, ...] = ()
    limit: tuple[float, float] | None = None
    on: Literal["tiles", "match", "odd", "even", "double", "triple"]
    win: Price = "1 to 1"  # on `match` for each die
    streak: tuple[tuple[Price, Price], ...] = ()  # for the first, second, ... triple running: shaker's price, others'


class TileGame(Head, frozen=True, kw_only=True, tag_field="family", tag="tiles"):
    """Four tiles, two hands of two, a dealer or a player as the bank."""

    tiles: TileRanks
    house_way: TileWay
    start: Start
    surrender: Surrender | None = None
    banking: Banking
    vigorish: dict[str, Vigorish]  # by the method that the option `commission` names; the first otherwise
    wagers: dict[str, TileWager]
    one_of: tuple[str, ...]  # at least one of these wagers
    dead_hand: DeadHand | None = None
