"""A round file of blackjack read: the recorded hands told apart, and the recorded actions replayed.

A file may leave plain hits and stands unsaid, and says of splits only the hands they end in.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from msgspec.structs import replace

from houseway.cards.text import format_cards
from houseway.play.blackjack.moves import (
    FIRST,
    HIT,
    KEEP_21,
    PLAY,
    SPLIT,
    STAND,
    TAKE_21,
    TIMEOUT,
    check_family_amount,
)
from houseway.play.blackjack.plan import Plan, load_plan
from houseway.play.blackjack.round import OVER, Round
from houseway.play.blackjack.settle import fees
from houseway.play.blackjack.shared import SharedRounds, recorded_stock
from houseway.play.blackjack.streaks import streaks_before
from houseway.play.blackjack.streets import Record as StreetRecord
from houseway.play.blackjack.streets import split_file, with_streets
from houseway.play.blackjack.table import Cards, Hand, Recorded, Seat, Shoe, Stock, Tape, Tree
from houseway.play.blackjack.totals import dealer_hits, is_21_in_two
from houseway.play.core.actions import choices_text
from houseway.play.core.irregularities import find_irregularity
from houseway.play.core.money import in_cents
from houseway.play.core.roundfile import RoundFile, SeatFile, cards, check_copies, check_seats
from houseway.play.core.wagers import check_wagers
from houseway.rules.errors import RuleError
from houseway.rules.wording import humanize

_OFFERS = (["decline"], ["insurance"], ["take"], ["even"])
_SILENT = (STAND, "decline", "no", "pass")  # words that change nothing where nothing is open
_NUMBERS = {2: "two", 3: "three"}


def _prizes_told(file: RoundFile) -> tuple[str, ...]:
    """The prizes that winners drew, by seat; empty where a seat drew none."""
    told = file.outcome.get("prizes", [])
    if not isinstance(told, list) or len(told) > len(file.seats):
        raise RuleError("must be a list by seat", "outcome.prizes")
    return tuple("" if prize is None else str(prize) for prize in told)


def _seat(plan: Plan, seat: SeatFile, field: str) -> Seat:
    """A seat before the first card."""
    wagers = in_cents(seat.wagers, field)
    later = [name for name, wager in plan.spec.wagers.items() if wager.opens_at != "bets"]
    for name in wagers:
        option = plan.spec.wagers[name].drawn_from if name in plan.spec.wagers and name not in plan.takes else ""
        if option:
            said = f"{plan.game.title(name)} is not offered until the house says what is drawn: {humanize(option)}"
            raise RuleError(said, f"{field}.{name}")
    check_wagers(plan.game, plan.takes, wagers, field, later=later)
    for name, amount in wagers.items():
        check_family_amount(plan, name, amount, wagers, f"{field}.{name}")
    return Seat(wagers)


def seats_of(file: RoundFile, plan: Plan) -> tuple[Seat, ...]:
    """All seats before the first card."""
    check_seats(file.seats, plan.spec.seats)
    return tuple(_seat(plan, seat, f"seats[{index}].wagers") for index, seat in enumerate(file.seats))


def round_of(file: RoundFile, plan: Plan, stock: Stock, used: int = 0) -> Round:
    """The round before the first card."""
    seats = seats_of(file, plan)
    fees(plan, seats)  # a table whose wagers the schedule has no fee for does not open
    if file.state:
        streaks_before(file, plan)  # a wager that stands is on the layout
    return Round(file, plan, stock, seats, used=used)


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
    for first_hands in range(1, count):
        for before in trees(first, first_hands):
            for after in trees(first + first_hands, count - first_hands):
                yield (before, after)


def _shares(count: int, spots: int) -> Iterator[tuple[int, ...]]:
    """Every way to share `count` hands among the spots, one at least each."""
    if spots == 1:
        yield (count,)
        return
    for hands in range(1, count - spots + 2):
        for rest in _shares(count - hands, spots - 1):
            yield (hands, *rest)


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
    nested = given if all(isinstance(hand, list) for hand in given) else [given]
    if len(nested) != spots or any(len(hand) != start for hand in nested):
        raise RuleError(f"must be {spots} hand{'s' * (spots > 1)} of {_NUMBERS.get(start, start)} cards", field)
    return tuple(cards(hand, field) for hand in nested)


def _unswitched(finals: tuple[Cards, ...]) -> tuple[Cards, ...]:
    first, second = finals[0], finals[-1]
    return (first[0], second[1]), (second[0], first[1])


def records(plan: Plan, seat: SeatFile, index: int) -> list[Record]:
    """Every reading of the seat's final hands: which spot each belongs to, and how splits made them."""
    spots = plan.spots
    laid = record_of(seat, index)
    field = f"seats[{index}].hands" if seat.hands else laid[0][0]
    finals = tuple(hand for _, hand in laid)
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
        for forest in _product(
            [list(_ways(plan, first, start_hand)) for first, start_hand in zip(starts, shares, strict=True)]
        ):
            dealt = given
            if dealt is None:
                whole = tuple(Tape((), finals, tree, field).hand("") for tree in forest)
                dealt = _unswitched(whole) if "switch" in seat.actions else tuple(hand[:start] for hand in whole)
            tapes = tuple(
                Tape(_ordered(start_hand, finals, tree), finals, tree, field)
                for start_hand, tree in zip(dealt, forest, strict=True)
            )
            result.append(Record(tapes, finals, field))
    if not result:
        raise RuleError(f"no split makes {len(finals)} hands", field)
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
    return [tree] if isinstance(tree, int) else [leaf for branch in tree for leaf in _leaves(branch)]


def _product(options: list[list[Tree]]) -> Iterator[tuple[Tree, ...]]:
    if not options:
        yield ()
        return
    for first in options[0]:
        for rest in _product(options[1:]):
            yield (first, *rest)


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
    said = [action for who, action in now.log if who == now.turn]
    if not records and said and _verb(said[-1]) == TIMEOUT:
        return TIMEOUT
    if records:  # where all seats share the cards, the cards do not tell
        tape = records[now.turn].tapes[hand.spot].hand(hand.path)
        verb = HIT if len(tape) > len(hand.cards) else STAND
    legal = [move.verb for move in now.legal(now.turn)]
    if verb not in legal:
        texts = choices_text(now.legal(now.turn))
        raise RuleError(f"a decision is missing; legal are {texts}", f"seats[{now.turn}].actions")
    return verb


def _after(now: Round, action: str) -> Round | None:
    """The round after an action of the seat to act; None where it is not allowed."""
    try:
        return now.act(now.turn, action)
    except RuleError:
        return None


def _answers(now: Round, action: str) -> bool:
    """Whether the action is about something now offered, so that its faults are to be told."""
    if _after(now, action) is not None:
        return True
    said = action.split()[bool(_number(action)) :]
    offered = [move.lead.removeprefix(f"{move.hand} ").split() for move in now.legal(now.turn)]
    return any(said[: len(verb)] == verb and len(said) > len(verb) for verb in offered)


def _first_said(now: Round, queue: list[str]) -> str:
    """What a seat said before the dealer looked; a start of 21 is taken unless it is split."""
    said, legal = queue[0] if queue else "", [move.verb for move in now.legal(now.turn)]
    if said and (_verb(said) in legal or _after(now, said) is not None):  # an action that is meant tells its own fault
        return queue.pop(0)
    if TAKE_21 in legal:
        return KEEP_21 if _verb(said) == SPLIT else TAKE_21
    texts = choices_text(now.legal(now.turn))
    problem = f"{said!r} is not allowed here" if said else "a decision is missing"
    raise RuleError(f"{problem}; legal are {texts}", f"seats[{now.turn}].actions")


def replay(now: Round, records: Sequence[Record], queues: list[list[str]]) -> Round:
    """The round after all recorded actions; a hand that an irregularity has ended may stop anywhere."""
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
        if not said or _number(said) > now.active + 1 or (_verb(said) == "bet" and _after(now, said) is None):
            now = now.act(turn, _unsaid(now, records))
            continue
        queue.pop(0)
        now = _after(now, said) or now if _verb(said) in _SILENT else now.act(turn, said)
    for turn, queue in enumerate(queues):
        paid = any(hand.paid for hand in now.seats[turn].hands)
        unplayed = [action for action in queue if _verb(action) not in _SILENT and not (paid and action == TAKE_21)]
        if unplayed and turn != now.out:
            why = "the dealer has a natural" if now.dealer_natural() else "there is nothing left to decide"
            raise RuleError(f"{unplayed[0]!r} comes when {why}", f"seats[{turn}].actions")
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


def _check_no_extra(now: Round, records: Sequence[Record]) -> None:
    """The hands of the replayed round are the recorded ones, card by card."""
    for index, (seat, record) in enumerate(zip(now.seats, records, strict=True)):
        if index == now.out:
            continue
        played = tuple(hand.cards for hand in seat.hands)
        if played != record.finals:
            shown = " | ".join(format_cards(hand) for hand in played)
            raise RuleError(f"the actions lead to {shown}, not to the cards recorded", record.field)


def _check_dealer(plan: Plan, drawn: tuple[int, ...], recorded: tuple[int, ...]) -> tuple[int, ...]:
    """The dealer's recorded hand; cards beyond those that some wager needed must follow the drawing rule."""
    hand = drawn
    for card in recorded[len(drawn) :]:
        if len(hand) >= 2 and (is_21_in_two(hand) or not dealer_hits(hand, plan.spec.dealer.hits_soft_17)):
            place = f"dealer[{len(hand)}]"
            raise RuleError(f"the dealer stands on {format_cards(hand)} and takes no more cards", place)
        hand = (*hand, card)
    return hand


def _dealers(file: RoundFile, plan: Plan) -> tuple[tuple[int, ...], ...]:
    """The dealer's recorded hands: one, or `dealers` of the piles, each with the up card that they share."""
    if plan.spec.dealer.hands == 1:
        return (cards(file.dealer, "dealer"),)
    piles = file.piles.get("dealers")
    if not isinstance(piles, list) or len(piles) != plan.spec.dealer.hands:
        raise RuleError(f"must be the {plan.spec.dealer.hands} hands of the dealer", "piles.dealers")
    hands = tuple(cards(pile, f"piles.dealers[{number}]") for number, pile in enumerate(piles))
    if any(not hand or hand[0] != hands[0][0] for hand in (*hands, *filter(None, [cards(file.dealer, "dealer")]))):
        raise RuleError("every hand begins with the same up card", "piles.dealers")
    return hands


def _as_it_lies(seat: SeatFile, index: int, spots: int) -> Record:
    """The cards of a seat whose hand an irregularity has ended: as many as it has."""
    finals = tuple(hand for _, hand in record_of(seat, index))
    tapes = (Tape((), (finals[spot] if spot < len(finals) else (),), 0, f"seats[{index}]") for spot in range(spots))
    return Record(tuple(tapes), finals, f"seats[{index}]")


def _chosen_records(
    file: RoundFile, plan: Plan, dealers: tuple[Cards, ...], out: int | None
) -> list[tuple[Record, list[str]]]:
    """For each seat the reading of its recorded hands that its actions can have led to, and those in their order."""
    chosen = []
    for index, seat in enumerate(file.seats):
        options = [_as_it_lies(seat, index, plan.spots)] if index == out else records(plan, seat, index)
        if len(options) == 1:
            chosen.append((options[0], list(seat.actions)))
            continue
        errors = []
        alone = RoundFile(game=file.game, house=file.house, seats=[seat])
        for actions, option in product(orders_of_play(plan, list(seat.actions)), options):
            stock = Recorded({(0, spot): tape for spot, tape in enumerate(option.tapes)}, dealers[0], dealers)
            try:
                played = replay(round_of(alone, plan, stock).opened(), [option], [list(actions)])
                _check_no_extra(played, [option])
            except RuleError as error:
                errors.append(error)
                continue
            chosen.append((option, actions))
            break
        else:
            raise RuleError(errors[0].message, errors[0].field.replace("seats[0]", f"seats[{index}]"))
    return chosen


def _late_bets_as_actions(file: RoundFile, plan: Plan) -> RoundFile:
    """The file with side bets that open after the deal, where it lists them among the wagers, made by their actions."""
    opens = {name: words.opens_at for name, words in plan.spec.wagers.items() if words.opens_at != "bets"}
    seats = []
    for seat in file.seats:
        late = [name for name in seat.wagers if name in opens]
        acted = [
            action
            for action in seat.actions
            if action.split()[:1] == ["bet"] and opens.get(" ".join(action.split()[1:2])) == "acted"
        ]
        if late or acted:
            actions = [action for action in seat.actions if action not in acted] + acted
            for name in late:
                offered = [place for place, action in enumerate(actions, 1) if action.split()[:1] in _OFFERS]
                place = len(actions) if opens[name] in ("acted", "streets") else max(offered, default=0)
                actions.insert(place, f"bet {name} {seat.wagers[name]}")
            wagers = {name: amount for name, amount in seat.wagers.items() if name not in late}
            seat = replace(seat, wagers=wagers, actions=actions)
        seats.append(seat)
    return replace(file, seats=seats)


def _looks_late(file: RoundFile, plan: Plan, dealer: tuple[int, ...]) -> Plan:
    """The plan; where hands were switched against a dealer's natural, as the rules foresee, he looked at the end."""
    switched = bool(plan.spec.switch) and any("switch" in seat.actions for seat in file.seats)
    if not switched or "hole_card" in file.house or not is_21_in_two(dealer[:2]):
        return plan
    return load_plan(file.game, {**file.house, "hole_card": "no peek"})


def read_file(file: RoundFile) -> Round | SharedRounds:
    """The round that a file records, at its end."""
    plan = load_plan(file.game, file.house)
    if file.community and not (plan.spec.shared == "stream" or plan.spec.streets):
        raise RuleError("is not used in this game", "community")
    file = _late_bets_as_actions(file, plan)
    streets: list[StreetRecord] = []
    if plan.spec.streets is not None:
        file, streets = split_file(file, plan)
    if plan.spec.shared:
        return _read_shared(file, plan)
    dealers = _dealers(file, plan)
    plan = _looks_late(file, plan, dealers[0])
    happened = None
    if file.irregularity:
        happened = find_irregularity(plan.spec.irregularities, file.irregularity, file.seats)
        happened = None if happened is not None and happened.spec.effect == "continue" else happened
    if happened is not None and all(happened.kills(seat) for seat in range(len(file.seats))):
        return Round(file, plan, Shoe(()), seats_of(file, plan), stage=OVER, irregularity=happened)  # no card counts
    laid = [("dealer", dealers[0]), *(("piles.dealers", hand[1:]) for hand in dealers[1:])]
    for index, seat in enumerate(file.seats):
        laid += record_of(seat, index)
    check_copies(laid, plan.spec.deck)
    out = happened.out if happened is not None else None
    chosen = _chosen_records(file, plan, dealers, out)
    tapes = {(index, spot): tape for index, (read, _) in enumerate(chosen) for spot, tape in enumerate(read.tapes)}
    first = round_of(file, plan, Recorded(tapes, dealers[0], dealers, out))
    records_read = [record for record, _ in chosen]
    now = replace(first, prizes=_prizes_told(file), irregularity=happened).opened()
    now = replay(now, records_read, [list(actions) for _, actions in chosen])
    _check_no_extra(now, records_read)
    checked = [_check_dealer(plan, drawn, hand) for drawn, hand in zip(now.dealers, dealers, strict=False)]
    now = replace(now, dealer=checked[0], further=tuple(checked[1:]))
    if not streets:
        return now
    lenient = happened.seat if happened is not None else None
    return replace(now, seats=with_streets(plan, now.seats, dealers[0], streets, lenient))


def _read_shared(file: RoundFile, plan: Plan) -> SharedRounds:
    """The finished round of every seat, on the cards that all of them play."""
    if file.irregularity:
        find_irregularity(plan.spec.irregularities, file.irregularity, file.seats)
    seats, finished = seats_of(file, plan), []
    stock = recorded_stock(file, plan)
    for index, seat in enumerate(seats):
        try:
            finished.append(replay(Round(file, plan, stock, (seat,)).opened(), (), [list(file.seats[index].actions)]))
        except RuleError as error:
            raise RuleError(error.message, error.field.replace("seats[0]", f"seats[{index}]")) from None
    return SharedRounds(file, tuple(finished))
