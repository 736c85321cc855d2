"""Pai Gow Tiles, 30-2608 to 30-2611: wagers, vigorish, surrender, banking and co-banking, mishaps."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rulebook.helpers import all_nets, answer, seat, settle

from houseway.families import open_round
from houseway.play.core.round import warns
from houseway.play.core.roundfile import as_json, convert_round
from houseway.rules.errors import RuleError

GAME = "pai-gow-tiles"
DEALER: dict[str, Any] = {"dealer": "4-4 5-5 1-3 3-3", "dealer_set": {"low": ["1-3", "3-3"]}}  # 8 and 0
WINNER = ("1-1 3-6 4-6 1-6", "set low: 4-6 1-6")  # wong and 7
LOSER = ("2-2 1-4 1-5 5-6", "set low: 2-2 1-5")


def net(tiles: str, *actions: str, wager: float = 100, **more: Any) -> float:
    return settle(GAME, seat({"pai_gow": wager}, tiles, *actions), **{**DEALER, **more})["pai_gow"]


def test_30_2608_8_9_10_win_push_and_lose() -> None:
    assert net(*WINNER) == 95
    nine: dict[str, Any] = {"dealer": "4-6 4-5 5-5 1-5", "dealer_set": {"low": ["5-5", "1-5"]}}  # 9 and 6
    assert net("1-1 3-6 1-4 2-2", "set low: 1-4 2-2", **nine) == 95  # wong, 9
    assert net("1-1 3-6 1-3 5-6", "set low: 1-3 5-6", **nine) == 0  # wong, 5
    assert net("4-4 5-6 3-3 1-3", "set low: 3-3 1-3", **nine) == 0  # nine with the 4-4 is higher, low zero
    assert net("2-2 5-6 3-3 1-3", "set low: 3-3 1-3", **nine) == -100


def test_30_2603_8_copies_go_to_the_dealer() -> None:
    dealer: dict[str, Any] = {"dealer": "6-6 3-6 4-4 5-5", "dealer_set": {"low": ["4-4", "5-5"]}}
    assert net("6-6 4-5 1-1 1-6", "set low: 1-1 1-6", **dealer) == 0  # wong copied, nine beats eight
    assert net("6-6 4-5 4-4 5-5", "set low: 4-4 5-5", **dealer) == -100


def test_30_2608_8_a_low_hand_of_zero_never_wins() -> None:
    dealer: dict[str, Any] = {"dealer": "3-4 2-6 4-6 5-5", "dealer_set": {"low": ["4-6", "5-5"]}}  # 5 and 0
    assert net(*WINNER, **dealer) == 95
    assert net("6-6 3-6 1-3 3-3", "set low: 1-3 3-3", **dealer) == 0  # zero with the higher tile does not win


def test_30_2608_11_vigorish_may_be_rounded_up_to_25_cents() -> None:
    rounded = {"commission": {"mode": "win", "rate": 0.05, "round_up_to": 0.25}}
    assert net(*WINNER, wager=12) == 11.4
    assert net(*WINNER, wager=12, house=rounded) == 11.25
    assert net(*WINNER, wager=20, house=rounded) == 19
    with pytest.raises(RuleError, match=r"must be 0\.05"):
        net(*WINNER, house={"commission": 0.1})


def test_30_2608_3_the_dealers_tiles_are_turned_after_all_players_have_set_theirs() -> None:
    seats = [{"wagers": {"pai_gow": 10}}, {"wagers": {"pai_gow": 10}}]
    now = open_round(convert_round({"game": GAME, "seats": seats}), 1)
    seen = []
    for player in (0, 1):
        seen.append(next(len(pile.cards) for pile in now.visible(0) if pile.name == "dealer"))
        now = now.act(player, "house way")
    seen.append(next(len(pile.cards) for pile in now.visible(0) if pile.name == "dealer"))
    assert seen == [0, 0, 4]


def test_30_2608_6_surrender_costs_the_wager() -> None:
    assert net(*WINNER, "surrender") == -100
    assert net(WINNER[0], "surrender") == -100


def test_30_2601_the_better_two_tiles_are_the_high_hand() -> None:
    assert net(WINNER[0], "set low: 1-1 3-6") == 95
    assert net(WINNER[0], "set high: 1-1 3-6") == 95


NINE = "4-6 4-5 5-5 1-6"  # the house way: 9 and 7
WONG_6 = ("1-1 3-6 1-4 5-6", "set low: 1-4 5-6")


def test_30_2608_4_without_a_stated_setting_the_dealer_sets_the_house_way() -> None:
    assert net(*WONG_6, dealer=NINE, dealer_set={}) == 0
    assert net(*WONG_6, dealer=NINE, dealer_set={"low": ["4-6", "5-5"]}) == 95


def test_30_2610_6_a_dealers_hand_set_wrongly_is_reset() -> None:
    wrong: dict[str, Any] = {"dealer": NINE, "dealer_set": {"low": ["4-6", "5-5"]}}
    assert net(*WONG_6, **wrong, irregularity={"kind": "mis_set", "of": "dealer"}) == 0


BANK = {"cards": ["4-4", "5-5", "3-3", "3-5"], "actions": ["bank", "set low: 3-3 3-5"]}  # 8 and 4
LOSES = seat({"pai_gow": 40}, "1-6 4-6 1-5 1-6", "set low: 1-5 1-6")
WINS = seat({"pai_gow": 100}, "1-1 3-6 2-2 1-4", "set low: 2-2 1-4")


def banked(*seats: dict[str, Any], **betting: Any) -> list[dict[str, float]]:
    dealer = betting.pop("dealer", "")
    return all_nets(GAME, BANK, *seats, dealer=dealer, betting={"bank_seat": 0, **betting})


def test_30_2609_15_the_bank_keeps_the_surplus_less_vigorish() -> None:
    assert banked(LOSES) == [{"bank": 38}, {"pai_gow": -40}]


def test_30_2609_15_18_the_bank_makes_up_a_shortfall_and_winners_pay_vigorish() -> None:
    assert banked(LOSES, WINS) == [{"bank": -60}, {"pai_gow": -40}, {"pai_gow": 95}]


def test_30_2609_16_a_co_bank_has_half_of_either() -> None:
    assert banked(LOSES, WINS, co_bank=True)[0] == {"bank": -30}
    assert banked(LOSES, co_bank=True)[0] == {"bank": 19}


def test_30_2609_5_the_hand_of_a_co_bank_lies_as_the_dealer_set_it() -> None:
    def net_of(**told: Any) -> dict[str, float]:
        bank = {"cards": ["4-4", "5-5", "3-3", "3-5"], "actions": ["bank"]}
        return all_nets(GAME, bank, LOSES, dealer="", betting={"bank_seat": 0, "co_bank": True}, **told)[1]

    assert net_of() == net_of(dealer_set={"low": ["3-3", "3-5"], "high": ["4-4", "5-5"]}) == {"pai_gow": -40}
    assert net_of(dealer_set={"low": ["4-4", "3-5"]}) == {"pai_gow": 0}
    with pytest.raises(RuleError, match="6-6"):
        net_of(dealer_set={"low": ["6-6", "3-5"]})


def test_30_2609_14_17_the_dealer_may_wager_against_the_bank() -> None:
    table: dict[str, Any] = {"betting": {"bank_seat": 0, "dealer_wager": 25}}
    lost = answer(GAME, BANK, LOSES, dealer="5-6 4-6 2-4 2-3", dealer_set={"low": ["2-4", "2-3"]}, **table)
    assert lost["dealer_vs_bank"] == -25
    assert lost["seats"][0]["net"] == 61.75  # 65 less five percent
    won = answer(GAME, BANK, LOSES, dealer="6-6 4-5 2-2 1-3", dealer_set={"low": ["2-2", "1-3"]}, **table)
    assert won["dealer_vs_bank"] == 25
    assert won["seats"][0]["net"] == 14.25
    with pytest.raises(RuleError, match="may not wager"):
        banked(LOSES, co_bank=True, dealer_wager=25, dealer="5-6 4-6 2-4 2-3")


def test_30_2609_4_b_the_bank_must_cover_all_wagers() -> None:
    with pytest.raises(RuleError, match="cannot cover") as caught:
        all_nets(GAME, {**BANK, "stack": 100}, LOSES, WINS, betting={"bank_seat": 0})
    assert caught.value.field == "seats[0].stack"


def test_30_2609_1_the_house_may_not_offer_the_bank() -> None:
    with pytest.raises(RuleError, match="does not offer the bank"):
        all_nets(GAME, BANK, LOSES, betting={"bank_seat": 0}, house={"banking": False})


def test_30_2609_1_4_a_bank_that_may_not_be_is_refused_before_the_tiles_are_dealt() -> None:
    table = {"game": GAME, "seats": [{"wagers": {}, "stack": 15}, {"wagers": {"pai_gow": 20}}]}
    with pytest.raises(RuleError, match="does not offer the bank"):
        open_round(convert_round({**table, "betting": {"bank_seat": 0}, "house": {"banking": False}}), seed=1)
    with pytest.raises(RuleError, match="cannot cover all wagers"):
        open_round(convert_round({**table, "betting": {"bank_seat": 0}}), seed=1)
    assert not open_round(convert_round({**table, "betting": {"bank_seat": 0, "co_bank": True}}), seed=1).over


def test_30_2610_mishaps() -> None:
    one, other = seat({"pai_gow": 100}, *WINNER), seat({"pai_gow": 40}, *LOSER)

    def nets(mishap: dict[str, Any], *seats: dict[str, Any]) -> list[float]:
        return [one["pai_gow"] for one in all_nets(GAME, *seats, irregularity=mishap, **DEALER)]

    assert nets({"kind": "off_table", "seat": 0}, one, other) == [-100, -40]
    assert nets({"kind": "off_table", "of": "dealer"}, one, other) == [0, 0]
    assert nets({"kind": "wrong_start"}, one, other) == [0, 0]
    assert nets({"kind": "exposed", "of": "dealer"}, one, other) == [0, 0]
    assert nets({"kind": "exposed", "seat": 0}, one, other) == [95, -40]
    voided = seat({"pai_gow": 100}, WINNER[0], "void")
    assert nets({"kind": "exposed", "seat": 0}, voided, other) == [0, -40]


def test_tiles_are_checked() -> None:
    with pytest.raises(RuleError, match="dealt more often") as caught:
        net("3-6 3-6 1-1 1-6", "set low: 1-1 1-6")
    assert caught.value.field == "seats[0].cards[1]"
    with pytest.raises(RuleError, match="not in the hand"):
        net(WINNER[0], "set low: 6-6 1-6")
    with pytest.raises(RuleError, match="a decision is missing"):
        net(WINNER[0])


@given(
    seed=st.integers(0, 10_000),
    wagers=st.lists(st.integers(1, 500), min_size=2, max_size=6),
    co_bank=st.booleans(),
)
def test_money_goes_round_between_players_bank_and_house(seed: int, wagers: list[int], co_bank: bool) -> None:
    seats: list[dict[str, Any]] = [{"wagers": {"pai_gow": amount}} for amount in wagers]
    seats[0] = {"wagers": {}}
    betting = {"bank_seat": 0, "co_bank": co_bank}
    now = open_round(convert_round({"game": GAME, "seats": seats, "betting": betting}), seed)
    while not now.over:
        now = now.act(now.turn, now.suggest(now.turn))
    got = as_json(now.settle())
    nets = [line["net"] for one in got["seats"] for line in one["lines"]]
    players = [line["net"] for one in got["seats"][1:] for line in one["lines"]]
    assert sum(nets) + got["house"] == pytest.approx(0)
    bank = got["seats"][0]["lines"][0]
    assert bank["net"] >= -bank["stake"]
    gross = -sum(net / 0.95 if net > 0 else net for net in players)  # before vigorish
    share = gross / 2 if co_bank else gross
    assert bank["net"] == pytest.approx(share * 0.95 if share > 0 else share, abs=0.02 * len(wagers))
    if not co_bank:
        assert got["house"] >= 0, "the house takes vigorish and risks nothing"


def test_30_2601_10_tiles_named_the_wrong_way_round_warn() -> None:
    """Of a setting and its opposite exactly one names the better two tiles as the low hand, unless both are alike."""
    now = open_round(convert_round({"game": GAME, "seats": [{"wagers": {"pai_gow": 5}}]}), 3)
    held = next(pile.cards for pile in now.visible(0) if pile.name == "player")
    assert warns(now)
    said = [now.warning(0, f"set low: {' '.join(pair)}") for pair in (held[:2], held[2:])]
    assert sorted(map(bool, said)) == [False, True]
    assert next(filter(None, said)).endswith("they would be played as the high hand")
    assert now.warning(0, "house way") == ""
