// The trainer: the page deals, the trainee settles wager after wager; scored, timed, the paragraph on a mistake.

import { get, post } from "../api.js";
import { announce, attempt, h, show } from "../dom.js";
import { stillFelt } from "../table/still.js";
import { worded } from "../house.js";
import { byName, gameLink, grouped, money, nameWagers, net, percent, seatName, title, wagerName } from "../text.js";
import { bestBefore, nextDue, Progress } from "../table/drill.js";
import { citeElement } from "../table/settlement.js";

const LEAST_OF_POT = 4; // seats

/** What is to be settled: a wager of a seat, its part of the pot, or the rake. */
function lineName(line) {
  return line.seat < 0 ? wagerName(line.wager) : `${seatName(line.seat)}: ${wagerName(line.wager)}`;
}

function stakeWords(line) {
  if (!line.stake) return "no stake";
  return line.seat < 0 ? `of ${money(line.stake)}` : line.share ? `put in ${money(line.stake)}` : money(line.stake);
}

/** An answer in words: a share of the pot has no sign. */
function said(line, amount) {
  return line.share ? money(amount) : net(amount);
}

class Drill {
  constructor(place, games, game, house) {
    this.house = house;
    this.progress = new Progress();
    this.games = games;
    this.game = game;
    this.seats = 2;
    this.wager = "";
    this.felt = h("div", { class: "stacked" });
    this.record = h("section", { class: "panel", "aria-label": "Your record" });
    this.clock = h("b", { class: "elapsed" });
    this.ask = h("section", { class: "panel stacked", "aria-label": "Wagers to settle" });
    this.bar = h("section", { class: "panel row", "aria-label": "Drill" });
    place.append(
      h(
        "header",
        { class: "page-head" },
        h(
          "div",
          {},
          h("h1", {}, "Trainer"),
          h("p", { class: "sub" }, "The page deals. You take and pay, in the order the rules settle."),
        ),
        h(
          "nav",
          { class: "links", "aria-label": "This game" },
          h("a", { href: gameLink("sheet", game, house) }, "Rules and pay tables"),
          h("a", { href: gameLink("play", game, house) }, "Play"),
        ),
      ),
      h(
        "div",
        { class: "stacked" },
        this.bar,
        h("div", { class: "drill" }, this.felt, this.ask, this.record),
      ),
    );
  }

  /** The file was edited: what is drilled is dealt anew by the new version. */
  edited = async () => {
    await attempt(() => this.begin());
  };

  async begin() {
    const [info, apparatus] = await Promise.all([
      get("/game", { id: this.game, house: JSON.stringify(this.house) }),
      get("/apparatus", { id: this.game, house: JSON.stringify(this.house) }),
    ]);
    this.info = info;
    this.games = this.games.map((one) => (one.id === this.game ? { ...one, name: info.name } : one));
    if (!info.drills.includes(this.wager)) this.wager = "";
    nameWagers(info.labels);
    this.apparatus = apparatus;
    const counts = this.counts();
    this.seats = Math.min(Math.max(this.seats, counts[0]), counts.at(-1));
    this.drawBar();
    await this.deal();
  }

  drawBar() {
    const game = h(
      "select",
      {
        "data-key": "game",
        onchange: () => {
          location.hash = gameLink("trainer", game.value);
        },
      },
      this.games.map((one) => h("option", { value: one.id, selected: one.id === this.game }, one.name)),
    );
    const wager = h(
      "select",
      {
        "data-key": "wager",
        onchange: () => {
          this.wager = wager.value;
          this.deal();
        },
      },
      h("option", { value: "" }, "Any"),
      this.info.drills.map((name) => h("option", { value: name, selected: name === this.wager }, wagerName(name))),
    );
    const seats = h(
      "select",
      {
        "data-key": "seats",
        onchange: () => {
          this.seats = Number(seats.value);
          this.deal();
        },
      },
      this.counts().map((count) => h("option", { value: String(count), selected: count === this.seats }, count)),
    );
    const kept = this.progress.of(this.game);
    show(
      this.bar,
      h("label", {}, "Game", game),
      h("label", {}, "Wager to drill", wager),
      h("label", {}, "Seats", seats),
      h(
        "p",
        { class: "score", role: "status" },
        h("span", {}, `Right: ${kept.right} of ${kept.asked}`),
        h("span", {}, `In a row: ${kept.row}`),
        kept.best && h("span", {}, `Fastest round: ${kept.best.toFixed(1)} s`),
      ),
      h("p", { class: "timer" }, "Time: ", this.clock),
      h(
        "button",
        { type: "button", class: "primary", "data-key": "next", "data-do": "deal", onclick: () => this.deal() },
        "Deal a round",
      ),
      schedules(this.info) && h("p", { class: "tip schedules" }, schedules(this.info)),
      chosen(this.info) && h("p", { class: "tip house-chosen" }, chosen(this.info)),
    );
  }

  /** How many seats may be dealt in; of a pot enough for side pots. */
  counts() {
    const { seats, drills } = this.info;
    const least = drills.includes("side_pot") ? LEAST_OF_POT : 1;
    return [1, 2, 3, 4, 5, 6].filter((count) => count >= least && count <= Math.max(seats, least));
  }

  async deal() {
    show(this.ask); // the questions of the round before go at once: an answer given now would be lost
    const drill = await attempt(() =>
      post("/trainer/deal", { game: this.game, house: this.house, seats: this.seats, wager: this.wager }),
    );
    if (!drill) {
      if (this.drill) this.draw();
      return;
    }
    this.drill = drill;
    this.lines = drill.asked.map((line, index) => ({ ...line, index, mark: null }));
    this.open = null;
    this.began = performance.now();
    this.message = "";
    this.done = false;
    const { pots } = drill;
    const laid = drill.piles.map((pile) => ({ ...pile, says: "" })); // the trainee counts
    show(this.felt, stillFelt(drill.round, { apparatus: this.apparatus, pots, laid }));
    this.draw();
    this.drawRecord();
    this.tick();
    announce(`A round is dealt: ${this.lines.length} wagers to settle.`);
  }

  /** The time since the deal; it stands still when the round is settled. */
  tick = () => {
    if (this.began && !this.done) this.clock.textContent = `${((performance.now() - this.began) / 1000).toFixed(0)} s`;
  };

  /** What the trainee got right so far, wager by wager. */
  drawRecord() {
    const { wagers } = this.progress.of(this.game);
    const rows = Object.entries(wagers).sort(([, one], [, other]) => one.right / one.asked - other.right / other.asked);
    show(
      this.record,
      h("h2", {}, "Your record"),
      rows.length
        ? h(
            "table",
            {},
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                h("th", { scope: "col" }, "Wager"),
                h("th", { scope: "col", class: "figure" }, "Right"),
                h("th", { scope: "col", class: "figure" }, "Share"),
              ),
            ),
            h(
              "tbody",
              {},
              rows.map(([name, one]) =>
                h(
                  "tr",
                  {},
                  h("th", { scope: "row" }, wagerName(name)),
                  h("td", { class: "figure" }, `${one.right} of ${one.asked}`),
                  h("td", { class: "figure" }, percent(one.right / one.asked, 0)),
                ),
              ),
            ),
          )
        : h("p", { class: "tip" }, "Nothing settled in this game yet. What you answer is kept in this browser."),
    );
  }

  choose(line) {
    const due = nextDue(this.lines);
    if (!due.includes(line)) {
      line.early = true;
      this.progress.note(this.game, line.wager, false);
      const first = due[0];
      this.message = `Not yet: ${lineName(first)} is settled before it. ${this.drill.rule}`;
    } else {
      this.message = "";
      this.open = line;
    }
    this.draw();
    this.ask.querySelector(".answer button, .answer input")?.focus({ preventScroll: true });
  }

  async answer(line, amount) {
    const found = await attempt(() =>
      post("/trainer/answer", {
        round: this.drill.round,
        answers: [{ seat: line.seat, wager: line.wager, net: amount }],
      }),
    );
    if (!found) return;
    const same = found.marks.filter((mark) => mark.seat === line.seat && mark.wager === line.wager);
    const place = this.lines.filter((one) => one.seat === line.seat && one.wager === line.wager).indexOf(line);
    const truth = same[place];
    line.mark = { ...truth, answer: amount, right: Math.abs(truth.net - amount) < 0.005 };
    this.progress.note(this.game, line.wager, line.mark.right);
    this.open = null;
    announce(line.mark.right ? "Right." : `Wrong: ${said(line, truth.net)}, ${truth.reason}, ${truth.rule}.`);
    if (this.lines.every((one) => one.mark)) this.finish();
    this.draw();
    this.drawBar();
    this.drawRecord();
    this.ask.querySelector("[data-settle], [data-do=again]")?.focus({ preventScroll: true });
  }

  finish() {
    const seconds = (performance.now() - this.began) / 1000;
    this.done = true;
    this.clock.textContent = `${seconds.toFixed(1)} s`;
    const clean = this.lines.every((line) => line.mark.right && !line.early);
    this.message = `${this.lines.filter((line) => line.mark.right).length} of ${this.lines.length} right in ${seconds.toFixed(1)} s.`;
    if (clean) this.progress.finish(this.game, seconds);
  }

  draw() {
    show(
      this.ask,
      h("h2", {}, "Settle the wagers"),
      h("p", { class: "tip" }, this.tip()),
      this.message && h("p", { role: "status" }, h("b", {}, this.message)),
      h(
        "ul",
        { class: "asked" },
        this.lines.map((line) => this.lineElement(line)),
      ),
      this.done &&
        h(
          "button",
          { type: "button", class: "primary", "data-key": "again", "data-do": "again", onclick: () => this.deal() },
          "Deal the next round",
        ),
    );
  }

  tip() {
    const { rake } = this.drill;
    if (this.drill.pots.length) {
      const shared = this.lines.some((line) => line.share && line.seat >= 0);
      const say = shared ? "say what each seat of the showdown gets from the pots" : "take or pay every seat's bet";
      return rake ? `The rake is ${rake}. Take it, then ${say}.` : `${say.charAt(0).toUpperCase()}${say.slice(1)}.`;
    }
    if (!this.drill.ordered) return "Click a wager and say what becomes of it.";
    const round = this.drill.passes ? "One wager round the table, then the next" : "Seat by seat";
    return `Click the wager that is settled next. ${round}${this.drill.rule ? ` (${this.drill.rule})` : ""}.`;
  }

  lineElement(line) {
    const name = lineName(line);
    const stake = h("span", { class: "figure" }, stakeWords(line));
    const head = h("div", { class: "line" }, h("b", {}, name), stake);
    if (line.mark) {
      return h(
        "li",
        { class: line.mark.right ? "right" : "wrong" },
        head,
        h(
          "span",
          {},
          line.mark.right
            ? `Right, ${said(line, line.mark.net)}: `
            : `You said ${said(line, line.mark.answer)}; it is ${said(line, line.mark.net)}: `,
          grouped(line.mark.reason),
          " ",
          citeElement(line.mark.rule, this.game),
        ),
      );
    }
    if (this.open !== line)
      return h(
        "li",
        {},
        h(
          "div",
          { class: "line" },
          h("b", {}, name),
          stake,
          h(
            "button",
            {
              type: "button",
              class: "quiet",
              "data-key": `line-${line.index}`,
              "data-settle": line.index,
              "aria-label": `Settle ${name}`,
              onclick: () => this.choose(line),
            },
            "Settle",
          ),
        ),
      );
    const won = h("input", {
      type: "number",
      step: "any",
      min: "0",
      required: true,
      "aria-label": line.share ? "How many dollars" : "Pays how many dollars",
      "data-key": "won",
    });
    return h(
      "li",
      {},
      head,
      h(
        "form",
        {
          class: "answer",
          onsubmit: (event) => {
            event.preventDefault();
            this.answer(line, Number(won.value));
          },
        },
        h(
          "button",
          { type: "button", "data-answer": "lose", onclick: () => this.answer(line, line.share ? 0 : -line.stake) },
          line.stake && !line.share ? `Take ${money(line.stake)}` : "Nothing",
        ),
        line.stake > 0 &&
          !line.share &&
          h("button", { type: "button", "data-answer": "push", onclick: () => this.answer(line, 0) }, "Push"),
        h("span", {}, line.share ? "or $" : "or pay $"),
        won,
        h(
          "button",
          { type: "submit", class: "primary", "data-answer": "win" },
          line.share ? (line.seat < 0 ? "Rake" : "Push the chips") : "Pay",
        ),
      ),
    );
  }
}

/** The pay tables in use, where the game has any. */
function schedules(info) {
  const used = Object.entries(info.pay_tables).map(([name, table]) => `${wagerName(name)} ${table.in_use}`);
  return used.length ? `Pay tables in use: ${used.join(", ")}` : "";
}

/** What the house chose of the game's options, among several values. */
function chosen(info) {
  const told = Object.entries(info.options)
    .filter(([, option]) => option.choices.length > 1)
    .map(([name, option]) => `${title(name)} ${worded(option.value)}`);
  return told.length ? `The house's choices: ${told.join(", ")}` : "";
}

/** @param {HTMLElement} place @param {{argument: string, query: URLSearchParams}} route */
export async function open(place, { argument, query }) {
  const [own, book] = await Promise.all([get("/own-games"), get("/games")]);
  const games = [...own, ...byName(book)].filter((game) => game.live);
  const game = argument || bestBefore(games);
  const known = games.some((one) => one.id === game)
    ? games
    : [{ id: game, name: (await get("/game", { id: game })).name }, ...games];
  const drill = new Drill(place, known, game, JSON.parse(query.get("house") ?? "{}"));
  await drill.begin();
  const timer = setInterval(drill.tick, 500);
  return { leave: () => clearInterval(timer), edited: drill.edited };
}
