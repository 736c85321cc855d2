"""CO 30-1099.47, Flushes Gone Wild, paragraph by paragraph."""

from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, rules, seat, settle

from houseway.rules.errors import RuleError

GAME = "flushes-gone-wild"
DEALER = "Qh 8h 4d 7c 5c"  # never more than two of a suit with the boards below
BOARD = "9d 8s"
NATURAL_FIVE = "As Ks Js 6s 3d"
ROYAL = "As Ks Qs Js Ts"
FLUSH_RUSH = {
    "FGW-01": (250, 100, 50, 10, 6, 3, 1),
    "FGW-02": (200, 75, 50, 10, 6, 3, 1),
    "FGW-03": (250, 100, 50, 10, 5, 3, 1),
    "FGW-04": (250, 100, 60, 10, 5, 4, 1),
}


def played(cards: str, **wagers: float) -> dict[str, Any]:
    return seat({"ante": 10, "blind": 10, **wagers}, cards, "play")


def tables(**ids: str) -> dict[str, Any]:
    return {"pay_tables": ids}


@pytest.mark.parametrize(
    ("cards", "board", "pays"),
    [
        ("As Ks Js 6s 3s", "9s 8s", 200),
        ("As Ks Js 6s 3s", "9s 8d", 25),
        ("As Ks Js 6s 3h", BOARD, 5),
        ("As Ks Js 6h 3h", BOARD, 3),
        ("As Ks 6h 3h Jd", BOARD, 0),
        ("As 6d 3h Jc Th", BOARD, 0),
    ],
)
def test_30_1099_47_10_blind_pays_by_the_margin(cards: str, board: str, pays: int) -> None:
    net = settle(GAME, played(cards), dealer=DEALER, community=board)
    assert net == {"ante": 10, "play": 20, "blind": 10 * pays}


def test_30_1099_47_11_12_a_lower_hand_loses_and_a_tie_pushes_all_three() -> None:
    lower = played("Js 6d 3h Tc 7h")
    assert settle(GAME, lower, dealer=DEALER, community=BOARD) == {"ante": -10, "play": -20, "blind": -10}
    assert rules(GAME, lower, dealer=DEALER, community=BOARD)["blind"] == "CO 30-1099.47(11)"
    tie = played("Qs 6d 3h Jc Th")
    assert settle(GAME, tie, dealer=DEALER, community=BOARD) == {"ante": 0, "play": 0, "blind": 0}
    assert rules(GAME, tie, dealer=DEALER, community=BOARD)["blind"] == "CO 30-1099.47(12)"


def test_30_1099_47_2_a_deuce_lengthens_any_flush() -> None:
    net = settle(GAME, played("Ks Js 6s 2h 3d"), dealer=DEALER, community=BOARD)
    assert net == {"ante": 10, "play": 20, "blind": 50}


@pytest.mark.parametrize(
    ("cards", "dealer"), [("Ks 2c 3h Td 4h", "Kh Jh 5h 7c 6c"), ("As 2c 3h Td 4h", "Ah Qh Jh 7c 6c")]
)
def test_30_1099_47_2_a_wild_deuce_is_the_highest_rank_missing(cards: str, dealer: str) -> None:
    # A-K-8 with the deuce for the ace, then for the king, against K-J-5 and A-Q-J: a win by no card.
    assert settle(GAME, played(cards), dealer=dealer, community=BOARD) == {"ante": 10, "play": 20, "blind": 0}


def test_30_1099_47_7_a_fold_keeps_the_flush_rush_only() -> None:
    folded = seat({"ante": 10, "blind": 10, "flush_rush": 5, "progressive": 1}, "As Ks Js 6s 3s", "fold")
    net = settle(GAME, folded, dealer=DEALER, community=BOARD)
    assert net == {"ante": -10, "blind": -10, "flush_rush": 250, "progressive": -1}
    cited = rules(GAME, folded, dealer=DEALER, community=BOARD)
    assert cited["blind"] == "CO 30-1099.47(7)(a)"
    assert cited["progressive"] == "CO 30-1099.47(13) progressive (6)"


@pytest.mark.parametrize("table", FLUSH_RUSH)
def test_30_1099_47_13_flush_rush_tables(table: str) -> None:
    hands = (
        ("As Ks Js 6s 3s", "9s 8s"),
        ("As Ks Js 6s 2d", "9s 8s"),
        ("As Ks Js 6s 3d", "9s 8s"),
        ("As Ks Js 6s 2d", "9s 8d"),
        ("As Ks Js 6s 3d", "9s 8d"),
        ("As Ks Js 2d 3d", "9s 8d"),
        ("As Ks Js 4h 3d", "9s 8d"),
    )
    for (cards, board), pays in zip(hands, FLUSH_RUSH[table], strict=True):
        hand = played(cards, flush_rush=1)
        net = settle(GAME, hand, dealer="Qh Th 7c 5c 6d", community=board, house=tables(flush_rush=table))
        assert net["flush_rush"] == pays


def test_30_1099_47_13_a_wild_four_card_flush_has_no_price() -> None:
    wild_four = played("As Ks 2d 4c 3h", flush_rush=5)
    assert settle(GAME, wild_four, dealer="Qh Th 7c 5c 6d", community="9s 8d")["flush_rush"] == -5


@pytest.mark.parametrize(("cards", "natural", "wild"), [("As Ks Js 2s 4d", 6, 3), ("As Ks 2s 4d 3h", 1, -1)])
def test_30_1099_47_13_a_deuce_of_the_suit_is_natural_unless_the_house_says_otherwise(
    cards: str, natural: int, wild: int
) -> None:
    round_ = {"dealer": "Qh Th 7c 5c 6d", "community": "9s 8d"}
    assert settle(GAME, played(cards, flush_rush=1), **round_)["flush_rush"] == natural
    assert settle(GAME, played(cards, flush_rush=1), **round_, house={"suited_deuce": "wild"})["flush_rush"] == wild


def test_30_1099_47_13_without_deuces_both_readings_agree() -> None:
    for choice in ("natural", "wild"):
        hand = played("As Ks Js 6s 3d", flush_rush=1)
        net = settle(GAME, hand, dealer="Qh Th 7c 5c 6d", community="9s 8s", house={"suited_deuce": choice})
        assert net["flush_rush"] == 50
        hand = played("As Ks Js 6s 2d", flush_rush=1)
        net = settle(GAME, hand, dealer="Qh Th 7c 5c 6d", community="9s 8s", house={"suited_deuce": choice})
        assert net["flush_rush"] == 100


@pytest.mark.parametrize("table", ["FGWP-01", "FGWP-02"])
@pytest.mark.parametrize(
    ("cards", "net"),
    [
        (ROYAL, 8999),
        ("As 2s 3s 4s 5s", 899),
        ("2s 2d 2h 2c 5s", 299),
        ("Ks Kd Kh 3c 3s", 49),
        ("As Ks Js 6s 3s", 39),
        ("As 2d 3h 4c 5s", 29),
        ("Ks Kd Kh 3c 4s", 8),
        ("Ks Kd 2h 3c 4s", -1),  # deuces are not wild here
        ("9s 9c Kh 3c 4s", -1),  # and the board does not count
    ],
)
def test_30_1099_47_progressive_9_own_five_cards_without_wilds(table: str, cards: str, net: int) -> None:
    hand = played(cards, progressive=1)
    found = settle(
        GAME,
        hand,
        dealer="Qh Th 7c 5c 6d",
        community=BOARD,
        meters={"progressive": 9000},
        house=tables(progressive=table),
    )
    assert found["progressive"] == net


@pytest.mark.parametrize(
    ("table", "cards", "envy"),
    [
        ("FGWP-01", ROYAL, 1000),
        ("FGWP-01", "3c 4c 5c 6c 7c", 300),
        ("FGWP-02", ROYAL, 1000),  # printed for $5
        ("FGWP-02", "3c 4c 5c 6c 7c", 300),
    ],
)
def test_30_1099_47_progressive_8_envy(table: str, cards: str, envy: int) -> None:
    seats = (
        played(cards, progressive=1),
        played("Qc 7d 6s 4s Jc", progressive=1),
        played("Qd 7h 6h 4h Jh", progressive=2),
    )
    net = all_nets(
        GAME,
        *seats,
        dealer="Ah Th 8d 5s 9c",
        community="Kd 9s",
        meters={"progressive": 9000},
        house=tables(progressive=table),
    )
    assert [one.get("progressive_envy") for one in net] == [None, envy, 2 * envy]


def test_30_1099_47_progressive_9_the_second_column_is_for_five_dollars_unless_the_house_says_one() -> None:
    def envy(stake: int, **house: Any) -> float:
        seats = played(ROYAL, progressive=stake), played("Qd 7h 6h 4h Jh", progressive=stake)
        net = all_nets(
            GAME,
            *seats,
            dealer="Ah Th 8d 5s 9c",
            community="Kd 9s",
            meters={"progressive": 9000},
            house={**tables(progressive="FGWP-02"), **house},
        )
        return net[1]["progressive_envy"]

    assert envy(5) == 5000
    assert envy(1, fgwp_02_base=1) == 5000


def test_30_1099_47_progressive_8_c_several_hands_pay_several_times() -> None:
    seats = (
        played(ROYAL, progressive=1),
        played("3c 4c 5c 6c 7c", progressive=1),
        played("Qd 7h 6h 4h Jh", progressive=1),
    )
    net = all_nets(GAME, *seats, dealer="Ah Th 8d 5s 9c", community="Kd 9s", meters={"progressive": 9000})
    assert [one["progressive_envy"] for one in net] == [300, 1000, 1300]
    # From the dealer's right: 10% of 9,000 first, then all that is left.
    assert [one["progressive"] for one in net] == [8099, 899, -1]


def test_30_1099_47_progressive_6_a_folded_royal_earns_nothing() -> None:
    seats = seat({"ante": 10, "blind": 10, "progressive": 1}, ROYAL, "fold"), played("Qd 7h 6h 4h Jh", progressive=1)
    net = all_nets(GAME, *seats, dealer="Ah Th 8d 5s 9c", community="Kd 9s", meters={"progressive": 9000})
    assert net[0]["progressive"] == -1
    assert "progressive_envy" not in net[1]


def test_30_1099_47_progressive_7_i_misdeals() -> None:
    seats = seat({"ante": 10, "blind": 10, "progressive": 1}, "Ks Kd Kh 3c 4s"), seat({"ante": 5, "blind": 5}, "Ah Qs")
    dealer = all_nets(GAME, *seats, dealer="Qh", community=BOARD, irregularity={"kind": "misdeal", "of": "dealer"})
    assert dealer == [{"ante": 0, "blind": 0, "progressive": 8}, {"ante": 0, "blind": 0}]
    player = all_nets(
        GAME,
        played(NATURAL_FIVE),
        seats[1],
        dealer=DEALER,
        community=BOARD,
        irregularity={"kind": "misdeal", "seat": 1},
    )
    assert player == [{"ante": 10, "play": 20, "blind": 50}, {"ante": 0, "blind": 0}]


def test_30_1047_ceiling_on_the_blind() -> None:
    net = settle(
        GAME, played("As Ks Js 6s 3s"), dealer=DEALER, community="9s 8s", house={"table_aggregate_per_round": 1200}
    )
    assert net == {"ante": 10, "play": 20, "blind": 1200}


def test_30_1099_47_6_a_the_other_way_of_dealing_settles_alike() -> None:
    house = {"community_dealt": "last"}
    net = settle(GAME, played("As Ks Js 6s 3h"), dealer=DEALER, community=BOARD, house=house)
    assert net == {"ante": 10, "play": 20, "blind": 50}


def test_30_1099_47_3_ante_and_blind_are_equal() -> None:
    with pytest.raises(RuleError, match="equal"):
        settle(GAME, seat({"ante": 10, "blind": 5}, NATURAL_FIVE, "play"), dealer=DEALER, community=BOARD)
