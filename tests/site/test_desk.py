"""The dispute desk, cases and surveillance as their users see them."""

import csv
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from secrets import token_hex
from typing import Any

import httpx2 as httpx
import pytest
from playwright.sync_api import Page, Request, Route, expect
from tests.site.conftest import Visit, served, step_until, wait_until
from tests.site.decks import deal_from
from tests.site.test_rounds import CLICK

from houseway.floor.logins import add_person
from houseway.floor.store import Store, default_url
from houseway.floor.verification import verify
from houseway.web.settings import Settings

Shot = Callable[[Page, str], None]
PASSWORD = "a long password"
ROUND: dict[str, Any] = {
    "game": "three-card-poker",
    "house": {"pay_tables": {"pair_plus": "3"}},
    "seats": [{"wagers": {"ante": 10, "pair_plus": 5}, "cards": ["9s", "9d", "2c"], "actions": ["play"]}],
    "dealer": ["Jh", "8c", "4d"],
}


def log_in(page: Page, name: str) -> None:
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.locator("#wallet")).to_contain_text(name)


def begin(page: Page, game: str) -> None:
    """A blank layout of a game."""
    page.evaluate("for (const seat of document.querySelectorAll('.desk-seat')) seat.dataset.old = 1")
    with page.expect_response(lambda answer: answer.url.endswith("/desk/layout")):
        page.locator("select[data-do=game]").select_option(game)
    expect(page.locator(".desk-seat:not([data-old])")).to_be_visible()


def stake(page: Page, wager: str, dollars: int, seat: int = 0) -> None:
    field = page.locator(f".desk-seat[data-seat='{seat}'] [data-wager='{wager}']")
    field.fill(str(dollars))
    field.blur()


def tell(page: Page, place: str, *values: Any) -> None:
    """Put cards one after the other, from a place of the round file on."""
    slot = page.locator(f"[data-place='{place}']")
    slot.click()
    head, _, last = place.rpartition(".")
    for at, value in enumerate(values):
        told = page.locator(f"[data-place='{head}.{int(last) + at}']") if last.isdecimal() else slot
        expect(told).to_have_attribute("aria-pressed", "true")
        for one in value if isinstance(value, list) else [value]:
            page.locator(f"[data-put='{one}']").click()
        expect(told).not_to_have_attribute("data-told", "")


def decide(page: Page, action: str) -> None:
    page.locator(f".decisions [data-action='{action}']").click()


def rule(page: Page) -> None:
    expect(page.locator("[data-do=rule]")).to_be_enabled()
    page.locator("[data-do=rule]").click()
    expect(page.locator("section.ruling .settled").first).to_be_visible()


def result(page: Page, wager: str, seat: int = 0) -> Any:
    return page.locator(f"section.ruling .settled[data-seat='{seat}'] tr[data-wager='{wager}'] .result")


def open_round(page: Page) -> None:
    """The round of a file, laid out and ruled on."""
    content = json.dumps(ROUND).encode()
    page.locator("input[type=file]").set_input_files(
        {"name": "round.json", "mimeType": "application/json", "buffer": content}
    )
    expect(page.locator("[data-do=open-case]")).to_be_visible()


def test_a_round_is_told_by_clicking_and_ruled_with_its_schedule_and_what_is_owed(visit: Visit, shot: Shot) -> None:
    page = visit("#/dispute")
    stake(page, "ante", 10)
    stake(page, "pair_plus", 5)
    active = page.locator("[data-place][aria-pressed=true]")
    expect(active).to_have_attribute("data-place", "dealer.0")
    page.locator("[data-do=add-seat]").click()
    expect(page.locator(".desk-seat")).to_have_count(2)
    expect(active).to_have_attribute("data-place", "dealer.0")  # another seat does not move the place that is next
    tell(page, "seats.0.cards.0", "9s", "9d", "2c")
    decide(page, "play")
    tell(page, "seats.1.cards.0", "Kh", "7d", "3c")
    decide(page, "fold")
    page.locator("[data-do=undo]").click()
    expect(page.locator(".told-actions li")).to_have_count(1)
    page.get_by_role("button", name="Remove Seat 2").click()
    expect(page.locator(".desk-seat")).to_have_count(1)
    expect(page.locator("[data-place='seats.0.cards.1']")).to_have_attribute("data-told", "9♦")
    tell(page, "dealer.0", "Jh", "8c", "4d")
    page.get_by_text("What the house chose").click()
    page.get_by_label("Pay table: pair plus").select_option("3")
    rule(page)
    expect(result(page, "pair_plus")).to_have_text("+$5")
    expect(page.locator("tr[data-wager=pair_plus] .table-used")).to_have_text("Pair Plus schedule 3")
    expect(page.locator("tr[data-wager=pair_plus] .cite").first).to_contain_text("CO 30-1099.18")
    page.emulate_media(media="print")
    expect(page.locator(".owed-total")).to_be_hidden()  # what to fill in is not part of a printed ruling
    expect(page.get_by_text("What was bet, dealt and decided goes in")).to_be_hidden()
    page.emulate_media(media="screen")
    page.locator("[data-paid='0-pair_plus']").fill("0")
    expect(page.locator("tr[data-wager=pair_plus] .owed")).to_have_text("+$5")
    expect(page.locator(".owed-total")).to_have_text("In all $5 is owed to the player.")
    shot(page, "dispute")


def test_a_choice_of_the_house_counts_at_once_and_can_be_taken_back(visit: Visit) -> None:
    page = visit("#/dispute")
    open_round(page)
    used = page.locator("tr[data-wager=pair_plus] .table-used")
    expect(used).to_have_text("Pair Plus schedule 3")
    page.get_by_text("What the house chose").click()
    chosen = page.get_by_label("Pay table: pair plus")
    chosen.select_option("1")  # the usual one, which a record does not name
    expect(page.locator("section.ruling .settled")).to_have_count(0)  # by the schedule that is no longer shown
    rule(page)
    expect(used).to_have_text("Pair Plus schedule 1")
    expect(chosen).to_have_value("1")


def test_30_1099_53_pay_tables_of_one_schedule_are_chosen_together(visit: Visit) -> None:
    page = visit("#/dispute?game=stadium-three-card-poker")
    page.get_by_text("What the house chose").click()
    page.get_by_label("Pay table: pair plus").select_option("TCP-03")
    expect(page.get_by_label("Pay table: ante bonus")).to_have_value("TCP-03")


def test_what_was_paid_as_due_is_filled_in_at_once(visit: Visit) -> None:
    page = visit("#/dispute")
    open_round(page)
    page.locator("[data-paid='0-pair_plus']").fill("0")
    page.locator("[data-do=as-due]").click()
    expect(page.locator("[data-paid='0-pair_plus']")).to_have_value("0")  # what was told stays told
    expect(page.locator("[data-paid='0-ante']")).to_have_value("10")
    expect(page.locator(".owed-total")).to_have_text("In all $5 is owed to the player.")


def test_what_is_written_or_taken_back_before_the_server_answers_is_not_lost(visit: Visit) -> None:
    held: list[Route] = []
    asked: list[Any] = []
    page = visit("#/dispute")

    def heard(request: Request) -> None:
        if request.url.endswith("/desk/layout"):
            asked.append(request.post_data_json)

    page.on("request", heard)
    expect(page.locator(".desk-seat")).to_be_visible()
    page.route("**/desk/layout", lambda route: held.append(route))
    stake(page, "ante", 10)
    written = page.locator(".desk-seat [data-wager=pair_plus]")
    written.fill("5")
    wait_until(page, lambda: held)
    held.pop().continue_()
    page.unroute("**/desk/layout")
    expect(page.locator(".decisions")).to_be_visible()
    expect(written).to_have_value("5")
    written.blur()
    wait_until(page, lambda: asked[-1]["seats"] == [{"wagers": {"ante": 10, "pair_plus": 5}}])

    page.locator("[data-do=add-seat]").click()
    expect(page.locator(".desk-seat")).to_have_count(2)
    tell(page, "seats.0.cards.0", "9s", "9d", "2c")
    decide(page, "play")
    tell(page, "seats.1.cards.0", "Kh", "7d", "3c")
    page.route("**/desk/layout", lambda route: held.append(route))
    decide(page, "fold")
    wait_until(page, lambda: held)
    page.locator("[data-do=undo]").click()
    wait_until(page, lambda: len(held) > 1)
    for route in held:
        route.continue_()
    page.unroute("**/desk/layout")
    expect(page.locator(".decisions [data-action=fold]")).to_be_visible()
    expect(page.locator(".told-actions li")).to_have_count(1)


def test_a_wrong_card_or_wager_is_one_sentence_and_the_rest_stays(visit: Visit) -> None:
    page = visit("#/dispute")
    stake(page, "six_card_bonus", 5)  # which needs the ante or pair plus
    expect(page.locator(".fault")).to_contain_text("Seat 1: ")
    stake(page, "ante", 10)
    expect(page.locator(".fault")).to_have_count(0)
    tell(page, "seats.0.cards.0", "9s", "9d")
    again = page.locator("[data-put='9s']")
    expect(again).to_be_disabled()  # the deck holds no second one
    again.evaluate("button => (button.disabled = false)")
    again.click()
    expect(page.locator(".fault")).to_contain_text("more often than the deck holds it")
    expect(page.locator("[data-place='seats.0.cards.0']")).to_have_attribute("data-told", "9♠")
    expect(page.locator("[data-place='seats.0.cards.2']")).to_have_attribute("data-told", "")
    stake(page, "ante", 0)
    expect(page.locator(".fault")).to_contain_text("Seat 1: ")
    stake(page, "ante", 10)
    expect(page.locator(".fault")).to_have_count(0)
    expect(page.locator("[data-place='seats.0.cards.1']")).to_have_attribute("data-told", "9♦")
    tell(page, "seats.0.cards.2", "2c")
    tell(page, "seats.0.cards.2", "3c")  # a card can be told otherwise, and is free again
    expect(page.locator("[data-put='2c']")).to_be_enabled()


def test_a_split_of_blackjack_settles_on_a_line_each(visit: Visit) -> None:
    page = visit("#/dispute?game=blackjack")
    stake(page, "blackjack", 10)
    tell(page, "seats.0.cards.0", "8s", "8d")
    tell(page, "dealer.0", "6c")
    decide(page, "split")
    tell(page, "seats.0.hands.0.1", "Ts")
    tell(page, "seats.0.hands.1.1", "9h")
    decide(page, "hand_1 stand")
    decide(page, "hand_2 stand")
    tell(page, "dealer.1", "Td")
    tell(page, "dealer.2", "Kc")
    rule(page)
    lines = page.locator("section.ruling .settled tbody tr")
    expect(lines).to_have_count(2)
    for line in lines.all():
        expect(line.locator(".result")).to_have_text("+$10")
    expect(lines.last.locator("th")).to_have_text("Blackjack, hand 2")


def test_every_family_is_laid_out_at_the_desk(visit: Visit) -> None:
    page = visit("#/dispute?game=baccarat")
    stake(page, "banker", 10)
    tell(page, "piles.player.0", "9s", "Kd")
    tell(page, "piles.banker.0", "2c", "5d")
    rule(page)
    expect(result(page, "banker")).to_have_text("−$10")

    begin(page, "roulette")
    page.locator("select[data-key='further-0']").select_option("red")
    stake(page, "red", 10)
    page.locator("[data-slot='Spins'] button").click()
    page.locator("[data-put='3']").click()
    rule(page)
    expect(result(page, "red")).to_have_text("+$10")

    begin(page, "big-six-wheel")
    page.locator(".desk-seat [data-wager]").first.fill("10")
    page.locator(".desk-seat [data-wager]").first.blur()
    page.locator("[data-slot='Spins'] button").click()
    page.locator("[data-put]").first.click()
    rule(page)

    begin(page, "craps-odds")
    add_wager(page, "pass")
    decide(page, "roll")
    tell(page, "outcome.rolls.0", [4, 3])
    rule(page)
    expect(result(page, "pass")).to_contain_text("+$")

    begin(page, "keno")
    page.locator(".desk-seat [data-wager]").first.fill("5")
    page.locator(".desk-seat [data-wager]").first.blur()
    for number in (3, 7, 9):
        page.locator(f"[data-mark='{number}']").click()
        expect(page.locator(f"[data-mark='{number}']")).to_have_attribute("aria-pressed", "true")
    draw(page, list(range(21, 41)))
    rule(page)
    expect(page.locator("section.ruling .why").first).to_contain_text("of 3")


def add_wager(page: Page, name: str) -> None:
    page.locator("select[data-key='further-0']").select_option(name)
    expect(page.locator(f".desk-seat [data-wager='{name}']")).to_be_visible()


def put_down(page: Page, label: str, dollars: int) -> None:
    """Put a wager down between two decisions."""
    page.get_by_label("Wager", exact=True).select_option(label=label)
    page.get_by_label("Dollars", exact=True).fill(str(dollars))
    page.locator("[data-do=between]").click()


def test_wagers_between_decisions_are_chosen_by_their_names_on_the_layout(visit: Visit) -> None:
    page = visit("#/dispute?game=craps-odds")
    add_wager(page, "pass")
    expect(page.get_by_role("heading", name="Cards")).to_have_count(0)  # no die has been rolled
    put_down(page, "Bet Don't Pass", 5)
    expect(page.locator(".told-actions li")).to_have_count(1)
    decide(page, "roll")
    tell(page, "outcome.rolls.0", [4, 3])
    rule(page)
    expect(result(page, "dont_pass")).to_have_text("−$5")

    begin(page, "208-poker")
    stake(page, "ante", 10)
    tell(page, "seats.0.cards.0", "As", "Kd")
    put_down(page, "Bet Card 1 Value and Suit 10♥", 5)  # of a target, which the game offers by the card
    expect(page.locator(".told-actions li")).to_have_count(1)
    expect(page.locator(".fault")).to_have_count(0)


def test_a_required_wager_that_equals_another_is_filled_in(visit: Visit) -> None:
    page = visit("#/dispute?game=boston-5-stud")
    stake(page, "first_wager", 10)
    expect(page.locator("[data-wager=ante_bonus]")).to_have_value("5")  # half of it, 30-1099.22(3)
    tell(page, "seats.0.cards.0", "9s", "9d", "2c")
    decide(page, "bet")
    tell(page, "dealer.0", "Ks", "Kd", "7h", "3c", "4d")
    tell(page, "seats.0.cards.3", "5h", "6s")
    rule(page)
    expect(result(page, "ante_bonus")).to_have_text("−$5")
    stake(page, "first_wager", 20)
    expect(page.locator("[data-wager=ante_bonus]")).to_have_value("10")
    page.locator("select[data-do=game]").select_option("longhorn-holdem")
    expect(page.locator("[data-wager=bonus]")).to_have_count(1)
    stake(page, "bonus", 5)
    second = page.locator(".desk-seat[data-seat='1'] [data-wager=bonus]")
    expect(second).to_have_value("5")  # the seat that a pot needs beside the first bets what that bets
    expect(page.locator("main .fault")).to_have_count(0)


def test_30_2612_who_shook_the_dice_and_who_banks_is_told_at_the_desk(visit: Visit) -> None:
    page = visit("#/dispute?game=dragons-eye")
    stake(page, "dice_bonus", 5)
    tell(page, "outcome.dice", [2, 2, 2])
    rule(page)
    expect(result(page, "dice_bonus")).to_have_text("+$125")
    page.get_by_label("Who shook the dice").select_option(label="Seat 1")
    rule(page)
    expect(result(page, "dice_bonus")).to_have_text("+$150")
    begin(page, "pai-gow-tiles")
    page.locator("[data-do=add-seat]").click()
    expect(page.locator(".desk-seat")).to_have_count(2)
    page.get_by_label("The bank").select_option(label="Seat 1")
    stake(page, "pai_gow", 50, seat=1)
    tell(page, "seats.0.cards.0", "4-4", "5-5", "3-3", "3-5")
    tell(page, "seats.1.cards.0", "1-6", "4-6", "1-5", "1-6")
    expect(page.locator("[data-place^='dealer.']")).to_have_count(0)  # 30-2609(12): collected without being seen
    for told, action in enumerate(("house way", "house way", "surrender")):
        expect(page.locator(".told-actions li")).to_have_count(told)
        decide(page, action)
    rule(page)
    expect(result(page, "pai_gow", seat=1)).to_have_text("−$50")
    expect(result(page, "bank")).to_have_text("+$47.50")


def test_30_2609_the_dealers_wager_and_a_co_bank_are_told_at_the_desk(visit: Visit) -> None:
    page = visit("#/dispute?game=pai-gow-tiles")
    page.locator("[data-do=add-seat]").click()
    expect(page.locator(".desk-seat")).to_have_count(2)
    expect(page.get_by_label("The house banks half")).to_have_count(0)  # nobody banks
    page.get_by_label("The bank").select_option(label="Seat 1")
    stake(page, "pai_gow", 50, seat=1)
    tell(page, "seats.0.cards.0", "4-4", "5-5", "3-3", "3-5")
    tell(page, "seats.1.cards.0", "1-6", "4-6", "1-5", "1-6")
    page.get_by_label("The house banks half").check()
    expect(page.locator(".decisions")).to_contain_text("Seat 2 may:")  # the hand of a co-bank is set by the dealer
    decide(page, "house way")
    decide(page, "show")
    rule(page)
    expect(result(page, "bank")).to_have_text("−$25")
    page.get_by_label("The house banks half").uncheck()
    expect(page.locator(".decisions")).to_contain_text("Seat 1 may:")
    wager = page.get_by_label("The dealer's wager against the bank, dollars")
    wager.fill("20")
    wager.blur()
    expect(page.locator("[data-place^='dealer.']")).to_have_count(4)
    decide(page, "house way")
    tell(page, "dealer.0", "6-6", "4-5", "2-2", "2-3")
    expect(page.locator("[data-place^='dealer.']")).to_have_count(4)


def open_file(page: Page, round_: dict[str, Any]) -> None:
    """A round from a file, laid out."""
    page.evaluate("document.querySelector('.desk-seat').dataset.old = 1")
    page.locator("input[type=file]").set_input_files(
        {"name": "round.json", "mimeType": "application/json", "buffer": json.dumps(round_).encode()}
    )
    expect(page.locator(".desk-seat:not([data-old])").first).to_be_visible()


def draw(page: Page, numbers: list[int]) -> None:
    """Tell the numbers of a game of keno, which lie in their order."""
    page.locator("[data-slot='Drawn'] button").first.click()
    for count, number in enumerate(numbers, 1):
        page.locator(f"[data-put='{number}']").click()
        expect(page.locator("[data-slot='Drawn'] .number")).to_have_count(count)


def test_a_dealer_who_set_otherwise_than_the_house_way_is_laid_out(visit: Visit) -> None:
    page = visit("#/dispute?game=pai-gow-tiles")
    stake(page, "pai_gow", 40)
    tell(page, "seats.0.cards.0", "1-6", "4-6", "1-5", "1-6")
    decide(page, "house way")
    tell(page, "dealer.0", "2-6", "2-5", "3-4", "1-2")
    decide(page, "show")
    setting = page.locator(".setting")
    expect(setting).to_contain_text("So the house way sets it.")
    for tile in ("2-6", "3-4"):
        setting.locator(f"[data-set='{tile}']").click()
    page.locator("[data-do=set-dealer]").click()
    expect(setting.locator(".warned")).to_contain_text("Not the house way, which would put 2-6 1-2 there.")
    rule(page)
    expect(page.locator("section.ruling [data-pile=dealer] [data-part=low] .tile")).to_have_count(2)
    told = json.loads(page.locator(".desk-text textarea").input_value())
    assert told["dealer_set"] == {"low": ["1-2", "3-4"]} or told["dealer_set"] == {"low": ["3-4", "1-2"]}
    open_file(page, told)  # and back from its file
    expect(setting.locator(".warned")).to_be_visible()
    page.locator("[data-do=house-way-dealer]").click()
    expect(setting).to_contain_text("So the house way sets it.")

    begin(page, "pai-gow-poker")
    page.locator(".desk-seat [data-wager]").first.fill("10")
    page.locator(".desk-seat [data-wager]").first.blur()
    tell(page, "seats.0.cards.0", "As", "Ad", "Kc", "Qh", "9s", "7d", "2c")
    decide(page, "house way")
    decide(page, "pass")
    tell(page, "dealer.0", "Ks", "Kd", "Jc", "Th", "8s", "6d", "3c")
    for card in ("Jc", "8s"):
        setting.locator(f"[data-set='{card}']").click()
    page.locator("[data-do=set-dealer]").click()
    expect(setting.locator(".warned")).to_contain_text("Not the house way, which would put J♣ 10♥ there.")
    rule(page)
    tell(page, "dealer.6", "4c")  # of other cards it may be set otherwise
    expect(setting).to_contain_text("So the house way sets it.")

    begin(page, "caribbean-draw")
    stake(page, "ante", 5)
    tell(page, "seats.0.cards.0", "As", "Ad", "Kc", "Qh", "9s")
    decide(page, "bet")
    decide(page, "stand")
    tell(page, "dealer.0", "Ks", "Kd", "Jc", "Th", "8s")
    expect(page.locator("[data-place^='dealer.']")).to_have_count(7)  # two are drawn
    setting.locator("[data-set='Th']").click()  # which the house way throws away
    page.locator("[data-do=set-dealer]").click()
    expect(page.locator("[data-place^='dealer.']")).to_have_count(6)


def mark(page: Page, *numbers: int) -> None:
    for number in numbers:
        page.locator(f"[data-mark='{number}']").click()
        expect(page.locator(f"[data-mark='{number}']")).to_have_attribute("aria-pressed", "true")


def test_30_2506_way_and_king_tickets_are_clicked_at_the_desk(visit: Visit) -> None:
    drawn = [1, 2, 3, 4, 7, 15, 18, 22, 26, 31, 37, 40, 44, 49, 53, 58, 62, 66, 71, 79]
    page = visit("#/dispute?game=keno")
    stake(page, "way", 3)
    page.locator("[data-group=A]").click()
    mark(page, 1, 2)
    page.locator("[data-group=B]").click()
    mark(page, 3, 4)
    page.locator("[data-group=C]").click()
    mark(page, 79, 80)
    page.locator("[data-way='3/4']").click()  # all three of four spots
    draw(page, drawn)
    rule(page)
    expect(result(page, "way")).to_have_text("+$133")
    told = json.loads(page.locator(".desk-text textarea").input_value())
    assert told["seats"][0]["ticket"] == {"groups": {"A": [1, 2], "B": [3, 4], "C": [79, 80]}, "ways": ["3/4"]}
    open_file(page, told)
    expect(page.locator("[data-way='3/4']")).to_have_attribute("aria-pressed", "true")

    begin(page, "keno")
    stake(page, "king", 2)
    page.locator("[data-group=A]").click()
    mark(page, 2, 3)
    page.locator("[data-group=B]").click()
    mark(page, 4, 80)
    page.locator("[data-group=K]").click()
    mark(page, 1)
    for way in ("AK", "BK"):
        page.locator(f"[data-way='{way}']").click()
        expect(page.locator(f"[data-way='{way}']")).to_have_attribute("aria-pressed", "true")
    draw(page, drawn)
    rule(page)
    expect(result(page, "king")).to_have_text("+$41")


def test_what_a_record_leaves_unsaid_is_laid_out(visit: Visit) -> None:
    """A spin that did not count, a hand surrendered before it was set, a 21 that was not taken at once."""
    page = visit("#/dispute?game=big-six-wheel")
    page.locator(".desk-seat [data-wager]").first.fill("10")
    page.locator(".desk-seat [data-wager]").first.blur()
    page.locator("[data-slot='Spins'] button").click()
    page.locator("[data-do=void-spin]").click()
    expect(page.get_by_text("1 spin before did not count.")).to_be_visible()
    page.locator("[data-put]").first.click()
    rule(page)
    told = json.loads(page.locator(".desk-text textarea").input_value())
    assert told["outcome"]["spins"][0] == "between"
    assert len(told["outcome"]["spins"]) == 2
    tiles = ["1-6", "4-6", "1-5", "1-6"]
    for round_ in (
        told,
        {
            "game": "pai-gow-tiles",
            "seats": [{"wagers": {"pai_gow": 40}, "cards": tiles, "actions": ["surrender"]}],
            "dealer": ["2-6", "2-5", "3-4", "1-2"],
        },
        {
            "game": "3-card-21-n-done",
            "seats": [
                {
                    "wagers": {"three_card_21": 10, "three_card_bonus": 10},
                    "cards": ["4h", "4d", "9c", "3s"],
                    "actions": ["hit", "stand"],
                }
            ],
            "dealer": ["9s", "8d"],
        },
    ):
        open_file(page, round_)
        expect(page.locator("section.ruling .settled").first).to_be_visible()
        expect(page.locator(f"select[data-do=game] option[value='{round_['game']}']:checked")).to_have_count(1)
        expect(page.locator(".slot").first).to_be_visible()
        expect(page.get_by_text("it is ruled as it is written")).to_have_count(0)


def test_30_2506_a_race_that_was_quit_is_told_at_the_desk(visit: Visit) -> None:
    page = visit("#/dispute?game=keno")
    stake(page, "multi_race", 3)
    for number in (1, 2, 3):
        page.locator(f"[data-mark='{number}']").click()
        expect(page.locator(f"[data-mark='{number}']")).to_have_attribute("aria-pressed", "true")
    for label, count in (("Games", 3), ("Quit after game", 1)):
        page.get_by_label(label, exact=True).fill(str(count))
        page.get_by_label(label, exact=True).blur()
    tell(page, "outcome.games.0.0", *range(1, 21))
    rule(page)
    expect(page.locator("section.ruling")).to_contain_text("quit after game 1, $2 refunded")


CASES = Path(__file__).parents[1] / "cases"


def recorded(name: str) -> dict[str, Any]:
    """The round of a case, without its answer."""
    lines = (line for path in sorted(CASES.glob("*.jsonl")) for line in path.read_text().splitlines())
    found: dict[str, Any] = json.loads(next(line for line in lines if f'"id": "{name}"' in line))
    beside = ("id", "kind", "section", "why", "reading")
    return {part: value for part, value in found.items() if part not in beside and not part.startswith("expect")}


@pytest.mark.parametrize(
    ("name", "field", "stated", "other", "due"),
    [
        ("streak-r03", "of-0-state.streaks.streak_3", "1", "2", "+$38"),  # the third round won: 7 to 1
        ("caribbean-stud-p09", "asked-total_hands", "3", "4", "+$140"),
        ("trips-poker-r01", "asked-pot", "10", "20", "+$21.65"),  # 95 percent of 27
        ("home-run-holdem-r01", "asked-pool", "10", "20", "+$30"),
        ("home-run-holdem-r01", "of-1-state.base_runners", "1", "2", "+$20"),
        ("ca-fortune-pai-gow-poker-r17", "asked-action_seat", "1", "0", "+$20"),
    ],
)
def test_what_was_known_before_the_deal_is_told_at_the_desk(
    visit: Visit, name: str, field: str, stated: str, other: str, due: str
) -> None:
    page = visit("#/dispute")
    content = json.dumps(recorded(name)).encode()
    page.locator("input[type=file]").set_input_files({"name": "r.json", "mimeType": "text/plain", "buffer": content})
    told = page.locator(f"[data-key='{field}']")
    expect(told).to_have_value(stated)
    if told.evaluate("field => field.tagName") == "SELECT":
        told.select_option(other)
    else:
        told.fill(other)
        told.blur()
    rule(page)
    expect(page.locator("section.ruling .settled[data-seat='0'] .total")).to_have_text(due)


def test_a_straddle_is_told_at_the_desk_and_acts_last(visit: Visit) -> None:
    page = visit("#/dispute?game=texas-holdem&house=" + json.dumps({"straddle": True}))
    for _ in range(2):
        page.locator("[data-do=add-seat]").click()
    expect(page.locator(".desk-seat")).to_have_count(4)
    straddle = page.get_by_label("Seat 3: Straddle or over blind")
    straddle.fill("2")
    straddle.blur()
    expect(page.locator(".fault")).to_contain_text(
        "A blind of $2 by Seat 3 is not taken: it must be more than the largest"
    )
    straddle.fill("4")
    straddle.blur()
    for seat, cards in enumerate((("Kd", "3h"), ("As", "7d"), ("6c", "2d"), ("Qh", "Qs"))):
        tell(page, f"seats.{seat}.cards.0", *cards)
    acts = page.locator(".decisions p b")
    for turn, action in (("Seat 4", "call"), ("Seat 1", "fold"), ("Seat 2", "call")):
        expect(acts).to_have_text(turn)
        page.locator(f".decisions [data-action^='{action}']").first.click()
    expect(acts).to_have_text("Seat 3")


def test_30_1025_a_ruling_in_the_middle_of_a_pot_s_hand_is_told_where_it_was_given(visit: Visit) -> None:
    page = visit("#/dispute?game=texas-holdem")
    page.locator("[data-do=add-seat]").click()
    expect(page.locator(".desk-seat")).to_have_count(3)
    for seat, cards in enumerate((("As", "Ad"), ("Kh", "7d"), ("Qh", "Qd"))):
        tell(page, f"seats.{seat}.cards.0", *cards)
    told = page.locator(".told-actions li")
    go_wrong(page, "Exposed card")
    page.locator("[data-key=irregular-seat]").select_option(label="Seat 2")
    page.locator("[data-key=irregular-card]").select_option(label="7♦")
    page.locator("[data-do=rule-here]").click()
    expect(told).to_have_text(["Seat 2 Exposed card 7♦"])
    tell(page, "seats.1.cards.2", "8c")  # which takes its place
    expect(page.locator("[data-key=irregularity] option:checked")).to_have_text("none")
    page.locator(".decisions [data-action^='call']").first.click()
    expect(told).to_have_count(2)
    go_wrong(page, "Dead hand")
    page.locator("[data-key=irregular-seat]").select_option(label="Seat 2")
    page.locator("[data-do=rule-here]").click()
    expect(told.last).to_have_text("Seat 2 Dead hand")
    page.locator(".decisions [data-action^='call']").first.click()  # the others play on
    for first, board in ((0, ("2s", "3s", "4d")), (3, ("9c",)), (4, ("Jh",))):
        expect(page.locator(f"[data-place='community.{first}']")).to_be_visible()
        tell(page, f"community.{first}", *board)
        for acts in ("Seat 1", "Seat 3"):
            expect(page.locator(".decisions p b")).to_have_text(acts)
            decide(page, "check")
    rule(page)
    line = page.locator("section.ruling .settled[data-seat='1'] tr[data-wager=pot]")
    expect(line).to_contain_text("dead hand")
    expect(line.locator(".cite").first).to_contain_text("CO 30-1025")


def test_30_1016_the_ruling_says_what_becomes_of_a_pot_s_hand(visit: Visit) -> None:
    page = visit("#/dispute?game=texas-holdem")
    go_wrong(page, "Misdeal")
    rule(page)
    told = page.locator("section.ruling .irregularity-told")
    expect(told).to_contain_text("Misdeal: a misdeal returns all chips")
    expect(told.locator(".cite")).to_contain_text("CO 30-1016")


def test_the_rake_of_a_hand_is_told_at_the_desk_and_taken_from_its_record(visit: Visit) -> None:
    page = visit("#/dispute?game=texas-holdem")
    hand = {
        "game": "texas-holdem",
        "seats": [{"cards": ["As", "Ad"], "stack": 100}, {"cards": ["Kh", "7d"], "stack": 100}],
        "betting": {"blinds": [1, 2], "button": 0, "rake": 0.4, "actions": [[0, "raise 6"], [1, "fold"]]},
    }
    expect(page.get_by_label("Rake taken", exact=True)).to_have_value("")
    page.locator("input[type=file]").set_input_files(
        {"name": "hand.json", "mimeType": "application/json", "buffer": json.dumps(hand).encode()}
    )
    expect(page.get_by_label("Rake taken", exact=True)).to_have_value("0.4")
    expect(page.locator(".told-actions li")).to_have_count(2)
    expect(page.locator("section.ruling .settled[data-seat='0'] .total")).to_have_text("+$1.60")
    page.get_by_label("Rake taken", exact=True).fill("0")
    page.get_by_label("Rake taken", exact=True).blur()
    rule(page)
    expect(page.locator("section.ruling .settled[data-seat='0'] .total")).to_have_text("+$2")


def test_hands_are_set_and_tiles_told_at_the_desk(visit: Visit) -> None:
    page = visit("#/dispute?game=pai-gow-poker")
    page.locator(".desk-seat [data-wager]").first.fill("10")
    page.locator(".desk-seat [data-wager]").first.blur()
    tell(page, "seats.0.cards.0", "As", "Ad", "Kc", "Qh", "9s", "7d", "2c")
    for card in ("Kc", "Qh"):
        page.locator(f"[data-pick='{card}']").click()
    page.locator(".decisions button.act", has_text="chosen").first.click()
    decide(page, "pass")  # no wager on the dragon
    tell(page, "dealer.0", "Ks", "Kd", "Jc", "Th", "8s", "6d", "3c")
    rule(page)
    expect(page.locator("section.ruling .seat [data-part=low] .card")).to_have_count(2)
    expect(page.locator("section.ruling .seat [data-part=high] .card")).to_have_count(5)
    expect(page.locator("section.ruling .result").first).to_contain_text("$")

    begin(page, "pai-gow-tiles")
    page.locator(".desk-seat [data-wager]").first.fill("10")
    page.locator(".desk-seat [data-wager]").first.blur()
    expect(page.get_by_role("heading", name="Dice and tiles")).to_be_visible()
    tell(page, "outcome.dice", [2, 5, 1])
    expect(page.locator("[data-place='dealer.0']")).to_have_attribute("aria-pressed", "true")  # the first tile is next
    tell(page, "seats.0.cards.0", "1-1", "3-6", "4-6", "1-6")
    page.locator("[data-pick='4-6']").click()
    page.locator("[data-pick='1-6']").click()
    page.locator(".decisions button.act", has_text="chosen").first.click()
    tell(page, "dealer.0", "4-4", "5-5", "1-3", "3-3")
    decide(page, "show")
    rule(page)


def test_a_foul_setting_warns_at_the_desk_before_the_ruling(visit: Visit) -> None:
    page = visit("#/dispute?game=pai-gow-poker")
    warned = page.locator(".decisions .warned")
    page.locator(".desk-seat [data-wager]").first.fill("10")
    page.locator(".desk-seat [data-wager]").first.blur()
    tell(page, "seats.0.cards.0", "As", "Ad", "Kc", "Qh", "9s", "7d", "2c")
    for card in ("As", "Ad"):
        page.locator(f"[data-pick='{card}']").click()
    page.locator(".decisions button.act", has_text="chosen").first.click()
    expect(warned).to_contain_text("Seat 1: the low hand would be as high as the high hand or higher: a foul")
    assert warned.evaluate("told => getComputedStyle(told).color") == "rgb(255, 255, 255)"  # on dark red
    decide(page, "pass")
    tell(page, "dealer.0", "Ks", "Kd", "Jc", "Th", "8s", "6d", "3c")
    expect(warned).to_have_count(1)  # said once, not of every decision that follows
    rule(page)
    expect(page.locator("section.ruling .reading summary")).to_have_text("Reading: Foul")

    begin(page, "pai-gow-tiles")
    page.locator(".desk-seat [data-wager]").first.fill("10")
    page.locator(".desk-seat [data-wager]").first.blur()
    tell(page, "seats.0.cards.0", "6-6", "6-6", "4-6", "1-6")
    expect(warned).to_have_count(0)
    for tile in page.locator("[data-pick='6-6']").all():
        tile.click()
    page.locator(".decisions button.act", has_text="chosen").first.click()
    expect(warned).to_contain_text("they would be played as the high hand")


def test_30_1099_18_6_an_irregularity_is_picked_and_ruled(visit: Visit) -> None:
    page = visit("#/dispute?game=three-card-poker")
    field = page.locator(".desk-seat [data-wager=ante]")
    field.fill("10")
    field.blur()
    expect(page.get_by_role("heading", name="Decisions")).to_be_visible()
    irregular = page.locator("[data-key=irregularity]")
    irregular.select_option(label="Misdeal of the player")
    expect(page.locator("[data-key=irregular-seat]")).to_have_value("0")  # there is no other seat
    rule(page)
    line = page.locator("section.ruling tr[data-wager=ante]")
    expect(line).to_contain_text("void, stake returned")
    expect(line).to_contain_text("30-1099.18(6)")
    told = page.locator("section.ruling .irregularity-told")
    expect(told).to_contain_text("Misdeal of the player, Seat 1: the seat's hand is void and its wagers are returned.")
    expect(told.locator(".cite")).to_contain_text("CO 30-1099.18(6)")


def test_30_1099_18_6_the_seats_beside_a_misdeal_play_on_at_the_desk(visit: Visit) -> None:
    page = visit("#/dispute?game=three-card-poker")
    stake(page, "ante", 10)
    page.locator("[data-do=add-seat]").click()
    expect(page.locator(".desk-seat")).to_have_count(2)
    go_wrong(page, "Misdeal of the player")
    page.locator("[data-key=irregular-seat]").select_option(label="Seat 1")
    tell(page, "seats.1.cards.0", "9s", "9d", "2c")
    tell(page, "dealer.0", "Qh", "8c", "4d")
    expect(page.locator(".desk-go")).to_contain_text("Seat 2")  # whose decision is missing
    decide(page, "play")
    rule(page)
    expect(result(page, "ante", 0)).to_have_text("$0")
    expect(result(page, "ante", 1)).to_have_text("+$10")


def test_tables_in_the_text_of_the_documents_are_shown_as_tables(visit: Visit, tmp_path: Path) -> None:
    paragraph = "(20) The bonus of this test pays:\nPair\t1 to 1\nFlush\t4 to 1\n(a) No more."
    (tmp_path / "rule.txt").write_text(f"30-1099.18 A test.\n{paragraph}\n", encoding="utf-8")
    with served(Settings(default_url(tmp_path / "floor.db"), text=tmp_path, requests_per_second=10_000)) as address:
        page = visit("#/dispute", at=address)
        open_round(page)
        cells = page.locator(".rule-words .document td")
        expect(cells).to_have_text(["Pair", "1 to 1", "Flush", "4 to 1"])
        page.goto(f"{address}#/rules/30-1099.18")
        expect(page.locator(".words.document td")).to_have_text(["Pair", "1 to 1", "Flush", "4 to 1"])
        page.goto(f"{address}#/sheet/three-card-poker")
        opened = page.locator("details.words", has=page.get_by_text("CO 30-1099.18(20)", exact=True)).first
        opened.locator("summary").click()
        expect(opened.locator("td")).to_have_text(["Pair", "1 to 1", "Flush", "4 to 1"])
        page.emulate_media(media="print")  # the words that were opened, and no others
        expect(opened.locator("td").first).to_be_visible()
        opened.locator("summary").evaluate("summary => summary.parentElement.removeAttribute('open')")
        expect(opened.locator("summary")).to_be_visible()
        expect(opened.locator("td").first).to_be_hidden()


def go_wrong(page: Page, what: str) -> None:
    """Pick an irregularity by its name."""
    irregular = page.locator("[data-key=irregularity]")
    expect(irregular).to_be_visible()
    irregular.select_option(label=what)
    expect(page.locator("[data-key=irregular-seat]")).to_be_visible()


def test_irregularities_of_the_other_families_are_picked_and_ruled(visit: Visit) -> None:
    page = visit("#/dispute?game=roulette")
    page.locator("select[data-key='further-0']").select_option("red")
    stake(page, "red", 10)
    go_wrong(page, "No valid spin")  # there is no number to tell
    rule(page)
    expect(page.locator("section.ruling tr[data-wager=red]")).to_contain_text("void, stake returned")

    begin(page, "baccarat")
    stake(page, "banker", 10)
    go_wrong(page, "First card face up")
    rule(page)
    expect(page.locator("section.ruling tr[data-wager=banker] .cite").first).to_contain_text("CO 30-28")

    begin(page, "players-choice-poker")
    stake(page, "hand_1", 10)
    go_wrong(page, "Misdeal")
    page.locator("[data-key=irregular-hand]").fill("1")
    page.locator("[data-key=irregular-hand]").blur()
    rule(page)
    expect(page.locator("section.ruling tr[data-wager=hand_1]")).to_contain_text("30-1099.23(5)")

    begin(page, "mississippi-stud")
    stake(page, "ante", 10)
    go_wrong(page, "Misdeal of the player")
    rule(page)
    expect(page.locator("section.ruling tr[data-wager=ante]")).to_contain_text("void, stake returned")


# An irregularity by its name: of which game, with which wagers, which cards, what becomes of the first wager, and why.
WENT_WRONG: dict[str, tuple[str, tuple[str, ...], dict[str, list[str]], str, str]] = {
    "Exposed card of the community cards": (
        "let-it-ride",
        ("contract",),
        {},
        "void, stake returned",
        "CO 30-1099.13(6)",
    ),
    "Card off the table of the player": ("let-it-ride", ("contract",), {}, "void, stake returned", "CO 30-1099.13(6)"),
    "Face up cards, 2 or more": ("casino-war", ("initial",), {}, "void, stake returned", "CO 30-1099.55(13)(a)"),
    "No card dealt": ("casino-war", ("initial",), {}, "void, stake returned", "CO 30-1099.55(13)(c)"),
    "Card drawn in error": (
        "baccarat",
        ("banker",),
        {"piles.player.0": ["Kd", "8s"], "piles.banker.0": ["2c", "5d"]},
        "player 8, banker 7: lose",
        "CO 30-2816(1)",
    ),
    "Wrong number of cards left over": ("pai-gow-poker", ("wager",), {}, "void, stake returned", "CO 30-1099.30(6)"),
    "Misdeal of the dealer": ("blackjack-switch", ("hand_1",), {}, "void, stake returned", "CO 30-2105(4)"),
    "Dealing shoe jam": (
        "md-235-stud-poker",
        ("2_card_poker", "3_card_poker", "5_card_poker"),
        {},
        "void, stake returned",
        "MD 235 Ch. 13 G",
    ),
    "Abandoned hand of the player": (
        "md-235-stud-poker",
        ("2_card_poker", "3_card_poker", "5_card_poker"),
        {},
        "abandoned hand: lose",
        "MD 235 Ch. 7 B(2)",
    ),
}


def test_what_is_typed_replaces_an_amount_that_came_with_another_wager(visit: Visit) -> None:
    """The wagers of 235 Stud are equal: what one is follows the other while its field waits to be written."""
    page = visit("#/dispute?game=md-235-stud-poker")
    second = page.locator("[data-wager='3_card_poker']")
    page.locator("[data-wager='2_card_poker']").fill("10")
    second.focus()
    expect(second).to_have_value("10")
    page.keyboard.type("25")
    expect(second).to_have_value("25")


def test_irregularities_are_ruled_with_what_they_do_and_their_paragraph(visit: Visit) -> None:
    page = visit("#/dispute")
    page.locator(".desk-seat").first.wait_for()
    for what, (game, wagers, cards, why, cite) in WENT_WRONG.items():
        begin(page, game)
        for wager in wagers:
            stake(page, wager, 10)
        go_wrong(page, what)
        for place, values in cards.items():
            tell(page, place, *values)
        rule(page)
        expect(page.locator(f"section.ruling tr[data-wager='{wagers[0]}'] .why")).to_contain_text(why)
        told = page.locator("section.ruling .irregularity-told")
        expect(told).to_contain_text(what.partition(",")[0])
        expect(told.locator(".cite")).to_contain_text(cite)


def test_30_2610_4_who_may_fold_after_an_exposed_tile_is_offered_it(visit: Visit) -> None:
    page = visit("#/dispute?game=pai-gow-tiles")
    stake(page, "pai_gow", 10)
    go_wrong(page, "Exposed tile of the player")
    tell(page, "outcome.dice", [2, 5, 1])
    tell(page, "seats.0.cards.0", "1-1", "3-6", "4-6", "1-6")
    decide(page, "void")
    tell(page, "dealer.0", "4-4", "5-5", "1-3", "3-3")
    rule(page)
    expect(result(page, "pai_gow")).to_have_text("$0")
    expect(page.locator("tr[data-wager=pai_gow] .cite").first).to_contain_text("CO 30-2610(4)")


def test_30_1026_rulings_on_a_hand_of_a_pot_are_picked_at_the_desk(visit: Visit) -> None:
    page = visit("#/dispute?game=texas-holdem")
    expect(page.locator(".desk-seat")).to_have_count(2)
    go_wrong(page, "Defective deck")
    page.get_by_label("Seat 2 knew of it and bet").check()
    rule(page)
    expect(page.locator(".irregularity-told")).to_contain_text("Defective deck, Seat 2 knew of it and bet: ")
    go_wrong(page, "Protected hand fouled")
    expect(page.locator(".desk-go")).to_contain_text("Say whose hand it was.")
    go_wrong(page, "Dead hand")
    page.locator("[data-key=irregular-seat]").select_option(label="Seat 2")
    rule(page)
    expect(page.locator("section.ruling .settled[data-seat='1'] .why")).to_contain_text("dead hand")
    expect(page.locator("section.ruling .settled[data-seat='1'] .cite").first).to_contain_text("CO 30-1025")
    go_wrong(page, "Mucked hand")
    page.locator("[data-key=irregular-seat]").select_option(label="Seat 1")
    page.get_by_label("It touched the discards").check()
    written = page.get_by_role("textbox", name="Round file", include_hidden=True)
    expect(written).to_have_value(re.compile(r'"kind": "mucked",\s+"seat": 0,\s+"touched_muck": true'))


def test_an_unknown_game_in_a_file_is_answered_for_people_at_the_page(visit: Visit) -> None:
    page = visit("#/dispute")
    text = '{"game": "three-card-pokr", "seats": []}\n{"game": "three-card-pokr", "seats": []}\n'
    page.get_by_label("Open a file").set_input_files({"name": "a.jsonl", "mimeType": "", "buffer": text.encode()})
    fault = page.locator(".ruled-file td.fault").first
    expect(fault).to_have_text("Unknown game 'three-card-pokr'; did you mean three-card-poker?")


def test_a_blank_layout_does_not_alarm_and_shared_and_set_hands_lie_as_at_the_table(visit: Visit) -> None:
    page = visit("#/dispute?game=multiple-action-blackjack")
    expect(page.get_by_text("Next, what was bet.")).to_be_visible()
    expect(page.locator(".fault")).to_have_count(0)
    for wager in ("hand_1", "hand_2", "hand_3"):
        stake(page, wager, 5)
    tell(page, "dealer.0", "6d")  # the open card of all three hands
    tell(page, "seats.0.cards.0", "Ts", "8c")
    decide(page, "stand")
    tell(page, "piles.dealers.0.1", "9h", "Kd")
    tell(page, "piles.dealers.1.1", "Qs", "5c")
    tell(page, "piles.dealers.2.1", "7h", "4d")
    expect(page.locator(".slot-name", has_text="Dealer hand 3")).to_be_visible()
    rule(page)
    for wager, due in (("hand_1", "+$5"), ("hand_2", "−$5"), ("hand_3", "+$5")):
        expect(result(page, wager)).to_have_text(due)
    expect(page.locator("section.ruling h3 .owed")).to_have_text("")  # nothing is said before it is told what was paid
    page.locator("[data-paid='0-hand_1']").fill("5")
    expect(page.locator("section.ruling h3 .owed")).to_have_text("nothing is owed")

    begin(page, "pai-gow-poker")
    stake(page, "wager", 10)
    tell(page, "seats.0.cards.0", "As", "Ad", "Kc", "Qh", "9s", "7d", "Jk1")
    expect(page.get_by_role("group", name="Cards of the hand").get_by_role("button", name="Joker")).to_be_visible()
    decide(page, "house way")
    decide(page, "pass")
    tell(page, "dealer.0", "Ks", "Kd", "Jc", "Th", "8s", "6d", "3c")  # the dragon's cards nobody needs
    rule(page)
    for hand in (".seat", "[data-pile=dealer]"):
        expect(page.locator(f"section.ruling {hand} [data-part=low] .card")).to_have_count(2)
        expect(page.locator(f"section.ruling {hand} [data-part=high] .card")).to_have_count(5)
    expect(page.locator("section.ruling .why").first).to_contain_text("commission of $0.50")


def test_a_pot_is_told_street_by_street(visit: Visit) -> None:
    page = visit("#/dispute?game=texas-holdem")
    expect(page.locator(".desk-seat")).to_have_count(2)  # nobody plays a pot alone
    tell(page, "seats.0.cards.0", "As", "Ad")
    tell(page, "seats.1.cards.0", "7h", "2d")
    decide(page, "call 2")
    decide(page, "check")
    tell(page, "community.0", "Ks", "Kd", "Kh")
    page.locator("[data-do=undo]").click()
    expect(page.locator("[data-place='community.0']")).to_have_count(0)
    tell(page, "seats.1.cards.1", "Kh")  # a card of the street that was taken back is free again
    expect(page.locator(".fault")).to_have_count(0)
    page.locator("[data-do=undo]").click()
    expect(page.locator(".told-actions")).to_have_count(0)
    decide(page, "fold")
    rule(page)
    expect(page.locator("section.ruling .why", has_text="all others folded")).to_be_visible()


def test_a_file_of_many_rounds_is_ruled_whole(visit: Visit) -> None:
    page = visit("#/dispute")
    twice = {**ROUND, "seats": [{**ROUND["seats"][0], "cards": ["9s", "Jh", "2c"]}]}
    wrong = '{"game": "three-card-poker", "seats": 3}'
    text = "\n".join([json.dumps(ROUND), wrong, json.dumps(ROUND), json.dumps(twice)])
    page.locator("input[type=file]").set_input_files(
        {"name": "evening.jsonl", "mimeType": "application/x-ndjson", "buffer": text.encode()}
    )
    expect(page.get_by_role("heading", name="4 rounds, 2 of them not ruled")).to_be_visible()
    expect(page.locator("tr[data-line='4'] .fault")).to_have_text(
        "Dealer: Jh is dealt more often than the deck holds it."
    )
    expect(page.locator("tr[data-line='1'] .figure")).to_have_text("+$15")
    expect(page.locator("tr[data-line='2'] .fault")).to_contain_text("Seats")
    page.get_by_role("button", name="Take line 3 to the desk").click()
    expect(result(page, "ante")).to_have_text("+$10")
    expect(page.locator("[data-place='seats.0.cards.0']")).to_have_attribute("data-told", "9♠")


HISTORY = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ['d dh p1 QcTc', 'd dh p2 Qd4d', 'p2 {}']
"""


@pytest.mark.parametrize("kind", ["phh", "phhs"])
def test_a_file_of_many_hand_histories_is_ruled_whole(visit: Visit, kind: str) -> None:
    page = visit("#/dispute")
    page.locator(".desk-seat").first.wait_for()
    hands = HISTORY.format("f") + HISTORY.format("cbr 6', 'p1 f")
    page.locator("input[type=file]").set_input_files(
        {"name": f"hands.{kind}", "mimeType": "text/plain", "buffer": hands.encode()}
    )
    expect(page.get_by_role("heading", name="2 rounds, all ruled")).to_be_visible()
    results = page.locator(".ruled-file .figure")
    expect(results).to_have_text(["+$1, −$1", "−$2, +$2"])
    page.get_by_role("button", name="To the desk").last.click()
    expect(page.locator("section.ruling .why", has_text="all others folded")).to_be_visible()


def test_the_list_of_a_file_names_seats_and_figures(visit: Visit) -> None:
    hand = {"wagers": {"ante": 10, "pair_plus": 5, "six_card_bonus": 5}, "actions": ["play"]}
    hands = [{**hand, "cards": ["9s", "9d", "2c"]}, {**hand, "cards": ["As", "Kd", "Qc"]}]
    fee = {"game": "ca-collection-fortune-pai-gow", "kind": "fee", "section": "GEGR-001821"}
    shift = {"closing_bankroll": 50_000, "credit_slips": 0, "drop": 9000, "opening_bankroll": 52_000, "fills": 5000}
    proceeds = {"game": "accounting-agp", "kind": "accounting", "section": "30-1603(1)"}
    rounds = [
        {**ROUND, "seats": hands},
        {**fee, "house": {"collection_option": 38}, "inputs": {"base_wagers": [50, 300], "total_table_action": 350}},
        {**proceeds, "inputs": {**shift, "coupons": 0, "tournament_fees": 0}},
    ]
    page = visit("#/dispute")
    content = "\n".join(json.dumps(one) for one in rounds).encode()
    page.locator("input[type=file]").set_input_files({"name": "r.jsonl", "mimeType": "text/plain", "buffer": content})
    expect(page.locator("tr[data-line='1'] .why")).to_contain_text("Seat 1, Ante: ")
    expect(page.locator("tr[data-line='1'] .why")).to_contain_text("; and 5 more lines")
    expect(page.locator("tr[data-line='2'] .why")).to_have_text("Player-dealer: $2; Seats: $1, $3")
    expect(page.locator("tr[data-line='3'] .why")).to_have_text("Adjusted gross proceeds: $2,000")


def test_a_long_file_is_ruled_whole_in_parts(visit: Visit) -> None:
    """More than a request may hold: it is sent in parts, and its lines are counted on."""
    page = visit("#/dispute")
    page.locator(".desk-seat").first.wait_for()
    line = json.dumps(ROUND) + " " * 20_000
    content = "\n".join([line] * 59 + ["{}"]).encode()
    assert len(content) > 1_000_000
    page.locator("input[type=file]").set_input_files(
        {"name": "rounds.jsonl", "mimeType": "application/json", "buffer": content}
    )
    expect(page.get_by_role("heading", name="60 rounds, 1 of them not ruled")).to_be_visible()
    expect(page.locator("tr[data-line='60'] .fault")).to_be_visible()


def test_a_round_file_is_pasted_and_ruled_as_it_is_written(visit: Visit) -> None:
    page = visit("#/dispute")
    page.get_by_text("The round file").click()
    page.get_by_role("textbox", name="Round file").fill("{")
    page.locator("[data-do=rule-text]").click()
    expect(page.get_by_role("alert")).to_contain_text("cannot be read as JSON")
    page.get_by_role("textbox", name="Round file").fill(json.dumps(ROUND))
    page.locator("[data-do=rule-text]").click()
    expect(result(page, "ante")).to_have_text("+$10")


FIGURES: dict[str, tuple[dict[str, Any], str, str]] = {
    "the whole of a meter": (
        {
            "game": "ez-baccarat",
            "house": {"pay_tables": {"progressive": "1"}},
            "meters": {"progressive": 10000},
            "seats": [{"wagers": {"player": 10, "progressive": 1}}],
            "piles": {"player": ["Kd", "Qs", "Tc"], "banker": ["Ad", "2d", "4d"]},
        },
        "Awards",
        "Progressive $10,000, the whole meter",
    ),
    "fees of seats and of bets behind": (
        {
            "game": "pure-21-5-blackjack-6-to-5",
            "house": {"collection_option": 1},
            "seats": [
                {
                    "wagers": {"base_game": 20, "red_flex": 6},
                    "cards": ["Jh", "8h"],
                    "actions": ["stand"],
                    "backline": [{"wagers": {"base_game": 40}}, {"wagers": {"red_flex": 6}}],
                }
            ],
            "dealer": ["Tc", "7s"],
        },
        "Collection",
        "$1 from the player-dealer; Seat 1: $0.50; bets behind: $0.50",
    ),
    "who turns the cards": (
        {
            "game": "midi-baccarat",
            "seats": [{"wagers": {"player": 50}}, {"wagers": {"tie": 50}}],
            "piles": {"player": ["5h", "3s"], "banker": ["2c", "6d"]},
        },
        "Cards turned",
        "Player by seat 1",
    ),
    "straddles": (
        {
            "game": "short-deck-holdem",
            "seats": [{}] * 8,
            "betting": {"button": 7, "limits": [3, 6], "blinds": [1, 3], "over_blinds": [[3, 6]], "actions": []},
        },
        "Blinds",
        "taken",
    ),
    "wins in a row": (
        {
            "game": "streak",
            "state": {"streaks": [{"streak_3": {"won": 1, "stake": 4}}]},
            "seats": [
                {"wagers": {"blackjack": 10, "streak_3": 4}, "cards": ["Th", "9d"], "actions": ["stand"]},
            ],
            "dealer": ["7c", "Td"],
        },
        "Streaks",
        "Seat 1: Streak 3 $4, 2 wins so far",
    ),
}


@pytest.mark.parametrize(("told", "called", "words"), FIGURES.values(), ids=FIGURES)
def test_what_a_round_decides_besides_the_wagers_is_said_in_words(
    visit: Visit, told: dict[str, Any], called: str, words: str
) -> None:
    page = visit("#/dispute")
    page.locator(".desk-seat").first.wait_for()
    page.get_by_text("The round file").click()
    page.get_by_role("textbox", name="Round file").fill(json.dumps(told))
    page.locator("[data-do=rule-text]").click()
    expect(page.locator("section.ruling dl.figures dt", has_text=called).locator("+ dd")).to_have_text(words)


def test_a_round_is_disputed_from_the_table_and_becomes_a_case_that_is_printed(visit: Visit, shot: Shot) -> None:
    page = visit("#/play/casino-war")
    page.locator("[data-spot]").first.click()
    page.locator("[data-key=deal]").click()
    expect(page.locator("[data-do=dispute], [data-action]").first).to_be_visible()
    step_until(page, "[data-do=dispute]", CLICK.format("[data-action]"))
    page.locator("[data-do=dispute]").click()
    expect(page.locator(".dispute-page .sub").nth(1)).to_contain_text("Table")
    expect(page.locator(".owed-total")).to_have_text("In all nothing is owed.")
    page.emulate_media(media="print")  # the ruling, with what was paid, and not the fields it was told in
    expect(page.get_by_role("region", name="The round by clicking")).to_be_hidden()
    expect(page.locator("section.ruling td .print-only").first).to_have_text(re.compile(r"\$\d"))
    page.emulate_media(media="screen")
    page.locator("[name=note]").fill("The player says it was a tie.")
    page.locator("[data-do=open-case]").click()
    expect(page.locator("h1")).to_have_text(re.compile(r"^Case \d+$"))
    assert re.search(r"#/cases/\d+$", page.url)
    expect(page.locator(".case-facts")).to_contain_text("Open")
    paid = page.locator("[data-paid]").first
    booked = paid.input_value()
    paid.fill("99")  # whoever rules sees that the books say otherwise
    expect(page.locator(".booked").first).to_have_text(re.compile(r"^by the books [+−]?\$\d"))
    paid.fill(booked)
    expect(page.locator(".booked").first).to_have_text("")
    page.locator("[data-do=decide]").click()
    expect(page.locator("[data-act=ruled]")).to_contain_text("nothing owed")
    page.get_by_role("textbox", name="Note").fill("Seen on camera 4.")
    page.locator("[data-do=note]").click()
    expect(page.locator("[data-act=noted]")).to_contain_text("Seen on camera 4.")
    page.reload()
    expect(page.locator("[data-act]")).to_have_count(3)
    page.emulate_media(media="print")
    expect(page.locator(".bar")).to_be_hidden()
    expect(page.locator("[data-do=note]")).to_be_hidden()
    expect(page.locator(".signed")).to_be_visible()
    expect(page.locator(".felt")).to_have_css("background-color", "rgba(0, 0, 0, 0)")  # cards in a frame, no felt
    expect(page.locator(".felt .who").first).to_have_css("color", "rgb(0, 0, 0)")
    shot(page, "case-printed")
    page.emulate_media(media="screen")
    page.get_by_role("link", name="Replay the round").click()
    expect(page.locator("[data-do=dispute]")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile(r"^Case \d+$"))).to_be_visible()
    page.goto(page.url.split("#")[0] + "#/floor/ledger")
    expect(page.get_by_role("link", name=re.compile("^Dispute round")).first).to_be_visible()


def test_a_case_is_told_anew_and_its_ruling_revised(visit: Visit) -> None:
    held: list[Route] = []
    page = visit("#/dispute")
    open_round(page)
    page.locator("[data-paid='0-pair_plus']").fill("0")
    page.locator("[data-do=open-case]").click()
    expect(page.locator("[data-do=decide]")).to_be_visible()
    expect(page.locator("[data-do=pay]")).to_have_count(0)  # not before the ruling is written
    page.route("**/ruling", lambda route: held.append(route))
    page.locator("[data-do=decide]").click()
    expect(page.locator("[data-do=decide]")).to_be_disabled()
    expect(page.locator("[data-do=pay]")).to_have_count(0)
    held.pop().continue_()
    page.unroute("**/ruling")
    expect(page.locator(".case-facts")).to_contain_text("Ruled")
    expect(page.locator(".case-facts")).to_contain_text("$5 owed to the player")
    page.get_by_role("button", name="Pay $5").click()
    expect(page.locator("dialog")).to_contain_text("Pay $5 to the player, in cash?")
    page.locator("dialog [data-do=yes]").click()
    expect(page.locator("[data-act=paid]")).to_contain_text("Seat 1: $5 to the player, in cash")
    expect(page.locator("[data-owed='0']")).to_contain_text("$5 paid.")
    expect(page.locator("[data-do=pay]")).to_have_count(0)
    page.locator("[data-do=revise]").click()
    expect(page.locator("[data-place='dealer.0']")).to_be_visible()
    page.locator("[data-place='dealer.0']").click()
    page.locator("[data-put='Qh']").click()
    expect(page.locator("[data-place='dealer.0']")).to_have_attribute("data-told", "Q♥")
    expect(page.locator("section.ruling [data-do=decide]")).to_have_count(0)  # not before this round is ruled on
    rule(page)
    page.get_by_label("Why it is revised").fill("The dealer had a queen.")
    page.locator("[data-do=decide]").click()
    expect(page.locator("[data-act=revised]")).to_contain_text("The dealer had a queen.")
    page.get_by_text("The ruling as it was then").click()
    expect(page.locator("[data-act=ruled] tr[data-wager=ante]")).to_contain_text("does not qualify")
    expect(page.locator(".case-facts")).to_contain_text("Revised")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with accounts, where an auditor watches."""
    url = default_url(tmp_path_factory.mktemp("watched") / "floor.db")
    store = Store(url)
    store.migrate()
    for name, role in (("eye", "auditor"), ("chief", "supervisor")):
        store.write(lambda db, n=name, r=role: add_person(db, n, PASSWORD, r))  # type: ignore[misc]
    store.close()
    with served(Settings(url, accounts=True, requests_per_second=10_000)) as address:
        yield address


def test_surveillance_finds_flags_notes_and_exports(visit: Visit, shot: Shot, tmp_path: Path) -> None:
    page = visit("#/play/roulette")
    spot = page.locator("[data-spot=red], [data-wager=red]").first
    spot.click()
    page.locator("[data-key=deal]").click()
    expect(page.locator("[data-do=dispute]")).to_be_visible()
    page.goto(page.url.split("#")[0] + "#/surveillance")
    rows = page.get_by_role("region", name="Rounds", exact=True).locator("tbody tr")
    expect(rows.first).to_contain_text("Red")
    page.emulate_media(media="print")  # what is kept and counted nowhere is not part of the list on paper
    expect(page.get_by_role("heading", name="Win rates")).to_be_hidden()
    sizes = "row => [row, row.querySelector('small')].map((one) => parseFloat(getComputedStyle(one).fontSize))"
    written, beside = rows.first.evaluate(sizes)
    assert beside <= written
    page.emulate_media(media="screen")
    guest = re.search(r"Guest [0-9a-f]{4}", rows.first.inner_text())
    assert guest
    page.get_by_label("Wager", exact=True).fill("Red")
    page.get_by_label("Person").fill(guest[0])
    page.get_by_label("From").fill("2020-02-03T04:05")  # in the time of the place, as the list has it
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("heading", name=f"{guest[0]}, Red, since 2020-02-03 04:05")).to_be_visible()
    expect(page.get_by_label("From")).to_have_value("2020-02-03T04:05")
    expect(rows.first).to_contain_text("Red")
    page.get_by_label("Name of the flag").fill("Bets on red")
    page.locator("[data-do=save-flag]").click()
    expect(page.locator("[data-flag='Bets on red'] b")).to_have_text(re.compile(r"^[1-9]\d* round"))
    shot(page, "surveillance")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="CSV").click()
    waiting.value.save_as(tmp_path / "rounds.csv")
    head, line = (tmp_path / "rounds.csv").read_text().splitlines()[:2]
    assert head.startswith("round,table,table_name,number,game,started,ended,status,seat,person,wager")
    assert ",red," in line
    assert ",'," not in line  # what is empty stays empty
    page.locator("[data-do=rates]").click()
    expect(page.get_by_role("region", name="Win rates").locator("p, table").last).to_be_visible()
    rows.first.get_by_role("link").first.click()
    expect(page.locator(".sub").first).to_contain_text(re.compile(r"Roulette \(double zero\) · Table \d+, round 1 · "))
    expect(page.get_by_role("link", name="Surveillance")).to_have_attribute(
        "href", re.compile(r"#/surveillance\?table=\d+$")
    )
    page.get_by_role("textbox", name="Note").fill("Watched twice.")
    page.locator("[data-do=note]").click()
    expect(page.get_by_role("region", name="Notes")).to_contain_text("Watched twice.")
    page.keyboard.press("Escape")
    page.locator("h1").click()
    page.keyboard.press("Home")
    expect(page.get_by_text(re.compile(r"^1 of \d"))).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text(re.compile(r"^2 of \d"))).to_be_visible()
    page.locator("[data-do=dispute]").click()
    expect(page.locator(".owed-total")).to_have_text("In all nothing is owed.")
    page.goto(page.url.split("#")[0] + "#/surveillance")
    page.get_by_role("button", name="Remove the flag Bets on red").click()
    expect(page.locator("[data-flag='Bets on red']")).to_have_count(0)
    page.goto(page.url.split("#")[0] + "#/surveillance?paid=5")
    page.locator("[data-do=save-flag]").click()
    expect(page.locator("[data-flag='Paid $5 or more']")).to_be_visible()
    page.goto(page.url.split("#")[0] + "#/floor/log")
    saved = page.get_by_role("row", name="Paid $5 or more").first
    expect(saved.get_by_role("cell").last).to_have_text("Paid $5 or more")  # the log has the search in dollars too


def test_a_void_round_offers_no_file_and_shows_what_proves_its_shuffle(visit: Visit) -> None:
    page = visit("#/play/three-card-poker")
    page.locator("[data-spot=ante]").click()
    page.locator("[data-do=deal]").click()
    page.locator("[data-action=fold]").wait_for()
    page.goto(page.url.replace("#/table", "#/floor/table"))
    void = page.locator("[data-duty='Void the round']")
    void.get_by_label("Reason").fill("a card fell")
    void.get_by_role("button").click()
    page.locator("dialog [data-do=yes]").click()
    expect(page.locator("#status")).to_have_text("The round is void.")
    page.goto(page.url.partition("#")[0] + "#/history")
    page.get_by_role("link", name=re.compile("^Replay round")).first.click()
    expect(page.locator(".replay-bar")).to_be_visible()
    expect(page.get_by_role("link", name="Round file")).to_have_count(0)
    expect(page.get_by_role("button", name="Check the shuffle")).to_have_count(0)
    expect(page.locator("p.hash")).to_have_text([re.compile("^[0-9a-f]{64}$")] * 2)
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_an_auditor_watches_the_house_but_rules_on_nothing(visit: Visit, house: str) -> None:
    page = visit("#/history", at=house)
    log_in(page, "eye")
    expect(page.locator("#wallet")).to_contain_text("eye, auditor")
    page.goto(house + "#/surveillance")
    expect(page.get_by_role("heading", name="Surveillance")).to_be_visible()
    expect(page.get_by_text("No round is found.")).to_be_visible()
    page.goto(house + "#/dispute")
    open_round(page)
    page.locator("[data-do=open-case]").click()
    expect(page.locator(".case-facts")).to_contain_text("Open")
    expect(page.locator("[data-do=decide]")).to_have_count(0)
    other = visit("#/history", at=house)
    log_in(other, "chief")
    other.goto(page.url)
    other.locator("[data-do=decide]").click()
    expect(other.locator("[data-act=ruled]")).to_be_visible()
    expect(other.get_by_text("You made this ruling: somebody else revises it.")).to_be_visible()
    expect(other.locator("[data-do=revise]")).to_have_count(0)
    other.goto(house + "#/cases?state=revised")
    expect(other.get_by_text("No case is revised.")).to_be_visible()


class Caller(httpx.Client):
    """A person of the house who calls the server without a page."""

    def __init__(self, address: str, name: str) -> None:
        super().__init__(base_url=address, timeout=60)
        told = self.send_to("/api/login", name=name, password=PASSWORD)
        self.headers["X-CSRF-Token"] = told["csrf"]

    def send_to(self, path: str, expects: int = 200, **body: Any) -> Any:
        answer = self.post(path, json=body, headers={"X-Request-Id": token_hex(8)})
        assert answer.status_code in (expects, 201), answer.text
        return answer.json()

    def bet(self, table: int, seat: int, wagers: dict[str, float], **more: Any) -> Any:
        shuffle = self.get(f"/api/tables/{table}").json()["shuffle"]["commitment"]
        return self.send_to(f"/api/tables/{table}/bets", seat=seat, wagers=wagers, shuffle=shuffle, **more)

    def act(self, table: int, seat: int, action: str) -> None:
        after = self.get(f"/api/tables/{table}").json()["round"]["seq"]
        self.send_to(f"/api/tables/{table}/act", seat=seat, action=action, after=after)


SPADES = 13936  # the first seed that deals the first seat of three card poker ace, king and queen of spades


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A house where Paul and Mary played: a progressive was hit, a bet came late, a hand was misdealt, one was void."""
    url = default_url(tmp_path / "floor.db")
    store = Store(url)
    store.migrate()
    staff = (
        ("eye", "auditor"),
        ("chief", "supervisor"),
        ("mark", "supervisor"),
        ("paul", "player"),
        ("mary", "player"),
    )
    for name, role in staff:
        store.write(lambda db, n=name, r=role: add_person(db, n, PASSWORD, r))  # type: ignore[misc]
    store.close()
    with served(Settings(url, accounts=True, requests_per_second=10_000)) as address:
        chief, mark, paul, mary = (Caller(address, name) for name in ("chief", "mark", "paul", "mary"))
        for person in chief.get("/api/floor/people").json():
            if person["role"] == "player":
                chief.send_to(f"/api/floor/people/{person['id']}/cage/deposit", amount=240)
        wheel, pit = (
            chief.send_to("/api/tables", game=game, name=name)["id"]
            for game, name in (("roulette", "Wheel"), ("three-card-poker", "Pit 1"))
        )
        for person, table, seat in ((paul, wheel, 0), (mary, wheel, 2), (mary, pit, 3)):
            person.send_to(f"/api/tables/{table}/sit", seat=seat, buy_in=100)
        paul.bet(wheel, 0, {"red": 5, "odd": 5})
        mary.bet(wheel, 2, {"black": 10}, deal=True)
        deal_from(monkeypatch, lambda: SPADES)
        mary.bet(pit, 3, {"ante": 5, "progressive_3_card": 1}, deal=True)
        mary.act(pit, 3, "play")
        mary.bet(pit, 3, {"ante": 5}, deal=True)
        mary.bet(pit, 3, {"pair_plus": 5}, expects=422)
        mary.act(pit, 3, "play")
        mary.bet(pit, 3, {"ante": 5}, deal=True)
        waits = chief.send_to(f"/api/floor/tables/{pit}/round/irregularity", kind="misdeal", of="player", seat=3)[
            "waiting"
        ]
        mark.send_to(f"/api/floor/approvals/{waits}/approve")
        paul.bet(wheel, 0, {"red": 5})
        mary.bet(wheel, 2, {"black": 5})
        chief.send_to(f"/api/floor/tables/{wheel}/round/void", reason="a chip fell")
        for caller in (chief, mark, paul, mary):
            caller.close()
        yield address


def test_an_auditor_finds_the_rounds_of_others_by_all_that_is_known_of_them(
    visit: Visit, evening: str, tmp_path: Path
) -> None:
    page = visit("#/surveillance", at=evening)
    log_in(page, "eye")
    page.goto(evening + "#/surveillance")
    rows = page.get_by_role("region", name="Rounds", exact=True).locator("tbody tr")
    heading = page.get_by_role("region", name="Rounds found").get_by_role("heading")
    expect(rows).to_have_count(5)
    for asked, said, numbers in (
        ({"Table": "Pit 1"}, "Pit 1", [4, 3, 2]),
        ({"Game": "Roulette (double zero)"}, "Roulette (double zero)", [5, 1]),
        ({"Seat": "1"}, "Seat 1", [5, 1]),
        ({"Person": "mary"}, "mary", [5, 4, 3, 2, 1]),
        ({"Person": "mary", "Seat": "3"}, "mary, Seat 3", [5, 1]),
        ({"Wager": "Progressive 3 Card"}, "Progressive 3 Card", [2]),
        ({"A wager won at least": "900"}, "Paid $900 or more", [2]),
        ({"A stake of at least": "10"}, "Staked $10 or more", [1]),
        ({"Irregularity": "Any"}, "Irregular or void", [5, 4]),
        ({"Irregularity": "Void"}, "Void", [5]),
        ({"Irregularity": "Misdeal"}, "Misdeal", [4]),
        ({"From": "2020-01-02T03:04"}, "Since 2020-01-02 03:04", [5, 4, 3, 2, 1]),
        ({"To": "2020-01-02T03:04"}, "Until 2020-01-02 03:04", []),
        ({"Progressive hit": ""}, "A progressive was hit", [2]),
        ({"Clock decided, or a bet came too late": ""}, "Too late", [3]),
    ):
        page.goto(evening + "#/surveillance")
        expect(rows).to_have_count(5)
        for label, value in asked.items():
            field = page.get_by_label(label, exact=True)
            if label in ("Table", "Game"):
                page.locator(f"select[name={label.lower()}]").select_option(label=value)
            elif value:
                field.fill(value)
            else:
                field.check()
        page.get_by_role("button", name="Search").click()
        expect(heading).to_have_text(said)
        expect(rows).to_have_count(len(numbers))
        links = rows.locator("td:first-child a, th:first-child a")
        assert [int(one) for one in links.all_inner_texts()] == numbers, said
    page.goto(evening + "#/surveillance?person=mary")
    last = rows.nth(4).locator(".found-line").first
    expect(last).to_contain_text("Seat 3 mary: Black $10")  # before those of others in the round
    expect(rows.nth(3)).to_contain_text("Meter paid $1,000")
    expect(rows.nth(2)).to_contain_text("Too late once")
    page.locator("[data-do=save-flag]").click()
    expect(page.locator("[data-flag=mary] b")).to_have_text("5 rounds")
    with page.expect_download() as lines:
        page.get_by_role("link", name="CSV").click()
    lines.value.save_as(tmp_path / "rounds.csv")
    with (tmp_path / "rounds.csv").open() as file:
        table = list(csv.DictReader(file))
    bet = next(line for line in table if line["wager"] == "progressive_3_card")
    assert (bet["table_name"], bet["seat"], bet["person"], bet["stake"]) == ("Pit 1", "4", "mary", "1")
    assert bet["started"] <= bet["ended"]
    assert bet["secret"]
    with page.expect_download() as files:
        page.get_by_role("link", name="Round files with proof").click()
    files.value.save_as(tmp_path / "rounds.jsonl")
    for text in (tmp_path / "rounds.jsonl").read_text().splitlines():
        proved = json.loads(text)
        about = proved.pop("remarks")
        assert {"seat": 3 if about["table_name"] == "Wheel" else 4, "person": "mary"} in about["seats"]
        if about["status"] == "void":
            assert about["commitment"]
            assert about["secret"] == ""  # nothing was dealt from this shuffle: the next round is
        else:
            assert verify(proved) == []
    page.get_by_role("link", name="Replay round 2").click()
    expect(page.locator(".replay-bar")).to_be_visible()
    page.get_by_role("textbox", name="Note").fill("Spades, seen on camera 4.")
    page.locator("[data-do=note]").click()
    expect(page.get_by_role("region", name="Notes")).to_contain_text("eye")
    page.get_by_role("link", name="Dispute this round").click()
    expect(page.locator(".owed-total")).to_have_text("In all nothing is owed.")
    page.get_by_role("link", name="Replay", exact=True).click()
    page.get_by_role("link", name="Surveillance").click()
    expect(heading).to_have_text("Pit 1")
    expect(rows.nth(2)).to_contain_text("1 note")
