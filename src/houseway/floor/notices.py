"""What a house posts at a table: limits, what it takes, tip bets, who may play for the house, what is under review."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection

from houseway.floor import jackpots, proposition, schedules
from houseway.floor.pinned import Rules, current
from houseway.floor.settling import plays_for_a_pot
from houseway.floor.tables import find, spots_of
from houseway.floor.views import blind_view
from houseway.play.core.collection import chosen
from houseway.play.core.money import in_dollars
from houseway.play.pots.settle import timed_rake
from houseway.rules.floor_rules import cite_floor, floor_rules
from houseway.rules.game import Game, load_game
from houseway.rules.tariffs import load_tariff
from houseway.rules.wording import counted, humanize, listed, money

Notice = dict[str, str]
_TAKEN = ("rake_", "jackpot_rake", "timed_rake", "collection_")  # options of fees, which are told with their amounts


def _notice(title: str, text: str, rule: str) -> Notice:
    return {"title": title, "text": text, "rule": rule}


def _amounts(value: float | list[float]) -> str:
    """A posted stake, or several of them."""
    return listed([money(each) for each in value]) if isinstance(value, list) else money(value)


def _limits(row: Any, game: Game[Any]) -> list[Notice]:
    found = []
    for spot in spots_of(row):
        if spot.least is None and spot.most is None:
            continue
        low = f"from {in_dollars(spot.least)}" if spot.least else ""
        high = f"up to {in_dollars(spot.most)}" if spot.most is not None else ""
        bounds = " ".join(filter(None, (low, high)))
        found.append(_notice("Limits", f"{spot.label or humanize(spot.name)}: {bounds}.", spot.rule))
    if row.betting:
        told = ", ".join(f"{humanize(name)} {_amounts(value)}" for name, value in row.betting.items())
        found.append(_notice("Limits", f"{told[:1].upper()}{told[1:]}.", game.cite("")))
    for cap, cents in game.ceilings:
        which = listed(game.titles(cap.wagers)) or "all wagers"
        odds = f" at {cap.from_odds:g} to 1 or more" if cap.from_odds else ""
        text = f"A round pays at most {in_dollars(cents)} for each {cap.per} on {which}{odds}."
        found.append(_notice("Aggregate pay outs", text, game.cite(cap.rule)))
    return found


def _takes(game: Game[Any]) -> list[Notice]:
    """Rakes, timed rakes and collections."""
    found, options = [], game.options
    if percent := options.get("rake_percent"):
        cap = f", at most {money(options['rake_cap'])} a hand" if options.get("rake_cap") else ""
        rule = game.cite(game.spec.options["rake_percent"].rule)
        found.append(_notice("Rake", f"{percent:g}% of the pot{cap}.", rule))
    if fund := options.get("jackpot_rake"):
        rule = game.cite(game.spec.options["jackpot_rake"].rule)
        found.append(_notice("Jackpot rake", f"{money(fund)} a hand, kept apart.", rule))
    if (timed := timed_rake(options)) is not None:
        payer = "the table" if timed.table else "each player" + (", dealt in or not," if timed.inactive else "")
        amount = in_dollars(timed.table or timed.each_active_player)
        rule = cite_floor("timed_rake", game.spec.jurisdiction)
        found.append(_notice("Timed rake", f"{amount} from {payer} every {counted(timed.minutes, 'minute')}.", rule))
    return found + _collections(game)


def _collections(game: Game[Any]) -> list[Notice]:
    option = game.options.get("collection_option")
    if not option:
        return []
    spec = game.spec
    words = getattr(spec, "collection", None)
    if words is not None and hasattr(words, "tariffs"):
        name, number = chosen(words.tariffs, option, limits=True)
    elif words is not None:
        name, number = words.tariff, str(option)
    elif spec.bank is not None and spec.bank.tariff:
        name, number = spec.bank.tariff, str(option)
    else:
        return []
    tariff = load_tariff(name)
    schedule = next((one for one in tariff.options if one.id == number), None)
    if schedule is None:
        return []
    found = []
    for charge in schedule.charges:
        tiers = "; ".join(f"{_span(start, end)}{_fee(fee)}" for start, end, fee in charge.tiers)
        by = f", by {humanize(charge.by)}" if charge.by != "flat" else ""
        text = f"{humanize(charge.payer)}{by}: {tiers}. Taken before the cards."
        found.append(_notice(f"Collection, schedule {number}", text, f"{tariff.jurisdiction} {tariff.rule}"))
    return found


def _span(start: float, end: float) -> str:
    """The amounts of a tier; nothing where one fee is for all."""
    return f"{start:g} to {end:g}: " if end else f"{start:g} and more: " if start else ""


def _fee(fee: float | str) -> str:
    """A fee; what cannot be read in the printed tariff stands as it does there."""
    return f"${fee}" if isinstance(fee, str) else money(fee)


def _policies(rules: Rules, betting: Mapping[str, Any]) -> list[Notice]:
    """What a house that offers a pot chose among the printed ways to play it, and the blind that players may add."""
    if not plays_for_a_pot(rules):
        return []
    game, found = rules.made, []
    for name, option in game.spec.options.items():
        if not option.rule or not option.choices or name.startswith(_TAKEN):
            continue
        value = game.options[name]
        said = ("yes" if value else "no") if isinstance(value, bool) else humanize(str(value))
        found.append(_notice("House rules", f"{name.replace('_', ' ').capitalize()}: {said}.", game.cite(option.rule)))
    if (blind := blind_view(rules, betting)) is not None:
        least = f"at least {blind['times']} times" if blind["times"] > 1 else "more than"
        text = f"May be posted before the cards; {least} the largest blind."
        found.append(_notice(blind["name"], text, blind["rule"]))
    return found


def _tips(game: Game[Any]) -> list[Notice]:
    if not game.spec.tips:
        return []
    posted = game.house.tips
    barred = not posted.offered or any(not tip.offered for tip in game.spec.tips)
    told = ["no tip bets are taken"] if barred else []
    told += [f"at most {money(posted.most)} on a wager"] if posted.most else []
    told += ["whole dollars only"] if posted.whole else []
    told += [f"paid up to {money(posted.most_paid)} a round"] if posted.most_paid else []
    text = ", ".join(told) or "as the rules of the game print them"
    return [_notice("Tip bets", f"{text[:1].upper()}{text[1:]}.", cite_floor("tip_limits", game.spec.jurisdiction))]


def posted(db: Connection, table: int) -> list[Notice]:
    """All notices of a table."""
    row = find(db, table)
    rules = current(db, row)
    game = load_game(rules.game, rules.house)
    rule = cite_floor("house_rules", game.spec.jurisdiction)
    sheet = f"{game.spec.name}, {game.edition}; a printed copy is given to who asks."
    rules_of = _notice("House game rules", sheet, rule)
    found = [rules_of, *_limits(row, game), *_policies(rules, row.betting), *_takes(game), *_tips(game)]
    if row.jackpot_id is not None:
        jackpot = jackpots.notice(db, row.jackpot_id)
        told = ((f"{jackpot['title']}: {one['head']}", one) for one in jackpot["statements"])
        found += [_notice(title, one["text"], one["rule"]) for title, one in told]
    if game.spec.bank is not None and game.spec.bank.turns:
        turns = counted(game.spec.bank.turns, "round")
        text = f"A player banks at most {turns} in a row; then the bank is offered clockwise."
        found.append(_notice("Bank", text, game.cite(game.spec.bank.turn_rule)))
    if proposition.listing(db):
        sign = floor_rules()["proposition"]
        text = "Proposition players may play here; the management names them to whoever asks."
        found.append(_notice("Proposition players", text, sign.cite(game.spec.jurisdiction)))
    for entry in schedules.entries_on(db, game):
        what = f"{humanize(entry['choice'])} {entry['value']}".strip() or game.spec.name
        rule = cite_floor("review" if game.spec.jurisdiction == "CA" else "approval", game.spec.jurisdiction)
        whose = f"{entry['status']} {'to' if entry['status'] == 'proposed' else 'by'} {entry['authority']}"
        text = f"{what}: {whose} from {entry['effective']}. {entry['note']}".strip()
        found.append(_notice("Approval", text, rule))
    return found
