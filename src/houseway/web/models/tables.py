"""Answers about tables: what a seat sees and may do."""

from typing import Annotated, Any, Literal

from pydantic import Field

from houseway.web.models.base import Amount, House, Model, Moment, Rule
from houseway.web.models.games import GameHead, Spot
from houseway.web.models.rounds import RoundView
from houseway.web.models.sessions import Waits


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
    purpose: Annotated[str, Field(description="game, keno desk or tournament.")]


class CouponView(Model):
    value: Amount
    code: Annotated[str, Field(description="Its number, for its owner.")]


class BettorView(Model):
    """Somebody who bets behind a seat."""

    player: str
    you: bool
    wagers: dict[str, Amount]
    stays_out: list[str]
    staked: Amount


class SeatView(Model):
    seat: int
    player: str | None
    bot: bool
    you: bool
    leaving: bool
    stack: Amount
    wagers: dict[str, Amount]
    ready: bool
    staked: Annotated[Amount, Field(description="What it has at risk now.")]
    proposition: Annotated[bool, Field(description="Plays for the house.")]
    piece: Annotated[Amount, Field(description="Currency that lies at the seat, money on the piece.")]
    tips: Annotated[dict[str, Amount], Field(description="Stakes for the dealer with the wagers.")]
    tips_join: list[str]
    coupons: dict[str, CouponView]
    behind: list[BettorView]


class DraftSpot(Model):
    """A spot as the drafted wagers leave it."""

    name: str
    amount: Amount
    next: Annotated[Amount, Field(description="What one more chip makes of it; 0: it comes off.")]


class DraftView(Model):
    """Wagers that are not yet put down: what lies where, and what the rules still ask for."""

    wagers: dict[str, Amount]
    total: Amount
    spots: list[DraftSpot]
    actions: Annotated[list[str], Field(description="Within a round: the actions that put the wagers down.")]
    problem: Annotated[str, Field(description="Why they cannot be put down so; empty where they can.")]


class BankView(Model):
    seat: int | None
    amount: Amount
    turn: Annotated[int, Field(description="The round of the player-dealer's turn; 0: the house's own banker.")]
    offer: Annotated[int | None, Field(description="The seat that takes or refuses the bank.")]
    refused: list[int]


class OwnersView(Model):
    """What others may have on a seat's hand at this table."""

    tips: Annotated[list[str], Field(description="Wagers on which a tip may lie; empty: none is taken.")]
    tips_join: Annotated[list[str], Field(description="Actions that a tip may take part in.")]
    behind: Annotated[list[str], Field(description="Wagers that others may bet on; empty: nobody does.")]
    stays_out: list[str]
    coupons: bool
    coupon_spots: Annotated[list[str], Field(description="Wagers that only a coupon makes; empty: with any.")]
    piece: Annotated[bool, Field(description="Money on the piece is taken.")]


class ShuffleView(Model):
    """The shuffle of the next round: a wager names its `commitment`."""

    commitment: str
    published: Moment
    dealt: bool
    round: int


class You(Model):
    seats: list[int]
    wallet: Amount | None


class BlindView(Model):
    """A straddle or over blind: more than `above`, and at least so many times it."""

    name: str
    above: Amount
    times: float
    rule: Rule


class JackpotSign(Model):
    """The jackpot that pots of a table are raked for."""

    id: int
    name: str
    posted: Amount
    raked: bool


class TableTournament(Model):
    id: int
    name: str
    status: str
    level: int
    stakes: str
    level_ends: Moment | None
    left: int


class TableView(Model):
    """A table as the caller may see it."""

    id: int
    name: str
    game: GameHead
    house: House
    betting: dict[str, Any]
    open: bool
    version: int
    rules: Annotated[str, Field(description="Of what is played now; another one after an edit of the game's file.")]
    bet_seconds: int
    act_seconds: int
    least_buy_in: Amount
    seats: list[SeatView]
    spots: list[Spot]
    meters: dict[str, Amount]
    jackpot: JackpotSign | None
    blind: Annotated[BlindView | None, Field(description="What a seat may post before the deal.")]
    due: Annotated[Amount, Field(description="Awards won here that wait for a supervisor's approval.")]
    bank: BankView | None
    owners: OwnersView
    imprest: bool
    shuffle: ShuffleView
    round: RoundView | None
    tournament: TableTournament | None
    you: You


class ControlledView(TableView):
    """The table after an act that may need a second person."""

    waiting: Waits


class Voucher(Model):
    """A coupon, ticket or receipt."""

    code: str
    kind: str
    amount: Amount
    expires: str
    status: str
    at: Moment
    table: int | None
    house: str
    city: str
    use: Annotated[str, Field(description="The explanation of a coupon.")]


class IssuedVoucher(Voucher):
    """One just issued; `status` is `waiting` where a second person gives his word first."""

    waiting: Waits


class ScheduleLine(Model):
    """What an authority decided on a game or a choice of the house."""

    id: int
    game: str
    choice: str
    value: str
    status: str
    authority: str
    effective: str
    note: str
    at: Moment
    in_force: bool


class ShiftLine(Model):
    id: int
    name: str
    opened: Moment
    closed: Moment | None
    who: str


class Numbered(Model):
    id: int


class PropositionLine(Model):
    id: int
    name: str
    license: str
    since: Moment


class NoticeView(Model):
    """A notice posted at a table."""

    title: str
    text: str
    rule: str


class ChipView(Model):
    value: Amount
    colour: str
    kind: str
    rule: str


class Draw(Model):
    """A past spin or draw at a table."""

    round: int
    game: int
    at: Moment | None
    outcome: dict[str, Any]


class DeskLine(Model):
    id: int
    name: str
    casino: str
    game: Annotated[int, Field(description="The game at hand.")]
    suspended: str


class KenoGame(Model):
    number: int
    status: Literal["open", "locked"]
    opened: Moment
    closes: Moment | None
    closed: Moment | None
    commitment: str
    tickets: int


class KenoBoard(Model):
    game: int
    status: Literal["drawn", "void"]
    at: Moment
    closed: Moment | None
    numbers: list[int]
    commitment: str
    secret: str | None
    winners: int
    paid: Amount


class KenoRate(Model):
    spots: int
    pays: Annotated[dict[str, float], Field(description="Total paid per dollar by numbers caught.")]
    edge: float


class KenoKind(Model):
    """A kind of ticket as a patron knows it."""

    name: str
    groups: Annotated[int, Field(description="Groups of numbers that it needs at least; 0: numbers alone.")]
    split: Annotated[bool, Field(description="Every group is a wager by itself.")]
    games: Annotated[bool, Field(description="It may run for several games.")]


class KenoDraft(Model):
    """A ticket that is not yet written: what it yields, and why the desk would not take it."""

    wagers: dict[str, Amount]
    ticket: dict[str, Any]
    price: Amount
    problem: str


class KenoWay(Model):
    kind: str
    spots: int
    ways: int
    rate: Amount
    conditioning: str


class YearlyAward(Model):
    """What a ticket won from a link that pays by the year."""

    amount: Amount
    years: Annotated[int, Field(description="How many annual payments it is paid in.")]
    payments: Annotated[int, Field(description="How many of them were made.")]
    status: str


class TicketView(Model):
    """A ticket with all that is printed on it."""

    desk: int
    serial: str
    number: int
    casino: str
    at: Moment
    station: int
    writer: str
    spots: list[int]
    groups: dict[str, list[int]]
    games: int
    first: int
    last: int
    ways: list[KenoWay]
    price: Amount
    medium: str
    quick_pick: bool
    replays: str
    status: Annotated[str, Field(description="running, won, lost, lapsed, void, paid or paid by hand.")]
    may: Annotated[list[str], Field(description="What may still be done with it: redeem, void, quit, replay.")]
    won: Amount
    paid: Amount
    yearly: list[YearlyAward]
    payable: Annotated[Amount, Field(description="What is paid when it is presented: of an award by the year a part.")]
    slip: int | None
    expires: str
    notices: list[str]


class DrawerView(Model):
    id: int
    station: int
    kind: Literal["writer", "runner", "kiosk"]
    holder: str
    imprest: Amount
    holds: Amount
    signed_in: bool


class PromotionView(Model):
    at: Moment
    name: str
    conditions: str


class SystemView(Model):
    software: str
    rules: Annotated[str, Field(description="SHA-256 of the game file that the next game is played by.")]


class DeskView(Model):
    id: int
    name: str
    casino: str
    game_id: str
    version: int
    open: bool
    suspended: str
    supervisor: str | None
    interval: int
    least: Amount
    most: Amount | None
    now: Moment
    game: KenoGame
    meters: Annotated[dict[str, Amount], Field(description="What the desk's progressives show.")]
    rates: list[KenoRate]
    kinds: list[KenoKind]
    numbers: int
    board: list[KenoBoard]
    promotions: list[PromotionView]
    tickets: list[TicketView]
    drawer: DrawerView | None
    drawers: list[DrawerView]
    system: SystemView
    rule: Rule


class DeskAnswer(Model):
    """The desk after what was done at it."""

    desk: DeskView
    ticket: TicketView | None
    waiting: Waits
    slip: int | None
    told: str
