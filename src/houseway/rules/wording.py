"""Names and sums of a file as people read them."""

import re

_RANKS = re.compile(r"\b[akqjt](?: [akqjt])+\b")  # of cards, several in a row: "three of a kind" has only the one


def humanize(name: str) -> str:
    """A name of the file as it is read aloud: `super_bonus` is super bonus, `high K` is K high, `a_k_q` is A-K-Q."""
    plain = _RANKS.sub(lambda ranks: ranks[0].upper().replace(" ", "-"), name.replace("_", " "))
    return f"{plain[5:]} high" if plain.startswith("high ") else plain


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


def money(amount: float) -> str:
    return f"${amount:,.2f}".removesuffix(".00")
