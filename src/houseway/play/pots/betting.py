"""A betting round: what a seat may do, and what its bet does to the rest."""

from collections.abc import Iterable

from msgspec.structs import replace

from houseway.play.core.money import in_dollars
from houseway.play.pots.ranks import opens
from houseway.play.pots.state import Act, Legal, S, State
from houseway.play.pots.table import NO_END
from houseway.rules.errors import RuleError


def put_at(values: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    """The values with one of them changed."""
    return values[:place] + (value,) + values[place + 1 :]


def call_to(state: State, seat: int) -> int:
    """The seat's total after a call: the level, or all it has, and never more than another live seat could match."""
    stacks, bets = state.stacks, state.bets
    level, held = state.level, bets[seat]
    if level <= held:
        return held
    total = min(level, stacks[seat] + held)
    if total > max(bets):
        # Only a blind posted short leaves the level above every bet.
        live = state.live
        reach = max(stacks[s] + bets[s] for s in range(len(bets)) if live[s] and s != seat)
        total = max(held, min(total, reach))
    return total


def _may_raise(state: State, seat: int) -> bool:
    betting = state.table.rules.betting
    level, faced = state.level, state.faced[seat]
    if level and not state.completing:
        rules = state.table.rules
        seats = state.entrants if betting.two_players == "began" else state.live.count(True)
        most = rules.raises_heads_up if seats == 2 else rules.raises
        if most != NO_END and state.raises >= most:
            return False
    if faced == 0 and not betting.check_raise:
        return False
    # CO 30-1002(11): a seat that checked keeps the right to raise; one that acted on a bet needs a full raise after it.
    if faced > 0 and betting.under_raise == "closed" and faced >= state.full:
        return level - faced >= max(state.step, state.size)
    return True


def _answerable(state: State, seat: int) -> bool:
    """Another live seat could still put in more than the level."""
    level, stacks, bets = state.level, state.stacks, state.bets
    return any(other != seat and stacks[other] + bets[other] > level for other in able(state, state.order))


def raise_range(state: State, seat: int) -> tuple[int, int] | None:
    """The least and the most total to which the seat may bet or raise; None if it may not."""
    return _within_stack(state, seat) if _answerable(state, seat) else None


def _within_stack(state: State, seat: int) -> tuple[int, int] | None:
    """The least and the most total of a bet or raise, whether or not another seat has chips to answer it."""
    level = state.level
    held = state.bets[seat]
    total = state.stacks[seat] + held
    if seat in state.early or total <= level or not _may_raise(state, seat):
        return None
    step = state.step if state.step > state.size else state.size
    least = state.size if state.completing else level + step
    structure = state.table.rules.betting.structure
    if structure == "no-limit":
        most = total
    elif structure == "pot-limit":
        most = 2 * level - held + sum(state.paid) + state.table.stakes.carried
    elif structure == "spread":
        most = level + state.table.stakes.big
    else:
        most = least
    cap = state.table.stakes.most
    if cap:
        most = min(most, level + cap)
    least = min(least, total)
    return least, min(max(most, least), total)


def either_limit(state: State, seat: int) -> int:
    """The higher limit, where an open pair that acts first may choose it (CA GEGR-001831 11.a); otherwise 0."""
    bet = state.table.rules.spec.streets[state.street].bet
    if bet is None or not bet.pair_doubles or state.level or seat != state.order[0]:
        return 0
    up = [card >> 2 for card, face in zip(state.hole[seat], state.table.rules.up, strict=False) if face]
    return state.table.stakes.big if len(up) == 2 and up[0] == up[1] else 0


def chop_open(state: State, seat: int) -> bool:
    """CO 30-1002(14): only the two blinds are left, nobody acted, and the pot is their blinds alone."""
    if not state.table.rules.betting.chop or state.street or len(state.table.stakes.blinds) != 2:
        return False
    alive = [s for s, alive in enumerate(state.live) if alive]
    untouched = all(act.verb in ("fold", "timeout", "chop") for _, act in state.events)
    return (
        untouched
        and seat in alive
        and len(alive) == 2
        and all(paid == 0 for s, paid in enumerate(state.paid) if s not in alive)
    )


def _may_fold(state: State, seat: int) -> bool:
    """Not against seats that are all in without a bet: the seat has won its side pot already (CO 30-1017(2))."""
    return call_to(state, seat) > state.bets[seat] or _answerable(state, seat)


def _may_check(state: State, seat: int) -> bool:
    """Bet or fold (CO 30-1002(6)) leaves a check only to a seat that cannot bet."""
    free = bool(state.level) or state.table.rules.betting.check
    return free or _lacks_openers(state, seat) or not _answerable(state, seat)


def legal_bets(state: State, seat: int) -> list[Legal]:
    """What the seat in turn may do; amounts are its total in this betting round."""
    held = state.bets[seat]
    if state.bringing:
        return _bring_in(state, seat)
    if state.table.rules.betting.structure == "equal":
        return _equal_bets(state, seat)
    to = call_to(state, seat)
    choices = [Legal("fold")] if _may_fold(state, seat) else []
    if to > held:
        choices.append(Legal("call", to, to))
    elif _may_check(state, seat):
        choices.append(Legal("check"))
    bounds = raise_range(state, seat)
    if bounds is not None and not state.level and _lacks_openers(state, seat):
        bounds, choices = None, [Legal("fold"), Legal("check")]
    if bounds is not None:
        verb = "complete" if state.completing else "raise" if state.level else "bet"
        choices.append(Legal(verb, *bounds))
        double = either_limit(state, seat)
        if double and double <= state.stacks[seat] + held:
            choices.append(Legal(verb, double, double))
    if chop_open(state, seat):
        choices.append(Legal("chop"))
    return choices


def _equal_bets(state: State, seat: int) -> list[Legal]:
    """The same bet as everyone on each street, or a fold (CO 30-1099.25(3), .28(5)); without table stakes no all-in."""
    total = state.stacks[seat] + state.bets[seat]
    amount = min(state.size, total) if state.table.rules.betting.table_stakes else state.size
    return [Legal("fold"), Legal("bet", amount, amount)] if amount <= total else [Legal("fold")]


def _lacks_openers(state: State, seat: int) -> bool:
    openers = state.table.rules.betting.openers
    return bool(openers) and state.street == 0 and not opens(state, seat)


def _bring_in(state: State, seat: int) -> list[Legal]:
    total = state.stacks[seat]
    amount = min(state.table.stakes.bring_in or state.size, total)
    choices = [Legal("bring-in", amount, amount)]
    if amount < min(state.size, total):
        full = min(state.size, total)
        choices.append(Legal("complete", full, full))
    return choices


def able(state: State, seats: Iterable[int]) -> tuple[int, ...]:
    """Those of `seats` that are live and have chips to act with."""
    live, stacks, frozen = state.live, state.stacks, state.frozen
    return tuple([s for s in seats if live[s] and stacks[s] and s not in frozen])


def pay(state: S, seat: int, total: int, queue: tuple[int, ...]) -> S:
    """The seat's bet brought to `total`."""
    more = total - state.bets[seat]
    return replace(
        state,
        stacks=put_at(state.stacks, seat, state.stacks[seat] - more),
        paid=put_at(state.paid, seat, state.paid[seat] + more),
        bets=put_at(state.bets, seat, total),
        faced=put_at(state.faced, seat, state.level),
        queue=queue,
    )


def raised(state: S, seat: int, total: int) -> S:
    """The seat bets or raises to `total`: everyone else able to act must answer."""
    level = state.level
    step = max(state.step, state.size)
    is_full = total >= state.size if state.completing else total - level >= step
    place = state.order.index(seat)
    more = total - state.bets[seat]
    state = replace(
        state,
        stacks=put_at(state.stacks, seat, state.stacks[seat] - more),
        paid=put_at(state.paid, seat, state.paid[seat] + more),
        bets=put_at(state.bets, seat, total),
        faced=put_at(state.faced, seat, total),
        level=total,
        full=total if is_full else state.full,
        step=max(state.step, total - level) if is_full and not state.completing else state.step,
        raises=state.raises + (level > 0 and not state.completing),
        completing=False,
        bringing=False,
        last=seat,
    )
    return replace(state, queue=able(state, state.order[place + 1 :] + state.order[:place]))


def folded(state: S, seat: int) -> S:
    """The seat's hand goes to the muck."""
    return replace(
        state,
        live=(*state.live[:seat], False, *state.live[seat + 1 :]),
        muck=state.muck + state.hole[seat],
        queue=tuple([s for s in state.queue if s != seat]),
    )


def bet_act(state: S, seat: int, act: Act) -> S:
    """The state after the seat in turn acts; RuleError if the rules do not allow it."""
    verb = act.verb
    if verb == "timeout":
        # CO 30-1032: without a bet to the seat it checks; with one its hand is dead. A bring-in is due in any case.
        if state.bringing:
            verb, act = "bring-in", Act("bring-in", legal_bets(state, seat)[0].least)
        else:
            verb = "fold" if call_to(state, seat) > state.bets[seat] else "check"
    if state.table.rules.betting.structure == "equal":
        return _equal_act(state, seat, act)
    if verb == "fold" and not state.bringing:
        if not _may_fold(state, seat):
            raise RuleError("there is no bet to fold to: all others are all in", "action")
        return folded(pay(state, seat, state.bets[seat] + act.amount, state.queue) if act.amount else state, seat)
    if verb in ("check", "call"):
        return _matched(state, seat, verb, act.amount)
    choices = legal_bets(state, seat)
    if verb == "chop":
        return _chopped(state, seat, choices)
    amount = act.amount
    for choice in choices:
        if choice.verb == verb and choice.least <= amount <= choice.most:
            if verb == "bring-in":
                return _brought_in(state, seat, amount)
            if amount > state.size and state.level == 0 and amount == either_limit(state, seat):
                state = replace(state, size=amount)
            return raised(state, seat, amount)
    if verb == "raise" and call_to(state, seat) > state.bets[seat] and not _answerable(state, seat):
        bounds = _within_stack(state, seat)  # CO 30-1017(2): it calls, and what nobody can match is returned
        if bounds is not None and bounds[0] <= amount <= bounds[1]:
            return raised(state, seat, amount)
    raise RuleError(_refusal(state, act, choices), "action")


def _equal_act(state: S, seat: int, act: Act) -> S:
    choices = _equal_bets(state, seat)
    if act.verb in ("fold", "timeout"):
        return folded(state, seat)
    bet = choices[-1]
    if act.verb not in ("bet", "call") or bet.verb != "bet" or act.amount not in (0, bet.least):
        raise RuleError(_refusal(state, act, choices), "action")
    return replace(pay(state, seat, bet.least, state.queue[1:]), level=bet.least)


def _matched(state: S, seat: int, verb: str, amount: int) -> S:
    held = state.bets[seat]
    to = call_to(state, seat)
    if state.bringing:
        raise RuleError("the bring-in comes first", "action")
    if verb == "check":
        if to > held:
            raise RuleError("cannot check: there is a bet to call, raise or fold to", "action")
        if not _may_check(state, seat):
            raise RuleError("must bet or fold", "action")
        return replace(state, faced=put_at(state.faced, seat, state.level), queue=state.queue[1:])
    if to == held:
        raise RuleError("there is nothing to call", "action")
    if amount not in (0, to):
        raise RuleError(f"a call makes the total {in_dollars(to)}, not {in_dollars(amount)}", "action")
    return pay(state, seat, to, state.queue[1:])


def _brought_in(state: S, seat: int, amount: int) -> S:
    bring = state.table.rules.spec.forced.bring_in
    again = bring is not None and bring.option and state.stacks[seat] > amount
    place = state.order.index(seat)
    others = able(state, state.order[place + 1 :] + state.order[:place])
    completing = amount < state.size
    state = replace(
        pay(state, seat, amount, others + ((seat,) if again else ())),
        level=amount,
        full=0 if completing else amount,
        bringing=False,
        completing=completing,
    )
    return replace(state, faced=put_at(state.faced, seat, -1 if again else amount))


def _chopped(state: S, seat: int, choices: list[Legal]) -> S:
    if Legal("chop") not in choices:
        raise RuleError("only the two blinds may chop, when the house allows it and all others folded", "action")
    if state.chop not in (-1, seat):
        return replace(state, ending="chopped", queue=(), phase="over")
    other = next(s for s, alive in enumerate(state.live) if alive and s != seat)
    return replace(state, chop=seat, queue=(other, seat))


def _refusal(state: State, act: Act, choices: list[Legal]) -> str:
    said = f"{act.verb} {in_dollars(act.amount)}" if act.amount else act.verb
    names = ", ".join(
        choice.verb
        if not choice.most
        else f"{choice.verb} {in_dollars(choice.least)}"
        if choice.least == choice.most
        else f"{choice.verb} {in_dollars(choice.least)} to {in_dollars(choice.most)}"
        for choice in choices
    )
    return f"cannot {said} on {state.table.rules.spec.streets[state.street].name}; legal are {names}"
