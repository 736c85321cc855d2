// A layout of symbols in rows: a wager lies on one symbol, on the lines between several, or in a box beside them.

import { miniChip } from "../art/chips.js";
import { h } from "../dom.js";

const DEEP = 0.78; // how high a box beneath the rows is, in rows
const INSIDE = 6; // wagers on more symbols lie in boxes

/** The rectangle of every symbol in cells: the head of the rows first, then the rows. */
function rectangles({ rows, head }) {
  const found = new Map();
  const left = head.length ? 1 : 0;
  head.forEach((symbol, at) => {
    const high = rows.length / head.length;
    found.set(symbol, { x: 0, y: at * high, w: 1, h: high });
  });
  rows.forEach((row, y) => row.forEach((symbol, x) => found.set(symbol, { x: x + left, y, w: 1, h: 1 })));
  return found;
}

const centre = (low, high) => (low + high) / 2;

/** Where a wager on a few symbols lies: their common line or corner, else on the edge beneath them. */
function inside(cells, bottom) {
  const low = Math.max(...cells.map((cell) => cell.x));
  const high = Math.min(...cells.map((cell) => cell.x + cell.w));
  const top = Math.max(...cells.map((cell) => cell.y));
  const foot = Math.min(...cells.map((cell) => cell.y + cell.h));
  if (low <= high && top <= foot)
    return { x: centre(low, high), y: centre(top, foot), wide: high - low, tall: foot - top };
  const ends = [Math.min(...cells.map((cell) => cell.x)), Math.max(...cells.map((cell) => cell.x + cell.w))];
  return { x: centre(...ends), y: bottom, wide: ends[1] - ends[0] > 1 ? 0 : 1, tall: 0 };
}

/** Where every wager lies: {name: {x, y, w, h, kind}} in cells, and how many cells there are each way. */
export function places(layout) {
  const cells = rectangles(layout);
  const bottom = layout.rows.length;
  const right = layout.rows[0].length + (layout.head.length ? 1 : 0);
  const found = {};
  const below = [];
  for (const [name, { covers }] of Object.entries(layout.wagers)) {
    const own = covers.map((symbol) => cells.get(symbol));
    const row = layout.rows.findIndex((one) => one.length === covers.length && one.every((symbol) => covers.includes(symbol)));
    if (covers.length === 1) found[name] = { ...own[0], kind: "straight" };
    else if (row >= 0) found[name] = { x: right, y: row, w: 1, h: 1, kind: "box" };
    else if (covers.length <= INSIDE) {
      const at = inside(own, bottom);
      const w = at.wide ? Math.min(at.wide * 0.56, 0.56) : 0.34;
      const tall = at.tall ? Math.min(at.tall * 0.56, 0.56) : 0.34;
      found[name] = { x: at.x - w / 2, y: at.y - tall / 2, w, h: tall, kind: "line" };
    } else below.push({ name, own, from: Math.min(...own.map((cell) => cell.x)), to: Math.max(...own.map((cell) => cell.x)) + 1 });
  }
  const few = Math.min(...below.map(({ own }) => own.length));
  const exact = below.filter(({ own, from, to }) => own.length === few && own.length === (to - from) * bottom);
  const rest = below.filter((one) => !exact.includes(one));
  for (const { name, from, to } of exact) found[name] = { x: from, y: bottom, w: to - from, h: DEEP, kind: "box" };
  const mean = ({ own }) => own.reduce((sum, cell) => sum + cell.x, 0) / own.length;
  const width = layout.rows[0].length / Math.max(rest.length, 1);
  const ordered = [...rest].sort((one, other) => Math.round(mean(one) - mean(other)));
  const next = bottom + (exact.length ? DEEP : 0);
  ordered.forEach(({ name }, at) => {
    found[name] = { x: right - layout.rows[0].length + at * width, y: next, w: width, h: DEEP, kind: "box" };
  });
  const outer = Object.values(found);
  return {
    places: found,
    across: Math.max(...outer.map((one) => one.x + one.w)),
    down: Math.max(...outer.map((one) => one.y + one.h)),
  };
}

/** Arrow keys go to the nearest button in that direction, as it is seen. */
export function arrows(event) {
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const way = ways[event.key];
  const from = event.target.closest("button");
  if (!way || !from) return;
  event.preventDefault();
  const middle = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const [x, y] = middle(from);
  let best = null;
  for (const button of event.currentTarget.querySelectorAll("button:not(:disabled)")) {
    const [atX, atY] = middle(button);
    const ahead = (atX - x) * way[0] + (atY - y) * way[1];
    const aside = Math.abs((atX - x) * way[1]) + Math.abs((atY - y) * way[0]);
    if (button === from || ahead < 2) continue;
    const far = ahead + 2.5 * aside;
    if (!best || far < best.far) best = { button, far };
  }
  if (!best) return;
  for (const button of event.currentTarget.querySelectorAll("button[tabindex]")) button.tabIndex = button === best.button ? 0 : -1;
  best.button.focus();
}

let current = ""; // the wager that a Tab into the layout reaches

/** The layout; `draft` is what is bet, `hit` the symbol that came up last. */
export function gridLayout(layout, draft, hit = "") {
  const { places: found, across, down } = places(layout);
  const names = Object.keys(found).filter((name) => draft.spot(name));
  if (!names.includes(current)) current = names[0];
  const button = (name) => {
    const { label, covers, price } = layout.wagers[name];
    const { x, y, w, h: tall, kind } = found[name];
    const amount = draft.amounts[name];
    const color = kind === "straight" ? (layout.colors[covers[0]] ?? "green") : "";
    const swatch = kind === "box" && covers.every((symbol) => layout.colors[symbol] === layout.colors[covers[0]]) && layout.colors[covers[0]];
    const said = `${label}${kind === "line" ? `, on ${covers.join(", ")}` : ""}, pays ${price}${amount ? `, $${amount} on it` : ""}${covers.includes(hit) && kind === "straight" ? ", came up" : ""}`;
    return h(
      "button",
      {
        type: "button",
        class: ["spot-at", kind, color, swatch && `painted ${swatch}`, amount && "staked", kind === "straight" && covers[0] === hit && "hit"].filter(Boolean).join(" "),
        style: `--x:${x};--y:${y};--w:${w};--h:${tall}`,
        "data-key": `spot-${name}`,
        "data-spot": name,
        "aria-label": said,
        title: `${label} · ${price}`,
        tabindex: name === current ? "0" : "-1",
        onfocus: () => {
          current = name;
        },
        onclick: () => draft.add(name),
        oncontextmenu: (event) => {
          event.preventDefault();
          draft.remove(name);
        },
      },
      kind === "straight" && h("b", {}, covers[0]),
      kind === "box" && h("b", {}, covers.length === layout.rows[0].length && layout.rows.some((row) => row.every((symbol) => covers.includes(symbol))) ? price : label),
      amount && miniChip(amount),
    );
  };
  const order = { straight: 0, box: 1, line: 2 };
  return h(
    "div",
    {
      class: "grid-layout",
      style: `--across:${across};--down:${down}`,
      role: "group",
      "aria-label": "Layout: arrow keys move between the wagers, Enter puts a chip down, Delete takes it back",
      onkeydown: (event) => {
        const name = event.target.dataset?.spot;
        if ((event.key === "Delete" || event.key === "Backspace") && name) {
          event.preventDefault();
          draft.remove(name);
        } else arrows(event);
      },
    },
    names.sort((one, other) => order[found[one].kind] - order[found[other].kind]).map(button),
  );
}
