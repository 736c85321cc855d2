// The server's interface: JSON requests with the session's token, errors as one sentence.

import { withNames } from "./text.js";

export class Problem extends Error {
  constructor(message, field, status) {
    // What the command line may do is no help here; wagers are called as the layout calls them, and another field is
    // named where a file has it by that name.
    const words = withNames(message.replace(/[;,]? ?`houseway.*$/, "")).replace(/\.?$/, "");
    const named = /[[.]/.test(field ?? "") && !/^(seats\[\d+\]\.)?wagers/.test(field) ? ` (${field})` : "";
    super(`${words.charAt(0).toUpperCase()}${words.slice(1)}${named}${words.endsWith("?") && !named ? "" : "."}`);
    this.field = field;
    this.status = status;
  }
}

/** The refusal of a page whose acts a person may not do. */
export function closedTo(heading, user) {
  const who = user ? `${/^[aeiou]/.test(user.role) ? "an" : "a"} ${user.role}` : "a visitor";
  return new Problem(`${heading}: this is not open to ${who}.`, "", 403);
}

let known = null;
const TRIES = 6;
const pause = (time) => new Promise((go) => setTimeout(go, time));

/**
 * A request; where no answer comes, or the server says "ask again", the same one with the same id, a few times.
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<any>}
 */
async function ask(path, options) {
  let answer;
  for (let tried = 1; ; tried += 1) {
    try {
      answer = await fetch(`/api${path}`, options);
      if (answer.status !== 503 || tried === TRIES) break;
    } catch {
      if (options?.signal?.aborted) throw new Problem("The question was withdrawn.", "", 0);
      if (tried === TRIES) throw new Problem("The server does not answer.", "", 0);
    }
    await pause(Math.min(250 * 2 ** tried, 4000));
  }
  const data = await answer.json();
  if (!answer.ok) throw new Problem(data.error ?? "The server refused.", data.field ?? "", answer.status);
  return data;
}

/**
 * Who visits; asked once.
 * @returns {Promise<Api.SessionView>}
 */
export function session() {
  known ??= ask("/session").catch((error) => {
    known = null;
    throw error;
  });
  return known;
}

export function forgetSession() {
  known = null;
}

/**
 * @template {string} P
 * @param {P} path
 * @param {Record<string, any>} query
 * @param {AbortSignal} [signal] withdraws the question
 * @returns {Promise<Api.Got<P>>}
 */
export async function get(path, query = {}, signal = undefined) {
  await session();
  const given = Object.entries(query).filter(([, value]) => value !== "" && value !== undefined && value !== null);
  return ask(given.length ? `${path}?${new URLSearchParams(given)}` : path, { signal });
}

/** A name for a request, so that it is carried out once however often it is sent. */
function requestId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @template {string} P
 * @param {P} path
 * @param {Record<string, any>} body
 * @returns {Promise<Api.Posted<P>>}
 */
export async function post(path, body = {}) {
  const { csrf } = await session();
  const headers = { "Content-Type": "application/json", "X-CSRF-Token": csrf ?? "", "X-Request-Id": requestId() };
  return ask(path, { method: "POST", headers, body: JSON.stringify(body) });
}

/** Whether the line to a table stands, for the shell to say so. */
function tellLine(stands) {
  dispatchEvent(new CustomEvent("houseway:line", { detail: stands }));
}

/**
 * Every state of a table from now on; the answer closes the line. The line is opened again when it breaks.
 * @param {number} table
 * @param {(state: Api.TableView) => void} told
 */
export function watchTable(table, told) {
  let socket = null;
  let closed = false;
  let wait = 500;
  const open = () => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/api/tables/${table}/live`);
    socket.onmessage = (message) => {
      wait = 500;
      if (closed) return;
      tellLine(true);
      told(JSON.parse(message.data));
    };
    socket.onclose = () => {
      if (closed) return;
      tellLine(false);
      setTimeout(open, (wait = Math.min(wait * 2, 8000)));
    };
  };
  open();
  return () => {
    closed = true;
    tellLine(true);
    socket.onclose = null;
    // A line still being opened is closed once it stands: a browser reports one cut off before that as a fault.
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket.close();
  };
}
