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
  wheel: "Wheel",
};

export const PLACES = { CO: "Colorado", CA: "California", MD: "Maryland" };

export function familyName(family) {
  return FAMILIES[family] ?? title(family);
}

/** `pair_plus` → `Pair plus`; a wheel's `s20_odds` → `$20 odds`; the point of a figure stays. */
export function title(name) {
  const words = String(name)
    .replace(/^s(?=\d)/, "$$")
    .replace(/_+|(?<!\d)\.+|\.+(?!\d)|-+(?=[a-z])|(?<=[a-z])-+/g, " ")
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

let labels = {};

/** The names that a game's file gives its wagers, for the page that shows this game. */
export function nameWagers(given) {
  labels = given ?? {};
}

/** A wager as it stands on the layout: the file's own name for it, or `pair_plus` → `Pair Plus`. */
export function wagerName(name, names = labels) {
  const [, base, number] = /^(.+)\.(\d+)$/.exec(name) ?? [];
  if (number && !names[name]) return `${wagerName(base, names)} on ${number}`;
  return (
    names[name] ??
    suited(title(name))
      .replace(/ [a-z]/g, (start) => start.toUpperCase())
      .replace(/(?<= )(?:Of A|Of|Or|And)(?= )/g, (small) => small.toLowerCase())
  );
}

/** A suit or a card that a name ends with, in signs: `Card 1 suit h` → `Card 1 suit ♥`. */
export function suited(text) {
  return text.replace(/(?<=\bsuit )([2-9TJQKA]?)([cdhs])\b/gi, (_, rank, suit) => cardText(`${rank}${suit.toLowerCase()}`));
}

/** A settled wager, with the hand or the number where there are several of the name. */
export function lineName({ wager, spot }) {
  return spot ? `${wagerName(wager)}, ${spot}` : wagerName(wager);
}

/** A sentence in which wagers are called as the layout calls them. */
export function withNames(text) {
  return text.replace(/(?<![\w'.])[a-z0-9]+(?:[_.][a-z0-9]+)*(?![\w'])/g, (word) =>
    word.includes("_") || (labels[word] && word !== "wager" && /[a-z]/.test(word)) ? wagerName(word) : word,
  );
}

/** A message as a sentence: a capital in front, a point behind where it does not ask. */
export function sentence(text) {
  return text ? `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? "" : "."}` : "";
}

/** The file's own name for a wager, if it has one. */
export function wagerLabel(name) {
  return labels[name];
}

/** A count with its noun: `1 line`, `12 lines`. */
export function counted(count, one, many = `${one}s`) {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}

/** Games in the order of their names. */
export function byName(games) {
  return games.toSorted((one, other) => one.name.localeCompare(other.name, "en", { numeric: true }));
}

let sign = "$";

/** What amounts are counted in: dollars, or the points of a tournament, which are not money. */
export function countIn(points) {
  sign = points ? "" : "$";
}

/** What stands before an amount. */
export function moneySign() {
  return sign;
}

/** A sentence from the rules' own words: sums with their commas and cents. */
export function grouped(text) {
  const told = text.replace(/\$\d+(\.\d+)?/g, (sum) => money(Number(sum.slice(1)), "$"));
  return suited(sign ? told : told.replaceAll("$", ""));
}

/** A guest's name is a number drawn by lot: four figures of it tell guests apart. */
export function playerName(name) {
  return String(name ?? "").replace(/^(guest|bot)-([0-9a-f]{4})[0-9a-f]*$/, (_, kind, number) => `${title(kind)} ${number}`);
}

/** A table by its number where it bears the game's name, which stands beside it. */
export function tableName(name, game) {
  const number = name.startsWith(`${game} `) ? name.slice(game.length + 1) : "";
  return /^\d+$/.test(number) ? `Table ${number}` : name;
}

export function money(amount, unit = sign) {
  const cents = Math.round(Math.abs(amount) * 100);
  const text = (cents / 100).toLocaleString("en-US", {
    minimumFractionDigits: cents % 100 ? 2 : 0,
    maximumFractionDigits: 2,
  });
  return `${amount < 0 ? "−" : ""}${unit}${text}`;
}

/** With its sign: `+$10`, `−$5`, `$0`. */
export function net(amount) {
  return amount > 0 ? `+${money(amount)}` : money(amount);
}

export function percent(share, digits = 3) {
  return `${(share * 100).toFixed(digits).replace("-", "−")}%`;
}

/** A moment; on a page that is kept or printed, `always` with its year. */
export function moment(milliseconds, always = false) {
  if (!milliseconds) return "";
  const when = new Date(milliseconds);
  /** @type {Intl.DateTimeFormatOptions} */
  const year = !always && when.getFullYear() === new Date().getFullYear() ? {} : { year: "numeric" };
  return `${when.toLocaleDateString([], { month: "short", day: "numeric", ...year })}, ${clock(milliseconds)}`;
}

export function clock(milliseconds) {
  return new Date(milliseconds).toLocaleTimeString([], { timeStyle: "medium" });
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

/** A card in signs: `Th` → `10♥`. */
export function cardText(card) {
  if (card.startsWith("Jk")) return "Joker";
  const signs = { c: "♣", d: "♦", h: "♥", s: "♠" };
  return card.replace("T", "10").replace(/[cdhs]$/, (suit) => signs[suit]);
}

export function isCard(text) {
  return /^([2-9TJQKA][cdhs]|Jk[12]|Blank)$/.test(text);
}

export function isTile(text) {
  return /^[1-6]-[1-6]$/.test(text);
}

/** The address of a page about a game, with the house's choices where there are any, and what to point out on it. */
export function gameLink(page, id, house = {}, pointed = {}) {
  const query = new URLSearchParams({
    ...(Object.keys(house ?? {}).length ? { house: JSON.stringify(house) } : {}),
    ...pointed,
  });
  return `#/${page}/${encodeURIComponent(id)}${query.size ? `?${query}` : ""}`;
}
