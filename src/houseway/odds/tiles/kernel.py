"""Counts every kind of hand against every other, card removal and all, and plays rounds from tables of all hands."""

import numpy as np
from numba import njit, prange

from houseway.odds.arrays import Ints
from houseway.odds.simulate.streams import below, mixed, next_counter

LOSE, PUSH, WIN = range(3)


@njit(cache=True, parallel=True, nogil=True)
def count_against(
    faces: Ints, needs: Ints, left: Ints, choose: Ints, own_attacks: Ints, own: Ints, other_attacks: Ints, other: Ints,
    seat: Ints, bank: Ints,
) -> None:  # fmt: skip
    """How many hands lose to, push with and beat each setting: as a seat, which must beat, and as the bank.

    A kind lists its faces once each (-1 ends them) with how many are needed; `left[kind, face]` is what a hand of this
    kind leaves in the bag, `choose` the ways to take so many of so many.
    """
    kinds, settings = own.shape[0], own.shape[1]
    for mine in prange(kinds):
        for theirs in range(kinds):
            ways = 1
            for place in range(faces.shape[1]):
                face = faces[theirs, place]
                if face < 0 or ways == 0:
                    break
                ways *= choose[left[mine, face], needs[theirs, place]]
            if ways == 0:
                continue
            for setting in range(settings):
                won = 0
                held = 0
                for side in range(2):
                    won += own_attacks[mine, setting, side] > other[theirs, side]
                    held += other_attacks[theirs, side] <= own[mine, setting, side]
                seat[mine, setting, won] += ways
                bank[mine, setting, held] += ways


@njit(cache=True, nogil=True)
def number(tiles: Ints, start: int, choose: Ints) -> int:
    """The place of four tiles among all such hands, whatever their order."""
    place = 0
    for one in range(4):
        lower = 0
        for other in range(4):
            lower += tiles[start + other] < tiles[start + one]
        place += choose[lower, tiles[start + one]]
    return place


@njit(cache=True, nogil=True)
def play(
    rounds: int, counter: np.uint64, bag: int, choose: Ints, attacks: Ints, defends: Ints, following: Ints, out: Ints
) -> None:
    """Deal rounds and count them: out[how the tiles end, state before the shake, fall of the dice].

    `attacks` is what a seat plays with each hand, `defends` the dealer; `following` the state after each fall.
    """
    falls = following.shape[1]
    tiles = np.empty(8, np.int64)
    state = 0
    first, second = int(np.int64(0)), int(np.int64(4))  # numba would compile the helper once for each plain number
    for _ in range(rounds):
        taken = np.uint64(0)
        for place in range(8):
            while True:
                counter = next_counter(counter)
                tile = below(mixed(counter), bag)
                bit = np.uint64(1) << np.uint64(tile)
                if not taken & bit:
                    break
            taken |= bit
            tiles[place] = tile
        mine, theirs = number(tiles, first, choose), number(tiles, second, choose)
        won = int(attacks[mine, 0] > defends[theirs, 0]) + int(attacks[mine, 1] > defends[theirs, 1])
        counter = next_counter(counter)
        fall = below(mixed(counter), falls)
        out[won, state, fall] += 1
        state = following[state, fall]
