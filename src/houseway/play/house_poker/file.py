"""A round file of house poker: replayed through the same round that live play uses, then settled."""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from houseway.play.core.award import Meters
from houseway.play.core.bank import Bank, bank_amount, cover, printed_order
from houseway.play.core.collection import collected
from houseway.play.core.irregularities import Irregularity, find_irregularity
from houseway.play.core.money import cents, in_dollars
from houseway.play.core.roundfile import (
    RoundFile,
    Spot,
    cards,
    check_copies,
    check_seats,
    check_spots,
    meter_cents,
    spots,
    stakes_behind,
)
from houseway.play.core.settlement import Fees, Line, PotShare, Settlement
from houseway.play.core.wagers import check_wagers
from houseway.play.house_poker.plan import Plan, load_plan, make_plan
from houseway.play.house_poker.round import PASS, Round, check_selected
from houseway.play.house_poker.setting import KEPT, Parts
from houseway.play.house_poker.settle import Settler
from houseway.play.house_poker.table import Recorded, Seat, Shoe, Stock, pile_field
from houseway.rules.errors import RuleError
from houseway.rules.game import Game
from houseway.rules.house_poker import HousePoker


def check_spot(plan: Plan, wagers: dict[str, int], field: str) -> None:
    """The wagers of one spot are ones the game has, together and in amount as the rules and the house allow."""
    check_wagers(plan.game, plan.takes, wagers, field, later=plan.only_later)


def _piles(file: RoundFile) -> dict[str, tuple[int, ...]]:
    """The recorded piles that no seat owns; a list of hands is a pile for each: `hands.1`, `hands.2`."""
    found = {"dealer": cards(file.dealer, "dealer"), "community": cards(file.community, "community")}
    for name, pile in file.piles.items():
        if isinstance(pile, list) and pile and all(isinstance(hand, list) for hand in pile):
            for place, hand in enumerate(pile):
                found[f"{name}.{place + 1}"] = cards(hand, f"piles.{name}[{place}]")
        else:
            found[name] = cards(pile, f"piles.{name}")
    return found


def _check_alike(plan: Plan, found: list[Spot], seats: list[Seat]) -> None:
    """A wager that must be the same on all hands of a player is."""
    first: dict[tuple[int, str], int] = {}
    for (player, prefix, _), seat in zip(found, seats, strict=True):
        for name, wager in plan.takes.items():
            if not wager.same_on_hands or name not in seat.wagers:
                continue
            amount = first.setdefault((player, name), seat.wagers[name])
            if amount != seat.wagers[name]:
                rule = plan.game.cite(wager.rule)
                problem = f"{name} must be {in_dollars(amount)} as on the player's first hand, {rule}"
                raise RuleError(problem, f"seats[{player}].wagers.{prefix}{name}")


def _dealer_set(file: RoundFile) -> Parts:
    """The cards as the dealer set them; `keep` names the part that is kept."""
    stated = file.dealer_set.items()
    return {KEPT if name == "keep" else name: cards(given, f"dealer_set.{name}") for name, given in stated}


def start(
    file: RoundFile, plan: Plan, stock: Stock | None = None, void: Sequence[int] = ()
) -> tuple[Round, list[Spot]]:
    """The round at its first decision, dealt from `stock`, or from the cards that the file records."""
    check_seats(file.seats, plan.game.spec.seats)
    found = spots(file.seats)
    seats, hands, laid = [], [], []
    for index, (player, prefix, spot) in enumerate(found):
        field = f"seats[{player}].wagers"
        wagers = {name: cents(amount, f"{field}.{prefix}{name}") for name, amount in spot.wagers.items()}
        check_spot(plan, wagers, field)
        selected = (
            check_selected(spot.select, plan.selects, plan.sizes, f"seats[{player}].select") if spot.select else ()
        )
        seats.append(Seat(wagers, dead=player in void, selected=selected))
        place = f"seats[{player}].cards"
        if file.seats[player].hands:
            place = f"seats[{player}].hands[{sum(other == player for other, _, _ in found[:index])}]"
        hand = cards(spot.cards, place)
        hands.append(hand)
        laid.append((place, hand))
    check_spots(file.seats, found, plan.game.spec.hands_per_player, plan.takes)
    _check_alike(plan, found, seats)
    piles = _piles(file)
    packs = plan.game.spec.packs
    laid += [(pile_field(name), pile) for name, pile in piles.items() if name not in packs]
    check_copies(laid, plan.game.spec.deck)
    for name, pack in packs.items():
        check_copies([(pile_field(name), piles.get(name, ()))], pack)
    given = _dealer_set(file) if stock is None else {}
    if given and not any(stage.dealer for stage in plan.stages):
        raise RuleError("the dealer of this game sets no cards", "dealer_set")
    cards_from = stock or Recorded(tuple(hands), piles)
    used = stock.used if isinstance(stock, Shoe) else 0
    return Round(plan, cards_from, tuple(seats), used=used, dealer_set=given).advance(), found


def replay(now: Round, found: list[Spot], may_fold: str = "") -> Round:
    """The round after all recorded actions; a dead hand may stop anywhere.

    `may_fold`: the paragraph of an irregularity after which a seat may fold, stakes back, where the game has no fold.
    """
    queues = [list(spot.actions) for _, _, spot in found]
    while not now.over:
        turn = now.turn
        queue, optional = queues[turn], now.optional
        _bring_forward(queue, now.plan.stages[now.stage].hand)
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
        elif forced := now.forced():
            now = now.act(turn, forced)
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


def _bring_forward(queue: list[str], hand: str) -> None:
    """The next action for a hand first, where a seat acts for several and records them in any order."""
    own = [action for action in queue if hand and action.split(" ")[0] == hand]
    if own:
        queue.remove(own[0])
        queue.insert(0, own[0])


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
    for name, pile in _piles(file).items():
        due = now.piles.due.get(name, 0)
        if len(pile) > due and not (name == "burn" and any(stage.burn for stage in now.plan.stages)):
            raise RuleError(f"{len(pile)} cards where the game deals {due}", pile_field(name))


def _as_dealt(now: Round, pile: str) -> Round:
    """The round in which a misdealt pile counts with the cards it has: wagers that go on are judged on them."""
    due = {**now.piles.due, pile: min(now.piles.due.get(pile, 0), len(now.piles.cards.get(pile, ())))}
    return replace(now, piles=replace(now.piles, due=due))


def fees(now: Round, behind: Sequence[Mapping[str, int]] = ()) -> Fees | None:
    """The collection of a round that a player banks, by the wagers made before the cards."""
    plan = now.plan
    if plan.game.spec.bank is None:
        return None
    before = [name for name in plan.takes if name not in plan.only_later]
    return collected(plan.game, [seat.wagers for seat in now.seats], before, plan.required, behind)


def settle_round(
    now: Round,
    meters: dict[str, int],
    hands_dealt: int,
    irregularity: Irregularity | None = None,
    owners: Sequence[int] = (),
    betting: dict[str, Any] | None = None,
    behind: Sequence[Mapping[str, int]] = (),
) -> Settlement:
    """The settled round, each spot as a seat."""
    left = Meters(meters)
    settler = Settler(now, left, hands_dealt, irregularity, owners, betting or {})
    lines = tuple([tuple([ruling.line for ruling in rulings]) for rulings in settler.settle()])
    plan, player_dealer = now.plan, None
    if plan.game.spec.bank is not None:
        bank = Bank(bank_amount(betting or {}), plan.game.spec.bank.covers)
        order = printed_order(lines, plan.order, passes=plan.game.spec.settle.passes)
        lines = tuple(map(tuple, cover(bank, lines, order, plan.game.cite(plan.game.spec.bank.rule))))
        player_dealer = bank.net
    tips = any(wager.spec.dealer_envy for wager in now.plan.wagers.values())
    return Settlement(
        game=now.plan.game.spec.id,
        seats=lines,
        meters=left.left(),
        awards=left.awards(),
        dealer_envy=settler.tipped if tips else None,
        pots=tuple(PotShare(pot.amount, tuple(pot.stakes)) for pot in settler.pots.values()) or None,
        rake=sum(pot.rake for pot in settler.pots.values()) if settler.pots else None,
        player_dealer=player_dealer,
        collection=fees(now, behind),
        choices=now.chosen,
    )


def hands_dealt(plan: Plan, seats: int) -> int:
    """How many hands a price by number of hands counts."""
    return seats + (plan.game.spec.hands_counted == "players_and_dealer")


def _of_hand(happened: Irregularity, now: Round, piles: dict[str, tuple[int, ...]]) -> Irregularity:
    """The irregularity of a shared hand; where the file does not name the hand, it has a wrong number of cards."""
    hands = {name: hand.parts[0].pile for name, hand in now.plan.hands.items() if hand.parts and not hand.own}
    if not happened.hand:
        wrong = [name for name, pile in hands.items() if len(piles.get(pile, ())) != now.piles.due.get(pile, 0)]
        if len(wrong) != 1:
            raise RuleError("say which hand the irregularity happened to", "irregularity.hand")
        return dataclasses.replace(happened, hand=wrong[0])
    if happened.hand not in hands:
        raise RuleError(f"no hand {happened.hand!r} here; hands are {', '.join(hands)}", "irregularity.hand")
    return happened


def settle_file(file: RoundFile) -> Settlement:
    """Settle a round file."""
    plan = load_plan(file.game, file.house)
    happened = find_irregularity(plan.game.spec.irregularities, file.irregularity, file.seats)
    void = [player for player in range(len(file.seats)) if happened is not None and happened.kills(player)]
    now, found = start(file, plan, void=void)
    may_fold = happened is not None and happened.spec.effect == "may_fold"
    now = replay(now, found, plan.game.cite(happened.spec.rule) if happened is not None and may_fold else "")
    if happened is None:
        check_no_extra(now, file, found)
    elif happened.spec.effect == "void_hand":
        happened = _of_hand(happened, now, _piles(file))
    elif happened.spec.of == "dealer":
        now = _as_dealt(now, "dealer")
    count = file.extra.get("total_hands", hands_dealt(plan, len(found)))
    if not isinstance(count, int) or isinstance(count, bool):
        raise RuleError("must be a whole number", "extra.total_hands")
    owners = [player for player, _, _ in found]
    settled = settle_round(now, meter_cents(file.meters), count, happened, owners, file.betting, stakes_behind(file))
    seats: list[list[Line]] = [[] for _ in file.seats]
    for (player, prefix, _), spot_lines in zip(found, settled.seats, strict=True):
        seats[player] += [replace(line, wager=prefix + line.wager) for line in spot_lines] if prefix else spot_lines
    return replace(settled, seats=tuple(map(tuple, seats)))


def check_game(game: Game[HousePoker]) -> None:
    """Compile all that the engine reads of a configured game; what is wrong is an error that names the key."""
    plan = make_plan(game)
    used = {table.name for wager in plan.wagers.values() for table in wager.tables}
    patches = [patch for option in game.spec.options.values() for patch in option.sets.values()]
    used |= {value for patch in patches for path, value in patch.items() if path.endswith(".pay_table")}
    for name in game.spec.pay_tables:
        if name not in used:
            raise RuleError("no wager pays by this table", f"{game.spec.id}: pay_tables.{name}")
