"""A round of dice as a value: seats bet between rolls, and each roll decides some wagers, until none is left."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from houseway.cards.drbg import stream
from houseway.play.core.actions import Action
from houseway.play.core.award import Ruling
from houseway.play.core.irregularities import Irregularity, find_irregularity
from houseway.play.core.meters import Meters
from houseway.play.core.money import cents, dollars
from houseway.play.core.round import BettingSpot, LayoutBet, Pile, RollEvent
from houseway.play.core.roundfile import RoundFile
from houseway.play.core.settlement import Settlement
from houseway.play.core.settling import Verdict, ruled, voided
from houseway.play.core.spots import check_seats
from houseway.play.core.wagers import betting_spot, check_amount, check_wagers, layout_name, posted_limits
from houseway.play.dice.plan import POINT, Plan, Roll, events_of, load_plan
from houseway.rules.errors import RuleError
from houseway.rules.pays import LOSE, PUSH
from houseway.rules.wording import humanize

ROLL = "roll"
_MOST_ROLLS = 1000  # a record without end is refused


@dataclass(frozen=True, slots=True)
class Stake:
    """A wager on the layout: cents, its own point (0: none yet), and what decided it."""

    amount: int
    point: int = 0
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's wagers, by name, and his actions."""

    stakes: dict[str, Stake] = field(default_factory=dict)
    actions: tuple[str, ...] = ()

    @property
    def undecided(self) -> bool:
        return any(stake.verdict is None for stake in self.stakes.values())


@dataclass(frozen=True, slots=True)
class DiceRound:
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

    # -- what may be bet ----------------------------------------------------------------------------------------

    def open_wagers(self, seat: int) -> list[str]:
        """The wagers that a seat may make before the next roll."""
        made = self.seats[seat].stakes
        found = []
        for name, wager in self.plan.wagers.items():
            spec = wager.spec
            if name in made or not spec.offered:
                continue
            if spec.supports:
                behind = made.get(spec.supports)
                allowed = behind is not None and behind.verdict is None and behind.point > 0
            else:
                allowed = spec.opens_at == "any" or (spec.opens_at == "point") == (self.point > 0)
            if allowed:
                found.append(name)
        return found

    def most_odds(self, seat: int, name: str) -> int:
        """The most that odds behind a wager may be, in cents; 0: no multiple is set."""
        spec = self.plan.wagers[name].spec
        behind = self.seats[seat].stakes[spec.supports]
        option = spec.most_times.get(str(behind.point), "")
        return round(float(self.plan.game.options[option]) * behind.amount) if option else 0

    def legal(self, seat: int) -> list[Action]:
        if self.over or seat != self.turn:
            return []
        cite = self.plan.game.cite
        bets = []
        for name in self.open_wagers(seat):
            spec = self.plan.wagers[name].spec
            step = round(spec.step * 100)
            least, most = posted_limits(self.plan.game, name, spec)
            odds = self.most_odds(seat, name) if spec.supports else 0
            bounds = [bound for bound in (most, odds) if bound]
            bets.append(
                Action(
                    *("bet", name),
                    least=max(least, step, 1),
                    most=min(bounds, default=0),
                    rule=cite(spec.rule),
                    names_wager=True,
                    step=step,
                    label=layout_name(name, spec),
                )
            )
        return [Action(ROLL), *bets]

    # -- acting -------------------------------------------------------------------------------------------------

    def bet(self, seat: int, name: str, amount: int, place: str) -> "DiceRound":
        """The round after a seat has bet."""
        if name not in self.open_wagers(seat):
            raise RuleError(f"{name} may not be bet now; open are {', '.join(self.open_wagers(seat)) or 'none'}", place)
        spec = self.plan.wagers[name].spec
        check_amount(self.plan.game, name, spec, amount, place)
        if spec.supports:
            most = self.most_odds(seat, name)
            if most and amount > most:
                rule = self.plan.game.cite(spec.rule)
                raise RuleError(f"{name} may be at most ${dollars(most)} behind {spec.supports}, {rule}", place)
        point = self.seats[seat].stakes[spec.supports].point if spec.supports else 0
        return self._with(seat, name, Stake(amount, point))

    def _with(self, seat: int, name: str, stake: Stake) -> "DiceRound":
        own = self.seats[seat]
        after = replace(own, stakes={**own.stakes, name: stake})
        return replace(self, seats=(*self.seats[:seat], after, *self.seats[seat + 1 :]))

    def act(self, seat: int, action: str) -> "DiceRound":
        place = f"seats[{seat}].actions[{len(self.seats[seat].actions) if seat < len(self.seats) else 0}]"
        if self.over:
            raise RuleError("the round is over", place)
        if seat != self.turn:
            raise RuleError(f"it is the turn of seat {self.turn}", place)
        words = action.split()
        if words == [ROLL]:
            if seat + 1 < len(self.seats):
                return replace(self, turn=seat + 1)
            return self.rolled(self._throw())
        if len(words) != 3 or words[0] != "bet":
            options = ", ".join(text for one in self.legal(seat) for text in one.examples())
            raise RuleError(f"{action!r} is not allowed here; legal are {options}", place)
        after = self.bet(seat, words[1], _amount(words[2], place), place)
        return after._noted(seat, action)

    def _noted(self, seat: int, action: str) -> "DiceRound":
        own = self.seats[seat]
        noted = replace(own, actions=(*own.actions, action))
        said = action if len(self.seats) == 1 else f"seat {seat} {action}"
        seats = (*self.seats[:seat], noted, *self.seats[seat + 1 :])
        return replace(self, seats=seats, sequence=(*self.sequence, said))

    def _throw(self) -> Roll:
        fall = stream(self.seed, f"roll {len(self.rolls)}").below(6**self.plan.game.spec.dice)
        return tuple(fall // 6**die % 6 + 1 for die in range(self.plan.game.spec.dice))

    # -- a roll -------------------------------------------------------------------------------------------------

    def rolled(self, roll: Roll) -> "DiceRound":
        """The round after a roll: wagers decided, points set, the shooter's point made or lost."""
        total, come_out = sum(roll), self.point == 0
        seats = tuple(replace(seat, stakes=self._decide(seat.stakes, roll, come_out)) for seat in self.seats)
        point = _next_point(self.point, total, self.plan.game.spec.points)
        said = " ".join([ROLL, *map(str, roll)])
        after = replace(
            self, seats=seats, rolls=(*self.rolls, roll), point=point, turn=0, sequence=(*self.sequence, said)
        )
        return replace(after, over=not any(seat.undecided for seat in seats))

    def _decide(self, stakes: Mapping[str, Stake], roll: Roll, come_out: bool) -> dict[str, Stake]:
        found = {name: self._one(name, stake, roll, come_out) for name, stake in stakes.items()}
        for name, stake in found.items():
            spec = self.plan.wagers[name].spec
            if spec.supports and stake.verdict is None:
                behind = found[spec.supports].verdict
                if behind is not None:
                    found[name] = replace(stake, verdict=self._odds(name, stake, behind, come_out))
        return found

    def _one(self, name: str, stake: Stake, roll: Roll, come_out: bool) -> Stake:
        wager = self.plan.wagers[name]
        spec = wager.spec
        if stake.verdict is not None or spec.supports or (spec.rests and come_out and not stake.point):
            return stake
        events = set(events_of(roll)) | ({POINT} if stake.point == sum(roll) else set())
        phase = spec.point if stake.point else None
        wins, loses = (wager.point_wins, phase.loses) if phase is not None else (wager.wins, spec.loses)
        said = f"{' and '.join(map(str, roll))}, {sum(roll)}" + (f", point {stake.point}" if stake.point else "")
        hit = next((event for event in wins if event in events), None)
        if hit is not None:
            return replace(stake, verdict=Verdict(wins[hit], "win", said))
        if phase is None and any(event in events for event in spec.pushes):
            return replace(stake, verdict=Verdict(PUSH, "push", said))
        if any(event in events for event in loses) or spec.one_roll:
            return replace(stake, verdict=Verdict(LOSE, "lose", said))
        if spec.point is not None and not stake.point:
            return replace(stake, point=sum(roll))
        return stake

    def _odds(self, name: str, stake: Stake, behind: Verdict, come_out: bool) -> Verdict:
        """Odds are won or lost with the wager they stand behind."""
        wager = self.plan.wagers[name]
        reason = f"{humanize(wager.spec.supports)} on {stake.point}"
        if wager.spec.rests and come_out and behind.pay.result == "lose":
            return Verdict(PUSH, "push", f"{reason}: odds do not work on a come-out roll")
        if behind.pay.result == "win":
            return Verdict(wager.prices[stake.point], "win", f"{reason} is won")
        return Verdict(PUSH if behind.pay.result == "push" else LOSE, behind.outcome, f"{reason} is lost")

    # -- what a table shows -------------------------------------------------------------------------------------

    def suggest(self, seat: int, rng: Random | None = None) -> str:
        """Rolls on, or with `rng` now and then bets what is open."""
        bets = self.legal(seat)[1:]
        if rng is None or not bets or rng.random() < 0.6:
            return ROLL
        chosen = rng.choice(bets)
        amount = min(rng.choice((500, 1000, 2000)), chosen.most or 5000)
        step = round(self.plan.wagers[chosen.wager].spec.step * 100)
        return f"{chosen.lead} {dollars(max(amount - amount % step, step) if step else amount)}"

    def staked(self, seat: int) -> int:
        return sum(stake.amount for stake in self.seats[seat].stakes.values())

    def stakes(self, seat: int) -> dict[str, int]:
        return {name: stake.amount for name, stake in self.seats[seat].stakes.items()}

    def table(self, viewer: int | None = None) -> tuple[Pile, ...]:
        del viewer
        dice = tuple(map(str, self.rolls[-1])) if self.rolls else ()
        shooter = (Pile("point", None, (str(self.point),)),) if self.point else ()
        points = [
            Pile(f"{name} point", index, (str(stake.point),))
            for index, seat in enumerate(self.seats)
            for name, stake in seat.stakes.items()
            if stake.point and stake.verdict is None and not self.plan.wagers[name].spec.supports
        ]
        return (Pile("dice", None, dice), *shooter, *points)

    def layout_bets(self, seat: int) -> tuple[LayoutBet, ...]:
        """The wagers of a seat with their points, and what those that are decided brought."""
        found = []
        for name, stake in self.seats[seat].stakes.items():
            wager = self.plan.wagers[name]
            bet = LayoutBet(name, stake.amount, stake.point, wager.spec.supports)
            if stake.verdict is not None:
                line = ruled(self.plan.game, wager.terms, stake.amount, stake.verdict, Meters({})).line
                bet = replace(bet, outcome=stake.verdict.outcome, net=line.net, reason=line.reason)
            found.append(bet)
        return tuple(found)

    def history(self) -> tuple[RollEvent, ...]:
        """The rolls with what each was to the shooter."""
        found, point = [], 0
        for roll in self.rolls:
            total, before = sum(roll), point
            point = _next_point(before, total, self.plan.game.spec.points)
            if before:
                says = "point made" if total == before else "seven out" if not point else ""
            else:
                says = f"point {total}" if point else "come-out"
            found.append(RollEvent(tuple(map(str, roll)), f"{total}, {says}" if says else str(total)))
        return tuple(found)

    def settle(self) -> Settlement:
        game, meters = self.plan.game, Meters({})
        seats = []
        for index, seat in enumerate(self.seats):
            rulings: list[Ruling] = []
            for name in self.plan.order:
                stake = seat.stakes.get(name)
                if stake is None:
                    continue
                if self.irregularity is not None and self.irregularity.voids(name, index):
                    rulings.append(voided(game, name, stake.amount, self.irregularity))
                    continue
                if stake.verdict is None:
                    raise RuleError(f"{name} is not decided yet: rolls are missing", "outcome.rolls")
                rulings.append(ruled(game, self.plan.wagers[name].terms, stake.amount, stake.verdict, meters))
            seats.append(tuple(ruling.line for ruling in rulings))
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


def _amount(text: str, place: str) -> int:
    try:
        return cents(float(text.lstrip("$")), place)
    except ValueError:
        raise RuleError(f"cannot read the amount {text!r}; write a number of dollars", place) from None


def _opened(file: RoundFile, plan: Plan, seed: int | None) -> DiceRound:
    """The round with the wagers made before its first roll."""
    check_seats(file.seats, plan.game.spec.seats)
    happened = find_irregularity(plan.game.spec.irregularities, file.irregularity, file.seats)
    now = DiceRound(file, plan, tuple(Seat() for _ in file.seats), seed, irregularity=happened)
    known = plan.game.spec.wagers
    for index, seat in enumerate(file.seats):
        field_name = f"seats[{index}].wagers"
        made = {name: cents(amount, f"{field_name}.{name}") for name, amount in seat.wagers.items()}
        if made:
            check_wagers(plan.game, known, made, field_name, later=[n for n, w in known.items() if w.supports])
        for name, amount in made.items():
            now = now.bet(index, name, amount, f"{field_name}.{name}")
    return now


def open_file(file: RoundFile, seed: int | None) -> DiceRound:
    """A round at its first roll; rolls and actions of `file` are passed over."""
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
    found: list[tuple[int, str, Roll]] = []
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
            found.append((seat, ROLL, _roll([int(word) for word in words[1:]], dice, where)))
        elif len(words) == 3 and words[0] == "bet":
            found.append((seat, " ".join(words), ()))
        else:
            raise RuleError("write `bet WAGER AMOUNT` or `roll 3 4`", where)
    return found


def read_file(file: RoundFile) -> DiceRound:
    """The round after all that the file records; bets without a place in a sequence are made as soon as they may be."""
    plan = load_plan(file.game, file.house)
    now, dice = _opened(file, plan, None), plan.game.spec.dice
    rolls = file.outcome.get("rolls")
    if rolls is None and "sequence" in file.outcome:
        rolls = [list(roll) for _, text, roll in _sequence(file, dice) if text == ROLL]
    if not isinstance(rolls, list) or len(rolls) > _MOST_ROLLS:
        raise RuleError("must list the rolls", "outcome.rolls")
    if "sequence" in file.outcome:
        return _replayed(now, _sequence(file, dice), rolls)
    queues = [list(seat.actions) for seat in file.seats]
    for place, given in enumerate(rolls):
        now = _queued(now, queues)
        now = now.rolled(_roll(given, dice, f"outcome.rolls[{place}]"))
    for index, queue in enumerate(queues):
        if queue:
            raise RuleError(f"{queue[0]!r} may not be bet at any roll recorded", f"seats[{index}].actions")
    return now


def _queued(now: DiceRound, queues: list[list[str]]) -> DiceRound:
    for index, queue in enumerate(queues):
        while queue:
            words = queue[0].split()
            if len(words) != 3 or words[0] != "bet":
                raise RuleError(f"cannot read {queue[0]!r}; write `bet WAGER AMOUNT`", f"seats[{index}].actions")
            if words[1] not in now.open_wagers(index):
                break
            place = f"seats[{index}].actions"
            now = now.bet(index, words[1], _amount(words[2], place), place)._noted(index, queue.pop(0))
    return now


def _replayed(now: DiceRound, events: list[tuple[int, str, Roll]], rolls: list[Any]) -> DiceRound:
    thrown = [list(roll) for _, text, roll in events if text == ROLL]
    if thrown != [list(roll) if isinstance(roll, list | tuple) else roll for roll in rolls]:
        raise RuleError("the rolls of the sequence differ from `rolls`", "outcome.rolls")
    for place, (seat, text, roll) in enumerate(events):
        where = f"outcome.sequence[{place}]"
        if text == ROLL:
            now = now.rolled(roll)
            continue
        _, name, amount = text.split()
        made = now.seats[seat].stakes.get(name)
        if made is not None and made.amount == _amount(amount, where) and not now.rolls:
            continue  # the wager that the seat's `wagers` state too
        now = now.bet(seat, name, _amount(amount, where), where)._noted(seat, text)
    return now


def settle_file(file: RoundFile) -> Settlement:
    """Settle a round file."""
    return read_file(file).settle()


def betting_spots(file: RoundFile) -> tuple[BettingSpot, ...]:
    """The wagers that may be made before the first roll; at least one must be."""
    plan = load_plan(file.game, file.house)
    names = [
        name
        for name, wager in plan.wagers.items()
        if wager.spec.offered and not wager.spec.supports and wager.spec.opens_at != "point"
    ]
    first = tuple(names)
    return tuple(
        betting_spot(plan.game, name, plan.wagers[name].spec, plan.wagers[name].wins.values(), one_of=first)
        for name in names
    )
