// A strategy as the solver gives it: short rules as lists, a chart as a table.

import { h } from "./dom.js";
import { percent, title } from "./text.js";

function isMapping(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** Whether rows of a mapping have the same columns with a word in each. */
function isChart(value) {
  const rows = Object.values(value);
  if (rows.length < 2 || !rows.every(isMapping)) return false;
  const columns = Object.keys(rows[0]).join();
  return rows.every(
    (row) => Object.keys(row).join() === columns && Object.values(row).every((one) => typeof one === "string"),
  );
}

function chartElement(value) {
  const columns = Object.keys(Object.values(value)[0]);
  const rows = Object.entries(value).map(([name, row]) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, name),
      columns.map((column) => h("td", { "data-move": row[column][0] }, row[column])),
    ),
  );
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": "Chart" },
    h(
      "table",
      { class: "chart" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("td"),
          columns.map((column) => h("th", { scope: "col" }, column)),
        ),
      ),
      h("tbody", {}, rows),
    ),
  );
}

/** A strategy, or a part of one. */
export function strategyElement(value) {
  if (Array.isArray(value))
    return h(
      "ul",
      {},
      value.map((one) => h("li", {}, strategyElement(one))),
    );
  if (typeof value === "number" && !Number.isInteger(value)) return percent(value, 4);
  if (!isMapping(value)) return String(value);
  if (isChart(value)) return chartElement(value);
  const parts = Object.entries(value).map(([name, one]) =>
    h("div", {}, h("dt", {}, title(name)), h("dd", {}, strategyElement(one))),
  );
  return h("dl", {}, parts);
}
