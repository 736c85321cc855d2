"""Side bets of Rule 8 of which a paragraph is printed: what it says, and what is common practice beside it."""

from random import Random
from typing import Any

import pytest
from tests.blackjack.helpers import answer, rules, seat, settle

from houseway.families import betting_spots, family_of, open_round, price, sheet_of
from houseway.families import settle as settle_round
from houseway.odds.pricing import Question
from houseway.odds.simulate.setup import Setup
from houseway.play.bets import choose_wagers
from houseway.play.core.roundfile import RoundFile, convert_round
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.rules.sheet.html import to_html
from houseway.simulation import engine_of

TEN = {"blackjack": 10.0}
PUBLIC = "common practice"


def finished(dealer: str) -> str:
    """A dealer's hand of one card, drawn to its end."""
    if " " in dealer:
        return dealer
    return f"{dealer} 9h" if dealer[0] == "A" else f"{dealer} Th" + (" 9c" if dealer[0] in "23456" else "")


def side(game: str, wager: str, cards: str, dealer: str, *actions: str, **more: Any) -> float:
    """What a side bet of one dollar nets."""
    bets = {**TEN, wager: 1, **more.pop("beside", {})}
    return settle(game, seat(bets, cards, *actions), dealer=finished(dealer), **more)[wager]


def test_30_899_18_3_lucky_lucky_is_made_beside_the_wager_in_whole_dollars() -> None:
    with pytest.raises(RuleError, match=r"multiple of \$1, CO 30-899\.18\(3\)"):
        settle("lucky-lucky", seat({**TEN, "lucky_lucky": 1.5}, "9s 8d"), dealer="Tc 7d")
    with pytest.raises(RuleError, match=r"CO 30-899\.18\(3\)"):
        settle("lucky-lucky", seat({"lucky_lucky": 1}, "9s 8d"), dealer="Tc 7d")
    assert rules("lucky-lucky", seat({**TEN, "lucky_lucky": 1}, "7s 7s"), dealer="7s Tc")["lucky_lucky"] == PUBLIC
    assert rules("lucky-lucky", seat({**TEN, "lucky_lucky": 1}, "9s 8d"), dealer="Tc 7d")["lucky_lucky"] == PUBLIC


def test_30_899_18_lucky_lucky_by_common_practice() -> None:
    for cards, dealer, net in (
        ("7s 7s", "7s Tc", 200),
        ("8h 6h", "7h Tc", 100),
        ("7s 7d", "7s Tc", 50),
        ("8h 6d", "7h Tc", 30),
        ("9h 2h", "Th 9c", 15),
        ("9h 2d", "Th 9c", 3),
        ("Ah Ad", "9c 7d 3c", 3),
        ("9h Ad", "Th 9c", 2),
        ("9h 8h", "3d 9c 9s", 2),
        ("9h Ad", "9d 9c", 2),
        ("9h 8h", "Td 9c", -1),
    ):
        assert side("lucky-lucky", "lucky_lucky", cards, dealer) == net, cards
    assert side("lucky-lucky", "lucky_lucky", "9h 2h", "Th 9c", house={"decks": 2}) == 10


def test_30_899_11_royal_match_by_common_practice() -> None:
    for table, cards, dealer, net in (
        ("1", "Ks Qs", "9c 9d", 25),
        ("1", "2s 9s", "9c 9d", 2.5),
        ("1", "2s 9d", "9c 9d", -1),
        ("2", "2s 9s", "9c 9d", 3),
        ("3", "As Ks", "9c 9d", 5),
        ("4", "Ks Qs", "Qd Kd", 1000),
        ("4", "Ks Qs", "Qd Kc", 25),
        ("UK 1", "9s 9s", "9c 9d", 9),
        ("UK 2", "8s 9s", "9c 9d", 4),
        ("UK 1", "8s Ts", "9c 9d", 1.5),
    ):
        house = {"pay_tables": {"royal_match": table}}
        assert side("royal-match-21", "royal_match", cards, dealer, house=house) == net, (table, cards)


def test_30_899_11_1_the_house_may_have_every_player_make_both_wagers() -> None:
    assert settle("royal-match-21", seat(TEN, "9s 8d"), dealer="Tc 7d") == {"blackjack": 0}
    with pytest.raises(RuleError, match="Royal Match 21 is required"):
        settle("royal-match-21", seat(TEN, "9s 8d"), dealer="Tc 7d", house={"royal_match_required": True})


def test_30_899_13_bet_the_set_by_common_practice() -> None:
    for decks, cards, net in ((6, "9s 9s", 15), (6, "9s 9d", 10), (6, "Ks Qs", -1), (2, "9s 9s", 25), (1, "9s 9d", 15)):
        assert side("bet-the-set-21", "bet_the_set", cards, "Tc 7d", house={"decks": decks}) == net, (decks, cards)


def test_30_899_20_kings_bounty_by_common_practice() -> None:
    for cards, dealer, net in (
        ("Ks Ks", "Ac Td", 1000),
        ("Ks Ks", "Tc 9d", 100),
        ("Kh Kh", "Tc 9d", 30),
        ("Jh Jh", "Tc 9d", 20),
        ("Th Jh", "Tc 9d", 9),
        ("Ah 9h", "Tc 9d", 9),
        ("Kh Kd", "Tc 9d", 6),
        ("Kh Jd", "Tc 9d", 4),
        ("Kh 9d", "Tc 9d", -1),
    ):
        assert side("kings-bounty-dealer-envy", "kings_bounty", cards, dealer) == net, cards
    assert side("kings-bounty-dealer-envy", "kings_bounty", "Kh Kh", "Tc 9d", house={"decks": 2}) == 50


def test_30_899_20_dealer_envy_is_what_the_house_posts() -> None:
    wagers = {**TEN, "kings_bounty": 5}
    for house, tip in (({}, 0), ({"envy_kings": 25}, 25), ({"envy_kings_with_dealer_blackjack": 100}, 0)):
        settled = answer("kings-bounty-dealer-envy", seat(wagers, "Ks Ks"), dealer="Tc 9d", house=house)
        assert settled["dealer_envy"] == tip, house


def test_30_899_21_blazing_sevens_by_common_practice() -> None:
    more = {"meters": {"blazing_7s": 20_000}}
    for table, cards, dealer, net in (
        ("1", "7s 7s", "7s Tc", 19_999),
        ("1", "7s 7c", "7s Tc", 1999),
        ("1", "7s 7d", "7s Tc", 199),
        ("1", "7s 7d", "8s Tc", 24),
        ("1", "7s 9d", "8s Tc", 1),
        ("1", "7s 9d", "7s Tc", 1),
        ("1", "8s 9d", "7s Tc", -1),
        ("2", "7d 7d", "7d Tc", 19_999),
        ("2", "7s 7s", "7s Tc", 1999),
        ("2", "7s 7c", "7s Tc", 499),
    ):
        house = {"pay_tables": {"blazing_7s_progressive": table}}
        found = side("blazing-7s-progressive", "blazing_7s_progressive", cards, dealer, house=house, **more)
        assert found == net, (table, cards, dealer)


def test_30_899_22_3_push_your_luck_is_at_most_half_the_wager() -> None:
    assert settle("push-your-luck-blackjack", seat({**TEN, "push_your_luck": 5}, "9s 8d"), dealer="Tc 7d") == {
        "blackjack": 0,
        "push_your_luck": 50,
    }
    with pytest.raises(RuleError, match="at most"):
        settle("push-your-luck-blackjack", seat({**TEN, "push_your_luck": 6}, "9s 8d"), dealer="Tc 7d")


def test_30_899_22_push_your_luck_pays_a_tie_of_the_hand() -> None:
    game, wager = "push-your-luck-blackjack", "push_your_luck"
    for cards, dealer, actions, net in (
        ("9s 8d", "Tc 7d", ("stand",), 10),
        ("9s 8d", "Tc 8d", ("stand",), -1),
        ("9s 8d", "Tc 6d 9s", ("stand",), -1),
        ("9s 7d 8c", "Tc 6d", ("hit",), -1),
        ("As Kd", "Tc Ad", (), 10),
        ("Ts 9d", "Tc Ad", (), -1),
        ("As Kd", "Ac Td", ("even money",), -1),
        ("6s 5d 7h", "Tc 8d", ("double",), 10),
    ):
        assert side(game, wager, cards, dealer, *actions) == net, (cards, dealer)
    late = {"house": {"surrender": "late"}}
    assert side(game, wager, "Ts 6d", "Tc 6s", "surrender", **late) == -1
    split = seat({**TEN, wager: 1}, "", "split", dealt="8s 8d", hands="8s 9d | 8d Th")
    assert settle(game, split, dealer="Tc 7d")[wager] == 10  # the hand of the first card has 17, the other 18
    other = seat({**TEN, wager: 1}, "", "split", dealt="8s 8d", hands="8s Td | 8d 9h")
    assert settle(game, other, dealer="Tc 7d")[wager] == -1


def test_30_899_24_2_a_player_makes_both_match_wagers_where_both_are_offered() -> None:
    game = "match-the-dealer-blackjack"
    alone = {"house": {"match_wagers": "up card"}}
    assert side(game, "match_up_card", "9s 8d", "9s", **alone) == 11
    with pytest.raises(RuleError, match="match_down_card"):
        side(game, "match_up_card", "9s 8d", "9s", beside={"match_down_card": 1}, **alone)
    with pytest.raises(RuleError, match="Match Down Card"):
        side(game, "match_up_card", "9s 8d", "9s")
    assert side(game, "match_down_card", "9s 8d", "9s 8s", beside={"match_up_card": 2}) == 4


def test_30_899_24_match_the_dealer_by_common_practice() -> None:
    for decks, cards, dealer, net in (
        (6, "9s 9s", "9s", 22),
        (6, "9s 9d", "9s", 15),
        (6, "9s 9s", "9d", 8),
        (6, "9s 9c", "9d", 8),
        (6, "9s 2c", "9d", 4),
        (6, "2c 9d", "9d", 11),
        (6, "9s 9s", "8s", -1),
        (2, "9s 2s", "9s", 19),
        (8, "9s 9d", "9s", 17),
    ):
        house = {"decks": decks, "match_wagers": "up card"}
        found = side("match-the-dealer-blackjack", "match_up_card", cards, dealer, house=house)
        assert found == net, (decks, cards, dealer)


def test_30_899_19_in_between_by_common_practice() -> None:
    for table, cards, dealer, net in (
        ("1", "9s 9d", "9h", 30),
        ("1", "9s 7d", "8h", 10),
        ("2", "7d 9s", "8h", 12),
        ("1", "9s 6d", "8h", 6),
        ("1", "9s 5d", "8h", 4),
        ("1", "2s Ad", "8h", 1),
        ("1", "Qs Ad", "Kh", 10),
        ("1", "2s Ad", "Ah", -1),
        ("1", "3s Ad", "2h", -1),
        ("1", "9s 5d", "5h", -1),
        ("1", "9s 5d", "Th", -1),
        ("1", "9s 9d", "Th", -1),
        ("1", "9s 8d", "Th", -1),
    ):
        house = {"pay_tables": {"in_between": table}}
        assert side("in-between", "in_between", cards, dealer, house=house) == net, (table, cards, dealer)


def test_bets_made_by_themselves_keep_to_30_899_22_3_and_30_899_24_2() -> None:
    both = RoundFile("match-the-dealer-blackjack", {"match_wagers": "both cards"})
    made = [choose_wagers(betting_spots(both), rng=Random(seed)) for seed in range(20)]
    assert {frozenset(wagers) for wagers in made} == {
        frozenset({"blackjack"}),
        frozenset({"blackjack", "match_up_card", "match_down_card"}),
    }
    half = betting_spots(RoundFile("push-your-luck-blackjack"))
    for seed in range(20):
        wagers = choose_wagers(half, rng=Random(seed))
        assert wagers.get("push_your_luck", 0) <= wagers["blackjack"] / 2


@pytest.mark.parametrize(("game", "wager"), [("hit-and-run", "hit_and_run"), ("raise-the-roof", "ante")])
def test_30_899_14_and_23_a_game_that_nobody_can_deal_is_shown_and_refused(game: str, wager: str) -> None:
    made = load_game(game)
    page = to_html(sheet_of(made))
    assert made.spec.refused.replace("'", "&#x27;") in page
    assert f"{made.cite('(3)')}</span>" in page
    assert not family_of(game).traits.live
    bets = {**TEN, wager: 5.0}
    for attempt in (
        lambda: settle(game, seat(bets, "9s 8d"), dealer="Tc 7d"),
        lambda: open_round(RoundFile(game)),
        lambda: betting_spots(RoundFile(game)),
        lambda: price(Question(game)),
        lambda: engine_of(Setup(game)),
    ):
        with pytest.raises(RuleError, match="cannot be dealt: 30-899"):
            attempt()


def streak(wagers: dict[str, float], cards: str, dealer: str, before: Any = None, *actions: str) -> dict[str, Any]:
    """A round of STREAK of one seat, settled; `before` is what the rounds before left."""
    state = {"state": {"streaks": [before]}} if before is not None else {}
    return answer("streak", seat({**TEN, **wagers}, cards, *actions), dealer=dealer, **state)


def _nets(settled: dict[str, Any]) -> dict[str, float]:
    return {line["wager"]: line["net"] for line in settled["seats"][0]["lines"]}


def test_30_899_07_2_a_streak_stays_up_until_it_is_decided() -> None:
    bets: dict[str, float] = {"streak_2": 5, "streak_3": 2}
    won = streak(bets, "Ts 9d", "Tc 8d")
    assert _nets(won) == {"blackjack": 10, "streak_2": 0, "streak_3": 0}
    assert won["state"] == {"streaks": [{"streak_2": {"won": 1, "stake": 5}, "streak_3": {"won": 1, "stake": 2}}]}
    held = won["state"]["streaks"][0]
    even = streak(bets, "Ts 9d", "Tc 9h", held)
    assert _nets(even) == {"blackjack": 0, "streak_2": 0, "streak_3": 0}
    assert even["state"]["streaks"][0] == held
    again = streak(bets, "Ts 9d", "Tc 8d", held)
    assert _nets(again) == {"blackjack": 10, "streak_2": 15, "streak_3": 0}
    assert again["state"]["streaks"] == [{"streak_3": {"won": 2, "stake": 2}}]
    lost = streak(bets, "Ts 9d", "Tc Th", held)
    assert _nets(lost) == {"blackjack": -10, "streak_2": -5, "streak_3": -2}
    assert "state" not in lost
    cited = {line["wager"]: line["rule"] for line in lost["seats"][0]["lines"]}
    assert cited == {"blackjack": PUBLIC, "streak_2": "CO 30-899.07(2)", "streak_3": "CO 30-899.07(2)"}
    assert {line["rule"] for line in again["seats"][0]["lines"]} == {PUBLIC}
    for wagers in ({"streak_2": 5.0}, {"streak_2": 5.0, "streak_3": 3.0}):
        with pytest.raises(RuleError, match=r"Streak 3 stays up at \$2 until it is decided, common practice"):
            streak(wagers, "Ts 9d", "Tc 8d", held)


def test_30_899_07_split_hands_count_by_what_they_win_together() -> None:
    bets = {**TEN, "streak_2": 1}
    held = {"state": {"streaks": [{"streak_2": {"won": 1, "stake": 1}}]}}
    for hands, dealer, net in (
        ("8s Td | 8d 9h", "Tc 7d", 3),
        ("8s Td | 8d 8h", "Tc 7d", 0),
        ("8s 9d | 8d 8h", "Tc 7d", -1),
    ):
        split = seat(bets, "", "split", "hand_1 stand", "hand_2 stand", dealt="8s 8d", hands=hands)
        assert settle("streak", split, dealer=dealer, **held)["streak_2"] == net, hands
    doubled = seat(bets, "6s 5d 9h", "double")
    assert settle("streak", doubled, dealer="Tc 9d", **held)["streak_2"] == 3


def test_30_899_07_prices_and_lives_of_streaks() -> None:
    for number, price_of in ((2, 3), (3, 7), (4, 17), (5, 37)):
        name = f"streak_{number}"
        held = {name: {"won": number - 1, "stake": 1}}
        assert _nets(streak({name: 1.0}, "Ts 9d", "Tc 8d", held))[name] == price_of
    for state in (
        [],
        [{"streak_2": 1}],
        [{"streak_2": {"won": 2, "stake": 1}}],
        [{"blackjack": {"won": 1, "stake": 10}}],
        7,
    ):
        file = {
            "seats": [seat({**TEN, "streak_2": 1.0}, "Ts 9d")],
            "dealer": ["Tc", "8d"],
            "state": {"streaks": state},
        }
        if state == []:
            settle_round(convert_round({"game": "streak", **file}))
            continue
        with pytest.raises(RuleError, match=r"state\.streaks"):
            settle_round(convert_round({"game": "streak", **file}))


def test_30_899_07_a_live_round_takes_the_streak_on() -> None:
    wagers: dict[str, float] = {**TEN, "streak_2": 5}
    state: dict[str, Any] = {}
    for seed in range(12):
        now = open_round(convert_round({"game": "streak", "seats": [{"wagers": wagers}], "state": state}), seed)
        while not now.over:
            now = now.act(now.turn, now.suggest(now.turn))
        settled = now.settle()
        assert settle_round(convert_round(now.round_file())) == settled
        net = next(line.net for line in settled.seats[0] if line.wager == "streak_2")
        assert (net == 0) == bool(settled.state)
        state = dict(settled.state)


def test_30_899_17_war_by_common_practice() -> None:
    for cards, dealer, net in (
        ("9s 2d", "8h", 1),
        ("8s Kd", "8h", -1),
        ("7s Kd", "8h", -1),
        ("As Kd", "2h", -1),
        ("2s Kd", "Ah", 1),
    ):
        assert side("war-blackjack", "war", cards, dealer) == net, (cards, dealer)
    with pytest.raises(RuleError, match=r"CO 30-899\.17\(3\)"):
        side("war-blackjack", "war", "9s 2d", "8h", beside={"war": 1.5})


def test_30_899_17_8_c_winnings_go_onto_the_blackjack_wager_up_to_the_maximum() -> None:
    game, bets = "war-blackjack", {**TEN, "war": 6.0}
    pressed = seat(bets, "Ts 9d", "press", "stand")
    assert settle(game, pressed, dealer="8h Tc") == {"war": 6, "blackjack": 16}
    assert settle(game, seat(bets, "Ts 9d", "stand"), dealer="8h Tc") == {"war": 6, "blackjack": 10}
    doubled = seat(bets, "9s 2d Th", "press", "double")
    assert settle(game, doubled, dealer="8h Tc") == {"war": 6, "blackjack": 32}
    natural = seat(bets, "Ts Ad", "press")
    assert settle(game, natural, dealer="8h Tc") == {"war": 6, "blackjack": 24}
    full = {"house": {"limits": {"blackjack": [5, 12]}}}
    assert settle(game, pressed, dealer="8h Tc", **full) == {"war": 6, "blackjack": 12}
    for refused, more in ((bets, {"house": {"limits": {"blackjack": [5, 10]}}}), (TEN, {})):
        with pytest.raises(RuleError, match="press"):
            settle(game, seat(refused, "Ts 9d", "press", "stand"), dealer="8h Tc", **more)
    with pytest.raises(RuleError, match="press"):
        settle(game, seat(bets, "7s 9d", "press", "stand"), dealer="8h Tc")


def test_30_899_17_a_live_round_asks_before_the_second_card() -> None:
    seen = set()
    for seed in range(30):
        file = convert_round({"game": "war-blackjack", "seats": [{"wagers": {"blackjack": 10, "war": 6}}]})
        now = open_round(file, seed)
        if [one.verb for one in now.legal(0)][:1] == ["press"]:
            seen.add("press")
            assert [len(pile.cards) + pile.hidden for pile in now.visible()] == [1, 1]
            assert now.staked(0) == 1600
            now = now.act(0, "press")
            assert now.staked(0) == 1600  # the house's money lies beside the player's own
        else:
            seen.add("none")
        while not now.over:
            now = now.act(now.turn, now.suggest(now.turn))
        assert settle_round(convert_round(now.round_file())) == now.settle()
    assert seen == {"press", "none"}


def against(hands: str, *seats: dict[str, Any], **more: Any) -> list[dict[str, float]]:
    """A round of Multiple Action Blackjack against the dealer's three hands, settled."""
    file = {"game": "multiple-action-blackjack", "seats": list(seats), **more}
    file["piles"] = {"dealers": [hand.split() for hand in hands.split("|")]}
    settled = settle_round(convert_round(file))
    return [
        {name: net / 100 for name, net in settled.nets_by_wager(seat).items()} for seat in range(len(settled.seats))
    ]


def test_30_899_01_2_wagers_on_one_two_or_three_hands_need_not_be_equal() -> None:
    dealers = "6c Td 9h | 6c Tc 4h | 6c Ts 5h"  # 25, 20, 21
    bets = {"hand_1": 10.0, "hand_2": 20.0, "hand_3": 5.0}
    assert against(dealers, seat(bets, "Ts Qd", "stand")) == [{"hand_1": 10, "hand_2": 0, "hand_3": -5}]
    assert against(dealers, seat({"hand_2": 20.0}, "Ts Qd", "stand")) == [{"hand_2": 0}]
    assert against(dealers, seat(bets, "6s 5d 9h", "double")) == [{"hand_1": 20, "hand_2": 0, "hand_3": -10}]
    over = seat(bets, "Ts 6d 9h", "hit")
    assert against("6c | 6c | 6c", over) == [{"hand_1": -10, "hand_2": -20, "hand_3": -5}]
    split = seat(bets, "", "split", "hand_1 stand", "hand_2 stand", dealt="8s 8d", hands="8s Td | 8d 2h")
    assert against(dealers, split) == [{"hand_1": 20, "hand_2": -40, "hand_3": -10}]
    with pytest.raises(RuleError, match=r"at least one wager|required"):
        against(dealers, seat({}, "Ts Qd", "stand"))


def test_30_899_01_a_blackjack_of_one_hand_decides_its_wager_only() -> None:
    dealers = "Ac Td | Ac 9c | Ac 7s"
    bets = {"hand_1": 10.0, "hand_2": 10.0, "hand_3": 10.0}
    assert against(dealers, seat(bets, "Ts Qd", "insurance 15", "stand")) == [
        {"insurance": 0, "hand_1": -10, "hand_2": 0, "hand_3": 10}
    ]
    assert against(dealers, seat(bets, "As Qd")) == [{"hand_1": 0, "hand_2": 15, "hand_3": 15}]
    assert against(dealers, seat(bets, "As Qd", "even money")) == [{"hand_1": 10, "hand_2": 10, "hand_3": 10}]
    initial = {"house": {"dealer_natural_takes": "initial"}}
    doubled = seat(bets, "6s 5d Th", "double")
    assert against(dealers, doubled) == [{"hand_1": -20, "hand_2": 20, "hand_3": 20}]
    assert against(dealers, doubled, **initial) == [{"hand_1": -10, "hand_2": 20, "hand_3": 20}]


def test_30_899_01_the_dealers_hands_are_drawn_for_those_who_wait_for_them() -> None:
    bets = {"hand_1": 10.0, "hand_3": 10.0}
    assert against("6c Td 9h | 6c | 6c Ts 5h", seat(bets, "Ts Qd", "stand")) == [{"hand_1": 10, "hand_3": -10}]
    for dealers, message in (
        ("6c Td 9h | 6c | 6c Ts", r"piles\.dealers\[2\]"),
        ("6c Td 9h | 6c | 7c Ts 5h", "same up card"),
        ("6c Td 9h | 6c", "the 3 hands"),
        ("6c Td 9h | 6c | 6c Ts 5h 2d", "stands"),
    ):
        with pytest.raises(RuleError, match=message):
            against(dealers, seat(bets, "Ts Qd", "stand"))


def test_30_899_01_a_live_round_settles_as_its_file() -> None:
    for seed in range(12):
        bets = {f"hand_{number}": 10.0 for number in range(1, 2 + seed % 3)}
        now = open_round(convert_round({"game": "multiple-action-blackjack", "seats": [{"wagers": bets}]}), seed)
        assert now.staked(0) == 1000 * len(bets)
        while not now.over:
            now = now.act(now.turn, now.suggest(now.turn))
        assert settle_round(convert_round(now.round_file())) == now.settle()


def test_30_899_06_2_a_blackjack_that_beats_the_dealer_spins_the_wheel() -> None:
    game, bets = "wheel-of-madness", {**TEN, "wheel_of_madness": 2.0}
    wheel = {"house": {"wheel": {"10": 3, "20": 1}}}
    assert settle(game, seat(bets, "As Kd"), dealer="9c 8d")["wheel_of_madness"] == 30
    assert (
        settle(game, seat(bets, "As Kd"), dealer="9c 8d", outcome={"prizes": [20]}, **wheel)["wheel_of_madness"] == 40
    )
    for cards, dealer, actions in (
        ("As Kd", "Tc Ad", ()),
        ("7s 7d 7c", "9c 8d", ("hit",)),
        ("Ts 9d", "9c 8d", ("stand",)),
    ):
        lost = rules(game, seat(bets, cards, *actions), dealer=dealer)
        assert settle(game, seat(bets, cards, *actions), dealer=dealer, **wheel)["wheel_of_madness"] == -2, cards
        assert lost["wheel_of_madness"] == "CO 30-899.06(2)"
    with pytest.raises(RuleError, match="which prize was drawn; posted are 10, 20"):
        settle(game, seat(bets, "As Kd"), dealer="9c 8d", **wheel)
    with pytest.raises(RuleError, match=r"outcome\.prizes\[0\]"):
        settle(game, seat(bets, "As Kd"), dealer="9c 8d", outcome={"prizes": [15]}, **wheel)
    for prizes, field in (
        ({"ten": 1}, "house.wheel.ten"),
        ({"10": 0}, "house.wheel.10"),
        ({"10": True}, "house.wheel.10"),
    ):
        with pytest.raises(RuleError) as error:
            settle(game, seat(bets, "As Kd"), dealer="9c 8d", house={"wheel": prizes})
        assert field in str(error.value)


def test_30_899_08_2_go_fish_waits_for_the_houses_prizes() -> None:
    game, bets = "go-fish-21", {**TEN, "go_fish": 2.0}
    with pytest.raises(RuleError, match="not offered until the house says what is drawn: go fish cards"):
        settle(game, seat(bets, "As Kd"), dealer="9c 8d")
    assert [spot.name for spot in betting_spots(RoundFile(game))] == ["blackjack"]
    cards = {"house": {"go_fish_cards": {"3": 1, "25": 1}}, "outcome": {"prizes": ["25"]}}
    assert settle(game, seat(bets, "As Kd"), dealer="9c 8d", **cards)["go_fish"] == 50


def test_30_899_06_a_live_round_spins_for_its_winner() -> None:
    drawn = set()
    for seed in range(150):
        file = {
            "game": "wheel-of-madness",
            "house": {"wheel": {"10": 1, "20": 1}},
            "seats": [{"wagers": {**TEN, "wheel_of_madness": 2}}],
        }
        now = open_round(convert_round(file), seed)
        while not now.over:
            now = now.act(now.turn, now.suggest(now.turn))
        told = now.round_file()
        assert settle_round(convert_round(told)) == now.settle()
        net = next(line.net for line in now.settle().seats[0] if line.wager == "wheel_of_madness")
        assert (net > 0) == ("outcome" in told)
        drawn |= {told["outcome"]["prizes"][0]} if "outcome" in told else set()
    assert drawn == {"10", "20"}
