// The floor: tables, meters as they tick, the ledger and whether it balances, reports, the log of privileged acts.

import { get } from "../api.js";
import { h, show } from "../dom.js";
import { money, moment, title } from "../text.js";

const BEAT = 3000;

function cell(value) {
  if (value === null || value === undefined) return "";
  if (typeof value === "object")
    return Object.entries(value)
      .map(([name, one]) => `${title(name).toLowerCase()} ${cell(one)}`)
      .join(", ");
  return String(value);
}

function tableOf(head, rows, label) {
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": label },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          head.map((one) => h("th", { scope: "col" }, one)),
        ),
      ),
      h("tbody", {}, rows),
    ),
  );
}

function row(...cells) {
  return h(
    "tr",
    {},
    cells.map((one) => h("td", {}, one)),
  );
}

async function tablesPart() {
  const tables = await get("/tables");
  const rows = tables.map((table) =>
    row(
      h("a", { href: `#/table/${table.id}` }, table.name),
      table.game.name,
      `${table.players} of ${table.seats}`,
      table.rounds,
    ),
  );
  return [
    h("h2", {}, "Open tables"),
    tables.length
      ? tableOf(["Table", "Game", "Seats taken", "Rounds"], rows, "Open tables")
      : h("p", {}, "No table is open."),
  ];
}

async function metersPart() {
  const meters = await get("/floor/meters");
  const rows = meters.map((meter) =>
    row(meter.name, h("span", { class: "digits" }, money(meter.shown)), money(meter.seed), `${meter.increment}%`),
  );
  return [
    h("h2", {}, "Meters"),
    meters.length
      ? tableOf(["Meter", "Shows", "Seed", "Share of stakes"], rows, "Meters")
      : h("p", {}, "No meter runs."),
  ];
}

async function booksPart() {
  const [books, lines] = await Promise.all([get("/floor/books"), get("/floor/ledger", { most: 60 })]);
  const rows = lines.map((line) =>
    row(
      moment(line.at),
      line.kind,
      `${line.from} → ${line.to}`,
      h("span", { class: "figure" }, money(line.amount)),
      line.round ? h("a", { href: `#/round/${line.round}` }, line.round) : "",
    ),
  );
  return [
    h("h2", {}, "Ledger"),
    h(
      "p",
      { class: books.balanced ? "balanced" : "adrift" },
      books.balanced ? "The books balance." : `The books are adrift by ${money(books.total)}.`,
    ),
    tableOf(["When", "Kind", "From → to", "Amount", "Round"], rows, "Ledger"),
  ];
}

async function auditPart() {
  const acts = await get("/floor/audit", { most: 40 });
  const rows = acts.map((act) => row(moment(act.at), act.who ?? "", act.act, act.subject));
  return [
    h("h2", {}, "Privileged acts"),
    acts.length ? tableOf(["When", "Who", "Act", "Subject"], rows, "Privileged acts") : h("p", {}, "None yet."),
  ];
}

function listsOf(report) {
  if (Array.isArray(report)) return [["", report]];
  return Object.entries(report).filter(([, value]) => Array.isArray(value));
}

function reportElement(report) {
  const plain = Array.isArray(report) ? [] : Object.entries(report).filter(([, value]) => !Array.isArray(value));
  return [
    plain.length > 0 &&
      h(
        "dl",
        { class: "figures" },
        plain.map(([name, value]) => [h("dt", {}, title(name)), h("dd", {}, cell(value))]),
      ),
    listsOf(report).map(([name, list]) => {
      const heads = [...new Set(list.flatMap((one) => Object.keys(one)))];
      return [
        name && h("h3", {}, title(name)),
        list.length
          ? tableOf(
              heads.map(title),
              list.map((one) => row(...heads.map((head) => cell(one[head])))),
              title(name) || "Report",
            )
          : h("p", { class: "tip" }, "Nothing to report."),
      ];
    }),
  ];
}

function reportsPart() {
  const body = h("div", { "aria-live": "polite" });
  const choice = h(
    "select",
    { onchange: () => draw() },
    ["results", "agp", "meters", "jackpots"].map((name) =>
      h("option", { value: name }, name === "agp" ? "Adjusted gross proceeds" : title(name)),
    ),
  );
  const saved = h("a", { download: "" }, "Save as CSV");
  const draw = async () => {
    saved.href = `/api/floor/reports/${choice.value}?format=csv`;
    try {
      show(body, reportElement(await get(`/floor/reports/${choice.value}`)));
    } catch (error) {
      show(body, h("p", { class: "fault" }, error.message));
    }
  };
  draw();
  return [h("h2", {}, "Reports"), h("div", { class: "row" }, h("label", {}, "Report", choice), saved), body];
}

export async function open(place) {
  const parts = [tablesPart, metersPart, booksPart, auditPart].map((make) => ({
    make,
    element: h("section", { class: `panel stacked${make === booksPart ? " wide" : ""}` }),
  }));
  const refresh = () =>
    Promise.all(
      parts.map(async ({ make, element }) => {
        try {
          const left = element.querySelector(".scroll")?.scrollTop ?? 0;
          show(element, await make());
          const scroll = element.querySelector(".scroll");
          if (scroll) scroll.scrollTop = left;
        } catch (error) {
          show(element, h("p", { class: "fault" }, error.message));
        }
      }),
    );
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
    ),
    h(
      "div",
      { class: "floor-grid" },
      parts.map((part) => part.element),
      h("section", { class: "panel stacked wide" }, reportsPart()),
    ),
  );
  await refresh();
  const beat = setInterval(refresh, BEAT);
  return () => clearInterval(beat);
}
