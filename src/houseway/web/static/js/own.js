// Games of one's own: what is wrong with the last edit of a file, pages that follow edits, and files up and down.

import { get } from "./api.js";
import { h } from "./dom.js";
import { sentence } from "./text.js";

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
    h("p", {}, sentence(fault.message)),
    h("p", { class: "tip" }, faultPlace(fault)),
  );
}

/** Which version of a game's file is in force and what is wrong with its last edit; null for a game of the rulebook, undefined without an answer. */
export function editState(id) {
  return get("/game-state", { id }).catch(() => undefined);
}

/**
 * Follow the edits of a game's file from its state before the page was drawn: `told` gets that state and every later
 * one; the answer ends it. A game of the rulebook does not change, and is not asked for again.
 */
export function followEdits(id, first, told) {
  let ended = false;
  let timer = 0;
  let last = first;
  const look = async () => {
    const state = await editState(id);
    if (ended || state === null) return;
    if (state && JSON.stringify(state) !== JSON.stringify(last)) {
      told(state, last);
      last = state;
    }
    timer = setTimeout(look, PAUSE);
  };
  if (first) told(first, null);
  if (first !== null) look();
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
