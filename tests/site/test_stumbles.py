"""What people stumbled over at tables, desk, trainer and floor: each thing once more, in the browser."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import update
from tests.site.conftest import Visit, served, step_until, wait_until
from tests.site.decks import stack_deck
from tests.site.test_rounds import CLICK, act, bet, settled

from houseway.floor.schema import tables
from houseway.floor.store import Store, default_url
from houseway.floor.tables import close_abandoned
from houseway.play.core.round import LiveRound
from houseway.web.settings import Settings

Shot = Callable[[Page, str], None]


def home(page: Page) -> str:
    return page.url.partition("#")[0]


def test_30_2601_tiles_set_the_wrong_way_round_warn_and_lie_as_high_and_low(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    def two_teens(live: LiveRound) -> bool:
        return live.visible(0)[-1].cards[:2] == ("6-6", "6-6") and "2-4" not in live.visible(0)[-1].cards

    stack_deck(monkeypatch, "pai-gow-tiles", {"pai_gow": 5}, two_teens)
    page = visit("#/play/pai-gow-tiles")
    bet(page, "pai_gow")
    tiles = page.locator(".pick")
    expect(tiles).to_have_count(4)
    warned = page.locator(".warned")
    tiles.nth(0).click()
    tiles.nth(1).click()
    expect(warned).to_contain_text("they would be played as the high hand")
    page.locator("[data-action^='set low']").click()
    act(page, "show")
    settled(page, "pai_gow")
    for where in ("table", "replay"):
        for hand in (".seat.own", "[data-pile=dealer]"):
            expect(page.locator(f"{hand} [data-part=low] .tile")).to_have_count(2)
            expect(page.locator(f"{hand} [data-part=high] .tile")).to_have_count(2)
        if where == "table":
            page.get_by_role("link", name="Replay this round").click()


def test_pai_gow_hands_lie_as_set_in_replay_and_trainer(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    def joker(live: LiveRound) -> bool:
        return any(card.startswith("Jk") for card in live.visible(0)[-1].cards)

    stack_deck(monkeypatch, "pai-gow-poker", {"wager": 5}, joker)
    page = visit("#/play/pai-gow-poker")
    bet(page, "wager")
    act(page, "house way")
    step_until(page, ".settled", CLICK.format("[data-action=pass]"))
    stands = page.locator(".seat.own [data-part] .stands small")
    expect(stands).to_have_text(re.compile("^(10|[2-9JQKA])[♠♥♦♣]$"))  # the joker, in the hand that it was set into
    page.get_by_role("link", name="Replay this round").click()
    expect(page.locator(".replay-bar")).to_be_visible()
    expect(page.locator(".seat.own [data-part=low] .card")).to_have_count(2)
    within = """seat => [...seat.querySelectorAll('.card')].every(
      (card) => card.getBoundingClientRect().left >= seat.getBoundingClientRect().left)"""
    assert page.locator(".seat.own").evaluate(within)
    expect(stands).to_be_visible()
    page.goto(home(page) + "#/trainer/pai-gow-poker")
    expect(page.locator(".seat [data-part=low] .card").first).to_be_visible()


def test_the_trainer_of_pots_shows_the_hands_that_are_compared(visit: Visit) -> None:
    page = visit("#/trainer/five-card-draw")
    expect(page.locator("select[data-key=seats]")).to_have_value("4")  # as many as are dealt in
    for hand in page.locator(".seats .pile").all():
        expect(hand.locator(".card.face")).to_have_count(5)  # without those that were thrown away
    expect(page.locator(".seats .seat")).to_have_count(4)
    expect(page.locator(".house-chosen")).to_contain_text("Variant high")
    page.goto(home(page) + "#/trainer/joker-poker")
    wild = page.locator(".seats .stands")
    expect(wild).to_have_count(4)  # each seat named one card
    expect(wild.first.locator("small")).to_have_text(re.compile("^(10|[2-9JQKA])[♠♥♦♣]$"))
    expect(page.locator("[aria-label='Wagers to settle'] .tip")).to_contain_text("take or pay every seat's bet")
    page.goto(home(page) + "#/trainer/craps-odds")  # no paragraph says in which order craps is settled
    expect(page.locator("[aria-label='Wagers to settle'] .tip")).to_have_text(re.compile("Seat by seat\\.$"))
    rolls = page.get_by_role("list", name="Rolls in turn")  # what was decided before the last roll is seen too
    step_until(
        page,
        "[aria-label='Rolls in turn']",
        "[...document.querySelectorAll('button')].find((one) => one.textContent === 'Deal a round')?.click()",
    )
    expect(rolls.locator("b").nth(1)).to_have_text(re.compile("^[1-6] and [1-6]$"))


def test_words_and_chips_can_be_read_at_the_desk_and_games_stand_by_name(visit: Visit) -> None:
    page = visit("#/dispute?game=texas-holdem", color_scheme="light")
    summary = page.locator(".decisions .ahead summary")
    step_until(
        page, ".decisions .ahead summary", "document.querySelector('.palette [data-put]:not([disabled])')?.click()"
    )
    ink = page.evaluate("getComputedStyle(document.body).color")
    assert summary.evaluate("element => getComputedStyle(element).color") == ink  # as dark as the rest of the page
    for route in ("#/trainer/casino-war", "#/floor/open", "#/surveillance"):
        page.goto(home(page) + route)
        names = page.locator("main select:has(option[value='casino-war'])").first.locator("option")
        expect(names.nth(20)).to_be_attached()
        listed = [name for name in names.all_inner_texts() if name[:1].isalpha() and name not in ("All", "Duel")]
        assert [name for name in listed if name.startswith("C")] == sorted(name for name in listed if name[:1] == "C")
        assert listed.index("Baccarat") < listed.index("Casino War") < listed.index("Texas Hold'em")


def test_the_trainer_keeps_the_house_s_choices_and_names_the_schedule(visit: Visit) -> None:
    page = visit("#/sheet/three-card-poker?house=%7B%22pay_tables%22%3A%7B%22pair_plus%22%3A%223%22%7D%7D")
    page.get_by_role("link", name="Train", exact=True).click()
    expect(page.locator(".schedules")).to_contain_text("Pair Plus 3")
    page.get_by_label("Wager to drill").select_option("pair_plus")
    expect(page.locator("[data-settle]").first).to_be_visible()
    stakes = re.findall(r"\$([\d,]+)", page.locator("[aria-label='Wagers to settle']").inner_text())
    assert {int(stake.replace(",", "")) for stake in stakes} <= {1, 5, 10, 15, 25, 50, 100}


def test_the_ledger_s_filter_names_every_account(visit: Visit) -> None:
    page = visit("#/play/casino-war")
    bet(page, "initial")
    expect(page.locator(".acts .act, .settled").first).to_be_visible()
    page.goto(home(page) + "#/floor/ledger")
    expect(page.locator("tbody tr").first).to_be_visible()
    offered = " ".join(page.locator("select option").all_inner_texts())
    assert "Chips at seats" in offered
    assert "Bet in the round" in offered
    assert "Act" not in offered.split()
    assert not re.search(r"nan|undefined|null", offered, re.IGNORECASE), offered


def test_a_pot_is_ruled_with_ranks_and_kickers_and_winner_and_button_are_marked(visit: Visit) -> None:
    page = visit("#/play/texas-holdem")
    expect(page.locator(".seat")).to_have_count(4)
    page.locator("[data-do=deal]").click()
    expect(page.locator(".dealer-button")).to_have_count(1)
    step_until(page, ".settled", CLICK.format("[data-action='check'], [data-action^='call']"))
    expect(page.locator(".seat.winner").first).to_be_visible()
    page.get_by_text("Other seats").click()
    told = page.locator(".side").inner_text()
    shown = re.search(r"Order of showing\s+(.*)", told)
    assert shown is None or re.fullmatch(r"seats? \d+(, \d+)*", shown[1]), told  # seats as the layout numbers them
    assert re.search(r"high|pair|straight|flush|full house|kind", told), told
    assert re.search(r"beats|loses to|wins|alone|fold", told, re.IGNORECASE), told
    if "beats" in told:  # the best five of the winner stand out from the cards that he does not use
        expect(page.locator(".card.unused").first).to_be_visible()
    used, out = page.locator(".card.used").count(), page.locator(".seat.out").count()
    page.get_by_role("link", name="Replay this round").click()
    expect(page.locator(".replay-bar")).to_be_visible()
    expect(page.locator(".seat.winner .wins").first).to_be_visible()
    expect(page.locator(".card.used")).to_have_count(used)
    expect(page.locator(".seat.out")).to_have_count(out)
    page.keyboard.press("Home")  # before the first card nobody has won or folded
    expect(page.locator(".seat.winner, .seat.out")).to_have_count(0)


def test_the_cards_of_both_halves_of_a_pot_are_marked(visit: Visit) -> None:
    page = visit("#/play/ca-omaha-high-low-split", color_scheme="light")
    expect(page.locator(".seat")).to_have_count(4)
    page.locator(".controls .blind").wait_for()
    colour = page.evaluate("getComputedStyle(document.querySelector('.controls .blind')).color")
    assert min(map(int, re.findall(r"\d+", colour)[:3])) > 128, colour  # light, on the dark rail
    page.locator("[data-do=deal]").click()
    step_until(page, ".settled", CLICK.format("[data-action='check'], [data-action^='call']"))
    winners = page.locator(".seat.winner")
    expect(winners.first).to_be_visible()
    for seat in winners.all():
        assert seat.locator(".card.used").count() >= 2  # two of one's own make a half
    expect(page.locator(".card.unused").first).to_be_visible()


def test_closing_asks_first_and_a_guest_closes_nobody_else_s_table(visit: Visit) -> None:
    owner = visit("#/play/three-card-poker")
    expect(owner.locator(".seat.own")).to_be_visible()
    number = owner.url.rpartition("/")[2]
    stranger = visit(f"#/floor/table/{number}")
    expect(stranger.locator("[data-duty=Fill]")).to_be_visible()
    expect(stranger.locator("[data-duty='Close the table']")).to_have_count(0)
    other = stranger.context.request  # a page would count the refusal as a fault
    csrf = other.get(home(owner) + "api/session").json()["csrf"]
    refused = other.post(
        f"{home(owner)}api/floor/tables/{number}/close/now",
        headers={"X-CSRF-Token": csrf, "X-Request-Id": "close-another-s"},
        data={},
    )
    assert refused.status == 422, refused.text()
    expect(owner.locator("[data-do=deal]")).to_be_visible()
    owner.goto(home(owner) + f"#/floor/table/{number}")
    owner.locator("[data-duty='Close the table'] button").click()
    expect(owner.locator("dialog")).to_contain_text("Every player is cashed out")
    owner.locator("dialog button", has_not_text="Close").first.click()
    expect(owner.locator("dialog")).to_have_count(0)
    assert owner.evaluate(f"fetch('/api/tables/{number}').then(answer => answer.json()).then(one => one.open)")


def test_wild_cards_show_what_they_stand_for(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    def deuce(live: object) -> bool:
        return any(card[0] == "2" for card in live.visible(0)[-1].cards)  # type: ignore[attr-defined]

    stack_deck(monkeypatch, "dj-wild-stud-poker", {"ante": 5, "blind": 5}, deuce)
    page = visit("#/play/dj-wild-stud-poker")
    bet(page, "ante")
    act(page, "play")
    expect(page.locator(".seat.own .stands small").first).to_be_visible()


def test_baccarat_s_pair_wagers_give_a_reason_of_their_own(visit: Visit) -> None:
    page = visit("#/play/baccarat")
    pairs = [name for name in page.locator("[data-spot]").all() if "pair" in (name.get_attribute("data-spot") or "")]
    if not pairs:
        page.locator("[data-spot]").first.wait_for()
        pairs = [one for one in page.locator("[data-spot]").all() if "pair" in (one.get_attribute("data-spot") or "")]
    names = [one.get_attribute("data-spot") or "" for one in pairs]
    assert names
    bet(page, "banker", *names)
    settled(page, "banker", *names)
    for name in names:
        expect(page.locator(f".settled tr[data-wager='{name}']").first).to_contain_text("pair")


def test_the_lobby_lists_open_tables_and_one_s_own(visit: Visit) -> None:
    page = visit("#/play/blackjack")
    expect(page.locator(".seat.own")).to_be_visible()
    number = page.url.rpartition("/")[2]
    page.goto(home(page) + "#/lobby")
    own = page.locator(f"tr.yours[data-table='{number}']")
    expect(own.get_by_role("link", name="Go on")).to_be_visible()
    stranger = visit("#/lobby")
    expect(stranger.locator(f"tr[data-table='{number}']").get_by_role("link", name="Join")).to_be_visible()


def test_automatic_players_act_at_a_pace_one_can_follow(visit: Visit) -> None:
    page = visit("#/play/texas-holdem", reduced_motion="no-preference")
    expect(page.locator(".seat")).to_have_count(4)
    page.locator("[data-do=deal]").click()
    page.locator(".acts .act").first.wait_for()
    page.evaluate("""() => {
      window.turns = [];
      new MutationObserver(() => {
        const now = document.querySelector('.seat.turn')?.dataset.seat;
        const last = window.turns.at(-1);
        if (now && now !== last?.[0]) window.turns.push([now, performance.now()]);
      }).observe(document.querySelector('.felt'), { childList: true, subtree: true, attributes: true });
    }""")
    page.locator("[data-action='check'], [data-action^='call']").first.click()
    wait_until(page, lambda: page.evaluate("window.turns.length >= 2"))
    turns = page.evaluate("window.turns")
    assert turns[1][1] - turns[0][1] > 300, turns


PAPER = """() => {
  const shown = (one) => one.checkVisibility() && one.getClientRects().length > 0;
  return {
    wide: document.documentElement.scrollWidth > innerWidth + 1,
    clicked: [...document.querySelectorAll('.bar, main :is(button:not(.cite), select, input)')].filter(shown).length,
    page: getComputedStyle(document.body).backgroundColor,
    ink: getComputedStyle(document.querySelector('h1')).color,
    closed: [...document.querySelectorAll('main details table')].filter((one) => !shown(one)).length,
  };
}"""


def test_sheets_odds_and_replays_are_printed_in_black_on_white_without_what_is_clicked(visit: Visit) -> None:
    house = "?house=%7B%22pay_tables%22%3A%7B%22pair_plus%22%3A%223%22%7D%7D"
    page = visit("#/play/three-card-poker", color_scheme="dark")
    bet(page, "ante")
    back = page.locator(".card.back svg").first  # its pattern is larger than the card
    back.wait_for(state="attached")
    page.emulate_media(media="print")
    expect(back).to_have_css("overflow", "hidden")
    page.emulate_media(media="screen")
    act(page, "play")
    page.get_by_role("link", name="Replay this round").click()
    page.locator(".settled").first.wait_for()
    replay = page.url.partition("#")[2]
    for route, read in (
        (f"/sheet/three-card-poker{house}", "Pay tables in use: Ante Bonus 3, Pair Plus 3"),
        (f"/odds/three-card-poker{house}", "House edge"),
        (replay, "Ante"),
    ):
        page.set_viewport_size({"width": 1280, "height": 900})
        page.emulate_media(media="screen")
        page.goto(f"{home(page)}#{route}")
        page.locator(".strip, .settled, main h2").first.wait_for()
        page.emulate_media(media="print")
        page.set_viewport_size({"width": 700, "height": 1000})  # a sheet of A4 within its margins
        expect(page.locator("main")).to_contain_text(read, use_inner_text=True)
        found = page.evaluate(PAPER)
        assert found == {
            "wide": False, "clicked": 0, "page": "rgb(255, 255, 255)", "ink": "rgb(0, 0, 0)", "closed": 0,
        }, f"{route}: {found}"  # fmt: skip
    expect(page.locator(".settled .cite", has_text="CO 30-1099.18").first).to_be_visible()
    expect(page.locator(".settled .cite", has_text="Odds").first).to_be_hidden()  # nothing to read without its page
    page.emulate_media(media="screen")
    page.goto(home(page) + "#/certify")
    recomputed = page.get_by_role("heading", name="Recompute a certificate")
    expect(recomputed).to_be_visible()
    page.emulate_media(media="print")
    expect(recomputed).to_be_hidden()


def test_a_chosen_pay_table_stays_when_another_choice_is_applied(visit: Visit) -> None:
    page = visit("#/sheet/three-card-poker?house=%7B%22pay_tables%22%3A%7B%22pair_plus%22%3A%223%22%7D%7D")
    page.get_by_text("What the house chooses").click()
    page.get_by_label("Pay table: six card bonus").select_option("2")
    page.get_by_role("button", name="Apply").click()
    page.wait_for_url(lambda url: "six_card_bonus" in url)
    assert "pair_plus" in page.url


def test_a_seat_is_called_by_its_number_at_the_table_in_the_replay_and_at_the_desk(visit: Visit) -> None:
    page = visit("#/play/three-card-poker")
    own = page.locator(".seat.own")
    expect(own).to_contain_text("Seat 4")
    bet(page, "ante")
    act(page, "fold")
    settled(page, "ante")
    expect(page.get_by_text("You, seat 4")).to_be_visible()
    page.get_by_text("Events", exact=True).click()
    expect(page.get_by_text("Seat 4 bets ante $5")).to_be_visible()
    page.get_by_role("link", name="Dispute this round").click()
    expect(page.locator("section.ruling .settled h3")).to_contain_text("Seat 4")
    expect(page.locator(".desk-seat")).to_contain_text("Seat 4")
    assert set(re.findall(r"[Ss]eat (\d)", page.locator("main").inner_text())) == {"4"}  # for those who hear it too
    page.get_by_role("link", name="Replay", exact=True).click()
    expect(page.locator(".replay-bar")).to_be_visible()  # the desk has a settlement too: this one is of the replay
    expect(page.locator(".settled h3")).to_contain_text("Seat 4")
    assert set(re.findall(r"[Ss]eat (\d)", page.locator("main").inner_text())) == {"4"}


def test_30_1099_33_7_the_first_decision_is_one_row_of_amounts_and_what_is_bet_ahead_stands_apart(visit: Visit) -> None:
    page = visit("#/play/mississippi-stud")
    bet(page, "ante")
    shown = page.locator(".acts [data-action]:visible")
    expect(page.locator("[data-action='fold']")).to_be_visible()
    assert [one.inner_text().partition(" ·")[0] for one in shown.all()[:4]] == ["Fold", "Bet 1×", "Bet 2×", "Bet 3×"]
    for width in (1360, 390):
        page.set_viewport_size({"width": width, "height": 844})
        boxes = [one.bounding_box() for one in shown.all()[:4]]
        middles = {round(box["y"] + box["height"] / 2) for box in boxes if box}
        assert len(middles) == 1, boxes
    ahead = page.get_by_text("Bet ahead")
    count = shown.count()
    ahead.click()
    expect(shown.nth(count)).to_be_visible()


def test_errors_call_wagers_as_the_layout_does(visit: Visit) -> None:
    page = visit("#/dispute")
    field = page.locator(".desk-seat [data-wager=six_card_bonus]")
    field.fill("5")
    field.blur()
    expect(page.locator(".fault")).to_contain_text("Seat 1: ")
    said = page.locator(".fault").inner_text()
    assert "_" not in said, said
    assert "Ante" in said, said


def test_paying_an_award_and_voiding_ask_first(visit: Visit) -> None:
    page = visit("#/floor")
    page.get_by_role("heading", name="Open tables").wait_for()
    award = {"id": 7, "at": 1_790_000_000_000, "player": "ann", "seat": 2, "table": 1, "table_name": "Pit 1"}
    more = {"amount": 5000, "next": 5000, "years": 1, "payments": 0, "memo": "progressive_3_card: mini royal spades"}
    page.route("**/api/floor/awards", lambda route: route.fulfill(json=[{**award, **more}]))
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    page.goto(home(page) + "#/floor/jackpots")
    expect(page.get_by_role("cell", name="Progressive 3 Card: mini royal spades")).to_be_visible()
    page.get_by_role("button", name="Pay", exact=True).click()
    expect(page.locator("dialog")).to_contain_text("Pay $5,000 to ann, Seat 3 of Pit 1?")
    page.locator("dialog [data-do=no]").click()
    page.get_by_role("button", name="Back out").click()
    expect(page.locator("dialog")).to_contain_text("Back out the award of $5,000?")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    assert sent == []
    page.unroute("**/api/floor/awards")
    page.goto(home(page) + "#/play/three-card-poker")
    bet(page, "ante")
    page.locator("[data-action=fold]").wait_for()
    page.goto(home(page) + f"#/floor/table/{page.url.rpartition('/')[2]}")
    void = page.locator("[data-duty='Void the round']")
    void.get_by_label("Reason").fill("a card fell")
    before = len(sent)
    void.get_by_role("button").click()
    page.locator("dialog [data-do=no]").click()
    assert len(sent) == before
    void.get_by_role("button").click()
    page.locator("dialog [data-do=yes]").click()
    expect(page.locator("#status")).to_have_text("The round is void.")
    page.goto(page.url.replace("floor/table", "table"))
    expect(page.locator(".side h2")).to_have_text("Void")
    expect(page.locator(".side h2 + p")).to_have_text("The round is void, and every wager goes back: a card fell.")
    page.goto(home(page) + "#/floor/log")
    expect(page.get_by_role("row", name="Void").first).to_contain_text("“a card fell”")


def test_a_pay_table_s_rows_are_written_as_printed(visit: Visit) -> None:
    page = visit("#/sheet/ultimate-texas-holdem")
    expect(page.locator(".sheet-body")).to_contain_text(re.compile("pair J-K", re.IGNORECASE))


def test_a_wheel_s_options_are_called_by_their_symbols(visit: Visit) -> None:
    page = visit("#/compare/big-six-wheel")
    expect(page.get_by_label("Option")).to_contain_text("$20 odds")


def test_a_game_that_is_not_found_gets_a_suggestion(browser: Browser, address: str) -> None:
    page = browser.new_page()  # a browser reports an answer of 404 on its console
    page.goto(address + "#/sheet/three-card-pokr")
    expect(page.locator("main")).to_contain_text("did you mean three-card-poker?")
    page.close()


def test_a_search_of_the_catalogue_that_finds_nothing_suggests_a_game(visit: Visit) -> None:
    page = visit("#/")
    page.get_by_label("Search").fill("blakjack")
    expect(page.locator(".nothing")).to_contain_text("Did you mean Blackjack?")
    page.locator("[data-do=meant]").click()
    expect(page.locator(".game").first).to_contain_text("Blackjack")
    page.get_by_label("Search").fill("no such thing at all")
    expect(page.locator(".nothing p")).to_have_text("No game fits all of that.")


def test_a_search_for_somebody_unknown_says_so_where_the_rounds_would_stand(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.goto(address + "#/surveillance?person=nobody")
    expect(page.get_by_role("region", name="Rounds found")).to_have_text("Nobody has the name 'nobody'.")
    page.close()


def test_rounds_are_found_by_a_table_that_is_closed_and_by_a_game_that_is_gone(visit: Visit) -> None:
    page = visit("#/play/big-six-wheel")
    bet(page, "s1")
    page.locator(".settled").first.wait_for()
    number = page.url.rpartition("/")[2]
    page.goto(home(page) + f"#/floor/table/{number}")
    page.locator("[data-duty='Close the table'] button").click()
    page.locator("dialog button", has_text="Close").click()
    expect(page.get_by_text("This table is closed: nothing is dealt here any more.")).to_be_visible()
    expect(page.locator("[data-duty='Closing count']")).to_be_visible()
    expect(page.locator("[data-duty='Close the table'], [data-duty='Void the round']")).to_have_count(0)
    page.goto(home(page) + "#/surveillance?game=a-file-that-is-gone")
    expect(page.get_by_role("region", name="Rounds found")).to_contain_text("No round is found.")
    page.get_by_role("link", name="Clear").click()
    page.locator("[aria-label=Rounds] tbody tr").first.wait_for()  # the form is drawn anew with them
    page.locator("select[name=table]").select_option(label=f"Big 6 Wheel {number} (closed)")
    page.get_by_role("button", name="Search").click()
    expect(page.locator("[aria-label=Rounds] tbody tr")).to_have_count(1)
    expect(page.locator("select[name=table]")).to_have_value(number)


def test_an_unlikely_win_rate_is_shown_with_its_probability(visit: Visit) -> None:
    page = visit("#/surveillance")
    page.get_by_role("heading", name="Flags").wait_for()
    game = {"id": "roulette", "name": "Roulette", "family": "wheel", "rule": "CO 30-2207", "summary": "", "labels": {}}
    sums = {"wager": "red", "wagers": 40, "stake": 200, "net": 90, "expected": -10.5, "deviation": 30, "distance": 3.3}
    given = [
        {"person": name, "game": game, **sums, "chance": chance, "at_most": 0.1, "source": "the shipped price"}
        for name, chance in (("ann", 0.0005), ("bob", 0.4))
    ]
    page.route("**/api/surveillance/win-rates*", lambda route: route.fulfill(json=given))
    page.goto(home(page) + "#/surveillance?unlikely=0.001")
    rates = page.get_by_role("region", name="Win rates", exact=True).locator("tbody tr")
    expect(rates).to_have_count(1)
    expect(rates).to_contain_text("ann")
    expect(rates).to_contain_text("0.0500%")


def test_the_wager_that_is_searched_for_stands_first(visit: Visit) -> None:
    page = visit("#/play/big-six-wheel")
    bet(page, "s1", "s2", "s5", "s10", "s20", "joker", "flag")
    page.locator(".settled").first.wait_for()
    page.goto(home(page) + "#/surveillance?wager=Flag")
    expect(page.locator("[aria-label=Rounds] tbody tr").first.locator(".found-line").first).to_contain_text("Flag $5")
    page = visit("#/play/casino-war")
    page.locator("[data-do=bot]").click()
    bet(page, "initial")
    page.locator("[data-do=dispute]").wait_for()
    page.goto(home(page) + "#/surveillance?game=casino-war")
    lines = page.locator("[aria-label=Rounds] tbody tr").first.locator(".found-line")
    seat = re.match(r"Seat (\d+) ", lines.last.inner_text())
    assert seat
    expect(lines.first).not_to_contain_text(seat[0])
    page.goto(home(page) + f"#/surveillance?game=casino-war&seat={int(seat[1]) - 1}")
    expect(lines.first).to_contain_text(seat[0])


def test_a_table_that_nobody_plays_at_leaves_the_lobby(visit: Visit, tmp_path: Path) -> None:
    url = default_url(tmp_path / "floor.db")
    with served(Settings(url, requests_per_second=10_000)) as at:
        page = visit("#/play/casino-war", at=at)
        expect(page.locator(".seat.own")).to_be_visible()
        number = page.url.rpartition("/")[2]
        page.goto(at + "#/lobby")
        row = page.locator(f"tr[data-table='{number}']")
        expect(row).to_be_visible()
        store = Store(url)
        opened = {"created": tables.c.created - 24 * 3600 * 1000}
        store.write(lambda db: db.execute(update(tables).values(**opened)))
        store.write(close_abandoned)
        store.close()
        expect(row).to_have_count(0)


def test_a_late_bet_is_found_by_surveillance(visit: Visit) -> None:
    page = visit("#/play/three-card-poker")
    bet(page, "ante")
    page.locator("[data-action=fold]").wait_for()
    number = page.url.rpartition("/")[2]
    ask = page.context.request
    csrf = ask.get(home(page) + "api/session").json()["csrf"]
    shuffle = ask.get(f"{home(page)}api/tables/{number}").json()["shuffle"]["commitment"]
    refused = ask.post(  # the page offers nothing to bet on now
        f"{home(page)}api/tables/{number}/bets",
        headers={"X-CSRF-Token": csrf, "X-Request-Id": "too-late-a-bet"},
        data={"seat": 3, "wagers": {"pair_plus": 5}, "shuffle": shuffle},
    )
    assert refused.status == 422, refused.text()
    act(page, "fold")
    settled(page, "ante")
    page.goto(home(page) + "#/surveillance")
    page.get_by_label("Clock decided, or a bet came too late").check()
    page.get_by_role("button", name="Search").click()
    found = page.get_by_role("region", name="Rounds", exact=True).locator("tbody tr").first
    expect(found).to_contain_text("Too late once")
    found.get_by_role("link").first.click()
    expect(page.get_by_text("Too late and refused: Seat 4, $5 on Pair Plus, after wagers were closed.")).to_be_visible()


BROKEN = """() => [...document.querySelectorAll('.spot-name')].filter((name) => {
  const text = name.firstChild;
  return [...text.data.matchAll(/\\p{L}+/gu)].some((word) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1;
  });
}).map((name) => name.textContent)"""


# Lists that stand as lines on a narrow screen and are wider than it all the same.
CUT = """[...document.querySelectorAll('.scroll:has(> .stacks)')]
  .filter((list) => list.scrollWidth > list.clientWidth + 1).map((list) => list.ariaLabel)"""


def test_on_a_phone_names_of_wagers_stay_whole_and_nothing_of_a_list_is_out_of_sight(visit: Visit) -> None:
    page = visit("#/play/ultimate-texas-holdem", viewport={"width": 390, "height": 800})
    page.locator(".spot-name", has_text="Progressive").first.wait_for()
    assert page.evaluate(BROKEN) == []
    page.goto(home(page) + "#/play/three-card-poker")
    page.locator(".spot-name", has_text="Progressive").first.wait_for()
    assert page.evaluate(BROKEN) == []
    bet(page, "ante")
    act(page, "play")
    page.get_by_role("link", name="Replay this round").click()
    expect(page.locator(".settled tr[data-wager=ante] th")).to_be_visible()
    page.goto(home(page) + "#/history")
    name = page.locator(".history-page tbody th").first
    expect(name).to_have_css("padding-left", "0px")  # the heads of its lines stand under it
    for route, seen in (
        ("#/lobby", "Go on"),
        ("#/surveillance", "Dispute"),
        ("#/floor/jackpots", "Notice"),
        ("#/floor/reports/agp", "Three Card Poker"),
    ):
        page.goto(home(page) + route)
        link = page.get_by_role("link", name=seen).first
        link.wait_for()
        box = link.bounding_box()
        assert box, route
        assert box["x"] + box["width"] <= 390, (route, box)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, route
        assert page.evaluate(CUT) == [], route
    page.goto(home(page) + "#/floor")
    expect(page.locator(".sign-row li", has_text="Three Card Poker").first).to_contain_text(": Progressive 3 Card")
    for link in page.locator(".bar nav a").all():
        box = link.bounding_box()
        assert box, link
        assert box["x"] + box["width"] <= 390, box


def test_on_a_phone_a_price_s_tables_stand_as_lines(visit: Visit) -> None:
    page = visit("#/odds/big-six-wheel", viewport={"width": 390, "height": 800})
    page.locator("table.stacks").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate(CUT) == []


def test_a_game_that_is_not_known_cannot_be_compared_and_says_so(browser: Browser, address: str) -> None:
    page = browser.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(address + "#/compare/casino-war?with=casino-wars")
    expect(page.locator("#alerts")).to_contain_text("casino-wars")
    page.get_by_role("button", name="Compare", exact=True).click()
    page.evaluate("1")
    assert not faults
    page.close()


def test_two_different_games_lie_ready_to_be_compared(visit: Visit) -> None:
    page = visit("#/compare")
    sides = page.locator("fieldset select")
    expect(page.locator("fieldset legend")).to_have_text(["This", "Beside it"])
    expect(page.get_by_role("button", name="Compare")).to_be_visible()
    wait_until(page, lambda: page.locator("fieldset .choices summary").count() == 2)
    assert sides.nth(0).input_value() != page.get_by_label("Beside it").input_value()


def test_the_floor_s_forms_name_hands_choices_and_people_in_words(visit: Visit) -> None:
    page = visit("#/floor/jackpots")
    beaten = page.get_by_label("Hand that is beaten, or better")
    expect(beaten.locator("option:checked")).to_have_text("Full house")
    page.goto(home(page) + "#/floor/cage")
    chosen = page.locator("[data-duty=Schedule] [name=choice]")
    expect(chosen.locator("option")).to_have_text(["the game itself", "Collection option"])
    page.locator("[data-duty=Schedule] [name=game]").select_option("three-card-poker")
    expect(chosen.locator("option", has_text="Pay table: pair plus")).to_be_attached()
    assert "_" not in " ".join(chosen.locator("option").all_inner_texts())
