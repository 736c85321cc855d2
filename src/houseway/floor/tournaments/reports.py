"""Reports of tournaments: fees by month as proceeds, entries and prizes day by day, results.

30-1045.02: the fee of every entrant, in the month it was collected. 30-1045.03 and 30-2512(4): receipts and prizes with
name, date, amount in figures and in words, and who attests to them. 30-2512(5): summed up by month.
"""

from collections import defaultdict
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, select

from houseway.floor.schema import tournament_receipts, tournaments, users
from houseway.play.core.money import dollars

Report = list[dict[str, Any]]
_ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_GROUPS = ((1_000_000_000, "billion"), (1_000_000, "million"), (1000, "thousand"), (100, "hundred"))


def _words(number: int) -> str:
    for size, name in _GROUPS:
        if number >= size:
            rest = number % size
            return f"{_words(number // size)} {name}" + (f" {_words(rest)}" if rest else "")
    if number < len(_ONES):
        return _ONES[number]
    tens, ones = divmod(number, 10)
    return _TENS[tens] + (f"-{_ONES[ones]}" if ones else "")


def in_words(cents: int) -> str:
    """An amount as a cheque has it: `one hundred five dollars and 20 cents`."""
    whole, rest = divmod(abs(cents), 100)
    told = f"{_words(whole)} dollar{'s' * (whole != 1)}" + (f" and {rest} cents" if rest else "")
    return f"minus {told}" if cents < 0 else told


def _rows(db: Connection, span: Any) -> list[Row[Any]]:
    signer = users.alias("signer")
    query = (
        select(
            tournament_receipts,
            tournaments.c.name.label("tournament"),
            users.c.name.label("person"),
            signer.c.name.label("signer"),
        )
        .join(tournaments, tournaments.c.id == tournament_receipts.c.tournament_id)
        .outerjoin(users, users.c.id == tournament_receipts.c.user_id)
        .outerjoin(signer, signer.c.id == tournament_receipts.c.signed_by)
        .where(tournament_receipts.c.at >= span.start, tournament_receipts.c.at < span.end)
        .order_by(tournament_receipts.c.id)
    )
    return list(db.execute(query))


def _at(moment: int, form: str) -> str:
    return datetime.fromtimestamp(moment / 1000, UTC).strftime(form)


def receipts(db: Connection, span: Any) -> Report:
    """Every entry, re-buy and prize: who, when, how much in figures and in words, how, attested by whom."""
    return [
        {
            "when": _at(row.at, "%Y-%m-%d %H:%M:%S"),
            "tournament": row.tournament,
            "person": row.person or "",
            "kind": row.kind,
            "place": row.place or "",
            "fee": dollars(row.fee),
            "amount": dollars(row.cents),
            "in_words": in_words(row.fee + row.cents) if row.medium != "merchandise" else row.note,
            "medium": row.medium,
            "note": row.note,
            "signed": row.signer or "",
        }
        for row in _rows(db, span)
    ]


def months(db: Connection, span: Any) -> Report:
    """By tournament and month: entries, fees (the proceeds), buy-ins, prizes, sums to and from other events."""
    sums: dict[tuple[str, str], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for row in _rows(db, span):
        own = sums[_at(row.at, "%Y-%m"), row.tournament]
        own["fees"] += row.fee
        if row.kind in ("entry", "re-buy", "withdrawal"):
            own["entries"] += {"entry": 1, "withdrawal": -1}.get(row.kind, 0)
            own["buy_ins"] += row.cents
        else:
            own[row.kind] += row.cents
    return [
        {
            "month": month,
            "tournament": name,
            "entries": own["entries"],
            "fees": dollars(own["fees"]),
            "buy_ins": dollars(own["buy_ins"]),
            "prizes": dollars(own["prize"]),
            "vouchers": dollars(own["voucher"]),
            "carried": dollars(own["carried"]),
            "received": dollars(own["received"]),
        }
        for (month, name), own in sorted(sums.items())
    ]


def fees(db: Connection, span: Any) -> list[tuple[str, str, int]]:
    """The name and game of each tournament and the fees it collected in the period, in cents."""
    own: dict[int, int] = defaultdict(int)
    for row in _rows(db, span):
        own[row.tournament_id] += row.fee
    rows = db.execute(select(tournaments).where(tournaments.c.id.in_(list(own))).order_by(tournaments.c.id))
    return [(row.name, row.rules["game"], own[row.id]) for row in rows if own[row.id]]


REPORTS = {"tournaments": months, "tournament-receipts": receipts}
