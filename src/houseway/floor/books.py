"""The check of the books: sums, chains of ledger and audit log, and the events of every round, from the first on."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, select

from houseway.floor.chain import Link, audit_content, entry_content
from houseway.floor.digest import event_digests, hashed, round_head
from houseway.floor.disputes import changed_steps
from houseway.floor.ledger import audit as add_up
from houseway.floor.schema import audit, chains, entries, events, lines, rounds, tables

_START = Link(0, "")
Heads = dict[str, dict[str, Any]]


def heads(db: Connection) -> Heads:
    """The head of every chain: kept elsewhere, it shows later that nothing before it was changed."""
    found: Heads = {
        f"table {row.id}": {"number": row.seal_number, "digest": row.seal}
        for row in db.execute(select(tables.c.id, tables.c.seal_number, tables.c.seal).order_by(tables.c.id))
    }
    for row in db.execute(select(chains)):
        found[row.name] = {"number": row.number, "digest": row.digest}
    return found


def check(db: Connection, before: Heads | None = None) -> list[str]:
    """What is wrong with the books; `before` are heads that were exported earlier."""
    wrong = []
    sums = add_up(db)
    if not sums.balanced:
        wrong.append(
            f"the ledger does not add up: {sums.total} cents too many, {sums.adrift} accounts adrift, "
            f"{sums.overdrawn} overdrawn"
        )
    wrong += changed_steps(db, _logged_steps(db))
    shown = _round_digests(db, wrong)
    chained = _links(db, shown, wrong)
    for name, head in heads(db).items():
        last = chained.get(name, {0: ""})
        if (head["number"], head["digest"]) != max(last.items()):
            wrong.append(f"{name}: its head is not its last link")
    for name, head in (before or {}).items():
        if head["number"] and chained.get(name, {}).get(head["number"]) != head["digest"]:
            wrong.append(f"{name}: link {head['number']} is not the one that was exported")
    return wrong


def _logged_steps(db: Connection) -> set[tuple[int, str]]:
    """The steps of cases as the log has them: the case, and the hash of what was kept."""
    told = db.execute(select(audit.c.data).where(audit.c.act.like("case %"))).scalars()
    return {(int(one["case"]), str(one["content"])) for one in told if "content" in one}


def _round_digests(db: Connection, wrong: list[str]) -> dict[int, set[str]]:
    """For each round the digests after each of its events."""
    said: dict[int, list[dict[str, Any]]] = defaultdict(list)
    columns = (
        events.c.round_id,
        events.c.seq,
        events.c.at,
        events.c.kind,
        events.c.seat,
        events.c.user_id,
        events.c.data,
    )
    for event in db.execute(select(*columns).order_by(events.c.round_id, events.c.seq)).mappings():
        plain = dict(event)
        said[int(plain.pop("round_id"))].append(plain)
    shown: dict[int, set[str]] = {}
    for row in db.execute(select(rounds).where(rounds.c.digest != "").order_by(rounds.c.id)):
        chain = event_digests(round_head(row.table_id, row.number, row.commitment, row.rules), said[row.id])
        shown[row.id] = set(chain)
        if chain[-1] != row.digest:
            wrong.append(f"round {row.id}: its events are not those of its digest")
        told = said[row.id][-1]["data"] if said[row.id] else {}
        if row.status == "settled" and "settlement" in told and told["settlement"] != hashed(row.settlement):
            wrong.append(f"round {row.id}: its settlement is not the one that was paid")
    return shown


def _links(db: Connection, shown: dict[int, set[str]], wrong: list[str]) -> dict[str, dict[int, str]]:
    """For each chain the digest of every link, worked out anew from entries, lines and the audit log."""
    contents: dict[str, dict[int, tuple[str, str, Any]]] = defaultdict(dict)
    for name, number, label, stored, content in (*_entries(db, shown, wrong), *_audit(db)):
        if number in contents[name]:
            wrong.append(f"{name}: two links {number}, {contents[name][number][0]} and {label}")
        contents[name][number] = (label, stored, content)
    chained: dict[str, dict[int, str]] = {}
    for name, links in contents.items():
        link, made = _START, {0: ""}
        for number in sorted(links):
            label, stored, content = links[number]
            if number != link.number + 1:
                wrong.append(f"{name}: link {link.number + 1} is missing before {label}")
                link = Link(number - 1, "")
            link = link.next(content)
            if link.digest != stored:
                wrong.append(f"{name}: link {number}, {label}, was changed, or something before it")
                link = Link(number, stored)
            made[number] = link.digest
        chained[name] = made
    return chained


def _name(table: int | None) -> str:
    return "house" if table is None else f"table {table}"


Found = tuple[str, int, str, str, Any]


def _entries(db: Connection, shown: dict[int, set[str]], wrong: list[str]) -> Iterator[Found]:
    moved: dict[int, list[list[Any]]] = defaultdict(list)
    for line in db.execute(select(lines).order_by(lines.c.id)):
        moved[line.entry_id].append([line.source, line.target, line.cents, line.memo])
    for row in db.execute(select(entries).order_by(entries.c.id)).mappings():
        if row["number"] is None:
            continue  # written before there were chains
        if row["round_digest"] and row["round_digest"] not in shown.get(row["round_id"], ()):
            wrong.append(f"entry {row['id']}: the events of its round were changed")
        content = entry_content(dict(row), moved[row["id"]])
        yield _name(row["table_id"]), row["number"], f"entry {row['id']}", row["digest"], content


def _audit(db: Connection) -> Iterator[Found]:
    for row in db.execute(select(audit).order_by(audit.c.id)).mappings():
        if row["number"] is not None:
            content = audit_content(dict(row))
            yield _name(row["table_id"]), row["number"], f"line {row['id']} of the log", row["digest"], content
