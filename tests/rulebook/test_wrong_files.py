"""A wrong file is refused: each fault is planted in a file that is in order, and told with file, line and key."""

from pathlib import Path

from houseway.check import check

WRONG = Path(__file__).parent / "wrong"  # by game: the place and a part of the sentence, and what is planted


def test_every_planted_fault_is_refused_with_file_line_and_key(tmp_path: Path) -> None:
    for faults in sorted(WRONG.glob("*.txt")):
        for number, text in enumerate(faults.read_text(encoding="utf-8").split("\n\n")):
            place, says = text.splitlines()[0].removeprefix("# ").split(" | ")
            path = tmp_path / f"{faults.stem}-{number}.toml"
            path.write_text(f'extends = "{faults.stem}"\nid = "broken"\n{text}\n', encoding="utf-8")
            told = [str(error) for error in check(str(path))]
            own = f"{path.name}:{place}: " if place[0].isdecimal() else f": {place}: "
            assert any(own in one and says in one for one in told), f"{faults.stem}:\n{text}\n{told}"


def test_nothing_that_a_file_can_hold_is_an_internal_fault(tmp_path: Path) -> None:
    path = tmp_path / "deep.toml"
    path.write_text(f'extends = "three-card-poker"\nid = "deep"\nx = {"[" * 3000}{"]" * 3000}\n', encoding="utf-8")
    (error,) = check(str(path))
    assert "nested too deeply" in error.message
    for number, text in enumerate(("wagers = 3", "pay_tables = 3", "stages = [3]", "options = { a = 1 }", "sets = 4")):
        path = tmp_path / f"odd-{number}.toml"
        path.write_text(f'extends = "three-card-poker"\nid = "odd"\n{text}\n', encoding="utf-8")
        assert check(str(path)), text
    for base, text, says in (
        ("pai-gow-tiles", 'tiles.singles = [[""]]', "must name 1 tile"),
        ("pai-gow-tiles", 'tiles.pairs = [["6-6"]]', "must name 2 tiles"),
        ("three-card-poker", "[[pay_tables.pair_plus]]\nids = 6\nrows = { pair = 1 }", "ids"),
    ):
        path.write_text(f'extends = "{base}"\nid = "odd"\n{text}\n', encoding="utf-8")
        assert any(says in str(error) for error in check(str(path))), text


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(
        'extends = "three-card-poker"\nid = "x"\nhouse_suit = "x"\n[wagers.ante]\nneeds = ["anti"]\nequals = "bat"\n',
        encoding="utf-8",
    )
    fields = [error.field for error in check(str(path))]
    assert fields == ["own.toml:6: wagers.ante.equals", "own.toml:5: wagers.ante.needs", "own.toml:3: house_suit"]


def test_what_an_extended_file_states_is_told_with_its_own_name_and_line(tmp_path: Path) -> None:
    base = tmp_path / "base.toml"
    base.write_text('extends = "three-card-poker"\nid = "base"\n[wagers.ante]\nneeds = ["anti"]\n', encoding="utf-8")
    own = tmp_path / "own.toml"
    own.write_text('extends = "base.toml"\nid = "own"\n', encoding="utf-8")
    assert [error.field for error in check(str(own))] == ["own.toml (base.toml:4): wagers.ante.needs"]


def test_a_base_that_is_not_there_is_told_with_its_line(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    for base, says in (("three-card-pokr", "did you mean three-card-poker?"), ("none.toml", "No such file")):
        own.write_text(f'id = "own"\nextends = "{base}"\n', encoding="utf-8")
        (error,) = check(str(own))
        assert error.field == "own.toml:2: extends"
        assert says in error.message


def test_a_misspelt_family_is_told_with_its_line(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('id = "own"\nfamilly = "house-poker"\n', encoding="utf-8")
    assert [str(error) for error in check(str(own))] == ["own.toml:2: familly: unknown word; did you mean 'family'?"]


def test_a_choice_that_makes_the_file_wrong_is_named(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(
        'extends = "three-card-poker"\nid = "own"\n[options.mine]\ndefault = false\nchoices = [false, true]\n'
        "sets.true.'wagers.ante.needs' = ['anti']\n",
        encoding="utf-8",
    )
    (error,) = check(str(path))
    assert "no wager named 'anti'" in error.message
    assert error.message.endswith(", with mine True")
