"""The shoe from shuffle to shuffle: burned cards, the cut card, and how much of it has been dealt."""

from dataclasses import dataclass, replace

from houseway.cards.decks import deck
from houseway.cards.shuffle import shuffled
from houseway.play.blackjack.plan import Plan
from houseway.play.blackjack.totals import card_value


@dataclass(frozen=True, slots=True)
class ShoeState:
    """Shuffled cards, how many are gone (burned or dealt), and the place of the cut card."""

    cards: tuple[int, ...]
    used: int
    cut: int

    @property
    def shuffle_due(self) -> bool:
        """The cut card has come out: the round at hand is the last before the shuffle."""
        return self.used >= self.cut

    def dealt(self, used: int) -> "ShoeState":
        return replace(self, used=used)


def burned(plan: Plan, first: int) -> int:
    """How many cards are burned when `first` is the first of the shoe."""
    how = plan.spec.shoe.burn
    return {"none": 0, "one": 1, "value": 1 + card_value(first)}[how]


def fresh_shoe(plan: Plan, seed: int | None) -> ShoeState:
    """A shoe after the shuffle, the cut and the burn."""
    cards = tuple(shuffled(deck(plan.spec.deck), seed))
    cut = len(cards) - int(len(cards) * plan.spec.shoe.cut)
    return ShoeState(cards, burned(plan, cards[0]), cut)
