"""The application: routes, guards, the site's files, and the floor behind them."""

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator
from importlib.resources import files
from pathlib import Path

from fastapi import FastAPI
from starlette.responses import HTMLResponse
from starlette.staticfiles import StaticFiles

from houseway import __version__
from houseway.floor.own_games import stored
from houseway.floor.store import Store
from houseway.web import live, operations
from houseway.web.answers import HANDLERS, fault
from houseway.web.api import (
    account,
    apparatus,
    cage,
    certificates,
    desk,
    disputes,
    drafts,
    equipment,
    floor,
    games,
    hint,
    history,
    jackpots,
    keno,
    odds,
    own_games,
    people,
    purse,
    rules,
    session,
    surveillance,
    tables,
    tournaments,
    trainer,
)
from houseway.web.connections import limit_connections
from houseway.web.context import Floor
from houseway.web.documentation import to_html
from houseway.web.express import Express
from houseway.web.guard import Guard
from houseway.web.settings import SHARED, Settings, from_text
from houseway.web.site import Site
from houseway.web.watch import Watch

ROUTERS = tuple(
    one.router
    for one in (
        session,
        account,
        purse,
        games,
        rules,
        own_games,
        apparatus,
        odds,
        certificates,
        drafts,
        tables,
        hint,
        keno,
        tournaments,
        history,
        desk,
        disputes,
        surveillance,
        trainer,
        people,
        jackpots,
        equipment,
        cage,
        floor,
        live,
    )
)


def create_app(settings: Settings) -> FastAPI:
    """The server for these settings; the database is opened and brought up to date when it starts."""

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = Store(settings.database, settings.key_file)
        store.open()
        store.read(stored)
        watch = Watch(store, settings.idle)
        app.state.floor = Floor(settings, store, watch)
        clock = asyncio.create_task(watch.run())
        try:
            yield
        finally:
            watch.stop()
            await clock
            odds.pricing.close()
            drafts.pricing.close()
            store.close()

    app = FastAPI(
        title="Houseway",
        description=(files("houseway.web") / "interface.md").read_text(encoding="utf-8"),
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        telemetry={"tracing": False, "metrics": False, "logs": False},  # whose look for exporters every request pays
    )
    # The routes themselves: `include_router` would build every route of every router again for each server.
    for router in (*ROUTERS, session.entrance):
        app.router.routes.extend(router.routes)

    @app.get("/api/docs", include_in_schema=False)
    def documentation() -> HTMLResponse:
        """The interface described, to read."""
        return HTMLResponse(to_html(app.openapi()))

    for kind, handler in HANDLERS.items():
        app.add_exception_handler(kind, handler)
    app.add_exception_handler(Exception, fault)
    app.router.routes.extend(operations.router.routes)
    static = Path(__file__).parent / "static"
    app.mount("/", StaticFiles(directory=static, html=True), name="site")
    # Around the framework's own layers, through which a change of a table and a file of the page need not go.
    express = Express(app.build_middleware_stack(), tables.router.routes)
    app.middleware_stack = operations.Observe(Guard(Site(express, static), settings))
    return app


def from_environment() -> FastAPI:
    """The server of a worker process, by the settings that the first process left for it."""
    limit_connections()
    operations.start_logging(os.environ.get("HOUSEWAY_LOG", "warning"))
    app = create_app(from_text(os.environ[SHARED]))
    operations.keep_what_is_loaded()
    return app
