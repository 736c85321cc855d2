"""Giving up cards: the draw, the exchange, and the card that pineapple takes away."""

from collections import Counter

from msgspec.structs import replace

from houseway.cards.text import JOKER, format_cards
from houseway.play.pots.dealing import UNKNOWN, mixed
from houseway.play.pots.state import Act, Legal, S, State
from houseway.rules.errors import RuleError
from houseway.rules.pots import Discard
from houseway.rules.wording import counted


def _rule(state: State) -> Discard:
    discard = state.table.rules.spec.streets[state.street].discard
    if discard is None:
        raise RuleError("no cards are given up on this street", "action")
    return discard


def legal_discards(state: State, seat: int) -> list[Legal]:
    """How many cards the seat in turn may give up."""
    rule = _rule(state)
    if rule.wild:
        return [Legal("declare", rule.least, rule.most)]
    choices = []
    if rule.least == 0 or rule.late:
        choices.append(Legal("stand pat"))
    least, most = max(1, rule.least), min(rule.most, len(state.hole[seat]))
    if least <= most:
        choices.append(Legal("discard", least, most))
    return choices


def discard_act(state: S, seat: int, act: Act) -> S:
    """The state after the seat in turn gives up cards or keeps what it has."""
    rule = _rule(state)
    queue = state.queue[1:]
    cards = act.cards
    if rule.wild:
        return _declared(replace(state, queue=queue), seat, act, rule)
    if act.verb in ("stand pat", "timeout"):
        cards = ()
    elif act.verb != "discard":
        raise RuleError(f"the player gives up cards or stands pat, not {act.verb}", "action")
    if len(cards) < rule.least:
        if not rule.late:
            raise RuleError(f"at least {counted(rule.least, 'card')} must be given up", "action")
        return replace(state, queue=queue, late=(*state.late, seat))
    if len(cards) > rule.most:
        raise RuleError(f"at most {counted(rule.most, 'card')} may be given up", "action")
    state = replace(state, queue=queue)
    return _without(state, seat, cards, rule) if cards else state


def _declared(state: S, seat: int, act: Act, rule: Discard) -> S:
    """The seat's wild cards named: from now on each of them is a joker in its hand (CO 30-1099.10(4))."""
    held = list(state.hole[seat])
    if act.verb != "declare" or not rule.least <= len(act.cards) <= rule.most or not set(act.cards) <= set(held):
        raise RuleError("a card of the hand must be declared wild", "action")
    wild = tuple(JOKER if card in act.cards else card for card in held)
    return replace(state, hole=(*state.hole[:seat], wild, *state.hole[seat + 1 :]))


def _without(state: S, seat: int, cards: tuple[int, ...], rule: Discard) -> S:
    held = list(state.hole[seat])
    if not Counter(cards) <= Counter(held) and UNKNOWN not in held:
        raise RuleError(f"the hand does not hold {format_cards(cards)}", "action")
    for card in cards:
        held.remove(card if card in held else UNKNOWN)
    source, used, dealt, given = state.source, state.used, state.dealt, state.given
    if rule.replaced:
        if source.left(used) < len(cards):
            # CO 30-1099.02(1): discards are kept apart from the muck, so they alone refill the deck.
            rest = source.burnt(used, source.left(used))
            source, given = source.with_last(used, rest + mixed(given, state.table.seed, f"exhausted after {used}")), ()
        new = source.to_seats((seat,), tuple(map(len, dealt)), used, len(cards))[0]
        held += new
        used += len(cards)
        dealt = (*dealt[:seat], dealt[seat] + new, *dealt[seat + 1 :])
    hole = (*state.hole[:seat], tuple(held), *state.hole[seat + 1 :])
    return replace(state, hole=hole, source=source, used=used, dealt=dealt, given=given + cards)
