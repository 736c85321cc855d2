"""Hints: each action tried against many dealings of the cards that the seat cannot see."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from time import monotonic
from typing import Any

from houseway.cards.text import parse_card
from houseway.play.blackjack import file as blackjack_file
from houseway.play.blackjack import table as blackjack_table
from houseway.play.blackjack.live import LiveBlackjack
from houseway.play.house_poker import file as house_poker_file
from houseway.play.house_poker import table as house_poker_table
from houseway.play.house_poker.live import LiveHousePoker
from houseway.play.live import LiveRound
from houseway.rules.errors import RuleError
from houseway.web.charts import chart_action

DEALINGS = 600
SECONDS = 2.0
Redeal = Callable[[Any, int, Random], LiveRound]
_NAMED = ("CARDS", "TILES", "AMOUNT")


def _mixed(cards: tuple[int, ...], free: list[int], luck: Random) -> tuple[int, ...]:
    """The same order with the cards at the free places shuffled among themselves."""
    moved = [cards[place] for place in free]
    luck.shuffle(moved)
    order = list(cards)
    for place, card in zip(free, moved, strict=True):
        order[place] = card
    return tuple(order)


def _house_poker(live: LiveHousePoker, seat: int, luck: Random) -> LiveRound:
    """The round up to now with other unseen cards."""
    stock = live.round.stock
    assert isinstance(stock, house_poker_table.Shoe)
    seen = {parse_card(text) for pile in live.table(seat) for text in pile.cards} | {*live.round.seats[seat].cards}
    free = [place for place, card in enumerate(stock.cards) if card not in seen]
    shoe = house_poker_table.Shoe(_mixed(stock.cards, free, luck))
    again, _ = house_poker_file.start(live.opening, live.round.plan, shoe)
    for who, action in live.round.log:
        again = again.act(who, action)
    return LiveHousePoker(live.opening, again)


def _blackjack(live: LiveBlackjack, seat: int, luck: Random) -> LiveRound:
    """The round up to now with another hole card and other cards to come."""
    cards, first, used = live.shoe.cards, live.shoe.used, live.round.used
    hidden = live.round.dealer[1:]
    holes = [place for place in range(first, used) if cards[place] in hidden][: len(hidden)]
    mixed = _mixed(cards, [*holes, *range(used, len(cards))], luck)
    shoe = blackjack_table.Shoe(mixed)
    again = blackjack_file.open_round(live.opening, live.round.plan, shoe, first)
    for who, action in live.round.log:
        again = again.act(who, action)
    made = LiveBlackjack(live.opening, again, live.shoe)
    if made.table(seat) != live.table(seat) or made.turn != live.turn:
        raise RuleError("the dealing does not show the same cards", "round")
    return made


REDEALS: dict[type, Redeal] = {LiveHousePoker: _house_poker, LiveBlackjack: _blackjack}


def _nets(live: Any, seat: int, actions: list[str], luck: Random) -> Iterator[dict[str, int]]:
    """What each action comes to, dealing by dealing; the seat then goes on as an automatic player."""
    redeal = REDEALS[type(live)]
    until = 0.0
    for dealing in range(DEALINGS):
        if dealing == 1:  # the first pays for the compilation of the kernels
            until = monotonic() + SECONDS
        elif until and monotonic() > until:
            return
        try:
            again = redeal(live, seat, luck)
            yield {action: _net(again.act(seat, action), seat) for action in actions}
        except RuleError:
            continue  # a dealing in which the round would have ended before this decision


def _net(live: LiveRound, seat: int) -> int:
    while not live.over:
        live = live.act(live.turn, live.suggest(live.turn))
    return sum(line.net for line in live.settle().seats[seat])


def hint_for(
    live: LiveRound, seat: int, luck: Random | None = None, chart: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """An action for the seat to act, why, and the value of every plain action in dollars, the best first.

    Where the game's basic strategy is known, its chart decides and the dealings only say what the others cost.
    """
    legal = live.legal(seat)
    if not legal:
        raise RuleError("the seat has nothing to decide now", "seat")
    plain = [text for one in legal for text in one.examples() if not any(word in text for word in _NAMED)]
    every_plain = all(any(text in plain for text in one.examples()) for one in legal)
    if type(live) not in REDEALS or len(plain) < 2 or not every_plain:
        return {"action": live.suggest(seat), "source": "what the automatic player does", "actions": []}
    found = list(_nets(live, seat, plain, luck or Random()))
    if not found:
        return {"action": live.suggest(seat), "source": "what the automatic player does", "actions": []}
    values = {action: sum(one[action] for one in found) / len(found) / 100 for action in plain}
    known = chart_action(live, seat, chart) if chart and isinstance(live, LiveBlackjack) else None
    ranked = sorted(plain, key=lambda action: (action != known, -values[action]))
    return {
        "action": ranked[0],
        "source": "basic strategy" if known else f"estimated from {len(found)} dealings of the unseen cards",
        "actions": [{"action": action, "value": values[action]} for action in ranked],
    }
