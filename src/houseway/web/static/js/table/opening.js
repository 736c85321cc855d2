// Opening a table for a game and sitting down at it, so that a visitor plays at once.

import { get, post, session } from "../api.js";
import { forSeat } from "./entropy.js";

const KEPT = "houseway.tables";
const PATIENCE = 300; // seconds for a decision where several people play
const BUY_IN = { pot: 200, house: 500 };

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

/** Whether players play for a pot: then it takes two of them. */
export function isPot(state) {
  return state.game.traits.pot;
}

/** The usual buy-in of a table in dollars. */
export function buyInOf(state) {
  return isPot(state) ? BUY_IN.pot : BUY_IN.house;
}

/** A guest's play money is topped up where the purse is too thin; who has an account buys in with what is there. */
async function funded(state) {
  const amount = buyInOf(state);
  const { wallet } = state.you;
  if (wallet === null || wallet >= amount) return amount;
  if ((await session()).user.role !== "guest") return wallet > 0 ? wallet : noMoney();
  await post("/purse");
  return amount;
}

function noMoney() {
  throw new Error("There is no money in your wallet: deposit some at the cage, then play.");
}

/** Chips for a seat. */
export async function buyIn(state, wanted = null) {
  const seat = wanted ?? state.seats.find((one) => !one.player)?.seat ?? 0;
  const fixed = await forSeat(state.id, seat);
  return post(`/tables/${state.id}/sit`, { seat, buy_in: await funded(state), ...fixed });
}

export async function moreChips(state, seat) {
  return post(`/tables/${state.id}/buy-in`, { seat, amount: await funded(state) });
}

async function usable(table) {
  try {
    const state = await get(`/tables/${table}`);
    return state.open ? state : null;
  } catch {
    return null;
  }
}

/** For a visitor who may not open tables himself: one that the house has opened. */
async function opened(game, house) {
  const { user } = await session();
  if (user.rights.includes("open")) return null;
  const found = (await get("/tables")).find((table) => table.game.id === game && table.players < table.seats);
  if (!found || Object.keys(house).length) throw new Error("No such table is open now: ask the house to open one.");
  return get(`/tables/${found.id}`);
}

/** The number of a table of this game: the visitor's last one, or a new one where he already sits. */
export async function ownTable(game, house = {}) {
  const key = JSON.stringify([game, house]);
  const tables = kept();
  let state = tables[key] ? await usable(tables[key]) : null;
  state ??= await opened(game, house);
  const { user } = await get("/session");
  if (!state?.you.seats.length && user.role !== "guest" && !user.wallet) noMoney(); // before a table is opened for nobody
  state ??= await post("/tables", { game, house, bet_seconds: PATIENCE, act_seconds: PATIENCE });
  if (!state.you.seats.length)
    state = await buyIn(
      state,
      state.seats.length > 2 && state.seats.length < 10 && !isPot(state) ? Math.floor(state.seats.length / 2) : null,
    );
  if (
    (await session()).user.rights.includes("open") &&
    isPot(state) &&
    state.seats.filter((seat) => seat.player).length < 2
  ) {
    for (const seat of [2, 4, 6].filter((place) => place < state.seats.length)) {
      state = await post(`/tables/${state.id}/bots`, { seat, buy_in: BUY_IN.pot });
    }
  }
  localStorage.setItem(KEPT, JSON.stringify({ ...tables, [key]: state.id }));
  return state.id;
}
