// A keno request: numbers marked by clicking, alone or in lettered groups, priced and conditioned.

import { post } from "../api.js";
import { attempt, h, show } from "../dom.js";
import { ticketElement } from "../table/ticket.js";
import { counted, money, wagerName } from "../text.js";

export class TicketForm {
  /** `send` is given the body of the request; `more` are fields of a writer. */
  constructor(send, more = null) {
    this.send = send;
    this.more = more;
    this.marked = new Set();
    this.groups = [];
    this.kind = "";
    this.stake = 1;
    this.games = 1;
    this.ways = "";
    this.pick = 5;
    this.drafted = null; // what the desk makes of the request; nothing while it is asked about another one
    this.request = "";
    this.asked = 0;
    this.board = h("section", { class: "felt small", "aria-label": "Your ticket" });
    this.panel = h("section", { class: "panel stacked", "aria-label": "Write a ticket" });
  }

  take(desk) {
    this.desk = desk;
    this.kinds = desk.kinds;
    this.kind ||= this.kinds[0].name;
    this.draw();
  }

  chosen() {
    return this.kinds.find((kind) => kind.name === this.kind);
  }

  /** Ask the desk what the request costs; the last answer counts. */
  async price() {
    const mine = ++this.asked;
    const request = {
      kind: this.kind,
      stake: this.stake,
      games: this.chosen().games ? this.games : 1,
      spots: [...this.marked],
      groups: this.groups,
      ways: this.ways.split(/[\s,]+/).filter(Boolean),
    };
    if (this.request !== JSON.stringify(request)) this.drafted = null;
    this.request = JSON.stringify(request);
    this.relabel();
    const found = await attempt(() => post(`/keno/desks/${this.desk.id}/tickets/draft`, request));
    if (mine !== this.asked || !found) return;
    this.drafted = found;
    this.relabel();
  }

  async write(quick = 0) {
    const { wagers, ticket } = this.drafted;
    const more = this.more?.read() ?? {};
    if (await this.send({ wagers, ticket, quick_pick: quick, ...more })) {
      this.marked.clear();
      this.groups = [];
      this.more?.clear();
      this.draw();
    }
  }

  /** A number of the ticket; what is typed changes the texts of the buttons, never the buttons under the pointer. */
  number(label, name, least = 1) {
    const input = h("input", {
      type: "number",
      min: String(least),
      step: name === "stake" ? "0.01" : "1",
      value: String(this[name]),
      "data-key": name,
      oninput: () => {
        this[name] = Number(input.value) || least;
        this.price();
      },
    });
    return h("label", {}, label, input);
  }

  relabel() {
    const kind = this.chosen();
    const problem = this.drafted?.problem ?? "";
    const cost = this.drafted ? ` for ${money(this.drafted.price)}` : "";
    const what = kind.groups ? counted(this.groups.length, "group") : counted(this.marked.size, "number");
    const begun = kind.groups ? this.groups.length : this.marked.size;
    const first = kind.groups ? `Make ${counted(kind.groups, "group")} first` : "Mark numbers first";
    this.button.textContent = problem && !begun ? first : `Write ${what}${cost}`;
    this.button.disabled = !this.drafted || Boolean(problem) || this.closed;
    this.fault.textContent = begun ? problem : "";
    this.quick.textContent = `Quick pick${cost}`;
    this.quick.disabled = !this.drafted || this.closed;
  }

  draw() {
    const kind = this.chosen();
    this.closed = this.desk.game.status !== "open" || Boolean(this.desk.suspended);
    show(
      this.board,
      ticketElement(this.desk.numbers, this.marked, () => this.draw()),
    );
    const kinds = h(
      "select",
      {
        "data-key": "kind",
        onchange: () => {
          this.kind = kinds.value;
          this.groups = [];
          if (!this.chosen().games) this.games = 1;
          this.draw();
        },
      },
      this.kinds.map((one) => h("option", { value: one.name, selected: one.name === this.kind }, wagerName(one.name))),
    );
    this.button = h("button", {
      type: "button",
      class: "primary",
      "data-key": "write",
      "data-do": "ticket",
      onclick: () => this.write(),
    });
    this.quick = h("button", {
      type: "button",
      "data-key": "quick",
      "data-do": "quick",
      onclick: () => this.write(this.pick),
    });
    this.fault = h("p", { class: "tip", role: "status" });
    this.price();
    const ways = h("input", {
      type: "text",
      value: this.ways,
      placeholder: "3/4 1/6",
      size: "8",
      "data-key": "ways",
      oninput: () => {
        this.ways = ways.value;
        this.price();
      },
    });
    show(
      this.panel,
      h("h2", {}, "Write a ticket"),
      h(
        "div",
        { class: "row" },
        h("label", {}, "Kind", kinds),
        this.number(kind.split ? "Dollars a group" : "Dollars a game", "stake", 0.01),
        kind.games && this.number("Games", "games"),
        kind.groups > 0 && !kind.split && h("label", {}, "Ways / spots", ways),
      ),
      this.more?.fields,
      kind.groups > 0 &&
        h(
          "div",
          { class: "stacked groups" },
          this.groups.map((group, at) => h("p", { class: "past" }, h("b", {}, letter(at)), group.map((one) => h("span", {}, one)))),
          h(
            "div",
            { class: "acts" },
            h(
              "button",
              {
                type: "button",
                "data-key": "group",
                disabled: !this.marked.size,
                onclick: () => {
                  this.groups.push([...this.marked].sort((one, other) => one - other));
                  this.marked.clear();
                  this.draw();
                },
              },
              `Make group ${letter(this.groups.length)}`,
            ),
            h(
              "button",
              {
                type: "button",
                "data-key": "ungroup",
                disabled: !this.groups.length,
                onclick: () => {
                  this.groups.pop();
                  this.draw();
                },
              },
              "Undo a group",
            ),
          ),
        ),
      h(
        "div",
        { class: "acts" },
        this.button,
        h(
          "button",
          {
            type: "button",
            "data-key": "wipe",
            disabled: !this.marked.size && !this.groups.length,
            onclick: () => {
              this.marked.clear();
              this.groups = [];
              this.draw();
            },
          },
          "Clear",
        ),
      ),
      this.fault,
      !kind.groups &&
        h(
          "div",
          { class: "row" },
          this.number("Numbers", "pick"),
          this.quick,
        ),
      h(
        "p",
        { class: "tip" },
        `A ticket costs at least ${money(this.desk.least)}${this.desk.most ? ` and at most ${money(this.desk.most)}` : ""}.`,
      ),
    );
  }
}

function letter(at) {
  return String.fromCharCode(65 + at);
}
