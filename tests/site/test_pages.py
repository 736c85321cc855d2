"""The other pages: search, rules, odds, history, disputes, trainer, floor, and how they look and weigh."""

import re
import time
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Response, expect
from tests.site.conftest import Visit, served
from tests.site.test_rounds import act, bet, settled

from houseway.floor.store import default_url
from houseway.web.settings import Settings

Shot = Callable[[Page, str], None]

ROUND = {
    "game": "three-card-poker",
    "seats": [{"wagers": {"ante": 10, "pair_plus": 5}, "cards": ["Ah", "Ad", "7c"], "actions": ["play"]}],
    "dealer": ["Qs", "9d", "4c"],
}


def test_catalogue_search_and_filters(visit: Visit, shot: Shot) -> None:
    page = visit()
    games = page.locator(".game")
    expect(games.first).to_be_visible()
    every = games.count()
    shot(page, "catalogue")
    page.get_by_label("Search").fill("pair plus")
    expect(page.locator("[data-game='three-card-poker']")).to_be_visible()
    assert games.count() < every
    page.get_by_label("Search").fill("Three Card Poker")  # which 208 Poker has in the names of its wagers
    expect(games.first).to_have_attribute("data-game", "three-card-poker")
    page.get_by_label("Search").fill("")
    page.get_by_label("Family").select_option("baccarat")
    expect(page.locator("[data-game='ez-baccarat']")).to_be_visible()
    expect(page.locator("[data-game='blackjack']")).to_have_count(0)
    page.get_by_label("Family").select_option("")
    page.get_by_label("Jurisdiction").select_option("MD")
    expect(games.first.locator(".meta").first).to_contain_text("Maryland")
    page.get_by_label("Jurisdiction").select_option("")
    page.locator("select[name=wager]").select_option("Trips")
    expect(page.locator("[data-game='ultimate-texas-holdem']")).to_be_visible()
    page.get_by_label("Search").fill("no game is called so")
    expect(page.get_by_text("No game fits all of that.")).to_be_visible()
    page.get_by_role("button", name="Show every game").click()
    expect(games).to_have_count(every)


def test_an_address_that_leads_nowhere(visit: Visit) -> None:
    page = visit("#/nowhere")
    expect(page.get_by_text("There is no such page.")).to_be_visible()
    page.get_by_role("link", name="All games").click()
    expect(page.locator(".game").first).to_be_visible()
    asked = page.context.request.get(page.url.split("#")[0] + "nowhere", headers={"Accept": "text/html"})
    assert asked.status == 404
    page.set_content(asked.text())  # not by its address, which the console would name
    expect(page.get_by_text("There is no such page.")).to_be_visible()
    assert page.get_by_role("link", name="All games").get_attribute("href") == "/#/"


def test_a_lost_line_is_said_until_it_stands_again(visit: Visit) -> None:
    page = visit("#/history")
    found: list[bool] = []
    page.route_web_socket(
        re.compile("/live$"), lambda line: line.connect_to_server() if found else line.close(code=1001)
    )
    page.goto(page.url.partition("#")[0] + "#/play/casino-war")
    page.reload()
    expect(page.locator("#line")).to_be_visible()
    found.append(True)
    expect(page.locator("#line")).to_be_hidden()


def test_rule_sheet_and_house_choices(visit: Visit, shot: Shot) -> None:
    page = visit("#/sheet/crazy-4-poker")
    expect(page.get_by_role("heading", name="Pay tables")).to_be_visible()
    assert page.locator(".sheet-body .cite").count() > 10
    shot(page, "sheet")
    expect(page.get_by_role("navigation", name="Site").locator("[aria-current]")).to_have_text("Games")
    page.get_by_text("What the house chooses").click()
    page.get_by_label("Pay table: queens up").select_option("10")
    page.get_by_role("button", name="Apply").click()
    expect(page.get_by_text("in use: 10").first).to_be_visible()
    page.get_by_role("link", name="Play").click()
    page.wait_for_url("**/#/table/*")
    page.get_by_role("link", name="Rule sheet").click()
    expect(page.get_by_text("in use: 10").first).to_be_visible()


def test_the_sheet_of_an_earlier_day(visit: Visit) -> None:
    page = visit("#/sheet/holdem-eighty-eight")
    page.get_by_text("What the house chooses").click()
    page.get_by_label("Rule as of").fill("2005-01-01")
    page.get_by_role("button", name="Apply").click()
    expect(page.get_by_text("as of 2005-01-01").first).to_be_visible()


def test_odds_of_a_game(visit: Visit, shot: Shot) -> None:
    page = visit("#/odds/baccarat?wager=banker")
    banker = page.locator(".price.chosen")
    expect(banker).to_contain_text("1.058%", timeout=60_000)
    expect(page.locator("svg.plot")).to_be_visible()
    shot(page, "odds")


def test_odds_call_wagers_as_the_layout_does(visit: Visit) -> None:
    page = visit("#/odds/casino-war")
    expect(page.locator(".price h3, .price h2").filter(has_text="Match play coupon")).to_be_visible()
    expect(page.get_by_text(re.compile(r"^The player has the edge on Match play coupon: 46\."))).to_be_visible()


def test_counts_and_solving_for_a_price(visit: Visit) -> None:
    page = visit("#/odds/casino-war")
    tie = page.locator(".price[data-wager=tie]")
    expect(tie).to_contain_text("7,176", timeout=60_000)  # combinations of 97,032
    tie.get_by_text("Counts and hold").click()
    expect(tie).to_contain_text("97,032")
    tie.get_by_text("Solve for a price").click()
    tie.get_by_label("Lowest house edge in percent").fill("8")
    tie.get_by_label("Highest house edge in percent").fill("12")
    tie.get_by_role("button", name="Find pay tables").click()
    expect(tie.get_by_role("region", name="Proposed pay tables")).to_contain_text("11 to 1")


def test_how_a_game_can_be_beaten(visit: Visit, shot: Shot) -> None:
    page = visit("#/odds/casino-war")
    page.get_by_role("link", name="How it can be beaten").click()
    expect(page.get_by_role("heading", name="Effect of removal")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("heading", name=re.compile(r"rounds of \d\.\d\d cards"))).to_be_visible()
    shot(page, "exposure")


def test_odds_say_so_where_there_is_nothing_to_price(visit: Visit) -> None:
    page = visit("#/odds/ca-pai-gow-dice-action")
    expect(page.locator("p.panel").last).to_contain_text("nothing to price")


def test_strategy_as_a_square_of_ranks(visit: Visit, shot: Shot) -> None:
    """From the ace down, both ways."""
    page = visit("#/odds/mississippi-stud")
    square = page.locator(".strategy .chart").first
    expect(square.locator("tbody tr")).to_have_count(13, timeout=60_000)
    assert square.locator("tbody th").all_inner_texts() == list("AKQJT98765432")
    assert square.locator("thead th").all_inner_texts() == list("AKQJT98765432")
    expect(page.locator(".strip")).to_contain_text("4.915%")
    shot(page, "odds-strategy")


def test_history_and_replay(visit: Visit, shot: Shot) -> None:
    page = visit("#/history")
    expect(page.get_by_text("not played a round yet")).to_be_visible()
    page.goto(page.url.partition("#")[0] + "#/play/three-card-poker")
    bet(page, "ante")
    act(page, "fold")
    settled(page, "ante")
    expect(page.locator(".log").first).to_contain_text("adds to the shuffle")
    page.get_by_role("link", name="History").last.click()
    expect(page.locator("tbody tr")).to_have_count(1)
    assert "false" not in page.locator("main").inner_text()
    shot(page, "history")
    page.get_by_role("link", name=re.compile("Replay")).click()
    expect(page.locator(".felt .card.face").first).to_be_visible()
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_text(re.compile(r"^\d of \d · Seat"))).to_contain_text("fold")
    page.get_by_role("button", name="Check the shuffle").click()
    expect(page.get_by_text("payments follow from the hash")).to_be_visible()
    shot(page, "replay")


def test_trainer_marks_answers_and_keeps_the_score(visit: Visit, shot: Shot) -> None:
    page = visit("#/trainer/casino-war")
    page.get_by_role("combobox", name="Seats").select_option("1")
    expect(page.locator("[data-settle]").first).to_be_visible()
    page.locator("[data-settle]").first.click()
    page.get_by_role("spinbutton").fill("12345")
    page.locator("[data-answer=win]").click()
    wrong = page.locator(".asked .wrong")
    expect(wrong).to_contain_text("You said +$12,345; it is")
    expect(wrong.locator(".cite")).to_contain_text("CO 30-1099.55")
    shot(page, "trainer")
    for left in range(page.locator("[data-settle]").count(), 0, -1):
        page.locator("[data-settle]").first.click()
        page.locator("[data-answer=lose]").click()
        expect(page.locator("[data-settle], [data-answer=lose]")).to_have_count(left - 1)
    expect(page.get_by_text(re.compile(r"right in \d"))).to_be_visible()
    score = page.locator(".score").inner_text()
    assert re.search(r"of [1-9]", score)
    page.reload()
    expect(page.locator(".score")).to_contain_text(re.compile(r"of [1-9]"))


def test_trainer_asks_for_the_order_of_the_rules(visit: Visit) -> None:
    page = visit("#/trainer/three-card-poker")
    page.get_by_role("combobox", name="Seats").select_option("3")
    expect(page.locator("[data-settle]").nth(2)).to_be_visible()
    page.locator("[data-settle]").first.click()  # settled from the dealer's right: the first seat comes last
    expect(page.get_by_text("is settled before it")).to_be_visible()


def test_trainer_drills_pots(visit: Visit, shot: Shot) -> None:
    page = visit("#/trainer/texas-holdem")
    page.get_by_label("Wager to drill").select_option("side_pot")
    expect(page.locator(".felt .signs li")).not_to_have_count(0)
    expect(page.locator(".felt .signs")).to_contain_text("Side pot")
    page.locator("[data-settle]").last.click()
    expect(page.get_by_text("Rake is settled before it")).to_be_visible()
    page.locator("[data-settle]").first.click()
    page.get_by_role("spinbutton").fill("9999")
    page.locator("[data-answer=win]").click()
    wrong = page.locator(".asked .wrong")
    expect(wrong).to_contain_text("% of the pots")
    expect(wrong.locator(".cite")).to_contain_text("CO 30-1012")
    expect(page.locator("[aria-label='Your record'] tbody tr")).to_have_count(2)  # a pot that was not due, the rake
    shot(page, "trainer-pot")


def fill(page: Page, duty: str, **values: str) -> None:
    """Carry out one duty at the table's desk."""
    form = page.locator(f"[data-duty='{duty}']")
    for name, value in values.items():
        field = form.locator(f"[name={name}]")
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    form.locator("button").click()


def test_30_1099_34_9_the_maximum_of_a_later_bet_is_posted_as_a_table_is_opened(visit: Visit) -> None:
    page = visit("#/floor/open")
    page.get_by_label("Game").select_option("ultimate-texas-holdem")
    page.get_by_label("Most Play").fill("150")
    with page.expect_request("**/api/tables") as sent:
        page.locator("[data-do=open]").click()
    assert (sent.value.post_data_json or {})["house"]["limits"] == {"play": [0.01, 150]}
    page.wait_for_url("**/#/floor/table/*")


def test_floor_opens_and_runs_a_table(visit: Visit, shot: Shot) -> None:
    page = visit("#/floor/open")
    page.get_by_label("Game").select_option("three-card-poker")
    page.get_by_label("Name of the table").fill("Pit 1")
    page.get_by_label("Least Ante").fill("10")
    page.get_by_label("Most Ante").fill("300")
    shot(page, "floor-open")
    page.locator("[data-do=open]").click()
    page.wait_for_url("**/#/floor/table/*")
    home, number = page.url.partition("#")[0], page.url.rpartition("/")[2]
    tray = page.locator(".strip div", has_text="Tray").locator("dd")
    expect(tray).to_have_text("$100,000")
    fill(page, "Fill", amount="2500")
    expect(tray).to_have_text("$102,500")
    fill(page, "Credit", amount="500")
    expect(tray).to_have_text("$102,000")
    fill(page, "Opening count", amount="102000")
    expect(page.locator(".balanced")).to_contain_text("Opening count: $102,000.")
    page.goto(f"{home}#/table/{number}")
    page.locator("[data-sit='0']").click()
    expect(page.locator("[data-spot=ante]")).to_contain_text("$10–$300")
    page.locator("[data-chip='25']").click()
    bet(page, "ante")
    expect(page.locator("[data-action=fold]")).to_be_visible()
    page.goto(f"{home}#/floor/table/{number}")
    expect(page.get_by_text("Seat 1 to act")).to_be_visible()
    fill(page, "Coupon", seat="0", amount="25")
    expect(page.locator(".balanced")).to_contain_text("Coupon of $25 taken.")
    fill(page, "Irregularity", kind="0", seat="0")
    expect(page.locator(".balanced")).to_contain_text("Irregularity recorded")
    page.goto(f"{home}#/table/{number}")
    page.locator("[data-chip='25']").click()
    bet(page, "ante")
    expect(page.locator("[data-action=fold]")).to_be_visible()
    page.goto(f"{home}#/floor/table/{number}")
    fill(page, "Void the round", reason="a card fell from the table")
    page.locator("dialog [data-do=yes]").click()
    expect(page.locator(".balanced")).to_contain_text("The round is void.")
    shot(page, "floor-table")
    page.goto(f"{home}#/floor/log")
    for done in ("Open", "Fill", "Credit", "Irregularity", "Void"):
        expect(page.get_by_role("cell", name=done, exact=True).first).to_be_visible()
    written = page.locator("tbody").inner_text()
    told = (
        "Three Card Poker, Pit 1, limits Ante $10 to $300, seats 7",
        "misdeal of the player, seat 1, $25",
    )
    for words in told:
        assert words in written, written
    opened = page.locator("tbody tr", has_text="Pit 1").inner_text()
    assert "piece" not in opened  # what every table does is not told
    assert "[object Object]" not in written
    assert '{"' not in written


def test_floor_figures_lead_to_their_lines(visit: Visit, shot: Shot) -> None:
    page = visit("#/play/three-card-poker")  # which has meters
    expect(page.locator(".seat.own")).to_be_visible()
    home = page.url.partition("#")[0]
    page.goto(f"{home}#/play/casino-war")
    bet(page, "initial")
    expect(page.locator(".acts .act, .settled").first).to_be_visible()
    page.goto(f"{home}#/floor")
    expect(page.get_by_text("The books balance.")).to_be_visible()
    expect(page.locator(".digits").first).to_have_text(re.compile(r"^\$"))
    shot(page, "floor")
    page.goto(f"{home}#/floor/reports/results")
    row = page.locator("tbody tr", has_text="Casino War").last
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as CSV").click()
    assert "drop" in saved.value.path().read_text()
    row.get_by_role("link", name="$500").first.click()
    expect(page.get_by_role("heading", name="Ledger")).to_be_visible()
    line = page.locator("tbody tr").first
    expect(line).to_contain_text("Buy-in")
    expect(line).to_contain_text("Drop box, Casino War")
    shot(page, "ledger")
    line.get_by_role("link", name=re.compile("Drop box")).click()
    expect(page.get_by_text(re.compile("Holds \\$"))).to_be_visible()


def test_dark_by_system_and_by_switch(visit: Visit, shot: Shot) -> None:
    page = visit("#/", color_scheme="dark")
    expect(page.locator(".game").first).to_be_visible()
    paper = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(paper) == "rgb(17, 16, 14)"
    shot(page, "catalogue-dark")
    page.get_by_role("button", name="Switch between light and dark").click()
    assert page.evaluate(paper) != "rgb(17, 16, 14)"
    page.reload()
    assert page.evaluate(paper) != "rgb(17, 16, 14)"
    page.get_by_role("button", name="Switch between light and dark").click()
    page.goto(page.url.partition("#")[0] + "#/play/blackjack")
    bet(page, "blackjack")
    shot(page, "table-dark")


@pytest.mark.parametrize(
    "route",
    [
        "#/",
        "#/play/ultimate-texas-holdem",
        "#/play/baccarat",
        "#/keno",
        "#/keno-desk",
        "#/tournaments",
        "#/trainer",
        "#/dispute",
        "#/floor",
        "#/floor/open",
        "#/floor/ledger",
        "#/floor/reports/agp",
        "#/history",
        "#/sheet/blackjack",
        "#/odds/big-six-wheel",
    ],
)
def test_phone_width_has_no_sideways_scroll(visit: Visit, shot: Shot, route: str) -> None:
    page = visit(route, viewport={"width": 375, "height": 760})
    expect(page.get_by_role("heading").first).to_be_visible()
    page.wait_for_timeout(200)
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    shot(page, "phone-" + (route.strip("#/").replace("/", "-") or "catalogue"))


WIDER_THAN_ITS_PLACE = """() => [...document.querySelectorAll("main .scroll")]
    .filter((one) => one.scrollWidth > one.clientWidth + 2).map((one) => one.getAttribute("aria-label"))"""


def test_tables_stand_whole_on_a_telephone(visit: Visit) -> None:
    """Prices beside each other where they fit, under each other where they do not; charts without decimals."""
    page = visit("#/sheet/cajun-stud", viewport={"width": 375, "height": 760})
    expect(page.get_by_role("heading", name="Readings")).to_be_visible()
    assert page.evaluate(WIDER_THAN_ITS_PLACE) == []
    expect(page.get_by_text("the option max payout per player").first).to_be_visible()  # not as the file writes it
    board = page.get_by_role("region", name=re.compile("^Board Bonus .schedules"))
    expect(board.locator("tbody tr").first).to_have_text(re.compile("royal flush50"))
    expect(board.locator("tbody .broad").first).to_be_hidden()
    expect(page.get_by_text("All prices are to 1.").first).to_be_visible()
    page.goto(page.url.partition("#")[0] + "#/odds/mississippi-stud")
    expect(page.locator(".strategy .chart").first).to_be_visible()
    for summary in page.locator("main summary").all():
        summary.click()
    assert page.evaluate(WIDER_THAN_ITS_PLACE) == []


def test_pay_tables_of_many_schedules_stand_whole_on_a_screen(visit: Visit) -> None:
    page = visit("#/", viewport={"width": 1280, "height": 900})
    for game in ("three-card-poker", "emperors-challenge", "cajun-stud", "high-card-flush", "deuces-wild-xtreme"):
        page.goto(page.url.partition("#")[0] + f"#/sheet/{game}")
        expect(page.get_by_role("heading", name="Readings")).to_be_visible()
        assert page.evaluate(WIDER_THAN_ITS_PLACE) == [], game


def test_what_is_printed_is_no_wider_than_the_paper(visit: Visit) -> None:
    page = visit("#/play/casino-war", viewport={"width": 794, "height": 1100})  # A4
    expect(page.locator("[data-spot]").first).to_be_visible()
    for route in (
        "#/floor/reports/agp",
        "#/floor/log",
        "#/floor/ledger",
        "#/sheet/cajun-stud",
        "#/compare/three-card-poker?with=crazy-4-poker",
    ):
        page.emulate_media(media="screen")
        page.goto(page.url.partition("#")[0] + route)
        expect(page.locator("main table").first).to_be_visible()
        page.emulate_media(media="print")
        assert page.evaluate("document.documentElement.scrollWidth") <= 794, route
        # What is left empty below the last line may be a page of its own.
        expect(page.locator(".page")).to_have_css("padding-bottom", "0px")


# Words that are broken within, and words that can hardly be read, of what is seen.
UNREADABLE = r"""() => {
  const light = (color) => {
    const [red, green, blue] = color.match(/[\d.]+/g).map((part) => (part / 255) ** 2.2);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(at);
      if (backgroundImage !== "none") return 0;
      if (!/, 0\)$|transparent/.test(backgroundColor)) return light(backgroundColor);
    }
    return 1;
  };
  const seen = document.createTreeWalker(document.getElementById("main"), NodeFilter.SHOW_TEXT);
  const faults = [];
  while (seen.nextNode()) {
    const node = seen.currentNode;
    const element = node.parentElement;
    const shows = element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
    if (!shows || element.closest("svg, .unseen, code, .chip")) continue;
    for (const word of node.textContent.matchAll(/[A-Za-z$0-9.,:]+/g)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
      if (lines.size > 1) faults.push(`broken: ${word[0]}`);
    }
    const [dark, pale] = [light(getComputedStyle(element).color), ground(element)].sort((one, other) => one - other);
    if (node.textContent.trim() && (pale + 0.05) / (dark + 0.05) < 4.5) faults.push(`pale: ${node.textContent.trim()}`);
  }
  return [...new Set(faults)].slice(0, 20);
}"""


def test_every_page_can_be_read_on_paper(visit: Visit) -> None:
    """Words are whole and dark on white, whatever the screen's colours; a file is printed whole."""
    paper = {"width": 688, "height": 1000}  # A4 within its margins
    page = visit("#/play/three-card-poker", color_scheme="dark", viewport=paper)
    bet(page, "ante", "progressive_3_card")
    page.locator("[data-action=play]").click()
    table = page.url.partition("#")[2]
    page.locator(".settled").first.wait_for()
    for route, ready in (
        (f"#{table}", ".settled"),
        ("#/", ".game"),
        ("#/rules", ".share-bar"),
        ("#/history", "tbody tr"),
        ("#/lobby", "tbody tr"),
        ("#/floor", ".sign"),
        ("#/floor/ledger", "tbody tr"),
        ("#/floor/log", "tbody tr"),
        ("#/floor/reports/agp", "tbody tr"),
        ("#/floor/jackpots", "tbody tr"),
        ("#/surveillance", "tbody tr"),
        ("#/editor?from=casino-war", ".code-paint"),
    ):
        page.emulate_media(media="screen")
        page.goto(page.url.partition("#")[0] + route)
        page.locator(ready).first.wait_for()
        page.emulate_media(media="print")
        assert page.evaluate(UNREADABLE) == [], route
        if route == "#/floor":
            expect(page.get_by_role("heading", name="The floor at a glance")).to_be_visible()
        assert page.locator("main a.button:visible").count() == 0, route
        assert page.evaluate("document.documentElement.scrollWidth") <= paper["width"], route
    file = page.locator(".code-paint").bounding_box()
    felt = page.locator(".editor .felt").bounding_box()
    assert file
    assert felt
    assert file["y"] + file["height"] <= felt["y"]  # nothing is printed over the file


def test_a_report_shows_the_columns_that_have_a_figure(visit: Visit, tmp_path: Path) -> None:
    with served(Settings(default_url(tmp_path / "floor.db"))) as address:  # a house where nothing else was played
        page = visit("#/play/casino-war", at=address, viewport={"width": 1280, "height": 900})
        bet(page, "initial")
        page.goto(page.url.partition("#")[0] + "#/floor/reports/agp")
        page.locator("tbody tr").first.wait_for()
        assert page.evaluate(WIDER_THAN_ITS_PLACE) == []
        expect(page.get_by_role("columnheader", name="Proceeds")).to_be_in_viewport()


ROWS = """count => {
  const body = document.querySelector("main tbody");
  body.closest(".scroll").classList.add("landscape"); // as with many figures
  while (body.rows.length < count) body.append(body.rows[0].cloneNode(true));
}"""


def written_pages(pdf: bytes) -> list[bool]:
    """For each page whether there is text on it."""
    pages = re.finditer(rb"/Type /Page\b.*?/Contents (\d+) 0 R", pdf, re.DOTALL)
    streams = [re.search(rb"\n%s 0 obj\s.*?stream\r?\n(.*?)\r?\nendstream" % page[1], pdf, re.DOTALL) for page in pages]
    return [bool(re.search(rb"T[jJ]", zlib.decompress(stream[1]))) for stream in streams if stream]


def test_no_empty_page_is_printed_after_a_report(visit: Visit, tmp_path: Path) -> None:
    with served(Settings(default_url(tmp_path / "floor.db"))) as address:
        page = visit("#/play/casino-war", at=address)
        bet(page, "initial")
        page.goto(page.url.partition("#")[0] + "#/floor/reports/agp")
        page.locator("tbody tr").first.wait_for()
        pages = []
        for count in range(14, 24):
            page.evaluate(ROWS, count)
            pages.append(written_pages(page.pdf(format="A4")))
        assert pages[0] == [True]
        assert pages[-1] == [True, True]
        assert all(all(some) for some in pages), pages


def test_a_round_is_called_by_its_number_on_a_telephone(visit: Visit) -> None:
    page = visit("#/play/big-six-wheel", viewport={"width": 390, "height": 800})
    bet(page, "s1")
    page.locator(".settled").first.wait_for()
    page.goto(page.url.partition("#")[0] + "#/history")
    expect(page.locator("tbody th").first).to_have_text(re.compile(r"^Round \d+$"), use_inner_text=True)
    page.goto(page.url.partition("#")[0] + "#/rules")
    expect(page.get_by_role("list", name="What the colours mean")).to_contain_text("procedure")
    assert page.evaluate(WIDER_THAN_ITS_PLACE) == []


def tab_to(page: Page, selector: str) -> None:
    """Tab until the focus is there, and the focus can be seen."""
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            width = page.evaluate("getComputedStyle(document.activeElement).outlineWidth")
            assert float(width.removesuffix("px")) >= 2
            return
    raise AssertionError(f"{selector} is not reached by keyboard")


def test_a_round_by_keyboard_alone(visit: Visit) -> None:
    page = visit("#/play/three-card-poker")
    expect(page.locator(".spot").first).to_be_visible()
    tab_to(page, "[data-spot=ante]")
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    expect(page.locator("[data-spot=ante]")).to_be_focused()
    tab_to(page, "[data-do=deal]")
    page.keyboard.press("Enter")
    expect(page.locator("[data-action=fold]")).to_be_focused()
    expect(page.locator("#status")).to_contain_text("Your turn.")
    tab_to(page, "[data-action=play]")
    page.keyboard.press("Enter")
    settled(page, "ante", "play")
    expect(page.locator("[data-do=deal]")).to_be_focused()


def test_a_table_left_before_its_line_stands_is_no_fault(visit: Visit) -> None:
    page = visit("#/play/casino-war")
    page.locator(".spot").first.wait_for()
    table = page.url.rsplit("/", 1)[1]
    leave = f"import('/js/api.js').then(api => api.watchTable({table}, () => {{ window.told = true; }})())"
    page.evaluate(leave)
    page.wait_for_timeout(500)
    assert not page.evaluate("'told' in window")


COVERED = """() => {
    const { left, top, width, height } = document.activeElement.getBoundingClientRect();
    return !document.activeElement.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


@pytest.mark.parametrize("height", [400, 640, 720, 900])
def test_the_rail_covers_nothing_that_is_reached_by_keyboard(visit: Visit, height: int) -> None:
    page = visit("#/play/three-card-poker", viewport={"width": 1280, "height": height})
    page.get_by_role("button", name="Sit at seat 1").focus()
    for _ in range(6):  # through the free seats
        assert not page.evaluate(COVERED), page.evaluate("document.activeElement.textContent")
        page.keyboard.press("Tab")


def test_movement_only_where_it_is_wanted(visit: Visit) -> None:
    names = {}
    for wish in ("no-preference", "reduce"):
        page = visit("#/play/casino-war", reduced_motion=wish)
        bet(page, "initial")
        card = page.locator(".card.arrives").first
        card.wait_for()
        names[wish] = card.evaluate("card => getComputedStyle(card).animationName")
    assert names == {"no-preference": "arrive", "reduce": "none"}


def test_first_load_is_light_and_from_one_host(visit: Visit, address: str) -> None:
    page = visit("#/history")
    answers: list[Response] = []
    page.goto("about:blank")
    page.on("response", lambda answer: answers.append(answer))
    page.goto(address)
    expect(page.locator(".game").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert all(answer.url.startswith(address) for answer in answers)
    assert 10_000 < sum(len(answer.body()) for answer in answers) < 300_000


def test_table_is_usable_within_a_second(visit: Visit) -> None:
    """Counted in the work of the page and of the server, which runs in this process: a busy machine changes neither."""
    page = visit("#/play/three-card-poker")
    page.locator(".spot").first.wait_for()
    line = page.context.new_cdp_session(page)
    line.send("Performance.enable", {"timeDomain": "threadTicks"})

    used = []
    for _ in range(3):
        before = time.process_time()
        page.reload()
        page.locator(".spot").first.wait_for()
        told = {one["name"]: one["value"] for one in line.send("Performance.getMetrics")["metrics"]}
        used.append(time.process_time() - before + told["TaskDuration"])  # that of the page begins anew with it
    assert 0.01 < min(used) < 1.0
