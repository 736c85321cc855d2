"""Slow and plain rankings to compare the kernels with: every choice of cards, every reading of a wild card.

A hand is worth (category name, ranks in order of importance); ranks are 1 (two) to 13 (ace).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement

from houseway.hands.ranking import RANKINGS

Worth = tuple[str, tuple[int, ...]]
ACE = 13
NO_SUIT = 4
JOKERS = (52, 53)


def rank(card: int) -> int:
    return card // 4 + 1


def suit(card: int) -> int:
    return card % 4


def best(name: str, worths: Iterator[Worth]) -> Worth:
    order = RANKINGS[name].categories
    low = RANKINGS[name].low
    return max(worths, key=lambda w: (order.index(w[0]), [-r for r in w[1]] if low else w[1]))


def straight_top(ranks: set[int], size: int, lowest: int = 1, wheel: bool = True) -> int | None:
    for top in range(ACE, lowest + size - 2, -1):
        if ranks == set(range(top - size + 1, top + 1)):
            return top
    if wheel and ranks == {ACE, *range(lowest, lowest + size - 1)}:
        return lowest + size - 2
    return None


def groups(ranks: Sequence[int]) -> tuple[list[int], tuple[int, ...]]:
    """How often each rank occurs, most first, and those ranks in the same order."""
    counted = sorted(Counter(ranks).items(), key=lambda item: (item[1], item[0]), reverse=True)
    return [count for _, count in counted], tuple(r for r, _ in counted)


SHAPES = {
    (5,): "five_of_a_kind",
    (4, 1): "four_of_a_kind",
    (3, 2): "full_house",
    (3, 1, 1): "three_of_a_kind",
    (2, 2, 1): "two_pair",
    (2, 1, 1, 1): "pair",
    (4,): "four_of_a_kind",
    (3, 1): "three_of_a_kind",
    (2, 2): "two_pair",
    (2, 1, 1): "pair",
    (3,): "three_of_a_kind",
    (2, 1): "pair",
    (2,): "pair",
}


def plain(cards: Sequence[tuple[int, int]], lowest: int = 1, wheel: bool = True, copies: bool = False) -> Worth:
    """Three, four or five cards as (rank, suit); with `copies` a flush may hold a rank twice."""
    ranks = [r for r, _ in cards]
    distinct = len(set(ranks)) == len(ranks)
    flush = len({s for _, s in cards}) == 1 and NO_SUIT not in {s for _, s in cards} and (distinct or copies)
    top = straight_top(set(ranks), len(ranks), lowest, wheel) if distinct else None
    if flush and top is not None:
        return ("royal_flush" if top == ACE else "straight_flush"), (top,)
    shape, ordered = groups(ranks)
    name = SHAPES.get(tuple(shape), "high")
    if name in ("five_of_a_kind", "four_of_a_kind", "full_house"):
        return name, ordered
    if flush:
        return "flush", tuple(sorted(ranks, reverse=True))
    if top is not None:
        return "straight", (top,)
    return name, ordered


def faces(cards: Sequence[int]) -> list[tuple[int, int]]:
    return [(rank(c), suit(c)) for c in cards]


def five_or_fewer(name: str, worth: Callable[[Sequence[int]], Worth]) -> Callable[[Sequence[int]], Worth]:
    size = RANKINGS[name].size
    return lambda cards: best(name, (worth(hand) for hand in combinations(cards, size)))


def bug(cards: Sequence[int], wheel_second: bool = False) -> Worth:
    name = "poker_bug_wheel2" if wheel_second else "poker_bug"
    natural = faces([c for c in cards if c not in JOKERS])
    jokers = len(cards) - len(natural)
    free = [(r, s) for r in range(1, 14) for s in range(4) if (r, s) not in natural]

    def straights_as_ranked(worth: Worth) -> Worth:
        if wheel_second and worth[0] in ("straight", "straight_flush", "royal_flush"):
            return worth[0], {13: (13, 12), 4: (13, 4)}.get(worth[1][0], worth[1])
        return worth

    def readings() -> Iterator[Worth]:
        category, ranks = plain(natural + [(ACE, NO_SUIT)] * jokers)
        yield ("five_aces" if category == "five_of_a_kind" else category), ranks
        for filled in combinations(free, jokers):
            worth = plain(natural + list(filled))
            if worth[0] in ("straight", "flush", "straight_flush", "royal_flush"):
                yield worth

    return best(name, (straights_as_ranked(worth) for worth in readings()))


def wild(name: str, cards: Sequence[int], wild_ranks: frozenset[int] = frozenset()) -> Worth:
    natural = faces([c for c in cards if c not in JOKERS and rank(c) not in wild_ranks])
    wilds = len(cards) - len(natural)
    categories = RANKINGS[name].categories

    def readings() -> Iterator[Worth]:
        if wilds == 5 and "five_wilds" in categories:
            yield "five_wilds", ()
        for ranks in combinations_with_replacement(range(1, 14), wilds):
            for colour in (natural[0][1] if natural else 0, NO_SUIT):
                worth = plain(natural + [(r, colour) for r in ranks])
                if worth == ("five_of_a_kind", (ACE,)) and "five_aces" in categories:
                    worth = "five_aces", (ACE,)
                yield worth

    return best(name, readings())


def six_decks(cards: Sequence[int]) -> Worth:
    category, ranks = plain(faces(cards), copies=True)
    if category == "five_of_a_kind" and len(set(cards)) == 1:
        return "suited_five_of_a_kind", ranks
    return category, ranks


def renamed(category: str, ranks: tuple[int, ...], own: str) -> Worth:
    return (own if ranks == (ACE,) else category), ranks


def three_aces(cards: Sequence[int]) -> Worth:
    category, ranks = plain(faces(cards))
    if category == "royal_flush":
        return "straight_flush", ranks
    return renamed(category, ranks, "three_aces") if category == "three_of_a_kind" else (category, ranks)


def four_aces(cards: Sequence[int]) -> Worth:
    category, ranks = plain(faces(cards))
    return renamed(category, ranks, "four_aces") if category == "four_of_a_kind" else (category, ranks)


def four_card(cards: Sequence[int]) -> Worth:
    category, ranks = plain(faces(cards))
    return ("straight_flush" if category == "royal_flush" else category), ranks


def two_card(cards: Sequence[int]) -> Worth:
    ranks = tuple(sorted((ACE if c in JOKERS else rank(c) for c in cards), reverse=True))
    return ("pair", ranks[:1]) if ranks[0] == ranks[1] else ("high", ranks)


def connected(cards: Sequence[int]) -> int | None:
    return straight_top({rank(c) for c in cards}, 2)


def two_card_split(cards: Sequence[int]) -> Worth:
    category, ranks = two_card(cards)
    suited = suit(cards[0]) == suit(cards[1])
    top = connected(cards)
    if top is not None:
        return ("suited_connectors" if suited else "connectors"), (top,)
    return ("suited" if suited and category == "high" else category), ranks


def two_card_agp(cards: Sequence[int]) -> Worth:
    category, ranks = two_card(cards)
    top = connected(cards)
    if category == "pair" or suit(cards[0]) != suit(cards[1]):
        return category, ranks
    return ("flush", ranks) if top is None else ("straight_flush", (top,))


def low(cards: Sequence[int]) -> Worth:
    """Ranks here are 1 (ace) to 13 (king)."""
    natural = [rank(c) % 13 + 1 for c in cards if c not in JOKERS]

    def readings() -> Iterator[Worth]:
        for ranks in combinations_with_replacement(range(1, 14), len(cards) - len(natural)):
            shape, ordered = groups([*natural, *ranks])
            if max(shape) < 5:
                yield SHAPES.get(tuple(shape), "low"), ordered

    return best("low_a5", readings())


def run_length(cards: Sequence[int]) -> Worth:
    held = {rank(c) for c in cards}
    runs = []
    for start in held:
        run = [start]
        while run[-1] % 13 + 1 in held:
            run.append(run[-1] % 13 + 1)
        runs.append((len(run), run[-1]))
    length, end = max(runs)
    return f"run_{length}", (end,)


def flush_length(cards: Sequence[int], wild_rank: int | None = None) -> Worth:
    natural = [c for c in cards if rank(c) != wild_rank]
    wilds = len(cards) - len(natural)
    flushes = []
    for colour in range(4):
        ranks = [rank(c) for c in natural if suit(c) == colour]
        missing = [r for r in range(13, 0, -1) if r not in ranks]
        ranks = sorted(ranks + missing[:wilds], reverse=True)
        flushes.append((len(ranks), tuple(ranks)))
    length, kept = max(flushes)
    return f"flush_{length}", kept


def points(cards: Sequence[int]) -> int:
    return sum(1 if rank(c) == ACE else min(rank(c) + 1, 10) for c in cards)


REFERENCE: dict[str, Callable[[Sequence[int]], Worth]] = {
    "poker": five_or_fewer("poker", lambda cards: plain(faces(cards))),
    "poker_bug": five_or_fewer("poker_bug", bug),
    "poker_bug_wheel2": five_or_fewer("poker_bug_wheel2", lambda cards: bug(cards, True)),
    "poker_wild_fortune": five_or_fewer("poker_wild_fortune", lambda cards: wild("poker_wild_fortune", cards)),
    "poker_royal_first": five_or_fewer("poker_royal_first", lambda cards: wild("poker_royal_first", cards)),
    "poker_five_wilds": five_or_fewer(
        "poker_five_wilds", lambda cards: wild("poker_five_wilds", cards, frozenset({1}))
    ),
    "poker_six_decks": five_or_fewer("poker_six_decks", six_decks),
    "short_deck": five_or_fewer("short_deck", lambda cards: plain(faces(cards), lowest=5)),
    "three_card": five_or_fewer("three_card", lambda cards: plain(faces(cards))),
    "three_card_no_wheel": five_or_fewer("three_card_no_wheel", lambda cards: plain(faces(cards), wheel=False)),
    "three_card_aces": five_or_fewer("three_card_aces", three_aces),
    "four_card_crazy": five_or_fewer("four_card_crazy", four_aces),
    "four_card": five_or_fewer("four_card", four_card),
    "two_card": five_or_fewer("two_card", two_card),
    "two_card_split": five_or_fewer("two_card_split", two_card_split),
    "two_card_agp": five_or_fewer("two_card_agp", two_card_agp),
    "one_card": five_or_fewer("one_card", lambda cards: ("high", (rank(cards[0]),))),
    "low_a5": five_or_fewer("low_a5", low),
    "run_length": run_length,
    "flush_length": flush_length,
    "flush_length_wild": lambda cards: flush_length(cards, 1),
}
