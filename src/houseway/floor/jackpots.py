"""Jackpots of player-banked poker: money raked for them is the players' own and goes back to them, 30-1046(5).

A jackpot is proposed with its rules, offered once it is approved, and raked for at the tables that offer it. At the
daily posting the boxes are emptied into its pools and the amount on display follows the primary pool; every award is
a part of the amount that was posted last. The secondary pool begins the next jackpot.
"""

from datetime import UTC, datetime
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, Row, insert, select, update
from sqlalchemy.exc import IntegrityError

from houseway.cards.text import parse_rank, rank_name
from houseway.families import family_of
from houseway.floor.ledger import Cause, Move, account, already, balance, post
from houseway.floor.moments import day_of, now
from houseway.floor.printed import JACKPOTS, cited
from houseway.floor.roles import Person
from houseway.floor.schema import awards, jackpots, tables
from houseway.floor.tables import MissingError, between_rounds, find, occupied, positive, taken_seat, till, touch
from houseway.floor.transaction import TableTransaction
from houseway.hands.ranking import RANKINGS
from houseway.play.core.money import cents, dollars, in_dollars
from houseway.play.pots.jackpot import Posted, posted_rules
from houseway.rules.errors import RuleError
from houseway.rules.explain import rule_error
from houseway.rules.game import load_game
from houseway.rules.patterns import least_value
from houseway.rules.wording import humanize, listed

LIMITS = JACKPOTS.terms
_POSTED = Posted.__struct_fields__


class Terms(Posted, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is submitted before a jackpot is offered, 30-1046(1): its rules, and how it is raked, posted and paid."""

    rake: int | float  # dollars from a pot
    definitions: str
    security: str  # when nothing is paid: a fouled deck, a hand that cannot be verified
    claims: str  # what becomes of an award that nobody claims
    posting: str  # when and by whom the amount is posted and paid
    at_limit: Literal["stop", "grow"] = "stop"  # with a cap: no more rake, or the pools grow on, 30-1046(7)
    at_once: int | float = 500  # dollars that are paid without a supervisor's approval


def _checked(data: Any) -> Terms:
    try:
        terms = msgspec.convert(data, Terms)
    except msgspec.ValidationError as error:
        raise rule_error(error, "terms", data, grammar=Terms) from None
    for field, check in (
        ("shares", lambda: posted_rules({name: msgspec.to_builtins(getattr(terms, name)) for name in _POSTED})),
        ("beaten", lambda: least_value(terms.beaten, RANKINGS["poker"])),
    ):
        try:
            check()
        except RuleError as error:
            raise RuleError(error.message, f"terms.{field}") from None
    most = LIMITS["rake"]
    if cents(terms.rake, "terms.rake") > most.number * 100:
        raise RuleError(f"at most ${most.number} of a pot, {cited(most.rule)}", "terms.rake")
    for name in ("definitions", "security", "claims", "posting"):
        if not getattr(terms, name).strip():
            raise RuleError("is part of what is submitted", f"terms.{name}")
    for name in ("cap", "at_once"):
        if amount := getattr(terms, name):
            cents(amount, f"terms.{name}")
    if not 0 <= terms.primary_share <= 100:
        raise RuleError(f"a share is from 0 to 100 percent, not {terms.primary_share:g}", "terms.primary_share")
    if terms.least_players < 2:
        raise RuleError(f"at least 2 players are dealt in, not {terms.least_players}", "terms.least_players")
    return terms


def propose(db: Connection, name: str, data: dict[str, Any]) -> int:
    """A jackpot with its rules; it may not be offered yet."""
    terms = _checked(data)
    values = {"name": name, "terms": msgspec.to_builtins(terms), "status": "proposed", "created": now()}
    try:
        made = int(db.execute(insert(jackpots).values(**values).returning(jackpots.c.id)).scalar_one())
    except IntegrityError:
        raise RuleError("a jackpot of this name exists", "name") from None
    for kind in ("fund", "seeding"):
        account(db, kind, str(made))
    return made


def find_jackpot(db: Connection, jackpot: int, *, lock: bool = False) -> Row[Any]:
    query = select(jackpots).where(jackpots.c.id == jackpot)
    row = db.execute(query.with_for_update() if lock else query).first()
    if row is None:
        raise MissingError(f"there is no jackpot {jackpot}", "jackpot")
    return row


def terms_of(row: Row[Any]) -> Terms:
    return msgspec.convert(row.terms, Terms)


def change(db: Connection, jackpot: int, **values: Any) -> None:
    db.execute(update(jackpots).where(jackpots.c.id == jackpot).values(**values))


def approve(db: Connection, jackpot: int, leave: str) -> None:
    """The regulator has approved the proposal: it may be offered."""
    row = find_jackpot(db, jackpot, lock=True)
    if row.status != "proposed":
        raise RuleError(f"the jackpot is {row.status}", "jackpot")
    change(db, jackpot, status="offered", leave=leave)


def pools(db: Connection, jackpot: int) -> tuple[int, int]:
    """The accounts of the primary and the secondary pool."""
    return account(db, "fund", str(jackpot)), account(db, "seeding", str(jackpot))


def _offering(db: Connection, jackpot: int) -> list[int]:
    query = select(tables.c.id).where(tables.c.jackpot_id == jackpot, tables.c.open).order_by(tables.c.id)
    return [int(one) for one in db.execute(query).scalars()]


def empty_box(db: Connection, table: int, jackpot: int, person: Person | None) -> int:
    """What was raked at a table goes into the pools as the rules divide it; the cents that it was."""
    terms = terms_of(find_jackpot(db, jackpot, lock=True))
    box = till(db, table)["jackpot"]
    cents = balance(db, box)
    primary = round(cents * terms.primary_share / 100)
    fund, seeding = pools(db, jackpot)
    cause = Cause("jackpot count", table, user=None if person is None else person.id)
    post(db, cause, [Move(box, fund, primary, "primary pool"), Move(box, seeding, cents - primary, "secondary pool")])
    return cents


def offer_at(db: Connection, table: int, jackpot: int | None, person: Person) -> None:
    """Offer a jackpot at a table, or none any more; the box of the one before it is emptied first, 30-1046(3)."""
    row = find(db, table, lock=True)
    between_rounds(db, row)
    if jackpot is not None and not row.open:
        raise RuleError("the table is closed", "table")
    if row.jackpot_id is not None:
        empty_box(db, table, row.jackpot_id, person)
    house = {name: value for name, value in row.house.items() if name != "jackpot_rake"}
    if jackpot is not None:
        found = find_jackpot(db, jackpot)
        if found.status != "offered":
            raise RuleError(f"the jackpot is {found.status}, not approved to be offered", "jackpot")
        terms = terms_of(found)
        _fits(row, terms)
        house["jackpot_rake"] = terms.rake
    load_game(row.game, house)
    touch(db, table, jackpot_id=jackpot, house=house)
    for changed in {row.jackpot_id, jackpot} - {None}:
        note_rake(db, changed)


def note_rake(db: Connection, jackpot: int) -> None:
    """Write down whether a jackpot is still raked for, after a table began or ceased to offer it."""
    row = find_jackpot(db, jackpot, lock=True)
    stopped = (row.stopped or now()) if _rake_ends(db, row) else None
    change(db, jackpot, stopped=stopped)


def _rake_ends(db: Connection, row: Row[Any]) -> bool:
    """Whether nothing is raked any more for a jackpot that holds money: at its limit, or offered at no table."""
    fund, seeding = (balance(db, one) for one in pools(db, row.id))
    return _on_display(terms_of(row), fund)[1] or bool(fund + seeding and not _offering(db, row.id))


def _fits(row: Row[Any], terms: Terms) -> None:
    """The jackpot can be won at this game."""
    if not family_of(row.game).traits.pot:
        raise RuleError("a jackpot is offered where players play for a pot", "table")
    spec = load_game(row.game, row.house).spec
    if "high" not in spec.hands or spec.hands["high"].ranking != "poker":
        raise RuleError("the game has no high poker hand that could be beaten", "table")
    if terms.both_own and not any(street.deal.board for street in spec.streets):
        raise RuleError("the rules ask for two own cards with a board; this game has none", "table")


def post_amount(db: Connection, jackpot: int, person: Person) -> int:
    """The daily posting: boxes emptied, unclaimed awards returned, the display brought up to date. The cents posted."""
    row = find_jackpot(db, jackpot)
    if row.status != "offered":
        raise RuleError(f"the jackpot is {row.status}", "jackpot")
    offering = _offering(db, jackpot)
    for table in offering:
        find(db, table, lock=True)
    for table in offering:
        empty_box(db, table, jackpot, person)
    lapse(db, jackpot)
    fund, _ = pools(db, jackpot)
    posted, _ = _on_display(terms_of(row), balance(db, fund))
    stopped = (row.stopped or now()) if _rake_ends(db, row) else None
    change(db, jackpot, posted=posted, posted_at=now(), posted_by=person.id, stopped=stopped)
    for table in offering:
        touch(db, table)
    return posted


def _on_display(terms: Terms, held: int) -> tuple[int, bool]:
    """The cents to post of those in the primary pool, and whether they reach a limit at which the rake stops."""
    limit = round(terms.cap * 100) if terms.at_limit == "stop" else 0
    return (limit, True) if limit and held >= limit else (held, False)


def lapse(db: Connection, jackpot: int) -> int:
    """Awards that nobody claimed in time go into the secondary pool; the cents that they were."""
    before = now() - LIMITS["claim"].milliseconds
    _, seeding = pools(db, jackpot)
    total = 0
    due = select(awards).where(awards.c.jackpot_id == jackpot, awards.c.status == "due", awards.c.at < before)
    for row in db.execute(due.order_by(awards.c.id)).all():
        move = Move(till(db, row.table_id)["due"], seeding, row.cents, "not claimed in time")
        post(db, Cause("award lapsed", row.table_id), [move])
        db.execute(update(awards).where(awards.c.id == row.id).values(status="lapsed", decided_at=now()))
        total += int(row.cents)
    return total


# At a round


class Offered(msgspec.Struct, frozen=True):
    """What a hand is played for besides the pot."""

    rules: dict[str, Any]
    posted: int
    raked: bool


def offered(db: Connection, jackpot: int) -> Offered:
    """The posted rules and amount of the jackpot at a table."""
    row = find_jackpot(db, jackpot)
    rules = {name: row.terms[name] for name in _POSTED if name in row.terms}
    return Offered(rules, int(row.posted), row.stopped is None and row.status == "offered")


def lock_fund(tx: TableTransaction) -> int:
    """Hold the jackpot of the table until the transaction ends; the cents of it that need no supervisor's approval."""
    jackpot = tx.table.jackpot_id
    row = find_jackpot(tx.db, jackpot, lock=True)
    fund, _ = pools(tx.db, jackpot)
    tx.accounts["fund"] = fund
    tx.book.know(fund, balance(tx.db, fund))
    return round(terms_of(row).at_once * 100)


def won(tx: TableTransaction, cause: Cause) -> None:
    """After an award: the secondary pool begins the next jackpot, and its amount is on display at once, 30-1046(2)."""
    jackpot = tx.table.jackpot_id
    fund, seeding = pools(tx.db, jackpot)
    tx.book.post(cause.of("jackpot reseed"), [Move(seeding, fund, balance(tx.db, seeding), "secondary pool")])
    posted, full = _on_display(terms_of(find_jackpot(tx.db, jackpot)), tx.book.balance(fund))
    change(tx.db, jackpot, posted=posted, posted_at=now(), posted_by=None, stopped=now() if full else None)


# By hand, where a table rakes for a pool without posted rules


def award(db: Connection, table: int, seat: int, cents: int, person: Person, key: str | None) -> None:
    """Pay a verified jackpot out of the table's pool."""
    already(db, key)
    row = find(db, table, lock=True)
    if row.jackpot_id is not None:
        raise RuleError("the jackpot of this table is found and paid by its posted rules", "table")
    place = taken_seat(occupied(db, table), seat)
    pool = till(db, table)["jackpot"]
    held = balance(db, pool)
    if positive(cents, "amount") > held:
        raise RuleError(f"the pool holds {in_dollars(held)}", "amount")
    cause = Cause("jackpot award", table, user=person.id, key=key)
    post(db, cause, [Move(pool, place.account_id, cents, "jackpot")])
    touch(db, table)


# As it is shown


def _months_later(moment: int, months: int) -> int:
    day = datetime.fromtimestamp(moment / 1000, UTC)
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    last = (datetime(year + (month == 11), (month + 1) % 12 + 1, 1, tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)).days
    length = last - (datetime(year, month + 1, 1, tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)).days
    return int(day.replace(year=year, month=month + 1, day=min(day.day, length)).timestamp() * 1000)


def reminders(row: Row[Any]) -> list[str]:
    """What is due: a posting that is older than a day, a pay-out after the rake was stopped."""
    told, moment = [], now()
    posting, pay_out = LIMITS["posting"], LIMITS["pay_out"]
    if row.status == "offered" and (row.posted_at or row.created) < moment - posting.milliseconds:
        told.append(f"The amount is to be posted once a day ({cited(posting.rule)}).")
    if row.stopped is not None:
        until = _months_later(row.stopped, pay_out.number)
        day = day_of(until)
        late = "was" if until < moment else "is"
        told.append(
            f"It {late} to be paid out by {day}, {pay_out.number} months after the rake stopped "
            f"({cited(pay_out.rule)})."
        )
    return told


def listing(db: Connection) -> list[dict[str, Any]]:
    """All jackpots with what they post and hold, in cents."""
    found = []
    for row in db.execute(select(jackpots).order_by(jackpots.c.id)).all():
        fund, seeding = pools(db, row.id)
        offering = _offering(db, row.id)
        found.append(
            {
                "id": row.id,
                "name": row.name,
                "status": row.status,
                "leave": row.leave,
                "posted": row.posted,
                "posted_at": row.posted_at,
                "raked": bool(offering) and row.stopped is None,
                "stopped": row.stopped,
                "fund": balance(db, fund),
                "seeding": balance(db, seeding),
                "tables": offering,
                "terms": row.terms,
                "due": reminders(row),
            }
        )
    return found


def notice(db: Connection, jackpot: int) -> dict[str, Any]:
    """What is posted of a jackpot: its amount, conditions, shares, security and rake, with the paragraphs."""
    row = find_jackpot(db, jackpot)
    terms, say = terms_of(row), JACKPOTS.notice
    beaten = _hand_name(terms.beaten)
    shares = ", ".join(f"{percent:g} percent to {_GROUPS[name]}" for name, percent in terms.shares.items())
    own = " Winner and loser each play both of their own cards." if terms.both_own else ""
    limit = (
        "There is no limit."
        if not terms.cap
        else f"The limit is ${terms.cap:,.2f}. When it is reached "
        + ("no more is raked until it is won." if terms.at_limit == "stop" else "the pools grow on until it is won.")
    )
    statements = [
        ("Amount", f"${row.posted / 100:,.2f}", say["amount"]),
        (
            "Conditions",
            f"{beaten} or better is beaten at the showdown, with at least {terms.least_players} players dealt in.{own} "
            f"{_sentence(terms.definitions)}",
            say["conditions"],
        ),
        (
            "Shares",
            f"{shares}; players of one group share equally, and the part of a group without players stays in the "
            "jackpot.",
            say["shares"],
        ),
        ("Security", _sentence(terms.security), say["security"]),
        (
            "Rake",
            f"At most ${terms.rake:.2f} is taken from each pot for this jackpot, in addition to the rake; "
            + (
                f"{terms.primary_share:g} percent of it for this award, the rest for the next."
                if terms.primary_share < 100
                else "all of it for this award."
            ),
            say["rake"],
        ),
        (
            "Claims",
            f"{_sentence(terms.claims)} An award is claimed within {LIMITS['claim'].number} days.",
            say["claims"],
        ),
        ("Limit", limit, say["limit"]),
        ("Posting", _sentence(terms.posting), say["posting"]),
    ]
    return {
        "title": row.name,
        "status": row.status,
        "statements": [{"head": head, "text": text, "rule": cited(rule)} for head, text, rule in statements],
    }


def _hand_name(beaten: str) -> str:
    """The hand that must be beaten: `Four of a kind, twos`, `Full house, aces and tens`."""
    category, _, ranks = beaten.partition(" ")
    several = category in ("pair", "two_pair", "full_house") or category.endswith("_of_a_kind")
    names = listed([rank_name(parse_rank(rank), several) for rank in ranks])
    return f"{humanize(category).capitalize()}{', ' * bool(names)}{names}"


def _sentence(text: str) -> str:
    """What somebody wrote as a sentence: it begins with a capital and ends with a full stop."""
    text = text.strip()
    return f"{text[:1].upper()}{text[1:]}{'.' * (not text.endswith(('.', '!', '?')))}" if text else ""


_GROUPS = {"loser": "the beaten hand", "winner": "the hand that beat it", "table": "the other players dealt in"}


def posted_at_table(db: Connection, jackpot: int | None) -> dict[str, Any] | None:
    """The sign at a table: the name of its jackpot and the amount on display, in dollars."""
    if jackpot is None:
        return None
    row = find_jackpot(db, jackpot)
    return {"id": row.id, "name": row.name, "posted": dollars(row.posted), "raked": row.stopped is None}
