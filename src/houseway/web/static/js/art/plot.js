// The session plot: how the sum of many rounds spreads, as bands around the middle.

import { drawing, escape } from "../dom.js";

function figure(number) {
  return number.toLocaleString("en-US").replace("-", "−");
}

const WIDE = 760;
const NARROW = 360; // on a telephone, where its figures would be too small otherwise
const HEIGHT = 320;
const LEFT = 62;
const RIGHT = 18;
const TOP = 30;
const FOOT = 40;

function ticks(low, high) {
  const rough = (high - low) / 6;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough);
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) found.push(Math.round(at * 1000) / 1000);
  return found;
}

/** `points` are {rounds, mean, marks: five percentiles}; results in units of the wager. */
export function sessionPlot(points, unit) {
  const width = matchMedia("(max-width: 560px)").matches ? NARROW : WIDE;
  const most = points.at(-1).rounds;
  const low = Math.min(...points.map((point) => point.marks[0]), 0);
  const high = Math.max(...points.map((point) => point.marks.at(-1)), 0);
  const x = (rounds) => LEFT + (rounds / most) * (width - LEFT - RIGHT);
  const y = (net) => TOP + ((high - net) / (high - low || 1)) * (HEIGHT - TOP - FOOT);
  const all = [{ rounds: 0, mean: 0, marks: [0, 0, 0, 0, 0] }, ...points];
  const path = (pick) => all.map((point) => `${x(point.rounds).toFixed(1)} ${y(pick(point)).toFixed(1)}`).join("L");
  const back = (pick) =>
    [...all]
      .reverse()
      .map((point) => `${x(point.rounds).toFixed(1)} ${y(pick(point)).toFixed(1)}`)
      .join("L");
  const band = (from, to) =>
    `<path class="band" d="M${path((point) => point.marks[to])}L${back((point) => point.marks[from])}z"/>`;
  const rows = ticks(low, high)
    .map(
      (net) =>
        `<path class="axis" d="M${LEFT} ${y(net)}H${width - RIGHT}"/><text x="${LEFT - 8}" y="${y(net) + 4}" text-anchor="end">${figure(net)}</text>`,
    )
    .join("");
  const columns = ticks(0, most)
    .filter((rounds, at) => width === WIDE || at % 2 === 0)
    .map((rounds) => `<text x="${x(rounds)}" y="${HEIGHT - FOOT + 18}" text-anchor="middle">${figure(rounds)}</text>`)
    .join("");
  const last = points.at(-1);
  const words = `After ${figure(most)} rounds the mean is ${last.mean.toFixed(1)} units; nine sessions of ten end between ${last.marks[0]} and ${last.marks.at(-1)}.`;
  return drawing(
    `<svg class="plot" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${escape(words)}">${rows}${columns}${band(0, 4)}${band(1, 3)}` +
      `<path class="middle" d="M${path((point) => point.mean)}"/><text x="${width - RIGHT}" y="${HEIGHT - 6}" text-anchor="end">rounds</text><text x="${LEFT}" y="${TOP - 12}">units of ${escape(unit)}</text></svg>`,
  );
}
