"""California's Fortune Pai Gow Poker, GEGR-001823: dice, action button, a bank that can run out, envy, fees."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rulebook.helpers import all_nets, answer, seat, settle

from houseway.families import betting_spots, open_round
from houseway.families import settle as settle_round
from houseway.play.core.dice import position
from houseway.play.core.roundfile import RoundFile, as_json, convert_round
from houseway.play.pai_gow.first_hand import action_seat
from houseway.rules.errors import RuleError

GAME = "ca-fortune-pai-gow-poker"
JACKS: dict[str, Any] = {"dealer": "Jh Jc Kd Th 6s 4d 3h", "dealer_set": {"low": ["Kd", "Th"]}}
WINNER = ("Ah Ac Qd Qs 9d 5h 2c", "set low: Qd Qs")
LOSER = ("9s 8c 7h 5c 4c 3c 2d", "set low: 8c 7h")
WINNER_2 = ("As Ad Qc Qh 9c 5d 2h", "set low: Qc Qh")
LOSER_2 = ("9h 8d 7c 5s 4h 3d 2s", "set low: 8d 7c")


@pytest.mark.parametrize(
    ("total", "where"), [(3, 3), (7, 7), (8, 1), (9, 2), (14, 7), (15, 1), (16, 2), (18, 4)]
)  # fmt: skip
def test_round_of_play_5_the_player_dealer_is_one_eight_and_fifteen(total: int, where: int) -> None:
    assert position(total, 7) == where


def test_round_of_play_5_the_button_passes_the_player_dealer_and_empty_spots() -> None:
    assert action_seat(1, 7, range(6)) == 0
    assert action_seat(4, 7, range(6)) == 2
    assert action_seat(4, 7, [0, 1, 5]) == 5
    assert action_seat(7, 7, [1, 3]) == 1
    assert action_seat(1, 7, [4]) == 4


def test_round_of_play_5_dice_by_themselves() -> None:
    def shaken(dice: list[int], active: list[int]) -> int:
        file = {"game": "ca-pai-gow-dice-action", "outcome": {"dice": dice}, "betting": {"active_seats": active}}
        found: int = as_json(settle_round(convert_round(file)))["action_seat"]
        return found

    assert shaken([1, 1, 1], [0, 1, 2]) == 1
    assert shaken([2, 2, 2], [0, 1]) == 0
    with pytest.raises(RuleError, match="1 to 6") as caught:
        shaken([1, 7, 1], [0])
    assert caught.value.field == "outcome.dice[1]"


def test_winners_1_no_commission() -> None:
    assert settle(GAME, seat({"base_game": 20}, *WINNER), **JACKS) == {"base_game": 20}


def test_winners_4_the_player_dealer_wins_copies() -> None:
    both = seat({"base_game": 20}, "Js Jd Kc Tc 6h 4c 3s", "set low: Kc Tc")
    assert settle(GAME, both, **JACKS) == {"base_game": -20}


def test_round_of_play_8_a_foul_loses_the_base_wager_only() -> None:
    fouled = seat({"base_game": 20, "fortune_bonus": 5}, "Ah Ac As Qs 9d 5h 2c", "set low: Ah Ac")
    assert settle(GAME, fouled, **JACKS) == {"base_game": -20, "fortune_bonus": 15}


def test_round_of_play_9_the_house_way_sets_the_player_dealers_hand() -> None:
    assert settle(GAME, seat({"base_game": 20}, *WINNER), dealer=JACKS["dealer"]) == {"base_game": 20}
    reset = settle(GAME, seat({"base_game": 20}, *WINNER), dealer=JACKS["dealer"], dealer_set={"low": ["Jh", "Jc"]})
    assert reset == {"base_game": 20}


def bank(amount: float, *seats: dict[str, Any], first: int = 0, **house: Any) -> tuple[list[dict[str, float]], float]:
    betting = {"player_dealer_wager": amount, "action_seat": first}
    table: dict[str, Any] = {"betting": betting, "house": house}
    nets = all_nets(GAME, *seats, **table, **JACKS)
    return nets, answer(GAME, *seats, **table, **JACKS)["player_dealer"]


def test_round_of_play_12_13_the_bank_pays_clockwise_from_the_button_until_it_is_used_up() -> None:
    seats = seat({"base_game": 50}, *WINNER), seat({"base_game": 50}, *WINNER_2)
    assert bank(80, *seats) == ([{"base_game": 50}, {"base_game": 30}], -80)
    assert bank(80, *seats, first=1) == ([{"base_game": 30}, {"base_game": 50}], -80)


def test_round_of_play_3_the_bank_collects_no_more_than_it_put_up() -> None:
    seats = seat({"base_game": 50}, *LOSER), seat({"base_game": 50}, *LOSER_2)
    assert bank(80, *seats) == ([{"base_game": -50}, {"base_game": -30}], 80)


def test_type_of_game_winners_and_losers_together() -> None:
    seats = (
        seat({"base_game": 50}, *LOSER),
        seat({"base_game": 100}, *WINNER),
        seat({"base_game": 50}, *LOSER_2),
    )
    assert bank(60, *seats)[0] == [{"base_game": -50}, {"base_game": 60}, {"base_game": -10}]
    assert bank(60, *seats, bank_covers="net")[0] == [{"base_game": -50}, {"base_game": 100}, {"base_game": -50}]
    assert bank(60, *seats, bank_covers="gross")[0] == [{"base_game": -50}, {"base_game": 10}, {"base_game": 0}]


QUADS = ("Qs Qd Qh Qc Kc 5s 2h", "set low: Kc 5s")


def test_winners_9_envy_is_paid_after_all_other_wagers() -> None:
    seats = (
        seat({"base_game": 10, "fortune_bonus": 5}, *LOSER),
        seat({"base_game": 10, "fortune_bonus": 5}, *QUADS),
        seat({"base_game": 50}, "Ah Ac Td Ts 9d 5h 2c", "set low: Td Ts"),
    )
    late, _ = bank(127, *seats)
    assert (late[0]["envy_bonus"], late[1]["fortune_bonus"], late[2]["base_game"]) == (0, 125, 2)
    early, _ = bank(127, *seats, envy_settled="with the seat")
    assert (early[0]["envy_bonus"], early[1]["fortune_bonus"], early[2]["base_game"]) == (5, 122, 0)


def test_envy_bonus_needs_5_dollars_and_a_holder_who_bet() -> None:
    quads = seat({"base_game": 10, "fortune_bonus": 1}, *QUADS)
    silent = seat({"base_game": 10}, *QUADS)
    four = seat({"base_game": 10, "fortune_bonus": 4}, *LOSER)
    five = seat({"base_game": 10, "fortune_bonus": 5}, *LOSER)
    assert all_nets(GAME, quads, five, **JACKS)[1]["envy_bonus"] == 5
    assert "envy_bonus" not in all_nets(GAME, quads, four, **JACKS)[1]
    assert "envy_bonus" not in all_nets(GAME, silent, five, **JACKS)[1]


def test_envy_bonus_6_only_the_highest_hand_is_paid() -> None:
    aces = ("Ah Ac Ad As 9d 6h 2c", "set low: 9d 6h")
    seats = (
        seat({"base_game": 10, "fortune_bonus": 5}, *QUADS),
        seat({"base_game": 10, "fortune_bonus": 5}, *aces),
        seat({"base_game": 10, "fortune_bonus": 5}, *LOSER),
    )
    nets = all_nets(GAME, *seats, **JACKS)
    assert [one.get("envy_bonus", 0) for one in nets] == [5, 0, 5]
    every = all_nets(GAME, *seats, **JACKS, house={"envy_hands": "all"})
    assert [one.get("envy_bonus", 0) for one in every] == [5, 5, 10]


@pytest.mark.parametrize(
    ("cards", "envy"),
    [
        ("Qd Jd Td 9d 8d 7d 6d", 5000),
        ("As Ks Qs Js Ts Kh Qh", 1000),
        ("Qd Jd Td 9d 8d 7d Jk1", 500),
        ("Ah Ac Ad As Jk1 6h 2c", 250),
        ("As Ks Qs Js Ts 2h 6c", 50),
        ("Qd Jd Td 9d 8d Ks 2c", 20),
        ("Qs Qh Qd Qc 5s Ks 2c", 5),
        ("Qs Qh Qd 5s 5h Ks 2c", 0),
    ],
)
def test_envy_bonus_7_to_11_fixed_sums_by_the_other_players_seven_cards(cards: str, envy: int) -> None:
    holder = seat({"base_game": 10, "fortune_bonus": 5}, cards, "house way")
    other = seat({"base_game": 10, "fortune_bonus": 5}, *LOSER)
    nets = all_nets(GAME, holder, other, **JACKS)
    assert nets[1].get("envy_bonus", 0) == envy
    assert "envy_bonus" not in nets[0]
    assert nets[1]["base_game"] == -10, "whatever becomes of the wager"


@pytest.mark.parametrize(
    ("option", "wagers", "fees"),
    [
        (3, [{"base_game": 30, "fortune_bonus": 20}, {"base_game": 1}], {"player_dealer": 1, "seats": [0, 0]}),
        (34, [{"base_game": 30, "fortune_bonus": 20}, {"base_game": 1500}], {"player_dealer": 2, "seats": [2, 2]}),
        (34, [{"base_game": 30, "fortune_bonus": 5}, {"base_game": 50}], {"player_dealer": 1, "seats": [2, 1]}),
        (38, [{"base_game": 50}, {"base_game": 300}], {"player_dealer": 2, "seats": [1, 3]}),
    ],
)
def test_gegr_001821_collection(option: int, wagers: list[dict[str, float]], fees: dict[str, Any]) -> None:
    seats = [seat(wagers[0], *WINNER), seat(wagers[1], *WINNER_2)]
    assert answer(GAME, *seats, **JACKS, house={"collection_option": option})["collection"] == fees


def test_the_dice_give_the_button() -> None:
    seats = [seat({"base_game": 50}, *WINNER), seat({"base_game": 50}, *WINNER_2)]
    outcome = {"dice": [1, 1, 1]}
    got = answer(GAME, *seats, **JACKS, outcome=outcome, betting={"player_dealer_wager": 80})
    assert got["action_seat"] == 1
    assert [one["net"] for one in got["seats"]] == [30, 50]
    with pytest.raises(RuleError, match="the dice give the action button to Seat 2"):
        answer(GAME, *seats, **JACKS, outcome=outcome, betting={"action_seat": 0})


@given(
    seed=st.integers(0, 10_000),
    wagers=st.lists(st.tuples(st.integers(1, 200), st.integers(0, 50)), min_size=1, max_size=6),
    amount=st.integers(1, 2000),
    covers=st.sampled_from(("each_way", "net", "gross")),
    data=st.data(),
)
def test_a_bank_never_pays_or_takes_more_than_it_put_up(
    seed: int, wagers: list[tuple[int, int]], amount: int, covers: str, data: st.DataObject
) -> None:
    seats = [{"wagers": {"base_game": base, **({"fortune_bonus": bonus} if bonus else {})}} for base, bonus in wagers]
    betting = {"player_dealer_wager": amount, "action_seat": data.draw(st.integers(0, len(seats) - 1))}
    file = {"game": GAME, "house": {"bank_covers": covers}, "seats": seats, "betting": betting}
    now = open_round(convert_round(file), seed)
    while not now.over:
        now = now.act(now.turn, now.suggest(now.turn))
    got = as_json(now.settle())
    nets = [line["net"] for one in got["seats"] for line in one["lines"]]
    assert sum(nets) == pytest.approx(-got["player_dealer"])
    assert abs(got["player_dealer"]) <= amount
    if covers != "net":
        assert sum(net for net in nets if net > 0) <= amount
        assert -sum(net for net in nets if net < 0) <= amount
    assert all(line["net"] >= -line["stake"] for one in got["seats"] for line in one["lines"])


def test_a_live_table_asks_for_the_base_wager_first() -> None:
    spots = betting_spots(RoundFile(GAME))
    assert [(spot.name, spot.required, spot.needs) for spot in spots] == [
        ("base_game", True, ()),
        ("fortune_bonus", False, ("base_game",)),
    ]
