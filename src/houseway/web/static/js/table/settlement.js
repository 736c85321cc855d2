// The settlement wager by wager: stake, result, reason and the paragraph it rests on.

import { h } from "../dom.js";
import { ownerHeading } from "./owners.js";
import { gameLink, grouped, lineName, money, net, seatName, wagerName } from "../text.js";

export function sign(amount) {
  if (amount > 0) return "won";
  return amount < 0 ? "lost" : "even";
}

/** A paragraph that leads to its place on the rule sheet, where the game has one. */
export function citeElement(rule, game, house = {}) {
  if (!game) return h("span", { class: "cite" }, rule);
  return h("a", { class: "cite", href: gameLink("sheet", game, house, rule ? { rule } : {}) }, rule || "Rule sheet");
}

function lineElement(line, game, house) {
  const odds = gameLink("odds", game, house, { wager: line.wager });
  return h(
    "tr",
    { class: sign(line.net), "data-wager": line.wager },
    h("th", { scope: "row" }, lineName(line)),
    h("td", { class: "figure" }, money(line.stake)),
    h("td", { class: "figure result" }, net(line.net)),
    h(
      "td",
      { class: "why" },
      grouped(line.reason),
      " ",
      h(
        "span",
        { class: "cites" },
        citeElement(line.rule, game, house),
        game && h("a", { class: "cite no-print", href: odds, "aria-label": `Odds of ${wagerName(line.wager)}` }, "Odds"),
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
        (seat.owners ?? []).map((one) =>
          h(
            "tbody",
            { class: "owner", "data-owner": one.owner },
            h("tr", {}, h("th", { scope: "rowgroup", colspan: "4" }, ownerHeading(one.owner), " ", h("b", { class: `total ${sign(one.net)}` }, net(one.net)))),
            one.lines.map((line) => lineElement(line, game, house)),
          ),
        ),
      ),
    ),
  );
}

/** The cards that make the best hand, where a pot was shown down. */
export function winningCards(piles, seats) {
  const winners = seats.filter((seat) => seat.net > 0).map((seat) => seat.seat);
  return new Set(piles.filter((pile) => pile.used?.length && winners.includes(pile.seat)).flatMap((pile) => pile.used));
}
