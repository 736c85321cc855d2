"""Solves games of one card against one, with a choice after a tie that may lead to a second card each.

Cards of other hands may lie open beside the two: the choice is made from what they leave in the shoe.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from math import comb
from typing import Any

import numpy as np

from houseway.cards.decks import copies_of_each
from houseway.cards.text import RANK_NAMES
from houseway.odds.executor import LOCAL, Executor
from houseway.odds.house_poker.batch import Batch, Flags, Floats, Ints
from houseway.odds.house_poker.decision_tree import asked_of, read_tree
from houseway.odds.house_poker.solvers import Decide, Move, Solution, UnknownMoveError, Visible, numbers_among
from houseway.odds.house_poker.wagers import Position, positions
from houseway.odds.lines import Line, price_lines
from houseway.odds.payoff import Payoff
from houseway.odds.report import SidePrice
from houseway.play.house_poker.plan import Plan
from houseway.rules.house_poker import Stage
from houseway.rules.pays import LOSE

_RANKING = "one_card"
_RANKS = 13
_WORDS = ("bet", "fold", "surrender", "gives_up", "adds", "if_tied", "made")
_MOST_OPEN = 8  # cards beside the two that are compared
_AFTER_A_TIE = "can be made after a tie only, and is priced there"


@dataclass(frozen=True)
class _War:
    """The wagers, the decision after a tie, the ways to act, and where the cards lie."""

    plan: Plan
    before: tuple[str, ...]
    stage: int
    moves: tuple[Move, ...]
    places: tuple[Position, Position, Position, Position]  # the seat's card and the dealer's, then the second of each
    seen: tuple[Position, ...]  # open at the decision

    def bets(self, move: Move) -> dict[str, float]:
        return dict.fromkeys(self.plan.choices[self.stage][move.choice].spec.bet, move.factor)

    def lost(self, move: Move) -> dict[str, float]:
        """The share of each opening wager that a move itself costs, whatever comes after."""
        spec = self.plan.choices[self.stage][move.choice].spec
        if spec.fold:
            return dict.fromkeys(self.before, 1.0)
        given = {spec.surrender: spec.share, spec.gives_up: 1.0}
        return {name: share for name, share in given.items() if name}

    @property
    def open_beside(self) -> int:
        """Open cards that are compared with nothing."""
        return len({*self.seen} - {*self.places})


def _read(plan: Plan) -> _War | None:
    tree = read_tree(plan)
    if not tree.one_unit_each or len(tree.decisions) != 1 or not tree.says_only(*_WORDS):
        return None
    (decision,), dealing = tree.decisions, [step for step in tree.steps if step.deal]
    later = {name for choice in decision.choices.values() for name in choice.spec.bet}
    if len(dealing) != 2 or any(bool(step.made & later) != (step.stage > decision.stage) for step in dealing):
        return None
    places = _places(plan, plan.stages[decision.stage], later)
    if places is None:
        return None
    seen = tuple(sorted(decision.known))
    war = _War(plan, tuple(tree.stakes), decision.stage, decision.moves, places, seen)
    return war if not tree.bonuses and _simple_wagers(war) and war.open_beside <= _MOST_OPEN else None


def _places(plan: Plan, stage: Stage, later: Collection[str]) -> tuple[Position, Position, Position, Position] | None:
    """Where the first card and the second of each side lie, if each is a hand of one card."""
    hands = {(plan.wagers[name].spec.hand, plan.wagers[name].spec.against) for name in later}
    if stage.if_tied is None or len(hands) != 1 or "" in next(iter(hands)):
        return None
    found = [positions(plan, hand) for hand in (*stage.if_tied, *hands.pop())]
    if any(len(one) != 1 for one in found) or len(frozenset().union(*found)) != len(found):
        return None
    first, dealer, second, dealer_second = (next(iter(one)) for one in found)
    return first, dealer, second, dealer_second


def _simple_wagers(war: _War) -> bool:
    """Whether every wager is decided by comparing single cards at flat prices."""
    names = {*war.before, *(name for move in war.moves for name in war.bets(move))}
    for name in names:
        wager = war.plan.wagers[name]
        hands = (wager.spec.hand, wager.spec.against)
        if not wager.spec.against or wager.tables:
            return False
        for hand in hands:
            ranking = war.plan.hands[hand].ranking
            if ranking is None or ranking.name != _RANKING:
                return False
    return True


def fits(plan: Plan) -> bool:
    """One card each, compared; only after a tie is there a choice, and perhaps one more card each."""
    return max(copies_of_each(plan.game.spec.deck)) < 52 and _read(plan) is not None


def deals(counts: Ints) -> tuple[Ints, Floats]:
    """All ranks of four cards in a row, with the chance of each from these counts of ranks."""
    ranks = np.stack(np.meshgrid(*[np.arange(_RANKS)] * 4, indexing="ij"), axis=-1).reshape(-1, 4)
    chance = np.ones(len(ranks))
    for place in range(4):
        drawn = (ranks[:, :place] == ranks[:, place : place + 1]).sum(axis=1)
        chance *= np.maximum(counts[ranks[:, place]] - drawn, 0) / (counts.sum() - place)
    return ranks, chance


@dataclass(frozen=True)
class _Nets:
    """What every way to act yields, by the ranks of the four cards."""

    war: _War
    batches: tuple[Batch, ...]  # one for each move, with the wagers that it makes
    tied: Flags
    untied: Floats  # where nothing is decided

    @classmethod
    def of(cls, war: _War, ranks: Ints, meters: Mapping[str, float]) -> "_Nets":
        piles: dict[str, Any] = {}
        for pile, last in sorted({*war.places, *war.seen}):
            piles[pile] = np.zeros((len(ranks), last + 1), np.uint8)
        for column, (pile, place) in enumerate(war.places):
            piles[pile][:, place] = ranks[:, column] << 2
        made = [{*war.before, *war.bets(move)} for move in war.moves]
        batches = tuple(Batch(war.plan, piles, meters, made=names) for names in made)
        plain = Batch(war.plan, piles, meters, made=war.before)
        untied = np.asarray(sum(plain.nets(name) for name in war.before))
        return cls(war, batches, ranks[:, 0] == ranks[:, 1], untied)

    def of_move(self, number: int) -> Floats:
        move, batch = self.war.moves[number], self.batches[number]
        lost = self.war.lost(move)
        total = np.zeros(batch.size)
        for name in self.war.before:
            total += -lost[name] if name in lost else batch.nets(name)
        for name, stake in self.war.bets(move).items():
            total += stake * batch.nets(name)
        return total


def _second_cards(left: Ints) -> Floats:
    """[row, rank, rank]: the chance of each two ranks in a row from what is left in the shoe."""
    pairs = left[:, :, None] * left[:, None, :].astype(np.float64)
    diagonal = np.arange(_RANKS)
    pairs[:, diagonal, diagonal] -= left
    total = left.sum(axis=1).astype(np.float64)
    found: Floats = pairs / (total * (total - 1))[:, None, None]
    return found


def _worths(nets: Floats, tied: Ints, left: Ints) -> Floats:
    """[move, row]: what moves yield after a tie of these ranks, from what is left; `nets[move, rank, rank, rank]`."""
    second = _second_cards(left)
    found = np.empty((len(nets), len(tied)))
    for rank in np.unique(tied):
        rows = tied == rank
        found[:, rows] = np.einsum("rcd,mcd->mr", second[rows], nets[:, rank])
    return found


def _open_cards(count: int) -> Ints:
    """[row, rank]: every choice of so many ranks."""
    listed = list(combinations_with_replacement(range(_RANKS), count))
    chosen = np.array(listed, np.int64).reshape(len(listed), count)
    found: Ints = (chosen[:, :, None] == np.arange(_RANKS)).sum(axis=1)
    return found


@dataclass(frozen=True)
class _AfterTie:
    """Best play after a tie: the chance of each move with each tied rank and second cards, and the moves met."""

    chances: Floats  # [move, tied rank, second rank, dealer's second rank]
    best: tuple[frozenset[int], ...]  # by tied rank


Choose = Callable[[int, Ints], Ints]  # a tied rank, open cards beside it by rank -> the move for each


def _after_tie(war: _War, counts: Ints, nets: Floats, choose: Choose | None = None) -> _AfterTie:
    """Every choice of open cards beside the two that tie, each with its best move or the one that is chosen."""
    chances, best = np.zeros(nets.shape), []
    beside, size = _open_cards(war.open_beside), int(counts.sum())
    most = int(counts.max())
    ways = np.array([[comb(n, k) for k in range(war.open_beside + 1)] for n in range(most + 1)], np.float64)
    for rank in range(_RANKS):
        left = counts.copy()
        left[rank] = max(left[rank] - 2, 0)
        tie = counts[rank] * (counts[rank] - 1) / (size * (size - 1))
        weights = ways[left, beside].prod(axis=1)
        rows = np.flatnonzero(weights) if tie else np.empty(0, np.int64)
        after, share = left - beside[rows], weights[rows] / max(weights[rows].sum(), 1.0)
        if choose is None:
            chosen = _worths(nets, np.full(len(rows), rank), after).argmax(axis=0)
        else:
            chosen = choose(rank, beside[rows])
        second = _second_cards(after)
        for move in np.unique(chosen).tolist():
            own = chosen == move
            chances[move, rank] = tie * np.einsum("r,rcd->cd", share[own], second[own])
        best.append(frozenset(chosen.tolist()))
    return _AfterTie(chances, tuple(best))


def solve(plan: Plan, meters: Mapping[str, float], executor: Executor = LOCAL, counts: Ints | None = None) -> Solution:
    """The game under best play; `counts` of each rank stand for the game's own shoe where another is asked about."""
    war = _read(plan)
    assert war is not None
    return _solve(war, meters, executor, counts)


def solve_strategy(
    plan: Plan, meters: Mapping[str, float], moves: Mapping[int, Sequence[Move]], decide: Decide
) -> Solution | None:
    """The game under a given strategy; none where it makes moves that best play does not know, or sees other hands."""
    war = _read(plan)
    assert war is not None
    if war.open_beside:
        return None
    known_moves = numbers_among(war.moves, moves[war.stage])

    def choose(rank: int, beside: Ints) -> Ints:
        card = np.full((len(beside), 1), rank << 2, np.uint8)
        chosen: Ints = known_moves[decide(war.stage, {pile: card for pile, _ in war.seen})]
        if (chosen < 0).any():
            raise UnknownMoveError
        return chosen

    try:
        return _solve(war, meters, LOCAL, None, choose)
    except UnknownMoveError:
        return None


def _solve(
    war: _War, meters: Mapping[str, float], executor: Executor, counts: Ints | None, choose: Choose | None = None
) -> Solution:
    plan = war.plan
    if counts is None:
        counts = np.zeros(_RANKS, np.int64)
        for card, copies in copies_of_each(plan.game.spec.deck).items():
            counts[card >> 2] += copies
    ranks, chance = deals(counts)
    nets = _Nets.of(war, ranks, meters)
    of_moves = np.stack([nets.of_move(number) for number in range(len(war.moves))])
    after_tie = of_moves.reshape(-1, *[_RANKS] * 4)[:, np.arange(_RANKS), np.arange(_RANKS)]
    found = _after_tie(war, counts, after_tie, choose)
    made = [float(len(war.before) + sum(war.bets(move).values())) for move in war.moves]
    untied = np.where(nets.tied, 0.0, chance)
    result = np.concatenate([nets.untied, after_tie.ravel()])
    share = np.concatenate([untied, found.chances.ravel()])
    result, share = result[share > 0].round(12), share[share > 0]
    executor(1.0)
    size = int(counts.sum())
    fixed = all(len(moves) < 2 for moves in found.best)
    return Solution(
        war.before[0],
        float(share @ result),
        float(share @ (result * result)),
        float(untied.sum()) * len(war.before) + float(np.dot(made, found.chances.sum(axis=(1, 2, 3)))),
        _spoken(war, found.best, counts),
        {war.stage: war.moves},
        _decider(war, counts, after_tie),
        outcomes={float(net): float(share[result == net].sum()) for net in np.unique(result)},
        cycle=size * (size - 1) * (size - 2) * (size - 3) if fixed else 0,
        sides={name: _alone(nets, name, np.where(nets.tied, chance, 0.0)) for name in _made_after(war)},
    )


def _made_after(war: _War) -> list[str]:
    """The wagers that are made after a tie: with a move, or freely beside it."""
    moves = war.plan.choices[war.stage]
    asked = {name for choice in moves for name in choice.spec.bet}
    free = [
        choice
        for stage, choices in zip(war.plan.stages, war.plan.choices, strict=True)
        if asked_of(stage) & asked
        for choice in choices
    ]
    return list(dict.fromkeys(name for choice in (*moves, *free) for name in choice.spec.bet))


def _alone(nets: _Nets, name: str, chance: Floats) -> SidePrice:
    """A wager by itself, once it can be made at all."""
    war, batch = nets.war, Batch(nets.war.plan, nets.batches[0].piles, nets.batches[0].meters)
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


def _spoken(war: _War, best: tuple[frozenset[int], ...], counts: Ints) -> dict[str, Any]:
    texts = [" or ".join(war.moves[move].text for move in sorted(moves)) for moves in best]
    met = [rank for rank in range(_RANKS) if counts[rank] > 1]
    several = any(len(best[rank]) > 1 for rank in met)
    note = {"note": "by the open cards beside the two"} if several else {}
    if len({texts[rank] for rank in met}) == 1:
        return {"rules": [f"after a tie always {texts[met[0]]}"], **note}
    return {"chart": {f"tie of {RANK_NAMES[rank]}s": [texts[rank]] for rank in met}, **note}


def _decider(war: _War, counts: Ints, nets: Floats) -> Callable[[int, Visible], Ints]:
    seen: dict[str, list[int]] = {}
    for pile, place in war.seen:
        seen.setdefault(pile, []).append(place)

    def decide(stage: int, known: Visible) -> Ints:
        assert stage == war.stage
        pile, place = war.places[0]
        tied = (known[pile][:, seen[pile].index(place)] >> 2).astype(np.int64)
        cards = np.concatenate([known[pile][:, : len(places)] for pile, places in seen.items()], axis=1)
        left = counts - ((cards >> 2)[:, :, None] == np.arange(_RANKS)).sum(axis=1)
        moves: Ints = _worths(nets, tied, np.maximum(left, 0)).argmax(axis=0)
        return moves

    return decide
