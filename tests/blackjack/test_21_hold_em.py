"""30-2104: blackjack, then three cards of poker beside the dealer's first two."""

from random import Random
from typing import Any

import pytest

from houseway.families import hint_for, open_round, settle
from houseway.odds.blackjack.streets import price_streets
from houseway.play.blackjack.plan import load_plan
from houseway.play.core.roundfile import as_json, convert_round
from houseway.rules.errors import RuleError

GAME = "21-hold-em"


def lines(
    cards: str, dealer: str, actions: list[str], wagers: dict[str, float] | None = None, **more: Any
) -> dict[str, tuple[float, str]]:
    """Net and paragraph of each wager of one seat."""
    seat = {"wagers": wagers or {"bj": 10, "pk": 5}, "cards": cards.split(), "actions": actions}
    answer = as_json(settle(convert_round({"game": GAME, "seats": [seat], "dealer": dealer.split(), **more})))
    return {line["wager"]: (line["net"], line["rule"]) for line in answer["seats"][0]["lines"]}


def nets(cards: str, dealer: str, actions: list[str], **more: Any) -> dict[str, float]:
    return {name: net for name, (net, _) in lines(cards, dealer, actions, **more).items()}


BETS = ["stand", "bet 2 5", "bet 3 5"]


def test_30_2104_13_b_every_row_is_paid_on_all_three_wagers() -> None:
    prices = {
        ("Th Ah", "Kh Qh Jh"): 500,
        ("9h 8h", "7h 6h 5h"): 100,
        ("9h 8c", "9d 9c 9s"): 50,
        ("9h 8c", "9d 9c 8s"): 20,
        ("9h 8h", "2h 4h 5h"): 6,
        ("9h 8c", "7h 6h 5h"): 4,
        ("9h 8c", "9d 9c 2s"): 3,
        ("9h 8c", "9d 8d 2s"): 2,
        ("7h 8c 3c", "7d Kd 2s"): 1,
        ("6h 8c 4c", "6d Kd 2s"): -1,
    }
    for (dealer, drawn), price in prices.items():
        found = lines(f"Ts Kc {drawn}", dealer, BETS)
        assert [found[name][0] for name in ("pk", "2", "3")] == [5 * price] * 3, drawn
        rule = "CO 30-2104(13)(b)" if price > 0 else "CO 30-2104(13)(a)"
        assert {found[name][1] for name in ("pk", "2", "3")} == {rule}


def test_30_2104_8_a_fold_after_the_first_card_loses_pk() -> None:
    assert lines("Ts Kc 2d", "9h 8c", ["stand", "fold"])["pk"] == (-5, "CO 30-2104(8)")
    assert nets("Ts Kc 2d", "9h 8c", ["stand", "fold"]) == {"bj": 10, "pk": -5}


def test_30_2104_10_a_fold_after_the_second_card_loses_both() -> None:
    found = lines("Ts Kc 2d 4s", "9h 8c", ["stand", "bet 2 5", "fold"])
    assert {name: net for name, (net, _) in found.items()} == {"bj": 10, "pk": -5, "2": -5}
    assert found["2"][1] == "CO 30-2104(10)"


def test_30_2104_6_a_card_of_the_blackjack_may_come_again_but_not_the_dealers() -> None:
    assert nets("Ts Kc Ts Kc 2d", "9h Th", BETS)["pk"] == 5
    with pytest.raises(RuleError, match="9h is dealt more often"):
        nets("Ts Kc 9h Kc 2d", "9h Th", BETS)


def test_30_2104_7_poker_goes_on_after_a_bust_and_a_natural() -> None:
    assert nets("Ts 6c Kd 9d 2d 4s", "9h 8c", ["hit", "bet 2 5", "bet 3 5"]) == {"bj": -10, "pk": 5, "2": 5, "3": 5}
    assert nets("As Kc 9d 2d 4s", "9h 8c", ["bet 2 5", "bet 3 5"]) == {"bj": 15, "pk": 5, "2": 5, "3": 5}
    assert nets("Ts Kc 9d 2d 4s", "Ah Kd", ["bet 2 5", "bet 3 5"]) == {"bj": -10, "pk": -5, "2": -5, "3": -5}


def test_30_2104_2_a_poker_is_optional_and_b_may_be_required() -> None:
    assert nets("Ts Kc", "9h 8c", ["stand"], wagers={"bj": 10}) == {"bj": 10}
    with pytest.raises(RuleError, match="PK is required"):
        nets("Ts Kc", "9h 8c", ["stand"], wagers={"bj": 10}, house={"poker_required": True})
    house = {"poker_required": True, "max_initial": 14}
    with pytest.raises(RuleError, match="B-J and PK must be at most \\$14, not \\$15"):
        nets("Ts Kc 9d 2d 4s", "9h 8c", BETS, house=house)


def test_30_2104_8_later_wagers_equal_pk() -> None:
    for actions, message in (
        (["stand", "bet 2 10", "bet 3 5"], "2 must equal PK"),
        (["stand", "bet 3 5", "bet 2 5"], "is not allowed; legal are bet 2 5, fold"),
        (["stand", "bet 2 5"], "a decision is missing; legal are bet 3 5, fold"),
    ):
        cards = "Ts Kc 9d 2d" if len(actions) == 2 else "Ts Kc 9d 2d 4s"
        with pytest.raises(RuleError, match=message):
            nets(cards, "9h 8c", actions)


def test_30_2104_12_a_wrong_count_of_poker_cards_voids_the_poker_wagers() -> None:
    found = lines("Ts Kc 9d 2d 4s", "9h 8c", BETS, irregularity={"kind": "wrong_count", "of": "player", "seat": 0})
    assert found["bj"][0] == 10
    assert {found[name] for name in ("pk", "2", "3")} == {(0, "CO 30-2104(12)")}


def test_30_2104_12_a_wrong_count_of_poker_cards_leaves_the_blackjack_to_be_played() -> None:
    wrong = {"kind": "wrong_count", "of": "player", "seat": 0}
    assert nets("Ts 5c 4h 9d 2d 4s", "9h 8c", ["hit", *BETS], irregularity=wrong)["bj"] == 10


def test_30_2104_live_rounds_settle_as_their_round_files() -> None:
    folded = played_out = 0
    for seed in range(30):
        rng = Random(seed)
        seats = [{"wagers": {"bj": 10, "pk": 5}}, {"wagers": {"bj": 10}}, {"wagers": {"bj": 10, "pk": 15}}]
        now = open_round(convert_round({"game": GAME, "seats": seats}), seed)
        while not now.over:
            now = now.act(now.turn, now.suggest(now.turn, rng))
        assert as_json(settle(convert_round(now.round_file()))) == as_json(now.settle()), seed
        made = [line.wager for seat in now.settle().seats for line in seat]
        folded += "3" not in made
        played_out += "3" in made
    assert folded
    assert played_out


def test_30_2104_poker_cards_are_hidden_from_the_others() -> None:
    seats = [{"wagers": {"bj": 10, "pk": 5}}, {"wagers": {"bj": 10, "pk": 5}}]
    now = open_round(convert_round({"game": GAME, "seats": seats}), 3)
    while "fold" not in [one.verb for one in now.legal(now.turn)]:
        now = now.act(now.turn, now.suggest(now.turn))
    piles = {pile.seat: pile for pile in now.visible(0) if pile.name == "poker"}
    assert (len(piles[0].cards), piles[0].hidden) == (1, 0)
    assert (len(piles[1].cards), piles[1].hidden) == (0, 1)
    hint = hint_for(now, now.turn)
    assert hint.action in ("fold", "bet 2 5")


def test_30_2104_13_the_price_of_poker_is_counted_exactly() -> None:
    price = price_streets(load_plan(GAME, {}))["pk"]["1"]
    chances = {line.hand: line.probability for line in price.lines}
    assert sum(chances.values()) == pytest.approx(1, abs=1e-12)
    hands = 2598960  # whatever three cards of these come first, the player goes on: as often as in five cards
    dealt = {"royal_flush": 4 / hands, "four_of_a_kind": 624 / hands, "full_house": 3744 / hands}
    assert {name: chances[name] for name in dealt} == pytest.approx(dealt, abs=1e-12)
    assert price.house_edge == pytest.approx(-sum(line.contribution for line in price.lines), abs=1e-12)
