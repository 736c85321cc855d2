"""Settling a spin of the wheel."""

from typing import Any

from houseway.cards.drbg import stream
from houseway.play.core.award import award
from houseway.play.core.roundfile import RoundFile
from houseway.play.core.settlement import Line, Settlement
from houseway.play.draws.common import read_wagers, voided
from houseway.rules.draws import Spot, Wheel
from houseway.rules.errors import RuleError
from houseway.rules.game import Game, load_game
from houseway.rules.pays import LOSE, Pay, parse_pay


def spin(spec: Wheel, seed: int | None = None) -> str:
    """The section in which the clapper rests: from the operating system, or repeatable from `seed`."""
    return spec.sections[stream(seed, "wheel").below(len(spec.sections))]


def outcome(spot: Spot, section: str) -> Pay:
    """What a wager on the wheel is paid when this section comes up."""
    return parse_pay(spot.price) if section in spot.symbols else LOSE


def _section(spec: Wheel, given: Any, place: str) -> str | None:
    """The section of a recorded spin; None where it is no valid spin."""
    turns = None
    if isinstance(given, dict):
        given, turns = given.get("symbol"), given.get("revolutions")
        if turns is not None and (isinstance(turns, bool) or not isinstance(turns, int) or turns < 0):
            raise RuleError("must be a whole number of revolutions", f"{place}.revolutions")
    if str(given).split()[:1] in (["between"], ["void"]):
        return None
    if given not in spec.sections:
        known = ", ".join(dict.fromkeys(spec.sections))
        raise RuleError(f"{given!r} is not a section of the wheel; sections are {known}", place)
    return None if turns is not None and turns < spec.revolutions else str(given)


def settle_spin(game: Game[Wheel], seats: list[dict[str, int]], section: str) -> Settlement:
    """Every wager against the section that came up."""
    lines = []
    for wagers in seats:
        seat = []
        for name, stake in wagers.items():
            spot = game.spec.wagers[name]
            pay = outcome(spot, section)
            said = f"pays {pay.text}" if pay.result == "win" else pay.text
            net = award(game, pay, stake).net
            if section in spot.halves and pay is LOSE:
                net, said = -game.round_ratio(stake, 2), "half of the stake is lost"
            rule = game.cite(spot.cites.get(pay.result, spot.rule))
            seat.append(Line(name, stake, net, f"the wheel shows {section}: {said}", rule, pay.result))
        lines.append(tuple(seat))
    return Settlement(game=game.spec.id, seats=tuple(lines))


def settle_file(file: RoundFile) -> Settlement:
    """Settle a round file: a spin between two sections (`between`, `void`) or of too few revolutions is none."""
    game: Game[Wheel] = load_game(file.game, file.house)
    spec = game.spec
    seats = read_wagers(file, game, spec.wagers)
    void = voided(file, game, seats)
    if void is not None:
        return void
    spins = file.outcome.get("spins")
    if not isinstance(spins, list) or not spins:
        raise RuleError("must list the sections in which the clapper came to rest", "outcome.spins")
    found = [_section(spec, given, f"outcome.spins[{place}]") for place, given in enumerate(spins)]
    valid = [section for section in found if section is not None]
    if len(valid) != 1 or found[-1] is None:
        raise RuleError("one valid spin ends the round, after any that were none", "outcome.spins")
    return settle_spin(game, seats, valid[0])
