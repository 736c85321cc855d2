"""Opening a live round of blackjack: each seat with cards of its own, all with the same, or with streets after."""

from houseway.play.blackjack.file import seats_of
from houseway.play.blackjack.live import LiveBlackjack, deal_from
from houseway.play.blackjack.live_shared import LiveShared, open_shared
from houseway.play.blackjack.live_streets import LiveStreets, open_streets
from houseway.play.blackjack.plan import load_plan
from houseway.play.core.roundfile import RoundFile
from houseway.play.core.shoe import shoe_at


def open_file(file: RoundFile, seed: int | None) -> LiveBlackjack | LiveShared | LiveStreets:
    """A round of the shoe that `seed` shuffles; cards and actions of `file` are passed over."""
    plan = load_plan(file.game, file.house)
    shoe = shoe_at(plan.spec.deck, plan.spec.shoe, seed, file.shoe)
    if plan.spec.shared:
        return open_shared(plan, file, shoe, seats_of(file, plan))
    return open_streets(file, shoe, seed) if plan.spec.streets is not None else deal_from(shoe, file, seed)
