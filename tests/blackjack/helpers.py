"""Rounds of blackjack in a line: hands as texts, splits as `hands`."""

from collections.abc import Mapping
from typing import Any

from tests.rulebook.helpers import all_nets, answer, rules, settle

__all__ = ["all_nets", "answer", "rules", "seat", "settle"]


def seat(
    wagers: Mapping[str, float], cards: str = "", *actions: str, dealt: str = "", hands: str = ""
) -> dict[str, Any]:
    """A seat; `dealt` and `hands` hold several hands parted by strokes."""
    found: dict[str, Any] = {"wagers": dict(wagers), "actions": list(actions)}
    if hands:
        found["hands"] = [hand.split() for hand in hands.split("|")]
    else:
        found["cards"] = cards.split()
    if dealt:
        parts = [hand.split() for hand in dealt.split("|")]
        found["dealt"] = parts if len(parts) > 1 else parts[0]
    return found
