"""A spin of the wheel, and how it is settled."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from houseway.cards.drbg import stream
from houseway.play.core.cases import HALF, WHOLE, Always, Case, When, deciding
from houseway.play.core.finished import Finished
from houseway.play.core.meters import NO_METERS
from houseway.play.core.round import BettingSpot, Pile
from houseway.play.core.roundfile import RoundFile, check_seats
from houseway.play.core.settlement import Ruling, Settlement
from houseway.play.core.settling import (
    CompiledWager,
    by_case,
    conclude_round,
    ruled,
    terms,
    void_round,
    with_cites,
)
from houseway.play.core.wagers import betting_spot, read_wagers
from houseway.rules.draws import Spot, Wheel
from houseway.rules.errors import RuleError
from houseway.rules.game import Game, plans_by
from houseway.rules.pays import LOSE, parse_pay


def spin(spec: Wheel, seed: int | None = None) -> str:
    """The section in which the clapper rests: from the operating system, or repeatable from `seed`."""
    return spec.sections[stream(seed, "wheel").below(len(spec.sections))]


@dataclass(frozen=True, slots=True)
class Rests(When):
    """The wheel rests on one of these symbols; what it looks at is the section that came up."""

    symbols: tuple[str, ...]

    def holds(self, sight: str) -> bool:
        return sight in self.symbols

    def text(self) -> str:
        return ", ".join(self.symbols)


WagerPlan = CompiledWager[Spot]


@dataclass(frozen=True)
class Plan:
    """A wheel ready to spin."""

    game: Game[Wheel]
    wagers: dict[str, WagerPlan]


def _cases(spot: Spot) -> Iterator[Case]:
    yield Case(Rests(spot.symbols), "win", parse_pay(spot.price))
    if spot.halves:
        yield Case(Rests(spot.halves), "lose", LOSE, lost=HALF)
    yield Case(Always("all others"), "lose", LOSE)


def make_plan(game: Game[Wheel]) -> Plan:
    """The plan of a configured game."""
    wagers = {}
    for name, spot in game.spec.wagers.items():
        wager_terms = terms(game, name, spot)
        wagers[name] = WagerPlan(wager_terms, spot, with_cites(game, wager_terms, _cases(spot)))
    return Plan(game, wagers)


load_plan = plans_by(make_plan, 64)  # of a game (id or path) as the house offers it


def _section(spec: Wheel, given: Any, place: str) -> str | None:
    """The section of a recorded spin; None where it is not a valid spin."""
    turns = None
    if isinstance(given, dict):
        unknown = sorted(set(given) - {"symbol", "revolutions"})
        if unknown:
            raise RuleError(f"a spin has a symbol and its revolutions, not {unknown[0]!r}", place)
        given, turns = given.get("symbol"), given.get("revolutions")
        if turns is not None and (isinstance(turns, bool) or not isinstance(turns, int | float) or not turns >= 0):
            raise RuleError("must be a number of revolutions", f"{place}.revolutions")
    if {"between", "void"} & set(str(given).lower().split()):
        return None
    if given not in spec.sections:
        known = ", ".join(dict.fromkeys(spec.sections))
        raise RuleError(f"{given!r} is not a section of the wheel; sections are {known}", place)
    return None if turns is not None and turns < spec.revolutions else str(given)


def _rulings(plan: Plan, stakes: dict[str, int], section: str) -> list[Ruling]:
    """How the wagers of a seat come out."""
    rulings, said = [], f"the wheel shows {section}"
    for name, stake in stakes.items():
        wager = plan.wagers[name]
        case = deciding(wager.cases, section)
        verdict = by_case(case, said, text=f"{said}: {case.price}" if case.lost is not WHOLE else "")
        rulings.append(ruled(plan.game, wager.terms, stake, verdict, NO_METERS))
    return rulings


def settle_spin(plan: Plan, seats: list[dict[str, int]], section: str) -> Settlement:
    """Every wager against the section that came up."""
    by_seat = {seat: _rulings(plan, stakes, section) for seat, stakes in enumerate(seats)}
    rulings = conclude_round(plan.game, by_seat)
    return Settlement(game=plan.game.spec.id, seats=tuple(tuple(ruling.line for ruling in seat) for seat in rulings))


def settle_file(file: RoundFile) -> Settlement:
    """Settle a round file: a spin between two sections (`between`, `void`) or of too few revolutions is none."""
    plan = load_plan(file.game, file.house)
    game, spec = plan.game, plan.game.spec
    check_seats(file.seats, max(spec.seats, len(file.seats)))
    seats = read_wagers(file, game, spec.wagers)
    void = void_round(file, game, seats)
    if void is not None:
        return void
    spins = file.outcome.get("spins")
    if not isinstance(spins, list) or not spins:
        raise RuleError("must list the sections in which the clapper stopped", "outcome.spins")
    sections = [_section(spec, given, f"outcome.spins[{place}]") for place, given in enumerate(spins)]
    valid = [section for section in sections if section is not None]
    if len(valid) != 1 or sections[-1] is None:
        raise RuleError("one valid spin ends the round, after any that were none", "outcome.spins")
    return settle_spin(plan, seats, valid[0])


def open_file(file: RoundFile, seed: int | None) -> Finished:
    """The spin for the wagers of `file`."""
    section = spin(load_plan(file.game, file.house).game.spec, seed)
    return Finished(replace(file, outcome={"spins": [section]}), (Pile("wheel", None, (section,)),), settle_file)


def betting_spots(file: RoundFile) -> tuple[BettingSpot, ...]:
    """The symbols of the wheel; at least one must be bet."""
    game = load_plan(file.game, file.house).game
    wagers = game.spec.wagers
    return tuple(betting_spot(game, name, wager, one_of=tuple(wagers)) for name, wager in wagers.items())
