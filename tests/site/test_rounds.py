"""A full round by clicking in every family of games."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.site.conftest import Visit, step_until
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
        own = live.table(0)[-1].cards  # type: ignore[attr-defined]
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
        cards = live.table(0)[1].cards  # type: ignore[attr-defined]
        return [card[0] for card in cards] == ["8", "8"] and live.table(0)[0].cards[0][0] == "6"  # type: ignore[attr-defined]

    stack_deck(monkeypatch, "blackjack", {"blackjack": 5}, eights)
    page = visit("#/play/blackjack")
    bet(page, "blackjack")
    act(page, "split")
    expect(page.locator(".seat.own .pile")).to_have_count(2)
    shot(page, "table-split")
    step_until(page, ".settled", CLICK.format("[data-action$='stand']"))
    settled(page, "blackjack")
    expect(page.locator(".settled td.figure").first).to_have_text("$10")
    shot(page, "table-blackjack")


def test_baccarat(visit: Visit, shot: Shot) -> None:
    page = visit("#/play/baccarat")
    bet(page, "banker", "tie")
    settled(page, "banker", "tie")
    expect(page.locator("[data-pile=banker] .points")).to_have_text(re.compile(r"^\d$"))
    shot(page, "table-baccarat")


def test_pai_gow_hand_is_set_by_clicking_cards(visit: Visit, shot: Shot, monkeypatch: pytest.MonkeyPatch) -> None:
    def aces(live: object) -> bool:
        ranks = [card[0] for card in live.table(0)[-1].cards]  # type: ignore[attr-defined]
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


def test_keno_ticket_in_the_lounge(visit: Visit, shot: Shot) -> None:
    page = visit("#/keno")
    for number in (3, 14, 15, 65):
        page.locator(f"[data-key=keno-{number}]").click()
    page.locator("[data-do=ticket]").click()
    expect(page.get_by_text("1 of your tickets")).to_be_visible()
    page.locator("[data-do=draw]").click()
    expect(page.locator("[aria-label='Draw board'] .drawn")).to_have_count(20)
    expect(page.locator("[aria-label='Keno desk'] .asked")).to_contain_text("of 4")
    expect(page.locator("[aria-label='Games before'] .past span")).to_have_count(20)
    shot(page, "keno")


def test_keno_at_a_table(visit: Visit) -> None:
    page = visit("#/play/keno")
    page.locator("[data-key=keno-7]").click()
    bet(page, "straight")
    settled(page, "straight")


def test_pot_with_two_people_in_two_browsers(visit: Visit, shot: Shot) -> None:
    first = visit("#/play/texas-holdem")
    expect(first.locator(".seat.own")).to_be_visible()
    second = visit("#" + first.url.partition("#")[2])
    second.locator("[data-sit='1']").click()
    expect(second.locator(".seat.own")).to_be_visible()
    expect(first.locator(".seat[data-seat='1'] .who")).to_contain_text("Guest")
    first.locator("[data-do=deal]").click()
    expect(first.get_by_text("Waiting for Seat 2")).to_be_visible()
    second.locator("[data-do=deal]").click()
    for page, own, other in ((first, 0, 1), (second, 1, 0)):
        expect(page.locator(f".seat[data-seat='{own}'] .card.face")).to_have_count(2)
        expect(page.locator(f".seat[data-seat='{other}'] .card.back")).to_have_count(2)
    shot(first, "table-pot")
    stay = CLICK.format("[data-action='check'], [data-action^='call']")
    for _ in range(600):
        if first.locator(".settled").count():
            break
        for page in (first, second):
            page.evaluate(stay)
        first.wait_for_timeout(60)
    for page in (first, second):
        expect(page.locator(".settled").first).to_be_visible()
    assert first.locator(".settled .total").all_inner_texts()


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
