"""A disputed round laid out: what was bet, dealt and decided is told piece by piece, and the engine says what is next.

The round is a live one, dealt from an arrangement: every card, die or number has a source (a place of a shuffle, or a
fall), and telling it fixes the source. So the desk knows no rule: which cards come next, whose turn it is and what he
may do is what the engine of the game says of the round so far.
"""

import contextlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from houseway.cards.arrangement import Arrangement
from houseway.cards.text import format_card, parse_card
from houseway.cards.tiles import format_tile, parse_tile
from houseway.families import family_of, open_round, settle
from houseway.play.core.irregularities import Irregularity, find_irregularity
from houseway.play.core.round import DealerSetting, LiveRound, lets_fold, passes_over, set_by_dealer, warns
from houseway.play.core.roundfile import RoundFile, convert_round
from houseway.rules.errors import MALFORMED, RuleError
from houseway.rules.game import Game, load_game
from houseway.rules.pots import PlayerPoker
from houseway.rules.wording import money, seat_name

_FALLS = {"dice": "dice", "rolls": "roll", "spins": "wheel", "prizes": "prize"}  # of `outcome`: what falls at once
_NUMBERS = ("drawn", "games")
_ROLL = "roll"
_PASSING = ("pass", "show", _ROLL)  # what a file need not say
_BEFORE = ("decline 21", "house way")  # nor before a decision that comes after, nor of the bank
_BANK = "bank"  # said of the seat that has it
_DRAGON = "dragon"  # a hand that the dealer sets too
_SPLIT = re.compile(r"(hand_(?P<hand>\d+) )?split\b")
_MOST = 200
_FALLS_AT_ONCE = 6**4

Action = tuple[int, str]
Path = tuple[str | int, ...]


class Opening(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What stands before the first card."""

    game: str
    house: dict[str, Any] = {}
    meters: dict[str, int | float] = {}
    seats: list[dict[str, Any]] = []
    betting: dict[str, Any] = {}
    state: dict[str, Any] = {}
    outcome: dict[str, Any] = {}  # what is known of the dice before they fall: who shakes them
    irregularity: dict[str, Any] = {}  # a seat whose hand it ended is not asked to decide
    dealer_set: dict[str, Any] = {}  # where the dealer set otherwise than the house way
    void_spins: list[Any] = []  # of a wheel, before the one that counts
    extra: dict[str, Any] = {}
    date: str = ""

    @property
    def told_after(self) -> dict[str, Any]:
        """What of the betting is known when the hand is over: the rakes of a record."""
        names = family_of(self.game).play.told_after
        return {name: value for name, value in self.betting.items() if name in names}

    def file(self) -> RoundFile:
        """The opening as a round file; seats that the game numbers stand at their numbers."""
        numbers = family_of(self.game).play.seat_numbers(RoundFile(self.game, self.house))
        seats = [
            {**({"position": numbers[place]} if place < len(numbers) else {}), **seat}
            for place, seat in enumerate(self.seats)
        ]
        plain = msgspec.to_builtins(self)
        plain["betting"] = {name: value for name, value in self.betting.items() if name not in self.told_after}
        plain["dealer_set"] = plain["void_spins"] = None
        return convert_round({name: value for name, value in {**plain, "seats": seats}.items() if value})


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """A round as far as it is told: by source a card, tile or number, or what fell; and the decisions in order."""

    opening: Opening
    sources: dict[str, Any] = {}
    actions: list[Action] = []


class Slot(NamedTuple):
    """A place for a card, tile, number or fall: where it is in the round file, its source, and what is there."""

    path: Path
    source: str
    kind: str  # card, tile, number, dice, wheel or prize
    value: Any  # None: not told


class Laid(NamedTuple):
    """The round so far."""

    live: LiveRound
    slots: tuple[Slot, ...]
    actions: list[Action]  # those that were possible
    refused: str  # why the next one was not; empty: all were possible
    choices: dict[str, list[Any]]  # by kind, or by source: what can be told there
    spent: dict[str, list[Any]]  # by source: of these, what lies on the table as often as the deck holds it
    warnings: list[Action]  # by seat: what is a mistake that the rules punish, in words
    told_after: dict[str, Any]  # of the betting: what is known when the hand is over
    apart: dict[str, Any]  # parts of the record that a live round has no place for
    void_spins: list[Any]
    settings: list[tuple[DealerSetting, tuple[str, ...]]]  # by the dealer, with what the house way would choose

    @property
    def untold(self) -> list[Slot]:
        return [slot for slot in self.slots if slot.value is None]

    def whole(self) -> dict[str, Any]:
        """The round file with what is told, and with what lies in the places that are not."""
        made = {**self.live.round_file(), **self.apart}
        return {**made, "betting": {**made["betting"], **self.told_after}} if self.told_after else made

    def file(self, irregularity: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The round file without what is not told: an unseen card may only be missing at the end of its pile.

        Whether the round can be settled without it is for the engine to say. Where something went wrong a wheel or
        dice may not have come to rest either.
        """
        made = self.whole()
        for slot in reversed(self.untold):
            *way, last = slot.path
            holder = _at(made, tuple(way))
            if isinstance(holder, dict):
                del holder[last]
            elif slot.kind == "prize":
                holder[last] = None
            elif (irregularity or slot.kind not in ("dice", "wheel")) and last == len(holder) - 1:
                holder.pop()
            else:
                raise RuleError(f"{place_name(slot)} is not told yet", "cards")
        if self.void_spins:
            made["outcome"] = {**made["outcome"], "spins": [*self.void_spins, *made["outcome"]["spins"]]}
        if any(slot.path[0] == "dealer" for slot in self.untold):
            made.pop("dealer_set", None)
        if not irregularity:
            return made
        outcome = {name: value for name, value in made.get("outcome", {}).items() if value != []}
        return {**made, **({"outcome": outcome} if "outcome" in made else {}), "irregularity": {**irregularity}}


def place_name(slot: Slot) -> str:
    """A place of a round file in words: `Seat 1, card 2`."""
    path, kind = slot.path, slot.kind if slot.kind in ("card", "tile") else "number"
    count = next((int(step) + 1 for step in reversed(path) if isinstance(step, int)), 1)
    if path[0] == "seats":
        hand = f", hand {int(path[3]) + 1}" if path[2] == "hands" and len(path) > 4 else ""
        return f"{seat_name(int(path[1]))}{hand}, {kind} {count}"
    words = [str(step) for step in path if isinstance(step, str) and step not in ("piles", "outcome")]
    return f"{' '.join(words).replace('_', ' ').capitalize()}, {kind} {count}"


def _number(value: Any) -> int:
    """A card, tile or number of a round file as a deck holds it."""
    if isinstance(value, int):
        return value
    return parse_tile(value) if value[:1].isdigit() and "-" in value else parse_card(value)


def _kind(value: Any) -> str:
    if isinstance(value, int):
        return "number"
    return "tile" if value[:1].isdigit() and "-" in value else "card"


def _values(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """The cards in a part of a round file."""
    if isinstance(value, list):
        for place, one in enumerate(value):
            yield from _values(one, (*path, place))
    elif isinstance(value, str | int) and value != "":
        yield path, value


def cards_in(file: Mapping[str, Any]) -> Iterator[tuple[Path, Any]]:
    """Every card, tile and number that lies in a round file, with its place."""
    for name in ("dealer", "community"):
        yield from _values(file.get(name, []), (name,))
    for name, pile in file.get("piles", {}).items():
        yield from _values(pile, ("piles", name))
    for name in _NUMBERS:
        yield from _values(file.get("outcome", {}).get(name, []), ("outcome", name))
    for place, seat in enumerate(file.get("seats", [])):
        own = "hands" if seat.get("hands") else "cards"
        yield from _values(seat.get(own, []), ("seats", place, own))


def falls_in(file: Mapping[str, Any]) -> Iterator[tuple[Path, str, Any]]:
    """What fell in a round: dice, a section of a wheel, prizes; with its place and kind."""
    for name, kind in _FALLS.items():
        given = file.get("outcome", {}).get(name)
        if kind == "wheel" and isinstance(given, list) and given:  # a spin before the last one was none
            last = given[-1]
            yield ("outcome", name, 0), kind, last.get("symbol") if isinstance(last, dict) else last
        elif kind in ("roll", "prize") and isinstance(given, list):
            yield from ((("outcome", name, place), kind, one) for place, one in enumerate(given) if one is not None)
        elif given is not None:
            yield ("outcome", name), kind, given


def _split(source: str) -> tuple[str, int]:
    purpose, _, place = source.rpartition("@")
    return purpose, int(place) if place.isdecimal() else -1


class _Dealer:
    """Deals one opening again and again as more of it is told."""

    def __init__(self, opening: Opening) -> None:
        self.opening = opening
        self.file = opening.file()
        self.happened = _happened(opening, self.file)
        self.ended = self.happened.out if self.happened is not None else None
        self.key = msgspec.json.encode([opening.game, opening.house], order="deterministic").decode()

    def deal(
        self, sources: Mapping[str, Any], actions: Sequence[Action]
    ) -> tuple[LiveRound, Arrangement, list[Action], str]:
        """The live round after as many of the decisions as are possible."""
        return self.play(self._seed(sources), actions)

    def opened(self, sources: Mapping[str, Any]) -> LiveRound:
        """The live round before any decision."""
        return self._opened(self._seed(sources))

    def _opened(self, seed: Arrangement) -> LiveRound:
        live = open_round(self.file, seed)
        if self.happened is not None and self.happened.spec.effect == "may_fold" and lets_fold(live):
            live = live.let_fold(self.happened)
        if self.opening.dealer_set and set_by_dealer(live):
            with contextlib.suppress(RuleError):  # of cards that have changed places, to tell them apart
                live = live.with_dealer_set(self.opening.dealer_set)
        return live

    def play(self, seed: Arrangement, actions: Sequence[Action]) -> tuple[LiveRound, Arrangement, list[Action], str]:
        """The live round of one arrangement."""
        live = self._opened(seed)
        done: list[Action] = []
        for seat, action in actions:
            live = self.past_ended(live, seat)
            if live.over:
                return live, seed, done, "the round is over"
            try:
                live = live.act(seat, action)
            except RuleError as error:
                return live, seed, done, error.message
            except MALFORMED as error:
                return live, seed, done, f"{action!r} cannot be read ({error!r})"
            done.append((seat, action))
        return self.past_ended(live), seed, done, ""

    def past_ended(self, live: LiveRound, acts: int | None = None) -> LiveRound:
        """The round past the turns of a seat whose hand an irregularity ended, unless it is the seat that acts."""
        while not live.over and live.turn == self.ended != acts and passes_over(live):
            live = live.pass_over()
        return live

    def warnings(self, seed: Arrangement, actions: Sequence[Action]) -> list[Action]:
        """What the seats should have known before they decided so."""
        live = self._opened(seed)
        found: list[Action] = []
        for seat, action in actions:
            asked = live = self.past_ended(live, seat)
            if warns(asked) and (said := asked.warning(seat, action)) and (seat, said) not in found:
                found.append((seat, said))
            live = live.act(seat, action)
        return found

    def _seed(self, sources: Mapping[str, Any]) -> Arrangement:
        told: dict[str, dict[int, int]] = {}
        falls: dict[str, int] = {}
        for source, value in sources.items():
            purpose, place = _split(source)
            if place >= 0:
                told.setdefault(purpose, {})[place] = _read(value, source)
            else:
                number = _falls_known(self.key).get((source.rstrip("0123456789 "), repr(value)))
                if number is not None:
                    falls[source] = number
        return Arrangement(told, falls)

    def learn_fall(
        self, source: str, path: Path, value: Any, sources: Mapping[str, Any], actions: Sequence[Action]
    ) -> None:
        """Which number of a fall gives the value at the path; all of its numbers are learned at once."""
        known = _falls_known(self.key)
        kind = source.rstrip("0123456789 ")
        if (kind, repr(value)) in known:
            return
        others = {name: one for name, one in sources.items() if name != source}
        for number in range(_FALLS_AT_ONCE):
            seed = self._seed(others)
            seed = Arrangement(seed.told, {**seed.falls, source: number})
            live = self._opened(seed)
            for seat, action in actions:
                try:
                    live = self.past_ended(live, seat).act(seat, action)
                except RuleError:
                    break
            shown = _at(live.round_file(), path)
            if number >= seed.counts.get(source, 0):
                break
            known.setdefault((kind, repr(shown)), number)
        if (kind, repr(value)) not in known:
            raise RuleError(f"{value!r} cannot fall there", "cards")


def _happened(opening: Opening, file: RoundFile) -> Irregularity | None:
    """What went wrong, as far as the rules know it."""
    if not opening.irregularity:
        return None
    known = load_game(opening.game, opening.house).spec.irregularities
    with contextlib.suppress(RuleError):  # the ruling says what is wrong with it
        return find_irregularity(known, opening.irregularity, file.seats)
    return None


@lru_cache(maxsize=512)
def _falls_known(key: str) -> dict[tuple[str, str], int]:
    """By kind and value of a fall its number, in one game; filled as they are learned."""
    del key
    return {}


def _read(value: Any, source: str) -> int:
    try:
        return _number(value)
    except MALFORMED:
        raise RuleError(f"{value!r} is not a card, tile or number", f"cards.{source}") from None


def _at(file: Any, path: Path) -> Any:
    for step in path:
        try:
            file = file[step]
        except (LookupError, TypeError):
            return None
    return file


def lay_out(told: Told) -> Laid:
    """The round so far, with a slot for every card that lies on the table and every fall.

    What the dealer set otherwise than the house way counts once his cards are told.
    """
    stated = told.opening.dealer_set
    by_house = _lay_out(msgspec.structs.replace(told, opening=msgspec.structs.replace(told.opening, dealer_set={})))
    if not stated or not _can_be_set(by_house, stated):
        return by_house
    laid = _lay_out(told)
    usual = {one.pile: one.chosen for one, _ in by_house.settings}
    return laid._replace(settings=[(one, usual[one.pile]) for one, _ in laid.settings])


def _can_be_set(laid: Laid, stated: Mapping[str, Any]) -> bool:
    """Whether the dealer has acted, and holds the cards that are stated."""
    named = Counter(_number(card) for of, cards in stated.items() if of != _DRAGON for card in cards)
    told = Counter(_number(slot.value) for slot in laid.slots if slot.path[0] == "dealer" and slot.value is not None)
    return bool(laid.settings) and not named - told


def _settings(live: LiveRound, slots: Sequence[Slot]) -> list[tuple[DealerSetting, tuple[str, ...]]]:
    """The hands set by the dealer of which every card is told."""
    if not set_by_dealer(live):
        return []
    untold = {slot.path for slot in slots if slot.value is None}
    piles: dict[str, Path] = {"dealer": ("dealer",), _DRAGON: ("piles", _DRAGON)}
    told = (
        not any((*piles[dealer_setting.pile], place) in untold for place in range(len(dealer_setting.cards)))
        for dealer_setting in live.dealer_settings()
    )
    return [(one, one.chosen) for one, whole in zip(live.dealer_settings(), told, strict=True) if whole]


def _lay_out(told: Told) -> Laid:
    dealer = _Dealer(told.opening)
    sources = dict(told.sources)
    for _ in range(_MOST):
        live, seed, done, refused = dealer.deal(sources, told.actions)
        file = live.round_file()
        pending = [
            (source, path, sources[source])
            for path, source, _, _ in _fall_slots(file, seed, sources)
            if source in sources and repr(_at(file, path)) != repr(sources[source])
        ]
        if not pending:
            break
        dealer.learn_fall(*pending[0], sources, told.actions)
    _check_blinds(told.opening, file)
    _check_copies(sources, seed)
    slots = [*_fall_slots(file, seed, sources), *_card_slots(dealer, file, seed, sources, told.actions)]
    order = sorted(slots, key=lambda slot: (slot.path[0] == "seats",))
    choices = _choices(dealer, seed, slots, sources, told.actions)
    return Laid(
        live,
        tuple(order),
        done,
        refused,
        choices,
        _spent(choices, seed, slots),
        dealer.warnings(seed, done),
        told.opening.told_after,
        {"extra": told.opening.extra} if told.opening.extra else {},
        told.opening.void_spins,
        _settings(live, slots),
    )


def _spent(choices: Mapping[str, list[Any]], seed: Arrangement, slots: Sequence[Slot]) -> dict[str, list[Any]]:
    """The cards of each shuffle that can be told no more."""
    told: dict[str, Counter[int]] = {}
    for source, value in {slot.source: slot.value for slot in slots if slot.value is not None}.items():
        purpose, place = _split(source)
        if place >= 0:
            told.setdefault(purpose, Counter())[_number(value)] += 1
    return {
        purpose: [one for one in choices[purpose] if counts[_number(one)] >= seed.laid[purpose].count(_number(one))]
        for purpose, counts in told.items()
    }


def _check_blinds(opening: Opening, file: Mapping[str, Any]) -> None:
    """A table leaves out a straddle or over blind that the rules do not take; the desk says so."""
    taken = file.get("betting", {}).get("over_blinds", [])
    for name in ("straddles", "over_blinds"):
        for seat, amount in opening.betting.get(name, []):
            if [seat, amount] not in taken:
                game = load_game(opening.game, opening.house)
                said = f"a blind of {money(amount)} by {seat_name(seat)} is not taken"
                raise RuleError(f"{said}{_least_blind(game)}", "betting.over_blinds")


def _least_blind(game: Game[Any]) -> str:
    extra = game.spec.forced.extra
    if extra is None or not extra.allowed:
        return ": the house allows none"
    least = f"at least {extra.times} times" if extra.times > 1 else "more than"
    return f": it must be {least} the largest before it, in its place, {game.cite(extra.rule)}"


def _check_copies(sources: Mapping[str, Any], seed: Arrangement) -> None:
    for source, value in sources.items():
        purpose, place = _split(source)
        if place < 0 or purpose not in seed.laid:
            continue
        laid = seed.laid[purpose]
        if place >= len(laid) or laid[place] != _number(value):
            raise RuleError(f"{value} is told more often than the deck holds it", f"cards.{source}")


def _fall_slots(file: Mapping[str, Any], seed: Arrangement, sources: Mapping[str, Any]) -> list[Slot]:
    fallen = list(seed.counts)
    slots = []
    for path, kind, _ in falls_in(file):
        named = [source for source in fallen if source.rstrip("0123456789 ") == kind]
        at = path[-1] if isinstance(path[-1], int) else 0
        if kind == "prize":
            named = [source for source in named if source.endswith(f" {at}")]
            at = 0
        if at < len(named):
            slots.append(Slot(path, named[at], "dice" if kind in ("roll", "dice") else kind, sources.get(named[at])))
    return slots


def _card_slots(
    dealer: _Dealer, file: Mapping[str, Any], seed: Arrangement, sources: Mapping[str, Any], actions: Sequence[Action]
) -> list[Slot]:
    """Every card with the place of the shuffle it came from."""
    lying = list(cards_in(file))
    places: dict[int, list[str]] = {}
    for purpose, laid in seed.laid.items():
        for place, card in enumerate(laid):
            places.setdefault(card, []).append(f"{purpose}@{place}")
    held: dict[int, list[Path]] = {}
    for path, value in lying:
        held.setdefault(_number(value), []).append(path)
    found: dict[Path, str] = {}
    for card, paths in held.items():
        where = places.get(card, [])
        if len(where) == 1:
            found |= dict.fromkeys(paths, where[0])
            continue
        told = [source for source in where if source in sources]
        likely = [*told, *(source for source in where if source not in sources)]
        found |= _told_apart(dealer, file, seed, paths, likely, actions)
    return [
        Slot(path, found[path], _kind(value), value if found[path] in sources else None)
        for path, value in lying
        if path in found
    ]


def _told_apart(
    dealer: _Dealer,
    file: Mapping[str, Any],
    seed: Arrangement,
    paths: Sequence[Path],
    candidates: Sequence[str],
    actions: Sequence[Action],
) -> dict[Path, str]:
    """Which place of the shuffle each of several equal cards came from: it changes places with another, and shows."""
    found: dict[Path, str] = {}
    left = list(paths)
    told = {purpose: dict(enumerate(laid)) for purpose, laid in seed.laid.items()}
    for source in candidates:
        if not left:
            break
        purpose, place = _split(source)
        laid = seed.laid[purpose]
        like = _at(file, left[0])
        # One of the same rank if there is any: the round goes on as it did.
        others = [other for other, card in enumerate(laid) if card != laid[place]]
        if not others:
            continue
        other = min(others, key=lambda at: str(_text(laid[at], like))[:1] != str(like)[:1])
        changed_places = {**told[purpose], place: laid[other], other: laid[place]}
        after = dealer.play(Arrangement({**told, purpose: changed_places}, seed.falls), actions)[0].round_file()
        value = _text(laid[other], like)
        changed = [path for path in left if _at(after, path) == value]
        found |= dict.fromkeys(changed, source)  # a card that several hands share lies in each of them
        left = [path for path in left if path not in changed]
    return found | dict(
        zip(left, [candidate for candidate in candidates if candidate not in found.values()], strict=False)
    )


def _text(number: int, like: Any) -> Any:
    """A card, tile or number written as another is."""
    kind = _kind(like)
    return number if kind == "number" else format_tile(number) if kind == "tile" else format_card(number)


def _choices(
    dealer: _Dealer, seed: Arrangement, slots: Sequence[Slot], sources: Mapping[str, Any], actions: Sequence[Action]
) -> dict[str, list[Any]]:
    """What can be told: the cards of each shuffle, and the values that can fall."""
    made: dict[str, list[Any]] = {}
    for slot in slots:
        purpose, place = _split(slot.source)
        if place >= 0 and purpose not in made:
            like = {"number": 1, "tile": "6-6"}.get(slot.kind, "As")
            made[purpose] = [_text(card, like) for card in sorted(set(seed.laid[purpose]))]
        elif place < 0 and slot.kind in ("wheel", "prize") and slot.kind not in made:
            file = dealer.deal(sources, actions)[0].round_file()
            dealer.learn_fall(slot.source, slot.path, _at(file, slot.path), sources, actions)
            kind = slot.source.rstrip("0123456789 ")
            made[slot.kind] = [
                value.strip("'") for known, value in _falls_known(dealer.key) if known == kind and value != "None"
            ]
    return made


def may_decide(laid: Laid) -> bool:
    """Whether all that the seat to act can see is told; hands that an irregularity ended need not be."""
    if laid.live.over:
        return False
    if any("rolls" in slot.path for slot in laid.untold):
        return False
    file = laid.live.round_file()
    unseen = {str(_at(file, slot.path)) for slot in laid.untold}
    ended = laid.live.opening.irregularity.get("seat", -1)
    piles = [pile for pile in laid.live.visible(laid.live.turn) if pile.seat != ended]
    return not any(unseen & set(pile.cards) for pile in piles)


def asked_before(game: str, house: dict[str, Any]) -> tuple[str, ...]:
    """Parts of a record that are known before the deal: who banks, with how much, what the last hand left."""
    loaded = load_game(game, house)
    spec = loaded.spec
    bank = ("betting.player_dealer_wager",) if getattr(spec, "bank", None) is not None else ()
    button = ("betting.action_seat",) if getattr(getattr(spec, "first_hand", None), "button", False) else ()
    by_hands = any(block.by == "hands" for blocks in spec.pay_tables.values() for block in blocks)
    hands = ("extra.total_hands",) if by_hands else ()
    return (*family_of(game).play.asks(loaded), *bank, *button, *hands, *_left_behind(spec))


def _left_behind(spec: Any) -> tuple[str, ...]:
    """What the hand before may leave on the table of a pot."""
    if not isinstance(spec, PlayerPoker):
        return ()
    consolation = bool(spec.award.consolation)
    carried = consolation or bool(spec.betting.openers) or spec.betting.all_fold == "carried"
    parts = {"state.pot": carried, "state.final_round": consolation, "state.pool": spec.pool is not None}
    return tuple(part for part, asked in parts.items() if asked)


def asked_of_seats(game: str, house: dict[str, Any]) -> tuple[str, ...]:
    """Parts of a record that say something of each seat: extra blinds, markers, rounds won under a standing wager."""
    spec = load_game(game, house).spec
    if isinstance(spec, PlayerPoker):
        extra = spec.forced.extra
        blinds = ("betting.over_blinds",) if extra is not None and extra.allowed else ()
        return (*blinds, *((f"state.{spec.pool.state}",) if spec.pool is not None else ()))
    standing = [name for name, wager in spec.wagers.items() if isinstance(getattr(wager, "streak", None), int)]
    return tuple(f"state.streaks.{name}" for name in standing if spec.wagers[name].streak)


def from_file(file: Mapping[str, Any]) -> Told:
    """A whole round file as it would be told: the opening, where each of its cards comes from, and the decisions."""
    convert_round(dict(file))
    fields = ("game", "house", "meters", "state", "irregularity", "dealer_set", "extra", "date")
    betting = {name: value for name, value in file.get("betting", {}).items() if name != "actions"}
    asked = [part.partition(".") for part in asked_before(str(file["game"]), file.get("house", {}))]
    outcome = {
        part: file["outcome"][part] for of, _, part in asked if of == "outcome" and part in file.get("outcome", {})
    }
    spins = file.get("outcome", {}).get("spins", [])
    void_spins = spins[:-1] if isinstance(spins, list) else []
    tickets = ("actions",) if family_of(str(file["game"])).traits.tickets else ()  # written on them before the draw
    kept = ("wagers", "ticket", "select", "stack", "position", *tickets)
    seats = [{name: seat[name] for name in kept if seat.get(name)} for seat in file.get("seats", [])]
    given = {name: file[name] for name in fields if file.get(name)}
    for seat in seats:
        if "stack" in seat:  # a record has the chips that the side wagers leave
            seat["stack"] += sum(seat.get("wagers", {}).values())
    banks = [at for at, seat in enumerate(file.get("seats", [])) if _BANK in seat.get("actions", [])]
    if banks and ("betting", ".", "bank_seat") in asked:
        betting.setdefault("bank_seat", banks[0])
    rest = {"betting": betting, "outcome": outcome, "seats": seats, "void_spins": void_spins}
    opening = msgspec.convert({**given, **rest}, Opening)
    dealer = _Dealer(msgspec.structs.replace(opening, dealer_set={}))  # by the house way, until the cards are told
    shown = dealer.deal({}, [])[0].round_file()["seats"]
    for seat, now, own in zip(seats, shown, file["seats"], strict=False):
        if "stack" in seat:
            seat["stack"] += own["stack"] - now["stack"]
    wanted: dict[Path, Any] = dict(cards_in(file))
    wanted |= {path: value for path, _, value in falls_in(file)}
    sources: dict[str, Any] = {}
    actions: list[Action] = []
    for _ in range(_MOST):
        actions = _recorded(dealer, file, sources)
        laid = lay_out(Told(opening=opening, sources=sources, actions=actions))
        before = [_before_splits(seat, at, actions) for at, seat in enumerate(file["seats"])]
        now = {slot.source: value for slot in laid.slots if (value := _wanted(before, wanted, slot.path)) is not None}
        if now == sources and actions == _recorded(dealer, file, sources):
            if not _settles_as(laid, file):
                break
            if all(one.chosen == usual for one, usual in laid.settings):
                opening = msgspec.structs.replace(opening, dealer_set={})
            return Told(opening=opening, sources=sources, actions=actions)
        sources = now
    raise RuleError("the round cannot be laid out card by card; it is ruled as it is written", "round")


def _settles_as(laid: Laid, file: Mapping[str, Any]) -> bool:
    """Whether a round that was laid out wins and loses what its record does, or would without what went wrong.

    A record may have decisions in another order than a table asks for them, or leave some unsaid: no layout says the
    same.
    """
    if happened := file.get("irregularity"):
        with contextlib.suppress(RuleError):
            return settle(convert_round(laid.file(happened))).nets() == settle(convert_round(file)).nets()
    plain = {name: value for name, value in file.items() if name != "irregularity"}
    try:
        recorded = settle(convert_round(plain))
    except RuleError:
        return not _settles(laid)  # the ruling tells what is wrong with the record
    if not laid.live.over:
        return bool(file.get("irregularity")) or not any(recorded.seats)
    whole = {name: value for name, value in laid.whole().items() if name != "irregularity"}
    return settle(convert_round(whole)).nets() == recorded.nets()


def _settles(laid: Laid) -> bool:
    try:
        settle(convert_round(laid.whole()))
    except RuleError:
        return False
    return laid.live.over


def played(file: Mapping[str, Any]) -> tuple[LiveRound, set[str]] | None:
    """A round file played through to its end, and the piles of which no card is told; none where a pile has gaps."""
    try:
        laid = lay_out(from_file(file))
    except (RuleError, *MALFORMED):
        return None
    told = {slot.path[:-1] for slot in laid.slots if slot.value is not None}
    unseen = {slot.path[:-1] for slot in laid.untold}
    if not laid.live.over or unseen & told or any(path[0] == "seats" for path in unseen):
        return None
    return laid.live, {str(path[-1]) for path in unseen}


def _before_splits(seat: Mapping[str, Any], place: int, actions: Sequence[Action]) -> list[list[Any]]:
    """The hands of a record as they were after the decisions so far: those that were split later are one hand again."""
    hands = [list(hand) for hand in seat.get("hands", [])]
    said = [match for action in seat.get("actions", []) if (match := _SPLIT.match(action))]
    done = sum(who == place and _SPLIT.match(action) is not None for who, action in actions)
    dealt = seat.get("dealt") or [[]]
    starts = dealt if isinstance(dealt[0], list) else [dealt]
    if said and len(hands) > len(starts):
        into = (len(hands) - len(starts)) // len(said) + 1
        for match in reversed(said[done:]):
            at = int(match["hand"] or 1) - 1
            hands[at : at + into] = [[hand[0] for hand in hands[at : at + into]]]
    if done == 0 and len(hands) == 1 and said:
        return [starts[0] or hands[0]]
    if len(starts) == 1 and done == 0 and len(hands) > 1:
        return [starts[0] or [hand[0] for hand in hands]]
    return hands


def _wanted(before: Sequence[Sequence[Sequence[Any]]], wanted: Mapping[Path, Any], path: Path) -> Any:
    """What a record has at a place of the round so far."""
    if path[0] != "seats" or not before[int(path[1])]:
        return wanted.get(path)
    hands = before[int(path[1])]
    hand, card = (0, int(path[3])) if path[2] == "cards" else (int(path[3]), int(path[4]))
    return hands[hand][card] if hand < len(hands) and card < len(hands[hand]) else None


def _recorded(dealer: _Dealer, file: Mapping[str, Any], sources: Mapping[str, Any]) -> list[Action]:
    """The decisions of a file in the order of the turns, as far as they are possible with what is told."""
    live = dealer.opened(sources)
    if sequence := file.get("outcome", {}).get("sequence"):
        return _in_sequence(live, sequence)
    log = [(int(seat), str(act)) for seat, act in file.get("betting", {}).get("actions", []) if seat != "-"]
    queues = [[one for one in seat.get("actions", []) if one != _BANK] for seat in file.get("seats", [])]
    done: list[Action] = []
    pots = bool(log)
    while not live.over and len(done) < _MOST:
        if live.turn < len(queues) and not queues[live.turn] and (past := dealer.past_ended(live)) is not live:
            live = past
            continue
        seat = live.turn
        if pots:
            said = [log.pop(0)] if log else []
        else:
            queued = [(seat, text) for text in queues[seat]] if seat < len(queues) else []
            banks = seat == file.get("betting", {}).get("bank_seat")
            unsaid = (*_PASSING, *_BEFORE) if queued or banks else _PASSING
            free = [text for one in live.legal(seat) if one.verb in unsaid for text in one.texts()]
            said = [*queued, *((seat, text) for text in free[:1])]
        for who, text in said:
            try:
                live = live.act(who, text)
            except (RuleError, *MALFORMED):
                continue
            done.append((who, text))
            if not pots and text in queues[who]:
                queues[who].remove(text)
            break
        else:
            return done
    return done


def _in_sequence(live: LiveRound, sequence: Sequence[Any]) -> list[Action]:
    """Bets and rolls in the order in which a file has them; a seat that is silent lets the dice go on."""
    done: list[Action] = []
    rolls = 0
    for entry in sequence:
        words, seat = str(entry).split(), 0
        if words[:1] == ["seat"] and len(words) > 2:
            seat, words = int(words[1]), words[2:]
        rolled = words[:1] == [_ROLL]
        rolls += rolled
        while not live.over and len(live.round_file()["outcome"]["rolls"]) < rolls if rolled else live.turn < seat:
            done.append((live.turn, _ROLL))
            live = live.act(live.turn, _ROLL)
        if rolled:
            continue
        with contextlib.suppress(RuleError, *MALFORMED):  # a wager that the seat's `wagers` state too
            live = live.act(seat, " ".join(words))
            done.append((seat, " ".join(words)))
    return done
