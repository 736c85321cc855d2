"""What each way to act wins against every dealer hand: dealer hands told apart only where a price changes."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from houseway.odds.house_poker.batch import Batch, Cards, Flags, Floats, Ints
from houseway.odds.house_poker.solvers import Move
from houseway.odds.house_poker.vs_dealer.template import Showdown


class Facing(Batch):
    """Hands of a seat against dealer hands of which only the value is known."""

    def __init__(
        self, shape: Showdown, piles: Mapping[str, Cards], meters: Mapping[str, float], mine: Ints | None = None
    ) -> None:
        super().__init__(shape.plan, piles, meters)
        self.shape = shape
        if mine is not None:  # the values of the seat's hands are known already
            self._values[shape.own.name] = mine

    def face(self, values: Ints) -> None:
        """From here on the dealer's hands have these values."""
        self._values[self.shape.dealer.name] = values

    def mine(self) -> Ints:
        return self.value(self.shape.own.name)

    def open_to(self, move: Move) -> Flags:
        """Where the hand is good enough for a move."""
        having = self.shape.choice(move).having
        return np.ones(self.size, np.bool_) if having is None else self.mine() >= having


def cut_values(shape: Showdown, mine: Ints) -> Ints:
    """[hand, cut]: the dealer values, in ascending order, from which another price may hold."""
    columns = [mine, mine + 1]
    if shape.dealer.threshold is not None:
        columns.append(np.full(len(mine), shape.dealer.threshold))
    if shape.by_margin:
        ranking = shape.dealer.ranking
        assert ranking is not None
        columns += [np.full(len(mine), category << ranking.shift) for category in range(1, len(ranking.categories))]
    return np.sort(np.stack(columns, axis=1), axis=1)


def stakes(shape: Showdown, move: Move) -> dict[str, float]:
    """The units on each wager once the move is made."""
    return {**dict.fromkeys(shape.before, 1.0), **dict.fromkeys(shape.bets(move), move.factor)}


def amount_bet(shape: Showdown, move: Move) -> float:
    return sum(stakes(shape, move).values())


def _move_nets(shape: Showdown, move: Move, nets: Mapping[str, Floats]) -> Floats:
    placed = stakes(shape, move)
    folded = shape.choice(move).spec.fold
    total = np.zeros_like(next(iter(nets.values())))
    for name, stake in placed.items():
        lost = folded and not shape.plan.wagers[name].spec.survives_fold
        total = total - stake if lost else total + stake * nets[name]
    if folded:
        return total
    for name in shape.bonuses:
        words = shape.plan.wagers[name].spec
        if words.paid_on in placed and (not words.only_if_played or words.only_if_played in placed):
            total = total + placed[words.paid_on] * nets[name]
    return total


class Kinds(NamedTuple):
    """Hands told apart only as far as prices do: `nets[move, kind, cell]`, and the kind of each hand."""

    nets: Floats
    of: Ints


def nets_by_kind(shape: Showdown, hands: Cards, mine: Ints, meters: Mapping[str, float]) -> Kinds:
    """The nets of hands with their values against dealer hands between the cuts."""
    if shape.by_value:
        mine, first, of = np.unique(mine, return_index=True, return_inverse=True)
        hands = hands[first]
    else:
        of = np.arange(len(mine))
    cuts = cut_values(shape, mine)
    lower = np.concatenate([np.zeros_like(cuts[:, :1]), cuts], axis=1)
    return Kinds(all_nets(Facing(shape, {"player": hands}, meters, mine), lower), of)


def all_nets(batch: Facing, lower: Ints) -> Floats:
    """[move, hand, cell]: net units of each move against dealer hands of the values in `lower[hand, cell]`."""
    shape = batch.shape
    found: dict[str, list[Floats]] = {name: [] for name in shape.main()}
    for cell in range(lower.shape[1]):
        batch.face(np.ascontiguousarray(lower[:, cell]))
        for name, columns in found.items():
            columns.append(batch.nets(name))
    nets = {name: np.stack(columns, axis=1) for name, columns in found.items()}
    return np.stack([_move_nets(shape, move, nets) for move in shape.moves])
