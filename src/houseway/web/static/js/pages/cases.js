// Cases: the list, and one with its round, ruling, notes and history, as it is read and as it is printed.

import { get, post, session } from "../api.js";
import { announce, attemptOnce, confirmed, h, show } from "../dom.js";
import { noteForm } from "../desk/notes.js";
import { paragraphs, rulingElement } from "../desk/ruling.js";
import { grid } from "../floor/grid.js";
import { stillFelt } from "../table/still.js";
import { gameLink, money, moment, nameWagers, playerName, seatName, sentence, tableName, title } from "../text.js";

const STATES = ["open", "ruled", "revised"];
const ACTS = { opened: "opened the case", told: "told the round otherwise", noted: "noted", ruled: "ruled", revised: "revised the ruling", paid: "paid", collected: "collected" };

function owedWords(amount) {
  if (!amount) return "nothing owed";
  return amount > 0 ? `${money(amount)} owed to the player` : `${money(-amount)} paid too much`;
}

async function list(place, query) {
  const state = query.get("state") ?? "";
  const cases = await get("/cases", { state, before: query.get("before") ?? "" });
  place.append(
    h(
      "header",
      { class: "page-head" },
      h("div", {}, h("h1", {}, "Cases"), h("p", { class: "sub" }, "Disputes, the latest first.")),
      h(
        "nav",
        { class: "links", "aria-label": "Cases" },
        ["", ...STATES].map((one) =>
          h("a", { href: `#/cases${one ? `?state=${one}` : ""}`, "aria-current": one === state ? "page" : null }, one ? one.charAt(0).toUpperCase() + one.slice(1) : "All"),
        ),
        h("a", { href: "#/dispute" }, "Dispute desk"),
      ),
    ),
    cases.length
      ? h(
          "div",
          { class: "panel" },
          grid(
            "Cases",
            ["Case", "What", "Game", "State", "Opened", "Ruled", "Owed"],
            cases.map((one) => [
              h("a", { href: `#/cases/${one.id}` }, `Case ${one.id}`),
              one.title,
              one.game.name,
              h("span", { class: `state ${one.state}` }, title(one.state)),
              `${moment(one.opened)}, ${playerName(one.opened_by)}`,
              one.ruled_at ? `${moment(one.ruled_at)}, ${playerName(one.ruled_by)}` : "",
              one.state === "open" ? "" : money(one.owed),
            ]),
            [6],
          ),
          cases.length === 50 && h("p", {}, h("a", { href: `#/cases?${new URLSearchParams({ state, before: String(cases.at(-1).id) })}` }, "Older cases")),
        )
      : h("p", { class: "panel" }, state ? `No case is ${state}. ` : "No case yet. ", h("a", { href: "#/dispute" }, "Rule on a round at the dispute desk.")),
  );
}

class Case {
  constructor(place, user) {
    this.place = place;
    this.user = user;
    this.body = h("div", { class: "stacked" });
  }

  async show(id) {
    this.found = await get(`/cases/${encodeURIComponent(id)}`);
    nameWagers(this.found.game.labels);
    this.preview = this.found.ruling ?? this.found.preview;
    this.paid = this.found.paid;
    document.title = `Case ${this.found.id} · Houseway`;
    this.place.replaceChildren(this.body);
    this.draw();
  }

  seat(index) {
    return seatName(this.found.places[index] ?? index);
  }

  facts() {
    const { found } = this;
    const rows = [
      ["State", h("span", { class: `state ${found.state}` }, title(found.state))],
      ["Game", h("a", { href: gameLink("sheet", found.told.game, found.told.house) }, found.game.name)],
      found.table && ["Table", tableName(found.table_name, found.game.name)],
      found.round && ["Round", h("a", { href: `#/round/${found.round}` }, `${found.round_number} (number ${found.round} of the house)`)],
      ["Opened", `${moment(found.opened, true)} by ${playerName(found.opened_by)}`],
      found.ruled_at && [found.state === "revised" ? "Revised" : "Ruled", `${moment(found.ruled_at, true)} by ${playerName(found.ruled_by)}`],
      found.state !== "open" && ["Owed", owedWords(found.owed)],
      found.reason && ["Reason", found.reason],
    ].filter(Boolean);
    return h(
      "dl",
      { class: "figures case-facts" },
      rows.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
    );
  }

  ruling() {
    const { found } = this;
    const given = { ...this.given(), booked: found.booked, apart: true };
    if (found.ruling) return [h("h2", {}, "Ruling"), rulingElement(found.ruling, { ...given, paid: found.paid }), this.payments()];
    if (!this.preview) return [h("h2", {}, "No ruling yet"), h("p", { class: "fault" }, sentence(found.fault))];
    const may = this.user.rights.includes("rule");
    const reason = h("textarea", { rows: "2", maxlength: "4000" });
    const decide = async ({ target }) => {
      const done = await attemptOnce(target, () => post(`/cases/${found.id}/ruling`, { round: found.told, paid: this.paid, reason: reason.value }));
      if (done) await this.show(found.id);
    };
    return [
      h("h2", {}, "What the rules say; not ruled yet"),
      rulingElement(this.preview, { ...given, paid: this.paid, change: may ? (paid) => (this.paid = paid) : null }),
      may &&
        h(
          "div",
          { class: "stacked no-print" },
          h("label", {}, "Reason of the ruling", reason),
          h("div", {}, h("button", { type: "button", class: "primary", "data-do": "decide", onclick: decide }, "Rule on this case")),
        ),
    ];
  }

  /** What is owed after the ruling, seat by seat: paid or collected once, through the ledger. */
  payments() {
    const { found } = this;
    const may = this.user.rights.includes("rule");
    if (!found.seats.some((one) => one.owed || one.settled)) return null;
    const pay = (one, seat, name) => async (event) => {
      event.preventDefault();
      const who = one.person ? playerName(one.person) : name?.value || "the player, in cash";
      const [ask, yes] = one.owed > 0 ? [`Pay ${money(one.owed)} to ${who}?`, "Pay"] : [`Collect ${money(-one.owed)} from ${who}?`, "Collect"];
      if (!(await confirmed(`${ask} It goes through the ledger and cannot be undone.`, yes))) return;
      const done = await attemptOnce(event.submitter, () => post(`/cases/${found.id}/payments`, { seat, person: name?.value ?? "" }));
      if (!done) return;
      announce(done.waiting ? "It waits for the approval of a second person." : "Done.");
      await this.show(found.id);
    };
    const line = (one, seat) => {
      if (!one.owed && !one.settled) return null;
      const name = one.person ? null : h("input", { name: "person", maxlength: "128", placeholder: "in cash" });
      const words = [
        one.settled && `${money(Math.abs(one.settled))} ${one.settled > 0 ? "paid" : "collected"}`,
        one.owed && `${money(Math.abs(one.owed))} still to be ${one.owed > 0 ? "paid" : "collected"}`,
        one.waiting && "waits for a second person",
      ].filter(Boolean);
      return h(
        "li",
        { "data-owed": seat },
        h("b", {}, this.seat(seat)),
        ` ${one.person ? `(${playerName(one.person)}) ` : ""}${words.join(", ")}. `,
        one.waiting && h("a", { href: "#/floor/approvals", class: "no-print" }, "What waits"),
        may && one.owed && !one.waiting
          ? h(
              "form",
              { class: "row no-print", onsubmit: pay(one, seat, name) },
              name && h("label", {}, one.owed > 0 ? "Paid to an account" : "Collected from an account", name),
              h("button", { type: "submit", class: "primary", "data-do": "pay" }, `${one.owed > 0 ? "Pay" : "Collect"} ${money(Math.abs(one.owed))}`),
            )
          : null,
      );
    };
    return h("section", { "aria-label": "Difference owed" }, h("h3", {}, "The difference owed"), h("ul", { class: "owed-seats" }, found.seats.map(line)));
  }

  history() {
    const last = this.found.history.findLast((step) => step.ruling);
    return h(
      "ol",
      { class: "steps-done" },
      this.found.history.map((step) =>
        h(
          "li",
          { "data-act": step.act },
          h("b", {}, playerName(step.who)),
          ` ${ACTS[step.act]}, ${moment(step.at, true)}`,
          step.owed !== null && `: ${owedWords(step.owed)}`,
          step.text && h("p", {}, step.text),
          step.ruling && step !== last && this.before(step.ruling),
        ),
      ),
    );
  }

  /** A ruling that another one has taken the place of. */
  before(ruling) {
    return h("details", { class: "no-print" }, h("summary", {}, "The ruling as it was then"), rulingElement({ ...ruling, words: {} }, this.given()));
  }

  /** What a ruling is shown with. */
  given() {
    const { told, places } = this.found;
    return { game: told.game, house: told.house, irregularity: told.irregularity, places };
  }

  draw() {
    const { found } = this;
    const rules = this.user.rights.includes("rule");
    const mine = found.opened_by === this.user.name || rules;
    const change = found.state === "open" ? "Change what lay on the table" : "Revise the ruling";
    const words = this.preview?.settlement && paragraphs(this.preview);
    const own = found.state !== "open" && rules && this.user.role !== "guest" && found.ruled_by === this.user.name;
    const may = found.state === "open" ? mine : rules && !own;
    show(
      this.body,
      h(
        "header",
        { class: "page-head" },
        h("div", {}, h("h1", {}, `Case ${found.id}`), h("p", { class: "sub" }, found.title)),
        h(
          "nav",
          { class: "links no-print", "aria-label": "This case" },
          may && h("a", { href: `#/dispute?case=${found.id}`, "data-do": "revise" }, change),
          found.round && h("a", { href: `#/round/${found.round}` }, "Replay the round"),
          h("button", { type: "button", class: "quiet", "data-do": "print", onclick: () => window.print() }, "Print"),
          h("a", { href: "#/cases" }, "All cases"),
        ),
      ),
      h(
        "section",
        { class: "panel", "aria-label": "The case" },
        this.facts(),
        own && h("p", { class: "tip no-print" }, "You made this ruling: somebody else revises it."),
      ),
      h("section", { class: "case-felt", "aria-label": "What lay on the table" }, stillFelt(found.told, { apparatus: found.apparatus, laid: found.piles, places: found.places, pots: this.preview?.settlement?.pots ?? [] })),
      h("section", { class: "panel stacked", "aria-label": "Ruling" }, this.ruling()),
      h(
        "section",
        { class: "panel stacked", "aria-label": "History" },
        h("h2", {}, "History"),
        this.history(),
        noteForm(async (text) => {
          await post(`/cases/${found.id}/notes`, { text });
          await this.show(found.id);
          return true;
        }),
      ),
      words && h("div", { class: "panel stacked" }, words),
      h("p", { class: "print-only signed" }, `Case ${found.id} of this house · printed ${moment(Date.now(), true)} · ruled by ${found.ruled_by ? playerName(found.ruled_by) : "nobody yet"}`),
    );
  }
}

export async function open(place, { argument, query }) {
  const { user } = await session();
  if (!argument) return list(place, query);
  return new Case(place, user).show(argument);
}
