"""Limits, seats and roles that hold at live tables: section by section."""

from typing import Any

import msgspec
import pytest
from tests.floor.helpers import bet, decide, guest, hand, seated
from tests.floor.test_tables import stacks, till

from houseway.floor import notices, rounds, tables
from houseway.floor.roles import DeniedError, Person, add_user
from houseway.floor.store import Store
from houseway.floor.views import table_view
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game


def sat(store: Store, table: int, seat: int, person: Person) -> None:
    store.write(lambda db: tables.sit(db, table, seat, person))


def test_30_1008_a_dealer_does_not_bet_at_the_table_he_deals(store: Store) -> None:
    boss = guest(store)
    dealer = store.write(lambda db: Person(add_user(db, "dan", "dealer", "x"), "dan", "dealer"))
    table = seated(store, boss, "three-card-poker", 100)
    bet(store, table, 0, boss, ante=10)
    store.write(lambda db: rounds.deal(db, table, dealer))
    with pytest.raises(DeniedError, match="acted for the house at this table"):
        sat(store, table, 1, dealer)
    other = store.write(lambda db: tables.open_table(db, boss, "three-card-poker"))
    sat(store, other, 0, dealer)
    with pytest.raises(DeniedError, match="somebody else acts for the house here"):
        store.write(lambda db: rounds.deal(db, seated_with(db, other, boss), dealer))


def seated_with(db: object, table: int, person: Person) -> int:
    tables.sit(db, table, 1, person)  # type: ignore[arg-type]
    tables.buy_in(db, table, 1, person, 10_000, None)  # type: ignore[arg-type]
    chosen = {"wagers": {"ante": 10}, "ticket": {}, "select": []}
    rounds.place_bet(db, table, 1, person, chosen)  # type: ignore[arg-type]
    return table


def test_30_1035_seats_are_bounded_by_file_and_deck(store: Store) -> None:
    boss = guest(store)
    for game, most in (("texas-holdem", 10), ("three-card-poker", None), ("md-235-stud-poker", 6)):
        allowed = tables.seats_allowed(game, {})
        assert allowed == (most or allowed)
        for places in (0, allowed + 1, 150):
            with pytest.raises(RuleError, match=f"1 to {allowed} seats"):
                store.write(lambda db, g=game, p=places: tables.open_table(db, boss, g, places=p))  # type: ignore[misc]
        store.write(lambda db, g=game, p=allowed: tables.open_table(db, boss, g, places=p))  # type: ignore[misc]


def test_a_seat_that_is_not_there_is_told_as_the_layout_counts_them(store: Store) -> None:
    person = guest(store)
    table = store.write(lambda db: tables.open_table(db, person, "three-card-poker"))
    with pytest.raises(RuleError, match="the seats are 1 to 7"):
        store.write(lambda db: tables.sit(db, table, 98, person))


def test_30_1099_34_1_a_person_takes_as_many_seats_as_hands_are_allowed(store: Store) -> None:
    person = guest(store)
    table = seated(store, person, "ultimate-texas-holdem", 100)
    sat(store, table, 1, person)
    with pytest.raises(RuleError, match="one person may hold 2 seats"):
        sat(store, table, 2, person)
    pot = seated(store, person, "texas-holdem", 100, betting={"blinds": [1, 2]})
    with pytest.raises(RuleError, match="one person may hold 1 seat"):
        sat(store, pot, 1, person)


def test_235_ch_7_f_boxes_of_a_player_are_adjacent_and_as_many_as_the_house_says(store: Store) -> None:
    person = guest(store)
    table = seated(store, person, "md-235-stud-poker", 100, house={"boxes": 2})
    with pytest.raises(RuleError, match="must be adjacent"):
        sat(store, table, 3, person)
    sat(store, table, 1, person)
    with pytest.raises(RuleError, match="one person may hold 2 seats"):
        sat(store, table, 2, person)


def test_30_1099_16_2_b_what_is_required_is_within_the_maximum() -> None:
    limits = {"draw": [60, 100], "stud": [50, 100]}
    load_game("vegas-double-action", {"limits": limits})
    with pytest.raises(RuleError, match=r"required with \$110 together, more than \$100, CO 30-1099.16"):
        load_game("vegas-double-action", {"limits": limits, "stud_bet_required": True})
    within = {"draw": [50, 100], "stud": [50, 100]}
    load_game("vegas-double-action", {"limits": within, "stud_bet_required": True})


def test_30_1099_20_3_a_table_posts_what_a_hand_can_be_played_with(store: Store) -> None:
    boss = guest(store)

    def opened(variation: str, **betting: Any) -> int:
        house = {"variation": variation}
        return store.write(lambda db: tables.open_table(db, boss, "home-run-holdem", house=house, betting=betting))

    with pytest.raises(RuleError, match=r"Strike Out and the ante or blind must be at most \$100 together"):
        opened("ante", ante=60, max_wager=100)
    with pytest.raises(RuleError, match="a table of this game posts ante, bring_in, chip, limits and max_wager"):
        opened("ante", blinds=[1, 2])
    opened("blind", blinds=[1, 2])
    table = opened("ante", ante=2, max_wager=100)
    (spot,) = msgspec.json.decode(store.read(lambda db: table_view(db, table, boss))["spots"])
    assert (spot["name"], spot["least"]) == ("strike_out", 2)


@pytest.mark.parametrize(
    ("game", "house", "betting", "told"),
    [
        ("texas-holdem", {"rake_percent": 11}, {}, "rake percent must be at most 10, not 11"),
        ("texas-holdem", {"jackpot_rake": 3}, {}, "jackpot rake must be at most 2, not 3"),
        ("ca-texas-holdem", {"collection_option": "hourly 99"}, {}, "has no option 99; printed are 1 to 19"),
        ("ca-texas-holdem", {"collection_option": "limit 28"}, {"limits": [2, 4]}, "option 28 is for"),
    ],
)
def test_30_1012_a_table_is_not_opened_with_a_rake_or_fee_that_no_hand_could_end_with(
    store: Store, game: str, house: dict[str, Any], betting: dict[str, Any], told: str
) -> None:
    boss = guest(store)
    with pytest.raises(RuleError, match=told):
        store.write(lambda db: tables.open_table(db, boss, game, house=house, betting=betting))


def test_30_1034_stakes_are_posted_in_dollars(store: Store) -> None:
    boss = guest(store)
    betting = {"blinds": [1, 2], "max_wager": 100}
    table = store.write(lambda db: tables.open_table(db, boss, "texas-holdem", betting=betting))
    told = [one["text"] for one in store.read(lambda db: notices.posted(db, table)) if one["title"] == "Limits"]
    assert told == ["Blinds $1 and $2, max wager $100."]


def test_30_1001_6_every_table_has_a_number_of_its_own(store: Store) -> None:
    boss = guest(store)
    numbers = [store.write(lambda db: tables.open_table(db, boss, "texas-holdem")) for _ in range(3)]
    assert len(set(numbers)) == 3
    assert [store.read(lambda db, one=one: table_view(db, one, None))["id"] for one in numbers] == numbers  # type: ignore[misc]


WAGERS: dict[str, dict[str, float]] = {
    "casino-war": {"initial": 10},
    "pai-gow-tiles": {"pai_gow": 10},
    "big-six-wheel": {"s1": 10},
    "baccarat": {"player": 10},
    "md-235-stud-poker": {"2_card_poker": 5, "3_card_poker": 5, "5_card_poker": 5},
}


@pytest.mark.parametrize("game", WAGERS)
def test_chips_of_who_sits_there_are_bet_on_the_layout_and_lie_from_the_first_card_on(store: Store, game: str) -> None:
    """30-1099.55(9), 30-2606, 30-2703, 30-2807, 235 Ch. 7: nothing is bet or taken back after "no more bets"."""
    person, other = guest(store), guest(store)
    table = seated(store, person, game, 100)
    wagers = WAGERS[game]
    staked = round(100 * sum(wagers.values()))
    with pytest.raises(RuleError, match=r"you have \$100$"):
        bet(store, table, 0, person, **{name: 50 * amount for name, amount in wagers.items()})
    with pytest.raises(RuleError, match="Seat 1 is another player's"):
        bet(store, table, 0, other, **wagers)
    bet(store, table, 0, person, **wagers)
    assert (stacks(store, table)[0], till(store, table, "layout")) == (10_000 - staked, staked)
    number = hand(store, table).number
    store.write(lambda db: rounds.deal(db, table, person))
    if hand(store, table).status == "playing":
        with pytest.raises(RuleError, match="the round is dealt already"):
            store.write(lambda db: rounds.deal(db, table, person))
        with pytest.raises(RuleError, match="wagers are closed until the round is over"):
            bet(store, table, 0, person, **wagers)
        with pytest.raises(RuleError):
            store.write(lambda db: rounds.take_back(db, table, 0, person))
        sat(store, table, 1, other)
        assert hand(store, table).places == [0], "who comes now plays from the next round on"
        assert not store.write(lambda db: tables.leave(db, table, 0, person)), "and who played stays to the end"
        while hand(store, table).status == "playing":
            decide(store, table, {0: person})
    chosen = {"wagers": wagers, "ticket": {}, "select": []}
    with pytest.raises(RuleError, match="the table is at round"):
        store.write(lambda db: rounds.place_bet(db, table, 0, person, chosen, number=number))


def test_30_1099_28_3_who_comes_after_the_shuffle_waits_for_the_next_round(store: Store) -> None:
    one, two, late = guest(store), guest(store), guest(store)
    table = seated(store, one, "longhorn-holdem", 100)
    sat(store, table, 1, two)
    store.write(lambda db: tables.buy_in(db, table, 1, two, 10_000, None))
    for seat, person in ((0, one), (1, two)):
        bet(store, table, seat, person, bonus=10)
    store.write(lambda db: rounds.deal(db, table, one))
    sat(store, table, 2, late)
    assert hand(store, table).places == [0, 1]
    with pytest.raises(RuleError, match="wagers are closed until the round is over"):
        bet(store, table, 2, late, bonus=10)


@pytest.mark.parametrize(
    ("game", "base", "option"),
    [
        ("deuces-wild-xtreme", "ante", "trips_plus_wild"),
        ("ride-free", "blackjack", "silver_stack"),
        ("big-six-wheel", "s1", "s20"),
        ("baccarat-5-treasures", "player", "fortune_7"),
        ("dragon-bonus", "player", "dragon_player"),
        ("ez-baccarat", "player", "dragon_7"),
        ("four-card-frenzy", "ante", "prime"),
        ("three-card-prime", "ante", "pair_bonus"),
    ],
)
def test_limits_of_the_base_game_and_of_an_option_hold_apart_and_are_posted(
    store: Store, game: str, base: str, option: str
) -> None:
    """30-1099.56(5), 30-1099.57(5), 30-2118(4), 30-2119(4), 30-2703(7), 30-2899.01, .03 and .04(3)(a)."""
    person = guest(store)
    table = seated(store, person, game, 1000, house={"limits": {base: [10, 100], option: [5, 25]}})
    paired = {"odds"} & set(load_game(game).spec.wagers)
    for stake, side, wrong in ((5, 5, base), (200, 5, base), (10, 1, option), (10, 100, option)):
        with pytest.raises(RuleError) as refused:
            bet(store, table, 0, person, **{base: stake, option: side}, **dict.fromkeys(paired, stake))
        assert refused.value.field.endswith(wrong), (stake, side, refused.value)
    bet(store, table, 0, person, **{base: 10, option: 25}, **dict.fromkeys(paired, 10))
    texts = [one["text"] for one in store.read(lambda db: notices.posted(db, table))]
    assert sum(text.endswith("from $10 up to $100.") for text in texts) == 1, texts
    assert sum(text.endswith("from $5 up to $25.") for text in texts) == 1, texts


@pytest.mark.parametrize("game", ["pai-gow-tiles", "baccarat"])
def test_the_rules_of_the_game_are_posted_and_printed_on_request(store: Store, game: str) -> None:
    """30-2602 and 30-2804; the printed copy is the rule sheet."""
    table = seated(store, guest(store), game, 100)
    (told,) = (one for one in store.read(lambda db: notices.posted(db, table)) if one["title"] == "House game rules")
    assert told["text"].startswith(load_game(game).spec.name)
    assert "a printed copy is given to who asks" in told["text"]
