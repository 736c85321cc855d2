"""The hands a round file records for a seat, and the ways they can have come from the cards first dealt."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from houseway.play.blackjack.plan import Plan
from houseway.play.blackjack.table import Tape, Tree
from houseway.play.core.roundfile import SeatFile, cards
from houseway.rules.errors import RuleError

Cards = tuple[int, ...]
_NUMBERS = {2: "two", 3: "three"}


@dataclass(frozen=True, slots=True)
class Record:
    """The recorded cards of a seat: a tape for each spot, and all final hands in order."""

    tapes: tuple[Tape, ...]
    finals: tuple[Cards, ...]
    field: str


def trees(first: int, count: int) -> Iterator[Tree]:
    """Every way in which splits make `count` hands of one, numbered from `first`."""
    if count == 1:
        yield first
        return
    for left in range(1, count):
        for one in trees(first, left):
            for two in trees(first + left, count - left):
                yield (one, two)


def _shares(count: int, spots: int) -> Iterator[tuple[int, ...]]:
    """Every way to share `count` hands among the spots, one at least each."""
    if spots == 1:
        yield (count,)
        return
    for own in range(1, count - spots + 2):
        for rest in _shares(count - own, spots - 1):
            yield (own, *rest)


def record_of(seat: SeatFile, index: int) -> list[tuple[str, Cards]]:
    """The cards that lie before a seat, with the fields that name them."""
    if not seat.hands:
        return [(f"seats[{index}].cards", cards(seat.cards, f"seats[{index}].cards"))]
    fields = [f"seats[{index}].hands[{place}]" for place in range(len(seat.hands))]
    return [(field, cards(hand, field)) for field, hand in zip(fields, seat.hands, strict=True)]


def _dealt(seat: SeatFile, index: int, spots: int, start: int) -> tuple[Cards, ...] | None:
    """The cards with which each spot starts, where the file states them."""
    given: list[Any] = seat.dealt or (seat.cards if seat.hands else [])
    if not given:
        return None
    field = f"seats[{index}].dealt"
    nested = given if all(isinstance(one, list) for one in given) else [given]
    if len(nested) != spots or any(len(one) != start for one in nested):
        raise RuleError(f"must be {spots} hand{'s' * (spots > 1)} of {_NUMBERS.get(start, start)} cards", field)
    return tuple(cards(one, field) for one in nested)


def _unswitched(finals: tuple[Cards, ...]) -> tuple[Cards, ...]:
    one, two = finals[0], finals[-1]
    return (one[0], two[1]), (two[0], one[1])


def records(plan: Plan, seat: SeatFile, index: int) -> list[Record]:
    """Every reading of the seat's final hands: which spot each belongs to, and how splits made them."""
    spots = plan.spots
    found = record_of(seat, index)
    field = f"seats[{index}].hands" if seat.hands else found[0][0]
    finals = tuple(hand for _, hand in found)
    start = plan.spec.start
    if len(finals) < spots or any(len(hand) < (start if len(finals) == spots else 1) for hand in finals):
        problem = f"needs {spots} hand{'s' * (spots > 1)} of {_NUMBERS.get(start, start)} cards at least"
        raise RuleError(problem, field)
    most = spots * (plan.spec.split.hands if plan.spec.split else 1)
    if len(finals) > most:
        raise RuleError(f"{len(finals)} hands where the rules allow {most}", field)
    given = _dealt(seat, index, spots, start)
    result = []
    for shares in _shares(len(finals), spots):
        starts = [sum(shares[:place]) for place in range(spots)]
        for forest in _product([list(_ways(plan, first, own)) for first, own in zip(starts, shares, strict=True)]):
            dealt = given
            if dealt is None:
                whole = tuple(Tape((), finals, tree, field).hand("") for tree in forest)
                dealt = _unswitched(whole) if "switch" in seat.actions else tuple(hand[:start] for hand in whole)
            tapes = tuple(
                Tape(_ordered(own, finals, tree), finals, tree, field) for own, tree in zip(dealt, forest, strict=True)
            )
            result.append(Record(tapes, finals, field))
    return result


def _ways(plan: Plan, first: int, count: int) -> Iterator[Tree]:
    """Every way in which splits make so many hands: pairs again and again, or a start into its single cards."""
    if plan.spec.split is None or not plan.spec.split.singles:
        yield from trees(first, count)
    elif count in (1, plan.spec.start):
        yield first if count == 1 else tuple(range(first, first + count))


def _ordered(dealt: Cards, finals: tuple[Cards, ...], tree: Tree) -> Cards:
    """The cards a spot was split from; which of the heads of its hands were dealt first makes no difference."""
    if isinstance(tree, int):
        return dealt
    heads = [finals[leaf][0] for leaf in _leaves(tree)]
    for card in dealt:
        if card not in heads:
            return dealt
        heads.remove(card)
    return Tape((), finals, tree, "").hand("")


def _leaves(tree: Tree) -> list[int]:
    return [tree] if isinstance(tree, int) else [leaf for one in tree for leaf in _leaves(one)]


def _product(options: list[list[Tree]]) -> Iterator[tuple[Tree, ...]]:
    if not options:
        yield ()
        return
    for one in options[0]:
        for rest in _product(options[1:]):
            yield (one, *rest)
