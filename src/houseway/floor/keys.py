"""The house's key, kept apart from the database: without it the secrets of running shuffles cannot be worked out.

The database holds a random salt for each shuffle; its secret is the HMAC of the salt under the key. So neither a copy
of the database nor a reader of it knows a card that is still to come. A secret is written down when it is shown.
"""

import os
import secrets
import tempfile
from collections.abc import Mapping
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert, select

from houseway.cards.drbg import keyed
from houseway.cards.proof import SECRET_BYTES, commitment, is_hash
from houseway.floor.schema import keys
from houseway.rules.errors import RuleError

Shuffle = Mapping[str, Any]  # `commitment`, `salt`, `key`, `published`; once it is dealt from, `number` and `entropy`


class KeyRing:
    """The keys of a house, the newest first."""

    def __init__(self, texts: list[str]) -> None:
        if not texts or not all(is_hash(text) for text in texts):
            raise RuleError(
                "a key file holds 64 lower-case hexadecimal digits a line, the newest key first", "--key-file"
            )
        keys = [bytes.fromhex(text) for text in texts]
        self._keys = {key_id(key): keyed(key) for key in keys}

    @property
    def ids(self) -> list[str]:
        return list(self._keys)

    def secret(self, shuffle: Shuffle) -> str:
        """The secret of a shuffle."""
        key = self._keys.get(shuffle["key"])
        if key is None:
            raise RuleError(f"the key {shuffle['key']} of this shuffle is not in the key file", "--key-file")
        return key(b"houseway salt 2\n" + bytes.fromhex(shuffle["salt"])).hex()

    def derive(self, purpose: str, key: str = "") -> bytes:
        """A key for a purpose other than shuffles, of the newest key or the one named."""
        held = self._keys.get(key or self.ids[0])
        if held is None:
            raise RuleError(f"the key {key} is not in the key file", "--key-file")
        return held(f"houseway {purpose}\n".encode())

    def new_shuffle(self, moment: int) -> dict[str, Any]:
        """A shuffle whose hash is published at this moment."""
        made: dict[str, Any] = {"salt": secrets.token_hex(SECRET_BYTES), "key": self.ids[0], "published": moment}
        return {"commitment": commitment(self.secret(made)), **made}


def key_id(key: bytes) -> str:
    """A name for a key that tells nothing of it."""
    return sha256(b"houseway key 2\n" + key).hexdigest()[:16]


def read_keys(path: Path) -> KeyRing:
    """The keys of a file; a new one, readable by its owner alone, where there is none."""
    try:
        if not path.exists():
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _create(path)
        return KeyRing(path.read_text(encoding="ascii").split())
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a text"
        raise RuleError(f"cannot read or make {path}: {reason}", "--key-file") from None


def _create(path: Path) -> None:
    """A file that is there whole or not at all, whoever else makes one at the same moment."""
    handle, name = tempfile.mkstemp(dir=path.parent)  # mode 0600
    try:
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_hex(SECRET_BYTES) + "\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(name, path)
        except FileExistsError:
            return
    finally:
        os.unlink(name)


def register(db: Connection, ring: KeyRing) -> None:
    """Refuse keys that this database has never seen while it was used with others; write down a new one."""
    if db.dialect.name != "sqlite":  # which has one writer: servers that start together come one after the other
        db.exec_driver_sql(f"LOCK TABLE {keys.name} IN SHARE ROW EXCLUSIVE MODE")
    known = set(db.execute(select(keys.c.id)).scalars())
    if known and not known & set(ring.ids):
        raise RuleError(
            f"the database is used with the key {sorted(known)[-1]}: name the file that holds it", "--key-file"
        )
    if ring.ids[0] not in known:
        db.execute(insert(keys).values(id=ring.ids[0]))


class KeyFile:
    """A file of keys that is read, or made, when a key is first needed: reports need none."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def ring(self) -> KeyRing:
        return read_keys(self.path)


def keys_of(db: Connection) -> KeyRing:
    """The keys that a connection's store was opened with."""
    file: KeyFile = db.info["houseway_store"].keys
    return file.ring
