// Opening a table: the game, the house's choices, limits of the wagers or stakes of the pot, seats and chips.

import { get, post } from "../api.js";
import { attempt, h, show } from "../dom.js";
import { houseFields } from "../house.js";
import { byName, wagerName } from "../text.js";

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

/** The stakes of player-banked poker. */
function stakeFields() {
  const ante = number("ante");
  const small = number("small");
  const big = number("big");
  const low = number("low");
  const high = number("high");
  const chosen = () => ({
    ...(ante.value ? { ante: Number(ante.value) } : {}),
    ...(small.value && big.value ? { blinds: [Number(small.value), Number(big.value)] } : {}),
    ...(low.value && high.value ? { limits: [Number(low.value), Number(high.value)] } : {}),
  });
  const element = h(
    "div",
    { class: "fields" },
    h("label", {}, "Ante", ante),
    h("label", {}, "Small blind", small),
    h("label", {}, "Big blind", big),
    h("label", {}, "Lower limit", low),
    h("label", {}, "Higher limit", high),
  );
  return { element, chosen };
}

export async function opening(place, { query }) {
  const [games, own] = await Promise.all([get("/games").then(byName), get("/own-games")]);
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
    const pot = !game.spots.length;
    const money = pot ? stakeFields() : limitFields(game.spots, game.later);
    const name = h("input", { name: "name", maxlength: "64", placeholder: `${game.name}, pit 1` });
    const seats = h("input", { type: "number", name: "seats", min: "1", max: "200", value: String(game.seats) });
    const bankroll = number("bankroll", { value: "100000", min: "1", required: true });
    const least = number("least_buy_in", { value: "0" });
    const bet = h("input", { type: "number", name: "bet_seconds", min: "5", max: "3600", value: "30" });
    const act = h("input", { type: "number", name: "act_seconds", min: "5", max: "3600", value: "60" });
    const submit = async (event) => {
      event.preventDefault();
      const limits = pot ? {} : money.chosen();
      const house = { ...chosen(), ...(Object.keys(limits).length ? { limits } : {}) };
      const state = await attempt(() =>
        post("/tables", {
          game: game.id,
          name: name.value,
          house,
          betting: pot ? money.chosen() : {},
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
      h("h3", {}, pot ? "Stakes in dollars" : "Limits in dollars"),
      h(
        "p",
        { class: "tip" },
        pot ? "What is left empty is the usual small game." : "What is left empty is as the rules say.",
      ),
      money.element,
      labels.length > 0 && [h("h3", {}, "What the house chooses"), h("div", { class: "fields" }, labels)],
      h("div", {}, h("button", { type: "submit", class: "primary", "data-do": "open" }, "Open the table")),
    );
  };
  place.append(h("h2", {}, "Open a table"), form);
  await draw();
  return {};
}
