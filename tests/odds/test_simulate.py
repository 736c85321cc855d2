"""Simulation: the same numbers from the same seed however the work is spread, kept, stopped or lost."""

from pathlib import Path

import numpy as np
import pytest

from houseway.odds.house_poker.simulate import HousePokerEngine
from houseway.odds.house_poker.strategy import make_policy
from houseway.odds.simulate.setup import Setup
from houseway.odds.simulate.streams import deal, stream
from houseway.odds.simulate.tally import NET, SQUARE
from houseway.play.house_poker.plan import load_plan
from houseway.rules.errors import RuleError
from houseway.simulation import Run, engine_of, simulate

WAR = Setup("casino-war", strategy="simple", seed=3)
THREE_CARD = Setup("three-card-poker", seed=5)
ALWAYS_PLAY = '{"play or fold": [{"do": "play"}]}'
BEST = '{"play or fold": [{"having": "high Q64", "do": "play"}, {"do": "fold"}]}'


def test_deals_are_even() -> None:
    out = np.empty((200_000, 3), np.uint8)
    deal(np.arange(52, dtype=np.uint8), stream(1, 0), out)
    assert (out[:, 0] != out[:, 1]).all()
    expected = len(out) / 52
    for place in range(3):
        counts = np.bincount(out[:, place], minlength=52)
        assert ((counts - expected) ** 2 / expected).sum() < 110  # chi-square with 51 degrees of freedom, p ~ 1e-6


def test_streams_differ_by_seed_and_block() -> None:
    starts = {int(stream(seed, block)) for seed in (0, 1, 2**64, 2**70) for block in range(1000)}
    assert len(starts) == 4000


@pytest.mark.parametrize("setup", [WAR, THREE_CARD], ids=lambda setup: setup.game)
def test_any_number_of_threads_gives_the_same_result(setup: Setup) -> None:
    rounds = 5 * engine_of(setup).info.block + 17
    results = [simulate(setup, Run(rounds, threads)) for threads in (1, 2, 3)]
    assert results[0] == results[1] == results[2]


def test_another_seed_gives_another_result() -> None:
    other = Setup("casino-war", strategy="simple", seed=4)
    assert simulate(WAR, Run(10_000)).mean != simulate(other, Run(10_000)).mean


def test_a_stopped_run_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    path = str(tmp_path / "war.json")
    block = engine_of(WAR).info.block
    simulate(WAR, Run(block * 3, checkpoint=path))
    resumed = simulate(WAR, Run(block * 5 + 9, checkpoint=path, resume=True))
    assert resumed == simulate(WAR, Run(block * 5 + 9))


def test_a_checkpoint_of_another_simulation_is_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "war.json")
    simulate(WAR, Run(engine_of(WAR).info.block, checkpoint=path))
    other = Setup("casino-war", strategy="simple", seed=4)
    with pytest.raises(RuleError, match="another simulation"):
        simulate(other, Run(10**6, checkpoint=path, resume=True))


def test_tables_of_all_hands_play_like_arrays_of_rounds() -> None:
    plan = load_plan("three-card-poker", {})
    slow = HousePokerEngine(THREE_CARD, plan, make_policy(plan, THREE_CARD))
    fast = engine_of(THREE_CARD)
    assert type(fast) is not type(slow)
    assert fast.info.wagers == slow.info.wagers
    rounds, blocks = 1 << 15, range(8)
    one, two = (np.sum([each.play(block, rounds) for block in blocks], axis=0) / (8 * rounds) for each in (slow, fast))
    error = np.sqrt(2 * (one[:, SQUARE] - one[:, NET] ** 2) / (8 * rounds))
    assert (abs(one[:, NET] - two[:, NET]) < 4.5 * error).all()


@pytest.mark.parametrize(("rules", "edge"), [(ALWAYS_PLAY, 0.0765), (BEST, 0.03373)], ids=["always", "Q64"])
def test_a_strategy_of_ones_own(rules: str, edge: float) -> None:
    found = simulate(Setup("three-card-poker", strategy=rules, seed=9), Run(4_000_000))
    assert found.strategy == "file"
    assert abs(-found.mean - edge) < 4 * found.standard_error + 5e-5


def test_a_strategy_with_an_unknown_decision_is_refused() -> None:
    with pytest.raises(RuleError, match="no decision named"):
        simulate(Setup("three-card-poker", strategy='{"river": [{"do": "fold"}]}'), Run(10))


def test_a_side_wager_is_played_beside_the_game() -> None:
    found = simulate(Setup("three-card-poker", strategy="simple", sides=("pair_plus",), seed=2), Run(300_000))
    assert found.wagers["pair_plus"].hit_frequency == pytest.approx(0.2561, abs=0.004)
    with pytest.raises(RuleError, match="no side wager named"):
        simulate(Setup("three-card-poker", sides=("nonsense",)), Run(10))


@pytest.mark.parametrize("game", ["baccarat", "big-six-wheel", "keno", "pai-gow-poker", "texas-holdem"])
def test_every_family_can_be_simulated(game: str) -> None:
    found = simulate(Setup(game, seed=1), Run(300, threads=2))
    assert found.rounds == 300
    assert found.standard_error > 0


def test_a_strategy_that_looks_at_the_up_card_is_counted_and_played() -> None:
    """Caribbean Stud: raise with ace king only where the dealer's card matches one of one's own, and with pairs."""
    rules = (
        '{"bet or fold": [{"do": "bet", "having": "pair 2"}, '
        '{"do": "bet", "having": "high AK", "matches": "dealer"}, '
        '{"do": "bet", "having": "high AKQ", "up": {"dealer": "2-5"}}, {"do": "fold"}]}'
    )
    found = simulate(Setup("caribbean-stud", strategy=rules, seed=3), Run(1_000_000))
    (note,) = (note for note in found.notes if "counted exactly" in note)
    edge = float(note.split("costs ")[1].split("%")[0]) / 100
    assert 0.052243 < edge < 0.054
    assert abs(found.mean + edge) < 4 * found.standard_error


def test_a_strategy_is_counted_whatever_moves_it_leaves_out() -> None:
    """Crazy 4 Poker: one of several bets with a pair of aces, and the ante's amount from king, queen and eight up."""
    aces, others = '{{"do": "{}", "having": "pair A"}}', '{{"do": "play", "having": "high KQ8"}}, {{"do": "fold"}}'
    rules = f'{{{{"play or fold": [{aces}, {others}]}}}}'
    for bet in ("play 2x", "play 3x"):
        found = simulate(Setup("crazy-4-poker", strategy=rules.format(bet), seed=3), Run(200_000))
        (note,) = (note for note in found.notes if "counted exactly" in note)
        edge = float(note.split("costs ")[1].split("%")[0]) / 100
        assert abs(found.mean + edge) < 4 * found.standard_error
    with pytest.raises(RuleError, match="no move 'bet'; moves are fold, bet 1x"):
        simulate(Setup("mississippi-stud", strategy='{"third street": [{"do": "bet"}]}'), Run(10))


def test_a_strategy_that_looks_at_a_hidden_card_is_refused() -> None:
    rules = '{"play or fold": [{"do": "play", "up": {"dealer": "A"}}]}'
    with pytest.raises(RuleError, match="no card of 'dealer' lies open"):
        simulate(Setup("three-card-poker", strategy=rules), Run(10))


def test_the_best_strategy_in_a_file_has_the_price_of_best_play() -> None:
    """Three Card Poker: queen, six and four or better."""
    rules = '{"play or fold": [{"do": "play", "having": "high Q64"}, {"do": "fold"}]}'
    found = simulate(Setup("three-card-poker", strategy=rules, seed=1), Run(10_000))
    assert any("costs 3.3730% of the ante" in note for note in found.notes), found.notes


def test_a_game_that_is_priced_but_not_simulated_says_only_that() -> None:
    with pytest.raises(RuleError) as refused:
        engine_of(Setup("western-stud"))
    reason = "a seat chooses which comparison its wagers are decided by"
    assert str(refused.value) == f"western-stud: rounds of this game cannot be simulated: {reason}"
