"""Poker Burnout: a card thrown away beside the flop, held against single rounds and a count made another way."""

from math import comb

import numpy as np
import pytest
from tests.odds.solved import solved

from houseway.cards.text import format_card
from houseway.odds.house_poker.batch import Batch
from houseway.odds.house_poker.simulate import Rounds
from houseway.odds.house_poker.vs_paytable.burned import Played, Solver, _solvers, sums_over_flops
from houseway.odds.suit_classes.listed import all_hands
from houseway.play.house_poker.plan import load_plan

GAME = "poker-burnout"
DECK = np.arange(52, dtype=np.uint8)


@pytest.mark.nightly  # 23 s of one core; by day each decision is held against all that may follow it
def test_30_1099_49_the_game_keeps_7_875509_percent_of_the_blind() -> None:
    answer = solved(GAME)  # the figure: a plain enumeration with an evaluator of its own
    assert answer.unit == "blind"
    assert -100 * answer.mean == pytest.approx(7.875509, abs=5e-7)
    assert answer.count is not None
    counts = answer.count()
    assert sum(counts.values()) == comb(52, 3) * comb(49, 3) * comb(46, 2)
    assert sum(net * count for net, count in counts.items()) / sum(counts.values()) == pytest.approx(answer.mean)


def test_the_turns_and_rivers_of_every_label_make_up_the_mean_and_square_beside_a_flop() -> None:
    solver = Solver.of(load_plan(GAME, {}), {})
    weight, (line, (_, lost)) = int(solver.flops[1][0]), (solver.shape.lines[0], solver.others[0])
    sums = sums_over_flops([solver], 0, 1)[0]
    deals, nets = sums[3:], np.append(solver.nets[0], -lost)
    assert deals.sum() == weight * comb(49, 3) * comb(46, 2)
    assert deals.min() >= 0
    for power in (1, 2):
        assert nets**power @ deals / comb(46, 2) == pytest.approx(sums[power - 1], abs=1e-9)
    stakes = np.append(np.full(len(nets) - 1, line.staked), lost)
    assert stakes @ deals / comb(46, 2) == pytest.approx(sums[2], abs=1e-9)


def test_pay_tables_counted_together_are_each_as_if_alone_beside_a_flop() -> None:
    """Prices that differ split the labels of one table no further than the other needs."""
    blocks = load_plan(GAME, {}).game.spec.pay_tables
    name, ids = next(
        (name, ids) for name in blocks if len(ids := [one for block in blocks[name] for one in block.ids]) > 1
    )
    plans = [load_plan(GAME, {"pay_tables": {name: one}}) for one in ids[:2]]
    solvers = _solvers(plans, {})
    together = sums_over_flops(solvers, 0, 1)
    ends = np.cumsum([len(solver.nets) for solver in solvers])[:-1]
    for plan, sums in zip(plans, np.split(together, ends), strict=True):
        alone = sums_over_flops([Solver.of(plan, {})], 0, 1)
        assert sums[:, :3] == pytest.approx(alone[:, :3], rel=1e-12)
        assert sums[:, 3:].sum() == alone[:, 3:].sum()


def test_30_1099_49_7_the_card_to_burn_is_the_one_that_every_turn_and_river_says() -> None:
    plan = load_plan(GAME, {})
    solver = Solver.of(plan, {})
    node = solver.shape.throws[0]
    deals = np.argsort(np.random.default_rng(2).random((12, 52)), axis=1)[:, :6].astype(np.uint8)
    cards, folds = Played(solver, {}).throw(node, deals[:, :3], deals[:, 3:])
    for row, seen in enumerate(deals):
        runs = all_hands(np.setdiff1d(DECK, seen), 2)
        piles = {
            "player": np.tile(seen[:3], (len(runs), 1)),
            "community": np.concatenate([np.tile(seen[3:], (len(runs), 1)), runs], axis=1),
        }
        means = []
        for card in range(3):
            now = Rounds(plan, Batch(plan, piles), {name: np.ones(len(runs)) for name in ("blind", "ante", "call")})
            now.thrown[:] = 1 << card
            now.throw_away(1)
            means.append(sum(float(now.net(name)[1].mean()) for name in ("blind", "ante", "call")))
        hand = " ".join(map(format_card, seen.tolist()))
        assert means[cards[row]] == pytest.approx(max(means)), hand
        assert folds[row] == (max(means) < -2), hand
