"""The ruling on a round: every wager with the pay table and schedule used, the paragraph, readings and words."""

import contextlib
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from typing import Any, NamedTuple

import msgspec

from houseway.families import answer, family_of, settle
from houseway.play.core.irregularities import find_irregularity
from houseway.play.core.roundfile import RoundFile, as_json, convert_round
from houseway.play.core.settlement import Line, Settlement
from houseway.play.core.wagers import layout_name
from houseway.play.pots.phh import read_hands
from houseway.play.pots.rulings import KINDS
from houseway.play.pots.sheet import RULINGS
from houseway.play.stream import entries
from houseway.rules.errors import MALFORMED, RuleError
from houseway.rules.game import Game, load_game
from houseway.rules.sheet.common import irregularities
from houseway.rules.wording import irregularity_name
from houseway.rules.words import Decides, Reading

_TABLES = "pay_tables."
_BY_LINES = (".jsonl", ".ndjson")
_HISTORIES = (".phh", ".phhs")
MOST = 5000  # rounds of one file

Words = Callable[[str], str]


def no_words(rule: str) -> str:
    """Where there are no documents."""
    del rule
    return ""


def _table_of(game: Game[Any], line: Line) -> dict[str, Any] | None:
    """The pay table that priced a line, and the schedule of it that the house has chosen."""
    if not line.row and (line.result == "fold" or not (line.result or line.net)):
        return None  # folded, or void: no table was looked at
    wagers: Mapping[str, Any] = getattr(game.spec, "wagers", {})
    if line.row.startswith(_TABLES):
        name = next(
            (pay_table for pay_table in game.spec.pay_tables if line.row.removeprefix(_TABLES).startswith(pay_table)),
            "",
        )
    else:
        spec = wagers.get(line.wager) or wagers.get(line.wager.rpartition(".")[2])
        # A win that no row of its pay table prices is a push by that table.
        name = getattr(spec, "pay_table", "") or getattr(getattr(spec, line.result, None), "pay_table", "")
    if name not in game.spec.pay_tables:
        return None
    ids = [one for block in game.spec.pay_tables[name] for one in block.ids]
    paid_by = [wager for wager, spec in wagers.items() if getattr(spec, "pay_table", "") == name]
    alone = len(paid_by) == 1 and name.startswith(paid_by[0])  # the wager's own, or one of several that it may have
    label = layout_name(paid_by[0], wagers[paid_by[0]]) if alone else layout_name(name)
    used = game.table_id(name)
    text = f"{label} schedule {used}" if len(ids) > 1 else f"{label} pay table"
    return {"name": name, "schedule": used, "of": len(ids), "text": text}


def _is_on(cite: str, rule: str) -> bool:
    """Whether a paragraph is this one, or stands under it."""
    return rule == cite or (rule.startswith(f"{cite}(") and cite.endswith(")"))


def _row_of(line: Line) -> str:
    """The name of the row that decided, or of the event."""
    return line.row.rpartition(".rows.")[2].strip('"') or line.result


def _others(game: Game[Any], option: str) -> list[Any]:
    """The values that the house could have chosen instead."""
    words, used = game.spec.options[option], game.options[option]
    values = [True, False] if isinstance(used, bool) else list(words.choices)
    return [value for value in values if value != used]


class _Applied:
    """Which readings a line rests on: those without which it would be another one.

    The file says with `decides` which lines a reading is about; where it does not, those that cite its paragraph.
    Where the house may choose the other reading, the round is settled by that too, and the reading is named if the
    line then differs.
    """

    def __init__(self, file: RoundFile, game: Game[Any], settlement: Settlement) -> None:
        self.file, self.game, self.settlement = file, game, settlement
        self._otherwise: dict[str, list[Settlement]] = {}
        wagers: Mapping[str, Any] = getattr(game.spec, "wagers", {})
        self._envies: dict[str, set[str]] = {}  # by the name of their line: the wagers that bring them
        for name, spec in wagers.items():
            if getattr(spec, "envy", None):
                self._envies.setdefault(spec.envy.pays_as, set()).add(name)

    def to(self, seat: int, index: int) -> list[Reading]:
        line = self.settlement.seats[seat][index]
        about = [reading for reading in self.game.spec.readings if self._is_about(reading, seat, line)]
        return [one for one in about if self._decides(one, seat, index)]

    def _wagers_of(self, line: Line) -> set[str]:
        """The names under which a file may speak of the wager of a line."""
        return {line.wager, line.wager.rpartition(".")[2]} | self._envies.get(line.wager, set())

    def _is_about(self, one: Reading, seat: int, line: Line) -> bool:
        terms, names = one.decides, self._wagers_of(line)
        cited = _is_on(self.game.cite(one.rule), line.rule)
        if terms is None:
            return cited
        if terms.nothing:
            return False
        results = {*line.result.split("+"), *(["envy"] if line.wager in self._envies else [])}
        table = _table_of(self.game, line)
        verbs = {word for action in self.file.seats[seat].actions for word in (action, action.partition(" ")[0])}
        return (
            (bool(names & {*terms.wagers}) if terms.wagers else cited)
            and (not terms.results or bool(results & {*terms.results}))
            and (not terms.rows or _row_of(line) in terms.rows)
            and (not terms.schedules or (table is not None and table["schedule"] in terms.schedules))
            and (not terms.actions or bool(verbs & {*terms.actions}))
            and self._happened(terms)
            and self._came_out(terms, line)
        )

    def _happened(self, terms: Decides) -> bool:
        """Whether the irregularity of the round is one that the reading is about."""
        recorded = self.file.irregularity
        side = recorded.get("of") or ("player" if recorded.get("seat") is not None else "")
        return (not terms.irregularities or recorded.get("kind") in terms.irregularities) and (
            not terms.of or side in terms.of
        )

    def _came_out(self, terms: Decides, line: Line) -> bool:
        """Whether the wagers of the whole table came out as the reading asks."""
        lines = [one for seat in self.settlement.seats for one in seat]
        winners = sum(any(one.wager == line.wager and one.net > 0 for one in seat) for seat in self.settlement.seats)
        early = family_of(self.file.game).play.early(self.game) if terms.decided_before else frozenset[str]()
        open_ = [one for one in lines if one.wager in terms.decided_before and one.result not in early]
        return winners >= terms.winners and not open_

    def _tried(self, one: Reading) -> bool:
        """Whether the house may choose the other reading, which then is tried."""
        return one.option in self.game.options and bool(_others(self.game, one.option))

    def _decides(self, one: Reading, seat: int, index: int) -> bool:
        if not self._tried(one):
            return True
        line = self.settlement.seats[seat][index]
        for other in self._settled_otherwise(one.option):
            lines = other.seats[seat]
            if index >= len(lines) or (lines[index].net, lines[index].reason) != (line.net, line.reason):
                return True
        return False

    def _settled_otherwise(self, option: str) -> list[Settlement]:
        if option not in self._otherwise:
            self._otherwise[option] = []
            for value in _others(self.game, option):
                with contextlib.suppress(RuleError, *MALFORMED):
                    other = msgspec.structs.replace(self.file, house={**self.file.house, option: value})
                    self._otherwise[option].append(settle(other))
        return self._otherwise[option]


def _reading_view(game: Game[Any], one: Reading) -> dict[str, Any]:
    named = {name: getattr(one, name) for name in ("id", "printed", "taken", "why")}
    chosen = {"option": one.option, "value": game.options[one.option]} if one.option in game.options else {}
    return {**named, "rule": game.cite(one.rule), **chosen}


def _irregularity_view(file: RoundFile, game: Game[Any]) -> dict[str, str] | None:
    """What went wrong, and what becomes of the round by it, if the game's rules say so; None where nothing did."""
    told = file.irregularity
    if not told.get("kind"):
        return None
    named = irregularity_name(told["kind"], told.get("of") or "")
    return {"name": named, "effect": "", "rule": "", **_effect(file, game)}


def _effect(file: RoundFile, game: Game[Any]) -> dict[str, str]:
    """What becomes of the round; nothing where the ruling on a hand says it."""
    known, kind = game.spec.irregularities, file.irregularity["kind"]
    if kind not in {one.kind for one in known}:
        rulings = getattr(game.spec, "rulings", None)
        if rulings is None or kind not in KINDS:
            return {}
        name = KINDS[kind].ruling
        return {"effect": f"{RULINGS[name][0].lower()}{RULINGS[name][1:-1]}", "rule": game.cite(getattr(rulings, name))}
    happened = find_irregularity(known, file.irregularity, file.seats)
    if happened is None:  # too little of it for a rule
        return {}
    said = irregularities(game).statements[known.index(happened.spec)]
    return {"effect": said.text.partition(": ")[2].rstrip("."), "rule": said.rule}


def rule_on(round_: Mapping[str, Any], words: Words = no_words, readings: bool = True) -> dict[str, Any]:
    """The ruling on a round file, or the figures of a file that asks for a fee or an account.

    Without `readings` those that were applied are not looked for, which takes further settlements.
    """
    file = convert_round(dict(round_))
    try:
        return _ruled(file, words, readings) if file.kind == "round" else {"figures": answer(file)}
    except MALFORMED as error:
        raise RuleError("the round cannot be settled as it is written", "round") from error


def _ruled(file: RoundFile, words: Words, tell_readings: bool) -> dict[str, Any]:
    settlement = settle(file)
    game = load_game(file.game, file.house)
    made = as_json(settlement)
    readings: dict[str, dict[str, Any]] = {}
    wagers: Mapping[str, Any] = getattr(game.spec, "wagers", {})
    applied = _Applied(file, game, settlement)
    for seat, lines in enumerate(settlement.seats):
        for index, line in enumerate(lines):
            on = applied.to(seat, index) if tell_readings else []
            readings |= {one.id: _reading_view(game, one) for one in on}
            told = made["seats"][seat]["lines"][index]
            told["table"] = _table_of(game, line)
            told["readings"] = [one.id for one in on]
            told["label"] = layout_name(line.wager, wagers.get(line.wager))
    irregularity = _irregularity_view(file, game)
    cited = [line.rule for lines in settlement.seats for line in lines] + [ruling.rule for ruling in settlement.rulings]
    cited += [irregularity["rule"]] if irregularity and irregularity["rule"] else []
    spoken = {rule: words(rule) for rule in dict.fromkeys(cited)}
    return {
        "settlement": made,
        "readings": list(readings.values()),
        "words": {rule: text for rule, text in spoken.items() if text},
        "edition": game.edition,
        "irregularity": irregularity,
    }


class Ruled(NamedTuple):
    """A round of a file: where it stands in it, the round, and the ruling or why there is none."""

    line: int
    round: dict[str, Any]
    ruling: dict[str, Any] | None
    error: str = ""
    field: str = ""


def rounds_of(name: str, text: str) -> Iterator[tuple[int, dict[str, Any] | RuleError]]:
    """Every round of a file, whole: one or many as JSON, one a line, or hand histories."""
    if name.lower().endswith(_HISTORIES):
        yield from enumerate(read_hands(text), 1)
        return
    source = BytesIO(text.encode())
    for entry in entries(source, by_lines=name.lower().endswith(_BY_LINES)):
        try:
            given = msgspec.json.decode(entry.text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            yield entry.line, RuleError(f"not valid JSON: {error}", "round")
            continue
        if isinstance(given, dict):
            yield entry.line, given
        else:
            yield entry.line, RuleError("a round is a JSON object", "round")


def rule_on_all(name: str, text: str, allowed: Callable[[str], object] = str, words: Words = no_words) -> list[Ruled]:
    """The rulings on all rounds of a file; one that cannot be settled does not stop the others."""
    made: list[Ruled] = []
    for line, given in rounds_of(name, text):
        if len(made) >= MOST:
            raise RuleError(f"a file may have {MOST:,} rounds here; `houseway settle` reads any number", "text")
        if isinstance(given, RuleError):
            made.append(Ruled(line, {}, None, given.message, given.field))
            continue
        try:
            allowed(str(given.get("game", "")))
            made.append(Ruled(line, given, rule_on(given, words, readings=False)))
        except RuleError as error:
            made.append(Ruled(line, given, None, error.message, error.field))
    if not made:
        raise RuleError("there is no round in it", "text")
    return made
