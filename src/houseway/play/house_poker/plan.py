"""A house-poker game made ready to run: slices, rankings, thresholds and pay tables resolved once."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import msgspec

from houseway.hands.columns import BUG, DEAD, WILD
from houseway.hands.ranking import RANKINGS, Ranking
from houseway.play.core.cases import Always, Both, When
from houseway.play.core.settling import EnvyTerms, WagerTerms, terms
from houseway.play.house_poker.cases import (
    MOST_POINTS,
    AllWin,
    BadBeat,
    Beats,
    BeatsAll,
    Bust,
    Case,
    DoesNotQualify,
    Folded,
    Made,
    MoreWon,
    NotMade,
    NotShown,
    OneColour,
    Outcome,
    Reaches,
    Says,
    Shows,
    Ties,
)
from houseway.rules.errors import RuleError
from houseway.rules.game import Game, plans_by
from houseway.rules.grammar import Price
from houseway.rules.house_poker import CARDS, Choice, DealerRow, Hand, HousePoker, Stage, Wager
from houseway.rules.house_poker import Outcome as OutcomeSpec
from houseway.rules.patterns import Row, compile_row, least_value, rank_mask
from houseway.rules.pays import LOSE, POT, Pay, parse_pay
from houseway.rules.tables import Table, TableRow, compile_table
from houseway.rules.wording import humanize, quoted


@dataclass(frozen=True, slots=True)
class Part:
    """A pile, the cards `start` to `stop` of it in the order received, or a named part of its setting."""

    pile: str
    start: int = 0
    stop: int | None = None
    whole: bool = True
    selected: bool = False  # the cards at the places that the seat selected
    name: str = ""


@dataclass(frozen=True, slots=True)
class HandPlan:
    """A named hand ready to be ranked and judged."""

    name: str
    parts: tuple[Part, ...]
    ranking: Ranking | None
    length: int
    wild_ranks: int
    joker: int
    wheel: bool
    stand_in: str
    threshold: int | None
    own: bool  # it includes cards of the seat
    draws: int = 0  # wild cards that rows see in addition to its own
    plays_of: tuple[str, ...] = ()  # made of the cards that these hands play
    one_of: tuple[str, ...] = ()  # one of these hands, the strongest
    weakest: bool = False  # ... or the weakest
    held: bool = False  # of its slices only what the seat still holds


@dataclass(frozen=True, slots=True)
class WagerPlan:
    """A wager compiled to its cases."""

    name: str
    spec: Wager
    terms: WagerTerms
    cases: tuple[Case, ...]  # the first that holds decides
    table: Table | None  # the wager's own pay table
    bad_beat: int | None  # the value that both hands must reach
    judged_on: dict[str, Table]  # the table on each other hand that may decide: cover all, bad beat
    pays_envy: bool

    @property
    def tables(self) -> tuple[Table, ...]:
        """Every pay table that some case pays by."""
        used = [table for case in self.cases for table in (case.table, case.also) if table is not None]
        return tuple({id(table): table for table in used}.values())

    @property
    def stake_kept(self) -> bool:
        return self.terms.stake_kept

    @property
    def rate(self) -> float:
        """The commission on winnings, as a share."""
        return float(self.terms.commission.rate) if self.terms.commission is not None else 0.0

    @property
    def compares(self) -> bool:
        """Whether some case sets the hand against another."""
        return any(len(case.hands) > 1 for case in self.cases)

    @property
    def rest(self) -> Pay:
        """The price where no other case holds."""
        last = self.cases[-1].pay
        assert last is not None
        return last


@dataclass(frozen=True, slots=True)
class Ending:
    """How a choice ends a wager: the price, what it is paid for, and the row of its table, as a path."""

    pay: Pay
    said: str
    row: str = ""


@dataclass(frozen=True, slots=True)
class ChoicePlan:
    """A choice with the value that `having` asks for."""

    spec: Choice
    having: int | None
    below: int | None
    shows: Row  # what the hand must be
    ends: dict[str, Ending]  # wagers that it ends
    needs: tuple[str, ...]  # wagers that must have been made
    rule: str  # cited
    path: str  # its path in the file


@dataclass(frozen=True, slots=True)
class DealerRowPlan:
    """A row of the dealer's house way."""

    spec: DealerRow
    tests: Row  # on all the cards
    shows: Row  # on the hands of the setting
    at_least: dict[str, int]
    prefer: tuple[tuple[str, str], ...]  # how a hand of the setting is compared, and which


@dataclass(frozen=True)
class Plan:
    """Everything the engine reads."""

    game: Game[HousePoker]
    hands: dict[str, HandPlan]
    wagers: dict[str, WagerPlan]
    order: tuple[str, ...]
    stages: tuple[Stage, ...]
    envies: tuple[EnvyTerms, ...]
    choices: tuple[tuple[ChoicePlan, ...], ...]  # by stage
    house_way: tuple[tuple[DealerRowPlan, ...], ...]  # by stage: the rows by which the dealer acts
    verbs: tuple[frozenset[str], ...]  # by stage
    placed_later: frozenset[str]  # wagers that only actions make
    required: tuple[str, ...]
    takes: dict[str, Wager]  # the wagers with a stake
    only_later: frozenset[str]  # those of them that no seat may make before the first card
    bets: tuple[frozenset[str], ...]  # by stage: the wagers that its decisions place
    blind: tuple[bool, ...]  # by stage: whether later wagers may be placed ahead
    alike: tuple[frozenset[str], ...]  # by stage: verbs of several choices that place different wagers
    selects: int  # how many places of a pile each seat selects
    sizes: dict[str, int]  # cards of each pile that places are selected in

    @cached_property
    def slices(self) -> frozenset[tuple[str, int, int]]:
        """The parts of piles that hands are cut from: the pile, where the part begins and where it ends."""
        return frozenset(
            (part.pile, part.start, part.stop)
            for hand in self.hands.values()
            for part in hand.parts
            if part.stop is not None and not part.whole and not part.selected
        )


def on_hand(table: Table, old: str, new: str) -> Table:
    """A table judged on another hand."""
    if old == new:
        return table

    def moved(row: TableRow) -> TableRow:
        clauses = tuple(replace(clause, hand=new) if clause.hand == old else clause for clause in row.clauses)
        return replace(row, clauses=clauses)

    return replace(table, rows=tuple(moved(row) for row in table.rows))


def parse_part(text: str) -> Part:
    match = CARDS.fullmatch(text)
    if match is None:
        raise RuleError(f"cannot read {text!r}; cards are named like player, community[1-3], gold")
    if match["select"]:
        return Part(match["pile"], whole=False, selected=True)
    if match["part"]:
        return Part(match["pile"], whole=False, name=match["part"])
    if match["first"] is None:
        return Part(match["pile"])
    first = int(match["first"])
    return Part(match["pile"], first - 1, int(match["last"] or first), whole=False)


def _hand_plan(name: str, hand: Hand) -> HandPlan:
    parts = tuple(parse_part(text) for text in hand.cards)
    ranking = RANKINGS[hand.ranking] if hand.ranking else None
    wild_ranks = sum(rank_mask(rank) for rank in hand.wild if rank != "joker")
    joker = BUG if hand.bug else WILD if "joker" in hand.wild or hand.draws else DEAD
    least = least_value(hand.qualifies, ranking) if hand.qualifies else None
    length = hand.length or (ranking.size if ranking else 5)
    of_seat = any(part.pile == "player" or part.selected for part in parts)
    return HandPlan(
        *(name, parts, ranking, length, wild_ranks, joker, hand.wheel, hand.stand_in, least, of_seat),
        draws=hand.draws,
        plays_of=hand.plays_of,
        one_of=hand.stronger_of or hand.weaker_of,
        weakest=bool(hand.weaker_of),
        held=hand.held,
    )


def _path(stage: Stage, choice: Choice) -> str:
    """The path of a choice of a stage in the file."""
    verbs = [each if isinstance(each, str) else each.do for each in stage.decide]
    mark = choice.having or next(iter(choice.bet), "")
    chosen = f"[{mark}]" if verbs.count(choice.do) > 1 and mark else ""
    return f"stages.{quoted(stage.name)}.decide.{quoted(choice.do)}{chosen}"


def _against(pairs: int) -> str:
    """The reason of a wager on so many pairs of hands."""
    return "; ".join(f"{{{2 * at}}} against {{{2 * at + 1}}}" for at in range(pairs))


class _Planner:
    """Compiles the statements of one game, naming the key in every error."""

    def __init__(self, game: Game[HousePoker]) -> None:
        self.game = game
        self.spec = game.spec
        self.hands: dict[str, HandPlan] = {}
        self.wagers: dict[str, WagerPlan] = {}

    def may_be_folded(self, name: str) -> bool:
        """Whether a hand can be given up after a wager was made on it."""
        base = self.spec.wagers[name].paid_on or name
        placed, folds = [], []
        for index, stage in enumerate(self.spec.stages):
            placed += [index - 1] if base in self.opened(stage) else []
            for choice in stage.decide:
                if choice == "fold" if isinstance(choice, str) else choice.fold:
                    folds.append(index)
                if not isinstance(choice, str) and base in (*choice.bet, *choice.adds.values()):
                    placed.append(index - choice.ahead)
        before = -1 if self.spec.wagers[base].blind or not placed else min(placed)
        return any(index > before for index in folds)

    def table(self, name: str, hand: str) -> Table:
        spec = self.spec
        blocks, table_id = spec.pay_tables[name], self.game.table_id(name)
        return compile_table(name, blocks, table_id, hand, spec.patterns, spec.house_suit)

    def least(self, text: str, hand: str) -> int:
        return least_value(text, self.hands[hand].ranking)

    def result(self, when: When, key: Outcome, spec: Wager, says: Says) -> list[Case]:
        """The cases of one result: by its table, with enough of a hand, or at a price."""
        given = getattr(spec, key)
        if not isinstance(given, OutcomeSpec):
            return [Case(when, key, parse_pay(given), says=says)]
        price = parse_pay(given.price) if given.price else parse_pay(given.otherwise)
        cases = []
        if given.pay_table:
            table = self.table(given.pay_table, spec.hand)
            margin = (spec.hand, spec.against) if table.block.by == "margin" else None
            cases.append(Case(when, key, None, table, says, given.stake == "lost", margin))
        if given.at_least:
            least = self.least(given.at_least, spec.hand)
            enough = Both(when, Reaches(spec.hand, least, given.at_least))
            return [*cases, Case(enough, key, price, says=says), Case(when, key, parse_pay(given.otherwise), says=says)]
        return [*cases, Case(when, key, price, says=says)]

    def compared(self, spec: Wager) -> Iterator[Case]:
        """The cases of a hand against another: the opponent that does not qualify first."""
        hand, other = spec.hand, spec.against
        threshold_of = self.hands[other].threshold
        if threshold_of is not None and spec.unqualified != "":
            says = Says(f"{other} does not qualify with {{0}}", (other,))
            yield from self.result(DoesNotQualify(other, threshold_of), "unqualified", spec, says)
        yield from self.result(Beats(hand, other), "win", spec, Says("{0} beats {1}", (hand, other)))
        ties = Says("{0} ties {1}", (hand, other))
        if isinstance(spec.tie, OutcomeSpec):
            if spec.tie.one_colour != "":
                alike = Both(Ties(hand, other), OneColour(hand, other))
                said = Says("{0} ties {1}, all cards of one colour", (hand, other))
                yield Case(alike, "tie", parse_pay(spec.tie.one_colour), says=said)
            if spec.tie.lost_from is not None:
                yield Case(Ties(hand, other, (spec.tie.lost_from, MOST_POINTS)), "tie", LOSE, says=ties)
            if spec.tie.lost_to is not None:
                yield Case(Ties(hand, other, (0, spec.tie.lost_to)), "tie", LOSE, says=ties)
        yield from self.result(Ties(hand, other), "tie", spec, ties)
        lost = Always(f"{humanize(other)} beats {humanize(hand)}")
        yield from self.result(lost, "lose", spec, Says("{0} loses to {1}", (hand, other)))

    def following(self, spec: Wager) -> Iterator[Case]:
        """The cases of a wager that comes out like the one of others that was made."""
        priced = msgspec.structs.replace(spec, **spec.followed)
        for name in spec.follows:
            other, is_made = self.spec.wagers[name], Made(name)
            pairs = other.beats or ((other.hand, other.against),)
            says = Says(_against(len(pairs)), tuple(hand for pair in pairs for hand in pair))
            cases = self.result(Both(is_made, BeatsAll(pairs)), "win", priced, says)
            if not other.beats:
                cases += self.result(Both(is_made, Ties(other.hand, other.against)), "tie", priced, says)
            for case in (*cases, *self.result(is_made, "lose", priced, says)):
                yield replace(case, rule=self.game.cite(other.cites.get(case.outcome, other.rule)))
        if spec.against:
            yield from self.compared(spec)
        else:
            yield Case(Always(f"none of {', '.join(map(humanize, spec.follows))} was made"), "lose", LOSE)

    def beating(self, spec: Wager) -> Iterator[Case]:
        """The cases of a wager on several hands, each against its own."""
        says = Says(_against(len(spec.beats)), tuple(hand for pair in spec.beats for hand in pair))
        yield from self.result(BeatsAll(spec.beats), "win", spec, says)
        yield from self.result(Always("not all of them win"), "lose", spec, says)

    def judged(self, spec: Wager, table: Table | None, judged_on: dict[str, Table]) -> Iterator[Case]:
        """The cases of a hand that was played."""
        if spec.all_win:
            names = ", ".join(humanize(name) for name in spec.all_win)
            yield from self.result(AllWin(spec.all_win), "win", spec, Says(f"all of {names} won"))
            lost = Always("not all of them win")
            yield from self.result(lost, "lose", spec, Says(f"not all of {names} won"))
        elif spec.pot:
            yield Case(Always("best hand of those in the pot"), "win", POT, pot=True)
            yield Case(Always("another hand is better"), "lose", LOSE)
        elif spec.beats:
            yield from self.beating(spec)
        elif spec.most_of:
            says = Says(_against(len(spec.most_of)), tuple(hand for pair in spec.most_of for hand in pair))
            yield from self.result(MoreWon(spec.most_of, 1), "win", spec, says)
            yield from self.result(MoreWon(spec.most_of, 0), "tie", spec, says)
            yield from self.result(Always("more lost than won"), "lose", spec, says)
        elif spec.follows:
            yield from self.following(spec)
        elif spec.shows:
            row = compile_row(spec.shows, self.spec.patterns, spec.hand, self.spec.house_suit)
            shown = Says(humanize(spec.shows))
            yield from self.result(Shows(spec.hand, spec.shows, row), "win", spec, shown)
            missed = f"not {humanize(spec.shows).removeprefix('any ')}"
            yield from self.result(Always(missed), "lose", spec, Says(missed))
        elif spec.best_of:
            yield Case(Always("best hand at the table"), "win", None, table, best_of=spec.best_of)
            yield Case(Always("no row fits"), "lose", LOSE, says=Says("no hand at the table reaches the pay table"))
        elif spec.bad_beat and table is not None:
            least = self.least(spec.bad_beat, spec.hand)
            paid = Says("both hands are high enough and the losing one is paid")
            for loser, winner in ((spec.hand, spec.against), (spec.against, spec.hand)):
                when = BadBeat(loser, winner, least, spec.bad_beat)
                yield Case(when, "win", None, judged_on[loser], paid)
                yield Case(when, "lose", LOSE, says=Says("the losing hand is not among those that are paid"))
            yield Case(Always("no bad beat"), "lose", LOSE, says=Says("no bad beat"))
        elif spec.at_least:
            least = self.least(spec.at_least, spec.hand)
            named = Says("{0}", (spec.hand,))
            yield from self.result(Reaches(spec.hand, least, spec.at_least), "win", spec, named)
            yield from self.result(Always(), "lose", spec, named)
        else:
            if table is not None:
                also = self.table(spec.also_pay_table, spec.hand) if spec.also_pay_table else None
                yield Case(Always(f"{humanize(table.hand)} is on the pay table"), "win", None, table, also=also)
            if spec.against:
                yield from self.compared(spec)
            else:
                yield Case(Always("no row fits"), "lose", LOSE, says=Says("not among the hands that are paid"))

    def cases(self, name: str, spec: Wager, table: Table | None, judged_on: dict[str, Table]) -> Iterator[Case]:
        """Every case of a wager, a fold first."""
        if self.may_be_folded(name) and (spec.paid_on or not spec.survives_fold):
            yield Case(Folded(), "fold", LOSE, says=Says("the hand was folded"))
        for hand, shown in spec.lost_if.items():
            row = compile_row(shown, self.spec.patterns, hand, self.spec.house_suit)
            said = Says(f"{humanize(hand)} has {humanize(shown)}")
            yield Case(Shows(hand, shown, row), "lost_if", LOSE, says=said)
        if spec.dealer_bust != "":
            yield Case(Bust(dealer=True), "dealer_bust", parse_pay(spec.dealer_bust), says=Says("the dealer busts"))
        if spec.bust != "":
            yield Case(Bust(), "bust", parse_pay(spec.bust), says=Says("the hand cannot be set and busts"))
        if spec.foul is not None:
            high, low = spec.foul
            said = Says(f"foul: {humanize(low)} ({{0}}) outranks {humanize(high)} ({{1}})", (low, high))
            yield Case(Beats(low, high), "foul", LOSE, says=said)
        if spec.fee:
            yield Case(Always("a fee"), "lose", LOSE, says=Says("the fee is collected"))
            return
        if spec.shown_by:
            said = Says(f"the seat did not {humanize(spec.shown_by)} a winning hand")
            yield Case(NotShown(spec.shown_by), "lose", LOSE, says=said)
        if spec.only_if_played:
            said = Says(f"{humanize(spec.only_if_played)} was not made")
            yield Case(NotMade(spec.only_if_played), "fold", LOSE, says=said)
        yield from self.judged(spec, table, judged_on)

    def cite(self, case: Case, wager_terms: WagerTerms) -> str:
        """The paragraph of a case; of a fold, where the wager names none, those of the decisions to fold."""
        if not isinstance(case.when, Folded) or "fold" in wager_terms.cites:
            return case.rule or wager_terms.cite(case.outcome)
        choices = ((stage.rule, choice) for stage in self.spec.stages for choice in stage.decide)
        folds = dict.fromkeys(
            rule if isinstance(choice, str) else choice.rule or rule
            for rule, choice in choices
            if (choice == "fold" if isinstance(choice, str) else choice.fold)
        )
        return ", ".join(map(self.game.cite, folds)) or wager_terms.rule

    def wager(self, name: str, spec: Wager) -> WagerPlan:
        table = self.table(spec.pay_table, spec.hand) if spec.pay_table else None
        others = spec.best_of or ((spec.hand, spec.against) if spec.bad_beat else ())
        judged_hand = table.hand if table and spec.best_of else spec.hand
        judged_on = {other: on_hand(table, judged_hand, other) for other in others} if table else {}
        pays_envy = spec.envy is not None and table is not None and any(row.envy for row in table.rows)
        wager_terms = terms(self.game, name, spec, coupon=spec.coupon)
        cases = tuple(
            replace(case, cite=self.cite(case, wager_terms)) for case in self.cases(name, spec, table, judged_on)
        )
        bad_beat = self.least(spec.bad_beat, spec.hand) if spec.bad_beat and table else None
        return WagerPlan(name, spec, wager_terms, cases, table, bad_beat, judged_on, pays_envy)

    def choice(self, stage: Stage, given: str | Choice) -> ChoicePlan:
        spec = Choice(do=given, fold=given == "fold") if isinstance(given, str) else given
        named = (spec.times, spec.pull, spec.surrender, spec.gives_up)
        wanted = (*spec.needs, *filter(None, named))
        needs = tuple(name for name in wanted if name not in spec.bet)  # what is bet now may be taken back at once
        having = self.least(spec.having, spec.hand) if spec.having else None
        below = self.least(spec.below, spec.hand) if spec.below else None
        shows = compile_row(spec.shows, self.spec.patterns, spec.hand, self.spec.house_suit) if spec.shows else ()
        ends = {name: self.ending(name, given) for name, given in spec.ends.items()}
        return ChoicePlan(spec, having, below, shows, ends, needs, self.game.cite(spec.rule), _path(stage, spec))

    def ending(self, wager: str, given: Price) -> Ending:
        """What a choice that ends the hand pays on a wager: a price, or that of a row of its table."""
        table = self.wagers[wager].table if wager in self.wagers else None
        for row in table.rows if table else ():
            if row.name == given:
                return Ending(row.pays[0], humanize(row.name), table.path(row) if table else "")
        return Ending(parse_pay(given), "the hand ends")

    def opened(self, stage: Stage) -> Iterator[str]:
        """The wagers that a stage opens."""
        for given in stage.opens:
            if given.endswith(".*"):
                yield from (name for name in self.spec.wagers if name.startswith(given[:-1]))
            else:
                yield given

    def dealer_rows(self, stage: Stage) -> tuple[DealerRowPlan, ...]:
        """The rows of the house way by which the dealer acts at a stage."""
        acts = stage.dealer
        if acts is None:
            return ()
        patterns, suit, rows = self.spec.patterns, self.spec.house_suit, []
        for row in acts.rows:
            tests = compile_row(row.hand, patterns, "dealer", suit) if row.hand else ()
            shows = tuple(
                clause for hand, shown in row.shows.items() for clause in compile_row(shown, patterns, hand, suit)
            )
            least = {hand: self.least(text, hand) for hand, text in row.at_least.items()}
            prefer = tuple(text.rpartition(" ")[::2] for text in (*row.prefer, *acts.prefer))
            rows.append(DealerRowPlan(row, tests, shows, least, prefer))
        return tuple(rows)

    def stages(self) -> tuple[Stage, ...]:
        """The stages that the pay tables in use call for."""
        kept = []
        for stage in self.spec.stages:
            if stage.table is not None:
                name, table_id = stage.table
                if self.game.table_id(name) != table_id:
                    continue
            if stage.opens:
                opened = tuple(
                    Choice(do="bet", bet=(name,), ahead=True, rule=stage.rule) for name in self.opened(stage)
                )
                stage = msgspec.structs.replace(stage, decide=(*stage.decide, *opened), optional=True)
            if stage.decide and (stage.deal or stage.burn or stage.fill_from):
                # Cards first, then the decision on them.
                kept.append(msgspec.structs.replace(stage, decide=()))
                stage = msgspec.structs.replace(stage, deal={}, burn=0, fill_from="", up=())
            kept.append(stage)
        return tuple(kept)

    def plan(self) -> Plan:
        spec = self.spec
        self.hands = {name: _hand_plan(name, hand) for name, hand in spec.hands.items()}
        for name, hand_plan in self.hands.items():
            others = (*hand_plan.plays_of, *hand_plan.one_of)
            played = [self.hands[other] for other in others]
            if any(part.own for part in played):
                self.hands[name] = replace(hand_plan, own=True)
        self.wagers = {name: self.wager(name, wager) for name, wager in spec.wagers.items()}
        wagers = self.wagers
        order = (*spec.settle.order, *(name for name in wagers if name not in spec.settle.order))
        order = (
            *(n for n in order if not wagers[n].spec.all_win),
            *(n for n in order if wagers[n].spec.all_win),
        )
        stages = self.stages()
        choices = tuple(tuple(self.choice(stage, given) for given in stage.decide) for stage in stages)
        later = frozenset(
            name for stage in choices for choice in stage for name in (*choice.spec.bet, *choice.spec.adds.values())
        )
        required = tuple(name for name, wager in spec.wagers.items() if wager.required)
        in_turn = [[choice.spec for choice in stage if not choice.spec.ahead] for stage in choices]
        bets = tuple(frozenset(name for choice in stage for name in choice.bet) for stage in in_turn)
        blind = tuple(any(choice.spec.ahead for choice in stage) for stage in choices)
        verbs = tuple(frozenset(choice.spec.do for choice in stage) for stage in choices)
        envies = tuple(
            EnvyTerms(wager.name, wager.spec, None if envy.fixed else Fraction(str(wager.table.block.base)))
            for wager in wagers.values()
            if wager.pays_envy and wager.table is not None and (envy := wager.spec.envy) is not None
        )
        takes = {name: wager for name, wager in spec.wagers.items() if not wager.paid_on}
        listed = {name for name, wager in spec.wagers.items() if wager.blind or wager.opened_later}
        only_later = later - listed
        return Plan(
            game=self.game,
            hands=self.hands,
            wagers=wagers,
            order=order,
            stages=stages,
            envies=envies,
            choices=choices,
            house_way=tuple(map(self.dealer_rows, stages)),
            verbs=verbs,
            placed_later=later,
            required=required,
            takes=takes,
            only_later=only_later,
            bets=bets,
            blind=blind,
            alike=tuple(map(_alike, choices)),
            selects=max((choice.spec.select for stage in choices for choice in stage), default=0),
            sizes=self.selected_from(stages),
        )

    def selected_from(self, stages: tuple[Stage, ...]) -> dict[str, int]:
        """The piles of which hands take the places that a seat selects, and how many cards each gets."""
        piles = {part.pile for hand in self.hands.values() for part in hand.parts if part.selected}
        return {pile: sum(stage.deal.get(pile, 0) for stage in stages) for pile in piles}


def _alike(choices: tuple[ChoicePlan, ...]) -> frozenset[str]:
    """Verbs of several choices that place different wagers: an action has to name the wager."""
    placed = {(choice.spec.do, choice.spec.bet) for choice in choices if choice.spec.bet and not choice.spec.ahead}
    verbs = [verb for verb, _ in placed]
    return frozenset(verb for verb in verbs if verbs.count(verb) > 1)


def make_plan(game: Game[HousePoker]) -> Plan:
    """The plan of a configured game; errors name the file's key."""
    try:
        return _Planner(game).plan()
    except RuleError as error:
        raise RuleError(error.message, f"{game.spec.id}: {error.field}" if error.field else game.spec.id) from None


def check_game(game: Game[HousePoker]) -> None:
    """Compile all that the engine reads of a configured game; what is wrong is an error that names the key."""
    plan = make_plan(game)
    used = {table.name for wager in plan.wagers.values() for table in wager.tables}
    patches = [patch for option in game.spec.options.values() for patch in option.sets.values()]
    used |= {value for patch in patches for path, value in patch.items() if path.endswith(".pay_table")}
    for name in game.spec.pay_tables:
        if name not in used:
            raise RuleError("no wager pays by this table", f"{game.spec.id}: pay_tables.{name}")


load_plan = plans_by(make_plan)  # of a game (id or path) as the house offers it
