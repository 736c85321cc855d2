"""Free Bet Blackjack, CO 30-2116, and Ride Free, CO 30-2119."""

import pytest
from tests.blackjack.helpers import answer, rules, seat, settle

from houseway.families import sheet_of
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.rules.sheet.html import to_html

FREE, RIDE = "free-bet-blackjack", "ride-free"
TEN = {"blackjack": 10.0}


@pytest.mark.parametrize("game", [FREE, RIDE])
@pytest.mark.parametrize(("dealer", "net"), [("7s Td", 20), ("Ts Qd", 0), ("Ts 6d 5h", -10), ("Ts 2d Th", 0)])
def test_30_2116_9_a_free_double_wins_as_much_and_costs_nothing(game: str, dealer: str, net: float) -> None:
    assert settle(game, seat(TEN, "6h 5d 9c", "double free"), dealer=dealer) == {"blackjack": net}


@pytest.mark.parametrize(
    ("cards", "actions", "dealer", "rule"),
    [
        ("Kh 9d", ("stand",), "7s Td", "(7)"),
        ("Kh 6d", ("stand",), "7s Td", "(7)"),
        ("6h 5d 9c", ("double",), "7s Td", "(7)"),
        ("6h 5d 9c", ("double free",), "7s Td", "(9)(a)"),
        ("6h 4d 5c", ("double free",), "9s Td", "(9)(b)"),
        ("6h 5d 8c", ("double free",), "9s Td", "(9)(c)"),
    ],
)
def test_30_2116_7_and_9_a_plain_hand_is_standard_blackjack_and_a_free_double_has_paragraphs_of_its_own(
    cards: str, actions: tuple[str, ...], dealer: str, rule: str
) -> None:
    (line,) = answer(FREE, seat(TEN, cards, *actions), dealer=dealer)["seats"][0]["lines"]
    assert line["rule"] == f"CO 30-2116{rule}"


@pytest.mark.parametrize("cards", ["5h 3d 9c", "Ah 8d 9c", "7h 5d 9c"])
def test_30_2116_9_only_hard_nine_to_eleven_is_doubled_free(cards: str) -> None:
    with pytest.raises(RuleError, match="not allowed here"):
        settle(FREE, seat(TEN, cards, "double free"), dealer="7s Td")
    assert settle(FREE, seat(TEN, cards, "double"), dealer="7s Td")["blackjack"] in (20, -20, 0)


def test_30_2116_8_a_free_split_pays_each_winning_hand_the_original_wager() -> None:
    split = seat(
        {**TEN, "pot_of_gold": 5.0},
        "",
        "split free",
        "hand_1 double free",
        "hand_2 stand",
        dealt="8h 8d",
        hands="8h 3c Td|8d Tc",
    )
    assert settle(FREE, split, dealer="7s Td") == {"blackjack": 30, "pot_of_gold": 50}
    assert settle(FREE, split, dealer="Ts 9d") == {"blackjack": 20, "pot_of_gold": 50}


def test_30_2116_8d_the_busted_original_hand_is_all_that_can_be_lost() -> None:
    split = seat(TEN, "", "split free", "hand_1 hit", "hand_2 stand", dealt="8h 8d", hands="8h 6c Td|8d Tc")
    assert settle(FREE, split, dealer="7s Td") == {"blackjack": 0}
    assert settle(FREE, split, dealer="Ts 9d") == {"blackjack": -10}


def test_30_2116_7b_ten_value_cards_are_split_for_money_only() -> None:
    tens = seat(TEN, "", "split free", dealt="Kh Kd", hands="Kh 9c|Kd 8c")
    with pytest.raises(RuleError):
        settle(FREE, tens, dealer="7s Td")
    paid = seat(TEN, "", "split", dealt="Kh Kd", hands="Kh 9c|Kd 8c")
    assert settle(FREE, paid, dealer="7s Td") == {"blackjack": 20}


def test_30_2116_7d_four_hands_and_no_more() -> None:
    seven = {**TEN, "pot_of_gold": 1.0}
    hands = "8h 2c 9d|8d 3c 8s|8c 2s 9s|8s 3d 7h"
    doubled = [f"hand_{number} double free" for number in range(1, 5)]
    four = seat(seven, "", "split free", "split free", "split free", *doubled, dealt="8h 8d", hands=hands)
    nets = settle(FREE, four, dealer="6s Td Kc", house={"pay_tables": {"pot_of_gold": "POG 01"}})
    assert nets == {"blackjack": 80, "pot_of_gold": 1000}
    with pytest.raises(RuleError, match="5 hands where the rules allow 4"):
        settle(FREE, seat(seven, "", "split free", dealt="8h 8d", hands=hands + "|8d Tc"), dealer="6s Td Kc")


@pytest.mark.parametrize(
    ("splits", "hands"),
    [
        (("split free", "hand_1 split free", "hand_3 split free"), "4h 5c Tc|4s 5d Td|4d 6d Jd|4c 7d Kd"),
        (("split free", "hand_1 split free", "hand_2 split free"), "4h 5c Tc|4d 6d Jd|4s 5d Td|4c 7d Kd"),
        (("split free", "split free", "split free"), "4h 5c Tc|4s 5d Td|4d 6d Jd|4c 7d Kd"),
    ],
)
def test_30_2116_7d_splits_told_before_the_plays_of_the_hands(splits: tuple[str, ...], hands: str) -> None:
    plays = [f"hand_{number} double free" for number in range(1, 5)]
    four = seat({**TEN, "pot_of_gold": 5.0}, "", *splits, *plays, dealt="4h 4d", hands=hands)
    house = {"pay_tables": {"pot_of_gold": "POG 01"}}
    assert settle(FREE, four, dealer="7s Td", house=house) == {"blackjack": 80, "pot_of_gold": 5000}


def test_30_2116_7g_dealer_22_pushes_but_a_busted_hand_is_lost_and_a_natural_paid() -> None:
    assert settle(FREE, seat(TEN, "Th 9d", "stand"), dealer="6h Tc 6d") == {"blackjack": 0}
    assert settle(FREE, seat({**TEN, "push_22": 5.0}, "Th 6d 9c", "hit"), dealer="6h Tc 6d") == {
        "blackjack": -10,
        "push_22": 40,
    }
    natural = seat({**TEN, "push_22": 5.0}, "Ah Kd")
    assert settle(FREE, natural, dealer="6h Tc 6d")["blackjack"] == 15
    assert settle(FREE, natural, dealer="6h Tc 6d", house={"blackjack_against_22": "push"})["blackjack"] == 0


@pytest.mark.parametrize(
    ("table", "dealer", "pays"),
    [
        ("A", "6h Th 6h", 50),
        ("A", "6h Td 6h", 20),
        ("B", "6h Tc 6h", 7),
        ("C", "6h Tc 6h", 11),
        ("A", "6h Tc 5h", -1),
        ("A", "6h Tc 8h", -1),
    ],
)
def test_30_2116_10_push_22(table: str, dealer: str, pays: int) -> None:
    bet = seat({**TEN, "push_22": 5.0}, "Th 6d 9c", "hit")
    assert settle(FREE, bet, dealer=dealer, house={"pay_tables": {"push_22": table}})["push_22"] == 5 * pays


def test_30_2116_4_pot_of_gold_loses_without_a_free_bet_and_to_a_dealer_blackjack() -> None:
    wagers = {**TEN, "pot_of_gold": 5.0}
    assert settle(FREE, seat(wagers, "Th 9d", "stand"), dealer="7s Td")["pot_of_gold"] == -5
    assert settle(FREE, seat(wagers, "6h 5d"), dealer="As Td")["pot_of_gold"] == -5
    two = seat(wagers, "", "split free", "hand_1 double free", dealt="8h 8d", hands="8h 3c Td|8d Tc")
    assert settle(FREE, two, dealer="7s Td", house={"pay_tables": {"pot_of_gold": "POG 02"}})["pot_of_gold"] == 60


@pytest.mark.parametrize(
    ("cards", "dealer", "pays"),
    [
        ("Ks Ks", "As Td", 1000),
        ("Ks Ks", "9s Td", 100),
        ("Kh Kh", "9s Td", 30),
        ("Qh Qh", "9s Td", 20),
        ("Kh Qh", "9s Td", 9),
        ("Ah 9h", "9s Td", 9),
        ("Kh Kd", "9s Td", 6),
        ("Ah 9d", "9s Td", 4),
        ("Kh Td", "9s Td", 4),
        ("Kh 9d", "9s Td", -1),
    ],
)
def test_30_2116_5_kings_bounty(cards: str, dealer: str, pays: int) -> None:
    bet = seat({**TEN, "kings_bounty": 5.0}, cards)
    assert settle(FREE, bet, dealer=dealer)["kings_bounty"] == 5 * pays


def test_30_2116_7i_a_natural_pays_what_the_table_posts() -> None:
    natural = seat(TEN, "Ah Kd")
    assert settle(FREE, natural, dealer="9s Td", house={"blackjack_pays": "6 to 5"}) == {"blackjack": 12}
    with pytest.raises(RuleError):
        settle(FREE, natural, dealer="9s Td", house={"blackjack_pays": "1 to 1"})
    assert rules(FREE, natural, dealer="9s Td") == {"blackjack": "CO 30-2116(7)(i)"}


def test_30_2119_8c_late_surrender_where_the_house_offers_it() -> None:
    quits = seat(TEN, "Th 6d", "surrender")
    assert settle(RIDE, quits, dealer="9s Td", house={"late_surrender": True}) == {"blackjack": -5}
    with pytest.raises(RuleError):
        settle(RIDE, quits, dealer="9s Td")


def test_30_2119_3_bonus_wagers_may_stand_alone_unless_the_house_says_otherwise() -> None:
    alone = seat({"21_plus_3_classic": 5.0}, "9h Th")
    assert settle(RIDE, alone, dealer="2h 9d") == {"21_plus_3_classic": 45}
    with pytest.raises(RuleError, match="Blackjack is required"):
        settle(RIDE, alone, dealer="2h 9d", house={"main_wager_required": True})


def test_30_2119_28_top_3_needs_a_21_plus_3_wager() -> None:
    with pytest.raises(RuleError, match=r"21\+3 Classic or 21\+3 Xtreme"):
        settle(RIDE, seat({**TEN, "top_3": 5.0}, "9h 9h", "stand"), dealer="9h 9d")
    both = seat({**TEN, "21_plus_3_xtreme": 5.0, "top_3": 5.0}, "9h 9h", "stand")
    assert settle(RIDE, both, dealer="9h 9d") == {"21_plus_3_xtreme": 100, "top_3": 1350, "blackjack": 0}


def test_30_2119_21_a_hand_of_30_loses_hedge_22_and_bust_bonus_and_29_does_not() -> None:
    wagers = {**TEN, "hedge_22": 5.0}
    thirty = seat(wagers, "Kc Qd Jh", "bet bust_bonus 5", "hit")
    assert settle(RIDE, thirty, dealer="6h Th 6d") == {"blackjack": -10, "hedge_22": -5, "bust_bonus": -5}
    less = seat(wagers, "Kc 9d Jh", "bet bust_bonus 5", "hit")
    assert settle(RIDE, less, dealer="6h Th 6d") == {"blackjack": -10, "hedge_22": 100, "bust_bonus": 5}


@pytest.mark.parametrize(
    ("cards", "dealer", "suit", "net"),
    [
        ("Qh Qh", "As Ks", "s", 3999),
        ("Qh Qh", "As Ks", "h", 2999),
        ("Qh Qh", "As Kd", "s", 999),
        ("Qh Qh", "9s Kd", "s", 149),
        ("Kh Kh", "9s Kd", "s", 24),
        ("Kh Qh", "9s Kd", "s", 9),
        ("Ah 9d", "9s Kd", "s", 1),
        ("Ah 8d", "9s Kd", "s", -1),
    ],
)
def test_30_2119_31_lucky_ladies_progressive(cards: str, dealer: str, suit: str, net: float) -> None:
    house = {"pay_tables": {"lucky_ladies_progressive": "PT-BJS-LL-35"}, "specified_suit": suit}
    bet = seat({**TEN, "lucky_ladies_progressive": 1.0}, cards)
    nets = settle(RIDE, bet, dealer=dealer, house=house, meters={"lucky_ladies": 4000})
    assert nets["lucky_ladies_progressive"] == net


def test_30_2119_26_dealer_envy_is_a_fixed_sum_for_each_winning_hand() -> None:
    flush = seat({**TEN, "21_plus_3_classic": 50.0}, "7d 9d", "stand")
    straight = seat({**TEN, "21_plus_3_classic": 5.0}, "3d 4c", "stand")
    house = {"pay_tables": {"21_plus_3_classic": "PT-FLT-213-E04"}}
    assert answer(RIDE, flush, straight, dealer="2d Ts 6h", house=house)["dealer_envy"] == 3


def test_30_2116_7g_the_dealer_draws_out_for_a_natural_that_a_22_would_push() -> None:
    alone = seat(TEN, "Ah Kd")
    house = {"blackjack_against_22": "push"}
    assert settle(FREE, alone, dealer="6h Tc 6d", house=house) == {"blackjack": 0}
    assert settle(FREE, alone, dealer="6h Tc 4d", house=house) == {"blackjack": 15}


def test_30_2116_4_the_sheet_says_that_a_dealer_natural_takes_pot_of_gold_whatever_the_free_bets() -> None:
    page = to_html(sheet_of(load_game(FREE)))
    assert "dealer natural" in page
    assert "None" not in page
