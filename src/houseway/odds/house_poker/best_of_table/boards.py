"""Two own cards beside a board: the pairs that meet a row are a graph on the cards left, several hands a matching."""

from math import comb

import numpy as np
import numpy.typing as npt
from numba import get_num_threads, njit

from houseway.hands.fast import Tables, tables
from houseway.odds.executor import LOCAL
from houseway.odds.house_poker.batch import Batch, Cards, Floats, Ints
from houseway.odds.house_poker.best_of_table.template import TableHands
from houseway.odds.house_poker.holdem_board.worth import hand_types
from houseway.odds.matchings import matchings
from houseway.odds.suit_classes.card_types import TYPES, showdown_keys
from houseway.odds.suit_classes.showdowns import index_beside, types_beside
from houseway.odds.suit_classes.stock import ANY_SUIT, hands

_OWN, _FEWEST, _MOST = 2, 5, 7
_BLOCKS = 64

Rows = npt.NDArray[np.int64]


def _rows_by_index(shape: TableHands) -> Rows | None:
    """The row of every different hand by its index; none if hands of one value have different rows."""
    ranks = tuple(rank for rank, copies in enumerate(shape.stock.copies) if copies)
    types = hand_types(ranks, _OWN + shape.shared_cards)
    batch = Batch(shape.plan, {shape.pile: types[:, :_OWN], shape.shared[0]: types[:, _OWN:]})
    index = np.searchsorted(tables().values, batch.value(shape.hand.name))
    rows = batch.decisive(shape.table).astype(np.int64)
    rows[rows < 0] = len(shape.table.rows)
    found = np.full(len(tables().values), len(shape.table.rows), np.int64)
    found[index] = rows
    return found if (found[index] == rows).all() else None


@njit(cache=True, nogil=True)
def _rows_beside(board: Cards, deck: Cards, ranking: Tables, by_index: Rows, many: Ints, rows: Rows) -> int:
    """The kinds of cards beside a board, how many there are of each, and the row of every two of them."""
    left = np.zeros(TYPES, np.int64)
    _, base, flush, suited = types_beside(board, deck, ranking, left)
    kinds, found = np.empty(TYPES, np.int64), 0
    for kind in range(TYPES):
        if left[kind]:
            kinds[found] = kind
            found += 1
    for b in range(found):
        many[b] = left[kinds[b]]
        for a in range(b + 1):
            rows[a, b] = rows[b, a] = by_index[index_beside(kinds[a], kinds[b], base, flush, suited, ranking)]
        if many[b] == 1:
            rows[b, b] = 1 << 30
    return found


@njit(cache=True, nogil=True)
def _some_boards(
    block: int, boards: Cards, weights: Ints, deck: Cards, ranking: Tables, by_index: Rows, last: int, out: Floats
) -> bool:
    """Add up, over a block of boards, the chance that each row or a better one is met: `out[hands, row]`."""
    fine = True
    most = len(out) - 1
    many = np.zeros(TYPES, np.int64)
    rows = np.zeros((TYPES, TYPES), np.int64)
    counts = np.zeros(most + 1)
    cards = len(deck) - boards.shape[1]
    for number in range(block, len(boards), _BLOCKS):
        kinds = _rows_beside(boards[number], deck, ranking, by_index, many, rows)
        before = 0
        for row in range(last):
            edges = 0
            for a in range(kinds):
                for b in range(a + 1):
                    edges += rows[a, b] <= row
            if edges == 0:
                continue
            if edges != before:
                joined = np.empty((kinds, kinds), np.bool_)
                for a in range(kinds):
                    for b in range(kinds):
                        joined[a, b] = rows[a, b] <= row
                fine &= matchings(many[:kinds], joined, counts)
                before = edges
            for seats in range(1, most + 1):
                none = 0.0
                share = 1.0
                for chosen in range(seats + 1):
                    none += share * counts[chosen]
                    free = cards - 2 * chosen
                    share *= -(seats - chosen) * 2.0 / (free * (free - 1))
                out[seats, row] += weights[number] * (1.0 - none)
    return fine


def beside_boards(shape: TableHands, most: int) -> Floats | None:
    """[hands, row]: the chance that some hand meets the row or a better one; none if this cannot be counted."""
    size = shape.own + shape.shared_cards
    ranking = shape.hand.ranking
    plain = ranking is not None and ranking.name == "poker" and not shape.hand.wild_ranks and not shape.stock.extras
    fits = shape.own == _OWN and len(shape.shared) == 1 and _FEWEST <= size <= _MOST and len(shape.blocks) <= 1
    if not fits or not plain:
        return None
    by_index = _rows_by_index(shape)
    if by_index is None:
        return None
    boards = hands(shape.stock, shape.shared_cards, ANY_SUIT)
    _, first, alike = np.unique(showdown_keys(boards.cards), return_index=True, return_inverse=True)
    weights = np.zeros(len(first), np.int64)
    np.add.at(weights, alike, boards.weights)
    last = len(shape.table.rows)
    out = np.zeros((_BLOCKS, most + 1, last))
    deck = shape.stock.cards
    given = boards.cards[first], weights, deck, tables(), by_index, last
    tasks = [(block, *given, out[block]) for block in range(_BLOCKS)]
    if not all(list(LOCAL.map(_some_boards, tasks, get_num_threads()))):
        return None
    found: Floats = out.sum(axis=0) / comb(len(deck), shape.shared_cards)
    return found
