"""A round of dice as a value: seats bet between rolls, and each roll decides some wagers, until none is left."""

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from houseway.cards.drbg import stream
from houseway.play.core.actions import Action, choices_text
from houseway.play.core.cases import deciding
from houseway.play.core.irregularities import Irregularity, find_irregularity
from houseway.play.core.meters import NO_METERS
from houseway.play.core.money import cents, dollars, in_cents, in_dollars
from houseway.play.core.round import BettingSpot, LayoutBet, Pile, RollEvent
from houseway.play.core.roundfile import RoundFile, check_seats
from houseway.play.core.settlement import Line, Settlement
from houseway.play.core.settling import Verdict, by_case, ruled, voided
from houseway.play.core.wagers import (
    betting_spot,
    check_amount,
    check_wagers,
    layout_name,
    posted_limits,
)
from houseway.play.dice.plan import Flat, Plan, Roll, Throw, load_plan
from houseway.rules.errors import RuleError
from houseway.rules.pays import PUSH
from houseway.rules.wording import listed, seat_name

ROLL = "roll"
_MOST_ROLLS = 1000  # a record without end is refused
_PLAYED_ALONE = 6  # rolls after which a seat that bets by chance bets no more
_ON_STAKE = ("take down", "turn off", "turn on")
_WRITE = "write `bet WAGER AMOUNT`, `press WAGER AMOUNT`, `take down WAGER`, `turn off WAGER`, `turn on WAGER`"
Order = tuple[str, str, str]  # verb, wager, amount


class Stake(Struct, frozen=True):
    """A wager that stands on the layout: cents, its own point (0: none yet), and what was said of it."""

    name: str
    amount: int
    point: int = 0
    works: bool | None = None  # turned on or off; None: as the file says
    won: bool = False  # it won before and stays up


class Seat(Struct, frozen=True):
    """A player's wagers that stand, the lines of those that were decided, and his actions."""

    stakes: tuple[Stake, ...] = ()
    lines: tuple[Line, ...] = ()
    actions: tuple[str, ...] = ()


class Round(Struct, frozen=True):
    """A round between two decisions: `turn` is the seat that may bet before the next roll."""

    opening: RoundFile
    plan: Plan
    seats: tuple[Seat, ...]
    seed: int | None
    rolls: tuple[Roll, ...] = ()
    point: int = 0  # the shooter's
    turn: int = 0
    sequence: tuple[str, ...] = ()
    over: bool = False
    irregularity: Irregularity | None = None
    fresh: tuple[int, ...] = ()  # by seat, how many of its lines the last roll decided

    # -- what may be bet ----------------------------------------------------------------------------------------

    def target(self, stake: Stake) -> str:
        """A wager as an action names it: with its number where several of the same name may stand."""
        spec = self.plan.wagers[stake.name].spec
        flat = self.plan.wagers[spec.supports].spec if spec.supports else spec
        several = flat.point is not None and flat.opens_at != "come_out" and stake.point
        return f"{stake.name}.{stake.point}" if several else stake.name

    def label(self, stake: Stake) -> str:
        named = layout_name(stake.name, self.plan.wagers[stake.name].spec)
        return f"{named} on {stake.point}" if "." in self.target(stake) else named

    def _openings(self, seat: int) -> list[Stake]:
        """The wagers that a seat may make before the next roll, without an amount; odds with their number."""
        standing = self.seats[seat].stakes
        waiting = {stake.name for stake in standing if not stake.point}
        supported = {(stake.name, stake.point) for stake in standing if stake.point}
        stakes = []
        for name, wager in self.plan.wagers.items():
            spec = wager.spec
            if not spec.offered:
                continue
            if spec.supports:
                points = [point for flat, point in supported if flat == spec.supports]
                stakes += [Stake(name, 0, point) for point in sorted(points) if (name, point) not in supported]
            elif name not in waiting and (spec.opens_at == "any" or (spec.opens_at == "point") == (self.point > 0)):
                stakes.append(Stake(name, 0))
        return stakes

    def may(self, seat: int, order: Order) -> bool:
        """Whether a seat may do something now, whatever the amount."""
        verb, target, _ = order
        standing = [stake for stake in self.seats[seat].stakes if verb != "bet" and self._said(verb, stake)]
        known = self._openings(seat) if verb == "bet" else standing
        return any(target in (self.target(stake), stake.name) for stake in known)

    def most_odds(self, seat: int, odds: Stake) -> int:
        """The most that odds behind a wager may be, in cents; 0: no multiple is set."""
        spec = self.plan.wagers[odds.name].spec
        standing = self.seats[seat].stakes
        flat = next(stake for stake in standing if (stake.name, stake.point) == (spec.supports, odds.point))
        option = spec.most_times.get(str(odds.point), "")
        return round(float(self.plan.game.options[option]) * flat.amount) if option else 0

    def works(self, stake: Stake) -> bool:
        """Whether the next roll can decide a wager."""
        rests = self.plan.wagers[stake.name].spec.rests and not self.point
        return stake.works if stake.works is not None else not rests

    def _offered(self, seat: int, verb: str, stake: Stake) -> Action | None:
        """A bet, or chips added to one; None where nothing may be added."""
        spec = self.plan.wagers[stake.name].spec
        step = round(spec.step * 100)
        least, limit = posted_limits(self.plan.game, stake.name, spec)
        odds = self.most_odds(seat, stake) if spec.supports else 0
        most = min((bound for bound in (limit, odds) if bound), default=0)
        if most and most <= stake.amount:
            return None
        return Action(
            *(verb, self.target(stake)),
            least=max(least - stake.amount, step, 1),
            most=most - stake.amount if most else 0,
            rule=self.plan.game.cite(spec.rule),
            names_wager=True,
            step=step,
            label=self.label(stake),
        )

    def _said(self, verb: str, stake: Stake) -> bool:
        """Whether a player may say this of a wager that stands."""
        spec = self.plan.wagers[stake.name].spec
        if verb == "take down":
            return bool(spec.removable)
        switched = bool(spec.removable) and bool(spec.stays or spec.supports)
        return switched and (verb == "press" or self.works(stake) == (verb == "turn off"))

    def legal(self, seat: int) -> list[Action]:
        if self.over or seat != self.turn:
            return []
        standing, cite = self.seats[seat].stakes, self.plan.game.cite
        offered = [self._offered(seat, "bet", stake) for stake in self._openings(seat)]
        offered += [self._offered(seat, "press", stake) for stake in standing if self._said("press", stake)]
        said = [
            Action(
                *(verb, self.target(stake)),
                rule=cite(self.plan.wagers[stake.name].spec.rule),
                names_wager=True,
                label=self.label(stake),
            )
            for stake in standing
            for verb in _ON_STAKE
            if self._said(verb, stake)
        ]
        return [Action(ROLL), *(action for action in offered if action is not None), *said]

    # -- acting -------------------------------------------------------------------------------------------------

    def _chosen(self, known: Sequence[Stake], target: str, wrong: str, place: str) -> Stake:
        """The one of some wagers that a player names; the number may be left out where there is one of the name."""
        fitting = [stake for stake in known if target in (self.target(stake), stake.name)]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            written = listed([repr(self.target(stake)) for stake in fitting], "or")
            raise RuleError(f"say which {self.plan.game.title(target)}: {written}", place)
        names = ", ".join(self.label(stake) for stake in known) or "none"
        said = self.plan.game.title(target) if target in self.plan.wagers else repr(target)
        raise RuleError(f"{said} {wrong} {names}", place)

    def bet(self, seat: int, target: str, amount: int, place: str) -> "Round":
        """The round after a seat has bet."""
        stake = self._chosen(self._openings(seat), target, "may not be bet now; open are", place)
        self._check(seat, stake, amount, place)
        return self._standing(seat, (*self.seats[seat].stakes, replace(stake, amount=amount)))

    def press(self, seat: int, target: str, added: int, place: str) -> "Round":
        """The round after a seat has added to a wager that stands."""
        known = [stake for stake in self.seats[seat].stakes if self._said("press", stake)]
        stake = self._chosen(known, target, "may not be pressed; what may be:", place)
        if added <= 0:
            raise RuleError("must be positive", place)
        self._check(seat, stake, stake.amount + added, place)
        return self._changed(seat, stake, replace(stake, amount=stake.amount + added))

    def say(self, seat: int, verb: str, target: str, place: str) -> "Round":
        """The round after a seat took a wager down, or turned it off or on."""
        known = [stake for stake in self.seats[seat].stakes if self._said(verb, stake)]
        stake = self._chosen(known, target, f"is not there to {verb}; there are", place)
        if verb != "take down":
            return self._changed(seat, stake, replace(stake, works=verb == "turn on"))
        gone = [stake, *(odds for odds in self.seats[seat].stakes if self._supports(odds, stake))]
        kept = tuple(other for other in self.seats[seat].stakes if other not in gone)
        lines = [self._line(stake_down, self._back(stake_down, "taken down")) for stake_down in gone]
        after = self._standing(seat, kept)
        player = replace(after.seats[seat], lines=(*after.seats[seat].lines, *lines))
        after = replace(after, seats=(*self.seats[:seat], player, *self.seats[seat + 1 :]))
        return replace(after, over=after._finished())

    def _check(self, seat: int, stake: Stake, amount: int, place: str) -> None:
        spec = self.plan.wagers[stake.name].spec
        check_amount(self.plan.game, stake.name, spec, amount, place)
        if spec.supports:
            most = self.most_odds(seat, stake)
            if most and amount > most:
                rule = self.plan.game.cite(spec.rule)
                said, flat = self.plan.game.titles((stake.name, spec.supports))
                raise RuleError(f"{said} may be at most {in_dollars(most)} behind {flat}, {rule}", place)

    def _standing(self, seat: int, stakes: tuple[Stake, ...]) -> "Round":
        after = replace(self.seats[seat], stakes=stakes)
        return replace(self, seats=(*self.seats[:seat], after, *self.seats[seat + 1 :]))

    def _changed(self, seat: int, before: Stake, after: Stake) -> "Round":
        return self._standing(seat, tuple(after if stake is before else stake for stake in self.seats[seat].stakes))

    def _supports(self, odds: Stake, flat: Stake) -> bool:
        return (self.plan.wagers[odds.name].spec.supports, odds.point) == (flat.name, flat.point)

    def _finished(self) -> bool:
        """Nothing stands, and the shooter has no point to make."""
        return not self.point and not any(seat.stakes for seat in self.seats)

    def act(self, seat: int, action: str) -> "Round":
        place = f"seats[{seat}].actions[{len(self.seats[seat].actions) if seat < len(self.seats) else 0}]"
        if self.over:
            raise RuleError("the round is over", place)
        if seat != self.turn:
            raise RuleError(f"it is the turn of {seat_name(self.turn)}", place)
        if action.split() == [ROLL]:
            if seat + 1 < len(self.seats):
                return replace(self, turn=seat + 1)
            return self.rolled(self._throw())
        order = _read_order(action)
        if order is None:
            options = choices_text(self.legal(seat))
            raise RuleError(f"{action!r} is not allowed here; legal are {options}", place)
        return self.obey(seat, order, place)._noted(seat, action)

    def obey(self, seat: int, order: Order, place: str) -> "Round":
        """The round after what a player said between two rolls."""
        verb, target, amount = order
        if verb == "bet":
            return self.bet(seat, target, _amount(amount, place), place)
        if verb == "press":
            return self.press(seat, target, _amount(amount, place), place)
        return self.say(seat, verb, target, place)

    def _noted(self, seat: int, action: str) -> "Round":
        player = self.seats[seat]
        noted = replace(player, actions=(*player.actions, action))
        said = action if len(self.seats) == 1 else f"seat {seat} {action}"
        seats = (*self.seats[:seat], noted, *self.seats[seat + 1 :])
        return replace(self, seats=seats, sequence=(*self.sequence, said))

    def _throw(self) -> Roll:
        fall = stream(self.seed, f"roll {len(self.rolls)}").below(6**self.plan.game.spec.dice)
        return tuple(fall // 6**die % 6 + 1 for die in range(self.plan.game.spec.dice))

    # -- a roll -------------------------------------------------------------------------------------------------

    def rolled(self, roll: Roll) -> "Round":
        """The round after a roll: wagers decided, points set, the shooter's point made or lost."""
        seats = tuple(self._decide(seat, roll) for seat in self.seats)
        after = replace(
            self,
            seats=seats,
            rolls=(*self.rolls, roll),
            point=_next_point(self.point, sum(roll), self.plan.game.spec.points),
            turn=0,
            sequence=(*self.sequence, " ".join([ROLL, *map(str, roll)])),
            fresh=tuple(len(now.lines) - len(then.lines) for now, then in zip(seats, self.seats, strict=True)),
        )
        return replace(after, over=after._finished())

    def _decide(self, seat: Seat, roll: Roll) -> Seat:
        """A seat after a roll: odds are decided with the wager that they stand behind."""
        standing: list[Stake] = []
        lines = list(seat.lines)
        fates: dict[tuple[str, int], Verdict | None] = {}
        for stake in seat.stakes:
            spec = self.plan.wagers[stake.name].spec
            if spec.supports:
                flat = fates[spec.supports, stake.point]
                verdict = self._odds(stake, flat) if flat is not None else None
            else:
                verdict = fates[stake.name, stake.point] = self._judge(stake, roll)
            if verdict is not None:
                lines.append(self._line(stake, verdict))
                if spec.stays and verdict.outcome == "win":
                    standing.append(replace(stake, won=True))
            elif spec.point is not None and not stake.point:
                standing.append(replace(stake, point=sum(roll)))
            else:
                standing.append(stake)
        return replace(seat, stakes=tuple(standing), lines=tuple(lines))

    def _judge(self, stake: Stake, roll: Roll) -> Verdict | None:
        """What a roll does to a wager; None: it stands."""
        if not self.works(stake):
            return None
        case = deciding(self.plan.wagers[stake.name].cases, Throw(roll, stake.point))
        said = f"{' and '.join(map(str, roll))}, {sum(roll)}" + (f", point {stake.point}" if stake.point else "")
        return by_case(case, said) if case.pay is not None else None

    def _odds(self, stake: Stake, flat: Verdict) -> Verdict:
        """Odds are won or lost with the wager they stand behind, or go back where they do not work."""
        wager = self.plan.wagers[stake.name]
        reason = f"{self.plan.game.titles([wager.spec.supports])[0]} on {stake.point}"
        if stake.works is False:
            return self._back(stake, f"{reason}: odds are turned off")
        case = deciding(wager.cases, Flat(flat.pay.result, stake.point, self.works(stake)))
        said = {"win": " is won", "lose": " is lost"}.get(case.outcome, ": odds do not work on a come-out roll")
        return by_case(case, f"{reason}{said}")

    def _back(self, stake: Stake, reason: str) -> Verdict:
        """A stake that goes back because the player said so."""
        return Verdict(PUSH, "back", reason, rule=self.plan.game.cite(self.plan.wagers[stake.name].spec.removable))

    def _line(self, stake: Stake, verdict: Verdict) -> Line:
        wager = self.plan.wagers[stake.name]
        line = ruled(self.plan.game, wager.terms, stake.amount, verdict, NO_METERS).line
        return replace(line, spot=f"on {stake.point}") if "." in self.target(stake) else line

    # -- what a table shows -------------------------------------------------------------------------------------

    def suggest(self, seat: int, rng: Random | None = None) -> str:
        """Takes down what has won and stays up, then rolls on; with `rng` now and then does anything else."""
        legal = self.legal(seat)
        stakes = self.seats[seat].stakes
        late = len(self.rolls) >= _PLAYED_ALONE
        down = [action.lead for action in legal if action.verb == "take down"]
        if rng is None or late:
            won = {f"take down {self.target(stake)}" for stake in stakes if stake.won or (late and rng is not None)}
            return next((text for text in down if text in won), ROLL)
        if len(legal) == 1 or rng.random() < 0.6:
            return ROLL
        chosen = rng.choice(legal[1:])
        if not chosen.open_ended:
            return chosen.lead
        amount = min(max(rng.choice((500, 1000, 2000)), chosen.least), chosen.most or 5000)
        return f"{chosen.lead} {dollars(max(amount - amount % chosen.step, chosen.step) if chosen.step else amount)}"

    def staked(self, seat: int) -> int:
        """What stands on the layout with the commission paid with it; what was decided is paid and taken at once."""
        return sum(stake.amount + self._paid_beside(stake) for stake in self.seats[seat].stakes)

    def _paid_beside(self, stake: Stake) -> int:
        """The commission put down with a bet: the house keeps it when the bet is decided."""
        commission = self.plan.wagers[stake.name].terms.commission
        return commission.owed(self.plan.game, -stake.amount, stake.amount) if commission is not None else 0

    def stakes(self, seat: int) -> dict[str, int]:
        by_wager: dict[str, int] = {}
        for stake in self.seats[seat].stakes:
            by_wager[stake.name] = by_wager.get(stake.name, 0) + stake.amount
        return by_wager

    def visible(self, viewer: int | None = None) -> tuple[Pile, ...]:
        del viewer
        dice = tuple(map(str, self.rolls[-1])) if self.rolls else ()
        shooter = (Pile("point", None, (str(self.point),)),) if self.point else ()
        return (Pile("dice", None, dice), *shooter)

    def decided(self, seat: int) -> tuple[Line, ...]:
        return self.seats[seat].lines

    def layout_bets(self, seat: int) -> tuple[LayoutBet, ...]:
        """The wagers of a seat that stand, with their points, and what the last roll decided."""
        player = self.seats[seat]
        standing = [
            LayoutBet(
                stake.name,
                stake.amount,
                stake.point,
                self.plan.wagers[stake.name].spec.supports,
                target=self.target(stake),
                label=self.label(stake),
                works=self.works(stake),
            )
            for stake in player.stakes
        ]
        last = player.lines[len(player.lines) - (self.fresh[seat] if self.fresh else 0) :]
        decided = [
            LayoutBet(line.wager, line.stake, outcome=line.result, net=line.net, reason=line.reason) for line in last
        ]
        return (*standing, *decided)

    def history(self) -> tuple[RollEvent, ...]:
        """The rolls with what each was to the shooter."""
        events, point = [], 0
        for roll in self.rolls:
            total, before = sum(roll), point
            point = _next_point(before, total, self.plan.game.spec.points)
            if before:
                says = "point made" if total == before else "seven out" if not point else ""
            else:
                says = f"point {total}" if point else "come-out"
            events.append(RollEvent(tuple(map(str, roll)), f"{total}, {says}" if says else str(total)))
        return tuple(events)

    def settle(self) -> Settlement:
        """Every line, wager by wager; what has won and stays up at the end of a record goes back."""
        game, seats = self.plan.game, []
        for index, seat in enumerate(self.seats):
            lines = list(seat.lines)
            for stake in seat.stakes:
                if self.irregularity is not None and self.irregularity.voids(stake.name, index):
                    lines.append(voided(game, stake.name, stake.amount, self.irregularity).line)
                elif not stake.won:
                    raise RuleError(f"{self.label(stake)} is not decided yet: rolls are missing", "outcome.rolls")
            rank = {name: place for place, name in enumerate(self.plan.order)}
            seats.append(tuple(sorted(lines, key=lambda line: rank[line.wager])))
        return Settlement(game=game.spec.id, seats=tuple(seats))

    def round_file(self) -> dict[str, Any]:
        opening = self.opening
        rolls = [list(roll) for roll in self.rolls]
        return {
            "game": opening.game,
            **({"house": opening.house} if opening.house else {}),
            "seats": [
                {"wagers": given.wagers, "actions": list(seat.actions)}
                for given, seat in zip(opening.seats, self.seats, strict=True)
            ],
            "outcome": {"sequence": list(self.sequence), "rolls": rolls},
        }


def _next_point(point: int, total: int, points: tuple[int, ...]) -> int:
    """The shooter's point after a roll; 0: the next roll is a come-out."""
    if not point:
        return total if total in points else 0
    return 0 if total in (point, 7) else point


def _read_order(text: str) -> Order | None:
    """What a player says between two rolls: the verb, the wager, and the amount where it takes one."""
    words = text.split()
    if len(words) == 3 and words[0] in ("bet", "press"):
        return words[0], words[1], words[2]
    verb = " ".join(words[:2])
    return (verb, words[2], "") if len(words) == 3 and verb in _ON_STAKE else None


def _amount(text: str, place: str) -> int:
    try:
        return cents(float(text.lstrip("$")), place)
    except ValueError:
        raise RuleError(f"cannot read the amount {text!r}; write a number of dollars", place) from None


def _opened(file: RoundFile, plan: Plan, seed: int | None) -> Round:
    """The round with the wagers made before its first roll."""
    check_seats(file.seats, plan.game.spec.seats)
    happened = find_irregularity(plan.game.spec.irregularities, file.irregularity, file.seats)
    now = Round(file, plan, tuple(Seat() for _ in file.seats), seed, irregularity=happened)
    known = plan.game.spec.wagers
    for index, seat in enumerate(file.seats):
        field_name = f"seats[{index}].wagers"
        stakes_made = in_cents(seat.wagers, field_name)
        if stakes_made:
            check_wagers(plan.game, known, stakes_made, field_name, later=[n for n, w in known.items() if w.supports])
        for name, amount in stakes_made.items():
            now = now.bet(index, name, amount, f"{field_name}.{name}")
    return now


def open_file(file: RoundFile, seed: int | None) -> Round:
    """A round at its first roll; rolls and actions of `file` are ignored."""
    plan = load_plan(file.game, file.house)
    now = _opened(file, plan, seed)
    if not any(seat.stakes for seat in now.seats):
        raise RuleError("a seat needs at least one wager", "seats[0].wagers")
    return now


def _roll(given: Any, dice: int, place: str) -> Roll:
    if not isinstance(given, list | tuple) or len(given) != dice:
        raise RuleError(f"a roll is {dice} dice", place)
    for die in given:
        if isinstance(die, bool) or not isinstance(die, int) or not 1 <= die <= 6:
            raise RuleError(f"a die shows 1 to 6, not {die!r}", place)
    return tuple(given)


def _sequence(file: RoundFile, dice: int) -> list[tuple[int, str, Roll]]:
    """Bets (seat, text) and rolls in their order, as the file states it."""
    given = file.outcome.get("sequence")
    events: list[tuple[int, str, Roll]] = []
    if not isinstance(given, list) or len(given) > _MOST_ROLLS:
        raise RuleError("must list bets and rolls in their order", "outcome.sequence")
    for place, entry in enumerate(given):
        where = f"outcome.sequence[{place}]"
        words = str(entry).split()
        seat = 0
        if words[:1] == ["seat"] and len(words) > 2 and words[1].isdecimal():
            seat, words = int(words[1]), words[2:]
        if not 0 <= seat < len(file.seats):
            raise RuleError(f"there is no seat {seat}", where)
        if words[:1] == [ROLL] and all(word.isdecimal() for word in words[1:]):
            events.append((seat, ROLL, _roll([int(word) for word in words[1:]], dice, where)))
        elif _read_order(" ".join(words)) is not None:
            events.append((seat, " ".join(words), ()))
        else:
            raise RuleError(f"{_WRITE} or `roll 3 4`", where)
    return events


def read_file(file: RoundFile) -> Round:
    """The round after all that the file records; bets without a place in a sequence are made as soon as they may be."""
    plan = load_plan(file.game, file.house)
    now, dice = _opened(file, plan, None), plan.game.spec.dice
    rolls = file.outcome.get("rolls")
    if rolls is None and "sequence" in file.outcome:
        rolls = [list(roll) for _, text, roll in _sequence(file, dice) if text == ROLL]
    if not isinstance(rolls, list) or len(rolls) > _MOST_ROLLS:
        raise RuleError("no roll is told", "outcome.rolls")
    if "sequence" in file.outcome:
        return _replayed(now, _sequence(file, dice), rolls)
    queues = [list(seat.actions) for seat in file.seats]
    for place, given in enumerate(rolls):
        now = _queued(now, queues)
        now = now.rolled(_roll(given, dice, f"outcome.rolls[{place}]"))
    if not now.over:
        now = _queued(now, queues)  # what is taken down without another roll
    for index, queue in enumerate(queues):
        if queue:
            raise RuleError(f"{queue[0]!r} may not be done at any roll recorded", f"seats[{index}].actions")
    return now


def _queued(now: Round, queues: list[list[str]]) -> Round:
    """What the seats do before the next roll: each of their actions as soon as it may be done, in their order."""
    for index, queue in enumerate(queues):
        place = f"seats[{index}].actions"
        while queue:
            order = _read_order(queue[0])
            if order is None:
                raise RuleError(f"cannot read {queue[0]!r}; {_WRITE}", place)
            if not now.may(index, order):
                break
            now = now.obey(index, order, place)._noted(index, queue.pop(0))
    return now


def _replayed(now: Round, events: list[tuple[int, str, Roll]], rolls: list[Any]) -> Round:
    thrown = [list(roll) for _, text, roll in events if text == ROLL]
    if thrown != [list(roll) if isinstance(roll, list | tuple) else roll for roll in rolls]:
        raise RuleError("the rolls of the sequence differ from `rolls`", "outcome.rolls")
    opened = [dict(now.stakes(seat)) for seat in range(len(now.seats))]
    for place, (seat, text, roll) in enumerate(events):
        where = f"outcome.sequence[{place}]"
        if text == ROLL:
            now = now.rolled(roll)
            continue
        order = _read_order(text)
        assert order is not None
        if order[0] == "bet" and not now.rolls and opened[seat].get(order[1]) == _amount(order[2], where):
            del opened[seat][order[1]]  # the wager that the seat's `wagers` state too
            continue
        now = now.obey(seat, order, where)._noted(seat, text)
    return now


def betting_spots(file: RoundFile) -> tuple[BettingSpot, ...]:
    """The wagers that may be made before the first roll; at least one must be."""
    plan = load_plan(file.game, file.house)
    names = [
        name
        for name, wager in plan.wagers.items()
        if wager.spec.offered and not wager.spec.supports and wager.spec.opens_at != "point"
    ]
    first = tuple(names)
    return tuple(betting_spot(plan.game, name, plan.wagers[name].spec, one_of=first) for name in names)
