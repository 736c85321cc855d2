"""A game for Gymnasium: one seat decides, an episode is a round, and the reward is its net result in units."""

from collections.abc import Mapping
from random import Random
from typing import Any

import gymnasium
import numpy as np

from houseway.families import open_round
from houseway.gym.encoding import SETTLE, UNIT, Encoding, Observation
from houseway.play.core.money import dollars
from houseway.play.core.round import LiveRound


class HousewayEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of a game; the other seats, where there are any, play by a plain policy.

    The reward comes with the last step: the net result in units of ten dollars. An action that is not allowed (0 in
    `action_mask`) is played as the plain policy would, and `info["illegal"]` says so. In a game without decisions the
    seat chooses a wager. `info` has the legal actions by number and, at the end, `net` in dollars and `lines`.

    >>> env = HousewayEnv("casino-war")
    >>> observation, info = env.reset(seed=3)
    >>> env.action_space.contains(next(iter(info["actions"])))
    True
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(
        self,
        game: str,
        *,
        house: Mapping[str, Any] | None = None,
        wagers: Mapping[str, Any] | None = None,
        seats: int = 1,
        render_mode: str | None = None,
    ) -> None:
        self.encoding = Encoding.of(game, house, seats, wagers)
        self.action_space = self.encoding.action_space
        self.observation_space = self.encoding.observation_space
        self.render_mode = render_mode
        self._live: LiveRound | None = None
        self._options: dict[int, str] = {}
        self._taken = 0  # decisions in this round
        self._rng = Random(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a round.

        >>> env = HousewayEnv("three-card-poker")
        >>> observation, info = env.reset(seed=1)
        >>> info["actions"]
        {1: 'fold', 2: 'play'}
        """
        super().reset(seed=seed)
        del options
        self._rng = Random(int(self.np_random.integers(1 << 48)))
        self._live = None if self.encoding.chooses_bets else self._dealt({})
        self._taken = 0
        return self._seen(), self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take an action; the round is over when the seat has nothing more to decide.

        >>> env = HousewayEnv("three-card-poker")
        >>> _ = env.reset(seed=1)
        >>> observation, reward, terminated, truncated, info = env.step(np.int64(2))
        >>> reward, terminated, info["lines"]
        (2.0, True, {'play': 10, 'ante': 10})
        """
        illegal = int(action) not in self._options
        text = next(iter(self._options.values())) if illegal else self._options[int(action)]
        told = {"illegal": True} if illegal else {}
        if self._live is None:
            self._live = self._dealt({0: self.encoding.setting.bets[text]})
            return self._end(told)
        if text == SETTLE:
            return self._end(told)
        self._live = self._others(self._live.act(0, self._live.suggest(0) if illegal else text))
        self._taken += 1
        return self._end(told) if self._live.over else (self._seen(), 0.0, False, False, self._info() | told)

    def _dealt(self, made: Mapping[int, Mapping[str, Any]]) -> LiveRound:
        return self._others(open_round(self.encoding.setting.opening(made), self._rng.getrandbits(48)))

    def _others(self, live: LiveRound) -> LiveRound:
        """The round when it is the first seat's turn, or over."""
        while not live.over and live.turn != 0:
            live = live.act(live.turn, live.suggest(live.turn))
        return live

    def _end(self, told: dict[str, Any]) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        assert self._live is not None
        settled = self._live.settle()
        net = settled.nets()[0]
        self._options = {0: SETTLE}
        lines = {wager: dollars(cents) for wager, cents in settled.nets_by_wager(0).items()}
        info = {"actions": dict(self._options), "net": dollars(net), "lines": lines, **told}
        return self.encoding.observe(self._live, 0, self._options), net / (UNIT * 100), True, False, info

    def _seen(self) -> Observation:
        self._options = self.encoding.options(self._live, 0, self._taken)
        return self.encoding.observe(self._live, 0, self._options)

    def _info(self) -> dict[str, Any]:
        return {"actions": dict(sorted(self._options.items()))}

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        """The mask of the legal actions, as libraries for masked policies ask for it.

        >>> env = HousewayEnv("three-card-poker")
        >>> _ = env.reset(seed=1)
        >>> env.action_masks()[:4].tolist()
        [0, 1, 1, 0]
        """
        return self.encoding.mask(self._options)

    def render(self) -> str | None:
        """The table as the seat sees it.

        >>> env = HousewayEnv("three-card-poker", render_mode="ansi")
        >>> _ = env.reset(seed=1)
        >>> print(env.render())
        dealer: ?? ?? ??
        community: ?? ??
        player 0: 3h Ad 9c
        """
        if self.render_mode != "ansi" or self._live is None:
            return None
        told = []
        for pile in self._live.visible(0):
            name = pile.name if pile.seat is None else f"{pile.name} {pile.seat}"
            told.append(f"{name}: {' '.join([*pile.cards, *['??'] * pile.hidden])}")
        return "\n".join(told)
