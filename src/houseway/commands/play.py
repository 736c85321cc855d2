"""`houseway play`: bet, see your cards, choose among the legal actions, and see each wager settled and why."""

from collections.abc import Callable, Mapping, Sequence
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
from houseway.families import betting_spots, family_of, hint_for, open_round, settle_owners
from houseway.play.bets import amount_near, choose_wagers, shown_meters
from houseway.play.core.actions import choices_text
from houseway.play.core.money import dollars, in_cents, in_dollars
from houseway.play.core.owners import DEALER, check_tips
from houseway.play.core.round import BettingSpot, LiveRound, Pile, on_layout
from houseway.play.core.roundfile import RoundFile, as_json, convert_round
from houseway.play.core.settlement import Settlement
from houseway.play.core.wagers import layout_name
from houseway.play.pots.engine import next_button
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.rules.wording import seat_name

YOU = 0
_SIDES = 3  # side bets of a demo
_FEW = 12
_MANY = 24  # spots; on more, as of craps and roulette, every wager is the game itself
STACK = 200_00  # what another seat brings to a pot, and brings again when it has nothing left
Ask = Callable[[str], str]


class Left(Exception):  # noqa: N818 - leaving the table is not an error
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
    tips: dict[str, float] = field(default_factory=dict)  # for the dealer in the round at hand, by wager

    def say(self, text: str) -> None:
        self.out.print(escape(text))

    # -- betting ------------------------------------------------------------------------------------------------

    def _opening(self, own: dict[str, Any], spots: tuple[BettingSpot, ...]) -> RoundFile:
        wagers = [own, *[choose_wagers(spots) for _ in range(self.seats - 1)]]
        meters = shown_meters(spots, wagers)
        file = {
            "game": self.game,
            "house": self.house,
            "seats": [{"wagers": wager} for wager in wagers],
            "meters": meters,
        }
        return convert_round(file | self._stacks(wagers) if family_of(self.game).traits.pot else file)

    def _stacks(self, wagers: list[dict[str, Any]]) -> dict[str, Any]:
        """The seats of a pot with their stacks, and the button, which moves on with every hand."""
        self.others = [stack or STACK for stack in self.others or [0] * (self.seats - 1)]
        self.button = self.seats - 1 if self.button < 0 else self.button
        stacks = [self.cents, *self.others]
        seats = [{"wagers": one, "stack": dollars(stack)} for one, stack in zip(wagers, stacks, strict=True)]
        return {"seats": seats, "betting": {"button": self.button}}

    def _bet(self, spot: BettingSpot, made: dict[str, Any]) -> int | float | None:
        followed = spot.follows(made)
        default = amount_near(spot, round((10 if followed is None else followed) * 100))
        required = spot.required and all(name in made for name in spot.needs)
        wanted = f"{dollars(default)}" if required else "none"
        part = "" if spot.share == 1 else f"{spot.share:g} times "
        equals = f"equals {part}{layout_name(spot.equals)}" if spot.equals else ""
        notes = ["required" if required else "", equals]
        if spot.stakes:
            notes.append(" or ".join(amount(stake / 100).lstrip("+") for stake in spot.stakes))
        note = ", ".join(filter(None, notes))
        while True:
            text = self.ask(f"  {_label(spot)}{f' ({note})' if note else ''} [{wanted}]: $")
            if not text:
                return dollars(default) if required else None
            bet, _, tip = text.partition(" tip ")
            try:
                if tip:
                    self.tips[spot.name] = float(tip.lstrip("$"))
                return float(bet)
            except ValueError:
                self.tips.pop(spot.name, None)
                self.say(f"  {text!r} is not an amount; a number of dollars, or nothing for {wanted}")

    def _tipped(self) -> int:
        return sum(in_cents(self.tips, "tips").values())

    def _check_tips(self, own: Mapping[str, int], tips: dict[str, float]) -> None:
        check_tips(load_game(self.game, self.house), own, in_cents(tips, "tips"), "tips")

    def _takes_tips(self) -> bool:
        game = load_game(self.game, self.house)
        return bool(game.spec.tips) and game.house.tips.offered and all(tip.offered for tip in game.spec.tips)

    def _chosen(self, spots: Sequence[BettingSpot]) -> dict[str, Any]:
        """The demo's wagers: those of the game, and a few side bets that go together and oppose nothing made before."""
        family, usual = family_of(self.game), choose_wagers(spots)
        if family.traits.tickets or len(spots) > _MANY:
            return dict(usual)
        opposed = family.play.opposed(load_game(self.game, self.house))
        made = dict(usual)
        for spot in reversed(spots) if len(spots) > _FEW else spots:  # a long layout has the game's own wagers last
            if len(made) == len(usual) + _SIDES:
                break
            if spot.measure or any({spot.name, name} in opposed for name in made):
                continue
            tried = choose_wagers([one for one in spots if one is spot or one.name in made], sides=True)
            made = dict(tried) if len(tried) > len(made) else made
        return made

    def _open(self) -> LiveRound:
        spots = betting_spots(RoundFile(self.game, house=self.house))
        while True:
            own: dict[str, Any] = {}
            self.tips = {}
            if self.demo:
                own = self._chosen(spots)
            elif spots:
                tipping = "`10 tip 1` bets with a tip for the dealer; " if self._takes_tips() else ""
                self.say(
                    f"Your wagers (you have {amount(self.cents / 100).lstrip('+')}; {tipping}quit leaves the table):"
                )
                for spot in spots:
                    if (bet := self._bet(spot, own)) is not None:
                        own[spot.name] = bet
            try:
                self._check_tips(in_cents(own, "wagers"), self.tips)
                now = open_round(self._opening(own, spots), self.seed)
            except RuleError as error:
                if self.demo or not spots:
                    raise
                self.say(f"{error.message[:1].upper()}{error.message[1:]}")
                continue
            if now.staked(YOU) + self._tipped() <= self.cents:
                return now
            if self.demo:
                raise RuleError("not enough for the wagers of this game", "--bankroll")
            self.say("That is more than you have.")

    # -- playing ------------------------------------------------------------------------------------------------

    def _show(self, now: LiveRound) -> None:
        for pile in now.visible(YOU):
            self.say(f"  {_owner(pile):<12}{' '.join([*pile.cards, *['[]'] * pile.hidden]) or '-'}")
        if on_layout(now):
            bets = now.layout_bets(YOU)
            standing = [
                f"{bet.label} {in_dollars(bet.amount)}{'' if bet.works else ' off'}" for bet in bets if bet.target
            ]
            game = load_game(self.game, self.house)
            decided = [f"{game.title(bet.wager)} {amount(bet.net / 100)}" for bet in bets if not bet.target]
            self.say(f"  {'layout':<12}{', '.join(standing) or '-'}")
            if decided:
                self.say(f"  {'last roll':<12}{', '.join(decided)}")

    def _held(self, now: LiveRound) -> int:
        """What you have in cents: with what was paid or lost while the round goes on."""
        paid = sum(line.net for line in now.decided(YOU)) if on_layout(now) else 0
        return self.cents + paid - self._tipped()

    def _act(self, now: LiveRound, said: str) -> LiveRound:
        """The round after an action; `... tip 5` adds a tip on the wager that the action makes."""
        action, tipped, amount_text = said.rpartition(" tip ")
        if not tipped:
            return now.act(YOU, said)
        after, before = now.act(YOU, action), now.stakes(YOU)
        made = [name for name, stake in after.stakes(YOU).items() if stake > before.get(name, 0)]
        if len(made) != 1 or made[0] in self.tips:
            raise RuleError("a tip goes with a wager that the action makes, once", "action")
        try:
            tips = {**self.tips, made[0]: float(amount_text.lstrip("$"))}
        except ValueError:
            raise RuleError(f"cannot read the tip {amount_text!r}; write dollars", "action") from None
        self._check_tips(after.stakes(YOU), tips)
        self.tips = tips
        return after

    def _choose(self, now: LiveRound) -> LiveRound:
        legal = [(text, one) for one in now.legal(YOU) for text in one.examples()]
        texts = [text for text, _ in legal]
        while True:
            for number, (text, one) in enumerate(legal, start=1):
                self.say(f"  {number}. {text}{f'  ({one.label})' if one.names_wager and one.label else ''}")
            staked, held = now.staked(YOU), self._held(now)
            given = self.ask(f"Your action ({in_dollars(staked)} at risk, {in_dollars(held - staked)} left): ")
            if given.isdecimal() and 1 <= int(given) <= len(texts):
                given = texts[int(given) - 1]
            tips = self.tips
            try:
                after = self._act(now, given)
            except RuleError as error:
                self.say(error.message)
                continue
            if after.staked(YOU) <= max(self._held(after), now.staked(YOU)):
                return after
            self.tips = tips
            self.say("That is more than you have.")

    def _decide(self, now: LiveRound) -> LiveRound:
        seat = now.turn
        if seat == YOU and not self.demo:
            self._show(now)
            return self._choose(now)
        if seat == YOU:
            self._show(now)
            self.say(f"  legal: {choices_text(now.legal(seat))}")
        action = now.suggest(seat) if seat != YOU else hint_for(now, seat, rng=Random(self.seed)).action
        self.say(f"{_seat(seat)}: {action}")
        return now.act(seat, action)

    def round(self) -> None:
        """One round, from the wagers to the settlement."""
        now = self._open()
        file = now.round_file()
        labels = {spot.name: _label(spot) for spot in betting_spots(RoundFile(self.game, house=self.house))}
        for index, seat in enumerate(file["seats"]):
            made = seat.get("wagers", {}).items()
            bets = ", ".join(f"{labels.get(name, layout_name(name))} {amount(bet).lstrip('+')}" for name, bet in made)
            if bets:
                self.say(f"{_seat(index)}: {bets}")
        while not now.over:
            now = self._decide(now)
        self._show(now)
        settlement, file = now.settle(), now.round_file()
        if self.tips:
            file["seats"][YOU]["tips"] = self.tips
            settlement = settle_owners(convert_round(file), settlement)
        print_round(self.out, as_json(settlement), "settlement")
        own, *rest = settlement.nets()
        self.cents += own - self._tipped()
        if self.tips:
            self.say(f"The dealer has {amount(_tips_back(settlement) / 100).lstrip('+')} of your tips.")
        self.others = [stack + net for stack, net in zip(self.others, rest, strict=False)]
        if family_of(self.game).traits.pot:
            self.button = next_button(load_game(self.game, self.house).spec, range(self.seats), self.button)
        if self.save is not None:
            _append(self.save, file)
        if self.seed is not None:
            self.seed += 1


def _tips_back(settlement: Settlement) -> int:
    """What the dealer is paid of tips: stakes that did not lose, and what they won."""
    lines = [line for one in settlement.owned if one.owner == DEALER for line in one.lines]
    return sum(line.stake + line.net for line in lines)


def _seat(seat: int) -> str:
    return "You" if seat == YOU else seat_name(seat)


def _owner(pile: Pile) -> str:
    return pile.name.replace("_", " ") if pile.seat is None else _seat(pile.seat).lower()


def _label(spot: BettingSpot) -> str:
    """A wager as the layout calls it."""
    return spot.label or layout_name(spot.name)


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
