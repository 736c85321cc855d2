// What a seat may do now: a button for every legal action, with its amounts and the cards it names.

import { h } from "../dom.js";
import { money, title } from "../text.js";
import { actionLabel, givesUp, wants } from "./names.js";

/** What an action puts at risk or brings back, where its words do not say so. */
function amountWords(adds, example) {
  if (!adds || /\d/.test(example.replace(/\bhand_\d+\b|\b\d+(\.\d+)?x\b/g, ""))) return "";
  return adds > 0 ? ` · ${money(adds)}` : ` · ${money(-adds)} back`;
}

function plain(one, example, adds, act) {
  return h(
    "button",
    {
      type: "button",
      class: givesUp(one.verb) ? "act quiet-act" : "act",
      "data-key": `act-${example}`,
      "data-action": example,
      title: one.rule || null,
      onclick: () => act(one.seat, example),
    },
    actionLabel(one.hand ? example.replace(`${one.hand} `, "") : example),
    amountWords(adds, example) && h("span", { class: "adds" }, amountWords(adds, example)),
  );
}

function withCards(one, example, picked, act) {
  const lead = actionLabel(example.replace(/\s*:?\s*\b(CARDS|TILES)\b/, ""));
  return h(
    "button",
    {
      type: "button",
      class: "act",
      "data-key": `act-${example}`,
      "data-action": example,
      disabled: picked.length === 0,
      title: one.rule || null,
      onclick: () => act(one.seat, example.replace(/\b(CARDS|TILES)\b/, picked.join(" "))),
    },
    `${lead}: ${picked.length ? `${picked.length} chosen` : `click ${/TILES/.test(example) ? "tiles" : "cards"} first`}`,
  );
}

function withAmount(one, example, act) {
  const key = `amount-${example}`;
  const named = one.examples.map((text) => Number(/\d+(\.\d+)?$/.exec(text)?.[0])).filter(Number.isFinite);
  const input = h("input", {
    type: "number",
    min: String(named.length ? Math.min(...named) : 0),
    max: named.length ? String(Math.max(...named)) : null,
    placeholder: named.length > 1 ? `${Math.min(...named)}–${Math.max(...named)}` : null,
    step: "any",
    required: true,
    inputmode: "decimal",
    "data-key": key,
    "aria-label": `Amount to ${one.verb}`,
  });
  return h(
    "form",
    {
      class: "act-amount",
      onsubmit: (event) => {
        event.preventDefault();
        act(one.seat, example.replace("AMOUNT", input.value));
      },
    },
    h("span", { "aria-hidden": "true" }, "$"),
    input,
    h("button", { type: "submit", class: "act" }, actionLabel(example.replace(/\s*AMOUNT/, ""))),
  );
}

/** The hand that all actions are for, where a seat plays several: `hand_2`. */
export function handToAct(legal) {
  const hands = new Set(legal.flatMap((one) => one.examples).map((text) => /^(hand_\d+) /.exec(text)?.[1] ?? ""));
  return hands.size === 1 ? [...hands][0] : "";
}

/** Buttons for `legal`; `picked` are the cards chosen so far, in the order of the hand. */
export function actionsElement(legal, picked, act) {
  const hand = handToAct(legal);
  const buttons = legal.flatMap((one) =>
    one.examples.map((example, at) => {
      const want = wants(example);
      if (want === "cards") return withCards(one, example, picked, act);
      return want === "amount" ? withAmount(one, example, act) : plain({ ...one, hand }, example, one.adds?.[at], act);
    }),
  );
  return h(
    "div",
    { class: "acts", role: "group", "aria-label": hand ? `Your actions for ${title(hand)}` : "Your actions" },
    hand && h("b", { class: "whose" }, title(hand)),
    buttons,
  );
}

/** Whether some action names cards of the hand. */
export function namesCards(legal) {
  return legal.some((one) => one.examples.some((example) => wants(example) === "cards"));
}
