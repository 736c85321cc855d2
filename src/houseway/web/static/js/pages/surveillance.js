// Surveillance: all rounds of the house, found by what is known of them; flags, win rates, export.

import { get, post, Problem, session } from "../api.js";
import { announce, attempt, h, show } from "../dom.js";
import { grid } from "../floor/grid.js";
import { local, searchWords } from "../search.js";
import { byName, counted, moment, money, nameWagers, net, playerName, seatName, tableName, wagerName } from "../text.js";

const PAGE = 50;
const SHOWN = 6; // wagers of a round in the list
const FIELDS = ["table", "since", "until", "seat", "person", "game", "wager", "paid", "staked", "irregularity", "award", "late", "unlikely"];

function input(name, value, more = {}) {
  return h("input", { name, value: value ?? "", ...more });
}

function choice(name, options, chosen, none = "All") {
  return h(
    "select",
    { name },
    h("option", { value: "" }, none),
    options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)),
  );
}

/** And back. */
function utc(field) {
  return field ? new Date(field).toISOString().slice(0, 16) : "";
}

class Watch {
  constructor(place, query) {
    this.place = place;
    this.search = Object.fromEntries(FIELDS.filter((name) => query.get(name)).map((name) => [name, query.get(name)]));
    this.list = h("section", { class: "stacked", "aria-label": "Rounds found" });
    this.flags = h("section", { class: "panel stacked", "aria-label": "Flags" });
    this.rates = h("section", { class: "panel stacked", "aria-label": "Win rates" });
    this.rounds = [];
  }

  async open() {
    const [tables, own, book] = await Promise.all([get("/surveillance/tables"), get("/own-games"), get("/games").then(byName)]);
    const games = [...own, ...book];
    this.names = new Map(games.map((one) => [one.id, one.name]));
    this.tables = new Map(tables.map((one) => [String(one.id), one.name]));
    // A file of one's own may be gone; its rounds are found all the same.
    const game = this.names.has(this.search.game) && (await get("/game", { id: this.search.game }).catch(() => null));
    this.draw(tables, games, game ? game.irregularities.map((one) => one.name) : []);
    await Promise.all([this.more(), this.showFlags()]);
  }

  go(search) {
    const given = Object.entries(search).filter(([, value]) => value !== "" && value !== false && value !== null && value !== undefined);
    location.hash = `#/surveillance?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
  }

  draw(tables, games, kinds) {
    const now = this.search;
    const submit = (event) => {
      event.preventDefault();
      const form = new FormData(event.target);
      const given = Object.fromEntries(FIELDS.map((name) => [name, String(form.get(name) ?? "").trim()]));
      if (given.seat) given.seat = String(Number(given.seat) - 1);
      given.since = utc(given.since);
      given.until = utc(given.until);
      this.go(given);
    };
    const number = { type: "number", min: "0", step: "any", inputmode: "decimal" };
    this.place.append(
      h(
        "header",
        { class: "page-head" },
        h("div", {}, h("h1", {}, "Surveillance"), h("p", { class: "sub" }, "All finished rounds of the house, the latest first.")),
        h("nav", { class: "links", "aria-label": "Surveillance" }, h("a", { href: "#/cases" }, "Cases"), h("a", { href: "#/floor" }, "Floor")),
      ),
      h(
        "form",
        { class: "panel fields watch-form", onsubmit: submit },
        h("label", {}, "Table", choice("table", tables.map((one) => [String(one.id), one.open ? one.name : `${one.name} (closed)`]), now.table)),
        h("label", {}, "Game", choice("game", games.filter((one) => one.live).map((one) => [one.id, one.name]), now.game)),
        h("label", {}, "Seat", input("seat", now.seat ? String(Number(now.seat) + 1) : "", { ...number, min: "1", step: "1" })),
        h("label", {}, "Person", input("person", playerName(now.person ?? ""), { maxlength: "64", placeholder: "A name, or Guest 3184" })),
        h("label", {}, "Wager", input("wager", now.wager, { maxlength: "64", placeholder: "Pair Plus" })),
        h("label", {}, "A wager won at least", input("paid", now.paid, { ...number, placeholder: "$" })),
        h("label", {}, "A stake of at least", input("staked", now.staked, { ...number, placeholder: "$" })),
        h(
          "label",
          {},
          "Irregularity",
          input("irregularity", now.irregularity?.replaceAll("_", " "), { maxlength: "64", list: "irregularities", placeholder: "Any, void, misdeal…" }),
          h(
            "datalist",
            { id: "irregularities" },
            [...new Set(["Any", "Void", "Misdeal", ...kinds])].map((kind) => h("option", { value: kind })),
          ),
        ),
        h("label", {}, "From", input("since", local(now.since ?? ""), { type: "datetime-local" })),
        h("label", {}, "To", input("until", local(now.until ?? ""), { type: "datetime-local" })),
        h("label", {}, "Win rate less likely than", input("unlikely", now.unlikely, { ...number, max: "1", placeholder: "0.001" })),
        h("label", { class: "check" }, h("input", { type: "checkbox", name: "award", value: "true", checked: now.award === "true" }), "Progressive hit"),
        h("label", { class: "check" }, h("input", { type: "checkbox", name: "late", value: "true", checked: now.late === "true" }), "Clock decided, or a bet came too late"),
        h("div", { class: "row" }, h("button", { type: "submit", class: "primary" }, "Search"), h("a", { href: "#/surveillance" }, "Clear")),
      ),
      this.flags,
      this.list,
      this.rates,
    );
    this.drawRates();
  }

  async more() {
    const before = this.rounds.at(-1)?.id ?? "";
    /** @type {any} */
    const found = await get("/surveillance/rounds", { ...this.search, before, most: PAGE }).catch((error) => error);
    if (found instanceof Error) {
      show(this.list, h("p", { class: "panel fault", role: "status" }, found.message));
      return;
    }
    this.rounds = [...this.rounds, ...found];
    const query = new URLSearchParams(this.search);
    show(
      this.list,
      h(
        "div",
        { class: "row between" },
        h("h2", {}, searchWords(this.search, this.names, this.tables)),
        h(
          "span",
          { class: "links" },
          h("a", { href: `/api/surveillance/export?format=csv&${query}`, download: "rounds.csv" }, "CSV"),
          h("a", { href: `/api/surveillance/export?format=jsonl&${query}`, download: "rounds.jsonl" }, "Round files with proof"),
        ),
      ),
      this.rounds.length
        ? h(
            "div",
            { class: "panel" },
            grid(
              "Rounds",
              ["Round", "When", "Table and game", "Seats and wagers", "Players' result", "Marks", ""],
              this.rounds.map((one) => this.row(one)),
              [4],
            ),
          )
        : h("p", { class: "panel" }, "No round is found."),
      found.length === PAGE && h("div", {}, h("button", { type: "button", "data-do": "more", onclick: () => this.more() }, "Older rounds")),
    );
  }

  /** Whether a wager is what the search is for: it stands before the others of its round. */
  seeks(line) {
    const { wager, seat, person, paid, staked } = this.search;
    const named = wager?.trim().toLowerCase();
    return (
      (!named || named === wagerName(line.wager).toLowerCase() || named === line.wager) &&
      (!seat || Number(seat) === line.seat) &&
      (!person || playerName(person).toLowerCase() === playerName(line.person).toLowerCase()) &&
      (!paid || line.net >= Number(paid)) &&
      (!staked || line.stake >= Number(staked))
    );
  }

  row(one) {
    nameWagers(one.game.labels);
    const sought = one.wagers.toSorted((first, second) => Number(this.seeks(second)) - Number(this.seeks(first)));
    const lines = sought.slice(0, SHOWN).map((line) =>
      h("span", { class: "found-line" }, `${seatName(line.seat)} ${playerName(line.person ?? "")}: ${wagerName(line.wager)} ${money(line.stake)}, `, h("b", { class: line.net > 0 ? "won" : line.net < 0 ? "lost" : null }, net(line.net))),
    );
    const marks = [
      one.happened,
      one.award > 0 && `Meter paid ${money(one.award)}`,
      one.late > 0 && `Too late ${one.late === 1 ? "once" : `${one.late} times`}`,
      one.notes > 0 && `${one.notes} ${one.notes === 1 ? "note" : "notes"}`,
    ].filter(Boolean);
    return [
      h("a", { href: `#/round/${one.id}`, "aria-label": `Replay round ${one.id}` }, `${one.id}`),
      moment(one.ended),
      h("span", {}, h("a", { href: `#/surveillance?table=${one.table}` }, tableName(one.table_name, one.game.name)), h("br"), h("small", { class: "tip" }, `${one.game.name}, round ${one.number}`)),
      h("div", { class: "found-lines" }, lines, one.wagers.length > SHOWN && h("small", { class: "tip" }, `and ${one.wagers.length - SHOWN} more`)),
      one.status === "void" ? "void" : net(one.net),
      marks.join(", "),
      one.case
        ? h("a", { href: `#/cases/${one.case}` }, `Case ${one.case}`)
        : one.status !== "void" && h("a", { href: `#/dispute?round=${one.id}`, class: "no-print", "aria-label": `Dispute round ${one.id}` }, "Dispute"),
    ];
  }

  async showFlags() {
    const flags = await attempt(() => get("/surveillance/flags"));
    if (!flags) return;
    const name = h("input", { maxlength: "64", size: "36", required: true, value: searchWords(this.search, this.names, this.tables), "aria-label": "Name of the flag" });
    const typed = { ...this.search };
    for (const field of ["table", "seat", "paid", "staked", "unlikely"]) if (typed[field]) typed[field] = Number(typed[field]);
    for (const field of ["award", "late"]) if (typed[field]) typed[field] = typed[field] === "true";
    const save = async (event) => {
      event.preventDefault();
      if (await attempt(() => post("/surveillance/flags", { name: name.value, search: typed }))) {
        announce("The flag is saved.");
        await this.showFlags();
      }
    };
    const end = async (flag) => {
      if (await attempt(() => post(`/surveillance/flags/${flag}/end`))) await this.showFlags();
    };
    show(
      this.flags,
      h("h2", {}, "Flags"),
      flags.length
        ? h(
            "ul",
            { class: "flag-list" },
            flags.map((flag) =>
              h(
                "li",
                { "data-flag": flag.name },
                h("a", { href: `#/surveillance?${new URLSearchParams(Object.entries(flag.search).map(([key, value]) => [key, String(value)]))}` }, flag.name),
                h("b", { class: flag.found ? "found" : null }, flag.found >= 1000 ? "1,000 rounds or more" : counted(flag.found, "round")),
                h("button", { type: "button", class: "quiet", "aria-label": `Remove the flag ${flag.name}`, onclick: () => end(flag.id) }, "Remove"),
              ),
            ),
          )
        : h("p", { class: "tip" }, "A search can be kept as a flag: a payout above a sum, a progressive hit, rounds decided by the clock or void, an unlikely win rate."),
      Object.keys(this.search).length > 0 &&
        h("form", { class: "row", onsubmit: save }, h("label", {}, "Keep this search as", name), h("button", { type: "submit", "data-do": "save-flag" }, "Save the flag")),
    );
  }

  drawRates() {
    const body = h("div", { class: "stacked" });
    const count = async () => {
      const { since, until, person, game, wager, unlikely = Infinity } = this.search;
      show(body, h("p", { class: "waiting", role: "status" }, "Counting…"));
      const found = await attempt(() => get("/surveillance/win-rates", { since, until, person, game, wager }));
      if (!found) return show(body);
      const rates = found.filter((one) => one.chance < Number(unlikely));
      const chance = (value) => (value >= 0.0001 ? `${(value * 100).toPrecision(3)}%` : `1 in ${Math.round(1 / value).toLocaleString("en-US")}`);
      show(
        body,
        rates.length
          ? grid(
              "Win rates",
              ["Person", "Game and wager", "Wagers", "Staked", "Won", "Expected", "Chance", "At most", "By"],
              rates.map((one) => {
                nameWagers(one.game.labels);
                return [
                  h("a", { href: `#/surveillance?${new URLSearchParams({ person: one.person ?? "", game: one.game.id })}` }, playerName(one.person ?? "")),
                  `${one.game.name}: ${wagerName(one.wager)}`,
                  one.wagers.toLocaleString("en-US"),
                  money(one.stake),
                  net(one.net),
                  net(one.expected),
                  chance(one.chance),
                  chance(one.at_most),
                  one.source,
                ];
              }),
              [2, 3, 4, 5, 6, 7],
            )
          : h("p", { class: "tip" }, "Nobody has made thirty wagers of a kind in this time, or there is nothing to compare them with."),
      );
    };
    if (this.search.unlikely) count(); // an unlikely rate with its probability
    show(
      this.rates,
      h("h2", {}, "Win rates"),
      h(
        "p",
        { class: "tip" },
        "What each person won beside what such wagers bring on average, the least likely first. The chance is that of a normal distribution; “at most” holds for any.",
      ),
      h("div", {}, h("button", { type: "button", "data-do": "rates", onclick: count }, "Count them")),
      body,
    );
  }
}

export async function open(place, { query }) {
  const { user } = await session();
  if (!user.rights.includes("read")) throw new Problem("Surveillance is open to auditors and supervisors", "", 403);
  await new Watch(place, query).open();
}
