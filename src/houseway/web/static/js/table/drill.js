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

/** The wagers that the rules settle next. */
export function nextDue(lines) {
  const open = lines.filter((line) => !line.mark);
  const first = Math.min(...open.map((line) => line.turn));
  return open.filter((line) => line.turn === first);
}
