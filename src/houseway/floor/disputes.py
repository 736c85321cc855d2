"""Cases of the dispute desk: opened, told, noted, ruled and revised; every step is kept and is in the audit log.

Whoever opened a case or may rule on it says what lay on the table. Nobody rules on a round he played, large sums take
two people, and a ruling is revised by another person than who made it; a guest on his own machine is the whole house.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update

from houseway.desk.ruling import rule_on
from houseway.families import family_of
from houseway.floor import case_payments, control
from houseway.floor.case_payments import Paid, outstanding, owed_by_seat, people_of, rules_of, settled, waits
from houseway.floor.control import ALONE
from houseway.floor.digest import hashed
from houseway.floor.evidence import find_round
from houseway.floor.moments import now
from houseway.floor.pinned import pin, pinned
from houseway.floor.roles import DeniedError, Person, record
from houseway.floor.schema import case_events, cases, rounds, tables, users, wager_facts
from houseway.floor.separation import refuse_player
from houseway.floor.tables import MissingError
from houseway.floor.transaction import OPEN
from houseway.floor.views import game_view
from houseway.play.core.money import dollars
from houseway.rules.errors import MALFORMED, RuleError
from houseway.rules.game import load_game
from houseway.rules.wording import money


def played(db: Connection, person: Person, round_id: int) -> bool:
    """Whether a person had a part in a round that is over."""
    query = select(wager_facts.c.id).where(wager_facts.c.round_id == round_id, wager_facts.c.user_id == person.id)
    return db.execute(query.limit(1)).first() is not None


def disputed_round(db: Connection, person: Person, round_id: int) -> dict[str, Any]:
    """A round of a table as the desk takes it: its file, the seats of the table, and what was paid."""
    row = find_round(db, round_id)
    if not person.may("read") and not played(db, person, round_id):
        raise DeniedError("you had no part in this round", "round")
    if row.status in OPEN:
        raise RuleError("the round is not over", "round")
    if row.file is None:
        raise RuleError("the round was voided: every wager went back", "round")
    table = db.execute(select(tables).where(tables.c.id == row.table_id)).one()
    paid = _booked(row)
    case = db.execute(select(cases.c.id).where(cases.c.round_id == round_id).order_by(cases.c.id.desc())).scalar()
    return {
        "id": row.id,
        "round": row.file,
        "places": row.places,
        "paid": paid,
        "table": row.table_id,
        "table_name": table.name,
        "number": row.number,
        "ended": row.ended,
        "case": case,
    }


def _booked(row: Row[Any]) -> list[list[Any]]:
    """What the table paid in a round, by seat and line."""
    return [[line["net"] for line in seat["lines"]] for seat in row.settlement["seats"]]


def open_case(
    db: Connection, person: Person, round_: dict[str, Any], paid: Paid, title: str, note: str, round_id: int | None
) -> int:
    """A new case about a round of a table, or about one that was told."""
    person.need("dispute")
    game, table, rules = str(round_.get("game", "")), None, ""
    if round_id is not None:
        about = disputed_round(db, person, round_id)
        game, table = str(about["round"]["game"]), int(about["table"])
        rules = find_round(db, round_id).rules
        title = title or f"{about['table_name']}, round {about['number']}"
    elif not (person.may("deal") or person.may("read")):
        raise DeniedError("a player disputes a round that he played: open it from the table or from history", "round")
    name = load_game(game, round_.get("house", {})).spec.name
    rules = rules or pin(db, game, {}).hash
    head = {
        "opened": now(),
        "opened_by": person.id,
        "game": game,
        "table_id": table,
        "round_id": round_id,
        "rules": rules,
        "title": (title or name)[:128],
        "state": "open",
    }
    made = int(db.execute(insert(cases).values(**head).returning(cases.c.id)).scalar_one())
    _keep(db, person, made, "opened", {"round": round_, "paid": _rows(paid), **({"note": note} if note else {})})
    return made


def _rows(paid: Paid) -> list[list[float | None]]:
    return [list(seat) for seat in paid]


def _keep(db: Connection, person: Person, case: int, act: str, data: dict[str, Any]) -> None:
    """A step of a case, and its line in the log."""
    db.execute(insert(case_events).values(case_id=case, at=now(), user_id=person.id, act=act, data=data))
    record(db, person.id, f"case {act}", f"case {case}", case=case, content=hashed(data))


def _find(db: Connection, case: int, lock: bool = False) -> Row[Any]:
    query = select(cases).where(cases.c.id == case)
    row = db.execute(query.with_for_update() if lock else query).first()
    if row is None:
        raise MissingError(f"there is no case {case}", "case")
    return row


def _may_see(db: Connection, person: Person, row: Row[Any]) -> None:
    del db
    if not person.may("read") and row.opened_by != person.id:
        raise DeniedError("a case is shown to the person who opened it, to auditors and to supervisors", "case")


def game_of_case(db: Connection, person: Person, case: int) -> tuple[str, str]:
    """The game of a case: its name, and the whole of it as it was when the case was opened."""
    row = _find(db, case)
    _may_see(db, person, row)
    return str(row.game), rules_of(db, row).game


def game_of_round(db: Connection, person: Person, round_id: int) -> tuple[str, str]:
    """The game of a round: its name, and the whole of it as it was played."""
    name = str(disputed_round(db, person, round_id)["round"]["game"])
    return name, pinned(db, find_round(db, round_id).rules, name, {}).game


def tell(db: Connection, person: Person, case: int, round_: dict[str, Any], paid: Paid) -> None:
    """What lay on the table is told otherwise, before there is a ruling."""
    row = _find(db, case, lock=True)
    if row.opened_by != person.id:
        person.need("rule")
    if row.state != "open":
        raise RuleError("the case is ruled on; it can be revised", "case")
    if str(round_.get("game", "")) != row.game:
        raise RuleError("the case is about another game", "round.game")
    _keep(db, person, case, "told", {"round": round_, "paid": _rows(paid)})


def note(db: Connection, person: Person, case: int, text: str) -> None:
    """A note on a case, which stays."""
    _may_see(db, person, _find(db, case))
    if not text.strip():
        raise RuleError("a note needs a text", "text")
    _keep(db, person, case, "noted", {"text": text})


def decide(
    db: Connection, person: Person, case: int, round_: dict[str, Any], paid: Paid, reason: str, alone: int = ALONE
) -> None:
    """The ruling on a case, or its revision by another person than who ruled before.

    Where more than `alone` (cents) is owed either way, whoever opened the case does not rule on it.
    """
    person.need("rule")
    row = _find(db, case, lock=True)
    _refuse_interested(db, person, row)
    if str(round_.get("game", "")) != row.game:
        raise RuleError("the case is about another game", "round.game")
    revised = row.state != "open"
    if revised and not person.alone and row.ruled_by == person.id:
        raise DeniedError("a ruling is revised by somebody other than the person who made it", "case")
    if revised and not reason.strip():
        raise RuleError("say why the ruling is revised", "reason")
    ruling = rule_on({**round_, "game": rules_of(db, row).game})
    if "settlement" not in ruling:
        raise RuleError("a case is about a round", "round.kind")
    owed = sum(owed_by_seat(ruling["settlement"], paid))
    state = "revised" if revised else "ruled"
    if row.opened_by == person.id and not person.alone and abs(owed) > alone:
        raise DeniedError(
            f"above {money(alone / 100)} somebody other than the person who opened the case rules on it", "case"
        )
    kept = {"round": round_, "paid": _rows(paid), "reason": reason, "ruling": ruling, "owed": dollars(owed)}
    _keep(db, person, case, state, kept)
    changed = {"state": state, "ruled_by": person.id, "ruled_at": now(), "owed": owed}
    db.execute(update(cases).where(cases.c.id == case).values(**changed))


def _refuse_interested(db: Connection, person: Person, row: Row[Any]) -> None:
    if person.alone:
        return
    if row.table_id is not None:
        refuse_player(db, row.table_id, person)
    if row.round_id is not None and played(db, person, row.round_id):
        raise DeniedError("you played this round: somebody else rules on it", "case")


def _select() -> Any:
    opener, ruler = users.alias("opener"), users.alias("ruler")
    return (
        select(
            cases,
            opener.c.name.label("opener"),
            ruler.c.name.label("ruler"),
            tables.c.name.label("table_name"),
            rounds.c.number.label("round_number"),
            rounds.c.places,
        )
        .join(opener, opener.c.id == cases.c.opened_by)
        .outerjoin(ruler, ruler.c.id == cases.c.ruled_by)
        .outerjoin(tables, tables.c.id == cases.c.table_id)
        .outerjoin(rounds, rounds.c.id == cases.c.round_id)
    )


def _line(db: Connection, row: Any) -> dict[str, Any]:
    return {
        "id": row.id,
        "title": row.title,
        "game": game_view(row.game, None, rules_of(db, row).game),
        "state": row.state,
        "opened": row.opened,
        "opened_by": row.opener,
        "ruled_at": row.ruled_at,
        "ruled_by": row.ruler,
        "owed": dollars(row.owed),
        "round": row.round_id,
        "round_number": row.round_number,
        "table": row.table_id,
        "table_name": row.table_name,
        "places": row.places or [],
    }


def listing(
    db: Connection, person: Person, state: str = "", round_id: int | None = None, before: int = 2**53, most: int = 50
) -> list[dict[str, Any]]:
    """Cases, the latest first: all for those who read the books, otherwise one's own."""
    query = _select().where(cases.c.id < before).order_by(cases.c.id.desc()).limit(most)
    if state:
        query = query.where(cases.c.state == state)
    if round_id is not None:
        query = query.where(cases.c.round_id == round_id)
    if not person.may("read"):
        query = query.where(cases.c.opened_by == person.id)
    return [_line(db, row) for row in db.execute(query).all()]


def read_case(db: Connection, person: Person, case: int) -> dict[str, Any]:
    """A case with its history; the round, what was paid and the ruling as they stand now."""
    row = _find(db, case)
    _may_see(db, person, row)
    query = select(case_events, users.c.name).join(users, users.c.id == case_events.c.user_id)
    steps = db.execute(query.where(case_events.c.case_id == case).order_by(case_events.c.id)).all()
    told = [step.data for step in steps if "round" in step.data]
    rulings = [step.data for step in steps if "ruling" in step.data]
    rules = rules_of(db, row).game
    return {
        **_line(db, db.execute(_select().where(cases.c.id == case)).one()),
        "told": told[-1]["round"],
        "paid": told[-1]["paid"],
        "booked": [] if row.round_id is None else _booked(find_round(db, row.round_id)),
        "ruling": rulings[-1]["ruling"] if rulings else None,
        "reason": rulings[-1]["reason"] if rulings else "",
        **(_preview(rules, told[-1]["round"]) if not rulings else {"preview": None, "fault": ""}),
        "apparatus": family_of(rules).play.apparatus(load_game(rules, told[-1]["round"].get("house", {}))),
        "seats": _seats(db, row),
        "history": _history(db, row, steps),
    }


def _history(db: Connection, case: Any, steps: Sequence[Any]) -> list[dict[str, Any]]:
    """The steps of a case and the payments on it in the order of time."""
    told = [
        {
            "at": step.at,
            "who": step.name,
            "act": step.act,
            "text": step.data.get("text") or step.data.get("note") or step.data.get("reason") or "",
            "owed": step.data.get("owed"),
            "ruling": step.data.get("ruling"),
        }
        for step in steps
    ]
    return sorted([*told, *case_payments.history(db, case)], key=lambda one: one["at"])


def _preview(rules: str, round_: dict[str, Any]) -> dict[str, Any]:
    """What the rules say of a round that is not ruled on yet, or why they say nothing."""
    try:
        return {"preview": rule_on({**round_, "game": rules}), "fault": ""}
    except RuleError as error:
        return {"preview": None, "fault": error.message}
    except MALFORMED:
        return {"preview": None, "fault": "the round cannot be read"}


def _seats(db: Connection, case: Any) -> list[dict[str, Any]]:
    """By seat of the round, what is still owed, what was paid on the case, to whom, and whether that waits."""
    sat, done, waiting = people_of(db, case), settled(db, case.id), waits(db, case.id)
    return [
        {
            "person": sat[seat][1] if seat in sat else None,
            "owed": dollars(owed),
            "settled": dollars(done.get(seat, 0)),
            "waiting": waiting.get(seat),
        }
        for seat, owed in enumerate(outstanding(db, case.id))
    ]


def pay_difference(db: Connection, person: Person, case: int, seat: int, name: str, alone: int = ALONE) -> int | None:
    """Pay what a ruling finds owed at a seat, or collect it; above the limit, the approval that it waits for."""
    person.need("rule")
    row = _find(db, case)
    _refuse_interested(db, person, row)
    told = case_payments.asked(db, person, case, seat, name)
    waiting, _ = control.ask(db, person, case_payments.ACT, row.table_id, told, alone)
    return waiting


def changed_steps(db: Connection, logged: set[tuple[int, str]]) -> list[str]:
    """Steps of cases that are not as the log has them; `logged` are case and hash of each line of the log."""
    query = select(case_events.c.id, case_events.c.case_id, case_events.c.data).order_by(case_events.c.id)
    return [
        f"case {row.case_id}: step {row.id} is not the one in the log"
        for row in db.execute(query)
        if (row.case_id, hashed(row.data)) not in logged
    ]
