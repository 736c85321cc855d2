"""Several owners of the wagers on one hand: the dealer for whom a player tips, a coupon, bettors behind the seat.

The player at the seat decides. Every other owner's wager has the outcome and the odds of the seat's own wager of that
name, in proportion to the stakes. Who stays out of doubles and splits keeps the first stake on the first hand.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from houseway.play.core.bank import Bank, bank_amount
from houseway.play.core.money import cents, dollars, in_cents, in_dollars
from houseway.play.core.roundfile import RoundFile
from houseway.play.core.settlement import Line, Owned, Settlement
from houseway.play.core.wagers import posted_limits
from houseway.rules.errors import RuleError
from houseway.rules.floor_rules import cite_floor
from houseway.rules.game import Game, load_game, parse_day
from houseway.rules.wording import listed, money
from houseway.rules.words import Head, Tip, WagerSpec

DEALER, COUPON, BACKLINE = "dealer", "coupon", "backline"
JOINABLE = ("double", "split")
Stakes = Mapping[str, int]  # wager -> cents
Settle = Callable[[RoundFile], Settlement]


def _tip_on(game: Game[Head], wager: str) -> Tip | None:
    """What the game says of tips on a wager, or on that of one of several hands (`hand_2.ante`)."""
    names = {wager, wager.rpartition(".")[2]}
    known = names & set(game.spec.named("wager"))
    return next((tip for tip in game.spec.tips if names & set(tip.wagers) or (not tip.wagers and known)), None)


def _tip_fault(game: Game[Head], tip: Tip, wager: str, stakes: Stakes, tips: Stakes) -> str:
    """What is wrong with a tip on a wager; empty where nothing is."""
    said = game.title(wager)
    missing = [name for name in (tip.needs or (() if tip.alone else (wager,))) if name not in stakes]
    if missing:
        return f"a tip on {said} needs an own wager on {listed(game.titles(missing))}"
    if tip.at_most and tips[wager] > stakes.get(tip.at_most, 0):
        return f"a tip on {said} is at most the own wager on {game.title(tip.at_most)}"
    if tip.beside and tip.beside not in tips:
        return f"a tip on {said} needs a tip on {game.title(tip.beside)}"
    if tip.equals in tips and tips[wager] != tips[tip.equals]:
        return f"the tip on {said} must equal the tip on {game.title(tip.equals)}"
    if tip.even and len(set(tips.values())) > 1:
        return "all tips must be of one amount"
    return ""


def check_tips(game: Game[Head], stakes: Stakes, tips: Stakes, field: str) -> None:
    """Refuse tips that the game or the house does not take with the player's own wagers."""
    if not tips:
        return
    posted = game.house.tips
    barred = [tip for tip in game.spec.tips if not tip.offered]
    if not game.spec.tips or barred:
        rule = f", {game.cite(barred[0].rule)}" if barred else ""
        raise RuleError(f"the rules of this game take no tip bets{rule}", field)
    if not posted.offered:
        raise RuleError("the house takes no tip bets", field)
    for wager, amount in tips.items():
        place, tip = f"{field}.{wager}", _tip_on(game, wager)
        if tip is None:
            on = listed(game.titles(dict.fromkeys(name for known in game.spec.tips for name in known.wagers)))
            rule = game.cite(game.spec.tips[0].rule)
            raise RuleError(f"no tip may be on {game.title(wager)}{f'; they are on {on}' if on else ''}, {rule}", place)
        if fault := _tip_fault(game, tip, wager, stakes, tips):
            raise RuleError(f"{fault}, {game.cite(tip.rule)}", place)
        rule = cite_floor("tip_limits", game.spec.jurisdiction)
        if posted.most and amount > round(posted.most * 100):
            raise RuleError(f"a tip is at most {money(posted.most)}, not {in_dollars(amount)}, {rule}", place)
        if posted.whole and amount % 100:
            raise RuleError(f"a tip must be in whole dollars, not {in_dollars(amount)}, {rule}", place)


def check_coupon(game: Game[Head], stakes: Stakes, wager: str, value: int, field: str) -> None:
    """Refuse a coupon on a wager on which the player has not bet as much, or that lifts the wager over its limit."""
    rule = cite_floor("match_play", game.spec.jurisdiction)
    spec = getattr(game.spec, "wagers", {}).get(wager)
    if spec is None:
        raise RuleError(f"{game.spec.name} has no wager {wager!r}", field)
    if spec.meter:
        raise RuleError(f"a coupon is not a stake for a meter, {rule}", field)
    match = spec.needs[0] if getattr(spec, "coupon", False) else wager  # a spot of its own matches the wager it needs
    if stakes.get(match, 0) < value:
        raise RuleError(
            f"the own wager on {game.title(match)} must be at least the coupon of {in_dollars(value)}, {rule}", field
        )
    _, most = posted_limits(game, match, game.spec.wagers[match])  # type: ignore[attr-defined]
    if most is not None and stakes[match] + value > most:
        raise RuleError(f"{game.title(match)} and the coupon together are more than {in_dollars(most)}, {rule}", field)


def check_backline(game: Game[Head], behind: Sequence[Stakes], bets: Stakes, out: Collection[str], field: str) -> None:
    """Refuse bets behind a seat that the game does not take: all owners of the seat's hand but the player's own."""
    spec = game.spec.backline
    if spec is None or spec.owners == 1 or not spec.offered:
        rule = f", {game.cite(spec.rule)}" if spec is not None else ""
        raise RuleError(f"nobody but the player seated there bets on a hand of this game{rule}", field)
    rule = game.cite(spec.rule)
    if spec.owners and len(behind) + 1 > spec.owners:
        raise RuleError(f"a hand has at most {spec.owners} owners, {rule}", field)
    if unknown := [name for name in out if name not in spec.stays_out]:
        allowed = ", ".join(spec.stays_out) or "nothing"
        raise RuleError(f"one may stay out of {allowed}, not {unknown[0]}, {rule}", field)
    known: Mapping[str, Any] = getattr(game.spec, "wagers", {})
    for place, wagers in enumerate(behind):
        for name, amount in wagers.items():
            if name not in known or (spec.wagers and name not in spec.wagers):
                on = listed(game.titles(spec.wagers or known))
                said = f"bets behind a seat are on {on}, not {game.title(name)}, {rule}"
                raise RuleError(said, f"{field}[{place}].wagers")
            if known[name].meter:
                said = f"no bet behind a seat is on {game.title(name)}, which feeds a meter"
                raise RuleError(said, f"{field}[{place}].wagers")
            least, most = posted_limits(game, name, known[name])
            whole = bets.get(name, 0) + sum(other.get(name, 0) for other in behind) if spec.together else amount
            if amount < least or (most is not None and whole > most):
                bound = (
                    f"from {in_dollars(least)} to {in_dollars(most)}"
                    if most is not None
                    else f"from {in_dollars(least)}"
                )
                both = " with all owners of the hand together" if spec.together else ""
                said = f"{game.title(name)} must be {bound}{both}, {rule}"
                raise RuleError(said, f"{field}[{place}].wagers")
            if (high := _schedule_most(game, known[name])) and amount > high:
                limit = f"{in_dollars(high)} under this schedule, {game.schedule_rule}"
                raise RuleError(f"{game.title(name)} may be at most {limit}", f"{field}[{place}].wagers")
        if not wagers:
            raise RuleError("name at least one wager", f"{field}[{place}].wagers")
        if not any(name in bets for name in wagers):
            raise RuleError("one bets behind a hand that its player bets on too", f"{field}[{place}].wagers")


def _schedule_most(game: Game[Head], wager: WagerSpec) -> int:
    """The most that a bet may be under the schedule of collections in force, in cents; 0: no such limit."""
    return min(filter(None, (game.table_most, game.bonus_most if wager.pay_table else 0)), default=0)


def without_owners(file: RoundFile) -> RoundFile:
    """The file of the players at the seats alone."""
    return replace(file, seats=[replace(seat, tips={}, tips_join=[], coupons={}, backline=[]) for seat in file.seats])


def settle_with_owners(file: RoundFile, settle: Settle) -> Settlement:
    """The settled round with what the other owners won and lost."""
    plain = without_owners(file)
    return add_owners(file, settle(plain), plain, settle)


def add_owners(file: RoundFile, settled: Settlement, plain: RoundFile, settle: Settle) -> Settlement:
    """A settled round, with the lines of the owners that the file names; `plain` is the file without them."""
    if not any(seat.has_owners for seat in file.seats):
        return settled
    game = load_game(file.game, file.house)
    if settled.collection is not None and any(seat.backline for seat in file.seats):
        seats = [replace(seat, backline=given.backline) for seat, given in zip(plain.seats, file.seats, strict=True)]
        settled = replace(settled, collection=settle(replace(plain, seats=seats)).collection)
    if (settled.pots is not None or settled.rake is not None) and (
        not game.spec.tips or any(seat.coupons or seat.backline for seat in file.seats)
    ):
        raise RuleError("a pot has no tip bets, coupons or bettors behind a seat", "seats")
    owned: list[Owned] = []
    for index in range(len(file.seats)):
        owned += _Seat(game, file, index, settled, plain, settle).owned()
    bank = game.spec.bank
    if bank is not None:
        owned = _covered(game, Bank(bank_amount(file.betting), bank.covers), settled, owned)
    total = sum(line.net for one in owned for line in one.lines)
    against = None if settled.player_dealer is None else settled.player_dealer - total
    return replace(settled, owned=tuple(one for one in owned if one.lines), player_dealer=against)


def _covered(game: Game[Head], bank: Bank, settled: Settlement, owned: list[Owned]) -> list[Owned]:
    """What is left of a player-dealer's bank after the seats covers the other owners, in their order."""
    assert game.spec.bank is not None
    for line in (line for seat in settled.seats for line in seat):
        bank.settle(line.net)
    covered = []
    for owner in owned:
        lines = []
        for line in owner.lines:
            net = bank.settle(line.net)
            cut = {} if net == line.net else {"reason": f"{line.reason}; the bank ran out", "net": net}
            lines.append(replace(line, **cut))
        covered.append(Owned(owner.seat, owner.owner, tuple(lines)))
    return covered


class _Seat:
    """The owners of one seat's hand."""

    def __init__(
        self, game: Game[Head], file: RoundFile, index: int, settled: Settlement, plain: RoundFile, settle: Settle
    ) -> None:
        self.game, self.file, self.index, self.settled = game, file, index, settled
        self.plain, self.settle = plain, settle
        self.seat, self.field = file.seats[index], f"seats[{index}]"
        self.placed = in_cents(self.seat.wagers, f"{self.field}.wagers")
        self.spec: Mapping[str, Any] = getattr(game.spec, "wagers", {}) or getattr(game.spec, "bonus", {})

    def owned(self) -> list[Owned]:
        seat, field = self.seat, self.field
        all_owned = []
        if seat.tips or seat.tips_join:
            all_owned.append(Owned(self.index, DEALER, self._tips()))
        for wager, coupon in seat.coupons.items():
            place = f"{field}.coupons.{wager}"
            value = cents(coupon.value, place)
            check_coupon(self.game, self.placed, wager, value, place)
            self._check_date(coupon.expires, place)
            all_owned.append(Owned(self.index, COUPON, tuple(map(_as_coupon, self._lines({wager: value}, JOINABLE)))))
        behind = [in_cents(bet.wagers, f"{field}.backline[{place}].wagers") for place, bet in enumerate(seat.backline)]
        for number, bet in enumerate(seat.backline):
            check_backline(self.game, behind, self.placed, bet.stays_out, f"{field}.backline")
            lines = self._lines(behind[number], bet.stays_out, follows=True)
            all_owned.append(Owned(self.index, f"{BACKLINE} {number + 1}", lines))
        return all_owned

    def _check_date(self, expires: str, field: str) -> None:
        """A coupon is taken until its last day; a round that does not say when it was played takes any."""
        if expires and parse_day(expires, field) < parse_day(self.file.date or expires, "date"):
            rule = cite_floor("match_play", self.game.spec.jurisdiction)
            raise RuleError(f"the coupon was good until {expires}, {rule}", field)

    def _tips(self) -> tuple[Line, ...]:
        tips = in_cents(self.seat.tips, f"{self.field}.tips")
        if unknown := [name for name in self.seat.tips_join if name not in JOINABLE]:
            raise RuleError(f"a tip joins {', '.join(JOINABLE)}, not {unknown[0]}", f"{self.field}.tips_join")
        stakes: dict[str, int] = {}
        for line in self.settled.seats[self.index]:
            if line.stake:
                stakes[line.wager] = stakes.get(line.wager, 0) + line.stake
        check_tips(self.game, {**stakes, **self.placed}, tips, f"{self.field}.tips")
        lines: list[Line] = []
        for wager, amount in tips.items():
            tip = _tip_on(self.game, wager)
            joins = JOINABLE if tip is not None and tip.joins else self.seat.tips_join
            free = {tip.without: 0} if tip is not None and tip.without else {}
            lines += self._lines({wager: amount}, [name for name in JOINABLE if name not in joins], house=free)
        return _limited(self.game, tuple(lines))

    def _lines(
        self, stakes: Stakes, out: Collection[str], *, follows: bool = False, house: Mapping[str, Any] | None = None
    ) -> tuple[Line, ...]:
        """The wagers of one owner, each in proportion to the seat's; `follows`: with the bets made by actions.

        `house`: options that are others for this owner.
        """
        source = self._with(stakes, house or {})
        lines, apart = source.seats[self.index], (source.apart[self.index] if source.apart else {})
        kept = " ".join(name for name in JOINABLE if name in out)
        owned: list[Line] = []
        for wager, amount in stakes.items():
            measure = self.placed.get(wager)
            if wager in apart:
                of_seat = apart[wager][kept]
            else:
                of_seat = tuple(line for line in lines if line.wager == wager)
                of_seat += tuple(line for line in lines if getattr(self.spec.get(line.wager), "paid_on", "") == wager)
            if measure is None:  # made by an action, or by this owner alone
                measure = sum(line.stake for line in of_seat if line.wager == wager) or amount
            if not of_seat:
                owned.append(Line(wager, amount, 0, "the wager was taken back or not made", self._rule(wager)))
            owned += [self._scaled(line, Fraction(amount, measure)) for line in of_seat]
        if follows:
            base = next(name for name in stakes if name in self.placed)
            ratio, named = Fraction(stakes[base], self.placed[base]), {line.wager for line in owned}
            owned += [
                self._scaled(line, ratio)
                for line in lines
                if line.stake and line.wager not in self.placed and line.wager not in (*named, *out)
                if not apart or line.wager == "insurance"
            ]
        return tuple(owned)

    def _rule(self, wager: str) -> str:
        return self.game.cite(self.spec[wager].rule) if wager in self.spec else self.game.cite("")

    def _with(self, stakes: Stakes, house: Mapping[str, Any]) -> Settlement:
        """The round as it comes out when the seat has these wagers too, and no ceiling cuts what it is paid."""
        ceilings = {cap.amount: 0 for cap, _ in self.game.ceilings if isinstance(cap.amount, str)}
        seen = {line.wager for line in self.settled.seats[self.index]}
        missing = {name: dollars(cent) for name, cent in stakes.items() if name not in seen and name not in self.placed}
        if not ceilings and not missing and not house:
            return self.settled
        seats = list(self.plain.seats)
        seats[self.index] = replace(seats[self.index], wagers={**self.seat.wagers, **missing})
        return self.settle(replace(self.plain, seats=seats, house={**self.file.house, **ceilings, **house}))

    def _scaled(self, line: Line, ratio: Fraction) -> Line:
        won = self.game.round_cents(abs(line.net) * ratio)
        return replace(line, stake=round(line.stake * ratio), net=won if line.net > 0 else -won)


def _as_coupon(line: Line) -> Line:
    """A coupon wins money and is none: nothing but the coupon is lost with it."""
    text = "" if line.net > 0 else "; the coupon is taken"
    return replace(line, net=max(line.net, 0), reason=line.reason + text)


def _limited(game: Game[Head], lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """The tips of a player, paid up to what the house posts."""
    remaining = round(game.house.tips.most_paid * 100)
    if not remaining:
        return lines
    rule, limited = cite_floor("most_tip_paid", game.spec.jurisdiction), []
    for line in lines:
        paid = min(line.net, remaining) if line.net > 0 else line.net
        if paid < line.net:
            line = replace(line, net=paid, reason=f"{line.reason}, cut to the posted limit", rule=rule)
        remaining -= max(paid, 0)
        limited.append(line)
    return tuple(limited)
