// The dispute desk: a round told by clicking, from a table, or from a file; the ruling; and the case it becomes.

import { get, post, Problem, session } from "../api.js";
import { attempt, attemptOnce, complain, h, show } from "../dom.js";
import { DeskLayout } from "../desk/layout.js";
import { figureWords, rulingElement } from "../desk/ruling.js";
import { editState, faultNotice, followEdits } from "../own.js";
import { stillFelt } from "../table/still.js";
import { byName, counted, moment, net, seatName, sentence, tableName, title } from "../text.js";

const FILES = ".json,.jsonl,.ndjson,.phh,.phhs";

const AT_ONCE = 400_000; // characters of a file that are sent at once
const SHOWN = 4; // lines of a ruling in the list of a file

/** The rulings on a file; one with a round on each line is sent in parts, and its lines are counted on. */
async function ruledFile(name, text) {
  if (text.length <= AT_ONCE || !/\.(jsonl|ndjson)$/i.test(name)) return post("/desk/file", { name, text });
  const entries = [];
  let part = [];
  let size = 0;
  let first = 0;
  const send = async () => {
    if (part.some((line) => line.trim())) {
      const ruled = await post("/desk/file", { name, text: part.join("\n") });
      entries.push(...ruled.map((entry) => ({ ...entry, line: entry.line + first })));
    }
    first += part.length;
    part = [];
    size = 0;
  };
  for (const line of text.split("\n")) {
    if (size + line.length > AT_ONCE) await send();
    part.push(line);
    size += line.length + 1;
  }
  await send();
  return entries;
}

/** Why a round of a file is not ruled, with the seat or the part of the round that is at fault. */
function faultOf({ error, field }) {
  const { message } = new Problem(error, field, 0);
  const [, part = "", place] = /^(\w+)(?:\[(\d+)\])?/.exec(field ?? "") ?? [];
  const words = message.replace(` (${field})`, "");
  if (part === "seats" && place !== undefined) return `${seatName(Number(place))}: ${words}`;
  const unnamed = words !== message || (part === field && !words.toLowerCase().includes(part));
  return part && unnamed ? `${title(part)}: ${words}` : words;
}

/** A ruling in one line, with the seats where there are several; of a ceremony without wagers, who gets the first hand. */
function told(ruling) {
  const { settlement } = ruling;
  if (!settlement) return figureWords(ruling.figures).map((words) => words.join(": ")).join("; ");
  const { seats } = settlement;
  const lines = seats.flatMap((seat, at) => {
    const whose = seats.length > 1 ? `${seatName(at)}, ` : "";
    return seat.lines.map((line) => `${whose}${line.label}${line.spot ? `, ${line.spot}` : ""}: ${line.reason}`);
  });
  if (!lines.length) return typeof settlement.first_hand === "number" ? `First hand to position ${settlement.first_hand}` : "";
  const more = lines.length - SHOWN;
  return [...lines.slice(0, SHOWN), ...(more > 0 ? [`and ${counted(more, "more line")}`] : [])].join("; ");
}

class Desk {
  constructor(place, user, all) {
    const games = all.filter((game) => game.live);
    this.user = user;
    this.games = games;
    this.names = new Map(all.map((game) => [game.id, game.name]));
    this.paid = [];
    this.about = null; // the round of a table
    this.case = null; // the case that is told anew
    this.file = null;
    this.ruledFile = ""; // what lay there when it was ruled: the ruling on anything else is taken away
    this.said = { title: "", note: "", reason: "" }; // what is written stays when the round is ruled again
    this.text = h("textarea", { spellcheck: "false", "aria-label": "Round file", rows: "12" });
    this.notice = h("div", {}); // what is wrong with the last edit of the game's file
    this.source = h("p", { class: "sub" });
    this.ruling = h("section", { class: "stacked ruling", "aria-live": "polite", "aria-label": "Ruling" });
    this.rounds = h("section", { class: "stacked", "aria-label": "Rounds of the file" });
    this.board = h("section", { class: "panel stacked", "aria-label": "The round by clicking" });
    this.missing = h("p", { class: "tip", role: "status" });
    this.choice = h(
      "select",
      { "data-do": "game", onchange: () => this.begin(this.choice.value) },
      games.map((game) => h("option", { value: game.id }, game.name)),
    );
    this.layout = new DeskLayout(this.board, (view) => this.laid(view), () => this.whose());
    this.go = h("button", { type: "button", class: "primary", "data-do": "rule", onclick: () => this.rule() }, "Rule on it");
    this.place = place;
  }

  draw() {
    const file = h("input", {
      type: "file",
      accept: FILES,
      onchange: async () => {
        const [chosen] = file.files;
        if (chosen) await this.open(chosen.name, await chosen.text());
      },
    });
    this.place.append(
      h(
        "header",
        { class: "page-head" },
        h("div", {}, h("h1", {}, "Dispute desk"), h("p", { class: "sub no-print" }, "What was bet, dealt and decided goes in; every wager comes back with its paragraph.")),
        this.user && h("nav", { class: "links", "aria-label": "Desk" }, h("a", { href: "#/cases" }, "Cases")),
      ),
      h(
        "section",
        { class: "panel row", "aria-label": "Begin" },
        h("label", {}, "Game", this.choice),
        h("button", { type: "button", "data-do": "lay", onclick: () => this.begin(this.choice.value) }, "Blank layout"),
        h("label", {}, "Open a file: one round or many", file),
      ),
      this.notice,
      this.source,
      this.rounds,
      this.board,
      h("div", { class: "row desk-go" }, this.go, this.missing),
      h(
        "details",
        { class: "panel desk-text" },
        h("summary", {}, "The round file"),
        h("p", { class: "tip" }, "The same round as text: what cannot be clicked can be written here, and is ruled as it is written."),
        this.text,
        h(
          "div",
          { class: "row" },
          h("button", { type: "button", class: "primary", "data-do": "rule-text", onclick: () => this.ruleText() }, "Rule on this text"),
          h("button", { type: "button", "data-do": "take-text", onclick: () => this.takeText() }, "Lay it out"),
        ),
      ),
      this.ruling,
    );
  }

  async begin(game, house = {}) {
    this.about = this.case = null;
    this.paid = [];
    show(this.ruling);
    show(this.rounds);
    this.source.textContent = "";
    this.choice.value = game;
    await this.follow(game);
    await attempt(() => this.layout.begin(game, house));
  }

  #stop = () => {};
  #followed = "";

  /** Follow the edits of a file of one's own: what is told is laid out by the new version, and a ruling taken anew. */
  async follow(id) {
    this.leave();
    this.#followed = id;
    if (!this.games.some((game) => game.id === id && game.kind)) return;
    const first = await editState(id);
    if (this.#followed !== id) return;
    this.#stop = followEdits(id, first, (state, before) => {
      show(this.notice, state.fault && faultNotice(state.fault));
      if (before && before.version !== state.version) this.edited();
    });
  }

  async edited() {
    const ruled = this.ruling.childElementCount > 0;
    const { name } = await get("/game", { id: this.choice.value });
    this.names.set(this.choice.value, name);
    this.choice.selectedOptions[0].textContent = name;
    await attempt(() => this.layout.again());
    if (ruled) await this.rule();
  }

  leave() {
    this.#stop();
    this.#stop = () => {};
    this.#followed = "";
    show(this.notice);
  }

  /** What the server says of the layout. */
  laid(view) {
    this.file = view.file ?? null;
    this.go.disabled = !this.file;
    this.missing.textContent = this.file || view.problem ? "" : sentence(this.layout.seated(view.missing ?? ""));
    if (this.file) this.text.value = JSON.stringify(this.file, null, 2);
    if (JSON.stringify(this.file) !== this.ruledFile) show(this.ruling);
  }

  name(seat) {
    return this.layout.seatName(seat);
  }

  async rule() {
    if (this.file) await this.ruleOn(this.file);
  }

  async ruleOn(round) {
    complain("");
    this.ruledFile = JSON.stringify(this.file);
    try {
      const game = await get("/game", { id: round.game ?? "", house: JSON.stringify(round.house ?? {}) });
      const [apparatus, ruling] = await Promise.all([get("/apparatus", { id: round.game }), post("/desk/rule", { round, ...this.whose() })]);
      show(
        this.ruling,
        h("h2", {}, `Ruling: ${game.name}`),
        h("p", { class: "sub" }, ruling.edition || game.rule),
        Array.isArray(round.seats) && stillFelt(round, { apparatus, laid: ruling.piles, pots: ruling.settlement?.pots ?? [], places: this.layout.places }),
        h(
          "div",
          { class: "panel stacked" },
          rulingElement(ruling, {
            game: round.game,
            house: round.house,
            irregularity: round.irregularity,
            paid: this.paid,
            change: (paid) => (this.paid = paid),
            places: this.layout.places,
          }),
        ),
        ruling.settlement && this.user && this.caseForm(round),
      );
    } catch (error) {
      show(this.ruling, h("h2", {}, "No ruling"), h("p", { class: "panel fault" }, this.faultWords(error)));
    }
    this.ruling.scrollIntoView({ block: "nearest" });
  }

  /** Why there is no ruling; a seat is called by its name, not by its place in the file. */
  faultWords({ message, field }) {
    const [, seat] = /^seats\[(\d+)\]/.exec(field ?? "") ?? [];
    const words = this.layout.seated(message.replace(` (${field})`, ""));
    return seat === undefined ? words : `${this.name(Number(seat))}: ${words}`;
  }

  /** By whose version of the game it goes: the case's, the round's, or today's. */
  whose() {
    if (this.case) return { case: this.case.id };
    return this.about ? { round_id: this.about.id } : {};
  }

  parsed() {
    try {
      return JSON.parse(this.text.value);
    } catch {
      throw new Error("This is not a round file: it cannot be read as JSON.");
    }
  }

  async ruleText() {
    await attempt(async () => this.ruleOn(this.parsed()));
  }

  async takeText() {
    await attempt(async () => {
      const round = this.parsed();
      await this.layout.take(round, this.layout.places);
      this.choice.value = round.game;
    });
  }

  /** Lay a round out; one that cannot be laid out card by card is ruled as it is written. */
  async take(round, places = []) {
    this.text.value = JSON.stringify(round, null, 2);
    this.choice.value = round.game;
    if (this.about || this.case) this.leave(); // ruled by the version it was played by
    else await this.follow(round.game);
    try {
      await this.layout.take(round, places);
    } catch (error) {
      this.layout.places = places;
      show(this.board, h("h2", {}, "What lay on the table"), h("p", { class: "tip" }, error.message));
      this.file = round;
      this.go.disabled = false;
    }
    await this.ruleOn(round);
  }

  /** A file: one round is laid out, of many the rulings are listed. */
  async open(name, text) {
    this.about = this.case = null;
    this.paid = [];
    const entries = await attempt(() => ruledFile(name, text));
    if (!entries) return;
    show(this.ruling);
    show(this.rounds);
    this.source.textContent = name;
    if (entries.length === 1 && !entries[0].error) await this.take(entries[0].round);
    else this.list(entries);
  }

  list(entries) {
    const failed = entries.filter((one) => one.error).length;
    const { names } = this;
    show(
      this.rounds,
      h("h2", {}, `${counted(entries.length, "round")}, ${failed ? `${failed} of them not ruled` : "all ruled"}`),
      h(
        "div",
        { class: "panel scroll wide", tabindex: "0", role: "region", "aria-label": "Rulings" },
        h(
          "table",
          { class: "ruled-file" },
          h("thead", {}, h("tr", {}, ["Line", "Game", "Players' results", "Ruling", ""].map((head) => h("th", { scope: "col" }, head)))),
          h(
            "tbody",
            {},
            entries.map((one) =>
              h(
                "tr",
                { "data-line": one.line },
                h("th", { scope: "row" }, one.line),
                h("td", {}, names.get(one.round.game) ?? title(one.round.game ?? "")),
                h("td", { class: "figure" }, (one.ruling?.settlement?.seats ?? []).map((seat) => net(seat.net)).join(", ")),
                h(
                  "td",
                  { class: one.error ? "fault" : "why" },
                  one.error ? faultOf(one) : told(one.ruling),
                ),
                h(
                  "td",
                  {},
                  !one.error &&
                    h(
                      "button",
                      {
                        type: "button",
                        class: "quiet",
                        "aria-label": `Take line ${one.line} to the desk`,
                        onclick: () => {
                          this.paid = [];
                          this.take(one.round);
                        },
                      },
                      "To the desk",
                    ),
                ),
              ),
            ),
          ),
        ),
      ),
    );
  }

  caseForm(round) {
    if (this.case) return this.keepForm(round);
    const keep = (event) => (this.said[event.target.name] = event.target.value);
    const note = h("textarea", { rows: "2", maxlength: "4000", name: "note", value: this.said.note, oninput: keep });
    const name = h("input", {
      maxlength: "128",
      size: "32",
      name: "title",
      placeholder: "Seat, table, what is disputed",
      value: this.said.title,
      oninput: keep,
    });
    const send = async (event) => {
      event.preventDefault();
      const body = { round, paid: this.paid, title: name.value, note: note.value, ...(this.about ? { round_id: this.about.id } : {}) };
      const made = await attemptOnce(event.submitter, () => post("/cases", body));
      if (made) location.hash = `#/cases/${made.id}`;
    };
    return h(
      "form",
      { class: "panel stacked case-form", onsubmit: send },
      h("h3", {}, "Make it a case"),
      h("div", { class: "row" }, h("label", {}, "Title", name), h("label", { class: "grows" }, "Note", note)),
      h("div", {}, h("button", { type: "submit", class: "primary", "data-do": "open-case" }, "Open a case")),
    );
  }

  /** What is told anew for a case that exists already. */
  keepForm(round) {
    const found = this.case;
    const reason = h("textarea", {
      rows: "2",
      maxlength: "4000",
      value: this.said.reason,
      oninput: () => (this.said.reason = reason.value),
    });
    const send = (path, body) => async ({ target }) => {
      const done = await attemptOnce(target, () => post(`/cases/${found.id}/${path}`, body()));
      if (done) location.hash = `#/cases/${found.id}`;
    };
    const rules = this.user.rights.includes("rule");
    return h(
      "div",
      { class: "panel stacked case-form" },
      h("h3", {}, `Case ${found.id}`),
      rules && h("label", {}, found.state === "open" ? "Reason of the ruling" : "Why it is revised", reason),
      h(
        "div",
        { class: "row" },
        rules &&
          h(
            "button",
            { type: "button", class: "primary", "data-do": "decide", onclick: send("ruling", () => ({ round, paid: this.paid, reason: reason.value })) },
            found.state === "open" ? "Rule on the case so" : "Revise the ruling so",
          ),
        found.state === "open" && h("button", { type: "button", "data-do": "keep", onclick: send("told", () => ({ round, paid: this.paid })) }, "Keep it so, without a ruling"),
        h("a", { href: `#/cases/${found.id}` }, "Back to the case"),
      ),
    );
  }

  async fromTable(id) {
    const about = await get(`/desk/rounds/${encodeURIComponent(id)}`);
    this.about = about;
    this.paid = about.paid;
    const game = this.games.find((one) => one.id === about.round.game)?.name ?? "";
    show(
      this.source,
      `${tableName(about.table_name, game)}, round ${about.number}, ended ${moment(about.ended)}; ${about.places.map(seatName).join(", ")}. `,
      h("a", { href: `#/round/${about.id}` }, "Replay"),
      about.case ? " · " : "",
      about.case && h("a", { href: `#/cases/${about.case}` }, `Case ${about.case}`),
    );
    await this.take(about.round, [...about.places]);
  }

  async fromCase(id) {
    const found = await get(`/cases/${encodeURIComponent(id)}`);
    this.case = found;
    this.paid = found.paid;
    show(this.source, `Case ${found.id}: ${found.title}. `, h("a", { href: `#/cases/${found.id}` }, "Back to the case"));
    await this.take(found.told, [...found.places]);
  }
}

export async function open(place, { query }) {
  const [{ user }, own, book] = await Promise.all([session(), get("/own-games"), get("/games")]);
  const listed = [...own, ...byName(book)];
  const game = query.get("game") ?? "three-card-poker";
  const known = listed.some((one) => one.id === game) ? [] : [{ ...(await get("/game", { id: game })), kind: "file" }];
  const desk = new Desk(place, user, [...known, ...listed]);
  desk.draw();
  if (query.get("round")) await desk.fromTable(query.get("round"));
  else if (query.get("case")) await desk.fromCase(query.get("case"));
  else await desk.begin(game, JSON.parse(query.get("house") ?? "{}"));
  return () => desk.leave();
}
