"""A hand of player-banked poker as a live round: its actions as texts, what each viewer sees, and its end.

The cards come from a shuffle (`open_file`) or from a record (`read_file`): `source` alone knows which.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Literal

from msgspec.structs import replace

from houseway.cards.decks import deck
from houseway.cards.shuffle import shuffled
from houseway.cards.text import format_card
from houseway.hands.ranking import RANKINGS
from houseway.hands.standing import stands_for, wild_places
from houseway.play.core.actions import Action
from houseway.play.core.money import cents, dollars, in_dollars, stated_cents
from houseway.play.core.round import BettingSpot, Pile
from houseway.play.core.roundfile import RoundFile, SeatFile, cards, check_copies, read_meters
from houseway.play.core.settlement import Fees, Opening, Settlement, TableRuling
from houseway.play.core.wagers import betting_spot
from houseway.play.pots.bots import any_act, plain_act
from houseway.play.pots.dealing import UNKNOWN, Deck, Recorded
from houseway.play.pots.engine import RULINGS, TABLE, Hand, extra_allowed, first_state, start
from houseway.play.pots.jackpot import beaten_hands, jackpot_shares, posted_rules
from houseway.play.pots.ranks import best_cards
from houseway.play.pots.rulings import rulings, showdown_ruling
from houseway.play.pots.settle import Take, fee_of_round, outcome, settlement, shown_hands, uncalled
from houseway.play.pots.side_wagers import CLOSE, Rulings, check_wagers, close_table, settle_side_wagers, staked
from houseway.play.pots.state import Act, Legal, Ruled
from houseway.play.pots.table import Rules, Setup, Table, load_rules, read_setup
from houseway.play.pots.words import act_text, parse_act, parse_ruling
from houseway.rules.errors import RuleError
from houseway.rules.wording import humanize

Event = tuple[int | str, str]
STACK = 200  # dollars in front of a seat that states no stack
POSTED = {"rake": "rake_percent", "jackpot_rake": "jackpot_rake"}  # what a record tells, by the option that posts it


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


def streets_dealt(state: Hand, before: int = 0) -> tuple[Event, ...]:
    """The streets that came after the street `before`, as a log has them."""
    return tuple(("-", street.name) for street in state.table.rules.spec.streets[before + 1 : state.street + 1])


class Round(Hand, frozen=True, kw_only=True):
    """A hand and the round file it was opened from."""

    opening: RoundFile
    setup: Setup
    log: tuple[Event, ...] = ()  # as a round file has it, streets included
    take: Take | None = None  # the rakes of a record; without, the posted ones apply
    at_showdown: TableRuling | None = None  # the ruling of a record on a hand that was shown
    asks: Literal["hand", "blinds", "close"] = "hand"  # what a record asks: only what blinds decide, a table's close

    def legal(self, seat: int) -> list[Action]:
        if self.over or seat != self.turn:
            return []
        street = self.table.rules.spec.streets[self.street]
        rule = self.table.rules.game.cite(street.bet.rule if street.bet and street.bet.rule else street.rule)
        return [_action(move, rule) for move in self.moves(seat)]

    def act(self, seat: int, action: str) -> "Round":
        field = f"betting.actions[{len(self.log)}]"
        try:
            act = parse_act(self, seat, action, field)
            then = self.after(seat, act)
        except RuleError as error:
            raise RuleError(error.message, error.field if error.field != "action" else field) from None
        entry = (seat if seat != TABLE else "-", act_text(self, seat, act))
        return replace(then, log=(*self.log, entry, *streets_dealt(then, self.street)))

    def suggest(self, seat: int, rng: Random | None = None) -> str:
        return act_text(self, seat, plain_act(self, seat) if rng is None else any_act(self, seat, rng))

    def staked(self, seat: int) -> int:
        return self.paid[seat] + staked(self.table.rules, self.opening, seat)

    def stakes(self, seat: int) -> dict[str, int]:
        del seat
        return {}

    def visible(self, viewer: int | None = None) -> tuple[Pile, ...]:
        up = self.table.rules.up
        shown = self.over and sum(self.live) > 1
        open_hands = {*shown_hands(self), *self._awarded()} if shown else ()
        names = ["community"] if len(self.boards) == 1 else [f"board_{place + 1}" for place in range(len(self.boards))]
        piles = [Pile(name, None, _texts(cards)) for name, cards in zip(names, self.boards, strict=True) if cards]
        for seat, held in enumerate(self.hole):
            if seat == viewer or seat in open_hands:
                seen = held
            elif self.live[seat]:
                seen = tuple(card for card, face in zip(held, up, strict=False) if face)
            else:
                seen = ()
            whole = shown and self.live[seat] and len(seen) == len(held) and UNKNOWN not in held
            used, stands = self._used(seat) if whole else ((), ())
            piles.append(Pile("player", seat, _texts(seen), len(held) - len(seen), used=used, stands=stands))
        return tuple(piles)

    def _awarded(self) -> list[int]:
        """The seats whose hands are shown for what they win besides the pot: a jackpot, a wager of their own."""
        found: list[int] = []
        if "jackpot" in self.opening.extra:
            losers, winners = beaten_hands(self, posted_rules(self.opening.extra["jackpot"]))
            found = losers + winners
        if self.table.rules.side_wagers and not self.ending:
            lines = enumerate(self.settle().seats)
            found += [seat for seat, own in lines if any(line.wager != "pot" and line.net > 0 for line in own)]
        return found

    def _used(self, seat: int) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
        """The cards that make the seat's hand, and what its wild cards stand for.

        Of several hands or boards those count that the seat won with; of one, the hand of every seat.
        """
        spec = self.table.rules.spec
        if self.ending or not self.boards:
            return (), ()
        if len(spec.award.parts) == 1 and len(self.boards) == 1:
            played = [(spec.award.parts[0], 0)]
        elif any(UNKNOWN in held for held, live in zip(self.hole, self.live, strict=True) if live):
            return (), ()  # who won is not known
        else:
            played = [(part.hand, part.board) for part in outcome(self).parts if seat in part.winners]
        best = [best_cards(self, seat, spec.hands[hand], self.boards[board]) for hand, board in played]
        used = dict.fromkeys(card for cards in best for card in cards)
        if len(played) != 1:
            return _texts(tuple(used)), ()
        ranking = RANKINGS[spec.hands[played[0][0]].ranking]
        standing = stands_for(ranking, best[0], wild_places(best[0], wild_ranks=0, jokers=True))
        return _texts(best[0]), tuple(
            (format_card(best[0][place]), format_card(card)) for place, card in standing.items()
        )

    def fees(self, behind: Sequence[Mapping[str, int]] = ()) -> Fees | None:
        """What the schedule of the house takes for this hand; nobody bets behind a seat."""
        del behind
        return fee_of_round(self.setup)[0]

    def settle(self) -> Settlement:
        if self.asks == "close":
            shares, state = close_table(self.opening, self)
            lines = tuple(tuple(ruling.line for ruling in seat) for seat in shares)
            return Settlement(game=self.table.rules.spec.id, seats=lines, state=state)
        if self.asks == "blinds":
            return Settlement(
                game=self.table.rules.spec.id,
                seats=((),) * len(self.live),
                opening=opening_by_blinds(self.setup),
                collection=self.fees(),
            )
        settled = finish(self.opening, self.setup, self, self.take)
        return replace(settled, rulings=(*settled.rulings, self.at_showdown)) if self.at_showdown else settled

    def round_file(self) -> dict[str, Any]:
        file = self.opening
        seats = [
            {
                **({"wagers": given.wagers} if given.wagers else {}),
                "cards": list(_texts(cards)),
                "stack": dollars(stack),
            }
            for given, cards, stack in zip(file.seats, self.dealt, self.table.stacks, strict=True)
        ]
        boards = [list(_texts(board)) for board in self.boards]
        betting = {**file.betting, **_betting(self.table), "actions": [list(entry) for entry in self.log]}
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
    return isinstance(live, Round) and live.live[seat]


def ruling_between(before: Any, after: Any) -> Ruled | None:
    """The ruling that the last action was given, where it was told as words and chips."""
    if not isinstance(before, Round) or not isinstance(after, Round):
        return None
    return next((act.ruled for _, act in after.events[len(before.events) :] if act.ruled is not None), None)


def ruled_by_floor(before: Any, after: Any) -> bool:
    """Whether the last action was a ruling of the floor, which no player makes."""
    if not isinstance(before, Round) or not isinstance(after, Round):
        return False
    return any(act.verb in RULINGS for _, act in after.events[len(before.events) :])


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


def opening_by_blinds(setup: Setup) -> Opening:
    """What the blinds decide before the first action: over blinds allowed, the amount to open, the order of action."""
    table = setup.table
    state = start(table, setup.source)
    return Opening(tuple(setup.extra_legal), state.level or state.size, tuple(state.order))


def finish(file: RoundFile, setup: Setup, state: Hand, take: Take | None) -> Settlement:
    """The settlement of a hand that is over, with all that the file says besides the cards and bets."""
    end = outcome(state, take)
    side: Rulings = [[] for _ in state.live]
    carried: dict[str, Any] = {}
    metered = None
    if state.table.rules.side_wagers:
        side, carried, metered = settle_side_wagers(file, state, end)
    if "jackpot" in file.extra:
        # Posted jackpot rules and the amount on display; paid after the pot.
        shown = read_meters(file.meters).amounts.get("jackpot", 0)
        for seat, share in jackpot_shares(state, posted_rules(file.extra["jackpot"]), shown).items():
            side[seat].append(share)
    result = settlement(state, end, side)
    by_hand, by_time = fee_of_round(setup)
    return replace(
        result,
        opening=opening_by_blinds(setup) if setup.extra_legal else None,
        collection=by_hand,
        timed_collection=by_time,
        meters=metered.amounts if metered is not None else {},
        awards=metered.awards if metered is not None else {},
        state={**result.state, **carried},
    )


# -- from a record -------------------------------------------------------------------------------------------------


def recorded(file: RoundFile, boards: int, deals_board: bool, deck: str) -> Recorded:
    """The cards of the file, each of them once in the deck."""
    seats = tuple(cards(seat.cards, f"seats[{index}].cards") for index, seat in enumerate(file.seats))
    piles = [(f"seats[{index}].cards", pile) for index, pile in enumerate(seats)]
    stated = file.piles.get("boards")
    if stated is not None:
        if not isinstance(stated, list) or len(stated) != boards:
            raise RuleError(f"the game has {boards} boards", "piles.boards")
        if file.community:
            raise RuleError("is not used together with piles.boards", "community")
        shown = tuple(cards(pile, f"piles.boards[{index}]") for index, pile in enumerate(stated))
    else:
        shown = (cards(file.community, "community"),)
    piles += [("community" if stated is None else f"piles.boards[{index}]", pile) for index, pile in enumerate(shown)]
    check_copies(piles, deck)
    return Recorded(seats, shown, shared=not deals_board and bool(shown[0]))


def _check_counts(source: Recorded, state: Round) -> None:
    """No more cards than were dealt: with an irregularity the rulings say what becomes of them."""
    for seat, (held, dealt) in enumerate(zip(source.seats, state.dealt, strict=True)):
        if len(held) > len(dealt):
            raise RuleError(f"the seat was dealt {len(dealt)} cards, not {len(held)}", f"seats[{seat}].cards")
    most = sum(street.deal.board for street in state.table.rules.spec.streets) or (
        len(state.boards[0]) if source.shared else 0
    )
    for board, shown in enumerate(source.boards):
        if len(shown) > most:
            field = "community" if len(source.boards) == 1 else f"piles.boards[{board}]"
            raise RuleError(f"a board of this game has {most} cards, not {len(shown)}", field)


def _events(file: RoundFile) -> list[Event] | None:
    """The log of the betting; None where the file has none."""
    log = file.betting.get("actions")
    if log is None:
        return None
    if not isinstance(log, list):
        raise RuleError("must be a list of [seat, action]", "betting.actions")
    events: list[Event] = []
    for place, entry in enumerate(log):
        field = f"betting.actions[{place}]"
        if not isinstance(entry, list | tuple) or len(entry) != 2 or not isinstance(entry[1], str):
            raise RuleError('must be [seat, action] or ["-", street]', field)
        seat = entry[0]
        if seat != "-" and (isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < len(file.seats)):
            raise RuleError(f"there is no seat {seat!r}", field)
        events.append((seat, entry[1]))
    return events


def _ruled_out(state: Round, told: list[tuple[int, Act]], acting: int | str) -> Round:
    """The round after the floor's ruling on the hand in turn, where the record goes on without an action of it."""
    if told and not state.over and told[0][0] == state.turn != acting:
        return state.after(*told.pop())
    return state


def _replayed(state: Round, events: list[Event], told: list[tuple[int, Act]]) -> Round:
    streets = [street.name for street in state.table.rules.spec.streets]
    for place, (seat, text) in enumerate(events):
        field = f"betting.actions[{place}]"
        try:
            if text not in streets[: state.street + 1]:  # the mark of a street at hand passes nobody by
                state = _ruled_out(state, told, seat)
            if isinstance(seat, int) and text == "check" and _runs_out(state, seat):
                continue
            if isinstance(seat, int):
                state = state.after(seat, parse_act(state, seat, text, field))
            elif text == "chop":
                state = _both_chop(state)
            elif (ruling := parse_ruling(text, field)) is not None:
                state = state.after(TABLE, ruling)
            else:
                state = _on_street(state, text)
        except RuleError as error:
            raise RuleError(error.message, error.field if error.field.startswith("betting") else field) from None
    if state.chop >= 0 and not state.over:
        # A chop in the record is an agreement; who spoke second need not be written.
        state = _both_chop(state)
    return _checked_down(state, len(state.table.rules.spec.streets))


def _runs_out(state: Round, seat: int) -> bool:
    """Whether the cards were dealt out with this the only live seat that has chips: its check changes nothing."""
    able = [live and stack > 0 for live, stack in zip(state.live, state.stacks, strict=True)]
    return state.over and able[seat] and able.count(True) == 1


def _both_chop(state: Round) -> Round:
    while not state.over:
        state = state.after(state.turn, parse_act(state, state.turn, "chop", "betting.actions"))
    return state


def _checked_down(state: Round, street: int) -> Round:
    """Checks that the record leaves out up to a street: who may check and is not said to act has checked."""
    while not state.over and state.street < street and Legal("check") in state.moves(state.turn):
        state = state.after(state.turn, Act("check"))
    return state


def _on_street(state: Round, name: str) -> Round:
    """A street of the log is one that the engine has dealt by now; streets without a decision pass at once."""
    streets = [street.name for street in state.table.rules.spec.streets]
    if name not in streets:
        raise RuleError(f"the game has no street {name!r}; it has {', '.join(streets)}", "action")
    state = _checked_down(state, streets.index(name))
    if not state.over and streets.index(name) > state.street:
        raise RuleError(f"{name} before the betting of {streets[state.street]} is over", "action")
    return state


def _from_seats(state: Round, file: RoundFile, told: list[tuple[int, Act]]) -> Round:
    """Decisions written at the seats, taken in turn."""
    queues = [list(seat.actions) for seat in file.seats]
    while not state.over:
        seat = state.turn
        if not queues[seat]:
            before, state = state, _ruled_out(state, told, "")
            if state is not before:
                continue
            raise RuleError("the seat is to act and its action is missing", f"seats[{seat}].actions")
        field = f"seats[{seat}].actions[{len(file.seats[seat].actions) - len(queues[seat])}]"
        try:
            state = state.after(seat, parse_act(state, seat, queues[seat].pop(0), field))
        except RuleError as error:
            raise RuleError(error.message, field) from None
    return state


def _check_contributed(state: Round, file: RoundFile) -> None:
    """What the record says each seat put in agrees with its actions, with or without an uncalled bet."""
    stated = file.betting.get("contributed")
    if stated is None or state.ending:
        return  # blinds taken back and chips returned may be counted or not
    if not isinstance(stated, list) or not all(isinstance(amount, int | float) for amount in stated):
        raise RuleError("must be a list of dollars", "betting.contributed")
    put = [round(amount * 100) for amount in stated]
    back, amount = uncalled(state.paid, state.live)
    kept = [paid - (amount if seat == back else 0) for seat, paid in enumerate(state.paid)]
    if put not in (list(state.paid), kept):
        raise RuleError(f"the actions add up to {[paid / 100 for paid in state.paid]}", "betting.contributed")


def _check_returned(state: Round, file: RoundFile) -> None:
    """What the record says came back uncalled agrees with the actions: one sum, or one for each seat."""
    stated = file.betting.get("returned")
    if stated is None or state.ending:
        return
    amounts = stated if isinstance(stated, list) else [stated]
    if not all(isinstance(amount, int | float) for amount in amounts):
        raise RuleError("must be dollars, or a list of dollars", "betting.returned")
    _, amount = uncalled(state.paid, state.live)
    if sum(round(each * 100) for each in amounts) != amount:
        raise RuleError(f"by the actions {in_dollars(amount)} came back uncalled", "betting.returned")


def _take(file: RoundFile) -> Take | None:
    """The rakes of the record; None where it has none, so that the posted ones apply."""
    if not any(key in file.betting for key in POSTED):
        return None
    return Take(*(stated_cents(file.betting.get(key, 0), f"betting.{key}") for key in POSTED))


def recorded_setup(file: RoundFile) -> Setup:
    """The table and cards of a round file."""
    rules = load_rules(file.game, file.house)
    spec = rules.spec
    deals_board = any(street.deal.board for street in spec.streets)
    source = recorded(file, spec.boards, deals_board, spec.deck)
    setup = read_setup(file, rules, source)
    extra = spec.forced.extra
    if setup.table.stakes.extra and extra is not None and extra.who == "any":
        # An over blind that is too small or too large is not taken (CA GEGR-001973 3.c).
        legal = extra_allowed(setup.table)
        kept = tuple(extra for extra, fits in zip(setup.table.stakes.extra, legal, strict=True) if fits)
        setup = dataclasses.replace(setup, table=setup.table.with_extra(kept), extra_legal=legal)
    return setup


def read_file(file: RoundFile) -> Round:
    """The round that a file records, at its end."""
    setup = recorded_setup(file)
    events = _events(file)
    state = first_state(Round, setup.table, setup.source, opening=file, setup=setup, log=tuple(events or ()))
    if file.extra.get("event") == CLOSE and not events:
        return replace(state, asks="close")
    if setup.table.rules.side_wagers or any(seat.wagers for seat in file.seats):
        check_wagers(file, state)
    told = rulings(file, state) if file.irregularity else []
    from_seats = events is None and any(seat.actions for seat in file.seats)
    if setup.extra_legal and not (events or from_seats or file.irregularity):
        return replace(state, asks="blinds")
    if events is not None:
        state = _replayed(state, events, told)
    elif from_seats:
        state = _from_seats(state, file, told)
    for seat, act in told:
        state = state.after(seat, act)
    said = showdown_ruling(file, state) if file.irregularity else None
    if said is not None and said[1]:
        _, _, ruling = said
        state = state.after(said[0], Act("dead_hand", ruled=Ruled(ruling.conduct, ruling.ruling, ruling.rule)))
        said = None
    if not file.irregularity and isinstance(setup.source, Recorded):
        _check_counts(setup.source, state)
    _check_contributed(state, file)
    _check_returned(state, file)
    return replace(state, take=_take(file), at_showdown=said[2] if said is not None else None)


# -- from a shuffle ------------------------------------------------------------------------------------------------


def default_betting(file: RoundFile) -> dict[str, Any]:
    """The stakes of a table that states none: blinds of 1 and 2 or an ante of 1, limits of 2 and 4 if there are any."""
    spec = load_rules(file.game, file.house).spec
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


def _left(rules: Rules, file: RoundFile, seat: int) -> int | float:
    """What a seat's chips leave for the pot after the side wagers."""
    chips = cents(file.seats[seat].stack or 0, f"seats[{seat}].stack") - staked(rules, file, seat)
    if chips <= 0:
        raise RuleError("the wagers leave nothing for the pot", f"seats[{seat}].wagers")
    return dollars(chips)


def _refuse_rakes(file: RoundFile) -> None:
    """What a record tells of its rakes is not known before the hand is played: a table posts them as options."""
    for name, option in POSTED.items():
        if name in file.betting:
            raise RuleError(
                f"is told by a record; a table posts the house's option {humanize(option)}", f"betting.{name}"
            )


def open_file(file: RoundFile, seed: int | None) -> Round:
    """The hand after the forced bets and the first cards; a seat alone is joined by another."""
    _refuse_rakes(file)
    rules = load_rules(file.game, file.house)
    game = rules.game
    players = list(file.seats) + (list(file.seats) or [SeatFile()]) * (2 - len(file.seats))
    given = replace(file, seats=players)
    seats = [
        SeatFile(wagers=player.wagers, stack=STACK if player.stack is None else _left(rules, given, place))
        for place, player in enumerate(players)
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
        setup = dataclasses.replace(setup, table=setup.table.with_extra(kept), extra_legal=legal)
        plain = {name: value for name, value in opening.betting.items() if name not in ("straddles", "over_blinds")}
        opening = replace(opening, betting=plain)
    table = dataclasses.replace(setup.table, seed=seed or 0)
    now = first_state(Round, table, cards, opening=opening, setup=dataclasses.replace(setup, table=table))
    check_wagers(opening, now)
    return replace(now, log=streets_dealt(now))


def betting_spots(file: RoundFile) -> tuple[BettingSpot, ...]:
    """Side wagers and bets of a size of one's own; antes and blinds are the table's."""
    rules = load_rules(file.game, file.house)
    game, spec = rules.game, rules.spec
    spots = []
    if spec.forced.own_bet:
        spots.append(BettingSpot(spec.forced.own_bet, required=True, rule=game.cite(spec.forced.rule)))
    for name, wager in rules.side_wagers.items():
        least = 0
        if spec.pool is not None and (name, spec.pool.least) == (spec.pool.wager, "initial"):
            betting = default_betting(file)
            least = round(100 * (betting.get("ante") or max(betting["blinds"])))
        spot = betting_spot(game, name, wager, least=least)
        spots.append(dataclasses.replace(spot, meters=(wager.meter,) if wager.meter else ()))
    return tuple(spots)
