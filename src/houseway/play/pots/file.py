"""Round files of player-banked poker: stakes, cards and actions read, replayed through the engine, settled."""

from dataclasses import replace

import msgspec

from houseway.play.core.money import cents, in_dollars
from houseway.play.core.roundfile import RoundFile, cards, check_copies
from houseway.play.core.settlement import Settlement
from houseway.play.pots.dealing import Recorded
from houseway.play.pots.engine import TABLE, extra_allowed, first_state
from houseway.play.pots.round import Event, Round, opening_by_blinds
from houseway.play.pots.rulings import rulings, showdown_ruling
from houseway.play.pots.settle import Take, fee_of_round, uncalled
from houseway.play.pots.side_wagers import CLOSE, check_wagers, close_table
from houseway.play.pots.state import Act, Legal
from houseway.play.pots.table import Setup, load_rules, read_setup
from houseway.play.pots.words import parse_act, parse_ruling
from houseway.rules.errors import RuleError


def recorded(file: RoundFile, boards: int, deals_board: bool, deck: str) -> Recorded:
    """The cards of the file, each of them once in the deck."""
    seats = tuple(cards(seat.cards, f"seats[{index}].cards") for index, seat in enumerate(file.seats))
    piles = [(f"seats[{index}].cards", pile) for index, pile in enumerate(seats)]
    stated = file.piles.get("boards")
    if stated is not None:
        if not isinstance(stated, list) or len(stated) != boards:
            raise RuleError(f"the game has {boards} boards", "piles.boards")
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
    most = sum(street.deal.board for street in state.table.rules.spec.streets) or int(source.shared)
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
    for place, (seat, text) in enumerate(events):
        field = f"betting.actions[{place}]"
        try:
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
    left = [list(seat.actions) for seat in file.seats]
    while not state.over:
        seat = state.turn
        if not left[seat]:
            before, state = state, _ruled_out(state, told, "")
            if state is not before:
                continue
            raise RuleError("the seat is to act and its action is missing", f"seats[{seat}].actions")
        field = f"seats[{seat}].actions[{len(file.seats[seat].actions) - len(left[seat])}]"
        try:
            state = state.after(seat, parse_act(state, seat, left[seat].pop(0), field))
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
    amounts = []
    for key in ("rake", "jackpot_rake"):
        amount = file.betting.get(key, 0)
        if isinstance(amount, bool) or not isinstance(amount, int | float) or amount < 0:
            raise RuleError("must be an amount in dollars", f"betting.{key}")
        amounts.append(cents(amount, f"betting.{key}") if amount else 0)
    if "rake" not in file.betting and "jackpot_rake" not in file.betting:
        return None
    return Take(*amounts)


def read_file(file: RoundFile) -> Setup:
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
        setup = replace(setup, table=setup.table.with_extra(kept), extra_legal=legal)
    return setup


def settle_file(file: RoundFile) -> Settlement:
    """Settle a round file."""
    setup = read_file(file)
    events = _events(file)
    state = first_state(Round, setup.table, setup.source, opening=file, setup=setup, log=tuple(events or ()))
    if file.extra.get("event") == CLOSE and not events:
        shares, left = close_table(file, state)
        lines = tuple(tuple(ruling.line for ruling in seat) for seat in shares)
        return Settlement(game=setup.table.rules.spec.id, seats=lines, state=left)
    check_wagers(file, state)
    told = rulings(file, state) if file.irregularity else []
    if events is not None:
        state = _replayed(state, events, told)
    elif any(seat.actions for seat in file.seats):
        state = _from_seats(state, file, told)
    elif setup.extra_legal and not file.irregularity:
        # Blinds without an action: only what they decide is asked.
        return Settlement(
            game=setup.table.rules.spec.id,
            seats=tuple(() for _ in file.seats),
            opening=opening_by_blinds(setup),
            collection=fee_of_round(setup)[0],
        )
    for seat, act in told:
        state = state.after(seat, act)
    said = showdown_ruling(file, state) if file.irregularity else None
    if said is not None and said[1]:
        state = state.after(said[0], Act("dead_hand"))
    if not file.irregularity and isinstance(setup.source, Recorded):
        _check_counts(setup.source, state)
    _check_contributed(state, file)
    _check_returned(state, file)
    return msgspec.structs.replace(state, take=_take(file), at_showdown=said[2] if said is not None else None).settle()
