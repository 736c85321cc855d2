// What a seat may do now: a button for every legal action, a field for its amount, a choice of the cards it names.

import { h } from "../dom.js";
import { grouped, money, moneySign, title } from "../text.js";

/** What an action puts at risk or brings back, where its label does not say so. */
function amountWords(adds, label) {
  if (!adds || label.includes("$")) return "";
  return adds > 0 ? money(adds) : `${money(-adds)} back`;
}

function plain(one, text, label, adds, act, stack = Infinity) {
  const words = amountWords(adds, label);
  return h(
    "button",
    {
      type: "button",
      class: one.gives_up ? "act quiet-act" : "act",
      "data-key": `act-${text}`,
      "data-action": text,
      title: one.rule || null,
      disabled: adds > stack, // chips are bought first
      onclick: () => act(one.seat, text, one),
    },
    grouped(label),
    words && h("span", { class: "adds" }, h("span", { class: "apart" }, " · "), words),
  );
}

function withCards(one, picked, act) {
  const { least, most, piece } = one.cards;
  const lead = title(one.lead.replace(":", "").replaceAll("_", " "));
  const bounds = least === most ? String(least) : `${least} to ${most}`;
  const noun = most === 1 ? piece.replace(/s$/, "") : piece;
  return h(
    "button",
    {
      type: "button",
      class: "act",
      "data-key": `act-${one.lead}`,
      "data-action": `${one.lead} ${piece.toUpperCase()}`,
      disabled: picked.length < least || picked.length > most,
      title: one.rule || null,
      onclick: () => act(one.seat, [one.lead, ...picked].join(" "), one),
    },
    `${lead}: ${picked.length || least === 0 ? `${picked.length} chosen` : `choose ${bounds} ${noun}`}`,
  );
}

/** The places of a shared pile that were chosen, before its cards are dealt: `select 1 5 9`. */
function withPlaces(one, places, act) {
  const { least } = one.cards;
  const chosen = [...places].sort((low, high) => low - high);
  return h(
    "button",
    {
      type: "button",
      class: "act",
      "data-key": `act-${one.lead}`,
      "data-action": `${one.lead} PLACES`,
      disabled: chosen.length !== least,
      title: one.rule || null,
      onclick: () => act(one.seat, [one.lead, ...chosen].join(" "), one),
    },
    chosen.length === least
      ? `${title(one.lead)} ${chosen.join(", ")}`
      : `${title(one.lead)}: choose ${least} places, ${chosen.length} chosen`,
  );
}

/** An action as its button says it, the wager by its name on the layout. */
function named({ lead, wager, label }) {
  const verb = wager && label && lead.endsWith(wager) ? lead.slice(0, -wager.length).trim() : null;
  return verb === null ? title(lead.replaceAll("_", " ")) : `${title(verb.replaceAll("_", " "))} ${label}`.trim();
}

function withAmount(one, act) {
  const { least, most, step } = one.amount;
  const input = h("input", {
    type: "number",
    min: String(least),
    max: most === null ? null : String(most),
    placeholder: most === null ? null : `${least}–${most}`,
    step: step ? String(step) : "any",
    required: true,
    inputmode: "decimal",
    "data-key": `amount-${one.lead}`,
    "data-kept": true,
    "aria-label": `Amount to ${named(one).toLowerCase()}`,
  });
  return h(
    "form",
    {
      class: "act-amount",
      onsubmit: (event) => {
        event.preventDefault();
        act(one.seat, `${one.lead} ${input.value}`, one);
      },
    },
    h("span", { "aria-hidden": "true" }, moneySign()),
    input,
    h("button", { type: "submit", class: "act" }, one.texts.length ? "Other amount" : named(one)),
  );
}

/** The wagers that may be put down before play goes on, where there are many: one is chosen, and its amount written. */
export function betweenElement(wagers, seat, act) {
  const amount = h("input", { type: "number", required: true, inputmode: "decimal", "data-key": "between-amount", "data-kept": true, "aria-label": "Dollars" });
  const chosen = () => wagers.find((one) => one.lead === choice.value);
  const bound = () => {
    const { least, most, step } = chosen();
    amount.min = String(least || step || 0.01);
    amount.max = most === null ? "" : String(most);
    amount.step = step ? String(step) : "any";
  };
  const choice = h(
    "select",
    { "data-key": "between", "data-kept": true, "aria-label": "Wager", onchange: bound },
    wagers.map((one) => h("option", { value: one.lead }, one.label)),
  );
  bound();
  return h(
    "form",
    {
      class: "act-amount between",
      onsubmit: (event) => {
        event.preventDefault();
        act(seat, `${chosen().lead} ${amount.value}`);
      },
    },
    choice,
    h("span", { "aria-hidden": "true" }, "$"),
    amount,
    h("button", { type: "submit", class: "act", "data-do": "between" }, "Put down"),
  );
}

/** At a pot: what was said and put in, for the rules to say what it counts for. */
function inWords(seat, act) {
  const input = h("input", {
    type: "text",
    required: true,
    maxlength: "100",
    placeholder: "puts in one 25 chip",
    "data-key": "conduct",
    "data-kept": true,
    "aria-label": "What was said and put in: says raise to 40, puts in 30; puts in 4, then completes; gestures check",
  });
  return h(
    "details",
    { class: "ahead", "data-key": "words", "data-kept": true },
    h("summary", {}, "Words and chips"),
    h(
      "form",
      {
        class: "act-amount",
        onsubmit: (event) => {
          event.preventDefault();
          act(seat, input.value.trim());
        },
      },
      input,
      h("button", { type: "submit", class: "act", "data-do": "conduct" }, "Rule on it"),
    ),
  );
}

/** The hand that all actions are for, where a seat plays several: `hand_2`. */
export function handToAct(legal) {
  const hands = new Set(legal.map((one) => one.hand));
  return hands.size === 1 ? [...hands][0] : "";
}

/** Buttons for `legal`; `picked` are the cards and `places` the places chosen so far, `besides` the dollars put down with any, `pot` whether words and chips are ruled on. */
export function actionsElement(legal, picked, act, { besides = 0, places = [], stack = Infinity, pot = false } = {}) {
  const hand = handToAct(legal);
  const buttonsOf = (one) => [
    ...one.texts.map((text, at) => {
      const named = one.ahead ? one.labels[at].replace(`${title(one.verb)} `, "") : one.labels[at];
      const label = hand || !one.hand ? named : `${title(one.hand)}: ${named.toLowerCase()}`;
      if (besides && one.passes) return plain(one, text, "Bet", besides, act);
      return plain(one, text, label, besides || one.adds?.[at], act, stack);
    }),
    one.cards && (one.cards.piece === "places" ? withPlaces(one, places, act) : withCards(one, picked, act)),
    one.amount && !one.ahead && withAmount(one, act),
  ];
  const ahead = legal.filter((one) => one.ahead);
  return h(
    "div",
    { class: "acts", role: "group", "aria-label": hand ? `Your actions for ${title(hand)}` : "Your actions" },
    hand && h("b", { class: "whose" }, title(hand)),
    legal.filter((one) => !one.ahead).flatMap(buttonsOf),
    ahead.length > 0 &&
      h(
        "details",
        { class: "ahead" },
        h("summary", {}, "Bet ahead"),
        h("div", { class: "acts" }, ahead.flatMap(buttonsOf)),
      ),
    pot && legal.some((one) => !one.cards) && inWords(legal[0].seat, act),
  );
}

/** Whether some action names cards of the hand. */
export function namesCards(legal) {
  return legal.some((one) => one.cards && one.cards.piece !== "places");
}

/** The action that chooses places of a shared pile, if there is one. */
export function choosesPlaces(legal) {
  return legal.find((one) => one.cards?.piece === "places");
}
