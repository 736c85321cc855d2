"""The `irregularity` of a round file as rulings of the floor."""

from houseway.play.core.roundfile import RoundFile, cards
from houseway.play.pots.floor import FLOOR
from houseway.play.pots.state import Act, State
from houseway.rules.errors import RuleError

_NAMES = {
    "dead_hand": "dead_hand", "fouled_hand": "fouled", "fouled": "fouled", "wrong_count": "dead_hand",
    "short_hand": "dead_hand", "fouled_no_fault": "fouled_no_fault", "protected_hand_fouled": "fouled_no_fault",
    "misdeal": "misdeal", "defective_deck": "defective_deck", "exposed_card": "exposed_card",
    "all_in_exposed": "all_in_exposed", "premature_board": "premature_board",
    "skipped_player": "skipped_player",
}  # fmt: skip


def rulings(file: RoundFile, state: State) -> list[tuple[int, Act]]:
    """What the floor ruled, as events for the engine; `knew` names the seats that bet on a deck they knew defective."""
    told = file.irregularity
    if not told:
        return []
    kind = told.get("kind")
    if not isinstance(kind, str) or kind not in _NAMES:
        raise RuleError(f"unknown irregularity {kind!r}; known are {', '.join(FLOOR)}", "irregularity.kind")
    seat = told.get("seat", -1)
    if isinstance(seat, bool) or not isinstance(seat, int) or not -1 <= seat < len(state.live):
        raise RuleError(f"there is no seat {seat!r}", "irregularity.seat")
    knew = told.get("knew", [])
    if not isinstance(knew, list) or not all(isinstance(who, int) and 0 <= who < len(state.live) for who in knew):
        raise RuleError("must be a list of seats", "irregularity.knew")
    shown = cards(told.get("cards", []), "irregularity.cards")
    verb = _NAMES[kind]
    return [(seat, Act(verb, 0, tuple(knew) if verb == "defective_deck" else shown))]
