"""The ids of the environments, told to Gymnasium without loading any game."""

import re

NAMESPACE = "houseway"
_ID = re.compile(r'^id = "([^"]+)"', re.MULTILINE)


def game_ids() -> list[str]:
    """The ids of all game files, read from their heads alone."""
    from houseway.rules.load import rulebook_files

    found = []
    for path in rulebook_files():
        match = _ID.search(path.read_text(encoding="utf-8"))
        if match is not None:
            found.append(match[1])
    return found


def register_envs() -> None:
    """Register an environment for every game, as `houseway/GAME-v0`; what is registered already stays.

    >>> import gymnasium
    >>> register_envs()
    >>> "houseway/three-card-poker-v0" in gymnasium.registry
    True
    """
    from houseway.rules.extras import missing

    try:
        from gymnasium.envs.registration import register, registry
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(missing(error.name) or str(error), name=error.name) from None

    for game in game_ids():
        name = f"{NAMESPACE}/{game}-v0"
        if name not in registry:
            register(
                id=name,
                entry_point="houseway.gym.env:HousewayEnv",
                vector_entry_point="houseway.gym.vector:make_vector",
                kwargs={"game": game},
            )
