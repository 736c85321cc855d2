"""Settling a coup in a line of a test."""

from collections.abc import Mapping
from typing import Any

from houseway.families import settle
from houseway.play.core.roundfile import as_json, convert_round


def coup(game: str, player: str, banker: str, *seats: Mapping[str, float], **more: Any) -> list[dict[str, float]]:
    """Nets of each seat's wagers."""
    file = {
        "game": game,
        "seats": [{"wagers": wagers} for wagers in seats],
        "piles": {"player": player.split(), "banker": banker.split()},
        **more,
    }
    answer = as_json(settle(convert_round(file)))
    return [{line["wager"]: line["net"] for line in seat["lines"]} for seat in answer["seats"]]
