"""The words of an action as the game says them: `bet 4x` for `play 4x`, `let it ride`, `keep Kc Kd` for a discard."""

from collections.abc import Collection, Sequence
from functools import lru_cache

from houseway.cards.text import format_card, parse_card

# Verbs that mean one thing at a decision which knows only one of them.
_ALIKE = (
    ("bet", "raise", "play", "call"),
    ("check", "pass", "decline"),
    ("ride", "stay", "leave", "keep"),
    ("pull", "withdraw", "take", "remove"),
    ("stand", "pat"),
    ("discard", "burn", "throw"),
)
_FILLING = frozenset(("with", "and", "a", "the", "of", "on", "for", "to", "pat"))
_MARKS = str.maketrans(",;:+=$-", "       ")
_NO_CARDS = (["none"], ["nothing"], ["0"])


@lru_cache(maxsize=1024)
def action_words(action: str, verbs: frozenset[str]) -> tuple[str, ...]:
    """An action as a verb of the decision and the words after it; as it is written where no verb is meant plainly."""
    first, *rest = action.translate(_MARKS).split() or [""]
    words = (first.lower(), *(word for word in rest if word not in _FILLING))
    if words[0] in verbs:
        return words
    longer = [verb for verb in verbs if verb.startswith(f"{words[0]} ") and {*words} <= {*verb.split()}]
    if len(longer) == 1:  # a verb of several words, all of those that are said among them
        return (longer[0],)
    named = [place for place, word in enumerate(words) if word in verbs]
    if len(named) == 1:
        return words[named[0] :]
    alike = {verb for group in _ALIKE if words[0] in group for verb in group if verb in verbs}
    return (alike.pop(), *words[1:]) if len(alike) == 1 else words


def thrown(words: tuple[str, ...], verbs: Collection[str], held: Sequence[int]) -> tuple[str, ...]:
    """A discard told by the cards that are kept, by `all` or by `none`, as the cards that are thrown."""
    verb, *rest = words
    if verb in ("keep", "hold") and "discard" in verbs and verb not in verbs:
        try:
            kept = [parse_card(word) for word in rest]
        except ValueError:
            return words
        left = list(held)
        for card in kept:
            if card not in left:
                return words
            left.remove(card)
        return ("discard", *(format_card(card) for card in left))
    if verb == "discard" and rest == ["all"]:
        return ("discard", *(format_card(card) for card in held))
    return ("discard",) if verb == "discard" and rest in _NO_CARDS else words


def names_wager(word: str, wager: str, unit: str) -> bool:
    """Whether a word only repeats which wager is staked: its name, the end of it, or what it is a multiple of."""
    return word in (wager, unit) or (not word.isdecimal() and wager.endswith(f"_{word}"))
