"""CO 30-1099.44, WPT Heads Up Hold'em, paragraph by paragraph."""

from collections.abc import Mapping
from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, answer, rules, seat

from houseway.families import open_round
from houseway.play.core.roundfile import convert_round
from houseway.rules.errors import RuleError

GAME = "wpt-heads-up-holdem"
SECTION = "CO 30-1099.44"
DRY = "Kd 9s 7c 4h 2d"  # a board that makes nothing by itself
BASE = {"ante": 10, "odds": 10}
FOLD = ("check", "check", "fold")
LINKED = "five_card_linked_progressive"
HEADS_UP = "heads_up_holdem_progressive"
METERS = {"linked": 20000, "heads_up_holdem": 10000}


def tables(**chosen: str) -> dict[str, Any]:
    return {"pay_tables": chosen}


def one(
    cards: str,
    *actions: str,
    dealer: str = "Qc Jh",
    community: str = DRY,
    house: dict[str, Any] | None = None,
    meters: Mapping[str, float] | None = None,
    piles: dict[str, str] | None = None,
    **wagers: float,
) -> Any:
    """The nets of a lone seat with ante and odds of 10."""
    player = seat({**BASE, **wagers}, cards, *(actions or ("raise 1x",)))
    more = {"house": house or {}, "meters": meters or {}, "piles": dict(piles or {})}
    return all_nets(GAME, player, dealer=dealer, community=community, **more)[0]


def test_30_1099_44_2_ante_and_equal_odds_are_required() -> None:
    for wagers in ({"ante": 10}, {"odds": 10}, {"ante": 10, "odds": 15}, {"trips_plus": 5}):
        with pytest.raises(RuleError):
            all_nets(GAME, seat(wagers, "Kh As", "raise 3x"), dealer="9d Jh", community=DRY)


def test_30_1099_44_11_to_15_one_raise() -> None:
    allowed = {
        ("raise 1x",): 10,
        ("raise 2x",): 20,
        ("raise 3x",): 30,
        ("raise 30",): 30,
        ("check", "raise 1x"): 10,
        ("check", "raise 2x"): 20,
        ("check", "check", "raise 1x"): 10,
        ("check", "check", "raise"): 10,
    }
    for actions, stake in allowed.items():
        assert one("Kh As", *actions, dealer="9d Jh") == {"ante": 10, "raise": stake, "odds": 0}, actions
    refused: list[tuple[str, ...]] = [
        ("raise 4x",),
        ("raise 1.5x",),
        ("raise",),
        ("fold",),
        ("check", "raise 3x"),
        ("check", "fold"),
        ("check", "check"),
        ("check", "check", "check"),
        ("check", "check", "raise 2x"),
        ("raise 1x", "raise 1x"),
        (*FOLD, "raise 1x"),
    ]
    for actions in refused:
        with pytest.raises(RuleError) as error:
            one("Kh As", *actions)
        assert error.value.field.startswith("seats[0].actions"), actions


def test_30_1099_44_15_a_fold_forfeits_ante_and_odds_only() -> None:
    wagers: dict[str, Any] = {"pocket_bonus": 5, "trips_plus": 5, LINKED: 1, HEADS_UP: 1}
    nets = one("9h 9d", *FOLD, house=tables(**{LINKED: "01"}), meters=METERS, **wagers)
    assert nets == {"ante": -10, "odds": -10, "pocket_bonus": 25, "trips_plus": 15, LINKED: 4, HEADS_UP: -1}
    cited = rules(GAME, seat(BASE, "9h 9d", *FOLD), dealer="Qc Jh", community=DRY)
    assert cited == {"ante": f"{SECTION}(15)", "odds": f"{SECTION}(15)"}


def test_30_1099_44_16_b_without_a_pair_only_the_ante_is_returned() -> None:
    for cards, raised, odds in (("Ah 3c", 10, 0), ("Qd Jd", 0, 0), ("Td 8d", -10, -10)):
        assert one(cards, "check", "check", "raise") == {"ante": 0, "raise": raised, "odds": odds}
        cited = rules(GAME, seat(BASE, cards, "raise 1x"), dealer="Qc Jh", community=DRY)
        assert cited["ante"] == f"{SECTION}(16)(b)"
    straight = one("8h 5c", dealer="Qc Jh", community="9s 7c 6d 4h 2d")
    assert straight == {"ante": 0, "raise": 10, "odds": 10}


def test_30_1099_44_16_c_to_g_a_pair_on_the_board_qualifies_the_dealer() -> None:
    board = "Kd Ks 7c 4h 2d"
    cases = {"Ah 3c": (10, 10, 0), "Qd Jd": (0, 0, 0), "Td 8d": (-10, -10, -10)}
    for cards, (ante, raised, odds) in cases.items():
        assert one(cards, community=board) == {"ante": ante, "raise": raised, "odds": odds}
    won = rules(GAME, seat(BASE, "Ah 3c", "raise 1x"), dealer="Qc Jh", community=board)
    assert won == {"ante": f"{SECTION}(16)(c)", "raise": f"{SECTION}(16)(d)-(e)", "odds": f"{SECTION}(16)(e)"}
    lost = rules(GAME, seat(BASE, "Td 8d", "raise 1x"), dealer="Qc Jh", community=board)
    assert lost == {"ante": f"{SECTION}(16)(c)", "raise": f"{SECTION}(16)(g)-(h)", "odds": f"{SECTION}(16)(g)"}


def test_30_1099_44_16_f_a_tie_pushes_even_with_a_straight() -> None:
    assert one("2s 3d", dealer="2c 3h", community="Ts Jd Qc Kh As") == {"ante": 0, "raise": 0, "odds": 0}


HANDS = {  # hole cards, a dealer that loses, board
    "royal_flush": ("As Ks", "9c 9d", "Qs Js Ts 2d 3h"),
    "straight_flush": ("9s 8s", "Ac Ad", "7s 6s 5s Kd 2h"),
    "four_of_a_kind": ("8c 8d", "Ac Ad", "8h 8s 5s Kd 2h"),
    "full_house": ("8c 8d", "Ac Ad", "8h 5c 5s Kd 2h"),
    "flush": ("As 8s", "Kc Qd", "7s 6s 2s Kd 2h"),
    "straight": ("9s 8d", "Ac Ad", "7s 6d 5c Kd 2h"),
    "three_of_a_kind": ("8c 8d", "Ac Ad", "8h 6c 5s Kd 2h"),
    "two_pair": ("Kc 8d", "Ac Ad", "Kh 6c 8s Qd 2h"),
}


def test_30_1099_44_19_odds_of_a_win() -> None:
    for hand, price in zip(HANDS, (500, 50, 10, 3, 1.5, 1, 0, 0), strict=True):
        cards, dealer, board = HANDS[hand]
        for action, stake in (("raise 3x", 30), ("raise 1x", 10)):
            nets = one(cards, action, dealer=dealer, community=board)
            assert nets == {"ante": 10, "raise": stake, "odds": 10 * price}, hand


BAD_BEATS = {  # hole cards, a dealer that wins, board, the four tables
    "straight flush": ("4s 3s", "9s 8s", "7s 6s 5s Kd 2h", (500, 500, 500, 500)),
    "four of a kind": ("8c 8d", "Ac Ad", "8h 8s Ah As 2h", (50, 50, 50, 25)),
    "full house": ("8c 8d", "Ac Ad", "8h 5c 5s Ah 2h", (10, 10, 10, 6)),
    "flush": ("Qs 8s", "As 3s", "7s 6s 2s Kd 2h", (8, 6, 5, 5)),
    "straight": ("4s 3d", "9c 8d", "7s 6d 5c Kd 2h", (5, 5, 4, 4)),
    "three of a kind": ("8c 8d", "9c 9d", "8h 6c 9s Kd 2h", (-1, -1, -1, -1)),
}


def test_30_1099_44_16_h_odds_of_a_beaten_straight_or_better() -> None:
    for hand, (cards, dealer, board, prices) in BAD_BEATS.items():
        for schedule, price in zip("1234", prices, strict=True):
            house = tables(odds_bad_beat=schedule)
            nets = one(cards, "raise 2x", dealer=dealer, community=board, house=house)
            assert nets == {"ante": -10, "raise": -20, "odds": 10 * price}, (hand, schedule)
    cards, dealer, board, _ = BAD_BEATS["flush"]
    assert one(cards, *FOLD, dealer=dealer, community=board) == {"ante": -10, "odds": -10}


TRIPS_PLUS = {
    "royal_flush": (100, 100, 100, 100),
    "straight_flush": (40, 40, 40, 40),
    "four_of_a_kind": (30, 30, 30, 30),
    "full_house": (9, 8, 8, 7),
    "flush": (7, 6, 7, 6),
    "straight": (4, 5, 4, 5),
    "three_of_a_kind": (3, 3, 3, 3),
    "two_pair": (-1, -1, -1, -1),
}


def test_30_1099_44_17_a_trips_plus() -> None:
    for hand, prices in TRIPS_PLUS.items():
        cards, dealer, board = HANDS[hand]
        for schedule, price in zip("1234", prices, strict=True):
            for actions in (("raise 1x",), FOLD):
                house = tables(trips_plus=schedule)
                nets = one(cards, *actions, dealer=dealer, community=board, trips_plus=5, house=house)
                assert nets["trips_plus"] == 5 * price, (hand, schedule)


POCKET = {
    "As Ad": (30, 25, 30),
    "As Ks": (20, 20, 20),
    "Jd Ad": (20, 20, 20),
    "As Qd": (10, 10, 10),
    "Js Ad": (10, 10, 10),
    "Ks Kh": (5, 5, 4),
    "2s 2h": (5, 5, 4),
    "As Ts": (-1, -1, -1),
    "Ks Qs": (-1, -1, -1),
}


def test_30_1099_44_17_b_pocket_bonus() -> None:
    for cards, prices in POCKET.items():
        for schedule, price in zip("123", prices, strict=True):
            for actions in (("raise 1x",), FOLD):
                nets = one(cards, *actions, pocket_bonus=5, house=tables(pocket_bonus=schedule))
                assert nets["pocket_bonus"] == 5 * price, (cards, schedule)


ROYALS = {  # hole cards, board: each kind of row, the best first
    "flopped royal in spades": ("As Ks", "Qs Js Ts 2d 3h"),
    "flopped royal": ("Ah Kh", "Qh Jh Th 2d 3h"),
    "royal on the turn": ("Ah Kh", "Qh Jh 3c Th 2d"),
    "royal with one hole card": ("Ah 3d", "Qh Jh Th Kh 2d"),
    "community royal": ("3d 3c", "Qh Jh Th Kh Ah"),
    "community royal in spades": ("3d 3c", "Qs Js Ts Ks As"),
    "flopped straight flush": ("9s 8s", "7s 6s 5s Kd 2h"),
    "straight flush on the river": ("9s 8s", "7s 6s Kd 2h 5s"),
    "four of a kind": ("8c 8d", "8h 8s 5s Kd 2h"),
    "full house": ("8c 8d", "8h 5c 5s Kd 2h"),
    "flush": ("As 8s", "7s 6s 2s Kd 2h"),
    "straight": ("9s 8d", "7s 6d 5c Kd 2h"),
}
HEADS_UP_PRIZES = {  # with a meter of $10,000
    "01": (10000, 1000, 1000, 1000, 1000, 1000, 200, 200, 50, 10, 5, 0),
    "02": (10000, 1000, 1000, 1000, 1000, 1000, 200, 200, 50, 10, 5, 0),
    "03": (10000, 1000, 1000, 1000, 1000, 1000, 500, 500, 100, 10, 0, 0),
    "04": (10000, 10000, 1000, 1000, 1000, 1000, 500, 500, 100, 10, 0, 0),
    "05": (10000, 10000, 3000, 3000, 3000, 3000, 250, 250, 100, 10, 0, 0),
    "06": (10000, 10000, 500, 500, 3000, 3000, 250, 250, 100, 10, 0, 0),
    "07": (10000, 10000, 10000, 10000, 1000, 1000, 250, 250, 75, 11, 0, 0),
    "08": (10000, 10000, 10000, 10000, 1000, 1000, 300, 300, 100, 10, 0, 0),
    "09": (10000, 10000, 2000, 2000, 2000, 2000, 10000, 250, 50, 7, 5, 0),
    "E01": (10000, 10000, 10000, 10000, 1000, 1000, 250, 250, 75, 11, 0, 0),
}


def test_30_1099_44_17_d_heads_up_progressive() -> None:
    for schedule, prizes in HEADS_UP_PRIZES.items():
        for (hand, (cards, board)), prize in zip(ROYALS.items(), prizes, strict=True):
            for actions in (("raise 1x",), FOLD):
                house = tables(**{HEADS_UP: schedule})
                nets = one(
                    cards,
                    *actions,
                    dealer="Jc Jd",
                    community=board,
                    house=house,
                    meters=METERS,
                    heads_up_holdem_progressive=1,
                )
                assert nets[HEADS_UP] == prize - 1, (schedule, hand)


def test_30_1099_44_20_pays_grow_with_the_wager_and_shares_do_not() -> None:
    wagers: dict[str, Any] = {HEADS_UP: 5, LINKED: 5}
    cards, board = ROYALS["full house"]
    nets = one(cards, dealer="Jc Jd", community=board, meters=METERS, **wagers)
    assert (nets[HEADS_UP], nets[LINKED]) == (45, 495)
    cards, board = ROYALS["royal on the turn"]
    settled = answer(
        GAME,
        seat({**BASE, HEADS_UP: 5}, cards, "raise 1x"),
        dealer="Jc Jd",
        community=board,
        meters=METERS,
    )
    assert settled["seats"][0]["lines"][-1]["net"] == 995


def test_30_1099_44_6_a_linked_progressive_on_the_flop() -> None:
    prizes = {"royal_flush": 20000, "straight_flush": 1500, "full_house": 100, "straight": 25}
    for hand, prize in prizes.items():
        cards, dealer, board = HANDS[hand]
        assert (
            one(cards, dealer=dealer, community=board, meters=METERS, five_card_linked_progressive=1)[LINKED]
            == prize - 1
        )
    late = one("As 8s", dealer="Kc Qd", community="7s 6s Kd 2s 2h", five_card_linked_progressive=1)
    assert late[LINKED] == -1
    by_flush = tables(**{LINKED: "06"})
    assert (
        one("As 8s", dealer="Kc Qd", community="7s 6s Kd 2h 2c", house=by_flush, five_card_linked_progressive=1)[LINKED]
        == 4
    )


def test_30_1099_44_6_b_linked_progressive_on_additional_cards() -> None:
    house = {"five_card_linked_configuration": "hole cards + additional cards"}
    nets = one("As 8s", house=house, piles={"linked": "7s 6s 2s"}, five_card_linked_progressive=1)
    assert nets == {"ante": 0, "raise": 10, "odds": 0, LINKED: 49}
    file = {"game": GAME, "house": house, "seats": [{"wagers": BASE}]}
    now = open_round(convert_round(file), 3)
    seen = []
    while not now.over:
        seen.append({pile.name: (len(pile.cards), pile.hidden) for pile in now.visible(0) if pile.seat is None})
        now = now.act(0, "check" if len(seen) < 3 else "fold")
    assert [(one["community"], one["linked"]) for one in seen] == [
        ((0, 5), (0, 3)),
        ((3, 2), (0, 3)),
        ((5, 0), (3, 0)),  # (14): with turn and river
    ]


def test_30_1099_44_17_envy_of_both_progressives() -> None:
    cases = [
        (HEADS_UP, "E01", "royal on the turn", 100),
        (HEADS_UP, "E01", "flopped royal", 100),
        (HEADS_UP, "E01", "community royal", None),
        (HEADS_UP, "E01", "straight flush on the river", None),
        (HEADS_UP, "07", "flopped royal", None),
        (LINKED, "E01", "flopped royal", 1000),
        (LINKED, "E02", "flopped straight flush", 1500),
        (LINKED, "E03", "flopped straight flush", 250),
        (LINKED, "E01", "royal on the turn", None),
    ]
    for wager, schedule, hand, envy in cases:
        cards, board = ROYALS[hand]
        for actions in (("raise 1x",), FOLD):
            nets = all_nets(
                GAME,
                seat({**BASE, wager: 1}, cards, *actions),
                seat({**BASE, wager: 2}, "7d 4s", *FOLD),
                seat(BASE, "7c 4c", *FOLD),
                dealer="Jc Jd",
                community=board,
                house=tables(**{wager: schedule}),
                meters=METERS,
            )
            assert nets[1].get(f"{wager}_envy") == (envy * 2 if envy else None), (wager, schedule, hand)
            assert f"{wager}_envy" not in nets[0] | nets[2]


def test_30_1099_44_17_only_an_award_earns_envy() -> None:
    cards, board = ROYALS["flopped royal"]
    seats = [seat({**BASE, LINKED: 1}, cards, "raise 3x"), seat({**BASE, HEADS_UP: 1}, "7d 4s", *FOLD)]
    house = tables(**{LINKED: "E01", HEADS_UP: "E01"})
    nets = all_nets(GAME, *seats, dealer="Jc Jd", community=board, house=house, meters=METERS)
    assert nets[1] == {"ante": -10, "odds": -10, HEADS_UP: -1}


def test_30_1099_44_17_two_awards_from_one_meter() -> None:
    seats = [seat({**BASE, HEADS_UP: 1}, cards, "raise 1x") for cards in ("2c 3c", "4c 5c")]
    board, house = "Qh Jh Th Kh Ah", tables(**{HEADS_UP: "01"})
    nets = all_nets(GAME, *seats, dealer="Jc Jd", community=board, house=house, meters=METERS)
    assert [one[HEADS_UP] for one in nets] == [899, 999]  # from right to left
    shared = {**house, "two_meter_hits": "shared"}
    nets = all_nets(GAME, *seats, dealer="Jc Jd", community=board, house=shared, meters=METERS)
    assert [one[HEADS_UP] for one in nets] == [499, 499]


def test_30_1099_44_18_order_of_settlement() -> None:
    wagers = {HEADS_UP: 1, LINKED: 1, "trips_plus": 5, "pocket_bonus": 5, "odds": 10, "ante": 10}
    settled = answer(GAME, seat(wagers, "Kh As", "raise 3x"), dealer="9d Jh", community=DRY, meters=METERS)
    order = [line["wager"] for line in settled["seats"][0]["lines"]]
    assert order == ["ante", "raise", "odds", "pocket_bonus", "trips_plus", LINKED, HEADS_UP]


def test_30_1099_44_10_irregularities() -> None:
    seats = [seat({**BASE, "trips_plus": 5}, "3h"), seat(BASE, "Kh As", "raise 3x")]
    for kind in ("misdeal", "card_off_table"):
        nets = all_nets(GAME, *seats, dealer="9d Jh", community=DRY, irregularity={"kind": kind, "seat": 0})
        assert nets == [{"ante": 0, "odds": 0, "trips_plus": 0}, {"ante": 10, "raise": 30, "odds": 0}]
    for kind, of in (("misdeal", "dealer"), ("misdeal", "community"), ("exposed_card", "dealer")):
        nets = all_nets(GAME, *seats, dealer="9d", community=DRY, irregularity={"kind": kind, "of": of})
        assert {net for one in nets for net in one.values()} == {0}, (kind, of)
    exposed = {"kind": "exposed_card", "of": "player", "seat": 0}
    nets = all_nets(GAME, seats[1], dealer="9d Jh", community=DRY, irregularity=exposed)
    assert nets == [{"ante": 10, "raise": 30, "odds": 0}]


def test_30_1047_ceilings_count_odds_and_trips_plus() -> None:
    cards, dealer, board = HANDS["royal_flush"]
    house = {"max_payout_per_player": 3000}
    nets = one(cards, dealer=dealer, community=board, trips_plus=5, pocket_bonus=5, house=house)
    assert nets["odds"] + nets["trips_plus"] == 3000
    assert (nets["ante"], nets["raise"], nets["pocket_bonus"]) == (10, 10, 100)
    quads = BAD_BEATS["four of a kind"]
    assert one(quads[0], dealer=quads[1], community=quads[2], house={"max_payout_per_player": 300})["odds"] == 300
