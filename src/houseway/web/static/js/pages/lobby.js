// The lobby: the open tables, one's own first, with a way to sit down or watch.

import { get, session } from "../api.js";
import { h, show, stacks } from "../dom.js";
import { familyName, gameLink, tableName } from "../text.js";

const BEAT = 4000;

function line(table) {
  const free = table.seats - table.players;
  return h(
    "tr",
    { "data-table": table.id, class: table.yours ? "yours" : null },
    h("th", { scope: "row" }, h("a", { href: `#/table/${table.id}` }, tableName(table.name, table.game.name))),
    h(
      "td",
      {},
      h("a", { href: gameLink("sheet", table.game.id) }, table.game.name),
      !table.game.name.toLowerCase().includes(familyName(table.game.family).toLowerCase()) && h("small", { class: "tip" }, ` ${familyName(table.game.family)}`),
    ),
    h("td", { class: "figure" }, `${table.players} of ${table.seats}`),
    h("td", { class: "figure" }, table.rounds),
    h("td", {}, h("a", { class: "button", href: `#/table/${table.id}` }, table.yours ? "Go on" : free ? "Join" : "Watch")),
  );
}

function list(title, tables, none) {
  return h(
    "section",
    { class: "panel", "aria-label": title },
    h("h2", {}, title),
    tables.length
      ? h(
          "div",
          { class: "scroll", tabindex: "0", role: "region", "aria-label": title },
          stacks(h(
            "table",
            {},
            h("thead", {}, h("tr", {}, ["Table", "Game", "Players", "Rounds", ""].map((head, at) => h("th", { scope: "col", class: at === 2 || at === 3 ? "figure" : null }, head)))),
            h("tbody", {}, tables.map(line)),
          )),
        )
      : h("p", { class: "tip" }, none),
  );
}

/** @param {HTMLElement} place */
export async function open(place) {
  const body = h("div", { class: "stacked" });
  place.append(
    h("header", { class: "page-head" }, h("div", {}, h("h1", {}, "Tables"), h("p", { class: "sub" }, "Open now. A table that nobody plays at closes by itself."))),
    body,
  );
  const { user } = await session();
  // With accounts the house opens the tables.
  const opens = user?.role !== "player";
  const refresh = async () => {
    const tables = (await get("/tables")).filter((table) => table.purpose === "game" || (table.purpose === "tournament" && table.yours));
    const own = tables.filter((table) => table.yours);
    const others = tables.filter((table) => !table.yours);
    show(
      body,
      list("Your tables", own, `You sit at no table. ${opens ? "Choose a game to open one." : others.length ? "Join one of the others." : "The house opens them."}`),
      list("Other tables", others, "No other table is open."),
    );
  };
  await refresh();
  const timer = setInterval(() => refresh().catch(() => null), BEAT);
  return () => clearInterval(timer);
}
