"""The designer's loop in a browser: edited files, the editor, uploads, solved prices, side by side, certificates."""

import itertools
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect
from tests.site.conftest import Visit, step_until, wait_until

Shot = Callable[[Page, str], None]
MIDDLES = """() => [...document.querySelectorAll(".code-gutter span")]
  .map((one) => one.getBoundingClientRect()).map((box) => (box.top + box.bottom) / 2)"""
WHEEL = 'id = "{}"\nextends = "big-six-wheel"\nname = "{}"\nrule = "house"\n'
POKER = 'id = "{}"\nextends = "three-card-poker"\nname = "{}"\nrule = "house"\n'


def typed(page: Page, text: str) -> None:
    page.get_by_label("Game file").fill(text)


def test_an_edited_file_shows_without_a_reload_and_a_broken_edit_says_so(visit: Visit, own_game: Path) -> None:
    before = own_game.read_text()
    page = visit(f"#/sheet/{str(own_game).replace('/', '%2F')}")
    try:
        expect(page.get_by_role("heading", name="Duel", exact=True)).to_be_visible()
        own_game.write_text(before.replace('name = "Duel"', 'name = "Duel at Dawn"'))
        expect(page.get_by_role("heading", name="Duel at Dawn")).to_be_visible()
        own_game.write_text("players = 3\n" + before)
        expect(page.locator(".edit-fault")).to_contain_text("not in force")
        expect(page.locator(".edit-fault")).to_contain_text("duel.toml, line 1, players")
        expect(page.get_by_role("heading", name="Duel at Dawn")).to_be_visible()
    finally:
        own_game.write_text(before)
    expect(page.get_by_role("heading", name="Duel", exact=True)).to_be_visible()
    expect(page.locator(".edit-fault")).to_have_count(0)


def test_an_edited_file_is_ruled_by_at_the_desk_without_a_reload(visit: Visit, own_game: Path) -> None:
    before = own_game.read_text()
    page = visit(f"#/dispute?game={str(own_game).replace('/', '%2F')}")
    stake = page.locator(".desk-seat [data-wager]").first
    try:
        stake.fill("10")
        stake.blur()
        for place, card in (("seats.0.cards.0", "Kh"), ("dealer.0", "9c")):
            page.locator(f"[data-place='{place}']").click()
            page.locator(f"[data-put='{card}']").click()
            expect(page.locator(f"[data-place='{place}']")).not_to_have_attribute("data-told", "")
        expect(page.locator("[data-do=rule]")).to_be_enabled()
        page.locator("[data-do=rule]").click()
        expect(page.locator("section.ruling h2")).to_have_text("Ruling: Duel")
        own_game.write_text(before.replace('name = "Duel"', 'name = "Duel at Noon"'))
        expect(page.locator("section.ruling h2")).to_have_text("Ruling: Duel at Noon")
        expect(page.locator("[data-place='dealer.0']")).to_have_attribute("data-told", "9♣")
        own_game.write_text("players = 3\n" + before)
        expect(page.locator(".edit-fault")).to_contain_text("duel.toml, line 1, players")
    finally:
        own_game.write_text(before)
    expect(page.locator(".edit-fault")).to_have_count(0)
    expect(page.locator("section.ruling h2")).to_have_text("Ruling: Duel")


def test_an_edit_while_the_page_is_being_drawn_shows_too(visit: Visit, own_game: Path) -> None:
    before = own_game.read_text()

    def edited(route: Route) -> None:
        answer = route.fetch()
        own_game.write_text(before.replace('name = "Duel"', 'name = "Duel at Dusk"'))
        route.fulfill(response=answer)

    page = visit("#/")
    expect(page.get_by_role("heading", name="A game of your own")).to_be_visible()
    try:
        page.route("**/api/game?*", edited, times=1)
        page.goto(page.url.split("#")[0] + f"#/sheet/{str(own_game).replace('/', '%2F')}")
        expect(page.get_by_role("heading", name="Duel at Dusk")).to_be_visible()
    finally:
        own_game.write_text(before)
    expect(page.get_by_role("heading", name="Duel", exact=True)).to_be_visible()


def linked(page: str, path: Path) -> str:
    return f"#/{page}/{str(path).replace('/', '%2F')}"


def test_an_edited_file_is_played_by_at_an_open_table_with_the_bet_laid_before(visit: Visit, own_game: Path) -> None:
    before = own_game.read_text()
    page = visit(linked("play", own_game))
    name = page.locator("[data-spot=initial] .spot-name")
    try:
        expect(name).to_contain_text("Initial")
        page.locator("[data-spot=initial]").click()
        own_game.write_text(
            before.replace('name = "Duel"', 'name = "Duel at Dawn"').replace(
                "[wagers.initial]\n", '[wagers.initial]\nname = "Pistol"\n'
            )
        )
        expect(name).to_contain_text("Pistol")
        expect(page).to_have_title("Duel at Dawn · Houseway")
        page.locator("[data-do=deal]").click()
        surrender = "document.querySelector(`[data-action=surrender]`)?.click()"
        step_until(page, ".settled tr[data-wager=initial]", surrender)
        expect(page.locator(".settled tr[data-wager=initial] th")).to_contain_text("Pistol")
        own_game.write_text("players = 3\n" + before)
        expect(page.locator(".edit-fault")).to_contain_text("duel.toml, line 1, players")
    finally:
        own_game.write_text(before)
    expect(page).to_have_title("Duel · Houseway")
    expect(page.locator(".edit-fault")).to_have_count(0)


def test_an_edited_file_is_drilled_without_a_reload(visit: Visit, own_game: Path) -> None:
    before = own_game.read_text()
    page = visit(linked("trainer", own_game))
    chosen = page.locator("select[data-key=game] option:checked")
    try:
        expect(chosen).to_have_text("Duel")
        own_game.write_text(
            before.replace('name = "Duel"', 'name = "Duel at Dawn"').replace(
                "[wagers.initial]\n", '[wagers.initial]\nname = "Pistol"\n'
            )
        )
        expect(chosen).to_have_text("Duel at Dawn")
        expect(page.locator("[aria-label='Wagers to settle']")).to_contain_text("Pistol")
    finally:
        own_game.write_text(before)
    expect(chosen).to_have_text("Duel")


def test_two_files_opened_by_path_are_compared_and_compared_again_after_an_edit(visit: Visit, tmp_path: Path) -> None:
    files = [tmp_path / "one.toml", tmp_path / "two.toml"]
    for path, name in zip(files, ("First Wheel", "Second Wheel"), strict=True):
        path.write_text(WHEEL.format(path.stem, name))
    page = visit(f"{linked('compare', files[0])}?with={str(files[1]).replace('/', '%2F')}")
    expect(page.locator(".compared")).to_contain_text("Second Wheel")
    expect(page.get_by_label("This", exact=True).locator("option:checked")).to_have_text("First Wheel")
    files[1].write_text(WHEEL.format("two", "Third Wheel"))
    expect(page.locator(".compared")).to_contain_text("Third Wheel")
    expect(page.get_by_label("Beside it").locator("option:checked")).to_have_text("Third Wheel")


def test_each_of_two_games_calls_its_wagers_as_its_own_layout_does(visit: Visit) -> None:
    page = visit("#/compare/three-card-poker?with=ca-three-card-poker-6-card-bonus")
    sides = page.locator(".compared dd")
    expect(sides.first).to_contain_text("Six Card Bonus 1")
    expect(sides.last).to_contain_text("6 card bonus 1")


def test_a_file_opened_by_its_path_stays_in_the_catalogue_and_at_the_desk(visit: Visit, tmp_path: Path) -> None:
    path = tmp_path / "wheel.toml"
    path.write_text(WHEEL.format("path-wheel", "Path Wheel"))
    page = visit("#/")
    page.locator("input[name=path]").fill(str(path))
    page.locator("input[name=path]").press("Enter")
    line = page.locator("li", has=page.get_by_role("heading", name="Path Wheel"))
    expect(line).to_contain_text("$1, $2, $5")
    line.get_by_role("link", name="Rules of Path Wheel").click()
    expect(page.get_by_role("heading", name="Path Wheel", exact=True)).to_be_visible()
    base = page.url.partition("#")[0]
    page.goto(base + "#/")
    expect(line).to_be_visible()
    page.goto(base + f"#/dispute?game={str(path).replace('/', '%2F')}")
    expect(page.locator("main select option:checked").first).to_have_text("Path Wheel")
    page.goto(base + "#/")
    line.get_by_role("button", name="Forget Path Wheel").click()
    expect(line).to_have_count(0)
    expect(page.get_by_role("heading", name="Big 6 Wheel", exact=True)).to_be_visible()


def test_the_catalogue_names_wagers_as_each_layout_does(visit: Visit) -> None:
    page = visit("#/")
    craps = page.locator("[data-game='craps-odds']")
    expect(craps).to_contain_text("Pass Line")
    expect(craps).to_contain_text("Don't Pass")
    expect(page.locator("[data-game='free-bet-blackjack']")).to_contain_text("Pot of Gold")
    page.locator("select[name=wager]").select_option(label="King's Bounty")
    expect(page.locator("[data-game='free-bet-blackjack']")).to_be_visible()
    expect(craps).to_have_count(0)


def test_what_was_typed_in_the_editor_and_left_is_there_again(visit: Visit) -> None:
    page = visit("#/editor")
    text = WHEEL.format("left-wheel", "Left Wheel")
    typed(page, text)
    base = page.url.partition("#")[0]
    page.goto(base + "#/sheet/big-six-wheel")
    expect(page.get_by_role("heading", name="Big 6 Wheel", exact=True)).to_be_visible()
    page.goto(base + "#/editor")
    expect(page.get_by_label("Game file")).to_have_value(text)
    page.get_by_role("button", name="Take back what is not kept").click()
    page.locator("[data-do=yes]").click()
    expect(page.get_by_label("Game file")).not_to_have_value(text)


def test_a_question_in_a_fault_ends_as_a_question(visit: Visit, own_game: Path) -> None:
    before = own_game.read_text()
    page = visit(linked("sheet", own_game))
    expect(page.get_by_role("heading", name="Duel", exact=True)).to_be_visible()
    try:
        own_game.write_text(before.replace("seats = 7", "seets = 7"))
        expect(page.locator(".edit-fault p").first).to_have_text(re.compile(r"^Unknown word;.*did you mean .*\?$"))
    finally:
        own_game.write_text(before)
    expect(page.locator(".edit-fault")).to_have_count(0)


def test_a_draft_s_paragraphs_lead_to_no_sheet_before_it_is_kept(visit: Visit) -> None:
    page = visit("#/editor")
    typed(page, POKER.format("no-sheet-yet", "No Sheet Yet"))
    expect(page.get_by_text("No Sheet Yet: a sound game file.")).to_be_visible()
    expect(page.locator(".editor .settled .cite").first).to_be_visible()
    expect(page.locator(".editor .settled a.cite")).to_have_count(0)


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (1280, "dark"), (390, "light"), (390, "dark")])
def test_editor_shows_faults_felt_and_edge(visit: Visit, shot: Shot, width: int, scheme: str) -> None:
    page = visit("#/editor", viewport={"width": width, "height": 900}, color_scheme=scheme)
    expect(page.get_by_label("Game file")).to_be_visible()
    typed(page, POKER.format("my-poker", "My Poker") + "players = 3\n")
    expect(page.locator(".draft-faults li").first).to_contain_text("Unknown word")
    expect(page.locator(".code-gutter .faulty")).to_have_text("5")
    middles = page.evaluate(MIDDLES)
    apart = {round(below - above) for above, below in itertools.pairwise(middles)}
    assert apart == {24}, "every number stands on its own line, after a faulty one too"
    shot(page, f"editor-fault-{width}-{scheme}")
    page.get_by_role("button", name="Line 5").click()
    assert page.evaluate("getSelection().toString()") in ("players = 3", "")
    typed(page, POKER.format("my-poker", "My Poker"))
    expect(page.locator(".draft-faults li")).to_have_count(0)
    expect(page.locator(".editor .felt")).to_be_visible()
    expect(page.locator(".edges [data-wager=pair_plus]")).to_contain_text("2.317%")
    shot(page, f"editor-{width}-{scheme}")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_completion_offers_words_and_values_of_the_schema(visit: Visit) -> None:
    page = visit("#/editor")
    area = page.get_by_label("Game file")
    typed(page, POKER.format("my-poker", "My Poker"))
    expect(page.get_by_text("a sound game file")).to_be_visible()
    area.press("Control+End")
    area.press_sequentially("hands_per")
    expect(page.locator(".code-list li").first).to_contain_text("hands_per_player")
    area.press("Enter")
    expect(area).to_have_value(re.compile(r"hands_per_player = $"))
    area.press_sequentially("2\n[wagers.ante]\nopti")
    area.press("Control+Space")
    area.press("Escape")
    typed(page, 'id = "x"\nfamily = ')
    area.press("Control+End")
    area.press("Control+Space")
    expect(page.locator(".code-list")).to_contain_text("house-poker")


BESIDE = """() => {
  const area = document.querySelector(".code-text");
  const { lineHeight, paddingTop } = getComputedStyle(area);
  const lines = area.value.split("\\n").length;
  const height = parseFloat(lineHeight);
  const first = area.getBoundingClientRect().top + parseFloat(paddingTop) - area.scrollTop;
  const number = document.querySelector(".code-gutter span:last-of-type").getBoundingClientRect();
  return number.top + number.height / 2 - first - (lines - 0.5) * height;
}"""


def test_numbers_and_completion_stay_beside_the_last_line_of_a_file(visit: Visit) -> None:
    page = visit("#/editor?from=casino-war")
    area = page.locator(".code-text")
    expect(area).to_have_value(re.compile("Casino War"))  # a file that has not come yet has no end below the window
    area.click()
    page.keyboard.press("Control+End")
    page.keyboard.type("\n[wagers.other]\n")
    assert area.evaluate("area => area.scrollTop") > 0
    assert abs(page.evaluate(BESIDE)) < 3
    page.keyboard.press("Control+Space")
    offered = page.locator(".code-list")
    expect(offered).to_be_visible()
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    code, box = page.locator(".code").bounding_box(), offered.bounding_box()
    assert code
    assert box
    assert code["y"] <= box["y"]
    assert box["y"] + box["height"] <= code["y"] + code["height"]
    assert page.evaluate("document.querySelector('.code-body').scrollTop") == 0
    assert abs(page.evaluate(BESIDE)) < 3


def test_a_price_is_solved_for_and_written_into_the_draft(visit: Visit, shot: Shot) -> None:
    page = visit("#/editor")
    typed(page, POKER.format("my-poker", "My Poker"))
    expect(page.locator(".edges [data-wager=pair_plus]")).to_contain_text("2.317%")
    page.locator("select[name=wager]").select_option("pair_plus")
    page.locator("select[name=row]").select_option("straight")
    page.get_by_role("button", name="Find pay tables").click()
    expect(page.locator(".proposals tbody tr").first).to_be_visible()
    shot(page, "editor-solved")
    page.locator("select[name=row]").select_option("")
    page.get_by_role("button", name="Find pay tables").click()
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(page.locator(".proposals button:enabled").first).to_be_visible()
    cut = "list => list.scrollWidth > list.clientWidth + 1"
    assert not page.get_by_role("region", name="Proposed pay tables").evaluate(cut)  # every price is in sight
    page.locator(".proposals button:enabled").first.click()
    expect(page.get_by_label("Game file")).to_have_value(re.compile(r"pay_tables\.pair_plus\[1\]\.rows"))
    expect(page.locator(".edges [data-wager=pair_plus]")).to_contain_text("was 2.317%")


def test_a_price_counted_anew_leaves_the_search_and_its_choices_as_they_are(visit: Visit) -> None:
    page = visit("#/editor")
    expect(page.locator(".edges [data-wager=pair_plus]")).to_contain_text("2.317%")
    held: list[Route] = []
    page.route("**/api/draft/odds", lambda route: held.append(route), times=1)
    typed(page, POKER.format("my-poker", "My Poker"))
    page.locator("select[name=row]").select_option("straight")
    page.get_by_role("button", name="Find pay tables").click()
    expect(page.locator(".proposals tbody tr").first).to_be_visible()
    expect(page.get_by_text("Counting…")).to_be_visible()
    wait_until(page, lambda: held)
    held[0].continue_()
    expect(page.locator(".edges [data-wager=pair_plus]")).to_contain_text("2.317%")
    expect(page.locator("select[name=row]")).to_have_value("straight")
    expect(page.locator(".proposals tbody tr").first).to_be_visible()
    typed(page, POKER.format("my-poker", "My Other Poker"))
    expect(page.get_by_text("My Other Poker: a sound game file.")).to_be_visible()
    expect(page.locator(".proposals")).to_have_count(0)  # they were those of another text


def test_a_game_is_kept_edited_downloaded_uploaded_and_removed(visit: Visit, shot: Shot, tmp_path: Path) -> None:
    page = visit("#/editor")
    typed(page, WHEEL.format("site-wheel", "Site Wheel"))
    page.get_by_role("button", name="Keep in the catalogue").click()
    page.wait_for_url("**/#/editor/site-wheel")
    expect(page.get_by_role("button", name="Keep as a new version")).to_be_visible()
    typed(page, WHEEL.format("site-wheel", "Site Wheel Two"))
    page.get_by_role("button", name="Keep as a new version").click()
    expect(page.get_by_label("Version")).to_be_visible()
    page.goto(page.url.partition("#")[0] + "#/")
    line = page.locator("[data-game='site-wheel']")
    expect(line).to_contain_text("Site Wheel Two")
    expect(line).to_contain_text("version 2")
    shot(page, "catalogue-own")
    with page.expect_download() as told:
        line.get_by_role("button", name="Download Site Wheel Two").click()
    text = Path(told.value.path()).read_text()
    assert 'name = "Site Wheel Two"' in text
    base = page.url.partition("#")[0]
    for route in ("#/dispute?game=site-wheel", "#/trainer/site-wheel", "#/odds/site-wheel", "#/exposure/site-wheel"):
        page.goto(base + route)
        expect(page.locator("main")).to_contain_text("Site Wheel Two")
    page.goto(base + "#/")
    other = tmp_path / "upload.toml"
    other.write_text(text.replace("site-wheel", "sent-wheel").replace("Site Wheel Two", "Sent Wheel"))
    page.get_by_label("Upload a file").set_input_files(other)
    expect(page.locator("[data-game='sent-wheel']")).to_contain_text("Sent Wheel")
    for game in ("site-wheel", "sent-wheel"):
        page.locator(f"[data-game='{game}']").get_by_role("button", name="Remove").click()
        page.locator("[data-do=yes]").click()
        expect(page.locator(f"[data-game='{game}']")).to_have_count(0)


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_two_games_side_by_side_and_a_sweep(visit: Visit, shot: Shot, width: int, scheme: str) -> None:
    page = visit(
        "#/compare/roulette?with=roulette-single-zero", viewport={"width": width, "height": 900}, color_scheme=scheme
    )
    expect(page.get_by_role("table").first).to_contain_text("5.263%")
    expect(page.get_by_role("table").first).to_contain_text("2.703%")
    sideways = "[...document.querySelectorAll('.scroll')].filter((one) => one.scrollWidth > one.clientWidth + 1).length"
    assert page.evaluate(sideways) == 0  # long names stand above each other
    page.get_by_label("This", exact=True).select_option("three-card-poker")
    page.locator("select[name=option]").select_option("pair_plus")
    page.get_by_role("button", name="Draw the chart").click()
    expect(page.locator("svg.sweep")).to_be_visible()
    expect(page.locator(".legend li").first).to_be_visible()
    shot(page, f"compare-{width}-{scheme}")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_two_schedules_side_by_side_are_named(visit: Visit) -> None:
    page = visit("#/compare/big-six-wheel?with=big-six-wheel&with_house=%7B%22s20_odds%22%3A23%7D")
    sides = page.locator(".compared > div")
    expect(sides).to_have_count(2)
    expect(sides.last).to_contain_text("Beside it")
    expect(sides.last).to_contain_text("$20 odds: 23")
    expect(page.get_by_role("columnheader", name="Hits: beside it")).to_be_visible()
    every = page.get_by_role("heading", name="Big 6 Wheel under every value")
    expect(every).to_be_visible()
    page.emulate_media(media="print")
    expect(every).to_be_hidden()  # a chart that was not drawn is not part of the comparison on paper


@pytest.mark.parametrize(("width", "scheme"), [(1280, "dark"), (390, "light")])
def test_a_certificate_is_downloaded_and_recomputed(
    visit: Visit, shot: Shot, tmp_path: Path, width: int, scheme: str
) -> None:
    page = visit("#/odds/big-six-wheel", viewport={"width": width, "height": 900}, color_scheme=scheme)
    page.get_by_role("link", name="Certificate").click()
    with page.expect_download() as told:
        page.get_by_role("button", name="JSON").click()
    text = Path(told.value.path()).read_text()
    made = json.loads(text)
    assert made["game"] == "big-six-wheel"
    for kind in ("XLSX", "CSV", "Page for print"):
        with page.expect_download() as kept:
            page.get_by_role("button", name=kind).click()
        assert Path(kept.value.path()).stat().st_size > 100
    file = tmp_path / "certificate.json"
    file.write_text(text)
    page.get_by_label("Open a certificate").set_input_files(file)
    expect(page.get_by_text("Nothing contradicts the certificate.")).to_be_visible()
    shot(page, f"certify-{width}-{scheme}")
    file.write_text(text.replace(made["name"], "Another Wheel"))
    page.get_by_label("Open a certificate").set_input_files(file)
    expect(page.get_by_text("The certificate does not hold.")).to_be_visible()
