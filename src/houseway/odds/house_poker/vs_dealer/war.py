"""Solves games of one card against one, with a choice after a tie that may lead to a second card each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from houseway.cards.decks import copies_of_each
from houseway.cards.text import RANK_NAMES
from houseway.odds.executor import LOCAL, Executor
from houseway.odds.house_poker.batch import Batch, Cards, Flags, Floats, Ints
from houseway.odds.house_poker.sides import Line, price_lines
from houseway.odds.house_poker.solvers import Known, Move, Solution
from houseway.odds.house_poker.vs_dealer.shape import bonuses_on, opening_wagers, wager_tables
from houseway.odds.payoff import Payoff
from houseway.odds.report import SidePrice
from houseway.play.house_poker.plan import Plan
from houseway.rules.house_poker import Stage
from houseway.rules.pays import LOSE

_RANKING = "one_card"
_RANKS = 13
_AFTER_A_TIE = "can be made after a tie only, and is priced there"


@dataclass(frozen=True)
class _War:
    """The wagers, the decision after a tie, and the ways to act."""

    plan: Plan
    before: tuple[str, ...]
    stage: int
    moves: tuple[Move, ...]

    def bets(self, move: Move) -> dict[str, float]:
        """The units that a move adds."""
        return dict.fromkeys(self.plan.choices[self.stage][move.choice].spec.bet, move.factor)

    def lost(self, move: Move) -> dict[str, float]:
        """The share of each opening wager that a move itself costs, whatever comes after."""
        words = self.plan.choices[self.stage][move.choice].spec
        if words.fold:
            return dict.fromkeys(self.before, 1.0)
        given = {words.surrender: words.share, words.gives_up: 1.0}
        return {name: share for name, share in given.items() if name}


def _moves(plan: Plan, stage: int, before: tuple[str, ...]) -> tuple[Move, ...] | None:
    moves = []
    for index, choice in enumerate(plan.choices[stage]):
        words = choice.spec
        if words.pull or words.discard or words.having or words.ahead or (words.bet and words.times not in before):
            return None
        factors = words.by if words.bet else (0,)
        moves += [
            Move(index, float(factor), words.do if len(factors) == 1 else f"{words.do} {factor}x") for factor in factors
        ]
    return tuple(moves)


def _only_free_bets(stage: Stage) -> bool:
    """Whether a decision is about wagers of any amount only, which the game itself can do without."""
    return stage.optional and not any(isinstance(given, str) or given.times for given in stage.decide)


def _read(plan: Plan) -> _War | None:
    before = opening_wagers(plan)
    tied = [index for index, stage in enumerate(plan.stages) if stage.if_tied is not None]
    if not before or len(tied) != 1:
        return None
    decision = tied[0]
    for index, stage in enumerate(plan.stages):
        if stage.decide and index != decision and not _only_free_bets(stage):
            return None
        if stage.deal and dict(stage.deal) != {"player": 1, "dealer": 1}:
            return None
        if stage.deal and bool(stage.made) != (index > decision):
            return None
    moves = _moves(plan, decision, before)
    if moves is None or sum(bool(stage.deal) for stage in plan.stages) != 2:
        return None
    war = _War(plan, before, decision, moves)
    return war if _simple_wagers(war) else None


def _simple_wagers(war: _War) -> bool:
    """Whether every wager is decided by comparing single cards at flat prices."""
    names = {*war.before, *(name for move in war.moves for name in war.bets(move))}
    if bonuses_on(war.plan, tuple(names)):
        return False
    for name in names:
        wager = war.plan.wagers[name]
        hands = (wager.spec.hand, wager.spec.against)
        if not wager.spec.against or list(wager_tables(wager)):
            return False
        for hand in hands:
            ranking = war.plan.hands[hand].ranking
            if ranking is None or ranking.name != _RANKING:
                return False
    return True


def fits(plan: Plan) -> bool:
    """One card each, compared; only after a tie is there a choice, and perhaps one more card each."""
    return max(copies_of_each(plan.game.spec.deck)) < 52 and _read(plan) is not None


def deals(counts: Ints) -> tuple[Cards, Cards, Floats]:
    """All ranks of two cards each, as cards of one suit, with the chance of each order from these rank counts."""
    ranks = np.stack(np.meshgrid(*[np.arange(_RANKS)] * 4, indexing="ij"), axis=-1).reshape(-1, 4)
    chance = np.ones(len(ranks))
    for place in range(4):
        drawn = (ranks[:, :place] == ranks[:, place : place + 1]).sum(axis=1)
        chance *= np.maximum(counts[ranks[:, place]] - drawn, 0) / (counts.sum() - place)
    cards = (ranks << 2).astype(np.uint8)
    return np.ascontiguousarray(cards[:, ::2]), np.ascontiguousarray(cards[:, 1::2]), chance


def _worth(war: _War, move: Move, nets: Mapping[str, Floats]) -> Floats:
    lost = war.lost(move)
    total = sum(nets[name] if name not in lost else np.full_like(nets[name], -lost[name]) for name in war.before)
    for name, stake in war.bets(move).items():
        total = total + stake * nets[name]
    return np.asarray(total)


def solve(plan: Plan, meters: Mapping[str, float], executor: Executor = LOCAL, counts: Ints | None = None) -> Solution:
    """The game under best play; `counts` of each rank stand for the game's own shoe where another is asked about."""
    war = _read(plan)
    assert war is not None
    if counts is None:
        counts = np.zeros(_RANKS, np.int64)
        for card, copies in copies_of_each(plan.game.spec.deck).items():
            counts[card >> 2] += copies
    player, dealer, chance = deals(counts)
    batch = Batch(plan, {"player": player, "dealer": dealer}, meters)
    tie = plan.stages[war.stage].if_tied
    assert tie is not None
    tied = batch.value(tie[0]) == batch.value(tie[1])
    names = {*war.before, *(name for move in war.moves for name in war.bets(move))}
    nets = {name: batch.nets(name) for name in names}
    ranks = (player[:, 0] >> 2).astype(np.int64)
    best = _best_after_tie(war, tied, ranks, chance, nets)
    result = np.asarray(sum(nets[name] for name in war.before))
    amount = np.full(len(chance), float(len(war.before)))
    for index, move in enumerate(war.moves):
        here = tied & (best[ranks] == index)
        result = np.where(here, _worth(war, move, nets), result)
        amount[here] += sum(war.bets(move).values())
    executor(1.0)
    return Solution(
        war.before[0],
        float(chance @ result),
        float(chance @ (result * result)),
        float(chance @ amount),
        _spoken(war, best, counts),
        {war.stage: war.moves},
        _decider(war, best),
        outcomes={float(net): float(chance[result == net].sum()) for net in np.unique(result)},
        sides={name: _alone(war, name, batch, np.where(tied, chance, 0.0)) for name in _made_after(war)},
    )


def _made_after(war: _War) -> list[str]:
    """The wagers that are made after a tie: with a move, or freely beside it."""
    later = [choice for stage in war.plan.choices[war.stage :] for choice in stage]
    return list(dict.fromkeys(name for choice in later for name in choice.spec.bet))


def _alone(war: _War, name: str, batch: Batch, chance: Floats) -> SidePrice:
    """A wager by itself, once it can be made at all."""
    words, net = war.plan.wagers[name].spec, batch.nets(name)
    mine, theirs = batch.value(words.hand), batch.value(words.against)
    lines = []
    for hand, rows in (("win", mine > theirs), ("tie", mine == theirs), ("lose", mine < theirs)):
        for value in np.unique(net[rows]).tolist():
            text = f"{value:g} to 1" if value > 0 else "push" if value == 0 else LOSE.text
            lines.append(Line(hand, text, Payoff(value), value > 0, float(chance[rows & (net == value)].sum())))
    price = price_lines(lines, float(chance.sum()), {})
    moves = [choice.spec for choice in war.plan.choices[war.stage] if name in choice.spec.bet]
    given = "".join(
        f"; the {move.gives_up} wager is given up for it, which the game counts" for move in moves if move.gives_up
    )
    return replace(price, note=_AFTER_A_TIE + given)


def _best_after_tie(war: _War, tied: Flags, ranks: Ints, chance: Floats, nets: Mapping[str, Floats]) -> Ints:
    """The best move for each rank that both hold."""
    means = [np.bincount(ranks[tied], (_worth(war, move, nets) * chance)[tied], _RANKS) for move in war.moves]
    best: Ints = np.argmax(np.stack(means), axis=0)
    return best


def _spoken(war: _War, best: Ints, counts: Ints) -> dict[str, Any]:
    texts = [war.moves[index].text for index in best]
    met = [rank for rank in range(_RANKS) if counts[rank] > 1]
    if len({texts[rank] for rank in met}) == 1:
        return {"rules": [f"after a tie always {texts[met[0]]}"]}
    return {"chart": {f"tie of {RANK_NAMES[rank]}s": [texts[rank]] for rank in met}}


def _decider(war: _War, best: Ints) -> Callable[[int, Known], Ints]:
    def decide(stage: int, known: Known) -> Ints:
        """The best move after each tie, as an index into the moves of the stage."""
        assert stage == war.stage
        moves: Ints = best[known["player"][:, 0] >> 2]
        return moves

    return decide
