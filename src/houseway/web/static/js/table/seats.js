// The seats around the felt: who sits there, chips, cards, stakes, and whose turn it is.

import { stack } from "../art/chips.js";
import { h } from "../dom.js";
import { lineName, money, net, playerName, seatName, wagerName } from "../text.js";
import { actionLabel } from "./names.js";
import { isPot } from "./opening.js";
import { ownersLine } from "./owners.js";
import { pileElement } from "./piles.js";
import { potsOf } from "./figures.js";
import { sign } from "./settlement.js";

const MOST_SHOWN = 10;
const MOST_LINES = 8; // more wagers than this are told beside the felt only

/** The chips before a seat: wager by wager, then what each came to. */
function stakesElement(state, seat, settled) {
  if (settled) {
    const several = settled.lines.length > 1 && settled.lines.length <= MOST_LINES && seat.you;
    return [
      several &&
        settled.lines.map((line) =>
          h(
            "span",
            { class: `chip-line ${sign(line.net)}` },
            h("small", {}, lineName(line)),
            h("b", {}, net(line.net)),
          ),
        ),
      h("b", { class: `outcome ${sign(settled.net)}` }, several ? `In all ${net(settled.net)}` : net(settled.net)),
    ];
  }
  const laid = state.round?.status === "playing" ? state.round.stakes[seat.seat] : null;
  const together = !seat.you || isPot(state) || state.round?.bets.length;
  return laidElement(together ? {} : (laid ?? seat.wagers), seat.staked);
}

/** Chips on the felt wager by wager; in one stack where there are none by name, or too many. */
export function laidElement(stakes, staked) {
  const named = Object.entries(stakes);
  if (named.length < 1 || named.length > MOST_LINES) return staked > 0 && stack(staked);
  return named.map(([name, amount]) =>
    h("span", { class: "chip-line" }, stack(amount), h("small", {}, wagerName(name))),
  );
}

function occupied(state, seat, context) {
  const round = state.round;
  const turn = round?.status === "playing" && round.turn === seat.seat;
  const piles = (round?.piles ?? []).filter((pile) => pile.seat === seat.seat);
  const settled = round?.settlement?.seats.find((one) => one.seat === seat.seat);
  const last = round?.events.findLast(
    (event) => event.seat === seat.seat && (event.kind === "act" || event.kind === "timeout"),
  );
  const choosing = seat.you && turn ? context.choice : null;
  const who = seat.you ? "You" : seat.bot ? "Automatic" : playerName(seat.player);
  const betting = seat.seat === context.bettor;
  const wins = isPot(state) && settled?.net > 0;
  return h(
    "li",
    {
      class: `seat${seat.you ? " own" : ""}${turn || betting ? " turn" : ""}${last?.folds ? " out" : ""}${wins ? " winner" : ""}`,
      "data-seat": seat.seat,
      "aria-current": turn ? "true" : null,
    },
    h(
      "div",
      { class: "hands" },
      !context.apparatus?.places && piles.filter((pile) => pile.cards.length + pile.hidden > 0).map((pile) => pileElement(pile, { ...context, lines: settled?.lines }, choosing && choosing(pile))),
    ),
    h("div", { class: "stake" }, stakesElement(state, seat, settled)),
    h(
      "p",
      { class: "who" },
      round?.button === seat.seat && h("abbr", { class: "dealer-button", title: "Dealer button", "aria-label": "dealer button" }, "D"),
      h("b", {}, who),
      wins && h("span", { class: "wins" }, "wins"),
      h("span", {}, seatName(seat.seat)),
      h("span", { class: "chips" }, money(seat.stack)),
      seat.proposition && h("abbr", { class: "proposition", title: "Proposition player" }, "PP"),
      seat.leaving && h("span", {}, "leaving"),
    ),
    ownersLine(seat),
    context.ask &&
      round?.may_see?.includes(seat.seat) &&
      h(
        "button",
        { type: "button", class: "quiet", "data-key": `see-${seat.seat}`, "data-see": seat.seat, onclick: () => context.ask(seat.seat) },
        "Ask to see",
      ),
    last && round.status !== "betting" && h("p", { class: "acted" }, actionLabel(last.text)),
  );
}

/** The seats where somebody sits. */
export function seatsElement(state, context) {
  return h(
    "ol",
    { class: "seats", "aria-label": "Seats" },
    state.seats.filter((seat) => seat.player).map((seat) => occupied(state, seat, context)),
  );
}

/** Free seats between two rounds; of many only the first. */
export function freeSeats(state, sit) {
  const free = state.round?.status === "playing" || state.tournament ? [] : state.seats.filter((seat) => !seat.player);
  const shown = free.slice(0, state.seats.length <= MOST_SHOWN ? MOST_SHOWN : 1);
  if (!shown.length) return null;
  return h(
    "ul",
    { class: "free-seats", "aria-label": "Free seats" },
    shown.map((seat) =>
      h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            class: "sit",
            "data-key": `sit-${seat.seat}`,
            "data-sit": seat.seat,
            onclick: () => sit(seat.seat),
          },
          `Sit at seat ${seat.seat + 1}`,
        ),
      ),
    ),
  );
}

/** The pot and the meters, as the table shows them. */
export function signsElement(state) {
  const pots = potsOf(state.round?.settlement ?? {});
  if (!pots.length && state.round?.pot) pots.push({ name: "Pot", amount: state.round.pot, whose: "" });
  const meters = Object.entries(state.meters);
  if (!pots.length && !meters.length) return null;
  return h(
    "ul",
    { class: "signs", "aria-label": "Meters and pot" },
    pots.map((pot) =>
      h(
        "li",
        { class: "pot" },
        h("span", {}, pot.name),
        stack(pot.amount),
        pots.length > 1 && h("small", {}, pot.whose),
      ),
    ),
    meters.map(([name, amount]) =>
      h("li", { class: "meter" }, h("span", {}, wagerName(name)), h("b", {}, money(amount))),
    ),
  );
}
