"""axe-core over every page: no serious fault of accessibility, in light and dark."""

import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.site.conftest import Visit
from tests.site.test_rounds import bet

ROUTES = [
    ("#/", ".game"),
    ("#/sheet/casino-war", ".sheet-body"),
    ("#/odds/baccarat", ".price, .panel"),
    ("#/history", "h1"),
    ("#/floor", ".strip"),
    ("#/floor/open", "[data-do=open]"),
    ("#/floor/ledger", "table"),
    ("#/floor/reports/agp", "h2"),
    ("#/floor/cage", "[data-duty=Schedule]"),
    ("#/floor/log", "h2"),
    ("#/keno", ".keno-cell"),
    ("#/keno-desk", "h1"),
    ("#/tournaments", "h1"),
    ("#/lobby", "h2"),
    ("#/play/roulette", ".spot-at"),
    ("#/play/craps-odds", ".bet-at"),
    ("#/play/players-choice-poker", ".spot"),
    ("#/surveillance", ".watch-form"),
    ("#/cases", "h1"),
    ("#/floor/jackpots", "h2"),
    ("#/rules", ".share-bar"),
    ("#/editor", ".edges [data-wager]"),
    ("#/compare/big-six-wheel?with=casino-war", ".compared"),
    ("#/certify", "h1"),
    ("#/trainer", "[data-settle]"),
    ("#/trainer/texas-holdem", "[data-settle]"),
]
RUN = """async only => (await axe.run(document, {resultTypes: ["violations"], ...only})).violations
  .filter(one => ["serious", "critical"].includes(one.impact))
  .map(one => `${one.id}: ${one.help}: ${one.nodes.slice(0, 3).map(node => node.html).join(" | ")}`)"""


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The axe-core script, fetched from the npm registry for this run."""
    if not shutil.which("npm"):
        pytest.skip("axe-core is fetched with npm, which is not installed")
    place = tmp_path_factory.mktemp("axe")
    quick = ["--no-save", "--no-audit", "--no-fund", "--fetch-retries=1", "--fetch-retry-mintimeout=1000"]
    command = ["npm", "install", *quick, "--prefix", str(place), "axe-core@4"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    except subprocess.TimeoutExpired:
        pytest.skip("axe-core could not be fetched in five minutes")
    script = place / "node_modules/axe-core/axe.min.js"
    if done.returncode or not script.exists():
        pytest.skip(f"axe-core could not be fetched: {done.stderr.strip()[-200:]}")
    return script


COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}


def faults(page: Page, script: Path, name: str, only: object = None) -> list[str]:
    """The serious faults of the page as it is now, of all kinds or of those."""
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(path=script)
    return [f"{name}: {fault}" for fault in page.evaluate(RUN, only or {})]


@pytest.mark.parametrize(("route", "ready"), ROUTES)
def test_no_serious_fault_on_a_page(visit: Visit, axe: Path, route: str, ready: str) -> None:
    page = visit(route, bypass_csp=True)
    page.locator(ready).first.wait_for()
    assert not faults(page, axe, "light")
    page.get_by_role("button", name="Switch between light and dark").click()
    assert not faults(page, axe, "dark", COLOURS), "the same elements in other colours"


def test_no_serious_fault_in_the_course_of_a_round(visit: Visit, axe: Path) -> None:
    page = visit("#/play/pai-gow-poker", bypass_csp=True)
    page.locator(".spot").first.wait_for()
    found = faults(page, axe, "bets")
    bet(page, "wager")
    expect(page.locator(".pick").first).to_be_visible()
    found += faults(page, axe, "cards dealt")
    page.locator("[data-action='house way']").click()
    page.locator("[data-action='pass']").click()
    expect(page.locator(".settled").first).to_be_visible()
    found += faults(page, axe, "settled")
    assert not found, "\n".join(found)


def test_no_serious_fault_at_the_desk_of_a_table(visit: Visit, axe: Path) -> None:
    page = visit("#/play/blackjack", bypass_csp=True)
    page.locator(".spot").first.wait_for()
    page.goto(page.url.replace("#/table", "#/floor/table"))
    page.locator("[data-duty]:visible").first.wait_for()
    assert not faults(page, axe, "desk")


def test_no_serious_fault_where_cards_are_clicked_in(visit: Visit, axe: Path) -> None:
    page = visit("#/dispute", bypass_csp=True)
    page.locator("[data-wager=ante]").fill("10")
    page.locator("[data-wager=ante]").blur()
    page.locator("[data-place='seats.0.cards.0']").click()
    for place, card in enumerate(("As", "Ks", "Qs")):
        page.locator(f"[data-put='{card}']").click()
        page.locator(f"[data-place='seats.0.cards.{place}']:not([data-told=''])").wait_for()
    page.locator("[data-action=fold]").click()
    page.locator("[data-do=rule]:enabled").click()
    page.locator(".settled").first.wait_for()
    assert not faults(page, axe, "ruling")
