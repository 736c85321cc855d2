"""Ceilings on what one player, or the table, may win in a round: winnings above one are cut pro rata."""

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from houseway.play.core.money import pro_rata
from houseway.play.core.settlement import Ruling
from houseway.rules.game import Game
from houseway.rules.tables import best_odds
from houseway.rules.words import Cap, Head

Rulings = tuple[tuple[Ruling, ...], ...]


def _won(cap: Cap, ruling: Ruling) -> bool:
    named = not cap.wagers or ruling.line.wager in cap.wagers
    return named and ruling.line.net > 0 and ruling.outcome not in ("envy", "meter")


def _counts(cap: Cap, ruling: Ruling) -> bool:
    return _won(cap, ruling) and ruling.award.odds >= cap.from_odds


def _floor(cap: Cap, game: Game[Head], ruling: Ruling) -> int:
    """What this price would win at the house's least stake: a ceiling may not be below it."""
    if not cap.minimum:
        return 0
    if tables := cap.best_tables:
        odds = max(best_odds(table, game.spec.pay_tables[table], game.table_id(table)) for table in tables)
    else:
        odds = Fraction(str(cap.best_win)) if cap.best_win else ruling.award.odds
    return game.round_cents(odds * round(float(game.options[cap.minimum]) * 100))


def _cut(cap: Cap, limit: int, game: Game[Head], group: list[Ruling]) -> list[Ruling]:
    counted = [ruling for ruling in group if _counts(cap, ruling)]
    total = sum(ruling.line.net for ruling in counted)
    ceiling = max([limit, *(_floor(cap, game, ruling) for ruling in counted)])
    if total <= ceiling:
        return group
    result, cut = list(group), iter(pro_rata(ceiling, [ruling.line.net for ruling in counted]))
    for place, ruling in enumerate(group):
        if any(ruling is other for other in counted):
            reason = f"{ruling.line.reason}, cut to the limit of ${ceiling / 100:,.2f} per {cap.per}"
            line = replace(ruling.line, net=next(cut), reason=reason, rule=game.cite(cap.rule))
            result[place] = replace(ruling, line=line)
    return result


def apply_caps(game: Game[Head], seats: Sequence[tuple[Ruling, ...]], owners: Sequence[int] = ()) -> Rulings:
    """The rulings after the game's aggregate limits; `owners`: the player of each hand, where some play several."""
    rulings = tuple(seats)
    owners = owners or range(len(rulings))
    for cap, limit in game.ceilings:
        winners = {owner for owner, seat in zip(owners, rulings, strict=True) if any(_won(cap, each) for each in seat)}
        if len(winners) < cap.winners:
            continue
        groups = owners if cap.per == "player" else [0] * len(rulings)
        cut = {
            group: iter(
                _cut(
                    cap, limit, game, [r for seat, of in zip(rulings, groups, strict=True) if of == group for r in seat]
                )
            )
            for group in set(groups)
        }
        rulings = tuple(tuple(next(cut[of]) for _ in seat) for seat, of in zip(rulings, groups, strict=True))
    return rulings
