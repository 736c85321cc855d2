// The dispute desk: a round file pasted, opened or laid out by clicking, and the ruling with its paragraphs.

import { get, post } from "../api.js";
import { attempt, complain, h, show } from "../dom.js";
import { Layout } from "../table/editor.js";
import { otherFigures, seatSettlement } from "../table/settlement.js";
import { stillFelt } from "../table/still.js";

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("This is not a round file: it cannot be read as JSON.");
  }
}

export async function open(place) {
  const games = (await get("/games")).filter((game) => game.live);
  const text = h("textarea", {
    spellcheck: "false",
    "aria-label": "Round file",
    placeholder: '{"game": "three-card-poker", "seats": [...], "dealer": [...]}',
  });
  const ruling = h("section", { class: "stacked ruling", "aria-live": "polite", "aria-label": "Ruling" });
  const cards = h("section", { class: "panel stacked", "aria-label": "The cards by clicking" });
  const layout = new Layout(cards, (round) => {
    text.value = JSON.stringify(round, null, 2);
  });
  const choice = h(
    "select",
    {},
    games.map((game) => h("option", { value: game.id }, game.name)),
  );
  choice.value = "three-card-poker";

  const lay = async () => {
    const drill = await attempt(() => post("/trainer/deal", { game: choice.value, seats: 1 }));
    if (!drill) return;
    text.value = JSON.stringify(drill.round, null, 2);
    layout.show(drill.round, await get("/apparatus", { id: choice.value }));
    show(ruling);
  };
  const rule = async () => {
    complain("");
    try {
      await ruleOn();
    } catch (error) {
      show(ruling, h("h2", {}, "No ruling"), h("p", { class: "panel fault" }, error.message));
    }
    ruling.scrollIntoView({ block: "nearest" });
  };
  const ruleOn = async () => {
    const round = parsed(text.value);
    const game = await get("/game", { id: round.game ?? "" });
    const apparatus = await get("/apparatus", { id: round.game });
    const found = await post("/settle", { round });
    layout.show(round, apparatus);
    show(
      ruling,
      h("h2", {}, `Ruling: ${game.name}`),
      stillFelt(round, { family: game.family, apparatus }),
      h(
        "div",
        { class: "panel stacked" },
        Array.isArray(found.seats)
          ? found.seats.map((seat, index) => seatSettlement({ ...seat, seat: index }, null, round.game, round.house))
          : null,
        otherFigures(found),
      ),
    );
  };
  const file = h("input", {
    type: "file",
    accept: ".json,.jsonl",
    onchange: async () => {
      const [chosen] = file.files;
      if (chosen) {
        text.value = (await chosen.text()).split("\n{")[0];
        await rule();
      }
    },
  });
  place.append(
    h(
      "header",
      { class: "page-head" },
      h(
        "div",
        {},
        h("h1", {}, "Dispute desk"),
        h("p", { class: "sub" }, "What was bet, dealt and decided goes in; every wager comes back with its paragraph."),
      ),
    ),
    h(
      "div",
      { class: "desk" },
      h(
        "section",
        { class: "panel stacked", "aria-label": "Round file" },
        h("h2", {}, "The round"),
        h(
          "div",
          { class: "row" },
          h("label", {}, "Game", choice),
          h("button", { type: "button", "data-do": "lay", onclick: lay }, "Lay out a round"),
          h("label", {}, "Open a round file", file),
        ),
        text,
        h("button", { type: "button", class: "primary", "data-do": "rule", onclick: rule }, "Rule on it"),
      ),
      cards,
    ),
    ruling,
  );
  layout.show(null);
}
