"""What a person may see of a table: own cards, what lies face up, and nothing else before the round is over."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache, lru_cache, partial
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, select

from houseway.families import family_of
from houseway.floor import jackpots
from houseway.floor.owners import STAY_OUT, SeatOwners, is_coupon, owners_of
from houseway.floor.piece import on_the_pieces
from houseway.floor.pinned import Rules, current
from houseway.floor.replay import after, rebuild
from houseway.floor.roles import Person, purse
from houseway.floor.rotation import RETURNED as BANK_RETURNED
from houseway.floor.rotation import house_stands_in, offered
from houseway.floor.rounds import total_of
from houseway.floor.schema import rounds, seats, tables, users
from houseway.floor.settling import other_side, plays_for_a_pot
from houseway.floor.shoes import was_dealt
from houseway.floor.tables import spots_of
from houseway.floor.tournaments.seating import TOURNAMENT
from houseway.floor.tournaments.views import of_table
from houseway.floor.transaction import OPEN, TableTransaction, read_table
from houseway.play.core.actions import Action, folds
from houseway.play.core.money import dollars
from houseway.play.core.owners import JOINABLE
from houseway.play.core.round import BettingSpot, LiveRound, Pile, on_layout, warns
from houseway.play.core.wagers import layout_name
from houseway.play.draft import spot_note, spots_between, target_text
from houseway.play.pots.round import is_live
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.rules.load import by_game
from houseway.rules.sheet.common import family
from houseway.rules.wording import irregularity_name, money

Ahead = Callable[[LiveRound, int, str], LiveRound]


def game_view(game: str, house: dict[str, Any] | None = None, rules: str = "") -> dict[str, Any]:
    """The head of a game; `rules` is the whole file where that is pinned."""
    return _game_view(game, msgspec.json.encode(house), rules) if rules else _made_view(game, house, game)


@by_game(512)
def _game_view(game: str, house: bytes, rules: str) -> dict[str, Any]:
    """Looked up once for a whole file, which cannot change, and for a version of a game."""
    return _made_view(game, msgspec.json.decode(house), rules)


def _made_view(game: str, house: dict[str, Any] | None, rules: str) -> dict[str, Any]:
    made = load_game(rules, house)
    spec = made.spec
    wagers = getattr(spec, "wagers", {}).items()
    labels = {name: layout_name(name, wager) for name, wager in wagers if wager.name or name.isdecimal()}
    traits = family_of(rules).traits
    head = {"id": game, "name": spec.name, "family": family(spec), "rule": made.cite(""), "summary": spec.summary}
    told = {"pot": traits.pot, "tickets": traits.tickets, "shoe": traits.shoe}
    return {**head, "labels": labels, "traits": told}


@lru_cache(maxsize=512)
def spots_view(spots: tuple[BettingSpot, ...]) -> list[dict[str, Any]]:
    """The betting spots of a layout in dollars, to be read only."""
    return [_spot_view(spots, spot) for spot in spots]


def _spot_view(spots: tuple[BettingSpot, ...], spot: BettingSpot) -> dict[str, Any]:
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
        "note": spot_note(spots, spot),
        "group": spot.group,
        "target": spot.target,
        "target_label": target_text(spot.target),
    }


def piles_view(live: LiveRound, places: list[int], viewers: list[int]) -> list[dict[str, Any]]:
    """The piles as the person at `viewers` sees them: of each pile the most that one of the own seats shows."""
    best: dict[int, Pile] = {}
    for viewer in viewers or [None]:  # type: ignore[list-item]
        for index, pile in enumerate(live.visible(viewer)):
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


def _adds(live: LiveRound, seat: int, action: str, ahead: Ahead) -> float | None:
    """What an action puts at risk besides, in dollars; nothing known where it names cards or an amount."""
    try:
        adds = ahead(live, seat, action).staked(seat) - live.staked(seat)
        return dollars(max(adds, 0) if on_layout(live) else adds)  # what a roll will decide is not told before it
    except RuleError:
        return None


def _acted(live: LiveRound, seat: int, action: str) -> LiveRound:
    return live.act(seat, action)


def legal_view(
    live: LiveRound, places: list[int], legal: Mapping[int, Sequence[Action]], ahead: Ahead = _acted
) -> list[dict[str, Any]]:
    """What the seats of the round may do now; `ahead` works out what each decision leads to, or knows it."""
    return [
        {
            "seat": places[seat],
            **told,
            "rule": action.rule,
            "adds": [_adds(live, seat, text, ahead) for text in told["texts"]],
        }
        for seat, actions in legal.items()
        for action in actions
        if (told := _action_view(action))
    ]


@lru_cache(maxsize=4096)
def _action_view(action: Action) -> dict[str, Any]:
    """An action as a page draws it, to be read only: the same few come again and again."""
    return action.as_json()


def stakes_view(live: LiveRound, places: list[int]) -> dict[str, dict[str, float]]:
    """What lies on the layout by seat and wager, in dollars; nothing of a pot."""
    return {
        str(place): {name: dollars(amount) for name, amount in live.stakes(index).items()}
        for index, place in enumerate(places)
    }


def staked_view(live: LiveRound, places: list[int]) -> dict[str, float]:
    """What each seat has at risk, in dollars."""
    return {str(place): dollars(live.staked(index)) for index, place in enumerate(places)}


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
                "target": bet.target,
                "label": bet.label,
                "works": bet.works,
            }
            for index, place in enumerate(places)
            for bet in live.layout_bets(index)
        ],
        "history": [{"cards": list(event.cards), "text": event.text} for event in live.history()],
    }


def settlement_view(row: Mapping[Any, Any], unseen: Collection[int] = ()) -> dict[str, Any] | None:
    """The settlement with the table's seats named; of a hand of a pot that lies face down it does not tell the rank."""
    settled = row["settlement"]
    if settled is None:
        return None
    numbered = [{"seat": place, **seat} for place, seat in zip(row["places"], settled["seats"], strict=False)]
    for seat in numbered:
        if seat["seat"] in unseen:
            seat["lines"] = [
                {**line, "reason": line["reason"].partition(": ")[0]} if line["wager"] == "pot" else line
                for line in seat["lines"]
            ]
    view = {**settled, "seats": numbered}
    if "rulings" in settled:
        view["rulings"] = [{**one, "seat": row["places"][one["seat"]]} for one in settled["rulings"]]
    return view


def face_down(piles: Iterable[Mapping[str, Any]]) -> list[int]:
    """The seats of the table whose cards not all can be seen."""
    return [pile["seat"] for pile in piles if pile["hidden"] and pile["seat"] is not None]


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
        "may_see": [],
        "turn": None,
        "piles": [],
        "legal": [],
        "spots": [],
        "pot": None,
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
        over = "an earlier version of the software dealt the round: its cards cannot be shown by this one"
        return {**view, "problem": error.message if tx.status in OPEN else over}
    viewers = [index for index, seat in enumerate(places) if seat in own]
    asked = [places.index(said["seat"]) for said in tx.log if said["kind"] == "shown" and said["seat"] in places]
    view["piles"] = piles_view(live, places, [*viewers, *asked])
    if plays_for_a_pot(tx.rules):
        view["settlement"] = settlement_view(values, face_down(view["piles"]))
    view |= layout_view(live, places)
    betting = values["opening"].get("betting", {})
    if plays_for_a_pot(tx.rules) and betting.get("button", len(places)) < len(places):
        view["button"] = places[betting["button"]]
    view["stakes"] = stakes_view(live, places)
    view["staked"] = {str(seat): dollars(staked) for seat, staked in zip(places, values["staked"], strict=True)}
    if plays_for_a_pot(tx.rules):
        left = round(100 * values["opening"].get("state", {}).get("pot", 0))  # by the hand before
        view["pot"] = dollars(sum(values["staked"]) + left)
    if tx.status == "settled" and plays_for_a_pot(tx.rules) and any(is_live(live, index) for index in viewers):
        view["may_see"] = [
            pile["seat"] for pile in view["piles"] if pile["hidden"] and is_live(live, places.index(pile["seat"]))
        ]
    if tx.status == "playing":
        view["turn"] = places[live.turn]
        legal = {seat: live.legal(seat) for seat in viewers}
        view["legal"] = legal_view(live, places, legal, partial(after, tx))
        view["spots"] = spots_view(tuple(spot for actions in legal.values() for spot in spots_between(actions)))
        view["warns"] = warns(live)
    return view


def event_view(said: Mapping[Any, Any]) -> dict[str, Any]:
    """An event as everybody may see it."""
    decided = said["kind"] in ("act", "timeout")
    return {
        "seq": said["seq"],
        "at": said["at"],
        "kind": said["kind"],
        "seat": said["seat"],
        "text": event_text(said),
        "folds": decided and folds(str(said["data"]["action"])),
    }


def event_text(said: Mapping[Any, Any]) -> str:
    """An event in words; a decision that names cards of a tx is told without the cards."""
    kind, data = said["kind"], said["data"]
    if kind == "shown":
        return "shown on request"
    if kind == "button":
        return f"draws {data['card']} for the button"
    if kind in ("act", "timeout", "ruling"):
        words = str(data["action"]).split()
        hides = words and words[0].casefold() in ("discard", "keep", "set", "switch", "select")
        ruled = f": {data['ruling']}, {data['rule']}" if "ruling" in data else ""
        return words[0] if hides else " ".join(words) + ruled
    if kind == "bet":
        return ", ".join(f"{layout_name(name)} {money(amount)}" for name, amount in data.get("wagers", {}).items())
    if kind == "entropy":
        return "adds to the shuffle"
    if kind == "fill":
        return f"{money(dollars(data['cents']))} of chips from the cage"
    if kind == BANK_RETURNED:
        return money(dollars(data["cents"]))
    if kind in ("tip", "behind"):
        amounts = data["tips" if kind == "tip" else "wagers"].items()
        told = ", ".join(f"{layout_name(name)} {money(amount)}" for name, amount in amounts) or "taken back"
        return f"{'for the dealer' if kind == 'tip' else 'bets behind'}: {told}"
    if kind == "coupon":
        return "coupon: " + (
            ", ".join(f"{layout_name(name)} {money(one['value'])}" for name, one in data["coupons"].items()) or "none"
        )
    if kind == STAY_OUT:
        return f"stays out of {', '.join(data['stays_out']) or 'nothing'}"
    if kind == "irregularity":
        return irregularity_name(data["told"]["kind"], data["told"].get("of") or "")
    return str(data.get("reason", ""))


def blind_view(rules: Rules, betting: Mapping[str, Any]) -> dict[str, Any] | None:
    """The straddle or over blind that a seat may post before the deal, if the house allows one."""
    game = rules.made
    forced = getattr(game.spec, "forced", None)
    extra = None if forced is None else forced.extra
    if extra is None or not extra.allowed:
        return None
    name = "Straddle" if extra.who == "left_of_blind" else "Over blind"
    return {
        "name": name,
        "above": max(betting.get("blinds", [1, 2])),
        "times": extra.times,
        "rule": game.cite(extra.rule),
    }


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
    others = owners_of(tx.log) if tx.status in OPEN else {}
    names = _names(db, [user for other in others.values() for user in other.behind])
    laid = on_the_pieces(tx)
    return {
        "id": row.id,
        "name": row.name,
        "game": game_view(row.game, row.house, tx.rules.game),
        "house": row.house,
        "betting": row.betting,
        "open": row.open,
        "version": row.version,
        "rules": tx.rules.hash,
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
                "staked": dollars(_staked(tx, seat)),
                "proposition": taken[seat].proposition is not None,
                "piece": dollars(laid.get(taken[seat].user_id, 0)),
                **(seat_owners(others[seat], taken[seat], person, names) if seat in others else _NO_OWNERS),
            }
            if seat in taken
            else _free_seat(seat)
            for seat in range(row.seats)
        ],
        "spots": _chip_spots(tx.rules.game, tx.rules.house_json, msgspec.json.encode(tx.table.betting)),
        "meters": {level: dollars(book.balance(meter)) for level, meter in tx.meters.items()},
        "jackpot": jackpots.posted_at_table(db, row.jackpot_id),
        "blind": blind_view(tx.rules, row.betting),
        "due": dollars(book.balance(tx.accounts["due"])),
        "bank": {
            "seat": row.banker,
            "amount": dollars(book.balance(tx.accounts["bank"]))
            if row.banker is not None or house_stands_in(tx)
            else 0,
            "turn": row.state.get("bank", {}).get("turns", 0) + 1 if row.banker is not None else 0,
            "offer": offered(tx),
            "refused": row.state.get("bank", {}).get("refused", []),
        }
        if other_side(tx.rules) == "bank"
        else None,
        "owners": owners_view(tx),
        "imprest": row.imprest,
        "shuffle": {
            "commitment": tx.shuffle["commitment"],
            "published": tx.shuffle["published"],
            "dealt": was_dealt(tx.shuffle),
            "round": tx.coming,
        },
        "round": round_view(tx, own) if tx.values else None,
        "tournament": of_table(db, table_id) if row.purpose == TOURNAMENT else None,
        "you": {"seats": own, "wallet": _wallet(db, person, taken, own)},
    }


def _staked(tx: TableTransaction, seat: int) -> int:
    """What a seat has at risk now, in cents."""
    if tx.status == "betting":
        return total_of(tx.values["bets"].get(str(seat), {}))
    if tx.status == "playing" and seat in tx.values["places"]:
        return int(tx.values["staked"][tx.values["places"].index(seat)])
    return 0


def _names(db: Connection, people: list[int]) -> dict[int, str]:
    """The names of people."""
    if not people:
        return {}
    return {int(row.id): row.name for row in db.execute(select(users.c.id, users.c.name).where(users.c.id.in_(people)))}


def seat_owners(owners: SeatOwners, seat: Any, person: Person | None, names: Mapping[int, str]) -> dict[str, Any]:
    """What others than the player have on a seat's hand; the numbers of coupons are for their owner."""
    own = person is not None and seat is not None and seat.user_id == person.id
    return {
        "tips": owners.tips,
        "tips_join": owners.tips_join,
        "coupons": {
            wager: {"value": one["value"], "code": one["code"] if own else ""} for wager, one in owners.coupons.items()
        },
        "behind": [
            {
                "player": names.get(user, ""),
                "you": person is not None and person.id == user,
                "wagers": one.wagers,
                "stays_out": one.stays_out,
                "staked": dollars(one.staked),
            }
            for user, one in owners.behind.items()
        ],
    }


_NO_OWNERS = seat_owners(SeatOwners(), None, None, {})  # to be read only, as all that is kept here
_FREE_SEAT: dict[str, Any] = {
    "player": None,
    "bot": False,
    "you": False,
    "leaving": False,
    "stack": 0,
    "wagers": {},
    "ready": False,
    "staked": 0,
    "proposition": False,
    "piece": 0,
    **_NO_OWNERS,
}


@cache
def _free_seat(seat: int) -> dict[str, Any]:
    """An empty place, to be read only."""
    return {"seat": seat, **_FREE_SEAT}


@by_game(512)
def _chip_spots(game: str, house: bytes, betting: bytes) -> msgspec.Raw:
    """The spots on which chips lie, not those of coupons; encoded once, for they are most of every view of a table."""
    rules = Rules(game, msgspec.json.decode(house))
    spots = spots_of(rules, msgspec.json.decode(betting))
    shown = spots_view(tuple(spot for spot in spots if not is_coupon(rules.made, spot.name)))
    return msgspec.Raw(msgspec.json.encode(shown))


@by_game(512)
def _owners_view(game: str, house: bytes) -> dict[str, Any]:
    rules = Rules(game, msgspec.json.decode(house))
    made, spots = rules.made, [spot.name for spot in spots_of(rules)]
    words = made.spec.backline
    behind = words is not None and words.offered and words.owners != 1
    tipped = dict.fromkeys(name for tip in made.spec.tips if tip.offered for name in tip.wagers or spots)
    return {
        "tips": list(tipped) if made.house.tips.offered else [],
        "tips_join": [name for name in JOINABLE if getattr(made.spec, name, None) is not None],
        "behind": list(words.wagers or spots) if words is not None and behind else [],
        "stays_out": list(words.stays_out) if words is not None and behind else [],
        "coupons": bool(spots) and not plays_for_a_pot(rules) and made.spec.jurisdiction == "CO",
        "coupon_spots": [name for name in spots if is_coupon(made, name)],
    }


def owners_view(tx: TableTransaction) -> dict[str, Any]:
    """What others than the players may have on the hands of a table."""
    told = _owners_view(tx.rules.game, tx.rules.house_json)
    return {**told, "piece": plays_for_a_pot(tx.rules) and tx.table.piece}


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
        "purpose": row.purpose,
    }


def open_tables(db: Connection, person: Person | None) -> list[dict[str, Any]]:
    """The open tables, and at which of them somebody sits."""
    taken: dict[int, list[int]] = {}
    for row in db.execute(select(seats.c.table_id, seats.c.user_id)):
        taken.setdefault(row.table_id, []).append(row.user_id)
    rows = db.execute(select(tables).where(tables.c.open).order_by(tables.c.id)).all()
    mine = person.id if person is not None else None
    return [{**table_line(db, row, len(taken.get(row.id, ()))), "yours": mine in taken.get(row.id, ())} for row in rows]


def draws(db: Connection, table: int, most: int) -> list[dict[str, Any]]:
    """What the last rounds of a table without cards yielded, the latest first."""
    query = (
        select(rounds.c.id, rounds.c.number, rounds.c.ended, rounds.c.file)
        .where(rounds.c.table_id == table, rounds.c.status == "settled")
        .order_by(rounds.c.id.desc())
        .limit(most)
    )
    return [
        {"round": row.id, "game": row.number, "at": row.ended, "outcome": row.file.get("outcome", {})}
        for row in db.execute(query)
    ]
