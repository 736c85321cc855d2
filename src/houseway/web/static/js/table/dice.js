// A dice layout: a box for every number, the line and come bets with the odds behind them, and the other bets.

import { miniChip } from "../art/chips.js";
import { dieMarkup } from "../art/tiles.js";
import { drawing, h } from "../dom.js";
import { money, net } from "../text.js";
import { arrows } from "./grid.js";

/** The puck: on with the point, or off. */
export function puck(point) {
  return h(
    "span",
    { class: point ? "puck on" : "puck", role: "img", "aria-label": point ? `The puck is on: point ${point}` : "The puck is off" },
    point ? "ON" : "OFF",
    point ? h("b", {}, String(point)) : null,
  );
}

/** The dice as they lie, the puck, and the rolls so far, the latest first. */
export function diceElement(history, point, count) {
  const last = history.at(-1);
  const dice = last?.cards ?? Array(count).fill("1");
  return h(
    "div",
    { class: "dice-board" },
    h(
      "p",
      { class: last ? "thrown" : "thrown resting", "aria-label": last ? `Rolled ${last.cards.join(" and ")}: ${last.text}` : "No roll yet" },
      dice.map((die) => drawing(dieMarkup(Number(die)))),
      last && h("b", {}, last.text),
    ),
    puck(point),
    history.length > 1 &&
      h(
        "ol",
        { class: "rolls", "aria-label": "Rolls before, the latest first" },
        history.slice(0, -1).reverse().slice(0, 12).map(({ cards, text }) =>
          h("li", { title: cards.join(" and ") }, text),
        ),
      ),
  );
}

function pricesText(pays) {
  if (pays.length === 1) return pays[0].price;
  const usual = pays.reduce((most, one) => (one.on.length > most.on.length ? one : most));
  const others = pays.filter((one) => one !== usual).map((one) => `${one.on.join(", ")}: ${one.price}`);
  return [usual.price, ...others].join(" · ");
}

const decided = { win: "won", lose: "lost", push: "back" };

/** What lies on a bet: the chips that stand, those about to be put down, or what became of it. */
function onBet(bet, amount) {
  if (bet?.outcome)
    return h("span", { class: `fate ${decided[bet.outcome] ?? "back"}` }, bet.net ? net(bet.net) : "back");
  return [bet && miniChip(bet.amount), amount && h("span", { class: "coming" }, miniChip(amount))];
}

/**
 * The layout. `bets` are the own wagers that were made, `draft` what is about to be put down (its spots are those
 * that may be made now), `point` the shooter's.
 * @param {Api.Apparatus} apparatus
 * @param {{bets: Api.LayoutBet[], draft: any, point: number, chip: number, changed: () => void}} now
 */
export function diceLayout({ points, places }, { bets, draft, point, chip, changed }) {
  const standing = new Map(bets.map((bet) => [bet.wager, bet]));
  const open = (name) => Boolean(draft?.spot(name));
  const label = (place) => (place.area === "odds" ? "Odds" : place.area === "number" ? place.label.replace(/ \d+$/, "") : place.label);

  const button = (place, kind = "") => {
    const bet = standing.get(place.wager);
    const amount = draft?.amounts[place.wager];
    const lies = bet && !bet.outcome ? `, ${money(bet.amount)} on it${bet.point ? `, on ${bet.point}` : ""}` : "";
    const told = bet?.outcome ? `, ${decided[bet.outcome] ?? "returned"}: ${bet.reason}` : "";
    const seen = place.area === "odds" ? label(place) : `${label(place)} ${pricesText(place.pays)}`;
    const about = amount ? `, ${money(amount)} for the next roll` : "";
    return h(
      "button",
      {
        type: "button",
        class: ["bet-at", `area-${place.area}`, kind, (bet && !bet.outcome && kind !== "away") || amount ? "staked" : ""].filter(Boolean).join(" "),
        "data-key": `spot-${place.wager}`,
        "data-spot": place.wager,
        "aria-label": `${seen}${label(place) === place.label ? "" : `, ${place.label}`}${lies}${about}${told}`,
        title: `${place.label} · ${pricesText(place.pays)}`,
        disabled: !open(place.wager),
        onclick: () => {
          draft.add(place.wager, chip);
          changed();
        },
        oncontextmenu: (event) => {
          event.preventDefault();
          draft?.remove(place.wager);
          changed();
        },
      },
      h("b", {}, label(place)),
      " ",
      h("small", {}, place.area === "odds" ? "" : pricesText(place.pays)),
      kind !== "away" && onBet(bet, amount),
    );
  };

  const of = (area) => places.filter((place) => place.area === area);
  const oddsOf = (wager) => places.find((place) => place.behind === wager);
  // A bet with a point of its own lies in the box of that number, with its odds; the shooter's own stay on the line.
  const moved = of("come").filter(({ wager }) => standing.get(wager)?.point && !standing.get(wager).outcome);
  const numberBox = (number) =>
    h(
      "div",
      { class: number === point ? "number-box on" : "number-box", role: "group", "aria-label": `Number ${number}${number === point ? ", the point" : ""}` },
      h("p", { class: "box-number" }, String(number), number === point && puck(point)),
      places.filter((place) => place.area === "number" && place.number === number).map((place) => button(place)),
      moved
        .filter(({ wager }) => standing.get(wager).point === number)
        .map((place) => [
          h("p", { class: "moved" }, h("small", {}, place.label), miniChip(standing.get(place.wager).amount)),
          oddsOf(place.wager) && button(oddsOf(place.wager)),
        ]),
    );
  const row = (area, title) => {
    const own = of(area);
    if (!own.length) return null;
    return h(
      "div",
      { class: `bet-row ${area}`, role: "group", "aria-label": title },
      own.map((place) => {
        const odds = oddsOf(place.wager);
        const shown = odds && !moved.includes(place) && (open(odds.wager) || standing.has(odds.wager));
        return [button(place, moved.includes(place) ? "away" : ""), shown && button(odds)];
      }),
    );
  };
  return h(
    "div",
    { class: "dice-layout", role: "group", "aria-label": "Layout", onkeydown: arrows },
    h("div", { class: "numbers" }, points.map(numberBox)),
    row("come", "Come bets"),
    row("line", "Line bets"),
    row("one_roll", "Bets on the next roll"),
    row("hard", "Hard ways"),
    row("other", "Other bets"),
  );
}
