// A strategy as the solver gives it: short rules as tables, charts as squares, and what is said beside them.

import { h } from "./dom.js";
import { percent, title } from "./text.js";

const SAID = {
  agreement: "Hands that these rules play as the exact strategy does",
  hands_played_better_otherwise: "Hands that these rules misplay",
  cost_of_the_rules: "What these rules give away",
  house_edge_by_chart: "House edge by this chart",
  house_edge_by_the_house_way: "House edge by the house way",
};
const HIDDEN = new Set(["chart", "rules", "legend", "note", "frequency"]);

function isMapping(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** Whether rows of a mapping have the same columns with a word in each. */
function isChart(value) {
  if (!isMapping(value)) return false;
  const rows = Object.values(value);
  if (rows.length < 2 || !rows.every(isMapping)) return false;
  const columns = Object.keys(rows[0]).join();
  return rows.every(
    (row) => Object.keys(row).join() === columns && Object.values(row).every((one) => typeof one === "string"),
  );
}

function table(head, rows, figures = []) {
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": head.filter(Boolean).join(", ") || "Table" },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          head.map((one, at) => h("th", { scope: "col", class: figures.includes(at) ? "figure" : null }, one)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            "tr",
            {},
            row.map((cell, at) => h("td", { class: figures.includes(at) ? "figure" : null }, cell)),
          ),
        ),
      ),
    ),
  );
}

const RANKS = "AKQJT98765432";

/** The keys of a chart; those of a square of ranks from the ace down, which an object does not keep. */
function ordered(keys, others) {
  const square = keys.includes("A") && [...keys].sort().join() === [...others].sort().join();
  return square ? [...keys].sort((one, other) => RANKS.indexOf(one) - RANKS.indexOf(other)) : keys;
}

/** Rows of figures: shares as percentages, other numbers with their commas. */
function figuresElement(value) {
  const columns = Object.keys(Object.values(value)[0]);
  const worded = (name, text) => (name === "probability" ? percent(Number(text), 4) : text);
  return table(
    ["", ...columns.map((name) => (name === "probability" ? "Chance" : title(name)))],
    Object.entries(value).map(([name, row]) => [
      h("b", {}, title(name)),
      ...columns.map((column) => worded(column, row[column])),
    ]),
    columns.map((_, at) => at + 1),
  );
}

/** `bet 3x` as it is read: `bet 3×`. */
function times(text) {
  return text.replace(/(\d)x\b/g, "$1×");
}

/** A number whose decimals are left out on a telephone. */
function figureWords(mark) {
  const [whole, decimals] = mark.split(".");
  return [whole, decimals && h("span", { class: "broad" }, `.${decimals}`)];
}

/** Cells of numbers are tinted by their size, cells of moves by the move. */
function chartElement(value, legend = {}) {
  const across = Object.keys(Object.values(value)[0]);
  const down = Object.keys(value);
  const columns = ordered(across, down);
  const numbers = Object.values(value).flatMap((row) => Object.values(row).filter(Boolean).map(Number));
  const most = numbers.every(Number.isFinite) ? Math.max(...numbers) : 0;
  const short = down.every((name) => name.length < 4);
  const kinds = ["chart", most && "heat", short && "even", columns.length > 12 && "square"].filter(Boolean);
  const cell = (mark) => {
    const moves = !most && mark;
    const made = h("td", { "data-move": moves ? mark[0] : null, "data-means": moves ? (legend[mark] ?? null) : null }, most ? figureWords(mark) : times(mark));
    if (most && mark) made.style.setProperty("--heat", `${Math.round((70 * Number(mark)) / most)}%`);
    return made;
  };
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": "Chart" },
    h(
      "table",
      { class: kinds.join(" ") },
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
      h(
        "tbody",
        {},
        ordered(down, across).map((name) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, name),
            columns.map((column) => cell(value[name][column])),
          ),
        ),
      ),
    ),
  );
}

function rulesElement(rules) {
  if (!rules.every(isMapping))
    return h(
      "ul",
      { class: "rules" },
      rules.map((one) => h("li", {}, isMapping(one) ? `${one.do}: ${one.when}` : String(one))),
    );
  const chances = rules.every((one) => /^1 in /.test(one.do));
  return table(
    chances ? ["Hand", "Chance", "Share"] : ["When", "Do", "Hands"],
    rules.map((one) => [
      chances ? title(one.when) : (one.when ?? ""),
      h("b", { class: "do" }, chances ? one.do.replace(/\.0$/, "") : times(title(one.do ?? ""))),
      one.share === undefined ? "" : percent(one.share, 2),
    ]),
    [2],
  );
}

function plain(value) {
  if (typeof value === "number")
    return Math.abs(value) <= 1
      ? percent(value, value && Math.abs(value) < 1e-4 ? 5 : 3)
      : value.toLocaleString("en-US");
  if (Array.isArray(value)) return value.map(plain).join(", ");
  return isMapping(value)
    ? Object.entries(value)
        .map(([name, one]) => `${title(name).toLowerCase()} ${plain(one)}`)
        .join("; ")
    : String(value);
}

function legendElement(legend) {
  return h(
    "dl",
    { class: "legend" },
    Object.entries(legend).map(([mark, meaning]) => h("div", {}, h("dt", {}, times(mark)), h("dd", {}, times(meaning)))),
  );
}

/** What each situation asks for, where each is a list. */
function bySituation(value) {
  return table(
    ["Situation", "Play"],
    Object.entries(value).map(([name, said]) => [h("b", {}, title(name)), said.map(plain).join("; ")]),
  );
}

function part(name, value, level) {
  const heading = name && h(level < 2 ? "h3" : "h4", {}, title(name));
  if (isChart(value))
    return h("section", {}, heading, "probability" in Object.values(value)[0] ? figuresElement(value) : chartElement(value));
  if (name === "legend" && isMapping(value)) return h("section", {}, heading, legendElement(value));
  if (Array.isArray(value)) return h("section", {}, heading, rulesElement(value));
  if (!isMapping(value)) return null;
  if (Object.keys(value).length && Object.values(value).every(Array.isArray) && !("rules" in value))
    return h("section", {}, heading, bySituation(value));
  return h("section", { class: level ? "street" : null }, heading, parts(value, level + 1));
}

/** Rules and charts first, then the parts, then figures and notes. */
function parts(value, level) {
  const nested = Object.entries(value).filter(
    ([name, one]) =>
      !HIDDEN.has(name) &&
      (Array.isArray(one) || (isMapping(one) && Object.values(one).some((inner) => typeof inner === "object"))),
  );
  const figures = Object.entries(value).filter(
    ([name]) => !HIDDEN.has(name) && !nested.some(([other]) => other === name),
  );
  return [
    value.frequency &&
      h(
        "p",
        { class: "tip" },
        Object.entries(value.frequency)
          .filter(([, share]) => share > 0)
          .map(([move, share]) => `${times(title(move))} ${percent(share, 1)}`)
          .join(" · "),
      ),
    value.chart && chartElement(value.chart, value.legend),
    value.note && h("p", { class: "tip" }, `${title(value.note)}.`),
    value.legend && legendElement(value.legend),
    value.rules && (isMapping(value.rules) ? bySituation(value.rules) : rulesElement(value.rules)),
    nested.map(([name, one]) => part(name, one, level)),
    figures.length > 0 &&
      h(
        "dl",
        { class: "figures" },
        figures.map(([name, one]) => [h("dt", {}, SAID[name] ?? title(name)), h("dd", {}, plain(one))]),
      ),
  ];
}

export function strategyElement(value) {
  if (Array.isArray(value)) return rulesElement(value);
  if (!isMapping(value)) return h("p", {}, String(value));
  if (isChart(value)) return chartElement(value);
  return h("div", { class: "strategy-parts" }, parts(value, 0));
}
