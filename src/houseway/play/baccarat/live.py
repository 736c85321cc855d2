"""Baccarat dealt from a shuffled shoe."""

from msgspec.structs import replace

from houseway.cards.text import format_card
from houseway.play.baccarat.coup import deal, points
from houseway.play.baccarat.file import settle_file
from houseway.play.baccarat.settle import load_plan
from houseway.play.core.finished import Finished
from houseway.play.core.round import BettingSpot, Pile
from houseway.play.core.roundfile import RoundFile
from houseway.play.core.shoe import ShoeState, shoe_at
from houseway.play.core.wagers import betting_spot


class Dealt(Finished, frozen=True):
    """A coup, and the shoe as it leaves it."""

    shoe: ShoeState | None = None

    def shoe_after(self) -> ShoeState:
        assert self.shoe is not None
        return self.shoe


def deal_from(shoe: ShoeState, file: RoundFile) -> Dealt:
    """The next coup from a shoe."""
    plan = load_plan(file.game, file.house)
    stock = (shoe.cards[place] for place in range(shoe.used, len(shoe.cards)))
    coup = deal(plan.game.spec.draw, lambda _: next(stock), plan.game.spec.draw.natural)
    piles = {side: [format_card(card) for card in coup.hand(side)] for side in ("player", "banker")}
    shown = tuple(Pile(side, None, tuple(piles[side]), says=str(points(coup.hand(side)))) for side in piles)
    used = shoe.used + len(coup.player) + len(coup.banker)
    return Dealt(replace(file, piles=piles), shown, settle_file, shoe=shoe.dealt(used))


def open_file(file: RoundFile, seed: int | None) -> Dealt:
    """A coup of the shoe that `seed` shuffles."""
    spec = load_plan(file.game, file.house).game.spec
    return deal_from(shoe_at(spec.deck, spec.shoe, seed, file.shoe), file)


def betting_spots(file: RoundFile) -> tuple[BettingSpot, ...]:
    """The wagers of the game; at least one must be made."""
    plan = load_plan(file.game, file.house)
    return tuple(
        betting_spot(
            plan.game,
            name,
            wager.spec,
            (case.pay for case in wager.cases if case.pay is not None),
            one_of=tuple(plan.wagers),
        )
        for name, wager in plan.wagers.items()
        if wager.spec.offered
    )
