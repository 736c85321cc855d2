"""Words and chips ruled as actions; the order of showing; hands that were discarded, conceded or passed over."""

from typing import Any

import pytest
from tests.pots.tables import acted, nets, opened

from houseway.families import answer, settle
from houseway.play.core.roundfile import convert_round
from houseway.play.pots.engine import Hand
from houseway.play.pots.round import read_file
from houseway.play.pots.words import parse_act
from houseway.rules.errors import RuleError


def facing(bet: float = 10) -> Hand:
    """Seat 2 has bet before the flop; seat 0 is to act with its small blind of 1 in the pot."""
    return acted(opened("texas-holdem", 3), [(2, f"raise to {bet:g}")])


def ruled(text: str, state: Hand | None = None, seat: int = 0) -> tuple[str, int, str]:
    """The action that conduct counts for, the seat's total and the paragraph."""
    act = parse_act(state or facing(), seat, text, "action")
    assert act.ruled is not None
    return act.verb, act.amount // 100, act.ruled.rule


def test_30_1023_one_chip_thrown_in_is_a_call_of_the_bet_whatever_its_value() -> None:
    assert ruled("puts in one 5 chip") == ("call", 10, "CO 30-1023")
    assert ruled("puts in one 25 chip") == ("call", 10, "CO 30-1023")


def test_30_1024_more_chips_than_the_bet_without_a_word_are_a_call() -> None:
    assert ruled("puts in 25") == ("call", 10, "CO 30-1024")
    assert ruled("puts in one 25 chip, then says raise to 25") == ("raise", 25, "CO 30-1024")


def test_30_1023_chips_in_one_motion_the_rest_goes_back() -> None:
    assert ruled("puts in 9, then 16") == ("call", 10, "CO 30-1023")
    assert ruled("puts in 4, then 6", acted(facing(), [(0, "call 10"), (1, "call 10")]), 0) == ("bet", 4, "CO 30-1023")


def test_30_1023_a_short_call_is_completed_or_folded_with_its_chips_lost() -> None:
    assert ruled("puts in 4, then completes") == ("call", 10, "CO 30-1023")
    verb, _, rule = ruled("puts in 4, then folds")
    assert (verb, rule) == ("fold", "CO 30-1023")
    with pytest.raises(RuleError, match="completes or folds; write `puts in 4, completes`"):
        ruled("puts in 4")
    state = acted(facing(), [(0, "puts in 4, then folds"), (1, "fold")])
    assert nets(state) == [-5, -2, 7], "the blind of 1 and the 4 stay in the pot"


def test_30_1021_a_statement_binds_and_the_chips_are_corrected() -> None:
    assert ruled("says raise to 40, puts in 30") == ("raise", 40, "CO 30-1021")
    assert ruled("says call, puts in 25") == ("call", 10, "CO 30-1021")
    assert ruled("says 30, puts in 10") == ("raise", 30, "CO 30-1021")
    assert ruled("says raise, puts in 29") == ("raise", 30, "CO 30-1021"), "without a figure the chips tell it"
    assert ruled("says raise") == ("raise", 18, "CO 30-1021"), "or it is the least raise"


def test_30_1022_a_gesture_counts_as_a_statement() -> None:
    state = acted(facing(), [(0, "call 10"), (1, "call 10")])
    assert ruled("gestures check", state) == ("check", 0, "CO 30-1022")


def test_30_1045_08_15_what_is_said_prevails_over_a_gesture() -> None:
    """In a cash game too: a statement in turn is binding (30-1021), and a gesture only stands in for one (30-1022)."""
    for text in ("says call, gestures fold", "gestures fold, says call", "says call, puts in 9, gestures fold"):
        assert ruled(text) == ("call", 10, "CO 30-1021"), text
    assert ruled("gestures call, says raise to 40") == ("raise", 40, "CO 30-1021")
    with pytest.raises(RuleError, match="cannot be ruled on"):
        ruled("puts in 9, gestures fold")


def test_30_1020_a_bet_with_an_announced_fold_is_a_dead_hand() -> None:
    checked = acted(facing(), [(0, "call 10"), (1, "call 10")])
    for text, state in (
        ("says fold, puts in 9", None),
        ("puts in 9, says fold", None),
        ("puts in 25, folds", None),
        ("puts in 10, says fold", checked),
    ):
        assert ruled(text, state) == ("fold", 0, "CO 30-1020"), text


def test_30_1021_a_call_that_is_said_after_the_chips_is_binding() -> None:
    for text in ("puts in 4, says call", "puts in 25, says call", "puts in one 5 chip, says call"):
        assert ruled(text) == ("call", 10, "CO 30-1021"), text
    with pytest.raises(RuleError, match="'says check' does not go with chips"):
        ruled("puts in 9, says check")


def test_conduct_that_nobody_can_rule_on_is_refused() -> None:
    for text in ("says maybe", "puts in many", "says"):
        with pytest.raises(RuleError):
            ruled(text)
    with pytest.raises(RuleError, match=r"only \$99 is in front of the player"):
        ruled("puts in 150", acted(opened("texas-holdem", 3, stacks=(100, 100, 100)), [(2, "call 2")]))


def hand(**more: Any) -> dict[str, Any]:
    return {
        "game": "texas-holdem",
        "seats": [{"cards": ["As", "Ad"], "stack": 100}, {"cards": ["Ks", "Kd"], "stack": 100}, {"stack": 100}],
        "community": ["2c", "7d", "9h", "Jc", "3s"],
        "betting": {
            "button": 2,
            "blinds": [1, 2],
            "actions": [
                [2, "fold"],
                [0, "call 2"],
                [1, "check"],
                ["-", "flop"],
                [0, "bet 10"],
                [1, "puts in one 25 chip"],
            ],
        },
        **more,
    }


def test_30_1023_a_round_file_states_what_was_ruled() -> None:
    told = answer(convert_round(hand()))
    assert told["rulings"] == [
        {
            "seat": 1,
            "conduct": "puts in one 25 chip",
            "ruling": "call to $10: one chip thrown in without a word is a call of the bet",
            "rule": "CO 30-1023",
        },
    ]
    assert told["seats"][0]["net"] == 12


def test_30_1027_who_bet_last_shows_first_else_who_acted_first() -> None:
    checked = hand()
    checked["betting"]["actions"] += [["-", "turn"], [0, "check"], [1, "bet 10"], [0, "call 10"]]
    assert settle(convert_round(checked)).showing == (0, 1), "the river was checked down"
    checked["betting"]["actions"] += [["-", "river"], [0, "check"], [1, "bet 10"], [0, "call 10"]]
    assert settle(convert_round(checked)).showing == (1, 0)


@pytest.mark.parametrize(
    ("river", "order"),
    [
        ("1 check, 2 bet 10, 0 call 10, 1 call 10", (2, 0, 1)),
        ("1 bet 10, 2 raise to 20, 0 raise to 30, 1 call 30, 2 call 30", (0, 1, 2)),
        ("1 check, 2 check, 0 check", (1, 2, 0)),
    ],
)
def test_30_1027_1_to_4_bettor_last_raiser_or_first_to_act_shows_first_and_the_others_clockwise(
    river: str, order: tuple[int, ...]
) -> None:
    three = hand()
    three["seats"][2]["cards"] = ["Qs", "Qd"]
    streets = [["-", "flop"], ["-", "turn"], ["-", "river"]]
    checks = [[1, "check"], [2, "check"], [0, "check"]]
    told = [[int(act[0]), act[2:]] for act in river.split(", ")]
    log = [[0, "call 2"], [1, "call 2"], [2, "check"], streets[0], *checks, streets[1], *checks, streets[2], *told]
    three["betting"] |= {"button": 0, "actions": log}
    assert settle(convert_round(three)).showing == order


@pytest.mark.parametrize(
    ("log", "order"),
    [
        ("0 call 2, 1 all-in, 2 fold, 0 call 100", (1, 0)),
        ("0 fold, 1 call 2, 2 all-in, 1 call 100", (2, 1)),
        ("- flop, 1 check, 2 all-in, 0 call 98, 1 fold", (2, 0)),
        ("- flop, 1 bet 10, 2 all-in, 0 fold, 1 call 98", (2, 1)),
    ],
)
def test_30_1027_1_2_who_bet_last_shows_first_where_all_in_left_no_later_betting(
    log: str, order: tuple[int, ...]
) -> None:
    """30-1002(35): a round is a cycle of bets, so streets dealt out after all were in are none."""
    three = hand()
    three["seats"][2]["cards"] = ["Qs", "Qd"]
    for seat in three["seats"]:
        seat["stack"] = 100
    first = [[0, "call 2"], [1, "call 2"], [2, "check"]] if log.startswith("-") else []
    acts = [one.split(" ", 1) for one in log.split(", ")]
    told = [[seat if seat == "-" else int(seat), text] for seat, text in acts]
    three["betting"] |= {"button": 0, "actions": first + told}
    assert settle(convert_round(three)).showing == order


def test_30_1046_01_2_who_lost_with_the_hand_that_wins_a_jackpot_shows_it() -> None:
    """An award is for a hand that can be verified; with nothing due on it the same hand is discarded unseen."""
    beaten = hand(community=["Kh", "7d", "Ac", "Jc", "3s"])
    beaten["seats"] = [{**seat, "stack": 100} for seat in (*beaten["seats"][:2], {"cards": ["Qs", "Qd"]})]
    streets = [["-", street] for street in ("flop", "turn", "river")]
    checks = [[0, "check"], [1, "check"], [2, "check"]]
    begin = [[2, "call 2"], [0, "call 2"], [1, "check"]]
    beaten["betting"]["actions"] = [*begin, *(act for street in streets for act in (street, *checks))]

    def seen(file: dict[str, Any]) -> list[int]:
        live = read_file(convert_round(file))
        return [len(pile.cards) for pile in live.visible() if pile.seat is not None]

    assert seen(beaten) == [2, 0, 0]
    posted = {"beaten": "three_of_a_kind 2", "shares": {"loser": 50, "winner": 25, "table": 25}}
    hit = {**beaten, "extra": {"jackpot": posted}, "meters": {"jackpot": 1000}}
    assert [line.net for seat in settle(convert_round(hit)).seats for line in seat if line.wager == "jackpot"] == [
        25_000,
        50_000,
        25_000,
    ]
    assert seen(hit) == [2, 2, 0]


def test_30_1099_28_24_who_wins_a_wager_beside_the_pot_shows_the_hand() -> None:
    file = {
        "game": "longhorn-holdem",
        "seats": [
            {"wagers": {"bonus": 5}, "cards": own, "actions": ["bet pot 5"] * 3}
            for own in (["Ts", "Tc"], ["As", "Ad"], ["2c", "3d"])
        ],
        "community": ["Ah", "Td", "Th", "Kc", "Kd"],
        "betting": {"pot_wager": 5, "rake": 0},
    }
    live = read_file(convert_round(file))
    won = [any(line.wager == "bonus" and line.net > 0 for line in seat) for seat in live.settle().seats]
    assert won[:2] == [True, True]
    shown = [bool(pile.cards) for pile in live.visible() if pile.seat is not None]
    assert all(open_ for open_, wins in zip(shown, won, strict=True) if wins)


def test_30_1026_1_a_hand_of_a_wrong_number_of_cards_is_not_read_as_a_hand() -> None:
    for cards in (["As", "Ad", "Ac"], ["As"]):
        wrong = hand()
        wrong["seats"][0]["cards"] = cards
        with pytest.raises(RuleError) as refused:
            settle(convert_round(wrong))
        assert refused.value.field == "seats[0].cards"


def test_30_1026_2_the_cards_speak() -> None:
    """The better hand wins whoever bet: seat 0 bets and is called, with either hand."""
    bet = hand()
    assert settle(convert_round(bet)).nets() == (1200, -1200, 0)
    bet["seats"][0]["cards"], bet["seats"][1]["cards"] = bet["seats"][1]["cards"], bet["seats"][0]["cards"]
    assert settle(convert_round(bet)).nets() == (-1200, 1200, 0)


@pytest.mark.parametrize(
    ("happened", "net", "rule"),
    [
        ({"kind": "mucked", "seat": 0, "retrieved": True}, 12, "CO 30-1026(7)"),
        ({"kind": "mucked", "seat": 0, "touched_muck": True}, -12, "CO 30-1026(3)"),
        ({"kind": "mucked", "seat": 0}, -12, "CO 30-1026(8)"),
        ({"kind": "mucked", "seat": 0, "tabled": True}, 12, "CO 30-1026(8)"),
        ({"kind": "mucked", "seat": 0, "face_up": True}, 12, "CO 30-1026(6)"),
        ({"kind": "conceded", "seat": 0}, 12, "CO 30-1026(4)"),
        ({"kind": "left_table", "seat": 0}, -12, "CO 30-1026(5)"),
        ({"kind": "dealer_discarded", "seat": 0}, -12, "CO 30-1026(9)"),
        ({"kind": "dealer_discarded", "seat": 0, "tabled": True, "claimed": True}, 12, "CO 30-1026(10)"),
        ({"kind": "bypassed", "seat": 0}, -12, "CO 30-1018"),
        ({"kind": "stray_joker", "seat": 0}, 12, "CO 30-1031"),
        ({"kind": "asked_to_see", "seat": 0}, 12, "CO 30-1026(12)"),
    ],
)
def test_30_1026_hands_discarded_and_retrieved(happened: dict[str, Any], net: int, rule: str) -> None:
    settled = settle(convert_round(hand(irregularity=happened)))
    assert settled.nets()[0] == net * 100
    assert [one.rule for one in settled.rulings if one.seat == 0] == [rule]
    (line,) = settled.seats[0]
    assert line.rule == (rule if net < 0 else "CO 30-1099.01(5)(a)"), "a dead hand is lost by its ruling"


@pytest.mark.parametrize(
    ("face_up", "says"), [(True, "the next card takes its place"), (False, "once all others have")]
)
def test_30_1031_a_joker_that_is_not_in_the_game_is_replaced(face_up: bool, says: str) -> None:
    """Face up it is a dead card; face down the top card replaces it when all others have theirs for the round."""
    settled = settle(convert_round(hand(irregularity={"kind": "stray_joker", "seat": 1, "face_up": face_up})))
    assert says in settled.rulings[-1].ruling
