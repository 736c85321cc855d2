// The keno lounge: tickets marked by clicking, the draw board, the games before.

import { get, post, watchTable } from "../api.js";
import { kenoBoard, lastCall } from "../art/keno.js";
import { announce, attempt, h, show } from "../dom.js";
import { ticketElement } from "../table/ticket.js";
import { citeElement, sign } from "../table/settlement.js";
import { counted, gameLink, grouped, money, moment, net, wagerName } from "../text.js";

const GAME = "keno";
const KEPT = "houseway.keno";

async function loungeTable() {
  const open = (await get("/tables")).filter((table) => table.game.family === GAME);
  const known = open.find((table) => table.id === Number(localStorage.getItem(KEPT))) ?? open[0];
  const table = known ?? (await post("/tables", { game: GAME, name: "Keno lounge" }));
  localStorage.setItem(KEPT, String(table.id));
  return get(`/tables/${table.id}`);
}

class Lounge {
  constructor(place, state, apparatus) {
    this.apparatus = apparatus;
    this.marked = new Set();
    this.stake = 1;
    this.kind = state.spots[0].name;
    this.board = h("section", { class: "felt small", "aria-label": "Draw board" });
    this.ticket = h("section", { class: "felt small", "aria-label": "Your ticket" });
    this.desk = h("section", { class: "panel stacked", "aria-label": "Keno desk" });
    this.past = h("section", { class: "panel stacked", "aria-label": "Games before" });
    this.began = 0;
    place.append(
      h(
        "header",
        { class: "page-head" },
        h(
          "div",
          {},
          h("h1", {}, "Keno lounge"),
          h("p", { class: "sub" }, `${state.game.rule} · ${apparatus.take} of ${apparatus.numbers} numbers are drawn`),
        ),
        h(
          "nav",
          { class: "links", "aria-label": "This game" },
          h("a", { href: gameLink("sheet", GAME) }, "Rates and rules"),
          h("a", { href: gameLink("odds", GAME) }, "Odds"),
        ),
      ),
      h(
        "div",
        { class: "lounge" },
        this.ticket,
        this.desk,
        this.board,
        this.past,
      ),
    );
    this.take(state);
  }

  take(state) {
    const drawn =
      this.state &&
      state.round?.status === "settled" &&
      this.state.round?.id === state.round.id &&
      this.state.round.status !== "settled";
    this.state = state;
    if (drawn) this.began = performance.now();
    this.draw();
    if (drawn || !this.pastShown) this.showPast();
  }

  async send(path, body) {
    const state = await attempt(() => post(`/tables/${this.state.id}/${path}`, body));
    if (state) this.take(state);
    return state;
  }

  async write() {
    const body = {
      wagers: { [this.kind]: this.stake },
      ticket: { spots: [...this.marked].sort((one, other) => one - other) },
      shuffle: this.state.shuffle.commitment,
    };
    if (await this.send("tickets", body)) announce("The ticket is written.");
    dispatchEvent(new CustomEvent("houseway:money"));
  }

  async drawNumbers() {
    const before = this.mine().length;
    const state = await this.send("deal");
    dispatchEvent(new CustomEvent("houseway:money"));
    if (state?.round?.status === "settled") {
      this.results = state.round.settlement.seats;
      this.draw();
      await this.showPast();
      announce(
        `Drawn: ${[...this.drawn()].join(", ")}. ${counted(before, "ticket")} settled, ${net(this.results.reduce((sum, seat) => sum + seat.net, 0))} in all.`,
      );
    }
  }

  mine() {
    return this.state.round?.status === "betting" ? this.state.seats.filter((seat) => seat.you && seat.ready) : [];
  }

  drawn() {
    const pile = this.state.round?.piles.find((one) => one.name === "drawn");
    return new Set((pile?.cards ?? []).map(Number));
  }

  draw() {
    show(
      this.ticket,
      ticketElement(this.apparatus.numbers, this.marked, () => this.draw()),
    );
    const drawn = this.drawn();
    show(
      this.board,
      h(
        "p",
        { class: "pile-name" },
        drawn.size ? `Game ${this.state.round.number}: ${drawn.size} numbers drawn` : "Draw board",
      ),
      kenoBoard({ count: this.apparatus.numbers, drawn, marked: this.marked, began: this.began }),
    );
    const mine = this.mine();
    const stake = h("input", {
      type: "number",
      min: "1",
      step: "1",
      value: String(this.stake),
      "data-key": "stake",
      onchange: () => {
        this.stake = Number(stake.value);
        this.draw();
      },
    });
    const kinds = h(
      "select",
      {
        "data-key": "kind",
        onchange: () => {
          this.kind = kinds.value;
        },
      },
      this.state.spots.map((spot) =>
        h("option", { value: spot.name, selected: spot.name === this.kind }, wagerName(spot.name)),
      ),
    );
    show(
      this.desk,
      h("h2", {}, "Write a ticket"),
      h("div", { class: "row" }, h("label", {}, "Kind", kinds), h("label", {}, "Dollars", stake)),
      h(
        "div",
        { class: "acts" },
        h(
          "button",
          {
            type: "button",
            class: "primary",
            "data-key": "write",
            "data-do": "ticket",
            disabled: !this.marked.size,
            onclick: () => this.write(),
          },
          this.marked.size ? `Write ${counted(this.marked.size, "number")} for ${money(this.stake)}` : "Mark numbers first",
        ),
        h("button", { type: "button", "data-key": "quick", onclick: () => this.quickPick() }, "Quick pick"),
        h(
          "button",
          {
            type: "button",
            "data-key": "wipe",
            disabled: !this.marked.size,
            onclick: () => {
              this.marked.clear();
              this.draw();
            },
          },
          "Clear",
        ),
      ),
      h(
        "p",
        { class: "tip", role: "status" },
        mine.length
          ? `${mine.length} of your tickets ${mine.length === 1 ? "is" : "are"} in the next game.`
          : "No ticket of yours is in the next game.",
      ),
      h(
        "button",
        {
          type: "button",
          class: "primary",
          "data-key": "draw",
          "data-do": "draw",
          disabled: !mine.length,
          onclick: () => this.drawNumbers(),
        },
        "Draw the numbers",
      ),
      this.results &&
        h(
          "ul",
          { class: "asked called", style: `--delay: ${lastCall(drawn, this.began)}ms` },
          this.results.map((seat) =>
            seat.lines.map((line) =>
              h(
                "li",
                { class: line.net < 0 ? "wrong" : "right" },
                h(
                  "div",
                  { class: `line ${sign(line.net)}` },
                  h("b", {}, wagerName(line.wager)),
                  h("b", { class: "result" }, net(line.net)),
                ),
                h("span", {}, grouped(line.reason), " ", citeElement(line.rule, GAME)),
              ),
            ),
          ),
        ),
    );
  }

  quickPick() {
    this.marked.clear();
    while (this.marked.size < 6) this.marked.add(1 + Math.floor(Math.random() * this.apparatus.numbers));
    this.draw();
  }

  async showPast() {
    this.pastShown = true;
    const draws = await get(`/tables/${this.state.id}/draws`, { most: 6 });
    show(
      this.past,
      h("h2", {}, "Games before"),
      draws.length
        ? draws.map((one) => [
            h("h3", {}, `Game ${one.game} `, h("small", {}, moment(one.at))),
            h(
              "p",
              { class: "past" },
              (one.outcome.drawn ?? one.outcome.games?.[0] ?? []).map((number) => h("span", {}, number)),
            ),
          ])
        : h("p", { class: "tip" }, "None yet."),
    );
  }
}

export async function open(place) {
  const state = await loungeTable();
  const apparatus = await get("/apparatus", { id: GAME });
  const lounge = new Lounge(place, state, apparatus);
  return watchTable(state.id, (newer) => lounge.take(newer));
}
