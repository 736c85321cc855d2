"""A tournament under way: seats drawn, hands dealt by the clock, levels, tables combined, prizes paid.

30-1045.01: chips are points in accounts that no line of the ledger joins to money. 30-1045.08(2): seats are drawn from
a shuffle whose hash was published when the tournament was announced, and again as tables are combined. Every step is
one transaction, so that a server that is killed goes on from the last one.
"""

from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from houseway.floor import tables as place
from houseway.floor.interventions import void
from houseway.floor.ledger import Cause, Move, account, balance, post
from houseway.floor.moments import now, today
from houseway.floor.ready import Ready
from houseway.floor.roles import DeniedError, Person, wallet
from houseway.floor.rounds import bots_of, deal_round, put_down
from houseway.floor.schema import rounds, seats, tables, tournament_vouchers, tournaments, users
from houseway.floor.shoes import secret_of
from houseway.floor.tournaments.entries import rebuy_entry, refuse_unapproved
from houseway.floor.tournaments.seating import betting_of, has_tickets, minutes_of, seat_entries
from houseway.floor.tournaments.state import TournamentTransaction, by_name, feeding, lock, printed
from houseway.floor.transaction import OPEN, lock_table
from houseway.play.tournaments import event as play
from houseway.rules.errors import RuleError

GAP = 3000  # milliseconds between two hands of a table, in which players see how the last one ended
_REBUY = 60_000  # milliseconds in which the last player out may still buy again
_NO_BET: dict[str, Any] = {"wagers": {}, "ticket": {}, "select": []}


def begin(db: Connection, person: Person, tournament: int) -> None:
    """Seats are drawn, chips are given out, the clock of the first level starts."""
    tx = lock(db, tournament)
    if tx.status != "announced":
        raise RuleError(f"the tournament is {tx.status}", "tournament")
    refuse_unapproved(tx)
    rules = tx.rules
    if not rules.first_day <= today() <= rules.last_day:
        raise RuleError(f"it is held from {rules.first_day} to {rules.last_day}", "tournament")
    if before := feeding(db, rules.name):
        rule = printed("voucher").cite
        raise RuleError(
            f"{before[0]} still adds vouchers or prizes to it: that event ends first ({rule})", "tournament"
        )
    _take_unused_vouchers(tx)
    tx.seeded()
    tx.event = replace(tx.event, pool=tx.pool)
    tx.event = play.begin(tx.event)
    first = rules.level(0)
    tx.changes |= {"status": "running", "begun": now(), "level_ends": now() + minutes_of(first)}
    tx.log(person, "begun", entries=len(tx.event.entries), pool=tx.pool)
    seat_entries(tx)
    tx.save()


def _take_unused_vouchers(tx: TournamentTransaction) -> None:
    """Vouchers that nobody used were bought with buy-ins: they go to the prizes of the event they were for."""
    held = tournament_vouchers
    rows = tx.db.execute(select(held).where(held.c.event == tx.rules.name, held.c.used.is_(None))).all()
    for row in rows:
        source = account(tx.db, "vouchers", f"tournament/{row.tournament_id}")
        post(tx.db, Cause("tournament carry"), [Move(source, tx.fund("prizes"), row.cents, "unused voucher")])
        tx.db.execute(update(held).where(held.c.id == row.id).values(used=now()))
        more: dict[str, Any] = {"user_id": row.user_id, "cents": row.cents, "medium": "voucher", "note": "not used"}
        tx.receipt("received", signed_by=None, **more)


def pause(db: Connection, person: Person, tournament: int) -> None:
    """A break: the clock stands, hands at hand are played out, none is dealt."""
    tx = lock(db, tournament)
    if tx.status != "running":
        raise RuleError(f"the tournament is {tx.status}", "tournament")
    tx.changes |= {"status": "paused", "time_left": max(0, (tx.row.level_ends or 0) - now())}
    tx.log(person, "paused")
    tx.save()


def resume(db: Connection, person: Person, tournament: int) -> None:
    """The clock goes on where it stood; a division that was proposed is none any more."""
    tx = lock(db, tournament)
    if tx.status != "paused":
        raise RuleError(f"the tournament is {tx.status}", "tournament")
    tx.changes |= {"status": "running", "level_ends": now() + int(tx.row.time_left or 0), "time_left": None}
    tx.saved.shares, tx.saved.agreed = {}, ()
    tx.log(person, "resumed")
    tx.save()


_RUNNING = Ready(select(tournaments.c.id).where(tournaments.c.status == "running"))


def running(db: Connection) -> list[int]:
    """The tournaments that the clock carries on."""
    return [int(row.id) for row in _RUNNING.rows(db, {})]


def advance(db: Connection, tournament: int, gap: int = GAP) -> list[int]:
    """One step of the clock: what hands yielded, levels, seats, the next hands, the end. The tables that changed."""
    tx = lock(db, tournament)
    if tx.status != "running":
        return []
    if has_tickets(tx):
        return _advance_tickets(tx)
    changed = _count_hands(tx)
    _levels(tx)
    if len(tx.event.left) == 1 and not _may_still_rebuy(tx):
        finish(tx, None)
        return [*changed, *tx.tables.values()]
    balanced = _balance(tx)
    changed += [*tx.tables.values()] if balanced else []
    if balanced is not None:
        for index, table in list(tx.tables.items()):
            if _deal(tx, index, table, gap):
                changed.append(table)
    tx.save()
    return changed


def _round_of(db: Connection, table: int) -> tuple[Row[Any], Row[Any] | None]:
    row = place.find(db, table, lock=True)
    if row.round_id is None:
        return row, None
    return row, db.execute(select(rounds).where(rounds.c.id == row.round_id)).one()


def _count_hands(tx: TournamentTransaction) -> list[int]:
    """Chips after every hand that ended; who has none is out, and automatic players may buy again."""
    changed = []
    for index, table in tx.tables.items():
        row, last = _round_of(tx.db, table)
        if last is None or last.status in OPEN or row.rounds <= tx.played[index]:
            continue
        tx.played[index] = row.rounds
        before = set(tx.event.left)
        tx.event = play.play_hand(tx.event, index, _chips(tx, index))
        gone = sorted(before - set(tx.event.left), key=lambda number: -tx.event.entries[number].finished)
        for number in gone:
            _out(tx, table, number)
        changed.append(table)
    return changed


def _chips(tx: TournamentTransaction, index: int) -> dict[int, int]:
    """The chips of the entries of a table, by the ledger."""
    held = {
        int(row.user_id): balance(tx.db, row.account_id) // 100
        for row in tx.db.execute(select(seats).where(seats.c.table_id == tx.tables[index]))
    }
    return {number: held[int(tx.event.entries[number].person)] for number in tx.event.tables.get(index, [])}


def _out(tx: TournamentTransaction, table: int, number: int) -> None:
    """A player without chips leaves the seat; an automatic one may buy again at once."""
    entry = tx.event.entries[number]
    user = int(entry.person)
    tx.db.execute(delete(seats).where(seats.c.table_id == table, seats.c.user_id == user))
    tx.saved.out[number] = now()
    tx.log(None, "out", player=user, place=entry.finished, level=tx.event.level + 1)
    role = tx.db.execute(select(users.c.role).where(users.c.id == user)).scalar_one()
    if role == "bot" and play.may_rebuy(tx.event, number):
        tx.seeded()
        tx.event, order = play.drawn(tx.event, 2)
        cost = round(tx.rules.rebuys.cost * 100) if tx.rules.rebuys else 0
        if order[0] and balance(tx.db, wallet(tx.db, user)) >= cost:
            rebuy_entry(tx, Person(user, "", "bot"), number)


def _may_still_rebuy(tx: TournamentTransaction) -> bool:
    """Whether somebody who went out a moment ago may still buy again."""
    recent = [number for number, at in tx.saved.out.items() if at + _REBUY > now()]
    people = {row.id: row.role for row in tx.db.execute(select(users.c.id, users.c.role).where(users.c.role != "bot"))}
    return any(play.may_rebuy(tx.event, number) and int(tx.event.entries[number].person) in people for number in recent)


def _levels(tx: TournamentTransaction) -> None:
    """The level by the clock; a longer stop of the server counts as the levels that it lasted."""
    last, ends = len(tx.rules.levels) - 1, tx.changes.get("level_ends", tx.row.level_ends)
    while tx.event.level < last and ends is not None and ends <= now():
        tx.event = play.next_level(tx.event)
        ends += minutes_of(tx.rules.level(tx.event.level))
        tx.log(None, "level", level=tx.event.level + 1)
        tx.changes["level_ends"] = ends
    if tx.event.level >= last and ends is not None:
        tx.changes["level_ends"] = None  # the last level goes on


def _balance(tx: TournamentTransaction) -> bool | None:
    """Combine and even out tables: whether anybody moved; None while a hand must end first."""
    tx.seeded()
    wanted = play.balanced(tx.event)
    moves = [number for number in wanted.left if wanted.entries[number].place != tx.event.entries[number].place]
    if not moves:
        return False
    for index in {tx.event.entries[number].place[0] for number in moves}:
        _, last = _round_of(tx.db, tx.tables[index])
        if last is not None and last.status in OPEN:
            return None
    tx.event = wanted
    seat_entries(tx)
    return True


def _deal(tx: TournamentTransaction, index: int, table: int, gap: int) -> bool:
    """The next hand of a table, at the stakes of the level; every seat is dealt in."""
    row, last = _round_of(tx.db, table)
    if len(tx.event.tables.get(index, [])) < 2:
        return False
    if last is not None and (last.status in OPEN or (last.ended or 0) + gap > now()):
        return False
    betting = betting_of(tx.rules.level(tx.event.level))
    if row.betting != betting:
        tx.db.execute(update(tables).where(tables.c.id == table).values(betting=betting))
    hand = lock_table(tx.db, table)
    hand.begin()
    for seat, one in hand.seats.items():
        put_down(hand, seat, one.user_id, one.account_id, dict(_NO_BET))
    deal_round(hand, None)
    return True


def _advance_tickets(tx: TournamentTransaction) -> list[int]:
    """A tournament of tickets: the game at hand is drawn when its time is up, and the next one opens."""
    ((index, table),) = tx.tables.items()
    _, last = _round_of(tx.db, table)
    ends = int(tx.row.level_ends or 0)
    if ends > now():
        if last is None or last.status not in OPEN:
            game = lock_table(tx.db, table)
            game.begin()
            game.save()
            return [table]
        return []
    game = lock_table(tx.db, table)
    if game.status not in OPEN:
        game.begin()
        game.save()
    if game.values["bets"] or bots_of(game.seats):
        deal_round(game, None)
    if lock_table(tx.db, table).status in OPEN:
        director = tx.db.execute(select(users).where(users.c.id == tx.row.user_id)).one()
        void(tx.db, table, Person(director.id, director.name, director.role), "no ticket was written")
    tx.played[index] += 1
    tx.event = play.play_game(tx.event, _chips(tx, index))
    tx.changes["level_ends"] = now() + minutes_of(tx.rules.level(tx.played[index]))
    if tx.played[index] >= tx.rules.games:
        finish(tx, None)
        return [table]
    tx.save()
    return [table]


def vouchers(tx: TournamentTransaction, pool: int) -> tuple[int, int]:
    """How many vouchers a pool of so many cents covers, and the cents of each."""
    won = tx.rules.voucher
    if won is None:
        return 0, 0
    cents = round(won.value * 100)
    winners = sum(not entry.barred for entry in tx.event.entries)
    return min(won.places, winners, pool // cents), cents


def finish(tx: TournamentTransaction, person: Person | None, agreed: dict[str, int] | None = None) -> None:
    """Every cent of the pool is paid out, the chips go back, the tables close, the secret of the seats is shown."""
    tx.event = replace(tx.event, pool=tx.pool)
    count, each = vouchers(tx, tx.pool)
    if agreed is not None:
        tx.event = play.split(tx.event, agreed, count * each)
    elif has_tickets(tx):
        tx.event = play.finish_by_chips(tx.event, count * each)
    else:
        tx.event = play.finish(tx.event, count * each)
    signed_by = person.id if person is not None else tx.row.user_id
    by_place = {entry.finished: int(entry.person) for entry in tx.event.entries if not entry.barred}
    for number in range(1, count + 1):
        _give_voucher(tx, by_place[number], number, each, signed_by)
    prizes = tx.fund("prizes")
    for number, who, cents in play.payouts(tx.event):
        move = Move(prizes, wallet(tx.db, int(who)), cents, f"place {number}: {tx.rules.name}"[:128])
        post(tx.db, Cause("tournament prize", user=int(who)), [move])
        tx.receipt("prize", signed_by=signed_by, user_id=int(who), place=number, cents=cents, medium="account")
    for text, thing in tx.rules.merchandise.items():
        if (winner := by_place.get(int(text))) is not None:
            more: dict[str, Any] = {"user_id": winner, "place": int(text), "medium": "merchandise", "note": thing[:200]}
            tx.receipt("merchandise", signed_by=signed_by, **more)
    _carry(tx, signed_by)
    if tx.pool:
        raise AssertionError("a cent of the pool is left")
    _clear_tables(tx)
    secret = secret_of(tx.db, tx.row.shuffle)
    tx.changes |= {"status": "over", "ended": now(), "level_ends": None, "secret": secret}
    tx.log(person, "over", prizes=list(tx.event.prizes), agreed=agreed is not None)
    tx.save()


def _give_voucher(tx: TournamentTransaction, user: int, number: int, cents: int, signed_by: int) -> None:
    """A voucher is a prize; into an event without fee and buy-in its value goes as a buy-in instead."""
    won = tx.rules.voucher
    assert won is not None
    target = by_name(tx.db, won.event)
    free = target is not None and not target.rules["buy_in"] and not target.rules.get("entry_fee")
    if free:
        assert target is not None
        goes, kind = account(tx.db, "prizes", f"tournament/{target.id}"), "carried"
    else:
        goes, kind = tx.fund("vouchers"), "voucher"
        voucher = {"tournament_id": tx.id, "user_id": user, "event": won.event, "cents": cents}
        tx.db.execute(insert(tournament_vouchers).values(**voucher))
    post(tx.db, Cause("tournament voucher", user=user), [Move(tx.fund("prizes"), goes, cents, won.event[:128])])
    more: dict[str, Any] = {
        "user_id": user,
        "place": number,
        "cents": cents,
        "medium": "voucher",
        "note": won.event[:200],
    }
    tx.receipt(kind, signed_by=signed_by, **more)
    if free:
        assert target is not None
        tx.receipt(
            "received", signed_by=signed_by, **{**more, "place": None, "note": tx.rules.name[:200]}, of=target.id
        )


def _carry(tx: TournamentTransaction, signed_by: int) -> None:
    """What is not awarded goes to the later event that the rules name."""
    left = tx.pool
    if not left or not tx.rules.carry_to:
        return
    target = by_name(tx.db, tx.rules.carry_to)
    assert target is not None
    goes = account(tx.db, "prizes", f"tournament/{target.id}")
    post(tx.db, Cause("tournament carry"), [Move(tx.fund("prizes"), goes, left, tx.rules.carry_to[:128])])
    tx.receipt("carried", signed_by=signed_by, cents=left, medium="carried", note=tx.rules.carry_to[:200])
    tx.receipt("received", signed_by=signed_by, cents=left, medium="carried", note=tx.rules.name[:200], of=target.id)


def _clear_tables(tx: TournamentTransaction) -> None:
    """Chips go back to where they came from; they are worth nothing."""
    for table in tx.tables.values():
        house = place.till(tx.db, table)["house"]
        for row in tx.db.execute(select(seats).where(seats.c.table_id == table)).all():
            chips = balance(tx.db, row.account_id)
            if chips:
                post(tx.db, Cause("tournament chips", table), [Move(row.account_id, house, chips, "given back")])
        tx.db.execute(delete(seats).where(seats.c.table_id == table))
        place.close(tx.db, table)


def disqualify(db: Connection, person: Person, tournament: int, who: str, reason: str) -> None:
    """A player is put out without a prize, between two hands."""
    tx = lock(db, tournament)
    found = db.execute(select(users.c.id).where(users.c.name == who)).scalar()
    if found is None or tx.status not in ("running", "paused"):
        raise RuleError(f"{who} does not play in a tournament under way", "person")
    if found == person.id:
        raise DeniedError("nobody may rule on his own case", "person")
    if not has_tickets(tx):
        _count_hands(tx)  # the last one may have ended a moment ago
    for table in tx.tables.values():
        row = db.execute(select(seats).where(seats.c.table_id == table, seats.c.user_id == found)).first()
        if row is None:
            continue
        _, last = _round_of(db, table)
        if last is not None and last.status in OPEN and not has_tickets(tx):
            raise RuleError("after the hand that is being played", "tournament")
        chips = balance(db, row.account_id)
        house = place.till(db, table)["house"]
        post(db, Cause("tournament chips", table, user=person.id), [Move(row.account_id, house, chips, "disqualified")])
        db.execute(delete(seats).where(seats.c.table_id == table, seats.c.seat == row.seat))
        place.touch(db, table)
    tx.event = play.disqualify(tx.event, str(found))
    tx.log(person, "disqualified", player=int(found), reason=reason, rule=printed("one_entry").cite)
    tx.save()


def propose(db: Connection, person: Person, tournament: int, shares: dict[str, int]) -> None:
    """The players left are asked whether they divide the cash prizes like this, by name and cents."""
    tx = lock(db, tournament)
    if tx.status != "paused":
        raise RuleError("stop the clock first", "tournament")
    named = {row.name: str(row.id) for row in db.execute(select(users.c.id, users.c.name))}
    if unknown := [name for name in shares if name not in named]:
        raise RuleError(f"there is nobody called {unknown[0]!r}", "shares")
    by_id = {named[name]: cents for name, cents in shares.items()}
    count, each = vouchers(tx, tx.pool)
    play.split(replace(tx.event, pool=tx.pool), by_id, count * each)
    bots = set(db.execute(select(users.c.id).where(users.c.role == "bot")).scalars())
    tx.saved.shares = by_id
    tx.saved.agreed = tuple(who for who in by_id if int(who) in bots)
    tx.log(person, "division proposed", shares=by_id)
    tx.save()


def agree(db: Connection, person: Person, tournament: int) -> None:
    """A player's own word that he takes the division that is proposed."""
    tx = lock(db, tournament)
    if str(person.id) not in tx.saved.shares:
        raise RuleError("no division is proposed to you", "tournament")
    tx.saved.agreed = tuple(dict.fromkeys([*tx.saved.agreed, str(person.id)]))
    tx.log(person, "division agreed", amount=tx.saved.shares[str(person.id)])
    tx.save()


def conclude(db: Connection, person: Person, tournament: int) -> None:
    """The director is satisfied that the division is voluntary and unanimous: the prizes are awarded as agreed."""
    tx = lock(db, tournament)
    rule = printed("agreement").cite
    if not tx.saved.shares or set(tx.saved.agreed) != set(tx.saved.shares):
        raise RuleError(f"all players who are left agree first ({rule})", "tournament")
    if str(person.id) in tx.saved.shares and not person.alone:
        raise DeniedError("a player does not conclude it", "tournament")
    for table in tx.tables.values():
        _, last = _round_of(db, table)
        if last is not None and last.status in OPEN:
            raise RuleError("after the hand that is being played", "tournament")
    _count_hands(tx)
    finish(tx, person, dict(tx.saved.shares))


def show_names(db: Connection, person: Person, tournament: int) -> None:
    """Management lets participants see the names of the winners."""
    tx = lock(db, tournament)
    tx.changes["names_shown"] = True
    tx.log(person, "names shown")
    tx.save()
