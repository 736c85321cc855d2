// Side by side: two games, two files, two schedules or two houses; and one game under every value of an option.

import { get } from "../api.js";
import { sweepPlot } from "../art/sweep.js";
import { attempt, h, show, stacks, working } from "../dom.js";
import { houseFields, inForce } from "../house.js";
import { whenReady } from "../prices.js";
import { byName, nameWagers, percent, title, wagerName } from "../text.js";

/** The address of a comparison. */
function address(one, other) {
  const query = new URLSearchParams();
  if (Object.keys(one.house).length) query.set("house", JSON.stringify(one.house));
  if (other) {
    query.set("with", other.id);
    if (Object.keys(other.house).length) query.set("with_house", JSON.stringify(other.house));
  }
  return `#/compare/${encodeURIComponent(one.id)}${query.size ? `?${query}` : ""}`;
}

function grid(label, heads, rows) {
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": label },
    stacks(h(
      "table",
      {},
      h("thead", {}, h("tr", {}, heads.map((head, at) => h("th", { scope: "col", class: at ? "figure" : null }, head)))),
      h("tbody", {}, rows.map(([head, ...cells]) => h("tr", {}, h("th", { scope: "row" }, head), cells.map((cell) => h("td", { class: "figure" }, cell))))),
    )),
  );
}

/** Rows that say the same of several wagers as one. */
function merged(rows) {
  const found = new Map();
  for (const [head, ...cells] of rows) {
    const key = JSON.stringify(cells);
    found.set(key, [...(found.get(key) ?? []), head]);
  }
  return [...found].map(([key, heads]) => [
    heads.length > 2 ? `${heads[0]} and ${heads.length - 1} others` : heads.join(", "),
    ...JSON.parse(key),
  ]);
}

/** What two prices say of each wager. */
function sideBySide(names, prices) {
  const wagers = [...new Set(prices.flatMap((price) => Object.keys(price.side_bets)))];
  const rows = [
    ...(prices.some((price) => price.main) ? [["The game", prices.map((price) => price.main)]] : []),
    ...wagers.map((name) => [wagerName(name), prices.map((price) => price.side_bets[name])]),
  ];
  const figure = (value, write) => (value === undefined || value === null ? "" : write(value));
  const edge = (row) => {
    const [head, both] = row;
    const [one, two] = both;
    const told = one && two && one.house_edge !== null && two.house_edge !== null;
    const change = told ? two.house_edge - one.house_edge : null;
    return [
      head,
      figure(one?.house_edge, percent),
      figure(two?.house_edge, percent),
      figure(change, (value) => `${value > 0 ? "+" : ""}${percent(value)}`),
      figure(one?.hit_frequency, (value) => percent(value, 2)),
      figure(two?.hit_frequency, (value) => percent(value, 2)),
      figure(one?.std_dev, (value) => value.toFixed(3)),
      figure(two?.std_dev, (value) => value.toFixed(3)),
    ];
  };
  const lines = wagers.flatMap((name) => {
    const both = prices.map((price) => price.side_bets[name]?.lines ?? []);
    const hands = [...new Set(both.flat().map((line) => line.hand))];
    if (!hands.length || !both.every((one) => one.length)) return [];
    const of = (at, hand) => both[at].find((line) => line.hand === hand);
    if (hands.every((hand) => of(0, hand)?.pays === of(1, hand)?.pays)) return [];
    return [
      h(
        "details",
        { class: "panel" },
        h("summary", {}, `${wagerName(name)}: pay lines`),
        grid(
          `Pay lines of ${wagerName(name)}`,
          ["Hand", `Pays: ${names[0]}`, `Pays: ${names[1]}`, `Return: ${names[0]}`, `Return: ${names[1]}`],
          hands.map((hand) => [
            title(hand),
            of(0, hand)?.pays ?? "",
            of(1, hand)?.pays ?? "",
            figure(of(0, hand)?.return, (value) => percent(value)),
            figure(of(1, hand)?.return, (value) => percent(value)),
          ]),
        ),
      ),
    ];
  });
  const heads = ["Wager", `Edge: ${names[0]}`, `Edge: ${names[1]}`, "Difference", ...["Hits", "Deviation"].flatMap((what) => names.map((name) => `${what}: ${name}`))];
  return [h("div", { class: "panel" }, grid("Side by side", heads, merged(rows.map(edge)))), ...lines];
}

/** The chart of a sweep: the wagers whose edge moves, and all of them in figures. */
function drawChart(chart, values, lines) {
  const moved = lines.filter((line) => new Set(line.edges.map((edge) => edge?.toFixed(9))).size > 1);
  const drawn = (moved.length ? moved : lines).slice(0, 6);
  const rows = lines.map((line) => [line.name, ...line.edges.map((edge) => (edge === null ? "" : percent(edge)))]);
  show(
    chart,
    sweepPlot(values, drawn),
    h("ul", { class: "legend" }, drawn.map((line, at) => h("li", { class: `sweep-${at}` }, line.name))),
    grid("House edge by value", ["", ...values], merged(rows)),
    moved.length === 0 && h("p", { class: "tip" }, "No value changes a house edge."),
  );
}

/** A game with the house's choices, to be chosen. */
class Choice {
  constructor(games, heading, changed) {
    this.changed = changed;
    this.fields = { chosen: () => this.house };
    this.house = {};
    this.select = h("select", { "aria-label": heading, onchange: () => this.choose(this.select.value, {}) }, games.map((game) => h("option", { value: game.id }, game.name)));
    this.choices = h("details", { class: "choices" });
    this.element = h("fieldset", { class: "panel stacked" }, h("legend", {}, heading), this.select, this.choices);
  }

  get id() {
    return this.select.value;
  }

  async choose(id, house) {
    this.house = house;
    this.game = await attempt(() => get("/game", { id, house: JSON.stringify(house) }));
    if (this.game && ![...this.select.options].some((option) => option.value === id)) this.select.prepend(h("option", { value: id }, this.game.name));
    this.select.value = id;
    if (!this.game) return;
    this.fields = houseFields(this.game);
    show(this.choices, h("summary", {}, "What the house chooses"), h("div", { class: "fields" }, this.fields.labels));
    this.choices.hidden = !this.fields.labels.length;
    this.changed?.();
  }

  now() {
    return { id: this.id, house: { ...this.house, ...this.fields.chosen() } };
  }
}

export async function open(place, { argument, query }) {
  const games = [...(await get("/own-games")).filter((game) => game.family), ...byName(await get("/games"))];
  let left = false;
  let turn = 0;
  const result = h("section", { class: "stacked", "aria-label": "Side by side", "aria-live": "polite" });
  const sweeping = h("section", { class: "panel stacked swept", "aria-label": "Sweep" });
  const one = new Choice(games, "This", () => drawSweep());
  const other = new Choice(games, "Beside it");

  const compare = async () => {
    if (!one.game || !other.game) return; // one of them is not known, which was said
    const mine = ++turn;
    const gone = () => left || mine !== turn;
    const both = [one.now(), other.now()];
    const known = Object.fromEntries(one.game.spots.map(({ name, label }) => [name, label]));
    nameWagers({ ...other.game.labels, ...known, ...one.game.labels }); // a wager of both is called as by the first
    const same = one.game.name === other.game.name;
    const names = same ? ["this", "beside it"] : [one.game.name, other.game.name];
    show(result, working("Counting…", 0));
    try {
      const prices = [];
      for (const [at, asked] of both.entries()) {
        const found = await whenReady("/odds", { id: asked.id, house: JSON.stringify(asked.house) }, (done) => show(result, working("Counting…", (at + done) / 2)), gone);
        if (!found || gone()) return;
        if (found.state !== "ready") throw new Error(`${names[at]} has no price: ${found.reason}.`);
        prices.push(found);
      }
      const chosen = await Promise.all(both.map(({ id, house }) => get("/game", { id, house: JSON.stringify(house) })));
      if (gone()) return;
      const sides = chosen.map((game, at) => h("div", {}, h("dt", {}, title(at ? "beside it" : "this")), h("dd", {}, `${game.name}. ${inForce(game, game.labels)}`)));
      show(result, h("h2", {}, "Side by side"), h("dl", { class: "facts compared" }, sides), sideBySide(names, prices));
    } catch (error) {
      if (!gone()) show(result, h("p", { class: "panel fault" }, error.message));
    }
  };

  const drawSweep = () => {
    if (!one.game) return;
    const tables = Object.entries(one.game.pay_tables).filter(([, table]) => table.ids.length > 1);
    const names = [...tables.map(([name]) => [name, `Pay table: ${wagerName(name)}`]), ...Object.keys(one.game.options).map((name) => [name, title(name)])];
    if (!names.length) {
      show(sweeping);
      return;
    }
    const select = h("select", { name: "option" }, names.map(([name, words]) => h("option", { value: name }, words)));
    const chart = h("div", { class: "stacked", "aria-live": "polite" });
    const run = async (event) => {
      event.preventDefault();
      const mine = ++turn;
      await sweep(select.value, chart, () => left || mine !== turn);
    };
    show(
      sweeping,
      h("h2", {}, `${one.game.name} under every value`),
      h("form", { class: "row", onsubmit: run }, h("label", {}, "Option", select), h("button", { type: "submit" }, "Draw the chart")),
      chart,
    );
  };

  const sweep = async (option, chart, gone) => {
    const { id } = one.now();
    /** @type {Record<string, any>} */
    const { house } = one.now();
    try {
      nameWagers(one.game.labels);
      const { values, pay_table: isTable, wagers: paid } = await get("/sweep", { id, option, house: JSON.stringify(house) });
      if (isTable) {
        // All alternatives of a pay table come from one count.
        show(chart, working("Counting…", 0));
        const found = await whenReady("/odds", { id, house: JSON.stringify(house), tables: true }, (done) => show(chart, working("Counting…", done)), gone);
        if (!found || gone()) return;
        if (found.state !== "ready") throw new Error(`There is no price: ${found.reason}.`);
        const names = [option, ...Object.keys(found.tables).filter((name) => paid.includes(name.split(" (")[0]))];
        const lines = [...new Set(names)]
          .filter((name) => found.tables[name])
          .map((name) => ({
            name: name === option && !paid.includes(name) ? "The game" : wagerName(name),
            edges: values.map((value) => found.tables[name][value] ?? null),
          }));
        drawChart(chart, values.map(String), lines);
        return;
      }
      const columns = [];
      for (const [at, value] of values.entries()) {
        show(chart, working("Counting…", at / values.length));
        const chosen = { ...house, [option]: value };
        const found = await whenReady("/odds", { id, house: JSON.stringify(chosen) }, (done) => show(chart, working("Counting…", (at + done) / values.length)), gone).catch((error) => ({ state: "unpriced", reason: error.message }));
        if (!found || gone()) return;
        columns.push(found.state === "ready" ? found : null);
      }
      if (!columns.some(Boolean)) throw new Error("No value of this option can be priced.");
      const wagers = [...new Set(columns.filter(Boolean).flatMap((price) => Object.keys(price.side_bets)))];
      const lines = [
        { name: "The game", edges: columns.map((price) => price?.main?.house_edge ?? null) },
        ...wagers.map((name) => ({ name: wagerName(name), edges: columns.map((price) => price?.side_bets[name]?.house_edge ?? null) })),
      ].filter((line) => line.edges.some((edge) => edge !== null));
      drawChart(chart, values.map(String), lines);
    } catch (error) {
      if (!gone()) show(chart, h("p", { class: "fault" }, error.message));
    }
  };

  const go = (event) => {
    event.preventDefault();
    const to = address(one.now(), other.now());
    if (location.hash === to) compare();
    else location.hash = to;
  };
  place.append(
    h("header", { class: "page-head" }, h("div", {}, h("h1", {}, "Side by side"), h("p", { class: "sub" }, "Two games, files, schedules or houses; or one under every value of an option."))),
    h("form", { class: "stacked", onsubmit: go }, h("div", { class: "pair" }, one.element, other.element), h("div", {}, h("button", { type: "submit", class: "primary" }, "Compare"))),
    result,
    sweeping,
  );
  const first = argument || games[0].id;
  await one.choose(first, JSON.parse(query.get("house") ?? "{}"));
  const beside = games.find((game) => game.id !== first)?.id ?? first;
  await other.choose(query.get("with") ?? (argument ? first : beside), JSON.parse(query.get("with_house") ?? "{}"));
  if (query.get("with")) compare();
  return () => {
    left = true;
    nameWagers({});
  };
}
