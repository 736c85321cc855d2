"""`houseway verify-books`: whether ledger, audit log and rounds are as they were written."""

from pathlib import Path

import msgspec

from houseway.commands.output import complain, console, write_json
from houseway.rules.errors import RuleError


def run(database: str, export: str, since: str, as_json: bool = False) -> int:
    """The exit status: 1 when something was changed."""
    from houseway.commands.serve import database_url
    from houseway.floor.books import Heads, check, heads
    from houseway.floor.store import Store

    before: Heads = {}
    if since:
        try:
            before = msgspec.json.decode(Path(since).read_bytes(), type=Heads)
        except OSError as error:
            raise RuleError(f"cannot read it: {error.strerror}", since) from None
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise RuleError(f"not the heads of chains: {error}", since) from None
    store = Store(database_url(database))
    store.migrate()
    wrong, found = store.read(lambda db: (check(db, before), heads(db)), seconds=24 * 3600)
    store.close()
    links = sum(int(head["number"]) for head in found.values())
    if as_json:
        write_json({"ok": not wrong, "wrong": wrong, "links": links, "chains": len(found)})
    for text in wrong if not as_json else ():
        complain(text, "books")
    if wrong:
        return 1
    if not as_json:
        console().print(f"the books agree: {links} links in {len(found)} chains")
    if export:
        Path(export).write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    return 0
