"""Solves games in which the seat's own cards meet the dealer's own: every class of hands, every card face up."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import comb

import numpy as np
import numpy.typing as npt

from houseway.cards.decks import copies_of_each
from houseway.odds.batch import Cards, Floats, Ints
from houseway.odds.classes import all_hands
from houseway.odds.solvers import Known, Progress, Solution
from houseway.odds.versus import flushes, runs, sweep
from houseway.odds.versus.holdings import Holdings, name_suits, suit_holdings
from houseway.odds.versus.nets import Facing, all_nets, amount_bet, cut_values
from houseway.odds.versus.shape import Shape, read_shape
from houseway.odds.versus.strategy import Tally, spoken
from houseway.play.house_poker.plan import Plan

_AT_ONCE = 1 << 18
_NET_DIGITS = 9
_NEVER = -1e9  # worth of a move that the hand is not good enough for

Below = Callable[[Cards, Ints], npt.NDArray[np.int32]]  # hands, cuts -> dealer hands below [hand, cut, up card]
Namer = Callable[[Cards, Cards], tuple[Ints, Cards]]


@dataclass(frozen=True)
class Counting:
    """The player's classes and how the dealer hands against them are counted."""

    holdings: Holdings
    below: Below
    total: int  # dealer hands against one hand and up card
    name: Namer  # keys of hands, and cards beside them renamed alike


def one_deck(plan: Plan) -> Cards | None:
    """The cards in use, each once; none if there are copies."""
    copies = copies_of_each(plan.game.spec.deck)
    if any(count > 1 for count in copies.values()) or max(copies) > 53:
        return None
    return np.array(sorted(copies), np.uint8)


def _method(shape: Shape) -> str:
    """How the dealer's hands can be counted; empty if they cannot."""
    ranking = shape.dealer.ranking
    deck = one_deck(shape.plan)
    if (
        ranking is None
        or deck is None
        or shape.shared
        or shape.up > 1
        or not 0 < shape.cards <= sweep.MOST_PLAYER_CARDS
    ):
        return ""
    if ranking.size <= shape.dealer_cards <= sweep.MOST_CARDS:
        return "sweep"
    if shape.up or max(deck) >= 52:
        return ""
    if ranking.name == flushes.RANKING and shape.dealer_cards <= 7 and shape.suits_equal:
        return "flushes"
    if ranking.name == runs.RANKING and shape.dealer_cards <= runs.MOST_CARDS and shape.ranks_only:
        return "runs"
    return ""


def fits(plan: Plan) -> bool:
    """One decision after all cards are dealt, then the seat's own hand against the dealer's own hand."""
    shape = read_shape(plan)
    return shape is not None and bool(_method(shape))


def _same_names(hands: Cards, others: Cards) -> tuple[Ints, Cards]:
    keys = np.zeros(len(hands), np.int64)
    for card in np.sort(hands, axis=1).T:
        keys = keys << 6 | card
    return keys, others


def _player_classes(shape: Shape, deck: Cards) -> tuple[Holdings, Namer]:
    if shape.suits_equal:
        return suit_holdings(deck, shape.cards), name_suits
    hands = all_hands(deck, shape.cards)
    keys = _same_names(hands, hands)[0]
    order = np.argsort(keys)
    return Holdings(hands[order], np.ones(len(hands), np.int64), keys[order]), _same_names


def _counting(shape: Shape, deck: Cards) -> Counting:
    method, ranking, cards = _method(shape), shape.dealer.ranking, shape.dealer_cards
    assert ranking is not None
    left = len(deck) - shape.cards
    if method == "runs":
        sets = runs.rank_sets(ranking)

        def below_runs(hands: Cards, cuts: Ints) -> npt.NDArray[np.int32]:
            return runs.below(deck, sets, hands, cards, cuts)

        return Counting(
            runs.rank_holdings(deck, shape.cards), below_runs, comb(left, cards),
            lambda hands, others: (runs.name_ranks(hands), others),
        )  # fmt: skip
    holdings, name = _player_classes(shape, deck)
    if method == "flushes":
        return Counting(holdings, lambda hands, cuts: flushes.below(deck, hands, cards, cuts), comb(left, cards), name)
    places = sweep.all_places(len(deck), cards)
    field = sweep.make_field(deck, places, ranking.rank(deck[places]))
    with_up = shape.up > 0
    total = comb(left - 1, cards - 1) if with_up else comb(left, cards)
    return Counting(holdings, lambda hands, cuts: sweep.below(field, hands, cuts, with_up), total, name)


def _known_cards(shape: Shape, deck: Cards, hands: Cards) -> npt.NDArray[np.bool_]:
    """[hand, up card]: where the up card is one that the player does not hold."""
    if not shape.up:
        return np.ones((len(hands), 1), np.bool_)
    held = (hands[:, :, None] == deck[None, None, :]).any(axis=1)
    free: npt.NDArray[np.bool_] = ~held
    return free


@dataclass(frozen=True)
class Priced:
    """A block of hands: the mean result of each move, the best move, and its square and amount bet."""

    worth: Floats  # [move, hand, up]
    best: npt.NDArray[np.int8]  # [hand, up]
    mean: Floats  # [hand, up], of the best move
    square: Floats
    values: Ints
    shares: Floats  # [hand, cell, up]: of the dealer hands
    nets: Floats  # [move, hand, cell]


def _price(shape: Shape, counting: Counting, hands: Cards, meters: Mapping[str, float]) -> Priced:
    batch = Facing(shape, {"player": hands}, meters)
    mine = batch.mine()
    cuts = cut_values(shape, mine)
    under = counting.below(hands, cuts)
    edges = np.concatenate([np.zeros_like(under[:, :1]), under, np.full_like(under[:, :1], counting.total)], axis=1)
    shares = np.diff(edges, axis=1) / counting.total
    nets = all_nets(batch, np.concatenate([np.zeros_like(cuts[:, :1]), cuts], axis=1))
    worth = np.stack([np.einsum("ncu,nc->nu", shares, net) for net in nets])
    for index, move in enumerate(shape.moves):
        worth[index, ~batch.open_to(move)] = _NEVER
    best = worth.argmax(axis=0).astype(np.int8)
    square = np.zeros(best.shape)
    for index, net in enumerate(nets):
        square = np.where(best == index, np.einsum("ncu,nc->nu", shares, net * net), square)
    mean = np.take_along_axis(worth, best[None].astype(np.int64), axis=0)[0]
    return Priced(worth, best, mean, square, mine, shares, nets)


def _add_outcomes(priced: Priced, share: Floats, found: dict[float, float]) -> None:
    """Add the chance of every net result of a block to those found before."""
    for index, nets in enumerate(priced.nets):
        played = share * (priced.best == index)
        rows = played.any(axis=1)
        chance = np.einsum("ncu,nu->nc", priced.shares[rows], played[rows])
        results, place = np.unique(nets[rows].round(_NET_DIGITS), return_inverse=True)
        sums = np.bincount(place.ravel(), chance.ravel(), len(results))
        for result, total in zip(results.tolist(), sums.tolist(), strict=True):
            if total > 0:
                found[result] = found.get(result, 0.0) + total


def solve(
    plan: Plan, meters: Mapping[str, float], progress: Progress | None = None, deck: Cards | None = None
) -> Solution:
    """The game under best play; `deck` stands for the game's own where a smaller one is asked about."""
    shape = read_shape(plan)
    cards = one_deck(plan) if deck is None else deck
    assert shape is not None
    assert cards is not None
    counting = _counting(shape, cards)
    hands, weights, keys = counting.holdings
    ups = len(cards) - shape.cards if shape.up else 1
    whole = float(weights.sum()) * ups
    mean = square = bet = 0.0
    amounts = np.array([amount_bet(shape, move) for move in shape.moves])
    best = np.empty((len(hands), len(cards) if shape.up else 1), np.int8)
    tally = Tally(shape, cards)
    outcomes: dict[float, float] = {}
    for start in range(0, len(hands), _AT_ONCE):
        block = slice(start, start + _AT_ONCE)
        part = np.ascontiguousarray(hands[block])
        priced = _price(shape, counting, part, meters)
        share = weights[block, None] * _known_cards(shape, cards, part) / whole
        mean += float((share * priced.mean).sum())
        square += float((share * priced.square).sum())
        bet += float((share * amounts[priced.best]).sum())
        best[block] = priced.best
        _add_outcomes(priced, share, outcomes)
        tally.add(part, priced.values, share, priced.worth, priced.best)
        if progress is not None:
            progress(min(1.0, (start + len(part)) / len(hands)))
    return Solution(
        shape.unit, mean, square, bet, spoken(tally, mean), {shape.stage: shape.moves},
        _decider(shape, cards, counting.name, keys, best),
        outcomes=outcomes,
    )  # fmt: skip


def _decider(
    shape: Shape, deck: Cards, name: Namer, keys: Ints, best: npt.NDArray[np.int8]
) -> Callable[[int, Known], Ints]:
    place_of = np.zeros(64, np.int64)
    place_of[deck] = np.arange(len(deck))

    def decide(stage: int, known: Known) -> Ints:
        """The best move for each hand, as an index into the moves of the stage."""
        assert stage == shape.stage
        player = known["player"]
        found, shown = name(player, known["dealer"] if shape.up else player[:, :0])
        rows = np.searchsorted(keys, found)
        moves: Ints = best[rows, place_of[shown[:, 0]] if shape.up else 0].astype(np.int64)
        return moves

    return decide
