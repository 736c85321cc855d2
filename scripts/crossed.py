"""Counts the modules that one round crosses from its file to the answer.

A module is crossed where one of its functions runs. It passes the round on where such a function calls into another
module: that is a hop, which a reader has to follow. The others answer by themselves (a card parsed, a name made
readable, cents from dollars): a word that is looked up, if at all. Constructors that `dataclass` wrote are not calls.
`python scripts/crossed.py` prints both counts for a game of three families; `--list` names the modules.
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


def crossed(game: str) -> dict[str, set[str]]:
    """The modules in which a function ran while a round of the game was settled, with those that each called into."""
    seen: dict[str, set[str]] = {}

    def note(frame: FrameType, event: str, _: Any) -> None:
        name = frame.f_globals.get("__name__", "")
        if event != "call" or not name.startswith("houseway.") or frame.f_code.co_filename == "<string>":
            return
        seen.setdefault(name, set())
        caller = frame.f_back
        while caller is not None and not caller.f_globals.get("__name__", "").startswith("houseway."):
            caller = caller.f_back  # through the standard library
        if caller is not None and (by := caller.f_globals["__name__"]) != name:
            seen.setdefault(by, set()).add(name)

    answer(convert_round({"game": game, **ROUNDS[game]}))  # imports are not crossings
    other = {"game": game, "house": {"rounding": "nearest"}, **ROUNDS[game]}  # compiled anew for another house
    sys.setprofile(note)
    try:
        answer(convert_round(other))
    finally:
        sys.setprofile(None)
    return dict(sorted(seen.items()))


if __name__ == "__main__":
    for game in ROUNDS:
        modules = crossed(game)
        hops = sum(bool(called) for called in modules.values())
        print(f"{game}: {hops} modules pass the round on, {len(modules) - hops} answer by themselves")
        if "--list" in sys.argv:
            for module, called in modules.items():
                print(f"  {module}{' ->' if called else ''} {', '.join(sorted(called))}".rstrip())
