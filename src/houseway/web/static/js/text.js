// Words and figures as people read them.

export const FAMILIES = {
  "house-poker": "Poker against the house",
  blackjack: "Blackjack",
  baccarat: "Baccarat",
  "pai-gow": "Pai gow poker",
  "pai-gow-dice": "Pai gow with dice",
  tiles: "Pai gow tiles",
  "player-poker": "Poker for a pot",
  keno: "Keno",
  wheel: "Big wheel",
};

export const PLACES = { CO: "Colorado", CA: "California", MD: "Maryland" };

export function familyName(family) {
  return FAMILIES[family] ?? title(family);
}

/** `pair_plus` → `Pair plus`; a wheel's `s20` → `$20`. */
export function title(name) {
  const dollars = /^s(\d+)$/.exec(name);
  if (dollars) return `$${dollars[1]}`;
  const words = String(name)
    .replace(/[_.-]+/g, " ")
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function money(amount) {
  const cents = Math.round(Math.abs(amount) * 100);
  const text = (cents / 100).toLocaleString("en-US", {
    minimumFractionDigits: cents % 100 ? 2 : 0,
    maximumFractionDigits: 2,
  });
  return `${amount < 0 ? "−" : ""}$${text}`;
}

/** With its sign: `+$10`, `−$5`, `$0`. */
export function net(amount) {
  return amount > 0 ? `+${money(amount)}` : money(amount);
}

export function percent(share, digits = 3) {
  return `${(share * 100).toFixed(digits)}%`;
}

export function moment(milliseconds) {
  return milliseconds ? new Date(milliseconds).toLocaleString([], { dateStyle: "medium", timeStyle: "medium" }) : "";
}

export function seatName(seat) {
  return `Seat ${seat + 1}`;
}

const RANKS = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten" };
const SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };

/** A card, tile, die or number as it is spoken. */
export function spoken(card) {
  if (/^[2-9TJQKA][cdhs]$/.test(card)) return `${RANKS[card[0]] ?? card[0]} of ${SUITS[card[1]]}`;
  if (card.startsWith("Jk")) return "joker";
  return /^\d-\d$/.test(card) ? `tile ${card.replace("-", " and ")}` : card;
}

export function isCard(text) {
  return /^([2-9TJQKA][cdhs]|Jk[12]|Blank)$/.test(text);
}

export function isTile(text) {
  return /^[1-6]-[1-6]$/.test(text);
}

/** The address of a page about a game, with the house's choices where there are any. */
export function gameLink(page, id, house = {}) {
  const chosen = Object.keys(house).length ? `?house=${encodeURIComponent(JSON.stringify(house))}` : "";
  return `#/${page}/${encodeURIComponent(id)}${chosen}`;
}
