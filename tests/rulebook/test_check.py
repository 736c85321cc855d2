"""`check` plays and prices a file: what no round reaches, rows that are never paid, wagers that favour the player."""

import json
from pathlib import Path

from tests.cli.command import houseway
from tests.rulebook.helpers import seat

from houseway.check import check, play, price_check
from houseway.families import family_of, settle
from houseway.play.core.reach import Reach, reached
from houseway.play.core.roundfile import convert_round
from houseway.rules.game import load_game

OWN = Path(__file__).parent / "own" / "lucky-three.toml"


def _file(folder: Path, text: str, name: str = "own", base: str = "three-card-poker") -> str:
    path = folder / f"{name}.toml"
    path.write_text(f'extends = "{base}"\nid = "{name}"\nname = "Own"\n{text}\n', encoding="utf-8")
    return str(path)


def test_rounds_at_random_reach_every_choice_and_every_house() -> None:
    played = play(str(OWN), 3.0)
    assert played.errors == []
    assert played.rounds >= played.houses > 50
    assert len(played.wanted.choices) == 4, "both stages, with and without an ante"
    assert played.missed.choices == frozenset()
    assert {"lucky_queens: win", "lucky_queens: lose", "ante: unqualified", "play: lose"} <= played.reached.results
    assert "pay_tables.lucky_queens[A].rows.three_reds" in played.reached.rows
    assert played.reached.rows <= played.wanted.rows


def test_every_settled_line_says_which_result_and_which_row_decided() -> None:
    wagers = {"ante": 10, "pair_plus": 5}
    file = {"game": "three-card-poker", "seats": [seat(wagers, "Qh Qd 2c", "play")], "dealer": ["Jh", "8c", "4d"]}
    assert reached(settle(convert_round(file))) == Reach(
        frozenset({'stages."play or fold".decide.play'}),
        frozenset({"ante: unqualified", "play: unqualified", "pair_plus: win"}),
        frozenset({"pay_tables.pair_plus[1].rows.pair"}),
    )
    coup = {"game": "baccarat", "seats": [{"wagers": {"tie": 5, "player": 5}}]}
    piles = {"player": ["4s", "5d"], "banker": ["Kh", "7c"]}
    assert reached(settle(convert_round({**coup, "piles": piles}))).results == {"tie: lose", "player: player_wins"}


def test_a_row_that_can_never_be_paid_is_an_error(tmp_path: Path) -> None:
    rows = '{ pair = 1, "pair Q" = 8, four_of_a_kind = 50, flush = 4 }'
    text = f'[wagers.side]\npay_table = "side"\nrule = "3"\n[[pay_tables.side]]\nodds = "to 1"\nrows = {rows}'
    found = {error.field: error.message for error in price_check(_file(tmp_path, text)).unpaid}
    assert found == {
        'own.toml:9: pay_tables.side[1].rows."pair Q"': "an earlier row takes every hand that is this",
        "own.toml:9: pay_tables.side[1].rows.four_of_a_kind": "no hand can be this",
    }


def test_a_row_of_a_hand_that_is_drawn_is_told_when_an_earlier_one_takes_it(tmp_path: Path) -> None:
    """Play by the chart need not reach a row, so its chance alone does not tell."""
    for number, base in enumerate(("straight-jack", "blackjack-switch")):
        rows = "{ straight_3 = 25, straight_4 = 100 }" if not number else '{ pair = 1, "pair Q" = 2 }'
        table = "straight_jack" if not number else "super_match"
        text = f'[[pay_tables.{table}]]\nids = ["1", "2"]\nodds = "to 1"\nrows = {rows}'
        errors = price_check(_file(tmp_path, text, f"own-{number}", base)).unpaid
        assert {error.message for error in errors} == {"an earlier row takes every hand that is this"}, base


def test_a_wager_that_favours_the_player_is_warned_of(tmp_path: Path) -> None:
    text = '[[pay_tables.pair_plus]]\nids = ["1"]\nodds = "to 1"\nrows = { flush = 4, pair = 10 }'
    pricing = price_check(_file(tmp_path, text))
    (warning,) = pricing.warnings
    assert warning.startswith("the player has the edge on pair_plus, pay table 1: ")
    assert pricing.method == "exact: a hand against the dealer's"
    assert pricing.unpaid == ()


def test_the_command_tells_what_it_played_and_what_prices_the_game(tmp_path: Path) -> None:
    told = houseway("check", str(OWN), "--seconds", "1", "--no-price")
    assert told.code == 0
    first, second, *_ = told.out.splitlines()
    assert first == f"{OWN}: in order"
    assert second.startswith("  played ")
    assert "of 4 choices" in second
    wrong = _file(tmp_path, '[[pay_tables.pair_plus]]\nids = ["1"]\nodds = "to 1"\nrows = { pair = 1, "pair A" = 2 }')
    refused = houseway("check", wrong, "--seconds", "0", "--json")
    assert refused.code == 2
    (data,) = [json.loads(line) for line in refused.out.splitlines()]
    assert data["price"] == "exact: a hand against the dealer's"
    assert [error["field"] for error in data["errors"]] == ['own.toml:7: pay_tables.pair_plus[1].rows."pair A"']


def test_an_error_of_the_file_below_names_both_files_once_and_a_warning_is_in_words(tmp_path: Path) -> None:
    own = _file(tmp_path, 'deck = "36"', "short", "fortune-pai-gow-poker")
    assert houseway("check", own).err.startswith(f"{own}")
    assert houseway("check", own).err.count("short.toml") == 1
    free = _file(tmp_path, '[[pay_tables.pair_plus]]\nids = ["1"]\nodds = "to 1"\nrows = { flush = 4, pair = 10 }')
    assert "warning: the player has the edge on pair plus, pay table 1" in houseway("check", free, "--seconds", "0").out


def test_what_a_file_sets_wrong_in_the_one_below_is_told_on_its_own_line(tmp_path: Path) -> None:
    own = _file(tmp_path, '[sets]\n"wagers.ante.unqualified" = "1 too 1"')
    (error,) = check(own)
    assert error.field == "own.toml:5: wagers.ante.unqualified"


def test_cases_are_settled_by_ones_own_file_and_tell_what_they_do_not_reach(tmp_path: Path) -> None:
    own = _file(tmp_path, '[wagers.ante]\ntie = "lose"', "three-card-poker", "three-card-poker")
    cases = tmp_path / "cases.jsonl"
    case = {"id": "tie", "game": "three-card-poker", "seats": [seat({"ante": 10}, "Qh 9d 2c", "play")]}
    case |= {"dealer": ["Qs", "9h", "2d"], "expect": [{"ante": -10, "play": 0}]}
    cases.write_text(json.dumps(case), encoding="utf-8")
    assert houseway("cases", str(cases)).code == 1, "the printed game pushes"
    told = houseway("cases", str(cases), "--game-file", own, "--coverage")
    assert told.code == 0
    lines = told.out.splitlines()
    assert lines[0] == "1 of 1 cases as expected"
    assert lines[1] == f"{own}: 1 rounds"
    assert '  choice not reached: stages."play or fold".decide.fold' in lines
    assert "  result not reached: ante: win" in lines
    assert "  result not reached: ante: tie" not in lines
    assert "  row not reached: pay_tables.pair_plus[1].rows.flush" in lines
    assert "  option not reached: options.pair_plus_survives_fold = true" in lines
    data = [json.loads(line) for line in houseway("cases", str(cases), "--coverage", "--json").out.splitlines()]
    assert set(data[-1]["not_reached"]) == {"choice", "result", "row", "option"}


def test_what_a_wager_can_come_to_is_read_from_its_cases(tmp_path: Path) -> None:
    """A word that adds a case adds a result; a case that cannot happen in a game is not one of its cases."""
    path = tmp_path / "own.toml"
    path.write_text('extends = "blackjack"\nid = "own"\ncharlie = 5\n', encoding="utf-8")
    plain, own = (family_of(game).play.reach(load_game(game)).results for game in ("blackjack", str(path)))
    assert own - plain == {"blackjack: charlie"}
    assert {"blackjack: both_bust", "insurance: win", "insurance: lose"} <= plain
    three = family_of("3-card-21-n-done").play.reach(load_game("3-card-21-n-done")).results
    assert not any("natural" in result and "dealer" not in result for result in three)
    idle = {"craps-odds": "hard_4: stays", "pai-gow-poker": "community_dragon: foul", "ante-up-21": "bet: fold"}
    for game, never in idle.items():
        results = family_of(game).play.reach(load_game(game)).results
        assert never not in results, game
        assert f"{never.split(':')[0]}: lose" in results, game


def test_a_fee_that_a_schedule_does_not_print_is_no_fault_of_the_file() -> None:
    assert not play("red-flex-bonus", 0.1).errors
