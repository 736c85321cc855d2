"""What a person may see of a table: own cards, what lies face up, and nothing else before the round is over."""

from typing import Any

from sqlalchemy import Connection, Row, bindparam, select

from houseway.floor import meters
from houseway.floor.hand import OPEN, current
from houseway.floor.ledger import balance, balances
from houseway.floor.replay import rebuild
from houseway.floor.roles import Person, purse
from houseway.floor.schema import events
from houseway.floor.settling import other_side
from houseway.floor.shoes import revealed
from houseway.floor.tables import find, occupied, spots_of, till
from houseway.play.lines import dollars
from houseway.play.live import BettingSpot, LiveRound, Pile
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.rules.sheet.build import family


def game_view(game: str, house: dict[str, Any] | None = None) -> dict[str, Any]:
    """The head of a game."""
    made = load_game(game, house)
    spec = made.spec
    return {"id": game, "name": spec.name, "family": family(spec), "rule": made.cite(""), "summary": spec.summary}


def spot_view(spot: BettingSpot) -> dict[str, Any]:
    """A betting spot in dollars."""
    return {
        "name": spot.name,
        "required": spot.required,
        "equals": spot.equals,
        "needs": list(spot.needs),
        "bars": list(spot.bars),
        "one_of": list(spot.one_of),
        "least": None if spot.least is None else dollars(spot.least),
        "most": None if spot.most is None else dollars(spot.most),
        "stakes": [dollars(stake) for stake in spot.stakes],
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
        }
        for pile in best.values()
    ]


def _adds(live: LiveRound, seat: int, action: str) -> float | None:
    """What an action puts at risk besides, in dollars; nothing known where it names cards or an amount."""
    try:
        return dollars(live.act(seat, action).staked(seat) - live.staked(seat))
    except RuleError:
        return None


def _legal(live: LiveRound, table: Row[Any], places: list[int], viewers: list[int]) -> list[dict[str, Any]]:
    made = load_game(table.game, table.house)
    return [
        {
            "seat": places[seat],
            "verb": one.verb,
            "rule": made.cite(one.rule) if one.rule.startswith("(") else one.rule,
            "examples": one.examples(),
            "adds": [_adds(live, seat, text) for text in one.examples()],
        }
        for seat in viewers
        if not live.over
        for one in live.legal(seat)
    ]


def settlement_view(row: Row[Any]) -> dict[str, Any] | None:
    """The settlement with the table's seats named."""
    if row.settlement is None:
        return None
    numbered = [{"seat": place, **seat} for place, seat in zip(row.places, row.settlement["seats"], strict=False)]
    return {**row.settlement, "seats": numbered}


def round_view(db: Connection, table: Row[Any], row: Row[Any], own: list[int]) -> dict[str, Any]:
    """The round for somebody who holds the table's seats `own`."""
    view: dict[str, Any] = {
        "id": row.id,
        "number": row.number,
        "status": row.status,
        "seq": row.seq,
        "commitment": row.commitment,
        "deadline": row.deadline,
        "turn": None,
        "piles": [],
        "legal": [],
        "staked": {},
        "settlement": settlement_view(row),
        "secret": row.seed if revealed(table, row) else None,
        "shoe": row.opening.get("shoe"),
        "events": event_view(db, row.id),
    }
    if row.status == "betting" or not row.places:
        return view
    live = rebuild(db, row)
    viewers = [index for index, seat in enumerate(row.places) if seat in own]
    view["piles"] = piles_view(live, row.places, viewers)
    view["staked"] = {str(seat): dollars(staked) for seat, staked in zip(row.places, row.staked, strict=True)}
    if row.status == "playing":
        view["turn"] = row.places[live.turn]
        view["legal"] = _legal(live, table, row.places, viewers)
    return view


_EVENTS = select(events).where(events.c.round_id == bindparam("round")).order_by(events.c.seq)


def event_view(db: Connection, round_id: int) -> list[dict[str, Any]]:
    """The events of a round; a decision that names cards of a hand is told without the cards."""
    return [
        {"seq": row.seq, "at": row.at, "kind": row.kind, "seat": row.seat, "text": event_text(row)}
        for row in db.execute(_EVENTS, {"round": round_id})
    ]


def event_text(row: Row[Any]) -> str:
    """An event in words."""
    if row.kind in ("act", "timeout"):
        words = str(row.data["action"]).split()
        hides = words and words[0].casefold() in ("discard", "keep", "set", "switch", "select")
        return words[0] if hides else " ".join(words)
    if row.kind == "bet":
        return ", ".join(f"{name} ${amount:g}" for name, amount in row.data.get("wagers", {}).items())
    if row.kind == "irregularity":
        return str(row.data["told"]["kind"])
    return str(row.data.get("reason", ""))


def table_view(db: Connection, table_id: int, person: Person | None) -> dict[str, Any]:
    """The whole table as `person` sees it."""
    row = find(db, table_id)
    taken = occupied(db, table_id)
    stacks = balances(db, [one.account_id for one in taken.values()])
    own = [seat for seat, one in taken.items() if person is not None and one.user_id == person.id]
    hand = current(db, row)
    bets = hand.bets if hand is not None and hand.status in OPEN else {}
    betting = hand is not None and hand.status == "betting"
    return {
        "id": row.id,
        "name": row.name,
        "game": game_view(row.game, row.house),
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
                "stack": dollars(stacks[taken[seat].account_id]),
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
        "spots": [spot_view(spot) for spot in spots_of(row)],
        "meters": {level: dollars(amount) for level, amount in meters.shown(db, row.levels).items()},
        "bank": None if other_side(row) != "bank" else _bank(db, row),
        "round": None if hand is None else round_view(db, row, hand, own),
        "you": {
            "seats": own,
            "wallet": None if person is None else dollars(purse(db, person.id)),
        },
    }


def _bank(db: Connection, row: Row[Any]) -> dict[str, Any]:
    return {"seat": row.banker, "amount": dollars(balance(db, till(db, row.id)["bank"]))}


def table_line(row: Row[Any], players: int) -> dict[str, Any]:
    """A table in a list."""
    return {
        "id": row.id,
        "name": row.name,
        "game": game_view(row.game, row.house),
        "open": row.open,
        "seats": row.seats,
        "players": players,
        "rounds": row.rounds,
        "version": row.version,
    }
