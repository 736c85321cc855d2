// A round file laid out on the felt: for rulings, replays and drills.

import { h } from "../dom.js";
import { money, seatName, title } from "../text.js";
import { drawBoard, hasTiles, pileElement, Seen } from "./piles.js";
import { actionLabel } from "./names.js";

function handsOf(seat, index) {
  if (seat.hands?.length)
    return seat.hands.map((cards, at) => ({
      name: seat.hands.length > 1 ? `hand_${at + 1}` : "player",
      seat: index,
      cards,
      hidden: 0,
    }));
  if (seat.ticket?.spots) return [{ name: "ticket", seat: index, cards: seat.ticket.spots.map(String), hidden: 0 }];
  return seat.cards ? [{ name: "player", seat: index, cards: seat.cards, hidden: 0 }] : [];
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
function potsElement(pots) {
  if (!pots.length) return null;
  const name = (at) => (pots.length === 1 ? "Pot" : at ? `Side pot ${pots.length > 2 ? at : ""}`.trim() : "Main pot");
  return h(
    "ul",
    { class: "signs", "aria-label": "Pots" },
    pots.map((pot, at) =>
      h(
        "li",
        { class: "pot" },
        h("span", {}, name(at)),
        h("b", {}, money(pot.amount)),
        h("small", {}, pot.seats.map((seat) => seatName(seat).toLowerCase()).join(", ")),
      ),
    ),
  );
}

function seatElement(seat, index, piles, context) {
  const wagers = Object.entries(seat.wagers ?? {}).map(([name, amount]) => `${title(name)} ${money(amount)}`);
  const actions = (seat.actions ?? []).map(actionLabel);
  return h(
    "li",
    { class: context.out(index) ? "seat out" : "seat" },
    h(
      "div",
      { class: "hands" },
      piles.filter((pile) => pile.seat === index).map((pile) => pileElement(pile, context)),
    ),
    h(
      "p",
      { class: "who" },
      h("b", {}, seatName(index)),
      context.out(index) && " · folded",
      wagers.length > 0 && ` · ${wagers.join(", ")}`,
    ),
    actions.length > 0 && h("p", { class: "acted" }, actions.join(", ")),
  );
}

/** The felt with every card of the round face up. */
export function stillFelt(round, { family, apparatus = {}, pots = [] }) {
  const piles = pilesOf(round);
  const context = {
    family,
    apparatus,
    seen: new Seen(),
    tiles: hasTiles(piles),
    own: (round.seats ?? []).map((_, index) => index),
    choice: null,
    out: (seat) => pots.length > 0 && !pots.some((pot) => pot.seats.includes(seat)),
  };
  return h(
    "section",
    { class: "felt small", "aria-label": "The round on the table" },
    potsElement(pots),
    h(
      "div",
      { class: "house-piles" },
      piles.filter((pile) => pile.seat === null).map((pile) => pileElement(pile, context)),
      drawBoard(piles, context),
    ),
    h(
      "ol",
      { class: "seats", "aria-label": "Seats" },
      (round.seats ?? []).map((seat, index) => seatElement(seat, index, piles, context)),
    ),
  );
}
