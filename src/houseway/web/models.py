"""The bodies of answers, one model a route: what the OpenAPI document promises and the page's types are made from.

Amounts are dollars, moments are milliseconds since 1970, seats are numbered from 0. A field that may be absent has a
default; every other one is always there.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Amount = float
Moment = Annotated[int, Field(description="Milliseconds since 1970.")]
House = Annotated[dict[str, Any], Field(description="The house's choices, by their names in the game file.")]
Rule = Annotated[str, Field(description="The paragraph it rests on.")]


class Model(BaseModel):
    """An answer; a field that is not described here is a fault."""

    model_config = ConfigDict(extra="forbid")


# Sessions


class User(Model):
    id: int
    name: str
    role: str
    rights: list[str]
    wallet: Amount
    must_change: Annotated[bool, Field(description="The password was reset and must be changed first.")]


class SessionView(Model):
    """Who asks, and the token that every changing request carries in `X-CSRF-Token`."""

    accounts: Annotated[bool, Field(description="Whether people log in; without it, guests.")]
    public: Annotated[list[str], Field(description="The areas that visitors without a session see.")]
    user: User | None
    csrf: str | None


Waits = Annotated[int | None, Field(description="The approval it waits for; null: it is done.")]


class NewAccount(Model):
    id: int
    name: str
    role: str
    waiting: Waits = None


class Changed(Model):
    changed: bool


class SessionLine(Model):
    """A session of the caller."""

    id: str
    started: Moment
    seen: Moment
    address: str
    this: Annotated[bool, Field(description="The one that asks.")]


class Ended(Model):
    ended: Annotated[int, Field(description="How many sessions.")]


class CodeSecret(Model):
    """For an application that shows one-time codes."""

    secret: str
    uri: str


class Codes(Model):
    codes: bool


class Wallet(Model):
    wallet: Amount


# Games


class GameHead(Model):
    """A game's name and where it comes from."""

    id: str
    name: str
    family: str
    rule: Rule
    summary: str
    labels: Annotated[dict[str, str], Field(description="Names of wagers on the layout.")]


class GameLine(GameHead):
    """A game in the catalogue."""

    jurisdiction: str
    live: Annotated[bool, Field(description="Whether it can be dealt at a table.")]
    wagers: list[str]


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
    ids: list[str]


class IrregularityKind(Model):
    kind: str
    of: str
    effect: str
    at_least: int
    rule: Rule


class GameView(GameHead):
    """A game as the house offers it."""

    jurisdiction: str
    edition: str
    live: bool
    deck: str
    seats: int | None
    spots: list[Spot]
    drills: list[str]
    options: dict[str, Option]
    pay_tables: dict[str, PayTables]
    banked: bool
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
        dict[str, str], Field(description="The words of the paragraphs cited, where the server has the documents.")
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
    text: Annotated[str | None, Field(description="Its words; null: the server has no documents.")]


class RuleSection(Model):
    """A section with all of its paragraphs."""

    section: str
    heading: str
    document: str
    formerly: str
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


class Apparatus(Model):
    """What a game is played with besides cards; nothing for a game of cards."""

    sections: Annotated[list[str], Field(description="The sections of a wheel, clockwise.")] = []
    layout: WheelLayout | None = None
    dice: int | None = None
    points: list[int] = []
    places: list[DicePlace] = []
    numbers: Annotated[int | None, Field(description="The numbers of a keno board.")] = None
    take: Annotated[int | None, Field(description="How many of them are drawn.")] = None


# Odds


class Figure(BaseModel):
    """A part of a price: the fields named here are always there, others as the solver of the game has them."""

    model_config = ConfigDict(extra="allow")


class PayLine(Figure):
    hand: str
    pays: str
    probability: float
    return_: Annotated[float, Field(alias="return")]


class MainPrice(Figure):
    """The game itself, per unit of `unit`."""

    unit: str
    house_edge: float
    element_of_risk: float
    average_bet: float
    std_dev: float
    standard_error: float | None = None


class SidePrice(Figure):
    method: str
    house_edge: float
    hit_frequency: float
    std_dev: float
    lines: list[PayLine]
    standard_error: float | None = None
    pay_table: str = ""
    meter_return: dict[str, float] = {}
    break_even: dict[str, float] = {}
    note: str = ""


class SessionPoint(Model):
    rounds: int
    mean: float
    marks: list[float]


class SessionCurve(Model):
    """Net results of sessions: `marks` are the results that the shares of sessions stay below."""

    wager: str
    shares: list[float]
    points: list[SessionPoint]


class Odds(Figure):
    state: Literal["ready"]
    game: str
    method: str
    main: MainPrice | None
    side_bets: dict[str, SidePrice]
    strategy: Any
    seconds: float
    tables: dict[str, dict[str, float]]
    session: SessionCurve | None
    starting_hands: dict[str, dict[str, Any]] = {}
    notes: list[str] = []
    warnings: list[str] = []


class Proposal(Model):
    """A pay table near the house edge that was asked for."""

    house_edge: float
    hit_frequency: float
    std_dev: float
    volatility_index: float
    pays: Annotated[dict[str, str], Field(description="What each row pays.")]
    changed: Annotated[list[str], Field(description="The rows that differ from the printed table.")]


class Design(Model):
    state: Literal["ready"]
    target: list[float]
    proposals: list[Proposal]


class Shoe(Model):
    cards: int
    dealt: float
    cards_per_round: float
    rounds: int


class Exposure(Model):
    """How a game can be beaten, in figures and as the sections of a page."""

    state: Literal["ready"]
    game: str
    shoe: Shoe | None
    counts: dict[str, Any]
    index_plays: list[dict[str, Any]]
    knowledge: dict[str, Any]
    not_computed: dict[str, str]
    sections: list[Section]


class Unpriced(Model):
    state: Literal["unpriced"]
    reason: str


class Computing(Model):
    state: Literal["computing"]
    done: Annotated[float, Field(ge=0, le=1)]


# Rounds


class Line(Model):
    """A settled wager."""

    wager: str
    stake: Amount
    net: Amount
    reason: str
    rule: Rule


class SettledSeat(Model):
    lines: list[Line]
    net: Amount


class PotShare(Model):
    amount: Amount
    seats: list[int]


class Returned(Model):
    seat: int
    amount: Amount


class TimedFee(Model):
    minutes: int
    each_active_player: Amount


class MeterAward(Model):
    amount: Amount
    whole: bool


class Decided(Model):
    """What a round decides besides the wagers; absent where it decides nothing of the kind."""

    game: str
    house: Amount
    pots: list[PotShare] | None = None
    showing: Annotated[list[int] | None, Field(description="The seats in the order in which they show.")] = None
    rake: Amount | None = None
    jackpot_rake: Amount | None = None
    returned: Returned | None = None
    collection: dict[str, Amount | list[Amount]] | None = None
    timed_collection: TimedFee | None = None
    player_dealer: Amount | None = None
    dealer_vs_bank: Amount | None = None
    dealer_envy: Amount | None = None
    first_hand: int | None = None
    action_seat: int | None = None
    button: int | None = None
    next_shaker: int | str | None = None
    opens: dict[str, int] | None = None
    legal: list[bool] | None = None
    min_bet: Amount | None = None
    action_order: list[int] | None = None
    meters: dict[str, Amount] | None = None
    awards: dict[str, MeterAward] | None = None
    state: dict[str, Any] | None = None


class Settlement(Decided):
    """A settled round file."""

    seats: list[SettledSeat]


Figures = Annotated[
    dict[str, Amount | list[Amount]], Field(description="The figures of a file of kind `fee` or `accounting`.")
]


class TableSeatSettled(SettledSeat):
    seat: int


class TableSettlement(Decided):
    """A settled round of a table, its seats numbered as at the table."""

    seats: list[TableSeatSettled]


class SetPart(Model):
    name: str
    cards: list[str]


class Pile(Model):
    name: str
    seat: int | None
    cards: Annotated[list[str], Field(description="What the viewer sees of it.")]
    hidden: Annotated[int, Field(description="How many more lie face down.")]
    says: Annotated[str, Field(description="What its cards count, where the game counts them.")]
    parts: Annotated[list[SetPart], Field(description="As it was set: high and low.")]
    used: Annotated[list[str], Field(description="At the end of a pot: the cards that make the seat's hand.")]
    stands: Annotated[dict[str, str], Field(description="Wild cards, each with the card it stands for.")]
    columns: Annotated[int, Field(description="Cards in a row, where each has a numbered place; 0: no places.")]


class AmountRange(Model):
    least: Amount
    most: Amount | None
    step: Amount


class CardRange(Model):
    least: int
    most: int
    piece: Annotated[str, Field(description="cards, tiles or places of a shared pile.")]
    places: Annotated[int, Field(description="How many places there are.")]


class LegalAction(Model):
    """What a seat may do now: a button for each of `texts`, a field where an amount or cards are to be named."""

    seat: int
    verb: str
    hand: int | str | None
    wager: str
    label: Annotated[str, Field(description="The wager's name on the layout.")]
    ahead: Annotated[bool, Field(description="It bets on a later decision before that is due.")]
    targets: Annotated[list[str], Field(description="What TARGET in the wager may be.")]
    lead: Annotated[str, Field(description="What stands before an amount, cards or places that the player names.")]
    texts: list[str]
    labels: list[str]
    gives_up: bool
    amount: AmountRange | None
    cards: CardRange | None
    rule: Rule
    adds: Annotated[list[Amount | None], Field(description="What each of `texts` puts at risk besides.")]


class Event(Model):
    seq: int
    at: Moment
    kind: str
    seat: int | None
    text: str


class Frame(Event):
    piles: list[Pile]


class LayoutBet(Model):
    """A wager where it lies on the layout, in games whose wagers are decided one by one."""

    seat: int
    wager: str
    amount: Amount
    point: Annotated[int, Field(description="The number it has moved to; 0: none.")]
    behind: str
    outcome: Annotated[str, Field(description="Empty while it stands.")]
    net: Amount
    reason: str


class Roll(Model):
    cards: list[str]
    text: str


class RoundView(Model):
    """The round at a table, as the viewer may see it."""

    id: int
    number: int
    status: str
    seq: int
    commitment: str
    deadline: Moment | None
    turn: int | None
    piles: list[Pile]
    legal: list[LegalAction]
    button: Annotated[int | None, Field(description="The seat with the dealer's button.")]
    warns: Annotated[bool, Field(description="Ask for a warning before cards are set.")]
    staked: dict[str, Amount]
    stakes: Annotated[dict[str, dict[str, Amount]], Field(description="By seat and wager; nothing of a pot.")]
    bets: list[LayoutBet]
    history: list[Roll]
    settlement: TableSettlement | None
    secret: str | None
    digest: str | None
    shoe: Any
    events: list[Event]
    problem: str | None


class RoundLine(Model):
    """A finished round in a list."""

    id: int
    table: int
    table_name: str
    game: GameHead
    number: int
    status: str
    started: Moment | None
    ended: Moment | None
    nets: dict[str, Amount]
    your_seats: list[int]
    your_net: Amount


class RoundReplay(Model):
    """A finished round, event by event."""

    id: int
    table: int
    game: GameHead
    house: House
    number: int
    status: str
    started: Moment | None
    ended: Moment | None
    commitment: str
    secret: str | None
    your_seats: list[int]
    frames: list[Frame]
    settlement: TableSettlement | None


class RoundFile(BaseModel):
    """A round file with the proof of its shuffle; its other fields are those of the exchange format."""

    model_config = ConfigDict(extra="allow")

    game: str
    proof: dict[str, Any]


class Verdict(Model):
    ok: bool
    wrong: list[str]


class ValuedAction(Model):
    action: str
    value: Amount


class Caution(Model):
    warning: Annotated[str, Field(description="Empty where there is nothing to say.")]


class HintView(Model):
    """The best action as far as it is known; `soon`: asked again, the hint will be better."""

    action: str
    source: str
    exact: bool
    actions: list[ValuedAction]
    soon: bool


# Tables


class TableLine(Model):
    id: int
    name: str
    game: GameHead
    open: bool
    seats: int
    players: int
    rounds: int
    version: int
    yours: Annotated[bool, Field(description="Whether the caller sits at it.")]


class SeatView(Model):
    seat: int
    player: str | None
    bot: bool
    you: bool
    leaving: bool
    stack: Amount
    wagers: dict[str, Amount]
    ready: bool


class BankView(Model):
    seat: int | None
    amount: Amount


class ShuffleView(Model):
    """The shuffle of the next round: a wager names its `commitment`."""

    commitment: str
    published: Moment
    dealt: bool
    round: int


class You(Model):
    seats: list[int]
    wallet: Amount | None


class TableView(Model):
    """A table as the caller may see it."""

    id: int
    name: str
    game: GameHead
    house: House
    betting: dict[str, Any]
    open: bool
    version: int
    bet_seconds: int
    act_seconds: int
    least_buy_in: Amount
    seats: list[SeatView]
    spots: list[Spot]
    meters: dict[str, Amount]
    bank: BankView | None
    shuffle: ShuffleView
    round: RoundView | None
    you: You


class ControlledView(TableView):
    """The table after an act that may need a second person."""

    waiting: Waits


class Draw(Model):
    """A past game of keno."""

    round: int
    game: int
    at: Moment | None
    outcome: dict[str, Any]


# Trainer


class Question(Model):
    seat: Annotated[int, Field(description="-1: the table, which the rake is asked of.")]
    wager: str
    stake: Amount
    share: Annotated[bool, Field(description="Asked is what the seat takes from the pot, not its net.")]


class DrillView(Model):
    """A finished round without its settlement."""

    round: dict[str, Any]
    piles: Annotated[list[Pile], Field(description="How the cards lie at its end.")]
    asked: list[Question]
    pots: list[PotShare]
    order: list[str]
    direction: str
    passes: bool
    rule: Rule
    rake: str


class Mark(Line):
    seat: int
    share: bool = False
    answer: Amount | None
    right: bool


class Marks(Model):
    marks: list[Mark]
    right: int
    of: int


# The floor


class Books(Model):
    balanced: bool
    total: Amount
    adrift: Annotated[int, Field(description="Accounts whose balance is not the sum of their lines.")]
    overdrawn: int


class AccountLine(Model):
    id: int
    kind: str
    name: str
    table: int | None
    table_name: str | None
    player: str | None
    balance: Amount


class StatementLine(Model):
    """A line of one account, and the balance it left."""

    line: int
    entry: int
    at: Moment
    kind: str
    memo: str
    amount: Amount
    balance: Amount
    round: int | None
    event: int | None


class LedgerLine(Model):
    line: int
    entry: int
    at: Moment
    kind: str
    from_: Annotated[str, Field(alias="from")]
    to: str
    amount: Amount
    memo: str
    table: int | None
    round: int | None
    event: int | None


class MeterView(Model):
    id: int
    name: str
    shown: Amount
    reserve: Annotated[Amount | None, Field(description="For those who read the books.")]
    hidden: Annotated[Amount | None, Field(description="For those who read the books.")]
    seed: Amount
    increment: Annotated[float, Field(description="Percent of the stake.")]
    most: Amount | None


class MeterId(Model):
    id: int


class AuditLine(Model):
    id: int
    at: Moment
    who: str | None
    act: str
    subject: str
    data: dict[str, Any]


Report = Annotated[
    list[dict[str, str | float | int | None]],
    Field(description="One object a line; which figures it has depends on the report."),
]


class ChainHead(Model):
    """The last link of a chain of the books."""

    number: int
    digest: str


class PersonLine(Model):
    """An account of a person."""

    id: int
    name: str
    role: str
    disabled: bool
    codes: bool
    wallet: Amount


class Password(Model):
    password: str


class Disabled(Model):
    disabled: bool


class Waiting(Model):
    waiting: Waits


class ApprovalLine(Model):
    """An act that waits for the word of a second person."""

    id: int
    at: Moment
    act: str
    table: int | None
    who: str
    data: dict[str, Any]


class ApprovalWord(Model):
    id: int
    word: Literal["approve", "refuse"]
