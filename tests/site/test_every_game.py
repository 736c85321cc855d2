"""Every game of the rulebook at its table in a browser: bets, a round to its end, no sideways scroll on a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.games import live_games
from tests.site.conftest import Visit, step_until

GAMES = live_games()
SAMPLE = ["straight-jack", "emperors-challenge", "dragons-eye", "joker-poker", "ez-baccarat", "md-235-stud-poker"]
PHONE = {"width": 375, "height": 760}
# The hinted way on without hints: stay in cheaply, set the house way, name cards where nothing else is left.
STEP = """() => {
  const buttons = [...document.querySelectorAll('.controls .act[data-action]')];
  const named = (...words) => buttons.find((one) => words.some((word) => one.dataset.action.endsWith(word)));
  const called = buttons.find((one) => one.dataset.action.startsWith('call'));
  const plain = buttons.filter((one) => !one.disabled);
  const first = named('house way') ?? named('check') ?? called;
  const chosen = first ?? named('stand', 'stand pat') ?? named('roll') ?? plain.at(-1);
  if (chosen) chosen.click();
  else if (buttons.length) document.querySelector('.pick:not(.picked)')?.click();
}"""
MOST_SPOTS = 14
Shot = Callable[[Page, str], None]


def place_bets(page: Page) -> None:
    """A chip on every spot that takes one."""
    expect(page.locator("[data-do=deal]")).to_be_visible()
    if page.locator("[data-key=keno-7]").count():
        page.locator("[data-key=keno-7]").click()
    for spot in page.locator("[data-spot]:not([disabled])").all()[:MOST_SPOTS]:
        if "staked" not in str(spot.get_attribute("class")):
            spot.click()
    page.locator("[data-do=deal]").click()


def plays_to_the_end(visit: Visit, shot: Shot, game: str) -> None:
    page = visit(f"#/play/{game}", viewport=PHONE)
    place_bets(page)
    step_until(page, ".settled", STEP)
    expect(page.locator(".settled .result").first).to_be_visible()
    assert page.locator(".settled .cite").count()
    assert "State" not in page.locator(".side dl.figures dt").all_inner_texts()  # what a round leaves behind has names
    assert not page.locator(".alerts p").count(), page.locator(".alerts p").first.inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    shot(page, f"phone-table-{game}")


@pytest.mark.parametrize("game", SAMPLE)
def test_a_sample_of_tables(visit: Visit, shot: Shot, game: str) -> None:
    plays_to_the_end(visit, shot, game)


@pytest.mark.nightly
@pytest.mark.parametrize("game", [game for game in GAMES if game not in SAMPLE])
def test_every_table(visit: Visit, shot: Shot, game: str) -> None:
    plays_to_the_end(visit, shot, game)
