"""The WebSocket of a table: after every change, the table as this viewer sees it."""

import asyncio
import contextlib
from time import monotonic

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from sqlalchemy import Connection
from starlette.datastructures import URL

from houseway.floor.roles import Person
from houseway.floor.tables import MissingError
from houseway.web.api.tables import TableId
from houseway.web.context import Caller, Floor, caller_of
from houseway.web.lanes import WATCH
from houseway.web.shown import read_wallet

router = APIRouter()
POLICY = 1008
_KNOWN = 10.0  # seconds for which a viewer is who he was: a session that ended sees no longer than that


def _own_page(socket: WebSocket) -> bool:
    """A browser says which page opens the socket; only the server's own may."""
    origin = socket.headers.get("origin")
    return origin is None or URL(origin).netloc == socket.headers.get("host", "")


class _Viewer:
    """Who watches, and what he has away from the tables; looked up again after a while, not with every change."""

    def __init__(self, floor: Floor, asks: Caller) -> None:
        self._floor, self._asks = floor, asks
        self._hidden = "tables" not in floor.settings.opened
        self.person: Person | None = None
        self.wallet: float | None = None
        self._until, self._ended = 0.0, -1

    async def may_see(self) -> bool:
        """Whether he sees the table now: a house that hides it does so from whoever's session has ended, too."""
        ended = self._floor.watch.ended
        if self._asks.token and (monotonic() >= self._until or ended != self._ended):
            self._until, self._ended = monotonic() + _KNOWN, ended
            self.person, self.wallet = await WATCH.run(self._floor.read, self._find)
        return self.person is not None or not self._hidden

    def _find(self, db: Connection) -> tuple[Person | None, float | None]:
        person = self._asks.find(db)
        return person, read_wallet(db, person)


async def _listen(socket: WebSocket) -> None:
    """Nothing is expected from the client; whatever it sends ends the connection, as does leaving."""
    await socket.receive()


@router.websocket("/api/tables/{table}/live")
async def live(socket: WebSocket, table: TableId) -> None:
    """Every state of the table from now on, as JSON texts."""
    floor: Floor = socket.app.state.floor
    if not _own_page(socket):
        await socket.close(POLICY)
        return
    viewer = _Viewer(floor, caller_of(socket))
    if not await viewer.may_see():
        await socket.close(POLICY)
        return
    await socket.accept()
    listening = asyncio.create_task(_listen(socket))
    sent: tuple[int, str] | None = None
    try:
        with floor.watch.table(table) as changed:
            listening.add_done_callback(lambda _: changed.set())
            while not listening.done():
                changed.clear()
                if not await viewer.may_see():
                    break
                shown = await floor.watch.shows.get(table)
                if shown.version != sent:
                    sent = shown.version
                    await socket.send_text(shown.for_viewer(viewer.person, viewer.wallet))
                await changed.wait()
    except MissingError:
        await socket.close(POLICY, "there is no such table")
        return
    except WebSocketDisconnect:
        return
    finally:
        listening.cancel()
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(POLICY, "nothing is sent here, or the session has ended")
