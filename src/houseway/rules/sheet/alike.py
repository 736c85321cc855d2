"""Tables of wagers that differ only in a part of their names (`hand_1.ante`, `hand_2.ante`), told once."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from houseway.rules.sheet.model import Grid
from houseway.rules.wording import humanize, listed

_LETTERS = "zyx"  # stand for the part at each place of a name; `n` for the number that the first part ends with


@dataclass(frozen=True, slots=True)
class _Told:
    """A table, the parts of its wager's name, and what the letters in it stand for."""

    parts: tuple[str, ...]
    grid: Grid
    letters: tuple[str, ...] = ()


def _split(part: str, place: int) -> tuple[str, str, str]:
    """A part of a name as the words that stay, the letter for the rest, and the rest: `card_2` is card, n and 2."""
    stem, _, number = part.rpartition("_")
    if place == 0 and stem and number.isdecimal():
        return f"{humanize(stem)} ", "n", number
    return "", _LETTERS[place], humanize(part)


def _lettered(told: _Told, place: int) -> _Told:
    """A table with a letter for one part of its wager's name."""
    stem, letter, rest = _split(told.parts[place], place)
    word = re.compile(rf"(?<!\w){re.escape(stem + rest)}(?!\w)", re.IGNORECASE)

    def general(text: str) -> str:
        return word.sub(lambda said: said[0][: len(stem)] + letter, text)

    rows = tuple(tuple(map(general, row)) for row in told.grid.rows)
    remarks = tuple(map(general, told.grid.remarks))
    grid = replace(told.grid, title=general(told.grid.title), rows=rows, remarks=remarks)
    return replace(told, parts=(*told.parts[:place], stem + letter, *told.parts[place + 1 :]), grid=grid)


def _groups(told: list[_Told], place: int) -> list[list[_Told]]:
    """The tables by what is left of them with a letter at one place of the name."""
    groups: dict[_Told, list[_Told]] = {}
    for one in told:
        numbered = len(one.parts) > 1 or _split(one.parts[0], 0)[1] == "n"
        key = _lettered(one, place) if place < len(one.parts) and numbered else one
        groups.setdefault(key, []).append(one)
    return list(groups.values())


def told_once(grids: Mapping[str, Grid]) -> tuple[Grid, ...]:
    """The tables of wagers by name: of those that are alike but for one part of the name, one with a letter for it."""
    told = [_Told(tuple(name.split(".")), grid) for name, grid in grids.items()]
    for place in range(len(_LETTERS)):
        merged = []
        for alike in _groups(told, place):
            if len(alike) > 1:
                letter = _split(alike[0].parts[place], place)[1]
                said = f"{letter}: {listed([_split(one.parts[place], place)[2] for one in alike], 'or')}"
                merged.append(replace(_lettered(alike[0], place), letters=(*alike[0].letters, said)))
            else:
                merged += alike
        told = merged
    return tuple(replace(one.grid, remarks=(*one.grid.remarks, *one.letters)) for one in told)
