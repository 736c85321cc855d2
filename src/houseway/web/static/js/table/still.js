// A round file laid out on the felt: for rulings, replays and drills.

import { h } from "../dom.js";
import { money, seatName, wagerName } from "../text.js";
import { hasTiles, houseElement, pileElement, Seen } from "./piles.js";
import { actionLabel } from "./names.js";
import { potsOf } from "./figures.js";

function handsOf(seat, index) {
  if (seat.hands?.length)
    return seat.hands.map((cards, at) => ({
      name: seat.hands.length > 1 ? `hand_${at + 1}` : "player",
      seat: index,
      cards,
      hidden: 0,
    }));
  if (seat.ticket?.spots) return [{ name: "ticket", seat: index, cards: seat.ticket.spots.map(String), hidden: 0 }];
  if (!seat.cards?.length) return [];
  return [{ name: "player", seat: index, cards: seat.cards, hidden: 0 }];
}

function outcomePiles(outcome = {}) {
  const piles = [];
  if (outcome.spins) piles.push({ name: "wheel", seat: null, cards: outcome.spins.map(String), hidden: 0 });
  if (outcome.dice) piles.push({ name: "dice", seat: null, cards: outcome.dice.map(String), hidden: 0 });
  if (outcome.drawn) piles.push({ name: "drawn", seat: null, cards: outcome.drawn.map(String), hidden: 0 });
  return piles;
}

/** The piles of a round file. */
export function pilesOf(round) {
  const shared = [["dealer", round.dealer], ["community", round.community], ...Object.entries(round.piles ?? {})]
    .filter(([, cards]) => Array.isArray(cards) && cards.length)
    .flatMap(([name, cards]) =>
      Array.isArray(cards[0]) ? cards.map((one, at) => [`${name} ${at + 1}`, one]) : [[name, cards]],
    )
    .map(([name, cards]) => ({ name, seat: null, cards: cards.map(String), hidden: 0 }));
  return [...shared, ...outcomePiles(round.outcome), ...(round.seats ?? []).flatMap(handsOf)];
}

/** The pots, and who plays for each. */
function potsElement(pots, places) {
  if (!pots.length) return null;
  return h(
    "ul",
    { class: "signs", "aria-label": "Pots" },
    potsOf({ pots, seats: places.map((seat) => ({ seat })) }).map((pot) =>
      h(
        "li",
        { class: "pot" },
        h("span", {}, pot.name),
        h("b", {}, money(pot.amount)),
        h("small", {}, pot.whose),
      ),
    ),
  );
}

/** The rolls of the dice in turn, with what was taken down or bet between them; one roll lies on the felt. */
function courseElement({ rolls = [], sequence = [] } = {}, places) {
  if (rolls.length < 2) return null;
  const steps = sequence.length ? sequence : rolls.map((dice) => `roll ${dice.join(" ")}`);
  return h(
    "ol",
    { class: "rolls course", "aria-label": "Rolls in turn" },
    steps.map((step) => {
      const [, seat, action] = /^(?:seat (\d+) )?(.*)$/.exec(step);
      if (action.startsWith("roll ")) return h("li", {}, h("b", {}, action.split(" ").slice(1).join(" and ")));
      return h("li", {}, seat === undefined ? "" : `${seatName(places[Number(seat)] ?? Number(seat))}: `, actionLabel(action));
    }),
  );
}

/** A ticket's numbers in a row, those that were drawn filled. */
function ticketElement(ticket, drawn) {
  return h(
    "p",
    { class: "marks" },
    ticket.cards.map((number) => h("span", { class: drawn.has(number) ? "number caught" : "number" }, number)),
  );
}

function seatElement(seat, index, piles, context) {
  const wagers = Object.entries(seat.wagers ?? {}).map(([name, amount]) => `${wagerName(name)} ${money(amount)}`);
  const ticket = context.tickets > 1 && piles.find((pile) => pile.name === "ticket" && pile.seat === index);
  const actions = (seat.actions ?? []).map(actionLabel);
  return h(
    "li",
    { class: context.out(index) ? "seat out" : "seat" },
    h(
      "div",
      { class: "hands" },
      piles.filter((pile) => pile.seat === index).map((pile) => pileElement(pile, context)),
    ),
    ticket && ticketElement(ticket, context.drawn),
    h(
      "p",
      { class: "who" },
      h("b", {}, seatName(context.places[index] ?? index)),
      context.out(index) && h("span", {}, "folded"),
      wagers.length > 0 && h("span", {}, wagers.join(", ")),
    ),
    actions.length > 0 && h("p", { class: "acted" }, actions.join(", ")),
  );
}

/**
 * What lay on the table at the end: a hand without what was thrown from it, set in its parts, a wild card as it was
 * named. What the table never turned up is taken from the file.
 */
function atTheEnd(laid, written) {
  if (!laid.length) return written;
  return laid.map((pile) => (pile.hidden && written.find((one) => one.name === pile.name && one.seat === pile.seat)) || pile);
}

/** The felt with every card of the round face up. */
export function stillFelt(round, { apparatus = {}, pots = [], laid = [], places = [] }) {
  const piles = atTheEnd(laid, pilesOf(round));
  const tickets = piles.filter((pile) => pile.name === "ticket").length;
  const context = {
    places,
    tickets,
    drawn: new Set(piles.filter((pile) => pile.name === "drawn").flatMap((pile) => pile.cards)),
    apparatus,
    seen: new Seen(),
    tiles: hasTiles(piles),
    own: tickets > 1 ? [] : (round.seats ?? []).map((_, index) => index),
    choice: null,
    out: (seat) => pots.length > 0 && !pots.some((pot) => pot.seats.includes(seat)),
  };
  return h(
    "section",
    { class: "felt small", "aria-label": "The round on the table" },
    potsElement(pots, places),
    houseElement(piles, context),
    courseElement(round.outcome, places),
    h(
      "ol",
      { class: "seats", "aria-label": "Seats" },
      (round.seats ?? []).map((seat, index) => seatElement(seat, index, piles, context)),
    ),
  );
}
