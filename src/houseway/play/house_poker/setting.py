"""Setting cards into named parts, or keeping some of them: by a seat's words, by the round, or by the house way."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from houseway.cards.text import format_card, parse_card
from houseway.play.house_poker.plan import DealerRowPlan, Plan
from houseway.play.house_poker.table import Piles, Seat, SeatView, without
from houseway.rules.errors import RuleError
from houseway.rules.house_poker import Choice, DealerActs
from houseway.rules.patterns import fits
from houseway.rules.wording import counted, humanize, listed, spanned

Parts = dict[str, tuple[int, ...]]

KEPT = "kept"  # the one part of a discard
_NO_SEAT = Seat({})


def _card(word: str, place: str) -> int:
    try:
        return parse_card(word)
    except ValueError as error:
        raise RuleError(str(error), place) from None


def rest_of(held: Sequence[int], named: Sequence[int], place: str) -> tuple[int, ...]:
    """The cards other than those named, each of which must be held."""
    rest = list(held)
    for card in named:
        if card not in rest:
            raise RuleError(f"{format_card(card)} is not in the hand", place)
        rest.remove(card)
    return tuple(rest)


def parse_parts(sizes: Mapping[str, int], words: Sequence[str], held: Sequence[int], place: str) -> Parts:
    """The parts that an action names: `8s 8d | Ac Kc`, `low Qc`, or the first part alone, the rest being the other."""
    names = list(sizes)
    parts: dict[str, list[int]] = {}
    current = names[0]
    for word in words:
        if word in sizes:
            current = word
        elif word == "|":
            if current == names[-1]:
                raise RuleError(f"there are {len(names)} parts: {listed([humanize(name) for name in names])}", place)
            current = names[names.index(current) + 1]
        else:
            parts.setdefault(current, []).append(_card(word, place))
    return complete({name: tuple(cards) for name, cards in parts.items()}, sizes, held, place)


def complete(parts: Parts, sizes: Mapping[str, int], held: Sequence[int], place: str) -> Parts:
    """Parts of the right sizes; one that is not named holds the rest where the rest has its size."""
    rest = rest_of(held, [card for cards in parts.values() for card in cards], place)
    missing = [name for name in sizes if name not in parts]
    if len(missing) == 1 and len(rest) == sizes[missing[0]]:
        parts = {**parts, missing[0]: rest}
    for name, size in sizes.items():
        if len(parts.get(name, ())) != size:
            raise RuleError(f"{humanize(name)} has {counted(size, 'card')}, not {len(parts.get(name, ()))}", place)
    return {name: parts[name] for name in sizes}


def _divided(cards: tuple[int, ...], sizes: Sequence[tuple[str, int]]) -> Iterator[Parts]:
    """All ways to set cards into parts of these sizes."""
    if not sizes:
        yield {}
        return
    name, size = sizes[0]
    for chosen in dict.fromkeys(combinations(cards, size)):
        for others in _divided(without(cards, chosen), sizes[1:]):
            yield {name: chosen, **others}


def all_settings(sizes: Mapping[str, int], cards: tuple[int, ...]) -> Iterator[Parts]:
    """All ways to set cards into parts."""
    yield from _divided(cards, list(sizes.items()))


def settings(acts: DealerActs, cards: tuple[int, ...]) -> Iterator[Parts]:
    """All ways in which the dealer may act on his cards."""
    if acts.discard is None:
        yield from _divided(cards, list(acts.parts.items()))
        return
    least, most = acts.discard
    for count in range(least, most + 1):
        yield from _divided(cards, [(KEPT, len(cards) - count)])


def _view(plan: Plan, cards: tuple[int, ...], parts: Parts) -> SeatView:
    piles = Piles({"dealer": cards}, {"dealer": len(cards)}, parts=parts)
    return SeatView(plan, _NO_SEAT, 0, piles)


def _foul(acts: DealerActs, view: SeatView) -> bool:
    return acts.above is not None and view.value(acts.above[0]) < view.value(acts.above[1])


def _meets(row: DealerRowPlan, parts: Parts, view: SeatView) -> bool:
    if row.spec.keep is not None and len(parts[KEPT]) != row.spec.keep:
        return False
    if any(view.value(hand) < least for hand, least in row.at_least.items()):
        return False
    return fits(row.shows, view)


def _worth(row: DealerRowPlan, view: SeatView) -> tuple[Any, ...]:
    """By what a setting is preferred to another, the larger first."""
    worth: list[Any] = []
    for how, hand in row.prefer:
        cards = view.cards(hand)
        if how == "high":
            worth.append(sorted((card >> 2 for card in cards), reverse=True))
        elif how == "suited":
            worth.append(len({card & 3 for card in cards}) == 1)
        elif how == "suits":
            worth.append([-suit for suit in sorted(card & 3 for card in cards)])
        else:
            worth.append(view.value(hand))
    return tuple(worth)


def is_foul(plan: Plan, words: Choice, seat: Seat, index: int, piles: Piles, parts: Parts) -> bool:
    """Whether a seat's setting has the first hand that its choice names below the second."""
    if words.above is None:
        return False
    view = SeatView(plan, replace(seat, parts=parts), index, piles)
    return view.value(words.above[0]) < view.value(words.above[1])


def can_be_set(plan: Plan, words: Choice, seat: Seat, index: int, piles: Piles) -> bool:
    """Whether some setting of a seat's cards is not foul."""
    ways = all_settings(words.parts, seat.held())
    return any(not is_foul(plan, words, seat, index, piles, parts) for parts in ways)


def house_way(plan: Plan, stage: int, cards: tuple[int, ...]) -> Parts:
    """What the house way makes of the dealer's cards: the first row that can be met, never a foul; nothing: a bust."""
    acts = plan.stages[stage].dealer
    assert acts is not None
    whole = _view(plan, cards, {})
    legal = [(parts, _view(plan, cards, parts)) for parts in settings(acts, cards)]
    legal = [(parts, view) for parts, view in legal if not _foul(acts, view)]
    if acts.busts and not legal:
        return {}
    for row in plan.house_way[stage]:
        if not fits(row.tests, whole):
            continue
        meeting = [(parts, view) for parts, view in legal if _meets(row, parts, view)]
        if meeting:
            return max(meeting, key=lambda setting: _worth(row, setting[1]))[0]
    raise RuleError("no row of the house way fits the dealer's cards", "dealer")


def stated(plan: Plan, stage: int, cards: tuple[int, ...], given: Mapping[str, tuple[int, ...]]) -> Parts | None:
    """What the round states of the dealer's cards; None where it says nothing, or a foul that must be reset."""
    acts = plan.stages[stage].dealer
    assert acts is not None
    if not given:
        return None
    if acts.discard is not None:
        kept = given[KEPT] if KEPT in given else rest_of(cards, given.get("discard", ()), "dealer_set.discard")
        thrown = rest_of(cards, kept, "dealer_set.keep")
        if not acts.discard[0] <= len(thrown) <= acts.discard[1]:
            raise RuleError(
                f"{spanned(*acts.discard, 'card')} may be discarded, not {len(thrown)}", "dealer_set.discard"
            )
        return {KEPT: kept}
    unknown = [name for name in given if name not in acts.parts]
    if unknown:
        raise RuleError(f"no part {unknown[0]!r}; parts are {', '.join(acts.parts)}", f"dealer_set.{unknown[0]}")
    parts = complete(dict(given), acts.parts, cards, "dealer_set")
    return None if _foul(acts, _view(plan, cards, parts)) else parts


def as_stated(piles: Piles) -> dict[str, list[str]]:
    """The field `dealer_set` for what the dealer did."""
    names = {KEPT: "keep"} if len(piles.parts) == 1 else {}
    return {names.get(name, name): [format_card(card) for card in cards] for name, cards in piles.parts.items()}


def act(piles: Piles, parts: Parts) -> Piles:
    """The piles after the dealer set his cards; those in no part are thrown away."""
    used = tuple(card for cards in parts.values() for card in cards)
    return replace(piles, parts=parts, discards=rest_of(piles.cards["dealer"], used, "dealer_set"))
