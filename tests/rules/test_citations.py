"""Paragraphs live in the files: no module holds one, and a table cites the document of its own jurisdiction."""

import ast
import re
from pathlib import Path

import pytest
from tests.games import all_games
from tests.pots.tables import settled

import houseway
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.rules.pots import PlayerPoker, Rulings
from houseway.rules.words import COMMON_PRACTICE

SOURCE = Path(houseway.__file__).parent
PARAGRAPH = re.compile(r"30-\d{3,4}|GEGR-\d|\bCh\. \d|^\(\d+\)")


def _literals(module: Path) -> list[tuple[int, str]]:
    """The texts of a module that are values, not explanations, and not examples of a word or a command."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "means":
            told.update(id(inner) for inner in ast.walk(node))
        if isinstance(node, ast.keyword) and node.arg == "epilog":
            told.add(id(node.value))
    return [
        (node.lineno, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told
    ]


def test_no_module_holds_a_paragraph() -> None:
    found = [
        f"{module.relative_to(SOURCE)}:{line}: {text!r}"
        for module in SOURCE.rglob("*.py")
        for line, text in _literals(module)
        if PARAGRAPH.search(text)
    ]
    assert not found, "\n".join(found)


def _ruled(game: str, kind: str, **more: object) -> str:
    betting = {"button": 2, "blinds": [2, 4], "limits": [4, 8], "actions": []}
    result = settled(game=game, seats=[{}, {}, {}], betting=betting, irregularity={"kind": kind, **more})
    return result.seats[0][0].rule


def test_a_misdeal_or_dead_hand_cites_the_document_of_the_table() -> None:
    assert _ruled("texas-holdem", "misdeal") == "CO 30-1016"
    assert _ruled("ca-texas-holdem", "misdeal") == COMMON_PRACTICE
    assert _ruled("ca-omaha", "defective_deck") == COMMON_PRACTICE


def test_a_refused_misdeal_cites_the_rule_of_the_table() -> None:
    actions = [[2, "call"], [0, "call"], [1, "check"]]
    for game, rule in (("texas-holdem", "CO 30-1016"), ("ca-texas-holdem", COMMON_PRACTICE)):
        betting = {"button": 2, "blinds": [2, 4], "limits": [4, 8], "actions": actions}
        with pytest.raises(RuleError, match=re.escape(rule)):
            settled(game=game, seats=[{}, {}, {}], betting=betting, irregularity={"kind": "misdeal"})


def test_every_ruling_of_a_pot_game_cites_its_own_jurisdiction_or_common_practice() -> None:
    for name in all_games():
        game = load_game(name)
        if isinstance(game.spec, PlayerPoker):
            for ruling in Rulings.__struct_fields__:
                cited = game.cite(getattr(game.spec.rulings, ruling))
                printed = cited.startswith("CO 30-10") if game.spec.jurisdiction == "CO" else cited == COMMON_PRACTICE
                assert printed, (name, ruling, cited)
