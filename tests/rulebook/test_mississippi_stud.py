"""Mississippi Stud, CO 30-1099.33, paragraph by paragraph."""

from collections.abc import Mapping
from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, answer, lines, rules, seat

from houseway.rules.errors import RuleError
from houseway.rules.game import load_game

GAME = "mississippi-stud"
SECTION = "CO 30-1099.33"
STAY = ("bet 1x", "bet 1x", "bet 1x")
METERS = {"progressive": 10000, "mega": 30000, "major": 5000, "minor": 2000}


def tables(**chosen: str) -> dict[str, Any]:
    return {"pay_tables": chosen}


def one(
    cards: str,
    *actions: str,
    community: str = "Jc 8s 2h",
    house: dict[str, Any] | None = None,
    meters: Mapping[str, float] | None = None,
    **wagers: float,
) -> Any:
    """The nets of a lone seat with an ante of 10."""
    player = seat({"ante": 10, **wagers}, cards, *actions)
    return all_nets(GAME, player, community=community, house=house or {}, meters=meters or {})[0]


def streets(ante: float, third: float, fourth: float, fifth: float) -> dict[str, float]:
    return {"ante": ante, "third_street": third, "fourth_street": fourth, "fifth_street": fifth}


HANDS = {  # hole cards, community cards
    "royal_flush": ("As Ks", "Qs Js Ts"),
    "straight_flush": ("9s 8s", "7s 6s 5s"),
    "four_of_a_kind": ("8c 8d", "8h 8s 5s"),
    "full_house": ("8c 8d", "8h 5c 5s"),
    "flush": ("As 8s", "7s 6s 2s"),
    "straight": ("9s 8d", "7s 6d 5c"),
    "three_of_a_kind": ("8c 8d", "8h 6c 5s"),
    "two_pair": ("8c 5d", "8h 6c 5s"),
    "jacks": ("Jc 3d", "Jh 6c 5s"),
    "aces": ("Ac 3d", "Ah 6c 5s"),
    "tens": ("Tc 3d", "Th 6c 5s"),
    "sixes": ("6d 3d", "Th 6c 5s"),
    "fives": ("5d 3d", "Th 6c 5s"),
    "nothing": ("Ad 3d", "Th 6c 5s"),
}


@pytest.mark.parametrize(
    ("hand", "odds"),
    [
        ("royal_flush", 500),
        ("straight_flush", 100),
        ("four_of_a_kind", 40),
        ("full_house", 10),
        ("flush", 6),
        ("straight", 4),
        ("three_of_a_kind", 3),
        ("two_pair", 2),
        ("jacks", 1),
        ("aces", 1),
        ("tens", 0),
        ("sixes", 0),
        ("fives", -1),
        ("nothing", -1),
    ],
)
def test_30_1099_33_14_ante_and_streets_are_paid_alike(hand: str, odds: int) -> None:
    cards, board = HANDS[hand]
    nets = one(cards, "bet 1x", "bet 2x", "bet 3x", community=board)
    assert nets == streets(10 * odds, 10 * odds, 20 * odds, 30 * odds)
    cited = rules(GAME, seat({"ante": 10}, cards, *STAY), community=board)
    assert cited["fifth_street"] == f"{SECTION}({14 if odds >= 0 else 10})"


@pytest.mark.parametrize(
    ("actions", "nets", "paragraph"),
    [
        (("fold",), {"ante": -10}, "(7)"),
        (("bet 3x", "fold"), {"ante": -10, "third_street": -30}, "(8)"),
        (("bet third_street 1x", "bet fifth_street 1x", "fold"), streets(-10, -10, 0, -10), "(8)"),
        (("bet 1x", "bet 2x", "fold"), {"ante": -10, "third_street": -10, "fourth_street": -20}, "(9)"),
        (("bet 1x", "bet fourth_street 2x", "bet fifth_street 1x", "fold"), streets(-10, -10, -20, -10), "(8)"),
    ],
)
def test_30_1099_33_7_to_9_a_fold_loses_what_was_bet(
    actions: tuple[str, ...], nets: dict[str, float], paragraph: str
) -> None:
    bet = {name: net for name, net in nets.items() if net}
    assert one("As Ah", *actions) == bet
    cited = rules(GAME, seat({"ante": 10}, "As Ah", *actions), community="Jc 8s 2h")
    assert cited == dict.fromkeys(bet, f"{SECTION}{paragraph}")


@pytest.mark.parametrize(
    ("actions", "nets"),
    [
        (("bet third_street 1x", "bet fourth_street 2x", "bet fifth_street 3x"), streets(10, 10, 20, 30)),
        (("bet fourth_street 2x", "bet fifth_street 3x", "bet third_street 1x"), streets(10, 10, 20, 30)),
        (("bet third_street 1x", "bet fifth_street 3x", "bet fourth_street 2x"), streets(10, 10, 20, 30)),
        (("bet 1x", "bet fourth_street 2x", "bet 3x"), streets(10, 10, 20, 30)),
        (
            ("bet third_street 1x", "bet fourth_street 2x", "bet fifth_street 3x", "fold"),
            streets(-10, -10, -20, -30),
        ),
        (
            ("bet 1x", "bet fifth_street 3x", "fold"),
            {"ante": -10, "third_street": -10, "fifth_street": -30},
        ),
        (("bet fifth_street 3x", "fold"), {"ante": -10, "fifth_street": -30}),
    ],
)
def test_30_1099_33_7_blind_street_bets(actions: tuple[str, ...], nets: dict[str, float]) -> None:
    assert one("Js 3d", *actions) == nets


@pytest.mark.parametrize(
    "actions",
    [
        (),
        ("check",),
        ("bet 4x",),
        ("bet 0.5x",),
        ("bet",),
        ("bet 1x", "bet 1x"),
        ("bet 1x", "check", "bet 1x"),
        ("bet 1x", "bet 1x", "bet 1x", "bet 1x"),
        ("bet 1x", "bet 1x", "bet 1x", "fold"),
        ("bet fourth_street 4x", "bet 1x"),
        ("bet third_street 1x", "bet third_street 1x"),
        ("fold", "bet 1x"),
    ],
)
def test_30_1099_33_7_to_9_other_actions_are_refused(actions: tuple[str, ...]) -> None:
    with pytest.raises(RuleError) as error:
        one("Js 3d", *actions)
    assert error.value.field.startswith("seats[0].actions")


def test_30_1099_33_7_amounts_between_the_multiples() -> None:
    assert one("Js 3d", "bet 25", "bet 1.5x", "bet 3x") == streets(10, 25, 15, 30)
    with pytest.raises(RuleError):
        one("Js 3d", "bet 25", "bet 1.5x", "bet 3x", house={"street_bets": "whole"})
    assert one("Js 3d", "bet 20", "bet 1x", "bet 3x", house={"street_bets": "whole"}) == streets(10, 20, 10, 30)


def test_30_1099_33_7_a_street_bet_is_not_made_before_the_cards() -> None:
    with pytest.raises(RuleError, match="after the deal"):
        one("Js 3d", *STAY, fourth_street=10)


def test_30_1099_33_1_two_hands_to_a_player() -> None:
    hands = seat(
        {"ante": 10, "hand_2.ante": 5},
        "",
        *("bet 1x", "bet 1x", "bet 1x"),
        *("hand_2 bet 2x", "hand_2 fold"),
        hands=[["Js", "3d"], ["4c", "7c"]],
    )
    nets = all_nets(GAME, hands, community="Jc 8s 2h")
    assert nets == [{**streets(10, 10, 10, 10), "hand_2.ante": -5, "hand_2.third_street": -10}]


@pytest.mark.parametrize(
    ("board", "prices"),
    [
        ("As Ks Qs", (40, 40, 40, 50, 50, 50)),
        ("4s 3s 2s", (40, 40, 40, 40, 40, 40)),
        ("3s As 2s", (40, 40, 40, 40, 40, 40)),
        ("8s 8d 8c", (30, 30, 30, 30, 30, 30)),
        ("As Kd Qs", (6, 5, 6, 6, 5, 6)),
        ("As 9s 4s", (4, 4, 3, 4, 4, 3)),
        ("2s 2d Kc", (1, 1, 1, 1, 1, 1)),
        ("As Kd 9c", (-1, -1, -1, -1, -1, -1)),
    ],
)
@pytest.mark.parametrize("actions", [STAY, ("fold",), ("bet 1x", "fold"), ("bet 1x", "bet 1x", "fold")])
def test_30_1099_33_16_three_card_bonus_rests_on_the_board(
    board: str, prices: tuple[int, ...], actions: tuple[str, ...]
) -> None:
    for schedule, price in zip("123456", prices, strict=True):
        nets = one("Jh Js", *actions, community=board, three_card_bonus=5, house=tables(three_card_bonus=schedule))
        assert nets["three_card_bonus"] == 5 * price


COVER_ALL = {
    "royal_flush": (500, 250, 200, 150, 125, 100),
    "straight_flush": (200, 100, 80, 70, 60, 50),
    "four_of_a_kind": (150, 80, 50, 40, 35, 30),
    "full_house": (100, 50, 35, 25, 20, 20),
    "flush": (60, 30, 20, 15, 11, 10),
    "straight": (40, 20, 12, 10, 8, 6),
    "three_of_a_kind": (20, 10, 7, 5, 4, 3),
    "two_pair": (-1, -1, -1, -1, -1, -1),
}


@pytest.mark.parametrize("hand", COVER_ALL)
def test_30_1099_33_17_cover_all_by_hands(hand: str) -> None:
    cards, board = HANDS[hand]
    spare = ["2c 3d", "2d 3h", "2h Jc", "3c Jd", "3s Qc"]
    for players, price in enumerate(COVER_ALL[hand], start=1):
        seats = [seat({"ante": 10, "cover_all": 5}, one, "fold") for one in spare[: players - 1]]
        seats.append(seat({"ante": 10, "cover_all": 5}, cards, *STAY))
        nets = all_nets(GAME, *seats, community=board)
        assert [one["cover_all"] for one in nets] == [5 * price] * players


def test_30_1099_33_17_cover_all_counts_a_folded_hand() -> None:
    nets = all_nets(
        GAME,
        seat({"ante": 10, "cover_all": 5}, "2c 3d", "fold"),
        seat({"ante": 10}, "8c 8d", "fold"),
        community="8h Kc 5s",
    )
    assert nets == [{"ante": -10, "cover_all": 50}, {"ante": -10}]


def test_30_1099_33_17_house_options_of_cover_all() -> None:
    cards, board = HANDS["straight_flush"]
    printed = {"cover_all_straight_flush_two_hands": 20}
    assert one(cards, *STAY, community=board, cover_all=5, house=printed)["cover_all"] == 100
    assert one(cards, "fold", community=board, cover_all=5)["cover_all"] == 1000
    assert one(cards, "fold", community=board, cover_all=5, house={"cover_all_after_fold": False})["cover_all"] == -5


@pytest.mark.parametrize(
    ("hand", "nets"),
    [
        ("royal_flush", (9999, 9999, 9995, 4999, 29999, 29999)),
        ("straight_flush", (999, 999, 995, 1999, 4999, 4999)),
        ("four_of_a_kind", (300, 299, 1495, 299, 1999, 1999)),
        ("full_house", (50, 49, 245, 49, 49, 49)),
        ("flush", (40, 39, 195, 39, 39, 39)),
        ("straight", (30, 29, 145, 29, 29, 29)),
        ("three_of_a_kind", (9, 8, 40, 8, 9, 8)),
        ("two_pair", (-1, -1, -5, -1, -1, -1)),
    ],
)
@pytest.mark.parametrize("actions", [STAY, ("fold",)])
def test_30_1099_33_13_progressive_survives_a_fold(hand: str, nets: tuple[int, ...], actions: tuple[str, ...]) -> None:
    cards, board = HANDS[hand]
    for schedule, net in zip(("1", "PMG-1", "PMG-2", "PMG-ML-01", "PMG-ML-02", "PMG-ML-03"), nets, strict=True):
        house = tables(progressive=schedule)
        stake = 5 if schedule == "PMG-2" else 1
        got = one(cards, *actions, community=board, progressive=stake, house=house, meters=METERS)
        assert got["progressive"] == net, schedule


@pytest.mark.parametrize(("hand", "net"), [("four_of_a_kind", 299), ("three_of_a_kind", 8), ("straight_flush", 999)])
def test_30_1099_33_14_progressive_1_may_keep_the_stake(hand: str, net: float) -> None:
    cards, board = HANDS[hand]
    house = {**tables(progressive="1"), "progressive_1_odds": "for"}
    assert one(cards, *STAY, community=board, progressive=1, house=house, meters=METERS)["progressive"] == net


@pytest.mark.parametrize(
    ("schedule", "stake", "envy"), [("1", 1, 300), ("PMG-1", 1, 300), ("PMG-2", 5, 1500), ("PMG-ML-03", 2, 600)]
)
def test_30_1099_33_13_envy(schedule: str, stake: float, envy: float) -> None:
    cards, board = HANDS["straight_flush"]
    nets = all_nets(
        GAME,
        seat({"ante": 10, "progressive": stake}, cards, *STAY),
        seat({"ante": 10, "progressive": stake}, "2c Jd", "fold"),
        seat({"ante": 10}, "2d Jh", "fold"),
        community=board,
        house=tables(progressive=schedule),
        meters=METERS,
    )
    assert nets[1] == {"ante": -10, "progressive": -stake, "envy": envy}
    assert "envy" not in nets[0]
    assert nets[2] == {"ante": -10}


def test_30_1099_33_13_two_envy_hands_add_up() -> None:
    board = "7s 6s 5s"
    nets = all_nets(
        GAME,
        seat({"ante": 10, "progressive": 1}, "9s 8s", *STAY),
        seat({"ante": 10, "progressive": 1}, "4s 3s", *STAY),
        seat({"ante": 10, "progressive": 1}, "2d Jh", "fold"),
        community=board,
        house=tables(progressive="PMG-1"),
        meters=METERS,
    )
    assert [one["envy"] for one in nets] == [300, 300, 600]
    assert [one["progressive"] for one in nets] == [
        899,
        999,
        -1,
    ]  # from right to left, the second off the reduced meter


def test_30_1099_33_10_order_of_settlement() -> None:
    wagers = {"ante": 10, "three_card_bonus": 5, "cover_all": 5, "progressive": 1}
    settled = answer(GAME, seat(wagers, "Js 3d", *STAY), community="Jc 8s 2h")
    assert [line["wager"] for line in settled["seats"][0]["lines"]] == [
        "ante",
        "third_street",
        "fourth_street",
        "fifth_street",
        "three_card_bonus",
        "cover_all",
        "progressive",
    ]


def test_30_1099_33_6_misdeal_to_a_player_is_that_players_only() -> None:
    seats = [
        seat({"ante": 10, "three_card_bonus": 5, "cover_all": 5, "progressive": 1}, "As"),
        seat({"ante": 10, "cover_all": 5}, "Js 3d", *STAY),
    ]
    got = all_nets(GAME, *seats, community="Jc 8s 2h", irregularity={"kind": "misdeal", "seat": 0})
    assert got[0] == {"ante": 0, "three_card_bonus": 0, "cover_all": 0, "progressive": 0}
    assert got[1] == {**streets(10, 10, 10, 10), "cover_all": -5}


@pytest.mark.parametrize("of", ["dealer", "community"])
def test_30_1099_33_13_i_wrong_board_leaves_the_progressive(of: str) -> None:
    cards, board = HANDS["flush"]
    mishap = {"kind": "misdeal", "of": of}
    player = seat({"ante": 10, "three_card_bonus": 5, "progressive": 1}, cards, "bet 1x")
    got = lines(GAME, player, community=board, house=tables(progressive="PMG-1"), irregularity=mishap)[0]
    assert {name: line["net"] for name, line in got.items()} == {
        "ante": 0,
        "third_street": 0,
        "three_card_bonus": 0,
        "progressive": 39,
    }
    assert got["ante"]["rule"] == f"{SECTION}(13)(i)"
    short = all_nets(GAME, player, community=board[:5], house=tables(progressive="PMG-1"), irregularity=mishap)
    assert short[0]["progressive"] == 0


def test_30_1099_33_6_exposed_cards_change_nothing() -> None:
    player = seat({"ante": 10}, "Js 3d", *STAY)
    nets = all_nets(GAME, player, community="Jc 8s 2h", irregularity={"kind": "exposed_card"})
    assert nets == [streets(10, 10, 10, 10)]


def test_30_1047_ceilings() -> None:
    cards, board = HANDS["royal_flush"]
    nets = one(cards, *STAY, community=board, cover_all=5, house={"max_payout_per_player": 10000})
    assert nets == {**streets(2500, 2500, 2500, 2500), "cover_all": 2500}
    small = HANDS["four_of_a_kind"]  # 40 to 1 is paid in full
    assert one(small[0], *STAY, community=small[1], house={"table_aggregate_per_round": 100})["ante"] == 400


def test_every_printed_schedule_loads() -> None:
    spec = load_game(GAME).spec
    printed = {name: [i for block in blocks for i in block.ids] for name, blocks in spec.pay_tables.items()}
    assert printed == {
        "main": ["01"],
        "three_card_bonus": ["1", "2", "3", "4", "5", "6"],
        "progressive": ["1", "PMG-1", "PMG-2", "PMG-ML-01", "PMG-ML-02", "PMG-ML-03"],
        "cover_all": ["1"],
    }
