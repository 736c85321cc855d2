"""Baccarat dealt from a shuffled shoe."""

from msgspec.structs import replace

from houseway.cards.decks import deck
from houseway.cards.shuffle import shuffled
from houseway.cards.text import format_card
from houseway.play.baccarat.coup import deal
from houseway.play.baccarat.settle import Plan, WagerPlan, load_plan
from houseway.play.finished import Finished
from houseway.play.live import BettingSpot, Pile
from houseway.play.roundfile import RoundFile


def open_file(file: RoundFile, seed: int | None) -> Finished:
    """The coup, dealt from a fresh shoe."""
    plan = load_plan(file.game, file.house)
    shoe = iter(shuffled(deck(plan.game.spec.deck), seed))
    coup = deal(plan.game.spec.draw, lambda _: next(shoe), plan.game.spec.draw.natural)
    piles = {side: [format_card(card) for card in coup.hand(side)] for side in ("player", "banker")}
    shown = tuple(Pile(side, None, tuple(cards)) for side, cards in piles.items())
    return Finished(replace(file, piles=piles), shown)


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
