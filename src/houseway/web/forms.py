"""The bodies of requests: amounts in dollars, unknown fields and values of another type refused."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field


def whole(amount: float) -> int | float:
    """An amount of dollars, whole where it is whole: so it is written, and its hash worked out, in one way."""
    return int(amount) if amount.is_integer() else amount


Dollars = Annotated[float, Field(gt=0, le=1_000_000_000, allow_inf_nan=False), AfterValidator(whole)]
Seat = Annotated[int, Field(ge=0, lt=200)]
Name = Annotated[str, Field(min_length=1, max_length=64, pattern=r"\w")]
GameId = Annotated[str, Field(min_length=1, max_length=500, description="An id of the rulebook or a path of a file.")]
Hash = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
Fixed = Annotated[Hash | None, Field(description="Hash of what the seat will add to the shuffle of a later round.")]
Shuffle = Annotated[Hash, Field(description="`shuffle.commitment` of the state the player bets on.")]
Wagers = Annotated[dict[str, Dollars], Field(max_length=100)]
Sentence = Annotated[str, Field(min_length=1, max_length=200, pattern=r"\w")]


# Made anew for each form: a default that could be changed is copied with all that is in it, which takes longer.
OBJECT: Any = Field(default_factory=dict, json_schema_extra={"default": {}})
LIST: Any = Field(default_factory=list, json_schema_extra={"default": []})
VoucherCode = Annotated[str, Field(min_length=1, max_length=32)]


class Form(BaseModel):
    """A body; nothing is taken for another type: false is not seat 0."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Login(Form):
    name: Name
    password: Annotated[str, Field(max_length=256)]
    code: Annotated[str, Field(max_length=12, description="A one-time code, where the account asks for one.")] = ""


class NewPerson(Form):
    name: Name
    password: Annotated[str, Field(max_length=256)]
    role: str = "player"


class NewPassword(Form):
    old: Annotated[str, Field(max_length=256)]
    new: Annotated[str, Field(max_length=256)]


class Code(Form):
    code: Annotated[str, Field(min_length=6, max_length=12)]


class OpenTable(Form):
    game: GameId
    name: Annotated[str, Field(max_length=64)] = ""
    house: Annotated[dict[str, Any], Field(description="The house's choices, as decks=6; repeat it for several.")] = (
        OBJECT
    )
    betting: Annotated[
        dict[str, Any], Field(description="What a pot's table posts, as blinds=5,10 or ante=1; repeat it for several.")
    ] = OBJECT
    seats: Annotated[int | None, Field(ge=1, le=200)] = None
    bankroll: Dollars = 100_000
    meters: Annotated[dict[str, int], Field(description="Meters already running, by their name in the game.")] = OBJECT
    bet_seconds: Annotated[int, Field(ge=5, le=3600)] = 30
    act_seconds: Annotated[int, Field(ge=5, le=3600)] = 60
    least_buy_in: Annotated[float, Field(ge=0, le=1_000_000, allow_inf_nan=False)] = 0
    imprest: Annotated[bool, Field(description="Cash and chips are one bank of a fixed amount; pots only.")] = False
    piece: Annotated[bool, Field(description="Money on the piece is taken; pots only.")] = True


class Sit(Form):
    seat: Seat | None = None
    entropy_hash: Fixed = None
    buy_in: Dollars | None = None


class Bot(Form):
    seat: Seat | None = None
    buy_in: Dollars = 1000


class BuyIn(Form):
    seat: Seat
    amount: Dollars
    medium: Literal["cash", "tokens"] = "cash"


class TicketIn(Form):
    seat: Seat
    code: VoucherCode


class Piece(Form):
    seat: Seat
    amount: Annotated[float, Field(ge=0, le=1_000_000_000, allow_inf_nan=False, description="0 takes it off.")]


class Behind(Form):
    seat: Seat
    wagers: Annotated[Wagers, Field(description="None takes the bets off.")] = OBJECT
    stays_out: Annotated[list[str], Field(max_length=3)] = LIST


class StayOut(Form):
    seat: Seat
    stays_out: Annotated[list[str], Field(max_length=3)]


class NewVoucher(Form):
    kind: Literal["match play coupon", "ticket", "purchase ticket", "mobile ATM receipt"]
    amount: Dollars
    expires: Annotated[str, Field(max_length=10, description="YYYY-MM-DD")] = ""
    house: Annotated[str, Field(max_length=64)] = ""
    city: Annotated[str, Field(max_length=64)] = ""


class NewSchedule(Form):
    game: Annotated[str, Field(max_length=500, description="Empty: every game.")] = ""
    choice: Annotated[str, Field(max_length=64, description="An option, `pay_tables.NAME`; empty: the game.")] = ""
    value: Annotated[str, Field(max_length=64, description="Empty: every value.")] = ""
    status: Literal["proposed", "approved", "under review", "ceased"]
    authority: Annotated[str, Field(max_length=128)]
    effective: Annotated[str, Field(max_length=10, description="YYYY-MM-DD")]
    note: Annotated[str, Field(max_length=500)] = ""


class NewShift(Form):
    name: Name


class OnDuty(Form):
    counted: Annotated[float | None, Field(ge=0, le=1_000_000_000, allow_inf_nan=False)] = None
    own_bank: bool = False


class EvenExchange(Form):
    amount: Dollars
    source: Annotated[
        Literal["lammers", "podium"], Field(description="From the cashier with lammers, or from the podium's bank.")
    ] = "lammers"


class Engagement(Form):
    person: Annotated[int, Field(ge=1, le=2**53)]
    license: Annotated[str, Field(max_length=64)]


class AtSeat(Form):
    seat: Seat


class Bet(Form):
    seat: Seat
    wagers: Wagers = OBJECT
    ticket: dict[str, Any] = OBJECT
    select: Annotated[list[int], Field(max_length=20)] = LIST
    blind: Annotated[Dollars | None, Field(description="A straddle or over blind, in all.")] = None
    shuffle: Shuffle
    entropy: Annotated[Hash | None, Field(description="What the seat adds to the shuffle, as its hash fixed it.")] = (
        None
    )
    entropy_hash: Fixed = None
    deal: Annotated[bool, Field(description="Deal at once when everybody has bet.")] = False
    round: Annotated[int | None, Field(ge=1, description="The number of the round the wagers are for.")] = None
    tips: Annotated[Wagers, Field(description="Stakes for the dealer with the wagers.")] = OBJECT
    tips_join: Annotated[list[str], Field(max_length=2, description="`double`, `split`: the tips take part.")] = LIST
    coupons: Annotated[dict[str, VoucherCode], Field(max_length=20, description="Their numbers, by wager.")] = OBJECT


class DraftStep(Form):
    wager: Annotated[str, Field(min_length=1, max_length=64)]
    chip: Annotated[Dollars | None, Field(description="The chip put on it; without one the wager is taken back.")] = (
        None
    )


class Draft(Form):
    seat: Seat
    wagers: Wagers = OBJECT
    steps: Annotated[list[DraftStep], Field(max_length=200, description="What is done to the wagers, in order.")] = LIST
    ticket: dict[str, Any] = OBJECT
    chip: Annotated[Dollars, Field(description="The chip in hand, for what one more makes of a spot.")] = 5


class Act(Form):
    seat: Seat
    action: Annotated[str, Field(min_length=1, max_length=200)]
    after: Annotated[int, Field(ge=0, description="`round.seq` of the state the player decided on.")]
    tips: Annotated[Wagers, Field(description="Stakes for the dealer with the wager that the action makes.")] = OBJECT


class Chips(Form):
    amount: Dollars


class Count(Form):
    amount: Annotated[float, Field(ge=0, le=1_000_000_000, allow_inf_nan=False)]


class Reason(Form):
    reason: Sentence


class Leave(Form):
    leave: Annotated[Sentence, Field(description="What the regulator's answer is known by.")]


class Coupon(Chips):
    seat: Seat


class Bank(Form):
    seat: Seat
    amount: Annotated[float, Field(ge=0, le=1_000_000_000, allow_inf_nan=False)]


class Award(Coupon):
    reason: Sentence


class Irregularity(Form):
    kind: Name
    seat: Seat | None = None
    count: Annotated[int | None, Field(ge=1, le=100)] = None
    of: Annotated[str | None, Field(max_length=20)] = None
    cards: Annotated[
        list[Annotated[str, Field(max_length=3)]] | None, Field(max_length=10, description="Cards that were exposed.")
    ] = None
    knew: Annotated[list[Seat] | None, Field(max_length=20, description="Seats that knew of a defective deck.")] = None
    touched_muck: Annotated[bool | None, Field(description="Of a hand of a pot: it touched the discards.")] = None
    retrieved: Annotated[bool | None, Field(description="It was taken back and turned up.")] = None
    induced: Annotated[bool | None, Field(description="Another player was led to discard by it.")] = None
    tabled: Annotated[bool | None, Field(description="It lay face up and flat before.")] = None
    face_up: Annotated[bool | None, Field(description="It was face up.")] = None
    mixed: Annotated[bool | None, Field(description="It cannot be told from the discards.")] = None
    claimed: Annotated[bool | None, Field(description="The pot was claimed before it was taken in.")] = None


class NewMeter(Form):
    name: Name
    seed: Dollars
    increment: Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)] = 20
    reserve: Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)] = 0
    hidden: Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)] = 0
    most: Dollars | None = None
    at_once: Annotated[float, Field(ge=0, le=1_000_000_000, allow_inf_nan=False)] = 500


class Ruling(Form):
    round: dict[str, Any]


class Proof(Ruling):
    published: Annotated[str, Field(max_length=64)] = ""
    digest: Annotated[str, Field(max_length=64)] = ""


class NewGame(Form):
    text: Annotated[str, Field(min_length=1, description="A game file.")]
    version: Annotated[int, Field(ge=0, le=2**31, description="The version it was made from; 0: a new game.")] = 0


class GameDraft(Form):
    text: Annotated[str, Field(description="A game file as it is typed.")]


class DraftPrice(GameDraft):
    house: dict[str, Any] = OBJECT
    wait: Annotated[float, Field(ge=0, le=10, allow_inf_nan=False, description="Seconds to wait.")] = 2.0


class DraftDesign(DraftPrice):
    wager: Name
    target: Annotated[str, Field(max_length=40, description="House edge in percent, as 4..6.")]
    row: Annotated[str, Field(max_length=100, description="Only this row's price changes.")] = ""


class DraftRows(GameDraft):
    wager: Name
    pays: Annotated[dict[str, Annotated[str, Field(max_length=40)]], Field(min_length=1, max_length=100)]


class Recompute(Form):
    certificate: Annotated[str, Field(description="The text of its file, as it was written.")]
    seconds: Annotated[float, Field(ge=1, le=60, allow_inf_nan=False, description="Of rounds played.")] = 10.0
    wait: Annotated[float, Field(ge=0, le=10, allow_inf_nan=False, description="Seconds to wait.")] = 2.0


class OldGame(Form):
    id: GameId


class Drill(Form):
    game: GameId
    house: dict[str, Any] = OBJECT
    seats: Annotated[int, Field(ge=1, le=7)] = 3
    wager: Annotated[str, Field(max_length=64, description="Only rounds in which this wager stands.")] = ""


class Payment(Form):
    seat: Annotated[int, Field(ge=-1, lt=200, description="-1: the table, which the rake is asked of.")]
    wager: Name
    net: Annotated[float, Field(ge=-1e9, le=1e9, allow_inf_nan=False)]


class Marking(Ruling):
    answers: Annotated[list[Payment], Field(max_length=500)]


Serial = Annotated[str, Field(min_length=1, max_length=40)]
PersonName = Annotated[str, Field(max_length=64)]


class OpenDesk(Form):
    game: GameId = "keno"
    name: Annotated[str, Field(max_length=64)] = ""
    casino: Annotated[str, Field(max_length=64)] = ""
    house: dict[str, Any] = OBJECT
    interval: Annotated[int, Field(ge=0, le=86400, description="Seconds a game is open; 0: closed by hand.")] = 0
    least: Dollars = 1
    most: Dollars | None = None
    bankroll: Dollars = 100_000


class KenoTicket(Form):
    wagers: Annotated[dict[str, Dollars], Field(min_length=1, max_length=10)]
    ticket: dict[str, Any] = OBJECT
    medium: Annotated[str, Field(max_length=8, description="cash, chips, coupon or account.")] = ""
    patron: PersonName = ""
    quick_pick: Annotated[int, Field(ge=0, le=80, description="Numbers that the system marks; 0: none.")] = 0


class KenoRequest(Form):
    kind: Annotated[str, Field(min_length=1, max_length=40)]
    stake: Annotated[Dollars, Field(description="For a game; of a split for each group.")]
    games: Annotated[int, Field(ge=1, le=1000)] = 1
    spots: Annotated[list[int], Field(max_length=80)] = LIST
    groups: Annotated[list[list[int]], Field(max_length=26)] = LIST
    ways: Annotated[list[Annotated[str, Field(max_length=20)]], Field(max_length=100)] = LIST


class TicketSerial(Form):
    serial: Serial


class ReplayTicket(TicketSerial):
    medium: Annotated[str, Field(max_length=8)] = ""
    patron: PersonName = ""


class TicketReason(TicketSerial):
    reason: Sentence


class TicketAmount(TicketSerial):
    amount: Dollars


class ClosingNotice(Form):
    seconds: Annotated[int, Field(ge=0, le=86400)] = 60


class IssueDrawer(Form):
    holder: Name
    kind: Annotated[str, Field(max_length=8, description="writer or runner.")]
    amount: Dollars


class CountDrawer(Form):
    amount: Annotated[float, Field(ge=0, le=1_000_000_000, allow_inf_nan=False)]
    certified: Annotated[bool, Field(description="Every runner recorded his wagers before each game.")] = False


class DeskParameters(Form):
    house: dict[str, Any] = OBJECT
    interval: Annotated[int | None, Field(ge=0, le=86400)] = None
    casino: Annotated[str | None, Field(min_length=1, max_length=64)] = None
    least: Dollars | None = None
    most: Annotated[
        float | None, Field(ge=0, le=1_000_000_000, allow_inf_nan=False, description="0: without a limit.")
    ] = None


class Inspection(Form):
    result: Sentence
    exceptions: Annotated[str, Field(max_length=200)] = ""


class Promotion(Form):
    name: Name
    conditions: Annotated[str, Field(max_length=1000, description="Empty: the promotion ends.")] = ""


class PromotionPay(Form):
    patron: Name
    reason: Sentence
    amount: Dollars | None = None
    thing: Annotated[str, Field(max_length=200)] = ""


PaidRow = Annotated[
    list[Annotated[float, Field(ge=-1e9, le=1e9, allow_inf_nan=False)] | None],
    Field(max_length=500, description="What each wager of a seat was paid or lost; null: not told."),
]
Text = Annotated[str, Field(max_length=4000)]


_About = Annotated[
    int | None,
    Field(ge=1, le=2**53, description="The case or round by whose version of the game it goes."),
]


class DeskRuling(Ruling):
    case: _About = None
    round_id: _About = None


class Layout(Form):
    """A round as far as it is told at the desk."""

    game: GameId
    house: dict[str, Any] = OBJECT
    meters: Annotated[dict[str, float], Field(max_length=50)] = OBJECT
    seats: Annotated[list[dict[str, Any]], Field(max_length=30)] = LIST
    betting: dict[str, Any] = OBJECT
    state: dict[str, Any] = OBJECT
    outcome: Annotated[dict[str, Any], Field(max_length=10, description="What is known before the dice fall.")] = OBJECT
    date: Annotated[str, Field(max_length=10)] = ""
    dealer_set: Annotated[
        dict[str, Any], Field(max_length=10, description="Where the dealer set otherwise than the house way.")
    ] = OBJECT
    void_spins: Annotated[list[Any], Field(max_length=20, description="Of a wheel, before the one that counts.")] = LIST
    extra: Annotated[dict[str, Any], Field(max_length=10)] = OBJECT
    sources: Annotated[
        dict[str, Any], Field(max_length=500, description="By source a card, tile, number, dice or section.")
    ] = OBJECT
    places: Annotated[
        dict[str, Any], Field(max_length=500, description="The same by place of the round file, `seats.0.cards.1`.")
    ] = OBJECT
    actions: Annotated[list[list[Any]], Field(max_length=200, description="The decisions in order: seat and text.")] = (
        LIST
    )
    irregularity: dict[str, Any] = OBJECT
    case: _About = None
    round_id: _About = None


class RoundsText(Form):
    """A file of rounds."""

    name: Annotated[str, Field(max_length=255, description="Its name, whose end says what it is.")] = ""
    text: Annotated[str, Field(min_length=1, max_length=5_000_000)]


class Told(Form):
    round: dict[str, Any]
    paid: Annotated[list[PaidRow], Field(max_length=200)] = LIST


class NewCase(Told):
    title: Annotated[str, Field(max_length=128)] = ""
    note: Text = ""
    round_id: Annotated[int | None, Field(ge=1, le=2**53, description="The round of a table it is about.")] = None


class Decision(Told):
    reason: Text = ""


class CasePayment(Form):
    seat: Seat
    person: Annotated[str, Field(max_length=128, description="Who is paid; empty: who sat there, or cash.")] = ""


class Note(Form):
    text: Annotated[str, Field(min_length=1, max_length=4000, pattern=r"\w")]


class NewFlag(Form):
    name: Name
    search: dict[str, Any]


class NewTournament(Form):
    rules: Annotated[str, Field(min_length=1, max_length=20_000, description="The printed rules, in TOML.")]


class TournamentEntry(Form):
    who: PersonName = ""
    medium: Annotated[str, Field(max_length=16, description="account, cash, complimentary, item, voucher.")] = "account"
    item: Annotated[str, Field(max_length=200)] = ""


class Bots(Form):
    count: Annotated[int, Field(ge=1, le=500)]


class Disqualify(Form):
    person: Name
    reason: Sentence


class Shares(Form):
    shares: Annotated[dict[str, Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)]], Field(max_length=200)]
