"""Editions: every file says which text it states, and the rule of an earlier day can be asked for.

Document 001 prints the paragraphs of Rules 8 and 10 with the words struck out and the new ones beside them; 000 prints
the new ones, marked 5/1/21. So the files state the later rule, and `amended.before` the earlier one.
"""

import datetime
import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.command import houseway
from tests.games import all_games
from tests.pots.tables import settled as settled_pot
from tests.rulebook.helpers import seat, settle

from houseway.families import open_round, sheet_of
from houseway.play.core.roundfile import convert_round
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.rules.sheet.html import to_html

BEFORE, SINCE = "2021-04-30", "2021-05-01"


def on(day: str, **house: Any) -> dict[str, Any]:
    return {**house, "as_of": day}


def test_every_file_states_its_edition_and_loads_on_every_day_of_a_change() -> None:
    for name in all_games():
        spec = load_game(name).spec
        assert spec.edition, name
        dated = spec.edition[:1].isdigit()
        assert dated == (spec.jurisdiction == "CO"), name
        if dated and spec.effective:
            assert spec.effective <= datetime.date.fromisoformat(spec.edition), name
        for day in {one.date - datetime.timedelta(1) for one in spec.amended} | {one.date for one in spec.amended}:
            if spec.effective is None or spec.effective <= day:
                made = load_game(name, {"as_of": day.isoformat()})
                assert (made.spec != spec) == any(one.date > day for one in spec.amended), (name, day)


def test_30_1099_34_1_9_two_hands_and_a_play_bet_above_100_since_may_2021() -> None:
    game = "ultimate-texas-holdem"
    assert load_game(game, on(BEFORE)).spec.hands_per_player == 1
    assert load_game(game, on(SINCE)).spec.hands_per_player == 2
    player = seat({"ante": 40, "blind": 40}, "Kh As", "play 4x")
    board: dict[str, Any] = {"dealer": "9s 2h", "community": "Kd 7c 4s 3h Jd"}
    assert settle(game, player, house=on(SINCE), **board)["play"] == 160
    assert settle(game, player, house=on(BEFORE), **board)["play"] == 100


def test_30_807_1_a_wager_above_100_since_may_2021() -> None:
    player = seat({"blackjack": 150}, "Th 9d", "stand")
    assert settle("blackjack", player, dealer="Ts 8h", house=on(SINCE)) == {"blackjack": 150}
    for game in ("blackjack", "lucky-lucky"):
        with pytest.raises(RuleError, match=r"from \$0 to \$100"):
            settle(game, player, dealer="Ts 8h", house=on(BEFORE))


def test_30_1002_2_33_a_bet_and_what_a_raise_adds_are_100_at_most_until_may_2021() -> None:
    def play(day: str, bet: int) -> None:
        betting = {"button": 1, "blinds": [1, 2], "actions": [[1, f"raise to {bet}"], [0, "fold"]]}
        settled_pot(game="texas-holdem", house={"as_of": day}, seats=[{}, {}], betting=betting)

    play(BEFORE, 102)
    play(SINCE, 103)
    with pytest.raises(RuleError):
        play(BEFORE, 103)


@pytest.mark.parametrize("game", ["texas-holdem", "omaha-holdem", "pineapple-holdem", "crazy-pineapple-holdem"])
def test_30_1001_7_a_straddle_may_be_offered_since_february_2023(game: str) -> None:
    assert load_game(game, on("2023-02-14", straddle=True)).spec.forced.extra.allowed
    with pytest.raises(RuleError, match="not a choice of straddle"):
        load_game(game, on("2023-02-13", straddle=True))


def test_30_1012_2_a_timed_rake_may_be_taken_since_february_2023() -> None:
    assert load_game("five-card-draw", on("2023-02-14", timed_rake=6)).options["timed_rake"] == 6
    with pytest.raises(RuleError, match="not a choice of timed rake"):
        load_game("five-card-draw", on("2023-02-13", timed_rake=6))


def test_30_1099_20_3_home_runs_joint_ceiling_was_100() -> None:
    def strike_out(day: str, amount: int) -> None:
        seats = [{"wagers": {"strike_out": amount}, "cards": cards.split()} for cards in ("Ah Ad", "Kc Qd")]
        checks = [[who, "check"] for _ in range(3) for who in (0, 1)]
        settled_pot(
            game="home-run-holdem",
            house={"as_of": day},
            seats=seats,
            community=["As", "9c", "5c", "4h", "Jd"],
            betting={"button": 1, "ante": 2, "actions": checks},
        )

    strike_out(BEFORE, 98)
    strike_out(SINCE, 99)
    with pytest.raises(RuleError, match="at most \\$100 together"):
        strike_out(BEFORE, 99)


def test_30_1099_22_2_an_ante_bonus_of_its_own_amount_was_100_at_most() -> None:
    player = seat({"first_wager": 50, "ante_bonus": 150}, "Kh Kd 7c 4s 2h", "bet")
    house = {"ante_bonus_is_half": False}
    assert settle("boston-5-stud", player, dealer="Ah Qd 9c 6s 3h", house=on(SINCE, **house))["first_wager"] == 50
    with pytest.raises(RuleError, match=r"from \$0 to \$100"):
        settle("boston-5-stud", player, dealer="Ah Qd 9c 6s 3h", house=on(BEFORE, **house))


def test_30_1099_13_2_a_let_it_rides_joint_ceiling_was_100() -> None:
    assert load_game("let-it-ride", on(BEFORE)).options["max_wager"] == 100
    with pytest.raises(RuleError, match="at most 100"):
        load_game("let-it-ride", on(BEFORE, max_wager=500))
    assert load_game("let-it-ride", on(SINCE, max_wager=500)).options["max_wager"] == 500


def test_a_game_is_not_in_force_before_its_section_took_effect() -> None:
    with pytest.raises(RuleError, match="in force since 2021-05-01") as error:
        load_game("casino-war", on(BEFORE))
    assert error.value.field == "house.as_of"
    with pytest.raises(RuleError, match="must be a day") as error:
        load_game("casino-war", on("yesterday"))
    assert error.value.field == "house.as_of"


def test_the_date_of_a_round_decides_the_rule_it_is_settled_by(tmp_path: Path) -> None:
    player = {"wagers": {"blackjack": 150}, "cards": ["Th", "9d"], "actions": ["stand"]}
    plain = {"game": "blackjack", "seats": [player], "dealer": ["Ts", "8h"]}
    file = tmp_path / "rounds.jsonl"
    file.write_text("\n".join(json.dumps({**plain, **more}) for more in ({}, {"date": SINCE}, {"date": BEFORE})))
    now = [json.loads(line) for line in houseway("settle", str(file), "--json").out.splitlines()]
    assert ["error" in one for one in now] == [False, False, True]
    then = [json.loads(line) for line in houseway("settle", str(file), "--as-of", BEFORE, "--json").out.splitlines()]
    assert ["error" in one for one in then] == [True, False, True]


def test_the_sheet_shows_edition_and_amendments() -> None:
    page = to_html(sheet_of(load_game("ultimate-texas-holdem")))
    assert "CO 30-1099.34 (in force since 2011-03-17, text of 2023-12-30)" in page
    assert "Since 2021-05-01: A player may play two hands" in page
    then = houseway("show", "ultimate-texas-holdem", "--as-of", BEFORE).out
    assert f"as of {BEFORE}" in then
    assert "Not yet in force, from 2021-05-01" in " ".join(then.split())
    assert "what it read on" in " ".join(then.split())


def test_a_path_of_an_amendment_that_leads_nowhere_is_refused(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    head = 'extends = "three-card-poker"\nid = "own"\nname = "Own"\njurisdiction = "HOUSE"\nrule = "1"\n'
    change = (
        '[[amended]]\ndate = 2024-01-01\nrule = "1"\ntext = "x"\n[amended.before]\n"wagers.nobody.limit" = [0, 1]\n'
    )
    own.write_text(head + change)
    with pytest.raises(RuleError) as error:
        load_game(str(own))
    assert error.value.field == 'own.toml:11: amended.before."wagers.nobody.limit"'


def test_30_2104_2_b_the_first_two_wagers_together_were_at_most_100_where_poker_is_required() -> None:
    def opened(day: str, required: bool) -> bool:
        house = on(day, poker_required=required)
        return bool(open_round(convert_round({"game": "21-hold-em", "house": house, "seats": [{"wagers": made}]}), 1))

    made = {"bj": 60, "pk": 60}
    assert opened(BEFORE, False)
    assert opened(SINCE, True)
    with pytest.raises(RuleError, match=r"B-J and PK .*\$100"):
        opened(BEFORE, True)


def test_30_1099_24_2_8_a_wager_above_100_since_may_2021() -> None:
    player = seat({"three_card": 150}, "2c 7d 9h")
    assert settle("3-5-7-poker", player, community="3c 4d Jd Qs", house=on(SINCE)) == {"three_card": -150}
    with pytest.raises(RuleError, match=r"from \$0 to \$100"):
        settle("3-5-7-poker", player, community="3c 4d Jd Qs", house=on(BEFORE))


def test_30_2308_odds_above_100_since_may_2021() -> None:
    """The document amends the paragraph alone: craps and roulette were in force before."""
    player = seat({"pass": 60}, "", "bet pass_odds 120")
    rolls = {"rolls": [[2, 2], [3, 1]]}
    assert settle("craps-odds", player, outcome=rolls, house=on(SINCE))["pass_odds"] == 240
    with pytest.raises(RuleError, match=r"from \$0 to \$100"):
        settle("craps-odds", player, outcome=rolls, house=on(BEFORE))
    assert load_game("roulette", on(BEFORE)).spec.id == "roulette"
