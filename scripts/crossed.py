"""Counts the modules that one round crosses from its file to the answer: those of which a function runs.

`python scripts/crossed.py` prints the count for a game of three families; `--list` names the modules.
"""

import sys
from types import FrameType
from typing import Any

from houseway.families import answer
from houseway.play.core.roundfile import convert_round

ROUNDS: dict[str, dict[str, Any]] = {
    "three-card-poker": {
        "seats": [{"wagers": {"ante": 10}, "cards": ["9s", "9d", "2c"], "actions": ["play"]}],
        "dealer": ["Jh", "8c", "4d"],
    },
    "blackjack": {
        "seats": [{"wagers": {"blackjack": 10}, "cards": ["Ks", "9d"], "actions": ["stand"]}],
        "dealer": ["Th", "8c"],
    },
    "texas-holdem": {
        "seats": [{"cards": ["As", "Ad"], "stack": 100}, {"cards": ["Ks", "Kd"], "stack": 100}],
        "community": ["2c", "7d", "9h", "Jc", "3s"],
        "betting": {"button": 0, "blinds": [1, 2], "actions": [[0, "call"], [1, "check"]]},
    },
}


def crossed(game: str) -> list[str]:
    """The modules of the package in which a function ran while a round of the game was settled."""
    seen: set[str] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        name = frame.f_globals.get("__name__", "")
        if event == "call" and name.startswith("houseway.") and frame.f_code.co_name != "<module>":
            seen.add(name)

    answer(convert_round({"game": game, **ROUNDS[game]}))  # imports are not crossings
    other = {"game": game, "house": {"rounding": "nearest"}, **ROUNDS[game]}  # compiled anew for another house
    sys.setprofile(note)
    try:
        answer(convert_round(other))
    finally:
        sys.setprofile(None)
    return sorted(seen)


if __name__ == "__main__":
    for game in ROUNDS:
        modules = crossed(game)
        print(f"{game}: {len(modules)} modules")
        if "--list" in sys.argv:
            print("  " + "\n  ".join(modules))
