"""Games of the house's own: uploaded, kept with every version and who made it, known by their ids like the rulebook's.

The text in force is kept in memory too, where the loader finds it; whoever is about to use a game asks `refresh` first,
since another server may have stored a new version.
"""

import re
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, bindparam, func, insert, select, update

from houseway.families import family_of
from houseway.floor.moments import now
from houseway.floor.roles import Person, record
from houseway.floor.schema import own_game_versions, own_games, users
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.rules.load import as_text, forget_text, is_path, keep_text, kept_hash, rulebook_ids

MOST_GAMES = 200
MOST_VERSIONS = 1000  # of a game
MOST_TEXT = 200_000  # characters
_LONGEST = 64  # letters of an id
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_NAMED = select(own_games).where(own_games.c.id == bindparam("game"))
_TEXT = select(own_game_versions).where(
    own_game_versions.c.game == bindparam("game"), own_game_versions.c.version == bindparam("version")
)


class ClashError(RuleError):
    """The name is another game's, or the game was changed meanwhile; nothing was stored."""


def is_own(game: str) -> bool:
    """Whether an id may be that of a game of the house's own: none of the rulebook, no path and no whole file."""
    return len(game) <= _LONGEST and _ID.fullmatch(game) is not None and game not in rulebook_ids()


def refresh(db: Connection, game: str) -> None:
    """Let the loader know the game as it is stored now."""
    if is_path(game) or not is_own(game):
        return
    row = db.execute(_NAMED, {"game": game}).one_or_none()
    if row is None or row.removed is not None:
        forget_text(game)
    elif row.hash != kept_hash(game):
        keep_text(game, db.execute(_TEXT, {"game": game, "version": row.version}).one().text)


def stored(db: Connection) -> list[Any]:
    """The games in the catalogue with who made the version in force; the loader knows them all afterwards."""
    version = own_game_versions
    query = (
        select(own_games.c.id, own_games.c.version, version.c.at, users.c.name.label("by"))
        .join(version, (version.c.game == own_games.c.id) & (version.c.version == own_games.c.version))
        .join(users, users.c.id == version.c.user_id)
        .where(own_games.c.removed.is_(None))
        .order_by(own_games.c.id)
    )
    rows = list(db.execute(query))
    for row in rows:
        refresh(db, row.id)
    return rows


def versions(db: Connection, game: str) -> list[dict[str, Any]]:
    """Every version of a game, the newest first."""
    version = own_game_versions
    query = (
        select(version.c.version, version.c.at, users.c.name.label("by"), func.length(version.c.text).label("size"))
        .join(users, users.c.id == version.c.user_id)
        .where(version.c.game == game)
        .order_by(version.c.version.desc())
    )
    return [dict(row) for row in db.execute(query).mappings()]


def text_of(db: Connection, game: str, version: int = 0) -> tuple[str, int]:
    """The text of a version, and its number; without one of the version in force."""
    row = db.execute(_NAMED, {"game": game}).one_or_none()
    if row is None or (row.removed is not None and not version):
        raise RuleError(f"there is no game {game!r} of your own", "id")
    found = db.execute(_TEXT, {"game": game, "version": version or row.version}).one_or_none()
    if found is None:
        raise RuleError(f"there is no version {version} of {game}", "version")
    return str(found.text), int(found.version)


def checked_id(text: str) -> str:
    """The id of a text that is a game and may be stored; what is wrong with it is an error."""
    if len(text) > MOST_TEXT:
        raise RuleError(f"a game file has at most {MOST_TEXT:,} characters", "text")
    draft = as_text("draft.toml", text)
    game = load_game(draft)
    family_of(draft).check(game)
    name = str(game.spec.id)
    if name in rulebook_ids():
        raise ClashError(f"{name!r} is a game of the rulebook; give yours another id", "id")
    if not is_own(name):
        raise RuleError(f"an id is small letters, figures and single dashes, at most {_LONGEST} of them", "id")
    return name


def save(db: Connection, person: Person, text: str, based_on: int) -> str:
    """Store a version; `based_on` is the one it was made from, 0 for a new game."""
    name = checked_id(text)
    row = db.execute(_NAMED, {"game": name}).one_or_none()
    if row is not None and row.removed is None and not based_on:
        raise ClashError(f"there is a game {name!r} already; give yours another id, or edit that one", "id")
    if row is not None and row.removed is None and row.version != based_on:
        raise ClashError(f"{name} was changed meanwhile (version {row.version}); look at that version first", "version")
    if row is None and based_on:
        raise ClashError(f"there is no game {name!r} any more; store it as a new one", "id")
    number = 1 if row is None else row.version + 1
    if number > MOST_VERSIONS:
        raise RuleError(f"a game has at most {MOST_VERSIONS:,} versions; give it another id", "text")
    found = {"version": number, "hash": sha256(text.encode()).hexdigest(), "removed": None}
    if row is None or row.removed is not None:
        listed = select(func.count()).select_from(own_games).where(own_games.c.removed.is_(None))
        if db.execute(listed).scalar_one() >= MOST_GAMES:
            raise RuleError(f"the catalogue takes {MOST_GAMES} games of your own; remove one first", "text")
    if row is None:
        db.execute(insert(own_games).values(id=name, **found))
    else:
        done = update(own_games).where(own_games.c.id == name, own_games.c.version == row.version).values(**found)
        if db.execute(done).rowcount != 1:
            raise ClashError(f"{name} was changed meanwhile; look at that version first", "version")
    made = {"game": name, "version": number, "text": text, "user_id": person.id, "at": now()}
    db.execute(insert(own_game_versions).values(**made))
    record(db, person.id, "own game stored", name, version=number, hash=found["hash"])
    refresh(db, name)
    return name


def remove(db: Connection, person: Person, game: str) -> None:
    """Take a game out of the catalogue; its versions and the rounds played by them stay."""
    row = db.execute(_NAMED, {"game": game}).one_or_none()
    if row is None or row.removed is not None:
        raise RuleError(f"there is no game {game!r} of your own", "id")
    db.execute(update(own_games).where(own_games.c.id == game).values(removed=now()))
    record(db, person.id, "own game removed", game, version=row.version)
    refresh(db, game)
