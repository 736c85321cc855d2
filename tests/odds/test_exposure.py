"""How games can be beaten: effects of removal, counts and their yield, index plays, seen and shared cards."""

import json
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import comb, isclose, sqrt

import numpy as np
import pytest
from tests.cli.command import houseway
from tests.odds.dragon_shoes import deal_shoes

from houseway.cards.tiles import TILES as BAG
from houseway.odds.baccarat.price import count_coups, coups_by_rank, nets_of
from houseway.odds.blackjack.hands import all_hands
from houseway.odds.blackjack.solve import best_totals, count_hands, read_rules
from houseway.odds.blackjack.values import TEN
from houseway.odds.exposure import tiles
from houseway.odds.exposure.counting import Removal, Shoe, best_count, correlation, perfect_yield, yield_of
from houseway.odds.exposure.hole_card import hole_card, rules_with, why_no_hole_card
from houseway.odds.exposure.indices import HI_LO, index_plays
from houseway.odds.exposure.informed import gain, hidden_at_first, why_not
from houseway.odds.exposure.removal import (
    blackjack_shoe,
    by_rank,
    coup_removals,
    full_copies,
    game_removals,
    side_removals,
    war_removals,
)
from houseway.odds.exposure.report import exposure
from houseway.odds.exposure.tiles import Bag
from houseway.odds.house_poker.solvers import find_solver
from houseway.odds.pricing import Question
from houseway.odds.tiles.hints import counted
from houseway.play.baccarat.settle import load_plan as load_coup
from houseway.play.blackjack.plan import load_plan as load_blackjack
from houseway.play.house_poker.plan import load_plan
from houseway.play.tiles.plan import load_plan as load_tiles
from houseway.play.tiles.ranks import TileSet
from houseway.play.tiles.settle import compare
from houseway.rules.errors import RuleError


def quiet(done: float) -> None:
    del done


@cache
def of_ez_baccarat() -> tuple[dict[str, Removal], Shoe]:
    """What every removed card of eight decks changes: counted once for all tests."""
    return coup_removals(load_coup("ez-baccarat", {}), {}, quiet)


def test_baccarat_and_dragon_7_agree_with_published_counts() -> None:
    removals, shoe = of_ez_baccarat()
    player = removals["player"].effects
    # Published for eight decks: a four removed takes 0.000120 from the player, a six gives 0.000113.
    assert player["4"] == pytest.approx(-0.000120, abs=5e-7)
    assert player["6"] == pytest.approx(0.000113, abs=5e-7)
    # A card removed at random changes nothing: the effects average out to zero.
    assert shoe.mean(removals["tie"].effects) == pytest.approx(0.0, abs=1e-12)
    dragon = removals["dragon_7"]
    published = {**dict.fromkeys(shoe.cards, 0), **dict.fromkeys("4567", -1), **dict.fromkeys("89", 2)}
    assert correlation(published, dragon.effects, shoe) > 0.95
    ideal, simple = yield_of(dragon, shoe), yield_of(dragon, shoe, correlation(published, dragon.effects, shoe))
    assert 0.5 < simple.units < ideal.units < 0.65  # published: about 0.52 to 0.6 units a shoe
    assert 0.2 < yield_of(removals["panda_8"], shoe).units < 0.25  # published: 0.22 with the best count
    assert yield_of(removals["player"], shoe).units < 0.001


@pytest.mark.nightly
def test_dragon_7_dealt_as_published_wins_what_is_published() -> None:
    """Burned cards and sixteen behind the cut card are what the published 0.52 and 0.53 units have less."""
    removals, shoe = of_ez_baccarat()
    tags = np.array([0, 0, 0, 0, -1, -1, -1, -1, 2, 2])
    bets = np.zeros(40_000, np.int64)
    as_published = deal_shoes(len(bets), 1, tags, 4.0, 16, True, True, bets)
    error = as_published.std() / sqrt(len(bets))
    assert error < 0.02
    assert abs(as_published.mean() - 0.525) < 3 * error
    whole = deal_shoes(len(bets), 2, tags, 4.0, int(shoe.size - shoe.dealt), False, False, bets)
    named = {rank: int(tags["TA23456789".index(rank if rank in "A23456789" else "T")]) for rank in shoe.cards}
    dragon = removals["dragon_7"]
    by_law = yield_of(dragon, shoe, correlation(named, dragon.effects, shoe)).units
    assert abs(whole.mean() - by_law) < 0.05 + 3 * error  # the normal law says up to a tenth too much


def test_a_count_deep_in_the_shoe_is_nearly_linear() -> None:
    """With one card missing the effect is exact: the recount of a shoe without a seven."""
    plan = load_coup("ez-baccarat", {})
    removals, _ = of_ez_baccarat()
    coups = count_coups(plan.game.spec.draw, plan.game.spec.deck, False, 5)  # rank 5 is the seven
    weights = coups.weights.astype(float)
    again = float(weights @ nets_of(plan, "dragon_7", coups, {}) / weights.sum())
    assert isclose(again - removals["dragon_7"].expectation, removals["dragon_7"].effects["7"], abs_tol=1e-12)


def test_lucky_lucky_of_two_decks_agrees_with_its_published_tags() -> None:
    plan = load_blackjack("lucky-lucky", {"decks": 2, "pay_tables": {"lucky_lucky": "1"}})
    lucky = side_removals(plan, {}).found["lucky_lucky"]
    assert lucky.expectation == pytest.approx(-0.02820366, abs=1e-8)
    ranks = by_rank(lucky).effects
    published = dict(zip("A23456789T", (-0.98, 0.90, 0.70, 0.47, 0.37, -1.21, -2.00, -1.46, 0.29, 0.73), strict=True))
    for rank, tag in published.items():
        assert ranks[rank] * 115.81 == pytest.approx(tag, abs=0.03), rank
    plain = side_removals(load_blackjack("21-plus-3", {}), {}).found
    shoe = blackjack_shoe(load_blackjack("21-plus-3", {}), 1)
    assert yield_of(by_rank(plain["21_plus_3"]), shoe).units < 0.001


def test_21_plus_3_is_beaten_by_its_suits_alone() -> None:
    """Published for six decks dealt to one: suits counted by four people win 0.178 units in 100 rounds."""
    plan = load_blackjack("21-plus-3", {"decks": 6})
    sides = side_removals(plan, {})
    assert sides.found["21_plus_3"].expectation == pytest.approx(-0.032386, abs=1e-6)  # published: 3.2386%
    shoe = Shoe(blackjack_shoe(plan, 1).cards, 260, 5.2)
    perfect = perfect_yield(sides.shown["21_plus_3"], full_copies(plan.spec.deck), shoe, 60)
    # A player who knows every card wins more than that count, and a linear count by rank nothing at all.
    assert 0.178 - 3 * perfect.error < 100 * perfect.found.units / shoe.rounds < 0.178 * 3
    assert yield_of(by_rank(sides.found["21_plus_3"]), shoe).units < 0.001
    assert perfect.found.bets / shoe.rounds > 0.02  # published: 3.53% of the rounds


def test_buster_blackjack_has_the_published_count() -> None:
    plan = load_blackjack("ca-buster-blackjack-bonus", {"decks": 6})
    removal = by_rank(side_removals(plan, {}).found["buster_blackjack"])
    shoe = blackjack_shoe(plan, 1)
    assert shoe.mean(removal.effects) == pytest.approx(0.0, abs=1e-9)
    published = dict(zip("A23456789T", (-2, -3, -2, 0, 0, 0, 1, 1, 1, 1), strict=True)) | dict.fromkeys("JQK", 1)
    assert correlation(published, removal.effects, shoe) > 0.96


def test_pairs_and_first_cards_of_baccarat_with_a_card_less() -> None:
    plan = load_coup("baccarat-99-fortunes", {})
    removals, shoe = coup_removals(plan, {}, quiet)
    assert set(removals) == set(plan.order)
    pair = removals["match_pair_player"]
    # All ranks make pairs alike, so that one card less changes nothing.
    assert all(abs(effect) < 1e-9 for effect in pair.effects.values())
    for removal in removals.values():
        assert shoe.mean(removal.effects) == pytest.approx(0.0, abs=1e-9)
    # Both ways to count a rank less agree where both can be taken.
    spec = plan.game.spec
    full, marked = count_coups(spec.draw, spec.deck), coups_by_rank(spec.draw, spec.deck, 5)
    total = float(full.weights.astype(float).sum())
    for name in ("tie", "banker"):
        mean = float(full.weights.astype(float) @ nets_of(plan, name, full, {})) / total
        held = float(marked.weights @ nets_of(plan, name, marked, {})) / total
        again = (mean - held / 32) / (1 - 6 / 416) - mean
        assert again == pytest.approx(removals[name].effects["7"], abs=1e-12), name


def test_a_known_hole_card_of_blackjack() -> None:
    plan = load_blackjack("blackjack", {})
    rules = read_rules(plan)
    unknown = count_hands(rules)
    place = all_hands().place(5, 8)
    left = rules.shoe - all_hands().counts[place]
    left[TEN] -= 1
    mixed = sum(
        float(left[hole] / left.sum()) * count_hands(rules_with(rules, hole)).ends[TEN, place]
        for hole in range(1, 10)  # an ace would be the natural that the dealer looks for
    )
    assert mixed == pytest.approx(unknown.ends[TEN, place], abs=1e-12)
    found = hole_card(unknown, quiet)
    # Published: a player who sees the hole card has an edge of up to 13%.
    assert 0.12 < found.units + best_totals(unknown).mean < 0.135
    assert why_no_hole_card(plan) == ""


def test_knowledge_in_games_of_several_decisions() -> None:
    plan = load_plan("mississippi-stud", {})
    solver = find_solver(plan)
    assert solver is not None
    solution = solver.solve(plan, {})
    assert why_not(plan, solution) == ""
    seen = gain(plan, solution, {}, pile="community", states=150)
    shared = gain(plan, solution, {}, seats=6, states=150)
    assert seen.units - 3 * seen.error > 0.1
    assert 0 < shared.units < seen.units
    assert hidden_at_first(plan, "community") == 0
    assert hidden_at_first(plan, "player") is None


def test_index_plays_of_six_decks_are_the_known_ones() -> None:
    plan = load_blackjack("blackjack", {})
    removal, counted = game_removals(plan, quiet)
    shoe = blackjack_shoe(plan, 1)
    assert correlation(HI_LO, removal.effects, shoe) > 0.95
    found = {(one.hand, one.up): one for one in index_plays(counted, shoe)}
    known = {
        ("insurance", "A"): 3, ("hard 16", "T"): 0, ("hard 12", "2"): 3, ("hard 12", "3"): 2, ("hard 12", "4"): 0,
        ("hard 12", "5"): -2, ("hard 12", "6"): -1, ("hard 13", "2"): -1, ("hard 13", "3"): -2, ("hard 11", "A"): 1,
        ("hard 10", "T"): 4, ("hard 9", "2"): 1, ("hard 9", "7"): 3, ("hard 15", "T"): 4,
    }  # fmt: skip
    for play, index in known.items():
        assert found[play].index == pytest.approx(index, abs=1.0), play
    assert (found["hard 16", "T"].below, found["hard 16", "T"].at_least) == ("hit", "stand")


def test_one_card_against_one_is_counted_by_rank() -> None:
    found = war_removals(load_plan("casino-war", {}), {})
    assert found is not None
    removals, shoe = found
    (removal,) = removals.values()
    assert shoe.mean(removal.effects) == pytest.approx(0.0, abs=1e-9)
    assert best_count(removal, shoe).trigger is None
    assert war_removals(load_plan("three-card-poker", {}), {}) is None


def test_a_seen_card_of_the_dealer_turns_three_card_poker() -> None:
    plan = load_plan("three-card-poker", {})
    solver = find_solver(plan)
    assert solver is not None
    solution = solver.solve(plan, {})
    seen = gain(plan, solution, {}, pile="dealer", states=1000)
    # Published: the player's edge is 3.48% of the ante.
    assert abs(solution.mean + seen.units - 0.0348) < 4 * seen.error
    shared = gain(plan, solution, {}, seats=6, states=300)
    assert 0 < shared.units < seen.units
    assert why_not(plan, solution) == ""
    assert why_not(plan, None)


def test_counts_of_simple_shoes() -> None:
    shoe = Shoe({"A": 26, "T": 26}, 39, 1)
    found = best_count(Removal(-0.01, {"A": 0.001, "T": -0.001}), shoe)
    assert dict(found.tags) == {"A": 1, "T": -1}
    assert found.correlation == pytest.approx(1.0)
    assert found.trigger == pytest.approx(0.01 / (0.001 * 51 / 52))
    flat = best_count(Removal(-0.01, {"A": 0.0, "T": 0.0}), shoe)
    assert flat.trigger is None
    assert yield_of(Removal(-0.01, {"A": 0.0, "T": 0.0}), shoe).units == 0
    assert yield_of(Removal(0.01, {"A": 0.0, "T": 0.0}), shoe).units == pytest.approx(0.39)


def test_a_count_without_a_plus_is_bet_by() -> None:
    """The fewer aces are gone, the better: the count rises above its mean, though no tag is above nothing."""
    shoe = Shoe({"A": 4, "T": 48}, 39, 1)
    found = best_count(Removal(-0.01, {"A": -0.012, "T": 0.001}), shoe)
    assert dict(found.tags) == {"A": -1, "T": 0}
    assert found.trigger == pytest.approx(0.01 / (0.013 * 51 / 52))
    assert best_count(Removal(-0.8, {"A": -0.012, "T": 0.001}), shoe).trigger is None  # more than all aces in the rest


def test_tiles_of_the_dealer_and_of_other_seats_that_a_seat_knows() -> None:
    """One deal counted by hand, tile by tile; with six seats that share, 8 of 32 tiles are left for the dealer."""
    plan = load_tiles("pai-gow-tiles", {})
    bag = Bag(counted(plan))
    kinds = bag.nets.kinds
    tiles = [int(tile) for tile in np.random.default_rng(5).permutation(len(BAG))]
    own, dealer, others = tiles[:4], tiles[4:8], tiles[8:28]

    def sets(hand: Sequence[int]) -> tuple[int, Sequence[TileSet]]:
        kind = kinds.numbers[tuple(sorted(BAG[tile] for tile in hand))]
        return int(kinds.house[kind]), kinds.sets[kind]

    possible = [hand for hand in combinations(set(range(32)) - {*own, *others}, 4) if dealer[0] in hand]
    assert len(possible) == comb(7, 3)
    worth = {"lose": -1.0, "push": 0.0, "win": 0.95}
    values = []
    for one in sets(own)[1]:
        ends = [compare(plan, one, every[house])[0] for house, every in map(sets, possible)]
        values.append(sum(worth[end] for end in ends) / len(ends))
    assert len(set(values)) > 1
    assert bag.values(own, others, dealer[:1]).tolist() == pytest.approx(values, abs=1e-12)


def test_six_seats_that_share_their_tiles_beat_the_dealer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiles, "_STATES", 600)
    found = exposure(Question("pai-gow-tiles"), 6, quiet)
    gains = {name: one.units for name, one in found.knowledge.items()}
    assert list(gains) == ["one hidden tile of the dealer", "the tiles of 1 other seat", "the tiles of 5 other seats"]
    assert gains["the tiles of 5 other seats"] > gains["the tiles of 1 other seat"] > 0
    assert found.edge == pytest.approx(-0.0096770, abs=5e-8)
    assert "counting" in found.not_computed


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("roulette", "nothing that is dealt is kept from round to round"),
        ("craps-odds", "nothing that is dealt is kept from round to round"),
        ("keno", "nothing that is dealt is kept from round to round"),
        ("texas-holdem", "players play against each other"),
        ("fortune-pai-gow-poker", "set in two"),
    ],
)
def test_what_cannot_be_computed_is_said_by_family(game: str, said: str) -> None:
    found = exposure(Question(game), 6, quiet)
    assert not found.counts
    assert said in " ".join(found.not_computed.values())


def test_what_cannot_be_computed_is_said() -> None:
    answer = houseway("exposure", "casino-war", "--json", "--seats", "2")
    assert answer.code == 0, answer.err
    data = json.loads(answer.out)
    assert data["shoe"]["cards"] == 312
    assert data["counts"]["initial"]["tags"]
    assert data["not_computed"]
    told = houseway("exposure", "casino-war").out
    assert "Counting the shoe" in told
    assert "-0.0000" not in told
    with pytest.raises(RuleError, match="--seats"):
        exposure(Question("casino-war"), 0, quiet)
