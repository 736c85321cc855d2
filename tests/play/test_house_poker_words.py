"""Words of house poker that an option or a pay table switches: withdrawn wagers, stages of one table, stand-ins."""

from pathlib import Path

import pytest
from tests.rulebook.helpers import seat, settle

import houseway as hw
from houseway.families import betting_spots
from houseway.odds.house_poker.wagers import opening_stakes, standing_wagers, unit_of
from houseway.play.bets import choose_wagers
from houseway.play.core.roundfile import RoundFile
from houseway.play.house_poker.plan import load_plan
from houseway.rules.errors import RuleError
from houseway.rules.load import find

GAME = "dj-wild-stud-poker"
MULTI_GAME = {"pay_tables": {"progressive": "MGL-1"}}


def _altered(tmp_path: Path, old: str, new: str) -> str:
    text = find(GAME).read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "altered.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return str(path)


def test_a_stage_of_one_pay_table_is_left_out_with_another() -> None:
    piles = [[pile for stage in load_plan(GAME, house).stages for pile in stage.deal] for house in ({}, MULTI_GAME)]
    assert piles == [["player", "dealer"], ["player", "dealer", "joker_replacement"]]


@pytest.mark.parametrize("wrong", ['["progressive", "MGL-9"]', '["link", "MGL-1"]'])
def test_a_stage_names_a_pay_table_of_the_file(tmp_path: Path, wrong: str) -> None:
    game = _altered(tmp_path, 'table = ["progressive", "MGL-1"]', f"table = {wrong}")
    with pytest.raises(RuleError, match=r"no pay table|has no id"):
        load_plan(game, {})


def test_a_wager_that_is_not_offered_is_refused_in_a_user_s_file_too(tmp_path: Path) -> None:
    game = _altered(tmp_path, "[wagers.trips]\n", "[wagers.trips]\noffered = false\n")
    with pytest.raises(RuleError, match="does not offer Trips"):
        settle(game, seat({"ante": 5, "blind": 5, "trips": 5}, "As Ks 8d 7c 3h", "play"), dealer="Qh Jd 9c 6d 4h")


def test_a_stand_in_is_not_asked_for_where_no_wager_needs_it() -> None:
    joker = seat({"ante": 5, "blind": 5}, "As Ks 8d 7c Jk1", "play")
    assert settle(GAME, joker, dealer="Qh Jd 9c 6d 4h", house=MULTI_GAME) == {"ante": 5, "blind": 0, "play": 10}


@pytest.mark.parametrize(
    "action", ["play", "play 2x", "play 2X ante", "play $20", "bet play 20", "bet 2x", "raise 20", "call"]
)
def test_verbs_of_staking_are_one_where_the_decision_knows_only_one(action: str) -> None:
    kings = seat({"ante": 10, "blind": 10}, "Ks Kd 9h 5c 4d", action)
    assert settle(GAME, kings, dealer="Qh Jd 8c 6s 3h") == {"ante": 10, "play": 20, "blind": 0}


@pytest.mark.parametrize("action", ["play 3x", "bet 10", "stand", "check", "play trips 20", ""])
def test_what_the_decision_does_not_know_is_refused(action: str) -> None:
    with pytest.raises(RuleError):
        settle(GAME, seat({"ante": 10, "blind": 10}, "Ks Kd 9h 5c 4d", action), dealer="Qh Jd 8c 6s 3h")


@pytest.mark.parametrize("action", ["ride", "let it ride", "ride bet_1", "stay"])
def test_let_it_ride_in_other_words(action: str) -> None:
    eights = seat({"bet_1": 10, "bet_2": 10, "contract": 10}, "8c 8d 8h", action, "withdraw")
    assert settle("let-it-ride", eights, community="Ks 2d") == {"bet_1": 30, "bet_2": 0, "contract": 30}


@pytest.mark.parametrize(
    "action", ["discard 7h 4s 2c", "discard 7h, 4s, 2c", "discard: 2c 4s 7h", "keep Kc Kd", "hold Kd Kc"]
)
def test_a_discard_is_told_by_the_cards_thrown_or_kept(action: str) -> None:
    kings = seat({"draw": 10}, "Kc Kd 7h 4s 2c", action)
    assert settle("vegas-double-action", kings, community="9d Kh 5c 9s Jh") == {"draw": 20}


@pytest.mark.parametrize(
    ("action", "net"),
    [("stand pat", 10), ("pat", 10), ("discard none", 10), ("keep Kc Kd 7h 7s 2c", 10), ("discard all", 0)],
)
def test_all_or_no_cards_are_thrown(action: str, net: float) -> None:
    pairs = seat({"draw": 10}, "Kc Kd 7h 7s 2c", action)
    assert settle("vegas-double-action", pairs, community="Jd Jc 5c 9s 4h") == {"draw": net}


def test_cards_kept_are_cards_held() -> None:
    with pytest.raises(RuleError):
        settle("vegas-double-action", seat({"draw": 10}, "Kc Kd 7h 7s 2c", "keep Kc Ks"), community="Jd Jc 5c 9s 4h")


@pytest.mark.parametrize(
    "actions",
    [["war tie 5"], ["go to war with tie 5"], ["war, tie 5"], ["war", "bet tie 5"], ["war", "bet war_tie 5"]],
)
def test_a_tie_wager_beside_the_war_wager(actions: list[str]) -> None:
    tied = seat({"initial": 10}, "9h Kd", *actions)
    assert settle("casino-war", tied, dealer="9d Ks") == {"initial": -10, "war": 30, "war_tie": 50}


@pytest.mark.parametrize("action", ["raise", "raise 3_card", "raise 3_card_poker", "bet raise_3_card 5", "raise 1x"])
def test_a_raise_may_name_the_wager_that_it_raises(action: str) -> None:
    nines = seat({"2_card_poker": 5, "3_card_poker": 5, "5_card_poker": 5}, "9h 9c 2d", action, "pass")
    nets = settle("md-235-stud-poker", nines, community="Ks 7s")
    assert nets == {"2_card_poker": 5, "3_card_poker": 5, "raise_3_card": 5, "5_card_poker": -5}


def test_a_raise_that_names_another_wager_is_refused() -> None:
    nines = seat({"2_card_poker": 5, "3_card_poker": 5, "5_card_poker": 5}, "9h 9c 2d", "raise 5_card", "check")
    with pytest.raises(RuleError):
        settle("md-235-stud-poker", nines, community="Ks 7s")


def test_a_wager_may_be_a_part_of_another(tmp_path: Path) -> None:
    game = _altered(tmp_path, 'equals = "ante"\n', 'equals = "ante"\nshare = 0.5\n')
    hand = ("Ks Kd 9h 5c 4d", "play")
    nets = settle(game, seat({"ante": 10, "blind": 5}, *hand), dealer="Qh Jd 8c 6s 3h")
    assert nets == {"ante": 10, "play": 20, "blind": 0}
    with pytest.raises(RuleError, match=r"Blind must equal 0\.5 times Ante"):
        settle(game, seat({"ante": 10, "blind": 10}, *hand), dealer="Qh Jd 8c 6s 3h")
    spots = {spot.name: spot for spot in betting_spots(RoundFile(game))}
    assert (spots["blind"].equals, spots["blind"].share) == ("ante", 0.5)
    assert choose_wagers(tuple(spots.values())) == {"ante": 10, "blind": 5}
    assert opening_stakes(load_plan(game, {})) == {"ante": 1, "blind": 0.5}


def test_a_required_wager_with_needs_is_required_beside_them_only(tmp_path: Path) -> None:
    game = _altered(tmp_path, 'equals = "ante"\n', 'equals = "ante"\nneeds = ["ante"]\n')
    text = Path(game).read_text(encoding="utf-8")
    plain = text.replace("[wagers.ante]\nrequired = true\n", "[wagers.ante]\n").replace(
        'needs = ["ante", "blind"]\n', ""
    )
    Path(game).write_text(plain.replace("[wagers.trips]\nneeds", "[wagers.trips]\n#"), encoding="utf-8")
    hand = ("Ks Kd Kh 5c 4d",)
    assert settle(game, seat({"trips": 5}, *hand), dealer="Qh Jd 8c 6s 3h")["trips"] > 0
    with pytest.raises(RuleError, match="Blind is required"):
        settle(game, seat({"ante": 5, "trips": 5}, *hand, "play"), dealer="Qh Jd 8c 6s 3h")


def test_amounts_in_steps(tmp_path: Path) -> None:
    game = _altered(tmp_path, "[wagers.trips]\n", "[wagers.trips]\nstep = 2\n")
    wagers = {"ante": 5, "blind": 5, "trips": 4}
    assert settle(game, seat(wagers, "As Ks 8d 7c 3h", "play"), dealer="Qh Jd 9c 6d 4h")["trips"] == -4
    with pytest.raises(RuleError, match=r"Trips must be a multiple of \$2"):
        settle(game, seat({**wagers, "trips": 5}, "As Ks 8d 7c 3h", "play"), dealer="Qh Jd 9c 6d 4h")


def test_a_decision_s_wager_may_be_placed_before_the_first_card(tmp_path: Path) -> None:
    game = _altered(tmp_path, "[wagers.play]\n", '[wagers.play]\nblind = true\nequals = "ante"\nshare = 2\n')
    wagers = {"ante": 5, "blind": 5}
    placed = settle(game, seat({**wagers, "play": 10}, "Ks Kd 9h 5c 4d"), dealer="Qh Jd 8c 6s 3h")
    assert placed == settle(game, seat(wagers, "Ks Kd 9h 5c 4d", "play"), dealer="Qh Jd 8c 6s 3h")
    with pytest.raises(RuleError, match="Play must equal 2 times Ante"):
        settle(game, seat({**wagers, "play": 5}, "Ks Kd 9h 5c 4d"), dealer="Qh Jd 8c 6s 3h")
    with pytest.raises(RuleError, match="after the deal"):
        settle(GAME, seat({**wagers, "play": 10}, "Ks Kd 9h 5c 4d"), dealer="Qh Jd 8c 6s 3h")


def test_a_required_wager_that_no_decision_touches_stands_beside_the_game() -> None:
    plan = load_plan("champion-poker", {})
    assert opening_stakes(plan) == {"holdem_bonus": 1, "ante_blind": 1}
    assert (standing_wagers(plan), unit_of(plan)) == (("holdem_bonus",), "holdem_bonus")
    assert not standing_wagers(load_plan(GAME, {}))


def test_a_fold_is_a_case_of_the_wagers_that_one_can_follow() -> None:
    for game, folded in {
        "wild-six-card-draw-poker": set(),  # no decision gives a hand up
        "players-choice-poker": set(),
        "champion-poker": {"ante_blind", "ante_bonus"},  # the play wager follows the only fold
        "double-draw-poker": {"ante", "bonus", "draw_1"},
        "high-five-poker": {"ante", "play", "progressive"},  # a play wager in the blind comes before it
        "poker-burnout": {"blind", "ante"},
    }.items():
        wagers = load_plan(game, {}).wagers
        found = {name for name, wager in wagers.items() if any(case.outcome == "fold" for case in wager.cases)}
        assert found == folded, game


def test_hands_of_one_name_are_told_apart_by_the_card_that_decides() -> None:
    game = hw.load("three-card-poker")
    for cards, dealer, said in (
        ("Ks 9d 2c", "Kh 8c 4d", "king high beats king high, nine against eight: pays 1 to 1"),
        ("Ks Qd 2c", "Kh Qc 4d", "king high loses to king high, two against four: lose"),
        ("Ks 9d 4c", "Kh 9c 4d", "king high ties king high: push"),
        ("Ks 9d 4c", "Qh 9c 4d", "king high beats queen high: pays 1 to 1"),
    ):
        assert game.settle(wagers={"ante": 10}, cards=cards, dealer=dealer, actions="play")["ante"].reason == said
