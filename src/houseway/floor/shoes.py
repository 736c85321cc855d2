"""The shoe of a table: the shuffle that the next round is dealt from, and when its secret may be shown."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Row, select

from houseway.cards.proof import commitment, new_secret
from houseway.floor.schema import rounds


def in_play(table: Row[Any]) -> dict[str, Any]:
    """The shoe that goes on: its first round, the hash of its shuffle, the place where the next round begins."""
    found: dict[str, Any] = table.state.get("shoe", {})
    return found


def next_shuffle(db: Connection, table: Row[Any]) -> tuple[str, str]:
    """Secret and hash for the next round: of the shoe in play, or of a new shuffle."""
    shoe = in_play(table)
    if shoe:
        secret = str(db.execute(select(rounds.c.seed).where(rounds.c.id == shoe["round"])).scalar_one())
    else:
        secret = new_secret()
    return secret, commitment(secret)


def left_behind(table: Row[Any], hand: Mapping[str, Any], place: Mapping[str, int], left: Any) -> dict[str, Any]:
    """The table's state after a round: its shoe, if it goes on at `place`, and what the game carries over."""
    state: dict[str, Any] = {"places": hand["places"], "left": left} if left else {}
    if place:
        first = in_play(table).get("round", hand["id"])
        state["shoe"] = {"round": first, "commitment": hand["commitment"], "place": dict(place)}
    return state


def without_shoe(table: Row[Any]) -> dict[str, Any]:
    """The table's state when the cards are shuffled before the next round."""
    return {name: value for name, value in table.state.items() if name != "shoe"}


def revealed(table: Row[Any], row: Row[Any]) -> bool:
    """Whether the secret of a round may be shown: it is over, and so is the shoe it was dealt from."""
    return row.status in ("settled", "void") and in_play(table).get("commitment") != row.commitment
