// The hint: what to do, and what the other actions cost where that is known.

import { h } from "../dom.js";
import { money } from "../text.js";
import { actionLabel } from "./names.js";

function worth(one, best, exact) {
  if (one === best) return "best";
  const cost = Math.round((best.value - one.value) * 100) / 100;
  if (cost <= 0) return exact ? "as good" : "about the same";
  return `costs ${exact ? "" : "about "}${money(cost)}`;
}

/** The hint once it is known, or the button that asks for it; `strategy` is the address of the whole strategy. */
export function hintElement(hint, strategy, ask) {
  if (!hint)
    return h(
      "div",
      { class: "hint" },
      h("button", { type: "button", class: "quiet", "data-key": "hint", "data-do": "hint", onclick: ask }, "Hint"),
    );
  const best = hint.actions[0];
  return h(
    "div",
    { class: "hint told", role: "status" },
    h("p", {}, h("b", {}, actionLabel(hint.action)), ` · ${hint.source} · `, h("a", { href: strategy }, "how to play")),
    best &&
      h(
        "ul",
        {},
        hint.actions.map((one) => h("li", {}, `${actionLabel(one.action)}: ${worth(one, best, hint.exact)}`)),
      ),
  );
}
