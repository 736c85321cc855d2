"""The shuffle of a live table and the keno draw are fair: positions, pairs and catches against their exact chances."""

import hashlib
import hmac
from collections.abc import Callable, Sequence
from math import comb, sqrt
from random import Random
from secrets import token_hex
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cards.plain import plain_order

from houseway.cards.decks import deck
from houseway.cards.drbg import HmacDrbg, Stream, keyed
from houseway.cards.proof import SECRET_BYTES, commitment, seed_of
from houseway.cards.shuffle import shuffled
from houseway.play.draws.keno import draw
from houseway.rules.game import load_game

# Five standard deviations: once in two million runs a fair shuffle fails, an unfair one at once.
FAR = 5.0
Shuffle = Callable[[Sequence[int], int], list[int]]


def deviations(statistic: float, freedom: int) -> float:
    """How many standard deviations a chi-square statistic is from its mean."""
    return float((statistic - freedom) / sqrt(2 * freedom))


BATCH = 12_500


def orders(count: int, shuffle: Shuffle) -> Any:
    """Shuffles as a table makes them, each from a secret of its own."""
    cards = deck("52")
    flat = bytearray()
    for _ in range(count):
        flat += bytes(shuffle(cards, seed_of(token_hex(SECRET_BYTES))))
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


def test_shuffles_put_every_card_everywhere_and_beside_every_other_as_often() -> None:
    strays = counted(2 * BATCH, shuffled)
    assert max(map(abs, strays.values())) < FAR, strays


@pytest.mark.nightly
def test_a_million_shuffles_put_every_card_everywhere_and_beside_every_other_as_often() -> None:
    strays = counted(1_000_000, shuffled)
    assert max(map(abs, strays.values())) < FAR, strays


@pytest.mark.nightly
def test_the_bits_of_the_generator_are_even_and_independent() -> None:
    """A hundred million bits: as many ones as zeros, in every place of a word, after every bit and over runs."""
    drbg = HmacDrbg(bytes.fromhex(token_hex(SECRET_BYTES)))
    words = np.frombuffer(b"".join(drbg.generate(65_536) for _ in range(200)), dtype=">u4").astype(np.uint32)
    bits = np.unpackbits(words.view(np.uint8)).astype(np.int64)
    each = bits.reshape(-1, 32).sum(axis=0)
    rows = len(words)
    assert np.abs((each - rows / 2) / sqrt(rows / 4)).max() < FAR
    runs = 1 + np.count_nonzero(bits[1:] != bits[:-1])
    ones = bits.mean()
    spread = 2 * sqrt(len(bits)) * ones * (1 - ones)
    assert abs(runs - 2 * len(bits) * ones * (1 - ones)) / spread < FAR
    for lag in range(1, 65):
        same = np.count_nonzero(bits[lag:] == bits[:-lag])
        assert abs(same - (len(bits) - lag) / 2) / sqrt((len(bits) - lag) / 4) < FAR


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


def test_rfc_6979_the_generator_is_hmac_drbg() -> None:
    """RFC 6979 A.2.5 draws its nonces from HMAC_DRBG with SHA-256: the key and the hash of a message are the seed."""
    key = bytes.fromhex("C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721")
    order = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
    for message, nonce in (
        (b"sample", "A6E3C57DD01ABE90086538398355DD4C3B17AA873382B0F24D6129493D8AAD60"),
        (b"test", "D16B6AE827F17175E040871A1C7EC3500192C4C92677336EC2537ACAEE0008E0"),
    ):
        hashed = int.from_bytes(hashlib.sha256(message).digest()) % order
        assert HmacDrbg(key + hashed.to_bytes(32)).generate(32).hex().upper() == nonce


@given(key=st.binary(max_size=64), message=st.binary(max_size=300))
def test_the_prepared_hmac_is_that_of_the_standard_library(key: bytes, message: bytes) -> None:
    assert keyed(key)(message) == hmac.digest(key, message, "sha256")


@given(seed=st.integers(0, 2**256 - 1), count=st.integers(0, 420), purpose=st.sampled_from(["cards", "keno game 3"]))
def test_the_order_follows_from_the_description_alone(seed: int, count: int, purpose: str) -> None:
    assert shuffled(range(count), seed, purpose) == plain_order(count, seed.to_bytes(32), purpose)


def test_a_word_that_would_favour_a_number_is_passed_over() -> None:
    """Of two thirds of all words every number comes equally often; the last third is not used."""
    source = Stream(bytes(32), "test")
    source._words = [7, 2**32 - 1, 2**31 + 2**30]
    assert source.below(3 * 2**30) == 7


def test_purposes_of_one_seed_have_nothing_to_do_with_each_other() -> None:
    seen = {tuple(shuffled(range(52), 5, purpose)) for purpose in ("cards", "discards 40", "discards 41", "dice")}
    assert len(seen) == 4


def test_without_a_seed_the_operating_system_shuffles() -> None:
    first, second = shuffled(range(312)), shuffled(range(312))
    assert first != second
    assert sorted(first) == sorted(second) == list(range(312))


def check_draws(count: int, drawing: Callable[[Any, int], list[int]] = draw) -> None:
    spec = load_game("keno").spec
    drawn = np.array([drawing(spec, seed_of(token_hex(SECRET_BYTES))) for _ in range(count)]) - 1
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
    check_draws(20_000)


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
    secret = token_hex(SECRET_BYTES)
    assert len(bytes.fromhex(secret)) == SECRET_BYTES
    assert commitment(secret) == commitment(secret.upper())
    changed = secret[:-1] + ("0" if secret[-1] != "0" else "1")
    assert commitment(changed) != commitment(secret)
    assert shuffled(deck("6x52"), seed_of(secret)) == shuffled(deck("6x52"), seed_of(secret))
    assert shuffled(deck("6x52"), seed_of(secret)) != shuffled(deck("6x52"), seed_of(changed))


def test_the_seed_depends_on_all_that_goes_into_it() -> None:
    secret, given = "5a" * 32, {0: "11" * 32, 3: "22" * 32}
    seeds = {
        seed_of(secret, 1, 1, given),
        seed_of("5b" * 32, 1, 1, given),
        seed_of(secret, 2, 1, given),
        seed_of(secret, 1, 2, given),
        seed_of(secret, 1, 1, {0: "11" * 32, 3: "23" * 32}),
        seed_of(secret, 1, 1, {0: "11" * 32, 4: "22" * 32}),
        seed_of(secret, 1, 1, {0: "11" * 32}),
        seed_of(secret, 1, 1),
    }
    assert len(seeds) == 8
    assert seed_of(secret, 1, 1, {3: "22" * 32, 0: "11" * 32}) == seed_of(secret, 1, 1, given)
    text = f"houseway shuffle 2\ntable 1\nround 1\nseat 0 {given[0]}\nseat 3 {given[3]}\n"
    plain = hmac.digest(bytes.fromhex(secret), text.encode(), "sha256")
    assert seed_of(secret, 1, 1, given) == int.from_bytes(plain)
