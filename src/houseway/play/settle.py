"""Settling a round file of any family: the one door for the command line, the site and the tests."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

from houseway.play.core.roundfile import RoundFile, decode_round
from houseway.play.core.settlement import Settlement, as_json
from houseway.rules.errors import RuleError
from houseway.rules.load import load_file

ENGINES = {
    "keno": "houseway.play.draws.keno",
    "wheel": "houseway.play.draws.wheel",
    "baccarat": "houseway.play.baccarat.file",
    "blackjack": "houseway.play.blackjack.file",
    "house-poker": "houseway.play.house_poker.file",
    "player-poker": "houseway.play.pots.file",
    "pai-gow": "houseway.play.pai_gow.file",
    "pai-gow-dice": "houseway.play.pai_gow.first_hand",
    "tiles": "houseway.play.tiles.file",
}
ANSWERS = {  # files that are no rounds, by kind -> module that offers `answer(file)`
    "accounting": "houseway.play.accounting",
    "fee": "houseway.play.accounting",
}


@cache
def family_of(game: str) -> str:
    spec, _ = load_file(game)
    tag = type(spec).__struct_config__.tag
    return str(tag)


@cache
def _engine(family: str) -> Callable[[RoundFile], Settlement]:
    settle_file: Callable[[RoundFile], Settlement] = import_module(ENGINES[family]).settle_file
    return settle_file


def settle(file: RoundFile) -> Settlement:
    """Settle a decoded round."""
    family = family_of(file.game)
    if family not in ENGINES:
        raise RuleError(f"games of the family {family} cannot be settled yet", "game")
    return _engine(family)(file)


def answer(file: RoundFile) -> dict[str, Any]:
    """What a file asks for in the exchange format: the settled round, or the figures of a fee or an account."""
    if file.kind == "round":
        return as_json(settle(file))
    if file.kind not in ANSWERS:
        raise RuleError(f"no such kind {file.kind!r}; kinds are round, {', '.join(ANSWERS)}", "kind")
    given: dict[str, Any] = import_module(ANSWERS[file.kind]).answer(file)
    return given


def settle_json(text: bytes | str) -> dict[str, Any]:
    """Settle a round given as JSON text; the answer in the exchange format."""
    return answer(decode_round(text))
