"""What every wager yields for each result on the tiles and each fall of the dice, asked of the settlement itself.

A stake so large is settled that the rounding of cents and of the vigorish counts for nothing.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import lcm

import numpy as np

from houseway.odds.arrays import Floats, Ints
from houseway.odds.tiles.kernel import LOSE, PUSH, WIN
from houseway.odds.tiles.kinds import Kinds
from houseway.play.core.dice import PIPS
from houseway.play.core.settlement import Line
from houseway.play.tiles.cases import TILES
from houseway.play.tiles.dice import Shake
from houseway.play.tiles.plan import Plan
from houseway.play.tiles.ranks import TileSet
from houseway.play.tiles.settle import Settler, compare
from houseway.play.tiles.table import Seat, Table

STAKE = 10**10
OUTCOMES = {"lose": LOSE, "push": PUSH, "win": WIN}
State = tuple[int, bool]  # triples just before, and whether the player shakes
_PLACE = 1  # all places are alike


def on_tiles(plan: Plan) -> tuple[str, ...]:
    """The wagers on the tiles, the first of them the game itself."""
    return tuple(name for name, wager in plan.wagers.items() if wager.spec.decided_by == TILES)


def on_dice(plan: Plan) -> tuple[str, ...]:
    return tuple(name for name, wager in plan.wagers.items() if wager.spec.decided_by != TILES)


@dataclass(frozen=True)
class Nets:
    """The results of one plan; falls of the dice are equally likely."""

    plan: Plan
    kinds: Kinds

    @cached_property
    def falls(self) -> tuple[tuple[int, ...], ...]:
        return tuple(product(PIPS, repeat=self.plan.game.spec.start.dice))

    def _shake(self, fall: tuple[int, ...], state: State = (0, False)) -> Shake:
        return Shake(fall[0], fall[1:], 0 if state[1] else None, state[0])

    @cached_property
    def _examples(self) -> dict[str, tuple[TileSet, TileSet]]:
        """A player's and a dealer's tiles for each outcome."""
        found: dict[str, tuple[TileSet, TileSet]] = {}
        every = [sets[house] for sets, house in zip(self.kinds.sets, self.kinds.house, strict=True)]
        for mine, other in product(every, every):
            found.setdefault(compare(self.plan, mine, other)[0], (mine, other))
            if len(found) == len(OUTCOMES):
                break
        return found

    def tiles(self, name: str) -> Floats:
        """[outcome, fall] of a wager on the tiles."""
        return self._tiles[name]

    @cached_property
    def _tiles(self) -> dict[str, Floats]:
        return {name: self._of_tiles(name) for name in on_tiles(self.plan)}

    def _of_tiles(self, name: str) -> Floats:
        """Who can lose less by a surrender gives up, for the dealer's tiles lie open by then."""
        found = np.zeros((len(OUTCOMES), len(self.falls)))
        for outcome, (mine, other) in self._examples.items():
            for number, fall in enumerate(self.falls):
                seat = Seat({name: STAKE}, position=_PLACE, setting=mine)
                table = Table(self.plan, (seat,), dealer_set=other, shake=self._shake(fall))
                nets = [_first(table).net]
                if self.plan.game.spec.surrender is not None:
                    nets.append(_first(replace(table, seats=(replace(seat, surrendered=True),))).net)
                found[OUTCOMES[outcome], number] = max(nets) / STAKE
        return found

    def bank(self, name: str, co_bank: bool) -> Floats:
        """[outcome for the bank, fall] of banking one such wager, per unit that the bank covers."""
        found = np.zeros((len(OUTCOMES), len(self.falls)))
        for outcome, (theirs, banks) in self._examples.items():
            for number, fall in enumerate(self.falls):
                seats = (Seat({}, setting=banks), Seat({name: STAKE}, position=_PLACE + 1, setting=theirs))
                table = Table(self.plan, seats, shake=self._shake(fall), bank=0, co_bank=co_bank)
                line = Settler(table).settle().seats[0][-1]
                found[WIN - OUTCOMES[outcome], number] = line.net / line.stake
        return found

    @cached_property
    def _walk(self) -> tuple[list[State], list[list[int]], dict[str, list[list[float]]]]:
        """The states that follow from no triple and the dealer's shake, where each fall leads, and the nets there."""
        names = on_dice(self.plan)
        period = lcm(*(len(self.plan.wagers[name].spec.streak) or 1 for name in names))
        states: list[State] = [(0, False)]
        following: list[list[int]] = []
        nets: dict[str, list[list[float]]] = {name: [] for name in names}
        for state in states:  # grows as new ones are met
            row: list[int] = []
            results: dict[str, list[float]] = {name: [] for name in names}
            for fall in self.falls:
                seat = Seat(dict.fromkeys(names, STAKE), position=_PLACE)
                settled = Settler(Table(self.plan, (seat,), shake=self._shake(fall, state))).settle()
                for line in settled.seats[0]:
                    results[line.wager].append(line.net / STAKE)
                before = settled.state.get("prior_triples", 0)
                after = before % period, settled.next_shaker == 0
                if after not in states:
                    states.append(after)
                row.append(states.index(after))
            following.append(row)
            for name in names:
                nets[name].append(results[name])
        return states, following, nets

    @property
    def met(self) -> list[State]:
        """The states in their order, the first of a session first."""
        return self._walk[0]

    @property
    def following(self) -> Ints:
        """[state, fall]: the state of the next round."""
        return np.array(self._walk[1], np.int64)

    def dice(self, name: str) -> Floats:
        """[state, fall] of a wager on the dice."""
        return np.array(self._walk[2][name])

    @cached_property
    def states(self) -> Floats:
        """How often each state is met in the long run."""
        count, falls = self.following.shape
        moves = np.zeros((count, count))
        for state, row in enumerate(self.following):
            np.add.at(moves[state], row, 1 / falls)
        equations = np.vstack([moves.T - np.eye(count), np.ones(count)])
        found: Floats = np.linalg.lstsq(equations, np.append(np.zeros(count), 1.0), rcond=None)[0]
        return found


def _first(table: Table) -> Line:
    return Settler(table).settle().seats[0][0]
