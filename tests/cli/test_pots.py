"""Pots on the command line: hands one after the other, and hand histories in and out."""

from pathlib import Path

import msgspec
import pytest
from tests.cli.command import houseway


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three hands of four players, as the terminal saves them."""
    path = tmp_path_factory.mktemp("pots") / "hands.jsonl"
    answer = houseway(
        "play", "texas-holdem", "--seats", "4", "--seed", "3", "--demo", "--rounds", "3", "--save", str(path)
    )
    assert answer.code == 0, answer.err
    return path


def test_stacks_go_on_and_the_button_moves_from_hand_to_hand(hands: Path) -> None:
    rounds = [msgspec.json.decode(line) for line in hands.read_bytes().splitlines()]
    assert [one["betting"]["button"] for one in rounds] == [3, 0, 1]
    nets = [
        [seat["net"] for seat in msgspec.json.decode(line)["seats"]]
        for line in houseway("settle", "--json", str(hands)).out.splitlines()
    ]
    for before, net, after in zip(rounds, nets, rounds[1:], strict=False):
        left = [seat["stack"] + won for seat, won in zip(before["seats"], net, strict=True)]
        assert left == [seat["stack"] for seat in after["seats"]]
    assert any(any(net) for net in nets)


def test_a_hand_history_settles_as_the_round_it_was_written_from(hands: Path, tmp_path: Path) -> None:
    single, history = tmp_path / "hand.json", tmp_path / "hand.phh"
    single.write_bytes(hands.read_bytes().splitlines()[0])
    written = houseway("phh", str(single))
    assert written.code == 0
    assert written.out.startswith("variant = 'NT'")
    history.write_text(written.out)
    mine, theirs = houseway("settle", "--json", str(single), str(history)).out.splitlines()
    assert mine == theirs
    back = msgspec.json.decode(houseway("phh", str(history)).out)
    assert back["community"] == msgspec.json.decode(single.read_bytes())["community"]


def test_a_history_that_cannot_be_read_is_one_error_and_the_rest_goes_on(hands: Path, tmp_path: Path) -> None:
    wrong, broken = tmp_path / "wrong.phh", tmp_path / "broken.phh"
    wrong.write_text("variant = 'XX'\n")
    broken.write_bytes(b"\xff\xfe")
    answer = houseway("settle", "--json", str(wrong), str(broken), str(hands))
    assert answer.code == 2
    first, second, *rest = [msgspec.json.decode(line) for line in answer.out.splitlines()]
    assert first["field"] == "variant"
    assert second == {"error": "not a text in UTF-8", "field": "phh"}
    assert len(rest) == 3
    assert all("error" not in one for one in rest)
