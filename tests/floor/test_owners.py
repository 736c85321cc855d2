"""Other owners at a live table: tip box, coupons, bettors behind a seat; the money and the proof of the round."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select
from tests.floor.helpers import assert_balanced, bet, decide, guest, hand, new_store, seated

from houseway.floor import interventions, owners, rounds, tables, vouchers
from houseway.floor.books import check
from houseway.floor.daily import ALWAYS, flows
from houseway.floor.evidence import export
from houseway.floor.ledger import balance
from houseway.floor.replay import rebuild
from houseway.floor.roles import Person, purse
from houseway.floor.rounds import Others, StaleError
from houseway.floor.schema import accounts
from houseway.floor.store import Store
from houseway.floor.transaction import read_table
from houseway.floor.verification import NOT_YET, verify
from houseway.play.bets import choose_wagers
from houseway.play.core.owners import DEALER
from houseway.rules.errors import RuleError


def place(store: Store, table: int, person: Person, wagers: dict[str, float], others: Others) -> None:
    chosen = {"wagers": wagers, "ticket": {}, "select": []}
    store.write(lambda db: rounds.place_bet(db, table, 0, person, chosen, others=others))


def held(store: Store, name: str) -> int:
    query = select(accounts.c.balance).where(accounts.c.name == name)
    return store.read(lambda db: int(db.execute(query).scalar_one()))


def worth_of(store: Store, person: Person) -> int:
    return store.read(lambda db: purse(db, person.id))


def exchange(store: Store, table: int, person: Person, code: str) -> None:
    store.write(lambda db: vouchers.buy_chips(db, table, 0, person, code))


def ticket(store: Store, person: Person, kind: str) -> str:
    return store.write(lambda db: vouchers.issue(db, person, kind, 2500))


def finish(store: Store, table: int, person: Person, action: str = "", tips: dict[str, float] | None = None) -> Any:
    """Play the round to its end by one action, or by what the game suggests."""
    while hand(store, table).status == "playing":

        def work(db: Connection) -> None:
            now = read_table(db, table)
            live = rebuild(now)
            texts = [text for one in live.legal(live.turn) for text in one.texts()]
            bold = next((text for text in texts if action == "bold" and text in ("double", "split")), "")
            said = bold or (live.suggest(live.turn) if action in ("", "bold") else action)
            seat = now.values["places"][live.turn]
            rounds.act(db, table, seat, person, said, now.values["seq"], tips)

        store.write(work)
    return hand(store, table)


def lines_of(row: Any, owner: str) -> list[dict[str, Any]]:
    return [
        line for one in row.settlement["seats"][0].get("owners", []) if one["owner"] == owner for line in one["lines"]
    ]


def assert_proved(store: Store, row: Any) -> None:
    assert verify(store.read(lambda db: export(db, row.id))) in ([], [NOT_YET])
    assert store.read(check) == []
    assert_balanced(store)


def test_30_1099_18_3_won_tips_go_to_the_tip_box_and_lost_ones_to_the_tray(store: Store) -> None:
    player = guest(store)
    table = seated(store, player, "three-card-poker")
    box, won, lost = 0, 0, 0
    for _ in range(12):
        place(store, table, player, {"ante": 10, "pair_plus": 5}, Others({"ante": 4, "pair_plus": 1}))
        store.write(lambda db: rounds.deal(db, table, player))
        row = finish(store, table, player, "play", {"play": 2})
        for line in lines_of(row, DEALER):
            box += round(100 * (line["stake"] + line["net"])) if line["net"] > 0 else 0
            won, lost = won + (line["net"] > 0), lost + (line["net"] < 0)
        assert {line["wager"] for line in lines_of(row, DEALER)} >= {"ante", "pair_plus", "play"}
        assert held(store, f"tips/{table}") == box
        assert held(store, f"layout/{table}") == 0
    assert won
    assert lost
    assert_proved(store, row)


def test_tips_go_back_when_the_bet_is_taken_back_or_the_round_is_void(store: Store) -> None:
    player = guest(store)
    table = seated(store, player, "three-card-poker", 100)
    for undo in (
        lambda db: rounds.take_back(db, table, 0, player),
        lambda db: interventions.void(db, table, player, "test"),
    ):
        place(store, table, player, {"ante": 10}, Others({"ante": 4}))
        assert held(store, f"stack/{table}/0/{player.id}") == 8600
        place(store, table, player, {"ante": 10}, Others({"ante": 2}))
        assert held(store, f"stack/{table}/0/{player.id}") == 8800
        store.write(undo)
        assert held(store, f"stack/{table}/0/{player.id}") == 10000
    assert store.read(check) == []


def test_bad_tips_change_nothing(store: Store) -> None:
    player = guest(store)
    table = seated(store, player, "three-card-poker", 100, house={"tips": {"most": 5}})
    for tips, says in (({"pair_plus": 1}, "own wager"), ({"ante": 6}, "at most"), ({"ante": 1, "bet": 1}, "no tip")):
        with pytest.raises(RuleError, match=says):
            place(store, table, player, {"ante": 10}, Others(tips))
    assert held(store, f"stack/{table}/0/{player.id}") == 10000
    assert hand(store, table) is None


def coupon(store: Store, person: Person, dollars: int, expires: str = "2099-12-31") -> str:
    return store.write(
        lambda db: vouchers.issue(
            db, person, vouchers.COUPON, dollars * 100, expires=expires, house="The Claim", city="Cripple Creek"
        )
    )


def test_30_1615_a_coupon_is_used_once_and_counted_in_the_drop(store: Store) -> None:
    player = guest(store)
    table = seated(store, player, "three-card-poker", 100)
    code = coupon(store, player, 10)
    place(store, table, player, {"ante": 10}, Others(coupons={"ante": code}))
    with pytest.raises(RuleError, match="laid"):
        store.write(lambda db: vouchers.lay(db, code, 1, "code"))
    before = held(store, f"stack/{table}/0/{player.id}")
    assert before == 9000  # only the own wager is chips
    store.write(lambda db: rounds.deal(db, table, player))
    row = finish(store, table, player, "play")
    line, *bonus = lines_of(row, "coupon")  # a straight or better is paid a bonus beside it
    assert line["wager"] == "ante"
    assert line["net"] >= 0
    assert {one["wager"] for one in bonus} <= {"ante_bonus"}
    assert line["stake"] == 10
    drop = store.read(lambda db: flows(db, ALWAYS))
    assert sum(flow.cents for flow in drop if (flow.kind, flow.target) == ("coupon", "drop")) == 1000
    with pytest.raises(RuleError, match="was used"):
        place(store, table, player, {"ante": 10}, Others(coupons={"ante": code}))
    assert_proved(store, row)


def test_30_1615_a_coupon_taken_back_is_good_again(store: Store) -> None:
    player = guest(store)
    table = seated(store, player, "three-card-poker", 100)
    code = coupon(store, player, 10)
    place(store, table, player, {"ante": 10}, Others(coupons={"ante": code}))
    store.write(lambda db: rounds.take_back(db, table, 0, player))
    place(store, table, player, {"ante": 10}, Others(coupons={"ante": code}))
    with pytest.raises(RuleError, match="at least the coupon"):
        place(store, table, player, {"ante": 5}, Others(coupons={"ante": code}))
    store.write(lambda db: interventions.void(db, table, player, "test"))
    assert store.read(lambda db: vouchers.listing(db, 5))[0]["status"] == "good"


def test_30_1615_a_coupon_shows_house_city_and_last_day(store: Store) -> None:
    player = guest(store)
    with pytest.raises(RuleError, match="the last day is past"):
        coupon(store, player, 10, "2020-01-01")
    with pytest.raises(RuleError, match="house, its city and its last day, CO 30-1615"):
        store.write(lambda db: vouchers.issue(db, player, vouchers.COUPON, 1000))
    printed = {"expires": "2099-12-31", "house": "The Claim", "city": "Cripple Creek"}
    for missing in printed:
        with pytest.raises(RuleError) as refused:
            store.write(
                lambda db, one=missing: vouchers.issue(db, player, vouchers.COUPON, 1000, **{**printed, one: ""})  # type: ignore[misc]
            )
        assert refused.value.field == missing
    code = coupon(store, player, 10)
    shown = store.read(lambda db: vouchers.listing(db, 1, code))[0]
    assert {shown["house"], shown["city"], shown["expires"]} == {"The Claim", "Cripple Creek", "2099-12-31"}
    assert shown["use"]


def test_30_1615_a_coupon_is_good_on_its_last_day_and_not_after_it(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = guest(store)
    table = seated(store, player, "three-card-poker", 100)
    monkeypatch.setattr(vouchers, "today", lambda: date(2030, 5, 1))
    code = coupon(store, player, 10, "2030-05-01")
    assert store.read(lambda db: vouchers.listing(db, 1, code))[0]["status"] == "good"
    monkeypatch.setattr(vouchers, "today", lambda: date(2030, 5, 2))
    assert store.read(lambda db: vouchers.listing(db, 1, code))[0]["status"] == "expired"
    with pytest.raises(RuleError, match="was good until 2030-05-01"):
        place(store, table, player, {"ante": 10}, Others(coupons={"ante": code}))


def test_30_1038_coupons_are_barred_in_pots(store: Store) -> None:
    player, other = guest(store), guest(store)
    table = seated(store, player, "texas-holdem", 100, betting={"blinds": [1, 2]})
    store.write(lambda db: tables.sit(db, table, 1, other))
    store.write(lambda db: tables.buy_in(db, table, 1, other, 10000, None))
    code = coupon(store, player, 10)
    with pytest.raises(RuleError, match="a pot takes no coupons, CO 30-1038"):
        place(store, table, player, {}, Others(coupons={"pot": code}))
    with pytest.raises(RuleError, match="buys no chips"):
        store.write(lambda db: vouchers.buy_chips(db, table, 0, player, code))


def test_30_1039_tickets_are_validated_and_exchanged_for_chips(store: Store) -> None:
    player = guest(store)
    table = seated(store, player, "three-card-poker", 100)
    for kind in vouchers.TICKETS:
        code = ticket(store, player, kind)
        assert held(store, "tickets") == 2500
        stack = held(store, f"stack/{table}/0/{player.id}")
        with pytest.raises(RuleError, match="exchanged for chips before any wager"):
            place(store, table, player, {"ante": 10}, Others(coupons={"ante": code}))
        exchange(store, table, player, code)
        assert held(store, f"stack/{table}/0/{player.id}") == stack + 2500
        with pytest.raises(RuleError, match="was used"):
            exchange(store, table, player, code)
    with pytest.raises(RuleError, match="there is no coupon or ticket"):
        store.write(lambda db: vouchers.buy_chips(db, table, 0, player, "f00d"))
    assert store.read(check) == []


def test_30_1039_3_a_ticket_is_exchanged_before_the_hand_begins(store: Store) -> None:
    """In a pot it is not money on the piece: its chips would be bet before the currency that lay there."""
    player, other = guest(store), guest(store)
    table = seated(store, player, "texas-holdem", 100, betting={"blinds": [1, 2]})
    store.write(lambda db: tables.sit(db, table, 1, other))
    store.write(lambda db: tables.buy_in(db, table, 1, other, 10_000, None))
    code = ticket(store, player, "ticket")
    for seat, person in ((0, player), (1, other)):
        bet(store, table, seat, person)
    store.write(lambda db: rounds.deal(db, table, player))
    with pytest.raises(RuleError, match=r"exchanged before the hand begins, CO 30-1039\(3\)"):
        exchange(store, table, player, code)
    while hand(store, table).status == "playing":
        decide(store, table, {0: player, 1: other})
    exchange(store, table, player, code)
    assert store.read(check) == []


PURE = "pure-21-5-blackjack-3-to-2"


def behind(store: Store, table: int, person: Person, dollars: float, *out: str) -> None:
    wagers = {"base_game": dollars} if dollars else {}
    store.write(lambda db: owners.bet_behind(db, table, 0, person, wagers, out))


def test_gegr_001827_bets_behind_a_seat_are_paid_from_and_to_the_purse(store: Store) -> None:
    player, backer, other = guest(store), guest(store), guest(store)
    table = seated(store, player, PURE, 2000, house={"limits": {"base_game": [5, 500]}})
    worth = {one.id: worth_of(store, one) for one in (backer, other)}
    decided, joined = set(), 0
    for _ in range(25):
        bet(store, table, 0, player, base_game=10)
        behind(store, table, backer, 20)
        behind(store, table, other, 30, "double", "split", "insurance")
        store.write(lambda db: rounds.deal(db, table, player))
        row = finish(store, table, player, "bold")
        seat = row.settlement["seats"][0]
        nets = {one["owner"]: one["net"] for one in seat["owners"]}
        for one, name in ((backer, "backline 1"), (other, "backline 2")):
            worth[one.id] += round(100 * nets[name])
            assert worth_of(store, one) == worth[one.id]
            assert held(store, f"stack/{table}/behind/{one.id}") == 0
        assert nets["backline 1"] == pytest.approx(2 * seat["net"], abs=0.05)
        stakes = {one["owner"]: sum(line["stake"] for line in one["lines"]) for one in seat["owners"]}
        assert stakes["backline 2"] == 30
        joined += stakes["backline 1"] > 20
        decided.add(nets["backline 2"] > 0)
        assert held(store, f"layout/{table}") == 0
    assert decided == {True, False}
    assert joined
    assert_proved(store, row)


def test_gegr_001827_who_stays_out_behind_a_seat_does_not_make_the_player_late(store: Store) -> None:
    player, backer = guest(store), guest(store)
    table = seated(store, player, PURE, 2000, house={"limits": {"base_game": [5, 500]}})
    row = None
    while row is None or row.status != "playing":  # a natural ends the round at once
        bet(store, table, 0, player, base_game=10)
        behind(store, table, backer, 20)
        store.write(lambda db: rounds.deal(db, table, player))
        row = hand(store, table)
    seen = row.seq
    for out in (["double"], ["double"], ["split"]):
        store.write(lambda db, out=out: owners.stay_out(db, table, 0, backer, out))  # type: ignore[misc]
    assert hand(store, table).seq == seen + 2  # what was said already is not written again
    legal = suggested(store, table)
    with pytest.raises(StaleError, match="the table has moved on"):
        store.write(lambda db: rounds.act(db, table, 0, player, legal, seen - 1))
    store.write(lambda db: rounds.act(db, table, 0, player, legal, seen))
    finish(store, table, player)
    assert_balanced(store)


def suggested(store: Store, table: int) -> str:
    """What the game suggests to the seat whose turn it is."""
    live = store.read(lambda db: rebuild(read_table(db, table)))
    return live.suggest(live.turn)


def test_gegr_001821_who_bets_behind_a_seat_pays_the_collection_of_a_player(store: Store) -> None:
    """Half a dollar for each base game wager; the bank's fee goes by the whole action; void, all of it goes back."""
    player, backer = guest(store), guest(store)
    house = {"collection_option": 1, "limits": {"base_game": [5, 500]}}
    table = seated(store, player, PURE, 2000, house=house)
    seen: set[str] = set()
    while seen != {"settled", "void"}:
        worth, fees = worth_of(store, backer), held(store, f"collection/{table}")
        bet(store, table, 0, player, base_game=20)
        behind(store, table, backer, 40)
        store.write(lambda db: rounds.deal(db, table, player))
        if "settled" in seen and hand(store, table).status == "playing":
            store.write(lambda db: interventions.void(db, table, player, "test"))
            assert (worth_of(store, backer), held(store, f"collection/{table}")) == (worth, fees)
            seen.add("void")
            continue
        row = finish(store, table, player)
        assert held(store, f"collection/{table}") == fees + 50 + 50 + 100
        net = row.settlement["seats"][0]["owners"][0]["net"]
        assert worth_of(store, backer) == worth + round(100 * net) - 50
        assert_proved(store, row)
        seen.add("settled")


def test_bets_behind_a_seat_need_the_players_own_and_go_back_with_it(store: Store) -> None:
    player, backer = guest(store), guest(store)
    table = seated(store, player, PURE, 100)
    before = store.read(lambda db: purse(db, backer.id))
    with pytest.raises(RuleError, match="the player bets first"):
        behind(store, table, backer, 20)
    bet(store, table, 0, player, base_game=10)
    with pytest.raises(RuleError, match="own spot"):
        store.write(lambda db: owners.bet_behind(db, table, 0, player, {"base_game": 5}, ()))
    behind(store, table, backer, 20)
    behind(store, table, backer, 5)
    assert store.read(lambda db: purse(db, backer.id)) == before - 500
    store.write(lambda db: rounds.take_back(db, table, 0, player))
    assert store.read(lambda db: purse(db, backer.id)) == before
    bet(store, table, 0, player, base_game=10)
    behind(store, table, backer, 20)
    store.write(lambda db: interventions.void(db, table, player, "test"))
    assert store.read(lambda db: purse(db, backer.id)) == before
    assert store.read(check) == []


def test_gegr_001825_nobody_bets_behind_a_seat_there(store: Store) -> None:
    player, backer = guest(store), guest(store)
    table = seated(store, player, "ca-three-card-poker-6-card-bonus", 100)
    bet(store, table, 0, player, ante=10)
    with pytest.raises(RuleError, match="CA GEGR-001825"):
        store.write(lambda db: owners.bet_behind(db, table, 0, backer, {"ante": 10}, ()))


def test_owners_survive_a_new_start(tmp_path: Path) -> None:
    store = new_store(tmp_path)
    player, backer = guest(store), guest(store)
    table = seated(store, player, PURE, 100)
    bet(store, table, 0, player, base_game=10)
    behind(store, table, backer, 20)
    store.close()
    again = new_store(tmp_path)
    again.write(lambda db: rounds.deal(db, table, player))
    row = finish(again, table, player)
    assert [one["owner"] for one in row.settlement["seats"][0]["owners"]] == ["backline 1"]
    assert again.read(lambda db: balance(db, tables.till(db, table)["layout"])) == 0
    again.close()


def back(store: Store, table: int, person: Person, wager: str) -> None:
    store.write(lambda db: owners.bet_behind(db, table, 0, person, {wager: 10}, ()))


def test_30_2606_5_four_owners_on_a_spot_of_tiles_and_gegr_001823_behind_pai_gow(store: Store) -> None:
    for game, wager, most in (("pai-gow-tiles", "pai_gow", 3), ("ca-fortune-pai-gow-poker", "base_game", 0)):
        player = guest(store)
        table = seated(store, player, game, 500)
        people = [guest(store) for _ in range(4)]
        bet(store, table, 0, player, **{wager: 20})
        for number, one in enumerate(people):
            if most and number >= most:
                with pytest.raises(RuleError, match="at most 4 owners"):
                    back(store, table, one, wager)
            else:
                back(store, table, one, wager)
        store.write(lambda db, table=table, player=player: rounds.deal(db, table, player))  # type: ignore[misc]
        row = finish(store, table, player)
        seat = row.settlement["seats"][0]
        own = sum(line["net"] for line in seat["lines"] if line["wager"] == wager)
        for one in seat["owners"]:
            assert one["net"] == pytest.approx(own / 2, abs=0.02)
        assert len(seat["owners"]) == (most or 4)
        assert_proved(store, row)


def test_30_1099_28_24_a_tip_on_the_bonus_at_a_table_for_a_pot(store: Store) -> None:
    one, two = guest(store), guest(store)
    table = seated(store, one, "longhorn-holdem", 500, betting={"ante": 2})
    store.write(lambda db: tables.sit(db, table, 1, two))
    store.write(lambda db: tables.buy_in(db, table, 1, two, 50_000, None))
    spots = tables.spots_of(store.read(lambda db: tables.find(db, table)))
    wagers = {name: float(amount) for name, amount in choose_wagers(spots).items()}
    place(store, table, one, wagers, Others({"bonus": 1}))
    bet(store, table, 1, two, **wagers)
    store.write(lambda db: rounds.deal(db, table, one))
    people = {0: one, 1: two}
    while hand(store, table).status == "playing":
        decide(store, table, people)
    row = hand(store, table)
    assert [line["wager"] for line in lines_of(row, DEALER)] == ["bonus"]
    assert held(store, f"layout/{table}") == 0
    assert_proved(store, row)
