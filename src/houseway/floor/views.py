"""What a person may see of a table: own cards, what lies face up, and nothing else before the round is over."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Row

from houseway.floor.pinned import current
from houseway.floor.replay import rebuild
from houseway.floor.roles import Person, purse
from houseway.floor.settling import other_side, plays_for_a_pot
from houseway.floor.shoes import was_dealt
from houseway.floor.tables import spots_of
from houseway.floor.transaction import OPEN, TableTransaction, read_table
from houseway.play.core.money import dollars
from houseway.play.core.round import BettingSpot, LiveRound, Pile, on_layout, warns
from houseway.play.core.wagers import layout_name
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.rules.sheet.build import family


def game_view(game: str, house: dict[str, Any] | None = None, rules: str = "") -> dict[str, Any]:
    """The head of a game; `rules` is the whole file where that is pinned."""
    made = load_game(rules or game, house)
    spec = made.spec
    wagers = getattr(spec, "wagers", {}).items()
    labels = {name: layout_name(name, wager) for name, wager in wagers if wager.name or name.isdecimal()}
    head = {"id": game, "name": spec.name, "family": family(spec), "rule": made.cite(""), "summary": spec.summary}
    return {**head, "labels": labels}


def spot_view(spot: BettingSpot) -> dict[str, Any]:
    """A betting spot in dollars."""
    return {
        "name": spot.name,
        "label": spot.label or layout_name(spot.name),
        "required": spot.required,
        "equals": spot.equals,
        "share": spot.share,
        "within": spot.within,
        "most_share": spot.most_share,
        "needs": list(spot.needs),
        "bars": list(spot.bars),
        "one_of": list(spot.one_of),
        "least": None if spot.least is None else dollars(spot.least),
        "most": None if spot.most is None else dollars(spot.most),
        "stakes": [dollars(stake) for stake in spot.stakes],
        "step": dollars(spot.step),
        "meters": list(spot.meters),
        "rule": spot.rule,
    }


def piles_view(live: LiveRound, places: list[int], viewers: list[int]) -> list[dict[str, Any]]:
    """The piles as the person at `viewers` sees them: of each pile the most that one of the own seats shows."""
    best: dict[int, Pile] = {}
    for viewer in viewers or [None]:  # type: ignore[list-item]
        for index, pile in enumerate(live.table(viewer)):
            if index not in best or pile.hidden < best[index].hidden:
                best[index] = pile
    return [
        {
            "name": pile.name,
            "seat": None if pile.seat is None or pile.seat >= len(places) else places[pile.seat],
            "cards": list(pile.cards),
            "hidden": pile.hidden,
            "says": pile.says,
            "parts": [{"name": name, "cards": list(cards)} for name, cards in pile.parts],
            "columns": pile.columns,
            "used": list(pile.used),
            "stands": dict(pile.stands),
        }
        for pile in best.values()
    ]


def _adds(live: LiveRound, seat: int, action: str) -> float | None:
    """What an action puts at risk besides, in dollars; nothing known where it names cards or an amount."""
    try:
        return dollars(live.act(seat, action).staked(seat) - live.staked(seat))
    except RuleError:
        return None


def _legal(live: LiveRound, places: list[int], viewers: list[int]) -> list[dict[str, Any]]:
    return [
        {
            "seat": places[seat],
            **one.as_json(),
            "rule": one.rule,
            "adds": [_adds(live, seat, text) for text in one.texts()],
        }
        for seat in viewers
        if not live.over
        for one in live.legal(seat)
    ]


def layout_view(live: LiveRound, places: list[int]) -> dict[str, Any]:
    """The wagers of all seats where they lie, and the rolls so far, of a round in which they are decided one by one."""
    if not on_layout(live):
        return {"bets": [], "history": []}
    return {
        "bets": [
            {
                "seat": place,
                "wager": bet.wager,
                "amount": dollars(bet.amount),
                "point": bet.point,
                "behind": bet.behind,
                "outcome": bet.outcome,
                "net": dollars(bet.net),
                "reason": bet.reason,
            }
            for index, place in enumerate(places)
            for bet in live.layout_bets(index)
        ],
        "history": [{"cards": list(event.cards), "text": event.text} for event in live.history()],
    }


def settlement_view(row: Mapping[Any, Any]) -> dict[str, Any] | None:
    """The settlement with the table's seats named."""
    settled = row["settlement"]
    if settled is None:
        return None
    numbered = [{"seat": place, **seat} for place, seat in zip(row["places"], settled["seats"], strict=False)]
    return {**settled, "seats": numbered}


def round_view(tx: TableTransaction, own: list[int]) -> dict[str, Any]:
    """The round for somebody who holds the table's seats `own`."""
    values = tx.values
    places = values["places"]
    view: dict[str, Any] = {
        "id": tx.id,
        "number": values["number"],
        "status": tx.status,
        "seq": values["seq"],
        "commitment": values["commitment"],
        "deadline": values["deadline"],
        "turn": None,
        "piles": [],
        "legal": [],
        "warns": False,
        "button": None,
        "staked": {},
        "stakes": {},
        "bets": [],
        "history": [],
        "settlement": settlement_view(values),
        "secret": values["secret"],
        "digest": values["digest"],
        "shoe": values["opening"].get("shoe"),
        "events": [event_view(said) for said in tx.log],
        "problem": None,
    }
    if tx.status == "betting" or not places:
        return view
    try:
        live = rebuild(tx)
    except RuleError as error:
        return {**view, "problem": error.message}
    viewers = [index for index, seat in enumerate(places) if seat in own]
    view["piles"] = piles_view(live, places, viewers)
    view |= layout_view(live, places)
    betting = values["opening"].get("betting", {})
    if plays_for_a_pot(tx.rules) and betting.get("button", len(places)) < len(places):
        view["button"] = places[betting["button"]]
    view["stakes"] = {
        str(place): {name: dollars(amount) for name, amount in live.stakes(index).items()}
        for index, place in enumerate(places)
    }
    view["staked"] = {str(seat): dollars(staked) for seat, staked in zip(places, values["staked"], strict=True)}
    if tx.status == "playing":
        view["turn"] = places[live.turn]
        view["legal"] = _legal(live, places, viewers)
        view["warns"] = warns(live)
    return view


def event_view(said: Mapping[Any, Any]) -> dict[str, Any]:
    """An event as everybody may see it."""
    return {**{name: said[name] for name in ("seq", "at", "kind", "seat")}, "text": event_text(said)}


def event_text(said: Mapping[Any, Any]) -> str:
    """An event in words; a decision that names cards of a tx is told without the cards."""
    kind, data = said["kind"], said["data"]
    if kind in ("act", "timeout"):
        words = str(data["action"]).split()
        hides = words and words[0].casefold() in ("discard", "keep", "set", "switch", "select")
        return words[0] if hides else " ".join(words)
    if kind == "bet":
        return ", ".join(f"{name} ${amount:g}" for name, amount in data.get("wagers", {}).items())
    if kind == "entropy":
        return "adds to the shuffle"
    if kind == "irregularity":
        return str(data["told"]["kind"])
    return str(data.get("reason", ""))


def table_view(
    db: Connection, table_id: int, person: Person | None, tx: TableTransaction | None = None
) -> dict[str, Any]:
    """The whole table as `person` sees it: as `tx` leaves it in this transaction, or read anew."""
    if tx is None or tx.stale:
        tx = read_table(db, table_id)
    row, taken, book = tx.table, tx.seats, tx.book
    own = [seat for seat, one in taken.items() if person is not None and one.user_id == person.id]
    bets = tx.values["bets"] if tx.status in OPEN else {}
    betting = tx.status == "betting"
    return {
        "id": row.id,
        "name": row.name,
        "game": game_view(row.game, row.house, tx.rules.game),
        "house": row.house,
        "betting": row.betting,
        "open": row.open,
        "version": row.version,
        "bet_seconds": row.bet_seconds,
        "act_seconds": row.act_seconds,
        "least_buy_in": dollars(row.least_buy_in),
        "seats": [
            {
                "seat": seat,
                "player": taken[seat].name,
                "bot": taken[seat].role == "bot",
                "you": seat in own,
                "leaving": taken[seat].leaving,
                "stack": dollars(book.balance(taken[seat].account_id)),
                "wagers": bets.get(str(seat), {}).get("wagers", {}),
                "ready": betting and str(seat) in bets,
            }
            if seat in taken
            else {
                "seat": seat,
                "player": None,
                "bot": False,
                "you": False,
                "leaving": False,
                "stack": 0,
                "wagers": {},
                "ready": False,
            }
            for seat in range(row.seats)
        ],
        "spots": [spot_view(spot) for spot in spots_of(tx.rules)],
        "meters": {level: dollars(book.balance(meter)) for level, meter in tx.meters.items()},
        "bank": {"seat": row.banker, "amount": dollars(book.balance(tx.accounts["bank"]))}
        if other_side(tx.rules) == "bank"
        else None,
        "shuffle": {
            "commitment": tx.shuffle["commitment"],
            "published": tx.shuffle["published"],
            "dealt": was_dealt(tx.shuffle),
            "round": tx.coming,
        },
        "round": round_view(tx, own) if tx.values else None,
        "you": {"seats": own, "wallet": _wallet(db, person, taken, own)},
    }


def _wallet(db: Connection, person: Person | None, taken: Mapping[int, Any], own: list[int]) -> float | None:
    """What a person has away from the tables."""
    if person is None:
        return None
    return dollars(int(taken[own[0]].purse) if own else purse(db, person.id))


def table_line(db: Connection, row: Row[Any], players: int) -> dict[str, Any]:
    """A table in a list."""
    return {
        "id": row.id,
        "name": row.name,
        "game": game_view(row.game, row.house, current(db, row).game),
        "open": row.open,
        "seats": row.seats,
        "players": players,
        "rounds": row.rounds,
        "version": row.version,
    }
