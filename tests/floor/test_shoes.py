"""A shoe carried on over rounds: dealt to the cut card, proven when it is finished, and never lost with the server."""

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select
from tests.floor.helpers import assert_balanced, bet, decide, guest, hand, new_store, play_round, seated
from typer.testing import CliRunner

from houseway.cards.decks import deck
from houseway.cards.proof import commitment, seed_of
from houseway.cards.shuffle import shuffled
from houseway.cards.text import format_card
from houseway.cli import app
from houseway.families import answer, open_round
from houseway.floor import interventions, replay, rounds, tables
from houseway.floor.evidence import export
from houseway.floor.roles import Person
from houseway.floor.schema import rounds as rounds_table
from houseway.floor.shoes import seed_for
from houseway.floor.store import Store
from houseway.floor.verification import verify
from houseway.floor.views import table_view
from houseway.play.core.round import next_shoe_place
from houseway.play.core.roundfile import as_json, convert_round
from houseway.play.core.shoe import burned
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game


@pytest.fixture
def person(store: Store) -> Person:
    return guest(store)


def secret_of(store: Store, row: Any) -> str:
    return store.keys.ring.secret(row.shuffle)


def cards_of(file: dict[str, Any]) -> int:
    """Cards that a round file shows."""
    piles = [file.get("dealer", []), *file.get("piles", {}).values()]
    piles += [hand for seat in file["seats"] for hand in seat.get("hands", [seat.get("cards", [])])]
    return sum(len(pile) for pile in piles)


def shown_cards(file: dict[str, Any]) -> list[str]:
    """The cards of a round file, pile after pile."""
    piles = [file.get("dealer", []), file.get("community", []), *file.get("piles", {}).values()]
    piles += [seat.get("cards", []) for seat in file["seats"]]
    return [card for pile in piles for card in pile]


def play_shoe(store: Store, table: int, person: Person, rng: Random | None = None) -> list[Any]:
    """Rounds until the shoe is finished."""
    played = []
    while True:
        played.append(play_round(store, table, {0: person}, rng))
        if not store.read(lambda db: tables.find(db, table)).state.get("shoe"):
            return played


def test_30_2810_4_a_baccarat_shoe_is_dealt_card_after_card_to_the_cut_card(store: Store, person: Person) -> None:
    """The coups of a shoe, read one after the other, are the shuffled cards without the burned ones."""
    table = seated(store, person, "baccarat", 9000)
    played = play_shoe(store, table, person)
    spec = load_game("baccarat").spec
    secret = secret_of(store, played[0])
    assert {row.commitment for row in played} == {commitment(secret)}
    cards = shuffled(deck(spec.deck), seed_of(secret, table, 1))
    expected = [format_card(card) for card in cards[burned(spec.shoe, cards[0]) :]]
    dealt: list[str] = []
    for row in played:
        player, banker = row.file["piles"]["player"], row.file["piles"]["banker"]
        dealt += [player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:]]
    assert dealt == expected[: len(dealt)]
    # One coup in which the cut card comes out, one more, and then the shuffle.
    starts = [row.opening.get("shoe", {}).get("used", 0) for row in played]
    assert starts[-1] >= len(cards) - 14 > starts[-2]
    again = play_round(store, table, {0: person})
    assert again.commitment != played[0].commitment


def test_a_blackjack_shoe_goes_on_where_the_last_round_left_it(store: Store, person: Person) -> None:
    table = seated(store, person, "blackjack", 9000)
    played = play_shoe(store, table, person)
    assert len(played) > 10
    used = 1
    for row in played:
        assert row.opening.get("shoe", {"used": 1})["used"] == used
        used += cards_of(row.file)
    assert used >= 0.75 * 312 > played[-1].opening["shoe"]["used"]
    assert_balanced(store)


@pytest.mark.parametrize(
    ("game", "burns_first", "burns_in_war", "house"),
    [
        ("casino-war", 1, 3, {}),  # 30-1099.55(10)(a)(d), (11)(f)
        ("texas-shootout", 1, 0, {}),  # 30-1099.38(Take and Pay 4)
        ("stadium-casino-war", 0, 6, {"burn_cards": True}),  # 30-1099.54(2)(8)
    ],
)
def test_house_poker_is_dealt_from_a_shoe_that_lasts_to_the_cut_card(
    store: Store, person: Person, game: str, burns_first: int, burns_in_war: int, house: dict[str, Any]
) -> None:
    """Round after round the next cards of one shuffle, those burned left out; the cut card ends it after its round."""
    table = seated(store, person, game, 9000, house=house)
    played = play_shoe(store, table, person, Random(5))
    spec = load_game(game).spec
    assert {row.commitment for row in played} == {played[0].commitment}
    cards = [format_card(card) for card in shuffled(deck(spec.deck), seed_of(secret_of(store, played[0]), table, 1))]
    starts = [row.opening.get("shoe", {}).get("used", burns_first) for row in played]
    assert starts[0] == burns_first
    wars = 0
    for row, start, following in zip(played, starts, [*starts[1:], None], strict=True):
        shown = Counter(shown_cards(row.file))
        war = any("war" in action for seat in row.file["seats"] for action in seat.get("actions", []))
        used = start + shown.total() + (burns_in_war if war else 0)
        assert following in (None, used)
        assert shown <= Counter(cards[start:used])
        wars += war
    assert starts[-1] < 0.75 * len(cards) <= used
    assert wars or not burns_in_war
    again = play_round(store, table, {0: person})
    assert "shoe" not in again.opening
    assert again.commitment != played[0].commitment
    assert_balanced(store)


def test_the_secret_of_a_shoe_is_shown_when_it_is_finished(store: Store, person: Person, tmp_path: Path) -> None:
    """Verifying a round out of a shoe says "not yet" while the shoe is in play, and then checks all that led to it."""
    table = seated(store, person, "blackjack", 9000, house={"decks": 1})
    first = play_round(store, table, {0: person})
    bet(store, table, 0, person, blackjack=10)
    database = str(tmp_path / "floor.db")

    def command(*arguments: str) -> Any:
        return CliRunner().invoke(app, ["verify", str(first.id), "--database", database, *arguments])

    told = store.read(lambda db: table_view(db, table, person))["round"]
    assert (told["commitment"], told["secret"]) == (first.commitment, None)
    file = store.read(lambda db: export(db, first.id))
    assert secret_of(store, first) not in json.dumps(file)
    early = command()
    assert early.exit_code == 1
    assert "not yet" in early.output
    store.write(lambda db: rounds.deal(db, table, person))
    while hand(store, table).status == "playing":
        decide(store, table, {0: person})
    if store.read(lambda db: tables.find(db, table)).state.get("shoe"):
        play_shoe(store, table, person)
    assert command("--published", first.commitment).exit_code == 0
    shoe = store.read(
        lambda db: list(db.execute(select(rounds_table).where(rounds_table.c.commitment == first.commitment)))
    )
    for row in shoe:
        file = store.read(lambda db, number=row.id: export(db, number))  # type: ignore[misc]
        assert verify(file, first.commitment) == []
        assert file["proof"]["secret"] == secret_of(store, first)
    last = file["proof"]
    assert len(last["earlier"]) == len(shoe) - 1
    for wrong in (
        {**last, "earlier": last["earlier"][1:]},
        {**last, "earlier": []},
        {**last, "opening": {**last["opening"], "shoe": {"used": 30, "beyond": 0}}},
        {**last, "opening": {**last["opening"], "shoe": {"used": -5, "beyond": 0}}},
        {**last, "earlier": 7},
    ):
        assert verify({**file, "proof": wrong}) != []


def test_a_shoe_is_carried_on_by_a_server_that_knows_nothing_of_it(store: Store, person: Person) -> None:
    """What the table says of its shoe follows from the events alone, and another process deals on from it."""
    table = seated(store, person, "blackjack", 9000)
    for _ in range(4):
        play_round(store, table, {0: person})
    bet(store, table, 0, person, blackjack=10)
    store.write(lambda db: rounds.deal(db, table, person))
    row = hand(store, table)
    place: dict[str, int] = {}
    for one in store.read(lambda db: list(db.execute(select(rounds_table).order_by(rounds_table.c.id)))):
        assert one.opening.get("shoe", {}) == place
        if one.status == "settled":
            acts = store.read(lambda db, number=one.id: replay.acts_of(db, number))  # type: ignore[misc]
            seed = store.read(lambda db, shuffle=one.shuffle: seed_for(db, table, shuffle))  # type: ignore[misc]
            place = next_shoe_place(replay.play_through(one.opening["game"], one.opening, seed, acts))
    replay.recent.clear()  # what a killed server knew
    if row.status == "playing":
        decide(store, table, {0: person})
    assert_balanced(store)


def test_a_voided_round_and_an_irregularity_end_the_shoe(store: Store, person: Person) -> None:
    table = seated(store, person, "baccarat", 9000)
    play_round(store, table, {0: person})
    bet(store, table, 0, person, banker=10)
    before = hand(store, table)
    store.write(lambda db: interventions.void(db, table, person, "wagers taken down"))
    bet(store, table, 0, person, banker=10)
    assert hand(store, table).commitment == before.commitment  # no card was dealt
    table = seated(store, person, "blackjack", 900)
    while True:
        bet(store, table, 0, person, blackjack=10)
        store.write(lambda db: rounds.deal(db, table, person))
        if hand(store, table).status == "playing":
            break
    voided = hand(store, table)
    store.write(lambda db: interventions.void(db, table, person, "fouled deck"))
    shown = store.read(lambda db: table_view(db, table, person))["round"]["secret"]
    assert shown == secret_of(store, voided)
    bet(store, table, 0, person, blackjack=10)
    assert hand(store, table).commitment != voided.commitment


def test_a_dealer_may_end_a_shoe_between_rounds_and_closing_ends_it(store: Store, person: Person) -> None:
    table = seated(store, person, "baccarat", 9000)
    row = play_round(store, table, {0: person})
    store.write(lambda db: interventions.shuffle(db, table))
    assert store.read(lambda db: table_view(db, table, person))["round"]["secret"] == secret_of(store, row)
    with pytest.raises(RuleError, match="no shoe"):
        store.write(lambda db: interventions.shuffle(db, table))
    later = play_round(store, table, {0: person})
    assert later.commitment != row.commitment
    bet(store, table, 0, person, banker=10)
    with pytest.raises(RuleError, match="at hand"):
        store.write(lambda db: interventions.shuffle(db, table))
    store.write(lambda db: rounds.take_back(db, table, 0, person))
    store.write(lambda db: interventions.void(db, table, person, "closing"))
    store.write(lambda db: tables.close(db, table))
    assert verify(store.read(lambda db: export(db, later.id))) == []


@pytest.mark.parametrize("game", ["blackjack", "baccarat", "pure-21-5-blackjack-6-to-5"])
def test_a_continuous_shuffler_mixes_after_every_round(tmp_path: Path, game: str) -> None:
    store = new_store(tmp_path)
    person = guest(store)
    table = seated(store, person, game, 9000, house={"continuous_shuffler": True})
    seen = [play_round(store, table, {0: person}) for _ in range(4)]
    assert len({row.commitment for row in seen}) == 4
    assert all("shoe" not in row.opening for row in seen)
    store.close()


def test_one_deck_never_runs_out_within_a_round() -> None:
    """Six seats at the end of one deck: the discards are shuffled to finish the round, and no card is there twice."""
    seats = [{"wagers": {"blackjack": 10}}] * 6
    opening = {"game": "blackjack", "house": {"decks": 1}, "seats": seats, "shoe": {"used": 38, "beyond": 0}}
    ran_out = 0
    for seed in range(30):
        live = open_round(convert_round(opening), seed)
        while not live.over:
            live = live.act(live.turn, live.suggest(live.turn))
        file = live.round_file()
        ran_out += 38 + cards_of(file) > 52
        assert answer(convert_round(file))["seats"] == as_json(live.settle())["seats"]
        assert next_shoe_place(live) == {}
    assert ran_out > 10
