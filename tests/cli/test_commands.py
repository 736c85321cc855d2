"""The commands as a user runs them: output, exit status, one line for every mistake."""

import json
import re
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.cli.command import houseway, process
from tests.floor.helpers import guest, new_store, seated
from tests.play.rounds import real_round
from tests.play.test_bad_input import GOOD, bad

GOOD_LINE = json.dumps(GOOD)


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_games_are_listed_and_narrowed() -> None:
    every = json.loads(houseway("games", "--json").out)
    poker = json.loads(houseway("games", "--family", "house-poker", "--jurisdiction", "co", "--json").out)
    assert {"crazy-4-poker", "three-card-poker", "casino-war"} <= {game["id"] for game in poker}
    assert len(poker) < len(every)
    assert {game["family"] for game in poker} == {"house-poker"}
    assert "Crazy 4 Poker" in houseway("games").out
    refused = houseway("games", "--family", "lottery")
    assert refused.code == 2
    assert refused.err.startswith("houseway: --family: no game of 'lottery'")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("report agp --shift z", "--shift: must be a whole number"),
        ("odds three-card-poker --bet x", "--bet: must be a number"),
        ("play crazy-4-poker --seats z", "--seats: must be a whole number"),
        ("play crazy-4-poker --seats 99", "--seats: 99 is not in the range 1<=x<=30"),
        ("keno fill x 1 --amount 5 --by ann", "TABLE: must be a whole number"),
        ("keno fill 1", "missing argument 'DRAWER'"),
        ("cage nonsense", "no such command 'nonsense'"),
        ("games --nonsense", "no such option: --nonsense"),
    ],
)
def test_arguments_that_cannot_be_read_are_told_in_one_sentence(typed: str, told: str) -> None:
    answer = houseway(*typed.split())
    assert (answer.code, answer.out, answer.err) == (2, "", f"houseway: {told}\n")


def test_show_tells_deal_decisions_wagers_tables_options_readings_and_citations() -> None:
    sheet = " ".join(houseway("show", "crazy-4-poker").out.split())
    for words in (
        "Deal and decisions",
        "Play at 1 to 3 times Ante, with pair A or better",
        "dealer does not qualify",
        "PMG-ML-03",
        "300 to 1",
        "table_aggregate_per_round",
        "Readings",
        "CO 30-1099.31(12)(c)(iii)",
    ):
        assert words in sheet


def test_settle_has_one_line_a_wager_for_programs_and_one_a_hand_for_readers(tmp_path: Path) -> None:
    seat = {"wagers": {"blackjack": 10}, "hands": [["8h", "Ts"], ["8d", "9c"]], "actions": ["split", "stand", "stand"]}
    told = tmp_path / "split.json"
    told.write_text(json.dumps({"game": "blackjack", "seats": [seat], "dealer": ["Th", "7c"]}), encoding="utf-8")
    (line,) = json.loads(houseway("settle", str(told), "--json").out)["seats"][0]["lines"]
    assert (line["wager"], line["stake"], line["net"]) == ("blackjack", 20, 10)
    assert [(hand["spot"], hand["net"]) for hand in line["spots"]] == [("hand 1", 10), ("hand 2", 0)]
    assert "Blackjack, hand 2" in houseway("settle", str(told)).out


def test_show_takes_the_choices_of_the_house() -> None:
    sheet = houseway("show", "crazy-4-poker", "--pay-table", "queens_up=11", "--set", "table_aggregate_per_round=900")
    assert "in use: 11" in sheet.out
    assert "900" in sheet.out
    refused = houseway("show", "crazy-4-poker", "--set", "speed=9")
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert "house.speed" in refused.err


def test_show_writes_a_page_that_needs_nothing_else(tmp_path: Path) -> None:
    page = tmp_path / "sheet.html"
    assert houseway("show", "crazy-4-poker", "--html", str(page)).code == 0
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert text.count("<table>") == text.count("</table>") > 5
    assert not re.search(r"(src|href)=|https?://|@import", text)
    assert houseway("show", "crazy-4-poker", "--html", "-").out == text
    assert "cannot write" in houseway("show", "crazy-4-poker", "--html", str(tmp_path / "no" / "x.html")).err


def test_show_gives_the_file_as_data() -> None:
    data = json.loads(houseway("show", "crazy-4-poker", "--json").out)
    assert data["citation"] == "CO 30-1099.31"
    assert data["wagers"]["ante"]["required"] is True
    assert data["in_use"]["pay_tables"]["queens_up"] == "09"


def test_show_starts_without_compiled_code() -> None:
    code = (
        "import sys\nfrom houseway.cli import app\n"
        "try:\n    app(['show', 'crazy-4-poker'])\nexcept SystemExit:\n"
        "    assert not {'numba', 'numpy', 'llvmlite'} & set(sys.modules), 'show must not import kernels'\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    assert b"Crazy 4 Poker" in done.stdout


def test_settle_answers_in_order_and_an_error_stands_in_its_place() -> None:
    rounds = [GOOD_LINE, "{broken", json.dumps(bad("dealer/0", "Kh")), "", '{"game": "nope"}', GOOD_LINE]
    answer = houseway("settle", "-", "--json", text="\n".join(rounds))
    assert answer.code == 2
    assert answer.err == ""
    first, broken, twice, unknown, last = lines(answer.out)
    assert first == last
    assert first["game"] == "crazy-4-poker"
    assert [line["wager"] for line in first["seats"][0]["lines"]] == ["play", "ante", "queens_up", "super_bonus"]
    assert first["seats"][0]["lines"][0] == {
        "wager": "play",
        "stake": 10,
        "net": 10,
        "reason": "pair of kings beats king high: pays 1 to 1",
        "rule": "CO 30-1099.31(14)",
    }
    assert (first["seats"][0]["net"], first["house"]) == (25, -25)
    assert broken["error"].startswith("not valid JSON")
    assert (broken["field"], broken["line"]) == ("round", 2)
    assert (twice["field"], twice["line"]) == ("dealer[0]", 3)
    assert (unknown["field"], unknown["line"]) == ("game", 5)


def test_settle_reads_documents_lists_and_several_files(tmp_path: Path) -> None:
    document, listed, many = tmp_path / "one.json", tmp_path / "list.json", tmp_path / "many.jsonl"
    document.write_text("\ufeff" + json.dumps(GOOD, indent=2), encoding="utf-8")
    listed.write_text(json.dumps([GOOD, GOOD], indent=1), encoding="utf-8")
    many.write_bytes(b"\r\n".join([GOOD_LINE.encode()] * 3))
    answer = houseway("settle", str(document), str(tmp_path / "none.json"), str(listed), str(many), "--json")
    found = lines(answer.out)
    assert answer.code == 2
    assert ["error" in one for one in found] == [False, True, False, False, False, False, False]
    assert found[1] == {"error": "cannot read it: No such file or directory", "field": "file"}


def test_settle_prints_a_table_with_reason_and_rule() -> None:
    answer = houseway("settle", "-", text=GOOD_LINE + "\n{")
    assert answer.code == 2
    assert "pair of kings beats king high: pays 1 to 1" in answer.out
    assert "CO 30-1099.31(14)" in answer.out
    assert "+$25" in answer.out
    assert answer.err.startswith("-:2: round: not valid JSON")
    assert answer.err.count("\n") == 1


def test_settle_streams_in_constant_memory(tmp_path: Path) -> None:
    code = (
        "import sys, resource\nfrom houseway.commands.settle import run\n"
        "run([sys.argv[1]], True)\nbefore = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "run([sys.argv[2]], True)\nafter = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "sys.stderr.write(str(after - before))\n"
    )
    few, many = tmp_path / "few.jsonl", tmp_path / "many.jsonl"
    some = [json.dumps(real_round("crazy-4-poker", seed)) for seed in range(20)]
    few.write_text("\n".join(some * 5), encoding="utf-8")
    many.write_text("\n".join(some * 100), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", code, str(few), str(many)], capture_output=True, check=True, timeout=120
    )
    assert len(done.stdout.splitlines()) == 2100
    assert int(done.stderr) < 4096, "1,900 rounds more may not take 4 MB more"


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -m houseway games --json | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, check=False)
    assert b"Traceback" not in done.stderr


def test_play_demo_replays_from_a_seed_and_its_rounds_settle_alike(tmp_path: Path) -> None:
    saved = tmp_path / "saved.jsonl"
    arguments = ("play", "crazy-4-poker", "--demo", "--seed", "3", "--seats", "2", "--rounds", "2")
    once = houseway(*arguments, "--save", str(saved))
    assert once.code == 0
    assert houseway(*arguments).out == once.out
    assert houseway(*arguments[:4], "4").out != once.out
    settled = lines(houseway("settle", str(saved), "--json").out)
    own = sum(one["seats"][0]["net"] for one in settled)
    assert f"You have ${500 + own:g}." in once.out
    assert "Queens Up" in once.out  # side bets are made too
    many = houseway("play", "ez-baccarat", "--demo", "--seed", "3").out  # of a layout with many, some
    assert "You: Player $10, Total Cards 6 $5, Bonus Player $5, Panda 8 $5\n" in many
    shoe = houseway("play", "baccarat", "--demo", "--seed", "1").out  # not on both sides of one result
    assert "You: Player $10, Perfect Pair $5, Match Pair Player $5, Match Pair Banker $5\n" in shoe
    totals = houseway("play", "dragon-bonus", "--demo", "--seed", "1").out  # nor on two totals of cards
    assert "You: Player $10, Total Cards 6 $5, Bonus Player $5, Dragon Player $5\n" in totals
    assert "You: $1 $10\n" in houseway("play", "big-six-wheel", "--demo", "--seed", "1").out  # nor on two symbols
    eye = houseway("play", "dragons-eye", "--demo", "--seed", "1").out  # a triple wins neither, an odd eye is not even
    assert "You: Pai Gow $10, Match $5, Odd $5, Double $5\n" in eye
    rolled = houseway("play", "craps-odds", "--demo", "--seed", "5").out
    assert "last roll   Pass Line +$10" in rolled  # as the layout calls it


def test_play_by_hand_refuses_what_is_illegal_and_settles() -> None:
    typed = "ten\n10\n7\n\n\n\n10\n\n\n\n\nhit\nplay 3x\n2\nn\n"
    answer = houseway("play", "crazy-4-poker", "--seed", "3", text=typed)
    assert answer.code == 0
    assert "'ten' is not an amount" in answer.out
    assert "Super Bonus (required, equals Ante) [" in answer.out  # as the layout calls them
    assert "Super Bonus must equal Ante" in answer.out
    assert "super_bonus" not in answer.out
    assert "'hit' is not allowed here; legal are fold, play" in answer.out
    assert "'3x' is not allowed for Play" in answer.out
    assert "pair of queens" in answer.out
    assert "You have $" in answer.out


def test_30_1099_18_3_tips_are_bet_beside_own_wagers_and_by_actions(tmp_path: Path) -> None:
    """The tip is the dealer's, won or lost; a tip without a wager beside it is refused in a sentence."""
    saved = tmp_path / "saved.jsonl"
    typed = "10 tip 1\n5 tip x\n5 tip 2\n\n\n\n\nfold tip 1\nplay tip 3\nn\n"
    answer = houseway("play", "three-card-poker", "--seed", "3", "--save", str(saved), text=typed)
    assert answer.code == 0
    assert "'5 tip x' is not an amount" in answer.out
    assert "a tip goes with a wager that the action makes, once" in answer.out
    [settled] = lines(houseway("settle", str(saved), "--json").out)
    [dealer] = settled["seats"][0]["owners"]
    assert [(line["wager"], line["stake"]) for line in dealer["lines"]] == [("ante", 1), ("pair_plus", 2), ("play", 3)]
    assert f"You have ${500 + settled['seats'][0]['net'] - 6:g}." in answer.out
    assert f"The dealer has ${6 + dealer['net']:g} of your tips." in answer.out


@pytest.mark.parametrize("typed", ["", "10\n", "quit\n", "10\n\n\n\n\n"])
def test_play_is_left_cleanly(typed: str) -> None:
    answer = houseway("play", "crazy-4-poker", "--seed", "3", text=typed)
    assert (answer.code, answer.err) == (0, "")
    assert "You left the table." in answer.out


def test_play_never_stakes_more_than_the_player_has() -> None:
    answer = houseway("play", "crazy-4-poker", "--bankroll", "25", text="20\n20\n\n\n\n10\n10\n\n\n\n2\n1\nn\n")
    assert answer.out.count("That is more than you have.") == 2
    assert "You have $5." in answer.out


def test_check_names_file_and_key(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('extends = "crazy-4-poker"\n[wagers.ante]\nwinn = "2 to 1"\n', encoding="utf-8")
    refused = houseway("check", str(own), "crazy-4-poker", "--seconds", "0", "--no-price")
    assert refused.code == 2
    assert refused.err.startswith(f"{own}:3: wagers.ante.winn: unknown word; allowed: name, ")
    assert refused.out == "crazy-4-poker: in order\n"
    (told,) = lines(houseway("check", str(own), "--json").out)
    (error,) = told["errors"]
    assert error["field"] == "own.toml:3: wagers.ante.winn"
    assert error["error"].startswith("unknown word; allowed: ")


def test_cases_report_every_difference(tmp_path: Path) -> None:
    cases = tmp_path / "cases.jsonl"
    right = {**GOOD, "id": "right", "expect": [{"ante": 10, "play": 10, "super_bonus": 0, "queens_up": 5}]}
    wrong = {**right, "id": "wrong", "expect": [{"ante": -10, "play": 10, "lucky": 3}]}
    cases.write_text("\n".join(json.dumps(one) for one in (right, wrong, GOOD)), encoding="utf-8")
    answer = houseway("cases", str(cases))
    assert answer.code == 1
    assert "Seat 1 ante: expected -10, got 10" in answer.out
    assert "Seat 1 lucky: expected 3, got 0" in answer.out
    assert "Seat 1 queens_up: expected 0, got 5" in answer.out
    assert "no field 'expect'" in answer.out
    assert "1 of 3 cases as expected" in answer.out
    assert [one["ok"] for one in lines(houseway("cases", str(cases), "--json").out)] == [True, False, False]


@pytest.mark.parametrize("command", ["games", "show", "settle", "play", "schema", "check", "cases"])
def test_every_command_helps_with_an_example(command: str) -> None:
    answer = houseway(command, "--help")
    assert answer.code == 0
    assert f"Example: houseway {command}" in " ".join(answer.out.split())


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "nope"),
        ("show", "nope.toml"),
        ("show", "../../etc/passwd"),
        ("show", "crazy-4-poker", "--pay-table", "queens_up"),
        ("show", "crazy-4-poker", "--pay-table", "queens_up=99"),
        ("play", "nope", "--demo"),
        ("play", "crazy-4-poker", "--demo", "--seats", "9"),
        ("play", "crazy-4-poker", "--demo", "--bankroll", "5"),
        ("schema", "--write", "/no/such/folder/x.json"),
    ],
)
def test_a_mistake_is_one_line_and_status_2(arguments: tuple[str, ...]) -> None:
    answer = houseway(*arguments)
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.startswith("houseway: ")
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize("arguments", [("show", "nope"), ("check", "casino-war", "--seconds", "0", "--no-price")])
def test_a_process_of_its_own_answers_alike(arguments: tuple[str, ...]) -> None:
    assert process(*arguments) == houseway(*arguments)


def test_a_game_name_that_is_nearly_right_gets_a_suggestion() -> None:
    for asked, meant in (("three-card-pokr", "three-card-poker"), ("Ultimate Texas", "ultimate-texas-holdem")):
        assert f"did you mean {meant}?" in houseway("show", asked).err
    assert "did you mean" not in houseway("show", "xyzzy").err


def test_serve_on_a_busy_port_says_so_and_nothing_else(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        answer = houseway("serve", "--port", str(port), "--database", str(tmp_path / "floor.db"))
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == f"houseway: --port: port {port} is in use by another program; name a free one\n"


def test_report_agp_fits_a_page(tmp_path: Path) -> None:
    database = tmp_path / "floor.db"
    store = new_store(tmp_path)
    seated(store, guest(store), "casino-war")
    store.close()
    answer = houseway("report", "agp", "--database", str(database))
    assert answer.code == 0, answer.err
    assert max(map(len, answer.out.splitlines())) <= 100
    assert re.search(r"Casino War 1 +│ +\$[\d,]+ │", answer.out), answer.out
    assert re.search(r"in all +│ +\$[\d,]+ │", answer.out)
    assert answer.out.count("┏") == 1  # one table for all with the same formula


def test_an_account_is_told_with_its_article(tmp_path: Path) -> None:
    answer = houseway(
        "account", "eye", "--role", "auditor", "--database", str(tmp_path / "floor.db"), text="a long password\n"
    )
    assert "eye is an auditor" in answer.out, answer.err
