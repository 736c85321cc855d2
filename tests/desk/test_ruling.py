"""What a ruling names beside the paragraph: the pay table and its schedule, the reading it rests on, the words."""

import json

import pytest

from houseway.desk.ruling import rule_on, rule_on_all
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
    folded = {line["wager"]: line["readings"] for line in rule_on(FOLDED)["settlement"]["seats"][0]["lines"]}
    assert folded == {"ante": [], "pair_plus": ["pair-plus-folded"]}
    (reading,) = rule_on(FOLDED)["readings"]
    assert reading["option"] == "pair_plus_survives_fold"
    assert reading["value"] is False
    kept = {**FOLDED, "house": {**FOLDED["house"], "pair_plus_survives_fold": True}}  # type: ignore[dict-item]
    assert rule_on(kept)["settlement"]["seats"][0]["lines"] != rule_on(FOLDED)["settlement"]["seats"][0]["lines"]


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
