"""What each line of play nets against each kind of dealer's hand, for every different hand of the seat.

The prices come from the array settlement of the plan. A dealer's hand matters only by whether it qualifies and how it
compares, so there are four kinds for each hand of the seat (see `KINDS`).
"""

from collections.abc import Mapping
from functools import cache
from itertools import combinations, combinations_with_replacement

import numpy as np

from houseway.hands.fast import tables
from houseway.odds.house_poker.batch import Batch, Cards, Floats, Ints
from houseway.odds.house_poker.decision_tree import Line
from houseway.odds.house_poker.holdem_board.template import BoardGame

# The dealer's hand against one of the seat that would not qualify itself: worse; equal; better without qualifying;
# qualified. Against one that would: without qualifying; worse though qualified; equal; better.
KINDS = 4
_FLUSH = 5


def _multisets(ranks: tuple[int, ...], size: int, most: int) -> Ints:
    listed = list(combinations_with_replacement(ranks, size))
    rows = np.array(listed, np.int64).reshape(len(listed), size)
    alike = rows[:, most:] == rows[:, :-most]  # ranks rise, so that those alike stand together
    kept: Ints = rows[~alike.any(axis=1)]
    return kept


@cache
def hand_types(ranks: tuple[int, ...], size: int) -> Cards:
    """Every hand of five to seven cards up to suits that make no flush: a hand of each type."""
    plain = _multisets(ranks, size, 4)
    parts = [plain * 4 + np.arange(size) % 4]
    for suited in range(_FLUSH, size + 1):
        flush = np.array(list(combinations(ranks, suited)), np.int64).reshape(-1, suited)
        others = _multisets(ranks, size - suited, 3)
        rest = others * 4 + 1 + np.arange(size - suited) % 3
        left = np.repeat(flush * 4, len(rest), axis=0)
        parts.append(np.concatenate([left, np.tile(rest, (len(flush), 1))], axis=1))
    return np.concatenate(parts).astype(np.uint8)


class _Against(Batch):
    """Rounds in which the dealer's hand has a made-up value."""

    def __init__(self, shape: BoardGame, hands: Cards, meters: Mapping[str, float]) -> None:
        rest = np.zeros((len(hands), shape.holes), np.uint8)
        piles = {"player": hands[:, : shape.holes], "community": hands[:, shape.holes :], "dealer": rest}
        super().__init__(shape.plan, piles, meters)
        self.dealer = shape.dealer.name

    def face(self, value: Ints) -> None:
        """Let the dealer's hands have these values."""
        self._values[self.dealer] = value


def _dealers(mine: Ints, least: int) -> tuple[Ints, ...]:
    """Values of a dealer's hand of each kind."""
    weak = mine < least
    return (
        np.minimum(mine, least) - 1,
        np.where(weak, mine, mine - 1),
        np.where(weak, mine + 1, mine),
        np.maximum(mine + 1, least),
    )


def net_of(batch: Batch, line: Line, nets: Mapping[str, Floats]) -> Floats:
    """What a line of play yields in each round, from the net per unit of each wager."""
    wagers = {name: wager.spec for name, wager in batch.plan.wagers.items()}
    total = np.zeros(batch.size)
    for name, stake in line.stakes.items():
        lost = line.folded and not wagers[name].survives_fold
        total += -stake if lost else stake * nets[name]
    for name, words in wagers.items():
        paid = words.paid_on in line.stakes and words.offered and not line.folded
        if paid and (not words.only_if_played or words.only_if_played in line.stakes):
            total += line.stakes[words.paid_on] * nets[name]
    return total


def wagers_of(shape: BoardGame) -> set[str]:
    """The wagers of all lines, and the bonuses paid on them."""
    made = {name for line in shape.lines for name in line.stakes}
    return made | {
        name for name, wager in shape.plan.wagers.items() if wager.spec.paid_on in made and wager.spec.offered
    }


def worths(shape: BoardGame, meters: Mapping[str, float]) -> Floats | None:
    """Net result by index of the hand, line and kind of dealer; none if equal hands may have different prices."""
    hands = hand_types(tuple(sorted({card >> 2 for card in shape.deck})), shape.holes + shape.board)
    batch = _Against(shape, hands, meters)
    mine = batch.value(shape.own.name)
    order = tables().values
    index = np.searchsorted(order, mine)
    by_index = np.argsort(index, kind="stable")
    present, starts = np.unique(index[by_index], return_index=True)
    out = np.zeros((len(order), len(shape.lines), KINDS))
    made = wagers_of(shape)
    for kind, value in enumerate(_dealers(mine, shape.dealer.threshold or 0)):
        batch.face(value)
        nets = {name: batch.nets(name) for name in made}
        for place, line in enumerate(shape.lines):
            net = net_of(batch, line, nets)[by_index]
            least = np.minimum.reduceat(net, starts)
            if (np.maximum.reduceat(net, starts) != least).any():
                return None
            out[:, place, kind] = least[0]  # hands that the deck or the number of cards rules out get any price
            out[present, place, kind] = least
    return out
