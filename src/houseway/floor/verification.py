"""The check of a round file: its rules, choices, wagers, meters, cards and payments follow from what was published."""

from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256
from types import SimpleNamespace
from typing import Any

import msgspec

from houseway.cards.proof import commitment, entropy_hash, is_hash, seed_of
from houseway.families import settle
from houseway.floor.digest import canonical, event_digests, hashed, round_head
from houseway.floor.evidence import VERSION
from houseway.floor.ledger import Book, Cause
from houseway.floor.meters import Held
from houseway.floor.owners import SeatOwners, bettors_of, with_owners
from houseway.floor.pinned import Rules
from houseway.floor.replay import ACTS, play_through
from houseway.floor.rotation import RETURNED as BANK_RETURNED
from houseway.floor.settling import RETURNED, Payer, collections, settle_money
from houseway.floor.tables import BANKROLL, TILL
from houseway.play.core.meters import SEED
from houseway.play.core.owners import JOINABLE
from houseway.play.core.round import LiveRound, next_shoe_place, on_layout
from houseway.play.core.roundfile import as_json, convert_round
from houseway.play.core.settlement import Settlement
from houseway.rules.errors import MALFORMED, RuleError
from houseway.rules.wording import seat_name

NOT_YET = "not yet: the shoe is still in play, and its secret is shown when it is finished"
_ENOUGH = 2**62  # chips of an account whose balance the proof does not tell
_BET = ("wagers", "ticket", "select")
# Kinds of entries that a round posts before it is settled, or besides.
_STAKES = frozenset(("bet", "take back", "deal", *ACTS))
_BETS = frozenset(("bet", "take back"))
# The events that an entry of a kind is made for: any for these, for others what the round is settled by.
_ANY_EVENT = frozenset(("fill", "buy-in"))
_EVENTS_OF = {
    **{kind: frozenset((kind,)) for kind in (*_STAKES, "tip", "behind")},
    "owners": frozenset(("take back",)),
    "collection": frozenset(("deal", "settle")),
    "bank": frozenset((BANK_RETURNED,)),
}
_OTHER_MEMOS = {
    "fill": ("",),
    "tip": ("tips",),
    "behind": ("behind", *JOINABLE, "insurance"),
    "buy-in": ("cash", "on the piece", "chips"),
    "owners": ("returned", "tips returned"),
    "jackpot reseed": ("secondary pool",),
}
_BEFORE = _STAKES | _OTHER_MEMOS.keys()
_MEMOS = {
    **dict.fromkeys(_STAKES, ("wagers",)),
    **_OTHER_MEMOS,
    "collection": ("collection", "timed collection", "timed rake"),
}

Allowed = Callable[[str], object]
_PARTS = frozenset(
    (
        "actions",
        "commitment",
        "digest",
        "entropy",
        "events",
        "first",
        "number",
        "opening",
        "payments",
        "places",
        "published",
        "round",
        "rules",
        "secret",
        "settlement",
        "table",
        "version",
    )
)
_EARLIER = "earlier"  # the rounds of the same shoe before this one
_FIELDS = {
    "payments": frozenset(("event", "kind", "from", "to", "cents", "memo")),
    "rules": frozenset(("hash", "engine", "file")),
    _EARLIER: frozenset(("opening", "actions")),
}


def verify(file: dict[str, Any], published: str = "", last_digest: str = "", allowed: Allowed = str) -> list[str]:
    """What is wrong with a round file; empty when all of it follows from its secret and its events.

    `published` is the hash, `last_digest` the digest of the events that somebody wrote down at the table; `allowed`
    refuses games that whoever asks may not have read.
    """
    proof = file.get("proof")
    if not isinstance(proof, dict):
        return ["the file carries no proof"]
    if proof.get("version") != VERSION:
        return [f"the proof is not of version {VERSION}: it cannot be checked here"]
    if proof.get("secret", "") is None:
        return [NOT_YET]
    if faults := [f"{name}: missing in the proof" for name in sorted(_PARTS - proof.keys())]:
        return faults
    if faults := [f"{name}: nothing that a proof has" for name in sorted(proof.keys() - _PARTS - {_EARLIER})]:
        return faults
    round_ = {name: value for name, value in file.items() if name not in ("proof", "remarks")}  # of whoever exported it
    try:
        return list(_faults(round_, proof, published, last_digest, allowed))
    except RuleError as error:
        return [f"the round cannot be replayed: {error}"]
    except MALFORMED:
        return ["the proof cannot be read: a part of it is not of the kind that a proof has there"]


def _wrong_fields(proof: dict[str, Any]) -> Iterator[str]:
    """What a part of a proof that has fixed fields lacks, or has besides."""
    for name, fields in _FIELDS.items():
        parts = proof.get(name, [])
        for part in [parts] if isinstance(parts, dict) else parts:
            yield from (f"{name}: {field!r} is missing there" for field in sorted(fields - part.keys()))
            yield from (f"{name}: {field!r} is nothing that it has there" for field in sorted(part.keys() - fields))


def _faults(
    file: dict[str, Any], proof: dict[str, Any], published: str, last_digest: str, allowed: Allowed
) -> Iterator[str]:
    for part in (file, *proof.get(_EARLIER, []), proof):
        allowed(str(part.get("opening", part).get("game", "")))
    if wrong := list(_wrong_fields(proof)):
        yield from wrong
        return
    yield from _wrong_hashes(proof, published, last_digest)
    yield from _wrong_events(file, proof)
    game = str(proof["rules"]["file"])
    allowed(game)
    if not game.startswith("{") or not _is_json(game):
        yield "rules: not the text of a game"
        return
    if sha256(game.encode()).hexdigest() != proof["rules"]["hash"]:
        yield "rules: not the file of the hash"
    states = _replayed(proof, game)
    live = states[-1]
    replayed, others = with_owners(
        {**live.round_file(), "game": proof["opening"]["game"]}, proof["places"], proof["events"]
    )
    settled: dict[str, Any] = next((event["data"] for event in proof["events"] if event["kind"] == "settle"), {})
    if shown := settled.get("shown"):  # another table fed or won a linked meter after the deal
        held = {level: settled["meters"][str(meter)]["held"]["meter"] for level, meter in settled["levels"].items()}
        if any(round(100 * shown[level]) != cents for level, cents in held.items() if level in shown):
            yield "meters: not what they held when the round was settled"
        for level, row in ((level, settled["meters"][str(meter)]) for level, meter in settled["levels"].items()):
            start = max(row["seed"], row["held"]["hidden"]) + row["held"]["reserve"]
            if f"{level}{SEED}" in shown and round(100 * shown[f"{level}{SEED}"]) != start:
                yield "meters: not what they start again from"
        replayed["meters"] = shown
    for field in sorted({*replayed, *file} - {"irregularity"}):
        if canonical(replayed.get(field)) != canonical(file.get(field)):
            yield f"{field}: not what the shuffle and the wagers give"
    if not live.over and "irregularity" not in file:
        yield "the actions do not end the round"
        return
    happened = {"irregularity": file["irregularity"]} if "irregularity" in file else {}
    settlement = settle(convert_round({**replayed, **happened, "game": game}))
    if canonical(as_json(settlement)) != canonical(proof["settlement"]):
        yield "settlement: not what the rules give"
    yield from _wrong_causes(proof, states)
    yield from _wrong_fills(proof)
    yield from _wrong_payments(proof, live, settlement, others)


def _is_json(text: str) -> bool:
    try:
        msgspec.json.decode(text)
    except msgspec.DecodeError:
        return False
    return True


def _wrong_hashes(proof: dict[str, Any], published: str, last_digest: str) -> Iterator[str]:
    if (proof["first"] == proof["number"]) == bool(proof.get(_EARLIER)):
        yield "first: not the round whose shuffle it is"
    found = commitment(str(proof["secret"]))
    if found != proof["commitment"]:
        yield "the secret does not give the hash in the file"
    if published and found != published:
        yield "the secret does not give the hash that was published"
    if last_digest and last_digest not in _digests(proof):
        yield "the events are not those of the digest that was shown at the table"


def _digests(proof: dict[str, Any]) -> list[str]:
    """The digest of the round after each of its events, from before the first on."""
    head = round_head(proof["table"], proof["number"], proof["commitment"], proof["rules"]["hash"])
    return event_digests(head, proof["events"])


def _wrong_events(file: dict[str, Any], proof: dict[str, Any]) -> Iterator[str]:
    """Whether the round that is replayed is the one that the events tell."""
    events = proof["events"]
    if _digests(proof)[-1] != proof["digest"]:
        yield "events: not those of the digest in the file"
    if [event["seq"] for event in events] != list(range(1, len(events) + 1)):
        yield "events: not complete"
    if any(event["at"] < proof["published"] for event in events):
        yield "the hash was not published before the first event"
    acts = [[event["data"]["place"], event["data"]["action"]] for event in events if event["kind"] in ACTS]
    if acts != proof["actions"]:
        yield "actions: not those of the events"
    told = {event["kind"]: event["data"] for event in events}
    for name, value in (
        ("opening", told["deal"]["opening"] == hashed(proof["opening"])),
        ("places", told["deal"]["places"] == proof["places"]),
        ("settlement", told["settle"]["settlement"] == hashed(proof["settlement"])),
        ("file", told["settle"]["file"] == hashed(file)),
        ("irregularity", told.get("irregularity", {}).get("told") == file.get("irregularity")),
    ):
        if not value:
            yield f"{name}: not what the events tell"
    stated = {"round": proof["round"], "engine": proof["rules"]["engine"], "published": proof["published"]}
    for name, value in stated.items():
        if told["deal"].get(name, value) != value:  # the events of older rounds do not tell it
            yield f"{name}: not what the events tell"
    wagers = _wagers(events)
    if [wagers.get(seat) for seat in proof["places"]] != [_laid(seat) for seat in proof["opening"]["seats"]]:
        yield "wagers: not those of the events"
    if proof["first"] == proof["number"]:
        added = {str(event["seat"]): event["data"] for event in events if event["kind"] == "entropy"}
        for seat, value in proof["entropy"].items():
            if not is_hash(value) or added.get(seat, {}).get("value") != value:
                yield f"entropy of {seat_name(int(seat))}: not what the events tell"
            elif entropy_hash(value) != added[seat]["hash"]:
                yield f"entropy of {seat_name(int(seat))}: not what its hash fixed"


def _laid(seat: dict[str, Any]) -> dict[str, Any]:
    return {name: seat[name] for name in _BET if seat.get(name)}


def _wagers(events: list[dict[str, Any]]) -> dict[int, dict[str, Any]]:
    """What each seat had put down when the cards were dealt."""
    laid: dict[int, dict[str, Any]] = {}
    for event in events:
        if event["kind"] == "bet":
            laid[event["seat"]] = _laid(event["data"])
        elif event["kind"] == "take back":
            laid.pop(event["seat"], None)
    return laid


def _replayed(proof: dict[str, Any], game: str) -> list[LiveRound]:
    """The round of a proof from its deal on and after each action.

    Every round before it of the same shoe is played first: each begins where the last one ended.
    """
    entropy = {int(seat): str(value) for seat, value in proof["entropy"].items()}
    seed = seed_of(str(proof["secret"]), int(proof["table"]), int(proof["first"]), entropy)
    place: dict[str, int] = {}
    for number, one in enumerate([*proof.get(_EARLIER, []), proof]):
        opening = dict(one["opening"])
        if opening.get("shoe", {}) != place or (number and not place):
            raise RuleError("the round does not begin where the one before it left the shoe", "shoe")
        states = [play_through(game, opening, seed, [])]
        for seat, action in one["actions"]:
            states.append(states[-1].act(int(seat), str(action)))
        place = next_shoe_place(states[-1])
    return states


def _wrong_causes(proof: dict[str, Any], states: list[LiveRound]) -> Iterator[str]:
    """Payments that name another event than the one of the round that they were made for, or say something else."""
    events = {event["seq"]: event for event in proof["events"]}
    at_end = frozenset(("settle", *ACTS)) if on_layout(states[-1]) else frozenset(("settle",))
    for line in proof["payments"]:
        kind, memo, caused = line["kind"], line["memo"], events.get(line["event"])
        wrong = caused is None or (kind not in _ANY_EVENT and caused["kind"] not in _EVENTS_OF.get(kind, at_end))
        if kind in _BETS and caused is not None and caused["seat"] is not None:
            wrong = wrong or f"seat {caused['seat']}" not in (line["from"], line["to"])
        if wrong:
            yield f"payments: {memo or kind}: event {line['event']} is not what it was paid for"
        if memo not in _MEMOS.get(kind, (memo,)):
            yield f"payments: {kind}: {memo!r} is not what such a line says"
    if on_layout(states[-1]):
        return
    acts = [event["seq"] for event in proof["events"] if event["kind"] in ACTS]
    due: Counter[tuple[int, str]] = Counter()
    for seq, before, after in zip(acts, states, states[1:], strict=False):
        for index, seat in enumerate(proof["places"]):
            due[seq, f"seat {seat}"] += after.staked(index) - before.staked(index)
    for line in proof["payments"]:
        if line["kind"] in ACTS:
            due[line["event"], line["from"]] -= line["cents"]
            due[line["event"], line["to"]] += line["cents"]
    for (seq, name), cents in due.items():
        if cents and name.startswith("seat "):
            told = "less" if cents > 0 else "more"
            yield f"payments: event {seq}: {name} put ${abs(cents) / 100:,.2f} {told} on the layout"


def _wrong_fills(proof: dict[str, Any]) -> Iterator[str]:
    """Fills other than those that the events tell; each is the least round amount that may have been short."""
    events = proof["events"]
    if not next(event["data"] for event in events if event["kind"] == "deal").get("tells_fills"):
        return  # a round of an older version
    lines = [line for line in proof["payments"] if line["kind"] == "fill"]
    told = Counter((event["data"]["event"], event["data"]["cents"]) for event in events if event["kind"] == "fill")
    filled = Counter((line["event"], line["cents"]) for line in lines)
    for _, cents in (told - filled) + (filled - told):
        yield f"payments: a fill of ${cents / 100:,.2f} is told or made alone"
    for line in lines:
        tray = line["to"]
        paid = sum(one["cents"] for one in proof["payments"] if (one["event"], one["from"]) == (line["event"], tray))
        if line["from"] != "house" or line["cents"] % BANKROLL or line["cents"] - BANKROLL >= paid:
            yield f"payments: a fill of ${line['cents'] / 100:,.2f} is not what the payments from {tray} needed"


def _held_by_the_bank(proof: dict[str, Any]) -> int:
    """What a player-dealer's bank holds after the round: fees were taken from it before it was written down."""
    held: int = round(100 * proof["opening"]["betting"]["player_dealer_wager"])
    for line in proof["payments"]:
        if line["kind"] not in ("bank", "collection"):
            held += line["cents"] * ((line["to"] == "bank") - (line["from"] == "bank"))
    return held


def _wrong_payments(
    proof: dict[str, Any], live: LiveRound, settlement: Settlement, others: dict[int, SeatOwners]
) -> Iterator[str]:
    """The lines of the ledger other than those that the same code posts for this settlement.

    A fee is at most what the tariff says, for a seat pays what it has.
    """
    places, opening = proof["places"], proof["opening"]
    users = [user for other in others.values() for user in other.behind]
    seated, backers = [f"seat {seat}" for seat in places], [f"behind {user}" for user in users]
    names = [*TILL, "fund", "promotional", *seated, *backers]
    told = next(event["data"] for event in proof["events"] if event["kind"] == "settle")
    terms, levels = told.get("meters", {}), told.get("levels", {})
    names += [f"{kind} {meter}" for meter, row in terms.items() for kind in row["held"]]
    number = {name: index for index, name in enumerate(names)}
    book = Book(None)
    for index in number.values():
        book.know(index, _ENOUGH)
    held = None
    if terms:
        balances = {
            int(meter): {kind: (number[f"{kind} {meter}"], cents) for kind, cents in row["held"].items()}
            for meter, row in terms.items()
        }
        held = Held(book, {int(meter): row for meter, row in terms.items()}, balances)
    staked = [live.staked(index) for index in range(len(places))]
    rules = Rules(str(proof["rules"]["file"]), opening.get("house", {}))
    values = {"opening": opening, "staked": staked}
    table = SimpleNamespace(id=proof["table"], levels=levels)
    tx: Any = SimpleNamespace(table=table, rules=rules, accounts=number, book=book, values=values)
    stacks = [number[f"seat {seat}"] for seat in places]
    waits = frozenset((int(seat), int(line)) for seat, line, _ in told.get("waits", []))
    behind = {user: number[f"behind {user}"] for user in users}
    settle_money(tx, held, stacks, settlement, Cause("settle"), waits, others, behind)
    bettors = [behind[user] for user in bettors_of(others)]
    book.post(Cause("collection"), collections(settlement.collection, opening, number, stacks, bettors))
    if on_layout(live):  # what was paid action by action; stakes returned are counted below
        payer = Payer(number, stacks, staked)
        for index in range(len(places)):
            payer.decided(index, live.decided(index), 0)
        book.post(Cause("wagers lost"), payer.collected)
        book.post(Cause("settlement"), payer.paid)
    due = Counter(
        (cause.kind, names[move.source], names[move.target], move.cents, move.memo) for cause, move in book.waiting
    )
    due.update(
        ("bank", "bank", f"seat {event['seat']}", _held_by_the_bank(proof), BANK_RETURNED)
        for event in proof["events"]
        if event["kind"] == BANK_RETURNED and event["data"]["cents"]
    )
    paid = Counter(
        (line["kind"], line["from"], line["to"], line["cents"], line["memo"])
        for line in proof["payments"]
        if line["kind"] not in _BEFORE and not (on_layout(live) and line["memo"] == RETURNED)
    )
    for kind, source, target, cents, memo in (due - paid) + (paid - due):
        if kind != "collection":
            yield f"payments: {memo or kind}, ${cents / 100:,.2f} from {source} to {target}, is paid or due alone"
    timed = settlement.timed_collection
    by_the_clock = timed.each_active_player + timed.table if timed else 0
    for name in dict.fromkeys((*seated, *backers)):
        most = by_the_clock + sum(line[3] * count for line, count in due.items() if line[:2] == ("collection", name))
        charged = sum(line[3] * count for line, count in paid.items() if line[:2] == ("collection", name))
        if charged > most:
            yield f"payments: {name} paid ${charged / 100:,.2f} of fees, the tariff says ${most / 100:,.2f}"
    for index, seat in enumerate(places):
        moved = sum(
            line["cents"] * ((line["to"] == "layout") - (line["from"] == "layout"))
            for line in proof["payments"]
            if line["kind"] in _STAKES and f"seat {seat}" in (line["from"], line["to"])
        )
        at_risk = staked[index]
        if on_layout(live):
            back = [line for line in proof["payments"] if (line["memo"], line["to"]) == (RETURNED, f"seat {seat}")]
            at_risk += sum(line["cents"] for line in back)
            at_risk += sum(-line.net for line in live.decided(index) if line.net < 0)
        if moved != at_risk:
            put, due_there = moved / 100, at_risk / 100
            yield f"payments: {seat_name(seat)} put ${put:,.2f} on the layout, its wagers are ${due_there:,.2f}"
