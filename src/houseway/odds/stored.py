"""Prices of the rulebook as they are shipped: each with the hash of the game and of the code that counted it.

A price answers only a question about the same resolved game, and only while the code is the code that counted it; any
other question is counted. `HOUSEWAY_RECOUNT=1` counts everything.
"""

import os
import zlib
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from houseway.odds.identity import game_hash, source_hash
from houseway.odds.measures import usual_sessions
from houseway.odds.pricing import Priced, Question
from houseway.odds.report import player_edges
from houseway.rules.game import Game
from houseway.rules.load import is_path

RECOUNT = "HOUSEWAY_RECOUNT"
_PACKED_BITS = 64  # of a whole number


class Stored(msgspec.Struct, frozen=True, array_like=True):
    """A shipped price; `every_table`: with every alternative of its pay tables."""

    game_hash: str
    code_hash: str
    sources: tuple[str, ...]  # what the hash of the code is of
    every_table: bool
    priced: msgspec.Raw


def folder() -> Path:
    """Where the shipped prices lie."""
    return Path(str(files("houseway") / "odds" / "shipped"))


def read_stored(game: str) -> Stored | None:
    """The shipped price of a game of the rulebook, whatever it was counted by."""
    try:
        packed = (folder() / f"{game}.price").read_bytes()
        return msgspec.msgpack.decode(zlib.decompress(packed), type=Stored)
    except (OSError, zlib.error, msgspec.DecodeError):
        return None


@cache
def _hash_now(sources: tuple[str, ...]) -> str:
    """The hash of sources as they are; they do not change while a program runs."""
    return source_hash(sources)


def fits_code(stored: Stored) -> bool:
    """Whether the code that counted a price is the code of today."""
    return stored.code_hash == _hash_now(stored.sources)


def _packable(value: Any) -> Any:
    """Plain data with whole numbers of more than 64 bits as text, which reads as a number again."""
    if isinstance(value, dict):
        return {key: _packable(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_packable(one) for one in value]
    return str(value) if isinstance(value, int) and value.bit_length() > _PACKED_BITS else value


def write_stored(game: Game[Any], every_table: bool, priced: Priced, sources: tuple[str, ...]) -> Path:
    """Ship a price, counted by these sources, with its sessions of the usual length."""
    priced = replace(priced, sessions=usual_sessions(priced))
    plain = msgspec.msgpack.encode(_packable(msgspec.to_builtins(priced)))
    stored = Stored(game_hash(game), source_hash(sources), sources, every_table, msgspec.Raw(plain))
    path = folder() / f"{game.spec.id}.price"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(zlib.compress(msgspec.msgpack.encode(stored), 9))
    return path


def priced_of(stored: Stored, every_table: bool) -> Priced:
    """The price as a count would have given it, with or without the alternatives."""
    priced = msgspec.msgpack.decode(bytes(stored.priced), type=Priced, strict=False)
    if every_table or not stored.every_table:
        return priced
    used = {
        name: dict([next(iter(prices.items()))])
        for name, prices in priced.sides.items()
        if name in priced.report.side_bets
    }
    report = replace(priced.report, warnings=player_edges(priced.report.main, used, {}))
    return replace(priced, report=report, sides=used, mains={})


def stored_price(question: Question) -> Priced | None:
    """The shipped price that answers a question; none if it has to be counted."""
    if os.environ.get(RECOUNT) or question.meters or is_path(question.game):
        return None
    stored = read_stored(question.game)
    if stored is None or (question.every_table and not stored.every_table) or not fits_code(stored):
        return None
    return priced_of(stored, question.every_table) if stored.game_hash == game_hash(question.load()) else None


def stale(games: Iterable[Game[Any]]) -> list[str]:
    """The games whose shipped price is missing, or is of another game or other code."""
    found = []
    for game in games:
        stored = read_stored(game.spec.id)
        if stored is None or not fits_code(stored) or stored.game_hash != game_hash(game):
            found.append(game.spec.id)
    return found
