// What a settlement decides besides the wagers, in words: pots, rake, fees, meters, and whose turn it is next.

import { h } from "../dom.js";
import { counted, money, net, seatName, wagerName } from "../text.js";

/** The pots by name, each with the table's seats that play for it. */
export function potsOf({ pots = [], seats = [] }) {
  const name = (at) => (pots.length === 1 ? "Pot" : at ? `Side pot ${pots.length > 2 ? at : ""}`.trim() : "Main pot");
  return pots.map((pot, at) => ({ name: name(at), amount: pot.amount, whose: seatNumbers(pot.seats, seats) }));
}

/** Seats of a round by their numbers at the table. */
function seatNumbers(places, seats) {
  if (typeof places === "string") return places; // the dealer
  const numbers = [places].flat().map((place) => (seats[place]?.seat ?? place) + 1);
  return `${numbers.length === 1 ? "seat" : "seats"} ${numbers.join(", ")}`;
}

/** What there is of each seat: `Seat 1: $5; Seat 3: $5`. */
function bySeat(values, say, seats) {
  const told = values.map((value, at) => [seatName(seats[at]?.seat ?? at), say(value)]);
  return told
    .filter(([, words]) => words)
    .map(([whose, words]) => `${whose}: ${words}`)
    .join("; ");
}

const some = (amount) => (amount ? money(amount) : "");
const place = (number) => `seat ${number}`; // places at a table are counted from one

function feesText({ seats: each = [], backline = [], ...others }, seats) {
  return [
    ...Object.entries(others).map(([payer, fee]) => fee && `${money(fee)} from the ${payer === "player_dealer" ? "player-dealer" : payer.replaceAll("_", " ")}`),
    bySeat(each, some, seats),
    backline.some(Boolean) && `bets behind: ${backline.filter(Boolean).map(some).join(", ")}`,
  ]
    .filter(Boolean)
    .join("; ");
}

function timedText({ minutes, each_active_player: each, table }) {
  return `${table ? `${money(table)} from the table` : `${money(each)} from each active player`} every ${minutes} minutes`;
}

function awardsText(awards) {
  return Object.entries(awards)
    .map(([meter, { amount, whole }]) => `${wagerName(meter)} ${money(amount)}${whole ? ", the whole meter" : ""}`)
    .join("; ");
}

function metersText(meters) {
  return Object.entries(meters)
    .map(([name, shown]) => `${wagerName(name)} ${money(shown)}`)
    .join(", ");
}

function streaksText(streaks, seats) {
  const one = ([name, { won, stake }]) => `${wagerName(name)} ${money(stake)}, ${counted(won, "win")} so far`;
  return bySeat(streaks, (held) => Object.entries(held).map(one).join(", "), seats);
}

/** What becomes of each straddle and over blind, in the order in which they were put down. */
function blindsText(taken) {
  return taken.map((one) => (one ? "taken" : "given back")).join(", ");
}

function opensText(opens, seats) {
  return Object.entries(opens)
    .map(([hand, seat]) => `${wagerName(hand)} by ${seatNumbers(seat, seats)}`)
    .join(", ");
}

/** Each figure by its name in the answer: what it is called and how it is said, in the order in which they stand.
 * @type {Record<string, [string, (value: any, seats: any[]) => string]>} */
const FIGURES = {
  rake: ["Rake", some],
  jackpot_rake: ["Jackpot rake", some],
  returned: ["Returned", ({ seat, amount }, seats) => `${money(amount)} to ${seatNumbers(seat, seats)}`],
  collection: ["Collection", feesText],
  timed_collection: ["Collection by time", timedText],
  player_dealer: ["Player-dealer", net],
  dealer_vs_bank: ["Dealer against the bank", net],
  dealer_envy: ["Dealer’s envy bonus", net],
  first_hand: ["First hand", place],
  opens: ["Cards turned", opensText],
  legal: ["Blinds", blindsText],
  min_bet: ["Smallest bet", some],
  action_order: ["Order of action", seatNumbers],
  action_seat: ["Action button", seatNumbers],
  showing: ["Order of showing", seatNumbers],
  button: ["Eye button", place],
  next_shaker: ["Next shaker", seatNumbers],
  meters: ["Meters", metersText],
  awards: ["Awards", awardsText],
  pot: ["Stays in the pot", some],
  pool: ["Pool", some],
  base_runners: ["Base runners", (runners, seats) => bySeat(runners, (held) => held && String(held), seats)],
  prior_triples: ["Triples in a row", (triples) => String(triples)],
  streaks: ["Streaks", streaksText],
};
/** Seats, of which the first is 0. */
const SEATS = new Set(["action_seat", "next_shaker"]);

/** What the settlement says besides the seats: pots, rulings, rake, meters, what is left for the next round. */
export function otherFigures(settlement, besides = []) {
  const told = { ...settlement, ...Object(settlement.state) };
  const pots = potsOf(settlement).map((pot) => [pot.name, `${money(pot.amount)} for ${pot.whose}`]);
  const rulings = (besides.includes("rulings") ? [] : (settlement.rulings ?? [])).map((one) => [
    "Ruling",
    `${seatName(one.seat)} ${one.conduct}: ${one.ruling}, ${one.rule}`,
  ]);
  const rest = Object.entries(FIGURES)
    .filter(([name]) => !besides.includes(name) && (told[name] || (told[name] === 0 && SEATS.has(name))))
    .map(([name, [called, say]]) => [called, say(told[name], settlement.seats)])
    .filter(([, words]) => words);
  const lines = [...pots, ...rulings, ...rest];
  return (
    lines.length > 0 &&
    h(
      "dl",
      { class: "figures" },
      lines.map(([called, words]) => [h("dt", {}, called), h("dd", {}, words)]),
    )
  );
}
