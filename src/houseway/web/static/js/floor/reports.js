// Reports of the floor: every figure leads to the ledger lines it is the sum of.

import { get } from "../api.js";
import { h } from "../dom.js";
import { money, moment, percent, title, withNames } from "../text.js";
import { grid, ledgerLink, meterName } from "./grid.js";

const REPORTS = {
  results: ["Results", "By table and day: what was dropped, won and raked."],
  agp: ["Adjusted gross proceeds", "By table, with the figures of the formula."],
  classes: ["Classes", "Proceeds by the class of the games; a combination game counts as blackjack or as poker."],
  tips: ["Tip boxes", "What came into the dealers' tip boxes, what was counted out, and what they hold."],
  meters: ["Meters", "Every movement of every meter."],
  jackpots: ["Jackpot liability", "What is owed to players in meters and jackpot pools."],
  keno: ["Keno", "Tickets, winning tickets, writes and pay-outs by shift, day, month and year to date."],
  "keno-winners": ["Keno winners", "Every winning ticket: when, which, how much, and whether it was paid."],
  "keno-runners": ["Keno runners", "What a runner verifies a winning ticket by; serial numbers are masked."],
  "keno-games": ["Keno games", "When each game closed, its numbers and what was won in it."],
  "keno-voids": ["Keno voids", "Voided tickets by station, with their slips."],
  "keno-drawers": ["Keno drawers", "Imprest, what came and went, what should be there, what was counted."],
  "keno-exceptions": ["Keno exceptions", "Voids, overrides, changes of parameters, suspensions, payments by hand."],
  tournaments: ["Tournaments", "By month: entries, entry fees (the proceeds), buy-ins, prizes, sums to and from other events."],
  "tournament-receipts": ["Tournament receipts", "Every entry, re-buy and prize, with who attests to it."],
  "keno-promotions": ["Keno promotions", "Promotional pay-outs and who signed them."],
  awards: ["Awards", "Awards paid at once, and those that waited for a supervisor's approval with what became of them."],
  link: ["Wide-area links", "What each licensee and location has put in, and its part of the awards."],
  reserve: ["Reserves of links", "The funds that are required for awards of links, and those that are kept."],
};
const HEADS = { agp: "Proceeds", name: "Table", credit_slips: "Credits", coupons: "Coupons", at: "When" };
const HIDDEN = new Set(["table", "line", "entry", "event", "game"]);
// Which ledger lines a figure adds up.
const BEHIND = {
  drop: { account: "drop" },
  win: { account: "inventory" },
  rake: { account: "rake" },
  collection: { account: "collection" },
  opening_bankroll: { kind: "opening" },
  closing_bankroll: { account: "inventory" },
  fills: { kind: "fill" },
  credit_slips: { kind: "credit" },
  coupons: { kind: "coupon" },
  tournament_fees: { kind: "tournament fee" },
  writes: { kind: "writes" },
  pay_outs: { kind: "pay outs" },
  agp: {},
};

// Numbers that are not amounts.
const PLAIN = new Set(["desk", "station", "slip", "ticket", "tickets", "winning", "voided", "winners", "entries", "place", "tables"]);

function cell(name, value, line, span, meters) {
  if (value === null || value === undefined) return "";
  if (name === "meter") return meters.get(Number(String(value).split("/")[1])) ?? value;
  if (name === "at" && typeof value === "number") return moment(value);
  if (PLAIN.has(name)) return String(value);
  if (name === "round")
    return h("a", { href: `#/round/${value}`, "aria-label": `Replay round ${value}` }, `Round ${value}`);
  if (name === "rounds") return h("a", { href: `#/history?table=${line.table}` }, value);
  if (name === "hold") return percent(value, 1);
  if (name === "name") return line.table ? h("a", { href: `#/floor/table/${line.table}` }, value) : meterName(value);
  if (typeof value !== "number") return name === "kind" ? title(value) : withNames(String(value));
  if (!value) return "–";
  if (name in BEHIND && line.table) {
    const days = line.day ? { first: line.day, last: line.day } : span;
    return h("a", { href: ledgerLink({ table: line.table, ...BEHIND[name], ...days }) }, money(value));
  }
  return money(value);
}

/** What the rows have in common, in the order they give it; amounts that no row has are left to the file. */
function columns(report) {
  const names = new Set(report.flatMap((line) => Object.keys(line).filter((name) => line[name] || PLAIN.has(name))));
  const last = ["agp", "rule"].filter((name) => names.delete(name));
  return [...names, ...last].filter((name) => !HIDDEN.has(name));
}

export async function reports(place, { id, query }) {
  const name = id && id in REPORTS ? id : "results";
  const shift = query.get("shift") ?? "";
  const span = shift ? { shift } : { first: query.get("first") ?? "", last: query.get("last") ?? "" };
  const [report, running, shifts] = await Promise.all([
    get(`/floor/reports/${name}`, span),
    get("/floor/meters"),
    get("/floor/shifts"),
  ]);
  const chosen = h(
    "select",
    { name: "shift" },
    h("option", { value: "" }, "by days"),
    shifts.map((one) => h("option", { value: String(one.id), selected: String(one.id) === shift }, `${one.name}, ${moment(one.opened)}`)),
  );
  const meters = new Map(running.map((meter) => [meter.id, meterName(meter.name)]));
  const first = h("input", { type: "date", name: "first", value: span.first });
  const last = h("input", { type: "date", name: "last", value: span.last });
  const days = (event) => {
    event.preventDefault();
    const given = [
      ["first", first.value],
      ["last", last.value],
      ["shift", chosen.value],
    ].filter(([, value]) => value);
    location.hash = `#/floor/reports/${name}?${new URLSearchParams(given)}`;
  };
  const csv = new URLSearchParams([...Object.entries(span).filter(([, value]) => value), ["format", "csv"]]);
  // One paragraph for every line stands above them.
  const rules = [...new Set(report.map((line) => line.rule).filter(Boolean))];
  const heads = columns(report).filter((head) => head !== "rule" || rules.length > 1);
  const right = heads.flatMap((head, at) =>
    report.some((line) => typeof line[head] === "number" && head !== "at" && head !== "round") ? [at] : [],
  );
  place.append(
    h("h2", {}, REPORTS[name][0]),
    h(
      "nav",
      { class: "links", "aria-label": "Reports" },
      Object.entries(REPORTS).map(([one, [text]]) =>
        h("a", { href: `#/floor/reports/${one}`, "aria-current": one === name ? "page" : null }, text),
      ),
    ),
    h(
      "form",
      { class: "row", onsubmit: days },
      h("label", {}, "From day", first),
      h("label", {}, "To day", last),
      shifts.length > 0 && h("label", {}, "Shift", chosen),
      h("button", { type: "submit" }, "Show"),
      h("a", { class: "button", href: `/api/floor/reports/${name}?${csv}`, download: `${name}.csv` }, "Save as CSV"),
    ),
    h("p", { class: "tip" }, `${REPORTS[name][1]} Every figure leads to the lines of the ledger behind it.${rules.length === 1 ? ` ${rules[0]}` : ""}`),
    report.length
      ? h(
          "div",
          { class: "panel" },
          grid(
            REPORTS[name][0],
            heads.map((head) => HEADS[head] ?? title(head)),
            report.map((line) => heads.map((head) => cell(head, line[head], line, span, meters))),
            right,
          ),
        )
      : h("p", { class: "panel" }, "Nothing to report for these days."),
  );
  return {};
}
