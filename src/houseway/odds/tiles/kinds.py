"""All hands of four tiles by kind: the faces held, how many hands each stands for, and how it can be set."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement
from math import comb
from typing import NamedTuple, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from houseway.cards.tiles import COPIES
from houseway.odds.arrays import Floats, Ints
from houseway.odds.tiles.kernel import count_against
from houseway.play.tiles.plan import Plan
from houseway.play.tiles.ranks import Ranker, TileSet, house_way
from houseway.play.tiles.table import HAND
from houseway.rules.tiles import TileRanks, TileWay

Number = TypeVar("Number", np.int64, np.float64)
HIGH, LOW = 0, 1
SETTINGS = 3
_NEVER = -1  # less than any value of two tiles
_EVEN = 1e-12  # settings that differ by less are worth the same


class Against(NamedTuple):
    """[kind, setting, outcome]: how many hands it loses to, pushes with and beats, as a seat and as the bank."""

    seat: Ints
    bank: Ints


@dataclass(frozen=True)
class Kinds:
    """Every kind of hand; settings by kind: three, each a high and a low hand."""

    copies: tuple[int, ...]  # of each face in the bag
    hands: tuple[tuple[int, ...], ...]  # faces in rising order
    ways: Ints  # hands of this kind in a full bag
    sets: tuple[tuple[TileSet, ...], ...]
    house: Ints  # by kind: which setting is the house way
    values: Ints  # [kind, setting, high or low]: what it defends with
    attacks: Ints  # the same for a hand that must beat another: a low hand of nothing beats none

    def chosen(self, values: npt.NDArray[Number], settings: Ints) -> npt.NDArray[Number]:
        """[kind, ...] of the setting chosen for each kind."""
        taken: npt.NDArray[Number] = values[np.arange(len(self.hands)), settings]
        return taken

    @property
    def shares(self) -> Floats:
        part: Floats = self.ways / self.ways.sum()
        return part

    @cached_property
    def numbers(self) -> dict[tuple[int, ...], int]:
        return {hand: number for number, hand in enumerate(self.hands)}

    @cached_property
    def against(self) -> Against:
        """Every setting against all hands that the other tiles can make, set by the house way."""
        count = len(self.hands)
        faces, needs = np.full((count, HAND), -1), np.zeros((count, HAND), np.int64)
        left = np.tile(np.array(self.copies, np.int64), (count, 1))
        for kind, hand in enumerate(self.hands):
            for place, face in enumerate(dict.fromkeys(hand)):
                faces[kind, place], needs[kind, place] = face, hand.count(face)
                left[kind, face] -= hand.count(face)
        most = max(self.copies) + 1
        choose = np.array([[comb(many, some) for some in range(HAND + 1)] for many in range(most)], np.int64)
        found = Against(np.zeros((count, SETTINGS, 3), np.int64), np.zeros((count, SETTINGS, 3), np.int64))
        theirs = self.chosen(self.attacks, self.house), self.chosen(self.values, self.house)
        count_against(faces, needs, left, choose, self.attacks, self.values, *theirs, found.seat, found.bank)
        return found


def _all_hands(copies: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    faces = [face for face, count in enumerate(copies) if count]
    every = combinations_with_replacement(faces, HAND)
    return tuple(hand for hand in every if all(hand.count(face) <= copies[face] for face in set(hand)))


def make_kinds(ranks: TileRanks, way: TileWay, copies: Sequence[int] = COPIES) -> Kinds:
    """The kinds in a bag of tiles under one file's ranks and house way."""
    ranker = Ranker(ranks)
    hands = _all_hands(copies)
    sets = tuple(tuple(ranker.settings(hand)) for hand in hands)
    house = [every.index(house_way(way, ranker, hand)) for hand, every in zip(hands, sets, strict=True)]
    ways = [_ways(hand, copies) for hand in hands]
    values = np.array([[(one.high.value, one.low.value) for one in every] for every in sets], np.int64)
    attacks = values.copy()
    for loses, hand, name in ((ranks.zero_low_loses, LOW, "low"), (ranks.zero_high_loses, HIGH, "high")):
        if loses:
            two = [[getattr(one, name) for one in every] for every in sets]
            nothing = [[not one.pair and one.points == 0 for one in every] for every in two]
            attacks[np.array(nothing), hand] = _NEVER
    return Kinds(tuple(copies), hands, np.array(ways, np.int64), sets, np.array(house), values, attacks)


def _ways(hand: Sequence[int], copies: Sequence[int]) -> int:
    count = 1
    for face in set(hand):
        count *= comb(copies[face], hand.count(face))
    return count


@lru_cache(maxsize=8)
def _kinds(ranks: bytes, way: bytes) -> Kinds:
    return make_kinds(msgspec.json.decode(ranks, type=TileRanks), msgspec.json.decode(way, type=TileWay))


def kinds_of(plan: Plan) -> Kinds:
    """The kinds of a game's own tiles; games that rank and set alike share them."""
    spec = plan.game.spec
    return _kinds(msgspec.json.encode(spec.tiles), msgspec.json.encode(spec.house_way))


@dataclass(frozen=True)
class Set:
    """A way to set every kind of hand, and how often each outcome comes of it."""

    settings: Ints  # by kind
    outcomes: Floats  # lose, push, win


def worth_of(counts: Ints, worth: Sequence[float] | Floats) -> Floats:
    """[kind, setting] -> the mean result at these nets for losing, pushing and winning."""
    found: Floats = counts @ np.asarray(worth, np.float64) / counts.sum(axis=2)
    return found


def set_by(kinds: Kinds, counts: Ints, settings: Ints) -> Set:
    """What comes of these settings."""
    chosen = kinds.chosen(counts, settings)
    return Set(settings, kinds.shares @ (chosen / chosen.sum(axis=1, keepdims=True)))


def best_of(kinds: Kinds, scores: Floats) -> Ints:
    """The setting of the highest score for each kind; of equal ones the house way."""
    best = scores.argmax(axis=1)
    house = scores[np.arange(len(best)), kinds.house]
    return np.where(house >= scores.max(axis=1) - _EVEN, kinds.house, best)


def best_set(kinds: Kinds, counts: Ints, worth: Sequence[float] | Floats) -> Set:
    """The best setting of every kind against the house way."""
    return set_by(kinds, counts, best_of(kinds, worth_of(counts, worth)))
