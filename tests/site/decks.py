"""Dealings chosen by what they show, so that a test sees the hand it is about."""

from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

import pytest

from houseway.cards.proof import seed_of
from houseway.families import open_round
from houseway.floor import shoes
from houseway.play.core.round import LiveRound
from houseway.play.core.roundfile import convert_round


def secret_for(game: str, wagers: Mapping[str, float], wanted: Callable[[LiveRound], bool], **seat: Any) -> str:
    """The first secret whose shuffle gives one seat such a round."""
    opening = convert_round({"game": game, "seats": [{"wagers": dict(wagers), **seat}]})
    for number in count():
        secret = f"{number:064x}"
        if wanted(open_round(opening, seed_of(secret))):
            return secret
    raise AssertionError("numbers do not end")


def stack_deck(
    monkeypatch: pytest.MonkeyPatch, game: str, wagers: Mapping[str, float], wanted: Callable[[LiveRound], bool]
) -> None:
    """The next rounds of the server are dealt from that shuffle."""
    secret = secret_for(game, wagers, wanted)
    monkeypatch.setattr(shoes, "new_secret", lambda: secret)
