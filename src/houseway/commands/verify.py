"""`houseway verify`: whether a round, its wagers and its payments follow from the hash published before them."""

from pathlib import Path
from typing import Any

import msgspec

from houseway.commands.output import complain, console, write_json
from houseway.rules.errors import RuleError


def _file(name: str) -> dict[str, Any]:
    try:
        return msgspec.json.decode(Path(name).read_bytes(), type=dict[str, Any])
    except OSError as error:
        raise RuleError(f"cannot read it: {error.strerror}", name) from None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise RuleError(f"not a round file: {error}", name) from None


def _stored(number: int, database: str) -> dict[str, Any]:
    from houseway.commands.serve import database_url
    from houseway.floor.evidence import export
    from houseway.floor.store import Store

    store = Store(database_url(database))
    store.migrate()
    return store.read(lambda db: export(db, number))


def run(name: str, database: str, published: str, digest: str = "", as_json: bool = False) -> int:
    """The exit status: 1 when the round does not follow from its hash."""
    from houseway.floor.verification import verify

    file = _stored(int(name), database) if name.isdecimal() else _file(name)
    wrong = verify(file, published, digest)
    if as_json:
        write_json({"ok": not wrong, "wrong": wrong})
        return 1 if wrong else 0
    for text in wrong:
        complain(text, name)
    if not wrong:
        console().print(f"{name}: all of it follows from {file['proof']['commitment']}")
    return 1 if wrong else 0
