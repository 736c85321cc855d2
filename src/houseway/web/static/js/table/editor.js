// A round laid out by clicking: each pile takes cards from a palette, each seat its wagers and decisions.

import { cardElement } from "../art/cards.js";
import { h, show } from "../dom.js";
import { isCard, isTile, seatName, title } from "../text.js";

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

/** Every list of cards in a round file: its label and the list itself. */
function slotsOf(round) {
  const slots = [];
  const add = (label, holder, key) => {
    const value = holder?.[key];
    if (!Array.isArray(value)) return;
    if (value.some(Array.isArray)) value.forEach((_, at) => add(`${label} ${at + 1}`, value, at));
    else if (value.every((one) => isCard(one) || isTile(one))) slots.push({ label, holder, key });
  };
  add("Dealer", round, "dealer");
  add("Community", round, "community");
  for (const name of Object.keys(round.piles ?? {})) add(title(name), round.piles, name);
  (round.seats ?? []).forEach((seat, index) => {
    add(`${seatName(index)} cards`, seat, "cards");
    add(`${seatName(index)} hand`, seat, "hands");
    add(`${seatName(index)} dealt`, seat, "dealt");
  });
  return slots;
}

/** The editor of one round; `changed` is told after every edit. */
export class Layout {
  #place;
  #changed;
  #round = null;
  #active = 0;

  constructor(place, changed) {
    this.#place = place;
    this.#changed = changed;
  }

  show(round) {
    this.#round = round;
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
            cardElement(card),
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

  #palette(slots, tiles) {
    const put = (card) => this.#edit(() => slots[this.#active].holder[slots[this.#active].key].push(card));
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
    if (tiles)
      return h(
        "div",
        { class: "palette", role: "group", "aria-label": "Tiles to lay" },
        TILES.map((tile) => button(tile, tile, false)),
      );
    const suited = Object.entries(SUITS).flatMap(([suit, mark]) =>
      [...RANKS].map((rank) => button(rank + suit, `${rank}${mark}`, suit === "h" || suit === "d")),
    );
    return h(
      "div",
      { class: "palette", role: "group", "aria-label": "Cards to lay" },
      suited,
      button("Jk1", "Jk", true),
      button("Jk2", "Jk", false),
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
      return h("label", {}, title(name), input);
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
    return h("div", { class: "wager-row" }, h("b", {}, seatName(index)), numbers, h("label", {}, "Decisions", actions));
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
    const tiles = slots.some((slot) => slot.holder[slot.key].some(isTile));
    show(
      this.#place,
      h("h2", {}, "By clicking"),
      slots.map((slot, index) => this.#slot(slot, index)),
      slots.length > 0 && this.#palette(slots, tiles),
      (round.seats ?? []).map((seat, index) => this.#wagers(seat, index)),
    );
  }
}
