"""A game for PettingZoo: several seats decide in turn (AEC), each by its own sight and its own net result."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from houseway.families import family_of, open_round
from houseway.gym.encoding import SETTLE, UNIT, Encoding
from houseway.play.core.money import dollars
from houseway.play.core.round import LiveRound
from houseway.rules.game import load_game


class HousewayAEC(AECEnv):  # type: ignore[misc]
    """The seats of a table; an episode is a round.

    Rewards come with the end of the round: the net result of each seat in units of ten dollars. An action that is not
    allowed is played as a plain policy would.

    >>> env = HousewayAEC("ultimate-texas-holdem", seats=2)
    >>> env.possible_agents
    ['seat_0', 'seat_1']
    """

    metadata = {"render_modes": [], "name": "houseway_v0", "is_parallelizable": False}

    def __init__(self, game: str, *, seats: int = 2, house: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        self.encoding = Encoding.of(game, house, seats)
        self.metadata = {**self.metadata, "name": f"houseway_{game.replace('-', '_')}_v0"}
        self.possible_agents = [f"seat_{number}" for number in range(seats)]
        self.render_mode = None
        self._space = spaces.Dict(
            {
                "observation": spaces.Dict(self.encoding._sights),
                "action_mask": spaces.MultiBinary(int(self.encoding.action_space.n)),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._space)
        self.action_spaces = dict.fromkeys(self.possible_agents, self.encoding.action_space)
        self._rng = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Dict:
        """What a seat observes: its sight and its mask.

        >>> sorted(HousewayAEC("three-card-poker").observation_space("seat_0"))
        ['action_mask', 'observation']
        """
        del agent
        return self._space

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """The numbers of a seat's actions.

        >>> env = HousewayAEC("three-card-poker")
        >>> env.action_space("seat_0").contains(2)
        True
        """
        found: spaces.Discrete[Any] = self.action_spaces[agent]
        return found

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a round to all seats.

        >>> env = HousewayAEC("three-card-poker")
        >>> env.reset(seed=1)
        >>> env.agent_selection
        'seat_0'
        """
        del options
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._bets: dict[int, Mapping[str, Any]] = {}
        self._taken = dict.fromkeys(range(len(self.agents)), 0)  # decisions of each seat in this round
        self._live: LiveRound | None = None if self.encoding.chooses_bets else self._dealt()
        self._choose()

    def _dealt(self) -> LiveRound:
        seed = int(self._rng.integers(1 << 48))
        return open_round(self.encoding.setting.opening(self._bets), seed)

    def _choose(self) -> None:
        """The seat to act, and what it may do."""
        seat = len(self._bets) if self._live is None else 0 if self._live.over else self._live.turn
        self._options = self.encoding.options(self._live, seat, self._taken[seat])
        self.agent_selection = self.possible_agents[seat]

    def observe(self, agent: str) -> dict[str, Any]:
        """What a seat sees; its mask is empty when it is not its turn.

        >>> env = HousewayAEC("three-card-poker")
        >>> env.reset(seed=1)
        >>> env.observe("seat_0")["action_mask"][:3].tolist(), env.observe("seat_1")["action_mask"][:3].tolist()
        ([0, 1, 1], [0, 0, 0])
        """
        seat = self.possible_agents.index(agent)
        options = self._options if agent == self.agent_selection and not self.terminations.get(agent, True) else {}
        return {"observation": self.encoding.sight(self._live, seat), "action_mask": self.encoding.mask(options)}

    def step(self, action: int | None) -> None:
        """Take the action of the seat to act.

        >>> env = HousewayAEC("three-card-poker")
        >>> env.reset(seed=1)
        >>> env.step(2)
        >>> env.agent_selection
        'seat_1'
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        illegal = action is None or int(action) not in self._options
        text = next(iter(self._options.values())) if action is None or illegal else self._options[int(action)]
        if self._live is None:
            self._bets[len(self._bets)] = self.encoding.setting.bets[text]
            if len(self._bets) == len(self.possible_agents):
                self._live = self._dealt()
        elif text != SETTLE:
            self._taken[self._live.turn] += 1
            self._live = self._live.act(self._live.turn, self._live.suggest(self._live.turn) if illegal else text)
        if self._live is not None and self._live.over:
            self._end(self._live)
            self._options = {}
        else:
            self._choose()
        self._accumulate_rewards()
        self._deads_step_first()

    def _end(self, live: LiveRound) -> None:
        for agent, net in zip(self.possible_agents, live.settle().nets(), strict=False):
            self.rewards[agent] = net / (UNIT * 100)
            self.infos[agent] = {"net": dollars(net)}
        self.terminations = dict.fromkeys(self.agents, True)

    def render(self) -> None:
        """Nothing is drawn.

        >>> HousewayAEC("three-card-poker").render()
        """

    def close(self) -> None:
        """Nothing is kept open.

        >>> HousewayAEC("three-card-poker").close()
        """


def aec_env(game: str, seats: int = 0, **house: Any) -> HousewayAEC:
    """The AEC environment of a game; `seats` 0: two, or as many as the game has.

    >>> env = aec_env("ultimate-texas-holdem", seats=3)
    >>> env.reset(seed=1)
    >>> env.agent_selection, len(env.agents)
    ('seat_0', 3)
    """
    most = max(load_game(game, house).spec.seats, 1)
    least = 2 if family_of(game).traits.pot else 1
    return HousewayAEC(game, seats=seats or max(min(2, most), least), house=house)


__all__ = ["HousewayAEC", "aec_env"]
