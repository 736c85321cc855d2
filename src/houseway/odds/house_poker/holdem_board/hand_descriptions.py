"""What players say of two hole cards beside a board: made hands, draws, high cards, and cards that beat them."""

from collections.abc import Iterator

import numpy as np

from houseway.cards.text import RANK_NAMES
from houseway.hands.columns import Fact
from houseway.hands.facts import facts_array
from houseway.hands.ranking import Ranking
from houseway.odds.house_poker.batch import Cards, Flags, Ints

# Weakest first; what the seat's cards make with those of the board, and what the board makes alone.
MADE = ("nothing", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind")
_PAIR, _RANKS = 1, 13
_STRAIGHTS = np.array([0b1000000001111, *(0b11111 << low for low in range(9))])
_STRAIGHT = (np.arange(1 << _RANKS)[:, None] & _STRAIGHTS == _STRAIGHTS).any(axis=1)  # by set of ranks

Description = tuple[str, Flags]


def made(cards: Cards) -> Ints:
    """What cards make, however few they are, as a place in `MADE`."""
    facts = facts_array(cards, 5)
    found = np.zeros(len(cards), np.int64)
    columns = (
        Fact.TWO_ALIKE, Fact.TWO_PAIR, Fact.THREE_ALIKE, Fact.STRAIGHT, Fact.FLUSH_SUITS, Fact.FULL_HOUSE,
        Fact.FOUR_ALIKE,
    )  # fmt: skip
    for place, fact in enumerate(columns, start=1):
        found[facts[:, fact] != 0] = place
    return found


def _rank_set(cards: Cards) -> Ints:
    return _union(1 << (cards >> 2).astype(np.int64))


def _union(sets: Ints) -> Ints:
    found = sets[:, 0].copy()  # place by place: to reduce each short row by itself takes ten times as long
    for place in range(1, sets.shape[1]):
        found |= sets[:, place]
    return found


def _straight_outs(hole: Cards, board: Cards) -> Ints:
    """Ranks that would make a straight with the hole cards and not on the board alone."""
    whole, alone = _rank_set(np.concatenate([hole, board], axis=1)), _rank_set(board)
    outs = np.zeros(len(hole), np.int64)
    for rank in range(_RANKS):
        outs += _STRAIGHT[whole | 1 << rank] & ~_STRAIGHT[alone | 1 << rank]
    return outs


def _flush_card(hole: Cards, board: Cards) -> Ints:
    """The rank of the highest hole card in four of a suit, -1 without."""
    cards = np.concatenate([hole, board], axis=1)
    best = np.full(len(hole), -1, np.int64)
    for suit in range(4):
        four = (cards & 3 == suit).sum(axis=1) == 4
        own = np.where(hole & 3 == suit, hole >> 2, 255).astype(np.int64)
        highest = np.where(own < _RANKS, own, -1).max(axis=1)
        best = np.where(four, np.maximum(best, highest), best)
    return best


def _beaten_by(hole: Cards, board: Cards, ranking: Ranking, deck: Cards) -> Ints:
    """How many of the cards left would, with the board alone, be a better hand."""
    known = np.concatenate([hole, board], axis=1)
    mine, held = ranking.rank(known), _union(np.int64(1) << known.astype(np.int64))
    found = np.zeros(len(hole), np.int64)
    for card in deck:
        other = np.concatenate([board, np.full((len(board), 1), card, np.uint8)], axis=1)
        found += (ranking.rank(other) > mine) & (held >> int(card) & 1 == 0)
    return found


def descriptions(hole: Cards, board: Cards, ranking: Ranking, deck: Cards, last: bool) -> Iterator[Description]:
    """Every way to describe the hole cards, with where it holds; `last`: no more board cards will come."""
    own, alone = made(np.concatenate([hole, board], axis=1)), made(board)
    ranks = np.sort(hole >> 2, axis=1)[:, ::-1].astype(np.int64)
    on_board = (hole[:, :, None] >> 2 == board[:, None, :] >> 2).any(axis=2)
    pocket = ranks[:, 0] == ranks[:, 1]
    paired = np.where(on_board, hole >> 2, 0).max(axis=1).astype(np.int64)
    pair = np.where(pocket, ranks[:, 0], paired)
    higher = (ranks > (board >> 2).max(axis=1)[:, None]).sum(axis=1)
    hidden = own > alone
    for place, name in enumerate(MADE[1:], start=1):
        yield f"a hidden {name.replace('_', ' ')} or better", hidden & (own >= place)
    for rank in range(1, _RANKS):
        text = f"a hidden pair of {RANK_NAMES[rank]}{'es' if RANK_NAMES[rank] == 'six' else 's'} or better"
        yield text, hidden & ((own > _PAIR) | (own == _PAIR) & (pair >= rank))
    flush, straight = _flush_card(hole, board), _straight_outs(hole, board)
    draws = {"": np.ones(len(hole), np.bool_)}
    if not last:
        draws["a straight draw"] = straight > 0
        draws["an open straight draw"] = straight > 1
        draws["four to a flush"] = flush >= 0
        for rank in range(_RANKS):
            yield f"four to a flush with {_at_least(rank, 'hidden ')}", flush >= rank
    else:
        beaten = _beaten_by(hole, board, ranking, deck)
        for outs in range(1, len(deck) - hole.shape[1] - board.shape[1]):
            yield f"fewer than {outs} cards that would beat you in the dealer's hand", beaten < outs
    for draw, held in draws.items():
        beside = f" and {draw}" if draw else ""
        if draw:
            yield draw, held
        yield f"two cards above the board{beside}", held & (higher == 2)
        yield f"a card above the board{beside}", held & (higher > 0)
        for rank in range(1, _RANKS):
            yield f"{_at_least(rank)}{beside}", held & (ranks[:, 0] >= rank)
    for rank in range(1, _RANKS):
        yield f"a pair on the board and {_at_least(rank)}", (alone == _PAIR) & (ranks[:, 0] >= rank)


def _at_least(rank: int, before: str = "") -> str:
    """A card in words: `a ten or higher`, `a hidden ace`."""
    words = f"{before}{RANK_NAMES[rank]}"
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}" + (" or higher" if rank < _RANKS - 1 else "")
