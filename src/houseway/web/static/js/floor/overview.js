// The floor at a glance: what stands where, the open tables, the meters as they tick.

import { get } from "../api.js";
import { h, show } from "../dom.js";
import { familyName, money } from "../text.js";
import { figures, ledgerLink, meterName } from "./grid.js";

const BEAT = 2000;

function sum(accounts, ...kinds) {
  return accounts.filter((one) => kinds.includes(one.kind)).reduce((total, one) => total + one.balance, 0);
}

/** A table; what its boxes hold and its ledger for those to whom the books are open. */
function tableCard(table, accounts, rights) {
  const reads = rights.includes("read");
  const own = accounts.filter((one) => one.table === table.id);
  return h(
    "li",
    { class: "game" },
    h("p", { class: "meta" }, `${familyName(table.game.family)} · `, h("span", { class: "whole" }, table.game.rule)),
    h("h3", {}, table.name),
    h(
      "dl",
      { class: "figures" },
      h("dt", {}, "Seats taken"),
      h("dd", {}, `${table.players} of ${table.seats}`),
      h("dt", {}, "Rounds"),
      h("dd", {}, table.rounds),
      reads && [
        h("dt", {}, "Tray"),
        h("dd", {}, money(sum(own, "inventory", "bank"))),
        h("dt", {}, "Drop box"),
        h("dd", {}, money(sum(own, "drop"))),
      ],
    ),
    h(
      "div",
      { class: "links" },
      (reads || rights.includes("deal")) &&
        h("a", { class: "go", href: `#/floor/table/${table.id}`, "aria-label": `Run ${table.name}` }, "Run"),
      h("a", { href: `#/table/${table.id}`, "aria-label": `Watch ${table.name}` }, "Watch"),
      reads && h("a", { href: ledgerLink({ table: table.id }), "aria-label": `Ledger of ${table.name}` }, "Ledger"),
    ),
  );
}

/** A meter like the sign above a table; `before` is what it showed a moment ago. */
function meterSign(meter, before) {
  const ticked = before !== undefined && before !== meter.shown;
  return h(
    "li",
    { class: ticked ? "sign ticked" : "sign" },
    h("span", {}, meterName(meter.name)),
    h("b", { class: "digits" }, money(meter.shown)),
    h("small", {}, `starts at ${money(meter.seed)} · grows by ${meter.increment}% of the stakes`),
  );
}

export async function overview(place, { user }) {
  const strip = h("div");
  const reminders = h("div", { role: "status", "aria-label": "What is due" });
  const tables = h("ul", { class: "games" });
  const meters = h("ul", { class: "sign-row", tabindex: "0", "aria-label": "Meters" });
  let shown = new Map();
  const refresh = async () => {
    const reads = user?.rights.includes("read");
    const due = user?.rights.includes("deal") ? await get("/floor/equipment/due") : [];
    show(
      reminders,
      due.map((one) =>
        h(
          "p",
          { class: "adrift due" },
          h("a", { href: `#/floor/table/${one.table}` }, one.name),
          `: ${one.text}. `,
          h("a", { class: "cite", href: `#/rules/${encodeURIComponent(one.rule)}` }, one.rule),
        ),
      ),
    );
    const [open, known, accounts, books] = await Promise.all([
      get("/tables"),
      get("/floor/meters"),
      reads ? get("/floor/accounts") : [],
      reads ? get("/floor/books") : null,
    ]);
    const running = known.filter((meter) => meter.status === "running");
    if (books)
      show(
        strip,
        figures([
          ["Open tables", open.length],
          ["Players seated", open.reduce((total, table) => total + table.players, 0)],
          ["In the trays", sum(accounts, "inventory", "bank"), ledgerLink({ account: "inventory" })],
          ["In the drop boxes", sum(accounts, "drop"), ledgerLink({ account: "drop" })],
          ["On the layouts", sum(accounts, "layout"), ledgerLink({ account: "layout" })],
          [
            "In meters and jackpots",
            sum(accounts, "meter", "reserve", "hidden", "jackpot"),
            "#/floor/reports/jackpots",
          ],
        ]),
        h(
          "p",
          { class: books.balanced ? "balanced" : "adrift", role: "status" },
          books.balanced ? "The books balance." : `The books are adrift by ${money(books.total)}.`,
        ),
      );
    show(
      tables,
      open.map((table) => tableCard(table, accounts, user?.rights ?? [])),
    );
    show(
      meters,
      running.length
        ? running.map((meter) => meterSign(meter, shown.get(meter.id)))
        : h("li", { class: "tip" }, "No meter runs."),
    );
    shown = new Map(running.map((meter) => [meter.id, meter.shown]));
    if (!open.length)
      show(
        tables,
        h(
          "li",
          { class: "tip" },
          "No table is open. ",
          user?.rights.includes("open") && h("a", { href: "#/floor/open" }, "Open one."),
        ),
      );
  };
  place.append(h("h2", { class: "print-only" }, "The floor at a glance"), reminders, strip, h("h2", {}, "Meters"), meters, h("h2", {}, "Open tables"), tables);
  await refresh();
  return { refresh, beat: BEAT };
}
