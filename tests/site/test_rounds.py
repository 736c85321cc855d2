"""A full round by clicking in every family of games."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect
from tests.site.conftest import Visit, step_until, wait_until
from tests.site.decks import stack_deck

Shot = Callable[[Page, str], None]


CLICK = "document.querySelector(`{}`)?.click()"


def bet(page: Page, *spots: str) -> None:
    """A five-dollar chip on each spot, then the deal."""
    for spot in spots:
        page.locator(f"[data-spot='{spot}']").click()
    page.locator("[data-do=deal]").click()


def act(page: Page, action: str) -> None:
    page.locator(f"[data-action='{action}']").click()


def settled(page: Page, *wagers: str) -> None:
    """The settlement stands, each wager with a figure, a reason and a rule."""
    for wager in wagers:
        line = page.locator(f".settled tr[data-wager='{wager}']").first
        expect(line.locator(".result")).to_have_text(re.compile(r"^[+−]?\$"))
        expect(line.locator(".cite").first).to_have_text(re.compile(r"\d|common practice"))


def test_house_poker_with_hint(visit: Visit, shot: Shot, monkeypatch: pytest.MonkeyPatch) -> None:
    def strong(live: object) -> bool:
        own = live.visible(0)[-1].cards  # type: ignore[attr-defined]
        return len({card[0] for card in own}) == 2

    stack_deck(monkeypatch, "three-card-poker", {"ante": 5, "pair_plus": 5}, strong)
    page = visit("#/play/three-card-poker")
    bet(page, "ante", "pair_plus")
    expect(page.locator(".seat.own .card.face")).to_have_count(3)
    expect(page.locator("[data-pile=dealer] .card.back")).to_have_count(3)
    page.locator("[data-do=hint]").click()
    expect(page.locator(".hint.told")).to_contain_text("Play")
    expect(page.locator(".hint.told")).to_contain_text(re.compile(r"Fold: costs (about )?\$"))
    shot(page, "table-hint")
    expect(page.locator("[data-action=play]")).to_have_text("Play · $5")
    act(page, "play")
    settled(page, "ante", "play", "pair_plus")
    expect(page.locator("tr[data-wager=pair_plus] .why")).to_contain_text("pair: pays 1 to 1")
    expect(page.locator("#status")).to_contain_text("Settled.")
    expect(page.locator("[data-pile=dealer] .card.face")).to_have_count(3)
    shot(page, "table-house-poker")
    page.locator("tr[data-wager=pair_plus] .cite").first.click()
    expect(page.locator(".sheet-body .cited").first).to_be_visible()


def test_blackjack_with_a_split(visit: Visit, shot: Shot, monkeypatch: pytest.MonkeyPatch) -> None:
    def eights(live: object) -> bool:
        cards = live.visible(0)[1].cards  # type: ignore[attr-defined]
        return [card[0] for card in cards] == ["8", "8"] and live.visible(0)[0].cards[0][0] == "6"  # type: ignore[attr-defined]

    stack_deck(monkeypatch, "blackjack", {"blackjack": 5}, eights)
    page = visit("#/play/blackjack")
    bet(page, "blackjack")
    act(page, "split")
    expect(page.locator(".seat.own .pile")).to_have_count(2)
    shot(page, "table-split")
    step_until(page, ".settled", CLICK.format("[data-action$='stand']"))
    settled(page, "blackjack")
    lines = page.locator(".settled tr[data-wager=blackjack]")
    expect(lines).to_have_count(2)
    expect(lines.last.locator("th")).to_have_text("Blackjack, hand 2")
    expect(lines.last.locator("td.figure").first).to_have_text("$5")
    expect(page.locator(".seat.own .on-hand")).to_have_count(2)
    shot(page, "table-blackjack")


def test_baccarat(visit: Visit, shot: Shot) -> None:
    page = visit("#/play/baccarat")
    bet(page, "banker", "tie")
    settled(page, "banker", "tie")
    expect(page.locator("[data-pile=banker] .points")).to_have_text(re.compile(r"^\d$"))
    shot(page, "table-baccarat")


def test_pai_gow_hand_is_set_by_clicking_cards(visit: Visit, shot: Shot, monkeypatch: pytest.MonkeyPatch) -> None:
    def aces(live: object) -> bool:
        ranks = [card[0] for card in live.visible(0)[-1].cards]  # type: ignore[attr-defined]
        return ranks.count("A") == 2 and ranks.count("K") == 2 and "J" not in ranks

    stack_deck(monkeypatch, "pai-gow-poker", {"wager": 5}, aces)
    page = visit("#/play/pai-gow-poker")
    bet(page, "wager")
    expect(page.locator("[data-action^='set low']")).to_be_disabled()
    for card in page.get_by_role("button", name=re.compile("^king of")).all():
        card.click()
    shot(page, "table-pai-gow")
    page.locator("[data-action^='set low']").click()
    act(page, "pass")  # the community dragon is offered after the hands are set
    settled(page, "wager")


def test_tiles_are_set_by_clicking(visit: Visit, shot: Shot) -> None:
    page = visit("#/play/pai-gow-tiles")
    bet(page, "pai_gow")
    tiles = page.locator(".pick")
    expect(tiles).to_have_count(4)
    tiles.nth(0).click()
    tiles.nth(1).click()
    shot(page, "table-tiles")
    page.locator("[data-action^='set low']").click()
    act(page, "show")
    settled(page, "pai_gow")


def test_wheel(visit: Visit, shot: Shot) -> None:
    page = visit("#/play/big-six-wheel")
    bet(page, "s1", "joker")
    settled(page, "s1", "joker")
    expect(page.locator("svg.wheel")).to_be_visible()
    shot(page, "table-wheel")


SLOWLY = """() => {
  const asked = window.fetch;
  window.fetch = async (...what) => {
    if (String(what[0]).includes("/draft")) await new Promise((then) => setTimeout(then, 1500));
    return asked(...what);
  };
}"""


def test_keno_ticket_in_the_lounge(visit: Visit, shot: Shot) -> None:
    page = visit("#/keno")
    for number in (3, 14, 15):
        page.locator(f"[data-key=keno-{number}]").click()
    expect(page.locator("[data-do=ticket]")).to_be_enabled()
    page.evaluate(SLOWLY)
    page.locator("[data-key=keno-65]").click()
    page.locator("[data-do=ticket]").click()  # with all four, though the desk has priced three
    expect(page.locator(".tickets li")).to_have_count(1)
    expect(page.locator(".tickets li")).to_contain_text("3 14 15 65")
    expect(page.locator(".tickets li")).to_contain_text("running")
    page.locator("[data-do=draw]").click()
    expect(page.locator("[aria-label='Draw board'] .drawn")).to_have_count(20)
    expect(page.locator(".tickets li")).not_to_contain_text("running")
    expect(page.locator("[aria-label='Games before'] .past span")).to_have_count(20)
    shot(page, "keno")
    marked = page.locator("[aria-label='Draw board'] .marked")
    expect(marked).to_have_count(4)
    page.locator("[data-do=quick]").click()
    expect(page.locator(".tickets li")).to_have_count(2)
    expect(marked).to_have_count(4)  # the ticket of the next game was not in this draw
    page.locator("[data-do=replay]").last.click()
    expect(page.locator(".tickets li")).to_have_count(3)
    page.locator("[data-do=void]").first.click()
    expect(page.locator(".tickets li").first).to_contain_text("void")


def test_30_2508_3_the_printed_ticket(visit: Visit, shot: Shot) -> None:
    page = visit("#/keno")
    page.locator("[data-do=quick]").click()
    page.locator(".tickets li a").first.click()
    ticket = page.locator(".printed-ticket")
    expect(ticket).to_contain_text("120 days")
    expect(ticket).to_contain_text("Total price")
    expect(ticket.locator(".keno-cell.marked")).to_have_count(5)
    expect(ticket.locator("svg.barcode")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator("header.bar")).to_be_hidden()
    expect(page.locator("[data-do=print]")).to_be_hidden()
    shot(page, "keno-ticket")


def test_30_2505_the_keno_desk_runs_a_game_by_hand(visit: Visit, shot: Shot) -> None:
    page = visit("#/keno")
    expect(page.locator("[data-do=ticket]")).to_be_visible()
    page.goto(page.url.replace("#/keno", "#/keno-desk"))
    who = page.evaluate("fetch('/api/session').then((answer) => answer.json()).then((told) => told.user.name)")
    form = page.locator("[data-duty='Issue a drawer']")
    form.locator("[name=holder]").fill(who)
    form.locator("[name=amount]").fill("300")
    form.locator("button").click()
    expect(page.locator("[aria-label='Drawers'] tr.yours")).to_contain_text("$300")
    page.locator("[data-key=kind]").select_option("way")
    for group in ((1, 2), (3, 4), (5, 6)):
        for number in group:
            page.locator(f"[data-key=keno-{number}]").click()
        page.locator("[data-key=group]").click()
    page.locator("[data-key=ways]").fill("3/4")
    page.locator("[data-key=stake]").fill("3")
    page.locator("[data-do=ticket]").click()
    expect(page.locator("[aria-label='Tickets'] .tickets li").first).to_contain_text("A 1 2 · B 3 4 · C 5 6")
    serial = page.locator("[aria-label='Tickets'] .tickets li a").first.inner_text()
    page.locator("[data-do=notice]").click()
    expect(page.locator(".keno-clock")).to_contain_text("closes in")
    shot(page, "keno-desk")
    page.locator("[data-key=serial]").fill(serial)
    page.locator("[data-do=void]").click()
    expect(page.locator("[aria-label='Tickets'] .tickets li").first).to_contain_text("void")
    prices = page.locator("[data-duty='Price of a ticket']")
    prices.get_by_label("At least").fill("2")
    prices.get_by_label("At most").fill("50")
    prices.locator("button").click()
    expect(page.locator("main")).to_contain_text("A ticket costs at least $2 and at most $50.")
    expect(prices.get_by_label("At most")).to_have_value("50")
    prices.get_by_label("At least").fill("1")
    prices.get_by_label("At most").fill("0")
    prices.locator("button").click()
    expect(page.locator("main")).to_contain_text("A ticket costs at least $1.")
    count = page.locator("[data-duty='Count a drawer']")
    count.locator("[name=station]").fill(page.locator("[aria-label='Drawers'] tr.yours th").inner_text())
    count.locator("[name=amount]").fill("300")
    count.locator("button").click()
    expect(page.get_by_text("The drawer is exact.").first).to_be_visible()


def test_keno_at_a_table(visit: Visit) -> None:
    page = visit("#/play/keno")
    page.locator("[data-key=keno-7]").click()
    bet(page, "straight")
    settled(page, "straight")


def test_pot_with_two_people_in_two_browsers(visit: Visit, shot: Shot) -> None:
    first = visit("#/play/texas-holdem")
    expect(first.locator(".seat.own")).to_be_visible()
    second = visit("#" + first.url.partition("#")[2])
    second.locator("[data-sit='3']").click()
    expect(second.locator(".seat.own")).to_be_visible()
    expect(first.locator(".seat[data-seat='3'] .who")).to_contain_text("Guest")
    first.locator("[data-do=deal]").click()
    expect(first.get_by_text("Waiting for Seat 4")).to_be_visible()
    second.locator("[data-do=deal]").click()
    for page, own, other in ((first, 0, 3), (second, 3, 0)):
        expect(page.locator(f".seat[data-seat='{own}'] .card.face")).to_have_count(2)
        expect(page.locator(f".seat[data-seat='{other}'] .card.back")).to_have_count(2)
    shot(first, "table-pot")
    for page in (first, second):  # words and chips in place of a button, 30-1021
        if page.locator(".act").count():
            page.locator("summary", has_text="Words and chips").click()
            page.locator("[data-key=conduct]").fill("says call, puts in 25")
            page.locator("[data-do=conduct]").click()
            expect(page.locator(".acted").first).to_contain_text("CO 30-1021")
            break
    stay = CLICK.format("[data-action='check'], [data-action^='call']")

    def over() -> bool:
        second.evaluate(stay)
        return first.locator(".settled").count() > 0

    wait_until(first, over, stay)
    for page in (first, second):
        expect(page.locator(".settled").first).to_be_visible()
    assert first.locator(".settled .total").all_inner_texts()
    pots = first.locator("dl.figures dd", has_text=re.compile(r" for seats? \d"))
    told = pots.all_inner_texts()
    assert any("4" in text.partition(" for ")[2] for text in told)
    first.locator("[data-do=dispute]").click()  # at the desk the seats have the table's numbers too
    expect(first.locator("section.ruling dl.figures dd", has_text=re.compile(r" for seats? \d"))).to_have_text(told)
    whose = [text.partition(" for ")[2] for text in told]
    expect(first.locator(".dispute-page .felt .pot small")).to_have_text(whose)


def test_several_seats_of_one_person(visit: Visit) -> None:
    page = visit("#/play/three-card-poker")
    page.locator("[data-sit]").first.click()
    expect(page.locator(".seat.own")).to_have_count(2)
    bet(page, "ante")
    expect(page.locator("[data-do=deal]")).to_contain_text("Seat 4")
    bet(page, "ante")
    step_until(page, ".settled", CLICK.format("[data-action=fold]"), count=2)


def test_game_file_never_seen_before(visit: Visit, own_game: object) -> None:
    page = visit("#/")
    expect(page.locator(".game h2", has_text="Duel")).to_be_visible()  # the server was started with it
    page.locator("input[name=path]").fill(str(own_game))
    page.get_by_role("button", name="Open the file").click()
    expect(page.locator(".game")).to_have_count(1)
    page.get_by_role("link", name="Play Duel").click()
    bet(page, "initial")
    expect(page.locator(".settled, .acts .act").first).to_be_visible()
    page.get_by_role("link", name="Rule sheet").click()
    expect(page.get_by_role("heading", name="Duel")).to_be_visible()


def test_30_1045_09_a_tournament_from_its_announcement_to_the_first_hand(visit: Visit, shot: Shot) -> None:
    page = visit("#/tournaments")
    page.get_by_text("Announce a tournament").click()
    rules = page.locator("textarea")
    last = datetime.now(UTC).date() + timedelta(days=2)  # it does not end with the day, should that end now
    rules.fill(re.sub(r"last_day = \S+", f"last_day = {last}", rules.input_value()))
    page.locator("[data-do=announce]").click()
    expect(page.locator(".printed-rules li").nth(2)).to_contain_text("Entry fee $10.00")
    bots = page.locator("[data-duty='Automatic players']")
    bots.locator("[name=count]").fill("11")
    bots.locator("button").click()
    expect(page.locator("[aria-label=Standings] tbody tr")).to_have_count(11)
    page.locator("[data-do=enter]").click()
    expect(page.locator("[aria-label='Your entry']")).to_contain_text("You are entered")
    page.locator("[data-duty=Begin] button").click()
    expect(page.locator(".tournament-tables article")).to_have_count(2)
    expect(page.locator("[aria-label=Clock]")).to_contain_text("25/50")
    shot(page, "tournament")
    page.get_by_text("Go to your table").click()
    expect(page.locator(".seat.own .card.face")).to_have_count(2)
    expect(page.locator(".seat.own .chips")).not_to_contain_text("$")
    expect(page.locator(".acts")).to_contain_text("Raise to 100")  # in points, which are not dollars
    expect(page.locator(".acts")).not_to_contain_text("$")
    expect(page.locator("#wallet")).to_contain_text("$")
    expect(page.locator("[data-do=leave]")).to_have_count(0)
    shot(page, "table-tournament")
    page.get_by_role("link", name="Tournament", exact=True).click()
    page.locator("[data-duty=Break] button").click()
    expect(page.locator(".sub")).to_contain_text("In a break")
    page.emulate_media(media="print")
    expect(page.locator(".printed-rules")).to_be_visible()
    expect(page.locator("section[aria-label=Standings]")).to_be_hidden()
