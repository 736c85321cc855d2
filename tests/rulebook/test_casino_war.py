"""Casino War, CO 30-1099.55."""

from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, rules, seat, settle

from houseway.rules.errors import RuleError

GAME = "casino-war"


def war(cards: str, dealer: str, *actions: str, tie: bool = False) -> dict[str, float]:
    wagers: dict[str, float] = {"initial": 10, "tie": 5} if tie else {"initial": 10}
    return settle(GAME, seat(wagers, cards, *actions), dealer=dealer)


def test_30_1099_55_11_a_original_deal() -> None:
    assert war("Ks", "9d", tie=True) == {"initial": 10, "tie": -5}
    assert war("4h", "Ac", tie=True) == {"initial": -10, "tie": -5}


def test_30_1099_55_5_ace_is_high_and_suits_are_equal() -> None:
    assert war("As", "Kd") == {"initial": 10}
    assert war("As", "Ad", "surrender", tie=True) == {"initial": -5, "tie": 50}


def test_30_1099_55_11_c_surrender_costs_half() -> None:
    assert war("8s", "8d", "surrender") == {"initial": -5}
    assert settle(GAME, seat({"initial": 5}, "8s", "surrender"), dealer="8d") == {"initial": -2.5}


@pytest.mark.parametrize(("card", "net"), [("Ks", 20), ("9s", 30), ("2s", -10)])
def test_30_1099_55_12_war_pays_two_or_three_to_one(card: str, net: float) -> None:
    assert war(f"8s {card}", "8d 9d", "war") == {"initial": -10, "war": net}


@pytest.mark.parametrize(
    "actions",
    [
        ("war", "bet war_tie 5"),
        ("war", "tie 5"),
        ("war", "war_tie 5"),
        ("war tie 5",),
        ("war 10 tie 5",),
        ("war war_tie 5",),
    ],
)
def test_30_1099_55_11_e_tie_wager_on_the_war_deal(actions: tuple[str, ...]) -> None:
    assert war("8s 9s", "8d 9d", *actions, tie=True) == {"initial": -10, "tie": 50, "war": 30, "war_tie": 50}
    assert war("8s Ks", "8d 9d", *actions) == {"initial": -10, "war": 20, "war_tie": -5}
    assert war("8s 2s", "8d 9d", *actions) == {"initial": -10, "war": -10, "war_tie": -5}


def test_30_1099_55_11_each_tied_seat_chooses() -> None:
    seats = [
        seat({"initial": 10}, "8s 4s", "war", "bet war_tie 1"),
        seat({"initial": 10, "tie": 1}, "8h", "surrender"),
        seat({"initial": 20}, "8c Qs", "war"),
        seat({"initial": 20}, "9c"),
    ]
    assert all_nets(GAME, *seats, dealer="8d 4d") == [
        {"initial": -10, "war": 30, "war_tie": 10},
        {"initial": -5, "tie": 10},
        {"initial": -20, "war": 40},
        {"initial": 20},
    ]


def test_30_1099_55_11_and_12_are_cited() -> None:
    tied = rules(GAME, seat({"initial": 10, "tie": 5}, "8s 9s", "war tie 5"), dealer="8d 9d")
    assert tied == {
        "initial": "CO 30-1099.55(11)(e)",
        "tie": "CO 30-1099.55(12)(a)(iii)",
        "war": "CO 30-1099.55(12)(a)(iv)",
        "war_tie": "CO 30-1099.55(12)(a)(iii)",
    }
    assert rules(GAME, seat({"initial": 10}, "8s", "surrender"), dealer="8d") == {"initial": "CO 30-1099.55(11)(c)(i)"}
    assert rules(GAME, seat({"initial": 10}, "4s"), dealer="8d") == {"initial": "CO 30-1099.55(11)(a)(i)"}


@pytest.mark.parametrize(
    ("actions", "field"),
    [
        ((), "seats[0].actions"),
        (("fold",), "seats[0].actions[0]"),
        (("war 20",), "seats[0].actions[0]"),
        (("war tie",), "seats[0].actions[0]"),
        (("war tie 0",), "seats[0].actions[0]"),
        (("surrender", "war"), "seats[0].actions"),
        (("surrender", "bet war_tie 5"), "seats[0].actions"),
        (("war tie 5", "bet war_tie 5"), "seats[0].actions"),
    ],
)
def test_30_1099_55_11_c_no_other_choice(actions: tuple[str, ...], field: str) -> None:
    with pytest.raises(RuleError) as error:
        war("8s 9s", "8d 9d", *actions)
    assert error.value.field == field


def test_30_1099_55_11_c_no_choice_without_a_tie() -> None:
    with pytest.raises(RuleError, match="nothing left to decide"):
        war("Ks", "8d", "surrender")


def test_30_1099_55_11_f_war_deal_needs_cards() -> None:
    with pytest.raises(RuleError) as error:
        war("8s", "8d 9d", "war")
    assert error.value.field == "seats[0].cards"


def test_30_1099_55_9_a_match_play_coupon() -> None:
    def coupon(card: str, *actions: str, **house: Any) -> dict[str, float]:
        return settle(GAME, seat({"initial": 10, "match_play": 10}, card, *actions), dealer="8d", house=house)

    assert coupon("Ks") == {"initial": 10, "match_play": 10}
    assert coupon("4s") == {"initial": -10, "match_play": 0}
    assert coupon("8s", "surrender") == {"initial": -5, "match_play": 0}
    assert coupon("4s", coupon_value="face") == {"initial": -10, "match_play": -10}


def test_30_1099_55_4_six_or_eight_decks() -> None:
    seats = [seat({"initial": 10}, "Ks") for _ in range(7)]
    assert len(all_nets(GAME, *seats, dealer="8d", house={"decks": 8})) == 7
    with pytest.raises(RuleError, match="more often than the deck holds it"):
        settle(GAME, *seats, dealer="8d", house={"decks": 6})
    with pytest.raises(RuleError) as error:
        settle(GAME, seats[0], dealer="8d", house={"decks": 7})
    assert error.value.field == "house.decks"


def test_30_1099_55_11_f_burn_cards_may_be_recorded() -> None:
    spot = seat({"initial": 10}, "8s Ks", "war")
    assert settle(GAME, spot, dealer="8d 9d", piles={"burn": "2c 3c 4c"})["war"] == 20
    assert settle(GAME, spot, dealer="8d 9d", extra={"burn": 3})["war"] == 20
    with pytest.raises(RuleError, match="more often"):
        settle(GAME, spot, dealer="8d 9d", piles={"burn": "8d 8d 8d 8d 8d 8d"})


@pytest.mark.parametrize(("count", "net"), [(1, 10), (2, 0), (3, 0)])
def test_30_1099_55_13_a_face_up_cards(count: int, net: float) -> None:
    irregularity = {"kind": "face_up_cards", "count": count}
    assert settle(GAME, seat({"initial": 10}, "Ks"), dealer="8d", irregularity=irregularity) == {"initial": net}


def test_30_1099_55_13_a_a_void_round_may_stop_at_the_tie() -> None:
    irregularity = {"kind": "face_up_cards", "count": 2}
    nets = settle(GAME, seat({"initial": 10, "tie": 5}, "8s"), dealer="8d", irregularity=irregularity)
    assert nets == {"initial": 0, "tie": 0}
    after = settle(GAME, seat({"initial": 10}, "8s", "war"), dealer="8d", irregularity=irregularity)
    assert after == {"initial": 0, "war": 0}


def test_30_1099_55_13_c_no_card_dealt() -> None:
    seats = [seat({"initial": 10, "tie": 5}), seat({"initial": 10}, "8s 9c", "war")]
    for irregularity in ({"kind": "no_card_dealt", "seat": 0}, {"kind": "no_card_dealt"}):
        nets = all_nets(GAME, *seats, dealer="8d 2d", irregularity=irregularity)
        assert nets == [{"initial": 0, "tie": 0}, {"initial": -10, "war": 20}]
