"""The vector environments: rewards equal to the settlement of the same rounds, and means equal to the odds."""

import importlib.util
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from tests.games import games_of

import houseway as hw
import houseway.gym as hg
from houseway.cards.text import format_card
from houseway.rules.errors import RuleError

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn_three_card_poker.py"


def vectors(envs: int) -> dict[str, hg.HousePokerVector]:
    """The games of house poker that have a vector environment."""
    found = {}
    for game in games_of("house-poker"):
        try:
            found[game] = hg.HousePokerVector(game, envs)
        except RuleError:
            continue
    return found


def round_file(env: hg.HousePokerVector, game: str, cards: Any, actions: list[str]) -> dict[str, Any]:
    """A round of the environment as a round file, a unit of ten dollars."""
    texts = [format_card(int(card)) for card in cards]
    piles = {pile: texts[start : start + env._sizes[pile]] for pile, start in env._places.items()}
    wagers = {name: 10 * stake for name, stake in env._opening.items()}
    own: dict[str, Any] = {name: piles.pop(name) for name in ("dealer", "community") if name in piles}
    seat = {"wagers": wagers, "cards": piles.pop("player", []), "actions": actions}
    several: dict[str, Any] = {}
    for name, pile in piles.items():
        stem, _, number = name.partition(".")
        several.setdefault(stem, []).append(pile) if number else several.update({name: pile})
    return {"game": game, "seats": [seat], **own, **({"piles": several} if several else {})}


def settled(file: dict[str, Any]) -> hw.Settlement:
    """The settled round, without the cards that are not dealt after a fold."""
    try:
        return hw.settle(file)
    except RuleError as error:
        due = int(error.message.split()[-1])  # "5 cards where the game deals 3"
        place = error.field.removeprefix("seats[0].").removeprefix("piles.")
        home = file["seats"][0] if place == "cards" else file if place in file else file["piles"]
        home[place] = home[place][:due]
        return settled(file)


def test_rewards_are_those_of_the_settlement() -> None:
    found = vectors(40)
    assert len(found) > 20
    rng = np.random.default_rng(5)
    compared = 0
    for game, env in found.items():
        _, info = env.reset(seed=7)
        taken: list[list[str]] = [[] for _ in range(env.num_envs)]
        for _ in range(4):
            mask = info["action_mask"]
            assert mask.any(axis=1).all(), game
            actions = (rng.random(mask.shape) * mask).argmax(axis=1)
            cards = env._cards.copy()
            _, reward, over, _, info = env.step(actions)
            for row, action in enumerate(actions):
                taken[row].append(env.actions[action])
            for row in np.flatnonzero(over).tolist():
                file = round_file(env, game, cards[row], taken[row])
                lines = settled(file).seats[0]
                net = sum(line.net for line in lines if line.wager in env._main)
                assert reward[row] * 10 == pytest.approx(net), (game, file)
                taken[row] = []
                compared += 1
    assert compared > 2000


def test_30_1099_18_the_rule_of_three_card_poker_costs_what_the_odds_say() -> None:
    env = hg.HousePokerVector("three-card-poker", 1 << 16)
    observation, _ = env.reset(seed=3)
    least = hw.rank("three_card", ["Qs 6d 4c"])[0]
    total = squares = rounds = 0.0
    for _ in range(12):
        played = hw.rank("three_card", observation[:, :3] - 1) >= least
        observation, reward, over, _, _ = env.step(played.astype(np.int64))
        assert over.all()
        total, squares, rounds = total + reward.sum(), squares + (reward**2).sum(), rounds + len(reward)
    error = np.sqrt(squares / rounds / rounds)
    assert abs(total / rounds + hw.odds("three-card-poker").house_edge) < 4 * error


def test_blackjack_drawn_to_seventeen_costs_what_the_simulation_says() -> None:
    env = gymnasium.make_vec("houseway/blackjack-v0", num_envs=1 << 15, vectorization_mode="vector_entry_point")
    observation, _ = env.reset(seed=3)
    total = squares = rounds = 0.0
    for _ in range(25):
        actions = (observation[:, 0] < 17).astype(np.int64)
        observation, reward, over, _, _ = env.step(actions)
        ends = reward[over]
        total, squares, rounds = total + ends.sum(), squares + (ends**2).sum(), rounds + len(ends)
    known = hw.load("blackjack").simulate(1 << 19, seed=2, strategy="simple")
    error = np.sqrt(squares / rounds / rounds + known.standard_error**2)
    assert rounds > 300_000
    assert abs(total / rounds - known.mean) < 4 * error + 0.0005  # the simulation deals shoes to the cut card


def test_a_double_is_one_card_and_twice_the_stake() -> None:
    env = hg.BlackjackVector("blackjack", 4096)
    _, info = env.reset(seed=1)
    double = env.actions.index("double")
    allowed = info["action_mask"][:, double]
    _, reward, over, _, _ = env.step(np.full(4096, double))
    assert over.all()
    assert allowed.mean() > 0.5
    assert set(np.abs(reward[allowed & (np.abs(reward) > 1.5)])) == {2.0}


def test_a_game_that_arrays_do_not_play_is_refused() -> None:
    with pytest.raises(RuleError, match="played one by one: HousewayEnv"):
        hg.make_vector("baccarat")
    with pytest.raises(RuleError, match="cards are exchanged"):
        hg.HousePokerVector("poker-burnout")
    with pytest.raises(RuleError, match="played one by one"):
        hg.BlackjackVector("blackjack-switch")


def test_the_example_learns_the_rule() -> None:
    spec = importlib.util.spec_from_file_location("learn_three_card_poker", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = example
    spec.loader.exec_module(example)
    rule, gain = example.weakest_played(example.learn(6_000_000))
    assert rule == "Q-6-4"
    assert 0.354 < gain < 0.356
