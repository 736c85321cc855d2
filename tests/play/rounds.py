"""Real rounds for tests: played live with rng, then exported, and ways to spoil them."""

import copy
from random import Random
from typing import Any

from houseway.families import betting_spots, open_round
from houseway.play.bets import choose_wagers, shown_meters
from houseway.play.core.round import LiveRound
from houseway.play.core.roundfile import RoundFile, convert_round
from houseway.rules.load import load_file

JUNK: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 3, 5, 0.005, 10.5, 1e-9, 1e15, 1e300, -1e300, 10**19, 10**40, 2**63, "", " ", "-", "x",
    "Ah", "Jk1", "Blank", "Zz", "ah", "\u0000", "ÿ", "10", "3x", "-3x", "nanx", "infx", "fold", "play", "pass", "raise",
    "bet 1e400", "bet nan", "play 3x 3x", "hand_1 fold", "hand_0.ante", "hand_99.ante", "discard", "discard Ah Ah",
    [], [[]], [1], ["Ah"], ["Ah", "Ah"], [None], [["Ah"]], {}, {"": 0}, {"a": {"b": []}}, {"ante": 5},
    {"kind": "misdeal"}, {"kind": "misdeal", "seat": 0}, {"kind": "misdeal", "seat": 9},
    {"kind": [], "count": 10**20, "of": {}},
    {"total_hands": 10**9}, {"total_hands": -1}, {"pay_tables": {"x": "1"}}, {"limits": {"ante": [5, 1]}},
    {"round_to": 0}, {"round_to": 10**18, "rounding": "up"}, {"rounding": []}, {"decks": 10**9},
)  # fmt: skip


def opening(game: str, rng: Random, most_seats: int = 4) -> RoundFile:
    """A table of random seats and wagers before the first card."""
    spots = betting_spots(RoundFile(game))
    seats = rng.randint(1, max(1, min(load_file(game)[0].seats, most_seats)))
    wagers = [choose_wagers(spots, rng=rng) for _ in range(seats)]
    return convert_round(
        {"game": game, "meters": shown_meters(spots, wagers), "seats": [{"wagers": one} for one in wagers]}
    )


def played(now: LiveRound, rng: Random) -> LiveRound:
    """The round after random legal actions to its end."""
    while not now.over:
        seat = now.turn
        assert now.legal(seat), "a round that is not over has a legal action"
        now = now.act(seat, now.suggest(seat, rng))
    return now


def real_round(game: str, seed: int, most_seats: int = 4) -> dict[str, Any]:
    """A round file of the game."""
    rng = Random(seed)
    return played(open_round(opening(game, rng, most_seats), seed), rng).round_file()


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every container and key of plain data."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = []
    for key, inner in items:
        found.append((value, key))
        found.extend(_places(inner))
    return found


def spoiled(file: dict[str, Any], rng: Random) -> dict[str, Any]:
    """A copy with one to three places changed, dropped, doubled or renamed."""
    copied = copy.deepcopy(file)
    for _ in range(rng.randint(1, 3)):
        places = _places(copied)
        if not places:
            break
        container, key = rng.choice(places)
        change = rng.randrange(5)
        if change == 0:
            del container[key]
        elif change == 1 and isinstance(container, list):
            container.insert(key, copy.deepcopy(rng.choice(container)))
        elif change == 2 and isinstance(container, dict):
            container[rng.choice(["ante", "play", "dealer", "irregularity", "extra", "house", "x"])] = container[key]
        elif change == 3:
            name = rng.choice(["irregularity", "house", "meters", "extra", "piles", "dealer_set", "state", "seats"])
            copied[name] = copy.deepcopy(rng.choice(JUNK))
        else:
            container[key] = copy.deepcopy(rng.choice(JUNK))
    return copied
