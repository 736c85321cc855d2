"""CO 30-1099.51, Cajun Stud, paragraph by paragraph."""

from collections.abc import Mapping
from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, answer, rules, seat

from houseway.rules.errors import RuleError

GAME = "cajun-stud"
SECTION = "CO 30-1099.51"
STAY = ("raise 1x", "raise 1x", "raise 1x")
LINKED = "five_card_linked_progressive"
ENVY = "five_card_linked_progressive_envy"
METERS = {"linked": 20000}


def tables(**chosen: str) -> dict[str, Any]:
    return {"pay_tables": chosen}


def one(
    cards: str,
    *actions: str,
    community: str = "Jc 8s 2h",
    house: dict[str, Any] | None = None,
    piles: dict[str, str] | None = None,
    meters: Mapping[str, float] | None = None,
    **wagers: float,
) -> Any:
    """The nets of a lone seat with an ante of 10."""
    player = seat({"ante": 10, **wagers}, cards, *(actions or STAY))
    more = {"house": house or {}, "meters": meters or {}, "piles": dict(piles or {})}
    return all_nets(GAME, player, community=community, **more)[0]


def raises(ante: float, first: float, second: float, third: float) -> dict[str, float]:
    return {"ante": ante, "raise_1": first, "raise_2": second, "raise_3": third}


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
    "sixes on the board": ("Ad 3d", "6h 6c 5s"),
    "fives": ("5d 3d", "Th 6c 5s"),
    "nothing": ("Ad 3d", "Th 6c 5s"),
}
ANTE_RAISE = {
    "1": (500, 100, 40, 10, 6, 4, 3, 1.5, 1, 1, 0, 0, -1, -1),
    "2": (500, 100, 40, 10, 6, 4, 3, 2, 1, 1, 0, 0, -1, -1),
    "3": (500, 100, 40, 11, 7, 4, 3, 1.5, 1, 1, 0, 0, -1, -1),
    "4": (500, 100, 40, 11, 7, 5, 3, 1.5, 1, 1, 0, 0, -1, -1),
    "5": (500, 100, 40, 10, 8, 4, 3, 1.5, 1, 1, 0, 0, -1, -1),
}


def test_30_1099_51_16_ante_and_raises_are_paid_alike() -> None:
    for schedule, prices in ANTE_RAISE.items():
        for (hand, (cards, board)), price in zip(HANDS.items(), prices, strict=True):
            house = tables(ante_raise=schedule)
            nets = one(cards, "raise 1x", "raise 2x", "raise 3x", community=board, house=house)
            assert nets == raises(10 * price, 10 * price, 20 * price, 30 * price), (schedule, hand)


def test_30_1099_51_10_to_12_a_fold_loses_what_was_bet() -> None:
    cases = {
        ("fold",): {"ante": -10},
        ("raise 3x", "fold"): {"ante": -10, "raise_1": -30},
        ("raise 1x", "raise 2x", "fold"): {"ante": -10, "raise_1": -10, "raise_2": -20},
    }
    for paragraph, (actions, nets) in zip(("(10)", "(11)", "(12)"), cases.items(), strict=True):
        assert one("As Ah", *actions) == nets
        cited = rules(GAME, seat({"ante": 10}, "As Ah", *actions), community="Jc 8s 2h")
        assert set(cited.values()) == {f"{SECTION}{paragraph}"}


def test_30_1099_51_10_raises_made_early() -> None:
    cases = {
        ("raise raise_1 1x", "raise raise_2 2x", "raise raise_3 3x"): raises(10, 10, 20, 30),
        ("raise 1x", "raise raise_2 2x", "raise 3x"): raises(10, 10, 20, 30),
        ("raise 1x", "raise raise_3 3x", "fold"): {"ante": -10, "raise_1": -10, "raise_3": -30},
        ("raise 1x", "raise raise_2 2x", "raise raise_3 3x", "fold"): raises(-10, -10, -20, -30),
    }
    for actions, nets in cases.items():
        assert one("Js 3d", *actions) == nets, actions


def test_30_1099_51_10_to_12_other_actions_are_refused() -> None:
    refused: list[tuple[str, ...]] = [
        ("check",),
        ("raise 4x",),
        ("raise 0.5x",),
        ("raise 1x", "raise 1x"),
        ("raise 1x", "check", "raise 1x"),
        (*STAY, "raise 1x"),
        (*STAY, "fold"),
        ("fold", "raise 1x"),
    ]
    for actions in refused:
        with pytest.raises(RuleError) as error:
            one("Js 3d", *actions)
        assert error.value.field.startswith("seats[0].actions"), actions
    with pytest.raises(RuleError, match="after the deal"):
        one("Js 3d", *STAY, raise_1=10)


def test_30_1099_51_10_amounts_between_the_multiples() -> None:
    assert one("Js 3d", "raise 25", "raise 1.5x", "raise 3x") == raises(10, 25, 15, 30)
    whole = {"raise_amounts": "whole"}
    assert one("Js 3d", "raise 20", "raise 1x", "raise 3x", house=whole) == raises(10, 20, 10, 30)
    for actions in (("raise 25", "raise 1x", "raise 1x"), ("raise 1x", "raise 1x", "raise 25")):
        with pytest.raises(RuleError):
            one("Js 3d", *actions, house=whole)


def test_30_1099_51_1_two_hands_where_the_house_allows_them() -> None:
    hands = seat(
        {"ante": 10, "hand_2.ante": 5},
        "",
        *STAY,
        "hand_2 fold",
        hands=[["Js", "3d"], ["4c", "7c"]],
    )
    nets = all_nets(GAME, hands, community="Jc 8s 2h", house={"hands_per_player": 2})
    assert nets == [{**raises(10, 10, 10, 10), "hand_2.ante": -5}]
    with pytest.raises(RuleError, match="1 hand at once"):
        all_nets(GAME, hands, community="Jc 8s 2h")


def test_30_1099_51_2_bonus_wagers_need_the_ante() -> None:
    for wager in ("board_bonus", "pocket_bonus", "lo_ball", "all_6", LINKED):
        with pytest.raises(RuleError):
            all_nets(GAME, seat({wager: 5}, "Js 3d", *STAY), community="Jc 8s 2h", piles={"all_6": "4c 5c 6d 9d"})


BOARD = {
    "As Ks Qs": (50, 50, 40, 50),
    "4s 3s 2s": (40, 40, 40, 40),
    "3s As 2s": (40, 40, 40, 40),
    "8s 8d 8c": (30, 30, 30, 30),
    "As Kd Qs": (6, 5, 5, 6),
    "As 9s 4s": (3, 4, 4, 4),
    "2s 2d Kc": (1, 1, 1, 1),
    "As Kd 9c": (-1, -1, -1, -1),
}


def test_30_1099_51_14_board_bonus_rests_on_the_community_cards() -> None:
    for board, prices in BOARD.items():
        for schedule, price in zip("1234", prices, strict=True):
            for actions in (STAY, ("fold",), ("raise 1x", "fold"), ("raise 1x", "raise 1x", "fold")):
                house = tables(board_bonus=schedule)
                nets = one("Jh Js", *actions, community=board, board_bonus=5, house=house)
                assert nets["board_bonus"] == 5 * price, (board, schedule)


POCKET = {
    "As Ad": (25, 30, 30),
    "As Ks": (20, 20, 20),
    "Jd Ad": (20, 20, 20),
    "As Qd": (10, 10, 10),
    "Js Ad": (10, 10, 10),
    "Ks Kd": (5, 5, 4),
    "2s 2d": (5, 5, 4),
    "As Ts": (-1, -1, -1),
    "Ks Qs": (-1, -1, -1),
}


def test_30_1099_51_14_pocket_bonus_rests_on_the_hole_cards() -> None:
    for cards, prices in POCKET.items():
        for schedule, price in zip("123", prices, strict=True):
            for actions in (STAY, ("fold",)):
                house = tables(pocket_bonus=schedule)
                nets = one(cards, *actions, community="Ac Kc 7h", pocket_bonus=5, house=house)
                assert nets["pocket_bonus"] == 5 * price, (cards, schedule)


LO_BALL = {  # hole cards, board, the two tables
    "seven high": ("7s 5d", "4c 3h 2s", (100, 100)),
    "eight high": ("8s 5d", "4c 3h 2s", (50, 50)),
    "nine high": ("9s 5d", "4c 3h 2s", (15, 10)),
    "ten high": ("Ts 5d", "4c 3h 2s", (5, 5)),
    "jack high": ("Js 5d", "4c 3h 2s", (1, 1)),
    "queen high": ("Qs 5d", "4c 3h 2s", (-1, 0)),
    "king high": ("Ks 5d", "4c 3h 2s", (-1, -1)),
    "ace high": ("As 6d", "4c 3h 2s", (-1, -1)),
    "wheel": ("As 5d", "4c 3h 2s", (-1, -1)),
    "straight": ("7s 6d", "5c 4h 3s", (-1, -1)),
    "flush": ("9s 7s", "5s 4s 2s", (-1, -1)),
    "pair": ("7s 2d", "4c 3h 2s", (-1, -1)),
}


def test_30_1099_51_14_lo_ball() -> None:
    for hand, (cards, board, prices) in LO_BALL.items():
        for schedule, price in zip("12", prices, strict=True):
            for actions in (STAY, ("fold",)):
                nets = one(cards, *actions, community=board, lo_ball=5, house=tables(lo_ball=schedule))
                assert nets["lo_ball"] == 5 * price, (hand, schedule)


ALL_6 = {  # hole cards, the four cards, the five tables
    "six card royal in diamonds": ("Ad Kd", "Qd Jd Td 9d", (1000, 1000, 1000, 1000, 200000)),
    "six card royal in spades": ("As 9s", "Qs Js Ts Ks", (1000, 1000, 1000, 1000, 20000)),
    "royal flush": ("Ad Kd", "Qd Jd Td 8d", (1000, 1000, 1000, 1000, 1000)),
    "king high straight flush of six": ("Kd 8d", "Qd Jd Td 9d", (200, 200, 200, 200, 200)),
    "straight flush": ("9s 8s", "7s 6s 5s 5d", (200, 200, 200, 200, 200)),
    "four of a kind": ("8c 8d", "8h 8s 5s 5d", (50, 50, 100, 100, 50)),
    "full house": ("8c 8d", "8h 5c 5s 5d", (25, 25, 20, 20, 20)),
    "flush": ("As 8s", "7s 6s 3s Ad", (20, 15, 15, 15, 15)),
    "straight": ("9s 8d", "7s 6d 5c 5d", (10, 10, 9, 10, 10)),
    "three of a kind": ("8c 8d", "8h 6c 5s Kd", (5, 5, 8, 7, 5)),
    "three pair": ("8c 5d", "8h 6c 5s 6d", (-1, -1, -1, -1, -1)),
}


def test_30_1099_51_14_all_6_rests_on_its_own_cards() -> None:
    for hand, (cards, four, prices) in ALL_6.items():
        for schedule, price in zip("12345", prices, strict=True):
            for actions in (STAY, ("fold",)):
                nets = one(
                    cards,
                    *actions,
                    community="2c 3h Jh",
                    piles={"all_6": four},
                    all_6=5,
                    house=tables(all_6=schedule),
                )
                assert nets["all_6"] == 5 * price, (hand, schedule)
    with pytest.raises(RuleError) as error:
        one("8c 8d", all_6=5)
    assert error.value.field == "piles.all_6"


RANKED: dict[str, tuple[int, ...]] = {
    "01": (20000, 1500, 250, 100, 50, 25, 5, 0),
    "02": (20000, 2500, 250, 100, 50, 25, 5, 0),
    "03": (20000, 1000, 200, 100, 75, 20, 5, 0),
    "04": (20000, 2000, 250, 75, 50, 20, 5, 0),
    "05": (20000, 20000, 250, 75, 50, 20, 5, 3),
    "09": (20000, 1500, 250, 75, 50, 20, 10, 0),
    "10": (20000, 20000, 200, 75, 50, 30, 5, 3),
    "E01": (20000, 2000, 300, 50, 40, 30, 9, 0),
    "E02": (20000, 2000, 300, 50, 40, 30, 9, 0),
    "E03": (20000, 2000, 250, 75, 50, 25, 10, 0),
}
BY_FLUSH: dict[
    str, tuple[int, ...]
] = {  # royal, straight flush, four-card straight flush, flush, four-card flush, straight
    "06": (20000, 500, 200, 50, 5, 0),
    "07": (20000, 1000, 200, 50, 5, 0),
    "08": (20000, 2500, 150, 75, 5, 0),
    "11": (20000, 500, 200, 75, 5, 0),
}
FLUSHES = ["As Ks Qs Js Ts", "9s 8s 7s 6s 5s", "As 4s 3s 2s Kd", "As 8s 7s 6s 2s", "As 8s 7s 3s 2d", "9s 8d 7s 6d 5c"]


def test_30_1099_51_16_linked_progressive_on_hole_and_community_cards() -> None:
    for schedule, prizes in RANKED.items():
        for hand, prize in zip(list(HANDS)[:8], prizes, strict=True):
            cards, board = HANDS[hand]
            for actions in (STAY, ("fold",)):
                house = tables(**{LINKED: schedule})
                nets = one(cards, *actions, community=board, house=house, meters=METERS, five_card_linked_progressive=1)
                assert nets[LINKED] == prize - 1, (schedule, hand)
    for schedule, prizes in BY_FLUSH.items():
        for five, prize in zip(FLUSHES, prizes, strict=True):
            house = tables(**{LINKED: schedule})
            nets = one(five[:5], community=five[6:], house=house, meters=METERS, five_card_linked_progressive=1)
            assert nets[LINKED] == prize - 1, (schedule, five)


def test_30_1099_51_17_linked_pays_grow_with_the_wager() -> None:
    cards, board = HANDS["flush"]
    assert one(cards, community=board, five_card_linked_progressive=5)[LINKED] == 245


def test_30_1099_51_6_b_three_additional_cards() -> None:
    house = {"five_card_linked_configuration": "hole cards + additional cards"}
    nets = one("As 8s", community="Ad 9c 4h", piles={"linked": "7s 6s 2s"}, house=house, five_card_linked_progressive=1)
    assert nets == {**raises(10, 10, 10, 10), LINKED: 49}
    with pytest.raises(RuleError) as error:
        one("As 8s", community="7s 6s 2s", house=house, five_card_linked_progressive=1)
    assert error.value.field == "piles.linked"


def test_30_1099_51_10_the_linked_progressive_may_end_with_a_fold() -> None:
    cards, board = HANDS["flush"]
    house = {"linked_progressive_after_fold": False}
    assert one(cards, "fold", community=board, house=house, five_card_linked_progressive=1) == {"ante": -10, LINKED: -1}


def test_30_1099_51_15_a_envy() -> None:
    for schedule, royal, straight_flush in (("E01", 1000, 300), ("E02", 5000, 1500), ("E03", 1000, 250)):
        for hand, envy in (("royal_flush", royal), ("straight_flush", straight_flush), ("four_of_a_kind", None)):
            cards, board = HANDS[hand]
            for stake, actions in ((1, STAY), (2, ("fold",))):
                nets = all_nets(
                    GAME,
                    seat({"ante": 10, LINKED: 1}, cards, *actions),
                    seat({"ante": 10, LINKED: stake}, "2c Jd", "fold"),
                    seat({"ante": 10}, "2d Jh", "fold"),
                    community=board,
                    house=tables(**{LINKED: schedule}),
                    meters=METERS,
                )
                assert nets[1].get(ENVY) == (envy * stake if envy else None)
                assert ENVY not in nets[0] | nets[2]


def test_30_1099_51_15_a_only_an_award_earns_envy_and_awards_add_up() -> None:
    house = tables(**{LINKED: "E01"})
    without = [seat({"ante": 10}, "9s 8s", *STAY), seat({"ante": 10, LINKED: 1}, "Kd Jd", *STAY)]
    assert ENVY not in all_nets(GAME, *without, community="7s 6s 5s", house=house, meters=METERS)[1]
    seats = [seat({"ante": 10, LINKED: 1}, cards, *STAY) for cards in ("9s 8s", "4s 3s", "Kd Jd")]
    nets = all_nets(GAME, *seats, community="7s 6s 5s", house=house, meters=METERS)
    assert [one.get(ENVY) for one in nets] == [300, 300, 600]
    assert [one[LINKED] for one in nets] == [1799, 1999, -1]  # from right to left
    shared = all_nets(GAME, *seats, community="7s 6s 5s", house={**house, "two_meter_hits": "shared"}, meters=METERS)
    assert [one[LINKED] for one in shared] == [999, 999, -1]


def test_30_1099_51_13_order_of_settlement() -> None:
    wagers = {"ante": 10, LINKED: 1, "all_6": 5, "lo_ball": 5, "pocket_bonus": 5, "board_bonus": 5}
    settled = answer(
        GAME, seat(wagers, "Js 3d", *STAY), community="Jc 8s 2h", piles={"all_6": "4c 5c 6d 9d"}, meters=METERS
    )
    order = ["ante", "raise_1", "raise_2", "raise_3", "board_bonus", "pocket_bonus", "lo_ball", "all_6", LINKED]
    assert [line["wager"] for line in settled["seats"][0]["lines"]] == order


def test_30_1099_51_9_a_misdeal_to_anyone_is_one_for_all() -> None:
    seats = [seat({"ante": 10, "lo_ball": 5, LINKED: 1}, "As"), seat({"ante": 10}, "Js 3d", "raise 2x")]
    for mishap in ({"seat": 0}, {"of": "dealer"}, {"of": "community"}):
        nets = all_nets(GAME, *seats, community="Jc 8s", irregularity={"kind": "misdeal", **mishap})
        assert nets == [{"ante": 0, "lo_ball": 0, LINKED: 0}, {"ante": 0, "raise_1": 0}], mishap
    player = seat({"ante": 10}, "Js 3d", *STAY)
    exposed = all_nets(GAME, player, community="Jc 8s 2h", irregularity={"kind": "exposed_card"})
    assert exposed == [raises(10, 10, 10, 10)]


def test_30_1047_ceilings_count_ante_and_raises() -> None:
    cards, board = HANDS["royal_flush"]
    house = {"max_payout_per_player": 10000}
    nets = one(cards, "raise 3x", "raise 3x", "raise 3x", community=board, board_bonus=5, house=house)
    assert sum(net for name, net in nets.items() if name != "board_bonus") == 10000
    assert nets["board_bonus"] == 5 * 40
