// Elements from plain values, and what is said to a screen reader.

const PROPERTIES = new Set(["value", "checked", "disabled", "selected", "hidden", "open", "readOnly"]);

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

/** Show what went wrong, or nothing. */
export function complain(text) {
  const place = document.getElementById("alerts");
  clearTimeout(clearing);
  place.replaceChildren(...(text ? [h("p", {}, text)] : []));
  if (text) clearing = setTimeout(() => place.replaceChildren(), 8000);
}

/** Replace what `place` shows; the focus stays on the element of the same `data-key`. */
export function show(place, ...children) {
  const active = /** @type {HTMLElement} */ (document.activeElement);
  const focused = place.contains(active) ? active.dataset.key : null;
  place.replaceChildren(...children.flat(Infinity).filter(Boolean));
  if (focused) place.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
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

/** Ask before something that cannot be undone; whether the answer was yes. */
export function confirmed(question, yes) {
  return new Promise((answer) => {
    const dialog = h(
      "dialog",
      { class: "asks", "aria-label": question },
      h("p", {}, question),
      h(
        "form",
        { method: "dialog", class: "row" },
        h("button", { type: "submit", class: "primary", value: "yes", "data-do": "yes" }, yes),
        h("button", { type: "submit", value: "no", "data-do": "no" }, "Cancel"),
      ),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      answer(/** @type {HTMLDialogElement} */ (dialog).returnValue === "yes");
    });
    document.body.append(dialog);
    /** @type {HTMLDialogElement} */ (dialog).showModal();
  });
}
