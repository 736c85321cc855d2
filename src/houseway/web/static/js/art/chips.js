// Chips: one by its value, and a stack for an amount.

import { drawing } from "../dom.js";
import { money } from "../text.js";

export const VALUES = [1, 5, 25, 100, 500];
// Each value in the colour that is printed for it: rulebook/library/chips.toml.
const COLOURS = {
  0.25: "#e0bd3a",
  0.5: "#2a5aa8",
  1: "#e9e4d8",
  2: "#cdb88a",
  2.5: "#d98aa6",
  3: "#6e4526",
  5: "#b3252b",
  10: "#85888d",
  25: "#1d7a4a",
  100: "#1e1d22",
  500: "#5a2d82",
  1000: "#cf6a17",
  5000: "#54351d",
  25000: "#1d4486",
};
const DARK = "#1f3a6e";
const INKS = { 0.25: DARK, 1: DARK, 2: DARK, 2.5: DARK, 100: "#f3d98b" };
const USED = [25000, 5000, 1000, 500, 100, 25, 5, 1, 0.5, 0.25]; // that amounts are made of

function ink(value) {
  return INKS[value] ?? "#fff";
}

function edge(value) {
  const light = ink(value) === DARK ? DARK : "#f5ecd6";
  return [0, 60, 120, 180, 240, 300]
    .map(
      (turn) => `<rect x="44" y="1" width="12" height="13" rx="2" fill="${light}" transform="rotate(${turn} 50 50)"/>`,
    )
    .join("");
}

function disc(value) {
  return (
    `<circle cx="50" cy="50" r="49" fill="${COLOURS[value]}"/>${edge(value)}` +
    `<circle cx="50" cy="50" r="33" fill="none" stroke="${ink(value)}" stroke-opacity=".55" stroke-width="1.5" stroke-dasharray="3 3"/>`
  );
}

export function chip(value) {
  return drawing(
    `<svg class="chip" viewBox="0 0 100 100" aria-hidden="true">${disc(value)}<text x="50" y="60" text-anchor="middle" class="chip-value" fill="${ink(value)}">${value}</text></svg>`,
  );
}

function parts(amount) {
  const found = [];
  let left = Math.round(amount * 100);
  for (const value of USED) {
    while (left >= value * 100 && found.length < 7) {
      found.push(value);
      left -= value * 100;
    }
  }
  return found.length ? found : [1];
}

/** A chip seen from above with what lies there; its colour is that of the largest chip in it. */
export function miniChip(amount) {
  const value = parts(amount)[0];
  const text = amount >= 10_000 ? `${Math.floor(amount / 1000)}k` : String(Math.round(amount * 100) / 100);
  const mark = drawing('<span class="mini" aria-hidden="true"></span>');
  mark.style.setProperty("--chip", COLOURS[value]);
  mark.style.setProperty("--chip-ink", ink(value));
  mark.textContent = text;
  return mark;
}

/** A stack seen from above at a slant, with its worth beneath. */
export function stack(amount) {
  const discs = parts(amount)
    .map(
      (value, at) =>
        `<g transform="translate(0 ${-at * 9})"><ellipse cx="50" cy="62" rx="42" ry="30" fill="#0006"/><g transform="translate(8 29) scale(.84 .6)">${disc(value)}</g></g>`,
    )
    .join("");
  const rise = (parts(amount).length - 1) * 9;
  const mark = drawing(
    `<span class="stack"><svg viewBox="0 ${20 - rise} 100 ${76 + rise}" style="height:${2.3 + rise * 0.03}em" aria-hidden="true">${discs}</svg><b></b></span>`,
  );
  mark.querySelector("b").textContent = money(amount);
  return mark;
}
