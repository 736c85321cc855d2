"""The worth of states against games that are counted whole, and what cannot be priced is refused."""

from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.games import all_games, house_poker_games
from tests.odds.solved import short_bonus_6, solved

from houseway.cards.text import format_card
from houseway.check import price_check
from houseway.families import fitting_solver, price
from houseway.odds.arrays import Cards, Ints
from houseway.odds.executor import LOCAL
from houseway.odds.house_poker.batch import Batch
from houseway.odds.house_poker.places import begin
from houseway.odds.house_poker.price import fitting_solver as fitting
from houseway.odds.house_poker.price import played_together
from houseway.odds.house_poker.sampled import advised
from houseway.odds.house_poker.sampled import solve as sampled
from houseway.odds.house_poker.sampled.facing import Counter
from houseway.odds.house_poker.sampled.law import Law, joined
from houseway.odds.house_poker.sampled.moves import StateValue
from houseway.odds.house_poker.sampled.tree import COUNT_ALL, Effort, act, advance, moves_of, survey
from houseway.odds.house_poker.sampled.worth import Valuer
from houseway.odds.house_poker.sides import Sides
from houseway.odds.house_poker.solvers import find_solver
from houseway.odds.house_poker.wagers import played_beside, side_wagers
from houseway.odds.pricing import Question
from houseway.odds.report import as_json
from houseway.odds.suit_classes.subsets import starts_of
from houseway.play.house_poker.plan import load_plan
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game

TWO_CARDS_OPEN = """
extends = "caribbean-stud"
id = "open-stud"
name = "Open Stud"
jurisdiction = "HOUSE"
rule = "House rules"
drops = ["wagers.cover_all_bonus"]

[[stages]]
name = "deal"
deal = { player = 5, dealer = 5 }
up = ["dealer[1-2]"]
rule = "1"

[[stages]]
name = "bet or fold"
decide = [
  { do = "fold", fold = true, rule = "2" },
  { do = "bet", bet = ["bet"], times = "ante", by = [2], rule = "2" },
]
rule = "2"

[[stages]]
name = "showdown"
up = ["dealer"]
rule = "3"
"""


@pytest.mark.parametrize("game", ["three-card-poker", "let-it-ride", "casino-war"])
def test_small_games_are_counted_to_the_last_digit(game: str) -> None:
    plan, exact = load_plan(game, {}), solved(game)
    assert sampled.counts_all(plan)
    found = sampled.solve(plan, {})
    assert found.error is None
    assert found.mean == pytest.approx(exact.mean, abs=1e-12)
    assert found.square == pytest.approx(exact.square, abs=1e-9)
    assert found.average_bet == pytest.approx(exact.average_bet, abs=1e-12)
    assert found.count is not None
    counts, chances = found.count(), exact.outcomes
    cycle = sum(counts.values())
    assert {net: count / cycle for net, count in counts.items()} == pytest.approx(
        {net: chance for net, chance in chances.items() if chance}, abs=1e-12
    )


def _edge(game: str, **house: Any) -> float:
    found = sampled.solve(load_plan(game, house), {})
    assert found.error is None
    return -found.mean


def test_30_1099_48_a_card_changed_unseen_is_counted() -> None:
    """Every net result has its deals: three own cards, up to two that come for others, and the dealer's three."""
    found = sampled.solve(load_plan("three-card-draw-poker", {}), {})
    assert -found.mean == pytest.approx(0.010418, abs=5e-7)
    assert found.error is None
    assert found.count is not None
    counts = found.count()
    cycle = sum(counts.values())
    assert cycle % comb(52, 3) == 0
    for power, expected in ((1, found.mean), (2, found.square)):
        assert sum(net**power * count for net, count in counts.items()) / cycle == pytest.approx(expected, rel=1e-12)


def test_what_states_come_to_is_lost_where_there_are_more_ways_than_a_number_holds() -> None:
    many, few, rows = Law(2, (1 << 61) + 3), Law(2, 3), np.arange(2)
    for law in (many, few):
        law.add(np.array([[1.0], [-1.0]]), np.full((2, 1), law.cycle))
    kept = Law(2)
    kept.put(rows, few)
    assert kept.counts([1, 2]) == (3, {10**9: 3, -(10**9): 6})
    kept.put(rows, many)
    assert (kept.cycle, joined([kept.counts([1, 2]), few.counts([1, 1])])) == (0, {})


@pytest.mark.nightly
def test_small_games_agree_with_counts_made_apart() -> None:
    """By plain programs that share nothing with this one, to as many digits as they printed."""
    counted = {
        "colorado-holdem": ("variation_1", {"4": 0.047312, "4A": 0.051330, "4B": 0.055152}),
        "bonus-6": ("main", {"A": 0.104225, "B": 0.136652, "C": 0.099608, "D": 0.182628, "E": 0.183090}),
    }
    for game, (table, edges) in counted.items():
        for table_id, edge in edges.items():
            assert _edge(game, pay_tables={table: table_id}) == pytest.approx(edge, abs=6e-7), (game, table_id)
    assert _edge("colorado-holdem", variation=2) == pytest.approx(0.029562, abs=6e-7)
    assert _edge("boston-5-stud") == pytest.approx(0.087012, abs=6e-7)
    assert _edge("three-shot-poker") == pytest.approx(0.0633484, abs=6e-8)


def test_30_1099_21_cards_of_two_packs_are_counted() -> None:
    """Three identical cards of three packs: 52 of the C(156, 3) choices; 48 to 1 on one of 52 cards."""
    sides = price(Question("208-poker")).report.side_bets
    assert sides["three_card.three_identical"].hit_frequency == pytest.approx(52 / comb(156, 3), rel=1e-12)
    assert sides["card_2.value_and_suit.Ah"].house_edge == pytest.approx(3 / 52, rel=1e-12)
    assert {side.method for side in sides.values()} == {"exact"}


@pytest.mark.parametrize("game", ["caribbean-stud"])
def test_sampled_games_agree_with_the_count_within_their_error(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With an up card."""
    monkeypatch.setattr(sampled, "_AIM", 0.006)
    monkeypatch.setattr(sampled, "_BUDGET", 2e7)
    monkeypatch.setattr(sampled, "_FIRST_LOOK", 2_000)
    exact = solved(game)
    found = sampled.solve(load_plan(game, {}), {})
    assert found.error is not None
    assert 0 < found.error < 0.01
    assert abs(found.mean - exact.mean) < 4 * found.error
    assert found.average_bet == pytest.approx(exact.average_bet, rel=0.02)


@pytest.mark.parametrize(
    ("game", "states"),
    [("ultimate-texas-holdem", 200), pytest.param("vegas-double-action", 600, marks=pytest.mark.nightly)],
)
def test_best_play_lies_between_what_was_chosen_blindly_and_with_a_look(game: str, states: int) -> None:
    """Three decisions, and thirty-two ways to throw cards away: with few deals the two are far apart."""
    plan = load_plan(game, {})
    made = sampled.States(plan, Effort(300, 60, (24, 12, 8), most=0), {}, sampled._kinds(plan))
    total = sampled._total(made.drawn(block, states // 2) for block in range(sampled._BLOCKS))
    low, high, error = total.low / total.weight, total.high / total.weight, total.variance**0.5
    assert high - low > error
    assert low - 4 * error < solved(game).mean < high + 4 * error


def test_the_best_of_few_deals_is_not_taken_for_its_worth() -> None:
    """States of Six Card Poker counted out, and by sixteen deals and more where two moves are near each other."""
    plan = load_plan("six-card-poker", {})
    now = advance(begin(plan))
    states = np.zeros((2_000, 12), np.uint8)
    rng = np.random.default_rng(3)
    states[:, now.seen] = np.argsort(rng.random((len(states), 52)), axis=1)[:, : len(now.seen)]
    exact = Valuer(plan, Effort(20_000, 1, (2,)), {}, 1, Counter(plan)).worth(now, states)
    few = Valuer(plan, Effort(100, 1, (16,)), {}, 1, Counter(plan)).worth(now, states)
    assert (exact.low == exact.high).all()
    for found in (few.low, few.high):
        difference = found - exact.low
        assert abs(difference.mean()) < 4 * difference.std() / len(states) ** 0.5 + 0.002
    assert few.low.mean() <= few.high.mean()


def test_a_file_that_no_solver_counts_is_priced_with_its_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two dealer cards shown instead of one can only help the player."""
    monkeypatch.setattr(sampled, "_AIM", 0.02)
    monkeypatch.setattr(sampled, "_BUDGET", 1e7)
    monkeypatch.setattr(sampled, "_FIRST_LOOK", 2_000)
    path = tmp_path / "open-stud.toml"
    path.write_text(TWO_CARDS_OPEN)
    assert find_solver(load_plan(str(path), {})) is None
    assert fitting_solver(load_game(str(path))) == sampled.SAMPLED
    told = as_json(price(Question(str(path))).report)
    assert told["method"] == "simulated"
    assert 0 < told["main"]["standard_error"] < 0.02
    assert told["main"]["house_edge"] < 0.05224
    assert told["side_bets"]["progressive"]["method"] == "exact"
    assert any("dealt at random" in note for note in told["notes"])


@pytest.mark.parametrize("game", ["colorado-holdem", "bonus-6"])
def test_what_is_counted_once_for_all_states_equals_each_state_counted_by_itself(game: str, tmp_path: Path) -> None:
    """30-1099.14 (6)(b): three cards, of which one is thrown away; 30-1099.19: three decisions, here on 36 cards."""
    plan = load_plan(short_bonus_6(tmp_path) if game == "bonus-6" else game, {})
    kinds = sampled._kinds(plan)
    assert kinds is not None
    made = sampled.States(plan, COUNT_ALL, {}, kinds)
    cards = made.laid(kinds, kinds.cards[:: len(kinds.cards) // 4])
    once = made._worth(made.valuer(0), cards)
    each = made._worth(Valuer(plan, COUNT_ALL, {}, 1, Counter(plan)), cards)
    assert once.low == pytest.approx(each.low, rel=1e-12)
    assert once.square == pytest.approx(each.square, rel=1e-12)
    assert once.law is not None
    assert each.law is not None
    weights = [1] * len(cards)
    counts = [{net: many for net, many in law.counts(weights)[1].items() if many} for law in (once.law, each.law)]
    cycles = once.law.cycle, each.law.cycle
    assert {net: many * cycles[1] for net, many in counts[0].items()} == {
        net: many * cycles[0] for net, many in counts[1].items()
    }


def test_the_solver_that_fits_is_named() -> None:
    named = {game: fitting_solver(load_game(game)) for game in ("three-card-poker", "three-shot-poker", "blackjack")}
    assert named == {
        "three-card-poker": "a hand against the dealer's",
        "three-shot-poker": sampled.COUNTED,
        "blackjack": "blackjack by a count of its own",
    }


def test_every_game_of_the_rulebook_has_a_solver_or_says_what_stops_it() -> None:
    refused = {}
    for name in all_games():
        try:
            assert fitting_solver(load_game(name))
        except RuleError as error:
            refused[name] = error
    assert all(error.field and error.message for error in refused.values()), refused
    assert not [game for game in refused if game in house_poker_games()], refused


def test_decisions_without_news_between_them_are_one() -> None:
    """Caribbean Draw: fold, or bet and stand, or bet and throw one or two of five cards away."""
    now = advance(begin(load_plan("caribbean-draw", {})))
    moves = moves_of(now)
    assert len(moves) == 1 + 1 + 5 + 10
    assert act(now, moves[-1]).over


def test_a_wager_on_the_best_hand_of_the_table_stops_every_solver(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(TWO_CARDS_OPEN + '[wagers.ante]\nbest_of = ["player", "dealer"]\npay_table = "bet"\n')
    with pytest.raises(RuleError, match="depends on the other hands of the table") as error:
        fitting(load_plan(str(path), {}))
    assert error.value.field == "open-stud: wagers.ante.best_of"
    checked = price_check(str(path))
    assert (checked.method, "depends on the other hands" in checked.stopped) == ("", True)
    with pytest.raises(RuleError, match="depends on the other hands"):
        price(Question(str(path)))


def test_too_many_decisions_are_refused_with_the_first(tmp_path: Path) -> None:
    streets = "".join(
        f'[[stages]]\nname = "card {street}"\ndeal = {{ community = 1 }}\nup = ["community"]\nrule = "1"\n'
        f'[[stages]]\nname = "bet {street}"\nrule = "1"\n'
        'decide = [{ do = "fold", fold = true, rule = "1" }, "check",\n'
        f'  {{ do = "bet", bet = ["bet_{street}"], times = "ante", by = [1, 2], rule = "1" }}]\n'
        f'[wagers.bet_{street}]\nagainst = "dealer"\nrule = "1"\n'
        for street in range(1, 5)
    )
    path = tmp_path / "deep.toml"
    path.write_text(
        'id = "deep"\nname = "Deep"\nfamily = "house-poker"\njurisdiction = "HOUSE"\nrule = "1"\n'
        '[hands]\nplayer = { cards = ["player", "community"], ranking = "poker" }\n'
        'dealer = { cards = ["dealer", "community"], ranking = "poker" }\n'
        '[wagers.ante]\nrequired = true\nagainst = "dealer"\nrule = "1"\n'
        '[[stages]]\nname = "deal"\ndeal = { player = 3, dealer = 3 }\nrule = "1"\n' + streets
    )
    plan = load_plan(str(path), {})
    assert find_solver(plan) is None
    with pytest.raises(RuleError, match="too many decisions") as error:
        sampled.solve(plan, {})
    assert error.value.field == 'deep: stages."bet 1"'
    assert survey(plan, sampled._EFFORTS[0])[1] * sampled._FEWEST > sampled._BUDGET


def test_rare_hands_are_never_missed_where_there_are_states_for_every_kind() -> None:
    """Western Stud: four to a royal flush, 4 of 270,725 hands, is paid 300 for one."""
    plan = load_plan("western-stud", {})
    kinds = sampled._kinds(plan)
    assert kinds is not None
    states = sampled.States(plan, sampled._EFFORTS[0], {}, kinds)
    of_run, shares = states._allotted(20_000)
    assert len(of_run) == 20_000
    assert np.bincount(of_run).min() == 1
    assert np.bincount(of_run, shares) == pytest.approx(kinds.shares, rel=1e-12)


def test_30_1099_54_antes_of_other_hands_are_played_like_the_first_and_not_priced_apart() -> None:
    plan = load_plan("stadium-casino-war", {})
    assert played_beside(plan)[:2] == ("hand_2.ante", "hand_3.ante")
    assert set(side_wagers(plan)) == {f"hand_{number}.tie" for number in range(1, 8)}
    priced = Sides(plan).wager("hand_3.tie")["hand_3.tie"][""]
    assert priced.house_edge == pytest.approx(0.186495, abs=5e-7)


def test_rare_hands_with_high_prices_are_in_every_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    """A royal flush at 100 to 1 is one hand in 649,740: 400 states still tell its share of what all hands bring."""
    plan = load_plan("caribbean-draw", {})
    kinds = sampled._kinds(plan)
    assert kinds is not None
    assert kinds.prices is not None
    assert kinds.prices.max() == 100
    states = sampled.States(plan, sampled._EFFORTS[0], {}, kinds)
    table = plan.wagers["bet"].tables[0]

    def brings(valuer: Valuer, cards: Cards) -> StateValue:
        del valuer
        own = np.ascontiguousarray(cards[:, list(kinds.places)])
        prices, none = Batch(plan, {"player": own}).by_table(plan.wagers["bet"], table)[0], np.zeros(len(own))
        return StateValue(prices, prices, prices**2, none + 1, none)

    monkeypatch.setattr(states, "_worth", brings)
    total = sampled._total(states.drawn(block, 200) for block in range(sampled._BLOCKS))
    truth, error = float(kinds.shares @ kinds.prices), total.variance**0.5
    assert total.weight == pytest.approx(1.0, abs=1e-12)
    assert error < 0.01  # drawn evenly it would be 0.04, and say 0.01 where no dear hand is among them
    assert abs(total.low - truth) < 4 * error + 1e-9
    assert total.staked == pytest.approx(1.0, abs=0.02)


@pytest.mark.nightly
def test_30_1099_14_8_the_bonus_goes_by_the_cards_that_are_kept() -> None:
    """One of three cards is thrown away for the game: rows on all six cards would give the player 89%."""
    plan = load_plan("colorado-holdem", {})
    assert played_together(plan) == ("bonus",)
    with pytest.raises(RuleError, match="which cards the seat throws away"):
        Sides(plan).wager("bonus")
    for game in ("bonus-6", "wild-six-card-draw-poker", "three-card-draw-poker", "poker-burnout-bonanza"):
        assert played_together(load_plan(game, {})) == (), game


@pytest.mark.nightly  # 30 s of one core
def test_30_1099_14_8_the_bonus_is_priced_with_the_game() -> None:
    """A seat that plays for the bonus alone loses 8.14% of it, as the reading counts: with the game it costs more."""
    priced = price(Question("colorado-holdem"))
    bonus, main = priced.report.side_bets["bonus"], priced.report.main
    assert main is not None
    assert main.house_edge == pytest.approx(0.0473116317, abs=1e-10)
    assert (bonus.method, bonus.table) == ("exact", "B1")
    assert bonus.house_edge == pytest.approx(0.1192233915, abs=1e-10)


def fee_of(game: str) -> tuple[float, float]:
    """The price of the game without the right to a sixth card and with it, which the fee's note must state."""
    priced = price(Question(game))
    assert priced.report.main is not None
    fee = priced.report.side_bets["insurance_fee"]
    with_fee = priced.report.main.house_edge + fee.house_edge / 2  # half an ante
    assert fee.method == "exact"
    assert f"{with_fee:.4%}" in fee.note
    assert not any("insurance_fee" in note for note in priced.report.notes)
    return priced.report.main.house_edge, with_fee


def test_30_1099_19_9_d_the_insurance_fee_is_worth_its_price_on_a_short_deck(tmp_path: Path) -> None:
    without, with_fee = fee_of(short_bonus_6(tmp_path))
    assert with_fee < without < 0  # hands of 36 cards are far better than the pay table expects: a sixth card pays


@pytest.mark.nightly  # half a minute of one core
def test_30_1099_19_9_d_the_insurance_fee_costs_what_the_game_with_it_costs_more() -> None:
    """Half an ante for the right to a sixth card: 13.02% of the ante with it, 10.42% without."""
    assert [round(edge, 4) for edge in fee_of("bonus-6")] == [0.1042, 0.1302]


def _advised(game: str) -> tuple[sampled.States, Valuer, list[str], Ints]:
    plan = load_plan(game, {})
    states = sampled.States(plan, Effort(1_200, 60, (128,), most=4_000), {}, sampled._kinds(plan))
    valuer = states.valuer(0)
    first, known = sampled._first_decision(states, valuer), sampled._advice(states)
    assert first is not None
    assert known is not None
    return states, valuer, first[1], known


def test_30_1099_12_8_cards_to_keep_are_worth_what_all_draws_yield_against_the_dealers_hands() -> None:
    """Sums over sets of cards against every draw looked at one by one."""
    states, valuer, moves, _ = _advised("caribbean-draw")
    kinds = states.kinds
    assert kinds is not None
    ((_, _, first),) = valuer.split(states.start, states.laid(kinds, kinds.cards[:1]), advance)
    ends = advised._ends(first, moves, kinds.places)
    drawing = [one for one in ends if isinstance(one, advised._Kept)]
    deck = np.arange(52, dtype=np.uint8)
    law, some = advised._dealers(valuer, drawing[0]), kinds.cards[[5, 40_000, 100_000]]
    sums = advised._sums_over_sets(states.valuer(0), drawing[0], deck)  # the same dealer's hands
    order = np.argsort(np.argsort(some, axis=1), axis=1)
    for move in drawing:
        found = advised._worth_of_keeping(np.sort(some, axis=1), order, move.kept, 52, starts_of(52), sums)
        for hand, worth in zip(some, found, strict=True):
            kept = [card for place, card in enumerate(hand.tolist()) if move.kept >> place & 1]
            left = [card for card in range(52) if card not in hand]
            every = np.array([[*kept, *more] for more in combinations(left, 5 - len(kept))], np.uint8)
            assert worth == pytest.approx(advised._finished(valuer, drawing[0], every, law).mean(), abs=1e-9)


@pytest.mark.nightly
def test_a_price_does_not_depend_on_the_moves_that_it_starts_from(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a bad start misses is found again: all hands folded, and the moves that are known to be good."""
    monkeypatch.setattr(sampled, "_ADVISED", Effort(1_200, 60, (128,), most=4_000))
    monkeypatch.setattr(sampled, "_PLAYED_BUDGET", 400_000)
    monkeypatch.setattr(sampled, "_GAINED_STATES", 128)
    states, _, moves, known = _advised("caribbean-draw")
    plan, kinds = states.plan, states.kinds
    folded = np.full(len(known), moves.index("fold"))
    good, bad = (sampled._advised(plan, {}, kinds, start, LOCAL) for start in (known, folded))
    assert good.error is not None
    assert bad.error is not None
    assert good.error < bad.error / 2 < 0.1
    assert abs(good.mean - bad.mean) < 4 * np.hypot(good.error, bad.error)
    assert good.average_bet == pytest.approx(3.0, abs=0.01)
    assert bad.average_bet == pytest.approx(1.0, abs=0.01)


def test_30_1099_38_moves_of_four_cards_are_known_by_what_two_of_them_yield() -> None:
    states, _, moves, known = _advised("texas-shootout")
    kinds = states.kinds
    assert kinds is not None
    ranks = np.sort(kinds.cards >> 2, axis=1)
    aces = np.flatnonzero((ranks[:, 2:] == 12).all(axis=1) & (ranks[:, 0] < ranks[:, 1]) & (ranks[:, 1] < 6))
    assert len(aces) > 100
    for row in aces.tolist():
        held = [place for place, card in zip(kinds.places, kinds.cards[row].tolist(), strict=True) if card >> 2 == 12]
        assert moves[known[row]] == " ".join(["keep", *map(format_card, held)])
