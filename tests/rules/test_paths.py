"""Paths into a game file: statements are reached by id or name, and a path that is not found in the file is refused."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from houseway.rules.errors import RuleError
from houseway.rules.house_poker import HousePoker
from houseway.rules.load import load_file
from houseway.rules.paths import read_at, remove_at, write_at


def statements() -> dict[str, Any]:
    return {
        "stages": [
            {"name": "deal", "deal": {"player": 5}},
            {"name": "play or fold", "decide": ["fold", {"do": "play"}, {"do": "play", "having": "pair A"}]},
        ],
        "irregularities": [
            {"kind": "misdeal", "of": "player"},
            {"kind": "misdeal", "of": "dealer"},
            {"kind": "face_up_cards"},
            {"kind": "face_up_cards", "at_least": 2},
        ],
        "wagers": {"ante": {"rule": "(1)"}},
        "pay_tables": {
            "bonus": [{"ids": ["1", "2"], "rows": {"flush": 5}}, {"ids": ["A-1", "A-2"], "rows": {"flush": [6, 7]}}],
            "side": [{"rows": {"pair": 1}}],
        },
    }


REACHED: dict[str, Callable[[Any], Any]] = {
    'stages."play or fold".decide.play[pair A].by': lambda raw: raw["stages"][1]["decide"][2]["by"],
    'stages."play or fold".decide.fold': lambda raw: raw["stages"][1]["decide"][0],
    "stages.deal.deal.player": lambda raw: raw["stages"][0]["deal"]["player"],
    "irregularities.misdeal[dealer].effect": lambda raw: raw["irregularities"][1]["effect"],
    "irregularities.face_up_cards[1].effect": lambda raw: raw["irregularities"][2]["effect"],
    "wagers.ante.envy.rule": lambda raw: raw["wagers"]["ante"]["envy"]["rule"],
    "pay_tables.bonus[1-2].rows.flush": lambda raw: raw["pay_tables"]["bonus"][0]["rows"]["flush"],
    "pay_tables.bonus[A-1 to A-2].rows": lambda raw: raw["pay_tables"]["bonus"][1]["rows"],
    "pay_tables.bonus[A-1, A-2].rule": lambda raw: raw["pay_tables"]["bonus"][1]["rule"],
    'pay_tables.side.rows."pair Q"': lambda raw: raw["pay_tables"]["side"][0]["rows"]["pair Q"],
}


def test_a_path_reaches_a_statement_by_its_name_or_id() -> None:
    for path, stands in REACHED.items():
        raw = statements()
        write_at(raw, path, "new", HousePoker)
        assert stands(raw) == "new", path


def test_a_star_reaches_all_statements_of_one_name() -> None:
    raw = statements()
    write_at(raw, 'stages."play or fold".decide.play[*].by', [2], HousePoker)
    assert [one.get("by") for one in raw["stages"][1]["decide"][1:]] == [[2], [2]]


def test_some_columns_of_a_block_change_alone() -> None:
    raw = statements()
    write_at(raw, "pay_tables.bonus[2, A-1].rows.flush", 9, HousePoker)
    assert [block["rows"]["flush"] for block in raw["pay_tables"]["bonus"]] == [[5, 9], [9, 7]]
    write_at(raw, "pay_tables.bonus[1].rows.pair", 1, HousePoker)
    assert raw["pay_tables"]["bonus"][0]["rows"]["pair"] == [1, "-"], "the other column has no such row"


def test_what_stands_at_a_path_is_read() -> None:
    assert read_at(statements(), "irregularities.misdeal[*].of", HousePoker) == ["player", "dealer"]
    assert read_at(statements(), "pay_tables.bonus[A-2].rows.flush", HousePoker) == [7]
    assert read_at(statements(), "stages.deal.burn", HousePoker) == [None], "the file says nothing there"


def test_statements_are_removed() -> None:
    raw = statements()
    remove_at(raw, 'stages."play or fold".decide.play[*]', HousePoker)
    assert raw["stages"][1]["decide"] == ["fold"]
    with pytest.raises(RuleError, match="is not in the file"):
        remove_at(raw, "wagers.ante.envy", HousePoker)


WRONG = {
    "stages.1.burn": "no '1' in stages; statements are reached by name, not by number; allowed: deal, play or fold",
    "pay_tables.bonus[0].rows": "bonus has no id '0'; allowed: 1, 2, A-1, A-2",
    "pay_tables.side.0.rows": "side has no word '0'",
    'stages."paly or fold".burn': "did you mean 'play or fold'",
    "stages.deal.brun": "deal has no word 'brun'; allowed: name, burn,",
    "wagers.anti.win": "wagers states no 'anti'; allowed: ante; did you mean 'ante'?",
    "wagers.ante.win.lose.all": "has no word 'lose'",
    "wagers.ante.rule.x": "rule is a plain value",
    "pay_tables.bonus.rows": "several blocks",
    "pay_tables.bonus[1].rows": "only a part of the block 1, 2",
    'stages."play or fold".decide.play.by': "is several statements; write play[pair A], play[*]",
    "irregularities.misdeal[community].effect": "is no statement; write misdeal[player], misdeal[1], misdeal[dealer]",
    "wagers..ante": "cannot read the path",
    "wagers.ante[x].rule": "[x] chooses nothing",
    "": "empty",
}


def test_a_path_that_leads_nowhere_says_what_is_there() -> None:
    for path, says in WRONG.items():
        with pytest.raises(RuleError) as caught:
            write_at(statements(), path, "new", HousePoker)
        assert says in caught.value.message, path


def _own(folder: Path, text: str) -> str:
    path = folder / "own.toml"
    path.write_text(f'extends = "three-card-poker"\nid = "own"\n{text}\n', encoding="utf-8")
    return str(path)


def test_a_file_changes_statements_of_the_one_it_extends(tmp_path: Path) -> None:
    game = _own(
        tmp_path, """sets = { 'stages."play or fold".timeout' = "fold", "pay_tables.pair_plus[2].rows.flush" = 5 }"""
    )
    spec: Any = load_file(game)[0]
    assert spec.stages[1].timeout == "fold"
    assert spec.pay_tables["pair_plus"][0].rows["flush"] == [4, 5, 4, 3]


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("sets.'stages.1.burn' = 1", 'own.toml:3: sets."stages.1.burn"'),
        (
            "[options.x]\ndefault = 1\nsets.2.'wagers.anti.win' = 'push'",
            'own.toml:5: options.x.sets.2."wagers.anti.win"',
        ),
        (
            "[options.x]\ndefault = 1\nwrites.'wagers.ante.wim' = '{} to 1'",
            'own.toml:5: options.x.writes."wagers.ante.wim"',
        ),
        ("[options.x]\ndefault = 1\nwrites.deck = '{}x52'", "own.toml:5: options.x.writes.deck"),
    ],
)
def test_a_wrong_path_is_refused_at_load_though_no_choice_uses_it(tmp_path: Path, text: str, field: str) -> None:
    with pytest.raises(RuleError) as caught:
        load_file(_own(tmp_path, text))
    assert caught.value.field == field


def test_paragraphs_that_an_inherited_option_sets_keep_their_section(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(
        'extends = "seven-card-stud"\nid = "own"\nrule = "House"\njurisdiction = "HOUSE"\n', encoding="utf-8"
    )
    spec: Any = load_file(str(path), {"variant": "low"})[0]
    assert spec.award.rule == "CO 30-1099.04(2)(a)"
