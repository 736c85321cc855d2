"""Every game as an environment: the checkers of Gymnasium and PettingZoo, masks, rewards, ids."""

import contextlib
import io
import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test
from tests.games import all_games, live_games

import houseway.gym as hg
from houseway.families import family_of
from houseway.gym.registration import game_ids
from houseway.rules.errors import RuleError

# What the checkers remark on: an unbounded stake, a mask as part of what is observed, no episode reward.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning")


ALONE = ("craps-odds",)  # by day at one seat: to number the actions of two takes ten seconds


def check_aec(game: str, cycles: int, seats: int = 0) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        api_test(hg.aec_env(game, seats=seats), num_cycles=cycles)


def one_of_each_family() -> list[str]:
    found: dict[str, str] = {}
    for game in live_games():
        found.setdefault(family_of(game).name, game)
    return [*found.values(), "ultimate-texas-holdem", "baccarat-99-fortunes"]


def test_a_game_of_each_family_passes_both_checkers() -> None:
    for game in one_of_each_family():
        check_env(hg.HousewayEnv(game), skip_render_check=True)
        check_aec(game, 12, 1 if game in ALONE else 0)


@pytest.mark.nightly
def test_every_game_passes_both_checkers() -> None:
    for game in live_games():
        check_env(hg.HousewayEnv(game), skip_render_check=True)
        check_aec(game, 60)


def test_every_legal_action_is_offered_and_taken_in_every_game() -> None:
    """A random masked policy ends every round, and the reward is the net result of the settlement."""
    for game in live_games():
        env = hg.HousewayEnv(game)
        rng = np.random.default_rng(3)
        for seed in range(2):
            observation, info = env.reset(seed=seed)
            for _ in range(500):
                assert env.observation_space.contains(observation), game
                legal = np.flatnonzero(observation["action_mask"])
                assert sorted(info["actions"]) == legal.tolist() == np.flatnonzero(env.action_masks()).tolist()
                assert len(legal) > 0, game
                observation, reward, over, cut, info = env.step(np.int64(rng.choice(legal)))
                assert "illegal" not in info, game
                if over:
                    break
            assert over, game
            assert not cut
            assert reward == pytest.approx(info["net"] / 10)
            assert sum(info["lines"].values()) == pytest.approx(info["net"])


def test_the_same_seed_deals_the_same_rounds() -> None:
    one, two = (gymnasium.make("houseway/ultimate-texas-holdem-v0") for _ in range(2))
    for seed in range(3):
        first, second = one.reset(seed=seed)[0], two.reset(seed=seed)[0]
        assert all((first[name] == second[name]).all() for name in first)
    assert (one.reset(seed=1)[0]["hand"] != one.reset(seed=2)[0]["hand"]).any()


def test_an_illegal_action_is_told_and_a_plain_one_played() -> None:
    env = hg.HousewayEnv("three-card-poker", render_mode="ansi")
    env.reset(seed=4)
    assert "dealer: " in str(env.render())
    *_, over, _, info = env.step(np.int64(env.encoding.action_space.n - 1))
    assert over
    assert info["illegal"]
    assert "play" in info["lines"]


def test_a_game_without_decisions_lets_the_seat_choose_its_wager() -> None:
    env = hg.HousewayEnv("big-six-wheel")
    _, info = env.reset(seed=1)
    assert {"bet s1", "bet joker"} <= set(info["actions"].values())
    joker = next(number for number, text in info["actions"].items() if text == "bet joker")
    *_, info = env.step(np.int64(joker))
    assert list(info["lines"]) == ["joker"]


def test_what_is_no_table_is_refused_in_one_sentence() -> None:
    with pytest.raises(RuleError, match="ceremony within another game"):
        hg.HousewayEnv(next(game for game in all_games() if family_of(game).name == "pai-gow-dice"))
    with pytest.raises(RuleError, match="seats: the table has 1 to"):
        hg.HousewayEnv("three-card-poker", seats=99)


def test_the_seats_of_a_pot_play_for_it() -> None:
    env = hg.aec_env("ca-texas-holdem", seats=4)
    env.reset(seed=2)
    for _ in range(500):
        if not env.agents:
            break
        observation, _, over, _, _ = env.last()
        action = None if over else int(np.flatnonzero(observation["action_mask"])[0])
        env.step(action)
    assert not env.agents
    nets = [env.infos[agent]["net"] for agent in env.possible_agents if agent in env.infos]
    assert sum(nets) <= 0  # what is not won back is rake


def test_importing_the_module_registers_every_game() -> None:
    assert {f"houseway/{game}-v0" for game in all_games()} <= set(gymnasium.registry)
    assert game_ids() == list(all_games())
    code = (
        "import sys, houseway.gym.registration;"
        "assert not {'numba', 'pettingzoo', 'houseway.families'} & set(sys.modules), 'heavy'"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_an_id_that_names_the_module_needs_no_import() -> None:
    code = "import gymnasium; print(gymnasium.make('houseway.gym:houseway/three-card-poker-v0').spec.id)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120)
    assert done.stdout.strip() == "houseway/three-card-poker-v0", done.stderr
