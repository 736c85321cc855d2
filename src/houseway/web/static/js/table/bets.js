// The betting layout: spots named after the wagers, chips to put on them, and what the server says about each.

import { Problem } from "../api.js";
import { chip, stack, VALUES } from "../art/chips.js";
import { h } from "../dom.js";
import { money, wagerName } from "../text.js";

/** What one seat is about to bet: amounts by wager. The rules are the server's; what a click does is drawn at once. */
export class Draft {
  /**
   * @param {Api.Spot[]} spots
   * @param {(steps: {wagers: Record<string, number>, steps: Api.DraftStep[], chip: number}) => Promise<Api.DraftView | null>} ask
   * @param {() => void} changed
   * @param {Record<string, number>} amounts
   */
  constructor(spots, ask, changed, amounts = {}) {
    this.spots = spots;
    this.ask = ask;
    this.changed = changed;
    this.answered = amounts; // as the rules have it
    this.amounts = { ...amounts }; // as it is drawn
    this.total = 0;
    this.problem = "";
    this.actions = [];
    this.next = {};
    this.chip = 0;
    this.steps = [];
    this.stale = false;
    this.asking = null;
    this.held = false;
  }

  /** Until it is released nothing changes: the wagers as they are go to the server. */
  keep() {
    this.held = true;
  }

  release() {
    this.held = false;
    if (this.stale) this.#send();
  }

  spot(name) {
    return this.spots.find((spot) => spot.name === name);
  }

  /** The chip in hand; what each spot would be with it is asked for before it is clicked. */
  hold(chip) {
    if (this.chip === chip || this.held) return;
    this.chip = chip;
    this.#send();
  }

  /** Ask anew what the rules say: something else than a wager was chosen. */
  refresh() {
    this.changed();
    this.stale = true;
    if (!this.held) this.#send();
  }

  /** Put the chip in hand on a spot. */
  add(name) {
    if (this.held) return;
    const known = !this.steps.length && !this.asking && name in this.next;
    this.#draw(name, known ? this.next[name] : (this.amounts[name] ?? 0) + this.chip);
    this.steps.push({ wager: name, chip: this.chip });
    this.#send();
  }

  remove(name) {
    if (this.held) return;
    this.#draw(name, 0);
    this.steps.push({ wager: name });
    this.#send();
  }

  clear() {
    for (const name of Object.keys(this.amounts)) this.remove(name);
  }

  /** The wagers as the rules have them, once every click is answered. */
  async settled() {
    while (this.asking) await this.asking;
    return this.answered;
  }

  #draw(name, amount) {
    this.total += amount - (this.amounts[name] ?? 0);
    this.amounts = { ...this.amounts, [name]: amount };
    if (!amount) delete this.amounts[name];
    this.changed();
  }

  /** One question at a time; clicks meanwhile go together into the next one. */
  #send() {
    this.asking ??= (async () => {
      let asked = 0;
      while (this.steps.length || this.stale || asked !== this.chip) {
        const steps = this.steps.splice(0);
        this.stale = false;
        asked = this.chip;
        const answer = await this.ask({ wagers: this.answered, steps, chip: asked });
        if (answer) {
          this.answered = answer.wagers;
          this.problem = answer.problem && new Problem(answer.problem, "wagers", 0).message;
          this.actions = answer.actions;
          this.next = Object.fromEntries(answer.spots.map((spot) => [spot.name, spot.next]));
        }
        if (this.steps.length) continue; // drawn already, answered next
        this.amounts = { ...this.answered };
        if (answer) this.total = answer.total;
      }
      this.asking = null;
      this.changed();
    })();
  }
}

function spotElement(spot, draft) {
  const amount = draft.amounts[spot.name];
  return h(
    "li",
    { class: "spot-place" },
    h(
      "button",
      {
        type: "button",
        class: `spot${amount ? " staked" : ""}${spot.required ? " required" : ""}`,
        "data-key": `spot-${spot.name}`,
        "data-spot": spot.name,
        onclick: () => draft.add(spot.name),
      },
      h("span", { class: "spot-name" }, spot.label),
      amount ? stack(amount) : h("span", { class: "spot-note" }, spot.note || h("span", { class: "unseen" }, "no wager")),
    ),
    amount &&
      h(
        "button",
        {
          type: "button",
          class: "spot-off",
          "data-key": `off-${spot.name}`,
          "aria-label": `Take the ${wagerName(spot.name)} wager back`,
          onclick: () => draft.remove(spot.name),
        },
        "×",
      ),
  );
}

/** The spots of a seat that may bet now. */
export function spotsElement(draft) {
  const groups = [...new Set(draft.spots.map((spot) => spot.group || spot.name))];
  const wordy = draft.spots.some((spot) => (spot.group || spot.label).length > 16);
  const many = groups.length > 8 || wordy ? " many" : "";
  return h(
    "ul",
    { class: `spots${many}`, style: `--count: ${groups.length}`, "aria-label": "Betting spots" },
    groups.map((group) => {
      const spots = draft.spots.filter((spot) => (spot.group || spot.name) === group);
      return spots[0].group ? targetElement(group, spots, draft) : spotElement(spots[0], draft);
    }),
  );
}

/** The wagers made so far in a row, each with a way to take it back. */
export function madeElement(draft) {
  const made = Object.entries(draft.amounts);
  if (!made.length) return null;
  return h(
    "ul",
    { class: "made-bets", "aria-label": "Your wagers" },
    made.map(([name, amount]) => {
      const label = draft.spot(name)?.label ?? wagerName(name);
      return h(
        "li",
        {},
        `${label} ${money(amount)}`,
        h(
          "button",
          {
            type: "button",
            "data-key": `off-${name}`,
            "aria-label": `Take the ${label} wager back`,
            onclick: () => draft.remove(name),
          },
          "×",
        ),
      );
    }),
  );
}

/** One spot for wagers that differ in their target: the target is chosen, then a chip put down. */
function targetElement(group, spots, draft) {
  const made = spots.filter((spot) => draft.amounts[spot.name]);
  const select = h(
    "select",
    { "data-key": `target-${group}`, "aria-label": `${group}: what to bet on` },
    spots.map((spot) => h("option", { value: spot.name, selected: spot === (made.at(-1) ?? spots[0]) }, spot.target_label)),
  );
  return h(
    "li",
    { class: "spot-place target" },
    h(
      "button",
      {
        type: "button",
        class: `spot${made.length ? " staked" : ""}`,
        "data-key": `spot-${group}`,
        "data-spot": group,
        onclick: () => draft.add(select.value),
      },
      h("span", { class: "spot-name" }, group),
      made.length
        ? made.map((spot) => h("span", { class: "spot-note" }, `${spot.target_label} ${money(draft.amounts[spot.name])}`))
        : h("span", { class: "spot-note" }, "choose, then click"),
    ),
    select,
    made.length > 0 &&
      h(
        "button",
        {
          type: "button",
          class: "spot-off",
          "data-key": `off-${group}`,
          "aria-label": `Take the ${group} wagers back`,
          onclick: () => {
            for (const spot of made) draft.remove(spot.name);
          },
        },
        "×",
      ),
  );
}

/** The tray: which chip the next click puts down. */
export function trayElement(value, choose) {
  return h(
    "div",
    { class: "tray", role: "group", "aria-label": "Chip for the next click" },
    VALUES.map((one) =>
      h(
        "button",
        {
          type: "button",
          class: "tray-chip",
          "data-key": `chip-${one}`,
          "data-chip": one,
          "aria-pressed": String(one === value),
          "aria-label": `${money(one)} chip`,
          onclick: () => choose(one),
        },
        chip(one),
      ),
    ),
  );
}
