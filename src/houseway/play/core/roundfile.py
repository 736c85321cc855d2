"""The exchange format: a round as it lay on the table, read and checked field by field, and its settlement written."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import msgspec

from houseway.cards.decks import copies_of_each
from houseway.cards.text import format_card, parse_card, parse_cards
from houseway.play.core.meters import NO_METERS, SEED, Meters
from houseway.play.core.money import MOST_DOLLARS, cents, dollars
from houseway.play.core.settlement import Fees, Line, Settlement
from houseway.rules.errors import RuleError
from houseway.rules.explain import rule_error
from houseway.rules.game import parse_day
from houseway.rules.wording import listed


class CouponFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match play coupon with a wager."""

    value: int | float
    expires: str = ""  # the last day on which it is taken


class BacklineFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another player's bets on the hand of a seat."""

    wagers: dict[str, int | float]
    stays_out: list[str] = []  # of the seat's doubles, splits, insurance


class SeatFile(msgspec.Struct, frozen=True):
    """A player's part of a round file."""

    wagers: dict[str, int | float] = {}
    cards: list[str] = []
    hands: list[list[str]] = []
    dealt: list[Any] = []
    actions: list[str] = []
    position: int | None = None
    stack: int | float | None = None
    ticket: dict[str, Any] = {}
    select: list[int] = []
    owner: str | None = None
    tips: dict[str, int | float] = {}  # stakes for the dealer with the wagers
    tips_join: list[str] = []  # doubles and splits that they take part in
    coupons: dict[str, CouponFile] = {}  # with these wagers
    backline: list[BacklineFile] = []

    @property
    def has_owners(self) -> bool:
        """Whether somebody else than the player has something on the hand."""
        return bool(self.tips or self.tips_join or self.coupons or self.backline)


class RoundFile(msgspec.Struct, frozen=True):
    """A round as the engines read it."""

    game: str
    house: dict[str, Any] = {}
    meters: dict[str, int | float] = {}
    seats: list[SeatFile] = []
    dealer: list[str] = []
    community: list[str] = []
    piles: dict[str, Any] = {}
    dealer_set: dict[str, Any] = {}
    outcome: dict[str, Any] = {}
    betting: dict[str, Any] = {}
    state: dict[str, Any] = {}
    shoe: dict[str, int] = {}  # where the round begins in a shoe already in play: cards gone, rounds beyond the cut
    irregularity: dict[str, Any] = {}
    extra: dict[str, Any] = {}
    inputs: dict[str, Any] = {}
    kind: str = "round"
    date: str = ""  # the day of the round: it is settled by the rule of that day


class _WrittenSeat(SeatFile, frozen=True, forbid_unknown_fields=True):
    """A seat as it is written: other fields are free text."""

    remarks: Any = None


class _Written(RoundFile, frozen=True, forbid_unknown_fields=True):
    """A round as it is written: with its name, its proof, the answers a case expects, and remarks, which are free."""

    seats: list[_WrittenSeat] = []  # type: ignore[assignment]
    id: Any = None
    section: Any = None
    why: Any = None
    reading: Any = None
    remarks: Any = None
    proof: Any = None
    expect: Any = None
    expect_rules: Any = None
    expect_error: Any = None
    expect_state: Any = None
    expect_collection: Any = None
    expect_player_dealer: Any = None
    expect_dealer_envy: Any = None
    expect_owners: Any = None
    expect_opens: Any = None
    expect_action_order: Any = None
    expect_action_seat: Any = None
    expect_legal: Any = None
    expect_min_bet: Any = None


_VERB = re.compile(r"\A(?:hand_\d+ )?[a-z_]+", re.IGNORECASE)  # with the hand that it is about
_FIELDS = RoundFile.__struct_fields__
_SEAT_FIELDS = SeatFile.__struct_fields__
_decoder = msgspec.json.Decoder(_Written)


def _read(written: _Written) -> RoundFile:
    """What the engines read of it."""
    given = {name: getattr(written, name) for name in _FIELDS}
    given["seats"] = [SeatFile(*[getattr(seat, name) for name in _SEAT_FIELDS]) for seat in written.seats]
    if any(action[:1].isupper() for seat in written.seats for action in seat.actions):
        given["seats"] = [msgspec.structs.replace(seat, actions=_small(seat.actions)) for seat in given["seats"]]
    return _checked(RoundFile(**given))


def _small(actions: list[str]) -> list[str]:
    """The actions with their verbs in small letters; cards and names after a verb keep theirs."""
    return [_VERB.sub(lambda verb: verb[0].lower(), action, count=1) for action in actions]


def _plain(text: bytes | str) -> Any:
    """The text as plain data, to find the place of an error in; None where it is broken further on."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _checked(file: RoundFile) -> RoundFile:
    """The file, if what every engine looks up by name is a name."""
    kind = file.irregularity.get("kind", "")
    if not isinstance(kind, str):
        raise RuleError("must be a text", "irregularity.kind")
    if file.date:
        day = parse_day(file.date, "date")
        return msgspec.structs.replace(file, house={**file.house, "as_of": day.isoformat()})
    return file


def _named(error: RuleError, data: Any) -> RuleError:
    """What is wrong with a round file; a field that no round has is told as one."""
    if error.field == "game" and _is_void(data):
        return RuleError("the round was declared void: every wager went back, and there is nothing to settle", "round")
    if error.message == "unknown word":
        field = error.field.rpartition(".")[2]
        nearest = get_close_matches(field, [*RoundFile.__struct_fields__, *SeatFile.__struct_fields__], 1)
        meant = f"; did you mean {nearest[0]!r}?" if nearest else ""
        problem = f"no round has this field; free text goes into `remarks`{meant}"
        return RuleError(problem, error.field)
    return error


def _is_void(data: Any) -> bool:
    """Whether the remarks are those of an exported round that the house declared void: they are all there is of it."""
    remarks = data.get("remarks") if isinstance(data, dict) and "game" not in data else None
    return isinstance(remarks, dict) and remarks.get("status") == "void"


_ROUND_PARTS = (
    "dealer",
    "community",
    "piles",
    "dealer_set",
    "outcome",
    "betting",
    "state",
    "shoe",
    "irregularity",
    "extra",
    "inputs",
)
_SEAT_PARTS = ("cards", "hands", "dealt", "position", "stack", "ticket", "select")


def check_parts(file: RoundFile, parts: frozenset[str]) -> None:
    """Refuse what a game does not use; `parts` are those it uses, of a seat after `seats.`.

    `extra` also holds remarks: there only a key that is nearly one the game reads is refused.
    """
    for name in _ROUND_PARTS:
        if name in parts or not (given := getattr(file, name)):
            continue
        known = [part for part in parts if part.startswith(f"{name}.")]
        if not known and name != "extra":
            raise RuleError("is not used in this game; free text goes into `remarks`", name)
        keys = [part.removeprefix(f"{name}.") for part in known]
        for key in given:
            if key not in keys and (name != "extra" or get_close_matches(key, keys)):
                told = listed(sorted(keys))
                raise RuleError(f"is not used in this game; {name} has {told}", f"{name}.{key}")
    foreign = [name for name in _SEAT_PARTS if f"seats.{name}" not in parts]
    for index, seat in enumerate(file.seats):
        for name in foreign:
            if getattr(seat, name) not in (None, [], {}):
                raise RuleError("is not used in this game", f"seats[{index}].{name}")


def check_meters(file: RoundFile, known: Collection[str]) -> None:
    """Refuse a meter that no wager of the game is paid from."""
    for name in file.meters:
        if name.removesuffix(SEED) not in known:
            told = f"it has {', '.join(sorted(known))}" if known else "it has none"
            raise RuleError(f"the game has no such meter; {told}", f"meters.{name}")


def decode_round(text: bytes | str) -> RoundFile:
    """A round from JSON text."""
    try:
        return _read(_decoder.decode(text))
    except msgspec.ValidationError as error:
        plain = _plain(text)
        raise _named(rule_error(error, "", plain), plain) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RuleError(f"not valid JSON: {error}", "round") from None
    except RecursionError:
        raise RuleError("nested too deeply", "round") from None


def convert_round(data: Any) -> RoundFile:
    """A round from plain data."""
    try:
        return _read(msgspec.convert(data, _Written))
    except msgspec.ValidationError as error:
        raise _named(rule_error(error, "", data), data) from None


def read_meters(meters: Mapping[str, int | float]) -> Meters:
    """The meters as a round shows them."""
    if not meters:
        return NO_METERS
    for name, amount in meters.items():
        if not 0 <= amount <= MOST_DOLLARS * 100:
            raise RuleError(f"a meter cannot show {amount}", f"meters.{name}")
    return Meters({name: round(amount * 100) for name, amount in meters.items()})


def cards(texts: Any, field: str) -> tuple[int, ...]:
    """Cards of one pile."""
    if not isinstance(texts, list):
        raise RuleError("must be a list of cards", field)
    try:
        return parse_cards(texts)
    except ValueError:
        for place, text in enumerate(texts):
            try:
                parse_card(text)
            except ValueError as error:
                raise RuleError(str(error), f"{field}[{place}]") from None
        raise


def check_copies(piles: Iterable[tuple[str, tuple[int, ...]]], deck: str) -> None:
    """No card lies on the table more often than the deck holds it."""
    piles = tuple(piles)
    laid = [card for _, pile in piles for card in pile]
    held, seen = copies_of_each(deck), set(laid)
    if len(seen) == len(laid) and held.keys() >= seen:
        return
    unseen = dict(held)
    for field, pile in piles:
        for place, card in enumerate(pile):
            remaining = unseen.get(card, 0)
            if remaining == 0:
                known = card in copies_of_each(deck)
                message = "is dealt more often than the deck holds it" if known else "is not in this game's deck"
                raise RuleError(f"{format_card(card)} {message}", f"{field}[{place}]")
            unseen[card] = remaining - 1


Spot = tuple[int, str, SeatFile]  # the player's seat, the prefix of its wagers (`hand_2.`), what is on the spot


def spots(seats: Sequence[SeatFile]) -> list[Spot]:
    """Each hand of each player as a spot of its own: `hand_2.ante` and `hand_2 fold` belong to the second."""
    result: list[Spot] = []
    for index, seat in enumerate(seats):
        if not seat.hands:
            result.append((index, "", seat))
            continue
        for number, hand in enumerate(seat.hands, start=1):
            prefix = f"hand_{number}"
            first = number == 1
            wagers = {
                k.removeprefix(f"{prefix}."): v
                for k, v in seat.wagers.items()
                if k.startswith(f"{prefix}.") or (first and "." not in k)
            }
            actions = [
                a.removeprefix(f"{prefix} ")
                for a in seat.actions
                if a.startswith(f"{prefix} ") or (first and not a.startswith("hand_"))
            ]
            plain = first and not any(k.startswith(f"{prefix}.") for k in seat.wagers)
            result.append(
                (index, "" if plain else f"{prefix}.", SeatFile(wagers, hand, actions=actions, position=seat.position))
            )
    return result


def by_player(seats: Sequence[SeatFile], lines: tuple[tuple[Line, ...], ...]) -> tuple[tuple[Line, ...], ...]:
    """The lines of each player from those of each spot, the wagers of several hands told apart."""
    if not any(seat.hands for seat in seats):
        return lines
    together: list[list[Line]] = [[] for _ in seats]
    for (player, prefix, _), spot in zip(spots(seats), lines, strict=True):
        together[player] += [msgspec.structs.replace(line, wager=prefix + line.wager) for line in spot]
    return tuple(map(tuple, together))


def check_spots(seats: Sequence[SeatFile], dealt: Sequence[Spot], most: int, known: Collection[str] = ()) -> None:
    """No player plays more than `most` hands, and each wager is on a hand dealt, or `known` by its name."""
    for player, seat in enumerate(seats):
        if len(seat.hands) > most:
            raise RuleError(f"a player may play {most} hand{'s' * (most > 1)} at once", f"seats[{player}].hands")
        for name in seat.wagers:
            if (
                "." in name
                and name not in known
                and not any(name.startswith(p) for owner, p, _ in dealt if owner == player and p)
            ):
                raise RuleError("a wager on a hand that was not dealt", f"seats[{player}].wagers.{name}")


def check_seats(seats: Sequence[SeatFile], most: int) -> None:
    """A round has a seat at least, and no more than the table."""
    if not seats:
        raise RuleError("a round needs at least one seat", "seats")
    if len(seats) > max(most, 1):
        raise RuleError(f"the table has {most} seats", "seats")


def stakes_behind(file: RoundFile) -> list[dict[str, int]]:
    """What every bettor behind a seat has down, seat by seat."""
    return [
        {name: cents(amount, f"seats[{seat}].backline") for name, amount in bettor.wagers.items()}
        for seat, player in enumerate(file.seats)
        for bettor in player.backline
    ]


def fees_in_dollars(fees: Fees) -> dict[str, Any]:
    """Fees in the exchange format."""
    return {
        payer: [dollars(each) for each in fee] if isinstance(fee, list) else dollars(fee) for payer, fee in fees.items()
    }


_MONEY = ("player_dealer", "dealer_vs_bank", "dealer_envy", "rake")
_POSITIONS = ("first_hand", "action_seat", "button", "next_shaker")


def _decided(settlement: Settlement) -> dict[str, Any]:
    """What a round decided besides the wagers, as far as it decided something."""
    told: dict[str, Any] = {}
    if settlement.pots is not None:
        told["pots"] = [{"amount": dollars(pot.amount), "seats": list(pot.seats)} for pot in settlement.pots]
    for name in _MONEY:
        if (cents := getattr(settlement, name)) is not None:
            told[name] = dollars(cents)
    if settlement.jackpot_rake:
        told["jackpot_rake"] = dollars(settlement.jackpot_rake)
    if (returned := settlement.returned) is not None:
        told["returned"] = {"seat": returned.seat, "amount": dollars(returned.amount)}
    if (opening := settlement.opening) is not None:
        told["legal"], told["min_bet"] = list(opening.legal), dollars(opening.min_bet)
        told["action_order"] = list(opening.action_order)
    for name in _POSITIONS:
        if (value := getattr(settlement, name)) is not None:
            told[name] = value
    if settlement.rulings:
        told["rulings"] = [msgspec.to_builtins(ruling) for ruling in settlement.rulings]
    if settlement.showing:
        told["showing"] = list(settlement.showing)
    if settlement.opens:
        told["opens"] = dict(settlement.opens)
    if settlement.collection is not None:
        told["collection"] = fees_in_dollars(settlement.collection)
    if (timed := settlement.timed_collection) is not None:
        told["timed_collection"] = {
            "minutes": timed.minutes,
            "each_active_player": dollars(timed.each_active_player),
            **({"table": dollars(timed.table)} if timed.table else {}),
        }
    if settlement.meters:
        told["meters"] = {level: dollars(cents) for level, cents in settlement.meters.items()}
    if settlement.awards:
        told["awards"] = {
            level: {"amount": dollars(award.amount), "whole": award.whole} for level, award in settlement.awards.items()
        }
    if settlement.state:
        told["state"] = dict(settlement.state)
    return told


def joined_lines(lines: Sequence[Line]) -> Line:
    """Several lines of one wager as one: the sums, and every reason, paragraph and result once."""

    def once(texts: Iterable[str], by: str = "; ") -> str:
        return by.join(dict.fromkeys(filter(None, texts)))

    rows = {line.row for line in lines}
    return Line(
        wager=lines[0].wager,
        stake=sum(line.stake for line in lines),
        net=sum(line.net for line in lines),
        reason=once(f"{line.spot}: {line.reason}" if line.spot else line.reason for line in lines),
        rule=once(line.rule for line in lines),
        result=once((line.result for line in lines), "+"),
        row=rows.pop() if len(rows) == 1 else "",
    )


def _line(line: Line) -> dict[str, Any]:
    return {
        "wager": line.wager,
        "stake": dollars(line.stake),
        "net": dollars(line.net),
        "reason": line.reason,
        "rule": line.rule,
        **({"spot": line.spot} if line.spot else {}),
    }


def _by_wager(lines: Iterable[Line]) -> list[dict[str, Any]]:
    """One line a wager; where it was on several hands or numbers, `spots` has the line of each."""
    wagers: dict[str, list[Line]] = {}
    for line in lines:
        wagers.setdefault(line.wager, []).append(line)
    return [
        _line(group[0]) if len(group) == 1 else {**_line(joined_lines(group)), "spots": list(map(_line, group))}
        for group in wagers.values()
    ]


def _lines(lines: tuple[Line, ...], by_wager: bool) -> dict[str, Any]:
    """Settled wagers of one owner, and what they yield."""
    return {
        "lines": _by_wager(lines) if by_wager else list(map(_line, lines)),
        "net": dollars(sum([line.net for line in lines])),
    }


def as_json(settlement: Settlement, *, by_wager: bool = False) -> dict[str, Any]:
    """The settlement in the exchange format, amounts in dollars; `by_wager`: split hands under one line."""
    seats = [_lines(lines, by_wager) for lines in settlement.seats]
    for owned in settlement.owned:
        seats[owned.seat].setdefault("owners", []).append({"owner": owned.owner, **_lines(owned.lines, by_wager)})
    return {
        "game": settlement.game,
        "seats": seats,
        "house": dollars(settlement.house_net()),
        **_decided(settlement),
    }
