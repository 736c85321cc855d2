"""Basic strategy read at the table: the chart's letter for a hand, and the legal action it stands for."""

from collections.abc import Mapping
from typing import Any

from houseway.cards.text import format_card
from houseway.play.blackjack.live import LiveBlackjack
from houseway.play.blackjack.totals import card_value, total

_MOVES = {"S": "stand", "H": "hit", "D": "double", "F": "double", "R": "surrender", "P": "split"}
_ELSE = {"": "hit", "s": "stand"}


def _row(card: int) -> str:
    """A card as charts name it."""
    rank = format_card(card)[0]
    return "T" if rank in "TJQK" else rank


def chart_action(live: LiveBlackjack, seat: int, chart: Mapping[str, Any]) -> str | None:
    """What the chart says for the hand to act, if it says something that is legal now."""
    verbs = {one.verb.split()[-1]: one.verb for one in live.legal(seat)}
    if "stand" not in verbs:
        return None
    cards, up = live.round.seats[seat].hands[live.round.active].cards, _row(live.round.dealer[0])
    points, soft = total(cards)
    letters = []
    if "split" in verbs and card_value(cards[0]) == card_value(cards[1]):
        letters.append(chart["pairs"].get(f"{_row(cards[0])},{_row(cards[1])}", {}).get(up))
    letters.append(chart["soft" if soft else "hard"].get(str(points), {}).get(up))
    for letter in filter(None, letters):
        for move in (_MOVES[letter[0]], _ELSE[letter[1:]]):
            if move in verbs and not (letter == "P" and move != "split"):
                return verbs[move]
    return None
