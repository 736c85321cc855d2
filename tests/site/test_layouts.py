"""Layouts on which a wager has its place: numbers in rows and dice, by mouse and by keyboard, wide and narrow."""

import re
from collections.abc import Callable
from itertools import count

import pytest
from playwright.sync_api import Page, expect
from tests.site.conftest import Visit, step_until
from tests.site.decks import deal_from
from tests.site.test_pages import tab_to
from tests.site.test_rounds import settled

from houseway.families import open_round
from houseway.play.core.roundfile import convert_round

Shot = Callable[[Page, str], None]
FIRST = 105_334  # the first seed with the rolls below: the search begins there, and goes on if shuffling changes
PHONE = {"width": 390, "height": 844}


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.dataset.spot ?? ''"))


@pytest.mark.parametrize("game", ["roulette", "roulette-single-zero"])
def test_every_wager_of_roulette_has_its_own_place(visit: Visit, game: str) -> None:
    """All can be seen and clicked: none lies under another, wide or narrow."""
    for size in ({"width": 1280, "height": 940}, PHONE):
        page = visit(f"#/play/{game}", viewport=size)
        page.locator("[data-spot=straight_17]").wait_for()
        hidden = page.evaluate("""() => [...document.querySelectorAll('[data-spot]')].filter(one => {
          one.scrollIntoView({block: 'center'});
          const {left, top, width, height} = one.getBoundingClientRect();
          return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('[data-spot]') !== one;
        }).map(one => one.dataset.spot)""")
        assert hidden == [], f"{size['width']}: {hidden}"
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_roulette_by_keyboard_alone(visit: Visit, shot: Shot) -> None:
    page = visit("#/play/roulette", viewport={"width": 1280, "height": 940})
    page.locator("[data-spot=straight_17]").wait_for()
    tab_to(page, "[data-spot]")
    page.evaluate("document.querySelector('[data-spot=straight_17]').focus()")
    reached = []
    for key in ("ArrowRight", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
        reached.append(focused(page))
    assert reached == ["split_17_20", "straight_20", "split_19_20"]
    page.keyboard.press("Enter")
    expect(page.locator("[data-spot=split_19_20]")).to_be_focused()
    expect(page.locator("[data-spot=split_19_20]")).to_have_attribute(
        "aria-label", re.compile(r"pays 17 to 1, \$5 on it")
    )
    page.keyboard.press("Delete")
    expect(page.locator("[data-do=deal]")).to_be_disabled()
    page.keyboard.press("Enter")
    tab_to(page, "[data-do=deal]")
    page.keyboard.press("Enter")
    settled(page, "split_19_20")
    expect(page.locator(".settled")).to_contain_text("Split 19 and 20")
    expect(page.locator(".came-up li").first).to_have_text(re.compile(r"^\d+$"))
    expect(page.locator("#status")).to_contain_text("Settled.")
    shot(page, "table-roulette")


def deal_rolls(monkeypatch: pytest.MonkeyPatch, *totals: int) -> None:
    """The next rounds of the server roll these totals first."""
    opening = convert_round({"game": "craps-odds", "seats": [{"wagers": {"pass": 5, "any_seven": 5}}]})
    for seed in count(FIRST):
        live = open_round(opening, seed)
        for total in totals:
            if live.over:
                break
            live = live.act(0, "roll")
            if sum(map(int, live.visible()[0].cards)) != total:
                break
        else:
            deal_from(monkeypatch, lambda seed=seed: seed)  # type: ignore[misc]
            return


def test_craps_with_several_come_bets_and_bets_that_stay_up(
    visit: Visit, shot: Shot, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal_rolls(monkeypatch, 6, 9, 8, 5, 8, 7)
    page = visit("#/play/craps-odds", viewport={"width": 1280, "height": 1100})
    for spot in ("pass", "field"):
        page.locator(f"[data-spot={spot}]").click()
    expect(page.locator("[data-spot=come]")).to_be_disabled()
    expect(page.locator("[aria-label='The puck is off']").first).to_be_visible()
    page.locator("[data-do=deal]").click()
    roll = page.locator("[data-action=roll]")
    roll.click()
    expect(page.locator("[aria-label='Number 6, the point']")).to_be_visible()
    expect(page.locator("[data-spot=field] .fate")).to_have_text("−$5")
    for spot in ("come", "pass_odds", "pass_odds", "place_8", "place_10", "lay_4"):
        page.locator(f"[data-spot={spot}]").click()
    expect(roll).to_have_text("Roll · $30")
    roll.click()
    expect(page.locator("[aria-label='Number 9'] [data-moved='come.9']")).to_contain_text("Come")
    page.locator("[data-spot='come_odds.9']").click()
    page.locator("[data-spot=come]").click()
    roll.click()  # eight: the place bet is paid and stays up, the second come bet moves there
    expect(page.locator("[aria-label='Number 8'] [data-moved='come.8']")).to_be_visible()
    expect(page.locator("[data-spot=place_8] .fate")).to_have_text("+$5.83")
    page.locator("[data-say='take down place_10']").click()
    expect(page.locator("[data-say='take down place_10']")).to_have_count(0)
    page.locator("[data-say='turn off place_8']").click()
    expect(page.locator("[data-spot=place_8] .off-mark")).to_be_visible()
    for spot in ("come", "'come_odds.8'", "lay_4"):
        page.locator(f"[data-spot={spot}]").click()
    roll.click()
    expect(page.locator("[aria-label='Number 5'] [data-moved='come.5']")).to_be_visible()
    expect(page.locator("[data-moved]")).to_have_count(3)
    page.locator("[data-say='turn on place_8']").click()
    expect(page.locator("[data-spot=place_8] .off-mark")).to_have_count(0)
    shot(page, "table-craps")
    expect(roll).to_have_text("Roll")  # and not what the roll will bring
    roll.click()
    expect(page.locator("[data-moved]")).to_have_count(2)  # eight: its come bet is won with its odds
    expect(page.locator("[data-spot=come] .fate")).to_have_text("+$5")
    expect(page.locator(".rolls li").first).to_have_text("5")
    expect(page.locator("#status")).to_contain_text("Rolled")
    roll.click()
    expect(page.locator(".thrown b")).to_have_text("7, seven out")
    page.locator("[data-say='take down lay_4']").click()
    settled(page, "pass", "pass_odds", "come", "come_odds", "field", "place_8", "place_10", "lay_4")
    lines = page.locator(".settled tr[data-wager=come]")
    expect(lines).to_have_count(3)
    expect(lines.first).to_contain_text("Come, on 8")


def test_craps_by_keyboard_on_a_phone(visit: Visit, shot: Shot) -> None:
    page = visit("#/play/craps-odds", viewport=PHONE, color_scheme="dark")
    page.locator("[data-spot=pass]").wait_for()
    tab_to(page, "[data-spot=dont_pass]")
    page.keyboard.press("Enter")
    tab_to(page, "[data-do=deal]")
    page.keyboard.press("Enter")
    expect(page.locator("[data-action=roll]")).to_be_focused()
    step_until(page, ".settled", "document.querySelector('[data-action=roll]')?.click()")
    settled(page, "dont_pass")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    shot(page, "phone-table-craps")
