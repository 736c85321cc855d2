"""Answers about prices, exposure, designs and certificates."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from houseway.web.models.base import Model
from houseway.web.models.games import FileFault, GameHead, Section, Spot


class Figure(BaseModel):
    """A part of a price: the fields named here are always there, others as the solver of the game has them."""

    model_config = ConfigDict(extra="allow")


class PayLine(Figure):
    hand: str
    pays: str
    probability: float
    return_: Annotated[float, Field(alias="return")]


class MainPrice(Figure):
    """The game itself, per unit of `unit`."""

    unit: str
    house_edge: float
    element_of_risk: float
    average_bet: float
    std_dev: float
    standard_error: float | None = None


class SidePrice(Figure):
    method: str
    house_edge: float | None  # None, as the deviation: paid from a meter alone, which shows nothing
    hit_frequency: float | None  # and the deviation: None where the price is the game with the wager against without
    std_dev: float | None
    lines: list[PayLine]
    standard_error: float | None = None
    pay_table: str = ""
    meter_return: dict[str, float] = {}
    break_even: dict[str, float] = {}
    note: str = ""


class SessionPoint(Model):
    rounds: int
    mean: float
    marks: list[float]


class SessionCurve(Model):
    """Net results of sessions: `marks` are the results that the shares of sessions stay below."""

    wager: str
    shares: list[float]
    points: list[SessionPoint]


class Odds(Figure):
    state: Literal["ready"]
    game: str
    method: str
    main: MainPrice | None
    side_bets: dict[str, SidePrice]
    strategy: Any
    seconds: float
    tables: dict[str, dict[str, float]]
    session: SessionCurve | None
    starting_hands: dict[str, dict[str, Any]] = {}
    notes: list[str] = []
    warnings: list[str] = []


class Proposal(Model):
    """A pay table near the house edge that was asked for."""

    house_edge: float
    hit_frequency: float
    std_dev: float
    volatility_index: float
    pays: Annotated[dict[str, str], Field(description="What each row pays.")]
    changed: Annotated[list[str], Field(description="The rows that differ from the printed table.")]


class Design(Model):
    state: Literal["ready"]
    target: list[float]
    proposals: list[Proposal]


class GameDraftView(Model):
    """A draft of a game file: what is wrong with it, or what it yields."""

    faults: list[FileFault]
    game: GameHead | None
    live: bool = False
    spots: list[Spot] = []
    apparatus: dict[str, Any] = {}
    round: Annotated[dict[str, Any] | None, Field(description="A sample round of one seat.")] = None
    piles: list[dict[str, Any]] = []
    settlement: dict[str, Any] | None = None
    reason: Annotated[str, Field(description="Why no sample round can be played.")] = ""


class DraftText(Model):
    text: str


class CertificateView(Model):
    """A certificate in every form."""

    state: Literal["ready"]
    certificate: dict[str, Any]
    json_text: Annotated[str, Field(alias="json", description="The certificate as its file has it, to the last digit.")]
    html: str
    csv: str
    xlsx: Annotated[str, Field(description="In base 64.")]


class Finding(Model):
    """One figure of a certificate and what the second path says of it."""

    figure: str
    verdict: str
    said: str
    certified: float | None = None
    found: float | None = None
    error: float | None = None


class Recomputed(Model):
    state: Literal["ready"]
    game: str
    holds: bool
    faults: list[str]
    rounds: int
    findings: list[Finding]


class SweepValues(Model):
    pay_table: bool
    values: list[Any]
    wagers: Annotated[list[str], Field(description="The wagers that the pay table pays.")] = []


class Shoe(Model):
    cards: int
    dealt: float
    cards_per_round: float
    rounds: int


class Exposure(Model):
    """How a game can be beaten, in figures and as the sections of a page."""

    state: Literal["ready"]
    game: str
    shoe: Shoe | None
    counts: dict[str, Any]
    index_plays: list[dict[str, Any]]
    knowledge: dict[str, Any]
    not_computed: dict[str, str]
    sections: list[Section]


class Unpriced(Model):
    state: Literal["unpriced"]
    reason: str


class Computing(Model):
    state: Literal["computing"]
    done: Annotated[float, Field(ge=0, le=1)]
