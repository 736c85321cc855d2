"""Rules pinned to a round: the whole game file is stored under its hash, and the round is finished by it.

Whatever happens to the file, the software or the other server meanwhile, a round that has begun keeps its rules; where
this version of the software would have dealt or paid otherwise than what was seen, the round is not played on.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, select, text

from houseway import __version__
from houseway.families import Traits, family_of
from houseway.floor.moments import now
from houseway.floor.own_games import refresh
from houseway.floor.schema import rules
from houseway.floor.store import after_commit
from houseway.rules.errors import RuleError
from houseway.rules.game import Game, load_game
from houseway.rules.load import by_game, whole_file


@dataclass(frozen=True)
class Rules:
    """What a round is played by: the game, which is a whole file where a round is pinned, and the house's choices."""

    game: str
    house: dict[str, Any]
    hash: str = ""

    @cached_property
    def house_json(self) -> bytes:
        """The house's choices as what is kept for them is found by."""
        return msgspec.json.encode(self.house)

    @cached_property
    def made(self) -> Game[Any]:
        """The game as the house offers it."""
        return load_game(self.game, self.house)

    @cached_property
    def traits(self) -> Traits:
        """What sets the game's family apart."""
        return family_of(self.game).traits


@by_game(512)
def rules_hash(game: str) -> str:
    """The SHA-256 of a whole game file."""
    return sha256(whole_file(game).encode()).hexdigest()


_KEPT = 512


@lru_cache(maxsize=_KEPT)
def _of_text(whole: str, house: bytes, found: str) -> Rules:
    """The rules of a whole file, which never change: what is worked out of them is worked out once."""
    return Rules(whole, msgspec.json.decode(house), found)


def _texts(db: Connection) -> dict[str, str]:
    """Files that this process has stored in the database or read from it; what is under a hash never changes."""
    found: dict[str, str] = db.info["houseway_store"].texts
    return found


def _keep(texts: dict[str, str], found: str, whole: str) -> None:
    if len(texts) >= _KEPT:
        texts.pop(next(iter(texts)), None)
    texts[found] = whole


_STORE = text(
    "INSERT INTO rules (hash, game, engine, text, stored) VALUES (:hash, :game, :engine, :text, :stored) "
    "ON CONFLICT DO NOTHING"
)
_READ = select(rules.c.text).where(rules.c.hash == bindparam("hash"))


def pin(db: Connection, game: str, house: dict[str, Any]) -> Rules:
    """The rules of a game as they are now, stored for the round that begins."""
    refresh(db, game)
    found = rules_hash(game)
    texts = _texts(db)
    whole = texts.get(found)
    if whole is None:
        whole = whole_file(game)
        stored = {"hash": found, "game": game, "engine": __version__, "text": whole, "stored": now()}
        db.execute(_STORE, stored)
        kept = whole
        after_commit(db, lambda: _keep(texts, found, kept))
    return _of_text(whole, msgspec.json.encode(house), found)


def pinned(db: Connection, found: str, game: str, house: dict[str, Any]) -> Rules:
    """The rules that a round began with; for a round of an older database those of today."""
    if not found:
        return Rules(game, house)
    whole = _texts(db).get(found)
    if whole is None:
        whole = db.execute(_READ, {"hash": found}).scalar_one()
        _keep(_texts(db), found, whole)
    return _of_text(whole, msgspec.json.encode(house), found)


def current(db: Connection, table: Any) -> Rules:
    """The rules of a table as its file is now; those it last played by where that cannot be read, or takes the
    table's choices no longer."""
    refresh(db, table.game)
    try:
        found = rules_hash(table.game)
        whole = _texts(db).get(found)
        if whole is None:
            rules = Rules(table.game, table.house, found)
        else:
            rules = _of_text(whole, msgspec.json.encode(table.house), found)
        _ = rules.made
    except RuleError:
        if not table.rules:
            raise
        return pinned(db, table.rules, table.game, table.house)
    return rules


def changed_engine(engine: str) -> RuleError:
    """A round that this version of the software would not have played as it was played."""
    return RuleError(
        f"the round began with version {engine or 'unknown'} of the software, and version {__version__} would play it "
        "otherwise: the house must void it, and its wagers go back",
        "round",
    )
