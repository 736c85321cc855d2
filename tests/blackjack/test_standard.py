"""The standard game: every rule of the house as an option, and every way a hand can end."""

from typing import Any

import pytest
from tests.blackjack.helpers import all_nets, answer, seat, settle

from houseway.rules.errors import RuleError
from houseway.rules.game import load_game

TEN = {"blackjack": 10.0}


def net(cards: str, *actions: str, dealer: str, **more: Any) -> float:
    return settle("blackjack", seat(TEN, cards, *actions), dealer=dealer, **more)["blackjack"]


@pytest.mark.parametrize(
    ("cards", "actions", "dealer", "expected"),
    [
        ("Th 9d", ("stand",), "Tc 8d", 10),
        ("Th 8d", ("stand",), "Tc 8h", 0),
        ("Th 7d", ("stand",), "Tc 8h", -10),
        ("Th 6d 9c", ("hit",), "Tc 6h", -10),
        ("Th 2d", ("stand",), "Tc 6h 6d", 10),
        ("As Kd", (), "Tc 7d", 15),
        ("As Kd", (), "Tc Ad", 0),
        ("7s 7d 7c", ("hit",), "Tc Ad", None),
        ("Th 9d", (), "Tc Ad", -10),
        ("6h 5d Tc", ("double",), "Tc 8d", 20),
        ("6h 5d 2c", ("double",), "Tc 8d", -20),
    ],
)
def test_rule_8_hands_against_the_dealer(
    cards: str, actions: tuple[str, ...], dealer: str, expected: float | None
) -> None:
    if expected is None:  # nobody acts once the dealer has looked and found a natural
        with pytest.raises(RuleError, match="the dealer has a natural"):
            net(cards, *actions, dealer=dealer)
    else:
        assert net(cards, *actions, dealer=dealer) == expected


@pytest.mark.parametrize(("pays", "expected"), [("3 to 2", 15), ("6 to 5", 12), ("1 to 1", 10)])
def test_rule_8_natural_pays_what_the_house_posts(pays: str, expected: float) -> None:
    assert net("As Kd", dealer="Tc 7d", house={"blackjack_pays": pays}) == expected


def test_rule_8_soft_17_is_an_option() -> None:
    assert net("Th 8d", "stand", dealer="6c Ad", house={"dealer_hits_soft_17": False}) == 10
    assert net("Th 8d", "stand", dealer="6c Ad 4h", house={"dealer_hits_soft_17": True}) == -10
    with pytest.raises(RuleError, match="dealer must draw"):
        net("Th 8d", "stand", dealer="6c Ad", house={"dealer_hits_soft_17": True})
    with pytest.raises(RuleError, match="stands"):
        net("Th 8d", "stand", dealer="6c Ad 4h")


@pytest.mark.parametrize(
    ("allowed", "cards", "legal"),
    [("any", "5h 3d Tc", True), ("9-11", "5h 3d Tc", False), ("9-11", "5h 4d Tc", True), ("10-11", "5h 4d Tc", False)],
)
def test_rule_8_totals_that_may_be_doubled(allowed: str, cards: str, legal: bool) -> None:
    house = {"double_on": allowed}
    if legal:
        assert net(cards, "double", dealer="Tc 7d", house=house) in (-20, 20)
    else:
        with pytest.raises(RuleError, match="not allowed here"):
            net(cards, "double", dealer="Tc 7d", house=house)


def test_rule_8_a_split_makes_two_hands_each_settled_alone() -> None:
    split = seat(TEN, "", "split", "hand_1 stand", "hand_2 hit", "hand_2 stand", dealt="8h 8d", hands="8h Tc|8d 3s 9c")
    assert settle("blackjack", split, dealer="Tc 9d") == {"blackjack": 0}


def test_rule_8_double_after_split() -> None:
    split = seat(TEN, "", "split", "hand_1 double", "hand_2 stand", dealt="8h 8d", hands="8h 3c Ts|8d Ts")
    assert settle("blackjack", split, dealer="Tc 9d") == {"blackjack": 10}
    with pytest.raises(RuleError, match="not allowed here"):
        settle("blackjack", split, dealer="Tc 9d", house={"double_after_split": False})


def test_rule_8_split_aces_take_one_card_and_make_no_natural() -> None:
    aces = seat(TEN, "", "split", dealt="Ah Ad", hands="Ah Kc|Ad 5s")
    assert settle("blackjack", aces, dealer="Tc 7d") == {"blackjack": 0}
    more = seat(TEN, "", "split", "hand_2 hit", "hand_2 stand", dealt="Ah Ad", hands="Ah Kc|Ad 5s 5d")
    with pytest.raises(RuleError):
        settle("blackjack", more, dealer="Tc 7d")
    assert settle("blackjack", more, dealer="Tc 7d", house={"hit_split_aces": True}) == {"blackjack": 20}


def test_rule_8_aces_again() -> None:
    again = seat(TEN, "", "split", "hand_1 split", dealt="Ah Ad", hands="Ah Kc|As 9s|Ad 5s")
    assert settle("blackjack", again, dealer="Tc 7d", house={"split_aces": "again"}) == {"blackjack": 10}
    with pytest.raises(RuleError):
        settle("blackjack", again, dealer="Tc 7d")


def test_rule_8_number_of_hands_by_splits() -> None:
    four = seat(TEN, "", "split", "split", "hand_3 split", dealt="8h 8d", hands="8h Ts|8d Td|8c Tc|8s Th")
    assert settle("blackjack", four, dealer="Tc 7d") == {"blackjack": 40}
    with pytest.raises(RuleError, match="4 hands where the rules allow 3"):
        settle("blackjack", four, dealer="Tc 7d", house={"split_hands": 3})


def test_rule_8_cards_of_one_value_or_of_one_rank_are_split() -> None:
    tens = seat(TEN, "", "split", dealt="Kh Td", hands="Kh 9s|Td 9d")
    assert settle("blackjack", tens, dealer="Tc 7d") == {"blackjack": 20}
    with pytest.raises(RuleError):
        settle("blackjack", tens, dealer="Tc 7d", house={"split_same": "rank"})


def test_rule_8_late_surrender_comes_after_the_look_and_early_before() -> None:
    quits = seat(TEN, "Th 6d", "surrender")
    assert settle("blackjack", quits, dealer="9c 7d", house={"surrender": "late"}) == {"blackjack": -5}
    assert settle("blackjack", quits, dealer="Ac Kd", house={"surrender": "early"}) == {"blackjack": -5}
    with pytest.raises(RuleError):
        settle("blackjack", quits, dealer="Ac Kd", house={"surrender": "late"})
    with pytest.raises(RuleError):
        settle("blackjack", quits, dealer="9c 7d")


def test_rule_8_without_a_look_doubles_are_at_risk() -> None:
    doubled = seat(TEN, "6h 5d Tc", "double")
    for hole in ("no peek", "none"):
        assert settle("blackjack", doubled, dealer="Tc Ad", house={"hole_card": hole}) == {"blackjack": -20}
        house = {"hole_card": hole, "dealer_natural_takes": "initial"}
        assert settle("blackjack", doubled, dealer="Tc Ad", house=house) == {"blackjack": -10}


def test_rule_8_european_dealer_takes_no_second_card_when_all_have_bust() -> None:
    assert net("Th 6d 9c", "hit", dealer="Tc", house={"hole_card": "none"}) == -10
    assert net("As Kd", dealer="9c", house={"hole_card": "none"}) == 15
    with pytest.raises(RuleError, match="dealer must draw"):
        net("As Kd", dealer="Ac", house={"hole_card": "none"})


def test_rule_8_insurance_is_half_the_wager_at_most_and_pays_two_to_one() -> None:
    insured = seat(TEN, "Th 9d", "insurance 5")
    assert settle("blackjack", insured, dealer="Ac Kd") == {"blackjack": -10, "insurance": 10}
    played = seat(TEN, "Th 9d", "insurance 2.5", "stand")
    assert settle("blackjack", played, dealer="Ac 7d") == {"blackjack": 10, "insurance": -2.5}
    with pytest.raises(RuleError, match="at most"):
        settle("blackjack", seat(TEN, "Th 9d", "insurance 6"), dealer="Ac Kd")
    with pytest.raises(RuleError):
        settle("blackjack", insured, dealer="Kc Ad")
    with pytest.raises(RuleError):
        settle("blackjack", insured, dealer="Ac Kd", house={"insurance": False})


def test_rule_8_insurance_is_cut_to_the_posted_maximum() -> None:
    posted = {"limits": {"insurance": [0, 3]}}
    whole = seat(TEN, "Th 9d", "insurance")
    assert settle("blackjack", whole, dealer="Ac Kd", house=posted) == {"blackjack": -10, "insurance": 6}
    with pytest.raises(RuleError, match=r"insurance may be at most \$3, not 5"):
        settle("blackjack", seat(TEN, "Th 9d", "insurance 5"), dealer="Ac Kd", house=posted)


@pytest.mark.parametrize(
    ("even_money", "pays", "dealer", "expected"),
    [
        ("flat", "6 to 5", "Ac Kd", 10),
        ("flat", "6 to 5", "Ac 7d", 10),
        ("insured", "6 to 5", "Ac Kd", 10),
        ("insured", "6 to 5", "Ac 7d", 7),
        ("insured", "3 to 2", "Ac 7d", 10),
    ],
)
def test_rule_8_even_money(even_money: str, pays: str, dealer: str, expected: float) -> None:
    house = {"even_money": even_money, "blackjack_pays": pays}
    assert net("As Kd", "take even money", dealer=dealer, house=house) == expected


def test_rule_8_even_money_is_offered_where_it_is_worth_an_insurance() -> None:
    assert net("As Kd", "take even money", dealer="Ac Kd") == 10
    with pytest.raises(RuleError, match="even money"):
        net("As Kd", "take even money", dealer="Ac 7d", house={"blackjack_pays": "6 to 5"})


def test_hits_and_stands_may_be_left_unsaid() -> None:
    assert net("Th 2d 7c", dealer="Tc 8d") == 10
    split = seat(TEN, "", "split", "hand_2 double", dealt="8h 8d", hands="8h 2c 9s|8d 3s Td")
    assert settle("blackjack", split, dealer="Tc 8d") == {"blackjack": 30}


@pytest.mark.parametrize(
    ("round_", "field"),
    [
        ({"seats": [seat(TEN, "Th 9d", "fold")], "dealer": "Tc 8d"}, "seats[0].actions"),
        ({"seats": [seat(TEN, "Th 9d 2c", "stand")], "dealer": "Tc 8d"}, "seats[0].cards"),
        ({"seats": [seat(TEN, "Th 9d", "hit")], "dealer": "Tc 8d"}, "seats[0].cards"),
        ({"seats": [seat(TEN, "Th 9d", "stand", "hit")], "dealer": "Tc 8d"}, "seats[0].actions"),
        ({"seats": [seat({"ante": 5}, "Th 9d", "stand")], "dealer": "Tc 8d"}, "seats[0].wagers.ante"),
        ({"seats": [seat(TEN, "Th 9d", "stand")], "dealer": "Tc 8d 2h"}, "dealer[2]"),
        ({"seats": [seat(TEN, "Th 9d", "stand")], "dealer": ""}, "dealer"),
        ({"seats": [seat(TEN, "Th Th", "stand")], "dealer": "Tc 8d", "house": {"decks": 1}}, "seats[0].cards[1]"),
        ({"seats": [seat(TEN, "Th", "stand")], "dealer": "Tc 8d"}, "seats[0].cards"),
        ({"seats": [seat(TEN, "", dealt="8h 9d", hands="8h 2c|9d 3c")], "dealer": "Tc 8d"}, "seats[0].hands"),
        ({"seats": [seat(TEN, "Th 9d", "stand")], "dealer": "Tc 8d", "house": {"decks": 9}}, "house.decks"),
    ],
)
def test_bad_input_names_its_field(round_: dict[str, Any], field: str) -> None:
    seats = round_.pop("seats")
    with pytest.raises(RuleError) as error:
        answer("blackjack", *seats, **round_)
    assert error.value.field == field


def test_each_seat_is_settled_alone_and_the_house_has_the_other_side() -> None:
    seats = [seat(TEN, "Th 9d", "stand"), seat(TEN, "Th 2d Tc", "hit"), seat({"blackjack": 20}, "As Kd")]
    assert all_nets("blackjack", *seats, dealer="Tc 7d") == [{"blackjack": 10}, {"blackjack": -10}, {"blackjack": 30}]
    assert answer("blackjack", *seats, dealer="Tc 7d")["house"] == -30


def test_rule_8_words_about_insurance() -> None:
    taken = seat({"blackjack": 10.0}, "Th 9d", "take insurance 5", "stand")
    assert settle("blackjack", taken, dealer="Ac Kd") == {"blackjack": -10, "insurance": 10}
    refused = seat({"blackjack": 10.0}, "Th 9d", "no insurance", "stand")
    assert settle("blackjack", refused, dealer="Ac 7d") == {"blackjack": 10}
    assert settle("blackjack", refused, dealer="Ac Kd") == {"blackjack": -10}


def test_30_807_1_what_it_does_not_print_is_cited_as_common_practice() -> None:
    """The paragraph has wagers made before the cards, and breaks off before the list of events that win."""
    made = load_game("blackjack")
    assert made.cite(made.spec.wagers["blackjack"].rule) == "CO 30-807(1)"
    for cards, actions, dealer in (
        ("As Kd", (), "Tc 7d"),
        ("Th 9d", ("stand",), "Tc 8d"),
        ("Th 8d", ("stand",), "Tc 8h"),
        ("Th 6d 9c", ("hit",), "Tc 6h"),
        ("Th 9d", ("insurance 5",), "Ac Td"),
    ):
        settled = answer("blackjack", seat(TEN, cards, *actions), dealer=dealer)["seats"][0]
        assert {line["rule"] for line in settled["lines"]} == {"common practice"}, cards


def test_split_hands_are_settled_on_a_line_each_with_their_own_reason_and_paragraph() -> None:
    played = seat({"blackjack": 10}, "", "split free", "hand_1 double free", dealt="8s 8d", hands="8s 3c Kd | 8d 9h")
    lines = answer("free-bet-blackjack", played, dealer="6h Kc 4d")["seats"][0]["lines"]
    assert [line["spot"] for line in lines] == ["hand 1", "hand 2"]
    assert [line["reason"] for line in lines][1] == "17 loses to 20: lose"
    assert [line["rule"] for line in lines] == ["CO 30-2116(9)(a)", "CO 30-2116(8)(b)"]
    assert lines[0]["net"] > 0 >= lines[1]["net"]
