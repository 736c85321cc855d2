"""Pai gow poker: arrays set and settle as single rounds do; the count equals brute force on a small deck."""

from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from numba import njit

from houseway.cards.text import format_card
from houseway.families import betting_spots, price, settle
from houseway.odds.arrays import Cards, Ints
from houseway.odds.executor import Executor, SharedInput
from houseway.odds.page import to_page
from houseway.odds.pai_gow import best_setting, dealt
from houseway.odds.pai_gow.best_setting import Weighing, best_way
from houseway.odds.pai_gow.dealt import OpenCards
from houseway.odds.pai_gow.flush_pairs import FlushPairs
from houseway.odds.pai_gow.nets import alternatives, main_wager, rows_of, side_wagers
from houseway.odds.pai_gow.pairs import OUTCOMES, outcome
from houseway.odds.pai_gow.rows import RowTable, set_by_classes
from houseway.odds.pai_gow.setting import Values, set_hands
from houseway.odds.pai_gow.showdown import Laid, Own, count_showdown, lay, lay_own_way
from houseway.odds.pai_gow.sides import Sides
from houseway.odds.pai_gow.simulate import PaiGowEngine
from houseway.odds.pricing import Question
from houseway.odds.report import as_json
from houseway.odds.simulate.setup import Setup
from houseway.odds.suit_classes.by_ranks import classes_of
from houseway.odds.suit_classes.keyed import suit_holdings
from houseway.odds.suit_classes.listed import all_hands
from houseway.odds.suit_classes.stock import Stock, stock_of
from houseway.play.core.roundfile import RoundFile
from houseway.play.pai_gow.plan import DEALER, PLAYER, Plan, load_plan
from houseway.play.pai_gow.setting import house_way, settings
from houseway.rules.errors import RuleError
from houseway.rules.patterns import Pattern, compile_pattern
from houseway.simulation import Run, engine_of, simulate

RULEBOOK = Path(__file__).parents[2] / "src/houseway/rulebook"
HOUSES: list[tuple[str, dict[str, Any]]] = [
    ("pai-gow-poker", {}),
    ("pai-gow-poker", {"wheel": "second", "complete_hand": "best high", "dragon": "one player"}),
    ("fortune-pai-gow-poker", {"joker": "fully wild", "doubled_payouts": True}),
    ("fortune-pai-gow-poker", {"copy": "loses the wager", "fortune_row": "best ranked", "dragon": "community"}),
    ("emperors-challenge", {}),
    ("emperors-challenge-exposed", {}),
    ("emperors-challenge-exposed", {"pay_tables": {"commission_free_option": "3"}}),
    ("ca-fortune-pai-gow-poker", {}),
]
IDS = [f"{game} {'-'.join(map(str, house))}" for game, house in HOUSES]


def random_hands(count: int, size: int = 7, seed: int = 1) -> Cards:
    rng = np.random.default_rng(seed)
    return np.argsort(rng.random((count, 53)), axis=1)[:, :size].astype(np.uint8)


def flushes(count: int, seed: int = 2) -> Cards:
    """Hands of one suit and the joker for the most part, so that flushes of all kinds come up."""
    rng = np.random.default_rng(seed)
    weight = rng.random((count, 53))
    weight[:, ::4] *= 0.3  # clubs and the joker come first
    return np.argsort(weight, axis=1)[:, :7].astype(np.uint8)


@pytest.mark.parametrize(("game", "house"), HOUSES, ids=IDS)
def test_arrays_are_set_as_single_hands(game: str, house: dict[str, Any]) -> None:
    plan = load_plan(game, house)
    cards = np.concatenate([random_hands(700), flushes(400)])
    values = set_hands(plan, cards)
    for row, low, high in zip(cards.tolist(), values.low.tolist(), values.high.tolist(), strict=True):
        single = house_way(plan, row)
        assert (single.low_value, single.high_value) == (low, high), row


@pytest.mark.nightly
@pytest.mark.parametrize(("game", "house"), HOUSES, ids=IDS)
def test_many_thousands_are_set_as_single_hands(game: str, house: dict[str, Any]) -> None:
    plan = load_plan(game, house)
    cards = np.concatenate([random_hands(15_000, seed=11), flushes(5_000, seed=12)])
    values = set_hands(plan, cards)
    for row, low, high in zip(cards.tolist(), values.low.tolist(), values.high.tolist(), strict=True):
        single = house_way(plan, row)
        assert (single.low_value, single.high_value) == (low, high), row


def test_ranks_decide_where_there_is_no_flush() -> None:
    plan = load_plan("fortune-pai-gow-poker", {})
    assert set_by_classes(plan)
    classes = classes_of(stock_of("53"), 7, 5)
    cards = np.concatenate([random_hands(40_000, seed=3), flushes(10_000)])
    numbers, flush = classes.number(cards)
    by_ranks, each = set_hands(plan, classes.plain.cards), set_hands(plan, cards)
    place = classes.place[numbers]
    assert (by_ranks.low[place] == each.low)[~flush].all()
    assert (by_ranks.high[place] == each.high)[~flush].all()
    assert (by_ranks.high[place] != each.high)[flush].any()
    assert 0 < flush.sum() < len(cards)


def test_a_way_that_looks_at_suits_is_set_card_by_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of one's own: with four cards of a suit the best high hand, otherwise the best low one."""
    text = (RULEBOOK / "colorado/30-1099.30-pai-gow-poker.toml").read_text()
    rows = 'rows = [{ hand = "flush_4", prefer = "high" }, {}]'
    path = tmp_path / "mine.toml"
    library = 'extends = "../library/pai-gow-house-way.toml"\n'
    assert library in text
    text = text.replace(library, "").replace("[house_way]\n", f"[house_way]\n{rows}\n")
    start, end = text.index("[options.complete_hand]"), text.index("[settle]")
    text = text[:start] + text[end:]
    path.write_text(text.replace('option = "complete_hand"\n', ""))
    plan = load_plan(str(path), {})
    assert not set_by_classes(plan)
    engine = engine_of(Setup(str(path)))
    assert isinstance(engine, PaiGowEngine)
    cards = random_hands(300, 14, seed=13)
    values = engine.values(PLAYER, engine.read(cards))
    for row, deal in enumerate(cards.tolist()):
        single = house_way(plan, deal[7:])
        assert (single.low_value, single.high_value) == (values.low[row], values.high[row])
    monkeypatch.setattr(dealt, "_WAY_BLOCKS", 2)
    priced = price(Question(str(path)))
    main = priced.report.main
    assert main is not None
    assert main.standard_error is not None
    assert 0.001 < main.standard_error < 0.005
    found = simulate(Setup(str(path), seed=14), Run(60_000))
    assert abs(found.mean + main.house_edge) < 4 * (found.standard_error**2 + main.standard_error**2) ** 0.5


def test_classes_hold_every_hand_once() -> None:
    classes = classes_of(stock_of("53"), 7, 5)
    assert int(classes.plain.weights.sum()) == comb(53, 7)
    assert int(classes.without_flush.sum() + classes.flush.weights.sum()) == comb(53, 7)
    # Five cards or more of a suit, the joker among them, by counting suit by suit.
    joker_less = sum(4 * comb(13, held) * comb(39, 7 - held) for held in range(5, 8))
    with_joker = sum(4 * comb(13, held) * comb(39, 6 - held) for held in range(4, 7))
    assert int(classes.flush.weights.sum()) == joker_less + with_joker
    assert classes.number(classes.flush.cards)[1].all()
    assert not classes.number(classes.plain.cards)[1].any()


@pytest.mark.parametrize(("game", "house"), HOUSES, ids=IDS)
def test_blocks_of_rounds_are_settled_as_single_rounds(game: str, house: dict[str, Any]) -> None:
    plan = load_plan(game, house)
    names = tuple(name for name in side_wagers(plan) if plan.wagers[name].spec.set_hands != "own_dragon")
    spots = betting_spots(RoundFile(game, house))
    meters = {meter: 10_000.0 for spot in spots for meter in spot.meters}
    engine = engine_of(Setup(game, house, meters, sides=names))
    assert isinstance(engine, PaiGowEngine)
    cards = np.concatenate([random_hands(250, 21, seed=7), _with_flushes(150)])
    hands = engine.read(cards)
    nets = engine.nets(hands)
    for row, deal in enumerate(cards.tolist()):
        texts = [format_card(card) for card in deal]
        choose = [f"insure {PLAYER}"] if any(plan.wagers[name].spec.choose for name in names) else []
        file = {
            "game": game,
            "house": house,
            "meters": meters,
            "seats": [
                {"wagers": dict.fromkeys((main_wager(plan), *names), 100), "cards": texts[7:14],
                 "actions": [*choose, "house way"]}
            ],
            "dealer": texts[:7],
            **({"piles": {"dragon": texts[14:]}} if engine.dragon else {}),
        }  # fmt: skip
        settled = {line.wager: line.net for line in settle(msgspec.convert(file, RoundFile)).seats[0]}
        for name, net in nets.items():
            assert settled[name] == pytest.approx(100 * 100 * net[row], abs=0.51), (name, texts)


def _with_flushes(count: int) -> Cards:
    weight = np.random.default_rng(5).random((count, 53))
    weight[:, ::4] *= 0.3
    dealt = np.argsort(weight, axis=1)[:, :21].astype(np.uint8)
    return np.random.default_rng(6).permuted(dealt, axis=1)


def test_open_cards_give_the_best_of_all_settings() -> None:
    plan = load_plan("emperors-challenge-exposed", {})
    engine = engine_of(Setup("emperors-challenge-exposed"))
    assert isinstance(engine, PaiGowEngine)
    cards = np.concatenate([random_hands(150, 14, seed=9), _with_flushes(150)[:, :14]])
    hands = engine.read(cards)
    dealer = engine.values(DEALER, hands)
    by_house = engine.outcomes(PLAYER, hands, dealer)
    best = OpenCards(engine.setup, np.zeros(1, np.int64)).outcomes(hands, dealer)
    for row, deal in enumerate(cards.tolist()):
        theirs = house_way(plan, deal[:7])
        found = settings(plan, deal[7:], list(combinations(deal[7:], 2)))
        won = [
            (mine.low_value > theirs.low_value) + (mine.high_value > theirs.high_value)
            for mine in found
            if not mine.foul
        ]
        assert best[row] == max(won)
    assert (best >= by_house).all()
    assert (best > by_house).any()


# -- a small deck, by brute force ------------------------------------------------------------------------------------


def small(*ranks: int, joker: bool = True) -> Stock:
    return Stock(tuple(int(rank in ranks) for rank in range(13)), ((52, 1),) if joker else ())


def cards_of(stock: Stock) -> Cards:
    suited = [4 * rank + suit for rank in range(13) if stock.copies[rank] for suit in range(4)]
    return np.array([*suited, *(card for card, _ in stock.extras)], np.uint8)


@njit(cache=True)
def _all_pairs(
    firsts: Ints, weights: Ints, masks: Ints,
    own_low: Ints, own_high: Ints, plain_low: Ints, plain_high: Ints,
    low: Ints, high: Ints, label: Ints, bare_low: Ints, bare_high: Ints, bare_label: Ints, flush: Ints,
    strict: bool, out: Ints, left: Ints,
) -> None:  # fmt: skip
    """Outcomes of all pairs, and what pairs of two flushes yield beyond each flush by itself."""
    for place in range(len(firsts)):
        one, weight = firsts[place], weights[place]
        for other in range(len(masks)):
            if masks[one] & masks[other]:
                continue
            now = outcome(own_low[one], own_high[one], low[other], high[other], strict)
            out[label[other], now] += weight
            if flush[one] and flush[other]:
                left[label[other], now] += weight
                left[label[other], outcome(plain_low[one], plain_high[one], low[other], high[other], strict)] -= weight
                own = outcome(own_low[one], own_high[one], bare_low[other], bare_high[other], strict)
                left[bare_label[other], own] -= weight
                both = outcome(plain_low[one], plain_high[one], bare_low[other], bare_high[other], strict)
                left[bare_label[other], both] += weight


def brute(plan: Plan, stock: Stock, made: Laid, own: Own | None = None) -> tuple[Ints, Ints]:
    """All pairs of hands, the first up to a renaming of suits: outcomes, and what two flushes add to them."""
    hands = all_hands(cards_of(stock), 7)
    masks = (np.int64(1) << hands.astype(np.int64)).sum(axis=1)
    firsts, weights, _ = suit_holdings(cards_of(stock), 7)
    order = np.argsort(masks)
    first = order[np.searchsorted(masks[order], (np.int64(1) << firsts.astype(np.int64)).sum(axis=1))]
    values = set_hands(plan, hands)
    shows = RowTable(plan, made.classes, made.rows, DEALER)
    label = np.searchsorted(made.shown, shows.of(hands))
    numbers, flush = made.classes.number(hands)
    place = made.classes.place[numbers]
    bare = set_hands(plan, made.classes.plain.cards)
    bare_label = np.searchsorted(made.shown, shows.plain)
    mine, plain = Values(*(one.copy() for one in values)), bare
    if own is not None:
        plain = own.bare
        for mine_values, ranks, flushed in zip(mine, plain, own.flush, strict=True):
            mine_values[:] = ranks[place]
            mine_values[flush] = [flushed[_class_of(made)[_shape(hand)]] for hand in hands[flush].tolist()]
    out, left = (np.zeros((len(made.shown), OUTCOMES), np.int64) for _ in range(2))
    _all_pairs(
        first, weights, masks, mine.low, mine.high, plain.low[place], plain.high[place],
        values.low, values.high, label, bare.low[place], bare.high[place], bare_label[place],
        flush.astype(np.int64), plan.game.spec.set_hands.copy_loses == "wager", out, left,
    )  # fmt: skip
    return out, left


def _shape(hand: list[int]) -> tuple[tuple[int, ...], ...]:
    """A hand up to a renaming of suits."""
    suits = [tuple(sorted(card >> 2 for card in hand if card < 52 and card & 3 == suit)) for suit in range(4)]
    return (*sorted(suits), tuple(card for card in hand if card >= 52))


def _class_of(made: Laid) -> dict[tuple[tuple[int, ...], ...], int]:
    return {_shape(hand): number for number, hand in enumerate(made.classes.flush.cards.tolist())}


SMALL: list[tuple[Stock, str, dict[str, Any]]] = [
    (small(12, 11, 10, 9), "pai-gow-poker", {}),
    (small(12, 7, 4, 3), "emperors-challenge-exposed", {}),
    (small(11, 10, 9, 8), "fortune-pai-gow-poker", {"joker": "fully wild", "copy": "loses the wager"}),
]


@pytest.mark.parametrize(("stock", "game", "house"), SMALL, ids=[game for _, game, _ in SMALL])
def test_the_count_equals_brute_force(stock: Stock, game: str, house: dict[str, Any]) -> None:
    plan = load_plan(game, house)
    shown = tuple(compile_pattern(Pattern(category=one), DEALER) for one in ("four_of_a_kind", "flush"))
    made = lay(stock, plan, shown)
    assert len(made.shown) == 4
    out, left = brute(plan, stock, made)
    counted = sum(made.count(part, 3) for part in range(3))
    assert (counted + left == out).all()
    assert int(out.sum()) == comb(17, 7) * comb(10, 7)


@pytest.mark.parametrize(("stock", "game", "house"), SMALL[:2], ids=[game for _, game, _ in SMALL[:2]])
def test_the_best_way_is_the_best_of_all_settings(
    stock: Stock, game: str, house: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each way to set a hand is worth what all hands of the dealer make it, flushes apart; then all is counted."""
    plan = load_plan(game, house)
    nets = np.array([[-1.0, 0.0, 0.95]])
    monkeypatch.setattr(best_setting, "_IN_DOUBT", 2.0)  # seven of seventeen cards change every chance
    kit = SharedInput(lay, stock, plan, ())
    weighing = SharedInput(Weighing, kit)
    made = weighing.made.laid
    hands = all_hands(cards_of(stock), 7)
    masks = (np.int64(1) << hands.astype(np.int64)).sum(axis=1)
    place = made.classes.place[made.classes.number(hands)[0]]
    theirs = set_hands(plan, made.classes.plain.cards)
    own = best_way(weighing, nets, Executor())
    for row in np.random.default_rng(6).choice(len(hands), 40, replace=False).tolist():
        apart = masks & masks[row] == 0
        low, high = theirs.low[place[apart]], theirs.high[place[apart]]
        first = made.classes.plain.cards[place[row]].tolist()
        worth = {
            (mine.low_value, mine.high_value): nets[0][(mine.low_value > low) * 1 + (mine.high_value > high)].mean()
            for mine in settings(plan, first, list(combinations(first, 2)))
            if not mine.foul
        }
        chosen = worth[int(own.bare.low[place[row]]), int(own.bare.high[place[row]])]
        assert chosen == pytest.approx(max(worth.values()), abs=1e-12)
    with_own = lay_own_way(kit, own)
    out, left = brute(plan, stock, with_own, own)
    assert (sum(with_own.count(part, 3) for part in range(3)) + left == out).all()
    assert (out * nets).sum() > (brute(plan, stock, made)[0] * nets).sum()
    by_house = count_showdown(kit, Executor())
    assert by_house.counts is not None
    assert (by_house.counts == brute(plan, stock, made)[0]).all()
    best = count_showdown(SharedInput(lay_own_way, kit, own), Executor(), by_house)
    assert best.counts is not None
    assert (best.counts == out).all()


def test_games_whose_cards_are_set_alike_are_counted_once() -> None:
    stock = small(12, 11, 9, 4, 0)

    def identity(game: str, house: dict[str, Any]) -> bytes:
        return lay(stock, load_plan(game, house), ()).identity

    plain = identity("pai-gow-poker", {})
    assert identity("fortune-pai-gow-poker", {}) == plain
    assert identity("fortune-pai-gow-poker", {"copy": "loses the wager"}) != plain
    assert identity("fortune-pai-gow-poker", {"joker": "fully wild"}) != plain


TWO_FLUSHES: list[tuple[Stock, str, dict[str, Any]]] = [
    (small(12, 10, 9, 6, 3, joker=False), "pai-gow-poker", {}),
    (small(12, 11, 10, 8, 5), "emperors-challenge-exposed", {}),
    (small(12, 11, 9, 4, 0), "fortune-pai-gow-poker", {"joker": "fully wild", "copy": "loses the wager"}),
]


@pytest.mark.parametrize(("stock", "game", "house"), TWO_FLUSHES, ids=[game for _, game, _ in TWO_FLUSHES])
def test_pairs_of_two_flushes_equal_brute_force(stock: Stock, game: str, house: dict[str, Any]) -> None:
    plan = load_plan(game, house)
    shown = tuple(compile_pattern(Pattern(category=one), DEALER) for one in ("four_of_a_kind", "flush"))
    made = lay(stock, plan, shown)
    out, beyond = brute(plan, stock, made)
    assert (beyond != 0).any()
    counted = sum(made.flush_pairs.count(part) for part in range(FlushPairs.parts))
    assert (counted - beyond == 0).all()
    found = count_showdown(SharedInput(lay, stock, plan, shown), Executor())
    assert found.counts is not None
    assert (found.counts == out).all()
    assert int(out.sum()) == comb(stock.size, 7) * comb(stock.size - 7, 7)
    assert found.error(np.ones(out.shape)) == 0


# -- wagers on seven cards -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "wager", "stock"),
    [
        ("fortune-pai-gow-poker", "fortune_bonus", small(12, 11, 10, 9, 8)),
        ("emperors-challenge", "emperors_treasure_progressive", small(12, 11, 10, 9, 8)),
        ("emperors-challenge", "pai_gow_insurance_progressive", small(0, 1, 2, 4, 5, 6, 7, joker=False)),
    ],
)
def test_rows_are_counted_as_one_by_one(game: str, wager: str, stock: Stock) -> None:
    plan = load_plan(game, {})
    rows = rows_of(alternatives(plan, plan.wagers[wager].spec.pay_table, PLAYER))
    table = RowTable(plan, classes_of(stock, 7, 5), rows, PLAYER)
    found = table.census()
    assert found is not None
    values, counts = np.unique(table.of(all_hands(cards_of(stock), 7)), return_counts=True)
    assert found.counts == dict(zip(values.tolist(), counts.tolist(), strict=True))
    assert len(found.counts) > 2


def test_no_pair_hands_of_the_insurance_by_suits_and_ranks() -> None:
    """Seven different ranks without five in a row, in suits without five alike: counted from ranks and suits."""
    prices = Sides(load_plan("emperors-challenge", {})).wager("pai_gow_insurance", every_table=False)
    lines = {line.hand: line.probability * comb(53, 7) for line in next(iter(prices.values())).lines}
    wheel = (12, 0, 1, 2, 3)

    def straight(ranks: tuple[int, ...]) -> bool:
        held = set(ranks)
        return set(wheel) <= held or any(set(range(low, low + 5)) <= held for low in range(9))

    suits = 4**7 - 4 * sum(comb(7, alike) * 3 ** (7 - alike) for alike in range(5, 8))
    for top in range(7, 12):
        ranks = [(*rest, top) for rest in combinations(range(top), 6) if not straight((*rest, top))]
        assert lines[f"high {'23456789TJQKA'[top]}"] == pytest.approx(len(ranks) * suits, abs=1e-3)


def test_fortune_bonus_hands_are_the_published_counts() -> None:
    """Combinations printed in public analyses of the bonus for 53 cards."""
    prices = Sides(load_plan("fortune-pai-gow-poker", {})).wager("fortune_bonus", every_table=True)
    counts = {line.hand: round(line.probability * comb(53, 7)) for line in prices["01"].lines}
    assert counts["seven_card_natural_straight_flush"] == 4 * 8
    assert counts["five_aces"] == comb(48, 2)
    assert next(iter(prices)) == "01"
    assert list(prices) == ["01", "02", "03", "04", "06", "07"]  # the others are printed for a joker that is any card
    assert msgspec.json.encode(prices)  # plain numbers all through
    assert counts["royal_flush_and_royal_match"] == 4 * 6 * 3  # one of five may be the joker, K-Q of another suit


def test_schedules_for_a_wild_joker_are_compared_with_a_wild_joker() -> None:
    sides = Sides(load_plan("fortune-pai-gow-poker", {"joker": "fully wild"}))
    prices = sides.wager("fortune_bonus", every_table=True)
    assert sorted(prices) == ["Fully Wild 01", "Fully Wild 02", "Fully Wild 03", "Fully Wild 11"]
    for priced in prices.values():
        counts = {line.hand: round(line.probability * comb(53, 7)) for line in priced.lines}
        assert counts["five_aces"] == comb(48, 2)  # four of a rank, the joker, and any two
        assert counts["five_of_a_kind"] == 12 * comb(48, 2)
    meters = sides.wager("progressive", every_table=True)
    assert sorted(meters) == ["2-Level", "3-Level", "Fully Wild 02", "Multi Level 01", "Multi Level 02"]


def test_a_meter_has_a_slope_and_breaks_even() -> None:
    plan = load_plan("fortune-pai-gow-poker", {})
    without = Sides(plan).wager("progressive", every_table=False)["Semi Wild 01"]
    at = without.break_even["progressive"]
    even = Sides(plan, {"progressive": at}).wager("progressive", every_table=False)["Semi Wild 01"]
    assert without.house_edge > 0
    assert even.house_edge == pytest.approx(0, abs=1e-9)


# -- exact and simulated ---------------------------------------------------------------------------------------------


def test_the_wagers_on_seven_cards_are_priced_as_they_are_simulated() -> None:
    house = {"dragon": "community"}
    sides = Sides(load_plan("fortune-pai-gow-poker", house))
    names = ("fortune_bonus", "pai_gowd", "progressive")
    found = simulate(Setup("fortune-pai-gow-poker", house, sides=names, seed=4), Run(1_000_000))
    assert 0.02 < -found.mean < 0.034
    for name in names:
        one = next(iter(sides.wager(name, every_table=False).values()))
        assert abs(found.wagers[name].house_edge - one.house_edge) < 4 * found.wagers[name].standard_error, name
        assert found.wagers[name].hit_frequency == pytest.approx(one.hit_frequency, abs=0.002)


@pytest.mark.nightly
def test_the_price_and_a_simulation_agree() -> None:
    question = Question("fortune-pai-gow-poker", {"dragon": "community"}, every_table=True)
    priced = price(question)
    main = priced.report.main
    assert main is not None
    assert main.standard_error is None
    assert priced.report.method == "exact"
    assert sum(priced.counts.values()) == comb(53, 7) * comb(46, 7)
    assert priced.report.side_bets["ante (set the best way)"].cycle == comb(53, 7) * comb(46, 7)
    assert 0.026 < main.house_edge < 0.0285  # published for house ways of this kind: about 2.7 to 2.84%
    sides = {name: one for name, one in priced.report.side_bets.items() if "(" not in name}  # wagers one can make
    found = simulate(Setup(question.game, dict(question.house), sides=tuple(sides), seed=4), Run(3_000_000))
    assert abs(found.mean + main.house_edge) < 4 * found.standard_error
    assert found.std_dev == pytest.approx(main.std_dev, abs=0.002)
    for name, one in sides.items():
        assert abs(found.wagers[name].house_edge - one.house_edge) < 4 * found.wagers[name].standard_error, name
        assert found.wagers[name].hit_frequency == pytest.approx(one.hit_frequency, abs=0.001)
    assert priced.report.side_bets["community_dragon"].house_edge == pytest.approx(main.house_edge)
    assert len(priced.sides["fortune_bonus"]) == 6
    assert msgspec.json.encode(as_json(priced.report))
    assert "Fortune" in to_page(question, priced)


@pytest.mark.nightly
@pytest.mark.parametrize(("game", "house"), HOUSES, ids=IDS)
def test_every_house_is_priced_as_it_is_simulated(game: str, house: dict[str, Any]) -> None:
    priced = price(Question(game, house, every_table=True))
    main = priced.report.main
    assert main is not None
    assert main.standard_error is None
    sides = {name: one for name, one in priced.report.side_bets.items() if "(" not in name}
    found = simulate(Setup(game, dict(house), sides=tuple(sides), seed=8), Run(10_000_000))
    assert abs(found.mean + main.house_edge) < 4 * found.standard_error
    for name, one in sides.items():
        assert abs(found.wagers[name].house_edge - one.house_edge) < 4 * found.wagers[name].standard_error, name


def test_any_number_of_threads_gives_the_same_result() -> None:
    setup = Setup("fortune-pai-gow-poker", sides=("fortune_bonus",), seed=5)
    rounds = 3 * engine_of(setup).info.block + 17
    one, two = (simulate(setup, Run(rounds, threads)) for threads in (1, 2))
    assert one == two


def test_a_way_of_ones_own_from_a_file() -> None:
    """The pair behind and high cards in front loses more than the house way."""
    rows = '{"rows": [{"prefer": "high"}]}'
    own = simulate(Setup("pai-gow-poker", strategy=rows, seed=6), Run(400_000))
    by_house = simulate(Setup("pai-gow-poker", seed=6), Run(400_000))
    assert own.strategy == "file"
    assert own.mean < by_house.mean - 4 * own.standard_error
    for bad in ('{"river": []}', "[1]", '{"rows": [{"hand": "nonsense"}]}'):
        with pytest.raises(RuleError):
            simulate(Setup("pai-gow-poker", strategy=bad), Run(10))
    with pytest.raises(RuleError, match="no side wager"):
        simulate(Setup("pai-gow-poker", sides=("trips",)), Run(10))
