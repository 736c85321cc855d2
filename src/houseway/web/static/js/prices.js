// Prices asked for until they are there.

import { get, post } from "./api.js";
import { h, stacks } from "./dom.js";
import { percent, title } from "./text.js";

const PAUSE = 700;

/** How proposed pay tables are ranked, and which of their prices are new. */
const RANKED = "Fewest changed rows first, then nearest to the middle; bold: another price than today.";

async function until(ask, told, left) {
  for (;;) {
    const found = await ask();
    if (left()) return null;
    if (found.state !== "computing") return found;
    told(found.done);
    await new Promise((go) => setTimeout(go, PAUSE));
    if (left()) return null;
  }
}

/** What a GET route gives once the work is done; `told` hears the share that is done. */
export function whenReady(path, query, told = () => {}, left = () => false) {
  return until(() => get(path, { ...query, wait: 1 }), told, left);
}

/** What a POST route gives once the work is done. */
export function whenDone(path, body, told = () => {}, left = () => false) {
  return until(() => post(path, { ...body, wait: 1 }), told, left);
}

/** Proposed pay tables, ranked; `use` takes one of them. */
export function proposalsElement(proposals, use = null) {
  const hands = Object.keys(proposals[0].pays);
  const heads = ["House edge", "Hits", "Deviation", ...hands.map(title)];
  const figure = (content) => h("td", { class: "figure" }, content);
  const tables = h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": "Proposed pay tables" },
    stacks(h(
      "table",
      { class: "proposals" },
      h("thead", {}, h("tr", {}, use && h("th", { scope: "col" }), heads.map((head) => h("th", { scope: "col", class: "figure" }, head)))),
      h(
        "tbody",
        {},
        proposals.map((one) =>
          h(
            "tr",
            {},
            use && h("td", {}, h("button", { type: "button", class: "quiet", disabled: !one.changed.length, onclick: () => use(one) }, "Use")),
            [percent(one.house_edge, 3), percent(one.hit_frequency, 2), one.std_dev.toFixed(3)].map(figure),
            hands.map((hand) => figure(one.changed.includes(hand) ? h("strong", {}, one.pays[hand]) : one.pays[hand])),
          ),
        ),
      ),
    )),
  );
  return [tables, h("p", { class: "tip" }, RANKED)];
}
