"""Keno games: the word that one closes, the lock-out, the draw, and the log of who overrode what.

30-2503(4): games are numbered in sequence. 30-2503(6): after the lock-out no ticket is written or voided for the game.
30-2503(9): numbers and game are shown. 30-2503(10): games are kept for good. 30-2510(6)(B): the numbers go straight
into the record, with the game, the time it was closed and the date.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, bindparam, or_, select, update

from houseway.cards.proof import seed_of
from houseway.families import settle
from houseway.floor import awards
from houseway.floor.digest import hashed
from houseway.floor.keno.desk import begin_game, find_desk, log, working_desk
from houseway.floor.keno.drawers import open_drawers
from houseway.floor.keno.printed import lapsed, printed
from houseway.floor.ledger import Book, Cause, Move, balance
from houseway.floor.meters import Held, hold
from houseway.floor.moments import now
from houseway.floor.pinned import pinned
from houseway.floor.ready import Ready
from houseway.floor.roles import Person
from houseway.floor.schema import keno_desks, keno_games, keno_tickets, tables
from houseway.floor.settling import award_moves, by_the_year
from houseway.floor.shoes import secret_of
from houseway.floor.tables import fill_up, till
from houseway.play.core.money import cents, dollars
from houseway.play.core.roundfile import convert_round
from houseway.play.core.settlement import Settlement
from houseway.play.draws.keno import draw as draw_numbers
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.rules.wording import counted, listed

RUNNING = ("written", "manual", "quit")


def game_at_hand(db: Connection, table: int) -> Row[Any]:
    """The game that takes tickets, or is locked before its draw."""
    query = select(keno_games).where(keno_games.c.table_id == table, keno_games.c.status.in_(("open", "locked")))
    return db.execute(query).one()


def _change(db: Connection, game: Row[Any], **values: Any) -> None:
    db.execute(update(keno_games).where(keno_games.c.id == game.id).values(**values))


def open_game(db: Connection, table: int) -> Row[Any]:
    """The game at hand, if tickets may still be written and voided for it."""
    game = game_at_hand(db, table)
    if game.status != "open" or (game.closes is not None and game.closes <= now()):
        raise RuleError(f"game {game.number} is closed: no ticket is written or voided for it", "game")
    return game


def give_notice(db: Connection, person: Person, table: int, seconds: int) -> None:
    """The word that the game will close, at least a minute before it does; every page counts the time down."""
    working_desk(db, table)
    game, least = open_game(db, table), printed("notice")
    if seconds < least.value:
        raise RuleError(f"notice is given at least {least.value} seconds before ({least.cite})", "seconds")
    _change(db, game, noticed=now(), closes=now() + 1000 * seconds)
    log(db, person, "notice", table, game=game.number, seconds=seconds)


def sign_in(db: Connection, person: Person, table: int) -> None:
    """A runner has recorded every wager accepted for the game at hand, until it is locked."""
    working_desk(db, table)
    game = game_at_hand(db, table)
    if game.status != "open":
        raise RuleError(f"game {game.number} is locked", "game")
    mine = [row.id for row in open_drawers(db, table) if row.kind == "runner" and row.user_id == person.id]
    if not mine:
        raise RuleError("you hold no runner's drawer", "drawer")
    _change(db, game, signed_in=sorted({*game.signed_in, *mine}))
    log(db, person, "signed in", table, game=game.number)


def sign_out(db: Connection, game: Row[Any], drawer: int) -> None:
    """A runner who writes another ticket has something to record again."""
    if drawer in game.signed_in:
        _change(db, game, signed_in=[one for one in game.signed_in if one != drawer])


def tickets_of(db: Connection, table: int, number: int) -> list[Row[Any]]:
    """The tickets that play in a game, in the order they were written."""
    query = (
        select(keno_tickets)
        .where(keno_tickets.c.table_id == table, keno_tickets.c.first <= number, keno_tickets.c.last >= number)
        .where(keno_tickets.c.status.in_(RUNNING))
        .order_by(keno_tickets.c.number)
    )
    return list(db.execute(query))


def _may_close(db: Connection, person: Person | None, game: Row[Any]) -> None:
    """Refuse to close a game before its notice has run, or before every runner has signed in."""
    least, table = printed("notice"), game.table_id
    wait = None if game.noticed is None or game.closes is None else game.closes - now()
    alone = (
        person is not None
        and person.alone
        and all(ticket.patron_id == person.id for ticket in tickets_of(db, table, game.number))
    )
    if wait is None and not alone:
        raise RuleError(
            f"give notice first: a game closes {least.value} seconds after the word that it will ({least.cite})", "game"
        )
    if wait is not None and wait > 0 and not alone:
        raise RuleError(
            f"notice is given: the game closes in {counted(-(-wait // 1000), 'second')} ({least.cite})", "game"
        )
    out = [str(row.station) for row in open_drawers(db, table) if row.kind == "runner" and row.id not in game.signed_in]
    if out:
        rule = printed("runners_signed_in").cite
        raise RuleError(
            f"the runner{'s' * (len(out) > 1)} of station {listed(out)} must sign in first ({rule})", "game"
        )


def lock(db: Connection, person: Person | None, table: int) -> None:
    """The lock-out: all stations stop writing and voiding for the game."""
    working_desk(db, table)
    game = game_at_hand(db, table)
    if game.status != "open":
        raise RuleError(f"game {game.number} is locked already", "game")
    _may_close(db, person, game)
    _change(db, game, status="locked", closed=now())
    log(db, person, "locked", table, game=game.number)


def override(db: Connection, person: Person, table: int, reason: str) -> None:
    """A supervisor opens a game again that is locked and not drawn; the log says who and why."""
    working_desk(db, table)
    game = game_at_hand(db, table)
    if game.status != "locked":
        raise RuleError("no game is locked", "game")
    _change(db, game, status="open", closed=None, noticed=None, closes=None, signed_in=[])
    log(db, person, "override", table, game=game.number, reason=reason, rule=printed("override").cite)


def settled_file(desk: Row[Any], game: Row[Any], tickets: list[Row[Any]], numbers: list[int]) -> dict[str, Any]:
    """The game as a round file: every ticket with its stake in this one game."""
    seats = [
        {
            "wagers": {name: dollars(cents(amount, name) // ticket.games) for name, amount in ticket.wagers.items()},
            "ticket": {name: value for name, value in ticket.ticket.items() if name != "games"},
        }
        for ticket in tickets
    ]
    return {"game": desk.game, "house": game.house, "seats": seats, "outcome": {"drawn": numbers}}


class _Judged(NamedTuple):
    """What a game yields: the cents of each ticket by its number, and those that came from meters at once."""

    paid: dict[str, int]
    awards: list[dict[str, int]]  # ticket, meter and cents, for the log


def _judge(db: Connection, desk: Row[Any], game: Row[Any], numbers: list[int], happened: str = "") -> _Judged:
    """The tickets of a game judged; the desk's meters are fed and pay at the draw."""
    tickets = tickets_of(db, desk.table_id, game.number)
    at_once: list[dict[str, int]] = []
    if not tickets:
        return _Judged({}, at_once)
    rules = pinned(db, game.rules, desk.game, game.house)
    file = {**settled_file(desk, game, tickets, numbers), "game": rules.game}
    book = Book(db)
    held = hold(book, desk.levels.values()) if desk.levels else None
    if held is not None:
        file["meters"] = _shown(book, held, desk)
    if happened:
        file["irregularity"] = {"kind": happened}
    settlement = settle(convert_round(file))
    if held is not None and not happened:
        own = till(db, desk.table_id)
        _feed_meters(book, held, desk, own, settlement)
        if settlement.awards:
            settlement = settle(convert_round({**file, "meters": _shown(book, held, desk)}))
            yearly = by_the_year(held, desk.levels, settlement)
            _pay_awards(book, held, desk, own, settlement, yearly)
            for (seat, number), meter in yearly.items():
                cents_won = _share(settlement, seat, number)
                awards.write_ticket_award(db, tickets[seat], meter, cents_won, held.years(meter), game.number)
            at_once = [
                {"ticket": int(tickets[seat].number), "meter": desk.levels[level], "amount": cents_won}
                for level, award in settlement.awards.items()
                for (seat, number), cents_won in sorted(award.shares.items())
                if (seat, number) not in yearly
            ]
        book.write()
        held.save()
    paid = {}
    for ticket, lines in zip(tickets, settlement.seats, strict=True):
        total = sum(line.stake + line.net for line in lines)
        if total:
            paid[str(ticket.number)] = total
    return _Judged(paid, at_once)


def _shown(book: Book, held: Held, desk: Row[Any]) -> dict[str, int | float]:
    """What the desk's meters show, in dollars."""
    return {level: dollars(book.balance(held.accounts[meter]["meter"])) for level, meter in desk.levels.items()}


def _feed_meters(book: Book, held: Held, desk: Row[Any], own: dict[str, int], settlement: Settlement) -> None:
    """The shares of all qualifying wagers of the game: they are in what the draw may win, 30-2504(3)(A)."""
    cause, tray = Cause("contribution", desk.table_id), own["inventory"]
    book.know(tray, balance(book.db, tray))
    fed = [(desk.levels[level], stake) for level, stake in (settlement.fed or {}).items() if level in desk.levels]
    shares = held.contribute(fed, tray)
    fill_up(book, own, tray, sum(move.cents for move in shares), cause)
    book.post(cause, shares)


def _share(settlement: Settlement, seat: int, number: int) -> int:
    """The cents of a ticket's line that came from a meter."""
    return sum(award.shares.get((seat, number), 0) for award in settlement.awards.values())


def _pay_awards(
    book: Book, held: Held, desk: Row[Any], own: dict[str, int], settlement: Settlement, yearly: Mapping[Any, int]
) -> None:
    """Awards out of the meters; one that was won whole shows its reset amount before the next game, 30-2504(7).

    What a link pays by the year is set aside at once: it counts as paid out in the month it is won, 30-2504.01(4).
    """
    cause = Cause("contribution", desk.table_id)
    for level, award in settlement.awards.items():
        here, elsewhere = award_moves(held, desk.levels[level], own["inventory"], award, level)
        book.post(cause.of("meter award"), [here])
        book.post(cause.of("link award"), [elsewhere])
        if award.whole:
            held.restart(desk.levels[level], cause.of("meter restart"), own["house"], fed_before=True)
    owed = sum(_share(settlement, seat, number) for seat, number in yearly)
    book.post(cause.of("keno award"), [Move(own["inventory"], own["due"], owed, "paid by the year")] if owed else [])


def draw(db: Connection, person: Person | None, table: int) -> list[int]:
    """The numbers of the locked game, from the shuffle whose hash was shown; tickets are judged, the next game opens.

    30-2510(4): nobody can choose them.
    """
    desk = working_desk(db, table)
    game = game_at_hand(db, table)
    if game.status != "locked":
        raise RuleError("lock the game before the draw", "game")
    awards.lapse_tickets(db, table, lapsed)
    rules = pinned(db, game.rules, desk.game, game.house)
    secret = secret_of(db, game.shuffle)
    seed = seed_of(secret, table, game.number, {})
    numbers = sorted(draw_numbers(load_game(rules.game, game.house).spec, seed))
    judged = _judge(db, desk, game, numbers)
    told = {"awards": judged.awards} if judged.awards else {}
    _end(db, person, game, "drawn", numbers, judged.paid, secret, **told)
    return numbers


def malfunction(db: Connection, person: Person, table: int, reason: str) -> None:
    """The draw failed and cannot be put right: every wager on the game goes back, and the next game opens."""
    desk = find_desk(db, table, lock=True)
    game = game_at_hand(db, table)
    if game.status != "locked":
        raise RuleError("the game is not locked: its tickets can be voided one by one", "game")
    paid = _judge(db, desk, game, [], "malfunction").paid
    _end(db, person, game, "void", [], paid, secret_of(db, game.shuffle), reason=reason)


def _end(
    db: Connection,
    person: Person | None,
    game: Row[Any],
    status: str,
    numbers: list[int],
    paid: dict[str, int],
    secret: str,
    **told: Any,
) -> None:
    for number, won in paid.items():
        own = keno_tickets.c.table_id == game.table_id, keno_tickets.c.number == int(number)
        db.execute(update(keno_tickets).where(*own).values(won=keno_tickets.c.won + won))
    digest = game_digest(game.table_id, game.number, numbers, paid)
    _change(db, game, status=status, drawn=now(), numbers=numbers, paid=paid, secret=secret, digest=digest)
    told |= {"game": game.number, "numbers": numbers, "digest": digest}
    log(db, person, status, game.table_id, f"game {game.number}", **told)
    begin_game(db, find_desk(db, game.table_id), game.number + 1)


def game_digest(table: int, number: int, numbers: list[int], paid: dict[str, int]) -> str:
    """What the log holds of a game: its record cannot be changed without being found out."""
    return hashed({"table": table, "game": number, "numbers": numbers, "paid": paid})


_DUE = Ready(
    select(keno_games.c.table_id, keno_games.c.status)
    .join(keno_desks, keno_desks.c.table_id == keno_games.c.table_id)
    .join(tables, tables.c.id == keno_games.c.table_id)
    .where(
        tables.c.open,
        keno_desks.c.suspended == "",
        keno_desks.c.interval > 0,
        or_(keno_games.c.status == "open", keno_games.c.status == "locked"),
        keno_games.c.closes <= bindparam("now"),
    )
)


def due(db: Connection) -> list[tuple[int, str]]:
    """Desks whose game closes by the clock now, or is locked and to be drawn."""
    return [(int(row.table_id), str(row.status)) for row in _DUE.rows(db, {"now": now()})]


def carry_on(db: Connection, table: int) -> bool:
    """The clock's part: the lock-out when the time is up, then the draw; false while runners have not signed in."""
    find_desk(db, table, lock=True)
    game = game_at_hand(db, table)
    if game.status == "open":
        try:
            lock(db, None, table)
        except RuleError:
            return False
    draw(db, None, table)
    return True


def winners_of(game: Row[Any]) -> int:
    """The winning tickets of a game; one that was void has none, whatever goes back."""
    return len(game.paid) if game.status == "drawn" else 0


def refunds(db: Connection, table: int) -> dict[int, int]:
    """The cents that go back on tickets, by their number, because the draw of a game failed."""
    found: dict[int, int] = {}
    query = select(keno_games.c.paid).where(keno_games.c.table_id == table, keno_games.c.status == "void")
    for paid in db.execute(query).scalars():
        for number, cents_back in paid.items():
            found[int(number)] = found.get(int(number), 0) + int(cents_back)
    return found


def board(db: Connection, table: int, most: int) -> list[dict[str, Any]]:
    """The last games, the latest first, with what proves their numbers."""
    query = (
        select(keno_games)
        .where(keno_games.c.table_id == table, keno_games.c.status.in_(("drawn", "void")))
        .order_by(keno_games.c.number.desc())
        .limit(most)
    )
    return [
        {
            "game": row.number,
            "status": row.status,
            "at": row.drawn,
            "closed": row.closed,
            "numbers": row.numbers,
            "commitment": row.commitment,
            "secret": row.secret,
            "winners": winners_of(row),
            "paid": dollars(sum(row.paid.values())),
        }
        for row in db.execute(query)
    ]
