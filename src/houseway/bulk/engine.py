"""What a family offers to settle columns: an object that makes the lines of a part of a log, and what it leaves."""

from typing import Protocol

from houseway.bulk.columns import Columns
from houseway.bulk.lines import PartLines


class ColumnsEngine(Protocol):
    """A game that settles columns."""

    def settle(self, columns: Columns) -> PartLines:
        """The lines of a part of a log; rows in `left` are settled one by one afterwards."""
