"""What a seat that plays by itself does: the least costly way to stay in, or any legal action."""

from collections.abc import Sequence
from random import Random

from houseway.cards.text import format_card
from houseway.play.core.actions import PLACES, Action
from houseway.play.core.money import dollars
from houseway.play.house_poker.plan import Plan
from houseway.play.house_poker.setting import house_way

MANY_TARGETS = 4  # wagers that differ only in their target count as one from here on


def least_costly(plan: Plan, stage: int, actions: Sequence[Action], held: tuple[int, ...]) -> str:
    """The least costly way to stay in."""
    specs = [choice.spec for choice in plan.choices[stage]]
    folding = {spec.do for spec in specs if spec.fold or spec.surrender or spec.gives_up}
    staying = [action for action in actions if action.verb not in folding] or actions
    cheapest = min(staying, key=lambda action: (action.open_ended, action.amounts[0] if action.amounts else 0))
    return _text(cheapest, _as_the_dealer_would(plan, stage, cheapest, held))


def any_of(plan: Plan, stage: int, actions: Sequence[Action], held: tuple[int, ...], rng: Random) -> str:
    """One way to write one of the actions."""
    opened = [action for action in actions if action.open_ended]
    if len(opened) >= MANY_TARGETS:  # one of many wagers is as likely as to let them pass
        actions = [rng.choice(opened), *(action for action in actions if not action.open_ended)]
    action = rng.choice(actions)
    if any(choice.spec.do == action.verb and choice.spec.if_foul == "reset" for choice in plan.choices[stage]):
        return _text(action, _as_the_dealer_would(plan, stage, action, held))  # a foul would be refused
    return _text(action, held, rng)


def _as_the_dealer_would(plan: Plan, stage: int, action: Action, held: tuple[int, ...]) -> tuple[int, ...]:
    """The cards of a seat, or those that the house way would put into the first part of such a setting."""
    parts = next((choice.spec.parts for choice in plan.choices[stage] if choice.spec.do == action.verb), None)
    for index, later in enumerate(plan.stages):
        if parts and later.dealer is not None and later.dealer.parts == parts:
            return house_way(plan, index, held)[next(iter(parts))]
    return held


def _text(action: Action, held: tuple[int, ...], rng: Random | None = None) -> str:
    """One way to write the action: the least, or with `rng` any."""
    if action.piece == PLACES and action.cards is not None:
        every = range(1, action.places + 1)
        places = sorted(rng.sample(every, action.cards[0])) if rng else every[: action.cards[0]]
        return " ".join([action.lead, *map(str, places)])
    if action.cards is not None:
        least, most = action.cards
        count = rng.randint(least, min(most, len(held))) if rng else least
        chosen = rng.sample(held, count) if rng else held[:count]
        return " ".join([action.lead, *(format_card(card) for card in chosen)])
    if not action.wager:
        return action.lead
    if not action.amounts:
        return f"{action.lead} {rng.randint(1, 100) if rng else 10}"
    amount = rng.choice(action.amounts) if rng else action.amounts[0]
    if rng and action.most and rng.random() < 0.25:
        amount = rng.randint(action.amounts[0], action.most)
    if len(action.amounts) == 1 and not action.most:
        return action.lead
    multiple = amount % action.unit == 0 if action.unit else False
    return f"{action.lead} {amount // action.unit}x" if multiple else f"{action.lead} {dollars(amount)}"
