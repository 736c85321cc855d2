"""Stadium Casino War, CO 30-1099.54, paragraph by paragraph."""

from collections.abc import Mapping
from typing import Any

import pytest
from tests.rulebook.helpers import Nets, all_nets, rules, seat, settle

from houseway.families import open_round
from houseway.families import settle as settle_file
from houseway.play.core.roundfile import convert_round
from houseway.rules.errors import RuleError

GAME = "stadium-casino-war"
HANDS = "Kh 8d 5c Qs 8s 2h Td"


def one(
    wagers: Mapping[str, float], *actions: str, hands: str = HANDS, dealer: str = "8c", war: str = "", house: Any = None
) -> Nets:
    piles = {"hands": hands, **({"war_player": war} if war else {})}
    return settle(GAME, seat(wagers, "", *actions), dealer=dealer, piles=piles, house=house or {})


def test_30_1099_54_2_ace_is_high_and_six_or_eight_decks() -> None:
    assert one({"hand_1.ante": 10}, hands="Ah", dealer="Kd") == {"hand_1.ante": 10}
    same = " ".join(["5c"] * 7)
    for decks, allowed in ((6, False), (8, True)):
        if allowed:
            assert one({"hand_1.ante": 10}, hands=same, dealer="Kd", house={"decks": decks}) == {"hand_1.ante": -10}
        else:
            with pytest.raises(RuleError, match="more often"):
                one({"hand_1.ante": 10}, hands=same, dealer="Kd", house={"decks": decks})


def test_30_1099_54_3_ante_or_tie_on_up_to_seven_hands() -> None:
    wagers = {f"hand_{number}.ante": 10 for number in (1, 3, 4, 6, 7)} | {"hand_2.tie": 5, "hand_1.tie": 5}
    assert one(wagers) == {
        "hand_1.ante": 10, "hand_3.ante": -10, "hand_4.ante": 10, "hand_6.ante": -10, "hand_7.ante": 10,
        "hand_1.tie": -5, "hand_2.tie": 50,
    }  # fmt: skip
    with pytest.raises(RuleError, match=r"no wager 'hand_8\.ante'"):
        one({"hand_8.ante": 5})
    with pytest.raises(RuleError, match="made by an action"):
        one({"hand_1.ante": 5, "hand_1.war": 5})


def test_30_1099_54_6_surrender_and_no_decision_cost_half() -> None:
    for action in ("hand_2 surrender", "timeout"):
        assert one({"hand_2.ante": 10}, action) == {"hand_2.ante": -5}
    with pytest.raises(RuleError, match="a decision is missing; legal are hand_2 surrender, hand_2 war"):
        one({"hand_2.ante": 10})
    with pytest.raises(RuleError, match="nothing left to decide"):
        one({"hand_1.ante": 10}, "hand_1 war")


def test_30_1099_54_6_each_tied_hand_is_decided_by_itself_in_any_order() -> None:
    wagers = {"hand_2.ante": 10, "hand_5.ante": 20}
    for actions in (("hand_2 surrender", "hand_5 war"), ("hand_5 war", "hand_2 surrender")):
        nets = one(wagers, *actions, dealer="8c 3d", war="Qd")
        assert nets == {"hand_2.ante": -5, "hand_5.ante": 0, "hand_5.war": 20}


def test_30_1099_54_8_one_pair_of_war_cards_for_everybody() -> None:
    seats = seat({"hand_2.ante": 10}, "", "hand_2 war"), seat({"hand_5.ante": 30, "hand_1.ante": 5}, "", "hand_5 war")
    piles = {"hands": HANDS, "war_player": "3h"}
    assert all_nets(GAME, *seats, dealer="8c Qd", piles=piles) == [
        {"hand_2.ante": -10, "hand_2.war": -10},
        {"hand_1.ante": 5, "hand_5.ante": -30, "hand_5.war": -30},
    ]
    with pytest.raises(RuleError, match=r"piles\.war_player"):
        one({"hand_2.ante": 10}, "hand_2 war")


def test_30_1099_54_9_pay_schedules_and_both_readings_of_the_war() -> None:
    for schedule, pays in (("01", 10), ("02", 11)):
        chosen = {"pay_tables": {"schedule": schedule}}
        assert one({"hand_2.tie": 5}, house=chosen) == {"hand_2.tie": 5 * pays}
    for odds, won, tied in (("ante and war", 10, 20), ("war", 5, 10)):
        house = {"war_odds": odds}
        assert one({"hand_2.ante": 10}, "hand_2 war", dealer="8c 3d", war="Qd", house=house) == {
            "hand_2.ante": 0,
            "hand_2.war": won,
        }
        assert one({"hand_2.ante": 10}, "hand_2 war", dealer="8c Qc", war="Qd", house=house)["hand_2.war"] == tied


def test_30_1099_54_citations() -> None:
    section = "CO 30-1099.54"
    placed = seat({"hand_1.ante": 10, "hand_2.ante": 10, "hand_2.tie": 5}, "", "hand_2 war")
    cited = rules(GAME, placed, dealer="8c 3d", piles={"hands": HANDS, "war_player": "Qd"})
    assert cited == {
        "hand_1.ante": f"{section}(5)(a)",
        "hand_2.ante": f"{section}(8)(b)",
        "hand_2.tie": f"{section}(9)",
        "hand_2.war": f"{section}(8)(b)",
    }


def test_a_live_round_settles_like_its_file() -> None:
    wagers = {f"hand_{number}.ante": 10 for number in range(1, 8)}
    wars = 0
    for seed in range(12):
        live = open_round(convert_round({"game": GAME, "seats": [{"wagers": wagers}] * 2}), seed)
        while not live.over:
            live = live.act(live.turn, live.legal(live.turn)[live.turn].texts()[0])
            wars += 1
        assert settle_file(convert_round(live.round_file())).seats == live.settle().seats
    assert wars
