// Elements from plain values, and what is said to a screen reader.

const PROPERTIES = new Set(["value", "checked", "disabled", "selected", "hidden", "open", "readOnly"]);
const KEPT = ["value", "checked", "open"];

/** An element: properties, attributes, `onclick`-style listeners, then children (nodes, texts, lists, nothing). */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (PROPERTIES.has(name)) element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/**
 * The element of a drawing's markup; only for markup made in this site from escaped values.
 * @param {string} markup
 * @returns {HTMLElement}
 */
export function drawing(markup) {
  const template = document.createElement("template");
  template.innerHTML = markup.trim();
  return /** @type {HTMLElement} */ (template.content.firstElementChild);
}

export function escape(text) {
  return String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Say something to a screen reader. */
export function announce(text) {
  document.getElementById("status").textContent = text;
}

let clearing = 0;

/** A line above the page for a moment, or none. */
function notice(...lines) {
  const place = document.getElementById("alerts");
  clearTimeout(clearing);
  place.replaceChildren(...lines);
  if (lines.length) clearing = setTimeout(() => place.replaceChildren(), 8000);
}

/** Show what went wrong, or nothing. */
export function complain(text) {
  notice(...(text ? [h("p", {}, text)] : []));
}

/** Show what was done where nothing else on the page does, and say it to a screen reader. */
export function tell(text) {
  announce(text);
  notice(h("p", { class: "done", "aria-hidden": "true" }, text));
}

/**
 * Replace what `place` shows; the focus stays on the element of the same `data-key`. Where that is `data-kept`, so does
 * what was written, ticked or opened, until its form is sent: others change the table while somebody writes.
 */
export function show(place, ...children) {
  const active = /** @type {HTMLElement} */ (document.activeElement);
  const focused = place.contains(active) ? active.dataset.key : null;
  const kept = [...place.querySelectorAll("[data-kept]")].filter((field) => !field.form?.hasAttribute("data-sent"));
  const keyed = (key) => place.querySelector(`[data-key="${CSS.escape(key)}"]`);
  place.replaceChildren(...children.flat(Infinity).filter(Boolean));
  for (const field of kept) {
    const now = keyed(field.dataset.key);
    if (!now || (now.options && ![...now.options].some((one) => one.value === field.value))) continue;
    for (const name of KEPT) if (name in field) now[name] = field[name];
    now.dispatchEvent(new Event("change"));
  }
  if (focused) keyed(focused)?.focus({ preventScroll: true });
}

document.addEventListener("submit", (event) => /** @type {HTMLElement} */ (event.target).toggleAttribute("data-sent", true), true);

/**
 * A part that opens under its heading and stays as it was left when the page is drawn anew. The click tells, not the
 * `toggle` event: that one comes later, and a page drawn in between would close the part again.
 */
export function disclosure(attributes, heading, { open, tell }, ...children) {
  const click = (event) => tell(!event.currentTarget.parentElement.open);
  return h("details", { ...attributes, open }, h("summary", { ...heading.attributes, onclick: click }, heading.text), ...children);
}

/** A list whose rows stand as lines on a narrow screen, each cell with its head beside it; `before` every number. */
export function stacks(table, before = "") {
  const heads = [...table.querySelectorAll("thead th")].map(({ textContent: head }) => (/^\d/.test(head) ? before : "") + head);
  for (const row of table.querySelectorAll("tbody tr")) {
    [...row.children].forEach((cell, at) => cell.tagName === "TD" && (cell.dataset.head = heads[at]));
  }
  table.classList.add("stacks");
  return table;
}

/** Run `work`; what it throws is shown, not lost. */
export async function attempt(work) {
  try {
    complain("");
    return await work();
  } catch (error) {
    complain(error.message);
    return null;
  }
}

/** As `attempt`, and until it is done the button that asked for it cannot be pressed again. */
export async function attemptOnce(button, work) {
  button.disabled = true;
  try {
    return await attempt(work);
  } finally {
    button.disabled = false;
  }
}

/** A question in a dialog, with fields or none; the form when it is answered with yes, otherwise nothing. */
function dialogue(question, yes, fields) {
  return new Promise((answer) => {
    const no = h("button", { type: "button", "data-do": "no", onclick: () => dialog.close() }, "Cancel");
    const form = h(
      "form",
      { method: "dialog", class: "stacked" },
      fields,
      h("div", { class: "row" }, h("button", { type: "submit", class: "primary", value: "yes", "data-do": "yes" }, yes), no),
    );
    const dialog = /** @type {HTMLDialogElement} */ (h("dialog", { class: "asks", "aria-label": question }, h("p", {}, question), form));
    dialog.addEventListener("close", () => {
      dialog.remove();
      answer(dialog.returnValue === "yes" ? form : null);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Ask before something that cannot be undone; whether the answer was yes. */
export async function confirmed(question, yes) {
  return (await dialogue(question, yes, null)) !== null;
}

/** Ask for a line of text, or for what the attributes of its field say; empty where the question was not answered. */
export async function askedFor(question, label, yes, attributes = {}) {
  const field = h("input", { name: "text", required: true, maxlength: "200", size: "32", pattern: ".*\\S.*", ...attributes });
  const form = await dialogue(question, yes, h("label", {}, label, field));
  return form ? /** @type {HTMLInputElement} */ (field).value.trim() : "";
}

/** That something is being worked out, with the share that is done where that is known. */
export function working(words, done = null, kind = "panel") {
  const share = done === null ? "" : ` ${Math.round(done * 100)}%`;
  return h("p", { class: kind }, spinner(), ` ${words}${share}`);
}

export function spinner() {
  return h("span", { class: "spinner", "aria-hidden": "true" });
}
