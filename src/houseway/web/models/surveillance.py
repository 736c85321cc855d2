"""Answers of surveillance."""

from typing import Annotated, Any

from pydantic import Field

from houseway.web.models.base import Amount, Model, Moment
from houseway.web.models.games import GameHead


class FoundWager(Model):
    seat: int
    person: str | None
    wager: str
    stake: Amount
    net: Amount


class FoundRound(Model):
    """A round that a search found."""

    id: int
    table: int
    table_name: str
    game: GameHead
    number: int
    status: str
    started: Moment
    ended: Moment
    staked: Amount
    net: Annotated[Amount, Field(description="Of all players.")]
    paid: Annotated[Amount, Field(description="The most that one wager won.")]
    award: Annotated[Amount, Field(description="From meters.")]
    late: Annotated[int, Field(description="What the clock decided, and what came too late.")]
    irregularity: str
    happened: Annotated[str, Field(description="The irregularity in words.")]
    wagers: list[FoundWager]
    notes: int
    case: int | None


class PlayedTable(Model):
    """A table that has dealt."""

    id: int
    name: str
    open: bool


class RoundNote(Model):
    at: Moment
    who: str
    text: str


class FlagLine(Model):
    """A search that the house keeps."""

    id: int
    name: str
    search: dict[str, Any]
    who: str
    at: Moment
    found: Annotated[int, Field(description="Rounds, counted up to a thousand.")]
    latest: int | None


class FlagId(Model):
    id: int


class WinRate(Model):
    """What a person won on the wagers of a kind, compared with what is to be expected."""

    person: str | None
    game: GameHead
    wager: str
    wagers: int
    stake: Amount
    net: Amount
    expected: Amount
    deviation: Amount
    distance: Annotated[float, Field(description="Deviations above what is to be expected.")]
    chance: Annotated[float, Field(description="Of this or more, by a normal distribution.")]
    at_most: Annotated[float, Field(description="The same for any distribution of this deviation.")]
    source: Annotated[str, Field(description="Where the expectation comes from.")]
