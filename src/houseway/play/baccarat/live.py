"""Baccarat dealt from a shuffled shoe."""

from msgspec.structs import replace

from houseway.cards.text import format_card
from houseway.play.baccarat.coup import deal
from houseway.play.baccarat.settle import Plan, WagerPlan, load_plan
from houseway.play.finished import Finished
from houseway.play.live import BettingSpot, Pile
from houseway.play.roundfile import RoundFile
from houseway.play.shoe import ShoeState, fresh_shoe


def deal_from(shoe: ShoeState, file: RoundFile) -> tuple[Finished, ShoeState]:
    """The next coup from a shoe that is already in play, and the shoe as it leaves it."""
    plan = load_plan(file.game, file.house)
    stock = iter(shoe.cards[shoe.used :])
    coup = deal(plan.game.spec.draw, lambda _: next(stock), plan.game.spec.draw.natural)
    piles = {side: [format_card(card) for card in coup.hand(side)] for side in ("player", "banker")}
    shown = tuple(Pile(side, None, tuple(cards)) for side, cards in piles.items())
    used = shoe.used + len(coup.player) + len(coup.banker)
    return Finished(replace(file, piles=piles), shown), shoe.dealt(used)


def open_file(file: RoundFile, seed: int | None) -> Finished:
    """The first coup of a fresh shoe."""
    spec = load_plan(file.game, file.house).game.spec
    return deal_from(fresh_shoe(spec.deck, spec.shoe, seed), file)[0]


def _meters(wager: WagerPlan) -> tuple[str, ...]:
    shares = any(part.from_meter for _, pay in wager.prices for part in pay.parts)
    return (wager.words.meter,) if shares else ()


def _spot(plan: Plan, name: str, wager: WagerPlan) -> BettingSpot:
    limits = [limit for limit in (wager.words.limit, plan.game.house.limits.get(name)) if limit]
    return BettingSpot(
        name,
        one_of=tuple(plan.wagers),
        least=max((round(low * 100) for low, _ in limits), default=None),
        most=min((round(high * 100) for _, high in limits), default=None),
        meters=_meters(wager),
        rule=plan.game.cite(wager.words.rule),
    )


def betting_spots(file: RoundFile) -> tuple[BettingSpot, ...]:
    """The wagers of the game; at least one must be made."""
    plan = load_plan(file.game, file.house)
    return tuple(_spot(plan, name, wager) for name, wager in plan.wagers.items())
