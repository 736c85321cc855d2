"""What a seat that plays by itself does: draw to seventeen, or any legal action."""

from collections.abc import Sequence
from random import Random

from houseway.play.blackjack.moves import DOUBLE, HIT, STAND
from houseway.play.blackjack.plan import Plan
from houseway.play.blackjack.streets import values
from houseway.play.blackjack.table import Cards, Hand, Seat
from houseway.play.blackjack.totals import total
from houseway.play.core.actions import Action
from houseway.play.core.money import dollars

_TYPICAL = 500  # cents of a late bet that nobody names an amount for


def plain(legal: Sequence[Action], hand: Hand) -> str:
    """A hit below seventeen, otherwise a stand, where they are legal."""
    wanted = HIT if total(hand.cards)[0] < 17 else STAND
    verbs = {move.verb: move.lead for move in legal}
    return verbs.get(wanted) or verbs.get(STAND) or verbs.get(HIT) or legal[0].lead


def on_the_streets(plan: Plan, seat: Seat, shared: Cards, rng: Random | None) -> str:
    """The best of the actions after a card, or any."""
    worth = values(plan, seat, shared)
    return rng.choice(list(worth)) if rng is not None else max(worth, key=lambda action: worth[action])


def any_of(actions: Sequence[Action], rng: Random) -> str:
    """One way to write one of the actions."""
    legal = rng.choice(actions)
    if legal.open_ended:
        return f"{legal.lead} {dollars(rng.choice((_TYPICAL, 2 * _TYPICAL)))}"
    if legal.least and legal.most and rng.random() < 0.5:
        return f"{legal.lead} {dollars(rng.randint(1, legal.most))}"
    if legal.verb == DOUBLE and legal.amounts:
        return f"{legal.lead} {dollars(legal.amounts[0])}"
    return legal.lead
