"""Charts as the field draws them: rows and columns of short marks, with what each mark stands for."""

from collections.abc import Iterable, Mapping
from typing import Any

from houseway.cards.text import RANKS


def mark_of(move: str) -> str:
    """The shortest sign that players know a move by: `4x`, `F` for fold."""
    last = move.split()[-1]
    return last if last[0].isdigit() else move[0].upper()


def marks_of(moves: Iterable[str]) -> dict[str, str]:
    """A sign for each move, longer where one letter would stand for two: `Ca` and `Ch` for call and check."""
    found = {move: mark_of(move) for move in moves}
    signs = list(found.values())
    return {
        move: sign
        if signs.count(sign) == 1
        else next(
            move[:size].capitalize()
            for size in range(1, len(move) + 1)
            if all(other == move or not other.startswith(move[:size]) for other in found) or size == len(move)
        )
        for move, sign in found.items()
    }


def two_cards(moves: Mapping[str, str]) -> dict[str, Any]:
    """The square of all two cards (`AKs` of one suit, `AKo` of two, `AA`): one suit above the diagonal, two below."""
    ranks = [rank for rank in RANKS[::-1] if rank * 2 in moves]
    marks = marks_of(dict.fromkeys(moves.values()))
    rows = {
        first: {
            second: marks[moves[f"{first}{second}s" if at > own else f"{second}{first}o" if at < own else first * 2]]
            for at, second in enumerate(ranks)
        }
        for own, first in enumerate(ranks)
    }
    return {"chart": rows, "legend": {sign: move for move, sign in marks.items()}, "note": SQUARE}


SQUARE = "two cards of one suit stand above the diagonal, of two suits below it"


def is_chart(value: Any) -> bool:
    """Whether a part of a strategy is rows with the same columns, a mark in each."""
    if not isinstance(value, Mapping) or len(value) < 2:
        return False
    rows = list(value.values())
    return all(
        isinstance(row, Mapping) and list(row) == list(rows[0]) and all(isinstance(mark, str) for mark in row.values())
        for row in rows
    )
