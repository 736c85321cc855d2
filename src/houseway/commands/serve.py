"""`houseway serve`: the site and its interface."""

import errno
import os
import socket
import sys
import tempfile
import webbrowser
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Any

from houseway.rules.errors import RuleError

if TYPE_CHECKING:
    from houseway.web.settings import Settings

_DATA = Path.home() / ".local" / "share" / "houseway"


def database_url(given: str) -> str:
    """The database named, in `HOUSEWAY_DATABASE` if nowhere else, or the file in the user's data directory."""
    from houseway.floor.store import default_url

    given = given or os.environ.get("HOUSEWAY_DATABASE", "")
    if given:
        return given if "://" in given else default_url(Path(given).absolute())
    try:
        _DATA.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise RuleError(f"cannot make {_DATA}: {error.strerror}", "--database") from None
    return default_url(_DATA / "floor.db")


@dataclass(frozen=True)
class Options:
    """How the server is started."""

    host: str
    port: int
    database: str
    accounts: bool
    names: list[str]
    rate: float
    game_files: list[str]
    browser: bool
    key_file: str = ""
    no_key: bool = False
    alone: float = 500  # dollars
    idle: float = 60  # minutes
    public: str | None = None
    log: str = "warning"
    workers: int = 1
    text: str = ""


def _own_files(paths: list[str]) -> tuple[str, ...]:
    """The game files named, each checked before the server starts."""
    from houseway.rules.game import load_game

    found = tuple(str(Path(path).absolute()) for path in paths)
    for path in found:
        load_game(path)
    return found


def _areas(given: str | None) -> tuple[str, ...] | None:
    """The areas that the house opens to everybody."""
    from houseway.web.settings import AREAS

    named = None if given is None else tuple(filter(None, given.split(",")))
    for area in named or ():
        if area not in AREAS:
            raise RuleError(f"there is no area {area!r}; areas are {', '.join(AREAS)}", "--public")
    return named


def _texts(folder: str) -> Path | None:
    """The folder of the documents, read once before the server starts."""
    from houseway.web.api.rules import texts_of

    if not folder:
        return None
    texts_of(Path(folder))
    return Path(folder)


def _has_screen() -> bool:
    """Whether a browser would open a window; a text browser would take over the terminal."""
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def _listening(host: str, port: int) -> socket.socket:
    """The port, taken before anything else is said or done."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise RuleError(f"port {port} is in use by another program; name a free one", "--port") from None
        raise RuleError(f"cannot listen on {host}:{port}: {error.strerror}", "--host") from None


def run(options: Options) -> None:
    """Serve until stopped."""
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    from houseway.floor.control import post_limit_alone
    from houseway.floor.store import Store
    from houseway.web.api.games import catalogue
    from houseway.web.app import create_app
    from houseway.web.connections import Bounded, limit_connections
    from houseway.web.entry import Entry
    from houseway.web.operations import keep_what_is_loaded, start_logging
    from houseway.web.settings import LOCAL, Settings

    local = options.host in ("127.0.0.1", "::1", "localhost")
    if not options.accounts and not local:
        raise RuleError("without --accounts the server is for this machine only", "--host")
    database = database_url(options.database)
    if options.workers > 1:
        _check_workers(options, database)
    listening = _listening(options.host, options.port)
    hosts = (*LOCAL, *options.names) if local or options.names else ()
    address, addresses = f"http://{options.host}:{options.port}/", list[str]()

    def tell(key: str) -> None:
        addresses.append(f"{address}enter?key={key}")
        again = "for another browser" if len(addresses) > 1 else "Ctrl+C stops it"
        sys.stderr.write(f"Houseway is at {addresses[-1]}  (good once; {again})\n")

    settings = Settings(
        database,
        options.accounts,
        hosts,
        game_files=_own_files(options.game_files),
        requests_per_second=options.rate,
        key_file=Path(options.key_file) if options.key_file else None,
        alone=round(options.alone * 100),
        idle=round(options.idle * 60_000),
        public=_areas(options.public),
        text=_texts(options.text),
    )
    store = Store(settings.database, settings.key_file)
    store.open()
    store.write(lambda db: post_limit_alone(db, settings.alone))
    store.close()
    catalogue()
    if not (options.accounts or options.no_key):
        settings = replace(settings, entry=Entry(tell))
    if options.accounts or options.no_key:
        sys.stderr.write(f"Houseway is at {address}  (Ctrl+C stops it)\n")
    if options.browser and _has_screen():
        Timer(1.0, webbrowser.open, addresses[:1] or [address]).start()
    if options.workers > 1:
        _share(settings, options)
        app: Any = "houseway.web.app:from_environment"
    else:
        app = create_app(settings)
        limit_connections()
    start_logging(options.log)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        ws_max_size=4096,
        timeout_graceful_shutdown=3,
        http=Bounded,
        backlog=1024,
        ws_per_message_deflate=False,  # to many watchers, packing costs more than sending
        workers=options.workers,
        factory=options.workers > 1,
    )
    if options.workers > 1:
        Multiprocess(config, sockets=[listening]).run()
    else:
        keep_what_is_loaded()
        uvicorn.Server(config).run(sockets=[listening])


def _check_workers(options: Options, database: str) -> None:
    """Refuse several processes where they could not share what they have."""
    from sqlalchemy import make_url

    if not (options.accounts or options.no_key):
        raise RuleError("several workers are for --accounts, or with --no-key", "--workers")
    if make_url(database).get_backend_name() == "sqlite":
        raise RuleError("several workers need PostgreSQL: SQLite has one writer", "--workers")


def _share(settings: "Settings", options: Options) -> None:
    """Leave the settings and a folder for figures where the worker processes find them."""
    from houseway.web.operations import WORKERS_FOLDER
    from houseway.web.settings import SHARED, to_text

    os.environ[SHARED] = to_text(settings)
    os.environ["HOUSEWAY_LOG"] = options.log
    os.environ.setdefault(WORKERS_FOLDER, tempfile.mkdtemp(prefix="houseway-figures-"))
