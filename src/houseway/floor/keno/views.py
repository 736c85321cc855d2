"""What a person may see of a keno desk: the game at hand and the board, and drawers for those who work there."""

from typing import Any

from sqlalchemy import Connection, Row, select

from houseway import __version__
from houseway.floor.keno.desk import all_desks, find_desk
from houseway.floor.keno.drawers import open_drawers, own_drawer
from houseway.floor.keno.games import board, game_at_hand, tickets_of
from houseway.floor.keno.printed import printed
from houseway.floor.keno.promotions import posted
from houseway.floor.keno.tickets import kinds_to_ask, own_tickets, ticket_view, written_by
from houseway.floor.ledger import account, balance
from houseway.floor.moments import now
from houseway.floor.roles import Person
from houseway.floor.schema import users
from houseway.play.core.money import dollars
from houseway.play.draws.keno import house_edge, read_rates
from houseway.rules.game import Game, load_game

_BOARD, _TICKETS = 6, 12


def desk_lines(db: Connection) -> list[dict[str, Any]]:
    """The open desks."""
    return [
        {
            "id": row.table_id,
            "name": row.name,
            "casino": row.casino,
            "game": game_at_hand(db, row.table_id).number,
            "suspended": row.suspended,
        }
        for row in all_desks(db)
    ]


def desk_view(db: Connection, table: int, person: Person | None) -> dict[str, Any]:
    """The desk as the person sees it."""
    desk = find_desk(db, table)
    game = game_at_hand(db, table)
    works = person is not None and person.may("deal")
    mine = own_drawer(db, table, person) if person is not None and works else None
    supervisor = db.execute(select(users.c.name).where(users.c.id == desk.supervisor)).scalar()
    return {
        "id": table,
        "name": desk.name,
        "casino": desk.casino,
        "game_id": desk.game,
        "version": desk.version,
        "open": desk.open,
        "suspended": desk.suspended,
        "supervisor": supervisor,
        "interval": desk.interval,
        "least": dollars(desk.least),
        "most": dollars(desk.most) if desk.most else None,
        "now": now(),
        "game": _game(db, game),
        "meters": {
            level: dollars(balance(db, account(db, "meter", str(meter)))) for level, meter in desk.levels.items()
        },
        "rates": _rates(desk),
        "kinds": _kinds(desk),
        "numbers": load_game(desk.game, desk.house).spec.numbers,
        "board": board(db, table, _BOARD),
        "promotions": posted(db, table),
        "tickets": [ticket_view(db, row) for row in _shown(db, table, person, mine)],
        "drawer": None if mine is None else _drawer(db, mine, game),
        "drawers": [_drawer(db, row, game) for row in open_drawers(db, table)] if works else [],
        "system": {"software": __version__, "rules": desk.rules},
        "rule": printed("notice").cite,
    }


def _shown(db: Connection, table: int, person: Person | None, drawer: Row[Any] | None) -> list[Row[Any]]:
    """One's own tickets, or those written from the drawer one works at."""
    if person is None:
        return []
    if drawer is not None:
        return written_by(db, drawer.id, _TICKETS)
    return own_tickets(db, table, person, _TICKETS)


def _game(db: Connection, game: Row[Any]) -> dict[str, Any]:
    return {
        "number": game.number,
        "status": game.status,
        "opened": game.opened,
        "closes": game.closes,
        "closed": game.closed,
        "commitment": game.commitment,
        "tickets": len(tickets_of(db, game.table_id, game.number)),
    }


def _drawer(db: Connection, row: Row[Any], game: Row[Any]) -> dict[str, Any]:
    return {
        "id": row.id,
        "station": row.station,
        "kind": row.kind,
        "holder": row.name,
        "imprest": dollars(row.imprest),
        "holds": dollars(balance(db, row.account_id)),
        "signed_in": row.kind != "runner" or row.id in game.signed_in,
    }


def _rates(desk: Row[Any]) -> list[dict[str, Any]]:
    """The rate card: what is paid in all for a dollar, by numbers marked and caught, and the house's share."""
    loaded: Game[Any] = load_game(desk.game, desk.house)
    return [
        {
            "spots": marked,
            "pays": {str(caught): float(pay) for caught, pay in sorted(row.items())},
            "edge": float(house_edge(loaded.spec, marked, row)),
        }
        for marked, row in sorted(read_rates(loaded).items())
    ]


def _kinds(desk: Row[Any]) -> list[dict[str, Any]]:
    loaded: Game[Any] = load_game(desk.game, desk.house)
    return [
        {
            "name": name,
            "groups": min(loaded.spec.wagers[one].groups for one in parts.values()),
            "split": "" not in parts,
            "games": all(loaded.spec.wagers[one].games for one in parts.values()),
        }
        for name, parts in kinds_to_ask(loaded).items()
    ]
