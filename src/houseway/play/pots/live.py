"""Player-banked poker dealt from a shuffled deck, and the wagers that it takes before the first card."""

from dataclasses import replace
from typing import Any

import msgspec

from houseway.cards.decks import deck
from houseway.cards.shuffle import shuffled
from houseway.play.core.money import cents, dollars
from houseway.play.core.round import BettingSpot
from houseway.play.core.roundfile import RoundFile, SeatFile
from houseway.play.core.wagers import betting_spot
from houseway.play.pots.dealing import Deck
from houseway.play.pots.engine import extra_allowed, first_state
from houseway.play.pots.round import Round, streets_dealt
from houseway.play.pots.side_wagers import check_wagers, side_wagers_of, staked
from houseway.play.pots.table import load_rules, read_setup
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.rules.pots import PlayerPoker

STACK = 200  # dollars in front of a seat that states no stack
POSTED = {"rake": "rake_percent", "jackpot_rake": "jackpot_rake"}  # what a record tells, by the option that posts it


def default_betting(file: RoundFile) -> dict[str, Any]:
    """The stakes of a table that states none: blinds of 1 and 2 or an ante of 1, limits of 2 and 4 if there are any."""
    spec = load_game(file.game, file.house).spec
    given = file.betting
    betting: dict[str, Any] = {}
    if spec.forced.blinds and "ante" not in given:
        betting["blinds"] = [1, 2]
    elif spec.forced.ante and not any({"ante", "initial"} & set(seat.wagers) for seat in file.seats):
        betting["ante"] = 1
    if spec.betting.structure in ("limit", "spread"):
        betting["limits"] = [2, 4]
    if spec.betting.equal_to:
        betting[spec.betting.equal_to] = 1
    if spec.forced.bring_in is not None and not spec.forced.bring_in.full:
        betting["bring_in"] = 1
    if not spec.award.consolation:  # a pot that the platform shares out is shared to the cent
        betting["chip"] = 1
    return {**betting, **given}


def _left(spec: PlayerPoker, file: RoundFile, seat: int) -> int | float:
    """What a seat's chips leave for the pot after the wagers beside it."""
    chips = cents(file.seats[seat].stack or 0, f"seats[{seat}].stack") - staked(spec, file, seat)
    if chips <= 0:
        raise RuleError("the wagers leave nothing for the pot", f"seats[{seat}].wagers")
    return dollars(chips)


def _refuse_rakes(file: RoundFile) -> None:
    """What a record tells of its rakes is not known before the hand is played: a table posts them as options."""
    for name, option in POSTED.items():
        if name in file.betting:
            raise RuleError(f"is told by a record; a table posts the house's option {option}", f"betting.{name}")


def open_file(file: RoundFile, seed: int | None) -> Round:
    """The hand after the forced bets and the first cards; a seat alone is joined by another."""
    _refuse_rakes(file)
    rules = load_rules(file.game, file.house)
    game = rules.game
    players = list(file.seats) + (list(file.seats) or [SeatFile()]) * (2 - len(file.seats))
    given = msgspec.structs.replace(file, seats=players)
    seats = [
        SeatFile(wagers=one.wagers, stack=STACK if one.stack is None else _left(game.spec, given, place))
        for place, one in enumerate(players)
    ]
    opening = RoundFile(
        game=file.game,
        house=file.house,
        seats=seats,
        betting=default_betting(file),
        state=file.state,
        meters=file.meters,
        extra=file.extra,
    )
    cards = Deck(tuple(shuffled(deck(game.spec.deck), seed)))
    setup = read_setup(opening, rules, cards)
    if setup.table.stakes.extra:
        # Straddles and over blinds that are not allowed where the seat now sits are not taken.
        kept: tuple[tuple[int, int], ...] = ()
        for extra in setup.table.stakes.extra:
            if extra_allowed(setup.table.with_extra((*kept, extra)))[-1]:
                kept = (*kept, extra)
        words = game.spec.forced.extra
        legal = [True] * len(kept) if words is not None and words.who == "any" else []  # as the record of it is read
        setup = replace(setup, table=setup.table.with_extra(kept), extra_legal=legal)
        plain = {name: value for name, value in opening.betting.items() if name not in ("straddles", "over_blinds")}
        opening = msgspec.structs.replace(opening, betting=plain)
    table = replace(setup.table, seed=seed or 0)
    now = first_state(Round, table, cards, opening=opening, setup=replace(setup, table=table))
    check_wagers(opening, now)
    return msgspec.structs.replace(now, log=streets_dealt(now))


def betting_spots(file: RoundFile) -> tuple[BettingSpot, ...]:
    """Wagers beside the pot and bets of a size of one's own; antes and blinds are the table's."""
    game = load_game(file.game, file.house)
    spec = game.spec
    spots = []
    if spec.forced.own_bet:
        spots.append(BettingSpot(spec.forced.own_bet, required=True, rule=game.cite(spec.forced.rule)))
    for name, wager in side_wagers_of(spec).items():
        least = 0
        if spec.pool is not None and (name, spec.pool.least) == (spec.pool.wager, "initial"):
            betting = default_betting(file)
            least = round(100 * (betting.get("ante") or max(betting["blinds"])))
        spot = betting_spot(game, name, wager, least=least)
        spots.append(replace(spot, meters=(wager.meter,) if wager.meter else ()))
    return tuple(spots)
