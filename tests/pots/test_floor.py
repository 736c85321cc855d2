"""Rulings of the floor as events: dead and fouled hands, misdeals, defective decks, cards replaced, short decks."""

from collections import Counter

import pytest
from tests.pots.tables import acted, nets, opened, settled, shown

from houseway.cards.decks import deck
from houseway.play.pots.dealing import Deck
from houseway.play.pots.engine import TABLE
from houseway.play.pots.settle import outcome, settlement
from houseway.play.pots.state import Act
from houseway.rules.errors import RuleError


def test_30_1025_1_a_dead_hand_leaves_its_chips_in_the_pot() -> None:
    state = acted(opened("texas-holdem", 3), [(2, "call 2"), (0, "call 2"), (1, "check")])
    state = state.after(2, Act("dead_hand"))
    assert state.live == (True, True, False)
    state = acted(state, [(0, "bet 2"), (1, "fold")])
    assert nets(state) == [4, -2, -2]


def test_30_1014_a_hand_fouled_without_fault_gets_all_its_chips_back() -> None:
    state = acted(opened("texas-holdem", 3), [(2, "raise to 10"), (0, "call 10"), (1, "call 10")])
    state = state.after(1, Act("fouled_no_fault"))
    assert state.paid == (1000, 0, 1000)
    state = acted(state, [(0, "bet 2"), (2, "fold")])
    assert nets(state) == [10, 0, -10]


def test_30_1025_2_the_bet_of_a_fouled_hand_comes_back_before_the_next_player_acts() -> None:
    state = acted(opened("texas-holdem", 3), [(2, "call 2"), (0, "call 2"), (1, "check"), (0, "bet 20")])
    ruled = state.after(0, Act("fouled"))
    assert ruled.paid == (200, 200, 200)
    assert (ruled.level, ruled.turn) == (0, 1)
    late = acted(state, [(1, "call 20")]).after(0, Act("fouled"))
    assert late.paid == (2200, 2200, 200)


def test_30_1016_no_misdeal_after_substantial_action() -> None:
    state = opened("texas-holdem", 5, button=4)
    early = acted(state, [(2, "call 2"), (3, "fold")]).after(TABLE, Act("misdeal"))
    assert nets(early) == [0] * 5
    for log in ([(2, "call 2"), (3, "call 2")], [(2, "fold"), (3, "fold"), (4, "fold")]):
        with pytest.raises(RuleError, match="substantial action"):
            acted(state, log).after(TABLE, Act("misdeal"))


def test_30_1030_a_defective_deck_returns_the_chips_but_not_to_those_who_knew() -> None:
    state = acted(opened("texas-holdem", 3), [(2, "raise to 10"), (0, "call 10"), (1, "call 10")])
    ended = state.after(TABLE, Act("defective_deck", 0, (2,)))
    assert nets(ended) == [0, 0, -10]
    assert settlement(ended, outcome(ended)).state == {"pot": 10}


def test_a_ruling_in_a_round_file_and_in_its_log() -> None:
    seats = [{"cards": ["Ah", "Ad"]}, {"cards": ["Ks", "Kd"]}, {"cards": ["Qs", "Qd"]}]
    board = ["2c", "3d", "7h", "8s", "9c"]
    checks = [[seat, "check"] for _ in range(3) for seat in range(3)]
    actions = [[2, "call 2"], [0, "call 2"], [1, "check"], *checks]
    betting = {"button": 2, "blinds": [1, 2], "actions": actions}
    plain = settled(game="texas-holdem", seats=seats, community=board, betting=betting)
    assert plain.nets() == (400, -200, -200)
    dead = settled(
        game="texas-holdem",
        seats=seats,
        community=board,
        betting=betting,
        irregularity={"kind": "dead_hand", "seat": 0},
    )
    assert dead.nets() == (-200, 400, -200)
    assert dead.seats[0][0].rule == "CO 30-1025"
    streets = iter((["-", "flop"], ["-", "turn"], ["-", "river"]))
    marked = [
        *actions[:3],
        *(one for place, act in enumerate(checks) for one in (*([next(streets)] if place % 3 == 0 else []), act)),
    ]
    told = {"kind": "dead_hand", "seat": 0}
    for log in (marked, [*marked[:-3], *marked[-2:]]):
        late = settled(
            game="texas-holdem", seats=seats, community=board, betting={**betting, "actions": log}, irregularity=told
        )
        assert late.nets() == dead.nets(), "the mark of a street at hand is no action that passes the hand by"
    logged = [*actions[:3], [0, "dead hand"], *[one for one in checks if one[0] != 0]]
    same = settled(game="texas-holdem", seats=seats, community=board, betting={**betting, "actions": logged})
    assert same.nets() == dead.nets()
    void = settled(game="texas-holdem", seats=seats, betting={**betting, "actions": [[2, "call 2"], ["-", "misdeal"]]})
    assert void.nets() == (0, 0, 0)


@pytest.mark.parametrize(
    ("told", "field"),
    [
        ({"kind": "earthquake"}, "irregularity.kind"),
        ({"kind": "dead_hand", "seat": 9}, "irregularity.seat"),
        ({"kind": "defective_deck", "knew": "all"}, "irregularity.knew"),
    ],
)
def test_an_unknown_ruling_is_refused(told: dict[str, object], field: str) -> None:
    betting = {"blinds": [1, 2], "actions": [[2, "fold"]]}
    with pytest.raises(RuleError) as error:
        settled(game="texas-holdem", seats=[{}, {}, {}], betting=betting, irregularity=told)
    assert error.value.field == field


def test_30_1015_an_exposed_card_is_replaced_by_the_next_of_the_deck() -> None:
    state = opened("texas-holdem", 3)
    card = state.hole[1][0]
    ruled = state.after(1, Act("exposed_card", 0, (card,)))
    assert ruled.hole[1] == (state.source.burnt(state.used, 1)[0], state.hole[1][1])
    assert card not in (*ruled.hole[0], *ruled.hole[1], *ruled.hole[2])


def test_30_1015_a_premature_flop_is_shuffled_back_and_the_burn_stands() -> None:
    state = opened("texas-holdem", 3)
    assert isinstance(state.source, Deck)
    before = state.source.cards
    ruled = state.after(TABLE, Act("premature_board"))
    assert isinstance(ruled.source, Deck)
    assert ruled.source.cards[:7] == before[:7]
    assert Counter(ruled.source.cards) == Counter(before)
    assert ruled.source.cards != before


def test_30_1015_in_place_of_a_premature_fourth_card_the_fifth_is_turned() -> None:
    state = acted(opened("texas-holdem", 3), [(2, "call"), (0, "call"), (1, "check")])
    rest = state.source.burnt(state.used, 6)
    ruled = acted(state.after(TABLE, Act("premature_board")), [(0, "check"), (1, "check"), (2, "check")])
    assert ruled.boards[0][3] == rest[3]


def test_30_1015_a_player_whose_last_stud_card_was_turned_up_may_be_all_in() -> None:
    own = ["Ac Kd 9h 7s 4c 2d 2h", "Ad Kc 9s 7h 4d 3d 8c", "Qh 8d 6s 5s 3s 2s Jd"]
    state = opened("seven-card-stud", 3, cards=shown(own), blinds=(), ante=1)
    state = acted(state, [(2, "check"), (0, "check"), (1, "check")])
    for _ in range(3):
        state = acted(state, [(state.turn, "check") for _ in range(1)])
        while state.street < 4 and state.queue and state.faced != (-1, -1, -1):
            state = acted(state, [(state.turn, "check")])
    assert state.street == 4
    state = state.after(0, Act("all_in_exposed"))
    assert 0 not in state.queue
    assert state.live[0]


def test_30_1009_2_seven_players_and_no_fold_the_last_card_and_the_burns_complete_the_deal() -> None:
    state = opened("seven-card-stud", 7, blinds=(), ante=1)
    while not state.over:
        state = acted(state, [(state.turn, "check")])
    assert [len(cards) for cards in state.hole] == [7] * 7
    held = [card for cards in state.hole for card in cards]
    assert len(set(held)) == 49
    assert state.boards == ((),)


def test_30_1009_2_with_eight_players_one_card_is_turned_for_all() -> None:
    state = opened("seven-card-stud", 8, blinds=(), ante=1)
    while not state.over:
        state = acted(state, [(state.turn, "check")])
    assert [len(cards) for cards in state.hole] == [6] * 8
    assert len(state.boards[0]) == 1
    assert sum(nets(state)) == 0


def test_ca_gegr_001831_note_the_deck_is_completed_by_the_discards_without_a_burn() -> None:
    state = opened("ca-seven-card-stud", 7, blinds=(), ante=1, limits=(2, 4))
    state = acted(state, [(state.turn, "bring-in 2")])
    while not state.over:
        verbs = {choice.verb for choice in state.moves(state.turn)}
        state = acted(state, [(state.turn, "check" if "check" in verbs else "call")])
    assert [len(cards) for cards in state.hole] == [7] * 7
    assert len(state.burns) == 3
    assert len({card for cards in state.hole for card in cards}) == 49


def test_30_1099_02_1_a_draw_that_empties_the_deck_goes_on_with_the_discards() -> None:
    state = opened("five-card-draw", 8, button=7)
    while state.phase == "bet":
        verbs = {choice.verb for choice in state.moves(state.turn)}
        state = acted(state, [(state.turn, "check" if "check" in verbs else "call")])
    while state.phase == "discard":
        state = state.after(state.turn, Act("discard", 0, state.hole[state.turn][:3]))
    held = [card for cards in state.hole for card in cards]
    assert len(set(held)) == 40
    assert set(held) <= set(deck("52"))
