"""Longest flushes with shared cards, counted suit by suit: against the count by boards, and choice by choice."""

from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest
from tests.odds.test_vs_dealer import brute_force

from houseway.cards.text import RANKS
from houseway.hands.ranking import RANKINGS
from houseway.odds.arrays import Cards
from houseway.odds.executor import LOCAL
from houseway.odds.house_poker.vs_dealer import board_flushes, shared
from houseway.odds.house_poker.vs_dealer.showdown import match_template
from houseway.odds.house_poker.vs_dealer.suits import choices, make_suit
from houseway.play.house_poker.plan import Plan, load_plan

OWN = """
extends = "flushes-gone-wild"
id = "flush-race"
name = "Flush Race"
drops = ["options.community_dealt"]

[hands]
player = { cards = ["player", "community"], ranking = "flush_length", rule = "1" }
dealer = { cards = ["dealer", "community"], ranking = "flush_length", qualifies = "flush_3", rule = "1" }

[[stages]]
name = "deal"
deal = { player = 5, dealer = 5, community = 1 }
rule = "2"

[[stages]]
name = "play or fold"
decide = [
  { do = "fold", fold = true, rule = "2" },
  { do = "play", bet = ["play"], times = "ante", by = [1, 2], rule = "2" },
]
rule = "2"

[[stages]]
name = "showdown"
up = ["dealer", "community"]
rule = "2"

[wagers.ante]
unqualified = "push"
"""


def small_deck(ranks: str) -> Cards:
    return np.array(sorted(RANKS.index(rank) << 2 | suit for rank in ranks for suit in range(4)), np.uint8)


def own_game(folder: Path, text: str = OWN) -> Plan:
    path = folder / "flush-race.toml"
    path.write_text(text)
    return load_plan(str(path), {})


def assert_counted_alike(plan: Plan, deck: Cards | None) -> None:
    assert shared.fits(plan)
    shape = match_template(plan)
    assert shape is not None
    assert board_flushes.fits(shape)
    columns, results = board_flushes.by_suits(plan, {}, LOCAL, deck)
    by_suits = columns[:, : -len(results)]
    assert by_suits == pytest.approx(shared._by_boards(plan, {}, LOCAL, deck), rel=1e-12)
    assert np.ptp(by_suits, axis=0).max() > 0


@pytest.mark.parametrize("ranks", ["29QA", "2468K", "89TJ"])
def test_30_1099_47_both_counts_agree_on_a_small_deck(ranks: str) -> None:
    assert_counted_alike(load_plan("flushes-gone-wild", {}), small_deck(ranks))


def test_one_shared_card_no_wild_ones_and_a_dealer_who_must_qualify(tmp_path: Path) -> None:
    plan = own_game(tmp_path)
    shape = match_template(plan)
    assert shape is not None
    assert (shape.shared_cards, shape.dealer.threshold) == (1, 2 << 28)
    assert_counted_alike(plan, small_deck("2359QA"))


@pytest.mark.parametrize(("ranking", "least"), [("flush_length", "flush_3"), ("poker", "two_pair")])
def test_a_game_of_ones_own_by_brute_force_on_a_small_deck(tmp_path: Path, ranking: str, least: str) -> None:
    plan = own_game(tmp_path, OWN.replace("flush_length", ranking).replace("flush_3", least))
    solution = shared.solve(plan, {}, deck=small_deck("4QA"))
    found = solution.mean, solution.square, solution.average_bet
    assert found == pytest.approx(brute_force(plan, small_deck("4QA")), rel=1e-9)
    if ranking == "flush_length":
        assert solution.count is not None
        counts = solution.count()
        cycle = comb(12, 5) * 7 * comb(6, 5)
        assert sum(counts.values()) == cycle
        assert sum(net * count for net, count in counts.items()) / cycle == pytest.approx(solution.mean, rel=1e-12)
        assert sum(net**2 * count for net, count in counts.items()) / cycle == pytest.approx(solution.square)


def test_a_dealer_who_qualifies_by_ranks_is_left_to_the_count_by_boards(tmp_path: Path) -> None:
    plan = own_game(tmp_path, OWN.replace('"flush_3"', '"flush_3 9"'))
    shape = match_template(plan)
    assert shared.fits(plan)
    assert shape is not None
    assert not board_flushes.fits(shape)


@pytest.mark.parametrize("name", ["flush_length", "flush_length_wild"])
def test_choices_from_a_suit_one_by_one(name: str) -> None:
    """Choices from random cards left that hold the shared ones, below and up to a random flush of the same length."""
    ranking, deck, rng = RANKINGS[name], small_deck("2457TJKA"), np.random.default_rng(6)
    suit = make_suit(ranking, deck, 6, len(deck))
    wild_cards = [0, 1, 2, 3][: suit.wild_cards]
    assert suit.wild_cards == (4 if name == "flush_length_wild" else 0)
    for _ in range(300):
        wilds = int(rng.integers(0, min(suit.wild_cards, 3) + 1))
        size = int(rng.integers(1, 7 - wilds))
        places = rng.permutation(len(suit.ranks))
        fixed, free = places[: rng.integers(0, min(size, 2) + 1)].tolist(), places[: rng.integers(3, 9)].tolist()
        free = sorted({*free, *fixed})
        values = suit.values[size + wilds]
        bound = int(rng.integers(len(values)))
        found = []
        for taken in combinations(free, size):
            if set(fixed) <= set(taken):
                cards = [suit.ranks[place] << 2 for place in taken] + wild_cards[:wilds]
                found.append(int(ranking.rank(np.array([cards], np.uint8))[0]))
        one, two = (sum(1 << place for place in fixed[index : index + 1]) for index in (0, 1))
        low, high = choices(
            suit.lower, suit.starts[size + wilds, wilds] + bound, len(values) + 1, sum(1 << r for r in free), one, two
        )
        assert low == sum(value < values[bound] for value in found)
        assert high == sum(value <= values[bound] for value in found)


@pytest.mark.nightly
def test_30_1099_47_both_counts_agree_on_the_whole_deck() -> None:
    assert_counted_alike(load_plan("flushes-gone-wild", {}), None)
