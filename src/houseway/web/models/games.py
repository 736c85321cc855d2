"""Answers about games: catalogue, sheets, own files, the map of the rules."""

from typing import Annotated, Any, Literal

from pydantic import Field

from houseway.web.models.base import Amount, Model, Moment, Rule


class GameTraits(Model):
    """What a page must know of a game without knowing which one it is."""

    pot: Annotated[bool, Field(description="The players play for a pot.")]
    tickets: Annotated[bool, Field(description="Wagers are written on tickets.")]
    shoe: Annotated[bool, Field(description="The cards of several rounds come from one shuffle.")]


class GameHead(Model):
    """A game's name and where it comes from."""

    id: str
    name: str
    family: str
    rule: Rule
    summary: str
    labels: Annotated[dict[str, str], Field(description="Names of wagers on the layout.")]
    traits: GameTraits


class GameLine(GameHead):
    """A game in the catalogue."""

    jurisdiction: str
    formerly: Annotated[str, Field(description="The number of its section before it was renumbered.")] = ""
    live: Annotated[bool, Field(description="Whether it can be dealt at a table.")]
    wagers: list[str]


class FileFault(Model):
    """What is wrong with a game file, and where."""

    message: str
    file: str
    line: int | None
    key: str


class OwnState(Model):
    """A game that may change while it is looked at."""

    version: Annotated[str, Field(description="Another one after every change that is in force.")]
    fault: Annotated[FileFault | None, Field(description="What is wrong with the last edit, which is not in force.")]


class OwnGame(GameLine):
    """A game of one's own in the catalogue: a file that is watched, or one that was uploaded."""

    kind: Literal["file", "stored"]
    version: Annotated[int, Field(description="Of an uploaded game; 0 for a file.")] = 0
    by: str = ""
    at: Moment = 0
    fault: FileFault | None = None


class OwnText(Model):
    """The text of a game file; `version` 0: of the rulebook, or a file of the server's disk."""

    id: str
    text: str
    version: int


class OwnVersion(Model):
    version: int
    at: Moment
    by: str
    size: int


class Spot(Model):
    """A wager that may be made before the first card, and what it depends on."""

    name: str
    label: Annotated[str, Field(description="Its name on the layout.")]
    required: bool
    equals: Annotated[str, Field(description="The wager it must equal.")]
    share: Annotated[float, Field(description="What part of that wager it is.")]
    within: Annotated[str, Field(description="The wager it may not exceed.")]
    most_share: float
    needs: Annotated[list[str], Field(description="Wagers that must be made with it.")]
    bars: Annotated[list[str], Field(description="Wagers that cannot be made with it.")]
    one_of: list[str]
    least: Amount | None
    most: Amount | None
    stakes: Annotated[list[Amount], Field(description="The only amounts, where there are such.")]
    step: Amount
    meters: list[str]
    rule: Rule
    note: Annotated[str, Field(description="What the layout says of it while nothing lies on it.")]
    group: Annotated[str, Field(description="The spot it shares with others that differ in their target.")]
    target: str
    target_label: str


class Option(Model):
    """A choice of the house."""

    value: Any
    default: Any
    choices: list[Any]
    at_least: float | None
    at_most: float | None
    text: str
    rule: Rule


class PayTables(Model):
    in_use: str
    usual: Annotated[str, Field(description="The one in use where the house chooses none.")]
    ids: list[str]
    together: Annotated[list[str], Field(description="The tables that are printed, and chosen, with this one.")]


class IrregularityKind(Model):
    kind: str
    name: Annotated[str, Field(description="What went wrong, in words.")]
    of: str
    effect: str
    at_least: int
    rule: Rule
    asks: Annotated[
        list[str], Field(description="What else the ruling depends on: `hand`, `cards`, `knew`, or yes or no of each.")
    ]
    says: Annotated[str, Field(description="The ruling as an action of a hand that goes on; empty: it is none.")] = ""


class GameView(GameHead):
    """A game as the house offers it."""

    jurisdiction: str
    edition: str
    live: bool
    deck: str
    seats: int | None
    spots: list[Spot]
    later: Annotated[list[str], Field(description="Wagers that decisions make in the course of a round.")]
    stakes: Annotated[list[str], Field(description="What a pot's table posts.")]
    tips: Annotated[bool, Field(description="Whether its rules take bets for the dealer.")]
    drills: list[str]
    options: dict[str, Option]
    pay_tables: dict[str, PayTables]
    banked: bool
    own: Annotated[OwnState | None, Field(description="Of a file of one's own; null for the rulebook.")]
    irregularities: list[IrregularityKind]


class Statement(Model):
    text: str
    rule: Rule


class Grid(Model):
    title: str
    head: list[str]
    rows: list[list[str]]
    rule: Rule
    remarks: list[str]
    chart: bool


class Section(Model):
    title: str
    statements: list[Statement]
    grids: list[Grid]
    figures: list[str]


class Sheet(Model):
    """A rule sheet."""

    id: str
    name: str
    rule: Rule
    family: str
    summary: str
    sections: list[Section]
    words: Annotated[
        dict[str, str], Field(description="The text of the paragraphs cited, where the server has the documents.")
    ] = {}


Status = Literal["acted on", "procedure", "out of scope", "open"]


class RuleLine(Model):
    """A section of the documents."""

    section: str
    heading: str
    document: str
    formerly: Annotated[str, Field(description="Its number before it was renumbered.")]
    statuses: Annotated[dict[Status, int], Field(description="Paragraphs by what they are.")]


class RuleMap(Model):
    """The sections of all documents."""

    documents: dict[str, str]
    sections: list[RuleLine]
    statuses: dict[Status, int]
    has_text: Annotated[bool, Field(description="Whether the server has the documents.")]


class RuleEntry(Model):
    """What becomes of a paragraph."""

    number: str
    status: Status
    by: Annotated[list[str], Field(description="Game files with the statement, modules and tests.")]
    why: str
    named: Annotated[bool, Field(description="Whether the citation asked for names it.")]
    text: Annotated[str | None, Field(description="Its text; null: the server has no documents.")]


class RuleSection(Model):
    """A section with all of its paragraphs."""

    section: str
    heading: str
    document: str
    formerly: str
    now: Annotated[dict[str, str], Field(description="Sections, with headings, that had this number before.")]
    has_text: bool
    entries: list[RuleEntry]


class WheelWager(Model):
    label: str
    covers: list[str]
    price: str


class WheelLayout(Model):
    rows: list[list[str]]
    head: list[str]
    colors: dict[str, str]
    wagers: dict[str, WheelWager]


class DicePay(Model):
    price: str
    on: Annotated[list[str], Field(description="The rolls it is paid on.")]


class DicePlace(Model):
    """Where a wager lies on a layout for dice."""

    wager: str
    label: str
    area: Annotated[str, Field(description="line, come, odds, number, hard, one_roll or other.")]
    number: int
    behind: Annotated[str, Field(description="The wager it lies behind.")]
    pays: list[DicePay]


class GroupedTicket(Model):
    groups: Annotated[int, Field(description="The fewest groups it may have.")]
    combined: Annotated[bool, Field(description="Its groups are played together in ways.")]
    kings: Annotated[bool, Field(description="One of them is a single number.")]


class Apparatus(Model):
    """What a game is played with besides cards; nothing for a game of cards."""

    sections: Annotated[list[str], Field(description="The sections of a wheel, clockwise.")] = []
    layout: WheelLayout | None = None
    dice: int | None = None
    points: list[int] = []
    places: list[DicePlace] = []
    numbers: Annotated[int | None, Field(description="The numbers of a keno board.")] = None
    take: Annotated[int | None, Field(description="How many of them are drawn.")] = None
    races: Annotated[list[str], Field(description="Tickets that run for several games.")] = []
    grouped: Annotated[dict[str, GroupedTicket], Field(description="Tickets of groups, by wager.")] = {}
