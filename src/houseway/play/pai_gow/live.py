"""Pai gow dealt from a shuffled deck: the seats set, the dragon hand is offered, then the dealer sets."""

import dataclasses
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from houseway.cards.decks import deck
from houseway.cards.shuffle import shuffled
from houseway.cards.text import format_card
from houseway.play.core.actions import Action
from houseway.play.core.round import BettingSpot, Pile, SettingRound
from houseway.play.core.roundfile import RoundFile
from houseway.play.core.settlement import Fees, Settlement
from houseway.play.core.wagers import betting_spot, prices_in
from houseway.play.pai_gow.file import fees, seated, settle_table, with_seat
from houseway.play.pai_gow.moves import PASS, apply, moves
from houseway.play.pai_gow.plan import load_plan
from houseway.play.pai_gow.setting import HOUSE_WAY, LOW, house_way, set_cards
from houseway.play.pai_gow.table import Table
from houseway.rules.errors import RuleError


class Round(SettingRound[Table], frozen=True):
    """The cards are set first, later wagers follow."""

    def waits(self) -> bool:
        if self.setting:
            return self.table.seats[self.turn].low is None
        return bool(moves(self.table, self.turn))

    def legal(self, seat: int) -> list[Action]:
        if self.over or seat != self.turn:
            return []
        found = moves(self.table, seat)
        return found if self.setting or found[0].verb.startswith("set ") else [*found, Action(PASS)]

    def act(self, seat: int, action: str) -> "Round":
        place = self.check_turn(seat)
        words = action.split()
        verb = words[0] if words else ""
        open_now = {move.verb.split()[0] for move in self.legal(seat)}
        if verb not in open_now:
            legal = ", ".join(text for move in self.legal(seat) for text in move.examples())
            raise RuleError(f"{action!r} is not allowed here; legal are {legal}", f"{place}[{self._taken(seat)}]")
        if verb == PASS:
            return replace(self, turn=seat + 1).now()
        table = with_seat(self.table, seat, apply(self.table, seat, action))
        return replace(self, table=table).now()

    def _taken(self, seat: int) -> int:
        return len(self.table.seats[seat].actions)

    def suggest(self, seat: int, rng: Random | None = None) -> str:
        """The house way without further wagers, or with `rng` any legal setting or wager."""
        legal = self.legal(seat)
        if rng is None:
            by_house = [move.lead for move in legal if move.verb.endswith(HOUSE_WAY[0])]
            return by_house[0] if by_house else legal[-1].lead
        move = rng.choice(legal)
        if move.cards is not None:
            held = self.table.dragon if "dragon" in move.verb else self.table.seats[seat].cards
            return f"{move.lead} {_texts(rng.sample(held, LOW))}"
        amount = str(rng.randint(1, 20) * 5)
        return f"{move.lead} {amount}" if move.open_ended else move.lead

    def visible(self, viewer: int | None = None) -> tuple[Pile, ...]:
        table = self.table
        up = self.over or table.plan.game.spec.dealer_up
        dealer_low = house_way(table.plan, table.dealer).low if self.over and table.dealer else None
        piles = [_pile("dealer", None, table.dealer, up, dealer_low)]
        if table.dragon:
            own = viewer is not None and table.seats[viewer].dragon_low is None and _plays_dragon(table, viewer)
            lows = [seat.dragon_low for seat in table.seats if seat.dragon_low is not None]
            low = (lows or [house_way(table.plan, table.dragon).low])[0] if self.over else None
            piles.append(_pile("dragon", None, table.dragon, self.over or own, low))
        for index, seat in enumerate(table.seats):
            piles.append(_pile("player", index, seat.cards, self.over or index == viewer, seat.low))
        return tuple(piles)

    def warning(self, seat: int, action: str) -> str:
        """What a seat should know before it sets its cards so: a low hand above the high one loses."""
        after = self.act(seat, action).table
        own = after.seats[seat]
        low, cards = (own.dragon_low, after.dragon) if action.startswith("set dragon") else (own.low, own.cards)
        if low is None or not set_cards(after.plan, cards, low).foul:
            return ""
        return "the low hand would be as high as the high hand or higher: a foul, which loses"

    def fees(self, behind: Sequence[Mapping[str, int]] = ()) -> Fees | None:
        """What the schedule of the house takes for this round, with the stakes `behind` its seats."""
        return fees(self.table.plan, self.table, behind)

    def settle(self) -> Settlement:
        plan = self.table.plan
        dragon = self.table.dragon
        table = dataclasses.replace(
            self.table,
            dealer_low=house_way(plan, self.table.dealer).low,
            dragon_low=house_way(plan, dragon).low if dragon else None,
        )
        return settle_table(table, self.opening, range(len(table.seats)))

    def round_file(self) -> dict[str, Any]:
        table = self.table
        plain: dict[str, Any] = msgspec.to_builtins(self.opening)
        kept = {key: plain[key] for key in ("house", "meters", "betting", "outcome") if plain[key]}
        seats = [
            {"wagers": given.wagers, "cards": _texts(seat.cards).split(), "actions": list(seat.actions)}
            for given, seat in zip(self.opening.seats, table.seats, strict=True)
        ]
        low = house_way(table.plan, table.dealer).low
        return {
            "game": self.opening.game,
            **kept,
            "seats": seats,
            "dealer": _texts(table.dealer).split(),
            **({"dealer_set": {"low": _texts(low).split()}} if self.over else {}),
            **({"piles": {"dragon": _texts(table.dragon).split()}} if table.dragon else {}),
        }


def _plays_dragon(table: Table, seat: int) -> bool:
    return any(table.plan.wagers[name].spec.set_hands == "own_dragon" for name in table.seats[seat].wagers)


def _texts(cards: Any) -> str:
    return " ".join(format_card(card) for card in cards)


def _pile(name: str, seat: int | None, cards: tuple[int, ...], shown: bool, low: tuple[int, ...] | None = None) -> Pile:
    """A pile; with `low` it lies as it was set."""
    if not shown:
        return Pile(name, seat, (), len(cards))
    held = tuple(_texts(cards).split())
    if low is None:
        return Pile(name, seat, held)
    small = tuple(_texts(low).split())
    return Pile(name, seat, held, parts=(("high", tuple(card for card in held if card not in small)), ("low", small)))


def open_file(file: RoundFile, seed: int | None) -> Round:
    """The round after the deal; cards and actions of `file` are passed over."""
    plan = load_plan(file.game, file.house)
    spec = plan.game.spec
    blank = [replace(seat, cards=[], hands=[], actions=[]) for seat in file.seats]
    file = replace(file, seats=blank, dealer=[], piles={}, dealer_set={})
    seats, _ = seated(file, plan)
    cards = shuffled(deck(spec.deck), seed)
    hands = [tuple(cards[start : start + spec.dealt.cards]) for start in range(0, len(cards), spec.dealt.cards)]
    dealt = tuple(dataclasses.replace(seat, cards=hand) for seat, hand in zip(seats, hands[1:], strict=False))
    offered = any(wager.spec.later and wager.spec.offered for wager in plan.wagers.values())
    free = len(seats) + 1 < spec.dealt.hands
    dragon = hands[spec.dealt.hands - 1] if offered and free else ()
    return Round(file, Table(plan, dealt, hands[0], dragon=dragon)).now()


def betting_spots(file: RoundFile) -> tuple[BettingSpot, ...]:
    """The wagers of the game that are made before the first card."""
    plan = load_plan(file.game, file.house)
    return tuple(
        betting_spot(
            *(plan.game, name, wager.spec, prices_in(wager.tables.values())), least=round(wager.spec.step * 100)
        )
        for name, wager in plan.wagers.items()
        if wager.spec.offered and not wager.spec.later
    )
