"""Western Stud, CO 30-1099.15, paragraph by paragraph."""

import pytest
from tests.rulebook.helpers import Nets, rules, seat, settle

from houseway.families import open_round
from houseway.families import settle as settle_file
from houseway.play.core.roundfile import convert_round
from houseway.rules.errors import RuleError

GAME = "western-stud"
NINES, QUEEN = "9c 9s 6d 4c 8h", "Qh Jd 8c 5s 2h"
ANTES = {"ante": 10, "double_pay_ante": 10}


def one(cards: str, *actions: str, dealer: tuple[str, str] = (NINES, QUEEN)) -> Nets:
    return settle(GAME, seat(ANTES, cards, *actions), piles={"dealer_hands": list(dealer)})


def test_30_1099_15_2_both_antes_in_equal_amounts() -> None:
    for wagers in ({"ante": 10}, {"double_pay_ante": 10}, {"ante": 10, "double_pay_ante": 5}):
        with pytest.raises(RuleError, match="ante"):
            settle(GAME, seat(wagers, "Kc Kd 7h 3s 2d", "bet high"), piles={"dealer_hands": [NINES, QUEEN]})


def test_30_1099_15_5_b_the_higher_dealer_hand_plays_high_in_either_place() -> None:
    for dealer in ((NINES, QUEEN), (QUEEN, NINES)):
        assert one("Kc Kd 7h 3s 2d", "bet high", dealer=dealer) == {"ante": 10, "high": 10, "double_pay_ante": 10}
        assert one("8d 8s 7h 3s 2d", "bet high", dealer=dealer)["ante"] == -10
        assert one("Kc Ks 7h 3s 2d", "bet low", dealer=dealer)["low"] == -10
        assert one("Jc 7s 6h 3s 2d", "bet low", dealer=dealer)["low"] == 10


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("Kc Ks 7h 3s 2d", "pair of kings loses to Q-J-8-5-2 low: lose"),
        ("Tc 7s 6h 3s Ad", "10-7-6-3-A low beats Q-J-8-5-2 low: pays 1 to 1"),
    ],
)
def test_30_1099_15_5_a_low_hand_is_called_by_its_cards(cards: str, said: str) -> None:
    file = {
        "game": GAME,
        "seats": [seat(ANTES, cards, "bet low")],
        "piles": {"dealer_hands": [NINES.split(), QUEEN.split()]},
    }
    assert next(line.reason for line in settle_file(convert_round(file)).seats[0] if line.wager == "low") == said


def test_30_1099_15_5_straights_and_flushes_do_not_impair_a_low() -> None:
    nets = one("Ad 2d 3d 4d 5d", "bet low")
    assert nets == {"ante": 10, "low": 10, "double_pay_ante": 25 * 10 + 250 * 10}


def test_30_1099_15_5_c_both_hands_must_be_beaten() -> None:
    dealer = ("6c 6s 9d Kc 2h", "Kh Qd 8c 5s 2c")
    assert one("2d 3d 4h 5d 6h", "bet both", dealer=dealer) == {"ante": 10, "both": 30, "double_pay_ante": 70 + 40}
    assert one("Ac As 9h 3s 2d", "bet both", dealer=dealer)["both"] == -10
    assert one("Jc 7s 9h 3s 2d", "bet both", dealer=dealer)["ante"] == -10
    # A tie with the low hand is not a win: the straight beats the other hand and ties the wheel for low.
    tied = one("Ad 2d 3h 4d 5d", "bet both", dealer=("6h 7h 8d 9s Ts", "Ac 2s 3c 4s 5h"))
    assert (tied["ante"], tied["both"]) == (-10, -10)


def test_30_1099_15_6_a_fold_loses_both_antes() -> None:
    assert one("As Ad Ac Ah", "fold", dealer=("9c 9s 6d 4c", "Qh Jd 8c 5s")) == {"ante": -10, "double_pay_ante": -10}


def test_30_1099_15_5_one_decision_of_the_size_of_the_ante() -> None:
    for wrong in ("bet", "bet high 20", "bet all", "check"):
        with pytest.raises(RuleError):
            one("Kc Kd 7h 3s 2d", wrong)


def test_30_1099_15_9_every_row_of_four_cards() -> None:
    rows = {
        "As Ad Ac Ah 2c": 500 + 50, "6s 6d 6c 6h 2c": 250 + 50, "Ah Kh Qh Jh 9c": 50, "9h 8h 7h 6h 2c": 25,
        "6s 6d 6c 9h 2c": 9 + 2, "9h 8d 7h 6s Kc": 7, "6s 6d 9c 9h 2c": 4 + 1, "2h 5h 9h Kh 3c": 2, "Js Jd 4c 9h 2c": 1,
        "Ts Td 4c 9h 2c": -1, "2h 4d 6h 8s Kc": 1, "2h 4d 6h 9s Kc": -1, "Ah 4d 6h 8s Kc": 1,
    }  # fmt: skip
    dealer = ("Td Tc 3d 3h 4s", "Kd Qd 7d 5c 3s")
    for cards, pays in rows.items():
        other = [" ".join(card if card not in cards.split() else "5d" for card in hand.split()) for hand in dealer]
        if len({*" ".join([cards, *other]).split()}) < 15:
            other = ["Tc Kd 3d 3h 4s", "Qd 7d 5c 3s 8c"]
        assert one(cards, "bet high", dealer=(other[0], other[1]))["double_pay_ante"] == 10 * pays, cards


def test_30_1099_15_9_every_row_of_five_cards() -> None:
    rows = {
        "Ah Kh Qh Jh Th": 50 + 500, "9h 8h 7h 6h 5h": 25 + 250, "6s 6d 6c 9h 6h": 9 + 50, "6s 6d 9c 9h 9s": 4 + 8,
        "2h 5h 9h Kh 3h": 2 + 6, "9h 8d 7h 2s Tc": -1, "9h 8d 7h Ts Jc": 7 + 4, "9h 8d 7h Js Tc": 4,
        "6s 6d 2c 9h 6h": 2, "6s 6d 2c 9h 9s": 1, "6s 6d 2c 9h Ks": -1, "2h 4d 6h 8s Ac": 1 + 1, "2h 4d 6h Ks 8c": -1,
    }  # fmt: skip
    for cards, pays in rows.items():
        nets = one(cards, "bet high", dealer=("Td Qs 3d 3s 4s", "Kd Qd 7d 5c 3c"))
        assert nets["double_pay_ante"] == 10 * pays, cards


def test_30_1099_15_10_identical_hands_push() -> None:
    assert one("9d 9h 6s 4d 8s", "bet high")["high"] == 0
    assert one("9d 9h 6s 4d 8s", "bet high")["ante"] == 0
    tied = one("Qd Js 8d 5h 2s", "bet low")
    assert (tied["low"], tied["ante"]) == (0, 0)


def test_30_1099_15_citations() -> None:
    section, piles = "CO 30-1099.15", {"dealer_hands": [NINES, QUEEN]}
    cited = rules(GAME, seat(ANTES, "Kc Kd 7h 3s 2d", "bet high"), piles=piles)
    assert cited == {"ante": f"{section}(10)", "high": f"{section}(10)", "double_pay_ante": f"{section}(9)"}
    both = rules(GAME, seat(ANTES, "Kc Kd 7h 3s 2d", "bet both"), piles={"dealer_hands": [NINES, QUEEN]})
    assert (both["ante"], both["both"]) == (f"{section}(5)(c)", f"{section}(5)(c)")
    folded = rules(GAME, seat(ANTES, "Kc Kd 7h 3s", "fold"), piles={"dealer_hands": [NINES, QUEEN]})
    assert folded == {"ante": f"{section}(6)", "double_pay_ante": f"{section}(6)"}


def test_a_live_round_settles_like_its_file() -> None:
    opening = convert_round({"game": GAME, "seats": [{"wagers": ANTES}] * 4})
    for seed in range(5):
        live = open_round(opening, seed)
        for turn, action in enumerate(("bet high", "bet low", "bet both", "fold")):
            live = live.act(turn, action)
        assert settle_file(convert_round(live.round_file())).seats == live.settle().seats
