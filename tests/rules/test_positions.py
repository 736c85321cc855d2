"""The line of every key of a TOML file, and of the statement that an error is about."""

import tomllib
from pathlib import Path
from typing import Any

from houseway.rules.grammar import Key
from houseway.rules.load import RULEBOOK
from houseway.rules.positions import find_line, key_lines

TEXT = '''id = "own"            # line 1
deck = "52"

[hands]
player = { cards = ["player"], ranking = "three_card" }

[[stages]]
name = "deal"
deal = { player = 3 }

[[stages]]
name = "play or fold"
decide = [
  "fold",
  { do = "play", bet = ["play"] },  # }, ] and " in a comment
]

[[pay_tables.bonus]]
ids = ["1", "2"]
[pay_tables.bonus.rows]
"pair Q" = [1, 2]

[[pay_tables.bonus]]
ids = ["3"]
rows.flush = 4
rows.straight = """
5 to 1"""
notes."(1)" = 'a "quote"'
'''

PLACES = {
    "id": 1,
    "hands.player.ranking": 5,
    "stages.deal.deal": 9,
    'stages."play or fold".decide': 13,
    'stages."play or fold".decide.play.bet': 15,
    "stages[1].decide": 13,
    "pay_tables.bonus[1, 2].rows": 20,
    'pay_tables.bonus[1].rows."pair Q"': 21,
    "pay_tables.bonus.rows": 18,
    "pay_tables.bonus[3].rows.flush": 25,
    "pay_tables.bonus[3].rows.straight": 26,
    "hands.player.wheel": 5,  # not stated: the line of its hand
    "nothing": 0,
}


def test_the_line_of_a_statement_is_found_by_its_path() -> None:
    assert {path: find_line(TEXT, path)[0] for path in PLACES} == PLACES


def _keys(node: Any, key: Key = ()) -> set[Key]:
    inner: list[tuple[str | int, Any]] = []
    if isinstance(node, dict):
        inner = list(node.items())
    elif isinstance(node, list):
        inner = list(enumerate(node))
    return {(*key, step) for step, _ in inner}.union(*(_keys(one, (*key, step)) for step, one in inner))


def test_every_key_of_every_game_file_has_a_line_on_which_it_stands() -> None:
    for path in sorted(Path(RULEBOOK).rglob("*.toml")):
        text = path.read_text(encoding="utf-8")
        lines = key_lines(text)
        assert set(lines) == _keys(tomllib.loads(text)), path.name
        rows = text.replace('\\"', '"').splitlines()  # a key in quotes as it is read
        assert all(str(key[-1]) in rows[line - 1] for key, line in lines.items() if isinstance(key[-1], str)), path.name
