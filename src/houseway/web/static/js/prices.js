// Prices asked for until they are there.

import { get, post } from "./api.js";

const PAUSE = 700;

/** How proposed pay tables are ranked, and which of their prices are new. */
export const RANKED = "Fewest changed rows first, then nearest to the middle; bold: another price than today.";

async function until(ask, told, left) {
  for (;;) {
    const found = await ask();
    if (left()) return null;
    if (found.state !== "computing") return found;
    told(found.done);
    await new Promise((go) => setTimeout(go, PAUSE));
    if (left()) return null;
  }
}

/** What a GET route gives once the work is done; `told` hears the share that is done. */
export function whenReady(path, query, told = () => {}, left = () => false) {
  return until(() => get(path, { ...query, wait: 1 }), told, left);
}

/** What a POST route gives once the work is done. */
export function whenDone(path, body, told = () => {}, left = () => false) {
  return until(() => post(path, { ...body, wait: 1 }), told, left);
}
