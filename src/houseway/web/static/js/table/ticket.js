// A keno ticket: numbers to mark before the draw.

import { kenoBoard } from "../art/keno.js";
import { h } from "../dom.js";

const MOST_MARKED = 20;

/** A board whose numbers are marked by clicking; `changed` is called after each. */
export function ticketElement(count, marked, changed) {
  const toggle = (number) => {
    if (marked.has(number)) marked.delete(number);
    else if (marked.size < MOST_MARKED) marked.add(number);
    changed();
  };
  return h(
    "div",
    { class: "ticket" },
    h("p", { class: "pile-name" }, `Ticket: ${marked.size} marked`),
    kenoBoard({ count, marked, toggle }),
  );
}
