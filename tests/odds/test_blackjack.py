"""Blackjack counted: published figures, small shoes by brute force, charts, and the chart played out."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, cast

import msgspec
import numpy as np
import pytest
from numba.core import types
from tests.games import games_of

from houseway.families import price
from houseway.odds.blackjack import pays as paid
from houseway.odds.blackjack.chart import chart_data
from houseway.odds.blackjack.dealer import ENDS, LEAST, NATURAL, SAVED, dealer_tree
from houseway.odds.blackjack.hands import DOUBLES, DOUBLES_FREE, HITS, STANDS, SURRENDERS, all_hands
from houseway.odds.blackjack.kernel import follow, split_hand
from houseway.odds.blackjack.simulate import BLOCK, Engine, Solved, plays_by_chart, solve_plan, tables_of
from houseway.odds.blackjack.solve import Rules, best_totals, count_hands, read_rules
from houseway.odds.blackjack.splits import patterns
from houseway.odds.blackjack.values import ACE, TEN, VALUES
from houseway.odds.pricing import Question
from houseway.play.blackjack.plan import Plan, load_plan


@cache
def _solved(game: str, options: tuple[tuple[str, object], ...]) -> Solved:
    return solve_plan(load_plan(game, dict(options)))


def solved(game: str, **options: object) -> Solved:
    """The game counted, once for all games that differ only in their side bets."""
    first = _first_alike(main_words(load_plan(game, dict(options))))
    return _solved(*(first or (game, tuple(options.items()))))


def main_words(plan: Plan) -> bytes:
    """Everything that the hands against the dealer depend on."""
    spec = plan.spec
    words = (spec.natural, spec.double, spec.split, spec.free, spec.insurance, spec.surrender, spec.must, spec.dealer)
    bare = [
        {name: value for name, value in msgspec.structs.asdict(one).items() if name not in _CITED} if one else None
        for one in words
    ]
    return msgspec.json.encode([bare, spec.deck, spec.charlie, spec.switch])


@pytest.mark.parametrize(
    ("options", "edge"),
    [
        ({}, 0.0040),
        ({"dealer_hits_soft_17": True}, 0.0062),
        ({"decks": 8}, 0.0043),
    ],
)
def test_published_house_edges(options: dict[str, object], edge: float) -> None:
    """Published for splits to four hands, doubles on any two cards and after splits."""
    assert -solved("blackjack", **options).best.mean == pytest.approx(edge, abs=7e-5)


def test_no_kernel_of_the_count_is_compiled_for_a_second_layout() -> None:
    """A policy that is not in one piece had the two largest kernels compiled once more: a third of a first count."""
    assert solved("blackjack").by_chart.mean < 0.0
    given = [kind for one in (follow, split_hand) for args in cast(Any, one).signatures for kind in args]
    assert {kind.layout for kind in given if isinstance(kind, types.Array)} == {"C"}


def test_the_chart_is_the_published_basic_strategy() -> None:
    data = chart_data(solved("blackjack").chart)
    hard, soft, pairs = data["hard"], data["soft"], data["pairs"]
    assert isinstance(hard, dict)
    assert isinstance(soft, dict)
    assert isinstance(pairs, dict)

    def line(row: dict[str, str]) -> str:
        return " ".join(row.values())

    assert line(hard["9"]) == "H D D D D H H H H H"
    assert line(hard["11"]) == "D D D D D D D D D H"
    assert line(hard["12"]) == "H H S S S H H H H H"
    assert line(hard["16"]) == "S S S S S H H H H H"
    assert line(soft["18"]) == "S Ds Ds Ds Ds S S H H H"
    assert line(pairs["4,4"]) == "H H H P P H H H H H"
    assert line(pairs["9,9"]) == "P P P P P S P P S S"
    assert line(pairs["8,8"]) == "P P P P P P P P P P"


def test_soft_17_hits_change_the_chart() -> None:
    data = chart_data(solved("blackjack", dealer_hits_soft_17=True, surrender="late").chart)
    assert isinstance(data["hard"], dict)
    assert isinstance(data["pairs"], dict)
    assert data["hard"]["11"]["A"] == "D"
    assert data["hard"]["17"]["A"] == "Rs"
    assert data["pairs"]["8,8"]["A"] == "R"


def test_the_chart_costs_little_and_the_best_play_is_better() -> None:
    one = solved("blackjack")
    assert 0 < one.best.mean - one.by_chart.mean < 5e-5


_CITED = ("rule", "cites", "name", "pays_as", "split_rule", "even_money_rule", "for_less")


@cache
def _games() -> dict[bytes, str]:
    """The first game of every set of main rules."""
    found: dict[bytes, str] = {}
    for game in games_of("blackjack"):
        if plays_by_chart(load_plan(game, {})):
            found.setdefault(main_words(load_plan(game, {})), game)
    return found


def _first_alike(words: bytes) -> tuple[str, tuple[tuple[str, object], ...]] | None:
    return (_games()[words], ()) if words in _games() else None


Shoe = tuple[int, ...]


def _without(shoe: Shoe, value: int) -> Shoe:
    return (*shoe[:value], shoe[value] - 1, *shoe[value + 1 :])


def _total(cards: tuple[int, ...]) -> tuple[int, bool]:
    hard = sum(card + 1 for card in cards)
    return (hard + 10, True) if ACE in cards and hard <= 11 else (hard, False)


@cache
def _ends(cards: tuple[int, ...], shoe: Shoe, soft_17: bool = False, saves: tuple[int, ...] = ()) -> tuple[float, ...]:
    """The dealer's ends by drawing card after card."""
    found = [0.0] * ENDS
    count, soft = _total(cards)
    if len(cards) == 2 and count == 21:
        found[NATURAL] = 1.0
    elif len(cards) > 1 and (count > 17 or (count == 17 and not (soft and soft_17))):
        found[SAVED if saves and tuple(sorted(cards)) == saves else count - LEAST] = 1.0
    else:
        for value in range(VALUES):
            if shoe[value]:
                chance = shoe[value] / sum(shoe)
                for end, part in enumerate(_ends((*cards, value), _without(shoe, value), soft_17, saves)):
                    found[end] += chance * part
    return tuple(found)


World = tuple[float, int, Shoe]  # its chance, the hole card, what is left


def _best(rules: Rules, cards: tuple[int, ...], up: int, worlds: list[World]) -> float:
    """The best play when the hole card is one of several, by trying every action in every world."""
    spec = rules.plan.spec
    saves = tuple(sorted(0 if rank == 12 else rank + 1 for rank in paid.saving_ranks(rules.plan)))

    def standing(held: tuple[int, ...], kind: int, where: list[World]) -> float:
        end = min(_total(held)[0], paid.BUST)
        if spec.charlie and len(held) >= spec.charlie and end != paid.BUST:
            end = paid.CHARLIE
        pays = rules.pays.hands[paid.FIRST, end, kind]
        ends = (_ends((up, hole), left, spec.dealer.hits_soft_17, saves) for _, hole, left in where)
        return sum(chance * float(np.dot(pays, end)) for (chance, _, _), end in zip(where, ends, strict=True))

    def drawn(value: int) -> list[World]:
        return [
            (chance * left[value] / sum(left), hole, _without(left, value))
            for chance, hole, left in worlds
            if left[value]
        ]

    if _total(cards)[0] >= 21 or (spec.charlie and len(cards) >= spec.charlie):
        return standing(cards, paid.PLAIN, worlds)
    open_now = rules.allowed[all_hands().place(*cards)]
    options = []
    if open_now[STANDS]:
        options.append(standing(cards, paid.PLAIN, worlds))
    if open_now[HITS]:
        options.append(sum(_best(rules, (*cards, value), up, drawn(value)) for value in range(VALUES) if drawn(value)))
    for action, kind in ((DOUBLES, paid.DOUBLED), (DOUBLES_FREE, paid.FREE_DOUBLED)):
        if open_now[action]:
            options.append(sum(standing((*cards, value), kind, drawn(value)) for value in range(VALUES)))
    if open_now[SURRENDERS]:
        options.append(-rules.costs * sum(chance for chance, _, _ in worlds))
    return max(options)


def _with_charlie(plan: Plan, cards: int) -> Plan:
    return replace(plan, game=replace(plan.game, spec=msgspec.structs.replace(plan.spec, charlie=cards)))


_SMALL: Shoe = (2, 0, 0, 0, 2, 3, 0, 2, 1, 4)
_EIGHTS: Shoe = (1, 0, 1, 2, 1, 1, 0, 4, 0, 3)


@pytest.mark.parametrize(
    ("game", "options", "shoe", "charlie"),
    [
        ("blackjack", {"surrender": "late"}, _SMALL, 0),
        ("blackjack", {"dealer_hits_soft_17": True, "double_on": "9-11", "hole_card": "no peek"}, _SMALL, 0),
        ("blackjack", {"blackjack_pays": "6 to 5"}, (3, 2, 2, 1, 0, 2, 0, 1, 0, 3), 4),
        ("free-bet-blackjack", {}, _SMALL, 0),
        ("free-bet-blackjack", {"blackjack_against_22": "push", "dealer_hits_soft_17": False}, _SMALL, 0),
        ("pure-21-5-blackjack-6-to-5", {}, _EIGHTS, 0),
        ("stadium-blackjack", {"surrender": True, "double_cards": "any"}, _SMALL, 0),
    ],
)
def test_a_small_shoe_by_trying_everything(game: str, options: dict[str, object], shoe: Shoe, charlie: int) -> None:
    """The best play of every deal with the hole card laid out, against the count that never looks at it."""
    plan = load_plan(game, options)
    plan = _with_charlie(plan, charlie) if charlie else plan
    rules = read_rules(plan, np.array(shoe))
    rules = replace(rules, most=np.ones_like(rules.most), pays=replace(rules.pays, even_money=None))  # no splits
    spec = plan.spec
    saves = tuple(sorted(0 if rank == 12 else rank + 1 for rank in paid.saving_ranks(plan)))
    expected = 0.0
    for up in range(VALUES):
        for one in range(VALUES):
            for two in range(VALUES):
                left, chance = shoe, 1.0
                for value in (up, one, two):
                    chance *= max(left[value], 0) / sum(left)
                    left = _without(left, value)
                if chance <= 0:
                    continue
                worlds = [
                    (left[hole] / sum(left), hole, _without(left, hole)) for hole in range(VALUES) if left[hole] > 0
                ]
                if up == ACE:  # insurance is taken where it gains, whatever the hand
                    expected += chance * max(0.0, 0.5 * (3 * left[TEN] / sum(left) - 1))
                if {one, two} == {ACE, TEN}:
                    expected += chance * sum(
                        part
                        * float(np.dot(rules.pays.natural, _ends((up, hole), rest, spec.dealer.hits_soft_17, saves)))
                        for part, hole, rest in worlds
                    )
                    continue
                seen = [world for world in worlds if rules.peeks[up] and {up, world[1]} == {ACE, TEN}]
                rest = [world for world in worlds if world not in seen]
                expected += chance * (_best(rules, (one, two), up, rest) - sum(world[0] for world in seen))
    totals = best_totals(count_hands(rules))
    assert totals.mean == pytest.approx(expected, abs=1e-12)
    assert sum(totals.outcomes.values()) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize(("pair", "up", "most"), [(5, 8, 3), (5, TEN, 3), (8, ACE, 2), (ACE, 5, 3)])
def test_a_split_in_a_small_shoe_by_dealing_everything(pair: int, up: int, most: int) -> None:
    """Hands dealt, split again and drawn one after the other from one shoe, as the engine deals them."""
    shoe: Shoe = (4, 0, 0, 0, 2, 5, 0, 2, 4, 6)
    house = {"split_hands": most, "split_aces": "again", "dealer_hits_soft_17": False}
    rules = read_rules(load_plan("blackjack", house), np.array(shoe))
    counted = count_hands(rules)
    hands = all_hands()
    pays = rules.pair_pays()[pair]
    looks = bool(rules.peeks[up])

    @cache
    def play(
        waiting: tuple[tuple[int, tuple[int, ...]], ...], done: tuple[tuple[int, int, int], ...], left: Shoe
    ) -> float:
        if not waiting:
            ends = list(_ends((up,), left))
            if looks:
                ends[NATURAL] = 0.0
            return sum(float(np.dot(pays[owner, number, kind], ends)) for owner, number, kind in done)
        (owner, cards), rest = waiting[0], waiting[1:]

        def draw(follow: Callable[[int, Shoe], float]) -> float:
            return sum(
                left[value] / sum(left) * follow(value, _without(left, value)) for value in range(VALUES) if left[value]
            )

        if cards == (pair, pair) and len(waiting) + len(done) < most:

            def right(first: int, after: Shoe) -> float:
                return sum(
                    after[value]
                    / sum(after)
                    * play(((owner, (pair, first)), (1, (pair, value)), *rest), done, _without(after, value))
                    for value in range(VALUES)
                    if after[value]
                )

            return draw(right)
        place = hands.place(*cards)
        action = counted.split_policy[pair, up, owner, place]
        if action == STANDS:
            return play(rest, tuple(sorted((*done, (owner, int(hands.total[place]), paid.PLAIN)))), left)

        def one_more(value: int, after: Shoe) -> float:
            grown = int(hands.after[place, value])
            kind = paid.DOUBLED if action == DOUBLES else paid.PLAIN
            if grown < 0:
                return play(rest, tuple(sorted((*done, (owner, paid.BUST, kind)))), after)
            if action == HITS:
                return play(((owner, (*cards, value)), *rest), done, after)
            return play(rest, tuple(sorted((*done, (owner, int(hands.total[grown]), kind)))), after)

        return draw(one_more)

    left = _without(_without(_without(shoe, up), pair), pair)
    expected = play(((0, (pair, pair)),), (), left)
    assert counted.split_worth[pair, up] == pytest.approx(expected, abs=1e-12)


def test_patterns_of_splits_are_whole() -> None:
    """With a chance of one half for a card of the pair, all ways to end add up to one."""
    for most in (2, 3, 4):
        total = sum(ways * 0.5 ** (came + sum(not pair for _, pair in hands)) for hands, came, ways in patterns(most))
        assert total == pytest.approx(1)


def test_dealer_orders_add_up() -> None:
    tree = dealer_tree(TEN, True)
    shoe = np.full(VALUES, 24.0)
    shoe[TEN] = 95
    total = 0.0
    for place, counts in enumerate(tree.counts):
        if tree.end[place] >= 0:
            chance, left, size = tree.orders[place], shoe.copy(), shoe.sum()
            for value in np.repeat(np.arange(VALUES), counts):
                chance *= left[value] / size
                left[value] -= 1
                size -= 1
            total += chance
    assert total == pytest.approx(1, abs=1e-12)


BY_DAY = ("blackjack", "free-bet-blackjack", "pure-21-5-blackjack-3-to-2")
GAMES: tuple[tuple[str, dict[str, object]], ...] = (
    *((game, {}) for game in _games().values() if not load_plan(game, {}).spec.switch),
    ("blackjack", {"decks": 1, "surrender": "late", "hole_card": "none", "split_hands": 3}),
    ("blackjack", {"surrender": "early", "blackjack_pays": "6 to 5", "hit_split_aces": True}),
)


def simulated(plan: Plan, one: Solved, rounds: int, fresh: bool) -> tuple[float, float, float]:
    engine = Engine(plan, tables_of(one, fresh), seed=11)
    sums = engine.rounds(0, rounds)
    mean = sums[1] / rounds
    return mean, float(np.sqrt((sums[2] / rounds - mean * mean) / rounds)), sums[0] / rounds


@pytest.mark.parametrize(
    ("game", "options"),
    [pytest.param(*one, marks=() if one[1] or one[0] in BY_DAY else pytest.mark.nightly) for one in GAMES],
)
def test_the_chart_counted_and_simulated_agree(game: str, options: dict[str, object]) -> None:
    one = solved(game, **options)
    mean, error, bet = simulated(one.rules.plan, one, 8 * BLOCK, True)
    assert abs(mean - one.by_chart.mean) < 4 * error
    assert bet == pytest.approx(one.by_chart.bet, abs=0.002)


def test_blocks_come_out_alike_and_differ_among_themselves() -> None:
    one = solved("blackjack")
    engine = Engine(one.rules.plan, tables_of(one), seed=3)
    assert np.array_equal(engine.play(5, 1000), engine.play(5, 1000))
    assert not np.array_equal(engine.play(5, 1000), engine.play(6, 1000))


def test_even_money_is_taken_where_a_natural_pays_less_than_3_to_2_and_the_house_still_gives_it() -> None:
    short = {"decks": 1, "split_hands": 1, "blackjack_pays": "6 to 5"}
    assert solved("blackjack", **short, even_money="flat").chart.natural == 2
    assert solved("blackjack", **short).chart.natural == 0
    assert solved("blackjack").chart.natural == 0


def test_report_of_a_game() -> None:
    priced = price(Question("blackjack", {"decks": 2}))
    main = priced.report.main
    assert main is not None
    assert main.unit == "blackjack"
    assert main.element_of_risk == pytest.approx(main.house_edge / main.average_bet)
    assert sum(priced.outcomes.values()) == pytest.approx(1)
    mean = sum(net * chance for net, chance in priced.outcomes.items())
    assert mean == pytest.approx(-main.house_edge, abs=2e-5)
    assert "CDP1" in priced.report.notes[0]
