// Past rounds: the list, and the replay of one, event by event.

import { get, post, session } from "../api.js";
import { notesPanel } from "../desk/notes.js";
import { attempt, h, show, stacks } from "../dom.js";
import { noted } from "../table/entropy.js";
import { laidElement } from "../table/seats.js";
import { hasTiles, houseElement, pileElement, Seen } from "../table/piles.js";
import { otherFigures } from "../table/figures.js";
import { seatSettlement, sign, winningCards } from "../table/settlement.js";
import { eventWords } from "../table/side.js";
import { gameLink, moment, nameWagers, net, seatName, tableName } from "../text.js";

/** What a round came to: for the visitor, or for all players of a table. */
function resultOf(round, table) {
  return table ? Object.values(round.nets).reduce((sum, amount) => sum + amount, 0) : round.your_net;
}

/** A line of the list. */
function rowElement(round, table) {
  return h(
    "tr",
    { class: sign(resultOf(round, table)) },
    h("th", { scope: "row" }, h("span", { class: "narrow" }, "Round "), `${round.id}`),
    h(
      "td",
      {},
      h("a", { href: gameLink("sheet", round.game.id) }, round.game.name),
      " ",
      h("small", { class: "tip" }, tableName(round.table_name, round.game.name)),
    ),
    h("td", {}, moment(round.ended)),
    h("td", { class: "result figure" }, round.status === "void" ? "void" : net(resultOf(round, table))),
    h(
      "td",
      { class: "no-print" },
      h("a", { href: `#/round/${round.id}`, "aria-label": `Replay round ${round.id}` }, "Replay"),
      " ",
      round.status !== "void" &&
        h("a", { href: `#/dispute?round=${round.id}`, "aria-label": `Dispute round ${round.id}` }, "Dispute"),
    ),
  );
}

/** What proves the shuffle of a void round, which has no file: the hash that was published, and its secret once cards were dealt. */
function shuffleOf({ commitment, secret }) {
  return [
    h("h3", {}, "Proof of the shuffle"),
    h("p", {}, "Published before the bets:"),
    h("p", { class: "hash" }, commitment),
    secret && h("p", {}, "The secret behind it:"),
    secret && h("p", { class: "hash" }, secret),
  ];
}

const PAGE = 50;

async function list(place, table) {
  const rounds = await get("/rounds", { table, most: PAGE });
  const reads = (await session()).user?.rights.includes("read");
  place.append(
    h(
      "header",
      { class: "page-head" },
      h(
        "div",
        {},
        h("h1", {}, "History"),
        h(
          "p",
          { class: "sub" },
          table ? "The rounds of this table, the latest first." : "Your rounds, the latest first.",
        ),
      ),
      reads && h("nav", { class: "links", "aria-label": "History" }, h("a", { href: "#/surveillance" }, "All rounds of the house")),
    ),
  );
  if (!rounds.length) {
    place.append(
      h(
        "p",
        { class: "panel" },
        table ? "No round of this table is over yet. " : "You have not played a round yet. ",
        h("a", { href: "#/" }, "Choose a game."),
      ),
    );
    return;
  }
  const rows = h("tbody", {}, rounds.map((round) => rowElement(round, table)));
  const listed = h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ["Round", "Game", "Ended", table ? "Players' result" : "Your result", ""].map((head) =>
          h("th", { scope: "col", class: /result$/.test(head) ? "figure" : null }, head || h("span", { class: "unseen" }, "Replay or dispute")),
        ),
      ),
    ),
    rows,
  );
  const older = h(
    "button",
    {
      type: "button",
      "data-do": "older",
      onclick: async () => {
        const more = await attempt(() => get("/rounds", { table, most: PAGE, before: rounds.at(-1).id }));
        if (!more) return;
        rounds.push(...more);
        rows.append(...more.map((round) => rowElement(round, table)));
        stacks(listed);
        if (more.length < PAGE) older.remove();
      },
    },
    "Older rounds",
  );
  place.append(
    h(
      "div",
      { class: "panel scroll", tabindex: "0", role: "region", "aria-label": "Rounds" },
      stacks(listed),
    ),
    ...(rounds.length === PAGE ? [h("div", { class: "row" }, older)] : []),
  );
}

/** The felt at a moment of the round; seats that have folded lie back, and at its end a pot's winner stands out. */
function frameElement(frame, context, { folded, settled }) {
  const ended = frame.kind === "settle" ? settled : [];
  const wins = (seat) => context.pot && ended.some((one) => one.seat === seat && one.net > 0);
  const shown = { ...context, used: winningCards(frame.piles, ended) };
  const held = frame.piles.map((pile) => pile.seat).filter((seat) => seat !== null);
  const seats = [...new Set([...held, ...Object.keys(frame.staked).map(Number)])].sort((one, other) => one - other);
  return h(
    "section",
    { class: "felt small", "aria-label": "The table at this moment" },
    houseElement(frame.piles, shown),
    h(
      "ol",
      { class: "seats" },
      seats.map((seat) =>
        h(
          "li",
          { class: `seat${context.own.includes(seat) ? " own" : ""}${folded.has(seat) ? " out" : ""}${wins(seat) ? " winner" : ""}`, "data-seat": seat },
          h(
            "div",
            { class: "hands" },
            frame.piles.filter((pile) => pile.seat === seat).map((pile) => pileElement(pile, shown)),
          ),
          h("div", { class: "stake" }, laidElement(frame.stakes[seat] ?? {}, frame.staked[seat] ?? 0)),
          h("p", { class: "who" }, wins(seat) && h("span", { class: "wins" }, "wins"), h("span", {}, seatName(seat))),
        ),
      ),
    ),
  );
}

async function replay(place, number) {
  const round = await get(`/rounds/${encodeURIComponent(number)}`);
  const reads = (await session()).user?.rights.includes("read");
  const apparatus = await get("/apparatus", { id: round.game.id });
  nameWagers(round.game.labels);
  const context = {
    apparatus,
    seen: new Seen(),
    own: round.your_seats,
    pot: round.game.traits.pot,
    tiles: round.frames.some((frame) => hasTiles(frame.piles)),
  };
  const felt = h("div", { class: "stacked" });
  const words = h("p", { role: "status" });
  const range = h("input", {
    type: "range",
    min: "0",
    max: String(Math.max(round.frames.length - 1, 0)),
    value: "0",
    "aria-label": "Event of the round",
    oninput: () => step(Number(range.value)),
  });
  let at = 0;
  const step = (to) => {
    at = Math.min(Math.max(to, 0), round.frames.length - 1);
    range.value = String(at);
    const frame = round.frames[at];
    if (!frame) return;
    const folded = new Set(round.frames.slice(0, at + 1).filter((one) => one.folds).map((one) => one.seat));
    show(felt, frameElement(frame, context, { folded, settled: round.settlement?.seats ?? [] }));
    words.textContent = `${at + 1} of ${round.frames.length} · ${eventWords(frame)}`;
  };
  const keys = (event) => {
    if (event.target.closest?.("input, select, textarea") || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: round.frames.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    step(to);
  };
  addEventListener("keydown", keys);
  let timer = 0;
  const play = () => {
    clearInterval(timer);
    step(0);
    timer = setInterval(() => {
      if (at >= round.frames.length - 1) clearInterval(timer);
      else step(at + 1);
    }, 1100);
  };
  const proof = h("p", { role: "status" });
  const verify = async () => {
    if (!round.secret) {
      proof.textContent = "The shoe is still in play: its secret is shown, and can be checked, when it is finished.";
      return;
    }
    const file = await attempt(() => get(`/rounds/${round.id}/file`));
    if (!file) return;
    const found = await attempt(() => post("/verify", { round: file, published: round.commitment, ...noted(round.id) }));
    if (found)
      proof.textContent = found.ok
        ? "Cards, wagers, meters and payments follow from the hash published before you could bet."
        : found.wrong.join("; ");
  };
  place.append(
    h(
      "header",
      { class: "page-head" },
      h(
        "div",
        {},
        h("h1", {}, `Round ${round.id}`),
        h("p", { class: "sub" }, `${round.game.name} · ${tableName(round.table_name, round.game.name)}, round ${round.number} · ${moment(round.ended)}`),
      ),
      h(
        "nav",
        { class: "links", "aria-label": "This round" },
        round.settlement && h("a", { href: `/api/rounds/${round.id}/file`, download: `round-${round.id}.json` }, "Round file"),
        round.settlement && h("a", { href: `#/dispute?round=${round.id}`, "data-do": "dispute" }, "Dispute this round"),
        h("a", { href: `#/table/${round.table}` }, "Table"),
        reads && h("a", { href: `#/surveillance?table=${round.table}` }, "Surveillance"),
        h("a", { href: "#/history" }, "All rounds"),
      ),
    ),
    felt,
    h(
      "div",
      { class: "replay-bar" },
      h("button", { type: "button", class: "primary", onclick: play }, "Play"),
      h("button", { type: "button", onclick: () => step(at - 1) }, "Back"),
      h("button", { type: "button", "data-do": "next", onclick: () => step(at + 1) }, "Next"),
      range,
    ),
    words,
    h(
      "div",
      { class: "panel stacked" },
      (round.settlement?.seats ?? []).map((seat) => seatSettlement(seat, null, round.game.id, round.house)),
      round.settlement && otherFigures(round.settlement),
      round.settlement
        ? h("div", {}, h("button", { type: "button", onclick: verify }, "Check the shuffle"), proof)
        : shuffleOf(round),
    ),
  );
  if (reads) place.append(await notesPanel(round.id));
  step(round.frames.length - 1);
  return () => {
    clearInterval(timer);
    removeEventListener("keydown", keys);
  };
}

export async function open(place, { name, argument, query }) {
  return name === "round" ? replay(place, argument) : list(place, query.get("table") ?? "");
}
