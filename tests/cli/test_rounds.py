"""`houseway rounds` and `houseway disputes` read the floor's database."""

import csv
import io
import json
import re
from pathlib import Path

import pytest
from tests.cli.command import houseway
from tests.floor.helpers import guest, new_store, play_round, seated

from houseway.floor import disputes
from houseway.floor.verification import verify

FILE = {
    "game": "three-card-poker",
    "seats": [{"wagers": {"ante": 10, "pair_plus": 5}, "cards": ["9s", "9d", "2c"], "actions": ["play"]}],
    "dealer": ["Jh", "8c", "4d"],
}


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house in which a guest has played three rounds and disputed one that he told."""
    folder = tmp_path_factory.mktemp("rounds")
    store = new_store(folder)
    person = guest(store)
    table = seated(store, person, "baccarat")
    for _ in range(3):
        play_round(store, table, {0: person})
    case = store.write(lambda db: disputes.open_case(db, person, FILE, [[0, 10, 0]], "The pair", "not paid", None))
    store.write(lambda db: disputes.decide(db, person, case, FILE, [[0, 10, 0]], "A pair is paid."))
    store.close()
    return folder / "floor.db"


def test_rounds_are_listed_as_a_table_and_as_json(database: Path) -> None:
    listed = houseway("rounds", "--database", str(database))
    assert "3 rounds" in listed.out
    assert re.search(r"Seat 1 [\w-]+:\s+(│[\s│]*)?[A-Z]", listed.out)  # wagers as the layout calls them
    lines = houseway("rounds", "--database", str(database), "--seat", "1", "--json").out.splitlines()
    assert [json.loads(line)["number"] for line in lines] == [3, 2, 1]
    assert houseway("rounds", "--database", str(database), "--seat", "2", "--json").out == ""


def test_rounds_are_exported_with_their_proof(database: Path) -> None:
    wagers = list(csv.DictReader(io.StringIO(houseway("rounds", "--database", str(database), "--csv").out)))
    assert {line["number"] for line in wagers} == {"1", "2", "3"}
    assert {line["seat"] for line in wagers} == {"1"}
    for line in houseway("rounds", "--database", str(database), "--files").out.splitlines():
        file = json.loads(line)
        del file["remarks"]
        assert file["proof"]["commitment"]
        assert verify(file) in ([], ["not yet: the shoe is still in play, and its secret is shown when it is finished"])


def test_a_wrong_search_is_one_sentence(database: Path) -> None:
    for arguments in (("--person", "nobody"), ("--since", "never"), ("--unlikely", "3")):
        answer = houseway("rounds", "--database", str(database), *arguments)
        assert answer.code == 2
        assert len(answer.err.splitlines()) == 1


def test_cases_are_listed_and_shown(database: Path) -> None:
    assert "The pair" in houseway("disputes", "--database", str(database)).out
    shown = houseway("disputes", "1", "--database", str(database)).out
    assert "Pair Plus" in shown
    assert "pair_plus" not in shown
    assert "A pair is paid." in shown
    assert json.loads(houseway("disputes", "1", "--database", str(database), "--json").out)["owed"] == 5
    assert houseway("disputes", "--database", str(database), "--state", "open", "--json").out.strip() == "[]"
    assert houseway("disputes", "9", "--database", str(database)).code == 2
    assert houseway("disputes", "--state", "lost", "--database", str(database)).code == 2
