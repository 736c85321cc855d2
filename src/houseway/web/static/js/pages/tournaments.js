// Tournaments: the lobby of all of them; one with its printed rules, entry, clock, tables, standings and payouts.

import { get, post, session } from "../api.js";
import { attempt, confirmed, h, show, stacks, tell } from "../dom.js";
import { counted, gameLink, money, moment, playerName, title } from "../text.js";

const BEAT = 2000;
const STATES = { announced: "Open for entries", running: "Under way", paused: "In a break", over: "Over", cancelled: "Called off" };

function grid(name, heads, rows, right = []) {
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": name },
    stacks(h(
      "table",
      {},
      h("thead", {}, h("tr", {}, heads.map((head, at) => h("th", { scope: "col", class: right.includes(at) ? "figure" : null }, head)))),
      h("tbody", {}, rows),
    )),
  );
}

function cells(values, right = [], more = {}) {
  return h("tr", more, values.map((value, at) => h(at ? "td" : "th", { scope: at ? null : "row", class: right.includes(at) ? "figure" : null }, value)));
}

/** What a tournament of today's date could be announced by. */
function sample() {
  const day = (ahead) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
  return `name = "Evening Hold'em"
casino = "Houseway"
game = "texas-holdem"
submitted = ${day(-5)}
first_day = ${day(0)}
last_day = ${day(0)}
entry_fee = 10
buy_in = 50
chips = 3000
seats = 9
prizes = [50, 30, 20]
split_by_agreement = true
rebuys = { cost = 50, chips = 3000, most = 1, until_level = 2 }
levels = [
  { blinds = [25, 50], minutes = 10 },
  { blinds = [50, 100], minutes = 10 },
  { blinds = [100, 200], ante = 25, minutes = 10 },
  { blinds = [300, 600], ante = 50, minutes = 10 },
  { blinds = [1000, 2000], ante = 200, minutes = 10 },
]`;
}

async function lobby(place, user) {
  const body = h("div", { class: "stacked" });
  const director = user?.rights.includes("void");
  const rules = h("textarea", { name: "rules", rows: "14", cols: "70", "aria-label": "Printed rules in TOML" }, sample());
  const submit = async (event) => {
    event.preventDefault();
    const made = await attempt(() => post("/tournaments", { rules: rules.value }));
    if (made) location.hash = `#/tournament/${made.id}`;
  };
  const announcing = h(
    "details",
    { class: "panel" },
    h("summary", {}, "Announce a tournament"),
    h(
      "form",
      { class: "stacked", onsubmit: submit },
      h("p", { class: "tip" }, "The printed rules, handed in at least five days before the first day (30-1045.07). They are checked and shown to everybody."),
      rules,
      h("div", { class: "acts" }, h("button", { type: "submit", class: "primary", "data-do": "announce" }, "Announce")),
    ),
  );
  place.append(
    h(
      "header",
      { class: "page-head" },
      h("div", {}, h("h1", {}, "Tournaments"), h("p", { class: "sub" }, "Every buy-in goes to the prizes; chips are points and never money.")),
    ),
    body,
    director ? announcing : "",
  );
  const refresh = async () => {
    const all = await get("/tournaments");
    show(
      body,
      h(
        "section",
        { class: "panel", "aria-label": "All tournaments" },
        all.length
          ? grid(
              "Tournaments",
              ["Tournament", "Game", "Days", "Fee and buy-in", "Entries", "Prizes", "State"],
              all.map((one) =>
                cells(
                  [
                    h("a", { href: `#/tournament/${one.id}` }, one.name),
                    h("a", { href: gameLink("sheet", one.game) }, one.game_name),
                    one.first_day === one.last_day ? one.first_day : `${one.first_day} to ${one.last_day}`,
                    `${money(one.entry_fee)} + ${money(one.buy_in)}`,
                    one.status === "running" || one.status === "paused" ? `${one.left} of ${one.entries} left` : one.entries,
                    money(one.pool),
                    STATES[one.status],
                  ],
                  [4, 5],
                  { "data-tournament": one.id },
                ),
              ),
              [4, 5],
            )
          : h("p", { class: "tip" }, "No tournament is announced."),
      ),
    );
  };
  await refresh();
  return refresh;
}

class Tournament {
  constructor(place, state, user) {
    this.user = user;
    this.head = h("header", { class: "page-head" });
    this.clock = h("section", { class: "panel clock", "aria-label": "Clock" });
    this.acts = h("section", { class: "panel stacked", "aria-label": "Your entry" });
    this.tables = h("section", { class: "panel stacked", "aria-label": "Tables" });
    this.standings = h("section", { class: "panel stacked", "aria-label": "Standings" });
    this.prizes = h("section", { class: "panel stacked", "aria-label": "Payouts" });
    this.rules = h("section", { class: "panel printed-rules", "aria-label": "Printed rules" });
    this.duties = h("div", { class: "duties" });
    place.append(
      this.head,
      h("div", { class: "event" }, h("div", { class: "stacked" }, this.clock, this.acts, this.tables, this.standings), h("div", { class: "stacked" }, this.prizes, this.rules)),
      this.duties,
    );
    show(this.rules, h("h2", {}, "Rules of the tournament"), h("ol", {}, state.sheet.map((line) => h("li", {}, line))), h("button", { type: "button", class: "quiet no-print", onclick: () => print() }, "Print the rules"));
    this.take(state);
    this.drawDuties();
  }

  may(right) {
    return this.user?.rights.includes(right);
  }

  async send(path, body = {}) {
    const state = await attempt(() => post(`/tournaments/${this.state.id}/${path}`, body));
    if (state) {
      this.take(state);
      tell(state.waiting ? "It waits for the approval of a second person." : "Done.");
      dispatchEvent(new CustomEvent("houseway:money"));
    }
    return state;
  }

  take(state) {
    this.state = state;
    this.ahead = state.now - Date.now();
    show(
      this.head,
      h("div", {}, h("h1", {}, state.name), h("p", { class: "sub" }, `${state.casino} · ${STATES[state.status]}${state.series ? ` · ${state.series}` : ""}`)),
      h("nav", { class: "links", "aria-label": "Tournament" }, h("a", { href: "#/tournaments" }, "All tournaments"), h("a", { href: gameLink("sheet", state.game) }, "Rules of the game")),
    );
    this.tick();
    this.drawEntry();
    this.drawTables();
    this.drawStandings();
    this.drawPrizes();
    if (this.drawnFor && this.drawnFor !== state.status + state.leave) this.drawDuties();
  }

  left() {
    const { status, level_ends: ends, time_left: stopped } = this.state;
    const rest = status === "paused" ? stopped : ends ? ends - Date.now() - this.ahead : null;
    if (rest === null || rest === undefined) return "";
    const seconds = Math.max(0, Math.ceil(rest / 1000));
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  tick() {
    const state = this.state;
    const under = state.status === "running" || state.status === "paused";
    const figure = (name, value) => h("div", {}, h("small", {}, name), h("b", {}, value));
    show(
      this.clock,
      under && !state.tickets && [figure("Level", state.level), figure("Stakes", state.stakes), figure("Next", state.next_stakes || "the same")],
      under && state.tickets && figure("Game", `${Math.min(state.played + 1, state.games)} of ${state.games}`),
      under && figure(state.tickets ? "Until the draw" : "Time left", this.left() || "to the end"),
      figure(under ? "Players left" : "Entries", under ? `${state.left} of ${state.entries}` : state.entries),
      figure("Prize pool", money(state.pool)),
    );
  }

  button(label, path, name, body = {}, kind = "") {
    return h("button", { type: "button", class: kind || null, "data-do": name, "data-key": name, onclick: () => this.send(path, body) }, label);
  }

  drawEntry() {
    const { you, status, shares } = this.state;
    const mine = shares.find((one) => one.person === this.user?.name);
    show(
      this.acts,
      h("h2", {}, "Your entry"),
      h(
        "p",
        { role: "status" },
        you.entered ? (you.table ? `You sit with ${you.chips.toLocaleString("en-US")} chips.` : "You are entered.") : status === "over" ? "It is over." : "You are not entered.",
      ),
      h(
        "div",
        { class: "acts" },
        you.table && h("a", { class: "button primary", href: `#/table/${you.table}` }, "Go to your table"),
        you.may_enter && this.user?.rights.includes("play") && this.button(`Enter for ${money(this.state.entry_fee + this.state.buy_in)}`, "entries", "enter", { medium: "account" }, "primary"),
        you.may_enter && you.vouchers > 0 && this.button("Enter with your voucher", "entries", "voucher", { medium: "voucher" }),
        you.entered && status === "announced" && this.button("Take the entry back", "withdraw", "withdraw"),
        you.may_rebuy && this.button("Buy again", "rebuy", "rebuy", {}, "primary"),
        mine && !mine.agreed && status === "paused" && this.button(`Agree to ${money(mine.amount)}`, "agree", "agree", {}, "primary"),
      ),
      shares.length > 0 &&
        status === "paused" && [
          h("h3", {}, "A division of the prizes is proposed"),
          h("ul", {}, shares.map((one) => h("li", {}, `${playerName(one.person)}: ${money(one.amount)}${one.agreed ? ", agreed" : ""}`))),
        ],
      h("p", { class: "tip" }, `Chips are points without cash value. ${this.state.rule}. Seats are drawn from ${this.state.commitment.slice(0, 16)}…${this.state.secret ? `, whose secret is ${this.state.secret.slice(0, 16)}…` : ""}`),
    );
  }

  drawTables() {
    const { tables } = this.state;
    this.tables.hidden = !tables.length;
    show(
      this.tables,
      h("h2", {}, counted(tables.length, "table")),
      h(
        "div",
        { class: "tournament-tables" },
        tables.map((table) =>
          h(
            "article",
            { "data-table": table.table },
            h("h3", {}, h("a", { href: `#/table/${table.table}` }, `Table ${table.index}`)),
            h("ol", { class: "plain" }, table.players.slice(0, 20).map((one) => h("li", {}, h("span", {}, `${one.seat + 1} · ${playerName(one.person)}`), h("b", {}, one.chips.toLocaleString("en-US"))))),
          ),
        ),
      ),
    );
  }

  drawStandings() {
    const rows = this.state.standings;
    show(
      this.standings,
      h("h2", {}, "Standings"),
      rows.length
        ? grid(
            "Standings",
            ["Place", "Player", "Chips", "Re-buys"],
            rows.map((one) =>
              cells(
                [one.disqualified ? "disqualified" : (one.place ?? "still in"), playerName(one.person) + (one.you ? " (you)" : ""), one.chips ? one.chips.toLocaleString("en-US") : "–", one.rebuys || "–"],
                [2, 3],
                { class: one.you ? "yours" : null },
              ),
            ),
            [2, 3],
          )
        : h("p", { class: "tip" }, "Nobody has entered yet."),
    );
  }

  drawPrizes() {
    const { prizes, status, names_shown: named } = this.state;
    show(
      this.prizes,
      h("h2", {}, status === "over" ? "Payouts" : "Prizes of the pool so far"),
      grid(
        "Payouts",
        status === "over" ? ["Place", "Player", "Prize"] : ["Place", "Prize"],
        prizes.map((one) => {
          const what = one.kind === "merchandise" ? one.note : `${money(one.amount)}${one.kind === "prize" ? "" : ` (${one.kind}${one.note ? `: ${one.note}` : ""})`}`;
          return cells(status === "over" ? [one.place ?? "–", playerName(one.person), what] : [one.place, what], [status === "over" ? 2 : 1]);
        }),
        [status === "over" ? 2 : 1],
      ),
      !named && h("p", { class: "tip" }, "Names of winners are shown where management allows it."),
    );
  }

  duty(name, words, fields, button, send) {
    const submit = async (event) => {
      event.preventDefault();
      if (await send(event.target)) event.target.reset();
    };
    return h("form", { class: "panel duty", "data-duty": name, onsubmit: submit }, h("h3", {}, name), h("p", { class: "tip" }, words), h("div", { class: "row" }, fields, h("button", { type: "submit", class: "primary" }, button)));
  }

  /** What the director does; drawn once a state, so that what is typed is not lost. */
  drawDuties() {
    const { status, split, tickets, leave } = this.state;
    this.drawnFor = status + leave;
    const text = (label, name) => h("label", {}, label, h("input", { name, required: true, maxlength: "200" }));
    const director = this.may("void");
    show(
      this.duties,
      director &&
        status === "announced" && [
          tickets && !leave && this.duty("Approval", "The regulator has approved it; before that nobody enters.", text("Known by", "leave"), "Write it down", (form) => this.send("approve", { leave: form.leave.value })),
          this.duty("Begin", "Seats are drawn, chips given out, and the clock starts.", [], "Begin", () => this.send("begin")),
          this.duty("Automatic players", "They enter like others.", h("label", {}, "How many", h("input", { type: "number", name: "count", min: "1", max: "500", value: "8", required: true })), "Enter them", (form) => this.send("bots", { count: Number(form.count.value) })),
          this.duty("Call it off", "Every entry goes back.", text("Reason", "reason"), "Call it off", async (form) => (await confirmed("Call the tournament off?", "Call it off")) && this.send("cancel", { reason: form.reason.value })),
        ],
      this.may("deal") &&
        status === "announced" &&
        this.duty(
          "Enter a person",
          "Cash, a complimentary entry, or an item of the entry's value; each is on the form with its fee. Above a limit a day, what the house gives waits for a second person.",
          [text("Person", "who"), h("label", {}, "Paid by", h("select", { name: "medium" }, ["cash", "account", "complimentary", "item", "voucher"].map((one) => h("option", { value: one }, title(one))))), h("label", {}, "Item", h("input", { name: "item", maxlength: "200" }))],
          "Enter",
          (form) => this.send("entries", { who: form.who.value, medium: form.medium.value, item: form.elements.namedItem("item").value }),
        ),
      director && status === "running" && this.duty("Break", "The clock stands; hands at hand are played out.", [], "Stop the clock", () => this.send("pause")),
      director && status === "paused" && this.duty("Go on", "The clock goes on where it stood.", [], "Start the clock", () => this.send("resume")),
      director &&
        (status === "running" || status === "paused") &&
        this.duty("Disqualify", "A player is put out without a prize.", [text("Person", "person"), text("Reason", "reason")], "Disqualify", (form) => this.send("disqualify", { person: form.person.value, reason: form.reason.value })),
      director &&
        split &&
        status === "paused" && [
          this.duty(
            "Division of the prizes",
            "All players left agree freely, or play goes on. One line for each: name = dollars.",
            h("label", {}, "Shares", h("textarea", { name: "shares", rows: "4", cols: "24", required: true }, this.state.standings.filter((one) => !one.place).map((one) => `${one.person} = 0`).join("\n"))),
            "Propose",
            (form) => this.send("division", { shares: Object.fromEntries(form.shares.value.split("\n").filter(Boolean).map((line) => [line.slice(0, line.lastIndexOf("=")).trim(), Number(line.slice(line.lastIndexOf("=") + 1))])) }),
          ),
          this.duty("Award as agreed", "When every player left has agreed, and you are satisfied that it is voluntary.", [], "Award", () => this.send("conclude")),
        ],
      director && tickets && status === "over" && !this.state.names_shown && this.duty("Names of winners", "Let participants see them.", [], "Show", () => this.send("names")),
      this.may("read") &&
        h("section", { class: "panel" }, h("h3", {}, "Forms and records"), h("ul", {}, h("li", {}, h("a", { href: "#/floor/reports/tournament-receipts" }, "Entries and prizes")), h("li", {}, h("a", { href: "#/floor/reports/tournaments" }, "Fees and prizes by month"))), h("p", { class: "tip" }, `Announced ${moment(this.state.announced)}`)),
    );
  }
}

export async function open(place, { name, argument }) {
  const { user } = await session();
  if (name === "tournaments") {
    const refresh = await lobby(place, user);
    const timer = setInterval(() => refresh().catch(() => null), 2 * BEAT);
    return () => clearInterval(timer);
  }
  const path = `/tournaments/${encodeURIComponent(argument)}`;
  const shown = new Tournament(place, await get(path), user);
  let beats = 0;
  const timer = setInterval(() => {
    shown.tick();
    beats += 1;
    if (beats % 2 === 0 && !document.hidden && !["over", "cancelled"].includes(shown.state.status)) get(path).then((state) => shown.take(state)).catch(() => null);
  }, BEAT / 2);
  return () => clearInterval(timer);
}
