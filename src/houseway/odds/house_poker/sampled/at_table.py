"""The moves of a seat at a table, each valued as the general solver values a state: what is hidden counted or dealt."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import NamedTuple, TypeVar

import numpy as np
from msgspec.structs import replace

from houseway.cards.text import format_card, parse_card
from houseway.odds.house_poker.batch import Cards
from houseway.odds.house_poker.places import PlacedRound, UnansweredError, begin
from houseway.odds.house_poker.sampled.facing import Counter
from houseway.odds.house_poker.sampled.moves import means
from houseway.odds.house_poker.sampled.tree import COUNT_ALL, THEN, Effort, check_wagers, explored, moves_of
from houseway.odds.house_poker.sampled.worth import Valuer
from houseway.odds.house_poker.wagers import unit_of
from houseway.play.house_poker.round import Round
from houseway.play.house_poker.table import Seat
from houseway.rules.errors import RuleError

_EFFORT = Effort(20_000, 1_200, (128, 64, 32))
_ROWS, _MOST_TIMES = 1e6, 32  # settled for a hint, and times the usual deals at most
_COUNTED = 2e5  # rows up to which everything is counted
_SEED = 17
Result = TypeVar("Result")


class Worths(NamedTuple):
    """What every action is worth in dollars; whether all that is hidden was counted, or how many deals were made."""

    values: Mapping[str, float]
    exact: bool
    deals: int


def _cards_in_place(now: PlacedRound, live: Round, seat: int) -> Cards:
    """The cards of the table at the places of the deck that stand for them; 0 where none is dealt yet."""
    row = np.zeros(max(now.used, 1), np.uint8)
    own = live.seats[seat]
    laid = [(now.seat.cards, own.cards), (now.seat.drawn, own.drawn)]
    laid += [(places, live.piles.cards.get(pile, ())) for pile, places in now.piles.cards.items()]
    for places, cards in laid:
        for place, card in zip(places, cards, strict=False):
            if place < len(row):
                row[place] = card
    return row


def _told(now: PlacedRound, live: Round, seat: int, valuer: Valuer, call: Callable[[PlacedRound], Result]) -> Result:
    """What a call says, its questions answered by the cards of the table."""
    while True:
        try:
            return call(now)
        except UnansweredError as asked:
            _, later = next(explored(now, call))  # where cards lie does not depend on the answer
            known = _cards_in_place(later if isinstance(later, PlacedRound) else now, live, seat)
            if max(asked.test.asks, default=0) >= len(known):
                raise RuleError("the course of the round depends on cards that are not dealt", "stages") from None
            now = now.answered(asked.test, bool(valuer.holds(asked.test, known[None, :])[0]))


def _in_places(action: str, now: PlacedRound, cards: Cards) -> str:
    """An action with the names of places instead of the cards that lie there."""
    held, words = list(now.seat.held()), []
    for word in action.split():
        try:
            card = parse_card(word)
        except ValueError:
            words.append(word)
            continue
        place = next(place for place in held if cards[place] == card)
        held.remove(place)
        words.append(format_card(place))
    return " ".join(words)


def _in_cards(move: str, cards: Cards, at_one_price: Iterable[str]) -> str:
    """The first action of a move with the cards that lie at its places, without an amount that is the only one."""
    words, action = [], move.split(THEN)[0]
    known = any(action.startswith(f"{verb} ") for verb in at_one_price)
    for word in action.split():
        try:
            place = parse_card(word)
        except ValueError:
            if not (known and word.replace(".", "", 1).isdecimal()):
                words.append(word)
            continue
        words.append(format_card(int(cards[place])))
    return " ".join(words)


def _placed(live: Round, seat: int, valuer: Valuer) -> PlacedRound:
    """The round of one seat alone, brought to the decision where it stands."""
    own, unit = live.seats[seat], unit_of(live.plan)
    opening = {name: cents for name, cents in own.wagers.items() if name not in live.plan.placed_later}
    if not opening.get(unit):
        raise RuleError("the seat did not make the wager that the game is about", unit)
    now = replace(begin(live.plan), seats=(Seat(opening, selected=own.selected),), unit=opening[unit])
    for action in own.actions:
        now = _told(now, live, seat, valuer, PlacedRound.advance)  # type: ignore[assignment]
        text = _in_places(action, now, _cards_in_place(now, live, seat))
        now = _told(now, live, seat, valuer, partial(_acted, text=text))
    now = _told(now, live, seat, valuer, PlacedRound.advance)  # type: ignore[assignment]
    if now.over or now.stage != live.stage:
        raise RuleError("the decision is not one of this seat alone", "stages")
    return now


def _acted(now: PlacedRound, text: str) -> PlacedRound:
    after = now.decide(0, text)
    assert isinstance(after, PlacedRound)
    return after


def _valuer(live: Round, seat: int, meters: Mapping[str, float]) -> tuple[Valuer, PlacedRound, float]:
    """What values the decision where a seat stands, the round there and its cost: all counted where that is little."""
    for effort in (COUNT_ALL, _EFFORT):
        valuer = Valuer(live.plan, effort, dict(meters), _SEED, Counter(live.plan))
        now = _placed(live, seat, valuer)
        cost, exact = valuer.survey.cost(now)
        if exact and cost <= _COUNTED:
            break
    return valuer, now, cost


def worths_at(live: Round, seat: int, meters: Mapping[str, float]) -> Worths | None:
    """Every action of the seat to act; none where the general solver does not know the game."""
    plan = live.plan
    if plan.game.spec.packs or plan.selects:
        return None
    try:
        check_wagers(plan)
        valuer, now, cost = _valuer(live, seat, meters)
        row = _cards_in_place(now, live, seat)
        state = np.zeros((1, max(valuer.survey.places, now.used)), np.uint8)
        state[0, : len(row)] = row
        (_, known, moves), *_ = valuer.split(now, state, moves_of)
        times = int(min(max(_ROWS / max(cost, 1.0), 1), _MOST_TIMES))
        deals = times * valuer.survey.deals(0)
        found = valuer.moves(known, state, moves, 0, deals, np.ones((len(moves), 1), np.bool_))
    except RuleError:
        return None
    values: dict[str, float] = {}
    at_one_price = [one.verb for one in live.legal(seat) if len({*one.amounts}) == 1 and not one.most]
    for move, worth in zip(moves, means(found)[:, 0].tolist(), strict=True):
        text = _in_cards(move, state[0], at_one_price)
        values[text] = max(values.get(text, -np.inf), worth * now.unit / 100)
    return Worths(values, not any(move.noise.any() for move in found), deals)
