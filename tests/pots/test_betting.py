"""Betting rounds by the rules: structures, forced bets, raise caps, all-in bets, time-outs, chopped blinds."""

from typing import Any

import pytest
from tests.pots.tables import acted, legal, nets, opened, replayed, shown

from houseway.play.pots.engine import Hand
from houseway.play.pots.settle import outcome, settlement
from houseway.play.pots.state import Act
from houseway.rules.errors import RuleError

LIMIT: dict[str, Any] = {"structure": "limit"}


def test_30_1099_01_1_the_player_left_of_the_last_blind_acts_first() -> None:
    state = opened("texas-holdem", 4, button=3)
    assert state.turn == 2
    assert legal(state) == ["fold", "call 2", "raise to 4..10000000000"]
    assert state.moves(0) == []


def test_30_1099_01_3_after_the_flop_the_first_live_seat_left_of_the_button_acts() -> None:
    state = acted(opened("texas-holdem", 4, button=3), [(2, "call 2"), (3, "call 2"), (0, "fold"), (1, "check")])
    assert (state.street, state.turn) == (1, 1)
    assert legal(state)[1:] == ["check", "bet 2..9999999998"]


def test_30_1099_06_3_and_30_1099_07_3_there_is_a_betting_round_after_the_flop() -> None:
    omaha = shown(["As Ad 9c 8c", "Ks Kd 7c 6c", "Qs Qd 5c 4c"], "2h 3h 4h 5h 6h")
    pineapple = shown(["As Ad 9c", "Ks Kd 7c", "Qs Qd 5c"], "2h 3h 4h 5h 6h")
    discards = [(0, "discard 9c"), (1, "discard 7c"), (2, "discard 5c")]
    for game, cards, given_up in (("omaha-holdem", omaha, []), ("pineapple-holdem", pineapple, discards)):
        log = [(2, "call 2"), (0, "call 2"), (1, "check"), *given_up]
        state = acted(opened(game, cards=cards), log)
        assert len(state.boards[0]) == 3, game
        assert (state.turn, [choice.verb for choice in state.moves(0)]) == (0, ["fold", "check", "bet"]), game


def test_the_big_blind_may_raise_when_all_only_called() -> None:
    state = acted(opened("texas-holdem", 3), [(2, "call 2"), (0, "call 2")])
    assert legal(state) == ["fold", "check", "raise to 4..10000000000"]


def test_limit_bets_are_the_lower_limit_then_the_higher() -> None:
    state = opened("texas-holdem", 3, LIMIT, limits=(4, 8), blinds=(2, 4))
    assert legal(state) == ["fold", "call 4", "raise to 8"]
    state = acted(state, [(2, "call 4"), (0, "call 4"), (1, "check")])
    assert legal(state) == ["fold", "check", "bet 4"]
    state = acted(state, [(0, "check"), (1, "check"), (2, "check")])
    assert legal(state) == ["fold", "check", "bet 8"]


def test_spread_limit_lets_a_bet_be_anything_between_the_limits() -> None:
    state = opened("texas-holdem", 3, {"structure": "spread"}, limits=(2, 10))
    assert legal(state) == ["fold", "call 2", "raise to 4..12"]
    state = acted(state, [(2, "raise to 9")])
    assert legal(state) == ["fold", "call 9", "raise to 16..19"]


def test_pot_limit_counts_the_call_before_the_raise() -> None:
    state = opened("texas-holdem", 3, {"structure": "pot-limit"})
    assert legal(state) == ["fold", "call 2", "raise to 4..7"]
    state = acted(state, [(2, "raise to 7")])
    assert legal(state) == ["fold", "call 7", "raise to 12..23"]


def test_30_1002_2_no_bet_or_raise_beyond_the_posted_maximum() -> None:
    state = opened("texas-holdem", 3, most=100)
    assert legal(state)[-1] == "raise to 4..102"


def test_no_limit_raises_are_at_least_the_last_raise() -> None:
    state = acted(opened("texas-holdem", 4, button=3), [(2, "raise to 10")])
    assert legal(state)[-1] == "raise to 18..10000000000"


def test_30_1034_4_the_number_of_raises_is_the_posted_one() -> None:
    state = acted(opened("texas-holdem", 3, {**LIMIT, "raises": 1}, limits=(2, 4)), [(2, "raise to 4")])
    assert legal(state) == ["fold", "call 4"]
    state = acted(state, [(0, "call"), (1, "call"), (0, "bet 2"), (1, "raise to 4")])
    assert legal(state) == ["fold", "call 4"]


def test_ca_gegr_001830_6_d_three_raises_but_no_end_between_two_players() -> None:
    state = opened("ca-texas-holdem", 3, limits=(4, 8), blinds=(2, 4))
    state = acted(state, [(2, "raise to 8"), (0, "raise to 12"), (1, "raise to 16")])
    assert legal(state) == ["fold", "call 16"]
    state = acted(state, [(2, "fold"), (0, "call 16"), (0, "bet 4")])
    for total in (8, 12, 16, 20, 24):
        state = acted(state, [(state.turn, f"raise to {total}")])
    assert legal(state)[-1] == "raise to 28"


@pytest.mark.parametrize(("two_players", "last"), [("active", "raise to 20"), ("began", "call 16")])
def test_ca_gegr_001830_6_b_who_folds_no_longer_takes_part(two_players: str, last: str) -> None:
    state = opened("ca-texas-holdem", 3, {"two_players": two_players}, limits=(4, 8), blinds=(2, 4))
    state = acted(state, [(2, "fold"), (0, "raise to 8"), (1, "raise to 12"), (0, "raise to 16")])
    assert legal(state)[-1] == last


def test_30_1002_6_bet_or_fold_leaves_no_check() -> None:
    state = acted(opened("texas-holdem", 2, {"bet_or_fold": True}), [(1, "call 2"), (0, "check")])
    assert legal(state) == ["fold", "bet 2..9999999998"]
    with pytest.raises(RuleError, match="must bet or fold"):
        acted(state, [(0, "check")])


def test_30_1034_2_without_check_and_raise_a_seat_that_checked_may_only_call() -> None:
    log = [(1, "call 2"), (0, "check"), (0, "check"), (1, "bet 2")]
    assert legal(acted(opened("texas-holdem", 2, {"check_and_raise": False}), log)) == ["fold", "call 2"]
    assert legal(acted(opened("texas-holdem", 2), log))[-1].startswith("raise to 4")


def test_an_all_in_below_a_full_raise_does_not_reopen_the_betting() -> None:
    state = opened("texas-holdem", stacks=(100, 100, 100, 13), button=3)
    state = acted(state, [(2, "raise to 10"), (3, "raise to 13 all-in"), (0, "call 13"), (1, "fold")])
    assert state.turn == 2
    assert legal(state) == ["fold", "call 13"]
    reopened = opened("texas-holdem", house={"under_raise": "reopens"}, stacks=(100, 100, 100, 13), button=3)
    reopened = acted(reopened, [(2, "raise to 10"), (3, "all-in"), (0, "call"), (1, "fold")])
    assert legal(reopened)[-1] == "raise to 21..100"


def test_short_all_ins_that_together_make_a_full_raise_reopen_the_betting() -> None:
    state = opened("texas-holdem", stacks=(19, 100, 100, 15), button=3)
    state = acted(state, [(2, "raise to 10"), (3, "all-in"), (0, "all-in"), (1, "call")])
    assert legal(state) == ["fold", "call 19", "raise to 27..100"]


def test_30_1002_11_a_seat_that_checked_may_raise_even_a_short_all_in() -> None:
    state = opened("texas-holdem", stacks=(100, 3, 100), blinds=(1, 2))
    state = acted(state, [(2, "call 2"), (0, "call 2"), (1, "check"), (0, "check"), (1, "bet 1 all-in"), (2, "call 1")])
    assert legal(state) == ["fold", "call 1", "raise to 3..98"]


def test_30_1017_2_nobody_raises_when_all_others_are_all_in() -> None:
    state = acted(opened("texas-holdem", stacks=(50, 50, 200)), [(2, "raise to 60"), (0, "all-in")])
    assert legal(state) == ["fold", "call 50"]


def test_short_big_blind_must_be_called_in_full() -> None:
    state = opened("texas-holdem", stacks=(100, 1.5, 100), blinds=(1, 2), chip=0.5)
    assert legal(state)[1] == "call 2"


def test_between_two_the_button_posts_the_small_blind_unless_the_file_says_otherwise() -> None:
    assert opened("texas-holdem", 2, button=1).bets == (200, 100)
    assert opened("texas-holdem", 2, button=1).turn == 1
    assert opened("ca-texas-holdem", 2, button=1, limits=(2, 4)).bets == (100, 200)  # GEGR-001830(4) as printed


def test_30_1002_40_a_straddle_is_a_blind_with_the_last_word_and_no_raise() -> None:
    house = {"straddle": True, "structure": "limit", "raises": 1}
    state = opened("texas-holdem", 5, house, button=4, limits=(2, 4), extra=[(2, 4)])
    assert state.turn == 3
    state = acted(state, [(3, "call 4"), (4, "call 4"), (0, "call 4"), (1, "call 4")])
    assert state.turn == 2
    assert legal(state) == ["fold", "check", "raise to 6"]


def test_30_1001_7_a_straddle_needs_the_house_s_leave_and_its_place() -> None:
    with pytest.raises(RuleError, match="does not allow a straddle"):
        opened("texas-holdem", 4, extra=[(2, 4)])
    with pytest.raises(RuleError, match="more than the largest"):
        opened("texas-holdem", 4, {"straddle": True}, button=3, extra=[(2, 2)])
    with pytest.raises(RuleError, match="not allowed"):
        opened("texas-holdem", 4, {"straddle": True}, button=3, extra=[(3, 4)])


@pytest.mark.parametrize(
    ("extra", "order", "amount"),
    [([(3, 6)], [2, 4, 5, 6, 7, 0, 1, 3], 600), ([(6, 6), (4, 12)], [2, 3, 5, 7, 0, 1, 6, 4], 1200)],
)
def test_ca_short_deck_4_c_over_blinds_act_last_the_smallest_first(
    extra: list[tuple[int, int]], order: list[int], amount: int
) -> None:
    state = opened("short-deck-holdem", 8, {"structure": "no-limit"}, button=7, blinds=(1, 3), extra=extra)
    assert list(state.order) == order
    assert state.level == amount
    for seat in order[:-1]:
        state = acted(state, [(seat, "call")])
    assert "check" in legal(state)


def test_ca_gegr_001973_3_c_a_player_may_go_over_his_own_over_blind() -> None:
    over = [(2, 10), (3, 20), (4, 40), (2, 80)]
    state = opened("out-pops-the-devil", 6, {"structure": "no-limit"}, button=5, blinds=(2, 5), extra=over)
    assert state.bets == (200, 500, 8000, 2000, 4000, 0)
    assert state.level == 8000


def test_ca_gegr_001831_5_the_lowest_card_brings_in_a_full_bet_and_suits_break_ties() -> None:
    cards = shown(["Ah 3d 2c", "Kh 5d 2h", "Ad Qd Ts"])
    state = opened("ca-seven-card-stud", 3, cards=cards, blinds=(), ante=2, limits=(4, 8))
    assert state.turn == 0
    assert legal(state) == ["bring-in 4"]
    state = acted(state, [(0, "bring-in 4")])
    assert legal(state) == ["fold", "call 4", "raise to 8"]
    state = acted(state, [(1, "call 4"), (2, "call 4")])
    assert legal(state) == ["fold", "check", "raise to 8"]  # 6.e: the bring-in has the last word


def test_ca_gegr_001831_11_a_an_open_pair_may_choose_the_limit_for_all() -> None:
    cards = shown(["Ks Kd 9h 9s", "As Qs 4d 7c", "Jh Ts 6c 5d"])
    state = opened("ca-seven-card-stud", 3, cards=cards, blinds=(), ante=2, limits=(4, 8))
    state = acted(state, [(1, "bring-in 4"), (2, "call 4"), (0, "call 4"), (1, "check")])
    assert legal(state) == ["fold", "check", "bet 4", "bet 8"]
    assert legal(acted(state, [(0, "bet 8")]))[-1] == "raise to 16"
    assert legal(acted(state, [(0, "bet 4")]))[-1] == "raise to 8"
    assert legal(acted(state, [(0, "check")]))[-1] == "bet 4"


def test_a_bring_in_of_less_may_be_completed_and_gives_no_last_word() -> None:
    cards = shown(["Ah 3d 2c 4c", "Kh 5d 2h 5c", "Ad Qd Ts 6c"])
    state = opened("seven-card-stud", 3, LIMIT, cards=cards, blinds=(), ante=1, bring_in=1, limits=(4, 8))
    assert legal(state) == ["bring-in 1", "complete to 4"]
    state = acted(state, [(0, "bring-in 1")])
    assert legal(state) == ["fold", "call 1", "complete to 4"]
    assert legal(acted(state, [(1, "complete to 4")]))[-1] == "raise to 8"
    assert acted(state, [(1, "call 1"), (2, "call 1")]).street == 1


def test_30_1009_2_the_highest_board_starts_later_streets_two_pairs_above_one() -> None:
    cards = shown(["2c 3c 4d Ah Ad 7s", "2d 3d 5c Qh 6c 6d", "2h 3h 8c 9c 6s 6h", "4c 5d 9d Qc 9h Qs"])
    state = opened("seven-card-stud", 4, cards=cards, blinds=(), ante=1, limits=())
    state = acted(state, [(0, "check"), (1, "check"), (2, "check"), (3, "check")])
    assert state.turn == 0  # ace high on board
    state = acted(state, [(0, "check"), (1, "check"), (2, "check"), (3, "check")])
    assert state.turn == 0  # a pair of aces
    state = acted(state, [(0, "check"), (1, "check"), (2, "check"), (3, "check")])
    assert state.turn == 3  # queens and nines


@pytest.mark.parametrize(("log", "live"), [([], False), ([(2, "call 2"), (0, "call 2")], True)])
def test_30_1032_time_out_is_a_check_without_a_bet_and_a_dead_hand_with_one(log: list[Any], live: bool) -> None:
    state = acted(opened("texas-holdem", 3), log)
    seat = state.turn
    assert state.after(seat, Act("timeout")).live[seat] is live


def test_30_1028_blinds_may_be_chopped_where_the_house_allows_it() -> None:
    log = [(2, "fold"), (0, "chop"), (1, "chop")]
    assert nets(acted(opened("texas-holdem", 3, {"chop_blinds": True}), log)) == [0, 0, 0]
    with pytest.raises(RuleError, match="only the two blinds may chop"):
        acted(opened("texas-holdem", 3), log)


def test_30_1002_14_no_chop_after_a_call_and_an_offer_may_be_refused() -> None:
    state = opened("texas-holdem", 3, {"chop_blinds": True})
    assert "chop" not in legal(acted(state, [(2, "call 2")]))
    state = acted(state, [(2, "fold"), (0, "chop")])
    assert state.turn == 1
    state = acted(state, [(1, "raise to 6"), (0, "fold")])
    assert nets(state) == [-1, 1, 0]


def test_openers_are_needed_where_the_house_posts_them() -> None:
    cards = shown(["Ah Kd 9c 8s 3d", "Jh Jd 4c 5s 7h", "Qh Td 9h 4d 2s"])
    state = opened("five-card-draw", 3, {"openers": "jacks"}, cards=cards, blinds=(), ante=1)
    assert legal(state) == ["fold", "check"]
    with pytest.raises(RuleError, match=r"cannot bet \$2 on deal"):
        acted(state, [(0, "bet 2")])
    state = acted(state, [(0, "check")])
    assert legal(state)[-1].startswith("bet ")


def test_30_1001_3_i_a_pot_that_nobody_opens_stays_for_the_next_hand() -> None:
    cards = shown(["Ah Kd 9c 8s 3d", "Jh Td 4c 5s 7h"])
    state = opened("five-card-draw", 2, {"openers": "jacks"}, cards=cards, blinds=(), ante=1)
    state = acted(state, [(0, "check"), (1, "check")])
    assert state.over
    assert nets(state) == [-1, -1]
    assert settlement(state, outcome(state)).state == {"pot": 2}


@pytest.mark.parametrize(
    ("seat", "text", "message"),
    [
        (0, "fold", "it is the turn of Seat 3, not of Seat 1"),
        (2, "check", "there is a bet to call"),
        (2, "raise to 3", r"cannot raise \$3 on preflop; legal are fold, call \$2, raise \$4 to \$50"),
        (2, "call 3", r"a call makes the total \$2, not \$3"),
        (2, "bet", "cannot"),
        (2, "dance", "unknown action 'dance': write fold, check, call"),
        (2, "put in 25", "or what was done, as in `puts in 25`"),
        (2, "raise to 7 all-in", r"all-in is \$50 here, not \$7"),
    ],
)
def test_an_action_that_is_not_allowed_says_why_and_changes_nothing(seat: int, text: str, message: str) -> None:
    state = opened("texas-holdem", stacks=(50, 50, 50))
    with pytest.raises(RuleError, match=message):
        acted(state, [(seat, text)])
    assert state.turn == 2


def test_the_same_events_give_the_same_round() -> None:
    state = opened("texas-holdem", 4, button=3)
    log = [(2, "call 2"), (3, "raise to 8"), (0, "fold"), (1, "call 8"), (2, "call 8"), (1, "check"), (2, "bet 4")]
    once = acted(state, log)
    again = replayed(once)
    assert once == again
    assert isinstance(again, Hand)
