"""Actions as a record tells them: by a text (`raise to 8`, `discard Kh`), or by what a player said and did.

In place of an action a record may state conduct with chips and words: `puts in one 25 chip`, `says raise to 40, puts in
30`, `puts in 10, then 15`, `gestures check`. It is ruled as the action that it counts for, under the paragraph that the
game's file names for it (`rulings`).
"""

import re
from dataclasses import dataclass

from houseway.cards.text import format_cards, parse_cards
from houseway.play.core.money import cents, dollars, in_dollars
from houseway.play.pots.betting import call_to, raise_range
from houseway.play.pots.rulings import FLOOR, ruled_hand, told_of_hand
from houseway.play.pots.state import Act, Ruled, State
from houseway.rules.errors import RuleError
from houseway.rules.wording import humanize

_LEADS = ("says ", "gestures ", "puts in ", "throws in ")
_CHIPS = re.compile(r"(?:(?P<one>one|a single|a) )?\$?(?P<amount>\d+(?:\.\d+)?)(?: chips?)?")
_WORD = re.compile(r"(?P<verb>fold|check|call|raise|bet|all[- ]in)?(?: ?to)?(?: ?\$?(?P<amount>\d+(?:\.\d+)?))?")

_WRITTEN = (
    "write fold, check, call, bet 20, raise to 40, all-in, stand pat or discard Kh, "
    "or what was done, as in `puts in 25` or `says raise, puts in 30`"
)
_RULINGS = {name: humanize(name) for name in sorted(FLOOR, key=len, reverse=True)}  # some begin with another


@dataclass(frozen=True, slots=True)
class Conduct:
    """A word or gesture with its amount, and chips in the order in which they were put in."""

    word: str = ""  # the verb; `amount` where only a figure was named
    amount: int = 0  # of the word; a total of this betting round
    gesture: bool = False
    chips: tuple[int, ...] = ()  # what each motion added
    one_chip: bool = False  # the first motion was a single chip
    then: str = ""  # what the player did or said after the chips: complete, fold, call, or a raise said at once


def _word(text: str, field: str) -> tuple[str, int]:
    match = _WORD.fullmatch(text.strip())
    if match is None or not (match["verb"] or match["amount"]):
        raise RuleError(f"{text.strip()!r} does not state an action", field)
    return (match["verb"] or "amount").replace(" ", "-"), cents(float(match["amount"]), field) if match["amount"] else 0


def read_conduct(text: str, field: str) -> Conduct:
    """The conduct that a text of the record states."""
    word, amount, gesture, then = "", 0, False, ""
    chips: list[int] = []
    one_chip = False
    for place, part in enumerate(text.split(", ")):
        said = part.removeprefix("then ").strip()
        lead = next((lead for lead in _LEADS if said.startswith(lead)), "")
        rest = said.removeprefix(lead)
        if (lead == "gestures " and place == 0) or (lead == "says " and (place == 0 or gesture)):
            word, amount = _word(rest, field)
            gesture = lead == "gestures "
        elif lead == "gestures " and word:
            _word(rest, field)  # 30-1045.08(15): what is said prevails over a gesture, whichever came first
        elif lead == "says ":
            then, amount = _word(rest, field)
        elif said in ("completes", "folds"):
            then = said.removesuffix("s")
        elif (match := _CHIPS.fullmatch(rest)) is not None:
            one_chip = one_chip or (not chips and bool(match["one"]))
            chips.append(cents(float(match["amount"]), field))
        else:
            raise RuleError(f"{said!r} cannot be ruled on", field)
    return Conduct(word, amount, gesture, tuple(chips), one_chip, then)


def rule_on_conduct(state: State, seat: int, text: str, field: str) -> Act:
    """The action that the conduct counts for, with the ruling; an error says what the record must add."""
    if state.phase != "bet":
        raise RuleError("chips and words are ruled on in a betting round only", field)
    conduct = read_conduct(text, field)
    held = state.bets[seat]
    if sum(conduct.chips) > state.stacks[seat]:
        raise RuleError(f"only {in_dollars(state.stacks[seat])} is in front of the player", field)
    act, kind, reason = _stated(state, seat, conduct) if conduct.word else _chips(state, seat, conduct, field)
    rules = state.table.rules
    rule = rules.game.cite(getattr(rules.spec.rulings, kind))
    to = f" to {in_dollars(act.amount)}" if act.amount > held and act.verb != "fold" else ""
    return act._replace(ruled=Ruled(text, f"{act.verb}{to}: {reason}", rule))


_BINDS = "a statement in turn is binding"
_DEAD = "who bets but announces a fold has a dead hand"


def _stated(state: State, seat: int, conduct: Conduct) -> tuple[Act, str, str]:
    """A statement or gesture in turn is binding, and the chips are corrected to it."""
    kind = "gesture" if conduct.gesture else "statement"
    said = "a gesture in turn counts as a statement" if conduct.gesture else _BINDS
    put = state.bets[seat] + sum(conduct.chips)
    verb, amount = conduct.word, conduct.amount
    if verb == "fold" and conduct.chips:
        return Act("fold"), "folded_bet", _DEAD
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
    return f"{said}; the chips are corrected from {in_dollars(put)} to {in_dollars(total)}"


def _chips(state: State, seat: int, conduct: Conduct, field: str) -> tuple[Act, str, str]:
    """Chips without a word."""
    if not conduct.chips:
        raise RuleError("neither a statement nor chips to rule on", field)
    held, to = state.bets[seat], call_to(state, seat)
    need, first, then = to - held, conduct.chips[0], conduct.then
    if then not in ("", "complete", "fold", "raise", "amount") and not (then == "call" and need):
        raise RuleError(f"'says {then}' does not go with chips put in", field)
    if then == "fold" and first >= need:
        return Act("fold"), "folded_bet", _DEAD
    if then == "call":
        return Act("call", to), "statement", _corrected(_BINDS, held + sum(conduct.chips), to, True)
    if not need:
        raised = "raise" if state.level else "bet"
        reason = "chips pushed forward are a bet"
        more = f"; the {in_dollars(sum(conduct.chips[1:]))} put in after it goes back" if len(conduct.chips) > 1 else ""
        return Act(raised, held + first), "string_raise" if more else "pushed_forward", f"{reason}{more}"
    if conduct.one_chip and first != need and not (first > need and then in ("raise", "amount")):
        return Act("call", to), "one_chip", "one chip thrown in without a word is a call of the bet"
    if first < need and first < state.stacks[seat]:
        return _short(conduct, first, need, to, field)
    if then in ("raise", "amount"):
        return _clarified(state, seat, conduct)
    if len(conduct.chips) > 1:
        rest = in_dollars(sum(conduct.chips[1:]))
        return Act("call", to), "string_raise", f"a bet is put in at one time: a call, and {rest} goes back"
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
        return Act("call", to), "short_call", f"{in_dollars(first)} of {in_dollars(need)}: the call is completed"
    if conduct.then == "fold":
        return (
            Act("fold", put),
            "short_call",
            f"{in_dollars(put)} of {in_dollars(need)}: folded, and the chips stay in the pot",
        )
    short = f"{in_dollars(put)} does not call {in_dollars(need)}"
    ways = f"write `puts in {put / 100:g}, completes` or `puts in {put / 100:g}, folds`"
    raise RuleError(f"{short}: the player completes or folds; {ways}", field)


_BET = re.compile(
    r"(?P<verb>bet|call|raise|bring-in|bring in|complete|all-in|all in)(?: (?:to|final|pot))?"
    r"(?: \$?(?P<amount>\d+(?:\.\d+)?)(?P<times>x)?)?"
    r"(?P<all> all-?\s?in)?"
)


_PLAIN = {
    "fold": "fold", "check": "check", "chop": "chop", "timeout": "timeout", "time out": "timeout",
    "stand pat": "stand pat", "stand": "stand pat", "keep": "stand pat", "pat": "stand pat", "pass": "stand pat",
    "draw 0": "stand pat",
}  # fmt: skip


def parse_ruling(text: str, field: str) -> Act | None:
    """A ruling of the floor: its name, then the seats that knew of a defective deck, or the cards exposed."""
    for name, said in _RULINGS.items():
        if text == said or text.startswith(said + " "):
            rest = text[len(said) :].split()
            if name == "defective_deck":
                known = [int(word) for word in rest if word.isdecimal()]
                return Act(name, 0, tuple(known))
            try:
                return Act(name, 0, parse_cards(rest))
            except ValueError as error:
                raise RuleError(str(error), field) from None
    return None


def parse_act(state: State, seat: int, text: str, field: str) -> Act:
    """The action a text stands for at this point; amounts are the seat's total in this betting round."""
    if text in _PLAIN:
        return Act(_PLAIN[text])
    if (match := _BET.fullmatch(text)) is not None:
        return _bet(state, seat, match, field)
    if text.startswith(_LEADS):
        return rule_on_conduct(state, seat, text, field)
    ruling = parse_ruling(text, field)
    if ruling is not None:
        return ruling
    if (told := told_of_hand(text, field)) is not None:
        return ruled_hand(state, seat, told, text)
    if text.startswith(("discard ", "exchange ", "declare ")):
        verb, *rest = text.split()
        try:
            return Act(
                "declare" if verb == "declare" else "discard", 0, parse_cards([word for word in rest if word != "wild"])
            )
        except ValueError as error:
            raise RuleError(str(error), field) from None
    if text.startswith("keep "):
        return _kept(state, seat, text.split()[1:], field)
    if text.startswith("decline"):
        return Act("stand pat")
    raise RuleError(f"unknown action {text!r}: {_WRITTEN}", field)


def _kept(state: State, seat: int, words: list[str], field: str) -> Act:
    """The cards kept, which give up the others; a number (`keep 3`) keeps the whole hand."""
    if all(word.isdecimal() for word in words):
        return Act("stand pat")
    try:
        kept = parse_cards(words)
    except ValueError as error:
        raise RuleError(str(error), field) from None
    given = tuple(card for card in state.hole[seat] if card not in kept)
    return Act("discard", 0, given) if given else Act("stand pat")


def _bet(state: State, seat: int, match: re.Match[str], field: str) -> Act:
    verb = match["verb"].replace(" ", "-")
    total = state.stacks[seat] + state.bets[seat]
    amount = cents(float(match["amount"]), field) if match["amount"] else 0
    if match["times"]:
        stakes = state.table.stakes
        amount = amount // 100 * (stakes.ante or stakes.small)  # a multiple of the wager before the cards
    if verb == "all-in" or match["all"]:
        if amount not in (0, total):
            raise RuleError(f"all-in is {in_dollars(total)} here, not {in_dollars(amount)}", field)
        amount = total
    to = call_to(state, seat)
    if verb == "call":
        return Act("call", amount)
    if verb != "bring-in" and amount == to > state.bets[seat]:
        return Act("call", to)  # a bet or an all-in that only matches
    if verb == "bring-in" or state.bringing:
        least = state.table.stakes.bring_in or state.size
        return Act("bring-in" if verb == "bring-in" or amount <= min(least, total) else "complete", amount or least)
    return Act("complete" if state.completing else "raise" if state.level else "bet", amount)


def act_text(state: State, seat: int, act: Act) -> str:
    """The action as a round file writes it: a ruling by the conduct that it was given on."""
    if act.ruled is not None:
        return act.ruled.conduct
    if act.verb in FLOOR:
        named = " ".join(map(str, act.cards)) if act.verb == "defective_deck" else format_cards(act.cards)
        return f"{humanize(act.verb)} {named}".rstrip()
    if act.cards:
        return f"{act.verb}{' wild' if act.verb == 'declare' else ''} {format_cards(act.cards)}"
    if act.verb == "call":
        return f"call {dollars(call_to(state, seat))}"
    if not act.amount:
        return act.verb
    return f"{act.verb}{' to' if act.verb in ('raise', 'complete') else ''} {dollars(act.amount)}"
