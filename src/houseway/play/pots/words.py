"""Actions as a record writes them (`raise to 8`, `bet 9 all-in`, `discard Kh`) and as the engine takes them."""

import re

from houseway.cards.text import format_cards, parse_cards
from houseway.play.core.money import cents, dollars
from houseway.play.pots.betting import call_to
from houseway.play.pots.conduct import is_conduct, rule_on_conduct
from houseway.play.pots.rulings import FLOOR
from houseway.play.pots.state import Act, State
from houseway.rules.errors import RuleError
from houseway.rules.wording import humanize

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
    for name in sorted(FLOOR, key=len, reverse=True):  # some begin with another
        words = humanize(name)
        if text == words or text.startswith(words + " "):
            rest = text[len(words) :].split()
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
    if is_conduct(text):
        return rule_on_conduct(state, seat, text, field)
    ruling = parse_ruling(text, field)
    if ruling is not None:
        return ruling
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
    match = _BET.fullmatch(text)
    if match is None:
        raise RuleError(f"unknown action {text!r}", field)
    return _bet(state, seat, match, field)


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
            raise RuleError(f"seat {seat} is all-in for {total / 100:g}, not for {amount / 100:g}", field)
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
