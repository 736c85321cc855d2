"""CO 30-1099.41, Double Draw Poker, paragraph by paragraph."""

from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, rules, seat

from houseway.families import open_round
from houseway.play.core.roundfile import convert_round
from houseway.play.house_poker.plan import load_plan
from houseway.rules.errors import RuleError

GAME = "double-draw-poker"
SECTION = "CO 30-1099.41"
PAT = ("stand pat", "stand pat")


def one(cards: str, *actions: str, house: dict[str, Any] | None = None, bonus: float = 5) -> Any:
    """The nets of a lone seat with an ante of 10."""
    return all_nets(GAME, seat({"ante": 10, "bonus": bonus}, cards, *actions), house=house or {})[0]


def bets(net: float, bonus: float) -> dict[str, float]:
    """The ante and both draw bets come out alike."""
    return {"ante": net, "draw_1": net, "draw_2": net, "bonus": bonus}


def test_30_1099_41_1_a_joker_is_an_ace_or_completes_a_straight_or_flush() -> None:
    for cards, price in (
        ("Jk1 As 7c 7d 2s", 0),  # aces and sevens
        ("Jk1 Ks Kd 7c 2s", None),  # a pair of kings, ace high
        ("Jk1 Jk2 Kd 7c 2s", None),  # a pair of aces
        ("Jk1 Jk2 Kd Kc 2s", 0),  # aces and kings
        ("Jk1 Jk2 Ad 7c 2s", 1),  # three aces
        ("Jk1 Jk2 Ad 7c 7s", 5),  # aces full
        ("Jk1 Jk2 Ad Ac 7s", 20),  # four aces
        ("Jk1 9s 8d 7c 5s", 2),  # the six completes a straight
        ("Jk1 Jk2 9s 8d 5c", 2),  # two ranks are filled
        ("Jk1 Ks 9s 8s 5s", 3),  # a flush
        ("Jk1 9s 8s 7s 5s", 50),  # a straight flush
        ("Jk1 2d 3c 4s 5s", 2),  # the wheel
    ):
        won = (-10, -5) if price is None else (10, 5 * price)
        assert one(cards, *PAT) == bets(*won), cards


def test_30_1099_41_1_one_hand_a_player_and_54_cards() -> None:
    plan = load_plan(GAME, {})
    assert (plan.game.spec.deck, plan.game.spec.seats, plan.game.spec.hands_per_player) == ("54", 6, 1)
    wagers = {"ante": 10, "bonus": 5, "hand_2.ante": 10, "hand_2.bonus": 5}
    hands = [["Ks", "Kd", "9h", "5c", "2d"], ["Qs", "Qd", "8h", "4c", "3d"]]
    two = seat(wagers, "", "fold", "hand_2 fold", hands=hands)
    with pytest.raises(RuleError, match="1 hand at once"):
        all_nets(GAME, two)


def test_30_1099_41_2_ante_and_bonus_are_required() -> None:
    for wagers in ({"ante": 10}, {"bonus": 5}):
        with pytest.raises(RuleError, match="bonus" if "ante" in wagers else "ante"):
            all_nets(GAME, seat(wagers, "Ks Kd 9h 5c 2d", "fold"))
    with pytest.raises(RuleError, match="after the deal"):
        all_nets(GAME, seat({"ante": 10, "bonus": 5, "draw_1": 10}, "Ks Kd 9h 5c 2d", "fold"))


def test_30_1099_41_2_at_most_100_dollars_before_may_2021() -> None:
    assert one("Ks Kd 9h 5c 2d", "fold", bonus=150) == {"ante": -10, "bonus": -150}
    with pytest.raises(RuleError, match=r"\$0 to \$100"):
        one("Ks Kd 9h 5c 2d", "fold", bonus=150, house={"as_of": "2021-04-30"})


def test_30_1099_41_5_and_6_a_fold_loses_the_bets_made() -> None:
    first = seat({"ante": 10, "bonus": 5}, "Ks Qd 9h 5c 2d", "fold")
    assert all_nets(GAME, first) == [{"ante": -10, "bonus": -5}]
    assert set(rules(GAME, first).values()) == {f"{SECTION}(5)"}
    second = seat({"ante": 10, "bonus": 5}, "Ks Kd 9h 5c 2d 9s Th 3c", "discard 9h 5c 2d", "fold")
    assert all_nets(GAME, second) == [{"ante": -10, "draw_1": -10, "bonus": -5}]
    assert set(rules(GAME, second).values()) == {f"{SECTION}(6)"}


def test_30_1099_41_5_a_up_to_three_cards_are_replaced() -> None:
    for cards, action in (
        ("Ks Kd 9h 9c 2d", "stand pat"),
        ("Ks Kd 9h 5c 2d 9s", "discard 5c"),
        ("Ks Kd 9h 5c 2d 9s 4h", "discard 5c 2d"),
        ("Ks Kd 9h 5c 2d 9s 9d 3h", "discard 9h 5c 2d"),
    ):
        assert one(cards, action, "stand pat") == bets(10, 0)
    with pytest.raises(RuleError, match="1 to 3 cards"):
        one("Ks Kd 9h 5c 2d Kh 9s 3c 4c", "discard Kd 9h 5c 2d", "stand pat")
    with pytest.raises(RuleError, match="needs 8 cards"):
        one("Ks Kd 9h 5c 2d Kh 9s", "discard 9h 5c 2d", "stand pat")


def test_30_1099_41_6_a_one_card_more_may_be_replaced() -> None:
    assert one("Ks Kd 9h 5c 2d Kh 9s 3c 9d", "discard 9h 5c 2d", "discard 3c") == bets(10, 25)
    with pytest.raises(RuleError, match="1 card may be discarded, not 2"):
        one("Ks Kd 9h 5c 2d Kh 9s 3c 9d 4c", "discard 9h 5c 2d", "discard 3c 9s")
    with pytest.raises(RuleError, match="9h"):  # gone in the first draw
        one("Ks Kd 9h 5c 2d Kh 9s 3c 9d", "discard 9h 5c 2d", "discard 9h")
    with pytest.raises(RuleError, match="8 cards where the game deals 5"):
        one("Ks Kd 9h 9c 2d 3h 4h 5h", *PAT)


def test_30_1099_41_5_and_6_draw_bets_equal_the_ante() -> None:
    for actions in (("stand 2x", "stand"), ("stand", "discard 2d 20")):
        with pytest.raises(RuleError):
            one("Ks Kd 9h 9c 2d 2h", *actions)


def test_30_1099_41_8_all_wagers_lose_below_two_pair() -> None:
    lost = seat({"ante": 10, "bonus": 5}, "As Ad Kh 9c 2d", *PAT)
    assert all_nets(GAME, lost) == [bets(-10, -5)]
    assert set(rules(GAME, lost).values()) == {f"{SECTION}(8)"}


HANDS = {
    "five aces": "As Ad Ah Ac Jk1",
    "three aces and two jokers": "As Ad Ah Jk2 Jk1",
    "natural royal": "As Ks Qs Js Ts",
    "wild royal": "As Ks Jk1 Js Ts",
    "royal with two jokers": "Jk2 Ks Jk1 Js Ts",
    "straight flush": "9s 8s 7s 6s 5s",
    "four of a kind": "9s 9d 9h 9c 5s",
    "full house": "9s 9d 9h 5c 5s",
    "flush": "As 9s 8s 6s 2s",
    "straight": "As Kd Qs Js Ts",
    "three of a kind": "9s 9d 9h 5c 2s",
    "two pair": "9s 9d 5h 5c 2s",
}
PRICES = {
    "1": (500, 500, 100, 50, 50, 50, 20, 5, 3, 2, 1, 0),
    "2": (500, 500, 100, 50, 50, 50, 20, 5, 3, 2, 0, 0),
}


def test_30_1099_41_9_b_schedules_1_and_2() -> None:
    for table, prices in PRICES.items():
        for (hand, cards), price in zip(HANDS.items(), prices, strict=True):
            nets = one(cards, *PAT, house={"pay_tables": {"bonus": table}})
            assert nets == bets(10, 5 * price), (table, hand)
    paid = rules(GAME, seat({"ante": 10, "bonus": 5}, HANDS["flush"], *PAT))
    assert paid == {**dict.fromkeys(("ante", "draw_1", "draw_2"), f"{SECTION}(9)(a)"), "bonus": f"{SECTION}(9)(b)"}


def test_30_1016_a_misdeal_returns_all_stakes() -> None:
    seats = [seat({"ante": 10, "bonus": 5}, "Ks Kd 9h 5c"), seat({"ante": 10, "bonus": 5}, HANDS["flush"], *PAT)]
    happened = {"kind": "misdeal", "seat": 0}
    void = {"ante": 0, "bonus": 0}
    nets = all_nets(GAME, *seats, irregularity=happened)
    assert nets[0] == void
    assert set(nets[1].values()) == {0}
    nets = all_nets(GAME, *seats, irregularity=happened, house={"misdeal_to_a_player": "seat"})
    assert nets == [void, bets(10, 15)]


def test_30_1099_41_5_b_six_seats_can_draw_all_they_may() -> None:
    for seed in range(5):
        wagers = {"ante": 10, "bonus": 5}
        live = open_round(convert_round({"game": GAME, "seats": [{"wagers": wagers}] * 6}), seed)
        for most in (3, 1):
            for index in range(6):
                own = next(pile for pile in live.visible(index) if pile.seat == index)
                live = live.act(index, " ".join(("discard", *own.cards[:most])))
        assert live.over
        assert all(len(one["cards"]) == 9 for one in live.round_file()["seats"])
