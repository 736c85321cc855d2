"""Hands as they are read out at the showdown, with ranks and kickers."""

from houseway.cards.text import parse_cards
from houseway.hands.ranking import RANKINGS, rank_one
from houseway.play.pots.ranks import full_name
from houseway.rules.pots import PotHand

HIGH = {
    "Kc Kd 9s 9h As": "two pair, kings and nines, ace kicker",
    "Kc Kd Ks 9h 9s": "full house, kings full of nines",
    "6c 6d As Th 4s": "pair of sixes, ace, ten and four kickers",
    "6c 6d 6s Th 4s": "three sixes, ten and four kickers",
    "6c 6d 6s 6h 4s": "four sixes, four kicker",
    "Ac 5d 4s 3h 2s": "straight, five high",
    "Ac 9c 4c 3c 2c": "flush, ace high, nine, four, three and two",
    "Ac 9d 4c 3c 2c": "ace high, nine, four, three and two kickers",
    "Ac Kc Qc Jc Tc": "royal flush",
}


def test_30_1012_hands_are_named_with_ranks_and_kickers() -> None:
    hand = PotHand(ranking="poker", rule="(1)")
    named = {text: full_name(hand, rank_one(RANKINGS["poker"], parse_cards(text.split()))) for text in HIGH}
    assert named == HIGH


def test_a_low_hand_is_named_from_its_highest_card() -> None:
    hand = PotHand(ranking="low_a5", rule="(1)")
    value = rank_one(RANKINGS["low_a5"], parse_cards(["8c", "6d", "4s", "2h", "As"]))
    assert full_name(hand, value) == "low, eight, six, four, two and ace"
