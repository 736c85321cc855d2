"""A round of house poker as a value: its legal actions in the game's own words, the round after one, and its end.

The cards come from a shuffle (`open_file`) or from a record (`read_file`): `stock` alone knows which.
"""

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from houseway.cards.decks import deck
from houseway.cards.shuffle import shuffled
from houseway.cards.text import format_card, parse_card
from houseway.hands.columns import DEAD
from houseway.hands.standing import stands_for, wild_places
from houseway.play.core.actions import PLACES, Action, choices_text
from houseway.play.core.irregularities import Irregularity, find_irregularity
from houseway.play.core.money import cents, in_dollars
from houseway.play.core.round import BettingSpot, DealerSetting, Pile
from houseway.play.core.roundfile import (
    RoundFile,
    Spot,
    by_player,
    cards,
    check_copies,
    check_seats,
    check_spots,
    spots,
)
from houseway.play.core.settlement import Fees, Settlement
from houseway.play.core.settling import award
from houseway.play.core.shoe import ShoeState, shoe_at
from houseway.play.core.wagers import betting_spot, check_wagers, layout_name, posted_limits, prices_in
from houseway.play.house_poker import policy
from houseway.play.house_poker.plan import ChoicePlan, Plan, load_plan, parse_part
from houseway.play.house_poker.setting import (
    KEPT,
    Parts,
    act,
    as_stated,
    can_be_set,
    house_way,
    is_foul,
    parse_parts,
    rest_of,
    stated,
)
from houseway.play.house_poker.settle import fees, hands_dealt, settle_table
from houseway.play.house_poker.table import Closed, Piles, Recorded, Seat, SeatView, Shoe, Stock, pile_field
from houseway.rules.errors import RuleError
from houseway.rules.house_poker import Choice, Stage
from houseway.rules.wording import counted, humanize, seat_name, spanned

# Verbs that mean one thing at a decision which knows only one of them.
_ALIKE = (
    ("bet", "raise", "play", "call"),
    ("check", "pass", "decline"),
    ("ride", "stay", "leave", "keep"),
    ("pull", "withdraw", "take", "remove"),
    ("stand", "pat"),
    ("discard", "burn", "throw"),
)


_FILLING = frozenset(("with", "and", "a", "the", "of", "on", "for", "to", "pat"))
_MARKS = str.maketrans(",;:+=$-", "       ")
_NO_CARDS = (["none"], ["nothing"], ["0"])


@lru_cache(maxsize=1024)
def action_words(action: str, verbs: frozenset[str]) -> tuple[str, ...]:
    """An action as a verb of the decision and the words after it; as it is written where no verb is meant plainly."""
    first, *rest = action.translate(_MARKS).split() or [""]
    words = (first.lower(), *(word for word in rest if word not in _FILLING))
    if words[0] in verbs:
        return words
    longer = [verb for verb in verbs if verb.startswith(f"{words[0]} ") and {*words} <= {*verb.split()}]
    if len(longer) == 1:  # a verb of several words, all of those that are said among them
        return (longer[0],)
    named = [place for place, word in enumerate(words) if word in verbs]
    if len(named) == 1:
        return words[named[0] :]
    alike = {verb for group in _ALIKE if words[0] in group for verb in group if verb in verbs}
    return (alike.pop(), *words[1:]) if len(alike) == 1 else words


def thrown(words: tuple[str, ...], verbs: Collection[str], held: Sequence[int]) -> tuple[str, ...]:
    """A discard told by the cards that are kept, by `all` or by `none`, as the cards that are thrown."""
    verb, *rest = words
    if verb in ("keep", "hold") and "discard" in verbs and verb not in verbs:
        try:
            kept = [parse_card(word) for word in rest]
        except ValueError:
            return words
        remaining = list(held)
        for card in kept:
            if card not in remaining:
                return words
            remaining.remove(card)
        return ("discard", *(format_card(card) for card in remaining))
    if verb == "discard" and rest == ["all"]:
        return ("discard", *(format_card(card) for card in held))
    return ("discard",) if verb == "discard" and rest in _NO_CARDS else words


def names_wager(word: str, wager: str, unit: str) -> bool:
    """Whether a word only repeats which wager is staked: its name, the end of it, or what it is a multiple of."""
    return word in (wager, unit) or (not word.isdecimal() and wager.endswith(f"_{word}"))


PASS = "pass"
FOLD = "fold"
TIMEOUT = "timeout"  # a decision that was not made in time
DECK = "deck"
_OUTSIDE = ("dealer", "community")  # piles with a field of their own in a round file


class Round(msgspec.Struct, frozen=True):
    """A round between two decisions; `turn` is the seat to act, and there is none when it is over."""

    opening: RoundFile  # the record, or what stood before the first card
    plan: Plan
    stock: Stock
    seats: tuple[Seat, ...]  # the spots
    piles: Piles = Piles()
    stage: int = 0
    turn: int = 0
    used: int = 0
    dealer_set: Mapping[str, tuple[int, ...]] = {}  # what the round states of the dealer's cards
    log: tuple[tuple[int, str], ...] = ()
    chosen: tuple[str, ...] = ()  # the choices that were taken, by their paths in the file
    owners: tuple[int, ...] = ()  # the player of each spot; empty: one spot a player
    shoe: ShoeState | None = None  # where the cards of several rounds come from one shuffle
    irregularity: Irregularity | None = None  # of a record
    total_hands: int = 0  # that a record tells of; 0: those of its seats

    @property
    def over(self) -> bool:
        return self.stage >= len(self.plan.stages)

    @property
    def optional(self) -> bool:
        """Whether the seat to act may let the decision pass."""
        return self.plan.stages[self.stage].optional or self._placed_ahead(self.seats[self.turn])

    def view(self, seat: int) -> SeatView:
        return SeatView(self.plan, self.seats[seat], seat, self.piles)

    def _placed_ahead(self, seat: Seat) -> bool:
        return not seat.wagers.keys().isdisjoint(self.plan.bets[self.stage])

    def legal(self, seat: int) -> list[Action]:
        """What `seat` may do now; empty when it is not its turn."""
        return _with_targets(self._every_action(seat)) if not self.over and seat == self.turn else []

    def _every_action(self, seat: int) -> list[Action]:
        return self.offered(seat) + ([Action(PASS)] if self.optional else [])

    def offered(self, seat: int) -> list[Action]:
        """The choices that are open to `seat`, each with its own target; empty when it is not its turn."""
        if self.over or seat != self.turn:
            return []
        offered = (choice for choice in self.plan.choices[self.stage] if choice.spec.offered)
        made = [legal for choice in offered if (legal := self._legal(choice, seat)) is not None]
        if (rule := _may_fold(self)) and all(one.verb != FOLD for one in made):
            made.append(Action(FOLD, rule=rule))
        return made

    def let_fold(self, happened: Irregularity) -> "Round":
        return replace(self, irregularity=happened)

    def forced(self) -> str:
        """What the seat to act must do, where the rules leave it one thing only; empty where it decides."""
        offered = (choice for choice in self.plan.choices[self.stage] if choice.spec.offered)
        remaining = [choice.spec for choice in offered if self._is_open(choice, self.turn)]
        return remaining[0].do if len(remaining) == 1 and remaining[0].forced else ""

    def _is_open(self, choice: ChoicePlan, index: int) -> bool:
        """Whether the wagers and the hand of a seat allow a choice, at some amount."""
        words, wagers = choice.spec, self.seats[index].wagers
        for name in words.bet:
            if name in wagers:
                return False
        for name in choice.needs:
            if name not in wagers:
                return False
        if words.select and self.seats[index].selected:
            return False
        if (words.above or words.by_house_way or words.busts) and words.busts != self._stuck(index):
            return False
        return self._has(choice, index)

    def _stuck(self, index: int) -> bool:
        """Whether the seat's cards cannot be set as this decision wants."""
        asked = (choice.spec for choice in self.plan.choices[self.stage] if choice.spec.above is not None)
        words = next(asked, None)
        seat = self.seats[index]
        return words is not None and not seat.dead and not can_be_set(self.plan, words, seat, index, self.piles)

    def _as_the_dealer(self, sizes: Mapping[str, int], held: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
        """The parts into which the house way sets cards."""
        for place, stage in enumerate(self.plan.stages):
            if stage.dealer is not None and stage.dealer.parts == sizes:
                return house_way(self.plan, place, held)
        raise RuleError("the dealer sets no cards into these parts", "stages")

    def _legal(self, choice: ChoicePlan, index: int) -> Action | None:
        """A choice with the amounts it may be; None if it is not open to a seat."""
        if not self._is_open(choice, index):
            return None
        spec = choice.spec
        unit = self.seats[index].wagers.get(spec.times, 0)
        amounts = tuple([unit * factor for factor in spec.by]) if spec.times else ()
        most = amounts[-1] if spec.any_between and len(amounts) > 1 else 0
        wager, top = spec.bet[0] if spec.bet else "", None
        if amounts:
            least, top = posted_limits(self.plan.game, wager, self.plan.wagers[wager].spec)
            if top is not None:  # a bet that follows another is cut to the posted maximum
                amounts, most = tuple(dict.fromkeys(min(amount, top) for amount in amounts)), min(most, top)
            amounts = tuple(amount for amount in amounts if amount >= least) or amounts[-1:]
        open_ended = bool(spec.bet) and not amounts
        cards = spec.discard
        if spec.parts and not spec.by_house_way:  # the cards of the first part are named, and the others follow
            first = next(iter(spec.parts.values()))
            cards = (first, first)
        return Action(
            spec.do,
            wager,
            amounts,
            least=1 if open_ended else 0,
            most=most,
            unit=unit,
            cards=(spec.select, spec.select) if spec.select else cards,
            piece=PLACES if spec.select else "cards",
            hand=self.plan.stages[self.stage].hand,
            rule=choice.rule if spec.rule else "",
            names_wager=spec.ahead or open_ended or spec.do in self.plan.alike[self.stage],
            ahead=spec.ahead and bool(amounts),
            label=layout_name(wager, self.plan.wagers[wager].spec) if wager in self.plan.wagers else "",
            places=max(self.plan.sizes.values(), default=0) if spec.select else 0,
            top=top,
        )

    def places_ahead(self, action: str) -> bool:
        """Whether `action` is a blind wager that the seat to act may place before it decides."""
        verb, *rest = self._words(self.turn, action)
        return any(
            legal.names_wager and legal.verb == verb and legal.wager in rest for legal in self.offered(self.turn)
        )

    def _words(self, index: int, action: str) -> tuple[str, ...]:
        """An action in the words of the decision that is open."""
        verbs, stage = self.plan.verbs[self.stage], self.plan.stages[self.stage]
        if stage.timeout and action in (TIMEOUT, f"{stage.hand} {TIMEOUT}"):
            action = stage.timeout
        elif stage.hand:
            hand, _, rest = action.partition(" ")
            action = rest if hand == stage.hand else action
        words = action_words(action, verbs)
        return thrown(words, verbs, self.seats[index].held()) if "discard" in verbs else words

    def _has(self, choice: ChoicePlan, index: int) -> bool:
        if self.seats[index].dead:
            return True
        if choice.shows and not self.view(index).fits(choice.shows):
            return False
        if choice.having is None and choice.below is None:
            return True
        value = self.view(index).value(choice.spec.hand)
        return (choice.having is None or value >= choice.having) and (choice.below is None or value < choice.below)

    def _concerns(self, stage: Stage, index: int) -> bool:
        """Whether a stage is for this seat at all."""
        seat = self.seats[index]
        if seat.folded or seat.out or stage.unless in seat.wagers:
            return False
        if stage.made and (stage.made not in seat.wagers or stage.made in seat.closed):
            return False
        if stage.made_one and not any(name in seat.wagers for name in stage.made_one):
            return False
        if stage.if_tied is not None:
            view = self.view(index)
            try:
                return view.value(stage.if_tied[0]) == view.value(stage.if_tied[1])
            except RuleError:  # a card is missing: the wager that needs it says so, unless it is void
                return False
        return True

    def _may_decide(self, stage: Stage, index: int) -> bool:
        if not self._concerns(stage, index):
            return False
        for choice in self.plan.choices[self.stage]:
            asked = not choice.spec.fold or choice.spec.forced
            if asked and choice.spec.offered and self._legal(choice, index) is not None:
                return True
        return self._placed_ahead(self.seats[index])

    def advance(self) -> "Round":
        """The round brought forward to its next decision, or to its end."""
        now, stages = self, self.plan.stages
        while now.stage < len(stages):
            stage = stages[now.stage]
            if not stage.decide:
                now = now._deal(stage)
                continue
            for index in range(now.turn, len(now.seats)):
                if now._may_decide(stage, index):
                    return now if index == now.turn else replace(now, turn=index)
            now = replace(now, stage=now.stage + 1, turn=0)
        return now

    def _deal(self, stage: Stage) -> "Round":
        """The round after a stage that deals."""
        concerned: Sequence[int] = range(len(self.seats))
        if stage.made or stage.made_one or stage.unless or stage.if_tied:
            concerned = [index for index in concerned if self._concerns(stage, index)]
        if stage.dealer is not None:
            return self._dealer_acts(stage)
        if not concerned or not (stage.deal or stage.fill_from or stage.burn):
            return replace(self, stage=self.stage + 1, turn=0)
        seats, used, piles = list(self.seats), self.used + stage.burn, self.piles
        for pile, count in stage.deal.items():
            if pile == "player":
                for index in concerned:
                    seat = seats[index]
                    got = self.stock.draw(pile, index, len(seat.cards), used, count)
                    used += len(got)
                    seats[index] = replace(seat, cards=seat.cards + got, due=seat.due + count)
            else:
                before = piles.cards.get(pile, ())
                got = self.stock.draw(pile, -1, len(before), used, count)
                used += 0 if pile in self.plan.game.spec.packs else len(got)
                due = piles.due.get(pile, 0) + count
                piles = replace(piles, cards={**piles.cards, pile: before + got}, due={**piles.due, pile: due})
        if stage.fill_from == DECK:
            for index in concerned:
                seat = seats[index]
                wanted = max(len(seat.discards) - seat.refilled, 0)
                got = self.stock.draw("player", index, len(seat.cards), used, wanted)
                used += len(got)
                seats[index] = replace(
                    seat, cards=seat.cards + got, due=seat.due + wanted, refilled=seat.refilled + wanted
                )
        elif stage.fill_from:
            shared = piles.cards.get(stage.fill_from, ())
            for index in concerned:
                wanted = len(seats[index].discards)
                if wanted > len(shared) and not seats[index].dead:
                    raise RuleError(f"needs {counted(wanted, 'card')}, has {len(shared)}", stage.fill_from)
                seats[index] = replace(seats[index], drawn=shared[:wanted])
        return replace(self, seats=tuple(seats), piles=piles, used=used, stage=self.stage + 1, turn=0)

    def _dealer_acts(self, stage: Stage) -> "Round":
        """The round after the dealer set, kept or replaced cards; a misdealt hand is left as it is."""
        cards, used = self.piles.cards.get("dealer", ()), self.used
        due = self.piles.due.get("dealer", 0)
        acts = stage.dealer
        if acts is None or len(cards) != due:
            return replace(self, stage=self.stage + 1, turn=0)
        parts = stated(self.plan, self.stage, cards, self.dealer_set) or house_way(self.plan, self.stage, cards)
        piles = act(self.piles, parts) if parts else replace(self.piles, bust=True)
        if acts.discard is not None and piles.discards:
            wanted = len(piles.discards)
            got = self.stock.draw("dealer", -1, len(cards), used, wanted)
            used += len(got)
            piles = replace(
                piles, cards={**piles.cards, "dealer": cards + got}, due={**piles.due, "dealer": due + wanted}
            )
        return replace(self, piles=piles, used=used, stage=self.stage + 1, turn=0)

    def dealer_settings(self) -> tuple[DealerSetting, ...]:
        """What the dealer did with his cards, told by one part of them."""
        if not self.piles.parts:
            return ()
        part, chosen = next(iter(as_stated(self.piles).items()))
        before = sum(map(len, self.piles.parts.values())) + len(self.piles.discards)  # others were drawn after it
        return (DealerSetting("dealer", part, _texts(self.piles.cards["dealer"][:before]), tuple(chosen)),)

    def with_dealer_set(self, stated: Mapping[str, Any]) -> "Round":
        return replace(self, dealer_set=_dealer_set(stated, self.plan))

    def leave(self, seat: int, rule: str = "") -> "Round":
        """The round after `seat`, whose hand is dead, is passed over, or folded with its stakes back under `rule`."""
        before = self.seats[seat]
        back = {name: Closed(0, "folded after an irregularity, stake returned", rule) for name in before.wagers if rule}
        after = replace(before, out=True, closed={**back, **before.closed})
        seats = (*self.seats[:seat], after, *self.seats[seat + 1 :])
        return replace(self, seats=seats, turn=seat + 1).advance()

    def pass_over(self) -> "Round":
        return self.leave(self.turn).with_forced()

    def act(self, seat: int, action: str) -> "Round":
        """The round after `seat` took `action`, and after what the rules force on the seats next."""
        return self.decide(seat, action).with_forced()

    def with_forced(self) -> "Round":
        """The round after all that the rules force on the seats to act."""
        now = self
        while not now.over and not now.optional and (action := now.forced()):
            now = now.decide(now.turn, action)
        return now

    def decide(self, seat: int, action: str) -> "Round":
        """The round after one decision of `seat`; an illegal action is an error and changes nothing."""
        if self.over:
            raise RuleError("the round is over", f"seats[{seat}].actions")
        if seat != self.turn:
            raise RuleError(f"it is the turn of {seat_name(self.turn)}", f"seats[{seat}].actions")
        place = f"seats[{seat}].actions[{len(self.seats[seat].actions)}]"
        if action == PASS and self.optional:
            return replace(self, turn=seat + 1, log=(*self.log, (seat, action))).advance()
        verb, *rest = self._words(seat, action)
        error: RuleError | None = None
        asked = [choice.spec for choice in self.plan.choices[self.stage] if choice.spec.do == verb]
        if any(words.above or words.by_house_way for words in asked) and self._stuck(
            seat
        ):  # however it is laid, the hand busts
            busts = [choice.spec.do for choice in self.plan.choices[self.stage] if choice.spec.busts]
            verb, rest = next(iter(busts), verb), []
        for choice in self.plan.choices[self.stage]:
            legal = self._legal(choice, seat) if choice.spec.do == verb else None
            if legal is None or (choice.spec.ahead and legal.wager not in rest):
                continue
            if verb in self.plan.alike[self.stage] and not any(names_wager(word, legal.wager, "") for word in rest):
                continue
            try:
                after = self._apply(seat, choice, legal, rest, place)
            except RuleError as failed:
                error = failed
                continue
            seats = (*self.seats[:seat], after, *self.seats[seat + 1 :])
            turn = seat if choice.spec.ahead else seat + 1
            log = self.log if choice.spec.select else (*self.log, (seat, action))  # what is selected is kept apart
            chosen = (*self.chosen, choice.path)
            return replace(self, seats=seats, turn=turn, log=log, chosen=chosen).advance()
        if error is not None:
            raise error
        if action == FOLD and (rule := _may_fold(self)):
            return replace(self, log=(*self.log, (seat, action))).leave(seat, rule)
        options = choices_text(self.offered(seat))
        raise RuleError(f"{action!r} is not allowed here; legal are {options}", place)

    def _apply(self, index: int, choice: ChoicePlan, legal: Action, rest: list[str], place: str) -> Seat:
        seat, words, rule = self.seats[index], choice.spec, choice.rule
        done = " ".join((words.do, *rest))
        rest, added = _added(words, rest, place)
        wagers, closed, discards = {**seat.wagers, **added}, dict(seat.closed), seat.discards
        selected = _selected(rest, words.select, self.plan.sizes, place) if words.select else seat.selected
        parts = seat.parts
        if words.parts:
            rest, cards = _amounts_and_rest(rest) if words.bet else ([], rest)
            held = seat.held()
            if words.by_house_way:
                parts = self._as_the_dealer(words.parts, held)
            else:
                parts = self._set(index, words, parse_parts(words.parts, cards, held, place), rule, place)
            set_aside = tuple(card for chosen in parts.values() for card in chosen)
            discards = (*discards, *rest_of(held, set_aside, place))
        if words.discard is not None:
            thrown, rest = _cards_and_rest(rest) if words.bet else (rest, [])
            discards = (*discards, *_discards(seat, thrown, words.discard, place))
        if words.bet:
            named = [word for word in rest if not names_wager(word, legal.wager, words.times)]
            amount = _amount(legal, named, place, max(words.by, default=0))
            for name in words.bet:
                wagers[name] = amount
        for name, end in choice.ends.items():
            if name in wagers and name not in closed:
                paid = award(self.plan.game, end.pay, wagers[name])
                said = f"{end.said}: {'pays ' if end.pay.result == 'win' else ''}{end.pay.text}"
                closed[name] = Closed(paid.net, said, rule, end.row)
        if words.pull:
            closed[words.pull] = Closed(0, "taken back", rule)
        if words.gives_up:
            closed[words.gives_up] = Closed(-wagers[words.gives_up], f"given up to {words.do}", rule)
        if words.surrender:
            lost = self.plan.game.round_cents(wagers[words.surrender] * Fraction(str(words.share)))
            closed[words.surrender] = Closed(-lost, f"surrendered for {words.share:g} of the wager", rule)
        return replace(
            seat,
            wagers=wagers,
            closed=closed,
            discards=discards,
            selected=selected,
            parts=parts,
            bust=words.busts,
            folded=words.fold,
            fold_rule=rule if words.fold else "",
            out=bool(words.surrender or words.ends) and not words.goes_on,
            actions=(*seat.actions, done),
        )

    def _set(
        self, index: int, words: Choice, parts: dict[str, tuple[int, ...]], rule: str, place: str
    ) -> dict[str, tuple[int, ...]]:
        """A setting as it is played: one that is foul stands, is set again, or is set by the house way."""
        seat = self.seats[index]
        if words.if_foul == "stands" or not is_foul(self.plan, words, seat, index, self.piles, parts):
            return parts
        if words.if_foul == "house_way":
            return self._as_the_dealer(words.parts, seat.held())
        assert words.above is not None
        high, low = (name.replace("_", " ") for name in words.above)
        raise RuleError(f"the {low} hand outranks the {high} hand: the cards are set again, {rule}", place)

    def shown(self) -> dict[str, tuple[int, ...]]:
        """The cards that lie face up so far, by pile."""
        up: dict[str, set[int]] = {}
        for stage in self.plan.stages[: self.stage + 1]:
            for text in stage.up:
                part = parse_part(text)
                places = up.setdefault(part.pile, set())
                stop = len(self.piles.cards.get(part.pile, ())) if part.whole else part.stop or 0
                places.update(range(part.start, stop))
        if self.over:
            return {pile: self.piles.held(pile) for pile in self.piles.cards}
        return {
            pile: tuple(card for place, card in enumerate(self.piles.cards.get(pile, ())) if place in places)
            for pile, places in up.items()
        }

    def shoe_after(self) -> ShoeState:
        """The shoe as this round leaves it; an empty one where the cards are shuffled each round."""
        return self.shoe.dealt(self.used) if self.shoe is not None else ShoeState((), 0, 0)

    def suggest(self, seat: int, rng: Random | None = None) -> str:
        """The least costly way to stay in, or with `rng` any legal action at any legal amount."""
        held = self._held(seat)
        if rng is None:
            return policy.least_costly(self.plan, self.stage, self._every_action(seat), held)
        return policy.any_of(self.plan, self.stage, self._every_action(seat), held, rng)

    def _held(self, seat: int) -> tuple[int, ...]:
        """What a seat holds, or the cards of a shared pile at the places that it selected."""
        player, piles = self.seats[seat], self.piles.cards
        if not player.selected:
            return player.held()
        shown = [piles.get(pile, ()) for pile in self.plan.sizes]
        return tuple(cards[place - 1] for cards in shown for place in player.selected if place <= len(cards))

    def staked(self, seat: int) -> int:
        player = self.seats[seat]
        # Of a wager that is decided early only what it lost is still to be taken.
        held = (
            max(-player.closed[name].net, 0) if name in player.closed else amount
            for name, amount in player.wagers.items()
        )
        return sum(held)

    def stakes(self, seat: int) -> dict[str, int]:
        player = self.seats[seat]
        return {name: amount for name, amount in player.wagers.items() if name not in player.closed}

    def warning(self, seat: int, action: str) -> str:
        """Whether the cards so set would be a foul."""
        after = self.decide(seat, action)
        view = after.view(seat)
        for name in after.seats[seat].wagers:
            foul = self.plan.wagers[name].spec.foul
            try:
                if foul is not None and view.value(foul[1]) > view.value(foul[0]):
                    low, high = humanize(foul[1]), humanize(foul[0])
                    return f"the {low} hand would outrank the {high} hand: a foul, which loses"
            except RuleError:  # a card of the hand is still to come
                continue
        return ""

    def visible(self, viewer: int | None = None) -> tuple[Pile, ...]:
        shown = self.shown()
        piles = []
        for name in self.piles.cards:
            up = shown.get(name, ())
            hidden = len(self.piles.held(name)) - len(up)
            parts = _parts(self.piles.parts, up) if name == "dealer" and not hidden else ()
            columns = _row_length(self.plan, name, len(up) + hidden)
            stands = self._stands(0, _texts(up), of_seat=False) if name == "dealer" and self.over else ()
            piles.append(Pile(name, None, _texts(up), hidden, parts=parts, columns=columns, stands=stands))
        for index in range(len(self.seats)):
            held = self._held(index)
            seen = held if self.over or index == viewer else self._face_up(held)
            parts = _parts(self.seats[index].parts, seen) if len(seen) == len(held) else ()
            stands = self._stands(index, _texts(seen), of_seat=True) if self.over else ()
            piles.append(Pile("player", index, _texts(seen), len(held) - len(seen), parts=parts, stands=stands))
        return tuple(piles)

    def _stands(self, seat: int, shown: tuple[str, ...], of_seat: bool) -> tuple[tuple[str, str], ...]:
        """What the wild cards of a seat's or the dealer's hand stand for."""
        plan = self.plan
        for hand in plan.hands.values():
            dealers = any(part.pile == "dealer" for part in hand.parts)
            if hand.own != of_seat or dealers == of_seat or hand.ranking is None or hand.stand_in:
                continue
            try:
                cards = self.view(seat).cards(hand.name)
            except RuleError:  # a card of it was never dealt
                continue
            places = wild_places(cards, hand.wild_ranks, hand.joker != DEAD)
            if places and len(cards) >= hand.ranking.size:
                standing = stands_for(hand.ranking, cards, places, hand.wild_ranks)
                named = ((format_card(cards[place]), format_card(card)) for place, card in standing.items())
                return tuple((wild, card) for wild, card in named if wild in shown)
        return ()

    def _face_up(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """A seat's cards that the stages so far turned up for all to see."""
        places: set[int] = set()
        for stage in self.plan.stages[: self.stage + 1]:
            for part in (parse_part(text) for text in stage.up):
                if part.pile == "player":
                    places.update(range(part.start, len(cards) if part.whole else part.stop or 0))
        return tuple(card for place, card in enumerate(cards) if place in places)

    def fees(self, behind: Sequence[Mapping[str, int]] = ()) -> Fees | None:
        """What the schedule of the house takes for this round, with the stakes `behind` its seats."""
        return fees(self.plan, self.seats, behind)

    def settle(self) -> Settlement:
        """The settled round; the spots of one player together."""
        hands = self.total_hands or hands_dealt(self.plan, len(self.seats))
        settled = settle_table(self.plan, self.seats, self.piles, self.opening, hands, self.irregularity, self.owners)
        return replace(settled, seats=by_player(self.opening.seats, settled.seats), choices=self.chosen)

    def round_file(self) -> dict[str, Any]:
        actions: list[list[str]] = [[] for _ in self.seats]
        for seat, action in self.log:
            actions[seat].append(action)
        piles: dict[str, Any] = {name: list(_texts(cards)) for name, cards in self.piles.cards.items()}
        others: dict[str, Any] = {}
        for name, pile in piles.items():
            several, _, number = name.partition(".")
            if number:
                others.setdefault(several, []).append(pile)
            elif name not in _OUTSIDE:
                others[name] = pile
        opening = self.opening
        seats = [
            {
                "wagers": given.wagers,
                "cards": list(_texts(seat.cards)),
                **({"select": list(seat.selected)} if seat.selected else {}),
                "actions": taken_actions,
            }
            for given, seat, taken_actions in zip(opening.seats, self.seats, actions, strict=True)
        ]
        return {
            "game": opening.game,
            **({"house": opening.house} if opening.house else {}),
            **({"meters": opening.meters} if opening.meters else {}),
            **({"betting": opening.betting} if opening.betting else {}),
            "seats": seats,
            **{name: piles[name] for name in _OUTSIDE if name in piles},
            **({"piles": others} if others else {}),
            **({"dealer_set": as_stated(self.piles)} if self.piles.parts else {}),
        }


def _parts(set_as: Mapping[str, tuple[int, ...]], held: Sequence[int]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """A hand as it was set, and what was drawn to it after that."""
    drawn = list(held)
    for card in (card for part in set_as.values() for card in part):
        if card in drawn:
            drawn.remove(card)
    parts = {**set_as, "drawn": tuple(drawn)} if set_as and drawn else set_as
    return tuple((name, _texts(cards)) for name, cards in parts.items())


def _row_length(plan: Plan, pile: str, size: int) -> int:
    """How many cards of a pile lie in a row: as many as the slices that hands cut it into; 0: it is not cut up."""
    slices = plan.slices
    for length in range(size - 1, 0, -1):
        if all((pile, start, start + length) in slices for start in range(0, size - length + 1, length)):
            return length if length > 1 else size
    return 0


def _with_targets(legal: list[Action]) -> list[Action]:
    """The actions, where many wagers differ only in their target joined to one that leaves the target open."""
    stems = [action.wager.rpartition(".")[0] if action.open_ended else "" for action in legal]
    targets: dict[str, list[str]] = {}
    for action, stem in zip(legal, stems, strict=True):
        targets.setdefault(stem, []).append(action.wager.removeprefix(f"{stem}."))
    grouped: dict[str, Action] = {}
    for action, stem in zip(legal, stems, strict=True):
        if stem and len(targets[stem]) >= policy.MANY_TARGETS:
            joined = replace(action, wager=f"{stem}.TARGET", label=layout_name(stem), targets=tuple(targets[stem]))
            grouped.setdefault(stem, joined)
        else:
            grouped[action.lead] = action
    return list(grouped.values())


def _texts(cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(format_card(card) for card in cards)


def check_selected(places: Sequence[int], count: int, sizes: Mapping[str, int], field: str) -> tuple[int, ...]:
    """Places that a seat selected: so many different ones, all of them on the layout."""
    most = max(sizes.values(), default=0)
    if len(places) != count or len(set(places)) != count or not all(1 <= place <= most for place in places):
        raise RuleError(f"{count} different places from 1 to {most} are selected", field)
    return tuple(places)


def _selected(words: list[str], count: int, sizes: Mapping[str, int], field: str) -> tuple[int, ...]:
    if not all(word.isdecimal() and len(word) < 4 for word in words):
        raise RuleError("places are numbers, as in: select 1 5 9", field)
    return check_selected([int(word) for word in words], count, sizes, field)


def _added(choice: Choice, words: list[str], place: str) -> tuple[list[str], dict[str, int]]:
    """The words of an action without the wagers it adds, and those wagers."""
    added: dict[str, int] = {}
    for word, wager in choice.adds.items():
        if word in words and wager not in added:
            at = words.index(word)
            added[wager] = _amount(Action(choice.do, wager, least=1), words[at + 1 : at + 2], place)
            words = words[:at] + words[at + 2 :]
    return words, added


def _cards_and_rest(words: list[str]) -> tuple[list[str], list[str]]:
    """The words of an action that name cards, and the others."""
    cards = []
    for word in words:
        try:
            parse_card(word)
        except ValueError:
            continue
        cards.append(word)
    return cards, [word for word in words if word not in cards and word not in ("pat", "none", "nothing")]


def _amounts_and_rest(words: list[str]) -> tuple[list[str], list[str]]:
    """The words of an action that are amounts (`1x`, `20`), and the others."""
    amounts = [word for word in words if word.removesuffix("x").replace(".", "", 1).isdecimal()]
    return amounts, [word for word in words if word not in amounts]


def _amount(legal: Action, words: list[str], place: str, largest: float = 0) -> int:
    """The amount an action names: a multiple up to the `largest`, dollars, or nothing where only one is possible."""
    if not words:
        if len(legal.amounts) == 1 or (legal.amounts and not legal.most and len(set(legal.amounts)) == 1):
            return legal.amounts[0]
        raise RuleError(f"{legal.verb} needs an amount", place)
    if len(words) > 1:
        raise RuleError(f"cannot read {' '.join(words)!r}", place)
    word = words[0].lower()
    try:
        amount = float(word.removesuffix("x")) * (legal.unit if word.endswith("x") else 100)
    except ValueError:
        raise RuleError(f"cannot read the amount {word!r}; write 3x or a number of dollars", place) from None
    if not 0 < amount < 1e12:
        raise RuleError(f"the amount {word!r} is out of bounds", place)
    cents = round(amount)
    if word.endswith("x") and legal.top is not None and cents <= largest * legal.unit:
        cents = amount = min(cents, legal.top)
    allowed = not legal.amounts or cents in legal.amounts or legal.amounts[0] <= cents <= legal.most
    if abs(amount - cents) > 1e-6 or not allowed:
        known = " or ".join(in_dollars(amount) for amount in legal.amounts)
        between = " or anything between" if legal.most else ""
        raise RuleError(
            f"{word!r} is not allowed for {legal.label or layout_name(legal.wager)}; allowed is {known}{between}", place
        )
    return cents


def _discards(seat: Seat, words: list[str], bounds: tuple[int, int], place: str) -> tuple[int, ...]:
    cards = []
    for word in words:
        try:
            cards.append(parse_card(word))
        except ValueError as error:
            raise RuleError(str(error), place) from None
    rest_of(seat.held(), cards, place)
    if not bounds[0] <= len(cards) <= bounds[1]:
        raise RuleError(f"{spanned(*bounds, 'card')} may be discarded, not {len(cards)}", place)
    return tuple(cards)


def _piles(file: RoundFile) -> dict[str, tuple[int, ...]]:
    """The recorded piles that no seat owns; a list of hands is a pile for each: `hands.1`, `hands.2`."""
    piles = {"dealer": cards(file.dealer, "dealer"), "community": cards(file.community, "community")}
    for name, pile in file.piles.items():
        if isinstance(pile, list) and pile and all(isinstance(hand, list) for hand in pile):
            for place, hand in enumerate(pile):
                piles[f"{name}.{place + 1}"] = cards(hand, f"piles.{name}[{place}]")
        else:
            piles[name] = cards(pile, f"piles.{name}")
    return piles


def _check_alike(plan: Plan, dealt: list[Spot], seats: list[Seat]) -> None:
    """A wager that must be the same on all hands of a player is."""
    first: dict[tuple[int, str], int] = {}
    for (player, prefix, _), seat in zip(dealt, seats, strict=True):
        for name, wager in plan.takes.items():
            if not wager.same_on_hands or name not in seat.wagers:
                continue
            amount = first.setdefault((player, name), seat.wagers[name])
            if amount != seat.wagers[name]:
                rule = plan.game.cite(wager.rule)
                problem = (
                    f"{layout_name(name, wager)} must be {in_dollars(amount)} as on the player's first hand, {rule}"
                )
                raise RuleError(problem, f"seats[{player}].wagers.{prefix}{name}")


def _dealer_set(given: Mapping[str, Any], plan: Plan) -> Parts:
    """The cards as the dealer set them; `keep` names the part that is kept."""
    if given and not any(stage.dealer for stage in plan.stages):
        raise RuleError("the dealer of this game sets no cards", "dealer_set")
    return {KEPT if name == "keep" else name: cards(some, f"dealer_set.{name}") for name, some in given.items()}


def start(file: RoundFile, plan: Plan, stock: Stock | None = None, irregularity: Irregularity | None = None) -> Round:
    """The round at its first decision, dealt from `stock`, or from the cards that the file records."""
    check_seats(file.seats, plan.game.spec.seats)
    dealt = spots(file.seats)
    seats, hands, laid = [], [], []
    for index, (player, prefix, spot) in enumerate(dealt):
        field = f"seats[{player}].wagers"
        wagers = {name: cents(amount, f"{field}.{prefix}{name}") for name, amount in spot.wagers.items()}
        check_wagers(plan.game, plan.takes, wagers, field, later=plan.only_later)
        selected = (
            check_selected(spot.select, plan.selects, plan.sizes, f"seats[{player}].select") if spot.select else ()
        )
        seats.append(Seat(wagers, dead=irregularity is not None and irregularity.kills(player), selected=selected))
        place = f"seats[{player}].cards"
        if file.seats[player].hands:
            place = f"seats[{player}].hands[{sum(other == player for other, _, _ in dealt[:index])}]"
        hand = cards(spot.cards, place)
        hands.append(hand)
        laid.append((place, hand))
    check_spots(file.seats, dealt, plan.game.spec.hands_per_player, plan.takes)
    _check_alike(plan, dealt, seats)
    piles = _piles(file)
    packs = plan.game.spec.packs
    laid += [(pile_field(name), pile) for name, pile in piles.items() if name not in packs]
    check_copies(laid, plan.game.spec.deck)
    for name, pack in packs.items():
        check_copies([(pile_field(name), piles.get(name, ()))], pack)
    given = _dealer_set(file.dealer_set, plan) if stock is None else {}
    cards_from = stock or Recorded(tuple(hands), piles)
    used = stock.used if isinstance(stock, Shoe) else 0
    owners = tuple(player for player, _, _ in dealt)
    return Round(
        file, plan, cards_from, tuple(seats), used=used, dealer_set=given, owners=owners, irregularity=irregularity
    ).advance()


def _may_fold(now: Round) -> str:
    """The paragraph of an irregularity after which a seat may fold, stakes back, where the game has no fold."""
    happened = now.irregularity
    return now.plan.game.cite(happened.spec.rule) if happened is not None and happened.spec.effect == "may_fold" else ""


def replay(now: Round) -> Round:
    """The round after all recorded actions; a dead hand may stop anywhere."""
    queues = [list(spot.actions) for _, _, spot in spots(now.opening.seats)]
    idle = [queue[-1:] == [TIMEOUT] for queue in queues]  # whose time ran out before the rest was decided
    hands = {stage.hand for stage in now.plan.stages if stage.hand}
    may_fold = _may_fold(now)
    while not now.over:
        turn, stage = now.turn, now.plan.stages[now.stage]
        queue, optional = queues[turn], now.optional
        _bring_forward(queue, stage.hand, hands)
        after = _after(now, queue[0]) if queue and (optional or may_fold or now.seats[turn].dead) else None
        if now.seats[turn].dead and after is None and not optional:
            now = now.leave(turn)
        elif may_fold and queue[:1] == [FOLD] and after is None:
            queue.pop(0)
            now = now.leave(turn, may_fold)
        elif queue and (after is not None or not optional):
            if now.plan.blind[now.stage] and len(queue) > 1 and now.places_ahead(queue[1]):
                now = now.decide(turn, queue.pop(1))
            else:
                action = queue.pop(0)
                now = after or now.decide(turn, action)
        elif optional:
            now = now.decide(turn, PASS)
        elif forced := now.forced() or (TIMEOUT if idle[turn] and stage.timeout else ""):
            now = now.decide(turn, forced)
        else:
            legal = choices_text(now.offered(turn))
            raise RuleError(f"a decision is missing; legal are {legal}", f"seats[{now.owners[turn]}].actions")
    for turn, queue in enumerate(queues):
        if may_fold and queue == [FOLD] and not now.seats[turn].folded:
            now = now.leave(turn, may_fold)
        elif queue and not now.seats[turn].dead:
            raise RuleError(
                f"{queue[0]!r} comes when there is nothing left to decide", f"seats[{now.owners[turn]}].actions"
            )
    return now


def _bring_forward(queue: list[str], hand: str, hands: Collection[str]) -> None:
    """The next action for a hand first, where a seat acts for several and records them in any order."""
    for_hand = [action for action in queue if hand and action.split(" ")[0] == hand]
    if not for_hand and hand and queue and queue[0].split(" ")[0] in hands:
        for_hand = [action for action in queue if action == TIMEOUT]
    if for_hand:
        queue.remove(for_hand[0])
        queue.insert(0, for_hand[0])


def _after(now: Round, action: str) -> Round | None:
    """The round after an action; None where it is not allowed."""
    try:
        return now.decide(now.turn, action)
    except RuleError:
        return None


def check_no_extra(now: Round) -> None:
    """No pile holds more cards than the game deals, save the burned cards, which a new shoe or dealer adds to."""
    for index, (player, _, spot) in enumerate(spots(now.opening.seats)):
        if len(spot.cards) > now.seats[index].due:
            raise RuleError(
                f"{len(spot.cards)} cards where the game deals {now.seats[index].due}",
                f"seats[{player}].cards",
            )
    for name, pile in _piles(now.opening).items():
        due = now.piles.due.get(name, 0)
        if len(pile) > due and not (name == "burn" and any(stage.burn for stage in now.plan.stages)):
            raise RuleError(f"{len(pile)} cards where the game deals {due}", pile_field(name))


def _as_dealt(now: Round, pile: str) -> Round:
    """The round in which a misdealt pile counts with the cards it has: wagers that go on are judged on them."""
    due = {**now.piles.due, pile: min(now.piles.due.get(pile, 0), len(now.piles.cards.get(pile, ())))}
    return replace(now, piles=replace(now.piles, due=due))


def _of_hand(happened: Irregularity, now: Round, piles: dict[str, tuple[int, ...]]) -> Irregularity:
    """The irregularity of a shared hand; where the file does not name the hand, it has a wrong number of cards."""
    hands = {name: hand.parts[0].pile for name, hand in now.plan.hands.items() if hand.parts and not hand.own}
    if not happened.hand:
        wrong = [name for name, pile in hands.items() if len(piles.get(pile, ())) != now.piles.due.get(pile, 0)]
        if len(wrong) != 1:
            raise RuleError("say which hand the irregularity happened to", "irregularity.hand")
        return dataclasses.replace(happened, hand=wrong[0])
    if happened.hand not in hands:
        raise RuleError(f"no hand {happened.hand!r} here; hands are {', '.join(hands)}", "irregularity.hand")
    return happened


def read_file(file: RoundFile) -> Round:
    """The round after all that the file records."""
    plan = load_plan(file.game, file.house)
    happened = None
    if file.irregularity:
        happened = find_irregularity(plan.game.spec.irregularities, file.irregularity, file.seats)
    now = replay(start(file, plan, irregularity=happened))
    if happened is None:
        check_no_extra(now)
    elif happened.spec.effect == "void_hand":
        now = replace(now, irregularity=_of_hand(happened, now, _piles(file)))
    elif happened.spec.of == "dealer":
        now = _as_dealt(now, "dealer")
    count = file.extra.get("total_hands")
    if count is None:
        return now
    if not isinstance(count, int) or isinstance(count, bool):
        raise RuleError("must be a whole number", "extra.total_hands")
    return replace(now, total_hands=count)


def open_file(file: RoundFile, seed: int | None) -> Round:
    """The round after the first deal; cards and actions of `file` are ignored."""
    plan = load_plan(file.game, file.house)
    spec = plan.game.spec
    packs = {pile: tuple(shuffled(deck(pack), seed, pile)) for pile, pack in spec.packs.items()}
    if spec.shoe is None:
        return start(file, plan, Shoe(tuple(shuffled(deck(spec.deck), seed)), packs)).with_forced()
    shoe = shoe_at(spec.deck, spec.shoe, seed, file.shoe)
    return replace(start(file, plan, Shoe(shoe.cards, packs, shoe.used)), shoe=shoe).with_forced()


def betting_spots(file: RoundFile) -> tuple[BettingSpot, ...]:
    """The wagers of the game that are made before the first card."""
    plan = load_plan(file.game, file.house)
    measures = {choice.spec.times for stage in plan.choices for choice in stage}
    return tuple(
        betting_spot(plan.game, name, wager, prices_in(plan.wagers[name].tables), measure=name in measures)
        for name, wager in plan.takes.items()
        if wager.offered and name not in plan.only_later and not wager.opened_later
    )
