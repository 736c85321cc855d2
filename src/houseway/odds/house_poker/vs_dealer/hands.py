"""Solves games in which the seat's own cards meet the dealer's own: every class of hands, every card face up."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from houseway.odds.arrays import Counts, Flags, few_values
from houseway.odds.executor import LOCAL, Executor, SharedInput
from houseway.odds.house_poker.batch import Cards, Ints
from houseway.odds.house_poker.solvers import Decide, Move, Solution, UnknownMoveError, Visible, numbers_among
from houseway.odds.house_poker.vs_dealer import against, runs
from houseway.odds.house_poker.vs_dealer.against import MOST_PLAYER_CARDS, Below, one_deck
from houseway.odds.house_poker.vs_dealer.showdown import Facing, Kinds, Showdown, match_template, nets_by_kind, shape_of
from houseway.odds.house_poker.vs_dealer.strategy import Tallied, spoken, tallied
from houseway.odds.suit_classes.keyed import Holdings, name_suits, suit_holdings
from houseway.odds.suit_classes.listed import all_hands
from houseway.play.house_poker.plan import Plan

_AT_ONCE, _AT_ONCE_WITHOUT_UP = 1 << 18, 1 << 20  # hands in one sweep
_GRAIN, _GRAIN_WITHOUT_UP = 1 << 14, 1 << 16
_NET_DIGITS = 9
_NEVER = -1e9  # worth of a move that the hand is not good enough for

Namer = Callable[[Cards, Cards], tuple[Ints, Cards]]


def _method(shape: Showdown) -> str:
    """How the dealer's hands can be counted; empty if they cannot."""
    deck = one_deck(shape.plan)
    if deck is None or shape.shared or shape.cards_follow or shape.cards > MOST_PLAYER_CARDS:
        return ""
    return against.method(shape.dealer.ranking, shape.dealer_cards, shape.cards, deck, shape.suits, shape.up)


def fits(plan: Plan) -> bool:
    """One decision after all cards are dealt, then the seat's own hand against the dealer's own hand."""
    shape = match_template(plan)
    return shape is not None and bool(_method(shape))


def _same_names(hands: Cards, others: Cards) -> tuple[Ints, Cards]:
    keys = np.zeros(len(hands), np.int64)
    for card in np.sort(hands, axis=1).T:
        keys = keys << 6 | card
    return keys, others


def _player_classes(shape: Showdown, deck: Cards) -> tuple[Holdings, Namer]:
    if _method(shape) == "runs":
        return runs.rank_holdings(deck, shape.cards), lambda hands, others: (runs.name_ranks(hands), others)
    if len(shape.suits) <= 1:
        return suit_holdings(deck, shape.cards), name_suits
    hands = all_hands(deck, shape.cards)
    keys = _same_names(hands, hands)[0]
    order = np.argsort(keys)
    return Holdings(hands[order], np.ones(len(hands), np.int64), keys[order]), _same_names


def _known_cards(shape: Showdown, deck: Cards, hands: Cards) -> Flags:
    """[hand, up card]: where the up card is one that the player does not hold."""
    if not shape.up:
        return np.ones((len(hands), 1), np.bool_)
    held = (hands[:, :, None] == deck[None, None, :]).any(axis=1)
    free: Flags = ~held
    return free


@dataclass(frozen=True)
class _Table:
    """All that a part of the count works with."""

    shape: Showdown
    deck: Cards
    meters: Mapping[str, float]
    holdings: Holdings
    name: Namer  # keys of hands, and cards beside them renamed alike
    below: Below
    total: int  # dealer hands against one hand and up card
    play: Callable[[Cards], Ints] | None = None  # a strategy: [hand, up] the moves it makes; none: the best

    @cached_property
    def grain(self) -> int:
        """Hands whose results are added up before they meet others: the same however the work is divided."""
        return _GRAIN if self.shape.up else _GRAIN_WITHOUT_UP

    @cached_property
    def whole(self) -> float:
        """Deals of a hand and an up card."""
        return float(self.holdings.weights.sum()) * (len(self.deck) - self.shape.cards if self.shape.up else 1)


def _table(plan: Plan, meters: Mapping[str, float], deck: Cards | None) -> _Table:
    shape, cards = shape_of(plan, deck)
    ranking, size = shape.dealer.ranking, shape.dealer_cards
    assert ranking is not None
    below = against.below_counter(_method(shape), cards, ranking, size, shape.up)
    total = against.opponents(cards, size, shape.cards, shape.up)
    return _Table(shape, cards, meters, *_player_classes(shape, cards), below, total)


@dataclass(frozen=True)
class _Priced:
    """A grain of hands under best play: shares of the game's sums, the best moves, and what the rules are made of."""

    mean: float
    square: float
    bet: float
    best: npt.NDArray[np.int8]  # [hand, up]
    counts: dict[float, int]  # net result -> deals
    tally: Tallied


def _price(table: _Table, hands: Cards, mine: Ints, under: Counts, ways: Ints) -> _Priced:
    """Hands with their values, the dealer hands below each cut, and the number of hands that each stands for."""
    shape, total = table.shape, table.total
    batch = Facing(shape, {"player": hands}, table.meters, mine)
    dealers = np.diff(under, axis=1, prepend=0, append=total)
    shares = dealers / total
    kinds = nets_by_kind(shape, hands, mine, table.meters)
    nets = kinds.nets[:, kinds.of]
    worth = np.stack([np.einsum("ncu,nc->nu", shares, net) for net in nets])
    for index, move in enumerate(shape.moves):
        worth[index, ~batch.open_to(move)] = _NEVER
    best = (worth.argmax(axis=0) if table.play is None else table.play(hands)).astype(np.int8)
    square = np.zeros(best.shape)
    for index, net in enumerate(nets):
        rows = np.flatnonzero((best == index).any(axis=1))
        found = np.einsum("ncu,nc->nu", shares[rows], net[rows] ** 2)
        square[rows] = np.where(best[rows] == index, found, square[rows])
    mean = np.take_along_axis(worth, best[None].astype(np.int64), axis=0)[0]
    known = ways[:, None] * _known_cards(shape, table.deck, hands)
    share = known / table.whole
    amounts = shape.amounts
    return _Priced(
        float((share * mean).sum()),
        float((share * square).sum()),
        float((share * amounts[best]).sum()),
        best,
        _counts(dealers, kinds, best, known.astype(np.int64)),
        tallied(shape, table.deck, hands, mine, share, worth, best),
    )


def _counts(dealers: Ints, kinds: Kinds, best: npt.NDArray[np.int8], ways: Ints) -> dict[float, int]:
    """The deals of every net result of a grain: `dealers[hand, cell, up]` hands of the dealer."""
    found: dict[float, int] = {}
    for index, net in enumerate(kinds.nets):
        rows = np.flatnonzero((best == index).any(axis=1))
        deals = np.einsum("ncu,nu->nc", dealers[rows], ways[rows] * (best[rows] == index))
        results, place = few_values(net.round(_NET_DIGITS))
        sums = np.zeros(len(results), np.int64)
        np.add.at(sums, place[kinds.of[rows]], deals)
        for result, total in zip(results.tolist(), sums.tolist(), strict=True):
            if total:
                found[result] = found.get(result, 0) + total
    return found


def _part(table: _Table, first: int, stop: int) -> list[_Priced]:
    """A run of hands, grain by grain; the dealer's hands are counted for all of them in one sweep."""
    holdings = table.holdings
    hands = np.ascontiguousarray(holdings.hands[first:stop])
    mine = Facing(table.shape, {"player": hands}, table.meters).mine()
    cuts = table.shape.cut_values(mine)
    under = table.below(hands, cuts)
    ways = holdings.weights[first:stop]
    grains = [slice(start, start + table.grain) for start in range(0, len(hands), table.grain)]
    return [_price(table, hands[grain], mine[grain], under[grain], ways[grain]) for grain in grains]


def _divided(table: _Table, executor: Executor) -> list[tuple[int, int]]:
    """Runs of whole grains: few for one process, since each takes a sweep, and enough for all workers."""
    count = len(table.holdings.weights)
    grains = -(-count // table.grain)
    at_once = _AT_ONCE if table.shape.up else _AT_ONCE_WITHOUT_UP
    run = table.grain * max(1, min(at_once // table.grain, -(-grains // executor.parts(grains))))
    return [(start, min(start + run, count)) for start in range(0, count, run)]


def solve(plan: Plan, meters: Mapping[str, float], executor: Executor = LOCAL, deck: Cards | None = None) -> Solution:
    """The game under best play; `deck` stands for the game's own where a smaller one is asked about."""
    kit = SharedInput(_table, plan, meters, deck)
    table = kit.made
    shape = table.shape
    grains = [priced for part in executor.over(kit, _part, _divided(table, executor)) for priced in part]
    mean = sum(grain.mean for grain in grains)
    counts = _joined(grains)
    cycle = sum(counts.values())
    return Solution(
        shape.unit,
        mean,
        sum(grain.square for grain in grains),
        sum(grain.bet for grain in grains),
        spoken(shape, [grain.tally for grain in grains], mean),
        {shape.stage: shape.moves},
        _decider(shape, table.deck, table.name, table.holdings.keys, np.concatenate([grain.best for grain in grains])),
        outcomes={net: count / cycle for net, count in counts.items()},
        count=lambda: counts,
    )


def _joined(grains: Sequence[_Priced]) -> dict[float, int]:
    counts = Counter[float]()
    for grain in grains:
        counts.update(grain.counts)
    return counts


def solve_strategy(
    plan: Plan, meters: Mapping[str, float], moves: Mapping[int, Sequence[Move]], decide: Decide
) -> Solution | None:
    """The game under a given strategy; none where it makes moves that the best play does not know."""
    table = _table(plan, meters, None)
    shape = table.shape
    chosen = numbers_among(shape.moves, moves[shape.stage])
    ups = table.deck if shape.up else table.deck[:1]

    def play(hands: Cards) -> Ints:
        out = np.empty((len(hands), len(ups)), np.int64)
        for column, card in enumerate(ups):
            shown = {"dealer": np.full((len(hands), 1), card, np.uint8)} if shape.up else {}
            out[:, column] = chosen[decide(shape.stage, {"player": hands, **shown})]
        if (out < 0).any():
            raise UnknownMoveError
        return out

    played = replace(table, play=play)
    try:
        grains = [grain for run in _divided(table, LOCAL) for grain in _part(played, *run)]
    except UnknownMoveError:
        return None
    mean, square = sum(grain.mean for grain in grains), sum(grain.square for grain in grains)
    bet = sum(grain.bet for grain in grains)
    return Solution(shape.unit, mean, square, bet, None, count=lambda: _joined(grains))


def _decider(
    shape: Showdown, deck: Cards, name: Namer, keys: Ints, best: npt.NDArray[np.int8]
) -> Callable[[int, Visible], Ints]:
    def decide(stage: int, known: Visible) -> Ints:
        assert stage == shape.stage
        player = known["player"]
        found, shown = name(player, known["dealer"] if shape.up else player[:, :0])
        rows = np.searchsorted(keys, found)
        moves: Ints = best[rows, np.searchsorted(deck, shown[:, 0]) if shape.up else 0].astype(np.int64)
        return moves

    return decide
