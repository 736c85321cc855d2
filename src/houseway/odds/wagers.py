"""Which wagers are the game itself and which stand beside it, and where on the table each hand's cards lie."""

from collections.abc import Iterable

from houseway.play.house_poker.plan import Plan

Position = tuple[str, int]  # a pile and a place in it, counted from 0


def main_wagers(plan: Plan) -> tuple[str, ...]:
    """The wagers that decisions are about: required, made by an action or its measure, and bonuses on those."""
    wagers = {name: wager.words for name, wager in plan.wagers.items() if wager.words.offered}
    chosen = {name for name, words in wagers.items() if words.required}
    measured = {choice.words.times for stage in plan.choices for choice in stage if choice.words.bet}
    chosen |= (plan.placed_later | measured) & wagers.keys()
    if not chosen and wagers:
        chosen.add(next(iter(plan.game.spec.one_of or wagers)))
    chosen |= {name for name, words in wagers.items() if words.on in chosen}
    return tuple(name for name in wagers if name in chosen)


def unit_of(plan: Plan) -> str:
    """The wager that house edge is a share of: the first that must be made and does not follow another's amount."""
    main = main_wagers(plan)
    stands_alone = [name for name in main if not plan.wagers[name].words.equals and not plan.wagers[name].words.on]
    required = [name for name in stands_alone if plan.wagers[name].words.required]
    opening = [name for name in stands_alone if name not in plan.placed_later]
    return (required or opening or stands_alone or list(main))[0]


def side_wagers(plan: Plan) -> tuple[str, ...]:
    """The wagers that are priced alone."""
    main = set(main_wagers(plan))
    return tuple(name for name, wager in plan.wagers.items() if wager.words.offered and name not in main)


def pile_sizes(plan: Plan) -> dict[str, int]:
    """How many cards each pile receives in a round played to the end."""
    sizes: dict[str, int] = {}
    for stage in plan.stages:
        for pile, count in stage.deal.items():
            sizes[pile] = sizes.get(pile, 0) + count
    return sizes


def positions(plan: Plan, hand: str) -> frozenset[Position]:
    """The places whose cards form a hand."""
    sizes = pile_sizes(plan)
    found: set[Position] = set()
    for part in plan.hands[hand].parts:
        stop = sizes.get(part.pile, 0) if part.whole else part.stop or 0
        found.update((part.pile, place) for place in range(part.start, stop))
    return frozenset(found)


def cells(plan: Plan, hands: Iterable[str]) -> list[tuple[Position, ...]]:
    """The places of some hands, those together that belong to the same hands: their cards may change places freely."""
    by_hand = [positions(plan, hand) for hand in sorted(hands)]
    together: dict[tuple[bool, ...], list[Position]] = {}
    for position in sorted(frozenset().union(*by_hand)):
        together.setdefault(tuple(position in own for own in by_hand), []).append(position)
    return [tuple(group) for group in together.values()]


def redraws(plan: Plan) -> bool:
    """Whether seats exchange cards, so that what they hold at the end hangs on their play."""
    return any(stage.take for stage in plan.stages) or any(
        choice.words.discard is not None for stage in plan.choices for choice in stage
    )
