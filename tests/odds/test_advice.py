"""The worth of moves at the table, held against rounds settled one by one and against plain counting."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from houseway.cards.decks import deck
from houseway.cards.text import format_card, parse_card
from houseway.families import answer
from houseway.odds.blackjack.advice import worths
from houseway.odds.blackjack.solve import count_hands, read_rules
from houseway.odds.blackjack.values import card_of
from houseway.odds.house_poker.advice import Standing, advise
from houseway.odds.house_poker.strategy import plain_policy
from houseway.odds.house_poker.wagers import seen_at
from houseway.play.blackjack.plan import load_plan as load_blackjack
from houseway.play.core.roundfile import convert_round
from houseway.play.house_poker.plan import load_plan


def stand(game: str, stage: int, cards: dict[str, list[str]], stakes: dict[str, float]) -> Standing:
    plan = load_plan(game, {})
    seen = {
        (pile, place): parse_card(cards[pile][at])
        for pile, places in seen_at(plan, stage).items()
        for at, place in enumerate(places)
    }
    return Standing(plan, stage, seen, stakes)


def settled(round_: dict[str, Any]) -> float:
    return float(sum(line["net"] for line in answer(convert_round(round_))["seats"][0]["lines"]))


def test_the_last_decision_is_the_mean_of_all_dealers() -> None:
    """Every dealer of Ultimate Texas Hold 'Em after the river, settled one by one."""
    own, board = ["Ah", "9c"], ["Kd", "9s", "7h", "4c", "2d"]
    at = stand("ultimate-texas-holdem", 5, {"player": own, "community": board}, {"ante": 10, "blind": 10})
    policy = plain_policy(at.plan)
    told = advise(at, policy, list(policy.moves[5]))
    left = [format_card(card) for card in deck("52") if format_card(card) not in own + board]
    for move, worth in told.worths.items():
        nets = [
            settled(
                {
                    "game": "ultimate-texas-holdem",
                    "seats": [{"wagers": at.stakes, "cards": own, "actions": ["check", "check", move.text.split()[0]]}],
                    "community": board,
                    "dealer": list(dealer),
                }
            )
            for dealer in combinations(left, 2)
        ]
        assert worth == pytest.approx(np.mean(nets))
    assert (told.exact, told.dealings) == (True, 990)


def test_a_bonus_on_a_wager_that_a_fold_never_makes_is_worth_nothing() -> None:
    """The play bonus of 3 Card Super Shot Poker rides on the play wager."""
    at = stand("three-card-super-shot-poker", 1, {"player": ["Qh", "6c", "4d"]}, {"ante": 10})
    policy = plain_policy(at.plan)
    told = advise(at, policy, list(policy.moves[1]))
    assert {move.text: worth for move, worth in told.worths.items()}["fold"] == -10


def test_a_sample_is_near_the_count() -> None:
    at = stand("three-card-poker", 1, {"player": ["Qh", "6c", "4d"]}, {"ante": 10})
    policy = plain_policy(at.plan)
    moves = list(policy.moves[1])
    every = advise(at, policy, moves)
    some = advise(at, policy, moves, np.random.default_rng(3), most=0)
    assert (every.exact, every.dealings, some.exact) == (True, 18424, False)
    for move in moves:
        assert some.worths[move] == pytest.approx(every.worths[move], abs=0.3)
    assert min(every.worths.values()) < max(every.worths.values())


def dealer_nets(shoe: list[int], points: int, aces: int, hits_soft: bool, own: int, first: bool) -> dict[int, float]:
    """Chance of each result (1, 0, -1) for a hand that stands, by drawing card after card; no natural on the second."""
    best = points + 10 if aces and points <= 11 else points
    if not first and (best > 17 or (best == 17 and not (hits_soft and aces and points <= 11))):
        result = 1 if best > 21 or own > best else 0 if own == best else -1
        return {result: 1.0}
    found: dict[int, float] = {}
    for value, number in enumerate(shoe):
        natural = first and {points, value + 1} == {1, 10}
        if not number or natural:
            continue
        left = list(shoe)
        left[value] -= 1
        for result, chance in dealer_nets(
            left, points + value + 1, aces + (value == 0), hits_soft, own, first=False
        ).items():
            found[result] = found.get(result, 0.0) + chance * number / sum(shoe)
    return found


@pytest.mark.parametrize("up", [9, 0, 5])
def test_blackjack_worths_on_a_small_shoe(up: int) -> None:
    """Standing and doubling on ten and six, counted draw by draw from a shoe of twenty cards."""
    plan = load_blackjack("blackjack", {})
    shoe = [2, 1, 2, 2, 2, 3, 2, 1, 1, 4]
    found = worths(count_hands(read_rules(plan, np.array(shoe))), (card_of(9), card_of(5)), card_of(up))
    left = list(shoe)
    for value in (9, 5, up):
        left[value] -= 1
    hits_soft = plan.spec.dealer.hits_soft_17
    looks = up in (0, 9)

    def stands(cards: list[int], own: int) -> tuple[float, float]:
        """Expected result and chance, joint with that the dealer has no natural where he looks."""
        nets = dealer_nets(cards, up + 1, int(up == 0), hits_soft, own, first=True)
        return sum(result * chance for result, chance in nets.items()), sum(nets.values())

    worth, on = stands(left, 16)
    assert found["stand"] == pytest.approx(worth / on)
    doubled = 0.0
    for value, number in enumerate(left):
        if number:
            rest = list(left)
            rest[value] -= 1
            own = 16 + value + 1
            kept, here = stands(rest, own)
            doubled += number / sum(left) * (-here if own > 21 else kept)
    assert found["double"] == pytest.approx(2 * doubled / on)
    assert (on < 0.99) is looks
