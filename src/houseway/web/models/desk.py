"""Answers of the dispute desk."""

from typing import Annotated, Any, Literal

from pydantic import Field

from houseway.web.models.base import Amount, Model, Moment, Rule
from houseway.web.models.games import Apparatus, GameHead, Spot
from houseway.web.models.rounds import Decided, LegalAction, Line, Pile


class DeskSlot(Model):
    """A place for a card, tile, number, dice, section of a wheel or prize."""

    place: Annotated[str, Field(description="Where it stands in the round file.")]
    source: Annotated[str, Field(description="What telling it fixes.")]
    kind: Literal["card", "tile", "number", "dice", "wheel", "prize"]
    value: Annotated[Any, Field(description="Null: not told.")]
    count: Annotated[int, Field(description="How many dice it is.")] = 1
    name: Annotated[str, Field(description="The place as text.")]


class DeskPile(Model):
    name: str
    seat: int | None
    slots: list[DeskSlot]


class DeskAction(Model):
    seat: int
    action: str


class DeskWarning(Model):
    seat: int
    warning: str


class DeskProblem(Model):
    error: str
    field: str


class DeskWager(Model):
    """A wager that the seat to act may put down before play goes on."""

    lead: Annotated[str, Field(description="What stands before its amount.")]
    label: str
    least: Amount | None
    most: Amount | None
    step: Amount


class DeskSetting(Model):
    """A hand that the dealer set."""

    pile: str
    part: Annotated[str, Field(description="The part of it by which the setting is told.")]
    cards: list[str]
    chosen: Annotated[list[str], Field(description="What the dealer put into the part.")]
    house_way: Annotated[list[str], Field(description="What the house way puts into it.")]


class DeskLayout(Model):
    """A round as far as it is told: what lies where, whose turn it is, and what he may do."""

    spots: list[Spot]
    problem: Annotated[DeskProblem | None, Field(description="Why there is no layout yet.")]
    piles: list[DeskPile]
    choices: Annotated[dict[str, list[Any]], Field(description="By shuffle, or kind, what can be told there.")]
    spent: Annotated[dict[str, list[Any]], Field(description="By shuffle, what it holds no further copy of.")]
    seats: Annotated[list[dict[str, Any]], Field(description="What each seat brought before the first card.")]
    sources: dict[str, Any]
    actions: list[DeskAction]
    refused: Annotated[str, Field(description="Why the next decision told was not possible.")]
    warnings: Annotated[list[DeskWarning], Field(description="Decisions that the rules punish, such as a foul.")]
    over: bool
    turn: int | None
    waits: Annotated[str, Field(description="What must be told before the next decision.")]
    legal: list[LegalAction]
    between: list[DeskWager]
    meters: list[str]
    betting: dict[str, Any]
    asks: Annotated[list[str], Field(description="Parts of a record known before the deal, such as who banks.")]
    seat_asks: Annotated[list[str], Field(description="Of these, what says something of each seat: its straddle.")]
    outcome: Annotated[dict[str, Any], Field(description="What was known before the dice fell.")]
    state: dict[str, Any]
    extra: dict[str, Any]
    dealer_set: Annotated[dict[str, Any], Field(description="Where the dealer set otherwise than the house way.")]
    settings: Annotated[list[DeskSetting], Field(description="The hands that the dealer has set.")]
    void_spins: Annotated[list[Any], Field(description="Of a wheel, before the one that counts.")]
    told_after: Annotated[list[str], Field(description="Of the betting, dollars known when the hand is over.")]
    tickets: bool
    pot: bool
    numbers: Annotated[list[int], Field(description="The numbers printed at the seats, where there are any.")]
    file: Annotated[dict[str, Any] | None, Field(description="The round file, where it can be ruled on.")]
    missing: Annotated[str, Field(description="Why it cannot be ruled on yet.")]


class TableUsed(Model):
    name: str
    schedule: str
    of: Annotated[int, Field(description="How many schedules there are.")]
    text: str


class RuledLine(Line):
    label: Annotated[str, Field(description="The wager's name on the layout.")]
    table: Annotated[TableUsed | None, Field(description="The pay table and the schedule that priced it.")]
    readings: Annotated[list[str], Field(description="The readings that it rests on.")]


class RuledSeat(Model):
    lines: list[RuledLine]
    net: Amount


class TableRuling(Model):
    seat: int
    conduct: str
    ruling: str
    rule: Rule


class RuledRound(Decided):
    seats: list[RuledSeat]
    rulings: list[TableRuling] | None = None


class ReadingView(Model):
    id: str
    rule: Rule
    printed: str
    taken: str
    why: str
    option: str | None = None
    value: Any = None


class IrregularityView(Model):
    name: Annotated[str, Field(description="What went wrong, and whose it was.")]
    effect: Annotated[str, Field(description="What becomes of the round, as text; empty: the ruling says it.")] = ""
    rule: Rule = ""


class RulingView(Model):
    """A ruling; of a file that asks for a fee or an account, its figures only."""

    settlement: RuledRound | None = None
    readings: list[ReadingView] = []
    words: Annotated[dict[str, str], Field(description="The text of the paragraphs, where the server has them.")] = {}
    edition: str = ""
    irregularity: Annotated[IrregularityView | None, Field(description="What the game's file says of it.")] = None
    figures: dict[str, Any] | None = None


class LaidRuling(RulingView):
    """A ruling with the hands as they lay at the end."""

    piles: Annotated[list[Pile], Field(description="Empty where the round is not told card by card.")]


class RuledEntry(Model):
    """A round of a file."""

    line: int
    round: dict[str, Any]
    ruling: RulingView | None
    error: str
    field: str


class DisputedRound(Model):
    """A round of a table as the desk takes it."""

    id: int
    round: dict[str, Any]
    places: Annotated[list[int], Field(description="The table's seat of each seat of the round.")]
    paid: list[list[Amount]]
    table: int
    table_name: str
    number: int
    ended: Moment | None
    case: Annotated[int | None, Field(description="The latest case about it.")]


class CaseLine(Model):
    id: int
    title: str
    game: GameHead
    state: Literal["open", "ruled", "revised"]
    opened: Moment
    opened_by: str
    ruled_at: Moment | None
    ruled_by: str | None
    owed: Amount
    round: int | None
    round_number: int | None
    table: int | None
    table_name: str | None
    places: list[int]


class CaseStep(Model):
    at: Moment
    who: str
    act: Literal["opened", "told", "noted", "ruled", "revised", "paid", "collected"]
    text: str
    owed: Amount | None
    ruling: RulingView | None


class CaseSeat(Model):
    """What a ruling finds owed at a seat, and what of it is done."""

    person: Annotated[str | None, Field(description="Who sat there in the round of a table.")]
    owed: Annotated[Amount, Field(description="Still to be paid; negative: to be collected.")]
    settled: Annotated[Amount, Field(description="Paid on the case so far; negative: collected.")]
    waiting: Annotated[int | None, Field(description="The approval that a payment waits for.")]


class CaseView(CaseLine):
    """A case with its history; the round and the ruling as they stand."""

    told: dict[str, Any]
    paid: Annotated[list[list[Amount | None]], Field(description="As recorded.")]
    booked: Annotated[
        list[list[Amount]], Field(description="What the table paid by the books; empty: no table's round.")
    ]
    ruling: RulingView | None
    preview: Annotated[RulingView | None, Field(description="What the rules say, before there is a ruling.")]
    fault: Annotated[str, Field(description="Why the rules say nothing.")]
    apparatus: Apparatus
    piles: Annotated[list[Pile], Field(description="The hands as they lay at the end, where every card is told.")]
    reason: str
    seats: list[CaseSeat]
    history: list[CaseStep]


class CasePaid(CaseView):
    """A case after a payment, which may wait for the approval of a second person."""

    waiting: int | None


class CaseId(Model):
    id: int
