"""Words of pay tables: a pattern that another bars, and a base for each column."""

import pytest

from houseway.hands.ranking import facts_of
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
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


@pytest.mark.parametrize(
    ("game", "table", "names", "means"),
    [
        ("four-card-frenzy", "five_card_linked_progressive", ["06", "PT-BJS-5CL-06", "6"], "06"),
        ("four-card-frenzy", "five_card_progressive", ["E01", "PT-BJS-FCF-5CP-E01", "pt-bjs-fcf-5cp-e1"], "E01"),
        ("three-card-prime", "all_6", ["03", "PT-FLT-A6-03", "3"], "03"),
        ("wpt-heads-up-holdem", "heads_up_holdem_progressive", ["09", "PT-BJS-HUH-5CP-09"], "09"),
        ("deuces-wild-xtreme", "five_card_linked_progressive", ["PT-BJS-5CL-06", "06"], "PT-BJS-5CL-06"),
        ("ultimate-texas-holdem", "progressive", ["1", "01"], "1"),
        ("stadium-three-card-poker", "pair_plus", ["TCP-04", "D"], "TCP-04"),
        ("high-card-flush", "straight_flush_bonus", ["V05", "V5", "5"], "V05"),
        ("free-bet-blackjack", "pot_of_gold", ["POG 02", "pog 2", "2"], "POG 02"),
    ],
)
def test_a_schedule_goes_by_its_id_or_its_printed_name(game: str, table: str, names: list[str], means: str) -> None:
    for name in names:
        assert load_game(game, {"pay_tables": {table: name}}).table_id(table) == means


@pytest.mark.parametrize("name", ["PT-BJS-5CL-16", "PT-FLT-A6-06", "", "7-06"])
def test_a_name_of_no_schedule_is_refused(name: str) -> None:
    with pytest.raises(RuleError, match="has no pay table"):
        load_game("four-card-frenzy", {"pay_tables": {"five_card_linked_progressive": name}})


def test_a_last_part_that_two_schedules_share_is_refused() -> None:
    with pytest.raises(RuleError, match="has no pay table '04'"):
        load_game("trilux-blackjack", {"pay_tables": {"trilux_bonus": "04"}})
