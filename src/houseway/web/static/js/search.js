// A search of surveillance in words, as the page, its flags and the log say it.

import { money, playerName, seatName, wagerName } from "./text.js";

/** A moment of a search, which is UTC, as a field of the form writes it: in the time of the place. */
export function local(utc) {
  const when = new Date(`${utc}${utc.length > 10 ? "" : "T00:00"}Z`);
  return utc ? new Date(when.getTime() - when.getTimezoneOffset() * 60_000).toISOString().slice(0, 16) : "";
}

/**
 * The search in words.
 * @param {Record<string, any>} search
 * @param {Map<string, string>} names of games
 * @param {Map<string, string>} tables their names
 */
export function searchWords(search, names, tables = new Map()) {
  const words = [
    search.paid && `paid ${money(Number(search.paid))} or more`,
    search.staked && `staked ${money(Number(search.staked))} or more`,
    search.award && "a progressive was hit",
    search.late && "too late",
    search.irregularity && (search.irregularity.toLowerCase() === "any" ? "irregular or void" : search.irregularity.replaceAll("_", " ").toLowerCase()),
    search.unlikely && `win rate with a chance below ${search.unlikely}`,
    search.person && playerName(search.person),
    search.wager && wagerName(search.wager),
    names.get(search.game) ?? search.game,
    search.table && (tables.get(String(search.table)) ?? `table ${search.table}`),
    search.seat && seatName(Number(search.seat)),
    search.since && `since ${local(search.since).replace("T", " ")}`,
    search.until && `until ${local(search.until).replace("T", " ")}`,
  ].filter(Boolean);
  const text = words.join(", ");
  const name = search.person && words[0] === playerName(search.person); // which stays as it is written
  return text ? (name ? text : text.charAt(0).toUpperCase() + text.slice(1)) : "All rounds";
}
