"""What recorded rounds have reached of a game: its choices, results, rows and options, and what is left."""

from typing import Any

import msgspec

from houseway.families import family_of, settle
from houseway.play.core.reach import Reach, reached
from houseway.play.core.roundfile import convert_round
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.rules.load import key_of

KINDS = ("choice", "result", "row", "option")


class Coverage:
    """Gathers rounds by game; `only`: of these games (ids or paths)."""

    def __init__(self, only: tuple[str, ...] = ()) -> None:
        self._only = only
        self._reached: dict[str, Reach] = {game: Reach() for game in only}
        self._houses: dict[str, dict[bytes, dict[str, Any]]] = {game: {b"{}": {}} for game in only}
        self._rounds: dict[str, int] = dict.fromkeys(only, 0)

    def add(self, case: dict[str, Any]) -> None:
        """Count a round; one that is refused, or is not a round, reaches nothing."""
        try:
            file = convert_round(case)
            if file.kind != "round" or (self._only and file.game not in self._only):
                return
            settled = settle(file)
        except RuleError:
            return
        self._reached[file.game] = self._reached.get(file.game, Reach()) | reached(settled)
        houses = self._houses.setdefault(file.game, {b"{}": {}})
        houses[msgspec.json.encode(file.house, order="sorted")] = file.house
        self._rounds[file.game] = self._rounds.get(file.game, 0) + 1

    def rounds(self, game: str) -> int:
        return self._rounds.get(game, 0)

    def missed(self) -> dict[str, dict[str, list[str]]]:
        """By game and kind: what no round has reached, of the houses that the rounds were played in."""
        found = {}
        for game, houses in self._houses.items():
            family, wanted = family_of(game), Reach()
            for house in houses.values():
                wanted |= family.play.reach(load_game(game, house))
            left = wanted - self._reached[game]
            options = self._options(game, list(houses.values()))
            named = zip(KINDS, (left.choices, left.results, left.rows, options), strict=True)
            found[game] = {kind: sorted(names) for kind, names in named}
        return found

    def _options(self, game: str, houses: list[dict[str, Any]]) -> set[str]:
        """Choices of options that no round was played with, the default among them."""
        wanted, seen = set(), set()
        for name, option in load_game(game).spec.options.items():
            choices = option.choices or ((False, True) if isinstance(option.default, bool) else ())
            wanted |= {f"options.{name} = {key_of(choice)}" for choice in choices}
            seen |= {f"options.{name} = {key_of(house.get(name, option.default))}" for house in houses}
        return wanted - seen
