// The big wheel, drawn from its sections clockwise; the clapper is at the top.

import { drawing, escape } from "../dom.js";

const COLOURS = ["#7b1f26", "#12402f", "#1f3a6e", "#8a5a14", "#4a2468", "#2a2a2e", "#0f6a6a"];
const SIGNS = { joker: "★", flag: "⚑" };

function point(radius, angle) {
  return `${(100 + radius * Math.sin(angle)).toFixed(2)} ${(100 - radius * Math.cos(angle)).toFixed(2)}`;
}

const PAINTS = { red: "#a3161d", black: "#17161a" };

/** The wheel with section `at` under the clapper: at rest, or coming to rest there; `colors` by symbol, the others green. */
export function wheel(sections, at = 0, turning = false, colors = null) {
  const kinds = [...new Set(sections)];
  const step = (2 * Math.PI) / sections.length;
  const parts = sections.map((symbol, index) => {
    const from = (index - 0.5) * step;
    const to = (index + 0.5) * step;
    const degrees = (index * 360) / sections.length;
    return (
      `<path d="M${point(56, from)}L${point(92, from)}A92 92 0 0 1 ${point(92, to)}L${point(56, to)}A56 56 0 0 0 ${point(56, from)}z" fill="${colors ? (PAINTS[colors[symbol]] ?? "#0b7a45") : COLOURS[kinds.indexOf(symbol) % COLOURS.length]}" stroke="#d9b65b" stroke-width=".6"/>` +
      `<circle cx="100" cy="6.5" r="1.4" fill="#f5ecd6" transform="rotate(${degrees + 180 / sections.length} 100 100)"/>` +
      `<text class="wheel-word" text-anchor="middle" transform="rotate(${degrees} 100 100) translate(100 ${colors ? 14 : 24}) rotate(${colors ? 0 : 90})" y="2.4">${escape(SIGNS[symbol] ?? symbol)}</text>`
    );
  });
  const turn = -(at * 360) / sections.length;
  return drawing(
    `<svg class="wheel${colors ? " numbered" : ""}" viewBox="0 0 200 204" role="img" aria-label="wheel of ${sections.length} sections, ${escape(sections[at])} ${colors ? "with the ball" : "at the clapper"}">` +
      `<g class="wheel-turn${turning ? " turning" : ""}" style="--rest:${turn}deg"><circle cx="100" cy="100" r="98" fill="#3b2413"/><circle cx="100" cy="100" r="93" fill="#d9b65b"/>${parts.join("")}` +
      `<circle cx="100" cy="100" r="55" fill="#0c4a33" stroke="#d9b65b" stroke-width="3"/><path d="M100 60l9 28 29 0-23 18 9 29-24-18-24 18 9-29-23-18 29 0z" fill="#d9b65b"/></g>` +
      `${colors ? '<circle cx="100" cy="33" r="4.4" fill="#fff" stroke="#555"/>' : '<path d="M93 0h14l-7 16z" fill="#f5ecd6" stroke="#3b2413"/>'}</svg>`,
  );
}
