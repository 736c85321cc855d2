"""Automatic players: one that plays its cards plainly, one that does anything legal."""

from random import Random

from houseway.play.pots.betting import legal_bets
from houseway.play.pots.dealing import UNKNOWN
from houseway.play.pots.drawing import legal_discards
from houseway.play.pots.state import Act, Legal, State

MOST_DRAWN = 3  # cards that a plain player gives up of its own will


def _pairs(cards: tuple[int, ...]) -> int:
    ranks = [card >> 2 for card in cards if card < 52]
    return len(ranks) - len(set(ranks))


def strength(state: State, seat: int) -> float:
    """A rough measure from 0 to 1: pairs with own cards, high cards, suits; no look at other hands."""
    hole = tuple(card for card in state.hole[seat] if card != UNKNOWN)
    if not hole:
        return 0.3
    board = tuple(card for cards in state.boards for card in cards if card != UNKNOWN)
    pairs = _pairs(hole + board) - _pairs(board)
    ranks = sorted((min(card >> 2, 12) for card in hole), reverse=True)[:2]
    high = sum(ranks) / 24
    suits = [card & 3 for card in hole + board if card < 52]
    flush = max((suits.count(suit) for suit in set(suits)), default=0) >= min(5, 2 + len(board))
    return min(1.0, 0.45 * high + 0.35 * pairs + 0.15 * flush)


def _choice(legal: list[Legal], *verbs: str) -> Legal | None:
    return next((move for verb in verbs for move in legal if move.verb == verb), None)


def _worst(state: State, seat: int, count: int) -> tuple[int, ...]:
    """The cards to give up: unpaired ones first, low before high."""
    hole = state.hole[seat]
    ranks = [card >> 2 for card in hole]
    return tuple(sorted(hole, key=lambda card: (ranks.count(card >> 2), card >> 2))[:count])


def _must_give_up(state: State) -> int:
    rule = state.table.rules.spec.streets[state.street].discard
    return rule.least if rule is not None else 0


def plain_act(state: State, seat: int) -> Act:
    """Bets and raises with a good hand, calls with a fair one if the price is small, otherwise checks or folds."""
    legal = _legal(state, seat)
    declare = _choice(legal, "declare")
    if declare is not None:
        return Act("declare", 0, _worst(state, seat, declare.least))
    discard = _choice(legal, "discard")
    if discard is not None:
        odd = len([card for card in state.hole[seat] if [c >> 2 for c in state.hole[seat]].count(card >> 2) == 1])
        count = max(_must_give_up(state), min(discard.most, MOST_DRAWN, odd))
        return Act("discard", 0, _worst(state, seat, count)) if count else Act("stand pat")
    bring_in = _choice(legal, "bring-in")
    if bring_in is not None:
        return Act("bring-in", bring_in.least)
    force = strength(state, seat)
    raising = _choice(legal, "bet", "raise", "complete")
    if raising is not None and force > 0.7 and state.raises < 2:
        amount = min(raising.most, max(raising.least, state.level + sum(state.paid) // 2))
        return Act(raising.verb, amount - (amount - raising.least) % max(state.table.stakes.chip, 1))
    if _choice(legal, "check") is not None:
        return Act("check")
    call = _choice(legal, "call")
    if call is None:
        must = _choice(legal, "bet")
        return Act("bet", must.least) if must is not None and force > 0.3 else Act("fold")
    cost = call.least - state.bets[seat]
    needed = 0.12 + 0.35 * cost / (sum(state.paid) + cost) + 0.35 * cost / max(1, state.stacks[seat])
    return Act("call", call.least) if force > needed else Act("fold")


def any_act(state: State, seat: int, rng: Random) -> Act:
    """Any legal action at any legal amount."""
    move = rng.choice(_legal(state, seat))
    if move.verb in ("discard", "declare"):
        return Act(move.verb, 0, tuple(rng.sample(state.hole[seat], rng.randint(move.least, move.most))))
    if move.least == move.most:
        return Act(move.verb, move.least)
    chip = state.table.stakes.chip
    steps = (move.most - move.least) // chip
    return Act(move.verb, move.least + chip * rng.choice((0, rng.randint(0, steps), rng.randint(0, min(steps, 20)))))


def _legal(state: State, seat: int) -> list[Legal]:
    return legal_bets(state, seat) if state.phase == "bet" else legal_discards(state, seat)
