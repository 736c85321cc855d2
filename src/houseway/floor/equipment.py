"""The equipment log of a table: decks, bricks, dice, tiles and shoes, who opened, counted, inspected and retired them.

It is part of the audit log, which the database never lets change. What the documents print of it stands in
`library/equipment.toml`; what is due is told as soon as a piece has been opened.
"""

from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, select

from houseway.cards.decks import deck
from houseway.families import family_of
from houseway.floor.moments import now
from houseway.floor.pinned import current
from houseway.floor.roles import DeniedError, Person, record
from houseway.floor.schema import audit, rounds, tables, users
from houseway.floor.tables import find, occupied
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.rules.wording import listed, seat_name
from houseway.rules.words import COMMON_PRACTICE, Head, cite

ITEMS = ("deck", "brick", "dice", "tiles", "shoe")
ACTS = ("opened", "inspected", "counted", "washed", "cut", "card missing", "defective", "retired", "exception")
_LOGGED = "equipment"
_UNITS = {"minutes": 60_000, "hours": 3_600_000}


class Duty(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that is done every so often."""

    jurisdiction: str
    sections: tuple[str, ...]
    item: Literal["deck", "dice", "tiles", "shoe"]
    since: tuple[str, ...]
    every: int
    unit: Literal["minutes", "hours", "rounds"]
    rule: str
    text: str
    bricks: bool = False  # of pre-shuffled cards too
    dealt: str = ""  # only where cards are dealt so
    shuffler: bool | None = None  # only with, or without, a shuffler
    tournament: bool | None = None  # only at tables of tournaments, or at others

    @property
    def cite(self) -> str:
        return cite(self.jurisdiction, "", self.rule)


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that must be so."""

    jurisdiction: str
    sections: tuple[str, ...]
    rule: str
    text: str
    rounds: int = 0
    shuffler: bool = False  # only with a shuffler

    @property
    def cite(self) -> str:
        return cite(self.jurisdiction, "", self.rule)


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    duties: dict[str, Duty]
    conditions: dict[str, Condition]


PRINTED = msgspec.toml.decode((files("houseway.rulebook") / "library" / "equipment.toml").read_bytes(), type=Printed)


class Piece(msgspec.Struct):
    """A piece in service: what it is, when and in which round of the table it came, and what was done to it last."""

    item: str
    name: str
    back: str
    dealt: str
    shuffler: bool
    round: int
    done: dict[str, tuple[int, int]]  # act -> moment and round of the table
    by: set[str]  # who opened or inspected it
    verified: bool = False  # one of them verified the inspection of another
    faulty: str = ""


def _holds(one: Duty | Condition, spec: Head) -> bool:
    return one.jurisdiction == spec.jurisdiction and spec.rule.startswith(one.sections)


def _holds_at(duty: Duty, spec: Head, table: Any) -> bool:
    return _holds(duty, spec) and duty.tournament in (None, table.purpose == "tournament")


def _span(duty: Duty) -> str:
    return f"{duty.every} {duty.unit}" if duty.every > 1 else duty.unit.removesuffix("s")


def _condition(name: str, spec: Head) -> Condition | None:
    found = PRINTED.conditions[name]
    return found if _holds(found, spec) else None


def entries(db: Connection, table: int) -> list[dict[str, Any]]:
    """The log of a table, the oldest first."""
    query = (
        select(audit.c.at, audit.c.data, users.c.name.label("who"))
        .outerjoin(users, users.c.id == audit.c.user_id)
        .where(audit.c.table_id == table, audit.c.act == _LOGGED)
        .order_by(audit.c.id)
    )
    return [{"at": row.at, "who": row.who, "act": row.data["done"], **row.data} for row in db.execute(query)]


def in_service(log: list[dict[str, Any]]) -> dict[tuple[str, str], Piece]:
    """The pieces that are at the table, from its log."""
    pieces: dict[tuple[str, str], Piece] = {}
    for one in log:
        key, moment = (one["item"], one["name"]), (one["at"], one["round"])
        if one["act"] == "opened":
            pieces[key] = Piece(
                item=one["item"],
                name=one["name"],
                back=one.get("back", ""),
                dealt=one.get("dealt", "hand"),
                shuffler=bool(one.get("shuffler")),
                round=one["round"],
                done={"opened": moment},
                by={one["who"]},
                faulty=one.get("faulty", ""),
            )
        elif one["act"] == "retired":
            pieces.pop(key, None)
        elif key in pieces:
            pieces[key].done[one["act"]] = moment
            if one["act"] == "inspected":
                pieces[key].by.add(one["who"])
                pieces[key].verified |= "verifies" in one
            if one.get("faulty"):
                pieces[key].faulty = one["faulty"]
            elif one["act"] == "inspected" and one["item"] == "brick" and one.get("note"):
                pieces[key].faulty = ""  # its cards are whole again
    return pieces


def _cards(spec: Head, item: str) -> int:
    """How many cards a complete piece has; 0 where the game has none."""
    if "deck" not in spec.reads:
        return 0
    whole = len(deck(spec.deck))
    return whole if item == "brick" else whole // _decks(spec)


def _decks(spec: Head) -> int:
    """How many decks are in play together."""
    return int(spec.deck.rpartition("x")[0] or 1)


def _played_with(spec: Head) -> tuple[str, ...]:
    """The kinds of pieces that a game is played with, by what its file states."""
    shaken = (spec, getattr(spec, "start", None), getattr(spec, "first_hand", None))
    used = {
        "dice": any(getattr(words, "dice", 0) for words in shaken),
        "tiles": hasattr(spec, "tiles"),
        **dict.fromkeys(("deck", "brick", "shoe"), "deck" in spec.reads),
    }
    return tuple(item for item in ITEMS if used[item])


def due(db: Connection, table: int) -> list[dict[str, Any]]:
    """What is to be done at a table now, with the paragraph."""
    row = find(db, table)
    rules = current(db, row)
    spec = load_game(rules.game, rules.house).spec
    found = []
    pieces = in_service(entries(db, table)).values()
    second = _condition("second-deck", spec)
    if second and family_of(row.game).traits.pot and [piece.item for piece in pieces].count("deck") == 1:
        found.append({"text": f"Bring a second deck: {second.text}", "rule": second.cite})
    inspection = _condition("verified", spec)
    for piece in pieces:
        name = f"{piece.item} {piece.name}"
        if inspection and piece.item == "deck" and not piece.verified:
            text = f"{inspection.text[:1].upper()}{inspection.text[1:]}: {name}"
            found.append({"text": text, "rule": inspection.cite})
        if piece.faulty:
            task = f"Remove {name}"
            if piece.item == "brick":
                task = f"Inspect the decks of {name}, replace what is missing, tell the manufacturer its number"
            found.append({"text": f"{task}: {piece.faulty}", "rule": _faulty_rule(spec, piece)})
        for duty in PRINTED.duties.values():
            if _holds_at(duty, spec, row) and _is_due(duty, piece, int(row.rounds)):
                text = f"{duty.text[:1].upper()}{duty.text[1:]} ({name}): every {_span(duty)}"
                found.append({"text": text, "rule": duty.cite})
    return found


_BRICKS = ("brick", "brick-blackjack", "brick-baccarat")
_FAULTS = {"tiles": ("unsuitable-tiles",), "brick": _BRICKS, "deck": ("complete", "wrong-count")}


def _faulty_rule(spec: Head, piece: Piece) -> str:
    found = (_condition(name, spec) for name in _FAULTS.get(piece.item, ()))
    return next((one.cite for one in found if one is not None), COMMON_PRACTICE)


def _is_due(duty: Duty, piece: Piece, rounds: int) -> bool:
    if piece.item != duty.item and not (duty.bricks and piece.item == "brick"):
        return False
    if (duty.dealt and duty.dealt != piece.dealt) or duty.shuffler not in (None, piece.shuffler):
        return False
    at, number = max(piece.done[act] for act in duty.since if act in piece.done)
    if duty.unit == "rounds":
        return rounds - number >= duty.every
    return now() - at >= duty.every * _UNITS[duty.unit]


def all_due(db: Connection) -> list[dict[str, Any]]:
    """What is due at all open tables."""
    rows = db.execute(select(tables.c.id, tables.c.name).where(tables.c.open).order_by(tables.c.id)).all()
    logged = set(db.execute(select(audit.c.table_id).where(audit.c.act == _LOGGED).distinct()).scalars())
    return [{"table": row.id, "name": row.name, **one} for row in rows if row.id in logged for one in due(db, row.id)]


def log(db: Connection, table: int, person: Person, told: Mapping[str, Any]) -> None:
    """Write down what was done to a piece of equipment, if the rules let it be done."""
    row = find(db, table, lock=True)
    rules = current(db, row)
    spec = load_game(rules.game, rules.house).spec
    act, item, name = told["act"], told["item"], str(told["name"]).strip()
    if act not in ACTS:
        raise RuleError(f"is one of {', '.join(ACTS)}", "act")
    if item not in ITEMS:
        raise RuleError(f"is one of {', '.join(ITEMS)}", "item")
    if not name:
        raise RuleError("names the piece: its number, or its color", "name")
    pieces = in_service(entries(db, table))
    piece = pieces.get((item, name))
    extra: dict[str, Any] = {}
    if act == "opened":
        _check_opened(spec, row, person, told, pieces)
        if item in ("deck", "brick") and told.get("count") is not None:
            extra |= _counted(spec, item, told)
    elif act == "exception":
        if not str(told.get("allowed_by", "")).strip() or not str(told.get("note", "")).strip():
            raise RuleError("says what was done otherwise, and who allowed it", "allowed_by")
        person.need("irregularity")
        extra["rule"] = _exception_rule(spec)
    elif piece is None:
        raise RuleError(f"{item} {name} is not in service at this table", "name")
    elif act == "inspected" and (person.alone or (person.may("irregularity") and piece.by - {person.name})):
        extra["verifies"] = "the inspection of another"
    elif act == "counted":
        extra |= _counted(spec, item, told)
    elif act in ("card missing", "defective"):
        if not str(told.get("note", "")).strip():
            raise RuleError("says what is wrong, and whom was told of it", "note")
        extra["faulty"] = str(told["note"])
    elif act == "cut" and told.get("seat") is not None and told["seat"] not in occupied(db, table):
        raise RuleError("nobody sits there", "seat")
    elif act == "retired":
        _check_retired(db, spec, row, piece)
    given = {
        key: value for key, value in told.items() if key != "act" and value not in (None, "") and value is not False
    }
    record(
        db, person.id, _LOGGED, table=table, **{**given, "done": act, "name": name, "round": int(row.rounds), **extra}
    )


def _counted(spec: Head, item: str, told: Mapping[str, Any]) -> dict[str, Any]:
    whole, counted = _cards(spec, item), told.get("count")
    if not isinstance(counted, int):
        raise RuleError("says how many were counted", "count")
    return {"faulty": f"{counted} of {whole} cards were counted"} if whole and counted != whole else {}


def _exception_rule(spec: Head) -> str:
    for name in ("accommodation", "waiver"):
        if (found := _condition(name, spec)) is not None:
            return found.cite
    return COMMON_PRACTICE


def _check_opened(
    spec: Head, row: Any, person: Person, told: Mapping[str, Any], pieces: Mapping[tuple[str, str], Piece]
) -> None:
    item, name, back = told["item"], str(told["name"]).strip(), str(told.get("back") or "").strip().casefold()
    if item not in (used := _played_with(spec)):
        pieces_of = listed(used) or "none of these pieces"
        raise RuleError(f"{spec.name} is played with {pieces_of}, not with {item}", "item")
    if (item, name) in pieces:
        raise RuleError(f"{item} {name} is in service already", "name")
    if told.get("dealt", "hand") not in ("hand", "shoe"):
        raise RuleError("cards are dealt by hand or from a shoe", "dealt")
    others = [piece for piece in pieces.values() if piece.item == "deck"]
    for condition in ("two-backs", "two-backs-shuffler", "two-backs-california"):
        if item != "deck" or _decks(spec) > 1 or (rule := _condition(condition, spec)) is None:
            continue
        with_shuffler = bool(told.get("shuffler"))
        if rule.shuffler and others and not (with_shuffler and all(other.shuffler for other in others)):
            raise RuleError(f"{rule.text}, {rule.cite}", "shuffler")
        if not back and (with_shuffler or not rule.shuffler):
            raise RuleError(f"names the color of its backs, {rule.cite}", "back")
        if any(other.back.casefold() == back for other in others):
            raise RuleError(f"{rule.text}, {rule.cite}", "back")
    if item == "deck" and (rule := _condition("complete", spec)) is not None:
        whole = _cards(spec, "deck")
        if told.get("count") != whole:
            raise RuleError(f"{rule.text}: {whole} cards, {rule.cite}", "count")
    for condition in _BRICKS:
        if item == "brick" and (rule := _condition(condition, spec)) is not None:
            if not person.may("irregularity"):
                raise DeniedError(f"a supervisor opens the seal, {rule.cite}", "role")
            if not told.get("shuffler") or family_of(row.game).traits.pot:
                raise RuleError(f"{rule.text}, {rule.cite}", "shuffler")
            if not str(told.get("seal") or "").strip():
                raise RuleError(f"names the number of the seal, {rule.cite}", "seal")


def _check_retired(db: Connection, spec: Head, row: Any, piece: Piece) -> None:
    rule = _condition("in-service", spec)
    if rule is None or piece.item != "deck" or piece.faulty or piece.shuffler:
        return
    needed = rule.rounds
    if family_of(row.game).traits.pot:  # a hand for every player of the last one
        dealt = db.execute(select(rounds.c.places).where(rounds.c.id == row.round_id)).scalar()
        needed = len(dealt or ()) or int(row.seats)
    if (played := int(row.rounds) - piece.round) < needed:
        raise RuleError(f"{rule.text}: {played} of {needed} hands were played, {rule.cite}", "act")


def view(db: Connection, table: int) -> dict[str, Any]:
    """The equipment of a table: what is in service, what is due, and the log, the latest first."""
    log_ = entries(db, table)
    row = find(db, table)
    rules = current(db, row)
    spec = load_game(rules.game, rules.house).spec
    return {
        "items": list(_played_with(spec) or ITEMS),
        "acts": list(ACTS),
        "cards": _cards(spec, "deck"),
        "pieces": [
            {
                "item": one.item,
                "name": one.name,
                "back": one.back,
                "opened": one.done["opened"][0],
                "faulty": one.faulty,
            }
            for one in in_service(log_).values()
        ],
        "due": due(db, table),
        "duties": [
            {"text": f"{duty.text}, every {_span(duty)}", "rule": duty.cite}
            for duty in PRINTED.duties.values()
            if _holds_at(duty, spec, row)
        ],
        "log": [
            {
                "at": one["at"],
                "who": one["who"],
                "act": one["act"],
                "piece": f"{one['item']} {one['name']}",
                "told": _told(one),
                "rule": one.get("rule", ""),
            }
            for one in reversed(log_)
        ],
    }


_SAID = ("at", "who", "act", "done", "item", "name", "round", "rule")


def _told(one: Mapping[str, Any]) -> str:
    given = {key: value for key, value in one.items() if key not in (*_SAID, "seat")}
    seat = [seat_name(one["seat"])] if "seat" in one else []
    return ", ".join(seat + [f"{key.replace('_', ' ')}: {value}" for key, value in given.items()])
