"""Four Card Frenzy, CO 30-1099.56, paragraph by paragraph."""

from typing import Any

import pytest
from tests.rulebook.helpers import Nets, all_nets, rules, seat, settle

from houseway.rules.errors import RuleError

GAME = "four-card-frenzy"
SECTION = "CO 30-1099.56"
KING_HIGH, QUEEN_HIGH = "Kc Td 7h 5s 2c", "Qc Td 7h 5s 2c"
FOUR, FIVE, LINKED = "four_card_progressive", "five_card_progressive", "five_card_linked_progressive"
HANDS = {
    "four aces": "As Ah Ad Ac 9d",
    "four of a kind": "6s 6h 6d 6c 9d",
    "royal": "Ah Kh Qh Jh 9d",
    "straight flush": "4h 5d 6d 7d 8d",
    "three aces": "As Ah Ad Jc 9d",
    "three of a kind": "6s 6h 6d Jc 9d",
    "flush": "Ah Jh 9h 3h 4d",
    "straight": "5d 6c 7s 8h Jd",
    "two pair": "Js Jd 9c 9s 4d",
    "queens": "Qs Qd 9h 6c 3s",
    "jacks": "Js Jd 9h 6c 3s",
}


def one(
    cards: str, action: str = "raise 1x", dealer: str = KING_HIGH, house: dict[str, Any] | None = None, **more: Any
) -> Nets:
    around = {key: more.pop(key) for key in ("piles", "meters") if key in more}
    wagers = {"ante": 10, "odds": 10, **more}
    return settle(GAME, seat(wagers, cards, action), dealer=dealer, house=house or {}, **around)


def tables(**ids: str) -> dict[str, Any]:
    return {"pay_tables": ids}


def test_30_1099_56_1_rank_of_hands() -> None:
    for higher, lower in (
        ("2s 2h 2d 2c 9d", "Ah Kh Qh Jh 9c"),
        ("As 2s 3s 4s 9d", "Kh Kd Kc Ac Qd"),
        ("2s 2h 2d 3c 9d", "Ah Kh Jh 9h 4d"),
        ("2h 3h 5h 7h 9d", "As Kd Qc Jh 4d"),
        ("As 2d 3c 4h 9d", "Ah Ad Kc Kd Qd"),
        ("2s 2d 3c 3h 9d", "Ah Ad Kc Qd 7d"),
        ("2s 2d 7c 4h 9d", "Ah Kd Qc Td 8d"),
        ("Ah 8d 7c 4h 2s", "Kh Qd Jc 9h 8s"),
    ):
        assert one(higher, dealer=lower)["raise"] == 10
        assert one(lower, dealer=higher)["raise"] == -10


def test_30_1099_56_4_ante_and_odds_are_required_and_equal() -> None:
    with pytest.raises(RuleError, match="Odds is required"):
        settle(GAME, seat({"ante": 10}, HANDS["queens"], "raise 1x"), dealer=KING_HIGH)
    with pytest.raises(RuleError, match="Odds must equal Ante"):
        one(HANDS["queens"], odds=5)


def test_30_1099_56_10_the_house_may_leave_out_all_6() -> None:
    with pytest.raises(RuleError, match="does not offer All 6"):
        one(HANDS["queens"], house={"all_6_offered": False}, all_6=5)
    assert one(HANDS["queens"], house={"all_6_offered": False}) == {"ante": 10, "raise": 10, "odds": 0}


def test_30_1099_56_13_a_misdeal_voids_the_seat_or_the_table() -> None:
    seats = (
        seat({"ante": 10, "odds": 10, FOUR: 1}, "Ah Tc"),
        seat({"ante": 10, "odds": 10}, HANDS["queens"], "raise 1x"),
    )
    player = all_nets(GAME, *seats, dealer=KING_HIGH, irregularity={"kind": "misdeal", "seat": 0})
    assert player == [{"ante": 0, "odds": 0, FOUR: 0}, {"ante": 10, "raise": 10, "odds": 0}]
    dealer = all_nets(GAME, *seats, dealer="Kc Td", irregularity={"kind": "misdeal", "of": "dealer"})
    assert dealer == [{"ante": 0, "odds": 0, FOUR: 0}, {"ante": 0, "raise": 0, "odds": 0}]
    exposed = all_nets(GAME, seats[1], dealer=KING_HIGH, irregularity={"kind": "exposed_card"})
    assert exposed == [player[1]]


def test_30_1099_56_14_a_a_fold_loses_ante_and_odds_and_keeps_every_optional_wager() -> None:
    folded = seat(
        {"ante": 10, "odds": 10, "four_card_bonus": 5, "prime": 5, "all_6": 5, FOUR: 1, FIVE: 1, LINKED: 1},
        "6s 6h 6d Jh 9d",
        "fold",
    )
    more: dict[str, Any] = {"dealer": KING_HIGH, "piles": {"all_6": "6c"}}
    assert settle(GAME, folded, **more) == {
        "ante": -10,
        "odds": -10,
        "four_card_bonus": 45,
        "prime": 5,
        "all_6": 250,
        FOUR: 8,
        FIVE: 9,
        LINKED: 4,
    }
    assert rules(GAME, folded, **more)["odds"] == f"{SECTION}(14)(a)"


def test_30_1099_56_14_b_two_and_three_antes_with_aces_or_better_only() -> None:
    for cards in ("As Ad 9h 6c 3s", HANDS["two pair"], HANDS["straight"]):
        for factor in (1, 2, 3):
            assert one(cards, f"raise {factor}x")["raise"] == 10 * factor
        with pytest.raises(RuleError, match="not allowed for Raise"):
            one(cards, "raise 25")
    kings = "Ks Kd 9h 6c 3s"
    assert one(kings, "raise 1x")["raise"] == one(kings, "raise")["raise"] == 10
    with pytest.raises(RuleError, match="not allowed for Raise"):
        one(kings, "raise 2x")


def test_30_1099_56_17_king_high_qualifies_for_the_ante_only() -> None:
    unqualified = one("Kd 9c 7s 4h 2d", dealer=QUEEN_HIGH)
    assert unqualified == {"ante": 0, "raise": 10, "odds": 0}
    beaten = one("Jd 9c 7s 4h 2d", dealer=QUEEN_HIGH)
    assert beaten == {"ante": 0, "raise": -10, "odds": -10}
    cited = rules(GAME, seat({"ante": 10, "odds": 10}, "Jd 9c 7s 4h 2d", "raise"), dealer=QUEEN_HIGH)
    assert cited == {"ante": f"{SECTION}(17)(a)", "raise": f"{SECTION}(18)(b)", "odds": f"{SECTION}(19)(c)"}
    assert one("Jd 9c 7s 4h 2d", dealer="Kd 4s 3c 2h 6d") == {"ante": -10, "raise": -10, "odds": -10}


def test_30_1099_56_17_b_18_19_a_tie_wins() -> None:
    copy = "Kd Tc 7s 5h 3d"  # the fifth card is not looked at
    assert one(copy) == {"ante": 10, "raise": 10, "odds": 0}
    cited = rules(GAME, seat({"ante": 10, "odds": 10}, copy, "raise"), dealer=KING_HIGH)
    assert cited == {"ante": f"{SECTION}(17)(b)", "raise": f"{SECTION}(18)(a)", "odds": f"{SECTION}(19)(a)"}
    straights = one("5d 6c 7s 8h Jd", dealer="5h 6d 7c 8s 2c")
    assert straights == {"ante": 10, "raise": 10, "odds": 10}
    unqualified = one("Qd Th 7s 5h 4d", dealer=QUEEN_HIGH)
    assert unqualified == {"ante": 0, "raise": 10, "odds": 0}


def test_30_1099_56_19_a_odds_of_a_winning_hand() -> None:
    pays = (2000, 300, 150, 150, 20, 20, 15, 10, 0, 0, 0)
    for (name, cards), net in zip(HANDS.items(), pays, strict=True):
        assert one(cards)["odds"] == net, name


def test_30_1099_56_19_b_bad_beat_tables() -> None:
    beaten = (
        ("6s 6h 6d 6c 9d", "8s 8h 8d 8c 2d"),
        ("4h 5d 6d 7d 8d", "Kh Kd Kc Ks 2d"),
        ("6s 6h 6d Jc 9d", "Kh Kd Kc Ks 2d"),
        ("Ah Jh 9h 3h 4d", "Kh Kd Kc Qs 2d"),
        ("5d 6c 7s 8h Jd", "Kh Kd Kc Qs 2d"),
        ("Js Jd 9c 9s 4d", "Kh Kd Kc Qs 2d"),
    )
    for table, pays in {
        "01": (30, 15, 2, 1.5, 1, -1),
        "02": (100, 30, 4, 3, 2, -1),
        "03": (100, 50, 4, 3, 2, -1),
        "04": (500, 50, 10, 3, 2, -1),
        "05": (500, 50, 5, 4, 2, -1),
        "06": (500, 50, 5, 4, 3, -1),
    }.items():
        for (cards, dealer), price in zip(beaten, pays, strict=True):
            net = one(cards, dealer=dealer, house=tables(odds_bad_beat=table))
            assert net == {"ante": -10, "raise": -10, "odds": 10 * price}, (table, cards)


def test_30_1099_56_20_four_card_bonus_tables() -> None:
    for table, pays in {
        "01": (50, 50, 30, 30, 9, 9),
        "02": (50, 50, 40, 40, 8, 8),
        "03": (50, 50, 30, 30, 8, 8),
        "04": (50, 50, 40, 40, 7, 7),
        "05": (200, 100, 50, 30, 20, 8),
        "06": (200, 100, 50, 40, 20, 7),
        "07": (200, 100, 50, 30, 20, 6),
        "08": (200, 100, 50, 40, 20, 5),
        "09": (200, 100, 50, 40, 20, 8),
        "10": (200, 100, 50, 40, 20, 7),
        "11": (200, 100, 50, 40, 20, 6),
        "12": (200, 100, 50, 40, 20, 5),
    }.items():
        house = tables(four_card_bonus=table)
        found = [one(cards, house=house, four_card_bonus=1)["four_card_bonus"] for cards in HANDS.values()]
        assert tuple(found) == (*pays, 4, 3, 2, 1, -1), table


def test_30_1099_56_21_prime_counts_all_five_cards() -> None:
    hands = ("As 9s 6c 4c 3s", "Ah 9d 6h 4d 3h", "As 9s 6c 4c 3d", "Ah 9d 6h 4d 3s", "Ah 9d 6h 4c 3s", "Ah 9d 6s 4c 3s")
    for table, five in (("01", 6), ("02", 5)):
        for action in ("raise 1x", "fold"):
            found = [one(cards, action, house=tables(prime=table), prime=1)["prime"] for cards in hands]
            assert found == [five, five, 1, 1, -1, -1]


def test_30_1099_56_22_all_6_tables() -> None:
    hands = (
        ("Ad Kd Qd Jd Td", "9d"),
        ("As Ks Qs Js Ts", "9s"),
        ("As Ks Qs Js 4s", "Ts"),
        ("5h 6h 7h 8h Kd", "9h"),
        ("9h 9d 4c 9s 2d", "9c"),
        ("9h 9d 4c 9s 4d", "2h"),
        ("Ah Jh 9h 6h Kd", "2h"),
        ("4d 5c 6h 7s Kc", "8d"),
        ("9h 9d 4c 2h Kd", "9s"),
        ("9h 9d 4c 4s Kd", "Kh"),
    )
    for table, pays in {
        "1": (1000, 1000, 1000, 200, 50, 25, 20, 10, 5, -1),
        "2": (1000, 1000, 1000, 200, 50, 25, 15, 10, 5, -1),
        "3": (1000, 1000, 1000, 200, 100, 20, 15, 9, 8, -1),
        "4": (1000, 1000, 1000, 200, 100, 20, 15, 10, 7, -1),
        "5": (200000, 20000, 1000, 200, 50, 20, 15, 10, 5, -1),
    }.items():
        found = [
            one(cards, dealer="Qc Qh 3s 3h 3c", house=tables(all_6=table), piles={"all_6": card}, all_6=1)["all_6"]
            for cards, card in hands
        ]
        assert tuple(found) == pays, table


def test_30_1099_56_23_four_card_progressive_tables() -> None:
    for table, trips in (("E01", 9), ("E02", 15)):
        pays = (20000, 300, 100, 100, trips, trips, 0, 0, 0, 0, 0)
        found = [
            one(cards, house=tables(four_card_progressive=table), meters={"four_card": 20000}, four_card_progressive=1)[
                FOUR
            ]
            for cards in HANDS.values()
        ]
        assert found == [pay - 1 for pay in pays], table
        five = one(HANDS["three of a kind"], house=tables(four_card_progressive=table), four_card_progressive=5)
        assert five[FOUR] == 5 * trips - 5  # amounts are for $1 and grow with the wager


def test_30_1099_56_25_five_card_progressive_tables() -> None:
    hands = (
        "As Ks Qs Js Ts",
        "4d 5d 6d 7d 8d",
        "6s 6h 6d 6c 9d",
        "6s 6h 6d 9c 9d",
        "Ah Jh 9h 3h 4h",
        "4d 5c 6h 7s 8d",
        "6s 6h 6d Jc 9d",
        "6s 6h 9c 9d Jd",
    )
    for table, pays in {
        "01": (20000, 2000, 200, 100, 25, 15, 10, 0),
        "02": (20000, 2000, 500, 100, 25, 15, 7, 0),
        "03": (20000, 1000, 200, 100, 25, 15, 10, 0),
        "04": (20000, 1000, 500, 100, 25, 15, 7, 0),
        "E01": (20000, 20000, 500, 100, 25, 15, 7, 0),
        "E02": (20000, 20000, 200, 100, 25, 15, 10, 0),
    }.items():
        found = [
            one(cards, house=tables(five_card_progressive=table), meters={"five_card": 20000}, five_card_progressive=1)[
                FIVE
            ]
            for cards in hands
        ]
        assert found == [pay - 1 for pay in pays], table


def test_30_1099_56_27_the_linked_progressive_looks_at_all_five_cards() -> None:
    for table, cards, pays in (
        ("01", HANDS["straight"], 0),  # four in sequence make no straight of five
        ("03", "Ah Jh 9h 3h 4h", 75),
        ("05", HANDS["two pair"], 3),
        ("06", HANDS["royal"], 200),
        ("06", HANDS["flush"], 5),
        ("12", HANDS["two pair"], 2),
        ("15", "4d 5d 6d 7d 8d", 3000),
        ("E03", HANDS["three of a kind"], 10),
    ):
        house = tables(five_card_linked_progressive=table)
        net = one(cards, house=house, meters={"linked": 30000}, five_card_linked_progressive=1)
        assert net[LINKED] == pays - 1, (table, cards)


def test_30_1099_56_24_26_28_envy_of_each_progressive() -> None:
    straight_flush = "4d 5d 6d 7d 8d"
    for wager, table, cards, each in (
        (FOUR, "E01", HANDS["four aces"], 100),
        (FOUR, "E01", HANDS["four of a kind"], 10),
        (FOUR, "E02", HANDS["four of a kind"], 25),
        (FOUR, "E01", HANDS["straight flush"], 5),
        (FOUR, "E02", HANDS["straight flush"], 0),
        (FOUR, "E01", HANDS["three of a kind"], 0),
        (FIVE, "E01", straight_flush, 500),
        (FIVE, "E02", straight_flush, 500),
        (FIVE, "01", straight_flush, 0),
        (LINKED, "E01", straight_flush, 300),
        (LINKED, "E02", straight_flush, 1500),
        (LINKED, "E03", straight_flush, 250),
    ):
        meters = {"four_card": 1000, "five_card": 1000, "linked": 1000}
        seats = [
            seat({"ante": 10, "odds": 10, wager: 1}, cards, "fold"),
            seat({"ante": 10, "odds": 10, wager: 2}, "Jd 9c 7s 4c 2h", "raise 1x"),
            seat({"ante": 10, "odds": 10}, "Js 9s 7c 4s 2s", "raise 1x"),
        ]
        more: dict[str, Any] = {"dealer": "Kc Td 3h 5s 2c", "meters": meters, "house": tables(**{wager: table})}
        nets = all_nets(GAME, *seats, **more)
        envy = f"{wager}_envy"
        assert [net.get(envy, 0) for net in nets] == [0, 2 * each, 0], (wager, table, cards)
        del seats[0]["wagers"][wager]  # without an award there is no envy
        assert all(envy not in net for net in all_nets(GAME, *seats, **more))


def test_30_1099_56_24_a_several_envy_pays_add_up() -> None:
    seats = [
        seat({"ante": 10, "odds": 10, FOUR: 1}, cards, "raise 1x")
        for cards in (HANDS["four aces"], "6s 6h 6d 6c 8d", "Jd 9c 7s 4c 2h")
    ]
    nets = all_nets(GAME, *seats, dealer=KING_HIGH, meters={"four_card": 5000})
    assert [net[f"{FOUR}_envy"] for net in nets] == [10, 100, 110]


def test_30_1047_a_ceiling_holds_for_the_odds_alone() -> None:
    house: dict[str, Any] = {"max_payout_per_player": 1000}
    net = one(HANDS["four aces"], "raise 3x", house=house, four_card_bonus=50)
    assert net == {"ante": 10, "raise": 30, "odds": 1000, "four_card_bonus": 2500}
    lawful = one(HANDS["four aces"], "raise 3x", house={**house, "min_ante": 10})
    assert lawful["odds"] == 2000
    beaten: dict[str, Any] = {
        "dealer": "8s 8h 8d 8c 2d",
        "house": {**house, "min_ante": 5, **tables(odds_bad_beat="04")},
    }
    assert one("6s 6h 6d 6c 9d", **beaten)["odds"] == 2500  # the best price is 500 to 1 on table 04
