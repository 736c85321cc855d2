"""How things of a file are called."""

from typing import get_args

from houseway.families import sheet_of
from houseway.rules.game import load_game
from houseway.rules.wording import irregularity_called, irregularity_name
from houseway.rules.words import IrregularityKind


def test_an_irregularity_is_found_by_its_name() -> None:
    for kind in get_args(IrregularityKind):
        assert irregularity_called(irregularity_name(kind)) == kind
        assert irregularity_called(irregularity_name(kind, "dealer", 2)) == kind
        assert irregularity_called(kind) == kind


def test_30_2610_7_the_sheet_calls_an_irregularity_as_the_desk_does() -> None:
    section = next(one for one in sheet_of(load_game("dragons-eye")).sections if one.title == "Irregularities")
    assert section.statements[0].text.startswith("Card or tile off the table of the dealer: ")


def test_30_2207_a_round_without_hands_is_void_as_a_round() -> None:
    section = next(one for one in sheet_of(load_game("roulette")).sections if one.title == "Irregularities")
    assert all("hands" not in line.text for line in section.statements)
