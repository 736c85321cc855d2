// What a seat may do now: a button for every legal action, with its amounts and the cards it names.

import { h } from "../dom.js";
import { actionLabel, givesUp, wants } from "./names.js";

function plain(one, example, act) {
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
    actionLabel(example),
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
    `${lead}: ${picked.length ? `${picked.length} chosen` : "click cards first"}`,
  );
}

function withAmount(one, example, act) {
  const key = `amount-${example}`;
  const input = h("input", {
    type: "number",
    min: "0",
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

/** Buttons for `legal`; `picked` are the cards chosen so far, in the order of the hand. */
export function actionsElement(legal, picked, act) {
  const buttons = legal.flatMap((one) =>
    one.examples.map((example) => {
      const want = wants(example);
      if (want === "cards") return withCards(one, example, picked, act);
      return want === "amount" ? withAmount(one, example, act) : plain(one, example, act);
    }),
  );
  return h("div", { class: "acts", role: "group", "aria-label": "Your actions" }, buttons);
}

/** Whether some action names cards of the hand. */
export function namesCards(legal) {
  return legal.some((one) => one.examples.some((example) => wants(example) === "cards"));
}
