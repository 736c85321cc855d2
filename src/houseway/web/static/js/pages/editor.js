// The editor: a game file typed in the browser, its faults at their lines, the felt and the edge as they come to be.

import { get, post, session } from "../api.js";
import { announce, attempt, complain, confirmed, h, show, stacks, working } from "../dom.js";
import { Code } from "../editor/code.js";
import { Completion } from "../editor/complete.js";
import { download, faultPlace, openButton } from "../own.js";
import { proposalsElement } from "../prices.js";
import { seatSettlement } from "../table/settlement.js";
import { stillFelt } from "../table/still.js";
import { gameLink, moment, nameWagers, percent, sentence, title, wagerName, withNames } from "../text.js";

const SETTLED = 500; // milliseconds after the last key
const PAUSE = 400;
const DRAFT = "houseway.draft."; // with the address of the editor: what was typed there and not kept
const NEW = `id = "my-game"
extends = "three-card-poker"
name = "My Game"
rule = "house rules"
summary = "What is different from the game it extends."
`;

class Editor {
  constructor(place, schema, mayStore) {
    this.mayStore = mayStore;
    this.place = place;
    this.version = 0;
    this.id = "";
    this.saved = "";
    this.turn = 0;
    this.timer = 0;
    this.completion = new Completion(schema);
    this.code = new Code({
      changed: () => this.later(),
      complete: (text, at) => this.completion.at(text, at),
    });
    this.status = h("p", { class: "tip", role: "status" });
    this.faults = h("ul", { class: "draft-faults", "aria-label": "Faults" });
    this.felt = h("section", { class: "stacked", "aria-label": "Sample round" });
    this.edges = h("section", { class: "panel stacked", "aria-label": "Edge" });
    this.solving = h("section", { class: "panel stacked", "aria-label": "Solve for a price" });
    this.found = h("div", { "aria-live": "polite" });
    this.search = { text: "" };
    this.offered = "";
    this.price = null;
    this.low = "4";
    this.high = "6";
    this.head = h("div", { class: "row editor-head" });
  }

  get text() {
    return this.code.text;
  }

  set(text, id, version) {
    this.id = id;
    this.version = version;
    this.saved = text;
    this.code.text = text;
    this.later(0);
  }

  /** What was typed here before the page was left. */
  takeUp(text) {
    this.before = Boolean(text) && text !== this.saved;
    if (!this.before) return;
    this.code.text = text;
    this.later(0);
    announce("What you typed here before is back.");
  }

  later(wait = SETTLED) {
    clearTimeout(this.timer);
    this.turn += 1;
    if (this.search.text !== this.text) this.search = { text: "" }; // two texts asked for in turn would leave each other off
    this.timer = setTimeout(() => this.look(this.turn), wait);
  }

  leave() {
    clearTimeout(this.timer);
    this.turn += 1;
  }

  async look(turn) {
    const { text } = this;
    let found;
    try {
      found = await post("/draft", { text });
    } catch (error) {
      if (turn === this.turn) this.status.textContent = error.message;
      return;
    }
    if (turn !== this.turn) return;
    this.code.mark(found.faults);
    show(this.faults, found.faults.map((fault) => this.faultElement(fault)));
    if (!found.game) {
      this.status.textContent = `${found.faults.length === 1 ? "One fault" : `${found.faults.length} faults`}; felt and edge are those of the last sound text.`;
      if (this.price) this.drawEdges(this.price);
      else show(this.edges);
      return;
    }
    this.completion.family = found.game.family;
    this.status.textContent = `${found.game.name}: a sound game file.`;
    nameWagers({ ...Object.fromEntries(found.spots.map((spot) => [spot.name, spot.label])), ...found.game.labels });
    this.drawFelt(found);
    await this.ask(turn, text);
  }

  faultElement(fault) {
    return h(
      "li",
      {},
      fault.line
        ? h("button", { type: "button", class: "quiet", onclick: () => this.code.go(fault.line) }, `Line ${fault.line}`)
        : null,
      " ",
      sentence(fault.message),
      " ",
      h("small", { class: "tip" }, faultPlace({ ...fault, line: null, file: /\(/.test(fault.file) ? fault.file : "" })),
    );
  }

  drawFelt(found) {
    if (!found.round) {
      show(this.felt, h("p", { class: "panel tip" }, found.live ? `No round can be dealt: ${found.reason}.` : "No table is opened for this game."));
      return;
    }
    const [seat] = found.settlement.seats ?? [];
    show(
      this.felt,
      stillFelt(found.round, { apparatus: found.apparatus, pots: found.settlement.pots ?? [], laid: found.piles }),
      seat && h("div", { class: "panel" }, seatSettlement({ ...seat, seat: 0 }, null, this.text === this.saved && this.id, {})),
    );
  }

  async ask(turn, text) {
    show(this.edges, h("h2", {}, "Edge"), working("Counting…", null, "tip"));
    for (;;) {
      let found;
      try {
        found = await post("/draft/odds", { text, wait: 1 });
      } catch (error) {
        if (turn === this.turn) show(this.edges, h("h2", {}, "Edge"), h("p", { class: "tip" }, error.message));
        return;
      }
      if (turn !== this.turn) return;
      if (found.state === "ready") {
        this.drawEdges(found);
        return;
      }
      if (found.state === "unpriced") {
        show(this.edges, h("h2", {}, "Edge"), h("p", { class: "tip" }, `There is no price: ${found.reason}.`));
        show(this.solving);
        this.offered = "";
        return;
      }
      show(
        this.edges,
        h("h2", {}, "Edge"),
        working("Counting…", found.done, "tip"),
      );
      await new Promise((go) => setTimeout(go, PAUSE));
      if (turn !== this.turn) return;
    }
  }

  drawEdges(price) {
    const before = this.price;
    const rows = [
      ...(price.main ? [["", price.main, before?.main]] : []),
      ...Object.entries(price.side_bets).map(([name, one]) => [name, one, before?.side_bets[name]]),
    ];
    const was = (now, old) =>
      old && old.house_edge !== null && now.house_edge !== null && Math.abs(now.house_edge - old.house_edge) > 5e-7 ? h("small", { class: "was" }, ` was ${percent(old.house_edge)}`) : null;
    show(
      this.edges,
      h("h2", {}, "Edge"),
      price.warnings?.map((text) => h("p", { class: "fault" }, sentence(withNames(text)))),
      h(
        "div",
        { class: "scroll", tabindex: "0", role: "region", "aria-label": "Edges" },
        stacks(h(
          "table",
          { class: "edges" },
          h("thead", {}, h("tr", {}, ["Wager", "House edge", "Hits", "Deviation"].map((head, at) => h("th", { scope: "col", class: at ? "figure" : null }, head)))),
          h(
            "tbody",
            {},
            rows.map(([name, now, old]) =>
              h(
                "tr",
                { "data-wager": name },
                h("th", { scope: "row" }, name ? wagerName(name) : "The game"),
                h("td", { class: "figure" }, now.house_edge === null ? "by the meter" : percent(now.house_edge), was(now, old)),
                h("td", { class: "figure" }, (now.hit_frequency ?? null) === null ? "" : percent(now.hit_frequency, 2)),
                h("td", { class: "figure" }, now.std_dev === null ? "" : now.std_dev.toFixed(3)),
              ),
            ),
          ),
        )),
      ),
    );
    this.price = price;
    announce("The edge is counted.");
    this.drawSolving(price);
  }

  /** The form that solves for a price; one with the same wagers and rows stays, with what is chosen and found in it. */
  drawSolving(price) {
    const whole = (one) => one.lines.filter((line) => /^\d+ (to|for) 1$/.test(line.pays) && line.probability > 0).map((line) => line.hand);
    const wagers = Object.entries(price.side_bets).map(([name, one]) => [name, whole(one)]).filter(([, hands]) => hands.length);
    if (this.search.text !== this.text) show(this.found);
    const offered = JSON.stringify(wagers);
    if (offered === this.offered) return;
    this.offered = offered;
    if (!wagers.length) {
      show(this.solving);
      return;
    }
    const chosen = (name) => this.solving.querySelector(`select[name=${name}]`)?.value;
    const [oldWager, oldRow] = [chosen("wager"), chosen("row")];
    const wager = h("select", { name: "wager", onchange: () => rows() }, wagers.map(([name]) => h("option", { value: name, selected: name === oldWager }, wagerName(name))));
    const row = h("select", { name: "row" });
    const rows = (old = "") =>
      row.replaceChildren(
        h("option", { value: "" }, "Any rows"),
        ...Object.fromEntries(wagers)[wager.value].map((hand) => h("option", { value: hand, selected: hand === old }, title(hand))),
      );
    rows(wager.value === oldWager ? oldRow : "");
    const low = h("input", { type: "number", step: "0.1", value: this.low, name: "low", oninput: () => { this.low = low.value; } });
    const high = h("input", { type: "number", step: "0.1", value: this.high, name: "high", oninput: () => { this.high = high.value; } });
    const find = (event) => {
      event.preventDefault();
      this.find({ wager: wager.value, row: row.value, target: `${low.value}..${high.value}` });
    };
    show(
      this.solving,
      h("h2", {}, "Solve for a price"),
      h(
        "form",
        { class: "fields", onsubmit: find },
        h("label", {}, "Wager", wager),
        h("label", {}, "Row", row),
        h("label", {}, "House edge from, %", low),
        h("label", {}, "to, %", high),
        h("button", { type: "submit", class: "primary" }, "Find pay tables"),
      ),
      this.found,
    );
  }

  /** Show the pay tables that are asked for; of two searches only the newer one is shown, whichever ends first. */
  async find(asked) {
    const search = { text: this.text };
    this.search = search;
    show(this.found, working("Counting…", null, "tip"));
    let told;
    try {
      const made = await this.solve(search, asked);
      told = made.length ? this.proposals(asked.wager, made) : h("p", { class: "tip" }, "No pay table in whole numbers yields an edge in this range.");
    } catch (error) {
      told = h("p", { class: "tip" }, error.message);
    }
    if (search === this.search) show(this.found, told);
  }

  async solve(search, asked) {
    for (;;) {
      const found = await post("/draft/design", { text: search.text, wait: 5, ...asked });
      if (found.state === "ready") return found.proposals;
      if (search !== this.search) return [];
      if (found.state === "unpriced") throw new Error(`There is no price: ${found.reason}.`);
    }
  }

  proposals(wager, made) {
    const use = async (one) => {
      const pays = Object.fromEntries(one.changed.map((hand) => [hand, one.pays[hand]]));
      if (!one.changed.length) return;
      const written = await attempt(() => post("/draft/rows", { text: this.text, wager, pays }));
      if (!written) return;
      this.code.text = written.text;
      this.later(0);
      announce("The prices are written into the draft.");
    };
    return proposalsElement(made, use);
  }

  async store() {
    const kept = await attempt(() => post("/own-games", { text: this.text, version: this.version }));
    if (!kept) return;
    this.saved = this.text;
    this.before = false;
    announce(`Version ${kept.version} of ${kept.name} is kept.`);
    if (kept.id !== this.id) location.hash = gameLink("editor", kept.id);
    else {
      this.version = kept.version;
      await this.drawHead();
    }
  }

  async drawHead() {
    const versions = this.version ? await get("/own-games/versions", { id: this.id }) : [];
    const older = versions.length > 1 &&
      h(
        "label",
        {},
        "Version",
        h(
          "select",
          {
            onchange: async (event) => {
              const { text } = await get("/game-text", { id: this.id, version: event.target.value });
              this.code.text = text;
              this.later(0);
            },
          },
          versions.map((one) => h("option", { value: String(one.version) }, `${one.version}, ${one.by}, ${moment(one.at)}`)),
        ),
      );
    show(
      this.head,
      this.mayStore &&
        h("button", { type: "button", class: "primary", "data-do": "store", onclick: () => this.store() }, this.version ? "Keep as a new version" : "Keep in the catalogue"),
      openButton("Open a file", ".toml", async (text) => {
        if (this.text !== this.saved && !(await confirmed("Put the file in place of the text that is not kept?", "Open"))) return;
        this.set(text, "", 0);
        await this.drawHead();
      }),
      h("button", { type: "button", onclick: () => download(`${/^\s*id\s*=\s*["']([\w-]+)/m.exec(this.text)?.[1] ?? "game"}.toml`, this.text) }, "Download"),
      this.before &&
        h(
          "button",
          {
            type: "button",
            onclick: async () => {
              if (!(await confirmed("Take back everything that is not kept?", "Take back"))) return;
              this.code.text = this.saved;
              this.before = false;
              this.later(0);
              await this.drawHead();
            },
          },
          "Take back what is not kept",
        ),
      older,
      this.version > 0 && [
        h("a", { href: gameLink("sheet", this.id) }, "Rule sheet"),
        h("a", { href: gameLink("odds", this.id) }, "Odds"),
        h("a", { href: gameLink("play", this.id) }, "Play"),
      ],
    );
  }
}

export async function open(place, { argument, query }) {
  const [schema, { user }] = await Promise.all([get("/schema"), session()]);
  const editor = new Editor(place, schema, Boolean(user?.rights.includes("author")));
  place.append(
    h(
      "header",
      { class: "page-head" },
      h("div", {}, h("h1", {}, "Game editor"), h("p", { class: "sub" }, "Ctrl and space: the words that may stand here. Nothing is kept before you say so.")),
    ),
    editor.head,
    h(
      "div",
      { class: "editor" },
      h("div", { class: "stacked" }, editor.code.element, editor.status, editor.faults, editor.solving),
      h("div", { class: "stacked" }, editor.edges, editor.felt),
    ),
  );
  if (!user?.rights.includes("author")) {
    show(place, h("h1", {}, "Game editor"), h("p", { class: "panel" }, "Game files are edited by supervisors of this house."));
    return undefined;
  }
  const from = argument || query.get("from");
  if (!from) editor.set(NEW, "", 0);
  else {
    const found = await get("/game-text", { id: from });
    const copy = !argument || !found.version;
    const text = copy && !argument ? found.text.replace(/^(\s*id\s*=\s*)["'][^"']*["']/m, `$1"my-${from.replace(/^.*\/|\.toml$/g, "")}"`) : found.text;
    editor.set(text, copy ? "" : argument, copy ? 0 : found.version);
  }
  const kept = `${DRAFT}${argument || query.get("from") || ""}`;
  editor.takeUp(sessionStorage.getItem(kept));
  await editor.drawHead();
  complain("");
  const warn = (event) => {
    if (editor.text !== editor.saved) event.preventDefault();
  };
  addEventListener("beforeunload", warn);
  return () => {
    removeEventListener("beforeunload", warn);
    if (editor.text === editor.saved) sessionStorage.removeItem(kept);
    else sessionStorage.setItem(kept, editor.text);
    editor.leave();
  };
}
