"""Caribbean Stud Poker, CO 30-1099.11, paragraph by paragraph."""

from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, answer, lines, seat, settle

from houseway.rules.errors import RuleError

GAME = "caribbean-stud"
SECTION = "CO 30-1099.11"
ACE_KING, ACE_QUEEN = "Ah Kc 8s 7d 3c", "Ah Qd Js 8c 4d"
NOTHING = "9h 7c 5c 3s 2c"
HANDS = {  # hand: what the bet pays, what the progressive pays at a meter of $20,000
    "As Ks Qs Js Ts": (100, 20000),
    "9d 8d 7d 6d 5d": (50, 2000),
    "9s 9d 9c 9h 5d": (20, 500),
    "9s 9d 9c 5h 5d": (7, 100),
    "Qs 9s 7s 5s 2s": (5, 50),
    "9s 8d 7c 6d 5d": (4, 0),
    "9s 9d 9c 6h 5d": (3, 0),
    "9s 9d 5c 5h 2d": (2, 0),
    "9s 9d 7c 5h 2d": (1, 0),
    "As Kd Qc Jd 2d": (1, 0),
}


def test_30_1099_11_2_the_ante_is_at_most_fifty_dollars() -> None:
    assert settle(GAME, seat({"ante": 50}, NOTHING, "fold")) == {"ante": -50}
    with pytest.raises(RuleError, match=r"from \$0 to \$50"):
        settle(GAME, seat({"ante": 51}, NOTHING, "fold"))
    with pytest.raises(RuleError, match="Ante is required"):
        settle(GAME, seat({"progressive": 1}, NOTHING, "fold"))


def test_30_1099_11_1_one_hand_to_a_player() -> None:
    with pytest.raises(RuleError, match="1 hand at once"):
        settle(GAME, seat({"ante": 5, "hand_2.ante": 5}, hands=[NOTHING.split(), ACE_QUEEN.split()]))


@pytest.mark.parametrize("cards", HANDS)
def test_30_1099_11_13_c_a_winning_bet_is_paid_by_the_hand(cards: str) -> None:
    settled = lines(GAME, seat({"ante": 10}, cards, "bet"), dealer="Ac Kh 8s 7h 3c")[0]
    assert settled["bet"]["net"] == 20 * HANDS[cards][0]
    assert settled["ante"]["net"] == 10
    assert settled["bet"]["rule"] == f"{SECTION}(13)(c)"
    assert settled["ante"]["rule"] == f"{SECTION}(13)(b)"


@pytest.mark.parametrize("cards", HANDS)
def test_30_1099_11_13_k_progressive(cards: str) -> None:
    wagers = {"ante": 10, "progressive": 1}
    for dealer in ("Ac Kh 8s 7h 3c", "Qh Jc 8s 4h 3c"):
        settled = settle(GAME, seat(wagers, cards, "bet"), dealer=dealer, meters={"progressive": 20000})
        assert settled["progressive"] == HANDS[cards][1] - 1


def test_30_1099_11_10_the_bet_is_twice_the_ante() -> None:
    settled = lines(GAME, seat({"ante": 10}, NOTHING, "bet"), dealer=ACE_KING)[0]
    assert (settled["bet"]["stake"], settled["bet"]["net"], settled["ante"]["net"]) == (20, -20, -10)
    with pytest.raises(RuleError, match="not allowed"):
        settle(GAME, seat({"ante": 10}, NOTHING, "bet 10"), dealer=ACE_KING)


def test_30_1099_11_10_a_a_fold_loses_ante_and_progressive() -> None:
    wagers = {"ante": 10, "progressive": 1}
    settled = lines(GAME, seat(wagers, "Qs 9s 7s 5s 2s", "fold"), dealer=ACE_QUEEN)[0]
    assert (settled["ante"]["net"], settled["progressive"]["net"]) == (-10, -1)
    assert settled["ante"]["rule"] == f"{SECTION}(10)(a)"
    house = {"progressive_survives_fold": True}
    assert settle(GAME, seat(wagers, "Qs 9s 7s 5s 2s", "fold"), dealer=ACE_QUEEN, house=house)["progressive"] == 49


def test_30_1099_11_11_ace_king_qualifies_and_ace_queen_does_not() -> None:
    trips = seat({"ante": 10}, "9s 9d 9c 6h 5d", "bet")
    assert settle(GAME, trips, dealer="Ah Kd 4s 3d 2c") == {"ante": 10, "bet": 60}
    settled = lines(GAME, trips, dealer="Ah Qd Js Tc 8h")[0]
    assert (settled["ante"]["net"], settled["bet"]["net"]) == (10, 0)
    assert settled["bet"]["rule"] == f"{SECTION}(12)"


def test_30_1099_11_12_the_ante_is_paid_to_a_worse_hand() -> None:
    assert settle(GAME, seat({"ante": 10}, NOTHING, "bet"), dealer=ACE_QUEEN) == {"ante": 10, "bet": 0}


def test_30_1099_11_13_a_ties_push() -> None:
    settled = lines(GAME, seat({"ante": 10}, "As Kd 8c 7h 3d", "bet"), dealer=ACE_KING)[0]
    assert (settled["ante"]["net"], settled["bet"]["net"]) == (0, 0)
    assert settled["bet"]["rule"] == f"{SECTION}(13)(a)"


COVER_ALL = {  # by hands, eight to two
    "As Ks Qs Js Ts": (100, 125, 150, 200, 250, 300, 500),
    "9d 8d 7d 6d 5d": (40, 70, 80, 90, 100, 125, 200),
    "9s 9d 9c 9h 5d": (7, 15, 17, 20, 30, 40, 60),
    "9s 9d 9c 5h 5d": (6, 9, 12, 15, 20, 30, 40),
    "Qs 9s 7s 5s 2s": (5, 7, 9, 10, 15, 20, 35),
    "9s 8d 7c 6d 5d": (4, 5, 7, 8, 10, 17, 25),
    "9s 9d 9c 6h 5d": (3, 3, 3, 4, 5, 6, 9),
}


@pytest.mark.parametrize("best", COVER_ALL)
def test_30_1099_11_12_a_the_highest_hand_pays_every_cover_all(best: str) -> None:
    plain = seat({"ante": 5, "cover_all_bonus": 2}, "Ad Kh 8h 4s 3h", "fold")
    holder = seat({"ante": 5, "cover_all_bonus": 2}, best, "bet")
    for hands, price in zip(range(8, 1, -1), COVER_ALL[best], strict=True):
        settled = all_nets(GAME, holder, plain, dealer="Qh Jc 8c 4h 3c", extra={"total_hands": hands})
        assert [one["cover_all_bonus"] for one in settled] == [price * 2] * 2
        assert settle(GAME, plain, dealer=best, extra={"total_hands": hands})["cover_all_bonus"] == price * 2


def test_30_1099_11_7_the_hands_are_players_and_dealer() -> None:
    players = [seat({"ante": 5, "cover_all_bonus": 1}, cards, "fold") for cards in ("9s 9d 9c 6h 5d", "Ad Kh 8h 4s 3h")]
    assert all_nets(GAME, *players, dealer="Qh Jc 8c 4h 3c")[1]["cover_all_bonus"] == 6


def test_30_1099_11_12_a_two_pair_loses_cover_all() -> None:
    wagers = {"ante": 5, "cover_all_bonus": 2}
    settled = lines(GAME, seat(wagers, "9s 9d 5c 5h 2d", "bet"), dealer=ACE_KING)[0]
    assert (settled["cover_all_bonus"]["net"], settled["cover_all_bonus"]["rule"]) == (-2, f"{SECTION}(12)(a)")


def test_30_1099_11_13_k_the_house_chooses_the_straight_flush_award() -> None:
    player = seat({"ante": 5, "progressive": 1}, "9d 8d 7d 6d 5d", "bet")
    for house, net in (({}, 7999), ({"straight_flush_progressive": "$5000"}, 4999)):
        settled = lines(GAME, player, dealer=ACE_QUEEN, meters={"progressive": 80000}, house=house)[0]
        assert settled["progressive"]["net"] == net
        assert settled["progressive"]["rule"] == f"{SECTION}(13)(k)"
    with pytest.raises(RuleError, match="not a choice"):
        settle(GAME, player, dealer=ACE_QUEEN, house={"straight_flush_progressive": "$4000"})


def test_30_1099_11_4_the_progressive_stake_may_be_returned() -> None:
    player = seat({"ante": 5, "progressive": 1}, "9s 9d 9c 9h 5d", "bet")
    house = {"progressive_stake_returned": True}
    assert settle(GAME, player, dealer=ACE_QUEEN, house=house)["progressive"] == 500


def test_30_1099_11_13_j_awards_are_taken_from_the_meter_counterclockwise() -> None:
    straight_flushes = ("9d 8d 7d 6d 5d", "9c 8c 7c 6c 5c")
    players = [seat({"ante": 5, "progressive": 1}, cards, "bet") for cards in straight_flushes]
    table: dict[str, Any] = {"dealer": "Ah Qd Js 8s 4d", "meters": {"progressive": 10000}}
    assert [one["progressive"] for one in all_nets(GAME, *players, **table)] == [899, 999]
    assert answer(GAME, *players, **table)["meters"] == {"progressive": 8100}
    shared = all_nets(GAME, *players, **table, house={"progressive_hits": "shared"})
    assert [one["progressive"] for one in shared] == [499, 499]


def test_30_1099_11_8_a_misdeal_to_a_player_is_that_players_only() -> None:
    players = (
        seat({"ante": 10, "cover_all_bonus": 5, "progressive": 1}, "9s 9d 9c 9h"),
        seat({"ante": 10, "cover_all_bonus": 5}, NOTHING.replace("9h", "8h"), "fold"),
    )
    settled = lines(GAME, *players, dealer=ACE_QUEEN, irregularity={"kind": "misdeal", "seat": 0})
    assert {line["net"] for line in settled[0].values()} == {0}
    assert settled[0]["ante"]["rule"] == f"{SECTION}(8)"
    assert (settled[1]["ante"]["net"], settled[1]["cover_all_bonus"]["net"]) == (-10, -5)


def test_30_1099_11_8_after_a_dealer_misdeal_only_the_progressive_goes_on() -> None:
    misdeal = {"kind": "misdeal", "of": "dealer"}
    flush = seat({"ante": 10, "cover_all_bonus": 5, "progressive": 1}, "Qs 9s 7s 5s 2s")
    nothing = seat({"ante": 10, "progressive": 1}, NOTHING)
    settled = all_nets(GAME, flush, nothing, dealer="Ah Qd Js 8c", irregularity=misdeal)
    assert settled == [{"ante": 0, "cover_all_bonus": 0, "progressive": 49}, {"ante": 0, "progressive": -1}]
    assert settle(GAME, nothing, dealer="Ah Qd Js 8c", irregularity=misdeal) == {"ante": 0, "progressive": 0}


def test_30_1099_11_9_order_of_settlement() -> None:
    wagers = {"ante": 10, "cover_all_bonus": 5, "progressive": 1}
    assert list(settle(GAME, seat(wagers, NOTHING, "bet"), dealer=ACE_KING)) == [
        *("ante", "bet", "cover_all_bonus", "progressive")
    ]


ROYAL, STRAIGHT_FLUSH, QUADS = "As Ks Qs Js Ts", "9d 8d 7d 6d 5d", "9s 9d 9c 9h 5c"
LOW = "Ad Kh 8s 7h 3c"  # a dealer hand that qualifies


def test_30_1099_11_14_maximum_per_player() -> None:
    house = {"max_payout_per_player": 1000, "min_ante": 5}
    wagers = {"ante": 50, "cover_all_bonus": 10}
    settled = lines(GAME, seat(wagers, STRAIGHT_FLUSH, "bet"), dealer="Ac Kh 8s 7h 3c", house=house)[0]
    assert {name: line["net"] for name, line in settled.items()} == {"ante": 50, "bet": 1000, "cover_all_bonus": 2000}
    assert settled["bet"]["rule"] == f"{SECTION}(14)"


def test_30_1047_3_odds_below_50_to_1_are_paid_in_full() -> None:
    house = {"max_payout_per_player": 1000, "min_ante": 5}
    assert settle(GAME, seat({"ante": 50}, QUADS, "bet"), dealer=LOW, house=house) == {"ante": 50, "bet": 2000}


def test_30_1047_4_progressive_awards_are_paid_in_full() -> None:
    house = {"max_payout_per_player": 1000, "table_aggregate_per_round": 1000}
    player = seat({"ante": 5, "progressive": 1}, ROYAL, "bet")
    settled = settle(GAME, player, dealer="Ad Kh 8c 7h 3c", house=house, meters={"progressive": 20000})
    assert settled == {"ante": 5, "bet": 1000, "progressive": 19999}


def test_30_1047_1_no_ceiling_is_below_the_least_bet_at_the_best_odds() -> None:
    house = {"max_payout_per_player": 400, "min_ante": 5}
    for cards in (ROYAL, STRAIGHT_FLUSH):
        settled = settle(GAME, seat({"ante": 50}, cards, "bet"), dealer="Ac Kh 8c 7h 3c", house=house)
        assert settled["bet"] == 1000
    with pytest.raises(RuleError, match=r"at least \$5"):
        settle(GAME, seat({"ante": 4}, ROYAL, "fold"), house=house)


def test_30_1099_11_14_table_aggregate_needs_two_winning_players() -> None:
    house = {"table_aggregate_per_round": 5000, "min_ante": 5}
    royal = seat({"ante": 50}, ROYAL, "bet")
    loser = seat({"ante": 10}, NOTHING, "bet")
    pair = seat({"ante": 10}, "9h 9c 5c 3s 2c", "bet")
    cover_all = seat({"ante": 10, "cover_all_bonus": 1}, NOTHING, "fold")
    dealer = "Ad Kh 8c 7h 3c"
    for other in (loser, cover_all):
        assert all_nets(GAME, royal, other, dealer=dealer, house=house)[0]["bet"] == 10000
    settled = all_nets(GAME, royal, pair, dealer=dealer, house=house)
    assert settled == [{"ante": 50, "bet": 5000}, {"ante": 10, "bet": 20}]


def test_30_1099_11_14_table_aggregate_is_shared_in_proportion() -> None:
    players = [seat({"ante": 50}, ROYAL, "bet"), seat({"ante": 50}, STRAIGHT_FLUSH, "bet")]
    settled = all_nets(GAME, *players, dealer="Ac Kh 8s 7h 3c", house={"table_aggregate_per_round": 6000})
    assert [one["bet"] for one in settled] == [4000, 2000]
