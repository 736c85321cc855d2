"""What a game file must hold together beyond its words: every name, row, price and pile is resolved."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from difflib import get_close_matches
from importlib.resources import files
from typing import Any

from houseway.cards.decks import deck
from houseway.cards.text import RANKS, SUITS, parse_card
from houseway.hands.ranking import RANKINGS, Ranking
from houseway.rules.baccarat import Baccarat, Drawing, Event
from houseway.rules.blackjack import Blackjack
from houseway.rules.dice import DiceGame
from houseway.rules.draws import GridLayout, Keno, Wheel
from houseway.rules.errors import MALFORMED, RuleError, allowed
from houseway.rules.grammar import Price, mentions, shown, struct_type
from houseway.rules.house_poker import (
    CARDS,
    PREFERENCES,
    Choice,
    DealerActs,
    Hand,
    HousePoker,
    Outcome,
    Stage,
    Wager,
    decided_otherwise,
)
from houseway.rules.pai_gow import PaiGow
from houseway.rules.patterns import Pattern, compile_pattern, compile_row, least_value, rank_mask
from houseway.rules.pays import DRAWN, parse_pay, row_pay
from houseway.rules.pots import PlayerPoker, PotHand
from houseway.rules.tiles import TileGame
from houseway.rules.wording import quoted
from houseway.rules.words import PARTIAL, PARTIAL_WAGER, Head, Option, PayBlock

Faults = Iterator[RuleError]
_NOT_OFFERED = "-"
_TOO_LARGE = 1e12
_COMMISSION_PARTS = ("rate", "mode", "round_up_to", "method")
_KINDS: dict[type, str] = {bool: "true or false", float: "a number", dict: "a table"}
_DECKS = re.compile(r"\d+(-\d+)?( \d+(-\d+)?)*")
_BUSTS = range(22, 27)
_TILES = 32
_ANY_CARDS = PotHand(ranking="poker").own_cards
_DOLLARS = re.compile(r"\$?\d[\d,]*(\.\d+)?")
_DATE = re.compile(r"\d+-\d+-\d+")
_SPOT = re.compile(r"hand_\d+")
_METERED = re.compile(r"%|from meter")
_OTHERS = ("needs", "needs_one", "bars", "equals", "paid_on", "follows", "all_win")  # words that name other wagers


def _tried(path: str, check: Callable[..., object], *given: Any) -> Faults:
    """The fault that a check finds, with the key it is about."""
    try:
        check(*given)
    except RuleError as error:
        yield RuleError(error.message, path)
    except MALFORMED as error:
        yield RuleError(str(error) or type(error).__name__, path)


# -- names -------------------------------------------------------------------------------------------------------------


def _tariffs() -> list[str]:
    folder = files("houseway.rulebook") / "california" / "fees"
    return [file.name.removesuffix(".toml") for file in folder.iterdir()] if folder.is_dir() else []


def named_meters(spec: Head) -> list[str]:
    """The meters that wagers play for, and the levels that prices name."""
    wagers = getattr(spec, "wagers", {})
    named = [getattr(wager, "meter", "") for wager in wagers.values()]
    prices = [cell for blocks in spec.pay_tables.values() for block in blocks for cell in _all_cells(block)]
    levels = [match[1] for cell in prices if (match := re.search(r"% (\w+)", str(cell)))]
    others = [getattr(spec, name, None) for name in ("bad_beat", "progressive")]
    return [*filter(None, named), *levels, *(block.meter for block in others if block)]


def _slip_of(name: str, known: Sequence[str]) -> str:
    """The known name that a new one misspells by a letter; a digit tells names apart, as in `hand_1` and `hand_2`."""
    if name in known or any(name.split()[:1] == [other] for other in known):
        return ""
    said = name.split()[0] if " " in name else name
    near = [other for other in known if len(said) > 2 and _letter_apart(said, other)]
    return min(near, key=lambda other: abs(len(other) - len(said)), default="")


def _letter_apart(one: str, other: str) -> bool:
    """Whether two names differ by a letter: another, one more, one less, or two that changed places."""
    start = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    here, there = one[start:], other[start:]
    if any(letter.isdigit() for letter in (here[:1], there[:1])):
        return False
    swapped = here[:2] == there[:2][::-1] and here[2:] == there[2:]
    return swapped or here[1:] == there[1:] or here[1:] == there or here == there[1:]


def _levels(spec: Head) -> Faults:
    """A level of meters that prices name is not a letter away from one that is named more often."""
    counted: dict[str, list[str]] = {}
    for table, blocks in spec.pay_tables.items():
        for block in blocks:
            for row, value in block.rows.items():
                place = f"pay_tables.{quoted(table)}[{', '.join(block.ids)}].rows.{quoted(row)}"
                for cell in value if isinstance(value, list) else [value]:
                    for level in re.findall(r"% (\w+)", str(cell)):
                        counted.setdefault(level, []).append(place)
    known = [*spec.meters, *sorted(counted, key=lambda level: -len(counted[level]))]
    for level, places in counted.items():
        before = known[: known.index(level)]
        if meant := _slip_of(level, before):
            yield RuleError(f"no meter is called {level!r}; did you mean {meant!r}?", places[0])


def _names(spec: Head, raw: dict[str, Any]) -> Faults:
    """Every name in the file is the name of something in it."""
    known: dict[str, list[str]] = {"tariff": _tariffs(), "meter": named_meters(spec)}
    for mention in mentions(raw, struct_type(type(spec))):
        kind, name = mention.kind, mention.name
        if mention.coined:
            if meant := _slip_of(name, spec.usual(kind)):
                yield RuleError(f"no {kind} is called {name!r}; did you mean {meant!r}?", shown(mention.place, raw))
            continue
        names = known.setdefault(kind, list(spec.named(kind)) if kind not in known else [])
        if name not in names and (names or kind != "action"):
            yield RuleError(f"no {kind} named {name!r}; {allowed(name, names)}", shown(mention.place, raw))


def reading_faults(spec: Head) -> Faults:
    """What a reading decides is in the file, before a choice of the house replaces it."""
    blocks = [block for listed in spec.pay_tables.values() for block in listed]
    known = {
        "rows": [*(row for block in blocks for row in block.rows), *getattr(spec, "events", ())],
        "schedules": [id_ for block in blocks for id_ in block.ids],
    }
    for reading in spec.readings:
        for word, names in known.items():
            for name in getattr(reading.decides, word, ()):
                if name not in names:
                    problem = f"the file has no {name!r}; {allowed(name, names)}"
                    yield RuleError(problem, f"readings.{quoted(reading.id)}.decides.{word}")


# -- pay tables --------------------------------------------------------------------------------------------------------


def _all_cells(block: PayBlock) -> Iterator[Price]:
    for value in (*block.rows.values(), *block.envy.values()):
        yield from value if isinstance(value, list) else [value]


def _cells(block: PayBlock, value: Price | list[Price]) -> list[Price]:
    columns = block.keys if block.by else block.ids
    if not isinstance(value, list):
        return [value]
    if len(value) != len(columns):
        raise RuleError(f"has {len(value)} prices for {len(columns)} columns")
    return value


def _prices(block: PayBlock, value: Price | list[Price]) -> None:
    for cell in _cells(block, value):
        if cell != _NOT_OFFERED:
            row_pay(cell, block.odds)


def _dollars(value: Price | list[Price]) -> None:
    for cell in value if isinstance(value, list) else [value]:
        if cell != _NOT_OFFERED and not _DOLLARS.fullmatch(str(cell)):
            raise RuleError(f"an envy bonus is a sum such as '$25', not {cell!r}")


def _pay_block(place: str, block: PayBlock) -> Faults:
    if not block.rows:
        yield RuleError("a pay table needs at least one row", f"{place}.rows")
    for row, value in block.rows.items():
        yield from _tried(f"{place}.rows.{quoted(row)}", _prices, block, value)
    for row, value in block.envy.items():
        if row not in block.rows:
            yield RuleError("an envy bonus for a row that the table does not have", f"{place}.envy.{quoted(row)}")
        yield from _tried(f"{place}.envy.{quoted(row)}", _dollars, value)
    if bool(block.by) != bool(block.keys):
        yield RuleError("`by` and `keys` go together", f"{place}.keys")
    for key in _repeated(block.keys):
        yield RuleError(f"two columns have the head {key}", f"{place}.keys")
    for word in ("least_stake", "decks"):
        if len(getattr(block, word)) not in (0, 1, len(block.ids)):
            yield RuleError("needs one value for each of the ids, or one for all", f"{place}.{word}")
    if block.also and len(block.also) != len(block.ids):
        yield RuleError("needs one name for each of the ids", f"{place}.also")
    if isinstance(block.base, list) and len(block.base) != len(block.ids):
        yield RuleError("needs one value for each of the ids, or one for all", f"{place}.base")
    for text in block.decks:
        if not _DECKS.fullmatch(text):
            yield RuleError(f"{text!r} are not numbers of decks, such as '2', '4-8' or '1 2 6'", f"{place}.decks")


def _repeated(values: Iterable[Any]) -> list[Any]:
    """What a list holds more than once."""
    return [value for value, count in Counter(values).items() if count > 1]


def _pay_tables(spec: Head) -> Faults:
    for name, blocks in spec.pay_tables.items():
        place = f"pay_tables.{quoted(name)}"
        ids = [table_id for block in blocks for table_id in block.ids]
        if not ids:
            yield RuleError("a pay table needs an id", f"{place}.ids")
        elif _repeated(ids):
            yield RuleError("two columns have the same id", f"{place}.ids")
        for block in blocks:
            yield from _pay_block(f"{place}[{', '.join(block.ids)}]", block)
            if DRAWN.text in _all_cells(block) and DRAWN.text not in spec.judges:
                yield RuleError("games of this family draw no prizes", f"{place}[{', '.join(block.ids)}].rows")
    for name, table_id in spec.default_tables.items():
        ids = [id_ for block in spec.pay_tables.get(name, ()) for id_ in block.ids]
        if table_id not in ids:
            problem = f"no pay table {name} with the id {table_id!r}; {allowed(table_id, ids)}"
            yield RuleError(problem, f"default_tables.{quoted(name)}")


def _rows(spec: Head, judged: str) -> Faults:
    """Every pattern, and every row of every table, is one that a hand can be tested for."""
    for name, pattern in spec.patterns.items():
        yield from _tried(f"patterns.{quoted(name)}", _pattern, pattern, spec, judged)
    for table, blocks in spec.pay_tables.items():
        for block in blocks:
            for row in block.rows:
                place = f"pay_tables.{quoted(table)}[{', '.join(block.ids)}].rows.{quoted(row)}"
                yield from _tried(place, compile_row, row, spec.patterns, judged, spec.house_suit)


def _pattern(pattern: Pattern, spec: Head, judged: str) -> None:
    compile_pattern(pattern, judged, spec.house_suit)
    for word in ("between", "falls", "result"):
        if getattr(pattern, word) and word not in spec.judges:
            raise RuleError(f"games of this family do not judge {word!r}")
    for card in pattern.cards:
        parse_card(card)
    for ranks in filter(None, (pattern.ranks, pattern.among, pattern.contains)):
        rank_mask(ranks)
    for other in filter(None, (pattern.also, pattern.unless)):
        _pattern(other, spec, judged)


# -- options -----------------------------------------------------------------------------------------------------------


def _option(name: str, option: Option) -> Faults:
    place = f"options.{quoted(name)}"
    if option.choices and not any(option.default == c and type(option.default) is type(c) for c in option.choices):
        offered = allowed(str(option.default), map(str, option.choices))
        yield RuleError(f"the default is not one of the choices; {offered}", f"{place}.default")
    for choice in _repeated(option.choices):
        yield RuleError(f"{choice!r} is listed twice", f"{place}.choices")
    choices = option.choices or ((False, True) if isinstance(option.default, bool) else ())
    known = [str(choice).lower() if isinstance(choice, bool) else str(choice) for choice in choices]
    if not choices and {"true", "false"} & set(option.sets):
        yield RuleError(
            "an option that sets what true or false means needs a default of true or false", f"{place}.default"
        )
    for value in option.sets:
        if known and value not in known:
            yield RuleError(f"{value!r} is not one of the choices; {allowed(value, known)}", f"{place}.sets")
    parts = option.default if isinstance(option.default, dict) else {}
    for part, values in option.parts.items():
        if part not in parts:
            yield RuleError(f"the default has no part {part!r}; {allowed(part, parts)}", f"{place}.parts")
            continue
        default = parts[part]
        if default not in values:
            offered = allowed(str(default), map(str, values))
            yield RuleError(f"the default is none of the values; {offered}", f"{place}.parts.{quoted(part)}")
            continue
        kind = next((kind for kind in _KINDS if _is_a(default, kind)), type(default))
        if wrong := [value for value in values if not _is_a(value, kind)]:
            problem = f"must be {_KINDS.get(kind, 'a text')} like the default {default!r}, not {wrong[0]!r}"
            yield RuleError(problem, f"{place}.parts.{quoted(part)}")
    for key in ("default", "choices", "parts", "at_least", "at_most"):
        if not all(0 <= number < _TOO_LARGE for number in _numbers(getattr(option, key))):
            yield RuleError("needs numbers that are not negative and not too large", f"{place}.{key}")
    least, most = option.at_least, option.at_most
    if least is not None or most is not None:
        first = next(_numbers(option.default), None)
        if first is None:
            yield RuleError("a default that is not a number has no bounds", f"{place}.default")
        elif first and not (least or 0) <= first <= (_TOO_LARGE if most is None else most):
            yield RuleError("the default is outside its own bounds", f"{place}.default")


def _known_option(place: str, option: Option, values: type | tuple[str, ...]) -> Faults:
    """The values of an option that the family knows by name are those it knows."""
    given = [("default", option.default), *(("choices", choice) for choice in option.choices)]
    for key, value in given:
        if isinstance(values, tuple) and value not in values:
            yield RuleError(f"the option has no value {value!r}; {allowed(str(value), values)}", f"{place}.{key}")
        elif isinstance(values, type) and not _is_a(value, values):
            yield RuleError(f"must be {_KINDS[values]}, not {value!r}", f"{place}.{key}")


def _is_a(value: Any, kind: type) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) if kind is float else isinstance(value, kind)


def _numbers(value: Any) -> Iterator[float]:
    """The numbers of an option's value, one by itself or those of a table."""
    if isinstance(value, dict | tuple | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _numbers(part)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield value


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict | list | tuple):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)
    elif isinstance(value, str):
        yield value


def _commission(given: Any, modes: Sequence[Any]) -> None:
    """What the house keeps of a win is a rate, or a rate with its mode and coin."""
    if not isinstance(given, dict):
        given = {"rate": given}
    for part in given:
        if part not in _COMMISSION_PARTS:
            raise RuleError(f"a commission has no part {part!r}; {allowed(str(part), _COMMISSION_PARTS)}")
    for part in ("rate", "round_up_to"):
        value = given.get(part, 0 if part != "rate" else None)
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise RuleError(f"a commission needs a number for its {part}")
    for mode in (given.get("mode", "win"), *modes):
        if mode not in ("win", "tie"):
            raise RuleError(f"a commission is of the win or of a tie, not of {mode!r}")


def _options(spec: Head, raw: dict[str, Any]) -> Faults:
    """Options are well formed, and each of them does something, if only where another one sets what names it."""
    named = [each for each in mentions(raw, struct_type(type(spec))) if each.kind == "option" and not each.coined]
    read = {each.name for each in named} | spec.reads_options.keys()
    numbers = {each.name for each in named if each.number}
    commissions = {each.name for each in named if each.word == "commission"}
    read |= {text for option in spec.options.values() for text in _texts(option.sets)}
    for name, option in spec.options.items():
        yield from _option(name, option)
        if (values := float if name in numbers else spec.reads_options.get(name)) is not None:
            yield from _known_option(f"options.{quoted(name)}", option, values)
        if values is dict or name in commissions:
            key = f"options.{quoted(name)}.default"
            yield from _tried(key, _commission, option.default, option.parts.get("mode", ()))
        if not (option.sets or option.writes or name in read or len(option.choices) == 1):
            problem = "the option changes nothing: it sets and writes no statement, and no statement names it"
            yield RuleError(problem, f"options.{quoted(name)}")


# -- what only one family says -----------------------------------------------------------------------------------------


class _HousePoker:
    """The statements of a house-poker file against each other."""

    def __init__(self, spec: HousePoker) -> None:
        self.spec = spec
        self.dealt: dict[str, int] = {}
        self.parts: set[tuple[str, str]] = set()
        thrown = 0
        for stage in spec.stages:
            for pile, count in stage.deal.items():
                self.dealt[pile] = self.dealt.get(pile, 0) + count
            thrown += max(
                (one.discard[1] for one in stage.decide if isinstance(one, Choice) and one.discard), default=0
            )
            choices = [one for one in stage.decide if isinstance(one, Choice)]
            self.parts |= {("player", name) for choice in choices for name in choice.parts}
            if stage.dealer is not None:
                self.parts |= {("dealer", name) for name in stage.dealer.parts or ("kept",)}
                self.dealt["dealer"] = self.dealt.get("dealer", 0) + (stage.dealer.discard or (0, 0))[1]
            if stage.fill_from == "deck":
                self.dealt["player"] = self.dealt.get("player", 0) + thrown
                thrown = 0
        self.used: set[str] = set()
        self.made_of: set[str] = set()  # parts of the seat's cards

    def faults(self) -> Faults:
        spec = self.spec
        for name, hand in spec.hands.items():
            yield from self.ranked(name, hand, f"hands.{quoted(name)}")
            if self.in_play(name):
                yield from self.hand(hand, f"hands.{quoted(name)}")
        for index, stage in enumerate(spec.stages):
            yield from self.stage(stage, f"stages.{quoted(stage.name)}" if stage.name else f"stages[{index}]")
        for name in _repeated(stage.name for stage in spec.stages if stage.name):
            yield RuleError("two stages have the same name", f"stages.{quoted(name)}")
        for name, wager in spec.wagers.items():
            yield from self.wager(wager, f"wagers.{quoted(name)}")
        for index, stage in enumerate(spec.stages):
            where = f"stages.{quoted(stage.name)}" if stage.name else f"stages[{index}]"
            for pile in stage.deal:
                if pile not in self.used:
                    known = allowed(pile, self.used)
                    yield RuleError(f"no hand and no stage looks at the pile {pile!r}; {known}", f"{where}.deal")
            for part in {part: 0 for choice in stage.decide if isinstance(choice, Choice) for part in choice.parts}:
                if part not in self.made_of:
                    known = allowed(part, sorted(self.made_of))
                    yield RuleError(f"no hand is made of the part {part!r}; {known}", f"{where}.decide")
        yield from _rows(spec, "player")
        yield from self.deck()

    def in_play(self, hand: str) -> bool:
        """Whether the house offers a wager on a hand, or no wager alone is on it."""
        wagers = [wager for wager in self.spec.wagers.values() if hand in (wager.hand, wager.against, *wager.best_of)]
        return not wagers or any(wager.offered for wager in wagers)

    def deck(self) -> Faults:
        """The deck serves every seat."""
        packs = self.spec.packs
        for pile, pack in packs.items():
            yield from _tried(f"packs.{quoted(pile)}", deck, pack)
            if pile not in self.dealt or pile == "player":
                yield RuleError(f"no stage deals to the pile {pile!r}; {allowed(pile, self.dealt)}", "packs")
        apart = {"player", *packs}
        seats, shared = self.dealt.get("player", 0), sum(n for pile, n in self.dealt.items() if pile not in apart)
        needed = seats * self.spec.seats + shared + sum(stage.burn for stage in self.spec.stages)
        try:
            held = len(deck(self.spec.deck))
        except ValueError:
            return  # told of the deck itself
        if needed > held:
            yield RuleError(f"{self.spec.seats} seats need {needed} cards, the deck has {held}", "seats")

    def part(self, text: str, place: str) -> Faults:
        """A pile, or a slice of what it receives."""
        match = CARDS.fullmatch(text)
        if match is None:
            yield RuleError(f"cannot read {text!r}; cards are named like player, community[1-3], gold", place)
            return
        pile, name, first = match["pile"], match["part"], int(match["first"] or 1)
        last = int(match["last"] or first)
        self.used.add(pile)
        if pile == "player" and name is not None:
            self.made_of.add(name)
        if name is not None and (pile, name) not in self.parts:
            known = [part for owner, part in self.parts if owner == pile]
            yield RuleError(f"nobody sets {pile} into a part {name!r}; {allowed(name, known)}", place)
        if pile not in self.dealt:
            yield RuleError(f"no stage deals to the pile {pile!r}; {allowed(pile, self.dealt)}", place)
        elif not 1 <= first <= last <= self.dealt[pile]:
            yield RuleError(f"{text!r} is beyond the {self.dealt[pile]} cards dealt to {pile}", place)

    def hand(self, hand: Hand, place: str) -> Faults:
        if not (hand.cards or hand.plays_of or hand.stronger_of or hand.weaker_of):
            yield RuleError("a hand needs cards", f"{place}.cards")
        for text in hand.cards:
            yield from self.part(text, f"{place}.cards")
        if hand.held and not any(text.startswith("player[") for text in hand.cards):
            yield RuleError("only of a slice of `player` some cards may be gone", f"{place}.held")
        if hand.stand_in:
            yield from self.part(hand.stand_in, f"{place}.stand_in")

    def ranked(self, name: str, hand: Hand, place: str) -> Faults:
        """A hand is ranked, also one on which no wager is offered."""
        if hand.ranking and hand.ranking not in RANKINGS:
            problem = f"unknown ranking {hand.ranking!r}; {allowed(hand.ranking, RANKINGS)}"
            yield RuleError(problem, f"{place}.ranking")
        size, ranking = self.size(hand), self.ranking(name)
        if ranking is not None and size is not None and size + hand.draws < ranking.fewest:
            problem = f"{hand.ranking} ranks {ranking.size} cards, the hand has {size}"
            yield RuleError(problem, f"{place}.ranking")
        for rank in hand.wild:
            if rank != "joker":
                yield from _tried(f"{place}.wild", rank_mask, rank)
        if hand.qualifies:
            yield from _tried(f"{place}.qualifies", least_value, hand.qualifies, self.ranking(name))
        if (bool(hand.cards), bool(hand.plays_of), bool(hand.stronger_of or hand.weaker_of)).count(True) > 1:
            yield RuleError("a hand has cards, or is what ranked hands play, or is one of them", place)
        others = [other for other in (*hand.plays_of, *hand.stronger_of, *hand.weaker_of) if other in self.spec.hands]
        if any(self.ranking(other) is None or not self.spec.hands[other].cards for other in others):
            yield RuleError("a hand has cards, or is what ranked hands play, or is one of them", place)
        elif not hand.plays_of and not self.alike(*others):
            yield RuleError("hands need the same ranking to be told apart by strength", place)

    def size(self, hand: Hand) -> int | None:
        """How many cards a hand has, where the deal alone says it."""
        total = 0
        for match in map(CARDS.fullmatch, hand.cards):
            if match is None or match["part"] or match["select"] or match["pile"] not in self.dealt:
                return None
            first = int(match["first"] or 1)
            total += (int(match["last"] or first) if match["first"] else self.dealt[match["pile"]]) - first + 1
        return total or None

    def alike(self, *hands: str) -> bool:
        """Whether hands are ranked alike: those that are not named anywhere are told of elsewhere."""
        named = [hand for hand in hands if hand in self.spec.hands]
        return len({getattr(self.ranking(hand), "name", hand) for hand in named}) <= 1

    def ranking(self, hand: str) -> Ranking | None:
        named = self.spec.hands.get(hand)
        return RANKINGS.get(named.ranking) if named else None

    def stage(self, stage: Stage, place: str) -> Faults:
        for text in stage.up:
            yield from self.part(text, f"{place}.up")
        if stage.hand and not _SPOT.fullmatch(stage.hand):
            yield RuleError(f"{stage.hand!r} is not one of several hands, such as 'hand_2'", f"{place}.hand")
        if stage.dealer is not None:
            yield from self.dealer(stage.dealer, f"{place}.dealer")
            if stage.decide:
                yield RuleError("the seats and the dealer act at different stages", f"{place}.dealer")
        if stage.fill_from and stage.fill_from != "deck":
            yield from self.part(stage.fill_from, f"{place}.fill_from")
        for opened in stage.opens:
            stem = opened.removesuffix("*")
            if not any(name == opened or (stem != opened and name.startswith(stem)) for name in self.spec.wagers):
                yield RuleError(f"no wager named {opened!r}; {allowed(opened, self.spec.wagers)}", f"{place}.opens")
        verbs = [given if isinstance(given, str) else given.do for given in stage.decide]
        if stage.timeout and stage.timeout.split()[0] not in verbs:
            yield RuleError(
                f"{stage.timeout!r} is not a choice of the stage; {allowed(stage.timeout, verbs)}", f"{place}.timeout"
            )
        for hand in stage.if_tied or ():
            if hand in self.spec.hands and self.ranking(hand) is None:
                yield RuleError(f"{hand} has no ranking by which it could tie", f"{place}.if_tied")
        if stage.table is not None:
            name, table_id = stage.table
            ids = [id_ for block in self.spec.pay_tables.get(name, ()) for id_ in block.ids]
            if ids and table_id not in ids:
                yield RuleError(f"{name} has no id {table_id!r}; {allowed(table_id, ids)}", f"{place}.table")
        for given in stage.decide:
            choice = Choice(do=given, fold=given == "fold") if isinstance(given, str) else given
            yield from self.choice(choice, isinstance(given, str), f"{place}.decide.{quoted(choice.do)}")

    def dealer(self, acts: DealerActs, place: str) -> Faults:
        """The dealer has one thing to do, and a row for every hand."""
        if (acts.discard is None) == (not acts.parts):
            yield RuleError("the dealer discards, or sets cards into parts", place)
        if acts.discard is not None and acts.discard[0] > acts.discard[1]:
            yield RuleError("the least is more than the most", f"{place}.discard")
        last = acts.rows[-1] if acts.rows else None
        if last is None or last.hand or last.shows or last.at_least:
            yield RuleError("the last row of a house way must fit all cards", f"{place}.rows")
        for row in acts.rows:
            patterns = ("dealer", row.hand), *row.shows.items()
            for hand, wanted in patterns:
                if wanted:
                    yield from _tried(f"{place}.rows", compile_row, wanted, self.spec.patterns, hand)
            for hand, text in row.at_least.items():
                yield from _tried(f"{place}.rows", least_value, text, self.ranking(hand))
            for text in (*row.prefer, *acts.prefer):
                how, _, hand = text.rpartition(" ")
                if hand not in self.spec.hands:
                    yield RuleError(f"no hand named {hand!r}; {allowed(hand, self.spec.hands)}", f"{place}.prefer")
                elif how not in ("", *PREFERENCES):
                    yield RuleError(f"no preference {how!r}; {allowed(how, PREFERENCES)}", f"{place}.prefer")
                elif not how and self.ranking(hand) is None:
                    yield RuleError(f"{hand} has no ranking by which one setting is better", f"{place}.prefer")

    def choice(self, choice: Choice, bare: bool, place: str) -> Faults:
        if bare and choice.do not in ("fold", "check"):
            problem = f"only fold and check need no more words; write {{ do = {choice.do!r}, ... }}"
            yield RuleError(problem, place)
        if choice.do == "fold" and not choice.fold:
            yield RuleError("a fold that does not fold; write fold = true", place)
        if choice.fold and choice.bet:
            yield RuleError("a choice that folds places no wager", place)
        for key in ("having", "below"):
            if text := getattr(choice, key):
                yield from _tried(f"{place}.{key}", least_value, text, self.ranking(choice.hand))
        if choice.shows:
            yield from _tried(f"{place}.shows", compile_row, choice.shows, self.spec.patterns, choice.hand)
        if (choice.above or choice.by_house_way) and not choice.parts:
            yield RuleError("only a setting into parts can be above another, or the house way's", place)
        if choice.times and not choice.bet:
            yield RuleError("`times` says how large `bet` is, and there is none", f"{place}.times")
        if choice.times and choice.times in choice.bet:
            yield RuleError("a wager cannot be a multiple of itself", f"{place}.times")
        if not choice.by or list(choice.by) != sorted(choice.by):
            yield RuleError("multiples are listed from the least up", f"{place}.by")
        if choice.parts and choice.discard is not None:
            yield RuleError("a choice sets cards into parts, or discards", f"{place}.parts")
        if choice.discard and choice.discard[0] > choice.discard[1]:
            yield RuleError("the least is more than the most", f"{place}.discard")
        for name, price in choice.ends.items():
            table = getattr(self.spec.wagers.get(name), "pay_table", "")
            rows = [row for block in self.spec.pay_tables.get(table, ()) for row in block.rows]
            if price not in rows:
                yield from _tried(f"{place}.ends.{quoted(name)}", parse_pay, price)

    def wager(self, wager: Wager, place: str) -> Faults:
        ranking = self.ranking(wager.hand)
        if wager.hand not in self.spec.hands:
            problem = f"no hand named {wager.hand!r}; {allowed(wager.hand, self.spec.hands)}"
            yield RuleError(problem, f"{place}.hand")
        for key in ("win", "tie", "lose", "unqualified"):
            given = getattr(wager, key)
            if isinstance(given, Outcome):
                yield from self.outcome(given, ranking, f"{place}.{key}")
            elif given != "":
                yield from _tried(f"{place}.{key}", parse_pay, given)
        for key in ("at_least", "bad_beat"):
            if text := getattr(wager, key):
                yield from _tried(f"{place}.{key}", least_value, text, ranking)
        if wager.against == wager.hand:
            yield RuleError("a hand cannot be compared with itself", f"{place}.against")
        if wager.against in self.spec.hands and (ranking is None or not self.alike(wager.hand, wager.against)):
            yield RuleError("both hands need the same ranking to be compared", f"{place}.against")
        for word in ("beats", "most_of"):
            if not all(self.alike(*pair) for pair in getattr(wager, word)):
                yield RuleError("both hands need the same ranking to be compared", f"{place}.{word}")
        if not self.alike(*wager.best_of):
            yield RuleError("the best of hands is told by one ranking", f"{place}.best_of")
        if not (wager.against or wager.follows or wager.most_of):
            for key, default in (("tie", "push"), ("unqualified", "")):
                if getattr(wager, key) != default:
                    yield RuleError("the hand is compared with no other, so this never happens", f"{place}.{key}")
        for name in wager.follows:
            if (other := self.spec.wagers.get(name)) is not None and not (other.beats or other.against):
                yield RuleError(f"{name} compares no hands", f"{place}.follows")
        if wager.shows:
            yield from _tried(f"{place}.shows", compile_row, wager.shows, self.spec.patterns, wager.hand)
        for hand, shown_by in wager.lost_if.items():
            yield from _tried(f"{place}.lost_if", compile_row, shown_by, self.spec.patterns, hand)
        for price in (wager.bust, wager.dealer_bust):
            if price != "":
                yield from _tried(place, parse_pay, price)
        if isinstance(wager.tie, Outcome) and not (ranking is not None and ranking.name.startswith("points")):
            for key in ("lost_from", "lost_to"):
                if getattr(wager.tie, key) is not None:
                    yield RuleError("only a hand that is ranked by points ties in points", f"{place}.tie.{key}")
        for word, value in (("required", False), ("equals", ""), ("limit", None), ("stakes", ()), ("step", 0)):
            if wager.paid_on and getattr(wager, word) != value:
                yield RuleError("the wager has no stake of its own (`paid_on`)", f"{place}.{word}")
        if wager.also_pay_table and not wager.pay_table:
            yield RuleError("a second pay table needs a first", f"{place}.also_pay_table")
        if wager.pot and ranking is None:
            yield RuleError("the hand needs a ranking to play for a pot", f"{place}.hand")
        if bool(wager.rake) > wager.pot:
            yield RuleError("a rake is of a pot, and there is none", f"{place}.rake")
        plain = wager.against or wager.pay_table or wager.at_least or wager.all_win or wager.fee
        if not (plain or decided_otherwise(wager)):
            yield RuleError("nothing decides the wager: it needs against, pay_table, at_least or all_win", place)

    def outcome(self, outcome: Outcome, ranking: Ranking | None, place: str) -> Faults:
        for key in ("price", "otherwise"):
            if (price := getattr(outcome, key)) != "":
                yield from _tried(f"{place}.{key}", parse_pay, price)
        if outcome.at_least:
            yield from _tried(f"{place}.at_least", least_value, outcome.at_least, ranking)


def _drawing(draw: Drawing) -> Faults:
    """Totals and values of cards are below ten; the banker's hand never draws on a total without a line."""
    totals = range(10)
    for key in ("player", "banker_alone"):
        if ended := [total for total in getattr(draw, key) if total in draw.natural]:
            yield RuleError(f"no card is drawn on {ended[0]}, which ends the coup (`natural`)", f"draw.{key}")
    for key in ("natural", "player", "banker_alone"):
        if wrong := [total for total in getattr(draw, key) if total not in totals]:
            yield RuleError(f"{wrong[0]} is not a total; totals are 0 to 9", f"draw.{key}")
    for key, values in draw.banker.items():
        place = f"draw.banker.{quoted(key)}"
        if key not in map(str, totals):
            yield RuleError(f"{key!r} is not a total; totals are 0 to 9", place)
        if wrong := [value for value in values if value not in totals]:
            yield RuleError(f"{wrong[0]} is not the value of a card; values are 0 to 9", place)


def _event(event: Event, place: str) -> Faults:
    """What is asked of a coup is something that a coup can show."""
    sides = {"player": event.player, "banker": event.banker, "own_side": event.own_side, "either": event.either}
    for key, side in sides.items():
        if side is not None and side.points is not None and side.points > 9:
            yield RuleError(f"{side.points} is not a total; totals are 0 to 9", f"{place}.{key}.points")
        if side is not None and side.cards is not None and side.cards not in (2, 3):
            yield RuleError(f"a hand has 2 or 3 cards, not {side.cards}", f"{place}.{key}.cards")
    if event.total_cards is not None and not 4 <= event.total_cards <= 6:
        yield RuleError(f"both hands have 4 to 6 cards, not {event.total_cards}", f"{place}.total_cards")
    if event.margin is not None and not event.margin[0] <= event.margin[1] <= 9:
        yield RuleError("a margin is from and to, 9 at most", f"{place}.margin")


def _baccarat(spec: Baccarat) -> Faults:
    yield from _drawing(spec.draw)
    if spec.positions and (len(spec.positions) != spec.seats or len(set(spec.positions)) != spec.seats):
        yield RuleError(f"needs a different number for each of the {spec.seats} seats", "positions")
    for key, asked in spec.events.items():
        yield from _event(asked, f"events.{quoted(key)}")
        if asked.seat_numbers and not asked.first_four:
            yield RuleError("seat_numbers needs first_four", f"events.{quoted(key)}")
        if asked.first_four and asked != Event(first_four=asked.first_four, seat_numbers=asked.seat_numbers):
            yield RuleError("an event of the first four cards asks nothing else", f"events.{quoted(key)}")
    tables = {wager.pay_table for wager in spec.wagers.values() if wager.pay_table}
    for name in tables & spec.pay_tables.keys():
        for block in spec.pay_tables[name]:
            for row in block.rows:
                if row not in spec.events:
                    place = f"pay_tables.{quoted(name)}[{', '.join(block.ids)}].rows.{quoted(row)}"
                    yield RuleError(f"no event named {row!r}; {allowed(row, spec.events)}", place)
    for name, wager in spec.wagers.items():
        for event, price in wager.results.items():
            yield from _tried(f"wagers.{quoted(name)}.results.{quoted(event)}", parse_pay, price)
        if not wager.results and not wager.pay_table:
            yield RuleError("nothing decides the wager: it needs results or pay_table", f"wagers.{quoted(name)}")


def _blackjack(spec: Blackjack) -> Faults:
    yield from _rows(spec, "own_two")
    if wrong := [rank for rank in spec.dealer.peeks if rank not in "23456789TA"]:
        yield RuleError(f"{wrong[0]!r} is not an up card; they are written 2 to 9, T and A", "dealer.peeks")
    for statement, word in (("insurance", "up"), ("double", "not_with"), ("free", "split_not")):
        if wrong := [rank for rank in getattr(getattr(spec, statement), word, "") if rank not in RANKS]:
            yield RuleError(f"{wrong[0]!r} is not a rank; ranks are written {RANKS}", f"{statement}.{word}")
    idle = spec.options[spec.timeout].default if spec.timeout in spec.options else {"stand_hard": 0}
    if not isinstance(idle, dict) or idle.keys() != {"stand_hard"} or not _is_a(idle["stand_hard"], float):
        yield RuleError("needs a number for stand_hard, and nothing else", f"options.{quoted(spec.timeout)}.default")
    for name, wager in spec.wagers.items():
        place = f"wagers.{quoted(name)}"
        duels = spec.duel is not None and name in (spec.duel.wager, spec.duel.bet)
        if wager.main + bool(wager.pay_table) + duels != 1:
            yield RuleError("a wager is on a hand (main = true) or by a pay table (pay_table)", place)
        if wager.view == "own_three" and spec.start < 3:
            yield RuleError("the game starts with fewer than three cards", f"{place}.view")
    if spec.streets is not None:
        wanted = {spec.streets.wager: "bets", **dict.fromkeys(spec.streets.bets, "streets")}
        for name, opens in wanted.items():
            street = spec.wagers.get(name)
            if street is None or (street.view, street.opens_at) != ("streets", opens):
                yield RuleError(f"needs the wager {name} with view = 'streets', opens_at = '{opens}'", "streets")
        if len(spec.streets.bets) != 2 or spec.shared:
            yield RuleError("two wagers make a hand of five with the dealer's cards, each seat its own", "streets")
    if spec.duel is not None:
        yield from _tried("duel.qualifies", least_value, spec.duel.qualifies, RANKINGS.get(spec.duel.ranking))
        bet = spec.wagers.get(spec.duel.bet)
        if bet is not None and (bet.opens_at, bet.equals) != ("duel", spec.duel.wager):
            yield RuleError("needs opens_at = 'duel' and the amount of the wager", f"wagers.{quoted(spec.duel.bet)}")
    if spec.start != 2 and (spec.shared or spec.switch or spec.free or spec.dealer.hands > 1):
        yield RuleError("goes without shared cards, switches, free bets and several hands of the dealer", "start")
    if spec.split is not None and spec.split.singles and spec.start == 2:
        yield RuleError("only a start of more than two cards is split into single ones", "split.singles")
    prices: dict[str, Any] = {"natural.price": spec.natural.price}
    if spec.instant is not None:
        prices["instant.price"] = spec.instant.price
    if spec.duel is not None:
        prices["duel.price"] = spec.duel.price
    if spec.natural.against_push:
        prices["natural.against_push"] = spec.natural.against_push
    if spec.insurance is not None:
        prices["insurance.price"] = spec.insurance.price
    for place, price in prices.items():
        yield from _tried(place, parse_pay, price)
    if spec.dealer.pushes_on not in (0, *_BUSTS):
        problem = f"a dealer who draws to 17 busts with {_BUSTS[0]} to {_BUSTS[-1]}, not {spec.dealer.pushes_on}"
        yield RuleError(problem, "dealer.pushes_on")


def _pai_gow(spec: PaiGow) -> Faults:
    yield from _rows(spec, "player")
    for word, size in (("low", 2), ("high", 5)):
        name = getattr(spec.set_hands, word)
        fitting = [name for name, ranking in RANKINGS.items() if ranking.size == size]
        if name not in fitting:
            problem = f"no ranking {name!r} of {size} cards; {allowed(name, fitting)}"
            yield RuleError(problem, f"set_hands.{word}")
    for name, wager in spec.wagers.items():
        place = f"wagers.{quoted(name)}"
        if bool(wager.set_hands) == bool(wager.pay_table):
            yield RuleError("a wager is either on set hands (set_hands) or by a pay table (pay_table)", place)
        if wager.doubled_by:
            yield from _tried(f"{place}.doubled_by", compile_pattern, Pattern(category=wager.doubled_by), "dealer")
    low, high = RANKINGS.get(spec.set_hands.low), RANKINGS.get(spec.set_hands.high)
    for index, row in enumerate(spec.house_way.rows):
        place = f"house_way.rows[{index}]"
        if row.hand:
            yield from _tried(f"{place}.hand", compile_pattern, Pattern(category=row.hand), "player")
        yield from _tried(f"{place}.low", least_value, row.low, low)
        yield from _tried(f"{place}.high", least_value, row.high, high)
    if (last := spec.house_way.rows[-1:]) == () or last[0].hand or last[0].low or last[0].high:
        yield RuleError("the last row of a house way must fit all cards", "house_way.rows")
    dealt = spec.dealt.cards * spec.dealt.hands + spec.dealt.left
    try:
        held = len(deck(spec.deck))
    except ValueError:
        return  # told of the deck itself
    if dealt != held:
        yield RuleError(
            f"{spec.dealt.hands} hands and {spec.dealt.left} left over are {dealt} cards, the deck has {held}", "dealt"
        )


def _enough_cards(spec: PlayerPoker) -> Faults:
    """A hand has the cards that its ranking wants, the first of every seat, boards and burns come from one deck.

    Seats that play on may be fewer.
    """
    own = sum(street.deal.down + street.deal.up for street in spec.streets)
    board = sum(street.deal.board for street in spec.streets)
    for name, hand in spec.hands.items() if own else ():  # that no street deals any is told of itself
        least, most = hand.own_cards
        place, size = f"hands.{quoted(name)}", RANKINGS[hand.ranking].size
        if least > most:
            yield RuleError("the least is more than the most", f"{place}.own_cards")
        elif least > own or (most > own and hand.own_cards != _ANY_CARDS):
            yield RuleError(f"a seat has {own} cards of its own, not {max(least, most)}", f"{place}.own_cards")
        elif (held := min(most, own) + board) < size:
            yield RuleError(f"{hand.ranking} ranks {size} cards, the hand has {held}", f"{place}.ranking")
    try:
        held = len(deck(spec.deck))
    except ValueError:
        return  # told of the deck itself
    first = next((street.deal for street in spec.streets if street.deal.down or street.deal.up), None)
    each = first.down + first.up if first is not None else 0
    shared = sum(street.burn + street.deal.board * spec.boards for street in spec.streets)
    if (needed := each * spec.seats + shared) > held:
        yield RuleError(f"{spec.seats} seats need {needed} cards, the deck has {held}", "seats")


def _keno(spec: Keno) -> Faults:
    if spec.drawn >= spec.numbers:
        yield RuleError(f"{spec.drawn} numbers cannot be drawn from {spec.numbers} with any left", "drawn")
    for name, ticket in spec.wagers.items():
        for word in ("equal", "disjoint", "combined", "kings"):
            if getattr(ticket, word) and not ticket.groups:
                yield RuleError("says something of groups, and the ticket has none", f"wagers.{quoted(name)}.{word}")


def _dice(spec: DiceGame) -> Faults:
    """Every price can be read, and no roll decides a wager in two ways."""
    points = [str(point) for point in spec.points]
    for name, wager in spec.wagers.items():
        place = f"wagers.{quoted(name)}"
        for word in ("prices", "most_times"):
            for point in getattr(wager, word):
                if point not in points:
                    problem = f"{point!r} is not a point; {allowed(point, points)}"
                    yield RuleError(problem, f"{place}.{word}.{quoted(point)}")
        later = wager.point.wins if wager.point is not None else {}
        for word, prices in (("wins", wager.wins), ("point.wins", later), ("prices", wager.prices)):
            for roll, price in prices.items():
                yield from _tried(f"{place}.{word}.{quoted(roll)}", parse_pay, price)
        ways = [("pushes", wager.pushes), ("loses", wager.loses)]
        on_point = [("point.loses", wager.point.loses)] if wager.point is not None else []
        for won, others in ((wager.wins, ways), (later, on_point)):
            for key, rolls in others:
                if both := [roll for roll in rolls if roll in won]:
                    yield RuleError(f"a roll of {both[0]} wins too", f"{place}.{key}")
        if both := [roll for roll in wager.loses if roll in wager.pushes]:
            yield RuleError(f"a roll of {both[0]} loses too", f"{place}.pushes")


def _tiles(spec: TileGame) -> Faults:
    for word in ("pairs", "singles"):
        for held in _repeated(held for rank in getattr(spec.tiles, word) for held in rank):
            yield RuleError(f"{held!r} is listed twice", f"tiles.{word}")
    ranks = len(spec.tiles.pairs)
    named = all(len(pair.split()) == 2 for rank in spec.tiles.pairs for pair in rank)  # others are told of themselves
    for index, row in enumerate(spec.house_way.rows):
        if named and row.pair is not None and not row.pair[0] <= row.pair[1] <= ranks:
            problem = f"pairs rank from 1 to {ranks}, not from {row.pair[0]} to {row.pair[1]}"
            yield RuleError(problem, f"house_way.rows[{index}].pair")
    points = {f"tiles.either.{quoted(tile)}.points": other.points for tile, other in spec.tiles.either.items()}
    points |= {f"house_way.rows[{index}].points": row.points or 0 for index, row in enumerate(spec.house_way.rows)}
    for place, value in points.items():
        if value > 9:
            yield RuleError(f"tiles are worth 0 to 9 points, not {value}", place)
    if (needed := 4 * (spec.seats + 1)) > _TILES:
        yield RuleError(f"{spec.seats} seats and the dealer need {needed} tiles, there are {_TILES}", "seats")
    if spec.start.positions < spec.seats:
        problem = f"{spec.start.positions} positions are counted, the table has {spec.seats} seats"
        yield RuleError(problem, "start.positions")
    for name, wager in spec.wagers.items():
        place = f"wagers.{quoted(name)}"
        yield from _tried(f"{place}.win", parse_pay, wager.win)
        for price in (price for both in wager.streak for price in both):
            yield from _tried(f"{place}.streak", parse_pay, price)


def _player_poker(spec: PlayerPoker) -> Faults:
    for name, hand in spec.hands.items():
        if hand.qualifies:
            place = f"hands.{quoted(name)}.qualifies"
            yield from _tried(place, least_value, hand.qualifies, RANKINGS[hand.ranking])
    for name in _repeated(street.name for street in spec.streets):
        yield RuleError("two streets have the same name", f"streets.{quoted(name)}")
    yield from _enough_cards(spec)
    if (spec.betting.structure == "equal") != bool(spec.betting.equal_to):
        yield RuleError("the structure `equal` and `equal_to` go together", "betting.equal_to")
    if spec.betting.last_plays_on and spec.betting.structure != "equal":
        yield RuleError("the last live seat goes on only with the structure `equal`", "betting.last_plays_on")
    if spec.bad_beat is not None and (shared := sum(spec.bad_beat.shares.values())) > 100:
        yield RuleError(f"{shared} percent of the jackpot are shared out", "bad_beat.shares")
    first = spec.hands.get(spec.award.parts[0]) if spec.award.parts else None
    if first is None:
        return
    ranking = RANKINGS[first.ranking]
    if spec.betting.openers:
        yield from _tried("betting.openers", least_value, spec.betting.openers, ranking)
    if spec.bad_beat is not None:
        beaten = spec.bad_beat.beaten
        yield from _tried("bad_beat.beaten", least_value, beaten, ranking)
    for bonus in spec.bonus.values():
        for block in spec.pay_tables.get(bonus.pay_table, ()):
            for row in block.rows:
                if row not in ranking.categories:
                    place = f"pay_tables.{quoted(bonus.pay_table)}[{', '.join(block.ids)}].rows.{quoted(row)}"
                    problem = f"no hand is ever {row!r} here, rows are the categories of {ranking.name}"
                    yield RuleError(f"{problem}; {allowed(row, ranking.categories)}", place)
    for category in spec.pool.markers if spec.pool else ():
        if category != "any" and category not in ranking.categories:
            yield RuleError(
                f"no category {category!r}; {allowed(category, ('any', *ranking.categories))}", "pool.markers"
            )


def _wheel(spec: Wheel) -> Faults:
    for name, spot in spec.wagers.items():
        place = f"wagers.{quoted(name)}"
        yield from _tried(f"{place}.price", parse_pay, spot.price)
        if bool(spot.symbol) == bool(spot.covers):
            yield RuleError("a wager is on one symbol or covers several", place)
        for symbol in (*spot.symbols, *spot.halves):
            if symbol not in spec.sections:
                problem = f"the wheel has no section {symbol!r}; {allowed(symbol, spec.sections)}"
                yield RuleError(problem, f"{place}.{'symbol' if spot.symbol else 'covers'}")
    on = {symbol for spot in spec.wagers.values() for symbol in spot.symbols}
    for symbol in dict.fromkeys(spec.sections):
        if symbol not in on and (nearest := get_close_matches(symbol, on, 1)):
            yield RuleError(f"no wager is on the section {symbol!r}; did you mean {nearest[0]!r}?", "sections")
    if spec.layout is not None:
        yield from _grid_layout(spec, spec.layout)


def _grid_layout(spec: Wheel, layout: GridLayout) -> Faults:
    laid = [symbol for row in (*layout.rows, layout.head) for symbol in row]
    for symbol in dict.fromkeys(laid):
        if symbol not in spec.sections:
            yield RuleError(f"the wheel has no section {symbol!r}; {allowed(symbol, spec.sections)}", "layout.rows")
        if laid.count(symbol) > 1:
            yield RuleError(f"{symbol!r} is laid out twice", "layout.rows")
    if len({len(row) for row in layout.rows}) > 1:
        yield RuleError("rows are equally long", "layout.rows")
    for name, spot in spec.wagers.items():
        if missing := [symbol for symbol in spot.symbols if symbol not in laid]:
            yield RuleError(f"{missing[0]!r} is not on the layout", f"wagers.{quoted(name)}")


_FAMILIES: dict[type, Callable[[Any], Faults]] = {
    HousePoker: lambda spec: _HousePoker(spec).faults(),
    Baccarat: _baccarat,
    Blackjack: _blackjack,
    PaiGow: _pai_gow,
    PlayerPoker: _player_poker,
    Wheel: _wheel,
    Keno: _keno,
    DiceGame: _dice,
    TileGame: _tiles,
}


def _unmetered(wager: str, table: str, blocks: Sequence[PayBlock]) -> Faults:
    """A share is of the wager's meter, or of one that the price names."""
    for block in blocks:
        for row, value in block.rows.items():
            if any(str(cell).rstrip().endswith("%") for cell in (value if isinstance(value, list) else [value])):
                place = f"pay_tables.{quoted(table)}[{', '.join(block.ids)}].rows.{quoted(row)}"
                yield RuleError(f"a share of a meter, and {wager} has no meter", place)


def faults(spec: Head, raw: dict[str, Any]) -> Faults:
    """Everything that does not hold together in a file (and in the plain data it was read from), with its key."""
    yield from _names(spec, raw)
    yield from _levels(spec)
    yield from _pay_tables(spec)
    yield from _options(spec, raw)
    for word in ("id", "name", "rule"):
        if not getattr(spec, word).strip():
            yield RuleError("must not be empty", word)
    if _DATE.fullmatch(spec.edition):
        yield from _tried("edition", date.fromisoformat, spec.edition)
    if "deck" in spec.reads:
        yield from _tried("deck", deck, spec.deck)
        yield from _cut(spec)
    if spec.house_suit not in SUITS or len(spec.house_suit) != 1:
        yield RuleError(f"must be one of {', '.join(SUITS)}, not {spec.house_suit!r}", "house_suit")
    for name, wager in getattr(spec, "wagers", {}).items():
        if wager.rule == "":
            yield RuleError("a wager needs the rule it rests on", f"wagers.{quoted(name)}.rule")
        if wager.limit is not None and wager.limit[0] > wager.limit[1]:
            yield RuleError("the least is more than the most", f"wagers.{quoted(name)}.limit")
        blocks = spec.pay_tables.get(wager.pay_table, ())
        if wager.meter and blocks and not any(_METERED.search(str(c)) for block in blocks for c in _all_cells(block)):
            yield RuleError("no row of its pay table pays from a meter", f"wagers.{quoted(name)}.meter")
        for word in _OTHERS:
            given = getattr(wager, word, ())
            if name == given or (isinstance(given, tuple) and name in given):
                yield RuleError("a wager cannot name itself here", f"wagers.{quoted(name)}.{word}")
        if not wager.meter:
            yield from _unmetered(name, wager.pay_table, blocks)
    if spec.hands_per_player > spec.seats:
        problem = f"a player cannot play {spec.hands_per_player} hands at a table of {spec.seats} seats"
        yield RuleError(problem, "hands_per_player")
    for reading in _repeated(reading.id for reading in spec.readings):
        yield RuleError("two readings have the same id", f"readings.{quoted(reading)}")
    for name, terms in spec.meters.items():
        if terms.increment + terms.reserve > 100:
            yield RuleError("more than the whole stake goes into the meter", f"meters.{quoted(name)}.increment")
    for name in _repeated(spec.settle.order):
        yield RuleError(f"{name} is settled twice", "settle.order")
    for kind, of, least in _repeated((each.kind, each.of, each.at_least) for each in spec.irregularities):
        chosen = f"[{of}]" if of else ""
        yield RuleError(
            "is stated twice" + (f" from {least} on" if least > 1 else ""), f"irregularities.{kind}{chosen}"
        )
    if not spec.refused:
        yield from _FAMILIES.get(type(spec), lambda _: iter(()))(spec)


def _cut(spec: Head) -> Faults:
    """The cut card lies within the shoe."""
    behind = getattr(getattr(spec, "shoe", None), "behind", 0)
    with suppress(ValueError):  # of an unknown deck, which is told of itself
        if behind >= (held := len(deck(spec.deck))):
            yield RuleError(f"{behind} cards cannot lie behind the cut card, the deck has {held}", "shoe.behind")


def unread(spec: Head, raw: Mapping[str, Any]) -> Faults:
    """Words of the head, and of wagers, that the family does not act on."""
    problem = f"games of the family {type(spec).__struct_config__.tag} do not act on this word"
    for word in raw:
        if word in PARTIAL - spec.reads:
            yield RuleError(problem, word)
    for table in ("wagers", "bonus"):
        for name, wager in (getattr(spec, table, None) or {}).items():
            for word in raw[table].get(name, ()):
                if word in PARTIAL_WAGER - wager.reads:
                    yield RuleError(problem, f"{table}.{quoted(name)}.{word}")
