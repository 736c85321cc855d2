"""A round file of pai gow tiles or Dragon's Eye: tiles, dice, bank and decisions checked, then settled."""

from typing import Any

from houseway.cards.tiles import COPIES, format_tile, parse_tile
from houseway.play.core.irregularities import Irregularity, find_irregularity
from houseway.play.core.money import cents
from houseway.play.core.roundfile import RoundFile, check_seats
from houseway.play.core.settlement import Settlement
from houseway.play.core.wagers import check_wagers
from houseway.play.tiles.cases import TILES
from houseway.play.tiles.dice import Shake, first_stack, read_shake
from houseway.play.tiles.plan import Plan, load_plan, make_plan
from houseway.play.tiles.ranks import TileSet
from houseway.play.tiles.settle import Settler
from houseway.play.tiles.table import Seat, Table, apply, by_house_way, low_of, whole, with_seat
from houseway.rules.errors import RuleError
from houseway.rules.game import Game
from houseway.rules.tiles import TileGame


def check_game(game: Game[TileGame]) -> None:
    """Compile everything the file says for this house; what is wrong is an error that names the key."""
    make_plan(game)


def tiles_of(texts: Any, field: str) -> tuple[int, ...]:
    """Tiles of one hand."""
    if not isinstance(texts, list):
        raise RuleError("must be a list of tiles", field)
    found = []
    for place, text in enumerate(texts):
        try:
            found.append(parse_tile(text))
        except ValueError as error:
            raise RuleError(str(error), f"{field}[{place}]") from None
    return tuple(found)


def _check_copies(piles: list[tuple[str, tuple[int, ...]]]) -> None:
    left = list(COPIES)
    for field, tiles in piles:
        for place, tile in enumerate(tiles):
            left[tile] -= 1
            if left[tile] < 0:
                raise RuleError(f"{format_tile(tile)} is dealt more often than the set holds it", f"{field}[{place}]")


def _bank_seat(file: RoundFile, plan: Plan) -> int | None:
    """The seat that banks: named by the round, or the one that took the bank."""
    given = file.betting.get("bank_seat")
    if given is None:
        taken = [index for index, seat in enumerate(file.seats) if "bank" in seat.actions]
        given = taken[0] if taken else None
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
        wagers = {name: cents(amount, f"{field}.{name}") for name, amount in seat.wagers.items()}
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
    file: RoundFile, plan: Plan, dealer: tuple[int, ...], irregularity: Irregularity | None
) -> TileSet | None:
    """As the round states it, otherwise, or when it was set wrongly, the house way."""
    if not dealer:
        return None
    whole(dealer, "dealer")
    sides = {side: file.dealer_set.get(side, []) for side in ("low", "high")}
    for side, given in sides.items():
        if not isinstance(given, list):
            raise RuleError("must be a list of tiles", f"dealer_set.{side}")
    reset = irregularity is not None and irregularity.spec.kind == plan.game.spec.house_way.reset_on
    if reset or not any(sides.values()):
        return by_house_way(plan, dealer)
    low = low_of(dealer, sides["low"], sides["high"], f"dealer_set.{'low' if sides['low'] else 'high'}")
    return plan.ranker.set_tiles(dealer, low)


def _banking(file: RoundFile, plan: Plan, table: Table) -> tuple[bool, int]:
    """Whether the house banks half, and the dealer's wager against the bank."""
    co_bank = file.betting.get("co_bank", False)
    if not isinstance(co_bank, bool):
        raise RuleError("must be true or false", "betting.co_bank")
    given = file.betting.get("dealer_wager", 0)
    field = "betting.dealer_wager"
    if isinstance(given, bool) or not isinstance(given, int | float):
        raise RuleError("must be an amount of dollars", field)
    wager = cents(given, field) if given else 0
    if table.bank is None:
        if co_bank or wager:
            raise RuleError("no player banks this round", "betting.bank_seat")
        return False, 0
    if co_bank and wager:
        rule = plan.game.cite(plan.game.spec.banking.dealer_wager_rule)
        raise RuleError(f"with a co-bank the dealer may not wager, {rule}", field)
    stack = file.seats[table.bank].stack
    owed = wager + sum(amount for seat in table.seats for name, amount in seat.wagers.items() if _on_tiles(plan, name))
    if stack is not None and round(stack * 100) < (owed // 2 if co_bank else owed):
        rule = plan.game.cite(plan.game.spec.banking.cover_rule)
        raise RuleError(f"the bank cannot cover all wagers, {rule}", f"seats[{table.bank}].stack")
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
    dealer_set = None if all_void else _dealer_set(file, plan, dealer, irregularity)
    table = Table(plan, seats, dealer, dealer_set, shake, bank, may_void=may_void)
    co_bank, wager = _banking(file, plan, table)
    table = Table(plan, seats, dealer, dealer_set, shake, bank, co_bank, wager, may_void)
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


def settle_file(file: RoundFile) -> Settlement:
    """Settle a round file."""
    plan = load_plan(file.game, file.house)
    dead = _dead_seat(file, plan)
    irregularity = (
        None if dead is not None else find_irregularity(plan.game.spec.irregularities, file.irregularity, file.seats)
    )
    table = _recorded(file, plan, irregularity, dead)
    start, first = plan.game.spec.start, None
    if table.shake is not None and start.by == "total":
        first = first_stack(start, table.shake)
    return Settler(table, irregularity, dead).settle(first)
