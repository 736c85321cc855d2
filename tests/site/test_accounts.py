"""The site of a server that keeps accounts."""

from pathlib import Path

from playwright.sync_api import expect
from tests.site.conftest import Visit, served

from houseway.floor.store import default_url
from houseway.web.settings import Settings


def test_a_visitor_makes_an_account_and_comes_in(visit: Visit, tmp_path: Path) -> None:
    with served(Settings(default_url(tmp_path / "floor.db"), accounts=True)) as address:
        page = visit("#/history", at=address)
        page.get_by_label("Name").fill("Maria")
        page.get_by_label("Password").fill("a long password")
        page.get_by_role("button", name="Make an account").click()
        expect(page.get_by_text("not played a round yet")).to_be_visible()
        expect(page.locator("#wallet")).to_have_text("Maria, player · $0 in your wallet")
        page.goto(address + "#/play/blackjack")
        expect(page.get_by_text("ask the house to open one")).to_be_visible()
        page.goto(address + "#/floor")
        expect(page.get_by_role("navigation", name="Floor").get_by_role("link")).to_have_count(1)  # players only look
        page.get_by_role("button", name="Log out").click()
        expect(page.locator("#wallet")).to_have_text("")
        expect(page.get_by_role("button", name="Log out")).to_be_hidden()
        page.context.close()
