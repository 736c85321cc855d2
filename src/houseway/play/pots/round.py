"""A hand of player-banked poker as a live round: its actions as texts, what each viewer sees, and its end.

The cards come from a shuffle or from a record: `source` alone knows which.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from houseway.cards.text import format_card
from houseway.play.core.actions import Action
from houseway.play.core.money import dollars
from houseway.play.core.round import Pile
from houseway.play.core.roundfile import RoundFile, meter_cents
from houseway.play.core.settlement import Fees, Opening, Settlement, TableRuling
from houseway.play.pots.bots import any_act, plain_act
from houseway.play.pots.dealing import UNKNOWN
from houseway.play.pots.engine import TABLE, Hand, start
from houseway.play.pots.jackpot import jackpot_shares, posted_rules
from houseway.play.pots.ranks import best_cards
from houseway.play.pots.settle import Take, fee_of_round, outcome, settlement, shown_hands
from houseway.play.pots.side_wagers import settle_side_wagers, staked
from houseway.play.pots.state import Legal, Ruled
from houseway.play.pots.table import Setup, Table
from houseway.play.pots.words import act_text, parse_act
from houseway.rules.errors import RuleError

Event = tuple[int | str, str]


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
        return self.paid[seat] + staked(self.table.rules.spec, self.opening, seat)

    def stakes(self, seat: int) -> dict[str, int]:
        del seat
        return {}

    def visible(self, viewer: int | None = None) -> tuple[Pile, ...]:
        up = self.table.rules.up
        shown = self.over and sum(self.live) > 1
        open_hands = shown_hands(self) if shown else ()
        names = ["community"] if len(self.boards) == 1 else [f"board_{place + 1}" for place in range(len(self.boards))]
        piles = [Pile(name, None, _texts(cards)) for name, cards in zip(names, self.boards, strict=True) if cards]
        for seat, held in enumerate(self.hole):
            if seat == viewer or seat in open_hands:
                seen = held
            elif self.live[seat]:
                seen = tuple(card for card, face in zip(held, up, strict=False) if face)
            else:
                seen = ()
            used = self._used(seat) if seat in open_hands else ()
            piles.append(Pile("player", seat, _texts(seen), len(held) - len(seen), used=used))
        return tuple(piles)

    def _used(self, seat: int) -> tuple[str, ...]:
        """The cards that make the seat's hand, in a game with one hand and one board."""
        spec = self.table.rules.spec
        if len(spec.award.parts) > 1 or len(self.boards) != 1 or self.ending:
            return ()
        return _texts(best_cards(self, seat, spec.hands[spec.award.parts[0]], self.boards[0]))

    def fees(self, behind: Sequence[Mapping[str, int]] = ()) -> Fees | None:
        """What the schedule of the house takes for this hand; nobody bets behind a seat."""
        del behind
        return fee_of_round(self.setup)[0]

    def settle(self) -> Settlement:
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
    """The settlement of a hand that is over, with all that the file says beside the cards and bets."""
    end = outcome(state, take)
    side, left, metered = settle_side_wagers(file, state, end)
    if "jackpot" in file.extra:
        # Posted jackpot rules and the amount on display; paid after the pot.
        shown = meter_cents(file.meters).get("jackpot", 0)
        for seat, share in jackpot_shares(state, posted_rules(file.extra["jackpot"]), shown).items():
            side[seat].append(share)
    result = settlement(state, end, side)
    by_hand, by_time = fee_of_round(setup)
    return replace(
        result,
        opening=opening_by_blinds(setup) if setup.extra_legal else None,
        collection=by_hand,
        timed_collection=by_time,
        meters=metered.amounts(),
        awards=metered.awards(),
        state={**result.state, **left},
    )
