"""What a player said and did with chips, ruled as the action that it counts for.

A record may state conduct in place of an action: `puts in one 25 chip`, `says raise to 40, puts in 30`, `puts in 10,
then 15`, `gestures check`. The ruling cites the paragraph that the game's file names for it (`rulings`).
"""

import re
from dataclasses import dataclass

import msgspec

from houseway.play.core.money import cents, dollars
from houseway.play.pots.betting import call_to, raise_range
from houseway.play.pots.ranks import values
from houseway.play.pots.state import Act, Ruled, State
from houseway.rules.errors import RuleError

_LEADS = ("says ", "gestures ", "puts in ", "throws in ")
_CHIPS = re.compile(r"(?:(?P<one>one|a single|a) )?\$?(?P<amount>\d+(?:\.\d+)?)(?: chips?)?")
_WORD = re.compile(r"(?P<verb>fold|check|call|raise|bet|all[- ]in)?(?: ?to)?(?: ?\$?(?P<amount>\d+(?:\.\d+)?))?")


@dataclass(frozen=True, slots=True)
class Conduct:
    """A word or gesture with its amount, and chips in the order in which they were put in."""

    word: str = ""  # the verb; `amount` where only a figure was named
    amount: int = 0  # of the word; a total of this betting round
    gesture: bool = False
    chips: tuple[int, ...] = ()  # what each motion added
    one_chip: bool = False  # the first motion was a single chip
    then: str = ""  # what the player chose after a short call: complete or fold; or a raise said at once


def is_conduct(text: str) -> bool:
    """Whether a text of the record states conduct rather than an action."""
    return text.startswith(_LEADS)


def _word(text: str, field: str) -> tuple[str, int]:
    found = _WORD.fullmatch(text.strip())
    if found is None or not (found["verb"] or found["amount"]):
        raise RuleError(f"{text.strip()!r} does not state an action", field)
    return (found["verb"] or "amount").replace(" ", "-"), cents(float(found["amount"]), field) if found["amount"] else 0


def read_conduct(text: str, field: str) -> Conduct:
    """The conduct that a text of the record states."""
    word, amount, gesture, then = "", 0, False, ""
    chips: list[int] = []
    one = False
    for place, part in enumerate(text.split(", ")):
        said = part.removeprefix("then ").strip()
        lead = next((lead for lead in _LEADS if said.startswith(lead)), "")
        rest = said.removeprefix(lead)
        if lead in ("says ", "gestures ") and place == 0:
            word, amount = _word(rest, field)
            gesture = lead == "gestures "
        elif lead == "says ":
            then, amount = _word(rest, field)
        elif said in ("completes", "folds"):
            then = said.removesuffix("s")
        elif (found := _CHIPS.fullmatch(rest)) is not None:
            one = one or (not chips and bool(found["one"]))
            chips.append(cents(float(found["amount"]), field))
        else:
            raise RuleError(f"{said!r} cannot be ruled on", field)
    return Conduct(word, amount, gesture, tuple(chips), one, then)


def rule_on_conduct(state: State, seat: int, text: str, field: str) -> Act:
    """The action that the conduct counts for, with the ruling; an error says what the record must add."""
    if state.phase != "bet":
        raise RuleError("chips and words are ruled on in a betting round only", field)
    conduct = read_conduct(text, field)
    held = state.bets[seat]
    if sum(conduct.chips) > state.stacks[seat]:
        raise RuleError(f"seat {seat} has only {dollars(state.stacks[seat])} in front of it", field)
    act, kind, reason = _stated(state, seat, conduct) if conduct.word else _chips(state, seat, conduct, field)
    rules = state.table.rules
    rule = rules.cite(getattr(rules.spec.rulings, kind))
    to = f" to {dollars(act.amount)}" if act.amount > held and act.verb != "fold" else ""
    return act._replace(ruled=Ruled(text, f"{act.verb}{to}: {reason}", rule))


def _stated(state: State, seat: int, conduct: Conduct) -> tuple[Act, str, str]:
    """A statement or gesture in turn is binding, and the chips are corrected to it."""
    kind = "gesture" if conduct.gesture else "statement"
    said = "a gesture in turn counts as a statement" if conduct.gesture else "a statement in turn is binding"
    put = state.bets[seat] + sum(conduct.chips)
    verb, amount = conduct.word, conduct.amount
    if verb == "fold" and conduct.chips:
        return Act("fold"), "folded_bet", "who bets but announces a fold has a dead hand"
    if verb in ("fold", "check"):
        return Act(verb), kind, said
    to = call_to(state, seat)
    if verb == "call" or (verb == "amount" and amount == to):
        return Act("call", to), kind, _corrected(said, put, to, bool(conduct.chips))
    bounds = raise_range(state, seat)
    if verb == "all-in":
        amount = state.stacks[seat] + state.bets[seat]
        if amount <= to:
            return Act("call", to), kind, said
    if not amount:  # a raise without a figure: the chips tell it, or else it is the least raise
        amount = put if bounds is not None and bounds[0] <= put <= bounds[1] else bounds[0] if bounds else put
    raised = "complete" if state.completing else "raise" if state.level else "bet"
    return Act(raised, amount), kind, _corrected(said, put, amount, bool(conduct.chips))


def _corrected(said: str, put: int, total: int, chips: bool) -> str:
    if not chips or put == total:
        return said
    return f"{said}; the chips are corrected from {dollars(put)} to {dollars(total)}"


def _chips(state: State, seat: int, conduct: Conduct, field: str) -> tuple[Act, str, str]:
    """Chips without a word."""
    if not conduct.chips:
        raise RuleError("neither a statement nor chips to rule on", field)
    held, to = state.bets[seat], call_to(state, seat)
    need, first = to - held, conduct.chips[0]
    if not need:
        raised = "raise" if state.level else "bet"
        reason = "chips pushed forward are a bet"
        more = f"; the {dollars(sum(conduct.chips[1:]))} put in after it go back" if len(conduct.chips) > 1 else ""
        return Act(raised, held + first), "string_raise" if more else "pushed_forward", f"{reason}{more}"
    if conduct.one_chip and first != need and not (first > need and conduct.then in ("raise", "amount")):
        return Act("call", to), "one_chip", "one chip thrown in without a word is a call of the bet"
    if first < need and first < state.stacks[seat]:
        return _short(conduct, first, need, to, field)
    if conduct.then in ("raise", "amount"):
        return _clarified(state, seat, conduct)
    if len(conduct.chips) > 1:
        rest = dollars(sum(conduct.chips[1:]))
        return Act("call", to), "string_raise", f"a bet is put in at one time: a call, and {rest} go back"
    if first > need:
        return Act("call", to), "overput", "more than the bet without a word is a call"
    return Act("call", to), "pushed_forward", "the chips that the bet asks for"


def _clarified(state: State, seat: int, conduct: Conduct) -> tuple[Act, str, str]:
    """A raise said at once, before anybody behind has acted."""
    bounds = raise_range(state, seat)
    amount = conduct.amount or (bounds[0] if bounds else 0)
    return Act("raise", amount), "overput", "an apparent call is clarified as a raise before anybody behind acts"


def _short(conduct: Conduct, first: int, need: int, to: int, field: str) -> tuple[Act, str, str]:
    """Fewer chips than a call takes: completed, or folded with the chips lost."""
    put = sum(conduct.chips)
    if conduct.then == "complete" or put >= need:
        return Act("call", to), "short_call", f"{dollars(first)} of {dollars(need)}: the call is completed"
    if conduct.then == "fold":
        return (
            Act("fold", put),
            "short_call",
            f"{dollars(put)} of {dollars(need)}: folded, and the chips stay in the pot",
        )
    raise RuleError(f"{dollars(put)} do not call {dollars(need)}: the player completes or folds", field)


def shown_hands(state: State) -> tuple[int, ...]:
    """The seats that lay their hands open at the showdown.

    Who must show first does; after it a hand is shown that is as good as the best so far, and any other may be
    discarded unseen. Where a pot has several parts, or nobody shows first, all are shown.
    """
    order, spec = showing_order(state), state.table.rules.spec
    live = tuple(seat for seat, alive in enumerate(state.live) if alive)
    if not order or state.ending or len(spec.award.parts) != 1 or len(state.boards) != 1:
        return live
    hand = msgspec.structs.replace(spec.hands[spec.award.parts[0]], qualifies="")
    value = values(state, list(live), hand, state.boards[0])
    shown, best = [], -1
    for seat in order:
        if value.get(seat, 0) >= best:
            shown.append(seat)
            best = value.get(seat, 0)
    winners = _side_pot_winners(state, value)
    return tuple(dict.fromkeys((*shown, *winners)))


def _side_pot_winners(state: State, value: dict[int, int]) -> list[int]:
    """Who must show for a side pot: the best hand of those who put in more than the winner."""
    most = max((state.paid[seat] for seat in value if value[seat] == max(value.values())), default=0)
    deeper = [seat for seat in value if state.paid[seat] > most]
    return [seat for seat in deeper if value[seat] == max(value[one] for one in deeper)]


def showing_order(state: State) -> tuple[int, ...]:
    """The live seats in the order in which they show: who bet or raised last, or acted first, then clockwise."""
    seats = len(state.live)
    live = [seat for seat in range(seats) if state.live[seat]]
    if len(live) < 2:
        return ()
    first = state.last if state.last >= 0 and state.live[state.last] else -1
    if first < 0:
        acted = [seat for seat in state.order if state.live[seat]]
        first = acted[0] if acted else live[0]
    return tuple(seat % seats for seat in range(first, first + seats) if state.live[seat % seats])
