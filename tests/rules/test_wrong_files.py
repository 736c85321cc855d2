"""Files of the rulebook with one thing changed for the worse: each is refused in a sentence, with its line and key."""

from pathlib import Path

from houseway.check import check
from houseway.rules.load import RULEBOOK, find

WRONG = (
    ("three-card-poker", 'id = "three-card-poker"', 'id = ""', "id: must not be empty"),
    ("three-card-poker", 'name = "Three Card Poker"', 'name = " "', "name: must not be empty"),
    ("three-card-poker", '"2023-12-30"', '"2023-13-30"', "edition: month must be in 1..12"),
    ("three-card-poker", "5, 4, 3, 2]", "5, 4, 3, 3]", "cover_all_bonus[1].keys: two columns have the head 3"),
    ("three-card-poker", '["player", "dealer"]\nsurvives', '["player", "six"]\nsurvives', "best_of: the best of hands"),
    (
        *("three-card-poker", "[wagers.pair_plus]\n", '[wagers.pair_plus]\nunqualified = "push"\n'),
        "wagers.pair_plus.unqualified: the hand is compared with no other",
    ),
    (
        *("three-card-poker", "[wagers.pair_plus]\n", '[wagers.pair_plus]\ntie = "1 to 1"\n'),
        "wagers.pair_plus.tie: the hand is compared with no other",
    ),
    ("baccarat", '.tie" = "{} to 1"', '.tie" = "8 to 1"', "every value would write the same text"),
    ("baccarat", "[6, 7, 8]", "[6, 7, 8, 8]", "options.decks.choices: 8 is listed twice"),
    ("baccarat", "default = 8\nchoices", "default = 5\nchoices", "not one of the choices; allowed: 6, 7, 8"),
    (
        "baccarat",
        "{ mode = [",
        "{ mod = [",
        "has no part 'mod'; allowed: rate, mode, round_up_to; did you mean 'mode'?",
    ),
    ("baccarat", "behind = 14", "behind = 416", "shoe.behind: 416 cards cannot lie behind the cut card"),
    ("blackjack-switch", "pushes_on = 22", "pushes_on = 32", "dealer.pushes_on: a dealer who draws to 17 busts with"),
    ("craps-odds", '"hard 4" = "7', '"hard 5" = "7', "wagers.hard_4: no roll 'hard 5'"),
    ("craps-odds", '"easy 4"', '"easy 2"', "wagers.hard_4: no roll 'easy 2'"),
    ("keno", "groups = 2, equal", "equal", "wagers.way.equal: says something of groups, and the ticket has none"),
    ("texas-holdem", "deal = { board = 3 }", "deal = {}", "hands.high.ranking: poker ranks 5 cards, the hand has 4"),
    ("texas-holdem", "own_cards = [0, 2]", "own_cards = [2, 0]", "own_cards: the least is more than the most"),
    ("texas-holdem", "own_cards = [0, 2]", "own_cards = [3, 4]", "own_cards: a seat has 2 cards of its own, not 4"),
    ("texas-holdem", "own_cards = [0, 2]", "own_cards = [0, 3]", "own_cards: a seat has 2 cards of its own, not 3"),
    ("pai-gow-tiles", "positions = 8", "positions = 4", "start.positions: 4 positions are counted, the table has 6"),
    ("pai-gow-tiles", '["1-1 1-1"]', '["6-6 6-6"]', "tiles.pairs: '6-6 6-6' is listed twice"),
    ("pai-gow-tiles", "points = 6", "points = 16", "tiles are worth 0 to 9 points, not 16"),
    ("pai-gow-tiles", "[1, 1], text", "[1, 99], text", "house_way.rows[0].pair: pairs rank from 1 to 20"),
    ("pai-gow-tiles", "seats = 6", "seats = 8", "seats: 8 seats and the dealer need 36 tiles"),
    ("longhorn-holdem", '"equal"', '"limit"', "betting.last_plays_on: the last live seat goes on only with"),
    ("longhorn-holdem", '"pot_wager"', '""', "betting.equal_to: the structure `equal` and `equal_to` go together"),
    ("longhorn-holdem", "table = 25", "table = 35", "bad_beat.shares: 110 percent of the jackpot are shared out"),
    ("longhorn-holdem", "reserve = 40", "reserve = 41", "more than the whole stake goes into the meter"),
    ("longhorn-holdem", "[1, 2]", "[1, 2, 3]", "hands.high.own_cards: must be a list of 2, not of 3"),
    ("three-card-poker", 'spades = "$100"', 'spades = "100%"', "an envy bonus is a sum such as '$25', not '100%'"),
    ("three-card-poker", '"100% major"', '"150% major"', "a meter pays no more than it holds"),
    ("three-card-poker", 'paid_on = "ante"', 'paid_on = "ante"\nlimit = [1, 5]', "no stake of its own (`paid_on`)"),
    ("three-card-poker", "per_player = 2", "per_player = 8", "cannot play 8 hands at a table of 7 seats"),
    ("three-card-poker", '"pmg-2-wager"', '"pair-plus-folded"', "two readings have the same id"),
    ("straight-jack", "straight_5", "straight_55", "rows.straight_55: no hand is 'straight_55': lengths are 1 to 13"),
    ("baccarat", "player = [0, 1", "player = [8, 0, 1", "draw.player: no card is drawn on 8, which ends the coup"),
)


def test_what_a_file_says_wrong_is_refused_with_its_line_and_key(tmp_path: Path) -> None:
    (tmp_path / "library").symlink_to(RULEBOOK / "library")
    folder = tmp_path / "own"
    folder.mkdir()
    for number, (game, right, wrong, told) in enumerate(WRONG):
        text = find(game).read_text(encoding="utf-8")
        assert right in text, (game, right)
        path = folder / f"wrong-{number}.toml"
        path.write_text(text.replace(right, wrong, 1), encoding="utf-8")
        found = [str(error) for error in check(str(path))]
        assert any(told in error and f"{path.name}:" in error for error in found), (game, wrong, found)
