"""What a ruling names beside the paragraph: the pay table and its schedule, the reading it rests on, the words."""

import json
from typing import Any

import pytest

from houseway.desk.ruling import rule_on, rule_on_all
from houseway.play.core.roundfile import decode_round
from houseway.rules.errors import RuleError

PAIR = {
    "game": "three-card-poker",
    "house": {"pay_tables": {"pair_plus": "3"}},
    "seats": [{"wagers": {"ante": 10, "pair_plus": 5}, "cards": ["9s", "9d", "2c"], "actions": ["play"]}],
    "dealer": ["Jh", "8c", "4d"],
}
FOLDED = {**PAIR, "seats": [{"wagers": {"ante": 10, "pair_plus": 5}, "cards": ["9s", "9d", "2c"], "actions": ["fold"]}]}
HAND = """
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = ["d dh p1 AsKs", "d dh p2 7h2d", "d dh p3 9c4s", "p3 f", "p1 f"]
"""


def test_30_1099_18_20_the_ruling_names_the_schedule_that_the_house_has_chosen() -> None:
    lines = rule_on(PAIR)["settlement"]["seats"][0]["lines"]
    named = {line["label"]: line["table"] and line["table"]["text"] for line in lines}
    assert named == {"Play": None, "Ante": None, "Pair Plus": "Pair Plus schedule 3"}


def test_30_1099_18_9_a_reading_is_named_only_where_the_other_one_would_decide_otherwise() -> None:
    lines = rule_on(FOLDED)["settlement"]["seats"][0]["lines"]
    folded = {line["wager"]: line["readings"] for line in lines}
    assert folded == {"ante": [], "pair_plus": ["pair-plus-folded"]}
    assert [line["table"] for line in lines] == [None, None]  # the fold decided, not the pay table
    void = rule_on({**PAIR, "irregularity": {"kind": "misdeal"}})["settlement"]["seats"][0]["lines"]
    assert [line["table"] for line in void] == [None] * len(void)
    (reading,) = rule_on(FOLDED)["readings"]
    assert reading["option"] == "pair_plus_survives_fold"
    assert reading["value"] is False
    kept = {**FOLDED, "house": {**FOLDED["house"], "pair_plus_survives_fold": True}}  # type: ignore[dict-item]
    assert rule_on(kept)["settlement"]["seats"][0]["lines"] != rule_on(FOLDED)["settlement"]["seats"][0]["lines"]


UTH: dict[str, Any] = {
    "game": "ultimate-texas-holdem",
    "seats": [{"wagers": {"ante": 10, "blind": 10}, "cards": ["As", "Kd"], "actions": ["play 4x"]}],
    "dealer": ["Ks", "2d"],
    "community": ["5s", "7s", "Ac", "8d", "Qh"],
}


def test_30_1099_34_13_a_win_that_no_row_prices_names_the_pay_table_it_is_a_push_by() -> None:
    lines = rule_on(UTH)["settlement"]["seats"][0]["lines"]
    assert [(line["net"], line["table"]["text"]) for line in lines if line["wager"] == "blind"] == [
        (0, "Blind schedule 1")
    ]


@pytest.mark.parametrize(
    ("irregularity", "name", "effect", "rule"),
    [
        ({"kind": "exposed_card"}, "Exposed card", "play goes on", "CO 30-1099.34(6)"),
        (
            {"kind": "misdeal", "of": "dealer"},
            "Misdeal of the dealer",
            "the round is void and all wagers are returned",
            "CO 30-1099.34(17)(h)",
        ),
        ({}, None, None, None),
    ],
)
def test_30_1099_34_the_ruling_says_what_an_irregularity_does_by_which_paragraph(
    irregularity: dict[str, str], name: str | None, effect: str | None, rule: str | None
) -> None:
    ruling = rule_on({**UTH, "irregularity": irregularity}, words=lambda cited: f"words of {cited}")
    if effect is None or rule is None:
        assert ruling["irregularity"] is None
    else:
        assert ruling["irregularity"]["effect"].startswith(effect)
        assert (ruling["irregularity"]["name"], ruling["irregularity"]["rule"]) == (name, rule)
        assert rule in ruling["words"]


def test_30_1099_27_7_a_schedule_is_named_after_the_wager_as_the_layout_has_it() -> None:
    made = {
        "game": "champion-poker",
        "seats": [{"wagers": {"holdem_bonus": 10, "ante_blind": 10}, "cards": ["9s", "9d"], "actions": ["fold"]}],
        "dealer": ["Ks", "2d"],
        "community": ["5s", "7s", "Ac", "8d", "Qh"],
    }
    lines = rule_on(made)["settlement"]["seats"][0]["lines"]
    named = {line["wager"]: line["table"] and line["table"]["text"] for line in lines}
    assert named["holdem_bonus"] == "Hold 'em bonus schedule A"


def test_30_2610_7_wagers_that_go_on_after_an_irregularity_are_named() -> None:
    made = {
        "game": "dragons-eye",
        "seats": [{"wagers": {"pai_gow": 10}, "cards": ["1-6", "4-6", "1-5", "1-6"]}],
        "irregularity": {"kind": "off_table", "of": "dealer"},
    }
    assert rule_on(made)["irregularity"]["effect"].endswith("Triple and Dice Bonus go on")


def set_low(*low: str) -> dict[str, object]:
    """Two pairs at pai gow poker, set with these two cards in front."""
    cards = ["Ah", "Ad", "Kc", "Ks", "9d", "5h", "2c"]
    seat = {"wagers": {"wager": 20}, "cards": cards, "actions": [f"set low: {' '.join(low)}"]}
    dealer = {"dealer": ["Qh", "Qd", "Jc", "8s", "7d", "4c", "3h"], "dealer_set": {"low": ["Jc", "8s"]}}
    return {"game": "pai-gow-poker", "seats": [seat], **dealer}


def test_30_1099_30_1_the_reading_on_foul_hands_is_named_of_foul_hands_only() -> None:
    assert [one["id"] for one in rule_on(set_low("Ah", "Ad"))["readings"]] == ["foul"]
    assert rule_on(set_low("Kc", "Ks"))["readings"] == []


def rows_ruled(schedule: str, *cards: str) -> list[str]:
    """The readings named when Cajun Stud's linked progressive is settled with these cards."""
    wagers = {"ante": 5, "five_card_linked_progressive": 1}
    round_ = {
        "game": "cajun-stud",
        "house": {"pay_tables": {"five_card_linked_progressive": schedule}},
        "meters": {"linked": 10_000},
        "seats": [{"wagers": wagers, "cards": [*cards[:2]], "actions": ["raise 1x", "raise 1x", "raise 1x"]}],
        "community": [*cards[2:]],
    }
    lines = rule_on(round_)["settlement"]["seats"][0]["lines"]
    return next(line["readings"] for line in lines if line["wager"] == "five_card_linked_progressive")


@pytest.mark.parametrize(
    ("schedule", "cards", "named"),
    [
        ("05", "9s 8s 7s 6s 5s", ["two-full-awards"]),
        ("05", "9s 9d 9c 6s 5s", []),  # another row
        ("01", "9s 8s 7s 6s 5s", []),  # another schedule
        ("06", "9s 8s 7s 6s 2d", ["four-card-rows"]),
    ],
)
def test_30_1099_51_16_a_reading_on_rows_of_a_schedule_is_named_with_them_only(
    schedule: str, cards: str, named: list[str]
) -> None:
    assert rows_ruled(schedule, *cards.split()) == named


@pytest.mark.parametrize(("action", "named"), [("fold", ["folded-side-wagers"]), ("play", [])])
def test_30_1099_42_5_a_reading_on_folded_hands_is_named_after_a_fold_only(action: str, named: list[str]) -> None:
    seat = {"wagers": {"ante": 10, "aces_up": 5}, "cards": ["As", "Ad", "9c", "7h", "4s", "2d"], "actions": [action]}
    ruled = rule_on({"game": "six-card-poker", "seats": [seat], "dealer": ["Ks", "Kd", "Qc", "8h", "5s", "3d"]})
    assert [one["id"] for one in ruled["readings"]] == named


def test_30_1099_11_12_a_reading_on_one_wager_is_not_named_with_the_other() -> None:
    seat = {"wagers": {"ante": 10}, "cards": ["As", "Ad", "9c", "7h", "4s"], "actions": ["bet"]}
    ruled = rule_on({"game": "caribbean-stud", "seats": [seat], "dealer": ["Qs", "Jd", "8c", "5h", "3s"]})
    lines = {line["wager"]: line["readings"] for line in ruled["settlement"]["seats"][0]["lines"]}
    assert lines == {"ante": [], "bet": ["bet-unqualified"]}


def test_the_words_of_every_paragraph_cited_are_asked_for_once() -> None:
    asked = []

    def words(rule: str) -> str:
        asked.append(rule)
        return f"what {rule} says" if rule.endswith("(8)") else ""

    assert rule_on(PAIR, words)["words"] == {"CO 30-1099.18(8)": "what CO 30-1099.18(8) says"}
    assert len(asked) == len(set(asked))


def test_a_file_is_ruled_whole_and_a_bad_round_does_not_stop_the_others() -> None:
    text = "\n".join([json.dumps(PAIR), '{"game": "no-such-game", "seats": []}', "not json", json.dumps(FOLDED)])
    ruled = rule_on_all("evening.jsonl", text)
    assert [one.line for one in ruled] == [1, 2, 3, 4]
    assert [bool(one.ruling) for one in ruled] == [True, False, False, True]
    assert "no-such-game" in ruled[1].error
    assert ruled[2].field == "round"


def test_an_exported_round_that_was_void_says_so() -> None:
    void = {"remarks": {"round": 5, "status": "void", "seats": [], "notes": []}}
    (ruled,) = rule_on_all("rounds.jsonl", json.dumps(void))
    assert ruled.error == "the round was declared void: every wager went back, and there is nothing to settle"
    with pytest.raises(RuleError, match="declared void"):
        decode_round(json.dumps(void))


@pytest.mark.parametrize("text", [HAND + HAND + HAND, f"[1]\n{HAND}\n[2]\n{HAND}\n[3]\n{HAND}"])
def test_every_hand_of_a_history_is_ruled(text: str) -> None:
    ruled = rule_on_all("night.phh", text)
    assert [one.line for one in ruled] == [1, 2, 3]
    for one in ruled:
        assert one.ruling is not None, one.error
        assert [seat["net"] for seat in one.ruling["settlement"]["seats"]] == [-1, 1, 0]


def test_nothing_to_rule_on_is_one_sentence() -> None:
    with pytest.raises(RuleError, match="there is no round in it"):
        rule_on_all("empty.jsonl", "\n\n")
    with pytest.raises(RuleError, match="not valid TOML"):
        rule_on_all("bad.phh", "variant =")


def named(round_: dict[str, Any]) -> dict[str, list[str]]:
    """The readings named with each wager of the first seat."""
    return {line["wager"]: line["readings"] for line in rule_on(round_)["settlement"]["seats"][0]["lines"]}


def ride_free(dealer: list[str]) -> dict[str, Any]:
    return {"game": "ride-free", "seats": [{"wagers": {"blackjack": 10}, "cards": ["As", "Kd"]}], "dealer": dealer}


def test_30_2119_19_the_reading_on_a_blackjack_against_22_is_named_against_22_only() -> None:
    assert named(ride_free(["Tc", "6d", "6s"])) == {"blackjack": ["natural-against-22"]}
    assert named(ride_free(["Tc", "9d"])) == {"blackjack": []}


def tiles(high: list[str], low: list[str]) -> dict[str, Any]:
    """Tiles against a dealer whose two hands are worth nothing."""
    seat = {"wagers": {"pai_gow": 20}, "cards": [*high, *low], "actions": [f"set low: {' '.join(low)}"]}
    return {"game": "pai-gow-tiles", "seats": [seat], "dealer": ["2-2", "3-3", "4-6", "5-5"]}


def test_30_2608_8_the_reading_on_a_high_hand_of_zero_is_named_where_it_decides() -> None:
    zero = tiles(["1-3", "3-3"], ["2-2", "1-5"])
    assert named(zero) == {"pai_gow": ["zero-high"]}
    otherwise = {**zero, "house": {"zero_high_loses": True}}
    assert [rule_on(one)["settlement"]["seats"][0]["net"] for one in (zero, otherwise)] == [0, -20]
    assert named(tiles(["6-6", "3-6"], ["1-6", "3-4"])) == {"pai_gow": []}


@pytest.mark.parametrize(
    ("cards", "actions", "shown"),
    [(["Ts", "6d", "Kh"], ["hit"], ["draws-for-bonus-bets"]), (["Ts", "8d"], ["stand"], [])],
)
def test_that_the_dealer_draws_for_buster_bets_is_named_where_nothing_else_is_left(
    cards: list[str], actions: list[str], shown: list[str]
) -> None:
    seat = {"wagers": {"base_game": 10, "buster_blackjack": 5}, "cards": cards, "actions": actions}
    ruled = {"game": "ca-buster-blackjack-bonus", "seats": [seat], "dealer": ["6c", "Td", "9s"]}
    assert named(ruled)["buster_blackjack"] == shown


def test_the_reading_on_insured_hands_is_named_with_them_only() -> None:
    seat = {"wagers": {"base_game": 10}, "cards": ["Ts", "8d"], "actions": ["insurance"]}
    insured = {"game": "ca-buster-blackjack-bonus", "seats": [seat], "dealer": ["As", "Kd"]}
    assert named(insured)["base_game"] == ["insured-base-wager"]
    bare = {**insured, "seats": [{**seat, "actions": ["no insurance"]}]}
    assert named(bare)["base_game"] == []


@pytest.mark.parametrize(("kicker", "shown"), [("7d", ["tied-winners-with-different-bets"]), ("6d", [])])
def test_30_1099_10_6_the_reading_on_tied_winners_is_named_where_two_share(kicker: str, shown: list[str]) -> None:
    seats = [
        {"wagers": {"bet": 20}, "cards": ["Ks", "Kd", "4c", "9d", "7c"], "actions": ["declare wild 4c"]},
        {"wagers": {"bet": 8}, "cards": ["Kc", "Kh", "2h", "9s", kicker], "actions": ["declare wild 2h"]},
        {"wagers": {"bet": 50}, "cards": ["Th", "8s", "2d", "5c", "3d"], "actions": ["declare wild 2d"]},
    ]
    ruled = rule_on({"game": "joker-poker", "seats": seats, "betting": {"button": 2, "rake": 0}})
    assert ruled["settlement"]["seats"][2]["lines"][0]["readings"] == shown


@pytest.mark.parametrize(("kind", "shown"), [("card_off_table", ["dropped-card"]), ("misdeal", [])])
def test_30_1099_58_4_a_reading_on_an_irregularity_is_named_after_it_only(kind: str, shown: list[str]) -> None:
    seat = {"wagers": {"shot_1": 5}, "cards": ["As", "Kd"]}
    irregular = {"kind": kind, "of": "player", "seat": 0}
    assert named({"game": "three-shot-poker", "seats": [seat], "irregularity": irregular}) == {"shot_1": shown}


@pytest.mark.parametrize(("second", "shown"), [("9s", ["match-pair-suited"]), ("9d", []), ("8d", [])])
def test_30_2802_13_the_reading_on_match_pairs_is_named_with_a_suited_pair_only(second: str, shown: list[str]) -> None:
    seat = {"wagers": {"match_pair_player": 5}}
    piles = {"player": ["9s", second], "banker": ["2c", "5d"]}
    assert named({"game": "baccarat", "seats": [seat], "piles": piles})["match_pair_player"] == shown


@pytest.mark.parametrize(("cards", "shown"), [("As 9d", ["twenty-with-an-ace"]), ("As 8d", [])])
def test_30_2116_5_the_reading_on_twenty_is_named_with_a_twenty_only(cards: str, shown: list[str]) -> None:
    seat = {"wagers": {"blackjack": 10, "kings_bounty": 5}, "cards": cards.split(), "actions": ["stand"]}
    lines = rule_on({"game": "free-bet-blackjack", "seats": [seat], "dealer": ["Th", "7c"]})["settlement"]["seats"][0]
    assert next(line["readings"] for line in lines["lines"] if line["wager"] == "kings_bounty") == shown


@pytest.mark.parametrize(
    ("player", "banker", "shown"),
    [("Kh 8s", "Qd 8c", ["natural-tie-row"]), ("Kh 7s", "Qd 2c Th", [])],  # a natural tie; a win by five
)
def test_30_2899_03_5_the_reading_on_natural_ties_is_named_with_them_only(
    player: str, banker: str, shown: list[str]
) -> None:
    round_ = {
        "game": "dragon-bonus",
        "seats": [{"wagers": {"player": 10, "dragon_player": 5}}],
        "piles": {"player": player.split(), "banker": banker.split()},
    }
    assert [one["id"] for one in rule_on(round_)["readings"]] == shown


@pytest.mark.parametrize(("actions", "said"), [("hand_1 hit", "hand 1 needs 3"), ("hand_2 hit", "hand 2 needs 3")])
def test_a_missing_card_after_a_split_is_told_by_its_hand(actions: str, said: str) -> None:
    hands = [["8s", "Th"], ["8d", "9c"]]
    plays = ["hand_1 stand", actions] if actions.startswith("hand_2") else [actions, "hand_2 stand"]
    seat = {"wagers": {"blackjack": 10}, "hands": hands, "actions": ["split", *plays]}
    with pytest.raises(RuleError, match=f"{said} cards, has 2"):
        rule_on({"game": "blackjack", "seats": [seat], "dealer": ["6c", "Td", "Kc"]})
