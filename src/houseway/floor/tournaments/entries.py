"""Announcing a tournament, and its entries: fees apart, buy-ins wholly to the prizes, vouchers, who may enter.

30-1045.02: every entrant has a fee on the form, however it was paid; complimentary fees count as proceeds too.
30-1045.06: all buy-ins make the pool. 30-1045.07: the rules are handed in before the first day and shown to everybody.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection, func, insert, select, update

from houseway.floor.ledger import Cause, Move, account, balance, post
from houseway.floor.moments import now, today
from houseway.floor.roles import DeniedError, Person, add_guest, wallet
from houseway.floor.schema import events, tournament_vouchers, tournaments, users
from houseway.floor.schema import tournament_receipts as receipts
from houseway.floor.shoes import publish
from houseway.floor.tables import MissingError
from houseway.floor.tournaments.seating import seat_entries
from houseway.floor.tournaments.state import Saved, TournamentTransaction, by_name, feeding, lock, printed
from houseway.play.core.money import in_dollars
from houseway.play.tournaments import event as play
from houseway.play.tournaments.printed import Tournament, check
from houseway.rules.errors import RuleError
from houseway.rules.wording import counted

MEDIA = ("account", "cash", "complimentary", "item", "voucher")
GIVEN = ("complimentary", "item")  # no money comes in for these: the house pays, within the limits of `control`
_MOST_TICKETS = 200  # entries of a tournament of tickets, who all sit at one table
_MOST_BOTS = 500


def announce(db: Connection, person: Person, rules: Tournament) -> int:
    """A tournament whose printed rules are in order: everybody can read them and enter."""
    check(rules)
    if rules.submitted > today():
        raise RuleError(f"the rules are handed in first ({printed('rules').cite})", "submitted")
    if rules.last_day < today():
        raise RuleError("the last day is over", "last_day")
    if by_name(db, rules.name) is not None:
        raise RuleError(f"there is a tournament {rules.name!r} already", "name")
    if rules.games and rules.entries > _MOST_TICKETS:
        rules = msgspec.structs.replace(rules, entries=_MOST_TICKETS)
    if rules.games:
        rules = msgspec.structs.replace(rules, seats=_MOST_TICKETS)
    for later in filter(None, (rules.carry_to, rules.voucher.event if rules.voucher else "")):
        _later_event(db, rules, later)
    made = db.execute(
        insert(tournaments)
        .values(
            name=rules.name,
            series=rules.series,
            rules=msgspec.to_builtins(rules),
            status="announced",
            announced=now(),
            user_id=person.id,
            shuffle=publish(db),
            event=msgspec.to_builtins(Saved()),
            tables={},
            played={},
        )
        .returning(tournaments.c.id)
    )
    tournament = int(made.scalar_one())
    lock(db, tournament).log(person, "announced", name=rules.name)
    return tournament


def approve(db: Connection, person: Person, tournament: int, leave: str) -> None:
    """The regulator has approved the tournament; what the answer is known by is written down."""
    tx = lock(db, tournament)
    if tx.status != "announced":
        raise RuleError(f"the tournament is {tx.status}", "tournament")
    if tx.row.leave is not None:
        raise RuleError(f"it was approved already: {tx.row.leave}", "tournament")
    tx.changes["leave"] = leave
    tx.log(person, "approved", leave=leave)
    tx.save()


def refuse_unapproved(tx: TournamentTransaction) -> None:
    """A tournament of tickets takes no entry and does not begin before the regulator has approved it."""
    if tx.rules.games and tx.row.leave is None:
        raise RuleError(f"the tournament is not approved yet ({printed('approval').cite})", "tournament")


def _later_event(db: Connection, rules: Tournament, name: str) -> None:
    """What is won or carried forward is for an event of the same series that is announced and has not begun."""
    found = by_name(db, name)
    if found is None or found.status != "announced" or found.series != rules.series:
        raise RuleError(f"{name!r} is not an event of {rules.series!r} still to come", "series")
    target = msgspec.convert(found.rules, Tournament)
    cost = target.entry_fee + target.buy_in
    if rules.voucher and rules.voucher.event == name and cost and abs(rules.voucher.value - cost) > 1e-9:
        raise RuleError(f"entry fee and buy-in of {name} are ${cost:,.2f}", "voucher.value")


def _cents(dollars: float) -> int:
    return round(dollars * 100)


def _named(db: Connection, name: str) -> Any:
    row = db.execute(select(users).where(users.c.name == name, users.c.disabled.is_(False))).first()
    if row is None:
        raise MissingError(f"there is nobody called {name!r}", "person")
    return row


def _check_eligible(tx: TournamentTransaction, user: int, name: str) -> None:
    """The criteria of the printed rules; nobody plays as a proposition player."""
    rules, rule = tx.rules, printed("eligible").cite
    if tx.db.execute(select(users.c.proposition).where(users.c.id == user)).scalar_one() is not None:
        raise DeniedError(f"{name} plays for the house and not as such in a tournament ({rule})", "person")
    if rules.invited and name not in rules.invited:
        raise DeniedError(f"{name} is not among those who may enter ({rule})", "person")
    if rules.least_rounds:
        played = tx.db.execute(
            select(func.count(func.distinct(events.c.round_id))).where(events.c.user_id == user, events.c.kind == "bet")
        ).scalar_one()
        if played < rules.least_rounds:
            raise DeniedError(
                f"{name} has played {counted(played, 'round')}, not {rules.least_rounds} ({rule})", "person"
            )


def enter(
    db: Connection, person: Person, tournament: int, *, who: str = "", medium: str = "account", item: str = ""
) -> None:
    """An entry of one's own, or by an employee for somebody: fee to the house, buy-in to the prizes."""
    tx = lock(db, tournament)
    if who and who != person.name:
        person.need("deal")
        found = _named(db, who)
        user, name, role = int(found.id), str(found.name), str(found.role)
    else:
        person.need("play")
        user, name, role = person.id, person.name, person.role
    if medium not in MEDIA:
        raise RuleError(f"an entry is paid by {', '.join(MEDIA)}", "medium")
    if medium in ("cash", "complimentary", "item") and user == person.id and not person.alone:
        raise DeniedError("another person takes this for you", "medium")
    if medium == "item" and not item:
        raise RuleError("describe the item; its value is that of the entry", "item")
    if tx.status not in ("announced", "running", "paused"):
        raise RuleError(f"the tournament is {tx.status}", "tournament")
    if role in ("dealer", "supervisor") and tx.row.user_id == user:
        raise DeniedError("who holds the tournament does not play in it", "person")
    if role != "bot":
        _check_eligible(tx, user, name)
    _enter(tx, person, user, medium, item)


def given_to(db: Connection, tournament: int, who: str) -> dict[str, Any]:
    """Whom an entry that the house pays is for, and its worth in cents."""
    rules = lock(db, tournament).rules
    worth = _cents(rules.entry_fee) + _cents(rules.buy_in)
    return {"tournament": tournament, "person": int(_named(db, who).id), "amount": worth}


def give(db: Connection, person: Person, asked: Mapping[str, Any]) -> None:
    """An entry that the house pays, as `control` lets it."""
    who = db.execute(select(users.c.name).where(users.c.id == asked["person"])).scalar_one()
    enter(db, person, asked["tournament"], who=who, medium=asked["medium"], item=asked["item"])


def _enter(tx: TournamentTransaction, person: Person, user: int, medium: str, item: str = "") -> None:
    refuse_unapproved(tx)
    tx.seeded()
    before = tx.event
    tx.event = play.enter(before, str(user))
    fee, buy_in = _cents(tx.rules.entry_fee), _cents(tx.rules.buy_in)
    _pay(tx, person, user, medium, fee, buy_in, "tournament entry")
    number = len(tx.event.entries) - 1
    tx.receipt(
        "entry", signed_by=person.id, user_id=user, entry=number, fee=fee, cents=buy_in, medium=medium, note=item[:200]
    )
    tx.log(person, "entry", player=user, fee=fee, buy_in=buy_in, medium=medium)
    if tx.event.begun:
        seat_entries(tx)
    tx.save()


def _pay(tx: TournamentTransaction, person: Person, user: int, medium: str, fee: int, buy_in: int, kind: str) -> None:
    """The fee to its own account, the buy-in to the pool."""
    db = tx.db
    if medium == "voucher":
        source = _use_voucher(tx, user, fee + buy_in)
    elif medium == "account":
        source = wallet(db, user)
        held = balance(db, source)
        if held < fee + buy_in:
            raise RuleError(f"there is only {in_dollars(held)} in the wallet", "amount")
    else:
        source = account(db, "patrons" if medium == "cash" else "promotional")
    name = tx.rules.name[:100]
    moves = [
        Move(source, tx.fund("fees"), fee, f"entry fee: {name}"),
        Move(source, tx.fund("prizes"), buy_in, f"buy-in: {name}"),
    ]
    post(db, Cause(kind, user=person.id), moves)


def _use_voucher(tx: TournamentTransaction, user: int, cents: int) -> int:
    """The account behind a voucher that this person won for this event; for nobody else is it good."""
    held = tournament_vouchers
    query = select(held).where(held.c.user_id == user, held.c.event == tx.rules.name, held.c.used.is_(None))
    row = tx.db.execute(query.with_for_update()).first()
    if row is None or row.cents != cents:
        rule = printed("voucher").cite
        raise RuleError(f"there is no voucher of this person for this event ({rule})", "medium")
    tx.db.execute(update(held).where(held.c.id == row.id).values(used=now()))
    return account(tx.db, "vouchers", f"tournament/{row.tournament_id}")


def add_bots(db: Connection, person: Person, tournament: int, count: int) -> None:
    """Automatic players who enter like others."""
    tx = lock(db, tournament)
    if tx.status != "announced":
        raise RuleError(f"the tournament is {tx.status}", "tournament")
    if not 1 <= count <= _MOST_BOTS:
        raise RuleError(f"1 to {_MOST_BOTS} automatic players", "count")
    for _ in range(count):
        _enter(tx, person, add_guest(db, "bot").id, "account")


def withdraw(db: Connection, person: Person, tournament: int) -> None:
    """An entry taken back before the first hand, with all that was paid."""
    tx = lock(db, tournament)
    if tx.status != "announced":
        raise RuleError("only an entry of a tournament that has not begun is taken back", "tournament")
    tx.event = play.withdraw(tx.event, str(person.id))
    _refund(tx, person, person.id)
    tx.save()


def _voucher_back(tx: TournamentTransaction, user: int) -> int:
    """The account behind the voucher that an entry was paid with, which is good again: it is never cash."""
    held = tournament_vouchers
    query = select(held).where(held.c.user_id == user, held.c.event == tx.rules.name, held.c.used.is_not(None))
    row = tx.db.execute(query.order_by(held.c.used.desc()).limit(1)).one()
    tx.db.execute(update(held).where(held.c.id == row.id).values(used=None))
    return account(tx.db, "vouchers", f"tournament/{row.tournament_id}")


def _refund(tx: TournamentTransaction, person: Person, user: int, *, held: bool = True) -> None:
    """What an entry was paid with goes back; a voucher for an event that is not held is paid in cash."""
    paid = tx.db.execute(
        select(receipts)
        .where(receipts.c.tournament_id == tx.id, receipts.c.user_id == user, receipts.c.kind == "entry")
        .order_by(receipts.c.id.desc())
        .limit(1)
    ).one()
    if paid.medium == "voucher" and held:
        target = _voucher_back(tx, user)
    elif paid.medium in ("account", "voucher"):
        target = wallet(tx.db, user)
    else:
        target = account(tx.db, "patrons" if paid.medium == "cash" else "promotional")
    moves = [
        Move(tx.fund("fees"), target, paid.fee, "entry fee back"),
        Move(tx.fund("prizes"), target, paid.cents, "buy-in back"),
    ]
    post(tx.db, Cause("tournament withdrawal", user=person.id), moves)
    tx.receipt("withdrawal", signed_by=person.id, user_id=user, fee=-paid.fee, cents=-paid.cents, medium=paid.medium)
    tx.log(person, "withdrawal", player=user, fee=paid.fee, buy_in=paid.cents)


def _pay_unused_vouchers(tx: TournamentTransaction, person: Person) -> None:
    """Vouchers for an event that is not held are paid in cash to who won them."""
    held = tournament_vouchers
    rows = tx.db.execute(select(held).where(held.c.event == tx.rules.name, held.c.used.is_(None))).all()
    for row in rows:
        source = account(tx.db, "vouchers", f"tournament/{row.tournament_id}")
        move = Move(source, wallet(tx.db, row.user_id), row.cents, "voucher of an event that is not held")
        post(tx.db, Cause("tournament withdrawal", user=person.id), [move])
        tx.db.execute(update(held).where(held.c.id == row.id).values(used=now()))
        tx.log(person, "voucher paid", player=row.user_id, amount=row.cents)


def cancel(db: Connection, person: Person, tournament: int, reason: str) -> None:
    """A tournament that is not held: every entry goes back."""
    tx = lock(db, tournament)
    if tx.status != "announced":
        raise RuleError(f"the tournament is {tx.status}", "tournament")
    if before := feeding(db, tx.rules.name):
        raise RuleError(f"{before[0]} still adds vouchers or prizes to it: that event ends first", "tournament")
    for entry in tx.event.entries:
        _refund(tx, person, int(entry.person), held=False)
    _pay_unused_vouchers(tx, person)
    if tx.pool:
        told = f"${tx.pool / 100:,.2f} of earlier events is in its pool and is awarded in it"
        raise RuleError(f"{told} ({printed('voucher').cite})", "tournament")
    tx.event = play.Event(tx.rules, 0)
    tx.changes |= {"status": "cancelled", "ended": now()}
    tx.log(person, "cancelled", reason=reason)
    tx.save()


def rebuy(db: Connection, person: Person, tournament: int) -> None:
    """Chips bought again by a player who went out, as the printed rules allow; the whole cost goes to the prizes."""
    tx = lock(db, tournament)
    if tx.status != "running":
        raise RuleError(f"the tournament is {tx.status}", "tournament")
    mine = [number for number, entry in enumerate(tx.event.entries) if entry.person == str(person.id)]
    if not mine or not play.may_rebuy(tx.event, mine[-1]):
        raise RuleError("the printed rules allow you no re-buy now", "rebuy")
    rebuy_entry(tx, person, mine[-1])
    tx.save()


def rebuy_entry(tx: TournamentTransaction, person: Person, number: int) -> None:
    """The money, the chips and the seat of a re-buy."""
    again = tx.rules.rebuys
    assert again is not None
    user, cost = int(tx.event.entries[number].person), _cents(again.cost)
    _pay(tx, person, user, "account", 0, cost, "tournament re-buy")
    tx.seeded()
    tx.event = play.rebuy(tx.event, number)
    tx.saved.out.pop(number, None)
    tx.receipt("re-buy", signed_by=person.id, user_id=user, entry=number, cents=cost, medium="account")
    tx.log(person, "re-buy", player=user, amount=cost)
    seat_entries(tx)
