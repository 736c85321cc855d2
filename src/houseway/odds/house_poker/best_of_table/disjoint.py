"""How many sets of hands that meet a row share no card: counted rank after rank by the cores of the hands.

Of what was chosen before a rank only the cores matter that still want cards: those within a suit by suit, where suits
may change places, and those of whichever suits. A finished core is one hand more with so many kickers, which are dealt
from the other cards at the end. Numbers have many digits: each is a row of limbs, and sums carry after every rank.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb, factorial, log2, perm, prod
from typing import NamedTuple

import numpy as np
from numba import get_num_threads, njit

from houseway.odds.arrays import Ints
from houseway.odds.executor import LOCAL
from houseway.odds.house_poker.best_of_table.cores import Core, Cores, Pack, cores_of
from houseway.odds.house_poker.best_of_table.meeting import Meeting, meetings
from houseway.odds.house_poker.best_of_table.template import TableHands

_MOST_WILDS = 12
_CHOOSE = np.array([[comb(n, k) for k in range(_MOST_WILDS + 1)] for n in range(_MOST_WILDS + 1)], np.int64)
MOST_CARDS = 5
MOST_SHARED = 2  # cards: more make too many boards
_WORD = 62  # bits of a limb while sums are made
MOST_NUMBERS = 20_000_000  # at one rank, in limbs


class Label(NamedTuple):
    """A finished core: what it weighs, by the kickers and wild cards of the hand."""

    weight: int
    kickers: int
    wilds: int


Suffix = tuple[tuple[int, int], ...]
Wanted = tuple[tuple[Suffix, tuple[Label, ...]], ...]  # what may still come to a core, and what it is then


class Step(NamedTuple):
    """What a number of cards of one rank makes of a core: another unfinished one, or a finished one, or either."""

    after: int  # -1: not unfinished
    finished: tuple[Label, ...]


class Level(NamedTuple):
    """Unfinished cores before a rank: what becomes of each without a card of it, and with; and of new ones."""

    skipped: list[int]  # -1: lost
    steps: list[dict[int, Step]]
    starts: list[dict[int, Step]]  # by wild cards of the hand
    wilds: list[int]  # of the hand of each core after the rank


def _levels(cores: Sequence[Core], kickers: int, wilds: int, ranks: int) -> list[Level]:
    """Cores by what they still want; each weighs so much more as if its kickers, of at most so many, had an order."""
    beginnings: list[dict[Suffix, list[Label]]] = [{} for _ in range(wilds + 1)]
    for core in cores:
        label = Label(core.weight * factorial(kickers) // factorial(core.kickers), core.kickers, core.wilds)
        beginnings[core.wilds].setdefault(core.ranks, []).append(label)
    levels = []
    here: dict[Wanted, int] = {}
    for rank in range(ranks):
        following: dict[Wanted, int] = {}

        def steps(wanted: Wanted, rank: int = rank, following: dict[Wanted, int] = following) -> dict[int, Step]:
            by_count: dict[int, list[tuple[Suffix, tuple[Label, ...]]]] = {}
            for suffix, labels in wanted:
                if suffix[0][0] == rank:
                    by_count.setdefault(suffix[0][1], []).append((suffix[1:], labels))
            found = {}
            for count, items in by_count.items():
                rest = tuple(item for item in items if item[0])
                after = following.setdefault(rest, len(following)) if rest else -1
                found[count] = Step(after, tuple(label for suffix, labels in items if not suffix for label in labels))
            return found

        moved = [steps(wanted) for wanted in here]
        new = [
            steps(tuple(sorted((start, tuple(labels)) for start, labels in some.items() if start)))
            for some in beginnings
        ]
        skipped = []
        for wanted in here:
            rest = tuple(item for item in wanted if item[0][0][0] != rank)
            skipped.append(following.setdefault(rest, len(following)) if rest else -1)
        levels.append(Level(skipped, moved, new, [wanted[0][1][0].wilds for wanted in following]))
        here = following
    return levels


class _Option(NamedTuple):
    """What some hands do at a rank: the cards that each takes, and the unfinished core after it (-1: finished)."""

    cards: int
    after: int
    label: Label


class Move(NamedTuple):
    """From one state of unfinished cores to another: the cards of the rank that it takes, and hands that it ends."""

    after: tuple[int, ...]
    cards: int
    hands: int
    kickers: int
    wilds: int


State = tuple[int, ...]  # unfinished cores, in order
_NOTHING = Label(1, 0, 0)
_STILL = Move((), 0, 0, 0, 0)


def _options(steps: dict[int, Step]) -> list[_Option]:
    found = []
    for cards, step in steps.items():
        if step.after >= 0:
            found.append(_Option(cards, step.after, _NOTHING))
        found += [_Option(cards, -1, label) for label in step.finished]
    return found


def _with(move: Move, option: _Option, number: int) -> Move:
    """A move with so many more hands that take an option."""
    after, cards = (*move.after, *[option.after] * number), move.cards + option.cards * number
    if option.after >= 0 or not number:
        return move._replace(after=after if number else move.after, cards=cards)
    label = option.label
    return Move(
        move.after, cards, move.hands + number, move.kickers + label.kickers * number, move.wilds + label.wilds * number
    )


def _moves(state: State, level: Level, cards: int, most: int, wilds: int) -> dict[Move, int]:
    """Every move at a rank of so many cards, with its ways, up to so many hands and wild cards."""
    groups = []
    for core, count in sorted(Counter(state).items()):
        skipped = [_Option(0, level.skipped[core], _NOTHING)] if level.skipped[core] >= 0 else []
        groups.append((_options(level.steps[core]) + skipped, count, True))
    new = [option for steps in level.starts for option in _options(steps)]
    groups.append((new, most - len(state), False))
    made = {_STILL: 1}
    for options, count, held in groups:
        open_moves = {(move, count): ways for move, ways in made.items()}
        for option in options:
            following: dict[tuple[Move, int], int] = {}
            for (move, hands), ways in open_moves.items():
                for number in range(hands + 1):
                    free = cards - move.cards
                    if number * option.cards > free:
                        break
                    dealt = prod(comb(free - option.cards * hand, option.cards) for hand in range(number))
                    # Hands that hold cards differ; new ones are told apart by what they take.
                    dealt = dealt * comb(hands, number) if held else dealt // factorial(number)
                    after = _with(move, option, number)
                    dealt *= option.label.weight**number
                    if option.after < 0:  # which of the wild cards go to which hand
                        wild = factorial(after.wilds) // factorial(move.wilds)
                        dealt = dealt * wild // factorial(option.label.wilds) ** number
                    key = after, hands - number
                    following[key] = following.get(key, 0) + ways * dealt
            open_moves = following
        made = {}
        for (move, hands), ways in open_moves.items():
            if not held or not hands:
                made[move] = made.get(move, 0) + ways
    found: dict[Move, int] = {}
    for move, ways in made.items():
        move = move._replace(after=tuple(sorted(move.after)))
        found[move] = found.get(move, 0) + ways
    return {
        move: ways for move, ways in found.items()
        if ways
        and len(move.after) + move.hands <= most
        and sum(level.wilds[core] for core in move.after) + move.wilds <= wilds
    }  # fmt: skip


class Chain(NamedTuple):
    """States before each rank and after the last, by hands; moves by rank, free cards and state."""

    states: list[list[State]]
    wilds: list[list[int]]  # of each state
    moves: list[list[list[dict[Move, int]]]]


def _chain(levels: Sequence[Level], sizes: Sequence[Sequence[int]], most: int, wilds: int) -> Chain:
    """All states that lead to an end without unfinished cores; `sizes`: how many cards of a rank may be free."""
    reached: list[dict[State, None]] = [{(): None}]
    moves: list[list[dict[State, dict[Move, int]]]] = []
    for level, counts in zip(levels, sizes, strict=True):
        by_count = [{state: _moves(state, level, cards, most, wilds) for state in reached[-1]} for cards in counts]
        moves.append(by_count)
        reached.append({move.after: None for some in by_count[-1].values() for move in some})
    kept: list[set[State]] = [{()}]
    for by_count in reversed(moves):
        kept.append({state for state, some in by_count[-1].items() if any(move.after in kept[-1] for move in some)})
    kept.reverse()
    states = [sorted((state for state in reached[rank] if state in kept[rank]), key=len) for rank in range(len(kept))]
    return Chain(
        states,
        [[0]] + [
            [sum(level.wilds[core] for core in state) for state in some]
            for level, some in zip(levels, states[1:], strict=True)
        ],
        [
            [
                [{m: ways for m, ways in one[state].items() if m.after in kept[rank + 1]} for state in states[rank]]
                for one in by_count
            ]
            for rank, by_count in enumerate(moves)
        ],
    )  # fmt: skip


class Table(NamedTuple):
    """The moves at a rank: those of a state and a number of free cards lie from `starts[cards, state]` on."""

    starts: Ints
    after: Ints  # states
    cards: Ints
    hands: Ints
    kickers: Ints
    wilds: Ints
    ways: Ints


def _table(chain: Chain, rank: int) -> Table:
    number = {state: place for place, state in enumerate(chain.states[rank + 1])}
    by_count = chain.moves[rank]
    lengths = [len(moves) for by_state in by_count for moves in by_state]
    ends = np.cumsum([0, *lengths]).astype(np.int64)
    states = len(by_count[0])
    starts = np.array([ends[count * states : (count + 1) * states + 1] for count in range(len(by_count))])
    rows = [
        (number[move.after], move.cards, move.hands, move.kickers, move.wilds, ways)
        for by_state in by_count for moves in by_state for move, ways in moves.items()
    ]  # fmt: skip
    columns = np.array(rows, np.int64).reshape(len(rows), 6).T
    return Table(starts, *(np.ascontiguousarray(column) for column in columns))


class Shape(NamedTuple):
    """What all ranks share."""

    most: int  # hands
    suits: int  # that have cores
    kickers: int  # of a hand, at most
    wilds: int  # in the pack
    limbs: int
    bits: int  # of a limb but the last


class Place(NamedTuple):
    """Where the numbers of each state lie: by the states of four suits, then by those of runs and other cores."""

    suits: Ints  # [state]: hands; wild cards
    runs: Ints
    others: Ints
    starts: Ints  # by set of four suits' states, -1: too many hands or wild cards
    within: Ints  # [hands and wild cards in the suits, runs, others]
    beside: Ints  # [pair]: states of runs and of others, their hands and wild cards together; the fewest hands first
    length: int


@njit(cache=True, nogil=True)
def _row(hands: int, kickers: int) -> int:
    """Where the numbers of so many finished hands begin; they go by kickers."""
    return hands + kickers * hands * (hands - 1) // 2


@njit(cache=True, nogil=True)
def _set_number(a: int, b: int, c: int, d: int) -> int:
    """The place of four states in rising order among all such sets."""
    return a + b * (b + 1) // 2 + c * (c + 1) * (c + 2) // 6 + d * (d + 1) * (d + 2) * (d + 3) // 24


@njit(cache=True, nogil=True)
def _lay_out(suits: Ints, runs: Ints, others: Ints, starts: Ints, within: Ints, shape: Shape) -> int:
    """Fill in where numbers begin; returns how many there are. Suits without cores have none unfinished."""
    totals = np.zeros(within.shape[:2], np.int64)
    for hands in range(shape.most + 1):
        for wilds in range(shape.wilds + 1):
            for run in range(len(runs)):
                for other in range(len(others)):
                    budget = shape.most - hands - runs[run, 0] - others[other, 0]
                    wild = shape.wilds - wilds - runs[run, 1] - others[other, 1]
                    if budget >= 0 and wild >= 0:
                        within[hands, wilds, run, other] = totals[hands, wilds]
                        totals[hands, wilds] += _row(budget + 1, shape.kickers) * (wild + 1)
    length = 0
    for d in range(len(suits)):
        for c in range(d + 1 if shape.suits > 1 else 1):
            for b in range(c + 1 if shape.suits > 2 else 1):
                for a in range(b + 1 if shape.suits > 3 else 1):
                    hands = suits[a, 0] + suits[b, 0] + suits[c, 0] + suits[d, 0]
                    wilds = suits[a, 1] + suits[b, 1] + suits[c, 1] + suits[d, 1]
                    if hands <= shape.most and wilds <= shape.wilds:
                        starts[_set_number(a, b, c, d)] = length
                        length += totals[hands, wilds]
    return length


def _place(chains: Sequence[tuple[Chain, int]], shape: Shape) -> Place:
    """Where numbers lie, with each chain of states before or after a rank."""
    suits, runs, others = (
        np.array([(len(state), wilds) for state, wilds in zip(chain.states[rank], chain.wilds[rank], strict=True)])
        for chain, rank in chains
    )
    starts = np.full(comb(len(suits) + 3, 4), -1, np.int64)
    within = np.zeros((shape.most + 1, shape.wilds + 1, len(runs), len(others)), np.int64)
    run, other = np.divmod(np.arange(len(runs) * len(others)), len(others))
    beside = np.column_stack([run, other, runs[run] + others[other]])
    beside = np.ascontiguousarray(beside[np.argsort(beside[:, 2], kind="stable")])
    return Place(suits, runs, others, starts, within, beside, _lay_out(suits, runs, others, starts, within, shape))


@njit(cache=True, nogil=True)
def _shared(some: int, more: int) -> int:
    """In how many ways wild cards are shared out among two kinds of hands."""
    return int(_CHOOSE[some + more, more])


@njit(cache=True, nogil=True)
def _add(
    source: Ints, start: int, budget: int, wild: int, target: Ints, to: int, to_budget: int, to_wild: int,
    hands: int, kickers: int, wilds: int, ways: int, shape: Shape,
) -> None:  # fmt: skip
    """Add the numbers of one state, so many times, to another's with so many more finished hands."""
    limbs = shape.limbs
    each, to_each = _row(budget + 1, shape.kickers), _row(to_budget + 1, shape.kickers)
    for used in range(min(wild, to_wild - wilds) + 1):
        each_way = ways * _CHOOSE[shape.wilds - used, wilds]
        for done in range(min(budget, to_budget - hands) + 1):
            come = (start + used * each + _row(done, shape.kickers)) * limbs
            go = (to + (used + wilds) * to_each + _row(done + hands, shape.kickers) + kickers) * limbs
            for place in range((shape.kickers * done + 1) * limbs):
                target[go + place] += each_way * source[come + place]


@njit(cache=True, nogil=True)
def _add_all(
    source: Ints, live: Ints, hands: int, wilds: int, old: Place, target: Ints, to: int, still: int,
    still_wild: int, new: Place, done: int, kickers: int, done_wild: int, ways: int, shape: Shape,
) -> None:  # fmt: skip
    """Add the numbers of one set of suits' states to those of another, whatever the cores of other suits."""
    for place in range(len(live)):
        run, other, more, wild = old.beside[live[place, 0]]
        if still + done + more > shape.most:
            break
        if still_wild + done_wild + wild <= shape.wilds:
            _add(
                source, live[place, 1], shape.most - hands - more, shape.wilds - wilds - wild,
                target, to + new.within[still, still_wild, run, other], shape.most - still - more,
                shape.wilds - still_wild - wild, done, kickers, done_wild, ways, shape,
            )  # fmt: skip


@njit(cache=True, nogil=True)
def _blank(numbers: Ints, start: int, end: int) -> bool:
    blank = True
    for place in range(start, end):
        blank &= numbers[place] == 0
    return blank


@njit(cache=True, nogil=True)
def _find_live(source: Ints, start: int, hands: int, wilds: int, old: Place, live: Ints, shape: Shape) -> int:
    """The states beside a set of suits' states that have a number other than 0, and where it is; how many there are."""
    count = 0
    for pair in range(len(old.beside)):
        run, other, more, wild = old.beside[pair]
        budget, left = shape.most - hands - more, shape.wilds - wilds - wild
        if budget < 0:
            break
        if left >= 0:
            first = start + old.within[hands, wilds, run, other]
            length = _row(budget + 1, shape.kickers) * (left + 1)
            if not _blank(source, first * shape.limbs, (first + length) * shape.limbs):
                live[count, 0], live[count, 1] = pair, first
                count += 1
    return count


@njit(cache=True, nogil=True)
def _through_suits(source: Ints, old: Place, moves: Table, target: Ints, new: Place, used: int, shape: Shape) -> None:
    """One rank in every suit: moves that take so many cards of it in all."""
    suits, none = shape.suits, int(np.int64(0))  # a plain constant would have the helpers compiled once more
    order = np.empty(4, np.int64)
    room = np.empty((len(old.beside), 2), np.int64)
    for d in range(len(old.suits)):
        for c in range(d + 1 if suits > 1 else 1):
            for b in range(c + 1 if suits > 2 else 1):
                for a in range(b + 1 if suits > 3 else 1):
                    start = old.starts[_set_number(a, b, c, d)]
                    if start < 0:
                        continue
                    hands = old.suits[a, 0] + old.suits[b, 0] + old.suits[c, 0] + old.suits[d, 0]
                    wilds = old.suits[a, 1] + old.suits[b, 1] + old.suits[c, 1] + old.suits[d, 1]
                    live = room[: _find_live(source, start, hands, wilds, old, room, shape)]
                    if not len(live):
                        continue
                    # A suit without cores is in state 0 and keeps to its first move, which takes no card.
                    for i in range(moves.starts[0, d], moves.starts[0, d + 1]):
                        for j in range(moves.starts[0, c], moves.starts[0, c + 1] if suits > 1 else 1):
                            for k in range(moves.starts[0, b], moves.starts[0, b + 1] if suits > 2 else 1):
                                cards = moves.cards[i] + moves.cards[j] + moves.cards[k]
                                if cards > used or cards + 1 < used:
                                    continue
                                for m in range(moves.starts[0, a], moves.starts[0, a + 1] if suits > 3 else 1):
                                    if cards + moves.cards[m] != used:
                                        continue
                                    order[0], order[1] = moves.after[i], moves.after[j]
                                    order[2], order[3] = moves.after[k], moves.after[m]
                                    for last in range(3, 0, -1):
                                        for place in range(last):
                                            if order[place] > order[place + 1]:
                                                order[place], order[place + 1] = order[place + 1], order[place]
                                    to = new.starts[_set_number(order[0], order[1], order[2], order[3])]
                                    if to < 0:
                                        continue
                                    still, still_wild = none, none
                                    for place in range(4):
                                        still += new.suits[order[place], 0]
                                        still_wild += new.suits[order[place], 1]
                                    _add_all(
                                        source, live, hands, wilds, old, target, to, still, still_wild, new,
                                        moves.hands[i] + moves.hands[j] + moves.hands[k] + moves.hands[m],
                                        moves.kickers[i] + moves.kickers[j] + moves.kickers[k] + moves.kickers[m],
                                        moves.wilds[i] + moves.wilds[j] + moves.wilds[k] + moves.wilds[m],
                                        moves.ways[i] * moves.ways[j] * moves.ways[k] * moves.ways[m]
                                        * _shared(moves.wilds[i], moves.wilds[j])
                                        * _shared(moves.wilds[i] + moves.wilds[j], moves.wilds[k])
                                        * _shared(moves.wilds[i] + moves.wilds[j] + moves.wilds[k], moves.wilds[m]),
                                        shape,
                                    )  # fmt: skip


@njit(cache=True, nogil=True)
def _through_ranks(
    source: Ints, old: Place, first: Table, second: Table, free: int, target: Ints, new: Place, shape: Shape
) -> None:
    """One rank in cores of whichever suits, of which so many cards are free."""
    suits = shape.suits
    room = np.empty((len(old.beside), 2), np.int64)
    for d in range(len(old.suits)):
        for c in range(d + 1 if suits > 1 else 1):
            for b in range(c + 1 if suits > 2 else 1):
                for a in range(b + 1 if suits > 3 else 1):
                    number = _set_number(a, b, c, d)
                    if old.starts[number] < 0:
                        continue
                    hands = old.suits[a, 0] + old.suits[b, 0] + old.suits[c, 0] + old.suits[d, 0]
                    wilds = old.suits[a, 1] + old.suits[b, 1] + old.suits[c, 1] + old.suits[d, 1]
                    live = room[: _find_live(source, old.starts[number], hands, wilds, old, room, shape)]
                    for place in range(len(live)):
                        run, other, more, wilds_beside = old.beside[live[place, 0]]
                        budget, wild = shape.most - hands - more, shape.wilds - wilds - wilds_beside
                        start = live[place, 1]
                        for i in range(first.starts[free, run], first.starts[free, run + 1]):
                            rest = free - first.cards[i]
                            for j in range(second.starts[rest, other], second.starts[rest, other + 1]):
                                to_run, to_other = first.after[i], second.after[j]
                                left = shape.most - hands - new.runs[to_run, 0] - new.others[to_other, 0]
                                left_wild = shape.wilds - wilds - new.runs[to_run, 1] - new.others[to_other, 1]
                                if left < 0 or left_wild < 0:
                                    continue
                                to = new.starts[number] + new.within[hands, wilds, to_run, to_other]
                                _add(
                                    source, start, budget, wild, target, to, left, left_wild,
                                    first.hands[i] + second.hands[j], first.kickers[i] + second.kickers[j],
                                    first.wilds[i] + second.wilds[j],
                                    first.ways[i] * second.ways[j] * _shared(first.wilds[i], second.wilds[j]),
                                    shape,
                                )  # fmt: skip


@njit(cache=True, nogil=True)
def _carry(numbers: Ints, shape: Shape) -> None:
    mask = (np.int64(1) << shape.bits) - 1
    for start in range(0, len(numbers), shape.limbs):
        for limb in range(start, start + shape.limbs - 1):
            numbers[limb + 1] += numbers[limb] >> shape.bits
            numbers[limb] &= mask


def _most_ways(table: Table) -> int:
    """No sum into one state has more terms, each counted as often as it is added."""
    return int(np.bincount(table.after, np.abs(table.ways)).max())


def _finished(cores: Cores, pack: Pack, most: int) -> dict[tuple[int, int, int], int] | None:
    """Sets of finished cores by hands, kickers and wild cards, in units; none where they need too many numbers."""
    every = (*cores.of_ranks, *cores.of_suits)
    kickers, wilds = max(core.kickers for core in every), max(core.wilds for core in every)
    runs = [core for core in cores.of_ranks if len(core.ranks) > 1 and all(cards == 1 for _, cards in core.ranks)]
    others = [core for core in cores.of_ranks if core.ranks and core not in runs]
    free = [range(size + 1) for size in pack.sizes]
    suits, first, second = (
        _chain(_levels(some, kickers, wilds, len(free)), counts, most, pack.wilds)
        for some, counts in ((cores.of_suits, [(1,)] * len(free)), (runs, free), (others, free))
    )
    tables = [tuple(_table(chain, rank) for chain in (suits, first, second)) for rank in range(len(free))]
    most_ways = max(
        max(_most_ways(of_suits) ** cores.suits, _most_ways(of_runs) * _most_ways(of_others))
        for of_suits, of_runs, of_others in tables
    )
    sets = sum(abs(core.weight) * prod(comb(pack.sizes[rank], n) for rank, n in core.ranks) for core in cores.of_ranks)
    sets += cores.suits * sum(abs(core.weight) for core in cores.of_suits)
    sets *= factorial(kickers) * 2**pack.wilds
    size = log2(sum(Fraction(sets**hands, factorial(hands)) for hands in range(most + 1)))
    bits = _WORD - (most_ways * factorial(pack.wilds)).bit_length()
    if bits < _WORD // 4:
        return None
    limbs = 1 + max(0, -int((_WORD - size) // bits))
    shape = Shape(most, cores.suits, kickers, pack.wilds, limbs, bits)
    here = _place([(suits, 0), (first, 0), (second, 0)], shape)
    numbers = np.zeros(here.length * limbs, np.int64)
    numbers[0] = 1
    for rank in range(len(free)):
        between = _place([(suits, rank + 1), (first, rank), (second, rank)], shape)
        there = _place([(suits, rank + 1), (first, rank + 1), (second, rank + 1)], shape)
        if max(between.length, there.length) * limbs > MOST_NUMBERS:
            return None
        following = np.zeros(there.length * limbs, np.int64)
        for used in range(min(cores.suits, pack.sizes[rank]) + 1):
            beside = np.zeros(between.length * limbs, np.int64)
            _through_suits(numbers, here, tables[rank][0], beside, between, used, shape)
            _carry(beside, shape)
            _through_ranks(
                beside, between, tables[rank][1], tables[rank][2], pack.sizes[rank] - used, following, there, shape
            )
        _carry(following, shape)
        numbers, here = following, there
    found = {}
    rows = numbers.reshape(-1, limbs).tolist()
    for wild in range(pack.wilds + 1):
        for hands in range(most + 1):
            for kicker in range(kickers * hands + 1):
                row = rows[wild * _row(most + 1, kickers) + _row(hands, kickers) + kicker]
                found[hands, kicker, wild] = sum(limb << bits * place for place, limb in enumerate(row))
    return found


def disjoint_sets(cores: Cores, pack: Pack, size: int, most: int) -> list[int] | None:
    """How many sets of 0, 1, ... `most` of the hands share no card; none where there are too many states."""
    finished = _finished(cores, pack, most)
    if finished is None:
        return None
    every = (*cores.of_ranks, *cores.of_suits)
    scale = factorial(max(core.kickers for core in every))
    found = {key: Fraction(sets, scale ** key[0]) for key, sets in finished.items() if sets}
    for core in cores.of_ranks:
        if core.ranks:
            continue
        # A hand of wild cards and kickers alone: any number of them beside the others.
        grown: dict[tuple[int, int, int], Fraction] = {}
        each = Fraction(core.weight, factorial(core.kickers) * factorial(core.wilds))
        for (hands, kickers, wilds), sets in found.items():
            for more in range(most - hands + 1):
                key = hands + more, kickers + core.kickers * more, wilds + core.wilds * more
                ways = perm(pack.wilds - wilds, core.wilds * more) * each**more / factorial(more)
                if ways:
                    grown[key] = grown.get(key, Fraction(0)) + sets * ways
        found = grown
    totals = [Fraction(0)] * (most + 1)
    for (hands, kickers, wilds), sets in found.items():
        beside = len(pack.ranks) - (size * hands - kickers - wilds)
        if beside >= 0:
            totals[hands] += sets * perm(beside, kickers)
    assert all(total.denominator == 1 for total in totals)
    return [int(total) for total in totals]


def _at_least(sets: Sequence[int], left: int, own: int, dealt: int) -> int:
    """Deals of so many hands, one after the other, of which at least one is among the hands that the sets are of."""
    total = 0
    for size in range(1, dealt + 1):
        others = prod(comb(left - own * hand, own) for hand in range(size, dealt))
        total -= (-1) ** size * comb(dealt, size) * factorial(size) * sets[size] * others
    return total


def _sets(meeting: Meeting, row: int, own: int, most: int) -> list[int] | None:
    """Sets of 0, 1, ... `most` hands that share no card and meet the row or a better one."""
    cores = cores_of(meeting.hands[meeting.rows <= row], meeting.pack, own)
    return None if cores is None else disjoint_sets(cores, meeting.pack, own, most)


def deals_of_rows(shape: TableHands, most: int) -> list[tuple[int, ...]] | None:
    """By number of hands, from one up: the deals in which each row is the best, and last those without a row."""
    rows, own, left = len(shape.table.rows), shape.own, shape.stock.size - shape.shared_cards
    if sum(count for _, count in shape.stock.extras) + 4 * shape.hand.wild_ranks.bit_count() > _MOST_WILDS:
        return None
    if own + shape.shared_cards > MOST_CARDS or shape.shared_cards > MOST_SHARED or most * own > left:
        return None
    met = [[0] * rows for _ in range(most)]
    listed = list(meetings(shape))
    tasks = [(meeting, row, own, most) for meeting in listed for row in range(rows) if (meeting.rows == row).any()]
    counted = LOCAL.map(_sets, tasks, get_num_threads())
    for meeting in listed:
        at_least = [0] * most
        for row in range(rows):
            if (meeting.rows == row).any():
                sets = next(counted)
                if sets is None:
                    return None
                at_least = [_at_least(sets, left, own, dealt) for dealt in range(1, most + 1)]
            for dealt in range(most):
                met[dealt][row] += meeting.weight * at_least[dealt]
    boards = comb(shape.stock.size, shape.shared_cards)
    found = []
    for dealt, counts in enumerate(met, start=1):
        total = boards * prod(comb(left - own * hand, own) for hand in range(dealt))
        found.append(tuple(b - a for a, b in pairwise([0, *counts, total])))
    return found
