"""Deuces Wild Xtreme, CO 30-2118, paragraph by paragraph."""

from typing import Any

import pytest
from tests.rulebook.helpers import Nets, all_nets, rules, seat, settle

from houseway.rules.errors import RuleError
from houseway.rules.game import load_game

GAME = "deuces-wild-xtreme"
SECTION = "CO 30-2118"
LOW = "9h 7d 5c 4c 3h"  # a dealer with nothing
FIVE_WILDS = "2s 2h 2d 2c Jk1"
LINKED = "five_card_linked_progressive"
TRIPS_PLUS = {
    "01": (2000, 1000, 100, 200, 30, 100, 90, 6, 40, 5, 30, 4, 20, 3, 6, 1, -1),
    "02": (2000, 1000, 100, 200, 30, 100, 90, 6, 30, 5, 25, 4, 20, 3, 6, 1, -1),
    "03": (2000, 1000, 90, 200, 25, 70, 60, 6, 30, 5, 25, 4, 20, 3, 6, 1, -1),
    "04": (2000, 1000, 70, 200, 25, 60, 50, 6, 30, 5, 25, 4, 20, 3, 6, 1, -1),
    "05": (500, 400, 70, 200, 25, 60, 50, 6, 30, 5, 25, 4, 20, 3, 6, 1, -1),
    "06": (2000, 1000, 60, 200, 25, 50, 40, 6, 30, 5, 25, 4, 20, 3, 6, 1, -1),
}
TRIPS_PLUS_HANDS = (
    FIVE_WILDS,
    "As Ks Qs Js Ts",
    "As Ks Qs Js 2d",
    "8s 9s Ts Js Qs",
    "8s 9s Ts Js 2d",
    "Ks Kh Kd Kc 2d",
    "Ks Kh Kd Kc 8s",
    "Ks Kh 2d 2c 8s",
    "Ks Kh Kd 8c 8s",
    "Ks Kh Jk1 8c 8s",
    "Ks Js 9s 6s 3s",
    "Ks Js 9s 6s 2d",
    "8s 9d Ts Jh Qs",
    "8s 9d Ts Jh 2d",
    "Ks Kh Kd 8c 6s",
    "Ks Kh 2d 8c 6s",
    "Ks Kh 8d 8c 6s",
)


def played(cards: str, **wagers: float) -> dict[str, Any]:
    return seat({"ante": 10, "odds": 10, **wagers}, cards, "play")


def folded(cards: str, **wagers: float) -> dict[str, Any]:
    return seat({"ante": 10, "odds": 10, **wagers}, cards, "fold")


def tables(**ids: str) -> dict[str, Any]:
    return {"pay_tables": ids}


def one(wager: str, cards: str, table: str = "", **more: Any) -> float:
    """The net result of one bonus wager of $1."""
    house = {**more.pop("house", {}), **(tables(**{wager: table}) if table else {})}
    net: Nets = settle(GAME, played(cards, **{wager: 1}), dealer=more.pop("dealer", LOW), house=house, **more)
    return net[wager]


def test_30_2118_2_the_house_chooses_the_bonus_wagers() -> None:
    for wager in (
        "bad_beat_xtreme",
        "trips_plus_wild",
        "goin_wild",
        "goin_wild_progressive",
        "too_wild_progressive",
        LINKED,
    ):
        with pytest.raises(RuleError, match=f"does not offer {load_game(GAME).title(wager)}"):
            one(wager, FIVE_WILDS, house={f"{wager}_offered": False})


def test_30_2118_3_bonus_wagers_without_an_ante_if_the_house_says_so() -> None:
    alone = seat({"goin_wild": 5}, "Ks Kh 2d 2c 8s")
    with pytest.raises(RuleError, match="Ante is required"):
        settle(GAME, alone, dealer=LOW)
    house = {"bonus_needs_ante": False}
    assert settle(GAME, alone, dealer=LOW, house=house) == {"goin_wild": 25}
    with pytest.raises(RuleError, match="Odds is required"):
        settle(GAME, seat({"ante": 10}, "Ks Kh 2d 2c 8s", "play"), dealer=LOW, house=house)


def test_30_2118_6_ante_and_odds_are_required_and_equal() -> None:
    with pytest.raises(RuleError, match="Odds is required"):
        settle(GAME, seat({"ante": 10}, "Ks Kh 8d 7c 6s", "play"), dealer=LOW)
    with pytest.raises(RuleError, match="Odds must equal Ante"):
        settle(GAME, seat({"ante": 10, "odds": 5}, "Ks Kh 8d 7c 6s", "play"), dealer=LOW)
    without = settle(GAME, seat({"ante": 10}, "Ks Kh 8d 7c 6s", "play"), dealer=LOW, house={"odds_offered": False})
    assert without == {"ante": 10, "play": 20}


def test_30_2118_8_b_a_fold_loses_ante_and_odds_and_keeps_every_bonus_wager() -> None:
    hand = folded(
        "2s 2h 9d 9c 9s",
        bad_beat_xtreme=5,
        trips_plus_wild=5,
        goin_wild=5,
        goin_wild_progressive=1,
        too_wild_progressive=1,
        five_card_linked_progressive=1,
    )
    dealer = "Kd Kc Kh 8h 8d"
    assert settle(GAME, hand, dealer=dealer) == {
        "ante": -10,
        "odds": -10,
        "bad_beat_xtreme": 2000,  # the dealer's full house loses to five nines
        "trips_plus_wild": 500,
        "goin_wild": 25,
        "goin_wild_progressive": 4,
        "too_wild_progressive": 149,
        LINKED: 99,  # nines full of twos
    }
    assert rules(GAME, hand, dealer=dealer)["odds"] == f"{SECTION}(8)(b)"


def test_30_2118_9_winner_tie_and_loser() -> None:
    for cards, nets, paragraphs in (
        ("Ks Kd 9c 6s 4d", (10, 0, 20), ("(9)(a)(i)", "(12)", "(9)(a)(i)")),
        ("Ts 2d 8d 5d 3c", (0, 0, 0), ("(9)(b)(i)",) * 3),  # tens by a deuce tie a natural pair
        ("9s 9d 8d 5d 3c", (-10, -10, -20), ("(9)(c)(i)",) * 3),
    ):
        hand, dealer = played(cards), "Th Tc 8c 5s 3h"
        assert settle(GAME, hand, dealer=dealer) == dict(zip(("ante", "odds", "play"), nets, strict=True))
        cited = rules(GAME, hand, dealer=dealer)
        assert [cited[name] for name in ("ante", "odds", "play")] == [SECTION + text for text in paragraphs]


def test_30_2118_12_odds_of_a_winning_hand() -> None:
    for cards, pays in (
        (FIVE_WILDS, 1000),
        ("As Ks Qs Js 2d", 50),
        ("2s 2h 2d 2c Kd", 50),  # kings five times too, but a royal flush ranks above
        ("Ks Kh Kd Kc 2d", 10),
        ("2s 2h 2d 2c 8d", 10),  # five eights rank above a straight flush
        ("8s 9s Ts Js 2d", 9),
        ("Ks Kh 2d 2c 8s", 4),
        ("Ks Kh 2d 8c 8s", 3),
        ("Ks Js 9s 6s 2d", 2),
        ("8s 9d Ts Jh 2d", 1),
        ("Ks Kh Kd 8c 6s", 0),
        ("Ks Jh 9d 8c 6s", 0),
    ):
        assert settle(GAME, played(cards), dealer=LOW) == {"ante": 10, "play": 20, "odds": 10 * pays}


def test_30_2118_12_order_of_the_highest_hands() -> None:
    ranked = ("2s 2h 2d 2c Jk1", "As Ks Qs Js Ts", "9s 9h 9d 9c 2s", "4s 5s 6s 7s 8s", "Ah Ad Ac As Kd")
    for higher, lower in ((0, 1), (1, 2), (2, 3), (3, 4)):
        assert settle(GAME, played(ranked[higher]), dealer=ranked[lower])["play"] == 20
        assert settle(GAME, played(ranked[lower]), dealer=ranked[higher])["play"] == -20


def test_30_2118_1_a_wild_card_in_a_flush_is_the_highest_card_missing() -> None:
    assert settle(GAME, played("As Ks 9s 6s 2d"), dealer="Ah Kh Qh 9h 7h")["play"] == -20  # A-K-Q-9-6, not A-A
    assert settle(GAME, played("As Qs 9s 6s 2d"), dealer="Ah Kh Qh 9h 5h")["play"] == 20


def test_30_2118_11_a_13_a_bad_beat_tables() -> None:
    losing = (
        "Ad Kd Qd Jd Td",
        "Kh Kd Kc Ks Jk1",
        "8d 9d Td Jd Qd",
        "Kh Kd Kc Ks 8d",
        "Kh Kd Kc 8s 8d",
        "Kd Jd 9d 6d 3d",
        "8d 9h Td Jh Qd",
        "Kh Kd Kc 8s 6d",
        "Kh Kd 8c 8s 6d",
    )
    for table, pays in {
        "01": (10000, 10000, 5000, 500, 400, 300, 100, 9, -1),
        "02": (500, 500, 500, 500, 400, 300, 100, 9, -1),
        "03": (500, 500, 500, 300, 200, 100, 50, 15, -1),
    }.items():
        for cards, price in zip(losing, pays, strict=True):
            better = "2s 2h 2d 2c As" if "Jk1" in cards else FIVE_WILDS
            name = f"PT-FLT-DWHF-BBX-{table}"
            assert one("bad_beat_xtreme", cards, name, dealer=better) == price, (table, cards)
            assert one("bad_beat_xtreme", better, name, dealer=cards) == price, (table, cards)


def test_30_2118_13_a_i_c_no_bad_beat_in_a_tie() -> None:
    assert one("bad_beat_xtreme", "8s 9d Ts Jh Qs", dealer="8d 9h Td 2h Qd") == -1


def test_30_2118_13_b_trips_plus_wild_tables() -> None:
    for table, pays in TRIPS_PLUS.items():
        found = [one("trips_plus_wild", cards, f"PT-FLT-DWHF-TPW-{table}") for cards in TRIPS_PLUS_HANDS]
        assert tuple(found) == pays, table


def test_30_2118_13_b_i_c_d_natural_and_wild() -> None:
    for cards, pays in (
        ("As 2d 3d 4h 5s", 20),
        ("2s 3d 4d 5h 6s", 20),  # not the wild straight to the seven
        ("As 2s 3s 4s 5s", 200),
        ("2s 3s 4s 5s 6s", 200),
        ("As 2d 3s 4s 5s", 30),  # the wild deuce makes a straight flush
        ("Ks Js 9s 6s 2s", 4),  # a deuce in a flush is wild
        ("7s 7h 7c 2c Ks", 6),
        ("2s 2h 2d 8c Ks", 6),
        ("2s 2h 2d 2c 8d", 100),  # five of a kind pays more than a wild straight flush
        ("2s 2h 2d 8c 8s", 100),
        ("3s 4d 5d 6s Jk1", 3),
        ("As Jk1 3d 4h 5s", 3),
        ("7s 7h 7c Jk1 Ks", 6),
    ):
        assert one("trips_plus_wild", cards) == pays, cards


def test_30_2118_13_c_goin_wild_tables() -> None:
    hands = (
        FIVE_WILDS,
        "2s 2h 2d 2c Ks",
        "2s 2h 2d Jk1 Ks",
        "2s 2h 2d Qc Ks",
        "2s 2h Jk1 Qc Ks",
        "2s 2h 9d Qc Ks",
        "2s Jk1 9d Qc Ks",
        "6s Jk1 9d Qc Ks",
        "6s 2h 9d Qc Ks",
        "6s 7h 9d Qc Ks",
    )
    for table, pays in {
        "PT-FLT-TW-GW-01": (1000, 1000, 1000, 40, 40, 5, 5, 4, -1, -1),
        "PT-FLT-TW-GW-02": (500, 500, 500, 50, 50, 6, 6, 3, -1, -1),
    }.items():
        assert tuple(one("goin_wild", cards, table) for cards in hands) == pays
    assert one("goin_wild", FIVE_WILDS, house={"five_wilds_going_wild": "lose"}) == -1
    for table, pays in {
        "PT-PRG-TW-GW-01": (8000, 8000, 1000, 100, 50, 5, 3, 0, 0, 0),
        "PT-PRG-TW-GW-02": (8000, 8000, 500, 100, 50, 5, 4, 0, 0, 0),
    }.items():
        found = [one("goin_wild_progressive", cards, table, meters={"goin_wild": 8000}) for cards in hands]
        assert found == [pay - 1 for pay in pays]


def test_30_2118_13_d_i_c_amounts_grow_with_the_wager() -> None:
    hand = played("2s 2h Jk1 Qc Ks", goin_wild_progressive=5)
    assert settle(GAME, hand, dealer=LOW)["goin_wild_progressive"] == 245


def test_30_2118_13_e_too_wild_progressive() -> None:
    for cards, pays in (
        (FIVE_WILDS, 20000),
        ("As Ks Qs Js Ts", 2000),
        ("As Ks Qs Js 2s", 200),
        ("Ks Kh Kd Kc 2d", 150),
        ("2s 2h 2d 2c 8d", 150),
        ("8s 9s Ts Js Qs", 50),
        ("8s 9s Ts Js Jk1", 50),
        ("Ks Kh 2d 2c 8s", 10),
        ("Ks Kh Jk1 8c 8s", 9),
        ("Ks Js 9s 6s 2d", 8),
        ("8s 9d Ts Jh 2d", 5),
        ("Ks Kh Kd 8c 6s", 0),
    ):
        assert one("too_wild_progressive", cards, meters={"too_wild": 20000}) == pays - 1


def test_30_2118_13_f_linked_tables_know_no_wild_cards() -> None:
    for cards, table, pays in (
        ("As Ks Qs Js Ts", "01", 50000),
        ("As 2s 3s 4s 5s", "03", 1000),
        ("As 2s 3s 4s 5s", "05", 50000),
        ("2s 2h 2d 2c 8d", "04", 250),  # four twos
        ("2s 2h 2d 9c 9s", "03", 100),
        ("As Ks Qs Js 2s", "02", 50),
        ("As 2d 3d 4h 5s", "10", 30),
        ("2s 2h 2d 8c Ks", "09", 10),
        ("2s 2h 8d 8c Ks", "05", 3),
        ("2s 2h 8d 8c Ks", "01", 0),
        ("8s 9s Ts Js 2d", "08", 150),
        ("Ks 9s 6s 2s 8d", "06", 5),
        ("Ks 9s 6s 2s 8s", "11", 75),
        ("8s 9s Ts Js Qs", "07", 1000),
        ("8s 9s Ts Js Qs", "E01", 5000),
        ("Ks Kh Kd Kc 8s", "E02", 300),
        ("Ks Kh Kd 8c 8s", "E03", 75),
    ):
        assert one(LINKED, cards, f"PT-BJS-5CL-{table}", meters={"linked": 50000}) == pays - 1, (cards, table)


def test_30_2118_13_f_i_f_the_replacement_card_stands_in_for_the_joker() -> None:
    more: dict[str, Any] = {"piles": {"joker_replacement": "Ts"}, "meters": {"linked": 50000}}
    assert one(LINKED, "As Ks Qs Js Jk1", **more) == 49999
    assert one(LINKED, "Th Td Tc Jk1 8s", **more) == 249
    assert one(LINKED, "Ks Kh Jk1 8c 6s", **more) == -1
    hand = played("As Ks Qs Js Jk1", trips_plus_wild=1, five_card_linked_progressive=1)
    net = settle(GAME, hand, dealer=LOW, piles={"joker_replacement": "9d"})
    assert net == {"ante": 10, "play": 20, "odds": 500, "trips_plus_wild": 100, LINKED: -1}
    with pytest.raises(RuleError, match="joker"):
        one(LINKED, "As Ks Qs 9d Jk1")


def envies(*seats: dict[str, Any], table: str = "E01", **house: Any) -> list[float]:
    chosen = {**tables(five_card_linked_progressive=f"PT-BJS-5CL-{table}"), **house}
    nets = all_nets(GAME, *seats, dealer="Qd Qh 8c 5d 3s", meters={"linked": 20000}, house=chosen)
    return [net.get("envy", 0) for net in nets]


def test_30_2118_13_f_i_c_envy_goes_to_the_other_bettors() -> None:
    royal, straight_flush = "As Ks Qs Js Ts", "5h 6h 7h 8h 9h"
    for table, amounts in (("E01", (1000, 300)), ("E02", (5000, 1500)), ("E03", (1000, 250)), ("01", (0, 0))):
        for cards, amount in zip((royal, straight_flush), amounts, strict=True):
            seats = (
                folded(cards, five_card_linked_progressive=1),
                played("Kd Kc Kh 6c 4d", five_card_linked_progressive=2),  # an award of its own, but not the jackpot's
                played("Jd 9s 7d 6d 4c"),
            )
            assert envies(*seats, table=table) == [0, 2 * amount, 0]
            assert envies(played(cards), *seats[1:], table=table) == [0, 0, 0]


def test_30_2118_13_f_i_c_envy_once_and_not_to_those_who_won_an_award() -> None:
    seats = [
        played(cards, five_card_linked_progressive=1)
        for cards in ("As Ks Qs Js Ts", "5h 6h 7h 8h 9h", "Jd 9s 7d 6d 4c")
    ]
    assert envies(*seats) == [0, 0, 1000]
    assert envies(*seats, envy_for_each_hand=True) == [0, 0, 1300]


def test_30_1016_a_misdeal_voids_the_table_or_by_option_the_seat() -> None:
    seats = seat({"ante": 10, "odds": 10}, "As Qs"), played("Ks Kd 9c 6s 4d", goin_wild=1)
    mishap = {"kind": "misdeal", "seat": 0}
    table = all_nets(GAME, *seats, dealer=LOW, irregularity=mishap)
    assert table == [{"ante": 0, "odds": 0}, {"ante": 0, "odds": 0, "play": 0, "goin_wild": 0}]
    single = all_nets(GAME, *seats, dealer=LOW, irregularity=mishap, house={"misdeal_to_a_player": "seat"})
    assert single == [{"ante": 0, "odds": 0}, {"ante": 10, "odds": 0, "play": 20, "goin_wild": -1}]


def test_30_1047_a_ceiling_holds_for_the_odds_alone() -> None:
    hand = played(FIVE_WILDS, trips_plus_wild=1)
    net = settle(GAME, hand, dealer=LOW, house={"max_payout_per_player": 5000})
    assert net == {"ante": 10, "play": 20, "odds": 5000, "trips_plus_wild": 2000}
    lawful = settle(GAME, hand, dealer=LOW, house={"max_payout_per_player": 5000, "min_ante": 10})
    assert lawful["odds"] == 10000
