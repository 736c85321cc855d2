"""Any family, a round at a time, as a seat plays that follows the plain policy of the live table."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from houseway.odds.simulate.setup import Known, Setup
from houseway.odds.simulate.streams import mixed, next_counter, stream
from houseway.odds.simulate.tally import COLUMNS, Floats, count
from houseway.play.bets import choose_wagers, shown_meters
from houseway.play.live import betting_spots, open_round
from houseway.play.roundfile import RoundFile, SeatFile
from houseway.rules.errors import RuleError

_BLOCK = 256
_NOTE = "played a round at a time by the plain policy of the live table: each stays in at the least cost"


@dataclass(frozen=True)
class LiveEngine:
    """One seat; a game that asks for more players gets as many as it needs, all playing alike."""

    setup: Setup

    @cached_property
    def file(self) -> RoundFile:
        opening = RoundFile(game=self.setup.game, house=self.setup.house)
        spots = betting_spots(opening)
        wagers = choose_wagers(spots)
        for name in self.setup.sides:
            if name not in {spot.name for spot in spots}:
                raise RuleError(f"no wager named {name!r}; wagers are {', '.join(s.name for s in spots)}", "--side")
            wagers[name] = next(iter(wagers.values()), 10)
        meters = {**shown_meters(spots, [wagers]), **self.setup.meters}
        return RoundFile(game=self.setup.game, house=self.setup.house, seats=[SeatFile(wagers=wagers)], meters=meters)

    @cached_property
    def known(self) -> Known:
        names = tuple(self.file.seats[0].wagers)
        sample = self._round(1)
        lines = tuple(dict.fromkeys((*names, *sample)))
        return Known(lines, names[0] if names else lines[0], _BLOCK, "simple", (_NOTE,))

    def _round(self, seed: int) -> dict[str, tuple[float, float]]:
        now = open_round(self.file, seed)
        while not now.over:
            now = now.act(now.turn, now.suggest(now.turn))
        found: dict[str, tuple[float, float]] = {}
        for line in now.settle().seats[0]:
            stake, net = found.get(line.wager, (0.0, 0.0))
            found[line.wager] = (stake + line.stake, net + line.net)
        return found

    def play(self, block: int, rounds: int) -> Floats:
        names = self.known.wagers
        unit = float(next(iter(self.file.seats[0].wagers.values()), 1)) * 100
        stakes, nets = np.zeros((len(names), rounds)), np.zeros((len(names), rounds))
        total = np.zeros((2, rounds))
        counter = stream(self.setup.seed, block)
        for row in range(rounds):
            counter = np.uint64(next_counter(counter))
            for name, (stake, net) in self._round(int(mixed(counter)) >> 1).items():
                if name in names:
                    stakes[names.index(name), row] = stake / unit
                    nets[names.index(name), row] = net / unit
                total[:, row] += (stake / unit, net / unit)
        sums = np.zeros((len(names) + 1, COLUMNS))
        sums[0] = count(total[0], total[1])
        for place in range(len(names)):
            sums[place + 1] = count(stakes[place], nets[place])
        return sums


def engine(setup: Setup) -> LiveEngine:
    """The engine of any family that plays live."""
    return LiveEngine(setup)
