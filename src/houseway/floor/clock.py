"""What a seat does that does not act in time: what costs it nothing if there is such a thing, otherwise it gives up."""

from houseway.play.core.round import LiveRound
from houseway.rules.errors import RuleError

# In this order: stay without money, stop drawing, give up.
_WAITING = ("check", "pass", "stand", "stand pat", "decline", "no", "keep", "house way", "fold", "surrender")


def timeout_action(live: LiveRound, seat: int) -> str:
    """The action of a seat whose time has run out: the game's own where it names one."""
    try:
        live.act(seat, "timeout")
    except RuleError:
        legal = [text for one in live.legal(seat) for text in one.examples()]
    else:
        return "timeout"
    for verb in _WAITING:
        for text in legal:
            if text == verb or text.endswith(f" {verb}") or text.startswith(f"{verb} "):
                try:
                    after = live.act(seat, text)
                except RuleError:
                    continue
                if after.staked(seat) <= live.staked(seat):  # nothing is staked for an idle seat
                    return text
    return live.suggest(seat)
