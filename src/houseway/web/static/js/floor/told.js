// What was done or asked for, in words: of the log of privileged acts, and of what waits for a second person.

import { searchWords } from "../search.js";
import { cardText, grouped, money, playerName, seatName, title, wagerName } from "../text.js";

const CENTS = new Set(["amount", "buy_in", "counted", "due", "fee", "from", "over", "paid", "pool", "prizes", "shares", "to"]);
const DOLLARS = new Set(["at_once", "bankroll", "least", "least_buy_in", "most", "rake", "seed"]);
const PERCENT = new Set(["hidden", "increment", "primary_share", "reserve"]);
const PEOPLE = new Set(["person", "player"]);
const PLAIN = new Set(["amount", "game", "house", "kind", "name", "pay_tables", "search", "seat", "told"]); // said without their own name
const QUOTED = new Set(["claims", "definitions", "leave", "note", "posting", "reason", "security", "text"]); // as somebody wrote it
const UNSAID = new Set(["approval", "case", "content", "digest", "flag", "hash", "of", "round", "seen", "session", "shift", "table"]); // proofs, and what another column has

const NONE = { interval: "by hand", most: "without a limit" }; // what none means of them
const NAMES = { medium: "paid from", act_seconds: "seconds to act", bet_seconds: "seconds to bet", imprest: "imprest bank" };

/** Whether there is nothing to tell: what was left empty, or was not so. */
function isEmpty(name, value) {
  if (name === "seat") return value === null;
  if (value === 0 && Object.hasOwn(NONE, name)) return false;
  if (name === "piece") return value; // money on the piece is taken unless the house says no
  return !value || value === "0" || (typeof value === "object" && !Object.keys(value).length);
}

/** @returns {string} */
function worded(name, value, games, inCents) {
  if (value === 0 && Object.hasOwn(NONE, name)) return NONE[name];
  if (name === "seat") return seatName(value).toLowerCase();
  if (name === "game") return games.get(value) ?? (typeof value === "number" ? `game ${value}` : value);
  if (name === "kind") return title(value).toLowerCase();
  if (name === "search") return searchWords(value, games);
  if (name === "limits") return ranges(value);
  if (name === "beaten") return value.replace(/^\w+/, (hand) => title(hand).toLowerCase());
  if (name === "shares" && !Array.isArray(value)) return Object.entries(value).map(([who, part]) => `${part}% to the ${who}`).join(", ");
  if (name === "pay_tables") return Object.entries(value).map(([table, id]) => `${wagerName(table)} schedule ${id}`).join(", ");
  if (PEOPLE.has(name)) return playerName(value);
  if (Array.isArray(value)) return value.map((one) => (name === "cards" ? cardText(one) : worded(CENTS.has(name) ? name : "", one, games, inCents))).join(" ");
  if (value && typeof value === "object") return toldOf(value, games, inCents);
  if (typeof value === "number" && (CENTS.has(name) || (inCents && DOLLARS.has(name)))) return money(value / 100);
  if (typeof value === "number" && DOLLARS.has(name)) return money(value);
  if (typeof value === "number" && PERCENT.has(name)) return `${value}%`;
  return grouped(String(value));
}

/** Limits by wager: `Ante $5 to $100`. */
function ranges(limits) {
  return Object.entries(limits)
    .map(([wager, range]) => `${wagerName(wager)} ${Array.isArray(range) ? range.map((one) => money(one)).join(" to ") : range}`)
    .join(", ");
}

/**
 * What an act was about, in words; what was left empty is not told.
 * @param {Record<string, any> | null} data
 * @param {Map<string, string>} games names by id
 * @param {boolean} inCents whether all its amounts are cents: of what waits for a second person, and of keno desks
 * @returns {string}
 */
export function toldOf(data, games = new Map(), inCents = false) {
  if (data?.way) return `${data.at}: ${money(data.amount / 100)} ${data.way === "paid" ? "to" : "from"} ${playerName(data.who)}`;
  return Object.entries(data ?? {})
    .filter(([name, value]) => !UNSAID.has(name) && !isEmpty(name, value))
    .map(([name, value]) => {
      const own = NAMES[name] ?? title(name).toLowerCase();
      if (value === true) return own;
      if (name === "kind" && data.of) return `${worded(name, value, games, inCents)} of the ${data.of === "community" ? "community cards" : data.of}`;
      if (QUOTED.has(name) && typeof value === "string") return `“${value}”`;
      if (name === "piece") return "no money on the piece";
      if (name === "second") return `with the word of ${playerName(value)}`;
      return PLAIN.has(name) ? worded(name, value, games, inCents) : `${own} ${worded(name, value, games, inCents)}`;
    })
    .join(", ");
}
