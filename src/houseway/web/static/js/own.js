// Games of one's own: what is wrong with the last edit of a file, pages that follow edits, and files up and down.

import { get } from "./api.js";
import { h } from "./dom.js";

const PAUSE = 1500;

/** Where a fault stands, in words: `duel.toml, line 5, wagers.tie`. */
export function faultPlace(fault) {
  return [fault.file, fault.line && `line ${fault.line}`, fault.key].filter(Boolean).join(", ");
}

/** The notice that an edit is not in force. */
export function faultNotice(fault) {
  return h(
    "div",
    { class: "panel edit-fault", role: "alert" },
    h("strong", {}, "The last edit of this file is not in force: the version before it is shown."),
    h("p", {}, `${fault.message.charAt(0).toUpperCase()}${fault.message.slice(1)}.`),
    h("p", { class: "tip" }, faultPlace(fault)),
  );
}

/**
 * Follow the edits of a game's file: `told` gets its state at first and whenever that has changed; the answer ends it.
 * A game of the rulebook does not change, and is asked for once.
 */
export function followEdits(id, told) {
  let ended = false;
  let timer = 0;
  let last = null;
  const look = async () => {
    const state = await get("/game-state", { id }).catch(() => last);
    if (ended || !state) return;
    const key = JSON.stringify(state);
    if (key !== JSON.stringify(last)) {
      told(state, last);
      last = state;
    }
    timer = setTimeout(look, PAUSE);
  };
  look();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

/** Hand a file to the browser, to be kept. */
export function download(name, content, type = "text/plain") {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A button that opens a file chosen on the visitor's machine. */
export function openButton(words, accept, opened) {
  const input = h("input", {
    type: "file",
    accept,
    class: "unseen",
    "aria-label": words,
    onchange: async () => {
      const [file] = input.files;
      if (file) await opened(await file.text(), file.name);
      input.value = "";
    },
  });
  return h("label", { class: "button open-file" }, words, input);
}
