// A trainee's record, kept in the browser, and which wager the rules settle next.

const KEPT = "houseway.trainer";

export class Progress {
  #games;

  constructor() {
    try {
      this.#games = JSON.parse(localStorage.getItem(KEPT)) ?? {};
    } catch {
      this.#games = {};
    }
  }

  of(game) {
    return this.#games[game] ?? { asked: 0, right: 0, row: 0, best: null, wagers: {} };
  }

  #keep(game, record) {
    this.#games[game] = record;
    localStorage.setItem(KEPT, JSON.stringify({ ...this.#games, last: game }));
  }

  /** One answer, right or wrong. */
  note(game, wager, right) {
    const record = this.of(game);
    const own = record.wagers[wager] ?? { asked: 0, right: 0 };
    this.#keep(game, {
      ...record,
      asked: record.asked + 1,
      right: record.right + (right ? 1 : 0),
      row: right ? record.row + 1 : 0,
      wagers: { ...record.wagers, [wager]: { asked: own.asked + 1, right: own.right + (right ? 1 : 0) } },
    });
  }

  /** A whole round without a mistake. */
  finish(game, seconds) {
    const record = this.of(game);
    this.#keep(game, { ...record, best: record.best === null ? seconds : Math.min(record.best, seconds) });
  }
}

/** The game drilled last, or the first one to learn. */
export function bestBefore(games) {
  try {
    const last = JSON.parse(localStorage.getItem(KEPT))?.last;
    if (games.some((game) => game.id === last)) return last;
  } catch {
    // An unreadable record is begun anew by the next answer.
  }
  return games.some((game) => game.id === "three-card-poker") ? "three-card-poker" : games[0].id;
}

/** The wagers that may be settled now, or null where the rules say no order. */
export function nextDue(lines, { order, direction, passes }) {
  const open = lines.filter((line) => !line.mark);
  if (!order.length || !open.length) return null;
  const rank = (line) => (order.includes(line.wager) ? order.indexOf(line.wager) : order.length);
  const lowest = Math.min(...open.map(rank));
  const table = open.filter((line) => line.seat < 0);
  if (table.length) return table;
  if (!direction) return open.filter((line) => rank(line) === lowest);
  const waiting = passes ? open.filter((line) => rank(line) === lowest) : open;
  const seats = [...new Set(waiting.map((line) => line.seat))].sort((one, other) => one - other);
  const seat = direction === "counterclockwise" ? seats.at(-1) : seats[0];
  const own = waiting.filter((line) => line.seat === seat);
  const first = Math.min(...own.map(rank));
  return own.filter((line) => rank(line) === first);
}
