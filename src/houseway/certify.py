"""A certificate recomputed by a second, slow path: rounds dealt, played and settled one by one, as at a table.

Nothing of the count is used: no census, no kernel over arrays, no solver but for the decisions of the strategy that the
price is of. Wagers on a few cards of the seat are enumerated whole and must agree to the last combination; of others
many rounds are settled, and the figure must lie within the error of their mean. That no strategy is better is not
checked here, and said so.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Any

from houseway.families import betting_spots, family_of, hint_for, open_round, settle
from houseway.odds.certificate import Certificate, seal_faults
from houseway.odds.identity import code_hash, game_hash
from houseway.play.bets import amount_near
from houseway.play.blackjack.streaks import STATE as STREAKS
from houseway.play.core.money import dollars
from houseway.play.core.round import LiveRound
from houseway.play.core.roundfile import RoundFile, convert_round
from houseway.play.core.settlement import Settlement
from houseway.rules.draws import Keno
from houseway.rules.game import load_game

CONFIRMED, CONSISTENT, CONTRADICTED, OPEN = "confirmed", "consistent", "contradicted", "not checked"
_LIMIT = 4.0  # standard errors that a figure may lie from the mean of the rounds
_MOST_HANDS = 30_000  # enumerated one by one
_UNIT = 10_000  # cents on each wager, so that no fraction of a price is rounded away
_STAYING = "not folded"  # in the note of a wager that is priced for a hand played to the end
_LEAST = 200  # rounds below which nothing is said
_MOST_TIMES = 10  # how much longer than asked for is played to reach them

Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Finding:
    """One figure of the certificate and what the second path says of it."""

    figure: str
    verdict: str
    said: str
    certified: float | None = None
    found: float | None = None
    error: float | None = None


@dataclass(frozen=True)
class Report:
    """What was confirmed of a certificate, and what was not."""

    findings: tuple[Finding, ...]
    faults: tuple[str, ...] = ()
    rounds: int = 0
    seed: int = 0

    @property
    def holds(self) -> bool:
        return not self.faults and all(finding.verdict != CONTRADICTED for finding in self.findings)

    @property
    def said(self) -> str:
        """What came of it, in one line."""
        if not self.holds:
            return "the certificate does not hold"
        checked = sum(one.verdict != OPEN for one in self.findings)
        if not checked:
            return "nothing of the certificate was checked"
        return f"nothing contradicts the certificate; {checked} of {len(self.findings)} figures were checked"

    def as_json(self) -> dict[str, Any]:
        findings = [
            {name: value for name in Finding.__slots__ if (value := getattr(finding, name)) is not None}
            for finding in self.findings
        ]
        return {"holds": self.holds, "faults": list(self.faults), "rounds": self.rounds, "findings": findings}


@dataclass
class _Sums:
    rounds: int = 0
    net: float = 0.0
    square: float = 0.0
    hits: int = 0

    def add(self, net: float) -> None:
        self.rounds += 1
        self.net += net
        self.square += net * net
        self.hits += net > 0


@dataclass
class _Played:
    """Sums by wager, of the wagers of the game together, and the rounds behind them."""

    wagers: dict[str, _Sums] = field(default_factory=dict)
    main: _Sums = field(default_factory=_Sums)
    rounds: int = 0


def certify(
    certificate: Certificate, seconds: float, seed: int = 1, progress: Progress | None = None, game: str = ""
) -> Report:
    """Recompute what the certificate says, for about so many seconds; `game`: the file of a game of one's own."""
    named = game or certificate["game"]
    if faults := seal_faults(certificate):
        return Report((), tuple(faults))
    if game_hash(load_game(named, dict(certificate["house"]))) != certificate["game_hash"]:
        return Report((), ("the game of this name is stated otherwise here than in the certificate",))
    tell = progress or (lambda _: None)
    table = _Table(certificate, named)
    sides: Mapping[str, Any] = certificate["figures"]["side_bets"]
    findings: list[Finding] = []
    if certificate.get("code_hash") != code_hash():
        findings.append(Finding("code_hash", OPEN, "counted by another edition of the code"))
    enumerated = dict(table.enumerated(sides))
    findings += enumerated.values()
    tell(0.2)
    open_sides = [name for name in sides if name not in enumerated]
    staying = [name for name in open_sides if _STAYING in sides[name].get("note", "")]
    others = [name for name in open_sides if name not in staying]
    rounds = 0
    passes = [(staying, False)] if staying else []
    passes += [(others, True)] if others or certificate["figures"]["main"] else []
    for number, (names, best) in enumerate(passes):
        share = seconds * 0.8 / len(passes)
        played = table.play(names, best, share, seed + number, tell)
        rounds += played.rounds
        findings += [_held(f"side_bets.{name}", sides[name], played.wagers.get(name)) for name in names]
        if best and (main := certificate["figures"]["main"]):
            findings.append(table.judge_main(main, played.main))
    tell(1.0)
    return Report(tuple(findings), (), rounds, seed)


def _held(figure: str, price: Mapping[str, Any], sums: _Sums | None) -> Finding:
    """A simulated mean against a certified edge."""
    if sums is None or not sums.rounds:
        return Finding(figure, OPEN, "not made in single rounds")
    if sums.rounds < _LEAST:
        said = f"{sums.rounds:,} rounds settled one by one in the time, too few: give more of it with --seconds"
        return Finding(figure, OPEN, said)
    if price["house_edge"] is None:
        return Finding(figure, OPEN, "paid from a meter alone, of which nothing is told")
    if price["std_dev"] is None:
        return Finding(figure, OPEN, "priced by the game with it against the game without, which rounds do not tell")
    edge = -sums.net / sums.rounds
    error = price["std_dev"] / sqrt(sums.rounds)
    allowed = sqrt(error**2 + price.get("standard_error", 0.0) ** 2) * _LIMIT
    verdict = CONSISTENT if abs(edge - price["house_edge"]) <= allowed + 1e-12 else CONTRADICTED
    said = f"{sums.rounds:,} rounds settled one by one, within {_LIMIT:g} standard errors"
    return Finding(figure, verdict, said, price["house_edge"], edge, error)


def _standing(settled: Settlement) -> set[str]:
    """The wagers of the seat that stand for the next round."""
    streaks: list[Mapping[str, Any]] = settled.state.get(STREAKS, [])
    return set(streaks[0]) if streaks else set()


def _add_sides(found: _Played, settled: Settlement, wagers: Mapping[str, int], names: list[str]) -> None:
    """What these side wagers brought, but for those that are not decided yet."""
    for name in names:
        if name not in _standing(settled):
            net = sum(line.net for line in settled.seats[0] if line.wager == name)
            found.wagers.setdefault(name, _Sums()).add(net / wagers[name])


class _Table:
    """One seat at a table of the certified game."""

    def __init__(self, certificate: Certificate, game: str) -> None:
        self.game, self.house = game, dict(certificate["house"])
        self.meters = dict(certificate["meters"])
        self.family, self.spec = family_of(self.game), load_game(self.game, self.house).spec
        self.unit = (certificate["figures"]["main"] or {}).get("unit", "")
        self.spots = () if not self.family.traits.live else betting_spots(RoundFile(self.game, house=self.house))

    def _made(self, names: list[str]) -> dict[str, int]:
        """The wagers of a round in cents: what must be made, and those asked for that go with it."""
        made: dict[str, int] = {}
        for spot in self.spots:
            wanted = spot.required or spot.measure or spot.name in names or spot.name == self.unit
            wanted = wanted or bool(spot.one_of and not any(name in made for name in spot.one_of))
            barred = any(name in made for name in spot.bars)
            if not wanted or barred or any(name not in made for name in spot.needs):
                continue
            followed = spot.follows(made)
            made[spot.name] = spot.bounded(amount_near(spot, _UNIT), made) if followed is None else round(followed)
        return made

    def _opening(self, wagers: Mapping[str, int], state: Mapping[str, Any] | None = None) -> RoundFile:
        named = [meter for spot in self.spots if spot.name in wagers for meter in spot.meters]
        shown = {meter: self.meters.get(meter, 0) for meter in named}
        seat = {"wagers": {name: dollars(cents) for name, cents in wagers.items()}}
        told = {"game": self.game, "house": self.house, "seats": [seat], "meters": shown}
        return convert_round({**told, "state": dict(state)} if state else told)

    def play(self, names: list[str], best: bool, seconds: float, seed: int, tell: Progress) -> _Played:
        """Rounds with these side wagers, by the strategy of the price or staying in, until the time is over."""
        found = _Played()
        if isinstance(self.spec, Keno):
            return self._tickets(self.spec, names, seconds, Random(seed), tell)
        if not self.spots or self.family.traits.pot:
            return found
        groups = list(self._groups(names)) or [[]]
        solution = self.family.odds.solve(self.game, self.house) if best else None
        rng, start = Random(seed), time.monotonic()
        while (spent := time.monotonic() - start) < seconds or (
            found.rounds < _LEAST * len(groups) and spent < _MOST_TIMES * seconds
        ):
            for group in groups:
                wagers = self._made(group)
                settled = self._round(self._opening(wagers), best, solution, rng)
                found.rounds += 1
                self._count(found, settled, wagers, group)
                while standing := _standing(settled).intersection(group):  # decided by later rounds
                    wagers = self._made([*standing])
                    settled = self._round(self._opening(wagers, settled.state), best, solution, rng)
                    found.rounds += 1
                    _add_sides(found, settled, wagers, sorted(standing))
            tell(0.2 + 0.8 * min((time.monotonic() - start) / seconds, 1.0))
        return found

    def _tickets(self, spec: Keno, names: list[str], seconds: float, rng: Random, tell: Progress) -> _Played:
        """Draws, each with a ticket of every number of spots."""
        found, start, numbers = _Played(), time.monotonic(), range(1, spec.numbers + 1)
        wager = {next(iter(spec.wagers)): dollars(_UNIT)}
        seats = [{"wagers": wager, "ticket": {"spots": [*numbers[: int(name.split("_")[0])]]}} for name in names]
        while names and ((spent := time.monotonic() - start) < seconds or found.rounds < _LEAST):
            outcome = {"drawn": sorted(rng.sample(numbers, spec.drawn))}
            round_file = {"game": self.game, "house": self.house, "seats": seats, "outcome": outcome}
            for name, lines in zip(names, settle(convert_round(round_file)).seats, strict=True):
                found.wagers.setdefault(name, _Sums()).add(sum(line.net for line in lines) / _UNIT)
            found.rounds += 1
            tell(0.2 + 0.8 * min(spent / seconds, 1.0))
        return found

    def _groups(self, names: list[str]) -> Iterator[list[str]]:
        """The side wagers in as few rounds as their terms allow: those that bar each other apart."""
        left = [spot.name for spot in self.spots if spot.name in names]
        while left:
            made = self._made(left)
            group = [name for name in left if name in made]
            if not group:
                return
            yield group
            left = [name for name in left if name not in group]

    def _round(self, opening: RoundFile, best: bool, solution: Any, rng: Random) -> Settlement:
        now: LiveRound = open_round(opening, rng.getrandbits(48))
        while not now.over:
            seat = now.turn
            now = now.act(seat, self._best(now, seat, solution, rng) if best else now.suggest(seat))
        return now.settle()

    def _best(self, now: LiveRound, seat: int, solution: Any, rng: Random) -> str:
        return self.family.odds.best_action(now, seat, solution) or hint_for(now, seat, solution, rng).action

    def _count(self, found: _Played, settled: Settlement, wagers: Mapping[str, int], group: list[str]) -> None:
        lines = settled.seats[0]
        sides = set(group)
        _add_sides(found, settled, wagers, group)
        if self.unit in wagers:
            others = {name for name in wagers if name not in sides}
            made = [line for line in lines if line.wager in others or line.wager not in wagers]
            found.main.add(sum(line.net for line in made) / wagers[self.unit])

    def judge_main(self, main: Mapping[str, Any], sums: _Sums) -> Finding:
        found = _held("main", main, sums)
        extra = "; that no strategy is better is not checked"
        return Finding(found.figure, found.verdict, found.said + extra, found.certified, found.found, found.error)

    def enumerated(self, sides: Mapping[str, Any]) -> Iterator[tuple[str, Finding]]:
        """Wagers on a few cards of the seat: every choice of them, each settled as a round of its own."""
        for name, price in sides.items():
            wagers = self._made([name])
            if price.get("cycle", 0) > _MOST_HANDS or name not in wagers:
                continue
            nets = self.family.odds.every_hand(self._opening(wagers), name, price.get("cycle", 0))
            if nets is None:
                continue
            counts: dict[float, int] = {}
            for net in nets:
                paid = round(net / wagers[name], 9)
                counts[paid] = counts.get(paid, 0) + 1
            certified = {round(one["net"], 9): one["combinations"] for one in price["results"]}
            verdict = CONFIRMED if counts == certified else CONTRADICTED
            edge = -sum(net * count for net, count in counts.items()) / price["cycle"]
            said = f"all {price['cycle']:,} combinations settled one by one"
            yield name, Finding(f"side_bets.{name}", verdict, said, price["house_edge"], edge)
