"""The rule sheet of house poker: hands, deal and decisions, wagers with every result and price."""

from collections.abc import Iterator

from houseway.rules.game import Game
from houseway.rules.grammar import Price
from houseway.rules.house_poker import Choice, Hand, HousePoker, Outcome, Stage, Total, Wager
from houseway.rules.sheet.model import Grid, Section, Statement, listed, money, words
from houseway.rules.sheet.plain import rest

# Words that a sentence below tells; any other word of the grammar is shown as it stands.
_HAND = ("cards", "ranking", "wild", "bug", "wheel", "stand_in", "qualifies", "rule")
_CHOICE = (
    *("do", "bet", "times", "by", "any_between", "ahead", "having", "pull", "fold", "surrender", "share"),
    *("gives_up", "discard", "rule"),
)
_STAGE = ("name", "burn", "deal", "up", "decide", "take", "tie", "made", "unless", "optional", "timeout", "rule")
_WAGER = (
    *(
        "name",
        "rule",
        "cites",
        "required",
        "equals",
        "share",
        "needs",
        "bars",
        "limit",
        "stakes",
        "step",
        "blind",
        "on",
        "hand",
    ),
    *("against", "pays", "otherwise", "at_least", "all_win", "win", "tie", "lose", "unqualified", "best_of"),
    *("bad_beat", "survives_fold", "only_if_played", "meter", "stake", "hits", "envy", "dealer_envy", "commission"),
)
_PILES = {"player": "each player", "dealer": "the dealer", "community": "the community cards"}


def _hand(name: str, hand: Hand) -> str:
    parts = [f"{words(name).capitalize()}: {listed([words(part) for part in hand.cards])}"]
    if hand.ranking:
        parts.append(f"ranked as {words(hand.ranking)}")
    if hand.wild:
        parts.append(f"wild: {listed(hand.wild)}")
    if hand.bug:
        parts.append("the joker is an ace or completes a straight or flush")
    if not hand.wheel:
        parts.append("the ace does not stand below the two")
    if hand.stand_in:
        parts.append(f"the {words(hand.stand_in)} card stands in for a joker")
    if hand.qualifies:
        parts.append(f"qualifies with {words(hand.qualifies)} or better")
    return ", ".join([*parts, *rest(hand, _HAND)]) + "."


def _amount(choice: Choice) -> str:
    if not choice.times:
        return "any amount"
    if choice.any_between:
        return f"{choice.by[0]} to {choice.by[-1]} times {words(choice.times)}"
    factors = listed([str(factor) for factor in choice.by], "or")
    return f"{factors} times {words(choice.times)}"


def _choice(given: str | Choice) -> str:
    if isinstance(given, str):
        return given
    parts = []
    if given.bet:
        parts.append(f"{listed([words(name) for name in given.bet])} at {_amount(given)}")
    if given.ahead:
        parts.append("placed blind, before the decision")
    if given.having:
        parts.append(f"with {words(given.having)} or better")
    if given.pull:
        parts.append(f"take back {words(given.pull)}")
    if given.gives_up:
        parts.append(f"giving up {words(given.gives_up)}")
    if given.surrender:
        parts.append(f"losing {given.share:g} of {words(given.surrender)}")
    if given.discard is not None:
        least, most = given.discard
        parts.append(f"discard {least if least == most else f'{least} to {most}'} cards")
    parts.extend(rest(given, _CHOICE))
    return f"{given.do} ({', '.join(parts)})" if parts else given.do


def _condition(stage: Stage) -> str:
    conditions = []
    if stage.made:
        conditions.append(f"seats that made {words(stage.made)}")
    if stage.unless:
        conditions.append(f"seats that have not made {words(stage.unless)}")
    if stage.tie is not None:
        conditions.append(f"seats where {words(stage.tie[0])} and {words(stage.tie[1])} tie")
    return f" (only {listed(conditions)})" if conditions else ""


def _stage(stage: Stage) -> Iterator[str]:
    if stage.burn:
        yield f"burn {stage.burn}"
    if stage.deal:
        yield "deal " + listed([f"{count} to {_PILES.get(pile, words(pile))}" for pile, count in stage.deal.items()])
    if stage.take:
        yield f"seats that discarded fill their hands from {words(stage.take)}"
    if stage.up:
        yield f"face up: {listed([words(pile) for pile in stage.up])}"
    if stage.decide:
        passing = "; or let it pass" if stage.optional else ""
        yield f"each seat in turn: {'; '.join(_choice(given) for given in stage.decide)}{passing}"
    if stage.timeout:
        yield f"a seat that does not act: {stage.timeout}"
    yield from rest(stage, _STAGE)


def _stages(game: Game[HousePoker]) -> Section:
    lines = []
    for number, stage in enumerate(game.spec.stages, start=1):
        name = f"{stage.name.capitalize()}: " if stage.name else ""
        text = f"{number}. {name}{'; '.join(_stage(stage))}{_condition(stage)}."
        own = [c.rule for c in stage.decide if isinstance(c, Choice) and c.rule and c.rule not in stage.rule]
        paragraphs = dict.fromkeys(game.cite(rule) for rule in (stage.rule, *own) if rule)
        lines.append(Statement(text, ", ".join(paragraphs)))
    return Section("Deal and decisions", tuple(lines))


def _price(given: Outcome | Price) -> str:
    if isinstance(given, Outcome):
        lost = ", the stake is lost" if given.stake == "lost" else ""
        bounds = []
        if given.lost_from is not None:
            bounds.append(f"lost from {given.lost_from} up")
        if given.lost_to is not None:
            bounds.append(f"lost down to {given.lost_to}")
        tail = f"; {', '.join(bounds)}" if bounds else ""
        if given.pays:
            return f"pay table {words(given.pays)}, otherwise {given.price or given.otherwise}{lost}{tail}"
        if given.at_least:
            return f"{given.price} with {words(given.at_least)} or better, otherwise {given.otherwise}{lost}{tail}"
        return f"{given.price or given.otherwise}{lost}{tail}"
    return str(given)


def _made(wager: Wager) -> list[str]:
    made = ["required" if wager.required else ""]
    if wager.on:
        made.append(f"paid without a stake, on {words(wager.on)}")
    if wager.equals:
        part = "" if wager.share == 1 else f"{wager.share:g} times "
        made.append(f"equal to {part}{words(wager.equals)}")
    if wager.needs:
        made.append(f"beside {listed([words(name) for name in wager.needs])}")
    if wager.bars:
        made.append(f"not beside {listed([words(name) for name in wager.bars], 'or')}")
    if wager.limit:
        made.append(f"{money(wager.limit[0])} to {money(wager.limit[1])}")
    if wager.stakes:
        made.append(f"{listed([money(stake) for stake in wager.stakes], 'or')} only")
    if wager.step:
        made.append(f"in multiples of {money(wager.step)}")
    if wager.blind:
        made.append("may be placed before the first card")
    return [text for text in made if text]


def _results(wager: Wager) -> Iterator[tuple[str, str, str]]:
    """Each result of a wager, its price, and the key of its paragraph."""
    hand = words(wager.hand)
    if wager.all_win:
        yield f"{listed([words(name) for name in wager.all_win])} all win", _price(wager.win), "win"
        yield "not all of them win", _price(wager.lose), "lose"
        return
    if wager.best_of:
        yield (
            f"best hand at the table ({listed([words(h) for h in wager.best_of])})",
            f"pay table {words(wager.pays)}",
            "win",
        )
        yield "no row fits", "lose", "lose"
        return
    if wager.bad_beat:
        yield (
            f"{hand} and {words(wager.against)} both at least {words(wager.bad_beat)}, no tie",
            f"pay table {words(wager.pays)} on the losing hand",
            "win",
        )
        yield "no bad beat", "lose", "lose"
        return
    if wager.at_least:
        yield f"{hand} is {words(wager.at_least)} or better", _price(wager.win), "win"
        yield "otherwise", _price(wager.lose), "lose"
        return
    if wager.pays:
        yield f"{hand} is on the pay table", f"pay table {words(wager.pays)}", "win"
        if wager.otherwise != "" or not wager.against:
            yield "no row fits", str(wager.otherwise or "lose"), "lose"
            return
    other = words(wager.against)
    if wager.unqualified != "":
        yield f"{other} does not qualify", _price(wager.unqualified), "unqualified"
    yield f"{hand} beats {other}", _price(wager.win), "win"
    yield f"{hand} ties {other}", _price(wager.tie), "tie"
    yield f"{other} beats {hand}", _price(wager.lose), "lose"


def _remarks(wager: Wager) -> list[str]:
    remarks = []
    if wager.only_if_played:
        remarks.append(f"dead unless {words(wager.only_if_played)} was made")
    if wager.meter:
        remarks.append(f"shares are of the {words(wager.meter)} meter, {words(wager.hits)} where several win")
    if wager.stake or wager.meter:
        kept = wager.stake or "taken"
        remarks.append(f"the stake of a winner paid dollars or a share is {kept}")
    if wager.commission:
        remarks.append(f"commission of {wager.commission:.2%} on winnings")
    if wager.envy is not None:
        least = f" from {money(wager.envy.min_stake)}" if wager.envy.min_stake else ""
        best = ", the highest only" if wager.envy.highest_only else ""
        bettor = ", if the holder of the hand made the wager" if wager.envy.holder_must_bet else ""
        others = ", not to a hand that earns one itself" if wager.envy.not_to_holders else ""
        remarks.append(f"envy bonus to the other bettors{least}{best}{bettor}{others}")
    if wager.dealer_envy:
        remarks.append("the table's envy sums go to the dealer")
    return [*remarks, *rest(wager, _WAGER)]


def _wager(game: Game[HousePoker], name: str, wager: Wager) -> Grid:
    rows = []
    for result, price, key in _results(wager):
        rows.append((result, price, game.cite(wager.cites.get(key, wager.rule))))
    if not wager.on:
        fold = "settled as usual" if wager.survives_fold else "lose"
        rows.append(("the player folds", fold, game.cite(wager.cites.get("fold", wager.rule))))
    made = "; ".join(_made(wager))
    title = f"{wager.name or words(name)}{f' ({made})' if made else ''}"
    return Grid(title, ("result", "price", "rule"), tuple(rows), game.cite(wager.rule), tuple(_remarks(wager)))


def _total(total: Total) -> str:
    options = ((total.least, "at least"), (total.most, "at most"))
    bounds = [f"{bound} the option {option}" for option, bound in options if option]
    together = " together" if len(total.wagers) > 1 else ""
    return f"{listed([words(name) for name in total.wagers]).capitalize()}{together}: {listed(bounds)}."


def sections(game: Game[HousePoker]) -> list[Section]:
    """What only house poker has."""
    spec = game.spec
    hands = tuple(
        Statement(_hand(name, hand), game.cite(hand.rule) if hand.rule else "") for name, hand in spec.hands.items()
    )
    one_of = (Statement(f"At least one of {listed([words(n) for n in spec.one_of])} is made."),) if spec.one_of else ()
    totals = tuple(Statement(_total(total), game.cite(total.rule)) for total in spec.totals)
    grids = tuple(_wager(game, name, wager) for name, wager in spec.wagers.items())
    return [Section("Hands", hands), _stages(game), Section("Wagers", one_of + totals, grids)]
