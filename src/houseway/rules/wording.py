"""Names and sums of a file as people read them."""

import re
from functools import lru_cache

# Irregularities whose names in a file do not say by themselves what happened.
_IRREGULARITIES = {
    "abandoned": "Abandoned hand",
    "all_in_exposed": "All-in hand exposed",
    "asked_to_see": "Hand asked to be shown",
    "bypassed": "Player passed over",
    "card_face_up": "Card face up",
    "card_off_table": "Card off the table",
    "conceded": "Pot conceded",
    "dealer_discarded": "Hand discarded by the dealer",
    "exposed": "Exposed tile",
    "folded_by_dealer": "Hand folded by the dealer",
    "fouled": "Fouled hand",
    "fouled_no_fault": "Protected hand fouled",
    "left_table": "Player left the table",
    "leftover_count": "Wrong number of cards left over",
    "mis_set": "Wrong setting",
    "mucked": "Mucked hand",
    "off_table": "Card or tile off the table",
    "wrong_count": "Wrong number of cards",
    "wrong_start": "Deal from a wrong start",
}
_SMALL = re.compile(r"(?<= )(?:Of A|Of|Or|And)(?= )")  # words within a name that are not capitalised
_RANKS = re.compile(r"\b[akqjt](?: [akqjt])+\b")  # of cards, several in a row: "three of a kind" has only the one


def humanize(name: str) -> str:
    """A name of the file as it is read aloud: `super_bonus` is super bonus, `high K` is K high, `a_k_q` is A-K-Q."""
    plain = _RANKS.sub(lambda ranks: ranks[0].upper().replace(" ", "-"), name.replace("_", " "))
    return f"{plain[5:]} high" if plain.startswith("high ") else plain


def irregularity_name(kind: str, of: str = "", at_least: int = 1) -> str:
    """An irregularity and whose it is: `Misdeal of the player`, `Too few cards of the dealer, 2 or more`."""
    name = _IRREGULARITIES.get(kind) or humanize(kind).capitalize()
    whose = "community cards" if of == "community" else of
    return f"{name}{f' of the {whose}' * bool(of)}{f', {at_least} or more' * (at_least > 1)}"


def irregularity_called(text: str) -> str:
    """The irregularity of a name, or of what a file calls it."""
    plain = " ".join(text.casefold().split()).partition(" of the ")[0]
    return next((kind for kind, name in _IRREGULARITIES.items() if name.casefold() == plain), plain.replace(" ", "_"))


@lru_cache(maxsize=4096)
def titled(name: str, stated: str = "") -> str:
    """A wager or pay table as it stands on the layout: as the file states it, or `pair_plus` as Pair Plus."""
    if stated:
        return stated[:1].upper() + stated[1:]
    words = " ".join(word[:1].upper() + word[1:] for word in name.replace("_", " ").replace(".", " ").split())
    return _SMALL.sub(lambda small: small[0].lower(), words)


def quoted(step: str) -> str:
    """A step of a path as it is written: in quotes unless it is a plain word."""
    return step if step.replace("_", "").replace("-", "").isalnum() else f'"{step}"'


def seat_name(seat: int) -> str:
    """A seat as its layout has it: they count from one."""
    return f"Seat {seat + 1}"


def listed(items: tuple[str, ...] | list[str], last: str = "and") -> str:
    """`a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def counted(number: float, noun: str) -> str:
    """`1 minute`, `20 minutes`, `2.5 hours`."""
    return f"{number:,g} {noun}{'s' * (number != 1)}"


def spanned(least: int, most: int, noun: str) -> str:
    """`1 card`, `2 to 4 cards`."""
    return counted(most, noun) if least == most else f"{least} to {counted(most, noun)}"


def money(amount: float) -> str:
    return f"${amount:,.2f}".removesuffix(".00")
