"""Which wagers are the game itself and which stand beside it, and where on the table each hand's cards lie."""

from collections.abc import Iterable

from houseway.play.house_poker.plan import HandPlan, Plan, WagerPlan, parse_part
from houseway.rules.errors import RuleError

Position = tuple[str, int]  # a pile and a place in it, counted from 0


DECK = "deck"  # as `fill_from`: cards for those thrown away come from the deck
_DRAWN = "cards drawn from the deck"


def _unknown(plan: Plan) -> list[str]:
    """What of a game neither solvers nor arrays of rounds know how to play, in words."""
    choices = [choice.spec for stage in plan.choices for choice in stage]
    wagers = [wager.spec for wager in plan.wagers.values()]
    found = {
        "hands that are set, kept or drawn to by a house way": any(plan.house_way) or any(one.parts for one in choices),
        _DRAWN: any(stage.fill_from == DECK for stage in plan.stages),
        "hands that a choice ends": any(one.ends for one in choices),
        "choices with less than a hand": any(one.below for one in choices),
        "choices beside a side wager": any(one.needs for one in choices),
        "fees": any(one.fee for one in wagers),
        "hands that are shown to claim a wager": any(one.shown_by for one in wagers),
    }
    return [text for text, here in found.items() if here]


def is_known(plan: Plan) -> bool:
    """Whether solvers and arrays of rounds know how to play a game."""
    return not _unknown(plan)


def check_known(plan: Plan, with_draws: bool = False) -> None:
    """Refuse a game that neither a solver nor arrays of rounds know how to play; `with_draws`: but for deck draws."""
    unknown = [text for text in _unknown(plan) if not (with_draws and text == _DRAWN)]
    if unknown:
        raise RuleError(f"no solver knows {', '.join(unknown)}", plan.game.spec.id)


def cards_drawn(plan: Plan) -> int:
    """The most cards that one seat takes from the deck for those it throws away."""
    waiting = drawn = 0
    for index, stage in enumerate(plan.stages):
        bounds = [choice.spec.discard for choice in plan.choices[index] if choice.spec.discard is not None]
        waiting += max((most for _, most in bounds), default=0)
        if stage.fill_from == DECK:
            drawn, waiting = drawn + waiting, 0
    return drawn


def main_wagers(plan: Plan) -> tuple[str, ...]:
    """The wagers that decisions are about: required, made by an action or its measure, and bonuses on those."""
    wagers = {name: wager.spec for name, wager in plan.wagers.items() if _priced(wager)}
    chosen = {name for name, words in wagers.items() if words.required}
    choices = [choice.spec for stage in plan.choices for choice in stage if not choice.spec.ahead]
    if not chosen and plan.game.spec.one_of:  # the first that may be made alone, and what follows it
        chosen.add(plan.game.spec.one_of[0])
        choices = [choice for choice in choices if choice.times in chosen]
    measured = {choice.times for choice in choices if choice.bet}
    later = {name for choice in choices for name in (*choice.bet, *choice.adds.values())}
    later = {name for name in later if not plan.wagers[name].spec.opened_later}
    chosen |= (later | measured) & wagers.keys()
    if not chosen and wagers:
        chosen.add(next(iter(wagers)))
    chosen |= {name for name, words in wagers.items() if words.paid_on in chosen}
    return tuple(name for name in wagers if name in chosen)


def _priced(wager: WagerPlan) -> bool:
    """Whether a wager is offered, and against the house: what players pay each other has no price."""
    return wager.spec.offered and not wager.spec.pot


def opening_stakes(plan: Plan) -> dict[str, float]:
    """The main wagers that are made before the first card, each in units of the one it equals or of its own."""
    wagers = {name: plan.wagers[name].spec for name in main_wagers(plan)}
    before = {name: words for name, words in wagers.items() if name not in plan.placed_later and not words.paid_on}
    return {name: words.share if words.equals in before else 1.0 for name, words in before.items()}


def standing_wagers(plan: Plan) -> tuple[str, ...]:
    """Main wagers that no decision touches: each is counted alone, and the game without them solved."""
    before, choices = opening_stakes(plan), [choice for stage in plan.choices for choice in stage]
    touched = {name for choice in choices for name in choice.needs}
    touched |= {wager.spec.paid_on for wager in plan.wagers.values()}
    alone = [name for name in before if name not in touched and plan.wagers[name].table is not None]
    specs = {name: plan.wagers[name].spec for name in alone}
    standing = [name for name, one in specs.items() if one.survives_fold and not (one.against or one.best_of)]
    if redraws(plan) or not any(choice.spec.fold for choice in choices) or len(standing) == len(before):
        return ()
    return tuple(standing)


def prices_of(plan: Plan, names: Iterable[str]) -> tuple[object, ...]:
    """All that alternatives of the pay tables of some wagers can differ in."""
    tables = [table for name in names for table in plan.wagers[name].tables]
    return tuple(tuple((row.name, tuple(pay.text for pay in row.pays)) for row in table.rows) for table in tables)


def decided_stakes(plan: Plan) -> dict[str, float]:
    """The opening stakes of the game that decisions are about."""
    standing = standing_wagers(plan)
    return {name: stake for name, stake in opening_stakes(plan).items() if name not in standing}


def unit_of(plan: Plan) -> str:
    """The wager that house edge is a share of: the first that must be made and does not follow another's amount."""
    main = main_wagers(plan)
    words = {name: plan.wagers[name].spec for name in main}
    stands_alone = [name for name in main if words[name].equals not in main and not words[name].paid_on]
    required = [name for name in stands_alone if words[name].required]
    opening = [name for name in stands_alone if name not in plan.placed_later]
    return (required or opening or stands_alone or list(main))[0]


def played_beside(plan: Plan) -> tuple[str, ...]:
    """Wagers of other hands that decisions of their own follow: no price of the wager alone would be one."""
    choices = [choice.spec for stage in plan.choices for choice in stage if choice.spec.bet and choice.spec.times]
    decided = {name for choice in choices for name in (choice.times, *choice.bet)} - set(main_wagers(plan))
    offered = {name for name, wager in plan.wagers.items() if _priced(wager) and not wager.spec.opened_later}
    return tuple(name for name in plan.wagers if name in decided & offered)


def side_wagers(plan: Plan) -> tuple[str, ...]:
    """The wagers that are priced alone."""
    main = {*main_wagers(plan), *played_beside(plan)}
    return tuple(name for name, wager in plan.wagers.items() if _priced(wager) and name not in main)


def dealt_by(plan: Plan) -> list[tuple[dict[str, int], tuple[Position, ...]]]:
    """Before the first stage and after each: the cards in every pile, and the places that a seat has seen, in order."""
    cards, known = dict[str, int](), dict[Position, None]()
    found: list[tuple[dict[str, int], tuple[Position, ...]]] = [({}, ())]
    for stage in plan.stages:
        for pile, count in stage.deal.items():
            first = cards.get(pile, 0)
            cards[pile] = first + count
            if pile == "player":
                known.update(dict.fromkeys((pile, place) for place in range(first, first + count)))
        for part in map(parse_part, stage.up):
            stop = cards.get(part.pile, 0) if part.whole else part.stop or 0
            known.update(dict.fromkeys((part.pile, place) for place in range(part.start, stop)))
        found.append(({**cards}, (*known,)))
    return found


def seen_at(plan: Plan, stage: int) -> dict[str, list[int]]:
    """The places of each pile whose cards a seat sees when it decides at a stage."""
    seen: dict[str, list[int]] = {}
    for pile, place in dealt_by(plan)[stage + 1][1]:
        seen.setdefault(pile, []).append(place)
    return {pile: sorted(places) for pile, places in seen.items()}


def pile_sizes(plan: Plan) -> dict[str, int]:
    """How many cards each pile receives in a round played to the end."""
    return dealt_by(plan)[-1][0]


def positions(plan: Plan, hand: str) -> frozenset[Position]:
    """The places whose cards form a hand."""
    sizes = pile_sizes(plan)
    found: set[Position] = set()
    for other in plan.hands[hand].plays_of:
        found |= positions(plan, other)
    for other in plan.hands[hand].one_of:
        found |= positions(plan, other)
    for part in plan.hands[hand].parts:
        if part.selected:
            found.update((part.pile, place) for place in range(plan.selects))
            continue
        stop = sizes.get(part.pile, 0) if part.whole else part.stop or 0
        found.update((part.pile, place) for place in range(part.start, stop))
    return frozenset(found)


def whole_piles(hand: HandPlan) -> frozenset[str] | None:
    """The piles whose cards are a hand, none where it is made in another way."""
    whole = all(part.whole for part in hand.parts) and not hand.stand_in
    return frozenset(part.pile for part in hand.parts) if whole else None


def cells(plan: Plan, hands: Iterable[str]) -> list[tuple[Position, ...]]:
    """The places of some hands, those together whose cards may change places: of one pack and the same hands."""
    apart = {part for hand in hands for part in plan.hands[hand].plays_of or (hand,)}
    by_hand = [positions(plan, hand) for hand in sorted(apart)]
    together: dict[tuple[str | bool, ...], list[Position]] = {}
    for position in sorted(frozenset().union(*by_hand)):
        pack = plan.game.spec.packs.get(position[0], "")
        together.setdefault((pack, *(position in own for own in by_hand)), []).append(position)
    return [tuple(group) for group in together.values()]


def redraws(plan: Plan) -> bool:
    """Whether seats exchange cards, so that what they hold at the end depends on their play."""
    return any(stage.fill_from for stage in plan.stages) or any(
        choice.spec.discard is not None for stage in plan.choices for choice in stage
    )


def thrown_for_good(plan: Plan, stage: int) -> int:
    """How many cards every seat that stays in throws away at a stage without taking others."""
    bounds = {choice.spec.discard for choice in plan.choices[stage]} - {None}
    if len(bounds) != 1 or any(later.fill_from for later in plan.stages[stage:]):
        return 0
    least, most = bounds.pop() or (0, 0)
    return least if least == most else 0


def changes(plan: Plan, hand: str) -> bool:
    """Whether the cards of a hand depend on play: what a seat holds at the end, but not the cards it was dealt."""
    own = plan.hands[hand]
    return redraws(plan) and any(part.pile == "player" and (part.whole or own.held) for part in own.parts)
