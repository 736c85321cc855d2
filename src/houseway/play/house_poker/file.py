"""A round file of house poker: replayed through the same round that live play uses, then settled."""

import dataclasses

from msgspec.structs import replace

from houseway.play.core.irregularities import Irregularity, find_irregularity
from houseway.play.core.money import cents, in_dollars
from houseway.play.core.roundfile import (
    RoundFile,
    Spot,
    cards,
    check_copies,
    check_seats,
    check_spots,
    spots,
)
from houseway.play.core.settlement import Settlement
from houseway.play.core.wagers import check_wagers
from houseway.play.house_poker.plan import Plan, load_plan, make_plan
from houseway.play.house_poker.round import PASS, Round, check_selected
from houseway.play.house_poker.setting import KEPT, Parts
from houseway.play.house_poker.table import Recorded, Seat, Shoe, Stock, pile_field
from houseway.rules.errors import RuleError
from houseway.rules.game import Game
from houseway.rules.house_poker import HousePoker


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


def start(file: RoundFile, plan: Plan, stock: Stock | None = None, irregularity: Irregularity | None = None) -> Round:
    """The round at its first decision, dealt from `stock`, or from the cards that the file records."""
    check_seats(file.seats, plan.game.spec.seats)
    found = spots(file.seats)
    seats, hands, laid = [], [], []
    for index, (player, prefix, spot) in enumerate(found):
        field = f"seats[{player}].wagers"
        wagers = {name: cents(amount, f"{field}.{prefix}{name}") for name, amount in spot.wagers.items()}
        check_wagers(plan.game, plan.takes, wagers, field, later=plan.only_later)
        selected = (
            check_selected(spot.select, plan.selects, plan.sizes, f"seats[{player}].select") if spot.select else ()
        )
        seats.append(Seat(wagers, dead=irregularity is not None and irregularity.kills(player), selected=selected))
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
    owners = tuple(player for player, _, _ in found)
    return Round(
        file, plan, cards_from, tuple(seats), used=used, dealer_set=given, owners=owners, irregularity=irregularity
    ).advance()


def _may_fold(now: Round) -> str:
    """The paragraph of an irregularity after which a seat may fold, stakes back, where the game has no fold."""
    happened = now.irregularity
    return now.plan.game.cite(happened.spec.rule) if happened is not None and happened.spec.effect == "may_fold" else ""


def replay(now: Round) -> Round:
    """The round after all recorded actions; a dead hand may stop anywhere."""
    queues = [list(spot.actions) for _, _, spot in spots(now.opening.seats)]
    may_fold = _may_fold(now)
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
                now = now.decide(turn, queue.pop(1))
            else:
                action = queue.pop(0)
                now = after or now.decide(turn, action)
        elif optional:
            now = now.decide(turn, PASS)
        elif forced := now.forced():
            now = now.decide(turn, forced)
        else:
            legal = ", ".join(text for action in now.offered(turn) for text in action.examples())
            raise RuleError(f"a decision is missing; legal are {legal}", f"seats[{now.owners[turn]}].actions")
    for turn, queue in enumerate(queues):
        if may_fold and queue == ["fold"] and not now.seats[turn].folded:
            now = now.leave(turn, may_fold)
        elif queue and not now.seats[turn].dead:
            raise RuleError(
                f"{queue[0]!r} comes when there is nothing left to decide", f"seats[{now.owners[turn]}].actions"
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
        return now.decide(now.turn, action)
    except RuleError:
        return None


def check_no_extra(now: Round) -> None:
    """No pile holds more cards than the game deals, save the burned cards, which a new shoe or dealer adds to."""
    for index, (player, _, spot) in enumerate(spots(now.opening.seats)):
        if len(spot.cards) > now.seats[index].due:
            raise RuleError(
                f"{len(spot.cards)} cards where the game deals {now.seats[index].due}",
                f"seats[{player}].cards",
            )
    for name, pile in _piles(now.opening).items():
        due = now.piles.due.get(name, 0)
        if len(pile) > due and not (name == "burn" and any(stage.burn for stage in now.plan.stages)):
            raise RuleError(f"{len(pile)} cards where the game deals {due}", pile_field(name))


def _as_dealt(now: Round, pile: str) -> Round:
    """The round in which a misdealt pile counts with the cards it has: wagers that go on are judged on them."""
    due = {**now.piles.due, pile: min(now.piles.due.get(pile, 0), len(now.piles.cards.get(pile, ())))}
    return replace(now, piles=replace(now.piles, due=due))


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


def read_file(file: RoundFile) -> Round:
    """The round after all that the file records."""
    plan = load_plan(file.game, file.house)
    happened = None
    if file.irregularity:
        happened = find_irregularity(plan.game.spec.irregularities, file.irregularity, file.seats)
    now = replay(start(file, plan, irregularity=happened))
    if happened is None:
        check_no_extra(now)
    elif happened.spec.effect == "void_hand":
        now = replace(now, irregularity=_of_hand(happened, now, _piles(file)))
    elif happened.spec.of == "dealer":
        now = _as_dealt(now, "dealer")
    count = file.extra.get("total_hands")
    if count is None:
        return now
    if not isinstance(count, int) or isinstance(count, bool):
        raise RuleError("must be a whole number", "extra.total_hands")
    return replace(now, total_hands=count)


def settle_file(file: RoundFile) -> Settlement:
    """Settle a round file."""
    return read_file(file).settle()


def check_game(game: Game[HousePoker]) -> None:
    """Compile all that the engine reads of a configured game; what is wrong is an error that names the key."""
    plan = make_plan(game)
    used = {table.name for wager in plan.wagers.values() for table in wager.tables}
    patches = [patch for option in game.spec.options.values() for patch in option.sets.values()]
    used |= {value for patch in patches for path, value in patch.items() if path.endswith(".pay_table")}
    for name in game.spec.pay_tables:
        if name not in used:
            raise RuleError("no wager pays by this table", f"{game.spec.id}: pay_tables.{name}")
