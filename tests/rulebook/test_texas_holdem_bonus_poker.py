"""Texas Hold'Em Bonus Poker, CO 30-1099.26, paragraph by paragraph."""

from collections.abc import Mapping
from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, answer, lines, rules, seat

from houseway.rules.errors import RuleError
from houseway.rules.game import load_game

GAME = "texas-holdem-bonus-poker"
SECTION = "CO 30-1099.26"
DRY = "Kd 9s 7c 4h 2d"
STAY = ("bet flop 2x", "check", "check")


def tables(**chosen: str) -> dict[str, Any]:
    return {"pay_tables": chosen}


def one(
    cards: str,
    *actions: str,
    dealer: str = "Qc Jh",
    community: str = DRY,
    house: dict[str, Any] | None = None,
    meters: Mapping[str, float] | None = None,
    **wagers: float,
) -> Any:
    """The nets of a lone seat with an ante of 10."""
    player = seat({"ante": 10, **wagers}, cards, *actions)
    return all_nets(GAME, player, dealer=dealer, community=community, house=house or {}, meters=meters or {})[0]


def test_30_1099_26_2_bonus_and_progressive_need_the_ante() -> None:
    for name in ("bonus", "progressive"):
        with pytest.raises(RuleError):
            all_nets(GAME, seat({name: 5}, "Kh As", *STAY), dealer="Qc Jh", community=DRY)
    assert one("Kh Ks", *STAY, bonus=3)["bonus"] == 30


def test_30_1099_26_6_fold_loses_ante_and_a_paying_bonus() -> None:
    house = tables(progressive="THBP-09")
    assert one("As Ah", "fold", bonus=5, progressive=1, house=house) == {"bonus": -5, "ante": -10, "progressive": -1}
    cited = rules(GAME, seat({"ante": 10, "bonus": 5}, "As Ah", "fold"), dealer="Qc Jh", community=DRY)
    assert cited == {"bonus": f"{SECTION}(6)", "ante": f"{SECTION}(6)"}


@pytest.mark.parametrize("schedule", ["THBP-09", "PMG-ML-01"])
def test_30_1099_26_6_progressive_lives_on_the_flop_after_a_fold(schedule: str) -> None:
    nets = one("7h 2h", "fold", community="9h Th 4h Ks 3d", progressive=1, house=tables(progressive=schedule))
    assert nets == {"ante": -10, "progressive": 39}


def test_30_1099_26_6_thbp_8_waits_for_the_whole_board_after_a_fold() -> None:
    nets = one("7h 7c", "fold", community="9h Td 7d Ts 3d", progressive=1, house=tables(progressive="THBP-8"))
    assert nets == {"ante": -10, "progressive": 9}


@pytest.mark.parametrize(
    ("actions", "stakes"),
    [
        (("bet flop 2x", "check", "check"), {"flop": 20}),
        (("bet 2x", "bet turn 1x", "check"), {"flop": 20, "turn": 10}),
        (("bet flop 20", "check", "bet river 1x"), {"flop": 20, "river": 10}),
        (("bet flop 2x", "bet turn 1x", "bet river 1x"), {"flop": 20, "turn": 10, "river": 10}),
        (("bet", "bet", "bet"), {"flop": 20, "turn": 10, "river": 10}),
    ],
)
def test_30_1099_26_6_to_10_bets(actions: tuple[str, ...], stakes: dict[str, float]) -> None:
    assert one("Kh As", *actions) == {"ante": 0, **stakes}
    assert one("5h 3s", *actions) == {name: -amount for name, amount in {"ante": 10, **stakes}.items()}


@pytest.mark.parametrize(
    "actions",
    [
        (),
        ("check",),
        ("bet flop 1x",),
        ("bet turn 1x",),
        ("bet flop 2x",),
        ("bet flop 2x", "fold"),
        ("bet flop 2x", "bet turn 2x"),
        ("bet flop 2x", "bet river 1x", "check"),
        ("bet flop 2x", "check", "check", "check"),
        ("fold", "check"),
    ],
)
def test_30_1099_26_6_to_10_other_actions_are_refused(actions: tuple[str, ...]) -> None:
    with pytest.raises(RuleError) as error:
        one("Kh As", *actions)
    assert error.value.field.startswith("seats[0].actions")


@pytest.mark.parametrize(
    ("cards", "community", "ante"),
    [
        ("Kh Ks", "Kc 9s 7c 4h 2d", 0),  # three kings
        ("8s 6d", "Kd 9s 7c 5h 2d", 10),  # straight
        ("8d 6d", "Kd 9d 7c 5h 2d", 10),  # flush
        ("Kh Ks", "Kc 9s 9c 4h 2d", 10),  # full house
        ("Ks Qs", "As Js Ts 4h 2d", 10),  # royal flush
    ],
)
def test_30_1099_26_13_ante_is_paid_from_a_straight_up(cards: str, community: str, ante: float) -> None:
    assert one(cards, *STAY, dealer="3c 5c", community=community) == {"ante": ante, "flop": 20}


def test_30_1099_26_13_no_qualifying_and_all_lost_to_a_higher_hand() -> None:
    assert one("Qh Ts", *STAY, dealer="Qc Jh") == {"ante": -10, "flop": -20}


def test_30_1099_26_13_tie_pushes_even_with_a_straight() -> None:
    player = seat({"ante": 10}, "2s 3d", "bet flop 2x", "bet turn 1x", "bet river 1x")
    got = lines(GAME, player, dealer="2c 3h", community="Ts Jd Qc Kh As")[0]
    assert {name: line["net"] for name, line in got.items()} == {"ante": 0, "flop": 0, "turn": 0, "river": 0}
    assert got["ante"]["rule"] == "CO 30-1006"


@pytest.mark.parametrize(
    ("cards", "price"),
    [
        ("Ah Ad", 30),
        ("Ah Kh", 25),
        ("Ah Qh", 20),
        ("Jh Ah", 20),
        ("Ah Kc", 15),
        ("Kh Kc", 10),
        ("Qh Qd", 10),
        ("Jh Jc", 10),
        ("Ah Qd", 5),
        ("Jd Ah", 5),
        ("Th Tc", 3),
        ("2h 2c", 3),
        ("Ah Th", -1),
        ("Kh Qh", -1),
    ],
)
@pytest.mark.parametrize("schedule", ["I", "II"])
def test_30_1099_26_23_bonus(schedule: str, cards: str, price: int) -> None:
    nets = one(cards, *STAY, dealer="8c 8d", community="9s 7s 5c 4d 3s", bonus=5, house=tables(bonus=schedule))
    assert nets["bonus"] == 5 * price


@pytest.mark.parametrize(("schedule", "price"), [("I", 1000), ("II", 30)])
def test_30_1099_26_23_aces_against_aces(schedule: str, price: int) -> None:
    nets = one("Ah Ad", *STAY, dealer="Ac As", bonus=5, house=tables(bonus=schedule))
    assert nets == {"bonus": 5 * price, "ante": 0, "flop": 0}
    assert one("Ah Ad", *STAY, dealer="Ac Ks", bonus=5, house=tables(bonus=schedule))["bonus"] == 150


def test_30_1099_26_14_bonus_is_settled_before_a_lost_showdown() -> None:
    assert one("2h 2c", *STAY, dealer="Kc Kh", bonus=5) == {"bonus": 15, "ante": -10, "flop": -20}


FLOPS = {  # hole cards, flop
    "royal_flush": ("As Ks", "Qs Js Ts"),
    "straight_flush": ("9s 8s", "7s 6s 5s"),
    "four_of_a_kind": ("8c 8d", "8h 8s 5s"),
    "full_house": ("8c 8d", "8h 5c 5s"),
    "flush": ("As 8s", "7s 6s 2s"),
    "straight": ("9s 8d", "7s 6d 5c"),
    "three_of_a_kind": ("8c 8d", "8h 6c 5s"),
}
SCHEDULES = ["THBP-1", "THBP-2", "THBP-3", "THBP-4", "THBP-5", "THBP-6", "THBP-7"]
NEXUS = ["THBP-09", "THBP-10", "PMG-ML-01", "PMG-ML-02", "PMG-ML-03"]
METERS = {"progressive": 40000, "mega": 30000, "major": 5000, "minor": 2000}


def progressive(hand: str, schedule: str, stake: float) -> Any:
    cards, flop = FLOPS[hand]
    player = seat({"ante": 10, "progressive": stake}, cards, "fold")
    house = tables(progressive=schedule)
    settled = answer(GAME, player, dealer="Ac Kh", community=f"{flop} Qd 2h", house=house, meters=METERS)
    return settled["seats"][0]["lines"][-1]["net"], settled["meters"]


@pytest.mark.parametrize(
    ("hand", "pays"),
    [
        ("royal_flush", (40000,) * 7),
        ("straight_flush", (4000, 4000, 4000, 4000, 4000, 4000, 25000)),
        ("four_of_a_kind", (500, 500, 500, 500, 500, 2500, 2500)),
        ("full_house", (100, 100, 100, 100, 100, 500, 500)),
        ("flush", (50, 50, 50, 50, 50, 250, 250)),
        ("straight", (0, 0, 10, 10, 10, 0, 0)),
        ("three_of_a_kind", (0,) * 7),
    ],
)
def test_30_1099_26_23_thbp_1_to_7(hand: str, pays: tuple[int, ...]) -> None:
    for schedule, paid in zip(SCHEDULES, pays, strict=True):
        stake = 5 if schedule in ("THBP-6", "THBP-7") else 1
        net, meters = progressive(hand, schedule, stake)
        assert net == paid - stake, schedule
        taken = 0 if (hand, schedule) == ("straight", "THBP-5") else paid
        assert meters["progressive"] == 40000 - taken, schedule


def test_30_1099_26_23_fixed_prizes_grow_with_the_wager() -> None:
    assert progressive("flush", "THBP-1", 2)[0] == 98
    assert progressive("flush", "THBP-6", 10)[0] == 490


@pytest.mark.parametrize(
    ("hand", "nets"),
    [
        ("royal_flush", (39999, 39995, 4999, 29999, 29999)),
        ("straight_flush", (3999, 3995, 1999, 4999, 4999)),
        ("four_of_a_kind", (299, 1495, 299, 1999, 1999)),
        ("full_house", (49, 245, 49, 49, 49)),
        ("flush", (39, 195, 39, 39, 39)),
        ("straight", (29, 145, 29, 29, 29)),
        ("three_of_a_kind", (8, 40, 8, 9, 8)),
    ],
)
def test_30_1099_26_23_nexus_schedules(hand: str, nets: tuple[int, ...]) -> None:
    for schedule, net in zip(NEXUS, nets, strict=True):
        assert progressive(hand, schedule, 5 if schedule == "THBP-10" else 1)[0] == net, schedule


@pytest.mark.parametrize(
    ("cards", "board", "net", "left"),
    [
        ("As Ks", "Qs Js Ts 2d 3h", 39999, 0),
        ("As Ks", "Qs Js 2d Ts 3h", 9999, 30000),
        ("As 2c", "Ks Qs Js Ts 3h", 9999, 30000),
        ("As Ks", "Qs Js 2d 3h Ts", 1999, 38000),
        ("2c 3h", "As Ks Qs Js Ts", 2999, 40000),
        ("9s 2c", "Ks Qs 3h Js Ts", 249, 40000),
        ("9c 2c", "Ks Qs Js Ts 9s", 249, 40000),
        ("8c 8d", "5s 2h Kd 8h 8s", 99, 40000),
        ("8c 8d", "5s 2h 5d Kh 8s", 9, 40000),
        ("As 8s", "7s 6s 2s Kd 2h", -1, 40000),
    ],
)
def test_30_1099_26_23_thbp_8(cards: str, board: str, net: float, left: float) -> None:
    player = seat({"ante": 10, "progressive": 1}, cards, *STAY)
    house = tables(progressive="THBP-8")
    settled = answer(GAME, player, dealer="4c 4d", community=board, house=house, meters={"progressive": 40000})
    assert settled["seats"][0]["lines"][-1]["net"] == net
    assert settled["meters"]["progressive"] == left


@pytest.mark.parametrize(
    ("schedule", "stake", "envy"), [("THBP-09", 1, 300), ("THBP-10", 5, 1500), ("THBP-09", 2, 600), ("THBP-1", 1, 0)]
)
def test_30_1099_26_15_envy(schedule: str, stake: float, envy: float) -> None:
    cards, flop = FLOPS["straight_flush"]
    nets = all_nets(
        GAME,
        seat({"ante": 10, "progressive": stake}, "Jc Td", "fold"),
        seat({"ante": 10}, "Jd Th", "fold"),
        seat({"ante": 10, "progressive": stake}, cards, *STAY),
        dealer="Ac Kh",
        community=f"{flop} Qd 2h",
        house=tables(progressive=schedule),
        meters=METERS,
    )
    assert nets[0] == {"ante": -10, "progressive": -stake, **({"envy": envy} if envy else {})}
    assert nets[1] == {"ante": -10}
    assert nets[2]["progressive"] == 4000 - stake
    assert "envy" not in nets[2]


@pytest.mark.parametrize(("actions", "envy"), [(STAY, 300), (("fold",), 0)])
def test_30_1099_26_15_envy_for_a_hand_without_the_wager(actions: tuple[str, ...], envy: float) -> None:
    cards, flop = FLOPS["straight_flush"]
    nets = all_nets(
        GAME,
        seat({"ante": 10, "progressive": 1}, "Jc Td", "fold"),
        seat({"ante": 10}, cards, *actions),
        dealer="Ac Kh",
        community=f"{flop} Qd 2h",
        house=tables(progressive="THBP-09"),
    )
    assert nets[0].get("envy", 0) == envy


@pytest.mark.parametrize("kind", ["misdeal", "card_off_table"])
def test_30_1099_26_5_and_16_a_dead_hand_is_that_players_only(kind: str) -> None:
    seats = [
        seat({"ante": 10, "bonus": 5, "progressive": 1}, "Ah"),
        seat({"ante": 10, "bonus": 5, "progressive": 1}, "Kh As", *STAY),
    ]
    got = lines(GAME, *seats, dealer="Qc Jh", community=DRY, irregularity={"kind": kind, "seat": 0})
    assert {name: line["net"] for name, line in got[0].items()} == {"bonus": 0, "ante": 0, "progressive": 0}
    assert got[0]["ante"]["rule"] == SECTION + {"misdeal": "(5)", "card_off_table": "(16)"}[kind]
    assert {name: line["net"] for name, line in got[1].items()} == {
        "bonus": 75,
        "ante": 0,
        "flop": 20,
        "progressive": -1,
    }


def test_30_1099_26_15_i_dealer_misdeal_leaves_the_progressive() -> None:
    mishap = {"kind": "misdeal", "of": "dealer"}
    house = tables(progressive="THBP-09")
    player = seat({"ante": 10, "bonus": 5, "progressive": 1}, "As 8s")
    nets = all_nets(GAME, player, dealer="Ac", community="7s 6s 2s Qd 2h", house=house, irregularity=mishap)
    assert nets == [{"bonus": 0, "ante": 0, "progressive": 39}]
    nets = all_nets(GAME, player, dealer="Ac", community=DRY, house=house, irregularity=mishap)
    assert nets == [{"bonus": 0, "ante": 0, "progressive": 0}]
    nets = all_nets(GAME, player, dealer="Ac", house=house, irregularity=mishap)
    assert nets == [{"bonus": 0, "ante": 0, "progressive": 0}]


def test_30_1099_26_17_exposed_dealer_card_voids_the_table() -> None:
    player = seat({"ante": 10, "bonus": 5, "progressive": 1}, "As Ah", "bet flop 2x")
    mishap = {"kind": "exposed_card", "of": "dealer"}
    got = lines(GAME, player, dealer="Ac", irregularity=mishap)[0]
    assert {name: line["net"] for name, line in got.items()} == {"bonus": 0, "ante": 0, "flop": 0, "progressive": 0}
    assert got["ante"]["rule"] == f"{SECTION}(17)"
    whole = seat({"ante": 10}, "As Ah", *STAY)
    house = {"exposed_dealer_card": "continue"}
    nets = all_nets(GAME, whole, dealer="Qc Jh", community=DRY, house=house, irregularity=mishap)
    assert nets == [{"ante": 0, "flop": 20}]


@pytest.mark.parametrize(
    "mishap",
    [
        {"kind": "exposed_card", "seat": 0},
        {"kind": "exposed_card", "of": "player"},
        {"kind": "exposed_card", "of": "community"},
        {"kind": "misdeal", "of": "community"},
        {"kind": "forgotten_burn"},
    ],
)
def test_30_1099_26_18_to_21_play_goes_on(mishap: dict[str, Any]) -> None:
    nets = all_nets(GAME, seat({"ante": 10}, "Kh As", *STAY), dealer="Qc Jh", community=DRY, irregularity=mishap)
    assert nets == [{"ante": 0, "flop": 20}]


@pytest.mark.parametrize(
    ("actions", "wagers"),
    [
        (("bet flop 2x", "fold"), ["flop"]),
        (("bet flop 2x", "bet turn 1x", "fold"), ["flop", "turn"]),
        (("bet flop 2x", "check", "check", "fold"), ["flop"]),
    ],
)
def test_30_1099_26_20_a_fold_after_a_forgotten_burn_keeps_all_wagers(
    actions: tuple[str, ...], wagers: list[str]
) -> None:
    seats = [
        seat({"ante": 10, "bonus": 5, "progressive": 1}, "5h 3s", *actions),
        seat({"ante": 10}, "6h 3h", "fold"),
        seat({"ante": 10}, "6c 3c", *STAY),
    ]
    got = lines(GAME, *seats, dealer="Qc Jh", community=DRY, irregularity={"kind": "forgotten_burn"})
    assert {name: line["net"] for name, line in got[0].items()} == dict.fromkeys(
        ["ante", "bonus", "progressive", *wagers], 0
    )
    assert got[0]["flop"]["rule"] == f"{SECTION}(20)"
    assert got[1]["ante"]["net"] == -10
    assert (got[2]["ante"]["net"], got[2]["flop"]["net"]) == (-10, -20)


def test_30_1099_26_7_no_burn_with_a_shuffling_device() -> None:
    assert [stage.burn for stage in load_game(GAME).spec.stages if stage.deal] == [0, 1, 1, 1]
    device = load_game(GAME, {"shuffling_device": True}).spec
    assert [stage.burn for stage in device.stages if stage.deal] == [0, 0, 0, 0]


def test_every_printed_schedule_loads() -> None:
    spec = load_game(GAME).spec
    printed = {name: [i for block in blocks for i in block.ids] for name, blocks in spec.pay_tables.items()}
    assert printed == {"bonus": ["I", "II"], "progressive": [*SCHEDULES, "THBP-8", *NEXUS]}
