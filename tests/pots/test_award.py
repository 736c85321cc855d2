"""Who gets which chips: side pots, returned bets, halves, ties, odd chips, dead hands, must-use rules."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pots.tables import acted, nets, opened, result, shown

from houseway.play.core.roundfile import convert_round
from houseway.play.pots.round import Round, read_file
from houseway.play.pots.settle import Awarded, Pot, _award_pot, side_pots, uncalled
from houseway.play.pots.table import smallest_chip
from houseway.rules.errors import RuleError

CASES = Path(__file__).parents[1] / "cases"
HALVES: dict[str, Any] = {"variant": "high-low", "low_qualifier": "8-or-better"}


def test_30_1017_2_side_pots_are_won_one_by_one() -> None:
    cards = shown(["As Ad", "Ks Kd", "Qs Qd", "Js Jd"], "2c 3d 7h 8s 9c")
    state = opened("texas-holdem", stacks=(10, 30, 60, 100), cards=cards, button=3)
    state = acted(state, [(2, "all-in"), (3, "call 60"), (0, "all-in"), (1, "all-in")])
    assert [(pot.amount, pot.seats) for pot in result(state).pots] == [
        (4000, (0, 1, 2, 3)),
        (6000, (1, 2, 3)),
        (6000, (2, 3)),
    ]
    assert nets(state) == [30, 30, 0, -60]


def test_30_1017_2_the_excess_of_a_bet_is_returned() -> None:
    cards = shown(["2s 7d", "Ks Kd", "Qs Qd"], "2c 3d 7h 8s 9c")
    state = opened("texas-holdem", stacks=(100, 100, 20), cards=cards)
    state = acted(state, [(2, "call 2"), (0, "raise to 50"), (1, "fold"), (2, "call 20 all-in")])
    assert result(state).returned == (0, 3000)
    assert sum(pot.amount for pot in result(state).pots) == 4200
    assert nets(state) == [22, -2, -20]


@given(st.lists(st.tuples(st.integers(0, 50), st.booleans()), min_size=2, max_size=9))
def test_side_pots_hold_every_chip_and_no_seat_competes_for_more_than_it_matched(hands: list[tuple[int, bool]]) -> None:
    paid = tuple(amount for amount, _ in hands)
    live = tuple(alive for _, alive in hands)
    if not any(live):
        live = (True, *live[1:])
    back, amount = uncalled(paid, live)
    kept = tuple(put - (amount if seat == back else 0) for seat, put in enumerate(paid))
    pots = side_pots(kept, live)
    assert sum(pot.amount for pot in pots) == sum(kept)
    for seat, put in enumerate(kept):
        most = sum(min(put, other) for other in kept)
        over = sum(max(0, other - max(p for p, a in zip(kept, live, strict=True) if a)) for other in kept)
        assert sum(pot.amount for pot in pots if seat in pot.seats) <= most + over
    assert all(live[seat] for pot in pots for seat in pot.seats)


def test_30_1099_01_5_b_i_without_a_low_the_high_hand_takes_all() -> None:
    cards = shown(["As Kd", "7c 2d"], "Ah Kc Qd Jc 9s")
    state = acted(
        opened("texas-holdem", 2, HALVES, cards=cards, button=1), [(1, "call 2"), (0, "raise to 10"), (1, "call")]
    )
    state = acted(state, [(0, "check"), (1, "check")] * 3)
    assert nets(state) == [10, -10]


def test_30_1099_01_5_b_ii_winning_one_way_and_tying_the_other_takes_three_quarters() -> None:
    cards = shown(["As 2s Kd Kc", "Ad 2d Qd Qc"], "3h 4c 8d Kh 9s")
    state = opened("omaha-holdem", 2, HALVES, cards=cards, button=1)
    state = acted(state, [(1, "call 2"), (0, "raise to 20"), (1, "call")])
    state = acted(state, [(0, "check"), (1, "check")] * 3)
    assert nets(state) == [10, -10]


def test_30_1099_01_5_b_iii_winning_both_ways_takes_all() -> None:
    cards = shown(["As 2s", "Kd Kc"], "3h 4c 5d Kh 9s")
    state = acted(opened("texas-holdem", 2, HALVES, cards=cards, button=1), [(1, "call 2"), (0, "check")])
    state = acted(state, [(0, "check"), (1, "check")] * 3)
    assert nets(state) == [2, -2]


def test_30_1029_odd_chips_of_a_tie_go_left_of_the_button_and_of_the_halves_to_the_high() -> None:
    board = "Ts Js Qs Ks As"
    state = opened("texas-holdem", 4, cards=shown(["2c 3d", "4c 5d", "6c 7d", "8c 9d"], board), button=1)
    state = acted(state, [(0, "call 2"), (1, "fold"), (2, "fold"), (3, "check")])
    state = acted(state, [(3, "check"), (0, "check")] * 3)
    assert nets(state) == [0, 0, -1, 1]
    split = opened("texas-holdem", 3, HALVES, cards=shown(["2c 7d", "Ac 2d", "Kc Kd"], "Ks 3h 4d 8c 9s"))
    split = acted(split, [(2, "call 2"), (0, "fold"), (1, "check")])
    split = acted(split, [(1, "check"), (2, "check")] * 3)
    assert nets(split) == [-1, 0, 1]


@pytest.mark.parametrize(("odd_chips", "won"), [("first", [36, 34, 34]), ("one each", [35, 35, 34])])
def test_30_1029_two_odd_chips(odd_chips: str, won: list[int]) -> None:
    state = opened("texas-holdem", 3, {"odd_chips": odd_chips}, button=2, chip=0.01)
    awarded = Awarded([0, 0, 0])
    _award_pot(awarded, state.table, 0, Pot(104, (0, 1, 2)), [("high", 0, {0: 5, 1: 5, 2: 5})])
    assert awarded.won == won


def test_30_1002_13_coins_of_50_and_25_cents_are_chips() -> None:
    for amounts, chip in (([100, 200], 100), ([50, 100], 50), ([25, 50], 25), ([25, 500], 25)):
        assert smallest_chip(amounts) == chip


def test_ca_gegr_001974_the_odd_chip_of_the_halves_goes_left_of_the_button() -> None:
    own = ["Kc Kd Qs Jh", "As 2h 9c 9d", "Th Ts 6d 6c"]
    state = opened("ca-omaha-high-low-split", 3, cards=shown(own, "Ks 8d 7c 3s Qh"), limits=(2, 4), button=0)
    state = acted(state, [(0, "call 2"), (1, "call 2"), (2, "fold")])
    state = acted(state, [(1, "check"), (0, "check")] * 3)
    assert nets(state) == [1, 1, -2]
    odd = opened(
        "ca-omaha-high-low-split", 3, cards=shown(own, "Ks 8d 7c 3s Qh"), blinds=(1, 3), limits=(3, 6), button=1
    )
    odd = acted(odd, [(1, "call 3"), (2, "fold"), (0, "check")])
    odd = acted(odd, [(0, "check"), (1, "check")] * 3)
    assert nets(odd) == [1, 0, -1]  # seven chips: the high hand at seat 0 sits nearer to the button's left


def test_30_1099_06_4_c_two_own_cards_play_in_omaha_and_30_1099_09_7_one_at_least_in_eighty_eight() -> None:
    omaha = opened("omaha-holdem", 2, cards=shown(["As Kd 7c 2h", "4c 3c 8d 8h"], "Qs Js 9s 4s 3d"), button=1)
    omaha = acted(omaha, [(1, "call"), (0, "check")] + [(0, "check"), (1, "check")] * 3)
    assert nets(omaha) == [-2, 2]
    cards = shown(["Kd 2c", "Qd Qh"], "As Ad Ah Ac")
    state = opened("holdem-eighty-eight", 2, cards=cards, blinds=(), ante=5)
    assert nets(acted(state, [(0, "bet 15"), (1, "call 15")])) == [20, -20]


def test_30_1099_07_1_a_hand_of_three_cards_is_dead_after_the_flop() -> None:
    cards = shown(["As Ad Ac", "9h 8c 2d", "Kd Qd 3c"], "Kc 9c 5s 3h Jd")
    state = acted(opened("pineapple-holdem", 3, cards=cards), [(2, "call 2"), (0, "call 2"), (1, "check")])
    assert [choice.verb for choice in state.moves(0)] == ["stand pat", "discard"]
    state = acted(state, [(0, "stand pat"), (1, "discard 2d"), (2, "discard 3c")])
    assert state.live == (False, True, True)
    assert state.turn == 1


def test_30_1001_2_a_pot_without_a_qualifying_hand_is_carried_to_the_next() -> None:
    cards = shown(["As Kd", "7c 2d"], "Qh Tc 9d 4c 3s")
    house = {"high_qualifier": "pair"}
    state = acted(opened("texas-holdem", 2, house, cards=cards, button=1), [(1, "call 2"), (0, "check")])
    state = acted(state, [(0, "check"), (1, "check")] * 3)
    assert nets(state) == [-2, -2]
    assert result(state).carried == 400
    after = acted(opened("texas-holdem", 2, house, button=1, carried=4), [(1, "fold")])
    assert nets(after) == [5, -1]


def test_double_flop_boards_are_halves_of_the_pot() -> None:
    cards = shown(["Ah Ad", "Ks Qs"], "Ac 9d 5h 4c 3s", "Ts 8s 6s Jh 2h")
    house = {"heads_up": "button_small"}
    state = opened("double-flop-holdem", 2, house, cards=cards, limits=(2, 4), button=1)
    state = acted(state, [(1, "call 2"), (0, "check")] + [(0, "check"), (1, "check")] * 3)
    assert nets(state) == [0, 0]
    assert [(part.board, part.winners) for part in result(state).parts] == [(0, (0,)), (1, (1,))]


def read(case: str) -> Round:
    """A round of the cases, played to its end."""
    lines = (CASES / f"{case[:-4]}.jsonl").read_text().splitlines()
    told = next(one for line in lines if (one := json.loads(line))["id"] == case)
    file = {key: value for key, value in told.items() if key not in ("id", "kind", "section", "expect", "why")}
    return read_file(convert_round(file))


def test_cards_that_win_are_known_on_two_boards_and_who_is_beaten_hears_of_both() -> None:
    live = read("double-flop-holdem-r01")
    used = {pile.seat: set(pile.used) for pile in live.visible() if pile.seat is not None}
    assert used == {0: {"Ah", "Ad", "Ac", "9d", "5h"}, 1: {"Ks", "Qs", "Ts", "8s", "6s", "9d", "5h", "Ac"}, 2: set()}
    reason = live.settle().seats[2][0].reason
    assert "loses on board 1 to three aces, nine and five kickers; " in reason
    assert "loses on board 2 to flush, king high" in reason


def test_the_cards_of_the_high_and_of_the_low_half_are_known() -> None:
    live = read("ca-omaha-high-low-split-r01")
    used = {pile.seat: set(pile.used) for pile in live.visible() if pile.seat is not None}
    high, low = {"Kc", "Kd", "Kh", "8c", "Jh"}, {"8c", "5d", "3s"}
    assert used == {0: high | low | {"As", "2d"}, 1: low | {"Ah", "2h"}, 2: set()}


def test_a_card_that_is_not_stated_is_an_error_only_at_the_showdown() -> None:
    cards = shown(["As Ad", "Ks", "2s 2d"], "3c 4d 8h 9s Tc")
    state = acted(opened("texas-holdem", 3, cards=cards), [(2, "call 2"), (0, "call 2"), (1, "check")])
    folded = acted(state, [(0, "bet 4"), (1, "fold"), (2, "fold")])
    assert nets(folded) == [4, -2, -2]
    state = acted(state, [(0, "check"), (1, "check"), (2, "check")] * 3)
    with pytest.raises(RuleError, match="not stated") as error:
        nets(state)
    assert error.value.field == "seats[1].cards"
