"""A server and Debian's Chromium for the tests of the site; an error on a page's console fails the test."""

import contextlib
import os
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from houseway.floor.store import default_url
from houseway.web.app import create_app
from houseway.web.settings import Settings

ARTEFACTS = Path(__file__).parents[1] / "artefacts"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
RULEBOOK = Path(__file__).parents[2] / "src/houseway/rulebook"


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where Chromium is; installed first where that can be done."""
    if not shutil.which("chromium") and shutil.which("apt-get") and os.geteuid() == 0:
        for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-qq", "-y", "chromium"]):
            if subprocess.run(command, capture_output=True, check=False).returncode:
                break
    found = shutil.which("chromium")
    if not found:
        pytest.skip("the site is tested with Debian's chromium, which is not installed (apt-get install chromium)")
    return found


@pytest.fixture(scope="session")
def own_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game file that the site has never seen."""
    source = (RULEBOOK / "colorado/30-1099.55-casino-war.toml").read_text()
    path = tmp_path_factory.mktemp("games") / "duel.toml"
    path.write_text(source.replace('id = "casino-war"', 'id = "duel"').replace('name = "Casino War"', 'name = "Duel"'))
    return path


@contextlib.contextmanager
def served(settings: Settings) -> Iterator[str]:
    """The address of a running server."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    app = create_app(settings)
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="error", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until = time.monotonic() + 30
    while not server.started and time.monotonic() < until:
        time.sleep(0.05)
    yield f"http://127.0.0.1:{port}/"
    server.should_exit = True
    thread.join(5)


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory, own_game: Path) -> Iterator[str]:
    """A server for guests."""
    database = default_url(tmp_path_factory.mktemp("floor") / "floor.db")
    with served(Settings(database, game_files=(str(own_game),), requests_per_second=10_000)) as found:
        yield found


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=chromium, args=FLAGS)
        yield opened
        opened.close()


Visit = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visit]:
    """Open a page of the site as a new person; options are those of a browser context."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            faults.append(f"{message.type}: {message.text}")

    def opened(route: str = "#/", at: str = address, **options: object) -> Page:
        chosen = {"viewport": {"width": 1360, "height": 940}, "reduced_motion": "reduce", **options}
        context = browser.new_context(**chosen)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("console", heard)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(at + route)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not faults, "\n".join(faults)


@pytest.fixture
def shot() -> Callable[[Page, str], None]:
    """Keep a picture of a page."""
    ARTEFACTS.mkdir(exist_ok=True)

    def taken(page: Page, name: str) -> None:
        page.screenshot(path=ARTEFACTS / f"{name}.png", full_page=True)

    return taken
