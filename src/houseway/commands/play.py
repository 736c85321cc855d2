"""`houseway play`: bet, see your cards, choose among the legal actions, and see each wager settled and why."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from rich.console import Console
from rich.markup import escape

from houseway.commands.first_use import announced_on_first_use
from houseway.commands.output import amount, console
from houseway.commands.settle import print_round
from houseway.families import betting_spots, family_of, hint_for, open_round
from houseway.play.bets import amount_near, choose_wagers, shown_meters
from houseway.play.core.money import dollars
from houseway.play.core.round import BettingSpot, LiveRound, Pile
from houseway.play.core.roundfile import RoundFile, convert_round
from houseway.play.core.settlement import as_json
from houseway.rules.errors import RuleError

YOU = 0
STACK = 200_00  # what another seat brings to a pot, and brings again when it has nothing left
Ask = Callable[[str], str]


class Left(Exception):  # noqa: N818 - leaving the table is no error
    """The player leaves the table."""


def ask(prompt: str) -> str:
    """A line from the player; the end of input or `quit` leaves the table."""
    try:
        text = input(prompt).strip()
    except (EOFError, KeyboardInterrupt):
        raise Left from None
    except UnicodeDecodeError:
        return ""
    if text.casefold() in ("quit", "q", "exit"):
        raise Left
    return text


@dataclass
class Session:
    """A player at a table: what he has left, and how rounds are opened."""

    game: str
    house: dict[str, Any]
    seats: int
    cents: int
    seed: int | None
    demo: bool
    save: Path | None = None
    ask: Ask = ask
    out: Console = field(default_factory=console)
    others: list[int] = field(default_factory=list)  # stacks of the other seats at a pot
    button: int = -1

    def say(self, text: str) -> None:
        self.out.print(escape(text))

    # -- betting ------------------------------------------------------------------------------------------------

    def _opening(self, own: dict[str, Any], spots: tuple[BettingSpot, ...]) -> RoundFile:
        wagers = [own, *[choose_wagers(spots) for _ in range(self.seats - 1)]]
        meters = shown_meters(spots, wagers)
        file = {"game": self.game, "house": self.house, "seats": [{"wagers": one} for one in wagers], "meters": meters}
        return convert_round(file | self._stacks(wagers) if family_of(self.game).traits.pot else file)

    def _stacks(self, wagers: list[dict[str, Any]]) -> dict[str, Any]:
        """The seats of a pot with their stacks, and the button, which moves on with every hand."""
        self.others = [stack or STACK for stack in self.others or [0] * (self.seats - 1)]
        stacks = [self.cents, *self.others]
        seats = [{"wagers": one, "stack": dollars(stack)} for one, stack in zip(wagers, stacks, strict=True)]
        return {"seats": seats, "betting": {"button": self.button % self.seats}}

    def _bet(self, spot: BettingSpot, made: dict[str, Any]) -> int | float | None:
        followed = spot.follows(made)
        default = amount_near(spot, round((10 if followed is None else followed) * 100))
        required = spot.required and all(name in made for name in spot.needs)
        wanted = f"{dollars(default)}" if required else "none"
        part = "" if spot.share == 1 else f"{spot.share:g} times "
        notes = ["required" if required else "", f"equals {part}{spot.equals}" if spot.equals else ""]
        if spot.stakes:
            notes.append(" or ".join(amount(stake / 100).lstrip("+") for stake in spot.stakes))
        note = ", ".join(filter(None, notes))
        while True:
            text = self.ask(f"  {spot.name}{f' ({note})' if note else ''} [{wanted}]: $")
            if not text:
                return dollars(default) if required else None
            try:
                return float(text)
            except ValueError:
                self.say(f"  {text!r} is no amount; a number of dollars, or nothing for {wanted}")

    def _open(self) -> LiveRound:
        spots = betting_spots(RoundFile(self.game, house=self.house))
        while True:
            own: dict[str, Any] = {}
            if self.demo:
                own = dict(choose_wagers(spots, sides=True))
            elif spots:
                self.say(f"Your wagers (you have {amount(self.cents / 100).lstrip('+')}; quit leaves the table):")
                for spot in spots:
                    if (bet := self._bet(spot, own)) is not None:
                        own[spot.name] = bet
            try:
                now = open_round(self._opening(own, spots), self.seed)
            except RuleError as error:
                if self.demo or not spots:
                    raise
                self.say(str(error))
                continue
            if now.staked(YOU) <= self.cents:
                return now
            if self.demo:
                raise RuleError("not enough for the wagers of this game", "--bankroll")
            self.say("That is more than you have.")

    # -- playing ------------------------------------------------------------------------------------------------

    def _show(self, now: LiveRound) -> None:
        for pile in now.table(YOU):
            self.say(f"  {_owner(pile):<12}{' '.join([*pile.cards, *['[]'] * pile.hidden]) or '-'}")

    def _choose(self, now: LiveRound) -> LiveRound:
        texts = [text for one in now.legal(YOU) for text in one.examples()]
        while True:
            for number, text in enumerate(texts, start=1):
                self.say(f"  {number}. {text}")
            staked = now.staked(YOU)
            given = self.ask(f"Your action (${dollars(staked)} at risk, ${dollars(self.cents - staked)} left): ")
            if given.isdecimal() and 1 <= int(given) <= len(texts):
                given = texts[int(given) - 1]
            try:
                after = now.act(YOU, given)
            except RuleError as error:
                self.say(error.message)
                continue
            if after.staked(YOU) <= self.cents:
                return after
            self.say("That is more than you have.")

    def _decide(self, now: LiveRound) -> LiveRound:
        seat = now.turn
        if seat == YOU and not self.demo:
            self._show(now)
            return self._choose(now)
        if seat == YOU:
            self._show(now)
            self.say(f"  legal: {', '.join(text for one in now.legal(seat) for text in one.examples())}")
        action = now.suggest(seat) if seat != YOU else hint_for(now, seat, rng=Random(self.seed)).action
        self.say(f"{_seat(seat)}: {action}")
        return now.act(seat, action)

    def round(self) -> None:
        """One round, from the wagers to the settlement."""
        now = self._open()
        file = now.round_file()
        for index, seat in enumerate(file["seats"]):
            bets = ", ".join(f"{name} {amount(bet).lstrip('+')}" for name, bet in seat.get("wagers", {}).items())
            if bets:
                self.say(f"{_seat(index)}: {bets}")
        while not now.over:
            now = self._decide(now)
        self._show(now)
        settlement = now.settle()
        print_round(self.out, as_json(settlement), "settlement")
        own, *rest = settlement.nets()
        self.cents += own
        self.others = [stack + net for stack, net in zip(self.others, rest, strict=False)]
        self.button += 1
        if self.save is not None:
            _append(self.save, now.round_file())
        if self.seed is not None:
            self.seed += 1


def _seat(seat: int) -> str:
    return "You" if seat == YOU else f"Seat {seat + 1}"


def _owner(pile: Pile) -> str:
    return pile.name if pile.seat is None else _seat(pile.seat).lower()


def _append(target: Path, file: dict[str, Any]) -> None:
    try:
        with target.open("ab") as out:
            out.write(msgspec.json.encode(file) + b"\n")
    except OSError as error:
        raise RuleError(f"cannot write {target}: {error.strerror}", "--save") from None


@announced_on_first_use()
def run(session: Session, rounds: int) -> None:
    """Rounds until the player leaves, has nothing left, or `rounds` are played (0: no end)."""
    played = 0
    try:
        while True:
            session.round()
            played += 1
            session.say(f"You have {amount(session.cents / 100).lstrip('+')}.")
            if session.cents <= 0 or played == rounds:
                return
            if not session.demo and session.ask("Another round? [Y/n] ").casefold().startswith("n"):
                return
    except Left:
        session.say("\nYou left the table.")
