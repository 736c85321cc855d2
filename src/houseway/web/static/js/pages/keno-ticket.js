// A keno ticket as it is printed, with its serial number as bars, and the slip of a void.

import { get } from "../api.js";
import { kenoBoard } from "../art/keno.js";
import { barcode } from "../art/barcode.js";
import { h } from "../dom.js";
import { counted, money, playerName, wagerName } from "../text.js";

function when(moment) {
  return new Date(moment).toISOString().replace("T", " ").replace(/\.\d+Z$/, " UTC");
}

function field(name, value) {
  return [h("dt", {}, name), h("dd", {}, value)];
}

export async function open(place, { argument }) {
  const ticket = await get("/keno/tickets", { serial: argument });
  const marked = new Set([...ticket.spots, ...Object.values(ticket.groups).flat()]);
  place.append(
    h(
      "header",
      { class: "page-head no-print" },
      h("div", {}, h("h1", {}, "Keno ticket"), h("p", { class: "sub" }, `This ticket is ${ticket.status}.`)),
      h(
        "nav",
        { class: "links", "aria-label": "Ticket" },
        h("a", { href: "#/keno" }, "Keno lounge"),
        h("button", { type: "button", class: "primary", "data-do": "print", onclick: () => print() }, "Print"),
      ),
    ),
    h(
      "article",
      { class: "printed-ticket", "aria-label": `Ticket ${ticket.serial}` },
      h("h2", {}, `${ticket.casino} · Keno`),
      ticket.status === "void" && h("p", { class: "slip" }, `VOID · slip ${ticket.slip} · ${money(ticket.price)} given back`),
      h("p", { class: "serial" }, ticket.serial),
      kenoBoard({ count: 80, marked }),
      Object.entries(ticket.groups).map(([name, held]) => h("p", { class: "marks" }, h("b", {}, `${name}  `), held.join(" "))),
      ticket.spots.length > 0 && h("p", { class: "marks" }, ticket.spots.join(" "), ticket.quick_pick ? "  (quick pick)" : ""),
      h(
        "dl",
        {},
        field("Issued", when(ticket.at)),
        field("Station", ticket.station),
        field("Writer", playerName(ticket.writer)),
        field("Games", `${counted(ticket.games, "game")}: ${ticket.first} to ${ticket.last}`),
        ticket.ways.map((way) =>
          field(`${wagerName(way.kind)} ${way.conditioning}`, `${counted(way.ways, "way")} of ${counted(way.spots, "spot")} at ${money(way.rate)}`),
        ),
        field("Total price", money(ticket.price)),
        field("Redeem until", ticket.expires),
      ),
      ticket.notices.map((notice) => h("p", { class: "notice" }, notice)),
      barcode(ticket.serial),
    ),
  );
  return null;
}
