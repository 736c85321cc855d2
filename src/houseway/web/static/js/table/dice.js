// A dice layout: a box for every number, the line and come bets with the odds behind them, and the other bets.

import { miniChip } from "../art/chips.js";
import { dieMarkup } from "../art/tiles.js";
import { drawing, h } from "../dom.js";
import { money, net, title } from "../text.js";
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

const fates = { win: "won", lose: "lost", push: "back" };

/** What lies on a bet: the chips that stand and whether they work, those about to be put down, what the last roll brought. */
function onBet(standing, decided, amount) {
  const brought = decided.reduce((sum, bet) => sum + bet.net, 0);
  const fate = decided.some((bet) => bet.outcome === "win") ? "won" : (fates[decided[0]?.outcome] ?? "back");
  return [
    decided.length > 0 && h("span", { class: `fate ${fate}` }, brought ? net(brought) : "back"),
    standing && miniChip(standing.amount),
    standing && !standing.works && h("span", { class: "off-mark" }, "OFF"),
    amount && h("span", { class: "coming" }, miniChip(amount)),
  ];
}

/** The bets that stand, each with what may be said of it: taken down, turned off or on. */
function standingElement(bets, says, say) {
  const rows = bets.filter((bet) => bet.target && says.some((one) => one.wager === bet.target));
  if (!rows.length) return null;
  return h(
    "ul",
    { class: "standing-bets", "aria-label": "Bets that stand" },
    rows.map((bet) =>
      h(
        "li",
        { "data-standing": bet.target },
        h("span", {}, bet.label, " ", miniChip(bet.amount), !bet.works && h("span", { class: "off-mark" }, "OFF")),
        says
          .filter((one) => one.wager === bet.target)
          .map((one) =>
            h(
              "button",
              {
                type: "button",
                "data-key": `say-${one.lead}`,
                "data-say": one.lead,
                "aria-label": `${title(one.verb)}: ${bet.label}`,
                onclick: () => say(one.lead),
              },
              title(one.verb),
            ),
          ),
      ),
    ),
  );
}

/**
 * The layout. `bets` are the own wagers that stand and those that the last roll decided, `draft` what is about to be put
 * down (its spots are those that may be made or pressed now), `point` the shooter's; `says` are the actions on bets that
 * stand, done by `say`.
 * @param {Api.Apparatus} apparatus
 * @param {{bets: Api.LayoutBet[], draft: any, point: number, says?: any[], say?: (text: string) => void}} now
 */
export function diceLayout({ points, places }, { bets, draft, point, says = [], say = () => {} }) {
  const decided = (wager) => bets.filter((bet) => bet.outcome && bet.wager === wager);
  const standing = (target) => bets.find((bet) => bet.target === target);
  const open = (target) => Boolean(draft?.spot(target));
  const label = (place) => (place.area === "odds" ? "Odds" : place.area === "number" ? place.label.replace(/ \d+$/, "") : place.label);

  const button = (place, target = place.wager) => {
    const bet = standing(target);
    const number = target === place.wager ? 0 : target.slice(place.wager.length + 1);
    const past = number ? [] : decided(place.wager);
    const amount = draft?.amounts[target];
    const lies = bet ? `, ${money(bet.amount)} on it${bet.point ? `, on ${bet.point}` : ""}${bet.works ? "" : ", off"}` : "";
    const told = past.map((one) => `, ${fates[one.outcome] ?? "returned"}: ${one.reason}`).join("");
    const seen = place.area === "odds" ? label(place) : `${label(place)} ${pricesText(place.pays)}`;
    const named = number ? `${place.label} on ${number}` : place.label;
    const about = amount ? `, ${money(amount)} ${bet ? "more " : ""}for the next roll` : "";
    return h(
      "button",
      {
        type: "button",
        class: ["bet-at", `area-${place.area}`, bet || amount ? "staked" : ""].filter(Boolean).join(" "),
        "data-key": `spot-${target}`,
        "data-spot": target,
        "aria-label": `${seen}${label(place) === named ? "" : `, ${named}`}${lies}${about}${told}`,
        title: `${named} · ${pricesText(place.pays)}`,
        disabled: !open(target),
        onclick: () => draft.add(target),
        oncontextmenu: (event) => {
          event.preventDefault();
          draft?.remove(target);
        },
      },
      h("b", {}, label(place)),
      " ",
      h("small", {}, place.area === "odds" ? "" : pricesText(place.pays)),
      onBet(bet, past, amount),
    );
  };

  const of = (area) => places.filter((place) => place.area === area);
  const oddsOf = (wager) => places.find((place) => place.behind === wager);
  const shown = (target) => open(target) || standing(target) || decided(target).length > 0;
  // A come bet with a point of its own lies in the box of that number, with its odds; the shooter's own stay on the line.
  const movedTo = (number) =>
    of("come").flatMap((place) => {
      const bet = standing(`${place.wager}.${number}`);
      const odds = oddsOf(place.wager);
      const behind = `${odds?.wager}.${number}`;
      return bet
        ? [
            h("p", { class: "moved", "data-moved": bet.target }, h("small", {}, place.label), miniChip(bet.amount)),
            odds && shown(behind) && button(odds, behind),
          ]
        : [];
    });
  const numberBox = (number) =>
    h(
      "div",
      { class: number === point ? "number-box on" : "number-box", role: "group", "aria-label": `Number ${number}${number === point ? ", the point" : ""}` },
      h("p", { class: "box-number" }, String(number), number === point && puck(point)),
      places.filter((place) => place.area === "number" && place.number === number).map((place) => button(place)),
      movedTo(number),
    );
  const row = (area, heading) => {
    const own = of(area);
    if (!own.length) return null;
    return h(
      "div",
      { class: `bet-row ${area}`, role: "group", "aria-label": heading },
      own.map((place) => {
        const odds = oddsOf(place.wager);
        return [button(place), odds && shown(odds.wager) && button(odds)];
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
    standingElement(bets, says, say),
  );
}
