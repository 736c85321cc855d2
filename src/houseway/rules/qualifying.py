"""The least hand that a statement asks for: `pair 8`, `high AK`, `flush_3 9`, `low 8`."""

from houseway.cards.text import RANKS
from houseway.hands.ranking import Ranking, threshold
from houseway.rules.errors import RuleError


def least_value(text: str, ranking: Ranking) -> int:
    """The least value that `category ranks` allows, e.g. `pair 8`, `high AK`, `flush_3 9`, `low 8`; 0 for no text."""
    if not text:
        return 0
    name, _, ranks = text.partition(" ")
    if name not in ranking.categories:
        raise RuleError(f"{ranking.name} has no category {name!r}; it has {', '.join(ranking.categories)}")
    unknown = [rank for rank in ranks if rank not in RANKS]
    if unknown:
        raise RuleError(f"{text!r} names no ranks; write a category and ranks, as `pair 8` or `high AK`")
    return threshold(ranking, name, *(RANKS.index(rank) for rank in ranks))
