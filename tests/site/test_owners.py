"""Tips, coupons, bets behind a seat, the bank, tickets, notices and the cage, used in the browser."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect
from tests.site.conftest import Visit
from tests.site.test_rounds import act, settled

Shot = Callable[[Page, str], None]


def chips(page: Page, *wagers: str) -> None:
    """Chips on spots, not dealt yet."""
    for wager in wagers:
        page.locator(f"[data-spot='{wager}']").click()


def fill(page: Page, selector: str, value: str) -> None:
    page.locator(selector).fill(value)
    page.locator(selector).blur()


def issue(page: Page, kind: str, dollars: str) -> str:
    """A coupon or ticket from the cage; its number."""
    page.goto(page.url.partition("#")[0] + "#/floor/cage")
    form = page.locator("[data-duty='Coupon or ticket']")
    form.get_by_label("Kind").select_option(kind)
    form.get_by_label("Dollars").fill(dollars)
    if "coupon" in kind:
        form.get_by_label("Last day").fill("2099-12-31")
        form.get_by_label("House").fill("The Claim")
        form.get_by_label("City").fill("Cripple Creek")
    form.get_by_role("button", name="Issue").click()
    expect(page.locator("#status")).to_contain_text("Issued")
    return page.locator("#status").inner_text().removeprefix("Issued: ").rstrip(".")


def test_tips_and_a_coupon_beside_a_bet_have_lines_of_their_own(visit: Visit, shot: Shot) -> None:
    page = visit("#/floor/cage")
    code = issue(page, "match play coupon", "5")
    page.goto(page.url.partition("#")[0] + "#/play/three-card-poker")
    chips(page, "ante", "pair_plus")
    page.locator("[data-do=besides]").click()
    fill(page, "[data-tip=ante]", "5")
    fill(page, "[data-tip=pair_plus]", "1")
    fill(page, "[data-coupon=ante]", code)
    page.locator("[data-do=deal]").click()
    expect(page.locator(".seat.own .others")).to_contain_text("$5 for the dealer on Ante")
    page.get_by_label("Tip for the dealer with this bet").fill("2")
    page.get_by_label("Tip for the dealer with this bet").blur()
    act(page, "play")
    settled(page, "ante", "play", "pair_plus")
    dealer = page.locator("[data-owner=dealer]")
    expect(dealer).to_contain_text("For the dealer")
    expect(dealer.locator("[data-wager=play]")).to_have_count(1)
    expect(page.locator("[data-owner=coupon] [data-wager=ante]")).to_have_count(1)
    shot(page, "tips-and-coupon")


def test_another_person_bets_behind_a_seat(visit: Visit) -> None:
    page = visit("#/play/pure-21-5-blackjack-3-to-2")
    expect(page.locator("[data-spot=base_game]")).to_be_visible()
    expect(page).to_have_url(re.compile("#/table/"))
    backer = visit("#" + page.url.partition("#")[2])
    page.locator("[data-spot=base_game]").click()
    page.locator("[data-spot=base_game]").click()
    expect(backer.locator("main")).to_contain_text("You watch this table")
    backer.locator("[data-sit='1']").click()
    expect(page.locator("main")).to_contain_text(re.compile(r"Guest \w+"))
    page.locator("[data-do=deal]").click()
    expect(page.locator("main")).to_contain_text("Waiting for")
    form = backer.locator("form.behind")
    form.get_by_label("Dollars").fill("20")
    form.get_by_label("Stay out of splits").check()
    form.get_by_role("button", name="Bet behind").click()
    expect(backer.locator("div.behind")).to_contain_text("You bet $20 behind Seat")
    expect(page.locator(".seat.own .others")).to_contain_text("behind with $20")
    expect(page.locator("li", has_text="bets behind").first).to_contain_text(re.compile(r"Seat \d: bets behind: "))
    backer.get_by_label("Stay out of doubles").check()
    expect(backer.get_by_label("Stay out of doubles")).to_be_checked()
    backer.locator("[data-do=behind-off]").click()
    expect(backer.locator("form.behind")).to_be_visible()


def test_the_bank_is_taken_and_refused(visit: Visit) -> None:
    page = visit("#/play/pure-21-5-blackjack-3-to-2")
    bank = page.locator("section.bank")
    expect(bank).to_contain_text("The house's own banker")
    bank.get_by_label("Dollars").fill("100")
    bank.get_by_role("button", name="Take the bank").click()
    expect(bank).to_contain_text("banks with $100, round 1 of its turn")
    bank.get_by_role("button", name="Give the bank back").click()
    bank.get_by_role("button", name="Refuse the bank").click()  # it is offered on, here to the only seat
    expect(bank).to_contain_text("The house's own banker")


def test_the_bank_is_taken_by_who_has_not_bet_while_others_have(visit: Visit) -> None:
    """Else a wager made before anybody banks would keep everybody from it."""
    page = visit("#/play/pure-21-5-blackjack-3-to-2")
    expect(page.locator("section.bank")).to_be_visible()
    other = visit("#" + page.url.partition("#")[2])
    other.locator("[data-sit='1']").click()
    expect(page.locator("main")).to_contain_text(re.compile(r"Guest \w+"))
    page.locator("[data-spot=base_game]").click()
    page.locator("[data-do=deal]").click()
    expect(page.locator("main")).to_contain_text("Waiting for")
    expect(page.locator("[data-do=take-bank]")).to_have_count(0)  # who has bet does not bank
    other.locator("section.bank").get_by_label("Dollars").fill("100")
    other.locator("[data-do=take-bank]").click()
    expect(other.locator("section.bank")).to_contain_text("banks with $100, round 1 of its turn")
    expect(other.get_by_text("the round begins when the others have bet")).to_be_visible()
    for offer in ("[data-spot]", "[data-do=deal]", "form.behind"):  # who banks does not bet against the bank
        expect(other.locator(offer)).to_have_count(0)


def test_what_is_written_stays_while_others_change_the_table(visit: Visit) -> None:
    page = visit("#/play/pure-21-5-blackjack-3-to-2")
    bank = page.locator("section.bank")
    bank.get_by_label("Dollars").fill("100")
    backer = visit("#" + page.url.partition("#")[2])
    backer.locator("[data-sit='1']").click()
    expect(page.locator("main")).to_contain_text(re.compile(r"Guest \w+"))
    expect(bank.get_by_label("Dollars")).to_have_value("100")
    page.locator("[data-spot=base_game]").click()
    page.locator("[data-do=deal]").click()
    form = backer.locator("form.behind")
    form.get_by_label("Dollars").fill("20")
    form.get_by_label("Stay out of splits").check()
    watcher = visit("#" + page.url.partition("#")[2])
    watcher.locator("[data-sit='2']").click()
    expect(backer.locator("[data-sit='2']")).to_have_count(0)
    expect(form.get_by_label("Dollars")).to_have_value("20")
    expect(form.get_by_label("Stay out of splits")).to_be_checked()


def test_a_ticket_becomes_chips_and_currency_lies_on_the_table(visit: Visit) -> None:
    page = visit("#/floor/cage")
    code = issue(page, "ticket", "25")
    page.goto(page.url.partition("#")[0] + "#/play/texas-holdem")
    page.locator("[data-do=media]").click()
    page.get_by_label("Ticket or receipt, its number").fill(code)
    before = page.locator(".seat.own .chips").inner_text()
    page.locator("[data-do=exchange]").click()
    expect(page.locator(".seat.own .chips")).not_to_have_text(before)
    page.locator("[data-do=media]").click()
    page.get_by_label("Currency on the table, in dollars").fill("100")
    page.locator("[data-do=piece]").click()
    expect(page.locator("#alerts")).to_be_empty()
    expect(page.locator(".seat.own .others")).to_have_text("$100 on the piece")
    page.locator("[data-do=notices]").click()
    expect(page.locator(".notices")).to_contain_text("CO 30-1033")


def test_the_cage_keeps_schedules_and_shifts(visit: Visit, shot: Shot) -> None:
    page = visit("#/floor/cage")
    form = page.locator("[data-duty=Schedule]")
    form.locator("[name=game]").select_option("casino-war")
    form.get_by_label("Status").select_option("ceased")
    form.get_by_label("Decided by").fill("the Director")
    form.get_by_label("From").fill("2026-01-01")
    form.get_by_role("button", name="Enter").click()
    expect(page.locator("main")).to_contain_text(re.compile("Casino War.*Ceased.*the Director", re.DOTALL))
    shift = page.locator("[data-duty=Shift]")
    shift.get_by_label("Name").fill("swing")
    shift.get_by_role("button", name="Open").click()
    expect(page.locator("main")).to_contain_text("swing")
    shot(page, "cage")
    page.locator("[data-do=close-shift]").click()
    expect(page.locator("[data-do=close-shift]")).to_have_count(0)
    form.locator("[name=game]").select_option("casino-war")
    form.get_by_label("Status").select_option("approved")
    form.get_by_label("Decided by").fill("the Director")
    form.get_by_label("From").fill("2026-01-02")
    form.get_by_role("button", name="Enter").click()
    expect(page.locator("main")).to_contain_text("2026-01-02")


def test_30_1034_6_stakes_an_imprest_bank_and_tip_limits_are_posted_when_a_table_is_opened(visit: Visit) -> None:
    page = visit("#/floor/open?game=texas-holdem")
    fill(page, "input[name=small_blind]", "2")
    fill(page, "input[name=big_blind]", "4")
    fill(page, "input[name=most_a_wager]", "50")
    page.get_by_label("Cash and chips are one imprest bank").check()
    page.get_by_label("Money on the piece is taken").uncheck()
    with page.expect_request(lambda sent: sent.method == "POST" and sent.url.endswith("/api/tables")) as sent:
        page.locator("[data-do=open]").click()
    asked = sent.value.post_data_json or {}
    assert asked["betting"] == {"blinds": [2, 4], "max_wager": 50}
    assert (asked["imprest"], asked["piece"]) == (True, False)
    page.get_by_role("link", name="Watch").wait_for()
    page.goto(page.url.split("#")[0] + "#/floor/jackpots")
    meter = page.locator("[data-duty='Open a meter']")
    meter.get_by_label("Name").fill("Of two tables")
    meter.get_by_label("Start, dollars").fill("10000")
    meter.get_by_role("button").click()
    expect(page.locator(".balanced")).to_have_text("The meter runs.")
    page.goto(page.url.split("#")[0] + "#/floor/open?game=ultimate-texas-holdem")
    fill(page, "input[name=tip_most]", "5")
    page.get_by_label("In whole dollars only").check()
    page.locator("select", has_text="a new one").select_option(label="Of two tables, $10,000")
    page.locator("[data-do=open]").click()
    page.get_by_role("link", name="Watch").click()
    page.get_by_text("Posted at this table").click()
    expect(page.locator("main")).to_contain_text("At most $5 on a wager, whole dollars only.")
