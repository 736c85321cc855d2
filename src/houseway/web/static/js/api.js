// The server's interface: JSON requests with the session's token, errors as one sentence.

export class Problem extends Error {
  constructor(message, field, status) {
    super(field && field !== "request" ? `${message} (${field})` : message);
    this.field = field;
    this.status = status;
  }
}

let known = null;

async function ask(path, options) {
  let answer;
  try {
    answer = await fetch(`/api${path}`, options);
  } catch {
    throw new Problem("The server does not answer.", "", 0);
  }
  const data = await answer.json();
  if (!answer.ok) throw new Problem(data.error ?? "The server refused.", data.field ?? "", answer.status);
  return data;
}

/** Who visits; asked once. */
export function session() {
  known ??= ask("/session");
  return known;
}

export function forgetSession() {
  known = null;
}

export async function get(path, query = {}) {
  await session();
  const given = Object.entries(query).filter(([, value]) => value !== "" && value !== undefined && value !== null);
  return ask(given.length ? `${path}?${new URLSearchParams(given)}` : path);
}

export async function post(path, body = {}) {
  const { csrf } = await session();
  const headers = { "Content-Type": "application/json", "X-CSRF-Token": csrf ?? "" };
  return ask(path, { method: "POST", headers, body: JSON.stringify(body) });
}

/** Every state of a table from now on; the answer closes the line. The line is opened again when it breaks. */
export function watchTable(table, told) {
  let socket = null;
  let closed = false;
  let wait = 500;
  const open = () => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/api/tables/${table}/live`);
    socket.onmessage = (message) => {
      wait = 500;
      if (!closed) told(JSON.parse(message.data));
    };
    socket.onclose = () => {
      if (!closed) setTimeout(open, (wait = Math.min(wait * 2, 8000)));
    };
  };
  open();
  return () => {
    closed = true;
    socket.onclose = null;
    // A line still being opened is closed once it stands: a browser reports one cut off before that as a fault.
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket.close();
  };
}
