// The seats around the felt: who sits there, chips, cards, stakes, and whose turn it is.

import { stack } from "../art/chips.js";
import { h } from "../dom.js";
import { money, net, seatName, title } from "../text.js";
import { actionLabel } from "./names.js";
import { pileElement } from "./piles.js";
import { sign } from "./settlement.js";

const MOST_SHOWN = 10;

function staked(state, seat) {
  const round = state.round;
  if (round?.status === "betting") return Object.values(seat.wagers).reduce((sum, amount) => sum + amount, 0);
  return round?.status === "playing" ? (round.staked[seat.seat] ?? 0) : 0;
}

function occupied(state, seat, context) {
  const round = state.round;
  const turn = round?.status === "playing" && round.turn === seat.seat;
  const piles = (round?.piles ?? []).filter((pile) => pile.seat === seat.seat);
  const settled = round?.settlement?.seats.find((one) => one.seat === seat.seat);
  const stake = staked(state, seat);
  const last = round?.events.findLast((event) => event.seat === seat.seat && (event.kind === "act" || event.kind === "timeout"));
  const choosing = seat.you && turn ? context.choice : null;
  const who = seat.you ? "You" : seat.bot ? "Automatic player" : seat.player;
  return h(
    "li",
    { class: `seat${seat.you ? " own" : ""}${turn ? " turn" : ""}`, "data-seat": seat.seat, "aria-current": turn ? "true" : null },
    h("div", { class: "hands" }, piles.map((pile) => pileElement(pile, context, choosing && choosing(pile)))),
    h("div", { class: "stake" }, stake > 0 && stack(stake), settled && h("b", { class: `outcome ${sign(settled.net)}` }, net(settled.net))),
    h("p", { class: "who" }, h("b", {}, who), ` · ${seatName(seat.seat)} · `, h("span", { class: "chips" }, money(seat.stack)), seat.leaving && " · leaving"),
    last && round.status !== "betting" && h("p", { class: "acted" }, actionLabel(last.text)),
  );
}

function empty(seat, sit) {
  return h(
    "li",
    { class: "seat free" },
    h("button", { type: "button", class: "sit", "data-key": `sit-${seat.seat}`, "data-sit": seat.seat, onclick: () => sit(seat.seat) }, "Sit", h("small", {}, seatName(seat.seat))),
  );
}

/** All seats; of empty ones only as many as a layout has room for. */
export function seatsElement(state, context, sit) {
  const taken = state.seats.filter((seat) => seat.player);
  const free = state.seats.filter((seat) => !seat.player);
  const playing = state.round?.status === "playing";
  const shown = playing ? [] : free.slice(0, state.seats.length <= MOST_SHOWN ? MOST_SHOWN : 1);
  const order = [...taken, ...shown].sort((one, other) => one.seat - other.seat);
  return h("ol", { class: "seats", "aria-label": "Seats" }, order.map((seat) => (seat.player ? occupied(state, seat, context) : empty(seat, sit))));
}

/** The pot and the meters, as the table shows them. */
export function signsElement(state) {
  const pot = state.spots.length ? 0 : Object.values(state.round?.staked ?? {}).reduce((sum, amount) => sum + amount, 0);
  const meters = Object.entries(state.meters);
  if (!pot && !meters.length) return null;
  return h(
    "ul",
    { class: "signs", "aria-label": "Meters and pot" },
    pot > 0 && h("li", { class: "pot" }, h("span", {}, "Pot"), stack(pot)),
    meters.map(([name, amount]) => h("li", { class: "meter" }, h("span", {}, title(name)), h("b", {}, money(amount)))),
  );
}
