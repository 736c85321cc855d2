"""What wild cards stand for."""

from houseway.cards.text import format_card, parse_cards
from houseway.hands.ranking import RANKINGS, rank_one
from houseway.hands.standing import stands_for, wild_places

DEUCES = 1  # the mask of the twos


def test_a_wild_card_stands_for_the_card_that_gives_the_same_hand() -> None:
    for text, meant in (("Jk1 Ah Ac 9d 5c", "As"), ("2c Kh Qh Jh Th", "Ah"), ("2c 9h 8s 6d 5c", "7s")):
        cards = parse_cards(text.split())
        ranking = RANKINGS["poker_five_wilds"]
        wild = wild_places(cards, DEUCES, jokers=True)
        assert wild == [0]
        found = stands_for(ranking, cards, wild, DEUCES)
        assert rank_one(ranking, (found[0], *cards[1:])) == rank_one(ranking, cards)
        assert format_card(found[0]) == meant


def test_two_wild_cards_stand_for_two_cards() -> None:
    ranking = RANKINGS["poker_five_wilds"]
    cards = parse_cards(["2s", "Jk1", "Kc", "Kd", "5h"])
    found = stands_for(ranking, cards, wild_places(cards, DEUCES, jokers=True), DEUCES)
    assert [format_card(card) for card in found.values()] == ["Ks", "Kh"]
