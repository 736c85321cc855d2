"""Dealings of the server that the browser plays with: the same in every run, or chosen by what they show."""

from collections.abc import Callable, Mapping
from itertools import count
from random import Random

import pytest

from houseway.families import open_round
from houseway.floor import shoes, verification
from houseway.floor.keno import games as keno
from houseway.floor.tournaments import state as tournaments
from houseway.play.core.round import LiveRound
from houseway.play.core.roundfile import convert_round

_seeds: dict[str, int] = {}  # of every shuffle dealt from in this process, so that no round of an earlier test changes


def deal_from(monkeypatch: pytest.MonkeyPatch, next_seed: Callable[[], int]) -> None:
    """Every shuffle that is dealt from next has such a seed, whatever the browser adds to it, at any table."""

    def seed_of(secret: str, *_: object) -> int:
        if secret not in _seeds:
            _seeds[secret] = next_seed()
        return _seeds[secret]

    for module in (shoes, keno, tournaments, verification):
        monkeypatch.setattr(module, "seed_of", seed_of)


def deal_alike(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """The rounds of a test are dealt the same cards in every run."""
    rng = Random(name)
    deal_from(monkeypatch, lambda: rng.getrandbits(64))


def stack_deck(
    monkeypatch: pytest.MonkeyPatch, game: str, wagers: Mapping[str, float], wanted: Callable[[LiveRound], bool]
) -> None:
    """The next rounds of the server are dealt from the first seed that gives one seat such a round."""
    opening = convert_round({"game": game, "seats": [{"wagers": dict(wagers)}]})
    seed = next(number for number in count() if wanted(open_round(opening, number)))
    deal_from(monkeypatch, lambda: seed)
