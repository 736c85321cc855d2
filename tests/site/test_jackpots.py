"""Jackpots, meters and equipment on the floor page, as a house runs them in the browser."""

from pathlib import Path

from playwright.sync_api import Page, expect
from sqlalchemy import insert
from tests.site.conftest import Visit, served, step_until
from tests.site.test_accounts import _enter, _house
from tests.site.test_mechanisms import Shot

from houseway.floor import meters, schema, wide_area
from houseway.floor.moments import now
from houseway.floor.roles import Person
from houseway.floor.store import Store
from houseway.floor.tables import open_table


def duty(page: Page, name: str) -> Page:
    return page.locator(f"[data-duty='{name}']")  # type: ignore[return-value]


def test_a_jackpot_is_proposed_approved_offered_posted_and_printed(visit: Visit, shot: Shot) -> None:
    page = visit("#/floor/open")
    page.get_by_label("Game").first.wait_for()
    page.evaluate(
        """async () => {
          const { post } = await import("/js/api.js");
          window.table = (await post("/tables", { game: "texas-holdem", name: "Corner" })).id;
        }"""
    )
    table = page.evaluate("window.table")
    page.goto(page.url.split("#")[0] + "#/floor/jackpots")
    form = duty(page, "Propose a jackpot")
    form.get_by_label("Name").fill("Bad beat")
    for label, text in (
        ("What the words", "Aces full of tens is three aces and two tens."),
        ("When nothing", "Nothing is paid for a fouled deck."),
        ("What becomes", "It begins the next jackpot."),
        ("When the amount", "At ten each morning by a supervisor."),
    ):
        form.get_by_label(label).fill(text)
    form.get_by_label("Players dealt in").fill("3")
    form.get_by_label("both own cards").uncheck()
    form.get_by_label("At the limit").select_option("grow")
    form.get_by_role("button", name="Propose it").click()
    page.get_by_role("button", name="Approved").first.click()
    page.get_by_label("What the approval is known by").fill("letter 7")
    page.locator("dialog [data-do=yes]").click()
    expect(page.locator(".balanced")).to_have_text("Bad beat may be offered.")
    page.get_by_role("button", name="Post the amount").first.click()
    expect(page.locator(".balanced")).to_have_text("Bad beat is posted.")
    shot(page, "jackpots")
    page.goto(page.url.split("#")[0] + "#/floor/log")
    told = page.get_by_role("row", name="Jackpot proposed").first.get_by_role("cell").last
    expect(told).to_contain_text(
        "beaten full house AT, shares 50% to the loser, 25% to the winner, 25% to the table, rake $2"
    )
    expect(told).to_contain_text("“Nothing is paid for a fouled deck.”")
    page.goto(page.url.split("#")[0] + f"#/floor/table/{table}")
    offer = duty(page, "Offer a jackpot")
    offer.get_by_label("Jackpot").select_option(label="Bad beat")
    offer.get_by_role("button").click()
    expect(page.get_by_text("Bad beat: $0 posted")).to_be_visible()
    page.get_by_role("link", name="Notice").click()
    expect(page.locator(".notice dd").nth(3)).to_contain_text("Nothing is paid for a fouled deck.")
    expect(page.locator(".notice dd").nth(1)).to_contain_text("with at least 3 players dealt in. Aces full")
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    shot(page, "notice")


def test_a_meter_is_opened_petitioned_for_and_linked(visit: Visit, shot: Shot) -> None:
    page = visit("#/floor/jackpots")
    meter = duty(page, "Open a meter")
    meter.get_by_label("Name").fill("Big wheel")
    meter.get_by_role("button").click()
    expect(page.locator(".balanced")).to_have_text("The meter runs.")
    asked = duty(page, "Petition")
    asked.get_by_label("What for").select_option(label="Big wheel")
    asked.get_by_label("To do what").select_option(value="ease")
    asked.get_by_role("button").click()
    page.get_by_role("button", name="Refused").first.click()
    page.locator("dialog [data-do=yes]").click()  # an answer without its letter is not taken
    page.locator("dialog [data-do=no]").click()
    expect(page.locator("dialog")).to_have_count(0)
    page.get_by_role("button", name="Granted").first.click()
    page.get_by_label("What the answer is known by").fill("letter 8")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Running, eased")).to_be_visible()
    link = duty(page, "Wide-area link")
    link.get_by_label("Meter").select_option(label="Big wheel")
    link.get_by_label("Operator").fill("The Operator")
    link.get_by_label("Other licensees").fill("House B, House C")
    link.get_by_role("button").click()
    put = duty(page, "Contribution from elsewhere")
    put.get_by_label("Licensee").select_option(label="House C, Big wheel")
    put.get_by_label("Dollars").fill("12.50")
    put.get_by_role("button").click()
    expect(page.locator(".balanced")).to_have_text("$12.50 put in.")
    kept = duty(page, "Funds at a bank")
    kept.get_by_label("Dollars").fill("2000")
    kept.get_by_role("button").click()
    expect(page.locator(".balanced")).to_have_text("$2,000 kept at a bank.")
    shot(page, "meters")


def test_30_1046_7_c_who_is_paid_out_with_leave_is_named_on_the_page(visit: Visit, tmp_path: Path) -> None:
    with served(_house(tmp_path)) as address:
        page = visit("#/floor/jackpots", at=address)
        _enter(page, "maria")
        meter = duty(page, "Open a meter")
        meter.get_by_label("Name").fill("Big wheel")
        meter.get_by_role("button").click()
        asked = duty(page, "Petition")
        asked.get_by_label("To do what").select_option(value="disburse")
        asked.get_by_label("Paid to").select_option(label="paul")
        asked.get_by_label("Dollars", exact=True).fill("600")
        asked.get_by_role("button", name="Another payee").click()
        asked.get_by_label("Paid to").last.select_option(label="mark")
        asked.get_by_label("Dollars").last.fill("400")
        asked.get_by_role("button", name="Ask for leave").click()
        expect(page.locator(".balanced")).to_have_text("The petition is written down.")
        page.context.close()


def test_30_2504_01_6_a_an_award_of_a_link_is_agreed_by_the_year_on_the_page(visit: Visit, tmp_path: Path) -> None:
    settings = _house(tmp_path)
    store = Store(settings.database)
    meter, alone = (store.write(lambda db, n=n: meters.open_meter(db, n, 3_000_000, 1000, 500)) for n in ("big", "own"))  # type: ignore[misc]
    terms = {"operator": "The Operator", "licensees": ["House B"], "prime": 5.0}
    store.write(lambda db: wide_area.set_link(db, meter, terms))
    boss = Person(1, "maria", "supervisor")
    table = store.write(lambda db: open_table(db, boss, "ultimate-texas-holdem", linked={"progressive": meter}))
    waiting = {
        "at": now(),
        "table_id": table,
        "user_id": 3,
        "cents": 100_000,
        "memo": "royal",
        "status": "due",
        "seat": 0,
    }
    rows = [{**waiting, "meter_id": one} for one in (meter, alone)]
    store.write(lambda db: db.execute(insert(schema.awards), rows))
    store.close()
    with served(settings) as address:
        page = visit("#/floor/jackpots", at=address)
        _enter(page, "maria")
        won = page.get_by_role("region", name="Awards").locator("tbody tr")
        expect(won).to_have_count(2)
        expect(page.get_by_role("button", name="By the year")).to_have_count(1)  # of the link's award alone
        page.get_by_role("button", name="By the year").click()
        page.get_by_label("Annual payments").fill("4")
        page.locator("dialog [data-do=yes]").click()
        expect(page.locator(".balanced")).to_have_text("Paid in 4 annual payments.")
        expect(won.first).to_contain_text("0 of 4 years")
        page.context.close()


def test_an_easier_option_of_a_meter_s_game_is_chosen_by_its_name(visit: Visit) -> None:
    page = visit("#/play/three-card-poker")
    expect(page.locator("[data-spot]").first).to_be_visible()
    page.goto(page.url.split("#")[0] + "#/floor/jackpots")
    asked = duty(page, "Petition")
    meter = asked.get_by_label("What for").locator("option", has_text="Three Card Poker").first
    asked.get_by_label("What for").select_option(label=meter.inner_text())
    asked.get_by_label("To do what").select_option(value="ease")
    asked.get_by_label("Easier option").select_option(label="Pair plus survives fold")
    asked.get_by_label("To be").select_option(label="yes")
    with page.expect_request("**/floor/petitions") as sent:
        asked.get_by_role("button").click()
    assert (sent.value.post_data_json or {})["house"] == {"pair_plus_survives_fold": True}
    expect(page.locator(".balanced")).to_have_text("The petition is written down.")


def test_30_1015_the_floor_rules_and_the_hand_goes_on_in_the_browser(visit: Visit, shot: Shot) -> None:
    """A straddle is posted, the board is dealt again, the hand is played on and a beaten hand is asked for."""
    page = visit("#/floor")
    page.get_by_role("heading", name="Open tables").wait_for()
    page.evaluate(
        """async () => {
          const { post } = await import("/js/api.js");
          const table = await post("/tables", { game: "texas-holdem", name: "Ruled", house: { straddle: true } });
          for (let seat = 1; seat < 4; seat += 1) await post(`/tables/${table.id}/bots`, { seat });
          await post(`/tables/${table.id}/sit`, { seat: 0, buy_in: 500 });
          window.table = table.id;
        }"""
    )
    table, home = page.evaluate("window.table"), page.url.split("#")[0]
    page.goto(f"{home}#/table/{table}")
    page.get_by_label("Straddle in all").fill("4")
    page.locator("[data-do=deal]").click()
    page.locator(".controls .act").first.wait_for()
    page.goto(f"{home}#/floor/table/{table}")
    ruling = duty(page, "Irregularity")
    ruling.get_by_label("What happened").select_option(label="Premature board")
    expect(ruling.get_by_role("status")).to_contain_text("play goes on. CO 30-1015")
    ruling.get_by_role("button").click()
    expect(page.locator(".balanced")).to_have_text("Irregularity recorded: Premature board.")
    expect(page.get_by_text("to act.")).to_be_visible()
    shot(page, "ruling")
    page.goto(f"{home}#/table/{table}")
    click = 'document.querySelector("[data-action^=check], [data-action^=call], [data-do=deal]")?.click()'
    step_until(page, "[data-see]", click)
    shown = page.locator("[data-see]").first
    seat = shown.get_attribute("data-see")
    shown.click()
    expect(page.locator(f"[data-seat='{seat}'] .card.face")).to_have_count(2)
    shot(page, "asked")


def test_30_1030_a_deck_is_opened_and_counted_on_the_floor_page(visit: Visit, shot: Shot) -> None:
    page = visit("#/floor")
    page.get_by_role("heading", name="Open tables").wait_for()
    page.evaluate(
        """async () => {
          const { post } = await import("/js/api.js");
          window.table = (await post("/tables", { game: "texas-holdem", name: "Decks" })).id;
        }"""
    )
    page.goto(page.url.split("#")[0] + f"#/floor/table/{page.evaluate('window.table')}")
    page.get_by_text("Write something down").click()
    form = duty(page, "Equipment")

    def write(act: str, **told: str) -> None:
        form.get_by_label("Act").select_option(value=act)
        form.get_by_label("Number or name").fill("7")
        for label, value in told.items():
            form.get_by_label(label.replace("_", " ")).fill(value)
        form.get_by_role("button").click()

    write("opened", Backs="red", Cards_counted="52")
    expect(page.locator(".equipment td").first).to_have_text("Deck 7")
    write("counted", Cards_counted="50")
    expect(page.locator(".equipment .due", has_text="Remove deck 7")).to_contain_text("50 of 52 cards were counted")
    shot(page, "equipment")
    page.goto(page.url.split("#")[0] + "#/floor")
    expect(page.locator(".due", has_text="Decks: Remove deck 7")).to_be_visible()
