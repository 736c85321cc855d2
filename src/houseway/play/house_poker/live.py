"""House poker dealt from a shuffled deck, and the wagers that it takes before the first card."""

from msgspec.structs import replace

from houseway.cards.decks import deck
from houseway.cards.shuffle import shuffled
from houseway.play.core.round import BettingSpot
from houseway.play.core.roundfile import RoundFile
from houseway.play.core.shoe import shoe_at
from houseway.play.core.wagers import betting_spot, prices_in
from houseway.play.house_poker.file import start
from houseway.play.house_poker.plan import load_plan
from houseway.play.house_poker.round import Round
from houseway.play.house_poker.table import Shoe


def open_file(file: RoundFile, seed: int | None) -> Round:
    """The round after the first deal; cards and actions of `file` are passed over."""
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
