// Actions and piles in the words on the layout.

import { money, title, wagerLabel } from "../text.js";

const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** `raise to 4` → `Raise to $4`, `play 3x` → `Play 3×`, `hand_2 hit` → `Hand 2: hit`. */
export function actionLabel(action) {
  if (action === "timeout") return "Out of time"; // it checks or folds, as the rules say
  const hand = /^hand_(\d+) (.*)$/.exec(action);
  if (hand) return `Hand ${hand[1]}: ${actionLabel(hand[2]).toLowerCase()}`;
  const words = action.split(" ").map((word, at, all) => {
    if (at === 1 && all.length > 2 && wagerLabel(word)) return wagerLabel(word);
    if (/^\d+(\.\d+)?x$/.test(word)) return word.replace("x", "×");
    if (/^[2-9TJQKA][cdhs]$/.test(word)) return word.replace("T", "10").replace(/.$/, (suit) => SUITS[suit]);
    if (/^\d+(\.\d+)?$/.test(word)) return money(Number(word));
    return (at ? wagerLabel(word) : null) ?? word.replaceAll("_", " ");
  });
  return title(words[0]) + (words.length > 1 ? ` ${words.slice(1).join(" ")}` : "");
}

/** `hands.2` → `Hand 2`, `dealer_hands.1` and `dealers 1` → `Dealer hand 1`; a seat's own cards need no name. */
export function pileLabel(pile) {
  if (pile.name === "player" && pile.seat !== null) return "";
  return title(pile.name.replace(/hands[._ ](\d+)$/, "hand $1").replace(/^dealers?[._ ](?=\d+$)/, "dealer hand "));
}
