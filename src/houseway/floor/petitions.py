"""The end of a meter or jackpot: won whole it may be ended; before that it is eased, moved, handed over or paid out
with the regulator's leave only, and no table closes over it.
"""

from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, insert, select, update

from houseway.families import family_of
from houseway.floor import jackpots, tables
from houseway.floor.keno.printed import printed
from houseway.floor.ledger import Book, Cause, Move, account, balance
from houseway.floor.logins import find_person
from houseway.floor.meters import hold, meter_accounts, open_meter
from houseway.floor.moments import now
from houseway.floor.printed import JACKPOTS, cited
from houseway.floor.roles import DeniedError, Person, wallet
from houseway.floor.schema import awards, entries, lines, meters, petitions
from houseway.floor.schema import tables as table_rows
from houseway.floor.tables import MissingError
from houseway.hands.ranking import RANKINGS
from houseway.play.core.money import cents, in_dollars
from houseway.play.draws.keno import read_rates
from houseway.rules.errors import RuleError
from houseway.rules.explain import rule_error
from houseway.rules.game import load_game
from houseway.rules.patterns import least_value
from houseway.rules.wording import humanize, listed

_HELD = ("meter", "reserve", "hidden")


def find_meter(db: Connection, meter: int, *, lock: bool = False) -> Row[Any]:
    query = select(meters).where(meters.c.id == meter)
    row = db.execute(query.with_for_update() if lock else query).first()
    if row is None:
        raise MissingError(f"there is no meter {meter}", "meter")
    return row


def shown_at(db: Connection, meter: int) -> list[Row[Any]]:
    """The open tables that show a meter."""
    rows = db.execute(select(table_rows).where(table_rows.c.open).order_by(table_rows.c.id))
    return [row for row in rows if meter in row.levels.values()]


def _desks_of(db: Connection, meter: int) -> list[Row[Any]]:
    """The desks of a meter that belongs to a game of tickets, open or not; none where others than they show it."""
    rows = db.execute(select(table_rows).order_by(table_rows.c.id)).all()
    own = [row for row in rows if meter in row.levels.values()]
    return own if all(family_of(row.game).traits.tickets for row in own) else []


def _of_tickets(db: Connection, meter: int) -> bool:
    return bool(_desks_of(db, meter))


def _normal_award(db: Connection, meter: int) -> int:
    """What the combination that wins a meter of tickets is paid by the rate card, for the stake that qualifies."""
    found = 0
    for row in _desks_of(db, meter):
        game = load_game(row.game, row.house)
        words = game.spec.progressive
        spots = int(game.options[words.spots])
        rate = read_rates(game).get(spots, {}).get(spots, 0)
        found = max(found, round(rate * cents(game.options[words.stake], words.stake)))
    return found


def _running_paragraph(db: Connection, meter: int) -> str:
    running = JACKPOTS.running
    return running.tickets_rule if _of_tickets(db, meter) else running.rule


def running_rule(db: Connection, meter: int) -> str:
    """The paragraph by which a meter is offered until it is won."""
    return cited(_running_paragraph(db, meter))


def _holds(db: Connection, meter: int) -> dict[str, int]:
    return {kind: cents for kind, (_, cents) in meter_accounts(db, [meter])[meter].items()}


def _started_at(db: Connection, row: Row[Any]) -> int:
    """What the meter started from: its seed, or the hidden part brought in, and the reserve that was added."""
    shown = account(db, "meter", str(row.id))
    query = (
        select(lines.c.entry_id, lines.c.memo, lines.c.cents)
        .join(entries, entries.c.id == lines.c.entry_id)
        .where(entries.c.kind == "meter restart", lines.c.target == shown)
        .order_by(lines.c.entry_id.desc())
    )
    rows = db.execute(query).all()
    brought = {one.memo: int(one.cents) for one in rows if one.entry_id == rows[0].entry_id}
    return max(int(row.seed), brought.get("hidden", 0)) + brought.get("reserve", 0)


def has_liability(db: Connection, row: Row[Any]) -> bool:
    """Whether players have fed the meter since it started."""
    held = _holds(db, row.id)
    return held["meter"] > _started_at(db, row) or bool(held["reserve"] or held["hidden"])


def end_meter(db: Connection, meter: int, person: Person) -> None:
    """End a meter whose highest award has been won: only the house's seed is in it."""
    row = find_meter(db, meter, lock=True)
    _refuse_over(row)
    if has_liability(db, row):
        rule = running_rule(db, meter)
        raise RuleError(
            f"{row.name} holds players' money: it ends when it is won whole, or with leave, {rule}", "meter"
        )
    _refuse_shown(db, row)
    _empty(db, row, account(db, "house"), person, "meter ended")
    _set(db, meter, status="ended")


def _refuse_over(row: Row[Any]) -> None:
    if row.status != "running":
        raise RuleError(f"{row.name} is {row.status}", "meter")


def _refuse_shown(db: Connection, row: Row[Any]) -> None:
    if found := shown_at(db, row.id):
        raise RuleError(f"{found[0].name} still shows {row.name}: close it first", "meter")


def _set(db: Connection, meter: int, **values: Any) -> None:
    db.execute(update(meters).where(meters.c.id == meter).values(**values))


def _empty(db: Connection, row: Row[Any], target: int, person: Person, kind: str, keep: int = 0) -> int:
    """All that a meter holds to another account; `keep` cents of the display go to the house. The cents moved."""
    book = Book(db)
    own = hold(book, [row.id]).accounts[row.id]
    house = account(db, "house")
    kept = min(keep, book.balance(own["meter"]))
    moves = [Move(own["meter"], house, kept, "not part of the award")]
    moves += [Move(own[one], target, book.balance(own[one]) - (kept if one == "meter" else 0), one) for one in _HELD]
    book.post(Cause(kind, user=person.id), moves)
    book.write()
    return sum(move.cents for move in moves[1:])


def refuse_close(db: Connection, table: int, person: Person) -> None:
    """A table does not close over a running meter that no other open table shows."""
    row = tables.find(db, table)
    if person.alone:
        return
    for meter in row.levels.values():
        found = find_meter(db, meter)
        elsewhere = [one for one in shown_at(db, meter) if one.id != table]
        if found.status != "running" or elsewhere or _granted_to_end(db, meter):
            continue
        if has_liability(db, found):
            raise RuleError(
                f"{found.name} is still to be won: the table stays open, or the award is moved or ended with leave, "
                f"{running_rule(db, meter)}",
                "table",
            )


def close_table(db: Connection, table: int, person: Person) -> None:
    """Close a table: not over a running meter, and the box of its jackpot is emptied into the pools."""
    refuse_close(db, table, person)
    row = tables.find(db, table, lock=True)
    if row.jackpot_id is not None:
        tables.between_rounds(db, row)
        jackpots.empty_box(db, table, row.jackpot_id, person)
    tables.close(db, table, person)
    if row.jackpot_id is not None:
        tables.touch(db, table, jackpot_id=None)
        jackpots.note_rake(db, row.jackpot_id)
    end_as_granted(db, row.levels.values(), person)


# Petitions


def ask(db: Connection, person: Person, kind: str, asked: dict[str, Any]) -> int:
    """Petition the regulator; what the rules let a house do alone is done at once."""
    known = JACKPOTS.petitions
    if kind not in known:
        raise RuleError(f"a petition is to {', '.join(known)}", "kind")
    meter, jackpot = asked.get("meter"), asked.get("jackpot")
    if (meter is None) == (jackpot is None):
        raise RuleError("names a meter or a jackpot", "meter")
    subject = "meter" if meter is not None else "jackpot"
    if known[kind].subject not in ("any", subject):
        raise RuleError(f"only a {known[kind].subject} can be petitioned for this", subject)
    if meter is not None:
        _refuse_over(find_meter(db, meter))
    elif jackpots.find_jackpot(db, int(jackpot or 0)).status != "offered":
        raise RuleError("the jackpot is not offered", "jackpot")
    data = {name: value for name, value in asked.items() if name not in ("meter", "jackpot")}
    _check(db, kind, meter, jackpot, data)
    row = {"at": now(), "kind": kind, "meter_id": meter, "jackpot_id": jackpot, "user_id": person.id}
    written = {**data, _RULE: _paragraph(db, kind, meter)}
    made = db.execute(insert(petitions).values(**row, data=written, status="asked").returning(petitions.c.id))
    petition = int(made.scalar_one())
    if meter is not None and kind == "move" and _of_tickets(db, meter):
        rule = cited(known[kind].tickets_rule)
        _carry_out(db, _find(db, petition), person)
        _decide(db, petition, person, "granted", f"within the house, {rule}")
    return petition


def _check(db: Connection, kind: str, meter: int | None, jackpot: int | None, data: dict[str, Any]) -> None:
    """What is asked for can be done."""
    if kind == "ease" and meter is not None:
        chosen = data.get("house", {})
        if not isinstance(chosen, dict):
            raise RuleError("names options of the game", "house")
        for row in shown_at(db, meter):
            load_game(row.game, {**row.house, **chosen})
    elif kind == "move":
        target = find_meter(db, _number(data, "to"))
        _refuse_over(target)
        if target.id == meter:
            raise RuleError("must be another meter", "to")
        _check_kept(db, meter or 0, data.get("less"))
    elif kind == "hand over":
        if not str(data.get("licensee", "")).strip():
            raise RuleError("names the licensee who takes it over", "licensee")
    elif kind == "disburse":
        parts = data.get("payments")
        if not isinstance(parts, list) or not parts:
            raise RuleError("names who is paid what", "payments")
        for part in parts:
            find_person(db, _number(part, "person"))
        total, held = sum(_number(part, "amount") for part in parts), _liability(db, meter, jackpot)
        if total != held:
            raise RuleError(f"all of the {in_dollars(held)} is paid out, not {in_dollars(total)}", "payments")
    elif kind == "change":
        _check_easier(jackpots.terms_of(jackpots.find_jackpot(db, jackpot or 0)), data)


def _check_kept(db: Connection, meter: int, less: int | None) -> None:
    """The house keeps no more of an award than what its combination is paid without it."""
    normal = _normal_award(db, meter)
    if less is not None and not 0 <= less <= normal:
        said = f"must be from $0 to {in_dollars(normal)}, the normal award of the combination"
        raise RuleError(f"{said}, {running_rule(db, meter)}", "less")


def _number(data: Any, name: str) -> int:
    value = data.get(name) if isinstance(data, dict) else None
    if isinstance(value, bool) or not isinstance(value, int):
        raise RuleError("must be a whole number", name)
    return value


def _liability(db: Connection, meter: int | None, jackpot: int | None) -> int:
    if meter is not None:
        return sum(_holds(db, meter).values())
    return sum(balance(db, pool) for pool in jackpots.pools(db, jackpot or 0))


def _check_easier(before: jackpots.Terms, data: dict[str, Any]) -> None:
    """Only changes by which a jackpot is won more easily or more often are considered, 30-1046(6)."""
    allowed = {"beaten", "both_own", "least_players"}
    if not data or set(data) - allowed:
        raise RuleError(f"only {listed([humanize(name) for name in sorted(allowed)])} may be eased", "terms")
    try:
        after = msgspec.convert({**msgspec.to_builtins(before), **data}, jackpots.Terms)
    except msgspec.ValidationError as error:
        raise rule_error(error, "terms", data, grammar=jackpots.Terms) from None
    ranking = RANKINGS["poker"]
    harder = (
        least_value(after.beaten, ranking) > least_value(before.beaten, ranking)
        or (after.both_own and not before.both_own)
        or after.least_players > before.least_players
        or after.least_players < 2
    )
    if harder:
        rule = cited(JACKPOTS.petitions["change"].rule)
        raise RuleError(f"only what makes the jackpot easier to win is considered, {rule}", "terms")


def _find(db: Connection, petition: int) -> Row[Any]:
    row = db.execute(select(petitions).where(petitions.c.id == petition).with_for_update()).first()
    if row is None:
        raise MissingError(f"there is no petition {petition}", "petition")
    if row.status != "asked" and not row.data.get(_WAITS):
        raise RuleError(f"it was {row.status} already", "petition")
    return row


def grant(db: Connection, person: Person, petition: int, leave: str) -> None:
    """The regulator has granted it: what was asked is carried out, or waits until the tables of its meter are closed.

    It is written down by another than who asked.
    """
    row = _find(db, petition)
    if row.status == "granted":
        raise RuleError("it was granted already: close the tables that show the meter", "petition")
    if row.user_id == person.id and not person.alone:
        raise DeniedError("who asked does not write down the answer", "petition")
    if _ends_a_shown_meter(db, row):
        _check(db, row.kind, row.meter_id, None, _asks(row))
        _keep(db, petition, {**row.data, _WAITS: True})
    else:
        _carry_out(db, row, person)
    _decide(db, petition, person, "granted", leave)


_WAITS = "waits_for_close"  # of a petition that is granted: it is carried out when no table shows its meter any more
_RULE = "paragraph"  # what it rests on: a meter that was moved no longer tells whether it was one of tickets


def _asks(petition: Row[Any]) -> dict[str, Any]:
    """What a petition asks for."""
    return {name: value for name, value in petition.data.items() if name not in (_WAITS, _RULE)}


def _ends_a_shown_meter(db: Connection, petition: Row[Any]) -> bool:
    """Whether tables must close before what was granted can be carried out."""
    ends = petition.meter_id is not None and petition.kind in ("hand over", "disburse")
    return ends and bool(shown_at(db, petition.meter_id))


def _keep(db: Connection, petition: int, data: dict[str, Any]) -> None:
    db.execute(update(petitions).where(petitions.c.id == petition).values(data=data))


def _granted_to_end(db: Connection, meter: int) -> list[Row[Any]]:
    """The petitions by which a meter may end as soon as its tables are closed."""
    query = select(petitions).where(petitions.c.meter_id == meter, petitions.c.status == "granted")
    return [row for row in db.execute(query.order_by(petitions.c.id)) if row.data.get(_WAITS)]


def end_as_granted(db: Connection, meters_shown: Iterable[int], person: Person) -> None:
    """Carry out what was granted of meters that the table which closed was the last to show."""
    for meter in set(meters_shown):
        for row in [] if shown_at(db, meter) else _granted_to_end(db, meter):
            _keep(db, row.id, {name: value for name, value in row.data.items() if name != _WAITS})
            _carry_out(db, row, person)


def refuse(db: Connection, person: Person, petition: int, leave: str) -> None:
    """The regulator has refused it, or it is withdrawn: nothing changes."""
    row = _find(db, petition)
    _keep(db, petition, {name: value for name, value in row.data.items() if name != _WAITS})
    _decide(db, petition, person, "refused", leave)


def _decide(db: Connection, petition: int, person: Person, status: str, leave: str) -> None:
    values = {"status": status, "leave": leave, "decided_by": person.id, "decided_at": now()}
    db.execute(update(petitions).where(petitions.c.id == petition).values(**values))


def _carry_out(db: Connection, petition: Row[Any], person: Person) -> None:
    data = _asks(petition)
    _check(db, petition.kind, petition.meter_id, petition.jackpot_id, data)
    if petition.jackpot_id is not None:
        _jackpot_ended(db, petition, person)
        return
    row = find_meter(db, petition.meter_id, lock=True)
    _refuse_over(row)
    if petition.kind == "ease":
        _set(db, row.id, eased=True)
        _combine(db, row.id, person)
        for table in shown_at(db, row.id):
            tables.between_rounds(db, tables.find(db, table.id, lock=True))
            tables.touch(db, table.id, house={**table.house, **data.get("house", {})})
        return
    if petition.kind == "move":
        target = meter_accounts(db, [data["to"]])[data["to"]]["meter"][0]
        hold(Book(db), [row.id, data["to"]])
        less = int(data["less"]) if data.get("less") is not None else _normal_award(db, row.id)
        moved = _empty(db, row, target, person, "liability moved", less)
        _set(db, data["to"], fed=find_meter(db, data["to"]).fed + moved)
        _show_instead(db, row, data["to"])
        _set(db, row.id, status="moved", fed=0)
        return
    _refuse_shown(db, row)
    if petition.kind == "hand over":
        _empty(db, row, _licensee(db, data["licensee"]), person, "liability handed over")
        _set(db, row.id, status="handed over", fed=0)
    else:
        _pay_people(db, [found for found, _ in meter_accounts(db, [row.id])[row.id].values()], data["payments"], person)
        _set(db, row.id, status="ended", fed=0)


def _combine(db: Connection, meter: int, person: Person) -> None:
    """What waits for the next start is shown at once: an eased award is of the whole fund."""
    book = Book(db)
    own = hold(book, [meter]).accounts[meter]
    waiting = [Move(own[kind], own["meter"], book.balance(own[kind]), kind) for kind in ("reserve", "hidden")]
    book.post(Cause("pools combined", user=person.id), waiting)
    book.write()


def _licensee(db: Connection, name: str) -> int:
    return account(db, "licensee", name.strip()[:100])


def _show_instead(db: Connection, old: Row[Any], new: int) -> None:
    """The tables that showed a meter show the one that its award was moved to, where that is one of their own game.

    Another game's award is won by other hands: at such a table a new meter begins at its start.
    """
    games, fresh = {row.game for row in shown_at(db, new)}, 0
    for row in shown_at(db, old.id):
        tables.between_rounds(db, tables.find(db, row.id, lock=True))
        if other := bool(games) and row.game not in games:
            terms = (old.seed, old.increment, old.reserve, old.hidden)
            fresh = fresh or open_meter(db, f"{old.name} anew", *terms, at_once=old.at_once)
        meter = fresh if other else new
        levels = {level: meter if shown == old.id else shown for level, shown in row.levels.items()}
        tables.touch(db, row.id, levels=levels)


def _pay_people(db: Connection, sources: list[int], payments: list[dict[str, int]], person: Person) -> None:
    """Everything in the accounts to people, in the order named."""
    book, moves = Book(db), []
    left = [[source, book.balance(source)] for source in sources]
    for part in payments:
        due = part["amount"]
        for place in left:
            cents = min(due, place[1])
            moves.append(Move(place[0], wallet(db, part["person"]), cents, "paid out with leave"))
            place[1] -= cents
            due -= cents
    book.post(Cause("award disbursed", user=person.id), moves)
    book.write()


def _jackpot_ended(db: Connection, petition: Row[Any], person: Person) -> None:
    row, data = jackpots.find_jackpot(db, petition.jackpot_id, lock=True), _asks(petition)
    if petition.kind == "change":
        jackpots.change(db, row.id, terms={**row.terms, **data})
        return
    if found := db.execute(select(table_rows.c.name).where(table_rows.c.jackpot_id == row.id)).scalars().first():
        raise RuleError(f"{found} still rakes for it: end that first", "jackpot")
    due = select(awards.c.cents).where(awards.c.jackpot_id == row.id, awards.c.status == "due")
    if waits := db.execute(due).scalars().all():
        raise RuleError(
            f"{in_dollars(sum(waits))} of its awards wait to be claimed: they are paid or lapse first", "jackpot"
        )
    fund, seeding = jackpots.pools(db, row.id)
    if petition.kind == "hand over":
        target, book = _licensee(db, data["licensee"]), Book(db)
        book.post(
            Cause("liability handed over", user=person.id),
            [Move(one, target, book.balance(one), "jackpot") for one in (fund, seeding)],
        )
        book.write()
    else:
        _pay_people(db, [fund, seeding], data["payments"], person)
    jackpots.change(
        db, row.id, status="handed over" if petition.kind == "hand over" else "ended", posted=0, stopped=None
    )


def listing(db: Connection) -> list[dict[str, Any]]:
    """All petitions, the latest first."""
    return [
        {
            "id": row.id,
            "at": row.at,
            "kind": row.kind,
            "meter": row.meter_id,
            "jackpot": row.jackpot_id,
            "of": _subject(db, row),
            "asks": listed([_asked(db, name, value) for name, value in _asks(row).items()]),
            "status": row.status + " when its tables are closed" * bool(row.data.get(_WAITS)),
            "leave": row.leave,
            "rule": cited(row.data.get(_RULE) or _paragraph(db, row.kind, row.meter_id)),
        }
        for row in db.execute(select(petitions).order_by(petitions.c.id.desc()))
    ]


def _subject(db: Connection, petition: Row[Any]) -> str:
    """The name of the meter or jackpot that a petition is about."""
    if petition.meter_id is not None:
        return str(find_meter(db, petition.meter_id).name)
    return str(jackpots.find_jackpot(db, petition.jackpot_id).name)


def _asked(db: Connection, name: str, value: Any) -> str:
    """One thing that a petition asks for, with names and dollars: `less $500`, `ann $12.50 and bea $3`."""
    if name == "payments":
        return listed([f"{find_person(db, one['person']).name} {in_dollars(one['amount'])}" for one in value])
    if name == "to":
        return f"to {find_meter(db, value).name}"
    if name == "less":
        return f"less {in_dollars(value)}"
    if isinstance(value, dict):
        return listed([_asked(db, *one) for one in value.items()])
    if isinstance(value, bool):
        return f"{humanize(name)}: {'yes' if value else 'no'}"
    return f"{humanize(name)} {value}"


def _paragraph(db: Connection, kind: str, meter: int | None) -> str:
    """What a petition rests on, by whether it is about a jackpot, a meter or a meter of tickets."""
    known = JACKPOTS.petitions[kind]
    if meter is None:
        return known.rule
    of_tickets = known.tickets_rule if _of_tickets(db, meter) else ""
    return of_tickets or known.meter_rule or known.rule


def _award_rule(db: Connection, meter: int) -> str:
    """The paragraph of the wager that wins a meter, of the first game that shows it."""
    for row in shown_at(db, meter):
        game = load_game(row.game, row.house)
        level = next(name for name, shown in row.levels.items() if shown == meter)
        wagers = getattr(game.spec, "wagers", {}).values()
        if rule := next((one.rule for one in wagers if getattr(one, "meter", "") == level and one.rule), ""):
            return game.cite(rule)
    return cited(JACKPOTS.notice["meter_awards"])


def meter_notice(db: Connection, meter: int) -> dict[str, Any]:
    """What is posted of a meter."""
    row, say = find_meter(db, meter), JACKPOTS.notice
    shown = _holds(db, meter)["meter"]
    limit = "There is no limit." if row.most is None else f"It grows to ${row.most / 100:,.2f} at most."
    rests = f", {row.reserve / 100:g} percent are kept for the next start" if row.reserve else ""
    verified = f"An award of more than ${row.at_once / 100:,.2f} is paid once a supervisor has verified it."
    rules = dict.fromkeys(("amount", "growth", "limit", "payment"), _award_rule(db, meter))
    if _of_tickets(db, meter):
        first, second = printed("supervisor"), printed("key_employee")
        verified = (
            f"An award of ${first.value:,} or more is paid with a supervisor's approval, of ${second.value:,} or more "
            "with that of somebody to whom the supervisor reports."
        )
        rules = {name: cited(say[f"tickets_{name}"]) for name in rules}
    statements = [
        ("Amount", f"${shown / 100:,.2f}", rules["amount"]),
        (
            "Growth",
            f"It starts at ${row.seed / 100:,.2f} and grows by {row.increment / 100:g} percent of the stakes{rests}.",
            rules["growth"],
        ),
        ("Limit", limit, rules["limit"]),
        (
            "Awards",
            "Any award of it now wins it whole. " if row.eased else "",
            cited(JACKPOTS.petitions["ease"].rule),
        ),
        ("Payment", verified, rules["payment"]),
        ("End", "It is offered until it is won, or moved or ended with leave.", running_rule(db, meter)),
    ]
    return {
        "title": row.name,
        "status": row.status,
        "statements": [{"head": head, "text": text.strip(), "rule": rule} for head, text, rule in statements if text],
    }
