"""Poker tournaments by 30-1044 to 30-1045.09: entries, money, seats, levels, re-buys, prizes; one that plays itself."""

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.cli.command import houseway

from houseway.floor.tournaments.conduct import conduct
from houseway.play.tournaments.automatic import play_out
from houseway.play.tournaments.event import (
    Event,
    balanced,
    begin,
    enter,
    finish,
    may_rebuy,
    next_level,
    payouts,
    play_hand,
    rebuy,
    shares,
    split,
    withdraw,
)
from houseway.play.tournaments.printed import Tournament, check, parse_rules, read_rules, sheet
from houseway.rules.errors import RuleError

EXAMPLE = Path(__file__).parents[2] / "examples" / "tournament.toml"
RULES = read_rules(EXAMPLE)


def with_rules(**changes: Any) -> Tournament:
    return check(msgspec.structs.replace(RULES, **changes))


def entered(players: int, rules: Tournament = RULES) -> Event:
    event = Event(rules, seed=5)
    for number in range(players):
        event = enter(event, f"p{number}")
    return event


def bust(event: Event, loser: int, winner: int) -> Event:
    """A hand in which one entry of a table takes all of another's chips."""
    table = event.entries[loser].place[0]
    chips = {number: event.entries[number].chips for number in event.tables[table]}
    chips[winner] += chips[loser]
    chips[loser] = 0
    return play_hand(event, table, chips)


def test_30_1045_08_50_players_finish_by_themselves_and_every_cent_of_the_pool_is_paid() -> None:
    chips: list[int] = []
    event = play_out(begin(entered(50)), lambda now: chips.append(sum(entry.chips for entry in now.entries)))
    rebuys = sum(entry.rebuys for entry in event.entries)
    assert event.pool == (50 + rebuys) * 5000
    assert sum(cents for *_, cents in payouts(event)) == event.pool
    assert event.fees == 50 * 1000
    assert sorted(entry.finished for entry in event.entries) == list(range(1, 51))
    assert chips[-1] == (50 + rebuys) * RULES.chips, "chips neither appear nor vanish"


def test_30_1044_1_ends_within_four_months_and_30_1045_07_rules_five_days_before() -> None:
    with pytest.raises(RuleError, match="within 4 months"):
        with_rules(last_day=date(2027, 3, 21))
    assert with_rules(last_day=date(2027, 3, 20)).last_day.month == 3
    with pytest.raises(RuleError, match="5 days before"):
        with_rules(submitted=date(2026, 11, 16))


def test_30_1044_2_c_one_entry_at_a_time() -> None:
    with pytest.raises(RuleError, match="entered already"):
        enter(entered(2), "p0")
    event = bust(begin(entered(3, with_rules(reentry=True, rebuys=None))), 0, 1)
    again = enter(event, "p0")
    assert [entry.person for entry in again.entries] == ["p0", "p1", "p2", "p0"]
    assert again.entries[3].place[0] == 0
    with pytest.raises(RuleError, match="begun"):
        enter(event, "late")


def test_30_1044_2_c_a_new_entry_comes_in_before_all_who_are_out() -> None:
    """So that every place is held once, and every prize has its winner."""
    rules = with_rules(reentry=True, rebuys=None)
    event = bust(bust(begin(entered(4, rules)), 0, 1), 2, 1)
    event = enter(event, "p0")
    assert [entry.finished for entry in event.entries] == [5, 0, 4, 0, 0]
    for loser in (4, 3):
        event = bust(event, loser, 1)
    event = finish(event)
    assert sorted(entry.finished for entry in event.entries) == [1, 2, 3, 4, 5]
    paid = payouts(event)
    assert [who for _, who, _ in paid] == ["p1", "p3", "p0", "p2", "p0"]
    assert sum(cents for *_, cents in paid) == event.pool


def test_a_fault_of_the_printed_rules_is_told_by_its_key() -> None:
    text = EXAMPLE.read_text()
    for old, new, key in (
        ("buy_in = 50", "buy_in = -50", "buy_in"),
        ("minutes = 20", "minutes = 0", "levels[0].minutes"),
        ("prizes = [40, 25, 15, 10, 6, 4]", "prizes = []", "prizes"),
    ):
        with pytest.raises(RuleError) as refused:
            parse_rules(text.replace(old, new, 1).encode())
        assert refused.value.field == key
        assert "expected" not in refused.value.message.lower()


def test_30_1045_02_no_table_rake() -> None:
    with pytest.raises(RuleError, match="no table rake"):
        with_rules(house={"rake_percent": 10})


def test_30_1045_06_all_buy_ins_are_prizes_and_the_fee_is_apart() -> None:
    event = entered(10)
    assert (event.pool, event.fees) == (10 * 5000, 10 * 1000)
    assert withdraw(event, "p3").pool == 9 * 5000
    with pytest.raises(RuleError, match="100 percent"):
        with_rules(prizes=(50, 30))
    assert sum(shares(10_001, (33.3, 33.3, 33.4))) == 10_001


def test_30_1045_08_2_seats_are_drawn_at_random_and_again_as_tables_are_combined() -> None:
    event = begin(entered(20))
    sizes = sorted(map(len, event.tables.values()))
    assert sizes == [6, 7, 7]
    other = begin(replace(entered(20), seed=6))
    assert [entry.place for entry in other.entries] != [entry.place for entry in event.entries]
    while len(event.left) > 18:
        large = max(event.tables.values(), key=len)
        event = balanced(bust(event, large[0], large[1]))
    assert sorted(map(len, event.tables.values())) == [9, 9], "18 players sit at two tables"
    places = [event.entries[number].place for number in event.left]
    assert len(set(places)) == 18


def test_30_1045_08_3_out_without_chips_unless_bought_again() -> None:
    event = bust(begin(entered(4)), 2, 1)
    assert event.entries[2].finished == 4
    assert may_rebuy(event, 2)
    event = rebuy(event, 2)
    assert (event.entries[2].chips, event.entries[2].finished, event.pool) == (3000, 0, 5 * 5000)
    event = bust(event, 2, 1)
    assert not may_rebuy(event, 2), "once is the most"
    with pytest.raises(RuleError, match="may not buy again"):
        rebuy(event, 2)


def test_30_1045_08_3_of_two_out_in_one_hand_the_shorter_stack_is_placed_lower() -> None:
    event = bust(begin(entered(4, with_rules(rebuys=None))), 3, 0)
    chips = {0: 6000 + 3000 + 3000, 1: 0, 2: 0}
    short = replace(event, entries=(*event.entries[:1], replace(event.entries[1], chips=2000), *event.entries[2:]))
    short = replace(short, entries=(replace(short.entries[0], chips=7000), *short.entries[1:]))
    event = play_hand(short, 0, chips)
    assert (event.entries[1].finished, event.entries[2].finished) == (3, 2)
    assert payouts(finish(event))[0][1] == "p0"


def test_30_1045_08_4_prizes_divided_by_all_or_not_at_all() -> None:
    event = bust(begin(entered(3, with_rules(rebuys=None, prizes=(50, 30, 20)))), 0, 1)
    due = 15000 * 80 // 100
    done = split(event, {"p1": due // 2, "p2": due // 2})
    assert sum(cents for *_, cents in payouts(done)) == done.pool
    assert payouts(done)[2] == (3, "p0", 3000)
    with pytest.raises(RuleError, match="all players who are left"):
        split(event, {"p1": due})
    with pytest.raises(RuleError, match="divide"):
        split(event, {"p1": due, "p2": 1})


def test_30_1045_09_the_printed_rules_say_all_that_is_asked() -> None:
    told = " ".join(sheet(with_rules(house_rules=("No phones at the table.",))))
    for words in ("house rules of The Golden Lode", "Entry fee $10.00", "buy-in $50.00", "3,000 tournament chips"):
        assert words in told
    for words in ("Re-buys: up to 1", "Level 8: blinds 10,000 and 20,000, ante 2,000", "1: 40%", "no cash value"):
        assert words in told
    for words in ("The last level goes on until one player has all chips.", "No phones at the table."):
        assert words in told


def test_30_1045_09_the_last_printed_level_goes_on() -> None:
    event = begin(entered(3))
    for _ in range(20):
        event = next_level(event)
    assert event.level + 1 == len(RULES.levels)


def test_chips_that_appear_are_refused() -> None:
    event = begin(entered(3))
    with pytest.raises(RuleError, match="none appear"):
        play_hand(event, 0, {0: 3000, 1: 3000, 2: 3001})


def test_the_command_prints_rules_and_plays() -> None:
    told = houseway("tournament", str(EXAMPLE), "--rules").out
    assert "Level 1: blinds 25 and 50" in told
    for words in ("deals all cards out of the hand", "No device", "what is said prevails over a gesture"):
        assert words in told, "30-1045.08 is printed whole"
    assert [one.rule.partition(".08")[2] for one in conduct().values()] == [
        f"({n})" for n in (5, 6, 7, 8, 9, 11, 10, 12, 13, 14, 15)
    ]
    assert "paid out whole" in houseway("tournament", str(EXAMPLE), "--players", "6", "--seed", "3").out
    assert houseway("tournament", "nowhere.toml").code == 2


def test_30_2512_automatic_players_play_a_keno_tournament_to_its_prizes(tmp_path: Path) -> None:
    rules = tmp_path / "keno.toml"
    rules.write_text(
        'name = "Keno Night"\ncasino = "The Lode"\ngame = "keno"\nsubmitted = 2026-11-01\n'
        "first_day = 2026-11-20\nlast_day = 2026-11-20\nentry_fee = 5\nbuy_in = 20\nprizes = [60, 40]\n"
        "chips = 100\ngames = 3\nlevels = [{ minutes = 10 }]\n",
        encoding="utf-8",
    )
    answer = houseway("tournament", str(rules), "--players", "12", "--json")
    assert answer.code == 0, answer.err
    told = msgspec.json.decode(answer.out)
    assert sum(round(one["amount"] * 100) for one in told["prizes"]) == told["pool"] * 100 == 24_000
    event = Event(read_rules(rules), 5)
    for number in range(12):
        event = enter(event, str(number))
    over = play_out(begin(event))
    assert {entry.chips for entry in over.entries} > {70}, "three tickets of 10 each, and some of them won"
    assert sorted(over.entries, key=lambda entry: -entry.chips)[0].finished == 1
