"""Wagers for a seat that bets by itself: the ones a game asks for, or with rng any legal set of them."""

from collections.abc import Mapping, Sequence
from random import Random

from houseway.play.core.money import dollars
from houseway.play.core.round import BettingSpot

Wagers = dict[str, int | float]

_MAIN, _SIDE, _JACKPOT = (500, 1000, 1500, 2500, 5000, 10000), (500, 1000, 2500), (100, 500)  # cents commonly bet
_FEW = 12  # spots; of more, a player bets only some
_SOME = 6  # ... about so many
SHOWN_METER = 10_000  # dollars a meter shows at a table where nobody says otherwise


def amount_near(spot: BettingSpot, cents: int) -> int:
    """The allowed amount of a wager nearest to `cents`."""
    if spot.stakes:
        return min(spot.stakes, key=lambda stake: abs(stake - cents))
    cents = max(cents, spot.least or 0)
    if spot.step:
        cents = max(cents - cents % spot.step, spot.step)
    return min(cents, spot.most) if spot.most is not None else cents


def choose_wagers(
    spots: Sequence[BettingSpot], unit: int = 1000, rng: Random | None = None, sides: bool = False, real: bool = False
) -> Wagers:
    """The wagers of the game itself at about `unit` cents; with `rng` the required and some others at any amounts.

    `sides`: side bets at half of it too, as many as go together. `real`: with `rng` amounts that are commonly bet.
    """
    chosen: dict[str, int] = {}
    left_out = 1 - _SOME / len(spots) if real and len(spots) > _FEW else 0.5
    first = rng.choice([spot for spot in spots if spot.one_of and not spot.needs] or [None]) if rng and real else None
    for place, spot in enumerate(spots):
        named = not any(name in chosen for name in spot.one_of) and (first is None or first.name not in spot.one_of)
        demanded = spot.required or spot is first or (bool(spot.one_of) and named)
        demanded = demanded or any(spot.name in _spot(spots, name).needs for name in chosen)
        side = sides and not demanded and not spot.measure and len(spots) <= _FEW
        if not demanded and not side and (not spot.measure if rng is None else rng.random() < left_out):
            continue
        barred = any(name in chosen for name in spot.bars)
        if barred or any(spot.name in _spot(spots, name).bars for name in chosen):
            continue
        with_it = {other.name for other in spots[place:] if spot.name in other.needs}  # two that need each other
        if any(name not in chosen and name not in with_it for name in spot.needs):
            continue
        if rng is not None and real:
            wanted = rng.choice(_MAIN if demanded or spot.measure else _JACKPOT if spot.meters else _SIDE)
        else:
            wanted = rng.randint(1, 40) * 500 if rng else unit // 2 if side else unit
        cents = amount_near(spot, wanted)
        followed = spot.follows(chosen)
        chosen[spot.name] = spot.bounded(cents, chosen) if followed is None else round(followed)
    return {name: dollars(cents) for name, cents in chosen.items()}


def _spot(spots: Sequence[BettingSpot], name: str) -> BettingSpot:
    return next(spot for spot in spots if spot.name == name)


def shown_meters(spots: Sequence[BettingSpot], wagers: Sequence[Mapping[str, object]]) -> dict[str, int | float]:
    """A display for every meter that some wager of the table may win a share of."""
    made = {name for seat in wagers for name in seat}
    return {meter: SHOWN_METER for spot in spots if spot.name in made for meter in spot.meters}
