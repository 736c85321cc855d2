"""`houseway verify`: whether a round, its wagers and its payments follow from the hash published before them."""

from pathlib import Path
from typing import Any

import msgspec

from houseway.commands.output import complain, console, write_json
from houseway.rules.errors import RuleError
from houseway.rules.wording import counted

_BY_LINES = (".jsonl", ".ndjson")


def _decoded(text: bytes, place: str) -> dict[str, Any]:
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise RuleError(f"not a round file: {error}", place) from None


def _files(name: str) -> dict[str, dict[str, Any]]:
    """The rounds of a file by where they stand: one, or one on each line as surveillance exports them."""
    try:
        text = Path(name).read_bytes()
    except OSError as error:
        raise RuleError(f"cannot read it: {error.strerror}", name) from None
    if not name.lower().endswith(_BY_LINES):
        return {name: _decoded(text, name)}
    lines = {f"{name}, line {at}": line for at, line in enumerate(text.splitlines(), 1) if line.strip()}
    if not lines:
        raise RuleError("there is no round in it", name)
    return {place: _decoded(line, place) for place, line in lines.items()}


def _stored(number: int, database: str) -> dict[str, Any]:
    from houseway.commands.serve import database_url
    from houseway.floor.evidence import export
    from houseway.floor.store import Store

    store = Store(database_url(database))
    store.migrate()
    return store.read(lambda db: export(db, number))


def _is_void(file: dict[str, Any]) -> bool:
    """Whether it is what surveillance exports of a void round, of which nothing was settled."""
    remarks = file.get("remarks")
    return "proof" not in file and isinstance(remarks, dict) and remarks.get("status") == "void"


def run(name: str, database: str, published: str, digest: str = "", as_json: bool = False) -> int:
    """The exit status: 1 when a round does not follow from its hash."""
    from houseway.floor.verification import verify

    files = {name: _stored(int(name), database)} if name.isdecimal() else _files(name)
    if len(files) != 1 and (published or digest):
        raise RuleError(f"a published hash is that of one round; there are {len(files)} here", name)
    settled = {place: file for place, file in files.items() if not _is_void(file)}
    if not settled:
        raise RuleError("a void round was not settled: nothing of it follows from a hash", name)
    wrong = [(place, text) for place, file in settled.items() for text in verify(file, published, digest)]
    if as_json:
        said = [text if place == name else f"{place.removeprefix(name + ', ')}: {text}" for place, text in wrong]
        write_json({"ok": not wrong, "wrong": said})
        return 1 if wrong else 0
    for place, text in wrong:
        complain(text, place)
    if not wrong:
        hashes = [str(file["proof"]["commitment"]) for file in settled.values()]
        checked, void = counted(len(settled), "round"), counted(len(files) - len(settled), "round")
        what = f"all of it follows from {hashes[0]}"
        if len(files) > 1:
            left = f"; {void} void and not settled" if len(settled) < len(files) else ""
            what = f"{checked}, each follows from its hash{left}"
        console().print(f"{name}: {what}", soft_wrap=True)
    return 1 if wrong else 0
