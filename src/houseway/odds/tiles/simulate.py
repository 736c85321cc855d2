"""Tiles in blocks: rounds dealt by a kernel from tables of all hands and counted by what can be won in them."""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb

import msgspec
import numpy as np

from houseway.cards.tiles import TILES as BAG
from houseway.odds.arrays import Floats, Ints
from houseway.odds.simulate.setup import EngineInfo, Setup
from houseway.odds.simulate.streams import stream
from houseway.odds.simulate.tally import COLUMNS
from houseway.odds.tiles.kernel import play
from houseway.odds.tiles.kinds import Kinds, make_kinds
from houseway.odds.tiles.nets import OUTCOMES, Nets, on_dice, on_tiles
from houseway.odds.tiles.price import Tiles
from houseway.play.core.two_hands import HOUSE_WAY
from houseway.play.tiles.plan import Plan, load_plan
from houseway.play.tiles.table import HAND
from houseway.rules.errors import RuleError
from houseway.rules.tiles import TileWay

_BLOCK = 1 << 18
_OPTIMAL, _FILE = "optimal", "file"
_NAMES = (_OPTIMAL, "simple", *HOUSE_WAY)
_WRITE = "write `rows`, and `prefer` if wanted, as in the house_way of a game's file"
_BLOCKS_NOTE = "each block of rounds begins with no triple before and the dealer shaking"


def kind_of_each(kinds: Kinds) -> Ints:
    """The kind of every four tiles of the bag, in the order in which the kernel numbers them."""
    places = {hand: kind for kind, hand in enumerate(kinds.hands)}
    every = sorted(combinations(range(len(BAG)), HAND), key=lambda tiles: tiles[::-1])
    return np.array([places[tuple(sorted(BAG[tile] for tile in tiles))] for tiles in every], np.int64)


@dataclass(frozen=True)
class TilesEngine:
    """One seat against the dealer; wagers on the dice beside it where they are asked for."""

    setup: Setup
    plan: Plan
    tiles: Tiles

    @cached_property
    def info(self) -> EngineInfo:
        main = on_tiles(self.plan)[:1] or on_dice(self.plan)[:1]
        others = [name for name in self.plan.wagers if name not in main]
        for name in self.setup.sides:
            if name not in others:
                raise RuleError(f"no side wager named {name!r}; side wagers are {', '.join(others)}", "--side")
        names = (*main, *self.setup.sides)
        streaks = any(self.plan.wagers[name].spec.streak for name in names)
        strategy = self.setup.strategy if self.setup.strategy in _NAMES else _FILE
        strategy = strategy if strategy in (_OPTIMAL, _FILE) else HOUSE_WAY[0]
        return EngineInfo(names, main[0], _BLOCK, strategy, (_BLOCKS_NOTE,) if streaks else ())

    @cached_property
    def _tables(self) -> tuple[Ints, Ints, Ints]:
        """What the seat attacks and the dealer defends with, by hand, and the states of the dice."""
        kinds, settings = self.tiles.kinds, self._settings()
        each = kind_of_each(kinds)
        mine, theirs = kinds.chosen(kinds.attacks, settings)[each], kinds.chosen(kinds.values, kinds.house)[each]
        return np.ascontiguousarray(mine), np.ascontiguousarray(theirs), self.tiles.nets.following

    def _settings(self) -> Ints:
        names = on_tiles(self.plan)
        if self.setup.strategy == _OPTIMAL and names:
            return self.tiles.best(names[0]).settings
        if self.setup.strategy in _NAMES:
            return self.tiles.kinds.house
        return make_kinds(self.plan.game.spec.tiles, own_way(self.plan, self.setup.strategy)).house

    @cached_property
    def _nets(self) -> list[Floats]:
        """[outcome, state, fall] of each wager."""
        nets: Nets = self.tiles.nets
        shape = (len(OUTCOMES), *nets.following.shape)
        tiles = on_tiles(self.plan)
        return [
            np.broadcast_to(nets.tiles(name)[:, None] if name in tiles else nets.dice(name)[None], shape)
            for name in self.info.wagers
        ]

    def count(self, block: int, rounds: int) -> Ints:
        """[outcome, state, fall]: how often each came in a block."""
        choose = np.array([[comb(tile, place + 1) for tile in range(len(BAG))] for place in range(HAND)], np.int64)
        found = np.zeros((len(OUTCOMES), *self._tables[2].shape), np.int64)
        play(rounds, np.uint64(stream(self.setup.seed, block)), len(BAG), choose, *self._tables, found)
        return found

    def play(self, block: int, rounds: int) -> Floats:
        counts = self.count(block, rounds)
        sums = np.zeros((len(self.info.wagers) + 1, COLUMNS))
        for place, net in enumerate(self._nets, start=1):
            sums[place] = rounds, rounds, (counts * net).sum(), (counts * net * net).sum(), counts[net > 0].sum()
        sums[0] = sums[1]
        return sums


def own_way(plan: Plan, text: str) -> TileWay:
    """The rows of a strategy file as a way to set."""
    try:
        given = msgspec.json.decode(text)
        if not isinstance(given, dict) or not given.get("rows") or not given.keys() <= {"rows", "prefer"}:
            raise RuleError(_WRITE, "--strategy")
        return msgspec.convert({**msgspec.to_builtins(plan.game.spec.house_way), **given}, TileWay)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise RuleError(f"cannot be read: {error}; {_WRITE}", "--strategy") from None


def engine(setup: Setup) -> TilesEngine:
    """The engine of a tiles game under its best setting, the house way, or rows of a file."""
    plan = load_plan(setup.game, setup.house)
    made = TilesEngine(setup, plan, Tiles(plan))
    if setup.strategy not in _NAMES:
        own_way(plan, setup.strategy)
    return made
