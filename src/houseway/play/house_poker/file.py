"""A round file of house poker: replayed through the same round that live play uses, then settled."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from houseway.play.core.meters import Meters
from houseway.play.core.money import cents, dollars
from houseway.play.core.roundfile import RoundFile, SeatFile, cards, check_copies, meter_cents
from houseway.play.core.settlement import Line, Settlement
from houseway.play.core.wagers import check_limits, check_needs, no_such_wager
from houseway.play.house_poker.plan import Plan, load_plan, make_plan
from houseway.play.house_poker.round import PASS, Round
from houseway.play.house_poker.settle import Settler
from houseway.play.house_poker.table import Recorded, Seat, Stock, pile_field
from houseway.rules.errors import RuleError
from houseway.rules.game import Game
from houseway.rules.house_poker import HousePoker, Total
from houseway.rules.words import Irregularity

Spot = tuple[int, str, SeatFile]  # the player's seat, the prefix of its wagers (`hand_2.`), what is on the spot


def spots(seats: Sequence[SeatFile]) -> list[Spot]:
    """Each hand of each player as a spot of its own: `hand_2.ante` and `hand_2 fold` belong to the second."""
    result: list[Spot] = []
    for index, seat in enumerate(seats):
        if not seat.hands:
            result.append((index, "", seat))
            continue
        for number, hand in enumerate(seat.hands, start=1):
            prefix = f"hand_{number}"
            first = number == 1
            wagers = {
                k.removeprefix(f"{prefix}."): v
                for k, v in seat.wagers.items()
                if k.startswith(f"{prefix}.") or (first and "." not in k)
            }
            actions = [
                a.removeprefix(f"{prefix} ")
                for a in seat.actions
                if a.startswith(f"{prefix} ") or (first and not a.startswith("hand_"))
            ]
            plain = first and not any(k.startswith(f"{prefix}.") for k in seat.wagers)
            result.append(
                (index, "" if plain else f"{prefix}.", SeatFile(wagers, hand, actions=actions, position=seat.position))
            )
    return result


def check_spots(seats: Sequence[SeatFile], found: Sequence[Spot], most: int) -> None:
    """No player plays more than `most` hands, and every wager on a hand is on one that was dealt."""
    for player, seat in enumerate(seats):
        if len(seat.hands) > most:
            raise RuleError(f"a player may play {most} hand{'s' * (most > 1)} at once", f"seats[{player}].hands")
        for name in seat.wagers:
            if "." in name and not any(name.startswith(p) for owner, p, _ in found if owner == player and p):
                raise RuleError("a wager on a hand that was not dealt", f"seats[{player}].wagers.{name}")


def check_wagers(plan: Plan, wagers: dict[str, int], field: str) -> None:
    """The wagers of one spot are ones the game has, together and in amount as the rules and the house allow."""
    game = plan.game
    for name, amount in wagers.items():
        place, wager = f"{field}.{name}", plan.wagers.get(name)
        if wager is None or wager.words.on:
            known = [
                n for n, w in plan.wagers.items() if not w.words.on and (w.words.blind or n not in plan.placed_later)
            ]
            raise no_such_wager(game, name, known, place)
        words = wager.words
        if not words.offered:
            raise RuleError(f"the house does not offer {name}, {game.cite(words.rule)}", place)
        if name in plan.placed_later and not words.blind:
            raise RuleError(f"{name} is made by an action after the deal, not before it", place)
        if words.equals in wagers and amount != wagers[words.equals] * Fraction(str(words.share)):
            part = "" if words.share == 1 else f"{words.share:g} times "
            raise RuleError(f"{name} must equal {part}{words.equals}, {game.cite(words.rule)}", place)
        if words.needs:
            check_needs(game, name, wagers, words.rule, place, needs=words.needs)
        if words.bars and (barred := [other for other in words.bars if other in wagers]):
            raise RuleError(f"{name} is not allowed beside {', '.join(barred)}, {game.cite(words.rule)}", place)
        if words.stakes and amount not in [round(stake * 100) for stake in words.stakes]:
            allowed = ", ".join(f"${stake:g}" for stake in words.stakes)
            raise RuleError(f"{name} may only be {allowed}, {game.cite(words.rule)}", place)
        if words.step and amount % round(words.step * 100):
            raise RuleError(f"{name} must be a multiple of ${words.step:g}, {game.cite(words.rule)}", place)
        if words.limit or game.house.limits:
            check_limits(game, name, amount, words.limit, place)
    for name in plan.required:
        if name not in wagers and all(other in wagers for other in plan.wagers[name].words.needs):
            raise RuleError(f"the wager {name} is required", f"{field}.{name}")
    for total in game.spec.totals:
        _check_total(game, total, wagers, field)
    if game.spec.one_of and not any(name in wagers for name in game.spec.one_of):
        raise RuleError(f"one of {', '.join(game.spec.one_of)} is required", field)


def _check_total(game: Game[HousePoker], total: Total, wagers: dict[str, int], field: str) -> None:
    placed = [name for name in total.wagers if name in wagers]
    amount = sum(wagers[name] for name in placed)
    for option, word in ((total.least, "least"), (total.most, "most")):
        bound = round(float(game.options[option]) * 100) if option else 0
        if placed and bound and (amount < bound if word == "least" else amount > bound):
            limit = f"at {word} ${dollars(bound)}, not ${dollars(amount)}"
            message = f"{' and '.join(placed)} must be {limit}, {game.cite(total.rule)}"
            raise RuleError(message, f"{field}.{placed[0]}")


def _mishap(
    plan: Plan, irregularity: dict[str, Any], players: Sequence[SeatFile]
) -> tuple[Irregularity | None, int | None]:
    """What the recorded irregularity does, and to which seat: the one it names, or the only one without cards."""
    if not irregularity:
        return None, None
    seats = len(players)
    kind, count, of = irregularity.get("kind"), irregularity.get("count", 1), irregularity.get("of", "")
    seat = irregularity.get("seat")
    if seat is not None and (not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < seats):
        raise RuleError(f"no seat {seat!r} in this round", "irregularity.seat")
    if not isinstance(count, int):
        raise RuleError("must be a whole number", "irregularity.count")
    side = of or ("player" if seat is not None else "")
    known = [one for one in plan.game.spec.irregularities if one.kind == kind]
    if not known:
        kinds = ", ".join(dict.fromkeys(one.kind for one in plan.game.spec.irregularities))
        raise RuleError(
            f"the rules of this game know no irregularity {kind!r}; they know {kinds or 'none'}",
            "irregularity.kind",
        )
    fitting = [one for one in known if count >= one.at_least and (not one.of or not side or one.of == side)]
    if not fitting:
        return None, None
    mishap = max(fitting, key=lambda one: (bool(one.of) and one.of == side, one.at_least))
    if mishap.effect in ("void_seat", "void_wagers") and seat is None:
        without = [index for index, player in enumerate(players) if not player.cards and not player.hands]
        if seats != 1 and len(without) != 1:
            raise RuleError("say which seat the irregularity befell", "irregularity.seat")
        seat = without[0] if without else 0
    return mishap, seat


def _void_players(mishap: Irregularity | None, seat: int | None, seats: int) -> Sequence[int]:
    """The players whose hands a mishap kills."""
    if mishap is not None and mishap.effect == "void_table":
        return range(seats)
    return [seat] if mishap is not None and mishap.effect == "void_seat" and seat is not None else []


def start(
    file: RoundFile, plan: Plan, stock: Stock | None = None, void: Sequence[int] = ()
) -> tuple[Round, list[Spot]]:
    """The round at its first decision, dealt from `stock`, or from the cards that the file records."""
    if not file.seats:
        raise RuleError("a round needs at least one seat", "seats")
    if len(file.seats) > max(plan.game.spec.seats, 1):
        raise RuleError(f"the table has {plan.game.spec.seats} seats", "seats")
    found = spots(file.seats)
    seats, hands, laid = [], [], []
    for index, (player, prefix, spot) in enumerate(found):
        field = f"seats[{player}].wagers"
        wagers = {name: cents(amount, f"{field}.{prefix}{name}") for name, amount in spot.wagers.items()}
        check_wagers(plan, wagers, field)
        seats.append(Seat(wagers, dead=player in void))
        place = f"seats[{player}].cards"
        if file.seats[player].hands:
            place = f"seats[{player}].hands[{sum(other == player for other, _, _ in found[:index])}]"
        hand = cards(spot.cards, place)
        hands.append(hand)
        laid.append((place, hand))
    check_spots(file.seats, found, plan.game.spec.hands_per_player)
    piles = {"dealer": cards(file.dealer, "dealer"), "community": cards(file.community, "community")}
    for name, pile in file.piles.items():
        piles[name] = cards(pile, f"piles.{name}")
    laid += [(pile_field(name), pile) for name, pile in piles.items()]
    check_copies(laid, plan.game.spec.deck)
    return Round(plan, stock or Recorded(tuple(hands), piles), tuple(seats)).advance(), found


def replay(now: Round, found: list[Spot], may_fold: str = "") -> Round:
    """The round after all recorded actions; a dead hand may stop anywhere.

    `may_fold`: the paragraph of a mishap after which a seat may fold, stakes back, where the game has no fold.
    """
    queues = [list(spot.actions) for _, _, spot in found]
    while not now.over:
        turn = now.turn
        queue, optional = queues[turn], now.optional
        after = _after(now, queue[0]) if queue and (optional or may_fold or now.seats[turn].dead) else None
        if now.seats[turn].dead and after is None and not optional:
            now = now.leave(turn)
        elif may_fold and queue[:1] == ["fold"] and after is None:
            queue.pop(0)
            now = now.leave(turn, may_fold)
        elif queue and (after is not None or not optional):
            if now.plan.blind[now.stage] and len(queue) > 1 and now.places_ahead(queue[1]):
                now = now.act(turn, queue.pop(1))
            else:
                action = queue.pop(0)
                now = after or now.act(turn, action)
        elif optional:
            now = now.act(turn, PASS)
        else:
            legal = ", ".join(text for one in now.legal(turn) for text in one.examples())
            raise RuleError(f"a decision is missing; legal are {legal}", f"seats[{found[turn][0]}].actions")
    for turn, queue in enumerate(queues):
        if may_fold and queue == ["fold"] and not now.seats[turn].folded:
            now = now.leave(turn, may_fold)
        elif queue and not now.seats[turn].dead:
            raise RuleError(
                f"{queue[0]!r} comes when there is nothing left to decide", f"seats[{found[turn][0]}].actions"
            )
    return now


def _after(now: Round, action: str) -> Round | None:
    """The round after an action; None where it is not allowed."""
    try:
        return now.act(now.turn, action)
    except RuleError:
        return None


def check_no_extra(now: Round, file: RoundFile, found: list[Spot]) -> None:
    """No pile holds more cards than the game deals, save the burned cards, which a new shoe or dealer adds to."""
    for index, (player, _, spot) in enumerate(found):
        if len(spot.cards) > now.seats[index].due:
            raise RuleError(
                f"{len(spot.cards)} cards where the game deals {now.seats[index].due}",
                f"seats[{player}].cards",
            )
    for name, pile in (("dealer", file.dealer), ("community", file.community), *file.piles.items()):
        due = now.piles.due.get(name, 0)
        if len(pile) > due and not (name == "burn" and any(stage.burn for stage in now.plan.stages)):
            raise RuleError(f"{len(pile)} cards where the game deals {due}", pile_field(name))


def _as_dealt(now: Round, pile: str) -> Round:
    """The round in which a misdealt pile counts with the cards it has: wagers that go on are judged on them."""
    due = {**now.piles.due, pile: min(now.piles.due.get(pile, 0), len(now.piles.cards.get(pile, ())))}
    return replace(now, piles=replace(now.piles, due=due))


def settle_round(
    now: Round,
    meters: dict[str, int],
    hands_dealt: int,
    mishap: Irregularity | None = None,
    struck: Sequence[int] = (),
    owners: Sequence[int] = (),
) -> Settlement:
    """The settled round, each spot as a seat."""
    left = Meters(meters)
    settler = Settler(now, left, hands_dealt, mishap, struck, owners)
    lines = tuple([tuple([ruling.line for ruling in rulings]) for rulings in settler.settle()])
    tips = any(wager.words.dealer_envy for wager in now.plan.wagers.values())
    return Settlement(
        game=now.plan.game.spec.id,
        seats=lines,
        meters=left.left(),
        awards=left.awards(),
        dealer_envy=settler.tipped if tips else None,
    )


def hands_dealt(plan: Plan, seats: int) -> int:
    """How many hands a price by number of hands counts."""
    return seats + (plan.game.spec.hands_counted == "players_and_dealer")


def settle_file(file: RoundFile) -> Settlement:
    """Settle a round file."""
    plan = load_plan(file.game, file.house)
    mishap, seat = _mishap(plan, file.irregularity, file.seats)
    now, found = start(file, plan, void=_void_players(mishap, seat, len(file.seats)))
    struck = [index for index, (player, _, _) in enumerate(found) if player == seat]
    now = replay(now, found, plan.game.cite(mishap.rule) if mishap and mishap.effect == "may_fold" else "")
    if mishap is None:
        check_no_extra(now, file, found)
    elif mishap.of == "dealer":
        now = _as_dealt(now, "dealer")
    count = file.extra.get("total_hands", hands_dealt(plan, len(found)))
    if not isinstance(count, int) or isinstance(count, bool):
        raise RuleError("must be a whole number", "extra.total_hands")
    owners = [player for player, _, _ in found]
    settled = settle_round(now, meter_cents(file.meters), count, mishap, struck, owners)
    seats: list[list[Line]] = [[] for _ in file.seats]
    for (player, prefix, _), spot_lines in zip(found, settled.seats, strict=True):
        seats[player] += [replace(line, wager=prefix + line.wager) for line in spot_lines] if prefix else spot_lines
    return replace(settled, seats=tuple(map(tuple, seats)))


def check_game(game: Game[HousePoker]) -> None:
    """Compile all that the engine reads of a configured game; what is wrong is an error that names the key."""
    plan = make_plan(game)
    tables = [result.table for wager in plan.wagers.values() for result in wager.results.values()]
    used = {table.name for table in (*tables, *(wager.table for wager in plan.wagers.values())) if table}
    patches = [patch for option in game.spec.options.values() for patch in option.sets.values()]
    used |= {value for patch in patches for path, value in patch.items() if path.endswith(".pays")}
    for name in game.spec.pay_tables:
        if name not in used:
            raise RuleError("no wager pays by this table", f"{game.spec.id}: pay_tables.{name}")
