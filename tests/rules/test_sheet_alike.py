"""Wagers that differ only in a part of their names share a table of the rule sheet."""

from houseway.families import sheet_of
from houseway.rules.game import load_game
from houseway.rules.sheet.alike import told_once
from houseway.rules.sheet.model import Grid


def _grid(name: str, *rows: tuple[str, ...]) -> Grid:
    return Grid(name, ("result", "price"), rows)


def test_a_letter_stands_for_what_differs() -> None:
    grids = {f"card_{at}.suit.{suit}": _grid(f"Card {at} Suit {suit.upper()}", (f"card {at} is {suit}", "3 to 1"))
             for at in (1, 2) for suit in "ch"}  # fmt: skip
    only = Grid("Card n Suit x", ("result", "price"), (("card n is x", "3 to 1"),), remarks=("n: 1 or 2", "x: c or h"))
    assert told_once(grids) == (only,)


def test_what_is_paid_otherwise_stays_apart() -> None:
    grids = {
        "hand_1.ante": _grid("Hand 1 Ante", ("hand 1 wins", "1 to 1")),
        "hand_2.ante": _grid("Hand 2 Ante", ("hand 2 wins", "2 to 1")),
        "ante": _grid("ante", ("player wins", "1 to 1")),
        "play": _grid("play", ("player wins", "1 to 1")),
    }
    assert told_once(grids) == tuple(grids.values())


def _wagers(game: str) -> dict[str, Grid]:
    sections = {section.title: section for section in sheet_of(load_game(game)).sections}
    return {grid.title.partition(" (")[0]: grid for grid in sections["Wagers"].grids}


def test_30_1099_21_13_a_table_for_all_52_cards_on_three_places() -> None:
    grid = _wagers("208-poker")["Card n Value and Suit x"]
    assert grid.rows[0][:2] == ("card n is card x", "48 to 1")
    assert grid.remarks[-2] == "n: 1, 2 or 3"
    assert len(grid.remarks[-1].replace(" or ", ", ").split(", ")) == 52


def test_30_1099_54_3_a_table_for_all_seven_hands() -> None:
    assert list(_wagers("stadium-casino-war")) == ["Hand n Ante", "Hand n Tie", "Hand n War"]
    assert "Surrender" not in " ".join(
        line.text for section in sheet_of(load_game("3-5-7-poker", {"surrender": False})).sections
        for line in section.statements if section.title == "Deal and decisions"
    )  # fmt: skip
