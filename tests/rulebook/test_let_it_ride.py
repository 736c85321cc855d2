"""Let It Ride, CO 30-1099.13, paragraph by paragraph."""

from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, answer, lines, seat, settle

from houseway.rules.errors import RuleError

GAME = "let-it-ride"
SECTION = "CO 30-1099.13"
BASIC = ("bet_1", "bet_2", "contract")


def player(cards: str, *actions: str, stake: float = 5, **more: float) -> dict[str, Any]:
    return seat({**dict.fromkeys(BASIC, stake), **more}, cards, *(actions or ("ride", "ride")))


def tables(**chosen: str) -> dict[str, Any]:
    return {"pay_tables": chosen}


HANDS = {  # three cards beside Jh Th: basic schedules 1-4, bonus 1-2, PMG-ML-01 to 03, cover all with 7 to 1 hands
    "Ah Kh Qh": ((500, 100, 500, 200), (10000, 5000), (7000, 9000, 9000), (90, 100, 150, 200, 250, 300, 500)),
    "9h 8h 7h": ((100, 50, 200, 100), (2000, 2000), (800, 7000, 7000), (40, 50, 60, 70, 80, 100, 200)),
    "Jc Jd Js": ((25, 30, 50, 40), (100, 100), (300, 800, 800), (20, 30, 35, 40, 50, 80, 150)),
    "Jc Jd Ts": ((15, 15, 11, 15), (75, 75), (50, 50, 50), (10, 15, 17, 20, 25, 40, 100)),
    "Ah 5h 2h": ((10, 9, 8, 9), (50, 50), (40, 40, 40), (7, 10, 11, 15, 20, 30, 70)),
    "9c 8d 7h": ((5, 6, 5, 5), (25, 25), (30, 30, 30), (4, 5, 6, 8, 10, 15, 30)),
    "Jc Jd 2s": ((3, 3, 3, 3), (8, 8), (9, 10, 9), (3, 3, 4, 5, 7, 11, 20)),
    "Jc 2d 2s": ((2, 2, 2, 2), (4, 4), (), ()),
    "Tc 7d 2s": ((1, 1, 1, 1), (), (), ()),
    "9c 9d 2s": ((), (), (), ()),
    "Ac Kd 2s": ((), (), (), ()),
}


@pytest.mark.parametrize("cards", HANDS)
def test_30_1099_13_12_a_basic_schedules(cards: str) -> None:
    for number, price in enumerate(HANDS[cards][0] or (-1,) * 4, start=1):
        settled = lines(GAME, player(cards), community="Jh Th", house=tables(basic=str(number)))[0]
        assert [settled[name]["net"] for name in BASIC] == [5 * price] * 3
        assert settled["contract"]["rule"] == (f"{SECTION}(12)(a)" if price > 0 else f"{SECTION}(9)")


@pytest.mark.parametrize("cards", HANDS)
def test_30_1099_13_12_b_bonus_schedules(cards: str) -> None:
    for number, price in enumerate(HANDS[cards][1] or (-1,) * 2, start=1):
        settled = settle(GAME, player(cards, bonus=1), community="Jh Th", house=tables(bonus=str(number)))
        assert settled["bonus"] == price


@pytest.mark.parametrize("cards", HANDS)
def test_30_1099_13_14_progressive_schedules(cards: str) -> None:
    meters = {"mega": 9000, "major": 7000, "minor": 800}
    for number, award in enumerate(HANDS[cards][2] or (0,) * 3, start=1):
        house = tables(progressive=f"PMG-ML-0{number}")
        settled = lines(GAME, player(cards, progressive=1), community="Jh Th", house=house, meters=meters)[0]
        assert settled["progressive"]["net"] == award - 1
        assert settled["progressive"]["rule"] == (f"{SECTION}(14)" if award else f"{SECTION}(10)")


@pytest.mark.parametrize("cards", HANDS)
def test_30_1099_13_9_a_cover_all_by_number_of_players(cards: str) -> None:
    for hands, price in zip(range(7, 0, -1), HANDS[cards][3] or (-1,) * 7, strict=True):
        extra = {"total_hands": hands}
        settled = lines(GAME, player(cards, cover_all_bonus=2), community="Jh Th", extra=extra)[0]
        assert settled["cover_all_bonus"]["net"] == 2 * price
        assert settled["cover_all_bonus"]["rule"] == (f"{SECTION}(9)(a)" if price > 0 else f"{SECTION}(2)")


@pytest.mark.parametrize(
    ("cards", "prices"),
    [
        ("Ah Kh Qh", (40, 40, 40)),
        ("3d 2d Ad", (40, 40, 40)),
        ("9c 9d 9s", (30, 30, 30)),
        ("9c 8d 7h", (6, 5, 6)),
        ("Ah 5h 2h", (4, 4, 3)),
        ("2c 2d 9s", (1, 1, 1)),
        ("Ac Kd 2s", (-1, -1, -1)),
    ],
)
def test_30_1099_13_13_three_card_bonus(cards: str, prices: tuple[int, ...]) -> None:
    for number, price in enumerate(prices, start=1):
        house = tables(three_card_bonus=str(number))
        settled = lines(GAME, player(cards, "pull", "pull", three_card_bonus=5), community="Jc 4d", house=house)[0]
        assert settled["three_card_bonus"]["net"] == 5 * price
        assert price < 0 or settled["three_card_bonus"]["rule"] == f"{SECTION}(13)"


def test_30_1099_13_2_three_equal_bets() -> None:
    with pytest.raises(RuleError, match="Bet 2 must equal Contract"):
        settle(GAME, seat({"bet_1": 5, "bet_2": 10, "contract": 5}, "Ac Kd 2s", "ride", "ride"), community="Jc 4d")
    with pytest.raises(RuleError, match="Bet 1 is required"):
        settle(GAME, seat({"bet_2": 5, "contract": 5, "bonus": 1}, "Ac Kd 2s", "ride", "ride"), community="Jc 4d")


def test_30_1099_13_2_the_bonus_is_one_dollar() -> None:
    with pytest.raises(RuleError, match=r"only be \$1"):
        settle(GAME, player("Ac Kd 2s", bonus=2), community="Jc 4d")


def test_30_1099_13_2_a_and_b_bounds_on_wagers_together() -> None:
    house = {"max_wager": 100, "min_wager": 5}
    assert settle(GAME, player("Ac Kd 2s", stake=99, bonus=1), community="Jc 4d", house=house)["contract"] == -99
    with pytest.raises(
        RuleError, match=r"Contract and Bonus must be at most \$100, not \$101, CO 30-1099.13\(2\)\(a\)"
    ):
        settle(GAME, player("Ac Kd 2s", stake=100, bonus=1), community="Jc 4d", house=house)
    assert settle(GAME, player("Ac Kd 2s", stake=4, progressive=1), community="Jc 4d", house=house)["contract"] == -4
    with pytest.raises(RuleError, match=r"at least \$5"):
        settle(GAME, player("Ac Kd 2s", stake=4), community="Jc 4d", house=house)


@pytest.mark.parametrize(
    ("actions", "nets"),
    [
        (("ride", "ride"), [15, 15, 15]),
        (("pull", "ride"), [0, 15, 15]),
        (("ride", "pull"), [15, 0, 15]),
        (("pull", "pull"), [0, 0, 15]),
    ],
)
def test_30_1099_13_7_8_two_bets_may_be_pulled(actions: tuple[str, str], nets: list[int]) -> None:
    settled = lines(GAME, player("Jc Jd 2s", *actions), community="Jh Th")[0]
    assert [settled[name]["net"] for name in BASIC] == nets
    pulled = [settled[name]["rule"] for name in ("bet_1", "bet_2") if settled[name]["net"] == 0]
    expected = [f"{SECTION}({7 + at})" for at, action in enumerate(actions) if action == "pull"]
    assert pulled == expected


def test_30_1099_13_7_there_is_no_fold() -> None:
    with pytest.raises(RuleError, match="legal are pull, ride"):
        settle(GAME, player("Jc Jd 2s", "fold"), community="Jh Th")
    with pytest.raises(RuleError, match="a decision is missing"):
        settle(GAME, player("Jc Jd 2s", "ride"), community="Jh Th")


def test_30_1099_13_9_tens_or_better_win() -> None:
    assert settle(GAME, player("Tc 7d 2s"), community="Th 4d")["contract"] == 5
    assert settle(GAME, player("9c 7d 2s"), community="9h 4d")["contract"] == -5


def test_30_1099_13_5_cover_all_counts_players_unless_the_house_counts_the_dealer() -> None:
    players = [player(cards, cover_all_bonus=5) for cards in ("Ac 9c 4c", "2d 2h Jd")]
    settled = all_nets(GAME, *players, community="Kc 2c")
    assert [one["cover_all_bonus"] for one in settled] == [150, 150]
    settled = all_nets(GAME, *players, community="Kc 2c", house={"cover_all_counts_dealer": True})
    assert [one["cover_all_bonus"] for one in settled] == [100, 100]


def test_30_1099_13_10_k_envy_goes_to_the_other_bettors() -> None:
    flush, other = player("5s 6s 7s", progressive=1), player("Kd Qc 2h", "pull", "pull", progressive=2)
    without = player("Kc Qd 2c", "pull", "pull")
    meters = {"mega": 60000, "major": 8000, "minor": 700}
    settled = lines(
        GAME, flush, other, without, community="8s 9s", meters=meters, house=tables(progressive="PMG-ML-03")
    )
    assert settled[0]["progressive"]["net"] == 7999
    assert (settled[1]["envy"]["net"], settled[1]["envy"]["rule"]) == (600, f"{SECTION}(10)(k)")
    assert "envy" not in settled[0]
    assert "envy" not in settled[2]


def test_30_1099_13_envy_bonus_m_several_hands_pay_several_times() -> None:
    players = [player(cards, progressive=1) for cards in ("5s 6s 7s", "Ts Js Qs", "Kd Qc 2h")]
    meters = {"mega": 60000, "major": 8000, "minor": 700}
    nets = all_nets(GAME, *players, community="8s 9s", meters=meters, house=tables(progressive="PMG-ML-03"))
    assert [one["envy"] for one in nets] == [300, 300, 600]


def test_30_1099_13_10_k_envy_only_for_a_bettors_hand_as_the_other_reading() -> None:
    players = player("5s 6s 7s"), player("Kd Qc 2h", progressive=1)
    assert all_nets(GAME, *players, community="8s 9s")[1]["envy"] == 300
    assert "envy" not in all_nets(GAME, *players, community="8s 9s", house={"envy_holder_must_bet": True})[1]


def test_30_1099_13_11_meter_awards_are_paid_from_the_right() -> None:
    players = [player(cards, progressive=1) for cards in ("5s 6s 7s", "Ts Js Qs")]
    table: dict[str, Any] = {"community": "8s 9s", "meters": {"major": 8000, "minor": 700}}
    settled = all_nets(GAME, *players, **table)
    assert [one["progressive"] for one in settled] == [-1, 699]
    assert [one["envy"] for one in settled] == [300, 300]
    assert answer(GAME, *players, **table)["meters"] == {"major": 8000, "minor": 0}


def test_30_1099_13_6_a_misdeal_or_a_lost_card_voids_that_player_only() -> None:
    struck = seat({**dict.fromkeys(BASIC, 5), "bonus": 1, "progressive": 1}, "Jc Jd")
    for kind in ("misdeal", "card_off_table"):
        settled = lines(GAME, struck, player("Ts 7d 2s"), community="Jh Th", irregularity={"kind": kind, "seat": 0})
        assert {line["net"] for line in settled[0].values()} == {0}
        assert settled[0]["contract"]["rule"] == f"{SECTION}(6)"
        assert settled[1]["contract"]["net"] == 5


def test_30_1099_13_6_exposed_cards() -> None:
    hand = player("Jc Jd 2s", progressive=1)
    exposed = {"kind": "exposed_card", "seat": 0}
    assert settle(GAME, hand, community="Jh Th", irregularity=exposed)["contract"] == 15
    for side in ("dealer", "community"):
        settled = settle(GAME, hand, community="Jh Th", irregularity={"kind": "exposed_card", "of": side})
        assert set(settled.values()) == {0}


def test_30_1099_13_10_j_after_a_dealer_misdeal_only_the_progressive_goes_on() -> None:
    hand = player("Jc Jd 2s", progressive=1, cover_all_bonus=5)
    nothing = player("Kc Qd 3c", progressive=1)
    for side in ("dealer", "community"):
        misdeal = {"kind": "misdeal", "of": side}
        settled = all_nets(GAME, hand, nothing, community="Jh Th", irregularity=misdeal)
        assert (settled[0]["progressive"], settled[0]["contract"], settled[0]["cover_all_bonus"]) == (8, 0, 0)
        assert (settled[1]["progressive"], settled[1]["contract"]) == (-1, 0)
        assert settle(GAME, nothing, community="Jh 2h", irregularity=misdeal)["progressive"] == 0


def test_30_1099_13_16_maximum_per_player() -> None:
    house = {**tables(basic="1"), "max_payout_per_player": 3000, "min_wager": 5}
    settled = lines(GAME, player("9h 8h 7h", stake=50, bonus=1), community="Jh Th", house=house)[0]
    assert [settled[name]["net"] for name in BASIC] == [1000, 1000, 1000]
    assert settled["bonus"]["net"] == 2000
    assert settled["contract"]["rule"] == f"{SECTION}(16)"
    quads = settle(GAME, player("Jc Jd Js", stake=50), community="Jh Th", house=house)
    assert [quads[name] for name in BASIC] == [1250] * 3


def test_30_1047_1_the_best_odds_are_those_of_the_schedule_in_use() -> None:
    for basic, least in (("1", 2500), ("2", 500), ("4", 1000)):
        house = {**tables(basic=basic), "max_payout_per_player": 100, "min_wager": 5}
        settled = settle(GAME, player("9h 8h 7h", "pull", "pull", stake=100), community="Jh Th", house=house)
        assert settled["contract"] == least


def test_30_1099_13_16_table_aggregate_needs_two_winning_players() -> None:
    house = {**tables(basic="1"), "table_aggregate_per_round": 6000}
    flush = player("9h 8h 7h", stake=50)
    assert [all_nets(GAME, flush, player("Kc Qd 3c"), community="Jh Th", house=house)[0][one] for one in BASIC] == [
        5000
    ] * 3
    settled = all_nets(GAME, flush, player("Tc 7d 2s"), community="Jh Th", house=house)
    assert [settled[0][name] for name in BASIC] == [2000] * 3
    assert settled[1]["contract"] == 5
