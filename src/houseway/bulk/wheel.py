"""The wheel as columns: one spin of each kind settled by the engine itself."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from houseway.bulk.columns import ODD, Columns
from houseway.bulk.kernels import group_rows
from houseway.bulk.lines import Labels, PartLines, Ruled
from houseway.play.core.wagers import check_wagers
from houseway.play.draws.wheel import Plan, load_plan, settle_spin
from houseway.rules.errors import RuleError


@dataclass
class Engine:
    """A wheel that settles columns."""

    game: str
    house: Mapping[str, Any]
    labels: Labels
    plan: Plan = field(init=False)
    _ruled: dict[tuple[str, str, int], Ruled] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.plan = load_plan(self.game, dict(self.house))

    def settle(self, columns: Columns) -> PartLines:
        """The lines of a part; what arrays cannot tell is left."""
        lines = PartLines(columns.size, left=columns.special.copy())
        starts, ends = columns.rounds
        first = np.repeat(starts, ends - starts)
        spins = columns.texts("outcome.spins")
        sections = spins.codes[first]
        known = np.array([text in self.plan.game.spec.sections for text in spins.texts])
        lines.left |= ~known[sections]
        stakes = {name: columns.amounts(f"wagers.{name}") for name in columns.names("wagers.")}
        if not stakes:
            lines.left[:] = True
            return lines
        for amounts in stakes.values():
            lines.left |= amounts == ODD
        codes, firsts = group_rows(*stakes.values())
        lines.left |= ~np.array([self._allowed({n: int(a[row]) for n, a in stakes.items()}) for row in firsts])[codes]
        for name, amounts in stakes.items():
            rows = np.flatnonzero((amounts > 0) & ~lines.left)
            kinds, kind_rows = group_rows(sections[rows], amounts[rows])
            ruled = []
            for place in kind_rows:
                row = rows[place]
                key = (name, spins.texts[sections[row]], int(amounts[row]))
                if key not in self._ruled:
                    self._ruled[key] = self.labels.ruled(settle_spin(self.plan, [{name: key[2]}], key[1]).seats[0][0])
                ruled.append(self._ruled[key])
            lines.of(name).put(rows, ruled, kinds)
        lines.clear(lines.left)
        return lines

    def _allowed(self, stakes: Mapping[str, int]) -> bool:
        try:
            placed = {name: cents for name, cents in stakes.items() if cents > 0}
            check_wagers(self.plan.game, self.plan.game.spec.wagers, placed, "wagers")
        except RuleError:
            return False
        return True
