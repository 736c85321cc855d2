"""What lies on the table: the seats with their tiles, the dealer's tiles, the shake, and who banks."""

from dataclasses import dataclass, field, replace
from itertools import pairwise

from houseway.cards.tiles import format_tile, parse_tile
from houseway.play.tiles.dice import Shake
from houseway.play.tiles.plan import Plan
from houseway.play.tiles.ranks import TileSet, house_way
from houseway.rules.errors import RuleError

HAND = 4
HOUSE_WAY = ("house way", "set house way")
SHOW = "show"


@dataclass(frozen=True, slots=True)
class Seat:
    """A player: wagers, tiles and decisions."""

    wagers: dict[str, int]
    tiles: tuple[int, ...] = ()
    position: int = 1  # as printed on the layout
    setting: TileSet | None = None
    surrendered: bool = False
    voided: bool = False  # the player chose to void an exposed hand
    actions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A round; `bank` is the seat that banks, None where the house does."""

    plan: Plan
    seats: tuple[Seat, ...]
    dealer: tuple[int, ...] = ()
    dealer_set: TileSet | None = None
    shake: Shake | None = None
    bank: int | None = None
    co_bank: bool = False
    dealer_wager: int = 0
    may_void: int | None = field(default=None)  # the seat whose tiles were exposed

    def opponent(self) -> TileSet:
        """The hands of the dealer or the bank."""
        if self.bank is None:
            return self.dealer_hands()
        return self.hands(self.bank)

    def dealer_hands(self) -> TileSet:
        if self.dealer_set is None:
            raise RuleError(f"needs {HAND} tiles, has {len(self.dealer)}", "dealer")
        return self.dealer_set

    def hands(self, index: int) -> TileSet:
        setting = self.seats[index].setting
        if setting is None:
            if index == self.bank and self.co_bank:  # 30-2609(5): the dealer sets it the house way
                return by_house_way(self.plan, whole(self.seats[index].tiles, f"seats[{index}].cards"))
            raise RuleError("a decision is missing; legal are set low: TILES, house way", f"seats[{index}].actions")
        return setting

    def dice_lost(self, wager: str) -> bool:
        """Whether a triple of the dice takes this wager."""
        return self.shake is not None and self.shake.triple and wager in self.plan.vigorish.triple_loses


def whole(tiles: tuple[int, ...], place: str) -> tuple[int, ...]:
    if len(tiles) != HAND:
        raise RuleError(f"needs {HAND} tiles, has {len(tiles)}", place)
    return tiles


def by_house_way(plan: Plan, tiles: tuple[int, ...]) -> TileSet:
    return house_way(plan.game.spec.house_way, plan.ranker, tiles)


def low_of(held: tuple[int, ...], low: list[str], high: list[str], place: str) -> tuple[int, ...]:
    """The two tiles apart, named as the low hand or left over by the high hand."""
    named = []
    left = list(held)
    for word in [*low, *high]:
        try:
            tile = parse_tile(word)
        except ValueError as error:
            raise RuleError(str(error), place) from None
        if tile not in left:
            raise RuleError(f"{format_tile(tile)} is not in the hand", place)
        left.remove(tile)
        named.append(tile)
    if len(low) != 2 and not (not low and len(high) == 2):
        raise RuleError(f"the low hand has 2 tiles, not {len(low)}", place)
    if low and high and len(high) != 2:
        raise RuleError(f"the high hand has 2 tiles, not {len(high)}", place)
    return tuple(named[:2]) if low else tuple(left)


def parse_setting(text: str, held: tuple[int, ...], place: str) -> tuple[int, ...]:
    """The two tiles that `set low: 4-6 1-6` keeps apart."""
    words = text.replace(":", ": ").replace(",", " ").split()
    marks = [index for index, word in enumerate(words) if word.rstrip(":") in ("low", "high")]
    if not marks or marks[0] != 1:
        raise RuleError(f"cannot read {text!r}; write set low: TILE TILE", place)
    parts = {words[a].rstrip(":"): words[a + 1 : b] for a, b in pairwise([*marks, len(words)])}
    return low_of(held, parts.get("low", []), parts.get("high", []), place)


def apply(table: Table, index: int, action: str) -> Seat:
    """The seat after its action; what is not allowed is an error that names the place."""
    plan, seat = table.plan, table.seats[index]
    place = f"seats[{index}].actions[{len(seat.actions)}]"
    text = " ".join(action.split())
    verb = text.split(" ")[0]
    spec = plan.game.spec
    if (verb == "bank" and index == table.bank) or verb == "decline":
        after = seat
    elif verb == "void" and table.may_void == index and seat.setting is None:
        after = replace(seat, voided=True)
    elif text == "surrender" and spec.surrender is not None and index != table.bank and not seat.surrendered:
        after = replace(seat, surrendered=True)
    elif text == SHOW and seat.setting is not None:
        after = seat
    elif seat.setting is None and text in HOUSE_WAY:
        after = replace(seat, setting=by_house_way(plan, whole(seat.tiles, f"seats[{index}].cards")))
    elif seat.setting is None and verb == "set":
        tiles = whole(seat.tiles, f"seats[{index}].cards")
        after = replace(seat, setting=plan.ranker.set_tiles(tiles, parse_setting(text, tiles, place)))
    else:
        legal = "set low: TILES, house way, surrender" if seat.setting is None else "surrender"
        raise RuleError(f"{action!r} is not allowed here; legal are {legal}", place)
    return replace(after, actions=(*seat.actions, action))


def with_seat(table: Table, index: int, seat: Seat) -> Table:
    return replace(table, seats=(*table.seats[:index], seat, *table.seats[index + 1 :]))
