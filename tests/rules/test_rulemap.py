"""The map of the documents: complete, in step with files and tests, and with their words where a reader has them."""

import re
import tomllib
from pathlib import Path

import msgspec
import pytest
from scripts import rulemap

from houseway.rules.documents import read_document, read_texts
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.rules.load import read_raw, rulebook_files
from houseway.rules.rulemap import cited_now, expand, find_section, numbers, read_entries, read_map

TEXT = """
30-9001 Cards.

- (1) Cards are dealt
from a shoe.
 - (a) The first card is burned.
 - (b) So is the second.
   - (i) But not the third.
- (2) Each player has

one hand.

Envy Bonus:

- (a) Others are paid.

- (3) The end.

30-9002 Ties.

A tie is a push.
"""


def test_no_paragraph_is_without_an_entry() -> None:
    assert rulemap.written()[1] == []


def test_the_written_map_is_in_step() -> None:
    assert rulemap.TARGET.read_bytes() == rulemap.text(), "run: make rulemap"


def test_every_test_and_module_that_an_entry_names_exists() -> None:
    known = rulemap.tests()
    for entry in read_entries().entries:
        for place in entry.by:
            path, _, name = place.partition(": ")
            assert (rulemap.ROOT / path).is_file(), f"{entry.of[0]}: no file {path}"
            assert not name.startswith("test_") or known.get(name) == path, f"{entry.of[0]}: no test {name} in {path}"


def test_what_modules_alone_act_on_names_a_test() -> None:
    """What a game file states is tested with its game; a module that carries a paragraph out has a test for it."""
    untested = [
        entry.number
        for entry in rulemap.written()[0]
        if entry.status == "acted on"
        and any(place.startswith("src/houseway/") for place in entry.by)
        and not any(".toml" in place or ": test_" in place for place in entry.by)
    ]
    assert not untested


def _states(data: object, key: str) -> bool:
    """Whether plain data of a file has a statement at a key; names of wagers may hold points."""
    if not key or not isinstance(data, dict):
        return not key
    return any(
        key == name or (key.startswith(f"{name}.") and _states(data[name], key[len(name) + 1 :])) for name in data
    )


def test_every_statement_that_an_entry_names_is_in_its_file() -> None:
    """Its own or one that it extends."""
    games = {path.name: read_raw(path)["id"] for path in rulebook_files()}
    for entry in read_entries().entries:
        for place in entry.by:
            path, _, key = place.partition(": ")
            if path.endswith(".toml") and key:
                made = [msgspec.to_builtins(load_game(games[Path(path).name]).spec)] if Path(path).name in games else []
                stated = [tomllib.loads((rulemap.ROOT / path).read_text(encoding="utf-8")), *made]
                assert any(_states(data, key) for data in stated), f"{entry.of[0]}: {path} has no {key}"


def test_what_is_acted_on_names_a_statement_or_a_test() -> None:
    """A whole file says of no paragraph what carries it out."""
    bare = [
        entry.number
        for entry in rulemap.written()[0]
        if entry.status == "acted on" and not any(".toml: " in place or ": test_" in place for place in entry.by)
    ]
    assert not bare


def test_a_reading_speaks_for_the_paragraphs_that_it_names_alone() -> None:
    """One sentence of a section that is read in one way says nothing of the section's other paragraphs."""
    read = {
        found[0].number
        for citation, place, _ in rulemap.by_files()
        if place.endswith(": readings") and len(found := numbers().find(citation)) == 1
    }
    named = {
        number
        for number, entry in read_map().items()
        if entry.by and all(one.endswith(": readings") for one in entry.by)
    }
    assert named <= read
    assert read_map()["30-2801(3)"].status == "out of scope"


def test_every_citation_of_a_module_or_a_library_file_names_a_paragraph_of_the_map() -> None:
    cited = list(rulemap.by_code())
    for path in sorted((rulemap.ROOT / "src/houseway/rulebook").rglob("*.toml")):
        if path.parent.name in ("library", "fees"):
            stated = rulemap._citations(tomllib.loads(path.read_text(encoding="utf-8")))
            cited += [(rule, path.name) for rule, _ in stated if re.match("30-|GEGR|235 Ch", rule)]
    assert len(cited) > 400
    unknown = {one for one in cited if not numbers().find(one[0])}
    assert not unknown


def test_a_test_named_after_a_paragraph_speaks_for_that_one_alone() -> None:
    """Its name is in lower case where the paragraph's letter is not; `a` is rather the word than a letter (A)."""
    named = "tests/odds/test_seats.py: test_30_2118_13_f_i_c_no_envy_for_a_hand_that_earns_it"
    assert [number for number, entry in read_map().items() if named in entry.by] == ["30-2118(13)(f)(i)(C)"]
    word = "test_30_899_26_16_a_player_who_does_not_act"
    assert any(place.endswith(word) for place in read_map()["30-899.26(16)"].by)


def test_an_entry_out_of_scope_or_kept_by_hand_says_why() -> None:
    silent = [entry.of[0] for entry in read_entries().entries if entry.status in ("out of scope", "procedure")]
    assert not [number for number in silent if not _why(number)]


def _why(number: str) -> str:
    return next(entry.why for entry in read_entries().entries if entry.of[0] == number)


def test_every_citation_of_a_game_file_names_a_paragraph_of_the_map() -> None:
    unknown = {
        citation
        for citation, place, _ in rulemap.by_files()
        if re.search(r"30-|GEGR|235 Ch", citation) and not numbers().find(citation) and place
    }
    assert not unknown


def test_ranges_of_numbers() -> None:
    assert expand("30-1(2)(a)-(d)") == ["30-1(2)(a)", "30-1(2)(b)", "30-1(2)(c)", "30-1(2)(d)"]
    assert expand("(7)") == ["(7)"]


def test_30_1012_is_found_by_its_former_number_too() -> None:
    assert find_section("30-1012(3)") == "30-1012"
    assert find_section("30-1018") == "30-1018", "a number in use goes before one that was given up"
    assert find_section("30-1017.14") == "30-1099.13"
    assert find_section("CO 30-1017.20") == "30-1099.16", "as citations are printed"
    assert cited_now("CO 30-1017.20(2)(b)") == "30-1099.16(2)(b)"
    with pytest.raises(RuleError, match=r"30-1099.16 has no paragraph '\(99\)'"):
        cited_now("30-1017.20(99)")
    assert find_section("30-411(1)") == find_section("30-1211") == "30-1001", "sections that are paragraphs of it now"
    with pytest.raises(RuleError, match="no section"):
        find_section("30-4711")


def test_a_document_is_read_by_sections_paragraphs_and_headings() -> None:
    found = {one.number: one.text for one in read_document(TEXT)}
    assert found["30-9001(1)"] == "Cards are dealt\nfrom a shoe."
    assert found["30-9001(1)(b)(i)"] == "But not the third."
    assert found["30-9001(2)"] == "Each player has\none hand."
    assert found["30-9001 Envy Bonus (a)"] == "Others are paid."
    assert found["30-9001(3)"] == "The end."
    assert found["30-9002"] == "A tie is a push."
    (escaped,) = read_document("30-9003 Limits.\n\nAt most \\$1,000 or 5\\*.\n")
    assert escaped.text == "At most $1,000 or 5*."


def test_markup_of_a_document_is_no_part_of_its_words() -> None:
    lines = ["30-9004 Pairs.", "", "(1) <u>A pair pays</u> <mark>11 to 1</mark>\tif 2 < 3. [Amended 8/14/18](#)"]
    text = "\n".join([*lines, "(2)\t<ol> <li>One.</li> <li>[Two].</li></ol>", ""])
    words = ["", "A pair pays 11 to 1\tif 2 < 3. Amended 8/14/18", "One. [Two]."]
    assert [one.text for one in read_document(text)] == words


def test_the_head_of_a_page_between_two_numbers_opens_no_part() -> None:
    """Another list under a heading begins anew, and is one."""
    printed = (
        "30-9004 Deal.\n\n## Dealing\n\n(1) First.\n(2) Second.\n\n## GAME\n\n(3) Third.\n\n## Winners\n\n(1) Best.\n"
    )
    numbers = [one.number for one in read_document(printed)]
    assert numbers[-5:] == [
        f"30-9004 {one}" for one in ("Dealing (2)", "GAME", "Dealing (3)", "Winners", "Winners (1)")
    ]


def test_the_words_of_a_citation(tmp_path: Path) -> None:
    (tmp_path / "rule.txt").write_text(TEXT, encoding="utf-8")
    texts = read_texts(tmp_path)
    assert texts.text_of("CO 30-9001(1)(a)") == "(1)(a) The first card is burned."
    assert "So is the second" in texts.text_of("CO 30-9001(1)"), "with the paragraphs below"
    assert texts.text_of("CO 30-9001(2) Envy Bonus (a)") == "(a) Others are paid."
    assert texts.text_of("CO 30-9002") == "A tie is a push."
    printed = "30-9004 Pays.\n(1) By a table.\n(2) As posted:\nTable 1\t\nPair\t1 to 1\nTable 2\t\nPair\t2 to 1\n"
    (tmp_path / "pays.txt").write_text(printed, encoding="utf-8")
    assert read_texts(tmp_path).text_of("CO 30-9004(2)").endswith("Table 2\nPair\t2 to 1"), "with the tables under it"
    assert read_texts(tmp_path).text_of("CO 30-9004(1)") == "(1) By a table."
    both = texts.text_of("CO 30-9001(2)(3)")
    assert both.startswith("(2) Each player has"), "paragraphs side by side"
    assert both.endswith("(3) The end.")
    assert texts.find("CO 30-9001(2)-(3)") == texts.find("CO 30-9001(2)(3)")
    assert [one.number for one in texts.find("CO 30-9001(2)(3)")] == ["30-9001(2)", "30-9001(3)"]
    assert texts.text_of("CO 30-9003(1)") == ""
    with pytest.raises(RuleError, match="no text of a regulation"):
        read_texts(tmp_path / "nowhere")


def test_every_entry_of_the_map_is_of_a_known_paragraph() -> None:
    known = {one.number for paragraphs in numbers().sections.values() for one in paragraphs}
    assert set(read_map()) == known
