"""The bodies of requests: amounts in dollars, unknown fields and values of another type refused."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

Dollars = Annotated[float, Field(gt=0, le=1_000_000_000, allow_inf_nan=False)]
Seat = Annotated[int, Field(ge=0, lt=200)]
Name = Annotated[str, Field(min_length=1, max_length=64)]
GameId = Annotated[str, Field(min_length=1, max_length=500, description="An id of the rulebook or a path of a file.")]
Hash = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
Fixed = Annotated[Hash | None, Field(description="Hash of what the seat will add to the shuffle of a later round.")]
Shuffle = Annotated[Hash, Field(description="`shuffle.commitment` of the state the player bets on.")]
Wagers = Annotated[dict[str, Dollars], Field(max_length=100)]


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
    house: dict[str, Any] = {}
    betting: dict[str, Any] = {}
    seats: Annotated[int | None, Field(ge=1, le=200)] = None
    bankroll: Dollars = 100_000
    meters: Annotated[dict[str, int], Field(description="Meters already running, by their name in the game.")] = {}
    bet_seconds: Annotated[int, Field(ge=5, le=3600)] = 30
    act_seconds: Annotated[int, Field(ge=5, le=3600)] = 60
    least_buy_in: Annotated[float, Field(ge=0, le=1_000_000, allow_inf_nan=False)] = 0


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


class AtSeat(Form):
    seat: Seat


class Bet(Form):
    seat: Seat
    wagers: Wagers = {}
    ticket: dict[str, Any] = {}
    select: Annotated[list[int], Field(max_length=20)] = []
    shuffle: Shuffle
    entropy: Annotated[Hash | None, Field(description="What the seat adds to the shuffle, as its hash fixed it.")] = (
        None
    )
    entropy_hash: Fixed = None
    deal: Annotated[bool, Field(description="Deal at once when everybody has bet.")] = False
    round: Annotated[int | None, Field(ge=1, description="The number of the round the wagers are for.")] = None


class Act(Form):
    seat: Seat
    action: Annotated[str, Field(min_length=1, max_length=200)]
    after: Annotated[int, Field(ge=0, description="`round.seq` of the state the player decided on.")]


class Chips(Form):
    amount: Dollars


class Count(Form):
    amount: Annotated[float, Field(ge=0, le=1_000_000_000, allow_inf_nan=False)]


class Reason(Form):
    reason: Annotated[str, Field(min_length=1, max_length=200)]


class Coupon(Chips):
    seat: Seat


class Bank(Form):
    seat: Seat
    amount: Annotated[float, Field(ge=0, le=1_000_000_000, allow_inf_nan=False)]


class Award(Coupon):
    reason: Annotated[str, Field(min_length=1, max_length=200)]


class Irregularity(Form):
    kind: Name
    seat: Seat | None = None
    count: Annotated[int | None, Field(ge=1, le=100)] = None
    of: Annotated[str | None, Field(max_length=20)] = None


class NewMeter(Form):
    name: Name
    seed: Dollars
    increment: Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)] = 20
    reserve: Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)] = 0
    hidden: Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)] = 0
    most: Dollars | None = None


class Ruling(Form):
    round: dict[str, Any]


class Proof(Ruling):
    published: Annotated[str, Field(max_length=64)] = ""
    digest: Annotated[str, Field(max_length=64)] = ""


class Drill(Form):
    game: GameId
    house: dict[str, Any] = {}
    seats: Annotated[int, Field(ge=1, le=7)] = 3
    wager: Annotated[str, Field(max_length=64, description="Only rounds in which this wager stands.")] = ""


class Payment(Form):
    seat: Annotated[int, Field(ge=-1, lt=200, description="-1: the table, which the rake is asked of.")]
    wager: Name
    net: Annotated[float, Field(ge=-1e9, le=1e9, allow_inf_nan=False)]


class Marking(Ruling):
    answers: Annotated[list[Payment], Field(max_length=500)]


class KenoTicket(Form):
    wagers: Annotated[dict[str, Dollars], Field(min_length=1, max_length=10)]
    ticket: dict[str, Any]
    shuffle: Shuffle
