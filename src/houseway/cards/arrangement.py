"""An arrangement: a seed under which the told cards lie where they are told, and the rest in a fixed order.

What a shuffle or a fall of dice would decide is chosen instead, so that a round can be dealt as it lay on a table.
"""

from collections.abc import Mapping, Sequence

_HIGHEST = 51  # cards beyond are jokers and blanks


class Arrangement(int):
    """What is told of a deal: by purpose and place the card, and by purpose the number that falls."""

    told: Mapping[str, Mapping[int, int]]
    falls: Mapping[str, int]
    laid: dict[str, list[int]]  # what every shuffle gave
    counts: dict[str, int]  # by purpose, how many numbers could fall

    def __new__(cls, told: Mapping[str, Mapping[int, int]], falls: Mapping[str, int]) -> "Arrangement":
        made = super().__new__(cls, 1)
        made.told, made.falls, made.laid, made.counts = told, falls, {}, {}
        return made

    def __eq__(self, other: object) -> bool:
        return self is other  # no two are the same seed: a shuffle that is kept for a seed is kept for one of them

    def __hash__(self) -> int:
        return id(self)

    def lay(self, cards: Sequence[int], purpose: str) -> list[int]:
        """The cards in their order: told ones in their places, then ranks from the middle, each card once at first.

        The first card of a shoe says how many are burned: it is a deuce, so that the places of the others stay.
        """
        told = {place: card for place, card in self.told.get(purpose, {}).items() if place < len(cards)}
        left = list(cards)
        for place, card in list(told.items()):
            if card in left:
                left.remove(card)
            else:
                del told[place]  # it is not in this deck as often: the place stays untold
        once = dict.fromkeys(sorted(left, key=lambda card: (card in told.values(), _from_the_middle(card))))
        rest = list(once)
        for card in rest:
            left.remove(card)
        rest += left
        if 0 not in told and rest:
            rest.insert(0, rest.pop(rest.index(min(rest, key=lambda card: (card >> 2, card)))))
        order = iter(rest)
        laid = [told[place] if place in told else next(order) for place in range(len(cards))]
        self.laid[purpose] = laid
        return list(laid)

    def fall(self, purpose: str) -> "Fall":
        """What falls for a purpose, or lies for it."""
        return Fall(self, purpose)


def _from_the_middle(card: int) -> tuple[bool, int, int]:
    """Nines and eights first, then away from them; jokers and blanks last."""
    return card > _HIGHEST, abs(2 * (card >> 2) - 13), card


class Fall:
    """In place of fair numbers for one purpose: the chosen one, and cards as they are told."""

    def __init__(self, arrangement: Arrangement, purpose: str) -> None:
        self._arrangement, self._purpose = arrangement, purpose

    def below(self, count: int) -> int:
        """The chosen number; the last there is where it is too large."""
        self._arrangement.counts[self._purpose] = count
        return min(self._arrangement.falls.get(self._purpose, 0), count - 1)

    def shuffle(self, cards: list[int]) -> None:
        """The cards as they are told, in place."""
        cards[:] = self._arrangement.lay(cards, self._purpose)
