"""Words of pay tables: a pattern that another bars, and a base for each column."""

import pytest

from houseway.hands.ranking import facts_of
from houseway.rules.errors import RuleError
from houseway.rules.patterns import Pattern, compile_pattern, fits
from houseway.rules.tables import find_block
from houseway.rules.words import PayBlock


class Cards:
    """A view of named hands of five cards."""

    def __init__(self, **hands: tuple[int, ...]) -> None:
        self._hands = hands

    def cards(self, hand: str) -> tuple[int, ...]:
        return self._hands[hand]

    def facts(self, hand: str, natural: bool) -> list[int]:
        del natural
        return facts_of(self._hands[hand], 5)


ROYAL = tuple(rank * 4 for rank in range(8, 13))
KICKERS = (1, 9)


def test_unless_bars_a_pattern_that_holds_on_another_hand() -> None:
    row = compile_pattern(Pattern(category="royal_flush", unless=Pattern(category="royal_flush", hand="board")), "all")
    on_board = Cards(all=(*KICKERS, *ROYAL), board=ROYAL)
    with_own_card = Cards(all=(ROYAL[0], 1, *ROYAL[1:], 9), board=(*ROYAL[1:], 9))
    without = Cards(all=(*KICKERS, *ROYAL[:4], 17), board=(*ROYAL[:4], 17))
    assert [fits(row, view) for view in (on_board, with_own_card, without)] == [False, True, False]


def test_unless_takes_one_clause() -> None:
    nested = Pattern(category="pair", unless=Pattern(category="pair A", also=Pattern(suit="same")))
    with pytest.raises(RuleError, match="unless"):
        compile_pattern(nested, "hole")


def test_base_of_each_column() -> None:
    block = PayBlock(ids=("1", "2"), base=[1, 5], rows={"pair": "$10"})
    assert [find_block("side", (block,), which).base for which in ("1", "2")] == [1, 5]
    with pytest.raises(RuleError, match="one base for each"):
        find_block("side", (PayBlock(ids=("1", "2"), base=[1]),), "1")
