// The rule sheet: every statement and table of a game with its paragraph.

import { get } from "../api.js";
import { documentText } from "../document.js";
import { h, stacks } from "../dom.js";
import { houseForm } from "../house.js";
import { familyName, gameLink, title } from "../text.js";

/** A cell as it is read: a name of the file in words, large where it heads its row. */
function worded(cell, named) {
  if (/^(true|false)(, (true|false))*$/.test(cell)) return cell.replaceAll("true", "yes").replaceAll("false", "no");
  const words = cell.replace(/\b[a-z0-9]+(_[a-z0-9]+)+\b/g, (name) => title(name).toLowerCase());
  return named ? title(words) : words;
}

/** Which of the sheet's rules a paragraph points to: itself, else the nearest that holds it or is held by it. */
function pointedAt(sheet, paragraph) {
  if (!paragraph) return new Set();
  const rules = sheet.sections.flatMap((section) => [
    ...section.statements.map((one) => one.rule),
    ...section.grids.flatMap((grid) => grid.rows.flat()),
  ]);
  if (rules.includes(paragraph)) return new Set([paragraph]);
  const known = [...new Set(rules)].filter((rule) => /^[A-Z]{2} .*\d/.test(rule ?? ""));
  const parts = (rule) => rule.split(/, (?=[A-Z]{2} )/);
  const shared = (rule) =>
    Math.max(
      ...parts(rule).flatMap((one) =>
        parts(paragraph).map((other) =>
          one.startsWith(other) || other.startsWith(one) ? Math.min(one.length, other.length) : 0,
        ),
      ),
    );
  const most = Math.max(0, ...known.map(shared));
  return new Set(most ? known.filter((rule) => shared(rule) === most) : []);
}

const PRICE = /^(\S+)( (?:to|for) 1)$/;
const NARROW = 34; // signs that stand beside each other on a telephone, besides the space between columns
const BETWEEN = 2;

/** What every price of a table is to, ` to 1` or ` for 1`; empty where they differ or stand in one column only. */
function sharedUnit(grid) {
  const prices = grid.rows.flatMap((row) => row.slice(1)).filter((cell) => cell && cell !== "-");
  const units = new Set(prices.map((cell) => PRICE.exec(cell)?.[2] ?? ""));
  return grid.head.length > 2 && units.size === 1 ? [...units][0] : "";
}

/** Whether the columns of a table stand beside each other on a telephone: text may be broken, prices may not. */
function isNarrow(grid, unit) {
  if (grid.head[0] === "option" || grid.head[0] === "printed") return false;
  const longest = (cell) => (PRICE.test(cell) ? cell.length - unit.length : Math.max(...cell.split(/[ ,-]/).map((word) => word.length)));
  const widths = grid.head.map((head, at) => Math.max(head.length, ...grid.rows.map((row) => longest(row[at] ?? ""))));
  return widths.reduce((sum, width) => sum + width + BETWEEN, 0) <= NARROW;
}

/** A cell; where all prices are to one the page of a telephone says so once, below the table. */
function priceWords(cell, unit) {
  return unit && cell.endsWith(unit) ? [cell.slice(0, -unit.length), h("span", { class: "broad" }, unit)] : cell;
}

function gridElement(grid, cited) {
  const unit = sharedUnit(grid);
  const schedules = / \(schedules /.test(grid.title);
  const titled = grid.head[0] !== "printed";
  const table = h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        grid.head.map((head) => h("th", { scope: "col" }, head.charAt(0).toUpperCase() + head.slice(1))),
      ),
    ),
    h(
      "tbody",
      {},
      grid.rows.map((row) =>
        h(
          "tr",
          { class: row.some((one) => cited.has(one)) ? "cited" : null },
          row.map((cell, at) =>
            !at && titled
              ? h("th", { scope: "row" }, worded(cell, grid.head[0] === "option"))
              : h("td", { class: PRICE.test(cell) ? "price-of" : null }, priceWords(worded(cell, false), unit)),
          ),
        ),
      ),
    ),
  );
  const narrow = isNarrow(grid, unit);
  return h(
    "div",
    { class: "grid-of" },
    h("h3", {}, title(grid.title), " ", grid.rule && h("span", { class: "cite" }, grid.rule)),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": title(grid.title) },
      narrow ? table : stacks(table, schedules ? "Schedule " : ""),
    ),
    narrow && unit && h("p", { class: "remarks narrow" }, `All prices are ${unit.trim()}.`),
    grid.remarks.length > 0 && h("p", { class: "remarks" }, grid.remarks.join("; ")),
  );
}

/** A citation that leads to the map of the rules, with the words of the paragraph where the server has them. */
function citeElement(rule, words) {
  const link = h("a", { class: "cite", href: `#/rules/${encodeURIComponent(rule)}` }, rule);
  if (!words[rule]) return link;
  return h("details", { class: "words" }, h("summary", {}, rule), h("div", { class: "document" }, documentText(words[rule])), link);
}

export function sectionElement(section, cited, words) {
  const numbered = section.statements.every((one) => /^\d+\. /.test(one.text));
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, section.title),
    section.statements.length > 0 &&
      h(
        numbered ? "ol" : "ul",
        {},
        section.statements.map((one) =>
          h(
            "li",
            { class: cited.has(one.rule) ? "cited" : null },
            worded(numbered ? one.text.replace(/^\d+\. /, "") : one.text, false),
            " ",
            one.rule && citeElement(one.rule, words),
          ),
        ),
      ),
    section.grids.length > 0 &&
      h(
        "div",
        { class: "grids" },
        section.grids.map((grid) => gridElement(grid, cited)),
      ),
  );
}

export async function open(place, { argument, query }) {
  const house = JSON.parse(query.get("house") ?? "{}");
  const asked = { id: argument, house: query.get("house") ?? "" };
  const [sheet, game] = await Promise.all([get("/sheet", asked), get("/game", asked)]);
  document.title = `${sheet.name}: rules · Houseway`;
  const cited = pointedAt(sheet, query.get("rule"));
  place.append(
    h(
      "header",
      { class: "page-head" },
      h("div", {}, h("h1", {}, sheet.name), h("p", { class: "sub" }, `${familyName(sheet.family)} · ${sheet.rule}`)),
      h(
        "nav",
        { class: "links", "aria-label": "This game" },
        game.live && h("a", { href: gameLink("play", argument, house) }, "Play"),
        h("a", { href: gameLink("odds", argument, house) }, "Odds"),
        h("a", { href: `#/editor?from=${encodeURIComponent(argument)}` }, "Make your own from it"),
        game.live && h("a", { href: gameLink("trainer", argument, house) }, "Train"),
      ),
    ),
    h("p", {}, sheet.summary),
    ...houseForm(game, "sheet", house.as_of),
    h(
      "div",
      { class: "sheet-body" },
      sheet.sections.map((section) => sectionElement(section, cited, sheet.words)),
    ),
  );
  place.querySelector(".cited")?.scrollIntoView({ block: "center" });
}
