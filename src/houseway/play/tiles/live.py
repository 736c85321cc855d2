"""Pai gow tiles and Dragon's Eye at a live table: dice, stacks, setting, and a last chance to surrender."""

import dataclasses
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from houseway.cards.drbg import stream
from houseway.cards.shuffle import shuffled
from houseway.cards.tiles import TILES as ALL_TILES
from houseway.cards.tiles import format_tiles
from houseway.play.core.actions import Action
from houseway.play.core.dice import PIPS
from houseway.play.core.round import BettingSpot, Pile, SettingRound
from houseway.play.core.roundfile import RoundFile
from houseway.play.core.settlement import Settlement
from houseway.play.core.wagers import betting_spot
from houseway.play.tiles.cases import TILES
from houseway.play.tiles.delivery import USUAL, deliver
from houseway.play.tiles.dice import Shake, first_stack, read_shake
from houseway.play.tiles.file import seated, settle_file
from houseway.play.tiles.plan import Plan, load_plan
from houseway.play.tiles.ranks import TileSet
from houseway.play.tiles.table import HOUSE_WAY, SHOW, Table, apply, by_house_way, parse_setting, with_seat
from houseway.rules.errors import RuleError

_DEALER_PLACE = 1


class Round(SettingRound[Table], frozen=True):
    """The tiles are set first, then a hand may be given up; the dice of the opening are filled in."""

    def _plays(self, index: int) -> bool:
        table = self.table
        on_tiles = [name for name in table.seats[index].wagers if table.plan.wagers[name].spec.decided_by == TILES]
        return index == table.bank or any(not table.dice_lost(name) for name in on_tiles)

    def waits(self) -> bool:
        seat = self.table.seats[self.turn]
        if not self._plays(self.turn):
            return False
        if self.setting:
            return seat.setting is None
        return not seat.surrendered and self.turn != self.table.bank and SHOW not in seat.actions

    def legal(self, seat: int) -> list[Action]:
        if self.over or seat != self.turn:
            return []
        spec, cite = self.table.plan.game.spec, self.table.plan.game.cite
        if self.setting:
            by_house = Action(HOUSE_WAY[0], rule=cite(spec.house_way.rule))
            return [Action("set low:", cards=(2, 2), rule=cite(spec.tiles.rule), piece="tiles"), by_house]
        give_up = [Action("surrender", rule=cite(spec.surrender.rule))] if spec.surrender else []
        return [Action(SHOW), *give_up]

    def act(self, seat: int, action: str) -> "Round":
        place = self.check_turn(seat)
        legal = self.legal(seat)
        text = " ".join(action.split())
        if text not in [move.verb for move in legal] and not (self.setting and text.startswith("set ")):
            options = ", ".join(text for move in legal for text in move.examples())
            taken = len(self.table.seats[seat].actions)
            raise RuleError(f"{action!r} is not allowed here; legal are {options}", f"{place}[{taken}]")
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
        piles = [
            Pile("dice", None, tuple(str(die) for die in shake.dice)),
            _pile(
                "dealer",
                None,
                table.dealer,
                not self.setting,
                by_house_way(table.plan, table.dealer) if self.over and table.dealer else None,
            ),
        ]
        for index, seat in enumerate(table.seats):
            if seat.tiles:
                piles.append(_pile("player", index, seat.tiles, self.over or index == viewer, seat.setting))
        return tuple(piles)

    def warning(self, seat: int, action: str) -> str:
        """What a seat should know before it sets its tiles so: the better two are the high hand, whichever it names."""
        after = self.act(seat, action).table.seats[seat].setting
        if after is None or not self.setting or " ".join(action.split()) in HOUSE_WAY:
            return ""
        named = parse_setting(action, self.table.seats[seat].tiles, f"seats[{seat}].actions")
        if sorted(named) == sorted(after.low.tiles):
            return ""
        return f"{format_tiles(named)} rank higher than the other two tiles: they would be played as the high hand"

    def settle(self) -> Settlement:
        return settle_file(msgspec.convert(self.round_file(), RoundFile))

    def round_file(self) -> dict[str, Any]:
        table, plain = self.table, msgspec.to_builtins(self.opening)
        kept = {key: plain[key] for key in ("house", "betting", "outcome", "state") if plain[key]}
        low = by_house_way(table.plan, table.dealer).low.tiles
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
            **({"dealer_set": {"low": format_tiles(low).split()}} if self.over else {}),
        }


def _pile(name: str, seat: int | None, tiles: tuple[int, ...], shown: bool, set_as: TileSet | None = None) -> Pile:
    """A pile; once set it lies as a high and a low hand."""
    if not shown:
        return Pile(name, seat, (), len(tiles))
    hands = (("high", set_as.high.tiles), ("low", set_as.low.tiles)) if set_as is not None else ()
    parts = tuple((part, tuple(format_tiles(held).split())) for part, held in hands)
    return Pile(name, seat, tuple(format_tiles(tiles).split()), parts=parts)


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
    """The round after the deal; tiles, dice and actions of `file` are passed over."""
    plan = load_plan(file.game, file.house)
    spec = plan.game.spec
    bank = file.betting.get("bank_seat")
    if bank is not None and (not isinstance(bank, int) or isinstance(bank, bool) or not 0 <= bank < len(file.seats)):
        raise RuleError(f"no seat {bank!r} in this round", "betting.bank_seat")
    blank = [replace(seat, cards=[], actions=[]) for seat in file.seats]
    outcome = {**file.outcome, "dice": _shaken(seed, spec.start.dice)}
    file = replace(file, seats=blank, dealer=[], dealer_set={}, outcome=outcome)
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
    dealer = places[_DEALER_PLACE]
    table = Table(plan, tuple(dealt), dealer, by_house_way(plan, dealer), shake, bank)
    return Round(file, table).now()


def betting_spots(file: RoundFile) -> tuple[BettingSpot, ...]:
    """The wagers of the game; at least one of those that it asks for must be made."""
    plan = load_plan(file.game, file.house)
    return tuple(betting_spot(plan.game, name, wager.spec) for name, wager in plan.wagers.items())
