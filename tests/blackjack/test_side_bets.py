"""Side bets of Colorado's Rule 21 beside the standard game."""

from typing import Any

import pytest
from tests.blackjack.helpers import answer, rules, seat, settle

from houseway.rules.errors import RuleError

TEN = {"blackjack": 10.0}


def side(game: str, wager: str, cards: str, dealer: str, stake: float = 5, **more: Any) -> float:
    wagers = {**TEN, wager: stake, **more.pop("beside", {})}
    return settle(game, seat(wagers, cards), dealer=dealer, **more)[wager]


@pytest.mark.parametrize(
    ("cards", "dealer", "classic", "xtreme"),
    [
        ("9h Th", "2h 9c 9d", 9, 5),
        ("9h Tc", "Jh 9c", 9, 10),
        ("Ah 2c", "3h 9c 9d", 9, 10),
        ("Qh Kc", "Ah 7c", 9, 10),
        ("Kh Ac", "2h 7c 9d", -1, -1),
        ("9h 9c", "9d 9s", 9, 20),
        ("9h 9h", "9h 9s", 9, 20),
        ("9h Th", "Jh 9c", 9, 30),
        ("9h 9c", "Jh 9d", -1, -1),
    ],
)
def test_30_2107_2_three_card_hands(cards: str, dealer: str, classic: int, xtreme: int) -> None:
    assert side("21-plus-3", "21_plus_3", cards, dealer) == 5 * classic
    assert side("21-plus-3", "21_plus_3_xtreme", cards, dealer) == 5 * xtreme


@pytest.mark.parametrize(
    ("table", "cards", "dealer", "suit", "net"),
    [
        ("01", "As As", "As 9d", "s", 19999),
        ("01", "Kh Kh", "Kh 7d", "s", 19999),
        ("07", "Kh Kh", "Kh 7d", "s", 1999),
        ("07", "Kh Kh", "Kh 7d", "h", 19999),
        ("10", "Qh Qh", "Qh 7d", "s", 199),
        ("10", "2h 9h", "Qh 7d", "s", -1),
        ("08", "Qs Qs", "Qs 7d", "s", 19999),
        ("08", "Qh Qh", "Qh 7d", "s", 124),
        ("09", "Kh Kh", "Kh 7d", "s", 149),
        ("09", "Ah Ah", "Ah 7d", "s", 1999),
        ("11", "3h 4h", "5h 7d 9s", "s", 29),
        ("03", "Kh Kd", "Kc 7d", "s", 19),
        ("02", "3h 4d", "5h 7d 9s", "s", 5),
        ("05", "3h 9h", "5h 7d 9s", "s", 1),
    ],
)
def test_30_2107_progressive_tables(table: str, cards: str, dealer: str, suit: str, net: float) -> None:
    house = {"pay_tables": {"21_plus_3_progressive": f"PT-BJS-213-{table}"}, "specified_suit": suit}
    more = {"house": house, "meters": {"21_plus_3": 20000}}
    assert side("21-plus-3", "21_plus_3_progressive", cards, dealer, 1, **more) == net


def test_30_2107_prizes_multiply_with_the_unit_and_the_unit_is_fixed() -> None:
    house = {"pay_tables": {"21_plus_3_progressive": "PT-BJS-213-05"}, "progressive_unit": 5}
    more = {"house": house, "meters": {"21_plus_3": 20000}}
    assert side("21-plus-3", "21_plus_3_progressive", "8h 9c", "7s Td", 5, **more) == 30
    with pytest.raises(RuleError, match="fixed at"):
        side("21-plus-3", "21_plus_3_progressive", "8h 9c", "7s Td", 1, **more)


def test_30_2107_the_other_reading_of_the_second_line() -> None:
    house = {"pay_tables": {"21_plus_3_progressive": "PT-BJS-213-08"}, "queens_suited": "by the definitions"}
    more = {"house": house, "meters": {"21_plus_3": 20000}}
    assert side("21-plus-3", "21_plus_3_progressive", "Qh Qh", "Qh 7d", 1, **more) == 1999


def test_30_2107_1_numbers_of_decks() -> None:
    with pytest.raises(RuleError, match="is for 2 4-8 decks"):
        side("21-plus-3", "21_plus_3", "9h Th", "2h 9c 9d", house={"decks": 1})
    assert side("21-plus-3", "21_plus_3_xtreme", "9h Th", "2h 9c 9d", house={"decks": 1}) == 25
    with pytest.raises(RuleError, match="needs a wager on Blackjack"):
        settle("21-plus-3", seat({"21_plus_3": 5.0}, "9h Th"), dealer="2h 9c 9d")


def test_30_2107_two_winners_of_the_whole_meter_are_paid_from_the_dealers_right() -> None:
    wagers = {**TEN, "21_plus_3_progressive": 1.0}
    seats = [seat(wagers, "As As"), seat(wagers, "As As")]
    found = answer("21-plus-3", *seats, dealer="As 7d", meters={"21_plus_3": 20000})
    nets = [{line["wager"]: line["net"] for line in one["lines"]} for one in found["seats"]]
    assert [one["21_plus_3_progressive"] for one in nets] == [-1, 19999]
    assert found["meters"] == {"21_plus_3": 0}


@pytest.mark.parametrize(
    ("table", "cards", "pays"),
    [
        ("1", "Ah Kh", 30),
        ("3", "Ah Kh", 25),
        ("2", "9h Th", 8),
        ("13", "9h Th", 5),
        ("12", "9h 9c", 2),
        ("1", "Ah Kd", 1.5),
        ("14", "Ah Td", 2),
        ("1", "Ah Qh", 1.5),
        ("1", "9h Tc", 1),
        ("1", "Ah 2c", 1),
        ("1", "9h Jc", -1),
    ],
)
def test_30_2108_9_golden_21(table: str, cards: str, pays: float) -> None:
    house = {"pay_tables": {"golden_21_poker": table}}
    assert side("golden-21-poker", "golden_21_poker", cards, "9c 8d", 10, house=house) == 10 * pays


def test_30_2108_3_the_house_may_bound_the_bet_by_the_main_wager() -> None:
    with pytest.raises(RuleError, match="at most 1 times"):
        side("golden-21-poker", "golden_21_poker", "9h Tc", "9c 8d", 11, house={"golden_21_most": 1})


@pytest.mark.parametrize(
    ("cards", "actions", "pays"),
    [
        ("2h 3d", ("stand",), 3),
        ("Qh Jd", ("stand",), 3),
        ("Ah Kd", (), 3),
        ("4h 5d 3c", ("hit", "stand"), 25),
        ("4h 5d 3c 6s", ("hit", "hit", "stand"), 100),
        ("3h 4d 6c 5s", ("hit", "hit", "stand"), 3),
        ("5h 6d 7c 8s", ("hit", "hit"), 25),
        ("2h 3d 4c 5s 6h", ("hit", "hit", "hit", "stand"), 250),
        ("Ah 2d 3c 4s 5h 6d", ("hit", "hit", "hit", "hit"), 250),
        ("Kh Qd Ac", ("hit",), 25),
        ("5h 6d 7c", ("double",), 25),
        ("4h 6d 5c", ("hit", "stand"), -1),
    ],
)
def test_30_2109_7_a_straight_grows_until_it_breaks(cards: str, actions: tuple[str, ...], pays: int) -> None:
    bet = seat({**TEN, "straight_jack": 5.0}, cards, *actions)
    assert settle("straight-jack", bet, dealer="Td 8s")["straight_jack"] == 5 * pays


@pytest.mark.parametrize(
    ("dealt", "hands", "pays"),
    [
        ("8h 8d", "8h 9c|8d Ts", -1),  # lost before the split
        ("8h 8d", "8h 9c|8d 9s", -1),
        ("Jh Qd", "Jh 5c 2s|Qd Ts", 3),  # won before it
        ("Jh Qd", "Jh Kc|Qd Ts", 3),
    ],
)
def test_30_2109_6_b_losing_wagers_are_taken_before_the_first_player_acts(dealt: str, hands: str, pays: int) -> None:
    stands = ("hand_1 hit", "hand_1 stand") if len(hands.split("|")[0].split()) > 2 else ("hand_1 stand",)
    bet = seat({**TEN, "straight_jack": 5.0}, "", "split", *stands, "hand_2 stand", dealt=dealt, hands=hands)
    assert settle("straight-jack", bet, dealer="Td 8s")["straight_jack"] == 5 * pays


def test_30_2110_14_odds_and_a_share_of_the_meter() -> None:
    wagers = {**TEN, "straight_jack_progressive": 1.0}
    six = seat(wagers, "2h 3d 4c 5s As 6d", *["hit"] * 4)
    for table, net in (("SJP1", 5200), ("SJP3", 5200), ("SJP4", 5200)):
        house = {"pay_tables": {"straight_jack_progressive": table}}
        nets = settle("straight-jack-progressive", six, dealer="Td 8s", house=house, meters={"straight_jack": 5000})
        assert nets["straight_jack_progressive"] == net


@pytest.mark.parametrize("game", ["buffalo-blackjack-bonus-2", "buffalo-blackjack-bonus-3"])
@pytest.mark.parametrize(
    ("dealer", "pays"),
    [
        ("Ac 5d Th 9s", 3),
        ("2c Tc Jc", 25),
        ("7c 9d Th", 2),
        ("Kc 6c 8c", 20),
        ("8c 8d 8h", 25),
        ("8c 8c 8c", 75),
        ("8c 7d 9h", 2),
        ("8c 9d", -1),
    ],
)
def test_30_2113_bust_bonus_by_up_card(game: str, dealer: str, pays: int) -> None:
    order = ("bet bust_bonus 5", "stand") if game.endswith("3") else ("stand", "bet bust_bonus 5")
    assert settle(game, seat(TEN, "Ts 9s", *order), dealer=dealer)["bust_bonus"] == 5 * pays


def test_30_2113_8_a_busted_hand_may_not_make_the_bust_bet_but_in_2114_it_stays() -> None:
    with pytest.raises(RuleError):
        settle("buffalo-blackjack-bonus-2", seat(TEN, "Ts 6s 9d", "hit", "bet bust_bonus 5"), dealer="Tc 6d 9h")
    kept = seat(TEN, "Ts 6s 9d", "bet bust_bonus 5", "hit")
    assert settle("buffalo-blackjack-bonus-3", kept, dealer="Tc 6d 9h") == {"blackjack": -10, "bust_bonus": 10}


def test_30_2114_7_the_bust_bet_is_lost_to_a_dealer_blackjack() -> None:
    bet = seat(TEN, "Ts 6s", "bet bust_bonus 5")
    assert settle("buffalo-blackjack-bonus-3", bet, dealer="Tc Ad") == {"blackjack": -10, "bust_bonus": -5}


def test_30_2113_2_wagers_are_in_whole_dollars() -> None:
    with pytest.raises(RuleError, match=r"multiple of \$1"):
        side("buffalo-blackjack-bonus-2", "21_plus_3", "9h Th", "2h 9c 9d", 2.5)


@pytest.mark.parametrize(
    ("table", "cards", "dealer", "pays"),
    [
        ("TRI-01", "9h 9d", "9c 8d", 9),
        ("TRI-01", "9h 9d", "4c 8d 9s", -1),
        ("TRI-02", "9h 9d", "4c 8d 9s", 2.5),
        ("TRI-05", "9h 9d", "4c 8d 9s", 0),
        ("TRI-03", "Ah Kh", "Qh 8d", 100),
        ("TRI-04", "Ah Kh", "Qh 8d", 30),
        ("TRI-07", "Ah Kh", "Qh 8d", 50),
        ("TRI-03", "9h 9d", "9c 8d", 33),
        ("TRILG-02", "9h 8d", "7c Td", 8),
        ("TRILG-04", "9h 8d", "7c Td", 10),
    ],
)
def test_30_2115_3_bonus(table: str, cards: str, dealer: str, pays: float) -> None:
    house = {"pay_tables": {"trilux_bonus": table}}
    assert side("trilux-blackjack", "trilux_bonus", cards, dealer, house=house) == 5 * pays


def test_30_2115_1_super_3_needs_the_bonus() -> None:
    with pytest.raises(RuleError, match="Trilux Bonus"):
        side("trilux-blackjack", "trilux_super_3", "9h 9d", "9c 8d")
    beside = {"trilux_bonus": 5.0}
    assert side("trilux-blackjack", "trilux_super_3", "9h 9h", "9h 8d", beside=beside) == 1350
    assert side("trilux-blackjack", "trilux_super_3", "9h Th", "2h 8d 9c", beside=beside) == -5


@pytest.mark.parametrize(("cards", "action"), [("As Ks", ""), ("Ts 6s 9d", "hit")])
def test_30_2115_4_bust_bonanza_is_not_for_naturals_or_busts(cards: str, action: str) -> None:
    actions = [action] if action else []
    with pytest.raises(RuleError):
        settle("trilux-blackjack", seat(TEN, cards, *actions, "bet trilux_bust_bonanza 5"), dealer="Tc 6d 9h")


def test_30_2115_7_table_1_of_the_bust_bet_has_no_suited_eights() -> None:
    for table, pays in (("1", 25), ("2", 75)):
        house = {"pay_tables": {"trilux_bust_bonanza": table}}
        bet = seat(TEN, "Ts 9s", "stand", "bet trilux_bust_bonanza 5")
        assert settle("trilux-blackjack", bet, dealer="8c 8c 8c", house=house)["trilux_bust_bonanza"] == 5 * pays


@pytest.mark.parametrize(
    ("table", "cards", "dealer", "stake", "net", "envy"),
    [
        ("01", "As Ks", "Qs 7d", 5, 11995, 100),
        ("01", "Ah Kh", "Qh 7d", 5, 1195, 50),
        ("01", "Qh Kh", "Ah 7d", 5, 1245, 25),
        ("05", "As Ks", "Qs Js", 5, 11995, 100),
        ("05", "As Ks", "Qs 7d", 5, 1195, 50),
        ("05", "Ah Kh", "Qh 7d", 5, 1495, 25),
        ("05", "Qh Kh", "Ah 7d", 5, 245, 20),
        ("05", "9h Kd", "Th Ac", 5, 0, 0),
        ("06", "Ah Ah", "Ah 7d", 1, 11999, 0),
        ("06", "9h 9h", "9h 8d", 1, 124, 0),
        ("07", "9h 9h", "9h 8d", 1, 1, 0),
        ("07", "9h 9d", "9c 8d", 1, -1, 0),
    ],
)
def test_30_2115_7_progressive(table: str, cards: str, dealer: str, stake: float, net: float, envy: float) -> None:
    house = {"pay_tables": {"progressive": table}}
    bet = seat({**TEN, "progressive": stake}, cards)
    found = answer("trilux-blackjack", bet, dealer=dealer, house=house, meters={"progressive": 12000})
    lines = {line["wager"]: line["net"] for line in found["seats"][0]["lines"]}
    assert (lines["progressive"], found["dealer_envy"]) == (net, envy)


def test_30_2115_7_lucky_george_04_takes_five_dollars_at_least() -> None:
    house = {"pay_tables": {"trilux_bonus": "TRILG-04"}}
    with pytest.raises(RuleError, match=r"takes \$5 at least"):
        side("trilux-blackjack", "trilux_bonus", "9h 8d", "7c Td", 4, house=house)


@pytest.mark.parametrize(
    ("table", "cards", "dealer", "pays"),
    [
        ("PT6D-A", "9h 9h", "9h 8d", 100),
        ("PT6D-B", "9h 9h", "9h 8d", 20),
        ("PT6D-G", "9h 9h", "9h 8d", 20),
        ("PT6D-G", "9h 9h", "4h 8d 9c", -1),
        ("PT6D-A", "9h 9h", "4h 8d 9c", 5),
        ("PT6D-G", "9h Th", "4h 8d 9c", 5),
        ("PT6D-D", "9h 9d", "4h 8d 9c", 0),
        ("PT6D-E", "9h 9d", "9c 8d", 30),
        ("PT8D-F", "9h 9h", "4h 8d 9c", 9),
        ("PT2D-A", "9h 9d", "4h 8d 9c", 2.5),
        ("PT2D-B", "9h 9d", "4h 8d 9c", 0),
        ("PT2D-C", "Ah Kh", "Qh 7d", 100),
        ("PT2D-G", "Ah Kh", "Qh 7d", 30),
        ("PT4D-C", "9h 9d", "9c 8d", 25),
        ("PT1D-G", "9h Tc", "Jh 8d", 10),
        ("PT5D-G", "9h Jc", "5h 8d 7c", -1),
    ],
)
def test_30_2117_3_extreme_21(table: str, cards: str, dealer: str, pays: float) -> None:
    house = {"pay_tables": {"extreme_21": table}}
    assert side("extreme-21", "extreme_21", cards, dealer, house=house) == 5 * pays


def test_30_2117_big_3_needs_no_blackjack_wager() -> None:
    assert settle("big-3", seat({"big_3": 5.0}, "9h 9h"), dealer="9h") == {"big_3": 1350}
    assert settle("big-3", seat({"big_3": 5.0, **TEN}, "9h 9h", "stand"), dealer="9h 9d") == {
        "big_3": 1350,
        "blackjack": 0,
    }
    assert rules("big-3", seat({"big_3": 5.0}, "9h 9h"), dealer="9h") == {"big_3": "CO 30-2117(Big Three)(2)"}


def test_30_2117_bust_the_house_is_offered_after_the_look_and_three_eights_lose() -> None:
    bet = seat(TEN, "Ts 9s", "bet bust_the_house 5", "stand")
    assert settle("bust-the-house", bet, dealer="8c 8d 8h") == {"blackjack": 10, "bust_the_house": -5}
    house = {"three_eights": "ordinary bust"}
    assert settle("bust-the-house", bet, dealer="8c 8d 8h", house=house)["bust_the_house"] == 10
    with pytest.raises(RuleError, match="dealer has a natural"):
        settle("bust-the-house", bet, dealer="Ac Kd")


def test_30_2115_1_bust_bonanza_may_stand_among_the_wagers() -> None:
    house = {"pay_tables": {"trilux_bust_bonanza": "1"}, "decks": 2}
    placed = seat({**TEN, "trilux_bust_bonanza": 5.0}, "Ks 8h", "stand")
    won = settle("trilux-blackjack", placed, dealer="8c 7d Th", house=house)
    assert won == {"blackjack": 10, "trilux_bust_bonanza": 10}
    insured = seat({**TEN, "bust_the_house": 5.0}, "Ks 8h", "decline insurance", "stand")
    lost = settle("bust-the-house", insured, dealer="Ac 9d")
    assert lost == {"blackjack": -10, "bust_the_house": -5}


@pytest.mark.parametrize("actions", [("bet trilux_bust_bonanza 5", "stand"), ("bet trilux_bust_bonanza $5",)])
def test_30_2115_4_bust_bonanza_told_before_the_stand(actions: tuple[str, ...]) -> None:
    house = {"pay_tables": {"trilux_bust_bonanza": "1"}, "decks": 2}
    won = settle("trilux-blackjack", seat(TEN, "Ks 8h", *actions), dealer="8c 7d Th", house=house)
    assert won == {"blackjack": 10, "trilux_bust_bonanza": 10}
