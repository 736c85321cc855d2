"""Names of the columns of a facts row: what pay-table rows may ask of a hand (computed in `facts`)."""

from enum import IntEnum

DEAD, WILD, BUG = 0, 1, 2  # what a joker does


class Fact(IntEnum):
    """A column; masks have bit r for rank r (0 = two, 12 = ace) or bit s for suit s (c, d, h, s)."""

    COUNT = 0  # cards, blanks left out
    WILDS = 1  # cards that may stand for others
    JOKERS = 2
    TWO_ALIKE = 3  # ranks of which two can be shown; and so on
    THREE_ALIKE = 4
    FOUR_ALIKE = 5
    FIVE_ALIKE = 6
    SIX_ALIKE = 7
    FULL_HOUSE = 8  # ranks of the three in a full house
    TWO_PAIR = 9  # ranks of the higher pair in two pair
    THREE_PAIR = 10
    STRAIGHT = 11  # top ranks of straights of the hand's length
    STRAIGHT_FLUSH = 12  # top ranks of straight flushes of the hand's length
    ROYAL_SUITS = 13  # suits of ace-high straight flushes of the hand's length
    FLUSH_SUITS = 14  # suits of flushes of the hand's length
    FLUSH_LENGTH = 15  # most cards of one suit
    STRAIGHT_FLUSH_LENGTH = 16  # longest run in one suit
    RUN_LENGTH = 17  # longest run of ranks, the ace at either end
    CIRCLE_LENGTH = 18  # longest run of ranks on the circle ... K A 2 ...
    RANKS = 19  # ranks held, wild cards left out
    CARDS = 20  # the 52 cards held, wild or not
    SUITED = 21  # suits that all cards can share
    COLOURS = 22  # 1: all black, 2: all red
    IDENTICAL = 23  # most copies of one card
    TOP = 24  # highest rank held
    POINTS = 25  # ace 1, faces 10
    NOTHING = 26  # 1 when there is no pair, straight or flush
    LOW = 27  # highest rank (ace 0) of the lowest hand of distinct ranks, 99 if there is none
    REDS = 28  # red cards
    ROYAL_LENGTH = 29  # longest straight flush that ends in the ace
    TOTAL = 30  # points with one ace as eleven where that is not over 21
    BETWEEN = 31  # ranks between the lowest and the highest of the other cards, where the last card's is one of them
    RESULT = 32  # how the hand fared, 1 lost, 2 pushed, 4 won: filled in by a family that knows it
    FALL = 33  # ranks from the first card down to the last, the ace below the two; less than 0 where it is upwards
    TWINS = 34  # different cards of which two copies or more are held
    TENS = 35  # cards that count ten


FACTS = len(Fact)
