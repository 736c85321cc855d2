"""What a side bet looks at: the cards of each view, and their facts."""

from collections.abc import Callable

from houseway.hands.columns import DEAD, Fact
from houseway.hands.ranking import facts_of
from houseway.play.blackjack.cases import Prize
from houseway.play.blackjack.table import Seat
from houseway.play.blackjack.totals import busts, card_value
from houseway.rules.blackjack import VIEWS, Source
from houseway.rules.errors import RuleError
from houseway.rules.patterns import RESULTS, Row, fits
from houseway.rules.tables import Table
from houseway.rules.wording import counted

_ACE = 12
_BLACK = (0, 3)


def arrival_run(cards: tuple[int, ...]) -> tuple[int, ...]:
    """The unbroken sequence from the first card on: every card extends it at one end; the ace ends or begins it."""
    longest = 1
    for aces in (-1, _ACE):  # the ace below the two, or above the king
        ranks = [aces if card >> 2 == _ACE else card >> 2 for card in cards]
        low = high = ranks[0]
        length = 1
        for rank in ranks[1:]:
            if rank not in (low - 1, high + 1):
                break
            low, high = min(low, rank), max(high, rank)
            length += 1
        longest = max(longest, length)
    return cards[:longest]


def leading_reds(cards: tuple[int, ...]) -> tuple[int, ...]:
    """The red cards before the first black one."""
    for place, card in enumerate(cards):
        if card & 3 in _BLACK:
            return cards[:place]
    return cards


class SeatView:
    """A seat's sight of the finished table: what the cases of its side bets look at."""

    def __init__(
        self,
        seat: Seat,
        dealer: tuple[int, ...],
        fared: Callable[[], str] | None = None,
        prize: str = "",
        index: int = 0,
        spot: int = 0,
    ) -> None:
        self._seat, self._dealer, self._fared = seat, dealer, fared  # how the hand fared, of a round that is over
        self._prize, self._index = prize, index  # the prize that the seat of this number drew; empty: none told
        self._spot = spot  # the hand that it sees, of the several that a seat may be dealt
        self._facts: dict[str, list[int]] = {}

    @property
    def folded_after(self) -> int:
        """Cards of the streets that the seat had when it folded; 0: it did not."""
        return len(self._seat.drawn) if self._seat.folded else 0

    def fits(self, row: Row) -> bool:
        return fits(row, self)

    def key(self, table: Table) -> int:
        """The head of the column of a table with prices by count, up card or free bets."""
        if table.block.by == "count":
            return len(self.cards(table.hand))
        if table.block.by == "up":
            value = card_value(self._dealer[0])
            return 11 if value == 1 else value
        return self._seat.free_bets()

    def prize(self, posted: tuple[Prize, ...]) -> Prize:
        """The prize that a winner drew; where there is one only, nothing need be told."""
        fitting = [prize for prize in posted if self._prize in (prize.name, "")]
        if len(fitting) != 1:
            names = ", ".join(prize.name for prize in posted)
            raise RuleError(f"say which prize was drawn; posted are {names}", f"outcome.prizes[{self._index}]")
        return fitting[0]

    def _dealer_cards(self, count: int) -> tuple[int, ...]:
        if len(self._dealer) < count:
            raise RuleError(f"needs {counted(count, 'card')}, has {len(self._dealer)}", "dealer")
        return self._dealer[:count]

    def _source(self, source: Source) -> tuple[int, ...]:
        seat, start = self._seat, self._seat.start[self._spot]
        if source == "first":
            return start[:1]
        if source == "start":
            return start
        if source == "three":
            return start[:3]
        if source == "starts":
            return tuple(card for start in seat.start for card in start)
        if source == "hand":
            return seat.first(self._spot).cards
        if source == "drawn":
            return seat.drawn
        if source == "up":
            return self._dealer_cards(1)
        two = self._dealer_cards(2)
        return two[1:] if source == "hole" else self._dealer

    def _run(self) -> tuple[int, ...]:
        hand, start = self._seat.first(self._spot).cards, self._seat.start[self._spot]
        if hand[: len(start)] != start:  # split: decided before play, CO 30-2109(6)(b)
            return arrival_run(start)
        return arrival_run(hand[:-1] if busts(hand) else hand)

    def cards(self, hand: str) -> tuple[int, ...]:
        view = VIEWS[hand]
        if view.keep == "run":
            return self._run()
        seen: tuple[int, ...] = ()
        for source in view.cards:
            seen += self._source(source)
        return leading_reds(seen) if view.keep == "reds" else seen

    def facts(self, hand: str, natural: bool) -> list[int]:
        del natural
        known = self._facts.get(hand)
        if known is None:
            cards = self.cards(hand)
            known = self._facts[hand] = facts_of(cards, VIEWS[hand].length, 0, DEAD)
            if VIEWS[hand].judged and self._fared is not None:
                known[Fact.RESULT] = RESULTS[self._fared()]
        return known
