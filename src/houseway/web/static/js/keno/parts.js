// What the keno lounge and the keno desk both show: the clock of the game, the board, games before, tickets.

import { kenoBoard } from "../art/keno.js";
import { h } from "../dom.js";
import { counted, money, moment, percent } from "../text.js";

const STATES = { open: "takes tickets", locked: "is closed and about to be drawn" };

/** The game at hand, and how long it takes tickets. */
export function clockElement(desk, ahead) {
  const game = desk.game;
  const left = game.closes ? Math.max(0, Math.ceil((game.closes - Date.now() - ahead) / 1000)) : null;
  return h(
    "p",
    { class: "keno-clock", role: "timer", "data-left": left },
    h("b", {}, `Game ${game.number} `),
    game.status === "open" && left !== null ? `closes in ${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : STATES[game.status],
    h("small", {}, ` · ${counted(game.tickets, "ticket")}`),
    Object.values(desk.meters).map((shown) => h("b", { class: "meter-shown" }, ` · Progressive ${money(shown)}`)),
  );
}

/** The draw of the last game, with the numbers of the tickets that were in it. */
export function boardElement(desk, tickets, began) {
  const last = desk.board[0];
  const drawn = new Set(last?.numbers ?? []);
  const played = tickets.filter((one) => one.status !== "void" && (!last || (one.first <= last.game && last.game <= one.last)));
  const marked = new Set(played.flatMap((one) => one.spots));
  return [
    h("p", { class: "pile-name" }, last ? (last.status === "void" ? `Game ${last.game}: void, every wager goes back` : `Game ${last.game}: ${drawn.size} numbers drawn`) : "Draw board"),
    kenoBoard({ count: desk.numbers, drawn, marked, began }),
  ];
}

export function pastElement(desk) {
  return [
    h("h2", {}, "Games before"),
    desk.board.length
      ? desk.board.map((one) => [
          h("h3", {}, `Game ${one.game} `, h("small", {}, moment(one.at)), h("small", {}, one.status === "void" ? ` · void, ${money(one.paid)} goes back` : ` · ${counted(one.winners, "winning ticket")}, ${money(one.paid)}`)),
          h("p", { class: "past" }, one.numbers.map((number) => h("span", {}, number))),
          h("details", {}, h("summary", {}, "Proof"), h("p", { class: "hash" }, `Published ${one.commitment}`), h("p", { class: "hash" }, `Secret ${one.secret ?? "not yet shown"}`)),
        ])
      : h("p", { class: "tip" }, "None yet."),
  ];
}

export function ratesElement(desk) {
  return h(
    "details",
    {},
    h("summary", {}, "Rate card: what a dollar is paid in all"),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "Rate card" },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, ["Spots", "Catch and pay", "House"].map((head) => h("th", { scope: "col" }, head)))),
        h(
          "tbody",
          {},
          desk.rates.map((rate) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, rate.spots),
              h("td", {}, Object.entries(rate.pays).map(([caught, pays]) => `${caught}: ${pays}`).join(" · ")),
              h("td", { class: "figure" }, percent(rate.edge, 1)),
            ),
          ),
        ),
      ),
    ),
  );
}

export function promotionsElement(desk) {
  return desk.promotions.map((one) => h("p", { class: "tip" }, h("b", {}, `${one.name}: `), one.conditions));
}

/** A ticket in a list, with what can be done about it. */
export function ticketLine(ticket, acts) {
  const marks = Object.entries(ticket.groups).map(([name, held]) => `${name} ${held.join(" ")}`).join(" · ") || ticket.spots.join(" ");
  return h(
    "li",
    { class: ticket.status === "won" ? "right" : null, "data-ticket": ticket.serial },
    h(
      "div",
      { class: "line" },
      h("b", {}, h("a", { href: `#/keno-ticket/${encodeURIComponent(ticket.serial)}` }, ticket.serial)),
      h("b", { class: "result" }, ["won", "refund due"].includes(ticket.status) ? `${ticket.status} ${money(ticket.won)}` : ticket.status),
    ),
    h(
      "span",
      {},
      `${marks} · ${money(ticket.price)} · game${ticket.games > 1 ? `s ${ticket.first} to ${ticket.last}` : ` ${ticket.first}`}`,
      ticket.quick_pick ? " · quick pick" : "",
    ),
    ticket.yearly.map((one) =>
      h("span", { class: "yearly" }, `${money(one.amount)} of it from the meter by the year: ${one.payments} of ${one.years} payments made`),
    ),
    acts.length > 0 && h("div", { class: "acts" }, acts),
  );
}
