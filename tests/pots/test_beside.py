"""Wagers beside the pot: strike outs and base runners, equal bets, bonus, bad beat, wild cards of one's own."""

from pathlib import Path
from typing import Any

import pytest
from tests.pots.tables import settled

from houseway.families import open_round, settle, sheet_of
from houseway.play.core.roundfile import convert_round
from houseway.play.core.settlement import Settlement
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game


def _lines(result: Settlement) -> list[dict[str, int]]:
    return [{line.wager: line.net // 100 for line in seat} for seat in result.seats]


def _home_run(own: list[str], board: str, state: dict[str, Any], **betting: Any) -> Settlement:
    checks = [[seat, "check"] for _ in range(3) for seat in range(len(own))]
    return settled(
        game="home-run-holdem",
        seats=[{"wagers": {"ante": 2, "strike_out": 3}, "cards": cards.split()} for cards in own],
        community=board.split(),
        betting={"button": len(own) - 1, "actions": checks, **betting},
        state=state,
    )


def test_30_1099_20_9_a_four_of_a_kind_brings_two_runners_and_four_runners_the_pool() -> None:
    state = {"pool": 10, "base_runners": [2, 1, 0]}
    result = _home_run(["Ah Ad", "Kc Qd", "7s 2h"], "As Ac 5c 4h Jc", state, pool_rake=1)
    assert _lines(result) == [
        {"pot": 4, "strike_out": 0, "pool": 15},
        {"pot": -2, "strike_out": -3},
        {"pot": -2, "strike_out": -3},
    ]
    assert result.state == {"pool": 0, "base_runners": [0, 0, 0]}


@pytest.mark.parametrize("rake", [-5, 20, "x", "5", None, 1e308, True])
def test_30_1099_20_what_is_taken_from_the_pool_is_an_amount_that_it_holds(rake: Any) -> None:
    state = {"pool": 10, "base_runners": [2, 1, 0]}
    with pytest.raises(RuleError) as error:
        _home_run(["Ah Ad", "Kc Qd", "7s 2h"], "As Ac 5c 4h Jc", state, pool_rake=rake)
    assert error.value.field == "betting.pool_rake"


def test_an_amount_without_measure_in_the_log_of_a_pot_is_refused() -> None:
    seats = [{"cards": ["As", "2s"]}, {"cards": ["Ad", "2h"]}]
    betting = {"button": 1, "limits": [4, 8], "actions": [[0, "raise to " + "9" * 400]]}
    with pytest.raises(RuleError, match="at most 100,000,000 dollars"):
        settled(game="texas-holdem", seats=seats, community=["3c", "4c", "9h", "Jd", "Kd"], betting=betting)


def test_30_1099_20_9_b_a_tie_returns_the_strike_outs_of_the_tied_and_brings_no_runner() -> None:
    result = _home_run(["Ah Kd", "Ac Ks", "7s 2h"], "As 9c 5c 4h Jd", {"pool": 0, "base_runners": [3, 0, 0]})
    assert result.state == {"pool": 3, "base_runners": [3, 0, 0]}
    assert [line["strike_out"] for line in _lines(result)] == [0, 0, -3]
    assert [line.result for seat in result.seats for line in seat if line.wager == "strike_out"] == [
        "push",
        "push",
        "lose",
    ]


def test_30_1099_20_3_a_strike_out_is_at_least_the_ante_or_blind_and_with_it_within_the_limit() -> None:
    checks = [[seat, "check"] for _ in range(3) for seat in range(2)]

    def refused(strike_out: float, **betting: Any) -> RuleError:
        seats = [{"wagers": {"strike_out": strike_out}, "cards": cards.split()} for cards in ("Ah Ad", "Kc Qd")]
        house = {"variation": "blind" if "blinds" in betting else "ante"}
        with pytest.raises(RuleError) as error:
            settled(
                game="home-run-holdem",
                house=house,
                seats=seats,
                community=["As", "9c", "5c", "4h", "Jd"],
                betting={"button": 1, "actions": checks, **betting},
            )
        return error.value

    for strike_out, betting, says in (
        (0.5, {"ante": 2}, "at least $2"),
        (1, {"blinds": [1, 2]}, "at least $2"),
        (4, {"ante": 2, "max_wager": 5}, "at most $5 together"),
    ):
        error = refused(strike_out, **betting)
        assert (error.field, says in error.message) == ("seats[0].wagers.strike_out", True), error.message
        assert "CO 30-1099.20(3)" in error.message


def test_30_1099_20_12_a_table_that_closes_divides_the_pool_by_base_runners() -> None:
    result = settled(
        game="home-run-holdem",
        seats=[{}, {}, {}],
        state={"pool": 31, "base_runners": [1, 2, 0]},
        extra={"event": "close_table"},
    )
    assert result.nets() == (1033, 2067, 0)
    assert result.state == {"pool": 0, "base_runners": [0, 0, 0]}
    assert result.seats[0][0].rule == "CO 30-1099.20(12)"


def test_a_required_side_wager_that_is_missing_or_unknown_is_named() -> None:
    with pytest.raises(RuleError) as error:
        settled(game="home-run-holdem", seats=[{}, {}], betting={"ante": 1, "actions": []})
    assert error.value.field == "seats[0].wagers.strike_out"
    with pytest.raises(RuleError) as error:
        settled(game="texas-holdem", seats=[{"wagers": {"bonus": 5}}, {}], betting={"blinds": [1, 2], "actions": []})
    assert error.value.field == "seats[0].wagers.bonus"


def _trips(own: list[str], actions: list[list[Any]], state: dict[str, Any], rake: int = 0) -> Settlement:
    return settled(
        game="trips-poker",
        seats=[{"wagers": {"initial": 1}, "cards": cards.split()} for cards in own],
        betting={"bet": 1, "rake": rake, "actions": actions},
        state=state,
    )


def test_30_1099_25_8_when_all_fold_the_rake_is_taken_and_the_pot_rolls_over() -> None:
    result = _trips(["Ah Kd", "7c 2s"], [[0, "fold"], [1, "fold"]], {"pot": 10}, rake=1)
    assert result.nets() == (-100, -100)
    assert result.state == {"pot": 11}


def test_30_1099_25_the_last_player_plays_on_for_three_of_a_kind() -> None:
    bets: list[list[Any]] = [
        [0, "bet 1"],
        [1, "fold"],
        ["-", "third"],
        [0, "bet 1"],
        ["-", "fourth"],
        [0, "bet 1"],
        ["-", "fifth"],
    ]
    won = _trips(["Ah Ad Ac 2c 9d", "7c 2s"], bets, {"pot": 4})
    assert won.nets() == (500, -100)
    high = _trips(["Ah Ad Kc 2c 9d", "7c 2s"], bets, {"pot": 5})
    assert high.nets() == (100, -100)  # half of ten, four paid in
    assert high.state == {"pot": 5}


def test_30_1099_25_13_the_whole_pot_of_a_final_round_goes_to_the_highest_hand() -> None:
    streets = ("third", "fourth", "fifth")
    bets = [act for street in streets for act in ([0, "bet 1"], [1, "bet 1"], ["-", street])]
    own = ["Ah Ad Kc 2c 9d", "7c 2s Ks 3s Jd"]
    assert _trips(own, bets, {"pot": 5}).state == {"pot": 6.5}, "without three of a kind half is carried"
    final = _trips(own, bets, {"pot": 5, "final_round": True})
    assert final.nets() == (900, -400)
    assert final.state == {"pot": 0}


def test_30_1099_25_15_who_cannot_bet_folds_and_25_4_all_cards_lie_face_up() -> None:
    seats = [{"wagers": {"initial": 1}, "stack": 1}, {"wagers": {"initial": 1}, "stack": 50}]
    live = open_round(convert_round({"game": "trips-poker", "seats": seats}), 1)
    assert [legal.verb for legal in live.legal(0)] == ["fold"]
    assert [(len(pile.cards), pile.hidden) for pile in live.visible(0) if pile.seat is not None] == [(2, 0), (2, 0)]


def _longhorn(
    own: list[str],
    board: str,
    actions: list[list[str]],
    meter: float = 0,
    mishap: dict[str, Any] | None = None,
    game: str = "longhorn-holdem",
) -> Settlement:
    wagers = {"bonus": 5, "bad_beat_jackpot": 1}
    return settled(
        game=game,
        seats=[{"wagers": wagers, "cards": c.split(), "actions": a} for c, a in zip(own, actions, strict=True)],
        community=board.split(),
        betting={"pot_wager": 5, "rake": 0},
        meters={"bad_beat_jackpot": meter},
        irregularity=mishap or {},
    )


STAY = ["bet pot 5"] * 3


def test_30_1099_28_1_aces_full_beaten_pays_the_jackpot_to_those_who_hold_the_wager() -> None:
    own = ["As Ad", "Ts Tc", "2c 3d", "4c 6d"]
    result = _longhorn(own, "Ah Td Th Kc Kd", [STAY, STAY, STAY, ["fold"]], meter=1000)
    assert [line["bad_beat_jackpot"] for line in _lines(result)] == [499, 249, 249, -1]
    assert _lines(result)[3] == {"pot": 0, "bonus": -5, "bad_beat_jackpot": -1}
    assert _lines(result)[1]["bonus"] == 150
    assert result.meters == {"bad_beat_jackpot": 100_00}, "won whole, it starts again from its seed (21)"


def test_30_1099_28_1_the_sheet_names_the_hand_that_must_be_beaten() -> None:
    (grid,) = (
        grid
        for section in sheet_of(load_game("longhorn-holdem", {"bad_beat_hand": "flush"})).sections
        for grid in section.grids
        if grid.title == "Bad Beat Jackpot"
    )
    assert [row[:2] for row in grid.rows][:2] == [
        ("flush or better that is beaten", "50% of Bad Beat Jackpot"),
        ("the hand that beats it", "25% of Bad Beat Jackpot"),
    ]


def test_30_1099_28_1_a_share_without_a_seat_stays_in_the_jackpot() -> None:
    result = _longhorn(["As Ad", "Ts Tc"], "Ah Td Th Kc Kd", [STAY, STAY], meter=1000.01)
    assert [(line.net, line.result) for seat in result.seats for line in seat if line.wager == "bad_beat_jackpot"] == [
        (500_00 - 1_00, "win"),
        (250_00 - 1_00, "win"),
    ]
    assert result.meters == {"bad_beat_jackpot": 250_01}


FLUSH, NINES, BOARD = "Ah Jh", "9c 9d", "9h 4h 2h Qs 3c"


def test_30_1099_28_25_the_wagers_need_not_be_equal() -> None:
    """Bonus, Bad Beat Jackpot and the pot bet are three amounts, at one seat and from seat to seat."""
    wagers = [{"bonus": 7, "bad_beat_jackpot": 1}, {"bonus": 2}, {"bonus": 5, "bad_beat_jackpot": 3}]
    own, board = ["As Ad", "2c 3d", "4c 6d"], "Ah Td Th Kc 9d"
    seats = [{"wagers": made, "cards": cards.split(), "actions": STAY} for made, cards in zip(wagers, own, strict=True)]
    betting = {"pot_wager": 5, "rake": 0}
    lines = _lines(settled(game="longhorn-holdem", seats=seats, community=board.split(), betting=betting))
    assert [line["pot"] for line in lines] == [30, -15, -15]
    assert [(line.get("bonus", 0), line.get("bad_beat_jackpot", 0)) for line in lines][1:] == [(-2, 0), (-5, -3)]


def test_30_1099_28_26_an_exposed_card_kills_the_hand_and_returns_bonus_and_bad_beat_wagers() -> None:
    exposed = {"kind": "exposed_card", "seat": 2}
    result = _longhorn([FLUSH, NINES, "4c 4d"], BOARD, [STAY, STAY, []], mishap=exposed)
    assert _lines(result)[2] == {"pot": 0, "bonus": 0, "bad_beat_jackpot": 0}
    assert _lines(result)[:2] == [
        {"pot": 15, "bonus": 20, "bad_beat_jackpot": -1},
        {"pot": -15, "bonus": 5, "bad_beat_jackpot": -1},
    ]
    assert {line.rule for line in result.seats[2]} == {"CO 30-1099.28(26)"}


def test_30_1099_28_26_pot_wagers_of_a_hand_that_dies_later_stay_in_the_pot() -> None:
    exposed = {"kind": "exposed_card", "seat": 2}
    result = _longhorn([FLUSH, NINES, "4c 4d"], BOARD, [STAY, STAY, STAY[:1]], mishap=exposed)
    assert _lines(result)[2] == {"pot": -5, "bonus": 0, "bad_beat_jackpot": 0}
    assert _lines(result)[0]["pot"] == 20


def test_30_1099_28_26_a_dead_hand_neither_wins_the_jackpot_nor_its_wager() -> None:
    own = ["As Ad", "Ts Tc", "2c 3d"]
    exposed = {"kind": "exposed_card", "seat": 0}
    result = _longhorn(own, "Ah Td Th Kc Kd", [[], STAY, STAY], meter=1000, mishap=exposed)
    assert [line["bad_beat_jackpot"] for line in _lines(result)] == [0, -1, -1]


def test_30_1099_28_30_a_skipped_player_is_dealt_out_and_gets_bonus_and_bad_beat_wagers_back() -> None:
    skipped = {"kind": "skipped_player", "seat": 1}
    result = _longhorn([FLUSH, "", NINES], BOARD, [STAY, [], STAY], mishap=skipped)
    assert _lines(result)[1] == {"pot": 0, "bonus": 0, "bad_beat_jackpot": 0}
    assert [line["pot"] for line in _lines(result)] == [15, 0, -15]
    assert {line.rule for line in result.seats[1]} == {"CO 30-1099.28(30)"}


def test_a_skipped_player_is_known_only_where_the_rules_print_it() -> None:
    with pytest.raises(RuleError, match="know no irregularity 'skipped_player'"):
        settled(
            game="texas-holdem",
            seats=[{"cards": ["Ah", "Ad"]}, {"cards": ["Kh", "Kd"]}],
            betting={"button": 1, "blinds": [1, 2], "actions": []},
            irregularity={"kind": "skipped_player", "seat": 0},
        )


def test_30_1099_28_27_28_29_a_card_too_many_dropped_or_too_early_is_shuffled_back_and_play_goes_on() -> None:
    plain = _longhorn([FLUSH, NINES], BOARD, [STAY, STAY])
    for kind in ("too_many_cards", "card_off_table", "card_drawn_in_error"):
        assert _lines(_longhorn([FLUSH, NINES], BOARD, [STAY, STAY], mishap={"kind": kind})) == _lines(plain)


def test_30_1099_28_31_if_the_last_player_folds_too_the_pot_is_the_house_s() -> None:
    result = _longhorn(["As Ad", "Ts Tc"], "Ah Td Th", [["bet pot 5", "fold"], ["fold"]])
    assert result.nets() == (-5_00 - 6_00, -6_00)


def test_30_1099_28_18_the_rake_is_taken_and_the_winner_has_the_rest_of_the_pot() -> None:
    seats = [{"wagers": {"bonus": 5}, "cards": own.split(), "actions": STAY} for own in ("As Kd", "9s 8c")]
    board, betting = ["Ah", "Td", "4h", "Kc", "2d"], {"pot_wager": 5, "rake": 2}
    result = settled(game="longhorn-holdem", seats=seats, community=board, betting=betting)
    assert [line["pot"] for line in _lines(result)] == [13, -15]


def test_30_1099_10_6_losers_pay_at_most_the_winning_bet_and_ties_share() -> None:
    seats = [
        {"wagers": {"bet": 20}, "cards": ["Ks", "Kd", "Kh", "4c", "9d"], "actions": ["declare wild 4c"]},
        {"wagers": {"bet": 8}, "cards": ["Kc", "Qc", "Qd", "Qh", "2h"], "actions": ["declare wild 2h"]},
        {"wagers": {"bet": 50}, "cards": ["7h", "7s", "2d", "5c", "Jd"], "actions": ["declare wild 2d"]},
    ]
    assert settled(game="joker-poker", seats=seats, betting={"button": 2, "rake": 0}).nets() == (2800, -800, -2000)
    seats[0]["actions"] = ["declare wild 3c"]
    with pytest.raises(RuleError, match="a card of the hand must be declared wild"):
        settled(game="joker-poker", seats=seats, betting={"button": 2, "rake": 0})


def test_30_1099_10_7_the_rake_is_taken_from_the_collected_wagers() -> None:
    seats = [
        {"wagers": {"bet": 20}, "cards": ["Ks", "Kd", "Kh", "4c", "9d"], "actions": ["declare wild 4c"]},
        {"wagers": {"bet": 8}, "cards": ["Kc", "Qc", "Qd", "Qh", "2h"], "actions": ["declare wild 2h"]},
    ]
    assert settled(game="joker-poker", seats=seats, betting={"button": 1, "rake": 0.5}).nets() == (750, -800)
    with pytest.raises(RuleError, match="10 percent of the pot of \\$8"):
        settled(game="joker-poker", seats=seats, betting={"button": 1, "rake": 1})


@pytest.mark.parametrize(
    ("over", "legal", "least"),
    [
        ([[2, 10], [3, 20], [4, 40], [2, 80]], [True] * 4, 80),
        ([[2, 10], [3, 15]], [True, False], 10),
        ([[2, 9]], [False], 5),
    ],
)
def test_ca_gegr_001973_3_c_over_blinds_are_judged_before_the_first_card(
    over: list[list[int]], legal: list[bool], least: int
) -> None:
    result = settled(
        game="out-pops-the-devil", seats=[{}] * 6, betting={"button": 5, "blinds": [2, 5], "over_blinds": over}
    )
    assert result.opening is not None
    assert list(result.opening.legal) == legal
    assert result.opening.min_bet == least * 100


def test_ca_short_deck_example_2_the_order_of_action() -> None:
    betting = {"button": 7, "blinds": [1, 3], "over_blinds": [[6, 6], [4, 12]]}
    result = settled(game="short-deck-holdem", seats=[{}] * 8, betting=betting)
    assert result.opening is not None
    assert result.opening.action_order == (2, 3, 5, 7, 0, 1, 6, 4)


def test_a_round_without_actions_is_not_settled() -> None:
    with pytest.raises(RuleError, match="not over"):
        settled(game="texas-holdem", seats=[{}, {}], betting={"blinds": [1, 2]})


def test_eighty_eight_the_next_player_sets_the_final_wager_when_the_first_folds() -> None:
    seats = [
        {"wagers": {"initial": 5}, "actions": ["fold"]},
        {"wagers": {"initial": 5}, "cards": ["Ks", "3d"], "actions": ["bet final 12"]},
        {"wagers": {"initial": 5}, "cards": ["Kd", "4h"], "actions": ["bet final 12"]},
    ]
    betting = {"button": 2, "rake": 0}
    result = settled(game="holdem-eighty-eight", seats=seats, community=["Kc", "7d", "7h", "2s"], betting=betting)
    assert result.nets() == (-500, -1700, 2200)
    with pytest.raises(RuleError) as error:
        settled(game="holdem-eighty-eight", house={"final_wager": "fixed lots"}, seats=seats, betting=betting)
    assert error.value.field == "house.final_wager"


def test_30_1099_09_4_three_community_cards_are_seen_before_the_final_wager_and_the_fourth_after_it() -> None:
    seats = [{"wagers": {"initial": 5}, "stack": 100}, {"wagers": {"initial": 5}, "stack": 100}]
    live = open_round(convert_round({"game": "holdem-eighty-eight", "seats": seats}), 1)
    seen = []
    while not live.over:
        seen += [len(pile.cards) for pile in live.visible(live.turn) if pile.name == "community"]
        texts = [text for legal in live.legal(live.turn) for text in legal.texts()]
        live = live.act(live.turn, next(text for text in texts if text != "fold"))
    assert seen == [3, 3]
    assert [len(pile.cards) for pile in live.visible(0) if pile.name == "community"] == [4]


def test_a_bonus_beside_the_pot_is_priced_as_every_wager_is(tmp_path: Path) -> None:
    """`9 for 1` keeps the stake, and a row that no category of the hand is called by is refused at load."""
    path = tmp_path / "own.toml"
    head = 'extends = "longhorn-holdem"\nid = "own"\nname = "Own"\njurisdiction = "HOUSE"\nrule = "1"\n'
    block = 'default_tables = {{ bonus = "X" }}\n[[pay_tables.bonus]]\nids = ["X"]\nrule = "2"\nrows = {{ {} }}\n'
    path.write_text(head + block.format('flush = "9 for 1"'), encoding="utf-8")
    result = _longhorn([FLUSH, NINES], BOARD, [STAY, STAY], game=str(path))
    assert [line.net for line in result.seats[0] if line.wager == "bonus"] == [8 * 500]
    path = tmp_path / "other.toml"
    path.write_text(head + block.format('"pair J+" = "1 to 1"'), encoding="utf-8")
    with pytest.raises(RuleError, match=r"pair J\+"):
        load_game(str(path))


def _no_trips(*last: list[Any], **more: Any) -> Settlement:
    """A pot of 10, three seats at $1 a street; after its first bet the third one does what `last` says."""
    cards = ["Kh Kd 7s 5c 3d", "Ah Qd 9s 6c 2d", "Jh Jd 8s"]
    seats = [{"wagers": {"initial": 1}, "cards": own.split()} for own in cards]
    both = [[0, "bet 1"], [1, "bet 1"]]
    actions = [*both, [2, "bet 1"], ["-", "third"], *both, *last, ["-", "fourth"], *both, ["-", "fifth"]]
    betting = {"bet": 1, "rake": 0, "actions": actions}
    return settled(game="trips-poker", seats=seats, betting=betting, state={"pot": 10}, **more)


def test_30_1099_25_10_the_share_is_5_to_95_percent_in_steps_of_5() -> None:
    assert _no_trips([2, "fold"], house={"high_hand_share": 0.05}).state == {"pot": 19}
    for share in (0, 0.99, 1, 0.33):
        with pytest.raises(RuleError, match="high_hand_share"):
            _no_trips([2, "fold"], house={"high_hand_share": share})


def test_30_1099_25_16_a_hand_that_the_dealer_folds_by_mistake_gets_its_wagers_of_the_round_back() -> None:
    result = _no_trips(irregularity={"kind": "folded_by_dealer", "seat": 2})
    assert [line["pot"] for line in _lines(result)] == [5, -4, 0]
    assert result.state == {"pot": 9}
    said = [(line.reason, line.rule) for line in result.seats[2]]
    assert said == [("chips returned after an irregularity", "CO 30-1099.25(16)")]


def test_30_1099_25_10_a_live_pot_is_shared_to_the_cent_as_a_record_is() -> None:
    """Nobody has three of a kind: 95 percent of a pot of 8 go to the high hand, 40 cents are carried."""
    seats = [{"wagers": {"initial": 1}, "stack": 50}, {"wagers": {"initial": 1}, "stack": 50}]
    live = open_round(convert_round({"game": "trips-poker", "seats": seats, "house": {"high_hand_share": 0.95}}), 1)
    while not live.over:
        texts = [text for legal in live.legal(live.turn) for text in legal.texts()]
        live = live.act(live.turn, next(text for text in texts if text != "fold"))
    assert live.settle().state == {"pot": 0.4}
    assert settle(convert_round(live.round_file())).state == {"pot": 0.4}
