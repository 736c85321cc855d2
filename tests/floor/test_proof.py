"""The proof binds the house: published first, nobody chooses the cards, nothing in a round is changed unseen."""

import copy
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from random import Random
from secrets import token_hex
from typing import Any

import pytest
from sqlalchemy import Connection, text
from tests.cards.plain import plain_order
from tests.floor.helpers import assert_balanced, bet, decide, guest, hand, play_round, seated

from houseway.cards.decks import deck
from houseway.cards.proof import commitment, entropy_hash
from houseway.cards.text import format_card
from houseway.floor import books, interventions, replay, rounds, tables
from houseway.floor.evidence import export
from houseway.floor.ledger import balance
from houseway.floor.roles import Person
from houseway.floor.rounds import Entropy, StaleError, place_bet
from houseway.floor.store import Store, default_url
from houseway.floor.verification import verify
from houseway.floor.views import table_view
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game

WAGERS = {"wagers": {"ante": 5, "blind": 5}, "ticket": {}, "select": []}


def shown(store: Store, table: int) -> Any:
    """The shuffle that the table shows to anybody."""
    return store.read(lambda db: table_view(db, table, None))["shuffle"]


def wager(store: Store, table: int, person: Person, seat: int = 0, **more: Any) -> Any:
    return store.write(lambda db: place_bet(db, table, seat, person, WAGERS, **more))


def test_the_hash_is_shown_before_anybody_may_bet_and_a_wager_names_it(store: Store) -> None:
    person = guest(store)
    table = seated(store, person, "ultimate-texas-holdem")
    seen = []
    for number in (1, 2, 3):
        before = shown(store, table)
        assert before["round"] == number
        seen.append(before["commitment"])
        with pytest.raises(StaleError, match="another shuffle"):
            wager(store, table, person, shuffle=commitment("00" * 32))
        wager(store, table, person, shuffle=before["commitment"])
        assert shown(store, table)["commitment"] == before["commitment"] == hand(store, table).commitment
        store.write(lambda db: rounds.deal(db, table, person))
        while hand(store, table).status == "playing":
            assert shown(store, table)["commitment"] == before["commitment"]
            decide(store, table, {0: person})
        row = hand(store, table)
        assert commitment(row.secret) == before["commitment"]
        assert row.shuffle["published"] <= row.started
    assert len({*seen, shown(store, table)["commitment"]}) == 4


def test_the_database_alone_does_not_tell_a_card_to_come(store: Store, tmp_path: Path) -> None:
    """While a round is played neither its secret nor its seed stands in any file of the database."""
    person = guest(store)
    table = seated(store, person, "ultimate-texas-holdem")
    wager(store, table, person)
    store.write(lambda db: rounds.deal(db, table, person))
    row = hand(store, table)
    secret = store.keys.ring.secret(row.shuffle)
    assert commitment(secret) == row.commitment
    kept = b"".join(path.read_bytes() for path in tmp_path.glob("floor.db*") if path.suffix != ".key")
    assert row.commitment.encode() in kept
    assert secret.encode() not in kept
    assert bytes.fromhex(secret) not in kept
    for path in tmp_path.glob("floor.db*"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path


def test_a_database_is_used_with_its_own_key(tmp_path: Path) -> None:
    url = default_url(tmp_path / "floor.db")
    store = Store(url)
    store.open()
    table = seated(store, guest(store), "baccarat")
    store.close()
    other = Store(url, tmp_path / "other.key")
    with pytest.raises(RuleError, match="is used with the key"):
        other.open()
    other.close()
    both = tmp_path / "both.key"
    both.write_text(f"{token_hex(32)}\n{(tmp_path / 'floor.db.key').read_text()}")
    turned = Store(url, both)
    turned.open()
    person = guest(turned)
    turned.write(lambda db: tables.sit(db, table, 1, person))
    turned.write(lambda db: tables.buy_in(db, table, 1, person, 10_000, None))
    bet(turned, table, 1, person, banker=5)
    assert shown(turned, table)["commitment"] == hand(turned, table).commitment
    assert turned.keys.ring.secret(hand(turned, table).shuffle)  # the old key finishes what it began
    turned.close()
    (tmp_path / "bad.key").write_text("secret\n")
    with pytest.raises(RuleError, match="64 lower-case"):
        Store(url, tmp_path / "bad.key").open()


def test_every_seat_adds_to_the_shuffle_what_it_fixed_before(store: Store) -> None:
    people = {0: guest(store), 1: guest(store)}
    table = seated(store, people[0], "ultimate-texas-holdem")
    given = [token_hex(32) for _ in range(4)]
    store.write(lambda db: tables.leave(db, table, 0, people[0]))
    for seat, person in people.items():
        store.write(lambda db, s=seat, p=person: tables.sit(db, table, s, p, entropy_hash(given[s])))  # type: ignore[misc]
        store.write(lambda db, s=seat, p=person: tables.buy_in(db, table, s, p, 50_000, None))  # type: ignore[misc]
    with pytest.raises(RuleError, match="fixed by its hash"):
        wager(store, table, people[0], entropy=Entropy(given[1]))
    wager(store, table, people[0], entropy=Entropy(given[0], entropy_hash(given[2])))
    wager(store, table, people[1], 1, entropy=Entropy(given[1], entropy_hash(given[3])))
    store.write(lambda db: rounds.deal(db, table, people[0]))
    while hand(store, table).status == "playing":
        decide(store, table, people)
    first = hand(store, table)
    assert first.shuffle["entropy"] == {"0": given[0], "1": given[1]}
    wager(store, table, people[0], entropy=Entropy(given[2]))
    wager(store, table, people[1], 1)
    store.write(lambda db: rounds.deal(db, table, people[0]))
    assert hand(store, table).shuffle["entropy"] == {"0": given[2]}
    file = store.read(lambda db: export(db, first.id))
    assert verify(file) == []
    changed = copy.deepcopy(file)
    changed["proof"]["entropy"]["0"] = token_hex(32)
    assert any("entropy of Seat 1" in wrong for wrong in verify(changed))
    assert any("not what the shuffle" in wrong for wrong in verify(changed))


def test_nobody_chooses_his_entropy_when_he_knows_what_the_others_brought(store: Store) -> None:
    """A seat in league with the house bets, takes back, and bets with entropy fixed meanwhile: it counts later."""
    person = guest(store)
    table = seated(store, person, "ultimate-texas-holdem")
    first, second = token_hex(32), token_hex(32)
    wager(store, table, person, entropy=Entropy("", entropy_hash(first)))
    with pytest.raises(RuleError, match="before this round began"):
        wager(store, table, person, entropy=Entropy(first))
    store.write(lambda db: rounds.take_back(db, table, 0, person))
    with pytest.raises(RuleError, match="before this round began"):
        wager(store, table, person, entropy=Entropy(first))
    late = guest(store)
    store.write(lambda db: tables.sit(db, table, 1, late, entropy_hash(second)))
    store.write(lambda db: tables.buy_in(db, table, 1, late, 50_000, None))
    with pytest.raises(RuleError, match="before this round began"):
        wager(store, table, late, 1, entropy=Entropy(second))
    assert hand(store, table).entropy == {}


def finished(store: Store, game: str) -> dict[str, Any]:
    """A round with every wager of the game, as exported."""
    people = {0: guest(store), 1: guest(store)}
    table = seated(store, people[0], game)
    store.write(lambda db: tables.sit(db, table, 1, people[1]))
    store.write(lambda db: tables.buy_in(db, table, 1, people[1], 200_000, None))
    row = store.read(lambda db: tables.find(db, table))
    wanted = {spot.name: 1.0 if spot.meters else 10.0 for spot in tables.spots_of(row) if spot.required or spot.meters}
    for seat, person in people.items():
        bet(store, table, seat, person, **wanted)
    store.write(lambda db: rounds.deal(db, table, people[0]))
    while hand(store, table).status == "playing":
        decide(store, table, people)
    found: dict[str, Any] = store.read(lambda db: export(db, hand(store, table).id))
    assert found["meters"]
    return found


def forged(proof: dict[str, Any], file: dict[str, Any]) -> None:
    """The digest and hashes of a changed file put right again, as a house would that lies with care."""
    from houseway.floor.digest import hashed
    from houseway.floor.verification import _digests

    plain = {name: value for name, value in file.items() if name != "proof"}
    for event in proof["events"]:
        if event["kind"] == "deal":
            event["data"]["opening"] = hashed(proof["opening"])
        if event["kind"] == "settle":
            event["data"] |= {"file": hashed(plain), "settlement": hashed(proof["settlement"])}
    proof["digest"] = _digests(proof)[-1]


def test_whatever_is_changed_in_a_round_is_found(store: Store) -> None:
    """Rules' choices, wagers, meters, results and payments, each changed alone, then with every hash put right."""
    file = finished(store, "ultimate-texas-holdem")
    assert verify(file, file["proof"]["commitment"], file["proof"]["digest"]) == []

    def house(file: dict[str, Any]) -> None:
        for part in (file, file["proof"]["opening"]):
            part["house"] = {"pay_tables": {"trips": "2"}}

    def wagers(file: dict[str, Any]) -> None:
        for part in (file, file["proof"]["opening"]):
            part["seats"][1]["wagers"]["ante"] = part["seats"][1]["wagers"]["blind"] = 20

    def meters(file: dict[str, Any]) -> None:
        for part in (file, file["proof"]["opening"]):
            part["meters"] = {level: shown + 1 for level, shown in part["meters"].items()}

    def result(file: dict[str, Any]) -> None:
        settled = file["proof"]["settlement"]["seats"][0]
        settled["lines"][0]["net"] += 5
        settled["net"] += 5

    def payment(file: dict[str, Any]) -> None:
        line = next(one for one in file["proof"]["payments"] if one["kind"] in ("settlement", "wagers lost"))
        line["cents"] += 100

    def missing(file: dict[str, Any]) -> None:
        file["proof"]["payments"] = [one for one in file["proof"]["payments"] if one["kind"] != "contribution"]

    def staked(file: dict[str, Any]) -> None:
        line = next(one for one in file["proof"]["payments"] if one["kind"] == "bet")
        line["cents"] += 100

    def cause(file: dict[str, Any]) -> None:
        line = next(one for one in file["proof"]["payments"] if one["kind"] == "bet")
        line["event"] = file["proof"]["events"][-1]["seq"]

    def action(file: dict[str, Any]) -> None:
        event = next(one for one in file["proof"]["events"] if one["kind"] == "act")
        event["data"]["action"] = "fold"

    def late(file: dict[str, Any]) -> None:
        file["proof"]["published"] += 3_600_000

    def dropped(file: dict[str, Any]) -> None:
        del file["proof"]["events"][0]

    for change in (house, wagers, meters, result, payment, missing, staked, cause, action, late, dropped):
        changed = copy.deepcopy(file)
        change(changed)
        assert verify(changed) != [], change.__name__
        forged(changed["proof"], changed)
        if change is not house:  # a choice that no card and no cent depends on is held by the digest alone
            assert verify(changed) != [], f"{change.__name__}, with its hashes put right"
        if changed["proof"]["events"] != file["proof"]["events"]:
            told = verify(changed, "", file["proof"]["digest"])
            assert any("digest that was shown" in one for one in told), change.__name__


def test_a_proof_with_other_parts_than_a_proof_has_is_refused_in_words(store: Store) -> None:
    person = guest(store)
    table = seated(store, person, "three-card-poker")
    row = play_round(store, table, {0: person})
    file = store.read(lambda db: export(db, row.id))
    proof = file["proof"]
    assert verify({**file, "proof": {**proof, "nonsense": 1}}) == ["nonsense: nothing that a proof has"]
    for name in proof:
        for wrong in (
            {one: part for one, part in proof.items() if one != name},
            {**proof, name: 7},
            {**proof, name: []},
        ):
            (said, *_) = verify({**file, "proof": wrong})
            assert len(said) < 400, name
            assert "Error(" not in said, said
    named = {**proof, "payments": [{**proof["payments"][0], "cent": 1}, *proof["payments"][1:]]}
    assert verify({**file, "proof": named}) == ["payments: 'cent' is nothing that it has there"]
    named = {**proof, "rules": {name: part for name, part in proof["rules"].items() if name != "engine"}}
    assert verify({**file, "proof": named}) == ["rules: 'engine' is missing there"]
    assert verify({**file, "proof": {**proof, "first": 2}})[0] == "first: not the round whose shuffle it is"
    broken = {**proof["rules"], "file": proof["rules"]["file"] + "}"}
    assert verify({**file, "proof": {**proof, "rules": broken}})[-1] == "rules: not the text of a game"


def test_the_amount_of_a_fill_follows_from_what_was_paid_and_is_told_by_an_event(store: Store) -> None:
    """Changed, left out or added, a fill is found; with its event changed as well, the digest holds it."""
    person = guest(store)
    table = seated(store, person, "three-card-poker")
    tray = store.read(lambda db: tables.till(db, table)["inventory"])
    file: dict[str, Any] = {"proof": {"payments": []}}
    for _ in range(60):
        chips = store.read(lambda db: balance(db, tray))
        if chips:
            store.write(lambda db, cents=chips: tables.move_chips(db, table, person, "credit", cents, None))  # type: ignore[misc]
        bet(store, table, 0, person, ante=5)
        store.write(lambda db: rounds.deal(db, table, person))
        while hand(store, table).status == "playing":
            decide(store, table, {0: person})
        file = store.read(lambda db: export(db, hand(store, table).id))
        if any(line["kind"] == "fill" for line in file["proof"]["payments"]):
            break
    assert verify(file) == []
    line = next(index for index, one in enumerate(file["proof"]["payments"]) if one["kind"] == "fill")
    for more in (1, tables.BANKROLL, -tables.BANKROLL, None):
        changed = copy.deepcopy(file)
        if more is None:
            del changed["proof"]["payments"][line]
        else:
            changed["proof"]["payments"][line]["cents"] += more
        assert any("fill" in one for one in verify(changed)), more
        event = next(one for one in changed["proof"]["events"] if one["kind"] == "fill")
        event["data"]["cents"] += more or 0
        told = verify(changed, "", file["proof"]["digest"])
        assert any("digest" in one for one in told) or more is None, more


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all that is neither a list nor a mapping."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if inner is None:
        yield path
    else:
        for key, one in inner:
            yield from leaves(one, (*path, key))


def with_another(file: dict[str, Any], path: tuple[Any, ...]) -> Iterator[dict[str, Any]]:
    """The file with other values at a path, each by itself."""
    at: Any = file
    for key in path:
        at = at[key]
    if isinstance(at, bool):
        others: list[Any] = [not at]
    elif isinstance(at, int | float):
        others = [at + 1, at - 1]
    elif at is None:
        others = [1]
    else:
        others = [f"{at[:-1]}{'1' if at.endswith('0') else '0'}" if at else "x"]
    for other in others:
        changed = copy.deepcopy(file)
        within: Any = changed
        for key in path[:-1]:
            within = within[key]
        within[path[-1]] = other
        yield changed


# What others staked in earlier rounds of a shoe is held by the files of those rounds; here they only lead to its place.
EARLIER = re.compile(r"proof\.earlier\.\d+\.opening\..*")


@pytest.mark.parametrize("game", ["ultimate-texas-holdem", "baccarat"])
def test_every_value_of_a_round_file_that_is_changed_is_found(store: Store, game: str) -> None:
    """Each number moved by one up and down, each text by a letter; times and numbers of rows as well."""
    if game == "baccarat":
        person = guest(store)
        table = seated(store, person, game)
        for _ in range(2):
            row = play_round(store, table, {0: person})
        store.write(lambda db: interventions.shuffle(db, table))
        file = store.read(lambda db: export(db, row.id))
        assert len(file["proof"]["earlier"]) == 1
    else:
        file = finished(store, game)
    assert verify(file) == []
    paths = [".".join(map(str, path)) for path in leaves(file) if not all(map(verify, with_another(file, path)))]
    assert [path for path in paths if not EARLIER.fullmatch(path)] == []
    assert (paths != []) == (game == "baccarat")
    named = {path[-1] for path in leaves(file)}
    assert {"published", "engine", "round", "memo", "event", "cents", "digest"} <= named


def test_anybody_can_work_the_cards_out_from_the_description(store: Store) -> None:
    """The cards of a baccarat coup, from nothing but its proof and a second writing of the shuffle."""
    import hmac

    person = guest(store)
    table = seated(store, person, "baccarat")
    row = play_round(store, table, {0: person})
    store.write(lambda db: interventions.shuffle(db, table))
    file = store.read(lambda db: export(db, row.id))
    proof = file["proof"]
    lines = ["houseway shuffle 2", f"table {proof['table']}", f"round {proof['first']}"]
    lines += [f"seat {seat} {value}" for seat, value in sorted(proof["entropy"].items(), key=lambda one: int(one[0]))]
    seed = hmac.digest(bytes.fromhex(proof["secret"]), "".join(f"{line}\n" for line in lines).encode(), "sha256")
    shoe = deck(load_game("baccarat").spec.deck)
    cards = [format_card(shoe[place]) for place in plain_order(len(shoe), seed, "cards")]
    burned = 1 + (10 if cards[0][0] in "TJQK" else 1 if cards[0][0] == "A" else int(cards[0][0]))
    player, banker = file["piles"]["player"], file["piles"]["banker"]
    assert [player[0], banker[0], player[1], banker[1]] == cards[burned : burned + 4]


def test_an_older_database_goes_on_with_new_shuffles(tmp_path: Path) -> None:
    """Tables that were open when shuffles were drawn with the first wager show one before the next."""
    store = Store(default_url(tmp_path / "floor.db"))
    store.open()
    person = guest(store)
    table = seated(store, person, "three-card-poker")
    bet(store, table, 0, person, ante=5)
    store.write(lambda db: db.execute(text("UPDATE tables SET shuffle = '{}'")))
    store.write(lambda db: db.execute(text("UPDATE rounds SET shuffle = '{}', commitment = 'old'")))
    store.open()
    assert shown(store, table)["commitment"] == hand(store, table).commitment != "old"
    store.write(lambda db: rounds.deal(db, table, person))
    store.write(lambda db: db.execute(text("UPDATE rounds SET shuffle = '{}'")))
    replay.recent.clear()
    with pytest.raises(RuleError, match="earlier version"):
        decide(store, table, {0: person})
    store.write(lambda db: interventions.void(db, table, person, "upgraded"))
    assert play_round(store, table, {0: person}).status == "settled"
    assert_balanced(store)
    store.close()


def test_a_round_at_hand_in_an_older_database_is_voided_without_a_fault_in_the_books(tmp_path: Path) -> None:
    """A round of before there were digests, published shuffles and chains is in the books from the upgrade on."""
    store = Store(default_url(tmp_path / "floor.db"))
    store.open()
    person = guest(store)
    first, second, third = (seated(store, person, "three-card-poker") for _ in range(3))
    play_round(store, third, {0: person})
    for table in (first, second):
        bet(store, table, 0, person, ante=5)
    store.write(lambda db: rounds.deal(db, first, person))

    def age(db: Connection) -> None:
        for name in ("entries", "audit"):
            db.execute(text(f"DROP TRIGGER {name}_no_update"))
            db.execute(text(f"UPDATE {name} SET number = NULL, digest = NULL"))
        db.execute(text("UPDATE entries SET round_digest = ''"))
        db.execute(text("UPDATE tables SET shuffle = '{}', seal_number = 0, seal = ''"))
        db.execute(text("UPDATE chains SET number = 0, digest = ''"))
        db.execute(text("UPDATE rounds SET shuffle = '{}', commitment = 'old', digest = '', rules = ''"))

    store.write(age)
    replay.recent.clear()
    store.open()
    view = store.read(lambda db: table_view(db, third, person))["round"]
    assert "earlier version" in view["problem"]
    assert "void" not in view["problem"]  # it is over
    assert "the house must void it" in store.read(lambda db: table_view(db, first, person))["round"]["problem"]
    store.write(lambda db: interventions.void(db, first, person, "upgraded"))
    store.write(lambda db: rounds.deal(db, second, person))
    while hand(store, second).status == "playing":
        decide(store, second, {0: person})
    for table in (first, third):
        assert play_round(store, table, {0: person}).status == "settled"
    assert store.read(books.check) == []
    assert_balanced(store)
    store.close()


def test_wagers_decided_one_by_one_are_paid_at_once_and_the_proof_follows_them(store: Store) -> None:
    """Craps: chips won on one roll can be bet on the next, and every payment of every roll is in the proof."""
    person = guest(store)
    table = seated(store, person, "craps-odds")
    for _ in range(50):
        bet(store, table, 0, person, **{"pass": 10, "field": 5, "hard_6": 5})
        store.write(lambda db: rounds.deal(db, table, person))
        rng = Random(5)
        while hand(store, table).status == "playing":
            decide(store, table, {0: person}, rng)
            assert_balanced(store)
        file = store.read(lambda db: export(db, hand(store, table).id))
        assert verify(file) == []
        paid = [line for line in file["proof"]["payments"] if line["kind"] == "settlement" and line["cents"] > 100]
        if paid:
            paid[0]["cents"] += 1
            assert verify(file) != []
        if any(line["event"] < file["proof"]["events"][-1]["seq"] for line in paid):
            return
    pytest.fail("no wager of fifty rounds was won before the round was over")


def test_commission_put_down_with_a_bet_is_held_beside_it_and_goes_back_with_it(store: Store) -> None:
    """A buy bet of $20 takes $21 from the stack; taken down it brings $21 back, lost it costs $21."""
    person = guest(store)
    table = seated(store, person, "craps-odds", dollars=5000, house={"vigorish_due": "bet"})

    def stack() -> float:
        return float(store.read(lambda db: table_view(db, table, person))["seats"][0]["stack"])

    def say(action: str) -> None:
        seq = hand(store, table).seq
        store.write(lambda db: rounds.act(db, table, 0, person, action, seq))

    lost: set[float] = set()
    while -41 not in lost:
        bet(store, table, 0, person, **{"pass": 5})
        store.write(lambda db: rounds.deal(db, table, person))
        before = stack()
        say("bet buy_5 20")
        assert stack() == before - 21
        say("take down buy_5")
        assert stack() == before
        say("bet lay_4 40")
        assert stack() == before - 41
        for _ in range(200):
            if hand(store, table).status != "playing":
                break
            standing = store.read(lambda db: table_view(db, table, person))["round"]["bets"]
            alone = all(one["wager"] == "lay_4" for one in standing if not one["outcome"])
            say("take down lay_4" if alone and any(not one["outcome"] for one in standing) else "roll")
            assert_balanced(store)
        file = store.read(lambda db: export(db, hand(store, table).id))
        assert verify(file) == []
        told = store.read(lambda db: table_view(db, table, person))["round"]["settlement"]["seats"][0]
        lost |= {line["net"] for line in told["lines"] if line["wager"] == "lay_4"}
        assert stack() == before + 5 + told["net"]
