"""Something a seat may do now: one struct for all families, from the engine to the page.

Its text is what a round file holds: the lead, and where it takes them an amount or cards after it.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from houseway.play.core.money import cents, dollars
from houseway.rules.errors import RuleError

PLACES = "places"  # of a shared pile
_FOLD = "fold"
_PASS = "pass"
_GIVES_UP = (_FOLD, "surrender", "pull", _PASS, "decline")  # a page draws these quieter than those that go on


def folds(action: str) -> bool:
    """Whether an action as a round file holds it takes the whole seat out of the round.

    >>> folds("fold"), folds("hand_2 fold"), folds("call")
    (True, False, False)
    """
    return action.split()[:1] == [_FOLD]


class Action(msgspec.Struct, frozen=True):
    """An action: the verb, the wager it stakes on, the amounts it may be (cents), the cards it names.

    >>> Action("raise", "raise", amounts=(3000, 4000), unit=1000)
    Action('raise 3x', 'raise 4x')
    """

    verb: str
    wager: str = ""
    amounts: tuple[int, ...] = ()  # the amounts it may be
    least: int = 0  # ... or any amount from here
    most: int = 0  # ... to here; 0 with a least: as much as the seat likes
    unit: int = 0  # cents that `1x` stands for
    cards: tuple[int, int] | None = None  # least and most cards that it names
    hand: str = ""  # of several hands the one it is for: `hand_2`
    rule: str = ""  # the paragraph it rests on
    names_wager: bool = False  # the text says which wager
    writes_amount: bool = False  # the text says the amount even where there is only one
    piece: str = "cards"  # what it names: cards, tiles, or places of a shared pile
    step: int = 0  # an amount named is a multiple of this
    label: str = ""  # the wager's name on the layout
    ahead: bool = False  # it bets on a later decision before that is due
    places: int = 0  # places of the shared pile that it names some of
    targets: tuple[str, ...] = ()  # what TARGET in the wager may be
    top: int | None = None  # the posted maximum, to which multiples are cut

    @property
    def lead(self) -> str:
        """The words before the amount or the cards.

        >>> Action("bet", "trips", names_wager=True).lead
        'bet trips'
        """
        return " ".join(filter(None, (self.hand, self.verb, self.wager if self.names_wager else "")))

    @property
    def open_ended(self) -> bool:
        """Whether the player names any amount.

        >>> Action("bet", least=500, most=10000).open_ended
        True
        """
        return self.least > 0 and not self.amounts

    @property
    def lays(self) -> bool:
        """Whether it puts a wager of any amount on the layout, with others, before play goes on.

        >>> Action("bet", "field", least=500).lays, Action("fold").lays
        (True, False)
        """
        return bool(self.wager) and self.open_ended and self.cards is None

    def _said(self, amount: int) -> str:
        multiple = self.unit and amount % self.unit == 0
        return f"{amount // self.unit}x" if multiple else str(dollars(amount))

    def _label(self, text: str) -> str:
        """A text as a button says it: the hand left out, dollars and multiples marked."""
        said = self.lead.removeprefix(f"{self.hand} ")
        if self.names_wager and self.label:
            said = f"{said.removesuffix(self.wager)}{self.label}"
        said = said.replace("_", " ")
        amount = text.removeprefix(self.lead).strip()
        if amount:
            said += f" {amount[:-1]}×" if amount.endswith("x") else f" ${amount}"
        return said[:1].upper() + said[1:]

    def texts(self) -> list[str]:
        """The texts that are complete as they are, one for each amount.

        >>> Action("raise", "raise", amounts=(3000, 4000), unit=1000).texts()
        ['raise 3x', 'raise 4x']
        """
        if self.cards is not None or self.open_ended:
            return []
        if len(self.amounts) > 1 or (self.amounts and self.writes_amount):
            return [f"{self.lead} {self._said(amount)}" for amount in self.amounts]
        if self.least and self.most > 1 and self.amounts == (self.most,):
            return [self.lead, f"{self.lead} {dollars(self.most // 2)}"]
        return [self.lead]

    def examples(self) -> list[str]:
        """The texts for a reader; CARDS, TILES, PLACES, TARGET and AMOUNT stand for what the player names.

        >>> Action("discard", cards=(1, 2)).examples()
        ['discard CARDS']
        """
        texts = self.texts()
        if self.cards is not None:
            texts.append(f"{self.lead} {self.piece.upper()}")
        if self.open_ended or (self.writes_amount and self.least < self.most):
            texts.append(f"{self.lead} AMOUNT")
        return texts

    def text(self, amount: int | float | None = None, cards: Sequence[str] = ()) -> str:
        """The action as a round file holds it, with the amount (dollars) or the cards that it leaves open.

        >>> Action("raise", "raise", amounts=(3000, 4000), unit=1000).text(amount=40)
        'raise 4x'
        >>> Action("discard", cards=(1, 2)).text(cards=["2c"])
        'discard 2c'
        """
        if amount is not None:
            return f"{self.lead} {self._said(cents(amount, self.verb))}"
        if cards:
            return " ".join((self.lead, *cards))
        texts = self.texts()
        if len(texts) != 1:
            needs = f"{self.cards[0]} to {self.cards[1]} {self.piece}" if self.cards else "an amount"
            if self.cards is not None and self.cards[0] == 0:
                return self.lead
            raise RuleError(f"{self.verb} needs {needs}: {', '.join(self.examples())}", "action")
        return texts[0]

    def __repr__(self) -> str:
        return f"Action({', '.join(map(repr, self.examples()))})"

    def as_json(self) -> dict[str, Any]:
        """What a page draws: buttons for the texts, a field for an amount, a choice of cards; dollars.

        >>> Action("raise", "raise", amounts=(3000, 4000), unit=1000).as_json()["labels"]
        ['Raise 3×', 'Raise 4×']
        """
        between = self.open_ended or 0 < self.least < self.most or (bool(self.amounts) and self.amounts[0] < self.most)
        low = self.least or (self.amounts[0] if self.amounts else 0)
        return {
            "verb": self.verb,
            "hand": self.hand,
            "wager": self.wager,
            "lead": self.lead,
            "texts": self.texts(),
            "labels": [self._label(text) for text in self.texts()],
            "label": self.label,
            "ahead": self.ahead,
            "targets": list(self.targets),
            "gives_up": self.verb.split()[0] in _GIVES_UP,
            "passes": self.verb == _PASS,
            "lays": self.lays,
            "amount": {
                "least": dollars(low),
                "most": dollars(self.most) if self.most else None,
                "step": dollars(self.step),
            }
            if between
            else None,
            "cards": {
                "least": self.cards[0],
                "most": self.cards[1],
                "piece": self.piece,
                "places": self.places,
            }
            if self.cards
            else None,
        }


def choices_text(actions: Iterable[Action]) -> str:
    """The texts of several actions as a message lists them."""
    return ", ".join(text for action in actions for text in action.examples())
