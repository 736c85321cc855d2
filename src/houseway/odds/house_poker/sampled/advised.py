"""A good move for every kind of own cards, where these are all that a seat sees before the end of the round.

Everything is taken as a full deck deals it, as if no card of the seat were missing there. Of five cards that are
exchanged once, a finished hand is held against the dealer's hands, and what each choice of cards to keep is worth
follows by sums over sets of cards, as against a pay table. Of cards that are shared out, what two of them yield is
taken from one set of deals for all. The moves so found are close to best play; how much they miss is left to be
sampled.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numba import njit

from houseway.odds.house_poker.batch import Cards, Floats, Ints
from houseway.odds.house_poker.places import Ending, PlacedRound, Places, UnansweredError, ending, hands_of
from houseway.odds.house_poker.sampled.facing import Opponent, opponent_of
from houseway.odds.house_poker.sampled.spread import Spread
from houseway.odds.house_poker.sampled.tree import act
from houseway.odds.house_poker.sampled.worth import Valuer
from houseway.odds.house_poker.vs_dealer.against import one_deck
from houseway.odds.suit_classes.stock import stock_of
from houseway.odds.suit_classes.subsets import CHOOSE, add_to_sets, all_fives, avoiding, size_of, starts_of

_HAND = 5
_PAIR, _RANKS = 2, 13
_WORLDS = 1 << 15  # in which every two cards are looked at
_DEALERS = 1 << 18  # dealt for the law of what the dealer ends with


@dataclass(frozen=True)
class _Kept:
    """A move that ends the round with some own cards and others from the deck, against one opponent."""

    kept: int  # a bit for each own card
    after: PlacedRound
    end: Ending
    hand: str
    opponent: Opponent


@njit(cache=True, nogil=True)
def _worth_of_keeping(numbers: Cards, order: Ints, kept: int, deck: int, starts: Ints, sums: Floats) -> Floats:
    """What hands yield that keep the same cards; `order`: where each card stands when they rise."""
    out = np.empty(len(numbers))
    hand = np.empty(_HAND, np.int64)
    for row in range(len(numbers)):
        own = int(np.int64(0))  # for a plain 0 numba would compile the helpers once more
        for place in range(_HAND):
            hand[place] = numbers[row, place]
            own |= (kept >> place & 1) << order[row, place]
        total = avoiding(hand, own, (1 << _HAND) - 1 & ~own, starts, sums)
        out[row] = total / CHOOSE[_HAND - size_of(own), deck - _HAND]
    return out


def _kept_by(now: PlacedRound, places: Places, after: PlacedRound) -> _Kept | None:
    """The move that led to this end, if it is of that kind."""
    end, plan = ending(after), now.plan
    hands_in_play = {hand for name in end.judged for hand in hands_of(plan, name, after.seat.wagers)}
    own = [hand for hand in hands_in_play if plan.hands[hand].own]
    others = hands_in_play - {*own}
    if len(own) != 1 or len(others) != 1:
        return None
    held, other = after.places(own[0]), others.pop()
    ranking = plan.hands[other].ranking
    if len(held) != _HAND or ranking is None or {*after.real(after.places(other))} & {*held, *places}:
        return None
    opponent = opponent_of(plan, end.judged, other, after.real(after.places(other)), ranking)
    if opponent is None or opponent.compared != (own[0],):
        return None
    kept = sum(1 << at for at, place in enumerate(places) if place in held)
    return _Kept(kept, after, end, own[0], opponent)


def _dealers(valuer: Valuer, move: _Kept) -> Ints:
    """The values of many hands of the dealer, rising."""
    none = np.zeros((1, max(valuer.survey.places, move.after.used)), np.uint8)
    worlds = valuer.deals(none, (), _DEALERS).cards()[0]
    return np.sort(Spread(move.after, worlds, {}, valuer.meters).value(move.opponent.hand))


def _finished(valuer: Valuer, move: _Kept, cards: Cards, law: Ints) -> Floats:
    """What hands yield that are held at the end, against the dealer's hands of a law."""
    states = np.zeros((len(cards), max(valuer.survey.places, move.after.used)), np.uint8)
    states[:, list(move.after.places(move.hand))] = cards
    spread = Spread(move.after, states, {}, valuer.meters)
    cuts = move.opponent.cuts(spread)
    below = np.searchsorted(law, cuts) / len(law)
    shares = np.diff(below, axis=1, prepend=0.0, append=1.0)
    lower = np.concatenate([np.zeros_like(cuts[:, :1]), cuts], axis=1)
    total = np.zeros(len(cards))
    for cell in range(lower.shape[1]):
        spread.assume(move.opponent.hand, np.ascontiguousarray(lower[:, cell]))
        total += shares[:, cell] * spread.settled(move.end)[:, 0]
    return total


def _sums_over_sets(valuer: Valuer, move: _Kept, deck: Cards) -> Floats:
    """[set of up to five cards]: what all finished hands that contain it yield."""
    fives = all_fives(stock_of(valuer.plan.game.spec.deck))
    worth = _finished(valuer, move, fives.classes, _dealers(valuer, move))
    starts = starts_of(len(deck))
    sums = np.zeros((int(starts[-1]), 1))
    add_to_sets(fives.every, worth[fives.which, None], 0, starts, sums)
    return sums[:, 0]


def advice(valuer: Valuer, now: PlacedRound, moves: Sequence[str], places: Places, cards: Cards) -> Ints | None:
    """The number of a good move for each hand in these places; none where the game is of another kind."""
    found = _by_exchange(valuer, now, moves, places, cards)
    return _by_pairs(valuer, now, moves, places, cards) if found is None else found


def _by_exchange(valuer: Valuer, now: PlacedRound, moves: Sequence[str], places: Places, cards: Cards) -> Ints | None:
    """Of five cards that are exchanged once."""
    deck, found = one_deck(now.plan), _ends(now, moves, places)
    if deck is None or not found or len(places) != _HAND or now.seen != tuple(sorted(places)):
        return None
    dealt = np.searchsorted(deck, cards)
    order, starts = np.argsort(np.argsort(dealt, axis=1), axis=1), starts_of(len(deck))
    numbers: Cards = np.sort(dealt, axis=1).astype(np.uint8)
    sums: dict[tuple[object, ...], Floats] = {}
    values = np.empty((len(found), len(cards)))
    for row, one in enumerate(found):
        if not isinstance(one, _Kept):
            values[row] = one
            continue
        key = (one.end.sure, *sorted(one.end.judged.items()))
        if key not in sums:
            sums[key] = _sums_over_sets(valuer, one, deck)
        values[row] = _worth_of_keeping(numbers, order, one.kept, len(deck), starts, sums[key])
    best: Ints = values.argmax(axis=0)
    return best


def _ends(now: PlacedRound, moves: Sequence[str], places: Places) -> list[_Kept | float]:
    """What each move leads to: a hand against the dealer's, or a sure result; nothing where one leads elsewhere."""
    found: list[_Kept | float] = []
    for move in moves:
        try:
            after = act(now, move)
        except UnansweredError:
            return []
        if not after.over:
            return []
        end = ending(after)
        one = _kept_by(now, places, after) if end.judged else end.sure
        if one is None:
            return []
        found.append(one)
    exchanged = any(isinstance(one, _Kept) and one.kept != (1 << _HAND) - 1 for one in found)
    return found if exchanged else []


def _pair_number(one: Ints, two: Ints) -> Ints:
    """Two cards by their ranks, and whether they are of one suit."""
    high, low = np.maximum(one >> 2, two >> 2), np.minimum(one >> 2, two >> 2)
    number: Ints = (high * _RANKS + low) * 2 + (one & 3 == two & 3)
    return number


def _worth_of_pairs(valuer: Valuer, after: PlacedRound, own: Places, wager: str) -> Floats:
    """[number of two cards]: what a unit on a wager yields that is judged on them and on cards that nobody sees."""
    none = np.zeros((1, max(valuer.survey.places, after.used)), np.uint8)
    worlds = valuer.deals(none, (), _WORLDS).cards()[0]
    found = np.zeros(_RANKS * _RANKS * 2)
    others = [hand for hand in hands_of(valuer.plan, wager, after.seat.wagers) if not {*after.places(hand)} & {*own}]
    beside = Spread(after, worlds, {}, valuer.meters)
    values = {hand: beside.value(hand) for hand in others if valuer.plan.hands[hand].ranking is not None}
    for high in range(_RANKS):
        for low in range(high + 1):
            for suited in range(2):
                pair = np.array([4 * high, 4 * low + (0 if suited else 1)])
                worlds[:, list(own)] = pair
                spread = Spread(after, worlds, {}, valuer.meters)
                for hand, value in values.items():
                    spread.assume(hand, value)
                found[_pair_number(pair[:1], pair[1:])] = spread.settled(Ending(0.0, {wager: 1.0}, 0.0)).mean()
    return found


def _by_pairs(valuer: Valuer, now: PlacedRound, moves: Sequence[str], places: Places, cards: Cards) -> Ints | None:
    """Of cards that are shared out so that each wager is judged on two of them."""
    if now.seen != tuple(sorted(places)):
        return None
    listed: list[tuple[PlacedRound, Ending, dict[str, Places]]] = []
    told: dict[str, list[tuple[float, frozenset[int]]]] = {}
    for move in moves:
        try:
            after = act(now, move)
        except UnansweredError:
            return None
        if not after.over:
            return None
        end, on = ending(after), dict[str, Places]()
        for name in end.judged:
            used = {place for hand in hands_of(now.plan, name, after.seat.wagers) for place in after.places(hand)}
            if used <= {*places}:
                told.setdefault(name, []).append((end.judged[name], frozenset(used)))
                continue
            on[name] = tuple(place for place in places if place in used)
            if len(on[name]) != _PAIR:
                return None
        listed.append((after, end, on))
    if any(len(alike) != len(moves) or len(set(alike)) != 1 for alike in told.values()):
        return None  # what own cards yield by themselves depends on the move
    tables: dict[tuple[str, frozenset[str]], Floats] = {}
    column = {place: cards[:, at].astype(np.int64) for at, place in enumerate(places)}
    values = np.empty((len(moves), len(cards)))
    for row, (after, end, on) in enumerate(listed):
        values[row] = end.sure
        for name, own in on.items():
            key = name, frozenset(end.judged)
            if key not in tables:
                tables[key] = _worth_of_pairs(valuer, after, own, name)
            one, two = (column[place] for place in own)
            values[row] += end.judged[name] * tables[key][_pair_number(one, two)]
    best: Ints = values.argmax(axis=0)
    return best
