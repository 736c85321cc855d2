"""Three Card Poker, CO 30-1099.18, paragraph by paragraph."""

from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, lines, seat

from houseway.rules.errors import RuleError
from houseway.rules.game import load_game

GAME = "three-card-poker"
SECTION = "CO 30-1099.18"
QUEEN_HIGH, JACK_HIGH = "Qd 7d 3c", "Js 8c 4d"
SPADES, HEARTS = "As Ks Qs", "Ah Kh Qh"


def tables(**chosen: str) -> dict[str, Any]:
    return {"pay_tables": chosen}


def one(
    cards: str, *actions: str, dealer: str = QUEEN_HIGH, house: dict[str, Any] | None = None, **wagers: float
) -> Any:
    return all_nets(GAME, seat(wagers, cards, *actions), dealer=dealer, house=house or {})[0]


def test_30_1099_18_1_two_hands_to_a_player() -> None:
    hands = seat(
        {"ante": 10, "hand_2.ante": 5, "hand_2.pair_plus": 5},
        "",
        "play",
        "hand_2 fold",
        hands=[["Ah", "Td", "4c"], ["9s", "9d", "2c"]],
    )
    assert all_nets(GAME, hands, dealer=QUEEN_HIGH) == [
        {"play": 10, "ante": 10, "hand_2.ante": -5, "hand_2.pair_plus": -5}
    ]
    with pytest.raises(RuleError, match="2 hands at once"):
        all_nets(
            GAME,
            seat(
                {"ante": 10, "hand_2.ante": 5, "hand_3.ante": 5},
                "",
                "play",
                hands=[["Ah", "Td", "4c"], ["9s", "9d", "2c"], ["5h", "6h", "8d"]],
            ),
        )


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        (HEARTS, "Kd Qd Jd"),
        ("3h 2h Ah", "Ac Ad As"),
        ("2s 2d 2c", "Ac Kd Qh"),
        ("Ad 2c 3h", "Ah Jh 9h"),
        ("4d 3c 2h", "Ah 2d 3s"),
        ("2h 4h 7h", "As Ad Kc"),
    ],
)
def test_30_1099_18_1_rank_of_hands(higher: str, lower: str) -> None:
    assert one(higher, "play", dealer=lower, ante=10)["play"] == 10
    assert one(lower, "play", dealer=higher, ante=10)["play"] == -10


def test_30_1099_18_2_ante_or_pair_plus_is_needed() -> None:
    with pytest.raises(RuleError, match="one of Ante or Pair Plus"):
        one("Ah Td 4c", progressive_3_card=1)
    assert one("Ah Td 4c", pair_plus=5, progressive_3_card=1) == {"pair_plus": -5, "progressive_3_card": -1}


def test_30_1099_18_8_queen_high_qualifies() -> None:
    settled = lines(GAME, seat({"ante": 10}, "Ah Td 4c", "play"), dealer=QUEEN_HIGH)[0]
    assert (settled["ante"]["net"], settled["play"]["net"]) == (10, 10)
    assert settled["ante"]["rule"] == f"{SECTION}(14)"


def test_30_1099_18_8_without_a_queen_the_ante_wins_and_the_play_wager_pushes() -> None:
    settled = lines(GAME, seat({"ante": 10}, "9h 7d 4c", "play"), dealer=JACK_HIGH)[0]
    assert (settled["ante"]["net"], settled["play"]["net"]) == (10, 0)
    assert settled["ante"]["rule"] == settled["play"]["rule"] == f"{SECTION}(8)"


def test_30_1099_18_9_a_fold_loses_ante_and_pair_plus_but_not_the_six_card_bonus() -> None:
    wagers = {"ante": 10, "pair_plus": 5, "six_card_bonus": 5, "progressive_3_card": 1}
    settled = lines(GAME, seat(wagers, "9s 9d 2c", "fold"), dealer="9h 9c 4d")[0]
    assert {name: line["net"] for name, line in settled.items()} == {
        "ante": -10,
        "pair_plus": -5,
        "six_card_bonus": 250,
        "progressive_3_card": -1,
    }
    assert settled["pair_plus"]["rule"] == f"{SECTION}(9)"


def test_30_1099_18_9_pair_plus_alone_may_be_folded_or_kept() -> None:
    assert one("9s 9d 2c", pair_plus=5) == one("9s 9d 2c", "play", pair_plus=5) == {"pair_plus": 5}
    assert one("9s 9d 2c", "fold", pair_plus=5) == {"pair_plus": -5}


def test_30_1099_18_9_other_readings_of_a_fold() -> None:
    house = {"pair_plus_survives_fold": True, "progressive_survives_fold": True}
    settled = one("9s 9d 9c", "fold", house=house, ante=10, pair_plus=5, progressive_3_card=1)
    assert settled == {"ante": -10, "pair_plus": 150, "progressive_3_card": 59}


def test_30_1099_18_10_cover_all_lives_after_a_fold() -> None:
    settled = one("9s 8d 7c", "fold", dealer="2h 3c 5d", ante=10, cover_all_bonus=4)
    assert settled == {"ante": -10, "cover_all_bonus": 20}


def test_30_1099_18_11_play_equals_the_ante() -> None:
    assert one("Ah Td 4c", "play 10", ante=10)["play"] == 10
    with pytest.raises(RuleError, match="not allowed"):
        one("Ah Td 4c", "play 20", ante=10)


def test_30_1099_18_12_the_bonus_is_paid_without_a_dealer_hand() -> None:
    settled = one("9s 8d 7c", "play", dealer=JACK_HIGH, ante=10, pair_plus=5)
    assert settled == {"play": 0, "ante_bonus": 10, "ante": 10, "pair_plus": 30}


def test_30_1099_18_13_a_tie_pushes_and_the_bonus_is_paid() -> None:
    settled = lines(GAME, seat({"ante": 10, "pair_plus": 5}, "9s 8d 7c", "play"), dealer="9h 8c 7d")[0]
    nets = {name: line["net"] for name, line in settled.items()}
    assert nets == {"play": 0, "ante_bonus": 10, "ante": 0, "pair_plus": 30}
    assert settled["ante"]["rule"] == f"{SECTION}(13)"


def test_30_1099_18_13_the_third_card_decides() -> None:
    assert one("Ah Kd 4c", "play", dealer="As Kc 3d", ante=10) == {"play": 10, "ante": 10}


def test_30_1099_18_14_a_higher_dealer_hand_takes_ante_and_play() -> None:
    assert one("Qh 7c 2d", "play", ante=10) == {"play": -10, "ante": -10}


def test_30_1099_18_15_the_bonus_is_paid_to_a_beaten_hand() -> None:
    settled = lines(GAME, seat({"ante": 10}, "4s 4d 4c", "play"), dealer="9h 8h 7h")[0]
    assert {name: line["net"] for name, line in settled.items()} == {"play": -10, "ante_bonus": 40, "ante": -10}
    assert settled["ante_bonus"]["rule"] == f"{SECTION}(20)"
    assert settled["ante_bonus"]["stake"] == 0


def test_30_1099_18_16_pair_plus_needs_a_pair() -> None:
    settled = lines(GAME, seat({"ante": 10, "pair_plus": 5}, "Ah Kd 9c", "play"), dealer=QUEEN_HIGH)[0]
    assert (settled["pair_plus"]["net"], settled["pair_plus"]["rule"]) == (-5, f"{SECTION}(16)")


@pytest.mark.parametrize(
    ("own", "dealer", "odds"),
    [
        ("Ah Kh Qh", "Jh Th 2c", (1000, 1000, 1000, 1000)),
        ("9h 8h 7h", "6h 5h 2c", (200, 200, 200, 200)),
        ("9h 9c 2c", "9d 9s 3c", (50, 50, 100, 100)),
        ("9h 9c 2c", "9d 2s 3c", (25, 25, 20, 20)),
        ("9h 9c 9s", "2d 2s 2h", (25, 25, 20, 20)),
        ("9h 7h 2h", "Kh 3h 4c", (20, 15, 15, 15)),
        ("9h 8c 7d", "6s 5h Kc", (10, 10, 9, 10)),
        ("9h 9c 7d", "9s 5h Kc", (5, 5, 8, 7)),
        ("9h 9c 7d", "7s 5h Kc", (-1, -1, -1, -1)),
    ],
)
def test_30_1099_18_17_six_card_bonus(own: str, dealer: str, odds: tuple[int, ...]) -> None:
    hand = f"{own} {dealer}".split()
    player, other = " ".join(hand[:3]), " ".join(hand[3:])
    for number, price in enumerate(odds, start=1):
        house = tables(six_card_bonus=str(number))
        assert one(player, "play", dealer=other, house=house, ante=5, six_card_bonus=1)["six_card_bonus"] == price


COVER_ALL = {  # by hands, eight to two
    HEARTS: (40, 50, 60, 70, 80, 90, 100),
    "Jh Th 9h": (12, 15, 20, 25, 30, 40, 60),
    "5c 5d 5h": (9, 12, 15, 20, 25, 35, 50),
    "8h 7c 6s": (1, 1, 1, 1.5, 2, 3, 5),
}
PLAIN = ("2c 7d 9s", "2d 7s 9c", "3c Td Ks", "3d Ts Kc", "4c 8d Qc", "4d 8s Kd")


@pytest.mark.parametrize("best", COVER_ALL)
def test_30_1099_18_18_the_highest_hand_pays_every_cover_all(best: str) -> None:
    for hands, price in zip(range(8, 1, -1), COVER_ALL[best], strict=True):
        others = [seat({"ante": 5, "cover_all_bonus": 2}, cards, "fold") for cards in PLAIN[: hands - 2]]
        settled = all_nets(GAME, seat({"ante": 5, "cover_all_bonus": 2}, best, "play"), *others, dealer="2s 4s 6d")
        assert [one["cover_all_bonus"] for one in settled] == [price * 2] * (hands - 1)
        settled = all_nets(GAME, seat({"ante": 5, "cover_all_bonus": 2}, "2s 4s 6d", "fold"), *others, dealer=best)
        assert {one["cover_all_bonus"] for one in settled} == {price * 2}


def test_30_1099_18_18_less_than_a_straight_loses_cover_all() -> None:
    settled = lines(GAME, seat({"ante": 5, "cover_all_bonus": 2}, "Ah Jh 9h", "play"), dealer=QUEEN_HIGH)[0]
    assert (settled["cover_all_bonus"]["net"], settled["cover_all_bonus"]["rule"]) == (-2, f"{SECTION}(18)")


def test_30_1099_18_18_more_than_eight_hands_are_paid_as_eight() -> None:
    hands = seat(
        {"ante": 5, "cover_all_bonus": 2, "hand_2.ante": 5},
        "",
        "play",
        "hand_2 fold",
        hands=[["8h", "7c", "6s"], ["2c", "7s", "9s"]],
    )
    settled = all_nets(GAME, hands, dealer=QUEEN_HIGH, extra={"total_hands": 12})
    assert settled[0]["cover_all_bonus"] == 2


@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        (SPADES, (2999, 2999, 4999)),
        (HEARTS, (499, 499, 399)),
        ("Jh Th 9h", (69, 99, 69)),
        ("5c 5d 5h", (59, 89, 59)),
        ("8h 7c 6s", (5, -1, 5)),
        ("Ah Jh 9h", (-1, -1, -1)),
    ],
)
def test_30_1099_18_19_three_card_progressive(cards: str, pays: tuple[int, ...]) -> None:
    meters = {"progressive_3_card": 3000, "major": 5000, "minor": 400}
    for number, net in enumerate(pays, start=1):
        house = tables(progressive_3_card=str(number))
        player = seat({"ante": 5, "progressive_3_card": 1}, cards, "play")
        assert all_nets(GAME, player, dealer=QUEEN_HIGH, house=house, meters=meters)[0]["progressive_3_card"] == net


@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        ("Ah Kh Qh", (9999, 9999, 699, 4999, 4999)),
        ("9h 8h Qh", (999, 999, 89, 699, 699)),
        ("Jc Jd Js", (299, 299, 299, 89, 89)),
        ("Jc Jd Tc", (49, 49, 49, 49, 49)),
        ("2h 5h 9h", (39, 39, 39, 39, 39)),
        ("8c 9d Qs", (29, 29, 29, 29, 29)),
        ("Jc Jd 3s", (8, 8, 8, 9, 8)),
        ("Jc 3d 4s", (-1, -1, -1, -1, -1)),
    ],
)
def test_30_1099_18_21_five_card_progressive(cards: str, pays: tuple[int, ...]) -> None:
    meters = {"progressive_5_card": 10000, "mega": 5000, "major": 700, "minor": 90}
    names = ("PMG-1", "PMG-2", "PMG-ML-01", "PMG-ML-02", "PMG-ML-03")
    for name, net in zip(names, pays, strict=True):
        player = seat({"ante": 5, "progressive_5_card": 1}, cards, "play")
        house = tables(progressive_5_card=name)
        settled = lines(GAME, player, dealer="As 7d 2c", community="Jh Th", house=house, meters=meters)[0]
        assert settled["progressive_5_card"]["net"] == net
        assert net < 0 or settled["progressive_5_card"]["rule"] == f"{SECTION}(21)"


def test_30_1099_18_19_envy_goes_to_the_other_bettors() -> None:
    winner = seat({"ante": 5, "progressive_3_card": 1}, SPADES, "play")
    other = seat({"ante": 5, "progressive_3_card": 2}, "2c 7d 9s", "fold")
    without = seat({"ante": 5}, "3c 7h 9d", "fold")
    settled = lines(GAME, winner, other, without, dealer=JACK_HIGH, meters={"progressive_3_card": 1500})
    assert settled[0]["progressive_3_card"]["net"] == 1499
    assert "envy" not in settled[0]
    assert "envy" not in settled[2]
    assert (settled[1]["envy"]["net"], settled[1]["progressive_3_card"]["net"]) == (200, -2)
    assert settled[1]["envy"]["rule"] == f"{SECTION}(19) Envy Bonus (a)"


def test_30_1099_18_19_envy_adds_up_and_skips_the_same_players_second_hand() -> None:
    two = seat(
        {"ante": 5, "progressive_3_card": 1, "hand_2.ante": 5, "hand_2.progressive_3_card": 1},
        "",
        "play",
        "hand_2 fold",
        hands=[hand.split() for hand in f"{SPADES}|2c 7d 9s".split("|")],
    )
    hearts = seat({"ante": 5, "progressive_3_card": 1}, HEARTS, "play")
    settled = all_nets(GAME, two, hearts, dealer=JACK_HIGH, meters={"progressive_3_card": 1500})
    assert (settled[0]["envy"], settled[0]["hand_2.envy"], settled[1]["envy"]) == (25, 25, 100)


def test_30_1099_18_19_envy_only_for_a_bettors_hand_as_the_other_reading() -> None:
    players = seat({"ante": 5}, HEARTS, "play"), seat({"ante": 5, "progressive_3_card": 1}, "2c 7d 9s", "fold")
    assert all_nets(GAME, *players, dealer=JACK_HIGH)[1]["envy"] == 25
    assert "envy" not in all_nets(GAME, *players, dealer=JACK_HIGH, house={"envy_holder_must_bet": True})[1]


def test_30_1099_18_6_a_misdeal_to_a_player_is_that_players_only() -> None:
    struck = seat({"ante": 10, "pair_plus": 5, "progressive_3_card": 1}, "9s 9d")
    players = struck, seat({"ante": 10}, "Ah Td 4c", "play")
    settled = lines(GAME, *players, dealer=QUEEN_HIGH, irregularity={"kind": "misdeal", "seat": 0})
    assert {line["net"] for line in settled[0].values()} == {0}
    assert settled[0]["ante"]["rule"] == f"{SECTION}(6)"
    assert settled[1]["ante"]["net"] == 10


def test_30_1099_18_19_h_after_a_dealer_misdeal_only_the_progressive_goes_on() -> None:
    misdeal = {"kind": "misdeal", "of": "dealer"}
    trips = seat({"ante": 10, "pair_plus": 5, "progressive_3_card": 1}, "4s 4d 4c")
    nothing = seat({"ante": 10, "progressive_3_card": 1}, "2c 7d 9s")
    settled = all_nets(GAME, trips, nothing, dealer="Qs 7c", irregularity=misdeal)
    assert settled[0] == {"ante": 0, "pair_plus": 0, "progressive_3_card": 59}
    assert settled[1] == {"ante": 0, "progressive_3_card": -1}
    assert all_nets(GAME, nothing, dealer="Qs 7c", irregularity=misdeal)[0] == {"ante": 0, "progressive_3_card": 0}


def test_30_1099_18_6_an_exposed_card_changes_nothing() -> None:
    settled = all_nets(
        GAME,
        seat({"ante": 10}, "Ah Td 4c", "play"),
        dealer=QUEEN_HIGH,
        irregularity={"kind": "exposed_card", "seat": 0},
    )
    assert settled == [{"play": 10, "ante": 10}]


def test_30_1099_18_7_order_of_settlement() -> None:
    wagers = {"ante": 5, "pair_plus": 5, "six_card_bonus": 1, "cover_all_bonus": 1, "progressive_3_card": 1}
    settled = lines(GAME, seat(wagers, "8h 7c 6s", "play"), dealer=QUEEN_HIGH)[0]
    assert list(settled) == [
        *("play", "ante_bonus", "ante", "pair_plus", "six_card_bonus", "cover_all_bonus", "progressive_3_card")
    ]


ANTE_BONUS = {  # mini royal in spades, in hearts, straight flush, three of a kind, straight
    **dict.fromkeys(("1", "3", "4"), (5, 5, 5, 4, 1)),
    "2": (4, 4, 4, 3, 1),
    **dict.fromkeys(("5", "6", "7", "8"), (50, 50, 8, 6, 0)),
    **dict.fromkeys(("9", "11", "12", "13"), (5, 5, 5, 4, 1)),
    "10": (4, 4, 4, 3, 1),
    **dict.fromkeys(("14", "15", "16", "17"), (50, 10, 4, 3, 0)),
}
PAIR_PLUS = {  # mini royal, straight flush, three of a kind, straight, flush, pair
    **dict.fromkeys(("1", "5", "14"), (40, 40, 30, 6, 4, 1)),
    **dict.fromkeys(("2", "6", "15"), (40, 40, 25, 6, 4, 1)),
    **dict.fromkeys(("3", "7", "16"), (40, 40, 30, 5, 4, 1)),
    **dict.fromkeys(("4", "8", "17"), (40, 40, 30, 6, 3, 1)),
    "9": (50, 40, 25, 6, 4, 1),
    "10": (50, 35, 25, 6, 4, 1),
    "11": (50, 40, 25, 5, 4, 1),
    "12": (50, 40, 25, 6, 3, 1),
    "13": (50, 35, 30, 5, 4, 1),
}


@pytest.mark.parametrize("number", [str(n) for n in range(1, 18)])
def test_30_1099_18_20_schedules(number: str) -> None:
    house = tables(schedule=number)
    for cards, price in zip((SPADES, HEARTS, "Jh Th 9h", "5c 5d 5h", "8h 7c 6s"), ANTE_BONUS[number], strict=True):
        assert one(cards, "play", house=house, dealer=JACK_HIGH, ante=1).get("ante_bonus", 0) == price
    hands = (HEARTS, "Jd Td 9d", "5c 5d 5h", "8h 7c 6s", "Ah Jh 9h", "9s 9d 2c")
    for cards, price in zip(hands, PAIR_PLUS[number], strict=True):
        assert one(cards, house=house, pair_plus=1) == {"pair_plus": price}


def test_30_1099_18_20_a_pair_of_schedules_goes_together() -> None:
    settled = one("5c 5d 5h", "play", house=tables(pair_plus="6"), ante=1, pair_plus=1)
    assert (settled["ante_bonus"], settled["pair_plus"]) == (6, 25)
    with pytest.raises(RuleError, match="no pay table '18'"):
        load_game(GAME, tables(schedule="18"))


def test_30_1099_18_20_damaged_schedules_as_printed() -> None:
    straight = "8h 7c 6s"
    assert one(straight, house={**tables(pair_plus="12"), "schedule_12_straight": 25}, pair_plus=1) == {"pair_plus": 25}
    printed = {"schedules_14_to_17": "as printed"}
    settled = one("5c 5d 5h", "play", house={**tables(schedule="15"), **printed}, ante=1, pair_plus=1)
    assert (settled["ante_bonus"], settled["pair_plus"]) == (4, 40)
    settled = one(straight, "play", house={**tables(schedule="15"), **printed}, ante=1, pair_plus=1)
    assert (settled["ante_bonus"], settled["pair_plus"]) == (3, 25)
    assert one("9s 9d 2c", house={**tables(schedule="17"), **printed}, pair_plus=1) == {"pair_plus": 3}


@pytest.mark.parametrize("number", ["5", "8", "14", "17"])
def test_30_1099_18_15_straights_always_paid_as_the_other_reading(number: str) -> None:
    house = {**tables(schedule=number), "unprinted_straight_bonus": 1}
    assert one("8h 7c 6s", "play", house=house, ante=10)["ante_bonus"] == 10


def test_30_1047_only_pair_plus_at_50_to_1_reaches_a_ceiling() -> None:
    house = {**tables(schedule="9"), "max_payout_per_player": 1000, "min_bet": 5}
    settled = lines(GAME, seat({"ante": 100, "pair_plus": 100}, HEARTS, "play"), dealer=JACK_HIGH, house=house)[0]
    assert (settled["pair_plus"]["net"], settled["ante_bonus"]["net"]) == (1000, 500)
    assert settled["pair_plus"]["rule"] == "CO 30-1047"
    assert one("Jh Th 9h", house=house, pair_plus=100) == {"pair_plus": 4000}
    lifted = {**house, "max_payout_per_player": 100}
    assert one(HEARTS, house=lifted, pair_plus=100) == {"pair_plus": 250}
