"""Chips on a layout: the rules are the server's, a click is drawn at once, and a replay shows what was bet."""

import re

from playwright.sync_api import Route, expect
from tests.site.conftest import Visit


def test_a_click_is_drawn_before_the_server_answers_and_follows_the_rules_after(visit: Visit) -> None:
    held: list[Route] = []
    page = visit("#/play/ultimate-texas-holdem")
    expect(page.locator("[data-spot=blind]")).to_contain_text("equals Ante")
    expect(page.locator("[data-spot=trips]")).to_contain_text("with Ante")
    waits = [True]
    page.route("**/draft", lambda route: held.append(route) if waits else route.continue_())
    page.locator("[data-spot=ante]").click()
    page.locator("[data-spot=ante]").click()
    expect(page.locator("[data-spot=ante]")).to_contain_text("$10")
    expect(page.locator("[data-do=deal]")).to_have_text("Deal for $10")
    expect(page.locator("[data-spot=blind]")).to_contain_text("equals Ante")
    waits.clear()
    for route in held:
        route.continue_()
    expect(page.locator("[data-spot=blind]")).to_contain_text("$10")
    expect(page.locator("[data-do=deal]")).to_have_text("Deal for $20")
    page.locator("[data-key=off-ante]").click()
    expect(page.locator("[data-spot=blind]")).to_contain_text("equals Ante")
    expect(page.locator("[data-do=deal]")).to_be_disabled()


def test_what_is_missing_is_said_before_the_deal(visit: Visit) -> None:
    page = visit("#/play/ultimate-texas-holdem")
    page.locator("[data-spot=trips]").click()
    expect(page.get_by_text("Trips needs a wager on Ante")).to_be_visible()
    page.locator("[data-spot=ante]").click()
    expect(page.get_by_text("needs a wager")).to_have_count(0)
    page.locator("[data-spot=ante]").click()
    page.locator("[data-do=deal]").click()  # without waiting for the answer to the last click
    expect(page.locator("[data-action='play 4x']")).to_be_visible()
    expect(page.locator(".seat.own .stake")).to_contain_text("$10")


def test_a_replay_lays_the_wagers_on_the_felt_and_is_stepped_by_arrow_keys(visit: Visit) -> None:
    page = visit("#/play/ultimate-texas-holdem")
    page.locator("[data-spot=ante]").click()
    page.locator("[data-do=deal]").click()
    page.locator("[data-action='play 4x']").click()
    page.get_by_role("link", name="Replay this round").click()
    expect(page.get_by_text(re.compile(r"\d of \d"))).to_be_visible()  # until then the table shows the same stakes
    stake = page.locator(".seat.own .stake")
    expect(stake).to_contain_text("Play")
    expect(stake).to_contain_text("$20")
    page.keyboard.press("Home")
    expect(page.get_by_text("1 of ")).to_be_visible()
    expect(page.locator(".seat.own .stake")).not_to_contain_text("Play")
    expect(page.locator(".seat.own .stake")).to_contain_text("Ante")
    expect(page.locator(".seat.own .card")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("2 of ")).to_be_visible()


def test_a_seat_that_folds_is_out(visit: Visit) -> None:
    page = visit("#/play/three-card-poker")
    page.locator("[data-spot=ante]").click()
    page.locator("[data-do=deal]").click()
    page.locator("[data-action=fold]").click()
    expect(page.locator(".seat.own.out")).to_be_visible()


HASTE = """() => {
  const deal = document.querySelector('[data-do=deal]');
  deal.click();
  document.querySelector('[data-spot=ante]').click();
  deal.click();
}"""


def test_clicks_while_a_decision_is_under_way_are_no_second_decision(visit: Visit) -> None:
    page = visit("#/play/three-card-poker")
    page.locator("[data-spot=ante]").click()
    expect(page.locator("[data-do=deal]")).to_have_text("Deal for $5")
    sent: list[str] = []
    page.on(
        "request", lambda request: sent.append(request.url.rpartition("/")[2]) if request.method == "POST" else None
    )
    page.evaluate(HASTE)
    page.locator("[data-action=fold]").wait_for()
    page.evaluate("() => { const fold = document.querySelector('[data-action=fold]'); fold.click(); fold.click(); }")
    expect(page.locator(".settled tr[data-wager=ante] .result")).to_have_text("−$5")
    assert [one for one in sent if one != "draft"] == ["bets", "act"]
