"""The shoe of a table: the shuffle that the next round is dealt from, and when its secret may be shown."""

from collections.abc import Mapping
from typing import Any

from houseway.cards.proof import commitment, new_secret


def in_play(table: Any) -> dict[str, Any]:
    """The shoe that goes on: its first round, the hash of its shuffle, the place where the next round begins."""
    found: dict[str, Any] = table.state.get("shoe", {})
    return found


def next_shuffle(table: Any, last: Mapping[str, Any]) -> tuple[str, str]:
    """Secret and hash for the next round: those of the shoe in play, from which the last one was dealt, or new ones."""
    if in_play(table):
        return last["seed"], last["commitment"]
    secret = new_secret()
    return secret, commitment(secret)


def left_behind(table: Any, hand: Mapping[str, Any], place: Mapping[str, int], left: Any) -> dict[str, Any]:
    """The table's state after a round: its shoe, if it goes on at `place`, and what the game carries over."""
    state: dict[str, Any] = {"places": hand["places"], "left": left} if left else {}
    if place:
        first = in_play(table).get("round", hand["id"])
        state["shoe"] = {"round": first, "commitment": hand["commitment"], "place": dict(place)}
    return state


def without_shoe(table: Any) -> dict[str, Any]:
    """The table's state when the cards are shuffled before the next round."""
    return {name: value for name, value in table.state.items() if name != "shoe"}


def revealed(table: Any, hand: Mapping[Any, Any]) -> bool:
    """Whether the secret of a round may be shown: it is over, and so is the shoe it was dealt from."""
    return hand["status"] in ("settled", "void") and in_play(table).get("commitment") != hand["commitment"]
