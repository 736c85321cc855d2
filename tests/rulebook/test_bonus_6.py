"""CO 30-1099.19, Bonus 6, paragraph by paragraph."""

from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, answer, rules, seat

from houseway.families import open_round
from houseway.play.core.roundfile import convert_round
from houseway.play.house_poker.plan import load_plan
from houseway.rules.errors import RuleError

GAME = "bonus-6"
SECTION = "CO 30-1099.19"
OPEN = "9h"


def one(cards: str, *actions: str, community: str = OPEN, house: dict[str, Any] | None = None, **wagers: float) -> Any:
    """The nets of a lone seat with an ante of 10."""
    return all_nets(GAME, seat({"ante": 10, **wagers}, cards, *actions), community=community, house=house or {})[0]


def bets(net: float, **fees: float) -> dict[str, float]:
    """The ante and both further bets come out alike."""
    return {"ante": net, "second_bet": net, "third_bet": net, **fees}


def test_30_1099_19_1_one_hand_a_player() -> None:
    two = seat({"ante": 10, "hand_2.ante": 10}, "", "fold", "hand_2 fold", hands=[["Kh", "6d"], ["2c", "3c"]])
    with pytest.raises(RuleError, match="1 hand at once"):
        all_nets(GAME, two, community=OPEN)


def test_30_1099_19_2_an_ante_of_at_most_100_dollars_before_may_2021() -> None:
    with pytest.raises(RuleError, match="needs a wager on Ante"):
        all_nets(GAME, seat({"insurance_fee": 5}, "Kh 6d", "fold"), community=OPEN)
    high = seat({"ante": 150}, "Kh 6d", "fold")
    assert all_nets(GAME, high, community=OPEN) == [{"ante": -150}]
    with pytest.raises(RuleError, match=r"\$0 to \$100"):
        all_nets(GAME, high, community=OPEN, house={"as_of": "2021-04-30"})


def test_30_1099_19_4_the_insurance_fee_is_half_the_ante() -> None:
    assert one("Kh 6d", "fold", insurance_fee=5) == {"ante": -10, "insurance_fee": -5}
    for fee in (10, 4):
        with pytest.raises(RuleError, match=r"must equal 0\.5 times Ante"):
            one("Kh 6d", "fold", insurance_fee=fee)
    with pytest.raises(RuleError, match="after the deal"):
        one("Kh 6d", "fold", bonus_card_fee=10)


def test_30_1099_19_5_a_card_is_burned_before_every_card() -> None:
    stages = load_plan(GAME, {}).stages
    dealt = [stage for stage in stages if stage.deal]
    assert [(stage.burn, dict(stage.deal)) for stage in dealt] == [
        (1, {"player": 2, "community": 1}),
        (1, {"player": 1}),
        (1, {"player": 1}),
        (1, {"player": 1}),
    ]


def test_30_1099_19_6_misdeals_return_wagers_and_fee() -> None:
    seats = [seat({"ante": 10, "insurance_fee": 5}, "8s"), seat({"ante": 10}, "Kh 6d 6c 2s", "bet", "bet", "stand")]
    for kind in ("misdeal", "card_off_table"):
        nets = all_nets(GAME, *seats, community=OPEN, irregularity={"kind": kind, "seat": 0})
        assert nets == [{"ante": 0, "insurance_fee": 0}, bets(10)]
    assert all_nets(GAME, seats[1], community=OPEN, irregularity={"kind": "exposed_card"}) == [bets(10)]


def test_30_1099_19_7_a_fold_after_two_cards() -> None:
    folded = seat({"ante": 10, "insurance_fee": 5}, "Kh 4d", "fold")
    assert all_nets(GAME, folded, community=OPEN) == [{"ante": -10, "insurance_fee": -5}]
    assert set(rules(GAME, folded, community=OPEN).values()) == {f"{SECTION}(7)"}


def test_30_1099_19_8_a_fold_after_three_cards() -> None:
    folded = seat({"ante": 10, "insurance_fee": 5}, "Kh 4d 9c", "bet", "fold")
    assert all_nets(GAME, folded, community="Jd") == [{"ante": -10, "second_bet": -10, "insurance_fee": -5}]
    assert set(rules(GAME, folded, community="Jd").values()) == {f"{SECTION}(8)"}


def test_30_1099_19_7_and_8_bets_equal_the_ante() -> None:
    settled = answer(GAME, seat({"ante": 15}, "Kh 6d 6c 2s", "bet", "bet", "stand"), community=OPEN)
    assert [line["stake"] for line in settled["seats"][0]["lines"]] == [15, 15, 15]
    for actions in (("bet 2x", "bet", "stand"), ("check", "bet", "stand"), ("bet", "bet 5", "stand")):
        with pytest.raises(RuleError):
            one("Kh 6d 6c 2s", *actions)


def test_30_1099_19_9_a_a_winning_hand_stands_and_pays_the_insurance() -> None:
    for actions in (("bet", "bet", "stand"), ("bet", "bet")):  # nothing else may be done
        assert one("Kh 6d 6c 2s", *actions) == bets(10)
        assert one("Kh 6d 6c 2s", *actions, insurance_fee=5) == bets(10, insurance_fee=-5)
    with pytest.raises(RuleError, match="legal are stand"):
        one("Kh 6d 6c 2s", "bet", "bet", "fold")
    with pytest.raises(RuleError, match="5 cards where the game deals 4"):
        one("Kh 6d 6c 2s 6h", "bet", "bet", "stand", insurance_fee=5)


def test_30_1099_19_9_b_without_insurance_a_losing_hand_is_over() -> None:
    for actions in (("bet", "bet"), ("bet", "bet", "fold")):
        lost = seat({"ante": 10}, "Kh 5d 5c 2s", *actions)
        assert all_nets(GAME, lost, community=OPEN) == [bets(-10)]
        assert set(rules(GAME, lost, community=OPEN).values()) == {f"{SECTION}(9)(b)(c)"}
    for last in ("buy", "stand"):
        with pytest.raises(RuleError, match="not allowed here"):
            one("Kh 5d 5c 2s", "bet", "bet", last)


def test_30_1099_19_9_c_with_insurance_the_player_may_fold() -> None:
    for last in ("fold", "stand"):  # a record may say that the player stood, and bought no card
        assert one("Kh 5d 5c 2s", "bet", "bet", last, insurance_fee=5) == bets(-10, insurance_fee=-5)
    with pytest.raises(RuleError, match="a decision is missing; legal are fold, buy"):
        one("Kh 5d 5c 2s", "bet", "bet", insurance_fee=5)


def test_30_1099_19_9_d_a_fifth_card_for_the_amount_of_the_ante() -> None:
    assert one("Kh 5d 5c 2s Ks", "bet", "bet", "buy", insurance_fee=5) == bets(20, insurance_fee=-5, bonus_card_fee=-10)
    bought = seat({"ante": 10, "insurance_fee": 5}, "Kh 5d 5c 2s 3h", "bet", "bet", "buy")
    assert all_nets(GAME, bought, community=OPEN) == [bets(-10, insurance_fee=-5, bonus_card_fee=-10)]
    cited = rules(GAME, bought, community=OPEN)
    assert cited["ante"] == f"{SECTION}(10)"
    assert (cited["insurance_fee"], cited["bonus_card_fee"]) == (f"{SECTION}(9)", f"{SECTION}(9)(d)")
    with pytest.raises(RuleError, match="needs 5 cards"):
        one("Kh 5d 5c 2s", "bet", "bet", "buy", insurance_fee=5)


def test_30_1099_19_9_d_a_winner_that_paid_for_a_card_gets_the_fee_back() -> None:
    found = seat({"ante": 10, "insurance_fee": 5}, "Kh 6d 6c 2s", "bet", "bet", "buy")
    assert all_nets(GAME, found, community=OPEN) == [bets(10, insurance_fee=-5, bonus_card_fee=0)]
    assert rules(GAME, found, community=OPEN)["bonus_card_fee"] == f"{SECTION}(9)(d)"
    with pytest.raises(RuleError, match="5 cards where the game deals 4"):
        one("Kh 6d 6c 2s 6h", "bet", "bet", "buy", insurance_fee=5)


def test_30_1099_19_9_live_seats_decide_only_where_there_is_a_choice() -> None:
    asked = set()
    for seed in range(40):
        wagers = {"ante": 10, **({"insurance_fee": 5} if seed % 2 else {})}
        live = open_round(convert_round({"game": GAME, "seats": [{"wagers": wagers}]}), seed)
        live = live.act(0, "bet").act(0, "bet")
        if not live.over:
            asked.add(tuple(action.verb for action in live.legal(0)))
            live = live.act(0, "buy")
        assert live.over
        file = live.round_file()
        last, cards = file["seats"][0]["actions"][-1], file["seats"][0]["cards"]
        assert (last, len(cards)) in {("stand", 4), ("fold", 4), ("buy", 5)}
    assert asked == {("fold", "buy")}


HANDS = {  # four own cards, the open card
    "royal flush": ("As Ks Qs Js", "Ts"),
    "straight flush": ("9s 8s 7s 6s", "5s"),
    "four aces": ("As Ad Ac Ah", "5s"),
    "four kings": ("Ks Kd Kc Kh", "5s"),
    "four fives": ("5s 5d 5c 5h", "9s"),
    "four fours": ("4s 4d 4c 4h", "9s"),
    "four twos": ("2s 2d 2c 2h", "9s"),
    "full house": ("8c 8d 8h 5c", "5s"),
    "flush": ("As 8s 7s 6s", "2s"),
    "straight": ("9s 8d 7s 6d", "5c"),
    "wheel": ("As 2d 3s 4d", "5c"),
    "three of a kind": ("2c 2d 2h 6c", "5s"),
    "two pair": ("3c 2d 3h 6c", "2s"),
    "aces": ("Ac 3d 9h 6c", "As"),
    "sixes": ("6d 3d 9h 6c", "As"),
    "fives": ("5d 3d 9h 6c", "5s"),
    "nothing": ("Ac 3d 9h 6c", "5s"),
}
PRICES = {
    "A": (1000, 100, 50, 50, 50, 50, 50, 20, 6, 4, 4, 3, 2, 1, 1, -1, -1),
    "B": (500, 100, 30, 30, 30, 30, 30, 15, 7, 4, 4, 3, 2, 1, 1, -1, -1),
    "C": (500, 100, 100, 50, 50, 75, 75, 20, 6, 4, 4, 3, 2, 1, 1, -1, -1),
    "D": (200, 50, 20, 20, 20, 20, 20, 10, 6, 3, 3, 3, 2, 1, 1, -1, -1),
    "E": (100, 50, 20, 20, 20, 20, 20, 10, 6, 3, 3, 3, 2, 1, 1, -1, -1),
}


def test_30_1099_19_11_options_a_to_e_on_all_three_bets() -> None:
    for option, prices in PRICES.items():
        house = {"pay_tables": {"main": option}}
        for (hand, (cards, community)), price in zip(HANDS.items(), prices, strict=True):
            nets = one(cards, "bet", "bet", community=community, house=house)
            assert nets == bets(10 * price), (option, hand)


def test_30_1099_19_11_the_best_five_of_six_cards() -> None:
    for cards, community, price in (
        ("9s 8d 7s 2d 6h", "5c", 4),
        ("As 8s 7s 6d 2s", "Ks", 6),
        ("5c 5d 2h 3s 2c", "4s", 2),
    ):
        nets = one(cards, "bet", "bet", "buy", community=community, insurance_fee=5)
        assert nets == bets(10 * price, insurance_fee=-5, bonus_card_fee=-10)


@pytest.mark.parametrize("option", list(PRICES))
def test_30_1099_19_11_substitute_awards(option: str) -> None:
    for hand, name in (("royal flush", "royal_flush_award"), ("straight flush", "straight_flush_award")):
        cards, community = HANDS[hand]
        for award, net in (("2500 to 1", 25000), ("$4000 flat", 4000)):
            house = {name: award, "pay_tables": {"main": option}}
            assert one(cards, "bet", "bet", community=community, house=house) == bets(net)
            other = "straight flush" if hand == "royal flush" else "royal flush"
            cards_, community_ = HANDS[other]
            price = PRICES[option][list(HANDS).index(other)]
            assert one(cards_, "bet", "bet", community=community_, house=house) == bets(10 * price)
    with pytest.raises(RuleError, match="cannot read the price"):
        one("Kh 6d", "fold", house={"royal_flush_award": "a car"})


def test_30_1047_ceilings_count_prices_of_50_to_1() -> None:
    cards, community = HANDS["royal flush"]
    house = {"max_payout_per_player": 15000, "min_ante": 10}
    assert one(cards, "bet", "bet", community=community, house=house) == bets(5000)
    house = {"max_payout_per_player": 100, "min_ante": 10}
    assert sum(one(cards, "bet", "bet", community=community, house=house).values()) == pytest.approx(10000, abs=0.1)
    cards, community = HANDS["full house"]
    assert one(cards, "bet", "bet", community=community, house=house) == bets(200)
