// Playing cards drawn as vectors: faces, jokers, blanks and the back.

import { drawing, escape } from "../dom.js";
import { isCard, isTile, spoken } from "../text.js";
import { sign, SUITS } from "./suits.js";
import { dieMarkup, tileBackMarkup, tileMarkup } from "./tiles.js";

const COLUMNS = [37, 50, 63];
// Places of the pips: column and height; those below the middle stand on their heads.
const PIPS = {
  A: [[1, 70]],
  2: [
    [1, 30],
    [1, 110],
  ],
  3: [
    [1, 30],
    [1, 70],
    [1, 110],
  ],
  4: [
    [0, 30],
    [2, 30],
    [0, 110],
    [2, 110],
  ],
  5: [
    [0, 30],
    [2, 30],
    [1, 70],
    [0, 110],
    [2, 110],
  ],
  6: [
    [0, 30],
    [2, 30],
    [0, 70],
    [2, 70],
    [0, 110],
    [2, 110],
  ],
  7: [
    [0, 30],
    [2, 30],
    [1, 50],
    [0, 70],
    [2, 70],
    [0, 110],
    [2, 110],
  ],
  8: [
    [0, 30],
    [2, 30],
    [1, 50],
    [0, 70],
    [2, 70],
    [1, 90],
    [0, 110],
    [2, 110],
  ],
  9: [
    [0, 28],
    [2, 28],
    [0, 56],
    [2, 56],
    [1, 70],
    [0, 84],
    [2, 84],
    [0, 112],
    [2, 112],
  ],
  T: [
    [0, 28],
    [2, 28],
    [1, 42],
    [0, 56],
    [2, 56],
    [0, 84],
    [2, 84],
    [1, 98],
    [0, 112],
    [2, 112],
  ],
};
const CROWNS = {
  K: "M37 36l-3-14 8 6 8-12 8 12 8-6-3 14z",
  Q: "M38 36c-2-6-4-10-5-15l9 7 8-10 8 10 9-7c-1 5-3 9-5 15z",
  J: "M37 36c0-10 5-17 13-17 7 0 12 4 15 9-3-1-6 0-7 2 3 1 5 3 5 6z",
};

function frame(body, label, kind = "") {
  return `<svg class="card ${kind}" viewBox="0 0 100 140" role="img" aria-label="${escape(label)}"><rect x="1" y="1" width="98" height="138" rx="9" class="card-paper"/>${body}</svg>`;
}

function corner(rank, suit) {
  const text = rank === "T" ? "10" : rank;
  const tight = rank === "T" ? ' textLength="23" lengthAdjust="spacingAndGlyphs"' : "";
  return `<text x="14.5" y="30" text-anchor="middle" class="card-index"${tight}>${text}</text>${sign(suit, 15, 45, 19)}`;
}

function court(rank, suit) {
  const half = `<path d="${CROWNS[rank]}" class="card-crown"/><text x="50" y="63" text-anchor="middle" class="card-court">${rank}</text>`;
  return (
    `<rect x="30" y="12" width="40" height="116" rx="5" class="card-panel"/>` +
    `<path d="M30 70H70" class="card-sash"/>` +
    `<g>${half}</g><g transform="rotate(180 50 70)">${half}</g>` +
    `${sign(suit, 36.5, 62, 9)}${sign(suit, 63.5, 78, 9, true)}`
  );
}

function face(card) {
  const [rank, suit] = card;
  const both = corner(rank, suit);
  const size = rank === "A" ? 46 : "789T".includes(rank) ? 17 : 20;
  const middle =
    rank in CROWNS
      ? court(rank, suit)
      : PIPS[rank].map(([column, y]) => sign(suit, COLUMNS[column], y, size, y > 70)).join("");
  const colour = SUITS[suit].red ? "red" : "black";
  return frame(
    `<g class="${colour}">${both}<g transform="rotate(180 50 70)">${both}</g>${middle}</g>`,
    spoken(card),
    "face",
  );
}

function joker(card) {
  const colour = card === "Jk1" ? "red" : "black";
  const word = [..."JOKER"]
    .map(
      (letter, index) => `<text x="14" y="${26 + index * 15}" text-anchor="middle" class="card-joker">${letter}</text>`,
    )
    .join("");
  const cap =
    '<path d="M30 82c0-20 8-34 20-34s20 14 20 34z" class="card-crown"/><circle cx="50" cy="44" r="5"/>' +
    '<path d="M30 82c-8-12-12-22-8-34 6 6 12 12 16 18zM70 82c8-12 12-22 8-34-6 6-12 12-16 18z"/>' +
    '<circle cx="22" cy="46" r="4"/><circle cx="78" cy="46" r="4"/><path d="M32 84h36v8a18 18 0 0 1-36 0z" class="card-skin"/>' +
    '<circle cx="43" cy="93" r="2"/><circle cx="57" cy="93" r="2"/><path d="M42 101q8 6 16 0" class="card-line"/>';
  return frame(
    `<g class="${colour}">${word}<g transform="rotate(180 50 70)">${word}</g>${cap}</g>`,
    spoken(card),
    "face",
  );
}

function lattice() {
  const lines = [];
  for (let at = -140; at < 140; at += 12) lines.push(`M${at} 0l140 140M${at + 100} 0l-140 140`);
  return `<path d="${lines.join("")}" class="back-lines"/>`;
}

export function backMarkup() {
  return (
    '<svg class="card back" viewBox="0 0 100 140" role="img" aria-label="face down"><rect x="1" y="1" width="98" height="138" rx="9" class="card-paper"/>' +
    `<svg x="7" y="7" width="86" height="126" viewBox="7 7 86 126"><rect x="7" y="7" width="86" height="126" rx="6" class="back-field"/>${lattice()}</svg>` +
    '<rect x="7" y="7" width="86" height="126" rx="6" class="back-edge"/><circle cx="50" cy="70" r="19" class="back-seal"/>' +
    `<g class="back-sign">${sign("s", 50, 70, 20)}</g></svg>`
  );
}

/** The markup of a card, tile or die; anything else as a plain slip with its text. */
export function faceMarkup(card) {
  if (/^Jk[12]$/.test(card)) return joker(card);
  if (isCard(card) && card !== "Blank") return face(card);
  if (isTile(card)) return tileMarkup(card);
  if (/^[1-6]$/.test(card)) return dieMarkup(Number(card));
  return frame(
    `<text x="50" y="78" text-anchor="middle" class="card-word">${escape(card === "Blank" ? "" : card)}</text>`,
    spoken(card),
    "face",
  );
}

export function cardElement(card) {
  return drawing(faceMarkup(card));
}

export function backElement(tiles = false) {
  return drawing(tiles ? tileBackMarkup() : backMarkup());
}
