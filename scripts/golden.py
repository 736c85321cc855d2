"""Golden playthroughs: seeded rounds of every game that can be played live, written to tests/golden for review.

Run by `make golden`. A change in these files is a change in what the software does at the table.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from houseway.families import FAMILIES, betting_spots, open_round
from houseway.play.bets import choose_wagers, shown_meters
from houseway.play.core.money import dollars
from houseway.play.core.round import LiveRound, Pile
from houseway.play.core.roundfile import RoundFile, convert_round
from houseway.rules.load import load_file, read_raw, rulebook_files

FOLDER = Path(__file__).parents[1] / "tests" / "golden"
ROUNDS = 4


def live_games() -> list[str]:
    """The ids of the games that can be played live."""
    live = {family.name for family in FAMILIES if family.traits.live}
    games = map(read_raw, rulebook_files())
    return [str(game["id"]) for game in games if game["family"] in live and not game.get("refused")]


def _pile(pile: Pile) -> str:
    owner = pile.name if pile.seat is None else f"seat {pile.seat}"
    return f"{owner}: {' '.join([*pile.cards, *['[]'] * pile.hidden]) or '-'}"


def _open(game: str, seed: int) -> tuple[LiveRound, RoundFile, Random]:
    rng = Random(seed)
    spots = betting_spots(RoundFile(game))
    wagers = [choose_wagers(spots, rng=rng) for _ in range(min(2, load_file(game)[0].seats))]
    seats = [{"wagers": one} if spots else {"stack": 200} for one in wagers]
    file = convert_round({"game": game, "seats": seats, "meters": shown_meters(spots, wagers)})
    return open_round(file, seed), file, rng


def _round(game: str, seed: int) -> Iterator[str]:
    now, file, rng = _open(game, seed)
    yield f"== round {seed}"
    if file.meters:
        yield "meters: " + ", ".join(f"{name} ${amount:g}" for name, amount in file.meters.items())
    for index, seat in enumerate(file.seats):
        if seat.wagers:
            yield f"seat {index} bets " + ", ".join(f"{name} ${amount:g}" for name, amount in seat.wagers.items())
    while not now.over:
        turn = now.turn
        yield "table: " + "; ".join(_pile(pile) for pile in now.visible(turn))
        yield f"seat {turn} may " + ", ".join(text for one in now.legal(turn) for text in one.examples())
        action = now.suggest(turn, rng)
        yield f"seat {turn} takes: {action}"
        now = now.act(turn, action)
    yield "shown: " + "; ".join(_pile(pile) for pile in now.visible())
    settlement = now.settle()
    for index, (lines, net) in enumerate(zip(settlement.seats, settlement.nets(), strict=True)):
        for line in lines:
            amounts = f"${dollars(line.stake)} -> {dollars(line.net):+g}"
            named = f"{line.wager}, {line.spot}" if line.spot else line.wager
            yield f"seat {index} {named} {amounts}: {line.reason} [{line.rule}]"
        yield f"seat {index} in all {dollars(net):+g}"


def playthrough(game: str) -> str:
    """The text of a game's golden rounds."""
    spec, _ = load_file(game)
    head = f"{spec.name} ({spec.id}), {spec.jurisdiction} {spec.rule}"
    rounds = ["\n".join(_round(game, seed)) for seed in range(1, ROUNDS + 1)]
    return "\n\n".join([head, *rounds]) + "\n"


def main() -> None:
    games = live_games()
    for stale in FOLDER.glob("*.txt"):
        if stale.stem not in games:
            stale.unlink()
    for game in games:
        (FOLDER / f"{game}.txt").write_text(playthrough(game), encoding="utf-8")
    sys.stdout.write(f"{len(games)} playthroughs in {FOLDER}\n")


if __name__ == "__main__":
    main()
