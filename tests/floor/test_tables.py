"""Tables and rounds of every game: money moves exactly by the settlement, and the books agree with the reports."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select
from tests.floor.helpers import assert_balanced, bet, decide, guest, hand, new_store, play_round, seated
from tests.games import all_games, by_day, live_games

from houseway.cards.proof import commitment
from houseway.families import answer, settle
from houseway.floor import interventions, roles, rounds, tables
from houseway.floor.bank import take_bank
from houseway.floor.daily import ALWAYS
from houseway.floor.evidence import export
from houseway.floor.ledger import account, balance
from houseway.floor.moments import now
from houseway.floor.replay import play_through
from houseway.floor.reports import adjusted_gross_proceeds, as_csv, jackpot_liability, results
from houseway.floor.schema import events, meters
from houseway.floor.schema import tables as tables_table
from houseway.floor.shoes import in_play, seed_for
from houseway.floor.store import Store
from houseway.floor.transaction import lock_table
from houseway.floor.verification import verify
from houseway.floor.views import table_view
from houseway.play.core.roundfile import convert_round
from houseway.rules.errors import RuleError

LIVE = live_games()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    made = new_store(tmp_path_factory.mktemp("floor"))
    yield made
    made.close()


def stacks(store: Store, table: int) -> dict[int, int]:
    held = store.read(lambda db: tables.occupied(db, table))
    return {seat: store.read(lambda db, row=row: balance(db, row.account_id)) for seat, row in held.items()}  # type: ignore[misc]


def till(store: Store, table: int, kind: str) -> int:
    return store.read(lambda db: balance(db, tables.till(db, table)[kind]))


@pytest.mark.parametrize("game", by_day(LIVE))
def test_two_people_play_any_game_and_the_books_agree(shared: Store, game: str) -> None:
    """Stacks move by the settlement, only what is carried stays on the layout, proceeds are what the house won."""
    rng = Random(game)
    people = {0: guest(shared), 1: guest(shared)}
    table = seated(shared, people[0], game, 9000)
    shared.write(lambda db: tables.sit(db, table, 1, people[1]))
    shared.write(lambda db: tables.buy_in(db, table, 1, people[1], 900_000, None))
    won = carried = 0
    played = []
    for _ in range(2):
        before = stacks(shared, table)
        row = play_round(shared, table, people, rng)
        assert row.status == "settled"
        nets = {seat: round(one["net"] * 100) for seat, one in zip(row.places, row.settlement["seats"], strict=True)}
        after = stacks(shared, table)
        fees = till(shared, table, "collection")
        if not fees:
            assert {seat: after[seat] - before[seat] for seat in nets} == nets
        state = row.settlement.get("state", {})
        carried = round(100 * state.get("pot", 0)) + round(100 * state.get("pool", 0))
        assert till(shared, table, "layout") == carried
        won -= sum(nets.values())
        played.append(row)
    if in_play(shared.read(lambda db: tables.find(db, table))):
        shared.write(lambda db: interventions.shuffle(db, table))
    for row in played:
        file = shared.read(lambda db, number=row.id: export(db, number))  # type: ignore[misc]
        assert verify(file, row.commitment) == []
        assert answer(convert_round(file))["seats"] == row.settlement["seats"]
    report = next(
        line for line in shared.read(lambda db: adjusted_gross_proceeds(db, ALWAYS)) if line["table"] == table
    )
    bank = till(shared, table, "bank")
    if not bank:
        assert round(report["agp"] * 100) == won - carried
    assert_balanced(shared)


def test_a_round_is_its_list_of_events(store: Store) -> None:
    """What the row says of the round is what its events say, whoever reads them."""
    person = guest(store)
    table = seated(store, person, "ultimate-texas-holdem")
    row = play_round(store, table, {0: person})
    log = store.read(lambda db: db.execute(select(events).where(events.c.round_id == row.id)).all())
    assert [one.seq for one in log] == list(range(1, row.seq + 1))
    acts = [(one.data["place"], one.data["action"]) for one in log if one.kind == "act"]
    again = play_through(
        row.opening["game"], row.opening, store.read(lambda db: seed_for(db, table, row.shuffle)), acts
    )
    assert again.over
    assert again.round_file() == row.file
    bets = [one.data for one in log if one.kind == "bet"]
    assert row.bets == {"0": bets[-1]}


def test_the_hash_is_published_before_wagers_close_and_the_secret_after(store: Store) -> None:
    person = guest(store)
    table = seated(store, person, "three-card-poker")
    bet(store, table, 0, person, ante=10)
    view = store.read(lambda db: table_view(db, table, person))["round"]
    assert view["status"] == "betting"
    assert view["secret"] is None
    store.write(lambda db: rounds.deal(db, table, person))
    dealt = store.read(lambda db: table_view(db, table, person))["round"]
    assert dealt["secret"] is None
    decide(store, table, {0: person})
    over = store.read(lambda db: table_view(db, table, person))["round"]
    assert over["commitment"] == view["commitment"] == commitment(over["secret"])


def test_a_wager_is_changed_and_taken_back_before_the_deal(store: Store) -> None:
    person = guest(store)
    table = seated(store, person, "three-card-poker", 100)
    bet(store, table, 0, person, ante=10)
    bet(store, table, 0, person, ante=20, pair_plus=5)
    assert (stacks(store, table)[0], till(store, table, "layout")) == (7500, 2500)
    bet(store, table, 0, person, ante=5)
    assert (stacks(store, table)[0], till(store, table, "layout")) == (9500, 500)
    store.write(lambda db: rounds.take_back(db, table, 0, person))
    assert (stacks(store, table)[0], till(store, table, "layout")) == (10000, 0)
    with pytest.raises(RuleError, match="nobody has bet"):
        store.write(lambda db: rounds.deal(db, table, person))


@pytest.mark.parametrize(
    ("wagers", "message"),
    [
        ({"ante": 101}, "you have"),
        ({"pair_plus_plus": 5}, "pair_plus_plus"),
        ({}, "at least one"),
    ],
)
def test_a_wager_against_the_rules_changes_nothing(store: Store, wagers: dict[str, float], message: str) -> None:
    person = guest(store)
    table = seated(store, person, "three-card-poker", 100)
    with pytest.raises(RuleError, match=message):
        bet(store, table, 0, person, **wagers)
    assert hand(store, table) is None
    assert stacks(store, table)[0] == 10000


def test_a_decision_that_costs_more_than_the_stack_is_refused(store: Store) -> None:
    person = guest(store)
    table = seated(store, person, "ultimate-texas-holdem", 25)
    bet(store, table, 0, person, ante=10, blind=10)
    store.write(lambda db: rounds.deal(db, table, person))
    before = hand(store, table)
    with pytest.raises(RuleError, match="Seat 1 has"):
        store.write(lambda db: rounds.act(db, table, 0, person, "play 4x", before.seq))
    assert hand(store, table).seq == before.seq
    assert_balanced(store)


def test_a_voided_round_returns_every_wager(store: Store) -> None:
    person = guest(store)
    table = seated(store, person, "ultimate-texas-holdem", 500)
    bet(store, table, 0, person, ante=10, blind=10, trips=5)
    store.write(lambda db: rounds.deal(db, table, person))
    store.write(lambda db: interventions.void(db, table, person, "fouled deck"))
    assert hand(store, table).status == "void"
    assert stacks(store, table)[0] == 50000
    with pytest.raises(RuleError, match="no round is open"):
        store.write(lambda db: interventions.void(db, table, person, "again"))
    assert_balanced(store)


def test_who_leaves_in_a_round_leaves_when_it_is_over(store: Store) -> None:
    person = guest(store)
    table = seated(store, person, "three-card-poker", 100)
    bet(store, table, 0, person, ante=10)
    store.write(lambda db: rounds.deal(db, table, person))
    assert not store.write(lambda db: tables.leave(db, table, 0, person))
    decide(store, table, {0: person})
    assert store.read(lambda db: tables.occupied(db, table)) == {}
    net = round(hand(store, table).settlement["seats"][0]["net"] * 100)
    purse = store.read(lambda db: balance(db, roles.wallet(db, person.id)))
    assert purse == roles.WELCOME + net


def test_a_payment_beyond_the_tray_is_a_fill(store: Store) -> None:
    """30-1603(1): fills are part of the sum, so a table that pays more than it holds still reports what it lost."""
    person = guest(store)
    table = seated(store, person, "baccarat", 5000, bankroll=100)
    lost = 0
    for _ in range(6):
        bet(store, table, 0, person, banker=500)
        store.write(lambda db: rounds.deal(db, table, person))
        lost += round(hand(store, table).settlement["house"] * 100)
    line = store.read(lambda db: adjusted_gross_proceeds(db, ALWAYS))[0]
    assert line["fills"] >= 100_000
    assert round(line["agp"] * 100) == lost


def test_30_1603_1_fills_credits_coupons_and_the_drop(store: Store) -> None:
    person = guest(store)
    table = seated(store, person, "three-card-poker", 300)
    store.write(lambda db: tables.move_chips(db, table, person, "fill", 50_000, "f"))
    store.write(lambda db: tables.move_chips(db, table, person, "credit", 20_000, "c"))
    store.write(lambda db: tables.take_coupon(db, table, 0, 2_500, person, "p"))
    store.write(lambda db: tables.take_fee(db, table, 0, 4_000, person, "t"))
    store.write(lambda db: tables.move_chips(db, table, person, "drop count", 30_000, "d"))
    won = round(play_round(store, table, {0: person}).settlement["house"] * 100)
    line = store.read(lambda db: adjusted_gross_proceeds(db, ALWAYS))[0]
    assert (line["fills"], line["credit_slips"], line["coupons"], line["drop"]) == (500, 200, 25, 300)
    assert (line["opening_bankroll"], line["tournament_fees"]) == (100_000, 40)
    assert round(line["agp"] * 100) == won + 4_000
    day = store.read(lambda db: results(db, ALWAYS))[0]
    assert (day["rounds"], round(day["win"] * 100)) == (1, won)
    assert as_csv([line]).startswith("table,name,game,class,closing_bankroll,")


def test_a_meter_opens_with_the_printed_terms_of_its_game(store: Store) -> None:
    """30-2115(7) prints seeds and rates by pay table; 30-1099.28(21)(22) a seed in a range and a share kept back."""

    def terms(game: str, **house: Any) -> tuple[int, int, int]:
        table = seated(store, guest(store), game, 100, house=house)
        (row,) = store.read(lambda db: db.execute(select(meters).order_by(meters.c.id.desc()).limit(1)).all())
        assert row.id in store.read(lambda db: tables.find(db, table)).levels.values()
        return row.seed, row.increment, row.reserve

    assert terms("trilux-blackjack") == (1_000_000, 2400, 0)
    assert terms("trilux-blackjack", pay_tables={"progressive": "06"}) == (200_000, 1700, 0)
    assert terms("longhorn-holdem") == (10_000, 6000, 4000)
    assert terms("longhorn-holdem", jackpot_seed=500)[0] == 50_000
    with pytest.raises(RuleError, match="at most 500"):
        terms("longhorn-holdem", jackpot_seed=501)


def test_a_meter_grows_is_shared_and_starts_again(store: Store) -> None:
    """Shares of the stake feed the meter, its reserve and its hidden part; a full award brings them in."""
    from houseway.floor import meters
    from houseway.floor.ledger import Book, Cause, Move, post

    person = guest(store)
    meter = store.write(lambda db: meters.open_meter(db, "nexus", 100_000, 1_333, 500, 250))
    spots = {"progressive": meter}
    games = ("ultimate-texas-holdem", "caribbean-stud")
    found = [seated(store, person, game, 500, linked=spots) for game in games]
    for table in found:
        play_progressive(store, table, person)
    listed = store.read(meters.listing)[0]
    assert (listed["shown"], listed["reserve"], listed["hidden"]) == (100_026, 10, 5)
    house = store.read(lambda db: account(db, "house"))
    shown = store.read(lambda db: account(db, "meter", str(meter)))
    store.write(lambda db: post(db, Cause("award"), [Move(shown, house, listed["shown"])]))

    def restart(db: Any) -> None:
        book = Book(db)
        meters.hold(book, [meter]).restart(meter, Cause("restart"), house)
        book.write()

    store.write(restart)
    after = store.read(meters.listing)[0]
    assert (after["shown"], after["reserve"], after["hidden"]) == (100_000 + 10, 0, 0)  # the seed and the reserve
    assert store.read(jackpot_liability)[0]["liability"] == 1000.10
    assert_balanced(store)


def play_progressive(store: Store, table: int, person: Any) -> None:
    row = store.read(lambda db: tables.find(db, table))
    wanted = {spot.name: 1.0 if spot.meters else 10.0 for spot in tables.spots_of(row) if spot.required or spot.meters}
    bet(store, table, 0, person, **wanted)
    store.write(lambda db: rounds.deal(db, table, person))
    while hand(store, table).status == "playing":
        decide(store, table, {0: person})


@pytest.mark.parametrize(("board", "share"), [("Qh Jh Th 2c 3d", 100), ("Qh 2c 3d Jh Th", 5)])
def test_a_share_of_a_meter_is_paid_from_it_and_a_full_award_restarts_it(store: Store, board: str, share: int) -> None:
    """30-1099.34: percentages come off the displayed meter; 100% resets it to the seed plus any reserve."""
    from houseway.floor import meters

    person = guest(store)
    meter = store.write(lambda db: meters.open_meter(db, "linked", 3_000_000, 1000, 500))
    table = seated(store, person, "ultimate-texas-holdem", 100, linked={"progressive": meter})
    bet(store, table, 0, person, ante=10, blind=10, progressive=1)
    store.write(lambda db: rounds.deal(db, table, person))
    row = hand(store, table)
    seat = {"wagers": row.bets["0"]["wagers"], "cards": ["Ah", "Kh"], "actions": ["check", "check", "play 1x"]}
    shown = {"progressive": 30_000}
    laid = {"seats": [seat], "dealer": ["4s", "5s"], "community": board.split()}
    file = {"game": row.opening["game"], "meters": shown, **laid}
    settlement = settle(convert_round(file))

    def work(db: Any) -> None:
        rounds.settle_round(lock_table(db, table), file, settlement, {})

    tray = till(store, table, "inventory")
    store.write(work)
    award = 3_000_000 * share // 100
    net = settlement.nets()[0]
    assert stacks(store, table)[0] == 10_000 + net
    listed = store.read(meters.listing)[0]
    # The stake of one dollar feeds ten cents to the meter and five to the reserve, which a restart brings in.
    expected = (3_000_005, 0) if share == 100 else (3_000_000 - award + 10, 5)
    assert (listed["shown"], listed["reserve"]) == expected
    assert till(store, table, "inventory") == tray - net + award - 15
    assert_balanced(store)


def test_a_player_dealer_banks_with_own_chips(store: Store) -> None:
    banker, player = guest(store), guest(store)
    game = "pure-21-5-blackjack-6-to-5"
    table = seated(store, player, game, 500)
    store.write(lambda db: tables.sit(db, table, 1, banker))
    store.write(lambda db: tables.buy_in(db, table, 1, banker, 100_000, None))
    store.write(lambda db: take_bank(db, table, 1, banker, 60_000))
    before = till(store, table, "bank")
    row = play_round(store, table, {0: player})
    assert till(store, table, "bank") - before == -round(row.settlement["seats"][0]["net"] * 100)
    store.write(lambda db: take_bank(db, table, 1, banker, 0))
    assert stacks(store, table)[1] == 100_000 - round(row.settlement["seats"][0]["net"] * 100)
    assert_balanced(store)


def test_automatic_players_bet_and_act_by_themselves(store: Store) -> None:
    person = guest(store)
    table = seated(store, person, "texas-holdem", 200)
    store.write(lambda db: tables.seat_bot(db, table, None, 20_000))
    row = play_round(store, table, {0: person})
    assert len(row.places) == 2
    assert_balanced(store)


def test_30_1046_5_a_jackpot_goes_back_to_the_players(store: Store) -> None:
    from houseway.floor.jackpots import award

    one, two = guest(store), guest(store)
    table = seated(store, one, "texas-holdem", 200, house={"jackpot_rake": 1})
    store.write(lambda db: tables.sit(db, table, 1, two))
    store.write(lambda db: tables.buy_in(db, table, 1, two, 20_000, None))
    while not till(store, table, "jackpot"):
        play_round(store, table, {0: one, 1: two})
    pool = till(store, table, "jackpot")
    with pytest.raises(RuleError, match="the pool holds"):
        store.write(lambda db: award(db, table, 0, pool + 1, one, None))
    held = stacks(store, table)[0]
    store.write(lambda db: award(db, table, 0, pool, one, None))
    assert stacks(store, table)[0] == held + pool
    assert store.read(lambda db: adjusted_gross_proceeds(db, ALWAYS))[0]["agp"] == 0
    assert_balanced(store)


def test_no_table_is_opened_for_what_cannot_be_dealt(store: Store) -> None:
    """GEGR-001823 Round of Play 5 is a ceremony within another game; of others nobody knows what wins."""
    person = guest(store)
    refused = [game for game in all_games() if game not in LIVE]
    assert "ca-pai-gow-dice-action" in refused
    for game in refused:
        with pytest.raises(RuleError, match="ceremony within another game" if game.startswith("ca-pai") else "game:"):
            store.write(lambda db, g=game: tables.open_table(db, person, g))  # type: ignore[misc]
    assert store.read(lambda db: db.execute(select(tables_table)).all()) == []


def test_a_closed_table_cashes_everybody(store: Store) -> None:
    person = guest(store)
    table = seated(store, person, "three-card-poker", 100)
    store.write(lambda db: tables.close(db, table))
    assert store.read(lambda db: balance(db, roles.wallet(db, person.id))) == roles.WELCOME
    with pytest.raises(RuleError, match="closed"):
        store.write(lambda db: tables.sit(db, table, 0, person))


def test_the_database_is_opened_twice_without_harm(tmp_path: Path) -> None:
    first = new_store(tmp_path)
    person = guest(first)
    second = new_store(tmp_path)
    assert second.read(lambda db: balance(db, roles.wallet(db, person.id))) == roles.WELCOME
    first.close()
    second.close()


def test_a_table_that_guests_left_closes_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = new_store(tmp_path)
    person = guest(store)

    def opened(db: Any) -> int:
        made = tables.open_table(db, person, "casino-war")
        roles.record(db, person.id, "open", table=made)
        return made

    left, used = store.write(opened), store.write(opened)
    store.write(tables.close_abandoned)
    later = now() + 13 * 60 * 60 * 1000
    monkeypatch.setattr(tables, "now", lambda: later)
    store.write(lambda db: db.execute(tables_table.update().where(tables_table.c.id == used).values(created=later)))
    store.write(tables.close_abandoned)
    opens = select(tables_table.c.id, tables_table.c.open)
    assert {row.id: row.open for row in store.read(lambda db: db.execute(opens).all())} == {left: False, used: True}
    assert_balanced(store)


def test_a_table_left_in_the_middle_of_a_round_is_played_on_by_the_clock_and_closes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = new_store(tmp_path)
    person = guest(store)
    table = seated(store, person, "three-card-poker", 100)
    store.write(lambda db: roles.record(db, person.id, "open", table=table))
    bet(store, table, 0, person, ante=10)
    store.write(lambda db: rounds.deal(db, table, person))
    assert hand(store, table).status == "playing"
    later = now() + 13 * 60 * 60 * 1000
    monkeypatch.setattr(tables, "now", lambda: later)
    monkeypatch.setattr(interventions, "now", lambda: later)
    store.write(tables.close_abandoned)
    assert store.read(lambda db: tables.find(db, table).open)
    for place, round_id in store.read(interventions.overdue):
        store.write(lambda db, at=place, one=round_id: interventions.expire(db, at, one))  # type: ignore[misc]
    assert hand(store, table).status == "settled"
    store.write(tables.close_abandoned)
    assert not store.read(lambda db: tables.find(db, table).open)
    assert_balanced(store)


def test_a_meter_of_a_table_is_named_as_people_write_it(store: Store) -> None:
    person = store.write(roles.add_guest)
    store.write(lambda db: tables.open_table(db, person, "three-card-poker", name="Pit 3"))
    named = store.read(lambda db: list(db.execute(select(meters.c.name)).scalars()))
    assert "Pit 3 1: Progressive 3 Card" in named
