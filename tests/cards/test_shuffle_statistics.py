"""The shuffle of a live table and the keno draw are fair: positions, pairs and catches against their exact chances."""

from math import comb, sqrt
from typing import Any

import numpy as np
import pytest

from houseway.cards.decks import deck
from houseway.cards.proof import SECRET_BYTES, commitment, new_secret, seed_of
from houseway.cards.shuffle import shuffled
from houseway.play.draws.keno import draw
from houseway.rules.game import load_game

# Five standard deviations: once in two million runs a fair shuffle fails, an unfair one at once.
FAR = 5.0


def deviations(statistic: float, freedom: int) -> float:
    """How many standard deviations a chi-square statistic is from its mean."""
    return float((statistic - freedom) / sqrt(2 * freedom))


def orders(count: int) -> Any:
    """Shuffles as a table makes them, each from a secret of its own."""
    cards = deck("52")
    flat = bytearray()
    for _ in range(count):
        flat += bytes(shuffled(cards, seed_of(new_secret())))
    return np.frombuffer(flat, dtype=np.uint8).reshape(count, 52)


def check_orders(count: int) -> None:
    found = orders(count)
    places = np.arange(52) * 52
    at = np.bincount((found + places[None, :]).ravel(), minlength=52 * 52)
    expected = count / 52
    assert abs(deviations(((at - expected) ** 2 / expected).sum() * 51 / 52, 51 * 51)) < FAR
    pairs = np.bincount((found[:, :-1].astype(np.int64) * 52 + found[:, 1:]).ravel(), minlength=52 * 52).reshape(52, 52)
    assert not pairs.diagonal().any()
    each = count * 51 / (52 * 51)
    off = pairs[~np.eye(52, dtype=bool)]
    assert abs(deviations(((off - each) ** 2 / each).sum(), 52 * 51 - 1)) < FAR
    first_two = np.bincount(found[:, 0].astype(np.int64) * 52 + found[:, 51], minlength=52 * 52).reshape(52, 52)
    each = count / (52 * 51)
    off = first_two[~np.eye(52, dtype=bool)]
    assert abs(deviations(((off - each) ** 2 / each).sum(), 52 * 51 - 1)) < FAR


def test_every_card_is_as_likely_everywhere_and_beside_every_other() -> None:
    check_orders(60_000)


@pytest.mark.nightly
def test_a_million_shuffles_are_fair() -> None:
    check_orders(1_000_000)


def check_draws(count: int) -> None:
    spec = load_game("keno").spec
    drawn = np.array([draw(spec, seed_of(new_secret())) for _ in range(count)]) - 1
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
    check_draws(30_000)


@pytest.mark.nightly
def test_a_million_keno_draws_are_fair() -> None:
    check_draws(1_000_000)


def test_an_unfair_shuffle_is_found() -> None:
    """The test itself: exchanging every card with any other, a well-known mistake, does not pass."""
    rng = np.random.default_rng(1)
    count = 60_000
    found = np.tile(np.arange(52), (count, 1))
    rows = np.arange(count)
    for place in range(52):
        other = rng.integers(0, 52, count)
        found[rows, place], found[rows, other] = found[rows, other], found[rows, place].copy()
    at = np.bincount((found + np.arange(52)[None, :] * 52).ravel(), minlength=52 * 52)
    expected = count / 52
    assert abs(deviations(((at - expected) ** 2 / expected).sum() * 51 / 52, 51 * 51)) > FAR


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
