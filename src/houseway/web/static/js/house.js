// The house's choices: pay tables and options of a game, chosen for its rule sheet, odds and tables.

import { h } from "./dom.js";
import { gameLink, title, wagerName } from "./text.js";

/** An option's value in words. */
export function worded(value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" ? value.replaceAll("_", " ") : String(value);
}

function choose(values, chosen) {
  return h(
    "select",
    {},
    values.map((one) =>
      h(
        "option",
        { value: JSON.stringify(one), selected: JSON.stringify(one) === JSON.stringify(chosen) },
        worded(one),
      ),
    ),
  );
}

export function optionInput(option) {
  if (option.choices.length) return choose(option.choices, option.value);
  if (typeof option.value === "boolean") return choose([true, false], option.value);
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

/** Fields for every choice of the house, and what is chosen where it is not the usual. */
export function houseFields(game) {
  const tables = Object.entries(game.pay_tables)
    .filter(([, table]) => table.ids.length > 1)
    .map(([name, table]) => ({ name, table, input: tableInput(table) }));
  const options = Object.entries(game.options)
    .map(([name, option]) => ({ name, option, input: optionInput(option) }))
    .filter((one) => one.input);
  for (const { table, input } of tables)
    input.addEventListener("change", () => {
      for (const other of tables) if (table.together.includes(other.name) && other.table.ids.includes(input.value)) other.input.value = input.value;
    });
  const chosen = () => {
    const house = {};
    for (const { name, table, input } of tables)
      if (input.value !== table.usual) house.pay_tables = { ...house.pay_tables, [name]: input.value };
    for (const { name, option, input } of options)
      if (input.value && JSON.stringify(JSON.parse(input.value)) !== JSON.stringify(option.default))
        house[name] = JSON.parse(input.value);
    return house;
  };
  for (const { name, input } of [...tables, ...options]) input.dataset.key = `house-${name}`; // the focus stays on it
  const labels = [
    ...tables.map(({ name, input }) => h("label", {}, `Pay table: ${wagerName(name)}`, input)),
    ...options.map(({ name, option, input }) =>
      h(
        "label",
        {},
        title(name),
        input,
        (option.text || option.rule) &&
          h("small", { class: "tip" }, [option.text, option.rule].filter(Boolean).join(" · ")),
      ),
    ),
  ];
  /** A house with what the fields say instead of what it said of them before. */
  const over = (before) => {
    const kept = (of, fields) => Object.entries(of ?? {}).filter(([name]) => !fields.some((field) => field.name === name));
    const made = chosen();
    const named = { ...Object.fromEntries(kept(before.pay_tables, tables)), ...made.pay_tables };
    const rest = kept(before, [...options, { name: "pay_tables" }]);
    return { ...Object.fromEntries(rest), ...made, ...(Object.keys(named).length ? { pay_tables: named } : {}) };
  };
  return { labels, chosen, over };
}

/** A form that leads to the same page with the choices made and by the rule of a day, and on paper what is in force. */
export function houseForm(game, page, day = "") {
  const { labels, chosen } = houseFields(game);
  const date = h("input", { type: "date", value: day });
  const apply = (event) => {
    event.preventDefault();
    location.hash = gameLink(page, game.id, date.value ? { ...chosen(), as_of: date.value } : chosen());
  };
  return [
    h("p", { class: "print-only" }, inForce(game)),
    h(
      "details",
      { class: "panel choices no-print" },
      h("summary", {}, "What the house chooses"),
      h(
        "form",
        { class: "fields", onsubmit: apply },
        labels,
        h("label", {}, "Rule as of", date, h("small", { class: "tip" }, "Empty: today's.")),
        h("button", { type: "submit", class: "primary" }, "Apply"),
      ),
    ),
  ];
}

/** The house's choices in one sentence; `names` are those of the game's wagers, where the page shows another one too. */
export function inForce(game, names = undefined) {
  const tables = Object.entries(game.pay_tables).map(([name, table]) => `${wagerName(name, names)} ${table.in_use}`);
  const options = Object.entries(game.options)
    .filter(([, option]) => JSON.stringify(option.value) !== JSON.stringify(option.default))
    .map(([name, option]) => `${title(name).toLowerCase()}: ${worded(option.value)}`);
  return [
    tables.length ? `Pay tables in use: ${tables.join(", ")}.` : "",
    options.length ? `Chosen by the house: ${options.join(", ")}.` : "",
  ]
    .filter(Boolean)
    .join(" ");
}
