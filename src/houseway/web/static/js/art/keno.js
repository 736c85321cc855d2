// The keno board: numbers to mark, or marked and drawn.

import { h } from "../dom.js";

/** A board of `count` numbers; `toggle` makes them buttons. */
export function kenoBoard({ count = 80, marked = new Set(), drawn = new Set(), toggle = null }) {
  const cells = Array.from({ length: count }, (_, index) => index + 1).map((number) => {
    const kinds = ["keno-cell", marked.has(number) && "marked", drawn.has(number) && "drawn"].filter(Boolean);
    const state = [marked.has(number) && "marked", drawn.has(number) && "drawn"].filter(Boolean).join(", ");
    const label = state ? `${number}, ${state}` : `${number}`;
    if (!toggle) return h("span", { class: kinds.join(" "), role: "img", "aria-label": label }, number);
    return h(
      "button",
      {
        type: "button",
        class: kinds.join(" "),
        "data-key": `keno-${number}`,
        "aria-pressed": String(marked.has(number)),
        "aria-label": label,
        onclick: () => toggle(number),
      },
      number,
    );
  });
  return h("div", { class: "keno-board", role: "group", "aria-label": "Keno board" }, cells);
}
