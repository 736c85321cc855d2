"""A round of pai gow tiles or Dragon's Eye: dice, stacks, setting, and a last chance to surrender.

The tiles come from a shuffle (`open_file`) or from a record (`read_file`).
"""

import dataclasses
from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from houseway.cards.drbg import stream
from houseway.cards.shuffle import shuffled
from houseway.cards.tiles import COPIES, format_tile, format_tiles, parse_tile
from houseway.cards.tiles import TILES as ALL_TILES
from houseway.play.core.actions import Action, choices_text
from houseway.play.core.dice import PIPS
from houseway.play.core.irregularities import Irregularity, find_irregularity
from houseway.play.core.money import in_cents, stated_cents
from houseway.play.core.round import BettingSpot, DealerSetting, Pile
from houseway.play.core.roundfile import RoundFile, check_seats
from houseway.play.core.settlement import Settlement
from houseway.play.core.two_hands import HOUSE_WAY, SettingRound
from houseway.play.core.wagers import betting_spot, check_wagers
from houseway.play.tiles.cases import TILES
from houseway.play.tiles.delivery import USUAL, deliver
from houseway.play.tiles.dice import Shake, first_stack, read_shake
from houseway.play.tiles.plan import Plan, load_plan
from houseway.play.tiles.ranks import TileSet
from houseway.play.tiles.settle import Settler
from houseway.play.tiles.table import (
    PIECES,
    SHOW,
    Seat,
    Table,
    apply,
    by_house_way,
    whole,
    with_seat,
)
from houseway.rules.errors import RuleError

_DEALER_PLACE = 1


class Round(SettingRound[Table], frozen=True):
    """The tiles are set first, then a hand may be given up; the dice of the opening are filled in."""

    irregularity: Irregularity | None = None  # of a record
    dead: int | None = None  # the seat whose hand an irregularity killed: its wagers on tiles are lost

    def _plays(self, index: int) -> bool:
        table = self.table
        on_tiles = [name for name in table.seats[index].wagers if table.plan.wagers[name].spec.decided_by == TILES]
        return index == table.bank or any(not table.dice_lost(name) for name in on_tiles)

    def _dealer_sets(self, index: int) -> bool:
        """30-2609(5): the hand of a co-bank is set by the dealer."""
        return index == self.table.bank and self.table.co_bank

    def waits(self) -> bool:
        seat = self.table.seats[self.turn]
        if not self._plays(self.turn):
            return False
        if self.setting:
            return seat.setting is None and not seat.voided and not self._dealer_sets(self.turn)
        return not seat.surrendered and not seat.voided and self.turn != self.table.bank and SHOW not in seat.actions

    def legal(self, seat: int) -> list[Action]:
        if self.over or seat != self.turn:
            return []
        spec, cite = self.table.plan.game.spec, self.table.plan.game.cite
        if self.setting:
            by_house = Action(HOUSE_WAY[0], rule=cite(spec.house_way.rule))
            exposed = self.irregularity if self.table.may_void == seat else None
            void = [Action("void", rule=cite(exposed.spec.rule))] if exposed is not None else []
            return [Action("set low:", cards=(2, 2), rule=cite(spec.tiles.rule), piece="tiles"), by_house, *void]
        give_up = [Action("surrender", rule=cite(spec.surrender.rule))] if spec.surrender else []
        return [Action(SHOW), *give_up]

    def let_fold(self, happened: Irregularity) -> "Round":
        return replace(self, irregularity=happened, table=dataclasses.replace(self.table, may_void=happened.seat))

    def act(self, seat: int, action: str) -> "Round":
        place = self.check_turn(seat)
        legal = self.legal(seat)
        text = " ".join(action.split())
        if text not in [move.verb for move in legal] and not (self.setting and text.startswith("set ")):
            options = choices_text(legal)
            acted = len(self.table.seats[seat].actions)
            raise RuleError(f"{action!r} is not allowed here; legal are {options}", f"{place}[{acted}]")
        return replace(self, table=with_seat(self.table, seat, apply(self.table, seat, action))).now()

    def suggest(self, seat: int, rng: Random | None = None) -> str:
        """The house way, then to show; with `rng` any legal action."""
        if rng is None:
            return HOUSE_WAY[0] if self.setting else SHOW
        held, move = self.table.seats[seat].tiles, rng.choice(self.legal(seat))
        chosen = format_tiles(rng.sample(held, 2))
        return f"{move.lead} {chosen}" if move.cards is not None else move.lead

    def visible(self, viewer: int | None = None) -> tuple[Pile, ...]:
        table, shake = self.table, self.table.shake
        assert shake is not None
        piles = [Pile("dice", None, tuple(str(die) for die in shake.dice))]
        if table.dealer:
            piles.append(_pile("dealer", None, table.dealer, not self.setting, table.dealer_set if self.over else None))
        for index, seat in enumerate(table.seats):
            turned = self.over or index == viewer or (index == table.bank and not self.setting)  # 30-2608(3)
            set_as = table.hands(index) if turned and not self.setting and self._dealer_sets(index) else seat.setting
            if seat.tiles:
                piles.append(_pile("player", index, seat.tiles, turned, set_as))
        return tuple(piles)

    def warning(self, seat: int, action: str) -> str:
        """What a seat should know before it sets its tiles so: the better two are the high hand, whichever it names."""
        after = self.act(seat, action).table.seats[seat].setting
        if after is None or not self.setting or " ".join(action.split()) in HOUSE_WAY:
            return ""
        named = PIECES.parse_setting(action, self.table.seats[seat].tiles, f"seats[{seat}].actions")
        if sorted(named) == sorted(after.low.tiles):
            return ""
        return f"{format_tiles(named)} rank higher than the other two tiles: they would be played as the high hand"

    def settle(self) -> Settlement:
        start, shake = self.table.plan.game.spec.start, self.table.shake
        first = first_stack(start, shake) if shake is not None and start.by == "total" else None
        return Settler(self.table, self.irregularity, self.dead).settle(first)

    def dealer_settings(self) -> tuple[DealerSetting, ...]:
        table = self.table
        if not self.over or table.dealer_set is None:
            return ()
        held, low = (tuple(format_tiles(tiles).split()) for tiles in (table.dealer, table.dealer_set.low.tiles))
        return (DealerSetting("dealer", "low", held, low),)

    def with_dealer_set(self, stated: Mapping[str, Any]) -> "Round":
        dealer_set = _dealer_set(stated, self.table.plan, self.table.dealer, self.irregularity)
        return replace(self, table=dataclasses.replace(self.table, dealer_set=dealer_set))

    def round_file(self) -> dict[str, Any]:
        table, plain = self.table, msgspec.to_builtins(self.opening)
        kept = {key: plain[key] for key in ("house", "betting", "outcome", "state") if plain[key]}
        low = table.dealer_set.low.tiles if table.dealer_set is not None else ()
        seats = [
            {
                "wagers": given.wagers,
                "position": seat.position,
                **({"cards": format_tiles(seat.tiles).split()} if seat.tiles else {}),
                "actions": list(seat.actions),
            }
            for given, seat in zip(self.opening.seats, table.seats, strict=True)
        ]
        return {
            "game": self.opening.game,
            **kept,
            "seats": seats,
            "dealer": format_tiles(table.dealer).split(),
            **({"dealer_set": {"low": format_tiles(low).split()}} if self.over and low else {}),
        }


def _pile(name: str, seat: int | None, tiles: tuple[int, ...], shown: bool, set_as: TileSet | None = None) -> Pile:
    """A pile; once set it lies as a high and a low hand."""
    if not shown:
        return Pile(name, seat, (), len(tiles))
    hands = (("high", set_as.high.tiles), ("low", set_as.low.tiles)) if set_as is not None else ()
    parts = tuple((part, tuple(format_tiles(held).split())) for part, held in hands)
    return Pile(name, seat, tuple(format_tiles(tiles).split()), parts=parts)


def tiles_of(texts: Any, field: str) -> tuple[int, ...]:
    """Tiles of one hand."""
    if not isinstance(texts, list):
        raise RuleError("must be a list of tiles", field)
    tiles = []
    for place, text in enumerate(texts):
        try:
            tiles.append(parse_tile(text))
        except ValueError as error:
            raise RuleError(str(error), f"{field}[{place}]") from None
    return tuple(tiles)


def _check_copies(piles: list[tuple[str, tuple[int, ...]]]) -> None:
    remaining = list(COPIES)
    for field, tiles in piles:
        for place, tile in enumerate(tiles):
            remaining[tile] -= 1
            if remaining[tile] < 0:
                raise RuleError(f"{format_tile(tile)} is dealt more often than the set holds it", f"{field}[{place}]")


def _bank_seat(file: RoundFile, plan: Plan) -> int | None:
    """The seat that banks: named by the round, or the one that took the bank."""
    given = file.betting.get("bank_seat")
    if given is None:
        bankers = [index for index, seat in enumerate(file.seats) if "bank" in seat.actions]
        given = bankers[0] if bankers else None
    if given is None:
        return None
    if not isinstance(given, int) or isinstance(given, bool) or not 0 <= given < len(file.seats):
        raise RuleError(f"no seat {given!r} in this round", "betting.bank_seat")
    if not plan.game.spec.banking.offered:
        raise RuleError("the house does not offer the bank to players", "betting.bank_seat")
    if len(file.seats) < 2 and not file.betting.get("dealer_wager"):
        raise RuleError("there is nobody to bank for", "betting.bank_seat")
    return given


def seated(file: RoundFile, plan: Plan, bank: int | None = None) -> tuple[Seat, ...]:
    """The seats with their wagers and the tiles that the file records."""
    spec = plan.game.spec
    check_seats(file.seats, spec.seats)
    seats = []
    for index, seat in enumerate(file.seats):
        field = f"seats[{index}].wagers"
        wagers = in_cents(seat.wagers, field)
        if index != bank:
            check_wagers(plan.game, spec.wagers, wagers, field)
        elif any(name not in plan.wagers or plan.wagers[name].spec.decided_by == TILES for name in wagers):
            raise RuleError("the bank has no wager on tiles", field)
        place = seat.position if seat.position is not None else index + 1
        if not 1 <= place <= spec.seats:
            raise RuleError(f"positions are 1 to {spec.seats}, not {place}", f"seats[{index}].position")
        seats.append(Seat(wagers, tiles_of(seat.cards, f"seats[{index}].cards"), place))
    return tuple(seats)


def _needs_shake(plan: Plan, seats: tuple[Seat, ...]) -> bool:
    """Whether some wager is on the dice, or a triple may take one on tiles."""
    on_dice = [name for name, wager in plan.wagers.items() if wager.spec.decided_by != TILES]
    return any(name in seat.wagers for name in (*on_dice, *plan.vigorish.triple_loses) for seat in seats)


def _shake(file: RoundFile, plan: Plan, seats: tuple[Seat, ...]) -> Shake | None:
    if file.outcome or _needs_shake(plan, seats):
        return read_shake(plan.game.spec.start, file.outcome, file.state, len(seats))
    return None


def _dealer_set(
    stated: Mapping[str, Any], plan: Plan, dealer: tuple[int, ...], irregularity: Irregularity | None
) -> TileSet | None:
    """As the round states it, otherwise, or when it was set wrongly, the house way."""
    if not dealer:
        if stated:
            raise RuleError("the dealer has no tiles to set", "dealer_set")
        return None
    whole(dealer, "dealer")
    sides = {side: stated.get(side, []) for side in ("low", "high")}
    for side, given in sides.items():
        if not isinstance(given, list):
            raise RuleError("must be a list of tiles", f"dealer_set.{side}")
    reset = irregularity is not None and irregularity.spec.kind == plan.game.spec.house_way.reset_on
    if reset or not any(sides.values()):
        return by_house_way(plan, dealer)
    low = PIECES.low_of(dealer, sides["low"], sides["high"], f"dealer_set.{'low' if sides['low'] else 'high'}")
    return plan.ranker.set_tiles(dealer, low)


def _banking(file: RoundFile, plan: Plan, seats: tuple[Seat, ...], bank: int | None) -> tuple[bool, int]:
    """Whether the house banks half, and the dealer's wager against the bank."""
    co_bank = file.betting.get("co_bank", False)
    if not isinstance(co_bank, bool):
        raise RuleError("must be true or false", "betting.co_bank")
    banking, field = plan.game.spec.banking, "betting.dealer_wager"
    if co_bank and not banking.co_offered:
        raise RuleError(f"the house does not offer to bank half, {plan.game.cite(banking.co_rule)}", "betting.co_bank")
    wager = stated_cents(file.betting.get("dealer_wager", 0), field)
    if bank is None:
        if co_bank or wager:
            raise RuleError("no player banks this round", "betting.bank_seat")
        return False, 0
    if co_bank and wager:
        rule = plan.game.cite(banking.dealer_wager_rule)
        raise RuleError(f"with a co-bank the dealer may not wager, {rule}", field)
    stack = file.seats[bank].stack
    owed = wager + sum(amount for seat in seats for name, amount in seat.wagers.items() if _on_tiles(plan, name))
    if stack is not None and round(stack * 100) < (owed // 2 if co_bank else owed):
        rule = plan.game.cite(banking.cover_rule)
        raise RuleError(f"the bank cannot cover all wagers, {rule}", f"seats[{bank}].stack")
    return co_bank, wager


def _on_tiles(plan: Plan, name: str) -> bool:
    return plan.wagers[name].spec.decided_by == TILES


def _recorded(file: RoundFile, plan: Plan, irregularity: Irregularity | None, dead: int | None) -> Table:
    """The table of a round file after all recorded actions."""
    bank = _bank_seat(file, plan)
    seats = seated(file, plan, bank)
    dealer = tiles_of(file.dealer, "dealer")
    piles = [(f"piles.{name}", tiles_of(pile, f"piles.{name}")) for name, pile in file.piles.items()]
    laid = [(f"seats[{index}].cards", seat.tiles) for index, seat in enumerate(seats)]
    _check_copies([*laid, ("dealer", dealer), *piles])
    shake = _shake(file, plan, seats)
    may_void = irregularity.seat if irregularity is not None and irregularity.spec.effect == "may_fold" else None
    all_void = irregularity is not None and irregularity.spec.effect == "void_table"
    co_bank, dealer_wager = _banking(file, plan, seats, bank)
    dealer_set = None
    if (
        bank is not None and co_bank and file.dealer_set and not all_void
    ):  # 30-2609(5): the dealer sets the co-bank's hand
        setting = _dealer_set(file.dealer_set, plan, seats[bank].tiles, irregularity)
        seats = (*seats[:bank], dataclasses.replace(seats[bank], setting=setting), *seats[bank + 1 :])
    elif not all_void:
        dealer_set = _dealer_set(file.dealer_set, plan, dealer, irregularity)
    table = Table(plan, seats, dealer, dealer_set, shake, bank, co_bank, dealer_wager, may_void)
    for index, seat in enumerate(file.seats):
        if all_void or index == dead:
            continue
        for action in seat.actions:
            table = with_seat(table, index, apply(table, index, action))
    return table


def _dead_seat(file: RoundFile, plan: Plan) -> int | None:
    """The seat whose hand died by an irregularity, its wager lost."""
    words, recorded = plan.game.spec.dead_hand, file.irregularity
    if words is None or recorded.get("kind") != words.kind or recorded.get("of", "player") != "player":
        return None
    seat = recorded.get("seat", 0 if len(file.seats) == 1 else None)
    if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < len(file.seats):
        raise RuleError("say to which seat the irregularity happened", "irregularity.seat")
    return seat


def read_file(file: RoundFile) -> Round:
    """The round that a file records, at its end."""
    plan = load_plan(file.game, file.house)
    dead, irregularity = _dead_seat(file, plan), None
    if dead is None:
        irregularity = find_irregularity(plan.game.spec.irregularities, file.irregularity, file.seats)
    table = _recorded(file, plan, irregularity, dead)
    return Round(file, table, setting=False, turn=len(table.seats), irregularity=irregularity, dead=dead)


def _shaken(seed: int | None, count: int) -> list[int]:
    """Dice: one of their equally likely falls."""
    fall = stream(seed, "dice").below(len(PIPS) ** count)
    return [PIPS[fall // len(PIPS) ** die % len(PIPS)] for die in range(count)]


def _start(plan: Plan, shake: Shake, bank: int | None) -> int:
    """The place of the first stack, counted from the dealer as one; seats follow, then the dead hand."""
    words = plan.game.spec.start
    counted = first_stack(words, shake)
    if words.by == "eye":
        return _DEALER_PLACE + counted
    first = _DEALER_PLACE if bank is None else _DEALER_PLACE + 1 + bank
    return (first + counted - 2) % words.positions + 1


def open_file(file: RoundFile, seed: int | None) -> Round:
    """The round after the deal; tiles, dice and actions of `file` are ignored."""
    plan = load_plan(file.game, file.house)
    spec = plan.game.spec
    blank = [replace(seat, cards=[], actions=[]) for seat in file.seats]
    outcome = {**file.outcome, "dice": _shaken(seed, spec.start.dice)}
    file = replace(file, seats=blank, dealer=[], dealer_set={}, outcome=outcome)
    bank = _bank_seat(file, plan)
    seats = seated(file, plan, bank)
    shake = read_shake(spec.start, outcome, file.state, len(seats))
    hands = deliver(shuffled(ALL_TILES, seed), str(file.betting.get("delivery", USUAL)))
    start = _start(plan, shake, bank)
    places = {(start - 1 + step) % spec.start.positions + 1: hand for step, hand in enumerate(hands)}
    dealt = []
    for index, seat in enumerate(seats):
        playing = index == bank or any(plan.wagers[name].spec.decided_by == TILES for name in seat.wagers)
        tiles = places[_DEALER_PLACE + (seat.position if spec.start.by == "eye" else index + 1)]
        dealt.append(dataclasses.replace(seat, tiles=tiles if playing else ()))
    co_bank, wager = _banking(file, plan, seats, bank)
    dealer = places[_DEALER_PLACE] if bank is None or wager else ()  # 30-2609(12): without a wager they are collected
    dealer_set = by_house_way(plan, dealer) if dealer else None
    return Round(file, Table(plan, tuple(dealt), dealer, dealer_set, shake, bank, co_bank, wager)).now()


def betting_spots(file: RoundFile) -> tuple[BettingSpot, ...]:
    """The wagers of the game; at least one of those that it asks for must be made."""
    plan = load_plan(file.game, file.house)
    return tuple(betting_spot(plan.game, name, wager.spec) for name, wager in plan.wagers.items())
