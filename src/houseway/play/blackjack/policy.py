"""What a seat that plays by itself does, what it may do, and what it has at risk."""

from random import Random

from houseway.play.blackjack.moves import DOUBLE, HIT, STAND
from houseway.play.blackjack.offers import FIRST, PASS, PLAY
from houseway.play.blackjack.round import STREETS, Round
from houseway.play.blackjack.streets import values
from houseway.play.blackjack.totals import total
from houseway.play.core.actions import Action
from houseway.play.core.money import dollars

_TYPICAL = 500  # cents of a late bet that nobody names an amount for


def legal_now(now: Round, seat: int) -> list[Action]:
    """The legal actions, with `pass` where offers may be let go."""
    passes = now.optional and now.stage != PLAY
    return now.legal(seat) + ([Action(PASS)] if passes else [])


def suggested(now: Round, seat: int, rng: Random | None = None) -> str:
    """Draw to seventeen without side ventures, or with `rng` any legal action at any legal amount."""
    legal = legal_now(now, seat)
    if now.stage == STREETS:
        worth = values(now.plan, now.seats[seat], now.dealer[:2])
        return rng.choice(list(worth)) if rng is not None else max(worth, key=lambda one: worth[one])
    if rng is not None:
        return _text(rng.choice(legal), rng)
    if now.stage == FIRST:
        return legal[0].lead
    if now.stage != PLAY:
        return PASS
    if now.optional:
        return "decline switch"
    hand = now.seats[seat].hands[now.active]
    wanted = HIT if total(hand.cards)[0] < 17 else STAND
    verbs = {one.verb: one.lead for one in legal}
    return verbs.get(wanted) or verbs.get(STAND) or verbs.get(HIT) or legal[0].lead


def _text(legal: Action, rng: Random) -> str:
    """One way to write the action."""
    if legal.open_ended:
        return f"{legal.lead} {dollars(rng.choice((_TYPICAL, 2 * _TYPICAL)))}"
    if legal.least and legal.most and rng.random() < 0.5:
        return f"{legal.lead} {dollars(rng.randint(1, legal.most))}"
    if legal.verb == DOUBLE and legal.amounts:
        return f"{legal.lead} {dollars(legal.amounts[0])}"
    return legal.lead


def stakes(now: Round, seat: int) -> dict[str, int]:
    """What the seat has on the layout by wager, in cents: on each first hand with all that was split and doubled."""
    own, mains = now.seats[seat], now.plan.mains
    found = {name: amount for name, amount in own.wagers.items() if name not in mains}
    for hand in own.hands:
        names = now.plan.mains_of(hand.spot)
        made = sum(own.wagers.get(name, 0) for name in names)
        for name in names:
            part = own.wagers.get(name, 0) * (hand.stake + hand.added) // made if made else 0
            found[name] = found.get(name, 0) + part
    if own.insurance:
        found["insurance"] = sum(own.insurance.values())
    return found


def staked(now: Round, seat: int) -> int:
    """What the seat has at risk so far, in cents."""
    own = now.seats[seat]
    sides = sum(amount for name, amount in own.wagers.items() if name not in now.plan.mains)
    hands = sum(hand.stake + hand.added for hand in own.hands)
    return sides + sum(own.insurance.values()) + hands - own.pressed  # what was pressed is the house's money
