// The exposure page: how a game can be beaten, by counts, seen cards and shared hands.

import { get } from "../api.js";
import { h, show, working } from "../dom.js";
import { houseForm } from "../house.js";
import { gameLink } from "../text.js";
import { sectionElement } from "./sheet.js";

const PAUSE = 1000;

export async function open(place, { argument, query }) {
  const house = JSON.parse(query.get("house") ?? "{}");
  const asked = { id: argument, house: query.get("house") ?? "" };
  const game = await get("/game", asked);
  document.title = `${game.name}: exposure · Houseway`;
  const body = h("div", { class: "sheet-body", "aria-live": "polite" });
  place.append(
    h(
      "header",
      { class: "page-head" },
      h("div", {}, h("h1", {}, `How ${game.name} can be beaten`), h("p", { class: "sub" }, game.rule)),
      h(
        "nav",
        { class: "links", "aria-label": "This game" },
        h("a", { href: gameLink("odds", argument, house) }, "Odds"),
        h("a", { href: gameLink("sheet", argument, house) }, "Rule sheet"),
      ),
    ),
    ...houseForm(game, "exposure", house.as_of),
    body,
  );
  let left = false;
  let timer = 0;
  const ask = async () => {
    try {
      const found = await get("/exposure", { ...asked, wait: 1 });
      if (left) return;
      if (found.state === "ready") {
        show(
          body,
          found.sections.map((section) => sectionElement(section, new Set(), {})),
        );
      } else if (found.state === "unpriced") {
        show(body, h("p", { class: "panel" }, `This game is not examined: ${found.reason}.`));
      } else {
        show(body, working("Computing…", found.done));
        timer = setTimeout(ask, PAUSE);
      }
    } catch (error) {
      if (!left) show(body, h("p", { class: "panel" }, `This game is not examined: ${error.message}`));
    }
  };
  show(body, working("Computing…"));
  ask();
  return () => {
    left = true;
    clearTimeout(timer);
  };
}
