"""Rulings at the live poker table: hands that go on, blinds of one's own, the first button, hands shown on request."""

from typing import Any

import pytest
from sqlalchemy import Connection, select
from tests.floor.helpers import assert_balanced, guest, hand

from houseway.floor import interventions, rounds, schema, tables
from houseway.floor.evidence import export, find_round, frames
from houseway.floor.replay import rebuild
from houseway.floor.roles import Person
from houseway.floor.store import Store
from houseway.floor.transaction import read_table
from houseway.floor.verification import verify
from houseway.floor.views import table_view
from houseway.play.pots.rulings import FLOOR, SHOWDOWN
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.rules.wording import humanize


class Table:
    """A table of guests with $200 each."""

    def __init__(
        self, store: Store, game: str = "texas-holdem", players: int = 3, places: tuple[int, ...] = (), **house: Any
    ) -> None:
        self.store = store
        self.people = {seat: guest(store) for seat in places or range(players)}

        def work(db: Connection) -> int:
            table = tables.open_table(db, self.host, game, house=house)
            for seat, person in self.people.items():
                tables.sit(db, table, seat, person)
                tables.buy_in(db, table, seat, person, 20_000, None)
            return table

        self.id = store.write(work)

    def begin(self, wagers: dict[str, float] | None = None, **blinds: float) -> "Table":
        for seat, person in self.people.items():
            bet: dict[str, Any] = {"wagers": wagers or {}, "ticket": {}, "select": []}
            if blind := blinds.get(f"seat{seat}"):
                bet["blind"] = blind
            self.store.write(lambda db, s=seat, p=person, b=bet: rounds.place_bet(db, self.id, s, p, b))  # type: ignore[misc]
        self.store.write(lambda db: rounds.deal(db, self.id, self.host))
        return self

    @property
    def host(self) -> Person:
        return next(iter(self.people.values()))

    @property
    def live(self) -> Any:
        return self.store.read(lambda db: rebuild(read_table(db, self.id)))

    @property
    def row(self) -> Any:
        return hand(self.store, self.id)

    def act(self, action: str = "") -> None:
        live, row = self.live, self.row
        verbs = [one.verb for one in live.legal(live.turn)]
        chosen = action or ("check" if "check" in verbs else "call" if "call" in verbs else live.suggest(live.turn))
        place = row.places[live.turn]
        self.store.write(lambda db: rounds.act(db, self.id, place, self.people[place], chosen, row.seq))

    def end(self) -> Any:
        while self.row.status == "playing":
            self.act()
        assert_balanced(self.store)
        assert verify(self.store.read(lambda db: export(db, self.row.id))) == []
        return self.row

    def ruled(self, **told: Any) -> None:
        self.store.write(lambda db: interventions.irregularity(db, self.id, self.host, told))

    def view(self, person: Person | None) -> dict[str, Any]:
        return self.store.read(lambda db: table_view(db, self.id, person))


def test_30_1023_words_and_chips_are_ruled_on_at_the_table(store: Store) -> None:
    table = Table(store).begin()
    table.act("raise to 10")
    table.act("puts in one 25 chip")
    told = table.view(None)["round"]["events"][-1]["text"]
    assert (
        told == "puts in one 25 chip: call to $10: one chip thrown in without a word is a call of the bet, CO 30-1023"
    )
    with pytest.raises(RuleError, match="completes or folds") as refused:
        table.act("puts in 3")
    assert refused.value.field == "action"
    assert [one["rule"] for one in table.end().settlement["rulings"]] == ["CO 30-1023"]


def test_30_1023_a_ruling_names_the_seat_of_the_table(store: Store) -> None:
    table = Table(store, places=(1, 4, 6)).begin()
    table.act("raise to 10")
    table.act("puts in one 25 chip")
    seat = table.view(None)["round"]["events"][-1]["seat"]
    assert seat in (1, 4, 6)
    table.end()
    assert [one["seat"] for one in table.view(None)["round"]["settlement"]["rulings"]] == [seat]


def test_30_1015_an_exposed_card_is_replaced_and_the_hand_goes_on(store: Store) -> None:
    table = Table(store).begin()
    before = table.live.hole[1]
    card = table.view(table.people[1])["round"]["piles"][1]["cards"][0]
    table.ruled(kind="exposed_card", seat=1, cards=[card])
    assert table.row.status == "playing"
    after = table.live.hole[1]
    assert len(set(before) & set(after)) == 1
    assert table.end().status == "settled"


def test_a_ruling_of_an_unknown_kind_tells_those_that_are_known(store: Store) -> None:
    table = Table(store).begin()
    with pytest.raises(RuleError, match=r"know no irregularity 'nonsense'; they know misdeal, .*exposed_card"):
        table.ruled(kind="nonsense")


def test_30_1015_a_premature_board_is_dealt_again_and_the_hand_goes_on(store: Store) -> None:
    table = Table(store).begin()
    table.ruled(kind="premature_board")
    assert table.row.status == "playing"
    assert table.end().settlement["pots"][0]["amount"] == 6


def test_30_1015_a_premature_stud_card_is_buried_with_one_for_every_other_seat(store: Store) -> None:
    """So each gets the card that was meant for the round after."""
    table = Table(store, "seven-card-stud").begin()
    before = table.live
    rest = before.source.burnt(before.used, 12)
    table.ruled(kind="premature_card")
    while table.live.street == before.street:
        table.act()
    after = table.live
    burn = after.table.rules.spec.streets[after.street].burn
    dealt = rest[3 + burn : 6 + burn]
    assert [after.hole[seat][-1] for seat in after.table.left] == list(dealt)
    table.end()


def test_30_1015_a_last_card_that_was_seen_is_kept_and_its_holder_does_not_raise(store: Store) -> None:
    table = Table(store, "seven-card-stud").begin()
    with pytest.raises(RuleError, match="only the last card"):
        table.ruled(kind="premature_last_card", seat=1)
    while table.live.street < 3:
        table.act()
    table.ruled(kind="premature_last_card", seat=1)
    state = table.live
    assert [len(held) for held in state.hole] == [6, 7, 6]
    seen = False
    while table.live.street == 3:
        if table.live.turn == 1:
            seen = True
            assert not {one.verb for one in table.live.legal(1)} & {"bet", "raise to"}
        table.act()
    assert seen
    assert [len(held) for held in table.live.hole] == [7, 7, 7]
    table.end()


@pytest.mark.parametrize(
    ("told", "dead", "rule"),
    [
        ({"kind": "mucked", "retrieved": True}, False, "CO 30-1026(7)"),
        ({"kind": "mucked", "retrieved": True, "induced": True}, True, "CO 30-1026(8)"),
        ({"kind": "mucked", "touched_muck": True}, True, "CO 30-1026(3)"),
        ({"kind": "conceded"}, False, "CO 30-1026(4)"),
        ({"kind": "left_table"}, True, "CO 30-1026(5)"),
        ({"kind": "dealer_discarded", "tabled": True, "claimed": True}, False, "CO 30-1026(10)"),
        ({"kind": "bypassed"}, False, "CO 30-1018"),
    ],
)
def test_30_1026_a_supervisor_rules_on_a_hand_at_the_table(
    store: Store, told: dict[str, Any], dead: bool, rule: str
) -> None:
    table = Table(store).begin()
    seat = table.row.places[2]
    table.ruled(**told, seat=seat)
    assert table.live.live[2] is not dead
    said = table.view(None)["round"]["events"][-1]
    assert (said["kind"], said["seat"]) == ("ruling", seat)
    assert said["text"].endswith(rule)
    row = table.end()
    assert [(one["rule"], one["seat"]) for one in row.settlement["rulings"]] == [(rule, 2)]
    assert verify(store.read(lambda db: export(db, row.id))) == []
    assert_balanced(store)


def test_30_1015_a_player_does_not_rule_on_his_own_hand(store: Store) -> None:
    """The supervisor decides on disputed play; a player in turn who sends a ruling as his action is refused."""
    table = Table(store).begin()
    before = table.row.seq
    cards = next(pile["cards"] for pile in table.view(table.people[table.live.turn])["round"]["piles"] if pile["cards"])
    refusals = r"a supervisor rules on this|know no irregularity|only the last|no card of a"
    for kind in (*FLOOR, *SHOWDOWN):
        with pytest.raises(RuleError, match=refusals):
            table.act(f"{humanize(kind)} {cards[0]}" if kind == "exposed_card" else humanize(kind))
    assert (table.row.seq, table.row.status) == (before, "playing")


def test_30_1026_a_ruling_that_lacks_something_changes_nothing(store: Store) -> None:
    table = Table(store).begin()
    before = table.row.seq
    for told, says in (
        ({"kind": "mucked"}, "say whose hand it was"),
        ({"kind": "exposed_card", "seat": 0}, "name the card"),
        ({"kind": "asked_to_see", "seat": 0}, "when the pot has been played for"),
        ({"kind": "skipped_player", "seat": 0}, "they know misdeal"),
    ):
        with pytest.raises(RuleError, match=says):
            table.ruled(**told)
    assert table.row.seq == before


def test_30_1025_a_dead_hand_is_out_and_the_others_play_on(store: Store) -> None:
    table = Table(store).begin()
    seat = table.live.turn
    table.ruled(kind="dead_hand", seat=table.row.places[seat])
    assert table.row.status == "playing"
    assert not table.live.live[seat]
    table.end()


def test_30_1014_a_protected_hand_that_was_fouled_has_its_chips_back_at_once(store: Store) -> None:
    table = Table(store).begin()
    table.act("call")
    seat = next(index for index in range(3) if table.live.paid[index])
    table.ruled(kind="fouled_no_fault", seat=table.row.places[seat])
    place = table.row.places[seat]
    view = table.view(None)
    assert view["seats"][place]["stack"] == 200
    table.end()


def test_30_1016_a_misdeal_ends_the_hand_and_none_is_called_after_substantial_action(store: Store) -> None:
    table = Table(store).begin()
    table.ruled(kind="misdeal")
    assert table.row.status == "settled"
    assert [seat["stack"] for seat in table.view(None)["seats"][:3]] == [200, 200, 200]
    table.begin()
    table.act("call")
    table.act("call")
    with pytest.raises(RuleError, match="substantial action"):
        table.ruled(kind="misdeal")
    table.end()


def test_30_1030_who_knew_of_a_defective_deck_leaves_his_chips_for_the_next_hand(store: Store) -> None:
    table = Table(store, places=(1, 3, 6)).begin()
    small, big = (seat["seat"] for seat in sorted(table.view(None)["seats"], key=lambda one: one["staked"])[-2:])
    with pytest.raises(RuleError, match="Seat 1 has no part in this round"):
        table.ruled(kind="defective_deck", knew=[0])
    table.ruled(kind="defective_deck", knew=[big])
    assert {seat["seat"]: seat["stack"] for seat in table.view(None)["seats"] if seat["player"]} == {
        **dict.fromkeys(table.people, 200),
        big: 198,
    }
    assert small != big
    assert all(pile["hidden"] for pile in table.view(None)["round"]["piles"]), "and nobody shows"
    table.begin()
    assert table.view(None)["round"]["pot"] == 5, "with the blinds of this hand"
    row = table.end()
    assert sum(seat["net"] for seat in row.settlement["seats"]) == 2
    assert_balanced(store)


def test_30_1099_18_a_seat_whose_hand_is_dead_leaves_the_others_in(store: Store) -> None:
    """At a house game too: its wagers go back at the end, and the others decide and are paid."""
    table = Table(store, "three-card-poker", 2).begin({"ante": 10})
    kinds = load_game("three-card-poker").spec.irregularities
    one = next(one for one in kinds if one.effect == "void_seat")
    told = {"kind": one.kind, "seat": 1, **({"of": one.of} if one.of else {}), "count": one.at_least}
    table.ruled(**told)
    assert table.row.status == "playing"
    with pytest.raises(RuleError, match="recorded already"):
        table.ruled(**told)
    row = table.end()
    assert row.file["irregularity"]["kind"] == one.kind
    assert row.settlement["seats"][1]["net"] == 0
    assert table.view(None)["seats"][1]["stack"] == 200


def test_30_1001_7_a_straddle_is_posted_live_by_the_seat_left_of_the_big_blind(store: Store) -> None:
    table = Table(store, players=4, straddle=True).begin(seat0=4, seat1=4, seat2=4, seat3=4)
    state = table.live
    left = state.table.left
    assert state.table.stakes.extra[0] == (left[2], 400)
    assert state.level == max(amount for _, amount in state.table.stakes.extra)
    table.end()
    plain = Table(store)
    with pytest.raises(RuleError, match="allows no straddle"):
        plain.begin(seat0=4)


def test_30_1002_40_a_straddle_in_another_place_is_not_taken(store: Store) -> None:
    table = Table(store, players=4, straddle=True).begin(seat0=3)
    state = table.live
    assert all(seat == state.table.left[2] for seat, _ in state.table.stakes.extra)
    assert sum(state.paid) == 300 + sum(amount for _, amount in state.table.stakes.extra)
    table.end()


def test_gegr_001973_3_c_over_blinds_go_over_one_another_and_act_last(store: Store) -> None:
    """Each at least double the largest blind so far, by any player, in any number, until the first card."""
    table = Table(store, "out-pops-the-devil", 5)

    def put(seat: int, blind: float) -> None:
        bet = {"wagers": {}, "ticket": {}, "select": [], "blind": blind}
        store.write(lambda db: rounds.place_bet(db, table.id, seat, table.people[seat], bet))

    for seat in range(5):
        put(seat, 0)
    with pytest.raises(RuleError, match=r"at least 2 times the largest blind of \$2, CA GEGR-001973\(3.c\)"):
        put(3, 3)
    put(3, 4)
    with pytest.raises(RuleError, match=r"the largest blind of \$4"):
        put(1, 7)
    put(1, 8)
    put(0, 16)
    put(3, 32)  # over all of them, with the first 4 raised
    store.write(lambda db: rounds.deal(db, table.id, table.people[0]))
    state = table.live
    assert state.table.stakes.extra == ((1, 800), (0, 1600), (3, 3200))
    assert state.level == 3200
    blinds = dict(zip(state.table.left[:2], (100, 200), strict=True))
    over = {1: 800, 0: 1600, 3: 3200}
    assert sum(state.paid) == sum({**blinds, **over}.values())
    assert [seat for seat in state.queue if seat in over] == [1, 0, 3]
    with pytest.raises(RuleError, match="closed until the round is over"):
        put(2, 64)
    assert table.end().status == "settled"


def test_235_ch_7_b_2_wagers_of_a_player_who_leaves_are_treated_as_lost(store: Store) -> None:
    """By a supervisor's word; the others play on."""
    table = Table(store, "md-235-stud-poker", 2).begin({"2_card_poker": 5, "3_card_poker": 5, "5_card_poker": 5})
    table.ruled(kind="abandoned", seat=1)
    assert table.row.status == "playing"
    lines = table.end().settlement["seats"][1]["lines"]
    assert {line["net"] for line in lines} == {-5}
    assert {line["rule"] for line in lines} == {"MD 235 Ch. 7 B(2)"}
    assert table.view(None)["seats"][1]["stack"] == 185


def test_gegr_001828_the_first_button_is_drawn_for_and_the_highest_card_has_it(store: Store) -> None:
    """Of equal cards the first dealt; after that the button moves clockwise."""
    table = Table(store, "ca-texas-holdem").begin()
    query = select(schema.events).where(schema.events.c.kind == "button").order_by(schema.events.c.seq)
    drawn = store.read(lambda db: db.execute(query).all())
    ranks = ["23456789TJQKA".index(one.data["card"][0]) for one in drawn]
    first = drawn[ranks.index(max(ranks))].seat
    assert table.view(None)["round"]["button"] == first
    table.end()
    table.begin()
    assert table.view(None)["round"]["button"] == (first + 1) % 3
    assert len(store.read(lambda db: db.execute(query).all())) == 3
    table.end()


def test_30_1027_5_a_beaten_hand_stays_unseen_until_somebody_asks(store: Store) -> None:
    """30-1026(12): whoever called all bets may ask to see a hand that did too."""
    for _ in range(40):
        table = Table(store).begin()
        table.act("fold")
        row = table.end()
        outsider, piles = guest(store), table.view(None)["round"]["piles"]
        hidden = [pile["seat"] for pile in piles if pile["hidden"]]
        folded = next(seat for seat in row.places if not table.live.live[row.places.index(seat)])
        beaten = [seat for seat in hidden if seat != folded]
        if beaten:
            break
    seat = beaten[0]
    first = row.settlement["showing"][0]
    assert row.places[first] != seat

    def told() -> str:
        (line,) = next(one for one in table.view(None)["round"]["settlement"]["seats"] if one["seat"] == seat)["lines"]
        return str(line["reason"])

    def replayed() -> int:
        last = store.read(lambda db: frames(db, find_round(db, row.id), []))[-1]["piles"]
        return next(int(pile["hidden"]) for pile in last if pile["seat"] == seat)

    assert told() == "beaten at the showdown", "its rank is not told either"
    assert replayed() == 2
    for person, message in ((outsider, "called all bets"), (table.people[folded], "called all bets")):
        with pytest.raises(RuleError, match=message):
            store.write(lambda db, p=person: interventions.show_hand(db, table.id, seat, p))  # type: ignore[misc]
    other = next(one for one in row.places if one not in (seat, folded))
    with pytest.raises(RuleError, match="no hand that called"):
        store.write(lambda db: interventions.show_hand(db, table.id, folded, table.people[other]))
    with pytest.raises(RuleError, match="shown already"):  # the winner's, at the showdown
        store.write(lambda db: interventions.show_hand(db, table.id, other, table.people[other]))
    store.write(lambda db: interventions.show_hand(db, table.id, seat, table.people[other]))
    after = {pile["seat"]: pile["hidden"] for pile in table.view(None)["round"]["piles"]}
    assert after[seat] == 0
    assert after[folded] == 2
    assert told().startswith("beaten at the showdown: ")
    assert replayed() == 0
    with pytest.raises(RuleError, match="shown already"):
        store.write(lambda db: interventions.show_hand(db, table.id, seat, table.people[other]))
    table.begin()
    with pytest.raises(RuleError, match="before the next one"):
        store.write(lambda db: interventions.show_hand(db, table.id, seat, table.people[other]))
