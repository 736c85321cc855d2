// Piles of cards on the felt: faces, backs, cards that can be chosen, and the short movement of a new card.

import { backElement, cardElement } from "../art/cards.js";
import { kenoBoard } from "../art/keno.js";
import { wheel } from "../art/wheel.js";
import { h } from "../dom.js";
import { cardText, isTile, net, spoken, title, wagerName } from "../text.js";
import { diceElement, puck } from "./dice.js";
import { pileLabel } from "./names.js";

/** Remembers which cards already lay on the felt, so that only new ones move. */
export class Seen {
  #round = null;
  #keys = new Set();
  #fresh = 0;

  begin(round) {
    if (round !== this.#round) this.#keys.clear();
    this.#round = round;
    this.#fresh = 0;
  }

  /** The delay in milliseconds of a card's movement, or null for one that lies still. */
  delay(key) {
    if (this.#keys.has(key)) return null;
    this.#keys.add(key);
    return 80 * this.#fresh++;
  }
}

function placed(drawn, key, seen) {
  const delay = seen.delay(key);
  if (delay !== null) {
    drawn.classList.add("arrives");
    drawn.style.setProperty("--delay", `${delay}ms`);
  }
  return drawn;
}

function chosen(index, choice, drawn) {
  const on = choice.picked.includes(index);
  return h(
    "button",
    {
      type: "button",
      class: on ? "pick picked" : "pick",
      "data-key": `pick-${choice.key}-${index}`,
      "aria-pressed": String(on),
      onclick: () => choice.toggle(index),
    },
    drawn,
  );
}

/** A wild card with the card it stands for. */
function standing(drawn, card) {
  return h("span", { class: "stands" }, drawn, h("small", { "aria-label": `stands for ${spoken(card)}` }, cardText(card)));
}

function boardOf(pile, context) {
  if (pile.name === "drawn" || pile.name === "ticket") return null;
  if (pile.name === "wheel" && context.apparatus?.sections) {
    const at = context.apparatus.sections.indexOf(pile.cards.at(-1));
    const turning = pile.cards.length > 0 && context.seen.delay(`wheel-${pile.cards.length}`) !== null;
    return wheel(context.apparatus.sections, Math.max(at, 0), turning, context.apparatus.layout?.colors);
  }
  if (pile.name === "point" || pile.name.endsWith(" point")) return puck(pile.cards[0]);
  return undefined;
}

/** One pile; `choice` makes its cards buttons. */
export function pileElement(pile, context, choice = null) {
  const special = boardOf(pile, context);
  if (special === null) return null;
  const label = pileLabel(pile);
  const count = pile.says;
  const name = `${pile.name}-${pile.seat ?? "house"}`;
  const faces = pile.cards.map((card, index) => {
    const drawn = placed(cardElement(card), `${name}-${index}-${card}`, context.seen);
    if (context.used?.size) drawn.classList.add(context.used.has(card) ? "used" : "unused");
    if (pile.stands?.[card]) return standing(drawn, pile.stands[card]);
    return choice ? chosen(index, choice, drawn) : drawn;
  });
  const backs = Array.from({ length: pile.hidden }, (_, index) =>
    placed(backElement(context.tiles), `${name}-back-${index + pile.cards.length}`, context.seen),
  );
  const acts = pile.name === context.acting?.hand && pile.seat === context.acting.seat;
  const many = faces.length + backs.length > 5 ? " many" : "";
  const laid = pile.parts?.length && !choice ? partsElement(pile, faces) : null;
  const numbered = pile.columns ? placesElement(pile, [...faces, ...backs]) : null;
  return h(
    "div",
    { class: acts ? "pile acting" : "pile", role: "group", "aria-label": label || "cards", "data-pile": pile.name },
    (label || count) && h("p", { class: "pile-name" }, label, count && h("b", { class: "points" }, count)),
    special ?? laid ?? numbered ?? h("div", { class: `cards${many}` }, faces, backs),
    resultOn(label, pile.seat === null ? (context.results ?? []) : (context.lines ?? [])),
  );
}

/** A hand as it was set: its parts side by side, each with its name. */
function partsElement(pile, faces) {
  const left = pile.cards.map((card, index) => ({ card, face: faces[index] }));
  const take = (card) => left.splice(Math.max(left.findIndex((one) => one.card === card), 0), 1)[0].face;
  return h(
    "div",
    { class: "parts" },
    pile.parts.map(({ name, cards }) =>
      h(
        "div",
        { class: "part", role: "group", "aria-label": title(name), "data-part": name },
        h("div", { class: "cards" }, cards.map(take)),
        h("small", {}, title(name)),
      ),
    ),
  );
}

/** Cards that lie in rows, each with the number of its place. */
function placesElement(pile, cards) {
  return h(
    "ol",
    { class: "places", style: `--columns: ${pile.columns}` },
    cards.map((card, at) => h("li", {}, card, h("small", {}, at + 1))),
  );
}

/** What the wagers on this very hand came to, beneath the hand. */
function resultOn(label, results) {
  const lines = label ? results.filter((one) => (one.spot ? title(one.spot) : wagerName(one.wager)) === label) : [];
  const sum = lines.reduce((all, line) => all + line.net, 0);
  return lines.length ? h("p", { class: `on-hand ${sum > 0 ? "won" : sum < 0 ? "lost" : "even"}` }, net(sum)) : null;
}

/** A shared pile before it is dealt, from which places are chosen: backs with numbers, as buttons. */
export function placesToChoose({ cards }, chosen, toggle) {
  const columns = cards.least;
  return h(
    "div",
    { class: "house-piles" },
    h(
      "ol",
      { class: "places", style: `--columns: ${columns}`, "aria-label": `Choose ${cards.least} places` },
      Array.from({ length: cards.places }, (_, at) => at + 1).map((place) => {
        const on = chosen.includes(place);
        return h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              class: on ? "pick picked" : "pick",
              "data-key": `place-${place}`,
              "data-place": place,
              "aria-pressed": String(on),
              "aria-label": `Place ${place}`,
              onclick: () => toggle(place),
            },
            backElement(),
          ),
          h("small", {}, place),
        );
      }),
    ),
  );
}

/** The keno board of a round, if it has one. */
function drawBoard(piles, context) {
  const drawn = piles.find((pile) => pile.name === "drawn");
  if (!drawn) return null;
  const marked = piles.filter((pile) => pile.name === "ticket" && context.own.includes(pile.seat));
  return kenoBoard({
    count: context.apparatus?.numbers,
    drawn: new Set(drawn.cards.map(Number)),
    marked: new Set(marked.flatMap((pile) => pile.cards.map(Number))),
  });
}

/** The numbers that came up, the latest first. */
function cameUpElement(piles, { apparatus, cameUp }) {
  if (!apparatus?.layout) return null;
  const spun = piles.find((pile) => pile.name === "wheel")?.cards.at(-1);
  const shown = [spun, ...(cameUp ?? [])].filter(Boolean);
  if (!shown.length) return null;
  return h(
    "ol",
    { class: spun ? "came-up fresh" : "came-up", "aria-label": "Numbers that came up, the latest first" },
    shown.map((symbol) => h("li", { class: apparatus.layout.colors[symbol] ?? null }, symbol)),
  );
}

/** The house's piles, or what lies there before the first round; a draw stands on the board of the next `ticket`. */
export function houseElement(piles, context, ticket = false) {
  if (context.apparatus?.places && context.history) {
    const point = Number(piles.find((pile) => pile.name === "point" && pile.seat === null)?.cards[0] ?? 0);
    return h("div", { class: "house-piles" }, diceElement(context.history, point, context.apparatus.dice));
  }
  const rest = { name: "wheel", seat: null, cards: [], hidden: 0 };
  const wheels = context.apparatus?.sections;
  return h(
    "div",
    { class: piles.length || wheels || ticket ? "house-piles" : "house-piles bare" },
    piles.filter((pile) => pile.seat === null).map((pile) => pileElement(pile, context)),
    !piles.length && wheels && pileElement(rest, context),
    cameUpElement(piles, context),
    !ticket && drawBoard(piles, context),
  );
}

export function hasTiles(piles) {
  return piles.some((pile) => pile.cards.some(isTile));
}
