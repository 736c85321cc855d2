"""The WebSocket of a table: after every change, the table as this viewer sees it."""

import asyncio
import contextlib

import msgspec
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from starlette.datastructures import URL

from houseway.floor.tables import MissingError
from houseway.floor.views import table_view
from houseway.web.api.tables import TableId
from houseway.web.context import Floor, caller
from houseway.web.lanes import WATCH

router = APIRouter()
POLICY = 1008


def _own_page(socket: WebSocket) -> bool:
    """A browser says which page opens the socket; only the server's own may."""
    origin = socket.headers.get("origin")
    return origin is None or URL(origin).netloc == socket.headers.get("host", "")


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
    asks = await caller(socket)
    if "tables" not in floor.settings.opened and await WATCH.run(floor.read, asks.find) is None:
        await socket.close(POLICY)
        return
    await socket.accept()
    listening = asyncio.create_task(_listen(socket))
    sent = -1
    try:
        with floor.watch.table(table) as changed:
            while not listening.done():
                changed.clear()
                view = await WATCH.run(floor.read, lambda db: table_view(db, table, asks.find(db)))
                if view["version"] != sent:
                    sent = view["version"]
                    await socket.send_text(msgspec.json.encode(view).decode())
                waiting = asyncio.create_task(changed.wait())
                await asyncio.wait((waiting, listening), return_when=asyncio.FIRST_COMPLETED)
                waiting.cancel()
    except MissingError:
        await socket.close(POLICY, "there is no such table")
        return
    except WebSocketDisconnect:
        return
    finally:
        listening.cancel()
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(POLICY, "nothing is sent here")
