"""Wagers made together in one round: their joint law, covariance and correlation.

Counted where the same cards decide all of them without a decision; otherwise rounds are played at random by the best
strategy, and the correlations carry their error. One unit is staked on each.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from typing import Any

import numpy as np

from houseway.odds.arrays import Floats
from houseway.odds.baccarat.price import event_masks
from houseway.odds.blackjack.views import joint_starting
from houseway.odds.draws.price import case_payoff
from houseway.odds.house_poker.batch import Batch
from houseway.odds.house_poker.pattern_counts import count_patterns
from houseway.odds.house_poker.sampling import cards_needed, seated
from houseway.odds.house_poker.sides import Sides, deciding_row
from houseway.odds.house_poker.simulate import Rounds, play_on
from houseway.odds.house_poker.strategy import make_policy
from houseway.odds.house_poker.wagers import changes, main_wagers, opening_stakes, side_wagers
from houseway.odds.payoff import block_base, payoff
from houseway.odds.pricing import Question
from houseway.odds.simulate.deals import deals
from houseway.odds.simulate.setup import Setup
from houseway.play.baccarat.settle import load_plan as load_coup
from houseway.play.blackjack.plan import load_plan as load_blackjack
from houseway.play.core.cases import deciding
from houseway.play.draws.wheel import make_plan as make_wheel
from houseway.play.house_poker.plan import Plan, load_plan
from houseway.rules.baccarat import Baccarat
from houseway.rules.blackjack import Blackjack
from houseway.rules.draws import Wheel
from houseway.rules.errors import RuleError, allowed
from houseway.rules.game import Game
from houseway.rules.house_poker import HousePoker
from houseway.rules.pays import LOSE

GAME = "game"  # stands for the main wagers together
_PLAYED, _SEED = 400_000, 11
_MOST_ROWS = 62
_LISTED = 1000

Nets = tuple[float, ...]


@dataclass(frozen=True)
class Joint:
    """Net results of some wagers in the same round, and how many combinations (or played rounds) yield each."""

    wagers: tuple[str, ...]
    counts: Mapping[Nets, int]
    sampled: bool = False

    @property
    def cycle(self) -> int:
        return sum(self.counts.values())

    def covariance(self) -> Floats:
        nets, weights = np.array(list(self.counts)), np.array(list(self.counts.values()), float) / self.cycle
        apart = nets - weights @ nets
        found: Floats = (apart * weights[:, None]).T @ apart
        return found

    def correlation(self) -> Floats:
        covariance = self.covariance()
        spread = np.sqrt(np.diag(covariance))
        scale = np.where(np.outer(spread, spread) > 0, np.outer(spread, spread), 1.0)
        found: Floats = covariance / scale
        return found

    def errors(self) -> Floats:
        """The standard errors of the correlations where rounds were played: of each as a mean over the rounds."""
        nets, weights = np.array(list(self.counts)), np.array(list(self.counts.values()), float) / self.cycle
        spread = np.sqrt(np.diag(self.covariance()))
        apart = (nets - weights @ nets) / np.where(spread > 0, spread, 1.0)
        product, squares = apart[:, :, None] * apart[:, None, :], apart**2
        pulls = product - self.correlation() * (squares[:, :, None] + squares[:, None, :]) / 2
        found: Floats = np.sqrt(np.einsum("r,rij->ij", weights, pulls**2) / self.cycle)
        return found

    def pairs(self) -> list[tuple[str, str, float, float]]:
        """Every two of the wagers with their correlation and its error, nothing where it is counted."""
        found, errors = self.correlation(), self.errors()
        return [
            (self.wagers[one], self.wagers[two], float(found[one, two]), self.sampled * float(errors[one, two]))
            for one, two in combinations(range(len(self.wagers)), 2)
        ]

    def as_json(self) -> dict[str, Any]:
        """Plain data; a law of very many results is left out."""
        cycle, correlation = self.cycle, self.correlation()
        total: dict[float, int] = {}
        for nets, count in self.counts.items():
            total[sum(nets)] = total.get(sum(nets), 0) + count
        mean = sum(net * count for net, count in total.items()) / cycle
        square = sum(net * net * count for net, count in total.items()) / cycle
        std_dev = sqrt(max(square - mean * mean, 0.0))
        error = (
            {"mean_error": std_dev / sqrt(cycle), "correlation_error": self.errors().tolist()} if self.sampled else {}
        )
        law = [
            {"nets": list(nets), ("rounds" if self.sampled else "combinations"): count, "probability": count / cycle}
            for nets, count in sorted(self.counts.items(), reverse=True)
        ]
        return {
            "wagers": list(self.wagers),
            "method": "simulated" if self.sampled else "exact",
            ("deals" if self.sampled else "cycle"): cycle,
            "mean": mean,
            "std_dev": std_dev,
            "covariance": self.covariance().tolist(),
            "correlation": correlation.tolist(),
            **error,
            **({"law": law} if len(law) <= _LISTED else {}),
        }


def joint_law(question: Question, wagers: Sequence[str]) -> Joint:
    """The joint law of some wagers of a game; `game` is the game itself under best play."""
    game: Game[Any] = question.load()
    spec = game.spec
    names = tuple(dict.fromkeys(wagers))
    if len(names) < 2:
        raise RuleError("name two wagers or more, as in ante,pair_plus", "--together")
    if isinstance(spec, HousePoker):
        return _house_poker(question, names)
    if isinstance(spec, Baccarat):
        return _coups(question, names)
    if isinstance(spec, Blackjack):
        return _starting(question, names)
    if isinstance(spec, Wheel):
        return _wheel(game, names)
    raise RuleError("wagers made together are counted for poker, blackjack, baccarat and wheels", "--together")


def _known(names: Sequence[str], offered: Sequence[str]) -> None:
    for name in names:
        if name not in offered:
            raise RuleError(f"no such wager {name!r}; {allowed(name, offered, 'wagers are ')}", "--together")


def _wheel(game: Game[Wheel], names: tuple[str, ...]) -> Joint:
    wagers = make_wheel(game).wagers
    _known(names, list(wagers))
    cases = ([deciding(wagers[name].cases, section) for name in names] for section in game.spec.sections)
    return Joint(names, Counter(tuple(case_payoff(case).net for case in row) for row in cases))


def _coups(question: Question, names: tuple[str, ...]) -> Joint:
    plan = load_coup(question.game, dict(question.house))
    _known(names, list(plan.order))
    weights, nets = event_masks(plan, names, question.meters)
    counts: Counter[Nets] = Counter()
    for row, weight in zip(np.stack(nets, axis=1).tolist(), weights.tolist(), strict=True):
        counts[tuple(round(net, 9) for net in row)] += weight
    return Joint(names, counts)


def _starting(question: Question, names: tuple[str, ...]) -> Joint:
    plan = load_blackjack(question.game, dict(question.house))
    _known(names, list(plan.sides))
    sides = [plan.sides[name] for name in names]
    found = joint_starting([side.table for side in sides], plan.spec.deck)
    if found is None:
        raise RuleError("only wagers on the starting cards are counted together", "--together")
    counts: Counter[Nets] = Counter()
    for rows, count in found.items():
        nets = []
        for side, (row, key) in zip(sides, rows, strict=True):
            pay = (side.table.price(side.table.rows[row], key) if row >= 0 else None) or LOSE
            base = block_base(side.table.block, side.table.id)
            nets.append(
                payoff(pay, stake_kept=side.stake_kept, base=base, meter=side.spec.meter).at(dict(question.meters))
            )
        counts[tuple(nets)] += count
    return Joint(names, counts)


def _house_poker(question: Question, names: tuple[str, ...]) -> Joint:
    plan = load_plan(question.game, dict(question.house))
    _known(names, [GAME, *side_wagers(plan), *main_wagers(plan)])
    return _by_rows(plan, question, names) or _played(plan, question, names)


def _by_rows(plan: Plan, question: Question, names: tuple[str, ...]) -> Joint | None:
    """All rows of all tables at once, where every wager goes by a table on cards that no decision touches."""
    if not set(names) <= set(side_wagers(plan)):
        return None
    wagers = [plan.wagers[name] for name in names]
    for wager in wagers:
        compared = wager.compares or wager.spec.best_of or wager.bad_beat is not None
        if wager.table is None or compared or changes(plan, wager.spec.hand):
            return None
    rows = list(dict.fromkeys(row.clauses for wager in wagers if wager.table for row in wager.table.rows))
    census = count_patterns(plan, rows) if len(rows) <= _MOST_ROWS else None
    if census is None:
        return None
    sides, numbers = Sides(plan, question.meters), {row: number for number, row in enumerate(rows)}
    worths = [sides.worths(wager) for wager in wagers]
    counts: Counter[Nets] = Counter()
    for bits, count in census.counts.items():
        nets = []
        for wager, prices in zip(wagers, worths, strict=True):
            assert wager.table is not None
            nets.append(prices[deciding_row(wager.table, bits, numbers, prices[:-1])])
        counts[tuple(nets)] += count
    return Joint(names, counts)


def _played(plan: Plan, question: Question, names: tuple[str, ...]) -> Joint:
    policy = make_policy(plan, Setup(question.game, dict(question.house), dict(question.meters)))
    opening = opening_stakes(plan)
    stakes = {**opening, **{name: 1.0 for name in names if name in side_wagers(plan)}}
    counts: Counter[Nets] = Counter()
    for cards in deals(plan.game.spec.deck, cards_needed(plan), _PLAYED, _SEED):
        (piles,) = seated(plan, cards)
        batch = Batch(plan, piles, question.meters)
        now = Rounds(plan, batch, {name: np.full(batch.size, stake) for name, stake in stakes.items()})
        play_on(now, policy)
        columns = []
        for name in names:
            parts = main_wagers(plan) if name == GAME else (name,)
            columns.append(np.sum([now.net(part)[1] for part in parts], axis=0))
        rows, ways = np.unique(np.stack(columns, axis=1).round(9), axis=0, return_counts=True)
        for row, way in zip(rows.tolist(), ways.tolist(), strict=True):
            counts[tuple(row)] += way
    return Joint(names, counts, sampled=True)
