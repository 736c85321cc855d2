"""The rule sheet of house poker: hands, deal and decisions, wagers with every result and price."""

from collections.abc import Iterator

from houseway.play.house_poker.plan import WagerPlan, make_plan
from houseway.rules.game import Game
from houseway.rules.house_poker import Choice, DealerActs, DealerRow, Hand, HousePoker, Stage, Wager
from houseway.rules.sheet.alike import told_once
from houseway.rules.sheet.common import MADE, betting_terms, envy_text
from houseway.rules.sheet.model import Grid, Section, Statement
from houseway.rules.sheet.plain import rest
from houseway.rules.wording import humanize, listed, money
from houseway.rules.words import Total

# Words that a sentence below tells; any other word of the grammar is shown as it stands.
_HAND = (
    *("cards", "ranking", "length", "wild", "bug", "wheel", "draws", "stand_in", "held", "plays_of", "qualifies"),
    *("stronger_of", "weaker_of", "rule"),
)
_CHOICE = (
    *("do", "bet", "times", "by", "any_between", "ahead", "having", "below", "hand", "needs", "ends", "pull", "fold"),
    *("forced", "offered", "surrender", "share", "gives_up", "discard", "parts", "rule", "select", "adds"),
    *("shows", "above", "if_foul", "by_house_way", "busts", "goes_on"),
)
_STAGE = (
    *(
        "name",
        "burn",
        "deal",
        "up",
        "decide",
        "fill_from",
        "dealer",
        "if_tied",
        "made",
        "unless",
        "optional",
        "timeout",
    ),
    *("rule", "made_one", "table", "opens", "hand"),
)
_WAGER = (
    *(*MADE, "blind", "same_on_hands", "paid_on", "hand"),
    *("against", "pay_table", "at_least", "all_win", "win", "tie", "lose", "unqualified", "best_of"),
    *("bad_beat", "survives_fold", "only_if_played", "meter", "stake", "hits", "envy", "commission", "fee", "shown_by"),
    *("foul", "most_of", "bust", "dealer_bust", "lost_if"),
    *("opened_later", "shows", "beats", "follows", "followed", "also_pay_table", "pot", "rake", "rake_limit"),
    *("coupon", "dealer_envy"),
)
_PILES = {"player": "each player", "dealer": "the dealer", "community": "the community cards"}


def _piece(part: str) -> str:
    """A pile or a slice of it: `community[1-3]` is community cards 1 to 3."""
    pile, bracket, places = part.rstrip("]").partition("[")
    if not bracket:
        return humanize(part)
    first, _, last = places.partition("-")
    if not first.isdecimal():
        return f"the selected cards of the {humanize(pile)}"
    return f"{humanize(pile)} cards {first} to {last}" if last else f"{humanize(pile)} card {first}"


def _hand(name: str, hand: Hand) -> str:
    others = hand.plays_of or hand.stronger_of or hand.weaker_of
    text = listed([_piece(part) for part in hand.cards or others])
    if hand.plays_of:
        text = f"the cards that {text} play"
    elif others:
        text = f"the {'stronger' if hand.stronger_of else 'weaker'} of {text}"
    parts = [f"{humanize(name).capitalize()}: {text}"]
    if hand.length:
        parts.append(f"{hand.length} cards make a straight or flush")
    if hand.ranking:
        parts.append(f"ranked as {humanize(hand.ranking)}")
    if hand.wild:
        parts.append(f"wild: {listed(hand.wild)}")
    if hand.bug:
        parts.append("the joker is an ace or completes a straight or flush")
    if hand.held:
        parts.append("those still held")
    if not hand.wheel:
        parts.append("the ace does not stand below the two")
    if hand.draws:
        parts.append(f"seen with {hand.draws} wild card{'s' * (hand.draws > 1)} more: what it draws to")
    if hand.stand_in:
        parts.append(f"the {humanize(hand.stand_in)} card stands in for a joker")
    if hand.qualifies:
        parts.append(f"qualifies with {humanize(hand.qualifies)} or better")
    return ", ".join([*parts, *rest(hand, _HAND)]) + "."


def _amount(game: Game[HousePoker], choice: Choice) -> str:
    if not choice.times:
        return "any amount"
    if choice.any_between:
        return f"{choice.by[0]} to {choice.by[-1]} times {game.title(choice.times)}"
    factors = listed([str(factor) for factor in choice.by], "or")
    return f"{factors} times {game.title(choice.times)}"


def _choice(game: Game[HousePoker], given: str | Choice) -> str:
    if isinstance(given, str):
        return given
    parts = []
    if given.bet:
        parts.append(f"{listed(game.titles(given.bet))} at {_amount(game, given)}")
    if given.ahead:
        parts.append("placed blind, before the decision")
    of_hand = f" in {humanize(given.hand)}" if given.hand != "player" else ""
    if given.having:
        parts.append(f"with {humanize(given.having)} or better{of_hand}")
    if given.below:
        parts.append(f"with less than {humanize(given.below)}{of_hand}")
    if given.shows:
        parts.append(f"with {humanize(given.shows)}{of_hand}")
    if given.needs:
        parts.append(f"only with {listed(game.titles(given.needs))}")
    if given.ends:
        ended = [f"{game.title(name)} {humanize(str(price))}" for name, price in given.ends.items()]
        parts.append(f"{'ended at once' if given.goes_on else 'the hand ends'}: {listed(ended)}")
    if given.forced:
        parts.append("the rules leave nothing else")
    if not given.offered:
        parts.append("a mistake")
    if given.pull:
        parts.append(f"take back {game.title(given.pull)}")
    if given.gives_up:
        parts.append(f"giving up {game.title(given.gives_up)}")
    if given.surrender:
        on = ", and the hand goes on" if given.goes_on else ""
        parts.append(f"losing {given.share:g} of {game.title(given.surrender)}{on}")
    if given.select:
        parts.append(f"{given.select} different places")
    for word, wager in {name: word for word, name in reversed(given.adds.items())}.items():
        parts.append(f"with {humanize(word)} in the same action, by the word {wager}")
    if given.discard is not None:
        least, most = given.discard
        cards = f"{least} card{'s' * (least > 1)}" if least == most else f"{least} to {most} cards"
        parts.append(f"discard {cards}")
    if given.parts:
        parts.append(_parts(given.parts) + (" by the house way" if given.by_house_way else ""))
    if given.above:
        foul = {"stands": "", "reset": ", set again if it is", "house_way": ", by the house way if it is"}
        high, low = map(humanize, given.above)
        parts.append(f"{high} not below {low}{foul[given.if_foul]}")
    if given.busts:
        parts.append("for cards that cannot be set")
    parts.extend(rest(given, _CHOICE))
    return f"{given.do} ({', '.join(parts)})" if parts else given.do


def _parts(parts: dict[str, int]) -> str:
    return "set " + listed([f"{count} card{'s' * (count > 1)} as {humanize(name)}" for name, count in parts.items()])


def _preference(text: str) -> str:
    how, _, hand = text.rpartition(" ")
    said = {"": "the better", "high": "the higher cards in", "suited": "one suit in", "suits": "the first suits in"}
    return f"{said[how]} {humanize(hand)}"


def _row(row: DealerRow) -> str:
    """A row of the house way: its own sentence, or its words."""
    if row.text:
        return row.text
    conditions = [humanize(row.hand)] if row.hand else []
    conditions += [f"{humanize(hand)} shows {humanize(shown)}" for hand, shown in row.shows.items()]
    conditions += [f"{humanize(hand)} is {humanize(least)} or better" for hand, least in row.at_least.items()]
    kept = [f"keep {row.keep}"] if row.keep is not None else []
    chosen = listed([*kept, *(_preference(text) for text in row.prefer)])
    return f"{listed(conditions) or 'otherwise'}: {chosen or 'so'}."


def _dealer(acts: DealerActs) -> str:
    acting = f"discards {acts.discard[0]} to {acts.discard[1]} cards and draws as many" if acts.discard else ""
    after = f"; then {listed([_preference(text) for text in acts.prefer])}" if acts.prefer else ""
    never = f"; never {humanize(acts.above[0])} below {humanize(acts.above[1])}" if acts.above else ""
    way = " ".join(f"({number}) {_row(row)}" for number, row in enumerate(acts.rows, start=1))
    return f"the dealer {acting or _parts(acts.parts).replace('set', 'sets', 1)} by the house way{never}{after}: {way}"


def _condition(game: Game[HousePoker], stage: Stage) -> str:
    conditions = []
    if stage.made:
        conditions.append(f"seats that made {game.title(stage.made)}")
    if stage.unless:
        conditions.append(f"seats that have not made {game.title(stage.unless)}")
    if stage.made_one:
        conditions.append(f"seats that made {listed(game.titles(stage.made_one), 'or')}")
    if stage.table is not None:
        conditions.append(f"while pay table {stage.table[1]} is used for {game.title(stage.table[0])}")
    if stage.if_tied is not None:
        conditions.append(f"seats where {humanize(stage.if_tied[0])} and {humanize(stage.if_tied[1])} tie")
    return f" (only {listed(conditions)})" if conditions else ""


def _stage(game: Game[HousePoker], stage: Stage) -> Iterator[str]:
    if stage.burn:
        yield f"burn {stage.burn}"
    if stage.deal:
        yield "deal " + listed([f"{count} to {_PILES.get(pile, humanize(pile))}" for pile, count in stage.deal.items()])
    if stage.fill_from:
        yield f"seats that discarded fill their hands from the {humanize(stage.fill_from)}"
    if stage.dealer is not None:
        yield _dealer(stage.dealer).removesuffix(".")
    if stage.up:
        yield f"face up: {listed([_piece(pile) for pile in stage.up])}"
    if stage.decide:
        passing = "; or let it pass" if stage.optional else ""
        yield f"each seat in turn: {'; '.join(_choice(game, given) for given in stage.decide)}{passing}"
    if stage.opens:
        opened = [
            f"any of {game.title(name[:-2])}" if name.endswith(".*") else game.title(name) for name in stage.opens
        ]
        yield f"wagers may be made now: {listed(opened)}"
    if stage.hand:
        yield f"the action names {humanize(stage.hand)}"
    if stage.timeout:
        yield f"a seat that does not act: {stage.timeout}"
    yield from rest(stage, _STAGE)


def _stages(game: Game[HousePoker]) -> Section:
    lines: list[Statement] = []
    for stage in game.spec.stages:
        number = len(lines) + 1
        name = f"{stage.name.capitalize()}: " if stage.name else ""
        told = "; ".join(_stage(game, stage))
        if not told:  # the house's choices leave nothing to do here
            continue
        text = f"{number}. {name}{told}{_condition(game, stage)}."
        rules = [c.rule for c in stage.decide if isinstance(c, Choice) and c.rule and c.rule not in stage.rule]
        paragraphs = dict.fromkeys(game.cite(rule) for rule in (stage.rule, *rules) if rule)
        lines.append(Statement(text, ", ".join(paragraphs)))
    return Section("Deal and decisions", tuple(lines))


def _made(game: Game[HousePoker], wager: Wager) -> list[str]:
    terms = betting_terms(game, wager)
    if wager.paid_on:
        terms.append(f"paid without a stake, on {game.title(wager.paid_on)}")
    if wager.blind:
        terms.append("may be placed before the first card")
    if wager.opened_later:
        terms.append("made between cards")
    if wager.same_on_hands:
        terms.append("the same on every hand of a player")
    return terms


def _results(game: Game[HousePoker], wager: WagerPlan) -> Iterator[tuple[str, str, str]]:
    """Each case of a wager: when it holds, its price, and the paragraph."""
    for case in wager.cases:
        if case.table is None:
            assert case.pay is not None
            yield case.when.text(), case.pay.text, case.cite
            continue
        price = f"pay table {game.title(case.table.name)}"
        if case.also is not None:
            price += f", and also pay table {game.title(case.also.name)}"
        if case.best_of:
            price += f", by the best of {listed([humanize(hand) for hand in case.best_of])}"
        if case.margin is not None:
            price += f", by the margin over {humanize(case.margin[1])}"
        yield case.when.text(), price + (", the stake is lost" if case.stake_lost else ""), case.cite


def _remarks(game: Game[HousePoker], wager: Wager) -> list[str]:
    remarks = []
    if wager.only_if_played:
        remarks.append(f"lost unless {game.title(wager.only_if_played)} was made")
    if wager.meter:
        remarks.append(f"shares are of the {game.title(wager.meter)} meter, {humanize(wager.hits)} where several win")
    if wager.stake or wager.meter:
        kept = wager.stake or "taken"
        remarks.append(f"the stake of a winner paid dollars or a share is {kept}")
    if wager.commission:
        remarks.append(f"commission by the option {humanize(wager.commission)}")
    if wager.envy is not None:
        remarks.append(envy_text(wager.envy))
    if wager.dealer_envy:
        remarks.append("the envy sums of the pay table are paid to the dealer")
    if wager.coupon:
        remarks.append("the stake is a coupon: it wins money and nothing is lost with it")
    if wager.rake:
        percent, most = wager.rake_limit
        remarks.append(f"rake by the option {humanize(wager.rake)}, at most {percent:g}% of the pot and {money(most)}")
    return [*remarks, *rest(wager, _WAGER)]


def _wager(game: Game[HousePoker], wager: WagerPlan) -> Grid:
    spec = wager.spec
    rows = list(_results(game, wager))
    if spec.survives_fold and not spec.paid_on:
        rows.insert(0, ("the player folds", "settled as usual", wager.terms.cite("fold")))
    terms = "; ".join(_made(game, spec))
    title = f"{game.title(wager.name)}{f' ({terms})' if terms else ''}"
    paragraphs = dict.fromkeys((game.cite(spec.placed_rule or spec.rule), wager.terms.rule))
    return Grid(title, ("result", "price", "rule"), tuple(rows), ", ".join(paragraphs), tuple(_remarks(game, spec)))


def _total(game: Game[HousePoker], total: Total) -> str:
    options = ((total.least, "at least"), (total.most, "at most"))
    bounds = [f"{bound} the option {option}" for option, bound in options if option]
    together = " together" if len(total.wagers) > 1 else ""
    return f"{listed(game.titles(total.wagers))}{together}: {listed(bounds)}."


def sections(game: Game[HousePoker]) -> list[Section]:
    """What only house poker has."""
    spec = game.spec
    hands = tuple(
        Statement(_hand(name, hand), game.cite(hand.rule) if hand.rule else "") for name, hand in spec.hands.items()
    )
    hands += tuple(Statement(f"{humanize(pile).capitalize()}: dealt from {pack}.") for pile, pack in spec.packs.items())
    one_of = (Statement(f"At least one of {listed(game.titles(spec.one_of))} is made."),) if spec.one_of else ()
    totals = tuple(Statement(_total(game, total), game.cite(total.rule)) for total in spec.totals)
    grids = told_once({name: _wager(game, wager) for name, wager in make_plan(game).wagers.items()})
    return [Section("Hands", hands), _stages(game), Section("Wagers", one_of + totals, grids)]
