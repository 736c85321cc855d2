"""Every word that decides a wager, in small files: one round, arrays of rounds and the rule sheet say the same."""

import json
from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.bulk.logs import as_log, rounds_of, settled_one_by_one
from tests.bulk.test_settle_many import rows_of

import houseway as hw
from houseway.cards.decks import deck
from houseway.cards.text import format_card
from houseway.families import family_of, settle, sheet_of
from houseway.hands.ranking import RANKINGS
from houseway.odds.draws.price import wheel_prices
from houseway.odds.payoff import payoff
from houseway.odds.tiles.kinds import kinds_of
from houseway.odds.tiles.nets import Nets, on_dice
from houseway.play.baccarat.coup import deal
from houseway.play.core.cases import deciding
from houseway.play.core.roundfile import convert_round
from houseway.play.core.settlement import Line
from houseway.play.core.wagers import layout_name
from houseway.play.dice.round import read_file
from houseway.play.pots.side_wagers import bonus_cases, side_cases
from houseway.play.tiles.plan import load_plan as load_tiles
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.rules.pays import LOSE, PUSH

CASES = Path(__file__).parents[1] / "cases"


def _game(folder: Path, family: str, text: str) -> str:
    path = folder / f"small-{family}.toml"
    head = f'id = "small"\nname = "Small"\nfamily = "{family}"\njurisdiction = "HOUSE"\nrule = "1"\n'
    path.write_text(head + text, encoding="utf-8")
    return str(path)


Rows = dict[str, list[tuple[str, ...]]]


def _told(game: str, house: Mapping[str, Any] | None = None) -> Rows:
    """The rows of the sheet by the first words of their grid's title."""
    sheet = sheet_of(load_game(game, dict(house or {})))
    parts = [part for part in sheet.sections if part.title == "Wagers"]
    return {grid.title.split(" (")[0]: list(grid.rows) for part in parts for grid in part.grids}


def _on_sheet(line: Line, rows: Sequence[tuple[str, ...]]) -> bool:
    """Whether a row has the price that a reason ends with, and its paragraph."""
    said = line.reason.split(", less ")[0].split(" for each of ")[0]
    return any(row[-1] == line.rule and said.endswith((f": {row[-2]}", f"pays {row[-2]}")) for row in rows)


def _agree(game: str, files: list[dict[str, Any]], house: Mapping[str, Any] | None = None) -> None:
    """Rounds settled as columns come out as alone."""
    found = hw.load(game, **dict(house or {})).settle_many(as_log(files))
    assert found.errors == {}
    assert rows_of(found) == settled_one_by_one(files)
    assert found.by_arrays > 0


WHEEL = """
sections = ["0", "1", "2", "3", "1", "2"]
wagers.one = { symbol = "1", price = "2 to 1", rule = "(1)" }
wagers.low = { covers = ["1", "2"], price = "1 to 2", cites = { lose = "(9)" }, rule = "(2)" }
wagers.odd = { covers = ["1", "3"], halves = ["0"], price = "1 to 1", rule = "(3)" }
wagers.zero = { symbol = "0", price = "5 for 1", limit = [1, 50], rule = "(4)" }
"""


def test_words_of_the_wheel(tmp_path: Path) -> None:
    game = _game(tmp_path, "wheel", WHEEL)
    wagers = load_game(game, {}).spec.wagers
    rows = [(symbols, price, rule) for symbols, _, price, _, rule in _told(game)[""]]
    files = []
    for section in ("0", "1", "2", "3"):
        made = {name: 5 + place for place, name in enumerate(wagers)}
        seats = [{"wagers": made}, {"wagers": {"odd": 4}}]
        files.append({"game": game, "seats": seats, "outcome": {"spins": [section]}})
        for lines in settle(convert_round(files[-1])).seats:
            for line in lines:
                told = line.reason.endswith(": lose") or _on_sheet(line, rows)
                assert told, line
                lost = line.net < 0 and section not in wagers[line.wager].symbols
                half = section in wagers[line.wager].halves
                assert not lost or line.net == (-line.stake // 2 if half else -line.stake), line
    _agree(game, files)


DICE = """
points = [4, 5, 6, 8, 9, 10]
options.most = { default = 3, rule = "(9)" }
options.fee = { default = 0.05, rule = "(8)" }
[wagers.line]
opens_at = "come_out"
wins = { "7" = "1 to 1", "11" = "1 to 1" }
pushes = ["12"]
loses = ["2", "3"]
point = { wins = { point = "1 to 1" }, loses = ["7"] }
cites = { lose = "(5)" }
rule = "(1)"
[wagers.behind]
supports = "line"
prices = { "4" = "2 to 1", "5" = "3 to 2", "6" = "6 to 5", "8" = "6 to 5", "9" = "3 to 2", "10" = "2 to 1" }
most_times = { "4" = "most" }
rests = true
rule = "(2)"
[wagers.hard]
wins = { "hard 8" = "9 to 1" }
loses = ["7", "easy 8"]
rule = "(3)"
[wagers.field]
one_roll = true
wins = { "2" = "2 to 1", "9" = "1 to 1" }
pushes = ["12"]
rule = "(4)"
[wagers.number]
wins = { "6" = "7 to 6" }
loses = ["7"]
stays = true
rests = true
commission = "fee"
rule = "(6)"
"""


def test_words_of_dice(tmp_path: Path) -> None:
    game = _game(tmp_path, "dice", DICE)
    told = _told(game)
    reached = set()
    for first, second in product(product(range(1, 7), repeat=2), repeat=2):
        wagers = {"line": 10, "hard": 10, "field": 10, "number": 60}
        file = {
            "game": game,
            "seats": [{"wagers": wagers, "actions": ["bet behind 10"]}],
            "outcome": {"rolls": [list(first), list(second)]},
        }
        try:
            seats = read_file(convert_round(file)).seats
        except RuleError:  # no point to stand behind
            file["seats"] = [{"wagers": wagers}]
            seats = read_file(convert_round(file)).seats
        for line in seats[0].lines:
            assert _on_sheet(line, told[layout_name(line.wager)]), line
            reached.add((line.wager, line.result))
    wanted = {(name, result) for name in ("line", "behind", "hard", "field", "number") for result in ("win", "lose")}
    assert wanted | {("line", "push"), ("field", "push")} <= reached


EVENTS = {
    "winner": '{ winner = "banker" }',
    "own": '{ winner = "own" }',
    "other": '{ winner = "other" }',
    "tied": '{ winner = "tie" }',
    "natural": "{ natural = true }",
    "margin": '{ winner = "player", margin = [4, 9] }',
    "total_cards": "{ total_cards = 6 }",
    "player": "{ player = { points = 8, cards = 3 } }",
    "banker": "{ banker = { points = 7 } }",
    "own_side": '{ own_side = { pair = "any" } }',
    "either": '{ either = { pair = "unsuited" } }',
    "one_only": "{ either = { cards = 3 }, one_only = true }",
    "suited": '{ suited = "colour" }',
    "suited_cards": '{ suited = "colour", suited_cards = "all" }',
    "first_four": '{ first_four = "two_pair" }',
    "any_of": '{ any_of = ["tied", "total_cards"] }',
}
BACCARAT = """
deck = "8x52"
draw = { natural = [8, 9], player = [0, 1, 2, 3, 4, 5], banker_alone = [0, 1, 2, 3, 4, 5], banker = BANKER, rule = "2" }
shoe = { burn = "one", rule = "3" }
options.commission = { default = { rate = 0.05, mode = "win", round_up_to = 0 }, rule = "(9)" }
"""
BANKER = (
    '{ "0" = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], "1" = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], '
    '"2" = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], "3" = [0, 1, 2, 3, 4, 5, 6, 7, 9], "4" = [2, 3, 4, 5, 6, 7], '
    '"5" = [4, 5, 6, 7], "6" = [6, 7] }'
)


def test_words_of_baccarat(tmp_path: Path) -> None:
    text = BACCARAT.replace("BANKER", BANKER)
    text += "".join(f"events.{name} = {words}\n" for name, words in EVENTS.items())
    for place, name in enumerate(EVENTS):
        side = ', side = "banker", commission = "commission"' if name in ("own", "other", "own_side") else ""
        text += f'wagers.on_{name} = {{ results = {{ {name} = "{place + 2} to 1" }}{side}, rule = "({place})" }}\n'
    game = _game(tmp_path, "baccarat", text)
    told, spec = _told(game), load_game(game, {}).spec
    rng, shoe, files, won = Random(5), list(deck("8x52")), [], set()
    for _ in range(250):
        cards = iter(rng.sample(shoe, 6))
        coup = deal(spec.draw, lambda _, cards=cards: next(cards), spec.draw.natural)  # type: ignore[misc]
        piles = {side: [format_card(card) for card in coup.hand(side)] for side in ("player", "banker")}
        made = {f"on_{name}": 10 for name in EVENTS}
        files.append({"game": game, "seats": [{"wagers": made}, {"wagers": {"on_own": 20}}], "piles": piles})
        for lines in settle(convert_round(files[-1])).seats:
            for line in lines:
                assert _on_sheet(line, told[layout_name(line.wager)]), line
                won |= {line.wager} if line.net > 0 else set()
    assert won == {f"on_{name}" for name in EVENTS}
    _agree(game, files)


def test_what_settled_a_round_stands_on_the_sheet() -> None:
    """Over all recorded rounds: the price and the paragraph of every line that no pay table decided."""
    seen: dict[str, int] = {}
    sheets: dict[tuple[str, str], Rows] = {}
    for path in sorted(CASES.glob("*.jsonl")):
        for text in path.read_text(encoding="utf-8").splitlines():
            file = convert_round(json.loads(text))
            if file.kind != "round" or file.date or "expect_error" in text:
                continue
            family = family_of(file.game).name
            if family not in ("baccarat", "pai-gow", "tiles", "dice", "blackjack"):
                continue
            key = (file.game, json.dumps(file.house, sort_keys=True))
            if key not in sheets:
                sheets[key] = _told(file.game, file.house)
            told = sheets[key]
            wagers = load_game(file.game, file.house).spec.wagers
            mains = {name for name, wager in wagers.items() if family != "blackjack" or wager.main}
            for line in (line for seat in settle(file).seats for line in seat if line.result and not line.row):
                cut = "the bank ran out" in line.reason or "cut to the limit" in line.reason
                if cut or line.wager not in mains or line.result == "back":
                    continue
                named = layout_name(line.wager, wagers[line.wager])
                rows = told["A hand against the dealer's" if family == "blackjack" else named]
                lost = line.net < 0 and (line.rule, "lose") in [(row[-1], row[-2]) for row in rows]
                free = "free bet" in line.reason and line.rule in [row[-1] for row in rows]
                parted = [row for row in rows if row[-2].endswith("of the stake is lost") or row[0].startswith("even")]
                given_up = line.result in ("surrender", "even_money") and line.rule in [row[-1] for row in parted]
                assert lost or free or given_up or _on_sheet(line, rows), (file.game, line)
                seen[family] = seen.get(family, 0) + 1
    assert set(seen) == {"baccarat", "pai-gow", "tiles", "dice", "blackjack"}, seen


def test_a_case_that_is_added_is_told_settled_and_priced_alike(tmp_path: Path) -> None:
    """The wheel's half stake: the odds read the same case as the sheet and the settlement."""
    game = _game(tmp_path, "wheel", WHEEL)
    price = wheel_prices(load_game(game, {}))["odd"]
    assert price.house_edge == pytest.approx(-(3 * 1 - 2 * 1 - 1 * 0.5) / 6)


SEATS = """
hands.player = { cards = ["player"], ranking = "three_card" }
hands.dealer = { cards = ["dealer"], ranking = "three_card", qualifies = "high Q" }
stages = [
  { deal = { player = 3, dealer = 3 } },
  { name = "play", decide = ["fold", { do = "play", bet = ["play"], times = "ante" }] },
]
options.kind = { default = false, sets = { true = { "wagers.ante.unqualified" = "push" } }, rule = "(8)" }
wagers.ante = { required = true, against = "dealer", unqualified = "1 to 1", rule = "(1)" }
wagers.play = { against = "dealer", unqualified = "push", rule = "(2)" }
wagers.free = { against = "dealer", coupon = true, rule = "(3)" }
wagers.side = { pay_table = "side", survives_fold = true, envy = { fixed = true, rule = "(5)" }, rule = "(4)" }
[[pay_tables.side]]
odds = "to 1"
rows = { straight = 6, flush = 4, pair = 1 }
envy = { straight = "$10", flush = "$5" }
"""


def test_several_seats_coupons_envy_options_and_folds(tmp_path: Path) -> None:
    game = _game(tmp_path, "house-poker", SEATS)
    rng, cards = Random(9), list(deck("52"))
    for house in ({}, {"kind": True}):
        told, files, envied, folded = _told(game, house), [], 0, 0
        for number in range(120):
            dealt = [format_card(card) for card in rng.sample(cards, 12)]
            seats = [
                {
                    "wagers": {"ante": 10, "free": 5, "side": 5},
                    "cards": dealt[3 * seat : 3 * seat + 3],
                    "actions": ["fold" if (number + seat) % 3 == 0 else "play"],
                }
                for seat in range(1 + number % 3)
            ]
            files.append({"game": game, "house": house, "seats": seats, "dealer": dealt[9:]})
            for seat in settle(convert_round(files[-1])).seats:
                for line in seat:
                    envied += line.wager == "envy"
                    folded += line.result == "fold"
                    if line.row or line.wager == "envy":
                        continue
                    rows = told[layout_name(line.wager)]
                    coupon = line.wager == "free" and "the coupon is worth nothing" in line.reason and line.net == 0
                    lost = line.net < 0 and (line.rule, "lose") in [(row[-1], row[-2]) for row in rows]
                    assert coupon or lost or _on_sheet(line, rows), line
        assert envied > 5
        assert folded > 30
        found = hw.load(game, **house).settle_many(as_log(files))
        assert found.errors == {}
        assert rows_of(found) == settled_one_by_one(files)


HANDS = """
deck = "6x52"
wagers.bet = { main = true, required = true, rule = "(1)", cites = { tie = "(2)", bust = "(3)" } }
"""
POKER = """
wagers.ante = { needs = ["bet"], rule = "(6)", cites = { tie = "(7)", unqualified = "(8)" } }
wagers.further = { equals = "ante", opens_at = "duel", rule = "(9)", cites = { dealer_natural = "(10)" } }
duel = { wager = "ante", bet = "further", ranking = "two_card", qualifies = "high Q", price = "2 to 1", rule = "(5)" }
double = { after_split = false, rule = "(4)" }
"""
OF_HANDS = {  # by word: the statement, and the results that its rounds must come to
    "natural": ('natural = { price = "6 to 5", name = "a natural" }', {"natural", "dealer_natural", "bust", "tie"}),
    "charlie": ("charlie = 4", {"charlie"}),
    "pushes_on": ("dealer = { pushes_on = 22 }", {"dealer_push"}),
    "against_push": ('dealer = { pushes_on = 22 }\nnatural = { against_push = "2 to 1" }', {"natural", "dealer_push"}),
    "busts_push_on": ('dealer = { busts_push_on = "T6K" }', {"both_bust", "bust"}),
    "natural_takes": ('dealer = { natural_takes = "initial", hole_card = false }', {"dealer_natural"}),
    "insurance": ('insurance = { price = "3 to 1", rule = "(4)" }', {"win", "lose"}),
    "surrender": ('surrender = { at = "late", rule = "(4)" }', {"surrender"}),
    "duel": (POKER, {"fold", "tie", "unqualified"}),
    "view": ('wagers.pairs = { view = "own_two", pay_table = "pairs", rule = "(4)" }\n[[pay_tables.pairs]]\n'
             'odds = "to 1"\nrows = { pair = 11 }', {"win"}),
}  # fmt: skip


def test_words_of_blackjack(tmp_path: Path) -> None:
    for word, (statement, wanted) in OF_HANDS.items():
        game = _game(tmp_path, "blackjack", f"{HANDS}{statement}\n")
        told = _told(game)
        files, reached = rounds_of(game, 140, seed=4, most_seats=2), set()
        for file in files:
            for line in (line for seat in settle(convert_round(file)).seats for line in seat):
                reached.add(line.result)
                if line.wager == "pairs" or line.result in ("surrender", "even_money"):
                    continue
                rows = told.get(layout_name(line.wager)) or told["A hand against the dealer's"]
                lost = line.net < 0 and (line.rule, "lose") in [(row[-1], row[-2]) for row in rows]
                assert lost or _on_sheet(line, rows), (word, line)
        assert wanted <= reached, (word, reached)
        found = hw.load(game).settle_many(as_log(files))
        assert found.errors == {}
        assert rows_of(found) == settled_one_by_one(files), word
        assert (found.by_arrays > 0) == (word not in ("duel", "busts_push_on")), word


TILES = """
extends = "dragons-eye"
id = "small-tiles"
name = "Small Tiles"
surrender = { share = 0.5, rule = "30-2608(6)" }
wagers.double = { win = "5 to 1" }
"""


def test_words_of_tiles(tmp_path: Path) -> None:
    """The dice in every fall, as the odds count them, and the tiles as rounds are dealt."""
    path = tmp_path / "small-tiles.toml"
    path.write_text(TILES, encoding="utf-8")
    game = str(path)
    for house in ({}, {"commission": {"method": "B", "rate": 0.05, "mode": "win", "round_up_to": 0.0}}):
        told, plan = _told(game, house), load_tiles(game, house)
        nets, reached = Nets(plan, kinds_of(plan)), set()
        names = on_dice(plan)
        for number, fall in enumerate(nets.falls):
            state = {"eye": fall[0], "dice": list(fall)}
            seat = {"wagers": dict.fromkeys(names, 20), "position": 1}
            file = {"game": game, "house": house, "seats": [seat], "outcome": state}
            for line in settle(convert_round(file)).seats[0]:
                assert line.net / line.stake == nets.dice(line.wager)[0, number], (line, fall)
                lost = line.net < 0 and (line.rule, "lose") in [
                    (row[-1], row[-2]) for row in told[layout_name(line.wager)]
                ]
                assert lost or _on_sheet(line, told[layout_name(line.wager)]), line
        for file in rounds_of(game, 150, seed=2, most_seats=3):
            for line in (line for seat in settle(convert_round({**file, "house": house})).seats for line in seat):
                if line.wager != "pai_gow":
                    continue
                reached.add(line.result)
                whole = (line.rule, line.reason) in [(row[-1], row[-2]) for row in told["Pai Gow"]]
                lost = line.net < 0 and line.rule in [row[-1] for row in told["Pai Gow"]]
                assert whole or lost or _on_sheet(line, told["Pai Gow"]), line
        assert {"win", "push", "lose"} <= reached


POTS = """
extends = "longhorn-holdem"
id = "small-pot"
name = "Small Pot"
[[pay_tables.bonus]]
ids = ["small"]
odds = "to 1"
rows = { straight_flush = 90, full_house = "9 for 1", flush = 7, three_of_a_kind = 3, pair = "push" }
rule = "(23)"
"""


def test_words_of_pots(tmp_path: Path) -> None:
    path = tmp_path / "small-pot.toml"
    path.write_text(POTS, encoding="utf-8")
    game, house = str(path), {"pay_tables": {"bonus": "small"}}
    loaded = load_game(game, house)
    told, ranking = _told(game, house)["Bonus"], RANKINGS["poker"]
    pays = {
        category: deciding(bonus_cases(loaded, loaded.spec.bonus["bonus"]), category) for category in ranking.categories
    }
    reached = set()
    for file in rounds_of(game, 200, seed=6, most_seats=6):
        for line in (line for seat in settle(convert_round({**file, "house": house})).seats for line in seat):
            if line.wager != "bonus":
                continue
            reached.add(line.result)
            if line.result == "fold":
                assert (line.net, line.rule) == (-line.stake, told[0][-1])
                continue
            category = line.reason.split(":")[0].replace(" ", "_")
            case = pays[category]
            assert case.pay is not None
            assert line.net / line.stake == payoff(case.pay).net, line
            assert (line.reason.split(": ")[1], line.rule) in [row[1:] for row in told], line
    assert {"win", "push", "lose", "fold"} <= reached


def test_words_of_pools_and_beaten_hands(tmp_path: Path) -> None:
    """Every line of a wager beside the pot comes from one of its cases, and the sheet lists that case."""
    reached = set()
    for base, more in (("longhorn-holdem", 'bad_beat.beaten = "pair 2"\n'), ("home-run-holdem", "pool.goal = 1\n")):
        path = tmp_path / f"small-{base}.toml"
        path.write_text(f'extends = "{base}"\nid = "small-{base}"\nname = "Small"\n{more}', encoding="utf-8")
        game = load_game(str(path))
        told, cases = _told(str(path)), side_cases(game)
        for file in rounds_of(str(path), 60, seed=6, most_seats=4):
            for line in (line for seat in settle(convert_round(file)).seats for line in seat):
                if line.wager in ("pot", "bonus"):
                    continue
                case = next(one for one in cases[line.wager] if (one.outcome, one.reason) == (line.result, line.reason))
                assert (case.when.text(), case.price, line.rule) in told[layout_name(line.wager)], line
                assert line.net == (-line.stake if case.pay is LOSE else 0 if case.pay is PUSH else line.net), line
                reached.add((line.wager, line.result))
    assert reached >= {
        *(("bad_beat_jackpot", result) for result in ("win", "lose", "fold")),
        *(("strike_out", result) for result in ("push", "lose")),
        ("pool", "win"),
    }


def test_words_of_pai_gow(tmp_path: Path) -> None:
    """Set hands, a dragon hand, prices by the dealer's cards, tables on all cards, a commission: as the sheet lists."""
    path, reached = tmp_path / "small-pai-gow.toml", set()
    for base in ("fortune-pai-gow-poker", "emperors-challenge", "ca-fortune-pai-gow-poker"):
        path.write_text(f'extends = "{base}"\nid = "small-pai-gow"\nname = "Small Pai Gow"\n', encoding="utf-8")
        told, game = _told(str(path)), load_game(str(path))
        for file in rounds_of(str(path), 40, seed=8, most_seats=2):
            for line in (line for seat in settle(convert_round(file)).seats for line in seat):
                rows = told.get(game.title(line.wager), [])
                if line.wager == "envy" or "the bank ran out" in line.reason:
                    continue
                lost = line.net < 0 and (line.rule, "lose") in [(row[-1], row[-2]) for row in rows]
                assert line.row or lost or _on_sheet(line, rows), line
                reached.add((line.result, bool(line.row)))
    assert {("win", False), ("split", False), ("lose", False), ("win", True)} <= reached
