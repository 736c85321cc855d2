"""Answers about sessions and accounts."""

from typing import Annotated

from pydantic import Field

from houseway.web.models.base import Amount, Model, Moment


class User(Model):
    id: int
    name: str
    role: str
    rights: list[str]
    wallet: Amount
    must_change: Annotated[bool, Field(description="The password was reset and must be changed first.")]
    codes: Annotated[bool, Field(description="A one-time code is asked for at every log-in.")]


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
