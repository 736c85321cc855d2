"""Replaying recorded actions, with the plain hits and stands that a file may leave unsaid read from its cards."""

from collections.abc import Sequence

from houseway.cards.text import format_cards
from houseway.play.blackjack.moves import HIT, SPLIT, STAND, TIMEOUT
from houseway.play.blackjack.offers import FIRST, KEEP_21, TAKE_21
from houseway.play.blackjack.plan import Plan
from houseway.play.blackjack.record import Record
from houseway.play.blackjack.round import PLAY, Round
from houseway.play.blackjack.table import Hand
from houseway.play.blackjack.totals import dealer_hits, is_21_in_two
from houseway.rules.errors import RuleError

_SILENT = (STAND, "decline", "no", "pass")  # words that change nothing where nothing is open


def _number(action: str) -> int:
    word = action.split()[0] if action.split() else ""
    return int(word[5:]) if word.startswith("hand_") and word[5:].isdecimal() else 0


def _verb(action: str) -> str:
    words = action.split()
    return words[1] if _number(action) and len(words) > 1 else words[0] if words else ""


def _unsaid(now: Round, records: Sequence[Record]) -> str:
    """The action of a hand about which the file says nothing: as many hits as it has cards, then a stand.

    Where the cards do not tell, a seat that let its time run out goes on to do so.
    """
    seat = now.seats[now.turn]
    hand: Hand = seat.hands[now.active]
    verb = ""
    if not records and seat.actions and _verb(seat.actions[-1]) == TIMEOUT:
        return TIMEOUT
    if records:  # where all seats share the cards, the cards do not tell
        tape = records[now.turn].tapes[hand.spot].hand(hand.path)
        verb = HIT if len(tape) > len(hand.cards) else STAND
    legal = [one.verb for one in now.legal(now.turn)]
    if verb not in legal:
        texts = ", ".join(text for one in now.legal(now.turn) for text in one.examples())
        raise RuleError(f"a decision is missing; legal are {texts}", f"seats[{now.turn}].actions")
    return verb


def _fits(now: Round, action: str) -> bool:
    try:
        now.act(now.turn, action)
    except RuleError:
        return False
    return True


def _answers(now: Round, action: str) -> bool:
    """Whether the action is about something now offered, so that its faults are to be told."""
    if _fits(now, action):
        return True
    said = action.split()[bool(_number(action)) :]
    offered = [one.lead.removeprefix(f"{one.hand} ").split() for one in now.legal(now.turn)]
    return any(said[: len(verb)] == verb and len(said) > len(verb) for verb in offered)


def _first_said(now: Round, queue: list[str]) -> str:
    """What a seat said before the dealer looked; a start of 21 is taken unless it is split."""
    said, legal = queue[0] if queue else "", [one.verb for one in now.legal(now.turn)]
    if said and (_fits(now, said) or _verb(said) in legal):  # an action that is meant tells its own fault
        return queue.pop(0)
    if TAKE_21 in legal:
        return KEEP_21 if _verb(said) == SPLIT else TAKE_21
    texts = ", ".join(text for one in now.legal(now.turn) for text in one.examples())
    problem = f"{said!r} is not allowed here" if said else "a decision is missing"
    raise RuleError(f"{problem}; legal are {texts}", f"seats[{now.turn}].actions")


def replay(now: Round, records: Sequence[Record], queues: list[list[str]], lenient: Sequence[int] = ()) -> Round:
    """The round after all recorded actions; the hands of `lenient` seats may stop anywhere."""
    while not now.over:
        queue, turn = queues[now.turn], now.turn
        said = queue[0] if queue else ""
        if now.optional:
            if said and _answers(now, said):
                now = now.act(turn, queue.pop(0))
            else:
                now = now.skip()
            continue
        if now.stage == FIRST:
            now = now.act(turn, _first_said(now, queue))
            continue
        assert now.stage == PLAY
        if turn in lenient:
            now = now.give_up(turn)
        elif not said or _number(said) > now.active + 1 or (_verb(said) == "bet" and not _fits(now, said)):
            now = now.act(turn, _unsaid(now, records))
        elif _verb(said) in _SILENT and not _fits(now, said):
            queue.pop(0)
        else:
            now = now.act(turn, queue.pop(0))
    for turn, queue in enumerate(queues):
        paid = any(hand.paid for hand in now.seats[turn].hands)
        left = [one for one in queue if _verb(one) not in _SILENT and not (paid and one == TAKE_21)]
        if left and turn not in lenient:
            why = "the dealer has a natural" if now.dealer_natural() else "there is nothing left to decide"
            raise RuleError(f"{left[0]!r} comes when {why}", f"seats[{turn}].actions")
    return now


def orders_of_play(plan: Plan, actions: list[str]) -> list[list[str]]:
    """The actions as written and, where like splits are told before or between plays of other hands, hand after hand.

    Of splits that are all alike only the hands they end in matter.
    """
    splits = [place for place, action in enumerate(actions) if _verb(action) == SPLIT]
    texts = {" ".join(actions[place].split()[bool(_number(actions[place])) :]) for place in splits}
    if plan.spots > 1 or len(splits) < 2 or len(texts) > 1:
        return [actions]
    first = splits[0]
    plays = [action for action in actions[first:] if _verb(action) != SPLIT]
    return [actions, [*actions[:first], *(list(texts) * len(splits)), *sorted(plays, key=_number)]]


def check_no_extra(now: Round, records: Sequence[Record]) -> None:
    """The hands of the replayed round are the recorded ones, card by card."""
    for seat, record in zip(now.seats, records, strict=True):
        played = tuple(hand.cards for hand in seat.hands)
        if played != record.finals:
            shown = " | ".join(format_cards(hand) for hand in played)
            raise RuleError(f"the actions lead to {shown}, not to the cards recorded", record.field)


def check_dealer(plan: Plan, drawn: tuple[int, ...], recorded: tuple[int, ...]) -> tuple[int, ...]:
    """The dealer's recorded hand; cards beyond those that some wager needed must follow the drawing rule."""
    hand = drawn
    for card in recorded[len(drawn) :]:
        if len(hand) >= 2 and (is_21_in_two(hand) or not dealer_hits(hand, plan.spec.dealer.hits_soft_17)):
            place = f"dealer[{len(hand)}]"
            raise RuleError(f"the dealer stands on {format_cards(hand)} and takes no more cards", place)
        hand = (*hand, card)
    return hand
