"""Game files and hand histories changed at random: each is read, or refused with one sentence that names its place.

By day for some seconds of the processor, nightly for as long as `HOUSEWAY_FUZZ_SECONDS` says (an hour): rounds and
requests have fuzzers of their own in `test_fuzz.py` and `tests/web/test_schema.py`.
"""

import copy
import math
import os
import time
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from tests.play.rounds import real_round

from houseway.families import settle, sheet_of
from houseway.play.core.roundfile import convert_round
from houseway.play.pots.phh import read_hands, write_phh
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.rules.load import read_raw, rulebook_files, whole_file

DAY = 2.0
NIGHT = 1800.0
WEIRD: list[Any] = [
    *(None, True, -1, 0, 10**30, 0.5, -0.0, math.nan, math.inf, "", " ", "\0", "nonsense", "100000x52", "1 to 0"),
    *([], {}, [[]], {"": {}}, [None], {"a": [1, {"b": []}]}, "9" * 400, "e" * 5000),
]


def spoil(value: Any, rng: Random) -> Any:
    """The data with one to three places deleted, doubled, swapped or replaced."""
    made = copy.deepcopy(value)
    for _ in range(rng.randint(1, 3)):
        at: Any = made
        parent: Any = None
        key: Any = None
        while isinstance(at, dict | list) and at and (parent is None or rng.random() < 0.8):
            parent, key = at, rng.choice(list(at) if isinstance(at, dict) else range(len(at)))
            at = parent[key]
        if parent is None:
            continue
        act = rng.randrange(5)
        if act == 0:
            del parent[key]
        elif act == 1 and isinstance(parent, list):
            parent.append(copy.deepcopy(at))
        elif act == 2 and isinstance(parent, dict):
            parent[rng.choice(("nonsense", "x" * 300, *parent))] = copy.deepcopy(at)
        elif act == 3 and isinstance(at, int | float) and not isinstance(at, bool):
            parent[key] = rng.choice((-at, at * 1000, at + 0.001, -1, 0))
        else:
            parent[key] = rng.choice(WEIRD)
    return made


def refused_in_one_sentence(work: Callable[[], Any]) -> bool:
    """Whether it was refused; any other error is a fault."""
    try:
        work()
    except RuleError as error:
        told = error
    else:
        return False
    assert told.message, "a refusal says why"
    assert "\n" not in str(told), str(told)
    return True


def budget() -> float:
    return float(os.environ.get("HOUSEWAY_FUZZ_SECONDS", DAY))


def fuzz_files(seconds: float, seed: str) -> tuple[int, int]:
    """How many files were tried, and how many refused."""
    rng, end, tried, refused = Random(seed), time.process_time() + seconds, 0, 0
    files = list(rulebook_files())
    while time.process_time() < end:
        raw = spoil(read_raw(rng.choice(files)), rng)
        if not isinstance(raw, dict):
            continue
        try:
            text = msgspec.json.encode({"file": "spoiled.toml", "game": raw}).decode()
        except (TypeError, ValueError, RecursionError):
            continue
        refused += refused_in_one_sentence(lambda text=text: sheet_of(load_game(text)))  # type: ignore[misc]
        tried += 1
    return tried, refused


def settle_hands(text: str) -> None:
    for hand in read_hands(text):
        if isinstance(hand, RuleError):
            raise hand
        settle(convert_round(hand))


def fuzz_histories(seconds: float, seed: str) -> tuple[int, int]:
    rng, end, tried, refused = Random(seed), time.process_time() + seconds, 0, 0
    text = write_phh(convert_round(real_round("texas-holdem", 3)))
    while time.process_time() < end:
        lines = text.splitlines()
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(lines))
            line = lines[at]
            cut = rng.randrange(len(line) + 1)
            put = rng.choice("[]{}'\"=,-.0x\0é")
            lines[at] = rng.choice(("", line * 2, line[:cut], line[:cut] + put + line[cut:], rng.choice(lines)))
        spoiled = "\n".join(lines)
        refused += refused_in_one_sentence(lambda spoiled=spoiled: settle_hands(spoiled))  # type: ignore[misc]
        tried += 1
    return tried, refused


def test_spoiled_game_files_are_read_or_refused() -> None:
    tried, refused = fuzz_files(min(budget(), DAY), f"day {time.strftime('%Y-%m-%d')}")
    assert tried > 10
    assert refused > tried / 4


def test_spoiled_hand_histories_are_read_or_refused() -> None:
    tried, refused = fuzz_histories(min(budget(), DAY / 2), f"day {time.strftime('%Y-%m-%d')}")
    assert tried > 10
    assert refused > tried / 4


@pytest.mark.nightly
@pytest.mark.parametrize("fuzz", [fuzz_files, fuzz_histories])
def test_spoiled_files_and_histories_all_night(fuzz: Callable[[float, str], tuple[int, int]]) -> None:
    tried, _ = fuzz(float(os.environ.get("HOUSEWAY_FUZZ_SECONDS", NIGHT)), f"night {time.time_ns()}")
    assert tried


def test_whole_files_of_the_rulebook_are_read() -> None:
    """What is spoiled above is sound before."""
    for path in list(rulebook_files())[::10]:
        assert load_game(whole_file(str(read_raw(path)["id"]))).spec.id
