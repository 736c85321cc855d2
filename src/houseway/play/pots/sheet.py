"""The rule sheet of player-banked poker: forced bets, streets, betting, hands and the award of the pot."""

from collections.abc import Iterator

from houseway.play.core.cases import told
from houseway.play.pots.side_wagers import side_cases
from houseway.play.pots.table import rules_of
from houseway.rules.game import Game
from houseway.rules.pots import Award, Betting, Button, Forced, PlayerPoker, Pool, PotHand, Street
from houseway.rules.sheet.common import betting_terms, section_of
from houseway.rules.sheet.model import Grid, Section
from houseway.rules.sheet.plain import flat, rest, stated
from houseway.rules.wording import humanize, listed
from houseway.rules.words import Head

_FIRST = {
    "after_blinds": "the seat left of the blinds",
    "left_of_button": "the first live seat left of the button",
    "low_card": "the lowest up card",
    "high_card": "the highest up card",
    "high_board": "the highest hand showing",
    "low_board": "the lowest hand showing",
}
_STRUCTURES = {
    "limit": "Bets and raises are of the limit of the street",
    "spread": "A bet is of any amount between the table's two limits",
    "pot-limit": "A bet or raise is at most the pot",
    "no-limit": "A bet may be all of a seat's chips",
    "equal": "Every live seat bets the same amount on each street",
}
_RANKINGS = {
    "poker": "the ranks of poker",
    "poker_bug": "the ranks of poker, the joker an ace or a filler of straights and flushes",
    "poker_wild_fortune": "the ranks of poker with wild cards",
    "short_deck": "the ranks of a short deck",
    "low_a5": "low hands, the ace low, straights and flushes not counted",
}
_BETTING = ("structure", "raises", "raises_heads_up", "check", "check_raise", "under_raise", "openers", "chop", "rule")
_AWARD = ("parts", "odd_chips", "sat_out", "rule", "sat_out_rule", "tie_rule", "part_rule", "fold_rule")
_TOLD = frozenset(Head.__struct_fields__) | {
    *(
        "streets",
        "hands",
        "forced",
        "betting",
        "award",
        "boards",
        "rake",
        "rake_most",
        "bonus",
        "bad_beat",
        "pool",
        "collection",
        "rulings",
    ),
}


def _street(number: int, street: Street) -> str:
    parts = [f"burn {street.burn}"] if street.burn else []
    deal = (
        (street.deal.down, "face down to each seat"),
        (street.deal.up, "face up to each seat"),
        (street.deal.board, "face up on the board"),
    )
    parts.extend(f"deal {count} {where}" for count, where in deal if count)
    if street.discard is not None:
        least, most = street.discard.least, street.discard.most
        count = str(most) if least == most else f"{least} to {most}"
        verb = "name as wild" if street.discard.wild else "give up"
        back = ", replaced from the deck" if street.discard.replaced else ""
        parts.append(f"each seat may {verb} {count} cards{back}")
    if street.bet is not None:
        size = " at the higher limit" if street.bet.size == "big" else ""
        pair = ", an open pair at either limit" if street.bet.pair_doubles else ""
        parts.append(f"bet{size}, {_FIRST[street.bet.first]} first{pair}")
    return f"{number}. {humanize(street.name).capitalize()}: {'; '.join(parts)}."


def _forced(forced: Forced, button: Button) -> Iterator[tuple[str, str]]:
    if forced.ante:
        yield "Each seat posts an ante where the table asks for one.", forced.rule
    if forced.blinds:
        alone = "the small blind" if forced.heads_up == "button_small" else "the big blind"
        yield f"Two blinds are posted left of the button; of two players the button posts {alone}.", forced.rule
    if forced.own_bet:
        yield f"Each seat puts in {humanize(forced.own_bet)}, of a size of its own, before the first card.", forced.rule
    if forced.extra is not None and forced.extra.allowed:
        who = "the seat left of the big blind" if forced.extra.who == "left_of_blind" else "any seat"
        yield f"A blind of {forced.extra.times} times the largest may be added by {who}.", forced.extra.rule
    if forced.bring_in is not None:
        size = "the whole lower limit" if forced.bring_in.full else "the table's bring-in"
        yield f"An up card forces its seat to open for {size}.", forced.bring_in.rule
    if button.moves == "right":
        yield "After a hand the button moves to the next seat to the right.", button.rule


def _betting(betting: Betting) -> Iterator[str]:
    yield f"{_STRUCTURES[betting.structure]}."
    heads_up = f", {betting.raises_heads_up} between two" if betting.raises_heads_up else ""
    yield f"Raises of a betting round: {betting.raises}{heads_up}."
    if not betting.check:
        yield "A seat bets or folds; it may not check."
    elif not betting.check_raise:
        yield "A seat that checked may not raise."
    reopens = "reopens" if betting.under_raise == "reopens" else "does not reopen"
    yield f"An all-in below a full raise {reopens} the betting to seats that have acted."
    if betting.openers:
        yield f"The first bet needs {humanize(betting.openers)} or better; if nobody opens, the pot is carried over."
    if betting.chop:
        yield "The two blinds may take their money back when all others folded."
    yield from (f"{statement.capitalize()}." for statement in rest(betting, _BETTING))


def _hand(name: str, hand: PotHand) -> str:
    least, most = hand.own_cards
    from_hole = f"exactly {most}" if least == most else f"{least} to {most}" if least else f"at most {most}"
    needs = f", needs {humanize(hand.qualifies)} or better" if hand.qualifies else ""
    return f"{humanize(name).capitalize()}: {_RANKINGS[hand.ranking]}; {from_hole} of a seat's own cards play{needs}."


def _award(award: Award) -> Iterator[tuple[str, str]]:
    parts = listed([humanize(part) for part in award.parts])
    shared = "the best hand" if len(award.parts) == 1 else f"equal parts for the best {parts}"
    yield f"Each pot goes to {shared}.", award.rule
    if award.part_rule and len(award.parts) > 1:
        yield "A part that no hand qualifies for goes to the other.", award.part_rule
    odd = "all to the first of them" if award.odd_chips == "first" else "one each in turn"
    yield f"Tied hands share; odd chips go {odd}, from the left of the button.", award.tie_rule
    if award.fold_rule:
        yield "A seat that folds gives up its part in every pot; the last one left takes them.", award.fold_rule
    if award.sat_out:
        yield "Who sits out a hand waits until a pot that is carried over is won.", award.sat_out_rule or award.rule
    yield from ((f"{statement.capitalize()}.", "") for statement in rest(award, _AWARD))


RULINGS = {
    "misdeal": "A misdeal returns all chips; there is none once there has been substantial action.",
    "defective_deck": "A defective deck returns all chips, save those of seats that knew of it and bet.",
    "dead_hand": "A dead or fouled hand takes no more part; what it put in stays in the pot.",
    "fouled_no_fault": "A protected hand fouled by no fault of its own is out and has its chips back.",
    "chopped": "The two blinds may take their bets back when all others folded.",
    "all_folded": "When every seat folds nobody wins the pot.",
    "passed": "When nobody can open the pot stays for the next hand.",
    "exposed_card": "A card exposed in the deal is dead, and the next card takes its place.",
    "premature": "A card dealt before the betting is complete does not play.",
    "faced_card": "A joker that is not in the game is dead; dealt face down it is replaced once all have theirs.",
    "unshown": "A beaten hand may be discarded unseen.",
    "asked_to_see": "Whoever called all bets may ask to see a hand that did too.",
    "jackpot": "A jackpot is paid by the rules posted for it, after the pot.",
}


def _rulings(spec: PlayerPoker) -> Iterator[tuple[str, str]]:
    """What may end a hand apart from the cards, as far as it can happen in the game."""
    able = {
        "chopped": spec.betting.chop,
        "passed": bool(spec.betting.openers),
        "all_folded": spec.betting.last_plays_on,
    }
    for name, text in RULINGS.items():
        if able.get(name, True):
            yield text, getattr(spec.rulings, name)


def _pool(pool: Pool) -> Iterator[tuple[str, str]]:
    """What the wager on a pool must be, and what its markers are won for."""
    wager, rule = humanize(pool.wager), pool.wager_rule or pool.rule
    if pool.least:
        yield f"A {wager} is at least the ante, or the largest blind.", rule
    if pool.joint:
        yield f"A {wager} is, with the ante or the seat's own blind, at most the table's largest wager.", rule
    by_hand = [f"{count} with {humanize(hand)}" for hand, count in pool.markers.items() if hand != "any"]
    markers = listed([str(pool.markers["any"]), *by_hand])
    yield f"A pot won alone brings {humanize(pool.state)}: {markers}; {pool.goal} of them take the pool.", pool.rule


def _side_wagers(game: Game[PlayerPoker]) -> tuple[Grid, ...]:
    """The side wagers with each of their cases."""
    specs, grids = rules_of(game).side_wagers, []
    for name, cases in side_cases(game).items():
        terms = betting_terms(game, specs[name]) if name in specs else []
        title = f"{game.title(name)}{f' ({listed(terms)})' if terms else ''}"
        grids.append(Grid(title, ("result", "price", "rule"), tuple(told(cases)), cases[0].cite))
    return tuple(grids)


def sections(game: Game[PlayerPoker]) -> list[Section]:
    """The sections that player-banked poker adds to a rule sheet."""
    spec = game.spec

    def others() -> Iterator[tuple[str, str]]:
        if spec.boards > 1:
            yield f"{spec.boards} boards are dealt; each has its part of the pot.", ""
        yield (f"The house may rake at most {spec.rake_most}% of a pot." if spec.rake else "The pot is not raked."), ""
        yield from _pool(spec.pool) if spec.pool else ()
        if (fee := spec.collection) is not None:
            tariffs = listed(list(fee.tariffs), "or")
            yield f"The cardroom's collection is by the printed tariff {tariffs}.", fee.rule
        for name, value in stated(spec).items():
            if name not in _TOLD:
                rule = value.pop("rule", "") if isinstance(value, dict) else ""
                yield f"{humanize(name).capitalize()}: {flat(value)}.", rule

    grids = _side_wagers(game)
    streets = ((_street(number, one), one.rule) for number, one in enumerate(spec.streets, start=1))
    return [
        section_of(game, "Forced bets", _forced(spec.forced, spec.button)),
        section_of(game, "Streets", streets),
        section_of(game, "Betting", ((text, spec.betting.rule) for text in _betting(spec.betting))),
        section_of(game, "Hands", ((_hand(name, one), one.rule) for name, one in spec.hands.items())),
        section_of(game, "The pot", _award(spec.award)),
        section_of(game, "House and side wagers", others()),
        *([Section("Wagers", grids=grids)] if grids else []),
        section_of(game, "Rulings", _rulings(spec)),
    ]
