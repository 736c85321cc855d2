"""Free bets counted: small shoes with every card dealt in the order of the table, and rounds of the chart."""

from functools import cache

import numpy as np
import pytest
from tests.odds.test_blackjack import Shoe, _total, _without

from houseway.odds.blackjack.free_bets import count_free_bets, free_bets_countable
from houseway.odds.blackjack.hands import DOUBLES_FREE, HITS
from houseway.odds.blackjack.rounds import Tables
from houseway.odds.blackjack.sides import Sides
from houseway.odds.blackjack.simulate import BLOCK, Engine, Solved, solve_plan, tables_of
from houseway.odds.blackjack.values import ACE, TEN, VALUES
from houseway.odds.simulate.tally import MADE, NET
from houseway.play.blackjack.plan import load_plan

SHOE: Shoe = (1, 0, 4, 0, 1, 0, 0, 3, 0, 7)


@cache
def _solved(game: str, **options: object) -> Solved:
    return solve_plan(load_plan(game, options))


def _dealt(tables: Tables, shoe: Shoe) -> np.ndarray:
    """[the dealer has a natural][free bets] by dealing: both hands of a split get their cards at once, the first is
    played to its end before the next, and the hole card lies on the table all the time."""
    size = 2 * int(tables.most.max())

    @cache
    def play(
        waiting: tuple[tuple[int, ...], ...], owners: tuple[int, ...], hands: int, pair: int, up: int, left: Shoe
    ) -> tuple[float, ...]:
        found = np.zeros(size)
        if not waiting:
            found[0] = 1.0
            return tuple(found)
        cards, owner = waiting[0], owners[0]
        draws = [(left[value] / sum(left), value, _without(left, value)) for value in range(VALUES) if left[value]]
        splits = len(cards) == 2 and cards[0] == cards[1] and bool(tables.split[cards[0], up])
        if splits and hands < tables.most[cards[0]]:
            free = int(tables.free[cards[0]])
            for chance, one, after in draws:
                for value in range(VALUES):
                    if after[value]:
                        both = ((cards[0], one), (cards[0], value), *waiting[1:])
                        ways = chance * after[value] / sum(after)
                        rest = play(both, (owner, 1, *owners[1:]), hands + 1, cards[0], up, _without(after, value))
                        found[free:] += ways * np.array(rest)[: size - free]
            return tuple(found)
        count, soft = _total(cards)
        context = 0 if pair < 0 else (3 if pair == ACE else 1) + owner
        table = tables.first if len(cards) == 2 else tables.more
        action = table[context, int(soft), count, up] if count <= 20 else 0
        if action == HITS and draws:
            for chance, value, after in draws:
                rest = play(((*cards, value), *waiting[1:]), owners, hands, pair, up, after)
                found += chance * np.array(rest)
            return tuple(found)
        free = int(action == DOUBLES_FREE)
        for chance, _, after in draws if free else [(1.0, 0, left)]:
            rest = play(waiting[1:], owners[1:], hands, pair, up, after)
            found[free:] += chance * np.array(rest)[: size - free]
        return tuple(found)

    found = np.zeros((2, size))
    worlds: list[tuple[float, tuple[int, ...], Shoe]] = [(1.0, (), shoe)]
    for _ in range(4):
        worlds = [
            (chance * left[value] / sum(left), (*cards, value), _without(left, value))
            for chance, cards, left in worlds
            for value in range(VALUES)
            if left[value]
        ]
    for chance, (one, up, two, hole), left in worlds:
        natural = sorted((up, hole)) == [ACE, TEN]
        if sorted((one, two)) == [ACE, TEN] or (natural and tables.peeks[up]):
            found[int(natural), 0] += chance
        else:
            found[int(natural)] += chance * np.array(play(((one, two),), (0,), 1, -1, up, left))
    return found


@pytest.mark.parametrize(
    ("game", "options"),
    [
        pytest.param("free-bet-blackjack", {"decks": 5, "split_hands": 3}, marks=pytest.mark.nightly),
        ("free-bet-blackjack", {"decks": 5, "split_hands": 3, "hole_card": "none"}),
        ("ride-free", {"split_hands": 3, "late_surrender": True}),
    ],
)
def test_a_small_shoe_by_dealing_everything(game: str, options: dict[str, object]) -> None:
    tables = tables_of(_solved(game, **options), fresh=True)
    assert free_bets_countable(tables)
    counted = count_free_bets(tables, np.array(SHOE, np.float64))
    assert counted.sum() == pytest.approx(1, abs=1e-12)
    dealt = _dealt(tables, SHOE)
    assert dealt.sum() == pytest.approx(1, abs=1e-12)  # the cards never ran out
    assert counted == pytest.approx(dealt, abs=1e-12)
    assert counted[0, 3] > 0


@pytest.mark.parametrize(
    ("game", "options", "name"),
    [
        ("free-bet-blackjack", {"decks": 5, "split_hands": 3, "hole_card": "none"}, "pot_of_gold"),
        ("ride-free", {"split_hands": 3, "late_surrender": True}, "silver_stack"),
    ],
)
def test_counted_and_simulated_agree(game: str, options: dict[str, object], name: str) -> None:
    solved = _solved(game, **options)
    plan = solved.rules.plan
    found = next(iter(Sides(plan, solved, {}).bet(plan.sides[name], False).values()))
    assert found.method == "exact"
    assert found.standard_error is None
    sums = Engine(plan, tables_of(solved, True, (name,)), 7, (name,)).play(0, 2 * BLOCK)[2]
    assert abs(sums[NET] / sums[MADE] + found.house_edge) < 4 * found.std_dev / sums[MADE] ** 0.5
