"""A round is finished by the rules it began with: the file edited, removed, or read by another version."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError
from tests.floor.helpers import assert_balanced, bet, decide, guest, hand, seated
from tests.floor.serving import Client, Server
from tests.games import all_games

from houseway.families import family_of, open_round
from houseway.floor import interventions, pinned, replay, rounds, tables
from houseway.floor.daily import Period
from houseway.floor.evidence import export
from houseway.floor.reports import adjusted_gross_proceeds
from houseway.floor.schema import rules
from houseway.floor.shoes import seed_for
from houseway.floor.store import Store, default_url
from houseway.floor.verification import verify
from houseway.floor.views import table_view
from houseway.play.core.roundfile import convert_round
from houseway.rules.errors import RuleError
from houseway.rules.load import whole_file

WHEEL = """
id = "own-wheel"
name = "Own Wheel"
family = "wheel"
jurisdiction = "CO"
rule = "30-2701"
edition = "2021-05-01"
effective = 2021-05-01
summary = "Every section shows a dollar."
revolutions = 3
sections = ["$1", "$1", "$1"]
[wagers]
dollar = {{ symbol = "$1", price = "{price} to 1", rule = "30-2704" }}
[settle]
rule = "30-2703(6)"
"""


def played(client: Client, path: str, what: str, **body: Any) -> Any:
    status, view = client.request("POST", f"{path}/{what}", body)
    assert status in (200, 201), view
    return view


def test_a_file_edited_between_kill_and_restart_does_not_change_a_running_wager(tmp_path: Path) -> None:
    """A wager of $5 that pays even money is paid $5 by a server that reads $5,000 in the file; the next one is not."""
    file = tmp_path / "wheel.toml"
    file.write_text(WHEEL.format(price=1))
    server = Server(default_url(tmp_path / "floor.db"))
    server.start()
    client = Client(server.port)
    client.begin()
    _, view = client.request("POST", "/api/tables", {"game": str(file)})
    path = f"/api/tables/{view['id']}"
    played(client, path, "sit", seat=0, buy_in=100)
    body = {"seat": 0, "wagers": {"dollar": 5}, "shuffle": view["shuffle"]["commitment"]}
    played(client, path, "bets", **body)
    server.kill()
    file.write_text(WHEEL.format(price=1000))
    server.start()
    view = played(client, path, "deal")
    assert view["round"]["settlement"]["seats"][0]["net"] == 5
    assert view["seats"][0]["stack"] == 105
    number = view["round"]["id"]
    body["shuffle"] = view["shuffle"]["commitment"]
    assert played(client, path, "bets", **body, deal=True)["round"]["settlement"]["seats"][0]["net"] == 5000
    status, exported = client.request("GET", f"/api/rounds/{number}/file")
    assert status == 200
    server.close()
    assert verify(exported) == []


def test_a_round_goes_on_without_its_file(tmp_path: Path) -> None:
    """The file is gone and the server killed in the middle of a round; another server finishes it."""
    file = tmp_path / "war.toml"
    file.write_text('extends = "three-card-poker"\nid = "own-three"\nname = "Own Three"\n')
    server = Server(default_url(tmp_path / "floor.db"))
    server.start()
    client = Client(server.port)
    client.begin()
    _, view = client.request("POST", "/api/tables", {"game": str(file)})
    path = f"/api/tables/{view['id']}"
    played(client, path, "sit", seat=0, buy_in=100)
    body = {"seat": 0, "wagers": {"ante": 5}, "shuffle": view["shuffle"]["commitment"], "deal": True}
    before = played(client, path, "bets", **body)["round"]
    server.kill()
    file.unlink()
    server.start()
    view = played(client, path, "act", seat=0, action="play", after=before["seq"])
    server.close()
    own = [pile["cards"] for pile in before["piles"] if pile["seat"] == 0]
    assert [pile["cards"] for pile in view["round"]["piles"] if pile["seat"] == 0] == own
    assert view["round"]["status"] == "settled"


def test_a_whole_file_is_the_game_in_every_game() -> None:
    """What is stored is read as the game it came from: the same first cards, wagers and paragraphs."""
    tried = 0
    for game in all_games():
        if not family_of(game).traits.live:
            continue
        whole = whole_file(game)
        assert whole_file(whole) == whole
        seats = [{"stack": 200}, {"stack": 200}] if family_of(game).traits.pot else []
        made: list[Any] = []
        for name in (game, whole):
            try:
                made.append(open_round(convert_round({"game": name, "seats": seats}), 1).round_file() | {"game": ""})
            except RuleError as error:
                made.append(str(error))
        assert made[0] == made[1], game
        tried += 1
    assert tried > 70


def test_what_is_stored_under_a_hash_stays(store: Store) -> None:
    person = guest(store)
    for _ in range(2):
        table = seated(store, person, "baccarat")
        bet(store, table, 0, person, banker=5)
    (row,) = store.read(lambda db: db.execute(select(rules)).all())
    assert row.hash == pinned.rules_hash("baccarat") == hand(store, table).rules
    with pytest.raises(DBAPIError, match="append-only"):
        store.write(lambda db: db.execute(text("UPDATE rules SET text = '{}'")))


def test_another_version_that_would_deal_otherwise_plays_nothing_on(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cards that were seen are the round; where the software now gives others, only a void is left."""
    person = guest(store)
    table = seated(store, person, "three-card-poker", 100)
    bet(store, table, 0, person, ante=5)
    store.write(lambda db: rounds.deal(db, table, person))
    replay.recent.clear()
    monkeypatch.setattr(replay, "seed_for", lambda *given: seed_for(*given) + 1)
    with pytest.raises(RuleError, match="would play it otherwise"):
        decide(store, table, {0: person})
    view = store.read(lambda db: table_view(db, table, person))["round"]
    assert "the house must void it" in view["problem"]
    assert (view["piles"], view["legal"]) == ([], [])
    store.write(lambda db: interventions.void(db, table, person, "upgrade"))
    assert store.read(lambda db: table_view(db, table, person))["seats"][0]["stack"] == 100
    assert_balanced(store)


def test_a_shoe_is_dealt_to_its_end_by_the_rules_it_began_with(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    person = guest(store)
    table = seated(store, person, "baccarat")
    bet(store, table, 0, person, banker=5)
    store.write(lambda db: rounds.deal(db, table, person))
    first = hand(store, table)
    monkeypatch.setattr("houseway.floor.transaction.pin", lambda *_: pytest.fail("rules of today in a shoe of before"))
    bet(store, table, 0, person, banker=5)
    assert hand(store, table).rules == first.rules
    store.write(lambda db: rounds.deal(db, table, person))
    monkeypatch.undo()
    store.write(lambda db: interventions.shuffle(db, table))
    assert verify(store.read(lambda db: export(db, first.id))) == []


def test_an_action_that_cannot_be_paid_leaves_no_event(store: Store) -> None:
    """An automatic player that cannot afford what it would do does something else, and only that is in the log."""
    person = guest(store)
    table = seated(store, person, "ultimate-texas-holdem", 100)
    bet(store, table, 0, person, ante=50, blind=50)
    store.write(lambda db: rounds.deal(db, table, person))
    before = hand(store, table)
    with pytest.raises(RuleError, match="more, Seat 1 has"):
        store.write(lambda db: rounds.act(db, table, 0, person, "play 4x", before.seq))

    def twice(db: Any) -> None:
        from houseway.floor.transaction import lock_table

        tx = lock_table(db, table)
        live = replay.rebuild(tx)
        with pytest.raises(RuleError):
            rounds.record_action(tx, live, 0, "play 4x", "act", person.id)
        assert tx.values["seq"] == before.seq
        assert tx.values["digest"] == before.digest

    store.write(twice)


def test_a_table_whose_choices_its_file_takes_no_longer_is_reported_and_closed(store: Store, tmp_path: Path) -> None:
    file, boss = tmp_path / "wheel.toml", guest(store)
    file.write_text(WHEEL.format(price=1))
    house = {"limits": {"dollar": [1, 50]}}
    table = store.write(lambda db: tables.open_table(db, boss, str(file), house=house))
    file.write_text(WHEEL.format(price=1).replace("dollar =", "buck ="))
    with pytest.raises(RuleError, match="no wager 'dollar'"):
        store.write(lambda db: tables.open_table(db, boss, str(file), house=house))
    (line,) = store.read(lambda db: adjusted_gross_proceeds(db, Period(0, 2**62)))
    assert (line["table"], line["agp"]) == (table, 0)
    store.write(lambda db: tables.close(db, table, boss))
