"""The shoe from shuffle to shuffle: burned cards, the cut card, and how much of it has been dealt."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import overload

from houseway.cards.decks import deck
from houseway.cards.shuffle import shuffled
from houseway.rules.errors import RuleError
from houseway.rules.words import ShoeWords


@dataclass(frozen=True, slots=True)
class WithDiscards:
    """A shoe that goes on: behind its cards lie the first `used` of them, shuffled where a round comes to them."""

    cards: tuple[int, ...]
    used: int
    seed: int

    def __len__(self) -> int:
        return len(self.cards) + self.used

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[int, ...]: ...
    def __getitem__(self, place: int | slice) -> int | tuple[int, ...]:
        last = place.stop if isinstance(place, slice) else place + 1
        if last is not None and 0 < last <= len(self.cards):
            return self.cards[place]
        return (*self.cards, *_shuffled_discards(self))[place]


@lru_cache(maxsize=64)
def _shuffled_discards(shoe: WithDiscards) -> tuple[int, ...]:
    return tuple(shuffled(shoe.cards[: shoe.used], shoe.seed, f"discards {shoe.used}"))


ShoeCards = tuple[int, ...] | WithDiscards


@dataclass(frozen=True, slots=True)
class ShoeState:
    """Shuffled cards, how many are gone (burned or dealt), the place of the cut card, and rounds dealt beyond it."""

    cards: ShoeCards
    used: int
    cut: int
    last_rounds: int = 0
    beyond: int = 0

    @property
    def shuffle_due(self) -> bool:
        """The cut card has come out, and the rounds that may still follow it were dealt."""
        return self.used >= self.cut and self.beyond >= self.last_rounds

    def dealt(self, used: int) -> "ShoeState":
        """The shoe after a round that brought the cards gone to `used`."""
        return replace(self, used=used, beyond=self.beyond + (self.used >= self.cut))

    def place(self) -> dict[str, int]:
        """Where the next round begins, as a round file says it; empty when the cards are shuffled first."""
        return {} if self.shuffle_due else {"used": self.used, "beyond": self.beyond}


def burned(spec: ShoeWords, first: int) -> int:
    """How many cards are burned when `first` is the first of the shoe; tens and faces count ten, the ace one."""
    rank = first >> 2
    counts = 1 if rank == 12 else min(rank + 2, 10)
    return {"none": 0, "one": 1, "value": 1 + counts}[spec.burn]


@lru_cache(maxsize=1024)
def _shuffled_deck(deck_name: str, seed: int) -> tuple[int, ...]:
    """A shoe is shuffled once and read again for every round that is dealt from it."""
    return tuple(shuffled(deck(deck_name), seed))


def fresh_shoe(deck_name: str, spec: ShoeWords, seed: int | None) -> ShoeState:
    """A shoe after the shuffle, the cut and the burn."""
    cards = tuple(shuffled(deck(deck_name))) if seed is None else _shuffled_deck(deck_name, seed)
    if spec.continuous:
        return ShoeState(cards, burned(spec, cards[0]), 0)
    behind = spec.behind or int(len(cards) * spec.cut)
    return ShoeState(cards, burned(spec, cards[0]), len(cards) - behind, spec.last_rounds)


def shoe_at(deck_name: str, spec: ShoeWords, seed: int | None, place: Mapping[str, int]) -> ShoeState:
    """The shoe where a round begins: fresh, or carried on from the rounds before it.

    Should the cards run out within a round, the discards are shuffled to finish it.
    """
    if not place:
        return fresh_shoe(deck_name, spec, seed)
    chosen = secrets.randbits(256) if seed is None else seed
    fresh = fresh_shoe(deck_name, spec, chosen)
    cards = _shuffled_deck(deck_name, chosen)
    used, beyond = place.get("used", 0), place.get("beyond", 0)
    if not fresh.used <= used <= len(cards) or not 0 <= beyond <= fresh.last_rounds:
        raise RuleError(f"a shoe of {len(cards)} cards cannot stand at {used}", "shoe")
    return replace(fresh, cards=WithDiscards(cards, used, chosen), used=used, beyond=beyond)
