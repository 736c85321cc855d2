// The ruling as it is shown and printed: what is due beside what was paid, and all that each line rests on.

import { h } from "../dom.js";
import { documentText } from "../document.js";
import { otherFigures } from "../table/figures.js";
import { citeElement, sign } from "../table/settlement.js";
import { grouped, money, net, seatName, suited, title } from "../text.js";

/** What the ruling on a hand of a pot depends on. */
export const IRREGULARITY_ASKS = {
  touched_muck: "It touched the discards",
  retrieved: "It was taken back and turned up",
  induced: "Another player was led to discard by it",
  tabled: "It lay face up and flat before",
  face_up: "Face up",
  mixed: "It cannot be told from the discards",
  claimed: "The pot was claimed before it was taken in",
};

/** What went wrong in the round, as it was told. */
function irregularityElement(told, name, does, cite) {
  if (!does) return null;
  const words = [
    does.name,
    typeof told.seat === "number" && name(told.seat),
    told.hand && `hand ${told.hand}`,
    told.count > 1 && `${told.count} cards`,
    ...(told.knew ?? []).map((seat) => `${name(seat)} knew of it and bet`),
    ...Object.entries(IRREGULARITY_ASKS).map(([ask, text]) => told[ask] === true && text.charAt(0).toLowerCase() + text.slice(1)),
  ].filter(Boolean);
  return h(
    "p",
    { class: "irregularity-told" },
    h("b", {}, "Irregularity: "),
    `${words.join(", ")}${does.effect && `: ${does.effect}`}. `,
    does.rule && h("span", { class: "cites" }, citeElement(does.rule, ...cite)),
  );
}

const FIGURES = { agp: "Adjusted gross proceeds", player_dealer: "Player-dealer" };

/** What is due of a record without wagers: fees of a hand, proceeds of a shift. */
export function figureWords(figures) {
  return Object.entries(figures ?? {}).map(([name, due]) => [FIGURES[name] ?? title(name), [due].flat().map((sum) => money(sum)).join(", ")]);
}

function owedWords(amount) {
  if (!amount) return "nothing is owed";
  return amount > 0 ? `${money(amount)} is owed to the player` : `${money(-amount)} was paid too much`;
}

/** Dollars due beyond what was paid; null where that is not told. */
function difference(due, paid) {
  return paid === null || paid === undefined ? null : Math.round((due - paid) * 100) / 100;
}

function why(line, ruling, game, house, still) {
  const readings = (ruling.readings ?? []).filter((one) => line.readings.includes(one.id));
  return [
    grouped(line.reason),
    " ",
    h("span", { class: "cites" }, citeElement(line.rule, game, house)),
    line.table && h("p", { class: "table-used" }, line.table.text),
    readings.map((one) =>
      h(
        "details",
        { class: "reading", open: still },
        h("summary", {}, `Reading: ${title(one.id)}`),
        h("p", {}, h("b", {}, "Printed: "), one.printed),
        h("p", {}, h("b", {}, "Taken: "), one.taken),
        h("p", {}, h("b", {}, "Why: "), one.why),
        one.option && h("p", { class: "tip" }, `The house may choose otherwise: ${title(one.option)}, now ${one.value === true ? "yes" : one.value === false ? "no" : one.value}.`),
      ),
    ),
  ];
}

/**
 * The words of the paragraphs that the ruling cites, where the server has the documents; in the order of its lines.
 * @param {any} ruling
 */
export function paragraphs({ words, settlement }) {
  const lines = settlement.seats.flatMap((seat) => seat.lines.map((line) => line.rule));
  const at = (rule) => (lines.includes(rule) ? lines.indexOf(rule) : lines.length);
  const cited = Object.entries(words ?? {}).toSorted(([one], [other]) => at(one) - at(other));
  if (!cited.length) return null;
  return h(
    "section",
    { class: "stacked", "aria-label": "The paragraphs" },
    h("h3", {}, "The paragraphs"),
    cited.map(([rule, text]) => h("blockquote", { class: "rule-words" }, h("b", {}, rule), h("div", { class: "document", tabindex: "0" }, documentText(text)))),
  );
}

/**
 * A ruling, seat by seat. With `change` the payments can be filled in; `booked` is
 * what the table paid, told where it differs; `places` are the table's seats, where the round was played at one; with `apart` the words of its paragraphs stand elsewhere.
 * @param {any} ruling
 * @param {{game: string, house?: any, irregularity?: any, paid?: any[][], booked?: number[][], change?: ((paid: any[][]) => void) | null, places?: number[], apart?: boolean}} given
 */
export function rulingElement(ruling, { game, house = {}, irregularity = {}, paid = [], booked = [], change = null, places = [], apart = false }) {
  const name = (seat) => seatName(places[seat] ?? seat);
  if (!ruling.settlement)
    return h(
      "dl",
      { class: "figures" },
      figureWords(ruling.figures).map(([label, words]) => [h("dt", {}, label), h("dd", {}, words)]),
    );
  const total = h("p", { class: "owed-total", role: "status" });
  const asDue = []; // by line: fill in that it was paid as it is due, where nothing is told of it
  const given = ruling.settlement.seats.map((seat, at) => seat.lines.map((_, line) => paid[at]?.[line] ?? null));
  const sums = [];
  const sum = () => {
    let all = 0;
    let told = false;
    ruling.settlement.seats.forEach((seat, at) => {
      let own = 0;
      let heard = false;
      seat.lines.forEach((line, index) => {
        const owed = difference(line.net, given[at][index]);
        heard ||= owed !== null;
        own += owed ?? 0;
      });
      all += own;
      told ||= heard;
      sums[at]?.replaceChildren(heard ? owedWords(Math.round(own * 100) / 100) : "");
    });
    total.classList.toggle("no-print", !told);
    total.replaceChildren(told ? `In all ${owedWords(Math.round(all * 100) / 100)}.` : "Fill in what was paid to see what is owed.");
  };
  const seats = ruling.settlement.seats.map((seat, at) => {
    const said = h("b", { class: "owed" });
    sums[at] = said;
    const rows = seat.lines.map((line, index) => {
      const label = line.spot ? `${line.label}, ${line.spot}` : line.label; // of several wagers of the name, which
      const owed = h("td", { class: "figure owed", "data-head": "Owed" });
      const onPaper = h("span", { class: "print-only" });
      const inBooks = booked[at]?.length === seat.lines.length ? booked[at][index] : null;
      const books = h("small", { class: "booked" });
      const tell = () => {
        books.textContent = inBooks === null || given[at][index] === inBooks ? "" : `by the books ${net(inBooks)}`;
        onPaper.textContent = given[at][index] === null ? "–" : net(given[at][index]);
        const left = difference(line.net, given[at][index]);
        owed.textContent = left === null ? "–" : net(left);
        owed.className = `figure owed ${left ? sign(left) : ""}`;
        sum();
      };
      const input = h("input", {
        type: "number",
        step: "0.01",
        inputmode: "decimal",
        "aria-label": `${name(at)}, ${label}: paid`,
        "data-paid": `${at}-${line.wager}`,
        value: given[at][index] === null ? "" : String(given[at][index]),
        oninput: () => {
          given[at][index] = input.value === "" ? null : Number(input.value);
          tell();
          change?.(given);
        },
      });
      asDue.push(() => {
        if (given[at][index] !== null) return;
        given[at][index] = line.net;
        input.value = String(line.net);
        tell();
      });
      const row = h(
        "tr",
        { class: sign(line.net), "data-wager": line.wager },
        h("th", { scope: "row" }, suited(label)),
        h("td", { class: "figure", "data-head": "Stake" }, money(line.stake)),
        h("td", { class: "figure result", "data-head": "Due" }, net(line.net)),
        h("td", { class: "figure", "data-head": "Paid" }, change ? [input, onPaper] : given[at][index] === null ? "–" : net(given[at][index]), books),
        owed,
        h("td", { class: "why" }, why(line, ruling, game, house, !change)),
      );
      queueMicrotask(tell);
      return row;
    });
    return h(
      "section",
      { class: "settled", "data-seat": at },
      h("h3", {}, name(at), " ", h("b", { class: `total ${sign(seat.net)}` }, net(seat.net)), " ", said),
      h(
        "div",
        { class: "scroll wide", tabindex: "0", role: "region", "aria-label": `Ruling for ${name(at)}` },
        h(
          "table",
          { class: "ruled" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ["Wager", "Stake", "Due", "Paid", "Owed", "Why"].map((head, index) => h("th", { scope: "col", class: index && index < 5 ? "figure" : null }, head)),
            ),
          ),
          h("tbody", {}, rows),
        ),
      ),
    );
  });
  const fill = () => {
    asDue.forEach((one) => one());
    change?.(given);
  };
  const help =
    change &&
    h(
      "div",
      { class: "row paid-help no-print" },
      h("button", { type: "button", "data-do": "as-due", onclick: fill }, "The rest was paid as due"),
      h("p", { class: "tip" }, "Due and paid count without the stake: −5 is a stake of $5 that was taken, 0 one that was given back."),
    );
  const placed = { ...ruling.settlement, seats: ruling.settlement.seats.map((seat, at) => ({ ...seat, seat: places[at] ?? at })) };
  return h("div", { class: "stacked" }, irregularityElement(irregularity, name, ruling.irregularity, [game, house]), seats, total, help, otherFigures(placed, ["rulings"]), tableRulings(ruling.settlement.rulings, name), apart ? null : paragraphs(ruling));
}

function tableRulings(rulings, name) {
  if (!rulings?.length) return null;
  return h(
    "ul",
    {},
    rulings.map((one) => h("li", {}, `${name(one.seat)}, ${one.conduct}: ${one.ruling} (${one.rule})`)),
  );
}
