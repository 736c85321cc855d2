"""CO 30-1099.39, Straight Edge Poker, paragraph by paragraph."""

from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, answer, rules, seat, settle

from houseway.rules.errors import RuleError

GAME = "straight-edge-poker"
SEVEN = "5s 6d 7h 8s 9s Td Jh"
SIX = "4s 5d 6h 7s 8s 9d Kh"
FIVE = "5s 6d 7h 8s 9s Kd 2h"
FOUR = "4s 5d 6h 7s Js Qs 2h"
THREE = "4s 5d 6h 9d Js 2d 2s"
TWO = "4s 5d 8h Tc Qs Ad 2h"  # A-2 and 4-5
NONE = "2s 2h 4d 4h 6s 8d Ts"
DEALER_ONE = "3c 3d 5c 5h 7d 7c 9c 9h"
DEALER_SEVEN = "6c 7c 8c 9c Tc Jc Qc Ac"
DEALER_EIGHT = "6c 7c 8c 9c Tc Jc Qc Kc"


def played(cards: str, **wagers: float) -> dict[str, Any]:
    return seat({"ante": 10, **wagers}, cards, "play")


def tables(**ids: str) -> dict[str, Any]:
    return {"pay_tables": ids}


def test_30_1099_39_2_a_run_may_go_round_the_ace() -> None:
    wrapped = played("Js Qh Kd Ac 2s 3d 7h", bonus=5)
    net = settle(GAME, wrapped, dealer="5s 5d 7c 9h 9c Jd Kc 3h", house=tables(bonus="2"))
    assert net == {"ante": 10, "play": 250, "bonus": 100}


def test_30_1099_39_3_equal_lengths_go_by_the_ending_card() -> None:
    higher = settle(GAME, played("5s 6d 7h 9c Js Kd 2h"), dealer="3c 4d 5h 7c 9d 9s Jc Kc")
    assert higher == {"ante": 10, "play": 10}
    lower = settle(GAME, played("3s 4s 5s 9c Js Kd 7h"), dealer="5c 6d 7c 9d 9s Jc Kc 2c")
    assert lower == {"ante": -10, "play": -10}


def test_30_1099_39_3_a_wrapped_run_ends_in_its_last_card() -> None:
    # K-A-2 ends in the two and loses to 3-4-5.
    net = settle(GAME, played("Ks As 2s 5s 7c 9d Jh"), dealer="3c 4d 5h 7h 9c 9s Jc Kc")
    assert net == {"ante": -10, "play": -10}


def test_30_1099_39_3_players_win_copies() -> None:
    copy, dealer = played("3s 4s 5s 9c Js Kd 7h"), "3c 4d 5h 7c 9d 9s Jc Kc"
    assert settle(GAME, copy, dealer=dealer) == {"ante": 10, "play": 10}
    assert rules(GAME, copy, dealer=dealer) == {"ante": "CO 30-1099.39(3)", "play": "CO 30-1099.39(14)"}


@pytest.mark.parametrize(
    ("hand", "pays"), [(SEVEN, 200), (SIX, 25), (FIVE, 8), (FOUR, 3), (THREE, 2), (TWO, 1), ("Qs Qh 4d 4h 6s 8d Ts", 1)]
)
def test_30_1099_39_14_play_pays_by_the_margin(hand: str, pays: int) -> None:
    assert settle(GAME, played(hand), dealer=DEALER_ONE) == {"ante": 10, "play": 10 * pays}


def test_30_1099_39_8_fold_loses_the_ante_and_keeps_insurance() -> None:
    folded = seat({"ante": 10, "insurance": 5, "bonus": 5}, NONE, "fold")
    assert settle(GAME, folded, dealer=DEALER_ONE) == {"ante": -10, "insurance": 125, "bonus": -5}
    cited = rules(GAME, folded, dealer=DEALER_ONE)
    assert (cited["ante"], cited["insurance"]) == ("CO 30-1099.39(8)(a)", "CO 30-1099.39(13)")


def test_30_1099_39_11_both_wagers_lose_and_the_bonus_still_wins() -> None:
    hand = played(FOUR, bonus=10)
    assert settle(GAME, hand, dealer=DEALER_SEVEN) == {"ante": -10, "play": -10, "bonus": 15}
    assert rules(GAME, hand, dealer=DEALER_SEVEN)["play"] == "CO 30-1099.39(11)"


def test_30_1099_39_12_bonus_after_a_fold_is_the_house_s_reading() -> None:
    folded = seat({"ante": 10, "bonus": 10}, FOUR, "fold")
    assert settle(GAME, folded, dealer=DEALER_ONE)["bonus"] == 15
    assert settle(GAME, folded, dealer=DEALER_ONE, house={"bonus_after_fold": False})["bonus"] == -10


@pytest.mark.parametrize("hand", [TWO, FOUR, "Ks As 3s 5d 7h 9d Jh"])
def test_30_1099_39_13_insurance_loses_with_two_neighbours(hand: str) -> None:
    assert settle(GAME, played(hand, insurance=5), dealer=DEALER_ONE)["insurance"] == -5


@pytest.mark.parametrize(("table", "pays"), [("1", [40, 15, 6, 1.5]), ("2", [50, 20, 4, 1.5])])
def test_30_1099_39_15_bonus_tables(table: str, pays: list[float]) -> None:
    for hand, price in zip((SEVEN, SIX, FIVE, FOUR), pays, strict=True):
        net = settle(GAME, played(hand, bonus=10), dealer=DEALER_ONE, house=tables(bonus=table))
        assert net["bonus"] == 10 * price
    assert settle(GAME, played(THREE, bonus=10), dealer=DEALER_ONE, house=tables(bonus=table))["bonus"] == -10


@pytest.mark.parametrize("table", ["1", "2"])
@pytest.mark.parametrize(("hand", "pays"), [(SIX, 249), (FIVE, 24), (FOUR, 4), (THREE, -1)])
def test_30_1099_39_16_bad_beat_pays_on_the_lower_hand(table: str, hand: str, pays: int) -> None:
    net = settle(GAME, played(hand, progressive=1), dealer=DEALER_SEVEN, house=tables(progressive=table))
    assert net["progressive"] == pays


def test_30_1099_39_16_bad_beat_of_the_dealer_by_the_player() -> None:
    assert settle(GAME, played(SEVEN, progressive=1), dealer="4c 5h 6c 7c 9d 9c Kc 2c")["progressive"] == 4


def test_30_1099_39_16_no_bad_beat_on_a_tie_or_with_a_short_hand() -> None:
    tie = settle(GAME, played(FOUR, progressive=1), dealer="4c 5h 6c 7d 9d 9c Kc Jc")
    assert tie == {"ante": 10, "play": 10, "progressive": -1}
    assert settle(GAME, played(SEVEN, progressive=1), dealer=DEALER_ONE)["progressive"] == -1


def test_30_1099_39_4_folded_hands_do_not_win_the_progressive() -> None:
    seats = seat({"ante": 10, "progressive": 1}, SEVEN, "fold"), played("2s 2h 4d 4h Ks Kh Qs", progressive=1)
    net = all_nets(GAME, *seats, dealer=DEALER_EIGHT, meters={"progressive": 5000})
    assert net[0] == {"ante": -10, "progressive": -1}
    assert "progressive_envy" not in net[1]
    cited = rules(GAME, *seats, dealer=DEALER_EIGHT, meters={"progressive": 5000})
    assert cited["progressive"] == "CO 30-1099.39(4)"


def test_30_1099_39_17_the_meter_is_reseeded_when_it_is_won_whole() -> None:
    """What the house starts it with is told beside what it shows; a smaller award leaves it as it is."""
    shown = {"progressive": 30000, "progressive.seed": 4000}
    won = answer(GAME, played(SEVEN, progressive=1), dealer=DEALER_EIGHT, meters=shown)
    assert won["meters"]["progressive"] == 4000
    less = answer(GAME, played(SIX, progressive=1), dealer=DEALER_EIGHT, meters=shown)
    assert less["meters"]["progressive"] == 30000


def test_30_1099_39_23_seven_cards_take_the_meter_and_give_envy_on_table_1_only() -> None:
    seats = played(SEVEN, progressive=1), played("2s 2h 4d 4h As Ad Qs", progressive=1)
    meters = {"progressive": 30000}
    net = all_nets(GAME, *seats, dealer=DEALER_EIGHT, meters=meters, house=tables(progressive="1"))
    assert net[0] == {"ante": -10, "play": -10, "progressive": 29999}
    assert net[1] == {"ante": -10, "play": -10, "progressive": -1, "progressive_envy": 100}
    without = all_nets(GAME, *seats, dealer=DEALER_EIGHT, meters=meters, house=tables(progressive="2"))
    assert without[0]["progressive"] == 29999
    assert "progressive_envy" not in without[1]


def test_30_1099_39_22_envy_goes_to_those_who_made_the_wager() -> None:
    seats = played(SEVEN), played("2s 2h 4d 4h As Ad Qs", progressive=1), played("2d 2c 4s 4c Ah Ac Qh")
    net = all_nets(GAME, *seats, dealer=DEALER_EIGHT)
    assert [one.get("progressive_envy") for one in net] == [None, 100, None]
    strict = all_nets(GAME, *seats, dealer=DEALER_EIGHT, house={"envy_holder_must_bet": True})
    assert [one.get("progressive_envy") for one in strict] == [None, None, None]


def test_30_1099_39_22_c_two_hits_in_turn_or_shared() -> None:
    seats = played(SEVEN, progressive=1), played("5c 6h 7s 8d 9h Th Js", progressive=1)
    meters = {"progressive": 3000}
    in_turn = all_nets(GAME, *seats, dealer=DEALER_EIGHT, meters=meters)
    assert [one["progressive"] for one in in_turn] == [-1, 2999]  # paid from the dealer's right to the left
    assert [one["progressive_envy"] for one in in_turn] == [100, 100]
    shared = all_nets(GAME, *seats, dealer=DEALER_EIGHT, meters=meters, house={"two_meter_hits": "shared"})
    assert [one["progressive"] for one in shared] == [1499, 1499]


def test_30_1099_39_22_g_misdeal_to_a_player_voids_the_seat() -> None:
    seats = seat({"ante": 10, "bonus": 5, "progressive": 1}, "5s 6d 7h 8c"), played(THREE)
    net = all_nets(GAME, *seats, dealer=DEALER_ONE, irregularity={"kind": "misdeal", "seat": 0})
    assert net == [{"ante": 0, "bonus": 0, "progressive": 0}, {"ante": 10, "play": 20}]


def test_30_1099_39_22_g_misdeal_to_the_dealer_leaves_the_progressive() -> None:
    mishap = {"kind": "misdeal", "of": "dealer"}
    seats = seat({"ante": 10, "bonus": 5, "progressive": 1}, FIVE), seat({"ante": 10, "progressive": 1}, THREE)
    won = all_nets(GAME, *seats, dealer="6c 7c 8c 9c Tc Jc Qc", irregularity=mishap)
    assert won == [{"ante": 0, "bonus": 0, "progressive": 24}, {"ante": 0, "progressive": -1}]
    none = all_nets(GAME, *seats, dealer="2c Qs 4h 4c 6c 6s 8d", irregularity=mishap)
    assert none == [{"ante": 0, "bonus": 0, "progressive": 0}, {"ante": 0, "progressive": 0}]


def test_30_1047_ceiling_cuts_play_prices_of_50_to_1_only() -> None:
    house = {"max_payout_per_player": 1500}
    net = settle(GAME, played(SEVEN, bonus=10), dealer=DEALER_ONE, house=house)
    assert net == {"ante": 10, "play": 1500, "bonus": 400}
    assert settle(GAME, played(SIX), dealer=DEALER_ONE, house={"max_payout_per_player": 100})["play"] == 250
    floor = {"max_payout_per_player": 100, "min_ante": 5}
    assert settle(GAME, played(SEVEN), dealer=DEALER_ONE, house=floor)["play"] == 1000


def test_30_1047_ceiling_of_the_table_is_shared() -> None:
    seats = played(SEVEN), played("5c 6h 7s 8d 9h Th Js")
    net = all_nets(GAME, *seats, dealer="3c 3d 5d 5h 7c 7d 9c 9d", house={"table_aggregate_per_round": 3000})
    assert [one["play"] for one in net] == [1500, 1500]


def test_30_1099_39_5_the_ante_is_required() -> None:
    for side in ("bonus", "progressive"):
        with pytest.raises(RuleError, match="needs a wager on Ante"):
            settle(GAME, seat({side: 5}, FOUR, "play"), dealer=DEALER_ONE)
