"""Dealings chosen by what they show, so that a test sees the hand it is about."""

from collections.abc import Callable, Mapping
from itertools import count

import pytest

from houseway.families import open_round
from houseway.floor import shoes
from houseway.play.core.round import LiveRound
from houseway.play.core.roundfile import convert_round


def stack_deck(
    monkeypatch: pytest.MonkeyPatch, game: str, wagers: Mapping[str, float], wanted: Callable[[LiveRound], bool]
) -> None:
    """The next rounds of the server are dealt from the first seed that gives one seat such a round."""
    opening = convert_round({"game": game, "seats": [{"wagers": dict(wagers)}]})
    seed = next(number for number in count() if wanted(open_round(opening, number)))
    monkeypatch.setattr(shoes, "seed_of", lambda *_: seed)
