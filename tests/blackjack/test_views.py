"""What side bets look at: one list, read by the settlement, by rounds in arrays and by the rule sheet."""

from typing import get_args

import msgspec
import pytest

from houseway.cards.text import BLANK, parse_card
from houseway.odds.blackjack.played import Played, blank_rows
from houseway.odds.blackjack.rounds import DEALER, LATE, OWN, START
from houseway.odds.blackjack.values import code_of
from houseway.play.blackjack.table import Hand, Seat
from houseway.play.blackjack.views import SeatView
from houseway.rules.blackjack import VIEWS, BlackjackWager, Source


def laid(text: str) -> tuple[int, ...]:
    return tuple(parse_card(card) for card in text.split())


def test_the_grammar_takes_every_view_of_the_list_and_no_other() -> None:
    for view in VIEWS:
        assert msgspec.convert({"rule": "(1)", "view": view}, BlackjackWager).view == view
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"rule": "(1)", "view": "own_twelve"}, BlackjackWager)


def test_every_source_belongs_to_a_view() -> None:
    assert {source for view in VIEWS.values() for source in view.cards} == set(get_args(Source))


def test_a_view_shows_the_same_cards_one_by_one_and_in_arrays() -> None:
    """Two spots that start with two cards, then one that starts with three; cards dealt after the hands in both."""
    own, other, dealer, later = laid("5h 6h 7c"), laid("Ks 9d"), laid("8d 2h 3s 9c"), laid("Qd Qc 4s")
    both = Seat({}, (Hand(0, "", own), Hand(1, "", other)), (own[:2], other), drawn=later)
    single = Seat({}, (Hand(0, "", own),), (own,), drawn=later)
    for seat, spots in ((both, 2), (single, 1)):
        seen = blank_rows(1)
        start = tuple(card for cards in seat.start for card in cards)
        for place, cards in ((START, start), (OWN, own), (DEALER, dealer), (LATE, later)):
            seen[0, place : place + len(cards)] = [code_of(card) for card in cards]
        told, played = SeatView(seat, dealer), Played(seen, spots=spots)
        for view, words in VIEWS.items():
            if spots == 1 and {"start", "starts"} & set(words.cards):
                continue  # of two cards
            if spots == 2 and "three" in words.cards:
                continue
            shown = tuple(card for card in played.cards(view)[0].tolist() if card < BLANK)
            assert told.cards(view) == shown, view
    told = SeatView(both, dealer)
    assert told.cards("two_hole") == laid("5h 6h 2h")
    assert told.cards("own_run") == own
    assert told.cards("dealer_reds") == laid("8d 2h")
    assert told.cards("streets") == laid("8d 2h Qd Qc 4s")
    assert SeatView(single, dealer).cards("own_three") == own
