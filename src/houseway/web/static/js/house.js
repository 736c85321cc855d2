// The house's choices: pay tables and options of a game, chosen for its rule sheet, odds and tables.

import { h } from "./dom.js";
import { gameLink, title } from "./text.js";

function optionInput(option) {
  if (option.choices.length)
    return h(
      "select",
      {},
      option.choices.map((one) =>
        h(
          "option",
          { value: JSON.stringify(one), selected: JSON.stringify(one) === JSON.stringify(option.value) },
          String(one),
        ),
      ),
    );
  if (typeof option.value === "boolean")
    return h(
      "select",
      {},
      [true, false].map((one) =>
        h("option", { value: String(one), selected: one === option.value }, one ? "yes" : "no"),
      ),
    );
  if (typeof option.value === "number")
    return h("input", {
      type: "number",
      step: "any",
      min: option.at_least,
      max: option.at_most,
      value: String(option.value),
    });
  return null;
}

function tableInput(table) {
  return h(
    "select",
    {},
    table.ids.map((id) => h("option", { value: id, selected: id === table.in_use }, id)),
  );
}

/** A form that leads to the same page with the choices made, or null where there is nothing to choose. */
export function houseForm(game, page) {
  const tables = Object.entries(game.pay_tables)
    .filter(([, table]) => table.ids.length > 1)
    .map(([name, table]) => ({ name, table, input: tableInput(table) }));
  const options = Object.entries(game.options)
    .map(([name, option]) => ({ name, option, input: optionInput(option) }))
    .filter((one) => one.input);
  if (!tables.length && !options.length) return null;
  const apply = (event) => {
    event.preventDefault();
    const house = {};
    for (const { name, table, input } of tables)
      if (input.value !== table.in_use) house.pay_tables = { ...house.pay_tables, [name]: input.value };
    for (const { name, option, input } of options)
      if (JSON.stringify(JSON.parse(input.value)) !== JSON.stringify(option.default))
        house[name] = JSON.parse(input.value);
    location.hash = gameLink(page, game.id, house);
  };
  return h(
    "details",
    { class: "panel choices" },
    h("summary", {}, "What the house chooses"),
    h(
      "form",
      { class: "row", onsubmit: apply },
      tables.map(({ name, input }) => h("label", {}, `Pay table: ${title(name).toLowerCase()}`, input)),
      options.map(({ name, option, input }) => h("label", { title: option.text || null }, title(name), input)),
      h("button", { type: "submit", class: "primary" }, "Apply"),
    ),
  );
}
