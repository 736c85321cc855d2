"""Casino war: every wager has a price, those of the war deal too, counted here a second time by hand."""

import json
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from houseway.families import price
from houseway.odds.house_poker.strategy import price_strategy
from houseway.odds.house_poker.vs_dealer import war as war_solver
from houseway.odds.pricing import Question
from houseway.odds.simulate.setup import Setup
from houseway.play.house_poker.plan import load_plan


@pytest.mark.parametrize("decks", [6, 8])
def test_30_1099_55_11_e_wagers_of_the_war_deal(decks: int) -> None:
    report = price(Question("casino-war", {"decks": decks})).report
    each, left = 4 * decks, 52 * decks - 2
    pairs = [each - 2] + [each] * 12  # of each rank, when two of one are gone
    tied = Fraction(sum(count * (count - 1) for count in pairs), left * (left - 1))
    won = (1 - tied) / 2  # whoever has the first of two unlike cards
    again, war = report.side_bets["war_tie"], report.side_bets["war"]
    assert again.house_edge == pytest.approx(float(1 - 11 * tied), abs=1e-12)
    assert again.hit_frequency == pytest.approx(float(tied), abs=1e-12)
    mean = 2 * won + 3 * tied - won
    assert war.house_edge == pytest.approx(-float(mean), abs=1e-12)
    assert [(line.hand, line.pays) for line in war.lines] == [("win", "2 to 1"), ("tie", "3 to 1")]
    assert war.lines[1].probability == pytest.approx(float(tied), abs=1e-12)
    first = Fraction(each - 1, 52 * decks - 1)
    assert report.main is not None
    assert report.main.house_edge == pytest.approx(
        float(first * (1 - mean)), abs=1e-12
    )  # the initial wager is given up


def test_every_wager_of_casino_war_has_a_price() -> None:
    report = price(Question("casino-war")).report
    assert report.main is not None
    assert set(load_plan("casino-war", {}).wagers) == {report.main.unit, *report.side_bets}


@pytest.mark.parametrize("decks", [6, 8])
def test_30_1099_54_8_the_game_is_counted_whole(decks: int) -> None:
    """A war won nets one unit, one tied two; six open cards beside the two never make a surrender better."""
    priced = price(Question("stadium-casino-war", {"decks": decks}))
    each, left = 4 * decks, 52 * decks - 2
    pairs = [each - 2] + [each] * 12
    tied = Fraction(sum(count * (count - 1) for count in pairs), left * (left - 1))
    first = Fraction(each - 1, 52 * decks - 1)
    war = (1 - tied) / 2 * (1 - 2) + tied * 2
    report = priced.report
    assert report.method == "exact"
    assert report.strategy == {"rules": ["after a tie always war"]}
    assert report.main is not None
    assert report.main.house_edge == pytest.approx(-float(first * war), abs=1e-12)
    cycle = sum(priced.counts.values())
    assert cycle == 52 * decks * (52 * decks - 1) * left * (left - 1)
    assert Fraction(priced.counts[2.0], cycle) == first * tied


def test_open_cards_beside_the_two_tell_when_to_go_to_war() -> None:
    """A shoe of ten cards of two ranks: all 210 orders of it, grouped by what a terminal sees, decide as the count."""
    plan = load_plan("stadium-casino-war", {"war_odds": "war"})
    counts = np.array([6, 4] + [0] * 11)
    seen: dict[tuple[int, int, int], list[int]] = {}
    total = 0.0
    for highs in combinations(range(10), 4):
        ranks = [int(place in highs) for place in range(10)]  # the seat's, six others, the dealer's, war, dealer's war
        if ranks[0] != ranks[7]:
            total += 1 if ranks[0] > ranks[7] else -1
            continue
        seen.setdefault((ranks[0], ranks[7], sum(ranks[1:7])), []).append(ranks[8] - ranks[9])
    met = set()
    for wars in seen.values():
        war = sum(0.5 if by > 0 else 1.0 if by == 0 else -2.0 for by in wars)
        met.add(war > -0.5 * len(wars))
        total += max(war, -0.5 * len(wars))
    assert met == {True, False}
    solution = war_solver.solve(plan, {}, counts=counts)
    assert solution.mean == pytest.approx(total / 210, abs=1e-12)
    assert solution.decide is not None
    texts = [move.text for move in solution.moves[1]]
    others = np.array([[0, 0, 0, 0, 0, 4, 4], [0, 0, 0, 0, 4, 4, 4]], np.uint8)
    chosen = solution.decide(1, {"hands": others, "dealer": np.zeros((2, 1), np.uint8)})
    assert [texts[move] for move in chosen] == ["war", "surrender"]  # left: two like cards, two unlike


def test_strategies_after_a_tie_are_counted() -> None:
    """Always giving up half costs half of every tie; a war only with high cards is worth what its parts are."""
    plan = load_plan("casino-war", {})
    best = price(Question("casino-war")).report.main
    shape = war_solver._read(plan)
    assert best is not None
    assert shape is not None
    name = plan.stages[shape.stage].name
    moves = {plan.choices[shape.stage][move.choice].spec.do: move for move in shape.moves}
    strategies: dict[str, list[dict[str, Any]]] = {
        "never": [{"do": "surrender"}],
        "always": [{"do": "war"}],
        "high cards": [{"do": "war", "up": {"dealer": "T-A"}}, {"do": "surrender"}],
    }
    found = {}
    for when, rules in strategies.items():
        counted = price_strategy(Setup("casino-war", strategy=json.dumps({name: rules})))
        assert counted is not None
        found[when] = counted
    assert set(moves) == {"surrender", "war"}
    tied = Fraction(23, 311)
    assert found["never"].house_edge == pytest.approx(float(tied / 2), abs=1e-12)
    assert found["never"].average_bet == pytest.approx(1.0)
    assert found["always"].average_bet == pytest.approx(float(1 + tied))
    assert best.house_edge <= min(one.house_edge for one in found.values()) + 1e-12
    high, low = found["always"].house_edge, found["never"].house_edge
    assert found["high cards"].house_edge == pytest.approx((5 * high + 8 * low) / 13, abs=1e-12)
