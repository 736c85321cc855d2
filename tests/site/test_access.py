"""axe-core over every page: no serious fault of accessibility, in light and dark."""

import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.site.conftest import Visit
from tests.site.test_rounds import bet

ROUTES = [
    ("#/", ".game"),
    ("#/sheet/casino-war", ".sheet-body"),
    ("#/odds/baccarat", ".price, .panel"),
    ("#/history", "h1"),
    ("#/dispute", "h1"),
    ("#/floor", "table"),
    ("#/keno", ".keno-cell"),
    ("#/trainer", "[data-settle]"),
    ("#/play/pai-gow-poker", ".spot"),
]
RUN = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
  .filter(one => ["serious", "critical"].includes(one.impact))
  .map(one => `${one.id}: ${one.help}: ${one.nodes.slice(0, 3).map(node => node.html).join(" | ")}`)"""


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The axe-core script, fetched from the npm registry for this run."""
    if not shutil.which("npm"):
        pytest.skip("axe-core is fetched with npm, which is not installed")
    place = tmp_path_factory.mktemp("axe")
    command = ["npm", "install", "--no-save", "--no-audit", "--no-fund", "--prefix", str(place), "axe-core@4"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    script = place / "node_modules/axe-core/axe.min.js"
    if done.returncode or not script.exists():
        pytest.skip(f"axe-core could not be fetched: {done.stderr.strip()[-200:]}")
    return script


@pytest.mark.parametrize(("scheme", "routes"), [("light", ROUTES), ("dark", [ROUTES[0], ROUTES[-2], ROUTES[-1]])])
def test_no_serious_fault_on_any_page(visit: Visit, axe: Path, scheme: str, routes: list[tuple[str, str]]) -> None:
    page = visit("#/", color_scheme=scheme, bypass_csp=True)
    home = page.url.partition("#")[0]
    found = []
    for route, ready in routes:
        page.goto(home + route)
        page.locator(ready).first.wait_for()
        if route == "#/dispute":
            page.locator("[data-do=lay]").click()
            page.locator("[data-put]").first.wait_for()
        page.add_script_tag(path=axe)
        found += [f"{route} {fault}" for fault in page.evaluate(RUN)]
    bet(page, "wager")
    expect(page.locator(".pick").first).to_be_visible()
    found += [f"cards dealt {fault}" for fault in page.evaluate(RUN)]
    page.locator("[data-action='house way']").click()
    page.locator("[data-action='pass']").click()
    expect(page.locator(".settled").first).to_be_visible()
    found += [f"settled {fault}" for fault in page.evaluate(RUN)]
    assert not found, "\n".join(found)
