"""The rule sheet of blackjack: the play of the hands, the dealer's, and every wager with what it looks at."""

from collections.abc import Iterator
from dataclasses import replace

from houseway.play.blackjack.plan import INSURANCE, Plan, make_plan
from houseway.play.core.cases import told
from houseway.rules.blackjack import VIEWS, Blackjack, BlackjackWager, PokerDuel
from houseway.rules.game import Game
from houseway.rules.sheet.common import section_of, shoe_text
from houseway.rules.sheet.model import Grid, Section, Statement
from houseway.rules.sheet.plain import rest
from houseway.rules.wording import humanize, listed, money

_WAGER = (
    *(
        "name",
        "rule",
        "cites",
        "offered",
        "main",
        "required",
        "equals",
        "needs",
        "needs_one",
        "limit",
        "at_most",
        "step",
    ),
    *("fixed_by", "opens_at", "barred", "view", "pay_table", "draws_out", "streak", "meter", "stake", "dealer_envy"),
)
_EVEN_MONEY = {
    "none": "not offered",
    "flat": "one to one at once",
    "insured": "as an insurance of half the wager",
}
_UP = {"A": "an ace", "AT": "an ace or a ten-value card"}
_OPENS = {
    "bets": "",
    "duel": "made after the deal and before the dealer looks",
    "dealt": "made after the deal and before the hole card is shown",
    "peeked": "made after the dealer looked for a natural and before the hole card is shown",
    "streets": "made after a card dealt to the player after the hands are played",
    "acted": "made after the hand is played and before the dealer's",
}


def _made(game: Game[Blackjack], wager: BlackjackWager) -> Iterator[str]:
    """Who may make a wager, when, and for how much."""
    yield "required" if wager.required else "optional"
    if wager.equals:
        yield f"equal to {game.title(wager.equals)}"
    if wager.needs:
        yield f"only with {listed(game.titles(wager.needs))}"
    if wager.needs_one:
        yield f"only with {listed(game.titles(wager.needs_one), 'or')}"
    if wager.limit:
        yield f"from {money(wager.limit[0])} to {money(wager.limit[1])}"
    if wager.at_most:
        yield f"bounded by the option {humanize(wager.at_most)}"
    if wager.fixed_by:
        yield f"of the amount that the option {humanize(wager.fixed_by)} fixes"
    if wager.step:
        yield f"in multiples of {money(wager.step)}"
    if _OPENS[wager.opens_at]:
        yield _OPENS[wager.opens_at]
    if wager.barred:
        yield f"not for a {listed(wager.barred, 'or')}"


def _judged(game: Game[Blackjack], wager: BlackjackWager) -> Iterator[str]:
    """What a wager is on, and what it pays."""
    if wager.main:
        yield "on a hand against the dealer's, wins 1 to 1"
    elif wager.streak:
        yield f"on winning {wager.streak} rounds running, pays as {game.title(wager.pay_table)} below"
        yield "stays up until a round is lost or the last is won"
    elif wager.pay_table:
        yield f"on {VIEWS[wager.view].text}, pays as {game.title(wager.pay_table)} below"
    if wager.draws_out:
        yield "the dealer finishes the hand for it"
    if wager.meter:
        yield f"shares are of the {game.title(wager.meter)} meter"
    if wager.dealer_envy:
        yield "the table's envy sums go to the dealer"


def _wagers(game: Game[Blackjack]) -> Iterator[tuple[str, str]]:
    """Every wager; how it is made and what it wins by are told apart where they rest on different rules."""
    spec = game.spec
    for name, wager in spec.wagers.items():
        if not wager.offered:
            yield f"{game.title(name)}: not offered by the house.", wager.rule
            continue
        title, more = game.title(name), rest(wager, _WAGER)
        won = wager.cites.get("win") or (spec.dealer.cites.get("win") if wager.main else "") or wager.rule
        if won == wager.rule:
            yield f"{title}: {', '.join([*_made(game, wager), *_judged(game, wager), *more])}.", won
        else:
            yield f"{title}: {', '.join([*_made(game, wager), *more])}.", wager.rule
            yield f"{title} is {', '.join(_judged(game, wager))}.", won


def _players(spec: Blackjack) -> Iterator[tuple[str, str]]:
    natural = spec.natural
    if spec.start == 2:
        yield f"An ace and a ten-value card as the first two are {natural.held} and pay {natural.price}.", natural.rule
    else:
        yield f"A hand starts with {spec.start} cards, those beyond two after the dealer's second.", ""
    if spec.instant is not None:
        price = spec.instant.price
        yield (
            f"A start of 21 pays {price} at once, before the dealer looks, unless it is kept to be split.",
            (spec.instant.rule),
        )
        yield f"A later 21 wins {price} whatever the dealer has.", spec.instant.later_rule
    if spec.switch:
        yield "The second cards of the two hands may be exchanged; a natural so made counts 21.", spec.switch
    must = spec.must
    if must.hit_hard_to:
        yield f"Hard {must.hit_hard_to} and less must hit, hard {must.stand_hard_from} and more must stand.", must.rule
    if spec.double is not None:
        totals = listed([str(total) for total in spec.double.totals], "or") or "any total"
        more = ", also after a split" if spec.double.after_split else ", not after a split"
        less = ", for the wager or less" if spec.double.for_less else ""
        count = "A hand"
        if spec.double.cards == 2:
            count = "Two cards" if spec.start == 2 else f"A start of {spec.start} cards, or two after a split,"
        held = f", not with a card of {spec.double.not_with}" if spec.double.not_with else ""
        yield f"{count} of {totals} may be doubled{less}{more}{held}.", spec.double.rule
    if spec.split is not None and spec.split.singles:
        text = "A start with a pair, or that aces can put over 21 or at 21, may be split into a hand for each card"
        limit = "" if spec.split.hit_aces else ", an ace with one card more"
        yield f"{text}{limit}; no hand is split again.", spec.split.rule
    elif spec.split is not None and spec.split.hands > 1:
        split = spec.split
        aces = "once" if not split.resplit_aces else "again"
        limit = "" if split.hit_aces else ", with one card to each"
        text = f"Two cards of one {split.same} may be split, to {split.hands} hands at most"
        yield f"{text}; aces {aces}{limit}." if split.aces else f"{text}; aces may not.", split.rule
    if spec.free is not None:
        totals = listed([str(total) for total in spec.free.double], "or")
        yield f"Two cards of hard {totals} may be doubled free; a win pays the original wager.", spec.free.rule
        yield "Pairs may be split free, ten-value cards excepted.", spec.free.split_rule
    if spec.surrender is not None:
        when = "after" if spec.surrender.at == "late" else "before"
        hand = "A start that may be counted over 21" if spec.surrender.over_21 else "A first hand"
        text = f"{hand} may be surrendered for {_share(spec.surrender.costs)} of the wager {when} the dealer's look."
        yield text, spec.surrender.rule
    if spec.insurance is not None and spec.insurance.up:
        up = _UP.get(spec.insurance.up, spec.insurance.up)
        text = f"Under {up} a wager may be insured for {_share(spec.insurance.most)} of it, at"
        yield f"{text} {spec.insurance.price}; even money: {_EVEN_MONEY[spec.even_money]}.", spec.insurance.rule
    if spec.shared == "stream":
        yield "All players hold the same cards; a card that one does not take goes to that player's own dealer.", ""
    if spec.shared == "hands":
        yield "All players hold the same hands, each with a stream of cards of its own.", ""
    if spec.timeout:
        yield f"A player who does not act stands or hits as the option {humanize(spec.timeout)} says.", ""


def _share(part: float) -> str:
    return "half" if part == 1 / 2 else f"{part:g}"


def _dealer(spec: Blackjack) -> Iterator[tuple[str, str]]:
    dealer = spec.dealer
    if dealer.hands > 1:
        yield f"The dealer plays {dealer.hands} hands from one up card; each main wager is on one of them.", dealer.rule
    if not dealer.hole_card:
        yield "The dealer takes the second card after the players have acted.", dealer.rule
    elif dealer.peeks:
        shown = listed([{"A": "an ace", "T": "a ten-value card"}.get(rank, rank) for rank in dealer.peeks], "or")
        yield f"Under {shown} the dealer looks for a natural before anybody plays.", dealer.rule
    soft = "draws to a soft 17" if dealer.hits_soft_17 else "stands on every 17"
    yield f"The dealer draws to 16 and {soft}.", dealer.rule
    if dealer.natural_takes == "initial":
        yield "A natural seen at the end takes the original wagers only.", dealer.rule
    yield shoe_text(spec.shoe), spec.shoe.rule
    if spec.bank is not None:
        yield "A player banks: no more than the bank's wager is paid or taken.", spec.bank.rule


def _duel(game: Game[Blackjack], duel: PokerDuel) -> Iterator[tuple[str, str]]:
    wager, bet = game.titles((duel.wager, duel.bet))
    yield (
        f"Who bet {wager} bets {bet} of the same amount before the dealer looks, or folds and loses {wager}.",
        duel.rule,
    )
    yield f"The best of all cards in the hand plays, ranked as {humanize(duel.ranking)}, also after a bust.", duel.rule
    yield f"The dealer qualifies with {humanize(duel.qualifies)} or better.", duel.rule
    yield f"Against a dealer's natural that the look finds the first two cards decide {wager}.", duel.rule


def _results(plan: Plan) -> tuple[Grid, ...]:
    """Each case of a hand and of the other wagers; those of a pay table are in the table below."""
    grids = []
    for name, cases in plan.cases.items():
        kept = [case for case in cases if not case.row]
        hidden = name == INSURANCE and not (plan.spec.insurance and plan.spec.insurance.up)
        if name in plan.mains[1:] or len(kept) == 1 or hidden:
            continue
        title = "A hand against the dealer's" if name == plan.mains[0] else plan.game.title(name)
        grids.append(Grid(title, ("result", "price", "rule"), tuple(told(kept))))
    return tuple(grids)


def sections(game: Game[Blackjack]) -> list[Section]:
    """The sections that blackjack adds to a rule sheet."""
    spec = game.spec
    parts = [
        replace(section_of(game, "Wagers", _wagers(game)), grids=() if spec.refused else _results(make_plan(game))),
        section_of(game, "The players' hands", _players(spec)),
        section_of(game, "The dealer's hand", _dealer(spec)),
    ]
    if spec.duel is not None:
        parts.append(section_of(game, "Poker with the same cards", _duel(game, spec.duel)))
    if spec.streets is not None:
        bets = listed(game.titles(spec.streets.bets), "then")
        text = (
            f"Who bet {game.title(spec.streets.wager)} is dealt cards one by one from the deck without the dealer's "
            f"first two, and after each but the last bets {bets} or folds."
        )
        parts.append(Section("After the hands", (Statement(text, game.cite(spec.streets.rule)),)))
    return parts
