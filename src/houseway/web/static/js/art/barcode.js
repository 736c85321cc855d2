// Code 39: nine bars and spaces a sign, three of them wide.

import { drawing, escape } from "../dom.js";

const SIGNS = {
  0: "nnnwwnwnn", 1: "wnnwnnnnw", 2: "nnwwnnnnw", 3: "wnwwnnnnn", 4: "nnnwwnnnw",
  5: "wnnwwnnnn", 6: "nnwwwnnnn", 7: "nnnwnnwnw", 8: "wnnwnnwnn", 9: "nnwwnnwnn",
  A: "wnnnnwnnw", B: "nnwnnwnnw", C: "wnwnnwnnn", D: "nnnnwwnnw", E: "wnnnwwnnn",
  F: "nnwnwwnnn", "-": "nwnnnnwnw", "*": "nwnnwnwnn",
};
const WIDE = 3;
const HEIGHT = 48;

/** The bars of a serial number. */
export function barcode(text) {
  let at = 0;
  const bars = [];
  for (const sign of `*${text}*`) {
    [...(SIGNS[sign] ?? SIGNS["-"])].forEach((width, place) => {
      const units = width === "w" ? WIDE : 1;
      if (place % 2 === 0) bars.push(`<rect x="${at}" y="0" width="${units}" height="${HEIGHT}"/>`);
      at += units;
    });
    at += 1;
  }
  return drawing(
    `<svg class="barcode" viewBox="0 0 ${at} ${HEIGHT}" role="img" aria-label="Bar code of ${escape(text)}" preserveAspectRatio="none">${bars.join("")}</svg>`,
  );
}
