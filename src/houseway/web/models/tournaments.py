"""Answers about tournaments."""

from typing import Annotated, Literal

from pydantic import Field

from houseway.web.models.base import Amount, Model, Moment, Rule
from houseway.web.models.sessions import Waits


class TournamentLine(Model):
    id: int
    name: str
    series: str
    casino: str
    game: str
    game_name: str
    status: Literal["announced", "running", "paused", "over", "cancelled"]
    first_day: str
    last_day: str
    entry_fee: Amount
    buy_in: Amount
    entries: int
    left: int
    pool: Amount


class TournamentPlayer(Model):
    seat: int
    person: str
    chips: int


class TournamentTable(Model):
    index: int
    table: int
    players: list[TournamentPlayer]


class Standing(Model):
    place: int | None
    person: str
    you: bool
    chips: int
    rebuys: int
    disqualified: bool


class Prize(Model):
    place: int | None
    person: str
    amount: Amount
    kind: str
    note: str


class TournamentShare(Model):
    person: str
    amount: Amount
    agreed: bool


class TournamentYou(Model):
    entered: bool
    table: int | None
    seat: int | None
    chips: int
    may_enter: bool
    may_rebuy: bool
    vouchers: int


class TournamentView(TournamentLine):
    version: int
    sheet: Annotated[list[str], Field(description="The printed rules.")]
    announced: Moment
    leave: Annotated[str | None, Field(description="What the regulator's approval is known by.")]
    commitment: Annotated[str, Field(description="The hash of what seats are drawn from.")]
    secret: str | None
    tickets: bool
    games: int
    played: int
    now: Moment
    level: int
    stakes: str
    next_stakes: str
    level_ends: Moment | None
    time_left: int | None
    tables: list[TournamentTable]
    standings: list[Standing]
    prizes: list[Prize]
    shares: list[TournamentShare]
    you: TournamentYou
    names_shown: bool
    split: bool
    rule: Rule
    waiting: Waits = None
