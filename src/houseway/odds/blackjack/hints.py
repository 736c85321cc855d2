"""Hints for blackjack: counted for hands as dealt, by the chart and by dealings after a split."""

from collections.abc import Iterator, Mapping
from random import Random
from time import monotonic
from typing import Any

from houseway.cards.text import format_card
from houseway.odds.blackjack.advice import worths
from houseway.odds.blackjack.chart import chart_data
from houseway.odds.blackjack.duel import Duels
from houseway.odds.blackjack.results import first_card_worth
from houseway.odds.blackjack.simulate import Solved, solve_plan
from houseway.odds.blackjack.starts import Starts
from houseway.odds.hints import Hint, ranked
from houseway.play.blackjack.file import round_of
from houseway.play.blackjack.moves import FIRST, PASS, PLAY, PRESS
from houseway.play.blackjack.plan import load_plan
from houseway.play.blackjack.round import STREETS, Round
from houseway.play.blackjack.shared import SharedRounds
from houseway.play.blackjack.streets import values as street_values
from houseway.play.blackjack.table import Shoe
from houseway.play.blackjack.totals import card_value, total
from houseway.play.core.round import LiveRound
from houseway.rules.errors import RuleError

DEALINGS = 600
SECONDS = 2.0
_MOVES = {"S": "stand", "H": "hit", "D": "double", "F": "double", "R": "surrender", "P": "split"}
_ELSE = {"": "hit", "s": "stand"}


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


def chart_action(live: Round | SharedRounds, seat: int, chart: Mapping[str, Any]) -> str | None:
    """What the chart says for the hand to act, if it says something that is legal now."""
    verbs = {one.verb.split()[-1]: one.lead for one in live.legal(seat)}
    if "stand" not in verbs:
        return _offered(verbs, chart)
    now, place = live.own(seat)
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


def best_action(live: LiveRound, seat: int, solved: Solved | Starts | Duels | None) -> str | None:
    """The action of the counted play alone, after a split that of the chart; None where neither says anything."""
    if not isinstance(live, Round | SharedRounds) or not isinstance(solved, Solved):
        return None
    counted = _pressing(live, seat, solved) or _counted(live, seat, solved)
    return counted.action if counted is not None else chart_action(live, seat, chart_data(solved.chart))


def solve(game: str, house: Mapping[str, Any]) -> Solved | Starts | Duels:
    """The counted game and its chart."""
    plan = load_plan(game, dict(house))
    if plan.duel is not None:
        return Duels(plan)
    return solve_plan(plan) if plan.spec.start == 2 else Starts(plan)


def _plain(live: LiveRound, seat: int) -> list[str]:
    """The action texts that need nothing named."""
    return [text for one in live.legal(seat) for text in one.texts()]


def _redeal(live: Round, seat: int, rng: Random) -> Round:
    """The round up to now with another hole card and other cards to come."""
    assert live.shoe is not None
    cards, first, used = list(live.shoe.cards[:]), live.shoe.used, live.used
    hidden = live.dealer[1:]
    holes = [place for place in range(first, used) if cards[place] in hidden][: len(hidden)]
    free = [*holes, *range(used, len(cards))]
    moved = [cards[place] for place in free]
    rng.shuffle(moved)
    for place, card in zip(free, moved, strict=True):
        cards[place] = card
    made = round_of(live.opening, live.plan, Shoe(tuple(cards)), first).opened()
    for who, action in live.log:
        made = made.act(who, action)
    if made.visible(seat) != live.visible(seat) or made.turn != live.turn:
        raise RuleError("the dealing does not show the same cards", "round")
    return made


def _net(live: LiveRound, seat: int) -> int:
    while not live.over:
        live = live.act(live.turn, live.suggest(live.turn))
    return sum(line.net for line in live.settle().seats[seat])


def _nets(live: Round, seat: int, actions: list[str], rng: Random) -> Iterator[dict[str, int]]:
    """What each action yields, dealing by dealing; the seat then goes on as an automatic player."""
    until = monotonic() + SECONDS
    for _ in range(DEALINGS):
        if monotonic() > until:
            return
        try:
            again = _redeal(live, seat, rng)
            yield {action: _net(again.act(seat, action), seat) for action in actions}
        except RuleError:
            continue  # a dealing in which the round would have ended before this decision


def _pressing(live: Round | SharedRounds, seat: int, solved: Solved) -> Hint | None:
    """The hint on winnings that may be moved onto the hand before its second card."""
    now, place = live.own(seat)
    offered = [one for one in now.legal(place) if (one.wager or one.verb) == "press"]
    if now.stage != PRESS or not offered:
        return None
    first, up = now.seats[place].start[0][0], now.dealer[0]
    worth = first_card_worth(solved.counted)[card_value(first) - 1, card_value(up) - 1]
    values = {offered[0].verb: float(worth) * offered[0].amounts[0] / 100, PASS: 0.0}
    best = max(values, key=lambda one: values[one])
    return ranked(best, "counted exactly for this card and the rest of a fresh shoe", values, exact=True)


def _counted(live: Round | SharedRounds, seat: int, solved: Solved) -> Hint | None:
    """The hint for a hand as dealt."""
    now, place = live.own(seat)
    hand = now.seats[place].hands[now.active]
    if now.stage != PLAY or hand.split or len(hand.cards) < 2 or not hand.stake:
        return None
    worth = worths(solved.counted, hand.cards, now.dealer[0])
    values = {one.lead: worth[one.verb] * hand.stake / 100 for one in live.legal(seat) if one.verb in worth}
    if len(values) < 2:
        return None
    best = max(values, key=lambda one: values[one])
    return ranked(best, "counted exactly for these cards and the rest of a fresh shoe", values, exact=True)


def _started(live: Round | SharedRounds, seat: int, solved: Starts) -> Hint | None:
    """The hint for a start of more than two cards."""
    now, place = live.own(seat)
    own, up = now.seats[place], now.dealer[0]
    if now.stage not in (FIRST, PLAY) or len(own.hands) > 1 or own.hands[0].cards != own.start[0]:
        return None
    worth = (solved.first_worths if now.stage == FIRST else solved.worths)(own.start[0], up)
    values = {one.lead: worth[one.verb] * own.hands[0].stake / 100 for one in live.legal(seat) if one.verb in worth}
    best = max(values, key=lambda one: values[one])
    return ranked(best, "counted exactly for these cards and the rest of a fresh shoe", values, exact=True)


def _duelled(live: Round | SharedRounds, seat: int, solved: Duels) -> Hint | None:
    """The hint for a hand that plays poker too, where both wagers are equal or the poker is folded."""
    now, place = live.own(seat)
    own, up, words = now.seats[place], now.dealer[0], solved.duel
    stake, ante = own.hands[0].stake, own.wagers.get(words.wager, 0)
    both = bool(ante) and not own.folded
    if now.stage not in (FIRST, PLAY) or len(own.hands) > 1 or (both and ante != stake) or not stake:
        return None
    if now.stage == FIRST:
        worth: Mapping[str, float] = solved.first_worths(own.start[0], up)
    else:
        worth = solved.worths(own.hands[0].cards, up, both)
    values = {one.lead: worth[one.verb] * stake / 100 for one in live.legal(seat) if one.verb in worth}
    if len(values) < 2:
        return None
    best = max(values, key=lambda one: values[one])
    return ranked(best, "counted exactly for these cards and the rest of a fresh shoe", values, exact=True)


def hint(live: LiveRound, seat: int, solved: Solved | Starts | Duels | None, rng: Random) -> Hint | None:
    """Counted from a fresh shoe for hands as dealt, by the chart and by dealings after a split."""
    assert isinstance(live, Round | SharedRounds)
    now, place = live.own(seat)
    if now.stage == STREETS:
        worth = {one: value / 100 for one, value in street_values(now.plan, now.seats[place], now.dealer[:2]).items()}
        best = max(worth, key=lambda one: worth[one])
        return ranked(best, "counted over all cards to come", worth, exact=True)
    if isinstance(solved, Starts | Duels):
        known = _started(live, seat, solved) if isinstance(solved, Starts) else _duelled(live, seat, solved)
        if known is not None:
            return known
        solved = None
    if solved is not None and (counted := _pressing(live, seat, solved) or _counted(live, seat, solved)):
        return counted
    said = chart_action(live, seat, chart_data(solved.chart)) if solved is not None else None
    plain = _plain(live, seat)
    found = list(_nets(live, seat, plain, rng)) if isinstance(live, Round) and len(plain) > 1 else []
    values = {one: sum(nets[one] for nets in found) / len(found) / 100 for one in plain} if found else {}
    if said:
        costs = f"; the costs from {len(found)} dealings" if found else ""
        return ranked(said, f"basic strategy{costs}", values)
    if not values:
        return None
    return ranked(max(values, key=lambda one: values[one]), f"estimated from {len(found)} dealings", values)
