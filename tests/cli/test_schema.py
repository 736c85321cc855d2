"""The JSON Schema of game files is in step with the vocabulary and accepts what the loader accepts."""

import tomllib

import jsonschema
import msgspec
import pytest

from houseway.commands.schema import make_schema, schema_text
from houseway.rules.load import RULEBOOK, rulebook_files

VALIDATOR = jsonschema.Draft202012Validator(make_schema())
KEPT = RULEBOOK / "game.schema.json"


def test_the_kept_schema_is_in_step() -> None:
    assert KEPT.read_text(encoding="utf-8") == schema_text(), "run make schema"


def test_every_game_file_fits_the_schema() -> None:
    for path in rulebook_files():
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        faults = list(VALIDATOR.iter_errors(msgspec.to_builtins(raw)))  # JSON writes a day as text
        assert faults == [], path.stem


def test_an_unknown_word_does_not_fit() -> None:
    path = next(path for path in rulebook_files() if path.stem.endswith("crazy-4-poker"))
    raw = tomllib.loads(path.read_text(encoding="utf-8"))
    raw["wagers"]["ante"]["winn"] = "2 to 1"
    with pytest.raises(jsonschema.ValidationError):
        VALIDATOR.validate(msgspec.to_builtins(raw))
