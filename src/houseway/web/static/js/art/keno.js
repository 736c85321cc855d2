// The keno board: numbers to mark, or marked and drawn.

import { h } from "../dom.js";

const BEAT = 90; // milliseconds between two numbers called

/** A board of `count` numbers; `toggle` makes them buttons; numbers called since `began` light up one by one. */
export function kenoBoard({ count = 80, marked = new Set(), drawn = new Set(), toggle = null, began = 0 }) {
  const order = [...drawn];
  const called = (number) =>
    began && drawn.has(number) ? `--delay: ${Math.round(order.indexOf(number) * BEAT - (performance.now() - began))}ms` : null;
  const cells = Array.from({ length: count }, (_, index) => index + 1).map((number) => {
    const kinds = ["keno-cell", marked.has(number) && "marked", drawn.has(number) && "drawn"].filter(Boolean);
    const state = [marked.has(number) && "marked", drawn.has(number) && "drawn"].filter(Boolean).join(", ");
    const label = state ? `${number}, ${state}` : `${number}`;
    const style = called(number);
    if (style) kinds.push("called");
    if (!toggle) return h("span", { class: kinds.join(" "), style, role: "img", "aria-label": label }, number);
    return h(
      "button",
      {
        type: "button",
        class: kinds.join(" "),
        style,
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
