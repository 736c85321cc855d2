// Tables of figures on the floor, and the names of accounts and causes in words.

import { h, stacks } from "../dom.js";
import { money, playerName, seatName, title, wagerName } from "../text.js";

/** A table with a head; cells are texts or nodes, and those marked `right` stand right. */
export function grid(label, head, rows, right = []) {
  const kind = (at) => (right.includes(at) ? "figure" : null);
  return h(
    "div",
    {
      class: `scroll${head.length > 4 ? " wide" : ""}${head.length > 9 ? " landscape" : ""}`,
      tabindex: "0",
      role: "region",
      "aria-label": label,
    },
    stacks(h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          head.map((one, at) => h("th", { scope: "col", class: kind(at) }, one)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            "tr",
            {},
            row.map((cell, at) => h("td", { class: kind(at) }, cell)),
          ),
        ),
      ),
    )),
  );
}

/** The address of ledger lines. */
export function ledgerLink(query) {
  const given = Object.entries(query).filter(([, value]) => value !== "" && value !== undefined && value !== null);
  return `#/floor/ledger?${new URLSearchParams(given)}`;
}

const PLACES = {
  inventory: "Tray",
  drop: "Drop box",
  layout: "Layout",
  rake: "Rake",
  collection: "Collection",
  jackpot: "Jackpot pool",
  due: "Awards due",
  fund: "Jackpot fund",
  seeding: "Next jackpot",
  deposit: "Kept for a link",
  licensee: "Other licensees",
  bank: "Player-dealer's bank",
  fees: "Tournament fees",
  house: "Cage",
  promotional: "Promotions",
};

/** A meter's name: the table and the level in words. */
export function meterName(name) {
  return name.replace(/(?<=: )[\w-]+$/, (level) => wagerName(level));
}

const KINDS = { player: "Wallets", stack: "Chips at seats", meter: "Meters", reserve: "Reserves", hidden: "Hidden parts" };

/** A kind of account, whosever it is. */
export function kindName(kind) {
  return KINDS[kind] ?? PLACES[kind] ?? title(kind);
}

/** How an account is called: its place, and whose or which table's it is. */
export function accountName(account, meters = []) {
  const parts = account.name.split("/");
  if (account.kind === "player") return `Wallet of ${playerName(account.player ?? "somebody")}`;
  if (account.kind === "stack") return `Chips of ${seatName(Number(parts[2])).toLowerCase()}, ${account.table_name}`;
  if (["meter", "reserve", "hidden"].includes(account.kind)) {
    const meter = meters.find((one) => one.id === Number(parts[1]));
    return `${title(account.kind)}: ${meter ? meterName(meter.name) : parts[1]}`;
  }
  const place = PLACES[account.kind] ?? title(account.kind);
  return account.table_name ? `${place}, ${account.table_name}` : place;
}

/** A strip of large figures; each may lead to the lines behind it. */
export function figures(list) {
  return h(
    "dl",
    { class: "strip" },
    list.map(([name, value, link]) =>
      h(
        "div",
        {},
        h("dt", {}, name),
        h("dd", {}, link ? h("a", { href: link }, typeof value === "number" ? money(value) : value) : value),
      ),
    ),
  );
}
