// Actions and piles in the words on the layout.

import { money, title, wagerLabel } from "../text.js";

const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** `raise to 4` → `Raise to $4`, `play 3x` → `Play 3×`, `hand_2 hit` → `Hand 2: hit`. */
export function actionLabel(action) {
  const hand = /^hand_(\d+) (.*)$/.exec(action);
  if (hand) return `Hand ${hand[1]}: ${actionLabel(hand[2]).toLowerCase()}`;
  const words = action.split(" ").map((word) => {
    if (/^\d+(\.\d+)?x$/.test(word)) return word.replace("x", "×");
    if (/^[2-9TJQKA][cdhs]$/.test(word)) return word.replace("T", "10").replace(/.$/, (suit) => SUITS[suit]);
    if (/^\d+(\.\d+)?$/.test(word)) return money(Number(word));
    return wagerLabel(word) ?? word.replaceAll("_", " ");
  });
  return title(words[0]) + (words.length > 1 ? ` ${words.slice(1).join(" ")}` : "");
}

export function pileLabel(pile) {
  return pile.name === "player" && pile.seat !== null ? "" : title(pile.name);
}

const TENS = "TJQK";

function rankPoints(card, ace, ten) {
  if (card[0] === "A") return ace;
  return TENS.includes(card[0]) ? ten : Number(card[0]);
}

/** The points of a hand where the family counts them: shown beside the cards. */
export function points(family, pile) {
  if (pile.hidden || !pile.cards.length || !pile.cards.every((card) => /^[2-9TJQKA][cdhs]$/.test(card))) return "";
  if (family === "baccarat") return String(pile.cards.reduce((sum, card) => sum + rankPoints(card, 1, 0), 0) % 10);
  if (family !== "blackjack") return "";
  const hard = pile.cards.reduce((sum, card) => sum + rankPoints(card, 1, 10), 0);
  const soft = pile.cards.some((card) => card[0] === "A") && hard <= 11;
  if (soft && pile.cards.length === 2 && hard === 11) return "Blackjack";
  return soft ? `soft ${hard + 10}` : String(hard);
}
