"""What a seat may do after the deal: say which hand it insures, set its cards, bet on and set the dragon hand."""

from dataclasses import replace

from houseway.play.core.actions import Action, choices_text
from houseway.play.core.money import cents
from houseway.play.core.two_hands import HOUSE_WAY
from houseway.play.core.wagers import check_amount, layout_name, posted_limits
from houseway.play.pai_gow.plan import Plan
from houseway.play.pai_gow.setting import CARDS, house_way
from houseway.play.pai_gow.table import Seat, Table, whole
from houseway.rules.errors import RuleError
from houseway.rules.wording import listed

PASS = "pass"
_DRAGON = "set dragon "


def _amount(words: list[str], place: str) -> int:
    try:
        return cents(float(words[-1]), place)
    except (ValueError, OverflowError):
        raise RuleError(f"cannot read the amount {words[-1]!r}; write a number of dollars", place) from None


def _bet(plan: Plan, table: Table, seat: Seat, words: list[str], place: str) -> Seat:
    wager = plan.wagers.get(words[1]) if len(words) == 3 else None
    if wager is None or not wager.spec.later or not wager.spec.offered:
        offered = [name for name, late in plan.wagers.items() if late.spec.later and late.spec.offered]
        raise RuleError(f"after the deal a seat may bet {listed(plan.game.titles(offered)) or 'nothing'}", place)
    if seat.low is None or wager.name in seat.wagers:
        raise RuleError(f"{layout_name(wager.name, wager.spec)} is bet once, after the cards are set", place)
    if wager.spec.alone and any(wager.name in other.wagers for other in table.seats):
        said = layout_name(wager.name, wager.spec)
        raise RuleError(f"only one player may bet {said}, {plan.game.cite(wager.spec.rule)}", place)
    amount = _amount(words, place)
    check_amount(plan.game, wager.name, wager.spec, amount, place)
    return replace(seat, wagers={**seat.wagers, wager.name: amount})


def _insure(plan: Plan, seat: Seat, words: list[str], place: str) -> Seat:
    for name, wager in plan.wagers.items():
        if name in seat.wagers and wager.spec.choose:
            if len(words) != 2 or words[1] not in wager.spec.choose:
                raise RuleError(f"insure {' or insure '.join(wager.spec.choose)}", place)
            return replace(seat, chosen={**seat.chosen, name: wager.spec.choose[words[1]]})
    raise RuleError("there is no wager to choose a hand for", place)


def own_dragon(plan: Plan, seat: Seat) -> bool:
    """Whether the seat plays the dragon hand itself."""
    return any(plan.wagers[name].spec.set_hands == "own_dragon" for name in seat.wagers)


def apply(table: Table, index: int, action: str) -> Seat:
    """The seat after its action; what is not allowed is an error that names the place."""
    plan, seat = table.plan, table.seats[index]
    place = f"seats[{index}].actions[{len(seat.actions)}]"
    words = action.split() or [""]
    words[0] = verb = words[0].lower()
    cards = whole(plan, seat.cards, f"seats[{index}].cards")
    text = " ".join(words)
    if verb == "insure":
        after = _insure(plan, seat, words, place)
    elif verb == "bet":
        after = _bet(plan, table, seat, words, place)
    elif text.startswith(_DRAGON):
        if not own_dragon(plan, seat) or seat.dragon_low is not None:
            raise RuleError("this seat has no dragon hand to set", place)
        dragon = whole(plan, table.dragon, "piles.dragon")
        rest = text.removeprefix(_DRAGON)
        by_house = rest == HOUSE_WAY[0]
        low = house_way(plan, dragon).low if by_house else CARDS.parse_setting(f"set {rest}", dragon, place)
        after = replace(seat, dragon_low=low)
    elif seat.low is None and text in HOUSE_WAY:
        after = replace(seat, low=house_way(plan, cards).low)
    elif seat.low is None and verb == "set":
        after = replace(seat, low=CARDS.parse_setting(text, cards, place))
    else:
        options = choices_text(moves(table, index)) or "none"
        raise RuleError(f"{action!r} is not allowed here; legal are {options}", place)
    return replace(after, actions=(*seat.actions, action))


def moves(table: Table, index: int) -> list[Action]:
    """What the seat may do next."""
    plan, seat = table.plan, table.seats[index]
    spec, cite = plan.game.spec, plan.game.cite
    actions = []
    for name, wager in plan.wagers.items():
        if name in seat.wagers and wager.spec.choose and name not in seat.chosen and seat.low is None:
            actions += [Action(f"insure {word}", wager.name, rule=cite(wager.spec.rule)) for word in wager.spec.choose]
    if actions:
        return actions
    if seat.low is None:
        rule = cite(spec.set_hands.rule)
        return [Action("set low:", cards=(2, 2), rule=rule), Action(HOUSE_WAY[0], rule=cite(spec.house_way.rule))]
    if own_dragon(plan, seat) and seat.dragon_low is None and table.dragon:
        return [Action(f"{_DRAGON}low:", cards=(2, 2)), Action(f"{_DRAGON}{HOUSE_WAY[0]}")]
    if not table.dragon:
        return []
    for name, wager in plan.wagers.items():
        words = wager.spec
        is_bet = words.alone and any(name in other.wagers for other in table.seats)
        if words.later and words.offered and name not in seat.wagers and not is_bet:
            low, high = posted_limits(plan.game, name, words)
            actions.append(
                Action(
                    *("bet", name),
                    least=low or 1,
                    most=high or 0,
                    rule=cite(words.rule),
                    names_wager=True,
                    label=layout_name(name, words),
                )
            )
    return actions
