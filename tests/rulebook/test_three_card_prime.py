"""Three Card Prime, CO 30-1099.57, paragraph by paragraph."""

from typing import Any

import pytest
from tests.rulebook.helpers import Nets, all_nets, rules, seat, settle

from houseway.rules.errors import RuleError

GAME = "three-card-prime"
SECTION = "CO 30-1099.57"
QUEEN_HIGH, JACK_HIGH = "Qd 7s 3c", "Js 8c 2d"
LINKED = "five_card_linked_progressive"
MINI = "mini_royal_progressive"


def one(cards: str, *actions: str, dealer: str = QUEEN_HIGH, house: dict[str, Any] | None = None, **more: Any) -> Nets:
    around = {key: more.pop(key) for key in ("community", "meters") if key in more}
    return settle(
        GAME, seat({"ante": 10, **more}, cards, *(actions or ("play",))), dealer=dealer, house=house or {}, **around
    )


def tables(**ids: str) -> dict[str, Any]:
    return {"pay_tables": ids}


def test_30_1099_57_1_a_royal_flush_is_the_best_hand() -> None:
    for higher, lower in (
        ("Ah Kh Qh", "Kd Qd Jd"),
        ("3s 2s As", "Kh Kd Kc"),
        ("2s 2d 2c", "Ad Kc Qh"),
        ("Ad 2c 3h", "Kh Jh 9h"),
        ("2h 4h 7h", "As Ad Kc"),
        ("5s 5d 4c", "As Kd Jc"),
    ):
        assert one(higher, dealer=lower)["play"] == 10
        assert one(lower, dealer=higher)["play"] == -10
    assert one("Ah Kh Qh", dealer="As Ks Qs")["play"] == 0


def test_30_1099_57_1_two_hands_to_a_player() -> None:
    hands = [["Ah", "Td", "4c"], ["9s", "9d", "2c"]]
    two = seat({"ante": 10, "hand_2.ante": 5, "hand_2.pair_bonus": 5}, "", "play", "hand_2 fold", hands=hands)
    assert settle(GAME, two, dealer=QUEEN_HIGH) == {"ante": 10, "play": 10, "hand_2.ante": -5, "hand_2.pair_bonus": 5}


def test_30_1099_57_4_the_ante_is_required() -> None:
    with pytest.raises(RuleError, match="Ante is required"):
        settle(GAME, seat({"prime": 5}, "Ah Td 4c"), dealer=QUEEN_HIGH)


def test_30_1099_57_12_a_misdeal_voids_the_seat_or_the_table() -> None:
    seats = seat({"ante": 10, MINI: 1}, "Ah Td"), seat({"ante": 10, "prime": 5}, "Ac 9d 5c", "play")
    player = all_nets(GAME, *seats, dealer=QUEEN_HIGH, irregularity={"kind": "misdeal", "seat": 0})
    assert player == [{"ante": 0, MINI: 0}, {"ante": 10, "play": 10, "prime": -5}]
    dealer = all_nets(GAME, *seats, dealer="Qd 7d", irregularity={"kind": "misdeal", "of": "dealer"})
    assert dealer == [{"ante": 0, MINI: 0}, {"ante": 0, "play": 0, "prime": 0}]
    exposed = all_nets(GAME, seats[1], dealer=QUEEN_HIGH, irregularity={"kind": "exposed_card", "count": 2})
    assert exposed == [player[1]]


def test_30_1099_57_13_a_a_fold_loses_the_ante_and_keeps_every_optional_wager() -> None:
    folded = seat({"ante": 10, "prime": 5, "pair_bonus": 5, "all_6": 5, MINI: 1, LINKED: 1}, "9h 9d 9s", "fold")
    more: dict[str, Any] = {
        "dealer": "9c Kd 4s",
        "community": "8h 8d",
        "house": tables(five_card_linked_progressive="09"),
    }
    assert settle(GAME, folded, **more) == {
        "ante": -10,
        "prime": -5,
        "pair_bonus": 150,
        "all_6": 250,  # four nines, 50 to 1
        MINI: 49,
        LINKED: 74,  # nines full of eights, $75 for 1
    }
    assert rules(GAME, folded, **more)["ante"] == f"{SECTION}(13)(a)"


def test_30_1099_57_13_b_the_play_wager_equals_the_ante() -> None:
    with pytest.raises(RuleError, match="not allowed for Play"):
        one("Ah Td 4c", "play 20")


def test_30_1099_57_14_15_queen_high_qualifies() -> None:
    assert one("9h 7d 4c", dealer=JACK_HIGH) == {"ante": 10, "play": 0}
    assert one("9h 7d 4c", dealer="Qd 3c 2h") == {"ante": -10, "play": -10}
    cited = rules(GAME, seat({"ante": 10}, "9h 7d 4c", "play"), dealer=JACK_HIGH)
    assert cited == {"ante": f"{SECTION}(15)", "play": f"{SECTION}(15)"}


def test_30_1099_57_16_winner_tie_and_loser() -> None:
    for cards, net, paragraph in (
        ("Qh 7c 4d", 10, "(16)(a)"),
        ("Qh 7c 3d", 0, "(16)(b)"),
        ("Qh 7c 2d", -10, "(16)(c)"),
    ):
        assert one(cards) == {"ante": net, "play": net}
        assert rules(GAME, seat({"ante": 10}, cards, "play"), dealer=QUEEN_HIGH)["play"] == SECTION + paragraph


def test_30_1099_57_17_ante_bonus_whoever_wins() -> None:
    for cards, bonus in (("Ah Kh Qh", 50), ("5h 6h 7h", 50), ("4d 4c 4h", 40), ("4d 3h 2s", 10)):
        for dealer in (QUEEN_HIGH, JACK_HIGH):
            assert one(cards, dealer=dealer)["ante_bonus"] == bonus
    assert one("4d 3h 2s", dealer="6s 6h 6c") == {"ante": -10, "play": -10, "ante_bonus": 10}
    assert "ante_bonus" not in one("Ah Jh 9h")
    assert "ante_bonus" not in one("4d 3h 2s", "fold")


def test_30_1099_57_18_prime_by_the_colours_of_player_and_dealer() -> None:
    for cards, dealer, net in (
        ("Kd 8h 5d", "Jh 9c 4d", 15),
        ("Kd 8h 5d", "Js 9c 4s", 15),  # the dealer's are of one colour too, but of the other
        ("Kd 8h 5d", "Jh 9d 4d", 20),
        ("Ks 8c 5s", "Jc 9s 4s", 20),
        ("Kd 8h 5s", "Jh 9d 4d", -5),
    ):
        for action in ("play", "fold"):
            assert one(cards, action, dealer=dealer, prime=5)["prime"] == net


def test_30_1099_57_19_pair_bonus_tables() -> None:
    hands = ("Ah Kh Qh", "5h 6h 7h", "4d 4c 4h", "4d 3h 2s", "Ah Jh 9h", "9h 9d 4c", "Ah Kd Jc")
    for table, pays in {
        "02": (40, 40, 30, 6, 4, 1, -1),
        "03": (35, 35, 33, 6, 4, 1, -1),
        "04": (50, 50, 30, 6, 3, 1, -1),
        "05": (40, 40, 30, 6, 3, 1, -1),
        "06": (100, 50, 25, 6, 3, 1, -1),
    }.items():
        found = [one(cards, house=tables(pair_bonus=table), pair_bonus=1)["pair_bonus"] for cards in hands]
        assert tuple(found) == pays, table


def test_30_1099_57_20_all_6_tables() -> None:
    hands = (
        ("As Ks Qs", "Js Ts 9s"),
        ("Ad Kd Qd", "Jd Td 9d"),
        ("As Ks Qs", "Js Ts 4d"),
        ("5h 6h 7h", "8h 9h Kd"),
        ("9h 9d 4c", "9s 9c 2d"),
        ("9h 9d 4c", "9s 4d 4h"),
        ("Ah Jh 9h", "6h 2h Kd"),
        ("4d 5c 6h", "7s 8d Kc"),
        ("9h 9d 4c", "9s Kd 2h"),
        ("9h 9d 4c", "4s Kd Kh"),
    )
    for table, pays in {
        "01": (1000, 1000, 1000, 200, 50, 25, 20, 10, 5, -1),
        "02": (1000, 1000, 1000, 200, 50, 25, 15, 10, 5, -1),
        "03": (1000, 1000, 1000, 200, 100, 20, 15, 9, 8, -1),
        "04": (1000, 1000, 1000, 200, 100, 20, 15, 10, 7, -1),
        "05": (200000, 20000, 1000, 200, 50, 20, 15, 10, 5, -1),
    }.items():
        found = [one(cards, dealer=dealer, house=tables(all_6=table), all_6=1)["all_6"] for cards, dealer in hands]
        assert tuple(found) == pays, table
    diamonds = {**tables(all_6="05"), "specified_suit": "d"}
    assert [one(c, dealer=d, house=diamonds, all_6=1)["all_6"] for c, d in hands[:2]] == [20000, 200000]


def test_30_1099_57_21_mini_royal_tables_and_the_suit_of_the_house() -> None:
    hands = ("As Ks Qs", "Ah Kh Qh", "5h 6h 7h", "4d 4c 4h", "4d 3h 2s", "Ah Jh 9h")
    for table, pays in {
        "01": (8000, 500, 75, 50, 5, 0),
        "E01": (8000, 500, 100, 90, 0, 0),
        "E02": (8000, 500, 70, 60, 6, 0),
    }.items():
        for stake in (1, 5):
            found = [
                one(
                    cards,
                    house=tables(mini_royal_progressive=table),
                    meters={"mini_royal": 8000},
                    mini_royal_progressive=stake,
                )[MINI]
                for cards in hands
            ]
            shares = [8000, *(pay * stake for pay in pays[1:])]  # the meter does not grow with the wager
            assert found == [pay - stake for pay in shares], table
    hearts = {"specified_suit": "h"}
    assert one("Ah Kh Qh", house=hearts, meters={"mini_royal": 8000}, mini_royal_progressive=1)[MINI] == 7999
    assert one("As Ks Qs", house=hearts, meters={"mini_royal": 8000}, mini_royal_progressive=1)[MINI] == 499


def test_30_1099_57_21_23_i_envy_goes_to_the_other_bettors_for_a_wager_that_wins() -> None:
    house = tables(mini_royal_progressive="E01")
    seats = (
        seat({"ante": 10, MINI: 1}, "As Ks Qs", "fold"),  # a folded hand wins its progressive nevertheless
        seat({"ante": 10, MINI: 5}, "Ah Kh Qh", "play"),
        seat({"ante": 10, MINI: 1}, "9h 7d 4c", "play"),
        seat({"ante": 10}, "9d 7h 4s", "play"),
    )
    more: dict[str, Any] = {"dealer": JACK_HIGH, "meters": {"mini_royal": 8000}}
    nets = all_nets(GAME, *seats, **more, house=house)
    assert [net.get(f"{MINI}_envy") for net in nets] == [25, 500, 125, None]
    no_bet = (seat({"ante": 10}, "As Ks Qs", "play"), *seats[2:])
    assert all(f"{MINI}_envy" not in net for net in all_nets(GAME, *no_bet, **more, house=house))
    plain = all_nets(GAME, *seats, **more, house=tables(mini_royal_progressive="01"))
    assert all(f"{MINI}_envy" not in net for net in plain)


def test_30_1099_57_23_i_no_envy_between_two_hands_of_one_player() -> None:
    wagers = {"ante": 10, MINI: 1, "hand_2.ante": 5, f"hand_2.{MINI}": 1}
    hands = [["As", "Ks", "Qs"], ["9s", "9d", "2c"]]
    two = seat(wagers, "", "play", "hand_2 play", hands=hands)
    more: dict[str, Any] = {"meters": {"mini_royal": 8000}, "house": tables(mini_royal_progressive="E01")}
    alone = settle(GAME, two, dealer=QUEEN_HIGH, **more)
    assert not any(name.endswith("envy") for name in alone)


def test_30_1099_57_10_22_the_linked_hand_by_either_method() -> None:
    more: dict[str, Any] = {"dealer": "8d 8h 3c", "community": "8s 2c", LINKED: 1}
    assert one("8c 7d 7h", **more)[LINKED] == -1  # two pair
    assert one("8c 7d 7h", **more, house=tables(five_card_linked_progressive="05"))[LINKED] == 2
    dealer = {"five_card_linked_configuration": "dealer cards"}
    del more["community"]
    assert one("8c 7d 7h", **more, house=dealer)[LINKED] == 99  # eights full of sevens
    with pytest.raises(RuleError, match="deals 0"):
        one("8c 7d 7h", **more, community="8s 2c", house=dealer)


def test_30_1099_57_22_linked_tables() -> None:
    hands = (
        ("As Ks Qs", "Js Ts"),
        ("5h 6h 7h", "8h 9h"),
        ("9h 9d 9c", "9s 2d"),
        ("9h 9d 4c", "9s 4d"),
        ("Ah Jh 9h", "6h 2h"),
        ("4d 5c 6h", "7h 8d"),
        ("9h 9d 4c", "9s Kd"),
        ("9h 9d 4c", "4s Kd"),
        ("9h 9d 4c", "2s Kd"),
    )
    for table, pays in {
        "01": (50000, 1500, 250, 100, 50, 25, 5, 0, 0),
        "02": (50000, 2500, 250, 100, 50, 25, 5, 0, 0),
        "03": (50000, 1000, 200, 100, 75, 20, 5, 0, 0),
        "04": (50000, 2000, 250, 75, 50, 20, 5, 0, 0),
        "05": (50000, 50000, 250, 75, 50, 20, 5, 3, 0),
        "09": (50000, 1500, 250, 75, 50, 20, 10, 0, 0),
        "10": (50000, 50000, 200, 75, 50, 30, 5, 3, 0),
        "12": (50000, 2000, 250, 75, 50, 25, 5, 2, 0),
        "13": (50000, 2500, 250, 100, 50, 20, 10, 0, 0),
        "14": (50000, 2000, 300, 50, 40, 30, 10, 0, 0),
        "15": (50000, 5000, 300, 50, 40, 30, 10, 0, 0),
        "E01": (50000, 5000, 300, 50, 40, 30, 9, 0, 0),
        "E02": (50000, 5000, 300, 50, 40, 30, 9, 0, 0),
        "E03": (50000, 5000, 250, 75, 50, 25, 10, 0, 0),
    }.items():
        found = [linked(cards, community, table) for cards, community in hands]
        assert found == [pay - 1 for pay in pays], table


def linked(cards: str, community: str, table: str) -> float:
    house = tables(five_card_linked_progressive=table)
    return one(cards, community=community, house=house, meters={"linked": 50000}, five_card_linked_progressive=1)[
        LINKED
    ]


def test_30_1099_57_22_linked_tables_by_flushes() -> None:
    hands = (
        ("As Ks Qs", "Js Ts"),
        ("5h 6h 7h", "8h 9h"),
        ("5h 6h 7h", "8h Kh"),  # a flush too, but four in sequence pay more
        ("Ah 2h 3h", "4h 9d"),
        ("Ah Kh Qh", "Jh 9d"),
        ("Ah Jh 9h", "6h 2h"),
        ("Ah Jh 9h", "6h 2d"),
        ("9h 9d 9c", "9s 2d"),
        ("4d 5c 6h", "7h 8d"),
    )
    for table, pays in {
        "06": (50000, 500, 200, 200, 200, 50, 5, 0, 0),
        "07": (50000, 1000, 200, 200, 200, 50, 5, 0, 0),
        "08": (50000, 2500, 150, 150, 150, 75, 5, 0, 0),
        "11": (50000, 500, 200, 200, 200, 75, 5, 0, 0),
    }.items():
        found = [linked(cards, community, table) for cards, community in hands]
        assert found == [pay - 1 for pay in pays], table


def test_30_1099_57_23_i_linked_envy() -> None:
    for table, royal, straight_flush in (("E01", 1000, 300), ("E02", 5000, 1500), ("E03", 1000, 250)):
        for cards, pays in (("Qs Js Ts", royal), ("9s Js Ts", straight_flush), ("8h 8d 2h", None)):
            seats = seat({"ante": 10, LINKED: 1}, cards, "play"), seat({"ante": 10, LINKED: 2}, "9h 7d 4c", "fold")
            community = "As Ks" if "Qs" in cards else "Qs Ks"
            house = tables(five_card_linked_progressive=table)
            nets = all_nets(
                GAME,
                *seats,
                dealer=JACK_HIGH.replace("Js", "Jd"),
                community=community,
                meters={"linked": 9},
                house=house,
            )
            assert nets[1].get(f"{LINKED}_envy") == (2 * pays if pays else None), table


def test_30_1099_57_23_d_two_meter_awards_in_turn_or_shared() -> None:
    seats = [seat({"ante": 10, LINKED: 1}, cards, "play") for cards in ("6s 7s 8s", "Js Qs Ks")]
    more: dict[str, Any] = {"dealer": "Jd 8c 2d", "community": "9s Ts", "meters": {"linked": 30000}}
    house = tables(five_card_linked_progressive="E01")
    in_turn = all_nets(GAME, *seats, **more, house=house)
    assert [net[LINKED] for net in in_turn] == [2699, 2999]  # counterclockwise
    shared = all_nets(GAME, *seats, **more, house={**house, "two_meter_hits": "shared"})
    assert [net[LINKED] for net in shared] == [1499, 1499]
    whole = all_nets(GAME, *seats, **more, house=tables(five_card_linked_progressive="05"))
    assert [net[LINKED] for net in whole] == [-1, 29999]  # no seed is printed
