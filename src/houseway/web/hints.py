"""Hints: the best action of a seat and what the others cost, from the solved game where there is a solution."""

from collections.abc import Iterator
from random import Random
from time import monotonic
from typing import Any

import numpy as np

from houseway.cards.text import format_card, parse_card
from houseway.cards.tiles import format_tiles
from houseway.odds.advice import Standing, advise, standing
from houseway.odds.blackjack.advice import worths
from houseway.odds.blackjack.chart import chart_data
from houseway.odds.blackjack.simulate import Solved
from houseway.odds.pai_gow.advice import DEALINGS as DEALERS
from houseway.odds.pai_gow.advice import advise as set_worths
from houseway.odds.pai_gow.nets import main_wager
from houseway.odds.simulate.policy import Policy, plain_policy
from houseway.odds.solvers import Move
from houseway.odds.tiles.advice import worths as tile_worths
from houseway.odds.tiles.nets import on_tiles
from houseway.play.blackjack import file as blackjack_file
from houseway.play.blackjack import table as blackjack_table
from houseway.play.blackjack.live import LiveBlackjack
from houseway.play.blackjack.live_shared import LiveShared
from houseway.play.blackjack.offers import PLAY
from houseway.play.house_poker.live import LiveHousePoker
from houseway.play.live import LiveRound
from houseway.play.pai_gow.live import LivePaiGow
from houseway.play.tiles.live import LiveTiles
from houseway.rules.errors import RuleError
from houseway.web.charts import chart_action, hand_to_act

DEALINGS = 600
SECONDS = 2.0
MOST_LISTED = 6
_NAMED = ("CARDS", "TILES", "AMOUNT")


def _hint(action: str, source: str, values: dict[str, float] | None = None, exact: bool = False) -> dict[str, Any]:
    """A hint: the action first, then the others from the best down."""
    ranked = sorted(values or {}, key=lambda one: (one != action, -(values or {})[one]))[:MOST_LISTED]
    listed = [{"action": one, "value": (values or {})[one]} for one in ranked]
    return {"action": action, "source": source, "exact": exact, "actions": listed}


def _plain(live: LiveRound, seat: int) -> list[str]:
    """The action texts that need nothing named."""
    return [text for one in live.legal(seat) for text in one.examples() if not any(word in text for word in _NAMED)]


# House poker: every move counted, or dealt out many times, with the solved play to follow.


def _texts(live: LiveHousePoker, seat: int, at: Standing, moves: tuple[Move, ...]) -> dict[Move, str]:
    """The action that makes each move, for those that are legal now."""
    choices, legal = at.plan.choices[at.stage], live.round.legal(seat)
    held = live.round.seats[seat].held()
    found: dict[Move, str] = {}
    for move in moves:
        words = choices[move.choice].words
        for one in legal:
            if one.verb != words.do or one.ahead or one.wager != (words.bet[0] if words.bet else ""):
                continue
            if one.cards is not None:
                thrown = [held[int(place) - 1] for place in move.text.split()[1:]]
                found[move] = " ".join([one.verb, *map(format_card, thrown)])
            elif len(one.amounts) > 1:
                if any(abs(amount - move.factor * one.unit) < 0.5 for amount in one.amounts):
                    found[move] = f"{one.lead} {move.factor:g}x"
            else:
                found[move] = one.lead
    return found


def _near(moves: list[Move], best: Move | None) -> list[Move]:
    """Of many ways to throw cards away those that throw nearly the same ones as the best."""
    if best is None or len(moves) <= MOST_LISTED:
        return moves
    thrown = set(best.text.split()[1:])
    return sorted(moves, key=lambda one: len(thrown ^ set(one.text.split()[1:])))[:MOST_LISTED]


def _house_poker(live: LiveHousePoker, seat: int, policy: Policy | None) -> dict[str, Any] | None:
    at = standing(live.round, seat, dict(live.opening.meters))
    play = policy or plain_policy(at.plan)
    texts = _texts(live, seat, at, play.moves.get(at.stage, ()))
    if not texts:
        return None
    best = play.moves[at.stage][int(play.decide(at.stage, at.known)[0])] if policy else None
    told = advise(at, play, _near(list(texts), best))
    values = {texts[move]: worth for move, worth in told.worths.items()}
    count = "every way the unseen cards may fall" if told.exact else f"{told.dealings:,} dealings of the unseen cards"
    if best is None:
        return _hint(max(values, key=lambda one: values[one]), f"estimated from {count}", values)
    if best not in texts:
        return None
    return _hint(texts[best], f"the exact strategy; the costs from {count}", values, told.exact)


# Blackjack: counted from a fresh shoe for hands as dealt, by the chart and by dealings after a split.


def _redeal(live: LiveBlackjack, seat: int, rng: Random) -> LiveBlackjack:
    """The round up to now with another hole card and other cards to come."""
    cards, first, used = list(live.shoe.cards), live.shoe.used, live.round.used
    hidden = live.round.dealer[1:]
    holes = [place for place in range(first, used) if cards[place] in hidden][: len(hidden)]
    free = [*holes, *range(used, len(cards))]
    moved = [cards[place] for place in free]
    rng.shuffle(moved)
    for place, card in zip(free, moved, strict=True):
        cards[place] = card
    again = blackjack_file.open_round(live.opening, live.round.plan, blackjack_table.Shoe(tuple(cards)), first)
    for who, action in live.round.log:
        again = again.act(who, action)
    made = LiveBlackjack(live.opening, again, live.shoe)
    if made.table(seat) != live.table(seat) or made.turn != live.turn:
        raise RuleError("the dealing does not show the same cards", "round")
    return made


def _net(live: LiveRound, seat: int) -> int:
    while not live.over:
        live = live.act(live.turn, live.suggest(live.turn))
    return sum(line.net for line in live.settle().seats[seat])


def _nets(live: LiveBlackjack, seat: int, actions: list[str], rng: Random) -> Iterator[dict[str, int]]:
    """What each action comes to, dealing by dealing; the seat then goes on as an automatic player."""
    until = monotonic() + SECONDS
    for _ in range(DEALINGS):
        if monotonic() > until:
            return
        try:
            again = _redeal(live, seat, rng)
            yield {action: _net(again.act(seat, action), seat) for action in actions}
        except RuleError:
            continue  # a dealing in which the round would have ended before this decision


def _counted(live: LiveBlackjack | LiveShared, seat: int, solved: Solved) -> dict[str, Any] | None:
    """The hint for a hand as dealt."""
    now, place = hand_to_act(live, seat)
    hand = now.seats[place].hands[now.active]
    if now.stage != PLAY or hand.split or len(hand.cards) < 2 or not hand.stake:
        return None
    worth = worths(solved.counted, hand.cards, now.dealer[0])
    verbs = [one.verb for one in live.legal(seat)]
    values = {
        verb: worth[name] * hand.stake / 100
        for verb in verbs
        if (name := verb.split(" ", 1)[1] if verb.startswith("hand_") else verb) in worth
    }
    if len(values) < 2:
        return None
    best = max(values, key=lambda one: values[one])
    return _hint(best, "counted exactly for these cards and the rest of a fresh shoe", values, exact=True)


def _blackjack(
    live: LiveBlackjack | LiveShared, seat: int, solved: Solved | None, rng: Random
) -> dict[str, Any] | None:
    if solved is not None and (counted := _counted(live, seat, solved)):
        return counted
    known = chart_action(live, seat, chart_data(solved.chart)) if solved is not None else None
    plain = _plain(live, seat)
    found = list(_nets(live, seat, plain, rng)) if isinstance(live, LiveBlackjack) and len(plain) > 1 else []
    values = {one: sum(nets[one] for nets in found) / len(found) / 100 for one in plain} if found else {}
    if known:
        costs = f"; the costs from {len(found)} dealings" if found else ""
        return _hint(known, f"basic strategy{costs}", values)
    if not values:
        return None
    return _hint(max(values, key=lambda one: values[one]), f"estimated from {len(found)} dealings", values)


# Hands that are set: tiles counted, cards against many hands of the dealer.


def _tiles(live: LiveTiles, seat: int) -> dict[str, Any] | None:
    own = live.table_.seats[seat]
    stake = sum(own.wagers.get(name, 0) for name in on_tiles(live.table_.plan)[:1]) / 100
    if not live.setting or live.table_.bank is not None or not stake:
        return None
    values = {
        f"set low: {format_tiles(low)}": worth * stake
        for low, worth in tile_worths(live.table_.plan, own.tiles).items()
    }
    best = max(values, key=lambda one: values[one])
    return _hint(best, "counted over all hands of a dealer who sets the house way", values, exact=True)


def _pai_gow(live: LivePaiGow, seat: int, rng: Random) -> dict[str, Any] | None:
    own, plan = live.table_.seats[seat], live.table_.plan
    stake = own.wagers.get(main_wager(plan), 0) / 100
    if not live.setting or own.low is not None or not stake:
        return None
    shown = next((pile.cards for pile in live.table(seat) if pile.name == "dealer"), ())
    told = set_worths(plan, own.cards, [parse_card(text) for text in shown], np.random.default_rng(rng.getrandbits(64)))

    def text(low: tuple[int, ...]) -> str:
        return "house way" if low == told.house_way else f"set low: {' '.join(map(format_card, low))}"

    values = {text(low): worth * stake for low, worth in told.worths.items()}
    return _hint(text(told.best), f"estimated from {DEALERS:,} hands of a dealer who sets the house way", values)


def hint_for(live: LiveRound, seat: int, known: Any = None, rng: Random | None = None) -> dict[str, Any]:
    """What the seat to act does best, where that comes from, and the value of the actions in dollars.

    `known` is the solved game, if it is solved; without it the actions are estimated.
    """
    legal = live.legal(seat)
    if not legal:
        raise RuleError("the seat has nothing to decide now", "seat")
    found = None
    if isinstance(live, LiveHousePoker):
        found = _house_poker(live, seat, known)
    elif isinstance(live, LiveBlackjack | LiveShared):
        found = _blackjack(live, seat, known, rng or Random())
    elif isinstance(live, LiveTiles) and known is not None:
        found = _tiles(live, seat)
    elif isinstance(live, LivePaiGow):
        found = _pai_gow(live, seat, rng or Random())
    return found or _hint(live.suggest(seat), "what an automatic player does")
