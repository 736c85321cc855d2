"""`houseway serve`: the site and its interface."""

import sys
from pathlib import Path

from houseway.rules.errors import RuleError

_DATA = Path.home() / ".local" / "share" / "houseway"


def database_url(given: str) -> str:
    """The database named, or the file in the user's data directory."""
    from houseway.floor.store import default_url

    if given:
        return given if "://" in given else default_url(Path(given).absolute())
    try:
        _DATA.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RuleError(f"cannot make {_DATA}: {error.strerror}", "--database") from None
    return default_url(_DATA / "floor.db")


def run(host: str, port: int, database: str, accounts: bool, names: list[str], rate: float) -> None:
    """Serve until stopped."""
    import uvicorn

    from houseway.web.app import create_app
    from houseway.web.settings import LOCAL, Settings

    local = host in ("127.0.0.1", "::1", "localhost")
    if not accounts and not local:
        raise RuleError("without --accounts the server is for this machine only", "--host")
    hosts = (*LOCAL, *names) if local or names else ()
    app = create_app(Settings(database_url(database), accounts, hosts, requests_per_second=rate))
    sys.stderr.write(f"Houseway is at http://{host}:{port}/  (Ctrl+C stops it)\n")
    uvicorn.run(app, host=host, port=port, log_level="warning", ws_max_size=4096, timeout_graceful_shutdown=3)
