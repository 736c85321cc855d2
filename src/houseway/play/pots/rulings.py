"""Rulings of the floor on a hand: as a round file tells them, as events of the hand, and at the showdown."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from houseway.play.core.roundfile import RoundFile, cards
from houseway.play.core.settlement import TableRuling
from houseway.play.pots.betting import folded, put_at
from houseway.play.pots.dealing import mixed
from houseway.play.pots.state import Act, Ruled, S, State
from houseway.rules.errors import RuleError
from houseway.rules.wording import humanize
from houseway.rules.words import IrregularitySpec

FLOOR = (
    "dead_hand", "fouled", "fouled_no_fault", "misdeal", "defective_deck", "exposed_card", "all_in_exposed",
    "premature_board", "premature_card", "premature_last_card", "skipped_player", "folded_by_dealer",
)  # fmt: skip


STANDS = "hand_stands"  # the ruling that a hand is live, which changes nothing


class Kind(NamedTuple):
    """A ruling: what becomes of the hand, the paragraph's name among the game's rulings, and what is asked of it."""

    effect: str
    ruling: str
    asks: tuple[str, ...] = ()


# None of a kind: as the game's file says.
KINDS = {
    "misdeal": Kind("void_table", "misdeal"), "defective_deck": Kind("void_table", "defective_deck", ("knew",)),
    "dead_hand": Kind("continue", "dead_hand"), "fouled": Kind("continue", "dead_hand"),
    "exposed_card": Kind("continue", "exposed_card", ("cards",)),
    "fouled_no_fault": Kind("continue", "fouled_no_fault"),
    "all_in_exposed": Kind("continue", "exposed_card"), "premature_board": Kind("continue", "premature"),
    "premature_card": Kind("continue", "premature"), "premature_last_card": Kind("continue", "premature"),
}  # fmt: skip


_MONEY = ("bet", "call", "raise", "complete", "bring-in")


def substantial_action(state: State) -> bool:
    """CO 30-1002(41): two seats put money in, or three folded or bet; blinds and straddles do not count."""
    money = {seat for seat, act in state.events if act.verb in _MONEY}
    acted = money | {seat for seat, act in state.events if act.verb == "fold"}
    return len(money) >= 2 or len(acted) >= 3


def stated_irregularity(state: State, verb: str) -> IrregularitySpec | None:
    """What the game's own rules say of an irregularity that costs a hand its part in the round."""
    known = state.table.rules.spec.irregularities
    return next((word for word in known if word.kind == verb and word.effect == "void_seat"), None)


def voided_seats(state: State) -> dict[int, IrregularitySpec]:
    """The seats whose hands such an irregularity killed."""
    return {seat: word for seat, act in state.events if (word := stated_irregularity(state, act.verb)) is not None}


def apply_ruling(state: S, seat: int, act: Act) -> S:
    """The state after a ruling; RuleError where the rules do not allow it."""
    if state.ending:
        raise RuleError("the hand has been ended already", "irregularity")
    word = stated_irregularity(state, act.verb)
    if word is not None:
        act = Act("dead_hand" if "pot" in word.keep else "fouled_no_fault")
    elif act.verb not in KINDS and act.verb != STANDS:
        raise RuleError(f"the rules of this game know no irregularity {act.verb!r}", "irregularity.kind")
    if act.verb == "misdeal":
        if substantial_action(state):
            rule = state.table.rules.game.cite(state.table.rules.spec.rulings.misdeal)
            raise RuleError(f"no misdeal once there has been substantial action ({rule})", "irregularity")
        return replace(state, ending="misdeal", phase="over", queue=())
    if act.verb == "defective_deck":
        # CO 30-1030: `cards` holds the seats that knew and bet; their chips stay for the next hand.
        return replace(state, ending="defective_deck", phase="over", queue=(), forfeits=act.cards)
    if act.verb == "premature_board":
        return _board_again(state)
    if act.verb == "premature_card":
        return _cards_buried(state)
    if not 0 <= seat < len(state.live):
        raise RuleError("say whose hand it was", "irregularity.seat")
    if act.verb == "exposed_card":
        return _card_replaced(state, seat, act.cards)
    if not state.live[seat]:
        raise RuleError("the hand is not live", "irregularity.seat")
    if act.verb == STANDS:
        return state
    if act.verb == "premature_last_card":
        return _last_card_kept(state, seat)
    if act.verb == "all_in_exposed":
        # CO 30-1015: the last stud card was turned up, and its owner takes no more part in the betting.
        return replace(state, frozen=(*state.frozen, seat), queue=tuple(s for s in state.queue if s != seat))
    if sum(state.live) == 1:
        raise RuleError("the last live hand cannot be ruled dead", "irregularity.seat")
    if act.verb == "fouled":
        state = _bet_returned(state, seat)
    if act.verb == "fouled_no_fault":
        # CO 30-1014: all that the seat put in during the hand comes back.
        state = replace(
            state,
            stacks=put_at(state.stacks, seat, state.stacks[seat] + state.paid[seat]),
            paid=put_at(state.paid, seat, 0),
            bets=put_at(state.bets, seat, 0),
            refunds=(*state.refunds, seat),
        )
    if state.phase == "over":
        return replace(state, live=(*state.live[:seat], False, *state.live[seat + 1 :]))
    return folded(state, seat)


def _bet_returned(state: S, seat: int) -> S:
    """CO 30-1025(2): a fouled hand's bet comes back while the next seat has not acted on it."""
    if not state.events or state.events[-1][0] != seat or state.events[-1][1].verb not in ("bet", "raise"):
        return state
    levels = [bet for s, bet in enumerate(state.bets) if s != seat]
    before = max(0, *(level for s, level in enumerate(state.faced) if s != seat), *levels)
    back = state.bets[seat] - min(state.bets[seat], before)
    place = state.order.index(seat)
    behind = state.order[place + 1 :] + state.order[:place]
    waiting = tuple(s for s in behind if s in state.queue and (state.faced[s] < 0 or state.bets[s] < before))
    return replace(
        state,
        stacks=put_at(state.stacks, seat, state.stacks[seat] + back),
        paid=put_at(state.paid, seat, state.paid[seat] - back),
        bets=put_at(state.bets, seat, state.bets[seat] - back),
        level=before,
        full=min(state.full, before),
        step=0,
        raises=max(0, state.raises - (before > 0)),
        queue=waiting,
    )


def _card_replaced(state: S, seat: int, cards: tuple[int, ...]) -> S:
    """CO 30-1015, 30-1031: a card exposed in the deal or faced in the deck is dead; the next card takes its place."""
    held = list(state.hole[seat])
    had = tuple(map(len, state.dealt))
    new = state.source.to_seats((seat,), had, state.used, len(cards))[0]
    for card, instead in zip(cards, new, strict=True):
        if card not in held:
            raise RuleError("the hand does not hold the exposed card", "irregularity.cards")
        held[held.index(card)] = instead
    hole = (*state.hole[:seat], tuple(held), *state.hole[seat + 1 :])
    dealt = (*state.dealt[:seat], state.dealt[seat] + new, *state.dealt[seat + 1 :])
    return replace(state, hole=hole, used=state.used + len(cards), dealt=dealt, burns=state.burns + cards)


def _next_cards(state: State) -> int:
    """How many cards each seat gets on the next street."""
    rest = state.table.rules.spec.streets[state.street + 1 :]
    count = rest[0].deal.down + rest[0].deal.up if rest else 0
    if not count:
        raise RuleError("no card of a seat is dealt next", "irregularity")
    return count


def _cards_buried(state: S) -> S:
    """CO 30-1015: in stud a card dealt too early is buried with one for every other seat.

    So each seat gets the card that was meant for the round after.
    """
    count = _next_cards(state) * sum(state.live)
    return replace(state, burns=state.burns + state.source.burnt(state.used, count), used=state.used + count)


def _last_card_kept(state: S, seat: int) -> S:
    """CO 30-1015: the last down card, which its player may have seen, is kept; he does not raise until all have it."""
    count = _next_cards(state)
    if state.street + 2 != len(state.table.rules.spec.streets) or seat in state.early:
        raise RuleError("only the last card is kept, and only once", "irregularity")
    new = state.source.to_seats((seat,), tuple(map(len, state.dealt)), state.used, count)[0]
    hole = (*state.hole[:seat], state.hole[seat] + new, *state.hole[seat + 1 :])
    dealt = (*state.dealt[:seat], state.dealt[seat] + new, *state.dealt[seat + 1 :])
    return replace(state, hole=hole, dealt=dealt, used=state.used + count, early=(*state.early, seat))


def _board_again(state: S) -> S:
    """CO 30-1015: board cards turned before their time go back into the deck, which is shuffled.

    A premature flop or last card is dealt again without another burn; in place of a premature fourth card the
    would-be fifth is turned, and the fourth waits in the stub.
    """
    streets = state.table.rules.spec.streets[state.street + 1 :]
    boards = [street.deal.board for street in streets if street.deal.board]
    if not boards:
        raise RuleError("no board card is still to come", "irregularity")
    seed, moment = state.table.seed, f"premature after {len(state.events)} events"
    rest = state.source.burnt(state.used, state.source.left(state.used))
    if boards[0] > 1 or len(boards) == 1:
        rest = rest[:1] + mixed(rest[1:], seed, moment)
    else:
        rest = rest[2:4] + mixed(rest[1:2] + rest[4:], seed, moment)
    return replace(state, source=state.source.with_last(state.used, rest))


_NAMES = {name: name for name in FLOOR} | {
    "fouled_hand": "fouled", "wrong_count": "dead_hand", "short_hand": "dead_hand",
    "protected_hand_fouled": "fouled_no_fault",
}  # fmt: skip


# What may happen to a hand at the showdown.
SHOWDOWN = {
    "mucked": Kind("continue", "irretrievable", ("touched_muck", "retrieved", "induced", "tabled", "face_up", "mixed")),
    "conceded": Kind("continue", "conceded"),
    "left_table": Kind("continue", "left_table"),
    "dealer_discarded": Kind("continue", "dealer_discard", ("tabled", "claimed")),
    "bypassed": Kind("continue", "bypassed"),
    "stray_joker": Kind("continue", "faced_card", ("face_up",)),
    "asked_to_see": Kind("continue", "asked_to_see", ("touched_muck",)),
}


def _says(told: Mapping[str, Any], name: str) -> bool:
    value = told.get(name, False)
    if not isinstance(value, bool):
        raise RuleError("must be true or false", f"irregularity.{name}")
    return value


def _mucked(told: Mapping[str, Any]) -> tuple[bool, str, str]:
    """A hand that its player discarded: whether it is dead, the paragraph's name and why."""
    touched, retrieved = _says(told, "touched_muck"), _says(told, "retrieved")
    if _says(told, "face_up"):
        mixed = _says(told, "mixed")
        return mixed, "face_up", "irretrievably mixed with the discards" if mixed else "face up and all bets paid"
    if _says(told, "tabled"):
        return False, "irretrievable", "it had lain face up and flat until the dealer saw it"
    if retrieved and not touched and not _says(told, "induced"):
        return False, "retrieved", "retrieved and turned up before it touched the discards"
    if touched:
        return True, "touched_muck", "discarded and touched the discards"
    return True, "irretrievable", "discarded face down and not retrievable"


def showdown_ruling(file: RoundFile, state: State) -> tuple[int, bool, TableRuling] | None:
    """A ruling on a hand as a record tells it besides the actions: the seat, whether it is dead, and why."""
    told = file.irregularity or {}
    if told.get("kind") not in SHOWDOWN:
        return None
    seat = told.get("seat")
    dead, ruling = rule_on_hand(state, seat, told)
    return ruling.seat, dead, ruling


def rule_on_hand(state: State, seat: Any, told: Mapping[str, Any]) -> tuple[bool, TableRuling]:
    """A ruling on a hand that was discarded, conceded or passed over: whether it is dead, and why."""
    kind = told["kind"]
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < len(state.live):
        raise RuleError("say whose hand it was", "irregularity.seat")
    if kind == "mucked":
        dead, name, reason = _mucked(told)
    elif kind == "conceded":
        dead, name, reason = False, "conceded", "a verbal concession is not binding"
    elif kind == "left_table":
        dead, name, reason = True, "left_table", "who leaves the table concedes the pot"
    elif kind == "bypassed":
        dead = substantial_action(state)
        name, reason = "bypassed", "substantial action followed" if dead else "the betting goes back to the seat"
    elif kind == "stray_joker":
        # The cards of the record are those that the seat plays.
        dead, name = False, "faced_card"
        reason = (
            "a joker dealt face up is a dead card, and the next card takes its place"
            if _says(told, "face_up")
            else "the joker is replaced by the top card once all others have theirs for the round"
        )
    elif kind == "asked_to_see":
        dead, name = False, "asked_to_see"
        if _says(told, "touched_muck"):
            reason = "the hand had touched the discards, and is not shown"
        else:
            reason = "it called all bets, and is shown to whoever did too"
    elif _says(told, "tabled") and _says(told, "claimed"):
        dead, name, reason = False, "tabled", "it lay face up and flat, and the pot was claimed before it was taken in"
    else:
        dead, name, reason = True, "dealer_discard", "discarded by the dealer without objection"
    rules = state.table.rules
    rule = rules.game.cite(getattr(rules.spec.rulings, name))
    return dead, TableRuling(seat, humanize(str(kind)), f"{'dead' if dead else 'live'} hand: {reason}", rule)


_HANDS = {humanize(kind): kind for kind in SHOWDOWN}


def told_of_hand(text: str, field: str) -> dict[str, Any] | None:
    """What an action tells of a hand: `mucked, touched muck`; none where it is another text."""
    first, *facts = text.split(", ")
    if first not in _HANDS:
        return None
    kind = _HANDS[first]
    asks = {humanize(name): name for name in SHOWDOWN[kind].asks}
    for fact in facts:
        if fact not in asks:
            raise RuleError(f"{first} is told with {', '.join(asks) or 'nothing else'}, not {fact!r}", field)
    return {"kind": kind, **{asks[fact]: True for fact in facts}}


def ruled_hand(state: State, seat: int, told: Mapping[str, Any], text: str) -> Act:
    """The ruling on a hand as an event of the round: it is dead, or it stands."""
    dead, ruling = rule_on_hand(state, seat, told)
    return Act("dead_hand" if dead else STANDS, ruled=Ruled(text, ruling.ruling, ruling.rule))


def ruling_text(told: Mapping[str, Any]) -> str:
    """A ruling as a live hand takes it; empty where the kind is none of the engine's."""
    if (kind := told.get("kind")) in SHOWDOWN:
        facts = [humanize(name) for name in SHOWDOWN[kind].asks if _says(told, name)]
        return ", ".join([humanize(str(kind)), *facts])
    verb = _NAMES.get(str(told.get("kind")), "")
    if not verb:
        return ""
    named = told.get("knew", []) if verb == "defective_deck" else told.get("cards", [])
    return " ".join([humanize(verb), *map(str, named)])


def rulings(file: RoundFile, state: State) -> list[tuple[int, Act]]:
    """What the floor ruled, as events for the engine; `knew` names the seats that bet on a deck they knew defective."""
    told = file.irregularity
    if not told or told.get("kind") in SHOWDOWN:
        return []
    kind = told.get("kind")
    if kind in [word.kind for word in state.table.rules.spec.irregularities if word.effect == "continue"]:
        return []  # a harmless error: the hand goes on as dealt
    if not isinstance(kind, str) or kind not in _NAMES:
        raise RuleError(
            f"unknown irregularity {kind!r}; known are {', '.join((*FLOOR, *SHOWDOWN))}", "irregularity.kind"
        )
    seat = told.get("seat", -1)
    if isinstance(seat, bool) or not isinstance(seat, int) or not -1 <= seat < len(state.live):
        raise RuleError(f"there is no seat {seat!r}", "irregularity.seat")
    knew = told.get("knew", [])
    if not isinstance(knew, list) or not all(isinstance(who, int) and 0 <= who < len(state.live) for who in knew):
        raise RuleError("must be a list of seats", "irregularity.knew")
    shown = cards(told.get("cards", []), "irregularity.cards")
    verb = _NAMES[kind]
    return [(seat, Act(verb, 0, tuple(knew) if verb == "defective_deck" else shown))]
