"""A file of one's own is watched: an edit shows at once, a broken one keeps the last good version."""

import os
import weakref
from pathlib import Path
from typing import Any

import pytest

from houseway.check import check
from houseway.families import family_of, sheet_of
from houseway.floor.pinned import rules_hash
from houseway.rules import load
from houseway.rules.errors import FileError, RuleError
from houseway.rules.game import load_game
from houseway.rules.load import all_faults, as_text, by_game, fault_of, forget_text, keep_text, version_of

BASE = """id = "duel"
extends = "casino-war"
name = "Duel"
"""


def write(path: Path, text: str) -> None:
    """Write as an editor does: the whole file is put in the place of the old one."""
    new = path.with_suffix(".new")
    new.write_text(text)
    os.replace(new, path)


def test_an_edit_shows_at_once(tmp_path: Path) -> None:
    path = tmp_path / "duel.toml"
    write(path, BASE)
    first, before = load_game(str(path)), rules_hash(str(path))
    assert load_game(str(path)) is first
    write(path, BASE.replace('"Duel"', '"Duel at Dawn"'))
    assert load_game(str(path)).spec.name == "Duel at Dawn"
    assert sheet_of(load_game(str(path))).name == "Duel at Dawn"
    assert rules_hash(str(path)) != before
    write(path, 'id = "duel"\nextends = "baccarat"\n')
    assert family_of(str(path)).name == "baccarat"


def test_an_edit_while_the_file_is_read_shows_with_the_next_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "duel.toml"
    write(path, BASE)
    read = load._read_parts

    def written_after(asked: Path) -> Any:
        found = read(asked)
        write(path, BASE.replace('"Duel"', '"Duel at Dusk"'))
        return found

    with monkeypatch.context() as patched:
        patched.setattr(load, "_read_parts", written_after)
        load_game(str(path))
    assert load_game(str(path)).spec.name == "Duel at Dusk"


def test_an_edit_of_a_file_below_shows_too(tmp_path: Path) -> None:
    below, path = tmp_path / "below.toml", tmp_path / "duel.toml"
    write(below, BASE)
    write(path, 'id = "above"\nextends = "below.toml"\n')
    assert load_game(str(path)).spec.name == "Duel"
    write(below, BASE.replace('"Duel"', '"Duel at Dusk"'))
    assert load_game(str(path)).spec.name == "Duel at Dusk"


def test_a_broken_edit_keeps_the_last_good_version_and_is_told(tmp_path: Path) -> None:
    path = tmp_path / "duel.toml"
    write(path, BASE)
    good, version = load_game(str(path)), version_of(str(path))
    for broken, line in (
        (BASE + "seats = 'many'\n", "duel.toml:4: seats"),
        (BASE + "[wagers.tie]\nlimit = [5, 1]\n", "duel.toml:5: wagers.tie.limit"),
        (BASE + "[[[\n", "game"),
    ):
        write(path, broken)
        assert load_game(str(path)) is good
        fault = fault_of(str(path))
        assert fault is not None
        assert fault.field == line
        assert [error.field for error in check(str(path))] == [line], "the check reads the file, not what is in force"
    path.unlink()
    assert load_game(str(path)) is good
    fault = fault_of(str(path))
    assert fault is not None
    assert "cannot read" in fault.message
    write(path, BASE.replace('"Duel"', '"Mended"'))
    assert load_game(str(path)).spec.name == "Mended"
    assert fault_of(str(path)) is None
    assert version_of(str(path)) != version


def test_a_file_that_never_was_a_game_is_refused_until_it_is_one(tmp_path: Path) -> None:
    path = tmp_path / "duel.toml"
    write(path, BASE + "seats = 'many'\n")
    with pytest.raises(FileError, match=r"duel\.toml:4: seats"):
        load_game(str(path))
    write(path, BASE + "players = 2\n")
    with pytest.raises(FileError, match=r"duel\.toml:4: players"):
        load_game(str(path))
    write(path, BASE)
    assert load_game(str(path)).spec.id == "duel"


def test_a_text_is_a_game_and_its_errors_have_lines() -> None:
    assert load_game(as_text("draft.toml", BASE)).spec.name == "Duel"
    (fault,) = all_faults(as_text("draft.toml", BASE + "seats = 'many'\n"))
    assert fault.field == "draft.toml:4: seats"
    with pytest.raises(RuleError, match="not valid TOML"):
        load_game(as_text("draft.toml", "id = ["))


@pytest.mark.parametrize("line", ['extends = "/etc/hosts.toml"', 'extends = "../games/other.toml"'])
def test_a_text_reads_no_file_of_the_disk(line: str) -> None:
    with pytest.raises(RuleError, match="only a file on the disk names others"):
        load_game(as_text("draft.toml", f'id = "x"\n{line}\n'))
    library = 'id = "x"\nfamily = "house-poker"\n[[pay_tables.ante]]\nlibrary = "/etc/secret.toml"\n'
    with pytest.raises(RuleError, match="only a file on the disk names others"):
        load_game(as_text("draft.toml", library))


def test_a_kept_text_is_a_game_by_its_id() -> None:
    keep_text("kept-duel", BASE.replace('"duel"', '"kept-duel"'))
    try:
        assert load_game("kept-duel").spec.name == "Duel"
        keep_text("kept-duel", BASE.replace('"Duel"', '"Second"'))
        assert load_game("kept-duel").spec.name == "Second"
    finally:
        forget_text("kept-duel")
    with pytest.raises(RuleError, match="unknown game"):
        load_game("kept-duel")


def test_what_visitors_send_is_kept_up_to_so_many_bytes() -> None:
    class Plan:
        pass

    made: list[weakref.ref[Plan]] = []

    @by_game(512)
    def plan(game: str) -> Plan:
        assert game.isspace() is False
        found = Plan()
        made.append(weakref.ref(found))
        return found

    for number in range(40):
        plan(f"{number:,}".ljust(1_000_000))
    assert 0 < sum(one() is not None for one in made) <= 16
    assert plan(f"{39:,}".ljust(1_000_000)) is made[39]()
