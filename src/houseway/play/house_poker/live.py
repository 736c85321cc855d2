"""House poker dealt from a shuffled deck: the one `Round` of the family behind the protocol of live play."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import msgspec

from houseway.cards.decks import deck
from houseway.cards.shuffle import shuffled
from houseway.cards.text import format_card
from houseway.hands.columns import DEAD
from houseway.hands.standing import stands_for, wild_places
from houseway.play.core.actions import Action
from houseway.play.core.money import dollars
from houseway.play.core.round import BettingSpot, Pile
from houseway.play.core.roundfile import RoundFile, meter_cents, stakes_behind
from houseway.play.core.settlement import Fees, Settlement
from houseway.play.core.shoe import ShoeState, shoe_at
from houseway.play.core.wagers import betting_spot, layout_name, prices_in
from houseway.play.house_poker.file import fees, hands_dealt, settle_round, start
from houseway.play.house_poker.plan import Plan, load_plan, parse_part
from houseway.play.house_poker.round import PASS, PLACES, Round
from houseway.play.house_poker.setting import as_stated, house_way
from houseway.play.house_poker.table import Shoe
from houseway.rules.errors import RuleError
from houseway.rules.wording import humanize

_OUTSIDE = ("dealer", "community")  # piles with a field of their own in a round file
_MANY = 4  # wagers that differ only in their target are shown as one from here on


@dataclass(frozen=True, slots=True)
class LiveHousePoker:
    """A round and the round file it was opened from."""

    opening: RoundFile
    round: Round
    shoe: ShoeState | None = None  # where the cards of several rounds come from one shuffle

    def shoe_after(self) -> ShoeState:
        """The shoe as this round leaves it; an empty one where the cards are shuffled each round."""
        return self.shoe.dealt(self.round.used) if self.shoe is not None else ShoeState((), 0, 0)

    @property
    def over(self) -> bool:
        return self.round.over

    @property
    def turn(self) -> int:
        return self.round.turn

    def legal(self, seat: int) -> list[Action]:
        if self.over or seat != self.turn:
            return []
        return _with_targets(self._every_action(seat))

    def _every_action(self, seat: int) -> list[Action]:
        return self.round.legal(seat) + ([Action(PASS)] if self.round.optional else [])

    def act(self, seat: int, action: str) -> "LiveHousePoker":
        return replace(self, round=_without_choice(self.round.act(seat, action)))

    def suggest(self, seat: int, rng: Random | None = None) -> str:
        """The least costly way to stay in, or with `rng` any legal action at any legal amount."""
        legal = self._every_action(seat)
        if rng is None:
            folding = {choice.spec.do for choice in self.round.plan.choices[self.round.stage] if _ends(choice.spec)}
            staying = [one for one in legal if one.verb not in folding] or legal
            best = min(staying, key=lambda one: (one.open_ended, one.amounts[0] if one.amounts else 0))
            return _text(best, self._as_the_dealer_would(seat, best), most=self._places)
        opened = [one for one in legal if one.open_ended]
        if len(opened) >= _MANY:  # one of many wagers is as likely as to let them pass
            legal = [rng.choice(opened), *(one for one in legal if not one.open_ended)]
        chosen = rng.choice(legal)
        again = any(
            one.spec.do == chosen.verb and one.spec.if_foul == "reset"
            for one in self.round.plan.choices[self.round.stage]
        )
        if again:  # a foul would be refused
            return _text(chosen, self._as_the_dealer_would(seat, chosen), most=self._places)
        return _text(chosen, self._held(seat), rng, self._places)

    @property
    def _places(self) -> int:
        return max(self.round.plan.sizes.values(), default=0)

    def _as_the_dealer_would(self, seat: int, legal: Action) -> tuple[int, ...]:
        """The cards of a seat, or those that the house way would put into the first part of such a setting."""
        held, plan = self._held(seat), self.round.plan
        sets = [one.spec.parts for one in plan.choices[self.round.stage] if one.spec.do == legal.verb]
        for index, stage in enumerate(plan.stages):
            if sets and sets[0] and stage.dealer is not None and stage.dealer.parts == sets[0]:
                return house_way(plan, index, held)[next(iter(sets[0]))]
        return held

    def _held(self, seat: int) -> tuple[int, ...]:
        """What a seat holds, or the cards of a shared pile at the places that it selected."""
        own, piles = self.round.seats[seat], self.round.piles.cards
        if not own.selected:
            return own.held()
        shown = [piles.get(pile, ()) for pile in self.round.plan.sizes]
        return tuple(cards[place - 1] for cards in shown for place in own.selected if place <= len(cards))

    def staked(self, seat: int) -> int:
        own = self.round.seats[seat]
        # Of a wager that is decided early only what it lost is still to be taken.
        held = (max(-own.closed[name].net, 0) if name in own.closed else amount for name, amount in own.wagers.items())
        return sum(held)

    def stakes(self, seat: int) -> dict[str, int]:
        own = self.round.seats[seat]
        return {name: amount for name, amount in own.wagers.items() if name not in own.closed}

    def warning(self, seat: int, action: str) -> str:
        """Whether the cards so set would be a foul."""
        after = self.round.act(seat, action)
        view = after.view(seat)
        for name in after.seats[seat].wagers:
            foul = self.round.plan.wagers[name].spec.foul
            try:
                if foul is not None and view.value(foul[1]) > view.value(foul[0]):
                    low, high = humanize(foul[1]), humanize(foul[0])
                    return f"the {low} hand would outrank the {high} hand: a foul, which loses"
            except RuleError:  # a card of the hand is still to come
                continue
        return ""

    def table(self, viewer: int | None = None) -> tuple[Pile, ...]:
        shown = self.round.shown()
        piles = []
        for name in self.round.piles.cards:
            up = shown.get(name, ())
            hidden = len(self.round.piles.held(name)) - len(up)
            parts = _parts(self.round.piles.parts, up) if name == "dealer" and not hidden else ()
            columns = _row_length(self.round.plan, name, len(up) + hidden)
            stands = self._stands(0, _texts(up), own=False) if name == "dealer" and self.over else ()
            piles.append(Pile(name, None, _texts(up), hidden, parts=parts, columns=columns, stands=stands))
        for index in range(len(self.round.seats)):
            held = self._held(index)
            seen = held if self.over or index == viewer else self._face_up(held)
            parts = _parts(self.round.seats[index].parts, seen) if len(seen) == len(held) else ()
            stands = self._stands(index, _texts(seen), own=True) if self.over else ()
            piles.append(Pile("player", index, _texts(seen), len(held) - len(seen), parts=parts, stands=stands))
        return tuple(piles)

    def _stands(self, seat: int, shown: tuple[str, ...], own: bool) -> tuple[tuple[str, str], ...]:
        """What the wild cards of a seat's or the dealer's hand stand for."""
        plan = self.round.plan
        for hand in plan.hands.values():
            dealers = any(part.pile == "dealer" for part in hand.parts)
            if hand.own != own or dealers == own or hand.ranking is None or hand.stand_in:
                continue
            try:
                cards = self.round.view(seat).cards(hand.name)
            except RuleError:  # a card of it was never dealt
                continue
            places = wild_places(cards, hand.wild_ranks, hand.joker != DEAD)
            if places and len(cards) >= hand.ranking.size:
                found = stands_for(hand.ranking, cards, places, hand.wild_ranks)
                named = ((format_card(cards[place]), format_card(card)) for place, card in found.items())
                return tuple((wild, card) for wild, card in named if wild in shown)
        return ()

    def _face_up(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """A seat's cards that the stages so far turned up for all to see."""
        places: set[int] = set()
        for stage in self.round.plan.stages[: self.round.stage + 1]:
            for part in (parse_part(text) for text in stage.up):
                if part.pile == "player":
                    places.update(range(part.start, len(cards) if part.whole else part.stop or 0))
        return tuple(card for place, card in enumerate(cards) if place in places)

    def fees(self) -> Fees | None:
        """What the schedule of the house takes for this round."""
        return fees(self.round, stakes_behind(self.opening))

    def settle(self) -> Settlement:
        count = hands_dealt(self.round.plan, len(self.round.seats))
        return settle_round(self.round, meter_cents(self.opening.meters), count, betting=self.opening.betting)

    def round_file(self) -> dict[str, Any]:
        actions: list[list[str]] = [[] for _ in self.round.seats]
        for seat, action in self.round.log:
            actions[seat].append(action)
        piles: dict[str, Any] = {name: list(_texts(cards)) for name, cards in self.round.piles.cards.items()}
        others: dict[str, Any] = {}
        for name, cards in piles.items():
            several, _, number = name.partition(".")
            if number:
                others.setdefault(several, []).append(cards)
            elif name not in _OUTSIDE:
                others[name] = cards
        opening = self.opening
        seats = [
            {
                "wagers": given.wagers,
                "cards": list(_texts(seat.cards)),
                **({"select": list(seat.selected)} if seat.selected else {}),
                "actions": own,
            }
            for given, seat, own in zip(opening.seats, self.round.seats, actions, strict=True)
        ]
        return {
            "game": opening.game,
            **({"house": opening.house} if opening.house else {}),
            **({"meters": opening.meters} if opening.meters else {}),
            **({"betting": opening.betting} if opening.betting else {}),
            "seats": seats,
            **{name: piles[name] for name in _OUTSIDE if name in piles},
            **({"piles": others} if others else {}),
            **({"dealer_set": as_stated(self.round.piles)} if self.round.piles.parts else {}),
        }


def _parts(set_as: Mapping[str, tuple[int, ...]], held: Sequence[int]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """A hand as it was set, and what was drawn to it after that."""
    drawn = list(held)
    for card in (card for cards in set_as.values() for card in cards):
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
    stems = [one.wager.rpartition(".")[0] if one.open_ended else "" for one in legal]
    targets: dict[str, list[str]] = {}
    for one, stem in zip(legal, stems, strict=True):
        targets.setdefault(stem, []).append(one.wager.removeprefix(f"{stem}."))
    found: dict[str, Action] = {}
    for one, stem in zip(legal, stems, strict=True):
        if stem and len(targets[stem]) >= _MANY:
            joined = msgspec.structs.replace(
                one, wager=f"{stem}.TARGET", label=layout_name(stem), targets=tuple(targets[stem])
            )
            found.setdefault(stem, joined)
        else:
            found[one.lead] = one
    return list(found.values())


def _texts(cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(format_card(card) for card in cards)


def _ends(words: Any) -> bool:
    return bool(words.fold or words.surrender or words.gives_up)


def _text(legal: Action, held: tuple[int, ...], rng: Random | None = None, most: int = 0) -> str:
    """One way to write the action: the least, or with `rng` any; `most`: the last place that may be selected."""
    if legal.piece == PLACES and legal.cards is not None:
        every = range(1, most + 1)
        places = sorted(rng.sample(every, legal.cards[0])) if rng else every[: legal.cards[0]]
        return " ".join([legal.lead, *map(str, places)])
    if legal.cards is not None:
        least, most = legal.cards
        count = rng.randint(least, min(most, len(held))) if rng else least
        chosen = rng.sample(held, count) if rng else held[:count]
        return " ".join([legal.lead, *(format_card(card) for card in chosen)])
    if not legal.wager:
        return legal.lead
    if not legal.amounts:
        return f"{legal.lead} {rng.randint(1, 100) if rng else 10}"
    amount = rng.choice(legal.amounts) if rng else legal.amounts[0]
    if rng and legal.most and rng.random() < 0.25:
        amount = rng.randint(legal.amounts[0], legal.most)
    if len(legal.amounts) == 1 and not legal.most:
        return legal.lead
    multiple = amount % legal.unit == 0 if legal.unit else False
    return f"{legal.lead} {amount // legal.unit}x" if multiple else f"{legal.lead} {dollars(amount)}"


def _without_choice(now: Round) -> Round:
    """The round after all that the rules force on the seats to act."""
    while not now.over and not now.optional and (action := now.forced()):
        now = now.act(now.turn, action)
    return now


def open_file(file: RoundFile, seed: int | None) -> LiveHousePoker:
    """The round after the first deal; cards and actions of `file` are passed over."""
    plan = load_plan(file.game, file.house)
    spec = plan.game.spec
    apart = {pile: tuple(shuffled(deck(pack), seed, pile)) for pile, pack in spec.packs.items()}
    if spec.shoe is None:
        now, _ = start(file, plan, Shoe(tuple(shuffled(deck(spec.deck), seed)), apart))
        return LiveHousePoker(file, _without_choice(now))
    shoe = shoe_at(spec.deck, spec.shoe, seed, file.shoe)
    now, _ = start(file, plan, Shoe(shoe.cards, apart, shoe.used))
    return LiveHousePoker(file, _without_choice(now), shoe)


def betting_spots(file: RoundFile) -> tuple[BettingSpot, ...]:
    """The wagers of the game that are made before the first card."""
    plan = load_plan(file.game, file.house)
    measures = {choice.spec.times for stage in plan.choices for choice in stage}
    return tuple(
        betting_spot(plan.game, name, wager, prices_in(plan.wagers[name].tables), measure=name in measures)
        for name, wager in plan.takes.items()
        if wager.offered and name not in plan.only_later and not wager.opened_later
    )
