"""Ultimate Texas Hold 'Em, CO 30-1099.34, paragraph by paragraph."""

from collections.abc import Mapping
from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, answer, lines, rules, seat

from houseway.rules.errors import RuleError
from houseway.rules.game import load_game

GAME = "ultimate-texas-holdem"
SECTION = "CO 30-1099.34"
DRY = "Kd 9s 7c 4h 2d"  # a board that makes nothing by itself
BASE = {"ante": 10, "blind": 10}


def tables(**chosen: str) -> dict[str, Any]:
    return {"pay_tables": chosen}


def one(
    cards: str,
    *actions: str,
    dealer: str = "Qc Jh",
    community: str = DRY,
    house: dict[str, Any] | None = None,
    meters: Mapping[str, float] | None = None,
    **wagers: float,
) -> Any:
    """The nets of a lone seat with ante and blind of 10."""
    player = seat({**BASE, **wagers}, cards, *actions)
    return all_nets(GAME, player, dealer=dealer, community=community, house=house or {}, meters=meters or {})[0]


def test_30_1099_34_1_two_hands_to_a_player() -> None:
    hands = seat(
        {**BASE, "hand_2.ante": 5, "hand_2.blind": 5, "hand_2.trips": 5},
        "",
        "play 4x",
        "hand_2 check",
        "hand_2 check",
        "hand_2 fold",
        hands=[["Kh", "As"], ["2c", "3c"]],
    )
    assert all_nets(GAME, hands, dealer="9d Jh", community=DRY) == [
        {"play": 40, "ante": 10, "blind": 0, "hand_2.ante": -5, "hand_2.trips": -5, "hand_2.blind": -5}
    ]
    hands["wagers"] |= {"hand_3.ante": 5, "hand_3.blind": 5}
    hands["hands"].append(["5c", "6c"])
    with pytest.raises(RuleError, match="2 hands at once"):
        all_nets(GAME, hands, dealer="9d Jh", community=DRY)


@pytest.mark.parametrize("wagers", [{"ante": 10}, {"blind": 10}, {"ante": 10, "blind": 15}])
def test_30_1099_34_2_ante_and_equal_blind_are_required(wagers: dict[str, float]) -> None:
    with pytest.raises(RuleError):
        all_nets(GAME, seat(wagers, "Kh As", "play 4x"), dealer="9d Jh", community=DRY)


def test_30_1099_34_2_blind_may_differ_where_the_house_says_so() -> None:
    player = seat({"ante": 10, "blind": 20}, "Kh As", "play 3x")
    nets = all_nets(GAME, player, dealer="9d 9c", community=DRY, house={"blind_equals_ante": False})
    assert nets == [{"play": -30, "ante": -10, "blind": -20}]


@pytest.mark.parametrize("struck", [0, 1])
def test_30_1099_34_6_misdeal_to_a_player_is_that_players_only(struck: int) -> None:
    seats = [seat({**BASE, "trips": 5, "cover_all": 5}, "Kh As", "play 4x") for _ in range(2)]
    seats[1]["cards"] = ["Kc", "Ac"]
    seats[struck] = seat({**BASE, "trips": 5, "cover_all": 5}, "3h")
    nets = all_nets(GAME, *seats, dealer="9d Jh", community=DRY, irregularity={"kind": "misdeal", "seat": struck})
    assert nets[struck] == {"ante": 0, "trips": 0, "blind": 0, "cover_all": 0}
    assert nets[1 - struck] == {"play": 40, "ante": 10, "trips": -5, "blind": 0, "cover_all": -5}


def test_30_1099_34_6_exposed_cards_change_nothing() -> None:
    player = seat(BASE, "Kh As", "play 4x")
    nets = all_nets(GAME, player, dealer="9d Jh", community=DRY, irregularity={"kind": "exposed_card"})
    assert nets == [{"play": 40, "ante": 10, "blind": 0}]


def test_30_1099_34_7_order_of_settlement() -> None:
    wagers = {**BASE, "trips": 5, "ultimate_pairs_bonus": 5, "cover_all": 5, "progressive": 1}
    settled = answer(GAME, seat(wagers, "Kh As", "play 4x"), dealer="9d Jh", community=DRY)
    order = [line["wager"] for line in settled["seats"][0]["lines"]]
    assert order == ["play", "ante", "trips", "blind", "ultimate_pairs_bonus", "cover_all", "progressive"]


@pytest.mark.parametrize(
    ("actions", "stake"),
    [
        (("play 3x",), 30),
        (("play 4x",), 40),
        (("play 40",), 40),
        (("check", "play 2x"), 20),
        (("check", "play"), 20),
        (("check", "check", "play 1x"), 10),
    ],
)
def test_30_1099_34_9_to_11_play_bets(actions: tuple[str, ...], stake: float) -> None:
    assert one("Kh As", *actions, dealer="9d Jh") == {"play": stake, "ante": 10, "blind": 0}


@pytest.mark.parametrize(
    "actions",
    [
        ("play 2x",),
        ("play 3.5x",),
        ("fold",),
        ("check", "play 4x"),
        ("check", "fold"),
        ("check", "check", "play 2x"),
        ("check", "check", "check"),
        ("check", "check"),
        ("play 4x", "play 2x"),
        (),
    ],
)
def test_30_1099_34_9_to_11_other_actions_are_refused(actions: tuple[str, ...]) -> None:
    with pytest.raises(RuleError) as error:
        one("Kh As", *actions)
    assert error.value.field.startswith("seats[0].actions")


def test_30_1099_34_9_a_play_bet_above_the_maximum_wager_is_cut_to_it() -> None:
    for action, net in (("play 3x", 30), ("play 4x", 35), ("play 35", 35)):
        assert one("Kh As", action, house={"limits": {"play": [5, 35]}})["play"] == net
    for action in ("play 40", "play 5x"):
        with pytest.raises(RuleError):
            one("Kh As", action, house={"limits": {"play": [5, 35]}})


def test_30_1099_34_11_fold_loses_ante_and_blind_only() -> None:
    nets = one(
        "7h 7d",
        *("check", "check", "fold"),
        trips=5,
        ultimate_pairs_bonus=5,
        cover_all=5,
        progressive=1,
        house=tables(progressive="PMG-1"),
    )
    assert nets == {
        "ante": -10,
        "trips": 15,
        "blind": -10,
        "ultimate_pairs_bonus": 15,
        "cover_all": -5,
        "progressive": 8,
    }
    cited = rules(GAME, seat(BASE, "7h 7d", "check", "check", "fold"), dealer="Qc Jh", community=DRY)
    assert cited == {"ante": f"{SECTION}(11)", "blind": f"{SECTION}(11)"}


def test_30_1099_34_11_progressive_may_end_with_a_fold() -> None:
    house = {**tables(progressive="PMG-1"), "progressive_after_fold": False}
    assert one("7h 7d", "check", "check", "fold", progressive=1, house=house)["progressive"] == -1


@pytest.mark.parametrize(
    ("cards", "ante", "play"),
    [("Ah 3c", 0, 10), ("Qd Jd", 0, 0), ("Td 8d", 0, -10)],
)
def test_30_1099_34_13_a_unqualified_dealer_returns_the_ante(cards: str, ante: float, play: float) -> None:
    nets = one(cards, "check", "check", "play 1x")
    assert (nets["ante"], nets["play"]) == (ante, play)
    assert nets["blind"] == (-10 if play < 0 else 0)
    cited = rules(GAME, seat(BASE, cards, "check", "check", "play 1x"), dealer="Qc Jh", community=DRY)
    assert cited["ante"] == f"{SECTION}(13)(a)"
    assert cited["play"] == f"{SECTION}(13)(b)"


def test_30_1099_34_8_a_pair_on_the_board_qualifies_the_dealer() -> None:
    nets = one("Ah 3c", "check", "check", "play", community="Kd Ks 7c 4h 2d")
    assert nets == {"play": 10, "ante": 10, "blind": 0}


def test_30_1099_34_13_b_tie_pushes_even_with_a_paying_blind_hand() -> None:
    nets = one("2s 3d", "check", "check", "play", dealer="2c 3h", community="Ts Jd Qc Kh As")
    assert nets == {"play": 0, "ante": 0, "blind": 0}


def test_30_1099_34_13_b_blind_loses_with_a_beaten_straight() -> None:
    nets = one("6s 5d", "check", "play 2x", dealer="Qs Js", community="9s 8s 7d 2s 3c", trips=5)
    assert nets == {"play": -20, "ante": -10, "trips": 20, "blind": -10}


HANDS = {  # hole cards, dealer, board
    "royal_flush": ("As Ks", "9c 9d", "Qs Js Ts 2d 3h"),
    "straight_flush": ("9s 8s", "Ac Ad", "7s 6s 5s Kd 2h"),
    "four_of_a_kind": ("8c 8d", "Ac Ad", "8h 8s 5s Kd 2h"),
    "full_house": ("8c 8d", "Ac Ad", "8h 5c 5s Kd 2h"),
    "flush": ("As 8s", "Kc Qd", "7s 6s 2s Kd 2h"),
    "straight": ("9s 8d", "Ac Ad", "7s 6d 5c Kd 2h"),
    "three_of_a_kind": ("8c 8d", "Ac Ad", "8h 6c 5s Kd 2h"),
}


@pytest.mark.parametrize(
    ("hand", "odds", "blind"),
    [
        ("royal_flush", (50, 50, 50, 50), 500),
        ("straight_flush", (40, 40, 40, 40), 50),
        ("four_of_a_kind", (30, 30, 30, 20), 10),
        ("full_house", (9, 8, 8, 7), 3),
        ("flush", (7, 7, 7, 6), 1.5),
        ("straight", (4, 5, 4, 5), 1),
        ("three_of_a_kind", (3, 3, 3, 3), 0),
    ],
)
def test_30_1099_34_18_trips_and_blind_schedules(hand: str, odds: tuple[float, ...], blind: float) -> None:
    cards, dealer, board = HANDS[hand]
    for schedule, price in zip("1234", odds, strict=True):
        nets = one(
            cards, "check", "play", dealer=dealer, community=board, trips=10, house=tables(trips_and_blind=schedule)
        )
        assert (nets["trips"], nets["blind"]) == (10 * price, 10 * blind)


def test_30_1099_34_14_trips_loses_below_three_of_a_kind() -> None:
    assert one("Kh 9h", "play 4x", trips=5)["trips"] == -5


@pytest.mark.parametrize(
    ("cards", "one_and_two", "three_to_six"),
    [
        ("Ac As", (30, 30), (30, 30, 25, 25)),
        ("Ah Ad", (30, 30), (30, 100, 50, 25)),
        ("Ah Kh", (25, 25), (20, 20, 20, 20)),
        ("Qh Ah", (20, 20), (20, 20, 20, 20)),
        ("Ah Jh", (20, 20), (20, 20, 20, 20)),
        ("Ah Kc", (15, 15), (10, 10, 10, 10)),
        ("Kh Kc", (10, 10), (5, 4, 5, 5)),
        ("Jh Jc", (10, 10), (5, 4, 5, 5)),
        ("Ah Qd", (5, 5), (10, 10, 10, 10)),
        ("Jd Ah", (5, 5), (10, 10, 10, 10)),
        ("Th Tc", (3, 3), (5, 4, 5, 5)),
        ("2h 2c", (3, 3), (5, 4, 5, 5)),
        ("Ah Th", (-1, -1), (-1, -1, -1, -1)),
        ("Kh Qh", (-1, -1), (-1, -1, -1, -1)),
    ],
)
def test_30_1099_34_18_pairs_bonus(cards: str, one_and_two: tuple[int, ...], three_to_six: tuple[int, ...]) -> None:
    for schedule, price in zip("123456", one_and_two + three_to_six, strict=True):
        nets = one(
            cards,
            "play 4x",
            dealer="8c 8d",
            community="9s 7s 5c 4d 3s",
            ultimate_pairs_bonus=5,
            house=tables(ultimate_pairs_bonus=schedule),
        )
        assert nets["ultimate_pairs_bonus"] == 5 * price


@pytest.mark.parametrize(("schedule", "price"), [("1", 30), ("2", 1000), ("4", 30)])
def test_30_1099_34_18_aces_against_aces(schedule: str, price: int) -> None:
    house = tables(ultimate_pairs_bonus=schedule)
    for actions in (("play 4x",), ("check", "check", "fold")):
        nets = one("Ac As", *actions, dealer="Ah Ad", ultimate_pairs_bonus=5, house=house)
        assert nets["ultimate_pairs_bonus"] == 5 * price


def test_30_1099_34_15_an_ace_on_the_board_is_no_hole_card() -> None:
    nets = one("Ac 2s", "play 4x", community="Ad As 7c 4h 9d", ultimate_pairs_bonus=5)
    assert nets["ultimate_pairs_bonus"] == -5


@pytest.mark.parametrize(("others", "price"), [(0, 12), (1, 8), (2, 6), (3, 5), (4, 4), (5, 4)])
def test_30_1099_34_16_cover_all_by_hands(others: int, price: int) -> None:
    spare = ["Qc Jd", "Qd Jh", "Qh Jc", "Th 8d", "Td 8h"]
    seats = [seat({**BASE, "cover_all": 5}, cards, "check", "check", "fold") for cards in spare[:others]]
    seats.append(seat(BASE, "9h 9c", "check", "check", "fold"))
    seats[0]["wagers"] = {**BASE, "cover_all": 5}
    nets = all_nets(GAME, *seats, dealer="5c 3c", community="9s Kd Ks 4h 2d")
    assert nets[0]["cover_all"] == 5 * price


@pytest.mark.parametrize(
    ("hand", "price"), [("royal_flush", 200), ("straight_flush", 100), ("four_of_a_kind", 70), ("full_house", 12)]
)
def test_30_1099_34_16_the_dealers_hand_counts(hand: str, price: int) -> None:
    cards, _, board = HANDS[hand]
    nets = one("3c 4d", "check", "check", "fold", dealer=cards, community=board, cover_all=5)
    assert nets["cover_all"] == 5 * price


def test_30_1099_34_16_cover_all_loses_below_a_full_house() -> None:
    cards, dealer, board = HANDS["flush"]
    assert one(cards, "play 4x", dealer=dealer, community=board, cover_all=5)["cover_all"] == -5


FIRST_FIVE = ("As Ks", "Qs Js Ts 2d 3h")
ON_THE_TURN = ("As 2c", "Ks Qs Js Ts 3h")
ON_THE_RIVER = ("As Ks", "Qs Js 3h 2d Ts")
ON_THE_BOARD = ("2c 3h", "As Ks Qs Js Ts")


@pytest.mark.parametrize(
    ("deal", "first", "second"),
    [
        (FIRST_FIVE, 9999, 9999),
        (ON_THE_TURN, 499, 9999),
        (ON_THE_RIVER, 499, 9999),
        (ON_THE_BOARD, 2999, 999),
    ],
)
def test_30_1099_34_18_royals_of_progressive_1_and_2(deal: tuple[str, str], first: int, second: int) -> None:
    cards, board = deal
    for schedule, net in (("1", first), ("2", second)):
        nets = one(
            cards,
            "play 4x",
            dealer="9c 9d",
            community=board,
            progressive=1,
            house=tables(progressive=schedule),
            meters={"progressive": 10000},
        )
        assert nets["progressive"] == net


@pytest.mark.parametrize(
    ("hand", "first", "second"),
    [("straight_flush", 249, 249), ("four_of_a_kind", 99, 74), ("full_house", 9, 9), ("flush", -1, -1)],
)
def test_30_1099_34_18_fixed_prizes_of_progressive_1_and_2(hand: str, first: int, second: int) -> None:
    cards, dealer, board = HANDS[hand]
    late = " ".join(reversed(board.split()))  # the hand is complete on the river only
    for schedule, net in (("1", first), ("2", second)):
        house = tables(progressive=schedule)
        nets = one(cards, "play 4x", dealer=dealer, community=late, progressive=1, house=house)
        assert nets["progressive"] == net


@pytest.mark.parametrize(
    ("hand", "nets"),
    [
        ("royal_flush", (9999, 9995, 4999, 29999, 29999)),
        ("straight_flush", (999, 995, 1999, 4999, 4999)),
        ("four_of_a_kind", (299, 1495, 299, 1999, 1999)),
        ("full_house", (49, 245, 49, 49, 49)),
        ("flush", (39, 195, 39, 39, 39)),
        ("straight", (29, 145, 29, 29, 29)),
        ("three_of_a_kind", (8, 40, 8, 9, 8)),
    ],
)
def test_30_1099_34_19_pmg_on_hole_cards_and_flop(hand: str, nets: tuple[int, ...]) -> None:
    flops = {"four_of_a_kind": "8h 8s 5s", "full_house": "8h 5c 5s"}
    cards, dealer, board = HANDS[hand]
    board = f"{flops.get(hand, board[:8])} Kd 2h"
    meters = {"progressive": 10000, "mega": 30000, "major": 5000, "minor": 2000}
    for schedule, net in zip(("PMG-1", "PMG-2", "PMG-ML-01", "PMG-ML-02", "PMG-ML-03"), nets, strict=True):
        stake = 5 if schedule == "PMG-2" else 1
        house = tables(progressive=schedule)
        got = one(cards, "play 4x", dealer=dealer, community=board, progressive=stake, house=house, meters=meters)
        assert got["progressive"] == net, schedule


def test_30_1099_34_19_turn_and_river_do_not_help_the_pmg_hand() -> None:
    nets = one("8c 8d", "play 4x", community="7h 5c 4s 8h 8s", progressive=1, house=tables(progressive="PMG-1"))
    assert nets["progressive"] == -1


@pytest.mark.parametrize(("schedule", "stake", "envy"), [("PMG-1", 1, 300), ("PMG-2", 5, 1500), ("PMG-2", 10, 3000)])
def test_30_1099_34_19_envy_goes_to_the_other_bettors(schedule: str, stake: int, envy: int) -> None:
    cards, dealer, board = HANDS["straight_flush"]
    nets = all_nets(
        GAME,
        seat({**BASE, "progressive": stake}, "2c Jd", "check", "check", "fold"),
        seat({**BASE, "progressive": stake}, cards, "play 4x"),
        seat(BASE, "2d Jh", "check", "check", "fold"),
        dealer=dealer,
        community=board,
        house=tables(progressive=schedule),
        meters={"progressive": 10000},
    )
    assert nets[0] == {"ante": -10, "blind": -10, "progressive": -stake, "envy": envy}
    assert nets[1]["progressive"] == 1000 - stake
    assert "envy" not in nets[1]
    assert "envy" not in nets[2]


def test_30_1099_34_19_no_envy_between_the_hands_of_one_player() -> None:
    cards, dealer, board = HANDS["straight_flush"]
    own = seat(
        {**BASE, "progressive": 1, "hand_2.ante": 10, "hand_2.blind": 10, "hand_2.progressive": 1},
        "",
        "play 4x",
        "hand_2 play 4x",
        hands=[cards.split(), ["2c", "Jd"]],
    )
    house = tables(progressive="PMG-1")
    nets = all_nets(GAME, own, dealer=dealer, community=board, house=house, meters={"progressive": 10000})[0]
    assert (nets["progressive"], nets["hand_2.progressive"]) == (999, -1)
    assert not any("envy" in name for name in nets)


def test_30_1099_34_17_a_second_award_comes_off_the_reduced_meter() -> None:
    settled = answer(
        GAME,
        seat({**BASE, "progressive": 1}, "9s 2c", "play 4x"),
        seat({**BASE, "progressive": 1}, "As 2d", "play 4x"),
        dealer="3c 3d",
        community="Ks Qs Js Ts 4h",
        house=tables(progressive="1"),
        meters={"progressive": 10000},
    )
    nets = [{line["wager"]: line["net"] for line in one["lines"]} for one in settled["seats"]]
    assert [one["progressive"] for one in nets] == [249, 499]
    assert settled["meters"] == {"progressive": 9500}


def test_30_1099_34_17_h_dealer_misdeal_leaves_the_progressive() -> None:
    cards, _, board = HANDS["flush"]
    mishap = {"kind": "misdeal", "of": "dealer"}
    seats = [seat({**BASE, "trips": 5, "progressive": 1}, cards), seat({**BASE, "progressive": 1}, "3c 4d")]
    got = lines(GAME, *seats, dealer="Kc", community=board, house=tables(progressive="PMG-1"), irregularity=mishap)
    assert {name: line["net"] for name, line in got[0].items()} == {
        "ante": 0,
        "trips": 0,
        "blind": 0,
        "progressive": 39,
    }
    assert got[1]["progressive"]["net"] == -1
    assert got[0]["trips"]["rule"] == f"{SECTION}(17)(h)"
    nobody = lines(GAME, seats[1], dealer="Kc", community=board, house=tables(progressive="PMG-1"), irregularity=mishap)
    assert nobody[0]["progressive"]["net"] == 0


def test_30_1047_ceiling_on_the_blind_only() -> None:
    cards, dealer, board = HANDS["royal_flush"]
    house = {"max_payout_per_player": 1000, **tables(trips="1")}
    nets = one(cards, "play 4x", dealer=dealer, community=board, trips=10, house=house)
    assert nets == {"play": 40, "ante": 10, "trips": 500, "blind": 1000}
    house["min_ante"] = 5  # 5 at 500 to 1: the ceiling may not be lower
    assert one(cards, "play 4x", dealer=dealer, community=board, house=house)["blind"] == 2500


@pytest.mark.parametrize("pile", ["dealer", "community"])
def test_missing_cards_are_named(pile: str) -> None:
    given = {"dealer": "Qc Jh", "community": DRY}
    given[pile] = given[pile][:-3]
    with pytest.raises(RuleError) as error:
        all_nets(GAME, seat(BASE, "Kh As", "play 4x"), **given)
    assert error.value.field == pile


def test_every_printed_schedule_loads() -> None:
    spec = load_game(GAME).spec
    printed = {name: [i for block in blocks for i in block.ids] for name, blocks in spec.pay_tables.items()}
    assert printed == {
        "trips": ["1", "2", "3", "4"],
        "blind": ["1", "2", "3", "4"],
        "ultimate_pairs_bonus": ["1", "2", "3", "4", "5", "6"],
        "cover_all": ["1"],
        "progressive": ["1", "2", "PMG-1", "PMG-2", "PMG-ML-01", "PMG-ML-02", "PMG-ML-03"],
    }
