"""The equipment log: who opened, counted, inspected and retired what, by the intervals that the documents print."""

import json
import re
from typing import Any

import pytest
from tests.cli.command import houseway
from tests.floor.helpers import assert_balanced, play_round
from tests.floor.test_jackpots import account_of

from houseway.floor import equipment, moments, tables
from houseway.floor.books import check
from houseway.floor.roles import DeniedError, Person
from houseway.floor.store import Store
from houseway.rules.errors import RuleError

MINUTE = 60_000
HOUR = 60 * MINUTE


class Table:
    """A table with a dealer and a supervisor; time goes on by hand."""

    def __init__(self, store: Store, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.store, self.later = store, 0
        self.dealer, self.boss = account_of(store, "dealer d", "dealer"), account_of(store, "boss b", "supervisor")
        self.id = store.write(lambda db: tables.open_table(db, self.dealer, game))
        for place in ("houseway.floor.equipment.now", "houseway.floor.roles.now"):
            monkeypatch.setattr(place, lambda: moments.now() + self.later)

    def log(self, act: str, item: str = "deck", name: str = "7", who: Person | None = None, **told: Any) -> None:
        given = {"act": act, "item": item, "name": name, **told}
        self.store.write(lambda db: equipment.log(db, self.id, who or self.dealer, given))

    def due(self, about: str = "") -> list[tuple[str, str]]:
        due = self.store.read(lambda db: equipment.due(db, self.id))
        return [(one["text"], one["rule"]) for one in due if about in one["text"]]

    def refused(self, match: str, field: str, act: str, **told: Any) -> None:
        before = self.store.read(lambda db: equipment.entries(db, self.id))
        with pytest.raises(RuleError, match=match) as refused:
            self.log(act, **told)
        assert refused.value.field == field
        assert self.store.read(lambda db: equipment.entries(db, self.id)) == before


def test_30_1007_1_a_deck_is_complete_when_it_is_opened(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(store, "texas-holdem", monkeypatch)
    table.refused("52 cards, CO 30-1007", "count", "opened", back="red", count=51)
    table.log("opened", back="red", count=52)
    (line,) = store.read(lambda db: equipment.entries(db, table.id))
    assert (line["who"], line["act"], line["item"], line["name"]) == ("dealer d", "opened", "deck", "7")
    table.refused("in service already", "name", "opened", back="blue", count=52)
    table.refused("not in service", "name", "counted", name="8", count=52)
    table.refused("is one of", "act", "eaten")
    table.refused("is one of", "item", "opened", item="spoon")
    assert store.read(lambda db: check(db)) == []
    assert_balanced(store)


def test_a_piece_that_the_game_is_not_played_with_is_not_opened(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold'em has no dice; pai gow poker and tiles shake them, and a wheel has none of these pieces."""
    poker = Table(store, "texas-holdem", monkeypatch)
    poker.refused("played with deck, brick and shoe, not with dice", "item", "opened", item="dice")
    assert store.read(lambda db: equipment.view(db, poker.id))["items"] == ["deck", "brick", "shoe"]
    found = {}
    for game in ("pai-gow-poker", "pai-gow-tiles", "craps-odds", "roulette"):
        table = store.write(lambda db, g=game: tables.open_table(db, poker.dealer, g))  # type: ignore[misc]
        found[game] = store.read(lambda db, t=table: equipment.view(db, t))["items"]  # type: ignore[misc]
    assert found["pai-gow-poker"] == ["deck", "brick", "dice", "shoe"]
    assert (found["pai-gow-tiles"], found["craps-odds"]) == (["dice", "tiles"], ["dice"])
    assert found["roulette"] == list(equipment.ITEMS)  # for an exception that was allowed


def test_30_1011_2_two_decks_have_backs_of_different_colors_and_stay_in_service(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(store, "texas-holdem", monkeypatch)
    table.refused("color of its backs", "back", "opened", count=52)
    table.log("opened", back="red", count=52)
    table.refused("different colors", "back", "opened", name="8", back="Red", count=52)
    table.log("opened", name="8", back="blue", count=52)
    table.refused(r"0 of 10 hands were played, CO 30-1011\(2\)", "act", "retired")
    table.log("defective", note="the five of clubs is bent; removed")
    table.log("retired")
    table.log("opened", name="9", back="red", count=52, shuffler=True)
    table.log("retired", name="9")
    view = store.read(lambda db: equipment.view(db, table.id))
    assert [one["name"] for one in view["pieces"]] == ["8"]


def test_30_1011_2_a_cycle_of_play_is_a_hand_for_every_player_dealt_in(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(store, "texas-holdem", monkeypatch)
    people = [account_of(store, name, "player", 100) for name in ("ann p", "bob p")]
    for seat, person in enumerate(people):
        store.write(lambda db, s=seat, p=person: tables.sit(db, table.id, s, p))  # type: ignore[misc]
        store.write(lambda db, s=seat, p=person: tables.buy_in(db, table.id, s, p, 5_000, None))  # type: ignore[misc]
    table.log("opened", back="red", count=52)
    for played in (0, 1):
        table.refused(f"{played} of {2 if played else 10} hands were played", "act", "retired")
        play_round(store, table.id, dict(enumerate(people)))
    table.log("retired")


def test_30_1099_55_4_a_the_decks_of_a_shoe_have_backs_of_one_color(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """30-1011(2) is of games with one deck. 30-1099.55(3): the shoe is inspected each gaming day."""
    table = Table(store, "casino-war", monkeypatch)
    for name in ("1", "2"):
        table.log("opened", name=name, back="red", count=52)
    table.log("opened", "shoe", "S")
    table.later = 24 * HOUR
    assert [rule for text, rule in table.due() if "shoe S" in text] == ["CO 30-1099.55(3)"]
    blackjack = Table.__new__(Table)
    blackjack.store, blackjack.later, blackjack.dealer, blackjack.boss = store, 0, table.dealer, table.boss
    blackjack.id = store.write(lambda db: tables.open_table(db, table.dealer, "blackjack"))
    blackjack.log("opened", "shoe", "S")
    table.later = 48 * HOUR
    assert blackjack.due() == [], "the documents print no such duty of Rule 8"


def test_30_1030_the_deck_is_counted_every_30_minutes(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(store, "texas-holdem", monkeypatch)
    table.log("opened", back="red", count=52)
    assert table.due("deck 7") == []
    table.later = 29 * MINUTE
    assert table.due("deck 7") == []
    table.later = 30 * MINUTE
    assert table.due("deck 7") == [("Count the deck (deck 7): every 30 minutes", "CO 30-1030")]
    everywhere = [(one["table"], one["rule"]) for one in store.read(equipment.all_due)]
    assert everywhere == [(table.id, "CO 30-1011(2)"), (table.id, "CO 30-1030")]
    table.log("counted", count=52)
    assert table.due("deck 7") == []
    table.log("counted", count=51)
    assert table.due("deck 7") == [("Remove deck 7: 51 of 52 cards were counted", "CO 30-1007(1)")]


def test_30_1045_08_7_at_a_tournament_decks_are_counted_by_the_hour_and_changed_after_two(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(store, "texas-holdem", monkeypatch)
    store.write(lambda db: tables.touch(db, table.id, purpose="tournament"))
    table.log("opened", back="red", count=52)
    table.later = 59 * MINUTE
    assert table.due("deck 7") == []
    table.later = 60 * MINUTE
    assert table.due("deck 7") == [("Count the deck (deck 7): every hour", "CO 30-1045.08(7)")]
    table.log("counted", count=52)
    table.later = 119 * MINUTE
    assert table.due("deck 7") == []
    table.later = 120 * MINUTE
    assert table.due("deck 7") == [
        ("Count the deck (deck 7): every hour", "CO 30-1045.08(7)"),
        ("Change the deck (deck 7): every 2 hours", "CO 30-1045.08(7)"),
    ]


def test_235_ch_3_a_deck_is_changed_after_4_or_8_hours(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """MD 235 Ch. 9(D): and its stub is counted every five rounds where no shuffler counts it."""
    table = Table(store, "md-235-stud-poker", monkeypatch)
    table.log("opened", dealt="hand")
    table.log("inspected", who=table.boss)
    store.write(lambda db: tables.touch(db, table.id, rounds=5))
    assert table.due() == [("Count the stub (deck 7): every 5 rounds", "MD 235 Ch. 9(D)")]
    table.log("counted", count=52)
    assert table.due() == []
    table.log("counted", count=51)
    assert table.due() == [("Remove deck 7: 51 of 52 cards were counted", "MD 235 Ch. 9(G)(2)")]
    table.log("retired")
    table.log("opened", dealt="hand")
    table.log("inspected", who=table.boss)
    table.later = 4 * HOUR
    assert [rule for _, rule in table.due()] == ["MD 235 Ch. 3(C)(1)"]
    table.log("retired")
    table.log("opened", name="8", back="red", dealt="shoe", shuffler=True)
    table.log("inspected", name="8", who=table.boss)
    store.write(lambda db: tables.touch(db, table.id, rounds=15))
    table.later = 11 * HOUR
    assert table.due() == []
    table.later = 12 * HOUR
    assert [rule for _, rule in table.due()] == ["MD 235 Ch. 3(C)(2)"]


def test_235_ch_9_g_2_a_deck_that_is_opened_with_a_wrong_count_is_removed(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(store, "md-235-stud-poker", monkeypatch)
    table.log("opened", count=51)
    assert ("Remove deck 7: 51 of 52 cards were counted", "MD 235 Ch. 9(G)(2)") in table.due()
    table.log("retired")
    table.log("opened", count=52)
    assert [rule for _, rule in table.due()] == ["MD 235 Ch. 4(A)"]


def test_235_ch_4_a_a_floorperson_verifies_the_inspection(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The dealer inspects the cards, somebody else who supervises verifies it; pre-inspected bricks are exempt (F)."""
    table = Table(store, "md-235-stud-poker", monkeypatch)
    verify = [("A floorperson verifies the dealer's inspection of the cards: deck 7", "MD 235 Ch. 4(A)")]
    table.log("opened")
    assert table.due() == verify
    table.log("inspected")
    assert table.due() == verify, "the dealer's own"
    table.log("inspected", who=table.boss)
    assert table.due() == []
    table.log("retired")
    table.log("opened", who=table.boss)
    table.log("inspected", who=table.boss)
    assert table.due() == verify, "nobody verifies his own"
    table.log("retired")
    table.log("opened", "brick", "B", table.boss, seal="4711", shuffler=True)
    assert table.due() == []


def test_30_1011_2_two_decks_are_at_each_table(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second deck of a game that the house banks may be at the podium."""
    table = Table(store, "texas-holdem", monkeypatch)
    assert table.due() == []
    table.log("opened", back="red", count=52)
    bring = "Bring a second deck: two decks are at each table where players play each other"
    assert table.due() == [(bring, "CO 30-1011(2)")]
    table.log("opened", name="8", back="blue", count=52)
    assert table.due() == []
    table.id = store.write(lambda db: tables.open_table(db, table.dealer, "three-card-poker"))
    table.log("opened", back="red", count=52)
    assert table.due() == []


def test_235_ch_3_b_two_decks_are_for_a_table_with_a_shuffler(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(store, "md-235-stud-poker", monkeypatch)
    table.log("opened", name="1")
    table.refused("a shuffler", "shuffler", "opened", name="2", back="blue", shuffler=True)
    table.log("retired", name="1")
    table.refused("names the color", "back", "opened", name="1", shuffler=True)
    table.log("opened", name="1", back="red", shuffler=True)
    table.refused("backs of different colors, MD 235 Ch. 3", "back", "opened", name="2", back="Red", shuffler=True)
    table.log("opened", name="2", back="blue", shuffler=True)


def test_30_2810_the_seat_that_cuts_is_written_down(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(store, "baccarat", monkeypatch)
    player = account_of(store, "player p", "player", 100)
    store.write(lambda db: tables.sit(db, table.id, 0, player))
    table.log("opened", item="shoe", name="S")
    table.log("cut", item="shoe", name="S", seat=0)
    told = store.read(lambda db: equipment.view(db, table.id))["log"][0]
    assert (told["act"], told["told"]) == ("cut", "Seat 1")


def test_30_2604_3_dice_do_not_stay_longer_than_24_hours(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """30-2604(2): they are inspected every 24 hours; 30-2605(1): the tiles are sorted and inspected."""
    table = Table(store, "pai-gow-tiles", monkeypatch)
    table.log("opened", "dice", "A")
    table.log("opened", "tiles", "T1")
    table.later = 24 * HOUR
    assert {rule for _, rule in table.due()} == {"CO 30-2604(2)", "CO 30-2604(3)", "CO 30-2605(1)"}
    table.log("inspected", "dice", "A")
    table.log("washed", "tiles", "T1")
    table.log("inspected", "tiles", "T1")
    assert {rule for _, rule in table.due()} == {"CO 30-2604(3)"}
    table.log("defective", "tiles", "T1", note="a scratch; sealed and signed, set T2 brought")
    assert ("CO 30-2605(1)") in {rule for _, rule in table.due()}


@pytest.mark.parametrize(
    ("game", "rule"),
    [("three-card-poker", r"30-1007\(3\)"), ("blackjack", r"30-816\(6\)"), ("baccarat", r"30-2810\(7\)")],
)
def test_30_1007_3_a_supervisor_opens_the_seal_of_pre_shuffled_cards(
    store: Store, monkeypatch: pytest.MonkeyPatch, game: str, rule: str
) -> None:
    """30-816(6), 30-2810(7): with a shuffler that verifies each card; a missing card is told to the manufacturer."""
    table = Table(store, game, monkeypatch)
    brick: dict[str, Any] = {"item": "brick", "name": "B-100"}
    with pytest.raises(DeniedError, match=rule):
        table.log("opened", **brick, shuffler=True, seal="S1")
    table.refused("with a shuffler", "shuffler", "opened", **brick, seal="S1", who=table.boss)
    table.refused("number of the seal", "seal", "opened", **brick, shuffler=True, who=table.boss)
    table.log("opened", **brick, shuffler=True, seal="S1", who=table.boss)
    table.later = 31 * MINUTE
    assert table.due() == [], "the shuffler verifies each card: no further inspection is necessary"
    table.refused("what is wrong", "note", "card missing", **brick)
    table.log("card missing", **brick, note="7s of deck 2")
    text, cited = table.due()[0]
    assert text.startswith(
        "Inspect the decks of brick B-100, replace what is missing, tell the manufacturer its number"
    )
    assert re.search(rule, cited)
    table.log("inspected", **brick, note="7s of deck 2 replaced; manufacturer told of B-100")
    assert table.due() == []


def test_ca_two_decks_of_a_table_alternate_and_differ_in_color(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(store, "ca-three-card-poker-6-card-bonus", monkeypatch)
    table.log("opened", name="1", back="red")
    table.refused(r"different colors, CA GEGR-001825", "back", "opened", name="2", back="Red")
    table.log("opened", name="2", back="blue")


def test_30_1007_3_pre_shuffled_cards_are_not_for_games_between_players(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(store, "texas-holdem", monkeypatch)
    table.refused(
        "the house banks", "shuffler", "opened", item="brick", name="B", shuffler=True, seal="S", who=table.boss
    )


def test_30_2805_a_shoe_is_inspected_each_day(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(store, "baccarat", monkeypatch)
    table.log("opened", "shoe", "1")
    table.log("cut", "shoe", "1")
    table.later = 24 * HOUR
    assert [rule for _, rule in table.due()] == ["CO 30-2805"]


def test_30_2801_2_an_exception_names_who_allowed_it(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(store, "baccarat", monkeypatch)
    told: dict[str, Any] = {"item": "shoe", "name": "1", "note": "cards are read aloud to a blind player"}
    table.refused("who allowed it", "allowed_by", "exception", **told, who=table.boss)
    with pytest.raises(DeniedError):
        table.log("exception", **told, allowed_by="boss b")
    table.log("exception", **told, allowed_by="boss b", who=table.boss)
    (line,) = store.read(lambda db: equipment.view(db, table.id))["log"]
    assert (line["rule"], line["who"]) == ("CO 30-2801(2)", "boss b")
    keno = Table.__new__(Table)
    keno.store, keno.later, keno.dealer, keno.boss = store, 0, table.dealer, table.boss
    keno.id = store.write(lambda db: tables.open_table(db, table.dealer, "keno"))
    keno.log("exception", "shoe", "1", table.boss, note="the board may be off", allowed_by="the Director, letter 4")
    assert store.read(lambda db: equipment.entries(db, keno.id))[0]["rule"] == "CO 30-2501"


def test_the_log_is_shown_by_command(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(store, "texas-holdem", monkeypatch)
    table.log("opened", back="red", count=52)
    database = str(store.engine.url)
    at = ("--database", database)
    shown = houseway("equipment", "show", str(table.id), *at)
    assert "deck 7" in shown.out
    assert "dealer d" in shown.out
    (due,) = json.loads(houseway("equipment", *at, "--json").out)
    assert (due["table"], due["rule"]) == (table.id, "CO 30-1011(2)")
    assert houseway("equipment", "show", "99", *at).code != 0
    log = "equipment", "log", str(table.id), "--item", "deck", "--name", "7"
    shown = houseway(*log, "--act", "counted", "--count", "52", "--by", "dealer d", *at)
    assert "counted" in shown.out
    for wrong, told in (
        (("--act", "counted", "--count", "52", "--by", "nobody"), "there is no account 'nobody'"),
        (("--act", "counted", "--count", "52"), "name the account that does this"),
        (("--act", "burned", "--by", "dealer d"), "is one of opened"),
        (("--act", "counted", "--count", "-1", "--by", "dealer d"), "--count: must be at least 0"),
    ):
        refused = houseway(*log, *wrong, *at)
        assert refused.code != 0
        assert told in refused.err
    assert len(store.read(lambda db: equipment.entries(db, table.id))) == 2
    assert_balanced(store)
