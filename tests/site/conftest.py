"""A server and Debian's Chromium for the tests of the site; an error on a page's console fails the test."""

import contextlib
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest
import uvicorn
from playwright.sync_api import Browser, ConsoleMessage, Page, ViewportSize, expect, sync_playwright
from tests.install import installed
from tests.site.decks import deal_alike

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
    found = installed("chromium")
    if not found:
        pytest.skip("the site is tested with Debian's chromium, which is not installed (apt-get install chromium)")
    return str(found)


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
    listening = socket.create_server(("127.0.0.1", 0))
    # Connections are kept for the whole run: one closed for idleness just as it is used again is a fault to a browser.
    config = uvicorn.Config(
        create_app(settings), log_level="error", timeout_graceful_shutdown=1, timeout_keep_alive=3600
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        time.sleep(0.02)
    yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
    server.should_exit = True
    thread.join(60)


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
LONG = 60_000  # milliseconds for anything to happen: only a test that fails waits so long
expect.set_options(timeout=LONG)
# What a browser says by itself of a slow machine, or of a line that was cut when its page was left.
NO_FAULT = re.compile(
    r"\[Intervention\]|was preloaded using link preload but not used"
    r"|net::ERR_(ABORTED|NETWORK_CHANGED|NETWORK_IO_SUSPENDED)"
    r"|^WebSocket connection to .* failed: (WebSocket is closed|Close received after close|Connection closed before)"
)


def is_fault(kind: str, text: str) -> bool:
    """Whether a message of the console is the site's fault."""
    return kind in ("error", "warning") and not NO_FAULT.search(text)


@pytest.fixture(autouse=True)
def _same_cards(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """By day a test sees the same cards in every run; at night others."""
    if request.config.getoption("--hypothesis-profile") != "nightly":
        deal_alike(monkeypatch, request.node.nodeid)


class Visitors:
    """Pages kept from visit to visit: a browser's new process for every page was half the time of these tests."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.faults: list[str] = []
        self._browser, self._address = browser, address
        self._open: dict[Page, dict[str, object]] = {}
        self._kept: dict[str, Page] = {}

    def visit(self, route: str = "#/", at: str = "", **options: object) -> Page:
        """A page of the site for a new person; options are those of a browser context."""
        chosen = {"viewport": {"width": 1360, "height": 940}, "reduced_motion": "reduce", **options}
        page = self._kept.pop(repr(chosen), None) or self._new(chosen)
        self._open[page] = chosen if at in ("", self._address) else {}
        page.goto((at or self._address) + route)
        return page

    def _new(self, options: dict[str, object]) -> Page:
        page = self._browser.new_context(**options).new_page()  # type: ignore[arg-type]
        page.set_default_timeout(LONG)
        page.set_default_navigation_timeout(LONG)
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        return page

    def _heard(self, message: ConsoleMessage) -> None:
        if is_fault(message.type, message.text):
            self.faults.append(f"{message.type}: {message.text} {message.location.get('url', '')}")

    def end(self) -> list[str]:
        """End every visit; what was said on the consoles."""
        pages = [one for page in self._open for one in page.context.pages]
        for page in pages:
            page.evaluate("1")  # whatever was said before has been heard when this is answered
        found = list(self.faults)
        for page in list(self._open):
            self.leave(page)
        self.faults.clear()
        return found

    def leave(self, page: Page) -> None:
        """End the visit of a person: nothing of it is left for the next one on this page."""
        options = self._open.pop(page)
        if page.is_closed():
            return
        context, key = page.context, repr(options)
        if not options or key in self._kept or len(context.pages) > 1:  # a server of the test's own may be gone by now
            context.close()
            return
        page.unroute_all(behavior="ignoreErrors")
        page.emulate_media(media="null")
        page.set_viewport_size(cast(ViewportSize, options["viewport"]))
        page.goto(self._address + "icon.svg")
        page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        context.clear_cookies()
        self._kept[key] = page


@pytest.fixture(scope="session")
def visitors(browser: Browser, address: str) -> Visitors:
    return Visitors(browser, address)


@pytest.fixture
def visit(visitors: Visitors) -> Iterator[Visit]:
    """Open a page of the site as a new person; options are those of a browser context."""
    yield visitors.visit
    found = visitors.end()
    assert not found, "\n".join(found)


def wait_until(page: Page, condition: Callable[[], object], step: str = "1", every: int = 50) -> None:
    """Take a step in the page every so many milliseconds until the condition holds, for as long as a test may wait."""
    until = time.monotonic() + LONG / 1000
    while not condition():
        assert time.monotonic() < until, f"it never came to it: {page.locator('main').inner_text()}"
        page.evaluate(step)
        page.wait_for_timeout(every)


def step_until(page: Page, end: str, step: str, count: int = 1) -> None:
    """Take a step again and again until so many elements show the end; a step that came too early changes nothing."""
    wait_until(page, lambda: page.locator(end).count() >= count, step)


@pytest.fixture
def shot(request: pytest.FixtureRequest) -> Callable[[Page, str], None]:
    """Keep a picture of a page, at night: nobody looks at those of every day."""
    at_night = request.config.getoption("--hypothesis-profile") == "nightly"

    def taken(page: Page, name: str) -> None:
        if at_night:
            page.screenshot(path=ARTEFACTS / f"{name}.png", full_page=True)

    return taken
