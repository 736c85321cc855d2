// Chinese dominoes and dice as vectors; ones and fours are red, and half of each six of the teen tiles.

import { escape } from "../dom.js";

// Pips of one half in a box of 60 by 60.
const HALVES = {
  1: [[30, 30]],
  2: [
    [30, 16],
    [30, 44],
  ],
  3: [
    [16, 14],
    [30, 30],
    [44, 46],
  ],
  4: [
    [17, 17],
    [43, 17],
    [17, 43],
    [43, 43],
  ],
  5: [
    [16, 16],
    [44, 16],
    [30, 30],
    [16, 44],
    [44, 44],
  ],
  6: [
    [17, 13],
    [43, 13],
    [17, 30],
    [43, 30],
    [17, 47],
    [43, 47],
  ],
};

function pips(count, top, reds) {
  return HALVES[count]
    .map(([x, y]) => `<circle cx="${x}" cy="${y + top}" r="6.5" class="pip ${reds(x) ? "pip-red" : ""}"/>`)
    .join("");
}

export function tileMarkup(tile) {
  const [upper, lower] = tile.split("-").map(Number);
  const reds = (count) => (x) => count === 1 || count === 4 || (upper === 6 && lower === 6 && x < 30);
  return (
    `<svg class="tile" viewBox="0 0 60 140" role="img" aria-label="tile ${escape(tile)}"><rect x="1" y="1" width="58" height="138" rx="9" class="tile-body"/>` +
    `${pips(upper, 6, reds(upper))}${pips(lower, 74, reds(lower))}</svg>`
  );
}

export function tileBackMarkup() {
  return '<svg class="tile" viewBox="0 0 60 140" role="img" aria-label="face down"><rect x="1" y="1" width="58" height="138" rx="9" class="tile-body"/><rect x="8" y="8" width="44" height="124" rx="5" class="tile-back"/></svg>';
}

export function dieMarkup(count) {
  const dots = HALVES[count]
    .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="6" class="${count === 1 || count === 4 ? "dot-red" : "dot"}"/>`)
    .join("");
  return `<svg class="die" viewBox="0 0 60 60" role="img" aria-label="die ${count}"><rect x="1" y="1" width="58" height="58" rx="11" class="die-body"/>${dots}</svg>`;
}
