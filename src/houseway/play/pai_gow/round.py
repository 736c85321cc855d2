"""A round of pai gow: the seats set, the dragon hand is offered, then the dealer sets.

The cards come from a shuffle (`open_file`) or from a record (`read_file`).
"""

import dataclasses
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from houseway.cards.decks import deck
from houseway.cards.shuffle import shuffled
from houseway.cards.text import format_card
from houseway.hands.standing import stands_for, wild_places
from houseway.play.core.actions import Action, choices_text
from houseway.play.core.bank import Bank, bank_amount
from houseway.play.core.collection import collection, with_backline
from houseway.play.core.irregularities import Irregularity, find_irregularity
from houseway.play.core.meters import NO_METERS
from houseway.play.core.money import cents
from houseway.play.core.round import BettingSpot, DealerSetting, Pile
from houseway.play.core.roundfile import (
    RoundFile,
    Spot,
    by_player,
    cards,
    check_copies,
    check_seats,
    check_spots,
    read_meters,
    spots,
    stakes_behind,
)
from houseway.play.core.settlement import Fees, Settlement
from houseway.play.core.two_hands import HOUSE_WAY, LOW, SettingRound
from houseway.play.core.wagers import betting_spot, check_wagers, prices_in
from houseway.play.pai_gow.first_hand import shaken
from houseway.play.pai_gow.moves import PASS, apply, moves, own_dragon
from houseway.play.pai_gow.plan import DEALER, Plan, load_plan
from houseway.play.pai_gow.setting import CARDS, house_way, low_stands_for, set_cards
from houseway.play.pai_gow.settle import Settler, bank_settles
from houseway.play.pai_gow.table import Seat, Table, whole
from houseway.rules.errors import RuleError
from houseway.rules.tariffs import load_tariff
from houseway.rules.wording import seat_name

_SIDES = ("low", "high")


class Round(SettingRound[Table], frozen=True):
    """The cards are set first, later wagers follow."""

    irregularity: Irregularity | None = None  # of a record

    def waits(self) -> bool:
        if self.setting:
            return self.table.seats[self.turn].low is None
        return bool(moves(self.table, self.turn))

    def legal(self, seat: int) -> list[Action]:
        if self.over or seat != self.turn:
            return []
        actions = moves(self.table, seat)
        return actions if self.setting or actions[0].verb.startswith("set ") else [*actions, Action(PASS)]

    def act(self, seat: int, action: str) -> "Round":
        place = self.check_turn(seat)
        words = action.split()
        verb = words[0] if words else ""
        open_now = {move.verb.split()[0] for move in self.legal(seat)}
        if verb not in open_now:
            legal = choices_text(self.legal(seat))
            raise RuleError(f"{action!r} is not allowed here; legal are {legal}", f"{place}[{self._taken(seat)}]")
        if verb == PASS:
            return replace(self, turn=seat + 1).now()
        table = _with_seat(self.table, seat, apply(self.table, seat, action))
        return replace(self, table=table).now()

    def _taken(self, seat: int) -> int:
        return len(self.table.seats[seat].actions)

    def suggest(self, seat: int, rng: Random | None = None) -> str:
        """The house way without further wagers, or with `rng` any legal setting or wager."""
        legal = self.legal(seat)
        if rng is None:
            by_house = [move.lead for move in legal if move.verb.endswith(HOUSE_WAY[0])]
            return by_house[0] if by_house else self._best_insured(seat, legal) or legal[-1].lead
        move = rng.choice(legal)
        if move.cards is not None:
            held = self.table.dragon if "dragon" in move.verb else self.table.seats[seat].cards
            return f"{move.lead} {_texts(rng.sample(held, LOW))}"
        amount = str(rng.randint(1, 20) * 5)
        return f"{move.lead} {amount}" if move.open_ended else move.lead

    def _best_insured(self, seat: int, legal: list[Action]) -> str:
        """The hand to insure: the one seen to be paid most, otherwise one not seen; empty: nothing to insure."""
        unseen, paid = "", {}
        for move in (move for move in legal if move.wager in self.table.seats[seat].wagers):
            after = apply(self.table, seat, move.lead)
            if after.chosen[move.wager] == DEALER and not self.table.plan.game.spec.dealer_up:
                unseen = move.lead
            else:
                settler = Settler(_with_seat(self.table, seat, after), NO_METERS)
                paid[move.lead] = settler.ruling(move.wager, seat).line.net
        best = max(paid, key=lambda lead: paid[lead], default="")
        return best if best and (paid[best] > 0 or not unseen) else unseen

    def visible(self, viewer: int | None = None) -> tuple[Pile, ...]:
        table = self.table
        up = self.over or table.plan.game.spec.dealer_up
        dealer_low = self._dealer_low() if self.over and table.dealer else None
        piles = [_pile(table.plan, "dealer", None, table.dealer, up, dealer_low)]
        if table.dragon:
            player = table.seats[viewer] if viewer is not None else None
            plays_dragon = player is not None and player.dragon_low is None and own_dragon(table.plan, player)
            lows = [seat.dragon_low for seat in table.seats if seat.dragon_low is not None]
            low = (lows or [self._dragon_low()])[0] if self.over else None
            piles.append(_pile(table.plan, "dragon", None, table.dragon, self.over or plays_dragon, low))
        for index, seat in enumerate(table.seats):
            piles.append(_pile(table.plan, "player", index, seat.cards, self.over or index == viewer, seat.low))
        return tuple(piles)

    def _dealer_low(self) -> tuple[int, ...]:
        """The dealer's low hand, by the house way where it was not set otherwise."""
        low = self.table.dealer_low
        return house_way(self.table.plan, self.table.dealer).low if low is None else low

    def _dragon_low(self) -> tuple[int, ...]:
        low = self.table.dragon_low
        return house_way(self.table.plan, self.table.dragon).low if low is None else low

    def _dragon_played(self) -> bool:
        """Whether a wager is on the dragon hand as the dealer sets it."""
        wagers = self.table.plan.wagers
        return any(wagers[name].spec.set_hands == "dragon" for seat in self.table.seats for name in seat.wagers)

    def dealer_settings(self) -> tuple[DealerSetting, ...]:
        """The dealer's hand, and the dragon hand where no seat plays it itself."""
        table = self.table
        if not self.over or not table.dealer:
            return ()
        hands = [("dealer", table.dealer, self._dealer_low())]
        if table.dragon and self._dragon_played():
            hands.append(("dragon", table.dragon, self._dragon_low()))
        return tuple(
            DealerSetting(name, "low", tuple(_texts(held).split()), tuple(_texts(low).split()))
            for name, held, low in hands
        )

    def with_dealer_set(self, stated: Mapping[str, Any]) -> "Round":
        return replace(self, table=_set_by_dealer(self.table.plan, stated, self.table))

    def warning(self, seat: int, action: str) -> str:
        """What a seat should know before it sets its cards so: a low hand above the high one loses."""
        after = self.act(seat, action).table
        player = after.seats[seat]
        low, cards = (
            (player.dragon_low, after.dragon) if action.startswith("set dragon") else (player.low, player.cards)
        )
        if low is None or not set_cards(after.plan, cards, low).foul:
            return ""
        return "the low hand would be as high as the high hand or higher: a foul, which loses"

    def fees(self, behind: Sequence[Mapping[str, int]] = ()) -> Fees | None:
        """What the schedule of the house takes for this round, with the stakes `behind` its seats."""
        return _fees(self.table.plan, self.table, behind)

    def settle(self) -> Settlement:
        """The settled round; the spots of one player together."""
        file, plan = self.opening, self.table.plan
        meters = read_meters(file.meters)
        owners = [player for player, _, _ in spots(file.seats)]
        rulings = Settler(_set_the_house_way(self.table), meters, self.irregularity, owners).settle()
        lines = tuple(tuple(ruling.line for ruling in seat) for seat in rulings)
        (first, button), player_dealer = _first(plan, file), None
        if plan.game.spec.bank is not None:
            bank = Bank(bank_amount(file.betting), plan.game.spec.bank.covers)
            lines, player_dealer = bank_settles(plan, lines, bank, owners.index(button or 0))
        return Settlement(
            game=plan.game.spec.id,
            seats=by_player(file.seats, lines),
            player_dealer=player_dealer,
            collection=self.fees(stakes_behind(file)),
            meters=meters.amounts,
            awards=meters.awards,
            first_hand=first,
            action_seat=button,
        )

    def round_file(self) -> dict[str, Any]:
        table = self.table
        plain: dict[str, Any] = msgspec.to_builtins(self.opening)
        kept = {key: plain[key] for key in ("house", "meters", "betting", "outcome") if plain[key]}
        seats = [
            {"wagers": given.wagers, "cards": _texts(seat.cards).split(), "actions": list(seat.actions)}
            for given, seat in zip(self.opening.seats, table.seats, strict=True)
        ]
        dragon = {"dragon": {"low": _texts(table.dragon_low).split()}} if table.dragon_low is not None else {}
        return {
            "game": self.opening.game,
            **kept,
            "seats": seats,
            "dealer": _texts(table.dealer).split(),
            **({"dealer_set": {"low": _texts(self._dealer_low()).split(), **dragon}} if self.over else {}),
            **({"piles": {"dragon": _texts(table.dragon).split()}} if table.dragon else {}),
        }


def _texts(cards: Any) -> str:
    return " ".join(format_card(card) for card in cards)


def _pile(
    plan: Plan, name: str, seat: int | None, cards: tuple[int, ...], shown: bool, low: tuple[int, ...] | None = None
) -> Pile:
    """A pile; with `low` it lies as it was set."""
    if not shown:
        return Pile(name, seat, (), len(cards))
    held = tuple(_texts(cards).split())
    if low is None:
        return Pile(name, seat, held)
    high = tuple(card for card in cards if card not in low)
    parts = (("high", tuple(_texts(high).split())), ("low", tuple(_texts(low).split())))
    return Pile(name, seat, held, parts=parts, stands=_stands(plan, high, low))


def _stands(plan: Plan, high: tuple[int, ...], low: tuple[int, ...]) -> tuple[tuple[str, str], ...]:
    """What the joker stands for in the hand it was set into."""
    in_high = stands_for(plan.high, high, wild_places(high, wild_ranks=0, jokers=True))
    in_low = low_stands_for(plan, low)
    return tuple(
        (format_card(hand[place]), format_card(card))
        for hand, standing in ((high, in_high), (low, in_low))
        for place, card in standing.items()
    )


def seated(file: RoundFile, plan: Plan) -> tuple[list[Seat], list[Spot]]:
    """The spots with their wagers and the cards that the file records."""
    spec = plan.game.spec
    check_seats(file.seats, spec.seats)
    dealt, seats = spots(file.seats), []
    if len(dealt) > spec.dealt.hands - 1:
        raise RuleError(f"the table has {spec.seats} seats", "seats")
    for player, prefix, spot in dealt:
        field = f"seats[{player}].wagers"
        wagers = {name: cents(amount, f"{field}.{prefix}{name}") for name, amount in spot.wagers.items()}
        check_wagers(plan.game, spec.wagers, wagers, field)
        seats.append(Seat(wagers, cards(spot.cards, f"seats[{player}].cards")))
    check_spots(file.seats, dealt, spec.hands_per_player)
    for name, wager in plan.wagers.items():
        if wager.spec.alone and sum(name in seat.wagers for seat in seats) > 1:
            said = plan.game.title(name)
            raise RuleError(f"only one player may bet {said}, {plan.game.cite(wager.spec.rule)}", "seats")
    return seats, dealt


def _fees(plan: Plan, table: Table, behind: Sequence[Mapping[str, int]] = ()) -> Fees | None:
    """The cardroom's collection, where the house named a schedule."""
    words = plan.game.spec.collection
    option = plan.game.options[words.option] if words else 0
    if words is None or not option:
        return None
    schedule = next((posted for posted in load_tariff(words.tariff).options if posted.id == str(option)), None)
    charges = [charge for charge in schedule.charges if charge.by == "wager_spot"] if schedule is not None else []
    stakes = [*(seat.wagers for seat in table.seats), *behind]
    inputs: dict[str, Any] = {"total_table_action": sum(sum(wagers.values()) for wagers in stakes) / 100}
    if charges:
        least = charges[0].tiers[0][0]  # where the tiers begin is the least base wager; a bonus below it is a spot too
        inputs["wager_spots"] = [
            [amount / 100 if name == words.base else max(amount / 100, least) for name, amount in wagers.items()]
            for wagers in stakes
        ]
    else:
        inputs["base_wagers"] = [wagers[words.base] / 100 if words.base in wagers else [] for wagers in stakes]
    return with_backline(collection(words.tariff, option, inputs), len(table.seats))


def _first(plan: Plan, file: RoundFile) -> tuple[int | None, int | None]:
    """Who gets the first hand and, where there is one, the action button."""
    words = plan.game.spec.first_hand
    active = range(len(file.seats))
    first, button = shaken(words, file.outcome, active) if "dice" in file.outcome else (None, None)
    stated = file.betting.get("action_seat")
    if stated is not None:
        if not words.button or not isinstance(stated, int) or isinstance(stated, bool) or stated not in active:
            raise RuleError(f"no seat {stated!r} can have the action button", "betting.action_seat")
        if button is not None and button != stated:
            raise RuleError(f"the dice give the action button to {seat_name(button)}", "betting.action_seat")
        button = stated
    return first, button


def _with_seat(table: Table, index: int, seat: Seat) -> Table:
    return dataclasses.replace(table, seats=(*table.seats[:index], seat, *table.seats[index + 1 :]))


def _set_the_house_way(table: Table) -> Table:
    """The dealer's and the dragon's hands, where they are whole and not set otherwise, as the house way sets them."""
    plan, due = table.plan, table.plan.game.spec.dealt.cards
    if table.dealer_low is None and len(table.dealer) == due:
        table = dataclasses.replace(table, dealer_low=house_way(plan, table.dealer).low)
    if table.dragon_low is None and len(table.dragon) == due:
        table = dataclasses.replace(table, dragon_low=house_way(plan, table.dragon).low)
    return table


def _stated(setting: Any, held: tuple[int, ...], place: str) -> tuple[int, ...] | None:
    """A setting as `{"low": [...], "high": [...]}`, or the cards of either hand alone."""
    if isinstance(setting, list):
        setting = {"low" if len(setting) == 2 else "high": setting}
    if not isinstance(setting, dict):
        raise RuleError("must state the low or the high hand", place)
    sides = {side: setting.get(side, []) for side in _SIDES}
    for side, given in sides.items():
        if not isinstance(given, list):
            raise RuleError("must be a list of cards", f"{place}.{side}")
    if not any(sides.values()):
        return None
    return CARDS.low_of(held, sides["low"], sides["high"], f"{place}.{'low' if sides['low'] else 'high'}")


def _set_by_dealer(plan: Plan, stated: Mapping[str, Any], table: Table) -> Table:
    """The dealer's and the dragon's hands as far as the round states how they were set."""
    due = plan.game.spec.dealt.cards
    if len(table.dealer) == due:
        low = _stated({side: stated.get(side, []) for side in _SIDES}, table.dealer, "dealer_set")
        table = dataclasses.replace(table, dealer_low=low)
        if low is not None and table.dealer_set.foul:
            if not plan.game.spec.house_way.printed:
                raise RuleError("the low hand outranks the high hand: the dealer must reset it", "dealer_set.low")
            table = dataclasses.replace(table, dealer_low=None)
    if len(table.dragon) == due:
        low = _stated(stated.get("dragon", {}), table.dragon, "dealer_set.dragon")
        table = dataclasses.replace(table, dragon_low=low)
    return table


def read_file(file: RoundFile) -> Round:
    """The round that a file records, at its end."""
    plan = load_plan(file.game, file.house)
    irregularity = find_irregularity(plan.game.spec.irregularities, file.irregularity, file.seats)
    seats, dealt = seated(file, plan)
    if any(name != "dragon" for name in file.piles):
        raise RuleError("the only other pile of this game is the dragon hand", "piles")
    dealer, dragon = cards(file.dealer, "dealer"), cards(file.piles.get("dragon", []), "piles.dragon")
    laid = [(f"seats[{player}].cards", seat.cards) for seat, (player, _, _) in zip(seats, dealt, strict=True)]
    check_copies([*laid, ("dealer", dealer), ("piles.dragon", dragon)], plan.game.spec.deck)
    dead = [irregularity is not None and irregularity.kills(player) for player, _, _ in dealt]
    seats = [dataclasses.replace(seat, dead=killed) for seat, killed in zip(seats, dead, strict=True)]
    table = Table(plan, tuple(seats), dealer, dragon=dragon)
    for index, (_, _, spot) in enumerate(dealt):
        if not dead[index]:
            for action in spot.actions:
                table = _with_seat(table, index, apply(table, index, action))
    table = _set_by_dealer(plan, file.dealer_set, table)
    if irregularity is None:
        whole(plan, table.dealer, DEALER)
    return Round(file, table, setting=False, turn=len(seats), irregularity=irregularity)


def open_file(file: RoundFile, seed: int | None) -> Round:
    """The round after the deal; cards and actions of `file` are ignored."""
    plan = load_plan(file.game, file.house)
    spec = plan.game.spec
    blank = [replace(seat, cards=[], hands=[], actions=[]) for seat in file.seats]
    file = replace(file, seats=blank, dealer=[], piles={}, dealer_set={})
    seats, _ = seated(file, plan)
    dealt_from = shuffled(deck(spec.deck), seed)
    size = spec.dealt.cards
    hands = [tuple(dealt_from[start : start + size]) for start in range(0, len(dealt_from), size)]
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
