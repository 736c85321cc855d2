// The settlement wager by wager: stake, result, reason and the paragraph it rests on.

import { h } from "../dom.js";
import { gameLink, money, net, seatName, title } from "../text.js";

export function sign(amount) {
  if (amount > 0) return "won";
  return amount < 0 ? "lost" : "even";
}

function lineElement(line, game, house) {
  const query = new URLSearchParams({ rule: line.rule });
  const sheet = `${gameLink("sheet", game, house)}${Object.keys(house).length ? "&" : "?"}${query}`;
  const odds = `${gameLink("odds", game, house)}${Object.keys(house).length ? "&" : "?"}${new URLSearchParams({ wager: line.wager })}`;
  return h(
    "tr",
    { class: sign(line.net), "data-wager": line.wager },
    h("th", { scope: "row" }, title(line.wager)),
    h("td", { class: "figure" }, money(line.stake)),
    h("td", { class: "figure result" }, net(line.net)),
    h(
      "td",
      { class: "why" },
      line.reason,
      " ",
      h(
        "span",
        { class: "cites" },
        h("a", { class: "cite", href: sheet }, line.rule || "Rule sheet"),
        h("a", { class: "cite", href: odds, "aria-label": `Odds of ${title(line.wager)}` }, "Odds"),
      ),
    ),
  );
}

/** One seat's lines with its total. */
export function seatSettlement(seat, heading, game, house = {}) {
  return h(
    "section",
    { class: "settled", "data-seat": seat.seat },
    h("h3", {}, heading ?? seatName(seat.seat), " ", h("b", { class: `total ${sign(seat.net)}` }, net(seat.net))),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "Settlement" },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["Wager", "Stake", "Result", "Why"].map((head) => h("th", { scope: "col" }, head)),
          ),
        ),
        h(
          "tbody",
          {},
          seat.lines.map((line) => lineElement(line, game, house)),
        ),
      ),
    ),
  );
}

/** What the settlement says besides the seats: pots, rake, meters, what is left behind. */
export function otherFigures(settlement) {
  const known = new Set(["game", "seats", "house"]);
  const rest = Object.entries(settlement).filter(
    ([name, value]) =>
      !known.has(name) && value && Object.keys(Object(value)).length + (typeof value === "number" ? 1 : 0),
  );
  if (!rest.length) return null;
  return h(
    "dl",
    { class: "figures" },
    rest.map(([name, value]) => [h("dt", {}, title(name)), h("dd", {}, plainly(value))]),
  );
}

function plainly(value) {
  if (typeof value === "number") return money(value);
  if (Array.isArray(value)) return value.map(plainly).join("; ");
  if (value && typeof value === "object") {
    return Object.entries(value)
      .map(
        ([name, one]) =>
          `${title(name).toLowerCase()} ${
            name.startsWith("seat")
              ? [one]
                  .flat()
                  .map((seat) => Number(seat) + 1)
                  .join(", ")
              : plainly(one)
          }`,
      )
      .join(", ");
  }
  return String(value);
}
