"""Drills: a round dealt and played out, what a dealer must say of it in order, and the right answers."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from houseway.families import answer, betting_spots, family_of, open_round
from houseway.play.bets import choose_wagers, shown_meters
from houseway.play.core.round import LiveRound
from houseway.play.core.roundfile import RoundFile, convert_round
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.rules.wording import money

TRIES = 600
TABLE = -1  # the seat of a question about the whole table
POT, RAKE = "pot", "rake"
SIDE_POT, SPLIT_POT = "side_pot", "split_pot"
_STACKS = (20, 30, 45, 80, 120, 200)
_RAKES = ({"rake_percent": 10}, {"rake_percent": 5, "rake_cap": 4}, {"rake_percent": 10, "rake_cap": 5})


def drill_names(game: str, spots: list[str]) -> list[str]:
    """What may be drilled by itself: the wagers, and in player-banked poker the kinds of pots."""
    if not family_of(game).traits.pot:
        return spots
    raked = "rake_percent" in load_game(game).spec.options
    return [*spots, SIDE_POT, SPLIT_POT, *([RAKE] if raked else [])]


def _raked(game: str, house: Mapping[str, Any], rng: Random) -> dict[str, Any]:
    """The house's choices; where it may rake a pot and says nothing of it, it does."""
    options = load_game(game, dict(house)).spec.options
    if "rake_percent" not in options or any(name in house for name in ("rake_percent", "rake_cap")):
        return dict(house)
    return {**house, **rng.choice(_RAKES)}


def play_out(game: str, house: Mapping[str, Any], seats: int, rng: Random) -> LiveRound:
    """A finished round: every seat bets at random and decides by a plain policy, now and then at random."""
    pots = family_of(game).traits.pot
    chosen = _raked(game, house, rng) if pots else dict(house)
    spots = betting_spots(RoundFile(game, house=chosen))
    wagers = [choose_wagers(spots, rng=rng, real=True) for _ in range(max(seats, 4) if pots else seats)]
    stacks = [{"stack": rng.choice(_STACKS) + sum(wager.values())} if pots else {} for wager in wagers]
    opening = {
        "game": game,
        "house": chosen,
        "seats": [{"wagers": one, **stack} for one, stack in zip(wagers, stacks, strict=True)],
        "meters": shown_meters(spots, wagers),
    }
    live = open_round(convert_round(opening), rng.getrandbits(64))
    while not live.over:
        live = live.act(live.turn, live.suggest(live.turn, rng if rng.random() < 0.2 else None))
    return live


def _share(settled: Mapping[str, Any], line: Mapping[str, Any]) -> dict[str, float]:
    """What a seat put into the pots, which a bet that nobody called is not part of, and what it takes from them."""
    back = settled.get("returned") or {}
    stake = round(float(line["stake"] - (back["amount"] if back.get("seat") == line["seat"] else 0)), 2)
    return {"stake": stake, "net": round(float(line["net"]) + stake, 2)}


def _shares(settled: Mapping[str, Any], lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Lines of the pot turned into what each seat in the showdown takes; the others as they are."""
    within = {seat for pot in settled["pots"] for seat in pot["seats"]}
    found = [
        {**line, **_share(settled, line), "share": True} if line["wager"] == POT else line
        for line in lines
        if line["wager"] != POT or line["seat"] in within
    ]
    taken = sum(line["net"] for line in found if line["wager"] == POT)
    total = sum(pot["amount"] for pot in settled["pots"])
    # Where bets of different sizes meet, what is not matched never was in the pot: the result itself is asked for.
    return found if abs(taken + settled[RAKE] - total) < 0.005 else lines


def rake_words(file: Mapping[str, Any]) -> str:
    """What the house takes from the pots of a round file; empty where it takes nothing."""
    options = load_game(file["game"], file.get("house", {})).options
    percent, cap = options.get("rake_percent"), options.get("rake_cap")
    return f"{percent:g}% of the pots{f', at most {money(cap)}' if cap else ''}, in whole chips" if percent else ""


def _rake(file: Mapping[str, Any], settled: Mapping[str, Any]) -> dict[str, Any]:
    game = load_game(file["game"], file.get("house", {}))
    total = sum(pot["amount"] for pot in settled["pots"])
    reason, rule = rake_words(file), game.cite(game.spec.options["rake_percent"].rule)
    told = {"seat": TABLE, "wager": RAKE, "stake": total, "net": settled[RAKE], "reason": reason, "rule": rule}
    return {**told, "share": True}


def truths(file: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Every question of a round with its answer, reason and paragraph: what a wager pays, what a seat takes."""
    settled = answer(convert_round(dict(file)))
    lines = [{"seat": seat, **line} for seat, own in enumerate(settled["seats"]) for line in own["lines"]]
    if not settled.get("pots"):
        return lines
    raked = [_rake(file, settled)] if rake_words(file) else []
    return raked + _shares(settled, lines)


def settling_turns(lines: Sequence[Mapping[str, Any]], order: Sequence[str], direction: str, passes: bool) -> list[int]:
    """When each line is settled: what the table decides first, then wager by wager, seat by seat, or any at once."""

    def key(line: Mapping[str, Any]) -> tuple[int, ...]:
        if not order:
            return ()
        if line["seat"] == TABLE:
            return (-1,)
        wager = order.index(line["wager"]) if line["wager"] in order else len(order)
        if not direction:
            return (wager,)
        seat = -line["seat"] if direction == "counterclockwise" else line["seat"]
        return (0, wager, seat) if passes else (0, seat, wager)

    keys = [key(line) for line in lines]
    turns = {one: number for number, one in enumerate(sorted(set(keys)))}
    return [turns[one] for one in keys]


def pots_of(file: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The pots of a round before the rake, with the seats that play for each."""
    return list(answer(convert_round(dict(file))).get("pots", []))


def _fits(file: Mapping[str, Any], wager: str) -> bool:
    lines = truths(file)
    shown = pots_of(file)
    taking = [line for line in lines if line["wager"] == POT and line["net"] > 0]
    if family_of(file["game"]).traits.pot and not any(len(pot["seats"]) > 1 for pot in shown):
        return False
    if wager == SIDE_POT:
        return len(shown) > 1
    if wager == SPLIT_POT:
        return len(taking) > 1
    return not wager or any(line["wager"] == wager and (wager != RAKE or line["net"]) for line in lines)


def deal_round(game: str, house: Mapping[str, Any], seats: int, wager: str, rng: Random) -> LiveRound:
    """A finished round in which there is something of that kind to settle."""
    load_game(game, dict(house))  # what is wrong with the game does not depend on the cards
    for _ in range(TRIES):
        try:
            live = play_out(game, house, seats, rng)
            if _fits(live.round_file(), wager):
                return live
        except RuleError:
            continue  # wagers that do not go together
    raise RuleError("no such round was dealt in this game: choose another drill", "wager")
