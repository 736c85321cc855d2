"""Reading a keno ticket: the groups marked on it and the straight tickets that its ways make of them."""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from string import ascii_uppercase
from typing import Any

from houseway.play.core.money import in_dollars
from houseway.rules.draws import Keno, Ticket
from houseway.rules.errors import RuleError
from houseway.rules.wording import counted, money

Groups = dict[str, frozenset[int]]
KING = "K"
_OTHER = ("spots", "games", "ways", "king", "kings", "rate_per_way")
_GROUPED = ("groups", "split", "splits")


def numbers(value: Any, spec: Keno, field: str) -> frozenset[int]:
    """Numbers that can be drawn, each marked once."""
    if not isinstance(value, list) or not value:
        raise RuleError("must be a list of numbers", field)
    for number in value:
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= spec.numbers:
            raise RuleError(f"{number!r} is not a number from 1 to {spec.numbers}", field)
    if len(set(value)) != len(value):
        raise RuleError("a number is marked twice", field)
    return frozenset(value)


def _marked(value: Any) -> Any:
    """The numbers of one group, also where it is a single number or an object with `spots`."""
    if isinstance(value, dict):
        value = value.get("spots", value.get("numbers"))
    return [value] if isinstance(value, int) else value


def refuse_unknown(ticket: dict[str, Any], grouped: bool) -> None:
    """Refuse what no kind of ticket asks for; a ticket of groups may name them without saying `groups`."""
    known = (*_OTHER, *_GROUPED)
    for name, value in ticket.items():
        if name not in known and not (grouped and isinstance(value, list | dict)):
            raise RuleError(f"a ticket states {', '.join(known)}, not {name!r}", f"ticket.{name}")


def _named(value: Any) -> dict[str, Any] | None:
    """Groups by name; a plain list of groups is lettered in order."""
    if isinstance(value, list) and len(value) <= len(ascii_uppercase):
        return dict(zip(ascii_uppercase, value, strict=False))
    return {_letter(str(name)): marked for name, marked in value.items()} if isinstance(value, dict) else None


def _letter(name: str) -> str:
    """`split_a` and `group a` name the group A."""
    match = re.fullmatch(r"(?:split|group)?[ _-]?([A-Za-z])", name)
    return match.group(1).upper() if match else name


def _kings(ticket: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """The kings stated apart from the groups: K, or K1, K2 where there are several."""
    stated = ticket.get("kings", ticket.get("king"))
    if stated is None or (isinstance(stated, str) and stated in given):
        return {}
    if isinstance(stated, dict):
        return {str(name): king for name, king in stated.items()}
    listed = stated if isinstance(stated, list) else [stated]
    if all(isinstance(king, str) and king in given for king in listed):
        return {}
    return {KING + (str(place) if len(listed) > 1 else ""): king for place, king in enumerate(listed, 1)}


def read_groups(ticket: dict[str, Any], kind: Ticket, spec: Keno, field: str) -> Groups:
    """The groups of a ticket, as its kind demands them."""
    stated = next((ticket[name] for name in _GROUPED if name in ticket), None)
    if stated is None:
        stated = {name: told for name, told in ticket.items() if name not in _OTHER and isinstance(told, list | dict)}
    given = _named(stated)
    if not given:
        raise RuleError("must name the groups of numbers", f"{field}.groups")
    given = _kings(ticket, given) | given if kind.kings else given
    groups = {name: numbers(_marked(value), spec, f"{field}.groups.{name}") for name, value in given.items()}
    if len(groups) < kind.groups:
        raise RuleError(f"needs at least {kind.groups} groups", f"{field}.groups")
    if kind.equal and len({len(group) for group in groups.values()}) > 1:
        raise RuleError("the groups of this ticket are of equal size", f"{field}.groups")
    if kind.disjoint and sum(map(len, groups.values())) > len(frozenset().union(*groups.values())):
        raise RuleError("a number may be in one group only", f"{field}.groups")
    if kind.kings and all(len(group) > 1 for group in groups.values()):
        raise RuleError("one group must be a single number, the king", f"{field}.groups")
    return groups


def _names(combination: Any, groups: Groups, field: str) -> list[str]:
    """The groups of one combination: a list of names, or their letters with or without signs between."""
    names: list[str] = []
    for word in combination if isinstance(combination, list) else re.split(r"[^A-Za-z0-9]+", str(combination)):
        rest = KING if KING in groups and str(word).lower() == "king" else str(word)
        while rest:
            known = [name for name in groups if rest.upper().startswith(name.upper())]
            if not known:
                raise RuleError(f"no group {rest[0]!r} on the ticket", field)
            names.append(max(known, key=len))
            rest = rest[len(names[-1]) :]
    if not names:
        raise RuleError("no group '' on the ticket", field)
    return names


def _size(label: str) -> int:
    """The spots a label speaks of (`4-spot`, `4`); 0 where it says none."""
    match = re.match(r"\d+", label)
    return int(match.group()) if match else 0


def _all(groups: Groups, size: int, count: int, field: str) -> list[frozenset[int]]:
    """All combinations of `size` spots, which must be `count` in number where that is stated."""
    ways = [
        frozenset().union(*some)
        for many in range(1, len(groups) + 1)
        for some in combinations(groups.values(), many)
        if sum(map(len, some)) == size
    ]
    if not ways or count not in (0, len(ways)):
        raise RuleError(f"the groups make {counted(len(ways), 'combination')} of {counted(size, 'spot')}", field)
    return ways


def _counted(text: str, groups: Groups, field: str) -> list[frozenset[int]] | None:
    """Ways told by number: `3/4` is three of four spots, `4-spot` all of four spots."""
    over = re.fullmatch(r"(\d+)\s*/\s*(\d+)", text)
    if over:
        return _all(groups, int(over.group(2)), int(over.group(1)), field)
    return _all(groups, _size(text), 0, field) if re.fullmatch(r"\d+[- ]?spots?", text) else None


def _joined(value: Any, label: str, groups: Groups, field: str) -> list[frozenset[int]]:
    """The combinations under one label."""
    size = _size(label)
    if size and (isinstance(value, int) or value == "all"):
        return _all(groups, size, 0 if value == "all" else value, field)
    if not isinstance(value, list):
        raise RuleError("must be a list of combinations", field)
    ways = []
    for combination in value:
        spots = frozenset().union(*(groups[name] for name in _names(combination, groups, field)))
        if size and size != len(spots):
            raise RuleError(f"{combination} makes {counted(len(spots), 'spot')}", field)
        ways.append(spots)
    return ways


def _by_price(kind: Ticket, groups: Groups, count: int) -> list[frozenset[int]]:
    """The ways of a ticket that states only how many they are, where just one manner of combining makes so many."""
    kings = [group for group in groups.values() if len(group) == 1] if kind.kings else []
    others = [group for group in groups.values() if group not in kings]
    manners = [list(combinations(groups.values(), many)) for many in range(2, len(groups) + 1)] if kind.equal else []
    if len(kings) == 1:
        sets = [list(combinations(others, many)) for many in range(1, len(others) + 1)]
        manners += [[(kings[0], *some) for some in sets[0]], [(kings[0], *some) for size in sets for some in size]]
    fitting = [manner for manner in manners if len(manner) == count]
    return [frozenset().union(*some) for some in fitting[0]] if len(fitting) == 1 else []


def read_ways(
    ticket: dict[str, Any], kind: Ticket, groups: Groups, price: Fraction, field: str
) -> list[tuple[str, frozenset[int]]]:
    """The combinations of a ticket of this price a game, each with the label it stands under."""
    given = ticket.get("ways")
    place = f"{field}.ways"
    rate = ticket.get("rate_per_way")
    if given is None and isinstance(rate, int | float) and rate > 0:
        cost = price / (Fraction(str(rate)) * 100)
        given = int(cost) if cost.denominator == 1 else None
    if isinstance(given, int) and (ways := _by_price(kind, groups, given)):
        return [(f"{len(way)}-spot", way) for way in ways]
    if isinstance(given, str):
        given = [given]
    if isinstance(given, list) and given:
        ways = []
        for stated in given:
            told = _counted(stated, groups, place) if isinstance(stated, str) else None
            ways += _joined([stated], "", groups, place) if told is None else told
        return [(f"{len(way)}-spot", way) for way in ways]
    if not isinstance(given, dict) or not given:
        raise RuleError('must list the combinations, e.g. {"3-spot": ["AB"]}', place)
    return [
        (str(label), way)
        for label, some in given.items()
        for way in _joined(some, str(label), groups, f"{place}.{label}")
    ]


def _cents(value: Any, field: str) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, int | float) or value <= 0:
        raise RuleError("must be an amount of dollars", field)
    return Fraction(str(value)) * 100


def read_rates_of_ways(
    ticket: dict[str, Any], labels: Sequence[str], stake: int, games: int, field: str
) -> tuple[Fraction, ...]:
    """The cents on each way in each game: an even share of the stake, or as the ticket states them by label."""
    given = ticket.get("rate_per_way")
    place = f"{field}.rate_per_way"
    if isinstance(given, dict):
        by_size = {_size(str(label)): _cents(value, place) for label, value in given.items()}
        missing = [label for label in labels if _size(label) not in by_size]
        if missing:
            raise RuleError(f"states no rate for {missing[0]}", place)
        rates: Iterable[Fraction] = (by_size[_size(label)] for label in labels)
    else:
        share = Fraction(stake, len(labels) * games)
        rates = [share if given is None else _cents(given, place)] * len(labels)
    in_order = tuple(rates)
    if sum(in_order) * games != stake:
        ways, cost = counted(len(labels), "way"), money(float(sum(in_order) * games / 100))
        raise RuleError(f"{ways} in {counted(games, 'game')} cost {cost}, not {in_dollars(stake)}", place)
    return in_order
