"""The life of a progressive meter: verified, backed out, eased, moved, ended; keno's meters and wide-area links."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import Connection, event, select, text, update
from tests.floor.helpers import assert_balanced, bet, decide, hand
from tests.floor.test_jackpots import account_of

from houseway.commands.jackpots import tell
from houseway.families import settle
from houseway.floor import awards, control, meters, own_games, petitions, reports, rounds, schema, tables, wide_area
from houseway.floor.daily import ALWAYS, Period
from houseway.floor.evidence import export
from houseway.floor.keno import desk, drawers, games, payment, tickets
from houseway.floor.ledger import Book, Cause, account, balance
from houseway.floor.moments import now, tick
from houseway.floor.roles import Person, wallet
from houseway.floor.store import Store
from houseway.floor.transaction import lock_table
from houseway.floor.verification import verify
from houseway.play.core.roundfile import convert_round
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game

ROYAL, STRAIGHT_FLUSH = "Qh Jh Th 2c 3d", "Qh 2c 3d Jh Th"  # the second pays a share
YEAR = 365 * 86_400_000


class House:
    """Ultimate Texas Hold'em with a meter of $30,000, a player and two supervisors."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.boss, self.other = (account_of(store, name, "supervisor") for name in ("boss", "other"))
        self.player = account_of(store, "player", "player", 5000)
        self.meter = self.new_meter("linked")
        self.table = self.opened()

    def new_meter(self, name: str) -> int:
        return self.store.write(lambda db: meters.open_meter(db, name, 3_000_000, 1000, 500))

    def opened(self, **house: Any) -> int:
        def work(db: Connection) -> int:
            linked = {"progressive": self.meter}
            table = tables.open_table(db, self.boss, "ultimate-texas-holdem", linked=linked, house=house)
            tables.sit(db, table, 0, self.player)
            tables.buy_in(db, table, 0, self.player, 10_000, None)
            return table

        return self.store.write(work)

    def win(self, board: str) -> None:
        """A round with these cards; the bet is a dollar on the meter."""
        bet(self.store, self.table, 0, self.player, ante=10, blind=10, progressive=1)
        self.store.write(lambda db: rounds.deal(db, self.table, self.player))
        row = hand(self.store, self.table)
        seat = {"wagers": row.bets["0"]["wagers"], "cards": ["Ah", "Kh"], "actions": ["check", "check", "play 1x"]}
        shown = {"progressive": self.listed()["shown"] / 100}
        laid = {"seats": [seat], "dealer": ["4s", "5s"], "community": board.split()}
        file = {"game": row.opening["game"], "meters": shown, **laid}

        def work(db: Connection) -> None:
            rounds.settle_round(lock_table(db, self.table), file, settle(convert_round(file)), {})

        self.store.write(work)

    def listed(self, meter: int = 0) -> dict[str, Any]:
        return next(one for one in self.store.read(meters.listing) if one["id"] == (meter or self.meter))

    def granted(self, kind: str, **asked: Any) -> None:
        made = self.store.write(lambda db: petitions.ask(db, self.boss, kind, {"meter": self.meter, **asked}))
        self.store.write(lambda db: petitions.grant(db, self.other, made, "letter 3"))

    def stack(self) -> int:
        return self.store.read(lambda db: balance(db, tables.occupied(db, self.table)[0].account_id))


def test_30_1099_37_13_f_an_award_is_paid_once_the_house_has_verified_it(store: Store) -> None:
    """30-1099.39(22)(e): the dealer calls a supervisor; until his word the money is due, not the player's."""
    house = House(store)
    house.win(ROYAL)
    (due,) = store.read(awards.listing)
    before = house.stack()
    assert due["cents"] == 3_000_000 - 100  # the stake comes back as part of it
    assert house.listed()["shown"] == 3_000_000 + 5  # it started again at its seed and its reserve
    store.write(lambda db: awards.pay(db, due["id"], house.boss))
    assert house.stack() == before + due["cents"]
    with pytest.raises(RuleError, match="there is no award 99"):
        store.write(lambda db: awards.pay(db, 99, house.boss))
    assert_balanced(store)


def test_the_report_of_awards_lists_those_paid_at_once(store: Store) -> None:
    house = House(store)
    house.meter = store.write(lambda db: meters.open_meter(db, "small", 100_000, at_once=100_000))
    house.table = house.opened()
    house.win(STRAIGHT_FLUSH)
    assert store.read(awards.listing) == []
    (line,) = store.read(lambda db: reports.REPORTS["awards"](db, ALWAYS))
    told = (line["player"], line["seat"], line["amount"], line["meter"], line["status"])
    assert told == ("player", 1, 49, "small", "paid at once")
    assert house.listed()["shown"] == 100_000 + 20 - 5000, "the meter paid it with the stake"


def _count_a_million_rounds(db: Connection) -> None:
    """What SQLite notes of the rows of each index, as after a million rounds."""
    db.execute(text("ANALYZE"))
    db.execute(text("DELETE FROM sqlite_stat1 WHERE tbl IN ('entries', 'lines')"))
    for table, index, rows in (
        ("entries", "entries_by_time", "2000000 2"),
        ("lines", "lines_by_source", "3000000 600000"),
        ("lines", "lines_by_entry", "3000000 2"),
    ):
        counted = {"table": table, "index": index, "rows": rows}
        db.execute(text("INSERT INTO sqlite_stat1 VALUES (:table, :index, :rows)"), counted)


@pytest.mark.parametrize("counted", [False, True])
def test_the_report_of_awards_reads_the_lines_of_meters_alone(store: Store, counted: bool) -> None:
    """It read every entry of its days: two seconds at a million rounds that ANALYZE had counted."""
    House(store)
    if counted:
        store.write(lambda db: _count_a_million_rounds(db))
        store.engine.dispose()  # a connection reads the counts when it begins
    plans: list[str] = []

    def explain(db: Any, _cursor: Any, statement: str, values: Any, *_: Any) -> None:
        explained = db.connection.driver_connection.execute(f"EXPLAIN QUERY PLAN {statement}", values)
        plans.extend(row[3] for row in explained)

    event.listen(store.engine, "before_cursor_execute", explain)
    store.read(lambda db: reports.REPORTS["awards"](db, ALWAYS))
    event.remove(store.engine, "before_cursor_execute", explain)
    of_entries = [plan for plan in plans if " entries " in f"{plan} "]
    assert of_entries
    assert not [plan for plan in of_entries if "rowid=?" not in plan], plans


@pytest.mark.parametrize("board", [ROYAL, STRAIGHT_FLUSH])
def test_30_1099_45_22_g_an_award_is_backed_out_by_hand(store: Store, board: str) -> None:
    """The meter shows what it showed, and what a restart brought in goes back to where it came from."""
    house = House(store)
    tray = tables.till
    before = store.read(lambda db: balance(db, tray(db, house.table)["inventory"]))
    house.win(board)
    (due,) = store.read(awards.listing)
    store.write(lambda db: awards.back_out(db, due["id"], house.boss))
    listed = house.listed()
    assert (listed["shown"], listed["reserve"]) == (3_000_010, 5)
    assert store.read(awards.listing) == []
    with pytest.raises(RuleError, match="backed out already"):
        store.write(lambda db: awards.pay(db, due["id"], house.boss))
    after = store.read(lambda db: balance(db, tray(db, house.table)["inventory"]))
    assert before - after == house.stack() - 10_000 + 15  # what else was won, and the shares of the stake
    assert_balanced(store)


def test_30_1099_45_22_g_what_waits_for_a_decided_award_waits_no_longer(store: Store) -> None:
    house = House(store)
    house.win(ROYAL)
    (due,) = store.read(awards.listing)
    told = {"award": due["id"], "amount": due["cents"], "seat": 0}
    for act in ("award backed out", "award paid"):
        store.write(lambda db, act=act: control.ask(db, house.boss, act, house.table, told))  # type: ignore[misc]
    backed, paid = (one["id"] for one in store.read(control.waiting))
    store.write(lambda db: control.approve(db, house.other, backed))
    assert store.read(control.waiting) == []
    with pytest.raises(RuleError, match="backed out already"):
        store.write(lambda db: control.approve(db, house.other, paid))


def test_30_2110_15_d_a_table_does_not_close_over_a_running_meter(store: Store) -> None:
    """Until its highest award is won a meter is not ended, unless another table shows it or leave is given."""
    house = House(store)
    house.win("2c 3d 8s 9d Jc")
    for work in (
        lambda db: petitions.close_table(db, house.table, house.boss),
        lambda db: petitions.end_meter(db, house.meter, house.boss),
    ):
        with pytest.raises(RuleError, match=r"with leave, CO 30-2110\(15\)\(d\)"):
            store.write(work)
    first, house.table = house.table, house.opened()
    store.write(lambda db: petitions.close_table(db, first, house.boss))
    house.win(ROYAL)
    store.write(lambda db: petitions.close_table(db, house.table, house.boss))
    assert house.listed()["status"] == "running"
    store.write(lambda db: petitions.end_meter(db, house.meter, house.boss))
    listed = house.listed()
    assert (listed["status"], listed["shown"]) == ("ended", 0)
    with pytest.raises(RuleError, match="linked is ended"):
        store.write(
            lambda db: tables.open_table(db, house.boss, "ultimate-texas-holdem", linked={"progressive": house.meter})
        )
    assert_balanced(store)


def test_30_1099_26_15_e_games_share_a_jackpot_that_the_same_pay_schedule_wins(store: Store) -> None:
    house = House(store)
    used = {"pay_tables": {"progressive": "PMG-1"}}
    linked = {"progressive": house.new_meter("Nexus")}

    def opened(game: str, **chosen: Any) -> int:
        made = {"linked": linked, "house": chosen}
        return store.write(lambda db: tables.open_table(db, house.boss, game, **made))  # type: ignore[arg-type]

    opened("ultimate-texas-holdem", **used)
    opened("texas-holdem-bonus-poker", pay_tables={"progressive": "THBP-09"})
    for game in ("texas-holdem-bonus-poker", "ultimate-texas-holdem"):
        with pytest.raises(RuleError, match="by another pay schedule, CO 30-1099") as refused:
            opened(game)
        assert refused.value.field == "meters.progressive"


def test_30_1099_26_15_d_a_meter_is_eased_with_leave_so_that_any_award_wins_it(store: Store) -> None:
    house = House(store)
    made = store.write(lambda db: petitions.ask(db, house.boss, "ease", {"meter": house.meter}))
    with pytest.raises(RuleError, match="who asked"):
        store.write(lambda db: petitions.grant(db, house.boss, made, "letter"))
    assert not house.listed()["eased"]
    store.write(lambda db: petitions.grant(db, house.other, made, "letter 3"))
    assert house.listed()["eased"]
    house.win(STRAIGHT_FLUSH)
    (due,) = store.read(awards.listing)
    assert due["cents"] == 3_000_000 - 100
    listed = house.listed()
    assert (listed["shown"], listed["eased"], listed["reserve"]) == (3_000_005, False, 0)
    assert_balanced(store)


def test_30_1099_34_17_d_a_liability_is_moved_or_handed_over_with_its_fund(store: Store) -> None:
    house = House(store)
    house.win("2c 3d 8s 9d Jc")
    other = house.new_meter("other")
    house.granted("move", to=other)
    assert (house.listed()["status"], house.listed()["shown"]) == ("moved", 0)
    assert house.listed(other)["shown"] == 3_000_000 + 3_000_015
    assert store.read(lambda db: tables.find(db, house.table).levels) == {"progressive": other}
    house.meter = other
    second = house.opened()
    house.granted("move", to=house.new_meter("third"))
    for asked in ({"to": 99}, {"to": "x"}, {}):
        with pytest.raises(RuleError):
            house.granted("move", **asked)
    del second
    assert_balanced(store)


def test_30_2110_15_d_what_was_granted_is_carried_out_when_the_last_table_of_the_meter_closes(store: Store) -> None:
    house = House(store)
    house.win("2c 3d 8s 9d Jc")
    house.granted("hand over", licensee="The Other House")
    told = store.read(petitions.listing)[0]
    assert (told["status"], told["leave"]) == ("granted when its tables are closed", "letter 3")
    assert house.listed()["status"] == "running"
    with pytest.raises(RuleError, match="close the tables"):
        store.write(lambda db: petitions.grant(db, house.other, told["id"], "letter 4"))
    held = house.listed()["shown"] + house.listed()["reserve"]
    store.write(lambda db: petitions.close_table(db, house.table, house.boss))
    assert (house.listed()["status"], house.listed()["shown"]) == ("handed over", 0)
    assert store.write(lambda db: balance(db, account(db, "licensee", "The Other House"))) == held
    assert store.read(petitions.listing)[0]["status"] == "granted"
    assert_balanced(store)


def test_30_2110_15_d_leave_that_is_withdrawn_keeps_the_table_open(store: Store) -> None:
    house = House(store)
    house.win("2c 3d 8s 9d Jc")
    house.granted("hand over", licensee="The Other House")
    made = store.read(petitions.listing)[0]["id"]
    store.write(lambda db: petitions.refuse(db, house.other, made, "withdrawn"))
    with pytest.raises(RuleError, match="still to be won"):
        store.write(lambda db: petitions.close_table(db, house.table, house.boss))


def test_30_1033_a_meter_s_notice_rests_on_the_wager_that_wins_it(store: Store) -> None:
    house = House(store)
    told = {
        one["head"]: one["rule"] for one in store.read(lambda db: petitions.meter_notice(db, house.meter))["statements"]
    }
    assert told["Amount"] == told["Payment"] == "CO 30-1099.34(17)"
    keno = store.write(lambda db: tables.open_table(db, house.boss, "keno", house={"progressive_spots": 3}))
    meter = int(store.read(lambda db: tables.find(db, keno).levels["progressive"]))
    rules = {one["head"]: one for one in store.read(lambda db: petitions.meter_notice(db, meter))["statements"]}
    assert (rules["Growth"]["rule"], rules["Limit"]["rule"]) == ("CO 30-2504(6)", "CO 30-2504(8)")
    assert rules["Payment"]["rule"] == "CO 30-2509(2)"
    assert "$1,500 or more is paid with a supervisor's approval" in rules["Payment"]["text"]


def test_30_2110_15_d_a_petition_about_a_meter_cites_the_paragraph_of_meters(store: Store) -> None:
    house = House(store)
    asked = {"meter": house.meter, "licensee": "The Other House"}
    store.write(lambda db: petitions.ask(db, house.boss, "hand over", asked))
    assert store.read(petitions.listing)[0]["rule"] == "CO 30-2110(15)(d)"


def test_faults_of_a_new_meter_are_told_apart(store: Store) -> None:
    new = {"name": "Twice", "seed": 1000}
    store.write(lambda db: meters.open_meter(db, **new))  # type: ignore[arg-type]
    for more, told in (
        ({}, "of this name exists"),
        ({"increment": 9000, "reserve": 1001}, "more than the whole stake"),
    ):
        with pytest.raises(RuleError, match=told):
            store.write(lambda db, m=more: meters.open_meter(db, **new, **m))  # type: ignore[arg-type, misc]


def test_a_petition_that_is_refused_changes_nothing(store: Store) -> None:
    house = House(store)
    made = store.write(lambda db: petitions.ask(db, house.boss, "ease", {"meter": house.meter}))
    store.write(lambda db: petitions.refuse(db, house.boss, made, "letter 4"))
    assert not house.listed()["eased"]
    with pytest.raises(RuleError, match="refused already"):
        store.write(lambda db: petitions.grant(db, house.other, made, "letter 5"))
    for kind, asked in (("win", {"meter": 1}), ("ease", {}), ("change", {"meter": 1})):
        with pytest.raises(RuleError):
            store.write(lambda db, k=kind, a=asked: petitions.ask(db, house.boss, k, a))  # type: ignore[misc]


# Keno


class Desk:
    """A keno desk whose meter three caught of three win."""

    def __init__(self, store: Store, **house: Any) -> None:
        self.store = store
        self.boss, self.other = (account_of(store, name, "supervisor") for name in ("boss", "other"))
        self.player = account_of(store, "player", "player", 5000)
        chosen = {"progressive_spots": 3, **house}
        self.table = store.write(lambda db: tables.open_table(db, self.boss, "keno", house=chosen))
        self.meter = int(store.read(lambda db: tables.find(db, self.table).levels["progressive"]))

    def draw(self, caught: bool, dollars: float = 10, spots: int = 3) -> Any:
        """A game with a ticket of so many numbers."""

        def sit(db: Connection) -> None:
            tables.sit(db, self.table, 0, self.player)
            tables.buy_in(db, self.table, 0, self.player, 10_000, None)

        if not self.store.read(lambda db: tables.occupied(db, self.table)):
            self.store.write(sit)
        ticket = {"spots": list(range(1, spots + 1))}
        chosen = {"wagers": {"straight": dollars}, "ticket": ticket, "select": []}
        self.store.write(lambda db: rounds.place_bet(db, self.table, 0, self.player, chosen))

        def end(db: Connection) -> None:
            tx = lock_table(db, self.table)
            meters_shown = {"progressive": tx.book.balance(tx.meters["progressive"]) / 100}
            first = 1 if caught else 41
            file = {
                "game": "keno",
                "house": tx.table.house,
                "meters": meters_shown,
                "seats": [{"wagers": {"straight": dollars}, "ticket": ticket}],
                "outcome": {"drawn": list(range(first, first + 20))},
            }
            tx.values |= {"places": [0], "opening": file, "staked": [round(dollars * 100)], "status": "playing"}
            rounds.settle_round(tx, file, settle(convert_round(file)), {})

        self.store.write(end)
        return hand(self.store, self.table)

    def listed(self) -> dict[str, Any]:
        return next(one for one in self.store.read(meters.listing) if one["id"] == self.meter)


def test_30_2504_3_a_every_qualifying_wager_feeds_the_meter_at_the_draw(store: Store) -> None:
    """5 percent of stakes on three spots; tickets on other numbers, or with too small a stake, feed nothing."""
    own = Desk(store)
    own.draw(caught=False)
    assert own.listed()["shown"] == 100_000 + 50
    own.draw(caught=False, spots=4)
    own.draw(caught=False, dollars=0.5)
    assert own.listed()["shown"] == 100_050
    assert_balanced(store)


def test_30_2504_7_a_keno_meter_is_won_whole_and_starts_again(store: Store) -> None:
    """The amount is never lowered before it is won; then it is reset before the next game, 30-2504(5)."""
    own = Desk(store)
    own.draw(caught=False)
    row = own.draw(caught=True)
    assert row.settlement["seats"][0]["net"] == 1000.50 - 10
    assert row.settlement["seats"][0]["lines"][0]["rule"] == "CO 30-2504(3)(A)"
    assert own.listed()["shown"] == 100_000
    assert_balanced(store)


def test_30_2504_keno_dealt_by_the_floor_is_proved(store: Store) -> None:
    own = Desk(store)

    def work(db: Connection) -> None:
        tables.sit(db, own.table, 0, own.player)
        tables.buy_in(db, own.table, 0, own.player, 2000, None)
        chosen = {"wagers": {"straight": 10.0}, "ticket": {"spots": [7, 8, 9]}, "select": []}
        rounds.place_bet(db, own.table, 0, own.player, chosen, dealt=True)

    store.write(work)
    row = hand(store, own.table)
    assert row.status == "settled"
    assert verify(store.read(lambda db: export(db, row.id))) == []


def test_30_2504_8_a_limit_is_above_what_the_meter_shows_and_the_rest_waits(store: Store) -> None:
    with pytest.raises(RuleError, match="more than what the meter shows"):
        store.write(lambda db: meters.open_meter(db, "low", 1000, most=1000))


def test_30_2504_9_a_keno_award_is_moved_within_the_house_less_the_normal_award(store: Store) -> None:
    """Another way to end it takes the regulator's leave."""
    own = Desk(store)
    own.draw(caught=False)
    with pytest.raises(RuleError, match=r"30-2504\(9\)"):
        store.write(lambda db: petitions.close_table(db, own.table, own.boss))
    target = store.write(lambda db: meters.open_meter(db, "other link", 100_000, 500))

    def move(**more: int) -> None:
        store.write(lambda db: petitions.ask(db, own.boss, "move", {"meter": own.meter, "to": target, **more}))

    for less in (4_201, 100_000, -1):
        with pytest.raises(RuleError, match=r"from \$0 to \$42, the normal award"):
            move(less=less)
    with pytest.raises(RuleError, match="another meter"):
        move(to=own.meter)
    move(less=4_000)
    assert own.listed()["status"] == "moved"
    (told,) = store.read(petitions.listing)
    assert (told["rule"], told["asks"]) == ("CO 30-2504(9)", "to other link and less $40"), "after the move too"
    found = next(one for one in store.read(meters.listing) if one["id"] == target)
    assert found["shown"] == 100_000 + 100_050 - 4_000
    assert_balanced(store)


def test_30_2504_9_an_award_that_goes_to_another_game_is_won_there_only(store: Store) -> None:
    """Less what three of three are paid for the dollar that qualifies; the desk begins anew at its reset amount."""
    own = Desk(store)
    own.draw(caught=False)
    table = store.write(lambda db: tables.open_table(db, own.boss, "ultimate-texas-holdem"))
    target = int(store.read(lambda db: tables.find(db, table).levels["progressive"]))
    before = next(one["shown"] for one in store.read(meters.listing) if one["id"] == target)
    store.write(lambda db: petitions.ask(db, own.boss, "move", {"meter": own.meter, "to": target}))
    found = {one["id"]: one for one in store.read(meters.listing)}
    assert found[target]["shown"] == before + 100_050 - 42_00
    shown = int(store.read(lambda db: tables.find(db, own.table).levels["progressive"]))
    assert shown not in (own.meter, target)
    assert (found[shown]["shown"], found[own.meter]["status"]) == (100_000, "moved")
    assert_balanced(store)


def linked(store: Store, **more: Any) -> Desk:
    own = Desk(store)
    terms = {"operator": "Operator", "licensees": ["House B", "House C"], **more}
    store.write(lambda db: wide_area.set_link(db, own.meter, terms))
    return own


def test_30_2504_01_4_a_house_deducts_its_pro_rata_part_of_an_award(store: Store) -> None:
    """Two of three parts were put in elsewhere: the proceeds fall by this house's part of the award only."""
    own = linked(store)
    own.draw(caught=False)  # 50 cents of this house
    for licensee, cents in (("House B", 75), ("House C", 25)):
        store.write(
            lambda db, who=licensee, c=cents: wide_area.contribute(db, own.meter, who, c, own.boss)  # type: ignore[misc]
        )
    with pytest.raises(RuleError, match="takes no part"):
        store.write(lambda db: wide_area.contribute(db, own.meter, "House D", 5, own.boss))
    own.draw(caught=True)
    award = 100_000 + 150
    (agp,) = store.read(lambda db: reports.adjusted_gross_proceeds(db, ALWAYS))
    assert agp["link_awards"] == award * 100 // 150 / 100
    assert agp["agp"] == pytest.approx(20 - (award - award * 100 // 150) / 100)
    lines = store.read(lambda db: reports.REPORTS["link"](db, ALWAYS))
    assert [(one["licensee"], one["contributed"]) for one in lines] == [
        ("this house", 1.0), ("House B", 0.75), ("House C", 0.25), ("all", 2.0),
    ]  # fmt: skip
    assert [one["deductible"] for one in lines] == [
        pytest.approx(award * part // 150 / 100, abs=0.02) for part in (50, 75, 25, 150)
    ]
    parts = [round(one["deductible"] * 100) for one in lines]
    assert sum(parts[:-1]) == parts[-1], "every cent of an award is somebody's to deduct"
    assert parts[0] == parts[-1] - round(agp["link_awards"] * 100), (
        "what this house deducts is what its proceeds fell by"
    )
    # What counts is what was put in between two awards, also where a month ends in between.
    store.write(lambda db: wide_area.contribute(db, own.meter, "House B", 100, own.boss))
    month = tick()
    own.draw(caught=True)
    (before, *_), lines = (
        store.read(lambda db, span=span: reports.REPORTS["link"](db, span))  # type: ignore[misc]
        for span in (Period(0, month), Period(month, 2**62))
    )
    assert before["deductible"] == pytest.approx(award / 300, abs=0.02)
    again = 100_000 + 100  # of which the winning game above put in half a dollar, after its award
    assert [(one["licensee"], one["contributed"], one["deductible"]) for one in lines] == [
        ("this house", 0.5, pytest.approx(again / 300, abs=0.02)),
        ("House B", 0, pytest.approx(again / 150, abs=0.02)),
        ("House C", 0, 0),
        ("all", 0.5, again / 100),
    ]
    assert_balanced(store)


def test_30_1099_34_17_g_a_second_award_of_a_round_comes_off_the_meter_as_it_starts_again(store: Store) -> None:
    """Counterclockwise the royal flush takes all of it; the straight flush is paid its share of the seed."""
    house = House(store)
    house.meter = house.new_meter("Nexus")
    house.table = house.opened(pay_tables={"progressive": "PMG-1"})
    friend = account_of(store, "friend", "player", 5000)

    def joined(db: Connection) -> None:
        tables.sit(db, house.table, 1, friend)
        tables.buy_in(db, house.table, 1, friend, 10_000, None)

    store.write(joined)
    store.write(lambda db: wide_area.set_link(db, house.meter, {"operator": "O", "licensees": ["House B"]}))
    store.write(lambda db: wide_area.contribute(db, house.meter, "House B", 1_000_000, house.boss))
    for seat, person in ((0, house.player), (1, friend)):
        bet(store, house.table, seat, person, ante=10, blind=10, progressive=1)
    store.write(lambda db: rounds.deal(db, house.table, house.player))
    row = hand(store, house.table)
    acts = ["check", "check", "play 1x"]
    held = (["9h", "8h"], ["Ah", "Kh"])
    seats = [{"wagers": row.bets[str(n)]["wagers"], "cards": own, "actions": acts} for n, own in enumerate(held)]
    laid = {"seats": seats, "dealer": ["4s", "5s"], "community": ["Qh", "Jh", "Th", "2c", "3d"]}
    file = {"game": row.opening["game"], "house": row.opening["house"], "meters": row.opening["meters"], **laid}
    store.write(lambda db: rounds.settle_round(lock_table(db, house.table), file, settle(convert_round(file)), {}))
    settled = hand(store, house.table)
    assert settled.file["meters"] == {"progressive": 40_000, "progressive.seed": 30_000}
    paid = {
        seat: line["net"]
        for seat, one in enumerate(settled.settlement["seats"])
        for line in one["lines"]
        if line["wager"] == "progressive"
    }
    assert paid[1] == 40_000 - 1
    second = round(100 * (paid[0] + 1))
    assert second == 300_000
    assert house.listed()["shown"] == 3_000_000 + 10 - second  # with the reserve of two stakes
    assert_balanced(store)


GENEROUS = """id = "generous"
extends = "mississippi-stud"
name = "Generous"
rule = "house"

[[pay_tables.progressive]]
ids = ["G"]
base = 1
rule = "house"
[pay_tables.progressive.rows]
three_of_a_kind = "100%"
two_pair = "100%"
pair = "100%"
"""


def test_a_round_that_wins_a_meter_whole_is_proved_with_what_it_starts_again_from(store: Store) -> None:
    """Every pair wins it: the meters of the file are those of its settlement, and the check pays the same."""
    boss, player = account_of(store, "boss", "supervisor"), account_of(store, "player", "player", 5000)
    store.write(lambda db: own_games.save(db, boss, GENEROUS, 0))
    meter = store.write(lambda db: meters.open_meter(db, "linked", 10_000, 1000, 500))

    def opened(db: Connection) -> int:
        house = {"pay_tables": {"progressive": "G"}}
        table = tables.open_table(db, boss, "generous", house=house, linked={"progressive": meter})
        tables.sit(db, table, 0, player)
        tables.buy_in(db, table, 0, player, 300_000, None)
        return table

    table, won = store.write(opened), 0
    while won < 2:
        bet(store, table, 0, player, ante=10, progressive=1)
        store.write(lambda db: rounds.deal(db, table, player))
        while hand(store, table).status == "playing":
            decide(store, table, {0: player})
        row = hand(store, table)
        assert verify(store.read(lambda db, r=row.id: export(db, r))) == []  # type: ignore[misc]
        won += "progressive.seed" in row.file["meters"]
        assert_balanced(store)


def test_235_ch_12_f_2_a_meter_starts_at_no_less_than_the_schedule_prints(store: Store) -> None:
    """$10,000 for schedule A, $2,000 for B; a new meter starts there by itself."""
    boss = account_of(store, "boss", "supervisor")
    low, high = (
        store.write(lambda db, n=name, s=seed: meters.open_meter(db, n, s, 1000, 500))  # type: ignore[misc]
        for name, seed in (("low", 200_000), ("high", 1_000_000))
    )

    def opened(schedule: str, linked: dict[str, int]) -> int:
        house = {"pay_tables": {"progressive_payout": schedule}}
        return store.write(lambda db: tables.open_table(db, boss, "md-235-stud-poker", house=house, linked=linked))

    with pytest.raises(RuleError, match=r"low starts at \$2,000, the schedule in use at \$10,000 or more"):
        opened("A", {"progressive": low})
    opened("A", {"progressive": high})
    opened("B", {"progressive": low})
    table = opened("A", {})
    level = store.read(lambda db: tables.find(db, table).levels["progressive"])
    assert next(one["seed"] for one in store.read(meters.listing) if one["id"] == level) == 1_000_000


def test_30_2504_01_a_linked_meter_won_at_two_tables_at_once_is_paid_once(store: Store) -> None:
    """Both rounds were dealt under the same display; whoever is settled second is paid what the meter shows then."""
    house = House(store)
    terms = {"operator": "Operator", "licensees": ["House B"]}
    store.write(lambda db: wide_area.set_link(db, house.meter, terms))
    store.write(lambda db: wide_area.contribute(db, house.meter, "House B", 1_000_000, house.boss))
    tables_ = [house.table, house.opened()]
    files = []
    for table in tables_:
        bet(store, table, 0, house.player, ante=10, blind=10, progressive=1)
        store.write(lambda db, t=table: rounds.deal(db, t, house.player))  # type: ignore[misc]
        row = hand(store, table)
        assert row.opening["meters"] == {"progressive": 40_000}
        seat = {"wagers": row.bets["0"]["wagers"], "cards": ["Ah", "Kh"], "actions": ["check", "check", "play 1x"]}
        laid = {"seats": [seat], "dealer": ["4s", "5s"], "community": ROYAL.split()}
        files.append({"game": row.opening["game"], "meters": row.opening["meters"], **laid})
    ready = threading.Barrier(2)

    def win(place: int) -> None:
        settlement = settle(convert_round(files[place]))
        ready.wait()
        store.write(lambda db: rounds.settle_round(lock_table(db, tables_[place]), files[place], settlement, {}))

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(win, range(2)))
    due = sorted(one["cents"] for one in store.read(awards.listing))
    assert due == [3_000_005 - 100, 4_000_000 - 100]  # seed and reserve of the new start, and the whole display
    lines = {
        line["net"]
        for table in tables_
        for line in hand(store, table).settlement["seats"][0]["lines"]
        if line["wager"] == "progressive"
    }
    assert lines == {29_999.05, 39_999}
    assert house.listed()["shown"] == 3_000_005
    assert_balanced(store)


def test_30_2504_01_6_b_payments_by_the_year_are_kept_at_their_present_value(store: Store) -> None:
    """Four payments at 5 percent: the first whole, the others discounted; 30-2504.01(6)(C) adds one more start."""
    assert wide_area.present_value(100_000, 3, 5) == round(100_000 / 1.05 + 100_000 / 1.05**2 + 100_000 / 1.05**3)
    house = House(store)
    terms = {"operator": "Operator", "licensees": ["House B"], "prime": 5.0, "years": 1}
    store.write(lambda db: wide_area.set_link(db, house.meter, terms))
    house.win(ROYAL)
    (due,) = store.read(awards.listing)
    store.write(lambda db: awards.by_the_year(db, due["id"], 4))
    (line,) = store.read(wide_area.reserve_report)
    owed = 749_975 + wide_area.present_value(749_975, 3, 5)
    assert line["required"] == (3_000_005 + 3_000_000 + owed) / 100
    assert line["short"] == line["required"]
    store.write(lambda db: wide_area.keep_funds(db, house.meter, 9_000_000, house.boss))
    (line,) = store.read(wide_area.reserve_report)
    assert (line["kept"], line["short"]) == (90_000, 0)
    assert store.write(lambda db: awards.pay(db, due["id"], house.boss)) == 749_975
    with pytest.raises(RuleError, match="not due yet"):
        store.write(lambda db: awards.pay(db, due["id"], house.boss))
    for _ in range(3):
        store.write(lambda db: db.execute(update(schema.awards).values(decided_at=now() - YEAR - 1)))
        store.write(lambda db: awards.pay(db, due["id"], house.boss))
    assert store.read(awards.listing) == []
    assert_balanced(store)


def test_30_2504_01_only_a_link_is_reported_and_paid_by_the_year(store: Store) -> None:
    own = Desk(store)
    boss: Person = own.boss
    for work in (
        lambda db: wide_area.contribute(db, own.meter, "House B", 5, boss),
        lambda db: wide_area.keep_funds(db, own.meter, 5, boss),
        lambda db: wide_area.set_link(db, own.meter, {"operator": "", "licensees": ["B"]}),
        lambda db: wide_area.set_link(db, own.meter, {"operator": "A", "licensees": ["B", "B"]}),
        lambda db: wide_area.set_link(db, own.meter, {"operator": "A", "licensees": ["B"], "prime": 500.0}),
    ):
        with pytest.raises(RuleError):
            store.write(work)
    assert store.read(wide_area.reserve_report) == []


def test_30_2504_1_a_the_tickets_of_a_desk_feed_and_win_its_meter(store: Store) -> None:
    """Eighty tickets of a number each: twenty are drawn and share what the meter showed; 5 percent feed the next."""
    boss, writer = (account_of(store, name, "supervisor") for name in ("boss", "writer"))
    card = {"1": {"0": 1, "1": 1}}
    chosen = {"rate_card_per_dollar_total_paid": card, "progressive_spots": 1}
    table = store.write(lambda db: desk.open_desk(db, boss, house=chosen, bankroll=10**8))
    meter = int(store.read(lambda db: tables.find(db, table).levels["progressive"]))

    def game(db: Connection) -> list[int]:
        drawers.issue(db, boss, table, writer.name, "writer", 100_000)
        for number in range(1, 81):
            tickets.write_ticket(db, writer, table, {"straight": 1}, {"spots": [number]})
        db.execute(update(schema.keno_games).values(noticed=now() - 90_000, closes=now() - 1))
        games.lock(db, writer, table)
        return games.draw(db, writer, table)

    drawn = store.write(game)
    listed = next(one for one in store.read(meters.listing) if one["id"] == meter)
    assert listed["shown"] == 100_000  # the new start; the 4.00 that the game fed were won with it
    rows = store.read(lambda db: games.board(db, table, 1))
    assert rows[0]["paid"] == 1000 + 4 + 60
    won = store.read(lambda db: db.execute(select(schema.keno_tickets)).all())
    assert {row.won for row in won if row.ticket["spots"][0] in drawn} == {5020}
    assert_balanced(store)


def test_30_2504_01_6_a_an_award_of_a_link_won_at_a_keno_table_waits_and_is_paid_once(store: Store) -> None:
    """The ticket's stake is paid back with the game; what the meter paid lies apart, and its first part is a fourth."""
    boss, patron = account_of(store, "boss", "supervisor"), account_of(store, "patron", "player", 5000)
    chosen = {"rate_card_per_dollar_total_paid": {"1": {"0": 1, "1": 1}}, "progressive_spots": 1}
    table = store.write(lambda db: tables.open_table(db, boss, "keno", house=chosen))
    meter = int(store.read(lambda db: tables.find(db, table).levels["progressive"]))
    terms = {"operator": "Operator", "licensees": ["House B"], "prime": 5.0, "years": 4}

    def begin(db: Connection) -> int:
        wide_area.set_link(db, meter, terms)
        tables.sit(db, table, 0, patron)
        tables.buy_in(db, table, 0, patron, 100_000, None)
        return int(tables.occupied(db, table)[0].account_id)

    stack = store.write(begin)

    def chips() -> int:
        return store.read(lambda db: balance(db, stack))

    ticket = {"wagers": {"straight": 1}, "ticket": {"spots": [7]}, "select": []}
    while not store.read(awards.listing):
        assert chips() == 100_000, "a number that is not caught pays the dollar back"
        store.write(lambda db: rounds.place_bet(db, table, 0, patron, ticket))
        store.write(lambda db: rounds.deal(db, table, patron))
    (owed,) = store.read(awards.listing)
    won = owed["cents"]
    assert (chips(), owed["next"]) == (100_000, won // 4)
    assert 99_900 < won < 105_000
    assert store.read(lambda db: balance(db, tables.till(db, table)["due"])) == won
    assert_balanced(store)
    number = hand(store, table).id
    assert verify(store.read(lambda db: export(db, number))) == []
    assert store.write(lambda db: awards.pay(db, owed["id"], boss)) == won // 4
    assert chips() == 100_000 + won // 4
    with pytest.raises(RuleError, match="next yearly payment is not due yet"):
        store.write(lambda db: awards.pay(db, owed["id"], boss))
    assert_balanced(store)


def test_30_2504_01_6_a_an_award_of_a_link_won_at_a_keno_desk_is_paid_by_the_year(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ten tickets of one number share 1,004 in four payments: the first with the ticket, each later one a year on."""
    boss, writer = (account_of(store, name, "supervisor") for name in ("boss", "writer"))
    patron = account_of(store, "patron", "player", 5000)
    chosen = {"rate_card_per_dollar_total_paid": {"1": {"0": 1, "1": 1}}, "progressive_spots": 1}
    table = store.write(lambda db: desk.open_desk(db, boss, house=chosen, bankroll=10**8))
    meter = int(store.read(lambda db: tables.find(db, table).levels["progressive"]))
    terms = {"operator": "Operator", "licensees": ["House B"], "prime": 5.0, "years": 4}
    store.write(lambda db: wide_area.set_link(db, meter, terms))

    def game(db: Connection) -> list[int]:
        drawers.issue(db, boss, table, writer.name, "writer", 100_000)
        for number in range(1, 81):
            bought: Any = {"medium": "account", "patron": "patron"} if number <= 40 else {}
            tickets.write_ticket(db, writer, table, {"straight": 1}, {"spots": [number]}, **bought)
        db.execute(update(schema.keno_games).values(noticed=now() - 90_000, closes=now() - 1))
        games.lock(db, writer, table)
        return games.draw(db, writer, table)

    drawn = store.write(game)
    (agp,) = store.read(lambda db: reports.adjusted_gross_proceeds(db, ALWAYS))
    assert agp["pay_outs"] == 1004  # the pay-out of the month in which it was won
    assert {line["pay_outs"] for line in store.read(lambda db: reports.REPORTS["keno"](db, ALWAYS))} == {1004}
    owed = store.read(awards.listing)
    assert [(one["cents"], one["next"], one["years"]) for one in owed] == [(5020, 1255, 4)] * 20
    assert {line["seat"] for line in store.read(lambda db: reports.REPORTS["awards"](db, ALWAYS))} == {None}
    tell(owed)  # a ticket has no seat
    assert capsys.readouterr().out.count(", game 1") == 20
    (line,) = store.read(wide_area.reserve_report)
    later = 20 * wide_area.present_value(1255, 3, 5)
    reset = 25_000 + wide_area.present_value(25_000, 3, 5)
    assert (line["awards_owed"], line["required"]) == (20, (100_000 + reset + 20 * 1255 + later) / 100)

    rows = store.read(lambda db: db.execute(select(schema.keno_tickets)).all())
    mine, other = (
        next(row for row in rows if row.ticket["spots"][0] in drawn and bool(row.patron_id) is named)
        for named in (True, False)
    )
    first = next(one for one in owed if one["ticket"] == mine.number)
    with pytest.raises(RuleError, match="is presented first"):
        store.write(lambda db: awards.pay(db, first["id"], boss))
    with pytest.raises(RuleError, match="its award stands"):
        store.write(lambda db: awards.back_out(db, first["id"], boss))
    before = store.read(lambda db: balance(db, wallet(db, patron.id)))
    for row in (mine, other):
        assert store.write(lambda db, row=row: payment.redeem(db, writer, table, row.serial))["paid"] == 1255  # type: ignore[misc]
    view = store.read(lambda db: tickets.ticket_view(db, tickets.find_ticket(db, table, mine.serial)))
    assert (view["won"], view["paid"], view["status"]) == (50.20, 12.55, "paid")
    assert view["yearly"] == [{"amount": 50.20, "years": 4, "payments": 1, "status": "paying"}]
    with pytest.raises(RuleError, match="has been paid"):
        store.write(lambda db: payment.redeem(db, writer, table, mine.serial))
    with pytest.raises(RuleError, match="not due yet"):
        store.write(lambda db: awards.pay(db, first["id"], boss))
    for _ in range(3):
        store.write(lambda db: db.execute(update(schema.awards).values(decided_at=now() - YEAR - 1)))
        store.write(lambda db: awards.pay(db, first["id"], boss))
    assert store.read(lambda db: balance(db, wallet(db, patron.id))) == before + 5020
    (line,) = store.read(wide_area.reserve_report)
    assert line["awards_owed"] == 19
    (agp,) = store.read(lambda db: reports.adjusted_gross_proceeds(db, ALWAYS))
    assert agp["pay_outs"] == 1004  # payments of later years deduct nothing again
    assert_balanced(store)


def test_30_2509_3_an_award_by_the_year_lapses_with_its_ticket(store: Store) -> None:
    """Nobody presented it within 120 days: nothing is owed on it, and the link's reserve no longer covers it."""
    boss, writer = (account_of(store, name, "supervisor") for name in ("boss", "writer"))
    chosen = {"rate_card_per_dollar_total_paid": {"1": {"0": 1, "1": 1}}, "progressive_spots": 1}
    table = store.write(lambda db: desk.open_desk(db, boss, house=chosen, bankroll=10**8))
    meter = int(store.read(lambda db: tables.find(db, table).levels["progressive"]))
    store.write(lambda db: wide_area.set_link(db, meter, {"operator": "O", "licensees": ["B"], "years": 4}))

    def game(db: Connection) -> None:
        db.execute(update(schema.keno_games).values(noticed=now() - 90_000, closes=now() - 1))
        games.lock(db, writer, table)
        games.draw(db, writer, table)

    def written(db: Connection) -> None:
        drawers.issue(db, boss, table, writer.name, "writer", 100_000)
        for number in range(1, 81):
            tickets.write_ticket(db, writer, table, {"straight": 1}, {"spots": [number]})

    store.write(written)
    store.write(game)
    assert len(store.read(awards.listing)) == 20
    store.write(lambda db: db.execute(update(schema.keno_tickets).values(at=now() - 121 * 86_400_000)))
    store.write(game)
    assert store.read(awards.listing) == []
    assert {one["status"] for one in store.read(lambda db: awards.listing(db, every=True))} == {"lapsed"}
    (line,) = store.read(wide_area.reserve_report)
    assert line["awards_owed"] == 0
    assert_balanced(store)


def test_30_1099_28_33_longhorn_ends_with_both_jackpots_and_a_lower_hand(store: Store) -> None:
    """With leave primary and secondary are one, and a lower hand that is beaten wins them at once."""
    boss, other = (account_of(store, name, "supervisor") for name in ("boss", "other"))
    table = store.write(lambda db: tables.open_table(db, boss, "longhorn-holdem"))
    meter = int(store.read(lambda db: tables.find(db, table).levels["bad_beat_jackpot"]))

    def feed(db: Connection) -> None:
        book = Book(db)
        held = meters.hold(book, [meter])
        book.post(Cause("test"), held.contribute([(meter, 10_000)], account(db, "house")))
        book.write()
        held.save()

    store.write(feed)
    asked = {"meter": meter, "house": {"bad_beat_hand": "two_pair"}}
    wrong = {"meter": meter, "house": {"bad_beat_hand": "a pair"}}
    with pytest.raises(RuleError, match="bad_beat_hand"):
        store.write(lambda db: petitions.ask(db, boss, "ease", wrong))
    made = store.write(lambda db: petitions.ask(db, boss, "ease", asked))
    store.write(lambda db: petitions.grant(db, other, made, "letter 5"))
    (listed,) = store.read(meters.listing)
    assert (listed["shown"], listed["reserve"]) == (20_000, 0)
    row = store.read(lambda db: tables.find(db, table))
    spec = load_game(row.game, row.house).spec
    assert spec.bad_beat.beaten == "two_pair"
    assert_balanced(store)
