"""Settling a spin of the wheel."""

from houseway.cards.drbg import stream
from houseway.play.core.award import award
from houseway.play.core.roundfile import RoundFile
from houseway.play.core.settlement import Line, Settlement
from houseway.play.draws.common import read_wagers, voided
from houseway.rules.draws import Wheel
from houseway.rules.errors import RuleError
from houseway.rules.game import Game, load_game
from houseway.rules.pays import LOSE, parse_pay


def spin(spec: Wheel, seed: int | None = None) -> str:
    """The section in which the clapper rests: from the operating system, or repeatable from `seed`."""
    return spec.sections[stream(seed, "wheel").below(len(spec.sections))]


def settle_spin(game: Game[Wheel], seats: list[dict[str, int]], section: str) -> Settlement:
    """Every wager against the section that came up."""
    lines = []
    for wagers in seats:
        seat = []
        for name, stake in wagers.items():
            spot = game.spec.wagers[name]
            hit = spot.symbol == section
            pay = parse_pay(spot.price) if hit else LOSE
            reason = f"the wheel shows {section}: {'pays ' + pay.text if hit else 'loses'}"
            seat.append(Line(name, stake, award(game, pay, stake).net, reason, game.cite(spot.rule)))
        lines.append(tuple(seat))
    return Settlement(game=game.spec.id, seats=tuple(lines))


def settle_file(file: RoundFile) -> Settlement:
    """Settle a round file: a spin that rests between two sections (`between`, `void`) is spun again."""
    game: Game[Wheel] = load_game(file.game, file.house)
    spec = game.spec
    seats = read_wagers(file, game, spec.wagers)
    void = voided(file, game, seats)
    if void is not None:
        return void
    spins = file.outcome.get("spins")
    if not isinstance(spins, list) or not spins:
        raise RuleError("must list the sections in which the clapper came to rest", "outcome.spins")
    valid = []
    for place, section in enumerate(spins):
        if str(section).split()[:1] in (["between"], ["void"]):
            continue
        if section not in spec.sections:
            known = ", ".join(dict.fromkeys(spec.sections))
            raise RuleError(f"{section!r} is no section of the wheel; sections are {known}", f"outcome.spins[{place}]")
        valid.append(section)
    if len(valid) != 1 or spins[-1] != valid[0]:
        raise RuleError("one valid spin ends the round, after any that rested between sections", "outcome.spins")
    return settle_spin(game, seats, valid[0])
