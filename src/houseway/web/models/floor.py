"""Answers about the floor: people, accounts, reports, cage."""

from typing import Annotated, Any, Literal

from pydantic import Field

from houseway.web.models.base import Amount, Model, Moment
from houseway.web.models.sessions import Waits


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
    status: Annotated[str, Field(description="running, ended, moved or handed over")]
    at_once: Annotated[Amount, Field(description="The most that is paid without a supervisor's approval.")]
    eased: Annotated[bool, Field(description="Any award of it wins it whole.")]
    fed: Annotated[Amount, Field(description="Put in by this house since it was won whole.")]
    fed_elsewhere: Annotated[Amount, Field(description="Put in by other licensees of its link.")]
    link: Annotated[dict[str, Any] | None, Field(description="Operator and licensees of a wide-area link.")]
    games: Annotated[list[str], Field(description="Of the open tables that show it.")]


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
    waiting: Waits


class Waiting(Model):
    waiting: Waits


class ApprovalLine(Model):
    """An act that waits for the approval of a second person."""

    id: int
    at: Moment
    act: str
    table: int | None
    table_name: str
    who: str
    data: dict[str, Any]


class ApprovalWord(Model):
    id: int
    word: Literal["approve", "refuse"]
