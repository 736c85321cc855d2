"""Blackjack dealt from a shuffled shoe, and the wagers that it takes before the first card."""

import dataclasses

from msgspec.structs import replace

from houseway.cards.drbg import stream
from houseway.play.blackjack.file import round_of, seats_of
from houseway.play.blackjack.plan import Plan, load_plan
from houseway.play.blackjack.round import Round
from houseway.play.blackjack.shared import SharedRounds, shuffled_stock
from houseway.play.blackjack.table import Shoe
from houseway.play.core.irregularities import find_irregularity
from houseway.play.core.round import BettingSpot
from houseway.play.core.roundfile import RoundFile
from houseway.play.core.shoe import ShoeState, shoe_at
from houseway.play.core.wagers import betting_spot, prices_in


def open_file(file: RoundFile, seed: int | None) -> Round | SharedRounds:
    """A round of the shoe that `seed` shuffles; cards and actions of `file` are ignored."""
    spec = load_plan(file.game, file.house).spec
    return deal_from(shoe_at(spec.deck, spec.shoe, seed, file.shoe), file, seed)


def deal_from(shoe: ShoeState, file: RoundFile, seed: int | None = None) -> Round | SharedRounds:
    """The next round from a shoe."""
    plan = load_plan(file.game, file.house)
    if plan.spec.shared:
        stock, seats = shuffled_stock(plan, shoe.cards[shoe.used :]), seats_of(file, plan)
        return SharedRounds(file, tuple(Round(file, plan, stock, (seat,)).opened() for seat in seats), shoe)
    first, prizes = round_of(file, plan, Shoe(shoe.cards), shoe.used), _prizes(plan, seed, shoe.used, len(file.seats))
    happened = None
    if "seat" in file.irregularity:
        happened = find_irregularity(plan.spec.irregularities, file.irregularity, file.seats)
    streets = plan.spec.streets is not None
    now = replace(first, shoe=shoe, prizes=prizes, irregularity=happened, deals_streets=streets, seed=seed)
    return now.opened()


def _prizes(plan: Plan, seed: int | None, used: int, seats: int) -> tuple[str, ...]:
    """What each seat draws if it wins a prize: a stream for every round and seat of a shuffle."""
    faces = [prize.name for side in plan.sides.values() for prize in side.prizes for _ in range(prize.count)]
    if not faces:
        return ()
    return tuple(faces[stream(seed, f"prize {used} {seat}").below(len(faces))] for seat in range(seats))


def _spot(plan: Plan, name: str) -> BettingSpot:
    spec, side = plan.spec.wagers[name], plan.sides.get(name)
    fixed = round(float(plan.game.options.get(spec.fixed_by, 0)) * 100)
    free = not any(plan.spec.wagers[main].required for main in plan.mains)
    spot = betting_spot(
        plan.game,
        name,
        spec,
        prices_in([side.table]) if side else (),
        one_of=plan.spec.one_of or ((*plan.mains, *plan.sides) if free else ()),
        least=side.least if side else 0,
        stakes=(fixed,) if fixed else (),
    )
    most = plan.game.bonus_most if side else 0
    share = float(plan.game.options.get(spec.at_most, 0))
    return dataclasses.replace(
        spot,
        needs=(*spec.needs, *spec.needs_one[:1]),
        most=min(filter(None, (spot.most, most)), default=None),
        within=plan.mains[0] if share else "",
        most_share=share or 1,
    )


def betting_spots(file: RoundFile) -> tuple[BettingSpot, ...]:
    """The wagers of the game that are made before the first card."""
    plan = load_plan(file.game, file.house)
    opened = [name for name, words in plan.spec.wagers.items() if words.opens_at == "bets"]
    return tuple(_spot(plan, name) for name in opened if name in plan.takes)
