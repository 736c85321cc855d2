"""Basic strategy read at the table: the chart's letter for a hand, and the legal action it stands for."""

from collections.abc import Mapping
from typing import Any

from houseway.cards.text import format_card
from houseway.play.blackjack.live import LiveBlackjack
from houseway.play.blackjack.live_shared import LiveShared
from houseway.play.blackjack.offers import PASS
from houseway.play.blackjack.round import Round
from houseway.play.blackjack.totals import card_value, total

_MOVES = {"S": "stand", "H": "hit", "D": "double", "F": "double", "R": "surrender", "P": "split"}
_ELSE = {"": "hit", "s": "stand"}


def hand_to_act(live: LiveBlackjack | LiveShared, seat: int) -> tuple[Round, int]:
    """The round that a seat plays in, and its place there."""
    return (live.round, seat) if isinstance(live, LiveBlackjack) else (live.rounds[seat], 0)


def _row(card: int) -> str:
    """A card as charts name it."""
    rank = format_card(card)[0]
    return "T" if rank in "TJQK" else rank


def _offered(verbs: Mapping[str, str], chart: Mapping[str, Any]) -> str | None:
    """What becomes of insurance and even money where they are offered."""
    if PASS not in verbs or not {"insurance", "money"} & verbs.keys():
        return None
    if "money" in verbs:
        return {"even money": verbs["money"], "insured": verbs.get("insurance")}.get(chart["natural"], PASS)
    return verbs["insurance"] if chart["insurance"] == "always" else PASS


def chart_action(live: LiveBlackjack | LiveShared, seat: int, chart: Mapping[str, Any]) -> str | None:
    """What the chart says for the hand to act, if it says something that is legal now."""
    verbs = {one.verb.split()[-1]: one.verb for one in live.legal(seat)}
    if "stand" not in verbs:
        return _offered(verbs, chart)
    now, place = hand_to_act(live, seat)
    cards, up = now.seats[place].hands[now.active].cards, _row(now.dealer[0])
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
