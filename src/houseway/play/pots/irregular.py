"""The `irregularity` of a round file as rulings of the floor."""

from collections.abc import Mapping
from typing import Any

from houseway.play.core.roundfile import RoundFile, cards
from houseway.play.core.settlement import TableRuling
from houseway.play.pots.rulings import FLOOR, substantial_action
from houseway.play.pots.state import Act, State
from houseway.rules.errors import RuleError
from houseway.rules.wording import humanize

_NAMES = {
    "dead_hand": "dead_hand", "fouled_hand": "fouled", "fouled": "fouled", "wrong_count": "dead_hand",
    "short_hand": "dead_hand", "fouled_no_fault": "fouled_no_fault", "protected_hand_fouled": "fouled_no_fault",
    "misdeal": "misdeal", "defective_deck": "defective_deck", "exposed_card": "exposed_card",
    "all_in_exposed": "all_in_exposed", "premature_board": "premature_board",
    "skipped_player": "skipped_player", "premature_card": "premature_card",
    "premature_last_card": "premature_last_card",
}  # fmt: skip


_SHOWDOWN = ("mucked", "conceded", "left_table", "dealer_discarded", "bypassed", "stray_joker", "asked_to_see")


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
    """A ruling on a hand that was discarded, conceded or passed over: the seat, whether it is dead, and why."""
    told = file.irregularity or {}
    kind = told.get("kind")
    if kind not in _SHOWDOWN:
        return None
    seat = told.get("seat")
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < len(state.live):
        raise RuleError("names the seat of the hand", "irregularity.seat")
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
    rule = rules.cite(getattr(rules.spec.rulings, name))
    return seat, dead, TableRuling(seat, humanize(str(kind)), f"{'dead' if dead else 'live'} hand: {reason}", rule)


def ruling_text(told: Mapping[str, Any]) -> str:
    """A ruling as a live hand takes it; empty where the kind is none of the engine's."""
    verb = _NAMES.get(str(told.get("kind")), "")
    if not verb:
        return ""
    named = told.get("knew", []) if verb == "defective_deck" else told.get("cards", [])
    return " ".join([humanize(verb), *map(str, named)])


def rulings(file: RoundFile, state: State) -> list[tuple[int, Act]]:
    """What the floor ruled, as events for the engine; `knew` names the seats that bet on a deck they knew defective."""
    told = file.irregularity
    if not told or told.get("kind") in _SHOWDOWN:
        return []
    kind = told.get("kind")
    if kind in [one.kind for one in state.table.rules.spec.irregularities if one.effect == "continue"]:
        return []  # a harmless error: the hand goes on as dealt
    if not isinstance(kind, str) or kind not in _NAMES:
        raise RuleError(
            f"unknown irregularity {kind!r}; known are {', '.join((*FLOOR, *_SHOWDOWN))}", "irregularity.kind"
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
