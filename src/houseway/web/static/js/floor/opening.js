// Opening a table: the game, the house's choices, limits of the wagers or stakes of the pot, seats and chips.

import { get, post } from "../api.js";
import { attempt, h, show } from "../dom.js";
import { houseFields } from "../house.js";
import { byName, money, wagerName } from "../text.js";

function number(name, attributes = {}) {
  return h("input", { type: "number", min: "0", step: "any", name, inputmode: "decimal", ...attributes });
}

/** Two fields for the least and the most of each wager; empty where the rules alone set it. */
function limitFields(spots, later) {
  const rows = [...spots.filter((spot) => !spot.equals && !spot.stakes.length), ...later.map((name) => ({ name, least: null, most: null }))]
    .map((spot) => ({
      spot,
      least: number(`least-${spot.name}`, {
        "aria-label": `Least ${wagerName(spot.name)}`,
        placeholder: spot.least ?? "1",
      }),
      most: number(`most-${spot.name}`, { "aria-label": `Most ${wagerName(spot.name)}`, placeholder: spot.most ?? "any" }),
    }));
  const chosen = () =>
    Object.fromEntries(
      rows
        .filter(({ least, most }) => least.value || most.value)
        .map(({ spot, least, most }) => [
          spot.name,
          [Number(least.value || spot.least || 0.01), Number(most.value || spot.most || 1_000_000)],
        ]),
    );
  const element = h(
    "div",
    { class: "limits" },
    rows.map(({ spot, least, most }) =>
      h("div", { class: "limit" }, h("b", {}, wagerName(spot.name)), "from $", least, "to $", most),
    ),
  );
  return { element, chosen };
}

const STAKES = { ante: "Ante", bring_in: "Bring-in", max_wager: "Most a wager", chip: "Smallest chip" };
const PAIRS = { blinds: ["Small blind", "Big blind"], limits: ["Lower limit", "Higher limit"] };

/** What a pot's table posts of its stakes: an amount each, or two. */
function stakeFields(stakes) {
  const rows = stakes.map((name) => ({
    name,
    fields: (PAIRS[name] ?? [STAKES[name] ?? wagerName(name)]).map((label) => ({ label, input: number(label.toLowerCase().replaceAll(" ", "_")) })),
  }));
  const chosen = () =>
    Object.fromEntries(
      rows
        .map(({ name, fields }) => [name, fields.map(({ input }) => input.value)])
        .filter(([, values]) => values.every(Boolean))
        .map(([name, values]) => [name, name in PAIRS ? values.map(Number) : Number(values[0])]),
    );
  const element = h(
    "div",
    { class: "fields" },
    rows.flatMap(({ fields }) => fields.map(({ label, input }) => h("label", {}, label, input))),
  );
  return { element, chosen };
}

/** A box to tick. */
function box(text, checked) {
  const input = h("input", { type: "checkbox", checked });
  return { input, element: h("label", { class: "check" }, input, text) };
}

/** What the house posts for bets for the dealer; nothing is chosen where the rules alone hold. */
function tipFields() {
  const offered = box("Bets for the dealer are taken", true);
  const whole = box("In whole dollars only", false);
  const most = number("tip_most", { placeholder: "any" });
  const paid = number("tip_most_paid", { placeholder: "any" });
  const chosen = () => ({
    ...(offered.input.checked ? {} : { offered: false }),
    ...(whole.input.checked ? { whole: true } : {}),
    ...(most.value ? { most: Number(most.value) } : {}),
    ...(paid.value ? { most_paid: Number(paid.value) } : {}),
  });
  const element = h(
    "div",
    { class: "fields" },
    offered.element,
    whole.element,
    h("label", {}, "Most on a wager", most),
    h("label", {}, "Most paid in a round", paid),
  );
  return { element, chosen };
}

/** For each meter of the game one that runs already, which several tables may feed; otherwise a new one is opened. */
function meterFields(spots, running) {
  const rows = [...new Set(spots.flatMap((spot) => spot.meters))].map((level) => ({
    level,
    input: h(
      "select",
      {},
      h("option", { value: "" }, "a new one"),
      running.map((meter) => h("option", { value: String(meter.id) }, `${meter.name}, ${money(meter.shown)}`)),
    ),
  }));
  const chosen = () =>
    Object.fromEntries(rows.filter(({ input }) => input.value).map(({ level, input }) => [level, Number(input.value)]));
  const labels = rows.map(({ level, input }) => h("label", {}, wagerName(level), input));
  return { labels, chosen };
}

export async function opening(place, { query }) {
  const [games, own, meters] = await Promise.all([get("/games").then(byName), get("/own-games"), get("/floor/meters")]);
  const running = meters.filter((meter) => meter.status === "running");
  const choice = h(
    "select",
    {
      name: "game",
      onchange: () => {
        // What is typed for one game is not for another: its fields go at once, not when the next have come.
        show(form, h("div", { class: "fields" }, h("label", {}, "Game", choice)));
        draw();
      },
    },
    [...own, ...games.filter((game) => game.live)].map((game) => h("option", { value: game.id }, game.name)),
  );
  choice.value = query.get("game") ?? "three-card-poker";
  const form = h("form", { class: "panel stacked open-table" });
  const draw = async () => {
    const wanted = choice.value;
    const game = await get("/game", { id: wanted });
    if (choice.value !== wanted) return; // another was chosen meanwhile
    const { labels, chosen } = houseFields(game);
    const pot = game.traits.pot;
    const stakes = stakeFields(game.stakes);
    const limits = limitFields(game.spots, game.later);
    const tips = game.tips ? tipFields() : null;
    const fed = meterFields(game.spots, running);
    const imprest = box("Cash and chips are one imprest bank", false);
    const piece = box("Money on the piece is taken", true);
    const name = h("input", { name: "name", maxlength: "64", placeholder: `${game.name}, pit 1` });
    const seats = h("input", { type: "number", name: "seats", min: "1", max: "200", value: String(game.seats) });
    const bankroll = number("bankroll", { value: "100000", min: "1", required: true });
    const least = number("least_buy_in", { value: "0" });
    const bet = h("input", { type: "number", name: "bet_seconds", min: "5", max: "3600", value: "30" });
    const act = h("input", { type: "number", name: "act_seconds", min: "5", max: "3600", value: "60" });
    const submit = async (event) => {
      event.preventDefault();
      const posted = Object.entries({ limits: limits.chosen(), tips: tips?.chosen() ?? {} });
      const house = { ...chosen(), ...Object.fromEntries(posted.filter(([, given]) => Object.keys(given).length)) };
      const state = await attempt(() =>
        post("/tables", {
          game: game.id,
          name: name.value,
          house,
          betting: stakes.chosen(),
          meters: fed.chosen(),
          imprest: pot && imprest.input.checked,
          piece: piece.input.checked,
          seats: Number(seats.value),
          bankroll: Number(bankroll.value),
          least_buy_in: Number(least.value),
          bet_seconds: Number(bet.value),
          act_seconds: Number(act.value),
        }),
      );
      if (state) location.hash = `#/floor/table/${state.id}`;
    };
    form.onsubmit = submit;
    show(
      form,
      h("div", { class: "fields" }, h("label", {}, "Game", choice), h("label", {}, "Name of the table", name)),
      h("p", { class: "tip" }, `${game.summary} ${game.rule}.`),
      h("h3", {}, "Seats, chips, time"),
      h(
        "div",
        { class: "fields" },
        h("label", {}, "Seats", seats),
        h("label", {}, "Opening chips in dollars", bankroll),
        h("label", {}, "Least buy-in in dollars", least),
        h("label", {}, "Seconds to bet", bet),
        h("label", {}, "Seconds to decide", act),
      ),
      pot && [
        h("h3", {}, "Stakes in dollars"),
        h("p", { class: "tip" }, "What is left empty is the usual small game."),
        stakes.element,
        h("div", { class: "fields" }, imprest.element, piece.element),
      ],
      game.spots.length > 0 && [
        h("h3", {}, "Limits in dollars"),
        h("p", { class: "tip" }, "What is left empty is as the rules say."),
        limits.element,
      ],
      tips && [h("h3", {}, "Bets for the dealer, in dollars"), tips.element],
      fed.labels.length > 0 && [h("h3", {}, "Meters"), h("div", { class: "fields" }, fed.labels)],
      labels.length > 0 && [h("h3", {}, "What the house chooses"), h("div", { class: "fields" }, labels)],
      h("div", {}, h("button", { type: "submit", class: "primary", "data-do": "open" }, "Open the table")),
    );
  };
  place.append(h("h2", {}, "Open a table"), form);
  await draw();
  return {};
}
