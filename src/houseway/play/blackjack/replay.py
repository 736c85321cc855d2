"""Recorded hands read, and recorded actions replayed with the plain hits and stands that a file leaves unsaid."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from houseway.cards.text import format_cards
from houseway.play.blackjack.moves import HIT, SPLIT, STAND, TIMEOUT
from houseway.play.blackjack.offers import FIRST, KEEP_21, TAKE_21
from houseway.play.blackjack.plan import Plan
from houseway.play.blackjack.round import PLAY, Round
from houseway.play.blackjack.table import Hand, Tape, Tree
from houseway.play.blackjack.totals import dealer_hits, is_21_in_two
from houseway.play.core.roundfile import SeatFile, cards
from houseway.rules.errors import RuleError

_SILENT = (STAND, "decline", "no", "pass")  # words that change nothing where nothing is open


Cards = tuple[int, ...]
_NUMBERS = {2: "two", 3: "three"}


@dataclass(frozen=True, slots=True)
class Record:
    """The recorded cards of a seat: a tape for each spot, and all final hands in order."""

    tapes: tuple[Tape, ...]
    finals: tuple[Cards, ...]
    field: str


def trees(first: int, count: int) -> Iterator[Tree]:
    """Every way in which splits make `count` hands of one, numbered from `first`."""
    if count == 1:
        yield first
        return
    for left in range(1, count):
        for one in trees(first, left):
            for two in trees(first + left, count - left):
                yield (one, two)


def _shares(count: int, spots: int) -> Iterator[tuple[int, ...]]:
    """Every way to share `count` hands among the spots, one at least each."""
    if spots == 1:
        yield (count,)
        return
    for own in range(1, count - spots + 2):
        for rest in _shares(count - own, spots - 1):
            yield (own, *rest)


def record_of(seat: SeatFile, index: int) -> list[tuple[str, Cards]]:
    """The cards that lie before a seat, with the fields that name them."""
    if not seat.hands:
        return [(f"seats[{index}].cards", cards(seat.cards, f"seats[{index}].cards"))]
    fields = [f"seats[{index}].hands[{place}]" for place in range(len(seat.hands))]
    return [(field, cards(hand, field)) for field, hand in zip(fields, seat.hands, strict=True)]


def _dealt(seat: SeatFile, index: int, spots: int, start: int) -> tuple[Cards, ...] | None:
    """The cards with which each spot starts, where the file states them."""
    given: list[Any] = seat.dealt or (seat.cards if seat.hands else [])
    if not given:
        return None
    field = f"seats[{index}].dealt"
    nested = given if all(isinstance(one, list) for one in given) else [given]
    if len(nested) != spots or any(len(one) != start for one in nested):
        raise RuleError(f"must be {spots} hand{'s' * (spots > 1)} of {_NUMBERS.get(start, start)} cards", field)
    return tuple(cards(one, field) for one in nested)


def _unswitched(finals: tuple[Cards, ...]) -> tuple[Cards, ...]:
    one, two = finals[0], finals[-1]
    return (one[0], two[1]), (two[0], one[1])


def records(plan: Plan, seat: SeatFile, index: int) -> list[Record]:
    """Every reading of the seat's final hands: which spot each belongs to, and how splits made them."""
    spots = plan.spots
    found = record_of(seat, index)
    field = f"seats[{index}].hands" if seat.hands else found[0][0]
    finals = tuple(hand for _, hand in found)
    start = plan.spec.start
    if len(finals) < spots or any(len(hand) < (start if len(finals) == spots else 1) for hand in finals):
        problem = f"needs {spots} hand{'s' * (spots > 1)} of {_NUMBERS.get(start, start)} cards at least"
        raise RuleError(problem, field)
    most = spots * (plan.spec.split.hands if plan.spec.split else 1)
    if len(finals) > most:
        raise RuleError(f"{len(finals)} hands where the rules allow {most}", field)
    given = _dealt(seat, index, spots, start)
    result = []
    for shares in _shares(len(finals), spots):
        starts = [sum(shares[:place]) for place in range(spots)]
        for forest in _product([list(_ways(plan, first, own)) for first, own in zip(starts, shares, strict=True)]):
            dealt = given
            if dealt is None:
                whole = tuple(Tape((), finals, tree, field).hand("") for tree in forest)
                dealt = _unswitched(whole) if "switch" in seat.actions else tuple(hand[:start] for hand in whole)
            tapes = tuple(
                Tape(_ordered(own, finals, tree), finals, tree, field) for own, tree in zip(dealt, forest, strict=True)
            )
            result.append(Record(tapes, finals, field))
    return result


def _ways(plan: Plan, first: int, count: int) -> Iterator[Tree]:
    """Every way in which splits make so many hands: pairs again and again, or a start into its single cards."""
    if plan.spec.split is None or not plan.spec.split.singles:
        yield from trees(first, count)
    elif count in (1, plan.spec.start):
        yield first if count == 1 else tuple(range(first, first + count))


def _ordered(dealt: Cards, finals: tuple[Cards, ...], tree: Tree) -> Cards:
    """The cards a spot was split from; which of the heads of its hands were dealt first makes no difference."""
    if isinstance(tree, int):
        return dealt
    heads = [finals[leaf][0] for leaf in _leaves(tree)]
    for card in dealt:
        if card not in heads:
            return dealt
        heads.remove(card)
    return Tape((), finals, tree, "").hand("")


def _leaves(tree: Tree) -> list[int]:
    return [tree] if isinstance(tree, int) else [leaf for one in tree for leaf in _leaves(one)]


def _product(options: list[list[Tree]]) -> Iterator[tuple[Tree, ...]]:
    if not options:
        yield ()
        return
    for one in options[0]:
        for rest in _product(options[1:]):
            yield (one, *rest)


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
