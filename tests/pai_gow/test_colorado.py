"""Pai Gow Poker and Fortune Pai Gow Poker, 30-1099.30 and 30-1099.37, paragraph by paragraph."""

from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, answer, rules, seat, settle

from houseway.play.core.roundfile import convert_round
from houseway.play.pai_gow.round import read_file
from houseway.rules.errors import RuleError

QUEENS: dict[str, Any] = {"dealer": "Qh Qd Js 8c 6d 4s 2h", "dealer_set": {"low": ["Js", "8c"]}}
BOTH = ("Ah Ad Kc Kd 9s 7h 3c", "set low: Kc Kd")


def plain(cards: str, *actions: str, wager: float = 100, **more: Any) -> float:
    return settle("pai-gow-poker", seat({"wager": wager}, cards, *actions), **{**QUEENS, **more})["wager"]


def test_30_1099_30_1_both_hands_win_one_pushes_none_loses() -> None:
    assert plain(*BOTH) == 95
    assert plain("Ah Kd 4c 4d 9s 7h 3c", "set low: Ah Kd") == 0
    assert plain("Th 9d 4c 4d 5s 7h 3c", "set low: Th 9d") == -100


def test_30_1099_30_2_the_dealer_wins_copies() -> None:
    copied_low = "Jd 8d Ah Ac 6h 5s 3c"
    assert plain(copied_low, "set low: Jd 8d") == 0  # aces win, the low hand is a copy
    copied_both = "Jd 8d Qc Qs 6h 4d 2c"
    assert plain(copied_both, "set low: Jd 8d") == -100


def test_30_1099_30_1_a_high_hand_that_does_not_exceed_the_low_is_lost() -> None:
    assert plain("Ah Ad Kc Kd 9s 7h 3c", "set low: Ah Ad") == -100
    assert plain("Ah Ad Kc Kd 9s 7h 3c", "set high: Kc Kd 9s 7h 3c") == -100


def test_30_1099_30_10_commission_is_at_most_5_percent_and_may_be_rounded_up() -> None:
    assert plain(*BOTH, house={"commission": 0}) == 100
    assert plain(*BOTH, house={"commission": 0.04}) == 96
    assert plain(*BOTH, wager=12, house={"commission": {"rate": 0.05, "round_up_to": 0.25}}) == 11.25
    assert plain(*BOTH, wager=12) == 11.4
    with pytest.raises(RuleError, match=r"at most 0\.05"):
        plain(*BOTH, house={"commission": 0.06})


def test_30_1099_30_the_joker_is_an_ace_or_fills() -> None:
    assert plain("Jk1 Ad Kc Kd 9s 7h 3c", "set low: Kc Kd") == 95
    assert plain("Jk1 5d 6c 7d 8s Kh Kc", "set low: Kh Kc") == 95
    assert plain("Jk1 9d 4c 4d 5s 7h 3c", "set low: Jk1 9d") == 0  # ace-nine beats jack-eight, fours lose


def test_30_1099_30_the_joker_shows_what_it_stands_for_in_the_hand_it_is_set_into() -> None:
    def stands(cards: str, setting: str) -> dict[str, str]:
        file = {"game": "pai-gow-poker", "seats": [seat({"wager": 10}, cards, setting)], **QUEENS}
        live = read_file(convert_round({**file, "dealer": QUEENS["dealer"].split()}))
        return dict(live.visible(0)[-1].stands)

    assert stands("Jk1 5d 6c 7d 8s Kh Kc", "set low: Kh Kc")["Jk1"][0] == "9"  # the straight to the nine
    assert stands("Jk1 Ad Kc Kd 9s 7h 3c", "set low: Kc Kd")["Jk1"][0] == "A"
    assert stands("Jk1 9d 4c 4d 5s 7h 3c", "set low: Jk1 9d")["Jk1"][0] == "A"
    assert stands("Qc 9d 4c 4d 5s 7h 3c", "set low: Qc 9d") == {}


def test_30_1099_30_11_a_community_dragon_is_set_and_settled_like_any_hand() -> None:
    dragon = "As Ks Th 9c 7c 5c 3s"
    table: dict[str, Any] = {**QUEENS, "piles": {"dragon": dragon}, "house": {"dragon": "community"}}
    for stated in (["Ks", "Th"], {"low": ["Ks", "Th"]}, {}):
        dealer_set = {"low": ["Js", "8c"], "dragon": stated}
        got = settle(
            "pai-gow-poker",
            seat({"wager": 10, "community_dragon": 20}, *BOTH),
            **{**table, "dealer_set": dealer_set},
        )
        assert got == {"wager": 9.5, "community_dragon": 0}  # king-ten beats jack-eight, ace high loses to queens
    placed_later = seat({"wager": 10}, *BOTH, "bet community_dragon 20")
    assert settle("pai-gow-poker", placed_later, **table)["community_dragon"] == 0
    with pytest.raises(RuleError, match="does not offer"):
        settle(
            "pai-gow-poker",
            seat({"wager": 10, "community_dragon": 20}, *BOTH),
            **{**table, "house": {"dragon": "none"}},
        )


def test_30_1099_30_11_one_player_may_take_the_dragon_hand() -> None:
    table: dict[str, Any] = {**QUEENS, "piles": {"dragon": "As Ks Th 9c 7c 5c 3s"}, "house": {"dragon": "one player"}}
    taker = seat({"wager": 10}, *BOTH, "bet dragon_hand 30", "set dragon low: Ks Th")
    assert settle("pai-gow-poker", taker, **table) == {"wager": 9.5, "dragon_hand": 0}
    fouled = seat({"wager": 10, "dragon_hand": 30}, *BOTH, "set dragon low: As Ks")
    assert settle("pai-gow-poker", fouled, **table)["dragon_hand"] == -30
    other = seat({"wager": 10, "dragon_hand": 30}, "Ac Td 5h 5d 8h 7d 2c", "set low: Ac Td")
    with pytest.raises(RuleError, match="only one player"):
        settle("pai-gow-poker", fouled, other, **table)


def test_30_1099_30_13_the_house_may_rank_the_wheel_second() -> None:
    wheel = ("Ah 2d 3c 4d 5s Kh Qc", "set low: Kh Qc")
    nine_high: dict[str, Any] = {"dealer": "5d 6d 7c 8c 9s Js 2h", "dealer_set": {"low": ["Js", "2h"]}}
    assert plain(*wheel, **nine_high) == 0
    assert plain(*wheel, **nine_high, house={"wheel": "second"}) == 95


def test_30_1099_30_6_wrong_counts() -> None:
    short = seat({"wager": 10}, "Ah Ad Kc Kd 9s 7h")
    other = seat({"wager": 10}, "Ac Kh Tc 9d 5s 3d 2c", "set low: Kh Tc")
    nets = all_nets("pai-gow-poker", short, other, irregularity={"kind": "wrong_count", "seat": 0}, **QUEENS)
    assert nets == [{"wager": 0}, {"wager": 0}]
    table: dict[str, Any] = {"dealer": "Qh Qd Js 8c 6d 4s", "irregularity": {"kind": "wrong_count", "of": "dealer"}}
    assert all_nets("pai-gow-poker", seat({"wager": 10}, *BOTH), **table) == [{"wager": 0}]
    with pytest.raises(RuleError, match="needs 7 cards, has 6") as caught:
        settle("pai-gow-poker", seat({"wager": 10}, *BOTH), dealer="Qh Qd Js 8c 6d 4s")
    assert caught.value.field == "dealer"


def test_30_1099_30_12_the_house_way_sets_what_the_round_does_not_state() -> None:
    assert plain(BOTH[0], "house way", dealer_set={}) == 95
    with pytest.raises(RuleError, match="must reset") as caught:
        plain(*BOTH, dealer_set={"low": ["Qh", "Qd"]})
    assert caught.value.field == "dealer_set.low"


@pytest.mark.parametrize(
    ("action", "says"),
    [
        ("set low: Kc Kh", "Kh is not in the hand"),
        ("set low: Kc", "2 cards, not 1"),
        ("set low: Kc Zz", "unknown card"),
        ("set Kc Kd", "cannot read"),
        ("fold", "legal are set low: CARDS, house way"),
        ("insure player", "no wager to choose"),
    ],
)
def test_an_illegal_action_is_one_error(action: str, says: str) -> None:
    with pytest.raises(RuleError, match=says) as caught:
        plain(BOTH[0], action)
    assert caught.value.field == "seats[0].actions[0]"


def test_a_missing_setting_is_an_error() -> None:
    with pytest.raises(RuleError, match="a decision is missing") as caught:
        plain(BOTH[0])
    assert caught.value.field == "seats[0].actions"


# -- Fortune Pai Gow Poker ----------------------------------------------------------------------------------------

FORTUNE = "fortune-pai-gow-poker"
TENS: dict[str, Any] = {"dealer": "Td Tc 8s 7d 6c 4d 2h", "dealer_set": {"low": ["8s", "7d"]}}
NOTHING = "Jc 9s 8d 6h 5s 4s 2s"


def bonus(cards: str, table: str = "01", **more: Any) -> float:
    one = seat({"ante": 20, "fortune_bonus": 5}, cards, "house way")
    house = {"pay_tables": {"fortune_bonus": table}, **more.pop("house", {})}
    return settle(FORTUNE, one, house=house, **{**TENS, **more})["fortune_bonus"]


@pytest.mark.parametrize(
    ("cards", "odds"),
    [
        ("3h 4h 5h 6h 7h 8h 9h", 5000),
        ("Ah Kh Qh Jh Th Ks Qs", 1000),
        ("Jk1 Kh Qh Jh Th Ks Qs", 1000),
        ("Jk1 4h 5h 6h 7h 8h 9h", 750),
        ("Ah Ad Ac As Jk1 3c 5s", 250),
        ("Ah Kh Qh Jh Th Kd Qs", 100),
        ("4h 5h 6h 7h 8h Ks Qs", 50),
        ("9c 9d 9h 9s 3c Ks Qs", 20),
        ("9c 9d 9h 3s 3c Ks Qs", 5),
        ("3h 4h 6h 8h Jh Ks Qs", 4),
        ("9c 9d 9h 4s 3c Ks Qs", 3),
        ("4h 5c 6h 7s 8h Ks Qs", 2),
        ("5h 5c 5d 6s 7h 8h 9c", 3),
        ("9c 9d 4h 4s 3c 3d Qs", 0),
        ("9c 9d 4h 4s 3c Kd Qs", -1),
    ],
)
def test_30_1099_37_14_schedule_01(cards: str, odds: int) -> None:
    assert bonus(cards) == 5 * odds


def test_30_1099_37_14_other_schedules() -> None:
    assert bonus("9c 9d 4h 4s 3c 3d Qs", "02") == -5
    assert bonus("3h 4h 5h 6h 7h 8h 9h", "02") == 40000
    assert bonus("4h 5h 6h 7h 8h Ks Qs", "06") == 225
    assert bonus("Ah Kh Qh Jh Th Ks Qs", "07") == 10000


def test_30_1099_37_1_a_a_fully_wild_joker() -> None:
    wild = {"joker": "fully wild"}
    assert bonus("9c 9d 9h 9s Jk1 Ks Qs", "Fully Wild 01", house=wild) == 1250
    assert bonus("Jk1 4h 5h 6h 7h Ks Qs", "Fully Wild 11", house=wild) == 150
    assert bonus("8h 4h 5h 6h 7h Ks Qs", "Fully Wild 11", house=wild) == 250
    assert bonus("9c 9d Jk1 4h 3c Kd Qs", "Fully Wild 01", house=wild) == -5
    paired = seat({"ante": 20}, "Jk1 9h Ah Ac 6s 5c 3c", "set low: Jk1 9h")
    assert settle(FORTUNE, paired, house=wild, **TENS)["ante"] == 19  # the joker pairs the nine
    assert settle(FORTUNE, paired, dealer="Td Tc As Qd 8c 4d 2h", dealer_set={"low": ["As", "Qd"]})["ante"] == 0


def test_30_1099_37_11_pai_gowd_by_the_dealers_highest_card() -> None:
    one = seat({"ante": 20, "pai_gowd": 5}, "Ah Ac Kh Kc 5s 3c 2s", "set low: Kh Kc")
    for dealer, odds in {
        "9d 8d 7s 5c 4c 3d 2h": 100,
        "Td 8d 7s 5c 4c 3d 2h": 40,
        "Kd 8d 7s 5c 4c 3d 2h": 6,
        "As 8d 7s 5c 4c 2d 9h": 3,
        "Jk1 Jd 9s 7c 4c 3d 2h": 3,
        "8d 8c 7s 5c 4c 3d 2h": -1,
        "9d 8d 7s 6c 5c 3d 2h": -1,
    }.items():
        assert settle(FORTUNE, one, dealer=dealer)["pai_gowd"] == 5 * odds, dealer


def test_30_1099_37_12_envy_needs_5_dollars_and_adds_up() -> None:
    quads, flush = "9c 9d 9h 9s 3c Ks Qs", "4h 5h 6h 7h 8h Kd Qd"
    seats = [
        seat({"ante": 20, "fortune_bonus": 5}, quads, "house way"),
        seat({"ante": 20}, flush, "house way"),
        seat({"ante": 20, "fortune_bonus": 25}, "Jc Ts 8d 6c 5s 4s 2s", "house way"),
        seat({"ante": 20, "fortune_bonus": 4}, "Jd Th 8c 6d 5d 4c 2d", "house way"),
    ]
    nets = all_nets(FORTUNE, *seats, dealer="Ah Ac Ad Jh 7c 3s 2c")
    assert [one.get("fortune_bonus_envy", 0) for one in nets] == [10, 0, 15, 0]


def test_30_1099_37_9_d_a_copy_loses_that_hand_only() -> None:
    one = seat({"ante": 20}, "8h 7h Ah Ac 6s 5c 3c", "set low: 8h 7h")
    assert settle(FORTUNE, one, **TENS)["ante"] == 0
    assert settle(FORTUNE, one, **TENS, house={"copy": "loses the wager"})["ante"] == -20


def test_30_1099_37_14_the_footnote_is_a_choice() -> None:
    pai_gow: dict[str, Any] = {"dealer": "Kd Jd 7d 5c 4c 3d 2h", "dealer_set": {}}
    quads = "9c 9d 9h 9s 3c Ks Qs"
    assert bonus(quads, **pai_gow) == 100
    assert bonus(quads, **pai_gow, house={"doubled_payouts": True}) == 200
    assert bonus(quads, house={"doubled_payouts": True}) == 100


def test_30_1099_37_1_a_straight_beside_three_of_a_kind() -> None:
    both = "5h 5c 5d 6s 7h 8h 9c"
    assert bonus(both, house={"fortune_row": "best ranked"}) == 10
    assert bonus(both) == 15


def test_30_1099_37_13_progressives() -> None:
    def won(cards: str, table: str, house: dict[str, Any] | None = None) -> dict[str, Any]:
        tables = {"pay_tables": {"progressive": table}, **(house or {})}
        one = seat({"ante": 20, "progressive": 1}, cards, "house way")
        meters = {"progressive": 20000, "mega": 90000, "major": 5000, "minor": 700}
        got = answer(FORTUNE, one, house=tables, meters=meters, **TENS)
        net = next(line["net"] for line in got["seats"][0]["lines"] if line["wager"] == "progressive")
        return {"net": net, **got["meters"]}

    seven, wild = "3h 4h 5h 6h 7h 8h 9h", "Jk1 4h 5h 6h 7h 8h 9h"
    assert won(seven, "Semi Wild 01")["net"] == 19999
    assert won(wild, "Semi Wild 01")["net"] == 19999
    assert won(wild, "Semi Wild 01", {"seven_card_joker": "natural only"})["net"] == 99
    assert won(wild, "Semi Wild 04") == {"net": 2999, "progressive": 18000, "mega": 90000, "major": 5000, "minor": 700}
    assert won("4h 5c 6h 7s 8h Ks Qs", "Semi Wild 04")["net"] == 0.5
    assert won(seven, "3-Level")["net"] == 89999
    assert won("Ah Kh Qh Jh Th Kd Qs", "2-Level")["net"] == 499
    assert won(NOTHING, "Semi Wild 01")["net"] == -1
    linked = answer(
        FORTUNE,
        seat({"ante": 20, "progressive": 1}, "Ah Ad Ac As Jk1 3c 5s", "house way"),
        house={"pay_tables": {"linked_progressive": "Multi Level 01"}},
        meters={"major": 5000},
        **TENS,
    )
    assert linked["seats"][0]["lines"][-1]["net"] == 4999


def test_30_1099_37_progressive_envy() -> None:
    seats = [
        seat({"ante": 20, "progressive": 1}, "9c 9d 9h 9s 3c Ks Qs", "house way"),
        seat({"ante": 20, "progressive": 1}, "Jc Ts 8d 6h 5s 4s 2s", "house way"),
    ]
    house = {"pay_tables": {"progressive": "Semi Wild 04"}}
    nets = all_nets(FORTUNE, *seats, dealer="Ah Ac Ad Jh 7c 3s 2c", house=house)
    assert nets[1]["progressive_envy"] == 5
    assert "progressive_envy" not in nets[0]
    seats.append(seat({"ante": 20, "progressive": 1}, "7c 7d 7h 7s 3d Kd Qd", "house way"))
    dealer = "Ah Ac Ad As Jh 3s 2c"  # for which nobody is paid
    nets = all_nets(FORTUNE, *seats, dealer=dealer, house=house)
    assert [one["progressive_envy"] for one in nets] == [5, 10, 5]


def test_30_1099_37_13_h_a_misdealt_dealer_leaves_the_progressive() -> None:
    wagers = {"ante": 20, "fortune_bonus": 5, "progressive": 1}
    winner = seat(wagers, "9c 9d 9h 9s 3c Ks Qs")
    loser = seat(wagers, "Jc Ts 8d 6h 5s 4s 2s")
    table: dict[str, Any] = {"dealer": "Ah Ac Ad Jh 7c 3s", "irregularity": {"kind": "wrong_count", "of": "dealer"}}
    assert all_nets(FORTUNE, winner, loser, **table) == [
        {"ante": 0, "fortune_bonus": 0, "progressive": 74},
        {"ante": 0, "fortune_bonus": 0, "progressive": -1},
    ]
    assert settle(FORTUNE, loser, **table) == {"ante": 0, "fortune_bonus": 0, "progressive": 0}
    assert rules(FORTUNE, loser, **table)["ante"] == "CO 30-1099.37(13)(h)"


def test_30_1099_37_2_side_wagers_need_the_ante() -> None:
    with pytest.raises(RuleError, match="needs a wager on Ante"):
        settle(FORTUNE, seat({"fortune_bonus": 5}, NOTHING, "house way"), **TENS)


def test_30_1099_37_1_several_hands_of_one_player() -> None:
    two: dict[str, Any] = {
        "wagers": {"hand_1.ante": 20, "hand_2.ante": 10, "hand_2.fortune_bonus": 5},
        "hands": [["Ah", "Ac", "Kh", "Kc", "5s", "3c", "2s"], ["9c", "9d", "9h", "9s", "3h", "Ks", "Qs"]],
        "actions": ["hand_1 set low: Kh Kc", "hand_2 set low: Ks Qs"],
    }
    got = all_nets(FORTUNE, two, house={"hands_per_player": 2}, **TENS)
    assert got == [{"hand_1.ante": 19, "hand_2.ante": 9.5, "hand_2.fortune_bonus": 100}]
    with pytest.raises(RuleError, match="may play 1 hand at once"):
        all_nets(FORTUNE, two, **TENS)
