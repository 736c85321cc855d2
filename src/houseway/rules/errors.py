"""The one error a user sees: a sentence and the field it is about."""

from collections.abc import Iterable
from difflib import get_close_matches

# What code fails on in a file or wager that is not what it should be.
MALFORMED = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, AssertionError, RecursionError)


class RuleError(Exception):
    """Bad input or a broken game file; `field` names the place, as in `seats[0].wagers.ante`.

    >>> error = RuleError("must be positive", "seats[0].wagers.ante")
    >>> str(error), error.field
    ('seats[0].wagers.ante: must be positive', 'seats[0].wagers.ante')
    """

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.field = field

    def __str__(self) -> str:
        return f"{self.field}: {self.message}" if self.field else self.message

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    def __reduce__(self) -> tuple[type["RuleError"], tuple[str, str]]:
        return type(self), (self.message, self.field)


class FileError(RuleError):
    """An error of a game file; its field begins with the file and the line."""


_MOST = 24  # words that a sentence lists


def allowed(word: str, known: Iterable[str], lead: str = "allowed: ") -> str:
    """The end of a sentence about a word that is none of the known ones: the first of them, and the nearest."""
    words = list(dict.fromkeys(known))
    by_lower = {one.lower(): one for one in words}
    nearest = [by_lower[near] for near in get_close_matches(word.lower().replace(" ", "_"), by_lower, 1)]
    more = f" and {len(words) - _MOST} more" if len(words) > _MOST else ""
    listed = f"{lead}{', '.join(words[:_MOST]) or 'none'}{more}"
    return f"{listed}; did you mean {nearest[0]!r}?" if nearest else listed
