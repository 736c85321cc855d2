// The sweep chart: the house edge of each wager under every value of an option.

import { drawing, escape } from "../dom.js";
import { percent } from "../text.js";

const WIDTH = 760;
const HEIGHT = 340;
const LEFT = 70;
const RIGHT = 20;
const TOP = 24;
const FOOT = 56;

/** `values` are the words under the columns; `lines` are {name, edges: one a value, null where there is none}. */
export function sweepPlot(values, lines) {
  const known = lines.flatMap((line) => line.edges).filter((edge) => edge !== null);
  const low = Math.min(0, ...known);
  const high = Math.max(0.0001, ...known);
  const x = (at) => LEFT + ((at + 0.5) / values.length) * (WIDTH - LEFT - RIGHT);
  const y = (edge) => TOP + ((high - edge) / (high - low)) * (HEIGHT - TOP - FOOT);
  const marks = Array.from({ length: 6 }, (_, step) => low + ((high - low) * step) / 5);
  const rows = marks
    .map(
      (edge) =>
        `<path class="axis" d="M${LEFT} ${y(edge)}H${WIDTH - RIGHT}"/><text x="${LEFT - 8}" y="${y(edge) + 4}" text-anchor="end">${percent(edge, 2)}</text>`,
    )
    .join("");
  const every = Math.ceil(values.length / 12);
  const columns = values
    .map((value, at) =>
      at % every ? "" : `<text x="${x(at)}" y="${HEIGHT - FOOT + 20}" text-anchor="middle">${escape(value)}</text>`,
    )
    .join("");
  const drawn = lines
    .map((line, number) => {
      const points = line.edges.map((edge, at) => (edge === null ? null : [x(at), y(edge), edge])).filter(Boolean);
      const path = points.map(([left, top]) => `${left.toFixed(1)} ${top.toFixed(1)}`).join("L");
      const dots = points
        .map(([left, top, edge]) => `<circle cx="${left}" cy="${top}" r="4"><title>${escape(line.name)}: ${percent(edge)}</title></circle>`)
        .join("");
      return `<g class="sweep-line sweep-${number % 6}">${path && `<path d="M${path}"/>`}${dots}</g>`;
    })
    .join("");
  const words = lines
    .map((line) => `${line.name}: ${line.edges.map((edge, at) => (edge === null ? "" : `${values[at]} ${percent(edge)}`)).filter(Boolean).join(", ")}`)
    .join("; ");
  return drawing(
    `<svg class="plot sweep" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="House edge. ${escape(words)}">${rows}${columns}${drawn}</svg>`,
  );
}
