// Notes of those who watch the house: on a round, and the cases about it.

import { get, post } from "../api.js";
import { attempt, h, show } from "../dom.js";
import { moment, playerName } from "../text.js";

/** A form for one more note. */
export function noteForm(send) {
  const text = h("textarea", { rows: "2", maxlength: "4000", required: true, "aria-label": "Note" });
  return h(
    "form",
    {
      class: "row note-form no-print",
      onsubmit: async (event) => {
        event.preventDefault();
        if (await attempt(() => send(text.value))) text.value = "";
      },
    },
    h("label", { class: "grows" }, "Add a note; it stays as it is written", text),
    h("button", { type: "submit", "data-do": "note" }, "Add"),
  );
}

/** The notes on a round of a table, and a field for one more. */
export async function notesPanel(round) {
  const list = h("div", {});
  const draw = (notes) =>
    show(
      list,
      notes.length
        ? h(
            "ol",
            { class: "steps-done" },
            notes.map((one) => h("li", {}, h("b", {}, playerName(one.who)), ` ${moment(one.at)}: ${one.text}`)),
          )
        : h("p", { class: "tip none" }, "No notes yet."),
    );
  const address = `/surveillance/rounds/${round}/notes`;
  const [notes, cases] = await Promise.all([get(address), get("/cases", { round })]);
  draw(notes);
  return h(
    "section",
    { class: "panel stacked", "aria-label": "Notes" },
    h("h2", {}, "Notes"),
    cases.map((one) => h("p", {}, h("a", { href: `#/cases/${one.id}` }, `Case ${one.id}`), `: ${one.title}, ${one.state}`)),
    list,
    noteForm(async (text) => {
      draw(await post(address, { text }));
      return true;
    }),
  );
}
