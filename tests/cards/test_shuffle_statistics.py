"""The shuffle of a live table and the keno draw are fair: positions, pairs and catches against their exact chances."""

from collections.abc import Callable, Sequence
from math import comb, sqrt
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards.decks import deck
from houseway.cards.proof import SECRET_BYTES, commitment, new_secret, seed_of
from houseway.cards.shuffle import shuffled
from houseway.play.draws.keno import draw
from houseway.rules.game import load_game

# Five standard deviations: once in two million runs a fair shuffle fails, an unfair one at once.
FAR = 5.0
Shuffle = Callable[[Sequence[int], int], list[int]]


def deviations(statistic: float, freedom: int) -> float:
    """How many standard deviations a chi-square statistic is from its mean."""
    return float((statistic - freedom) / sqrt(2 * freedom))


BATCH = 50_000


def orders(count: int, shuffle: Shuffle) -> Any:
    """Shuffles as a table makes them, each from a secret of its own."""
    cards = deck("52")
    flat = bytearray()
    for _ in range(count):
        flat += bytes(shuffle(cards, seed_of(new_secret())))
    return np.frombuffer(flat, dtype=np.uint8).reshape(count, 52)


class Counts:
    """How often each card lay in each place, each card before each other, and each pair first and last."""

    def __init__(self) -> None:
        self.shuffles = 0
        self.places = np.zeros(52 * 52, np.int64)
        self.neighbours = np.zeros(52 * 52, np.int64)
        self.ends = np.zeros(52 * 52, np.int64)

    def add(self, found: Any) -> None:
        wide = found.astype(np.int64)
        self.shuffles += len(found)
        self.places += np.bincount((wide + np.arange(52) * 52).ravel(), minlength=52 * 52)
        self.neighbours += np.bincount((wide[:, :-1] * 52 + wide[:, 1:]).ravel(), minlength=52 * 52)
        self.ends += np.bincount(wide[:, 0] * 52 + wide[:, 51], minlength=52 * 52)

    def strays(self) -> dict[str, float]:
        """For each count how many standard deviations it is from what a fair shuffle gives."""
        each = self.shuffles / 52
        found = {"places": deviations(((self.places - each) ** 2 / each).sum() * 51 / 52, 51 * 51)}
        for name, counts, pairs in (("neighbours", self.neighbours, 51), ("ends", self.ends, 1)):
            square = counts.reshape(52, 52)
            assert not square.diagonal().any()
            each = self.shuffles * pairs / (52 * 51)
            off = square[~np.eye(52, dtype=bool)]
            found[name] = deviations(((off - each) ** 2 / each).sum(), 52 * 51 - 1)
        return found


def counted(count: int, shuffle: Shuffle) -> dict[str, float]:
    counts = Counts()
    for _ in range(count // BATCH):
        counts.add(orders(BATCH, shuffle))
    return counts.strays()


def test_a_million_shuffles_put_every_card_everywhere_and_beside_every_other_as_often() -> None:
    strays = counted(1_000_000, shuffled)
    assert max(map(abs, strays.values())) < FAR, strays


def _with_any(cards: Sequence[int], seed: int) -> list[int]:
    """A well-known mistake: every card changes places with any other."""
    source, copy = Random(seed), list(cards)
    for place in range(len(copy)):
        other = source.randrange(len(copy))
        copy[place], copy[other] = copy[other], copy[place]
    return copy


def _never_itself(cards: Sequence[int], seed: int) -> list[int]:
    """Another: no card may stay where it is (Sattolo's cycle)."""
    source, copy = Random(seed), list(cards)
    for place in range(len(copy) - 1, 0, -1):
        other = source.randrange(place)
        copy[place], copy[other] = copy[other], copy[place]
    return copy


def _riffled(cards: Sequence[int], seed: int) -> list[int]:
    """Too few riffles by hand: neighbours stay together."""
    source, copy = Random(seed), list(cards)
    source.shuffle(copy)
    for place in range(1, 52):  # one pair in twenty of the new deck is left together
        if source.random() < 0.05 and copy[place - 1] != 51:
            other = copy.index(copy[place - 1] + 1)
            copy[place], copy[other] = copy[other], copy[place]
    return copy


@pytest.mark.parametrize(
    ("shuffle", "seen"), [(_with_any, "places"), (_never_itself, "places"), (_riffled, "neighbours")]
)
def test_an_unfair_shuffle_is_found_by_the_same_counts(shuffle: Shuffle, seen: str) -> None:
    assert abs(counted(BATCH, shuffle)[seen]) > FAR


@given(seed=st.integers(-(2**64), 2**2560), count=st.integers(0, 420))
def test_the_order_is_that_of_the_standard_library(seed: int, count: int) -> None:
    """So that anybody can check a shuffle with nothing but Python."""
    expected = list(range(count))
    Random(seed).shuffle(expected)
    assert shuffled(range(count), seed) == expected


def test_without_a_seed_the_operating_system_shuffles() -> None:
    first, second = shuffled(range(312)), shuffled(range(312))
    assert first != second
    assert sorted(first) == sorted(second) == list(range(312))


def check_draws(count: int, drawing: Callable[[Any, int], list[int]] = draw) -> None:
    spec = load_game("keno").spec
    drawn = np.array([drawing(spec, seed_of(new_secret())) for _ in range(count)]) - 1
    seen = np.zeros((count, 80), dtype=np.float32)
    seen[np.arange(count)[:, None], drawn] = 1
    assert (seen.sum(axis=1) == 20).all()
    chance = 0.25
    numbers = seen.sum(axis=0, dtype=np.float64)
    spread = count * chance * (1 - chance) * 80 / 79
    assert abs(deviations(((numbers - count * chance) ** 2).sum() / spread, 79)) < FAR
    together = (seen.T @ seen)[np.triu_indices(80, 1)].astype(np.float64)
    both = 20 * 19 / (80 * 79)
    # The 3,160 pair counts of a draw lean on each other a little; each alone must not stray.
    assert np.abs((together - count * both) / sqrt(count * both * (1 - both))).max() < 6
    ticket = seen[:, :10].sum(axis=1).astype(np.int64)
    caught = np.bincount(ticket, minlength=11)
    chances = np.array([comb(10, k) * comb(70, 20 - k) / comb(80, 20) for k in range(11)])
    often = chances * count > 10
    exact = chances[often] * count
    assert abs(deviations(((caught[often] - exact) ** 2 / exact).sum(), int(often.sum()) - 1)) < FAR


def test_30_2503_6_every_number_and_pair_is_drawn_as_often() -> None:
    check_draws(60_000)


@pytest.mark.nightly
def test_a_million_keno_draws_are_fair() -> None:
    check_draws(1_000_000)


def _seldom_the_last(spec: Any, seed: int) -> list[int]:
    """A light ball: in one game of ten the number 80 goes back, and another comes."""
    found = draw(spec, seed)
    if 80 in found and seed % 10 == 0:
        found[found.index(80)] = next(number for number in range(1, 80) if number not in found)
    return found


def test_an_unfair_draw_is_found_by_the_same_counts() -> None:
    with pytest.raises(AssertionError):
        check_draws(60_000, _seldom_the_last)


def test_a_commitment_binds_the_secret_and_hides_it() -> None:
    secret = new_secret()
    assert len(bytes.fromhex(secret)) == SECRET_BYTES
    assert commitment(secret) == commitment(secret.upper())
    changed = secret[:-1] + ("0" if secret[-1] != "0" else "1")
    assert commitment(changed) != commitment(secret)
    assert shuffled(deck("6x52"), seed_of(secret)) == shuffled(deck("6x52"), seed_of(secret))
    assert shuffled(deck("6x52"), seed_of(secret)) != shuffled(deck("6x52"), seed_of(changed))


def test_a_secret_has_room_for_every_order_of_an_eight_deck_shoe() -> None:
    from math import factorial, log2

    assert log2(factorial(416)) - 52 * log2(factorial(8)) < 8 * SECRET_BYTES
