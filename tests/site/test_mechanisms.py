"""What games ask of a table besides cards, bets and buttons: each mechanism played to its end in the browser."""

import re
import threading
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.site.conftest import Visit, Visitors, step_until, wait_until
from tests.site.decks import stack_deck
from tests.site.test_rounds import CLICK, act, bet, settled

from houseway.play.core.round import LiveRound
from houseway.web.api import hint

Shot = Callable[[Page, str], None]


def select_from_an_array(page: Page) -> None:
    """Three of nine places are chosen by clicking, before the cards are dealt."""
    bet(page, "ante", "row_1.pair_plus")
    expect(page.locator("[data-place]")).to_have_count(9)
    expect(page.locator("[data-action='select PLACES']")).to_be_disabled()
    for place in (1, 5, 9):
        page.locator(f"[data-place='{place}']").click()
    expect(page.locator("[data-action='select PLACES']")).to_have_text("Select 1, 5, 9")
    act(page, "select PLACES")
    expect(page.locator("[data-pile=array] .places li")).to_have_count(9)
    expect(page.locator(".seat.own .card.face")).to_have_count(3)
    act(page, "play")
    settled(page, "ante", "play", "row_1.pair_plus")


def bet_on_shared_hands(page: Page) -> None:
    """The result of a wager on a hand stands beneath the hand."""
    bet(page, "hand_1", "hand_4")
    settled(page, "hand_1", "hand_4")
    for name in ("hands.1", "hands.4"):
        expect(page.locator(f"[data-pile='{name}'] .on-hand")).to_have_text(re.compile(r"^[+−]\$"))
    expect(page.locator("[data-pile='hands.2'] .on-hand")).to_have_count(0)
    expect(page.locator("[data-pile='hands.4'] .pile-name")).to_have_text("Hand 4")


def bet_between_cards(page: Page) -> None:
    """Wagers opened before each card are spots on the felt; some ask for a value or a suit first."""
    bet(page, "ante")
    page.get_by_label("Card 1 Suit: what to bet on").select_option(label="♥")
    page.locator("[data-spot='Card 1 Suit']").click()
    page.locator("[data-spot='card_1.over_7']").click()
    expect(page.locator("[data-action=pass]")).to_have_text("Bet · $10")
    act(page, "pass")
    expect(page.locator(".stake")).to_contain_text("Card 1 Over 7")
    step_until(page, ".settled", CLICK.format("[data-action=pass]"))
    settled(page, "ante", "card_1.over_7")


def discard_cards(page: Page) -> None:
    """Cards to discard are clicked, and the seat draws others."""
    bet(page, "ante")
    act(page, "bet")
    expect(page.locator("[data-action='discard CARDS']")).to_have_text("Discard: choose 1 to 2 cards")
    page.locator(".pick").nth(0).click()
    page.locator(".pick").nth(3).click()
    act(page, "discard CARDS")
    settled(page, "ante")


def split_cards(page: Page) -> None:
    """The cards lie as low and high hands once they are set, the dealer's too."""
    bet(page, "bet_1_low")
    page.locator(".pick").nth(1).click()
    act(page, "set CARDS")
    settled(page, "bet_1_low", "bet_2_high", "bet_3_three_card")
    for hand in (".seat.own", "[data-pile=dealer]"):
        expect(page.locator(f"{hand} [data-part=low] .card")).to_have_count(1)
        expect(page.locator(f"{hand} [data-part=high] .card")).to_have_count(2)


def play_on_with_two_of_four(page: Page) -> None:
    bet(page, "texas_shootout")
    for card in (0, 2):
        page.locator(".pick").nth(card).click()
    act(page, "keep CARDS")
    settled(page, "texas_shootout")
    expect(page.locator(".seat.own .card.face")).to_have_count(2)


def three_dealer_hands(page: Page) -> None:
    bet(page, "hand_1", "hand_2", "hand_3")
    step_until(page, ".settled", CLICK.format("[data-action$='stand'], [data-action=pass]"))
    settled(page, "hand_1", "hand_2", "hand_3")
    expect(page.locator("[data-pile^=dealer]")).to_have_count(3)


def two_phases(page: Page) -> None:
    """Blackjack first, then streets of poker with the cards of the table."""
    bet(page, "bj", "pk")
    step_until(page, ".settled", CLICK.format("[data-action$='stand'], [data-action=pass], [data-action^='bet ']"))
    settled(page, "bj", "pk")
    expect(page.locator("[data-pile=poker] .points")).to_have_count(0)  # only blackjack is counted


def bet_ahead(page: Page) -> None:
    """The first decision shows one row of amounts; what is bet ahead stands apart."""
    bet(page, "ante")
    row = page.locator(".controls .acts[role=group] > .act")
    expect(row).to_have_text(["Fold", "Bet 1× · $5", "Bet 2× · $10", "Bet 3× · $15"])
    page.get_by_text("Bet ahead").click()
    page.locator(".ahead .act").first.click()
    expect(page.locator(".stake .chip-line")).to_have_count(2)
    step_until(page, ".settled", CLICK.format("[data-action='bet 1x'], [data-action=pass]"))
    settled(page, "ante")


MECHANISMS = {
    "stadium-three-card-poker": select_from_an_array,
    "players-choice-poker": bet_on_shared_hands,
    "208-poker": bet_between_cards,
    "caribbean-draw": discard_cards,
    "three-card-split": split_cards,
    "texas-shootout": play_on_with_two_of_four,
    "multiple-action-blackjack": three_dealer_hands,
    "21-hold-em": two_phases,
    "mississippi-stud": bet_ahead,
}


def no_natural(live: LiveRound) -> bool:
    """Whether the hand is played on: neither a natural nor an ace of the dealer's ends the round early."""
    cards = [card for pile in live.visible(0) for card in pile.cards]
    return not any(card[0] == "A" for card in cards)


def test_every_mechanism_to_the_end(
    visitors: Visitors, visit: Visit, shot: Shot, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = {"hand_1": 5, "hand_2": 5, "hand_3": 5}
    stack_deck(monkeypatch, "multiple-action-blackjack", hands, no_natural)
    for game, play in MECHANISMS.items():
        page = visit(f"#/play/{game}", viewport={"width": 1280, "height": 940})
        page.locator("[data-do=deal]").wait_for()
        play(page)
        assert not page.locator(".alerts p").count(), f"{game}: {page.locator('.alerts p').first.inner_text()}"
        shot(page, f"table-{game}")
        visitors.leave(page)


def test_a_question_that_a_decision_overtakes_is_withdrawn(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """What would be a foul, and what is best, is asked while one decides; a slow server may hear it too late."""
    decided, refused = threading.Event(), []
    deciding = hint._deciding

    def late(*given: Any) -> Any:
        decided.wait(60)
        try:
            return deciding(*given)
        except Exception as error:
            refused.append(error)
            raise

    monkeypatch.setattr(hint, "_deciding", late)
    page = visit("#/play/three-card-split")
    bet(page, "bet_1_low")
    with page.expect_request("**/hint?*"):
        page.locator("[data-do=hint]").click()
    with page.expect_request("**/warning?*"):
        page.locator(".pick").nth(1).click()
    act(page, "set CARDS")
    settled(page, "bet_1_low")
    decided.set()
    wait_until(page, lambda: len(refused) == 2)
    page.wait_for_timeout(300)
    expect(page.locator(".alerts p")).to_have_count(0)


def test_a_foul_setting_warns(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """30-1099.30: a low hand above the high one loses; the page says so before the cards are set."""

    def two_pair(live: object) -> bool:
        ranks = [card[0] for card in live.visible(0)[-1].cards]  # type: ignore[attr-defined]
        return ranks.count("A") == 2 and len(set(ranks)) == 6 and "J" not in ranks

    stack_deck(monkeypatch, "pai-gow-poker", {"wager": 5}, two_pair)
    page = visit("#/play/pai-gow-poker")
    bet(page, "wager")
    page.locator(".pick").first.wait_for()
    for card in page.get_by_role("button", name=re.compile("^ace of")).all():
        card.click()
    expect(page.locator(".warned")).to_contain_text("a foul, which loses")
    page.get_by_role("button", name=re.compile("^ace of")).first.click()
    expect(page.locator(".warned")).to_have_count(0)
    act(page, "house way")
    act(page, "pass")
    settled(page, "wager")
    for hand in (".seat.own", "[data-pile=dealer]", "[data-pile=dragon]"):
        expect(page.locator(f"{hand} [data-part=low] .card")).to_have_count(2)
        expect(page.locator(f"{hand} [data-part=high] .card")).to_have_count(5)


def test_chips_are_bought_within_a_round(visit: Visit) -> None:
    """A bet of the whole stack leaves the other decisions open."""
    page = visit("#/play/three-card-poker")
    page.locator("[data-chip='500']").click()
    bet(page, "ante")
    expect(page.locator("[data-action=play]")).to_be_disabled()
    colour = page.get_by_text("You have $0 left.").evaluate("told => getComputedStyle(told).color")
    assert min(map(int, re.findall(r"\d+", colour)[:3])) > 128, colour  # light, on the dark rail
    page.locator("[data-do=chips]").click()
    expect(page.locator("[data-action=play]")).to_be_enabled()
    act(page, "play")
    settled(page, "ante", "play")
