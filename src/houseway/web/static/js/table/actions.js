// What a seat may do now: a button for every legal action, a field for its amount, a choice of the cards it names.

import { h } from "../dom.js";
import { money, title } from "../text.js";

/** What an action puts at risk or brings back, where its label does not say so. */
function amountWords(adds, label) {
  if (!adds || label.includes("$")) return "";
  return adds > 0 ? ` · ${money(adds)}` : ` · ${money(-adds)} back`;
}

function plain(one, text, label, adds, act) {
  const words = amountWords(adds, label);
  return h(
    "button",
    {
      type: "button",
      class: one.gives_up ? "act quiet-act" : "act",
      "data-key": `act-${text}`,
      "data-action": text,
      title: one.rule || null,
      onclick: () => act(one.seat, text),
    },
    label,
    words && h("span", { class: "adds" }, words),
  );
}

function withCards(one, picked, act) {
  const { least, most, piece } = one.cards;
  const lead = title(one.lead.replace(":", "").replaceAll("_", " "));
  const bounds = least === most ? String(least) : `${least} to ${most}`;
  return h(
    "button",
    {
      type: "button",
      class: "act",
      "data-key": `act-${one.lead}`,
      "data-action": `${one.lead} ${piece.toUpperCase()}`,
      disabled: picked.length < least || picked.length > most,
      title: one.rule || null,
      onclick: () => act(one.seat, [one.lead, ...picked].join(" ")),
    },
    `${lead}: ${picked.length || least === 0 ? `${picked.length} chosen` : `click ${bounds} ${piece} first`}`,
  );
}

/** A field for the places of a shared pile, before its cards are dealt: `1 5 9`. */
function withPlaces(one, act) {
  const count = one.cards.least;
  const input = h("input", {
    type: "text",
    pattern: `\\s*\\d+(\\s+\\d+){${count - 1}}\\s*`,
    placeholder: Array.from({ length: count }, (_, place) => place + 1).join(" "),
    required: true,
    inputmode: "numeric",
    "data-key": `places-${one.lead}`,
    "aria-label": `${count} places to ${one.lead}`,
  });
  return h(
    "form",
    {
      class: "act-amount",
      onsubmit: (event) => {
        event.preventDefault();
        act(one.seat, `${one.lead} ${input.value.trim()}`);
      },
    },
    input,
    h("button", { type: "submit", class: "act" }, title(`${one.lead} ${count} places`)),
  );
}

function withAmount(one, act) {
  const { least, most } = one.amount;
  const input = h("input", {
    type: "number",
    min: String(least),
    max: most === null ? null : String(most),
    placeholder: most === null ? null : `${least}–${most}`,
    step: "any",
    required: true,
    inputmode: "decimal",
    "data-key": `amount-${one.lead}`,
    "aria-label": `Amount to ${one.lead.replaceAll("_", " ")}`,
  });
  const open = one.lead.endsWith(".TARGET");
  const target = h("input", {
    type: "text",
    size: "6",
    required: true,
    "data-key": `target-${one.lead}`,
    "aria-label": "What to bet on: a card such as Qh, a value, a suit",
  });
  return h(
    "form",
    {
      class: "act-amount",
      onsubmit: (event) => {
        event.preventDefault();
        act(one.seat, `${one.lead.replace("TARGET", target.value.trim())} ${input.value}`);
      },
    },
    h("span", { "aria-hidden": "true" }, "$"),
    input,
    open && target,
    h("button", { type: "submit", class: "act" }, title(one.lead.replace(".TARGET", "").replaceAll("_", " "))),
  );
}

/** The hand that all actions are for, where a seat plays several: `hand_2`. */
export function handToAct(legal) {
  const hands = new Set(legal.map((one) => one.hand));
  return hands.size === 1 ? [...hands][0] : "";
}

/** Buttons for `legal`; `picked` are the cards chosen so far, `besides` the dollars put down with any of them. */
export function actionsElement(legal, picked, act, besides = 0) {
  const hand = handToAct(legal);
  const buttons = legal.flatMap((one) => [
    ...one.texts.map((text, at) => {
      const label = hand || !one.hand ? one.labels[at] : `${title(one.hand)}: ${one.labels[at].toLowerCase()}`;
      return plain(one, text, label, besides || one.adds?.[at], act);
    }),
    one.cards && (one.cards.piece === "places" ? withPlaces(one, act) : withCards(one, picked, act)),
    one.amount && withAmount(one, act),
  ]);
  return h(
    "div",
    { class: "acts", role: "group", "aria-label": hand ? `Your actions for ${title(hand)}` : "Your actions" },
    hand && h("b", { class: "whose" }, title(hand)),
    buttons,
  );
}

/** Whether some action names cards of the hand. */
export function namesCards(legal) {
  return legal.some((one) => one.cards && one.cards.piece !== "places");
}
