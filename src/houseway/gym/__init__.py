"""Environments for research: every game for Gymnasium (one seat) and PettingZoo (several seats).

    >>> import gymnasium, houseway.gym
    >>> env = gymnasium.make("houseway/three-card-poker-v0")
    >>> observation, info = env.reset(seed=1)
    >>> sorted(observation)
    ['action_mask', 'community', 'dealer', 'hand', 'stake']
    >>> info["actions"]
    {1: 'fold', 2: 'play'}
    >>> observation, reward, terminated, truncated, info = env.step(2)
    >>> terminated, info["net"]
    (True, 20)

Needs the extra `gym`: pip install 'houseway[gym]'.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from houseway.gym.registration import register_envs

if TYPE_CHECKING:
    from houseway.gym.aec import HousewayAEC, aec_env
    from houseway.gym.encoding import Encoding
    from houseway.gym.env import HousewayEnv
    from houseway.gym.vector import BlackjackVector, HousePokerVector, make_vector

_HOMES = {
    "BlackjackVector": "vector",
    "Encoding": "encoding",
    "HousePokerVector": "vector",
    "HousewayAEC": "aec",
    "HousewayEnv": "env",
    "aec_env": "aec",
    "make_vector": "vector",
}
__all__ = [
    "BlackjackVector",
    "Encoding",
    "HousePokerVector",
    "HousewayAEC",
    "HousewayEnv",
    "aec_env",
    "make_vector",
    "register_envs",
]

register_envs()


def __getattr__(name: str) -> Any:
    """The parts load when they are asked for: Gymnasium imports this module to learn the ids alone."""
    if name not in _HOMES:
        raise AttributeError(f"module 'houseway.gym' has no attribute {name!r}")
    return getattr(import_module(f"houseway.gym.{_HOMES[name]}"), name)
