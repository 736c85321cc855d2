"""The life of a poker jackpot: approved, raked for, posted, found, shared, paid with a word, ended with leave."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select, update
from tests.floor.helpers import assert_balanced, hand, new_store
from tests.floor.warm import Fuse, light

from houseway.families import settle
from houseway.floor import awards, control, jackpots, petitions, proposition, rounds, schema, tables
from houseway.floor.daily import Period
from houseway.floor.evidence import export
from houseway.floor.ledger import Cause, Move, account, balance, post
from houseway.floor.moments import now
from houseway.floor.notices import posted
from houseway.floor.replay import rebuild
from houseway.floor.reports import award_history, jackpot_liability
from houseway.floor.roles import Person, add_user, wallet
from houseway.floor.store import Store, default_url
from houseway.floor.transaction import lock_table, read_table
from houseway.floor.verification import verify
from houseway.play.core.roundfile import convert_round
from houseway.rules.errors import RuleError

DAY = 86_400_000
TERMS: dict[str, Any] = {
    "beaten": "full_house AT",
    "shares": {"loser": 50, "winner": 25, "table": 25},
    "least_players": 2,
    "primary_share": 80,
    "rake": 2,
    "definitions": "Aces full of tens is three aces and two tens.",
    "security": "Nothing is paid for a fouled deck or a hand that cannot be verified.",
    "claims": "An award that is not claimed begins the next jackpot.",
    "posting": "A supervisor posts at ten each morning after the count and pays.",
}
BEATEN: dict[str, Any] = {"cards": [["Ah", "Ad"], ["Ts", "Tc"], ["2h", "3d"]], "board": ["As", "Th", "Td", "9c", "5d"]}


def account_of(store: Store, name: str, role: str, dollars: int = 0) -> Person:
    """A person with an account, and money."""

    def work(db: Connection) -> Person:
        person = Person(add_user(db, name, role, "hash"), name, role)
        if dollars:
            post(db, Cause("deposit"), [Move(account(db, "house"), wallet(db, person.id), dollars * 100)])
        return person

    return store.write(work)


class House:
    """A hold'em table with three players, a dealer and two supervisors."""

    def __init__(self, store: Store, **terms: Any) -> None:
        self.store = store
        self.boss, self.other = (account_of(store, name, "supervisor") for name in ("boss", "other"))
        self.players = {seat: account_of(store, f"p{seat}", "player", 5000) for seat in range(3)}
        self.table = store.write(lambda db: tables.open_table(db, self.boss, "texas-holdem"))
        for seat, person in self.players.items():
            self.sits(seat, person)
        self.jackpot = store.write(lambda db: jackpots.propose(db, "Bad beat", {**TERMS, **terms}))

    def sits(self, seat: int, person: Person) -> None:
        def work(db: Connection) -> None:
            tables.sit(db, self.table, seat, person)
            tables.buy_in(db, self.table, seat, person, 100_000, None)

        self.store.write(work)

    def offered(self) -> "House":
        self.store.write(lambda db: jackpots.approve(db, self.jackpot, "letter 7"))
        self.store.write(lambda db: jackpots.offer_at(db, self.table, self.jackpot, self.boss))
        return self

    def begin(self) -> Any:
        for seat, person in self.players.items():
            none: dict[str, Any] = {"wagers": {}, "ticket": {}, "select": []}
            self.store.write(lambda db, s=seat, p=person, n=none: rounds.place_bet(db, self.table, s, p, n))  # type: ignore[misc]
        self.store.write(lambda db: rounds.deal(db, self.table, self.players[0]))
        return hand(self.store, self.table)

    def play(self, cards: list[list[str]], board: list[str]) -> Any:
        """A hand that is called and checked to the end, with these cards in place of those that were dealt."""
        self.begin()
        while hand(self.store, self.table).status == "playing":
            live = self.live()
            verbs = [one.verb for one in live.legal(live.turn)]
            action = "check" if "check" in verbs else "call"
            after = live.act(live.turn, action)
            if after.over:
                self.end(after, cards, board)
            else:
                self.act(live.turn, action)
        return hand(self.store, self.table)

    def next_action(self) -> str:
        live = self.live()
        return "check" if "check" in [one.verb for one in live.legal(live.turn)] else "call"

    def live(self) -> Any:
        return self.store.read(lambda db: rebuild(read_table(db, self.table)))

    def act(self, index: int, action: str) -> None:
        row = hand(self.store, self.table)
        place = row.places[index]
        self.store.write(lambda db: rounds.act(db, self.table, place, self.players[place], action, row.seq))

    def end(self, after: Any, cards: list[list[str]], board: list[str]) -> None:
        """Settle the hand as if these cards had been dealt."""
        file = {**after.round_file(), "game": "texas-holdem", "community": board}
        file["seats"] = [{**seat, "cards": own} for seat, own in zip(file["seats"], cards, strict=True)]
        settlement = settle(convert_round(file))

        def work(db: Connection) -> None:
            tx = lock_table(db, self.table)
            tx.values["staked"] = [after.staked(seat) for seat in range(3)]
            rounds.settle_round(tx, file, settlement, {})

        self.store.write(work)

    def shown(self) -> dict[str, Any]:
        (one,) = self.store.read(jackpots.listing)
        return one

    def box(self) -> int:
        return self.store.read(lambda db: balance(db, tables.till(db, self.table)["jackpot"]))

    def fund(self, cents: int) -> None:
        """Money raked before."""
        self.store.write(
            lambda db: post(
                db, Cause("test"), [Move(account(db, "house"), tables.till(db, self.table)["jackpot"], cents)]
            )
        )

    def post(self) -> int:
        return self.store.write(lambda db: jackpots.post_amount(db, self.jackpot, self.boss))


DULL: dict[str, Any] = {"cards": [["Ah", "Kd"], ["Qs", "Qc"], ["2h", "3d"]], "board": ["4s", "8h", "Td", "9c", "5d"]}


def test_30_1046_1_no_jackpot_is_offered_before_it_is_approved(store: Store) -> None:
    house = House(store)
    with pytest.raises(RuleError, match="proposed, not approved"):
        store.write(lambda db: jackpots.offer_at(db, house.table, house.jackpot, house.boss))
    for field, value in (("rake", 3), ("claims", " "), ("beaten", "seven kings"), ("shares", {"loser": 60})):
        with pytest.raises(RuleError) as refused:
            store.write(lambda db, f=field, v=value: jackpots.propose(db, "Other", {**TERMS, f: v}))  # type: ignore[misc]
        assert refused.value.field == f"terms.{field}"
    house.offered()
    assert house.shown()["status"] == "offered"
    assert house.shown()["tables"] == [house.table]


def test_30_1046_2_the_amount_is_posted_after_the_count_and_reminded_of(store: Store) -> None:
    """Boxes are emptied into the pools as the rules divide them, and the display follows the primary pool."""
    house = House(store).offered()
    house.play(**DULL)
    assert house.box() == 200
    assert house.shown()["posted"] == 0
    assert house.post() == 160
    assert house.box() == 0
    shown = house.shown()
    assert (shown["fund"], shown["seeding"], shown["due"]) == (160, 40, [])
    store.write(lambda db: db.execute(update(schema.jackpots).values(posted_at=now() - 2 * DAY)))
    assert "30-1046(2)" in house.shown()["due"][0]
    assert_balanced(store)


def test_30_1046_2_a_beaten_hand_is_found_and_paid_by_the_posted_amount_and_shares(store: Store) -> None:
    """All awards follow the last posted value; what was raked since and the secondary pool begin the next jackpot."""
    house = House(store).offered()
    house.fund(1_000_000)
    assert house.post() == 800_000
    house.fund(10_000)
    row = house.play(**BEATEN)
    lines = [line for seat in row.settlement["seats"] for line in seat["lines"] if line["wager"] == "jackpot"]
    assert [line["net"] for line in lines] == [4000, 2000, 2000]
    assert {line["rule"] for line in lines} == {"CO 30-1046"}
    due = store.read(awards.listing)
    assert [one["cents"] for one in due] == [400_000, 200_000, 200_000]
    shown = house.shown()
    assert (shown["posted"], shown["fund"], shown["seeding"]) == (200_000, 200_000, 0)
    assert sum(one["liability"] for one in store.read(jackpot_liability)) == 2000 + 100 + 2
    assert_balanced(store)


def test_30_1042_4_a_proposition_player_shares_in_an_award(store: Store) -> None:
    house = House(store).offered()
    for person in house.players.values():
        store.write(lambda db, one=person: proposition.engage(db, house.boss, one.id, f"CO-{one.id}"))  # type: ignore[misc]
    house.fund(1_000_000)
    house.post()
    house.play(**BEATEN)
    due = store.read(awards.listing)
    assert [one["cents"] for one in due] == [400_000, 200_000, 200_000]


def test_30_1099_20_2_g_a_jackpot_is_offered_at_home_run_holdem_too(store: Store) -> None:
    house = House(store)
    house.table = store.write(lambda db: tables.open_table(db, house.boss, "home-run-holdem"))
    assert house.offered().shown()["tables"] == [house.table]


def test_30_1046_1_d_an_award_above_the_sum_waits_for_a_supervisors_word(store: Store) -> None:
    """Small shares are paid with the pot; larger ones wait, and a large one takes a second person."""
    house = House(store, at_once=2500).offered()
    house.fund(1_000_000)
    house.post()
    house.play(**BEATEN)
    (due,) = store.read(awards.listing)
    assert (due["seat"], due["cents"]) == (0, 400_000)
    printed, *small = store.read(lambda db: award_history(db, Period(0, 2**62)))
    assert (printed["seat"], printed["status"]) == (1, "due"), "as the table counts its seats"
    told_small = [(one["seat"], one["amount"], one["jackpot"], one["status"]) for one in small]
    assert told_small == [(seat, 2000, house.jackpot, "paid at once") for seat in (2, 3)]
    told = {"award": due["id"], "amount": due["cents"]}
    with pytest.raises(RuleError, match="you play at this table"):
        store.write(lambda db: control.ask(db, house.players[0], "award paid", house.table, told))
    waits, _ = store.write(lambda db: control.ask(db, house.boss, "award paid", house.table, told))
    assert waits is not None
    before = store.read(lambda db: tables.occupied(db, house.table)[0].account_id)
    held = store.read(lambda db: balance(db, before))
    store.write(lambda db: control.approve(db, house.other, waits))
    assert store.read(lambda db: balance(db, before)) == held + 400_000
    assert store.read(awards.listing) == []
    with pytest.raises(RuleError, match="was paid already"):
        store.write(lambda db: awards.pay(db, due["id"], house.boss))
    assert_balanced(store)


def test_30_1046_1_c_an_award_lapses_after_120_days_into_the_next_jackpot(store: Store) -> None:
    house = House(store).offered()
    house.fund(1_000_000)
    house.post()
    house.play(**BEATEN)
    first = store.read(awards.listing)[0]
    for days, message in ((119, ""), (121, "within 120 days")):
        store.write(lambda db, d=days: db.execute(update(schema.awards).values(at=now() - d * DAY)))  # type: ignore[misc]
        if message:
            with pytest.raises(RuleError, match=message):
                store.write(lambda db: awards.pay(db, store.read(awards.listing)[0]["id"], house.boss))
        else:
            store.write(lambda db: awards.pay(db, first["id"], house.boss))
    house.post()
    assert store.read(awards.listing) == []
    assert house.shown()["seeding"] == 400_000 + 40
    assert_balanced(store)


def test_30_1046_7_a_a_jackpot_at_its_limit_is_no_longer_raked_for(store: Store) -> None:
    """30-1046(7)(c): six months are left to pay it out."""
    house = House(store, cap=5000).offered()
    house.fund(700_000)
    assert house.post() == 500_000
    house.play(**DULL)
    assert house.box() == 0
    (reminder,) = house.shown()["due"]
    assert "6 months" in reminder
    assert "30-1046(7)(c)" in reminder
    house.play(**BEATEN)
    assert house.shown()["stopped"] is None
    house.play(**DULL)
    assert house.box() == 200


def test_30_1046_7_a_no_more_than_the_limit_is_posted_and_awarded_and_the_rest_begins_the_next(store: Store) -> None:
    house = House(store, cap=5000, primary_share=100).offered()
    house.fund(700_000)
    assert house.post() == 500_000
    row = house.play(**BEATEN)
    lines = [line for seat in row.settlement["seats"] for line in seat["lines"] if line["wager"] == "jackpot"]
    assert sum(line["net"] for line in lines) == 5000
    shown = house.shown()
    assert (shown["posted"], shown["fund"], shown["raked"]) == (200_000, 200_000, True)
    assert_balanced(store)


def test_30_1046_7_a_a_next_jackpot_that_begins_at_its_limit_is_not_raked_for(store: Store) -> None:
    house = House(store, cap=50, primary_share=50).offered()
    house.fund(20_000)
    assert house.post() == 5000
    house.play(**BEATEN)
    shown = house.shown()
    assert (shown["posted"], shown["fund"], shown["raked"]) == (5000, 15_000, False)


def test_30_1046_1_amounts_of_the_rules_are_whole_cents_and_faults_are_named(store: Store) -> None:
    wrong = {"rake": 0.001, "cap": -1, "at_once": 0.005, "primary_share": 120, "least_players": 1}
    for field, value in wrong.items():
        with pytest.raises(RuleError) as refused:
            store.write(lambda db, f=field, v=value: jackpots.propose(db, "Other", {**TERMS, f: v}))  # type: ignore[misc]
        assert refused.value.field == f"terms.{field}"


def test_30_1046_7_a_the_rake_stops_at_the_limit_over_several_hands_and_begins_again_when_it_is_won(
    store: Store,
) -> None:
    house = House(store, cap=4, rake=1, primary_share=100, beaten="pair A").offered()
    plain: dict[str, Any] = {
        "cards": [["Kh", "2d"], ["7s", "8c"], ["3h", "4d"]],
        "board": ["Qs", "Jh", "9d", "5c", "6d"],
    }
    beat: dict[str, Any] = {
        "cards": [["Ah", "Ad"], ["Ts", "Tc"], ["2h", "3d"]],
        "board": ["Th", "9d", "7c", "5c", "Jd"],
    }

    def raked(cards: list[list[str]], board: list[str]) -> float:
        return float(house.play(cards, board).settlement.get("jackpot_rake") or 0)

    assert [raked(**plain) for _ in range(4)] == [1, 1, 1, 1]
    house.store.write(lambda db: jackpots.post_amount(db, house.jackpot, house.boss))
    assert [raked(**plain) for _ in range(3)] == [0, 0, 0]
    shown = store.read(lambda db: jackpots.listing(db))[0]
    assert (shown["posted"], shown["raked"]) == (400, False)
    assert raked(**beat) == 0
    assert [raked(**plain) for _ in range(2)] == [1, 1]
    assert_balanced(store)


def test_30_1046_7_b_the_pools_grow_on_where_the_rules_say_so(store: Store) -> None:
    house = House(store, cap=5000, at_limit="grow").offered()
    house.fund(700_000)
    house.post()
    house.play(**DULL)
    assert house.box() == 200


def test_30_1046_7_c_a_jackpot_that_no_table_rakes_for_is_paid_out_within_six_months(store: Store) -> None:
    house = House(store).offered()
    house.fund(10_000)
    house.post()
    assert house.shown()["due"] == []
    store.write(lambda db: petitions.close_table(db, house.table, house.boss))
    (told,) = house.shown()["due"]
    assert told.startswith("It is to be paid out by")
    assert "30-1046(7)(c)" in told
    house.post()
    assert len(house.shown()["due"]) == 1, "the days run on from when the rake stopped"
    house.table = store.write(lambda db: tables.open_table(db, house.boss, "texas-holdem"))
    store.write(lambda db: jackpots.offer_at(db, house.table, house.jackpot, house.boss))
    assert (house.shown()["due"], house.shown()["raked"]) == ([], True)
    store.write(lambda db: jackpots.offer_at(db, house.table, None, house.boss))
    assert house.shown()["stopped"] is not None


def test_30_1046_1_a_jackpot_that_no_table_offers_is_not_raked_for(store: Store) -> None:
    house = House(store).offered()
    assert house.shown()["raked"]
    store.write(lambda db: jackpots.offer_at(db, house.table, None, house.boss))
    assert not house.shown()["raked"], "it holds nothing, and no table rakes for it"


def test_30_1046_7_c_a_stopped_jackpot_is_paid_out_in_another_way_with_leave(store: Store) -> None:
    house = House(store, cap=5000).offered()
    house.fund(700_000)
    house.post()
    asked = {"jackpot": house.jackpot, "payments": [{"person": house.players[1].id, "amount": 700_000}]}
    wrong = {**asked, "payments": [{"person": house.players[1].id, "amount": 1}]}
    with pytest.raises(RuleError, match="all of the"):
        store.write(lambda db: petitions.ask(db, house.boss, "disburse", wrong))
    made = store.write(lambda db: petitions.ask(db, house.boss, "disburse", asked))
    (petition,) = store.read(petitions.listing)
    assert (petition["of"], petition["asks"]) == (house.shown()["name"], f"{house.players[1].name} $7,000")
    with pytest.raises(RuleError, match="still rakes"):
        store.write(lambda db: petitions.grant(db, house.other, made, "letter 8"))
    store.write(lambda db: jackpots.offer_at(db, house.table, None, house.boss))
    with pytest.raises(RuleError, match="who asked"):
        store.write(lambda db: petitions.grant(db, house.boss, made, "letter 8"))
    store.write(lambda db: petitions.grant(db, house.other, made, "letter 8"))
    assert store.read(lambda db: balance(db, wallet(db, house.players[1].id))) == 400_000 + 700_000
    assert house.shown()["status"] == "ended"
    assert_balanced(store)


def test_30_1046_6_rules_change_only_so_that_it_is_won_more_easily(store: Store) -> None:
    house = House(store).offered()
    for harder in ({"beaten": "four_of_a_kind 2"}, {"least_players": 5}, {"shares": {"loser": 100}}):
        asked = {"jackpot": house.jackpot, **harder}
        with pytest.raises(RuleError, match=r"easier|may be eased"):
            store.write(lambda db, a=asked: petitions.ask(db, house.boss, "change", a))  # type: ignore[misc]
    easier = {"jackpot": house.jackpot, "beaten": "full_house 2", "both_own": False}
    made = store.write(lambda db: petitions.ask(db, house.boss, "change", easier))
    assert house.shown()["terms"]["beaten"] == "full_house AT"
    store.write(lambda db: petitions.grant(db, house.other, made, "letter 9"))
    assert house.shown()["terms"]["beaten"] == "full_house 2"
    store.write(lambda db: jackpots.offer_at(db, house.table, None, house.boss))
    asked = {"jackpot": house.jackpot, "licensee": "The Other House"}
    gone = store.write(lambda db: petitions.ask(db, house.boss, "hand over", asked))
    store.write(lambda db: petitions.grant(db, house.other, gone, "letter 10"))
    assert house.shown()["status"] == "handed over"
    assert_balanced(store)


def test_30_1046_5_a_jackpot_does_not_end_while_an_award_of_it_waits(store: Store) -> None:
    """Handed over or paid out before, what nobody claims in time would go back to no jackpot."""
    house = House(store).offered()
    house.fund(1_000_000)
    house.post()
    house.play(**BEATEN)
    store.write(lambda db: jackpots.offer_at(db, house.table, None, house.boss))
    asked = {"jackpot": house.jackpot, "licensee": "The Other House"}
    made = store.write(lambda db: petitions.ask(db, house.boss, "hand over", asked))
    with pytest.raises(RuleError, match=r"\$8,000 of its awards wait"):
        store.write(lambda db: petitions.grant(db, house.other, made, "letter 10"))
    for one in store.read(awards.listing):
        store.write(lambda db, a=one["id"]: awards.pay(db, a, house.boss))  # type: ignore[misc]
    store.write(lambda db: petitions.grant(db, house.other, made, "letter 10"))
    assert_balanced(store)


def test_30_1046_3_the_box_is_emptied_between_two_jackpots_of_a_table(store: Store) -> None:
    """30-1046(4), (5): what was raked is kept apart and belongs to the jackpot that it was raked for."""
    house = House(store).offered()
    house.fund(1000)
    other = store.write(lambda db: jackpots.propose(db, "Other", TERMS))
    store.write(lambda db: jackpots.approve(db, other, "letter"))
    store.write(lambda db: jackpots.offer_at(db, house.table, other, house.boss))
    first, second = store.read(jackpots.listing)
    assert (first["fund"] + first["seeding"], second["fund"]) == (1000, 0)
    house.fund(500)
    store.write(lambda db: petitions.close_table(db, house.table, house.boss))
    assert [one["fund"] + one["seeding"] for one in store.read(jackpots.listing)] == [1000, 500]
    assert_balanced(store)


def test_30_1046_01_the_notice_tells_amount_conditions_shares_security_and_rake(store: Store) -> None:
    house = House(store).offered()
    house.fund(123_400)
    house.post()
    told = store.read(lambda db: jackpots.notice(db, house.jackpot))
    by_rule: dict[str, str] = {}
    for one in told["statements"]:
        by_rule[one["rule"]] = by_rule.get(one["rule"], "") + one["text"]
    assert "$987.20" in by_rule["CO 30-1046.01(1)"]
    assert "Full house, aces and tens or better is beaten" in by_rule["CO 30-1046.01(2)"]
    assert "50 percent to the beaten hand" in by_rule["CO 30-1046.01(2)"]
    assert "without players stays in the jackpot" in by_rule["CO 30-1046.01(2)"]
    assert "fouled deck" in by_rule["CO 30-1046.01(3)"]
    assert "$2.00 is taken from each pot" in by_rule["CO 30-1046.01(4)"]
    assert "120 days" in by_rule["CO 30-1046(1)(c)"]
    at_table = {one["title"]: one["text"] for one in store.read(lambda db: posted(db, house.table))}
    assert at_table["Bad beat: Amount"] == "$987.20", "30-1033: it is posted where players play for it"


def test_a_hand_with_a_jackpot_is_proved_like_any_other(store: Store) -> None:
    """The posted rules and amount are part of the round file, and the check pays what the floor paid."""
    house = House(store).offered()
    house.fund(1_000_000)
    house.post()
    house.begin()
    while hand(store, house.table).status == "playing":
        live = house.live()
        house.act(live.turn, live.suggest(live.turn))
    row = hand(store, house.table)
    file = store.read(lambda db: export(db, row.id))
    assert file["extra"]["jackpot"]["beaten"] == "full_house AT"
    assert verify(file) == []
    assert store.read(lambda db: db.execute(select(schema.awards)).all()) == []


def killed_within(path: Path, act: Callable[[Store], object], statements: int) -> bool:
    """A process that does something and dies by -9 after so many writing statements; whether it died before its end."""
    child = os.fork()
    if not child:
        try:
            store = Store(default_url(path))
            light(Fuse(statements))
            act(store)
        finally:
            os._exit(0)  # reached by whoever lives, or fails; the parent looks at what was done
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def picture(path: Path) -> Any:
    """All that a jackpot's life changes."""
    store = Store(default_url(path))
    assert_balanced(store)
    told = [store.read(jackpots.listing), store.read(awards.listing), store.read(jackpot_liability)]
    held = store.read(lambda db: db.execute(select(schema.accounts.c.name, schema.accounts.c.balance)).all())
    store.close()
    return told, sorted(held)


def test_30_1046_every_act_of_a_jackpot_is_whole_or_not_at_all_when_the_server_is_killed(tmp_path: Path) -> None:
    """The hand that wins it, the posting, an award paid and its lapse: dead at any statement, nothing has happened."""
    path = tmp_path / "floor.db"
    store = new_store(tmp_path)
    house = House(store).offered()
    house.fund(1_000_000)
    house.post()
    house.fund(10_000)
    house.begin()
    while not (after := house.live().act(house.live().turn, house.next_action())).over:
        house.act(house.live().turn, house.next_action())
    store.close()

    def with_store(work: Callable[[], object]) -> Callable[[Store], object]:
        def run(fresh: Store) -> object:
            house.store = fresh
            return work()

        return run

    def first_award() -> int:
        return int(house.store.read(awards.listing)[0]["id"])

    def grow_old() -> None:
        house.store.write(lambda db: db.execute(update(schema.awards).values(at=now() - 121 * DAY)))

    acts: list[tuple[Callable[[], object], Callable[[], object]]] = [
        (lambda: None, lambda: house.end(after, **BEATEN)),
        (lambda: None, lambda: house.store.write(lambda db: awards.pay(db, first_award(), house.boss))),
        (grow_old, house.post),
    ]
    for prepare, act in acts:
        fresh = Store(default_url(path))
        with_store(prepare)(fresh)
        fresh.close()
        before, statements, deaths = picture(path), 0, 0
        while killed_within(path, with_store(act), statements):
            assert picture(path) == before
            statements, deaths = statements + 2, deaths + 1
        assert deaths > 2
        assert picture(path) != before
    told, _ = picture(path)
    assert told[1] == []  # one award was paid once, the others lapsed into the next jackpot
    assert told[0][0]["seeding"] == 400_000 + 20 * (10_000 + 200) // 100
