"""Player-banked poker dealt from a shuffled deck: the one `Round` of the family behind the protocol of live play."""

from dataclasses import dataclass, replace
from random import Random
from typing import Any

import msgspec

from houseway.cards.decks import deck
from houseway.cards.shuffle import shuffled
from houseway.cards.text import format_card
from houseway.play.core.actions import Action
from houseway.play.core.money import cents, dollars
from houseway.play.core.round import BettingSpot, Pile
from houseway.play.core.roundfile import RoundFile, SeatFile
from houseway.play.core.settlement import Fees, Settlement
from houseway.play.core.wagers import betting_spot
from houseway.play.pots.bots import any_act, plain_act
from houseway.play.pots.dealing import UNKNOWN, Deck
from houseway.play.pots.engine import TABLE, Round, extra_allowed, start
from houseway.play.pots.file import finish
from houseway.play.pots.ranks import best_cards
from houseway.play.pots.settle import fee_of_round, shown_hands
from houseway.play.pots.side_wagers import check_wagers, side_wagers_of, staked
from houseway.play.pots.state import Act, Legal, Ruled
from houseway.play.pots.table import Setup, Table, load_rules, read_setup
from houseway.play.pots.words import act_text, parse_act
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.rules.pots import PlayerPoker

STACK = 200  # dollars in front of a seat that states no stack


def _action(legal: Legal, rule: str) -> Action:
    """A legal action of the engine as a table offers it."""
    if not legal.most:
        return Action(legal.verb, rule=rule)
    if legal.verb in ("discard", "declare"):
        verb = "declare wild" if legal.verb == "declare" else legal.verb
        return Action(verb, cards=(legal.least, legal.most), rule=rule)
    verb = f"{legal.verb} to" if legal.verb in ("raise", "complete") else legal.verb
    if legal.least == legal.most:
        return Action(verb, amounts=(legal.least,), rule=rule, writes_amount=True)
    amounts = (legal.least, legal.most)
    return Action(verb, "", amounts, legal.least, legal.most, rule=rule, writes_amount=True)


@dataclass(frozen=True, slots=True)
class LivePots:
    """A hand and the round file it was opened from."""

    opening: RoundFile
    setup: Setup
    round: Round
    log: tuple[tuple[int | str, str], ...] = ()  # as a round file has it, streets included

    @property
    def over(self) -> bool:
        return self.round.over

    @property
    def turn(self) -> int:
        return self.round.turn

    def legal(self, seat: int) -> list[Action]:
        state = self.round
        if state.over or seat != state.turn:
            return []
        street = state.table.rules.spec.streets[state.street]
        rule = state.table.rules.cite(street.bet.rule if street.bet and street.bet.rule else street.rule)
        return [_action(legal, rule) for legal in state.legal(seat)]

    def act(self, seat: int, action: str) -> "LivePots":
        field = f"betting.actions[{len(self.log)}]"
        try:
            act = parse_act(self.round, seat, action, field)
            then = self.round.act(seat, act)
        except RuleError as error:
            raise RuleError(error.message, error.field if error.field != "action" else field) from None
        return self._after(seat, act, then)

    def _after(self, seat: int, act: Act, then: Round) -> "LivePots":
        names = [street.name for street in then.table.rules.spec.streets]
        passed = [("-", name) for name in names[self.round.street + 1 : then.street + 1]]
        said = act_text(self.round, seat, act)
        return replace(self, round=then, log=(*self.log, (seat if seat != TABLE else "-", said), *passed))

    def suggest(self, seat: int, rng: Random | None = None) -> str:
        act = plain_act(self.round, seat) if rng is None else any_act(self.round, seat, rng)
        return act_text(self.round, seat, act)

    def staked(self, seat: int) -> int:
        return self.round.paid[seat] + staked(self.round.table.rules.spec, self.opening, seat)

    def stakes(self, seat: int) -> dict[str, int]:
        del seat
        return {}

    def visible(self, viewer: int | None = None) -> tuple[Pile, ...]:
        state = self.round
        up = state.table.rules.up
        shown = state.over and sum(state.live) > 1
        open_hands = shown_hands(state) if shown else ()
        names = (
            ["community"] if len(state.boards) == 1 else [f"board_{place + 1}" for place in range(len(state.boards))]
        )
        piles = [Pile(name, None, _texts(cards)) for name, cards in zip(names, state.boards, strict=True) if cards]
        for seat, held in enumerate(state.hole):
            if seat == viewer or seat in open_hands:
                seen = held
            elif state.live[seat]:
                seen = tuple(card for card, face in zip(held, up, strict=False) if face)
            else:
                seen = ()
            used = self._used(seat) if seat in open_hands else ()
            piles.append(Pile("player", seat, _texts(seen), len(held) - len(seen), used=used))
        return tuple(piles)

    def _used(self, seat: int) -> tuple[str, ...]:
        """The cards that make the seat's hand, in a game with one hand and one board."""
        state = self.round
        spec = state.table.rules.spec
        if len(spec.award.parts) > 1 or len(state.boards) != 1 or state.ending:
            return ()
        return _texts(best_cards(state, seat, spec.hands[spec.award.parts[0]], state.boards[0]))

    def fees(self) -> Fees | None:
        """What the schedule of the house takes for this hand."""
        return fee_of_round(self.setup)[0]

    def settle(self) -> Settlement:
        return finish(self.opening, self.setup, self.round, None)

    def round_file(self) -> dict[str, Any]:
        state = self.round
        file = self.opening
        seats = [
            {
                **({"wagers": given.wagers} if given.wagers else {}),
                "cards": list(_texts(cards)),
                "stack": dollars(stack),
            }
            for given, cards, stack in zip(file.seats, state.dealt, state.table.stacks, strict=True)
        ]
        boards = [list(_texts(board)) for board in state.boards]
        betting = {**file.betting, **_betting(state.table), "actions": [list(entry) for entry in self.log]}
        return {
            "game": file.game,
            **({"house": file.house} if file.house else {}),
            **({"meters": file.meters} if file.meters else {}),
            "seats": seats,
            **({"piles": {"boards": boards}} if len(boards) > 1 else {"community": boards[0]} if boards[0] else {}),
            "betting": betting,
            **({"state": file.state} if file.state else {}),
            **({"extra": file.extra} if file.extra else {}),
        }


def is_live(live: Any, seat: int) -> bool:
    """Whether a seat of a finished hand was still in it."""
    return isinstance(live, LivePots) and live.round.live[seat]


def ruling_between(before: Any, after: Any) -> Ruled | None:
    """The ruling that the last action was given, where it was told as words and chips."""
    if not isinstance(before, LivePots) or not isinstance(after, LivePots):
        return None
    acts = after.round.events[len(before.round.events) :]
    return next((act.ruled for _, act in acts if act.ruled is not None), None)


def _texts(cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(format_card(card) for card in cards if card != UNKNOWN)


def _betting(table: Table) -> dict[str, Any]:
    stakes = table.stakes
    named = {
        "ante": dollars(stakes.ante),
        "blinds": [dollars(amount) for amount in stakes.blinds],
        "limits": [dollars(stakes.small), dollars(stakes.big)] if stakes.big else [],
        "bring_in": dollars(stakes.bring_in),
        "over_blinds": [[seat, dollars(amount)] for seat, amount in stakes.extra],
    }
    return {
        "button": table.button,
        "chip": dollars(stakes.chip),
        **{name: value for name, value in named.items() if value},
    }


_POSTED = {"rake": "rake_percent", "jackpot_rake": "jackpot_rake"}  # what a record tells, by the option that posts it


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
    for name, option in _POSTED.items():
        if name in file.betting:
            raise RuleError(f"is told by a record; a table posts the house's option {option}", f"betting.{name}")


def open_file(file: RoundFile, seed: int | None) -> LivePots:
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
    now = start(table, cards)
    check_wagers(opening, now)
    names = [street.name for street in table.rules.spec.streets]
    return LivePots(opening, replace(setup, table=table), now, tuple(("-", name) for name in names[1 : now.street + 1]))


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
