"""What side bets look at: one list, read by the settlement, by rounds in arrays and by the rule sheet."""

from typing import get_args

from houseway.cards.text import BLANK, parse_card
from houseway.odds.blackjack.played import Played, blank_rows
from houseway.odds.blackjack.rounds import DEALER, OWN, START
from houseway.odds.blackjack.values import code_of
from houseway.play.blackjack.table import Hand, Seat
from houseway.play.blackjack.views import SeatView
from houseway.rules.blackjack import VIEWS, View


def laid(text: str) -> tuple[int, ...]:
    return tuple(parse_card(card) for card in text.split())


def test_the_grammar_and_the_list_name_the_same_views() -> None:
    assert get_args(View) == tuple(VIEWS)


def test_a_view_shows_the_same_cards_one_by_one_and_in_arrays() -> None:
    own, other, dealer = laid("5h 6h 7c"), laid("Ks 9d"), laid("8d 2h 3s 9c")
    seat = Seat({}, (Hand(0, "", own), Hand(1, "", other)), (own[:2], other))
    seen = blank_rows(1)
    for place, cards in ((START, own[:2] + other), (OWN, own), (DEALER, dealer)):
        seen[0, place : place + len(cards)] = [code_of(card) for card in cards]
    told, played = SeatView(seat, dealer), Played(seen, spots=2)
    for view in VIEWS.keys() - {"streets"}:  # dealt after the hands: arrays of hands have none
        assert told.cards(view) == tuple(card for card in played.cards(view)[0].tolist() if card < BLANK), view
    assert told.cards("two_hole") == laid("5h 6h 2h")
    assert told.cards("own_run") == own
    assert told.cards("dealer_reds") == laid("8d 2h")
