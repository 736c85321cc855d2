// A round laid out by clicking: each pile takes cards from a palette, each seat its wagers and decisions.

import { cardElement } from "../art/cards.js";
import { h, show } from "../dom.js";
import { isCard, isTile, seatName, title, wagerName } from "../text.js";

const RANKS = "AKQJT98765432";
const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const TILES = [
  "6-6",
  "1-1",
  "4-4",
  "1-3",
  "5-5",
  "3-3",
  "2-2",
  "5-6",
  "4-6",
  "1-6",
  "1-5",
  "4-5",
  "3-6",
  "3-5",
  "2-6",
  "3-4",
  "2-5",
  "1-4",
  "2-3",
  "2-4",
  "1-2",
];

/** Every list of cards, tiles, numbers or results in a round file: its label, where it is, and what may be put there. */
function slotsOf(round) {
  const slots = [];
  const add = (label, holder, key, kind = "cards") => {
    const value = holder?.[key];
    if (!Array.isArray(value)) return;
    if (value.some(Array.isArray)) value.forEach((_, at) => add(`${label} ${at + 1}`, value, at, kind));
    else if (kind !== "cards") slots.push({ label, holder, key, kind });
    else if (value.every((one) => isCard(one) || isTile(one)))
      slots.push({ label, holder, key, kind: value.some(isTile) ? "tiles" : kind });
  };
  const drawn = round.outcome?.drawn || round.outcome?.spins;
  add("Drawn", round.outcome, "drawn", "numbers");
  add("Wheel", round.outcome, "spins", "sections");
  add("Dice", round.outcome, "dice", "dice");
  if (!drawn || round.dealer?.length) add("Dealer", round, "dealer");
  if (!drawn || round.community?.length) add("Community", round, "community");
  for (const name of Object.keys(round.piles ?? {})) add(title(name), round.piles, name);
  (round.seats ?? []).forEach((seat, index) => {
    add(`${seatName(index)} ticket`, seat.ticket, "spots", "numbers");
    if (!drawn) add(`${seatName(index)} cards`, seat, "cards");
    if (seat.hands?.length) add(`${seatName(index)} hand`, seat, "hands");
    if (seat.dealt?.length) add(`${seatName(index)} dealt`, seat, "dealt");
  });
  const tiles = slots.some((slot) => slot.kind === "tiles");
  return slots.map((slot) => (tiles && slot.kind === "cards" ? { ...slot, kind: "tiles" } : slot));
}

/** The editor of one round; `changed` is told after every edit. */
export class Layout {
  #place;
  #changed;
  #round = null;
  #apparatus = {};
  #active = 0;

  constructor(place, changed) {
    this.#place = place;
    this.#changed = changed;
  }

  show(round, apparatus = {}) {
    this.#round = round;
    this.#apparatus = apparatus;
    this.#active = 0;
    this.#draw();
  }

  #edit(work) {
    work();
    this.#changed(this.#round);
    this.#draw();
  }

  #slot(slot, index) {
    const cards = slot.holder[slot.key];
    return h(
      "div",
      { class: index === this.#active ? "slot active" : "slot", "data-slot": slot.label },
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          "data-key": `slot-${index}`,
          "aria-pressed": String(index === this.#active),
          onclick: () => {
            this.#active = index;
            this.#draw();
          },
        },
        slot.label,
      ),
      h(
        "div",
        { class: "cards" },
        cards.map((card, at) =>
          h(
            "button",
            {
              type: "button",
              class: "take",
              "data-key": `take-${index}-${at}`,
              onclick: () =>
                this.#edit(() => {
                  this.#active = index;
                  cards.splice(at, 1);
                }),
            },
            h("span", { class: "unseen" }, "Take away"),
            slot.kind === "numbers" ? h("span", { class: "number" }, card) : cardElement(String(card)),
          ),
        ),
      ),
      cards.length > 0 &&
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            "data-key": `empty-${index}`,
            "aria-label": `Empty ${slot.label}`,
            onclick: () =>
              this.#edit(() => {
                this.#active = index;
                cards.length = 0;
              }),
          },
          "Empty",
        ),
    );
  }

  #palette(slots) {
    const { kind, holder, key } = slots[this.#active];
    const put = (card) => this.#edit(() => holder[key].push(card));
    const button = (card, text, red) =>
      h(
        "button",
        {
          type: "button",
          class: red ? "hearted" : null,
          "data-key": `put-${card}`,
          "data-put": card,
          onclick: () => put(card),
        },
        text,
      );
    const plain = (label, values) =>
      h(
        "div",
        { class: "palette", role: "group", "aria-label": label },
        values.map((one) => button(one, typeof one === "number" ? one : title(one), false)),
      );
    if (kind === "tiles")
      return h(
        "div",
        { class: "palette", role: "group", "aria-label": "Tiles to lay" },
        TILES.map((tile) => button(tile, tile, false)),
      );
    if (kind === "dice") return plain("Dice to lay", [1, 2, 3, 4, 5, 6]);
    if (kind === "sections") return plain("Sections of the wheel", [...new Set(this.#apparatus.sections ?? [])]);
    if (kind === "numbers") {
      const count = this.#apparatus.numbers ?? 80;
      const free = Array.from({ length: count }, (_, at) => at + 1).filter((one) => !holder[key].includes(one));
      return plain("Numbers to mark", free);
    }
    const suited = Object.entries(SUITS).flatMap(([suit, mark]) =>
      [...RANKS].map((rank) =>
        button(rank + suit, `${rank === "T" ? "10" : rank}${mark}`, suit === "h" || suit === "d"),
      ),
    );
    return h(
      "div",
      { class: "palette", role: "group", "aria-label": "Cards to lay" },
      suited,
      h(
        "button",
        { type: "button", class: "hearted joker", "data-key": "put-Jk1", "data-put": "Jk1", onclick: () => put("Jk1") },
        "Joker",
      ),
      h(
        "button",
        { type: "button", class: "joker", "data-key": "put-Jk2", "data-put": "Jk2", onclick: () => put("Jk2") },
        "Joker",
      ),
    );
  }

  #wagers(seat, index) {
    const numbers = Object.entries(seat.wagers ?? {}).map(([name, amount]) => {
      const input = h("input", {
        type: "number",
        step: "any",
        min: "0",
        value: String(amount),
        onchange: () =>
          this.#edit(() => {
            if (Number(input.value) > 0) seat.wagers[name] = Number(input.value);
            else delete seat.wagers[name];
          }),
      });
      return h("label", {}, `${wagerName(name)}, dollars`, input);
    });
    const actions = h("input", {
      value: (seat.actions ?? []).join(", "),
      onchange: () =>
        this.#edit(() => {
          seat.actions = actions.value
            .split(",")
            .map((one) => one.trim())
            .filter(Boolean);
        }),
    });
    return h(
      "div",
      { class: "wager-row" },
      h("b", {}, seatName(index)),
      numbers,
      h("label", { class: "decisions" }, "Decisions, with commas between", actions),
    );
  }

  /** The log of a pot: who did what, in one line. */
  #log(betting) {
    const line = h("textarea", {
      rows: "3",
      "aria-label": "Betting",
      value: betting.actions.map(([seat, act]) => `${seat === "-" ? "-" : seat + 1} ${act}`).join(", "),
      onchange: () =>
        this.#edit(() => {
          betting.actions = line.value
            .split(",")
            .map((one) => one.trim().split(/\s+/))
            .filter((words) => words.length > 1)
            .map(([seat, ...words]) => [seat === "-" ? "-" : Number(seat) - 1, words.join(" ")]);
        }),
    });
    return h("label", {}, "Betting: the seat and what it did; - and the name of each next street", line);
  }

  #draw() {
    const round = this.#round;
    if (!round) {
      show(
        this.#place,
        h("h2", {}, "By clicking"),
        h(
          "p",
          {},
          "Choose a game and lay out a round: then empty its piles and click in the cards that lay on the table.",
        ),
      );
      return;
    }
    const slots = slotsOf(round);
    const log = Array.isArray(round.betting?.actions);
    this.#active = Math.min(this.#active, Math.max(slots.length - 1, 0));
    show(
      this.#place,
      h("h2", {}, "By clicking"),
      slots.map((slot, index) => this.#slot(slot, index)),
      slots.length > 0 && this.#palette(slots),
      log && this.#log(round.betting),
      (round.seats ?? []).map(
        (seat, index) => (!log || Object.keys(seat.wagers ?? {}).length > 0) && this.#wagers(seat, index),
      ),
    );
  }
}
