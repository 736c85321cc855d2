// The settlement wager by wager: stake, result, reason and the paragraph it rests on.

import { h } from "../dom.js";
import { ownerHeading } from "./owners.js";
import { gameLink, grouped, lineName, money, net, seatName, title, wagerName } from "../text.js";

export function sign(amount) {
  if (amount > 0) return "won";
  return amount < 0 ? "lost" : "even";
}

/** A paragraph that leads to its place on the rule sheet, where the game has one. */
export function citeElement(rule, game, house = {}) {
  if (!game) return h("span", { class: "cite" }, rule);
  return h("a", { class: "cite", href: gameLink("sheet", game, house, rule ? { rule } : {}) }, rule || "Rule sheet");
}

function lineElement(line, game, house) {
  const odds = gameLink("odds", game, house, { wager: line.wager });
  return h(
    "tr",
    { class: sign(line.net), "data-wager": line.wager },
    h("th", { scope: "row" }, lineName(line)),
    h("td", { class: "figure" }, money(line.stake)),
    h("td", { class: "figure result" }, net(line.net)),
    h(
      "td",
      { class: "why" },
      grouped(line.reason),
      " ",
      h(
        "span",
        { class: "cites" },
        citeElement(line.rule, game, house),
        game && h("a", { class: "cite no-print", href: odds, "aria-label": `Odds of ${wagerName(line.wager)}` }, "Odds"),
      ),
    ),
  );
}

/** One seat's lines with its total. */
export function seatSettlement(seat, heading, game, house = {}) {
  return h(
    "section",
    { class: "settled", "data-seat": seat.seat },
    h("h3", {}, heading ?? seatName(seat.seat), " ", h("b", { class: `total ${sign(seat.net)}` }, net(seat.net))),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "Settlement" },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["Wager", "Stake", "Result", "Why"].map((head) => h("th", { scope: "col" }, head)),
          ),
        ),
        h(
          "tbody",
          {},
          seat.lines.map((line) => lineElement(line, game, house)),
        ),
        (seat.owners ?? []).map((one) =>
          h(
            "tbody",
            { class: "owner", "data-owner": one.owner },
            h("tr", {}, h("th", { scope: "rowgroup", colspan: "4" }, ownerHeading(one.owner), " ", h("b", { class: `total ${sign(one.net)}` }, net(one.net)))),
            one.lines.map((line) => lineElement(line, game, house)),
          ),
        ),
      ),
    ),
  );
}

/** The pots by name, each with the table's seats that play for it. */
export function potsOf({ pots = [], seats = [] }) {
  const name = (at) => (pots.length === 1 ? "Pot" : at ? `Side pot ${pots.length > 2 ? at : ""}`.trim() : "Main pot");
  return pots.map((pot, at) => ({ name: name(at), amount: pot.amount, whose: seatNumbers(pot.seats, seats) }));
}

/** The cards that make the best hand, where a pot was shown down. */
export function winningCards(piles, seats) {
  const winners = seats.filter((seat) => seat.net > 0).map((seat) => seat.seat);
  return new Set(piles.filter((pile) => pile.used?.length && winners.includes(pile.seat)).flatMap((pile) => pile.used));
}

/** What the settlement says besides the seats: rake, meters, what is left behind. */
export function otherFigures(settlement, besides = []) {
  const known = new Set(["game", "seats", "house", "pots", "rulings", ...besides]);
  const rest = Object.entries({ ...settlement, ...Object(settlement.state), state: null }).filter(
    ([name, value]) =>
      !known.has(name) && (value || (value === 0 && name in SEATS)) && Object.keys(Object(value)).length + (typeof value === "number" ? 1 : 0),
  );
  const pots = potsOf(settlement);
  const rulings = besides.includes("rulings") ? [] : (settlement.rulings ?? []);
  if (!rest.length && !pots.length && !rulings.length) return null;
  return h(
    "dl",
    { class: "figures" },
    pots.map((pot) => [
      h("dt", {}, pot.name),
      h("dd", {}, `${money(pot.amount)} for ${pot.whose}`),
    ]),
    rulings.map((one) => [h("dt", {}, "Ruling"), h("dd", {}, `${seatName(one.seat)} ${one.conduct}: ${one.ruling}, ${one.rule}`)]),
    rest.map(([name, value]) => [
      h("dt", {}, SEATS[name] ?? CALLED[name] ?? title(name)),
      h("dd", {}, figureText(name, value, settlement.seats)),
    ]),
  );
}

/** A figure in words: money, seats, places, counts, or the displays of meters. */
function figureText(name, value, seats) {
  if (name === "meters") return metersText(value);
  if (PLACES.has(name)) return `seat ${value}`;
  if (name in SEATS) return seatNumbers(value, seats);
  return COUNTS.has(name) ? String(value) : plainly(value, seats);
}

function metersText(meters) {
  return Object.entries(meters).map(([name, shown]) => `${wagerName(name)} ${money(shown)}`).join(", ");
}

/** Numbers that are no money. */
const COUNTS = new Set(["won", "prior_triples"]);
/** Places at the table, counted from one. */
const PLACES = new Set(["first_hand", "button"]);
/** What a settlement leaves behind, by the name a player knows. */
const CALLED = { prior_triples: "Triples in a row", button: "Eye button" };
/** Seats of the round, and what they are told for. */
const SEATS = { showing: "Order of showing", action_order: "Order of action", action_seat: "Action button", next_shaker: "Next shaker" };

function seatNumbers(places, seats) {
  if (typeof places === "string") return places; // the dealer
  const numbers = [places].flat().map((place) => (seats[place]?.seat ?? place) + 1);
  return `${numbers.length === 1 ? "seat" : "seats"} ${numbers.join(", ")}`;
}

function plainly(value, seats) {
  if (typeof value === "number") return money(value);
  if (Array.isArray(value)) {
    const each = value.length === seats.length && value.every((one) => one && typeof one === "object"); // by seat
    const told = value.map((one, at) => [each ? `${seatName(seats[at].seat)}: ` : "", plainly(one, seats)]);
    return told.filter(([, text]) => text).map(([whose, text]) => whose + text).join("; ");
  }
  if (value && typeof value === "object") {
    if (Object.keys(value).join() === "seat,amount") return `${money(value.amount)} to ${seatNumbers(value.seat, seats)}`;
    return Object.entries(value)
      .map(
        ([name, one]) =>
          `${one && typeof one === "object" && "stake" in one ? wagerName(name) : title(name).toLowerCase()} ${
            name.startsWith("seat")
              ? [one]
                  .flat()
                  .map((place) => (seats[Number(place)]?.seat ?? Number(place)) + 1)
                  .join(", ")
              : COUNTS.has(name)
                ? String(one)
                : plainly(one, seats)
          }`,
      )
      .join(", ");
  }
  return String(value);
}
