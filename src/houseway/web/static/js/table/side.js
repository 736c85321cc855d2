// Beside the felt: the head of the page, the settlement, the events of the round and the proof of its shuffle.

import { h } from "../dom.js";
import { gameLink, moment, seatName } from "../text.js";
import { otherFigures, seatSettlement } from "./settlement.js";

/** The game's name, the table, and where to read more. */
export function headElements({ game, house, name, round }) {
  return [
    h(
      "div",
      {},
      h("h1", {}, game.name),
      h("p", { class: "sub" }, `${name} · ${game.rule}${round ? ` · round ${round.number}` : ""}`),
    ),
    h(
      "nav",
      { class: "links", "aria-label": "This game" },
      h("a", { href: gameLink("sheet", game.id, house) }, "Rule sheet"),
      h("a", { href: gameLink("odds", game.id, house) }, "Odds"),
      h("a", { href: gameLink("trainer", game.id) }, "Train"),
      h("a", { href: "#/history" }, "History"),
    ),
  ];
}

function beginning({ game, spots }) {
  const how = spots.length
    ? "Put chips on the spots and deal."
    : "Deal yourself in; antes and blinds are posted for you.";
  return [
    h("h2", {}, "How to begin"),
    h("p", {}, game.summary),
    h("p", {}, how),
    h("p", { class: "tip" }, "Others join you with this page's address."),
  ];
}

function eventElement(event) {
  const who = event.seat === null ? "" : `${seatName(event.seat)} `;
  const kind = event.kind === "act" ? "" : event.kind === "bet" && !event.text ? "is dealt in" : `${event.kind} `;
  const time = moment(event.at).split(", ").at(-1);
  const words = `${who}${kind}${event.text.replaceAll("_", " ")}`.trim();
  return h("li", {}, h("time", {}, time), ` ${words.charAt(0).toUpperCase()}${words.slice(1)}`);
}

function settledElements(settlement, { game, house, you, round }) {
  const own = settlement.seats.filter((seat) => you.seats.includes(seat.seat));
  const others = settlement.seats.filter((seat) => !own.includes(seat));
  return [
    h("h2", {}, "Settlement"),
    own.map((seat) => seatSettlement(seat, `You, ${seatName(seat.seat).toLowerCase()}`, game.id, house)),
    others.length > 0 &&
      h(
        "details",
        { class: "log", open: !own.length },
        h("summary", {}, "Other seats"),
        others.map((seat) => seatSettlement(seat, null, game.id, house)),
      ),
    otherFigures(settlement),
    h("p", {}, h("a", { href: `#/round/${round.id}` }, "Replay this round")),
  ];
}

/** What stands beside the felt. */
export function sideElements(state) {
  const { round } = state;
  if (!round) return beginning(state);
  return [
    round.settlement && settledElements(round.settlement, state),
    h(
      "details",
      { class: "log", open: !round.settlement },
      h("summary", {}, "Events"),
      h("ol", {}, round.events.map(eventElement)),
    ),
    h(
      "details",
      { class: "log" },
      h("summary", {}, "Proof of the shuffle"),
      h("p", { class: "hash" }, round.commitment),
    ),
  ];
}
