"""Games without an opponent: public figures, brute force on small decks, and play by the strategy found."""

import json
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from tests.odds.solved import solved

from houseway.cards.text import rank_name
from houseway.odds.house_poker import no_decision as still
from houseway.odds.house_poker.batch import Batch
from houseway.odds.house_poker.pattern_counts import lay_out
from houseway.odds.house_poker.sampling import cards_needed, seated
from houseway.odds.house_poker.simulate import engine_with
from houseway.odds.house_poker.solvers import Solution
from houseway.odds.house_poker.strategy import make_policy
from houseway.odds.house_poker.vs_paytable import exchange
from houseway.odds.house_poker.vs_paytable import multi_street as streets
from houseway.odds.house_poker.vs_paytable.rules import Feature, OneSuit, Pair
from houseway.odds.house_poker.wagers import main_wagers, positions
from houseway.odds.simulate.deals import deals
from houseway.odds.simulate.setup import Setup
from houseway.odds.suit_classes.listed import all_hands
from houseway.odds.suit_classes.stock import Stock
from houseway.play.house_poker.plan import Plan, load_plan

SMALL = Stock((0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1), ())  # 6, J, Q, A: sixteen cards
CARDS = [4 * rank + suit for rank, copies in enumerate(SMALL.copies) if copies for suit in range(4)]


def results(plan: Plan, wager: str) -> dict[frozenset[int], float]:
    """What every hand of the small deck brings on a wager."""
    own = tuple(sorted(positions(plan, plan.wagers[wager].spec.hand)))
    hands = list(combinations(CARDS, len(own)))
    nets = Batch(plan, lay_out([own], [np.array(hands, np.uint8)])).nets(wager)
    return {frozenset(hand): float(net) for hand, net in zip(hands, nets, strict=True)}


def rest(held: tuple[int, ...]) -> list[int]:
    return [card for card in CARDS if card not in held]


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


def test_let_it_ride_equals_brute_force_on_a_small_deck() -> None:
    plan = load_plan("let-it-ride", {})
    pays = results(plan, "contract")

    @cache
    def last(four: frozenset[int]) -> float:
        return mean([pays[four | {card}] for card in rest(tuple(four))])

    total = []
    for three in combinations(CARDS, 3):
        both = [frozenset((*three, card)) for card in rest(three)]
        one = mean([last(four) for four in both])
        total.append(one + max(one, 0.0) + mean([max(last(four), 0.0) for four in both]))
    assert streets.solve(plan, {}, stock=SMALL).mean == pytest.approx(mean(total), abs=1e-12)


def test_mississippi_stud_equals_brute_force_on_a_small_deck() -> None:
    plan = load_plan("mississippi-stud", {})
    pays = results(plan, "ante")

    @cache
    def ahead(held: frozenset[int], staked: int) -> tuple[float, float]:
        """Mean and mean bet from here on."""
        if len(held) == 5:
            return staked * pays[held], float(staked)
        ways = [(-float(staked), float(staked))]
        for more in (1, 2, 3):
            after = [ahead(held | {card}, staked + more) for card in rest(tuple(held))]
            ways.append((mean([worth for worth, _ in after]), mean([bet for _, bet in after])))
        return max(ways)

    first = [ahead(frozenset(two), 1) for two in combinations(CARDS, 2)]
    solution = streets.solve(plan, {}, stock=SMALL)
    assert solution.mean == pytest.approx(mean([worth for worth, _ in first]), abs=1e-12)
    assert solution.average_bet == pytest.approx(mean([bet for _, bet in first]), abs=1e-9)


def test_235_equals_brute_force_on_a_small_deck() -> None:
    plan = load_plan("md-235-stud-poker", {})
    two, three, five = (results(plan, name) for name in ("2_card_poker", "3_card_poker", "5_card_poker"))

    @cache
    def of_five(held: frozenset[int]) -> float:
        return mean([five[held | set(more)] for more in combinations(rest(tuple(held)), 2)])

    total = []
    for pair in combinations(CARDS, 2):
        thirds = [frozenset((*pair, card)) for card in rest(pair)]
        raised = mean([three[held] for held in thirds])
        later = mean([of_five(held) + max(of_five(held), 0.0) for held in thirds])
        total.append(two[frozenset(pair)] + raised + max(raised, 0.0) + later)
    assert streets.solve(plan, {}, stock=SMALL).mean == pytest.approx(mean(total), abs=1e-12)


def test_vegas_double_action_equals_brute_force_on_a_small_deck() -> None:
    plan = load_plan("vegas-double-action", {})
    small = Stock((0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1), ())
    deck = [4 * rank + suit for rank, copies in enumerate(small.copies) if copies for suit in range(4)]
    pays = results(plan, "draw")
    total = []
    for hand in combinations(deck, 5):
        others = [card for card in deck if card not in hand]
        best = None
        for kept in (set(part) for size in range(6) for part in combinations(hand, size)):
            worth = mean([pays[frozenset({*kept, *drawn})] for drawn in combinations(others, 5 - len(kept))])
            best = worth if best is None else max(best, worth)
        assert best is not None
        total.append(best)
    shape = exchange.match_template(plan, small)
    assert shape is not None
    solved = exchange.solve_shape(plan, shape, {})
    shares = solved.weights / solved.weights.sum()
    assert float(shares @ solved.chances @ solved.nets) == pytest.approx(mean(total), abs=1e-12)


@pytest.mark.parametrize(
    ("game", "edge", "bet"),
    [
        ("mississippi-stud", 0.0491486, 3.483568),  # publicly 4.91% of the ante
        ("md-235-stud-poker", 0.1051030, 3.648869),  # the file's reading says 10.51%
        ("vegas-double-action", 0.0378663, 1.0),
        ("prospector-poker", 0.0502556, 1.0),
    ],
)
def test_prices(game: str, edge: float, bet: float) -> None:
    solution = solved(game)
    assert -solution.mean == pytest.approx(edge, abs=5e-8)
    assert solution.average_bet == pytest.approx(bet, abs=5e-7)


@pytest.mark.nightly
def test_a_required_wager_on_cards_beside_the_play_adds_its_own_price() -> None:
    """Every five community cards, whatever is thrown away: the stud wager counted over all hands of five."""
    plan = load_plan("vegas-double-action", {"stud_bet_required": True})
    every = all_hands(np.arange(52, dtype=np.uint8), 5)
    stud = float(Batch(plan, {"community": every}).nets("stud").mean())
    both = solved("vegas-double-action", stud_bet_required=True)
    assert both.mean == pytest.approx(solved("vegas-double-action").mean + stud, abs=1e-12)
    assert both.average_bet == 2.0


def test_let_it_ride_with_the_schedule_that_is_publicly_priced(tmp_path: Path) -> None:
    """1000, 200, 50, 11, 8, 5, 3, 2, 1: 3.51% of one bet; a user's own file, given by its path."""
    own = tmp_path / "my-let-it-ride.toml"
    own.write_text(
        'extends = "let-it-ride"\nid = "my-let-it-ride"\n[[pay_tables.basic]]\nodds = "to 1"\nrule = "(12)(a)"\n'
        "[pay_tables.basic.rows]\nroyal_flush = 1000\nstraight_flush = 200\nfour_of_a_kind = 50\nfull_house = 11\n"
        'flush = 8\nstraight = 5\nthree_of_a_kind = 3\ntwo_pair = 2\n"pair T+" = 1\n'
    )
    solution = streets.solve(load_plan(str(own), {}), {})
    assert -solution.mean == pytest.approx(0.0351, abs=5e-5)
    assert solution.average_bet == pytest.approx(1.2241, abs=5e-4)


def test_235_raises_as_often_as_the_reading_states_and_costs_more_at_even_money() -> None:
    plan = load_plan("md-235-stud-poker", {"raise_pays": "even_money"})
    assert -streets.solve(plan, {}).mean == pytest.approx(0.4238, abs=5e-5)
    said = solved("md-235-stud-poker").strategy
    assert said["raise the 3 card wager"]["frequency"]["raise"] == pytest.approx(0.3846, abs=5e-5)
    assert said["raise the 5 card wager"]["frequency"]["raise"] == pytest.approx(0.2643, abs=5e-5)


@pytest.mark.parametrize("game", ["let-it-ride", "mississippi-stud", "md-235-stud-poker", "prospector-poker"])
def test_outcomes_have_the_mean_and_the_square_of_the_solution(game: str) -> None:
    solution = solved(game)
    chances = solution.outcomes
    assert sum(chances.values()) == pytest.approx(1.0, abs=1e-12)
    assert sum(net * chance for net, chance in chances.items()) == pytest.approx(solution.mean, abs=1e-12)
    assert sum(net * net * chance for net, chance in chances.items()) == pytest.approx(solution.square, rel=1e-9)


@pytest.mark.parametrize("game", ["let-it-ride", "mississippi-stud", "md-235-stud-poker"])
def test_rules_in_words_find_the_best_move_of_every_hand(game: str) -> None:
    for said in solved(game).strategy.values():
        assert said["agreement"] == pytest.approx(1.0, abs=1e-12)


def play(plan: Plan, solution: Solution, rounds: int) -> np.ndarray:
    """Net results of dealt rounds in which the solution's moves are made."""
    found = []
    decide = solution.decide
    assert decide is not None
    for cards in deals(plan.game.spec.deck, cards_needed(plan), rounds, seed=7):
        piles = dict(seated(plan, cards)[0])
        amounts = {
            name: np.where(plan.wagers[name].spec.required, 1.0, 0.0) + np.zeros(len(cards))
            for name in main_wagers(plan)
        }
        folded = np.zeros(len(cards), np.bool_)
        for stage, moves in solution.moves.items():
            chosen = decide(stage, piles)
            for number, move in enumerate(moves):
                here = (chosen == number) & ~folded
                words = plan.choices[stage][move.choice].spec
                for name in words.bet:
                    amounts[name][here] = move.factor * amounts[words.times][here]
                if words.pull:
                    amounts[words.pull][here] = 0.0
                if words.fold:
                    folded |= here
                if move.text.startswith("throw"):
                    places = [int(word) - 1 for word in move.text.split()[1:]]
                    fresh = piles["community"][here][:, : len(places)]
                    held = piles["player"].copy()
                    held[np.ix_(here, places)] = fresh
                    piles = {**piles, "player": held}
        batch = Batch(plan, piles)
        net = sum(amounts[name] * batch.nets(name) for name in amounts)
        found.append(np.where(folded, -sum(amounts.values()), net))
    return np.concatenate(found)


@pytest.mark.parametrize("game", ["let-it-ride", "mississippi-stud", "md-235-stud-poker", "vegas-double-action"])
def test_dealt_rounds_played_by_the_strategy_agree_with_the_exact_mean(game: str) -> None:
    solution, rounds = solved(game), 100_000
    nets = play(load_plan(game, {}), solution, rounds)
    error = (solution.square - solution.mean**2) ** 0.5 / rounds**0.5
    assert abs(float(nets.mean()) - solution.mean) < 4 * error


def test_each_game_is_solved_by_the_module_of_its_shape() -> None:
    fitting = {
        "let-it-ride": streets,
        "mississippi-stud": streets,
        "md-235-stud-poker": streets,
        "vegas-double-action": exchange,
        "prospector-poker": still,
    }
    for game, own in fitting.items():
        for module in (streets, exchange, still):
            assert module.fits(load_plan(game, {})) == (module is own)
    for game in ("three-card-poker", "ultimate-texas-holdem", "caribbean-stud", "casino-war"):
        assert not any(module.fits(load_plan(game, {})) for module in (streets, exchange, still))


def test_a_strategy_file_is_priced_street_by_street() -> None:
    """Rounds played by the file yield the price that is counted, and best play costs less."""
    plan = load_plan("mississippi-stud", {})
    rules = {
        "third street": [{"do": "bet 3x", "having": "pair 6"}, {"do": "bet 1x", "having": "high J"}, {"do": "fold"}],
        "fourth street": [{"do": "bet 3x", "having": "pair J"}, {"do": "bet 1x"}],
        "fifth street": [{"do": "bet 3x", "having": "pair 6"}, {"do": "fold"}],
    }
    setup = Setup("mississippi-stud", strategy=json.dumps(rules), seed=4)
    policy = make_policy(plan, setup)
    (note,) = policy.notes
    counted = -float(note.split()[5].rstrip("%")) / 100
    played = engine_with(setup, plan, policy)
    rounds, _, net, square, _ = np.sum([played.play(block, 1 << 15) for block in range(8)], axis=0)[0].tolist()
    error = (square / rounds - (net / rounds) ** 2) ** 0.5 / rounds**0.5
    assert abs(net / rounds - counted) < 4 * error
    assert counted < solved("mississippi-stud").mean


def test_numbers_of_cards_are_said_as_a_player_says_them() -> None:
    high, suited = Feature("high card", np.arange(5)), OneSuit("card of one suit", np.arange(1, 5))
    assert [high.bound(0, 0), high.bound(1, 1), high.bound(2, 4)] == [
        "no high card", "one high card", "at least two high cards",
    ]  # fmt: skip
    assert [suited.bound(1, 1), suited.bound(1, 2)] == ["no two cards of one suit", "at most two cards of one suit"]
    straights = Feature("straight flush open to all cards", np.arange(4))
    assert straights.bound(2, 2) == "two straight flushes open to all cards"
    pairs = Pair("a pair of", np.arange(14), ("", *(rank_name(rank, plural=True) for rank in range(13))))
    assert [pairs.bound(0, 0), pairs.bound(1, 13), pairs.bound(5, 13)] == [
        "no pair", "a pair", "a pair of sixes or higher",
    ]  # fmt: skip
