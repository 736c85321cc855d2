// The floor: tables to open and run, meters as they tick, the ledger, reports, the log of privileged acts.

import { closedTo, session } from "../api.js";
import { h } from "../dom.js";
import { cage } from "../floor/cage.js";
import { desk } from "../floor/desk.js";
import { jackpots, notice } from "../floor/jackpots.js";
import { account, ledger, log } from "../floor/ledger.js";
import { opening } from "../floor/opening.js";
import { overview } from "../floor/overview.js";
import { approvals, people } from "../floor/people.js";
import { reports } from "../floor/reports.js";

/** @type {Record<string, [string, (place: HTMLElement, given: any) => Promise<any>, string]>} */
const PARTS = {
  "": ["At a glance", overview, ""],
  open: ["Open a table", opening, "open"],
  jackpots: ["Jackpots", jackpots, ""],
  cage: ["Cage", cage, "read"],
  ledger: ["Ledger", ledger, "read"],
  reports: ["Reports", reports, "read"],
  log: ["Log", log, "read"],
  approvals: ["Approvals", approvals, "fill"],
  people: ["People", people, "people"],
};
const INNER = { table: desk, account, notice };

export async function open(place, { argument, query }) {
  const [name = "", id = ""] = argument.split("/");
  const { user } = await session();
  const [heading, shown, right] = PARTS[name] ?? PARTS[""];
  const part = INNER[name] ?? shown;
  if (right && !user?.rights.includes(right)) throw closedTo(heading, user);
  const body = h("div", { class: "stacked floor-body" });
  place.append(
    h(
      "header",
      { class: "page-head" },
      h(
        "div",
        {},
        h("h1", {}, "Floor"),
        h("p", { class: "sub" }, "Tables, meters, books and reports; the figures follow the ledger."),
      ),
      h(
        "nav",
        { class: "links", "aria-label": "Floor" },
        Object.entries(PARTS)
          .filter(([, [, , right]]) => !right || user?.rights.includes(right))
          .map(([key, [text]]) =>
            h("a", { href: `#/floor${key ? `/${key}` : ""}`, "aria-current": key === name ? "page" : null }, text),
          ),
        user?.rights.includes("deal") && h("a", { href: "#/keno-desk" }, "Keno desk"),
        user?.rights.includes("read") && h("a", { href: "#/surveillance" }, "Surveillance"),
        user?.rights.includes("read") && h("a", { href: "#/cases" }, "Cases"),
      ),
    ),
    body,
  );
  const { refresh, beat } = await part(body, { user, id, query });
  if (!refresh) return null;
  let waiting = false;
  const timer = setInterval(async () => {
    if (waiting || document.hidden) return;
    waiting = true;
    try {
      await refresh();
    } catch {
      // The next beat reads again; a server that is gone is told by what the visitor does.
    }
    waiting = false;
  }, beat);
  return () => clearInterval(timer);
}
