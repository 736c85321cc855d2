"""235 Stud Poker, Maryland."""

from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, answer, rules, seat, settle

from houseway.rules.errors import RuleError

GAME = "md-235-stud-poker"


def spot(cards: str, *actions: str, stake: float = 5, **side: float) -> dict[str, Any]:
    wagers = {"2_card_poker": stake, "3_card_poker": stake, "5_card_poker": stake, **side}
    return seat(wagers, cards, *(actions or ("check", "check")))


def nets(cards: str, community: str, *actions: str, house: dict[str, Any] | None = None, **side: float) -> Any:
    return settle(GAME, spot(cards, *actions, **side), community=community, house=house or {})


@pytest.mark.parametrize(
    ("two", "won"),
    [("9h 9c", True), ("9h 2h", True), ("9h 8c", True), ("Ah Kc", True), ("Ah 2c", False), ("9h 7c", False)],
)
def test_md_235_ch_12_a_two_card_wager(two: str, won: bool) -> None:
    assert nets(f"{two} 5d", "Js 7s")["2_card_poker"] == (5 if won else -5)


@pytest.mark.parametrize(
    ("three", "pays"),
    [
        ("Ah Kh Qh", 50),
        ("Kh Qh Jh", 20),
        ("4h 3h 2h", 20),
        ("9h 9c 9d", 10),
        ("9h 8c 7d", 5),
        ("Ah Kc Qd", 5),
        ("Ah 3h 9h", 3),
        ("Ah 2h 3h", 3),
        ("2h 9c 9d", 1),
        ("Ah 2c 3d", -1),
        ("Ah 9c 3d", -1),
    ],
)
def test_md_235_ch_12_b_three_card_wager_and_its_raise(three: str, pays: float) -> None:
    found = nets(three, "Js 6s", "raise", "check")
    assert (found["3_card_poker"], found["raise_3_card"]) == (5 * pays, 5 * pays)
    assert "raise_5_card" not in found


@pytest.mark.parametrize(
    ("cards", "community", "pays"),
    [
        ("Ah Th Qh", "Jh Kh", 500),
        ("9h Th Qh", "Jh Kh", 250),
        ("Ah 2h 4h", "3h 5h", 250),
        ("9h 9c 9d", "9s Kh", 100),
        ("9h 9c 4d", "9s 4h", 25),
        ("9h 2h 4h", "Jh Kh", 20),
        ("Ah 2c 4h", "3d 5h", 15),
        ("Ah Kc Th", "Jd Qh", 15),
        ("9h 2c 9c", "9d Kh", 7),
        ("9h 2c 9c", "2d Kh", 3),
        ("Th 2c 4c", "Td Kh", 1),
        ("Ah 2c 4c", "Ad Kh", 1),
        ("9h 2c 4c", "9d Kh", -1),
        ("Ah 2c 4c", "9d Kh", -1),
    ],
)
def test_md_235_ch_12_c_five_card_wager_and_its_raise(cards: str, community: str, pays: float) -> None:
    found = nets(cards, community, "check", "raise")
    assert (found["5_card_poker"], found["raise_5_card"]) == (5 * pays, 5 * pays)
    assert "raise_3_card" not in found


def test_md_235_ch_12_d_win_em_all_needs_all_three_wagers() -> None:
    assert nets("9h 9c 4d", "9s 2h", winem_all_bonus=5)["winem_all_bonus"] == 60
    assert nets("9h 9c 4d", "Ks 2h", winem_all_bonus=5)["winem_all_bonus"] == -5
    assert nets("9h 4c 9d", "9s 2h", winem_all_bonus=5)["winem_all_bonus"] == -5
    assert nets("9h 8c 2d", "9s 2h", winem_all_bonus=5)["winem_all_bonus"] == -5


def test_md_235_ch_12_d_other_reading_asks_for_the_raises() -> None:
    house = {"winem_all": "three_wagers_and_raises"}
    assert nets("9h 9c 4d", "9s 2h", winem_all_bonus=5, house=house)["winem_all_bonus"] == -5
    assert nets("9h 9c 4d", "9s 2h", "raise", "raise", winem_all_bonus=5, house=house)["winem_all_bonus"] == 60


def test_md_235_ch_12_b_c_other_reading_pays_raises_even_money() -> None:
    house = {"raise_pays": "even_money"}
    found = nets("Ah Kh Qh", "Jh Th", "raise", "raise", house=house)
    assert found == {
        "2_card_poker": 5,
        "3_card_poker": 250,
        "raise_3_card": 5,
        "5_card_poker": 2500,
        "raise_5_card": 5,
    }


def test_md_235_ch_6_b_other_reading_allows_the_low_ace() -> None:
    house = {"ace_low": "all_hands"}
    found = nets("Ah 2c 3d", "9s Kh", house=house)
    assert (found["2_card_poker"], found["3_card_poker"]) == (5, 25)


@pytest.mark.parametrize(
    ("wagers", "field"),
    [
        ({"2_card_poker": 5, "3_card_poker": 10, "5_card_poker": 5}, "seats[0].wagers.3_card_poker"),
        ({"2_card_poker": 5, "3_card_poker": 5}, "seats[0].wagers.5_card_poker"),
        ({"2_card_poker": 5, "3_card_poker": 5, "5_card_poker": 5, "raise_3_card": 5}, "seats[0].wagers.raise_3_card"),
    ],
)
def test_md_235_ch_7_e_three_equal_wagers(wagers: dict[str, float], field: str) -> None:
    with pytest.raises(RuleError) as error:
        settle(GAME, seat(wagers, "9h 8c 7d", "check", "check"), community="2d 3c")
    assert error.value.field == field


def test_md_235_ch_11_b_raise_is_one_times_the_wager() -> None:
    assert nets("9h 8c 7d", "2d 3c", "raise 1x", "check")["raise_3_card"] == 25
    with pytest.raises(RuleError):
        nets("9h 8c 7d", "2d 3c", "raise 2x", "check")
    with pytest.raises(RuleError):
        nets("9h 8c 7d", "2d 3c", "fold")


@pytest.mark.parametrize(
    ("cards", "community", "prices"),
    [
        ("Ah Th Qh", "Jh Kh", {"A": 19999, "B": 19999, "C": 29999, "D": 39999}),
        ("9h Th Qh", "Jh Kh", {"A": 1999, "B": 1999, "C": 1999, "D": 29999}),
        ("9h 9c 9d", "9s Kh", {"A": 299, "B": 299, "C": 299, "D": 1999}),
        ("9h 9c 4d", "9s 4h", {"A": 49, "B": 49, "C": 49, "D": 49}),
        ("9h 2h 4h", "Jh Kh", {"A": 39, "B": 39, "C": 39, "D": 39}),
        ("Ah 2c 4h", "3d 5h", {"A": 29, "B": 29, "C": 29, "D": 29}),
        ("9h 2c 9c", "9d Kh", {"A": 8, "B": 8, "C": 8, "D": 8}),
        ("9h 2c 9c", "2d Kh", {"A": -1, "B": -1, "C": -1, "D": -1}),
    ],
)
def test_md_235_ch_12_e_progressive_paytables(cards: str, community: str, prices: dict[str, float]) -> None:
    meters = {"progressive": 20000, "mega": 40000, "major": 30000, "minor": 2000}
    for table, net in prices.items():
        found = settle(
            GAME,
            spot(cards, progressive_payout=1),
            community=community,
            meters=meters,
            house={"pay_tables": {"progressive_payout": table}},
        )
        assert found["progressive_payout"] == net


@pytest.mark.parametrize(
    ("table", "meters"),
    [
        ("A", {"progressive": 10000}),
        ("B", {"progressive": 2000}),
        ("C", {"major": 10000}),
        ("D", {"mega": 10000}),
    ],
)
def test_md_235_ch_12_f_meter_resets(table: str, meters: dict[str, float]) -> None:
    shown = dict.fromkeys(meters, 77777)
    house = {"pay_tables": {"progressive_payout": table}}
    left = answer(GAME, spot("Ah Th Qh", progressive_payout=1), community="Jh Kh", meters=shown, house=house)["meters"]
    assert left == meters


def test_md_235_ch_12_g_meter_is_read_in_turn_from_the_dealers_right() -> None:
    both = [spot("3h 4h 5h", progressive_payout=1), spot("8h 9h Th", progressive_payout=1)]
    found = all_nets(GAME, *both, community="6h 7h", meters={"progressive": 10000})
    assert [one["progressive_payout"] for one in found] == [899, 999]
    assert [one["envy_bonus"] for one in found] == [300, 300]


def test_md_235_ch_12_i_j_envy_follows_the_receivers_wager() -> None:
    seats = [
        spot("Ah Th Qh", progressive_payout=1),
        spot("9c 2d 4s", progressive_payout=5),
        spot("9d 2c 4c"),
        spot("8h 9h 3c", progressive_payout=1),
    ]
    house = {"pay_tables": {"progressive_payout": "A", "envy_bonus": "A"}}
    found = all_nets(GAME, *seats, community="Jh Kh", meters={"progressive": 10000}, house=house)
    assert [one.get("envy_bonus") for one in found] == [None, 5000, None, 1000]
    settled = answer(GAME, *seats, community="Jh Kh", meters={"progressive": 10000}, house=house)
    cited = [[line["rule"] for line in one["lines"] if line["wager"] == "envy_bonus"] for one in settled["seats"]]
    assert cited == [[], ["MD 235 Ch. 12 J"], [], ["MD 235 Ch. 12 I"]]


def test_md_235_ch_12_h_holder_need_not_have_bet_the_progressive() -> None:
    seats = [spot("9h Th Qh"), spot("9c 2d 4s", progressive_payout=1)]
    found = all_nets(GAME, *seats, community="Jh Kh", meters={"progressive": 10000})
    assert found[1]["envy_bonus"] == 300
    assert "envy_bonus" not in found[0]


def test_md_235_ch_12_k_aggregate_limit() -> None:
    straight = spot("5h 8c 6d", stake=4000)
    house = {"table_minimum": 5, "payout_limit": 50000}
    assert settle(GAME, straight, community="7s 9c", house=house) == {
        "2_card_poker": -4000,
        "3_card_poker": -4000,
        "5_card_poker": 50000,
    }
    raised = spot("5h 8c 6d", "check", "raise", stake=4000)
    assert settle(GAME, raised, community="7s 9c")["raise_5_card"] == 25000
    assert rules(GAME, straight, community="7s 9c")["5_card_poker"] == "MD 235 Ch. 12 K"


def test_md_235_ch_12_k_2_limit_is_never_below_the_best_win_at_the_minimum() -> None:
    royal = spot("Ah Kh Qh", "raise", "raise", stake=100, winem_all_bonus=100)
    found = settle(GAME, royal, community="Jh Th", house={"table_minimum": 100})
    assert sum(found.values()) == 1113 * 100
    limited = settle(GAME, royal, community="Jh Th", house={"table_minimum": 5})
    assert sum(limited.values()) == 50000


def test_md_235_ch_12_k_progressive_and_envy_are_outside_the_limit() -> None:
    royal = spot("Ah Th Qh", stake=1000, progressive_payout=1)
    found = settle(GAME, royal, community="Jh Kh", meters={"progressive": 90000})
    assert (found["5_card_poker"] + found["3_card_poker"] + found["2_card_poker"], found["progressive_payout"]) == (
        50000,
        89999,
    )


def test_md_235_chapters_are_cited() -> None:
    cited = rules(
        GAME,
        spot("9h 9c 4d", "raise", "raise", winem_all_bonus=5, progressive_payout=1),
        community="9s 2h",
        meters={"progressive": 10000},
    )
    assert cited == {
        "2_card_poker": "MD 235 Ch. 12 A",
        "3_card_poker": "MD 235 Ch. 12 B",
        "raise_3_card": "MD 235 Ch. 12 B",
        "5_card_poker": "MD 235 Ch. 12 C",
        "raise_5_card": "MD 235 Ch. 12 C",
        "winem_all_bonus": "MD 235 Ch. 12 D",
        "progressive_payout": "MD 235 Ch. 12 E(1)",
    }


@pytest.mark.parametrize(
    ("irregularity", "void"),
    [
        ({"kind": "face_up_cards", "count": 1}, False),
        ({"kind": "face_up_cards", "count": 2}, True),
        ({"kind": "card_drawn_in_error"}, False),
        ({"kind": "misdeal", "seat": 1}, True),
        ({"kind": "misdeal", "of": "community"}, True),
        ({"kind": "exposed_card", "of": "community"}, True),
        ({"kind": "dealing_shoe_jam"}, True),
        ({"kind": "wrong_deck"}, True),
    ],
)
def test_md_235_ch_13_irregularities(irregularity: dict[str, Any], void: bool) -> None:
    seats = [spot("9h 9c 4d", progressive_payout=1), spot("Ah 7d 2s")]
    found = all_nets(GAME, *seats, community="9s 2h", meters={"progressive": 10000}, irregularity=irregularity)
    assert found[0]["5_card_poker"] == (0 if void else 35)
    assert found[0]["progressive_payout"] == (0 if void else 8)
    assert found[1]["2_card_poker"] == (0 if void else -5)


def test_md_235_ch_13_d_a_misdealt_seat_voids_the_round() -> None:
    seats = [spot("9h 9c", "raise"), spot("Ah 7d 2s", "raise", "check")]
    found = all_nets(GAME, *seats, irregularity={"kind": "misdeal", "seat": 0})
    assert {net for one in found for net in one.values()} == {0}
    assert "raise_3_card" in found[0]


def test_md_235_ch_7_f_adjacent_boxes() -> None:
    wagers = {f"hand_{n}.{w}": 5 for n in (1, 2) for w in ("2_card_poker", "3_card_poker", "5_card_poker")}
    both = {
        "wagers": wagers,
        "hands": [["9h", "9c", "4d"], ["Ah", "7d", "2s"]],
        "actions": ["hand_1 raise", "hand_1 check", "hand_2 check", "hand_2 raise"],
    }
    found = settle(GAME, both, community="9s 3h")
    assert (found["hand_1.raise_3_card"], found["hand_1.5_card_poker"], found["hand_2.raise_5_card"]) == (5, 35, -5)


def test_md_235_ch_2_a_six_players() -> None:
    with pytest.raises(RuleError) as error:
        settle(GAME, *(spot("9h 9c 4d") for _ in range(7)), community="9s 3h")
    assert error.value.field == "seats"
