// Beside the felt: the head of the page, the settlement, the events of the round and the proof of its shuffle.

import { h } from "../dom.js";
import { cardText, clock, gameLink, grouped, seatName, tableName, withNames } from "../text.js";
import { actionLabel } from "./names.js";
import { otherFigures } from "./figures.js";
import { seatSettlement } from "./settlement.js";

/** The game's name, the table, and where to read more. */
export function headElements({ game, house, name, round, tournament }) {
  return [
    h(
      "div",
      {},
      h("h1", {}, game.name),
      h("p", { class: "sub" }, `${tableName(name, game.name)} · ${game.rule}${round ? ` · round ${round.number}` : ""}`),
    ),
    h(
      "nav",
      { class: "links", "aria-label": "This game" },
      tournament && h("a", { href: `#/tournament/${tournament.id}` }, "Tournament"),
      h("a", { href: gameLink("sheet", game.id, house) }, "Rule sheet"),
      h("a", { href: gameLink("odds", game.id, house) }, "Odds"),
      h("a", { href: gameLink("trainer", game.id, house) }, "Train"),
      h("a", { href: "#/history" }, "History"),
    ),
  ];
}

function beginning({ game, spots }, begins) {
  const steps = spots.length
    ? ["Choose a chip.", "Click a betting spot; each click adds a chip, × takes them back.", `Press ${begins}.`]
    : ["Press Deal me in; antes and blinds are posted for you.", "Act when your seat lights up."];
  return [
    h("h2", {}, "How to begin"),
    h("p", {}, game.summary),
    h(
      "ol",
      { class: "steps" },
      [...steps, "Read beside the felt why each wager was paid or taken."].map((step) => h("li", {}, step)),
    ),
    h("p", { class: "tip" }, "Others join you with this page's address."),
  ];
}

const EVENTS = { deal: "No more bets: the round begins", settle: "Wagers are settled", timeout: "Out of time:", irregularity: "Irregularity:" };
/** Events whose text says all of it. */
const IN_FULL = new Set(["entropy", "button", "behind", "coupon", "shown", "stay out"]);

/** An event of a round in words. */
export function eventWords({ kind, seat, text }) {
  if (kind === "bet") return `${seatName(seat)} ${text ? `bets ${grouped(withNames(text))}` : "is dealt in"}`;
  if (kind === "void") return `The round is void, and every wager goes back: ${text}`;
  const who = seat === null ? "" : `${seatName(seat)}: `;
  if (kind === "timeout" && text === "timeout") return `${seatName(seat)}: out of time`;
  const done = kind === "act" || kind === "timeout" ? actionLabel(text) : text.replaceAll("_", " ");
  if (kind === "button") return who + done.replace(/\b[2-9TJQKA][cdhs]\b/, cardText);
  const said = kind === "act" || IN_FULL.has(kind) ? done : `${EVENTS[kind] ?? kind} ${done}`.trim();
  return who ? who + said.charAt(0).toLowerCase() + said.slice(1) : said.charAt(0).toUpperCase() + said.slice(1);
}

function eventElement(event) {
  return h("li", {}, h("time", {}, clock(event.at)), ` ${eventWords(event)}`);
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
    otherFigures(settlement, ["meters"]),
    h(
      "p",
      { class: "links" },
      h("a", { href: `#/round/${round.id}` }, "Replay this round"),
      h("a", { href: `#/dispute?round=${round.id}`, "data-do": "dispute" }, "Dispute this round"),
    ),
  ];
}

/** What stands beside the felt. */
export function sideElements(state, begins) {
  const { round } = state;
  if (!round) return beginning(state, begins);
  const voided = round.events.find((event) => event.kind === "void");
  return [
    round.settlement && settledElements(round.settlement, state),
    voided && [h("h2", {}, "Void"), h("p", {}, `${eventWords(voided)}.`.replace(/([.!?])\.$/, "$1"))],
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
      h("p", {}, "This round"),
      h("p", { class: "hash" }, round.commitment),
      h("p", {}, "The next cards"),
      h("p", { class: "hash" }, state.shuffle.commitment),
    ),
  ];
}
