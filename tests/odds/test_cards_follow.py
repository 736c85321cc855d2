"""A decision on the first cards of a hand that meets the dealer's: brute force on small decks, and a second count."""

from itertools import combinations
from math import comb

import numpy as np
import pytest
from tests.odds.solved import solved

from houseway.cards.text import parse_card
from houseway.odds.arrays import Cards
from houseway.odds.house_poker.batch import Batch
from houseway.odds.house_poker.sampled import solve as general
from houseway.odds.house_poker.solvers import first_fitting
from houseway.odds.house_poker.vs_dealer import cards_follow
from houseway.odds.house_poker.vs_dealer.showdown import match_template
from houseway.odds.suit_classes.keyed import suit_holdings
from houseway.play.house_poker.plan import Plan, load_plan

EQUAL = {"ante_bonus_is_half": False}


def brute_force(plan: Plan, deck: Cards) -> tuple[float, float, float]:
    """First cards of every class, all that may follow and all hands of the dealer: mean, mean square, amount bet."""
    shape = match_template(plan)
    assert shape is not None
    left, more = len(deck) - shape.held, shape.cards - shape.held
    deals = np.array(
        [
            (*own, *dealer)
            for own in combinations(range(left), more)
            for dealer in combinations([place for place in range(left) if place not in own], shape.dealer_cards)
        ]
    )
    sums, total = np.zeros(3), 0
    for first, weight in zip(*suit_holdings(deck, shape.held)[:2], strict=True):
        rest = np.setdiff1d(deck, first)[deals]
        own = np.concatenate([np.tile(first, (len(deals), 1)), rest[:, :more]], axis=1)
        batch = Batch(plan, {"player": own, "dealer": np.ascontiguousarray(rest[:, more:])})
        found = []
        for move in shape.moves:
            bet = shape.amount_bet(move)
            if shape.choice(move).spec.fold:
                found.append((-bet, bet * bet, bet))
                continue
            net = sum((stake * batch.nets(name) for name, stake in shape.stakes(move).items()), np.zeros(len(deals)))
            found.append((float(net.mean()), float((net * net).mean()), bet))
        sums += weight * np.array(max(found))
        total += int(weight)
    mean, square, bet = (sums / total).tolist()
    return mean, square, bet


@pytest.mark.parametrize(
    ("game", "ranks", "house"),
    [
        ("boston-5-stud", "2QKA", EQUAL),
        ("boston-7-stud", "2TKA", {}),
        ("boston-7-stud", "9QKA", {"pay_tables": {"ante_bonus": "B7-05"}}),
    ],
)
def test_30_1099_22_8_brute_force_on_a_small_deck_equals_the_solver(
    game: str, ranks: str, house: dict[str, object]
) -> None:
    plan = load_plan(game, house)
    deck = np.array(sorted(parse_card(f"{rank}{suit}") for rank in ranks for suit in "cdhs"), np.uint8)
    solution = cards_follow.solve(plan, {}, deck=deck)
    counted = solution.mean, solution.square, solution.average_bet
    assert counted == pytest.approx(brute_force(plan, deck), rel=1e-9)
    assert solution.count is not None
    counts = solution.count()
    assert sum(net * many for net, many in counts.items()) / sum(counts.values()) == pytest.approx(solution.mean)


def test_30_1099_22_13_b_pay_tables_counted_together_are_each_as_if_alone() -> None:
    """Schedules that pay long royals and one that does not."""
    deck = np.array(sorted(parse_card(f"{rank}{suit}") for rank in "9QKA" for suit in "cdhs"), np.uint8)
    plans = [load_plan("boston-7-stud", {"pay_tables": {"ante_bonus": one}}) for one in ("B7-05", "B7-01", "B7-03")]
    together = cards_follow.solve_all(plans, {}, deck=deck)
    for plan, solution in zip(plans, together, strict=True):
        alone = cards_follow.solve(plan, {}, deck=deck)
        assert solution.count is not None
        assert alone.count is not None
        assert solution.count() == alone.count()
        assert (solution.mean, solution.square) == (alone.mean, alone.square)
    assert together[1].mean != together[2].mean


def test_which_games_are_counted_so() -> None:
    for game, house in (("boston-7-stud", {}), ("boston-5-stud", EQUAL)):
        listed = first_fitting(load_plan(game, house))
        assert listed is not None
        assert listed.load() is cards_follow, game
    for game in ("three-card-poker", "caribbean-draw", "western-stud", "three-card-draw-poker", "six-card-poker"):
        assert not cards_follow.fits(load_plan(game, {})), game


def test_the_strategy_folds_where_folding_costs_less() -> None:
    """Where only kings and aces help, four ranks of a small deck fold or bet as the mean of each start says."""
    plan = load_plan("boston-5-stud", EQUAL)
    deck = np.array(sorted(parse_card(f"{rank}{suit}") for rank in "2QKA" for suit in "cdhs"), np.uint8)
    solution = cards_follow.solve(plan, {}, deck=deck)
    assert solution.decide is not None
    (stage,) = solution.moves
    texts = [move.text for move in solution.moves[stage]]
    first = np.array([[parse_card(card) for card in text.split()] for text in ("As Ah Kd", "Ac Kh Kd")], np.uint8)
    chosen = solution.decide(stage, {"player": first})
    assert {texts[move] for move in chosen} == {"bet"}
    renamed = first & 0xFC | np.array([2, 3, 0, 1], np.uint8)[first & 3]
    assert solution.decide(stage, {"player": renamed}).tolist() == chosen.tolist()


@pytest.mark.nightly  # 15 s of one core
def test_30_1099_22_boston_5_counted_in_two_ways() -> None:
    """By classes of whole hands and card removal, and by the general count of every state."""
    plan = load_plan("boston-5-stud", EQUAL)
    one, other = cards_follow.solve(plan, {}), general.solve(plan, {})
    assert other.error is None
    assert (one.mean, one.square) == pytest.approx((other.mean, other.square), rel=1e-12)


@pytest.mark.nightly  # half a minute of one core
def test_30_1099_22_boston_7_whole() -> None:
    """A sample of the general solver gave 8.03% +- 0.13%; the first two wagers are even, the bonus costs the rest."""
    solution = solved("boston-7-stud")
    assert -solution.mean == pytest.approx(0.0801760808, abs=1e-10)
    assert solution.count is not None
    counts = solution.count()
    cycle = comb(52, 3) * comb(49, 4) * comb(45, 7)
    assert sum(counts.values()) == cycle
    assert sum(net * count for net, count in counts.items()) / cycle == pytest.approx(solution.mean, rel=1e-12)
    assert sum(count for net, count in counts.items() if net in (-3.0, -2.0, -1.0)) < cycle / 2
