// The betting layout: spots named after the wagers, chips to put on them, and what the rules say about each.

import { chip, stack, VALUES } from "../art/chips.js";
import { h } from "../dom.js";
import { money, wagerName } from "../text.js";

/** What one seat is about to bet; amounts by wager. Knows which wagers go together. */
export class Draft {
  constructor(spots, amounts = {}) {
    this.spots = spots;
    this.amounts = { ...amounts };
  }

  spot(name) {
    return this.spots.find((spot) => spot.name === name);
  }

  get total() {
    return Object.values(this.amounts).reduce((sum, amount) => sum + amount, 0);
  }

  /** Put a chip on a spot; a wager with set amounts goes to the next one, one that equals another follows it. */
  add(name, value) {
    const spot = this.spot(name);
    const before = this.amounts[name] ?? 0;
    if (spot.stakes.length) {
      const next = spot.stakes.find((stake) => stake > before);
      if (next === undefined) delete this.amounts[name];
      else this.amounts[name] = next;
    } else if (spot.equals) {
      this.amounts[spot.equals] ??= value;
      this.amounts[name] = this.amounts[spot.equals] * spot.share;
    } else {
      const least = before ? 0 : (spot.least ?? 0);
      const more = spot.step ? Math.max(value - (value % spot.step), spot.step) : value;
      this.amounts[name] = Math.min(Math.max(before + more, least), spot.most ?? Infinity);
    }
    for (const barred of spot.bars) delete this.amounts[barred];
    for (const other of this.spots) if (other.bars.includes(name)) delete this.amounts[other.name];
    this.#follow();
  }

  remove(name) {
    delete this.amounts[name];
    for (const other of this.spots) if (other.needs.includes(name)) delete this.amounts[other.name];
    this.#follow();
  }

  clear() {
    this.amounts = {};
  }

  #follow() {
    for (const spot of this.spots) {
      const most = (this.amounts[spot.within] ?? Infinity) * spot.most_share;
      if (spot.within && this.amounts[spot.name] > most) this.amounts[spot.name] = most;
      if (!spot.equals) continue;
      const amount = this.amounts[spot.equals];
      if (amount && (spot.required || this.amounts[spot.name])) this.amounts[spot.name] = amount * spot.share;
      else delete this.amounts[spot.name];
    }
  }
}

function limits(spot) {
  if (spot.stakes.length) return spot.stakes.map(money).join(" or ");
  if (spot.equals) return `equals ${spot.share === 1 ? "" : `${spot.share} × `}${wagerName(spot.equals)}`;
  if (spot.within) return `to ${spot.most_share} × ${wagerName(spot.within)}`;
  if (spot.least && spot.most) return `${money(spot.least)}–${money(spot.most)}`;
  if (spot.least) return `from ${money(spot.least)}`;
  return spot.most ? `to ${money(spot.most)}` : "";
}

function kind(spot, spots) {
  if (spot.required) return "required";
  if (spot.needs.length) return `with ${spot.needs.map(wagerName).join(", ")}`;
  if (spot.one_of.includes(spot.name) && spot.one_of.length < spots.length) return "at least one";
  return spot.one_of.length || spot.equals || spot.least || spot.most || spot.stakes.length ? "" : "optional";
}

function spotElement(spot, draft, value, changed) {
  const amount = draft.amounts[spot.name];
  const note = [limits(spot), kind(spot, draft.spots)].filter(Boolean).join(" · ");
  const add = () => {
    draft.add(spot.name, value);
    changed();
  };
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
        onclick: add,
      },
      h("span", { class: "spot-name" }, spot.label ?? wagerName(spot.name)),
      amount ? stack(amount) : h("span", { class: "spot-note" }, note || h("span", { class: "unseen" }, "no wager")),
    ),
    amount &&
      h(
        "button",
        {
          type: "button",
          class: "spot-off",
          "data-key": `off-${spot.name}`,
          "aria-label": `Take the ${wagerName(spot.name)} wager back`,
          onclick: () => {
            draft.remove(spot.name);
            changed();
          },
        },
        "×",
      ),
  );
}

/** The spots of a seat that may bet now. */
export function spotsElement(draft, value, changed) {
  const groups = [...new Set(draft.spots.map((spot) => spot.group ?? spot.name))];
  const wordy = draft.spots.some((spot) => (spot.group ?? spot.label ?? "").length > 16);
  const many = groups.length > 8 || wordy ? " many" : "";
  return h(
    "ul",
    { class: `spots${many}`, style: `--count: ${groups.length}`, "aria-label": "Betting spots" },
    groups.map((group) => {
      const spots = draft.spots.filter((spot) => (spot.group ?? spot.name) === group);
      return spots[0].group ? targetElement(group, spots, draft, value, changed) : spotElement(spots[0], draft, value, changed);
    }),
  );
}

/** The wagers made so far in a row, each with a way to take it back. */
export function madeElement(draft, changed) {
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
            onclick: () => {
              draft.remove(name);
              changed();
            },
          },
          "×",
        ),
      );
    }),
  );
}

/** Spots for the wagers that an action makes between rolls or cards: `bet come AMOUNT`; one for each target it may have. */
export function spotsOf({ wager, lead, label, amount, targets }) {
  const none = { stakes: [], needs: [], bars: [], one_of: [], meters: [], equals: "", share: 1, within: "", most_share: 1 };
  const bounds = { required: false, least: amount.least > 0.01 ? amount.least : null, most: amount.most, step: amount.step };
  if (!targets.length) return [{ ...none, ...bounds, name: wager, lead, label }];
  return targets.map((target) => ({
    ...none,
    ...bounds,
    name: wager.replace("TARGET", target),
    lead: lead.replace("TARGET", target),
    label: `${label} ${targetLabel(target)}`,
    group: label,
    target,
  }));
}

const SUIT_SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const SUIT_NAMES = { clubs: "♣", diamonds: "♦", hearts: "♥", spades: "♠" };

/** A card, a value or a suit as it is read. */
function targetLabel(target) {
  if (/^[2-9TJQKA][cdhs]$/.test(target)) return target.replace("T", "10").replace(/.$/, (suit) => SUIT_SIGNS[suit]);
  return SUIT_NAMES[target] ?? SUIT_SIGNS[target] ?? target.replace(/^T$/, "10").replaceAll("_", " ");
}

/** One spot for wagers that differ in their target: the target is chosen, then a chip put down. */
function targetElement(group, spots, draft, value, changed) {
  const made = spots.filter((spot) => draft.amounts[spot.name]);
  const select = h(
    "select",
    { "data-key": `target-${group}`, "aria-label": `${group}: what to bet on` },
    spots.map((spot) => h("option", { value: spot.name, selected: spot === (made.at(-1) ?? spots[0]) }, targetLabel(spot.target))),
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
        onclick: () => {
          draft.add(select.value, value);
          changed();
        },
      },
      h("span", { class: "spot-name" }, group),
      made.length
        ? made.map((spot) => h("span", { class: "spot-note" }, `${targetLabel(spot.target)} ${money(draft.amounts[spot.name])}`))
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
            changed();
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
