"""What lies on the table: the seats with their tiles, the dealer's tiles, the shake, and who banks."""

from dataclasses import dataclass, field, replace

from houseway.cards.tiles import format_tile, parse_tile
from houseway.play.core.two_hands import HOUSE_WAY, Pieces
from houseway.play.tiles.dice import Shake
from houseway.play.tiles.plan import Plan
from houseway.play.tiles.ranks import TileSet, house_way
from houseway.rules.errors import RuleError

HAND = 4
SHOW = "show"
PIECES = Pieces(parse_tile, format_tile, "tile")


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
            raise RuleError(
                "a decision is missing: two tiles are set low, or the house way is asked for", f"seats[{index}].actions"
            )
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
        after = replace(seat, setting=plan.ranker.set_tiles(tiles, PIECES.parse_setting(text, tiles, place)))
    else:
        legal = "set low: TILES, house way, surrender" if seat.setting is None else "surrender"
        raise RuleError(f"{action!r} is not allowed here; legal are {legal}", place)
    return replace(after, actions=(*seat.actions, action))


def with_seat(table: Table, index: int, seat: Seat) -> Table:
    return replace(table, seats=(*table.seats[:index], seat, *table.seats[index + 1 :]))
