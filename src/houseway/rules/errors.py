"""The one error a user sees: a sentence and the field it is about."""

# What code stumbles over in a file or wager that is not what it should be.
MALFORMED = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, AssertionError, RecursionError)


class RuleError(Exception):
    """Bad input or a broken game file; `field` names the place, as in `seats[0].wagers.ante`."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.field = field

    def __str__(self) -> str:
        return f"{self.field}: {self.message}" if self.field else self.message
