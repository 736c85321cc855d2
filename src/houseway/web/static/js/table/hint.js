// The hint: what to do, and what the other actions cost where that is known.

import { h, spinner } from "../dom.js";
import { money } from "../text.js";
import { actionLabel } from "./names.js";

function worth(one, best, exact) {
  if (one === best) return "best";
  const cost = Math.round((best.value - one.value) * 100) / 100;
  if (cost <= 0) return exact ? "as good" : "about the same";
  return `costs ${exact ? "" : "about "}${money(cost)}`;
}

/** The hint once it is known, or the button that asks for it; `strategy` is the address of the whole strategy. */
export function hintElement(hint, { asking, strategy, ask }) {
  if (!hint)
    return h(
      "div",
      { class: "hint" },
      h(
        "button",
        { type: "button", class: "quiet", "data-key": "hint", "data-do": "hint", disabled: asking, onclick: ask },
        asking && spinner(),
        asking ? " Thinking…" : "Hint",
      ),
    );
  const best = hint.actions[0];
  const others = hint.actions.slice(1);
  return h(
    "div",
    { class: "hint told", role: "status" },
    h("p", { class: "advice" }, !best ? "Suggested: " : hint.soon ? "Best so far: " : "Best: ", h("b", {}, actionLabel(hint.action))),
    best &&
      others.length > 0 &&
      h(
        "ul",
        {},
        others.map((one) => h("li", {}, `${actionLabel(one.action)}: ${worth(one, best, hint.exact)}`)),
      ),
    h(
      "p",
      { class: "tip" },
      hint.soon && spinner(),
      `${hint.soon ? " The exact strategy is being worked out; until then " : ""}${hint.source}. `.replace(/^[a-z]/, (start) =>
        start.toUpperCase(),
      ),
      h("a", { href: strategy }, "How to play"),
    ),
  );
}
