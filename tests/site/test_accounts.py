"""The site of a server that keeps accounts."""

from collections.abc import Callable
from pathlib import Path

import pyotp
from playwright.sync_api import Page, expect
from tests.site.conftest import Visit, served

from houseway.floor.keno.desk import open_desk
from houseway.floor.logins import add_person
from houseway.floor.roles import Person
from houseway.floor.store import Store, default_url
from houseway.floor.tables import open_table, sit
from houseway.web.settings import Settings

Shot = Callable[[Page, str], None]


def test_a_visitor_makes_an_account_and_comes_in(visit: Visit, tmp_path: Path) -> None:
    with served(Settings(default_url(tmp_path / "floor.db"), accounts=True)) as address:
        page = visit("", at=address)
        page.get_by_role("link", name="Log in").click()
        page.get_by_label("Name").wait_for()
        page.goto(address + "#/history")
        page.get_by_label("Name").fill("Maria")
        page.get_by_label("Password").fill("a long password")
        page.get_by_role("button", name="Make an account").click()
        expect(page.get_by_text("not played a round yet")).to_be_visible()
        expect(page.locator("#wallet")).to_have_text("Maria, player · $0 in your wallet")
        page.goto(address + "#/play/blackjack")
        expect(page.get_by_text("ask the house to open one")).to_be_visible()
        page.goto(address + "#/lobby")
        expect(page.get_by_text("You sit at no table. The house opens them.")).to_be_visible()
        page.goto(address + "#/floor")
        parts = page.get_by_role("navigation", name="Floor").get_by_role("link")
        expect(parts).to_have_text(["At a glance", "Jackpots"])  # players only look
        page.get_by_role("button", name="Log out").click()
        expect(page.locator("#wallet")).to_have_text("Log in")
        expect(page.get_by_role("button", name="Log out")).to_be_hidden()
        page.context.close()


PASSWORD = "a long password"


def _enter(page: Page, name: str) -> None:
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()


def _house(tmp_path: Path) -> Settings:
    url = default_url(tmp_path / "floor.db")
    store = Store(url)
    store.open()
    for name, role in (
        ("maria", "supervisor"),
        ("mark", "supervisor"),
        ("paul", "player"),
        ("dora", "dealer"),
        ("audy", "auditor"),
    ):
        store.write(lambda db, n=name, r=role: add_person(db, n, PASSWORD, r))  # type: ignore[misc]
    store.close()
    return Settings(url, accounts=True)


def test_one_s_own_account_has_a_password_sessions_and_codes(visit: Visit, tmp_path: Path) -> None:
    with served(_house(tmp_path)) as address:
        other = visit("#/account", at=address)
        _enter(other, "paul")
        expect(other.get_by_role("heading", name="Your account")).to_be_visible()
        page = visit("#/account", at=address)
        _enter(page, "paul")
        sessions = page.locator("[data-part=sessions] tbody tr")
        expect(sessions).to_have_count(2)
        sessions.get_by_role("button", name="End").click()
        expect(sessions).to_have_count(1)
        page.get_by_role("button", name="Set up codes").click()
        secret = page.locator("code.secret").inner_text()
        page.get_by_label("Code").fill(pyotp.TOTP(secret).now())
        page.get_by_role("button", name="Turn codes on").click()
        expect(page.get_by_role("button", name="Turn codes off")).to_be_visible()
        page.get_by_label("Password now").fill(PASSWORD)
        page.get_by_label("New password").fill("quite another one")
        page.get_by_role("button", name="Change the password").click()
        expect(page.get_by_label("Password now")).to_have_value("")
        house = visit("#/floor/people", at=address)
        _enter(house, "maria")
        expect(house.locator("tr", has_text="paul").locator("td").nth(2)).to_have_text("Yes")


def test_who_has_no_money_hears_so_before_a_table_is_opened(visit: Visit, tmp_path: Path) -> None:
    with served(_house(tmp_path)) as address:
        page = visit("#/history", at=address)
        _enter(page, "maria")
        expect(page.locator("#wallet")).to_contain_text("maria")
        page.goto(address + "#/play/casino-war")
        expect(page.get_by_text("There is no money in your wallet: deposit some at the cage")).to_be_visible()
        assert page.evaluate("fetch('/api/tables').then(answer => answer.json())") == []
        page.context.close()


def test_a_second_person_gives_the_word_on_the_page(visit: Visit, shot: Shot, tmp_path: Path) -> None:
    with served(_house(tmp_path)) as address:
        first = visit("#/floor/people", at=address)
        _enter(first, "maria")
        row = first.locator("tr", has_text="paul")
        row.get_by_label("Dollars").fill("200000")
        row.get_by_role("button", name="Deposit").click()
        expect(first.locator("#status")).to_have_text("It waits for a second person.")
        expect(first.locator("#alerts .done")).to_have_text("It waits for a second person.")  # for those who see, too
        first.goto(address + "#/floor/approvals")
        expect(first.get_by_role("button", name="Withdraw")).to_be_visible()
        expect(first.get_by_role("button", name="Approve")).to_have_count(0)
        second = visit("#/floor/approvals", at=address)
        _enter(second, "mark")
        expect(second.get_by_text("$200,000")).to_be_visible()
        second.get_by_role("button", name="Approve").click()
        expect(second.get_by_text("Nothing waits.")).to_be_visible()
        second.goto(address + "#/floor/people")
        expect(second.locator("tr", has_text="paul")).to_contain_text("$200,000")
        second.locator("tr", has_text="paul").get_by_role("button", name="Put out of use").click()
        second.locator("dialog [data-do=yes]").click()
        expect(second.locator("tr", has_text="paul").get_by_role("button", name="Put back in use")).to_be_visible()
        shot(second, "people")
        second.goto(address + "#/floor/log")
        came = second.get_by_role("row", name="Login").first.get_by_role("cell")
        expect(came.nth(3)).to_have_text("mark")  # as the account is called


def test_30_2505_1_who_gives_the_word_reads_what_a_keno_ticket_will_cost(visit: Visit, tmp_path: Path) -> None:
    """What waits is kept in cents; no limit and games closed by hand are said, not left out."""
    settings = _house(tmp_path)
    store = Store(settings.database)
    store.write(lambda db: open_desk(db, Person(1, "maria", "supervisor"), bankroll=100_000))
    store.close()
    with served(settings) as address:
        first = visit("#/keno-desk", at=address)
        _enter(first, "maria")
        for least, most in (("2", "50"), ("1.50", "0")):
            form = first.locator("[data-duty='Price of a ticket']")
            form.get_by_label("At least").fill(least)
            form.get_by_label("At most").fill(most)
            form.locator("button").click()
            expect(form.get_by_label("At most")).to_have_value("0")  # it holds once the second person gives his word
        second = visit("#/floor/approvals", at=address)
        _enter(second, "mark")
        asked = second.get_by_role("row", name="Keno change")
        expect(asked.nth(0)).to_contain_text("least $2, most $50")
        expect(asked.nth(1)).to_contain_text("least $1.50, most without a limit")
        for page in (first, second):
            page.context.close()


def test_a_player_with_an_account_is_not_offered_to_seat_automatic_players(visit: Visit, tmp_path: Path) -> None:
    """Who plays at a table does not act for the house there."""
    settings = _house(tmp_path)
    store = Store(settings.database)
    maria, paul = Person(1, "maria", "supervisor"), Person(3, "paul", "player")
    table = store.write(lambda db: open_table(db, maria, "casino-war"))
    store.write(lambda db: sit(db, table, 0, paul))
    store.close()
    with served(settings) as address:
        page = visit("#/account", at=address)
        _enter(page, "paul")
        expect(page.get_by_role("heading", name="Your account")).to_be_visible()
        page.goto(f"{address}#/table/{table}")
        expect(page.locator("[data-do=leave]")).to_be_visible()
        expect(page.locator("[data-do=bot]")).to_have_count(0)
        page.context.close()


def test_a_page_offers_a_role_what_it_may_do_and_no_more(visit: Visit, tmp_path: Path) -> None:
    settings = _house(tmp_path)
    store = Store(settings.database)
    store.write(lambda db: open_table(db, Person(1, "maria", "supervisor"), "casino-war"))
    store.close()
    with served(settings) as address:

        def come(name: str) -> Page:
            page = visit("#/account", at=address)
            _enter(page, name)
            expect(page.get_by_role("heading", name="Your account")).to_be_visible()
            return page

        player = come("paul")
        player.goto(f"{address}#/floor/open")
        expect(player.locator(".fault")).to_have_text("Open a table: this is not open to a player.")
        expect(player.locator("main form")).to_have_count(0)
        player.goto(f"{address}#/floor")
        expect(player.locator("main .game .links a")).to_have_text(["Watch"])
        expect(player.get_by_text("Tray")).to_have_count(0)  # what it holds is not told to whom the books are closed
        player.goto(f"{address}#/tournaments")
        expect(player.get_by_text("No tournament is announced.")).to_be_visible()
        expect(player.get_by_text("false", exact=True)).to_have_count(0)

        dealer = come("dora")
        dealer.goto(f"{address}#/floor")
        expect(dealer.locator("main .game .links a")).to_have_text(["Run", "Watch"])
        expect(dealer.get_by_text("Tray")).to_have_count(0)

        auditor = come("audy")
        auditor.goto(f"{address}#/floor/cage")
        expect(auditor.get_by_text("No shift has been opened yet.")).to_be_visible()
        expect(auditor.locator("main form")).to_have_count(0)
        auditor.goto(f"{address}#/floor")
        expect(auditor.locator("main .game .links a")).to_have_text(["Run", "Watch", "Ledger"])
        expect(auditor.locator("main .game").get_by_text("$100,000")).to_be_visible()

        player.goto(f"{address}#/keno-desk")
        expect(player.locator(".fault")).to_have_text("The keno desk: this is not open to a player.")

        supervisor = come("maria")
        supervisor.goto(f"{address}#/keno")  # to look in opens nothing
        expect(supervisor.get_by_text("No keno desk is open.")).to_be_visible()
        for page in (player, dealer, auditor, supervisor):
            page.context.close()
