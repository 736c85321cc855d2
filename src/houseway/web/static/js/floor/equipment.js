// The equipment of a table: what is in service, what is due by the printed intervals, and the log of who did what.

import { get, post } from "../api.js";
import { announce, attempt, h, show } from "../dom.js";
import { moment, playerName, title } from "../text.js";
import { grid } from "./grid.js";

function option(value) {
  return h("option", { value }, title(value));
}

function form(state, send) {
  const submit = async (event) => {
    event.preventDefault();
    const data = new FormData(event.target);
    const told = {};
    for (const name of ["act", "item", "name", "back", "dealt", "seal", "note", "allowed_by"])
      if (data.get(name)) told[name] = data.get(name);
    if (data.get("count")) told.count = Number(data.get("count"));
    if (data.get("shuffler")) told.shuffler = true;
    if (await send(told)) event.target.reset();
  };
  const text = (label, name, more = {}) => h("label", {}, label, h("input", { name, maxlength: "64", size: "10", ...more }));
  return h(
    "form",
    { class: "panel duty", "data-duty": "Equipment", onsubmit: submit },
    h("h3", {}, "Write down"),
    h("p", { class: "tip" }, "Who opened, counted, inspected, cut or retired what, and exceptions with who allowed them."),
    h(
      "div",
      { class: "row" },
      h("label", {}, "Act", h("select", { name: "act" }, state.acts.map(option))),
      h("label", {}, "Piece", h("select", { name: "item" }, state.items.map(option))),
      text("Number or name", "name", { required: true }),
      text("Backs", "back", { placeholder: "red" }),
      h("label", {}, "Cards counted", h("input", { name: "count", type: "number", min: "0", max: "2000", step: "1" })),
      h("label", {}, "Dealt", h("select", { name: "dealt" }, ["hand", "shoe"].map(option))),
      h("label", {}, h("input", { name: "shuffler", type: "checkbox" }), " With a shuffler"),
      text("Seal", "seal"),
      text("Note", "note", { maxlength: "200", size: "24" }),
      text("Allowed by", "allowed_by"),
      h("button", { type: "submit", class: "primary" }, "Write it down"),
    ),
  );
}

export async function equipment(table, user) {
  const may = (right) => user?.rights.includes(right);
  if (!may("deal") && !may("read")) return "";
  const live = h("div", { class: "stacked" });
  const draw = (state) =>
    show(
      live,
      state.due.map((one) =>
        h(
          "p",
          { class: "adrift due" },
          `${one.text}. `,
          h("a", { class: "cite", href: `#/rules/${encodeURIComponent(one.rule)}` }, one.rule),
        ),
      ),
      state.pieces.length
        ? grid(
            "In service",
            ["In service", "Backs", "Opened", "State"],
            state.pieces.map((one) => [`${title(one.item)} ${one.name}`, one.back, moment(one.opened), one.faulty || "in order"]),
          )
        : h("p", { class: "tip" }, "Nothing was opened at this table yet."),
      state.duties.length > 0 &&
        h(
          "p",
          { class: "tip" },
          "By the rules: ",
          state.duties.map((one) => `${one.text} (${one.rule})`).join("; "),
          ".",
        ),
      state.log.length > 0 &&
        grid(
          "Equipment log",
          ["When", "Who", "Act", "Piece", "Told"],
          state.log
            .slice(0, 12)
            .map((one) => [moment(one.at), one.who ? playerName(one.who) : "", title(one.act), title(one.piece), one.told]),
        ),
    );
  const state = await get(`/floor/tables/${table}/equipment`);
  draw(state);
  const send = async (told) => {
    const after = await attempt(() => post(`/floor/tables/${table}/equipment/log`, told));
    if (after) {
      draw(after);
      announce(`${title(told.act)}: ${told.item} ${told.name}.`);
    }
    return after;
  };
  return h(
    "section",
    { class: "panel stacked equipment" },
    h("h2", {}, "Equipment"),
    live,
    may("deal") && h("details", {}, h("summary", {}, "Write something down"), form(state, send)),
  );
}
