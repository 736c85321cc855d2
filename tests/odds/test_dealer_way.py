"""The dealer's house way on arrays does what it does at the table."""

import numpy as np
from tests.games import house_poker_games

from houseway.cards.decks import deck
from houseway.odds.house_poker.dealer_way import DealerWay
from houseway.odds.house_poker.sampled.solve import stops
from houseway.odds.house_poker.wagers import pile_sizes
from houseway.play.house_poker.plan import load_plan
from houseway.play.house_poker.setting import house_way

HANDS = 200


def test_every_house_way_sets_arrays_as_at_the_table() -> None:
    """By rows worked out as they come, and by classes of suits renamed."""
    rng, found = np.random.default_rng(5), 0
    for game in house_poker_games():
        plan = load_plan(game, {})
        for stage, rows in enumerate(plan.house_way):
            if not rows or stops(plan) is not None:
                continue
            found += 1
            size, cards = pile_sizes(plan)["dealer"], np.array(deck(plan.game.spec.deck), np.uint8)
            held = np.sort([rng.choice(cards, size, replace=False) for _ in range(HANDS)], axis=1).astype(np.uint8)
            way = DealerWay(plan, stage, size)
            few = way.chosen(held)
            way = DealerWay(plan, stage, size)
            way._work_out_all()
            assert (way.chosen(held) == few).all(), game
            for row, number in zip(held, few, strict=True):
                parts = {name: tuple(int(row[at]) for at in places) for name, places in way.settings[number].items()}
                assert parts == house_way(plan, stage, tuple(row.tolist())), (game, row)
    assert found >= 3
