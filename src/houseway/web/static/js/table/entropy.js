// What this browser adds to the shuffles of its seats, and what it noted of each round to check it afterwards.

const DOMAIN = "houseway entropy 2\n";
const NEXT = "houseway.entropy";
const NOTED = "houseway.noted";
const KEPT = 100;

function read(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}

function write(key, value) {
  sessionStorage.setItem(key, JSON.stringify(value));
}

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

async function hashOf(bytes) {
  const text = new TextEncoder().encode(DOMAIN);
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array([...text, ...bytes]))));
}

/** A new value for a later round of the seat, kept here; only its hash is told. Nothing without a secure line. */
async function fix(place, known = {}) {
  if (!globalThis.crypto?.subtle) return {};
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  write(NEXT, { ...read(NEXT), [place]: { ...known, next: hex(bytes) } });
  return { entropy_hash: await hashOf(bytes) };
}

/** What goes with taking a seat. */
export function forSeat(table, seat) {
  return fix(`${table}/${seat}`);
}

/** What goes with the wagers of a round: the value fixed before it, and the hash of the next. */
export async function forWagers(table, seat, round) {
  const place = `${table}/${seat}`;
  const known = read(NEXT)[place] ?? {};
  if (known.round === round) return known.value ? { entropy: known.value } : {};
  const fixed = await fix(place, { round, value: known.next });
  return known.next ? { entropy: known.next, ...fixed } : fixed;
}

/** Where the server knows another value, or none, those kept here are given up. */
export function forget(table, seat) {
  const kept = read(NEXT);
  delete kept[`${table}/${seat}`];
  write(NEXT, kept);
}

/** Keep the hash and the latest digest that a table showed of its round. */
export function note(round) {
  if (!round) return;
  const kept = Object.entries(read(NOTED)).slice(-KEPT);
  const before = Object.fromEntries(kept)[round.id];
  const published = before?.published ?? round.commitment;
  write(NOTED, { ...Object.fromEntries(kept), [round.id]: { published, digest: round.digest } });
}

/** What was noted of a round at the table, if anything was. */
export function noted(id) {
  return read(NOTED)[id] ?? {};
}
