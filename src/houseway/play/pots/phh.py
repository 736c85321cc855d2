"""Poker hand histories (PHH files), read into a round file and written from one."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from houseway.cards.text import RANKS, SUITS, format_card, parse_card
from houseway.play.core.money import dollars
from houseway.play.core.roundfile import RoundFile, convert_round
from houseway.play.pots.dealing import UNKNOWN, Recorded
from houseway.play.pots.engine import Hand, start
from houseway.play.pots.round import recorded_setup
from houseway.play.pots.state import Act
from houseway.play.pots.table import load_rules, read_setup
from houseway.play.pots.words import act_text, parse_act
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.rules.toml_text import parse_toml

_BEGINS = re.compile(r"^variant\s*=", re.MULTILINE)
_TABLE = re.compile(r"^\[", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Variant:
    """A code of the format: the game and the house's options that make it."""

    code: str
    game: str
    house: tuple[tuple[str, Any], ...] = ()

    @property
    def fixed(self) -> bool:
        return self.code.startswith("F")


_EIGHT = (("variant", "high-low"), ("low_qualifier", "8-or-better"))
_LIMIT = (("structure", "limit"), ("raises", 4))
VARIANTS = (
    Variant("NT", "texas-holdem"),
    Variant("FT", "texas-holdem", _LIMIT),
    Variant("PO", "omaha-holdem", (("structure", "pot-limit"),)),
    Variant("FO/8", "omaha-holdem", _LIMIT + _EIGHT),
    Variant("F7S", "seven-card-stud", _LIMIT),
    Variant("F7S/8", "seven-card-stud", _LIMIT + _EIGHT),
    Variant("FR", "seven-card-stud", (*_LIMIT, ("variant", "low"))),
    Variant("NS", "short-deck-holdem", (("structure", "no-limit"), ("heads_up", "button_small"))),
)


def _variant(code: Any) -> Variant:
    matching = next((variant for variant in VARIANTS if variant.code == code), None)
    if matching is None:
        known = ", ".join(variant.code for variant in VARIANTS)
        raise RuleError(f"no game of the rulebook is the variant {code!r}; known are {known}", "variant")
    return matching


def _cards(text: str, field: str) -> tuple[int, ...]:
    """Cards written without spaces; `??` is a card that was not seen."""
    cards = []
    for place in range(0, len(text), 2):
        word = text[place : place + 2]
        if word == "??":
            cards.append(UNKNOWN)
        elif len(word) == 2 and word[0] in RANKS and word[1] in SUITS:
            cards.append(parse_card(word))
        else:
            raise RuleError(f"cannot read the card {word!r}", field)
    return tuple(cards)


def _player(word: str, seats: int, field: str) -> int:
    number = int(word[1:]) if word[:1] == "p" and word[1:].isdecimal() else 0
    if not 1 <= number <= seats:
        raise RuleError(f"there is no player {word!r}", field)
    return number - 1


def _dealt(actions: list[list[str]], seats: int) -> tuple[list[list[int]], list[int]]:
    """The cards of each player and of the board, in the order dealt or shown."""
    hole: list[list[int]] = [[] for _ in range(seats)]
    board: list[int] = []
    for place, words in enumerate(actions):
        field = f"actions[{place}]"
        if words[:2] == ["d", "dh"] and len(words) == 4:
            hole[_player(words[2], seats, field)] += _cards(words[3], field)
        elif words[:2] == ["d", "db"] and len(words) == 3:
            board += _cards(words[2], field)
        elif len(words) == 3 and words[1] == "sm":
            shown = list(_cards(words[2], field))
            player = _player(words[0], seats, field)
            if len(shown) == len(hole[player]) and UNKNOWN not in shown:
                hole[player] = shown
    return hole, board


def _numbers(raw: dict[str, Any], name: str, seats: int) -> list[float]:
    values = raw.get(name, [0] * seats)
    if not isinstance(values, list) or len(values) != seats or not all(_is_number(value) for value in values):
        raise RuleError(f"must be {seats} amounts", name)
    return values


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value >= 0


def _betting(raw: dict[str, Any], variant: Variant, seats: int) -> dict[str, Any]:
    antes = _numbers(raw, "antes", seats)
    if len(set(antes)) > 1:
        raise RuleError("antes of different size are not a rule of the game", "antes")
    posted = _numbers(raw, "blinds_or_straddles", seats)
    blinds = [amount for amount in posted if amount]
    betting: dict[str, Any] = {"button": seats - 1}
    if antes[0]:
        betting["ante"] = antes[0]
    if blinds:
        betting["blinds"] = blinds[:2]
        betting["straddles"] = [[seat, amount] for seat, amount in enumerate(posted) if amount and seat > 1]
    if raw.get("bring_in"):
        betting["bring_in"] = raw["bring_in"]
    if variant.fixed:
        betting["limits"] = [raw.get("small_bet"), raw.get("big_bet")]
    return betting


def _parsed(text: str) -> dict[str, Any]:
    return parse_toml(text.encode(), "the hand history", "phh")


def read_hands(text: str) -> Iterator[dict[str, Any] | RuleError]:
    """The round files of all hands of a text: one hand, a table for each, or one after the other.

    A hand that cannot be read stands as its error.
    """
    begins = [match.start() for match in _BEGINS.finditer(text)]
    if len(begins) > 1 and not _TABLE.search(text):
        parts: list[str | dict[str, Any]] = [text[: begins[1]]]
        parts += [text[first:last] for first, last in pairwise([*begins[1:], len(text)])]
    else:
        whole = _parsed(text)
        hands = [hand for hand in whole.values() if isinstance(hand, dict) and "variant" in hand]
        parts = list(hands or [whole])
    for part in parts:
        try:
            yield _read_hand(_parsed(part) if isinstance(part, str) else part)
        except RuleError as error:
            yield error


def _read_hand(raw: dict[str, Any]) -> dict[str, Any]:
    variant = _variant(raw.get("variant"))
    stacks = raw.get("starting_stacks")
    lines = raw.get("actions")
    if not isinstance(stacks, list) or not all(_is_number(stack) for stack in stacks):
        raise RuleError("must be a list of amounts", "starting_stacks")
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise RuleError("must be a list of texts", "actions")
    seats = len(stacks)
    actions = [line.partition("#")[0].split() for line in lines]
    hole, board = _dealt(actions, seats)
    house = dict(variant.house)
    betting = _betting(raw, variant, seats)
    if betting.get("straddles"):
        house["straddle"] = True
    file = convert_round(
        {"game": variant.game, "house": house, "seats": [{"stack": stack} for stack in stacks], "betting": betting}
    )
    source = Recorded(tuple(map(tuple, hole)), (tuple(board),))
    state = start(read_setup(file, load_rules(file.game, file.house), source).table, source)
    log = _played(state, actions)
    cards = [[format_card(card) for card in held] if UNKNOWN not in held else [] for held in hole]
    return {
        "game": variant.game,
        "house": house,
        "seats": [{"cards": held, "stack": stack} for held, stack in zip(cards, stacks, strict=True)],
        **({"community": [format_card(card) for card in board]} if board else {}),
        "betting": {**betting, "actions": log},
    }


def _played(state: Hand, actions: list[list[str]]) -> list[list[Any]]:
    """The log of a round file from the players' actions."""
    log: list[list[Any]] = []
    names = [street.name for street in state.table.rules.spec.streets]
    for place, words in enumerate(actions):
        field = f"actions[{place}]"
        if len(words) < 2 or words[0] == "d" or words[1] == "sm":
            continue
        seat = _player(words[0], len(state.live), field)
        try:
            act = _act(state, seat, words, field)
            after = state.after(seat, act)
        except RuleError as error:
            raise RuleError(error.message, field) from None
        log.append([seat, act_text(state, seat, act)])
        log += [["-", name] for name in names[state.street + 1 : after.street + 1]]
        state = after
    return log


def _act(state: Hand, seat: int, words: list[str], field: str) -> Act:
    verb = words[1]
    if verb == "f":
        return Act("fold")
    if verb == "cc":
        return Act("call") if any(move.verb == "call" for move in state.moves(seat)) else Act("check")
    if verb == "pb":
        return parse_act(state, seat, "bring-in", field)
    if verb == "cbr" and len(words) == 3:
        return parse_act(state, seat, f"{'raise to' if state.level else 'bet'} {words[2]}", field)
    raise RuleError(f"cannot read the action {' '.join(words)!r}", field)


def _code(file: RoundFile) -> Variant:
    """The code of a round's game and options."""
    chosen = dict(load_game(file.game, file.house).options)
    if file.betting.get("limits"):
        chosen["structure"] = "limit"
    for variant in VARIANTS:
        house = {key: value for key, value in variant.house if key != "raises"}
        wanted = {"structure": "no-limit", "variant": "high", **house}
        if variant.game == file.game and all(chosen.get(key, value) == value for key, value in wanted.items()):
            return variant
    raise RuleError("the hand history format has no variant for this game and its options", "game")


def write_phh(file: RoundFile) -> str:
    """The hand history of a round file that was played to its end."""
    variant = _code(file)
    setup = recorded_setup(file)
    table = setup.table
    stakes = table.stakes
    order = table.left
    place_of = {seat: place for place, seat in enumerate(order)}
    state = start(table, setup.source)
    lines = _deals(None, state, order)
    for entry in file.betting.get("actions", []):
        seat, text = entry
        if seat == "-":
            continue
        after = state.after(seat, parse_act(state, seat, text, "betting.actions"))
        lines.append(f"p{place_of[seat] + 1} {_word(state, seat, after)}")
        lines += _deals(state, after, order)
        state = after
    if sum(state.live) > 1:
        shown = [seat for seat in order if state.live[seat]]
        lines += [f"p{place_of[seat] + 1} sm {_text(state.hole[seat])}" for seat in shown]
    fields: dict[str, Any] = {"variant": variant.code, "ante_trimming_status": True}
    fields["antes"] = [dollars(stakes.ante)] * len(order)
    if stakes.blinds:
        posted = dict(stakes.extra)
        blinds = dict(zip(range(len(stakes.blinds)), stakes.blinds, strict=True))
        fields["blinds_or_straddles"] = [dollars(blinds.get(k, posted.get(seat, 0))) for k, seat in enumerate(order)]
    else:
        fields["bring_in"] = dollars(stakes.bring_in)
    if variant.fixed:
        fields |= {"small_bet": dollars(stakes.small), "big_bet": dollars(stakes.big)}
    else:
        fields["min_bet"] = dollars(stakes.small)
    fields["starting_stacks"] = [dollars(table.stacks[seat]) for seat in order]
    fields["actions"] = lines
    return "".join(f"{name} = {_toml(value)}\n" for name, value in fields.items())


def _deals(before: Hand | None, after: Hand, order: tuple[int, ...]) -> list[str]:
    """The cards dealt between two states, street by street."""
    lines = []
    streets = after.table.rules.spec.streets
    first = -1 if before is None else before.street
    before_each = [len(cards) for cards in before.dealt] if before else [0] * len(order)
    board = len(before.boards[0]) if before else 0
    for street in streets[first + 1 : after.street + 1]:
        each = street.deal.down + street.deal.up
        for place, seat in enumerate(order):
            cards = after.dealt[seat][before_each[seat] : before_each[seat] + each]
            before_each[seat] += len(cards)
            if cards:
                lines.append(f"d dh p{place + 1} {_text(cards)}")
        turned = after.boards[0][board : board + (street.deal.board or len(after.boards[0]) - board)]
        board += len(turned)
        if turned:
            lines.append(f"d db {_text(turned)}")
    return lines


def _text(cards: tuple[int, ...]) -> str:
    return "".join("??" if card == UNKNOWN else format_card(card) for card in cards)


def _word(before: Hand, seat: int, after: Hand) -> str:
    act = after.events[-1][1]
    if act.verb == "bring-in":
        return "pb"
    if act.verb in ("bet", "raise", "complete"):
        return f"cbr {dollars(act.amount)}"
    return "f" if before.live[seat] and not after.live[seat] else "cc"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    return f"'{value}'" if isinstance(value, str) else str(value)
