"""Answers of the trainer."""

from typing import Annotated, Any

from pydantic import Field

from houseway.web.models.base import Amount, Model, Rule
from houseway.web.models.rounds import Line, Pile, PotShare


class Question(Model):
    seat: Annotated[int, Field(description="-1: the table, which the rake is asked of.")]
    wager: str
    stake: Amount
    share: Annotated[bool, Field(description="Asked is what the seat takes from the pot, not its net.")]
    turn: Annotated[int, Field(description="When the rules settle it: the lowest first; equal: in any order.")]


class DrillView(Model):
    """A finished round without its settlement."""

    round: dict[str, Any]
    piles: Annotated[list[Pile], Field(description="How the cards lie at its end.")]
    asked: list[Question]
    pots: list[PotShare]
    ordered: Annotated[bool, Field(description="Whether the rules say an order.")]
    passes: Annotated[bool, Field(description="One wager round the table, then the next; otherwise seat by seat.")]
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
