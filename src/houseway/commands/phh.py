"""`houseway phh`: a played pot as a poker hand history, or a hand history as the round file `settle` reads."""

import sys
from collections.abc import Sequence

from houseway.commands.files import HISTORY, rounds
from houseway.commands.output import complain
from houseway.play.core.roundfile import decode_round
from houseway.play.pots.phh import write_phh
from houseway.rules.errors import RuleError


def run(files: Sequence[str]) -> int:
    """The exit status: 2 when some file could not be turned into the other form."""
    status = 0
    for name, entry in rounds(files):
        try:
            if isinstance(entry, RuleError):
                raise entry
            text = entry.text.decode() if name.endswith(HISTORY) else write_phh(decode_round(entry.text))
            sys.stdout.write(text if text.endswith("\n") else text + "\n")
        except RuleError as error:
            status = 2
            complain(error, name)
    return status
