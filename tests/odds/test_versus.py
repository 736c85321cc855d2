"""Own hand against the dealer's: brute force on small decks, public figures, strategies that agree with the solver."""

from itertools import combinations
from math import sqrt

import numpy as np
import pytest

from houseway.cards.text import parse_card
from houseway.hands.ranking import RANKINGS
from houseway.odds.batch import Batch, Cards, Floats
from houseway.odds.classes import all_hands
from houseway.odds.solvers import Solution, find_solver
from houseway.odds.versus import flushes, hands, runs, shared, sweep, war
from houseway.odds.versus.holdings import name_suits, suit_holdings
from houseway.odds.versus.nets import amount_bet, stakes
from houseway.odds.versus.shape import Shape, read_shape
from houseway.odds.versus.strategy import monotone, spell
from houseway.play.house_poker.plan import Plan, load_plan


def cards(text: str) -> list[int]:
    return [parse_card(word) for word in text.split()]


def small_deck(ranks: str, joker: bool = False) -> Cards:
    deck = [parse_card(f"{rank}{suit}") for rank in ranks for suit in "cdhs"]
    return np.array(sorted(deck) + ([52] if joker else []), np.uint8)


def shape_of(plan: Plan) -> Shape:
    shape = read_shape(plan)
    assert shape is not None
    return shape


def move_results(shape: Shape, batch: Batch) -> list[Floats]:
    """The net of every move in full rounds, by the same settlement as single rounds."""
    results = []
    for move in shape.moves:
        choice = shape.choice(move)
        if choice.words.fold:
            results.append(np.full(batch.size, -float(len(shape.before))))
            continue
        net = sum((stake * batch.nets(name) for name, stake in stakes(shape, move).items()), np.zeros(batch.size))
        for bonus in shape.bonuses:
            net = net + batch.nets(bonus)
        if choice.having is not None:
            net = np.where(batch.value(shape.own.name) >= choice.having, net, -1e9)
        results.append(net)
    return results


def brute_force(plan: Plan, deck: Cards) -> tuple[float, float, float]:
    """Every player hand, every dealer hand, all shared cards, every up card: mean, mean square, amount bet."""
    shape = shape_of(plan)
    amounts = np.array([amount_bet(shape, move) for move in shape.moves])
    left_over = range(len(deck) - shape.cards)
    deals = np.array(
        [
            (*together, *dealer)
            for together in combinations(left_over, shape.shared_cards)
            for dealer in combinations([place for place in left_over if place not in together], shape.dealer_cards)
        ]
    )
    ups = [(deals[:, shape.shared_cards :] == place).any(axis=1) for place in left_over] if shape.up else [slice(None)]
    sums, situations = np.zeros(3), 0
    every = all_hands(deck, shape.cards)
    for start in range(0, len(every), 400):
        own = every[start : start + 400]
        left = np.array([[card for card in deck if card not in hand] for hand in own.tolist()], np.uint8)
        rest = left[:, deals].reshape(-1, deals.shape[1])
        piles = {"player": np.repeat(own, len(deals), axis=0), "dealer": rest[:, shape.shared_cards :]}
        if shape.shared:
            piles[shape.shared] = rest[:, : shape.shared_cards]
        results = np.stack(move_results(shape, Batch(plan, piles))).reshape(len(shape.moves), len(own), -1)
        for met in ups:
            seen = results[:, :, met]
            best = seen.mean(axis=2).argmax(axis=0)
            chosen = seen[best, np.arange(len(own))]
            sums += (chosen.mean(axis=1).sum(), (chosen**2).mean(axis=1).sum(), amounts[best].sum())
            situations += len(own)
    mean, square, bet = (sums / situations).tolist()
    return mean, square, bet


def numbers(solution: Solution) -> tuple[float, float, float]:
    return solution.mean, solution.square, solution.average_bet


@pytest.mark.parametrize(
    ("game", "ranks", "joker", "house"),
    [
        ("three-card-poker", "69TQA", False, {}),
        ("three-card-poker", "QKA2", False, {"pay_tables": {"schedule": "14"}}),
        ("caribbean-stud", "2KA", False, {}),
        ("crazy-4-poker", "KA2", False, {}),
        ("dj-wild-stud-poker", "2QA", True, {}),
        ("high-card-flush", "79JA", False, {}),
        ("straight-edge-poker", "QKA2", False, {}),
    ],
)
def test_brute_force_on_a_small_deck_equals_the_solver(game: str, ranks: str, joker: bool, house: dict) -> None:
    plan, deck = load_plan(game, house), small_deck(ranks, joker)
    assert hands.fits(plan)
    assert numbers(hands.solve(plan, {}, deck=deck)) == pytest.approx(brute_force(plan, deck), rel=1e-9)
