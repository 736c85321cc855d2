// The odds page: the price of every wager, its pay lines, the strategy and what a session yields.

import { get } from "../api.js";
import { sessionPlot } from "../art/plot.js";
import { h, show, stacks, working } from "../dom.js";
import { houseForm } from "../house.js";
import { proposalsElement } from "../prices.js";
import { strategyElement } from "../strategy.js";
import { gameLink, money, nameWagers, percent, sentence, title, wagerName, withNames } from "../text.js";

const PAUSE = 1000;

function chance(probability) {
  if (!probability) return "never";
  return probability >= 0.01 ? percent(probability, 3) : `1 in ${Math.round(1 / probability).toLocaleString("en-US")}`;
}

/** A count of combinations; one too large to be kept to the last figure says no more figures than it has. */
function count(combinations) {
  if (combinations <= Number.MAX_SAFE_INTEGER) return combinations.toLocaleString("en-US");
  const [figures, power] = combinations.toExponential(5).split("e+");
  return [`${figures} × 10`, h("sup", {}, power)];
}

/** Every net result of a round with its combinations. */
function resultsElement(main) {
  const heads = ["Net", ...(main.cycle ? ["Combinations"] : []), "Chance"];
  return h(
    "details",
    {},
    h("summary", {}, "Results of a round"),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "Results of a round" },
      stacks(h(
        "table",
        {},
        h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col", class: "figure" }, head)))),
        h(
          "tbody",
          {},
          main.results.map((one) =>
            h(
              "tr",
              {},
              h("th", { scope: "row", class: "figure" }, (one.net > 0 ? "+" : "") + Number(one.net.toFixed(6))),
              main.cycle ? h("td", { class: "figure" }, count(one.combinations)) : null,
              h("td", { class: "figure" }, chance(one.probability)),
            ),
          ),
        ),
      )),
    ),
  );
}

function mainElement(main, best) {
  const unit = title(main.unit).toLowerCase();
  const list = [
    ["House edge", percent(main.house_edge), `of one ${unit}`],
    ["Element of risk", percent(main.element_of_risk), "of all that is bet"],
    ["Average bet", main.average_bet.toFixed(3), `times the ${unit}`],
    ["Standard deviation", main.std_dev.toFixed(3), "of a round"],
    main.standard_error ? ["Standard error", percent(main.standard_error, 4), "of the edge, simulated"] : null,
  ].filter(Boolean);
  return [
    h("h2", {}, best ? "The game, by the strategy below" : "The game"),
    h(
      "dl",
      { class: "strip" },
      list.map(([name, value, note]) =>
        h("div", {}, h("dt", {}, name), h("dd", {}, value), h("dd", { class: "note" }, note)),
      ),
    ),
    main.results && resultsElement(main),
    measuresElement(main),
  ];
}

/** A price with the commas of its large numbers: `1,000 to 1`. */
function priceWords(pays) {
  return pays.replace(/\d{4,}/g, (number) => Number(number).toLocaleString("en-US"));
}

function linesElement(lines, cycle) {
  const heads = ["Hand", "Pays", ...(cycle ? ["Combinations"] : []), "Chance", "Return"];
  return h(
    "details",
    { open: lines.length <= 14 },
    h("summary", {}, "Pay lines"),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "Pay lines" },
      stacks(h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            heads.map((head, at) =>
              h("th", { scope: "col", class: at > 1 ? "figure" : null }, head),
            ),
          ),
        ),
        h(
          "tbody",
          {},
          lines.map((line) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, title(line.hand)),
              h("td", { class: line.pays.length < 14 ? "pays" : null }, priceWords(line.pays)),
              cycle ? h("td", { class: "figure" }, count(line.combinations)) : null,
              h("td", { class: "figure" }, chance(line.probability)),
              h("td", { class: "figure" }, /^\d+%$/.test(line.pays) ? "by the meter" : percent(line.return, 3)),
            ),
          ),
        ),
      )),
    ),
  );
}

/** What follows from the counts: moments, hold, how long a hit takes, the parts of a progressive's return. */
function measuresElement(price) {
  const { measures } = price;
  const hold = measures.hold
    .filter((one) => one.confidence === 0.95)
    .map((one) => [
      `Hold of ${one.rounds.toLocaleString("en-US")} rounds`,
      `${percent(one.low, 2)} to ${percent(one.high, 2)}`,
    ]);
  const rows = [
    price.cycle && ["Combinations in all", count(price.cycle)],
    ["Variance", measures.variance.toPrecision(6)],
    measures.skewness !== undefined && ["Skewness", measures.skewness.toPrecision(4)],
    ["Volatility index (90%)", measures.volatility_index.toFixed(4)],
    price.rounds_to_hit && ["Rounds to a hit", Number(price.rounds_to_hit.mean.toFixed(2)).toLocaleString("en-US")],
    price.progressive && ["Return of fixed prices", percent(price.progressive.fixed_return, 3)],
    ...Object.entries(price.progressive?.seed_return ?? {}).map(([meter, part]) => [
      `Return of the seed of ${title(meter).toLowerCase()}`,
      percent(part, 3),
    ]),
    ...Object.entries(price.progressive?.increment_return ?? {}).map(([meter, part]) => [
      `Return of the increment of ${title(meter).toLowerCase()}`,
      percent(part, 3),
    ]),
    ...hold,
  ].filter(Boolean);
  return h(
    "details",
    { class: "measures" },
    h("summary", {}, "Counts and hold"),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "Counts and hold" },
      h(
        "table",
        {},
        h(
          "tbody",
          {},
          rows.map(([name, value]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", { class: "figure" }, value))),
        ),
      ),
      h("p", { class: "tip" }, "Hold per unit staked, 95% of the time, by the normal law."),
    ),
  );
}

/** Ask for whole-number pay tables in a range of house edges. */
function designElement(name, ask) {
  const low = h("input", { type: "number", step: "0.1", value: "4", "aria-label": "Lowest house edge in percent" });
  const high = h("input", { type: "number", step: "0.1", value: "6", "aria-label": "Highest house edge in percent" });
  const place = h("div", { "aria-live": "polite" });
  const find = async (event) => {
    event.preventDefault();
    show(place, h("p", { class: "tip" }, "Counting…"));
    try {
      const { proposals } = await ask(name, `${low.value}..${high.value}`);
      show(place, proposals?.length ? proposalsElement(proposals) : h("p", { class: "tip" }, "No pay table fits."));
    } catch (error) {
      show(place, h("p", { class: "tip" }, error.message));
    }
  };
  return h(
    "details",
    { class: "design" },
    h("summary", {}, "Solve for a price"),
    h(
      "form",
      { class: "row", onsubmit: find },
      h("label", {}, "House edge from ", low, " %"),
      h("label", {}, " to ", high, " %"),
      h("button", { type: "submit" }, "Find pay tables"),
    ),
    place,
  );
}

function sideElement(name, price, chosen, ask) {
  const meters = Object.entries(price.break_even ?? {}).map(
    ([meter, amount]) => `even when ${title(meter).toLowerCase()} shows ${money(amount)}`,
  );
  const note = [
    price.method,
    price.hit_frequency !== null && `wins ${percent(price.hit_frequency, 2)}`,
    price.std_dev !== null && `deviation ${price.std_dev.toFixed(2)}`,
    ...meters,
    price.note && withNames(price.note),
  ]
    .filter(Boolean)
    .join(" · ");
  const edge = price.house_edge === null ? "by the meter" : [percent(price.house_edge), h("small", {}, " edge")];
  return h(
    "section",
    { class: `panel price${name === chosen ? " chosen" : ""}`, "data-wager": name },
    h("h3", {}, wagerName(name), h("span", { class: "edge" }, edge)),
    h("p", { class: "tip" }, note),
    price.lines.length > 0 && linesElement(price.lines, price.cycle),
    price.measures && measuresElement(price),
    price.lines.some((line) => /^\d+ (to|for) 1$/.test(line.pays)) && designElement(name, ask),
  );
}

function tablesElement(tables) {
  const rows = Object.entries(tables).flatMap(([name, prices]) =>
    Object.entries(prices).map(([id, edge]) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, wagerName(name)),
        h("td", {}, id),
        h("td", { class: "figure" }, percent(edge)),
      ),
    ),
  );
  if (!rows.length) return null;
  return [
    h("h2", {}, "Pay tables side by side"),
    h(
      "div",
      { class: "panel scroll", tabindex: "0", role: "region", "aria-label": "Pay tables side by side" },
      stacks(h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["Wager", "Pay table", "House edge"].map((head, at) =>
              h("th", { scope: "col", class: at > 1 ? "figure" : null }, head),
            ),
          ),
        ),
        h("tbody", {}, rows),
      )),
    ),
  ];
}

function sentencesElement(heading, sentences) {
  if (!sentences?.length) return null;
  return [
    h("h2", {}, heading),
    h(
      "ul",
      { class: "notes" },
      sentences.map((text) => h("li", {}, sentence(withNames(text)))),
    ),
  ];
}

/** What every starting hand is worth under every card of the dealer. */
function startingElement(hands) {
  const ups = [...new Set(Object.values(hands).flatMap((row) => Object.keys(row)))];
  const select = () => {
    for (const cell of table.querySelectorAll("[data-up]")) cell.classList.toggle("broad", cell.dataset.up !== choice.value);
  };
  const choice = h("select", { onchange: select }, ups.map((up) => h("option", { value: up }, up)));
  const table = h(
    "table",
    {},
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Hand"), ups.map((up) => h("th", { scope: "col", "data-up": up, class: "figure" }, up)))),
    h(
      "tbody",
      {},
      Object.entries(hands).map(([hand, row]) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, title(hand)),
          ups.map((up) =>
            h("td", { class: "figure", "data-up": up, title: row[up]?.play ?? null }, row[up] ? row[up].value.toFixed(4).replace("-", "−") : ""),
          ),
        ),
      ),
    ),
  );
  select();
  return [
    h("h2", {}, "Every starting hand"),
    h(
      "details",
      { class: "panel" },
      h("summary", {}, "Expected net of a unit, by the dealer's card"),
      h("label", { class: "narrow" }, "The dealer's card", choice),
      h(
        "div",
        { class: "scroll", tabindex: "0", role: "region", "aria-label": "Every starting hand" },
        table,
      ),
    ),
  ];
}

function reportElements(report, chosen, compare, ask) {
  const sides = Object.entries(report.side_bets);
  return [
    sentencesElement("Warning", report.warnings),
    report.main && mainElement(report.main, report.strategy),
    !report.main &&
      !sides.length &&
      !report.strategy &&
      h("p", { class: "panel" }, "No wager of this game has a price."),
    sides.length > 0 && [
      h("h2", {}, report.main ? "Wagers beside it" : "Wagers"),
      h(
        "div",
        { class: "prices" },
        sides.map(([name, price]) => sideElement(name, price, chosen, ask)),
      ),
    ],
    compare
      ? h("div", {}, h("button", { type: "button", "data-do": "compare", onclick: compare }, "Compare every pay table"))
      : tablesElement(report.tables),
    report.strategy && [
      h("h2", {}, report.main ? "How to play" : "What to know"),
      h("div", { class: "panel strategy" }, strategyElement(report.strategy)),
    ],
    report.starting_hands && startingElement(report.starting_hands),
    report.session && [
      h("h2", {}, "A session"),
      h(
        "p",
        { class: "tip" },
        `The sum of many rounds, counted exactly: the line is the mean, the bands hold half and nine tenths of all sessions, in units of ${title(report.session.wager).toLowerCase()}.`,
      ),
      sessionPlot(report.session.points, title(report.session.wager).toLowerCase()),
    ],
    sentencesElement("How it was counted", report.notes),
    h("p", { class: "tip" }, `Worked out in ${report.seconds.toFixed(1)} s.`),
  ];
}

export async function open(place, { argument, query }) {
  const house = JSON.parse(query.get("house") ?? "{}");
  const game = await get("/game", { id: argument, house: query.get("house") ?? "" });
  nameWagers(game.labels);
  document.title = `${game.name}: odds · Houseway`;
  const body = h("div", { class: "stacked", "aria-live": "polite" });
  place.append(
    h(
      "header",
      { class: "page-head" },
      h("div", {}, h("h1", {}, `Odds of ${game.name}`), h("p", { class: "sub" }, game.rule)),
      h(
        "nav",
        { class: "links", "aria-label": "This game" },
        game.live && h("a", { href: gameLink("play", argument, house) }, "Play"),
        h("a", { href: gameLink("sheet", argument, house) }, "Rule sheet"),
        h("a", { href: gameLink("exposure", argument, house) }, "How it can be beaten"),
        h("a", { href: gameLink("compare", argument, house) }, "Compare"),
        h("a", { href: gameLink("certify", argument, house) }, "Certificate"),
        game.live && h("a", { href: gameLink("trainer", argument, house) }, "Train"),
      ),
    ),
    ...houseForm(game, "odds", house.as_of),
    body,
  );
  const several = Object.values(game.pay_tables).some((table) => table.ids.length > 1);
  let left = false;
  let timer = 0;
  let compared = false;
  const ask = async () => {
    try {
      const report = await get("/odds", { id: argument, house: query.get("house") ?? "", tables: compared, wait: 1 });
      if (left) return;
      if (report.state === "unpriced") {
        const why = game.live
          ? `There is no price for this game: ${report.reason}.`
          : "This file states no wager that is played by itself, so there is nothing to price.";
        show(body, h("p", { class: "panel" }, why));
      } else if (report.state === "ready") {
        show(body, reportElements(report, query.get("wager"), several && !compared ? compare : null, solve));
        body.querySelector(".chosen")?.scrollIntoView({ block: "center" });
      } else {
        show(body, working("Computing…", report.done));
        timer = setTimeout(ask, PAUSE);
      }
    } catch (error) {
      if (!left) show(body, h("p", { class: "panel" }, `There is no price for this game yet: ${error.message}`));
    }
  };
  const solve = (wager, target) =>
    get("/design", { id: argument, house: query.get("house") ?? "", wager, target, wait: 10 });
  const begin = () => {
    show(body, working("Computing…"));
    ask();
  };
  const compare = () => {
    compared = true;
    begin();
  };
  begin();
  return () => {
    left = true;
    clearTimeout(timer);
  };
}
