"""The table in the terminal: a person against automatic players."""

from typing import Any

import pytest

from houseway.play.pots.terminal import Players, play_terminal


class Script:
    """A console whose person says the given lines, then only agrees."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.shown: list[str] = []

    def print(self, *objects: Any) -> None:
        self.shown.append(" ".join(map(str, objects)))

    def input(self, prompt: Any = "") -> str:
        self.shown.append(str(prompt))
        return self.lines.pop(0) if self.lines else ""


@pytest.mark.parametrize("game", ["texas-holdem", "five-card-draw", "seven-card-stud", "ca-omaha-high-low-split"])
def test_six_players_play_hands_to_the_end(game: str) -> None:
    console = Script()
    play_terminal(game, 6, 11, console, hands=3)
    text = "\n".join(console.shown)
    assert "hand 3" in text
    assert text.endswith("dollars")
    assert "(CO 30-" in text or "(CA GEGR-" in text


def test_the_same_seed_gives_the_same_table_and_quit_leaves_it() -> None:
    once, again = Script(), Script()
    play_terminal("texas-holdem", 6, 5, once, hands=2)
    play_terminal("texas-holdem", 6, 5, again, hands=2)
    assert once.shown == again.shown
    gone = Script("quit")
    assert play_terminal("texas-holdem", 6, 5, gone) == 0
    assert gone.shown[-1].startswith("0 hands")


def test_a_wrong_line_is_explained_and_asked_again() -> None:
    console = Script("dance", "quit")
    play_terminal("texas-holdem", 3, 5, console)
    assert "unknown action 'dance'" in console.shown


def test_broke_players_buy_in_again_and_the_button_moves() -> None:
    table = Players([20_000, 20_000, 20_000], 2)
    assert table.next_hand((-20_000, 20_000, 0)) == [0]
    assert table.stacks == [20_000, 40_000, 20_000]
    assert table.button == 0
