"""Wagers on several hands at once: bad beats and the best hand of the table, against brute force on small decks."""

from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest

from houseway.odds.arrays import Cards
from houseway.odds.house_poker.bad_beats import bad_beats
from houseway.odds.house_poker.batch import Batch
from houseway.odds.house_poker.best_of_table import best_of_deals, best_of_table
from houseway.odds.house_poker.best_of_table.cores import Pack, cores_of
from houseway.odds.house_poker.best_of_table.disjoint import disjoint_sets
from houseway.odds.house_poker.best_of_table.meeting import meetings
from houseway.odds.house_poker.best_of_table.template import match_hands
from houseway.odds.house_poker.sides import Sides
from houseway.odds.matchings import MOST_STATES, matchings
from houseway.odds.suit_classes.keyed import suit_holdings
from houseway.odds.suit_classes.listed import all_hands
from houseway.odds.suit_classes.stock import Stock
from houseway.play.house_poker.plan import Plan, load_plan


def small(ranks: str, joker: bool = False) -> Stock:
    return Stock(tuple(int(rank in ranks) for rank in "23456789TJQKA"), ((52, 1),) if joker else ())


@pytest.mark.parametrize(
    ("game", "wager", "stock"),
    [
        ("dj-wild-stud-poker", "two_way_bad_beat", small("2KA", joker=True)),
        ("dj-wild-stud-poker", "two_way_bad_beat", small("JQA")),
    ],
)
def test_bad_beats_counted_like_all_deals(game: str, wager: str, stock: Stock) -> None:
    plan = load_plan(game, {})
    words = plan.wagers[wager]
    assert words.table is not None
    found = bad_beats(plan, words, words.table, stock)
    assert found is not None
    mine = sum(stage.deal.get("player", 0) for stage in plan.stages)
    theirs = sum(stage.deal.get("dealer", 0) for stage in plan.stages)
    deck = stock.cards
    paid: dict[float, int] = {}
    for own in all_hands(deck, mine):
        others = all_hands(deck[~np.isin(deck, own)], theirs)
        batch = Batch(plan, {"player": np.tile(own, (len(others), 1)), "dealer": others})
        for net, count in zip(*np.unique(batch.nets(wager), return_counts=True), strict=True):
            paid[float(net)] = paid.get(float(net), 0) + int(count)
    assert found.total == sum(paid.values()) == comb(len(deck), mine) * comb(len(deck) - mine, theirs)
    sides = Sides(plan)
    priced: dict[float, int] = {}
    for label, count in found.counts.items():
        row = words.table.rows[label - 1].pays[0] if label else None
        net = -1.0 if row is None else sides._worth(words, row, words.table).at({})
        priced[net] = priced.get(net, 0) + count
    assert {net: count for net, count in priced.items() if count} == paid
    assert len(paid) > 2


def sizes_of_matchings(edges: list[tuple[int, int]], free: int, most: int) -> list[int]:
    """Matchings by size, one edge after the other."""
    found = [1] + [0] * most
    for place, (a, b) in enumerate(edges):
        if most and free >> a & 1 and free >> b & 1:
            rest = sizes_of_matchings(edges[place + 1 :], free & ~(1 << a | 1 << b), most - 1)
            for size, count in enumerate(rest):
                found[size + 1] += count
    return found


@pytest.mark.parametrize("seed", range(40))
def test_matchings_counted_like_sets_of_edges(seed: int) -> None:
    random = np.random.default_rng(seed)
    many = random.integers(1, 4, size=random.integers(1, 6))
    joined = random.random((len(many), len(many))) < random.choice([0.2, 0.5, 0.9])
    joined |= joined.T
    if seed % 3 == 0:
        joined[0, :] = joined[:, 0] = True
    kind_of = np.repeat(np.arange(len(many)), many)
    edges = [(a, b) for a, b in combinations(range(len(kind_of)), 2) if joined[kind_of[a], kind_of[b]]]
    found = np.zeros(5)
    assert matchings(many.copy(), joined.copy(), found)
    assert found.tolist() == sizes_of_matchings(edges, (1 << len(kind_of)) - 1, 4)


def sets_one_by_one(hands: list[int], most: int) -> list[int]:
    """Sets of hands that share no card, by size, one hand after the other."""
    found = [1] + [0] * most
    for place, hand in enumerate(hands):
        if most:
            rest = sets_one_by_one([other for other in hands[place + 1 :] if not other & hand], most - 1)
            for size, count in enumerate(rest):
                found[size + 1] += count
    return found


@pytest.mark.parametrize("seed", range(20))
def test_disjoint_sets_are_those_found_one_by_one(seed: int) -> None:
    """Hands of three cards: of some ranks whatever their suits, some only within a suit, some with wild cards."""
    rng = np.random.default_rng(seed)
    suits, wilds = 2 + seed % 3, seed % 4 % 3
    ranks = 16 // suits - 1
    natural = [(rank, suit) for rank in range(ranks) for suit in range(suits)]
    pack = Pack(np.array([rank for rank, _ in natural]), np.array([suit for _, suit in natural]), wilds)
    patterns = [tuple(sorted(rng.integers(0, ranks, 3 - rng.integers(0, wilds + 1)).tolist())) for _ in range(3)]
    suited = [tuple(sorted(rng.choice(ranks, 3, replace=False).tolist())) for _ in range(3)]
    hands = []
    for places in combinations(range(len(natural) + wilds), 3):
        cards = [natural[place] for place in places if place < len(natural)]
        of_ranks, of_suits = tuple(rank for rank, _ in cards), {suit for _, suit in cards}
        if of_ranks in patterns or (of_ranks in suited and len(of_suits) == 1):
            hands.append(sum(1 << place for place in places))
    cores = cores_of(np.array(hands, np.uint64), pack, 3)
    assert cores is not None
    assert len(hands) > 3
    assert disjoint_sets(cores, pack, 3, 4) == sets_one_by_one(hands, 4)


@pytest.mark.parametrize(
    ("game", "wager", "stock", "row"),
    [
        ("caribbean-stud", "cover_all_bonus", small("A2345"), "straight"),
        ("caribbean-stud", "cover_all_bonus", small("29TK"), "three_of_a_kind"),
        ("crazy-4-poker", "cover_all", small("TJQK"), "three_of_a_kind"),
        ("dj-wild-stud-poker", "cover_all_bonus", small("2JQA", joker=True), "full_house"),
        ("dj-wild-stud-poker", "cover_all_bonus", small("29JQ", joker=True), "straight_flush"),
    ],
)
def test_hands_of_a_short_deck_that_share_no_card(game: str, wager: str, stock: Stock, row: str) -> None:
    """One, two and three hands of five cards that meet a row, against all pairs and threes of them."""
    plan = load_plan(game, {})
    words = plan.wagers[wager]
    assert words.table is not None
    shape = match_hands(plan, words.table, words.spec.best_of, stock)
    assert shape is not None
    last = [one.name for one in words.table.rows].index(row)
    (meeting,) = meetings(shape)
    cores = cores_of(meeting.hands[meeting.rows <= last], meeting.pack, 5)
    assert cores is not None
    every = all_hands(stock.cards, 5)
    rows = Batch(plan, {"player": every}).decisive(words.table)
    met = every[(rows >= 0) & (rows <= last)].astype(np.int64)
    sets = np.zeros((len(met), 53), np.float32)
    np.put_along_axis(sets, met, 1.0, axis=1)
    apart = (sets @ sets.T == 0).astype(np.float32)
    threes = (apart @ apart * apart).sum(dtype=np.float64)
    assert disjoint_sets(cores, meeting.pack, 5, 3) == [1, len(met), apart.sum(dtype=np.float64) / 2, threes / 6]
    assert apart.any()


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("game", "wager", "edge", "error"),
    [
        ("caribbean-stud", "cover_all_bonus (8 hands)", 0.0645177, 1.3e-5),
        ("crazy-4-poker", "cover_all (7 hands)", 0.0855274, 7.4e-6),
        ("dj-wild-stud-poker", "cover_all_bonus (7 hands)", -2.1901461, 6.4e-6),
        ("let-it-ride", "cover_all_bonus (7 hands)", 0.0878220, 6.5e-6),
    ],
)
def test_cover_all_counted_agrees_with_earlier_samples(game: str, wager: str, edge: float, error: float) -> None:
    """What versions that sampled three hands and more gave, with its standard error."""
    (price,) = Sides(load_plan(game, {})).wager(wager.split()[0], False)[wager].values()
    assert price.method == "exact"
    assert price.cycle
    assert price.house_edge == pytest.approx(edge, abs=4 * error)


def test_cover_all_of_three_card_poker_in_whole_deals() -> None:
    """All deals to three hands; of the sampled prices of earlier versions none lies four standard errors off."""
    plan = load_plan("three-card-poker", {})
    found = Sides(plan).wager("cover_all_bonus", False)
    edges = {name: next(iter(prices.values())) for name, prices in found.items()}
    assert edges["cover_all_bonus (3 hands)"].cycle == comb(52, 3) * comb(49, 3) * comb(46, 3)
    assert all(price.method == "exact" and price.cycle for price in edges.values())
    assert edges["cover_all_bonus (3 hands)"].house_edge == pytest.approx(0.0792907, abs=4 * 1.2e-6)
    assert edges["cover_all_bonus (8 hands)"].house_edge == pytest.approx(0.1017000, abs=4 * 1.2e-5)


def rows_of(plan: Plan, wager: str, boards: Cards, own: Cards) -> Cards:
    """The row of each choice of own cards beside a board, beyond the last row if it meets none."""
    table = plan.wagers[wager].table
    assert table is not None
    rows = Batch(plan, {"player": own, "community": boards}).decisive(table).astype(np.int64)
    return np.where(rows < 0, len(table.rows), rows)


def by_brute_force(plan: Plan, wager: str, deck: Cards, shared: int, own: int) -> list[list[float]]:
    """[hands - 1][row]: the chance of the row or a better one, from all kinds of boards, all disjoint sets of hands.

    Three hands are counted for the last row only.
    """
    table = plan.wagers[wager].table
    assert table is not None
    last = len(table.rows)
    met, total = np.zeros((3, last)), np.zeros(3)
    boards, weights, _ = suit_holdings(deck, shared)
    beside = np.stack([all_hands(deck[~np.isin(deck, board)], own) for board in boards])
    many = beside.shape[1]
    all_rows = rows_of(plan, wager, np.repeat(boards, many, axis=0), beside.reshape(-1, own)).reshape(-1, many)
    for holdings, rows, weight in zip(beside, all_rows, weights, strict=True):
        sets = np.zeros((len(holdings), 52), np.float32)
        np.put_along_axis(sets, holdings.astype(np.int64), 1.0, axis=1)
        apart = (sets @ sets.T == 0).astype(np.float32)
        for row in range(-1, last):
            free = rows > row
            among = np.ascontiguousarray(apart[np.ix_(free, free)])
            threes = (among @ among * among).sum(dtype=np.float64) if row in (-1, last - 1) else 0.0
            ways = weight * np.array([len(among), among.sum(dtype=np.float64), threes])
            if row < 0:
                whole = ways
                total += whole
            else:
                met[:, row] += whole - ways
    return [list(met[hands] / total[hands]) for hands in range(3)]


@pytest.mark.parametrize(
    ("game", "wager", "ranks", "shared", "own"),
    [
        ("mississippi-stud", "cover_all", "TJQKA", 3, 2),
        ("three-card-poker", "cover_all_bonus", "TJQKA", 0, 3),
        ("let-it-ride", "cover_all_bonus", "8TJQ", 2, 3),
    ],
)
def test_best_hand_of_a_table_counted_like_all_deals(game: str, wager: str, ranks: str, shared: int, own: int) -> None:
    plan, stock = load_plan(game, {}), small(ranks)
    words = plan.wagers[wager]
    assert words.table is not None
    found = best_of_table(plan, words.table, words.spec.best_of, 3, stock)
    assert found is not None
    wanted = by_brute_force(plan, wager, stock.cards, shared, own)
    last = len(words.table.rows) - 1
    for hands, chances in enumerate(found):
        at_least = np.cumsum(chances.rows)[:-1]
        assert chances.covariance is None
        for row in range(last + 1) if hands < 2 else (last,):
            assert at_least[row] == pytest.approx(wanted[hands][row], abs=1e-12)
    assert wanted[2][-1] > wanted[0][-1] > 0


@pytest.mark.parametrize(
    "game", ["ultimate-texas-holdem", pytest.param("dj-wild-stud-poker", marks=pytest.mark.nightly)]
)
def test_best_hand_of_a_table_agrees_with_deals_drawn_at_random(game: str) -> None:
    plan = load_plan(game, {})
    wager = next(wager for wager in plan.wagers.values() if wager.spec.best_of)
    assert wager.table is not None
    counted = best_of_table(plan, wager.table, wager.spec.best_of, 5)
    assert counted is not None
    drawn = best_of_deals(plan, wager.table, wager.spec.best_of, 4, 200_000)
    for chances, seen in zip(counted[1:], drawn, strict=True):
        for share, other in zip(chances.rows, seen.rows, strict=True):
            assert abs(share - other) < 4.5 * (share * (1 - share) / 200_000) ** 0.5 + 1e-6


@pytest.mark.parametrize("kinds", [21, 9])
def test_matchings_of_a_graph_too_large_for_its_states_are_those_found_card_by_card(kinds: int) -> None:
    """Twenty-one cards that are all different, or nine kinds of four, joined at random and by a core."""
    rng, found = np.random.default_rng(4), np.zeros(7)
    linked = np.triu(rng.random((kinds, kinds)) < 0.3, 1)
    linked |= linked.T
    many = np.ones(kinds, np.int64)
    if kinds == 9:
        many[:] = 4
        linked[:7, :7] = np.eye(7, dtype=np.bool_)
    assert matchings(many.copy(), linked.copy(), found)
    assert np.prod(many + 1) > MOST_STATES
    of = np.repeat(np.arange(kinds), many)
    size, joined = len(of), linked[of][:, of] & ~np.eye(len(of), dtype=np.bool_)

    @cache
    def counted(left: int) -> tuple[int, ...]:
        """Matchings by size among the cards of a set."""
        if not left:
            return (1, *(0,) * 6)
        card = left.bit_length() - 1
        rest = left & ~(1 << card)
        total = list(counted(rest))
        for other in range(card):
            if rest >> other & 1 and joined[card, other]:
                for place, ways in enumerate(counted(rest & ~(1 << other))[:-1]):
                    total[place + 1] += ways
        return tuple(total)

    assert found.tolist() == list(counted((1 << size) - 1))
