"""Answers about rounds: settlements, replays, proofs."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from houseway.web.models.base import Amount, House, Model, Moment, Rule
from houseway.web.models.games import GameHead, Spot


class Line(Model):
    """A settled wager."""

    wager: str
    stake: Amount
    net: Amount
    reason: str
    rule: Rule
    spot: Annotated[str, Field(description="Which of several wagers of the name: a split hand, a number.")] = ""


class OwnerLines(Model):
    """What another owner had on a seat's hand: the dealer by a tip, a coupon, a bettor behind the seat."""

    owner: str
    lines: list[Line]
    net: Amount


class SettledSeat(Model):
    lines: list[Line]
    net: Amount
    owners: list[OwnerLines] = []


class PotShare(Model):
    amount: Amount
    seats: list[int]


class Returned(Model):
    seat: int
    amount: Amount


class TimedFee(Model):
    minutes: int
    each_active_player: Amount
    table: Amount = 0


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
    passes: Annotated[bool, Field(description="It goes on without a wager.")]
    lays: Annotated[bool, Field(description="It puts a wager on the layout before play goes on: see `spots`.")]
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
    folds: Annotated[bool, Field(description="The seat is out of the round by it.")]


class Frame(Event):
    piles: list[Pile]
    staked: Annotated[dict[str, Amount], Field(description="What each seat has at risk at this moment.")]
    stakes: Annotated[dict[str, dict[str, Amount]], Field(description="By seat and wager; nothing of a pot.")]


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
    target: Annotated[str, Field(description="As actions name it; empty once decided.")]
    label: Annotated[str, Field(description="Its name on the layout, with its number.")]
    works: Annotated[bool, Field(description="Whether the next roll can decide it.")]


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
    may_see: Annotated[list[int], Field(description="Seats whose hands the viewer may ask to see.")]
    turn: int | None
    piles: list[Pile]
    legal: list[LegalAction]
    spots: Annotated[list[Spot], Field(description="Wagers that the viewer's seat may make now, within the round.")]
    pot: Annotated[Amount | None, Field(description="What all seats have put in, where they play for a pot.")]
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
    table_name: str
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
