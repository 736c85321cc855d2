"""Every word of the grammar is described once, with an example that fits it, and some game or test needs it."""

from pathlib import Path

import msgspec
from scripts.words import TARGET, described, document, games_by_word, home_of, statements_of, words_of

from houseway.commands.schema import make_schema
from houseway.rules.load import GRAMMARS
from houseway.rules.patterns import ROW_NAMES, compile_row
from houseway.rules.words import PARTIAL

# Words that no game of the rulebook needs yet, and games of the tests do (tests/play/test_core.py).
TESTED = {
    *("Choice.below", "Choice.ends", "Choice.forced", "Choice.offered", "HousePoker.packs"),
    *("Pattern.declared", "Pattern.each", "Stage.opens", "Wager.fee", "Wager.shown_by"),
    "Wager.shows",
}


def test_the_page_is_in_step_with_the_grammar_and_the_games() -> None:
    assert TARGET.read_text(encoding="utf-8") == document(), "run make words"


def test_every_word_has_a_meaning_and_an_example_that_fits_it() -> None:
    statements = {kind.cls: kind for grammar in GRAMMARS.values() for kind in statements_of(grammar)}
    assert len(statements) > 60
    for cls, kind in statements.items():
        types = msgspec.structs.fields(cls)
        assert cls.__doc__, cls
        for field, typed in zip(kind.fields, types, strict=True):
            text, examples = described(field.type)
            assert text, f"{cls.__name__}.{field.name} says nothing of what it means"
            assert examples, f"{cls.__name__}.{field.name} has no example"
            for example in examples:
                msgspec.convert(example, typed.type)


def test_the_schema_describes_every_word_of_every_statement() -> None:
    for name, part in make_schema()["$defs"].items():
        for word, told in part.get("properties", {}).items():
            assert told.get("description") or word == "family", f"{name}.{word}"


def test_the_schema_of_a_family_has_only_words_that_it_acts_on() -> None:
    parts = make_schema()["$defs"]
    for grammar in GRAMMARS.values():
        assert not (PARTIAL - grammar.reads) & parts[grammar.__name__]["properties"].keys(), grammar


def test_every_word_serves_a_game() -> None:
    own = [words_of(path) for path in sorted((Path(__file__).parents[1] / "rulebook" / "own").glob("*.toml"))]
    used = {*games_by_word()}.union(*own)
    every = {
        (home_of(kind.cls, field.name), field.name)
        for grammar in GRAMMARS.values()
        for kind in statements_of(grammar)
        for field in kind.fields
    }
    unused = {f"{home.__name__}.{word}" for home, word in every - used}
    assert unused <= TESTED, f"nothing needs {sorted(unused - TESTED)}"


def test_every_row_name_of_the_page_is_one_that_compiles() -> None:
    for name in ROW_NAMES:
        row = compile_row(name.replace("_N", "_4"), {}, "player")
        assert row or name == "other", name
