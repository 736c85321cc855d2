// A keno ticket: numbers to mark before the draw.

import { kenoBoard } from "../art/keno.js";
import { h } from "../dom.js";

const MOST_MARKED = 20;

/** A board whose numbers are marked by clicking; `changed` is called after each. `last` is the draw before. */
export function ticketElement(count, marked, changed, last = {}) {
  const toggle = (number) => {
    if (marked.has(number)) marked.delete(number);
    else if (marked.size < MOST_MARKED) marked.add(number);
    changed();
  };
  return h(
    "div",
    { class: "ticket" },
    h(
      "p",
      { class: "pile-name" },
      `Ticket: ${marked.size || "no number"} marked${last.drawn?.size ? ", last draw outlined" : ""}`,
    ),
    kenoBoard({ count, marked, toggle, ...last }),
  );
}
