"""Vegas Double Action, CO 30-1099.16."""

import pytest
from tests.rulebook.helpers import all_nets, rules, seat, settle

from houseway.rules.errors import RuleError

GAME = "vegas-double-action"
BOARD = "9d Kh 5c 9s Jh"


def draw(cards: str, community: str, *actions: str) -> float:
    return settle(GAME, seat({"draw": 10}, cards, *(actions or ("stand pat",))), community=community)["draw"]


@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        ("Th Jd Qh Kd Ah", 3),
        ("Ts Js Qs Ks As", 200),
        ("As 2s 3s 4s 5s", 50),
        ("7c 7d 7h 7s 2c", 25),
        ("7c 7d 7h 2s 2c", 7),
        ("2h 7h 8h Th Kh", 4),
        ("Ac 2d 3h 4s 5c", 3),
        ("7c 7d 7h 3s 2c", 2),
        ("7c 7d 3h 3s 2c", 1),
        ("Jc Jd 3h 4s 2c", 0),
        ("Tc Td 3h 4s 2c", -1),
        ("Ac Kd 3h 4s 2c", -1),
    ],
)
def test_30_1099_16_10_draw_schedule(cards: str, pays: float) -> None:
    assert draw(cards, "6c 6d 8c Qc Ts" if "Ts" not in cards else "6c 6d 8c Qc Td") == 10 * pays


@pytest.mark.parametrize(
    ("community", "pays"),
    [
        ("Ts Js Qs Ks As", 1000),
        ("9s Ts Js Qs Ks", 500),
        ("8c 8d 8h 8s 2d", 100),
        ("8c 8d 8h 2s 2d", 20),
        ("2h 7h 8h Th Kh", 15),
        ("9h Td Jh Qd Kh", 10),
        ("8c 8d 8h 2s 3d", 3),
        ("8c 8d 2h 2s 3d", 2),
        ("6c 6d Kh 2s 3d", 1),
        ("5c 5d Kh Qs 3d", -1),
        ("Ac Kd Qh 2s 3d", -1),
    ],
)
def test_30_1099_16_11_stud_schedule(community: str, pays: float) -> None:
    nets = settle(GAME, seat({"draw": 10, "stud": 5}, "4c 4d 4h 9c Jc", "stand pat"), community=community)
    assert nets == {"draw": 20, "stud": 5 * pays}


def test_30_1099_16_7_draw_takes_community_cards_in_order() -> None:
    assert draw("Kc Kd 7h 4s 2c", BOARD, "discard 7h 4s 2c") == 20
    assert draw("Kc Kd 7h 4s 2c", BOARD, "discard 7h") == 0
    assert draw("Kc 8d 7h 4s 2c", BOARD, "discard 8d 7h 4s 2c") == 10


def test_30_1099_16_5_five_discards_play_the_community_hand() -> None:
    assert draw("Kc 8d 7h 4s 2c", "Jc Jd 8c 8h 3s", "discard Kc 8d 7h 4s 2c") == 10


def test_30_1099_16_7_everyone_draws_the_same_cards() -> None:
    seats = [
        seat({"draw": 10}, "Kc Kd 7h 4s 2c", "discard 7h 4s"),
        seat({"draw": 5}, "Ks Qd 9h 9c 2d", "discard Qd 2d"),
    ]
    assert all_nets(GAME, *seats, community=BOARD) == [{"draw": 20}, {"draw": 35}]


def test_30_1099_16_8_9_10_and_6_11_are_cited() -> None:
    lost = rules(GAME, seat({"draw": 10, "stud": 5}, "Ac Kd 3h 4s 2c", "discard"), community="5c 5d Kh Qs 7d")
    assert lost == {"draw": "CO 30-1099.16(8)", "stud": "CO 30-1099.16(6)"}
    pushed = rules(GAME, seat({"draw": 10, "stud": 5}, "Jc Jd 3h 4s 2c", "stand pat"), community="6c 6d Kh Qs 7d")
    assert pushed == {"draw": "CO 30-1099.16(9)", "stud": "CO 30-1099.16(11)"}
    won = rules(GAME, seat({"draw": 10}, "Jc Jd 3h 3s 2c", "stand pat"), community="6c 6d Kh Qs 7d")
    assert won == {"draw": "CO 30-1099.16(10)"}


def test_30_1099_16_2_wager_on_the_own_hand_is_compulsory() -> None:
    with pytest.raises(RuleError) as error:
        settle(GAME, seat({"stud": 5}, "Jc Jd 3h 4s 2c", "stand pat"), community=BOARD)
    assert error.value.field.startswith("seats[0].wagers")


def test_30_1099_16_2_b_house_may_require_the_stud_bet() -> None:
    with pytest.raises(RuleError, match="Stud bet is required"):
        settle(
            GAME, seat({"draw": 5}, "Jc Jd 3h 4s 2c", "stand pat"), community=BOARD, house={"stud_bet_required": True}
        )


def test_30_1099_16_5_only_cards_of_the_hand_are_discarded() -> None:
    with pytest.raises(RuleError, match="not in the hand"):
        draw("Kc Kd 7h 4s 2c", BOARD, "discard 9c")


def test_30_1016_misdeal_returns_all_wagers() -> None:
    seats = [seat({"draw": 10, "stud": 5}, "Kc Kd 7h 4s"), seat({"draw": 5}, "Ks Qd 9h 9c 2d", "discard Qd 2d")]
    assert all_nets(GAME, *seats, irregularity={"kind": "misdeal", "seat": 0}) == [{"draw": 0, "stud": 0}, {"draw": 0}]


def test_30_1047_limit_counts_prices_of_fifty_to_one_and_up() -> None:
    house = {"max_payout_per_player": 10000, "table_minimum": 5}
    wagers = {"draw": 100, "stud": 100}
    royal = seat(wagers, "4c 4d 4h 9c Jc", "stand pat")
    assert settle(GAME, royal, community="Ts Js Qs Ks As", house=house) == {"draw": 200, "stud": 10000}
    floor = {**house, "table_minimum": 50}
    assert settle(GAME, royal, community="Ts Js Qs Ks As", house=floor) == {"draw": 200, "stud": 50000}
