"""Own hand against the dealer's: brute force on small decks, public figures, strategies that agree with the solver."""

from itertools import combinations
from math import sqrt

import numpy as np
import pytest
from tests.odds.solved import solved

from houseway.cards.text import parse_card
from houseway.hands.ranking import RANKINGS
from houseway.odds.arrays import Cards, Floats
from houseway.odds.executor import LOCAL
from houseway.odds.house_poker.batch import Batch
from houseway.odds.house_poker.solvers import Solution
from houseway.odds.house_poker.vs_dealer import against, board_flushes, flushes, hands, runs, shared, war
from houseway.odds.house_poker.vs_dealer.showdown import Facing, Showdown, match_template, nets_by_kind, nets_of
from houseway.odds.house_poker.vs_dealer.strategy import monotone, spell
from houseway.odds.suit_classes.keyed import name_suits, suit_holdings
from houseway.odds.suit_classes.listed import all_hands, all_places
from houseway.odds.suit_classes.stock import ANY_SUIT
from houseway.play.house_poker.plan import Plan, load_plan


def cards(text: str) -> list[int]:
    return [parse_card(word) for word in text.split()]


def small_deck(ranks: str, joker: bool = False) -> Cards:
    deck = [parse_card(f"{rank}{suit}") for rank in ranks for suit in "cdhs"]
    return np.array(sorted(deck) + ([52] if joker else []), np.uint8)


def shape_of(plan: Plan) -> Showdown:
    shape = match_template(plan)
    assert shape is not None
    return shape


def move_results(shape: Showdown, batch: Batch) -> list[Floats]:
    """The net of every move in full rounds, by the same settlement as single rounds."""
    results = []
    for move in shape.moves:
        choice = shape.choice(move)
        if choice.spec.fold:
            results.append(np.full(batch.size, -float(len(shape.before))))
            continue
        net = sum((stake * batch.nets(name) for name, stake in shape.stakes(move).items()), np.zeros(batch.size))
        for bonus in shape.bonuses:
            net = net + batch.nets(bonus)
        if choice.having is not None:
            net = np.where(batch.value(shape.own.name) >= choice.having, net, -1e9)
        results.append(net)
    return results


def brute_force(plan: Plan, deck: Cards) -> tuple[float, float, float]:
    """Every player hand, every dealer hand, all shared cards, every up card: mean, mean square, amount bet."""
    shape = shape_of(plan)
    amounts = shape.amounts
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
        ("four-card-frenzy", "KA2", False, {"pay_tables": {"odds_bad_beat": "05"}}),
        ("deuces-wild-xtreme", "2QA", True, {}),
        ("three-card-plus", "69QA", False, {}),
        ("high-card-flush", "79JA", False, {}),
        ("straight-edge-poker", "QKA2", False, {}),
        ("high-five-poker", "6QKA", True, {}),  # 30-1099.32(7): a pair of sixes qualifies
    ],
)
def test_brute_force_on_a_small_deck_equals_the_solver(
    game: str, ranks: str, joker: bool, house: dict[str, object]
) -> None:
    plan, deck = load_plan(game, house), small_deck(ranks, joker)
    assert hands.fits(plan)
    assert numbers(hands.solve(plan, {}, deck=deck)) == pytest.approx(brute_force(plan, deck), rel=1e-9)


@pytest.mark.parametrize(("ranking", "joker"), [("poker", False), ("poker_bug", True)])
def test_hands_counted_by_ranks_equal_hands_counted_one_by_one(ranking: str, joker: bool) -> None:
    """Six and seven cards beside five to seven others, held with flushes, straight flushes and the joker."""
    deck, rng, ranked = small_deck("A23456", joker), np.random.default_rng(4), RANKINGS[ranking]
    special = [cards("Ac 2c 3c 4c 5c 6d 6h"), cards("Ac 2d 3h 4s 5c 6c 6d"), cards("Ac 3c 4c 6c 6d 6h 6s")]
    if joker:
        special.append([52, *cards("Ac 3c 4c 6c 6d 6h")])
    held = np.array([*special, *(rng.permutation(deck)[:7] for _ in range(6))], np.uint8)
    for size, gone in ((7, 7), (6, 7), (7, 5), (6, 6)):
        mine = np.ascontiguousarray(held[:, :gone])
        values = ranked.rank(mine)
        fixed = [np.full(len(held), value) for value in (1 << ranked.shift, (5 << ranked.shift) + 77, 1 << 40)]
        cuts = np.stack([values, values + 1, *fixed], axis=1)
        assert against.method(ranked, size, gone, deck, ANY_SUIT) == "by_ranks"
        below = against.below_counter("by_ranks", deck, ranked, size)(mine, cuts)
        for row, own in enumerate(mine):
            others = ranked.rank(all_hands(np.setdiff1d(deck, own), size))
            assert below[row, :, 0].tolist() == [int((others < cut).sum()) for cut in cuts[row]], own


@pytest.mark.nightly  # 35 s of one core
def test_30_1099_32_the_whole_game() -> None:
    """154 million hands against 54 million each; a sample of the general solver gave 3.55% +- 0.27%."""
    solution = solved("high-five-poker")
    assert -solution.mean == pytest.approx(0.0357271685, abs=1e-10)
    assert solution.mean == pytest.approx(sum(net * chance for net, chance in solution.outcomes.items()), abs=1e-12)
    assert sum(solution.outcomes.values()) == pytest.approx(1, abs=1e-12)


PUBLIC = {
    "three-card-poker": (0.033730, 5e-7),
    "caribbean-stud": (0.052243, 5e-7),
    "crazy-4-poker": (0.0342, 5e-5),
    "casino-war": (0.0233, 5e-5),
}


@pytest.mark.parametrize("game", PUBLIC)
def test_public_house_edges(game: str) -> None:
    edge, digits = PUBLIC[game]
    assert -solved(game).mean == pytest.approx(edge, abs=digits)


@pytest.mark.parametrize("game", PUBLIC)
def test_outcomes_add_up_to_the_price(game: str) -> None:
    solution = solved(game)
    chances = solution.outcomes
    assert sum(chances.values()) == pytest.approx(1)
    assert sum(net * chance for net, chance in chances.items()) == pytest.approx(solution.mean, abs=1e-12)
    assert sum(net * net * chance for net, chance in chances.items()) == pytest.approx(solution.square)


@pytest.mark.parametrize(
    ("house", "edge"),
    [
        ({"pay_tables": {"schedule": "2"}}, 0.0383),
        ({"pay_tables": {"schedule": "5"}}, 0.0475),
        ({"pay_tables": {"schedule": "5"}, "unprinted_straight_bonus": 1}, 0.0149),
        ({"pay_tables": {"schedule": "14"}}, 0.0679),
        ({"pay_tables": {"schedule": "14"}, "schedules_14_to_17": "as printed"}, -0.0495),
    ],
)
def test_30_1099_18_20_ante_schedules_cost_what_the_readings_say(house: dict[str, object], edge: float) -> None:
    assert -hands.solve(load_plan("three-card-poker", house), {}).mean == pytest.approx(edge, abs=5e-5)


def test_three_cards_under_other_names_cost_what_the_readings_say() -> None:
    for game, tables, edge in (
        ("three-card-plus", {}, 0.033730),
        ("three-card-prime", {}, 0.033730),
        ("three-card-super-shot-poker", {}, 0.086580),
        ("three-card-super-shot-poker", {"play_bonus": "5-4-1"}, 0.033730),
    ):
        assert -hands.solve(load_plan(game, {"pay_tables": tables}), {}).mean == pytest.approx(edge, abs=5e-7), game


def test_three_card_strategy_in_words() -> None:
    strategy = solved("three-card-poker").strategy
    assert strategy["rules"] == ["play with Q-6-4 or better", "otherwise fold"]
    assert strategy["cost_of_the_rules"] == pytest.approx(0, abs=1e-12)


def test_a_strategy_in_words_costs_what_it_says() -> None:
    """Crazy 4 Poker: the fifth card matters a little, so rules by value alone lose a little."""
    solution = solved("crazy-4-poker")
    assert solution.strategy["rules"][0] == "play 3x with pair A or better"
    assert 0 < solution.strategy["cost_of_the_rules"] < 1e-5
    assert 0 < solution.strategy["hands_played_better_otherwise"] < 1e-3


def dealt(deck: Cards, rounds: int, sizes: list[int], seed: int) -> list[Cards]:
    order = np.random.default_rng(seed).permuted(np.tile(deck, (rounds, 1)), axis=1)
    ends = np.cumsum(sizes)
    return [np.ascontiguousarray(order[:, end - size : end]) for size, end in zip(sizes, ends, strict=True)]


@pytest.mark.parametrize("game", ["three-card-poker", "caribbean-stud", "dj-wild-stud-poker"])
def test_rounds_played_by_the_strategy_agree_with_the_exact_price(game: str) -> None:
    plan = load_plan(game, {})
    shape, rounds = shape_of(plan), 100_000
    deck = against.one_deck(plan)
    solution = solved(game)
    assert deck is not None
    assert solution.decide is not None
    player, dealer = dealt(deck, rounds, [shape.cards, shape.dealer_cards], seed=7)
    moves = solution.decide(shape.stage, {"player": player, "dealer": dealer[:, -shape.up :]})
    results = np.stack(move_results(shape, Batch(plan, {"player": player, "dealer": dealer})))
    nets = results[moves, np.arange(rounds)]
    spread = sqrt(solution.square - solution.mean**2)
    assert nets.mean() == pytest.approx(solution.mean, abs=4 * spread / sqrt(rounds))
    assert nets.std() == pytest.approx(spread, rel=0.05)


def test_up_card_decides_between_hands_of_one_value() -> None:
    """A-K-9-8-7 calls an eight that it holds itself, and folds to one that it does not."""
    solution = solved("caribbean-stud")
    assert solution.decide is not None
    player = np.array([cards("Ah Kd 9c 8s 7h"), cards("Ac Kh 9d 8c 7s")], np.uint8)
    shown = np.array([cards("8d"), cards("Tc")], np.uint8)
    assert solution.decide(1, {"player": player, "dealer": shown}).tolist() == [1, 0]


def test_classes_of_suits_stand_for_all_hands() -> None:
    holdings = suit_holdings(np.arange(53, dtype=np.uint8), 4)
    every = all_hands(np.arange(53, dtype=np.uint8), 4)
    keys, counts = np.unique(name_suits(every)[0], return_counts=True)
    assert (keys == holdings.keys).all()
    assert (counts == holdings.weights).all()
    assert (name_suits(holdings.hands)[0] == holdings.keys).all()


def test_renaming_suits_moves_the_cards_beside_along() -> None:
    given = np.array([cards("2h 3h Kd"), cards("2s 3s Kc")], np.uint8)
    beside = np.array([cards("9h"), cards("9s")], np.uint8)
    keys, renamed = name_suits(given, beside)
    assert keys[0] == keys[1]
    assert renamed[0, 0] == renamed[1, 0]


@pytest.mark.parametrize("size", [3, 4, 5])
def test_sweep_counts_hands_without_the_players_cards(size: int) -> None:
    deck = small_deck("258QA")
    places = all_places(len(deck), size)
    rng = np.random.default_rng(size)
    values = rng.integers(1, 40, len(places))
    field = against.make_field(deck, places, values)
    players = np.array([rng.permutation(deck)[:5] for _ in range(20)], np.uint8)
    cuts = rng.integers(0, 45, (20, 3))
    for with_up in (False, True):
        found = against.below(field, players, cuts, with_up)
        for row, player in enumerate(players):
            free = ~np.isin(deck[places], player).any(axis=1)
            for column, cut in enumerate(cuts[row]):
                low = free & (values < cut)
                if not with_up:
                    assert found[row, column, 0] == low.sum()
                    continue
                holding = [(low & (places == place).any(axis=1)).sum() for place in range(len(deck))]
                assert found[row, column].tolist() == [
                    0 if card in player else count for card, count in zip(deck, holding, strict=True)
                ]


def test_flushes_below_a_cut_by_enumeration() -> None:
    deck, ranking = small_deck("2579JQA"), RANKINGS["flush_length"]
    rng = np.random.default_rng(1)
    for _ in range(3):
        player = rng.permutation(deck)[:7]
        values = ranking.rank(all_hands(deck[~np.isin(deck, player)], 7))
        cuts = np.array([[*rng.choice(values, 20), *(rng.choice(values, 20) + 1), 2 << 28, (2 << 28) | (8 << 24)]])
        found = flushes.below(deck, player[None], 7, cuts)[0, :, 0]
        assert found.tolist() == [int((values < cut).sum()) for cut in cuts[0]]


def test_runs_below_a_cut_by_enumeration() -> None:
    deck, ranking = small_deck("23456KA"), RANKINGS["run_length"]
    player = np.array(cards("2c 2d 4h 5s Kc Kd Ah"), np.uint8)
    values = ranking.rank(all_hands(deck[~np.isin(deck, player)], 8))
    cuts = np.unique(values)[None] + 1
    found = runs.below(deck, runs.rank_sets(ranking), player[None], 8, cuts)[0, :, 0]
    assert found.tolist() == [int((values < cut).sum()) for cut in cuts[0]]


def test_rank_classes_stand_for_all_hands() -> None:
    deck = small_deck("2356TA")
    holdings = runs.rank_holdings(deck, 7)
    keys, counts = np.unique(runs.name_ranks(all_hands(deck, 7)), return_counts=True)
    order = np.argsort(holdings.keys)
    assert (holdings.keys[order] == keys).all()
    assert (holdings.weights[order] == counts).all()


def test_shared_cards_by_brute_force_for_single_hands() -> None:
    """Mean, mean square and every result of each move over all shared cards and dealer hands, for some own hands."""
    plan, deck = load_plan("flushes-gone-wild", {}), small_deck("29QA")
    shape = shape_of(plan)
    by_boards = shared._by_boards(plan, {}, LOCAL, deck)
    by_suits, labels = board_flushes.by_suits(plan, {}, LOCAL, deck)
    two = by_boards.shape[1]
    keys = suit_holdings(deck, shape.cards).keys
    rng = np.random.default_rng(5)
    for own in (rng.permutation(deck)[:5] for _ in range(6)):
        left = deck[~np.isin(deck, own)]
        together = all_hands(left, 2)
        dealer = [all_hands(left[~np.isin(left, pair)], 5) for pair in together]
        piles = {
            "player": np.tile(own, (len(together) * len(dealer[0]), 1)),
            "community": np.repeat(together, len(dealer[0]), axis=0),
            "dealer": np.concatenate(dealer),
        }
        results = np.stack(move_results(shape, Batch(plan, piles)))
        row = int(np.searchsorted(keys, name_suits(own[None])[0])[0])
        wanted = [*results.mean(axis=1), *(results**2).mean(axis=1)]
        assert by_boards[row] / results.shape[1] == pytest.approx(wanted, rel=1e-9)
        assert by_suits[row, :two] / results.shape[1] == pytest.approx(wanted, rel=1e-9)
        deals = [(results[move].round(9) == net).sum() for move, net in labels]
        assert by_suits[row, two:].tolist() == deals
        assert sum(deals) == results.size


def test_30_1099_55_war_by_brute_force_on_a_small_shoe() -> None:
    plan = load_plan("casino-war", {})
    shoe = np.array(cards("2c 2d 7c 7d 7h Ac Ad"), np.uint8)
    rows = np.array([row for row in np.ndindex(7, 7, 7, 7) if len(set(row)) == 4])
    p1, d1, p2, d2 = shoe[rows].T
    batch = Batch(plan, {"player": np.stack([p1, p2], axis=1), "dealer": np.stack([d1, d2], axis=1)})
    tied = p1 >> 2 == d1 >> 2
    net = batch.nets("initial")
    for rank in np.unique(shoe >> 2):
        here = tied & (p1 >> 2 == rank)
        at_war = batch.nets("war")[here] - 1
        net[here] = at_war if at_war.mean() > -0.5 else -0.5
    solution = war.solve(plan, {}, counts=np.bincount(shoe >> 2, minlength=13))
    assert solution.mean == pytest.approx(net.mean(), rel=1e-12)
    assert solution.square == pytest.approx((net**2).mean(), rel=1e-12)


def test_30_1099_55_11_war_beats_surrender_after_every_tie() -> None:
    plan = load_plan("casino-war", {"decks": 8})
    solution = war.solve(plan, {})
    assert solution.strategy == {"rules": ["after a tie always war"]}
    assert solution.average_bet == pytest.approx(1 + 31 / 415)


def test_moves_that_only_go_up() -> None:
    worth = np.array([[3.0, 0.0], [0.0, 1.0], [1.0, 0.5], [0.0, 2.0]])
    assert monotone(worth).tolist() == [0, 1, 1, 1]


def test_a_value_is_told_in_no_more_ranks_than_needed() -> None:
    ranking = RANKINGS["poker"]
    values = np.unique(ranking.rank(all_hands(small_deck("23457A"), 5)))
    pairs = values[values >> 20 == 1]
    assert spell(ranking, int(pairs[0]), values) == "pair"
    assert spell(ranking, int(pairs[-1]), values) == "pair A-7-5-4"
    assert spell(ranking, int(values[0]), values) == "anything"


def test_games_of_other_shapes_are_left_to_other_solvers() -> None:
    for game in ("ultimate-texas-holdem", "let-it-ride", "prospector-poker", "mississippi-stud"):
        plan = load_plan(game, {})
        assert not hands.fits(plan)
        assert not shared.fits(plan)
        assert not war.fits(plan)


@pytest.mark.nightly
@pytest.mark.parametrize(("game", "edge"), [("high-card-flush", 0.0266453), ("straight-edge-poker", 0.0251787)])
def test_seven_card_games_against_simulation(game: str, edge: float) -> None:
    plan = load_plan(game, {})
    shape, rounds = shape_of(plan), 1_000_000
    solution = hands.solve(plan, {})
    assert -solution.mean == pytest.approx(edge, abs=5e-8)
    assert solution.decide is not None
    player, dealer = dealt(np.arange(52, dtype=np.uint8), rounds, [shape.cards, shape.dealer_cards], seed=3)
    moves = solution.decide(shape.stage, {"player": player})
    results = np.stack(move_results(shape, Batch(plan, {"player": player, "dealer": dealer})))
    nets = results[moves, np.arange(rounds)]
    assert nets.mean() == pytest.approx(solution.mean, abs=4 * nets.std() / sqrt(rounds))


@pytest.mark.parametrize("game", ["boston-7-stud", "caribbean-stud", "dj-wild-stud-poker", "four-card-frenzy"])
def test_hands_that_prices_do_not_tell_apart_yield_the_same(game: str) -> None:
    plan = load_plan(game, {})
    shape, deck = shape_of(plan), against.one_deck(plan)
    assert deck is not None
    held = np.random.default_rng(7).permuted(np.tile(deck, (4000, 1)), axis=1)[:, : shape.cards].copy()
    mine = Facing(shape, {"player": held}, {}).mine()
    kinds = nets_by_kind(shape, held, mine, {})
    assert kinds.nets.shape[1] < len(held)
    np.testing.assert_array_equal(kinds.nets[:, kinds.of], nets_of(shape, held, mine, {}))
